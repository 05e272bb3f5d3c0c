"""Stacks that can be switched: not supported. Programs can import this, but not use it."""
from rpython.rtyper.lltypesystem.lltype import not_supported

DEBUG = False


class StackletDebugError(Exception):
    pass


class StackletThread(object):
    """The stacks of one thread."""

    def __init__(self, _argument_ignored_for_backward_compatibility=None):
        not_supported("rstacklet (switching between stacks)")

    def new(self, callback, arg=None):
        return None

    def switch(self, stacklet):
        return None

    def is_empty_handle(self, stacklet):
        return True

    def get_null_handle(self):
        return None


class StackletThreadDeleter(object):
    def __init__(self, stackletthread):
        pass


class GcRootFinder(object):
    """Names of the original's interface."""
    @staticmethod
    def new(thrd, callback, arg):
        return None

    @staticmethod
    def switch(stacklet):
        return None

    @staticmethod
    def is_empty_handle(stacklet):
        return True

    @staticmethod
    def get_null_handle():
        return None


gcrootfinder = GcRootFinder
