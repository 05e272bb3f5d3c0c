"""Writing and reading a file with os.open."""
import os


def write_file(name, text):
    fd = os.open(name, os.O_WRONLY | os.O_CREAT | os.O_TRUNC, 0o666)
    done = 0
    while done < len(text):
        done += os.write(fd, text[done:])
    os.close(fd)


def read_file(name):
    fd = os.open(name, os.O_RDONLY, 0o666)
    parts = []
    while True:
        s = os.read(fd, 100)
        if not s:
            break
        parts.append(s)
    os.close(fd)
    return "".join(parts)


def entry_point(argv):
    name = "/tmp/tracewright-test-%d" % os.getpid()
    text = "".join(["line %d\n" % i for i in range(100)])
    write_file(name, text)
    back = read_file(name)
    print(len(back))
    print(back == text)
    os.unlink(name)
    try:
        read_file(name)
        print("still there")
    except OSError:
        print("gone")
    return 0


def target(driver, args):
    return entry_point, None
