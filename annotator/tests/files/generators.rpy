# annotate: main(int)
def count(n):
    i = 0
    while i < n:
        yield i
        i += 1


def main(n):
    total = 0
    for x in count(n):
        total += x
    return total
