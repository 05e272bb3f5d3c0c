"""What compiled the program."""


def get_compiler_info():
    """A short text."""
    return "C compiler"
