//! The result of several functions that one call reaches, joined once for all such calls.

use crate::definitions::union;
use crate::model::shared_calls::SharedId;
use crate::model::site::Site;
use crate::model::state::Annotator;
use crate::model::*;

/// The result of a graph has changed.
pub(crate) fn join_shared_results(ann: &mut Annotator, site: Site, g: AnnGraphId) {
    for k in 0..ann.graphs[g].shared_by.len() {
        let id = ann.graphs[g].shared_by[k];
        let Some(old) = ann.shared_calls.all[id].result.clone() else { continue };
        let new = ann.result(g).clone();
        let joined = ann.union(site, &old, &new).ok();
        set_shared_result(ann, site, id, joined);
    }
}

pub(crate) fn set_shared_result(
    ann: &mut Annotator,
    site: Site,
    id: SharedId,
    result: Option<SomeValue>,
) {
    let mut work = vec![(id, result)];
    while let Some((id, result)) = work.pop() {
        let shared = &mut ann.shared_calls.all[id];
        let old = std::mem::replace(&mut shared.result, result.clone());
        let same = match (&old, &result) {
            (Some(a), Some(b)) => union::same(ann, a, b),
            (None, None) => true,
            _ => false,
        };
        if same {
            continue;
        }
        for p in ann.shared_calls.all[id].callers.clone() {
            ann.reflow(p);
        }
        for id in ann.shared_calls.all[id].wider.clone() {
            let Some(known) = ann.shared_calls.all[id].result.clone() else { continue };
            let joined = result.as_ref().and_then(|r| ann.union(site, &known, r).ok());
            work.push((id, joined));
        }
    }
}
