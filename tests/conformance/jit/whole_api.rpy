# jit: yes
"""What rpython.rlib.jit has besides the hints of the other programs: drivers with all their functions, parameters per
driver, inline merge points, counters, hooks; with the argument `report` it tells what it counted."""
from rpython.jit.metainterp.resoperation import rop
from rpython.rlib import jit, jit_hooks
from rpython.rlib.jit import Counters, JitDriver, JitHookInterface
from rpython.jit.codewriter.policy import JitPolicy


def printable(pc, code):
    return 'pc %d' % pc


def location(pc, code):
    return 'guest.txt', pc + 1, code.name, ord(code.text[pc]), code.text[pc]


def unique_id(pc, code):
    return 100 + pc


def confirm(pc, code, n, frame):
    return code.enabled


def never_inline(pc, code):
    return code.name == 'alone'


def unroll_one(pc, code):
    return code.name == 'inner'


main_driver = JitDriver(greens=['pc', 'code'], reds=['n', 'frame'], virtualizables=['frame'], name='main',
                        get_printable_location=printable, get_location=location, get_unique_id=unique_id,
                        confirm_enter_jit=confirm, can_never_inline=never_inline,
                        should_unroll_one_iteration=unroll_one, is_recursive=True)
other_driver = JitDriver(greens=['step'], reds='auto', name='other')


class Code(object):
    _immutable_fields_ = ['text', 'name', 'others[*]']
    enabled = True

    def __init__(self, name, text, others):
        self.name = name
        self.text = text
        self.others = others[:]


class Frame(object):
    _virtualizable_ = ['total', 'slots[*]']

    def __init__(self, size):
        self = jit.hint(self, access_directly=True, fresh_virtualizable=True)
        self.total = 0
        self.slots = [0] * size


@jit.look_inside
def step_of(op):
    result = 0
    for i in range(ord(op) - ord('0')):
        result += 1
    return result


@jit.purefunction
def twice(n):
    return n * 2


@jit.purefunction_promote('0')
def scaled(n, factor):
    return n * factor


@jit.oopspec('note.nothing()')
def note(n):
    NOTES.count += n & 1


class Notes(object):
    count = 0


NOTES = Notes()


@jit.jit_callback('callback')
def called_back(n):
    return n + 1


@jit.dont_look_inside
def outside(n):
    return n - 1


def run(code, n):
    frame = Frame(2)
    pc = 0
    while pc < len(code.text):
        main_driver.jit_merge_point(pc=pc, code=code, n=n, frame=frame)
        op = code.text[pc]
        pc += 1
        if op == '+':
            frame.total += twice(3) + scaled(2, 5)
        elif op == 's':
            frame.slots[1] = frame.total & 7
            frame.slots[0] += frame.slots[1]
        elif op == 'u':
            name = jit.promote_unicode(unicode_of(code))
            frame.total += len(name)
        elif op == 'f':
            jit.hint(frame, force_virtualizable=True)
            frame.total += seen(frame)
        elif op == 'n':
            note(n)
        elif op == 'o':
            frame.total += outside(called_back(1))
        elif op == 'c':
            frame.total += run(code.others[0], 5)
        elif op == 'a':
            frame.total += run(code.others[1], 2)
        elif op == 'r':
            vref = jit.virtual_ref(frame)
            if vref() is not None:
                frame.total += 1
            jit.virtual_ref_finish(vref, frame)
        elif op == '<':
            n -= 1
            if n > 0:
                pc = 0
                main_driver.can_enter_jit(pc=pc, code=code, n=n, frame=frame)
        else:
            frame.total += step_of(op)
    jit.enter_portal_frame(1)
    jit.leave_portal_frame(1)
    return frame.total + frame.slots[0]


@jit.dont_look_inside
def seen(frame):
    return frame.total & 3


def unicode_of(code):
    return code.unicode_name


def sum_of(numbers, step):
    total = 0
    i = 0
    while i < len(numbers):
        other_driver.jit_merge_point(step=step)
        total += numbers[i] * step
        i += step
    return total


class Items(object):
    def __init__(self, n):
        self.n = n

    def __iter__(self):
        return self

    inline_driver = JitDriver(greens=['kind'], reds='auto', name='items')

    @inline_driver.inline(lambda self: Items.inline_driver.jit_merge_point(kind=0))
    def next(self):
        if self.n == 0:
            raise StopIteration
        self.n -= 1
        return self.n


def all_items(n):
    items = Items(n)
    total = 0
    while True:
        try:
            item = items.next()
        except StopIteration:
            break
        total += item
    return total


