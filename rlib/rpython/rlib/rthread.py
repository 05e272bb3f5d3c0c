"""Threads of the system, one of which runs the program at a time: the one that has the lock of the interpreter (rgil). It gives the
lock away around functions of C that may block, while it waits for a `Lock`, and where the program says so (`rgil.yield_thread`).

A program that starts no thread has nothing of this: its locks are plain variables."""
from rpython.rlib import jit
from rpython.rlib.objectmodel import specialize, we_are_translated
from rpython.rtyper.annlowlevel import cast_gcref_to_instance, cast_instance_to_gcref, llhelper
from rpython.rtyper.lltypesystem import llmemory, lltype, rffi
from rpython.rtyper.lltypesystem.lloperation import llop
from rpython.translator.tool.cbuild import ExternalCompilationInfo

# Variables of threads (ThreadLocalReference; ThreadLocalField) that there may be in a program, each.
_MOST_VARIABLES = 64

eci = ExternalCompilationInfo(post_include_bits=["""
typedef void (*tw_thread_body)(void);
long tw_thread_start(tw_thread_body body, long stack_bytes);
long tw_thread_ident(void);
void tw_thread_await(void);
void tw_thread_awaited(void);
char *tw_thread_values(void);
char *tw_thread_words(void);
long tw_gil_yield(void);
long tw_gil_mine(void);
long tw_lock_enqueue(long first);
long tw_lock_dequeue(long first);
long tw_lock_wait(double seconds);
long tw_lock_grant(long first);
"""], separate_module_sources=["#define VARIABLES %d\n" % _MOST_VARIABLES + r"""
#include <errno.h>
#include <pthread.h>
#include <semaphore.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

extern void (*tw_gil_release)(void), (*tw_gil_acquire)(void);
extern void (*tw_before_end)(void);
extern long (*tw_threads_hook)(long what, long k);
void *tw_state_new(long stack_bytes);
void tw_state_free(void *state);
void tw_state_begin(void *state);
void tw_state_keep(void *state, void ***base, void ***top);
void tw_state_jit_range(const void *state, void ***base, void ***top);
void tw_state_resume(void *state);
void tw_state_end(void *state);

enum { FREE, SUSPENDED, RUNNING };

/* struct tw_stack_record of the run time */
struct record {
    void **base, **top;
    void *handle;
    long state, marked, moved;
};

extern struct {
    void *(*keep)(void *), *(*resume)(void *);
    void (*end)(void *), (*range)(const void *, void ***, void ***);
    struct record rest;
} tw_jit_threads;

struct thread {
    struct record stack;  /* references of its stack */
    struct record jit;    /* and of the JIT's frames on it */
    struct record values; /* and of its variables: the collector looks at these always */
    int changed;          /* it has run since the collector looked at its stack */
    int granted;          /* the lock that it waits for is its own */
    int away;             /* it gave the lock of the interpreter away */
    int dead;             /* in another process */
    void *state;          /* null: the thread has ended, or is about to begin */
    struct thread *next_waiting;
    sem_t wake;
    tw_thread_body body;
    long stack_bytes;
    void *variables[VARIABLES];
    long words[VARIABLES];
};

static __thread struct thread *me;
/* All threads but those that have ended, which `unused` has, by way of next_waiting. */
static struct thread **threads, *unused;
static long n_threads, max_threads;
static long awaited; /* threads for whose end the program waits at its own */

/* ---- the lock of the interpreter: 0: free, 1: taken, 2: free, but not for the thread that gave it away to let another one run */

static volatile long gil = 1;
static volatile long waiting; /* threads that wait for it */
static volatile long turns;   /* how often one of them has got it */
static struct thread *loaded; /* whose state is in the run time's variables */
static pthread_mutex_t mutex = PTHREAD_MUTEX_INITIALIZER;
static pthread_cond_t freed = PTHREAD_COND_INITIALIZER;

static int take(long from)
{
    return __atomic_compare_exchange_n(&gil, &from, 1, 0, __ATOMIC_SEQ_CST, __ATOMIC_SEQ_CST);
}

static void set_state(struct thread *t, long state)
{
    t->stack.state = t->jit.state = state;
    t->stack.marked = t->stack.moved = 0;
    t->jit.marked = t->jit.moved = 0;
}

/* The thread has got the lock: it goes on with its own state. */
static void arrive(void)
{
    me->away = 0;
    if (loaded == me)
        return;
    if (loaded) {
        tw_state_keep(loaded->state, &loaded->stack.base, &loaded->stack.top);
        tw_state_jit_range(loaded->state, &loaded->jit.base, &loaded->jit.top);
        set_state(loaded, SUSPENDED);
        loaded->changed = 1;
    }
    set_state(me, RUNNING);
    tw_state_resume(me->state);
    loaded = me;
}

/* Waits for the lock; the mutex is held. `after`: somebody else must have had it since this turn; -1: nobody. */
static void wait_for_gil(long after)
{
    __atomic_add_fetch(&waiting, 1, __ATOMIC_SEQ_CST);
    while (!take(0) && !(turns != after && take(2)))
        pthread_cond_wait(&freed, &mutex);
    __atomic_sub_fetch(&waiting, 1, __ATOMIC_SEQ_CST);
    turns++;
}

static void release(void)
{
    if (me)
        me->away = 1;
    __atomic_store_n(&gil, 0, __ATOMIC_SEQ_CST);
    if (__atomic_load_n(&waiting, __ATOMIC_SEQ_CST) > 0) {
        pthread_mutex_lock(&mutex);
        pthread_cond_signal(&freed);
        pthread_mutex_unlock(&mutex);
    }
}

static void take_gil(void)
{
    if (take(0))
        return;
    pthread_mutex_lock(&mutex);
    wait_for_gil(-1);
    pthread_mutex_unlock(&mutex);
}

static void acquire(void)
{
    take_gil();
    arrive();
}

/* Lets another thread run that waits to. Whether one did. */
long tw_gil_yield(void)
{
    if (__atomic_load_n(&waiting, __ATOMIC_SEQ_CST) == 0)
        return 0;
    pthread_mutex_lock(&mutex);
    if (waiting == 0) {
        pthread_mutex_unlock(&mutex);
        return 0;
    }
    __atomic_store_n(&gil, 2, __ATOMIC_SEQ_CST);
    pthread_cond_signal(&freed);
    wait_for_gil(turns);
    pthread_mutex_unlock(&mutex);
    arrive();
    return 1;
}

long tw_gil_mine(void)
{
    return !me || !me->away;
}

/* ---- for collectors: each thread has three records, and behind them comes the JIT's own */

static long answer(long what, long k)
{
    switch (what) {
    case 0:
        return 3 * n_threads + 1;
    case 1:
        if (k == 3 * n_threads)
            return (long)&tw_jit_threads.rest;
        return (long)(k % 3 == 0 ? &threads[k / 3]->stack : k % 3 == 1 ? &threads[k / 3]->jit : &threads[k / 3]->values);
    case 2:
        for (k++; k <= 3 * n_threads; k++)
            if (k == 3 * n_threads || k % 3 == 2 || threads[k / 3]->changed)
                return k;
        return -1;
    case 3:
        for (k = 0; k < n_threads; k++)
            threads[k]->changed = 0;
    }
    return 0;
}

/* ---- threads begin and end */

/* A thread that has no state yet, and is not among the others. */
static struct thread *new_thread(void)
{
    struct thread *t = unused;
    if (t)
        unused = t->next_waiting;
    else if (!(t = calloc(1, sizeof *t)) || sem_init(&t->wake, 0, 0) != 0) {
        free(t);
        return NULL;
    }
    t->next_waiting = NULL;
    return t;
}

static int add_thread(struct thread *t)
{
    if (n_threads == max_threads) {
        long n = 2 * max_threads + 16;
        struct thread **more = realloc(threads, n * sizeof *more);
        if (!more)
            return 0;
        threads = more;
        max_threads = n;
    }
    t->values.base = t->variables;
    t->values.top = t->variables + VARIABLES;
    t->values.state = SUSPENDED;
    t->stack.base = t->stack.top = t->jit.base = t->jit.top = NULL;
    set_state(t, SUSPENDED);
    t->changed = t->away = 0;
    threads[n_threads++] = t;
    return 1;
}

/* Another thread may have its place. */
static void reuse(struct thread *t)
{
    t->state = NULL;
    t->next_waiting = unused;
    unused = t;
}

static void remove_thread(struct thread *t)
{
    long k = 0;
    while (threads[k] != t)
        k++;
    threads[k] = threads[--n_threads];
    memset(t->variables, 0, sizeof t->variables);
    memset(t->words, 0, sizeof t->words);
    reuse(t);
}

/* In the child of a fork there is one thread. (The others may still wait for locks: nothing of them is used again.) */
static void after_fork(void)
{
    if (!me)
        return;
    while (n_threads > 1) {
        struct thread *other = threads[threads[0] == me];
        struct thread *others = unused;
        remove_thread(other);
        unused = others;
        other->dead = 1;
    }
    if (loaded != me)
        loaded = NULL;
    if (me->away)
        gil = 0;
    pthread_mutex_init(&mutex, NULL);
    pthread_cond_init(&freed, NULL);
    waiting = awaited = 0;
}

/* The first thread, before there is another one. */
static int set_up(void)
{
    if (me)
        return 1;
    me = new_thread();
    if (!me)
        return 0;
    me->state = tw_state_new(0);
    if (!me->state || !add_thread(me)) {
        me = NULL;
        return 0;
    }
    set_state(me, RUNNING);
    loaded = me;
    tw_threads_hook = answer;
    tw_gil_release = release;
    tw_gil_acquire = acquire;
    pthread_atfork(NULL, NULL, after_fork);
    return 1;
}

/* The thread that runs has ended: it gives the lock away for good. */
static void end_thread(void)
{
    void *state = me->state;
    tw_state_end(state);
    remove_thread(me);
    loaded = NULL;
    me = NULL;
    release();
    tw_state_free(state);
}

static void *thread_main(void *argument)
{
    me = argument;
    tw_state_begin(me->state);
    acquire();
    me->body();
    end_thread();
    return NULL;
}

#define USUAL_STACK (8L << 20)
/* What the run time and the JIT keep of a stack for themselves, beyond what recursion may use. */
#define MORE_STACK (3L << 19)

/* The thread's number; -1: there is none. */
long tw_thread_start(tw_thread_body body, long stack_bytes)
{
    struct thread *t;
    pthread_attr_t how;
    pthread_t number;
    int failed;
    stack_bytes = stack_bytes > 0 ? stack_bytes + MORE_STACK : USUAL_STACK;
    if (!set_up() || !(t = new_thread()))
        return -1;
    t->state = tw_state_new(stack_bytes);
    t->body = body;
    if (!t->state || !add_thread(t)) {
        if (t->state)
            tw_state_free(t->state);
        reuse(t);
        return -1;
    }
    pthread_attr_init(&how);
    pthread_attr_setdetachstate(&how, PTHREAD_CREATE_DETACHED);
    failed = pthread_attr_setstacksize(&how, stack_bytes) != 0 || pthread_create(&number, &how, thread_main, t) != 0;
    pthread_attr_destroy(&how);
    if (failed) {
        void *state = t->state;
        remove_thread(t);
        tw_state_free(state);
        return -1;
    }
    return (long)number;
}

long tw_thread_ident(void)
{
    return (long)pthread_self();
}

static pthread_cond_t ended = PTHREAD_COND_INITIALIZER;

static void wait_for_threads(void)
{
    while (awaited > 0) {
        pthread_mutex_lock(&mutex);
        __atomic_store_n(&gil, 0, __ATOMIC_SEQ_CST);
        if (me)
            me->away = 1;
        if (waiting > 0)
            pthread_cond_signal(&freed);
        pthread_cond_wait(&ended, &mutex);
        pthread_mutex_unlock(&mutex);
        acquire();
    }
}

void tw_thread_await(void)
{
    awaited++;
    tw_before_end = wait_for_threads;
}

void tw_thread_awaited(void)
{
    awaited--;
    pthread_mutex_lock(&mutex);
    pthread_cond_signal(&ended);
    pthread_mutex_unlock(&mutex);
}

/* Before a function of the program that C calls. 0: the thread has the lock; 1: it gave it away to run C; 2: C has made the thread, which
   the program does not know before and after. */
long tw_enter_callback(void)
{
    struct thread *t;
    if (!tw_gil_release || me && !me->away)
        return 0;
    if (me) {
        acquire();
        return 1;
    }
    take_gil();
    t = new_thread();
    if (!t || !(t->state = tw_state_new(USUAL_STACK)) || !add_thread(t))
        abort();
    me = t;
    tw_state_begin(me->state);
    arrive();
    return 2;
}

void tw_leave_callback(long entered)
{
    if (entered == 1)
        release();
    else if (entered == 2)
        end_thread();
}

/* Variables of the thread that runs. A program that has one thread has these. */
static void *only_values[VARIABLES];
static long only_words[VARIABLES];

char *tw_thread_values(void)
{
    if (!me && !set_up())
        return (char *)only_values;
    return (char *)me->variables;
}

char *tw_thread_words(void)
{
    if (!me && !set_up())
        return (char *)only_words;
    return (char *)me->words;
}

/* ---- locks of programs: those that wait for one are a list, whose first thread is the lock's */

/* The running thread comes last. */
long tw_lock_enqueue(long first)
{
    struct thread *t = (struct thread *)first;
    if (!set_up())
        return first;
    me->next_waiting = NULL;
    me->granted = 0;
    if (!t)
        return (long)me;
    while (t->next_waiting)
        t = t->next_waiting;
    t->next_waiting = me;
    return first;
}

/* It does not wait any more. */
long tw_lock_dequeue(long first)
{
    struct thread *t = (struct thread *)first;
    if (t == me)
        return (long)me->next_waiting;
    while (t && t->next_waiting != me)
        t = t->next_waiting;
    if (t)
        t->next_waiting = me->next_waiting;
    return first;
}

/* 1: it has the lock; 0: not within these seconds (less than 0: any number); 2: a signal came. */
long tw_lock_wait(double seconds)
{
    struct timespec until;
    int r = 0;
    if (!me)
        return 0;
    if (seconds >= 0.0) {
        double whole;
        clock_gettime(CLOCK_REALTIME, &until);
        seconds += (double)until.tv_nsec * 1e-9;
        whole = (double)(long)seconds;
        until.tv_sec += (long)whole;
        until.tv_nsec = (long)((seconds - whole) * 1e9);
    }
    release();
    if (seconds < 0.0)
        r = sem_wait(&me->wake);
    else
        r = sem_timedwait(&me->wake, &until);
    if (r != 0)
        r = errno;
    acquire();
    if (me->granted) {
        /* (it may have been granted after the time was over) */
        if (r != 0)
            sem_trywait(&me->wake);
        return 1;
    }
    return r == EINTR ? 2 : 0;
}

/* The first of those that wait has the lock from now on, and the one behind it comes first. -1: they died in a fork. */
long tw_lock_grant(long first)
{
    struct thread *t = (struct thread *)first;
    while (t && t->dead)
        t = t->next_waiting;
    if (!t)
        return -1;
    t->granted = 1;
    first = (long)t->next_waiting;
    t->next_waiting = NULL;
    sem_post(&t->wake);
    return first;
}
"""], libraries=['pthread'])

