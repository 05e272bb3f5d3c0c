"""Runs an RPython program untranslated: python3 rlib/run.py program.rpy ARGUMENTS

RPython's `str` holds bytes. Under Python 3 this script makes `os.read` and `os.write` take and give such strings (as
Latin-1 text), except in programs of Python 3, and then does what the translated program does: calls the function that
`target` returns.
"""
import ast
import builtins
import os
import subprocess
import sys
import tokenize
import types

sys.path.insert(0, os.path.dirname(os.path.abspath(__file__)))
_read, _write = os.read, os.write


class _Str(str):
    """What `os.read` gives. Programs for both Pythons decode it."""

    def decode(self, encoding='ascii', errors='strict'):
        return self.encode('latin-1').decode(encoding, errors)


def _os_read(fd, n):
    return _Str(_read(fd, n).decode('latin-1'))


def _os_write(fd, text):
    sys.stdout.flush()
    return _write(fd, text.encode('latin-1') if isinstance(text, str) else text)


def _needs_python3(node):
    if isinstance(node, ast.arguments):
        return bool(node.posonlyargs or node.kwonlyargs)
    if isinstance(node, ast.arg):
        return node.annotation is not None
    if isinstance(node, ast.FunctionDef):
        return node.returns is not None
    if isinstance(node, ast.Raise):
        return node.cause is not None
    if isinstance(node, ast.ClassDef):
        return bool(node.keywords)
    if isinstance(node, ast.Dict):
        return None in node.keys
    if isinstance(node, ast.Call) and isinstance(node.func, ast.Name):
        return node.func.id == 'print' and bool(node.keywords) or node.func.id == 'super' and not node.args
    return isinstance(node, (ast.JoinedStr, ast.NamedExpr, ast.Nonlocal, ast.AnnAssign, ast.YieldFrom))


def is_of_python3(source):
    """Whether the translator takes a program's file for Python 3, by its head or by what it is written in."""
    lines = source.splitlines()[:30]
    if lines and lines[0].startswith('#!') and 'python3' in lines[0]:
        return True
    for line in lines:
        words = line.lstrip('# ').split('requires-python')
        if line.startswith('#') and len(words) == 2 and not words[0]:
            return '3' in words[1].split('.')[0] and '<' not in words[1].split('3')[0]
    return any(_needs_python3(node) for node in ast.walk(ast.parse(source)))


def is_package(folder):
    return any(os.path.exists(os.path.join(folder, '__init__' + ext)) for ext in ('.py', '.rpy'))


def main(argv):
    path = argv[0]
    with open(path, 'rb') as f:
        code = f.read()     # compiled as it is: with its byte order mark, in the encoding that it declares
    with tokenize.open(path) as f:
        source = f.read()
    module = types.ModuleType('__rpython_target__')
    sys.modules[module.__name__] = module   # where dataclasses look for the names in annotations
    namespace = module.__dict__
    namespace['__file__'] = path
    folder = os.path.dirname(os.path.abspath(path))
    sys.path.insert(1, folder)
    while is_package(folder):
        folder = os.path.dirname(folder)
    sys.path.append(folder)
    unchanged = types.ModuleType('os')
    unchanged.__dict__.update(os.__dict__)
    subprocess.os = unchanged  # it needs bytes
    if not is_of_python3(source):
        os.read, os.write = _os_read, _os_write
    if not hasattr(builtins, 'exit'):   # python3 -S
        builtins.exit = builtins.quit = sys.exit
    exec(compile(code, path, 'exec'), namespace)
    # imported late: the program's own modules go first
    from rpython.translator.driver import _for_target
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
