"""random: the Mersenne twister, with the sequences of CPython."""

import math as _math

_N = 624
_M = 397


class Random(object):
    def __init__(self, x=None):
        self.gauss_next = None
        self.seed(x)

    # --- the generator ---

    def _init(self, s):
        mt = [0] * _N
        mt[0] = s
        for i in range(1, _N):
            s = (1812433253 * (s ^ (s >> 30)) + i) & 0xffffffff
            mt[i] = s
        self._mt = mt
        self._index = _N

    def _init_by_array(self, key):
        self._init(19650218)
        mt = self._mt
        i = 1
        j = 0
        n = len(key)
        for _ in range(max(_N, n)):
            last = mt[i - 1]
            mt[i] = ((mt[i] ^ ((last ^ (last >> 30)) * 1664525)) + key[j] + j) & 0xffffffff
            i += 1
            j += 1
            if i >= _N:
                mt[0] = mt[_N - 1]
                i = 1
            if j >= n:
                j = 0
        for _ in range(_N - 1):
            last = mt[i - 1]
            mt[i] = ((mt[i] ^ ((last ^ (last >> 30)) * 1566083941)) - i) & 0xffffffff
            i += 1
            if i >= _N:
                mt[0] = mt[_N - 1]
                i = 1
        mt[0] = 0x80000000

    def _refill(self):
        mt = self._mt
        for k in range(_N):
            y = (mt[k] & 0x80000000) | (mt[(k + 1) % _N] & 0x7fffffff)
            v = mt[(k + _M) % _N] ^ (y >> 1)
            mt[k] = v ^ 0x9908b0df if y & 1 else v
        self._index = 0

    def _word(self):
        if self._index >= _N:
            self._refill()
        y = self._mt[self._index]
        self._index += 1
        y ^= y >> 11
        y ^= (y << 7) & 0x9d2c5680
        y ^= (y << 15) & 0xefc60000
        return y ^ (y >> 18)

    def seed(self, a=None, version=2):
        if a is None:
            import time
            a = int(time.time() * 1000000)
        elif isinstance(a, (str, bytearray)):
            from hashlib import sha512
            a = str(a)
            a = int.from_bytes(a + sha512(a).digest(), 'big')
        elif not isinstance(a, int):
            a = hash(a)
        a = abs(a)
        key = []
        while True:
            key.append(a & 0xffffffff)
            a >>= 32
            if not a:
                break
        self._init_by_array(key)
        self.gauss_next = None

    def random(self):
        a = self._word() >> 5
        b = self._word() >> 6
        return (a * 67108864.0 + b) * (1.0 / 9007199254740992.0)

    def getrandbits(self, k):
        if k < 0:
            raise ValueError('number of bits must be non-negative')
        if k == 0:
            return 0
        if k <= 32:
            return self._word() >> (32 - k)
        result = shift = 0
        while k > 0:
            word = self._word()
            if k < 32:
                word >>= 32 - k
            result |= word << shift
            shift += 32
            k -= 32
        return result

    def getstate(self):
        return 3, tuple(self._mt) + (self._index,), self.gauss_next

    def setstate(self, state):
        _, internal, self.gauss_next = state
        self._mt = list(internal[:-1])
        self._index = internal[-1]

    # --- integers and sequences ---

    def _randbelow(self, n):
        if not n:
            return 0
        k = n.bit_length()
        r = self.getrandbits(k)
        while r >= n:
            r = self.getrandbits(k)
        return r

    def randbytes(self, n):
        return self.getrandbits(n * 8).to_bytes(n, 'little')

    def randrange(self, start, stop=None, step=1):
        if stop is None:
            if start > 0:
                return self._randbelow(start)
            raise ValueError('empty range for randrange()')
        width = stop - start
        if step == 1:
            if width > 0:
                return start + self._randbelow(width)
            raise ValueError('empty range for randrange() (%d, %d, %d)' % (start, stop, width))
        if step > 0:
            n = (width + step - 1) // step
        elif step < 0:
            n = (width + step + 1) // step
        else:
            raise ValueError('zero step for randrange()')
        if n <= 0:
            raise ValueError('empty range for randrange()')
        return start + step * self._randbelow(n)

    def randint(self, a, b):
        return self.randrange(a, b + 1)

    def choice(self, seq):
        if not len(seq):
            raise IndexError('Cannot choose from an empty sequence')
        return seq[self._randbelow(len(seq))]

    def shuffle(self, x):
        for i in range(len(x) - 1, 0, -1):
            j = self._randbelow(i + 1)
            x[i], x[j] = x[j], x[i]

    def sample(self, population, k, counts=None):
        if counts is not None:
            population = [x for x, n in zip(population, counts) for _ in range(n)]
        n = len(population)
        if not 0 <= k <= n:
            raise ValueError('Sample larger than population or is negative')
        limit = 21
        if k > 5:
            limit += 4 ** int(_math.ceil(_math.log(k * 3, 4)))
        result = []
        if n <= limit:
            pool = list(population)
            for i in range(k):
                j = self._randbelow(n - i)
                result.append(pool[j])
                pool[j] = pool[n - i - 1]
        else:
            seen = set()
            for i in range(k):
                j = self._randbelow(n)
                while j in seen:
                    j = self._randbelow(n)
                seen.add(j)
                result.append(population[j])
        return result

    def choices(self, population, weights=None, cum_weights=None, k=1):
        from bisect import bisect
        n = len(population)
        if cum_weights is None:
            if weights is None:
                return [population[int(_math.floor(self.random() * n))] for _ in range(k)]
            cum_weights = []
            total = 0
            for w in weights:
                total += w
                cum_weights.append(total)
        total = cum_weights[-1] + 0.0
        return [population[bisect(cum_weights, self.random() * total, 0, n - 1)]
                for _ in range(k)]

    # --- distributions ---

    def uniform(self, a, b):
        return a + (b - a) * self.random()

    def triangular(self, low=0.0, high=1.0, mode=None):
        u = self.random()
        c = 0.5 if mode is None else (mode - low) * 1.0 / (high - low)
        if u > c:
            u = 1.0 - u
            c = 1.0 - c
            low, high = high, low
        return low + (high - low) * _math.sqrt(u * c)

    def normalvariate(self, mu=0.0, sigma=1.0):
        factor = 4 * _math.exp(-0.5) / _math.sqrt(2.0)
        while True:
            u1 = self.random()
            u2 = 1.0 - self.random()
            z = factor * (u1 - 0.5) / u2
            if z * z / 4.0 <= -_math.log(u2):
                return mu + z * sigma

    def gauss(self, mu=0.0, sigma=1.0):
        z = self.gauss_next
        self.gauss_next = None
        if z is None:
            angle = self.random() * 2.0 * _math.pi
            radius = _math.sqrt(-2.0 * _math.log(1.0 - self.random()))
            z = _math.cos(angle) * radius
            self.gauss_next = _math.sin(angle) * radius
        return mu + z * sigma

    def lognormvariate(self, mu, sigma):
        return _math.exp(self.normalvariate(mu, sigma))

    def expovariate(self, lambd):
        return -_math.log(1.0 - self.random()) / lambd

    def paretovariate(self, alpha):
        return (1.0 - self.random()) ** (-1.0 / alpha)

    def weibullvariate(self, alpha, beta):
        return alpha * (-_math.log(1.0 - self.random())) ** (1.0 / beta)


SystemRandom = Random
_shared = []


def _instance():
    # Made when it is needed: filling the state takes a while.
    if not _shared:
        _shared.append(Random())
    return _shared[0]


def _method(name):
    def call(*args, **kwargs):
        return getattr(_instance(), name)(*args, **kwargs)
    call.__name__ = name
    call._not_rpython_ = 'use an instance of random.Random, or rpython.rlib.rrandom.Random'
    return call


for _name in ['seed', 'random', 'getrandbits', 'getstate', 'setstate', 'randbytes', 'randrange',
              'randint', 'choice', 'shuffle', 'sample', 'choices', 'uniform', 'triangular',
              'normalvariate', 'gauss', 'lognormvariate', 'expovariate', 'paretovariate',
              'weibullvariate']:
    globals()[_name] = _method(_name)
