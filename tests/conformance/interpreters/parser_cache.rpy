# A parser generator that works at import time and keeps its tables in a file, and a language whose parser it makes: the
# grammar is given by decorated functions, lexer and tables are prebuilt, actions run when the program does.
import hashlib
import json
import os
import tempfile


# ---------------------------------------------------------------- positions, tokens, errors

class SourcePosition(object):
    _immutable_fields_ = ['index', 'line', 'column']

    def __init__(self, index, line, column):
        self.index = index
        self.line = line
        self.column = column

    def text(self):
        return '%d:%d' % (self.line, self.column)


class Box(object):
    """What productions give: the parser keeps all values under one class."""
    _attrs_ = []


class Token(Box):
    def __init__(self, name, value, position):
        self.name = name
        self.value = value
        self.position = position

    def getstr(self):
        return self.value


class LexingError(Exception):
    def __init__(self, position):
        self.position = position


class ParsingError(Exception):
    def __init__(self, message, position):
        self.message = message
        self.position = position


# ---------------------------------------------------------------- lexer: rules become an automaton at import time

class CharSet(object):
    def __init__(self, chars):
        self.chars = frozenset(chars)


class Nfa(object):
    """States with edges by characters and without."""

    def __init__(self):
        self.edges = []
        self.empty = []
        self.final = {}

    def state(self):
        self.edges.append([])
        self.empty.append([])
        return len(self.edges) - 1

    def add(self, a, chars, b):
        self.edges[a].append((frozenset(chars), b))


PRINTABLE = ''.join(chr(n) for n in range(32, 127)) + '\t\n'
CLASSES = {'d': '0123456789', 's': ' \t\n', 'w': 'abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789_'}


class PatternReader(object):
    """Regular expressions: literals, classes, groups, alternatives, `* + ?`."""

    def __init__(self, pattern, nfa):
        self.pattern = pattern
        self.at = 0
        self.nfa = nfa

    def peek(self):
        return self.pattern[self.at] if self.at < len(self.pattern) else ''

    def next(self):
        c = self.peek()
        self.at += 1
        return c

    def alternatives(self):
        start, end = self.sequence()
        while self.peek() == '|':
            self.next()
            s2, e2 = self.sequence()
            s, e = self.nfa.state(), self.nfa.state()
            self.nfa.empty[s].extend([start, s2])
            self.nfa.empty[end].append(e)
            self.nfa.empty[e2].append(e)
            start, end = s, e
        return start, end

    def sequence(self):
        start = end = self.nfa.state()
        while self.peek() not in ('', '|', ')'):
            s, e = self.repeated()
            self.nfa.empty[end].append(s)
            end = e
        return start, end

    def repeated(self):
        s, e = self.single()
        while self.peek() and self.peek() in '*+?':
            op = self.next()
            a, b = self.nfa.state(), self.nfa.state()
            self.nfa.empty[a].append(s)
            self.nfa.empty[e].append(b)
            if op in '*?':
                self.nfa.empty[a].append(b)
            if op in '*+':
                self.nfa.empty[e].append(s)
            s, e = a, b
        return s, e

    def single(self):
        c = self.next()
        if c == '(':
            result = self.alternatives()
            assert self.next() == ')'
            return result
        if c == '[':
            chars = self.char_class()
        elif c == '.':
            chars = PRINTABLE.replace('\n', '')
        elif c == '\\':
            chars = self.escaped()
        else:
            chars = c
        s, e = self.nfa.state(), self.nfa.state()
        self.nfa.add(s, chars, e)
        return s, e

    def escaped(self):
        c = self.next()
        if c == 'n':
            return '\n'
        return CLASSES.get(c, c)

    def char_class(self):
        negated = self.peek() == '^'
        if negated:
            self.next()
        chars = ''
        while self.peek() != ']':
            c = self.next()
            if c == '\\':
                chars += self.escaped()
            elif self.peek() == '-':
                self.next()
                last = self.next()
                chars += ''.join(chr(n) for n in range(ord(c), ord(last) + 1))
            else:
                chars += c
        self.next()
        return ''.join(c for c in PRINTABLE if c not in chars) if negated else chars


