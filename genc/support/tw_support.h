/* Run-time support of generated programs: types, arithmetic, exception state, shadow stack, GC tables. */
#ifndef TW_SUPPORT_H
#define TW_SUPPORT_H

/* Interpreters' loops get slower by these: two values that handlers pass on become one vector register, which is taken apart at each
   use, and the ends of handlers become one again. Clang rejects some of them as arguments. */
#if defined(__GNUC__) && !defined(__clang__)
#pragma GCC optimize("no-tree-slp-vectorize", "no-crossjumping", "no-tree-tail-merge", "no-code-hoisting")
/* The same below -O3: 1.3 times slower for a loop of small handlers. */
#ifdef TW_NO_GCSE
#pragma GCC optimize("no-gcse")
#endif
#endif

#include <stddef.h>
#include <stdint.h>
#include <string.h>

typedef int64_t Signed;
typedef uint64_t Unsigned;
typedef unsigned char Char;
typedef uint32_t UniChar;
typedef _Bool bool_t;
typedef char *Address;
typedef void *GcRef;

_Static_assert(sizeof(void *) == 8 && sizeof(long) == 8, "64-bit targets only");

#define TW_LIKELY(x) __builtin_expect(!!(x), 1)
#define TW_UNLIKELY(x) __builtin_expect(!!(x), 0)
/* behind the name of a parameter that others with the same type of function need */
#define TW_UNUSED __attribute__((unused))

/* also where a function is so large that C compilers inline nothing more: an interpreter's loop */
#define TW_INLINE static inline __attribute__((always_inline))

/* ---- arithmetic whose C operators differ in meaning, or are undefined for some operands */

TW_INLINE Signed tw_int_c_div(Signed a, Signed b) {
    return b == -1 ? (Signed)(-(Unsigned)a) : a / b;
}
TW_INLINE Signed tw_int_c_mod(Signed a, Signed b) {
    return b == -1 ? 0 : a % b;
}
/* Floor division by a known positive number: rounding towards minus infinity is truncation of the complement. */
TW_INLINE Signed tw_int_floordiv_const(Signed a, Signed b) {
    Signed s = a >> 63;
    return (Signed)((Unsigned)(a ^ s) / (Unsigned)b) ^ s;
}
TW_INLINE Signed tw_int_floordiv(Signed a, Signed b) {
    Signed q, r;
    if (__builtin_constant_p(b) && b > 0)
        return tw_int_floordiv_const(a, b);
    if (b == -1)
        return (Signed)(-(Unsigned)a);
    q = a / b;
    r = a % b;
    return q - (r != 0 && (r ^ b) < 0);
}
TW_INLINE Signed tw_int_mod(Signed a, Signed b) {
    Signed r;
    if (__builtin_constant_p(b) && b > 0)
        return a - tw_int_floordiv_const(a, b) * b;
    if (b == -1)
        return 0;
    r = a % b;
    return r != 0 && (r ^ b) < 0 ? r + b : r;
}
TW_INLINE Signed tw_float_to_int(double x) { /* as x86-64 does: what does not fit gives the least number */
    return x >= -9223372036854775808.0 && x < 9223372036854775808.0 ? (Signed)x : INT64_MIN;
}
TW_INLINE Unsigned tw_float_to_uint(double x) {
    if (x < 9223372036854775808.0)
        return (Unsigned)tw_float_to_int(x);
    return (Unsigned)tw_float_to_int(x - 9223372036854775808.0) ^ (Unsigned)INT64_MIN;
}
TW_INLINE Signed tw_float_bits(double x) {
    Signed r;
    memcpy(&r, &x, 8);
    return r;
}
TW_INLINE double tw_bits_float(Signed x) {
    double r;
    memcpy(&r, &x, 8);
    return r;
}

/* ---- raw memory */

Address tw_raw_malloc(Signed size);
void tw_raw_free(Address p);
/* zeroed; `lengthofs` < 0: no length word; null if there is no memory */
void *tw_raw_malloc_struct(Signed size, Signed itemsize, Signed lengthofs, Signed n);

/* Lowest index from start up to end, without it, of an item that is c, or -1. */
Signed tw_find_char(const void *items, Signed start, Signed end, unsigned char c);
Signed tw_find_unichar(const void *items, Signed start, Signed end, UniChar c);
static inline Signed tw_strlen(Address s) {
    return (Signed)strlen(s);
}

