# annotate: main(int)
MIXED = [1, 'two', None]


def main(n):
    return MIXED[n]
