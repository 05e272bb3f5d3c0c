"""json, random, hashlib, struct, array, bisect, heapq, textwrap, io."""
import json, random, hashlib, struct, bisect, heapq, textwrap, io
from array import array

# json
data = {'a': [1, 2.5, None, True, False, 'x"y\n\t\\'], 'b': {}, 'c': [], 'n': {'k': -1e20, 'z': 10 ** 25}, 'e': ''}
print(json.dumps(data))
print(json.dumps(data, sort_keys=True, indent=2))
print(json.dumps([1, [2, {'k': 'v'}]], separators=(',', ':')), json.dumps({1: 2, None: 3, True: 4, 2.5: 5}), json.dumps('\x01\x7f/'), json.dumps((1, 2)), json.dumps(float('inf')), json.dumps([[]], indent=1), json.dumps({}, indent=1))
print(json.loads(json.dumps(data)) == data, json.loads(' [1, 2.0, -3e2, "a\\u0041\\n\\/", true, null, {"k": []}] '), json.loads('"x"'), json.loads('12'), json.loads('{"a": {"b": [{}]}}'), json.loads('-0'), json.loads('1E5'))
for bad in ['', '{', '[1,]', '{"a" 1}', '{a: 1}', '[1 2]', '"abc', 'nul', '1 2', '{"a":1,}', '[', '"\\x"', '01']:
    try:
        print('accepted', json.loads(bad))
    except ValueError as e:
        print(repr(bad), e)


class Thing(object):
    def __init__(self, v):
        self.v = v


print(json.dumps([Thing(3)], default=lambda o: {'thing': o.v}), json.loads('{"thing": 3}', object_hook=lambda d: Thing(d['thing'])).v, json.loads('{"b": 1, "a": 2}', object_pairs_hook=list), json.loads('[1.5]', parse_float=str))
try:
    json.dumps(Thing(1))
except TypeError as e:
    print(e)
f = io.StringIO()
json.dump({'x': [1]}, f)
f.seek(0)
print(f.getvalue(), json.load(f))


class Enc(json.JSONEncoder):
    def default(self, o):
        return 'T%d' % o.v if isinstance(o, Thing) else json.JSONEncoder.default(self, o)


print(json.dumps({'t': Thing(4)}, cls=Enc), Enc().encode([Thing(5)]), json.JSONDecoder().raw_decode('[1] rest'))

# random
r = random.Random(42)
print([r.random() for _ in range(3)], [r.randint(1, 100) for _ in range(5)], r.choice('abcdef'), r.getrandbits(10), r.getrandbits(100), r.uniform(1, 2))
l = list(range(10)); r.shuffle(l); print(l, r.sample(range(100), 5), r.sample(list('abcdefgh'), 3), r.choices([1, 2, 3], k=4), r.choices('ab', [1, 3], k=5), r.randrange(10), r.randrange(0, 100, 7), r.gauss(0, 1), r.gauss(0, 1), r.normalvariate(0, 1), r.expovariate(2), r.triangular(0, 1, .5))
random.seed(7); a = random.random(); random.seed(7); print(a == random.random(), a, random.randint(0, 9), random.choice([5, 6]))
random.seed('a string'); print(random.random()); random.seed(10 ** 30); print(random.random(), random.getrandbits(64))
r = random.Random(0); st = r.getstate(); x = r.random(); r.setstate(st); print(x == r.random(), [r.random() for _ in range(700)][-1])

# hashlib
for name in ['md5', 'sha1', 'sha224', 'sha256', 'sha384', 'sha512']:
    h = hashlib.new(name)
    h.update(b'hello ')
    h.update(b'world' * 20)
    print(name, h.hexdigest(), h.digest_size, h.block_size, h.name, getattr(hashlib, name)(b'').hexdigest()[:16], h.copy().hexdigest() == h.hexdigest())
print(hashlib.md5(b'x' * 64).hexdigest(), hashlib.sha1(b'x' * 55).hexdigest(), hashlib.sha256(b'x' * 56).hexdigest())

