//! Low-level → low-level: optimisations ([`manager::optimize`]), then the exception and GC transformers
//! ([`manager::lower`]).
//!
//! Each pass is a file with a contract of a few lines on top. Passes work on graphs in SSI form (a variable is
//! used only in its own block) and change them with [`flowmodel::surgery`]. What they ask of graphs and of the program is in
//! [`flowmodel::analysis`].

pub mod changes;
pub(crate) mod config;
pub mod constfold;
pub mod cost;
pub mod cse;
pub mod exact;
pub mod exits;
pub mod fastpath;
pub mod hints;
pub mod hoist;
pub mod inline;
pub mod malloc;
pub mod manager;
pub mod merge_if;
pub mod methods;
pub mod simplify;
pub mod strength;
pub mod transform;
pub mod unreachable;

pub use crate::config::{OptConfig, OptLevel};
pub use manager::NoObserver;
pub use manager::Observer;
pub use manager::OptError;
pub use manager::PassReport;
pub use manager::lower;
pub use manager::optimize;
