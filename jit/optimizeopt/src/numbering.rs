//! The numbers of values in one guard's resume data.

use crate::values::V;
use alloc::rc::Rc;
use alloc::vec::Vec;
use jitmodel::*;

/// The values of one guard's resume data. The tables are kept from guard to guard: an entry counts if it bears the guard's number.
#[derive(Debug, Default)]
pub struct Numbering {
    guard: u32,
    /// Slot of each value that has one.
    known: Vec<(u32, ResumeSlot)>,
    /// Index in `boxes`, by the output's value.
    places: Vec<(u32, u32)>,
    /// The last description of each value that is a virtual object.
    pub(crate) described: Vec<Option<Rc<VirtualInfo>>>,
    /// Values that a guard's facts are about bear its number.
    about: Vec<u32>,
    facts: u32,
    pub(crate) boxes: Vec<Option<OpRef>>,
    /// The boxes' values.
    pub(crate) values: Vec<V>,
    pub(crate) virtuals: Vec<V>,
}

impl Numbering {
    pub(crate) fn next_guard(&mut self) {
        self.guard += 1;
        self.boxes.clear();
        self.values.clear();
        self.virtuals.clear();
    }
    /// Begins with the facts of a guard.
    pub fn next_facts(&mut self) {
        self.facts += 1;
    }
    /// Says whether the value is new among them.
    pub fn new_fact(&mut self, v: V) -> bool {
        let at = v.0 as usize;
        if self.about.len() <= at {
            self.about.resize(at + 1 + at / 2, 0);
        }
        core::mem::replace(&mut self.about[at], self.facts) != self.facts
    }
    pub(crate) fn slot(&self, v: V) -> Option<ResumeSlot> {
        self.known.get(v.0 as usize).filter(|k| k.0 == self.guard).map(|k| k.1)
    }
    pub(crate) fn set_slot(&mut self, v: V, slot: ResumeSlot) {
        let at = v.0 as usize;
        if self.known.len() <= at {
            self.known.resize(at + 1 + at / 2, (0, ResumeSlot::Zero));
        }
        self.known[at] = (self.guard, slot);
    }
    /// Notes the description of a virtual object.
    pub(crate) fn set_described(&mut self, v: V, info: &Rc<VirtualInfo>) {
        let at = v.0 as usize;
        if self.described.len() <= at {
            self.described.resize(at + 1 + at / 2, None);
        }
        self.described[at] = Some(info.clone());
    }
    /// The fail arg that an output value is: two values may have one place (a short box and what it repeats).
    pub(crate) fn fail_arg(&mut self, out: OpRef) -> u32 {
        let at = out.index();
        if self.places.len() <= at {
            self.places.resize(at + 1 + at / 2, (0, 0));
        }
        if self.places[at].0 != self.guard {
            self.places[at] = (self.guard, self.boxes.len() as u32);
            self.boxes.push(Some(out));
        }
        self.places[at].1
    }
}