# struct
print(list(bytearray(struct.pack('<IhB', 0xdeadbeef, -2, 7))), list(bytearray(struct.pack('>Qd', 1, 1.5))), list(bytearray(struct.pack('bhi', 1, 2, 3))), list(bytearray(struct.pack('=bhi', 1, 2, 3))), list(bytearray(struct.pack('5s3x2c', b'abc', b'y', b'z'))), list(bytearray(struct.pack('<e?p', 1.5, True, b''))))
print(struct.calcsize('bQ'), struct.calcsize('<bQ'), struct.calcsize('l'), struct.calcsize('<l'), struct.calcsize('3i2s'), struct.calcsize('P'), struct.calcsize(''), struct.calcsize('i0q'))
print(struct.unpack('<iHf', struct.pack('<iHf', -5, 65535, 0.1)), struct.unpack('>3B', b'\x01\x02\xff'), struct.unpack_from('<H', b'\x00\x01\x02\x03', 1), list(struct.iter_unpack('<H', b'\x01\x00\x02\x00')), struct.Struct('>hh').size, struct.Struct('>hh').unpack(b'\x00\x01\xff\xff'), struct.unpack('<q', b'\xff' * 8), struct.unpack('<d', struct.pack('<d', -0.0)))
buf = bytearray(8)
struct.pack_into('>I', buf, 2, 0x01020304)
print(list(buf))
for fmt, args in [('B', (256,)), ('b', (-129,)), ('I', (-1,)), ('h', (70000,)), ('q', (2 ** 63,)), ('i', ('x',)), ('ii', (1,)), ('Z', ()), ('f', ('a',)), ('c', (b'ab',))]:
    try:
        struct.pack(fmt, *args)
        print('ok', fmt)
    except struct.error as e:
        print(fmt, e)
try:
    struct.unpack('<I', b'abc')
except struct.error as e:
    print(e)

# array
a = array('i', [1, 2, 3])
a.append(4); a.extend([5, 6]); a[0] = 10; a.insert(1, 7)
print(a, a[1], a[-1], a[1:3], len(a), a.tolist(), a.itemsize, a.typecode, a.index(3), a.count(2), a.pop(), a.pop(0), list(a), 3 in a, a + array('i', [9]), a * 2, sum(a), a == array('i', [7, 2, 3, 4, 5]))
print(array('d', [1, 2.5]), array('f', [0.1])[0], array('B', b'abc').tolist(), list(bytearray(array('h', [1, -1]).tobytes())), array('l').itemsize, array('q', range(3)), array('b'), array('i', [3, 1]) < array('i', [3, 2]))
for code, v in [('b', 200), ('B', -1), ('i', 'x'), ('h', 40000)]:
    try:
        array(code, [v])
    except (OverflowError, TypeError) as e:
        print(type(e).__name__, e)

# bisect, heapq
l = [1, 3, 3, 5]
print(bisect.bisect(l, 3), bisect.bisect_left(l, 3), bisect.bisect_right(l, 0), bisect.bisect(l, 9))
bisect.insort(l, 4); print(l)
h = []
for v in [5, 2, 8, 1, 9, 3]: heapq.heappush(h, v)
print(h, [heapq.heappop(h) for _ in range(3)], h, heapq.nsmallest(2, [4, 1, 3]), heapq.nlargest(2, [4, 1, 3]), heapq.heapreplace(h, 0), heapq.heappushpop(h, 7), h, list(heapq.merge([1, 4], [2, 3])))
h = [9, 4, 7, 1]; heapq.heapify(h); print(h)

# textwrap
print(repr(textwrap.dedent('''
    a
      b

    c
''')), textwrap.wrap('the quick brown fox jumps over the lazy dog', 12), textwrap.fill('aaa bbb ccc', 7), repr(textwrap.indent('x\n\ny\n', '> ')), textwrap.wrap('verylongwordindeed ok', 6), textwrap.fill('x y z', 4, initial_indent='* ', subsequent_indent='  '), textwrap.shorten('hello big wide world', 15), textwrap.wrap('a well-known fact', 8))

# io
f = io.StringIO('line1\nline2\nrest')
print(repr(f.readline()), f.read(2), f.tell(), repr(f.read()), f.read(), f.seek(0), f.readlines(), [l for l in io.StringIO('a\nb')])
f = io.StringIO()
print(f.write('abc'), f.write('def'), f.getvalue(), f.tell(), f.seek(1), f.write('ZZ'), f.getvalue(), f.truncate(4), f.getvalue())
print('to a file', 1, file=f)
with io.StringIO() as g:
    g.writelines(['a', 'b'])
    print(g.getvalue())
try:
    g.read()
except ValueError as e:
    print(e)
