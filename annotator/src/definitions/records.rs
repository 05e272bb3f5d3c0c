//! Named tuples: at run time they are instances of classes that `rlib/builtins/records.py` makes.
//!
//! Where calls give fields types that do not meet (`P(1, 2)`, `P('a', 2.5)`), there are several such classes for one named
//! tuple, its *variants*. Each call chooses the first one whose fields have met what it gives. A variant consists of a
//! class for the named tuple and of copies of the program's subclasses, made when they are wanted.

use crate::definitions::bases;
use crate::definitions::desc;
use crate::definitions::library_objects;
use crate::definitions::listdef;
use crate::definitions::meets;
use crate::definitions::own_methods;
use crate::model::state::Variant;
use crate::prelude::*;
use flowmodel::HostRef;
use flowspace::host::functions;
use flowspace::host::{HostObj, Payload};

/// Maximum number of variants of one named tuple: a program whose calls give its fields so many types makes ever
/// new ones.
const MAX_VARIANTS: usize = 64;

/// Maximum depth to which types of items are compared.
const MAX_DEPTH: usize = 6;

/// Gives the object that stands for a named tuple, or for the class of some.
pub(crate) fn record_of(ann: &mut Annotator, site: Site, r: HostRef) -> Option<HostRef> {
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
        let top = record_top(ann, made);
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

fn is_named_tuple(ann: &Annotator, class: HostRef) -> bool {
    let tuple = ann.host.types.tuple;
    !hv::is_builtin_class(&ann.host, class)
        && ann.host.is_subclass(class, tuple)
        && bases::find_method(ann, class, "_fields").is_some()
        && bases::find_method(ann, class, "_field_defaults").is_some()
}

/// Says whether instances of the class stand for named tuples.
pub(crate) fn is_record(ann: &Annotator, class: ClassDefId) -> bool {
    !ann.known.records.is_empty()
        && hv::class_mro(&ann.host, ann.classdefs[class].host)
            .iter()
            .any(|c| ann.known.record_variants.first.contains_key(c))
}

/// All classes that stand for the same named tuple (or subclass of one) as this one.
pub(crate) fn record_classes(ann: &Annotator, class: HostRef) -> Vec<HostRef> {
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
fn record_top(ann: &Annotator, class: HostRef) -> HostRef {
    let mro = hv::class_mro(&ann.host, class);
    let own = |c: &HostRef| hv::class_dict(&ann.host, *c).iter().any(|(n, _)| &**n == "_fields");
    mro.into_iter().find(own).unwrap_or(class)
}

/// Gives the class of another variant for a call of a class that stands for a named tuple, if the arguments want
/// that.
pub(crate) fn record_to_make(
    ann: &mut Annotator,
    site: Site,
    class: HostRef,
    args: &crate::model::state::CallArgs,
) -> AResult<Option<HostRef>> {
    let Some((first, at)) = ann.known.record_variants.first.get(&class).copied() else {
        return Ok(None);
    };
    let in_maker = library_objects::in_library_function(ann, site, "records.make_instance");
    let top = record_top(ann, class);
    // With an `__init__` of its own a class is one class.
    let Some((owner, init)) = bases::find_method(ann, class, "__init__") else { return Ok(None) };
    if in_maker || owner != top || args.shape.star {
        return Ok(None);
    }
    let sig = desc::signature(&ann.host, init);
    let mut call = args.clone();
    call.positional.insert(0, (SomeValue::OBJECT, crate::ArgSource::This));
    let Ok(bound) = desc::match_signature(ann, site, "record", &sig, &call) else {
        return Ok(None);
    };
    let key = site.position.zip(site.result).map(|(p, v)| (p.graph, v, first));
    let known = key.and_then(|s| ann.known.record_variants.sites.get(&s).copied());
    let n = choose_variant(ann, record_top(ann, first), known.or(Some(at)), &bound.cells[1..]);
    if n >= MAX_VARIANTS {
        let name = hv::class_name(&ann.host, first);
        let m = format!("the fields of {name}() would have to be of too many different types");
        let e = ann.error(site, "union", m);
        return Err(e.note("does a field hold a named tuple of the same class, and that another?"));
    }
    if let Some(s) = key {
        ann.known.record_variants.sites.insert(s, n);
    }
    let made = variant_class(ann, site, first, n)?;
    Ok((made != class).then_some(made))
}

/// The number of the variant whose fields can take these values, preferably `wanted`. They are noted there.
fn choose_variant(
    ann: &mut Annotator,
    top: HostRef,
    wanted: Option<usize>,
    cells: &[SomeValue],
) -> usize {
    let mut all = ann.known.record_variants.variants.remove(&top).unwrap_or_default();
    if all.is_empty() {
        all.push(Variant::default());
    }
    let fits = |a: &Annotator, v: &Variant| {
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
fn variant_class(ann: &mut Annotator, site: Site, first: HostRef, n: usize) -> AResult<HostRef> {
    let top = record_top(ann, first);
    if n == 0 {
        return Ok(first);
    }
    if let Some(c) = ann.known.record_variants.variants[&top][n].classes.get(&first) {
        return Ok(*c);
    }
    let failed =
        |a: &Annotator, t| a.error(site, "internal", format!("a named tuple's class: {t}"));
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
    ann: &mut Annotator,
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
fn variant_of_instance(ann: &mut Annotator, site: Site, r: HostRef, class: HostRef) -> HostRef {
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
        c => crate::definitions::prebuilt::atom_annotation(&c),
    })
    .collect();
    let top = record_top(ann, class);
    let n = choose_variant(ann, top, Some(0), &cells);
    variant_class(ann, site, class, n).unwrap_or(class)
}

/// Says whether two values might share a variable, as far as can be told without making them one.
fn could_meet(ann: &Annotator, a: &SomeValue, b: &SomeValue, depth: usize) -> bool {
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
            meets::is_closure_class(ann, *x)
                || meets::is_closure_class(ann, *y)
                || ann.classdefs[ann.common_base(*x, *y)].base.is_some()
        }
        (Instance { class, .. }, Pbc { .. }) | (Pbc { .. }, Instance { class, .. }) => {
            meets::is_closure_class(ann, *class)
        }
        (x, y) => std::mem::discriminant(x) == std::mem::discriminant(y),
    }
}

/// Gives the function for the class of the first argument in a call of `dataclasses.replace` and its
/// like.
pub(crate) fn function_of_dataclass(
    ann: &mut Annotator,
    site: Site,
    callee: &SomeValue,
    args: &crate::model::state::CallArgs,
) -> Option<AResult> {
    let f = match &callee.kind {
        Kind::Pbc { descs, .. } => ann.descs[descs[0]].as_function()?,
        _ => return None,
    };
    let name = match &*f.qualname {
        "dataclasses.replace" => "replace",
        "dataclasses.astuple" => "astuple",
        "dataclasses.asdict" => "asdict",
        _ => return None,
    };
    let Kind::Instance { class, .. } = args.positional.first()?.0.kind else { return None };
    let host = ann.classdefs[class].host;
    hv::class_lookup(&ann.host, host, "__dataclass_fields__")?;
    let below = own_methods::user_classes(ann, site);
    if let Some(sub) = below.iter().find(|c| **c != host && ann.host.is_subclass(**c, host)) {
        let (c, sub) = (hv::class_name(&ann.host, host), hv::class_name(&ann.host, *sub));
        return Some(Err(ann
            .error(
                site,
                "unsupported",
                format!("{name}() of an instance of {c}, which has the subclass {sub}"),
            )
            .note("at run time the function is made for one class")));
    }
    let names: Vec<&str> = args.keywords.iter().map(|k| &*k.0).collect();
    let names = ann.host.str(&names.join(" "));
    let f = own_methods::made_for(
        ann,
        site,
        &format!("records.make_{name}"),
        &[host, names],
        vec![host, names],
    );
    Some(f)
}
