//! The collector's functions, which stand in a C file of their own.
//!
//! That file says nothing of the program: all functions of the collector are in it, named before anything else, with a header that
//! has only what they need. So it is the same text for every program with that collector, and its object mostly comes from the
//! cache. What a program does not use is left out when linking.

use backendopt::transform::GcChoice;
use flowmodel::analysis::callgraph::reachable_funcs;
use flowmodel::{Const, FuncId, FuncTypeId, LlGraph, LlOp, ObjId, Program, StructId, Type, Value};
use indexmap::IndexSet;

/// A part of a program: functions, and what a C file with them needs.
#[derive(Default, Debug)]
pub struct Part {
    /// Functions with graphs, in the order of their discovery.
    pub funcs: IndexSet<FuncId>,
    /// Functions that they refer to and that are not among them.
    pub others: IndexSet<FuncId>,
    /// Containers whose definitions are needed.
    pub structs: IndexSet<StructId>,
    /// Containers that only pointers refer to.
    pub named: IndexSet<StructId>,
    /// Function types.
    pub functypes: IndexSet<FuncTypeId>,
    /// Prebuilt objects.
    pub objects: IndexSet<ObjId>,
}

impl Part {
    /// The functions of a collector: those in the modules whose names start with that of its function `collect`.
    pub fn of_collector(p: &Program, gc: &GcChoice) -> Part {
        let mut part = Part::default();
        let GcChoice::Collector(gc) = gc else { return part };
        let name = |f: FuncId| p.funcs[f].attrs.module.as_deref();
        let Some((module, _)) = name(gc.collect).and_then(|n| n.rsplit_once('.')) else {
            return part;
        };
        for f in reachable_funcs(p, &gc.all()) {
            if p.funcs[f].graph().is_some() && name(f).is_some_and(|n| n.starts_with(module)) {
                part.funcs.insert(f);
            }
        }
        for i in 0..part.funcs.len() {
            let f = part.funcs[i];
            part.signature(p, f);
            part.graph(p, p.funcs[f].graph().expect("it has one"));
        }
        for i in 0..part.structs.len() {
            let st = &p.types.structs[part.structs[i]];
            let types: Vec<Type> = st
                .fields
                .iter()
                .chain(st.item_fields())
                .map(|f| f.ty)
                .chain(st.item_type())
                .collect();
            types.into_iter().for_each(|t| part.mention(p, t));
        }
        part.named.retain(|s| !part.structs.contains(s));
        part
    }

    fn signature(&mut self, p: &Program, f: FuncId) {
        let t = &p.types.funcs[p.funcs[f].ty];
        t.args.iter().chain([&t.result]).for_each(|t| self.need(p, *t));
    }

    /// The definition of what a pointer refers to.
    fn need(&mut self, p: &Program, t: Type) {
        match t {
            Type::Ptr(s) => drop(self.structs.insert(s)),
            t => self.mention(p, t),
        }
    }

    fn mention(&mut self, p: &Program, t: Type) {
        match t {
            Type::Ptr(s) => drop(self.named.insert(s)),
            Type::FuncPtr(f) if self.functypes.insert(f) => {
                let t = &p.types.funcs[f];
                t.args.iter().chain([&t.result]).for_each(|t| self.mention(p, *t));
            }
            _ => {}
        }
    }

    fn graph(&mut self, p: &Program, g: &LlGraph) {
        for b in g.reachable() {
            let block = &g.blocks[b];
            for v in block.inputargs.iter().chain(block.operations.iter().map(|o| &o.result)) {
                self.need(p, g.ty(*v));
            }
            let args = block
                .operations
                .iter()
                .flat_map(|o| o.args.iter().enumerate().map(move |a| (o, a)));
            for (op, (i, v)) in args {
                match v {
                    Value::Const(Const::Func(f)) if i == 0 && calls_function(op.op) => {
                        self.function(p, *f);
                    }
                    Value::Const(c) => self.constant(p, c),
                    Value::Var(_) => {}
                }
            }
            for c in block.exits.iter().flat_map(|l| &l.args).filter_map(|v| v.as_const()) {
                self.constant(p, c);
            }
        }
    }

    fn function(&mut self, p: &Program, f: FuncId) {
        if !self.funcs.contains(&f) && self.others.insert(f) {
            self.signature(p, f);
        }
    }

    fn constant(&mut self, p: &Program, c: &Const) {
        match c {
            Const::Obj(o) => {
                self.objects.insert(*o);
                self.structs.insert(p.heap[*o].ty);
            }
            Const::Func(f) => {
                self.function(p, *f);
                self.mention(p, Type::FuncPtr(p.funcs[*f].ty));
            }
            Const::Null(t) => self.need(p, *t),
            Const::Type(s) | Const::SizeOf(s) | Const::TypeId(s) => {
                self.structs.insert(*s);
            }
            _ => {}
        }
    }
}

/// Says whether a function as first argument of the operation is called, and no value.
pub(crate) fn calls_function(op: LlOp) -> bool {
    matches!(op, LlOp::DirectCall | LlOp::GcWriteBarrier | LlOp::GcDecref)
}
