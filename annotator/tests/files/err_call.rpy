# annotate: main(int)
def g(a, b, c=3):
    return a + b + c


def main(n):
    return g(n) + g(1, 2, d=4)
