class Fraction:
    def __init__(self, top: int, bottom: int = 1) -> None:
        self.top = top
        self.bottom = bottom

    def __truediv__(self, other: "Fraction") -> "Fraction":
        return Fraction(self.top * other.bottom, self.bottom * other.top)

    def __floordiv__(self, other: "Fraction") -> int:
        return self.top * other.bottom // (self.bottom * other.top)

    def __mul__(self, other: "Fraction") -> "Fraction":
        return Fraction(self.top * other.top, self.bottom * other.bottom)

    def __neg__(self) -> "Fraction":
        return Fraction(-self.top, self.bottom)

    def __eq__(self, other) -> bool:
        return self.top / self.bottom == other.top / other.bottom

    def __repr__(self) -> str:
        return f"{self.top}/{self.bottom}"


HALF = Fraction(1, 2)
THIRD = Fraction(1, 3)
ONE_AND_A_HALF = HALF / THIRD


def entry_point(argv):
    print(ONE_AND_A_HALF, ONE_AND_A_HALF != HALF)
    n = len(argv)
    f = Fraction(n + 4, bottom=3)
    print(f / HALF, f // HALF, f * THIRD, -f)
    f /= THIRD
    print(f, f == Fraction(5 * n), f == HALF)
    print([HALF / THIRD, THIRD / HALF])
    return 0


def target(driver, args):
    return entry_point, None
