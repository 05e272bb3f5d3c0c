"""State machines: a vending machine with states as bound methods, a table-driven traffic light, regular expressions
by NFA and DFA, a number recogniser, and minimising."""


class Vending(object):
    prices = {"tea": 30, "coffee": 50, "soup": 75}

    def __init__(self):
        self.state = self.idle
        self.money = 0
        self.stock = dict([(name, 2) for name in self.prices])
        self.log = []

    def say(self, text):
        self.log.append(text)

    def idle(self, event, value):
        if event == "coin":
            self.money = value
            return self.paying
        if event == "key":
            return self.service
        self.say("insert coins")
        return self.idle

    def paying(self, event, value):
        if event == "coin":
            self.money += value
        elif event == "cancel":
            self.say("back %d" % self.money)
            self.money = 0
            return self.idle
        elif event in self.prices:
            if not self.stock[event]:
                self.say("no %s left" % event)
            elif self.money < self.prices[event]:
                self.say("%d more" % (self.prices[event] - self.money))
            else:
                self.stock[event] -= 1
                self.money -= self.prices[event]
                self.say("here is %s" % event)
                if self.money == 0:
                    return self.idle
        return self.paying

    def service(self, event, value):
        if event == "fill":
            for name in self.stock:
                self.stock[name] = value
        return self.idle if event == "key" else self.service

    def run(self, text):
        for word in text.split():
            event, _, value = word.partition(":")
            self.state = self.state(event, int(value) if value else 0)
        return self.log


LIGHT = {("red", "timer"): ("green", 3), ("green", "timer"): ("yellow", 1), ("yellow", "timer"): ("red", 4),
         ("green", "button"): ("yellow", 1), ("red", "fault"): ("off", 0), ("off", "reset"): ("red", 4)}


def light(events, lamp="red"):
    total = 0
    for e in events:
        lamp, time = LIGHT.get((lamp, e), (lamp, 0))
        total += time
        yield lamp, total


class NFA(object):
    """Thompson's construction for | * + ? ( ) and characters."""

    def __init__(self, pattern):
        self.edges = []
        self.pattern = pattern
        self.pos = 0
        self.start, self.end = self.choice()
        if self.pos < len(pattern):
            raise ValueError("unexpected %r at %d" % (pattern[self.pos], self.pos))

    def state(self):
        self.edges.append([])
        return len(self.edges) - 1

    def peek(self):
        return self.pattern[self.pos] if self.pos < len(self.pattern) else ""

    def choice(self):
        start, end = self.sequence()
        while self.peek() == "|":
            self.pos += 1
            s, e = self.sequence()
            first, last = self.state(), self.state()
            self.edges[first] = [("", start), ("", s)]
            self.edges[end].append(("", last))
            self.edges[e].append(("", last))
            start, end = first, last
        return start, end

    def sequence(self):
        start = end = self.state()
        while self.peek() not in ("", "|", ")"):
            s, e = self.repeat()
            self.edges[end].append(("", s))
            end = e
        return start, end

    def repeat(self):
        start, end = self.atom()
        while self.peek() in ("*", "+", "?"):
            op = self.peek()
            self.pos += 1
            if op == "":
                break
            first, last = self.state(), self.state()
            self.edges[first].append(("", start))
            self.edges[end].append(("", last))
            if op != "+":
                self.edges[first].append(("", last))
            if op != "?":
                self.edges[end].append(("", start))
            start, end = first, last
        return start, end

    def atom(self):
        c = self.peek()
        self.pos += 1
        if c == "(":
            pair = self.choice()
            if self.peek() != ")":
                raise ValueError("missing )")
            self.pos += 1
            return pair
        if c in ("*", "+", "?"):
            raise ValueError("nothing to repeat at %d" % (self.pos - 1))
        start, end = self.state(), self.state()
        self.edges[start].append((c, end))
        return start, end

    def closure(self, states):
        seen = set(states)
        stack = list(states)
        while stack:
            for c, other in self.edges[stack.pop()]:
                if c == "" and other not in seen:
                    seen.add(other)
                    stack.append(other)
        return frozenset(seen)

    def step(self, states, c):
        return self.closure([t for s in sorted(states) for d, t in self.edges[s] if d == c])

    def match(self, text):
        states = self.closure([self.start])
        for c in text:
            states = self.step(states, c)
        return self.end in states


class DFA(object):
    def __init__(self, nfa):
        alphabet = sorted({c for edges in nfa.edges for c, t in edges if c != ""})
        first = nfa.closure([nfa.start])
        numbers = {first: 0}
        todo = [first]
        self.table = []
        self.final = []
        while todo:
            states = todo.pop(0)
            row = {}
            for c in alphabet:
                following = nfa.step(states, c)
                if not following:
                    continue
                if following not in numbers:
                    numbers[following] = len(numbers)
                    todo.append(following)
                row[c] = numbers[following]
            self.table.append(row)
            self.final.append(nfa.end in states)
        self.alphabet = alphabet

    def match(self, text):
        state = 0
        for c in text:
            if c not in self.table[state]:
                return False
            state = self.table[state][c]
        return self.final[state]

    def minimal(self):
        group = [int(f) for f in self.final]
        while True:
            names = {}
            new = []
            for i, row in enumerate(self.table):
                key = "%d:" % group[i] + ",".join(["%s%d" % (c, group[row[c]]) for c in self.alphabet if c in row])
                new.append(names.setdefault(key, len(names)))
            if new == group:
                return len(names)
            group = new


def entry_point(argv):
    v = Vending()
    for line in v.run("tea coin:20 tea coin:20 tea coffee cancel coin:60 tea tea coin:30 tea tea cancel key fill:9 key coin:75 soup soup"):
        print(line)
    print(sorted(v.stock.items()), v.money)
    print(list(light(["timer", "button", "timer", "fault", "timer", "reset", "button"])))
    samples = ["", "a", "b", "ab", "aab", "abb", "aabb", "abab", "bbb", "abc", "c", "cab"]
    for pattern in ["a*b", "(a|b)*abb", "(ab)+", "a?b?c?", "a|b|", "(a*)*b+", "c(a|b)*|abc"]:
        nfa = NFA(pattern)
        dfa = DFA(nfa)
        found = [s for s in samples if nfa.match(s)]
        print("%-12s %2d %d %d %s %s" % (pattern, len(nfa.edges), len(dfa.table), dfa.minimal(), found, found == [s for s in samples if dfa.match(s)]))
    for bad in ["(a", "a)", "*a", "a|*"]:
        try:
            NFA(bad)
        except ValueError as e:
            print("ValueError:", e)
    return 0


def target(driver, args):
    return entry_point
