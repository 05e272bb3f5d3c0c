//! Compilation of a recorded trace to installed code: optimise, log, give to the backend, register
//! guards.

use crate::account::test_of;
use crate::belongings::Belongings;
use crate::compiled::{FailDescr, Labels, LoopInfo, MEETING, Start, Targets};
use crate::jit::state::{Jit, optimises};
use crate::jitprof::{AbortReason, add};
use crate::joins::worth_keeping;
use crate::meter::Doing;
use crate::plain::finish_trace;
use crate::rooted::RootedConsts;
use crate::tracer::state::Retrace;
use crate::vable::Shape;
use crate::{joins, memmgr, seen};
use alloc::rc::Rc;
use alloc::string::{String, ToString};
use alloc::vec::Vec;
use core::cell::Cell;
use jitbackend::{BackendError, CodeInfo, Cpu, FailId, Memory};
use jitmodel::text::{TextEnv, op_text, print_trace};
use jitmodel::*;
use optimizeopt::{Access, InvalidLoop, OptEnv, Options, TargetToken, Unpackable};

/// An optimised trace that comes to a label.
pub(crate) struct Arrived {
    pub trace: Trace,
    /// Cost of reaching the label, in operations.
    pub cost: usize,
    /// Objects that it allocates for it.
    pub allocations: usize,
    /// It is the loop's only label, or a better one than the last takes the values as they are.
    pub fits: bool,
}

struct Env<'a, C: Cpu> {
    jit: &'a Jit<C>,
    /// Values of the final jump's arguments.
    runtime: &'a [(Kind, i64)],
    /// The guard that the trace is a bridge of.
    guard: Option<Rc<FailDescr>>,
    /// Root slots of those that were asked for: they are only compared with, and never part of a trace.
    asked: RootedConsts,
}

impl<'a, C: Cpu> Env<'a, C> {
    fn new(jit: &'a Jit<C>, runtime: &'a [(Kind, i64)]) -> Self {
        Env { jit, runtime, guard: None, asked: RootedConsts::new(&jit.roots) }
    }
}

impl<C: Cpu> Env<'_, C> {
    fn word(&self, c: ConstValue) -> i64 {
        self.jit.roots.word(c)
    }

    fn constant(&self, kind: Kind, word: i64) -> Option<ConstValue> {
        Some(match kind {
            Kind::Int => ConstValue::Int(word),
            Kind::Float => ConstValue::Float(word as u64),
            Kind::Ref if word == 0 => ConstValue::Ref(RefConst::Null),
            Kind::Ref if self.jit.cpu.mem().is_prebuilt(word) => {
                ConstValue::Ref(RefConst::Prebuilt(word as u64))
            }
            // It belongs to what is compiled: the optimiser does not say whether it used it.
            Kind::Ref => {
                let slot = self.jit.roots.share(word)?;
                self.jit.memory.pending.borrow_mut().push(slot);
                ConstValue::Ref(RefConst::Rooted(slot))
            }
            Kind::Void => return None,
        })
    }
}

impl<C: Cpu> Env<'_, C> {
    /// A value that is only compared with.
    fn asked(&mut self, kind: Kind, word: i64) -> Option<ConstValue> {
        let value = self.constant(kind, word);
        if let Some(ConstValue::Ref(RefConst::Rooted(slot))) = value {
            self.jit.memory.pending.borrow_mut().pop();
            self.asked.add(slot);
        }
        value
    }
}

