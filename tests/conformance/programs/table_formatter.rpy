"""A text formatter: tables with aligned columns, outlines, bar charts, a template language, numbers in words."""

SMALL = ("zero one two three four five six seven eight nine ten eleven twelve thirteen fourteen fifteen sixteen "
         "seventeen eighteen nineteen").split()
TENS = "? ? twenty thirty forty fifty sixty seventy eighty ninety".split()


class Column(object):
    def __init__(self, title, align="<", width=0):
        self.title = title
        self.align = align
        self.width = max(width, len(title))

    def fit(self, text):
        self.width = max(self.width, len(text))

    def cell(self, text):
        if self.align == ">":
            return text.rjust(self.width)
        if self.align == "^":
            return text.center(self.width)
        return text.ljust(self.width)


class NumberColumn(Column):
    def __init__(self, title, places=2):
        super().__init__(title, align=">")
        self.places = places
        self.total = 0.0

    def cell(self, text):
        if text:
            value = float(text)
            self.total += value
            text = "%.*f" % (self.places, value)
        return super().cell(text)

    def fit(self, text):
        if text:
            super().fit("%.*f" % (self.places, float(text)))


class Table(object):
    def __init__(self, *columns):
        self.columns = list(columns)
        self.rows = []

    def row(self, *cells):
        if len(cells) != 3:
            raise ValueError("three cells wanted")
        self.rows.append([c for c in cells])
        return self

    def rule(self, ends="+"):
        return ends + ends.join(["-" * (c.width + 2) for c in self.columns]) + ends

    def lines(self):
        for i, column in enumerate(self.columns):
            for row in self.rows:
                column.fit(row[i])
        yield self.rule()
        yield "|" + "|".join([" " + c.title.center(c.width) + " " for c in self.columns]) + "|"
        yield self.rule()
        for row in self.rows:
            yield "| " + " | ".join([c.cell(t) for c, t in zip(self.columns, row)]) + " |"
        yield self.rule()


def outline(text):
    numbers = []
    for line in text.splitlines():
        depth = len(line) - len(line.lstrip("-"))
        while len(numbers) > depth + 1:
            numbers.pop()
        if len(numbers) == depth + 1:
            numbers[-1] += 1
        else:
            numbers.extend([1] * (depth + 1 - len(numbers)))
        yield "%s%s %s" % ("  " * depth, ".".join([str(n) for n in numbers]), line[depth:].strip().title())


def bars(data, width=24):
    top = max(data.values())
    longest = max(map(len, data))
    for name, value in sorted(data.items(), key=lambda p: (-p[1], p[0])):
        filled, half = divmod(value * width * 2 // top, 2)
        yield "%*s |%-*s| %5.1f%%" % (longest, name, width, "=" * filled + "-" * half, value * 100.0 / top)


def words(n):
    if n < 0:
        return "minus " + words(-n)
    if n < 20:
        return SMALL[n]
    if n < 100:
        return TENS[n // 10] + ("-" + SMALL[n % 10] if n % 10 else "")
    for size, name in ((10 ** 9, "billion"), (10 ** 6, "million"), (1000, "thousand"), (100, "hundred")):
        if n >= size:
            rest = n % size
            joint = " and " if rest and rest < 100 else " "
            return words(n // size) + " " + name + (joint + words(rest) if rest else "")
    raise AssertionError


class TemplateError(Exception):
    pass


FILTERS = {"upper": lambda s: s.upper(), "title": lambda s: s.title(), "quote": lambda s: repr(s), "reverse": lambda s: s[::-1],
           "count": lambda s: str(len(s)), "first": lambda s: s[:1]}


def expand(template, values):
    out = []
    pos = 0
    while True:
        at = template.find("{{", pos)
        if at < 0:
            return "".join(out) + template[pos:]
        end = template.find("}}", at)
        if end < 0:
            raise TemplateError("no }} after %d" % at)
        out.append(template[pos:at])
        parts = [p.strip() for p in template[at + 2:end].split("|")]
        name, *filters = parts
        name, _, default = name.partition(":")
        if name in values:
            text = values[name]
        elif default:
            text = default
        else:
            raise TemplateError("no value for " + name)
        for f in filters:
            try:
                text = FILTERS[f](text)
            except KeyError:
                raise TemplateError("no filter " + f)
        out.append(text)
        pos = end + 2


def columns(items, width):
    widest = max([len(i) for i in items]) + 2
    count = max(1, width // widest)
    height = -(-len(items) // count)
    return ["".join([i.ljust(widest) for i in items[r::height]]).rstrip() for r in range(height)]


def entry_point(argv):
    price = NumberColumn("price")
    table = Table(Column("item"), Column("unit", "^", width=7), price)
    table.row("flour", "kg", "1.5").row("eggs", "dozen", "3.25").row("salt", "", "").row("saffron threads", "g", "12.999")
    for line in table.lines():
        print(line)
    print("total %.3f" % price.total)
    try:
        table.row("a", "b")
    except ValueError as e:
        print("ValueError:", e)
    print("\n".join(outline("start\n-first step\n-second step\n--detail\n--other\nmiddle\n--deep\nend\n-last")))
    print("\n".join(bars({"north": 120, "south": 45, "east": 7, "west": 120})))
    print([words(n) for n in (0, 13, 20, 42, 100, 101, 342, 1000, 1005, 12345, 1000000, -17)])
    print(words(2147483647))
    values = {"name": "ada lovelace", "job": "mathematician", "empty": ""}
    for t in ["{{name|title}} the {{ job }}", "{{name | first | upper}}.", "<{{empty}}>", "{{x:none|quote}}", "{{x}}", "{{name|what}}",
              "open {{name", "plain", "{{job|reverse|count}}{{name}}"]:
        try:
            print(expand(t, values))
        except TemplateError as e:
            print("TemplateError:", e)
    names = "ant bee caterpillar dragonfly earwig flea gnat hornet".split()
    for width in (80, 40, 10):
        print("\n".join(columns(names, width)))
        print("-" * width)
    print("{:>8}|{:^8}|{:<8}|{:+d}|{:08.3f}|{:,}|{:x}|{:e}".format("r", "c", "l", 5, 3.14159, 1234567, 255, 12345.678))
    n, x = 42, 2.5
    print(f"{n:5d}|{n:<5d}|{n:^5d}|{n:#x}|{n:b}|{x:6.2f}|{x!r:>6}|{'s':*^7}|{n=}")
    print("%5s|%-5s|%05d|%+.1e|%c|%%|%o|%#x" % ("ab", "cd", 42, 1234.5, "z", 8, 255))
    return 0


def target(driver, args):
    return entry_point
