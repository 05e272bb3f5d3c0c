/* Run-time support of generated programs: what is not worth inlining. */
#ifndef _GNU_SOURCE
#define _GNU_SOURCE
#endif
#include "tw_support.h"

#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <limits.h>
#ifdef __GLIBC__
#include <malloc.h>
#endif
#include <math.h>
#include <poll.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/resource.h>
#include <sys/stat.h>
#include <time.h>
#include <ucontext.h>
#include <unistd.h>

/* ---- raw memory */

Address tw_raw_malloc(Signed size) {
    if (size < 0)
        return NULL;
    return malloc(size ? (size_t)size : 1);
}

void tw_raw_free(Address p) {
    free(p);
}

void *tw_raw_malloc_struct(Signed size, Signed itemsize, Signed lengthofs, Signed n) {
    Signed bytes;
    char *p;
    if (n < 0 || __builtin_mul_overflow(itemsize, n, &bytes) || __builtin_add_overflow(bytes, size, &bytes))
        return NULL;
    p = calloc(1, bytes ? (size_t)bytes : 1);
    if (p && lengthofs >= 0)
        *(Signed *)(p + lengthofs) = n;
    return p;
}

/* ---- what print writes: one buffer, which whatever could be seen in the wrong order writes out first. What could not be
   written stays in it: whoever asks is told, and the end of the program. */

static char out_buf[1 << 15];
static volatile size_t out_from; /* this much of it is written */
volatile size_t tw_out_len;      /* 0: nothing is pending */
static volatile sig_atomic_t out_writing, out_killed;
int tw_c_called; /* C's stdout may hold something, which is older than what is in the buffer */

/* What a reader takes at once; one that does not read is not waited for. Also from signal handlers. */
static void flush_now(void) {
    struct pollfd p;
    p.fd = 1;
    p.events = POLLOUT;
    while (out_from < tw_out_len && poll(&p, 1, 0) == 1 && (p.revents & POLLOUT)) {
        size_t n = tw_out_len - out_from;
        ssize_t done = write(1, out_buf + out_from, n < PIPE_BUF ? n : PIPE_BUF);
        if (done <= 0)
            break;
        out_from += (size_t)done;
    }
}

static void end_by_signal(int sig) {
    sigset_t set;
    flush_now();
    signal(sig, SIG_DFL);
    sigemptyset(&set);
    sigaddset(&set, sig);
    raise(sig);
    sigprocmask(SIG_UNBLOCK, &set, NULL);
}

/* Signals that end the program. Within a write it is not known what is written: they wait for its end (the second does not). */
static void on_end(int sig) {
    if (out_writing && !out_killed)
        out_killed = sig;
    else
        end_by_signal(sig);
}

static void catch_ends(void) {
    static const int ends[] = {SIGHUP,  SIGINT,  SIGQUIT, SIGTERM, SIGABRT, SIGALRM,
                               SIGUSR1, SIGUSR2, SIGXCPU, SIGBUS,  SIGILL,  SIGFPE};
    struct sigaction old, action;
    unsigned i;
    memset(&action, 0, sizeof action);
    action.sa_handler = on_end;
    action.sa_flags = SA_ONSTACK;
    for (i = 0; i < sizeof ends / sizeof *ends; i++)
        if (sigaction(ends[i], NULL, &old) == 0 && !(old.sa_flags & SA_SIGINFO) && old.sa_handler == SIG_DFL)
            sigaction(ends[i], &action, NULL);
}

static int write_all(int fd, const char *p, size_t n) {
    while (n > 0) {
        ssize_t done = write(fd, p, n);
        if (done < 0 && errno == EINTR)
            continue;
        if (done < 0)
            return -1;
        p += done;
        n -= (size_t)done;
    }
    return 0;
}

Signed tw_flush(void) {
    if (tw_c_called) {
        tw_c_called = 0;
        if (fflush(stdout) != 0)
            return -1;
    }
    while (out_from < tw_out_len) {
        ssize_t done;
        out_writing = 1;
        done = write(1, out_buf + out_from, tw_out_len - out_from);
        if (done > 0)
            out_from += (size_t)done;
        out_writing = 0;
        if (out_killed)
            end_by_signal(out_killed);
        if (done < 0 && errno != EINTR)
            return -1;
    }
    tw_out_len = 0;
    out_from = 0;
    return 0;
}

Signed tw_print(Address text, Signed n) {
    static int terminal = -1;
    if (terminal < 0) {
        terminal = isatty(1);
        catch_ends();
    }
    if ((size_t)n > sizeof out_buf - tw_out_len && tw_flush() < 0)
        return -1;
    if ((size_t)n > sizeof out_buf)
        return write_all(1, text, (size_t)n);
    memcpy(out_buf + tw_out_len, text, (size_t)n);
    tw_out_len += (size_t)n;
    if (terminal && memchr(text, '\n', (size_t)n))
        return tw_flush();
    return 0;
}

/* Whether something could not be written, which it says. */
static int output_is_lost(void) {
    int lost = tw_flush() < 0, number = errno;
    if (!lost && (fflush(stdout) != 0 || ferror(stdout))) {
        lost = 1;
        number = errno ? errno : EIO;
    }
    if (lost)
        fprintf(stderr, "Exception ignored while flushing sys.stdout:\n%s: [Errno %d] %s\n",
                number == EPIPE    ? "BrokenPipeError"
                : number == EAGAIN ? "BlockingIOError"
                                   : "OSError",
                number, strerror(number));
    return lost;
}

static Signed softspace;

Signed tw_softspace(Signed blank) {
    Signed was = softspace;
    softspace = blank;
    return was;
}

int tw_end(Signed code) {
    if (tw_before_end)
        tw_before_end();
    /* `print x,` was the last: its line ends with the program */
    if (softspace)
        tw_print((Address) "\n", 1);
    return output_is_lost() ? 120 : (int)code;
}

/* ---- ends */

void tw_fatal(const char *message) {
    tw_flush();
    fprintf(stderr, "Fatal error: %s\n", message);
    abort();
}

/* ---- texts */

Signed tw_find_char(const void *items, Signed start, Signed end, unsigned char c) {
    const char *text = items, *found = start < end ? memchr(text + start, c, (size_t)(end - start)) : NULL;
    return found ? found - text : -1;
}

Signed tw_find_unichar(const void *items, Signed start, Signed end, UniChar c) {
    const UniChar *text = items;
    for (; start < end; start++)
        if (text[start] == c)
            return start;
    return -1;
}

/* ---- exceptions */

struct tw_exc_data tw_exc;
struct tw_tb_entry tw_tb[TW_TB_SIZE];
unsigned tw_tb_count;

