//! Binary operators on instances: which operand is asked first.
//!
//! Python asks the right operand first if its class is a proper subclass of the left one's: always for comparisons,
//! otherwise only if its reflected method is another function than the one that the left one's class has. The classes in
//! the import-time heap tell whether two such classes can meet at all; where they cannot, nothing is tested at run time.

use crate::definitions::bases;
use crate::definitions::own_methods;
use crate::definitions::own_methods::DERIVED;
use crate::definitions::special_methods;
use crate::model::special_methods::First;
use crate::prelude::*;
use flowmodel::HostRef;
use rustc_hash::FxHashMap;

/// Says which operand is asked first. Names of methods are empty if no class has them.
pub(crate) fn who_is_first(
    ann: &mut Facts,
    site: Site,
    a: &SomeValue,
    b: &SomeValue,
    method: &'static str,
    reflected: &'static str,
    arithmetic: bool,
) -> First {
    let (Kind::Instance { class: a, .. }, Kind::Instance { class: b, .. }) = (&a.kind, &b.kind)
    else {
        return First::Left;
    };
    if method.is_empty() || reflected.is_empty() {
        return First::Left;
    }
    let key = (*a, *b, method, reflected, arithmetic);
    if let Some(f) = ann.special.first.get(&key) {
        return f.clone();
    }
    let (a, b) = (ann.classdefs[*a].host, ann.classdefs[*b].host);
    let mut below = own_methods::user_classes(ann, site);
    below.retain(|c| ann.host.is_subclass(*c, b));
    let meet = below.iter().any(|right| {
        answers(ann, *right, reflected)
            && hv::class_mro(&ann.host, *right).iter().skip(1).any(|left| {
                ann.host.is_subclass(*left, a)
                    && answers(ann, *left, method)
                    && !(arithmetic
                        && found(ann, *left, reflected) == found(ann, *right, reflected))
            })
    });
    let first = match (meet, arithmetic) {
        (false, _) => First::Left,
        (true, false) => First::Subclass,
        (true, true) => First::OtherMethod(providers(ann, site, reflected, a, b)),
    };
    ann.special.first.insert(key, first.clone());
    first
}

/// Says whether a class has a special method that may answer; `object`'s `__ne__` asks `__eq__`.
fn answers(ann: &Facts, class: HostRef, name: &str) -> bool {
    special_methods::class_has(ann, class, name)
        || name == "__ne__" && special_methods::class_has(ann, class, "__eq__")
}

/// The function that a class has for a special method.
fn found(ann: &Facts, class: HostRef, name: &str) -> Option<HostRef> {
    let sources = DERIVED.iter().filter(|d| d.1 == name).map(|d| d.0);
    std::iter::once(name)
        .chain(sources)
        .find_map(|n| bases::find_method(ann, class, n))
        .map(|(_, f)| f)
        .filter(|f| !hv::is_none(&ann.host, *f))
}

/// Classes whose function for a method is not that of their primary base; no function is number 0.
fn providers(
    ann: &mut Facts,
    site: Site,
    name: &str,
    a: HostRef,
    b: HostRef,
) -> Vec<(HostRef, i64)> {
    let mut numbers: FxHashMap<HostRef, i64> = FxHashMap::default();
    let mut rows = vec![];
    for c in own_methods::user_classes(ann, site) {
        let related = |r: HostRef| ann.host.is_subclass(r, c) || ann.host.is_subclass(c, r);
        if !related(a) && !related(b) {
            continue;
        }
        let f = found(ann, c, name);
        let mro = hv::class_mro(&ann.host, c);
        let chain = bases::primary_chain(ann, c);
        // With other bases, too, a test for one of these would hold as well.
        let single = mro.len() == chain.len();
        if single && chain.get(1).is_some_and(|b| found(ann, *b, name) == f) {
            continue;
        }
        let next = numbers.len() as i64 + 1;
        let n = f.map_or(0, |f| *numbers.entry(f).or_insert(next));
        rows.push((mro.len(), c, n));
    }
    rows.sort_by_key(|(depth, ..)| std::cmp::Reverse(*depth));
    rows.into_iter().map(|(_, c, n)| (c, n)).collect()
}

/// A function made by a factory of `objects.py` from names, what tells the order, and one more name.
pub(crate) fn made_operator<const N: usize>(
    ann: &mut Facts,
    site: Site,
    factory: &str,
    names: [&str; N],
    first: &First,
    last: &str,
) -> AResult {
    let key = format!("{factory}({names:?}, {first:?}, {last})");
    let f = own_methods::made(ann, site, key, "objects", factory, |host| {
        let mut parts: Vec<HostRef> = names.iter().map(|n| host.str(n)).collect();
        parts.push(match first {
            First::Left => host.str(""),
            First::Subclass => host.str("always"),
            First::OtherMethod(rows) => {
                let rows: Vec<HostRef> =
                    rows.iter().flat_map(|(c, n)| [*c, host.int(*n)]).collect();
                host.tuple(&rows)
            }
        });
        parts.push(host.str(last));
        parts
    })?;
    ann.immutablevalue(site, f)
}
