# jit: yes
"""Functions that never return: in a loop, through a table, behind a handler that goes on, and with a value that nobody gets."""
from rpython.rlib.jit import JitDriver, dont_look_inside


class Stop(Exception):
    def __init__(self, at):
        self.at = at


class Skip(Exception):
    pass


def stop(word):
    found = 0
    for letter in word:
        found = found * 2 + ord(letter)
    raise Stop(found)


@dont_look_inside
def skip(n):
    raise Skip()


def quit_with(code):
    if code > 1000:
        skip(code)
    stop('q' * (code & 3))
    return code * 7


def fail_or_none(n):
    skip(n)
    return [n]


driver = JitDriver(greens=['pc', 'code'], reds=['acc', 'left'])


def execute(code, acc, left):
    pc = 0
    while left > 0:
        driver.jit_merge_point(pc=pc, code=code, acc=acc, left=left)
        op = code[pc]
        pc += 1
        if op == 's':
            acc = acc + quit_with(acc)
        elif op == 'k':
            try:
                acc += len(fail_or_none(acc))
            except Skip:
                acc = acc * 3 & 4095
        elif op == 'b':
            left -= 1
            pc = 0
        else:
            acc += 1
    return acc


def outer(code, acc, rounds):
    total = 0
    for i in range(rounds):
        try:
            total += execute(code, acc + i, 5)
        except Stop as e:
            total = total * 3 + e.at & 0xffffff
        except Skip:
            total ^= 0x5555
    return total


def entry_point(argv):
    for code in ["+b", "k+b", "s", "+sb", "++k+s", "kkb"]:
        print("%s %d" % (code, outer(code, 7, 30)))
        print("%s %d" % (code, outer(code, 990, 30)))
    return 0


def target(driver_, args):
    return entry_point, None


if __name__ == '__main__':
    entry_point([])
