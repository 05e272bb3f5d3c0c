level = 100
