# jit: yes
"""A machine of low-level structures: frames that begin with a header, registers inside of the machine, an array at the end of each
frame, pointers to parts that are virtual in traces and kept when a guard fails."""
from rpython.rlib.jit import JitDriver
from rpython.rtyper.lltypesystem import lltype

COUNTS = lltype.Struct("counts", ("jumps", lltype.Signed), ("calls", lltype.Signed))
HEADER = lltype.GcForwardReference()
HEADER.become(lltype.GcStruct("header", ("kind", lltype.Signed), ("back", lltype.Ptr(HEADER)), ("counts", COUNTS)))
FRAME = lltype.GcStruct("frame", ("header", HEADER), ("top", lltype.Signed), ("stack", lltype.Array(lltype.Signed)))
SMALL = lltype.GcStruct("small", ("header", HEADER), ("value", lltype.Float))
CELL = lltype.Struct("cell", ("key", lltype.Signed), ("counts", COUNTS))
CELLS = lltype.GcArray(CELL)
MACHINE = lltype.GcStruct("machine", ("regs", lltype.FixedSizeArray(lltype.Signed, 4)), ("total", COUNTS), ("frame", lltype.Ptr(FRAME)),
                          ("cells", lltype.Ptr(CELLS)), ("last", lltype.Ptr(HEADER)))
PFRAME, PSMALL, PHEADER = lltype.Ptr(FRAME), lltype.Ptr(SMALL), lltype.Ptr(HEADER)
NOTHING = lltype.nullptr(HEADER)


def location(pc, code):
    return "%d %s" % (pc, code[pc])


driver = JitDriver(greens=["pc", "code"], reds=["m", "frame"], get_printable_location=location)


def new_frame(n):
    f = lltype.malloc(FRAME, n, zero=True)
    f.header.kind = 1
    return f


def new_small(value, back):
    s = lltype.malloc(SMALL, zero=True)
    s.header.kind = 2
    s.header.back = back
    s.header.counts.jumps = int(value)
    s.value = value
    return s.header


def depth(h):
    n = 0
    while h:
        n += h.kind
        h = h.back
    return n


def count(counts):
    counts.jumps += 1
    return counts.jumps


def run(code, n):
    m = lltype.malloc(MACHINE, zero=True)
    m.cells = lltype.malloc(CELLS, 8, zero=True)
    m.frame = new_frame(5)
    m.last = NOTHING
    m.regs[0] = n
    pc = 0
    frame = m.frame
    while True:
        driver.jit_merge_point(pc=pc, code=code, m=m, frame=frame)
        op = code[pc]
        pc += 1
        if op == "d":
            m.regs[0] -= 1
        elif op == "p":
            frame.stack[frame.top] = m.regs[0]
            frame.top += 1
        elif op == "a":
            frame.top -= 1
            m.regs[1] += frame.stack[frame.top]
        elif op == "c":
            cell = m.cells[m.regs[0] & 7]
            cell.key = m.regs[0]
            if m.regs[0] & 3:
                cell.counts.calls += 1
            cell.counts.jumps += cell.key
        elif op == "s":
            h = new_small(m.regs[0] * 0.5, m.last)
            m.regs[2] += h.counts.jumps
            if m.regs[0] % 5 == 0:
                m.last = h
            elif m.regs[0] % 7 == 0 and m.last:
                m.last = m.last.back
            m.regs[3] += int(lltype.cast_pointer(PSMALL, h).value)
        elif op == "f":
            frame.header.counts.calls += 1
            m.frame = new_frame(3 + (m.regs[0] & 1))
            m.frame.header.back = frame.header if m.regs[0] % 4 else NOTHING
            m.frame.header.counts.jumps = frame.header.counts.calls
            frame = m.frame
        elif op == "j":
            if m.regs[0] <= 0:
                break
            count(m.total)
            pc = 0
            driver.can_enter_jit(pc=pc, code=code, m=m, frame=frame)
    keys = 0
    for i in range(8):
        keys += m.cells[i].key + m.cells[i].counts.jumps * 3 + m.cells[i].counts.calls
    return "%d %d %d %d jumps %d keys %d depth %d %d frame %d %d" % (
        m.regs[0], m.regs[1], m.regs[2], m.regs[3], m.total.jumps, keys, depth(m.last), depth(frame.header), len(frame.stack),
        frame.header.counts.jumps)


def entry_point(argv):
    print(run("dj", 300))
    print(run("dpaj", 500))
    print(run("cdj", 700))
    print(run("dsj", 400))
    print(run("dpacsfj", 300))
    return 0


def target(driver, args):
    return entry_point, None
