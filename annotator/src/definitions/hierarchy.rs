//! What is known of classes: bases, subclasses, and at which level an attribute is defined.

use crate::definitions::closures;
use crate::hostview as hv;
use crate::model::classdefs::Attribute;
use crate::model::state::Facts;
use crate::model::*;
use flowmodel::diag::Span;
use flowmodel::similar::similar;

/// The class and all subclasses seen, depth first.
pub fn all_subdefs(ann: &Facts, c: ClassDefId) -> Vec<ClassDefId> {
    few_subdefs(ann, c, usize::MAX).expect("no limit")
}

/// Says whether it is the built-in class `OSError` itself, whose instances get their class from their number.
pub fn is_os_error(ann: &Facts, c: ClassDefId) -> bool {
    hv::exception(&ann.host, "OSError") == Some(ann.classdefs[c].host)
}

/// Says whether it is the class of errors of `decode` or `encode`, or derived from one of them.
pub fn is_codec_error(ann: &Facts, c: ClassDefId) -> bool {
    is_decode_error(ann, c) || is_exception_of(ann, c, "UnicodeEncodeError")
}

/// Says whether it is the class of errors of `decode`, or derived from it.
pub fn is_decode_error(ann: &Facts, c: ClassDefId) -> bool {
    is_exception_of(ann, c, "UnicodeDecodeError")
}

/// Says whether a class has an attribute itself or from a base: as a method or another class attribute.
pub fn class_has_attr(ann: &Facts, c: ClassDefId, name: &str) -> bool {
    ann.class_mro(c).into_iter().any(|c| {
        let d = ann.descs[ann.classdefs[c].desc].as_class();
        d.is_some_and(|d| d.dict.contains_key(name))
    })
}

/// Says whether there are instances, of this class or of a subclass, whose class has no such attribute.
pub fn lacks_class_attr(ann: &Facts, c: ClassDefId, name: &str) -> bool {
    !class_has_attr(ann, c, name)
        && all_subdefs(ann, c)
            .into_iter()
            .any(|c| ann.classdefs[c].instantiated && !class_has_attr(ann, c, name))
}

/// The topmost classes below `c` that have a class attribute.
pub fn roots_of_class_attr(ann: &Facts, c: ClassDefId, name: &str) -> Vec<ClassDefId> {
    let own = |c: ClassDefId| {
        let d = ann.descs[ann.classdefs[c].desc].as_class();
        d.is_some_and(|d| d.dict.contains_key(name))
    };
    let mut work = vec![c];
    let mut out = vec![];
    while let Some(c) = work.pop() {
        if own(c) {
            out.push(c);
        } else {
            work.extend(&ann.classdefs[c].subdefs);
        }
    }
    out
}

/// The level at which an attribute is defined for a class, if it is known at all.
pub fn find_attr<'a>(
    ann: &'a Facts,
    c: ClassDefId,
    name: &str,
) -> Option<(ClassDefId, &'a Attribute)> {
    let at = ann.class_mro(c).into_iter().find(|c| ann.classdefs[*c].attrs.contains_key(name))?;
    Some((at, &ann.classdefs[at].attrs[name]))
}

/// [`all_subdefs`], or `None` if they are more than so many.
pub(crate) fn few_subdefs(ann: &Facts, c: ClassDefId, most: usize) -> Option<Vec<ClassDefId>> {
    let mut out = vec![];
    let mut stack = vec![c];
    while let Some(c) = stack.pop() {
        out.push(c);
        stack.extend(ann.classdefs[c].subdefs.iter().rev());
        if out.len() + stack.len() > most {
            return None;
        }
    }
    Some(out)
}

pub(crate) fn is_exception_of(ann: &Facts, c: ClassDefId, name: &str) -> bool {
    let class = hv::exception(&ann.host, name);
    class.is_some_and(|h| ann.host.is_subclass(ann.classdefs[c].host, h))
}

/// Says whether a value is an instance of a class of the program that has no instances at all: what is done with it is
/// never done.
pub(crate) fn has_no_instances(ann: &Facts, s: &SomeValue) -> bool {
    let Kind::Instance { class, .. } = s.kind else { return false };
    let host = ann.classdefs[class].host;
    // (Instances of built-in exceptions come from operations.)
    !(hv::is_exception_class(&ann.host, host) && hv::is_builtin_class(&ann.host, host))
        && closures::meeting_sort(ann, class).is_none()
        && !all_subdefs(ann, class).iter().any(|c| ann.classdefs[*c].instantiated)
}

/// Says whether `_attrs_`/`__slots__` of the class at this level allow an attribute.
pub(crate) fn attr_allowed(ann: &Facts, c: ClassDefId, name: &str) -> bool {
    if ann.classdefs[c].base.is_none() {
        return false;
    }
    for cd in ann.class_mro(c) {
        // Classes that met closures keep their own rules.
        if cd != c && closures::is_meeting_base(ann, cd) && closures::meeting_sort(ann, c).is_none()
        {
            continue;
        }
        let d = ann.descs[ann.classdefs[cd].desc].as_class().expect("class");
        match &d.enforced_attrs {
            None if d.base.is_some() => return true,
            // `object` itself restricts nothing and allows nothing.
            None => {}
            Some(set) if set.contains(name) || d.dict.contains_key(name) => return true,
            Some(_) => {}
        }
    }
    false
}

/// A place in a class: its first method.
pub(crate) fn class_span(ann: &Facts, class: &crate::model::descs::ClassDesc) -> Option<Span> {
    let mut methods = class.dict.values().filter(|f| ann.host.func(**f).is_some());
    methods.next().map(|f| hv::func_span(&ann.host, *f))
}

/// The attribute of these classes whose name is like this one.
pub(crate) fn similar_field(ann: &Facts, mro: &[ClassDefId], field: &str) -> Option<String> {
    let known = mro.iter().flat_map(|c| ann.classdefs[*c].attrs.values());
    similar(field, known.map(|a| &*a.name)).map(str::to_string)
}

impl Facts {
    /// The class and its bases up to `object`.
    pub fn class_mro(&self, c: ClassDefId) -> Vec<ClassDefId> {
        std::iter::successors(Some(c), |c| self.classdefs[*c].base).collect()
    }
    /// Says whether `a` is `b` or inherits from it.
    pub fn is_subclassdef(&self, a: ClassDefId, b: ClassDefId) -> bool {
        let mut cur = Some(a);
        while let Some(c) = cur {
            if c == b {
                return true;
            }
            cur = self.classdefs[c].base;
        }
        false
    }
    /// Gives the most precise common base.
    pub fn common_base(&self, a: ClassDefId, b: ClassDefId) -> ClassDefId {
        let mut a = a;
        while !self.is_subclassdef(b, a) {
            a = self.classdefs[a].base.expect("object is the base of all");
        }
        a
    }
}

/// The topmost class below `object` that a class inherits from.
pub(crate) fn family_class(ann: &Facts, class: ClassDefId) -> ClassDefId {
    let mut c = class;
    while let Some(b) = ann.classdefs[c].base {
        if ann.classdefs[b].base.is_none() {
            return c;
        }
        c = b;
    }
    c
}
