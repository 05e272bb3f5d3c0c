# annotate: main(int)
def f(n):
    if n > 3:
        x = 5
    else:
        x = 'five'
    return x


def main(n):
    return f(n)
