"""The matcher of `re` and of rsre: a backtracking machine over the programs that `rsre_compile` makes.

This part is written so that it can be translated as well. A program is a list of integers; what
follows an operation is said beside its name. Registers 2*n and 2*n+1 hold where group n begins and
ends, the next one the last group that was closed, the others belong to loops. Every change of a
register is noted on the stack of things to try later, so that going back undoes it.
"""

from rpython.rlib.objectmodel import import_from_mixin
from rpython.rlib.rsre.rsre_char import is_uni_word, getlower, set_has

SUCCEED = 0
CHAR = 1            # code
CHAR_IGNORE = 2     # code of the lower-case character
ANY = 3
ANY_ALL = 4
SET = 5             # index of a CharSet
JUMP = 6            # address
SPLIT = 7           # address to try when what follows here fails
SPLIT_LAZY = 8      # address to try first
MARK = 9            # register
AT = 10             # kind of position
REPEAT_ONE = 11     # min, max, mode, address behind; then an operation that takes one character
LOOP_START = 12     # register
LOOP = 13           # register, min, max, mode, address behind; then the body
BACKREF = 14        # group, ignore case?
LOOK = 15           # negative?, width to go back, address behind; then the condition
ATOMIC = 16         # address behind; then the body
IF_GROUP = 17       # group, address if it did not take part
FAIL = 18

GREEDY = 0
LAZY = 1
POSSESSIVE = 2

AT_START = 0
AT_LINE_START = 1
AT_END = 2
AT_LINE_END = 3
AT_VERY_END = 4
AT_BOUNDARY = 5
AT_NO_BOUNDARY = 6
AT_UNI_BOUNDARY = 7
AT_UNI_NO_BOUNDARY = 8

# What is on the stack.
_RESTORE = 0        # register, old value
_RETRY = 1          # address, position
_SHRINK = 2         # address, least position, position
_GROW = 3           # address of REPEAT_ONE, position, how many more (-1: any number)
_ENTER = 4          # address of LOOP, position


class CharSet(object):
    def __init__(self, bits, others, ranges):
        self.bits = bits            # 256 characters: '\x01' for members
        self.others = others        # is every character behind these a member …
        self.ranges = ranges        # … or not, but for these ranges: low, high, low, high, …
        self.code = None            # or the set is sre's, …
        self.ignore = False         # … asked for the small letter
        self.flags = 0

    def has(self, c):
        if c < 256:
            return self.bits[c] != '\x00'
        if self.code is not None:
            return set_has(self.code, getlower(c, self.flags) if self.ignore else c, self.flags)
        i = 0
        while i < len(self.ranges):
            if self.ranges[i] <= c <= self.ranges[i + 1]:
                return not self.others
            i += 2
        return self.others


class Program(object):
    def __init__(self, code, sets, ngroups, nregs, first):
        self.code = code
        self.sets = sets
        self.ngroups = ngroups
        self.nregs = nregs
        self.first = first          # characters with which a match can begin, or None


def lower(c):
    if 65 <= c <= 90:
        return c + 32
    return c


def is_word(c):
    return 97 <= c <= 122 or 65 <= c <= 90 or 48 <= c <= 57 or c == 95