_free = {'compilation_info': eci, 'random_effects_on_gcobjs': False}
_BODY = rffi.CCallback([], lltype.Void)
_c_start = rffi.llexternal('tw_thread_start', [_BODY, lltype.Signed], lltype.Signed, compilation_info=eci)
_c_ident = rffi.llexternal('tw_thread_ident', [], lltype.Signed, **_free)
_c_await = rffi.llexternal('tw_thread_await', [], lltype.Void, **_free)
_c_awaited = rffi.llexternal('tw_thread_awaited', [], lltype.Void, **_free)
_c_values = rffi.llexternal('tw_thread_values', [], rffi.CCHARP, **_free)
_c_words = rffi.llexternal('tw_thread_words', [], rffi.CCHARP, **_free)


# (Machine code stays in its thread.)
@jit.loop_invariant
def _values():
    return _c_values()


@jit.loop_invariant
def _words():
    return _c_words()


_c_yield = rffi.llexternal('tw_gil_yield', [], lltype.Signed, compilation_info=eci)
_c_mine = rffi.llexternal('tw_gil_mine', [], lltype.Signed, **_free)
_c_enqueue = rffi.llexternal('tw_lock_enqueue', [lltype.Signed], lltype.Signed, **_free)
_c_dequeue = rffi.llexternal('tw_lock_dequeue', [lltype.Signed], lltype.Signed, **_free)
_c_wait = rffi.llexternal('tw_lock_wait', [lltype.Float], lltype.Signed, compilation_info=eci)
_c_grant = rffi.llexternal('tw_lock_grant', [lltype.Signed], lltype.Signed, **_free)