class LexerGenerator(object):
    def __init__(self):
        self.rules = []

    def add(self, name, pattern):
        self.rules.append((name, pattern))

    def ignore(self, pattern):
        self.rules.append((None, pattern))

    def closure(self, nfa, states):
        todo, seen = list(states), set(states)
        while todo:
            for t in nfa.empty[todo.pop()]:
                if t not in seen:
                    seen.add(t)
                    todo.append(t)
        return frozenset(seen)

    def build(self):
        nfa = Nfa()
        first = nfa.state()
        for number, (name, pattern) in enumerate(self.rules):
            s, e = PatternReader(pattern, nfa).alternatives()
            nfa.empty[first].append(s)
            nfa.final[e] = number
        start = self.closure(nfa, [first])
        numbers, todo, rows, finals = {start: 0}, [start], [], []
        while todo:
            states = todo.pop(0)
            finals.append(min([nfa.final[s] for s in states if s in nfa.final] or [-1]))
            row = []
            for c in range(128):
                ch = chr(c)
                targets = [t for s in states for chars, t in nfa.edges[s] if ch in chars]
                if not targets:
                    row.append(-1)
                    continue
                after = self.closure(nfa, targets)
                if after not in numbers:
                    numbers[after] = len(numbers)
                    todo.append(after)
                row.append(numbers[after])
            rows.append(row)
        return Lexer([n or '' for n, _ in self.rules], rows, finals)


class Lexer(object):
    _immutable_fields_ = ['names[*]', 'rows[*]', 'finals[*]']

    def __init__(self, names, rows, finals):
        self.names = names
        self.rows = rows
        self.finals = finals

    def lex(self, text):
        return LexerStream(self, text)


class LexerStream(object):
    def __init__(self, lexer, text):
        self.lexer = lexer
        self.text = text
        self.at = 0
        self.line = 1
        self.column = 1

    def position(self):
        return SourcePosition(self.at, self.line, self.column)

    def advance(self, n):
        for i in range(n):
            if self.text[self.at] == '\n':
                self.line += 1
                self.column = 1
            else:
                self.column += 1
            self.at += 1

    def next(self):
        lexer = self.lexer
        while self.at < len(self.text):
            state, rule, length, i = 0, -1, 0, self.at
            while i < len(self.text):
                c = ord(self.text[i])
                if c >= 128:
                    break
                state = lexer.rows[state][c]
                if state < 0:
                    break
                i += 1
                if lexer.finals[state] >= 0:
                    rule = lexer.finals[state]
                    length = i - self.at
            if rule < 0 or length == 0:
                raise LexingError(self.position())
            position = self.position()
            value = self.text[self.at:self.at + length]
            self.advance(length)
            if lexer.names[rule]:
                return Token(lexer.names[rule], value, position)
        return None


# ---------------------------------------------------------------- grammar and LALR tables, at import time

class Production(object):
    def __init__(self, number, name, symbols, precedence):
        self.number = number
        self.name = name
        self.symbols = symbols
        self.precedence = precedence


class Grammar(object):
    def __init__(self, terminals, precedences):
        self.terminals = list(terminals) + ['$end']
        self.precedence = {}
        for level, (side, names) in enumerate(precedences):
            for name in names:
                self.precedence[name] = (side, level + 1)
        self.productions = [Production(0, "S'", [], ('right', 0))]
        self.by_name = {}

    def add(self, name, symbols, precedence_of=None):
        precedence = ('right', 0)
        for s in reversed(symbols):
            if s in self.terminals:
                precedence = self.precedence.get(s, ('right', 0))
                break
        if precedence_of is not None:
            precedence = self.precedence[precedence_of]
        p = Production(len(self.productions), name, symbols, precedence)
        self.productions.append(p)
        self.by_name.setdefault(name, []).append(p)

    def start(self, name):
        self.productions[0].symbols = [name]

    def first_sets(self):
        first = dict((t, set([t])) for t in self.terminals)
        for n in self.by_name:
            first[n] = set()
        nullable = set()
        changed = True
        while changed:
            changed = False
            for p in self.productions[1:]:
                size = len(first[p.name]), len(nullable)
                for s in p.symbols:
                    first[p.name] |= first[s]
                    if s not in nullable:
                        break
                else:
                    nullable.add(p.name)
                changed = changed or size != (len(first[p.name]), len(nullable))
        return first, nullable

    def digest(self):
        h = hashlib.sha1()
        for p in self.productions:
            h.update(('%s -> %s %s\n' % (p.name, ' '.join(p.symbols), p.precedence)).encode('ascii'))
        return h.hexdigest()


