"""The C stack."""


def stack_check():
    """Raises StackOverflow when the stack is nearly full."""


def stack_almost_full():
    return False


def stack_check_slowpath(current):
    """Stacks are checked by the generated code."""
