//! Attribute access: descriptors, instance dictionaries, class lookups.

use super::*;
use flowmodel::name::Name;

fn is_data_descriptor(host: &Host, attr: HostRef) -> bool {
    match host.obj(attr) {
        HostObj::Property(_) | HostObj::GetSet(_) => true,
        HostObj::Instance(i) => host.lookup_in_mro(i.class, "__set__").is_some(),
        _ => false,
    }
}

/// `getattr(obj, name)`; `None` where Python raises `AttributeError`.
pub(crate) fn getattr_opt(host: &mut Host, r: HostRef, name: &str) -> R<Option<HostRef>> {
    match host.getattr(r, name) {
        Ok(v) => Ok(Some(v)),
        Err(e) if host.err_is(e, "AttributeError") => Ok(None),
        Err(e) => Err(e),
    }
}

/// Says whether an instance declares that it never changes: what its `_freeze_()` says, asked once.
pub fn is_frozen(host: &mut Host, r: HostRef) -> R<bool> {
    let cls = host.class_of(r);
    if host.lookup_in_mro(cls, "_freeze_").is_none() {
        return Ok(false);
    }
    if let Some(known) = host.frozen.get(&r) {
        return Ok(*known);
    }
    let method = host.getattr(r, "_freeze_")?;
    let answer = host.call(method, &[], &[])?;
    let frozen = host.is_true(answer)?;
    host.frozen.insert(r, frozen);
    Ok(frozen)
}

/// `getattr(obj, name)`.
pub(crate) fn getattr(host: &mut Host, r: HostRef, name: &str) -> R {
    if let HostObj::Instance(i) = host.obj(r) {
        let cls = i.class;
        if host.cls(cls).has_getattribute
            && let Some((owner, f)) = host.lookup_where(cls, "__getattribute__")
            && !host.cls(owner).is_builtin
        {
            let n = host.str(name);
            return match special::call_special(host, f, r, &[n]) {
                Err(e) if host.err_is(e, "AttributeError") => match getattr_hook(host, r, name) {
                    Some(v) => v,
                    None => Err(e),
                },
                other => other,
            };
        }
    }
    if let Some(v) = generic_getattr(host, r, name)? {
        return Ok(v);
    }
    if let Some(v) = getattr_hook(host, r, name) {
        return v;
    }
    const LIST_METHODS: [&str; 9] =
        ["append", "extend", "insert", "remove", "pop", "sort", "reverse", "index", "count"];
    if LIST_METHODS.contains(&name) && python3::become_list(host, r)? {
        return host.getattr(r, name);
    }
    Err(no_attribute(host, r, name))
}

fn getattr_hook(host: &mut Host, r: HostRef, name: &str) -> Option<R> {
    if let HostObj::Module(m) = host.obj(r) {
        let f = host.ns_get(m.dict, "__getattr__")?;
        let n = host.str(name);
        return Some(host.call(f, &[n], &[]));
    }
    let f = special::user_special(host, r, "__getattr__")?;
    let n = host.str(name);
    Some(special::call_special(host, f, r, &[n]))
}

fn no_attribute(host: &mut Host, r: HostRef, name: &str) -> HErr {
    let msg = match host.obj(r) {
        HostObj::Class(c) => format!("type object '{}' has no attribute '{name}'", c.name),
        HostObj::Module(m) => format!("module '{}' has no attribute '{name}'", m.name),
        _ => format!("'{}' object has no attribute '{name}'", host.type_name(r)),
    };
    let e = host.err("AttributeError", msg);
    host.run.looked_for = Some((e.0, LookedIn::Object(r), name.to_string()));
    e
}

