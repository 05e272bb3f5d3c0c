# annotate: main(str)
from rpython.rlib.streamio import open_file_as_stream


def main(name):
    f = open_file_as_stream(name)
    n = 0
    while True:
        line = f.readline()
        if not line:
            break
        n += len(line)
    f.close()
    return n
