# An interpreter for a small dynamic language whose lists and dictionaries have strategies: storage without boxes for ints,
# floats, chars and texts, which changes when other values come; strategies are made by functions that make classes, stored in
# erased fields, and shared; ranges are lazy. Instances have maps with typed slots that change in the same way.
from rpython.rlib.debug import make_sure_not_resized
from rpython.rlib.objectmodel import specialize
from rpython.rlib.rerased import new_erasing_pair, new_static_erasing_pair


class Failure(Exception):
    def __init__(self, message):
        self.message = message


# ---------------------------------------------------------------- objects

class W_Root(object):
    _attrs_ = []

    def text(self):
        raise NotImplementedError

    def kind(self):
        raise NotImplementedError

    def truth(self):
        return True

    def equals(self, other):
        return self is other

    def key(self):
        raise Failure('%s is no key' % self.kind())

    def getattr(self, name):
        raise Failure('%s has no attribute %s' % (self.kind(), name))

    def setattr(self, name, w_value):
        raise Failure('%s has no attributes' % self.kind())

    def method(self, name, args_w):
        raise Failure('%s has no method %s' % (self.kind(), name))


class W_None(W_Root):
    def text(self):
        return 'none'

    def kind(self):
        return 'none'

    def truth(self):
        return False


class W_Int(W_Root):
    _immutable_fields_ = ['n']

    def __init__(self, n):
        self.n = n

    def text(self):
        return str(self.n)

    def kind(self):
        return 'int'

    def truth(self):
        return self.n != 0

    def equals(self, other):
        return isinstance(other, W_Int) and other.n == self.n or isinstance(other, W_Float) and other.f == self.n

    def key(self):
        return 'i%d' % self.n


class W_Float(W_Root):
    _immutable_fields_ = ['f']

    def __init__(self, f):
        self.f = f

    def text(self):
        return str(self.f)

    def kind(self):
        return 'float'

    def truth(self):
        return self.f != 0.0

    def equals(self, other):
        if isinstance(other, W_Int):
            return other.n == self.f
        return isinstance(other, W_Float) and other.f == self.f


class W_Text(W_Root):
    _immutable_fields_ = ['s']

    def __init__(self, s):
        self.s = s

    def text(self):
        return self.s

    def kind(self):
        return 'text'

    def truth(self):
        return self.s != ''

    def equals(self, other):
        return isinstance(other, W_Text) and other.s == self.s

    def key(self):
        return 't' + self.s


w_none = W_None()
COUNTERS = {}


def count(what):
    COUNTERS[what] = COUNTERS.get(what, 0) + 1


# ---------------------------------------------------------------- list strategies

class ListStrategy(object):
    name = 'abstract'

    def length(self, w_list):
        raise NotImplementedError

    def get(self, w_list, i):
        raise NotImplementedError

    def set(self, w_list, i, w_value):
        raise NotImplementedError

    def append(self, w_list, w_value):
        raise NotImplementedError

    def pop(self, w_list):
        raise NotImplementedError

    def items(self, w_list):
        return [self.get(w_list, i) for i in range(self.length(w_list))]

    def slice(self, w_list, start, stop):
        raise NotImplementedError

    def reverse(self, w_list):
        raise NotImplementedError

    def sort(self, w_list):
        raise Failure('cannot sort %s items' % self.name)

    def find(self, w_list, w_value):
        for i in range(self.length(w_list)):
            if self.get(w_list, i).equals(w_value):
                return i
        return -1


class EmptyStrategy(ListStrategy):
    name = 'empty'

    def length(self, w_list):
        return 0

    def get(self, w_list, i):
        raise Failure('index %d of an empty list' % i)

    def set(self, w_list, i, w_value):
        raise Failure('index %d of an empty list' % i)

    def append(self, w_list, w_value):
        strategy = strategy_for(w_value)
        count('empty to ' + strategy.name)
        w_list.strategy = strategy
        strategy.start(w_list, [w_value])

    def pop(self, w_list):
        raise Failure('pop from an empty list')

    def slice(self, w_list, start, stop):
        return W_List(EMPTY)

    def reverse(self, w_list):
        pass

    def sort(self, w_list):
        pass


