"""A JSON tool: parser with error positions, compact and pretty printers, a query language (paths, filters, pipes), a patch
operation, a schema check and statistics; everything over one class of values."""

import os
import sys

from rpython.rlib.rstring import StringBuilder
from rpython.rlib.rfloat import formatd


class JsonError(Exception):
    def __init__(self, message, line, column):
        self.message = message
        self.line = line
        self.column = column


class QueryError(Exception):
    def __init__(self, message):
        self.message = message


# ____________________________________________________________ values


class Value(object):
    kind = "none"

    def items(self):
        raise QueryError("a " + self.kind + " has no items")

    def get(self, key):
        raise QueryError("a " + self.kind + " has no fields")

    def index(self, i):
        raise QueryError("a " + self.kind + " cannot be indexed")

    def is_true(self):
        return True

    def equals(self, other):
        return False

    def rank(self):
        return 0

    def less(self, other):
        return self.rank() < other.rank()

    def copy(self):
        return self

    def size(self):
        return 1

    def write(self, out, indent):
        raise NotImplementedError


class Null(Value):
    kind = "null"

    def is_true(self):
        return False

    def equals(self, other):
        return isinstance(other, Null)

    def write(self, out, indent):
        out.append("null")


class Bool(Value):
    kind = "boolean"

    def __init__(self, value):
        self.value = value

    def is_true(self):
        return self.value

    def equals(self, other):
        return isinstance(other, Bool) and other.value == self.value

    def rank(self):
        return 1

    def write(self, out, indent):
        out.append("true" if self.value else "false")


class Number(Value):
    kind = "number"

    def __init__(self, value, is_int):
        self.value = value
        self.is_int = is_int

    def equals(self, other):
        return isinstance(other, Number) and other.value == self.value

    def rank(self):
        return 2

    def less(self, other):
        if isinstance(other, Number):
            return self.value < other.value
        return self.rank() < other.rank()

    def write(self, out, indent):
        if self.is_int and abs(self.value) < 1e15:
            out.append(str(int(self.value)))
        else:
            out.append(formatd(self.value, "g", 12))


class String(Value):
    kind = "string"

    def __init__(self, text):
        self.text = text

    def is_true(self):
        return len(self.text) > 0

    def equals(self, other):
        return isinstance(other, String) and other.text == self.text

    def rank(self):
        return 3

    def less(self, other):
        if isinstance(other, String):
            return self.text < other.text
        return self.rank() < other.rank()

    def write(self, out, indent):
        write_string(self.text, out)


class Array(Value):
    kind = "array"

    def __init__(self, values):
        self.values = values

    def items(self):
        return self.values

    def index(self, i):
        if i < 0:
            i += len(self.values)
        if 0 <= i < len(self.values):
            return self.values[i]
        return NULL

    def equals(self, other):
        if not isinstance(other, Array) or len(other.values) != len(self.values):
            return False
        for i in range(len(self.values)):
            if not self.values[i].equals(other.values[i]):
                return False
        return True

    def rank(self):
        return 4

    def copy(self):
        return Array([v.copy() for v in self.values])

    def size(self):
        n = 1
        for v in self.values:
            n += v.size()
        return n

    def write(self, out, indent):
        if not self.values:
            out.append("[]")
            return
        out.append("[")
        for i, v in enumerate(self.values):
            if i:
                out.append(",")
            newline(out, indent, 1)
            v.write(out, deeper(indent))
        newline(out, indent, 0)
        out.append("]")


class Object(Value):
    kind = "object"

    def __init__(self):
        self.fields = {}

    def items(self):
        return self.fields.values()

    def get(self, key):
        if key in self.fields:
            return self.fields[key]
        return NULL

    def index(self, i):
        return Value.index(self, i)

    def equals(self, other):
        if not isinstance(other, Object) or len(other.fields) != len(self.fields):
            return False
        for key, value in self.fields.items():
            if key not in other.fields or not value.equals(other.fields[key]):
                return False
        return True

    def rank(self):
        return 5

    def copy(self):
        result = Object()
        for key in self.fields:
            result.fields[key] = self.fields[key].copy()
        return result

    def size(self):
        n = 1
        for v in self.fields.values():
            n += v.size()
        return n

    def write(self, out, indent):
        if not self.fields:
            out.append("{}")
            return
        out.append("{")
        first = True
        for key, v in self.fields.items():
            if not first:
                out.append(",")
            first = False
            newline(out, indent, 1)
            write_string(key, out)
            out.append(":" if indent < 0 else ": ")
            v.write(out, deeper(indent))
        newline(out, indent, 0)
        out.append("}")


