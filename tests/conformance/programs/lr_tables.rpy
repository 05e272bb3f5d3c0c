"""An LR(1) parser generator that runs at import time and merges states to LALR(1): grammar with precedences, item sets with lookaheads,
conflicts resolved and counted, tables packed into lists; a driver with semantic actions runs them."""
import sys


class Production(object):
    def __init__(self, number, left, right, action, precedence):
        self.number = number
        self.left = left
        self.right = right
        self.action = action
        self.precedence = precedence

    def __repr__(self):
        return "%s -> %s" % (self.left, " ".join(self.right))


class Grammar(object):
    def __init__(self, text, precedences):
        self.productions = [Production(0, "S'", ["program"], "first", 0)]
        self.levels = {}
        for level, (assoc, tokens) in enumerate(precedences):
            for t in tokens.split():
                self.levels[t] = (assoc, level + 1)
        for line in text.strip().split("\n"):
            left, alternatives = line.split("->")
            for alternative in alternatives.split("||"):
                body, _, action = alternative.partition("#")
                right = body.split()
                level = 0
                for s in right:
                    if s in self.levels:
                        level = self.levels[s][1]
                self.productions.append(Production(len(self.productions), left.strip(), right, action.strip() or "first", level))
        self.by_left = {}
        for p in self.productions:
            self.by_left.setdefault(p.left, []).append(p)
        symbols = set()
        for p in self.productions:
            symbols.update(p.right)
        self.terminals = sorted(s for s in symbols if s not in self.by_left) + ["$"]
        self.nonterminals = sorted(self.by_left)
        self.compute_first()

    def compute_first(self):
        self.first = dict((t, frozenset([t])) for t in self.terminals)
        for n in self.nonterminals:
            self.first[n] = frozenset()
        self.nullable = set()
        changed = True
        while changed:
            changed = False
            for p in self.productions:
                found = set(self.first[p.left])
                for s in p.right:
                    found |= self.first[s]
                    if s not in self.nullable:
                        break
                else:
                    if p.left not in self.nullable:
                        self.nullable.add(p.left)
                        changed = True
                if len(found) > len(self.first[p.left]):
                    self.first[p.left] = frozenset(found)
                    changed = True

    def first_of(self, symbols, lookahead):
        out = set()
        for s in symbols:
            out |= self.first[s]
            if s not in self.nullable:
                return out
        out.add(lookahead)
        return out


class Generator(object):
    """States are kernels: (production, dot) with a set of lookaheads; those of one core are one state."""
    def __init__(self, grammar):
        self.g = grammar
        self.cores = {}
        self.states = []
        self.moves = []
        self.work = []
        self.closures = {}

    def closure(self, kernel):
        items = dict((item, set(las)) for item, las in kernel.items())
        todo = [(item, la) for item, las in kernel.items() for la in las]
        while todo:
            (p, dot), la = todo.pop()
            right = p.right
            if dot >= len(right) or right[dot] not in self.g.by_left:
                continue
            for ahead in self.g.first_of(right[dot + 1:], la):
                for q in self.g.by_left[right[dot]]:
                    seen = items.setdefault((q, 0), set())
                    if ahead not in seen:
                        seen.add(ahead)
                        todo.append(((q, 0), ahead))
        return items

    def state_for(self, kernel):
        core = frozenset(kernel)
        at = self.cores.get(core, -1)
        if at < 0:
            at = self.cores[core] = len(self.states)
            self.states.append(dict((item, set(las)) for item, las in kernel.items()))
            self.moves.append({})
            self.work.append(at)
            return at
        grown = False
        for item, las in kernel.items():
            mine = self.states[at][item]
            if not las <= mine:
                mine |= las
                grown = True
        if grown and at not in self.work:
            self.work.append(at)
        return at

    def run(self):
        self.state_for({(self.g.productions[0], 0): set(["$"])})
        while self.work:
            at = self.work.pop(0)
            items = self.closure(self.states[at])
            by_symbol = {}
            for (p, dot), las in items.items():
                if dot < len(p.right):
                    kernel = by_symbol.setdefault(p.right[dot], {})
                    kernel.setdefault((p, dot + 1), set()).update(las)
            for symbol in sorted(by_symbol):
                self.moves[at][symbol] = self.state_for(by_symbol[symbol])
        return self.tables()

    def tables(self):
        g = self.g
        actions, gotos = [], []
        conflicts = 0
        for at in range(len(self.states)):
            row = {}
            for symbol, to in self.moves[at].items():
                if symbol not in g.by_left:
                    row[symbol] = to + 1
            for (p, dot), las in sorted(self.closure(self.states[at]).items(), key=lambda pair: pair[0][0].number):
                if dot < len(p.right):
                    continue
                for la in sorted(las):
                    if la in row:
                        if row[la] > 0 and p.precedence and la in g.levels:
                            assoc, level = g.levels[la]
                            if level < p.precedence or (level == p.precedence and assoc == "left"):
                                row[la] = -p.number - 1
                            continue
                        conflicts += 1
                        continue
                    row[la] = -p.number - 1
            actions.append([row.get(t, 0) for t in g.terminals])
            gotos.append([self.moves[at].get(n, -1) for n in g.nonterminals])
        return actions, gotos, conflicts


