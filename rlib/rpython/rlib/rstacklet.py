"""Stacks that can be switched: coroutines. All but the program's own run at the same place, one at a time: what another one
holds is copied away before, and back when it goes on. So a suspended stack takes as much memory as it holds, and there may be
very many.

A handle stands for a suspended stack, and is good for one switch to it. If the collector finds the handle dead the stack is
dropped. Untranslated, stacks are threads of which one runs."""
from rpython.rlib import jit, rgc
from rpython.rlib.debug import fatalerror
from rpython.rlib.objectmodel import specialize, we_are_translated
from rpython.rtyper.annlowlevel import cast_instance_to_gcref, llhelper
from rpython.rtyper.lltypesystem import llmemory, lltype, rffi
from rpython.translator.tool.cbuild import ExternalCompilationInfo

DEBUG = False

eci = ExternalCompilationInfo(post_include_bits=["""
typedef long (*tw_stack_body)(long number);
long tw_stack_current(void);
long tw_stack_wants(void);
long tw_stack_new(tw_stack_body body, long handle);
long tw_stack_switch(tw_stack_body body, long number, long handle);
"""], separate_module_sources=[r"""
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#if !defined(__x86_64__) && !defined(__aarch64__)
#include <ucontext.h>
#endif
#if defined(__has_include)
#if __has_include(<valgrind/memcheck.h>)
#include <valgrind/memcheck.h>
#endif
#endif
#ifndef VALGRIND_MAKE_MEM_UNDEFINED
#define VALGRIND_MAKE_MEM_UNDEFINED(at, n) ((void)0)
#endif
#if defined(__SANITIZE_ADDRESS__)
void __asan_unpoison_memory_region(const volatile void *at, size_t n);
#else
#define __asan_unpoison_memory_region(at, n) ((void)0)
#endif

/* The area where stacks run. The JIT wants more stack than this, and so leaves code on these stacks alone. */
#define STACK_BYTES (1L << 20)
#define STACK_RESERVE (192L << 10)
#define ROOTS_BYTES (8L << 20)
/* What a stack may hold beyond the frame of the function that suspends it. */
#define MORE_BYTES 4096
/* So many stacks more, and the collector looks which are dead: of young ones, and of all. */
#define MANY_YOUNG 256
#define MANY 1000

extern void **tw_ss_base, **tw_ss_top;
extern void *tw_stack_limit;
extern long (*tw_stacks_hook)(long what, long k);

enum { FREE, SUSPENDED, RUNNING };

struct tw_stack {
    /* struct tw_stack_record of the run time */
    void **base, **top;
    void *handle;
    long state, marked, moved;
    /* the rest */
    long changed;   /* in the list of those that have run: the next one + 2; 1: the last one; 0: not in the list */
    long next_free;
    char *sp;       /* while it is suspended; null: it has not begun */
    char *copy;     /* what it holds while another stack is in the area: of the stack, and the roots behind */
    size_t room;
    void *limit;
    tw_stack_body body;
};

static struct tw_stack *tw_stacks;
static long tw_stacks_len, tw_stacks_room, tw_running, tw_free, tw_changed = -1;
static long tw_resident; /* the stack that is in the area; 0: none */
static long tw_wanted;   /* the one that is to be brought there */
static long tw_in_use, tw_young, tw_next_look = MANY;
static char *tw_area, *tw_roots, *tw_mover_sp;

/* ---- from one stack to another: the registers that functions keep are pushed, and `*save` is where */

#if defined(__x86_64__)
void tw_stack_jump(char **save, char *to) __attribute__((visibility("hidden")));
__asm__(".text\n.p2align 4\n.globl tw_stack_jump\n.hidden tw_stack_jump\n.type tw_stack_jump, @function\n"
        "tw_stack_jump:\n"
        "pushq %rbp\npushq %rbx\npushq %r12\npushq %r13\npushq %r14\npushq %r15\n"
        "subq $8, %rsp\nstmxcsr (%rsp)\nfnstcw 4(%rsp)\n"
        "movq %rsp, (%rdi)\nmovq %rsi, %rsp\n"
        "ldmxcsr (%rsp)\nfldcw 4(%rsp)\naddq $8, %rsp\n"
        "popq %r15\npopq %r14\npopq %r13\npopq %r12\npopq %rbx\npopq %rbp\n"
        "ret\n.size tw_stack_jump, .-tw_stack_jump\n");

/* A stack that begins with this function. */
static char *tw_stack_begin(char *end, void (*first)(void))
{
    long *words = (long *)end - 9;
    unsigned int control[2] = {0, 0};
    __asm__ volatile("stmxcsr %0\nfnstcw %1" : "=m"(control[0]), "=m"(control[1]));
    memset(words, 0, 9 * sizeof *words);
    memcpy(words, control, 8);
    words[7] = (long)first;
    return (char *)words;
}
#elif defined(__aarch64__)
void tw_stack_jump(char **save, char *to) __attribute__((visibility("hidden")));
__asm__(".text\n.p2align 4\n.globl tw_stack_jump\n.hidden tw_stack_jump\n.type tw_stack_jump, %function\n"
        "tw_stack_jump:\n"
        "stp x29, x30, [sp, #-160]!\n"
        "stp x19, x20, [sp, #16]\nstp x21, x22, [sp, #32]\nstp x23, x24, [sp, #48]\n"
        "stp x25, x26, [sp, #64]\nstp x27, x28, [sp, #80]\n"
        "stp d8, d9, [sp, #96]\nstp d10, d11, [sp, #112]\nstp d12, d13, [sp, #128]\nstp d14, d15, [sp, #144]\n"
        "mov x9, sp\nstr x9, [x0]\nmov sp, x1\n"
        "ldp x19, x20, [sp, #16]\nldp x21, x22, [sp, #32]\nldp x23, x24, [sp, #48]\n"
        "ldp x25, x26, [sp, #64]\nldp x27, x28, [sp, #80]\n"
        "ldp d8, d9, [sp, #96]\nldp d10, d11, [sp, #112]\nldp d12, d13, [sp, #128]\nldp d14, d15, [sp, #144]\n"
        "ldp x29, x30, [sp], #160\n"
        "ret\n.size tw_stack_jump, .-tw_stack_jump\n");

static char *tw_stack_begin(char *end, void (*first)(void))
{
    long *words = (long *)end - 20;
    memset(words, 0, 160);
    words[1] = (long)first;
    return (char *)words;
}
#else
/* The context is on the stack. Below it the system's function has a small frame. */
static __attribute__((noinline)) void tw_stack_jump(char **save, char *to)
{
    ucontext_t own;
    *save = (char *)&own;
    swapcontext(&own, (ucontext_t *)to);
}

static char *tw_stack_begin(char *end, void (*first)(void))
{
    ucontext_t *own = (ucontext_t *)(end - (sizeof *own + 15 & ~15L));
    getcontext(own);
    own->uc_stack.ss_sp = end - (16L << 10);
    own->uc_stack.ss_size = (char *)own - (char *)own->uc_stack.ss_sp;
    own->uc_link = NULL;
    makecontext(own, first, 0);
    return (char *)own;
}
#define BELOW 2048
#endif
#ifndef BELOW
#define BELOW 0
#endif

/* ---- what is in the area */

/* Where what a stack holds begins. */
static char *tw_stack_low(char *sp)
{
    return sp - BELOW < tw_area ? tw_area : sp - BELOW;
}

/* Memory for what is to be copied away: the stack that is in the area may be the running one. 0: there is none. */
static int tw_stack_room(void)
{
    struct tw_stack *s = &tw_stacks[tw_resident];
    int runs = tw_resident == tw_running;
    char *sp = runs ? (char *)__builtin_frame_address(0) - MORE_BYTES : s->sp;
    void **top = runs ? tw_ss_top : s->top;
    size_t need = (size_t)(tw_area + STACK_BYTES - tw_stack_low(sp)) + ((char *)top - tw_roots);
    if (need > s->room || need < s->room / 4) {
        char *copy = malloc(need);
        if (!copy)
            return need <= s->room;
        free(s->copy);
        s->copy = copy;
        s->room = need;
    }
    return 1;
}

static void tw_stack_main(void);

/* Brings the stack that is wanted to the area; what is there is copied away. */
static void tw_stack_place(void)
{
    struct tw_stack *s = &tw_stacks[tw_resident];
    char *end = tw_area + STACK_BYTES, *low;
    size_t n, roots;
    __asan_unpoison_memory_region(tw_area, STACK_BYTES);
    if (tw_resident > 0) {
        low = tw_stack_low(s->sp);
        n = end - low;
        roots = (char *)s->top - tw_roots;
        memcpy(s->copy, low, n);
        memcpy(s->copy + n, tw_roots, roots);
        s->base = (void **)(s->copy + n);
        s->top = (void **)(s->copy + n + roots);
    }
    VALGRIND_MAKE_MEM_UNDEFINED(tw_area + 4096, STACK_BYTES - 4096);
    s = &tw_stacks[tw_wanted];
    if (!s->sp)
        s->sp = tw_stack_begin(end, tw_stack_main);
    else {
        low = tw_stack_low(s->sp);
        n = end - low;
        roots = (char *)s->top - (char *)s->base;
        memcpy(low, s->copy, n);
        memcpy(tw_roots, s->copy + n, roots);
        s->base = (void **)tw_roots;
        s->top = (void **)(tw_roots + roots);
    }
    tw_resident = tw_wanted;
}

/* ---- switching */

/* The last steps before a stack goes on. */
static void tw_stack_arrive(long number)
{
    struct tw_stack *to = &tw_stacks[number];
    tw_running = number;
    to->state = RUNNING;
    to->handle = NULL;
    tw_ss_base = to->base;
    tw_ss_top = to->top;
    tw_stack_limit = to->limit;
}

/* Goes to another stack; the running one's fields are right, and there is memory for what is copied. */
static void tw_stack_go(long number)
{
    char **save = &tw_stacks[tw_running].sp;
    if (number == 0 || number == tw_resident) {
        tw_stack_arrive(number);
        tw_stack_jump(save, tw_stacks[number].sp);
        return;
    }
    tw_wanted = number;
    if (tw_running == 0) {
        tw_stack_place();
        tw_stack_arrive(number);
        tw_stack_jump(save, tw_stacks[number].sp);
    } else
        tw_stack_jump(save, tw_mover_sp);
}

/* Who runs in the area cannot copy it: this does, on a stack of its own. */
static void tw_stack_mover(void)
{
    for (;;) {
        tw_stack_place();
        tw_stack_arrive(tw_wanted);
        tw_stack_jump(&tw_mover_sp, tw_stacks[tw_wanted].sp);
    }
}

static void tw_stack_drop(long k)
{
    struct tw_stack *s = &tw_stacks[k];
    free(s->copy);
    s->copy = NULL;
    s->room = 0;
    s->state = FREE;
    s->handle = NULL;
    s->base = s->top = NULL;
    s->next_free = tw_free;
    tw_free = k;
    tw_in_use--;
    if (tw_resident == k)
        tw_resident = 0;
}

/* The first function of each stack. */
static void tw_stack_main(void)
{
    long to = tw_stacks[tw_running].body(tw_running);
    tw_stack_drop(tw_running);
    tw_stack_go(to);
}

/* The running stack is suspended. */
static void tw_stack_leave(long handle)
{
    struct tw_stack *from = &tw_stacks[tw_running];
    from->base = tw_ss_base;
    from->top = tw_ss_top;
    from->limit = tw_stack_limit;
    from->handle = (void *)handle;
    from->state = SUSPENDED;
    from->marked = from->moved = 0;
    if (!from->changed) {
        from->changed = tw_changed + 2;
        tw_changed = tw_running;
    }
}

/* ---- for collectors: see `tw_stacks` */

static long tw_stacks_answer(long what, long k)
{
    switch (what) {
    case 0:
        return tw_stacks_len;
    case 1:
        return (long)&tw_stacks[k];
    case 2:
        return k < 0 ? tw_changed : tw_stacks[k].changed - 2;
    case 3:
        while (tw_changed >= 0) {
            struct tw_stack *s = &tw_stacks[tw_changed];
            tw_changed = s->changed - 2;
            s->changed = 0;
        }
        tw_young = 0;
        break;
    case 4:
        tw_stack_drop(k);
        break;
    default:
        tw_next_look = 2 * tw_in_use + MANY;
    }
    return 0;
}

/* ---- for the program */

/* The number of a stack that is not in use; less than 0: there is no memory. */
static long tw_stack_unused(void)
{
    long k = tw_free;
    if (k > 0) {
        tw_free = tw_stacks[k].next_free;
        return k;
    }
    if (tw_stacks_len == tw_stacks_room) {
        long n = tw_stacks_room * 2 + 16;
        struct tw_stack *more = realloc(tw_stacks, n * sizeof *more);
        if (!more)
            return -1;
        tw_stacks = more;
        tw_stacks_room = n;
    }
    memset(&tw_stacks[tw_stacks_len], 0, sizeof *tw_stacks);
    return tw_stacks_len++;
}

long tw_stack_current(void)
{
    static __thread char here;
    static char *owner;
    if (tw_stacks_len > 0 && owner != &here) {
        fprintf(stderr, "Fatal error: stacklets are used in two threads\n");
        abort();
    }
    owner = &here;
    if (tw_stacks_len == 0) {
        long own = tw_stack_unused();
        if (own < 0)
            abort();
        tw_stacks[own].state = RUNNING;
        tw_stacks_hook = tw_stacks_answer;
    }
    return tw_running;
}

/* Whether there are so many stacks that dead ones should be found first: 1: young ones, 2: all. */
long tw_stack_wants(void)
{
    if (tw_in_use >= tw_next_look) {
        tw_next_look = 2 * tw_in_use + MANY;
        tw_young = 0;
        return 2;
    }
    if (tw_young >= MANY_YOUNG) {
        tw_young = 0;
        return 1;
    }
    return 0;
}

static int tw_stack_areas(void)
{
    int how = MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, access = PROT_READ | PROT_WRITE;
    char *area = mmap(NULL, STACK_BYTES, access, how, -1, 0);
    char *roots = mmap(NULL, ROOTS_BYTES, access, how, -1, 0);
    char *mover = malloc(STACK_RESERVE);
    if (area == MAP_FAILED || roots == MAP_FAILED || !mover) {
        if (area != MAP_FAILED)
            munmap(area, STACK_BYTES);
        if (roots != MAP_FAILED)
            munmap(roots, ROOTS_BYTES);
        free(mover);
        return 0;
    }
    mprotect(area, 4096, PROT_NONE);
    tw_mover_sp = tw_stack_begin(mover + STACK_RESERVE, tw_stack_mover);
    tw_roots = roots;
    tw_area = area;
    return 1;
}

/* What follows returns -1 if there is no memory; then nothing has happened. */

long tw_stack_new(tw_stack_body body, long handle)
{
    long k;
    struct tw_stack *s;
    tw_stack_current();
    if (!tw_area && !tw_stack_areas())
        return -1;
    if (tw_resident > 0 && !tw_stack_room())
        return -1;
    k = tw_stack_unused();
    if (k < 0)
        return -1;
    s = &tw_stacks[k];
    s->sp = NULL;
    s->body = body;
    s->limit = tw_area + STACK_RESERVE;
    s->base = s->top = (void **)tw_roots;
    tw_in_use++;
    tw_young++;
    tw_stack_leave(handle);
    tw_stack_go(k);
    return 0;
}

long tw_stack_switch(tw_stack_body body, long number, long handle)
{
    /* (the body is an argument so that the caller expects functions of the program to be called) */
    (void)body;
    if (number == tw_running)
        return 0;
    if (number != 0 && tw_resident > 0 && number != tw_resident && !tw_stack_room())
        return -1;
    tw_stack_leave(handle);
    tw_stack_go(number);
    return 0;
}
"""])

