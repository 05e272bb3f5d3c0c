# dead_ref: a weak reference without object goes where references to any class are. A clock in sections of the log.
# skip-gc: none nothing dies
# skip-gc: boehm stale addresses keep objects alive
# skip-llinterp: it has no collector
import gc
import weakref
from rpython.rlib import debug
from rpython.rlib.objectmodel import keepalive_until_here
from rpython.rlib.rweakref import dead_ref, ref


class Shape(object):
    def __init__(self, name):
        self.name = name


class Sound(object):
    def __init__(self, pitch):
        self.pitch = pitch


class ShapeHolder(object):
    link = dead_ref

    def text(self):
        s = self.link()
        return 'gone' if s is None else s.name


class SoundHolder(object):
    def __init__(self):
        self.link = dead_ref
        self.more = [dead_ref]

    def text(self):
        s = self.link()
        if s is None:
            return 'silent %d' % len([r for r in self.more if r() is None])
        return 'at %d' % s.pitch


KEPT = ShapeHolder()
KEPT.link = weakref.ref(Shape('of import time'))


def nobody(n):
    only_dead = dead_ref
    return only_dead() is None and n > 0


def entry_point(argv):
    shape, sound = Shape('round'), Sound(440)
    a, b, c = ShapeHolder(), SoundHolder(), ShapeHolder()
    print(a.text(), b.text(), KEPT.text(), dead_ref() is None, nobody(len(argv)))
    a.link = ref(shape)
    b.link = ref(sound)
    b.more.append(b.link)
    print(a.text(), b.text(), c.text())
    b.link = dead_ref
    c.link = a.link
    a.link = dead_ref
    print(a.text(), b.text(), c.text(), b.link is dead_ref, c.link is dead_ref)
    keepalive_until_here(shape)
    keepalive_until_here(sound)
    start = debug.debug_start('work', timestamp=True)
    stop = debug.debug_stop('work', timestamp=len(argv) > 0)
    print(start > 0, stop >= start, debug.debug_start('more'), debug.debug_stop('more', False))
    return 0


def target(driver, args):
    return entry_point, None