impl<C: Cpu> OptEnv for Env<'_, C> {
    fn new_token(&mut self) -> TokenId {
        self.jit.new_token()
    }

    fn address(&mut self, addr: AddrRef) -> i64 {
        self.jit.data.address(addr)
    }

    fn unpackable(&mut self, cell: TokenId) -> Option<Unpackable> {
        self.jit.unpackable(cell.0 as usize)
    }

    fn call_shape(&mut self, cell: TokenId, shape: CallShape) -> Option<TokenId> {
        self.jit.call_shape(cell.0 as usize, shape).map(|cell| TokenId(cell as u32))
    }

    fn call_pure(&mut self, descr: DescrRef, func: i64, args: &[ConstValue]) -> Option<ConstValue> {
        let call = self.jit.data.descrs.call(descr);
        // A collection now would move what the tracer's caller holds.
        if call.effect.can_collect || !call.effect.is_elidable() {
            return None;
        }
        let words: Vec<i64> = args.iter().map(|&c| self.word(c)).collect();
        let mem = self.jit.cpu.mem();
        let word = mem.call(func, &words, descr);
        if mem.exc_class() != 0 {
            mem.set_exc(0, 0);
            return None;
        }
        self.constant(call.result, word)
    }

    fn read_field(&mut self, object: ConstValue, descr: DescrRef) -> Option<ConstValue> {
        let word = self.word(object);
        if word == 0 {
            return None;
        }
        let field = self.jit.data.descrs.field(descr);
        let value = self.constant(field.kind, self.jit.cpu.mem().getfield(word, descr));
        if field.immutable_items {
            match value {
                Some(ConstValue::Ref(RefConst::Rooted(slot))) => {
                    self.jit.roots.mark_unchanging(slot);
                }
                Some(ConstValue::Ref(RefConst::Prebuilt(address))) => {
                    self.jit.roots.mark_prebuilt_unchanging(address as i64);
                }
                _ => {}
            }
        }
        value
    }

    fn read_item(&mut self, array: ConstValue, index: i64, descr: DescrRef) -> Option<ConstValue> {
        let word = self.word(array);
        if word == 0 {
            return None;
        }
        let d = self.jit.data.descrs.array(descr);
        let mem = self.jit.cpu.mem();
        if d.lendescr.is_none() || index < 0 || index >= mem.arraylen(word, descr) {
            return None;
        }
        self.constant(d.kind, mem.getarrayitem(word, index, descr))
    }

    fn array_len(&mut self, array: ConstValue, descr: DescrRef) -> Option<i64> {
        let word = self.word(array);
        (word != 0).then(|| self.jit.cpu.mem().arraylen(word, descr))
    }

    fn instance_class(&mut self, object: RefConst) -> Option<i64> {
        let word = self.word(ConstValue::Ref(object));
        (word != 0).then(|| self.jit.cpu.mem().class_of(word))
    }

    fn same_object(&mut self, a: RefConst, b: RefConst) -> Option<bool> {
        Some(self.word(ConstValue::Ref(a)) == self.word(ConstValue::Ref(b)))
    }

    fn known_at_start(&mut self) -> Vec<Fact<ResumeSlot>> {
        let Some(guard) = &self.guard else { return Vec::new() };
        let input = |slot| match slot {
            // Holes are no inputs.
            ResumeSlot::Box(n) => {
                let before = &guard.kinds[..n as usize];
                let holes = before.iter().filter(|k| **k == Kind::Void).count() as u32;
                Some(ResumeSlot::Box(n - holes))
            }
            slot => Some(slot),
        };
        guard.resume.known().iter().filter_map(|fact| fact.map(input)).collect()
    }

    fn runtime_value(&mut self, jump_arg: usize) -> Option<ConstValue> {
        let &(kind, word) = self.runtime.get(jump_arg)?;
        self.asked(kind, word)
    }

    fn runtime_part(&mut self, object: ConstValue, access: Access) -> Option<ConstValue> {
        let word = self.word(object);
        if word == 0 {
            return None;
        }
        let (mem, descrs) = (self.jit.cpu.mem(), &self.jit.data.descrs);
        let (kind, word) = match access {
            Access::Field(descr) => (descrs.field(descr).kind, mem.getfield(word, descr)),
            Access::Item(descr, index) => {
                let array = descrs.array(descr);
                if array.lendescr.is_none() || i64::from(index) >= mem.arraylen(word, descr) {
                    return None;
                }
                (array.kind, mem.getarrayitem(word, index.into(), descr))
            }
            Access::Interior(..) => return None,
        };
        self.asked(kind, word)
    }
}

/// The fail arg that is a constant whenever the guard fails: a truth value, or what is zero.
fn known_by_failure(trace: &Trace, descrs: &DescrTable, op: &Op) -> Option<usize> {
    let mut truth = match op.opnum {
        ResOp::GuardTrue => false,
        ResOp::GuardFalse => true,
        _ => return None,
    };
    let fail_args = &trace.guards[op.guard()?.0 as usize].fail_args;
    let mut v = op.args[0];
    loop {
        let made = trace.op_of(v);
        // Comparisons of several items are joined.
        let tests = |v: &OpRef| trace.op_of(*v).is_some_and(|op| op.opnum.is_bool());
        let equality = [OopSpec::StrEqual, OopSpec::StrEqualSlice];
        let is_bool = made.is_some_and(|op| match op.opnum {
            ResOp::IntAnd => op.args.iter().any(tests),
            ResOp::CallI => equality.contains(&descrs.call(op.descr()).effect.oopspec),
            opnum => opnum.is_bool(),
        });
        if (is_bool || !truth)
            && let Some(n) = fail_args.iter().position(|a| *a == Some(v))
        {
            return Some(n);
        }
        match made?.opnum {
            ResOp::IntIsTrue => {}
            ResOp::IntIsZero => truth = !truth,
            _ => return None,
        }
        v = made?.args[0];
    }
}