NULL = Null()
TRUE = Bool(True)
FALSE = Bool(False)


def boolean(b):
    return TRUE if b else FALSE


def integer(n):
    return Number(float(n), True)


def deeper(indent):
    return indent + 1 if indent >= 0 else indent


def newline(out, indent, more):
    if indent >= 0:
        out.append("\n")
        out.append_multiple_char(" ", 2 * (indent + more))


HEX = "0123456789abcdef"
SHORT = {"\n": "\\n", "\t": "\\t", "\r": "\\r", "\b": "\\b", "\f": "\\f", '"': '\\"', "\\": "\\\\"}


def write_string(text, out):
    out.append('"')
    for c in text:
        if c in SHORT:
            out.append(SHORT[c])
        elif ord(c) < 32 or ord(c) > 126:
            n = ord(c)
            out.append("\\u00" + HEX[n >> 4] + HEX[n & 15])
        else:
            out.append(c)
    out.append('"')


def to_text(value, indent=-1):
    out = StringBuilder()
    value.write(out, indent)
    return out.build()


# ____________________________________________________________ parser


class Parser(object):
    def __init__(self, text):
        self.text = text
        self.pos = 0
        self.depth = 0

    def error(self, message):
        line = 1
        column = 1
        for i in range(min(self.pos, len(self.text))):
            if self.text[i] == "\n":
                line += 1
                column = 1
            else:
                column += 1
        return JsonError(message, line, column)

    def peek(self):
        if self.pos < len(self.text):
            return self.text[self.pos]
        return "\0"

    def skip(self):
        while self.pos < len(self.text) and self.text[self.pos] in " \t\r\n":
            self.pos += 1

    def document(self):
        v = self.value()
        self.skip()
        if self.pos < len(self.text):
            raise self.error("text after the value")
        return v

    def value(self):
        self.skip()
        c = self.peek()
        if c == "{" or c == "[":
            self.depth += 1
            if self.depth > 100:
                raise self.error("nested too deeply")
            try:
                return self.object() if c == "{" else self.array()
            finally:
                self.depth -= 1
        if c == '"':
            return String(self.string())
        if c == "-" or c.isdigit():
            return self.number()
        for word, v in CONSTANTS:
            if self.text.startswith(word, self.pos):
                self.pos += len(word)
                return v
        if self.pos >= len(self.text):
            raise self.error("unexpected end")
        raise self.error("unexpected '%s'" % c)

    def object(self):
        result = Object()
        self.pos += 1
        self.skip()
        if self.peek() == "}":
            self.pos += 1
            return result
        while True:
            self.skip()
            if self.peek() != '"':
                raise self.error("a key is expected")
            key = self.string()
            self.skip()
            if self.peek() != ":":
                raise self.error("':' is expected")
            self.pos += 1
            if key in result.fields:
                raise self.error("key '" + key + "' appears twice")
            result.fields[key] = self.value()
            self.skip()
            c = self.peek()
            self.pos += 1
            if c == "}":
                return result
            if c != ",":
                self.pos -= 1
                raise self.error("',' or '}' is expected")

    def array(self):
        values = []
        self.pos += 1
        self.skip()
        if self.peek() == "]":
            self.pos += 1
            return Array(values)
        while True:
            values.append(self.value())
            self.skip()
            c = self.peek()
            self.pos += 1
            if c == "]":
                return Array(values)
            if c != ",":
                self.pos -= 1
                raise self.error("',' or ']' is expected")

    def number(self):
        start = self.pos
        is_int = True
        if self.peek() == "-":
            self.pos += 1
        if not self.peek().isdigit():
            raise self.error("a digit is expected")
        while self.peek().isdigit() or self.peek() in ".eE+-":
            if not self.peek().isdigit():
                is_int = False
            self.pos += 1
        try:
            return Number(float(self.text[start:self.pos]), is_int)
        except ValueError:
            raise self.error("bad number")

    def string(self):
        self.pos += 1
        out = StringBuilder()
        while True:
            if self.pos >= len(self.text):
                raise self.error("string does not end")
            c = self.text[self.pos]
            self.pos += 1
            if c == '"':
                return out.build()
            if ord(c) < 32:
                raise self.error("control character in a string")
            if c == "\\":
                c = self.peek()
                self.pos += 1
                if c == "u":
                    digits = self.text[self.pos:self.pos + 4]
                    self.pos += 4
                    try:
                        code = int(digits, 16)
                    except ValueError:
                        raise self.error("bad \\u escape")
                    if code > 255:
                        c = "?"
                    else:
                        c = chr(code)
                elif c in UNESCAPE:
                    c = UNESCAPE[c]
                else:
                    raise self.error("bad escape")
            out.append(c)


