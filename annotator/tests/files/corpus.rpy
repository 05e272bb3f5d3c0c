# annotate: main([str], int)
import os


class W_Root(object):
    def add(self, other):
        raise TypeError

    def as_int(self):
        return 0

    def getname(self):
        return self.typename()

    def typename(self):
        return 'root'


class W_Int(W_Root):
    _immutable_fields_ = ['value']

    def __init__(self, value):
        self.value = value

    def add(self, other):
        if not isinstance(other, W_Int):
            raise OperationError('not an int', other)
        return W_Int(self.value + other.value)

    def as_int(self):
        return self.value

    def typename(self):
        return 'int'


class W_Str(W_Root):
    def __init__(self, s):
        self.s = s

    def add(self, other):
        assert isinstance(other, W_Str)
        return W_Str(self.s + other.s)


class W_List(W_Root):
    def __init__(self, items=None):
        if items is None:
            items = []
        self.items = items

    def append(self, w):
        self.items.append(w)


class OperationError(Exception):
    def __init__(self, msg, w_obj):
        self.msg = msg
        self.w_obj = w_obj

    def text(self):
        return '%s: %s' % (self.msg, self.w_obj.getname())


class Frame(object):
    def __init__(self, code, parent):
        self.code = code
        self.stack = [None] * 10
        self.sp = 0
        self.parent = parent
        self.vars = {}

    def push(self, w):
        self.stack[self.sp] = w
        self.sp += 1

    def pop(self):
        self.sp -= 1
        assert self.sp >= 0
        w = self.stack[self.sp]
        self.stack[self.sp] = None
        return w

    def op_add(self, arg):
        b = self.pop()
        a = self.pop()
        self.push(a.add(b))

    def op_const(self, arg):
        self.push(W_Int(arg))

    def op_str(self, arg):
        self.push(W_Str(chr(arg)))

    def op_store(self, arg):
        self.vars[(arg, 'x')] = self.pop()


def make_dispatch(names):
    result = []
    for name in names:
        result.append(getattr(Frame, 'op_' + name))
    return result


DISPATCH = make_dispatch(['add', 'const', 'str', 'store'])
FACTORIES = {'int': W_Int, 'other': W_Int}
POWERS = tuple([2 ** i for i in range(8)])


def tokens(text):
    result = []
    word = ''
    for c in text:
        if 'a' <= c <= 'z' or c == '_':
            word += c
        elif c.isdigit():
            word += str(ord(c) - ord('0'))
        else:
            if word:
                result.append(word)
            word = ''
    if word:
        result.append(word)
    return result


def parse_int(s):
    n = 0
    neg = False
    i = 0
    if s and s[0] == '-':
        neg = True
        i = 1
    while i < len(s):
        d = ord(s[i]) - 48
        if not 0 <= d <= 9:
            raise ValueError
        n = n * 10 + d
        i += 1
    return -n if neg else n


def run(code, args):
    f = Frame(code, None)
    pc = 0
    while pc + 1 < len(code):
        op, arg = code[pc], code[pc + 1]
        pc += 2
        try:
            DISPATCH[op](f, arg)
        except OperationError as e:
            print e.text()
            return None
        except (IndexError, KeyError):
            return None
    if f.sp == 0:
        return None
    return f.pop()


def pick(a, b, *rest):
    total = a
    for i in range(len(rest)):
        total += b
    return total


def unicodes(s):
    u = s.decode('utf-8')
    if len(u) > 3:
        u = u[1:3] + u'x'
    return u.encode('utf-8')


def main(argv, n):
    code = []
    for a in argv[1:]:
        try:
            code.append(parse_int(a))
        except ValueError:
            code += [len(t) for t in tokens(a)]
    w = run(code, argv)
    lst = W_List()
    lst.append(W_Int(3))
    lst.append(W_Str('abc'))
    total = 0
    for item in lst.items:
        total += item.as_int()
    f = lambda x: x + 1
    total = f(total) + pick(1, 2) + pick(1, 2, 3, 4)
    cls = FACTORIES['int']
    total += cls(7).as_int() + POWERS[3]
    get = lst.items[0].as_int
    total += get()
    m = min(total, 4)
    x = float(m) / 3.0 if m else 0.0
    d = {}
    d[x] = unicodes('hello')
    for key in d:
        total += int(key)
    total |= 1 << 3
    total ^= ~total & 0xff
    s = ','.join([str(i) for i in range(3)])
    os.write(2, s.replace(',', ';') + s[:-1] + s[0:2])
    if w is None:
        return total
    return w.as_int() + total
