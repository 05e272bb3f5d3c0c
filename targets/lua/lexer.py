"""Text to tokens."""
from rpython.rlib.rstring import StringBuilder

from lua.numbers import hex_digit, is_digit, is_space, parse_number
from lua.objects import LuaError, W_Root, W_String, w_nil

KEYWORDS = {}
for _word in ("and break do else elseif end false for function goto if in local nil not or repeat return then true until "
              "while").split():
    KEYWORDS[_word] = _word

# kinds of tokens that are not their own text
EOF = "<eof>"
NAME = "<name>"
STRING = "<string>"
NUMBER = "<number>"


def is_name_start(c):
    return ('a' <= c and c <= 'z') or ('A' <= c and c <= 'Z') or c == '_'


def is_name_char(c):
    return is_name_start(c) or is_digit(c)


def utf8_bytes(n):
    """The encoding of a code point of up to 31 bits."""
    if n < 0x80:
        return chr(n)
    tail = ""
    first = 0x3f                                # largest value of the first byte
    while n > first:
        tail = chr(0x80 | (n & 0x3f)) + tail
        n >>= 6
        first >>= 1
    return chr(((~first << 1) & 0xff) | n) + tail


class Token(object):
    def __init__(self, kind, text, w_number, line):
        self.kind = kind
        self.text = text                        # of a name; the value of a string
        self.w_number = w_number
        self.line = line
        self.start = 0
        self.end = 0


