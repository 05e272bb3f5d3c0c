//! Reasons why a value is not known when the program is translated: the way back through the residual code, to the
//! operation that is left.

use crate::report::Why;
use crate::residual::Residual;
use crate::state::Val;
use flowmodel::analysis::loops::has_loop;
use flowmodel::{
    BlockId, Body, Const, FuncId, Ll, LlGraph, LlOp, LlValue, Program, SpaceOperation, Type, VarId,
};

/// Steps that are followed at most.
const MAX_STEPS: usize = 60;

/// The way back.
struct Search<'a> {
    p: &'a Program,
    /// The function whose code is being written, and that code.
    current: (FuncId, &'a LlGraph),
    why: Why,
}

impl Residual<'_, '_> {
    /// Says why a value of the code that is being written is not known.
    pub(crate) fn why_unknown(&self, v: &Val<VarId>) -> Why {
        let current = (self.own, &self.g);
        let mut search = Search { p: self.s.p, current, why: Why::default() };
        match v {
            Val::Const(_) => {}
            Val::Dynamic(v) => search.follow(*v),
            Val::Object(_) => {
                search.why.notes.push("it is an object that is made when the program runs".into());
            }
        }
        search.why
    }
}

impl<'a> Search<'a> {
    fn graph(&self, f: FuncId) -> Option<&'a LlGraph> {
        if f == self.current.0 {
            return Some(self.current.1);
        }
        match &self.p.funcs[f].body {
            Body::Graph(g) => Some(g),
            _ => None,
        }
    }

    fn follow(&mut self, v: VarId) {
        let mut seen: Vec<(FuncId, VarId)> = vec![];
        let mut waiting = vec![(self.current.0, v)];
        while let Some((f, v)) = waiting.pop() {
            if seen.contains(&(f, v)) || seen.len() > MAX_STEPS {
                continue;
            }
            seen.push((f, v));
            let Some(g) = self.graph(f) else { continue };
            match made(g, v) {
                Some(Made::Operation(op)) => match self.operation(g, op) {
                    Some(next) => waiting = vec![(f, next)],
                    None => return,
                },
                // One of the ways there has something that is not known.
                Some(Made::Input(block, n)) if block != g.startblock => {
                    let links = g.blocks.values().flat_map(|b| &b.exits);
                    let passed = links.filter(|l| l.target == block).map(|l| &l.args[n]);
                    waiting.extend(passed.filter_map(LlValue::as_var).map(|v| (f, v)));
                }
                Some(Made::Input(_, n)) => waiting.extend(self.passed(f, n)),
                None => {}
            }
        }
    }

    /// Lists what the residual calls of a function pass.
    fn passed(&self, f: FuncId, n: usize) -> Vec<(FuncId, VarId)> {
        let mut all = vec![];
        for caller in self.p.funcs.keys() {
            let blocks = self.graph(caller).into_iter().flat_map(|g| g.blocks.values());
            for op in blocks.flat_map(|b| &b.operations) {
                if op.op == LlOp::DirectCall
                    && op.args[0].as_const() == Some(&Const::Func(f))
                    && let Some(v) = op.args.get(n + 1).and_then(LlValue::as_var)
                {
                    all.push((caller, v));
                }
            }
        }
        all
    }

    /// Says what an operation does, and gives the operand that it is because of.
    fn operation(&mut self, g: &LlGraph, op: &SpaceOperation<Ll>) -> Option<VarId> {
        let unknown = op.args.iter().find_map(LlValue::as_var);
        match op.op {
            LlOp::GetField => {
                let Type::Ptr(s) = self.p.value_type(g, &op.args[0]) else { return unknown };
                let Some(Const::Field(n)) = op.args[1].as_const() else { return unknown };
                let st = &self.p.types.structs[s];
                let field = &st.fields[*n as usize].name;
                let field = field.strip_prefix("inst_").unwrap_or(field);
                if unknown.is_some() {
                    self.why.say(op.span, format!("`{field}` is read from what is not known"));
                    return unknown;
                }
                self.why.say(op.span, format!("the field `{field}` of {} may change", st.name));
                self.why.notes.push(format!(
                    "if it never does, `_immutable_fields_ = ['{field}']` tells; so does a value that `specialize` makes and nobody assigns to"
                ));
                None
            }
            LlOp::GetArrayItem | LlOp::GetInteriorField => {
                let text = match (&op.args[0], &op.args[1]) {
                    (LlValue::Var(_), _) => "this is read from what is not known",
                    (_, LlValue::Var(_)) => "the index or key is not known",
                    _ => {
                        let note = "items are known of strings and tuples, and if `_immutable_fields_ = ['NAME[*]']` says that they never change";
                        self.why.notes.push(note.into());
                        "the items may change"
                    }
                };
                self.why.say(op.span, text);
                unknown
            }
            LlOp::DirectCall | LlOp::IndirectCall => {
                self.call(op);
                None
            }
            LlOp::Malloc | LlOp::MallocVarsize => {
                self.why.say(op.span, "it is an object that is made when the program runs");
                None
            }
            _ if unknown.is_some() => unknown,
            _ => {
                self.why.say(op.span, "this is done when the program runs");
                None
            }
        }
    }

    fn call(&mut self, op: &SpaceOperation<Ll>) {
        let Some(Const::Func(f)) = op.args[0].as_const() else {
            self.why.say(op.span, "which function is called is not known");
            return;
        };
        let func = &self.p.funcs[*f];
        if func.attrs.helper {
            self.why.say(op.span, "this is computed when the program runs");
            return;
        }
        let name = func.shown_name();
        self.why.say(op.span, format!("{name}() is called when the program runs"));
        let a = &func.attrs;
        let reason = match func.graph() {
            _ if a.elidable || a.loop_invariant => "not all of its arguments are known",
            _ if a.look_inside == Some(false) => "it is marked @dont_look_inside",
            Some(g) if has_loop(g) && !a.unroll_safe => {
                "it has a loop, and is not marked @unroll_safe"
            }
            _ => return,
        };
        self.why.notes.push(format!("{name}() is not executed before: {reason}"));
    }
}

enum Made<'a> {
    Operation(&'a SpaceOperation<Ll>),
    Input(BlockId, usize),
}

/// Finds where a variable comes from.
fn made(g: &LlGraph, v: VarId) -> Option<Made<'_>> {
    g.blocks.iter().find_map(|(b, blk)| {
        let input = blk.inputargs.iter().position(|i| *i == v);
        let op = || blk.operations.iter().find(|op| op.result == v).map(Made::Operation);
        input.map(|n| Made::Input(b, n)).or_else(op)
    })
}