CONSTANTS = [("true", TRUE), ("false", FALSE), ("null", NULL)]
UNESCAPE = {"n": "\n", "t": "\t", "r": "\r", "b": "\b", "f": "\f", '"': '"', "\\": "\\", "/": "/"}


def parse(text):
    return Parser(text).document()


# ____________________________________________________________ queries: `.a.b[0] | each | select .x > 3 | sort .y`


class Step(object):
    """Makes a list of values of one value."""

    def run(self, v):
        raise NotImplementedError


class Field(Step):
    def __init__(self, name):
        self.name = name

    def run(self, v):
        return [v.get(self.name)]


class Index(Step):
    def __init__(self, i):
        self.i = i

    def run(self, v):
        return [v.index(self.i)]


class Each(Step):
    def run(self, v):
        return [x for x in v.items()]


class Literal(Step):
    def __init__(self, value):
        self.value = value

    def run(self, v):
        return [self.value]


class Path(Step):
    def __init__(self, steps):
        self.steps = steps

    def run(self, v):
        values = [v]
        for s in self.steps:
            results = []
            for x in values:
                results.extend(s.run(x))
            values = results
        return values

    def one(self, v):
        values = self.run(v)
        if len(values) != 1:
            raise QueryError("one value is expected, not %d" % len(values))
        return values[0]


class Select(Step):
    def __init__(self, left, op, right):
        self.left = left
        self.op = op
        self.right = right

    def test(self, v):
        a = self.left.one(v)
        if self.op == "":
            return a.is_true()
        b = self.right.one(v)
        if self.op == "==":
            return a.equals(b)
        if self.op == "!=":
            return not a.equals(b)
        if self.op == "<":
            return a.less(b)
        if self.op == ">":
            return b.less(a)
        if self.op == "<=":
            return not b.less(a)
        return not a.less(b)

    def run(self, v):
        return [v] if self.test(v) else []


class Function(Step):
    def __init__(self, name, path):
        self.name = name
        self.path = path

    def run(self, v):
        return FUNCTIONS[self.name](v, self.path)


def f_length(v, path):
    if isinstance(v, String):
        return [integer(len(v.text))]
    if isinstance(v, Object):
        return [integer(len(v.fields))]
    return [integer(len(v.items()))]


def f_keys(v, path):
    if not isinstance(v, Object):
        raise QueryError("keys of a " + v.kind)
    keys = v.fields.keys()
    return [Array([String(k) for k in sort_strings([k for k in keys])])]


def sort_strings(keys):
    keys = keys[:]
    for i in range(1, len(keys)):
        x = keys[i]
        k = i
        while k > 0 and x < keys[k - 1]:
            keys[k] = keys[k - 1]
            k -= 1
        keys[k] = x
    return keys


def f_sort(v, path):
    items = v.items()[:]
    merge_sort(items, path)
    return [Array(items)]


def merge_sort(items, path):
    n = len(items)
    if n < 2:
        return
    middle = n // 2
    left = items[:middle]
    right = items[middle:]
    merge_sort(left, path)
    merge_sort(right, path)
    i = j = 0
    for k in range(n):
        if j >= len(right) or (i < len(left) and not path.one(right[j]).less(path.one(left[i]))):
            items[k] = left[i]
            i += 1
        else:
            items[k] = right[j]
            j += 1


