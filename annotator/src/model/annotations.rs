//! The annotations of all variables. Very many variables have the same one: each is kept once, and variables keep its number.

use super::SomeValue;
use indexmap::IndexSet;
use rustc_hash::FxBuildHasher;
use std::num::NonZeroU32;

/// Number of an annotation.
#[derive(Copy, Clone, PartialEq, Eq, Debug)]
pub struct AnnotationId(NonZeroU32);

/// Each annotation that some variable has or had.
#[derive(Clone, Default, Debug)]
pub struct Annotations(IndexSet<SomeValue, FxBuildHasher>);

impl Annotations {
    /// The number of an annotation.
    pub fn add(&mut self, s: SomeValue) -> AnnotationId {
        let n = self.0.insert_full(s).0 + 1;
        AnnotationId(NonZeroU32::new(n as u32).expect("counted from 1"))
    }
    /// The annotation with a number.
    pub fn get(&self, id: AnnotationId) -> &SomeValue {
        &self.0[id.0.get() as usize - 1]
    }
}
