# stdin: let x1 = 0x1F + 12*(y - 3) # note\nprint "a\\tb" x1\n
import os

KINDS = ["name", "number", "string", "sign"]


class Token:
    def __init__(self, kind: str, text: str) -> None:
        self.kind = kind
        self.text = text


def tokens(line: str):
    i = 0
    while i < len(line):
        c = line[i]
        start = i
        if c == "#":
            return
        if c.isalpha():
            while i < len(line) and line[i].isalnum():
                i += 1
            yield Token("name", line[start:i])
        elif c.isdigit():
            while i < len(line) and line[i].isalnum():
                i += 1
            yield Token("number", f"{int(line[start:i], 0)}")
        elif c == '"':
            i = line.find('"', i + 1) + 1
            yield Token("string", repr(line[start + 1:i - 1]))
        else:
            i += 1
            if not c.isspace():
                yield Token("sign", c)


def entry_point(argv):
    counts = {kind: 0 for kind in KINDS}
    text = os.read(0, 4096).decode()
    for number, line in enumerate(text.split("\n"), 1):
        for token in tokens(line):
            counts[token.kind] += 1
            print(f"{number} {token.kind:6} {token.text}")
    for kind in KINDS:
        print(f"{kind}: {counts[kind]}")
    return 0


def target(driver, args):
    return entry_point, None
