//! Classes: linearisation, creation, instantiation.

use super::*;

/// Attributes of classes that list names for the stages after the import.
const DECLARATIONS: &[&str] = &["__slots__", "_attrs_", "_immutable_fields_", "_virtualizable_"];

/// C3 linearisation of a class with these bases; `Err(())` if there is none.
fn c3(host: &Host, bases: &[HostRef]) -> Result<Vec<HostRef>, ()> {
    let mut seqs: Vec<Vec<HostRef>> = bases.iter().map(|b| host.cls(*b).mro.clone()).collect();
    seqs.push(bases.to_vec());
    let mut out = vec![];
    loop {
        seqs.retain(|s| !s.is_empty());
        if seqs.is_empty() {
            return Ok(out);
        }
        let candidate = seqs
            .iter()
            .map(|s| s[0])
            .find(|c| seqs.iter().all(|s| !s[1..].contains(c)))
            .ok_or(())?;
        out.push(candidate);
        for s in &mut seqs {
            if s[0] == candidate {
                s.remove(0);
            }
        }
    }
}

/// `type(name, bases, dict)`: makes a class whose type is `meta`.
pub(crate) fn make(
    host: &mut Host,
    meta: HostRef,
    name: &str,
    bases: &[HostRef],
    dict: HostRef,
) -> R {
    let bases = if bases.is_empty() { vec![host.types.object] } else { bases.to_vec() };
    for b in &bases {
        if host.class(*b).is_none() {
            return Err(host.type_error("bases must be types"));
        }
        if [host.types.bool, host.types.none, host.types.function].contains(b) {
            let m = format!("type '{}' is not an acceptable base type", host.cls(*b).name);
            return Err(host.type_error(m));
        }
    }
    let mro = match c3(host, &bases) {
        Ok(m) => m,
        Err(()) => {
            let names: Vec<&str> = bases.iter().map(|b| &*host.cls(*b).name).collect();
            let m = format!(
                "Cannot create a consistent method resolution\norder (MRO) for bases {}",
                names.join(", ")
            );
            return Err(host.type_error(m));
        }
    };
    for name in DECLARATIONS {
        if let Some(names) = host.ns_get(dict, name) {
            let names = kept_names(host, names)?;
            host.ns_set(dict, name, names);
        }
    }
    let mut layout = Layout::Object;
    for b in &bases {
        match (layout, host.cls(*b).layout) {
            (_, Layout::Object) => {}
            (Layout::Object, l) => layout = l,
            (a, b) if a == b => {}
            _ => {
                let m = "multiple bases have instance lay-out conflict";
                return Err(host.type_error(m));
            }
        }
    }
    let cls = host.alloc(HostObj::Class(Box::new(ClassData {
        name: name.into(),
        qualname: None,
        bases: bases.clone(),
        mro: vec![],
        dict,
        meta,
        layout,
        is_builtin: false,
        subclasses: vec![],
        custom_eq: false,
        has_getattribute: false,
        no_dict: false,
    })));
    let mut full = vec![cls];
    full.extend(mro);
    host.cls_mut(cls).mro = full;
    for b in &bases {
        host.cls_mut(*b).subclasses.push(cls);
    }
    // `__new__` is a static method without being marked as one, `__init_subclass__` and
    // `__class_getitem__` class methods.
    for (special, is_static) in
        [("__new__", true), ("__init_subclass__", false), ("__class_getitem__", false)]
    {
        if let Some(f) = host.ns_get(dict, special)
            && matches!(host.obj(f), HostObj::Function(_))
        {
            let w = if is_static { HostObj::StaticMethod(f) } else { HostObj::ClassMethod(f) };
            let w = host.alloc(w);
            host.ns_set(dict, special, w);
        }
    }
    let object = host.types.object;
    host.cls_mut(cls).no_dict = layout == Layout::Object
        && host.ns_get(dict, "__slots__").is_some_and(|s| !names_dict(host, s))
        && bases.iter().all(|b| *b == object || host.cls(*b).no_dict);
    refresh_flags(host, cls);
    for (name, value) in host.dict_items(dict) {
        if let Some(name) = host.text(name) {
            note_overload(host, &name, value);
        }
    }
    Ok(cls)
}

