"""What a program can ask the JIT about itself, and how it hears of what the JIT does.

The first argument of the functions (RPython's `warmrunner`) is not used. Without a JIT all numbers are 0.
"""

from rpython.rlib.jit import JitDebugInfo, JitGivenUp, LogOperations, LoopRunTime, TracedOperation
from rpython.rlib.jit import _ask_float, _ask_int, _ask_text
from rpython.rlib.jit import Counters
from rpython.rlib.objectmodel import we_are_translated

# Numbers of questions: see `metainterp::seen`.
_COUNTER, _COUNTS, _COUNT_KIND, _COUNT_NUMBER, _COUNT_VALUE, _SET_COUNTING, _EVENT_NUMBER, _EVENT_COMPILED = range(8)


def stats_set_debug(warmrunner, flag):
    """From now on the JIT makes code that counts how often it is entered (or not)."""
    _ask_int(_SET_COUNTING, int(flag))


def stats_get_counter_value(warmrunner, no):
    """A counter, by its number in `Counters`."""
    return _ask_int(_COUNTER, no)


def stats_get_times_value(warmrunner, no):
    """Seconds: `Counters.TRACING` or `Counters.BACKEND`. Measured behind `stats_set_debug`, in programs with a
    JitHookInterface, and where a log wants it."""
    return _ask_float(no)


def stats_get_loop_run_times(warmrunner):
    """How often code was entered: objects with `type` ('e' loop, 'b' bridge, 'l' label), `number` and `counter`."""
    result = []
    for i in range(_ask_int(_COUNTS, 0)):
        kind = chr(_ask_int(_COUNT_KIND, i))
        result.append(LoopRunTime(kind, _ask_int(_COUNT_NUMBER, i), _ask_int(_COUNT_VALUE, i)))
    return result


def stats_memmgr_release_all(warmrunner):
    """No effect: the JIT decides itself what it frees."""


def stats_asmmemmgr_allocated(warmrunner):
    """Not counted: 0."""
    return 0


def stats_asmmemmgr_used(warmrunner):
    """Not counted: 0."""
    return 0


def trace_next_iteration(jitdriver_name, *greenkey):
    """The next pass of the loop is to be traced: no effect."""


def trace_next_iteration_hash(jitdriver_name, hash):
    """The same, by hash: no effect."""


def dont_trace_here(jitdriver_name, *greenkey):
    """This loop is not to be traced into: no effect."""


def get_jitcell_at_key(jitdriver_name, *greenkey):
    return None


def resop_getopname(operation):
    """Name of an operation of `JitDebugInfo.operations`."""
    return operation.name


def resop_repr(operation):
    """The operation as text."""
    return operation.text


def _operations(text):
    result = []
    for line in text.split('\n'):
        if line:
            result.append(TracedOperation(line))
    return result


def make_event_function(interface):
    """The function that the JIT calls when something has happened; `step` 0: before, 1: after it."""

    def jit_event(step):
        if not interface.are_hooks_enabled():
            return
        driver = _ask_text(0)
        location = _ask_text(2)
        if not _ask_int(_EVENT_COMPILED, 0):
            if step == 1:
                reason = _ask_int(_EVENT_NUMBER, 0)
                given_up = JitGivenUp(driver)
                interface.on_abort(reason, given_up, None, location, LogOperations(driver), [])
                if reason == Counters.ABORT_TOO_LONG:
                    interface.on_trace_too_long(given_up, None, location)
            return
        kind = _ask_int(_EVENT_NUMBER, 1)
        info = JitDebugInfo(driver, location, _operations(_ask_text(3)), kind, _ask_int(_EVENT_NUMBER, 2))
        if step == 1:
            info.set_code(_ask_int(_EVENT_NUMBER, 3), _ask_int(_EVENT_NUMBER, 4))
        if kind == 1:
            if step == 0:
                interface.before_compile_bridge(info)
            else:
                interface.after_compile_bridge(info)
        else:
            if step == 0:
                interface.before_compile(info)
            else:
                interface.after_compile(info)
    return jit_event


def mark_as_being_traced(jitdriver_name, *greenkey):
    """No trace of this loop is to be begun: no effect."""
