//! Meetings of ways inside of the interpreter's code: a test that an earlier piece has passed
//! already.
//!
//! Behind a guard the other side of a test goes on, soon comes to the next test of the interpreter, and from there on does what the first
//! way does. If each way had code of its own up to the next merge point, tests that follow each other would make a product of ways. So the
//! second way to come to a test makes the code from there on once more, for what both have in common, and with a label: it and all
//! further ones jump there. What differs between them, or is not known, is an input of that code. It ends at the next test
//! that has a label, or gets one.
//!
//! Ways agree if they are at the same positions in the same functions ([`super::spots`]) and if what the code takes as constant is the same in both.
//! The merge point that was passed last belongs to a spot as well, for ways of different guest positions have nothing in
//! common; correctness does not depend on it.

use crate::timeshift::frame::SFrame;
use crate::timeshift::spots::{LiveConstants, Spot};
use crate::timeshift::state::Shifter;
use crate::timeshift::vable;
use crate::timeshift::values::SBox;
use alloc::vec;
use alloc::vec::Vec;
use jitbackend::Memory;
use jitmodel::*;

impl<M: Memory> Shifter<'_, M> {
    /// The registers that are live at a spot: frame, kind, number.
    fn live_registers(&self, spot: &Spot) -> Option<Vec<(usize, Kind, u8)>> {
        let mut registers = Vec::new();
        for (n, &(jitcode, pc)) in spot.frames.iter().enumerate() {
            let live = self.data.liveness.get(self.data.jitcodes[jitcode].live_at(pc)?);
            let files =
                [(Kind::Int, live.ints), (Kind::Ref, live.refs), (Kind::Float, live.floats)];
            for (kind, regs) in files {
                registers.extend(regs.iter().map(|&reg| (n, kind, reg)));
            }
        }
        Some(registers)
    }
    /// The code of the spot cannot be made: the piece goes on.
    pub fn passes_by(&mut self) {
        self.meeting.arrived = None;
        self.meeting.passes = true;
        let top = self.stack.top_mut();
        top.pc = top.extra.live();
    }
}

/// Gives the place where the piece is, if others may come to the same place.
fn spot<M: Memory>(shifter: &Shifter<'_, M>) -> Option<Spot> {
    let on_its_way = shifter.meeting.place == 0
        || shifter.stop.is_some()
        || shifter.abort.is_some()
        || !shifter.left.marks.is_empty()
        || shifter.again
        || shifter.loop_header.is_some();
    if on_its_way {
        return None;
    }
    let mut frames: Vec<(usize, usize)> =
        shifter.stack.frames.iter().map(|frame| (frame.jitcode, frame.pc)).collect();
    frames.last_mut()?.1 = shifter.stack.top().extra.live();
    let mut spot = Spot { place: shifter.meeting.place, frames, vables: vec![] };
    let registers = shifter.live_registers(&spot)?;
    let values = registers.iter().map(|&(n, kind, reg)| shifter.frame_get(n, kind, reg));
    spot.vables = shifter.vables_held(&values.collect::<Vec<_>>())?;
    Some(spot)
}

/// A test of what is not known comes. Tells whether the piece ends here, because others have come here.
pub(crate) fn meets<M: Memory>(shifter: &mut Shifter<'_, M>) -> bool {
    if core::mem::take(&mut shifter.meeting.passes) {
        return false;
    }
    let Some(spot) = spot(shifter) else { return false };
    let Some(registers) = shifter.live_registers(&spot) else { return false };
    let known = registers.iter().map(|&(n, kind, reg)| match shifter.frame_get(n, kind, reg) {
        SBox::Const(c) => Some(c),
        SBox::Op(..) => None,
    });
    let mut known: LiveConstants = known.collect();
    for held in &spot.vables {
        known.extend(vable::vable_known(shifter, held));
    }
    let begins = shifter.meeting.begins.as_ref() == Some(&spot.frames);
    if begins {
        shifter.meeting.begins = None;
    } else if shifter.host.meets(&spot, &known, shifter.meeting.eager) {
        shifter.meeting.arrived = Some((spot, known));
        return true;
    }
    shifter.meeting.passed.push((spot, known));
    false
}

