"""finally and else with return, break, continue in while and for loops, nested, with exceptions on the way."""


class Stop(Exception):
    pass


def log(out, what):
    out.append(what)


def one(kind, out):
    for i in range(3):
        try:
            log(out, "try%d" % i)
            if kind == 0:
                continue
            if kind == 1:
                break
            if kind == 2:
                return "returned"
            if kind == 3:
                raise Stop
            if kind == 4 and i == 1:
                raise ValueError("four")
        except Stop:
            log(out, "caught")
            continue
        except ValueError:
            log(out, "value")
            break
        else:
            log(out, "else")
        finally:
            log(out, "finally")
        log(out, "after")
    else:
        log(out, "loop-else")
    return "end"


def finally_wins(kind):
    while True:
        try:
            if kind == 0:
                return "try"
            if kind == 1:
                raise KeyError("lost")
            kind -= 1
        finally:
            if kind < 2:
                return "finally%d" % kind
    return "never"


def swallow(n):
    total = 0
    for i in range(n):
        try:
            total += 10 // (i - 2)
        finally:
            total += 1
            if i == 2:
                break
    return total


def skip(n):
    total = 0
    for i in range(n):
        try:
            if i % 2:
                raise Stop
            total += i
        finally:
            if i % 2:
                continue
        total += 100
    return total


def nested(kind, out):
    try:
        try:
            try:
                if kind == 0:
                    raise IndexError("inner")
                if kind == 1:
                    return "r1"
            except KeyError:
                log(out, "no")
            finally:
                log(out, "f1")
                if kind == 2:
                    raise KeyError("from f1")
        except IndexError:
            log(out, "index")
            if kind == 0:
                raise ValueError("again")
        else:
            log(out, "else2")
        finally:
            log(out, "f2")
    except (ValueError, KeyError) as e:
        log(out, e.__class__.__name__)
        return "caught"
    finally:
        log(out, "f3")
    return "end"


def value_at_return(l):
    x = 1
    try:
        return x
    finally:
        x = 2
        l.append(x)


def in_handler(n):
    i = 0
    seen = ""
    while i < n:
        i += 1
        try:
            raise ValueError(str(i))
        except ValueError as e:
            try:
                if i == 2:
                    continue
                if i == 5:
                    break
                seen += str(e)
            finally:
                seen += "!"
        seen += "."
    else:
        seen += "complete"
    return seen


def entry_point(argv):
    for kind in range(6):
        out = []
        result = one(kind, out)
        print(kind, result, " ".join(out))
    for kind in range(4):
        print(finally_wins(kind))
    print(swallow(5), swallow(2), skip(6))
    for kind in range(4):
        out = []
        result = nested(kind, out)
        print(kind, result, " ".join(out))
    l = []
    print(value_at_return(l), l)
    for n in [0, 1, 3, 7]:
        print(n, in_handler(n))
    return 0


def target(driver, args):
    return entry_point