void tw_traceback(enum tw_tb_kind kind, const struct tw_loc *loc, unsigned frame) {
    struct tw_tb_entry *e = &tw_tb[(tw_tb_count - 1) % TW_TB_SIZE];
    if (tw_tb_count > 0 && kind == TW_TB_PASS && e->loc == loc && e->kind == kind && e->exc_type == tw_exc.type) {
        e->more++;
        return;
    }
    e = &tw_tb[tw_tb_count++ % TW_TB_SIZE];
    e->loc = loc;
    e->exc_type = tw_exc.type;
    e->kind = kind;
    e->more = frame;
}

static const struct tw_jit_mark *tb_marks;

void tw_leave_marks(const struct tw_jit_mark *table, Signed exc_type, Signed marks) {
    struct tw_tb_entry *e = &tw_tb[(tw_tb_count - 1) % TW_TB_SIZE];
    tb_marks = table;
    if (tw_tb_count > 0 && e->kind == TW_TB_MARKS && e->loc == (void *)marks && e->exc_type == (void *)exc_type) {
        e->more++;
        return;
    }
    e = &tw_tb[tw_tb_count++ % TW_TB_SIZE];
    e->loc = (void *)marks;
    e->exc_type = (void *)exc_type;
    e->kind = TW_TB_MARKS;
    e->more = 0;
}

static void leave_mark(uint32_t number) {
    const struct tw_jit_mark *m = &tb_marks[number - 1];
    tw_traceback(m->kind, m->loc, m->frame);
}

static void leave_marks_one_by_one(uint64_t marks) {
    if (marks >> 63) {
        const uint32_t *list = (const uint32_t *)(marks << 1 >> 1), *end = list + 1 + list[0];
        while (++list < end)
            leave_mark(*list);
        return;
    }
    for (; marks != 0; marks >>= TW_JIT_MARK_BITS)
        leave_mark(marks & ((1UL << TW_JIT_MARK_BITS) - 1));
}

/* Replaces entries that are numbers of marks by what these mean. */
static void look_up_marks(void) {
    static struct tw_tb_entry noted[TW_TB_SIZE];
    unsigned count = tw_tb_count, i = count > TW_TB_SIZE ? count - TW_TB_SIZE : 0, n;
    void *type = tw_exc.type;
    memcpy(noted, tw_tb, sizeof noted);
    /* (Where older ones are lost the count says so.) */
    tw_tb_count = i > 0 ? TW_TB_SIZE : 0;
    for (; i < count; i++) {
        const struct tw_tb_entry *e = &noted[i % TW_TB_SIZE];
        if (e->kind != TW_TB_MARKS) {
            tw_tb[tw_tb_count++ % TW_TB_SIZE] = *e;
            continue;
        }
        tw_exc.type = e->exc_type;
        for (n = 0; n <= e->more; n++)
            leave_marks_one_by_one((uint64_t)e->loc);
    }
    tw_exc.type = type;
}

static const struct tw_loc *last_frame;
static unsigned last_count; /* how often it came */

static void end_frames(void) {
    if (last_count > 3)
        fprintf(stderr, "  [Previous line repeated %u more time%s]\n", last_count - 3, last_count == 4 ? "" : "s");
    last_frame = NULL;
    last_count = 0;
}

static void print_frame(const struct tw_loc *loc) {
    const struct tw_loc *l = last_frame;
    if (!loc->func[0])
        return;
    if (!(l && l->line == loc->line && strcmp(l->func, loc->func) == 0 && l->file && loc->file &&
          strcmp(l->file, loc->file) == 0))
        end_frames();
    last_frame = loc;
    if (++last_count > 3)
        return;
    if (loc->file)
        fprintf(stderr, "  File \"%s\", line %d, in %s\n", loc->file, loc->line, loc->func);
    else
        fprintf(stderr, "  in %s\n", loc->func);
    if (loc->text[0])
        fprintf(stderr, "    %s\n", loc->text);
}

static int depth_of(const struct tw_loc *loc) {
    int n = 0;
    for (; loc; loc = loc->outer)
        n++;
    return n;
}

/* The frames of a place from the outermost function to the innermost, without the innermost `inner` and the outermost
   `outer` ones. */
static void print_place(const struct tw_loc *loc, int inner, int outer) {
    if (loc->outer && depth_of(loc->outer) > outer)
        print_place(loc->outer, inner - 1, outer);
    if (inner <= 0)
        print_frame(loc);
}

static void print_entry(const struct tw_tb_entry *e, int inner, int outer) {
    unsigned i;
    for (i = 0; i <= (e->kind == TW_TB_PASS ? e->more : 0); i++)
        print_place(e->loc, inner, outer);
}

/* Whether the handler that a mark tells of is in the function of `loc`. */
static int handles(const struct tw_tb_entry *c, const struct tw_loc *loc) {
    const struct tw_loc *at = c->loc;
    unsigned n;
    for (n = c->more & (TW_TB_OR_OUTER - 1); n > 0 && at; n--)
        at = at->outer;
    for (; at; at = at->outer) {
        if (at->outer == loc->outer && strcmp(at->func, loc->func) == 0)
            return 1;
        if (!(c->more & TW_TB_OR_OUTER))
            break;
    }
    return 0;
}

/* Whether it tells that an exception is raised and caught in one function: without its type. */
static int is_handled(const struct tw_tb_entry *e) {
    return e->kind >= TW_TB_HANDLED;
}

static int is_reraise(const struct tw_tb_entry *e) {
    return e->kind == TW_TB_RERAISE || e->kind == TW_TB_HANDLED_RERAISE;
}

static int is_resume(const struct tw_tb_entry *e) {
    return e->kind == TW_TB_RESUME || e->kind == TW_TB_HANDLED_RESUME;
}

/* One past the entry where the exception that is raised again was caught: preferably in the same function. 0: lost. */
static unsigned find_catch(const struct tw_tb_entry *e, unsigned i, unsigned oldest) {
    unsigned same_type = 0;
    for (; i > oldest; i--) {
        const struct tw_tb_entry *c = &tw_tb[(i - 1) % TW_TB_SIZE];
        if (!is_handled(c) && (c->kind != TW_TB_CATCH || (c->exc_type != e->exc_type && !is_handled(e))))
            continue;
        if (handles(c, e->loc))
            return i;
        if (same_type == 0 && c->kind == TW_TB_CATCH && e->kind == TW_TB_RERAISE)
            same_type = i;
    }
    return same_type;
}

/* Prints from the newest entry back to the place of the raise. An exception that was caught and raised again goes on at the
   entry of its catch: what lies between belongs to other exceptions. The newest entry may be the handler's own, where
   inlining put the raise and its handler into one function. */
