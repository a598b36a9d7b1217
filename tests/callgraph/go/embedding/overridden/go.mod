module example.com/over
