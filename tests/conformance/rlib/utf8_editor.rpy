"""A line editor over UTF-8 texts: code points counted and found by rutf8, a builder, an iterator, invalid input, columns."""
from rpython.rlib import rutf8
from rpython.rlib.rutf8 import Utf8StringBuilder, Utf8StringIterator, codepoints_in_utf8, next_codepoint_pos, prev_codepoint_pos
from rpython.rlib.rstring import StringBuilder


class Line(object):
    """A text with an index, as strings of interpreters have it."""
    def __init__(self, utf8):
        self.utf8 = utf8
        self.length = rutf8.check_utf8(utf8, True)
        self.index = rutf8.null_storage()

    def position(self, i):
        """Byte offset of the code point `i`."""
        if self.index == rutf8.null_storage():
            self.index = rutf8.create_utf8_index_storage(self.utf8, self.length)
        return rutf8.codepoint_position_at_index(self.utf8, self.index, i)

    def char(self, i):
        self.position(0)
        return rutf8.codepoint_at_index(self.utf8, self.index, i)

    def cut(self, start, stop):
        a = self.position(start)
        b = self.position(stop) if stop < self.length else len(self.utf8)
        assert a >= 0 and b >= 0
        return self.utf8[a:b]


def ascii_only(utf8):
    """What is not ASCII as <hex>."""
    out = StringBuilder(len(utf8))
    it = Utf8StringIterator(utf8)
    for code in it:
        if code < 128:
            out.append(chr(code))
        else:
            out.append("<%x>" % code)
    return out.build()


def reversed_text(utf8):
    b = Utf8StringBuilder(len(utf8))
    pos = len(utf8)
    while pos > 0:
        pos = prev_codepoint_pos(utf8, pos)
        b.append_code(rutf8.codepoint_at_pos(utf8, pos))
    return b.build()


def insert(line, at, text):
    return Line(line.cut(0, at) + text + line.cut(at, line.length))


def count_kinds(utf8):
    counts = [0] * 5
    pos = 0
    while pos < len(utf8):
        after = next_codepoint_pos(utf8, pos)
        counts[after - pos] += 1
        pos = after
    return counts


def try_check(s, surrogates):
    try:
        return "ok %d" % rutf8.check_utf8(s, surrogates)
    except rutf8.CheckError as e:
        return "bad at %d" % e.pos


def entry_point(argv):
    texts = ["plain", "na\xc3\xafve caf\xc3\xa9", "\xe2\x82\xac5 = \xf0\x9f\x90\x8d\xf0\x9f\x90\x8d", "", "\xce\xb1\xce\xb2\xce\xb3 " * 30]
    for t in texts:
        line = Line(t)
        print(len(t), line.length, codepoints_in_utf8(t), count_kinds(t), rutf8.compute_length_utf8(t))
        if line.length < 40:
            print(ascii_only(t) + " | " + ascii_only(reversed_text(t)))
    long = Line(texts[4])
    print(long.position(63), long.position(64), long.position(100), "%x" % long.char(65), "%x" % long.char(119))
    print(ascii_only(long.cut(61, 68)))
    line = Line("ab\xc3\xa9d")
    line = insert(line, 3, "\xe2\x82\xac")
    line = insert(line, 0, "\xf0\x9f\x90\x8d")
    print(ascii_only(line.utf8), line.length, line.position(4), ascii_only(line.cut(1, 5)))
    for bad in ["\xff", "a\xc3", "ab\xe2\x82", "\xc0\x80", "\xed\xa0\x80", "ok\xf4\x90\x80\x80", "\x80abc", "\xed\xa0\x80x"]:
        print(try_check(bad, False) + ", " + try_check(bad, True))
    b = Utf8StringBuilder()
    for code in [0x41, 0x7ff, 0x800, 0xffff, 0x10000, 0x10ffff]:
        b.append_code(code)
    b.append_utf8("\xc3\xa9\xc3\xa9", 2)
    b.append("xyz")
    b.append_multiple_char("\xe2\x82\xac", 3)
    b.append_slice("0123456", 2, 4)
    print(b.getlength(), len(b.build()), ascii_only(b.build()))
    print([c for c in rutf8.unichr_as_utf8(0x20ac)] == ["\xe2", "\x82", "\xac"], len(rutf8.unichr_as_utf8(0x1f40d)))
    try:
        rutf8.unichr_as_utf8(0x110000)
    except rutf8.OutOfRange:
        print("out of range")
    print(rutf8.codepoint_before_pos("a\xc3\xa9", 3), rutf8.islinebreak("\xe2\x80\xa8", 0), rutf8.isspace("\xe3\x80\x80", 0), rutf8.isspace("x", 0))
    print(rutf8.first_non_ascii_char("abc\xc3"), rutf8.first_non_ascii_char("abc"), rutf8.has_surrogates("a\xed\xa0\x80"), rutf8.has_surrogates("abc"))
    index = rutf8.create_utf8_index_storage(texts[4], 120)
    print([rutf8.codepoint_index_at_byte_position(texts[4], index, i, 120) for i in (0, 2, 34, 100, 180)])
    print([(hex(code), pos) for code, pos in rutf8.Utf8StringPosIterator("a\xc3\xa9\xe2\x82\xacz")])
    for t in ["it's", "say \"it's\"", "tab\tnl\n\\", "caf\xc3\xa9 \xe2\x82\xac", "\xf0\x9f\x90\x8d\x07\xc2\x80"]:
        print(escape(t), quoted(t), len(printable(t)))
    pair = "<\xed\xa0\xbd\xed\xb0\x8d\xed\xa0\xbd>"
    print(ascii_only(rutf8.reencode_utf8_with_surrogates(pair)), rutf8.surrogate_in_utf8(pair), rutf8.surrogate_in_utf8("\xed\x9f\xbf"))
    print(ascii_only(rutf8.decode_latin_1("caf\xe9\xff")), rutf8.decode_latin_1("plain"))
    return 0


escape = rutf8.make_utf8_escape_function()
quoted = rutf8.make_utf8_escape_function(quotes=True, prefix="u")
printable = rutf8.make_utf8_escape_function(pass_printable=True)


def target(driver, args):
    return entry_point, None
