"""Finite automata over characters."""


class LexerError(Exception):
    """No token begins like the text does at a position."""

    def __init__(self, input, state, source_pos):
        self.input = input
        self.state = state
        self.source_pos = source_pos

    def nice_error_message(self, filename="<unknown>"):
        lineno = self.source_pos.lineno
        return "\n".join([
            "  File %s, line %s" % (filename, lineno + 1),
            self.input.split("\n")[lineno],
            " " * self.source_pos.columnno + "^",
            "LexerError"])

    def __str__(self):
        return self.nice_error_message()


def compress_char_set(chars):
    """Runs of adjacent characters as pairs (first character, how many), the longest first."""
    codes = sorted(ord(c) for c in chars)
    runs = []
    for code in codes:
        if runs and runs[-1][0] + runs[-1][1] == code:
            runs[-1][1] += 1
        else:
            runs.append([code, 1])
    return [(chr(first), count) for first, count in sorted(runs, key=lambda run: (-run[1], run[0]))]


def make_matcher(table, final):
    """A function that runs a deterministic automaton over `runner.text` from position `i`.

    `table[state * 256 + code of the character]` is the next state or -1, `final[state]` whether a token may end there. The last
    such place is left in `runner.last_matched_index` (of its last character) and `runner.last_matched_state`. The result is the
    end of the text if it ends in a final state, else the complement of how far the automaton has read.
    """
    def recognize(runner, i):
        assert i >= 0
        text = runner.text
        end = len(text)
        state = 0
        while True:
            if final[state]:
                runner.last_matched_index = i - 1
                runner.last_matched_state = state
            if i >= end:
                runner.state = state
                return i if final[state] else ~i
            code = ord(text[i])
            i += 1
            following = table[(state << 8) + code] if code < 256 else -1
            if following < 0:
                runner.state = state
                return ~i
            state = following
    return recognize


class DFA(object):
    """A deterministic automaton. State 0 is the first; `transitions` goes from (state, character) to a state."""

    def __init__(self, num_states=0, transitions=None, final_states=None, unmergeable_states=None, names=None):
        self.names = [] if names is None else names
        self.num_states = max(num_states, len(self.names))
        self.transitions = {} if transitions is None else transitions
        self.final_states = set() if final_states is None else set(final_states)
        self.unmergeable_states = set() if unmergeable_states is None else set(unmergeable_states)

    def __repr__(self):
        return "DFA(%d, %r, %r, %r, %r)" % (
            self.num_states, self.transitions, sorted(self.final_states), sorted(self.unmergeable_states), self.names)

    def add_state(self, name=None, final=False, unmergeable=False):
        state = self.num_states
        self.num_states += 1
        self.names.append(str(state) if name is None else name)
        if final:
            self.final_states.add(state)
        if unmergeable:
            self.unmergeable_states.add(state)
        return state

    def __setitem__(self, key, next_state):
        self.transitions[key] = next_state

    def __getitem__(self, key):
        return self.transitions[key]

    def __contains__(self, key):
        return key in self.transitions

    def get_all_chars(self):
        return set(char for _, char in self.transitions)

    def optimize(self):
        """Merges states that cannot be told apart (Moore); True if there were any.

        Final states that tell what was recognised are apart if these names are.
        """
        outgoing = [{} for _ in range(self.num_states)]
        for (state, char), target in self.transitions.items():
            outgoing[state].setdefault(target, []).append(char)
        # The characters of an edge as one hashable thing; many edges have the same.
        edges = [[(frozenset(chars), target) for target, chars in out.items()] for out in outgoing]
        group = {}
        numbers = {}
        for state in range(self.num_states):
            kind = (state in self.final_states,
                    self.names[state] if state in self.unmergeable_states else None)
            group[state] = numbers.setdefault(kind, len(numbers))
        while True:
            count = len(numbers)
            numbers = {}
            refined = {}
            for state in range(self.num_states):
                to_groups = {}
                for chars, target in edges[state]:
                    g = group[target]
                    to_groups[g] = to_groups[g] | chars if g in to_groups else chars
                kind = (group[state], frozenset(to_groups.items()))
                refined[state] = numbers.setdefault(kind, len(numbers))
            group = refined
            if len(numbers) == count:
                break
        if count == self.num_states:
            return False
        # Groups are numbered by their first state, so that 0 stays the first.
        first = {}
        for state in range(self.num_states):
            first.setdefault(group[state], state)
        self.transitions = dict(
            ((group[state], char), group[target]) for (state, char), target in self.transitions.items())
        self.final_states = set(group[state] for state in self.final_states)
        self.unmergeable_states = set(group[state] for state in self.unmergeable_states)
        self.names = [self.names[first[g]] for g in range(count)]
        self.num_states = count
        return True

    def make_lexing_code(self):
        """The function that runs the automaton (see `make_matcher`)."""
        table = [-1] * (256 * self.num_states)
        for (state, char), target in self.transitions.items():
            table[256 * state + ord(char)] = target
        return make_matcher(table, [state in self.final_states for state in range(self.num_states)])

    def generate_lexing_code(self):
        """Source text that makes `automaton` and the function `recognize`, to be put into a program."""
        return ("from rpython.rlib.parsing.deterministic import DFA\n"
                "automaton = %r\n"
                "recognize = automaton.make_lexing_code()\n" % (self,))

    def make_code(self):
        """A function that tells whether the automaton accepts a whole text, and raises LexerError where it cannot go on."""
        matcher = self.make_lexing_code()

        def recognize(input):
            run = _Run(input)
            end = matcher(run, 0)
            if end >= 0:
                return True
            if ~end >= len(input) and (run.state, input[-1:]) not in self:
                return False
            raise LexerError(input, run.state, ~end)
        return recognize

    def get_runner(self):
        return DFARunner(self)

    def make_nondeterministic(self):
        result = NFA()
        for state in range(self.num_states):
            result.add_state(self.names[state], state == 0, state in self.final_states,
                             state in self.unmergeable_states)
        for (state, char), target in self.transitions.items():
            result.add_transition(state, target, char)
        return result

    def dot(self):
        """Lines for graphviz."""
        edges = {}
        for (state, char), target in self.transitions.items():
            edges.setdefault((state, target), []).append(char)
        return _dot(self, set([0]), edges)

    def view(self):
        print("digraph G{\n%s\n}" % "\n".join(self.dot()))


