"""Errors of packing and unpacking."""


class StructError(Exception):
    """A format or data that cannot be."""

    def __init__(self, msg):
        self.msg = msg

    def __str__(self):
        return self.msg

    def at(self, pos):
        pass


class StructOverflowError(StructError):
    pass
