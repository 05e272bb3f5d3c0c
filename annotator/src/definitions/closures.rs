//! Classes that the flow space makes (closures, generators), and what stands for functions and methods among them: how
//! they are told from others.

use crate::hostview as hv;
use crate::model::descs::DescKind;
use crate::model::state::Facts;
use crate::model::*;
use flowmodel::HostRef;
use std::rc::Rc;

/// Attribute of an adaptor with the object of its bound method.
pub const BOUND_TO: &str = "bound_to";

/// Says whether instances of the class are closures.
pub fn is_closure_class(ann: &Facts, c: ClassDefId) -> bool {
    meeting_sort(ann, c).is_some_and(|s| &*s == "closure")
}

/// The object that stands for a function where closures may be.
pub fn function_adaptor(ann: &Facts, d: DescId) -> Option<HostRef> {
    ann.adaptors.get(&d)?.instance
}

/// The class of the objects that stand for a bound method where closures of class `want` may be.
pub fn method_adaptor(ann: &Facts, d: DescId, want: ClassDefId) -> Option<ClassDefId> {
    if let Some(a) = ann.adaptors.get(&d).filter(|a| a.instance.is_none()) {
        return Some(a.class);
    }
    // The method bound to a base class was there too, and stood for both.
    let DescKind::Method { func, this: Some(this), name, .. } = &ann.descs[d].kind else {
        return None;
    };
    let stands_for = |e: DescId| match &ann.descs[e].kind {
        DescKind::Method { func: f, this: Some(t), name: n, .. } => {
            f == func && n == name && ann.is_subclassdef(*this, *t)
        }
        _ => false,
    };
    ann.adaptors
        .iter()
        .filter(|(e, a)| stands_for(**e) && ann.is_subclassdef(a.class, want))
        .map(|(_, a)| a.class)
        .min()
}

/// The sort of a class made by the flow space: only those of one sort meet.
pub(crate) fn meeting_sort(ann: &Facts, c: ClassDefId) -> Option<Rc<str>> {
    let host = ann.classdefs[c].host;
    hv::class_lookup(&ann.host, host, flowspace::flow::MEETS).and_then(|t| hv::text(&ann.host, t))
}

/// Says whether instances of the class are generators.
pub(crate) fn is_generator_class(ann: &Facts, c: ClassDefId) -> bool {
    meeting_sort(ann, c).is_some_and(|s| &*s == "generator")
}

/// Says whether an attribute of it is what a generator keeps between `next` and `next`: without a value, if the `yield` that
/// would store it is never reached.
pub(crate) fn is_kept_by_generator(ann: &Facts, s: &SomeValue) -> bool {
    matches!(s.kind, Kind::Instance { class, .. } if is_generator_class(ann, class))
}

/// Families of the program's own classes that met closures below this class.
pub(crate) fn families_among_closures(ann: &Facts, c: ClassDefId) -> Vec<ClassDefId> {
    if !is_meeting_base(ann, c) {
        return vec![];
    }
    let subdefs = ann.classdefs[c].subdefs.iter().copied();
    subdefs.filter(|s| meeting_sort(ann, *s).is_none()).collect()
}

/// Says whether the class was made by [`meet`].
pub(crate) fn is_meeting_base(ann: &Facts, c: ClassDefId) -> bool {
    &*ann.classdefs[c].name == flowspace::flow::MEETING_BASE && meeting_sort(ann, c).is_some()
}
