"""Sieves, factors, perfect numbers, Collatz, continued fractions, Egyptian fractions, Pascal, Catalan, partitions, magic squares, Miller-Rabin, RSA,
Chinese remainders, Gray codes, digits in all bases, roman numerals, numbers in words."""
import math

DIGITS = '0123456789abcdefghijklmnopqrstuvwxyz'
ROMAN = [(1000, 'M'), (900, 'CM'), (500, 'D'), (400, 'CD'), (100, 'C'), (90, 'XC'), (50, 'L'), (40, 'XL'), (10, 'X'), (9, 'IX'), (5, 'V'), (4, 'IV'), (1, 'I')]
ONES = 'zero one two three four five six seven eight nine ten eleven twelve thirteen fourteen fifteen sixteen seventeen eighteen nineteen'.split()
TENS = 'x x twenty thirty forty fifty sixty seventy eighty ninety'.split()


def sieve(n):
    marks = [True] * (n + 1)
    marks[0] = marks[1] = False
    for i in range(2, math.isqrt(n) + 1):
        if marks[i]:
            for j in range(i * i, n + 1, i):
                marks[j] = False
    return [i for i in range(n + 1) if marks[i]]


def sundaram(n):
    k = (n - 1) // 2
    marks = [False] * (k + 1)
    for i in range(1, k + 1):
        j = i
        while i + j + 2 * i * j <= k:
            marks[i + j + 2 * i * j] = True
            j += 1
    return [2] + [2 * i + 1 for i in range(1, k + 1) if not marks[i]]


def factors(n):
    out = []
    p = 2
    while p * p <= n:
        while n % p == 0:
            out.append(p)
            n //= p
        p += 1 + (p & 1)
    if n > 1:
        out.append(n)
    return out


def is_prime(n):
    """Miller-Rabin, exact for 64 bits."""
    if n < 2:
        return False
    for p in [2, 3, 5, 7, 11, 13, 17, 19, 23, 29, 31, 37]:
        if n % p == 0:
            return n == p
    d, s = n - 1, 0
    while d % 2 == 0:
        d //= 2
        s += 1
    for a in [2, 3, 5, 7, 11, 13, 17, 19, 23, 29, 31, 37]:
        x = pow(a, d, n)
        if x == 1 or x == n - 1:
            continue
        for r in range(s - 1):
            x = pow(x, 2, n)
            if x == n - 1:
                break
        else:
            return False
    return True


def totient(n):
    r = n
    for p in sorted({p: 1 for p in factors(n)}):
        r -= r // p
    return r


def collatz(n):
    steps = 0
    high = n
    while n != 1:
        n = n // 2 if n % 2 == 0 else 3 * n + 1
        high = max(high, n)
        steps += 1
    return steps, high


def continued(x, n):
    out = []
    for i in range(n):
        a = math.floor(x)
        out.append(a)
        if x - a < 1e-9:
            break
        x = 1.0 / (x - a)
    return out


def convergent(terms):
    p, q = 1, 0
    for a in reversed(terms):
        p, q = a * p + q, p
    return '%d/%d' % (p, q)


