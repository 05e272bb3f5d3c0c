# jit: yes
"""A machine that works on strings and lists: concatenation, slices, comparisons, appending, in traces."""
from rpython.rlib.jit import JitDriver

driver = JitDriver(greens=['pc', 'program'], reds=['state'])


class State(object):
    def __init__(self):
        self.text = ""
        self.parts = []
        self.count = 0
        self.table = {}


def run(program, limit):
    pc = 0
    state = State()
    while state.count < limit:
        driver.can_enter_jit(pc=pc, program=program, state=state)
        driver.jit_merge_point(pc=pc, program=program, state=state)
        c = program[pc]
        pc += 1
        if c == 'a':
            state.text = state.text + "x"
        elif c == 'b':
            if len(state.text) > 5:
                state.text = state.text[2:]
        elif c == 'c':
            state.parts.append(state.text)
        elif c == 'd':
            if len(state.parts) > 10:
                state.parts = []
        elif c == 'e':
            if state.text == "xxx":
                state.text = "y" + state.text
        elif c == 'f':
            state.table[state.text] = state.table.get(state.text, 0) + 1
        elif c == 'g':
            state.text = str(state.count) + state.text[:1]
        elif c == 'h':
            s = "%d-%s" % (state.count, state.text)
            if s.find("5") >= 0:
                state.text = s[-1] + "z"
        elif c == 'i':
            n = 0
            for ch in state.text:
                n = n * 7 + ord(ch)
            state.count += n & 1
        elif c == '.':
            state.count += 1
            pc = 0
    print(state.text)
    print(len(state.parts))
    total = 0
    for k in state.table:
        total += len(k) * state.table[k]
    print(total)
    print(len(state.table))


def entry_point(argv):
    for program in ["a.", "ab.", "abc.", "abcd.", "abcdef.", "aef.", "gcf.", "gafh.", "agi.", "hcdfbi."]:
        run(program, 300)
    return 0


def target(driver, args):
    return entry_point, None
