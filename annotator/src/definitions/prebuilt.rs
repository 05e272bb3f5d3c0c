//! Annotations of prebuilt objects, and their descriptions.

use crate::definitions::class_descs;
use crate::definitions::classdef;
use crate::definitions::constants;
use crate::definitions::desc;
use crate::definitions::listdef;
use crate::definitions::noted;
use crate::definitions::stand_ins;
use crate::hostview::{self as hv, Container, View};
use crate::model::classdefs::AttrSource;
use crate::model::descs::{DescKind, FunctionDesc, FunctionInfo, Specializer};
use crate::model::errors::{AResult, AnnError};
use crate::model::site::Site;
use crate::model::state::Facts;
use crate::model::*;
use flowmodel::{HlConst, HostRef};
use flowspace::host::functions;
use flowspace::host::modules::sys;
use flowspace::host::reachable;
use indexmap::IndexMap;
use std::rc::Rc;

impl Facts {
    /// Annotation of a prebuilt object.
    pub fn immutablevalue(&mut self, site: Site, r: HostRef) -> AResult {
        let r = functions::plain_function(&self.host, r);
        let konst = HlConst::Host(r);
        if let Some(t) = (self.meanings.lltype_of_host)(self, r) {
            return Ok(SomeValue::lltype(t).with_const(konst));
        }
        if let Some(own) = stand_ins::runtime_object(self, site, r) {
            let s = self.immutablevalue(site, own)?;
            if sys::argv_list(&self.host) == Some(r)
                && let Kind::List(l) = s.kind
            {
                self.argv = Some(own);
                self.generalize_list(site, l, &SomeValue::STR)?;
                self.list_resize(site, l)?;
            }
            return Ok(s);
        }
        // (no look at all items of a container that is known)
        if let Some(s) = known_container(self, r) {
            return Ok(s.with_const(konst));
        }
        match hv::view(&self.host, r) {
            View::Atom(c) => Ok(constants::atom_annotation(&c)),
            // Between the signed and the unsigned words.
            View::BigInt(text) if text.parse::<u64>().is_ok() => {
                Ok(SomeValue::UINT.with_const(konst))
            }
            View::BigInt(text) => Err(self
                .error(site, "big-integer", format!("the integer {} does not fit a machine word", shortened(&text)))
                .note(flowspace::flow::BIG_INTEGER_HELP)),
            View::Tuple(items) => {
                let items: AResult<Vec<_>> =
                    items.into_iter().map(|i| self.immutablevalue(site, i)).collect();
                Ok(SomeValue::tuple(items?).with_const(konst))
            }
            View::List(items) => {
                let l = listdef::new_list_def(self, site, SomeValue::IMPOSSIBLE);
                self.known.list_of_host.insert(r, l);
                for i in items {
                    let s = self
                        .immutablevalue(site, i)
                        .map_err(|e| e.note("seen as an item of a prebuilt list"))
                        .and_then(|s| self.generalize_list(site, l, &s));
                    noted::permanent(self, s)?;
                }
                Ok(SomeValue::from(Kind::List(l)).with_const(konst))
            }
            View::Range(_, _, step) => {
                let l = listdef::new_list_def(self, site, SomeValue::INT);
                self.lists[l].range_step = Some(step);
                self.known.list_of_host.insert(r, l);
                Ok(SomeValue::from(Kind::List(l)).with_const(konst))
            }
            View::Dict(items) => prebuilt_dict(self, site, r, r, items),
            View::Set(items, frozen) => {
                let d = listdef::new_set_def(self, site, frozen);
                self.known.dict_of_host.insert(r, d);
                for i in items {
                    let s = self
                        .immutablevalue(site, i)
                        .map_err(|e| e.note("seen as an item of a prebuilt set"))
                        .and_then(|s| self.generalize_key(site, d, &s));
                    noted::permanent(self, s)?;
                }
                Ok(SomeValue::from(Kind::Set(d)).with_const(konst))
            }
            View::ByteArray => Ok(SomeValue::from(Kind::ByteArray).with_const(konst)),
            View::Function => {
                if let Some(name) = registry_entry(self, r) {
                    return Ok(SomeValue::from(Kind::Builtin(name)).with_const(konst));
                }
                let d = function_desc(self, site, r)?;
                Ok(desc::pbc(self, vec![d], false))
            }
            View::Builtin(name) => match registry_entry(self, r) {
                Some(name) => Ok(SomeValue::from(Kind::Builtin(name)).with_const(konst)),
                None => Ok(SomeValue::from(Kind::Builtin(name)).with_const(konst)),
            },
            View::BoundMethod(func, this) => prebuilt_method(self, site, r, func, this),
            View::Class => {
                if let Some(name) = registry_entry(self, r) {
                    return Ok(SomeValue::from(Kind::Builtin(name)).with_const(konst));
                }
                let d = class_descs::class_desc(self, site, r)?;
                // Seeing the class makes its definition: instances may come from anywhere.
                classdef::classdef_of(self, site, d)?;
                Ok(desc::pbc(self, vec![d], false))
            }
            View::Instance(class, payload) => prebuilt_instance(self, site, r, class, payload),
            View::Module => {
                let d = class_descs::frozen_desc(self, r);
                Ok(desc::pbc(self, vec![d], false))
            }
            View::Property => Ok(Kind::Property(r).into()),
            View::StaticMethod(f) => self.immutablevalue(site, f),
            View::Opaque(kind) => match crate::definitions::lltypes::opaque(self, r) {
                Some(s) => Ok(s),
                None => Err(self.error(site,
                    "prebuilt",
                    format!("a '{kind}' object cannot be used in the translated program"),
                )),
            },
            View::Other(kind) => Err(self
                .error(site,
                    "prebuilt",
                    format!("a '{kind}' object made at import time cannot be used in the translated program"),
                )
                .note(match &*kind {
                    "generator" => "a generator that is already running cannot be translated; make it at run time",
                    "file" => "open files at run time",
                    _ => "only functions, classes, instances, tuples, lists, dicts, sets and atoms can be prebuilt",
                })),
        }
    }
}

