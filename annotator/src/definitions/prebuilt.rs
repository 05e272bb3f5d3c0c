//! Annotations of prebuilt objects, and their descriptions.

use crate::Site;
use crate::builtins;
use crate::definitions::classdef::AttrSource;
use crate::definitions::desc::*;
use crate::hostview::{self as hv, Container, View};
use crate::model::*;
use crate::reports::errors::AnnError;
use crate::{AResult, Annotator};
use flowmodel::{HlConst, HostRef};
use flowspace::host::{functions, modules::sys, reachable};
use indexmap::{IndexMap, IndexSet};
use std::rc::Rc;

/// Entries of class dicts that are no attributes of instances.
pub(crate) const NOT_ATTRS: &[&str] = &[
    "__module__",
    "__doc__",
    "__dict__",
    "__weakref__",
    "__qualname__",
    "__slots__",
    "__metaclass__",
    "__classcell__",
    "__firstlineno__",
    "__static_attributes__",
    "__annotations__",
    "_attrs_",
    "_attrs_besides_",
    "_immutable_fields_",
    "_immutable_",
    "_virtualizable_",
    "_mixin_",
    "_settled_",
    "_alloc_flavor_",
    "_freeze_",
    "_must_be_light_finalizer_",
    "_never_allocate_",
    "__new__",
];

impl Annotator {
    /// Annotation of a constant of a graph.
    pub(crate) fn immutable_const(&mut self, site: Site, c: &HlConst) -> AResult {
        match c {
            HlConst::Host(r) => self.immutablevalue(site, *r),
            atom => Ok(atom_annotation(atom)),
        }
    }

    /// Annotation of a constant for messages, without side effects.
    pub(crate) fn peek_const(&self, c: &HlConst) -> Option<SomeValue> {
        match c {
            HlConst::Host(r) => {
                if let Some(l) = self.known.list_of_host.get(r) {
                    return Some(Kind::List(*l).into());
                }
                if let Some(d) = self.known.dict_of_host.get(r) {
                    return Some(match hv::view(&self.host, *r) {
                        View::Set(..) => Kind::Set(*d).into(),
                        _ => Kind::Dict(*d).into(),
                    });
                }
                if let Some(d) = self.known.desc_of_host.get(r) {
                    return Some(self.pbc(vec![*d], false));
                }
                match hv::view(&self.host, *r) {
                    View::Instance(c, _) => {
                        Some(SomeValue::instance(*self.known.class_of_host.get(&c)?))
                    }
                    _ => None,
                }
            }
            atom => Some(atom_annotation(atom)),
        }
    }

    /// The constant of a PBC with one member.
    /// Whether the annotation of this prebuilt list, dict or set was ever asked for.
    pub fn has_seen_container(&self, r: HostRef) -> bool {
        self.known.list_of_host.contains_key(&r) || self.known.dict_of_host.contains_key(&r)
    }
    pub(crate) fn desc_const(&self, d: DescId) -> Option<HlConst> {
        match &self.descs[d].kind {
            DescKind::Function(f) => Some(HlConst::Host(f.host)),
            DescKind::Class(c) => Some(HlConst::Host(c.host)),
            DescKind::Frozen { host } => Some(HlConst::Host(*host)),
            DescKind::Method { .. } => None,
        }
    }

