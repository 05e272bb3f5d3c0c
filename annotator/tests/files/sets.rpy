# annotate: main(int)
NAMES = set(['a', 'b'])


def main(n):
    if 'a' in NAMES:
        return divmod(n, 3)[0]
    return 0
