"""A module of the program `several`."""
from counters import Counter

created = Counter()


class Circle(object):
    def __init__(self, r):
        self.r = r
        created.bump()

    def area(self):
        return 3 * self.r * self.r
