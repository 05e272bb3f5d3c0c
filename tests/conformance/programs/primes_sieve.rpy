"""Primes: sieves of several kinds, factorisation, totients, Miller-Rabin, Goldbach, perfect numbers."""
from collections import Counter, defaultdict


def eratosthenes(n):
    sieve = bytearray([1] * (n + 1))
    sieve[0] = sieve[1] = 0
    i = 2
    while i * i <= n:
        if sieve[i]:
            for j in range(i * i, n + 1, i):
                sieve[j] = 0
        i += 1
    return [i for i in range(n + 1) if sieve[i]]


def linear(n):
    least = [0] * (n + 1)
    primes = []
    for i in range(2, n + 1):
        if least[i] == 0:
            least[i] = i
            primes.append(i)
        for p in primes:
            if p > least[i] or i * p > n:
                break
            least[i * p] = p
    return primes, least


def endless():
    multiples = {}
    n = 2
    while True:
        steps = multiples.pop(n, [])
        if not steps:
            yield n
            multiples[n * n] = [n]
        for s in steps:
            multiples.setdefault(n + s, []).append(s)
        n += 1


def take(n, items):
    out = []
    for x in items:
        if len(out) == n:
            break
        out.append(x)
    return out


def factor(n):
    p = 2
    while p * p <= n:
        while n % p == 0:
            yield p
            n //= p
        p += 1 if p == 2 else 2
    if n > 1:
        yield n


def show(n):
    counts = Counter(factor(n))
    return " * ".join([str(p) if k == 1 else f"{p}^{k}" for p, k in sorted(counts.items())]) or "1"


def miller_rabin(n):
    if n < 2:
        return False
    for p in (2, 3, 5, 7):
        if n % p == 0:
            return n == p
    d, s = n - 1, 0
    while d % 2 == 0:
        d //= 2
        s += 1
    for a in (2, 3, 5, 7):
        x = pow(a, d, n)
        if x in (1, n - 1):
            continue
        for _ in range(s - 1):
            x = x * x % n
            if x == n - 1:
                break
        else:
            return False
    return True


def divisors(n):
    small = [d for d in range(1, int(n ** 0.5) + 1) if n % d == 0]
    return small + [n // d for d in reversed(small) if d * d != n]


def totient(n):
    result = n
    for p in sorted(set(factor(n))):
        result = result // p * (p - 1)
    return result


def goldbach(n, primes):
    known = set(primes)
    for p in primes:
        if n - p in known:
            return p, n - p
    return 0, 0


def entry_point(argv):
    primes = eratosthenes(1000)
    print(len(primes), primes[:10], primes[-1], sum(primes))
    others, least = linear(1000)
    print(others == primes, take(168, endless()) == primes, least[990:1000])
    print([p for p in primes if p + 2 in others][:12])
    for n in [1, 2, 360, 997, 1001, 65536, 600851475143, 1000000007 * 3]:
        print(n, "=", show(n))
    candidates = list(range(0, 60)) + [561, 1105, 1729, 2047, 1000003, 1000000007, 2147483647]
    print([n for n in candidates if miller_rabin(n)])
    print(all([miller_rabin(n) == (n in others) for n in range(1001)]))
    print([totient(n) for n in range(1, 25)], sum([totient(d) for d in divisors(360)]))
    print(divisors(36), divisors(97), [n for n in range(2, 1000) if sum(divisors(n)) == 2 * n])
    amicable = [(a, sum(divisors(a)) - a) for a in range(2, 1300)]
    print([(a, b) for a, b in amicable if a < b and sum(divisors(b)) - b == a])
    print([goldbach(n, primes) for n in range(4, 40, 6)], goldbach(996, primes))
    gaps = defaultdict(int)
    for a, b in zip(primes, primes[1:]):
        gaps[b - a] += 1
    print(sorted(gaps.items()), max(gaps, key=lambda g: (gaps[g], g)))
    endings = Counter([str(p)[-1] for p in primes])
    print(endings.most_common(4), endings["5"], endings["8"])
    mirrored = [p for p in primes if str(p) == str(p)[::-1] and p > 10]
    print(mirrored)
    for row in range(4):
        print(" ".join(["%4d" % p for p in primes[row::42]]))
    return 0


def target(driver, args):
    return entry_point
