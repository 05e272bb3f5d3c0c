//! Join of annotations.

use crate::definitions::contents;
use crate::definitions::desc;
use crate::definitions::meets;
use crate::definitions::noted;
use crate::model::errors::{AResult, AnnError, UnionError};
use crate::model::site::Site;
use crate::model::state::Facts;
use crate::model::*;
use flowmodel::{StructId, Type};
use std::rc::Rc;

/// Says whether `more` has all of `fewer`. Both are sorted.
fn is_part(fewer: &[DescId], more: &[DescId]) -> bool {
    // A search for each is dearer than a walk, unless they are few.
    if fewer.len() > more.len() {
        false
    } else if fewer.len() * 8 < more.len() {
        fewer.iter().all(|d| more.binary_search(d).is_ok())
    } else {
        let mut rest = more.iter();
        fewer.iter().all(|d| rest.any(|m| m == d))
    }
}

impl Facts {
    /// The least annotation that contains both. Definitions of lists and dicts that meet are merged.
    pub fn union(&mut self, site: Site, a: &SomeValue, b: &SomeValue) -> AResult {
        join(self, site, a, b, false)
    }
}

/// Says whether `a` contains all values of `b`; nothing is merged.
pub fn contains(ann: &mut Facts, site: Site, a: &SomeValue, b: &SomeValue) -> bool {
    if a == b || b.is_impossible() {
        return true;
    }
    matches!(join(ann, site, a, b, true), Ok(r) if same(ann, &r, a))
}

/// Equality, up to merged definitions.
pub fn same(ann: &Facts, a: &SomeValue, b: &SomeValue) -> bool {
    if a == b {
        return true;
    }
    if a.konst != b.konst {
        return false;
    }
    match (&a.kind, &b.kind) {
        (Kind::List(x), Kind::List(y)) | (Kind::Deque(x), Kind::Deque(y)) => {
            ann.find_list(*x) == ann.find_list(*y)
        }
        (Kind::Dict(x), Kind::Dict(y)) | (Kind::Set(x), Kind::Set(y)) => {
            ann.find_dict(*x) == ann.find_dict(*y)
        }
        (Kind::Tuple(x), Kind::Tuple(y)) => {
            x.len() == y.len() && x.iter().zip(y.iter()).all(|(x, y)| same(ann, x, y))
        }
        (Kind::Slice(x), Kind::Slice(y)) => x.iter().zip(y.iter()).all(|(x, y)| same(ann, x, y)),
        (
            Kind::Iterator { container: x, variant: v },
            Kind::Iterator { container: y, variant: w },
        ) => v == w && same(ann, x, y),
        (Kind::BuiltinMethod { name: n, this: x }, Kind::BuiltinMethod { name: m, this: y }) => {
            n == m && same(ann, x, y)
        }
        _ => false,
    }
}

/// The smallest annotation that contains both; with `pure` no definition is merged for it.
pub fn join(ann: &mut Facts, site: Site, a: &SomeValue, b: &SomeValue, pure: bool) -> AResult {
    if a == b {
        return Ok(a.clone());
    }
    if a.is_impossible() {
        return Ok(b.clone());
    }
    if b.is_impossible() {
        return Ok(a.clone());
    }
    if a.kind == Kind::Object || b.kind == Kind::Object {
        return Ok(SomeValue::OBJECT);
    }
    let fail = |why: &'static str| {
        AnnError::Union(Box::new(UnionError { left: a.clone(), right: b.clone(), why }))
    };
    if a.kind == Kind::None_ || b.kind == Kind::None_ {
        noted::note_none(ann, &a.kind);
        noted::note_none(ann, &b.kind);
    }
    if a.kind == Kind::None_ {
        return b.noneify().ok_or_else(|| fail(""));
    }
    if b.kind == Kind::None_ {
        return a.noneify().ok_or_else(|| fail(""));
    }
    let kind = join_kinds(ann, site, &a.kind, &b.kind, pure).map_err(|e| match e {
        // Report the outermost pair of types: that is what the user wrote.
        AnnError::Union(u) => fail(u.why),
        e => e,
    })?;
    let konst = match (&a.konst, &b.konst) {
        (Some(x), Some(y)) if x == y => Some(x.clone()),
        _ => None,
    };
    // A tuple constant whose items lost theirs is no constant.
    Ok(SomeValue { kind, konst })
}