def has_threads():
    """Whether the program starts threads somewhere."""
    return we_are_translated() and llop.program_has(lltype.Bool, rffi.STARTS_THREADS)


class RThreadError(Exception):
    """A thread or a lock cannot do that."""


error = RThreadError


# ---- locks

RPY_LOCK_FAILURE, RPY_LOCK_ACQUIRED, RPY_LOCK_INTR = 0, 1, 2
TIMEOUT_MAX = 9223372036.0


class Lock(object):
    """A lock, which any thread may release. Those that wait for it get it in the order in which they came."""

    def __init__(self, ll_lock=None):
        self._held = False
        self._first = 0     # the first thread that waits for it

    def acquire(self, flag):
        """Whether it has the lock now. It waits if flag is true."""
        return self._acquire(-1.0 if flag else 0.0) == RPY_LOCK_ACQUIRED

    def acquire_timed(self, timeout):
        """RPY_LOCK_ACQUIRED, RPY_LOCK_FAILURE after so many microseconds (less than 0: any number), or RPY_LOCK_INTR: a signal came."""
        return self._acquire(float(timeout) * 0.000001, True)

    def _acquire(self, seconds, interrupted=False):
        if not we_are_translated():
            return _untranslated.acquire(self, seconds)
        if not self._held:
            self._held = True
            return RPY_LOCK_ACQUIRED
        if seconds == 0.0:
            return RPY_LOCK_FAILURE
        if not has_threads():
            if seconds > 0.0:
                return RPY_LOCK_FAILURE
            raise RThreadError('the lock would never be released: there is one thread')
        return self._wait(seconds, interrupted)

    @jit.dont_look_inside
    def _wait(self, seconds, interrupted):
        self._first = _c_enqueue(self._first)
        r = _c_wait(seconds)
        while r == RPY_LOCK_INTR and not interrupted:
            r = _c_wait(seconds)
        if r != RPY_LOCK_ACQUIRED:
            self._first = _c_dequeue(self._first)
        return r

    def is_acquired(self):
        return self._held

    def release(self):
        if not self._held:
            raise RThreadError('the lock was not held')
        if has_threads() and self._first != 0:
            first = _c_grant(self._first)
            if first >= 0:
                self._first = first
                return
            self._first = 0
        self._held = False

    def __enter__(self):
        self.acquire(True)

    def __exit__(self, *args):
        self.release()


