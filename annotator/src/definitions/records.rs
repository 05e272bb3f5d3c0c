//! Named tuples: at run time they are instances of classes that `rlib/builtins/records.py` makes.
//!
//! Where calls give fields types that do not meet (`P(1, 2)`, `P('a', 2.5)`), there are several such classes for one named
//! tuple, its *variants*. Each call chooses the first one whose fields have met what it gives. A variant consists of a
//! class for the named tuple and of copies of the program's subclasses, made when they are wanted.

use crate::definitions::bases;
use crate::definitions::closures;
use crate::definitions::library_objects;
use crate::definitions::listdef;
use crate::definitions::variants;
use crate::model::state::Variant;
use crate::prelude::*;
use flowmodel::HostRef;
use flowspace::host::functions;
use flowspace::host::{HostObj, Payload};

/// Maximum number of variants of one named tuple: a program whose calls give its fields so many types makes ever
/// new ones.
pub(crate) const MAX_VARIANTS: usize = 64;

/// Maximum depth to which types of items are compared.
const MAX_DEPTH: usize = 6;

/// Gives the object that stands for a named tuple, or for the class of some.
pub(crate) fn record_of(ann: &mut Facts, site: Site, r: HostRef) -> Option<HostRef> {
    let (class, instance) = match ann.host.obj(r) {
        HostObj::Class(_) => (r, false),
        HostObj::Instance(i) if matches!(i.payload, Payload::Value(_)) => (i.class, true),
        _ => return None,
    };
    if let Some(known) = ann.known.records.get(&r) {
        return Some(*known);
    }
    if !is_named_tuple(ann, class) {
        return None;
    }
    if instance {
        // What the class becomes tells which instances are such (`is_record`).
        record_of(ann, site, class)?;
    }
    let factory = if instance { "record_instance" } else { "record_class" };
    let make = library_objects::library_object(ann, site, "records", factory).ok()?;
    let mut args = vec![r];
    if instance {
        args.push(variant_of_instance(ann, site, r, ann.known.records[&class]));
    }
    let made = hv::call(&mut ann.host, make, &args).ok()?;
    ann.known.records.insert(r, made);
    if !instance {
        // And its bases.
        let top = variants::record_top(ann, made);
        for c in hv::class_mro(&ann.host, made) {
            if ann.host.is_subclass(c, top) {
                ann.known.record_variants.first.entry(c).or_insert((c, 0));
            }
        }
    }
    if instance {
        let fill = library_objects::library_object(ann, site, "records", "fill_record").ok()?;
        hv::call(&mut ann.host, fill, &[made, r]).ok()?;
    }
    Some(made)
}

fn is_named_tuple(ann: &Facts, class: HostRef) -> bool {
    let tuple = ann.host.types.tuple;
    !hv::is_builtin_class(&ann.host, class)
        && ann.host.is_subclass(class, tuple)
        && bases::find_method(ann, class, "_fields").is_some()
        && bases::find_method(ann, class, "_field_defaults").is_some()
}

/// The number of the variant whose fields can take these values, preferably `wanted`. They are noted there.
pub(crate) fn choose_variant(
    ann: &mut Facts,
    top: HostRef,
    wanted: Option<usize>,
    cells: &[SomeValue],
) -> usize {
    let mut all = ann.known.record_variants.variants.remove(&top).unwrap_or_default();
    if all.is_empty() {
        all.push(Variant::default());
    }
    let fits = |a: &Facts, v: &Variant| {
        v.seen.iter().zip(cells).all(|(seen, c)| seen.iter().all(|s| could_meet(a, s, c, 0)))
    };
    let n = wanted
        .filter(|n| all.get(*n).is_some_and(|v| fits(ann, v)))
        .or_else(|| all.iter().position(|v| fits(ann, v)))
        .unwrap_or_else(|| {
            all.push(Variant::default());
            all.len() - 1
        });
    all[n].seen.resize(cells.len(), vec![]);
    for (seen, c) in all[n].seen.iter_mut().zip(cells) {
        let c = c.without_const();
        if !seen.contains(&c) {
            seen.push(c);
        }
    }
    ann.known.record_variants.variants.insert(top, all);
    n
}

