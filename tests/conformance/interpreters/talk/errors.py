"""Errors of the compiler and of programs."""


class TalkError(Exception):
    pass


class ParseError(TalkError):
    def __init__(self, message, line):
        TalkError.__init__(self, message)
        self.message = message
        self.line = line

    def __str__(self):
        return "line %d: %s" % (self.line, self.message)


class ProgramError(TalkError):
    """An error of the program, with a trace of the methods that were active."""

    def __init__(self, message):
        self.message = message
        self.trace = []


class NonLocalReturn(Exception):
    """A block returns from the method that made it."""
    _immutable_fields_ = ["home", "value"]

    def __init__(self, home, value):
        self.home = home
        self.value = value
