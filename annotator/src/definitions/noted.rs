//! What is noted while programs are annotated, for reports: None, mixed numbers, stores, errors that stay.

use crate::ClassDefId;
use crate::definitions::bases;
use crate::definitions::places;
use crate::model::errors::AnnError;
use crate::model::reported::{Broken, ErrorPlace, Mix, Mixed};
use crate::model::site::{Position, Site};
use crate::model::state::Facts;
use crate::model::*;
use flowmodel::diag::{Diagnostic, Severity, Span};
use std::rc::Rc;

pub(crate) fn has_note(k: &Kind) -> bool {
    matches!(
        k,
        Kind::ByteArray
            | Kind::StringBuilder
            | Kind::UnicodeBuilder
            | Kind::Iterator { .. }
            | Kind::WeakRef(_)
            | Kind::Type(_)
    )
}

/// Says whether None may stand where the annotation says so: some variable of that definition has met None.
pub fn meets_none(ann: &Facts, s: &SomeValue) -> bool {
    match &s.kind {
        _ if s.konst.is_some() && s.kind != Kind::None_ => false,
        Kind::List(l) | Kind::Deque(l) => ann.list_def(*l).none,
        Kind::Dict(d) | Kind::Set(d) => ann.dict_def(*d).none,
        k if has_note(k) => ann.reports.none_notes.met.contains(&std::mem::discriminant(k)),
        _ => s.can_be_none(),
    }
}

/// Values of this kind share a variable with None.
pub(crate) fn note_none(ann: &mut Facts, k: &Kind) {
    let readers = match k {
        Kind::List(l) | Kind::Deque(l) => {
            let l = ann.find_list(*l);
            let d = &mut ann.lists[l];
            if std::mem::replace(&mut d.none, true) {
                return;
            }
            d.readers.clone()
        }
        Kind::Dict(d) | Kind::Set(d) => {
            let d = ann.find_dict(*d);
            let d = &mut ann.dicts[d];
            if std::mem::replace(&mut d.none, true) {
                return;
            }
            d.readers.clone()
        }
        k if has_note(k) => {
            let tag = std::mem::discriminant(k);
            if ann.reports.none_notes.met.contains(&tag) {
                return;
            }
            ann.reports.none_notes.met.push(tag);
            ann.reports.none_notes.readers.clone()
        }
        _ => return,
    };
    for p in readers {
        ann.reflow(p);
    }
}

/// Notes that code assigns an attribute of instances of a class.
pub(crate) fn note_store(ann: &mut Facts, class: ClassDefId, name: &Rc<str>) {
    let classes = ann.reports.stores.entry(name.clone()).or_default();
    if !classes.contains(&class) {
        classes.push(class);
    }
}

/// Says whether values of two numeric types that meet become something else; true if an int becomes a
/// float.
pub(crate) fn mixes(old: &SomeValue, new: &SomeValue) -> Option<bool> {
    use Kind::*;
    match (&old.kind, &new.kind) {
        (Integer { size: IntSize::Word, .. }, Bool)
        | (Bool, Integer { size: IntSize::Word, .. }) => Some(false),
        (Float, Integer { .. } | Bool) | (Integer { .. } | Bool, Float) => Some(true),
        _ => None,
    }
}

/// Notes that values of two numeric types meet. Only if such a value is made a string does it matter.
pub(crate) fn note_mix(ann: &mut Facts, site: Site, what: Mixed, old: &SomeValue, new: &SomeValue) {
    let Some(float) = mixes(old, new) else { return };
    if in_program(ann, site) {
        ann.reports.mixes.entry(what).or_insert(Mix { at: site.span, float });
    }
}

/// Notes that the operation brings values that do not meet.
pub(crate) fn note_broken(ann: &mut Facts, site: Site, what: Broken) {
    let places = ann.reports.broken.entry(what).or_default();
    if !places.contains(&site.error_place()) {
        places.push(site.error_place());
    }
}

impl Site {
    /// The place of an error of the operation.
    pub(crate) fn error_place(self) -> ErrorPlace {
        let block = self.position.map(|p| Position { op: 0, ..p });
        (block, self.position.map_or(0, |p| p.op))
    }
}

/// Keeps an error for good: trying again would not show it, as half of the work is done.
pub(crate) fn permanent<T>(
    ann: &mut Facts,
    r: crate::model::errors::AResult<T>,
) -> crate::model::errors::AResult<T> {
    if let Err(AnnError::Error(d)) = &r {
        ann.reports.permanent_errors.push((**d).clone());
    }
    r
}

/// Says whether what is being annotated is code of the program.
pub(crate) fn in_program(ann: &Facts, site: Site) -> bool {
    site.position.is_some_and(|p| !ann.graphs[p.graph].helper)
        && site.span.is_known()
        && !places::in_library(ann, site.span)
}

/// Keys of dicts (items of sets) whose class defines equality, but no hash.
pub(crate) fn warn_unhashable(ann: &mut Facts, site: Site, key: &SomeValue) {
    let Kind::Instance { class, .. } = key.kind else { return };
    let host = ann.classdefs[class].host;
    let owner = |a: &Facts, name: &str| bases::find_method(a, host, name).map(|m| m.0);
    let (Some(eq), hash) = (owner(ann, "__eq__"), owner(ann, "__hash__")) else { return };
    // A `__hash__` further up does not count in Python 3.
    if hash.is_some_and(|h| ann.host.is_subclass(h, eq)) {
        return;
    }
    let class = &ann.classdefs[class].name;
    let text = format!(
        "instances of {class} are keys or items of a set, but the class defines __eq__ and not __hash__"
    );
    ann.warn(
        site,
        "unhashable-key",
        text,
        "they are found by identity here; Python 3 raises TypeError",
    );
}

impl Facts {
    /// A warning at the operation being annotated (once per place and text).
    pub(crate) fn warn(
        &mut self,
        site: Site,
        code: &'static str,
        message: impl Into<String>,
        note: &str,
    ) {
        if !in_program(self, site) {
            return;
        }
        let d = warning(code, message.into(), site.span, note);
        self.reports.tentative_warnings.push((site.position, d));
    }
}

pub(crate) fn warning(code: &'static str, message: String, at: Span, note: &str) -> Diagnostic {
    let mut d = Diagnostic::error(code, message, at);
    d.severity = Severity::Warning;
    if note.is_empty() { d } else { d.note(note) }
}
