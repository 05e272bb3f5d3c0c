# jit: yes
"""`virtual_ref`: references to frames with a life of their own."""
from rpython.rlib.jit import JitDriver, virtual_ref, virtual_ref_finish, non_virtual_ref, vref_None
from rpython.rlib.jit import InvalidVirtualRef, JitHintError, dont_look_inside
from rpython.rlib.objectmodel import we_are_translated

driver = JitDriver(greens=['mode'], reds=['n', 'ec', 'total'])


class Frame(object):
    def __init__(self, n, back):
        self.n = n
        self.back = back


class Context(object):
    def __init__(self):
        self.top = vref_None
        self.asked = 0
        self.last = None


@dont_look_inside
def look(ec, depth):
    ref = ec.top
    total = 0
    while depth > 0:
        frame = ref()
        if frame is None:
            break
        total += frame.n
        ref = frame.back
        depth -= 1
    ec.asked += 1
    ec.last = ref
    return total


def call(ec, n, mode):
    frame = Frame(n, ec.top)
    ref = virtual_ref(frame)
    ec.top = ref
    result = n % 3
    if mode == 1 and n % 11 == 0:
        result += look(ec, 2)
    elif mode == 2:
        result += look(ec, 1)
    ec.top = frame.back
    virtual_ref_finish(ref, frame)
    if mode == 3 and n % 100 == 7:
        try:
            result += ref().n
        except InvalidVirtualRef:
            result += 1000
    return result


def run(mode, n):
    ec = Context()
    total = 0
    outer = Frame(5, vref_None)
    if mode == 1:
        ec.top = non_virtual_ref(outer)
    while n > 0:
        driver.jit_merge_point(mode=mode, n=n, ec=ec, total=total)
        total += call(ec, n, mode)
        n -= 1
    print("%d: %d %d %s %s" % (mode, total, ec.asked, ec.top.virtual, ec.top() is None))


def end_of_another(frame):
    """Whoever runs the program untranslated is told that a reference ends with another frame."""
    ref = virtual_ref(frame)
    try:
        virtual_ref_finish(ref, Frame(2, vref_None))
    except JitHintError:
        virtual_ref_finish(ref, frame)
        return True
    return False


def entry_point(argv):
    if not we_are_translated():
        assert end_of_another(Frame(1, vref_None))
    for mode in range(4):
        run(mode, 50)
        run(mode, 3000)
    frame = Frame(1, vref_None)
    ref = virtual_ref(frame)
    print(ref.virtual)
    print(ref() is frame)
    print(ref.virtual)
    virtual_ref_finish(ref, frame)
    print(ref() is frame)
    return 0


def target(driver, args):
    return entry_point