def f_sum(v, path):
    total = 0.0
    is_int = True
    for x in v.items():
        x = path.one(x)
        if not isinstance(x, Number):
            raise QueryError("sum of a " + x.kind)
        total += x.value
        is_int = is_int and x.is_int
    return [Number(total, is_int)]


def f_type(v, path):
    return [String(v.kind)]


def f_collect(v, path):
    return [Array(path.run(v))]


def f_first(v, path):
    return [v.index(0)]


FUNCTIONS = {"length": f_length, "keys": f_keys, "sort": f_sort, "sum": f_sum, "type": f_type, "collect": f_collect,
             "first": f_first}


class QueryParser(object):
    def __init__(self, text):
        self.words = split_words(text)
        self.pos = 0

    def peek(self):
        return self.words[self.pos] if self.pos < len(self.words) else ""

    def next(self):
        w = self.peek()
        self.pos += 1
        return w

    def query(self):
        steps = [self.stage()]
        while self.peek() == "|":
            self.next()
            steps.append(self.stage())
        if self.peek() != "":
            raise QueryError("unexpected '" + self.peek() + "'")
        return Path(steps)

    def stage(self):
        w = self.next()
        if w == "select":
            left = self.operand()
            op = ""
            right = left
            if self.peek() in ("==", "!=", "<", ">", "<=", ">="):
                op = self.next()
                right = self.operand()
            return Select(left, op, right)
        if w == "each":
            return Each()
        if w in FUNCTIONS:
            path = Path([])
            if self.peek() != "" and self.peek() != "|":
                path = self.operand()
            return Function(w, path)
        self.pos -= 1
        return self.operand()

    def operand(self):
        w = self.next()
        if w == "":
            raise QueryError("the query ends too early")
        if w[0] == ".":
            return parse_path(w)
        try:
            return Path([Literal(parse(w))])
        except JsonError:
            raise QueryError("unknown word '" + w + "'")


def split_words(text):
    words = []
    word = ""
    quoted = False
    for c in text:
        if c == '"':
            quoted = not quoted
        if c == " " and not quoted:
            if word:
                words.append(word)
            word = ""
        else:
            word += c
    if word:
        words.append(word)
    return words


def parse_path(text):
    steps = []
    i = 1
    name = ""
    while i <= len(text):
        c = text[i] if i < len(text) else "."
        if c == "." or c == "[":
            if name:
                steps.append(Field(name))
            name = ""
            if c == "[":
                end = text.find("]", i)
                if end < 0:
                    raise QueryError("']' is missing in " + text)
                inside = text[i + 1:end]
                if inside == "":
                    steps.append(Each())
                else:
                    try:
                        steps.append(Index(int(inside)))
                    except ValueError:
                        raise QueryError("bad index " + inside)
                i = end
        else:
            name += c
        i += 1
    return Path(steps)


# ____________________________________________________________ schema, statistics, merging


def check(schema, v, path, problems):
    expected = schema.get("type")
    if isinstance(expected, String) and expected.text != v.kind:
        problems.append("%s: is a %s, not a %s" % (path, v.kind, expected.text))
        return
    if isinstance(v, Object):
        required = schema.get("required")
        if isinstance(required, Array):
            for key in required.values:
                if isinstance(key, String) and key.text not in v.fields:
                    problems.append("%s: lacks %s" % (path, key.text))
        props = schema.get("properties")
        if isinstance(props, Object):
            for key, sub in props.fields.items():
                if key in v.fields:
                    check(sub, v.fields[key], path + "." + key, problems)
    elif isinstance(v, Array):
        sub = schema.get("items")
        if isinstance(sub, Object):
            for i in range(len(v.values)):
                check(sub, v.values[i], "%s[%d]" % (path, i), problems)
    elif isinstance(v, Number):
        low = schema.get("minimum")
        if isinstance(low, Number) and v.value < low.value:
            problems.append("%s: %s is less than %s" % (path, to_text(v), to_text(low)))