class TableBuilder(object):
    """LALR(1): item sets of LR(0) with look-aheads that are propagated until nothing changes."""

    def __init__(self, grammar):
        self.grammar = grammar
        self.first, self.nullable = grammar.first_sets()
        self.conflicts = 0

    def closure(self, kernel):
        """Items (production, dot) with look-aheads."""
        items = dict((k, set(v)) for k, v in kernel.items())
        todo = list(items)
        while todo:
            number, dot = todo.pop()
            symbols = self.grammar.productions[number].symbols
            if dot == len(symbols) or symbols[dot] in self.grammar.terminals:
                continue
            ahead = set()
            for s in symbols[dot + 1:]:
                ahead |= self.first[s]
                if s not in self.nullable:
                    break
            else:
                ahead |= items[number, dot]
            for p in self.grammar.by_name[symbols[dot]]:
                key = p.number, 0
                known = items.setdefault(key, set())
                if key not in kernel and not known or not ahead <= known:
                    known |= ahead
                    todo.append(key)
        return items

    def build(self):
        kernels = [{(0, 0): set(['$end'])}]
        numbers = {frozenset([(0, 0)]): 0}
        goto = [{}]
        todo = [0]
        while todo:
            state = todo.pop(0)
            moves = {}
            for (number, dot), ahead in sorted(self.closure(kernels[state]).items()):
                symbols = self.grammar.productions[number].symbols
                if dot < len(symbols):
                    moves.setdefault(symbols[dot], {}).setdefault((number, dot + 1), set()).update(ahead)
            for symbol in sorted(moves):
                kernel = moves[symbol]
                key = frozenset(kernel)
                if key not in numbers:
                    numbers[key] = len(kernels)
                    kernels.append(dict((k, set()) for k in kernel))
                    goto.append({})
                target = numbers[key]
                goto[state][symbol] = target
                grown = False
                for k, ahead in kernel.items():
                    if not ahead <= kernels[target][k]:
                        kernels[target][k] |= ahead
                        grown = True
                if grown and target not in todo:
                    todo.append(target)
        return self.tables(kernels, goto)

    def tables(self, kernels, goto):
        actions, gotos = [], []
        for state, kernel in enumerate(kernels):
            row = {}
            for symbol, target in goto[state].items():
                if symbol in self.grammar.terminals:
                    row[symbol] = target + 1
            for (number, dot), ahead in sorted(self.closure(kernel).items()):
                p = self.grammar.productions[number]
                if dot == len(p.symbols):
                    for t in sorted(ahead):
                        self.reduce(row, t, p)
            actions.append(row)
            gotos.append(dict((s, t) for s, t in goto[state].items() if s not in self.grammar.terminals))
        return {'actions': actions, 'gotos': gotos, 'conflicts': self.conflicts}

    def reduce(self, row, t, p):
        if t not in row:
            row[t] = -p.number if p.number else 0
            return
        side, level = self.grammar.precedence.get(t, ('right', 0))
        if row[t] > 0 and level:
            mine = p.precedence[1]
            if level < mine or level == mine and side == 'left':
                row[t] = -p.number
            elif level == mine and side == 'nonassoc':
                del row[t]
            return
        self.conflicts += 1


CACHE_LOG = []


class ParserGenerator(object):
    def __init__(self, terminals, precedence, cache):
        self.grammar = Grammar(terminals, precedence)
        self.functions = [None]
        self.cache = cache
        self.started = False

    def production(self, rule, precedence=None):
        def decorate(f):
            for line in rule.split('|'):
                words = line.split()
                if words[1:2] == [':']:
                    decorate.name, words = words[0], words[2:]
                if not self.started:
                    self.grammar.start(decorate.name)
                    self.started = True
                self.grammar.add(decorate.name, words, precedence)
                self.functions.append(f)
            return f
        return decorate

    def build(self):
        path = os.path.join(self.cache, 'grammar-%s.json' % self.grammar.digest()[:12])
        if os.path.exists(path):
            with open(path) as f:
                table = json.loads(f.read())
            CACHE_LOG.append('read')
        else:
            table = TableBuilder(self.grammar).build()
            with open(path, 'w') as f:
                f.write(json.dumps(table))
            CACHE_LOG.append('written')
        productions = [(p.name, len(p.symbols), f) for p, f in zip(self.grammar.productions, self.functions)]
        return Parser(table, productions)


