# jit: yes
"""Arguments of the merge point that are on the stack while a call computes the last one, within try ... finally."""
from rpython.rlib import jit


class Done(Exception):
    def __init__(self, value):
        self.value = value


class Stop(Exception):
    def __init__(self, value):
        self.value = value


class Ec(object):
    _immutable_fields_ = ["proc?"]

    def __init__(self):
        self.proc = None

    def getproc(self):
        return self.proc


class Holder(object):
    def __init__(self):
        self._ec = None


class Space(object):
    def __init__(self):
        self.holder = Holder()

    def _freeze_(self):
        return True

    def getec(self):
        ec = self.holder._ec
        if ec is None:
            ec = Ec()
            self.holder._ec = ec
        return ec


class Frame(object):
    def __init__(self, n):
        self.stack = [0] * 4
        self.stack[0] = n
        self.last = 0


class Interp(object):
    driver = jit.JitDriver(greens=["pc", "code", "proc"], reds=["self", "frame"])

    def __init__(self):
        self.finished = False

    def interpret(self, space, frame, code):
        pc = 0
        try:
            while True:
                self.driver.jit_merge_point(self=self, code=code, frame=frame, pc=pc, proc=space.getec().getproc())
                pc = self._interpret(space, pc, frame, code)
        except Stop as e:
            if e.value == 0:
                return e.value
            raise
        except Done as e:
            return e.value
        finally:
            self.finished = True

    def _interpret(self, space, pc, frame, code):
        frame.last = pc
        try:
            pc = self.handle(space, pc, frame, code)
        except ZeroDivisionError:
            frame.stack[1] = -1
            pc += 1
        return pc

    def handle(self, space, pc, frame, code):
        c = code[pc]
        pc += 1
        if c == "a":
            frame.stack[1] += frame.stack[0]
        elif c == "d":
            frame.stack[0] -= 1
        elif c == "j":
            if frame.stack[0] > 0:
                self.driver.can_enter_jit(self=self, code=code, frame=frame, pc=0, proc=space.getec().getproc())
                return 0
        elif c == "z":
            frame.stack[0] = frame.stack[0] // frame.stack[2]
        else:
            raise Done(frame.stack[1])
        return pc


space = Space()


def entry_point(argv):
    print(Interp().interpret(space, Frame(3000), "adjr"))
    print(Interp().interpret(space, Frame(2), "zr"))
    return 0


def target(driver, args):
    return entry_point