/* ---- the C stack: below this address only what cannot recurse may run; below the other one the JIT's compiler does not begin */

extern Address tw_stack_limit, tw_jit_stack_limit;
/* How much of the stack recursion may take from now on, in bytes; 0: all of it. */
void tw_set_stack_length(Signed length);
/* Whether of that only a sixteenth is left. */
Signed tw_stack_almost_full(void);

/* ---- ends */

void tw_fatal(const char *message) __attribute__((noreturn, cold));

/* ---- exceptions */

struct tw_exc_data {
    void *type;  /* vtable of the class of the current exception, or null */
    void *value; /* the instance: a root of the GC */
};
extern struct tw_exc_data tw_exc;

enum tw_tb_kind { TW_TB_RAISE, TW_TB_PASS, TW_TB_CATCH, TW_TB_RERAISE, TW_TB_RESUME,
                  TW_TB_HANDLED, TW_TB_HANDLED_RERAISE, TW_TB_HANDLED_RESUME,
                  TW_TB_MARKS };
struct tw_loc {
    const char *func; /* "": not shown */
    const char *file; /* null: not known */
    const char *text; /* of the line */
    int line;
    const struct tw_loc *outer; /* the call, if the function was inlined */
};
struct tw_tb_entry {
    const struct tw_loc *loc; /* MARKS: their numbers */
    void *exc_type;
    enum tw_tb_kind kind;
    unsigned more; /* PASS, MARKS: how often it came again (recursion); CATCH, HANDLED: number of the frame with the handler */
};
#define TW_TB_OR_OUTER (1 << 16) /* in `more` of HANDLED: or one further out */
#define TW_TB_SIZE 128
extern struct tw_tb_entry tw_tb[TW_TB_SIZE];
extern unsigned tw_tb_count;

void tw_traceback(enum tw_tb_kind kind, const struct tw_loc *loc, unsigned frame);

void tw_print_traceback(void);
/* Where the exception came from that was caught last. The program goes on. */
void tw_print_last_traceback(void);
/* Keeps the traceback of the exception caught last, and gives its number; prints it if it is still there. */
Signed tw_keep_traceback(void);
void tw_print_kept_traceback(Signed number);
/* Ends the program: signed arithmetic overflowed here. */
void tw_overflow(const struct tw_loc *loc) __attribute__((noreturn, cold));
/* Prints the traceback and name of the current exception. Returns the exit code, 1. */
int tw_uncaught_exception(void);
/* Generated: the name of an exception class. */
const unsigned char *tw_exc_class_name(void *type, Signed *length);

/* ---- shadow stack: slots between tw_ss_base and tw_ss_top hold references */

extern void **tw_ss_base, **tw_ss_top;

/* Stacks that are not running (rlib.rstacklet), for collectors. Such a stack lives as long as the object that stands for it, its handle;
   the first one, and those without handle, live always. What `tw_stacks` is asked: */
enum {
    TW_STACKS_COUNT,   /* how many there are, all numbers up to the highest one in use */
    TW_STACKS_RECORD,  /* the address of the record of the k-th */
    TW_STACKS_CHANGED, /* the first (k < 0) of those that have run since TW_STACKS_SETTLED, and the one behind k; less than 0: no more */
    TW_STACKS_SETTLED, /* none has, from now on */
    TW_STACKS_DIED,    /* the k-th, which is suspended, is never resumed */
    TW_STACKS_MARKED   /* all that are dead have been told */
};
struct tw_stack_record {
    void **base, **top; /* slots that hold references, while it is suspended */
    void *handle;
    Signed state;         /* 0: not in use, 1: suspended, 2: running */
    Signed marked, moved; /* for collectors; 0 when it is suspended */
};
extern Signed (*tw_stacks_hook)(Signed what, Signed k);
Signed tw_stacks(Signed what, Signed k);

/* ---- threads (rlib.rthread): one at a time runs the program, the one that has the lock of the interpreter. What is global here, and belongs
   to the thread that runs, is exchanged when another one gets the lock. */

/* Around what may block: another thread may run then. Null as long as there is one thread. */
extern void (*tw_gil_release)(void), (*tw_gil_acquire)(void);
void tw_before_blocking(void);
void tw_after_blocking(void); /* errno stays as it is */
/* Around functions that C calls, perhaps in a thread without the lock; what the first gives, the second one takes. */
Signed tw_enter_callback(void);
void tw_leave_callback(Signed entered);

