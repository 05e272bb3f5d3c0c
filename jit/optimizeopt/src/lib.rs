//! # optimizeopt: the trace optimiser
//!
//! Takes one recorded [`Trace`] and returns a new one; the input is never changed.
//!
//! * [`optimize_loop`]: a trace that ends in `jump` to its own beginning. The result holds two labels:
//!   `label(inputargs, <start>)`, the preamble, `label(.., <body>)`, the peeled body, `jump(.., <body>)`.
//! * [`optimize_bridge`]: a trace from a failed guard (or an entry) to the labels of an existing loop.
//! * [`optimize_simple`]: no peeling: straight-line code, or a loop with one label.
//!
//! ## What the input must be
//! * SSA as [`Trace::verify`] checks it. The last operation is `jump` or `finish`.
//! * Every guard has a snapshot. Slots of guards right after a call or an ovf operation may name its result.
//! * `call_pure_*` for elidable calls (it becomes `call_*` or disappears); `guard_no_exception` after calls that can raise.
//! * `guard_not_invalidated` where the recorder took a quasi-immutable field for a constant.
//! * A `guard_future_condition` before the final jump gives the snapshot for guards that a bridge needs in order to
//!   jump to a peeled body. Without it bridges jump to `start` unless they fit without guards.
//! * A field inherited from a parent struct has one descr, the parent's.
//! * A subclass's fields are read only after `guard_class` (typeptr is always read through a class guard), and a
//!   reference that is read from is not null: reads may be repeated at the loop's end under what guards established.
//! * An array never gets shorter: an item that was accessed once may be read again at the loop's end.
//! * `new_array` clears the fixed fields of a string; `new_array_clear` everything.
//!
//! ## What the output is
//! * `guard_*` operations carry fail args and [`ResumeData`] (virtual objects and postponed writes included).
//! * A label's arguments are names defined before it. Code behind the label uses only these, constants and what
//!   it defines itself; a jump assigns new values to them, all at once.
//! * Each ovf operation is followed directly by its guard, each call that can raise or force by its guard.
//! * No `call_pure_*`, no `same_as_*` except before labels, no `guard_future_condition`.
//! * Writes to `_gc` memory still need write barriers: these are the backend's.
//!
//! ## The stages (see `optimizer.rs`)
//! pure operations: folding → rules (`rules.rs`) → bounds and known bits → reuse of results (`rewrite.rs`); guards (`guards.rs`);
//! calls (`rewrite.rs`, `strings.rs`, `raw.rs`); allocations and accesses: `virtualize.rs` → `heap.rs`; emission, which allocates what is
//! needed (`optimizer.rs`) and builds resume data (`resumedata.rs`); peeling (`unroll.rs`, `short.rs`, `gaps.rs`, `virtualstate.rs`); jumps to
//! labels (`reach.rs`); range tests that include others (`ranges.rs`); dead code (`dce.rs`). All work on one state (`state.rs`).

#![cfg_attr(not(test), no_std)]

#[macro_use]
extern crate alloc;

pub mod callshape;
mod carried;
pub mod closed;
pub mod dce;
mod error;
pub mod facts;
mod gaps;
pub mod guards;
pub mod heap;
pub mod intbound;
pub mod knownbits;
mod label;
mod memory;
mod numbering;
pub mod optimizer;
pub mod ranges;
pub mod raw;
mod reach;
mod resumedata;
pub mod rewrite;
pub mod rules;
mod short;
mod state;
pub mod strings;
pub mod unroll;
pub mod values;
pub mod virtualize;
pub mod virtualstate;
mod vrefs;
mod world;

use alloc::vec::Vec;
pub use error::InvalidLoop;
use jitmodel::ResOp as R;
use jitmodel::effects::DEBUG;
use jitmodel::*;
pub use label::{Node, ShortArg, ShortOp, TargetToken, VirtualState};
use state::Optimizer;
use unroll::{Peeled, Source};
pub use world::{Access, OptEnv, Options, Unpackable};

/// An optimised loop.
#[derive(Clone, Debug)]
pub struct LoopResult {
    /// `label <start>`, preamble, `label <body>`, body, `jump <body>`. Without peeling: only `label <start>` and the body.
    pub trace: Trace,
    /// Index of the body's label in `trace.ops`.
    pub body_label: usize,
    /// The labels, best first: give them to [`optimize_bridge`]. The last is always `start`.
    pub targets: Vec<TargetToken>,
    /// Iterations between preamble and body.
    pub unrolled: usize,
    /// The body only counts: it became its last round.
    pub closed: bool,
}

impl LoopResult {
    /// The operations of the body, without its label.
    pub fn body(&self) -> &[Op] {
        &self.trace.ops[self.body_label + 1..]
    }
}