class _Run(object):
    def __init__(self, text):
        self.text = text
        self.state = 0
        self.last_matched_state = -1
        self.last_matched_index = -1


class DFARunner(object):
    """Steps through an automaton; `nextstate` raises KeyError where it cannot go on."""

    def __init__(self, automaton):
        self.automaton = automaton
        self.state = 0

    def nextstate(self, char):
        self.state = self.automaton[self.state, char]
        return self.state

    def recognize(self, s):
        self.state = 0
        try:
            for char in s:
                self.nextstate(char)
        except KeyError:
            return False
        return self.state in self.automaton.final_states


class NFA(object):
    """An automaton with any number of next states; `transitions` goes from a state to a dict from character (None: without
    reading one) to a set of states."""

    def __init__(self):
        self.num_states = 0
        self.names = []
        self.transitions = {}
        self.start_states = set()
        self.final_states = set()
        self.unmergeable_states = set()

    def add_state(self, name=None, start=False, final=False, unmergeable=False):
        state = self.num_states
        self.num_states += 1
        self.names.append(str(state) if name is None else name)
        if start:
            self.start_states.add(state)
        if final:
            self.final_states.add(state)
        if unmergeable:
            self.unmergeable_states.add(state)
        return state

    def add_transition(self, state, next_state, input=None):
        self.transitions.setdefault(state, {}).setdefault(input, set()).add(next_state)

    def get_next_states(self, state, char):
        """Where the character leads from a state."""
        result = set()
        for each in self.epsilon_closure([state]):
            result |= self.transitions.get(each, {}).get(char, set())
        return result

    def epsilon_closure(self, states):
        """The states, and what can be reached from them without reading a character."""
        closure = set(states)
        todo = list(closure)
        while todo:
            for state in self.transitions.get(todo.pop(), {}).get(None, ()):
                if state not in closure:
                    closure.add(state)
                    todo.append(state)
        return closure

    def make_deterministic(self, name_precedence=None):
        """The deterministic automaton for the same language. A state that stands for several `unmergeable` ones gets the name
        that comes first in `name_precedence`."""
        result = DFA()
        known = {}
        todo = []

        def state_for(states):
            states = frozenset(self.epsilon_closure(states))
            state = known.get(states)
            if state is None:
                tags = [self.names[s] for s in sorted(states) if s in self.unmergeable_states]
                if tags and name_precedence is not None:
                    ranked = [(name_precedence.index(t), t) for t in tags if t in name_precedence]
                    tags = [t for _, t in sorted(ranked)] or tags
                name = tags[0] if tags else ", ".join([self.names[s] for s in sorted(states)])
                state = result.add_state(name, bool(states & self.final_states), bool(tags))
                known[states] = state
                todo.append((state, states))
            return state

        state_for(self.start_states)
        while todo:
            state, states = todo.pop()
            targets = {}
            for s in states:
                for char, following in self.transitions.get(s, {}).items():
                    if char is not None:
                        targets.setdefault(char, set()).update(following)
            # Few different sets of states are reached by many characters: each is looked at once.
            seen = {}
            for char, following in targets.items():
                key = frozenset(following)
                if key not in seen:
                    seen[key] = state_for(key)
                result[state, char] = seen[key]
        return result

    def update(self, other):
        """Copies the states of another automaton; gives the dict from its states to the copies."""
        copies = dict((state, self.add_state(name)) for state, name in enumerate(other.names))
        for state, by_char in other.transitions.items():
            for char, following in by_char.items():
                for target in following:
                    self.add_transition(copies[state], copies[target], char)
        return copies

    def dot(self):
        """Lines for graphviz."""
        edges = {}
        for state, by_char in self.transitions.items():
            for char, following in by_char.items():
                for target in following:
                    edges.setdefault((state, target), []).append(char or "")
        return _dot(self, self.start_states, edges)

    def view(self):
        print("digraph G{\n%s\n}" % "\n".join(self.dot()))


class SetNFARunner(object):
    """Runs an NFA by the set of states that it may be in."""

    def __init__(self, automaton):
        self.automaton = automaton

    def recognize(self, s):
        states = self.automaton.epsilon_closure(self.automaton.start_states)
        for char in s:
            following = set()
            for state in states:
                following |= self.automaton.transitions.get(state, {}).get(char, set())
            states = self.automaton.epsilon_closure(following)
        return bool(states & self.automaton.final_states)


def _dot(automaton, start_states, edges):
    for state in range(automaton.num_states):
        yield '"%d" [label="%s"%s%s];' % (
            state, automaton.names[state].replace('"', '\\"'),
            ",shape=doublecircle" if state in automaton.final_states else "",
            ",color=green" if state in start_states else "")
    for (state, target), chars in edges.items():
        label = ", ".join("%r..%r" % (c, chr(ord(c) + n - 1)) if n > 1 else repr(c)
                          for c, n in compress_char_set([c for c in chars if c]))
        yield '"%d" -> "%d" [label="%s"];' % (state, target, label.replace("\\", "\\\\").replace('"', '\\"'))
