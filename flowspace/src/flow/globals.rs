//! Global variables and class attributes that functions assign to at run time.
//!
//! Globals and class attributes are constants, except those that a function assigns to which can be
//! reached from the entry point (as far as can be told before its types are known): these live in
//! prebuilt cell objects, one for each variable, as variables of functions do that change after
//! capture. For instances, such a class attribute is a property that reads the cell.

use super::FlowValue;
use super::cells::prebuilt_cell;
use super::closures;
use super::closures::{CellKind, FlowCell};
use super::state::W;
use crate::bytecode::{CodeObject, Instruction};
use crate::flow::state::FlowSpace;
use crate::host::{HErr, Host, HostObj, HostRef, Payload, import, lookups};
use flowmodel::HlConst;
use flowmodel::name::Name;
use rustc_hash::FxHashSet;

/// Finds the global variables and class attributes that functions assign to which `entry` may call.
pub fn find_assigned_globals(host: &mut Host, entry: HostRef) {
    let mut search = Search { host, seen: FxHashSet::default(), work: vec![], found: vec![] };
    search.push(entry);
    while let Some(r) = search.work.pop() {
        search.visit(r);
    }
    let mut found = search.found;
    let relatives = relatives_with(host, &found);
    found.extend(relatives);
    let hidden = hidden_by_instances(host, &found);
    for (owner, name) in found {
        if host.flow.assigned_globals.contains_key(&(owner, name))
            || hidden.contains(&(owner, name))
        {
            continue;
        }
        let dict = host.class(owner).map_or(owner, |c| c.dict);
        let value = host.ns_get(dict, name.as_str());
        // What is only good as a constant stays one: its assignment is reported if it is reached.
        if let Some(HostObj::Class(_) | HostObj::Module(_) | HostObj::Builtin(_)) =
            value.map(|v| host.obj(v))
        {
            continue;
        }
        let class = host.class(owner).is_some();
        if class && value.is_none() {
            continue;
        }
        let cell = host.alloc(HostObj::Cell(value));
        host.flow.assigned_globals.insert((owner, name), cell);
        if class && let Ok(p) = cell_property(host, cell, name) {
            host.flow.class_cells.insert(p, cell);
            host.ns_set(dict, name.as_str(), p);
        }
    }
}

/// Finds where classes above or below a class have an attribute too that is assigned to in the class: it is kept in the
/// same way, so that instances of all of them read it alike.
fn relatives_with(host: &Host, found: &[(HostRef, Name)]) -> Vec<(HostRef, Name)> {
    let assigned: Vec<_> = found.iter().filter(|(o, _)| host.class(*o).is_some()).collect();
    let mut out = vec![];
    if assigned.is_empty() {
        return out;
    }
    for r in (0..host.heap_len()).map(|i| HostRef(i as u32)) {
        let Some(c) = host.class(r).filter(|c| !c.is_builtin) else { continue };
        for (owner, name) in &assigned {
            let related =
                r != *owner && (host.is_subclass(r, *owner) || host.is_subclass(*owner, r));
            let value = related.then(|| host.ns_get(c.dict, name.as_str())).flatten();
            let plain = value.is_some_and(|v| {
                !matches!(
                    host.obj(v),
                    HostObj::Function(_)
                        | HostObj::Property(_)
                        | HostObj::StaticMethod(_)
                        | HostObj::ClassMethod(_)
                )
            });
            if plain && host.lookup_in_mro(*owner, name.as_str()).is_some() {
                out.push((r, *name));
            }
        }
    }
    out
}

/// Finds the class attributes that an attribute of its own hides in an instance. (What stands for the class attribute
/// would hide that of the instance.)
fn hidden_by_instances(host: &Host, found: &[(HostRef, Name)]) -> FxHashSet<(HostRef, Name)> {
    let of_classes: Vec<_> = found.iter().filter(|(o, _)| host.class(*o).is_some()).collect();
    let mut hidden = FxHashSet::default();
    if of_classes.is_empty() {
        return hidden;
    }
    for r in (0..host.heap_len()).map(|i| HostRef(i as u32)) {
        let HostObj::Instance(i) = host.obj(r) else { continue };
        let Some(dict) = i.dict else { continue };
        for (class, name) in &of_classes {
            if host.is_subclass(i.class, *class) && host.ns_get(dict, name.as_str()).is_some() {
                hidden.insert((*class, *name));
            }
        }
    }
    hidden
}

