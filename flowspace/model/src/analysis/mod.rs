//! Analyses: what is known of graphs and of the whole program without executing it. This is their
//! one home.
//!
//! Those of the whole program are [`callgraph`] (who calls whom, recursion), [`engine`] (the one fixpoint over it),
//! [`effects`] (its client: one set of facts per function, which all stages ask), [`frequency`] (how often a place is
//! executed). Those of one graph are [`flow`] (dominators), [`loops`], [`values`] (what is always the same value),
//! [`escape`] (objects that nobody else has seen). [`places`] names kinds of memory, [`classes`] tells which handlers
//! catch what, [`tracebacks`] how exceptions leave a graph (of those that it has [`caught`], too).
//!
//! Analyses only read. What changes graphs is not in here.

pub mod callgraph;
pub mod caught;
pub mod classes;
pub mod effects;
pub mod engine;
pub mod escape;
pub mod flow;
pub mod frequency;
pub mod loops;
pub mod phases;
pub mod places;
pub mod stable;
pub mod tracebacks;
pub mod values;

pub use callgraph::{CallGraph, Callees, call_targets};
pub use effects::{EffectFacts, Effects};
pub use engine::{Analysis, GraphAnalyzer};
pub use places::{Place, PlaceSet, Places};
