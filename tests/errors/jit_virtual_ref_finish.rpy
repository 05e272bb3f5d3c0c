# options: --opt=jit
from rpython.rlib.jit import JitDriver, virtual_ref, virtual_ref_finish


class Frame(object):
    def __init__(self, n):
        self.n = n


driver = JitDriver(greens=["text"], reds=["frame"])


def run(text, frame):
    while frame.n > 0:
        driver.jit_merge_point(text=text, frame=frame)
        ref = virtual_ref(frame)
        frame.n -= 1
        virtual_ref_finish(frame, frame)
    return frame.n


def entry_point(argv):
    print(run(argv[0], Frame(10)))
    return 0


def target(driver, args):
    return entry_point, None
