# skip-llinterp: address arithmetic
# Structures of C with structures in them that exist before the program runs, lists of C by pointers to themselves, pointer
# types made in functions.
from rpython.rlib import _rsocket_rffi as _c
from rpython.rlib.rarithmetic import intmask
from rpython.rtyper.lltypesystem import lltype, rffi

PAIR = rffi.CStruct("pair", ("a", rffi.INT), ("b", rffi.LONG))
NODE = lltype.ForwardReference()
NODE.become(rffi.CStruct("node", ("tag", rffi.CHAR), ("inside", PAIR), ("row", rffi.CFixedArray(rffi.SHORT, 5)), ("next", lltype.Ptr(NODE))))

address = lltype.malloc(_c.sockaddr_in, flavor="raw", zero=True)
first = lltype.malloc(NODE, flavor="raw", zero=True)
first.c_tag = "f"
second = lltype.malloc(NODE, flavor="raw", zero=True)
second.c_tag = "s"
first.c_next = second


def fill(text, port):
    rffi.setintfield(address, "c_sin_family", _c.AF_INET)
    rffi.setintfield(address, "c_sin_port", intmask(_c.htons(rffi.cast(rffi.USHORT, port))))
    return intmask(_c.inet_pton(_c.AF_INET, text, rffi.cast(rffi.VOIDP, address.c_sin_addr)))


def name():
    with rffi.scoped_alloc_buffer(46) as buf:
        _c.inet_ntop(_c.AF_INET, rffi.cast(rffi.VOIDP, address.c_sin_addr), buf.raw, 46)
        return buf.str(46).split("\x00", 1)[0]


def ports(head):
    found = {}
    while head:
        assert intmask(head.c_ai_family) == intmask(head.c_ai_addr.c_sa_family)
        p = rffi.cast(lltype.Ptr(_c.sockaddr_in), head.c_ai_addr)
        found[intmask(_c.ntohs(p.c_sin_port))] = intmask(p.c_sin_addr.c_s_addr) & 0xff
        head = head.c_ai_next
    return found


def change(node, n):
    k = 0
    while node:
        k += 1
        node.c_inside.c_a = rffi.cast(rffi.INT, n + k)
        node.c_inside.c_b += n * 10
        node.c_row[3] = rffi.cast(rffi.SHORT, n)
        node = node.c_next


def show(node):
    while node:
        print(node.c_tag, intmask(node.c_inside.c_a), node.c_inside.c_b, [intmask(node.c_row[i]) for i in range(5)])
        node = node.c_next


def entry_point(argv):
    show(first)
    change(first, 4)
    change(second, 5)
    show(first)
    print(fill("127.0.0.1", 8080), name(), intmask(_c.ntohs(address.c_sin_port)))
    print(fill("10.1.2.300", 80), intmask(_c.ntohs(address.c_sin_port)))
    with lltype.scoped_alloc(rffi.CArray(_c.addrinfo_ptr), 1) as out:
        r = intmask(_c.getaddrinfo("127.0.0.1", "80", lltype.nullptr(_c.addrinfo), out))
        print(r, ports(out[0]))
        _c.freeaddrinfo(out[0])
    return 0


def target(driver, args):
    return entry_point