    /// Annotation of a prebuilt object.
    pub fn immutablevalue(&mut self, site: Site, r: HostRef) -> AResult {
        let r = functions::plain_function(&self.host, r);
        let konst = HlConst::Host(r);
        if let Some(t) = crate::kinds::lowlevel::lltype_of_host(self, r) {
            return Ok(SomeValue::lltype(t).with_const(konst));
        }
        if let Some(own) = self.runtime_object(site, r) {
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
        if let Some(s) = self.known_container(r) {
            return Ok(s.with_const(konst));
        }
        match hv::view(&self.host, r) {
            View::Atom(c) => Ok(atom_annotation(&c)),
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
                let l = self.new_list_def(site, SomeValue::IMPOSSIBLE);
                self.known.list_of_host.insert(r, l);
                for i in items {
                    let s = self
                        .immutablevalue(site, i)
                        .map_err(|e| e.note("seen as an item of a prebuilt list"))
                        .and_then(|s| self.generalize_list(site, l, &s));
                    self.permanent(s)?;
                }
                Ok(SomeValue::from(Kind::List(l)).with_const(konst))
            }
            View::Range(_, _, step) => {
                let l = self.new_list_def(site, SomeValue::INT);
                self.lists[l].range_step = Some(step);
                self.known.list_of_host.insert(r, l);
                Ok(SomeValue::from(Kind::List(l)).with_const(konst))
            }
            View::Dict(items) => self.prebuilt_dict(site, r, r, items),
            View::Set(items, frozen) => {
                let d = self.new_set_def(site, frozen);
                self.known.dict_of_host.insert(r, d);
                for i in items {
                    let s = self
                        .immutablevalue(site, i)
                        .map_err(|e| e.note("seen as an item of a prebuilt set"))
                        .and_then(|s| self.generalize_key(site, d, &s));
                    self.permanent(s)?;
                }
                Ok(SomeValue::from(Kind::Set(d)).with_const(konst))
            }
            View::ByteArray => Ok(SomeValue::from(Kind::ByteArray).with_const(konst)),
            View::Function => {
                if let Some(name) = self.registry_entry(r) {
                    return Ok(SomeValue::from(Kind::Builtin(name)).with_const(konst));
                }
                let d = self.function_desc(site, r)?;
                Ok(self.pbc(vec![d], false))
            }
            View::Builtin(name) => match self.registry_entry(r) {
                Some(name) => Ok(SomeValue::from(Kind::Builtin(name)).with_const(konst)),
                None => Ok(SomeValue::from(Kind::Builtin(name)).with_const(konst)),
            },
            View::BoundMethod(func, this) => self.prebuilt_method(site, r, func, this),
            View::Class => {
                if let Some(name) = self.registry_entry(r) {
                    return Ok(SomeValue::from(Kind::Builtin(name)).with_const(konst));
                }
                let d = self.class_desc(site, r)?;
                // Seeing the class makes its definition: instances may come from anywhere.
                self.classdef_of(site, d)?;
                Ok(self.pbc(vec![d], false))
            }
            View::Instance(class, payload) => self.prebuilt_instance(site, r, class, payload),
            View::Module => {
                let d = self.frozen_desc(r);
                Ok(self.pbc(vec![d], false))
            }
            View::Property => Ok(Kind::Property(r).into()),
            View::StaticMethod(f) => self.immutablevalue(site, f),
            View::Opaque(kind) => match crate::kinds::lowlevel::opaque(self, r) {
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

    /// What a list, dict or set made at import time is, if it was seen before.
    fn known_container(&self, r: HostRef) -> Option<SomeValue> {
        Some(SomeValue::from(match hv::container(&self.host, r)? {
            Container::List => Kind::List(*self.known.list_of_host.get(&r)?),
            Container::Dict => Kind::Dict(*self.known.dict_of_host.get(&r)?),
            Container::Set => Kind::Set(*self.known.dict_of_host.get(&r)?),
        }))
    }

    fn prebuilt_dict(
        &mut self,
        site: Site,
        key: HostRef,
        konst: HostRef,
        items: Vec<(HostRef, HostRef)>,
    ) -> AResult {
        let konst = HlConst::Host(konst);
        if let Some(d) = self.known.dict_of_host.get(&key) {
            return Ok(SomeValue::from(Kind::Dict(*d)).with_const(konst));
        }
        let d = self.new_dict_def(site, SomeValue::IMPOSSIBLE, SomeValue::IMPOSSIBLE);
        self.known.dict_of_host.insert(key, d);
        for (k, v) in items {
            let note = |e: AnnError| e.note("seen in a prebuilt dict");
            let sk = self
                .immutablevalue(site, k)
                .map_err(note)
                .and_then(|s| self.generalize_key(site, d, &s));
            self.permanent(sk)?;
            let sv = self
                .immutablevalue(site, v)
                .map_err(note)
                .and_then(|s| self.generalize_value(site, d, &s));
            self.permanent(sv)?;
        }
        Ok(SomeValue::from(Kind::Dict(d)).with_const(konst))
    }

    fn prebuilt_method(&mut self, site: Site, r: HostRef, func: HostRef, this: HostRef) -> AResult {
        let konst = HlConst::Host(r);
        let name = hv::registry_name(&self.host, func).unwrap_or_default();
        let short: Rc<str> = name.rsplit('.').next().unwrap_or("").into();
        if let Some(own) = self.runtime_object(site, this) {
            return match hv::getattr(&mut self.host, own, &short) {
                Some(m) => self.immutablevalue(site, m),
                None => Err(self.error(
                    site,
                    "no-method",
                    format!("method {short}() is not supported at run time"),
                )),
            };
        }
        if matches!(hv::view(&self.host, func), View::Builtin(_))
            || builtins::lookup_method(&name).is_some()
        {
            let s = self.immutablevalue(site, this)?;
            let kind = Kind::BuiltinMethod { name: short, this: Rc::new(s) };
            return Ok(SomeValue::from(kind).with_const(konst));
        }
        let s = self.immutablevalue(site, this)?;
        if let Kind::Pbc { descs, .. } = &s.kind
            && matches!(self.desc_sort(descs[0]), 1 | 3)
        {
            let d = self.bound_function(site, func, this)?;
            return Ok(self.pbc(vec![d], false));
        }
        let f = self.function_desc(site, func)?;
        match &s.kind {
            Kind::Instance { class, .. } => {
                let d = self.method_desc(f, *class, Some(*class), &short);
                Ok(self.pbc(vec![d], false).with_const(konst))
            }
            _ => Err(self.error(
                site,
                "prebuilt",
                format!("a method bound to {} cannot be prebuilt", self.show(&s)),
            )),
        }
    }

    fn prebuilt_instance(
        &mut self,
        site: Site,
        r: HostRef,
        class: HostRef,
        payload: Option<HostRef>,
    ) -> AResult {
        let konst = HlConst::Host(r);
        let cname = hv::registry_name(&self.host, class).unwrap_or_default();
        if cname == "weakref.ref" {
            return self.prebuilt_weakref(site, r);
        }
        if let Some(s) = builtins::prebuilt_instance(self, site, r, &cname) {
            return s.map(|s| if s.konst.is_some() { s } else { s.with_const(konst) });
        }
        if let Some(p) = payload {
            // Subclasses of dict, list, … : only OrderedDict and friends have a run-time meaning.
            if let View::Dict(items) = hv::view(&self.host, p) {
                return self.prebuilt_dict(site, p, r, items);
            }
            // Of numbers and texts the value counts.
            if let View::Atom(c) = hv::view(&self.host, p) {
                return Ok(atom_annotation(&c));
            }
            return Err(self.error(site,
                "prebuilt",
                format!(
                    "an instance of {cname}, which inherits from a built-in type, cannot be used in the translated program"
                ),
            ));
        }
        let frozen = hv::is_frozen(&mut self.host, r)
            .map_err(|text| self.error(site, "prebuilt", format!("_freeze_() failed: {text}")))?;
        if frozen {
            let d = self.frozen_desc(r);
            return Ok(self.pbc(vec![d], false));
        }
        let d = self.class_desc(site, class)?;
        let c = self.classdef_of(site, d)?;
        self.see_instance(site, c, r)?;
        Ok(SomeValue::instance(c).with_const(konst))
    }

    /// A weak reference of import time. An object that is part of the program does not die; one that nothing else
    /// referred to at the end of the import is dead, and its reference goes with those to any class.
    fn prebuilt_weakref(&mut self, site: Site, r: HostRef) -> AResult {
        let class = match self.weakref_target(r) {
            Some(x) => match self.immutablevalue(site, x)?.kind {
                Kind::Instance { class, .. } => Some(class),
                _ => {
                    return Err(self.error(
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

    /// The object of a weak reference of import time.
    pub fn weakref_target(&self, r: HostRef) -> Option<HostRef> {
        let cell = hv::instance_attr(&self.host, r, "_cell")?;
        Some(reachable::weak_get(&self.host, cell)).filter(|x| !hv::is_none(&self.host, *x))
    }

    /// A prebuilt instance is part of the program: its attributes count.
    fn see_instance(&mut self, site: Site, c: ClassDefId, r: HostRef) -> AResult<()> {
        if !self.classdefs[c].instances.insert(r) {
            return Ok(());
        }
        self.set_instantiated(c);
        if !self.host.flow.cleaned_up.contains(&r)
            && hv::class_lookup(&self.host, self.classdefs[c].host, "_cleanup_").is_some()
            && let Some(m) = hv::getattr(&mut self.host, r, "_cleanup_")
        {
            self.work.functions_ran = true;
            if let Err(text) = hv::call(&mut self.host, m, &[]) {
                let name = &self.classdefs[c].name;
                let message =
                    format!("_cleanup_() of a prebuilt instance of {name} failed: {text}");
                // (It is called once.)
                let e = self.error(site, "prebuilt", message);
                return self.permanent(Err(e));
            }
            self.host.flow.cleaned_up.insert(r);
        }
        for (name, _) in hv::instance_attrs(&self.host, r) {
            let done = self.add_attr_source(site, c, &name, AttrSource::Instance(r));
            self.permanent(done)?;
        }
        Ok(())
    }

    fn registry_entry(&self, r: HostRef) -> Option<Rc<str>> {
        let name = hv::registry_name(&self.host, r)?;
        if hv::func_attr(&self.host, r, "_erasing_pair_").is_some() {
            let which = if name.ends_with("unerase") { "unerase" } else { "erase" };
            return Some(format!("rpython.rlib.rerased.{which}").into());
        }
        builtins::lookup(&name).map(|b| b.name.into())
    }

    fn is_own_special_case(&self, text: &str) -> bool {
        let name = text.strip_prefix("specialize:").unwrap_or(text);
        let name = name.split('(').next().unwrap_or(name).trim();
        self.own_special_cases.iter().any(|own| own == name)
    }

    /// Description of a function.
    pub(crate) fn function_desc(&mut self, site: Site, r: HostRef) -> AResult<DescId> {
        if let Some(d) = self.known.desc_of_host.get(&r) {
            return Ok(*d);
        }
        let r0 = r;
        if !matches!(hv::view(&self.host, r), View::Function) {
            let what = hv::describe(&self.host, r);
            return Err(self.error(site, "not-callable", format!("{what} is not a function")));
        }
        let name = hv::func_name(&self.host, r);
        let special =
            hv::func_attr(&self.host, r, "_annspecialcase_").and_then(|a| hv::text(&self.host, a));
        let module = hv::func_module(&self.host, r).unwrap_or_else(|| "?".into());
        let helper = module.rsplit('.').next().is_some_and(|m| m.starts_with("ll_"));
        let specializer = match &special {
            Some(t) if self.is_own_special_case(t) => Specializer::Default,
            Some(t) => Specializer::parse(t).ok_or_else(|| {
                self.error(
                    site,
                    "specialize-hint",
                    format!("{name}() has an unknown specialisation '{t}'"),
                )
            })?,
            None if helper => Specializer::Ll,
            None if hv::signature(&self.host, r).args.len() == 2
                && (crate::ops::special::is_operator_method(&name)
                    || crate::ops::special::is_object_operator(&module, &name)) =>
            {
                Specializer::Operand
            }
            // One copy for each type of index: slices, too.
            None if crate::ops::special::is_item_method(&name)
                && hv::mentions(&self.host, r, &["slice", "indices", "start", "stop"]) =>
            {
                Specializer::Operand
            }
            // The names of attributes are constants.
            None if &*name == "__setattr__" && hv::signature(&self.host, r).args.len() == 3 => {
                Specializer::Arg(vec![1])
            }
            // Methods are not: the attributes of their objects are shared anyway.
            None if hv::is_standard_function(&self.host, r) => Specializer::Standard,
            None => Specializer::Default,
        };
        let enforced =
            hv::func_attr(&self.host, r, "_annenforceargs_").map(|t| self.enforced_args(site, t));
        let info = FunctionInfo {
            host: r,
            qualname: hv::registry_name(&self.host, r).unwrap_or_default().into(),
            name,
            signature: hv::signature(&self.host, r),
            specializer,
            enforced,
            helper,
            bound: None,
            span: hv::func_span(&self.host, r),
        };
        let d = self.new_desc(DescKind::Function(FunctionDesc {
            info: Rc::new(info),
            cache: IndexMap::new(),
        }));
        self.known.desc_of_host.insert(r0, d);
        Ok(d)
    }

    fn enforced_args(&mut self, site: Site, t: HostRef) -> Vec<Option<SomeValue>> {
        let items = hv::items(&self.host, t);
        items.into_iter().map(|i| builtins::type_annotation(self, site, i)).collect()
    }

    /// Description of a class.
    pub(crate) fn class_desc(&mut self, site: Site, r: HostRef) -> AResult<DescId> {
        if let Some(d) = self.known.desc_of_host.get(&r) {
            return Ok(*d);
        }
        let name = hv::class_name(&self.host, r);
        let builtin = hv::is_builtin_class(&self.host, r);
        if builtin && r != hv::object_class(&self.host) && !hv::is_exception_class(&self.host, r) {
            let m = format!("the built-in type '{name}' cannot be used as a class at run time");
            let e = self.error(site, "prebuilt", m);
            return Err(e.note("no class can inherit from it: keep one in an attribute"));
        }
        self.find_descriptors(site);
        let mut dict: IndexMap<Rc<str>, HostRef> = IndexMap::new();
        let mut own = vec![];
        if !builtin {
            own = hv::class_dict(&self.host, r);
        }
        for (n, v) in &own {
            if !NOT_ATTRS.contains(&&**n) {
                dict.insert(n.clone(), *v);
            }
        }
        let object = hv::object_class(&self.host);
        let base = if r == object { None } else { Some(self.primary_base(r)) };
        let copied_from = self.copy_from_bases(r, &mut dict);
        if !builtin {
            self.property_methods(site, r, &mut dict)?;
        }
        for m in copied_from {
            for (n, v) in hv::class_dict(&self.host, m) {
                if &*n == "_immutable_fields_" || &*n == "__slots__" {
                    own.push((n, v));
                }
            }
        }
        let get = |n: &str| own.iter().find(|(m, _)| &**m == n).map(|x| x.1);
        let mut enforced: Option<IndexSet<Rc<str>>> = None;
        for n in ["_attrs_", "__slots__"] {
            if let Some(v) = get(n) {
                enforced.get_or_insert_with(IndexSet::new).extend(hv::string_list(&self.host, v));
            }
        }
        // What the library adds to instances, whatever the class says of its attributes.
        if let (Some(set), Some(v)) = (&mut enforced, get("_attrs_besides_")) {
            set.extend(hv::string_list(&self.host, v));
        }
        let fields = |a: &Annotator, n: &str| -> Vec<Rc<str>> {
            get(n).map(|v| hv::string_list(&a.host, v)).unwrap_or_default()
        };
        let immutable_fields = fields(self, "_immutable_fields_");
        let virtualizable = fields(self, "_virtualizable_");
        let immutable = get("_immutable_").is_some_and(|v| hv::truth(&self.host, v));
        let d = self.new_desc(DescKind::Class(ClassDesc {
            host: r,
            name,
            base,
            dict,
            enforced_attrs: enforced,
            immutable_fields,
            immutable,
            virtualizable,
            classdef: None,
        }));
        self.known.desc_of_host.insert(r, d);
        if !builtin {
            self.derive_methods(site, d)?;
        }
        Ok(d)
    }

    /// Description of a frozen object.
    pub(crate) fn frozen_desc(&mut self, r: HostRef) -> DescId {
        if let Some(d) = self.known.desc_of_host.get(&r) {
            return *d;
        }
        let d = self.new_desc(DescKind::Frozen { host: r });
        self.known.desc_of_host.insert(r, d);
        d
    }

    /// A method found in a class.
    pub(crate) fn method_desc(
        &mut self,
        func: DescId,
        origin: ClassDefId,
        this: Option<ClassDefId>,
        name: &Rc<str>,
    ) -> DescId {
        let key = (func, origin, this, name.clone());
        if let Some(d) = self.known.method_descs.get(&key) {
            return *d;
        }
        let d = self.new_desc(DescKind::Method { func, origin, this, name: key.3.clone() });
        self.known.method_descs.insert(key, d);
        if this.is_some() {
            let same = self.known.bound_methods.entry((func, origin, name.clone())).or_default();
            same.push(d);
            if same.len() > 1 {
                self.known.several_bound.extend(same.iter().copied());
            }
        }
        d
    }

    /// A function together with its first argument, a class or frozen object: a class method, or a method of the frozen
    /// object. Each has a graph of its own.
    pub(crate) fn bound_function(
        &mut self,
        site: Site,
        func: HostRef,
        this: HostRef,
    ) -> AResult<DescId> {
        if let Some(d) = self.known.bound_functions.get(&(func, this)) {
            return Ok(*d);
        }
        let copy = functions::copy(&mut self.host, func);
        let d = self.function_desc(site, copy)?;
        if let DescKind::Function(f) = &mut self.descs[d].kind {
            Rc::make_mut(&mut f.info).bound = Some(this);
        }
        self.known.bound_functions.insert((func, this), d);
        Ok(d)
    }

    /// The definition of a built-in exception class.
    pub(crate) fn exc_classdef(&mut self, site: Site, name: &str) -> AResult<ClassDefId> {
        let Some(h) = hv::exception(&self.host, name) else {
            return Err(self.error(site, "internal", format!("no exception class {name}")));
        };
        let d = self.class_desc(site, h)?;
        self.classdef_of(site, d)
    }
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

/// Annotation of an atom.
pub(crate) fn atom_annotation(c: &HlConst) -> SomeValue {
    match c {
        HlConst::None => SomeValue::NONE,
        HlConst::Bool(b) => SomeValue::bool_const(*b),
        HlConst::Int(i) => SomeValue::int_const(*i),
        HlConst::Float(_) => SomeValue::FLOAT.with_const(c.clone()),
        HlConst::Str(s) if s.len() == 1 => SomeValue::CHAR.with_const(c.clone()),
        HlConst::Str(s) => {
            SomeValue::string(false, !s.contains(&0), Texts::PLAIN).with_const(c.clone())
        }
        HlConst::Bytes(s) => {
            SomeValue::string(false, !s.contains(&0), Texts::BYTES).with_const(c.clone())
        }
        HlConst::Unicode(s) if s.chars().count() == 1 => SomeValue::UNICHAR.with_const(c.clone()),
        HlConst::Unicode(s) => {
            SomeValue::from(Kind::Unicode { can_be_none: false, no_nul: !s.contains('\0') })
                .with_const(c.clone())
        }
        HlConst::Host(_) => SomeValue::OBJECT,
    }
}
