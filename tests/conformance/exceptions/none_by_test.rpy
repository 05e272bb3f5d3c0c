# What is done with a value that a test has found to be None: it raises, as long as the value may be something else elsewhere.


class Animal(object):
    def __init__(self, name):
        self.name = name

    def legs(self):
        return 4


def find(animals, name):
    for a in animals:
        if a.name == name:
            return a
    return None


def legs(animals, name):
    a = find(animals, name)
    if a:
        return a.legs()
    else:
        return a.legs()                 # cannot succeed, but it is a legal program


def rename(animals, name):
    a = find(animals, name)
    if a is None:
        a.name = "x"
    else:
        a.name = "y"
    return len(a.name)


def call(f, x):
    if f is not None:
        return f(x)
    y = f(x)
    return y + 1


def double(x):
    return x * 2


def caught(animals, name):
    a = find(animals, name)
    if a is not None:
        return 1
    try:
        return a.legs()
    except AttributeError:
        return 2


def nested(animals, name, flag):
    a = find(animals, name)
    if not a:
        if flag:
            print("flag")
        else:
            print("no flag")
        while flag:
            flag = False
        return a.name
    return "found"


def entry_point(argv):
    animals = [Animal("dog"), Animal("cat")]
    print(legs(animals, "dog"))
    try:
        print(legs(animals, "eel"))
    except AttributeError as e:
        print("AttributeError", str(e))
    print(rename(animals, "dog"))
    try:
        print(rename(animals, "eel"))
    except AttributeError:
        print("AttributeError")
    fs = [double, None]
    print(call(fs[0], 3))
    try:
        print(call(fs[len(argv)], 3))
    except TypeError as e:
        print("TypeError", str(e))
    print(caught(animals, "cat"), caught(animals, "eel"))
    try:
        print(nested(animals, "eel", len(argv) == 1))
    except AttributeError as e:
        print(str(e))
    print(nested(animals, "cat", True))
    return 0


def target(driver, args):
    return entry_point, None