/// Says whether the annotation of this prebuilt list, dict or set was ever asked for.
pub fn has_seen_container(ann: &Facts, r: HostRef) -> bool {
    ann.known.list_of_host.contains_key(&r) || ann.known.dict_of_host.contains_key(&r)
}

/// The object of a weak reference of import time.
pub fn weakref_target(ann: &Facts, r: HostRef) -> Option<HostRef> {
    let cell = hv::instance_attr(&ann.host, r, "_cell")?;
    Some(reachable::weak_get(&ann.host, cell)).filter(|x| !hv::is_none(&ann.host, *x))
}

/// Gives the annotation of a list, dict or set made at import time, if it was seen before.
fn known_container(ann: &Facts, r: HostRef) -> Option<SomeValue> {
    Some(SomeValue::from(match hv::container(&ann.host, r)? {
        Container::List => Kind::List(*ann.known.list_of_host.get(&r)?),
        Container::Dict => Kind::Dict(*ann.known.dict_of_host.get(&r)?),
        Container::Set => Kind::Set(*ann.known.dict_of_host.get(&r)?),
    }))
}

fn prebuilt_dict(
    ann: &mut Facts,
    site: Site,
    key: HostRef,
    konst: HostRef,
    items: Vec<(HostRef, HostRef)>,
) -> AResult {
    let konst = HlConst::Host(konst);
    if let Some(d) = ann.known.dict_of_host.get(&key) {
        return Ok(SomeValue::from(Kind::Dict(*d)).with_const(konst));
    }
    let d = listdef::new_dict_def(ann, site, SomeValue::IMPOSSIBLE, SomeValue::IMPOSSIBLE);
    ann.known.dict_of_host.insert(key, d);
    for (k, v) in items {
        let note = |e: AnnError| e.note("seen in a prebuilt dict");
        let sk =
            ann.immutablevalue(site, k).map_err(note).and_then(|s| ann.generalize_key(site, d, &s));
        noted::permanent(ann, sk)?;
        let sv = ann
            .immutablevalue(site, v)
            .map_err(note)
            .and_then(|s| ann.generalize_value(site, d, &s));
        noted::permanent(ann, sv)?;
    }
    Ok(SomeValue::from(Kind::Dict(d)).with_const(konst))
}

