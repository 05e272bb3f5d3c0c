# jit: yes
"""A small Smalltalk: lexer, parser, compiler to bytecodes, interpreter with inline caches and primitives (package talk)."""

from talk.errors import ParseError
from talk.library import KERNEL, PROGRAMS, WRONG
from talk.universe import Universe

TESTS = ["shapes", "numbers", "closures", "find", "collections", "strings", "classes", "proxy", "errors", "queens", "sieve",
         "towers", "loop", "failing", "unknown"]


def entry_point(argv):
    universe = Universe()
    universe.load(KERNEL)
    universe.load(PROGRAMS)
    for name in TESTS:
        universe.out = []
        result = universe.run("Main", name)
        print("--- " + name)
        text = "".join(universe.out)
        if text:
            print(text[:-1])
        print(result)
    i = universe.interpreter
    print("%d sends, %d misses, %d symbols" % (i.sends, i.misses, len(universe.symbols)))
    for text in WRONG:
        try:
            Universe().load(text)
            print("accepted: " + text)
        except ParseError as e:
            print(e)
    return 0


def target(driver, args):
    return entry_point
