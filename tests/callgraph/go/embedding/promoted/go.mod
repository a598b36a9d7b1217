module example.com/log
