//! Places of guards in the guest program: the merge points that were passed last in the calls that are open.

use crate::step::MergePoint;
use crate::tracer::state::Tracer;
use alloc::rc::Rc;
use core::hash::{Hash, Hasher};
use jitbackend::Memory;
use jitmodel::hash::FxHasher;
use jitmodel::resume::GuardPlace;

/// The merge point that was passed last, and those of the callers.
pub(crate) fn guest_place<M: Memory>(tracer: &mut Tracer<'_, M>) -> GuardPlace {
    let depth = tracer.stack.frames.len();
    while let Some(place) = tracer.place.take_if(|place| place.depth > depth) {
        tracer.place = place.outer.clone();
    }
    match &tracer.place {
        Some(place) => GuardPlace::clone(place),
        None => GuardPlace { cell: innermost_cell(tracer), ..GuardPlace::default() },
    }
}

/// The guest function or loop in which the trace is, as far as its frames tell.
fn innermost_cell<M: Memory>(tracer: &Tracer<'_, M>) -> Option<u32> {
    let inlined = tracer.stack.frames.iter().rev().find_map(|frame| frame.extra.inlined);
    inlined.or(tracer.start).or(tracer.bridge_of).map(|cell| cell as u32)
}

/// Counts the open calls of a cell, that which the trace begins in among them.
pub(crate) fn levels<M: Memory>(tracer: &Tracer<'_, M>, cell: usize) -> usize {
    let depth = tracer.stack.frames.len();
    // (Calls that have returned are forgotten later.)
    let open = tracer.place.as_deref().into_iter().flat_map(open_calls);
    open.filter(|place| place.depth <= depth && place.cell == Some(cell as u32)).count()
}

/// Gives the place and those of its callers.
pub(crate) fn open_calls(place: &GuardPlace) -> impl Iterator<Item = &GuardPlace> {
    core::iter::successors(Some(place), |place| place.outer.as_deref())
}

/// A merge point is passed.
pub(crate) fn reached<M: Memory>(tracer: &mut Tracer<'_, M>, point: &MergePoint) {
    let depth = tracer.stack.frames.len();
    let mut before = None;
    while let Some(place) = tracer.place.take_if(|place| place.depth >= depth) {
        tracer.place = place.outer.clone();
        before = Some(place);
    }
    let outer = tracer.place.take();
    // The call, or another one from the same place, passed one before. A bridge knows only by that whose frames these are.
    let cell = before.filter(|place| place.depth == depth).and_then(|place| place.cell);
    let inlined = tracer.stack.top().extra.inlined.map(|cell| cell as u32);
    let cell = inlined.or(cell).or_else(|| innermost_cell(tracer));
    let greens = tracer.words(&point.greens);
    let number = |callers: u32| {
        let mut hasher = FxHasher::default();
        (callers, point.jd, &greens).hash(&mut hasher);
        let hash = hasher.finish();
        (hash >> 32) as u32 ^ hash as u32
    };
    let (way, point) = (number(outer.as_ref().map_or(0, |place| place.way)), number(0));
    tracer.place = Some(Rc::new(GuardPlace { way, point, cell, depth, outer }));
}

/// A bridge begins behind a guard there: in calls that its parent has inlined, each of them at its merge point.
pub(crate) fn begin_at_place<M: Memory>(tracer: &mut Tracer<'_, M>, place: &GuardPlace) {
    tracer.place = Some(Rc::new(place.clone()));
}