class Lexer(object):
    def __init__(self, text, chunkname):
        self.text = text
        self.chunkname = chunkname
        self.pos = 0
        self.line = 1
        self.uses_env = False
        if text.startswith("#"):
            while self.pos < len(text) and text[self.pos] != '\n':
                self.pos += 1

    def error(self, message, near):
        where = "%s:%d: %s" % (self.chunkname, self.line, message)
        if near != "":
            if near != EOF:
                near = "'" + near + "'"
            where += " near " + near
        return LuaError(W_String(where))

    def peek(self, ahead):
        i = self.pos + ahead
        if i < len(self.text):
            return self.text[i]
        return '\0'

    def skip_newline(self):
        """A line's end; "\\r\\n" is one."""
        c = self.text[self.pos]
        self.pos += 1
        if self.pos < len(self.text):
            d = self.text[self.pos]
            if (d == '\n' or d == '\r') and d != c:
                self.pos += 1
        self.line += 1

    def next(self):
        self.skip_blanks()
        start = self.pos
        line = self.line
        token = self.scan()
        token.start = start
        token.end = self.pos
        if token.kind != STRING:
            token.line = line
        return token

    def skip_blanks(self):
        text = self.text
        while self.pos < len(text):
            c = text[self.pos]
            if c == '\n' or c == '\r':
                self.skip_newline()
            elif is_space(c):
                self.pos += 1
            elif c == '-' and self.peek(1) == '-':
                self.pos += 2
                if self.peek(0) == '[':
                    level = self.long_bracket()
                    if level >= 0:
                        self.long_text(level, "comment")
                        continue
                while self.pos < len(text) and text[self.pos] != '\n' and text[self.pos] != '\r':
                    self.pos += 1
            else:
                return

    def scan(self):
        text = self.text
        if self.pos >= len(text):
            return Token(EOF, EOF, None, self.line)
        start = self.pos
        c = text[start]
        if is_name_start(c):
            i = start + 1
            while i < len(text) and is_name_char(text[i]):
                i += 1
            self.pos = i
            word = text[start:i]
            if word in KEYWORDS:
                return Token(KEYWORDS[word], word, None, self.line)
            if word == "_ENV":
                self.uses_env = True
            return Token(NAME, word, None, self.line)
        if is_digit(c) or (c == '.' and is_digit(self.peek(1))):
            return self.scan_number()
        if c == '"' or c == "'":
            return self.scan_string(c)
        if c == '[':
            level = self.long_bracket()
            if level >= 0:
                return Token(STRING, self.long_text(level, "string"), None, self.line)
        two = text[start:start + 2]
        if text[start:start + 3] == "...":
            self.pos += 3
            return Token("...", "...", None, self.line)
        if (two == "==" or two == "~=" or two == "<=" or two == ">=" or two == "//" or two == "::" or two == "<<" or two == ">>"
                or two == ".."):
            self.pos += 2
            return Token(two, two, None, self.line)
        self.pos += 1
        one = text[start:start + 1]
        if one in "+-*/%^#&~|<>=(){}[];:,.":
            return Token(one, one, None, self.line)
        raise self.error("unexpected symbol", one)

    def scan_number(self):
        text = self.text
        start = self.pos
        i = start
        exponents = "eE"
        if text[i] == '0' and (self.peek(1) == 'x' or self.peek(1) == 'X'):
            exponents = "pP"
            i += 2
        while i < len(text):
            c = text[i]
            if c in exponents:
                i += 1
                if i < len(text) and (text[i] == '+' or text[i] == '-'):
                    i += 1
            elif is_name_char(c) or c == '.':
                i += 1
            else:
                break
        self.pos = i
        w_number = parse_number(text[start:i])
        if w_number is None:
            raise self.error("malformed number", text[start:i])
        return Token(NUMBER, text[start:i], w_number, self.line)

    def long_bracket(self):
        """The level of a long bracket that begins here, or -1."""
        level = 0
        while self.peek(1 + level) == '=':
            level += 1
        if self.peek(1 + level) == '[':
            return level
        return -1

    def long_text(self, level, what):
        text = self.text
        first = self.line
        self.pos += level + 2
        if self.pos < len(text) and (text[self.pos] == '\n' or text[self.pos] == '\r'):
            self.skip_newline()
        b = StringBuilder()
        closing = "]" + "=" * level + "]"
        while self.pos < len(text):
            c = text[self.pos]
            if c == ']' and text[self.pos:self.pos + level + 2] == closing:
                self.pos += level + 2
                return b.build()
            if c == '\n' or c == '\r':
                self.skip_newline()
                b.append('\n')
            else:
                b.append(c)
                self.pos += 1
        raise self.error("unfinished long %s (starting at line %d)" % (what, first), EOF)

    def scan_string(self, quote):
        text = self.text
        start = self.pos
        self.pos += 1
        b = StringBuilder()
        while True:
            if self.pos >= len(text):
                raise self.error("unfinished string", EOF)
            c = text[self.pos]
            if c == quote:
                self.pos += 1
                return Token(STRING, b.build(), None, self.line)
            if c == '\n' or c == '\r':
                raise self.error("unfinished string", text[start:self.pos])
            if c == '\\':
                self.pos += 1
                self.scan_escape(b, start)
            else:
                b.append(c)
                self.pos += 1

    def scan_escape(self, b, start):
        c = self.peek(0)
        if c == 'n':
            b.append('\n')
        elif c == 't':
            b.append('\t')
        elif c == 'r':
            b.append('\r')
        elif c == 'a':
            b.append('\a')
        elif c == 'b':
            b.append('\b')
        elif c == 'f':
            b.append('\f')
        elif c == 'v':
            b.append('\v')
        elif c == '\\' or c == '"' or c == "'":
            b.append(c)
        elif (c == '\n' or c == '\r') and self.pos < len(self.text):
            b.append('\n')
            self.skip_newline()
            return
        elif c == 'x':
            high = hex_digit(self.peek(1))
            low = hex_digit(self.peek(2))
            if high < 0 or low < 0:
                raise self.escape_error("hexadecimal digit expected", start, 2 if high < 0 else 3)
            b.append(chr(high * 16 + low))
            self.pos += 2
        elif c == 'z':
            self.pos += 1
            while self.pos < len(self.text) and is_space(self.text[self.pos]):
                if self.text[self.pos] == '\n' or self.text[self.pos] == '\r':
                    self.skip_newline()
                else:
                    self.pos += 1
            return
        elif c == 'u':
            if self.peek(1) != '{':
                raise self.escape_error("missing '{' in \\u{xxxx}", start, 1)
            self.pos += 2
            n = 0
            digits = 0
            while hex_digit(self.peek(0)) >= 0:
                n = n * 16 + hex_digit(self.peek(0))
                if n > 0x7fffffff:
                    raise self.escape_error("UTF-8 value too large", start, 1)
                digits += 1
                self.pos += 1
            if digits == 0:
                raise self.escape_error("hexadecimal digit expected", start, 1)
            if self.peek(0) != '}':
                raise self.escape_error("missing '}' in \\u{xxxx}", start, 1)
            b.append(utf8_bytes(n))
        elif is_digit(c):
            n = 0
            digits = 0
            while digits < 3 and is_digit(self.peek(0)):
                n = n * 10 + ord(self.peek(0)) - 48
                self.pos += 1
                digits += 1
            if n > 255:
                raise self.escape_error("decimal escape too large", start, 1)
            b.append(chr(n))
            return
        else:
            raise self.escape_error("invalid escape sequence", start, 1)
        self.pos += 1

    def escape_error(self, message, start, more):
        end = self.pos + more
        if end > len(self.text):
            end = len(self.text)
        return self.error(message, self.text[start:end])