/// Attribute lookup without `__getattribute__`/`__getattr__`; `None` if absent.
pub(crate) fn generic_getattr(host: &mut Host, r: HostRef, name: &str) -> R<Option<HostRef>> {
    if let HostObj::Super { cls, this, this_type } = *host.obj(r) {
        return super_getattr(host, cls, this, this_type, name);
    }
    if let Some(v) = special_attr(host, r, name) {
        return Ok(Some(v));
    }
    let cls = host.class_of(r);
    let on_type = host.lookup_in_mro(cls, name);
    if let Some(a) = on_type
        && is_data_descriptor(host, a)
    {
        return special::bind(host, a, Some(r), cls).map(Some);
    }
    if let HostObj::Class(_) = host.obj(r) {
        if let Some(a) = host.lookup_in_mro(r, name) {
            return special::bind(host, a, None, r).map(Some);
        }
    } else if let Some(d) = lookups::own_dict(host, r)
        && let Some(v) = host.ns_get(d, name)
    {
        return Ok(Some(v));
    }
    match on_type {
        Some(a) => special::bind(host, a, Some(r), cls).map(Some),
        None => Ok(None),
    }
}

fn super_getattr(
    host: &mut Host,
    cls: HostRef,
    this: HostRef,
    this_type: HostRef,
    name: &str,
) -> R<Option<HostRef>> {
    if name == "__class__" {
        return Ok(Some(host.types.super_));
    }
    let mro = host.cls(this_type).mro.clone();
    let start = mro.iter().position(|c| *c == cls).map_or(0, |i| i + 1);
    for c in &mro[start..] {
        if let Some(a) = host.ns_get(host.cls(*c).dict, name) {
            // `super()` in a class method: `this` is the class itself.
            let on_class = this == this_type;
            return special::bind(host, a, if on_class { None } else { Some(this) }, this_type)
                .map(Some);
        }
    }
    Ok(None)
}

/// Attributes that the representation provides and that no dictionary holds.
fn special_attr(host: &mut Host, r: HostRef, name: &str) -> Option<HostRef> {
    if name == "__class__" {
        return Some(host.class_of(r));
    }
    match host.obj(r) {
        HostObj::Function(_) => function_attr(host, r, name),
        HostObj::Builtin(b) => {
            let b = b.clone();
            builtin_attr(host, r, &b, name)
        }
        HostObj::BoundMethod { func, this } => {
            let (func, this) = (*func, *this);
            match name {
                "__self__" | "im_self" => Some(this),
                "__func__" | "im_func" => Some(func),
                "im_class" => Some(host.class_of(this)),
                // Everything else is the function's.
                _ => generic_getattr(host, func, name).ok().flatten(),
            }
        }
        HostObj::Unbound { func, class } => {
            let (func, class) = (*func, *class);
            match name {
                "__self__" | "im_self" => Some(NONE),
                "__func__" | "im_func" => Some(func),
                "im_class" => Some(class),
                _ => generic_getattr(host, func, name).ok().flatten(),
            }
        }
        HostObj::Class(_) => class_attr(host, r, name),
        HostObj::Module(m) => match name {
            "__dict__" => Some(m.dict),
            _ => None,
        },
        HostObj::Instance(i) => match name {
            "__dict__" if host.cls(i.class).no_dict => None,
            "__dict__" => lookups::make_own_dict(host, r),
            _ => None,
        },
        HostObj::Code(c) => {
            let c = c.clone();
            annotations::code_attr(host, &c, name)
        }
        HostObj::Property(p) => match name {
            "fget" => Some(p.get.unwrap_or(NONE)),
            "fset" => Some(p.set.unwrap_or(NONE)),
            "fdel" => Some(p.del.unwrap_or(NONE)),
            "__doc__" => Some(p.doc),
            "__isabstractmethod__" => {
                let get = p.get?;
                generic_getattr(host, get, name).ok().flatten()
            }
            _ => None,
        },
        HostObj::StaticMethod(f) | HostObj::ClassMethod(f) => match name {
            "__isabstractmethod__" | "__name__" | "__doc__" | "__module__" | "__qualname__" => {
                let f = *f;
                generic_getattr(host, f, name).ok().flatten()
            }
            "__func__" | "__wrapped__" => Some(*f),
            _ => None,
        },
        HostObj::Cell(v) => match name {
            "cell_contents" => *v,
            _ => None,
        },
        HostObj::Slice(a, b, c) => match name {
            "start" => Some(*a),
            "stop" => Some(*b),
            "step" => Some(*c),
            _ => None,
        },
        HostObj::Range(a, b, c) => {
            let v = match name {
                "start" => *a,
                "stop" => *b,
                "step" => *c,
                _ => return None,
            };
            Some(host.int(v))
        }
        HostObj::GetSet(g) => match name {
            "__name__" => {
                let n = g.name.clone();
                Some(host.str(&n))
            }
            _ => None,
        },
        _ => None,
    }
}

