level = 1


def bump(n):
    global level
    level += n
