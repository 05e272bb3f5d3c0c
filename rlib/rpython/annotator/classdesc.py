"""Names that annotation policies of programs import; the translator describes classes itself."""


class InstanceSource(object):
    """An object that attributes of its class are read from."""

    def __init__(self, bookkeeper, obj):
        self.bookkeeper = bookkeeper
        self.obj = obj
