//! Spots where pieces meet, and the code that begins there ([`super::meetings`]).

use crate::compiled::LoopInfo;
use crate::warmstate::ATTEMPTS;
use alloc::rc::Rc;
use alloc::vec::Vec;
use jitbackend::RootTable;
use jitmodel::hash::FxHashMap;
use jitmodel::*;

/// A position of the interpreter, as two ways must have it in common.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub struct Spot {
    /// The number of the merge point that was passed last, as guards have it.
    pub(crate) place: u32,
    /// Jitcode and position of each frame.
    pub(crate) frames: Vec<(usize, usize)>,
    pub(crate) vables: Vec<Held>,
}

/// A virtualizable at a spot, whose values are in the code.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub struct Held {
    /// Its number.
    pub which: usize,
    /// Lengths of its arrays.
    pub lengths: Vec<usize>,
    /// Index of the live register that has the object.
    pub object: usize,
    /// Index of the live register that has each array, if one has it.
    pub arrays: Vec<Option<usize>>,
}

impl Spot {
    /// The cell of the merge point.
    pub fn cell(&self) -> usize {
        self.place as usize - 1
    }
}

/// The values that are live at a spot, and then those of the virtualizables: constants, or None.
pub type LiveConstants = Vec<Option<ConstValue>>;

/// Somebody came to the spot.
pub(crate) struct Way {
    /// The code that came there, or that begins there. Constants are its.
    owner: TokenId,
    known: LiveConstants,
    /// It begins there.
    code: Option<Rc<LoopInfo>>,
}

/// All spots.
#[derive(Default)]
pub struct Meetings {
    at: FxHashMap<Spot, Vec<Way>>,
}

pub(crate) fn same(roots: &RootTable, a: Option<ConstValue>, b: Option<ConstValue>) -> bool {
    match (a, b) {
        (Some(a), Some(b)) => a.kind() == b.kind() && roots.word(a) == roots.word(b),
        _ => false,
    }
}

impl Meetings {
    /// The code at a spot that takes such values, and what it takes as constant.
    pub fn code(
        &self,
        roots: &RootTable,
        spot: &Spot,
        known: &LiveConstants,
    ) -> Option<(Rc<LoopInfo>, LiveConstants)> {
        let takes = |way: &&Way| {
            let pairs = way.known.iter().zip(known);
            pairs.clone().all(|(code, has)| code.is_none() || same(roots, *code, *has))
                && way.code.as_ref().is_some_and(|info| !info.belongings.is_invalid())
        };
        let ways = self.at.get(spot)?.iter().filter(takes);
        let way = ways.max_by_key(|way| way.known.iter().flatten().count())?;
        Some((way.code.clone()?, way.known.clone()))
    }

    /// Gives what such values have in common with those of a way that came there before.
    pub fn in_common(
        &self,
        roots: &RootTable,
        spot: &Spot,
        known: &LiveConstants,
    ) -> Option<LiveConstants> {
        let ways = self.at.get(spot)?;
        let valid =
            |way: &&Way| way.code.as_ref().is_some_and(|code| !code.belongings.is_invalid());
        if ways.iter().filter(valid).count() >= ATTEMPTS as usize {
            return None;
        }
        let common = |way: &Way| -> LiveConstants {
            let pairs = way.known.iter().zip(known);
            pairs.map(|(a, b)| b.filter(|_| same(roots, *a, *b))).collect()
        };
        ways.iter().map(common).max_by_key(|known| known.iter().flatten().count())
    }

    /// Code begins at the spot.
    pub fn add_code(&mut self, spot: Spot, known: LiveConstants, info: Rc<LoopInfo>) {
        let way = Way { owner: info.entry, known, code: Some(info) };
        self.at.entry(spot).or_default().push(way);
    }

    /// Code of `owner` has passed these spots.
    pub fn add_passed(&mut self, owner: TokenId, passed: Vec<(Spot, LiveConstants)>) {
        for (spot, known) in passed {
            let ways = self.at.entry(spot).or_default();
            if ways.iter().filter(|way| way.code.is_none()).count() < ATTEMPTS as usize {
                ways.push(Way { owner, known, code: None });
            }
        }
    }

    /// The code is gone.
    pub fn forget(&mut self, owner: TokenId) {
        self.at.retain(|_, ways| {
            ways.retain(|way| way.owner != owner);
            !ways.is_empty()
        });
    }
}

/// Holds what a piece has to do with meetings.
#[derive(Default)]
pub struct Meeting {
    /// The merge point that was passed last: its cell + 1, or 0.
    pub place: u32,
    /// Place where the piece begins, behind a guard or at a spot: it has to get on before it meets others
    /// there.
    pub begins: Option<Vec<(usize, usize)>>,
    /// It makes the code of spots that another one has passed: all pieces behind guards do.
    pub eager: bool,
    /// Spots that it has passed.
    pub passed: Vec<(Spot, LiveConstants)>,
    /// It has come to a spot with code, or whose code is to be made.
    pub arrived: Option<(Spot, LiveConstants)>,
    /// It is to be the code of this spot.
    pub code: Option<(Spot, LiveConstants)>,
    /// The next test is passed.
    pub(crate) passes: bool,
}
