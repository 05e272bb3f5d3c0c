# stdin: set a 10\nset b 3\ndiv c a b\nprint c\nmod c a b\nprint c\nloop a\nprint q\nset d -7\ndiv d d b\nprint d\n
# A register machine that reads its program from stdin.
import os

OPS = {"div": lambda x, y: x / y, "mod": lambda x, y: x % y}
DIV, MOD = OPS["div"], OPS["mod"]


class Unknown(Exception):
    pass


class Machine(object):
    def __init__(self):
        self.registers = {}

    def value(self, name):
        if self.registers.has_key(name):
            return self.registers[name]
        raise Unknown, "no register " + `name`

    def execute(self, words):
        name = words[1]
        if words[0] == "set":
            self.registers[name] = int(words[2])
        elif words[0] in ("div", "mod"):
            x, y = self.value(words[2]), self.value(words[3])
            f = DIV if words[0] == "div" else MOD
            self.registers[name] = f(x, y)
        elif words[0] == "print":
            value = self.value(name)
            print name, "=", value
        elif words[0] == "loop":
            while self.value(name) > 7:
                self.registers[name] -= 1
                print self.registers[name],
            print "end"


def entry_point(argv):
    machine = Machine()
    for line in os.read(0, 1000).splitlines():
        try:
            machine.execute(line.split(" "))
        except Unknown, e:
            print "unknown:", e
    names = machine.registers.keys()
    names.sort()
    print names, [machine.registers[n] for n in names]
    return 0


def target(driver, args):
    return entry_point, None
