"""operator.attrgetter and itemgetter, functools.reduce, made at import time and at run time."""
import operator
from functools import reduce
from operator import attrgetter, itemgetter


class Place(object):
    def __init__(self, town, zip):
        self.town = town
        self.zip = zip


class Person(object):
    def __init__(self, name, age, place):
        self.name = name
        self.age = age
        self.place = place


class Animal(object):
    def __init__(self, name, legs):
        self.name = name
        self.legs = legs


by_age = attrgetter('age')
by_town = attrgetter('place.town')


def names(people):
    return ' '.join([p.name for p in people])


def main(argv):
    n = len(argv)
    people = [Person('bea', 30 + n, Place('York', 3)), Person('al', 40, Place('Bath', n)),
              Person('cy', 20, Place('Hull', 2))]
    print(names(sorted(people, key=by_age)), names(sorted(people, key=by_town)))
    people.sort(key=operator.attrgetter('name'))
    print(names(people))
    people.sort(key=attrgetter('place.zip'), reverse=True)
    print(names(people), names([max(people, key=by_age), min(people, key=by_age)]))
    both = attrgetter('name', 'place.zip')
    for p in people:
        name, code = both(p)
        print(name, code)
    animals = [Animal('cat', 4), Animal('bird', 2)]
    get_name = attrgetter('name')
    print([get_name(a) for a in animals], [get_name(p) for p in people])
    print(sum(map(attrgetter('legs'), animals)))
    table = [(3, 'x'), (1, 'z'), (2, 'y')]
    print(sorted(table, key=itemgetter(1)))
    print(reduce(operator.add, [a.legs for a in animals], n), reduce(lambda a, b: a * b, [n, 5, 6]))
    return 0


def target(driver, args):
    return main, None


if __name__ == '__main__':
    import sys
    main(sys.argv)
