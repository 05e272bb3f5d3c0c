def parsed(text: str) -> int:
    if text.startswith("0x"):
        return int(text[2:], 16)
    if not text:
        return "empty"
    return int(text)


def length(text: str) -> int | None:
    return None if not text else text + "!"


def entry_point(argv):
    n = parsed(argv[0])
    m = length(argv[0])
    return n + m.size


def target(driver, args):
    return entry_point, None