def egyptian(p, q):
    out = []
    while p:
        d = -(-q // p)
        out.append('1/%d' % d)
        p, q = p * d - q, q * d
        g = math.gcd(p, q)
        p //= g
        q //= g
    return ' + '.join(out)


def crt(residues, moduli):
    total = 1
    for m in moduli:
        total *= m
    x = 0
    for r, m in zip(residues, moduli):
        n = total // m
        x += r * n * pow(n, -1, m)
    return x % total


def to_base(n, base):
    if n < 0:
        return '-' + to_base(-n, base)
    out = DIGITS[n % base]
    while n >= base:
        n //= base
        out = DIGITS[n % base] + out
    return out


def negabase(n):
    out = ''
    while n:
        n, r = divmod(n, -2)
        if r < 0:
            n, r = n + 1, r + 2
        out = str(r) + out
    return out or '0'


def roman(n):
    out = ''
    for value, letters in ROMAN:
        out += letters * (n // value)
        n %= value
    return out


def unroman(s):
    n = 0
    i = 0
    for value, letters in ROMAN:
        while s.startswith(letters, i):
            n += value
            i += len(letters)
    if i < len(s):
        raise ValueError('not a roman numeral: %s' % s)
    return n


def words(n):
    if n < 0:
        return 'minus ' + words(-n)
    if n < 20:
        return ONES[n]
    if n < 100:
        return TENS[n // 10] + ('-' + ONES[n % 10] if n % 10 else '')
    for size, name in [(10 ** 18, 'quintillion'), (10 ** 15, 'quadrillion'), (10 ** 12, 'trillion'), (10 ** 9, 'billion'), (10 ** 6, 'million'), (1000, 'thousand'), (100, 'hundred')]:
        if n >= size:
            rest = n % size
            return words(n // size) + ' ' + name + ((' and ' if rest < 100 else ' ') + words(rest) if rest else '')
    return ''


def partitions(n):
    t = [1] + [0] * n
    for k in range(1, n + 1):
        for i in range(k, n + 1):
            t[i] += t[i - k]
    return t[n]


def magic(n):
    square = [[0] * n for i in range(n)]
    r, c = 0, n // 2
    for k in range(1, n * n + 1):
        square[r][c] = k
        r2, c2 = (r - 1) % n, (c + 1) % n
        if square[r2][c2]:
            r2, c2 = (r + 1) % n, c
        r, c = r2, c2
    return square


def entry_point(argv):
    ps = sieve(200)
    print(ps == sundaram(200), len(sieve(10000)), ps[-5:])
    print([p for p in sieve(300) if str(p) == str(p)[::-1]], [(p, p + 2) for p in ps if p + 2 in ps][:6])
    for n in [1, 12, 97, 360, 1001, 999999, 2 ** 31 - 1, 600851475143]:
        print(n, factors(n), totient(n) if n < 1000000 else -1)
    print([n for n in range(2, 9000) if sum([d + n // d if d * d != n else d for d in range(2, math.isqrt(n) + 1) if n % d == 0]) + 1 == n])
    print([n for n in [561, 1105, 2147483647, 3215031751, 999999999989, 9007199254740881, 9223372036854775783, 9223372036854775781] if is_prime(n)])
    print([collatz(n) for n in [1, 6, 7, 27, 97, 871]])
    print(continued(math.pi, 6), convergent(continued(math.pi, 4)), continued(math.e, 9), continued(2 ** 0.5, 8), convergent([1] * 20))
    print(egyptian(7, 15), '|', egyptian(5, 121) if len(argv) > 5 else egyptian(3, 7))
    print(crt([2, 3, 2], [3, 5, 7]), crt([1, 4, 6, 10], [5, 7, 11, 13]))
    e, n, d = 17, 3233, pow(17, -1, 3120)
    print(d, [pow(pow(m, e, n), d, n) for m in [65, 123, 3000]], pow(65, e, n))
    print([to_base(n * 1234567, b) for n, b in [(1, 2), (-1, 3), (5, 8), (7, 16), (11, 36)]], [negabase(n) for n in range(-5, 6)])
    for n in [1, 4, 9, 14, 40, 90, 400, 1994, 2024, 3999]:
        r = roman(n)
        print('%d %s %d %s' % (n, r, unroman(r), words(n)))
    try:
        print(unroman('MIXY'))
    except ValueError:
        print('ValueError')
    for n in [0, -13, 21, 100, 101, 1000000, 1234567890123456789, -9223372036854775807]:
        print(words(n))
    for n in range(8):
        print(' '.join(['%3d' % math.comb(n, k) for k in range(n + 1)]).center(40).rstrip())
    print([math.comb(2 * n, n) // (n + 1) for n in range(16)], [partitions(n) for n in range(15)], partitions(100))
    print([format(n ^ (n >> 1), '04b') for n in range(16)])
    for row in magic(5):
        print(' '.join(['%2d' % v for v in row]))
    a, b = 0, 1
    fibs = []
    while a < 4 * 10 ** 18:
        fibs.append(a)
        a, b = b, a + b
    print(len(fibs), fibs[-1], sum([f for f in fibs if f % 2 == 0][:12]))
    return 0


def target(driver, args):
    return entry_point, None
