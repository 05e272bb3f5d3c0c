//! Records the errors of annotation, and gives those that are shown.

use crate::model::site::Position;
use crate::model::state::Facts;
use crate::reports::causes;
use crate::reports::survey;
use flowmodel::diag::Diagnostic;

/// Records an error of an operation. It is dropped when the block is annotated again: with values more
/// general by then, the operation may be right.
pub(crate) fn record_error(ann: &mut Facts, pos: Option<Position>, op: usize, d: Diagnostic) {
    // (What is known of a place does not change behind errors.)
    if !survey::surveys(ann) || !causes::is_first(ann, (pos, op)) {
        ann.reports.errors.insert((pos, op), d);
    }
}

/// Moves the warnings that still hold to `warnings`, in order of source position.
pub(crate) fn settle_warnings(ann: &mut Facts) {
    for (_, d) in std::mem::take(&mut ann.reports.tentative_warnings) {
        if !ann.reports.warnings.contains(&d) {
            ann.reports.warnings.push(d);
        }
    }
    ann.reports.warnings.sort_by_key(|d| d.primary.map(|s| (s.file, s.start)));
}

/// All errors that are shown, each once.
pub(crate) fn take_errors(ann: &mut Facts) -> Vec<Diagnostic> {
    let permanent = std::mem::take(&mut ann.reports.permanent_errors).into_iter();
    let mut all: Vec<_> = permanent.map(|d| ((None, 0), d)).collect();
    all.extend(ann.reports.first_errors.clone().into_iter().flatten());
    all.extend(std::mem::take(&mut ann.reports.errors));
    let place = |d: &Diagnostic| d.primary.map(|s| (s.file, s.start));
    all.sort_by_key(|(at, d)| (!causes::is_first(ann, *at), place(d)));
    let (shown, hidden) = causes::present(ann, all);
    let mut out: Vec<Diagnostic> = vec![];
    for d in shown {
        // (One of a kind in a place: a `with` needs two methods.)
        if !out.iter().any(|e| e.code == d.code && e.primary == d.primary) {
            out.push(d);
        }
    }
    out.sort_by_key(place);
    ann.reports.hidden = hidden;
    out
}
