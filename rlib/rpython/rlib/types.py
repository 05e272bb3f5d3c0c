"""Argument types for `rpython.rlib.signature`."""


class _Type(object):
    def __init__(self, name, *args):
        self.name = name
        self.args = args

    def __call__(self, *args):
        return _Type(self.name, *args)

    def __repr__(self):
        return 'types.%s' % self.name

    def _freeze_(self):
        return True


def none(): return _Type('none')
def impossible(): return _Type('impossible')
def float(): return _Type('float')
def singlefloat(): return _Type('singlefloat')
def longfloat(): return _Type('longfloat')
def int(): return _Type('int')
def int_nonneg(): return _Type('int_nonneg')
def bool(): return _Type('bool')
def unicode(can_be_None=False): return _Type('unicode')
def unicode0(can_be_None=False): return _Type('unicode0')
def str(can_be_None=False): return _Type('str')
def bytearray(can_be_None=False): return _Type('bytearray')
def str0(can_be_None=False): return _Type('str0')
def char(): return _Type('char')
def list(element): return _Type('list', element)
def array(element): return _Type('array', element)
def dict(keytype, valuetype): return _Type('dict', keytype, valuetype)
def generator(): return _Type('generator')
def instance(cls, can_be_None=False): return _Type('instance', cls)
def any(): return _Type('any')


class self(object):
    """An instance of the class in whose body the method is."""