impl<C: Cpu> Jit<C> {
    /// A trace to the labels of a loop, optimised.
    pub(crate) fn optimise_bridge(
        &self,
        trace: &Trace,
        jd: usize,
        targets: &[TargetToken],
        runtime: &[(Kind, i64)],
        label: Option<TokenId>,
        guard: Option<Rc<FailDescr>>,
    ) -> Result<Arrived, AbortReason> {
        let out = try_bridge(self, trace, (jd, false), targets, runtime, label, guard);
        out.map_err(|e| optimiser_failed(self, &e))
    }
    /// Installs a trace that leads to a label elsewhere. Returns the token that it belongs to.
    pub(crate) fn install_arriving(
        &self,
        out: Trace,
        start: Start,
    ) -> Result<TokenId, AbortReason> {
        match start {
            Start::Cell(cell) => {
                if has_code(self, start) {
                    self.forget_constants();
                    return Ok(self.owner(start));
                }
                let info = self.install_entry(out, Labels::default(), cell, "entry bridge")?;
                Ok(info.entry)
            }
            Start::Guard(fail) => {
                install_bridge(self, out, fail)?;
                Ok(self.fail_descr(fail).owner)
            }
            Start::Meeting(_) => unreachable!("the timeshifter installs it"),
        }
    }
    pub(crate) fn install_entry(
        &self,
        mut out: Trace,
        labels: Labels,
        cell: usize,
        what: &str,
    ) -> Result<Rc<LoopInfo>, AbortReason> {
        let number = self.prof.loops.get() as u32;
        let entry = self.new_token();
        out.name = format!("Loop {number} : {what}");
        let guards = out.guards.len();
        let first_fail = memmgr::guard_numbers(self, guards);
        let counted = seen::with_counts(self, &out, b'e', number as i64);
        let made = counted.as_ref().unwrap_or(&out);
        let code = backend(self, || self.cpu.compile_loop(made, entry, first_fail));
        let code = code.inspect_err(|_| memmgr::free_guard_numbers(self, first_fail, guards))?;
        log_trace(self, "jit-log-opt-loop", &out, "", Some(first_fail));
        log_code(self, &out, &code);
        seen::log_resume(self, &out, first_fail);
        let jd = self.warm.borrow().cell(cell).jd;
        seen::note_compiled(
            self,
            jd,
            if what == "loop" { 0 } else { 2 },
            number as i64,
            &code,
            &out,
        );
        let Labels { targets, vable, clean, plain, shifted } = labels;
        // The loop of virtualizables wants more than the reds.
        let meeting = what == MEETING;
        let enterable = (vable.is_empty() || plain.is_some()) && !meeting;
        let belongings = Belongings::default();
        let info = Rc::new(LoopInfo {
            entry,
            cell,
            number,
            targets,
            vable,
            clean,
            plain,
            meeting,
            shifted,
            belongings,
        });
        add(&info.belongings.account.size, code.size as u64);
        memmgr::belongs(self, &info, &out, first_fail, guards);
        let freed = self.warm.borrow().cell(cell).freed;
        register_guards(self, out, (entry, freed), jd, first_fail, None);
        self.loops.borrow_mut().push(info.clone());
        self.by_entry.borrow_mut().insert(entry, info.clone());
        if enterable {
            let mut warm = self.warm.borrow_mut();
            let own = warm.cell_mut(cell);
            (own.entry, own.used) = (Some(entry), 0);
            self.cpu.set_cell(cell as u32, Some(entry));
        }
        add(&self.prof.loops, 1);
        Ok(info)
    }
    /// Logs a trace that leads elsewhere.
    pub(crate) fn log_recorded(&self, trace: &Trace, start: Start) {
        let category = match start {
            Start::Cell(_) | Start::Meeting(_) => "jit-log-noopt-loop",
            Start::Guard(_) => "jit-log-noopt-bridge",
        };
        log_trace(self, category, trace, "noopt", None);
    }
    /// The data of a guard.
    #[inline]
    pub fn fail_descr(&self, fail: FailId) -> Rc<FailDescr> {
        self.fails.borrow()[fail.0 as usize].clone()
    }
}