class StorageStrategy(ListStrategy):
    """Those with items in the storage."""

    def start(self, w_list, items_w):
        raise NotImplementedError

    def fits(self, w_value):
        raise NotImplementedError


def make_strategy(type_name, fits, unwrap, wrap, less):
    """A strategy class with storage of its own type of items."""
    erase, unerase = new_erasing_pair(type_name)

    class Strategy(StorageStrategy):
        name = type_name

        def fits(self, w_value):
            return fits(w_value)

        def start(self, w_list, items_w):
            w_list.storage = erase([unwrap(w) for w in items_w])

        def raw(self, w_list):
            return unerase(w_list.storage)

        def length(self, w_list):
            return len(unerase(w_list.storage))

        def get(self, w_list, i):
            items = unerase(w_list.storage)
            if not 0 <= i < len(items):
                raise Failure('index %d of %d' % (i, len(items)))
            return wrap(items[i])

        def set(self, w_list, i, w_value):
            items = unerase(w_list.storage)
            if not 0 <= i < len(items):
                raise Failure('index %d of %d' % (i, len(items)))
            if fits(w_value):
                items[i] = unwrap(w_value)
            else:
                generalize(w_list, w_value)
                w_list.strategy.set(w_list, i, w_value)

        def append(self, w_list, w_value):
            if fits(w_value):
                unerase(w_list.storage).append(unwrap(w_value))
            else:
                generalize(w_list, w_value)
                w_list.strategy.append(w_list, w_value)

        def pop(self, w_list):
            items = unerase(w_list.storage)
            result = wrap(items.pop())
            if len(items) == 0:
                count(type_name + ' to empty')
                w_list.strategy = EMPTY
            return result

        def slice(self, w_list, start, stop):
            w_result = W_List(self)
            w_result.storage = erase(unerase(w_list.storage)[start:stop])
            return w_result

        def reverse(self, w_list):
            unerase(w_list.storage).reverse()

        def sort(self, w_list):
            items = unerase(w_list.storage)
            for i in range(1, len(items)):
                x = items[i]
                j = i
                while j > 0 and less(x, items[j - 1]):
                    items[j] = items[j - 1]
                    j -= 1
                items[j] = x

        def find(self, w_list, w_value):
            if not fits(w_value):
                return ListStrategy.find(self, w_list, w_value)
            wanted = unwrap(w_value)
            items = unerase(w_list.storage)
            for i in range(len(items)):
                if items[i] == wanted:
                    return i
            return -1

    Strategy.__name__ = type_name.capitalize() + 'Strategy'
    return Strategy


def as_int(w):
    assert isinstance(w, W_Int)
    return w.n


def as_float(w):
    assert isinstance(w, W_Float)
    return w.f


def as_text(w):
    assert isinstance(w, W_Text)
    return w.s


def as_char(w):
    assert isinstance(w, W_Text)
    return w.s[0]


@specialize.argtype(0)
def is_less(a, b):
    return a < b


def object_less(a, b):
    if isinstance(a, W_Text) and isinstance(b, W_Text):
        return a.s < b.s
    return number(a) < number(b)


IntStrategy = make_strategy('int', lambda w: isinstance(w, W_Int), as_int, W_Int, is_less)
FloatStrategy = make_strategy('float', lambda w: isinstance(w, W_Float), as_float, W_Float, is_less)
TextStrategy = make_strategy('text', lambda w: isinstance(w, W_Text), as_text, W_Text, is_less)
CharStrategy = make_strategy('char', lambda w: isinstance(w, W_Text) and len(w.s) == 1, as_char, W_Text, is_less)
ObjectStrategy = make_strategy('object', lambda w: True, lambda w: w, lambda w: w, object_less)

EMPTY, INTS, FLOATS, TEXTS, CHARS, OBJECTS = (EmptyStrategy(), IntStrategy(), FloatStrategy(), TextStrategy(), CharStrategy(),
                                              ObjectStrategy())
CHOICES = [INTS, FLOATS, CHARS, TEXTS]


