# each: raise sometimes thrown thrown_deep entered recursion recursion_caught calls_again deep residual index division none reraise finally filter bridge_deep calls loops from_start overflow key inner_handler plain before
# jit: yes
"""Exceptions that leave traces: what the report of an uncaught one shows is the same as without a JIT. Each word is a guest
program: `n` rounds of a loop, the last of which goes wrong in its way."""
from rpython.rlib import jit
from rpython.rlib.objectmodel import dont_inline


class Problem(Exception):
    def __init__(self, text):
        self.text = text

    def __str__(self):
        return self.text


class Small(Problem):
    pass


class Other(Exception):
    pass


class Leave(Exception):
    def __init__(self, value):
        self.value = value


class Box(object):
    def __init__(self, n):
        self.n = n


class Program(object):
    _immutable_fields_ = ['ops', 'callee?']

    def __init__(self, ops, size, rounds):
        self.ops = ops
        self.size = size
        self.rounds = rounds
        self.callee = None


def location(pc, program):
    return program.ops[pc]


driver = jit.JitDriver(greens=['pc', 'program'], reds=['n', 'state'], is_recursive=True,
                       get_printable_location=location)


class State(object):
    def __init__(self, size):
        self.total = 0
        self.values = [1] * size
        self.boxes = [Box(i) for i in range(size)]
        self.names = {}
        for i in range(size):
            self.names[str(i)] = i
        self.saved = None


def check(n, size):
    if n >= size:
        raise Problem("too many: %d" % n)
    return n


def two_deep(n, size):
    m = check(n + 0, size)
    return m + 1


@jit.dont_look_inside
def residual(n, size):
    return two_deep(n, size) + 1


def item(state, n):
    return state.values[n]


def known_item(values, n):
    return values[n]


def quotient(n, size):
    return 100 // (size - n)


def box(state, n):
    if n < len(state.boxes):
        return state.boxes[n]
    return None


def named(state, n):
    return state.names[str(n)]


def again(n, size):
    try:
        return two_deep(n, size)
    except Problem as e:
        if e.text == "":
            return 0
        raise


def thrown(n, size):
    if n >= 0:
        raise Problem("" if n < size else "now")
    return n


def sometimes(n, size):
    try:
        thrown(n, size)
    except Problem as e:
        if e.text == "":
            return 0
        raise
    return 1


def sometimes_kept(state, n, size):
    try:
        thrown(n, size)
    except Problem as e:
        state.saved = e
        if len(e.text) > 0:
            raise e
    return 1


@dont_inline
def thrown_below(n, size):
    return thrown(n, size) + 1


@dont_inline
def thrown_lower(n, size):
    return thrown_below(n, size) + 1


@dont_inline
def thrown_deep(n, size):
    return thrown_lower(n, size) + 1


def deep_kept(state, n, size):
    """Leaves more marks at once than fit into a word."""
    try:
        return thrown_deep(n, size)
    except Problem as e:
        state.saved = e
        if len(e.text) > 0:
            raise e
    return 1


def with_finally(state, n, size):
    try:
        return two_deep(n, size)
    finally:
        state.total += 1


def filtered(n, size):
    try:
        return two_deep(n, size)
    except Other:
        return 5


def filtered_small(n, size):
    try:
        return filtered(n, size)
    except Small:
        return 6
    except LookupError:
        return 7


def handler_that_raises(n, size):
    try:
        return two_deep(n, size)
    except Problem as e:
        raise Small("again: " + e.text)


def leave(n):
    raise Leave(n + 1)


def left(n):
    try:
        leave(n)
    except Leave as e:
        return e.value
    return 0


def plus(n, m):
    return ovf(n) + m


def ovf(n):
    from rpython.rlib.rarithmetic import ovfcheck
    try:
        return ovfcheck(n << 57)
    except OverflowError:
        raise Small("overflow of %d" % n)


