# Text that may not be ASCII is counted; bytes and str are compared.
import os


NAME = "é"


def entry_point(argv) -> int:
    data = os.read(0, 10)
    text = data.decode("utf-8")
    print(len(text), text[0:1])
    if data == "quit" or text != b"go":
        print(f"{len('é')}")
    size = len("né")
    print("%d" % size, NAME[1:], "{}".format(len(NAME)))
    return 0


def target(driver, args):
    return entry_point, None
