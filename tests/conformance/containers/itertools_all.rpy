"""The functions of itertools."""
import itertools
from itertools import chain, count, islice, product, groupby, zip_longest, accumulate, takewhile, dropwhile, repeat, cycle, starmap, combinations, permutations, compress, tee

def gen():
    yield 1
    yield 2

def add(a, b):
    return a + b

def entry_point(argv):
    print(list(chain([1, 2], (3, 4), gen())), list(chain("ab", ["cd"])), list(chain.from_iterable([[1], [2, 3]])))
    print(list(islice(count(), 3)), list(islice(count(5), 2)), list(islice(count(1, 3), 1, 6, 2)), list(islice([1, 2, 3, 4], 2, None)))
    for i in count(10):
        if i > 12:
            break
        print(i)
    print(list(product([1, 2], "ab")), list(product([0, 1], repeat=2)))
    for a, b in product(range(2), ["x", "y"]):
        print(a, b)
    for k, g in groupby([1, 1, 2, 3, 3]):
        print(k, list(g))
    for k, g in groupby(["apple", "ant", "bee"], key=lambda w: w[0]):
        print(k, list(g))
    print([(k, len(list(g))) for k, g in groupby("aabccc")])
    print(list(zip_longest([1, 2, 3], [4], fillvalue=0)), list(zip_longest("ab", "c", fillvalue="-")))
    print(list(accumulate([1, 2, 3])), list(accumulate([1, 2, 3], lambda a, b: a * b)), list(accumulate(["a", "b"])), list(accumulate([1, 2], initial=10)))
    print(list(takewhile(lambda x: x < 3, [1, 2, 3, 1])), list(dropwhile(lambda x: x < 3, [1, 2, 3, 1])))
    print(list(repeat("x", 3)), list(islice(repeat(5), 2)), list(islice(cycle("ab"), 5)))
    print(list(starmap(add, [(1, 2), (3, 4)])), list(compress("abcd", [1, 0, 1, 0])))
    print(list(combinations([1, 2, 3], 2)), list(permutations("abc", 2)), list(itertools.combinations_with_replacement("ab", 2)))
    print(list(itertools.filterfalse(lambda x: x % 2, range(5))), list(itertools.pairwise([1, 2, 3])))
    a, b = tee([1, 2, 3])
    print(list(a), next(b), list(b))
    c = count()
    print(next(c), next(c), next(c))
    it = chain([1], [2])
    print(next(it), next(it), next(it, -1))
    print(sum(chain([1], [2])), sorted(chain("ba", "c")), max(chain([1], [5])))
    return 0

def target(driver, args):
    return entry_point, None