class Parser(object):
    """The machine that runs the tables."""

    def __init__(self, table, productions):
        self.actions = [dict((str(k), int(v)) for k, v in row.items()) for row in table['actions']]
        self.gotos = [dict((str(k), int(v)) for k, v in row.items()) for row in table['gotos']]
        self.conflicts = table['conflicts']
        self.names = [str(p[0]) for p in productions]
        self.lengths = [p[1] for p in productions]
        self.functions = [p[2] for p in productions]
        self.functions[0] = self.functions[1]

    def parse(self, stream, state):
        states = [0]
        values = []
        token = stream.next()
        while True:
            name = '$end' if token is None else token.name
            row = self.actions[states[-1]]
            if name not in row:
                self.fail(row, token)
            action = row[name]
            if action > 0:
                states.append(action - 1)
                values.append(token)
                token = stream.next()
            elif action == 0:
                return values[0]
            else:
                n = self.lengths[-action]
                args = values[len(values) - n:]
                del values[len(values) - n:]
                del states[len(states) - n:]
                value = self.functions[-action](state, args)
                values.append(value)
                states.append(self.gotos[states[-1]][self.names[-action]])

    def fail(self, row, token):
        names = row.keys()
        expected = ' '.join(sorted(list(names))[:6])
        if token is None:
            raise ParsingError('unexpected end, expected ' + expected, None)
        raise ParsingError('unexpected %s, expected %s' % (token.name, expected), token.position)


# ---------------------------------------------------------------- the language

class Node(Box):
    def evaluate(self, env):
        raise NotImplementedError

    def show(self):
        raise NotImplementedError


class Block(Node):
    def __init__(self, items):
        self.items = items

    def evaluate(self, env):
        result = NIL
        for item in self.items:
            result = item.evaluate(env)
        return result

    def show(self):
        return '{' + ' '.join([i.show() for i in self.items]) + '}'


class Items(Box):
    """A list while it is parsed."""

    def __init__(self, items):
        self.items = items


class Names(Box):
    def __init__(self, names):
        self.names = names


class Value(object):
    def truth(self):
        return True

    def text(self):
        return 'nil'

    def same(self, other):
        return self is other


class Number(Value):
    def __init__(self, n):
        self.n = n

    def truth(self):
        return self.n != 0

    def text(self):
        return str(self.n)

    def same(self, other):
        return isinstance(other, Number) and other.n == self.n


class Text(Value):
    def __init__(self, s):
        self.s = s

    def text(self):
        return self.s

    def same(self, other):
        return isinstance(other, Text) and other.s == self.s


class Array(Value):
    def __init__(self, items):
        self.items = items

    def text(self):
        return '[' + ', '.join([i.text() for i in self.items]) + ']'


class Function(Value):
    def __init__(self, names, body, env):
        self.names = names
        self.body = body
        self.env = env

    def text(self):
        return 'fn/%d' % len(self.names)


NIL = Value()


class RuntimeFailure(Exception):
    def __init__(self, message):
        self.message = message


class ReturnValue(Exception):
    def __init__(self, value):
        self.value = value


class Env(object):
    def __init__(self, outer):
        self.values = {}
        self.outer = outer

    def find(self, name):
        env = self
        while env is not None:
            if name in env.values:
                return env
            env = env.outer
        raise RuntimeFailure('unknown name ' + name)


class Literal(Node):
    def __init__(self, value):
        self.value = value

    def evaluate(self, env):
        return self.value

    def show(self):
        return self.value.text()


class Name(Node):
    def __init__(self, name):
        self.name = name

    def evaluate(self, env):
        return env.find(self.name).values[self.name]

    def show(self):
        return self.name


class Let(Node):
    def __init__(self, name, value, new):
        self.name = name
        self.value = value
        self.new = new

    def evaluate(self, env):
        value = self.value.evaluate(env)
        if self.new:
            env.values[self.name] = value
        else:
            env.find(self.name).values[self.name] = value
        return value

    def show(self):
        return '(%s %s %s)' % ('let' if self.new else 'set', self.name, self.value.show())