/* What the program does before it ends with an exit code; null: nothing. */
extern void (*tw_before_end)(void);

/* What belongs to a thread that does not run. `stack_bytes`: of its C stack; 0: it is the program's first thread. Null: there is no memory. */
struct tw_thread_state *tw_state_new(Signed stack_bytes);
void tw_state_free(struct tw_thread_state *state);
/* The thread of the state begins, on its own stack, but does not run yet. */
void tw_state_begin(struct tw_thread_state *state);
/* The thread of the state stops running: the slots that hold its references. */
void tw_state_keep(struct tw_thread_state *state, void ***base, void ***top);
/* The same for references of the JIT: the collector does not see them on the stack. */
void tw_state_jit_range(const struct tw_thread_state *state, void ***base, void ***top);
/* It runs. */
void tw_state_resume(struct tw_thread_state *state);
/* The thread of the state, which ran, has ended. */
void tw_state_end(struct tw_thread_state *state);
/* The stacks of threads that do not run, in addition to those of `tw_stacks_hook`: asked in the same way. Their handles are null, they live
   as long as they are in use. */
extern Signed (*tw_threads_hook)(Signed what, Signed k);
/* How the JIT exchanges what belongs to a thread; null before there is one. `place`: null before the thread was kept, or resumed. */
struct tw_jit_threads {
    void *(*keep)(void *place);
    void *(*resume)(void *place);
    void (*end)(void *place);
    void (*range)(const void *place, void ***base, void ***top);
    struct tw_stack_record rest; /* of no thread: in use when the collector does not see it anyway */
};
extern struct tw_jit_threads tw_jit_threads;

/* ---- run-time registered roots (the JIT's handles): references between base and end, which their owner sets */

extern void **tw_extra_roots_base, **tw_extra_roots_end;
/* What their owner does before a collector reads them: it clears those that do not matter any more. */
extern void (*tw_before_extra_roots)(void);
static inline Address tw_extra_roots_start(void) {
    if (tw_before_extra_roots != NULL)
        tw_before_extra_roots();
    return (Address)tw_extra_roots_base;
}

/* ---- GC tables (generated) */

struct tw_typeinfo {
    uint32_t size;       /* 0: fixed part with header, multiple of 8 */
    uint32_t item_size;  /* 1 */
    uint32_t length_ofs; /* 2: from the header; 0: no tail */
    uint32_t n_ptrs;     /* 3: references in the fixed part */
    uint32_t n_item_ptrs; /* 4: references in an item */
    uint32_t items_ofs;  /* 5: from the header */
    const uint32_t *ptr_ofs;      /* list 0: from the header */
    const uint32_t *item_ptr_ofs; /* list 1: from the item */
};
extern const struct tw_typeinfo tw_typeinfos[];
extern const Signed tw_typeinfos_len;
/* The vtables of instances, by type id / 8; null: of other objects. */
extern void *const tw_classes[];
extern void **const tw_static_roots[];
extern const Signed tw_static_roots_len;
extern const Signed tw_prebuilt_count;

/* Type ids are multiples of 8. */
static inline const struct tw_typeinfo *tw_gc_type(Signed tid) {
    return (const struct tw_typeinfo *)(const void *)((const char *)tw_typeinfos + (uint32_t)tid * (sizeof *tw_typeinfos / 8));
}
/* The class of an instance, which the lower half of its header tells. */
static inline void *tw_class_of(const void *object) {
    return *(void *const *)(const void *)((const char *)tw_classes + (uint32_t)*(const Unsigned *)object);
}
/* It becomes one of the class with that type id. */
static inline void tw_set_class(void *object, Signed tid) {
    *(Unsigned *)object = (*(Unsigned *)object & ~(Unsigned)UINT32_MAX) | (Unsigned)tid;
}
static inline Signed tw_gc_typeinfo(Signed tid, int which) {
    const struct tw_typeinfo *t = tw_gc_type(tid);
    switch (which) {
    case 0: return t->size;
    case 1: return t->item_size;
    case 2: return t->length_ofs;
    case 3: return t->n_ptrs;
    case 4: return t->n_item_ptrs;
    default: return t->items_ofs;
    }
}
static inline Signed tw_gc_typeinfo_offset(Signed tid, int which, Signed k) {
    const struct tw_typeinfo *t = tw_gc_type(tid);
    return (which == 0 ? t->ptr_ofs : t->item_ptr_ofs)[k];
}
/* Reference counting: the upper 29 bits of a header are the number of references; negative headers are those of immortal objects, prebuilt ones
   and those that came to have too many references. */
