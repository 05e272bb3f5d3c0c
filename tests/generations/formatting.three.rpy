def table(rows: list) -> None:
    width = max([len(name) for name, _ in rows])
    for name, value in rows:
        print(f"{name:<{width}}|{value:6.2f}|{int(value):5}")


def entry_point(argv):
    n = 41 + len(argv)
    print(f"{n} {n:5} {n:<5}| {n:05} {n:+} {n:x} {n * 5:X} {n:o}")
    print(f"{'ab'} {chr(97) + chr(39) + 'b'!r} {'right':>10}|{'left':10}|{'cut':.2}")
    print(f"{'x'}{65:c} %  {1234.5:e} {0.0001:g} {2 / 3:.3f}")
    table([("pi", 3.14159), ("minus", -2.5), ("zero", 0.0)])
    print(f"a {n} a {'k'}")
    print(f"{n:>6}|{'l':<6}|{'mid':^6}|{3.14159:06.2f}")
    print("{first}-{second}".format(first="one", second=2))
    print(f"{None} {True} {['one', 'two']} {(1, 2)}")
    print(f"{3.0!r}{0.5}{1e100} {1e17} {100_000 * 3.5}")
    print(f"{255:#x} {oct(0)[-1]} {10:#b} {str(-5).zfill(4)} {-3.14159:08.3f}")
    print(f"{n * 100 / 84:.0f}% {int(3.99)} {int(-3.99)}")
    return 0


def target(driver, args):
    return entry_point, None
