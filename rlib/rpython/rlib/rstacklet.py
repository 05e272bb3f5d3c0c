"""Stacks that can be switched: coroutines. Each has a C stack and a stack of roots of its own; nothing is copied.

A handle stands for a suspended stack, and is good for one switch to it. Untranslated, stacks are threads of which one runs."""
from rpython.rlib.debug import fatalerror
from rpython.rlib.objectmodel import specialize, we_are_translated
from rpython.rtyper.annlowlevel import llhelper
from rpython.rtyper.lltypesystem import llmemory, lltype, rffi
from rpython.translator.tool.cbuild import ExternalCompilationInfo

DEBUG = False

eci = ExternalCompilationInfo(post_include_bits=['''
typedef long (*tw_stack_body)(long number);
long tw_stack_current(void);
long tw_stack_new(tw_stack_body body);
void tw_stack_switch(tw_stack_body body, long number);
'''], separate_module_sources=['''
#include <stdlib.h>
#include <sys/mman.h>
#include <ucontext.h>

/* The JIT wants more stack than this, and so leaves code on these stacks alone. */
#define STACK_BYTES (1L << 20)
#define STACK_RESERVE (192L << 10)
#define ROOTS_BYTES (8L << 20)

extern void **tw_ss_base, **tw_ss_top;
extern void *tw_stack_limit;
extern long (*tw_suspended_stacks)(long k);

struct tw_stack {
    ucontext_t context;
    void **base, **top; /* of the roots, while it is suspended */
    void *limit;
    char *area, *roots; /* what was mapped; null: the program's own stack */
    tw_stack_body body;
    int state; /* 0: free, 1: suspended, 2: running */
};

static struct tw_stack **tw_stacks;
static long tw_stacks_len, tw_running;

static long tw_stacks_ranges(long k)
{
    /* the k-th of the suspended ones; they are few */
    long i, n = k / 2;
    for (i = 0; i < tw_stacks_len; i++)
        if (tw_stacks[i]->state == 1 && n-- == 0)
            return (long)(k & 1 ? tw_stacks[i]->top : tw_stacks[i]->base);
    return 0;
}

static struct tw_stack *tw_stack_add(void)
{
    struct tw_stack **more = realloc(tw_stacks, (tw_stacks_len + 1) * sizeof *more);
    struct tw_stack *s = calloc(1, sizeof *s);
    if (!more || !s)
        return NULL;
    tw_stacks = more;
    tw_stacks[tw_stacks_len++] = s;
    return s;
}

long tw_stack_current(void)
{
    if (tw_stacks_len == 0) {
        struct tw_stack *own = tw_stack_add();
        if (!own)
            abort();
        own->state = 2;
        tw_suspended_stacks = tw_stacks_ranges;
    }
    return tw_running;
}

/* From the running stack, whose new state is given, to another. */
static void tw_stack_go(int state, long number)
{
    struct tw_stack *from = tw_stacks[tw_running], *to = tw_stacks[number];
    if (from == to)
        return;
    from->base = tw_ss_base;
    from->top = tw_ss_top;
    from->limit = tw_stack_limit;
    from->state = state;
    tw_running = number;
    to->state = 2;
    tw_ss_base = to->base;
    tw_ss_top = to->top;
    tw_stack_limit = to->limit;
    swapcontext(&from->context, &to->context);
}

static void tw_stack_main(void)
{
    struct tw_stack *s = tw_stacks[tw_running];
    for (;;)
        /* when it is started again, it is for another body */
        tw_stack_go(0, s->body(tw_running));
}

static struct tw_stack *tw_stack_mapped(void)
{
    int how = MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE;
    char *area = mmap(NULL, STACK_BYTES, PROT_READ | PROT_WRITE, how, -1, 0);
    char *roots = mmap(NULL, ROOTS_BYTES, PROT_READ | PROT_WRITE, how, -1, 0);
    struct tw_stack *s;
    if (area == MAP_FAILED || roots == MAP_FAILED || !(s = tw_stack_add()))
        return NULL;
    mprotect(area, 4096, PROT_NONE);
    s->area = area;
    s->roots = roots;
    s->limit = area + STACK_RESERVE;
    s->base = s->top = (void **)roots;
    getcontext(&s->context);
    s->context.uc_stack.ss_sp = s->area;
    s->context.uc_stack.ss_size = STACK_BYTES;
    makecontext(&s->context, tw_stack_main, 0);
    return s;
}

long tw_stack_new(tw_stack_body body)
{
    long i = 1;
    tw_stack_current();
    while (i < tw_stacks_len && tw_stacks[i]->state != 0)
        i++;
    if (i == tw_stacks_len && !tw_stack_mapped())
        return -1;
    tw_stacks[i]->body = body;
    tw_stack_go(1, i);
    return 0;
}

void tw_stack_switch(tw_stack_body body, long number)
{
    /* (the body is an argument so that the caller expects functions of the program to be called) */
    (void)body;
    tw_stack_go(1, number);
}
'''])