/// Keeps [`Host::overloads`] up to date when a class gets an attribute.
fn note_overload(host: &mut Host, name: &str, value: HostRef) {
    let special = name.starts_with("__") && name.ends_with("__") || name == "next";
    let property = matches!(host.obj(value), HostObj::Property(_));
    if (special || property)
        && !host.overloads.contains(name)
        && !is_of_fixed_width_ints(host, value)
    {
        host.overloads.insert(name.into());
    }
}

/// Tells whether it is a method of the fixed-width integers: translated, these are no objects.
fn is_of_fixed_width_ints(host: &Host, method: HostRef) -> bool {
    let module = host.func(method).and_then(|f| host.ns_get(f.globals, "__name__"));
    module.and_then(|m| host.text(m)).as_deref() == Some("rpython.rlib.rarithmetic")
}

/// Names in a form that can be read more than once: an iterator would be used up by the first reader.
fn kept_names(host: &mut Host, names: HostRef) -> R {
    let once = match host.obj(host.base(names)) {
        HostObj::Iter(_) | HostObj::Generator(_) | HostObj::DictView(..) => true,
        HostObj::Instance(_) => special::user_special(host, names, "__iter__").is_some(),
        _ => false,
    };
    if !once {
        return Ok(names);
    }
    let items = host.iter_to_vec(names)?;
    Ok(host.list(items))
}

fn names_dict(host: &Host, slots: HostRef) -> bool {
    let items = match host.obj(slots) {
        HostObj::Tuple(t) => t.to_vec(),
        HostObj::List(l) => l.clone(),
        _ => vec![slots],
    };
    items.iter().any(|s| host.text(*s).as_deref() == Some("__dict__"))
}

/// May an instance of a class with `__slots__` have this attribute?
pub(crate) fn slot_allows(host: &mut Host, cls: HostRef, name: &str) -> R<bool> {
    for c in host.cls(cls).mro.clone() {
        let Some(slots) = host.ns_get(host.cls(c).dict, "__slots__") else { continue };
        if host.text(slots).is_some_and(|s| &*s == name) {
            return Ok(true);
        }
        if host.text(slots).is_none() {
            for s in host.iter_to_vec(slots)? {
                if let Some(s) = host.text(s)
                    && slot_name(host, c, &s) == name
                {
                    return Ok(true);
                }
            }
        }
    }
    Ok(false)
}

/// A slot's attribute name: private names are mangled.
fn slot_name(host: &Host, cls: HostRef, slot: &str) -> String {
    if slot.starts_with("__") && !slot.ends_with("__") {
        return format!("_{}{slot}", host.cls(cls).name.trim_start_matches('_'));
    }
    slot.to_string()
}

fn refresh_flags(host: &mut Host, cls: HostRef) {
    let user = |h: &Host, n: &str| {
        h.lookup_where(cls, n).is_some_and(|(owner, f)| {
            // `__eq__ = int.__eq__` leaves the meaning as it is.
            !h.cls(owner).is_builtin && !matches!(h.obj(f), HostObj::Builtin(_))
        })
    };
    let eq = user(host, "__eq__") || user(host, "__hash__") || user(host, "__cmp__");
    let ga = user(host, "__getattribute__");
    let c = host.cls_mut(cls);
    c.custom_eq = eq;
    c.has_getattribute = ga;
}

pub(crate) fn changed(host: &mut Host, cls: HostRef, name: &str) {
    if !matches!(name, "__eq__" | "__hash__" | "__cmp__" | "__getattribute__" | "__bases__") {
        return;
    }
    refresh_flags(host, cls);
    for s in host.cls(cls).subclasses.clone() {
        changed(host, s, name);
    }
}

