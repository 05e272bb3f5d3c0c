//! All rows about methods of built-in types, and the row of a call.

use crate::kinds;
use crate::model::SomeValue;
use crate::ops::methods::{Kinds, Method};
use rustc_hash::FxHashMap;
use std::sync::LazyLock;

/// The tables.
static TABLES: &[&[Method]] = &[
    kinds::lists::METHODS,
    kinds::tuples::METHODS,
    kinds::deques::METHODS,
    kinds::dicts::METHODS,
    kinds::sets::METHODS,
    kinds::strings::METHODS,
    kinds::bytearrays::METHODS,
    kinds::builders::METHODS,
    kinds::numbers::METHODS,
    kinds::iterators::METHODS,
];

/// All rows.
pub fn all() -> impl std::iter::Iterator<Item = &'static Method> {
    TABLES.iter().copied().flatten()
}

static FORMS: LazyLock<FxHashMap<&'static str, Vec<&'static Method>>> = LazyLock::new(|| {
    let mut forms: FxHashMap<_, Vec<_>> = FxHashMap::default();
    for m in all() {
        forms.entry(m.name).or_default().push(m);
    }
    forms
});

/// The forms of a method of these owners, in the order of the table.
fn forms(of: Kinds, name: &str) -> impl std::iter::Iterator<Item = &'static Method> {
    let all = FORMS.get(name).map(Vec::as_slice).unwrap_or_default();
    all.iter().copied().filter(move |m| of.meets(m.of))
}

/// The row for a call of a method.
pub fn find(of: Kinds, name: &str, args: &[SomeValue], keywords: bool) -> Option<&'static Method> {
    forms(of, name).find(|m| m.takes(args.len(), keywords) && m.when.holds(args, keywords))
}

/// Names of the methods of these owners that programs can call, in the order of the table.
pub fn names(of: Kinds) -> impl std::iter::Iterator<Item = &'static str> {
    all().filter(move |m| of.meets(m.of) && !m.name.starts_with('_')).map(|m| m.name)
}

/// Any form of a method; `None`: there is no such method.
pub fn named(of: Kinds, name: &str) -> Option<&'static Method> {
    forms(of, name).next()
}

/// Gives Python's message where argument `i` (from 0) of a method is None, if it must not be.
pub(crate) fn none_argument(of: Kinds, name: &str, i: usize) -> Option<&'static str> {
    forms(of, name).find_map(|m| m.none.get(i).copied())
}
