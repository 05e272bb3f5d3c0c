//! The hint annotator: binding-time analysis of an interpreter.
//!
//! It colours the variables of the portals, and of what they look into: *green* ones are known when the timeshifter goes over the
//! code, *red* ones when the produced code runs. After "Automatic Generation of JIT Compilers for Dynamic Languages in .NET"
//! (Cuni, Ancona, Rigo; 2007), section on the hint annotator.
//!
//! The analysis is need-oriented. What the interpreter asks for ([`needs`]: the greens of a merge point, `hint(x, concrete=True)`) is followed
//! back to where it comes from; a value that changes in a loop is green only if somebody needs it, since each of its values makes
//! further code. Then red spreads from its sources (what may change, what a call gives that is not looked into, the reds of the
//! JitDriver) until nothing changes. Each red value knows why it is red ([`Cause`]); a chain of these explains an error.
//!
//! Promotions are green: `promote`, the class of an instance, a function that is called through a pointer, the class of an
//! exception, and the greens of a merge point, where the JIT promotes what is not known.

mod causes;
mod needs;
mod scopes;
mod times;

pub use scopes::{Context, ContextVar};
pub use times::{BindingTimes, Cause};

use codewriter::looks_inside;
use flowmodel::analysis::{CallGraph, Callees, call_targets};
use flowmodel::diag::{Diagnostic, Severity, Span};
use flowmodel::{
    BlockId, Body, Const, FuncId, Link, Ll, LlGraph, LlOp, LlValue, Program, SpaceOperation, Type,
    Value, VarId,
};
use indexmap::IndexSet;
use rustc_hash::{FxHashMap, FxHashSet};
use scopes::{Code, Made, Scope};
use std::rc::Rc;
use times::{Need, Why};

/// Larger functions have one context for all calls.
const SMALL: usize = 60;

/// Calls in calls that have contexts of their own.
const DEPTH: usize = 5;

/// Maximum number of contexts that are told apart.
const MAX_CONTEXTS: usize = 8_000;

/// Finds the binding times of all portals of a program at the rtyped level.
pub fn analyse(p: &Program) -> BindingTimes {
    let mut a = Analysis {
        p,
        scopes: vec![],
        needs: vec![],
        needed: FxHashSet::default(),
        red: FxHashMap::default(),
    };
    a.find_scopes();
    a.find_needs();
    let mut work: Vec<Context> = a.all().map(|(context, _)| context).collect();
    while !work.is_empty() {
        work = a.round(work);
    }
    BindingTimes { scopes: a.scopes, red: a.red, needs: a.needs }
}

struct Analysis<'a> {
    p: &'a Program,
    scopes: Vec<Scope>,
    needs: Vec<Need>,
    needed: FxHashSet<ContextVar>,
    red: FxHashMap<ContextVar, Cause>,
}

/// The kinds of a `hint`.
fn hint_kinds(op: &SpaceOperation<Ll>) -> impl Iterator<Item = &str> {
    op.args[1..].iter().filter_map(|a| match a {
        Value::Const(Const::Text(t)) => Some(&**t),
        _ => None,
    })
}

fn is_promotion(op: &SpaceOperation<Ll>) -> bool {
    op.op == LlOp::Hint
        && hint_kinds(op).any(|k| matches!(k, "promote" | "promote_string" | "promote_unicode"))
}

/// `jit_merge_point`: the operation's driver.
fn merge_point(op: &SpaceOperation<Ll>) -> Option<usize> {
    match (op.op, op.args.first(), op.args.get(1)) {
        (
            LlOp::JitMarker,
            Some(Value::Const(Const::Text(t))),
            Some(Value::Const(Const::Int(d))),
        ) if &**t == "jit_merge_point" => usize::try_from(*d).ok(),
        _ => None,
    }
}