fn prebuilt_method(
    ann: &mut Facts,
    site: Site,
    r: HostRef,
    func: HostRef,
    this: HostRef,
) -> AResult {
    let konst = HlConst::Host(r);
    let name = hv::registry_name(&ann.host, func).unwrap_or_default();
    let short: Rc<str> = name.rsplit('.').next().unwrap_or("").into();
    if let Some(own) = stand_ins::runtime_object(ann, site, this) {
        return match hv::getattr(&mut ann.host, own, &short) {
            Some(m) => ann.immutablevalue(site, m),
            None => Err(ann.error(
                site,
                "no-method",
                format!("method {short}() is not supported at run time"),
            )),
        };
    }
    if matches!(hv::view(&ann.host, func), View::Builtin(_)) || lookup_method(&name).is_some() {
        let s = ann.immutablevalue(site, this)?;
        let kind = Kind::BuiltinMethod { name: short, this: Rc::new(s) };
        return Ok(SomeValue::from(kind).with_const(konst));
    }
    let s = ann.immutablevalue(site, this)?;
    if let Kind::Pbc { descs, .. } = &s.kind
        && matches!(desc::desc_sort(ann, descs[0]), 1 | 3)
    {
        let d = bound_function(ann, site, func, this)?;
        return Ok(desc::pbc(ann, vec![d], false));
    }
    let f = function_desc(ann, site, func)?;
    match &s.kind {
        Kind::Instance { class, .. } => {
            let d = class_descs::method_desc(ann, f, *class, Some(*class), &short);
            Ok(desc::pbc(ann, vec![d], false).with_const(konst))
        }
        _ => Err(ann.error(
            site,
            "prebuilt",
            format!("a method bound to {} cannot be prebuilt", ann.show(&s)),
        )),
    }
}

fn prebuilt_instance(
    ann: &mut Facts,
    site: Site,
    r: HostRef,
    class: HostRef,
    payload: Option<HostRef>,
) -> AResult {
    let konst = HlConst::Host(r);
    let cname = hv::registry_name(&ann.host, class).unwrap_or_default();
    if cname == "weakref.ref" {
        return prebuilt_weakref(ann, site, r);
    }
    if let Some(s) = (ann.meanings.prebuilt_instance)(ann, site, r, &cname) {
        return s.map(|s| if s.konst.is_some() { s } else { s.with_const(konst) });
    }
    if let Some(p) = payload {
        // Subclasses of dict, list, … : only OrderedDict and friends have a run-time meaning.
        if let View::Dict(items) = hv::view(&ann.host, p) {
            return prebuilt_dict(ann, site, p, r, items);
        }
        // Of numbers and texts the value counts.
        if let View::Atom(c) = hv::view(&ann.host, p) {
            return Ok(constants::atom_annotation(&c));
        }
        return Err(ann.error(site,
            "prebuilt",
            format!(
                "an instance of {cname}, which inherits from a built-in type, cannot be used in the translated program"
            ),
        ));
    }
    let frozen = hv::is_frozen(&mut ann.host, r)
        .map_err(|text| ann.error(site, "prebuilt", format!("_freeze_() failed: {text}")))?;
    if frozen {
        let d = class_descs::frozen_desc(ann, r);
        return Ok(desc::pbc(ann, vec![d], false));
    }
    let d = class_descs::class_desc(ann, site, class)?;
    let c = classdef::classdef_of(ann, site, d)?;
    see_instance(ann, site, c, r)?;
    Ok(SomeValue::instance(c).with_const(konst))
}

/// A weak reference of import time. An object that is part of the program does not die; one that nothing else
/// referred to at the end of the import is dead, and its reference goes with those to any class.
fn prebuilt_weakref(ann: &mut Facts, site: Site, r: HostRef) -> AResult {
    let class = match weakref_target(ann, r) {
        Some(x) => match ann.immutablevalue(site, x)?.kind {
            Kind::Instance { class, .. } => Some(class),
            _ => {
                return Err(ann.error(
                    site,
                    "prebuilt",
                    "a prebuilt weak reference to what is no instance of a class of the program",
                ));
            }
        },
        None => None,
    };
    Ok(SomeValue::from(Kind::WeakRef(class)).with_const(HlConst::Host(r)))
}

