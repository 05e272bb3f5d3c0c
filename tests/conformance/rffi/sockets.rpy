# skip-llinterp: calls functions of C
# rsocket (TCP over the loopback, pairs, errors), rpoll, rdynload, rsignal, rthread, rurandom, rsiphash, rcomplex.
import os
from rpython.rlib import rpoll, rsignal, rthread, rsocket, rcomplex, rsiphash, rurandom
from rpython.rlib.rdynload import dlopen, dlsym, dlclose, DLOpenError
from rpython.rlib.rsocket import RSocket, INETAddress, UNIXAddress, SocketError, CSocketError, SocketTimeout
from rpython.rlib.rarithmetic import intmask, r_uint
from rpython.rtyper.lltypesystem import rffi, lltype


def tcp():
    server = RSocket(rsocket.AF_INET, rsocket.SOCK_STREAM)
    server.setsockopt_int(rsocket.SOL_SOCKET, rsocket.SO_REUSEADDR, 1)
    print(server.getsockopt_int(rsocket.SOL_SOCKET, rsocket.SO_REUSEADDR))
    server.bind(INETAddress("127.0.0.1", 0))
    server.listen(5)
    here = server.getsockname()
    assert isinstance(here, INETAddress)
    print(here.get_host(), here.get_port() > 0)
    client = RSocket(rsocket.AF_INET, rsocket.SOCK_STREAM)
    client.connect(INETAddress("localhost", here.get_port()))
    fd, peer = server.accept()
    conn = RSocket(rsocket.AF_INET, rsocket.SOCK_STREAM, 0, fd)
    mine = client.getsockname()
    assert isinstance(peer, INETAddress) and isinstance(mine, INETAddress)
    print(peer.eq(mine), peer.get_host())
    client.sendall("hello " * 3000)
    client.shutdown(rsocket.SHUT_WR)
    received = 0
    while True:
        data = conn.recv(4096)
        if not data:
            break
        received += len(data)
    print(received)
    print(conn.send("answer"), client.recv(100))
    conn.close()
    print(len(client.recv(10)))
    client.close()
    server.close()
    try:
        server.listen(1)
        print("no error")
    except CSocketError as e:
        print(e.errno == rsocket.EBADF, e.get_msg())


def pairs():
    a, b = rsocket.socketpair()
    a.settimeout(0.02)
    try:
        a.recv(10)
        print("no timeout")
    except SocketTimeout as e:
        print(e.get_msg())
    print(len(rpoll.poll({a.fd: rpoll.POLLIN}, 0)), rpoll.poll({b.fd: rpoll.POLLOUT}, 0)[0][1] & rpoll.POLLOUT)
    print(b.send("abcdef"))
    r, w, x = rpoll.select([a.fd, b.fd], [b.fd], [], 1.0)
    print(len(r), r[0] == a.fd, len(w), len(x))
    print(a.recv(3) + "|" + a.recv(10))
    a.close()
    b.close()
    for host, port in [("no.such.host.invalid", 80), ("127.0.0.1", 70000)]:
        try:
            INETAddress(host, port)
            print("no error")
        except SocketError as e:
            print(e.__class__.__name__)
    print(rsocket.inet_ntoa(rsocket.inet_aton("1.2.3.255")), rsocket.htons(0x1234), rsocket.ntohl(0x01020304))
    print(INETAddress("10.0.0.7", 99).get_host(), UNIXAddress("/tmp/x").get_path())


UNARY = lltype.Ptr(lltype.FuncType([lltype.Float], lltype.Float))


def loading():
    lib = dlopen("libm.so.6")
    f = rffi.cast(UNARY, dlsym(lib, "sqrt"))
    print(f(2.25), f(f(16.0)))
    try:
        dlsym(lib, "no_such_function")
    except KeyError:
        print("no such function")
    print(dlclose(lib))
    try:
        dlopen("no_such_library.so")
    except DLOpenError as e:
        print("no_such_library" in e.msg)


def signals():
    print(rsignal.SIGINT, rsignal.SIGTERM, intmask(rsignal.pypysig_poll()))
    rsignal.pypysig_setflag(rsignal.SIGUSR1)
    rsignal.pypysig_setflag(rsignal.SIGUSR2)
    os.kill(os.getpid(), rsignal.SIGUSR2)
    os.kill(os.getpid(), rsignal.SIGUSR1)
    print(intmask(rsignal.pypysig_poll()), intmask(rsignal.pypysig_poll()), intmask(rsignal.pypysig_poll()))
    rsignal.pypysig_ignore(rsignal.SIGUSR1)
    os.kill(os.getpid(), rsignal.SIGUSR1)
    rsignal.pypysig_pushback(rsignal.SIGTERM)
    print(intmask(rsignal.pypysig_poll()), intmask(rsignal.pypysig_poll()))


class Context(object):
    def __init__(self, depth):
        self.depth = depth


current = rthread.ThreadLocalReference(Context)
level = rthread.ThreadLocalField(lltype.Signed, "level")


def threads():
    lock = rthread.allocate_lock()
    print(lock.acquire(True), lock.acquire(False))
    lock.release()
    with lock:
        print(lock.is_acquired())
    try:
        lock.release()
    except rthread.error:
        print("not held")
    print(current.get() is None, level.getraw())
    current.set(Context(3))
    level.setraw(current.get().depth + 1)
    print(current.get().depth, level.getraw(), rthread.get_ident() == rthread.get_ident())


def numbers():
    data = rurandom.urandom(20)
    print(len(data), data != rurandom.urandom(20))
    text = ''.join([chr(i) for i in range(15)])
    rsiphash.select_random_seed(text + chr(15))
    print(rsiphash.siphash24(text) == r_uint(0xa129ca6149be45e5), intmask(rsiphash.siphash24("")))
    for x, y in [((1.0, 2.0), (3.0, -4.0)), ((0.0, 1.0), (0.5, 0.0)), ((-2.0, 0.0), (0.0, 3.0))]:
        for z in [rcomplex.c_mul(x, y), rcomplex.c_div(x, y), rcomplex.c_pow(x, y), rcomplex.c_exp(x[0], x[1]),
                  rcomplex.c_log(x[0], x[1]), rcomplex.c_sqrt(x[0], x[1]), rcomplex.c_sin(y[0], y[1]),
                  rcomplex.c_atan(x[0], x[1] / 3.0), rcomplex.c_acosh(x[0], y[1])]:
            print("%.9f %.9f" % (z[0] + 0.0, z[1] + 0.0))


def entry_point(argv):
    tcp()
    pairs()
    loading()
    signals()
    threads()
    numbers()
    return 0


def target(driver, args):
    return entry_point, None