impl Analysis<'_> {
    fn find_scopes(&mut self) {
        let p = self.p;
        let mut codes: FxHashMap<FuncId, Option<Rc<Code>>> = FxHashMap::default();
        let mut shared: FxHashMap<FuncId, Context> = FxHashMap::default();
        for (f, func) in &p.funcs {
            let Some(g) = func.graph() else { continue };
            let found = g.reachable().into_iter().find_map(|b| {
                let ops = &g.blocks[b].operations;
                let k = ops.iter().position(|op| merge_point(op).is_some())?;
                Some((b, k))
            });
            if let Some((b, k)) = found {
                let mut graph = g.clone();
                let merge = self.promote_greens(&mut graph, b, k);
                let blocks = reached(&graph, merge);
                self.add_scope(f, Code::new(graph, Some(merge), blocks), 0);
                codes.insert(f, None);
            }
        }
        let recursive = CallGraph::new(p).recursive(p);
        let mut next = 0;
        while next < self.scopes.len() {
            let caller = Context(next as u32);
            let (code, depth) = (self.scopes[next].code.clone(), self.scopes[next].depth + 1);
            next += 1;
            for op in code.blocks.iter().flat_map(|b| &code.graph.blocks[*b].operations) {
                let Callees::Known(fs) = call_targets(p, op) else { continue };
                let last = op.args.len() - (op.op == LlOp::IndirectCall) as usize;
                for f in fs {
                    let code = codes.entry(*f).or_insert_with(|| match &p.funcs[*f].body {
                        Body::Graph(g) if looks_inside(p, *f) => {
                            Some(Code::new(g.clone(), None, g.reachable()))
                        }
                        _ => None,
                    });
                    let Some(code) = code.clone() else { continue };
                    let own = code.made.len() <= SMALL
                        && !recursive.contains(f)
                        && depth <= DEPTH
                        && self.scopes.len() < MAX_CONTEXTS;
                    let context = match shared.get(f) {
                        Some(context) if !own => *context,
                        _ => self.add_scope(*f, code, if own { depth } else { 0 }),
                    };
                    if !own {
                        shared.insert(*f, context);
                    }
                    let call = (caller, op.args[1..last].to_vec(), op.span);
                    self.scopes[context.0 as usize].callers.push(call);
                    let calls = &mut self.scopes[caller.0 as usize].calls;
                    calls.entry(op.result).or_default().push(context);
                }
            }
        }
    }

    fn add_scope(&mut self, func: FuncId, code: Rc<Code>, depth: usize) -> Context {
        let calls = FxHashMap::default();
        self.scopes.push(Scope { func, code, depth, callers: vec![], calls });
        Context(self.scopes.len() as u32 - 1)
    }

    fn all(&self) -> impl Iterator<Item = (Context, &Scope)> {
        self.scopes.iter().enumerate().map(|(n, s)| (Context(n as u32), s))
    }

    /// Makes the promotion of greens at the merge point explicit. Gives the block that begins there.
    fn promote_greens(&mut self, g: &mut LlGraph, b: BlockId, k: usize) -> BlockId {
        // The next scope.
        let f = Context(self.scopes.len() as u32);
        let op = g.blocks[b].operations[k].clone();
        let driver = merge_point(&op).expect("a merge point");
        let num_greens = self.p.jitdrivers.get(driver).map_or(0, |d| d.greens.len());
        let mut renamed = FxHashMap::default();
        let mut hints = vec![];
        for (n, arg) in op.args[2..].iter().take(num_greens).enumerate() {
            let Value::Var(v) = arg else { continue };
            if g.ty(*v) == Type::Void {
                continue;
            }
            self.needs.push(Need { place: (f, *v), why: Why::Green(driver, n), span: op.span });
            let result = *renamed.entry(*v).or_insert_with(|| g.copy_var(*v));
            let args = vec![Value::Var(*v), Value::Const(Const::Text("promote".into()))];
            hints.push(SpaceOperation { op: LlOp::Hint, args, result, span: op.span });
        }
        let rename = |a: &mut LlValue| {
            if let Value::Var(v) = a
                && let Some(new) = renamed.get(v)
            {
                *a = Value::Var(*new);
            }
        };
        let blk = &mut g.blocks[b];
        for op in &mut blk.operations[k + 1..] {
            op.args.iter_mut().for_each(rename);
        }
        for link in &mut blk.exits {
            link.args.iter_mut().for_each(rename);
        }
        if let flowmodel::ExitSwitch::Var(v) = &mut blk.exitswitch
            && let Some(new) = renamed.get(v)
        {
            *v = *new;
        }
        blk.operations.splice(k..k, hints);
        b
    }

    fn mark(&mut self, place: ContextVar, cause: Cause) -> bool {
        match self.red.entry(place) {
            std::collections::hash_map::Entry::Occupied(_) => false,
            std::collections::hash_map::Entry::Vacant(e) => {
                e.insert(cause);
                true
            }
        }
    }

    fn is_red(&self, f: Context, v: &LlValue) -> Option<VarId> {
        v.as_var().filter(|v| self.red.contains_key(&(f, *v)))
    }

    /// Goes over these contexts once. Gives those that have to be looked at again.
    fn round(&mut self, work: Vec<Context>) -> Vec<Context> {
        let mut again = IndexSet::new();
        for f in work {
            let mut found = vec![];
            let scope = &self.scopes[f.0 as usize];
            self.of_function(f, scope, &mut found);
            let mut changed = false;
            for (place, cause) in found {
                changed |= self.mark(place, cause);
            }
            if changed {
                let scope = &self.scopes[f.0 as usize];
                again.insert(f);
                again.extend(scope.calls.values().flatten().copied());
                again.extend(scope.callers.iter().map(|c| c.0));
            }
        }
        again.into_iter().collect()
    }

    fn of_function(&self, f: Context, scope: &Scope, found: &mut Vec<(ContextVar, Cause)>) {
        let g = &scope.graph;
        let mut note = |v: VarId, cause: Cause| {
            if g.ty(v) != Type::Void && !self.red.contains_key(&(f, v)) {
                found.push(((f, v), cause));
            }
        };
        if scope.merge.is_none() {
            for (n, v) in g.params().iter().enumerate() {
                for (caller, args, span) in &scope.callers {
                    if let Some(from) = args.get(n).and_then(|a| self.is_red(*caller, a)) {
                        note(*v, Cause::Passed { from: (*caller, from), span: *span });
                    }
                }
            }
        }
        for b in &scope.blocks {
            let blk = &g.blocks[*b];
            if *b != g.startblock || scope.merge.is_some() {
                for (n, v) in blk.inputargs.iter().enumerate() {
                    let mut changes = 0;
                    for (from, value) in scope.incoming(*b, n) {
                        if let Some(var) = self.is_red(f, value) {
                            let span = end_of(g, from);
                            note(*v, Cause::Joined { from: (f, var), span });
                        }
                        changes += (*value != Value::Var(*v)) as usize;
                    }
                    let changes = changes > 1 || changes == 1 && scope.entries[b].len() > 1;
                    if changes && !self.needed.contains(&(f, *v)) {
                        note(*v, Cause::NotNeeded);
                    }
                }
            }
            for op in &blk.operations {
                if let Some(driver) = merge_point(op) {
                    let jd = self.p.jitdrivers.get(driver);
                    let greens = jd.map_or(0, |d| d.greens.len());
                    for (n, arg) in op.args[2..].iter().enumerate().skip(greens) {
                        if let Value::Var(v) = arg {
                            let name = jd.and_then(|d| d.reds.get(n - greens)).cloned();
                            note(
                                *v,
                                Cause::Declared { name: name.unwrap_or_default(), span: op.span },
                            );
                        }
                    }
                    continue;
                }
                if let Some(cause) = self.of_operation(f, scope, op) {
                    note(op.result, cause);
                }
            }
            for link in &blk.exits {
                if let Some(v) = link.last_exc_value {
                    note(v, Cause::Exception { span: end_of(g, *b) });
                }
            }
        }
    }

    /// Says why the result of an operation is red.
    fn of_operation(&self, f: Context, scope: &Scope, op: &SpaceOperation<Ll>) -> Option<Cause> {
        let (p, span) = (self.p, op.span);
        let by_operand = || {
            op.args.iter().find_map(|a| {
                let from = self.is_red(f, a)?;
                Some(Cause::Computed { from: (f, from), op: op.op, span })
            })
        };
        match op.op {
            LlOp::Hint if is_promotion(op) => None,
            LlOp::Hint if hint_kinds(op).any(|k| k == "variable") => Some(Cause::Variable { span }),
            LlOp::Hint => by_operand(),
            LlOp::WeAreJitted | LlOp::JitIsConstant | LlOp::JitIsVirtual | LlOp::JitTraceLength => {
                None
            }
            LlOp::GetField => {
                let Type::Ptr(s) = p.value_type(&scope.graph, &op.args[0]) else { return None };
                let Some(Const::Field(n)) = op.args[1].as_const() else { return None };
                let object = p.exc.object.is_some_and(|o| p.types.is_subtype(s, o));
                // The class of an instance is promoted.
                if object && *n == 0 {
                    return None;
                }
                let st = &p.types.structs[s];
                let field = &st.fields[*n as usize];
                let m = field.mutability;
                let fixed = m.pure_in_traces() || m.is_quasi() || !st.gc && self.is_class(s);
                match fixed || self.is_frozen(scope, &op.args[0], 0) {
                    true => by_operand(),
                    false => Some(Cause::Field {
                        field: field.name.to_string(),
                        of: st.name.to_string(),
                        span,
                    }),
                }
            }
            LlOp::GetArrayItem | LlOp::GetInteriorField => {
                let Type::Ptr(s) = p.value_type(&scope.graph, &op.args[0]) else { return None };
                let st = &p.types.structs[s];
                match st.immutable_items
                    || st.late_immutable_items
                    || self.is_frozen(scope, &op.args[0], 0)
                {
                    true => by_operand(),
                    false => Some(Cause::Item { span }),
                }
            }
            // It never changes.
            LlOp::GetArraySize => by_operand(),
            LlOp::DirectCall | LlOp::IndirectCall => self.of_call(scope, op).or_else(|| {
                // What is looked into has a colour of its own.
                if scope.calls.contains_key(&op.result) { None } else { by_operand() }
            }),
            LlOp::Malloc | LlOp::MallocVarsize => Some(Cause::New { span }),
            o if o.is_foldable() => by_operand(),
            o => Some(Cause::Effect { op: o, span }),
        }
    }

    /// Says why the result of a call is red, but for its arguments.
    fn of_call(&self, scope: &Scope, op: &SpaceOperation<Ll>) -> Option<Cause> {
        let span = op.span;
        for callee in scope.calls.get(&op.result).into_iter().flatten() {
            let v = self.scopes[callee.0 as usize].graph.return_var();
            if self.red.contains_key(&(*callee, v)) {
                return Some(Cause::Returned { from: (*callee, v), span });
            }
        }
        let Callees::Known(fs) = call_targets(self.p, op) else {
            let name = "a function that is not known".into();
            return Some(Cause::Residual { name, why: "", span });
        };
        fs.iter().find_map(|callee| {
            let func = &self.p.funcs[*callee];
            if func.attrs.elidable || func.attrs.loop_invariant {
                return None;
            }
            let portal = |s: &Scope| s.func == *callee && s.merge.is_some();
            let why = match self.scopes.iter().any(portal) {
                true => "it is the interpreter itself",
                false => codewriter::why_not_inside(self.p, *callee),
            };
            let name = format!("{}()", func.shown_name());
            (!why.is_empty()).then_some(Cause::Residual { name, why, span })
        })
    }

    /// Says whether the raw struct is one of a class: it is made before the program starts.
    fn is_class(&self, s: flowmodel::StructId) -> bool {
        self.p.exc.vtable.is_some_and(|v| self.p.types.is_subtype(s, v))
    }

    /// Says whether it is a list or array that never changes.
    fn is_frozen(&self, scope: &Scope, v: &LlValue, depth: usize) -> bool {
        let g = &scope.graph;
        let v = match v {
            Value::Const(_) => return false,
            Value::Var(v) if depth < 16 => *v,
            Value::Var(_) => return false,
        };
        let Some(&(b, made)) = scope.made.get(&v) else { return false };
        let n = match made {
            Made::Operation(n) => n,
            Made::Input(n) if b == g.startblock && scope.merge.is_none() => {
                return !scope.callers.is_empty()
                    && scope.callers.iter().all(|(caller, args, _)| {
                        let scope = &self.scopes[caller.0 as usize];
                        args.get(n).is_some_and(|v| self.is_frozen(scope, v, depth + 1))
                    });
            }
            Made::Input(n) => {
                let mut incoming = scope.incoming(b, n).peekable();
                return incoming.peek().is_some()
                    && incoming.all(|(_, value)| {
                        *value == Value::Var(v) || self.is_frozen(scope, value, depth + 1)
                    });
            }
        };
        let op = &g.blocks[b].operations[n];
        match op.op {
            LlOp::Hint if hint_kinds(op).any(|k| matches!(k, "frozen_list" | "deepfreeze")) => true,
            LlOp::Hint | LlOp::SameAs | LlOp::CastPointer => {
                self.is_frozen(scope, &op.args[0], depth + 1)
            }
            LlOp::GetField => {
                let (Type::Ptr(s), Some(Const::Field(n))) =
                    (self.p.value_type(g, &op.args[0]), op.args[1].as_const())
                else {
                    return false;
                };
                let field = &self.p.types.structs[s].fields[*n as usize];
                field.mutability.immutable_items() || self.is_frozen(scope, &op.args[0], depth + 1)
            }
            _ => false,
        }
    }
}

