"""subprocess, for the import-time interpreter of the translator: programs are started and waited for. None of it exists at run time."""

import os
import sys

from _host import run_program

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
        self.output = self.stdout = output
        self.stderr = stderr

    def __str__(self):
        return "Command '%s' returned non-zero exit status %d." % (self.cmd, self.returncode)


class TimeoutExpired(SubprocessError):
    pass


class CompletedProcess(object):
    def __init__(self, args, returncode, stdout=None, stderr=None):
        self.args = args
        self.returncode = returncode
        self.stdout = stdout
        self.stderr = stderr

    def check_returncode(self):
        if self.returncode:
            raise CalledProcessError(self.returncode, self.args, self.stdout, self.stderr)


class _Text(object):
    """What a program wrote, as a file."""

    def __init__(self, text):
        self.rest = text

    def read(self, n=-1):
        end = len(self.rest) if n < 0 else n
        text, self.rest = self.rest[:end], self.rest[end:]
        return text

    def readline(self):
        return self.read(self.rest.find('\n') + 1 or -1)

    def readlines(self):
        return self.read().splitlines(True)

    def __iter__(self):
        return iter(self.readlines())

    def close(self):
        self.rest = ''


class Popen(object):
    """A program that runs when its end is waited for or its output wanted."""

    def __init__(self, args, bufsize=-1, executable=None, stdin=None, stdout=None, stderr=None, preexec_fn=None,
                 close_fds=True, shell=False, cwd=None, env=None, universal_newlines=None, **others):
        self.args = args
        self.returncode = None
        self._wanted = (stdout, stderr)
        self._cwd = cwd
        self._env = env
        if shell:
            self._words = ['/bin/sh', '-c', args if isinstance(args, str) else args[0]]
        else:
            self._words = [args] if isinstance(args, str) else list(args)
        self.stdin = None
        self._output = (None, None)
        if stdin != PIPE:
            self._run(None)

    def _run(self, text):
        stdout, stderr = self._wanted
        env = os.environ if self._env is None else self._env
        words = self._words
        if stderr == STDOUT:
            words = ['/bin/sh', '-c', 'exec "$@" 2>&1', 'sh'] + words
        sys.stdout.flush()
        inherit = stdout is None and stderr is None
        self.returncode, out, err = run_program(words, text, self._cwd, list(env.items()), inherit)
        if stdout is None:
            sys.stdout.write(out)
        if stderr is None:
            sys.stderr.write(err)
        self._output = (out if stdout == PIPE else None, err if stderr == PIPE else None)
        self.stdout, self.stderr = [x and _Text(x) for x in self._output]

    def communicate(self, input=None, timeout=None):
        if self.returncode is None:
            self._run(input)
        return self._output

    def wait(self, timeout=None):
        self.communicate()
        return self.returncode

    poll = wait

    def __enter__(self):
        return self

    def __exit__(self, *exc):
        self.wait()


def run(args, input=None, capture_output=False, check=False, timeout=None, **kwargs):
    if capture_output:
        kwargs['stdout'] = kwargs['stderr'] = PIPE
    if input is not None:
        kwargs['stdin'] = PIPE
    kwargs.pop('text', None)
    p = Popen(args, **kwargs)
    out, err = p.communicate(input)
    result = CompletedProcess(args, p.returncode, out, err)
    if check:
        result.check_returncode()
    return result


def call(args, **kwargs):
    return run(args, **kwargs).returncode


def check_call(args, **kwargs):
    run(args, check=True, **kwargs)
    return 0


def check_output(args, **kwargs):
    return run(args, stdout=PIPE, check=True, **kwargs).stdout


def getstatusoutput(cmd):
    p = run(cmd, shell=True, stdout=PIPE, stderr=STDOUT)
    text = p.stdout
    if text.endswith('\n'):
        text = text[:-1]
    return p.returncode, text


def getoutput(cmd):
    return getstatusoutput(cmd)[1]


for _function in (Popen.__init__, run, call, check_call, check_output, getstatusoutput, getoutput):
    _function._not_rpython_ = 'use os.system() or os.popen()'
