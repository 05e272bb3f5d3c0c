# jit: yes
# Names that large interpreters use: a stream that calls back, parts of UTF-8, locations with kinds, parameters of the JIT.
# skip-llinterp: calls functions of C
import os
from rpython.rlib import jit, jit_hooks, rgc, rmmap, rstack, rtimer, rutf8, streamio
from rpython.rlib.buffer import ByteBuffer, GCBuffer, LLBuffer
from rpython.rlib.rjitlog import rjitlog
from rpython.rlib.rpoll import PollError
from rpython.rlib.rstring import ByteListBuilder
from rpython.rlib.rstruct import unichar
from rpython.rtyper.lltypesystem import lltype, rffi
from rpython.jit.backend import detect_cpu
from rpython.memory.gc import incminimark
from rpython.rtyper.rclass import OBJECT, OBJECTPTR
from rpython.tool.uid import uid, Hashable


class Name(object):
    def __init__(self, text):
        self.text = text

    def as_bytes(self):
        return self.text


class Counter(object):
    calls = 0


counter = Counter()


def called():
    counter.calls += 1


@rjitlog.returns(rjitlog.MP_FILENAME, rjitlog.MP_LINENO, rjitlog.MP_SCOPE, rjitlog.MP_INDEX, rjitlog.MP_OPCODE)
def location(n):
    return 'file', 7, 'scope', n, 'ADD'


driver = jit.JitDriver(greens=['n'], reds=['left', 'total'], get_location=location)


def run(n, left):
    total = 0
    while left > 0:
        driver.jit_merge_point(n=n, left=left, total=total)
        total += n * left
        left -= 1
    return total


def streams():
    path = '/tmp/tw_further_%d' % os.getpid()
    f = streamio.open_file_as_stream(Name(path), 'w')
    f.write('one\ntwo\r\nthree')
    f.close()
    f = streamio.CallbackReadFilter(streamio.open_file_as_stream(path, 'rU'), called)
    print(f.readline() == 'one\n', f.tell(), f.read(2), len(f.readall()), counter.calls, f.getnewlines())
    f.close()
    f = streamio.open_path_helper(Name(path), os.O_RDWR, True)
    f.write('!')
    print(f.tell(), f.getnewlines())
    f.close()
    os.unlink(path)


def bytes_of_utf8():
    print(rutf8._invalid_byte_2_of_2(0xc0), rutf8._invalid_byte_2_of_3(0xe0, 0x9f, True), rutf8._invalid_byte_2_of_3(0xed, 0xa0, True),
          rutf8._invalid_byte_2_of_3(0xed, 0xa0, False), rutf8._invalid_byte_2_of_4(0xf4, 0x90), rutf8._invalid_byte_4_of_4(0x80))
    b = ByteBuffer(8)
    unichar.pack_codepoint(0x1d11e, b, 4)
    print([ord(c) for c in b.as_str()], unichar.unpack_codepoint(b.getslice(4, 1, 4)))
    b.setzeros(4, 2)
    print([ord(c) for c in b.as_str()], b.needs_release())
    b.releasebuffer()
    with lltype.scoped_alloc(rffi.CCHARP.TO, 4) as p:
        for i in range(4):
            p[i] = chr(97 + i)
        chars = ByteListBuilder()
        chars.append_charpsize(p, 3)
        print(''.join(chars.build()))
        raw = LLBuffer(p, 4)
        raw.setitem(1, 'x')
        print(raw.getlength(), raw.as_str(), raw.getslice(0, 2, 2), raw.typed_read(rffi.SHORT, 2) == 0x6463)


def names():
    found = 0
    for name, value in jit.unroll_parameters:
        if name == 'threshold':
            found = value
    return found


def entry_point(argv):
    n = len(argv) if len(argv) < 2 else 1
    streams()
    bytes_of_utf8()
    print(run(n, 300), names() > 0, rmmap.constants['MAP_SHARED'], rmmap._POSIX, rtimer._is_64_bit)
    print(PollError(4).get_msg_utf8())
    jit_hooks.mark_as_being_traced('driver', n)
    rstack._stack_set_length_fraction(2.0)
    print(rgc.has_gcflag_extra(), rgc._heap_stats() is None, len(rgc.get_typeids_list()), not rgc.must_split_gc_address_space())
    return 0


assert incminimark.GC_STATES[incminimark.STATE_SWEEPING] == 'SWEEPING' and OBJECTPTR == lltype.Ptr(OBJECT)
assert 'floats' in detect_cpu.getcpufeatures('x86-64')
assert GCBuffer.decorate(ByteBuffer) is ByteBuffer and uid(counter) >= 0
assert Hashable([]) != Hashable([]) and Hashable(3) == Hashable(3) and len(set([Hashable('a'), Hashable('a')])) == 1


def target(driver, args):
    return entry_point, None
