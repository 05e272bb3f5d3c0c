# skip-llinterp: finalizers
# skip-gc: none nothing is freed
# skip-gc: boehm stale addresses keep objects alive
# rgc.FinalizerQueue: objects are given out once when they are dead; gcrefs; other functions of rgc.
from rpython.rlib import rgc
from rpython.rlib.rgc import FinalizerQueue
from rpython.rtyper.annlowlevel import cast_instance_to_gcref, cast_gcref_to_instance
from rpython.rtyper.lltypesystem import lltype, llmemory


class Resource(object):
    def __init__(self, name):
        self.name = name
        self.other = None


class Count(object):
    triggers = 0
    closed = 0


count = Count()


class Queue(FinalizerQueue):
    Class = Resource

    def finalizer_trigger(self):
        count.triggers += 1


queue = Queue()
kept = []


class Small(object):
    __slots__ = ('number',)

    def __init__(self, number):
        self.number = number


class Smaller(Small):
    __slots__ = ()


class Listed(object):
    _attrs_ = ['text']

    def __init__(self, text):
        self.text = text


class SmallQueue(FinalizerQueue):
    Class = Small

    def finalizer_trigger(self):
        pass


class ListedQueue(FinalizerQueue):
    Class = Listed

    def finalizer_trigger(self):
        pass


small_queue, listed_queue = SmallQueue(), ListedQueue()
kept_small = [Small(100)]
small_queue.register_finalizer(kept_small[0])


def make(n):
    for i in range(n):
        r = Resource("r%d" % i)
        r.other = Resource("part of r%d" % i)
        queue.register_finalizer(r)
        if i % 3 == 0:
            kept.append(r)


def make_small(n):
    for i in range(n):
        small_queue.register_finalizer(Small(i) if i % 2 else Smaller(i))
        listed_queue.register_finalizer(Listed('text %d' % i))
    kept_small.append(Small(n))
    small_queue.register_finalizer(kept_small[1])


def drain_small():
    numbers, texts = [], []
    while True:
        s = small_queue.next_dead()
        if s is None:
            break
        numbers.append(s.number)
    while True:
        t = listed_queue.next_dead()
        if t is None:
            break
        texts.append(t.text)
    numbers.sort()
    texts.sort()
    print(numbers, texts, len(kept_small))


def drain():
    names = []
    while True:
        r = queue.next_dead()
        if r is None:
            break
        names.append(r.name + "/" + r.other.name)
        count.closed += 1
    names.sort()
    print(len(names), ' '.join(names))


class Node(object):
    def __init__(self, value, next):
        self.value = value
        self.next = next


class Special(Node):
    def shout(self):
        return "special %d" % self.value


def references():
    refs = [cast_instance_to_gcref(Node(i, None)) for i in range(5)]
    s = cast_instance_to_gcref(Special(7, None))
    null = lltype.nullptr(llmemory.GCREF.TO)
    refs.append(null)
    rgc.collect()
    total = 0
    for ref in refs:
        if ref:
            total = total * 10 + cast_gcref_to_instance(Node, ref).value
    print(total, cast_gcref_to_instance(Special, s).shout(), bool(null), cast_gcref_to_instance(Node, null) is None)
    print(s == cast_instance_to_gcref(cast_gcref_to_instance(Node, s)), refs[0] == refs[1])


@rgc.must_be_light_finalizer
def light(x):
    return x


@rgc.no_collect
def plain(x):
    return x + 1


def entry_point(argv):
    make(9)
    rgc.collect()
    rgc.collect()
    drain()
    drain()
    del kept[1:]
    rgc.collect()
    rgc.collect()
    drain()
    make_small(5)
    rgc.collect()
    rgc.collect()
    drain_small()
    print(count.closed, count.triggers > 0, kept[0].name)
    rgc.add_memory_pressure(1000)
    references()
    print(light(3), plain(4))
    return 0


def target(driver, args):
    return entry_point, None
