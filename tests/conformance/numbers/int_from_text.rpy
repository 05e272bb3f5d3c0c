"""int(s), int(s, base), float(s): what is accepted, and what is not."""

TEXTS = ['0', '7', '-7', '+7', ' 42 ', '\t42\n', '', ' ', '-', '+', '4 2', '0x1f', '0X1F', '-0x1f', '0b101', '0o17', '017', '00', '0_0', '1_000', '_1', '1_',
         '1__0', '0x_f', '0x', '0b2', '0o8', 'ff', 'FF', 'zz', 'Zz', '12a', '1e5', '1.0', 'None', '--1', '0-1',
         '101', '-101', '+0b11', '0b_1', '0b1_', '\x00', '1\x00', "'", 'a\nb']


def one(s, base):
    try:
        return str(int(s, base))
    except ValueError:
        return 'E'


def decimal(s):
    try:
        return str(int(s))
    except ValueError:
        return 'E'


def real(s):
    try:
        return repr(float(s))
    except ValueError:
        return 'E'


def entry_point(argv):
    for s in TEXTS:
        print('%r %s %s' % (s, decimal(s), ' '.join([one(s, b) for b in [0, 2, 3, 8, 10, 16, 36, 1, 37, -2]])))
    for s in TEXTS + ['1.5', '.5', '5.', '.', '1e400', '-1e400', '1e-400', 'inf', '-Infinity', 'nan', 'NaN', '+inf', 'infinit', '1_0.5_5', '1_.5', '1._5', '1e1_0', '1e_1',
                      '1e', 'e5', '1e+5', '1E-5', ' 2.5\n', '2.5 x', '0x1p3', '1e5.0', '4.9e-324', '2e-324', '1.7976931348623157e308', '1.7976931348623159e308',
                      '9007199254740993', '123456789012345678901234567890', '0.1e-6', '1,5', '- 1', 'i', 'infinity1', '1d5']:
        print('%r %s' % (s, real(s)))
    for i in range(36):
        n = 1
        for k in range(i):
            n = n * 3 + i
        for b in [2, 7, 16, 36]:
            s = digits(n, b)
            assert int(s, b) == n, s
            assert int('-' + s.upper(), b) == -n
            assert int(' +' + s, base=b) == n
        print(digits(n, 36) + ' ' + str(int(str(n))))
    print(decimal('9223372036854775807') + decimal(' -9223372036854775808'), one('-8000000000000000', 16), one('7fffffffffffffff', 0))
    print(int('5') + int(), float('2') + float(), int(True), int(2.9), int(-2.9), float(3))
    for s in ['9223372036854775808', '-9223372036854775809', '99999999999999999999']:
        if len(argv) == 0:      # CPython has ints of any size
            print(int(s))
    return 0


def digits(n, base):
    if n == 0:
        return '0'
    out = []
    while n > 0:
        out.append('0123456789abcdefghijklmnopqrstuvwxyz'[n % base])
        n //= base
    out.reverse()
    return ''.join(out)


def target(driver, args):
    return entry_point, None
