//! Root slots of constants, which are given back unless compiled code keeps them.

use alloc::rc::Rc;
use alloc::vec::Vec;
use core::cell::RefCell;
use jitbackend::RootTable;
use jitmodel::hash::FxHashMap;

/// Root slots that are given back unless compiled code keeps them.
#[derive(Default)]
pub struct RootedConsts {
    roots: Option<Rc<RootTable>>,
    slots: Vec<u32>,
    by_word: RefCell<ByWord>,
}

/// Slots by the references in them, which were these after so many collections.
#[derive(Default)]
struct ByWord {
    collections: u32,
    slots: FxHashMap<i64, u32>,
}

impl RootedConsts {
    /// None yet.
    pub fn new(roots: &Rc<RootTable>) -> Self {
        let (slots, by_word) = Default::default();
        RootedConsts { roots: Some(roots.clone()), slots, by_word }
    }

    /// One more.
    pub fn add(&mut self, slot: u32) {
        self.slots.push(slot);
        if let Some(roots) = &self.roots {
            self.by_word.get_mut().slots.insert(roots.get(slot), slot);
        }
    }

    /// The slot that has this reference.
    pub fn find(&self, word: i64) -> Option<u32> {
        let roots = self.roots.as_ref().filter(|_| !self.slots.is_empty())?;
        let mut by_word = self.by_word.borrow_mut();
        if by_word.collections != roots.collections() {
            by_word.collections = roots.collections();
            by_word.slots = self.slots.iter().map(|&slot| (roots.get(slot), slot)).collect();
        }
        by_word.slots.get(&word).copied()
    }

    /// Gives the words that are in them.
    pub fn words(&self) -> Vec<i64> {
        let roots = self.roots.as_ref();
        self.slots.iter().filter_map(|&slot| Some(roots?.get(slot))).collect()
    }

    /// The first of them.
    pub fn first(&self) -> Option<u32> {
        self.slots.first().copied()
    }

    /// They belong to compiled code now.
    pub fn keep(&mut self) -> Vec<u32> {
        self.by_word.get_mut().slots.clear();
        core::mem::take(&mut self.slots)
    }
}

impl Drop for RootedConsts {
    fn drop(&mut self) {
        for &slot in &self.slots {
            if let Some(roots) = &self.roots {
                roots.release(slot);
            }
        }
    }
}