/// An attribute of a function that no dictionary holds.
fn function_attr(host: &mut Host, r: HostRef, name: &str) -> Option<HostRef> {
    let f = host.func(r)?;
    let (fname, qual, globals, doc) = (f.name.clone(), f.qualname.clone(), f.globals, f.doc);
    match name {
        "__name__" | "func_name" => Some(host.str(&fname)),
        "__qualname__" => Some(host.str(&qual)),
        "__code__" | "func_code" => {
            let code = f.code.clone();
            Some(host.alloc(HostObj::Code(code)))
        }
        "__globals__" | "func_globals" => Some(globals),
        "__doc__" | "func_doc" => Some(doc),
        "__defaults__" | "func_defaults" => {
            let d = f.defaults.clone();
            Some(if d.is_empty() { NONE } else { host.tuple(&d) })
        }
        "__kwdefaults__" => {
            let kd = f.kwdefaults.clone();
            if kd.is_empty() {
                return Some(NONE);
            }
            let d = host.new_dict();
            for (k, v) in kd {
                host.ns_set(d, k.as_str(), v);
            }
            Some(d)
        }
        "__closure__" | "func_closure" => {
            let c = f.closure.clone();
            Some(if c.is_empty() { NONE } else { host.tuple(&c) })
        }
        "__module__" => match host.func_attr(r, "__module__") {
            Some(m) => Some(m),
            None => Some(host.ns_get(globals, "__name__").unwrap_or(NONE)),
        },
        "__dict__" | "func_dict" => lookups::make_own_dict(host, r),
        "__annotations__" => {
            let code = f.code.clone();
            if let Some(d) = host.func_attr(r, name) {
                return Some(d);
            }
            let d = annotations::annotations(host, &code, globals, None);
            let attrs = lookups::make_own_dict(host, r)?;
            host.ns_set(attrs, name, d);
            Some(d)
        }
        _ => None,
    }
}

/// An attribute of a built-in function that no dictionary holds.
fn builtin_attr(host: &mut Host, r: HostRef, b: &BuiltinData, name: &str) -> Option<HostRef> {
    match name {
        "__name__" | "__qualname__" => {
            let n = b.name.rsplit('.').next().unwrap_or(&b.name).to_string();
            Some(host.str(&n))
        }
        "__doc__" => Some(match b.doc {
            Some(d) => host.str(d),
            None => NONE,
        }),
        "__module__" => {
            let n = match b.name.rsplit_once('.') {
                Some((m, _)) => m.to_string(),
                None => "builtins".to_string(),
            };
            Some(host.str(&n))
        }
        "__dict__" => lookups::make_own_dict(host, r),
        _ => None,
    }
}

/// An attribute of a class that no dictionary holds.
fn class_attr(host: &mut Host, r: HostRef, name: &str) -> Option<HostRef> {
    let c = host.class(r)?;
    match name {
        "__name__" => {
            let n = c.name.clone();
            Some(host.str(&n))
        }
        "__qualname__" => {
            let n = c.qualname.clone().unwrap_or_else(|| c.name.clone());
            Some(host.str(&n))
        }
        "__bases__" => {
            let b = c.bases.clone();
            Some(host.tuple(&b))
        }
        "__base__" => Some(c.bases.first().copied().unwrap_or(NONE)),
        "__mro__" => {
            let m = c.mro.clone();
            Some(host.tuple(&m))
        }
        "__dict__" => Some(c.dict),
        "__module__" => match host.ns_get(c.dict, "__module__") {
            Some(m) => Some(m),
            None => Some(host.str("builtins")),
        },
        "__doc__" => Some(host.ns_get(c.dict, "__doc__").unwrap_or(NONE)),
        _ => None,
    }
}