/// A class of the first variant as it is in another one.
pub(crate) fn variant_class(
    ann: &mut Facts,
    site: Site,
    first: HostRef,
    n: usize,
) -> AResult<HostRef> {
    let top = variants::record_top(ann, first);
    if n == 0 {
        return Ok(first);
    }
    if let Some(c) = ann.known.record_variants.variants[&top][n].classes.get(&first) {
        return Ok(*c);
    }
    let failed = |a: &Facts, t| a.error(site, "internal", format!("a named tuple's class: {t}"));
    let made = if first == top {
        let make = library_objects::library_object(ann, site, "records", "class_like")?;
        hv::call(&mut ann.host, make, &[first]).map_err(|t| failed(ann, t))?
    } else {
        let mut bases = vec![];
        for b in hv::class_bases(&ann.host, first) {
            let record = ann.known.record_variants.first.contains_key(&b);
            bases.push(if record { variant_class(ann, site, b, n)? } else { b });
        }
        let bases = ann.host.tuple(&bases);
        let make = library_objects::library_object(ann, site, "records", "subclass_like")?;
        let made = hv::call(&mut ann.host, make, &[first, bases]).map_err(|t| failed(ann, t))?;
        for (name, v) in hv::class_dict(&ann.host, made) {
            let copy = functions::copy_method(&mut ann.host, v, made);
            if copy != v {
                ann.host.setattr(made, &name, copy).map_err(|_| {
                    ann.error(site, "internal", format!("method {name} of a named tuple"))
                })?;
            }
        }
        made
    };
    ann.known.record_variants.first.insert(made, (first, n));
    let variants = ann.known.record_variants.variants.get_mut(&top).expect("chosen before");
    variants[n].classes.insert(first, made);
    Ok(made)
}

/// Gives the copy of the method for the class of an instance, in `C.method(x)` with an instance of another
/// variant than the first.
pub(crate) fn method_of_variant(
    ann: &mut Facts,
    site: Site,
    f: HostRef,
    s: &SomeValue,
) -> Option<AResult<HostRef>> {
    let Kind::Instance { class, .. } = s.kind else { return None };
    let host = ann.classdefs[class].host;
    let (first, n) = *ann.known.record_variants.first.get(&host)?;
    if n == 0 {
        return None;
    }
    let owner = hv::class_mro(&ann.host, first)
        .into_iter()
        .find(|c| hv::class_dict(&ann.host, *c).iter().any(|(_, v)| *v == f))?;
    Some(
        variant_class(ann, site, owner, n)
            .map(|home| functions::copy_method(&mut ann.host, f, home)),
    )
}

/// The class for a prebuilt named tuple, by the types of its items.
fn variant_of_instance(ann: &mut Facts, site: Site, r: HostRef, class: HostRef) -> HostRef {
    let cells: Vec<SomeValue> = hv::items(
        &ann.host,
        match ann.host.obj(r) {
            HostObj::Instance(i) => match i.payload {
                Payload::Value(v) => v,
                _ => return class,
            },
            _ => return class,
        },
    )
    .into_iter()
    .map(|item| match ann.host.to_const(item) {
        // Its own items may lead back to the tuple: they are not looked at.
        HlConst::Host(h) => match hv::view(&ann.host, h) {
            hv::View::List(_) => {
                Kind::List(listdef::new_list_def(ann, site, SomeValue::IMPOSSIBLE)).into()
            }
            _ => SomeValue::IMPOSSIBLE,
        },
        c => crate::definitions::constants::atom_annotation(&c),
    })
    .collect();
    let top = variants::record_top(ann, class);
    let n = choose_variant(ann, top, Some(0), &cells);
    variant_class(ann, site, class, n).unwrap_or(class)
}

/// Says whether two values might share a variable, as far as can be told without making them one.
fn could_meet(ann: &Facts, a: &SomeValue, b: &SomeValue, depth: usize) -> bool {
    use Kind::*;
    let number = |k: &Kind| matches!(k, Bool | Integer { .. } | Float);
    let text = |k: &Kind| matches!(k, Char | String { .. });
    let unicode = |k: &Kind| matches!(k, Char | UniChar | Unicode { .. });
    if depth > MAX_DEPTH {
        return true;
    }
    let meet = |x: &SomeValue, y: &SomeValue| could_meet(ann, x, y, depth + 1);
    match (&a.kind, &b.kind) {
        (Impossible, _) | (_, Impossible) => true,
        (None_, k) | (k, None_) => !number(k) && !matches!(k, Tuple(_)),
        (x, y) if number(x) && number(y) => true,
        (x, y) if text(x) && text(y) || unicode(x) && unicode(y) => true,
        (List(x), List(y)) | (Deque(x), Deque(y)) => {
            ann.find_list(*x) == ann.find_list(*y)
                || meet(&ann.list_def(*x).item, &ann.list_def(*y).item)
        }
        (Dict(x), Dict(y)) | (Set(x), Set(y)) => {
            let (x, y) = (ann.dict_def(*x), ann.dict_def(*y));
            x.parent == y.parent || meet(&x.key, &y.key) && meet(&x.value, &y.value)
        }
        (Tuple(x), Tuple(y)) => {
            x.len() == y.len() && x.iter().zip(y.iter()).all(|(x, y)| meet(x, y))
        }
        (Instance { class: x, .. }, Instance { class: y, .. }) => {
            closures::is_closure_class(ann, *x)
                || closures::is_closure_class(ann, *y)
                || ann.classdefs[ann.common_base(*x, *y)].base.is_some()
        }
        (Instance { class, .. }, Pbc { .. }) | (Pbc { .. }, Instance { class, .. }) => {
            closures::is_closure_class(ann, *class)
        }
        (x, y) => std::mem::discriminant(x) == std::mem::discriminant(y),
    }
}
