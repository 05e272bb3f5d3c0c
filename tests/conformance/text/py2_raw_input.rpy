# oracle: stored
# stdin: first\n\nlast
"""`raw_input` of Python 2."""


def entry_point(argv):
    print raw_input()
    print "[%s]" % raw_input("a question ")
    print len(raw_input())
    try:
        raw_input()
    except EOFError:
        print "no more"
    return 0


def target(driver, args):
    return entry_point, None
