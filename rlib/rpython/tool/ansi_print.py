"""What programs write while they are imported, in the toolchain's manner: `[name] text` on the error output."""
import sys


def ansi_print(text, esc=(), file=None, newline=True, flush=False):
    """A line on the error output; `esc` would colour it."""
    (file or sys.stderr).write(text + ('\n' if newline else ''))


def ansi_log(msg):
    """Writes a message: keywords, of which the last names its kind, and `content()`."""
    print_text(':'.join(msg.keywords), msg.content())


def print_text(name, text):
    for line in str(text).split('\n'):
        sys.stderr.write('[%s] %s\n' % (name, line))


class AnsiLogger(object):
    """`log(text)`, and `log.kind(text)` of any kind."""

    def __init__(self, name):
        self.name = name

    def __call__(self, text):
        print_text(self.name, text)

    def __getattr__(self, kind):
        if kind.startswith('_'):
            raise AttributeError(kind)
        return AnsiLogger(self.name + ':' + kind)

    def dot(self):
        """A sign of life."""


class AnsiLog(AnsiLogger):
    def __init__(self, name='log'):
        AnsiLogger.__init__(self, name)


class Logger(AnsiLogger):
    pass