def strategy_for(w_value):
    for s in CHOICES:
        if s.fits(w_value):
            return s
    return OBJECTS


def generalize(w_list, w_value):
    old = w_list.strategy
    items_w = old.items(w_list)
    new = OBJECTS
    if old is CHARS and TEXTS.fits(w_value):
        new = TEXTS
    count('%s to %s' % (old.name, new.name))
    w_list.strategy = new
    new.start(w_list, items_w)


class RangeStrategy(ListStrategy):
    """Start, step and length: a list only when it must be one."""
    name = 'range'
    erase, unerase = new_static_erasing_pair('range')

    def length(self, w_list):
        return self.unerase(w_list.storage)[2]

    def get(self, w_list, i):
        start, step, n = self.unerase(w_list.storage)
        if not 0 <= i < n:
            raise Failure('index %d of %d' % (i, n))
        return W_Int(start + i * step)

    def expand(self, w_list):
        items_w = self.items(w_list)
        count('range to int')
        if items_w:
            w_list.strategy = INTS
            INTS.start(w_list, items_w)
        else:
            w_list.strategy = EMPTY

    def set(self, w_list, i, w_value):
        self.expand(w_list)
        w_list.strategy.set(w_list, i, w_value)

    def append(self, w_list, w_value):
        start, step, n = self.unerase(w_list.storage)
        if isinstance(w_value, W_Int) and w_value.n == start + n * step:
            w_list.storage = self.erase((start, step, n + 1))
            return
        self.expand(w_list)
        w_list.strategy.append(w_list, w_value)

    def pop(self, w_list):
        start, step, n = self.unerase(w_list.storage)
        if n == 0:
            raise Failure('pop from an empty list')
        w_list.storage = self.erase((start, step, n - 1))
        return W_Int(start + (n - 1) * step)

    def slice(self, w_list, first, stop):
        start, step, n = self.unerase(w_list.storage)
        return new_range(start + first * step, step, max(stop - first, 0))

    def reverse(self, w_list):
        start, step, n = self.unerase(w_list.storage)
        w_list.storage = self.erase((start + (n - 1) * step, -step, n))

    def sort(self, w_list):
        if self.unerase(w_list.storage)[1] < 0:
            self.reverse(w_list)

    def find(self, w_list, w_value):
        start, step, n = self.unerase(w_list.storage)
        if isinstance(w_value, W_Int) and (w_value.n - start) % step == 0:
            i = (w_value.n - start) // step
            if 0 <= i < n:
                return i
        return -1


RANGES = RangeStrategy()


def new_range(start, step, n):
    w_list = W_List(RANGES)
    w_list.storage = RangeStrategy.erase((start, step, n))
    return w_list


class W_List(W_Root):
    def __init__(self, strategy):
        self.strategy = strategy
        self.storage = ObjectStrategy_nothing

    def text(self):
        return '[' + ', '.join([w.text() for w in self.strategy.items(self)]) + ']'

    def kind(self):
        return 'list of ' + self.strategy.name

    def truth(self):
        return self.strategy.length(self) > 0

    def equals(self, other):
        if not isinstance(other, W_List) or other.strategy.length(other) != self.strategy.length(self):
            return False
        for i in range(self.strategy.length(self)):
            if not self.strategy.get(self, i).equals(other.strategy.get(other, i)):
                return False
        return True

    def index(self, w_index):
        i = number_int(w_index)
        if i < 0:
            i += self.strategy.length(self)
        return i

    def method(self, name, args_w):
        s = self.strategy
        if name == 'append':
            for w in args_w:
                self.strategy.append(self, w)
            return self
        if name == 'pop':
            return s.pop(self)
        if name == 'sort':
            s.sort(self)
            return self
        if name == 'reverse':
            s.reverse(self)
            return self
        if name == 'find':
            return W_Int(s.find(self, args_w[0]))
        if name == 'slice':
            n = s.length(self)
            start = min(max(self.index(args_w[0]), 0), n)
            stop = max(min(self.index(args_w[1]), n), start)
            return s.slice(self, start, stop)
        if name == 'strategy':
            return W_Text(s.name)
        return W_Root.method(self, name, args_w)


