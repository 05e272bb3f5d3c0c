//! Class definitions: the attributes of the instances of a class and of its subclasses.

use crate::definitions::class_descs;
use crate::definitions::desc;
use crate::definitions::hierarchy;
use crate::definitions::noted;
use crate::definitions::origins;
use crate::definitions::union;
use crate::hostview as hv;
use crate::model::classdefs::{AttrSource, Attribute, Bound, ClassDef};
use crate::model::descs::DescKind;
use crate::model::errors::AResult;
use crate::model::reported::Mixed;
use crate::model::site::{Position, Positions, Site};
use crate::model::state::Facts;
use crate::model::*;
use flowmodel::HostRef;
use indexmap::{IndexMap, IndexSet};
use rustc_hash::FxHashMap;
use std::rc::Rc;

/// Notes that there are instances of exactly this class.
pub(crate) fn set_instantiated(ann: &mut Facts, c: ClassDefId) {
    if std::mem::replace(&mut ann.classdefs[c].instantiated, true) {
        return;
    }
    ann.work.changes += 1;
    for base in ann.class_mro(c) {
        for p in ann.classdefs[base].class_callers.clone() {
            ann.reflow(p);
        }
    }
}

/// Descriptions of the classes, from this one on, that have instances.
pub(crate) fn instantiated_classes(ann: &mut Facts, site: Site, c: ClassDefId) -> Vec<DescId> {
    if let Some(p) = site.position {
        ann.classdefs[c].class_callers.insert(p);
    }
    let all = hierarchy::all_subdefs(ann, c).into_iter();
    all.filter(|c| ann.classdefs[*c].instantiated).map(|c| ann.classdefs[c].desc).collect()
}

/// The class definition of a class description.
pub(crate) fn classdef_of(ann: &mut Facts, site: Site, desc: DescId) -> AResult<ClassDefId> {
    let c = ann.descs[desc].as_class().expect("class desc");
    if let Some(id) = c.classdef {
        return Ok(id);
    }
    let (host, name, base_host) = (c.host, c.name.clone(), c.base);
    let base = match base_host {
        None => None,
        Some(b) => {
            let d = class_descs::class_desc(ann, site, b)?;
            Some(classdef_of(ann, site, d)?)
        }
    };
    let id = ann.classdefs.push(ClassDef {
        desc,
        host,
        name,
        base,
        subdefs: vec![],
        attrs: IndexMap::new(),
        attr_sources: IndexMap::new(),
        instances: IndexSet::new(),
        instantiated: false,
        class_callers: Positions::default(),
    });
    if let DescKind::Class(c) = &mut ann.descs[desc].kind {
        c.classdef = Some(id);
    }
    ann.known.class_of_host.insert(host, id);
    if let Some(b) = base {
        ann.classdefs[b].subdefs.push(id);
        // Code that looked at all subclasses of a base (class PBC calls, `type(x)`) may depend on this one.
        let names: Vec<Rc<str>> =
            ann.descs[desc].as_class().expect("class").dict.keys().cloned().collect();
        for n in names {
            let r = add_attr_source(ann, site, id, &n, AttrSource::Class(desc));
            noted::permanent(ann, r)?;
        }
    }
    Ok(id)
}

/// Value of an attribute in a source, as seen by instances of `c`.
fn source_value(
    ann: &mut Facts,
    site: Site,
    c: ClassDefId,
    name: &str,
    src: AttrSource,
) -> AResult {
    match src {
        AttrSource::Class(d) => {
            let cd = ann.descs[d].as_class().expect("class");
            let Some(&h) = cd.dict.get(name) else { return Ok(SomeValue::IMPOSSIBLE) };
            class_attr_value(ann, site, c, name, h)
        }
        AttrSource::Instance(h) => match crate::hostview::instance_attr(&ann.host, h, name) {
            None => Ok(SomeValue::IMPOSSIBLE),
            Some(v) => {
                let owner = ann.classdefs[c].name.clone();
                ann.immutablevalue(site, v).map_err(|e| {
                    e.note(format!("seen in attribute '{name}' of a prebuilt instance of {owner}"))
                })
            }
        },
    }
}