static void print_entries(int handled_is_first) {
    unsigned oldest = tw_tb_count > TW_TB_SIZE ? tw_tb_count - TW_TB_SIZE : 0;
    unsigned i = tw_tb_count;
    int outer = 0; /* frames that are printed already: those around the function that raised it again */
    int whole = 0, frame_off;
    tw_flush();
    fprintf(stderr, "Traceback (most recent call last):\n");
    while (i > oldest) { /* oldest caller first: the newest entry is the outermost frame */
        const struct tw_tb_entry *e = &tw_tb[--i % TW_TB_SIZE];
        unsigned at = 0;
        if ((e->kind == TW_TB_CATCH || (is_handled(e) && !handled_is_first)) && outer == 0)
            continue;
        handled_is_first = 0;
        if (is_reraise(e) || is_resume(e))
            at = find_catch(e, i, oldest);
        frame_off = is_resume(e) && at > 0;
        print_entry(e, frame_off, outer < 0 ? 0 : outer);
        outer = 0;
        if (at > 0) {
            i = at; /* next comes the call that raised it at first */
            outer = depth_of(e->loc) - 1;
            if (outer == 0)
                outer = -1;
        } else if (e->kind != TW_TB_PASS && e->kind != TW_TB_CATCH) {
            whole = 1;
            break;
        }
    }
    end_frames();
    if (!whole)
        fprintf(stderr, "  ... (traceback is cut)\n");
}

static int printed; /* the traceback, by tw_print_traceback */

void tw_print_traceback(void) {
    look_up_marks();
    printed = 1;
    print_entries(0);
}

void tw_print_last_traceback(void) {
    look_up_marks();
    print_entries(tw_tb_count > 0 && is_handled(&tw_tb[(tw_tb_count - 1) % TW_TB_SIZE]));
    printed = 0;
}

#define KEPT_TRACEBACKS 4
#define KEPT_ENTRIES 32
static struct {
    Signed number;
    unsigned count;
    struct tw_tb_entry entries[KEPT_ENTRIES];
} kept[KEPT_TRACEBACKS];
static Signed last_kept;

Signed tw_keep_traceback(void) {
    Signed number = ++last_kept;
    unsigned i, n = tw_tb_count < KEPT_ENTRIES ? tw_tb_count : KEPT_ENTRIES;
    kept[number % KEPT_TRACEBACKS].number = number;
    kept[number % KEPT_TRACEBACKS].count = n;
    for (i = 0; i < n; i++)
        kept[number % KEPT_TRACEBACKS].entries[i] = tw_tb[(tw_tb_count - n + i) % TW_TB_SIZE];
    return number;
}

void tw_print_kept_traceback(Signed number) {
    static struct tw_tb_entry current[TW_TB_SIZE];
    unsigned count = tw_tb_count, k = (unsigned)(number % KEPT_TRACEBACKS);
    if (number == 0 || kept[k].number != number || kept[k].count == 0)
        return;
    memcpy(current, tw_tb, sizeof current);
    memcpy(tw_tb, kept[k].entries, sizeof kept[k].entries);
    tw_tb_count = kept[k].count;
    tw_print_last_traceback();
    memcpy(tw_tb, current, sizeof current);
    tw_tb_count = count;
}

void tw_overflow(const struct tw_loc *loc) {
    tw_flush();
    fprintf(stderr, "Fatal error: integer overflow\n");
    print_place(loc, 0, 0);
    end_frames();
    exit(1);
}

int tw_uncaught_exception(void) {
    const unsigned char *name;
    Signed length = 0;
    tw_flush();
    if (!printed)
        tw_print_traceback();
    name = tw_exc_class_name(tw_exc.type, &length);
    fprintf(stderr, "%.*s\n", (int)length, (const char *)name);
    return 1;
}

/* ---- shadow stack and extra roots */

#define SHADOW_STACK_BYTES (256L << 20) /* or an eighth of what a limit allows */
#define SHADOW_STACK_LEAST (4L << 20)
#define SHADOW_PART 4 /* so many times as much as the C stack: no frame there has more references than this */

void **tw_ss_base, **tw_ss_top;
void **tw_extra_roots_base, **tw_extra_roots_end;
void (*tw_before_extra_roots)(void);
Signed (*tw_stacks_hook)(Signed what, Signed k);
Signed (*tw_threads_hook)(Signed what, Signed k);

static Signed no_stacks(Signed what, Signed k) {
    (void)k;
    return what == TW_STACKS_CHANGED ? -1 : 0;
}

/* Those of threads have the numbers behind the others. */
Signed tw_stacks(Signed what, Signed k) {
    Signed (*stacks)(Signed, Signed) = tw_stacks_hook ? tw_stacks_hook : no_stacks;
    Signed n, r = -1;
    if (!tw_threads_hook)
        return stacks(what, k);
    n = stacks(TW_STACKS_COUNT, 0);
    switch (what) {
    case TW_STACKS_COUNT:
        return n + tw_threads_hook(what, 0);
    case TW_STACKS_CHANGED:
        if (k < n)
            r = stacks(what, k);
        if (r >= 0)
            return r;
        r = tw_threads_hook(what, k < n ? -1 : k - n);
        return r < 0 ? r : r + n;
    case TW_STACKS_RECORD:
    case TW_STACKS_DIED:
        return k < n ? stacks(what, k) : tw_threads_hook(what, k - n);
    default:
        tw_threads_hook(what, k);
        return stacks(what, k);
    }
}

#define STACK_WANTED (64L << 20)
#define STACK_RESERVE (256L << 10)
#define JIT_STACK_NEEDED (1L << 20) /* what tracing, compiling and blackholing may need */
Address tw_stack_limit, tw_jit_stack_limit;
static char *stack_begin;
static char *stack_low; /* lowest address that the C stack may reach */
/* What recursion may take of it at the beginning; another value in programs that set it (rlib/rstack). */
__attribute__((weak)) Signed tw_stack_length = 0;
static char *ss_limit;
static int saved_errno, saved_alterrno;
static Signed stack_length; /* what was set last */

/* The two limits of a stack. */
static void stack_limits(char *begin, char *low, Address *limit, Address *jit_limit) {
    char *least = low + STACK_RESERVE;
    *limit = stack_length <= 0 || stack_length > begin - least ? least : begin - stack_length;
    least += JIT_STACK_NEEDED;
    *jit_limit = *limit > least ? *limit : least;
}

void tw_set_stack_length(Signed length) {
    stack_length = length;
    stack_limits(stack_begin, stack_low, &tw_stack_limit, &tw_jit_stack_limit);
}

Signed tw_stack_almost_full(void) {
    Signed left = (char *)__builtin_frame_address(0) - tw_stack_limit;
    return left < (stack_begin - tw_stack_limit) / 16;
}

static int near_stack_end(const char *p) {
    return p >= stack_low - (1 << 20) && p < stack_low + (1 << 20);
}

/* Whether one of the two stacks ended at `at`. What else is written there by mistake is no recursion: the stack pointers tell. */
static int is_stack_overflow(const char *at, const void *context) {
    if (at >= ss_limit && at < ss_limit + 65536)
        return (char *)tw_ss_top >= ss_limit - 65536;
#if defined(__x86_64__) && defined(REG_RSP)
    if (!near_stack_end((char *)((const ucontext_t *)context)->uc_mcontext.gregs[REG_RSP]))
        return 0;
#else
    (void)context;
#endif
    return near_stack_end(at);
}

