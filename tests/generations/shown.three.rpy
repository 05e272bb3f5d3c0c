class Point:
    def __init__(self, x: int, y: str) -> None:
        self.x = x
        self.y = y

    def __repr__(self) -> str:
        return f"Point({self.x!r}, {self.y!r})"


CONSTANT = [1, 2.5, "three", None, True, (4,), [5], {"six": 6}]
CONSTANT_TEXT = f"{CONSTANT}"


def entry_point(argv):
    print(CONSTANT_TEXT, len(CONSTANT_TEXT) // 2)
    print(repr("it's"), repr('say "x"'), repr("both ' and \""), repr("\n\t\\\x00\x7f"))
    print(f"{1!r} {-1!r} {1.0!r} {0.1!r} {1e-7!r} {True!r} {None!r} {1 << 40!r}")
    print([], (), (1,), (1, "a"), {}, {1: "x"}, ["a", "b"])
    print(Point(1, "z"), f"{Point(2, 'y')!r}", [Point(3, "x")], {0: Point(4, "w")})
    print(str([0.1, 0.5]), str(("q", None)), [[1, 2], []], [None, "x"])
    print([*range(3)], list(range(2, 8, 3)), list(range(0)), [list(range(2))])
    print([(1, 2.0), (3, 4.0)], repr("%s" % [1]), repr("a" "b"))
    print({"k": [1]}, str({"k": (1, "v")}), f"{ {2: {3: 4}} }")
    return 0


def target(driver, args):
    return entry_point, None
