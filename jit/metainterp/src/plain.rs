//! Traces without optimisation (`enable_opts=`): only what backends need, fail args and resume data.

use jitmodel::*;
use rustc_hash::FxHashMap;

fn plain_call(op: ResOp) -> ResOp {
    if op.is_call_pure() { ResOp::call(op.result()) } else { op }
}

/// The trace with fail args and resume data; with `label`, it begins with that label. A final jump goes to `target`.
pub fn finish_trace(trace: &Trace, label: Option<TokenId>, target: Option<TokenId>) -> Trace {
    let mut out = Trace::new(trace.name.clone(), &trace.inputargs);
    out.strings = trace.strings.clone();
    let mut map: Vec<OpRef> = out.inputarg_refs().collect();
    if let Some(label) = label {
        let args: Vec<OpRef> = out.inputarg_refs().collect();
        out.record_token(ResOp::Label, &args, label);
    }
    for op in &trace.ops {
        if op.opnum == ResOp::GuardFutureCondition {
            map.push(OpRef::value(0)); // void: never used
            continue;
        }
        let mut new = Op { opnum: plain_call(op.opnum), args: Args::new(), descr: op.descr };
        for &arg in &op.args {
            new.args.push(operand(&mut out, trace, &map, arg));
        }
        if let (ResOp::Jump, Some(target)) = (op.opnum, target) {
            new.descr = OpDescr::Token(target);
        }
        if let Some(guard) = op.guard() {
            let info = guard_info(&mut out, trace, &map, guard);
            new.descr = OpDescr::Guard(GuardId(out.guards.len() as u32));
            out.guards.push(info);
        }
        let value = out.push(new);
        map.push(value);
    }
    out
}

fn operand(out: &mut Trace, trace: &Trace, map: &[OpRef], v: OpRef) -> OpRef {
    match trace.const_value(v) {
        Some(c) => out.constant(c),
        None => map[v.index()],
    }
}

fn guard_info(out: &mut Trace, trace: &Trace, map: &[OpRef], guard: GuardId) -> GuardInfo {
    let mut fail_args: Vec<Option<OpRef>> = Vec::new();
    let mut index: FxHashMap<OpRef, u32> = FxHashMap::default();
    let info = &trace.guards[guard.0 as usize];
    let mut resume = ResumeData { marks: info.marks.clone(), ..ResumeData::default() };
    let mut slot = |v: OpRef| match trace.const_value(v) {
        Some(c) => ResumeSlot::Const(c),
        None => {
            let v = operand(out, trace, map, v);
            ResumeSlot::Box(*index.entry(v).or_insert_with(|| {
                fail_args.push(Some(v));
                fail_args.len() as u32 - 1
            }))
        }
    };
    if let Some(top) = info.snapshot {
        for frame in trace.snapshot_frames(top) {
            let slots = frame.slots.iter().map(|&v| slot(v)).collect();
            resume.frames.push(ResumeFrame { jitcode: frame.jitcode, pc: frame.pc, slots });
        }
    }
    if let Some(vable) = info.vable {
        let vable = &trace.vables[vable as usize];
        let values = vable.values.iter();
        let values =
            values.map(|v| VableValue { place: v.place, dirty: v.dirty, value: slot(v.value) });
        let values = values.collect();
        resume.vable = Some(VableState { object: slot(vable.object), values });
    }
    GuardInfo { fail_args, resume: Some(Box::new(resume)), ..Default::default() }
}
