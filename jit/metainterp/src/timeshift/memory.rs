//! Operations on memory, for values of two binding times.

use crate::step::wants_memory_guard;
use crate::timeshift::facts::Part;
use crate::timeshift::state::Shifter;
use crate::timeshift::values::SBox;
use jitbackend::Memory;
use jitbackend::exec::execute;
use jitmodel::effects::{ALLOCATES, WRITES};
use jitmodel::*;
use smallvec::SmallVec;

pub(crate) type Words = SmallVec<[i64; 6]>;

/// An operation on memory, whatever object it is about.
pub(crate) fn plain_memory<M: Memory>(
    shifter: &mut Shifter<'_, M>,
    op: ResOp,
    args: &[SBox],
    descr: DescrRef,
) -> SBox {
    let data = shifter.data;
    let kind = op.result();
    let list = args.first().is_some_and(|v| shifter.facts.is_list(shifter.roots, *v));
    let keeps = op == ResOp::GetfieldGcR && (data.descrs.field(descr).immutable_items || list);
    let place = shifter.place(op, args, descr);
    if let Some((place, None, kind)) = place
        && let Some(v) = shifter.facts.read(place, shifter.const_value(kind, 0))
    {
        let v = shifter.current(v);
        if keeps {
            shifter.facts.add_list(shifter.roots, v);
        }
        return v;
    }
    // An item of what never changes is known as soon as it was read once.
    let recorded = match (op, list) {
        (ResOp::GetarrayitemGcI, true) => ResOp::GetarrayitemGcPureI,
        (ResOp::GetarrayitemGcR, true) => ResOp::GetarrayitemGcPureR,
        (ResOp::GetarrayitemGcF, true) => ResOp::GetarrayitemGcPureF,
        _ => op,
    };
    let result = shifter.record(recorded, args, Some(descr));
    let Some(name) = result.op() else { return result };
    if op.has(ALLOCATES) {
        if wants_memory_guard(shifter, data, op) {
            shifter.guard_after(ResOp::GuardNoException, &[], None);
        }
        shifter.facts.allocated(name, op != ResOp::NewArray);
        if let Descr::Size(size) = data.descrs.get(descr)
            && let Some(vtable) = size.vtable
        {
            shifter.facts.set_class(name, data.address(vtable));
        }
        if let (Some(&length), Descr::Array(_)) = (args.first(), data.descrs.get(descr)) {
            shifter.facts.note((result, descr, Part::Fixed), length);
        }
        return result;
    }
    if op.has(WRITES) {
        let value = args.last().copied().unwrap_or(result);
        match place {
            Some((place, Some(value), _)) => {
                shifter.facts.write(args[0], descr, Some(place), value);
            }
            // At an unknown index, or smaller than a word: the value is cut off.
            _ if matches!(op, ResOp::SetfieldGc | ResOp::SetarrayitemGc) => {
                shifter.facts.write(args[0], descr, None, value)
            }
            _ => {
                args.iter().for_each(|v| shifter.facts.escape(*v));
                shifter.facts.write(args[0], descr, None, value);
            }
        }
        return result;
    }
    if kind == Kind::Ref {
        // What was stored there may come out again under another name.
        if place.is_none() {
            shifter.facts.escape(args[0]);
        }
    }
    if let Some((place, None, _)) = place {
        shifter.facts.note(place, result);
    }
    let raw = matches!(op, ResOp::GetfieldRawI | ResOp::GetfieldRawR | ResOp::GetfieldRawF);
    let part = place.map_or(Part::Any, |place| place.0.2);
    if !raw
        && let Some(words) = witnesses(shifter, args)
        && !shifter.facts.is_stale(args[0], descr, part, |v| shifter.witness(v))
        && shifter.may_read(op, &words, descr)
    {
        let word = execute(shifter.mem, op, &words, descr).expect("a memory operation");
        shifter.facts.see(name, kind, word);
    }
    if keeps {
        shifter.facts.add_list(shifter.roots, result);
    }
    result
}

/// Gives the values in the program at this moment.
pub(crate) fn witnesses<M: Memory>(shifter: &Shifter<'_, M>, args: &[SBox]) -> Option<Words> {
    args.iter().map(|v| shifter.witness(*v)).collect()
}