pub(crate) fn setattr(host: &mut Host, cls: HostRef, name: &str, value: HostRef) -> R<()> {
    note_overload(host, name, value);
    match name {
        "__name__" | "__qualname__" => match host.text(value) {
            Some(t) if name == "__name__" => host.cls_mut(cls).name = t,
            Some(t) => host.cls_mut(cls).qualname = Some(t),
            None => return Err(host.type_error("can only assign string to class name")),
        },
        "__bases__" => {
            let bases = match host.obj(value) {
                HostObj::Tuple(t) => t.to_vec(),
                _ => return Err(host.type_error("can only assign tuple to __bases__")),
            };
            if bases.iter().any(|b| host.class(*b).is_none()) {
                return Err(host.type_error("bases must be types"));
            }
            let Ok(tail) = c3(host, &bases) else {
                return Err(host.type_error("no consistent method resolution order"));
            };
            let mut mro = vec![cls];
            mro.extend(tail);
            let c = host.cls_mut(cls);
            c.bases = bases;
            c.mro = mro;
            changed(host, cls, name);
        }
        _ => {
            let value = if DECLARATIONS.contains(&name) { kept_names(host, value)? } else { value };
            let d = host.cls(cls).dict;
            host.ns_set(d, name, value);
            changed(host, cls, name);
        }
    }
    Ok(())
}

/// The metaclass for a class statement: an explicit one, the module's or the bases'.
pub(crate) fn choose_metaclass(host: &mut Host, explicit: Option<HostRef>, bases: &[HostRef]) -> R {
    let mut best = match explicit {
        Some(m) if host.class(m).is_none() => return Ok(m),
        Some(m) => m,
        None => host.types.type_,
    };
    for b in bases {
        let m = host.class_of(*b);
        if host.is_subclass(m, best) {
            best = m;
        } else if !host.is_subclass(best, m) {
            return Err(host.type_error(
                "metaclass conflict: the metaclass of a derived class must be a (non-strict) \
                     subclass of the metaclasses of all its bases",
            ));
        }
    }
    Ok(best)
}

/// Makes the class of a class statement whose body has run.
pub(crate) fn finish(
    host: &mut Host,
    name: &str,
    bases: &[HostRef],
    ns: HostRef,
    meta: Option<HostRef>,
    kw: &Kw,
) -> R {
    let explicit = meta.or_else(|| host.ns_get(ns, "__metaclass__"));
    let meta = choose_metaclass(host, explicit, bases)?;
    let n = host.str(name);
    let b = host.tuple(bases);
    host.call(meta, &[n, b, ns], kw)
}

/// `type.__new__`, with the hooks that run after creation.
pub(crate) fn type_new(
    host: &mut Host,
    meta: HostRef,
    name: HostRef,
    bases: HostRef,
    ns: HostRef,
    kw: &Kw,
) -> R {
    let Some(n) = host.text(name) else {
        return Err(host.type_error("type() argument 1 must be str"));
    };
    let b = match host.obj(bases) {
        HostObj::Tuple(t) => t.to_vec(),
        _ => return Err(host.type_error("type() argument 2 must be tuple")),
    };
    if host.dict(ns).is_none() {
        return Err(host.type_error("type() argument 3 must be dict"));
    }
    for base in &b {
        if host.class(*base).is_none() {
            return Err(host.type_error("bases must be types"));
        }
    }
    let meta = choose_metaclass(host, Some(meta), &b)?;
    let copy = (*host.ns(ns)).clone();
    let dict = host.alloc(HostObj::Dict(Box::new(copy)));
    let qualname = tables::ns_del(host, dict, "__qualname__").and_then(|q| host.text(q));
    if host.ns_get(dict, "__module__").is_none() {
        let module = host.run.frames.last().map(|f| f.globals);
        let m = module.and_then(|g| host.ns_get(g, "__name__")).unwrap_or(NONE);
        host.ns_set(dict, "__module__", m);
    }
    if host.ns_get(dict, "__doc__").is_none() {
        host.ns_set(dict, "__doc__", NONE);
    }
    let cls = make(host, meta, &n, &b, dict)?;
    host.cls_mut(cls).qualname = qualname;
    let items: Vec<(HostRef, HostRef)> = host.ns(dict).items().collect();
    for (k, v) in items {
        if let HostObj::Instance(i) = host.obj(v)
            && let Some(f) = host.lookup_in_mro(i.class, "__set_name__")
        {
            special::call_special(host, f, v, &[cls, k])?;
        }
    }
    let mro = host.cls(cls).mro.clone();
    for c in mro.into_iter().skip(1) {
        if let Some(f) = host.ns_get(host.cls(c).dict, "__init_subclass__") {
            let f = special::bind(host, f, None, cls)?;
            host.call(f, &[], kw)?;
            break;
        }
    }
    Ok(cls)
}