class Binary(Node):
    def __init__(self, op, left, right):
        self.op = op
        self.left = left
        self.right = right

    def evaluate(self, env):
        a = self.left.evaluate(env)
        if self.op == 'and':
            return self.right.evaluate(env) if a.truth() else a
        if self.op == 'or':
            return a if a.truth() else self.right.evaluate(env)
        b = self.right.evaluate(env)
        if self.op == '==':
            return Number(int(a.same(b)))
        if isinstance(a, Text) and isinstance(b, Text) and self.op == '+':
            return Text(a.s + b.s)
        if not isinstance(a, Number) or not isinstance(b, Number):
            raise RuntimeFailure('%s of %s and %s' % (self.op, a.text(), b.text()))
        return Number(ARITHMETIC[self.op](a.n, b.n))

    def show(self):
        return '(%s %s %s)' % (self.op, self.left.show(), self.right.show())


def _divide(a, b):
    if b == 0:
        raise RuntimeFailure('division by zero')
    return a // b


ARITHMETIC = {'+': lambda a, b: a + b, '-': lambda a, b: a - b, '*': lambda a, b: a * b, '/': _divide,
              '%': lambda a, b: a % b if b else a, '<': lambda a, b: int(a < b), '>': lambda a, b: int(a > b)}


class Negate(Node):
    def __init__(self, value):
        self.value = value

    def evaluate(self, env):
        v = self.value.evaluate(env)
        if not isinstance(v, Number):
            raise RuntimeFailure('- of ' + v.text())
        return Number(-v.n)

    def show(self):
        return '(- %s)' % self.value.show()


class If(Node):
    def __init__(self, test, then, otherwise):
        self.test = test
        self.then = then
        self.otherwise = otherwise

    def evaluate(self, env):
        if self.test.evaluate(env).truth():
            return self.then.evaluate(env)
        if self.otherwise is not None:
            return self.otherwise.evaluate(env)
        return NIL

    def show(self):
        return '(if %s %s%s)' % (self.test.show(), self.then.show(), '' if self.otherwise is None else ' ' + self.otherwise.show())


class While(Node):
    def __init__(self, test, body):
        self.test = test
        self.body = body

    def evaluate(self, env):
        result = NIL
        while self.test.evaluate(env).truth():
            result = self.body.evaluate(env)
        return result

    def show(self):
        return '(while %s %s)' % (self.test.show(), self.body.show())


class FunctionNode(Node):
    def __init__(self, names, body):
        self.names = names
        self.body = body

    def evaluate(self, env):
        return Function(self.names, self.body, env)

    def show(self):
        return '(fn (%s) %s)' % (' '.join(self.names), self.body.show())


class Return(Node):
    def __init__(self, value):
        self.value = value

    def evaluate(self, env):
        raise ReturnValue(self.value.evaluate(env))

    def show(self):
        return '(return %s)' % self.value.show()


class ArrayNode(Node):
    def __init__(self, items):
        self.items = items

    def evaluate(self, env):
        return Array([i.evaluate(env) for i in self.items])

    def show(self):
        return '[' + ' '.join([i.show() for i in self.items]) + ']'


class Index(Node):
    def __init__(self, array, index):
        self.array = array
        self.index = index

    def evaluate(self, env):
        a = self.array.evaluate(env)
        i = self.index.evaluate(env)
        if not isinstance(a, Array) or not isinstance(i, Number):
            raise RuntimeFailure('index of ' + a.text())
        try:
            return a.items[i.n]
        except IndexError:
            raise RuntimeFailure('index %d of %d' % (i.n, len(a.items)))

    def show(self):
        return '(at %s %s)' % (self.array.show(), self.index.show())


class Call(Node):
    def __init__(self, function, args):
        self.function = function
        self.args = args

    def evaluate(self, env):
        args = [a.evaluate(env) for a in self.args]
        if isinstance(self.function, Name) and self.function.name in BUILTINS:
            return BUILTINS[self.function.name](args)
        f = self.function.evaluate(env)
        if not isinstance(f, Function) or len(f.names) != len(args):
            raise RuntimeFailure('call of %s with %d' % (f.text(), len(args)))
        inner = Env(f.env)
        for i in range(len(args)):
            inner.values[f.names[i]] = args[i]
        try:
            return f.body.evaluate(inner)
        except ReturnValue as r:
            return r.value

    def show(self):
        return '(%s)' % ' '.join([self.function.show()] + [a.show() for a in self.args])


def _print(args):
    print(' '.join([a.text() for a in args]))
    return NIL


def _push(args):
    a = args[0]
    if not isinstance(a, Array):
        raise RuntimeFailure('push to ' + a.text())
    a.items.append(args[1])
    return a


def _len(args):
    a = args[0]
    if isinstance(a, Array):
        return Number(len(a.items))
    return Number(len(a.text()))


