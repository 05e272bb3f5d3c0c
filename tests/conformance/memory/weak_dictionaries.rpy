# weakref.WeakValueDictionary, WeakKeyDictionary, WeakSet and their kin of rweakref: entries go away with their objects.
# skip-gc: none nothing dies
# skip-gc: boehm stale addresses keep objects alive
# skip-llinterp: it has no collector
import gc
import weakref
from rpython.rlib import rgc
from rpython.rlib.objectmodel import keepalive_until_here
from rpython.rlib.rweakref import RWeakKeyDictionary, RWeakValueDictionary


class Node(object):
    def __init__(self, n):
        self.n = n


class Text(object):
    def __init__(self, s):
        self.s = s


PREBUILT = RWeakValueDictionary(str, Node)
ROOT = Node(1000)
PREBUILT.set('root', ROOT)


def fill_values(d, keep):
    for i in range(100):
        node = Node(i)
        d[i] = node
        if i % 10 == 0:
            keep.append(node)


def fill_keys(d, keep):
    for i in range(100):
        node = Node(i)
        d[node] = 'value %d' % i
        if i % 20 == 5:
            keep.append(node)


def fill_set(s, keep):
    for i in range(30):
        t = Text('t%d' % i)
        s.add(t)
        if i % 7 == 0:
            keep.append(t)


def fill_r(values, keys, keep):
    for i in range(50):
        node = Node(i)
        values.set('k%d' % i, node)
        keys.set(node, Text('of %d' % i))
        if i % 9 == 0:
            keep.append(node)


def weighted(d):
    total = 0
    for k, x in d.items():
        total += k * x.n
    return total


def values():
    d = weakref.WeakValueDictionary()
    keep = []
    fill_values(d, keep)
    gc.collect()
    print(len(d), sorted(d.keys()), 10 in d, 11 in d)
    print(d[20].n, d.get(21) is None, sorted([x.n for x in d.values()])[-1])
    try:
        d[33]
    except KeyError:
        print('KeyError')
    again = Node(-1)
    d[33] = again
    print(d[33].n, d.setdefault(34, again).n, d.pop(33).n, 33 in d)
    del d[34]
    print(weighted(d), len(keep), again.n)
    del keep[1:]
    gc.collect()
    print(len(d), d[0] is keep[0])
    d.clear()
    print(len(d))
    keepalive_until_here(keep)


def keys():
    d = weakref.WeakKeyDictionary()
    keep = []
    fill_keys(d, keep)
    gc.collect()
    print(len(d), d[keep[0]], keep[1] in d, Node(5) in d, d.get(Node(5), 'no'))
    d[keep[0]] = 'changed'
    print(sorted(d.values()), len(list(d.items())))
    del d[keep[2]]
    print(len(d), d.pop(keep[3]), len(d))
    keepalive_until_here(keep)
    s = weakref.WeakSet()
    texts = []
    fill_set(s, texts)
    gc.collect()
    s.discard(texts[0])
    print(len(s), texts[1] in s, texts[0] in s, sorted([t.s for t in s]))
    keepalive_until_here(texts)


def of_rlib():
    vs = RWeakValueDictionary(str, Node)
    ks = RWeakKeyDictionary(Node, Text)
    keep = []
    fill_r(vs, ks, keep)
    rgc.collect()
    print(vs.length(), ks.length(), vs.get('k9').n, vs.get('k10') is None, ks.get(keep[2]).s)
    vs.set('k9', None)
    print(vs.get('k9') is None, PREBUILT.get('root').n)
    PREBUILT.set('more', keep[0])
    PREBUILT.set('root', None)
    print(PREBUILT.get('more').n, PREBUILT.get('root') is None, len(keep))
    keepalive_until_here(keep)


def entry_point(argv):
    values()
    keys()
    of_rlib()
    return 0


def target(driver, args):
    return entry_point, None
