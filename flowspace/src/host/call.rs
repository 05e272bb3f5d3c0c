//! Calls.

use super::*;
use crate::Python;

/// Calls any callable.
pub fn call(host: &mut Host, f: HostRef, args: &[HostRef], kw: &Kw) -> R {
    match host.obj(f) {
        HostObj::Function(data) => {
            let from_library = host.generation.has_bytes()
                && data.code.python == Python::Neutral
                && generation::running_python(host) == Python::Three;
            let r = exec::call_function(host, f, args, kw)?;
            Ok(if from_library { python3::library_result(host, f, r) } else { r })
        }
        HostObj::Builtin(b) => {
            let func = b.func;
            let name = host.generation.has_bytes().then(|| b.name.clone());
            run::enter(host)?;
            let r = func(host, args, kw);
            host.run.depth -= 1;
            match name {
                Some(name) => r.map(|r| python3::result(host, &name, args, r)),
                None => r,
            }
        }
        HostObj::BoundMethod { func, this } => {
            let (func, this) = (*func, *this);
            // (few arguments need no list)
            let mut few = [this; 6];
            if let Some(rest) = few.get_mut(1..args.len() + 1) {
                rest.copy_from_slice(args);
                return host.call(func, &few[..args.len() + 1], kw);
            }
            let mut all = Vec::with_capacity(args.len() + 1);
            all.push(this);
            all.extend_from_slice(args);
            host.call(func, &all, kw)
        }
        HostObj::Unbound { func, class } => {
            let (func, class) = (*func, *class);
            if !args.first().is_some_and(|this| host.is_instance(*this, class)) {
                let name = special::function_name(host, func);
                let wanted = host.cls(class).name.clone();
                let got = match args.first() {
                    Some(x) => format!("{} instance", host.type_name(*x)),
                    None => "nothing".into(),
                };
                let m = format!(
                    "unbound method {name}() must be called with {wanted} instance as first argument (got {got} instead)"
                );
                return Err(host.type_error(m));
            }
            host.call(func, args, kw)
        }
        HostObj::Class(c) => {
            let meta = c.meta;
            if f == host.types.type_ {
                if let ([x], true) = (args, kw.is_empty()) {
                    return Ok(host.class_of(*x));
                }
            } else if meta != host.types.type_
                && let Some(g) = special::user_special(host, f, "__call__")
            {
                return with_self(host, g, f, args, kw);
            }
            run::enter(host)?;
            let r = classes::instantiate(host, f, args, kw);
            host.run.depth -= 1;
            r
        }
        HostObj::StaticMethod(g) => {
            let g = *g;
            host.call(g, args, kw)
        }
        HostObj::Instance(i) => match host.lookup_in_mro(i.class, "__call__") {
            Some(g) => {
                run::enter(host)?;
                let r = with_self(host, g, f, args, kw);
                host.run.depth -= 1;
                r
            }
            None => Err(not_callable(host, f)),
        },
        _ => Err(not_callable(host, f)),
    }
}

fn with_self(host: &mut Host, g: HostRef, this: HostRef, args: &[HostRef], kw: &Kw) -> R {
    let cls = host.class_of(this);
    let bound = special::bind(host, g, Some(this), cls)?;
    host.call(bound, args, kw)
}

fn not_callable(host: &mut Host, f: HostRef) -> HErr {
    let m = format!("'{}' object is not callable", host.type_name(f));
    host.type_error(m)
}

/// `callable(x)`
pub fn is_callable(host: &Host, r: HostRef) -> bool {
    match host.obj(r) {
        HostObj::Function(_)
        | HostObj::Builtin(_)
        | HostObj::BoundMethod { .. }
        | HostObj::Unbound { .. }
        | HostObj::Class(_)
        | HostObj::StaticMethod(_) => true,
        HostObj::Instance(i) => host.lookup_in_mro(i.class, "__call__").is_some(),
        _ => false,
    }
}
