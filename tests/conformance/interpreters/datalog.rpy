"""Datalog with semi-naive evaluation: relations as indexed sets of tuples of interned constants, rules with joins, stratified negation,
built-in comparisons, queries; errors for unsafe rules and for negation in a cycle."""
from rpython.rlib.objectmodel import r_dict, newlist_hint
from rpython.rlib.rarithmetic import intmask


class DatalogError(Exception):
    def __init__(self, text):
        self.text = text


def tuple_eq(a, b):
    if len(a) != len(b):
        return False
    for i in range(len(a)):
        if a[i] != b[i]:
            return False
    return True


def tuple_hash(t):
    h = 1000003
    for n in t:
        h = intmask(h * 31 + n)
    return h


class Symbols(object):
    def __init__(self):
        self.numbers = {}
        self.names = []

    def intern(self, name):
        n = self.numbers.get(name, -1)
        if n < 0:
            n = len(self.names)
            self.numbers[name] = n
            self.names.append(name)
        return n


class Relation(object):
    def __init__(self, name, arity):
        self.name = name
        self.arity = arity
        self.set = r_dict(tuple_eq, tuple_hash)
        self.all = []
        self.delta = []
        self.fresh = []
        self.indexes = {}

    def add(self, t):
        if t in self.set:
            return False
        self.set[t] = None
        self.fresh.append(t)
        return True

    def advance(self):
        """What is new becomes the delta; whether there is any."""
        self.delta = self.fresh
        self.fresh = []
        for t in self.delta:
            self.all.append(t)
            for column, index in self.indexes.items():
                index.setdefault(t[column], []).append(t)
        return len(self.delta) > 0

    def matching(self, column, value):
        index = self.indexes.get(column, None)
        if index is None:
            index = {}
            for t in self.all:
                index.setdefault(t[column], []).append(t)
            self.indexes[column] = index
        return index.get(value, NOTHING)


NOTHING = []


class Atom(object):
    def __init__(self, name, terms, negated):
        self.name = name
        self.terms = terms
        self.negated = negated
        self.relation = None

    def builtin(self):
        return self.name == "<" or self.name == "<>"


class Rule(object):
    def __init__(self, head, body, nvars):
        self.head = head
        self.body = body
        self.nvars = nvars


class Program(object):
    def __init__(self):
        self.symbols = Symbols()
        self.relations = {}
        self.rules = []
        self.joins = 0

    def relation(self, name, arity):
        r = self.relations.get(name, None)
        if r is None:
            r = self.relations[name] = Relation(name, arity)
        if r.arity != arity:
            raise DatalogError("%s has %d columns, not %d" % (name, r.arity, arity))
        return r

    def read(self, text):
        for clause in text.split(". "):
            if clause.endswith("."):
                clause = clause[:len(clause) - 1]
            names = []
            at = clause.find(" :- ")
            if at < 0:
                head = self.atom(clause, names)
                if names:
                    raise DatalogError("a fact with variables: " + clause)
                self.relation(head.name, len(head.terms)).add([n for n in head.terms])
                continue
            head = self.atom(clause[:at], names)
            body = []
            for part in clause[at + 4:].split("; "):
                body.append(self.atom(part, names))
            rule = Rule(head, body, len(names))
            self.check(rule)
            self.rules.append(rule)

    def atom(self, text, names):
        """`p(X,a)`; variables are negative numbers."""
        negated = text.startswith("!")
        if negated:
            text = text[1:]
        open_at = text.find("(")
        if open_at <= 0 or not text.endswith(")"):
            raise DatalogError("syntax: " + text)
        terms = newlist_hint(3)
        for word in text[open_at + 1:len(text) - 1].split(","):
            if word[0].isupper():
                if word not in names:
                    names.append(word)
                terms.append(-1 - index_of(names, word))
            else:
                terms.append(self.symbols.intern(word))
        a = Atom(text[:open_at], terms, negated)
        if not a.builtin():
            a.relation = self.relation(a.name, len(terms))
        return a

    def check(self, rule):
        bound = [False] * rule.nvars
        for a in rule.body:
            if not a.negated and not a.builtin():
                for t in a.terms:
                    if t < 0:
                        bound[-1 - t] = True
        for a in rule.body + [rule.head]:
            for t in a.terms:
                if t < 0 and not bound[-1 - t]:
                    raise DatalogError("unsafe rule for " + rule.head.name)

    def strata(self):
        level = {}
        for name in self.relations:
            level[name] = 0
        for rounds in range(len(level) + 1):
            changed = False
            for rule in self.rules:
                want = level[rule.head.name]
                for a in rule.body:
                    if a.relation is not None:
                        want = max(want, level[a.name] + int(a.negated))
                if want != level[rule.head.name]:
                    level[rule.head.name] = want
                    changed = True
            if not changed:
                return level
        raise DatalogError("negation in a cycle")

    def run(self):
        level = self.strata()
        top = 0
        for n in level.values():
            top = max(top, n)
        for r in self.relations.values():
            r.advance()
        rounds = 0
        for n in range(top + 1):
            rules = [rule for rule in self.rules if level[rule.head.name] == n]
            first = True
            while True:
                rounds += 1
                for rule in rules:
                    if first:
                        self.join(rule, 0, -1, [-1] * rule.nvars)
                    else:
                        for i in range(len(rule.body)):
                            if rule.body[i].relation is not None and not rule.body[i].negated:
                                self.join(rule, 0, i, [-1] * rule.nvars)
                first = False
                grown = False
                for r in self.relations.values():
                    if r.advance():
                        grown = True
                if not grown:
                    break
        return rounds

    def join(self, rule, i, delta, env):
        if i == len(rule.body):
            t = [env[-1 - x] if x < 0 else x for x in rule.head.terms]
            rule.head.relation.add(t)
            return
        a = rule.body[i]
        if a.negated or a.builtin():
            values = [env[-1 - x] if x < 0 else x for x in a.terms]
            if a.name == "<":
                ok = int(self.symbols.names[values[0]]) < int(self.symbols.names[values[1]])
            elif a.name == "<>":
                ok = values[0] != values[1]
            else:
                ok = values in a.relation.set
            if ok != a.negated:
                self.join(rule, i + 1, delta, env)
            return
        rows = a.relation.delta if i == delta else a.relation.all
        if i != delta:
            for column in range(len(a.terms)):
                x = a.terms[column]
                value = env[-1 - x] if x < 0 else x
                if value >= 0:
                    rows = a.relation.matching(column, value)
                    break
        for k in range(len(rows)):
            row = rows[k]
            self.joins += 1
            inner = env[:]
            if unify(a.terms, row, inner):
                self.join(rule, i + 1, delta, inner)

    def query(self, text):
        names = []
        a = self.atom(text, names)
        out = []
        for row in a.relation.all:
            env = [-1] * len(names)
            if unify(a.terms, row, env):
                if names:
                    out.append(",".join([self.symbols.names[n] for n in env]))
                else:
                    out.append("yes")
        out.sort()
        return " ".join(out) if out else "none"


