module example.com/again
