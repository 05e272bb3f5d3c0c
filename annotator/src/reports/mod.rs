//! What is said about the program: errors, whom they blame, and warnings.

pub(crate) mod blame;
pub(crate) mod errors;
pub(crate) mod jit_warnings;
mod survey;
pub(crate) mod warnings;
