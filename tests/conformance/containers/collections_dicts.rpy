"""defaultdict and Counter."""
from collections import Counter, defaultdict


def pair():
    return [0, 0]


class Graph(object):
    def __init__(self):
        self.edges = defaultdict(list)
        self.seen = defaultdict(set)

    def add(self, a, b):
        self.edges[a].append(b)
        self.edges[b].append(a)
        self.seen[a].add(b)


def entry_point(argv):
    words = 'the quick brown fox jumps over the lazy dog the end'.split(' ')
    by_len = defaultdict(list)
    count = defaultdict(int)
    for w in words:
        by_len[len(w)].append(w)
        count[w] += 1
    print(sorted(by_len.items()))
    print(count['the'], count['nope'], 'nope' in count, len(count))
    print(count.get('absent', -1), 'absent' in count)
    two = defaultdict(lambda: defaultdict(int))
    two['a']['x'] += 1
    two['a']['y'] += 2
    two['b']['x'] += 3
    for k in sorted(two):
        print(k, sorted(two[k].items()))
    p = defaultdict(pair)
    p['q'][1] += 5
    p['q'][0] -= 1
    print(p['q'], p['r'])
    s = defaultdict(str)
    s[1] += 'ab'
    s[1] += 'c'
    print(s[1], s[2] == '', dict(s))
    f = defaultdict(float)
    f['x'] += 0.5
    print(f['x'], f['y'])
    print(count, defaultdict(list))
    g = Graph()
    g.add(1, 2)
    g.add(1, 3)
    print(g.edges[1], g.edges[2], g.edges[9], sorted(g.seen[1]))
    c = Counter('mississippi')
    print(c['s'], c['z'], 'z' in c, len(c), c)
    print(c.most_common(2), c.most_common())
    c.update('sss')
    c.subtract('m')
    c['q'] = 5
    print(c['s'], c['m'], sorted(c.items()), sum(c.values()))
    d = Counter(words)
    print(d.most_common(1), d['fox'])
    d['fox'] += 2
    print(d['fox'], d['new'])
    a = Counter('aab')
    b = Counter('abc')
    print(a + b, a - b, a & b, a | b)
    print(sorted(a.elements()), Counter(), Counter({'x': 2}))
    a.update({'a': 3, 'k': 1})
    print(a, a == Counter({'a': 5, 'b': 1, 'k': 1}))
    n = Counter([3, 1, 3, 2, 3])
    print(n, max(n, key=n.get), n.most_common(1)[0][0])
    anagram = Counter('listen') == Counter('silent')
    print(anagram)
    return 0


def target(driver, args):
    return entry_point