/// The last place of a block.
fn end_of(g: &LlGraph, b: BlockId) -> Span {
    let spans = g.blocks[b].operations.iter().rev().map(|op| op.span);
    spans.into_iter().find(|s| s.is_known()).unwrap_or(g.span)
}

/// The blocks that are reached from one.
fn reached(g: &LlGraph, from: BlockId) -> Vec<BlockId> {
    let mut seen = vec![from];
    let mut next = 0;
    while next < seen.len() {
        for Link { target, .. } in &g.blocks[seen[next]].exits {
            if !seen.contains(target) {
                seen.push(*target);
            }
        }
        next += 1;
    }
    seen
}

impl BindingTimes {
    /// Values that are asked for with `hint(x, concrete=True)` and are not known when code is made.
    /// `library` tells places that are none of the program.
    pub fn errors(&self, p: &Program, library: &dyn Fn(Span) -> bool) -> Vec<Diagnostic> {
        let concrete = self.needs.iter().filter(|n| n.why == Why::Concrete);
        let red = concrete.filter(|n| self.red.contains_key(&n.place));
        let error = |n: &Need| {
            let name = match self.name(p, n.place) {
                name if name == causes::UNNAMED => "the argument of hint(concrete=True)".into(),
                name => name,
            };
            let message = format!("{name} is to be known when code is made, but is not");
            let d = Diagnostic::error("binding-time", message, n.span);
            self.explain(p, d, n.place, library)
        };
        red.map(error).collect()
    }

