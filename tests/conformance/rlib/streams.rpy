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
    f = open_file_as_stream(name)
    letters = []
    while True:
        c = f.read(1)
        if len(c) == 0:
            break
        if c[0] != '\n':
            letters.append(c[0])
        if len(letters) == 9:
            letters.append(f.read(6).replace('\n', '|'))
    f.close()
    print(''.join(letters))
    os.remove(name)
    return 0


def target(driver, args):
    return entry_point, None
