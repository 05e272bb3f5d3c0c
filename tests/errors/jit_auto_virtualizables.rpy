# options: --opt=jit
from rpython.rlib.jit import JitDriver


class Frame(object):
    _virtualizable_ = ["n"]

    def __init__(self, n):
        self.n = n


driver = JitDriver(greens=["text"], reds="auto", virtualizables=["frame"])


def run(text, frame):
    while frame.n > 0:
        driver.jit_merge_point(text=text)
        frame.n -= 1
    return frame.n


def entry_point(argv):
    print(run(argv[0], Frame(10)))
    return 0


def target(driver, args):
    return entry_point, None
