//! Definitions that annotations refer to: classes, lists, dicts, functions and prebuilt objects. They grow while
//! programs are annotated, and know who has read them.

pub(crate) mod bases;
pub(crate) mod changed;
pub mod classdef;
pub mod desc;
pub(crate) mod exc_args;
pub(crate) mod generation;
pub mod listdef;
pub(crate) mod meets;
pub(crate) mod prebuilt;
pub(crate) mod records;
pub(crate) mod show;
pub(crate) mod union;