GRAMMAR = """
program -> statements
statements -> # empty || statements statement # append
statement -> NAME = expr ; # assign || print expr ; # print || if expr block else_part # if || while expr block # while || block
block -> { statements } # second
else_part -> # empty || else block # second
expr -> expr + expr # add || expr - expr # sub || expr * expr # mul || expr / expr # div || - expr # neg || expr < expr # less
expr -> expr == expr # equal || ( expr ) # second || NUMBER # number || NAME # name || NAME ( args ) # call
args -> # empty || arg_list
arg_list -> expr # one || arg_list , expr # append_after
"""
PRECEDENCES = [("left", "< =="), ("left", "+ -"), ("left", "* /")]
EXTRA = int(sys.argv[2]) if len(sys.argv) > 2 and sys.argv[2].isdigit() else 6
_lines = [GRAMMAR.strip("\n")]
for _i in range(EXTRA):
    _lines.append("statement -> kw%d expr , head%d ; # print" % (_i, _i))
    _lines.append("head%d -> expr # first || [ arg_list ] # second || head%d . NAME # first" % (_i, _i))
G = Grammar("\n".join(_lines), PRECEDENCES)
ACTIONS, GOTOS, CONFLICTS = Generator(G).run()
LEFTS = [G.nonterminals.index(p.left) for p in G.productions]
LENGTHS = [len(p.right) for p in G.productions]
NAMES = [p.action for p in G.productions]
TOKENS = dict((t, i) for i, t in enumerate(G.terminals))
END = TOKENS["$"]
STATES = len(ACTIONS)


class SyntaxProblem(Exception):
    def __init__(self, at, text):
        self.at = at
        self.text = text


class Node(object):
    def __init__(self, kind, text, children):
        self.kind = kind
        self.text = text
        self.children = children


def tokenize(text):
    out = []
    for word in text.split(" "):
        if not word:
            continue
        if word in TOKENS:
            out.append((TOKENS[word], word))
        elif word.isdigit():
            out.append((TOKENS["NUMBER"], word))
        else:
            out.append((TOKENS["NAME"], word))
    out.append((END, "end"))
    return out


def reduce(name, children):
    if name == "first":
        return children[0]
    elif name == "second":
        return children[1]
    elif name == "append" or name == "append_after":
        head = children[0]
        head.children.append(children[len(children) - 1])
        return head
    elif name == "empty" or name == "one":
        return Node("list", "", children)
    return Node(name, "", children)


def parse(text):
    tokens = tokenize(text)
    states = [0]
    values = []
    pos = 0
    while True:
        kind, word = tokens[pos]
        action = ACTIONS[states[len(states) - 1]][kind]
        if action > 0:
            states.append(action - 1)
            values.append(Node("token", word, []))
            pos += 1
        elif action < 0:
            number = -action - 1
            if number == 0:
                return values[0]
            n = LENGTHS[number]
            start = len(values) - n
            assert start >= 0
            children = values[start:]
            del values[start:]
            del states[len(states) - n:]
            values.append(reduce(NAMES[number], children))
            states.append(GOTOS[states[len(states) - 1]][LEFTS[number]])
        else:
            raise SyntaxProblem(pos, word)


class Machine(object):
    def __init__(self):
        self.vars = {}
        self.out = []

    def run(self, node):
        kind = node.kind
        c = node.children
        if kind == "list":
            for child in c:
                self.run(child)
        elif kind == "assign":
            self.vars[c[0].text] = self.value(c[2])
        elif kind == "print":
            self.out.append(str(self.value(c[1])))
        elif kind == "if":
            if self.value(c[1]):
                self.run(c[2])
            else:
                self.run(c[3])
        elif kind == "while":
            while self.value(c[1]):
                self.run(c[2])

    def value(self, node):
        kind = node.kind
        c = node.children
        if kind == "number":
            return int(c[0].text)
        elif kind == "token":
            return int(node.text) if node.text.isdigit() else self.vars.get(node.text, 0)
        elif kind == "name":
            return self.vars.get(c[0].text, 0)
        elif kind == "neg":
            return -self.value(c[1])
        elif kind == "call":
            total = 0
            for child in c[2].children:
                total = total * 10 + self.value(child)
            return total
        a = self.value(c[0])
        b = self.value(c[2])
        if kind == "add":
            return a + b
        elif kind == "sub":
            return a - b
        elif kind == "mul":
            return a * b
        elif kind == "div":
            return a // b if b else 0
        elif kind == "less":
            return int(a < b)
        return int(a == b)


def entry_point(argv):
    print(len(G.productions), STATES, CONFLICTS, len(G.terminals))
    filled = 0
    for row in ACTIONS:
        for a in row:
            filled += int(a != 0)
    print(filled)
    for text in ["x = 1 + 2 * 3 - 4 / 2 ; print x ;", "i = 0 ; while i < 5 { print i * i ; i = i + 1 ; }",
                 "if 1 == 2 { print 1 ; } else { if 2 < 1 + 2 { print - 5 - 3 ; } }", "print ( 1 + 2 ) * 3 ; { print f ( 1 , 2 , 3 ) ; } print f ( ) ;",
                 "kw0 4 , 5 ; kw3 2 * 3 , [ 1 , 2 ] . a . b ;", "print 1 - 2 - 3 ;", "print 1 + ;", "x = ;", "if 1 { print 2 ;", "} x"]:
        m = Machine()
        try:
            m.run(parse(text))
            print(" ".join(m.out))
        except SyntaxProblem as e:
            print("token %d: unexpected %s" % (e.at, e.text))
    return 0


def target(driver, args):
    return entry_point, None
