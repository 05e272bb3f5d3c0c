"""Commands: `py.process.cmdexec`."""
import subprocess as _subprocess


class ExecutionFailed(Exception):
    """A command failed: its status, itself, and what it printed."""

    def __init__(self, status, systemstatus, cmd, out, err):
        Exception.__init__(self, 'command failed with status %d: %s\n%s' % (status, cmd, err))
        self.status = status
        self.systemstatus = systemstatus
        self.cmd = cmd
        self.out = out
        self.err = err


def cmdexec(cmd):
    """What the command of a shell prints; an error if it fails."""
    program = _subprocess.Popen(str(cmd), shell=True, stdout=_subprocess.PIPE, stderr=_subprocess.PIPE)
    out, err = program.communicate()
    if program.returncode:
        raise ExecutionFailed(program.returncode, program.returncode, cmd, out, err)
    return out


cmdexec.Error = ExecutionFailed
