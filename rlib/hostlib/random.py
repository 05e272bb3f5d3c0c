"""random: the Mersenne twister, with the sequences of CPython. At run time as well: the words of the state are ints of 32 bits,
and `getrandbits` gives at most 63 of them."""

import math as _math
import time as _time
from rpython.rlib.objectmodel import specialize, we_are_translated

_N = 624
_M = 397


class Random(object):
    @specialize.argtype(1)
    def __init__(self, x=None):
        self._gauss = 0.0
        self._has_gauss = False
        self._index = _N
        self._mt = [0] * _N
        self.seed(x)

    # --- the generator ---

    def _init(self, s):
        mt = self._mt
        mt[0] = s
        for i in range(1, _N):
            s = (1812433253 * (s ^ (s >> 30)) + i) & 0xffffffff
            mt[i] = s
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

    @specialize.argtype(1)
    def seed(self, a=None, version=2):
        if a is None:
            a = int(_time.time() * 1000000)
        elif isinstance(a, (str, bytearray)):
            a = _number_of_text(a)
        elif not isinstance(a, int):
            a = hash(a)
        if we_are_translated():
            # (abs() of the least number is that number)
            key = [abs(a) & 0xffffffff]
            if (abs(a) >> 32) & 0xffffffff:
                key.append((abs(a) >> 32) & 0xffffffff)
        else:
            a = abs(a)
            key = []
            while True:
                key.append(a & 0xffffffff)
                a >>= 32
                if not a:
                    break
        self._init_by_array(key)
        self._has_gauss = False

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
        if k > 63 and we_are_translated():
            raise OverflowError('more than 63 random bits do not fit')
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
        return 3, tuple(self._mt) + (self._index,), self._gauss if self._has_gauss else None

    def setstate(self, state):
        _, internal, gauss = state
        self._has_gauss = gauss is not None
        if self._has_gauss:
            self._gauss = gauss
        self._mt = list(internal[:-1])
        self._index = internal[-1]
    getstate._not_rpython_ = setstate._not_rpython_ = 'keep a second Random with the same seed'

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
        if not we_are_translated():
            return self.getrandbits(n * 8).to_bytes(n, 'little')
        pieces = []
        while n > 0:
            word = self._word()
            if n < 4:
                word >>= 32 - 8 * n
            for i in range(min(n, 4)):
                pieces.append(chr((word >> (8 * i)) & 255))
            n -= 4
        return ''.join(pieces)

    @specialize.argtype(2)
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

    @specialize.call_location()
    def choice(self, seq):
        if not len(seq):
            raise IndexError('Cannot choose from an empty sequence')
        return seq[self._randbelow(len(seq))]

    @specialize.call_location()
    def shuffle(self, x):
        for i in range(len(x) - 1, 0, -1):
            j = self._randbelow(i + 1)
            item = x[i]
            x[i] = x[j]
            x[j] = item

    @specialize.call_location()
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

    @specialize.call_location()
    def choices(self, population, weights=None, cum_weights=None, k=1):
        n = len(population)
        if cum_weights is None:
            if weights is None:
                return [population[int(_math.floor(self.random() * n))] for _ in range(k)]
            sums = []
            total = 0
            for w in weights:
                total += w
                sums.append(total)
        else:
            sums = list(cum_weights)
        if len(sums) != n:
            raise ValueError('The number of weights does not match the population')
        total = sums[n - 1] + 0.0
        if total <= 0.0:
            raise ValueError('Total of weights must be greater than zero')
        result = []
        for _ in range(k):
            x = self.random() * total
            low = 0
            high = n - 1
            while low < high:
                middle = (low + high) // 2
                if x < sums[middle]:
                    high = middle
                else:
                    low = middle + 1
            result.append(population[low])
        return result

    # --- distributions ---

    def uniform(self, a, b):
        return a + (b - a) * self.random()

    @specialize.argtype(1, 2, 3)
    def triangular(self, low=0.0, high=1.0, mode=None):
        u = self.random()
        c = 0.5 if mode is None else (mode - low) * 1.0 / (high - low)
        if u > c:
            return high + (low - high) * _math.sqrt((1.0 - u) * (1.0 - c))
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
        if self._has_gauss:
            self._has_gauss = False
            z = self._gauss
        else:
            angle = self.random() * 2.0 * _math.pi
            radius = _math.sqrt(-2.0 * _math.log(1.0 - self.random()))
            z = _math.cos(angle) * radius
            self._gauss = _math.sin(angle) * radius
            self._has_gauss = True
        return mu + z * sigma

    def lognormvariate(self, mu, sigma):
        return _math.exp(self.normalvariate(mu, sigma))

    def expovariate(self, lambd):
        return -_math.log(1.0 - self.random()) / lambd

    def paretovariate(self, alpha):
        return (1.0 - self.random()) ** (-1.0 / alpha)

    def weibullvariate(self, alpha, beta):
        return alpha * (-_math.log(1.0 - self.random())) ** (1.0 / beta)


def _number_of_text(a):
    from hashlib import sha512
    a = str(a)
    return int.from_bytes(a + sha512(a).digest(), 'big')


_number_of_text._not_rpython_ = 'a seed of random numbers must be a number at run time'
SystemRandom = Random


class _Shared(object):
    """The generator of the functions. Unless the program has set its seed when it was imported, it is made when the program
    runs."""

    def __init__(self):
        self.instance = None
        self.seeded = False
        self.running = False


_shared = _Shared()


def _instance():
    if we_are_translated() and not _shared.running:
        _shared.running = True
        if not _shared.seeded:
            _shared.instance = None
    random = _shared.instance
    if random is None:
        random = Random()
        _shared.instance = random
    return random


@specialize.argtype(0)
def seed(a=None, version=2):
    _instance().seed(a)
    _shared.seeded = a is not None


def random():
    return _instance().random()


def getrandbits(k):
    return _instance().getrandbits(k)


def getstate():
    return _instance().getstate()


def setstate(state):
    _instance().setstate(state)
    _shared.seeded = True


def randbytes(n):
    return _instance().randbytes(n)


@specialize.argtype(1)
def randrange(start, stop=None, step=1):
    return _instance().randrange(start, stop, step)


def randint(a, b):
    return _instance().randint(a, b)


def choice(seq):
    return _instance().choice(seq)


def shuffle(x):
    _instance().shuffle(x)


def sample(population, k, counts=None):
    return _instance().sample(population, k, counts)


def choices(population, weights=None, cum_weights=None, k=1):
    return _instance().choices(population, weights, cum_weights, k)


def uniform(a, b):
    return _instance().uniform(a, b)


def triangular(low=0.0, high=1.0, mode=None):
    return _instance().triangular(low, high, mode)


def normalvariate(mu=0.0, sigma=1.0):
    return _instance().normalvariate(mu, sigma)


def gauss(mu=0.0, sigma=1.0):
    return _instance().gauss(mu, sigma)


def lognormvariate(mu, sigma):
    return _instance().lognormvariate(mu, sigma)


def expovariate(lambd):
    return _instance().expovariate(lambd)


def paretovariate(alpha):
    return _instance().paretovariate(alpha)


def weibullvariate(alpha, beta):
    return _instance().weibullvariate(alpha, beta)