#define TW_REFERENCE (1L << 35)
static inline void tw_gc_incref(void *object) {
    Signed *header = object;
    if (header != NULL && *header >= 0)
        *header += TW_REFERENCE;
}
/* Whether that was the last one. */
static inline int tw_gc_decref(void *object) {
    Signed *header = object;
    return header != NULL && *header >= 0 && (*header -= TW_REFERENCE) < TW_REFERENCE;
}
/* Where a collector that counts notes for the statistics how many objects there are, their bytes, and the most bytes that there were. */
Signed tw_gc_living(void);
Signed tw_gc_config(int which);
/* Whether this allocation is the one that is to fail; called for each allocation if one is. */
Signed tw_gc_fails(void);
/* Ends the program: a collection needs memory that there is not. */
void tw_gc_no_memory(void) __attribute__((noreturn, cold));
/* Ends the program: a word that should be a reference is none. */
void tw_gc_inconsistent(Signed slot) __attribute__((noreturn, cold));
/* Nanoseconds of a clock. */
Signed tw_gc_now(void);
/* Zero bytes of the system; 0 if there are none. `soon`: with its pages now. Otherwise at a multiple of 2 MB if they are so many. */
Signed tw_gc_map(Signed size, Signed soon);
/* Gives such memory back. */
void tw_gc_unmap(Signed at, Signed size);
/* Such memory will be used, all of it: the system may hand it out in large pieces. */
void tw_gc_huge_pages(Signed at, Signed size);
/* Gives memory of a block back to the system; it can be freed later. */
void tw_gc_release(Signed at, Signed size);
/* Freed memory goes back to the system in small pieces. */
void tw_gc_keep_pauses_short(void);
/* Milliseconds that the program has waited for the collector. */
Signed tw_gc_time(void);
/* The collector worked since `start`: for the statistics, with the bytes in use and the numbers of collections. */
void tw_gc_pause(Signed start, Signed used, Signed minors, Signed majors);
/* Reads TRACEWRIGHT_GC; ends the program if it makes no sense. */
void tw_gc_settings(void);

/* ---- for the JIT's run time (generated only with a JIT): allocation by type id (null: no memory; may collect), and
   where the collector's bump pointer and its limit are (null: do not allocate inline) */

void *tw_gc_malloc_fixed(Signed tid);
void *tw_gc_malloc_varsize(Signed tid, Signed n);
void tw_gc_collect(void);
Signed tw_gc_identity_hash(void *obj);
extern Signed *const tw_gc_free, *const tw_gc_limit;

/* What an exception leaves for the traceback, and the function that takes it: of an exception of the class, up to three
   numbers of marks, plus one, the oldest in the lowest bits; or with the sign bit set the address of their count and of
   more of them, 32 bits each, the oldest first. Generated. */
struct tw_jit_mark {
    const struct tw_loc *loc;
    enum tw_tb_kind kind;
    unsigned frame;
};
#define TW_JIT_MARK_BITS 21
void tw_jit_traceback(Signed exc_type, Signed marks);
/* Notes marks of a table as they are: what they mean is looked up when a traceback is printed. */
void tw_leave_marks(const struct tw_jit_mark *table, Signed exc_type, Signed marks);

/* the same and more as one table, in the order of `RawServices` of the JIT's backend; where there is no memory, allocation
   gives 0 and MemoryError is the current exception */
struct tw_jit_services {
    Signed (*malloc_fixed)(Signed tid, Signed size);
    Signed (*malloc_varsize)(Signed tid, Signed base_size, Signed item_size, Signed n);
    void (*write_barrier)(Signed obj, Signed index, Signed value);
    Signed (*identity_hash)(Signed obj);
    void **exc_type, **exc_value;
    void ***shadow_stack_top;
    void ***extra_roots_base, ***extra_roots_end;
    void (**before_extra_roots)(void);
    void *prebuilt_start, *prebuilt_end;
    Signed subclassrange_offsets[2];
    Signed type_id_offset; /* in a vtable: of the type id of the class's instances; -1: headers do not tell classes */
    void *const *classes;  /* vtables by type id / 8 */
    Signed *nursery_free, *nursery_top;
};
extern const struct tw_jit_services tw_jit_services;

