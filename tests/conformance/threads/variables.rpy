# skip-gc: ref it does not count what variables of threads refer to
# skip-gc: boehm it does not know the stacks of threads
# skip-llinterp: threads
# Variables that each thread has for itself.
import time
from rpython.rlib import rgc, rthread
from rpython.rtyper.lltypesystem import lltype


class Context(object):
    def __init__(self, name):
        self.name = name
        self.items = [name + "0"]


current = rthread.ThreadLocalReference(Context)
depth = rthread.ThreadLocalField(lltype.Signed, "depth")
other = rthread.ThreadLocalReference(Context)


class State(object):
    def __init__(self):
        self.lock = rthread.allocate_lock()
        self.begun = 0
        self.lines = []


state = State()


def work():
    with state.lock:
        n = state.begun
        state.begun += 1
    none = current.get() is None and other.get() is None and depth.getraw() == 0
    name = "t%d-" % n
    current.set(Context(name))
    for k in range(30):
        depth.setraw(n * 100 + k)
        context = current.get()
        context.items.append(name + str(k))
        if k % 10 == 3:
            other.set(Context(name + "other"))
        if k % 7 == 0:
            time.sleep(0.0002)
        if k == 15 and n == 2:
            rgc.collect()
        if current.get() is not context or depth.getraw() != n * 100 + k:
            with state.lock:
                state.lines.append("wrong in %d" % n)
    context = current.get()
    line = "%s %d %s %s %d %s" % (context.name, len(context.items), context.items[29], other.get().name,
                                  depth.getraw(), none)
    with state.lock:
        state.lines.append(line)


def entry_point(argv):
    current.set(Context("main"))
    depth.setraw(-1)
    for k in range(5):
        rthread.start_new_thread(work, ())
    while len(state.lines) < 5:
        time.sleep(0.001)
    for line in sorted(state.lines):
        print(line)
    print(current.get().name, depth.getraw(), other.get() is None)
    return 0


def target(*args):
    return entry_point, None
