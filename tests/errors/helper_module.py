def twice(x):
    return x.undefined + 1
