class MyError(Exception):
    def __init__(self, x):
        self.x = x

class Sub(MyError):
    pass

def catch_index(l, i):
    try:
        return l[i]
    except IndexError:
        return -1

def catch_two(d, k):
    try:
        x = d[k]
    except KeyError:
        return "key"
    except IndexError as e:
        return "index"
    else:
        return x

def catch_tuple(d, k):
    try:
        return d[k]
    except (KeyError, ValueError):
        return 0

def call_it(f, x):
    try:
        return f(x)
    except MyError as e:
        return e.x
    except ValueError:
        return -1

def raise_it(x):
    if x == 1:
        raise MyError(x)
    if x == 2:
        raise Sub, x
    if x == 3:
        raise ValueError
    if x == 4:
        raise ValueError("text")
    if x == 5:
        assert x != 5, "five"
    return x

def both(x):
    return call_it(raise_it, x)

def local(x):
    try:
        if x == 1:
            raise MyError(5)
        if x == 2:
            raise Sub(6)
        if x == 3:
            raise KeyError
    except Sub as e:
        return e.x + 100
    except MyError as e:
        return e.x
    return 0

def finals(x, log):
    try:
        log.append(1)
        if x == 1:
            return 10
        raise_it(x)
    finally:
        log.append(2)
    return 20

def reraise(x, log):
    try:
        raise_it(x)
    except MyError:
        log.append("mine")
        raise
    except Exception as e:
        log.append("other")
        raise e
    return "fine"

def finals_in_loop(l):
    seen = []
    for x in l:
        try:
            if x == 1:
                continue
            if x == 2:
                break
            raise_it(x)
        except ValueError:
            seen.append("v")
        finally:
            seen.append(x)
    return seen

def bare(d, k):
    try:
        return d[k] + 1
    except:
        return None

def nested_try(d, k):
    try:
        try:
            return d[k]
        except IndexError:
            return 1
    except KeyError:
        return 2

class Manager(object):
    def __init__(self, log):
        self.log = log
    def __enter__(self):
        self.log.append("in")
        return 5
    def __exit__(self, a, b, c):
        self.log.append("out")
        return None

def with_it(x, log):
    with Manager(log) as m:
        if x == 9:
            return m
        raise_it(x)
    return 0

def with_value(x, log):
    with Manager(log):
        value = raise_it(x)
    return value

def with_log(x):
    log = []
    try:
        r = with_it(x, log)
    except Exception:
        r = -1
    return r, log

def final_log(x):
    log = []
    try:
        r = finals(x, log)
    except Exception:
        r = -1
    return r, log

def loop_try(l, d):
    n = 0
    for x in l:
        try:
            n += d[x]
        except KeyError:
            n += 100
    return n

def iter_in_try(l):
    try:
        for x in l:
            if x == 3:
                raise_it(3)
    except ValueError:
        return "caught"
    return "none"

def div(a, b):
    try:
        return a // b
    except ZeroDivisionError:
        return 0

RUNS = [
    (catch_index, [1, 2], 1), (catch_index, [1, 2], 5), (catch_two, {1: 2}, 1), (catch_two, {1: 2}, 3),
    (catch_two, [1], 9), (catch_tuple, {}, 0), (catch_tuple, [], 0), (bare, {}, 1), (bare, {1: 1}, 1),
    (nested_try, [], 1), (nested_try, {}, 1), (nested_try, [3, 4], 1),
    (loop_try, [1, 2, 1], {1: 10}), (iter_in_try, [1, 2]), (iter_in_try, [1, 3]), (div, 1, 0), (div, 7, 2),
    (finals_in_loop, [1, 3, 0, 2, 4]), (finals_in_loop, [0, 5]),
    (with_log, 9), (with_log, 1), (with_log, 0), (final_log, 0), (final_log, 1), (final_log, 3),
    (with_value, 0, []), (with_value, 2, []),
    (reraise, 0, []), (reraise, 2, []), (reraise, 3, []),
] + [(f, i) for i in range(7) for f in (both, raise_it, local)]