_erase_nothing, _ = new_erasing_pair('nothing')
ObjectStrategy_nothing = _erase_nothing(w_none)


def new_list(items_w):
    """The best strategy for what is known at once."""
    if not items_w:
        return W_List(EMPTY)
    best = strategy_for(items_w[0])
    for w in items_w:
        if not best.fits(w):
            best = TEXTS if best is CHARS and TEXTS.fits(w) else OBJECTS
    for w in items_w:
        if not best.fits(w):
            best = OBJECTS
    make_sure_not_resized(items_w)
    w_list = W_List(best)
    best.start(w_list, items_w)
    return w_list


# ---------------------------------------------------------------- dictionaries: a class for each type of keys

def make_dict_strategy(type_name, fits, unwrap, wrap):
    erase, unerase = new_erasing_pair(type_name + ' keys')

    class DictStrategy(object):
        name = type_name

        def new(self):
            return erase({})

        def get(self, storage, w_key):
            if not fits(w_key):
                return None
            return unerase(storage).get(unwrap(w_key), None)

        def accepts(self, w_key):
            return fits(w_key)

        def set(self, storage, w_key, w_value):
            unerase(storage)[unwrap(w_key)] = w_value

        def delete(self, storage, w_key):
            d = unerase(storage)
            if not fits(w_key) or unwrap(w_key) not in d:
                raise Failure('no key ' + w_key.text())
            del d[unwrap(w_key)]

        def length(self, storage):
            return len(unerase(storage))

        def keys(self, storage):
            return [wrap(k) for k in unerase(storage)]

    return DictStrategy


class KeyTable(object):
    """Keys of any kind: their values by their texts."""
    values = {}


def remember_key(w_key):
    k = w_key.key()
    KeyTable.values[k] = w_key
    return k


IntKeys = make_dict_strategy('int', lambda w: isinstance(w, W_Int), as_int, W_Int)
TextKeys = make_dict_strategy('text', lambda w: isinstance(w, W_Text), as_text, W_Text)
AnyKeys = make_dict_strategy('any', lambda w: True, remember_key, lambda k: KeyTable.values[k])


class KeyStrategies(object):
    """One object that goes to the class by number: the three have no common base."""

    def __init__(self):
        self.ints = IntKeys()
        self.texts = TextKeys()
        self.any = AnyKeys()


KEYS = KeyStrategies()
KEY_NAMES = ['empty', 'int', 'text', 'any']


class W_Dict(W_Root):
    def __init__(self):
        self.number = 0
        self.storage = ObjectStrategy_nothing

    def kind(self):
        return 'dict of ' + KEY_NAMES[self.number]

    def truth(self):
        return self.length() > 0

    def text(self):
        parts = []
        for w_key in self.keys():
            w_value = self.get(w_key)
            assert w_value is not None
            parts.append(w_key.text() + ': ' + w_value.text())
        return '{' + ', '.join(parts) + '}'

    def get(self, w_key):
        if self.number == 1:
            return KEYS.ints.get(self.storage, w_key)
        if self.number == 2:
            return KEYS.texts.get(self.storage, w_key)
        if self.number == 3:
            return KEYS.any.get(self.storage, w_key)
        return None

    def choose(self, number):
        old = self.number
        pairs = [(w_key, self.get(w_key)) for w_key in self.keys()]
        count('dict %s to %s' % (KEY_NAMES[old], KEY_NAMES[number]))
        self.number = number
        if number == 1:
            self.storage = KEYS.ints.new()
        elif number == 2:
            self.storage = KEYS.texts.new()
        else:
            self.storage = KEYS.any.new()
        for w_key, w_value in pairs:
            self.set(w_key, w_value)

    def set(self, w_key, w_value):
        if self.number == 0:
            self.choose(1 if isinstance(w_key, W_Int) else 2 if isinstance(w_key, W_Text) else 3)
        if self.number == 1:
            if KEYS.ints.accepts(w_key):
                KEYS.ints.set(self.storage, w_key, w_value)
                return
            self.choose(3)
        elif self.number == 2:
            if KEYS.texts.accepts(w_key):
                KEYS.texts.set(self.storage, w_key, w_value)
                return
            self.choose(3)
        KEYS.any.set(self.storage, w_key, w_value)

    def keys(self):
        if self.number == 1:
            return KEYS.ints.keys(self.storage)
        if self.number == 2:
            return KEYS.texts.keys(self.storage)
        if self.number == 3:
            return KEYS.any.keys(self.storage)
        return []

    def length(self):
        if self.number == 1:
            return KEYS.ints.length(self.storage)
        if self.number == 2:
            return KEYS.texts.length(self.storage)
        if self.number == 3:
            return KEYS.any.length(self.storage)
        return 0

    def method(self, name, args_w):
        if name == 'keys':
            return new_list(self.keys()[:])
        if name == 'delete':
            if self.number == 1:
                KEYS.ints.delete(self.storage, args_w[0])
            elif self.number == 2:
                KEYS.texts.delete(self.storage, args_w[0])
            elif self.number == 3:
                KEYS.any.delete(self.storage, args_w[0])
            else:
                raise Failure('no key ' + args_w[0].text())
            return self
        return W_Root.method(self, name, args_w)


