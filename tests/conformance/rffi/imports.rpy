# skip-llinterp: calls functions of C
# Every module of the low-level library can be imported, also in one program; processes and signals of rposix.
import os
from rpython.rlib import (buffer, clibffi, compilerinfo, entrypoint, exports, jit_hooks, jit_libffi, mutbuffer, rawstorage,
                          rcomplex, rdynload, rgc, rgil, rpoll, rposix, rposix_environ, rposix_stat, rshrinklist, rsignal,
                          rsiphash, rsocket, rstack, rstacklet, rtermios, rthread, rtime, rtimer, rurandom, rvmprof,
                          rweaklist, rarithmetic, objectmodel, rstring, debug)
from rpython.rlib.rvmprof import vmprof_execute_code, register_code_object_class, register_code
from rpython.rlib.rjitlog import rjitlog
from rpython.rlib.rstruct.nativefmttable import native_fmttable
from rpython.rtyper import annlowlevel
from rpython.rtyper.annlowlevel import hlstr, llstr, llhelper
from rpython.rtyper.lltypesystem import lltype, llmemory, rffi, lloperation
from rpython.rtyper.lltypesystem.lloperation import llop
from rpython.rtyper.tool import rffi_platform
from rpython.translator.platform import platform
from rpython.translator.tool.cbuild import ExternalCompilationInfo


class Code(object):
    def __init__(self, name):
        self.name = name


register_code_object_class(Code, lambda c: c.name)


@vmprof_execute_code("guest", lambda code, n: code)
def execute(code, n):
    return n * len(code.name)


class Handles(rweaklist.RWeakListMixin):
    def __init__(self):
        self.initialize()


class Alive(rshrinklist.AbstractShrinkList):
    def must_keep(self, x):
        return x % 10 == 0


def processes():
    pid = rposix.fork()
    if pid == 0:
        rposix.exit(7)
    who, status = rposix.waitpid(pid, 0)
    print(who == pid, rposix.WIFEXITED(status), rposix.WEXITSTATUS(status), rposix.WIFSIGNALED(status))
    pid = rposix.fork()
    if pid == 0:
        try:
            rposix.execv("/bin/sh", ["sh", "-c", "kill -9 $$"])
        except OSError:
            rposix.exit(1)
    who, status = rposix.waitpid(pid, 0)
    print(rposix.WIFSIGNALED(status), rposix.WTERMSIG(status))
    try:
        rposix.execv("/no/such/program", ["x"])
    except OSError as e:
        print(e.errno, rposix.strerror(e.errno))
    old = rposix.umask(0o22)
    print(rposix.umask(old) == 0o22, rposix.getpgid(0) == rposix.getpgrp(), rposix.cpu_count() > 0)
    print(len(rposix.uname()[0]) > 0, rposix.times()[4] > 0.0, len(rposix.getcwd()) > 0)
    r, w = rposix.pipe2(0)
    print(rposix.write(w, "through the pipe"), rposix.read(r, 100), rposix.isatty(r))
    rposix.set_inheritable(r, False)
    print(rposix.get_inheritable(r), rposix.get_inheritable(w))
    rposix.close(r)
    rposix.close(w)
    try:
        rposix.getpgid(-5)
    except OSError as e:
        print("no such process", e.errno)


def buffers():
    b = buffer.StringBuffer("hello world")
    s = buffer.SubBuffer(b, 6, 3)
    print(b.getlength(), s.as_str(), b.getslice(0, 2, 4), s.getitem(1))
    m = mutbuffer.MutableStringBuffer(5)
    for i in range(5):
        m.setitem(i, chr(97 + i))
    m.setslice(1, "XY")
    print(m.finish(), m.readonly, s.readonly)


def entry_point(argv):
    print(execute(Code("abc"), 5), rvmprof.is_enabled(), rjitlog.jitlog_enabled())
    print(native_fmttable['h']['size'], native_fmttable['d']['alignment'], platform.name)
    h = Handles()
    c = Code("kept")
    n = h.add_handle(c)
    print(n, h.fetch_handle(n) is c, h.fetch_handle(n + 1) is None)
    a = Alive()
    for i in range(100):
        a.append(i)
    print(len(a.items()) < 50, a.items()[1])
    print(hlstr(llstr("a string")) + "!", rtimer.read_timestamp() > 0, compilerinfo.get_compiler_info() != "")
    print(rposix_environ.r_getenv("NO_SUCH_VARIABLE") is None, rgil.am_I_holding_the_GIL())
    buffers()
    processes()
    return 0


def target(driver, args):
    return entry_point, None
