//! Special methods, and how a function becomes a method.

use super::*;

/// Special method defined in the language (on a class that is not builtin).
pub(crate) fn user_special(host: &Host, r: HostRef, name: &str) -> Option<HostRef> {
    let cls = match host.obj(r) {
        HostObj::Instance(i) => i.class,
        HostObj::Class(c) if c.meta != host.types.type_ => c.meta,
        _ => return None,
    };
    let (owner, f) = host.lookup_where(cls, name)?;
    if host.cls(owner).is_builtin { None } else { Some(f) }
}

/// Calls a special method found on the type.
pub(crate) fn call_special(host: &mut Host, f: HostRef, this: HostRef, args: &[HostRef]) -> R {
    let is_plain = matches!(host.obj(f), HostObj::Function(_) | HostObj::Builtin(_));
    if is_plain {
        let mut all = Vec::with_capacity(args.len() + 1);
        all.push(this);
        all.extend_from_slice(args);
        return host.call(f, &all, &[]);
    }
    let cls = host.class_of(this);
    let bound = bind(host, f, Some(this), cls)?;
    host.call(bound, args, &[])
}

/// The descriptor protocol's `__get__`: `this` is `None` for a lookup on a class.
pub(crate) fn bind(host: &mut Host, attr: HostRef, this: Option<HostRef>, cls: HostRef) -> R {
    match host.obj(attr) {
        HostObj::Function(_) => Ok(match this {
            Some(this) => host.alloc(HostObj::BoundMethod { func: attr, this }),
            None if generation::in_python2(host) => {
                host.alloc(HostObj::Unbound { func: attr, class: cls })
            }
            None => attr,
        }),
        &HostObj::Unbound { func, class } => Ok(match this {
            Some(this) if host.is_instance(this, class) => {
                host.alloc(HostObj::BoundMethod { func, this })
            }
            _ => attr,
        }),
        HostObj::Builtin(b) => Ok(match this {
            Some(this) if b.is_method => host.alloc(HostObj::BoundMethod { func: attr, this }),
            _ => attr,
        }),
        HostObj::StaticMethod(f) => Ok(*f),
        HostObj::ClassMethod(f) => {
            let f = *f;
            Ok(host.alloc(HostObj::BoundMethod { func: f, this: cls }))
        }
        HostObj::Property(p) => match (this, p.get) {
            (None, _) => Ok(value_in_class(host, attr)),
            (Some(this), Some(get)) => host.call(get, &[this], &[]),
            (Some(_), None) => Err(host.err("AttributeError", "unreadable attribute")),
        },
        HostObj::GetSet(g) => match this {
            Some(this) => (g.get)(host, this),
            None => Ok(attr),
        },
        HostObj::Instance(i) => match host.lookup_in_mro(i.class, "__get__") {
            Some(get) => call_special(host, get, attr, &[this.unwrap_or(NONE), cls]),
            None => Ok(attr),
        },
        _ => Ok(attr),
    }
}

/// `__name__` of a function, or what its type is called.
pub(crate) fn function_name(host: &Host, func: HostRef) -> Rc<str> {
    match host.obj(func) {
        HostObj::Function(f) => f.name.clone(),
        _ => host.type_name(func),
    }
}

/// Calls a method by name.
pub(crate) fn call_method(host: &mut Host, r: HostRef, name: &str, args: &[HostRef]) -> R {
    let m = host.getattr(r, name)?;
    host.call(m, args, &[])
}

pub(crate) fn has_user_eq(host: &Host, r: HostRef) -> bool {
    match host.obj(r) {
        HostObj::Instance(i) => host.cls(i.class).custom_eq,
        HostObj::Class(c) => c.meta != host.types.type_ && host.cls(c.meta).custom_eq,
        _ => false,
    }
}

/// Gives what stands in a class at import time: for an attribute that is assigned to at run time, its first
/// value.
fn value_in_class(host: &Host, attr: HostRef) -> HostRef {
    match host.flow.class_cells.get(&attr).map(|cell| host.obj(*cell)) {
        Some(HostObj::Cell(Some(value))) => *value,
        _ => attr,
    }
}