BUILTINS = {'print': _print, 'push': _push, 'len': _len}


# ---------------------------------------------------------------- the grammar

lg = LexerGenerator()
KEYWORDS = ['let', 'if', 'else', 'while', 'fn', 'return', 'and', 'or']
for word in KEYWORDS:
    lg.add(word.upper(), word)
SIGNS = {'==': 'EQ', '=': 'ASSIGN', '+': 'PLUS', '-': 'MINUS', '*': 'STAR', '/': 'SLASH', '%': 'PERCENT', '<': 'LESS',
         '>': 'MORE', '(': 'OPEN', ')': 'CLOSE', '{': 'LBRACE', '}': 'RBRACE', '[': 'LBRACKET', ']': 'RBRACKET',
         ',': 'COMMA', ';': 'SEMICOLON'}
for sign, name in SIGNS.items():
    lg.add(name, ''.join('\\' + c for c in sign))
lg.add('NUMBER', '\\d+')
lg.add('STRING', '"[^"]*"')
lg.add('NAME', '[a-zA-Z_]\\w*')
lg.ignore('\\s+')
lg.ignore('#[^\\n]*')
lexer = lg.build()


class ParserState(object):
    def __init__(self):
        self.reductions = 0


def make_parser(cache):
    pg = ParserGenerator([w.upper() for w in KEYWORDS] + list(SIGNS.values()) + ['NUMBER', 'STRING', 'NAME'],
                         [('right', ['ASSIGN']), ('left', ['OR']), ('left', ['AND']), ('nonassoc', ['EQ', 'LESS', 'MORE']),
                          ('left', ['PLUS', 'MINUS']), ('left', ['STAR', 'SLASH', 'PERCENT']), ('right', ['UMINUS']),
                          ('left', ['OPEN', 'LBRACKET'])], cache)

    @pg.production('program : statements')
    def program(state, p):
        return Block(items_of(p[0]))

    @pg.production('statements : statements statement')
    def statements(state, p):
        return Items(items_of(p[0]) + [node(p[1])])

    @pg.production('statements : ')
    def no_statements(state, p):
        return Items([])

    @pg.production('statement : expression SEMICOLON')
    def statement(state, p):
        state.reductions += 1
        return p[0]

    @pg.production('statement : RETURN expression SEMICOLON')
    def return_statement(state, p):
        return Return(node(p[1]))

    @pg.production('statement : WHILE OPEN expression CLOSE block')
    def while_statement(state, p):
        return While(node(p[2]), node(p[4]))

    @pg.production('statement : IF OPEN expression CLOSE block')
    def if_statement(state, p):
        return If(node(p[2]), node(p[4]), None)

    @pg.production('statement : IF OPEN expression CLOSE block ELSE block')
    def if_else(state, p):
        return If(node(p[2]), node(p[4]), node(p[6]))

    @pg.production('block : LBRACE statements RBRACE')
    def block(state, p):
        return Block(items_of(p[1]))

    @pg.production('expression : LET NAME ASSIGN expression')
    def let(state, p):
        return Let(text(p[1]), node(p[3]), True)

    @pg.production('expression : NAME ASSIGN expression')
    def assign(state, p):
        return Let(text(p[0]), node(p[2]), False)

    @pg.production('expression : expression PLUS expression | expression MINUS expression | expression STAR expression'
                   ' | expression SLASH expression | expression PERCENT expression | expression EQ expression'
                   ' | expression LESS expression | expression MORE expression | expression AND expression'
                   ' | expression OR expression')
    def binary(state, p):
        return Binary(text(p[1]), node(p[0]), node(p[2]))

    @pg.production('expression : MINUS expression', precedence='UMINUS')
    def negative(state, p):
        return Negate(node(p[1]))

    @pg.production('expression : OPEN expression CLOSE')
    def parens(state, p):
        return p[1]

    @pg.production('expression : NUMBER')
    def number(state, p):
        return Literal(Number(int(text(p[0]))))

    @pg.production('expression : STRING')
    def string(state, p):
        s = text(p[0])
        end = len(s) - 1
        assert end >= 1
        return Literal(Text(s[1:end]))

    @pg.production('expression : NAME')
    def name(state, p):
        return Name(text(p[0]))

    @pg.production('expression : LBRACKET arguments RBRACKET')
    def array(state, p):
        return ArrayNode(items_of(p[1]))

    @pg.production('expression : expression LBRACKET expression RBRACKET')
    def index(state, p):
        return Index(node(p[0]), node(p[2]))

    @pg.production('expression : expression OPEN arguments CLOSE')
    def call(state, p):
        return Call(node(p[0]), items_of(p[2]))

    @pg.production('expression : FN OPEN names CLOSE block')
    def function(state, p):
        names = p[2]
        assert isinstance(names, Names)
        return FunctionNode(names.names, node(p[4]))

    @pg.production('arguments : | some')
    def arguments(state, p):
        return p[0] if p else Items([])

    @pg.production('some : expression | some COMMA expression')
    def some(state, p):
        if len(p) == 1:
            return Items([node(p[0])])
        return Items(items_of(p[0]) + [node(p[2])])

    @pg.production('names : | NAME | names COMMA NAME')
    def names(state, p):
        if not p:
            return Names([])
        before = p[0]
        if isinstance(before, Names):
            return Names(before.names + [text(p[2])])
        return Names([text(p[0])])

    return pg.build()