_BODY = rffi.CCallback([lltype.Signed], lltype.Signed)
_c_current = rffi.llexternal('tw_stack_current', [], lltype.Signed, compilation_info=eci)
_c_wants = rffi.llexternal('tw_stack_wants', [], lltype.Signed, compilation_info=eci)
_c_new = rffi.llexternal('tw_stack_new', [_BODY, lltype.Signed], lltype.Signed, compilation_info=eci)
_c_switch = rffi.llexternal('tw_stack_switch', [_BODY, lltype.Signed, lltype.Signed], lltype.Signed, compilation_info=eci)


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


def _address(source):
    """Where the handle is: the collector keeps that up to date as long as its stack is suspended."""
    return lltype.cast_ptr_to_int(cast_instance_to_gcref(source))


@jit.dont_look_inside
def _start(source):
    """Runs `_body` on a new stack; false if there is no memory for it."""
    wants = _c_wants()
    if wants > 0:
        rgc.collect(2 * wants - 2)
    source.number = _c_current()
    if _c_new(llhelper(_BODY, _body), _address(source)) == 0:
        return True
    rgc.collect()
    return _c_new(llhelper(_BODY, _body), _address(source)) == 0


@jit.dont_look_inside
def _go(number, source):
    source.number = _c_current()
    return _c_switch(llhelper(_BODY, _body), number, _address(source)) == 0


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
        source = Stacklet(-1)
        _state.source = source
        if not _start(source):
            _state.starter = None
            _state.source = None
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
        _state.source = source
        if not _go(number, source):
            stacklet.number = number
            _state.source = None
            raise MemoryError
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
