class MyError(Exception):
    def __init__(self, code):
        self.code = code

class SubError(MyError):
    pass

def g(n):
    if n == 1:
        raise MyError(10)
    if n == 2:
        raise SubError(20)
    if n == 3:
        raise ValueError("bad")
    return n

def h(n):
    try:
        return g(n)
    finally:
        print("finally %d" % n)

def entry_point(argv):
    for i in range(5):
        try:
            print(h(i))
        except SubError as e:
            print("sub", e.code)
        except MyError as e:
            print("my", e.code)
        except ValueError:
            print("value")
    try:
        print(10 // (len(argv) - 2))
    except ZeroDivisionError:
        print("zde")
    try:
        print(int("12x"))
    except ValueError:
        print("ve")
    print(int(" 42 ") + 1)
    return 0