def run(program, state, start):
    if start < 0:
        raise Problem("cannot start at %d" % start)
    n = start
    pc = 0
    while True:
        driver.jit_merge_point(pc=pc, program=program, n=n, state=state)
        op = program.ops[pc]
        size = program.size
        pc += 1
        if op == 'raise':
            if n >= size:
                raise Problem("raised")
            state.total += n
        elif op == 'deep':
            state.total += two_deep(n, size)
        elif op == 'residual':
            state.total += residual(n, size)
        elif op == 'index':
            state.total += item(state, n)
        elif op == 'known_index':
            state.total += known_item(state.values, n)
        elif op == 'division':
            state.total += quotient(n, size)
        elif op == 'none':
            state.total += box(state, n).n
        elif op == 'key':
            state.total += named(state, n)
        elif op == 'reraise':
            state.total += again(n, size)
        elif op == 'sometimes':
            state.total += sometimes(n, size)
        elif op == 'thrown':
            state.total += sometimes_kept(state, n, size)
        elif op == 'thrown_deep':
            state.total += deep_kept(state, n, size)
        elif op == 'finally':
            state.total += with_finally(state, n, size)
        elif op == 'filter':
            state.total += filtered_small(n, size)
        elif op == 'replace':
            state.total += handler_that_raises(n, size)
        elif op == 'overflow':
            state.total += plus(n, 1) & 3
        elif op == 'left':
            state.total += left(n)
        elif op == 'odd':
            if n % 3 == 0:
                pc += 1
        elif op == 'try':
            try:
                state.total += two_deep(n, size)
            except Other:
                state.total -= 1
            finally:
                state.total += 1
        elif op == 'call':
            state.total += run(program.callee, state, n)
        elif op == 'call_from_0':
            program.callee.rounds = n + 5
            state.total += run(program.callee, state, 0)
        elif op == 'call_again':
            try:
                state.total += run(program.callee, state, n)
            except Problem:
                state.total += 1
                if n > size + 5:
                    raise
        elif op == 'deeper':
            if n % 20 != 19:
                state.total += run(program, state, n + 1)
            else:
                state.total += two_deep(n, 30)
        elif op == 'guarded_recursion':
            try:
                state.total += run(program.callee, state, 25)
            except Problem:
                state.total += 1
        elif op == 'recursion':
            state.total += run(program.callee, state, n)
        elif op == 'start':
            state.total += run(program.callee, state, size - n)
        elif op == 'again':
            n += 1
            if n >= program.rounds:
                return n
            pc = 0
            driver.can_enter_jit(pc=pc, program=program, n=n, state=state)
        elif op == 'return':
            return n
        else:
            raise Other()


def enter_often(program, state):
    problems = 0
    for i in range(40):
        try:
            run(program, state, i % 9)
        except Problem:
            problems += 1
    print("problems", problems)


def look(program, state):
    rounds = run(program, state, 0)
    print("rounds", rounds)


def program_of(word, size):
    rounds = size + 10
    if word == 'bridge_deep':
        return Program(['odd', 'left', 'reraise', 'deep', 'again'], size, rounds)
    if word == 'calls':
        inner = Program(['left', 'deep', 'return'], size - 5, rounds)
        outer = Program(['left', 'call', 'again'], size, rounds)
        middle = Program(['left', 'call', 'return'], size, rounds)
        middle.callee = inner
        outer.callee = middle
        return outer
    if word == 'calls_again':
        inner = Program(['left', 'deep', 'return'], size - 30, rounds)
        outer = Program(['left', 'call_again', 'again'], size, rounds)
        outer.callee = inner
        return outer
    if word == 'recursion' or word == 'recursion_caught':
        inner = Program(['left', 'deeper', 'return'], size, rounds)
        ops = ['guarded_recursion', 'recursion', 'again'] if word == 'recursion_caught' else ['recursion', 'again']
        outer = Program(ops, size, rounds)
        outer.callee = inner
        return outer
    if word == 'entered':
        return Program(['left', 'deep', 'raise', 'again'], 12, rounds)
    if word == 'loops':
        inner = Program(['left', 'finally', 'again'], size, rounds)
        outer = Program(['left', 'call_from_0', 'again'], size, rounds)
        outer.callee = inner
        return outer
    if word == 'from_start':
        inner = Program(['left', 'return'], size, rounds)
        outer = Program(['start', 'again'], size, rounds)
        outer.callee = inner
        return outer
    if word == 'inner_handler':
        return Program(['replace', 'again'], size, rounds)
    if word == 'plain':
        return Program(['try', 'again'], size, rounds)
    if word == 'before':
        return Program(['left', 'nothing', 'again'], size, rounds)
    return Program(['left', word, 'again'], size, rounds)


def entry_point(argv):
    word = argv[1]
    program = program_of(word, 60)
    state = State(60)
    if word == 'before':
        try:
            run(program, state, 0)
        except Other:
            print("unknown operation")
        program.ops = ['raise', 'again']
        run(program, state, -1)
    if word == 'entered':
        enter_often(program, state)
    try:
        look(program, state)
    except Other:
        print("other")
    return 0


def target(driver, args):
    return entry_point
