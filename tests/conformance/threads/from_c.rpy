# skip-gc: boehm it does not know the stacks of threads
# skip-llinterp: threads
# oracle: stored
# C calls the program back: in a thread that gave the lock away to run C, and in one that C has made.
import time
from rpython.rlib import rthread
from rpython.rtyper.lltypesystem import lltype, rffi
from rpython.translator.tool.cbuild import ExternalCompilationInfo

CALLBACK = rffi.CCallback([lltype.Signed], lltype.Signed)
eci = ExternalCompilationInfo(post_include_bits=["""
long call_often(long (*f)(long), long times);
long call_in_thread(long (*f)(long), long times);
"""], separate_module_sources=["""
#include <pthread.h>
#include <unistd.h>

long call_often(long (*f)(long), long times)
{
    long total = 0, i;
    for (i = 0; i < times; i++) {
        usleep(100);
        total += f(i);
    }
    return total;
}

struct call { long (*f)(long); long times, total; };

static void *runs(void *argument)
{
    struct call *c = argument;
    c->total = call_often(c->f, c->times);
    return 0;
}

long call_in_thread(long (*f)(long), long times)
{
    struct call c = {f, times, 0};
    pthread_t thread;
    if (pthread_create(&thread, 0, runs, &c) != 0)
        return -1;
    pthread_join(thread, 0);
    return c.total;
}
"""])
c_often = rffi.llexternal('call_often', [CALLBACK, lltype.Signed], lltype.Signed, compilation_info=eci)
c_in_thread = rffi.llexternal('call_in_thread', [CALLBACK, lltype.Signed], lltype.Signed, compilation_info=eci)


class State(object):
    def __init__(self):
        self.lock = rthread.allocate_lock()
        self.texts = []
        self.ended = 0
        self.totals = []
        self.seen = {}


state = State()


def called(n):
    text = "n is %d" % n
    state.texts.append(text)
    state.seen[text] = state.seen.get(text, 0) + 1
    if n == 7:
        raise ValueError
    return len(text)


def work():
    total = c_often(rffi.llhelper(CALLBACK, called), 20)
    with state.lock:
        state.totals.append(total)
        state.ended += 1


def entry_point(argv):
    for i in range(3):
        rthread.start_new_thread(work, ())
    print(c_in_thread(rffi.llhelper(CALLBACK, called), 15))
    while state.ended < 3:
        time.sleep(0.001)
    print(state.totals, len(state.texts))
    for text in sorted(state.seen):
        print(text, state.seen[text])
    return 0


def target(*args):
    return entry_point, None