class MatcherMixin(object):
    """Finds matches of a program in string[pos:endpos]. Each kind of string has a class of its own."""

    def __init__(self, program, string, endpos):
        self.program = program
        self.code = program.code
        self.string = string
        self.endpos = endpos
        self.regs = [-1] * program.nregs
        self.stack = []
        self.result = 0             # where the last match ended
        self.forbidden = -1         # a match must not end here
        self.whole = False          # a match must end at endpos

    def match_at(self, pos):
        regs = self.regs
        for i in range(len(regs)):
            regs[i] = -1
        del self.stack[:]
        if not self.run(0, pos, True):
            return False
        regs[0] = pos
        regs[1] = self.result
        return True

    def search_from(self, pos):
        """Tries pos and all positions behind it; only the first one is subject to `forbidden`."""
        first = self.program.first
        while pos <= self.endpos:
            if first is not None:
                string = self.string
                end = self.endpos
                while pos < end and not first.has(ord(string[pos])):
                    pos += 1
                if pos >= end:
                    return False
                if pos > self.forbidden:
                    self.forbidden = -1
            if self.match_at(pos):
                return True
            self.forbidden = -1
            pos += 1
        return False

    def takes(self, pc, c):
        """Does the operation that takes one character take this one?"""
        code = self.code
        op = code[pc]
        if op == SET:
            return self.program.sets[code[pc + 1]].has(c)
        elif op == CHAR:
            return c == code[pc + 1]
        elif op == ANY:
            return c != 10
        elif op == CHAR_IGNORE:
            return lower(c) == code[pc + 1]
        return True

    def at(self, kind, pos):
        string = self.string
        if kind == AT_START:
            return pos == 0
        elif kind == AT_LINE_START:
            return pos == 0 or string[pos - 1] == '\n'
        elif kind == AT_END:
            return pos == self.endpos or (pos == self.endpos - 1 and string[pos] == '\n')
        elif kind == AT_LINE_END:
            return pos == self.endpos or string[pos] == '\n'
        elif kind == AT_VERY_END:
            return pos == self.endpos
        if self.endpos == 0:
            return False
        if kind >= AT_UNI_BOUNDARY:
            before = pos > 0 and is_uni_word(ord(string[pos - 1]))
            after = pos < self.endpos and is_uni_word(ord(string[pos]))
            return (before != after) == (kind == AT_UNI_BOUNDARY)
        before = pos > 0 and is_word(ord(string[pos - 1]))
        after = pos < self.endpos and is_word(ord(string[pos]))
        return (before != after) == (kind == AT_BOUNDARY)

    def set_reg(self, r, value):
        self.stack.append((_RESTORE, r, self.regs[r], 0))
        self.regs[r] = value

    def keep_only_restores(self, base):
        """What has matched is not tried in other ways; its groups are kept."""
        stack = self.stack
        j = base
        for i in range(base, len(stack)):
            if stack[i][0] == _RESTORE:
                stack[j] = stack[i]
                j += 1
        assert j >= 0
        del stack[j:]

    def undo(self, base):
        stack = self.stack
        while len(stack) > base:
            kind, r, value, _ = stack.pop()
            if kind == _RESTORE:
                self.regs[r] = value

    def run(self, pc, pos, top):
        code = self.code
        string = self.string
        end = self.endpos
        stack = self.stack
        base = len(stack)
        while True:
            op = code[pc]
            assert pos >= 0
            if op == CHAR:
                if pos < end and ord(string[pos]) == code[pc + 1]:
                    pos += 1
                    pc += 2
                    continue
            elif op == REPEAT_ONE:
                least = code[pc + 1]
                most = code[pc + 2]
                mode = code[pc + 3]
                want = least if mode == LAZY else most
                stop = end if want < 0 or want > end - pos else pos + want
                inner = pc + 5
                i = pos
                if code[inner] == SET:
                    chars = self.program.sets[code[inner + 1]]
                    while i < stop and chars.has(ord(string[i])):
                        i += 1
                else:
                    while i < stop and self.takes(inner, ord(string[i])):
                        i += 1
                if i - pos >= least:
                    if mode == GREEDY:
                        if i > pos + least:
                            stack.append((_SHRINK, code[pc + 4], pos + least, i))
                    elif mode == LAZY and (most < 0 or most > least):
                        more = -1 if most < 0 else most - least
                        stack.append((_GROW, pc, i, more))
                    pos = i
                    pc = code[pc + 4]
                    continue
            elif op == SET:
                if pos < end and self.program.sets[code[pc + 1]].has(ord(string[pos])):
                    pos += 1
                    pc += 2
                    continue
            elif op == SPLIT:
                stack.append((_RETRY, code[pc + 1], pos, 0))
                pc += 2
                continue
            elif op == JUMP:
                pc = code[pc + 1]
                continue
            elif op == MARK:
                r = code[pc + 1]
                self.set_reg(r, pos)
                if r & 1:
                    self.set_reg(2 * self.program.ngroups + 2, r >> 1)
                pc += 2
                continue
            elif op == SUCCEED:
                if not top or not (pos == self.forbidden or (self.whole and pos != end)):
                    self.result = pos
                    return True
            elif op == ANY:
                if pos < end and string[pos] != '\n':
                    pos += 1
                    pc += 1
                    continue
            elif op == ANY_ALL:
                if pos < end:
                    pos += 1
                    pc += 1
                    continue
            elif op == CHAR_IGNORE:
                if pos < end and lower(ord(string[pos])) == code[pc + 1]:
                    pos += 1
                    pc += 2
                    continue
            elif op == AT:
                if self.at(code[pc + 1], pos):
                    pc += 2
                    continue
            elif op == SPLIT_LAZY:
                stack.append((_RETRY, pc + 2, pos, 0))
                pc = code[pc + 1]
                continue
            elif op == LOOP_START:
                r = code[pc + 1]
                self.set_reg(r, 0)
                self.set_reg(r + 1, -1)
                pc += 2
                continue
            elif op == LOOP:
                r = code[pc + 1]
                done = self.regs[r]
                most = code[pc + 3]
                if done < code[pc + 2]:
                    self.set_reg(r, done + 1)
                    self.set_reg(r + 1, pos)
                    pc += 6
                elif (most < 0 or done < most) and pos != self.regs[r + 1]:
                    if code[pc + 4] == LAZY:
                        stack.append((_ENTER, pc, pos, 0))
                        pc = code[pc + 5]
                    else:
                        stack.append((_RETRY, code[pc + 5], pos, 0))
                        self.set_reg(r, done + 1)
                        self.set_reg(r + 1, pos)
                        pc += 6
                else:
                    pc = code[pc + 5]
                continue
            elif op == BACKREF:
                group = code[pc + 1]
                start = self.regs[2 * group]
                stop = self.regs[2 * group + 1]
                if start >= 0 and stop >= start and stop - start <= end - pos:
                    i = start
                    j = pos
                    if code[pc + 2]:
                        while i < stop and lower(ord(string[i])) == lower(ord(string[j])):
                            i += 1
                            j += 1
                    else:
                        while i < stop and string[i] == string[j]:
                            i += 1
                            j += 1
                    if i == stop:
                        pos = j
                        pc += 3
                        continue
            elif op == LOOK:
                here = len(stack)
                start = pos - code[pc + 2]
                found = start >= 0 and self.run(pc + 4, start, False)
                if found and code[pc + 2] > 0 and self.result != pos:
                    self.undo(here)
                    found = False
                if code[pc + 1]:
                    self.undo(here)
                    if not found:
                        pc = code[pc + 3]
                        continue
                elif found:
                    self.keep_only_restores(here)
                    pc = code[pc + 3]
                    continue
            elif op == ATOMIC:
                here = len(stack)
                if self.run(pc + 2, pos, False):
                    self.keep_only_restores(here)
                    pos = self.result
                    pc = code[pc + 1]
                    continue
            elif op == IF_GROUP:
                if self.regs[2 * code[pc + 1] + 1] >= 0:
                    pc += 3
                else:
                    pc = code[pc + 2]
                continue
            # This way did not work: go back to what is left to try.
            while True:
                if len(stack) == base:
                    return False
                kind, a, b, c = stack.pop()
                if kind == _RETRY:
                    pc = a
                    pos = b
                    break
                elif kind == _RESTORE:
                    self.regs[a] = b
                elif kind == _SHRINK:
                    c -= 1
                    if c > b:
                        stack.append((_SHRINK, a, b, c))
                    pc = a
                    pos = c
                    break
                elif kind == _GROW:
                    assert b >= 0
                    if b < end and self.takes(a + 5, ord(string[b])):
                        pos = b + 1
                        if c != 1:
                            stack.append((_GROW, a, pos, c - 1 if c > 0 else c))
                        pc = code[a + 4]
                        break
                else:
                    r = code[a + 1]
                    self.set_reg(r, self.regs[r] + 1)
                    self.set_reg(r + 1, b)
                    pc = a + 6
                    pos = b
                    break


class Matcher(object):
    """In byte strings."""
    import_from_mixin(MatcherMixin)


class UnicodeMatcher(object):
    """In unicode strings."""
    import_from_mixin(MatcherMixin)


class BufferMatcher(object):
    """In what has `__getitem__`."""
    import_from_mixin(MatcherMixin)
