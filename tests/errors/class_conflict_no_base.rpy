class Dog(object):
    def speak(self):
        return "woof"


class Cat(object):
    def speak(self):
        return "meow"


def entry_point(argv):
    pets = [Dog(), Cat()]
    print(pets[len(argv) - 1].speak())
    return 0


def target(driver, args):
    return entry_point, None
