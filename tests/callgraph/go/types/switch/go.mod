module example.com/kinds
