# oracle: stored
"""Names of the library `py`, as programs use them when they are imported."""
import py
from py.io import TerminalWriter, TextIO

writer = TerminalWriter(stringio=True)
writer.line('title', bold=True)
writer.sep('-', 'middle', fullwidth=21)
text = TextIO()
text.write(u'a')
FACTS = [str(py.path.local('/some') / 'x'), py.path.local('/some').join('a', 'b.txt').purebasename] + writer.stringio.getvalue().split('\n')


def entry_point(argv):
    for fact in FACTS:
        print(fact)
    return 0


def target(driver, args):
    return entry_point, None
