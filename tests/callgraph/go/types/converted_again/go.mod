module example.com/convert
