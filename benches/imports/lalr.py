"""Tables of an LALR parser, computed as parser generators do when a program is imported: items are objects in tuples, sets and
dicts, sets of states are compared and hashed."""


class Production(object):
    def __init__(self, number, name, symbols):
        self.number = number
        self.name = name
        self.symbols = symbols
        self.items = []
        self.lookaheads = {}

    def __repr__(self):
        return "Production(%s -> %s)" % (self.name, " ".join(self.symbols))

    def __len__(self):
        return len(self.symbols)


class Item(object):
    def __init__(self, production, position, after, before):
        self.production = production
        self.position = position
        self.after = after
        self.before = before
        self.next = None

    def __repr__(self):
        symbols = list(self.production.symbols)
        symbols.insert(self.position, ".")
        return "Item(%s -> %s)" % (self.production.name, " ".join(symbols))


class Grammar(object):
    def __init__(self, terminals):
        self.productions = [None]
        self.by_name = {}
        self.terminals = dict((t, []) for t in terminals)
        self.nonterminals = {}
        self.first = {}
        self.follow = {}

    def add(self, name, symbols):
        production = Production(len(self.productions), name, symbols)
        self.productions.append(production)
        self.by_name.setdefault(name, []).append(production)
        self.nonterminals.setdefault(name, [])
        for s in symbols:
            if s in self.terminals:
                self.terminals[s].append(production.number)
            else:
                self.nonterminals.setdefault(s, []).append(production.number)

    def set_start(self, name):
        self.productions[0] = Production(0, "S'", [name])
        self.nonterminals[name].append(0)

    def first_of(self, beta):
        result = []
        for x in beta:
            empty = False
            for f in self.first[x]:
                if f == "<empty>":
                    empty = True
                elif f not in result:
                    result.append(f)
            if not empty:
                break
        else:
            result.append("<empty>")
        return result

    def compute_first(self):
        for t in self.terminals:
            self.first[t] = [t]
        self.first["$end"] = ["$end"]
        for n in self.nonterminals:
            self.first[n] = []
        changed = True
        while changed:
            changed = False
            for n in self.nonterminals:
                for p in self.by_name[n]:
                    for f in self.first_of(p.symbols):
                        if f not in self.first[n]:
                            self.first[n].append(f)
                            changed = True

    def build_items(self):
        for p in self.productions:
            last = None
            items = []
            i = 0
            while True:
                if i > len(p):
                    item = None
                else:
                    try:
                        before = p.symbols[i - 1] if i > 0 else None
                    except IndexError:
                        before = None
                    try:
                        after = self.by_name[p.symbols[i]]
                    except (IndexError, KeyError):
                        after = []
                    item = Item(p, i, after, before)
                if last is not None:
                    last.next = item
                if item is None:
                    break
                items.append(item)
                last = item
                i += 1
            p.items = items


