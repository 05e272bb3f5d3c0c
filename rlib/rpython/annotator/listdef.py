"""What `rpython.annotator.model.SomeList` is made of."""
from rpython.annotator.model import SomeList, SomeString


class ListDef(object):
    """The items of a list."""

    def __init__(self, bookkeeper, s_item=None, mutated=False, resized=False):
        self.s_item = s_item


s_list_of_strings = SomeList(ListDef(None, SomeString(no_nul=True), resized=True))