    /// Greens of merge points that are red: each of their values costs a test.
    pub fn promoted(&self, p: &Program, library: &dyn Fn(Span) -> bool) -> Vec<Diagnostic> {
        let mut found = vec![];
        for need in &self.needs {
            let Why::Green(driver, n) = need.why else { continue };
            if !self.red.contains_key(&need.place) {
                continue;
            }
            let name = &p.jitdrivers[driver].greens[n];
            let message = format!(
                "the green `{name}` is not known when code is made: it is promoted at each jit_merge_point"
            );
            let d = Diagnostic::error("promoted", message, need.span);
            found.push(self.explain(
                p,
                Diagnostic { severity: Severity::Warning, ..d },
                need.place,
                library,
            ));
        }
        found
    }

    /// The functions that were analysed, with the colour in the name of each variable.
    pub fn coloured(&self, p: &Program) -> Program {
        let mut out = p.clone();
        let all: Vec<FuncId> = out.funcs.keys().collect();
        for f in all {
            let Some(n) = self.scopes.iter().position(|s| s.func == f) else {
                out.funcs[f].body = Body::Declared;
                continue;
            };
            let scope = &self.scopes[n];
            let context = Context(n as u32);
            let mut g = scope.graph.clone();
            let vars: Vec<VarId> = g.vars.keys().collect();
            for v in vars {
                let colour = if self.red.contains_key(&(context, v)) { "red" } else { "green" };
                g.vars[v].name = format!("{colour}_{}", g.vars[v].name).as_str().into();
            }
            out.funcs[f].body = Body::Graph(g);
        }
        out
    }
}
