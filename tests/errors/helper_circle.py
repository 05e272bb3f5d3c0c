import helper_circle2
thing = 1
