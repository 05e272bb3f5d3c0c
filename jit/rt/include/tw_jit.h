/* The JIT's run time as generated programs see it. */
#ifndef TW_JIT_H
#define TW_JIT_H

#include "tw_support.h"

/* Greens, then reds, per kind; results. References are valid only while nothing can collect: between the stores,
   tw_jit_warm and tw_jit_run, and between its return and the loads. */
#define TW_JIT_TRANSFER_WORDS 64
struct tw_jit_transfer {
    Signed ints[TW_JIT_TRANSFER_WORDS];
    GcRef refs[TW_JIT_TRANSFER_WORDS];
    double floats[TW_JIT_TRANSFER_WORDS];
    Signed result_i;
    GcRef result_r;
    double result_f;
};
extern struct tw_jit_transfer tw_jit_transfer;

static inline void tw_jit_set_i(Signed k, Signed v) {
    tw_jit_transfer.ints[k] = v;
}
static inline void tw_jit_set_r(Signed k, GcRef v) {
    tw_jit_transfer.refs[k] = v;
}
static inline void tw_jit_set_f(Signed k, double v) {
    tw_jit_transfer.floats[k] = v;
}
static inline Signed tw_jit_get_i(Signed k) {
    return tw_jit_transfer.ints[k];
}
static inline GcRef tw_jit_get_r(Signed k) {
    return tw_jit_transfer.refs[k];
}
static inline double tw_jit_get_f(Signed k) {
    return tw_jit_transfer.floats[k];
}
static inline Signed tw_jit_result_i(void) {
    return tw_jit_transfer.result_i;
}
static inline GcRef tw_jit_result_r(void) {
    return tw_jit_transfer.result_r;
}
static inline double tw_jit_result_f(void) {
    return tw_jit_transfer.result_f;
}

/* Marks for the next merge point, per jitdriver, left by can_enter_jit. */
extern unsigned char tw_jit_marked[256];
/* Whether tw_jit_warm is asked at the start of the portal. */
extern unsigned char tw_jit_at_start;

static inline void tw_jit_mark(Signed driver) {
    tw_jit_marked[driver] = 1;
}
static inline void tw_jit_starts(void) {
    tw_jit_at_start = 1;
}
static inline Signed tw_jit_take_mark(Signed driver) {
    if (__builtin_expect(!tw_jit_marked[driver], 1))
        return 0;
    tw_jit_marked[driver] = 0;
    return 1;
}

/* So many merge points are passed before the JIT is asked again: while it is not set up. */
extern Signed tw_jit_passes;

static inline Signed tw_jit_waits(void) {
    if (__builtin_expect(tw_jit_passes == 0, 1))
        return 0;
    tw_jit_passes--;
    return 1;
}

/* 0: go on with the own values; 1: call tw_jit_run. */
Signed tw_jit_warm(Signed driver);

/* 1: go on at the merge point with greens and reds of the transfer area; 2: the portal returns the result in the
   transfer area; 3: an exception is set. May collect. */
Signed tw_jit_run(Signed driver);

/* Whether the portal is to start anew with greens and reds of the transfer area. */
extern unsigned char tw_jit_starts_anew;

static inline void tw_jit_say_again(void) {
    tw_jit_starts_anew = 1;
}
static inline Signed tw_jit_again(void) {
    if (__builtin_expect(!tw_jit_starts_anew, 1))
        return 0;
    tw_jit_starts_anew = 0;
    return 1;
}

/* Before and after the program. */
void tw_jit_init(void);
void tw_jit_finish(void);

/* jit.set_param(driver, name, value), also with a text (enable_opts), set_param_to_default; -1: unknown. Driver -1: the
   parameters of all drivers. */
Signed tw_jit_set_param(Signed driver, const char *name, Signed length, Signed value);
Signed tw_jit_set_param_text(Signed driver, const char *name, Signed length, const char *text, Signed text_length);
Signed tw_jit_set_param_default(Signed driver, const char *name, Signed length);

/* What the program asks about the JIT; a text is kept until it is fetched. */
Signed tw_jit_ask_int(Signed what, Signed n);
double tw_jit_ask_float(Signed n);
Signed tw_jit_ask_text(Signed n);
void tw_jit_asked_text(char *to);

/* A quasi-immutable field is written whose mutate field is n > 0: code that relies on it is given up. Gives the mutate
   field's new value. */
Signed tw_jit_quasi_immutable_written(Signed n);

/* Somebody asks for the frame of a virtual reference whose token is not 0: compiled code that is in a call gives it. Gives the
   new token. May collect. */
Signed tw_jit_force(Signed token);

/* What generating extensions call: see jitmodel::extension. */
Signed tw_ext_step(void *shifter, Signed at, Signed next, Signed other);
Signed tw_ext_step_known(void *shifter, Signed at, Signed next, Signed reg);
Signed tw_ext_known(void *shifter, Signed reg);
Signed tw_ext_object(void *shifter, Signed reg);
Signed tw_ext_pure(void *shifter, Signed operands, Signed next);
Signed tw_ext_memory(void *shifter, Signed operands, Signed descr, Signed at, Signed next);
Signed tw_ext_test(void *shifter, Signed operands, Signed next, Signed other);

#endif