def node(b):
    assert isinstance(b, Node)
    return b


def items_of(b):
    assert isinstance(b, Items)
    return b.items


def text(b):
    assert isinstance(b, Token)
    return b.value


def with_cache():
    folder = tempfile.mkdtemp()
    parsers = [make_parser(folder), make_parser(folder)]
    for name in os.listdir(folder):
        os.unlink(os.path.join(folder, name))
    os.rmdir(folder)
    return parsers


PARSERS = with_cache()
SAME = PARSERS[0].actions == PARSERS[1].actions and PARSERS[0].gotos == PARSERS[1].gotos

PROGRAMS = ['''
# factorials, closures, arrays
let fact = fn(n) { if (n < 2) { return 1; } else { return n * fact(n - 1); } };
print("fact", fact(10), fact(15));
let counter = fn() { let n = 0; fn() { n = n + 1; }; };
let a = counter(); let b = counter();
a(); a();
print(a(), b());
let xs = [];
let i = 0;
while (i < 10) { push(xs, i * i % 7); i = i + 1; }
print(xs, len(xs), xs[3]);
''', '''
let map = fn(f, xs) { let out = []; let i = 0; while (i < len(xs)) { push(out, f(xs[i])); i = i + 1; } out; };
let fold = fn(f, x, xs) { let i = 0; while (i < len(xs)) { x = f(x, xs[i]); i = i + 1; } x; };
print(map(fn(x) { x * x; }, [1, 2, 3]), fold(fn(a, b) { a + b; }, 0, [4, 5, 6]));
print("con" + "cat", "a" == "a", 1 == "1", not_there_or(0));
''', 'let not_there = 1 + 2 * 3 - -4 / 2 == 9 and 1 < 2 or 0; print(not_there);',
            'print(1 + );', 'print(1 < 2 < 3);', 'let x = 4 @ 5;', 'print("end"', 'print([1, 2][5]);', 'print(1 / 0);',
            'print("x" * 3);', '''
let sieve = fn(n) {
    let marks = []; let i = 0;
    while (i < n) { push(marks, 1); i = i + 1; }
    let primes = []; i = 2;
    while (i < n) {
        if (prime(i, primes)) { push(primes, i); }
        i = i + 1;
    }
    primes;
};
let prime = fn(n, primes) {
    let k = 0;
    while (k < len(primes)) {
        let p = primes[k];
        if (p * p > n) { return 1; }
        if (n % p == 0) { return 0; }
        k = k + 1;
    }
    1;
};
print(sieve(60), len(sieve(1500)));
''']


def run(source, parser):
    state = ParserState()
    try:
        tree = parser.parse(lexer.lex(source), state)
        assert isinstance(tree, Block)
        if len(source) < 80:
            print(tree.show())
        tree.evaluate(Env(None))
    except LexingError as e:
        print('lexing error at ' + e.position.text())
    except ParsingError as e:
        print('%s%s' % (e.message, '' if e.position is None else ' at ' + e.position.text()))
    except RuntimeFailure as e:
        print('failed: ' + e.message)
    print('-- %d statements' % state.reductions)


def entry_point(argv):
    print(CACHE_LOG, SAME, PARSERS[0].conflicts, len(PARSERS[0].actions), len(lexer.rows))
    for i in range(len(PROGRAMS)):
        run(PROGRAMS[i], PARSERS[i % 2])
    return 0


def target(driver, args):
    return entry_point, None