/// A value found in a class dict, as an attribute of instances: functions become unbound methods.
fn class_attr_value(ann: &mut Facts, site: Site, c: ClassDefId, name: &str, h: HostRef) -> AResult {
    use crate::hostview::ClassAttr;
    match crate::hostview::class_attr(&ann.host, h) {
        ClassAttr::Property => Ok(Kind::Property(h).into()),
        ClassAttr::Static(f) => ann.immutablevalue(site, f),
        ClassAttr::ClassMethod => Err(ann.error(
            site,
            "unsupported",
            format!("'{name}' is a classmethod: not supported at run time"),
        )),
        ClassAttr::Plain => {
            let s = ann.immutablevalue(site, h).map_err(|e| {
                let owner = &ann.classdefs[c].name;
                e.note(format!("seen in class attribute '{name}' of {owner}"))
            })?;
            let Kind::Pbc { descs, can_be_none } = &s.kind else { return Ok(s) };
            if !descs.iter().all(|d| matches!(ann.descs[*d].kind, DescKind::Function(_))) {
                return Ok(s);
            }
            let name = Rc::from(name);
            let bound: Vec<_> =
                descs.iter().map(|d| class_descs::method_desc(ann, *d, c, None, &name)).collect();
            Ok(desc::pbc(ann, bound, *can_be_none))
        }
    }
}

/// Tells the class that a prebuilt object provides a value of an attribute.
pub(crate) fn add_attr_source(
    ann: &mut Facts,
    site: Site,
    c: ClassDefId,
    name: &Rc<str>,
    src: AttrSource,
) -> AResult<()> {
    for cd in ann.class_mro(c) {
        if ann.classdefs[cd].attrs.contains_key(name) {
            return attr_add_constant(ann, site, cd, name, c, src);
        }
    }
    ann.classdefs[c].attr_sources.entry(name.clone()).or_default().push(src);
    if matches!(src, AttrSource::Class(_)) {
        for sub in hierarchy::all_subdefs(ann, c) {
            if ann.classdefs[sub].attrs.contains_key(name) {
                attr_add_constant(ann, site, sub, name, c, src)?;
            }
        }
    }
    Ok(())
}

/// Adds the value of a source that stands in class `from` to the attribute at level `at`.
pub(crate) fn attr_add_constant(
    ann: &mut Facts,
    site: Site,
    at: ClassDefId,
    name: &Rc<str>,
    from: ClassDefId,
    src: AttrSource,
) -> AResult<()> {
    let s = source_value(ann, site, from, name, src)?;
    if s.is_impossible() {
        return Ok(());
    }
    if matches!(src, AttrSource::Instance(_)) {
        attr_not_readonly(ann, at, name);
    }
    attr_join(ann, site, at, name, s)
}

fn attr_not_readonly(ann: &mut Facts, at: ClassDefId, name: &str) {
    if let Some(a) = ann.classdefs[at].attrs.get_mut(name) {
        a.readonly = false;
    }
}

/// Generalises an attribute by a value, and reflows its readers if that changes it.
pub(crate) fn attr_join(
    ann: &mut Facts,
    site: Site,
    at: ClassDefId,
    name: &Rc<str>,
    s: SomeValue,
) -> AResult<()> {
    let old = ann.classdefs[at].attrs[name].s_value.clone();
    noted::note_mix(ann, site, Mixed::Attr(at, name.clone()), &old, &s);
    if union::contains(ann, site, &old, &s) {
        return Ok(());
    }
    let new = ann.union(site, &old, &s).map_err(|e| {
        let cname = &ann.classdefs[at].name;
        let what = format!("attribute '{name}' of {cname}");
        let origins = ann.classdefs[at].attrs[name].origins.clone();
        origins::union_at(ann, site, e, &what, &origins)
    })?;
    let span = site.span;
    ann.work.changes += 1;
    let cd = &mut ann.classdefs[at];
    let a = cd.attrs.get_mut(name).expect("attribute");
    a.s_value = new;
    let mut bound = std::mem::take(&mut a.bound);
    let mut of_classes = a.methods.take();
    if a.origins.len() < 8 {
        a.origins.push((span, s.clone()));
    }
    // (where definitions were merged, whoever reads them knows already)
    if union::same(ann, &ann.classdefs[at].attrs[name].s_value, &old) {
        return Ok(());
    }
    let readers = &ann.classdefs[at].attrs[name].readers;
    let hit: Vec<Position> = match more_methods(ann, &old, &s) {
        None => readers.keys().copied().collect(),
        Some(methods) => {
            let can_have = |c: ClassDefId| {
                methods.iter().any(|(_, o)| ann.is_subclassdef(*o, c) || ann.is_subclassdef(c, *o))
            };
            for (method, origin) in &methods {
                note_method(ann, &mut bound, *method, *origin);
                if let Some(of_classes) = &mut of_classes {
                    of_classes.entry(*origin).or_default().push(*method);
                }
            }
            let hit = readers.iter().filter(|(_, c)| can_have(**c)).map(|r| *r.0).collect();
            let a = ann.classdefs[at].attrs.get_mut(name).expect("attribute");
            (a.bound, a.methods) = (bound, of_classes);
            hit
        }
    };
    hit.into_iter().for_each(|p| ann.reflow(p));
    Ok(())
}