class Hooks(JitHookInterface):
    def __init__(self):
        self.loops = 0
        self.bridges = 0
        self.before = 0
        self.aborts = []
        self.place = ''
        self.operations = 0
        self.code = 0
        self.name = ''
        self.driver = ''
        self.odd = ''

    def on_abort(self, reason, jitdriver, greenkey, greenkey_repr, logops, operations):
        self.aborts.append('%d %s' % (reason, jitdriver.name))

    def on_trace_too_long(self, jitdriver, greenkey, greenkey_repr):
        self.aborts.append('too long at ' + greenkey_repr)

    def before_compile(self, debug_info):
        self.before += 1

    def after_compile(self, debug_info):
        self.loops += 1
        if debug_info.get_jitdriver().name == 'main' and not self.place:
            self.place = debug_info.get_greenkey_repr()
            self.operations = len(debug_info.operations)
            self.name = jit_hooks.resop_getopname(debug_info.operations[0])
            self.code = debug_info.asminfo.asmlen
            self.driver = debug_info.type
            self.look(debug_info)

    def look(self, debug_info):
        """What every loop has."""
        jumps = 0
        guards = 0
        arguments = 0
        log = debug_info.logger._make_log_operations({})
        for op in debug_info.operations:
            arguments += len(op.getarglist())
            if op.getopnum() == rop.JUMP:
                jumps += 1
                if log.repr_of_resop(op).find('jump(') < 0:
                    self.odd = 'no jump ' + log.repr_of_resop(op)
            elif op.getopnum() == rop.FINISH:
                jumps += 1
            elif op.is_guard():
                guards += 1
                if op.getdescr() is not None:
                    self.odd = 'a descr'
        if jumps == 0 or guards == 0 or arguments < jumps + guards:
            self.odd = '%d jumps, %d guards, %d arguments' % (jumps, guards, arguments)
        if debug_info.greenkey is not None or debug_info.looptoken.number != debug_info.loop_number:
            self.odd = 'a loop without its number'

    def before_compile_bridge(self, debug_info):
        self.before += 1

    def after_compile_bridge(self, debug_info):
        self.bridges += 1
        # What a hook makes may move everything.
        garbage = [str(i) for i in range(100)]
        NOTES.count += len(garbage) - 100


hooks = Hooks()


def entry_point(argv):
    jit.set_param(other_driver, 'threshold', 5)
    jit.set_user_param(main_driver, 'threshold=20,trace_eagerness=10')
    jit.set_param(None, 'trace_limit', 5000)
    report = len(argv) > 1
    if report:
        jit_hooks.stats_set_debug(None, True)
    alone = Code('alone', '+2', [])
    inner = Code('inner', '+ss1234<', [])
    outer = Code('outer', '+sufnorca3<', [inner, alone])
    for code in [alone, inner, outer]:
        code.unicode_name = u'abc'
    print('%d' % run(outer, 400))
    print('%d' % run(inner, 400))
    numbers = range(300)
    print('%d %d' % (sum_of(numbers, 1), sum_of(numbers, 3)))
    print('%d' % all_items(300))
    jit.set_param_to_default(main_driver, 'threshold')
    Code.enabled = True
    print('%d' % run(outer, 100))
    if jit.vref_None() is None:
        print('no reference')
    if jit_hooks.stats_get_counter_value(None, Counters.TOTAL_COMPILED_LOOPS) < hooks.loops:
        print('more loops told than counted')
    if hooks.odd:
        print(hooks.odd)
    if hooks.before != hooks.loops + hooks.bridges:
        print('one not told before')
    if report:
        print('%d loops, %d bridges told' % (hooks.loops, hooks.bridges))
        print('%d loops, %d bridges counted' % (
            jit_hooks.stats_get_counter_value(None, Counters.TOTAL_COMPILED_LOOPS),
            jit_hooks.stats_get_counter_value(None, Counters.TOTAL_COMPILED_BRIDGES)))
        print('%s: %s, first %s' % (hooks.driver, hooks.place, hooks.name))
        if hooks.operations > 10 and hooks.code > 10:
            print('operations and code')
        if jit_hooks.stats_get_times_value(None, Counters.TRACING) > 0.0:
            print('time')
        kinds = [0, 0, 0]
        for count in jit_hooks.stats_get_loop_run_times(None):
            if count.counter > 0:
                kinds['ebl'.index(count.type)] += 1
        print('entered: %s loops, %s bridges, %s labels' % (kinds[0] > 0, kinds[1] > 0, kinds[2] > 0))
        jit.set_user_param(main_driver, 'trace_limit=10,threshold=5')
        # One call has more than twice as many operations.
        again = Code('again', 'ccc3<', [Code('plain', '+s' + '1' * 100, []), alone])
        print('%d' % run(again, 50))
        for text in hooks.aborts[:1]:
            print('abort ' + text)
    return 0


def jitpolicy(driver):
    return JitPolicy(hooks)


def target(driver, args):
    return entry_point, None