static void on_segv(int sig, siginfo_t *info, void *context) {
    char *at = info->si_addr;
    if (is_stack_overflow(at, context)) {
        static const char text[] = "Fatal error: stack overflow (recursion too deep)\n";
        flush_now();
        if (write(2, text, sizeof text - 1) < 0)
            _exit(1);
        _exit(1);
    }
    flush_now();
    if (at < (char *)65536) {
        static const char text[] = "Fatal error: None was used as an object\n";
        if (write(2, text, sizeof text - 1) < 0)
            _exit(1);
        _exit(1);
    }
    signal(sig, SIG_DFL);
    raise(sig);
}

/* The size of the shadow stack where a limit counts it. */
static Signed limited(int resource, Signed shadow) {
    struct rlimit limit;
    if (getrlimit(resource, &limit) != 0 || limit.rlim_cur / 8 >= (rlim_t)shadow)
        return shadow;
    return limit.rlim_cur / 8 < SHADOW_STACK_LEAST ? SHADOW_STACK_LEAST : (Signed)(limit.rlim_cur / 8) & -65536;
}

/* Room for so many bytes of references, with an end where nothing can be written. Null: there is no memory. */
static char *shadow_area(Signed bytes) {
    char *area = mmap(NULL, bytes + 65536, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0);
    if (area == MAP_FAILED)
        return NULL;
    mprotect(area + bytes, 65536, PROT_NONE);
    return area;
}

/* Where the handler of SIGSEGV runs: each thread needs such a place. */
static void *signal_stack(void) {
    stack_t alt;
    memset(&alt, 0, sizeof alt);
    alt.ss_sp = malloc(65536);
    alt.ss_size = 65536;
    if (alt.ss_sp && sigaltstack(&alt, NULL) == 0)
        return alt.ss_sp;
    free(alt.ss_sp);
    return NULL;
}

void tw_startup(void) {
    struct rlimit limit;
    struct sigaction action;
    Signed size, wanted, shadow = SHADOW_STACK_BYTES;
    char *area;
    shadow = limited(RLIMIT_AS, limited(RLIMIT_DATA, shadow));
    area = shadow_area(shadow);
    if (!area)
        tw_fatal("no memory for the shadow stack");
    ss_limit = area + shadow;
    wanted = shadow / SHADOW_PART < STACK_WANTED ? shadow / SHADOW_PART : STACK_WANTED;
    tw_ss_base = tw_ss_top = (void **)area;
    size = 8L << 20;
    if (getrlimit(RLIMIT_STACK, &limit) == 0) {
        /* the kernel looks at the limit when the stack grows, so raising it now is in time */
        if (limit.rlim_cur != RLIM_INFINITY && limit.rlim_cur < (rlim_t)wanted) {
            struct rlimit more = limit;
            more.rlim_cur = limit.rlim_max < (rlim_t)wanted ? limit.rlim_max : (rlim_t)wanted;
            if (setrlimit(RLIMIT_STACK, &more) == 0)
                limit = more;
        }
        size = limit.rlim_cur == RLIM_INFINITY || limit.rlim_cur > (rlim_t)wanted ? wanted : (Signed)limit.rlim_cur;
    }
    stack_begin = (char *)__builtin_frame_address(0);
    stack_low = stack_begin - size + 8192;
    tw_set_stack_length(tw_stack_length);
    if (signal_stack()) {
        memset(&action, 0, sizeof action);
        action.sa_sigaction = on_segv;
        action.sa_flags = SA_SIGINFO | SA_ONSTACK | SA_NODEFER;
        sigaction(SIGSEGV, &action, NULL);
    }
}

/* ---- threads */

void (*tw_gil_release)(void), (*tw_gil_acquire)(void);
void (*tw_before_end)(void);

void tw_before_blocking(void) {
    if (tw_gil_release)
        tw_gil_release();
}

void tw_after_blocking(void) {
    int number = errno;
    if (tw_gil_acquire)
        tw_gil_acquire();
    errno = number;
}

/* (rlib.rthread has others.) */
__attribute__((weak)) Signed tw_enter_callback(void) {
    return 0;
}

__attribute__((weak)) void tw_leave_callback(Signed entered) {
    (void)entered;
}

struct tw_jit_threads tw_jit_threads;

struct tw_thread_state {
    void *jit; /* null: nothing */
    char *area; /* of its shadow stack; null: the program's first thread */
    Signed area_bytes, stack_bytes;
    void *signal_stack;
    void **base, **top;
    char *limit, *begin, *low;
    Address stack_limit, jit_stack_limit;
    int number, alternative; /* get_saved_errno(), get_saved_alterrno() */
    struct tw_exc_data exc;
    unsigned tb_count;
    struct tw_tb_entry tb[TW_TB_SIZE];
};

struct tw_thread_state *tw_state_new(Signed stack_bytes) {
    struct tw_thread_state *s = calloc(1, sizeof *s);
    if (!s || stack_bytes == 0)
        return s;
    s->stack_bytes = stack_bytes;
    s->area_bytes = stack_bytes * SHADOW_PART;
    s->area = shadow_area(s->area_bytes);
    if (!s->area) {
        free(s);
        return NULL;
    }
    s->base = s->top = (void **)s->area;
    s->limit = s->area + s->area_bytes;
    return s;
}

void tw_state_free(struct tw_thread_state *s) {
    if (s->area)
        munmap(s->area, s->area_bytes + 65536);
    if (s->signal_stack) {
        stack_t none;
        memset(&none, 0, sizeof none);
        none.ss_flags = SS_DISABLE;
        sigaltstack(&none, NULL);
        free(s->signal_stack);
    }
    free(s);
}

void tw_state_begin(struct tw_thread_state *s) {
    s->begin = (char *)__builtin_frame_address(0);
    s->low = s->begin - s->stack_bytes + 16384;
    stack_limits(s->begin, s->low, &s->stack_limit, &s->jit_stack_limit);
    s->signal_stack = signal_stack();
}

void tw_state_keep(struct tw_thread_state *s, void ***base, void ***top) {
    *base = s->base = tw_ss_base;
    *top = s->top = tw_ss_top;
    s->limit = ss_limit;
    s->begin = stack_begin;
    s->low = stack_low;
    s->stack_limit = tw_stack_limit;
    s->jit_stack_limit = tw_jit_stack_limit;
    s->number = saved_errno;
    s->alternative = saved_alterrno;
    s->exc = tw_exc;
    s->tb_count = tw_tb_count;
    memcpy(s->tb, tw_tb, (tw_tb_count < TW_TB_SIZE ? tw_tb_count : TW_TB_SIZE) * sizeof *tw_tb);
    if (tw_jit_threads.keep)
        s->jit = tw_jit_threads.keep(s->jit);
}

