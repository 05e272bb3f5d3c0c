# Python 3 keeps bytes and str apart. Each of these is an error of its own.
import os


def both(data: bytes, text: str) -> bytes:
    return data + text


def encoded(data: bytes) -> bytes:
    return data.encode("utf-8")


def decoded(text: str) -> str:
    return text.decode("utf-8")


def written(text: str) -> None:
    os.write(1, text)


def printed(data: bytes) -> None:
    print(data)


def listed(data: bytes) -> int:
    return len(list(data))


def made(text: str) -> bytes:
    return bytes(text)


def joined(data: bytes, text: str) -> bytes:
    return data.join([text, text])


def found(data: bytes, text: str) -> bool:
    return text in data


def less(data: bytes, text: str) -> bool:
    return data < text


def formatted(data: bytes, text: str) -> bytes:
    return b"%s" % text


def entry_point(argv):
    data = os.read(0, 10)
    n = len(argv)
    text = str(n)
    if n == 0:
        both(data, text)
    elif n == 1:
        encoded(data)
    elif n == 2:
        decoded(text)
    elif n == 3:
        written(text)
    elif n == 4:
        printed(data)
    elif n == 5:
        listed(data)
    elif n == 6:
        made(text)
    elif n == 7:
        joined(data, text)
    elif n == 8:
        found(data, text)
    elif n == 9:
        less(data, text)
    elif n == 10:
        formatted(data, text)
    return 0


def target(driver, args):
    return entry_point, None