/// Classes can have one more method, that of the class `origin`.
fn note_method(
    ann: &Facts,
    bound: &mut FxHashMap<ClassDefId, Bound>,
    method: DescId,
    origin: ClassDefId,
) {
    for base in ann.class_mro(origin).into_iter().skip(1) {
        if let Some(known) = bound.get_mut(&base) {
            known.more.push(method);
        }
    }
    // In subclasses it may stand for the method of a base. (Few of very many classes are subclasses of one.)
    match hierarchy::few_subdefs(ann, origin, bound.len()) {
        Some(subclasses) => subclasses.iter().for_each(|c| drop(bound.remove(c))),
        None => bound.retain(|c, _| !ann.is_subclassdef(*c, origin)),
    }
}

/// Gives the methods of an attribute at level `at` that instances of `c` can have, and some more; `None` if they are
/// not known by class.
fn methods_for(ann: &mut Facts, at: ClassDefId, name: &str, c: ClassDefId) -> Option<Vec<DescId>> {
    /// Maximum number of methods that are looked through without further ado.
    const FEW: usize = 32;
    let a = &ann.classdefs[at].attrs[name];
    let Kind::Pbc { descs, .. } = &a.s_value.kind else { return None };
    if descs.len() <= FEW {
        return None;
    }
    let below = hierarchy::few_subdefs(ann, c, descs.len() / 4)?;
    if a.methods.is_none() {
        let mut of_classes: FxHashMap<ClassDefId, Vec<DescId>> = FxHashMap::default();
        for d in descs.iter() {
            let DescKind::Method { origin, this: None, .. } = ann.descs[*d].kind else {
                return None;
            };
            of_classes.entry(origin).or_default().push(*d);
        }
        ann.classdefs[at].attrs.get_mut(name)?.methods = Some(of_classes);
    }
    let of_classes = ann.classdefs[at].attrs[name].methods.as_ref()?;
    let above = ann.class_mro(c).into_iter().skip(1);
    let classes = below.into_iter().chain(above);
    let mut found: Vec<DescId> =
        classes.filter_map(|c| of_classes.get(&c)).flatten().copied().collect();
    found.sort();
    found.dedup();
    Some(found)
}

/// The methods `more` with their classes, if an attribute had nothing but methods so far, and these are added.
fn more_methods(
    ann: &Facts,
    old: &SomeValue,
    more: &SomeValue,
) -> Option<Vec<(DescId, ClassDefId)>> {
    let (Kind::Pbc { descs: had, .. }, Kind::Pbc { descs, can_be_none: false }) =
        (&old.kind, &more.kind)
    else {
        return None;
    };
    let origin = |d: &DescId| match ann.descs[*d].kind {
        DescKind::Method { origin, this: None, .. } => Some(origin),
        _ => None,
    };
    origin(&had[0])?;
    descs.iter().map(|d| Some((*d, origin(d)?))).collect()
}

