//! What built-in functions and some operations become, where their rows name code of the RTyper.

pub(crate) mod arguments;
pub(crate) mod casts;
pub(crate) mod debug;
pub(crate) mod external;
pub(crate) mod inline;
pub(crate) mod instances;
pub(crate) mod instantiate;
pub(crate) mod jit;
pub(crate) mod lists;
pub(crate) mod lowlevel;
pub(crate) mod memory;
pub(crate) mod print;
pub(crate) mod program_has;
pub(crate) mod rffi;
pub(crate) mod texts;
pub(crate) mod threads;
