"""ctypes: sizes, numbers, structures, unions, arrays."""
import ctypes
from ctypes import Structure, Union, POINTER, sizeof, c_int, c_uint, c_char, c_short, c_ubyte, c_double, c_long

for name in 'byte ubyte short ushort int uint long ulong longlong ulonglong size_t float double bool char void_p char_p'.split():
    T = getattr(ctypes, 'c_' + name)
    print(name, sizeof(T), ctypes.alignment(T))

WORD_BITS = sizeof(ctypes.c_void_p) * 8
print(WORD_BITS, (1 << WORD_BITS - 1) - 1)
print(c_int(1 << 31).value, c_uint(-1).value, c_ubyte(300).value, c_short(-32769).value, ctypes.c_ulong(-1).value)
print(ctypes.c_float(0.1).value, c_double(0.1).value, ctypes.c_bool(7).value, bool(c_int(0)), bool(c_int(2)))
print(c_int(5), ctypes.c_ushort(6), c_double(1.5), ctypes.c_int64(7), ctypes.c_bool(False))
n = c_long(3)
n.value += 4
print(n.value)
try:
    c_int(1.5)
except TypeError as e:
    print(e)


class Point(Structure):
    _fields_ = [('tag', c_char), ('x', c_int), ('y', c_short)]


class Line(Structure):
    _fields_ = [('start', Point), ('end', Point), ('weights', c_double * 3)]


class Packed(Structure):
    _pack_ = 1
    _fields_ = [('tag', c_char), ('x', c_int)]


class Both(Union):
    _fields_ = [('whole', c_uint), ('bytes', c_ubyte * 4)]


class Node(Structure):
    pass


Node._fields_ = [('value', c_int), ('next', POINTER(Node))]


class Named(Point):
    _fields_ = [('name', c_char * 8)]


print(sizeof(Point), sizeof(Line), sizeof(Packed), sizeof(Both), sizeof(Node), sizeof(Named))
print([(n, getattr(Line, n).offset, getattr(Line, n).size) for n in ('start', 'end', 'weights')])
print(Point.y.offset, Packed.x.offset, Node.next.offset, Named.name.offset, ctypes.alignment(Line))
line = Line()
line.start.x = 7
line.end.y = -3
line.weights[1] = 2.5
other = Line(line.end, line.start)
print(other.start.y, other.end.x, list(line.weights), len(line.weights), line.weights[-2])
line.end.y = 11
print(other.start.y, line.end.y)
both = Both(0x01020304)
print([both.bytes[i] for i in range(4)], both.bytes[1:3])
both.bytes[3] = 0x80
print(hex(both.whole))
last = Node(2)
first = Node(1, ctypes.pointer(last))
print(first.next.contents.value, bool(last.next), bool(first.next))
try:
    last.next.contents
except ValueError as e:
    print(e)
named = Named(x=4)
named.name = b'abc'
print(named.x, len(named.name), named.name == b'abc')
table = (c_int * 4)(1, 2, 3)
print(list(table), sizeof(table))
for wrong in (4, -5):
    try:
        table[wrong]
    except IndexError as e:
        print(e)
buffer = ctypes.create_string_buffer(b'text')
print(sizeof(buffer), buffer.value == b'text', buffer.raw == b'text\x00', len(ctypes.create_string_buffer(10)))
print(Point.from_buffer_copy(b'a\x00\x00\x00\x05\x00\x00\x00\x06\x00\x00\x00').x)
print((c_int * 3) is (c_int * 3), POINTER(c_int) is POINTER(c_int), (c_int * 3).__name__, POINTER(c_int).__name__)