void tw_state_jit_range(const struct tw_thread_state *s, void ***base, void ***top) {
    *base = *top = NULL;
    if (s->jit)
        tw_jit_threads.range(s->jit, base, top);
}

void tw_state_end(struct tw_thread_state *s) {
    if (tw_jit_threads.end)
        tw_jit_threads.end(s->jit);
    s->jit = NULL;
}

void tw_state_resume(struct tw_thread_state *s) {
    if (tw_jit_threads.resume)
        s->jit = tw_jit_threads.resume(s->jit);
    tw_ss_base = s->base;
    tw_ss_top = s->top;
    ss_limit = s->limit;
    stack_begin = s->begin;
    stack_low = s->low;
    tw_stack_limit = s->stack_limit;
    tw_jit_stack_limit = s->jit_stack_limit;
    saved_errno = s->number;
    saved_alterrno = s->alternative;
    tw_exc = s->exc;
    tw_tb_count = s->tb_count;
    memcpy(tw_tb, s->tb, (tw_tb_count < TW_TB_SIZE ? tw_tb_count : TW_TB_SIZE) * sizeof *tw_tb);
}

/* ---- GC settings: TRACEWRIGHT_GC=word,word: `stress`, `stats` (what it did, on stderr at the end), `heap=BYTES[K|M|G]`, `max=BYTES[K|M|G]`, `nursery=BYTES[K|M|G]`,
   `growth=FACTOR`, `fail=N` (the N-th allocation fails); before it RPython's names for some of them */

static Signed gc_stress, gc_heap = 4L << 20, gc_max, gc_nursery, gc_growth = 1863; /* 1024ths */
static Signed gc_fail, gc_allocations;
static Signed gc_limit_growth, gc_max_delta, gc_step, gc_debug = 1, gc_nursery_debug = 1;
static Signed gc_stats, gc_cpu_start, gc_longest_cpu, gc_time, gc_longest, gc_peak, gc_counts[2];

/* A positive number of bytes in text[0..n-1]; 0: it is none. */
static Signed byte_size(const char *text, size_t n) {
    Signed size = 0, unit = 1;
    size_t i;
    switch (n > 0 ? text[n - 1] : 0) {
    case 'K': unit = 1L << 10; break;
    case 'M': unit = 1L << 20; break;
    case 'G': unit = 1L << 30; break;
    default: break;
    }
    n -= unit > 1;
    for (i = 0; i < n; i++)
        if (text[i] < '0' || text[i] > '9' || __builtin_mul_overflow(size, 10, &size) ||
            __builtin_add_overflow(size, text[i] - '0', &size))
            return 0;
    return __builtin_mul_overflow(size, unit, &size) ? 0 : size;
}

/* A positive decimal number in text[0..n-1]; 0: it is none. */
static double decimal(const char *text, size_t n) {
    char copy[32], *end;
    double x;
    if (n == 0 || n >= sizeof copy || strspn(text, "0123456789.") < n)
        return 0.0;
    memcpy(copy, text, n);
    copy[n] = 0;
    x = strtod(copy, &end);
    return *end == 0 && x > 0.0 ? x : 0.0;
}

/* As RPython has sizes: also `4MB`, `4m` and `1.5G`. */
static Signed any_size(const char *text, size_t n) {
    double x = 1.0;
    static const char units[] = "kKmMgG";
    const char *unit;
    n -= n > 0 && (text[n - 1] == 'b' || text[n - 1] == 'B');
    if (n > 0 && (unit = strchr(units, text[n - 1])) != NULL && *unit) {
        x = (double)(1L << 10 * ((unit - units) / 2 + 1));
        n--;
    }
    x *= decimal(text, n);
    return x >= 1.0 && x < 4e18 ? (Signed)x : 0;
}

/* 1024ths of a factor in text[0..n-1], more than 1 and at most 1000; 0: it is none. */
static Signed factor(const char *text, size_t n) {
    double x = decimal(text, n);
    return x > 1.0 && x <= 1000.0 ? (Signed)(x * 1024.0) : 0;
}

/* 1 + a number from 0 to 2. */
static Signed level(const char *text, size_t n) {
    return n == 1 && *text >= '0' && *text <= '2' ? *text - '0' + 1 : 0;
}

static int gc_word(const char *word, size_t n) {
    if (n == 0)
        return 1;
    if (n == 6 && memcmp(word, "stress", 6) == 0)
        return gc_stress = 1;
    if (n == 5 && memcmp(word, "stats", 5) == 0)
        return gc_stats = 1;
    if (n > 5 && memcmp(word, "heap=", 5) == 0)
        return (gc_heap = byte_size(word + 5, n - 5)) > 0;
    if (n > 4 && memcmp(word, "max=", 4) == 0)
        return (gc_max = byte_size(word + 4, n - 4)) > 0;
    if (n > 8 && memcmp(word, "nursery=", 8) == 0)
        return (gc_nursery = byte_size(word + 8, n - 8)) > 0;
    if (n > 7 && memcmp(word, "growth=", 7) == 0)
        return (gc_growth = factor(word + 7, n - 7)) > 0;
    if (n > 5 && memcmp(word, "fail=", 5) == 0)
        return (gc_fail = byte_size(word + 5, n - 5)) > 0;
    return 0;
}

/* RPython's settings. */
static void gc_variable(const char *name, Signed *setting, Signed (*value)(const char *, size_t), const char *what) {
    const char *text = getenv(name);
    if (text && *text && (*setting = value(text, strlen(text))) == 0) {
        fprintf(stderr, "%s: '%s' is not %s\n", name, text, what);
        exit(1);
    }
}

/* The nursery's size unless somebody says it: half of the outermost cache, which is shared, but no more than keeps minor collections short. */
static Signed nursery_for_cache(void) {
    Signed size = 0;
#ifdef _SC_LEVEL3_CACHE_SIZE
    size = sysconf(_SC_LEVEL3_CACHE_SIZE) / 2;
#endif
    return size < 1L << 20 ? 1L << 20 : size > 8L << 20 ? 8L << 20 : size;
}

static Signed gc_living[3];

Signed tw_gc_living(void) {
    return (Signed)gc_living;
}

Signed tw_gc_fails(void) {
    return ++gc_allocations == gc_fail;
}

static void print_gc_stats(void) {
    if (gc_fail > 0)
        fprintf(stderr, "gc: %ld allocations%s\n", (long)gc_allocations, gc_allocations >= gc_fail ? ", one of which failed" : "");
    if (gc_living[2] > 0) {
        fprintf(stderr, "gc: %ld objects alive at the end, %ld bytes, largest heap %.1f MB\n", (long)gc_living[0], (long)gc_living[1],
                gc_living[2] / 1048576.0);
        return;
    }
    fprintf(stderr, "gc: %ld minor and %ld major collections, %.1f ms, longest pause %.3f ms (%.3f ms of CPU time), largest heap %.1f MB\n",
            (long)gc_counts[0], (long)gc_counts[1], gc_time / 1e6, gc_longest / 1e6, gc_longest_cpu / 1e6, gc_peak / 1048576.0);
}