/// A prebuilt instance is part of the program: its attributes count.
fn see_instance(ann: &mut Facts, site: Site, c: ClassDefId, r: HostRef) -> AResult<()> {
    if !ann.classdefs[c].instances.insert(r) {
        return Ok(());
    }
    classdef::set_instantiated(ann, c);
    if !ann.host.flow.cleaned_up.contains(&r)
        && hv::class_lookup(&ann.host, ann.classdefs[c].host, "_cleanup_").is_some()
        && let Some(m) = hv::getattr(&mut ann.host, r, "_cleanup_")
    {
        ann.work.functions_ran = true;
        if let Err(text) = hv::call(&mut ann.host, m, &[]) {
            let name = &ann.classdefs[c].name;
            let message = format!("_cleanup_() of a prebuilt instance of {name} failed: {text}");
            // (It is called once.)
            let e = ann.error(site, "prebuilt", message);
            return noted::permanent(ann, Err(e));
        }
        ann.host.flow.cleaned_up.insert(r);
    }
    for (name, _) in hv::instance_attrs(&ann.host, r) {
        let done = classdef::add_attr_source(ann, site, c, &name, AttrSource::Instance(r));
        noted::permanent(ann, done)?;
    }
    Ok(())
}

fn registry_entry(ann: &Facts, r: HostRef) -> Option<Rc<str>> {
    let name = hv::registry_name(&ann.host, r)?;
    if hv::func_attr(&ann.host, r, "_erasing_pair_").is_some() {
        let which = if name.ends_with("unerase") { "unerase" } else { "erase" };
        return Some(format!("rpython.rlib.rerased.{which}").into());
    }
    (ann.meanings.builtin)(&name).map(|b| b.name.into())
}

fn is_own_special_case(ann: &Facts, text: &str) -> bool {
    let name = text.strip_prefix("specialize:").unwrap_or(text);
    let name = name.split('(').next().unwrap_or(name).trim();
    ann.own_special_cases.iter().any(|own| own == name)
}

/// Description of a function.
pub(crate) fn function_desc(ann: &mut Facts, site: Site, r: HostRef) -> AResult<DescId> {
    if let Some(d) = ann.known.desc_of_host.get(&r) {
        return Ok(*d);
    }
    let r0 = r;
    if !matches!(hv::view(&ann.host, r), View::Function) {
        let what = hv::describe(&ann.host, r);
        return Err(ann.error(site, "not-callable", format!("{what} is not a function")));
    }
    let name = hv::func_name(&ann.host, r);
    let special =
        hv::func_attr(&ann.host, r, "_annspecialcase_").and_then(|a| hv::text(&ann.host, a));
    let module = hv::func_module(&ann.host, r).unwrap_or_else(|| "?".into());
    let helper = module.rsplit('.').next().is_some_and(|m| m.starts_with("ll_"));
    let specializer = match &special {
        Some(t) if is_own_special_case(ann, t) => Specializer::Default,
        Some(t) => Specializer::parse(t).ok_or_else(|| {
            ann.error(
                site,
                "specialize-hint",
                format!("{name}() has an unknown specialisation '{t}'"),
            )
        })?,
        None if helper => Specializer::Ll,
        None if desc::signature(&ann.host, r).args.len() == 2
            && (crate::definitions::own_methods::is_operator_method(&name)
                || crate::definitions::own_methods::is_object_operator(&module, &name)) =>
        {
            Specializer::Operand
        }
        // One copy for each type of index: slices, too.
        None if crate::definitions::own_methods::is_item_method(&name)
            && hv::mentions(&ann.host, r, &["slice", "indices", "start", "stop"]) =>
        {
            Specializer::Operand
        }
        // The names of attributes are constants.
        None if &*name == "__setattr__" && desc::signature(&ann.host, r).args.len() == 3 => {
            Specializer::Arg(vec![1])
        }
        // Methods are not: the attributes of their objects are shared anyway.
        None if hv::is_standard_function(&ann.host, r) => Specializer::Standard,
        None => Specializer::Default,
    };
    let enforced =
        hv::func_attr(&ann.host, r, "_annenforceargs_").map(|t| enforced_args(ann, site, t));
    let info = FunctionInfo {
        host: r,
        qualname: hv::registry_name(&ann.host, r).unwrap_or_default().into(),
        name,
        signature: desc::signature(&ann.host, r),
        specializer,
        enforced,
        helper,
        bound: None,
        span: hv::func_span(&ann.host, r),
    };
    let d = desc::new_desc(
        ann,
        DescKind::Function(FunctionDesc { info: Rc::new(info), cache: IndexMap::new() }),
    );
    ann.known.desc_of_host.insert(r0, d);
    Ok(d)
}

fn enforced_args(ann: &mut Facts, site: Site, t: HostRef) -> Vec<Option<SomeValue>> {
    let items = hv::items(&ann.host, t);
    items.into_iter().map(|i| type_annotation(ann, site, i)).collect()
}

