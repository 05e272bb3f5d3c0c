"""Low-level operations that programs use by RPython's names."""
# stderr: in down
# stderr: in checked
# stderr: in passing
# stderr: in checked
# stderr: done
# skip-llinterp: tracebacks are printed by C code
import os
import sys
from rpython.rlib.objectmodel import we_are_translated
from rpython.rtyper.lltypesystem import lltype
from rpython.rtyper.lltypesystem.lloperation import llop


TRANSLATING = sys.argv[0].endswith('rpython')


def checked(n):
    if n > 2:
        raise ValueError('too large')
    return n


def down(n):
    return checked(n) + 1


def passing(n):
    """Handlers that do not take the error."""
    try:
        try:
            return checked(n) * 2
        except KeyError:
            return 0
    except IndexError:
        return 1


def entry_point(argv):
    for a, b in [(7, 2), (-7, 2), (7, -2), (-8, 2)]:
        print(llop.int_floordiv(lltype.Signed, a, b), llop.int_mod(lltype.Signed, a, b), a // b, a % b)
    for n in range(5):
        try:
            print(down(n))
        except ValueError as e:
            print('Error: %s' % e)
            llop.debug_print_traceback(lltype.Void)
    try:
        passing(len(argv) + 7)
    except ValueError:
        llop.debug_print_traceback(lltype.Void)
    llop.debug_flush(lltype.Void)
    print(TRANSLATING == we_are_translated())
    os.write(2, 'done\n')
    return 0


def target(driver, args):
    return entry_point, None
