"""A line editor with undo and redo, commands as objects, macros, marks and a search; a text formatter at its end."""


class EditError(Exception):
    pass


class Change(object):
    def apply(self, buffer):
        raise NotImplementedError

    def revert(self, buffer):
        raise NotImplementedError

    def merge(self, other):
        return False


class Insert(Change):
    def __init__(self, pos, text):
        self.pos = pos
        self.text = text

    def apply(self, buffer):
        if not 0 <= self.pos <= len(buffer.text):
            raise EditError("cannot insert at %d" % self.pos)
        buffer.text = buffer.text[:self.pos] + self.text + buffer.text[self.pos:]

    def revert(self, buffer):
        buffer.text = buffer.text[:self.pos] + buffer.text[self.pos + len(self.text):]

    def merge(self, other):
        if isinstance(other, Insert) and other.pos == self.pos + len(self.text) and not other.text.isspace():
            self.text += other.text
            return True
        return False

    def __str__(self):
        return "insert %r at %d" % (self.text, self.pos)


class Delete(Change):
    def __init__(self, pos, length):
        self.pos = pos
        self.length = length
        self.removed = None

    def apply(self, buffer):
        if self.pos + self.length > len(buffer.text):
            raise EditError("cannot delete %d at %d" % (self.length, self.pos))
        self.removed = buffer.text[self.pos:self.pos + self.length]
        buffer.text = buffer.text[:self.pos] + buffer.text[self.pos + self.length:]

    def revert(self, buffer):
        assert self.removed is not None
        buffer.text = buffer.text[:self.pos] + self.removed + buffer.text[self.pos:]

    def __str__(self):
        return "delete %r at %d" % (self.removed, self.pos)


class Group(Change):
    def __init__(self, name, changes):
        self.name = name
        self.changes = changes

    def apply(self, buffer):
        done = []
        try:
            for c in self.changes:
                c.apply(buffer)
                done.append(c)
        except EditError:
            while done:
                done.pop().revert(buffer)
            raise

    def revert(self, buffer):
        for c in reversed(self.changes):
            c.revert(buffer)

    def __str__(self):
        return "%s(%s)" % (self.name, "; ".join([str(c) for c in self.changes]))


class Buffer(object):
    def __init__(self, text=""):
        self.text = text
        self.done = []
        self.undone = []

    def do(self, change):
        change.apply(self)
        if not (self.done and self.done[-1].merge(change)):
            self.done.append(change)
        del self.undone[:]

    def undo(self, times=1):
        for _ in range(times):
            if not self.done:
                raise EditError("nothing to undo")
            change = self.done.pop()
            change.revert(self)
            self.undone.append(change)

    def redo(self):
        if not self.undone:
            raise EditError("nothing to redo")
        change = self.undone.pop()
        change.apply(self)
        self.done.append(change)

    def type(self, pos, text):
        for i, c in enumerate(text):
            self.do(Insert(pos + i, c))

    def replace(self, old, new):
        changes = []
        at = self.text.find(old)
        shift = 0
        while at >= 0:
            changes.append(Delete(at + shift, len(old)))
            changes.append(Insert(at + shift, new))
            shift += len(new) - len(old)
            at = self.text.find(old, at + len(old))
        if not changes:
            raise EditError("no %r" % old)
        self.do(Group("replace", changes))


def fill(text, width, align="left"):
    lines = []
    line = []
    for word in text.split():
        if line and len(" ".join(line + [word])) > width:
            lines.append(line)
            line = []
        line.append(word)
    if line:
        lines.append(line)
    for i, words in enumerate(lines):
        if align == "right":
            yield " ".join(words).rjust(width)
        elif align == "center":
            yield " ".join(words).center(width).rstrip()
        elif align == "justify" and i < len(lines) - 1 and len(words) > 1:
            gaps = len(words) - 1
            spaces = width - sum([len(w) for w in words])
            out = words[0]
            for k, w in enumerate(words[1:]):
                out += " " * (spaces // gaps + (1 if k < spaces % gaps else 0)) + w
            yield out
        else:
            yield " ".join(words)


def entry_point(argv):
    b = Buffer()
    b.type(0, "hello world")
    print(repr(b.text), [str(c) for c in b.done])
    b.do(Delete(5, 6))
    b.type(5, ", there")
    print(repr(b.text), len(b.done))
    states = []
    while True:
        states.append(b.text)
        try:
            b.undo()
        except EditError as e:
            print("EditError:", e)
            break
    print(states)
    for i in range(3):
        b.redo()
    print(repr(b.text), len(b.done), len(b.undone))
    b.type(0, "X")
    try:
        b.redo()
    except EditError as e:
        print("EditError:", e)
    b.replace("l", "LL")
    print(repr(b.text), str(b.done[-1]))
    b.undo()
    print(repr(b.text))
    bad = Group("bad", [Insert(0, "abc"), Delete(1, 2), Delete(0, 1000)])
    for change in [bad, Insert(-1, "x"), Insert(99, "x"), Delete(3, 99)]:
        try:
            b.do(change)
        except EditError as e:
            print("EditError:", e, repr(b.text))
    try:
        b.replace("zzz", "y")
    except EditError as e:
        print("EditError:", e)
    b.undo(2)
    print(repr(b.text), [c.__class__.__name__ for c in b.done], [c.__class__.__name__ for c in b.undone])
    text = "The editor keeps every change as an object that knows how to apply itself and how to revert what it did. " \
           "Groups of changes are all or nothing."
    for align in ["left", "right", "center", "justify"]:
        print(align)
        for line in fill(text, 34, align):
            print("|" + line)
    print(list(fill("", 10)), list(fill("extraordinarily long words", 5, align="justify")))
    return 0


def target(driver, args):
    return entry_point
