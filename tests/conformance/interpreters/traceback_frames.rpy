# origin: after published programs
"""Guest exceptions that carry frames: handlers found by tables, tracebacks chained as objects, finally blocks, re-raise."""
import sys


class PyTraceback(object):
    def __init__(self, frame, lasti, next):
        self.frame = frame
        self.lasti = lasti
        self.next = next


class OperationError(Exception):
    _application_traceback = None

    def __init__(self, w_type, w_value, tb=None):
        self.w_type = w_type
        self.w_value = w_value
        self._application_traceback = tb

    def match(self, w_check):
        t = self.w_type
        while t is not None:
            if t is w_check:
                return True
            t = t.w_base
        return False

    def record(self, frame, lasti):
        self._application_traceback = PyTraceback(frame, lasti, self._application_traceback)


class W_Type(object):
    def __init__(self, name, w_base):
        self.name = name
        self.w_base = w_base


w_Exception = W_Type('Exception', None)
w_LookupError = W_Type('LookupError', w_Exception)
w_KeyError = W_Type('KeyError', w_LookupError)
w_ValueError = W_Type('ValueError', w_Exception)


class FrameBlock(object):
    def __init__(self, handler, prev):
        self.handler = handler
        self.prev = prev


class ExceptBlock(FrameBlock):
    def __init__(self, w_type, handler, prev):
        FrameBlock.__init__(self, handler, prev)
        self.w_type = w_type

    def handle(self, frame, operr):
        if not operr.match(self.w_type):
            return -1
        frame.log.append("caught " + operr.w_type.name)
        frame.last = operr
        return self.handler


class FinallyBlock(FrameBlock):
    def handle(self, frame, operr):
        frame.unfinished = operr
        return self.handler


class Frame(object):
    unfinished = None
    last = None
    blocks = None

    def __init__(self, name, code, back, log):
        self.name = name
        self.code = code
        self.back = back
        self.log = log

    def push_block(self, b):
        self.blocks = b

    def dispatch(self, pc):
        while True:
            try:
                pc = self.step(pc)
            except OperationError as e:
                e.record(self, pc)
                pc = self.unwind(e)
            except RuntimeError:
                e = OperationError(w_ValueError, "internal")
                e.record(self, pc)
                pc = self.unwind(e)
            if pc < 0:
                return

    def unwind(self, e):
        while self.blocks is not None:
            block = self.blocks
            self.blocks = block.prev
            pc = block.handle(self, e)
            if pc >= 0:
                return pc
        raise e

    def step(self, pc):
        op, arg = self.code[pc]
        if op == 'log':
            self.log.append(self.name + ":" + arg)
        elif op == 'call':
            Frame(arg, CODES[arg], self, self.log).dispatch(0)
        elif op == 'try':
            kind, _, handler = arg.rpartition(' ')
            if kind == 'finally':
                self.push_block(FinallyBlock(int(handler), self.blocks))
            else:
                self.push_block(ExceptBlock(TYPES[kind], int(handler), self.blocks))
        elif op == 'pop':
            self.blocks = self.blocks.prev
        elif op == 'raise':
            raise OperationError(TYPES[arg], "from " + self.name)
        elif op == 'crash':
            raise RuntimeError
        elif op == 'reraise':
            if self.last is not None:
                raise self.last
        elif op == 'endfinally':
            if self.unfinished is not None:
                operr = self.unfinished
                self.unfinished = None
                raise operr
        elif op == 'jump':
            return int(arg)
        elif op == 'ret':
            return -1
        return pc + 1


TYPES = dict((t.name, t) for t in [w_Exception, w_LookupError, w_KeyError, w_ValueError])
SOURCES = {
    'plain': 'log a; log b; ret',
    'leaf': 'log in; raise KeyError; ret',
    'middle': 'try finally 3; call leaf; pop; log cleanup; endfinally; log unreached; ret',
    'catcher': 'try LookupError 4; call middle; pop; jump 5; log handler; log end; ret',
    'wrong': 'try ValueError 4; call middle; pop; jump 5; log handler; log end; ret',
    'again': 'try Exception 4; call leaf; pop; jump 6; log again; reraise; log end; ret',
    'crashing': 'try ValueError 3; crash; ret; log recovered; ret',
    'quiet': 'try finally 3; log body; pop; log cleanup; endfinally; log after; ret',
}
CODES = {}
for _name in SOURCES:
    CODES[_name] = [(part.strip().partition(' ')[0], part.strip().partition(' ')[2]) for part in SOURCES[_name].split(';')]


def entry_point(argv):
    for name in sorted(SOURCES.keys()):
        log = []
        try:
            Frame(name, CODES[name], None, log).dispatch(0)
            print("%s: %s" % (name, " ".join(log)))
        except OperationError as e:
            print("%s: %s ! %s(%s)" % (name, " ".join(log), e.w_type.name, e.w_value))
            tb = e._application_traceback
            while tb is not None:
                print("  in %s at %d" % (tb.frame.name, tb.lasti))
                tb = tb.next
    return 0


def target(driver, args):
    return entry_point
