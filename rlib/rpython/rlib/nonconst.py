"""Constants that the annotator is to treat as variables."""


class NonConstant(object):
    """`NonConstant(x)` is `x`, whose value the annotator does not know."""

    def __new__(cls, value):
        return value