fn options<C: Cpu>(jit: &Jit<C>, (jd, shifted): (usize, bool), trace: &Trace) -> Options {
    let warm = jit.warm.borrow();
    let params = warm.params_of(jd);
    Options {
        unroll: trace.ops.len() as i64 <= params.disable_unrolling,
        max_unroll_loops: params.max_unroll_loops.max(0) as usize,
        // Nobody knows whether such a guard of a piece would hold at least once.
        max_retrace_guards: match shifted {
            true => 0,
            false => params.max_retrace_guards.max(0) as usize,
        },
        carry_writes: params.carry_writes != 0,
        ..Options::default()
    }
}

/// Gives the number of further labels that a loop may get.
pub(crate) fn retrace_limit<C: Cpu>(jit: &Jit<C>, jd: usize) -> i64 {
    jit.warm.borrow().params_of(jd).retrace_limit
}

fn optimiser_failed<C: Cpu>(jit: &Jit<C>, error: &InvalidLoop) -> AbortReason {
    jit.log.section("jit-abort", || error.to_string());
    if error.internal { AbortReason::OptimizerError } else { AbortReason::BadLoop }
}

fn backend_failed<C: Cpu>(jit: &Jit<C>, error: &BackendError) -> AbortReason {
    jit.log.section("jit-abort", || error.to_string());
    AbortReason::BackendError
}

/// Compiles a trace that ends in a jump to its own beginning, or in `finish`, as the code of `cell`. The loop of
/// virtualizables (`shape`) is to be entered through [`compile_entry`].
pub(crate) fn compile_as_loop<C: Cpu>(
    jit: &Jit<C>,
    trace: &Trace,
    cell: usize,
    runtime: &[(Kind, i64)],
    (vable, clean, shifted): (Shape, bool, bool),
) -> Result<Rc<LoopInfo>, AbortReason> {
    log_trace(jit, "jit-log-noopt-loop", trace, "noopt", None);
    let jd = jit.warm.borrow().cell(cell).jd;
    let (out, targets) = if optimises(jit, jd) {
        let mut env = Env::new(jit, runtime);
        let result = optimizeopt::optimize_loop(
            trace,
            &jit.data.descrs,
            &mut env,
            options(jit, (jd, shifted), trace),
        );
        let result = result.map_err(|e| optimiser_failed(jit, &e))?;
        add(&jit.prof.closed_loops, result.closed as u64);
        let writes: usize = result.targets.iter().map(|t| t.writes.len()).sum();
        add(&jit.prof.carried_writes, writes as u64);
        (result.trace, result.targets)
    } else {
        let label = jit.new_token();
        let targets = vec![TargetToken::start(label, &trace.inputargs)];
        (finish_trace(trace, &jit.data.descrs, Some(label), Some(label)), targets)
    };
    let labels = Labels { targets: Targets::new(targets), vable, clean, plain: None, shifted };
    jit.install_entry(out, labels, cell, "loop")
}

/// Compiles the entry of a loop of virtualizables: `trace` takes the reds, reads the virtualizables, and jumps into the loop.
pub(crate) fn compile_entry<C: Cpu>(
    jit: &Jit<C>,
    trace: &Trace,
    info: &LoopInfo,
    runtime: &[(Kind, i64)],
) -> Result<Rc<LoopInfo>, AbortReason> {
    log_trace(jit, "jit-log-noopt-loop", trace, "noopt", None);
    let label = jit.new_token();
    let targets = info.targets.all();
    let jd = jit.warm.borrow().cell(info.cell).jd;
    let by = (jd, info.shifted);
    let out = try_bridge(jit, trace, by, &targets, runtime, Some(label), None);
    let out = out.map_err(|e| optimiser_failed(jit, &e))?.trace;
    let labels = Labels {
        targets: info.targets.clone(),
        vable: info.vable.clone(),
        clean: info.clean,
        plain: Some(TargetToken::start(label, &trace.inputargs)),
        shifted: info.shifted,
    };
    jit.install_entry(out, labels, info.cell, "entry")
}

