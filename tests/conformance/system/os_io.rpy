# stdin: first line\nsecond line\nlast
"""os.read and os.write."""
import os


def read_all(fd):
    parts = []
    while True:
        data = os.read(fd, 5)
        if len(data) == 0:
            break
        parts.append(data)
    return "".join(parts)


def entry_point(argv):
    text = read_all(0)
    os.write(1, "%d bytes\n" % len(text))
    for line in text.split("\n"):
        n = os.write(1, "> " + line + "\n")
        os.write(1, str(n) + "\n")
    os.write(2, "to stderr\n")
    try:
        fd = os.open("/nonexistent/file", os.O_RDONLY, 0)
        print(fd)
    except OSError as e:
        print(e.errno)
    return 0


def target(driver, args):
    return entry_point, None
