//! Annotated graphs as functions of the program: their signatures and attributes.

use crate::state::functions::Sig;
use crate::state::{RTyper, Res};
use annotator::{AnnGraphId, SomeValue};
use flowmodel::diag::Span;
use flowmodel::{Body, FuncAttrs, FuncId, Function, HlConst, HostRef, LlGraph, Type};

impl RTyper<'_> {
    /// Reprs of parameters and result of an annotated graph.
    pub(crate) fn sig(&mut self, gid: AnnGraphId) -> Res<Sig> {
        if let Some(s) = self.functions.sigs.get(&gid) {
            return Ok(s.clone());
        }
        let (params, result) = match self.families.normalized.get(&gid) {
            Some(n) => (n.params.clone(), n.result.clone()),
            None => {
                let g = &self.ann.graphs[gid];
                let params: Vec<SomeValue> =
                    g.graph.params().iter().map(|v| self.ann.binding(gid, *v).clone()).collect();
                (params, self.ann.result(gid).clone())
            }
        };
        let mut reprs = || {
            let params = params.iter().map(|p| self.repr_of(p)).collect::<Res<Vec<_>>>()?;
            Ok(Sig { params, result: self.repr_of(&result)? })
        };
        let sig = reprs().map_err(|e| {
            let g = &self.ann.graphs[gid];
            self.placed(e, g.graph.span, || format!("the signature of {}", g.name))
        })?;
        self.functions.sigs.insert(gid, sig.clone());
        Ok(sig)
    }

    /// The function of an annotated graph: declared on first use, its body follows from the queue.
    pub(crate) fn func_for(&mut self, gid: AnnGraphId) -> Res<FuncId> {
        if let Some(f) = self.functions.of_graph.get(&gid) {
            return Ok(*f);
        }
        let sig = self.sig(gid)?;
        let mut args = vec![];
        for p in &sig.params {
            let t = self.lltype(*p)?;
            if t != Type::Void {
                args.push(t);
            }
        }
        let result = self.lltype(sig.result)?;
        let ty = self.ann.types.func(args, result);
        let name = self.ann.graphs[gid].name.clone();
        let name = self.functions.unique(&name);
        let attrs = func_attrs(self, gid);
        let span = self.ann.graphs[gid].graph.span;
        let f = self.prog.funcs.push(Function { name, ty, body: Body::Declared, attrs, span });
        self.functions.of_graph.insert(gid, f);
        self.functions.queue.push_back(gid);
        Ok(f)
    }
}

fn func_attrs(rt: &mut RTyper<'_>, gid: AnnGraphId) -> FuncAttrs {
    let helper = rt.ann.graphs[gid].helper;
    let desc = rt.ann.graphs[gid].desc;
    let mut a = FuncAttrs { helper, ..FuncAttrs::default() };
    let Some(f) = rt.ann.descs[desc].as_function() else { return a };
    let (host, qual) = (f.host, f.qualname.clone());
    // Built-in functions have no frames in tracebacks, also those that are written in the language.
    a.helper |= qual.starts_with(annotator::LIBRARY_PACKAGE);
    a.module = Some(qual);
    a.shown = Some(f.name.clone());
    let flag = |n: &str| -> Option<bool> {
        let h = rt.ann.host.func_attr(host, n)?;
        truth(rt, h)
    };
    a.always_inline = flag("_always_inline_").unwrap_or(false);
    a.dont_inline = flag("_dont_inline_").unwrap_or(false);
    a.elidable = flag("_elidable_function_").or(flag("_pure_function_")).unwrap_or(false);
    a.loop_invariant = flag("_jit_loop_invariant_").unwrap_or(false);
    a.unroll_safe = flag("_jit_unroll_safe_").unwrap_or(false);
    a.look_inside = flag("_jit_look_inside_");
    a.no_collect = flag("_gctransformer_hint_cannot_collect_").unwrap_or(false)
        || flag("_gc_no_collect_").unwrap_or(false);
    a.oopspec = rt.ann.host.func_attr(host, "oopspec").and_then(|h| rt.ann.host.text(h));
    a
}

fn truth(rt: &RTyper<'_>, h: HostRef) -> Option<bool> {
    match rt.ann.host.to_const(h) {
        HlConst::Bool(b) => Some(b),
        HlConst::Int(i) => Some(i != 0),
        HlConst::None => None,
        _ => Some(true),
    }
}

/// A new empty low-level graph.
pub(crate) fn new_graph(rt: &RTyper<'_>, name: &str, result: Type, span: Span) -> LlGraph {
    let mut g =
        LlGraph::new(name, result, (Type::Ptr(rt.layouts.vtable), Type::Ptr(rt.layouts.object)));
    g.span = span;
    g
}
