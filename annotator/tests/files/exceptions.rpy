# annotate: main(int)
class MyError(Exception):
    def __init__(self, code):
        self.code = code


class Worse(MyError):
    pass


def risky(n):
    if n == 1:
        raise MyError(5)
    if n == 2:
        raise Worse(-7)
    if n == 3:
        raise KeyError
    return n


def main(n):
    lst = [1, 2, 3]
    try:
        x = risky(n)
        return lst[x]
    except Worse as e:
        return e.code
    except MyError as e:
        return e.code + 1
    except IndexError:
        return -1
    finally:
        lst.append(4)
