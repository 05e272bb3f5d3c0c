"""String building and scanning as programs do it: tokenizers, tables, palindromes, caesar, anagrams, roman numerals, wrapping, templates."""


def palindrome(s):
    t = "".join([c for c in s.lower() if c.isalnum()])
    return t == t[::-1]


def roman(n):
    out = ""
    for value, sign in [(1000, "M"), (900, "CM"), (500, "D"), (400, "CD"), (100, "C"), (90, "XC"), (50, "L"), (40, "XL"), (10, "X"), (9, "IX"), (5, "V"), (4, "IV"), (1, "I")]:
        while n >= value:
            out += sign
            n -= value
    return out


def unroman(s):
    table = {"I": 1, "V": 5, "X": 10, "L": 50, "C": 100, "D": 500, "M": 1000}
    total = 0
    for i, c in enumerate(s):
        v = table[c]
        total += -v if i + 1 < len(s) and table[s[i + 1]] > v else v
    return total


def shift(c, k):
    if c.islower():
        return chr((ord(c) - 97 + k) % 26 + 97)
    if "A" <= c <= "Z":
        return chr((ord(c) - 65 + k) % 26 + 65)
    return c


def caesar(s, k):
    return "".join(shift(c, k) for c in s)


def wrap(text, width):
    lines = [""]
    for w in text.split():
        if lines[-1] and len(lines[-1]) + 1 + len(w) > width:
            lines.append(w)
        else:
            lines[-1] += (" " if lines[-1] else "") + w
    return lines


def anagrams(words):
    groups = {}
    for w in words:
        groups.setdefault("".join(sorted(w)), []).append(w)
    return [g for g in groups.values() if len(g) > 1]


def table(rows):
    widths = [max(len(r[i]) for r in rows) for i in range(len(rows[0]))]
    out = []
    for r in rows:
        out.append("|".join([c.rjust(w) if c.isdigit() else c.ljust(w) for c, w in zip(r, widths)]).rstrip())
    return "\n".join(out)


def template(text, values):
    out = ""
    while True:
        i = text.find("{")
        if i < 0:
            return out + text
        j = text.find("}", i)
        if j < 0:
            raise ValueError("open at %d" % i)
        name = text[i + 1:j]
        try:
            out += text[:i] + values[name]
        except KeyError:
            out += text[:i] + "<%s?>" % name
        text = text[j + 1:]


def edit_distance(a, b):
    row = list(range(len(b) + 1))
    for i, c in enumerate(a):
        prev, row[0] = row[0], i + 1
        for j, d in enumerate(b):
            prev, row[j + 1] = row[j + 1], min(row[j + 1] + 1, row[j] + 1, prev + (c != d))
    return row[-1]


def common_prefix(words):
    if not words:
        return ""
    p = words[0]
    for w in words[1:]:
        while not w.startswith(p):
            p = p[:-1]
    return p


def entry_point(argv):
    print([palindrome(s) for s in ["", "A man, a plan, a canal: Panama", "no", "12 21"]])
    print([roman(n) for n in [1, 4, 9, 14, 40, 90, 400, 1994, 2026]], [unroman(roman(n)) for n in [3, 49, 944, 3999]])
    print(caesar("Hello, World!", 3), caesar(caesar("Zebra xyz", 5), -5), caesar("abc", -1))
    print(wrap("the quick brown fox jumps over the lazy dog", 10), wrap("", 5), wrap("unbreakableword a", 4))
    print(anagrams("listen silent enlist google elgoog abc".split()))
    print(table([["name", "n"], ["alpha", "5"], ["be", "123"]]))
    print(template("Dear {name}, {x} {y}!", {"name": "Bob", "x": "hi"}), template("", {"a": ""}))
    try:
        print(template("open {brace", {"a": "b"}))
    except ValueError as e:
        print(e)
    print(edit_distance("kitten", "sitting"), edit_distance("", "abc"), edit_distance("same", "same"))
    print(repr(common_prefix(["flower", "flow", "flight"])), repr(common_prefix(["a", "b"])), repr(common_prefix([])), common_prefix(["x"]))
    s = "".join([str(i % 10) for i in range(50)])
    print(s[5:20:3], s[-5:], s[::-7], s.count("12"), s.replace("12", "[]", 2)[:20], len(s.split("9")), s.find("90", 15))
    return 0


def target(driver, args):
    return entry_point
