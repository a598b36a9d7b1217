module example.com/generic
