//! Definitions that annotations refer to: classes, lists, dicts, functions and prebuilt objects. They grow while
//! programs are annotated, and know who has read them.

pub(crate) mod arguments;
pub(crate) mod bases;
pub(crate) mod chaining;
pub(crate) mod changed;
pub(crate) mod class_descs;
pub mod classdef;
pub(crate) mod closures;
pub(crate) mod constants;
pub(crate) mod contents;
pub(crate) mod custom_dicts;
pub mod desc;
pub(crate) mod exc_args;
pub(crate) mod generation;
pub(crate) mod heirs;
pub(crate) mod hierarchy;
pub(crate) mod library_objects;
pub mod listdef;
pub(crate) mod lltypes;
pub(crate) mod meets;
pub(crate) mod noted;
pub(crate) mod origins;
pub(crate) mod own_methods;
pub(crate) mod places;
pub(crate) mod prebuilt;
pub(crate) mod record_calls;
pub(crate) mod records;
pub(crate) mod show;
pub(crate) mod special_methods;
pub(crate) mod stand_ins;
pub(crate) mod union;
pub(crate) mod variants;