static Signed clock_ns(clockid_t clock) {
    struct timespec t;
    clock_gettime(clock, &t);
    return (Signed)t.tv_sec * 1000000000L + t.tv_nsec;
}

Signed tw_gc_now(void) {
    if (gc_stats)
        gc_cpu_start = clock_ns(CLOCK_THREAD_CPUTIME_ID);
    return clock_ns(CLOCK_MONOTONIC);
}

/* The program waited for the collector since `start`. */
void tw_gc_pause(Signed start, Signed used, Signed minors, Signed majors) {
    Signed t = clock_ns(CLOCK_MONOTONIC) - start, cpu = gc_stats ? clock_ns(CLOCK_THREAD_CPUTIME_ID) - gc_cpu_start : 0;
    gc_time += t;
    if (cpu > gc_longest_cpu)
        gc_longest_cpu = cpu;
    if (t > gc_longest)
        gc_longest = t;
    if (used > gc_peak)
        gc_peak = used;
    gc_counts[0] = minors;
    gc_counts[1] = majors;
}

Signed tw_gc_time(void) {
    return gc_time / 1000000;
}

void tw_gc_release(Signed at, Signed size) {
    Signed page = sysconf(_SC_PAGESIZE), start = (at + page - 1) & -page, end = (at + size) & -page;
    if (start < end)
        madvise((void *)start, (size_t)(end - start), MADV_DONTNEED);
}

#ifndef MAP_POPULATE
#define MAP_POPULATE 0
#endif

/* Getting all pages at once takes a tenth less than one after the other. Of a mapping that is larger a program may never use the
   most: the memory of a machine that it simulates. */
#define MOST_POPULATED (1L << 24)

Signed tw_gc_map(Signed size, Signed soon) {
    const Signed huge = 1L << 21, slack = soon || size < huge ? 0 : huge;
    void *space = mmap(NULL, (size_t)(size + slack), PROT_READ | PROT_WRITE,
                       MAP_PRIVATE | MAP_ANONYMOUS | (soon && size <= MOST_POPULATED ? MAP_POPULATE : 0), -1, 0);
    if (space == MAP_FAILED)
        return 0;
    Signed at = (Signed)space, start = slack ? (at + slack - 1) & -slack : at;
    if (start > at)
        munmap(space, (size_t)(start - at));
    if (start < at + slack)
        munmap((void *)(start + size), (size_t)(at + slack - start));
    return start;
}

void tw_gc_unmap(Signed at, Signed size) {
    munmap((void *)at, (size_t)size);
}

void tw_gc_huge_pages(Signed at, Signed size) {
#ifdef MADV_HUGEPAGE
    madvise((void *)at, (size_t)size, MADV_HUGEPAGE);
#endif
}

void tw_gc_keep_pauses_short(void) {
#ifdef M_MMAP_THRESHOLD
    mallopt(M_MMAP_THRESHOLD, 1 << 19);
    mallopt(M_TRIM_THRESHOLD, 1 << 21);
#endif
}

void tw_gc_settings(void) {
    const char *at = getenv("TRACEWRIGHT_GC");
    static const char size[] = "a size (more than 0; K, M or G may follow, and B)", number[] = "a factor (more than 1, at most 1000)",
                      levels[] = "0, 1 or 2";
    gc_variable("PYPY_GC_NURSERY", &gc_nursery, any_size, size);
    gc_variable("PYPY_GC_MIN", &gc_heap, any_size, size);
    gc_variable("PYPY_GC_MAX", &gc_max, any_size, size);
    gc_variable("PYPY_GC_MAX_DELTA", &gc_max_delta, any_size, size);
    gc_variable("PYPY_GC_INCREMENT_STEP", &gc_step, any_size, size);
    gc_variable("PYPY_GC_MAJOR_COLLECT", &gc_growth, factor, number);
    gc_variable("PYPY_GC_GROWTH", &gc_limit_growth, factor, number);
    gc_variable("PYPY_GC_DEBUG", &gc_debug, level, levels);
    gc_variable("PYPY_GC_NURSERY_DEBUG", &gc_nursery_debug, level, levels);
    while (at) {
        size_t n = strcspn(at, ",");
        if (!gc_word(at, n)) {
            fprintf(stderr,
                    "TRACEWRIGHT_GC: '%.*s' is none of stress, stats, heap=SIZE, max=SIZE, nursery=SIZE, growth=FACTOR, fail=NUMBER "
                    "(SIZE: bytes, more than 0; K, M or G may follow; FACTOR: more than 1, at most 1000)\n",
                    (int)n, at);
            exit(1);
        }
        at = at[n] ? at + n + 1 : NULL;
    }
    if (gc_max > 0 && gc_heap > gc_max)
        gc_heap = gc_max;
    if (gc_stats)
        atexit(print_gc_stats);
}

/* Large if the system does not tell. */
static Signed eighth_of_memory(void) {
    Signed pages = sysconf(_SC_PHYS_PAGES), size = sysconf(_SC_PAGESIZE);
    return pages > 0 ? pages / 8 * size : 1L << 60;
}

void tw_gc_inconsistent(Signed slot) {
    fprintf(stderr, "PYPY_GC_DEBUG: the word at 0x%lx should be a reference, and is 0x%lx\n", (unsigned long)slot,
            *(unsigned long *)slot);
    abort();
}

void tw_gc_no_memory(void) {
    tw_fatal("out of memory in the garbage collector");
}

Signed tw_gc_config(int which) {
    switch (which) {
    case 0: return gc_stress;
    case 1: return gc_heap;
    case 2: return tw_prebuilt_count;
    case 3: return gc_max;
    case 4: return gc_nursery > 0 ? gc_nursery : nursery_for_cache();
    case 5: return gc_growth;
    case 6: return gc_limit_growth;
    case 7: return gc_max_delta > 0 ? gc_max_delta : eighth_of_memory();
    case 8: return gc_step;
    case 9: return gc_debug - 1;
    case 10: return gc_nursery_debug - 1;
    default: return gc_fail > 0;
    }
}

/* ---- memory management "none" */

static char *plain_free, *plain_end;
#define PLAIN_MAX_ITEMS (1L << 45) /* sums of lengths fit a word, even those of items without a size */

