module example.com/named