/// Allocates an instance without running `__init__` (`object.__new__`).
pub(crate) fn new_instance(host: &mut Host, class: HostRef) -> HostRef {
    let payload = match host.cls(class).layout {
        Layout::Exception => Payload::ExcArgs(EMPTY_TUPLE),
        _ => Payload::None,
    };
    host.alloc(HostObj::Instance(Box::new(InstanceData { class, dict: None, payload })))
}

/// Wraps a builtin value as an instance of a subclass of its type.
pub(crate) fn wrap_payload(host: &mut Host, class: HostRef, value: HostRef) -> HostRef {
    if host.cls(class).is_builtin {
        return value;
    }
    let payload = Payload::Value(value);
    host.alloc(HostObj::Instance(Box::new(InstanceData { class, dict: None, payload })))
}

/// Classes with abstract methods have no instances.
fn check_abstract(host: &mut Host, cls: HostRef, names: HostRef) -> R<()> {
    let mut missing = vec![];
    for n in host.iter_to_vec(names)? {
        missing.extend(host.text(n));
    }
    if missing.is_empty() {
        return Ok(());
    }
    missing.sort();
    let s = if missing.len() == 1 { "" } else { "s" };
    let m = format!(
        "Can't instantiate abstract class {} with abstract method{s} {}",
        host.cls(cls).name,
        missing.join(", ")
    );
    Err(host.type_error(m))
}

/// `cls(*args)`, after a metaclass's own `__call__` had its chance.
pub(crate) fn instantiate(host: &mut Host, cls: HostRef, args: &[HostRef], kw: &Kw) -> R {
    let direct = std::mem::take(&mut host.run.direct);
    let fed = host.run.feeds.take() == Some(host.collector.made);
    if host.cls(cls).meta != host.types.type_
        && let Some(names) = host.lookup_in_mro(cls, "__abstractmethods__")
    {
        check_abstract(host, cls, names)?;
    }
    let new = host.lookup_where(cls, "__new__");
    let object = host.types.object;
    let init = host.lookup_where(cls, "__init__");
    let has_init = init.is_some_and(|(owner, _)| owner != object);
    let r = match new {
        Some((owner, f)) if owner != object => {
            let f = special::bind(host, f, None, cls)?;
            let mut all = vec![cls];
            all.extend_from_slice(args);
            host.call(f, &all, kw)?
        }
        _ => {
            if !has_init && (!args.is_empty() || !kw.is_empty()) {
                let m = format!("{}() takes no arguments", host.cls(cls).name);
                return Err(host.type_error(m));
            }
            new_instance(host, cls)
        }
    };
    if let (true, Some((_, f))) = (has_init, init)
        && host.is_subclass(host.class_of(r), cls)
    {
        // Builtin immutable types have no `__init__` of their own.
        let mut few = [r; 6];
        let mut many = vec![];
        let all = match few.get_mut(1..args.len() + 1) {
            Some(rest) => {
                rest.copy_from_slice(args);
                &few[..args.len() + 1]
            }
            None => {
                many.push(r);
                many.extend_from_slice(args);
                &many
            }
        };
        let res = if matches!(host.obj(f), HostObj::Function(_) | HostObj::Builtin(_)) {
            host.run.being_made.push(r);
            host.run.direct = direct && matches!(host.obj(f), HostObj::Function(_));
            host.run.feeds = fed.then_some(host.collector.made);
            let res = host.call(f, all, kw);
            host.run.being_made.pop();
            res?
        } else {
            let f = special::bind(host, f, Some(r), cls)?;
            host.call(f, args, kw)?
        };
        if res != NONE {
            let t = host.type_name(res);
            return Err(host.type_error(format!("__init__() should return None, not '{t}'")));
        }
    }
    Ok(r)
}