_BODY = rffi.CCallback([lltype.Signed], lltype.Signed)
_c_current = rffi.llexternal('tw_stack_current', [], lltype.Signed, compilation_info=eci)
_c_new = rffi.llexternal('tw_stack_new', [_BODY], lltype.Signed, compilation_info=eci)
_c_switch = rffi.llexternal('tw_stack_switch', [_BODY, lltype.Signed], lltype.Void, compilation_info=eci)


class StackletDebugError(Exception):
    pass


class Stacklet(object):
    """A suspended stack."""

    def __init__(self, number):
        self.number = number    # -1: it has been switched to, or is none


EMPTY = Stacklet(-1)


class _State(object):
    """What is handed over at a switch."""

    def __init__(self):
        self.starter = None
        self.source = None


_state = _State()


def _body(number):
    """Runs on a new stack; gives the number of the stack where to go at the end."""
    starter, source = _state.starter, _state.source
    _state.starter = None
    _state.source = None
    try:
        target = starter(source)
    except Exception as e:
        fatalerror("an exception came out of the callback of a stacklet")
        raise e
    if target is None or target.number < 0:
        fatalerror("the callback of a stacklet did not return a suspended stacklet")
    number = target.number
    target.number = -1
    _state.source = EMPTY
    return number


def _arrived():
    """Who switched to the running stack."""
    source = _state.source
    _state.source = None
    return source


class StackletThread(object):
    """The stacks of one thread."""

    def __init__(self, _argument_ignored_for_backward_compatibility=None):
        pass

    @specialize.arg(1)
    def new(self, callback, arg=llmemory.NULL):
        """Calls `callback(source, arg)` on a new stack, with the caller's stack as `source`. The callback returns the stack to go
        to when it has finished. Gives the stack that switched back to the caller, empty if that one has finished."""
        def starter(source):
            return callback(source, arg)
        if not we_are_translated():
            return _threads.new(starter)
        _state.starter = starter
        _state.source = Stacklet(_c_current())
        if _c_new(llhelper(_BODY, _body)) < 0:
            raise MemoryError
        return _arrived()

    def switch(self, stacklet):
        """Goes on where the stack was suspended. Gives the stack that switched back, as `new` does."""
        number = stacklet.number
        if number < 0:
            raise StackletDebugError
        stacklet.number = -1
        source = Stacklet(-1)
        if not we_are_translated():
            return _threads.switch(source, number)
        source.number = _c_current()
        _state.source = source
        _c_switch(llhelper(_BODY, _body), number)
        return _arrived()

    def is_empty_handle(self, stacklet):
        """Whether it is what a finished stack leaves."""
        return stacklet is EMPTY

    def get_null_handle(self):
        """No handle."""
        return None


class StackletThreadDeleter(object):
    def __init__(self, stackletthread):
        pass


class _Threads(object):
    """The stacks, untranslated."""

    def __init__(self):
        self.running = 0
        self.wake = {}

    def _lock(self):
        import threading
        return threading.Semaphore(0)

    def _give_up(self, number, to):
        self.wake.setdefault(number, self._lock())
        self.running = to
        self.wake[to].release()

    def new(self, starter):
        import threading
        me, number = self.running, len(self.wake) + 1
        self.wake.setdefault(me, self._lock())
        while number in self.wake:
            number += 1
        self.wake[number] = self._lock()
        _state.starter, _state.source = starter, Stacklet(me)

        def run():
            self.wake[number].acquire()
            to = _body(number)
            self.running = to
            self.wake[to].release()
        thread = threading.Thread(target=run)
        thread.daemon = True
        thread.start()
        self._give_up(me, number)
        self.wake[me].acquire()
        return _arrived()

    def switch(self, source, number):
        me = source.number = self.running
        _state.source = source
        if me != number:
            self._give_up(me, number)
            self.wake[me].acquire()
        return _arrived()


_threads = _Threads()


class GcRootFinder(object):
    """Names of the original's interface."""
    @staticmethod
    def is_empty_handle(stacklet):
        return stacklet is EMPTY

    @staticmethod
    def get_null_handle():
        return None


gcrootfinder = GcRootFinder
