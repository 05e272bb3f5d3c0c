"""The C compiler of this machine."""
from rpython.translator import cdir

try:
    from _host import run_c as _run_c
except ImportError:
    _run_c = None


class CompilationError(Exception):
    """The C compiler refuses a program."""

    def __init__(self, out, err=''):
        Exception.__init__(self, (out + err).strip())
        self.out = out
        self.err = err


def _run_untranslated(source, flags):
    import os
    import shlex
    import shutil
    import tempfile
    folder = tempfile.mkdtemp(prefix='question')

    def read(name):
        with open(os.path.join(folder, name)) as f:
            return f.read()

    try:
        path = os.path.join(folder, 'question.c')
        program = os.path.join(folder, 'question')
        with open(path, 'w') as f:
            f.write(source)
        words = [os.environ.get('CC', 'cc'), '-w', '-D_GNU_SOURCE', '-o', program, path] + list(flags)
        command = ' '.join([shlex.quote(w) for w in words])
        if os.system('%s 2> %s.err' % (command, program)):
            return 1, read('question.err')
        if os.system('%s > %s.out' % (program, program)):
            return 2, ''
        return 0, read('question.out')
    finally:
        shutil.rmtree(folder)


def flags_of(eci):
    """What an ExternalCompilationInfo tells the compiler and the linker."""
    flags = ['-I' + d for d in eci.include_dirs + [cdir]] + list(eci.compile_extra)
    flags += ['-L' + d for d in eci.library_dirs] + list(eci.link_extra) + ['-l' + n for n in eci.libraries]
    return flags


def header_of(eci):
    """The text in front of C code that uses an ExternalCompilationInfo."""
    lines = []
    for line in eci.header_lines:
        if line[:1] in '\n\t':
            lines.append(line[1:])
        else:
            lines.append('#include %s' % line if line[:1] in '<"' else '#include <%s>' % line)
    return '\n'.join(lines) + '\n'


def run_c(source, flags=()):
    """The output of a C program; CompilationError if the compiler refuses it or it fails."""
    code, text = (_run_c or _run_untranslated)(source, list(flags))
    if code:
        raise CompilationError(text or 'the C program failed')
    return text


class _Platform(object):
    """This machine, with the flags that C files are compiled and linked with by themselves: none."""
    name = 'linux'
    so_ext = 'so'
    exe_ext = ''
    cc = 'cc'
    cflags = ()
    link_flags = ()
    extra_libs = ()
    make_cmd = 'make'

    def __init__(self, cc=None):
        self.cc = cc or self.cc

    def check___thread(self):
        return True

    def preprocess_include_dirs(self, include_dirs):
        return list(include_dirs)

    def preprocess_library_dirs(self, library_dirs):
        return list(library_dirs)

    def include_dirs_for_libffi(self):
        return []

    # The compiler finds these libraries by itself.
    library_dirs_for_libffi = include_dirs_for_openssl = library_dirs_for_openssl = include_dirs_for_libffi


platform = host = _Platform()
Platform = host_factory = _Platform


def pick_platform(new_platform, cc=None):
    """The only one: programs are made for the machine that `--target` names, and questions are asked of this one."""
    return host


def get_platform(new_platform=None, cc=None):
    return host


def set_platform(name, cc):
    pass


def is_host_build():
    return True
