# Text that may not be ASCII is counted; bytes and str are compared.
import os


def entry_point(argv) -> int:
    data = os.read(0, 10)
    text = data.decode("utf-8")
    print(len(text), text[0:1])
    if data == "quit" or text != b"go":
        print(f"{len('é')}")
    return 0


def target(driver, args):
    return entry_point, None
