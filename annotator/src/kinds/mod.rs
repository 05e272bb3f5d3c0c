//! Results of operations on the kinds of values: a file for each family of kinds.

pub(crate) mod bytearrays;
pub(crate) mod callables;
pub(crate) mod classes;
pub(crate) mod deques;
pub(crate) mod dicts;
pub(crate) mod exception_args;
pub(crate) mod format;
pub(crate) mod identity;
pub(crate) mod inline;
pub(crate) mod instances;
pub(crate) mod iterators;
pub(crate) mod lists;
pub(crate) mod lowlevel;
pub(crate) mod methods;
pub(crate) mod nones;
pub(crate) mod numbers;
pub(crate) mod objects;
pub(crate) mod prebuilt;
pub(crate) mod python3;
pub(crate) mod rffi;
pub(crate) mod sets;
pub(crate) mod slices;
pub(crate) mod strings;
pub(crate) mod truth;
pub(crate) mod tuples;
pub(crate) mod views;
