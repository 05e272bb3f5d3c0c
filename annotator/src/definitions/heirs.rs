//! Classes that inherit otherwise than by their primary bases, and the copies of methods that they have.

use crate::definitions::bases;
use crate::definitions::own_methods;
use crate::definitions::records;
use crate::definitions::variants;
use crate::model::errors::AResult;
use crate::model::site::Site;
use crate::model::state::Facts;
use crate::model::*;
use flowmodel::HostRef;
use flowspace::host::functions;

/// Classes of an `isinstance` test, with those that inherit from them otherwise than by primary bases.
pub fn with_heirs(ann: &mut Facts, site: Site, classes: Vec<HostRef>) -> Vec<HostRef> {
    let classes: Vec<_> =
        classes.into_iter().flat_map(|c| variants::record_classes(ann, c)).collect();
    let mut out = classes.clone();
    for c in classes {
        for h in heirs_of(ann, site, c) {
            if !out.contains(&h) {
                out.push(h);
            }
        }
    }
    out
}

/// Gives the copy of the method that belongs to the class of `x`, in `B.method(x)` where that inherits from B
/// otherwise than by its primary base.
pub(crate) fn method_of_heir(
    ann: &mut Facts,
    site: Site,
    callee: &SomeValue,
    this: Option<&SomeValue>,
) -> Option<AResult> {
    if ann.special.copied.is_empty() && ann.known.records.is_empty() {
        return None;
    }
    let (f, this) = (callee.const_host()?, this?);
    if let Some(copy) = records::method_of_variant(ann, site, f, this) {
        return Some(copy.and_then(|f| ann.immutablevalue(site, f)));
    }
    let Kind::Instance { class, .. } = this.kind else { return None };
    let owner = *ann.special.copied.get(&f)?;
    let host = ann.classdefs[class].host;
    if owner == host || bases::primary_chain(ann, host).contains(&owner) {
        return None;
    }
    // The topmost class that inherits from it belongs to all below.
    let heir = bases::primary_chain(ann, host)
        .into_iter()
        .rev()
        .find(|c| ann.host.is_subclass(*c, owner))?;
    let copy = functions::copy_method(&mut ann.host, f, heir);
    Some(ann.immutablevalue(site, copy))
}

/// Classes that inherit from a class otherwise than by their primary bases.
pub(crate) fn heirs_of(ann: &mut Facts, site: Site, class: HostRef) -> Vec<HostRef> {
    if ann.host.heap_len() != ann.special.scanned {
        own_methods::scan_classes(ann, site);
    }
    ann.special.heirs.get(&class).cloned().unwrap_or_default()
}