class DummyLock(object):
    """A lock that is always free."""

    def acquire(self, flag):
        return True

    def is_acquired(self):
        return False

    def release(self):
        pass

    def _freeze_(self):
        return True

    def __enter__(self):
        pass

    def __exit__(self, *args):
        pass


dummy_lock = DummyLock()


def allocate_lock():
    return Lock()


class _Untranslated(object):
    """Under CPython, which has threads, and in what the translator runs, which has one."""

    def __init__(self):
        self.guard = None

    def ident(self):
        if lltype._native is None:
            return 1
        import threading
        return threading.get_ident()

    def place(self, value):
        """A place for a value in each thread."""
        import threading

        class Place(threading.local):
            pass
        Place.value = value
        return Place()

    def acquire(self, lock, seconds):
        if lltype._native is None:
            if lock._held:
                if seconds < 0.0:
                    raise RThreadError('the lock would never be released: there is one thread')
                return RPY_LOCK_FAILURE
            lock._held = True
            return RPY_LOCK_ACQUIRED
        import time
        if self.guard is None:
            import threading
            self.guard = threading.Lock()
        end = time.time() + seconds
        while True:
            with self.guard:
                if not lock._held:
                    lock._held = True
                    return RPY_LOCK_ACQUIRED
            if seconds >= 0.0 and time.time() >= end:
                return RPY_LOCK_FAILURE
            time.sleep(0.0005)


