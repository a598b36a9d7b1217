module example.com/table
