module example.com/values
