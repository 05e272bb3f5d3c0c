"""Laws of sets checked on many sets; families of sets; power sets; closure; colouring; dominoes."""


def some_sets():
    out = []
    for bits in range(16):
        out.append({i for i in range(4) if bits >> i & 1})
    return out


def power_set(s):
    out = [frozenset()]
    for x in sorted(s):
        out += [f | {x} for f in out]
    return out


def closure(pairs):
    result = set(pairs)
    while True:
        new = {(a, d) for a, b in result for c, d in result if b == c} - result
        if not new:
            return result
        result |= new


def colour(graph):
    colours = {}
    for node in sorted(graph, key=lambda n: (-len(graph[n]), n)):
        used = {colours[m] for m in graph[node] if m in colours}
        c = 0
        while c in used:
            c += 1
        colours[node] = c
    return colours


def cover(universe, subsets):
    left = set(universe)
    chosen = []
    while left:
        best = max(sorted(subsets), key=lambda name: len(subsets[name] & left))
        if not subsets[best] & left:
            return []
        chosen.append(best)
        left -= subsets[best]
    return chosen


def entry_point(argv):
    sets = some_sets()
    full = {0, 1, 2, 3}
    bad = 0
    for a in sets:
        for b in sets:
            if full - (a | b) != (full - a) & (full - b):
                bad += 1
            if a ^ b != (a | b) - (a & b):
                bad += 1
            if (a <= b) != (a | b == b) or (a < b) != (a <= b and a != b):
                bad += 1
            if a.isdisjoint(b) != (not a & b) or len(a) + len(b) != len(a | b) + len(a & b):
                bad += 1
            for c in sets:
                if a & (b | c) != (a & b) | (a & c):
                    bad += 1
    print(bad, len(sets), sum([len(s) for s in sets]))
    family = power_set({'x', 'y', 'z'})
    print(len(family), sorted([''.join(sorted(f)) for f in family]))
    unique = set(family)
    unique.add(frozenset('xy'))
    print(len(unique), frozenset(['y', 'x']) in unique, frozenset('q') in unique)
    print(sorted(closure({(1, 2), (2, 3), (3, 4)})))
    graph = {'a': {'b', 'c'}, 'b': {'a', 'c'}, 'c': {'a', 'b', 'd'}, 'd': {'c'}}
    print(sorted(colour(graph).items()))
    print(cover(range(1, 8), {'p': {1, 2, 3, 4}, 'q': {3, 4, 5}, 'r': {5, 6, 7}, 's': {1, 7}}))
    print(cover([1, 99], {'p': {1}}))
    evens, threes = set(range(0, 30, 2)), set(range(0, 30, 3))
    print(sorted(evens & threes), len(evens ^ threes), max(evens - threes), sum(evens | threes))
    words = [set(w) for w in ['cat', 'tack', 'act']]
    common = words[0]
    for w in words[1:]:
        common = common & w
    print(sorted(common), words[0] == words[2], words[0] < words[1])
    counts = {}
    for w in words:
        key = frozenset(w)
        counts[key] = counts.get(key, 0) + 1
    print(sorted(counts.values()), counts[frozenset('tac')])
    s = set()
    for i in range(10):
        s.add(i * i % 7)
    while s:
        s.discard(min(s))
        if len(s) == 2:
            print(sorted(s))
    print(s == set(), len(s))
    return 0


def target(driver, args):
    return entry_point
