"""Random numbers: the Mersenne Twister MT19937."""

from rpython.rlib.rarithmetic import r_uint, intmask

N = 624
M = 397
MATRIX_A = r_uint(0x9908b0df)
UPPER_MASK = r_uint(0x80000000)
LOWER_MASK = r_uint(0x7fffffff)
MASK_32 = r_uint(0xffffffff)


class Random(object):
    """A generator with its own state."""

    def __init__(self, seed=r_uint(0)):
        self.state = [r_uint(0)] * N
        self.index = 0
        self.init_genrand(r_uint(seed))

    def init_genrand(self, s):
        """Fills the state from one number."""
        s = s & MASK_32
        self.state[0] = s
        for j in range(1, N):
            s = (r_uint(1812433253) * (s ^ (s >> r_uint(30))) + r_uint(j)) & MASK_32
            self.state[j] = s
        self.index = N

    def init_by_array(self, init_key):
        """Fills the state from a list of numbers."""
        self.init_genrand(r_uint(19650218))
        mt = self.state
        n = len(init_key)
        i = 1
        j = 0
        for k in range(max(N, n)):
            mixed = (mt[i - 1] ^ (mt[i - 1] >> r_uint(30))) * r_uint(1664525)
            mt[i] = ((mt[i] ^ mixed) + init_key[j] + r_uint(j)) & MASK_32
            i += 1
            j += 1
            if i >= N:
                mt[0] = mt[N - 1]
                i = 1
            if j >= n:
                j = 0
        for k in range(N - 1):
            mixed = (mt[i - 1] ^ (mt[i - 1] >> r_uint(30))) * r_uint(1566083941)
            mt[i] = ((mt[i] ^ mixed) - r_uint(i)) & MASK_32
            i += 1
            if i >= N:
                mt[0] = mt[N - 1]
                i = 1
        mt[0] = UPPER_MASK

    def _next_state(self):
        mt = self.state
        for k in range(N):
            y = (mt[k] & UPPER_MASK) | (mt[(k + 1) % N] & LOWER_MASK)
            v = mt[(k + M) % N] ^ (y >> r_uint(1))
            if intmask(y) & 1:
                v = v ^ MATRIX_A
            mt[k] = v
        self.index = 0

    def genrand32(self):
        """32 random bits."""
        if self.index >= N:
            self._next_state()
        y = self.state[self.index]
        self.index += 1
        y ^= y >> r_uint(11)
        y ^= (y << r_uint(7)) & r_uint(0x9d2c5680)
        y ^= (y << r_uint(15)) & r_uint(0xefc60000)
        y ^= y >> r_uint(18)
        return y

    def random(self):
        """A float in [0.0, 1.0)."""
        a = intmask(self.genrand32() >> r_uint(5))
        b = intmask(self.genrand32() >> r_uint(6))
        return (a * 67108864.0 + b) * (1.0 / 9007199254740992.0)

    def jumpahead(self, n):
        mt = self.state
        for i in range(N - 1, 1, -1):
            j = n % i
            mt[i], mt[j] = mt[j], mt[i]
        for i in range(N):
            mt[i] = (mt[i] + r_uint(i + 1)) & MASK_32
        self.index = N
