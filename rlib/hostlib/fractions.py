"""fractions: what Python 2 programs take from there, the greatest common divisor."""


def gcd(a, b):
    """It has the sign of b; that of a and zero is a."""
    while b:
        a, b = b, a % b
    return a
