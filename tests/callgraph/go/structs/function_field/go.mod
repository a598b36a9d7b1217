module example.com/field
