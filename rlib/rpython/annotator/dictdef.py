"""What `rpython.annotator.model.SomeDict` is made of."""


class DictDef(object):
    """Keys and values of a dict."""

    def __init__(self, bookkeeper, s_key=None, s_value=None, is_r_dict=False, force_non_null=False, simple_hash_eq=False):
        self.s_key = s_key
        self.s_value = s_value