# ---------------------------------------------------------------- instances: maps with typed slots

class Map(object):
    """What an instance's attributes are and where: a tree, each of whose edges adds one."""

    def __init__(self, parent, name, typed):
        self.parent = parent
        self.name = name
        self.typed = typed      # 'i' for unboxed ints, 'o' for objects
        self.index = 0
        if parent is not None:
            self.index = parent.count(typed)
        self.edges = {}

    def count(self, typed):
        n = 0
        m = self
        while m.parent is not None:
            if m.typed == typed:
                n += 1
            m = m.parent
        return n

    def find(self, name):
        m = self
        while m.parent is not None:
            if m.name == name:
                return m
            m = m.parent
        return None

    def extended(self, name, typed):
        key = typed + name
        if key not in self.edges:
            self.edges[key] = Map(self, name, typed)
            count('maps')
        return self.edges[key]

    def names(self):
        out = []
        m = self
        while m.parent is not None:
            out.append(m.name)
            m = m.parent
        out.reverse()
        return out


ROOT = Map(None, '', 'o')


class W_Object(W_Root):
    def __init__(self):
        self.map = ROOT
        self.ints = []
        self.objects = []

    def kind(self):
        return 'object'

    def text(self):
        return '<' + ' '.join(['%s=%s' % (n, self.getattr(n).text()) for n in self.map.names()]) + '>'

    def getattr(self, name):
        m = self.map.find(name)
        if m is None:
            return W_Root.getattr(self, name)
        if m.typed == 'i':
            return W_Int(self.ints[m.index])
        return self.objects[m.index]

    def setattr(self, name, w_value):
        m = self.map.find(name)
        if m is None:
            self.add(name, w_value)
        elif m.typed == 'o':
            self.objects[m.index] = w_value
        elif isinstance(w_value, W_Int):
            self.ints[m.index] = w_value.n
        else:
            count('slot int to object')
            values = [(n, w_value if n == name else self.getattr(n)) for n in self.map.names()]
            self.map = ROOT
            self.ints = []
            self.objects = []
            for n, w in values:
                if n == name:
                    self.map = self.map.extended(n, 'o')
                    self.objects.append(w)
                else:
                    self.add(n, w)

    def add(self, name, w_value):
        if isinstance(w_value, W_Int):
            self.map = self.map.extended(name, 'i')
            self.ints.append(w_value.n)
        else:
            self.map = self.map.extended(name, 'o')
            self.objects.append(w_value)


# ---------------------------------------------------------------- the language: lines of words in prefix form

def number(w):
    if isinstance(w, W_Int):
        return float(w.n)
    if isinstance(w, W_Float):
        return w.f
    raise Failure('%s is no number' % w.kind())


def number_int(w):
    if not isinstance(w, W_Int):
        raise Failure('%s is no int' % w.kind())
    return w.n


