//! The annotations of all variables. Very many variables have the same one: each is kept once, and variables keep its number.

use super::SomeValue;
use indexmap::IndexSet;
use rustc_hash::FxBuildHasher;
use std::num::NonZeroU32;

/// Number of an annotation.
#[derive(Copy, Clone, PartialEq, Eq, Debug)]
pub(crate) struct AnnotationId(NonZeroU32);

/// Each annotation that some variable has or had.
#[derive(Clone, Default, Debug)]
pub(crate) struct Annotations(IndexSet<SomeValue, FxBuildHasher>);

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

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn equal_annotations_have_one_number() {
        let mut all = Annotations::default();
        let constant = SomeValue { konst: Some(flowmodel::HlConst::Int(7)), ..SomeValue::INT };
        let values = [SomeValue::INT, SomeValue::NONNEG, constant, SomeValue::IMPOSSIBLE];
        let ids = values.clone().map(|s| all.add(s));
        assert_eq!(values.clone().map(|s| all.add(s)), ids);
        assert_eq!(ids.map(|id| all.get(id).clone()), values);
    }
}