/// Tries to compile a bridge, and gives the optimiser's own reason if it does not.
fn try_bridge<C: Cpu>(
    jit: &Jit<C>,
    trace: &Trace,
    (jd, shifted): (usize, bool),
    targets: &[TargetToken],
    runtime: &[(Kind, i64)],
    label: Option<TokenId>,
    guard: Option<Rc<FailDescr>>,
) -> Result<Arrived, InvalidLoop> {
    if !optimises(jit, jd) {
        let target = targets.last().map(|t| t.token);
        let trace = finish_trace(trace, &jit.data.descrs, label, target);
        return Ok(Arrived { trace, cost: 0, allocations: 0, fits: true });
    }
    let mut env = Env { guard, ..Env::new(jit, runtime) };
    let descrs = &jit.data.descrs;
    let options = options(jit, (jd, shifted), trace);
    let result = optimizeopt::optimize_bridge(trace, descrs, &mut env, options, targets, label);
    let optimizeopt::BridgeResult { trace, cost, allocations, fits, .. } = result?;
    Ok(Arrived { trace, cost, allocations, fits: fits || targets.len() == 1 })
}

/// Compiles a bridge as far as its way is one that the program can take: it ends in the first guard that can never hold.
pub(crate) fn possible_part<C: Cpu>(
    jit: &Jit<C>,
    trace: &mut Trace,
    by: (usize, bool),
    mut targets: &[TargetToken],
    label: Option<TokenId>,
    guard: Option<Rc<FailDescr>>,
) -> Result<Trace, AbortReason> {
    loop {
        match try_bridge(jit, trace, by, targets, &[], label, guard.clone()) {
            Ok(arrived) => return Ok(arrived.trace),
            Err(error) => match error.at.filter(|_| !error.internal) {
                Some(at) if end_at(trace, at) => targets = &[],
                _ => return Err(optimiser_failed(jit, &error)),
            },
        }
    }
}

/// A guard of the trace can never hold: the way that it is on is none that the program takes. It ends there. False: there is no guard.
fn end_at(trace: &mut Trace, at: usize) -> bool {
    let Some(guard) = trace.ops.get(at).and_then(Op::guard) else { return false };
    if trace.ops[at].opnum == ResOp::GuardFutureCondition {
        return false;
    }
    trace.ops.truncate(at + 1);
    trace.guards.truncate(guard.0 as usize + 1);
    trace.ops[at].opnum = ResOp::GuardAlwaysFails;
    trace.ops[at].args.clear();
    trace.record(ResOp::Finish, &[]);
    true
}

/// A trace whose values do not fit the labels of its loop, and the loop's next iteration as a further label of it. `None` if
/// that is not better than the label that the trace alone reaches.
pub(crate) fn optimise_retrace<C: Cpu>(
    jit: &Jit<C>,
    retrace: &Retrace,
    body: &Trace,
    runtime: &[(Kind, i64)],
) -> Result<Option<(Trace, TargetToken)>, AbortReason> {
    let mut env = Env::new(jit, runtime);
    let mut others = retrace.info.targets.all();
    others.pop();
    let jd = jit.warm.borrow().cell(retrace.cell).jd;
    let general = retrace.info.targets.retraced.get() as i64 + 1 >= retrace_limit(jit, jd);
    let result = optimizeopt::optimize_retrace(
        &retrace.bridge,
        body,
        &jit.data.descrs,
        &mut env,
        options(jit, (jd, false), body),
        &others,
        general,
    );
    let result = result.map_err(|e| optimiser_failed(jit, &e))?;
    Ok((result.cost < retrace.cost).then_some((result.trace, result.target)))
}

/// Installs a trace with a further label of a loop.
pub(crate) fn install_retraced<C: Cpu>(
    jit: &Jit<C>,
    out: Trace,
    target: TargetToken,
    info: &LoopInfo,
    start: Start,
) -> Result<TokenId, AbortReason> {
    let known = has_code(jit, start);
    let owner = jit.install_arriving(out, start)?;
    if !known {
        // The label lives as long as the loop.
        memmgr::needs(info, owner);
        add(&jit.prof.carried_writes, target.writes.len() as u64);
        info.targets.add(target);
        add(&jit.prof.retraces, 1);
    }
    Ok(owner)
}

