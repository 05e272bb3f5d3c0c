"""streamio: reading and writing files line by line."""
import os
from rpython.rlib.streamio import open_file_as_stream


def entry_point(argv):
    name = "/tmp/tracewright-stream-%d" % os.getpid()
    f = open_file_as_stream(name, "w")
    for i in range(5):
        f.write("line %d\n" % i)
    f.close()
    f = open_file_as_stream(name)
    n = 0
    while True:
        line = f.readline()
        if not line:
            break
        n += len(line)
    f.close()
    print(n)
    f = open_file_as_stream(name, "r")
    text = f.readall()
    f.close()
    print(len(text))
    os.remove(name)
    return 0


def target(driver, args):
    return entry_point, None
