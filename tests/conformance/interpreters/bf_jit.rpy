# origin: after published programs
# jit: yes
"""The BF of the tutorial: bracket map by an elidable method on a frozen program object, tape as an object, input from a string."""
import os
from rpython.rlib.jit import JitDriver, elidable, hint, promote
from rpython.rlib.rstring import StringBuilder


def get_location(pc, program):
    return "%s_%s_%s" % (program.code[:pc], program.code[pc], program.code[pc + 1:])


jitdriver = JitDriver(greens=['pc', 'program'], reds=['tape', 'reader', 'out'], get_printable_location=get_location)


class Program(object):
    _immutable_fields_ = ['code', 'bracket_map']

    def __init__(self, code, bracket_map):
        self.code = code
        self.bracket_map = bracket_map

    @elidable
    def matching(self, pc):
        return self.bracket_map[pc]


class Tape(object):
    def __init__(self):
        self.thetape = [0]
        self.position = 0

    def get(self):
        return self.thetape[self.position]

    def set(self, val):
        self.thetape[self.position] = val

    def inc(self):
        self.thetape[self.position] = (self.thetape[self.position] + 1) & 0xff

    def dec(self):
        self.thetape[self.position] = (self.thetape[self.position] - 1) & 0xff

    def advance(self):
        self.position += 1
        if len(self.thetape) <= self.position:
            self.thetape.append(0)

    def devance(self):
        self.position -= 1
        if self.position < 0:
            raise TapeError()


class TapeError(Exception):
    pass


class Reader(object):
    def __init__(self, text):
        self.text = text
        self.pos = 0

    def read(self):
        if self.pos >= len(self.text):
            return 0
        c = self.text[self.pos]
        self.pos += 1
        return ord(c)


def mainloop(program, text):
    pc = 0
    tape = Tape()
    reader = Reader(text)
    out = StringBuilder()
    while pc < len(program.code):
        jitdriver.jit_merge_point(pc=pc, tape=tape, program=program, reader=reader, out=out)
        code = program.code[pc]
        if code == ">":
            tape.advance()
        elif code == "<":
            tape.devance()
        elif code == "+":
            tape.inc()
        elif code == "-":
            tape.dec()
        elif code == ".":
            out.append(chr(tape.get()))
        elif code == ",":
            tape.set(reader.read())
        elif code == "[" and tape.get() == 0:
            pc = program.matching(pc)
        elif code == "]" and tape.get() != 0:
            pc = program.matching(pc)
        pc += 1
    return out.build()


def parse(text):
    parsed = []
    bracket_map = {}
    leftstack = []
    pc = 0
    for char in text:
        if char in ('[', ']', '<', '>', '+', '-', ',', '.'):
            parsed.append(char)
            if char == '[':
                leftstack.append(pc)
            elif char == ']':
                if not leftstack:
                    raise SyntaxError
                left = leftstack.pop()
                right = pc
                bracket_map[left] = right
                bracket_map[right] = left
            pc += 1
    if leftstack:
        raise SyntaxError
    return Program("".join(parsed), bracket_map)


HELLO = """++++++++[>++++[>++>+++>+++>+<<<<-]>+>+>->>+[<]<-]>>.>---.+++++++..+++.>>.<-.<.+++.------.--------.>>+."""
REVERSE = ">,[>,]<[.<]"
SQUARES = "++++++++[>++++++++<-]>+<++++++++[>.+++<-]>[->+<]>-------."


def entry_point(argv):
    print(mainloop(parse(HELLO), ""))
    print(mainloop(parse(REVERSE), "stressed diaper"))
    text = mainloop(parse(SQUARES), "")
    print(" ".join(text.split()))
    for bad in ["[", "]", "[]]", "<"]:
        try:
            mainloop(parse(bad), "")
            print("fine")
        except SyntaxError:
            print("unbalanced " + bad)
        except TapeError:
            print("left end " + bad)
    return 0


def target(driver, args):
    return entry_point, None


def jitpolicy(driver):
    from rpython.jit.codewriter.policy import JitPolicy
    return JitPolicy()
