class Base(Exception):
    code: int = 1


class Broken(Base):
    code: int = 2

    def __init__(self, part: str, wear: int) -> None:
        super().__init__(part)
        self.part = part
        self.wear = wear

    def __str__(self) -> str:
        return f"{self.part} worn by {self.wear}"


def fail(n: int) -> int:
    match n:
        case 0:
            raise ValueError("a value")
        case 1:
            raise KeyError("key")
        case 2:
            raise Broken("wheel", 3)
        case 3:
            raise Base
        case 4:
            return [1, 2][n]
        case 5:
            return 1 % (n - 5)
        case 6:
            return int("x" * 2)
    raise RuntimeError(f"number {n}")


def entry_point(argv):
    for n in range(8):
        print(n, end=" ")
        try:
            fail(n)
        except (ValueError, KeyError) as e:
            print(type(e).__name__, e)
        except Broken as e:
            print("broken:", e, e.part, e.wear // 2, e.code)
        except Base as e:
            print(f"base {str(e)!r} {e.code}")
        except LookupError as e:
            print(f"lookup: {e}")
        except ArithmeticError:
            print("arithmetic")
        except Exception as e:
            print("other:", e)
        else:
            print("nothing")
        finally:
            if n == 7:
                print("end")
    return 0


def target(driver, args):
    return entry_point, None
