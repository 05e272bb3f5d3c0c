//! Operations, functions and methods whose implementation is written in the language: RPython functions in
//! `rlib/builtins` (package `rpython_builtins`), called as if the program had called them.
//!
//! The call site is recorded under the operation's result, marked [`LIBRARY`]; the RTyper translates it as a direct call.

use crate::calls;
use crate::definitions::records;
use crate::model::state::CallArgs;
use crate::prelude::*;
use crate::{AnnGraphId, ArgSource, CallShape};
use flowspace::host::import;
use rustc_hash::{FxHashMap, FxHashSet};

pub use flowspace::host::LIBRARY_PACKAGE as PACKAGE;

/// [`crate::CallSite::special`] of a call of a library function.
pub const LIBRARY: &str = "library";

/// Gives a host the modules of the package, from the folder that holds them. (`rtyper::install` has them embedded.)
pub fn install_from(host: &mut flowspace::host::Host, folder: &std::path::Path) {
    let entries = std::fs::read_dir(folder).into_iter().flatten().flatten();
    for path in entries.map(|e| e.path()).filter(|p| p.extension().is_some_and(|e| e == "py")) {
        let Ok(text) = std::fs::read_to_string(&path) else { continue };
        let name = path.file_name().unwrap_or_default().to_string_lossy().into_owned();
        import::add_embedded(host, &format!("{PACKAGE}/{name}"), text.leak());
    }
    import::add_embedded_path(host);
}

impl Annotator {
    /// Calls a library function as the implementation of the current operation. The sources say which operand each
    /// argument is (`ArgSource::This`: the object of a built-in method; `ArgSource::Default`: a constant).
    pub(crate) fn call_library(
        &mut self,
        site: Site,
        module: &str,
        function: &str,
        args: CallArgs,
    ) -> AResult {
        let f = library_function(self, site, module, function)?;
        calls::call(self, site, &f, &args, Some(LIBRARY))
    }
    /// Calls a library function with operands of the current operation, given by their indices.
    pub(crate) fn call_library_on(
        &mut self,
        site: Site,
        module: &str,
        function: &str,
        args: &[(usize, &SomeValue)],
    ) -> AResult {
        let f = library_function(self, site, module, function)?;
        call_on(self, site, &f, args)
    }
}

/// The object that stands for a host object at run time, if that is another one.
pub fn runtime_object(ann: &mut Annotator, site: Site, r: HostRef) -> Option<HostRef> {
    if let Some(l) = ann.known.lists_of_iterators.get(&r) {
        return Some(*l);
    }
    if let Some(record) = records::record_of(ann, site, r) {
        return Some(record);
    }
    if hv::is_lazy_list(&ann.host, r) {
        // `map` and its like of Python 2 give lists.
        let items = ann.host.iter_to_vec(r).ok()?;
        let l = ann.host.list(items);
        ann.known.lists_of_iterators.insert(r, l);
        return Some(l);
    }
    if let Some((module, factory)) = hv::runtime_factory(&ann.host, r) {
        let made = run_factory(ann, site, module, factory, &[r]).ok()?;
        ann.known.lists_of_iterators.insert(r, made);
        return Some(made);
    }
    let (module, name) = hv::runtime_object(&ann.host, r)?;
    library_object(ann, site, module, name).ok()
}

/// The function that stands for a program's function of C in containers, if that is in some.
pub fn function_for_external(ann: &Annotator, h: HostRef) -> Option<HostRef> {
    ann.known.functions_of_externals.get(&h).copied()
}

/// A function of `rlib/builtins/MODULE.py`.
pub(crate) fn library_function(
    ann: &mut Annotator,
    site: Site,
    module: &str,
    function: &str,
) -> AResult {
    let f = library_object(ann, site, module, function)?;
    ann.immutablevalue(site, f)
}

/// Gives the object that a module of `rlib/builtins` defines under a name.
pub(crate) fn library_object(
    ann: &mut Annotator,
    site: Site,
    module: &str,
    name: &str,
) -> AResult<HostRef> {
    import::library_object(&mut ann.host, module, name)
        .map_err(|text| ann.error(site, "internal", text))
}

/// Calls a factory in a module of `rlib/builtins`, which gives another object at each call.
pub(crate) fn run_factory(
    ann: &mut Annotator,
    site: Site,
    module: &str,
    factory: &str,
    args: &[HostRef],
) -> AResult<HostRef> {
    let make = library_object(ann, site, module, factory)?;
    hv::call(&mut ann.host, make, args)
        .map_err(|e| ann.error(site, "internal", format!("{module}.{factory}: {e}")))
}