def merge(a, b):
    """b's fields go over a's; null removes."""
    if not isinstance(a, Object) or not isinstance(b, Object):
        return b.copy()
    result = a.copy()
    assert isinstance(result, Object)
    for key, v in b.fields.items():
        if isinstance(v, Null):
            if key in result.fields:
                del result.fields[key]
        elif key in result.fields:
            result.fields[key] = merge(result.fields[key], v)
        else:
            result.fields[key] = v.copy()
    return result


def statistics(v, counts, depth):
    counts[v.kind] = counts.get(v.kind, 0) + 1
    deepest = depth
    if isinstance(v, Array) or isinstance(v, Object):
        for x in v.items():
            deepest = max(deepest, statistics(x, counts, depth + 1))
    return deepest


# ____________________________________________________________ tests

DOCUMENT = """{
  "shop": {"name": "Corner \\"shop\\"", "open": true, "owner": null},
  "books": [
    {"title": "Walden", "price": 12.5, "stock": 3, "tags": ["classic", "nature"]},
    {"title": "Emma", "price": 8, "stock": 0, "tags": []},
    {"title": "Ulysses", "price": 20.25, "stock": 1, "tags": ["classic"]},
    {"title": "Tab\\tand \\u0041\\u00e9", "price": 1e2, "stock": 7, "tags": ["odd", "odd"]}
  ],
  "empty": {}, "numbers": [0, -1, 3.5, 1e-3, 12345678901234]
}"""

QUERIES = [
    ".shop.name", ".books[1].title", ".books[-1].price", ".books[].title", ".books | each | select .stock > 0 | .title",
    ".books | each | select .price >= 12.5 | .title", '.books | each | select .title == "Emma"', ".books | sort .price | .[].title",
    ".books | sort .title | first | .title", ".books | sum .stock", ".books | sum .price", ".numbers | sort | .[0]",
    ".books | length", ".shop | keys", ".shop.owner | type", ".nothing", ".numbers[9]", ".books[].tags | length",
    ". | collect .books[].stock", ".books | each | select .tags[0] | .title", ".shop.name.x", ".books.title", ".books | sum .title",
    ".numbers[x]", ".numbers[0", "| .x", "frob", ".shop | select", ".numbers | each | select . < 1",
]

BAD = ["", "{", "[1, 2", "[1 2]", "{\"a\" 1}", "{a: 1}", "\"abc", "tru", "[1,]", "01x", "-", "1.2.3", "\"\\x\"", "\"\\u12g4\"",
       "{\"a\": 1, \"a\": 2}", "[] []", "\"a\nb\"", "\n\n  @"]

SCHEMA = """{"type": "object", "required": ["shop", "books", "address"], "properties": {
  "shop": {"properties": {"open": {"type": "string"}}},
  "books": {"type": "array", "items": {"required": ["isbn"], "properties": {"price": {"type": "number", "minimum": 10}}}}}}"""


def entry_point(argv):
    doc = parse(DOCUMENT)
    print(to_text(doc))
    print(to_text(doc, 0))
    again = parse(to_text(doc, 0))
    print("round trip: %s, %d values" % (again.equals(doc), doc.size()))
    for text in QUERIES:
        try:
            results = QueryParser(text).query().run(doc)
            print(text + " => " + " ".join([to_text(v) for v in results]))
        except QueryError as e:
            print(text + " => error: " + e.message)
    for text in BAD:
        try:
            v = parse(text)
            print("accepted: " + to_text(v))
        except JsonError as e:
            print("%d:%d: %s" % (e.line, e.column, e.message))
    deep = "[" * 150 + "]" * 150
    try:
        parse(deep)
    except JsonError as e:
        print("%d:%d: %s" % (e.line, e.column, e.message))
    problems = []
    check(parse(SCHEMA), doc, "doc", problems)
    for p in problems:
        print(p)
    merged = merge(doc, parse('{"shop": {"open": false, "owner": {"name": "Ann"}, "name": null}, "books": [], "new": 1}'))
    print(to_text(merged))
    counts = {}
    deepest = statistics(doc, counts, 1)
    print("depth %d: %s" % (deepest, ", ".join(["%s %d" % (k, counts[k]) for k in sort_strings([k for k in counts])])))
    return 0


def target(driver, args):
    return entry_point