/// The property through which instances read a class attribute that is assigned to.
fn cell_property(host: &mut Host, cell: HostRef, name: Name) -> Result<HostRef, HErr> {
    let (object, _) = prebuilt_cell(host, cell, name)?;
    let maker = import::flow_support(host, "make_cell_property")?;
    host.call(maker, &[object], &[])
}

struct Search<'h> {
    host: &'h mut Host,
    seen: FxHashSet<HostRef>,
    work: Vec<HostRef>,
    /// Module dicts and classes, with the names that are assigned to there.
    found: Vec<(HostRef, Name)>,
}

impl Search<'_> {
    fn push(&mut self, r: HostRef) {
        if self.seen.insert(r) {
            self.work.push(r);
        }
    }

    fn visit(&mut self, r: HostRef) {
        let mut next: Vec<HostRef> = vec![];
        match self.host.obj(r) {
            // (what a memo function assigns to, it does while the program is translated)
            HostObj::Function(_) if self.is_memo(r) => {}
            HostObj::Function(f) => {
                let (code, globals) = (f.code.clone(), f.globals);
                next.extend(f.closure.iter().chain(&f.defaults));
                next.extend(f.kwdefaults.iter().map(|k| k.1));
                self.scan(&code, globals);
            }
            HostObj::Cell(Some(w)) => next.push(*w),
            HostObj::Tuple(items) => next.extend(items.iter()),
            HostObj::List(items) => next.extend(items),
            HostObj::Dict(_) => {
                next.extend(self.host.dict_items(r).into_iter().flat_map(|(k, v)| [k, v]));
            }
            HostObj::BoundMethod { func, this } => next.extend([*func, *this]),
            HostObj::Unbound { func, class } => next.extend([*func, *class]),
            HostObj::StaticMethod(f) | HostObj::ClassMethod(f) => next.push(*f),
            HostObj::Property(p) => next.extend([p.get, p.set].into_iter().flatten()),
            HostObj::Class(c) => {
                next.extend(&c.bases);
                next.extend(self.host.dict_items(c.dict).into_iter().map(|e| e.1));
            }
            HostObj::Instance(i) => {
                next.push(i.class);
                if let Payload::Value(v) = i.payload {
                    next.push(v);
                }
                if let Some(d) = lookups::own_dict(self.host, r) {
                    next.extend(self.host.dict_items(d).into_iter().map(|e| e.1));
                }
            }
            _ => {}
        }
        next.into_iter().for_each(|n| self.push(n));
    }

    fn is_memo(&self, function: HostRef) -> bool {
        let hint = self.host.func_attr(function, "_annspecialcase_");
        matches!(hint.map(|h| self.host.obj(h)), Some(HostObj::Str(s)) if s.starts_with(b"specialize:memo"))
    }

    /// Gives the object under which a module or class stands in `found`.
    fn owner(&self, r: HostRef) -> Option<HostRef> {
        match self.host.obj(r) {
            HostObj::Module(m) => Some(m.dict),
            HostObj::Class(c) if !c.is_builtin => Some(r),
            _ => None,
        }
    }

    fn scan(&mut self, code: &CodeObject, globals: HostRef) {
        // The constant that the instructions so far leave on the stack, if they only name one.
        let mut named: Option<HostRef> = None;
        // `C.x += …`: what was read of what.
        let mut updated: Vec<(HostRef, u32)> = vec![];
        for (pc, op) in code.instrs.iter().enumerate() {
            let before = named.take();
            match *op {
                Instruction::LoadGlobal(i) | Instruction::LoadName(i) => {
                    let name = code.names[i as usize];
                    named = self.host.ns_get(globals, name.as_str());
                }
                Instruction::DupTop => named = before,
                Instruction::LoadAttr(i) => {
                    if pc > 0 && code.instrs[pc - 1] == Instruction::DupTop {
                        updated.extend(before.and_then(|m| self.owner(m)).map(|o| (o, i)));
                    }
                    if let Some(HostObj::Module(m)) = before.map(|m| self.host.obj(m)) {
                        named = self.host.ns_get(m.dict, code.names[i as usize].as_str());
                    }
                }
                Instruction::StoreAttr(i) => {
                    let name = code.names[i as usize];
                    if let Some(o) = before.and_then(|m| self.owner(m)) {
                        self.found.push((o, name));
                    }
                    if pc > 0 && code.instrs[pc - 1] == Instruction::RotTwo {
                        let same = updated.iter().filter(|(_, k)| *k == i);
                        self.found.extend(same.map(|(o, _)| (*o, name)));
                    }
                }
                Instruction::StoreGlobal(i) | Instruction::DeleteGlobal(i) => {
                    self.found.push((globals, code.names[i as usize]));
                }
                _ => {}
            }
            if let Some(r) = named
                && !matches!(self.host.obj(r), HostObj::Module(_))
            {
                self.push(r);
            }
        }
        for inner in code.makefunctions.iter().map(|m| &m.code) {
            self.scan(inner, globals);
        }
        for inner in code.buildclasses.iter().map(|b| &b.code) {
            self.scan(inner, globals);
        }
    }
}

