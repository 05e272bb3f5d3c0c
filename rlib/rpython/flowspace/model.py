"""Names that annotation policies of programs import; the translator makes its flow graphs itself."""


class Constant(object):
    """A constant of a flow graph."""

    def __init__(self, value):
        self.value = value