/// An attribute is assigned here.
pub(crate) fn attr_assigned(
    ann: &mut Facts,
    site: Site,
    c: ClassDefId,
    name: &Rc<str>,
) -> AResult<()> {
    let Some(p) = site.position else { return Ok(()) };
    noted::note_store(ann, c, name);
    let at = locate_attr(ann, site, c, name)?;
    if ann.classdefs[at].attrs[name].late || ann.graphs[p.graph].full.name.ends_with("__init__") {
        return Ok(());
    }
    let a = ann.classdefs[at].attrs.get_mut(name).expect("attribute");
    a.late = true;
    for p in a.readers.keys().copied().collect::<Vec<_>>() {
        ann.reflow(p);
    }
    Ok(())
}

/// Makes sure that the attribute is defined at the level of `c` or above, and gives that level.
pub(crate) fn locate_attr(
    ann: &mut Facts,
    site: Site,
    c: ClassDefId,
    name: &Rc<str>,
) -> AResult<ClassDefId> {
    for cd in ann.class_mro(c) {
        if ann.classdefs[cd].attrs.contains_key(name) {
            return Ok(cd);
        }
    }
    // An `OSError` may become an instance of its built-in subclasses: these have no fields of their own.
    let host = ann.classdefs[c].host;
    let c = match ann.classdefs[c].base {
        Some(_) if hv::is_builtin_class(&ann.host, host) => {
            let os = hv::exception(&ann.host, "OSError");
            let mro = ann.class_mro(c);
            let os = mro.into_iter().find(|c| Some(ann.classdefs[*c].host) == os);
            os.unwrap_or(c)
        }
        _ => c,
    };
    let r = create_attr(ann, site, c, name);
    noted::permanent(ann, r)?;
    Ok(c)
}

/// Defines an attribute at a level, taking over what subclasses know of it.
fn create_attr(ann: &mut Facts, site: Site, c: ClassDefId, name: &Rc<str>) -> AResult<()> {
    let mut merged = Attribute {
        name: name.clone(),
        s_value: SomeValue::IMPOSSIBLE,
        bound: FxHashMap::default(),
        methods: None,
        readonly: true,
        late: false,
        readers: IndexMap::default(),
        origins: vec![],
    };
    ann.work.changes += 1;
    let mut sub_values = vec![];
    let mut constants = vec![];
    let mut readers = vec![];
    for sub in hierarchy::all_subdefs(ann, c) {
        if let Some(a) = ann.classdefs[sub].attrs.shift_remove(name) {
            merged.readonly &= a.readonly;
            merged.late |= a.late;
            readers.extend(a.readers);
            merged.origins.extend(a.origins);
            sub_values.push(a.s_value);
        }
        if sub == c {
            if let Some(v) = ann.classdefs[sub].attr_sources.get(name) {
                constants.extend(v.iter().map(|s| (sub, *s)));
            }
        } else if let Some(v) = ann.classdefs[sub].attr_sources.shift_remove(name) {
            constants.extend(v.into_iter().map(|s| (sub, s)));
        }
    }
    for base in ann.class_mro(c).into_iter().skip(1) {
        if let Some(v) = ann.classdefs[base].attr_sources.get(name) {
            constants
                .extend(v.iter().filter(|s| matches!(s, AttrSource::Class(_))).map(|s| (base, *s)));
        }
    }
    ann.classdefs[c].attrs.insert(name.clone(), merged);
    for (p, through) in &readers {
        add_reader(ann, c, name, *p, *through);
    }
    for s in sub_values {
        attr_join(ann, site, c, name, s)?;
    }
    for (from, src) in constants {
        attr_add_constant(ann, site, c, name, from, src)?;
    }
    for (p, _) in readers {
        ann.reflow(p);
    }
    Ok(())
}

/// The attribute that is defined at level `at` is read at `p` through class `c`.
pub(crate) fn add_reader(ann: &mut Facts, at: ClassDefId, name: &str, p: Position, c: ClassDefId) {
    let known = ann.classdefs[at].attrs[name].readers.get(&p).copied();
    if known != Some(c) {
        let through = known.map_or(c, |k| ann.common_base(k, c));
        let a = ann.classdefs[at].attrs.get_mut(name).expect("attribute");
        a.readers.insert(p, through);
    }
}

/// An instance of `c` may have value `s` in an attribute.
pub(crate) fn generalize_attr(
    ann: &mut Facts,
    site: Site,
    c: ClassDefId,
    name: &Rc<str>,
    s: SomeValue,
) -> AResult<()> {
    let at = locate_attr(ann, site, c, name)?;
    attr_not_readonly(ann, at, name);
    attr_join(ann, site, at, name, s)
}

