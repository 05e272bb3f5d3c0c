"""Names of annotations, for programs that make the types of a `@signature` of them: they are accepted there, and say nothing."""


class SomeObject(object):
    """A type of values. What is said of it besides is not looked at."""

    def __init__(self, *args, **options):
        self.args = args

    def _freeze_(self):
        return True


class SomeBool(SomeObject):
    pass


class SomeInteger(SomeObject):
    pass


class SomeFloat(SomeObject):
    pass


class SomeSingleFloat(SomeObject):
    pass


class SomeLongFloat(SomeObject):
    pass


class SomeString(SomeObject):
    pass


class SomeUnicodeString(SomeObject):
    pass


class SomeByteArray(SomeObject):
    pass


class SomeChar(SomeString):
    pass


class SomeUnicodeCodePoint(SomeUnicodeString):
    pass


class SomeTuple(SomeObject):
    pass


class SomeList(SomeObject):
    pass


class SomeDict(SomeObject):
    pass


class SomeIterator(SomeObject):
    pass


class SomeInstance(SomeObject):
    pass


class SomePBC(SomeObject):
    pass


class SomeNone(SomeObject):
    pass


class SomeImpossibleValue(SomeObject):
    pass


s_None = SomeNone()
s_Bool = SomeBool()
s_Int = SomeInteger()
s_Str0 = SomeString(no_nul=True)
s_Unicode0 = SomeUnicodeString(no_nul=True)
s_ImpossibleValue = SomeImpossibleValue()
