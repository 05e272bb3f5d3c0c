"""Sorting with own orders: `make_timsort_class` with an `lt`, with `getitem`, `setitem` and `length` of an own container, several
classes from a factory, stability, presorted runs, an order that raises, and a merge of sorted pieces."""
from rpython.rlib.listsort import make_timsort_class
from rpython.rlib.rrandom import Random
from rpython.rlib.rarithmetic import r_uint, intmask


class Person(object):
    def __init__(self, name, age, serial):
        self.name = name
        self.age = age
        self.serial = serial

    def text(self):
        return "%s%d#%d" % (self.name, self.age, self.serial)


def by_age(a, b):
    return a.age < b.age


def by_name_down(a, b):
    return a.name > b.name


def by_both(a, b):
    if a.name == b.name:
        return a.age > b.age
    return a.name < b.name


AgeSort = make_timsort_class(lt=by_age)
NameSort = make_timsort_class(lt=by_name_down)
BothSort = make_timsort_class(lt=by_both)
IntSort = make_timsort_class()
TextSort = make_timsort_class(lt=lambda a, b: (len(a), a) < (len(b), b) if len(a) == len(b) else len(a) < len(b))


class Incomparable(Exception):
    def __init__(self, a, b):
        self.a = a
        self.b = b


class Table(object):
    """Keys and values side by side: sorted together."""
    def __init__(self):
        self.keys = []
        self.values = []

    def put(self, k, v):
        self.keys.append(k)
        self.values.append(v)


def table_length(t):
    return len(t.keys)


def table_get(t, i):
    return (t.keys[i], t.values[i])


def table_set(t, i, item):
    t.keys[i], t.values[i] = item


def table_slice(t, start, stop):
    assert 0 <= start <= stop
    return [(t.keys[i], t.values[i]) for i in range(start, stop)]


HalfSort = make_timsort_class()
TableSort = make_timsort_class(getitem=table_get, setitem=table_set, length=table_length, getitem_slice=table_slice,
                               lt=lambda a, b: a[0] < b[0])
PairSort = make_timsort_class(lt=lambda a, b: a[0] < b[0])


class CheckedSort(make_timsort_class()):
    comparisons = 0

    def lt(self, a, b):
        self.comparisons += 1
        if a == 13 or b == 13:
            raise Incomparable(a, b)
        return a < b


def make_key_sort(key):
    def lt(a, b):
        return key(a) < key(b)
    return make_timsort_class(lt=lt)


ModSort = make_key_sort(lambda n: n % 10)
AbsSort = make_key_sort(lambda n: -n if n < 0 else n)


def people(n):
    r = Random(r_uint(n))
    names = ["eve", "bob", "amy", "dan"]
    return [Person(names[intmask(r.genrand32() % 4)], intmask(r.genrand32() % 5), i) for i in range(n)]


def texts(list_):
    return " ".join([p.text() for p in list_])


def stable(list_):
    for i in range(1, len(list_)):
        a, b = list_[i - 1], list_[i]
        if a.age == b.age and a.serial > b.serial:
            return False
    return True


def is_sorted(xs):
    for i in range(len(xs) - 1):
        if xs[i] > xs[i + 1]:
            return False
    return True


def entry_point(argv):
    ps = people(12)
    AgeSort(ps).sort()
    print(texts(ps))
    NameSort(ps).sort()
    print(texts(ps))
    BothSort(ps).sort()
    print(texts(ps))
    many = people(700)
    AgeSort(many).sort()
    print(stable(many), many[0].age, many[699].age)
    r = Random(r_uint(3))
    for n in [0, 1, 2, 31, 32, 33, 64, 65, 1000]:
        xs = [intmask(r.genrand32() % 1000) for i in range(n)]
        IntSort(xs).sort()
        assert is_sorted(xs)
        ys = [i for i in range(n)] + [n - i for i in range(n)] + xs
        IntSort(ys).sort()
        assert is_sorted(ys)
        assert len(ys) == 3 * n
    print("ints fine")
    words = "the quick brown fox jumps over the lazy dog again".split(" ")
    TextSort(words).sort()
    print(" ".join(words))
    numbers = [33, -7, 12, 5, -12, 22, 40, 7, -5, 2]
    ModSort(numbers).sort()
    print(numbers)
    AbsSort(numbers).sort()
    print(numbers)
    t = Table()
    for w in words:
        t.put(w, len(w))
    pairs = table_slice(t, 0, table_length(t))
    PairSort(pairs).sort()
    for i in range(len(pairs)):
        table_set(t, i, pairs[i])
    print(t.keys)
    print(t.values, table_get(t, 0)[0])
    for w in ["zebra", "ant", "mule", "ant"]:
        t.put(w, len(t.keys))
    TableSort(t).sort()
    print(t.keys)
    print(t.values)
    s = CheckedSort([5, 4, 3, 2, 1])
    s.sort()
    print(s.list, s.comparisons)
    bad = [3, 9, 13, 2]
    try:
        CheckedSort(bad).sort()
        print("sorted?")
    except Incomparable as e:
        print("incomparable: %d" % (e.a if e.b == 13 else e.b))
    print(len(bad))
    half = HalfSort([9, 8, 7, 6, 5, 4, 3, 2, 1, 0], 5)
    half.sort()
    print(half.list)
    return 0


def target(driver, args):
    return entry_point, None
