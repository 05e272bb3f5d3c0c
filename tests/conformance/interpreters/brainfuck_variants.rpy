# origin: after published programs
# One interpreter class made from several dialects of a tape language: commands are tables, loops are matched at import time.
from rpython.rlib.unroll import unrolling_iterable


def make_dialect(name, commands, wrap):
    table = {}
    for c, op in commands.items():
        table[c] = op

    class Machine(object):
        def __init__(self, source):
            self.code = []
            self.jumps = {}
            stack = []
            for c in source:
                if c not in table:
                    continue
                op = table[c]
                if op == '[':
                    stack.append(len(self.code))
                elif op == ']':
                    if not stack:
                        raise SyntaxError('] without [')
                    start = stack.pop()
                    self.jumps[start] = len(self.code)
                    self.jumps[len(self.code)] = start
                self.code.append(op)
            if stack:
                raise SyntaxError('[ without ]')

        def run(self, data):
            tape = [0] * 100
            at = pc = read = steps = 0
            out = []
            while pc < len(self.code):
                op = self.code[pc]
                steps += 1
                if op == '>':
                    at = (at + 1) % len(tape)
                elif op == '<':
                    at = (at - 1) % len(tape)
                elif op == '+':
                    tape[at] += 1
                    if wrap:
                        tape[at] &= 255
                elif op == '-':
                    tape[at] -= 1
                    if wrap:
                        tape[at] &= 255
                elif op == '.':
                    out.append(chr(tape[at] & 255))
                elif op == ',':
                    tape[at] = ord(data[read]) if read < len(data) else 0
                    read += 1
                elif op == '[':
                    if tape[at] == 0:
                        pc = self.jumps[pc]
                elif op == ']':
                    if tape[at] != 0:
                        pc = self.jumps[pc]
                pc += 1
            return '%s %d %d' % (''.join(out), steps, tape[at])

    Machine.__name__ = name
    return Machine


USUAL = make_dialect('Usual', dict((c, c) for c in '><+-.,[]'), True)
LETTERS = make_dialect('Letters', {'r': '>', 'l': '<', 'u': '+', 'd': '-', 'p': '.', 'g': ',', 'o': '[', 'c': ']'}, False)
DIALECTS = unrolling_iterable([('usual', USUAL), ('letters', LETTERS)])
TO_LETTERS = dict(zip('><+-.,[]', 'rludpgoc'))
PROGRAMS = ['++++++++[>++++[>++>+++>+++>+<<<<-]>+>+>->>+[<]<-]>>.>---.+++++++..+++.', ',[.,]', ',>,<[->+<]>.', '++-.', '+[', ']', 'text only']


def translate(source):
    return ''.join([TO_LETTERS.get(c, '') for c in source])


def entry_point(argv):
    for source in PROGRAMS:
        for name, cls in DIALECTS:
            text = source if name == 'usual' else translate(source)
            try:
                print(name, cls(text).run('!"'))
            except SyntaxError as e:
                print(name, 'error', str(e))
    return 0


def target(driver, args):
    return entry_point, None