/// Says whether code was made for it while a trace from there was open.
fn has_code<C: Cpu>(jit: &Jit<C>, start: Start) -> bool {
    match start {
        Start::Cell(cell) => jit.warm.borrow().cell(cell).entry.is_some(),
        Start::Guard(fail) => jit.fail_descr(fail).bridged.get(),
        Start::Meeting(_) => false,
    }
}

/// Compiles a trace that starts at a guard and ends with a jump to `target`, or in `finish`.
pub(crate) fn compile_as_bridge<C: Cpu>(
    jit: &Jit<C>,
    trace: &Trace,
    fail: FailId,
    targets: &[TargetToken],
    runtime: &[(Kind, i64)],
) -> Result<(), AbortReason> {
    jit.log_recorded(trace, Start::Guard(fail));
    let guard = Some(jit.fail_descr(fail));
    let jd = jit.fail_descr(fail).jd;
    let out = jit.optimise_bridge(trace, jd, targets, runtime, None, guard)?.trace;
    install_bridge(jit, out, fail)
}

fn install_bridge<C: Cpu>(jit: &Jit<C>, mut out: Trace, fail: FailId) -> Result<(), AbortReason> {
    out.name = format!("bridge out of Guard {}", fail.0);
    let descr = jit.fail_descr(fail);
    if has_code(jit, Start::Guard(fail)) {
        jit.forget_constants();
        return Ok(());
    }
    if joins::joins(jit, &out, fail, &descr) {
        return Ok(());
    }
    let guards = out.guards.len();
    let first_fail = memmgr::guard_numbers(jit, guards);
    let counted = seen::with_counts(jit, &out, b'b', fail.0 as i64);
    let made = counted.as_ref().unwrap_or(&out);
    let code = backend(jit, || jit.cpu.compile_bridge(fail, made, descr.owner, first_fail));
    let code = code.inspect_err(|_| memmgr::free_guard_numbers(jit, first_fail, guards))?;
    log_trace(jit, "jit-log-opt-bridge", &out, "", Some(first_fail));
    log_code(jit, &out, &code);
    seen::log_resume(jit, &out, first_fail);
    seen::note_compiled(jit, descr.jd, 1, fail.0 as i64, &code, &out);
    if let Some(info) = jit.by_entry.borrow().get(&descr.owner) {
        add(&info.belongings.account.size, code.size as u64);
    }
    memmgr::bridge_belongs(jit, descr.owner, &out, first_fail, guards);
    let cell = jit.cell_of(descr.owner);
    let freed = cell.map_or(0, |cell| jit.warm.borrow().cell(cell).freed);
    register_guards(jit, out, (descr.owner, freed), descr.jd, first_fail, Some(&*descr));
    descr.bridged.set(true);
    add(&jit.prof.bridges, 1);
    Ok(())
}

fn backend<C: Cpu>(
    jit: &Jit<C>,
    compile: impl FnOnce() -> Result<CodeInfo, BackendError>,
) -> Result<CodeInfo, AbortReason> {
    let result = jit.meter.during(Doing::Backend, compile);
    add(&jit.prof.backends, 1);
    result.map_err(|e| backend_failed(jit, &e))
}

