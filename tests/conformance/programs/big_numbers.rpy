"""Natural and signed numbers of any size on lists of digits: factorials, powers, division, roots, Fibonacci."""

BASE = 10000
WIDTH = 4


class Big(object):
    def __init__(self, digits, sign=1):
        while len(digits) > 1 and digits[-1] == 0:
            digits.pop()
        self.digits = digits
        self.sign = sign
        if len(digits) == 1 and digits[0] == 0:
            self.sign = 1

    @staticmethod
    def of(n):
        sign = 1
        if n < 0:
            sign = -1
            n = -n
        digits = [n % BASE]
        n //= BASE
        while n > 0:
            digits.append(n % BASE)
            n //= BASE
        return Big(digits, sign)

    @staticmethod
    def parse(text):
        sign = 1
        if text.startswith("-"):
            sign = -1
            text = text[1:]
        if text == "" or not text.isdigit():
            raise ValueError("not a number: %r" % text)
        digits = []
        while text:
            digits.append(int(text[-WIDTH:]))
            text = text[:-WIDTH]
        return Big(digits, sign)

    def __str__(self):
        parts = ["%d" % self.digits[-1]]
        for d in reversed(self.digits[:-1]):
            parts.append("%04d" % d)
        return ("-" if self.sign < 0 else "") + "".join(parts)

    def is_zero(self):
        return len(self.digits) == 1 and self.digits[0] == 0

    def __bool__(self):
        return not self.is_zero()

    def __neg__(self):
        return Big(self.digits[:], -self.sign)

    def __abs__(self):
        return Big(self.digits[:])

    def __eq__(self, other):
        return self.sign == other.sign and self.digits == other.digits

    def __ne__(self, other):
        return not self == other

    def __lt__(self, other):
        if self.sign != other.sign:
            return self.sign < other.sign
        c = compare(self.digits, other.digits)
        return c * self.sign < 0

    def __le__(self, other):
        return not other < self

    def __hash__(self):
        h = self.sign
        for d in self.digits:
            h = (h * 31 + d) & 0xFFFFFFF
        return h

    def __add__(self, other):
        if self.sign == other.sign:
            return Big(add(self.digits, other.digits), self.sign)
        c = compare(self.digits, other.digits)
        if c == 0:
            return Big([0])
        if c > 0:
            return Big(sub(self.digits, other.digits), self.sign)
        return Big(sub(other.digits, self.digits), other.sign)

    def __sub__(self, other):
        return self + (-other)

    def __mul__(self, other):
        return Big(mul(self.digits, other.digits), self.sign * other.sign)

    def __divmod__(self, other):
        if other.is_zero():
            raise ZeroDivisionError("Big division by zero")
        q, r = divide(self.digits, other.digits)
        quotient = Big(q, self.sign * other.sign)
        rest = Big(r, self.sign)
        if rest and self.sign != other.sign:        # floor, as Python has it
            quotient = quotient - Big.of(1)
            rest = rest + other
        return quotient, rest

    def __floordiv__(self, other):
        return divmod(self, other)[0]

    def __mod__(self, other):
        return divmod(self, other)[1]

    def __pow__(self, n):
        result = Big.of(1)
        square = self
        while n > 0:
            if n & 1:
                result = result * square
            square = square * square
            n >>= 1
        return result


def compare(a, b):
    if len(a) != len(b):
        return -1 if len(a) < len(b) else 1
    for i in range(len(a) - 1, -1, -1):
        if a[i] != b[i]:
            return -1 if a[i] < b[i] else 1
    return 0


def add(a, b):
    out = []
    carry = 0
    for i in range(max(len(a), len(b))):
        s = carry
        if i < len(a):
            s += a[i]
        if i < len(b):
            s += b[i]
        carry, digit = divmod(s, BASE)
        out.append(digit)
    if carry:
        out.append(carry)
    return out


def sub(a, b):
    out = a[:]
    borrow = 0
    for i in range(len(a)):
        d = out[i] - borrow - (b[i] if i < len(b) else 0)
        borrow = 0
        if d < 0:
            d += BASE
            borrow = 1
        out[i] = d
    return out


def mul(a, b):
    out = [0] * (len(a) + len(b))
    for i, x in enumerate(a):
        carry = 0
        for j, y in enumerate(b):
            carry, out[i + j] = divmod(out[i + j] + x * y + carry, BASE)
        out[i + len(b)] += carry
    return out


def small(a, n):
    out = [0] * len(a)
    rest = 0
    for i in range(len(a) - 1, -1, -1):
        out[i], rest = divmod(rest * BASE + a[i], n)
    return out, rest


def divide(a, b):
    if len(b) == 1:
        q, r = small(a, b[0])
        return q, [r]
    rest = [0]
    quotient = [0] * len(a)
    for i in range(len(a) - 1, -1, -1):
        rest = [a[i]] + rest if rest != [0] else [a[i]]
        low, high = 0, BASE - 1
        while low < high:
            middle = (low + high + 1) // 2
            product = Big(mul(b, [middle])).digits
            if compare(product, rest) <= 0:
                low = middle
            else:
                high = middle - 1
        quotient[i] = low
        if low:
            rest = Big(sub(rest, mul(b, [low])[:len(rest)])).digits
    return quotient, rest


def factorial(n):
    result = Big.of(1)
    for i in range(2, n + 1):
        result = result * Big.of(i)
    return result


def root(n):
    if n.is_zero():
        return n
    x = Big([0] * ((len(n.digits) + 1) // 2) + [1])
    two = Big.of(2)
    while True:
        y = (x + n // x) // two
        if not y < x:
            return x
        x = y


def fibonacci(limit):
    a, b = Big.of(0), Big.of(1)
    for i in range(limit):
        yield a
        a, b = b, a + b


def entry_point(argv):
    for n in [0, 1, 5, 10, 20, 25, 40]:
        print("%d! = %s" % (n, factorial(n)))
    print(Big.of(2) ** 200, Big.of(-3) ** 33)
    a = Big.parse("123456789012345678901234567890")
    b = Big.parse("-987654321098765432109")
    print(a + b, a - b, a * b)
    for x, y in [(a, b), (-a, b), (a, -b), (-a, -b), (b, a), (a, Big.of(7)), (Big.of(0), a)]:
        q, r = divmod(x, y)
        print(q, r, q * y + r == x, x // y == q, x % y == r)
    print(root(Big.of(2) * Big.of(10) ** 40), root(Big.of(0)), root(Big.of(99)))
    fibs = [f for f in fibonacci(120)]
    print(fibs[99], fibs[119])
    print(len(set(fibs)), sum([len(str(f)) for f in fibs]))
    numbers = [Big.of(n) for n in [5, -3, 0, 12345678, -12345678, 5]]
    print(" ".join([str(n) for n in sorted(numbers)]))
    print(max(numbers), min(numbers), numbers.index(Big.of(0)), Big.of(5) in numbers, Big.of(6) in numbers)
    table = {Big.of(10): "ten", Big.of(-1): "minus one"}
    print(table[Big.parse("010")], table.get(Big.of(-1), "?"), table.get(Big.of(1), "?"))
    try:
        print(a // Big.of(0))
    except ZeroDivisionError as e:
        print("error:", e)
    for text in ["12a", "", "-"]:
        try:
            print(Big.parse(text))
        except ValueError as e:
            print("error:", e)
    digits = str(factorial(60))
    print(digits, sum([int(c) for c in digits]))
    print(abs(b), -b, not Big.of(0), bool(a))
    return 0


def target(driver, args):
    return entry_point
