"""Runs an RPython program untranslated: python3 rlib/run.py program.rpy ARGUMENTS

RPython's `str` holds bytes. Under Python 3 this script makes `os.read`, `os.write` and `os.open` take and give such
strings (as Latin-1 text), and then does what the translated program does: calls the function that `target` returns.
"""
import builtins
import os
import subprocess
import sys
import types

sys.path.insert(0, os.path.dirname(os.path.abspath(__file__)))
_read, _write = os.read, os.write


def _os_read(fd, n):
    return _read(fd, n).decode('latin-1')


def _os_write(fd, text):
    sys.stdout.flush()
    return _write(fd, text.encode('latin-1') if isinstance(text, str) else text)


def is_package(folder):
    return any(os.path.exists(os.path.join(folder, '__init__' + ext)) for ext in ('.py', '.rpy'))


def main(argv):
    path = argv[0]
    with open(path, encoding='utf-8') as f:
        source = f.read()
    namespace = {'__name__': '__rpython_target__', '__file__': path}
    folder = os.path.dirname(os.path.abspath(path))
    sys.path.insert(1, folder)
    while is_package(folder):
        folder = os.path.dirname(folder)
    sys.path.append(folder)
    unchanged = types.ModuleType('os')
    unchanged.__dict__.update(os.__dict__)
    subprocess.os = unchanged  # it needs bytes
    os.read, os.write = _os_read, _os_write
    if not hasattr(builtins, 'exit'):   # python3 -S
        builtins.exit = builtins.quit = sys.exit
    exec(compile(source, path, 'exec'), namespace)
    # imported late: the program's own modules go first
    from rpython.translator.driver import _for_target
    module = types.SimpleNamespace(**namespace)
    driver = _for_target(os.path.splitext(os.path.basename(path))[0] + '-c', '2', 'semispace', module)
    result = namespace['target'](driver, [])
    entry = result[0] if isinstance(result, tuple) else result
    sys.argv[:] = argv
    code = entry(argv)
    sys.stdout.flush()
    return code


if __name__ == '__main__':
    if len(sys.argv) < 2:
        sys.exit(__doc__)
    sys.exit(main(sys.argv[1:]))