/// Reads an attribute of an instance of `c` (methods are bound to it).
pub(crate) fn instance_getattr(
    ann: &mut Facts,
    site: Site,
    c: ClassDefId,
    name: &Rc<str>,
) -> AResult {
    let at = locate_attr(ann, site, c, name)?;
    if let Some(p) = site.position {
        add_reader(ann, at, name, p, c);
    }
    let a = ann.classdefs[at].attrs.get_mut(name).expect("attribute");
    let s = a.s_value.clone();
    let known = match a.bound.get_mut(&c) {
        Some(known) if known.more.is_empty() => return Ok(known.methods.clone()),
        Some(known) => Some((known.methods.clone(), std::mem::take(&mut known.more))),
        None => None,
    };
    let Kind::Pbc { descs, can_be_none } = &s.kind else { return Ok(s) };
    let methods = match known {
        Some((SomeValue { kind: Kind::Pbc { descs: had, .. }, .. }, more)) => {
            with_methods_of_subclasses(ann, &had, more, *can_be_none)
        }
        _ => match methods_for(ann, at, name, c) {
            // (Methods of other classes alone: instances have none of them.)
            Some(none) if none.is_empty() && *can_be_none => SomeValue::NONE,
            Some(none) if none.is_empty() => SomeValue::IMPOSSIBLE,
            Some(some) => lookup_filter(ann, c, &some, *can_be_none, &s),
            None => lookup_filter(ann, c, descs, *can_be_none, &s),
        },
    };
    if let Some(a) = ann.classdefs[at].attrs.get_mut(name) {
        a.bound.insert(c, Bound { methods: methods.clone(), more: vec![] });
    }
    Ok(methods)
}

/// Bound methods, and unbound ones of subclasses: what [`lookup_filter`] gives for all of them. A thousand classes
/// that each have a method of a name would each be looked at a thousand times otherwise.
fn with_methods_of_subclasses(
    ann: &mut Facts,
    bound: &[DescId],
    mut more: Vec<DescId>,
    can_be_none: bool,
) -> SomeValue {
    more.sort();
    let mut all = Vec::with_capacity(bound.len() + more.len());
    all.extend_from_slice(bound);
    for d in more {
        let DescKind::Method { func, origin, name, .. } = &ann.descs[d].kind else { continue };
        let (func, origin, name) = (*func, *origin, name.clone());
        all.push(class_descs::method_desc(ann, func, origin, Some(origin), &name));
    }
    desc::pbc(ann, all, can_be_none)
}

/// The methods of a PBC that an instance of `c` can really have, bound.
fn lookup_filter(
    ann: &mut Facts,
    c: ClassDefId,
    descs: &[DescId],
    can_be_none: bool,
    whole: &SomeValue,
) -> SomeValue {
    let mut out = vec![];
    let mut best: Option<(ClassDefId, DescId)> = None;
    let mut any_unbound = false;
    for &d in descs {
        let DescKind::Method { func, origin, this: None, name } = &ann.descs[d].kind else {
            out.push(d);
            continue;
        };
        any_unbound = true;
        let (func, origin, name) = (*func, *origin, name.clone());
        if origin != c && ann.is_subclassdef(origin, c) {
            out.push(class_descs::method_desc(ann, func, origin, Some(origin), &name));
        } else if ann.is_subclassdef(c, origin) {
            let better = match best {
                None => true,
                Some((b, _)) => ann.is_subclassdef(origin, b),
            };
            if better {
                best = Some((origin, d));
            }
        }
    }
    if !any_unbound {
        return whole.clone();
    }
    if let Some((origin, d)) = best {
        let DescKind::Method { func, name, .. } = &ann.descs[d].kind else { unreachable!() };
        let (func, name) = (*func, name.clone());
        out.push(class_descs::method_desc(ann, func, origin, Some(c), &name));
    }
    if out.is_empty() {
        return if can_be_none { SomeValue::NONE } else { SomeValue::IMPOSSIBLE };
    }
    desc::pbc(ann, out, can_be_none)
}