static Address plain_malloc(Signed tid, Signed size) {
    char *p;
    size = (size + 7) & ~7L;
    if (size > plain_end - plain_free) {
        Signed chunk = size > (1L << 22) ? size : 1L << 22;
        p = mmap(NULL, (size_t)chunk, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
        if (p == MAP_FAILED)
            return NULL;
        plain_free = p;
        plain_end = p + chunk;
    }
    p = plain_free;
    plain_free += size;
    *(Unsigned *)p = (Unsigned)tid;
    return p;
}

Address tw_plain_malloc_fixed(Signed tid, Signed size) {
    return plain_malloc(tid, size);
}

Address tw_plain_malloc_varsize(Signed tid, Signed fixedsize, Signed itemsize, Signed lengthofs, Signed n) {
    Signed size;
    Address p;
    if (n < 0 || n > PLAIN_MAX_ITEMS || __builtin_mul_overflow(itemsize, n, &size) ||
        __builtin_add_overflow(size, fixedsize, &size) || size > INT64_MAX - 8)
        return NULL;
    p = plain_malloc(tid, size);
    if (p)
        *(Signed *)(p + lengthofs) = n;
    return p;
}

void tw_keepalive(Address p) {
    __asm__ volatile("" : : "r"(p));
}

void tw_plain_collect(void) {}

/* See `gc_control`: nothing is ever collected. */
Signed tw_plain_control(Signed what, Signed arg) {
    static Signed enabled = 1;
    if (what == 2 && arg < 2)
        enabled = arg;
    return what == 1 ? 1 << 8 : what == 2 ? enabled : 0;
}

Signed tw_plain_identity_hash(Address obj) {
    static uint32_t next;
    Unsigned *header = (Unsigned *)obj;
    uint32_t h = (uint32_t)(*header >> 35);
    if (h == 0) {
        if (next == 0)
            next = (uint32_t)tw_prebuilt_count;
        do
            h = ++next * 0x9E3779B1u & ((1u << 29) - 1);
        while (h == 0);
        *header |= (Unsigned)h << 35;
    }
    return h;
}

/* ---- the outside world. A signal for which the program has a handler interrupts what waits: EINTR, so that it can run the handler. */

Signed tw_open(Address path, Signed flags, Signed mode) {
    return open(path, (int)flags | O_CLOEXEC, (mode_t)mode);
}

Signed tw_read(Signed fd, Address buf, Signed n) {
    Signed got;
    if (fd == 0)
        tw_flush();
    tw_before_blocking();
    got = read((int)fd, buf, (size_t)n);
    tw_after_blocking();
    return got;
}

Signed tw_write(Signed fd, Address buf, Signed n) {
    Signed done;
    if ((tw_out_len > 0 || tw_c_called) && tw_flush() < 0 && fd == 1)
        return -1;
    tw_before_blocking();
    done = write((int)fd, buf, (size_t)n);
    tw_after_blocking();
    return done;
}

Signed tw_close(Signed fd) {
    int lost = tw_flush() < 0 && fd == 1, number = errno;
    int r = close((int)fd);
    if (lost)
        errno = number;
    return lost ? -1 : r;
}

Signed tw_lseek(Signed fd, Signed pos, Signed how) {
    return lseek((int)fd, pos, (int)how);
}

Signed tw_unlink(Address path) {
    return unlink(path);
}

Signed tw_rename(Address from, Address to) {
    return rename(from, to);
}

Signed tw_mkdir(Address path, Signed mode) {
    return mkdir(path, (mode_t)mode);
}

Signed tw_rmdir(Address path) {
    return rmdir(path);
}

Signed tw_getpid(void) {
    return getpid();
}

Signed tw_isatty(Signed fd) {
    return isatty((int)fd);
}

/* Also what get_saved_errno() gives from now on. */
Signed tw_errno(void) {
    return saved_errno = errno;
}

void tw_errno_before(Signed flags) {
    if (flags & 2)
        errno = flags & 64 ? saved_alterrno : saved_errno;
    else if (flags & 4)
        errno = 0;
}

void tw_errno_after(Signed flags) {
    if (flags & 1)
        *(flags & 64 ? &saved_alterrno : &saved_errno) = errno;
}

Signed tw_saved_alterrno(void) {
    return saved_alterrno;
}

void tw_set_saved_alterrno(Signed n) {
    saved_alterrno = (int)n;
}

Signed tw_saved_errno(void) {
    return saved_errno;
}

void tw_set_saved_errno(Signed n) {
    saved_errno = (int)n;
}

void tw_exit(Signed code) {
    output_is_lost();
    exit((int)code);
}

static double seconds(clockid_t id) {
    struct timespec t;
    if (clock_gettime(id, &t) != 0)
        return 0.0;
    return (double)t.tv_sec + (double)t.tv_nsec * 1e-9;
}

double tw_time(void) {
    return seconds(CLOCK_REALTIME);
}

double tw_clock(void) {
    return seconds(CLOCK_PROCESS_CPUTIME_ID);
}

double tw_monotonic(void) {
    return seconds(CLOCK_MONOTONIC);
}

void tw_sleep(double duration) {
    struct timespec t;
    tw_flush();
    t.tv_sec = (time_t)duration;
    t.tv_nsec = (long)((duration - (double)t.tv_sec) * 1e9);
    tw_before_blocking();
    nanosleep(&t, NULL);
    tw_after_blocking();
}

Address tw_getenv(Address name) {
    return getenv(name);
}

Signed tw_path_kind(Address path) {
    struct stat st;
    if (stat(path, &st) != 0)
        return 0;
    return S_ISREG(st.st_mode) ? 1 : S_ISDIR(st.st_mode) ? 2 : 3;
}

Signed tw_dup(Signed fd) {
    return dup((int)fd);
}

Signed tw_dup2(Signed fd, Signed to) {
    if (tw_flush() < 0 && to == 1)
        return -1;
    return dup2((int)fd, (int)to);
}

Signed tw_pipe(Address fds) {
    int both[2];
    if (pipe(both) != 0)
        return -1;
    ((Signed *)fds)[0] = both[0];
    ((Signed *)fds)[1] = both[1];
    return 0;
}

Signed tw_ftruncate(Signed fd, Signed n) {
    return ftruncate((int)fd, n);
}

Signed tw_fsync(Signed fd) {
    return fsync((int)fd);
}

Signed tw_getcwd(Address buf, Signed n) {
    return getcwd(buf, (size_t)n) ? 0 : -1;
}

Signed tw_chdir(Address path) {
    return chdir(path);
}

Signed tw_chmod(Address path, Signed mode) {
    return chmod(path, (mode_t)mode);
}

Signed tw_access(Address path, Signed mode) {
    return access(path, (int)mode);
}

Signed tw_link(Address from, Address to, Signed symbolic) {
    return symbolic ? symlink(from, to) : link(from, to);
}

Signed tw_readlink(Address path, Address buf, Signed n) {
    return readlink(path, buf, (size_t)n);
}

Signed tw_opendir(Address path, Address handle) {
    DIR *d = opendir(path);
    *(Address *)handle = (Address)d;
    return d ? 0 : -1;
}

Address tw_readdir(Address handle) {
    struct dirent *e = readdir((DIR *)handle);
    return e ? (Address)e->d_name : NULL;
}

void tw_closedir(Address handle) {
    closedir((DIR *)handle);
}

static Signed stat_result(int r, const struct stat *st, Address out) {
    Signed *s = (Signed *)out;
    if (r != 0)
        return -1;
    s[0] = st->st_mode, s[1] = (Signed)st->st_ino, s[2] = (Signed)st->st_dev, s[3] = (Signed)st->st_nlink;
    s[4] = st->st_uid, s[5] = st->st_gid, s[6] = st->st_size;
    s[7] = st->st_atim.tv_sec, s[8] = st->st_atim.tv_nsec;
    s[9] = st->st_mtim.tv_sec, s[10] = st->st_mtim.tv_nsec;
    s[11] = st->st_ctim.tv_sec, s[12] = st->st_ctim.tv_nsec;
    s[13] = (Signed)st->st_rdev, s[14] = st->st_blksize, s[15] = st->st_blocks;
    return 0;
}

Signed tw_stat(Address path, Signed follow, Address out) {
    struct stat st;
    return stat_result(follow ? stat(path, &st) : lstat(path, &st), &st, out);
}

Signed tw_fstat(Signed fd, Address out) {
    struct stat st;
    return stat_result(fstat((int)fd, &st), &st, out);
}

Signed tw_system(Address command) {
    Signed status;
    tw_flush();
    fflush(NULL);
    tw_before_blocking();
    status = system(command);
    tw_after_blocking();
    return status;
}

Signed tw_popen(Address command, Address mode, Address handle) {
    tw_flush();
    FILE *f;
    fflush(NULL);
    f = popen(command, mode);
    *(Address *)handle = (Address)f;
    return f ? fileno(f) : -1;
}

Signed tw_pclose(Address handle) {
    Signed status;
    tw_flush();
    tw_before_blocking();
    status = pclose((FILE *)handle);
    tw_after_blocking();
    return status;
}

Signed tw_process_number(Signed which) {
    switch (which) {
    case 0:
        return getppid();
    case 1:
        return getuid();
    case 2:
        return geteuid();
    case 3:
        return getgid();
    default:
        return getegid();
    }
}

Signed tw_kill(Signed pid, Signed sig) {
    tw_flush();
    return kill((pid_t)pid, (int)sig);
}

Signed tw_setenv(Address name, Address value) {
    return value ? setenv(name, value, 1) : unsetenv(name);
}

extern char **environ;

Address tw_environ(Signed i) {
    return environ[i];
}

Address tw_strerror(Signed number) {
    return strerror((int)number);
}

/* ---- floats and text */

double tw_strtod(Address text, Signed n) {
    (void)n;
    return strtod(text, NULL);
}

double tw_load_long_double(Address p) {
    long double x;
    memcpy(&x, p, sizeof x);
    return (double)x;
}

void tw_store_long_double(Address p, double value) {
    long double x = value;
    memset(p, 0, sizeof x); /* the value has ten bytes on x86-64 */
    memcpy(p, &x, sizeof x);
}

Signed tw_single_bits(float x) {
    uint32_t bits;
    memcpy(&bits, &x, 4);
    return (Signed)bits;
}

float tw_bits_single(Signed x) {
    uint32_t bits = (uint32_t)x;
    float f;
    memcpy(&f, &bits, 4);
    return f;
}

/* The shortest text that reads back as the same double, in Python's form. */
static int format_repr(char *buf, size_t size, double x) {
    char text[40], digits[24];
    int p, n, exponent;
    char *e, *c;
    /* With up to 15 digits every decimal survives the way through a normal double: fewer are needed only without zeros at the end. */
    for (p = x < 2.2250738585072014e-308 && x > -2.2250738585072014e-308 ? 0 : 14; p < 17; p++) {
        snprintf(text, sizeof text, "%.*e", p, x);
        if (strtod(text, NULL) == x)
            break;
        /* The gap above a power of two is twice the one below: the next decimal away from zero may do where the nearest does not. */
        if (frexp(x, &n) == 0.5 || frexp(x, &n) == -0.5) {
            for (c = strchr(text, 'e') - 1; c > text && *c == '9'; c--)
                *c = '0';
            if (*c >= '0' && *c <= '8') {
                ++*c;
                if (strtod(text, NULL) == x)
                    break;
            }
        }
    }
    e = strchr(text, 'e');
    exponent = atoi(e + 1);
    n = 0;
    for (c = text; c < e; c++)
        if (*c >= '0' && *c <= '9')
            digits[n++] = *c;
    while (n > 1 && digits[n - 1] == '0')
        n--;
    digits[n] = 0;
    {
        const char *sign = text[0] == '-' ? "-" : "";
        if (exponent < -4 || exponent >= 16)
            return snprintf(buf, size, "%s%c%s%se%c%02d", sign, digits[0], n > 1 ? "." : "", digits + 1,
                            exponent < 0 ? '-' : '+', exponent < 0 ? -exponent : exponent);
        if (exponent < 0)
            return snprintf(buf, size, "%s0.%.*s%s", sign, -exponent - 1, "0000", digits);
        if (n <= exponent + 1)
            return snprintf(buf, size, "%s%s%.*s.0", sign, digits, exponent + 1 - n, "0000000000000000");
        return snprintf(buf, size, "%s%.*s.%s", sign, exponent + 1, digits, digits + exponent + 1);
    }
}

Signed tw_format_float(Address buf, Signed size, double x, Signed code, Signed precision) {
    char format[] = "%#.*f", *f = format;
    int n;
    if (size <= 0)
        return 0;
    if (x != x)
        n = snprintf(buf, (size_t)size, "nan");
    else if (x - x != 0.0)
        n = snprintf(buf, (size_t)size, x < 0 ? "-inf" : "inf");
    else if (code == 'r')
        n = format_repr(buf, (size_t)size, x);
    else {
        /* bit 8: the flag '#' */
        f[4] = strchr("eEfFgG", (int)(code & 255)) ? (char)(code & 255) : 'f';
        if (!(code & 256))
            *++f = '%';
        else if ((code & 223) == 'G') {
            /* C libraries lose a zero where rounding gives one more digit: so the notation is chosen here. */
            int most = precision > 0 ? (int)precision - 1 : 0, exponent;
            snprintf(buf, (size_t)size, "%.*e", most, x);
            exponent = atoi(strchr(buf, 'e') + 1);
            f[4] = (char)((code & 32) | (exponent < -4 || exponent > most ? 'E' : 'F'));
            precision = exponent < -4 || exponent > most ? most : most - exponent;
        }
        n = snprintf(buf, (size_t)size, f, (int)precision, x);
    }
    return n < size ? n : size - 1;
}