/// An optimised bridge.
#[derive(Clone, Debug)]
pub struct BridgeResult {
    /// The bridge; it ends in a jump to a label of another trace, or in `finish`.
    pub trace: Trace,
    /// Index in the given targets of the one that is jumped to.
    pub target: Option<usize>,
    /// Cost of reaching it, in operations beyond those of a bridge that fits its label.
    pub cost: usize,
    /// Objects that are allocated for it.
    pub allocations: usize,
    /// A label but the last would take the values as they are.
    pub fits: bool,
}

/// A bridge that makes a further label of its loop.
#[derive(Clone, Debug)]
pub struct RetraceResult {
    /// The bridge, `label`, the body, `jump`.
    pub trace: Trace,
    /// Index of the label in `trace.ops`.
    pub body_label: usize,
    /// The label.
    pub target: TargetToken,
    /// Iterations between bridge and label.
    pub unrolled: usize,
    /// Cost of its jump, in operations.
    pub cost: usize,
}

/// Checks the trace in tests; in programs the check would take a tenth of the time.
fn verified(trace: Trace) -> Result<Trace, InvalidLoop> {
    if cfg!(debug_assertions)
        && let Err(message) = trace.verify()
    {
        return Err(InvalidLoop::internal(message));
    }
    Ok(trace)
}

fn is_jump(trace: &Trace) -> bool {
    trace.ops.last().is_some_and(|op| op.opnum == R::Jump)
}

/// Optimises a loop: preamble and peeled body. Falls back to one label if the body alone turns out to be impossible.
pub fn optimize_loop(
    trace: &Trace,
    descrs: &DescrTable,
    env: &mut dyn OptEnv,
    opts: Options,
) -> Result<LoopResult, InvalidLoop> {
    if !opts.unroll || !is_jump(trace) {
        return optimize_simple(trace, descrs, env, opts);
    }
    let start = env.new_token();
    let body = env.new_token();
    let mut source = Source {
        preamble: trace,
        body: trace,
        start: Some(start),
        bridge: false,
        unrolled: 0,
        others: &[],
        general: false,
    };
    let mut result = peeled(source, descrs, env, opts, body);
    for unrolled in 1..=opts.max_unroll_loops {
        let Ok(best) = &result else { break };
        if best.allocations == 0 {
            break;
        }
        // Objects that come from outside may be virtual ones an iteration later.
        source.unrolled = unrolled;
        match peeled(source, descrs, env, opts, body) {
            Ok(more) if more.allocations < best.allocations => result = Ok(more),
            Err(error) if error.internal => return Err(error),
            _ => break,
        }
    }
    match result {
        Ok(Peeled { trace: mut out, mut body_label, body, unrolled, .. }) => {
            let last_round = closed::close(&out, body_label, &body);
            let closed = last_round.is_some();
            if let Some(closed) = last_round {
                let mut labels = [body_label];
                out = verified(dce::remove_dead(closed, descrs, &mut labels))?;
                body_label = labels[0];
            }
            let mut first = TargetToken::start(start, &trace.inputargs);
            first.cost = body_label.saturating_sub(out.ops.len() - body_label);
            let targets = vec![body, first];
            Ok(LoopResult { trace: out, body_label, targets, unrolled, closed })
        }
        Err(error) if error.internal => Err(error),
        Err(_) => optimize_simple(trace, descrs, env, opts),
    }
}

/// Preamble and body, without dead code.
fn peeled(
    source: Source<'_>,
    descrs: &DescrTable,
    env: &mut dyn OptEnv,
    opts: Options,
    token: TokenId,
) -> Result<Peeled, InvalidLoop> {
    let mut peeled = unroll::peel(source, descrs, env, opts, token)?;
    let mut labels = [peeled.body_label];
    peeled.trace = verified(dce::remove_dead(peeled.trace, descrs, &mut labels))?;
    peeled.body_label = labels[0];
    peeled.body.body =
        peeled.trace.ops[labels[0]..].iter().filter(|op| !op.opnum.has(DEBUG)).count()
            + reach::ALLOCATION * peeled.allocations;
    Ok(peeled)
}

/// Optimises without peeling. A final `jump` goes to the one label, at the beginning.
pub fn optimize_simple(
    trace: &Trace,
    descrs: &DescrTable,
    env: &mut dyn OptEnv,
    opts: Options,
) -> Result<LoopResult, InvalidLoop> {
    let start = TargetToken::start(env.new_token(), &trace.inputargs);
    let mut out = Trace::new(trace.name.clone(), &trace.inputargs);
    out.strings = trace.strings.clone();
    let inputargs: Vec<OpRef> = out.inputarg_refs().collect();
    out.record_token(R::Label, &inputargs, start.token);
    let targets = vec![start];
    let (out, _) = straight(trace, descrs, env, opts, out, &targets, false)?;
    let mut labels = [0];
    let out = dce::remove_dead(out, descrs, &mut labels);
    let (unrolled, closed) = (0, false);
    Ok(LoopResult { trace: verified(out)?, body_label: labels[0], targets, unrolled, closed })
}