/// A function together with its first argument, a class or frozen object: a class method, or a method of the frozen
/// object. Each has a graph of its own.
pub(crate) fn bound_function(
    ann: &mut Facts,
    site: Site,
    func: HostRef,
    this: HostRef,
) -> AResult<DescId> {
    if let Some(d) = ann.known.bound_functions.get(&(func, this)) {
        return Ok(*d);
    }
    let copy = functions::copy(&mut ann.host, func);
    let d = function_desc(ann, site, copy)?;
    if let DescKind::Function(f) = &mut ann.descs[d].kind {
        Rc::make_mut(&mut f.info).bound = Some(this);
    }
    ann.known.bound_functions.insert((func, this), d);
    Ok(d)
}

/// The definition of a built-in exception class.
pub(crate) fn exc_classdef(ann: &mut Facts, site: Site, name: &str) -> AResult<ClassDefId> {
    let Some(h) = hv::exception(&ann.host, name) else {
        return Err(ann.error(site, "internal", format!("no exception class {name}")));
    };
    let d = class_descs::class_desc(ann, site, h)?;
    classdef::classdef_of(ann, site, d)
}

/// The text of a number; of a very long one its ends.
fn shortened(number: &str) -> String {
    const ENDS: usize = 10;
    match number.trim_start_matches('-').len() {
        n if n <= 100 => number.to_string(),
        n => format!(
            "{}…{} of {n} digits",
            &number[..number.len() - n + ENDS],
            &number[number.len() - ENDS..]
        ),
    }
}

/// Methods of rlib classes whose instances are built-in at run time.
static METHODS: &[&str] = &[
    "rpython.rlib.jit.JitDriver.jit_merge_point",
    "rpython.rlib.jit.JitDriver.can_enter_jit",
    "rpython.rlib.jit.JitDriver.loop_header",
];

/// Values of a number class of `rarithmetic`.
pub(crate) fn int_type_of(name: &str) -> Option<SomeValue> {
    Some(match name {
        "r_uint" | "r_ulonglong" | "r_uint64" => SomeValue::UINT,
        "r_longlong" | "r_int64" | "r_int" => SomeValue::INT,
        "r_int32" => SomeValue::integer(false, false, IntSize::Half),
        "r_uint32" => SomeValue::integer(true, true, IntSize::Half),
        "r_int16" => SomeValue::integer(false, false, IntSize::Short),
        "r_uint16" => SomeValue::integer(true, true, IntSize::Short),
        "r_int8" => SomeValue::integer(false, false, IntSize::Byte),
        "r_uint8" => SomeValue::integer(true, true, IntSize::Byte),
        "r_singlefloat" => Kind::SingleFloat.into(),
        "r_longfloat" => Kind::LongFloat.into(),
        _ => return None,
    })
}

/// Gives the short name of a host function if it is a method that the annotator knows.
pub(crate) fn lookup_method(name: &str) -> Option<&'static str> {
    METHODS.iter().find(|m| **m == name).map(|m| m.rsplit('.').next().unwrap_or(m))
}

/// Annotation of a Python type given to `@enforceargs`; `None`: nothing is enforced.
pub(crate) fn type_annotation(a: &mut Facts, site: Site, h: HostRef) -> Option<SomeValue> {
    if hv::is_none(&a.host, h) {
        return None;
    }
    if let hv::View::List(items) = hv::view(&a.host, h) {
        let item = type_annotation(a, site, *items.first()?)?;
        let l = listdef::new_list_def(a, site, item);
        return Some(Kind::List(l).into());
    }
    let name = hv::registry_name(&a.host, h)?;
    Some(match name.as_str() {
        "int" => SomeValue::INT,
        "bool" => SomeValue::BOOL,
        "float" => SomeValue::FLOAT,
        "str" | "bytes" => SomeValue::STR_OR_NONE,
        "unicode" => Kind::Unicode { can_be_none: true, no_nul: false }.into(),
        name if let Some(number) =
            name.strip_prefix("rpython.rlib.rarithmetic.").and_then(int_type_of) =>
        {
            number
        }
        _ => {
            let d = class_descs::class_desc(a, site, h).ok()?;
            let class = classdef::classdef_of(a, site, d).ok()?;
            Kind::Instance { class, can_be_none: true }.into()
        }
    })
}