class Table(object):
    def __init__(self, grammar):
        self.grammar = grammar
        self.closures = 0
        self.goto_cache = {}
        self.ids = {}
        grammar.build_items()
        grammar.compute_first()
        self.states = self.item_sets()
        self.lookaheads(self.states)
        self.action, self.goto = self.actions(self.states)

    def closure(self, items):
        self.closures += 1
        result = list(items)
        seen = set(id(i) for i in items)
        added = True
        while added:
            added = False
            for item in result:
                for p in item.after:
                    first = p.items[0]
                    if id(first) in seen:
                        continue
                    result.append(first)
                    seen.add(id(first))
                    added = True
        return result

    def go(self, items, symbol):
        key = (id(items), symbol)
        if key in self.goto_cache:
            return self.goto_cache[key]
        moved = []
        node = self.goto_cache.setdefault(symbol, {})
        for item in items:
            n = item.next
            if n is not None and n.before == symbol:
                node = node.setdefault(id(n), {})
                moved.append(n)
        g = node.get("$end")
        if g is None:
            g = self.closure(moved) if moved else moved
            node["$end"] = g
        self.goto_cache[key] = g
        return g

    def item_sets(self):
        states = [self.closure([self.grammar.productions[0].items[0]])]
        self.ids[id(states[0])] = 0
        i = 0
        while i < len(states):
            items = states[i]
            i += 1
            symbols = {}
            for item in items:
                if item.position < len(item.production):
                    symbols[item.production.symbols[item.position]] = None
            for x in sorted(symbols):
                g = self.go(items, x)
                if not g or id(g) in self.ids:
                    continue
                self.ids[id(g)] = len(states)
                states.append(g)
        return states

    def lookaheads(self, states):
        transitions = []
        for number, state in enumerate(states):
            for item in state:
                if item.position < len(item.production):
                    t = (number, item.production.symbols[item.position])
                    if t[1] in self.grammar.nonterminals and t not in transitions:
                        transitions.append(t)
        nullable = set(n for n in self.grammar.nonterminals if "<empty>" in self.grammar.first[n])
        reads = {}
        for t in transitions:
            reads[t] = self.direct_reads(t, nullable)
        relation = dict((t, self.indirect_reads(t, nullable)) for t in transitions)
        read_sets = self.digraph(transitions, lambda t: relation[t], lambda t: reads[t])
        lookbacks, includes = self.look_back(transitions, nullable)
        follow_sets = self.digraph(transitions, lambda t: includes.get(t, []), lambda t: read_sets[t])
        for t, found in lookbacks.items():
            for state, production in found:
                known = production.lookaheads.setdefault(state, [])
                for a in follow_sets[t]:
                    if a not in known:
                        known.append(a)

    def direct_reads(self, t, nullable):
        terms = []
        g = self.go(self.states[t[0]], t[1])
        for item in g:
            if item.position < len(item.production):
                a = item.production.symbols[item.position]
                if a in self.grammar.terminals and a not in terms:
                    terms.append(a)
        if t[0] == 0 and t[1] == self.grammar.productions[0].symbols[0]:
            terms.append("$end")
        return terms

    def indirect_reads(self, t, nullable):
        result = []
        g = self.go(self.states[t[0]], t[1])
        j = self.ids.get(id(g), -1)
        for item in g:
            if item.position < len(item.production):
                a = item.production.symbols[item.position]
                if a in nullable:
                    result.append((j, a))
        return result

    def look_back(self, transitions, nullable):
        lookbacks = {}
        includes = {}
        dtrans = dict.fromkeys(transitions, 1)
        for state, n in transitions:
            back = []
            into = []
            for item in self.states[state]:
                if item.production.name != n or item.position != 0:
                    continue
                position = 0
                j = state
                symbols = item.production.symbols
                while position < len(symbols):
                    t = symbols[position]
                    position += 1
                    if (j, t) in dtrans:
                        rest = position
                        while rest < len(symbols):
                            if symbols[rest] in self.grammar.terminals:
                                break
                            if symbols[rest] not in nullable:
                                break
                            rest += 1
                        else:
                            into.append((j, t))
                    g = self.go(self.states[j], t)
                    j = self.ids.get(id(g), -1)
                for r in self.states[j]:
                    if r.production is item.production and r.position == len(symbols):
                        back.append((j, r.production))
            for i in into:
                includes.setdefault(i, []).append((state, n))
            lookbacks[state, n] = back
        return lookbacks, includes

    def digraph(self, nodes, relation, base):
        number = dict.fromkeys(nodes, 0)
        stack = []
        result = {}
        for x in nodes:
            if number[x] == 0:
                self.traverse(x, number, stack, result, nodes, relation, base)
        return result

    def traverse(self, x, number, stack, result, nodes, relation, base):
        stack.append(x)
        depth = len(stack)
        number[x] = depth
        result[x] = list(base(x))
        for y in relation(x):
            if number.get(y) is None:
                continue
            if number[y] == 0:
                self.traverse(y, number, stack, result, nodes, relation, base)
            number[x] = min(number[x], number[y])
            for a in result.get(y, []):
                if a not in result[x]:
                    result[x].append(a)
        if number[x] == depth:
            while True:
                top = stack.pop()
                number[top] = 1 << 30
                result[top] = result[x]
                if top == x:
                    break

    def actions(self, states):
        action = []
        goto = []
        for number, state in enumerate(states):
            row = {}
            for item in state:
                p = item.production
                if p.number and item.position == len(p):
                    for a in p.lookaheads.get(number, []):
                        row[a] = -p.number
                elif item.position < len(p):
                    a = p.symbols[item.position]
                    if a in self.grammar.terminals:
                        row[a] = self.ids[id(self.go(state, a))]
            action.append(row)
            moves = {}
            for n in sorted(self.grammar.nonterminals):
                g = self.go(state, n)
                j = self.ids.get(id(g), -1)
                if j >= 0:
                    moves[n] = j
            goto.append(moves)
        return action, goto


def statements(levels):
    """A grammar with so many levels of operators."""
    operators = ["op%d" % i for i in range(levels)]
    g = Grammar(["name", "number", "(", ")", "=", ";", "if", "else", "while", "{", "}", ","] + operators)
    g.add("program", ["block"])
    g.add("block", ["statement"])
    g.add("block", ["block", "statement"])
    g.add("statement", ["name", "=", "e0", ";"])
    g.add("statement", ["e0", ";"])
    g.add("statement", ["if", "(", "e0", ")", "{", "block", "}", "rest"])
    g.add("statement", ["while", "(", "e0", ")", "{", "block", "}"])
    g.add("rest", [])
    g.add("rest", ["else", "{", "block", "}"])
    for i in range(levels):
        g.add("e%d" % i, ["e%d" % (i + 1)])
        g.add("e%d" % i, ["e%d" % i, operators[i], "e%d" % (i + 1)])
    top = "e%d" % levels
    g.add(top, ["name"])
    g.add(top, ["number"])
    g.add(top, ["(", "e0", ")"])
    g.add(top, ["name", "(", "arguments", ")"])
    g.add("arguments", [])
    g.add("arguments", ["list"])
    g.add("list", ["e0"])
    g.add("list", ["list", ",", "e0"])
    g.set_start("program")
    return g


def main(levels):
    table = Table(statements(levels))
    print(len(table.states), table.closures, sum(len(r) for r in table.action), sum(len(r) for r in table.goto))


main(45)


def entry_point(argv):
    return 0


def target(driver, args):
    return entry_point, None
