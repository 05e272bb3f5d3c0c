# skip-llinterp: arithmetic with addresses of containers
# Raw memory that is allocated when the program is imported: static data of the program, which it can change.
from rpython.rtyper.lltypesystem import rffi, lltype
from rpython.rlib.rarithmetic import intmask

CMP = lltype.Ptr(lltype.FuncType([rffi.LONG], rffi.LONG))
ENTRY = lltype.ForwardReference()
ENTRYP = lltype.Ptr(ENTRY)
ENTRY.become(rffi.CStruct('entry', ('key', rffi.LONG), ('flag', lltype.Char), ('weight', rffi.DOUBLE), ('next', ENTRYP),
                          ('text', rffi.CCHARP), ('call', CMP)))


def twice(n):
    return n * 2


def text(s):
    p = lltype.malloc(rffi.CCHARP.TO, len(s) + 1, flavor='raw', immortal=True)
    for i in range(len(s)):
        p[i] = s[i]
    p[len(s)] = '\x00'
    return p


def chain(names):
    last = lltype.nullptr(ENTRY)
    for i in range(len(names)):
        e = lltype.malloc(ENTRY, flavor='raw', immortal=True)
        e.c_key = i * 10
        e.c_flag = chr(65 + i)
        e.c_weight = i / 2.0
        e.c_next = last
        e.c_text = text(names[i])
        e.c_call = rffi.llhelper(CMP, twice)
        last = e
    return last


BUFFER = lltype.malloc(rffi.CCHARP.TO, 10, flavor='raw', immortal=True, zero=True)
SQUARES = lltype.malloc(rffi.LONGP.TO, 8, flavor='raw', immortal=True)
for i in range(8):
    SQUARES[i] = i * i
SHORTS = lltype.malloc(rffi.SHORTP.TO, 3, flavor='raw', immortal=True)
SHORTS[1] = rffi.cast(rffi.SHORT, -7)
CHAIN = chain(["one", "two", "three"])
strlen = rffi.llexternal('strlen', [rffi.CCHARP], rffi.SIZE_T)


class Machine(object):
    def __init__(self, memory):
        self.memory = memory


MACHINE = Machine(SQUARES)


def entry_point(argv):
    BUFFER[0] = 'x'
    BUFFER[1] = 'y'
    print(rffi.charp2str(BUFFER), intmask(strlen(BUFFER)))
    total = 0
    for i in range(8):
        total += SQUARES[i]
        SQUARES[i] = total
    print(total, MACHINE.memory[7], MACHINE.memory == SQUARES)
    print(intmask(SHORTS[0]), intmask(SHORTS[1]))
    e = CHAIN
    while e:
        print(e.c_key, e.c_flag, e.c_weight, rffi.charp2str(e.c_text), e.c_call(e.c_key))
        e.c_key += 1
        e = e.c_next
    print(CHAIN.c_next.c_key, rffi.cast(rffi.VOIDP, CHAIN) == rffi.cast(rffi.VOIDP, CHAIN.c_next))
    return 0


def target(driver, args):
    return entry_point, None