@specialize.arg(0)
def arithmetic(op, w_a, w_b):
    if isinstance(w_a, W_Int) and isinstance(w_b, W_Int):
        return W_Int(op(w_a.n, w_b.n))
    return W_Float(op(number(w_a), number(w_b)))


class Interpreter(object):
    def __init__(self):
        self.names = {}

    def line(self, line):
        words = [w for w in line.split(' ') if w]
        if not words:
            return
        w, at = self.value(words, 0)
        if at != len(words):
            raise Failure('words are left: ' + ' '.join(words[at:]))

    def value(self, words, at):
        if at >= len(words):
            raise Failure('a value is missing')
        word = words[at]
        at += 1
        c = word[0]
        if c.isdigit() or c == '-' and len(word) > 1:
            if '.' in word:
                return W_Float(float(word)), at
            return W_Int(int(word)), at
        if c == '"':
            return W_Text(word[1:].replace('_', ' ')), at
        if word == '[':
            items_w = []
            while at < len(words) and words[at] != ']':
                w, at = self.value(words, at)
                items_w.append(w)
            return new_list(items_w[:]), at + 1
        if word == '{':
            return W_Dict(), at
        if word == 'object':
            return W_Object(), at
        if word == 'none':
            return w_none, at
        if word == 'print':
            n = int(words[at])
            parts = []
            at += 1
            for i in range(n):
                w, at = self.value(words, at)
                parts.append(w.text())
            print(' '.join(parts))
            return w_none, at
        if word == 'set':
            name = words[at]
            w, at = self.value(words, at + 1)
            self.names[name] = w
            return w, at
        if word == 'range':
            w_start, at = self.value(words, at)
            w_step, at = self.value(words, at)
            w_n, at = self.value(words, at)
            return new_range(number_int(w_start), number_int(w_step), number_int(w_n)), at
        if word == 'at':
            w, at = self.value(words, at)
            w_key, at = self.value(words, at)
            return self.at(w, w_key), at
        if word == 'put':
            w, at = self.value(words, at)
            w_key, at = self.value(words, at)
            w_value, at = self.value(words, at)
            if isinstance(w, W_List):
                w.strategy.set(w, w.index(w_key), w_value)
            elif isinstance(w, W_Dict):
                w.set(w_key, w_value)
            else:
                raise Failure('put into ' + w.kind())
            return w, at
        if word == 'kind':
            w, at = self.value(words, at)
            return W_Text(w.kind()), at
        if word == 'sum':
            w, at = self.value(words, at)
            return self.sum(w), at
        if word in ('+', '-', '*', '==', '<'):
            w_a, at = self.value(words, at)
            w_b, at = self.value(words, at)
            if word == '==':
                return W_Int(int(w_a.equals(w_b))), at
            if word == '<':
                return W_Int(int(object_less(w_a, w_b))), at
            if word == '+':
                if isinstance(w_a, W_Text) and isinstance(w_b, W_Text):
                    return W_Text(w_a.s + w_b.s), at
                return arithmetic(plus, w_a, w_b), at
            if word == '-':
                return arithmetic(minus, w_a, w_b), at
            return arithmetic(times, w_a, w_b), at
        if word == 'each':      # each NAME LIST VALUE: the list of values
            name = words[at]
            w_list, at = self.value(words, at + 1)
            if not isinstance(w_list, W_List):
                raise Failure('each of ' + w_list.kind())
            w_result = W_List(EMPTY)
            end = at
            for w in w_list.strategy.items(w_list):
                self.names[name] = w
                w_item, end = self.value(words, at)
                w_result.strategy.append(w_result, w_item)
            return w_result, end
        if '.' in word:
            name, attr = word.split('.', 1)
            w = self.find(name)
            if attr.endswith('!'):
                n = int(words[at])
                args_w = []
                at += 1
                for i in range(n):
                    w_arg, at = self.value(words, at)
                    args_w.append(w_arg)
                end = len(attr) - 1
                assert end >= 0
                return w.method(attr[:end], args_w), at
            if attr.endswith('='):
                w_value, at = self.value(words, at)
                end = len(attr) - 1
                assert end >= 0
                w.setattr(attr[:end], w_value)
                return w, at
            return w.getattr(attr), at
        return self.find(word), at

    def find(self, name):
        if name not in self.names:
            raise Failure('unknown name ' + name)
        return self.names[name]

    def at(self, w, w_key):
        if isinstance(w, W_List):
            return w.strategy.get(w, w.index(w_key))
        if isinstance(w, W_Dict):
            w_value = w.get(w_key)
            if w_value is None:
                raise Failure('no key ' + w_key.text())
            return w_value
        raise Failure('at of ' + w.kind())

    def sum(self, w):
        if not isinstance(w, W_List):
            raise Failure('sum of ' + w.kind())
        s = w.strategy
        if s is INTS:
            n = 0
            for i in INTS.raw(w):
                n += i
            return W_Int(n)
        if s is FLOATS:
            f = 0.0
            for x in FLOATS.raw(w):
                f += x
            return W_Float(f)
        w_sum = W_Int(0)
        for w_item in s.items(w):
            w_sum = arithmetic(plus, w_sum, w_item)
        return w_sum


