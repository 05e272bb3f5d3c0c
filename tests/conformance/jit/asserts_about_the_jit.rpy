# jit: yes
"""Code that asserts that it is not in the JIT is seldom traced, but it may be: the assertion must not end the program there. Others do."""
from rpython.rlib.jit import JitDriver, we_are_jitted

driver = JitDriver(greens=['text'], reds=['at', 'tank'])


class Tank(object):
    def __init__(self):
        self.room = 4
        self.used = 0
        self.spilt = 0
        self.enlarged = 0

    def enlarge(self, by):
        assert not we_are_jitted()
        self.room += by
        self.enlarged += 1

    def shrink(self):
        assert not we_are_jitted(), "the room of tank %d" % self.used
        if self.room > 4:
            self.room -= 1

    def pour(self, n):
        assert n < 9, "too much at once"
        if self.used + n > self.room:
            if self.room < 200:
                self.enlarge(n)
            else:
                self.spilt += n
                return
        self.used += n

    def empty(self):
        self.used = 0
        self.shrink()


def run(text, tank):
    at = 0
    while at < len(text):
        driver.jit_merge_point(text=text, at=at, tank=tank)
        c = text[at]
        if c == 'e':
            tank.empty()
        else:
            try:
                tank.pour(ord(c) - ord('0'))
            except AssertionError as e:
                tank.spilt += len(str(e))
        at += 1


def main(argv):
    for text in ['123' * 40 + 'e', '8e' * 100, '9', '4449e' * 60, 'e1' * 250]:
        tank = Tank()
        run(text, tank)
        print(tank.room, tank.used, tank.spilt, tank.enlarged)
    return 0


def target(driver, args):
    return main, None