/// The cell of a global variable that is assigned to at run time.
fn global_cell(fs: &mut FlowSpace<'_>, globals: HostRef, name: Name) -> W<Option<FlowCell>> {
    let Some(&cell) = fs.host.flow.assigned_globals.get(&(globals, name)) else {
        return Ok(None);
    };
    let (r, checked) = prebuilt_cell(fs.host, cell, name).map_err(|e| fs.host_failed(e))?;
    let kind = CellKind::Object { checked, class: None, host: Some(cell) };
    Ok(Some(FlowCell { value: Some(fs.wrap(r)), kind }))
}

/// Value of a global variable that is assigned to at run time, if it is one.
pub(super) fn assigned_global(
    fs: &mut FlowSpace<'_>,
    globals: HostRef,
    name: Name,
) -> W<Option<FlowValue>> {
    match global_cell(fs, globals, name)? {
        Some(cell) => closures::get_cell(fs, &cell),
        None => Ok(None),
    }
}

/// Assigns to a global variable.
pub(super) fn assign_global(
    fs: &mut FlowSpace<'_>,
    globals: HostRef,
    name: Name,
    w: FlowValue,
) -> W<()> {
    match global_cell(fs, globals, name)? {
        Some(mut cell) => closures::set_cell(fs, &mut cell, w),
        None if !hidden_by_instances(fs.host, &[(globals, name)]).is_empty() => fs.fail(format!(
            "attribute `{name}` of a class is assigned to, but an instance made at import time has one of its own"
        )),
        None if fs.host.class(globals).is_some() => fs.fail(format!(
            "attribute `{name}` of a class is assigned to: only attributes that the class itself has can be, and not classes and modules in them"
        )),
        None if !matches!(
            fs.host.ns_get(globals, name.as_str()).map(|r| fs.host.obj(r)),
            Some(HostObj::Class(_) | HostObj::Module(_) | HostObj::Builtin(_))
        ) =>
        {
            fs.fail(format!(
                "global `{name}` is assigned to by a function that was not found when all globals that change were looked for"
            ))
        }
        None => fs.fail(format!(
            "global `{name}` is assigned to, but a class, module or built-in function can only be a constant"
        )),
    }
}

/// A constant module (its variables) or class that attribute `name` is read from or assigned to.
pub(super) fn namespace_of(
    fs: &FlowSpace<'_>,
    obj: &FlowValue,
    name: Name,
    read: bool,
) -> Option<HostRef> {
    let FlowValue::Const(HlConst::Host(r)) = obj else { return None };
    match fs.host.obj(*r) {
        HostObj::Module(m) => Some(m.dict),
        HostObj::Class(c) if read => c.mro.iter().copied().find(|c| {
            let dict = fs.host.class(*c).map(|c| c.dict);
            dict.is_some_and(|d| fs.host.ns_get(d, name.as_str()).is_some())
        }),
        HostObj::Class(_) => Some(*r),
        _ => None,
    }
}
