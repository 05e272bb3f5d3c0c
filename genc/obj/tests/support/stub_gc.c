/* Test only: a semispace collector in C with the interface that the GC transformer expects, and the functions that test
   programs report with. Every allocation out of the inline path collects if STRESS is defined. */
#include "common.h"
#include <stdio.h>
#include <stdlib.h>

/* the prebuilt state object; programs that allocate nothing have none */
struct state {
    Unsigned header;
    Signed f_free, f_limit;
};
extern struct state stub_state __asm__("tw_o_stub_gc_state") __attribute__((weak));
#define S stub_state

#define SPACE (8L << 20)
static char *space, *other, *end;
static char *from, *from_end;
static Signed collections;

static void *move(void *p) {
    char *o = p, *n;
    Signed size;
    const struct tw_typeinfo *t;
    if (o < from || o >= from_end)
        return p;
    if (*(Unsigned *)o & 1)
        return (void *)(*(Unsigned *)o - 1);
    t = &tw_typeinfos[*(uint32_t *)o >> 3];
    if (t->size == 0)
        tw_fatal("reference to something that is no object");
    size = t->size;
    if (t->length_ofs)
        size = (t->items_ofs + t->item_size * *(Signed *)(o + t->length_ofs) + 7) & ~7L;
    n = (char *)S.f_free;
    S.f_free += size;
    memcpy(n, o, size);
    *(Unsigned *)o = (Unsigned)n + 1;
    return n;
}

Signed stub_control(Signed what, Signed arg) {
    (void)what;
    return arg;
}

void stub_collect(void) {
    char *scan;
    void **r;
    Signed i;
    uint32_t k;
    if (!space)
        return;
    collections++;
    from = space;
    from_end = (char *)S.f_free;
    space = other;
    other = from;
    end = space + SPACE;
    if (!getenv("STRESS"))
        memset(space, 0, SPACE);
    S.f_free = (Signed)space;
    for (r = tw_ss_base; r < tw_ss_top; r++)
        *r = move(*r);
    for (r = tw_extra_roots_base; r < tw_extra_roots_end; r++)
        *r = move(*r);
    for (i = 0; i < tw_static_roots_len; i++)
        *tw_static_roots[i] = move(*tw_static_roots[i]);
    for (scan = space; scan < (char *)S.f_free;) {
        const struct tw_typeinfo *t = &tw_typeinfos[*(uint32_t *)scan >> 3];
        Signed size = t->size;
        for (k = 0; k < t->n_ptrs; k++) {
            r = (void **)(scan + t->ptr_ofs[k]);
            *r = move(*r);
        }
        if (t->length_ofs) {
            Signed n = *(Signed *)(scan + t->length_ofs);
            for (i = 0; i < n; i++)
                for (k = 0; k < t->n_item_ptrs; k++) {
                    r = (void **)(scan + t->items_ofs + i * t->item_size + t->item_ptr_ofs[k]);
                    *r = move(*r);
                }
            size = (t->items_ofs + t->item_size * n + 7) & ~7L;
        }
        scan += size;
    }
    memset(from, 0xDB, from_end - from); /* stale references must not go unnoticed */
    if (getenv("NOMEM_AFTER") && collections > atol(getenv("NOMEM_AFTER")))
        end = (char *)S.f_free;
}

static Address get(Signed tid, Signed size) {
    char *p;
    if (!space) {
        space = malloc(SPACE);
        other = malloc(SPACE);
        memset(space, 0, SPACE);
        end = space + SPACE;
        S.f_free = (Signed)space;
    }
    size = (size + 7) & ~7L;
    if (getenv("STRESS") || size > end - (char *)S.f_free) {
        stub_collect();
        if (size > end - (char *)S.f_free)
            return NULL;
    }
    S.f_limit = getenv("STRESS") ? 0 : (Signed)end;
    p = (char *)S.f_free;
    S.f_free += size;
    memset(p, 0, size);
    *(Unsigned *)p = (Unsigned)tid;
    return p;
}

Address stub_malloc_fixed(Signed tid, Signed size) {
    return get(tid, size);
}

Address stub_malloc_varsize(Signed tid, Signed fixedsize, Signed itemsize, Signed lengthofs, Signed n) {
    Address p;
    if (n < 0 || n > 1L << 40)
        return NULL;
    p = get(tid, fixedsize + itemsize * n);
    if (p)
        *(Signed *)(p + lengthofs) = n;
    return p;
}

Signed stub_identity_hash(Address p) {
    static uint32_t next = 1000;
    uint32_t *h = (uint32_t *)p + 1;
    if (!*h)
        *h = ++next;
    return *h;
}