/// Values of the registers that the code of a spot does not take as constant, under names that are not in use.
pub(crate) fn meeting_args<M: Memory>(
    shifter: &mut Shifter<'_, M>,
    spot: &Spot,
    known: &LiveConstants,
) -> Vec<OpRef> {
    let mut seen = Default::default();
    let mut args = Vec::new();
    let registers = shifter.live_registers(spot).unwrap_or_default();
    let (of_registers, mut known) = known.split_at(registers.len());
    for ((n, kind, reg), known) in registers.into_iter().zip(of_registers) {
        if known.is_none() {
            let v = shifter.frame_get(n, kind, reg);
            let v = shifter.boxed(v, &mut seen);
            args.extend(v.op());
        }
    }
    for held in &spot.vables {
        args.extend(vable::vable_give_unknown(shifter, held, known, &mut seen));
        known = &known[vable::vable_size(shifter, held)..];
    }
    args
}

/// Kinds of these values.
pub(crate) fn meeting_kinds<M: Memory>(
    shifter: &Shifter<'_, M>,
    spot: &Spot,
    known: &LiveConstants,
) -> Vec<Kind> {
    let registers = shifter.live_registers(spot).into_iter().flatten().map(|register| register.1);
    let values = spot.vables.iter().flat_map(|held| vable::vable_kinds(shifter, held));
    let kinds = registers.chain(values).zip(known);
    kinds.filter(|(_, known)| known.is_none()).map(|(kind, _)| kind).collect()
}

/// The piece, which has no frames yet, begins where another one is. None: frames nest too deeply.
pub(crate) fn enter_spot<M: Memory>(
    shifter: &mut Shifter<'_, M>,
    from: &Shifter<'_, M>,
    spot: &Spot,
    known: &LiveConstants,
) -> Option<()> {
    let registers = from.live_registers(spot)?;
    let (mut inputs, mut own) = (0, LiveConstants::new());
    let mut values = Vec::new();
    for (n, &(jitcode, pc)) in spot.frames.iter().enumerate() {
        if shifter.stack.push(shifter.data, jitcode, SFrame::default()).is_err() {
            return None;
        }
        for (&(_, kind, reg), known) in registers.iter().zip(known).filter(|(r, _)| r.0 == n) {
            let v = from.frame_get(n, kind, reg);
            let new = match known {
                Some(c) => {
                    let c = shifter.const_value(kind, shifter.word_of(*c));
                    own.push(Some(c));
                    SBox::Const(c)
                }
                None => {
                    inputs += 1;
                    own.push(None);
                    SBox::Op(OpRef::value(inputs - 1), kind)
                }
            };
            match (new, from.witness(v)) {
                (SBox::Const(_), _) if from.facts.is_list(from.roots, v) => {
                    shifter.facts.add_list(shifter.roots, new);
                }
                (SBox::Op(op, _), Some(word)) => shifter.facts.see(op, kind, word),
                _ => {}
            }
            shifter.put(kind, reg, new);
            values.push(new);
        }
        let top = shifter.stack.top_mut();
        top.pc = pc;
        top.extra.set_live(pc);
    }
    let mut known = &known[registers.len()..];
    for held in &spot.vables {
        own.extend(vable::vable_take(shifter, from, held, &values, known, &mut inputs));
        known = &known[vable::vable_size(shifter, held)..];
    }
    shifter.facts.is_as_stale_as(&from.facts);
    shifter.meeting.place = spot.place;
    shifter.meeting.begins = Some(spot.frames.clone());
    shifter.meeting.eager = true;
    shifter.meeting.code = Some((spot.clone(), own));
    Some(())
}
