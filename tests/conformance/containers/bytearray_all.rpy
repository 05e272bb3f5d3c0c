"""Methods and operators of bytearrays, and the texts of their errors."""
def entry_point(argv):
    b = bytearray(b"abc")
    print(b * 2, 2 * b, b + bytearray(b"x"), b + b"y", b[1:], b[::-1], b[0], len(b))
    b += b"de"
    b *= 2
    print(b, b.find(b"de"), b"de" in b, 97 in b, b.count(b"a"), b.index(b"c"), b.rfind(b"a"))
    b[1:3] = b"ZZZ"
    print(b)
    b[0] = 65
    del b[0]
    del b[0:2]
    b.extend([1, 2])
    b.insert(0, 200)
    b.append(255)
    print(b, b.pop(), b.pop(0), list(b))
    try:
        b[0] = 256
    except ValueError as e:
        print(str(e))
    try:
        b.append(-1)
    except ValueError as e:
        print(str(e))
    try:
        b[100] = 1
    except IndexError as e:
        print(str(e))
    try:
        print(b[100])
    except IndexError as e:
        print(str(e))
    try:
        bytearray().pop()
    except IndexError as e:
        print(str(e))
    try:
        b.remove(77)
    except ValueError as e:
        print(str(e))
    try:
        bytearray(-1)
    except ValueError as e:
        print(str(e))
    c = bytearray(3)
    print(c, bytearray([1, 2, 3]), bytearray(range(4)), bytearray("abc", "ascii"))
    print(b == bytearray(b"x"), bytearray(b"x") == b"x", bytearray(b"a") < bytearray(b"b"), bytearray(b"a") <= b"a", b != b)
    print(bytearray(b" x ").strip(), bytearray(b"a,b").split(b","), bytearray(b"ab").upper(), bytearray(b"a").isalpha())
    print(bytearray(b"ab").replace(b"a", b"cc"), bytearray(b"ab").startswith(b"a"), bytearray(b"ab").hex(), bytearray(b"ab").decode())
    for x in bytearray(b"hi"):
        print(x)
    print(bytearray(b"-").join([b"a", b"b"]), bytearray(b"abc").partition(b"b"), sorted(bytearray(b"ba")), sum(bytearray(b"ab")))
    print(bytearray(b"a").ljust(3) + bytearray(b"a").rjust(3), bytearray(b"7").zfill(3), bytearray(b"a\nb").splitlines(), bytearray(b"xay").lstrip(b"x"), bytearray(b"xay").rstrip(b"y"))
    print(bool(bytearray()), bytearray(b"x") in [bytearray(b"x")], max(bytearray(b"abc")), bytearray(b"AbC").lower().title())
    d = b.copy()
    d.reverse()
    d.clear()
    print(d, hash(bytes(b"x")) == hash(b"x"))
    return 0

def target(driver, args):
    return entry_point, None
