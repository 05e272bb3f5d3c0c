//! Definitions that annotations refer to: classes, lists, dicts, functions and prebuilt objects. They grow while
//! programs are annotated, and know who has read them.

pub(crate) mod bases;
pub(crate) mod chaining;
pub(crate) mod changed;
pub mod classdef;
pub(crate) mod custom_dicts;
pub mod desc;
pub(crate) mod exc_args;
pub(crate) mod generation;
pub(crate) mod library_objects;
pub mod listdef;
pub(crate) mod lltypes;
pub(crate) mod meets;
pub(crate) mod noted;
pub(crate) mod origins;
pub(crate) mod own_methods;
pub(crate) mod prebuilt;
pub(crate) mod records;
pub(crate) mod show;
pub(crate) mod stand_ins;
pub(crate) mod union;
