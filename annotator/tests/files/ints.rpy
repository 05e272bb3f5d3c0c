# annotate: main(int)
def fact(n):
    if n <= 1:
        return 1
    return n * fact(n - 1)


def clamp(i):
    if i < 0:
        return 0
    return i


def ratio(a, b):
    return float(a) / b


def main(n):
    total = 0
    for i in range(10):
        total += fact(i)
    if n > 5 and total % 7 == 3:
        return clamp(n)
    if ratio(n, 3) > 0.5:
        return -1
    return total
