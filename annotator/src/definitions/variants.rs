//! Remembers which classes stand for named tuples, and for the same one.

use crate::prelude::*;
use flowmodel::HostRef;

/// Says whether instances of the class stand for named tuples.
pub(crate) fn is_record(ann: &Facts, class: ClassDefId) -> bool {
    !ann.known.records.is_empty()
        && hv::class_mro(&ann.host, ann.classdefs[class].host)
            .iter()
            .any(|c| ann.known.record_variants.first.contains_key(c))
}

/// All classes that stand for the same named tuple (or subclass of one) as this one.
pub(crate) fn record_classes(ann: &Facts, class: HostRef) -> Vec<HostRef> {
    let Some((first, _)) = ann.known.record_variants.first.get(&class) else {
        return vec![class];
    };
    let top = record_top(ann, *first);
    let all = ann.known.record_variants.variants.get(&top).into_iter().flatten();
    let mut classes: Vec<_> = all.filter_map(|v| v.classes.get(first).copied()).collect();
    if !classes.contains(first) {
        classes.insert(0, *first);
    }
    classes
}

/// The class that has the fields.
pub(crate) fn record_top(ann: &Facts, class: HostRef) -> HostRef {
    let mro = hv::class_mro(&ann.host, class);
    let own = |c: &HostRef| hv::class_dict(&ann.host, *c).iter().any(|(n, _)| &**n == "_fields");
    mro.into_iter().find(own).unwrap_or(class)
}
