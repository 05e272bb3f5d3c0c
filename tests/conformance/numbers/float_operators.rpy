"""//, %, divmod, ** and comparisons of floats and ints mixed; methods of numbers."""

VALUES = [0.0, -0.0, 1.0, -1.0, 0.1, 0.3, -0.1, 2.5, -2.5, 3.7, 1e10, -1e10, 1e300, 1e-300, 7.0, 1e16, 0.7, 123.456]


def divide(a, b):
    try:
        return '%r %r %r' % (a // b, a % b, divmod(a, b))
    except ZeroDivisionError:
        return 'ZeroDivisionError'


def power(a, b):
    try:
        return repr(a ** b)
    except ZeroDivisionError:
        return 'ZeroDivisionError'
    except OverflowError:
        return 'OverflowError'
    except ValueError:
        return 'complex'


def int_power(a, b):
    return a ** b


def entry_point(argv):
    one = len(argv)
    for a in VALUES:
        for b in VALUES:
            print(divide(a, b))
    inf = 1e308 * 10 * one
    nan = inf - inf
    for a in [inf, -inf, nan, 1.0]:
        for b in [inf, -inf, nan, 2.0]:
            print(divide(a, b))
    for a in [0.0, 1.0, 2.0, 0.5, 10.0, 1e200, -3.0]:
        for b in [0.0, 1.0, -1.0, 2.0, 0.5, 3.0, -2.0, 1e5]:
            if a >= 0.0 or b == float(int(b)):
                print(power(a, b))
    for a in range(-4, 5):
        print(' '.join([str(int_power(a, b)) for b in range(12)]))
    n = 10 * one
    print(2 ** 10, n ** 2, 2 ** n, n ** 0, (-n) ** 3, 2.0 ** n, n ** 0.5, 2 ** -1, n ** -2, 2 ** 0.5 * one, 3 ** 2 ** one)
    m = n
    m **= 3
    x = 1.5
    x **= n
    print(m, x)
    print(pow(n, 3), pow(2.0, n), pow(2, 0.5), pow(n, 3, 7), pow(3, 1000000, 1000007), pow(-7, 3, 5), pow(7, 3, -5), pow(2, 62, 9223372036854775807),
          pow(3, -1, 7), pow(10, -3, 9223372036854775783), pow(123456789, 987654321, 998244353), pow(5, 0, 1))
    for e in [1, 2]:
        try:
            print(pow(2, -e, 4))
        except ValueError:
            print('ValueError')
    try:
        print(pow(2, 3, one - 1))
    except ValueError:
        print('ValueError')
    for f in VALUES + [inf, nan]:
        print(f.is_integer(), float(f).is_integer(), f == int(f) if f == f and f - f == 0.0 and abs(f) < 1e18 else f != f)
    for f in [1.0, -0.5, 0.1, 1e300, 5e-324, 0.0, -0.0, 3.25]:
        print(f.hex())
    for i in [0, 1, -1, 255, 256, -256, 1 << 62, -9223372036854775807 - 1]:
        print((i * one).bit_length(), i.bit_count(), bin(i), oct(i), hex(i))
    print((300 * one).to_bytes(2, 'big').hex(), (300).to_bytes(4, 'little').hex(), (-2 * one).to_bytes(3, 'big', signed=True).hex(), True.bit_length())
    try:
        print(len((300 * one).to_bytes(1, 'big')))
    except OverflowError:
        print('OverflowError')
    print(7 // 2.0, 7 % 2.5, -7 // 2.0, 7.5 // 2, one / 2.0, 3 * 0.5, one + 0.5, one - 0.5)
    a = 7.5 * one
    a //= 2
    b = 7.5 * one
    b %= 2
    print(a, b, 1 < 1.5, 2 == 2.0, 3 >= 3.5, max(1.0, 2.5), min(3, 1), abs(-2.5), -a, +b)
    print(1e18 == 10 ** 18 * one, 0.5 < one, one > 1e300)
    print([hash(v) for v in VALUES], [hash(i) for i in [0, 1, -1, -2, 9223372036854775807, -9223372036854775807 - 1, (1 << 61) - 1, (1 << 61) + 5]])
    print(hash(inf), hash(-inf), hash(2.0) == hash(2), hash(1e300), hash(5e-324), hash(True), hash((1, 'xy' * one)) == hash((one, 'xy')))
    return 0


def target(driver, args):
    return entry_point, None
