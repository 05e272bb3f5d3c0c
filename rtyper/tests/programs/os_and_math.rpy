import os
import math

class Error(Exception):
    pass

def read(path):
    fd = os.open(path, os.O_RDONLY, 0o777)
    parts = []
    while True:
        s = os.read(fd, 10)
        if not s:
            break
        parts.append(s)
    os.close(fd)
    return len(parts)

def entry_point(argv):
    try:
        read("/nonexistent/file")
    except OSError as e:
        print("oserror", e.errno)
    print(math.sqrt(16.0), math.floor(2.5) == 2, math.pow(2.0, 10.0))
    print("%.3f" % math.sin(1.0))
    try:
        math.sqrt(-1.0 * len(argv))
    except ValueError:
        print("domain")
    x = 3.7
    print(int(x), int(-x))
    try:
        print(1.0 / (len(argv) - 2))
    except ZeroDivisionError:
        print("fzd")
    try:
        d = {}
        if len(argv) > 5:
            d["x"] = 1
        print(d["x"])
    except Exception:
        print("generic")
    try:
        raise Error()
    except Error:
        print("Error")
    return 0
