module example.com/closure