/// `setattr(obj, name, value)`.
pub(crate) fn setattr(host: &mut Host, r: HostRef, name: &str, value: HostRef) -> R<()> {
    if let Some(f) = special::user_special(host, r, "__setattr__") {
        let n = host.str(name);
        special::call_special(host, f, r, &[n, value])?;
        return Ok(());
    }
    generic_setattr(host, r, name, value)
}

/// `object.__setattr__`.
pub(crate) fn generic_setattr(host: &mut Host, r: HostRef, name: &str, value: HostRef) -> R<()> {
    let cls = host.class_of(r);
    if let Some(a) = host.lookup_in_mro(cls, name) {
        match host.obj(a) {
            HostObj::Property(p) => {
                return match p.set {
                    Some(set) => host.call(set, &[r, value], &[]).map(|_| ()),
                    None => Err(host.err(
                        "AttributeError",
                        format!(
                            "property '{name}' of '{}' object has no setter",
                            host.type_name(r)
                        ),
                    )),
                };
            }
            HostObj::GetSet(g) => {
                let g = g.clone();
                return match g.set {
                    Some(set) => set(host, r, value),
                    None => {
                        Err(host
                            .err("AttributeError", format!("attribute '{name}' is not writable")))
                    }
                };
            }
            HostObj::Instance(i) => {
                if let Some(set) = host.lookup_in_mro(i.class, "__set__") {
                    return special::call_special(host, set, a, &[r, value]).map(|_| ());
                }
            }
            _ => {}
        }
    }
    if host.func(r).is_some() && function_setattr(host, r, name, value)? {
        return Ok(());
    }
    match host.obj_mut(r) {
        HostObj::Class(c) => {
            if c.is_builtin {
                let m = format!("cannot set '{name}' attribute of immutable type '{}'", c.name);
                return Err(host.type_error(m));
            }
            // Of a class of the old style in Python 2.
            if name == "__dict__"
                && generation::running_python(host) == crate::Python::Two
                && host.dict(value).is_some()
            {
                return replace_class_dict(host, r, value);
            }
            return classes::setattr(host, r, name, value);
        }
        HostObj::Instance(_) if name == "__class__" => {
            if host.class(value).is_none() {
                return Err(host.type_error("__class__ must be set to a class"));
            }
            if let HostObj::Instance(i) = host.obj_mut(r) {
                i.class = value;
            }
            return Ok(());
        }
        HostObj::Instance(i) if name == "__dict__" => {
            i.dict = Some(value);
            return Ok(());
        }
        HostObj::Cell(c) if name == "cell_contents" => {
            *c = Some(value);
            return Ok(());
        }
        _ => {}
    }
    if let HostObj::Instance(i) = host.obj(r)
        && host.cls(i.class).no_dict
        && !classes::slot_allows(host, cls, name)?
    {
        return Err(no_attribute(host, r, name));
    }
    match lookups::make_own_dict(host, r) {
        Some(d) => {
            host.ns_set(d, name, value);
            Ok(())
        }
        None => Err(no_attribute(host, r, name)),
    }
}

/// Gives a class the attributes of a dict instead of its own; special ones stay.
fn replace_class_dict(host: &mut Host, class: HostRef, new: HostRef) -> R<()> {
    let own = host.cls(class).dict;
    for (k, _) in host.dict_items(own) {
        if let Some(name) = host.text(k).filter(|n| !n.starts_with("__")) {
            tables::ns_del(host, own, &name);
        }
    }
    for (k, v) in host.dict_items(new) {
        if let Some(name) = host.text(k) {
            classes::setattr(host, class, &name, v)?;
        }
    }
    Ok(())
}