fn join_kinds(ann: &mut Facts, site: Site, a: &Kind, b: &Kind, pure: bool) -> AResult<Kind> {
    use Kind::*;
    let fail = |why: &'static str| union_error(a, b, why);
    if a == b {
        return Ok(a.clone());
    }
    Ok(match (a, b) {
        (Bool, Bool) => Bool,
        (Truth, Bool) | (Bool, Truth) => Truth,
        (Bool, Integer { .. }) => b.clone(),
        (Integer { .. }, Bool) => a.clone(),
        (
            Integer { nonneg: n1, unsigned: u1, size: s1 },
            Integer { nonneg: n2, unsigned: u2, size: s2 },
        ) => {
            if (*u1 && !n2) || (*u2 && !n1) {
                return Err(fail(
                    "an unsigned integer and an int that may be negative do not go together; convert with intmask() or r_uint()",
                ));
            }
            Integer { nonneg: *n1 && *n2, unsigned: *u1 || *u2, size: (*s1).min(*s2) }
        }
        (Float, Integer { .. } | Bool) | (Integer { .. } | Bool, Float) => Float,
        (
            Char | UniChar | String { .. } | Unicode { .. },
            Char | UniChar | String { .. } | Unicode { .. },
        ) => join_texts(a, b).ok_or_else(|| fail(""))?,
        (List(_), List(_)) | (Dict(_), Dict(_)) | (Deque(_), Deque(_)) | (Set(_), Set(_)) => {
            merge(ann, site, a, b, pure)?.ok_or_else(|| fail(""))?
        }
        (Tuple(x), Tuple(y)) => {
            if x.len() != y.len() {
                return Err(fail(""));
            }
            let items: AResult<Vec<_>> =
                x.iter().zip(y.iter()).map(|(x, y)| join(ann, site, x, y, pure)).collect();
            Tuple(items?.into())
        }
        (Slice(x), Slice(y)) => {
            let r: AResult<Vec<_>> =
                x.iter().zip(y.iter()).map(|(x, y)| join(ann, site, x, y, pure)).collect();
            let r = r?;
            Slice(Rc::new([r[0].clone(), r[1].clone(), r[2].clone()]))
        }
        (Iterator { container: x, variant: v }, Iterator { container: y, variant: w })
            if v == w =>
        {
            let c = join(ann, site, x, y, pure)?;
            Iterator { container: Rc::new(c), variant: *v }
        }
        (
            Instance { .. } | Pbc { .. } | Type(_) | WeakRef(_),
            Instance { .. } | Pbc { .. } | Type(_) | WeakRef(_),
        ) => return join_objects(ann, site, a, b, pure),
        (BuiltinMethod { name: n, this: x }, BuiltinMethod { name: m, this: y }) if n == m => {
            let this = join(ann, site, x, y, pure)?;
            BuiltinMethod { name: n.clone(), this: Rc::new(this) }
        }
        // Each class reads and writes its property by methods of its own (`bases::property_methods`).
        (Property(x), Property(y)) => Property((*x).min(*y)),
        (Ptr(x), Ptr(y)) => Ptr(join_ptrs(ann, *x, *y).ok_or_else(|| fail(""))?),
        (Builtin(_), Pbc { .. }) | (Pbc { .. }, Builtin(_)) | (Builtin(_), Builtin(_)) => {
            return Err(fail(
                "a built-in function can only be called directly; wrap it in a function of your own",
            ));
        }
        _ => return Err(fail("")),
    })
}

/// Makes one definition of those of two containers; `None`: there are two, and with `pure` they stay.
fn merge(ann: &mut Facts, site: Site, a: &Kind, b: &Kind, pure: bool) -> AResult<Option<Kind>> {
    use Kind::*;
    Ok(match (a, b) {
        (List(x), List(y)) => one_list(ann, site, *x, *y, pure)?.map(List),
        (Deque(x), Deque(y)) => one_list(ann, site, *x, *y, pure)?.map(Deque),
        (Dict(x), Dict(y)) => one_dict(ann, site, *x, *y, pure)?.map(Dict),
        (Set(x), Set(y)) => one_dict(ann, site, *x, *y, pure)?.map(Set),
        _ => None,
    })
}

fn one_list(
    ann: &mut Facts,
    site: Site,
    x: ListDefId,
    y: ListDefId,
    pure: bool,
) -> AResult<Option<ListDefId>> {
    let (x, y) = (ann.find_list(x), ann.find_list(y));
    match x == y {
        true => Ok(Some(x)),
        false if pure => Ok(None),
        false => contents::merge_lists(ann, site, x, y).map(Some),
    }
}

fn one_dict(
    ann: &mut Facts,
    site: Site,
    x: DictDefId,
    y: DictDefId,
    pure: bool,
) -> AResult<Option<DictDefId>> {
    let (x, y) = (ann.find_dict(x), ann.find_dict(y));
    match x == y {
        true => Ok(Some(x)),
        false if pure => Ok(None),
        false => contents::merge_dicts(ann, site, x, y).map(Some),
    }
}

