from kit.inner import LEVEL


def shout(word):
    return word.upper() + "!" * LEVEL
