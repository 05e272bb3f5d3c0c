# The buffering argument of open_file_as_stream and fdopen_as_stream: when what is written is in the file.
import os

from rpython.rlib.streamio import open_file_as_stream, fdopen_as_stream

PATH = "/tmp/tw_stream_buffering_%d.txt" % os.getpid()


def shown():
    f = open_file_as_stream(PATH, 'r')
    text = f.readall()
    f.close()
    return text.replace('\n', '|')


def writes(mode, buffering):
    f = open_file_as_stream(PATH, mode, buffering)
    f.write('one')
    print('  %s' % shown())
    f.write(' two\nthree')
    print('  %s' % shown())
    f.flush()
    print('  %s' % shown())
    f.write('.\n')
    f.close()
    print('  %s' % shown())


def appends(buffering):
    f = open_file_as_stream(PATH, 'a', buffering)
    f.write('more\n')
    f.write('rest')
    print('  %s' % shown())
    f.close()
    print('  %s' % shown())


def reads(buffering):
    f = open_file_as_stream(PATH, 'r', buffering)
    print('  [%s]' % f.read(3))
    # Without a buffer the descriptor stands where the stream does.
    print('  at %d' % (os.lseek(f.try_to_find_file_descriptor(), 0, 1) if buffering == 0 else f.tell()))
    f.seek(-1, 1)
    print('  [%s]' % f.readline().replace('\n', '|'))
    print('  [%s]' % f.readall().replace('\n', '|'))
    f.close()


def over_descriptors():
    r, w = os.pipe()
    plain = fdopen_as_stream(w, 'w', 0)
    lines = fdopen_as_stream(w, 'w', 1)
    late = fdopen_as_stream(w, 'w')
    late.write('late ')
    lines.write('a line\nand part ')
    plain.write('plain ')
    lines.flush()
    late.flush()
    plain.write('end')
    os.close(w)
    f = fdopen_as_stream(r, 'r', False)     # False is 0
    print(f.readall().replace('\n', '|'))
    f.close()


def entry_point(argv):
    for buffering in [0, 1, -1, 4096]:
        print('buffering %d' % buffering)
        writes('w', buffering)
        appends(buffering)
        reads(buffering)
    over_descriptors()
    os.unlink(PATH)
    return 0


def target(*args):
    return entry_point, None