fn function_setattr(host: &mut Host, r: HostRef, name: &str, value: HostRef) -> R<bool> {
    let text = host.text(value);
    let seq = match host.obj(value) {
        HostObj::Tuple(t) => Some(t.to_vec()),
        HostObj::None => Some(vec![]),
        _ => None,
    };
    let kw = match (name, host.dict(value)) {
        ("__kwdefaults__", Some(_)) => {
            let items = host.dict_items(value);
            items.iter().filter_map(|(k, v)| Some((Name::new(&host.text(*k)?), *v))).collect()
        }
        _ => vec![],
    };
    let code = match host.obj(value) {
        HostObj::Code(c) => Some(c.clone()),
        _ => None,
    };
    let HostObj::Function(f) = host.obj_mut(r) else { return Ok(false) };
    match (name, text, seq, code) {
        ("__name__" | "func_name", Some(t), ..) => f.name = t,
        ("__qualname__", Some(t), ..) => f.qualname = t,
        ("__name__" | "func_name" | "__qualname__", ..) => {
            return Err(host.type_error(format!("{name} must be set to a string object")));
        }
        ("__doc__" | "func_doc", ..) => f.doc = value,
        ("__defaults__" | "func_defaults", _, Some(d), _) => f.defaults = d,
        ("__kwdefaults__", ..) => f.kwdefaults = kw,
        ("__code__" | "func_code", _, _, Some(c)) => f.code = c,
        ("__dict__" | "func_dict", ..) => f.dict = Some(value),
        _ => return Ok(false),
    }
    Ok(true)
}

/// `delattr(obj, name)`.
pub(crate) fn delattr(host: &mut Host, r: HostRef, name: &str) -> R<()> {
    if let Some(f) = special::user_special(host, r, "__delattr__") {
        let n = host.str(name);
        return special::call_special(host, f, r, &[n]).map(|_| ());
    }
    let cls = host.class_of(r);
    if let Some(a) = host.lookup_in_mro(cls, name) {
        match host.obj(a) {
            HostObj::Property(p) if p.del.is_some() => {
                let del = p.del.expect("deleter");
                return host.call(del, &[r], &[]).map(|_| ());
            }
            HostObj::Instance(i) => {
                if let Some(del) = host.lookup_in_mro(i.class, "__delete__") {
                    return special::call_special(host, del, a, &[r]).map(|_| ());
                }
            }
            _ => {}
        }
    }
    if let Some(d) = lookups::own_dict(host, r)
        && tables::ns_del(host, d, name).is_some()
    {
        if host.class(r).is_some() {
            classes::changed(host, r, name);
        }
        return Ok(());
    }
    Err(no_attribute(host, r, name))
}

/// The function that gives the names of a module which has more than is in its dict.
pub(super) fn module_dir(host: &Host, r: HostRef) -> Option<HostRef> {
    match host.obj(r) {
        HostObj::Module(_) => {}
        _ => return None,
    }
    let f = host.ns_get(lookups::own_dict(host, r)?, "__dir__")?;
    matches!(host.obj(f), HostObj::Builtin(_)).then_some(f)
}

/// Names for `dir()`, sorted.
pub(crate) fn dir_names(host: &mut Host, r: HostRef) -> Vec<Rc<str>> {
    let mut dicts = vec![];
    if let Some(d) = lookups::own_dict(host, r) {
        dicts.push(d);
    }
    if !matches!(host.obj(r), HostObj::Module(_)) {
        let c = if host.class(r).is_some() { r } else { host.class_of(r) };
        let mro = host.cls(c).mro.clone();
        dicts.extend(mro.iter().map(|c| host.cls(*c).dict));
    }
    let mut names: Vec<Rc<str>> = vec![];
    for d in dicts {
        names.extend(host.ns(d).keys().filter_map(|k| host.text(k)));
    }
    names.sort();
    names.dedup();
    names
}
