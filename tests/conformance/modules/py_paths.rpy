# oracle: stored
"""py.path.local and further parts of the library `py`, and marks of tests, as programs use them when they are imported."""
import os
import py
import pytest
from py.path import local

LINES = []


def note(*items):
    LINES.append(' '.join([str(item) for item in items]))


def names_of(paths):
    return ','.join([path.basename for path in paths])


def files(root):
    text = root.join('text.py')
    text.write('one\n  two\n')
    root.join('bytes').write_binary(b'\x01\x02x')
    root.join('.hidden').write('h')
    root.ensure('sub', 'inner', 'deep.txt').write('deep')
    note(text.read().split(), text.readlines(cr=0), len(root.join('bytes').read_binary()), text.size())
    note(names_of(root.listdir()), names_of(root.listdir('*.py')), names_of(root.listdir(lambda p: p.isdir())))
    note(text.check(), text.check(file=1), text.check(dir=1), text.check(notdir=1), root.join('none').check(), root.join('none').check(exists=0))
    note(root.join('.hidden').check(dotfile=1), text.check(dotfile=True), text.check(ext='.py'), text.check(ext='txt'), text.check(dotfile=0, file=1))
    note(names_of([p for p in root.listdir() if p.check(dir=True, dotfile=False) and p.join('inner').check()]))
    note(names_of(sorted(root.visit('*.txt'))), text.relto(root), repr(text.relto('/nowhere')), root.join('sub').bestrelpath(text))
    note(text.new(ext='.txt').basename, text.new(basename='x').basename, text.new(purebasename='y').basename, text.purebasename, text.ext)
    note(text.dirpath('a', 'b').relto(root), (root / 'sub').common(text) == root, root.parts()[0], text in [text])
    text.copy(root.join('copy.py'))
    root.join('copy.py').move(root.join('sub', 'copy.py'))
    note(names_of(root.join('sub').listdir()), root.join('sub', 'copy.py').read() == text.read(), text.fnmatch('*.py'))
    with root.join('sub').as_cwd() as old:
        note(local().basename, os.getcwd() == str(root.join('sub')), old == root.join('sub'))
    root.join('link').mksymlinkto(text)
    note(root.join('link').islink(), root.join('link').realpath().basename, root.join('link').samefile(text))
    try:
        root.join('none').read()
    except py.error.ENOENT as e:
        note('ENOENT', isinstance(e, py.error.Error), isinstance(e, EnvironmentError))
    root.join('sub').remove()
    note(names_of(root.listdir()))


def sources():
    source = py.code.Source('''
        def f(x):
            return x + 1
    ''')
    names = {}
    exec(source.compile(), names)
    note(names['f'](3), len(source.strip()), str(source.strip().putaround('if 1:', 'done()').lines[1]))
    note(str(source[1]), py.code.Source('a\n  b').indent().lines)


def programs():
    found = local.sysfind('sh')
    note(found.basename, local.sysfind('no_such_program_at_all'), found.sysexec('-c', 'echo from a program').strip())
    note(py.process.cmdexec('echo out').strip())
    try:
        py.process.cmdexec('exit 3')
    except py.process.cmdexec.Error as e:
        note('status', e.status)
    note(py.std.math.sqrt(4), py.std.os.sep, py.builtin.sorted([2, 1]), py.io.saferepr('x' * 300, maxsize=12))


@pytest.mark.skipif('True', reason='only a mark')
@pytest.mark.slow
def marked(x):
    return x * 2


@pytest.fixture
def fixed():
    return 5


def tests():
    note(marked(4), fixed())
    with pytest.raises(ValueError) as info:
        raise ValueError('wrong')
    note(info.type.__name__, info.value)
    py.test.raises(ZeroDivisionError, lambda: 1 // 0)
    try:
        py.test.skip('not here')
    except py.test.skip.Exception as e:
        note('skipped', e)


ROOT = local.mkdtemp()
files(ROOT)
note(local.make_numbered_dir(prefix='n-', rootdir=ROOT).basename, local.make_numbered_dir(prefix='n-', rootdir=ROOT).basename)
ROOT.remove()
note(ROOT.check())
sources()
programs()
tests()


def entry_point(argv):
    for line in LINES:
        print(line)
    return 0


def target(driver, args):
    return entry_point, None
