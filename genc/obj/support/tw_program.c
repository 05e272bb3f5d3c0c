/* What the C back end writes out for each program, here once for all: `main`, and what the JIT's run time calls. The object back end
   leaves what differs in a table, `tw_program`. */
#include "tw_support.h"
#include <stdlib.h>

struct tw_program {
    Signed (*entry)(Signed argc, Address argv);
    Signed (*uncaught)(void *value); /* null: the run time reports exceptions itself */
    void (*settings)(void);          /* the collector's, or null */
    void (*const *init)(void);       /* called before the entry; null at the end */
    void (*const *finish)(void);     /* called at the end, the last first; null at the end */
    Signed name_ofs;                 /* of the pointer to an exception class's name, -1: not known */
    Signed name_length_ofs;          /* -1: a zero ends the name */
    Signed name_items_ofs;
    Address (*malloc_fixed)(Signed tid, Signed size);
    Address (*malloc_varsize)(Signed tid, Signed size, Signed item_size, Signed length_ofs, Signed n);
    void (*collect)(void);
    Signed (*identity_hash)(Address obj);
    void *memory_error_class, *memory_error;
    const struct tw_jit_mark *marks;
};
extern const struct tw_program tw_program;

const unsigned char *tw_exc_class_name(void *type, Signed *length) {
    Address name;
    if (tw_program.name_ofs < 0) {
        *length = 9;
        return (const unsigned char *)"Exception";
    }
    memcpy(&name, (Address)type + tw_program.name_ofs, sizeof name);
    if (name == NULL) {
        *length = 1;
        return (const unsigned char *)"?";
    }
    if (tw_program.name_length_ofs < 0)
        *length = (Signed)strlen(name + tw_program.name_items_ofs);
    else
        memcpy(length, name + tw_program.name_length_ofs, sizeof *length);
    return (const unsigned char *)name + tw_program.name_items_ofs;
}

/* ---- functions that the header has inline */

Signed tw_out_strlen(Address s) {
    return tw_strlen(s);
}
void tw_out_before_c(void) {
    tw_before_c();
}
Address tw_out_extra_roots_start(void) {
    return tw_extra_roots_start();
}

/* ---- for the JIT's run time */

void *tw_gc_malloc_fixed(Signed tid) {
    return tw_program.malloc_fixed(tid, tw_gc_typeinfo(tid, 0));
}
void *tw_gc_malloc_varsize(Signed tid, Signed n) {
    return tw_program.malloc_varsize(tid, tw_gc_typeinfo(tid, 5), tw_gc_typeinfo(tid, 1), tw_gc_typeinfo(tid, 2), n);
}
void tw_gc_collect(void) {
    tw_program.collect();
}
Signed tw_gc_identity_hash(void *obj) {
    return tw_program.identity_hash(obj);
}

static Signed checked(void *p) {
    if (TW_UNLIKELY(p == NULL)) {
        if (tw_program.memory_error == NULL)
            tw_fatal("out of memory");
        tw_exc.type = tw_program.memory_error_class;
        tw_exc.value = tw_program.memory_error;
    }
    return (Signed)p;
}
Signed tw_jit_malloc_fixed(Signed tid, Signed size) {
    return checked(tw_program.malloc_fixed(tid, size));
}
Signed tw_jit_malloc_varsize(Signed tid, Signed base_size, Signed item_size, Signed n) {
    return checked(tw_program.malloc_varsize(tid, base_size, item_size, tw_gc_typeinfo(tid, 2), n));
}
Signed tw_jit_identity_hash(Signed obj) {
    return tw_program.identity_hash((Address)obj);
}

void tw_jit_traceback(Signed exc_type, Signed marks) {
    tw_leave_marks(tw_program.marks, exc_type, marks);
}

int main(int argc, char **argv) {
    void (*const *f)(void);
    Signed result;
    tw_startup();
    if (tw_program.settings != NULL)
        tw_program.settings();
    for (f = tw_program.finish; *f != NULL; f++)
        atexit(*f);
    for (f = tw_program.init; *f != NULL; f++)
        (*f)();
    result = tw_program.entry((Signed)argc, (Address)argv);
    if (tw_exc.type != NULL) {
        if (tw_program.uncaught != NULL) {
            void *value = tw_exc.value;
            tw_exc.type = NULL;
            tw_exc.value = NULL;
            result = tw_program.uncaught(value);
        }
        if (tw_exc.type != NULL)
            result = tw_uncaught_exception();
    }
    return tw_end(result);
}