@specialize.argtype(0)
def plus(a, b):
    return a + b


@specialize.argtype(0)
def minus(a, b):
    return a - b


@specialize.argtype(0)
def times(a, b):
    return a * b


LINES = '''
set a [ 3 1 2 ]
print 3 a kind a sum a
a.append! 2 10 -4
print 2 a.sort! 0 a.reverse! 0
a.append! 1 2.5
print 4 a kind a a.find! 1 2.5 sum a
print 1 a.sort! 0
set f [ 1.5 0.25 ]
print 3 f sum f kind f
put f 0 "one
print 2 kind f f
set c [ "c "a "b ]
print 3 kind c c.sort! 0 c.find! 1 "b
c.append! 1 "two_words
print 3 kind c c c.find! 1 "a
c.append! 1 none
print 2 kind c c
set r range 10 -2 5
print 4 r kind r sum r r.find! 1 4
print 4 r.append! 1 0 kind r r.reverse! 0 r.slice! 2 1 -1
print 3 kind r r.pop! 0 r.pop! 0
put r 0 100
print 3 kind r r.append! 1 "end kind r.slice! 2 0 1
set e [ ]
print 3 kind e e.reverse! 0 e.append! 3 "x "y 3
print 2 kind e e.slice! 2 0 2
set e [ 7 ]
print 3 e.pop! 0 kind e == e [ ]
e.pop! 0
at a 99
print 1 at a -1
set d {
print 2 kind d put d 5 "five
print 3 put d 7 [ 1 2 ] kind d at d 7
print 2 put d "k 1.5 kind d
print 3 at d 5 d.keys! 0 kind d.keys! 0
print 1 d.delete! 1 7
d.delete! 1 7
put d [ 1 ] 2
print 1 at d "none_such
set t put { "alpha 1
print 3 put t "beta 2 kind t put t 0 3
set o object
o.x= 3
o.y= 4
print 3 o o.x kind o
set p object
p.x= 30
p.y= 40
p.name= "point
print 2 p + p.x o.y
o.x= "text
print 3 o o.y == o.x "text
o.x= 5
print 2 o * o.x 2.5
o.z
print 1 each i range 1 1 6 * i i
print 2 kind each i [ 1 2 3 ] * i 0.5 each w [ "a "b ] + w "!
print 1 each i [ 1 2 ] each j [ 10 20 ] * i j
print 4 == [ 1 2 ] range 1 1 2 == 1 1.0 < 1 2 < "b "a
+ "a 1
sum [ 1 "a ]
print 1 at [ 1 2
set
nothing
1 2
'''


def entry_point(argv):
    interpreter = Interpreter()
    for line in LINES.split('\n'):
        try:
            interpreter.line(line)
        except Failure as e:
            print('failed: ' + e.message)
        except IndexError:
            print('failed: words are missing')
    for key in sorted(COUNTERS):
        print(key, COUNTERS[key])
    return 0


def target(driver, args):
    return entry_point, None
