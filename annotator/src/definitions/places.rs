//! Tells where places of the program's text are: in a source of the library, in no file at all.

use crate::model::state::Facts;
use flowmodel::diag::Span;

/// Says whether a place is in a source that the toolchain brings.
pub fn in_library(ann: &Facts, s: Span) -> bool {
    let sources = ann.host.sources.borrow();
    sources.get(s.file).is_some_and(|f| f.path.starts_with("<embedded>"))
}

/// Says whether a place is in no file of the program: in the library, or in a text that `exec` or `compile` got.
pub(crate) fn in_no_file(ann: &Facts, s: Span) -> bool {
    let sources = ann.host.sources.borrow();
    sources.get(s.file).is_some_and(|f| f.path.starts_with('<'))
}
