# rpython.rlib.rmarshal: functions made for types at import time; every type, None, wrong texts.
from rpython.rlib.rmarshal import get_marshaller, get_unmarshaller, get_loader, Loader, CannotMarshal

write_int, read_int = get_marshaller(int), get_unmarshaller(int)
write_float, read_float = get_marshaller(float), get_unmarshaller(float)
write_str, read_str = get_marshaller(str), get_unmarshaller(str)
write_bool, read_bool = get_marshaller(bool), get_unmarshaller(bool)
write_list, read_list = get_marshaller([int]), get_unmarshaller([int])
write_dict, read_dict = get_marshaller({int: str}), get_unmarshaller({int: str})
write_tree = get_marshaller([(int, str, float, [(str, {str: [int]})], ())])
read_tree = get_unmarshaller([(int, str, float, [(str, {str: [int]})], ())])
load_pair = get_loader((int, str))
try:
    get_marshaller(dict)
    failed = False
except CannotMarshal:
    failed = True


def hexed(s):
    return ' '.join(['%02x' % ord(c) for c in s])


def numbers():
    for x in [0, 5, -555, 0x12380000007, -0x12380000007, 2 ** 63 - 1, -2 ** 63]:
        buf = []
        write_int(buf, x)
        s = ''.join(buf)
        print(hexed(s), read_int(s) == x)
    print(read_int('i\x05\x00\x00\x00'), read_int('i\x00\xf0\xff\xff'))
    for f in [0.0, 3.25, -0.1, 1e100, 1.0 / 3.0, float('inf')]:
        buf = []
        write_float(buf, f)
        s = ''.join(buf)
        print(s[2:], read_float(s) == f)
    for b in [True, False]:
        buf = []
        write_bool(buf, b)
        print(''.join(buf), read_bool(''.join(buf)))


def containers(n):
    for text in ['', 'hello, world', '\x00\xff', None]:
        buf = []
        write_str(buf, text)
        s = ''.join(buf)
        print(hexed(s), read_str(s) == text)
    numbers = [[], [2, 5, -7], range(n), None]
    for l in numbers:
        buf = []
        if l is None:
            write_list(buf, None)
        else:
            write_list(buf, [x for x in l])
        s = ''.join(buf)
        back = read_list(s)
        print(len(s), back is None or len(back) == len(l))
    buf = []
    write_dict(buf, {2: 'foo', -3: 'bar', n: 'x' * n})
    back = read_dict(''.join(buf))
    print(len(back), back[2], back[-3], back[n])
    buf = []
    write_dict(buf, None)
    print(read_dict(''.join(buf)) is None)
    buf = []
    write_tree(buf, [(n, 'text', n * 0.5, [('a', {'x': [1, 2, n]}), ('b', {})], ()), (0, '', 0.0, [], ())])
    tree = read_tree(''.join(buf))
    number, text, half, children, nothing = tree[0]
    print(len(tree), number, text, half, len(children), children[0][1]['x'][2], len(children[1][1]))


def wrong():
    for s in ['', 'i\x05', 'N', 's\x03\x00\x00\x00ab', 's\xff\xff\xff\xff', 's\x01\x00\x00\x00ab', 'x']:
        try:
            print(read_str(s))
        except ValueError as e:
            print(hexed(s), e)
    loader = Loader('(\x02\x00\x00\x00i\x07\x00\x00\x00s\x01\x00\x00\x00Q(\x03\x00\x00\x00')
    pair = load_pair(loader)
    print(pair[0], pair[1], loader.pos)
    try:
        load_pair(loader)
    except ValueError as e:
        print(e)


def entry_point(argv):
    numbers()
    containers(len(argv) + 39)
    wrong()
    print(failed)
    return 0


def target(driver, args):
    return entry_point, None
