//! Reports about the program: errors, whom they blame, and warnings.

pub(crate) mod blame;
pub(crate) mod causes;
pub(crate) mod errors;
pub(crate) mod jit_warnings;
pub(crate) mod printing;
pub(crate) mod promises;
pub(crate) mod survey;
pub(crate) mod unset;
pub(crate) mod warnings;
