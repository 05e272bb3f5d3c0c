# env: NUMBER_LIMBS=15
# A stack language whose integers are one of several implementations, which options of the translation choose: classes that
# are put together at import time, arithmetic on machine words with overflow to limbs, on limbs alone, on decimal digits.
import os

from rpython.rlib.objectmodel import specialize
from rpython.rlib.rarithmetic import intmask, ovfcheck
from rpython.rlib.rbigint import rbigint


# ---------------------------------------------------------------- options

class Options(object):
    def __init__(self):
        self.limb_bits = int(os.environ.get('NUMBER_LIMBS', '24'))
        self.karatsuba = 12
        self.variants = ['tagged', 'limbs', 'decimal', 'library']


OPTIONS = Options()
BITS = OPTIONS.limb_bits
BASE = 1 << BITS
MASK = BASE - 1
assert 4 <= BITS <= 30


class NumberError(Exception):
    def __init__(self, message):
        self.message = message


# ---------------------------------------------------------------- magnitudes: lists of limbs, the lowest first

def m_norm(a):
    n = len(a)
    while n > 0 and a[n - 1] == 0:
        n -= 1
    assert n >= 0
    return a[:n]


def m_cmp(a, b):
    if len(a) != len(b):
        return -1 if len(a) < len(b) else 1
    i = len(a) - 1
    while i >= 0:
        if a[i] != b[i]:
            return -1 if a[i] < b[i] else 1
        i -= 1
    return 0


def m_add(a, b):
    if len(a) < len(b):
        a, b = b, a
    out = [0] * (len(a) + 1)
    carry = 0
    for i in range(len(a)):
        carry += a[i]
        if i < len(b):
            carry += b[i]
        out[i] = carry & MASK
        carry >>= BITS
    out[len(a)] = carry
    return m_norm(out)


def m_sub(a, b):
    out = [0] * len(a)
    borrow = 0
    for i in range(len(a)):
        borrow += a[i]
        if i < len(b):
            borrow -= b[i]
        out[i] = borrow & MASK
        borrow >>= BITS
    assert borrow == 0
    return m_norm(out)


def m_school(a, b):
    out = [0] * (len(a) + len(b))
    for i in range(len(a)):
        carry = 0
        x = a[i]
        if x == 0:
            continue
        for j in range(len(b)):
            carry += out[i + j] + x * b[j]
            out[i + j] = carry & MASK
            carry >>= BITS
        out[i + len(b)] += carry
    return m_norm(out)


def m_low(a, n):
    assert n >= 0
    return m_norm(a[:n])


def m_high(a, n):
    assert n >= 0
    return a[n:]


def m_moved(a, n):
    if not a:
        return a
    return [0] * n + a


def m_mul(a, b):
    n = min(len(a), len(b))
    if n < OPTIONS.karatsuba:
        return m_school(a, b)
    half = (max(len(a), len(b)) + 1) // 2
    a0, a1 = m_low(a, half), m_high(a, half)
    b0, b1 = m_low(b, half), m_high(b, half)
    low = m_mul(a0, b0)
    high = m_mul(a1, b1)
    middle = m_sub(m_sub(m_mul(m_add(a0, a1), m_add(b0, b1)), low), high)
    return m_add(m_add(low, m_moved(middle, half)), m_moved(high, 2 * half))


def m_divmod_small(a, d):
    out = [0] * len(a)
    rest = 0
    i = len(a) - 1
    while i >= 0:
        rest = (rest << BITS) | a[i]
        out[i] = rest // d
        rest %= d
        i -= 1
    return m_norm(out), rest


def m_shift_left(a, n):
    limbs, bits = n // BITS, n % BITS
    out = [0] * limbs
    carry = 0
    for x in a:
        carry |= x << bits
        out.append(carry & MASK)
        carry >>= BITS
    out.append(carry)
    return m_norm(out)