_untranslated = _Untranslated()


# ---- threads

def get_ident():
    """The number of the thread."""
    if has_threads():
        return _c_ident()
    if not we_are_translated():
        return _untranslated.ident()
    return 1


get_or_make_ident = get_ident


def start_new_thread(x, y):
    """Calls the function x in a new thread, without arguments: y is (). Gives the thread's number."""
    assert len(y) == 0
    return ll_start_new_thread(x)


start_new_thread._annspecialcase_ = 'specialize:arg(0)'


@jit.dont_look_inside
@specialize.arg(0)
def ll_start_new_thread(func):
    if not we_are_translated():
        return _start_untranslated(func)
    ident = _c_start(llhelper(_BODY, func), _stack.size)
    if ident == -1:
        raise RThreadError("can't start new thread")
    return ident


def _start_untranslated(func):
    import threading
    t = threading.Thread(target=func)
    t.daemon = True
    t.start()
    return t.ident


class _StackSize(object):
    def __init__(self):
        self.size = 0


_stack = _StackSize()
_LEAST_STACK = 1 << 15


def await_new_thread():
    """The program does not end before the next thread calls `awaited_thread_ends`."""
    _c_await()


def awaited_thread_ends():
    _c_awaited()


def get_stacksize():
    """Bytes of the stacks of threads that are started from now on; 0: as many as usual."""
    return _stack.size