/// Joins strings of one type; a character of the other type is a code point.
fn join_texts(a: &Kind, b: &Kind) -> Option<Kind> {
    use Kind::*;
    Some(match (a, b) {
        // A byte character is a code point.
        (Char, UniChar) | (UniChar, Char) => UniChar,
        (Char, Unicode { can_be_none, .. }) | (Unicode { can_be_none, .. }, Char) => {
            Unicode { can_be_none: *can_be_none, no_nul: false }
        }
        (Char, String { can_be_none, texts, .. }) | (String { can_be_none, texts, .. }, Char) => {
            // A `bytes` of Python 3 has no characters.
            let texts = Texts { text: texts.text || texts.bytes, ..*texts };
            String { can_be_none: *can_be_none, no_nul: false, texts }
        }
        (UniChar, Unicode { can_be_none, .. }) | (Unicode { can_be_none, .. }, UniChar) => {
            Unicode { can_be_none: *can_be_none, no_nul: false }
        }
        (
            String { can_be_none: c1, no_nul: n1, texts: t1 },
            String { can_be_none: c2, no_nul: n2, texts: t2 },
        ) => String { can_be_none: *c1 || *c2, no_nul: *n1 && *n2, texts: t1.union(*t2) },
        (Unicode { can_be_none: c1, no_nul: n1 }, Unicode { can_be_none: c2, no_nul: n2 }) => {
            Unicode { can_be_none: *c1 || *c2, no_nul: *n1 && *n2 }
        }
        _ => return None,
    })
}

/// Joins instances, classes, weak references and prebuilt objects.
fn join_objects(ann: &mut Facts, site: Site, a: &Kind, b: &Kind, pure: bool) -> AResult<Kind> {
    use Kind::*;
    let fail = |why: &'static str| union_error(a, b, why);
    Ok(match (a, b) {
        (Instance { class: c1, can_be_none: n1 }, Instance { class: c2, can_be_none: n2 }) => {
            let mut base = ann.common_base(*c1, *c2);
            if ann.classdefs[base].base.is_none() && base != *c1 && base != *c2 {
                base = meets::meet(ann, site, *c1, *c2, pure)?.ok_or_else(|| fail(""))?;
            }
            Instance { class: base, can_be_none: *n1 || *n2 }
        }
        (Instance { class, can_be_none: n1 }, Pbc { descs, can_be_none: n2 })
        | (Pbc { descs, can_be_none: n2 }, Instance { class, can_be_none: n1 }) => {
            let class =
                meets::meet_callables(ann, site, *class, descs, pure)?.ok_or_else(|| fail(""))?;
            Instance { class, can_be_none: *n1 || *n2 }
        }
        (Pbc { descs: d1, can_be_none: n1 }, Pbc { descs: d2, can_be_none: n2 }) => {
            if let Some(class) = meets::meet_as_closures(ann, site, d1, d2, pure)? {
                return Ok(Instance { class, can_be_none: *n1 || *n2 });
            }
            if desc::desc_sort(ann, d1[0]) != desc::desc_sort(ann, d2[0]) {
                return Err(fail("these kinds of prebuilt objects cannot share a variable"));
            }
            let can_be_none = *n1 || *n2;
            for (more, fewer) in [(d1, d2), (d2, d1)] {
                if is_part(fewer, more) {
                    return Ok(Pbc { descs: more.clone(), can_be_none });
                }
            }
            let all: Vec<DescId> = d1.iter().chain(d2.iter()).copied().collect();
            Pbc { descs: desc::simplify_descs(ann, all), can_be_none }
        }
        (Type(x), Type(y)) => Type(ann.common_base(*x, *y)),
        (Type(x), Pbc { descs, .. }) | (Pbc { descs, .. }, Type(x)) => {
            let mut base = *x;
            for d in descs.iter() {
                match ann.descs[*d].as_class().and_then(|c| c.classdef) {
                    Some(c) => base = ann.common_base(base, c),
                    None => return Err(fail("")),
                }
            }
            Type(base)
        }
        (WeakRef(x), WeakRef(None)) | (WeakRef(None), WeakRef(x)) => WeakRef(*x),
        (WeakRef(Some(x)), WeakRef(Some(y))) => {
            let base = ann.common_base(*x, *y);
            if ann.classdefs[base].base.is_none() && base != *x && base != *y {
                return Err(fail(""));
            }
            WeakRef(Some(base))
        }
        _ => return Err(fail("")),
    })
}

fn union_error(a: &Kind, b: &Kind, why: &'static str) -> AnnError {
    AnnError::Union(Box::new(UnionError { left: a.clone().into(), right: b.clone().into(), why }))
}

fn join_ptrs(ann: &Facts, a: Type, b: Type) -> Option<Type> {
    let (Type::Ptr(x), Type::Ptr(y)) = (a, b) else { return None };
    let mut cur: Option<StructId> = Some(x);
    while let Some(c) = cur {
        if ann.types.is_subtype(y, c) {
            return Some(Type::Ptr(c));
        }
        cur = ann.types.structs[c].parent;
    }
    None
}
