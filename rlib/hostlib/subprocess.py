"""subprocess: can be imported; the translator starts no programs at import time."""

PIPE = -1
STDOUT = -2
DEVNULL = -3


class SubprocessError(Exception):
    pass


class CalledProcessError(SubprocessError):
    def __init__(self, returncode, cmd, output=None, stderr=None):
        SubprocessError.__init__(self, returncode, cmd)
        self.returncode = returncode
        self.cmd = cmd
        self.output = output


class TimeoutExpired(SubprocessError):
    pass


def _refuse(*args, **kwargs):
    raise NotImplementedError('no program can be started at import time: %r' % (args[:1],))


_refuse._not_rpython_ = 'use os.system() or os.popen()'

Popen = run = call = check_call = check_output = getoutput = getstatusoutput = _refuse