def set_stacksize(newsize):
    """0: it is set; -1: no thread could do with that."""
    if newsize != 0 and newsize < _LEAST_STACK:
        return -1
    _stack.size = (newsize + 4095) & ~4095
    return 0


def thread_after_fork():
    pass


def gc_thread_run():
    pass


def gc_thread_start():
    pass


def gc_thread_die():
    pass


# ---- variables of threads

class _Numbers(object):
    def __init__(self):
        self.references = 0
        self.words = 0


_numbers = _Numbers()


def _checked(n):
    if n >= _MOST_VARIABLES:
        raise RThreadError('a program can have %d variables of threads' % _MOST_VARIABLES)
    return 8 * n


class ThreadLocalField(object):
    """A variable of each thread, of a low-level type. Make it at module level."""

    def __init__(self, FIELDTYPE, fieldname, loop_invariant=False):
        cell = _Cell(lltype._zero(FIELDTYPE))
        at = _checked(_numbers.words)
        _numbers.words += 1
        PLACE = rffi.CArrayPtr(FIELDTYPE)

        def get_or_make_raw():
            if has_threads():
                return rffi.cast(PLACE, rffi.ptradd(_words(), at))[0]
            return cell.value

        def setraw(value):
            if has_threads():
                rffi.cast(PLACE, rffi.ptradd(_words(), at))[0] = value
            else:
                cell.value = value
        self.fieldname = fieldname
        self.FIELDTYPE = FIELDTYPE
        self.getraw = self.get_or_make_raw = get_or_make_raw
        self.setraw = setraw

    def _freeze_(self):
        return True


class ThreadLocalReference(object):
    """A variable of each thread that refers to an instance of a class. Make it at module level."""

    def __init__(self, Cls, loop_invariant=False):
        cell = _reference_cell(Cls)
        at = _checked(_numbers.references)
        _numbers.references += 1

        def get():
            if has_threads():
                word = llop.raw_load(lltype.Signed, rffi.cast(llmemory.Address, _values()), at)
                ref = lltype.cast_int_to_ptr(llmemory.GCREF, word)
                return cast_gcref_to_instance(Cls, ref)
            return cell.value
        if loop_invariant:
            # Code of a loop runs in one thread.
            jit.loop_invariant(get)

        def set(value):
            if has_threads():
                word = lltype.cast_ptr_to_int(cast_instance_to_gcref(value))
                llop.raw_store(lltype.Void, rffi.cast(llmemory.Address, _values()), at, word)
            else:
                cell.value = value
        self.get = get
        self.set = set

    @staticmethod
    def automatic_keepalive(config=None):
        """The value lives as long as the thread."""
        return True

    def _freeze_(self):
        return True


class _Cell(object):
    def __init__(self, value):
        self.value = value


def _reference_cell(Cls):
    class Cell(object):
        """One class for each variable: their values do not meet."""
        value = None
    if lltype._native is not None:
        return _untranslated.place(None)
    return Cell()


def _make_cell_class():
    global _Cell

    def make(value):
        if lltype._native is not None:
            return _untranslated.place(value)

        class Cell(object):
            pass
        c = Cell()
        c.value = value
        return c
    _Cell = make


_make_cell_class()
