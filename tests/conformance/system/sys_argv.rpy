# args: one two three
# skip-llinterp: the exit code of sys.exit() is made by the C main
# exit: 3
"""`sys.argv` at run time, and targets with other parameters."""
import sys


def count_letters():
    n = 0
    for a in sys.argv[1:]:
        n += len(a)
    return n


def entry_point(argv):
    print(len(sys.argv) == len(argv), sys.argv[1:] == argv[1:], sys.argv[1:], count_letters())
    sys.argv.append("more")
    print(len(sys.argv) - len(argv), sys.argv[-1], sys.argv is argv)
    while len(sys.argv) > 2:
        sys.argv.pop()
    print(len(sys.argv), sys.argv[1], argv[3])
    sys.stdout.write("written\n")
    print(sys.maxsize == 2 ** 63 - 1, sys.byteorder)
    sys.exit(len(sys.argv) + 1)
    return 0


def target(*args):
    driver, arguments = args[0], args[1]
    driver.exe_name = "argv-" + str(len(arguments))
    return entry_point
