//! Parts of traces ([`cut`]), and traces without optimisation (`enable_opts=`): only what backends need, fail args and resume data.

use crate::ends::PassedMergePoint;
use alloc::boxed::Box;
use alloc::string::String;
use alloc::vec::Vec;
use jitmodel::hash::FxHashMap;
use jitmodel::*;

fn plain_call(op: ResOp) -> ResOp {
    if op.is_call_pure() { ResOp::call(op.result()) } else { op }
}

/// The trace with fail args and resume data; with `label`, it begins with that label. A final jump goes to `target`.
pub fn finish_trace(
    trace: &Trace,
    descrs: &DescrTable,
    label: Option<TokenId>,
    target: Option<TokenId>,
) -> Trace {
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
        if let (ResOp::VirtualRef | ResOp::VirtualRefFinish, Some(refs)) =
            (op.opnum, descrs.virtual_refs)
        {
            map.push(virtual_ref(&mut out, &new, refs));
            continue;
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

/// A virtual reference that is made, or finished.
fn virtual_ref(out: &mut Trace, op: &Op, refs: VirtualRefs) -> OpRef {
    if op.opnum == ResOp::VirtualRef {
        let vref = out.record_descr(ResOp::NewWithVtable, &[], refs.size);
        let token = out.record(ResOp::ForceToken, &[]);
        out.record_descr(ResOp::SetfieldGc, &[vref, token], refs.token);
        return vref;
    }
    let zero = out.const_int(0);
    out.record_descr(ResOp::SetfieldGc, &[op.args[0], op.args[1]], refs.frame);
    out.record_descr(ResOp::SetfieldGc, &[op.args[0], zero], refs.token)
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
    let mut resume = ResumeData {
        marks: info.marks.clone(),
        place: info.place.clone(),
        ..ResumeData::default()
    };
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
    for vable in info.vables.into_iter().flat_map(|n| &trace.vables[n as usize]) {
        let values = vable.values.iter();
        let values =
            values.map(|v| VableValue { place: v.place, dirty: v.dirty, value: slot(v.value) });
        let values = values.collect();
        let object = slot(vable.object);
        resume.vables.push(VableState { which: vable.which, object, values });
    }
    for &(vref, frame) in info.vrefs.iter().flat_map(|n| &trace.vrefs[*n as usize]) {
        resume.vrefs.push((slot(vref), slot(frame)));
    }
    GuardInfo { fail_args, resume: Some(Box::new(resume)), ..Default::default() }
}

/// Gives what was recorded from a passed merge point on, as a trace of its own whose inputargs are the reds. `None` if
/// it uses something that is not among them. `all_dirty`: all values of the virtualizable count as dirty. Its strings
/// begin with `strings`.
pub fn cut(
    old: &Trace,
    from: &PassedMergePoint,
    strings: &[String],
    all_dirty: bool,
) -> Option<Trace> {
    let kinds: Vec<Kind> = from.reds.iter().map(|&r| old.kind(r)).collect();
    let mut new = Trace::new("", &kinds);
    new.strings = strings.to_vec();
    new.computed = old.computed.clone();
    let mut map = vec![None; old.num_values()];
    for (n, red) in from.reds.iter().enumerate() {
        map[red.index()] = Some(OpRef::value(n));
    }
    let mut frames: Vec<Option<FrameRef>> = vec![None; old.snapshots.len()];
    let mut vables: Vec<Option<u32>> = vec![None; old.vables.len()];
    let mut vrefs: Vec<Option<u32>> = vec![None; old.vrefs.len()];
    let operand = |new: &mut Trace, map: &[Option<OpRef>], v: OpRef| match old.const_value(v) {
        Some(c) => Some(new.constant(c)),
        None => map[v.index()],
    };
    for n in from.position..old.ops.len() {
        let op = &old.ops[n];
        let args: Option<Args> = op.args.iter().map(|&v| operand(&mut new, &map, v)).collect();
        let mut op = Op { opnum: op.opnum, args: args?, descr: op.descr };
        if matches!(op.opnum, ResOp::DebugMergePoint | ResOp::JitDebug) {
            let text = old.int_value(old.ops[n].args[0])? as usize;
            let index = new.strings.len() as i64;
            new.strings.push(old.strings[text].clone());
            op.args[0] = new.const_int(index);
        }
        if let OpDescr::Guard(guard) = op.descr {
            let mut chain = Vec::new();
            let mut next = old.guards[guard.0 as usize].snapshot;
            while let Some(frame) = next {
                chain.push(frame);
                next = old.snapshots[frame.0 as usize].parent;
            }
            let mut parent = None;
            for frame in chain.into_iter().rev() {
                let at = frame.0 as usize;
                if frames[at].is_none() {
                    let slots: Option<Vec<OpRef>> = old.snapshots[at]
                        .slots
                        .iter()
                        .map(|&v| operand(&mut new, &map, v))
                        .collect();
                    let SnapshotFrame { jitcode, pc, .. } = old.snapshots[at];
                    let frame = SnapshotFrame { parent, jitcode, pc, slots: slots? };
                    frames[at] = Some(new.add_snapshot(frame));
                }
                parent = frames[at];
            }
            let held = old.guards[guard.0 as usize].vables;
            if let Some(at) = held.map(|at| at as usize)
                && vables[at].is_none()
            {
                let mut states = Vec::with_capacity(old.vables[at].len());
                for &VableState { which, object, ref values } in &old.vables[at] {
                    let object = operand(&mut new, &map, object)?;
                    let mut mapped = Vec::with_capacity(values.len());
                    for v in values {
                        let value = operand(&mut new, &map, v.value)?;
                        let dirty = v.dirty || all_dirty;
                        mapped.push(VableValue { place: v.place, dirty, value });
                    }
                    states.push(VableState { which, object, values: mapped });
                }
                vables[at] = Some(new.vables.len() as u32);
                new.vables.push(states);
            }
            let live = old.guards[guard.0 as usize].vrefs;
            if let Some(at) = live.map(|at| at as usize)
                && vrefs[at].is_none()
            {
                let mut pairs = Vec::with_capacity(old.vrefs[at].len());
                for &(vref, frame) in &old.vrefs[at] {
                    pairs.push((operand(&mut new, &map, vref)?, operand(&mut new, &map, frame)?));
                }
                vrefs[at] = Some(new.vrefs.len() as u32);
                new.vrefs.push(pairs);
            }
            op.descr = OpDescr::Guard(GuardId(new.guards.len() as u32));
            new.guards.push(GuardInfo {
                snapshot: parent,
                vables: held.and_then(|at| vables[at as usize]),
                vrefs: live.and_then(|at| vrefs[at as usize]),
                marks: old.guards[guard.0 as usize].marks.clone(),
                place: old.guards[guard.0 as usize].place.clone(),
                ..Default::default()
            });
        }
        map[old.op_ref(n).index()] = Some(new.push(op));
    }
    Some(new)
}