/* For conservative collectors: the object lives up to here. */
void tw_keepalive(Address p);

/* ---- memory management "none": zeroed memory that is never freed */

Address tw_plain_malloc_fixed(Signed tid, Signed size);
Address tw_plain_malloc_varsize(Signed tid, Signed fixedsize, Signed itemsize, Signed lengthofs, Signed n);
void tw_plain_collect(void);
Signed tw_plain_control(Signed what, Signed arg);
Signed tw_plain_identity_hash(Address obj);

/* ---- the outside world, for the run-time library's helpers; -1 on errors (see tw_errno) */

Signed tw_open(Address path, Signed flags, Signed mode);
Signed tw_read(Signed fd, Address buf, Signed n);
Signed tw_write(Signed fd, Address buf, Signed n);
Signed tw_print(Address text, Signed n); /* to stdout, buffered */
Signed tw_softspace(Signed blank); /* whether a blank comes before the next item of a print statement; gives what was */
Signed tw_flush(void); /* what could not be written stays pending */
/* before and after C functions of programs: what they write comes behind what is printed, and before what is printed next */
extern volatile size_t tw_out_len;
extern int tw_c_called;
static inline void tw_before_c(void) {
    if (tw_out_len > 0)
        tw_flush();
    tw_c_called = 1;
}
Signed tw_close(Signed fd);
Signed tw_lseek(Signed fd, Signed pos, Signed how);
Signed tw_unlink(Address path);
Signed tw_rename(Address from, Address to);
Signed tw_mkdir(Address path, Signed mode);
Signed tw_rmdir(Address path);
Signed tw_getpid(void);
Signed tw_isatty(Signed fd);
Signed tw_errno(void);
/* errno around C functions of programs: flags as in save_err of llexternal (1 save, 2 restore, 4 clear, 64 the other place) */
void tw_errno_before(Signed flags);
void tw_errno_after(Signed flags);
Signed tw_saved_errno(void);
void tw_set_saved_errno(Signed n);
Signed tw_saved_alterrno(void);
void tw_set_saved_alterrno(Signed n);
void tw_exit(Signed code);
double tw_time(void);  /* seconds since 1970 */
double tw_clock(void); /* seconds of processor time */
double tw_monotonic(void); /* seconds since some point in time */
void tw_sleep(double duration); /* seconds; signals do not end it */
Address tw_getenv(Address name);
Signed tw_dup(Signed fd);
Signed tw_dup2(Signed fd, Signed to);
Signed tw_pipe(Address fds); /* stores two words */
Signed tw_ftruncate(Signed fd, Signed n);
Signed tw_fsync(Signed fd);
Signed tw_getcwd(Address buf, Signed n);
Signed tw_chdir(Address path);
Signed tw_chmod(Address path, Signed mode);
Signed tw_access(Address path, Signed mode);
Signed tw_link(Address from, Address to, Signed symbolic);
Signed tw_readlink(Address path, Address buf, Signed n);
Signed tw_opendir(Address path, Address handle); /* stores the handle */
Address tw_readdir(Address handle);              /* a name, NULL at the end */
void tw_closedir(Address handle);
Signed tw_stat(Address path, Signed follow, Address out); /* stores 13 words */
Signed tw_fstat(Signed fd, Address out);
Signed tw_system(Address command);
Signed tw_popen(Address command, Address mode, Address handle); /* file descriptor; stores the handle */
Signed tw_pclose(Address handle);
Signed tw_process_number(Signed which);
Signed tw_kill(Signed pid, Signed sig);
Signed tw_setenv(Address name, Address value); /* a value of NULL removes it */
Address tw_environ(Signed i);                  /* `NAME=value`, NULL at the end */
Address tw_strerror(Signed number);
Signed tw_path_kind(Address path); /* 0 nothing, 1 file, 2 folder, 3 else */

/* ---- floats and text */

Signed tw_single_bits(float x);
float tw_bits_single(Signed x);
double tw_strtod(Address text, Signed n);
/* `code`: e, E, f, F, g, G with that precision, or r for repr. Returns the length; never more than size - 1. */
Signed tw_format_float(Address buf, Signed size, double x, Signed code, Signed precision);

/* ---- start and end of the process */

void tw_startup(void);
int tw_end(Signed code); /* the exit code: 120 if output is lost, as CPython's */

#endif
