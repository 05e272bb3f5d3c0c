# stdin: {"name": "box", "size": [1, -20, []], "open": true, "in": {"x": null}}\n[1, 2\n{"a" 1}\n
import sys


class Bad(Exception):
    pass


class Value:
    def show(self) -> str:
        return "None"


class Bool(Value):
    def show(self) -> str:
        return f"{True}"


class Number(Value):
    def __init__(self, n: int) -> None:
        self.n = n

    def show(self) -> str:
        return f"{self.n}"


class Text(Value):
    def __init__(self, s: str) -> None:
        self.s = s

    def show(self) -> str:
        return f"{self.s!r}"


class Items(Value):
    def __init__(self, keys: list, items: list) -> None:
        self.keys = keys
        self.items = items

    def show(self) -> str:
        if self.keys:
            return "{" + ", ".join([f"{k!r}: {v.show()}" for k, v in zip(self.keys, self.items)]) + "}"
        return "[" + ", ".join([v.show() for v in self.items]) + "]"


def word(s: bytes, i: int, text: bytes) -> int:
    if not s[i:].startswith(text):
        raise Bad(f"expected {text.decode()} at {i}")
    return i + len(text)


def parse(s: bytes, i: int):
    while s[i:i + 1] == b" ":
        i += 1
    c = s[i:i + 1]
    if c == b"n":
        return Value(), word(s, i, b"null")
    if c == b"t":
        return Bool(), word(s, i, b"true")
    if c == b'"':
        end = s.index(b'"', i + 1)
        return Text(s[i + 1:end].decode("utf-8").replace("\\n", "\n")), end + 1
    if c == b"-" or c.isdigit():
        end = i + 1
        while s[end:end + 1].isdigit():
            end += 1
        return Number(int(s[i:end])), end
    if c not in (b"[", b"{"):
        raise Bad(f"nothing at {i}")
    close = bytes([c[0] + 2])
    keys, items = [], []
    i += 1
    while s[i:i + 1] != close:
        if items:
            i = word(s, i, b", ")
        if close == b"}":
            key, i = parse(s, i)
            keys.append(key.s if isinstance(key, Text) else "")
            i = word(s, i, b": ")
        item, i = parse(s, i)
        items.append(item)
    return Items(keys, items), i + 1


def entry_point(argv):
    for line in sys.stdin.buffer.read().splitlines():
        try:
            value, _ = parse(line, 0)
            print(value.show())
        except Bad as e:
            print("bad:", e)
    return 0


def target(driver, args):
    return entry_point, None