/// A value as an item of a container: of constants less is known there. A function of C is one of the program around it, since
/// items are called by their addresses.
pub(crate) fn as_item_of_container(ann: &mut Annotator, site: Site, s: &SomeValue) -> AResult {
    let external = |n: &str| n == "external";
    match (&s.kind, s.const_host()) {
        (Kind::Builtin(name), Some(h)) if external(name) => {
            let Some(f) = function_of_external(ann, h) else { return Ok(s.as_item()) };
            ann.immutablevalue(site, f)
        }
        (Kind::Tuple(items), _)
            if items.iter().any(|i| matches!(&i.kind, Kind::Builtin(n) if external(n))) =>
        {
            let items: AResult<Vec<SomeValue>> =
                items.clone().iter().map(|i| as_item_of_container(ann, site, i)).collect();
            Ok(SomeValue::tuple(items?))
        }
        _ => Ok(s.as_item()),
    }
}

fn function_of_external(ann: &mut Annotator, h: HostRef) -> Option<HostRef> {
    if let Some(f) = function_for_external(ann, h) {
        return Some(f);
    }
    let method = hv::getattr(&mut ann.host, h, "_as_function")?;
    let f = hv::call(&mut ann.host, method, &[]).ok()?;
    ann.known.functions_of_externals.insert(h, f);
    Some(f)
}

/// Annotates a call of a function that a factory of the library made.
pub(crate) fn call_on(
    ann: &mut Annotator,
    site: Site,
    f: &SomeValue,
    args: &[(usize, &SomeValue)],
) -> AResult {
    let positional: Vec<_> =
        args.iter().map(|(i, s)| ((*s).clone(), ArgSource::Operand(*i))).collect();
    let shape = CallShape { pos: positional.len(), ..CallShape::default() };
    calls::call(ann, site, f, &CallArgs { positional, keywords: vec![], shape }, Some(LIBRARY))
}

/// Calls a library function as the implementation of a method of a built-in type: the object comes first.
pub(crate) fn call_library_method(
    ann: &mut Annotator,
    site: Site,
    module: &str,
    function: &str,
    this: &SomeValue,
    args: &CallArgs,
) -> AResult {
    let mut args = args.clone();
    args.positional.insert(0, (this.clone(), ArgSource::This));
    args.shape.pos += 1;
    ann.call_library(site, module, function, args)
}

/// Forgets that the current operation was a library call: its operands may have become more general.
pub(crate) fn forget_library_call(ann: &mut Annotator, site: Site, op: &HlOperation) {
    if let Some(p) = site.position {
        let calls = &mut ann.graphs[p.graph].calls;
        if calls.get(&op.result).is_some_and(|s| s.special == Some(LIBRARY))
            && let Some(call) = calls.shift_remove(&op.result)
        {
            ann.reports.forgotten_copies.extend(call.targets.iter().filter_map(|t| t.graph));
        }
    }
}

/// Drops the errors in copies of library functions that nothing calls any more: they were made for operands that turned
/// out to be more general (first only None, then lists: another implementation).
pub(crate) fn drop_errors_of_unused_copies(ann: &mut Annotator) {
    ann.reports.unused_copies.clear();
    let helpers_only = || ann.work.dirty.iter().all(|g| ann.graphs[*g].helper);
    if ann.reports.forgotten_copies.is_empty() || ann.reports.errors.is_empty() && helpers_only() {
        return;
    }
    // Only these can be unused. Where none of them is new or in error nobody asks: no look at the whole program for each
    // helper.
    let mut reached: FxHashSet<AnnGraphId> = FxHashSet::default();
    let mut work: Vec<_> = ann.reports.forgotten_copies.iter().copied().collect();
    while let Some(g) = work.pop() {
        if reached.insert(g) {
            let calls = ann.graphs[g].calls.values();
            work.extend(calls.flat_map(|s| s.targets.iter()).filter_map(|t| t.graph));
        }
    }
    if ann.reports.errors.is_empty() && !reached.iter().any(|g| ann.work.dirty.contains(g)) {
        return;
    }
    let mut callers: FxHashMap<AnnGraphId, Vec<AnnGraphId>> = FxHashMap::default();
    for (g, graph) in ann.graphs.iter() {
        for t in graph.calls.values().flat_map(|s| s.targets.iter()).filter_map(|t| t.graph) {
            callers.entry(t).or_default().push(g);
        }
    }
    let mut unused: FxHashSet<AnnGraphId> = FxHashSet::default();
    let mut candidates: Vec<_> = ann.reports.forgotten_copies.iter().copied().collect();
    while let Some(g) = candidates.pop() {
        let used = callers.get(&g).is_some_and(|c| c.iter().any(|c| !unused.contains(c)));
        if !used && unused.insert(g) {
            let calls = ann.graphs[g].calls.values();
            candidates.extend(calls.flat_map(|s| s.targets.iter()).filter_map(|t| t.graph));
        }
    }
    ann.reports.errors.retain(|(p, _), _| !p.is_some_and(|p| unused.contains(&p.graph)));
    ann.reports.unused_copies = unused;
}
