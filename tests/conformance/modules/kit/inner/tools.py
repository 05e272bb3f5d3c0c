from kit.names import shout


def pairs(words):
    return [(words[i], shout(words[i + 1])) for i in range(len(words) - 1)]
