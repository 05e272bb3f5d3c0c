"""Programs that are run at import time."""
import subprocess


def run_subprocess(executable, args, env=None, cwd=None):
    """(exit code, output, error output) of a program; `args` is a list, or a text for a shell."""
    if isinstance(args, str):
        command, shell = '%s %s' % (executable, args), True
    else:
        command, shell = [str(executable)] + list(args or []), False
    program = subprocess.Popen(command, shell=shell, env=env, cwd=cwd, stdout=subprocess.PIPE, stderr=subprocess.PIPE)
    out, err = program.communicate()
    return program.returncode, out, err
