# jit: yes
"""Texts in traces: characters are compared, what nobody reads is not made; tags of integers."""
from rpython.rlib.jit import JitDriver


def where(kind):
    return "text %d" % kind


driver = JitDriver(greens=['kind'], reds=['i', 'total', 'text', 'note'], get_printable_location=where)


class Note(object):
    def __init__(self, text):
        self.text = text


def run(kind, text):
    i = 0
    total = 0
    note = Note("")
    while i < 1500:
        driver.jit_merge_point(kind=kind, i=i, total=total, text=text, note=note)
        if kind == 0:
            # One character against constants, both ways round.
            c = text[i % 7]
            if c >= "a" and "z" >= c:
                total += 1
            if c == "b":
                total += 2
        elif kind == 1:
            # Longer, empty and equal constants.
            c = text[i % 7]
            if c < "bb":
                total += 1
            if c > "":
                total += 2
            if "bb" <= c:
                total += 4
        elif kind == 2:
            # A message for an error that does not happen.
            message = "number " + str(i) + " of " + text
            if i == 100000:
                raise ValueError(message)
            total += 1
        elif kind == 3:
            # The same, negative; and one that is wanted at last.
            message = "number " + str(-i)
            if i == 1499:
                note = Note(message + "!")
            total += 1
        elif kind == 4:
            # A tagged integer.
            word = (i << 1) | 1
            if word & 1:
                total += word >> 1
            else:
                total -= 1
        i += 1
    print(kind)
    print(total)
    print(note.text)


def entry_point(argv):
    for text in ["abcxyz{", "b b!B~b"]:
        for kind in range(5):
            run(kind, text)
    return 0


def target(driver, args):
    return entry_point, None
