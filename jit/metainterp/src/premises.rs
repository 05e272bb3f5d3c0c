//! What a trace needs of the objects that it promotes ([`crate::foresight`]).

use alloc::rc::Rc;
use alloc::vec;
use alloc::vec::Vec;
use jitbackend::RootTable;
use jitmodel::*;
use smallvec::SmallVec;

/// An operation on constants, one of which is a promoted object.
#[derive(Clone, Debug)]
pub(crate) struct Use {
    pub(crate) what: Operation,
    /// `None`: the object.
    pub(crate) args: SmallVec<[Option<ConstValue>; 4]>,
    pub(crate) result: ConstValue,
}

/// Says which operation it is; see [`Use`].
#[derive(Clone, Copy, Debug)]
pub(crate) enum Operation {
    Pure(ResOp),
    /// A read, or an elidable call.
    Memory(ResOp, DescrRef),
    Class,
}

/// Describes where a guard goes on: the frames, outermost first, with their jitcodes, positions, and constants among
/// the live registers (an interpreter of trees is always at the same position; the tree tells where).
type ResumePoint = Vec<(u32, u32, Vec<(usize, ConstValue)>)>;

/// Gives the place where the guard with this snapshot goes on, as it is recorded.
pub(crate) fn place_of(trace: &Trace, frame: Option<FrameRef>) -> ResumePoint {
    let constant = |(n, v): (usize, &OpRef)| Some((n, trace.const_value(*v)?));
    let frames = frame.map_or(vec![], |top| trace.snapshot_frames(top));
    let place = frames.iter().map(|frame| {
        let consts = frame.slots.iter().enumerate().filter_map(constant);
        (frame.jitcode, frame.pc, consts.collect())
    });
    place.collect()
}

fn is_place(place: &ResumePoint, resume: &ResumeData, roots: &RootTable) -> bool {
    let same = |slot: Option<&ResumeSlot>, c: ConstValue| match slot {
        Some(ResumeSlot::Const(known)) => roots.word(*known) == roots.word(c),
        _ => false,
    };
    place.len() == resume.frames.len()
        && place.iter().zip(&resume.frames).all(|((jitcode, pc, consts), frame)| {
            (frame.jitcode, frame.pc) == (*jitcode, *pc)
                && consts.iter().all(|(n, c)| same(frame.slots.get(*n), *c))
        })
}

/// A promoted object.
#[derive(Debug)]
pub(crate) struct Promotion {
    pub(crate) value: RefConst,
    /// The variable that had it.
    pub(crate) of: OpRef,
    /// The innermost frame at its guard.
    pub(crate) frame: Option<FrameRef>,
    pub(crate) uses: Vec<Use>,
    /// All that depends on it is among the uses.
    pub(crate) plain: bool,
}

/// Says what the trace behind a `guard_value` needs of the object.
#[derive(Clone, Debug)]
pub(crate) struct Premise {
    pub(crate) value: RefConst,
    /// The places of all promotions of the object in the trace, and which of these it is. None if it is the only one.
    pub(crate) places: Rc<[ResumePoint]>,
    pub(crate) which: usize,
    pub(crate) uses: Rc<[Use]>,
}

impl Premise {
    /// Its guard among those of an optimised trace that test for the object, by their places in the trace.
    pub(crate) fn guard_of(
        &self,
        guards: &[(usize, ResumeData)],
        roots: &RootTable,
    ) -> Option<usize> {
        if self.places.is_empty() {
            let [(only, _)] = guards else { return None };
            return Some(*only);
        }
        // Some are missing where the object is known already. All others must be found, or something has moved.
        let mut found = vec![None; self.places.len()];
        for (at, resume) in guards {
            let mut like = (0..found.len()).filter(|n| is_place(&self.places[*n], resume, roots));
            let (Some(first), None) = (like.next(), like.next()) else { return None };
            if found[first].replace(*at).is_some() {
                return None;
            }
        }
        found[self.which]
    }

    /// Says whether it is about this constant.
    pub(crate) fn is_about(&self, value: Option<ConstValue>, roots: &RootTable) -> bool {
        let Some(ConstValue::Ref(c)) = value else { return false };
        roots.ref_word(c) == roots.ref_word(self.value)
    }
}

/// Objects that a trace promoted.
#[derive(Debug, Default)]
pub struct Promotions {
    pub(crate) all: Vec<Promotion>,
    /// Their addresses, after so many collections.
    pub(crate) words: SmallVec<[i64; 4]>,
    collections: u32,
}

impl Promotions {
    /// The objects' addresses.
    #[inline]
    pub(crate) fn words(&mut self, roots: &RootTable) -> &[i64] {
        if self.collections != roots.collections() {
            self.collections = roots.collections();
            self.words = self.all.iter().map(|p| roots.ref_word(p.value)).collect();
        }
        &self.words
    }

    /// Gives the indices of the promotions of an object.
    pub(crate) fn of(&mut self, word: i64, roots: &RootTable) -> SmallVec<[usize; 2]> {
        let words = self.words(roots).iter().enumerate();
        words.filter(|w| *w.1 == word).map(|w| w.0).collect()
    }
}
