"""Handles that do not keep: RWeakListMixin with slots that are used again, AbstractShrinkList of listeners that are dropped when they
are closed, caches by weak references, bisected indexes of what is left."""
import weakref
from rpython.rlib import rgc
from rpython.rlib.rweaklist import RWeakListMixin
from rpython.rlib.rshrinklist import AbstractShrinkList
from rpython.rlib.rbisect import bisect_left, bisect_right


class Widget(object):
    def __init__(self, name):
        self.name = name
        self.closed = False


class WidgetList(RWeakListMixin):
    def __init__(self):
        self.initialize()


class Listeners(AbstractShrinkList):
    def must_keep(self, widget):
        return not widget.closed


class Timeline(object):
    """Events by time; several at one time keep their order."""
    def __init__(self):
        self.times = []
        self.names = []

    def add(self, time, name):
        i = bisect_right(self.times, time)
        assert i >= 0
        self.times.insert(i, time)
        self.names.insert(i, name)

    def between(self, low, high):
        out = []
        i = bisect_left(self.times, low)
        while i < len(self.times) and self.times[i] < high:
            out.append(self.names[i])
            i += 1
        return out


def open_some(widgets, n):
    return [widgets.add_handle(Widget("temporary %d" % i)) for i in range(n)]


def names_of(widgets):
    out = []
    for ref in widgets.get_all_handles():
        w = ref()
        if w is not None:
            out.append(w.name)
    return out


def entry_point(argv):
    widgets = WidgetList()
    kept = [Widget("kept %d" % i) for i in range(3)]
    handles = [widgets.add_handle(w) for w in kept]
    print(handles, [widgets.fetch_handle(h).name for h in handles])
    index = widgets.reserve_next_handle_index()
    late = Widget("late")
    widgets.store_handle(index, late)
    print(widgets.fetch_handle(index).name, names_of(widgets), late.closed)
    more = open_some(widgets, 5)
    print(len(more), widgets.fetch_handle(handles[1]) is kept[1])
    listeners = Listeners()
    all = [Widget("w%d" % i) for i in range(60)]
    for i in range(60):
        listeners.append(all[i])
        if i % 3 != 0:
            all[i].closed = True
    left = [w.name for w in listeners.items() if not w.closed]
    print(len(left), left[:4], len(listeners.items()) <= 60)
    for i in range(100):
        w = Widget("gone")
        w.closed = True
        listeners.append(w)
    print(len(listeners.items()) < 100, len([w for w in listeners.items() if not w.closed]))
    t = Timeline()
    for time, name in [(5, "e"), (1, "a"), (3, "c"), (3, "d"), (9, "z"), (1, "b")]:
        t.add(time, name)
    print("".join(t.names), t.times, t.between(1, 4), t.between(4, 9), t.between(10, 20))
    print([bisect_left(t.times, n) for n in (0, 1, 3, 10)], [bisect_right(t.times, n) for n in (0, 1, 3, 10)], bisect_left(t.times, 9, 3))
    r = weakref.ref(kept[0])
    rgc.collect()
    print(r() is kept[0], kept[2].name)
    return 0


def target(driver, args):
    return entry_point, None
