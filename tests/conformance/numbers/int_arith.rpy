"""Signed arithmetic: floor division and modulo for all signs, operators, comparisons."""


def show(a, b):
    print("%d %d: %d %d %d %d %d" % (a, b, a + b, a - b, a * b, a // b, a % b))


def compare(a, b):
    s = ""
    if a < b:
        s += "<"
    if a <= b:
        s += "<="
    if a == b:
        s += "=="
    if a != b:
        s += "!="
    if a > b:
        s += ">"
    if a >= b:
        s += ">="
    return s


def bits(a, b):
    print("%d %d: %d %d %d %d" % (a, b, a & b, a | b, a ^ b, ~a))


def entry_point(argv):
    for a in [0, 1, -1, 7, -7, 8, -8, 1000003, -1000003]:
        for b in [1, -1, 2, -2, 3, -3, 7, -7, 1000]:
            show(a, b)
            print(compare(a, b))
            bits(a, b)
        print("%d %d %d %d" % (-a, +a, abs(a), a * a))
    total = 0
    i = 1
    while i < 1000:
        total += i * (i + 1) // 2 % 7 - i % 3 * 2
        i += 1
    print(total)
    print(total // 10 * 10 + total % 10 == total)
    return 0


def target(driver, args):
    return entry_point, None
