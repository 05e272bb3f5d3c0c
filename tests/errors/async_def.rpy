async def main():
    return 1


def entry_point(argv):
    return 0


def target(driver, args):
    return entry_point, None
