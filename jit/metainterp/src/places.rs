//! Where a trace is in the guest program: the merge points that were passed last, of the function and of its callers. Guards bear that,
//! so bridges know it, and the policy whose test a guard makes ([`crate::policy`]).

use crate::step::MergePoint;
use crate::tracer::Tracer;
use alloc::rc::Rc;
use core::hash::{Hash, Hasher};
use jitbackend::Memory;
use jitmodel::GuardPlace;
use jitmodel::hash::FxHasher;

impl<M: Memory> Tracer<'_, M> {
    /// The merge point that was passed last, and those of the callers.
    pub(crate) fn guest_place(&mut self) -> GuardPlace {
        let depth = self.stack.frames.len();
        while self.places.last().is_some_and(|place| place.depth > depth) {
            self.places.pop();
        }
        match self.places.last() {
            Some(place) => place.clone(),
            None => GuardPlace { cell: self.innermost_cell(), ..GuardPlace::default() },
        }
    }

    /// The guest function or loop in which the trace is, as far as its frames tell.
    fn innermost_cell(&self) -> Option<u32> {
        let inlined = self.stack.frames.iter().rev().find_map(|frame| frame.extra.inlined);
        inlined.or(self.start).or(self.bridge_of).map(|cell| cell as u32)
    }

    /// A merge point is passed.
    pub(crate) fn reached(&mut self, point: &MergePoint) {
        let depth = self.stack.frames.len();
        let mut before = None;
        while self.places.last().is_some_and(|place| place.depth >= depth) {
            before = self.places.pop();
        }
        // The call, or another one from the same place, passed one before. A bridge knows only by that whose frames these are.
        let (cell, outer) = match before.filter(|place| place.depth == depth) {
            Some(before) => (before.cell, before.outer),
            None => (None, self.places.last().cloned().map(Rc::new)),
        };
        let inlined = self.stack.top().extra.inlined.map(|cell| cell as u32);
        let cell = inlined.or(cell).or_else(|| self.innermost_cell());
        let greens = self.words(&point.greens);
        let number = |callers: u32| {
            let mut hasher = FxHasher::default();
            (callers, point.jd, &greens).hash(&mut hasher);
            let hash = hasher.finish();
            (hash >> 32) as u32 ^ hash as u32
        };
        let (way, point) = (number(outer.as_ref().map_or(0, |place| place.way)), number(0));
        self.places.push(GuardPlace { way, point, cell, depth, outer });
    }

    /// A bridge begins behind a guard there: in calls that its parent has inlined, each of them at its merge point.
    pub fn begin_at_place(&mut self, place: &GuardPlace) {
        let all = core::iter::successors(Some(place), |place| place.outer.as_deref());
        self.places = all.cloned().collect();
        self.places.reverse();
    }
}