/// Optimises a bridge. `targets` are the labels of the loop that it jumps to ([`LoopResult::targets`]); a trace that
/// ends in `finish` needs none. With `label` it begins with a label that takes its inputargs.
pub fn optimize_bridge(
    trace: &Trace,
    descrs: &DescrTable,
    env: &mut dyn OptEnv,
    opts: Options,
    targets: &[TargetToken],
    label: Option<TokenId>,
) -> Result<BridgeResult, InvalidLoop> {
    let mut skip = 0;
    let (out, reached) = loop {
        let mut out = Trace::new(trace.name.clone(), &trace.inputargs);
        out.strings = trace.strings.clone();
        if let Some(label) = label {
            let inputargs: Vec<OpRef> = out.inputarg_refs().collect();
            out.record_token(R::Label, &inputargs, label);
        }
        match straight(trace, descrs, env, opts, out, &targets[skip..], true) {
            // What the target wants cannot be tested here: to the loop's beginning.
            Err(error) if !error.internal && skip + 1 < targets.len() => skip = targets.len() - 1,
            Err(error) => return Err(error),
            Ok((out, reached)) => break (out, reached),
        }
    };
    let out = dce::remove_dead(out, descrs, &mut []);
    let target = reached.map(|r| r.target + skip);
    let (cost, allocations) = reached.map_or((0, 0), |r| (r.cost, r.allocations));
    let fits = reached.is_some_and(|r| r.fits);
    Ok(BridgeResult { trace: verified(out)?, target, cost, allocations, fits })
}

/// Optimises a bridge whose values do not fit the labels of the loop that it comes to (`others`, without the start), together
/// with the iteration that followed: `body` takes the arguments of the bridge's jump and ends in a jump, too; its strings
/// begin with the bridge's. That becomes a further label of the loop. `general`: the label is to take also objects of other
/// classes.
pub fn optimize_retrace(
    bridge: &Trace,
    body: &Trace,
    descrs: &DescrTable,
    env: &mut dyn OptEnv,
    opts: Options,
    others: &[TargetToken],
    general: bool,
) -> Result<RetraceResult, InvalidLoop> {
    let token = env.new_token();
    let start = None;
    let mut source =
        Source { preamble: bridge, body, start, bridge: true, unrolled: 0, others, general };
    let mut best = peeled(source, descrs, env, opts, token)?;
    let others = others.iter().map(|t| t.body).min().unwrap_or(0);
    if best.body.body > others {
        // What the bridge does not know stays in the body, unless an iteration comes before the label.
        source.unrolled = 1;
        match peeled(source, descrs, env, opts, token) {
            Ok(more) if more.body.body * 10 < best.body.body * 9 => best = more,
            Err(error) if error.internal => return Err(error),
            _ => {}
        }
    }
    let cost = reach::ALLOCATION * best.allocations.max(best.entry_allocations);
    let Peeled { trace, body_label, body, unrolled, .. } = best;
    Ok(RetraceResult { trace, body_label, target: body, unrolled, cost })
}

fn straight(
    trace: &Trace,
    descrs: &DescrTable,
    env: &mut dyn OptEnv,
    opts: Options,
    out: Trace,
    targets: &[TargetToken],
    exc_possible: bool,
) -> Result<(Trace, Option<reach::Reached>), InvalidLoop> {
    let mut o = Optimizer::new(trace, descrs, env, opts, out);
    o.exc_possible = exc_possible;
    unroll::start_from_inputargs(&mut o);
    let known = o.env.known_at_start();
    facts::rely_on(&mut o, &known)?;
    let Some(last) = trace.ops.last().filter(|op| op.opnum.is_final()) else {
        return Err(InvalidLoop::internal("the trace does not end in jump or finish"));
    };
    o.propagate_all(trace.ops.len() - 1)?;
    let args: Vec<_> = last.args.iter().map(|&a| o.input_value(a)).collect();
    if last.opnum == R::Jump {
        let reached = reach::jump_to_target(&mut o, &args, targets)?;
        return Ok((finished(&mut o), Some(reached)));
    }
    let result = o.vals.fresh(Kind::Void);
    let args = args.into_iter().collect();
    o.propagate(state::WOp { opnum: last.opnum, args, descr: last.descr, result })?;
    Ok((finished(&mut o), None))
}

/// The output of straight code.
fn finished(o: &mut Optimizer<'_>) -> Trace {
    let mut plan = ranges::Plan::default();
    plan.add(&o.ranges, &o.moves);
    plan.apply(core::mem::take(&mut o.out), &mut [])
}
