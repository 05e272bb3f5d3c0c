# exit: 1
# stderr: KeyError: 'three'
# stderr: The above exception was the direct cause of the following exception:
# stderr: Broken: no three
# stderr: RuntimeError: at the end
"""The report of an uncaught exception names its causes."""


class Broken(Exception):
    def __str__(self):
        return "no " + self.args[0]


def look(d, key):
    try:
        return d[key]
    except KeyError as e:
        raise Broken(key) from e


def run(d):
    total = 0
    for key in ["one", "two", "three"]:
        total += look(d, key)
        print(key, total)
    return total


def entry_point(argv):
    d = {"one": 1, "two": 2}
    try:
        print(run(d))
    except Broken as e:
        print("caught:", e)
        raise RuntimeError("at the end") from e
    return 0


def target(driver, args):
    return entry_point
