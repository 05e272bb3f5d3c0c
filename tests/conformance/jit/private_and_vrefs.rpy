# jit: yes
# A frame that nobody keeps, and other objects that hang in a chain by virtual references while calls are made that may look at those.
from rpython.rlib.jit import JitDriver, dont_look_inside, virtual_ref, virtual_ref_finish, vref_None

driver = JitDriver(greens=["text", "pc"], reds=["n", "frame", "context"], virtualizables=["frame"])


class Frame(object):
    _virtualizable_ = ["a", "b", "items[*]"]

    def __init__(self):
        self.a = 1
        self.b = 2
        self.items = [3, 4]


class Link(object):
    def __init__(self, number):
        self.number = number


class Context(object):
    def __init__(self, every):
        self.top = vref_None
        self.every = every
        self.calls = 0


@dont_look_inside
def work(context):
    context.calls += 1
    if context.calls % context.every == 0:
        return context.top().number
    return 1


def interpret(text, n, frame, context):
    pc = 0
    while True:
        driver.jit_merge_point(text=text, pc=pc, n=n, frame=frame, context=context)
        op = text[pc]
        pc += 1
        if op == "+":
            frame.a = (frame.a + n) % 1000003
            frame.items[1] += 1
        elif op == "w":
            link = Link(n)
            ref = virtual_ref(link)
            context.top = ref
            frame.b = (frame.b * 3 + frame.a) % 1000003
            frame.items[0] = (frame.items[0] + work(context)) % 1000003
            context.top = vref_None
            virtual_ref_finish(ref, link)
        elif op == ".":
            n -= 1
            if n == 0:
                return frame.a + frame.b * 3 + frame.items[0] * 5 + frame.items[1] * 7
            pc = 0
            driver.can_enter_jit(text=text, pc=pc, n=n, frame=frame, context=context)


def entry_point(argv):
    for text in ["+w.", "+w+.", "w+w."]:
        for every in [100000, 700, 3, 1]:
            print("%s %d: %d" % (text, every, interpret(text, 3000, Frame(), Context(every))))
    return 0


def target(driver, args):
    return entry_point, None
