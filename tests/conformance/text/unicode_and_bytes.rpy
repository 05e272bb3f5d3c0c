"""bytearray methods with edge cases, encode and decode, byte strings compared and joined, hexadecimal text, StringBuilder."""
from rpython.rlib.rstring import StringBuilder


def tohex(s):
    out = StringBuilder()
    for c in s:
        out.append("0123456789abcdef"[ord(c) >> 4])
        out.append("0123456789abcdef"[ord(c) & 15])
    return out.build()


def fromhex(s):
    b = bytearray()
    for i in range(0, len(s), 2):
        b.append(int(s[i:i + 2], 16))
    return b


def attempt(b, which):
    try:
        if which == 0:
            b[10] = 1
        elif which == 1:
            b[0] = 256
        elif which == 2:
            b.remove(200)
        elif which == 3:
            b.append(-1)
        elif which == 4:
            return b[-10]
        elif which == 5:
            return b.pop(50)
        elif which == 6:
            return b.index(b"zz")
    except IndexError:
        return -1
    except ValueError:
        return -2
    return b[0]


def count_bytes(text):
    counts = [0] * 256
    for c in text:
        counts[ord(c)] += 1
    return [(chr(i), n) for i, n in enumerate(counts) if n > 1]


def run_length(text):
    b = StringBuilder()
    i = 0
    while i < len(text):
        j = i
        while j < len(text) and text[j] == text[i]:
            j += 1
        if j - i > 1:
            b.append(str(j - i))
        b.append_slice(text, i, i + 1)
        i = j
    return b.build()


def decode_errors(s):
    u = s.encode("ascii").decode("latin-1")
    return len(u)


def entry_point(argv):
    print(tohex("Hi!~"), fromhex("48692100").decode("ascii") == "Hi!\x00")
    b = bytearray(b"hello world")
    print(b, len(b), b[0], b[-1], b.find(b"o"), b.rfind(b"o"), b.count(b"l"), b.startswith(b"he"), b.endswith(b"x"))
    b[0] = 72
    b.append(33)
    b.extend(b"??")
    b.insert(5, 44)
    print(b.decode(), b.pop(), b.pop(0), b.decode(), b.upper().decode(), b.replace(b"l", b"L").decode())
    b.reverse()
    print(b.decode(), b[2:5].decode(), b == bytearray(b"x"), bytearray(b"ab") + bytearray(b"cd"), 44 in b)
    del b[0]
    b.remove(44)
    c = b.copy()
    b.clear()
    print(len(b), c.decode(), bool(b), bool(c), bytearray(3), bytearray([65, 66]), [x for x in bytearray(b"AB")])
    for which in range(7):
        print(which, attempt(bytearray(b"abc"), which))
    print([x.decode() for x in bytearray(b"a,b,,c").split(b",")], bytearray(b"  x ").strip(), bytearray(b"\x00\xff").hex())
    print(count_bytes("mississippi"), run_length("aaabccd"), run_length(""), run_length("zzzz"))
    sb = StringBuilder()
    for i in range(5):
        sb.append(str(i))
        sb.append_multiple_char("-", i)
    print(sb.build(), sb.getlength())
    print(decode_errors("plain"), "abc".encode("utf-8") == b"abc", [c for c in "abc"], "".join(reversed("abc")), sorted("banana"))
    s = ""
    for i in range(20):
        s += chr(97 + i)
        if i % 5 == 4:
            s = s[::-1] + "|"
    print(s, len(s), s.count("|"), s[3:-3:4], max(s), min(s.replace("|", "z")))
    print("%s" % "".join([chr(ord(c) ^ 1) for c in "test"]), "a" * 3 + "b" * 2, ("ab" * 3).split("a"), "x".join("abc") * 2)
    return 0


def target(driver, args):
    return entry_point
