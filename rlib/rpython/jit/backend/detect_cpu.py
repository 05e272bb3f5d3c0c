"""The processor that the JIT makes code for, and what it can do."""
import os

MODEL_X86_64 = 'x86-64'
MODEL_ARM64 = 'aarch64'


class ProcessorAutodetectError(Exception):
    """There is no JIT for this processor."""


def autodetect():
    """The model of this machine's processor."""
    machine = os.uname()[4]
    if machine in ('x86_64', 'amd64'):
        return MODEL_X86_64
    raise ProcessorAutodetectError('the JIT makes no code for %s' % machine)


def getcpufeatures(backend_name='auto'):
    """The kinds of numbers besides ints that the JIT's code has in registers."""
    if backend_name == 'auto':
        backend_name = autodetect()
    if backend_name != MODEL_X86_64:
        raise ProcessorAutodetectError('the JIT makes no code for %s' % backend_name)
    return ['floats', 'singlefloats']
