"""String building: by StringBuilder, by join, by characters; replacing, searching, reversing."""

from rpython.rlib.rstring import StringBuilder


def escape(text):
    out = StringBuilder(len(text))
    for c in text:
        if c == "&":
            out.append("&amp;")
        elif c == "<":
            out.append("&lt;")
        else:
            out.append(c)
    return out.build()


def entry_point(argv):
    n = 20000
    if len(argv) > 1:
        n = int(argv[1])
    line = "if a < b && c < d then swap a b else keep the rest of the line as it is"
    total = 0
    for i in range(n):
        text = escape(line)
        words = text.split(" ")
        words.reverse()
        back = " ".join(words)
        plain = back.replace("&lt;", "<").replace("&amp;", "&")
        shift = "".join([chr((ord(c) - 32 + i) % 95 + 32) for c in plain])
        total += len(text) + plain.find("swap") + plain.count("e") + ord(shift[i % len(shift)])
    print(total)
    return 0


def target(driver, args):
    return entry_point, None