def index_of(names, name):
    for i in range(len(names)):
        if names[i] == name:
            return i
    raise DatalogError("internal")


def unify(terms, row, env):
    for i in range(len(terms)):
        t = terms[i]
        if t < 0:
            have = env[-1 - t]
            if have < 0:
                env[-1 - t] = row[i]
            elif have != row[i]:
                return False
        elif t != row[i]:
            return False
    return True


FAMILY = "parent(ann,bob). parent(bob,cid). parent(bob,dee). parent(dee,eve). parent(ann,fay). "
EDGES = " ".join(["edge(n%d,n%d)." % (i, (i * 3 + 1) % 17) for i in range(17)]) + " "
CASES = [(FAMILY + "anc(X,Y) :- parent(X,Y). anc(X,Z) :- parent(X,Y); anc(Y,Z). sib(X,Y) :- parent(P,X); parent(P,Y); <>(X,Y)",
          ["anc(ann,X)", "anc(X,eve)", "anc(eve,X)", "sib(X,Y)", "anc(ann,eve)"]),
         (EDGES + "path(X,Y) :- edge(X,Y). path(X,Z) :- path(X,Y); path(Y,Z). node(X) :- edge(X,Y). cut(X,Y) :- node(X); node(Y); !path(X,Y)",
          ["path(n0,X)", "path(n3,n3)", "cut(n0,X)", "cut(n8,n0)"]),
         ("num(1). num(2). num(3). num(10). less(X,Y) :- num(X); num(Y); <(X,Y). least(X) :- num(X); !bigger(X). bigger(X) :- less(Y,X)",
          ["less(X,3)", "least(X)"]),
         ("win(X) :- move(X,Y); !win(Y). move(a,b)", []), ("p(X) :- q(Y). q(a)", []), ("p(a). p(a,b)", []), ("p(X)", []), ("nonsense", [])]


def entry_point(argv):
    for text, queries in CASES:
        program = Program()
        try:
            program.read(text)
            rounds = program.run()
            print("%d rounds, %d joins, %d constants" % (rounds, program.joins, len(program.symbols.names)))
            for q in queries:
                print("  " + q + ": " + program.query(q))
        except DatalogError as e:
            print("error: " + e.text)
    return 0


def target(driver, args):
    return entry_point, None
