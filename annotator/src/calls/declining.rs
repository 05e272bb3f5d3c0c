//! Operators that return `NotImplemented`: what that becomes, and which graphs do it.

use crate::definitions::library_objects;
use crate::model::descs::DescKind;
use crate::model::site::{Position, Site};
use crate::model::state::Annotator;
use crate::prelude::*;
use flowmodel::HostRef;

/// Says whether an exception is what `return NotImplemented` became.
pub(crate) fn is_declining(ann: &Facts, exc: Option<&SomeValue>) -> bool {
    let h = exc.and_then(|s| s.const_host());
    h.is_some() && h == ann.special.not_implemented
}

/// Class and instance that `return NotImplemented` raises.
pub(crate) fn decline_exception(ann: &mut Facts, site: Site) -> AResult<(HostRef, HostRef)> {
    let class = library_objects::library_object(ann, site, "objects", "NotImplementedReturned")?;
    let value = library_objects::library_object(ann, site, "objects", "NOT_IMPLEMENTED")?;
    (ann.special.signal, ann.special.not_implemented) = (Some(class), Some(value));
    Ok((class, value))
}

/// A graph may return `NotImplemented`: so may its callers, if they are no operators themselves.
pub(crate) fn set_declines(ann: &mut Annotator, g: AnnGraphId) {
    if std::mem::replace(&mut ann.graph_mut(g).declines, true) {
        return;
    }
    if is_operator_graph(ann, g) {
        // What tests for it has to look again.
        let graph = ann.graphs[g].full.clone();
        for block in graph.reachable() {
            ann.reflow(Position::start(g, block));
        }
        return;
    }
    let shared: Vec<_> = ann.graphs[g].shared_by.iter().copied().collect();
    let mut callers: Vec<Position> = ann.graphs[g].callers.iter().copied().collect();
    callers.extend(shared.iter().flat_map(|s| ann.shared_calls.callers(*s)));
    shared.into_iter().for_each(|s| ann.shared_calls.set_declines(s));
    for p in callers {
        set_declines(ann, p.graph);
    }
}

pub(crate) fn is_operator_graph(ann: &Facts, g: AnnGraphId) -> bool {
    match &ann.descs[ann.graphs[g].desc].kind {
        DescKind::Function(f) => f.qualname.starts_with("rpython_builtins.objects.make_"),
        _ => false,
    }
}

/// Says whether a test for the exception that stands for `NotImplemented` is in an operator none of whose methods
/// gives that (so far).
pub(crate) fn never_declines(ann: &Facts, site: Site, class: HostRef) -> bool {
    ann.special.signal == Some(class)
        && site
            .position
            .is_some_and(|p| is_operator_graph(ann, p.graph) && !ann.graphs[p.graph].declines)
}
