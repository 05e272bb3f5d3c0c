"""Every operator on every pair of ints out of a set with both signs, zero and large ones; bools and augmented assignment."""


def text(a, b):
    out = []
    out.append(str(a + b))
    out.append(str(a - b))
    out.append(str(a * b))
    try:
        out.append(str(a // b))
        out.append(str(a % b))
        q, r = divmod(a, b)
        out.append("%d:%d" % (q, r))
        if q * b + r != a:
            out.append("broken")
    except ZeroDivisionError:
        out.append("zero")
    out.append(str(a & b))
    out.append(str(a | b))
    out.append(str(a ^ b))
    return " ".join(out)


def shifts(a, b):
    out = []
    try:
        out.append(str(a << b))
    except ValueError as e:
        out.append("<<:" + str(e))
    try:
        out.append(str(a >> b))
    except ValueError as e:
        out.append(">>:" + str(e))
    return " ".join(out)


def compare(a, b):
    s = ""
    for flag in [a < b, a <= b, a == b, a != b, a > b, a >= b, a is not None]:
        s += "1" if flag else "0"
    return s


def powers(a, b):
    try:
        return str(pow(a, b, 1000)) + "/" + str(a ** (b & 3))
    except ValueError:
        return "value"
    except ZeroDivisionError:
        return "zero"


def augmented(n):
    x = n
    x += 7
    x *= 3
    x -= 4
    x //= 2
    x %= 1000
    x <<= 3
    x >>= 1
    x |= 5
    x &= 0xff
    x ^= 0x0f
    x **= 2
    return x


def bools(p, q):
    print(p + q, p * q, p - q, p & q, p | q, p ^ q, -p, ~q, p << q, p < q, p == q, int(p) // (int(q) + 1))
    print(p and q, p or q, not p, p is q, [p, q], "%d %s" % (p, q), abs(-p), min(p, q), sum([p, q, p]))
    total = 0
    total += p
    total -= q * 4
    print(total, [10, 20][p], "ab"[q], {True: "t", False: "f"}[p])


def entry_point(argv):
    values = [0, 1, -1, 2, -2, 7, -7, 10, 64, -100, 12345]
    for a in values:
        for b in [0, 1, -1, 3, -3, 10, -64]:
            print(a, b, text(a, b), compare(a, b))
    for a in [0, 1, -1, 5, -5]:
        for b in [-1, 0, 1, 4, 31]:
            print(a, b, shifts(a, b))
    for a in [0, 3, 7, -7, 10]:
        for b in [0, 1, 2, 5, 20]:
            print(a, b, powers(a, b))
    for n in [0, 5, -5, 1234567, -1234567]:
        print(augmented(n), -n, +n, ~n, abs(n), bool(n), not n)
    for p in [False, True]:
        for q in [False, True]:
            bools(p, q)
    big = 9223372036854775807 - len(argv) + 1
    print(big, -big - 1, big >> 62, big & 0xff, ~big, big // 10, -big % 10, big ^ big, big // -1)
    return 0


def target(driver, args):
    return entry_point
