module example.com/twins
