"""Programs for the matcher from codes of CPython's sre, which some interpreters make themselves, at run time.

A code is a list of ints; what follows an operation is said beside its name. A skip is counted from the word that holds it.
"""

from rpython.rlib.rsre import rsre_char
from rpython.rlib.rsre.rsre_match import (
    SUCCEED, CHAR, CHAR_IGNORE, ANY, ANY_ALL, SET, JUMP, SPLIT, MARK, AT, REPEAT_ONE, LOOP_START, LOOP, BACKREF, LOOK,
    IF_GROUP, FAIL, GREEDY, LAZY, AT_START, AT_LINE_START, AT_END, AT_LINE_END, AT_VERY_END, AT_BOUNDARY,
    AT_NO_BOUNDARY, AT_UNI_BOUNDARY, AT_UNI_NO_BOUNDARY, CharSet, Program)

OPCODE_FAILURE = 0
OPCODE_SUCCESS = 1
OPCODE_ANY = 2
OPCODE_ANY_ALL = 3
OPCODE_ASSERT = 4                   # skip, how far back; then the condition
OPCODE_ASSERT_NOT = 5
OPCODE_AT = 6                       # kind of position
OPCODE_BRANCH = 7                   # alternatives: skip, code; then 0
OPCODE_CATEGORY = 9                 # class of characters
OPCODE_CHARSET = 10                 # 256 bits in words of 32
OPCODE_BIGCHARSET = 11              # number of blocks, 256 block numbers (bytes in words), blocks of 256 bits
OPCODE_GROUPREF = 12                # group, from 0
OPCODE_GROUPREF_EXISTS = 13         # group, where to go if it did not take part (counted from the group's word)
OPCODE_GROUPREF_IGNORE = 14
OPCODE_IN = 15                      # skip, set
OPCODE_IN_IGNORE = 16
OPCODE_INFO = 17                    # skip
OPCODE_JUMP = 18                    # skip
OPCODE_LITERAL = 19                 # character
OPCODE_LITERAL_IGNORE = 20
OPCODE_MARK = 21                    # 2 * group, + 1 at its end
OPCODE_MAX_UNTIL = 22
OPCODE_MIN_UNTIL = 23
OPCODE_NOT_LITERAL = 24
OPCODE_NOT_LITERAL_IGNORE = 25
OPCODE_NEGATE = 26
OPCODE_RANGE = 27                   # first, last character (in sets)
OPCODE_REPEAT = 28                  # skip to UNTIL, min, max; then the body
OPCODE_REPEAT_ONE = 29              # skip, min, max; then what takes one character, SUCCESS
OPCODE_MIN_REPEAT_ONE = 31
OPCODE_RANGE_IGNORE = 32
OPCODE_UNICODE_GENERAL_CATEGORY = 70

_POSITIONS = [AT_START, AT_LINE_START, AT_START, AT_BOUNDARY, AT_NO_BOUNDARY, AT_END, AT_LINE_END, AT_VERY_END,
              AT_BOUNDARY, AT_NO_BOUNDARY, AT_UNI_BOUNDARY, AT_UNI_NO_BOUNDARY]


class BadCode(Exception):
    """A code that says nothing."""


