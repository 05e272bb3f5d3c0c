"""The C stack."""


def stack_check():
    """Raises StackOverflow when the stack is nearly full."""


def stack_almost_full():
    return False


def stack_check_slowpath(current):
    """Stacks are checked by the generated code."""


def _stack_set_length_fraction(fraction):
    """The depth of recursion relative to the usual one: the stack keeps the size that the system gives."""
