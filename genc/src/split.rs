//! Distribution of the functions over C files.
//!
//! Functions of a module stand together. A program of moderate size is one file, so that the C compiler sees everything that is
//! hot; a larger one has files of even size, so that all processors have work to the end. A function that only its own file
//! refers to is `static`. The collector stands apart (see [`crate::collector`]).

use crate::database::Database;
use crate::names::mangle;
use crate::options::BlobWord;
use backendopt::transform::GcChoice;
use flowmodel::analysis::callgraph::{Callee, Calls};
use flowmodel::{Const, FuncId, Value};
use indexmap::IndexMap;
use rustc_hash::{FxHashMap, FxHashSet};

/// Number of operations, about, that go to one file at most.
const OPERATIONS_PER_FILE: usize = 12_000;

/// The functions of each C file, and which of them others use.
pub(crate) struct Split {
    /// Name of the file, functions.
    pub files: Vec<(String, Vec<FuncId>)>,
    /// Functions that need external linkage.
    pub shared: FxHashSet<FuncId>,
    /// Functions that C compilers are told to inline: those whose attributes say so, without recursion.
    inlined: FxHashSet<FuncId>,
}

impl Split {
    pub fn new(db: &Database) -> Split {
        let mut modules: IndexMap<String, Vec<FuncId>> = IndexMap::new();
        let apart = &db.collector.funcs;
        let here = |f: &&FuncId| db.p.funcs[**f].graph().is_some() && !apart.contains(*f);
        for f in db.funcs.keys().filter(here) {
            let m = db.p.funcs[*f].attrs.module.as_deref().unwrap_or("program");
            let m = m.split([':', ' ']).next().unwrap_or("program");
            modules.entry(mangle(m)).or_default().push(*f);
        }
        let size = |f: FuncId| {
            db.p.funcs[f].graph().map_or(0, |g| {
                g.reachable().iter().map(|b| g.blocks[*b].operations.len() + 2).sum::<usize>()
            })
        };
        let total: usize = modules.values().flatten().map(|f| size(*f)).sum();
        let each = total.div_ceil(total.div_ceil(OPERATIONS_PER_FILE).max(1));
        let mut files: Vec<(String, Vec<FuncId>)> = vec![];
        let mut done = 0;
        for (m, funcs) in modules {
            for f in funcs {
                if done >= each * files.len() {
                    files.push((format!("{}_{}.c", m, files.len() + 1), vec![]));
                }
                done += size(f);
                files.last_mut().expect("a file").1.push(f);
            }
        }
        let shared = shared_functions(db, &files);
        Split { files, shared, inlined: inlined_functions(db) }
    }

    /// Gives the words in front of the declaration of a function: `static`, `inline` and others.
    pub fn storage(&self, db: &Database, f: FuncId) -> String {
        let shared = self.shared.contains(&f);
        let a = &db.p.funcs[f].attrs;
        let mut s = String::new();
        if !shared {
            s.push_str("static ");
            if self.inlined.contains(&f) {
                s.push_str("inline ");
            }
        }
        let slow = matches!(&db.opts.gc, GcChoice::Collector(g)
            if [g.malloc_fixed, g.malloc_varsize, g.collect].contains(&f));
        if a.dont_inline || slow {
            s.push_str("__attribute__((noinline)) ");
        } else if self.inlined.contains(&f) && !shared {
            s.push_str("__attribute__((always_inline)) ");
        }
        s
    }
}

/// Functions that are always inlined, but for those that come back to themselves through such functions: no C compiler can.
fn inlined_functions(db: &Database) -> FxHashSet<FuncId> {
    let always = |f: &FuncId| db.p.funcs[*f].attrs.always_inline;
    let mut calls: FxHashMap<FuncId, Vec<FuncId>> = FxHashMap::default();
    for f in db.funcs.keys().copied().filter(always) {
        let Some(g) = db.p.funcs[f].graph() else { continue };
        let called = Calls::of(db.p, g);
        let callees = called.callees().filter_map(|c| match c {
            Callee::Func(f) => Some(f),
            Callee::Family(_) => None,
        });
        calls.insert(f, callees.filter(always).collect());
    }
    let comes_back = |f: FuncId| {
        let mut seen = FxHashSet::default();
        let mut work = vec![f];
        while let Some(g) = work.pop() {
            for callee in calls.get(&g).into_iter().flatten() {
                if *callee == f {
                    return true;
                }
                if seen.insert(*callee) {
                    work.push(*callee);
                }
            }
        }
        false
    };
    calls.keys().copied().filter(|f| !comes_back(*f)).collect()
}

/// Functions that need external linkage: used by another file, by data, or from outside.
fn shared_functions(db: &Database, files: &[(String, Vec<FuncId>)]) -> FxHashSet<FuncId> {
    let mut file_of: FxHashMap<FuncId, usize> = FxHashMap::default();
    let collector = &db.collector.funcs;
    for (i, funcs) in files.iter().map(|f| &f.1).enumerate() {
        file_of.extend(funcs.iter().map(|f| (*f, i)));
    }
    file_of.extend(collector.iter().map(|f| (*f, files.len())));
    let mut shared: FxHashSet<FuncId> = FxHashSet::default();
    if let (false, GcChoice::Collector(gc)) = (collector.is_empty(), &db.opts.gc) {
        shared.extend(gc.all());
    }
    shared.extend(db.opts.main);
    shared.extend(db.p.uncaught);
    if let Some(jit) = &db.opts.jit {
        shared.extend(&jit.keep);
        for w in jit.blobs.iter().flat_map(|b| &b.words) {
            if let BlobWord::Func(f) = w {
                shared.insert(*f);
            }
        }
        if let GcChoice::Collector(g) = &db.opts.gc {
            shared.extend([g.malloc_fixed, g.malloc_varsize, g.collect, g.identity_hash]);
        }
    }
    for o in db.objects.keys() {
        let h = &db.p.heap[*o];
        for c in h.fields.iter().chain(&h.items) {
            if let Const::Func(f) = c {
                shared.insert(*f);
            }
        }
    }
    for (f, func) in db.funcs.keys().map(|f| (*f, &db.p.funcs[*f])) {
        if func.attrs.export_name.is_some() {
            shared.insert(f);
        }
        let Some(g) = func.graph() else { continue };
        for b in g.reachable() {
            let blk = &g.blocks[b];
            let values = blk.operations.iter().flat_map(|o| &o.args);
            for v in values.chain(blk.exits.iter().flat_map(|l| &l.args)) {
                if let Value::Const(Const::Func(t)) = v
                    && file_of.get(t) != file_of.get(&f)
                {
                    shared.insert(*t);
                }
            }
        }
    }
    shared.retain(|f| db.p.funcs[*f].graph().is_some());
    shared
}