/// `freed`: how often code of its place was freed. What is made again and again must not make bridges again and again.
fn register_guards<C: Cpu>(
    jit: &Jit<C>,
    mut out: Trace,
    (owner, freed): (TokenId, u32),
    jd: usize,
    first: FailId,
    parent: Option<&FailDescr>,
) {
    let from = parent.map_or(&[][..], |parent| &parent.ways);
    let keep = worth_keeping(&out);
    let mut opnums = vec![(ResOp::GuardAlwaysFails, None); out.guards.len()];
    for op in &out.ops {
        if let Some(guard) = op.guard() {
            opnums[guard.0 as usize] = (op.opnum, known_by_failure(&out, &jit.data.descrs, op));
            add(&jit.prof.opt_guards, 1);
        }
    }
    add(&jit.prof.opt_ops, out.num_real_ops() as u64);
    let guards = core::mem::take(&mut out.guards);
    let of_parent = parent.map(|parent| parent.resume.state());
    let test_of_parent = parent.zip(of_parent.as_ref());
    let test_of_parent = test_of_parent.and_then(|(parent, resume)| test_of(parent.opnum, resume));
    let mut fail_args = vec![];
    let mut fails = jit.fails.borrow_mut();
    let places = fails[first.0 as usize..].iter_mut();
    for ((info, (opnum, tested)), place) in guards.into_iter().zip(opnums).zip(places) {
        let kinds = info.fail_args.iter().map(|v| v.map_or(Kind::Void, |v| out.kind(v)));
        let resume = info.resume.map(|r| *r).unwrap_or_default();
        add(&jit.prof.nvirtuals, resume.virtuals.len() as u64);
        let holes = info.fail_args.iter().filter(|v| v.is_none()).count();
        add(&jit.prof.nvholes, holes as u64);
        let promotes = |parent: &FailDescr| [parent.opnum, opnum] == [ResOp::GuardValue; 2];
        let chain = match (parent, &of_parent) {
            (Some(parent), Some(before)) if promotes(parent) && same_place(before, &resume) => {
                parent.chain + 1
            }
            _ => 0,
        };
        let again = test_of_parent.is_some() && test_of_parent == test_of(opnum, &resume);
        *place = Rc::new(FailDescr {
            kinds: kinds.collect(),
            resume: PackedResume::new(&resume),
            opnum,
            tested,
            owner,
            jd,
            count: Cell::new(0),
            aborts: Cell::new(0),
            // At a place where it may be another value each time further ones come later.
            detours: Cell::new(freed + chain / FEW as u32),
            chain,
            again,
            counted: Cell::new(false),
            busy: Cell::new(0),
            bridged: Cell::new(false),
            ways: vec![],
        });
        if keep {
            fail_args.push(info.fail_args);
        }
    }
    let own = &fails[first.0 as usize..];
    let ways = if keep { joins::ways(jit, out, fail_args, first, from, own) } else { vec![] };
    for (fail, ways) in ways {
        if let Some(descr) = Rc::get_mut(&mut fails[fail.0 as usize]) {
            descr.ways = ways;
        }
    }
}

/// Says whether two guards are at the same place of the interpreter, in frames as deep.
fn same_place(one: &ResumeData, other: &ResumeData) -> bool {
    let place = |resume: &ResumeData| {
        let innermost = resume.frames.last().map(|frame| (frame.jitcode, frame.pc));
        innermost.map(|innermost| (innermost, resume.frames.len()))
    };
    place(one) == place(other)
}

fn log_code<C: Cpu>(jit: &Jit<C>, trace: &Trace, code: &CodeInfo) {
    let name = &trace.name;
    jit.log.section("jit-backend-addr", || {
        format!("{name} has address {:#x} to {:#x}", code.address, code.address + code.size as u64)
    });
    jit.log.section("jit-backend-dump", || {
        let mut text = format!("CODE_DUMP @{:x} +0 ", code.address);
        if code.address != 0 {
            // SAFETY: the backend has just put that much code there.
            let bytes =
                unsafe { core::slice::from_raw_parts(code.address as *const u8, code.size) };
            bytes.iter().for_each(|b| text.push_str(&format!("{b:02X}")));
        }
        text
    });
    jit.log.section("jit-backend-offsets", || seen::offsets_text(jit, trace, &code.offsets));
}

/// Writes a trace to the log. Guards get their process-wide numbers; resume data is left out.
pub(crate) fn log_trace<C: Cpu>(
    jit: &Jit<C>,
    category: &str,
    trace: &Trace,
    note: &str,
    first_fail: Option<FailId>,
) {
    jit.log.section(category, || {
        seen::describe_constants(jit, trace);
        let env = TextEnv { descrs: &jit.data.descrs, symbols: jit.symbols() };
        let Some(first_fail) = first_fail else {
            return print_trace(trace, env).replacen("# ", &format!("# {note} "), 1);
        };
        let text = print_trace(trace, env);
        let mut out: String = text.lines().take(2).map(|l| format!("{l}\n")).collect();
        if let Some(place) = trace.strings.first() {
            let at = if out.contains(" : ") { " : " } else { " with " };
            out = out.replacen(at, &format!(" ({place}){at}"), 1);
        }
        for (n, op) in trace.ops.iter().enumerate() {
            let mut line = op_text(trace, n, env);
            if let Some(guard) = op.guard() {
                if let Some((head, _)) = line.split_once("] -> ") {
                    line = format!("{head}]");
                }
                let global = guard.0 + first_fail.0;
                line = line.replacen(
                    &format!("descr=<Guard{}>", guard.0),
                    &format!("descr=<Guard{global}>"),
                    1,
                );
            }
            out.push_str(&line);
            out.push('\n');
        }
        out
    });
}
