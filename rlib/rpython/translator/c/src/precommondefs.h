/* What C sources of programs expect of RPython: machine words, and who sees a name. */
#ifndef TW_PRECOMMONDEFS_H
#define TW_PRECOMMONDEFS_H
#define __PYPY_PRECOMMONDEFS_H      /* RPython's file of this name says the same */

#ifndef _GNU_SOURCE
#define _GNU_SOURCE 1
#endif

typedef long Signed;
typedef unsigned long Unsigned;
#define SIGNED_MIN LONG_MIN

/* seen outside of the executable, too */
#define RPY_EXPORTED extern __attribute__((visibility("default")))
/* seen by the other C files */
#ifndef RPY_EXTERN
#define RPY_EXTERN extern __attribute__((visibility("hidden")))
#endif
#define RPY_UNUSED __attribute__((unused))
#define RPY_NORETURN __attribute__((noreturn))
#ifndef INLINE
#define INLINE __inline__
#endif

#endif
