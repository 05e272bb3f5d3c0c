"""Catching stack overflow."""


class _StackOverflow(Exception):
    pass


StackOverflow = (RuntimeError, _StackOverflow)


def check_stack_overflow():
    """In a handler of StackOverflow: raises it again if it was another exception."""
