//! Function objects: copies of them.

use super::*;

/// Another function with the same code and attributes; what is not a function is returned as it is.
pub fn copy(host: &mut Host, r: HostRef) -> HostRef {
    match host.obj(r) {
        HostObj::Function(f) => {
            let copy = f.clone();
            host.alloc(HostObj::Function(copy))
        }
        HostObj::StaticMethod(f) => {
            let inner = copy(host, *f);
            host.alloc(HostObj::StaticMethod(inner))
        }
        _ => r,
    }
}

/// Says whether a function calls methods by `super`.
pub fn uses_super(host: &Host, f: HostRef) -> bool {
    match host.obj(f) {
        HostObj::Function(f) => f.code.names.iter().any(|n| n.as_str() == "super"),
        HostObj::StaticMethod(f) | HostObj::ClassMethod(f) => uses_super(host, *f),
        HostObj::Property(p) => [p.get, p.set].iter().flatten().any(|f| uses_super(host, *f)),
        _ => false,
    }
}

/// The copy of a method (of what else stands in a class dict: the object itself) that a class has for itself;
/// `super` in it goes on in the order of bases of that class.
pub fn copy_method(host: &mut Host, r: HostRef, home: HostRef) -> HostRef {
    if let Some(c) = host.flow.home_copies.get(&(r, home)) {
        return *c;
    }
    let copy = match host.obj(r) {
        HostObj::Function(f) => {
            let copy = f.clone();
            host.alloc(HostObj::Function(copy))
        }
        HostObj::StaticMethod(f) => {
            let f = *f;
            let inner = copy_method(host, f, home);
            host.alloc(HostObj::StaticMethod(inner))
        }
        HostObj::ClassMethod(f) => {
            let f = *f;
            let inner = copy_method(host, f, home);
            host.alloc(HostObj::ClassMethod(inner))
        }
        HostObj::Property(p) => {
            let mut p = p.clone();
            for f in [&mut p.get, &mut p.set, &mut p.del].into_iter().flatten() {
                *f = copy_method(host, *f, home);
            }
            host.alloc(HostObj::Property(p))
        }
        _ => return r,
    };
    host.flow.home_copies.insert((r, home), copy);
    host.flow.homes.insert(copy, home);
    copy
}

/// The function of an unbound method; other objects are themselves. (What stands behind import time knows functions only.)
pub fn plain_function(host: &Host, r: HostRef) -> HostRef {
    match host.obj(r) {
        HostObj::Unbound { func, .. } => *func,
        _ => r,
    }
}