def m_shift_right(a, n):
    limbs, bits = n // BITS, n % BITS
    out = []
    for i in range(limbs, len(a)):
        x = a[i] >> bits
        if i + 1 < len(a):
            x |= (a[i + 1] << (BITS - bits)) & MASK
        out.append(x)
    return m_norm(out)


def m_divmod(a, b):
    if m_cmp(a, b) < 0:
        return [], a
    if len(b) == 1:
        q, r = m_divmod_small(a, b[0])
        return q, m_norm([r])
    shift = 0
    while (b[-1] << shift) & (BASE >> 1) == 0:
        shift += 1
    u = m_shift_left(a, shift) + [0]
    v = m_shift_left(b, shift)
    n = len(v)
    if len(u) <= len(a):
        u.append(0)
    out = [0] * (len(u) - n)
    j = len(u) - n - 1
    while j >= 0:
        top = (u[j + n] << BITS) | u[j + n - 1]
        q = min(top // v[n - 1], MASK)
        while True:
            rest = top - q * v[n - 1]
            if rest > MASK or q * v[n - 2] <= (rest << BITS) | u[j + n - 2]:
                break
            q -= 1
        carry = borrow = 0
        for i in range(n):
            carry += q * v[i]
            borrow += u[j + i] - (carry & MASK)
            u[j + i] = borrow & MASK
            carry >>= BITS
            borrow >>= BITS
        borrow += u[j + n] - carry
        u[j + n] = borrow & MASK
        if borrow < 0:
            q -= 1
            carry = 0
            for i in range(n):
                carry += u[j + i] + v[i]
                u[j + i] = carry & MASK
                carry >>= BITS
            u[j + n] = (u[j + n] + carry) & MASK
        out[j] = q
        j -= 1
    return m_norm(out), m_shift_right(m_norm(u), shift)


def m_text(a):
    if not a:
        return '0'
    parts = []
    while a:
        a, r = m_divmod_small(a, 10000 if BITS > 13 else 10)
        parts.append(str(r))
    width = 4 if BITS > 13 else 1
    out = [parts[-1]]
    i = len(parts) - 2
    while i >= 0:
        out.append('0' * (width - len(parts[i])) + parts[i])
        i -= 1
    return ''.join(out)


def m_from_int(n):
    assert n >= 0
    out = []
    while n:
        out.append(n & MASK)
        n >>= BITS
    return out


# ---------------------------------------------------------------- the interface, and what all variants share

class Number(object):
    """Base of all implementations. Operations of two numbers have both of one variant."""
    _attrs_ = []
    variant = 'none'

    def add(self, other):
        raise NotImplementedError

    def sub(self, other):
        raise NotImplementedError

    def mul(self, other):
        raise NotImplementedError

    def divmod(self, other):
        raise NotImplementedError

    def compare(self, other):
        raise NotImplementedError

    def text(self):
        raise NotImplementedError

    def is_zero(self):
        raise NotImplementedError

    def small(self):
        raise NotImplementedError


class PowerMixin(object):
    """Derived operations: each class gets copies of its own."""
    _mixin_ = True

    def power(self, n):
        result = self.one()
        base = self
        while n > 0:
            if n & 1:
                result = result.mul(base)
            n >>= 1
            if n:
                base = base.mul(base)
        return result

    def gcd(self, other):
        a, b = self, other
        while not b.is_zero():
            q, r = a.divmod(b)
            a, b = b, r
        return a

    def isqrt(self):
        if self.is_zero():
            return self
        x = self.from_small(10).power(len(self.text()) // 2 + 1)
        two = self.from_small(2)
        while True:
            q, _ = self.divmod(x)
            y, _ = x.add(q).divmod(two)
            if y.compare(x) >= 0:
                return x
            x = y


class Limbs(Number):
    """Sign and magnitude."""
    _immutable_fields_ = ['negative', 'limbs[*]']
    variant = 'limbs'

    def __init__(self, negative, limbs):
        self.negative = negative and len(limbs) > 0
        self.limbs = limbs

    def one(self):
        return Limbs(False, [1])

    def from_small(self, n):
        return limbs_of(n)

    def add(self, other):
        assert isinstance(other, Limbs)
        return self.sum(other.negative, other.limbs)

    def sub(self, other):
        assert isinstance(other, Limbs)
        return self.sum(not other.negative, other.limbs)

    def sum(self, negative, limbs):
        if self.negative == negative:
            return Limbs(negative, m_add(self.limbs, limbs))
        c = m_cmp(self.limbs, limbs)
        if c >= 0:
            return Limbs(self.negative, m_sub(self.limbs, limbs))
        return Limbs(negative, m_sub(limbs, self.limbs))

    def mul(self, other):
        assert isinstance(other, Limbs)
        return Limbs(self.negative != other.negative, m_mul(self.limbs, other.limbs))

    def divmod(self, other):
        assert isinstance(other, Limbs)
        if not other.limbs:
            raise NumberError('division by zero')
        q, r = m_divmod(self.limbs, other.limbs)
        if self.negative != other.negative:
            if r:
                q = m_add(q, [1])
                r = m_sub(other.limbs, r)
            return Limbs(True, q), Limbs(other.negative, r)
        return Limbs(False, q), Limbs(other.negative, r)

    def compare(self, other):
        assert isinstance(other, Limbs)
        if self.negative != other.negative:
            return -1 if self.negative else 1
        c = m_cmp(self.limbs, other.limbs)
        return -c if self.negative else c

    def text(self):
        return ('-' if self.negative else '') + m_text(self.limbs)

    def is_zero(self):
        return len(self.limbs) == 0

    def small(self):
        n = 0
        i = len(self.limbs) - 1
        while i >= 0:
            try:
                n = ovfcheck(ovfcheck(n * BASE) + self.limbs[i])
            except OverflowError:
                raise NumberError('too large')
            i -= 1
        return -n if self.negative else n


def limbs_of(n):
    if n < 0:
        return Limbs(True, m_from_int(-n))
    return Limbs(False, m_from_int(n))


class Tagged(Number):
    """A machine word where it fits, otherwise limbs."""
    variant = 'tagged'

    def one(self):
        return Small(1)

    def from_small(self, n):
        return Small(n)

    def wide(self):
        raise NotImplementedError


def demoted(x):
    if len(x.limbs) * BITS <= 60:
        return Small(x.small())
    return Wide(x)


class Small(Tagged):
    def __init__(self, n):
        self.n = n

    def wide(self):
        return limbs_of(self.n)

    def add(self, other):
        if isinstance(other, Small):
            try:
                return Small(ovfcheck(self.n + other.n))
            except OverflowError:
                pass
        return self.slow('+', other)

    def sub(self, other):
        if isinstance(other, Small):
            try:
                return Small(ovfcheck(self.n - other.n))
            except OverflowError:
                pass
        return self.slow('-', other)

    def mul(self, other):
        if isinstance(other, Small):
            try:
                return Small(ovfcheck(self.n * other.n))
            except OverflowError:
                pass
        return self.slow('*', other)

    def slow(self, op, other):
        return wide_operation(op, self.wide(), other)

    def divmod(self, other):
        if isinstance(other, Small):
            if other.n == 0:
                raise NumberError('division by zero')
            return Small(self.n // other.n), Small(self.n % other.n)
        return wide_divmod(self.wide(), other)

    def compare(self, other):
        if isinstance(other, Small):
            return -1 if self.n < other.n else int(self.n > other.n)
        assert isinstance(other, Tagged)
        return self.wide().compare(other.wide())

    def text(self):
        return str(self.n)

    def is_zero(self):
        return self.n == 0

    def small(self):
        return self.n


def wide_operation(op, a, other):
    assert isinstance(other, Tagged)
    b = other.wide()
    if op == '+':
        return demoted(a.add(b))
    if op == '-':
        return demoted(a.sub(b))
    return demoted(a.mul(b))


def wide_divmod(a, other):
    assert isinstance(other, Tagged)
    q, r = a.divmod(other.wide())
    return demoted(q), demoted(r)


class Wide(Tagged):
    def __init__(self, value):
        self.value = value

    def wide(self):
        return self.value

    def add(self, other):
        return wide_operation('+', self.value, other)

    def sub(self, other):
        return wide_operation('-', self.value, other)

    def mul(self, other):
        return wide_operation('*', self.value, other)

    def divmod(self, other):
        return wide_divmod(self.value, other)

    def compare(self, other):
        assert isinstance(other, Tagged)
        return self.value.compare(other.wide())

    def text(self):
        return self.value.text()

    def is_zero(self):
        return False

    def small(self):
        return self.value.small()


class Decimal(Number):
    """A string of digits, the lowest first."""
    variant = 'decimal'

    def __init__(self, negative, digits):
        end = len(digits)
        while end > 0 and digits[end - 1] == '0':
            end -= 1
        assert end >= 0
        self.digits = digits[:end]
        self.negative = negative and end > 0

    def one(self):
        return Decimal(False, '1')

    def from_small(self, n):
        return decimal_of(n)

    def compare_digits(self, other):
        a, b = self.digits, other.digits
        if len(a) != len(b):
            return -1 if len(a) < len(b) else 1
        i = len(a) - 1
        while i >= 0:
            if a[i] != b[i]:
                return -1 if a[i] < b[i] else 1
            i -= 1
        return 0

    def plus(self, other):
        out = []
        carry = 0
        for i in range(max(len(self.digits), len(other.digits))):
            if i < len(self.digits):
                carry += ord(self.digits[i]) - 48
            if i < len(other.digits):
                carry += ord(other.digits[i]) - 48
            out.append(chr(carry % 10 + 48))
            carry //= 10
        return ''.join(out) + str(carry)

    def minus(self, other):
        out = []
        borrow = 0
        for i in range(len(self.digits)):
            borrow += ord(self.digits[i]) - 48
            if i < len(other.digits):
                borrow -= ord(other.digits[i]) - 48
            out.append(chr(borrow % 10 + 48))
            borrow = -1 if borrow < 0 else 0
        return ''.join(out)

    def sum(self, other, negative):
        if self.negative == negative:
            return Decimal(negative, self.plus(other))
        if self.compare_digits(other) >= 0:
            return Decimal(self.negative, self.minus(other))
        return Decimal(negative, other.minus(self))

    def add(self, other):
        assert isinstance(other, Decimal)
        return self.sum(other, other.negative)

    def sub(self, other):
        assert isinstance(other, Decimal)
        return self.sum(other, not other.negative)

    def mul(self, other):
        assert isinstance(other, Decimal)
        out = [0] * (len(self.digits) + len(other.digits) + 1)
        for i in range(len(self.digits)):
            x = ord(self.digits[i]) - 48
            for j in range(len(other.digits)):
                out[i + j] += x * (ord(other.digits[j]) - 48)
        chars = []
        carry = 0
        for n in out:
            carry += n
            chars.append(chr(carry % 10 + 48))
            carry //= 10
        return Decimal(self.negative != other.negative, ''.join(chars))

    def divmod(self, other):
        assert isinstance(other, Decimal)
        if not other.digits:
            raise NumberError('division by zero')
        divisor = Decimal(False, other.digits)
        rest = Decimal(False, '')
        out = []
        i = len(self.digits) - 1
        while i >= 0:
            rest = Decimal(False, self.digits[i] + rest.digits)
            n = 0
            while rest.compare_digits(divisor) >= 0:
                rest = Decimal(False, rest.minus(divisor))
                n += 1
            out.append(chr(n + 48))
            i -= 1
        out.reverse()
        q = Decimal(False, ''.join(out))
        if self.negative != other.negative:
            if rest.digits:
                q = q.add(q.one())
                rest = divisor.sub(rest)
            q = Decimal(True, q.digits)
        assert isinstance(rest, Decimal)
        return q, Decimal(other.negative, rest.digits)

    def compare(self, other):
        assert isinstance(other, Decimal)
        if self.negative != other.negative:
            return -1 if self.negative else 1
        c = self.compare_digits(other)
        return -c if self.negative else c

    def text(self):
        if not self.digits:
            return '0'
        chars = [c for c in self.digits]
        chars.reverse()
        return ('-' if self.negative else '') + ''.join(chars)

    def is_zero(self):
        return self.digits == ''

    def small(self):
        if len(self.digits) > 18:
            raise NumberError('too large')
        return int(self.text())


def decimal_of(n):
    chars = [c for c in str(n if n >= 0 else -n)]
    chars.reverse()
    return Decimal(n < 0, ''.join(chars))


class Library(Number):
    variant = 'library'

    def __init__(self, value):
        self.value = value

    def one(self):
        return Library(rbigint.fromint(1))

    def from_small(self, n):
        return Library(rbigint.fromint(n))

    def add(self, other):
        assert isinstance(other, Library)
        return Library(self.value.add(other.value))

    def sub(self, other):
        assert isinstance(other, Library)
        return Library(self.value.sub(other.value))

    def mul(self, other):
        assert isinstance(other, Library)
        return Library(self.value.mul(other.value))

    def divmod(self, other):
        assert isinstance(other, Library)
        if not other.value.tobool():
            raise NumberError('division by zero')
        q, r = self.value.divmod(other.value)
        return Library(q), Library(r)

    def compare(self, other):
        assert isinstance(other, Library)
        if self.value.lt(other.value):
            return -1
        return int(self.value.gt(other.value))

    def text(self):
        return self.value.str()

    def is_zero(self):
        return not self.value.tobool()

    def small(self):
        try:
            return self.value.toint()
        except OverflowError:
            raise NumberError('too large')


# ---------------------------------------------------------------- variants are put together by the options

FACTORIES = {}


def variant(base, factory):
    """The class with the derived operations mixed in, and its subclasses with it."""
    for name, method in list(PowerMixin.__dict__.items()):
        if callable(method) and not name.startswith('_'):
            setattr(base, name, clone(method, base.__name__))
    if base.variant in OPTIONS.variants:
        FACTORIES[base.variant] = factory
    return base


def clone(method, suffix):
    made = type(method)(method.__code__, method.__globals__, '%s_%s' % (method.__name__, suffix))
    return made


variant(Limbs, limbs_of)
variant(Tagged, Small)
variant(Decimal, decimal_of)
variant(Library, lambda n: Library(rbigint.fromint(n)))
ORDER = [name for name in OPTIONS.variants if name in FACTORIES]


# ---------------------------------------------------------------- the stack machine, one for each variant

class Word(object):
    def __init__(self, name, n, body):
        self.name = name
        self.n = n
        self.body = body


def parse(source):
    words = [w for w in source.split(' ') if w]
    program, at = parse_until(words, 0)
    assert at == len(words)
    return program


def parse_until(words, at):
    out = []
    while at < len(words):
        w = words[at]
        if w == ']':
            return out, at
        if w == '[':
            body, at = parse_until(words, at + 1)
            out.append(Word('[', 0, body))
        elif w[0].isdigit() or w[0] == '-' and len(w) > 1:
            out.append(Word('', int(w), []))
        else:
            out.append(Word(w, 0, []))
        at += 1
    return out, at


@specialize.memo()
def machine_for(name):
    factory = FACTORIES[name]

    class Machine(object):
        """Its class is made at import time: the numbers' variant is part of it."""

        def __init__(self):
            self.stack = []
            self.blocks = []
            self.steps = 0

        def pop(self):
            if not self.stack:
                raise NumberError('empty stack')
            return self.stack.pop()

        def run(self, program):
            for w in program:
                self.steps += 1
                self.step(w)

        def step(self, w):
            name = w.name
            if name == '':
                self.stack.append(factory(w.n))
            elif name == '[':
                self.blocks.append(w.body)
            elif name == 'times':
                n = self.pop().small()
                body = self.blocks.pop()
                for i in range(n):
                    self.run(body)
            elif name == 'dup':
                x = self.pop()
                self.stack.append(x)
                self.stack.append(x)
            elif name == 'swap':
                b, a = self.pop(), self.pop()
                self.stack.append(b)
                self.stack.append(a)
            elif name == 'over':
                b, a = self.pop(), self.pop()
                self.stack.append(a)
                self.stack.append(b)
                self.stack.append(a)
            elif name == 'drop':
                self.pop()
            elif name == '^':
                n = self.pop().small()
                self.stack.append(self.pop().power(n))
            elif name == 'sqrt':
                self.stack.append(self.pop().isqrt())
            else:
                b, a = self.pop(), self.pop()
                self.stack.append(self.binary(name, a, b))

        def binary(self, name, a, b):
            if name == '+':
                return a.add(b)
            if name == '-':
                return a.sub(b)
            if name == '*':
                return a.mul(b)
            if name == '/':
                return a.divmod(b)[0]
            if name == '%':
                return a.divmod(b)[1]
            if name == 'gcd':
                return a.gcd(b)
            if name == '<':
                return factory(int(a.compare(b) < 0))
            raise NumberError('unknown word ' + name)

        def texts(self):
            return [x.text() for x in self.stack]

    return Machine


MACHINES = [machine_for(name) for name in ORDER]
PROGRAMS = [
    '1 0 [ 1 + swap over * swap ] 30 times',                                        # factorial
    '0 1 [ swap over + ] 150 times',                                                # Fibonacci
    '2 200 ^ 3 100 ^ over over % swap 7 ^ 13 %',
    '10 40 ^ 2 * sqrt',
    '-17 5 / -17 5 % 17 -5 / 17 -5 % -17 -5 / -17 -5 % 0 7 -',
    '2 90 ^ 6 50 ^ gcd 1 63 - 2 63 ^ -1 * < 2 63 ^ 1 - 1 +',
    '9223372036854775807 dup * 9223372036854775807 / 4611686018427387904 2 * 1 -',
    '1 [ 3 * 1 + ] 60 times 1000000007 %',
    '5 0 /', '+', '1 2 what', '[ dup ] 2 100 ^ times',
]


def run_all(source, out):
    program = parse(source)
    for machine_class in MACHINES_UNROLLED:
        m = machine_class()
        try:
            m.run(program)
            out.append('%d %s' % (m.steps, ' '.join(m.texts())))
        except NumberError as e:
            out.append('error: ' + e.message)


from rpython.rlib.unroll import unrolling_iterable
MACHINES_UNROLLED = unrolling_iterable(MACHINES)


def entry_point(argv):
    print(ORDER, BITS, MASK)
    for source in PROGRAMS:
        out = []
        run_all(source, out)
        same = True
        for text in out:
            same = same and text == out[0]
        print('%s | %s' % ('same' if same else 'DIFFERENT', out[0]))
        if not same:
            for text in out:
                print('   ' + text)
    a = limbs_of(3).power(2000)
    b = limbs_of(7).power(900)
    q, r = a.divmod(b)
    print(q.mul(b).add(r).compare(a), len(a.limbs), len(a.text()), intmask(q.limbs[0]))
    digest = 7
    for c in a.text():
        digest = (digest * 31 + ord(c)) % 1000003
    print(digest)
    return 0


def target(driver, args):
    return entry_point, None
