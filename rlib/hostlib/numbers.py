"""numbers: the abstract classes of numbers."""

from abc import ABCMeta


class Number(metaclass=ABCMeta):
    pass


class Complex(Number):
    pass


class Real(Complex):
    pass


class Rational(Real):
    pass


class Integral(Rational):
    pass


Real.register(float)
Integral.register(int)
