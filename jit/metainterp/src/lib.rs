//! # metainterp: finds hot loops, records traces, leaves compiled code again
//!
//! ```text
//! can_enter_jit ─▶ warmstate (counters per green key) ─▶ tracer (records) ─▶ optimizeopt ─▶ Cpu
//!                      │ compiled                                                      │
//!                      └──────────▶ Cpu::execute ─▶ guard fails ─▶ resume ─▶ blackhole ─┴▶ back to the interpreter
//!                                                        └── hot ──▶ tracer (bridge)
//! ```
//! * [`warmstate`]: parameters, green keys, counters, [`warmstate::JitCell`]s.
//! * [`step`]: one generic step function over jitcode; [`tracer`] and [`blackhole`] are its two value policies
//!   (each with a fast path for what needs no policy).
//!   What the tracer knows has files of its own ([`heapcache`], [`promised`], [`vable`], [`vrefs`]); what it does with
//!   that is in `tracer/`.
//! * [`resume`]: rebuilds interpreter frames (and virtuals, pending writes) from a failed guard's values.
//! * [`timeshift`]: in place of the tracer, makes code for known greens without running the program.
//! * [`compile`]: from a recorded trace to installed code; `compiled`: what is known of that.
//! * [`jit`]: [`Jit`], which holds all of it; [`Jit::enter`] is what `can_enter_jit` calls.
//! * `policy`: who makes the code of a loop or function, by the `account` of its code.
//! * [`memmgr`]: how long compiled code lives; [`meter`]: what time is spent on.
//! * [`seen`]: counts, hooks of the program, positions and names in logs.
//! * [`logger`], [`jitprof`]: PYPYLOG sections, statistics, abort reasons (no abort is silent).
//!
//! ## What the codewriter must provide (in `jitmodel::JitProgram`)
//! Beyond the conventions written at the top of `jitmodel::jitcode`:
//! 1. **Portal**: the portal graph is split at its `jit_merge_point`, so that it is a function of (greens, reds), each
//!    group ordered ints, refs, floats. All that lives at the merge point is green or red. `JitDriverDesc::portal` is the
//!    jitcode of that function, `merge_point_pc` the position of its `jit_merge_point` instruction, which has a `-live-`
//!    directly before it. Entering writes the registers that the instruction's lists name and starts there.
//!    `portal_runner` = (address, CallDescr) of the compiled function; its CallDescr's `args` are the kinds of the
//!    greens then the reds in that same order.
//! 2. **`can_enter_jit`** becomes `loop_header jd` in jitcode (and the calls of `tw_jit_warm` and `tw_jit_run` in the C code). A loop can be
//!    closed only at the first `jit_merge_point` after a `loop_header`. An interpreter without `can_enter_jit`
//!    needs a `loop_header` on the back edge to its merge point.
//! 3. **`-live-`** stands directly before (no instruction in between) every `goto_if_not*`, `switch`, `*_guard_value`,
//!    `guard_class`, `int_*_jump_if_ovf`, `jit_merge_point`, **`raise`**, **`record_quasiimmut_field`**, and directly after every
//!    call (`inline_call_*`, `residual_call_*`, `recursive_call_*`, `conditional_call*`), also if the call cannot raise.
//!    The one after a call does not list the call's result register; a `catch_exception` may follow it. Constants' registers
//!    are never listed. Registers that are not listed may hold garbage after a guard failed.
//! 4. **The last exception** (`last_exception`, `last_exc_value`, `goto_if_exception_mismatch`, `reraise`) is defined from the start of a
//!    handler up to its next `-live-`: fetch it into registers first (`raise r` raises it again later).
//!    Program counters: handler code starts at the label of `catch_exception`.
//! 5. **inline_call j I R F**: arguments go to the callee's registers 0.. of each kind, in order. Callee registers count
//!    from 0, so parameters are the first registers of their kind.
//! 6. **residual_call f I R F d**: `d` is a `CallDescr` whose `args` tell in which order the three lists interleave.
//!    `EffectInfo::extra <= ElidableCanRaise` records `call_pure_*` unless it raises, `LoopInvariant` `call_loopinvariant_*`; if the call
//!    `can_raise`, a guard on the exception follows. `NotInTrace` calls are made but not recorded.
//! 7. **Exceptions**: `raise r` wants a non-null instance; its class is read through `DescrTable::typeptr`. Vtables begin
//!    with `subclassrange_min/max` for `goto_if_exception_mismatch` (class address as an int constant).
//! 8. **Greens**: `GreenType::Str` compares by content and needs `DescrTable::string` (the `ArrayDescr` of the byte
//!    string); `Object` compares by identity.
//! 9. **recursive_call jd greens reds**: the greens are promoted before it (`*_guard_value`), or a `-live-` stands directly before it,
//!    otherwise it is never inlined. Inlining
//!    enters the portal's jitcode at position 0, with greens then reds in registers 0.. of each kind. Every portal that is
//!    called recursively has a `portal_runner`.
//! 10. `get_printable_location` and the other jitdriver functions take the greens in order; it returns a string (ref kind).
//!     `confirm_enter_jit` takes the reds after them. They may collect.
//! 11. Allocation instructions return cleared memory for structs and arrays of references.
//!
//! ## Transfer of greens and reds (C side)
//! `tw_jit_args_i/r/f`: per kind, first the greens of that kind in order, then the reds. The C code stores them, calls
//! `tw_jit_warm(jd)` at once, and if that gives 1 `tw_jit_run(jd)` (nothing may collect between the stores and the calls),
//! and acts on the answer: 0 (of `tw_jit_warm`) = go on with the own values; 1 = go on behind the merge point with greens and
//! reds taken from the arrays; 2 = the portal returns the result in `tw_jit_result_i/r/f`; 3 = an exception is set: the
//! portal returns with it.
//!
//! ## Recursion
//! A call of the portal is inlined, but not in itself at first. (A function that does little but call what it is given, as `ifTrue:` or
//! `map`, does not call itself as long as it is reached on another way each time.) Code that calls itself, its bridges included,
//! counts how often it was called (`guard_countdown`), and after `unroll_threshold` calls it is made anew
//! ([`warmstate::Recursion`]). Then it is inlined up to `max_unroll_recursion` times, as long as that is not too much code,
//! in the trace and in its bridges. Bridges call as soon as two ways part at one level ([`policy`]): otherwise every path through a
//! recursion becomes a trace.
//!
//! A loop inside an inlined call is not unrolled: at its second pass (its first, if that is long) the rest of the call
//! becomes a call of the portal. If a trace becomes too long, the outermost inlined call is left out from then on.
//!
//! Calls of the portal with constant greens are `call_assembler`s: the backend calls [`Jit`], which runs the compiled code
//! of the greens' cell if there is any, finishes the call in the blackhole interpreter if a guard fails there, and otherwise
//! (no code yet, the C stack nearly used up) calls the portal's function. The number of the cell is in the operation,
//! so that code which comes later is used as well. Portals with `confirm_enter_jit` are always called as functions.
//!
//! ## Limits
//! Not done yet: vectorisation.
//!
//! Settings: `jit.set_param` names (see [`warmstate::Params`]) and the environment variable `TRACEWRIGHT_JIT`, in the form
//! `threshold=3,trace_eagerness=2,enable_opts=,off`.

#![cfg_attr(not(test), no_std)]

#[macro_use]
extern crate alloc;

mod account;
mod belongings;
pub mod blackhole;
pub mod codes;
pub mod compile;
mod compiled;
mod ends;
mod events;
mod foresight;
pub mod frame;
pub mod heapcache;
mod host;
pub mod jit;
pub mod jitprof;
mod joins;
pub mod logger;
pub mod memmgr;
pub mod meter;
mod nesting;
mod places;
pub mod plain;
mod policy;
mod premises;
pub mod promised;
pub mod resume;
mod rooted;
mod sampling;
pub mod seen;
mod shapes;
pub mod step;
mod straight;
pub mod timeshift;
pub mod tracer;
pub mod unpack;
pub mod unrolled;
pub mod vable;
pub mod vrefs;
pub mod warmstate;

pub use blackhole::Outcome;
pub use codes::{Driver, StaticData, TRANSFER_WORDS, Transfer};
pub use jit::{Jit, Left, Ran, Reds};
pub use jitprof::AbortReason;
pub use logger::Logger;
pub use warmstate::Params;
