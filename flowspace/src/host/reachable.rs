//! Reachability of objects for the import-time program: for weak references, and to free the others.

use super::*;

/// Type name of the cell of a weak reference.
const WEAK_CELL: &str = "weak_cell";

/// Says what weak references do to their objects when it is asked what can be reached.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum Weak {
    /// They do not count.
    Dies,
    /// They count as others: when objects are freed is nothing that a program may see. Classes count as in use, too:
    /// later stages ask which there are.
    Refers,
}

/// A cell that refers to an object weakly.
pub(super) fn weak_cell(host: &mut Host, object: HostRef) -> HostRef {
    let cell = HostObj::Opaque { kind: WEAK_CELL.into(), payload: u64::from(object.0) };
    let cell = host.alloc(cell);
    host.run.weak_cells.push(cell);
    cell
}

/// The object of a weak cell, or `None`.
pub fn weak_get(host: &Host, cell: HostRef) -> HostRef {
    match host.obj(cell) {
        HostObj::Opaque { kind, payload } if &**kind == WEAK_CELL => HostRef(*payload as u32),
        _ => NONE,
    }
}

/// Clears the weak cells of objects that nothing refers to any more.
pub(super) fn collect_weak(host: &mut Host) {
    // (A later stage that asks for it keeps objects, too.)
    if !host.run.frames.is_empty() {
        collect_weak_but(host, &[]);
    }
}

/// Clears weak references when the import is over: what is alive then are the modules and `roots`.
pub fn end_of_import(host: &mut Host, roots: &[HostRef]) {
    collect_weak_but(host, roots);
}

fn collect_weak_but(host: &mut Host, roots: &[HostRef]) {
    if host.run.weak_cells.is_empty() {
        return;
    }
    let reached = reached(host, roots, Weak::Dies);
    for cell in std::mem::take(&mut host.run.weak_cells) {
        let object = weak_get(host, cell);
        if reached[object.0 as usize] {
            host.run.weak_cells.push(cell);
        } else if let HostObj::Opaque { payload, .. } = host.obj_mut(cell) {
            *payload = u64::from(NONE.0);
        }
    }
}

/// Says, for each handle, whether the object can be reached.
pub(super) fn reached(host: &Host, roots: &[HostRef], weak: Weak) -> Vec<bool> {
    let mut seen = vec![false; host.objs.len()];
    let mut todo = vec![host.builtins, host.modules, host.environ, host.imports.sys_path];
    todo.extend(roots);
    todo.extend(host.imports.support);
    todo.extend(&host.run.shown);
    todo.extend(&host.run.being_made);
    todo.extend(host.side_dicts.values());
    if let Some((error, LookedIn::Object(o), _)) = &host.run.looked_for {
        todo.extend([error, o]);
    }
    for f in &host.run.frames {
        todo.push(f.globals);
        todo.extend(f.namespace.iter().chain(&f.first_arg).chain(&f.locals));
        todo.extend(f.cells.iter().chain(&f.handled));
        todo.extend(&f.holds);
    }
    if let Some(f) = host.run.frames.iter().rev().find(|f| !f.direct) {
        let old = host.collector.births.before(f.birth);
        todo.extend(old.filter(|r| !matches!(host.objs[r.0 as usize], HostObj::Free)));
    }
    if weak == Weak::Refers {
        let classes = host.objs.iter().enumerate().filter(|(_, o)| matches!(o, HostObj::Class(_)));
        todo.extend(classes.map(|(i, _)| HostRef(i as u32)));
    }
    while let Some(r) = todo.pop() {
        if !std::mem::replace(&mut seen[r.0 as usize], true) {
            refers_to(host, r, &mut todo);
            if weak == Weak::Refers {
                todo.push(weak_get(host, r));
            }
        }
    }
    seen
}

/// Pushes what an object refers to.
fn refers_to(host: &Host, r: HostRef, out: &mut Vec<HostRef>) {
    let dict = |d: &HDict, out: &mut Vec<HostRef>| out.extend(d.items().flat_map(|(k, v)| [k, v]));
    match host.obj(r) {
        HostObj::Free
        | HostObj::None
        | HostObj::NotImplemented
        | HostObj::Ellipsis
        | HostObj::Bool(_)
        | HostObj::Int(_)
        | HostObj::BigInt(_)
        | HostObj::Float(_)
        | HostObj::Str(_)
        | HostObj::Unicode(_)
        | HostObj::ByteArray(_)
        | HostObj::Range(..)
        | HostObj::Builtin(_)
        | HostObj::GetSet(_)
        | HostObj::Code(_)
        | HostObj::File(_)
        | HostObj::Opaque { .. } => {}
        HostObj::Tuple(items) => out.extend(&**items),
        HostObj::List(items) => out.extend(items),
        HostObj::Dict(d) | HostObj::Set(d) | HostObj::FrozenSet(d) => dict(d, out),
        HostObj::Slice(a, b, c) => out.extend([*a, *b, *c]),
        HostObj::Function(f) => {
            out.extend([f.globals, f.doc]);
            out.extend(f.defaults.iter().chain(&f.closure).chain(&f.dict));
            out.extend(f.kwdefaults.iter().map(|(_, v)| *v));
        }
        HostObj::BoundMethod { func, this } => out.extend([*func, *this]),
        HostObj::Unbound { func, class } => out.extend([*func, *class]),
        HostObj::Class(c) => {
            out.extend([c.dict, c.meta]);
            out.extend(c.bases.iter().chain(&c.mro));
        }
        HostObj::Instance(i) => {
            out.push(i.class);
            out.extend(i.dict);
            match i.payload {
                Payload::Value(v) | Payload::ExcArgs(v) => out.push(v),
                Payload::None => {}
            }
        }
        HostObj::Module(m) => out.push(m.dict),
        HostObj::Property(p) => {
            out.push(p.doc);
            out.extend(p.get.iter().chain(&p.set).chain(&p.del));
        }
        HostObj::StaticMethod(f) | HostObj::ClassMethod(f) => out.push(*f),
        HostObj::Cell(c) => out.extend(*c),
        HostObj::Iter(i) => match &**i {
            IterState::Seq { seq, .. } | IterState::RevSeq { seq, .. } => out.push(*seq),
            IterState::GetItem { obj, .. } => out.push(*obj),
            IterState::Dict { dict, .. } => out.push(*dict),
            IterState::Vec { items, .. } => out.extend(items),
            IterState::Enumerate { iter, .. } => out.push(*iter),
            IterState::Zip(iters) => out.extend(iters),
            IterState::Map { func, iters } => {
                out.push(*func);
                out.extend(iters);
            }
            IterState::Filter { func, iter } => out.extend([*func, *iter]),
            IterState::Call { func, sentinel } => out.extend([*func, *sentinel]),
            IterState::Range { .. } | IterState::Count { .. } | IterState::Done => {}
        },
        HostObj::Generator(g) => {
            if let Some(f) = &g.frame {
                out.push(f.globals);
                out.extend(f.namespace);
                out.extend(f.locals.iter().flatten().chain(&f.stack).chain(&f.cells));
            }
        }
        HostObj::Super { cls, this, this_type } => out.extend([*cls, *this, *this_type]),
        HostObj::DictView(d, _) => out.push(*d),
    }
}
