"""The sampling profiler. There is none: nothing is recorded, and `enable` says so."""
from rpython.rlib.objectmodel import specialize


class VMProfError(Exception):
    """The profiler cannot be used."""

    def __init__(self, msg):
        self.msg = msg

    def __str__(self):
        return self.msg


class VMProfPlatformUnsupported(Exception):
    """There is no profiler here."""


def register_code_object_class(CodeClass, full_name_func):
    """Instances of the class are the guest's functions."""
    CodeClass._vmprof_unique_id = 0
    CodeClass._vmprof_weak_list = None


@specialize.argtype(0)
def register_code(code, name):
    """A function of the guest."""


@specialize.call_location()
def get_unique_id(code):
    """The number under which the guest's function is known."""
    return 0


def vmprof_execute_code(name, get_code_fn, result_class=None, _hack_update_stack_untranslated=False):
    """Decorator of the function that runs a function of the guest."""
    def decorate(func):
        return func
    return decorate


def enable(fileno, interval, memory=0, native=0, real_time=0):
    raise VMProfError("there is no profiler in this program")


def disable():
    raise VMProfError("there is no profiler in this program")


def is_enabled():
    return False


def get_profile_path(space):
    return None


def start_sampling(space=None):
    """Samples are taken again."""


def stop_sampling(space=None):
    """No samples for a while: how many were taken."""
    return 0
