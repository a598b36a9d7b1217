module example.com/results
