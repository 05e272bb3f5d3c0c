//! Surgery on graphs of both dialects: renaming, splitting and joining of blocks, copying, inserting, removing.
//!
//! Passes and transformers change graphs with these functions. Unless a function says otherwise it takes a graph for
//! which the invariants of [`crate::graph`] hold and leaves one for which they hold. None of them looks at what
//! operations mean; where that matters, the caller says it. [`Graph::compact`](crate::Graph::compact) drops what they
//! leave unreachable.

mod available;
mod blocks;
mod copy;
mod dead;
mod exits;
mod rename;

pub use available::Available;
pub use blocks::{
    import_free, insert_on_link, join_blocks, join_blocks_in, link_into, new_start,
    skip_empty_blocks, skip_empty_blocks_in, split_block,
};
pub use copy::{Copied, copy_blocks, renew};
pub use dead::{remove_dead, remove_dead_in, remove_dead_inputs, remove_ops};
pub use exits::{
    bool_exits, drop_exception_exits, drop_passing_exits, fold_switch, keep_exits, only_passes_on,
    retain_by,
};
pub use rename::{
    Subst, arrival, caught, rename, rename_all, rename_uses, renamed, resolve, substitute,
};
