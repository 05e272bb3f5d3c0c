# Strings of one character: items of strings, slices, pieces of a split, `chr`. They are found in a table instead of allocated.


def pieces(text):
    found = {}
    for c in text:
        found[c] = found.get(c, 0) + 1
    for i in range(len(text) - 1):
        found[text[i:i + 1]] += 10
    for part in text.split(" "):
        found[part] = found.get(part, 0) + 100
    return found


def same(a, b):
    return a is b


def entry_point(argv):
    text = "a b c abba " + argv[0][:0]
    found = pieces(text)
    keys = found.keys()
    for key in sorted(keys):
        print("%r %d" % (key, found[key]))
    # All bytes, also those that are no ASCII.
    high = "".join([chr(i) for i in range(256)])
    total = 0
    for i in range(256):
        s = high[i:i + 1]
        assert len(s) == 1 and ord(s[0]) == i and s == high[i] and s == chr(i)
        total += hash(s) & 0xff
        assert hash(s) == hash(high[i] + high[:0])
    print(total > 0)
    # No memory is taken for them, so these are the same objects.
    print(same(text[0:1], text[9:10]), same(text[2:3], "xb"[1:]), same(text[0:2], text[0:1]))
    return 0


def target(driver, args):
    return entry_point, None
