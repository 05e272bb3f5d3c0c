"""Terminals and texts as files: names of `py.io`."""
import sys
from io import BytesIO, StringIO as TextIO


class TerminalWriter(object):
    """Writes to a file; colours and the like are left out."""
    fullwidth = 80
    hasmarkup = False

    def __init__(self, file=None, stringio=False):
        if file is None:
            file = TextIO() if stringio else sys.stdout
        self._file = self.stringio = file

    def write(self, text, **markup):
        self._file.write(str(text))

    def line(self, text='', **markup):
        self.write(str(text) + '\n')

    def sep(self, sepchar, title=None, fullwidth=None, **markup):
        """A line across, with a title in the middle."""
        width = (fullwidth or self.fullwidth) - 1
        if title is None:
            self.line(sepchar * (width // len(sepchar)))
        else:
            side = sepchar * max(1, (width - len(title) - 2) // (2 * len(sepchar)))
            self.line('%s %s %s' % (side, title, side))

    def markup(self, text, **markup):
        return text


def ansi_print(text, esc=(), file=None, newline=True, flush=False):
    """A line on the error output; `esc` would colour it."""
    (file or sys.stderr).write(text + ('\n' if newline else ''))


def saferepr(x, maxsize=240):
    """`repr`, shortened in the middle; what cannot be shown does not stop anything."""
    try:
        text = repr(x)
    except Exception as e:
        text = '<%s raised in repr() of an instance of %s>' % (e.__class__.__name__, x.__class__.__name__)
    if len(text) > maxsize:
        start = (maxsize - 3) // 2
        text = text[:start] + '...' + text[len(text) - (maxsize - 3 - start):]
    return text


def get_terminal_width():
    return TerminalWriter.fullwidth

StringIO = TextIO
