# origin: after published programs
# oracle: stored
# A Smalltalk-like image: objects are written to a string by `struct`, read again, swizzled, collected, and run by bytecode.
import struct

from rpython.rlib.rstring import StringBuilder


class Obj(object):
    def __init__(self, cls, size):
        self.cls = cls
        self.pointers = [None] * size
        self.data = ''
        self.mark = False
        self.oop = 0


KINDS = {'int': 1, 'text': 2, 'method': 3, 'plain': 4}
NAMES = dict((v, k) for k, v in KINDS.items())
HEADER = '<4sHI'
CHUNK = '<IHHI'


class ImageError(Exception):
    pass


def kind_number(name):
    return KINDS[name]


def write_image(roots):
    order = []
    todo = roots[:]
    while todo:
        o = todo.pop(0)
        if o.mark:
            continue
        o.mark = True
        order.append(o)
        o.oop = len(order) * 16
        for p in o.pointers:
            if p is not None:
                todo.append(p)
    b = StringBuilder()
    b.append(struct.pack(HEADER, 'IMG1', len(roots), len(order)))
    for o in order:
        o.mark = False
        b.append(struct.pack(CHUNK, o.oop, kind_number(o.cls), len(o.pointers), len(o.data)))
        for p in o.pointers:
            b.append(struct.pack('<i', p.oop if p is not None else -1))
        b.append(o.data)
    return b.build()


def read_image(s):
    if len(s) < 10:
        raise ImageError('too short')
    magic, n_roots, n = struct.unpack(HEADER, s[:10])
    if magic != 'IMG1':
        raise ImageError('not an image: ' + magic)
    at = 10
    objs = {}
    wanted = []
    order = []
    for i in range(n):
        if at + 12 > len(s):
            raise ImageError('cut off at %d' % at)
        oop, kind, pointers, size = struct.unpack(CHUNK, s[at:at + 12])
        at += 12
        if kind not in NAMES:
            raise ImageError('kind %d' % kind)
        if at + 4 * pointers + size > len(s):
            raise ImageError('cut off in object %d' % i)
        o = Obj(NAMES[kind], pointers)
        oops = []
        for k in range(pointers):
            oops.append(struct.unpack('<i', s[at:at + 4])[0])
            at += 4
        o.data = s[at:at + size]
        at += size
        objs[oop] = o
        order.append(o)
        wanted.append((o, oops))
    for o, oops in wanted:
        for k in range(len(oops)):
            if oops[k] >= 0:
                if oops[k] not in objs:
                    raise ImageError('no object %d' % oops[k])
                o.pointers[k] = objs[oops[k]]
    return order[:n_roots], len(order), len(s) - at


def integer(n):
    o = Obj('int', 0)
    o.data = struct.pack('<q', n)
    return o


def value(o):
    return struct.unpack('<q', o.data)[0]


def text(s):
    o = Obj('text', 0)
    o.data = s
    return o


def method(literals, code):
    o = Obj('method', len(literals))
    for i in range(len(literals)):
        o.pointers[i] = literals[i]
    o.data = ''.join([chr(c) for c in code])
    return o


PUSH, ADD, MUL, DUP, JUMP_LESS, SEND, RETURN, CONCAT = range(8)


def run(m, stack):
    pc = 0
    code = m.data
    steps = 0
    while True:
        op = ord(code[pc])
        pc += 1
        steps += 1
        if op == PUSH:
            stack.append(m.pointers[ord(code[pc])])
            pc += 1
        elif op == ADD or op == MUL:
            b, a = stack.pop(), stack.pop()
            stack.append(integer(value(a) + value(b) if op == ADD else value(a) * value(b)))
        elif op == DUP:
            stack.append(stack[-1])
        elif op == JUMP_LESS:
            b, a = stack.pop(), stack.pop()
            if value(a) < value(b):
                pc = ord(code[pc])
            else:
                pc += 1
        elif op == SEND:
            steps += run(m.pointers[ord(code[pc])], stack)
            pc += 1
        elif op == CONCAT:
            b, a = stack.pop(), stack.pop()
            stack.append(text(a.data + b.data))
        else:
            return steps


def build():
    square = method([], [DUP, MUL, RETURN])
    loop = method([integer(2), integer(1000), square], [DUP, PUSH, 0, MUL, DUP, PUSH, 1, JUMP_LESS, 1, SEND, 2, RETURN])
    hello = method([text('hello '), text('w\x00rld')], [PUSH, 0, PUSH, 1, CONCAT, RETURN])
    pair = Obj('plain', 3)
    pair.pointers[0] = pair
    pair.pointers[2] = loop
    return [loop, hello, pair]


def entry_point(argv):
    image = write_image(build())
    again = image
    for i in range(3):
        roots, n, left = read_image(again)
        again = write_image(roots)
    print(len(image), again == image, n, left, len(roots))
    stack = [integer(3)]
    steps = run(roots[0], stack)
    print(value(stack[0]), steps, len(stack))
    stack = []
    run(roots[1], stack)
    print(len(stack[0].data), stack[0].data[:7], ord(stack[0].data[7]))
    pair = roots[2]
    print(pair.pointers[0] is pair, pair.pointers[1] is None, pair.pointers[2] is roots[0], pair.cls)
    digest = 0
    for c in image:
        digest = (digest * 33 + ord(c)) % 65521
    print(digest)
    for bad in [image[:5], 'IMG2' + image[4:], image[:60], image[:10] + '\x10\x00\x00\x00\x09\x00' + image[16:], image[:22] + '\x63' + image[23:]]:
        try:
            read_image(bad)
            print('read')
        except ImageError as e:
            print('error: %s' % e)
    return 0


def target(driver, args):
    return entry_point, None