class _Decoder(object):
    def __init__(self, code, flags):
        self.code = code
        self.flags = flags
        self.out = []
        self.sets = []
        self.ngroups = 0
        self.nloops = 0
        self.places = {}                # where the words of the code went
        self.jumps = []                 # words of `out` that want the place of a word of the code
        self.loop_words = []            # words of `out` that name a loop's registers

    def hole(self):
        self.out.append(0)
        return len(self.out) - 1

    def fill(self, at):
        self.out[at] = len(self.out)

    def emit_jump(self, word):
        self.jumps.append((self.hole(), word))

    def emit_set(self, code, ignore):
        """A set, by its code."""
        flags = self.flags
        bits = ['\x00'] * 256
        for c in range(256):
            small = rsre_char.getlower(c, flags) if ignore else c
            if rsre_char.set_has(code, small, flags):
                bits[c] = '\x01'
        chars = CharSet(''.join(bits), False, [])
        chars.code = code
        chars.ignore = ignore
        chars.flags = flags
        self.out.append(SET)
        self.out.append(len(self.sets))
        self.sets.append(chars)

    def size_of_one(self, pos):
        """How long the operation is if it takes just one character, else 0."""
        op = self.code[pos]
        if op == OPCODE_ANY or op == OPCODE_ANY_ALL:
            return 1
        if (op == OPCODE_LITERAL or op == OPCODE_LITERAL_IGNORE or op == OPCODE_NOT_LITERAL or
                op == OPCODE_NOT_LITERAL_IGNORE or op == OPCODE_CATEGORY):
            return 2
        if op == OPCODE_IN or op == OPCODE_IN_IGNORE:
            return 1 + self.code[pos + 1]
        return 0

    def literal(self, op, c):
        ignore = op == OPCODE_LITERAL_IGNORE or op == OPCODE_NOT_LITERAL_IGNORE
        if op == OPCODE_NOT_LITERAL or op == OPCODE_NOT_LITERAL_IGNORE:
            self.emit_set([OPCODE_NEGATE, OPCODE_LITERAL, c, OPCODE_FAILURE], ignore)
        elif not ignore:
            self.out.append(CHAR)
            self.out.append(c)
        elif c < 128 and not self.flags & rsre_char.SRE_FLAG_UNICODE:
            self.out.append(CHAR_IGNORE)
            self.out.append(c)
        else:
            self.emit_set([OPCODE_LITERAL, c, OPCODE_FAILURE], True)

    def loop(self, pos, end, low, high, mode):
        number = self.nloops
        self.nloops += 1
        self.out.append(LOOP_START)
        self.loop_words.append(len(self.out))
        self.out.append(2 * number)
        head = len(self.out)
        self.out.append(LOOP)
        self.loop_words.append(len(self.out))
        self.out.append(2 * number)
        self.out.append(low)
        self.out.append(high)
        self.out.append(mode)
        behind = self.hole()
        self.decode(pos, end)
        self.out.append(JUMP)
        self.out.append(head)
        self.fill(behind)

    def most(self, high):
        return -1 if high >= rsre_char.MAXREPEAT else high

    def branch(self, pos):
        code = self.code
        while code[pos] != 0:
            following = pos + code[pos]
            other = -1
            if code[following] != 0:
                self.out.append(SPLIT)
                other = self.hole()
            self.decode(pos + 1, following)
            if other >= 0:
                self.fill(other)
            pos = following
        return pos + 1

    def decode(self, pos, end):
        """Code from pos to end."""
        code = self.code
        out = self.out
        while pos < end:
            self.places[pos] = len(out)
            op = code[pos]
            a = pos + 1
            if op == OPCODE_FAILURE:
                out.append(FAIL)
                pos = a
            elif op == OPCODE_SUCCESS:
                out.append(SUCCEED)
                pos = a
            elif op == OPCODE_ANY or op == OPCODE_ANY_ALL:
                out.append(ANY if op == OPCODE_ANY else ANY_ALL)
                pos = a
            elif (op == OPCODE_LITERAL or op == OPCODE_LITERAL_IGNORE or op == OPCODE_NOT_LITERAL or
                    op == OPCODE_NOT_LITERAL_IGNORE):
                self.literal(op, code[a])
                pos = a + 1
            elif op == OPCODE_IN or op == OPCODE_IN_IGNORE:
                pos = a + code[a]
                start = a + 1
                assert start >= 0
                assert pos >= 0
                self.emit_set(code[start:pos], op == OPCODE_IN_IGNORE)
            elif op == OPCODE_CATEGORY:
                self.emit_set([OPCODE_CATEGORY, code[a], OPCODE_FAILURE], False)
                pos = a + 1
            elif op == OPCODE_AT:
                out.append(AT)
                out.append(_POSITIONS[code[a]])
                pos = a + 1
            elif op == OPCODE_MARK:
                out.append(MARK)
                out.append(code[a] + 2)
                group = (code[a] >> 1) + 1
                if group > self.ngroups:
                    self.ngroups = group
                pos = a + 1
            elif op == OPCODE_GROUPREF or op == OPCODE_GROUPREF_IGNORE:
                out.append(BACKREF)
                out.append(code[a] + 1)
                out.append(1 if op == OPCODE_GROUPREF_IGNORE else 0)
                pos = a + 1
            elif op == OPCODE_GROUPREF_EXISTS:
                out.append(IF_GROUP)
                out.append(code[a] + 1)
                self.emit_jump(a + code[a + 1])
                pos = a + 2
            elif op == OPCODE_JUMP:
                out.append(JUMP)
                self.emit_jump(a + code[a])
                pos = a + 1
            elif op == OPCODE_INFO:
                pos = a + code[a]
            elif op == OPCODE_BRANCH:
                pos = self.branch(a)
            elif op == OPCODE_REPEAT:
                until = a + code[a]
                mode = LAZY if code[until] == OPCODE_MIN_UNTIL else GREEDY
                self.loop(a + 3, until, code[a + 1], self.most(code[a + 2]), mode)
                pos = until + 1
            elif op == OPCODE_REPEAT_ONE or op == OPCODE_MIN_REPEAT_ONE:
                mode = GREEDY if op == OPCODE_REPEAT_ONE else LAZY
                pos = a + code[a]
                if self.size_of_one(a + 3) == pos - 1 - (a + 3):
                    out.append(REPEAT_ONE)
                    out.append(code[a + 1])
                    out.append(self.most(code[a + 2]))
                    out.append(mode)
                    behind = self.hole()
                    self.decode(a + 3, pos - 1)
                    self.fill(behind)
                else:
                    self.loop(a + 3, pos - 1, code[a + 1], self.most(code[a + 2]), mode)
            elif op == OPCODE_ASSERT or op == OPCODE_ASSERT_NOT:
                out.append(LOOK)
                out.append(1 if op == OPCODE_ASSERT_NOT else 0)
                out.append(code[a + 1])
                behind = self.hole()
                pos = a + code[a]
                self.decode(a + 2, pos)
                self.fill(behind)
            else:
                raise BadCode
        self.places[pos] = len(out)

    def program(self):
        self.decode(0, len(self.code))
        for at, word in self.jumps:
            self.out[at] = self.places[word]
        first_loop = 2 * self.ngroups + 3
        for at in self.loop_words:
            self.out[at] += first_loop
        return Program(self.out, self.sets, self.ngroups, first_loop + 2 * self.nloops, None)


def decode(code, flags):
    """The program of a code."""
    return _Decoder(code, flags).program()
