//! Bound methods as values. Two are equal if they are one function bound to one object, whatever names led to it: that
//! depends on the class of the object, a subclass may override one of the names.

use crate::definitions::own_methods;
use crate::model::descs::DescKind;
use crate::model::state::CallArgs;
use crate::prelude::*;

/// The objects that bound methods are bound to.
pub(crate) fn bound_objects(ann: &Facts, s: &SomeValue) -> Option<SomeValue> {
    let Kind::Pbc { descs, .. } = &s.kind else { return None };
    let mut common = None;
    for d in descs.iter() {
        let DescKind::Method { this: Some(this), .. } = ann.descs[*d].kind else {
            return None;
        };
        common = Some(common.map_or(this, |c| ann.common_base(c, this)));
    }
    common.map(SomeValue::instance)
}

/// The one name that bound methods have, and the classes of their objects.
fn method_name(ann: &Facts, descs: &[DescId]) -> Option<(Rc<str>, Vec<ClassDefId>)> {
    let mut found: Option<Rc<str>> = None;
    let mut classes = vec![];
    for d in descs {
        let DescKind::Method { this: Some(this), name, .. } = &ann.descs[*d].kind else {
            return None;
        };
        if found.get_or_insert_with(|| name.clone()) != name {
            return None;
        }
        classes.push(*this);
    }
    found.map(|n| (n, classes))
}

/// Gives, among the classes that are below one of `a` and one of `b`, those in which two names mean one
/// function, and whether that is all of them.
fn classes_of_alias(
    ann: &mut Facts,
    site: Site,
    (n, a): (&str, &[ClassDefId]),
    (m, b): (&str, &[ClassDefId]),
) -> (Vec<HostRef>, bool) {
    let mut all = own_methods::user_classes(ann, site);
    all.retain(|c| {
        let below =
            |s: &[ClassDefId]| s.iter().any(|d| ann.host.is_subclass(*c, ann.classdefs[*d].host));
        below(a) && below(b)
    });
    let count = all.len();
    all.retain(|c| {
        let f = hv::class_lookup(&ann.host, *c, n);
        f.is_some() && f == hv::class_lookup(&ann.host, *c, m)
    });
    let whole = all.len() == count;
    (all, whole)
}

/// `==` or `!=` of bound methods with different names; `None` where their objects decide.
pub(crate) fn compare_methods(
    ann: &mut Facts,
    site: Site,
    equal: bool,
    a: &SomeValue,
    b: &SomeValue,
) -> Option<AResult<Answer>> {
    let (Kind::Pbc { descs: x, .. }, Kind::Pbc { descs: y, .. }) = (&a.kind, &b.kind) else {
        return None;
    };
    let ((n, c), (m, d)) = (method_name(ann, x)?, method_name(ann, y)?);
    if n == m || a.can_be_none() && b.can_be_none() {
        return None;
    }
    let (same, whole) = classes_of_alias(ann, site, (&n, &c), (&m, &d));
    if same.is_empty() {
        return Some(Ok(SomeValue::bool_const(!equal).into()));
    }
    if whole {
        return None;
    }
    let factory = if equal { "make_same_method" } else { "make_other_method" };
    let f = own_methods::made_of_objects(ann, site, factory, same);
    Some(f.map(|f| Answer::made_on(&f, &[(0, a), (1, b)])))
}

/// Says whether constants are equal bound methods.
pub(crate) fn equal_prebuilt_methods(ann: &Facts, a: &HlConst, b: &HlConst) -> bool {
    let (HlConst::Host(a), HlConst::Host(b)) = (a, b) else { return false };
    match (hv::view(&ann.host, *a), hv::view(&ann.host, *b)) {
        (hv::View::BoundMethod(f, x), hv::View::BoundMethod(g, y)) => f == g && x == y,
        _ => false,
    }
}

/// Says whether an object that stands for a bound method is equal to a closure that stands for another one.
pub(crate) fn same_by_other_name(
    ann: &mut Facts,
    site: Site,
    this: &SomeValue,
    args: &CallArgs,
) -> AResult<Answer> {
    let Kind::Instance { class, .. } = this.kind else { return Err(AnnError::Blocked) };
    ann.adaptor_readers.extend(site.position);
    let mut methods: Vec<(ClassDefId, DescId)> = ann
        .adaptors
        .iter()
        .filter(|(_, a)| a.instance.is_none())
        .map(|(d, a)| (a.class, *d))
        .collect();
    methods.sort();
    let mine: Vec<DescId> = methods.iter().filter(|m| m.0 == class).map(|m| m.1).collect();
    let Some((name, classes)) = method_name(ann, &mine) else {
        return Ok(SomeValue::bool_const(false).into());
    };
    let mut others: Vec<ClassDefId> = methods.iter().map(|m| m.0).collect();
    others.dedup();
    let (mut key, mut parts) = (vec![], vec![]);
    for other in others.into_iter().filter(|c| *c != class) {
        let descs: Vec<DescId> = methods.iter().filter(|m| m.0 == other).map(|m| m.1).collect();
        let Some((n, c)) = method_name(ann, &descs) else { continue };
        let (same, _) = classes_of_alias(ann, site, (&name, &classes), (&n, &c));
        if !same.is_empty() {
            let other = ann.classdefs[other].host;
            // The tuple is a new object each time: the function is looked up by what is in it.
            key.push(other);
            key.extend(&same);
            parts.extend([other, ann.host.tuple(&same)]);
        }
    }
    if parts.is_empty() {
        return Ok(SomeValue::bool_const(false).into());
    }
    let f = own_methods::made_for(ann, site, "make_same_closure", &key, parts)?;
    Ok(Answer::made(&f, args.clone()))
}
