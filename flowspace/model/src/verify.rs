//! The verifier. It runs between passes in debug builds and in every test.
//!
//! Invariants of every graph:
//! 1. the start block has no predecessors; return and except block have no operations and no exits and one
//!    and two inputs;
//! 2. every reachable block that is not final has an exit;
//! 3. every link passes exactly as many values as its target has inputs;
//! 4. every variable is defined exactly once, and used only in the block that defines it (exception
//!    variables of a link: only in the arguments of that link);
//! 5. `ExitSwitch::None` has one unconditional exit; `ExitSwitch::Var` has distinct cases, `Default` last;
//!    `ExitSwitch::LastException` has operations, a first exit without case, and cases with both variables.
//!
//! Invariants of low-level graphs besides:
//! 6. operands and results have the types of the operation's signature; fields exist and have the type
//!    that is read or stored; calls pass what the callee takes;
//! 7. operations stand at a level that allows them; after the exception transformer there is no
//!    `LastException`;
//! 8. link arguments have the type of the input they go to (or a pointer to a subtype);
//! 9. switch cases are constants of the switch's type.

use crate::graph::{BlockId, Dialect, ExitCase, ExitSwitch, Graph, Value, VarId};
use crate::ll::{Body, Const, FuncId, LlGraph, LlValue, Program};
use crate::lltype::{Items, Type};
use lloperation::{Level, LlOp, Operand};
use rustc_hash::FxHashSet;

/// Says what is wrong in a graph.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct VerifyError {
    /// Name of the graph.
    pub graph: String,
    /// Block, if it is about one.
    pub block: Option<BlockId>,
    /// Says what is wrong.
    pub message: String,
}

impl std::fmt::Display for VerifyError {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        match self.block {
            Some(b) => write!(f, "graph {}, {b}: {}", self.graph, self.message),
            None => write!(f, "graph {}: {}", self.graph, self.message),
        }
    }
}

impl std::error::Error for VerifyError {}

/// Checks invariants 1 to 5.
pub fn verify_shape<D: Dialect>(g: &Graph<D>) -> Result<(), VerifyError> {
    let err = |block: Option<BlockId>, message: String| {
        Err(VerifyError { graph: g.name.to_string(), block, message })
    };
    for (b, n) in [(g.returnblock, 1), (g.exceptblock, 2)] {
        let blk = &g.blocks[b];
        if !blk.operations.is_empty() || !blk.exits.is_empty() || blk.inputargs.len() != n {
            return err(Some(b), format!("a final block must be empty with {n} inputs"));
        }
    }
    let mut defined: FxHashSet<VarId> = FxHashSet::default();
    for b in g.reachable() {
        let blk = &g.blocks[b];
        let mut here: FxHashSet<VarId> = FxHashSet::default();
        for v in &blk.inputargs {
            if !defined.insert(*v) {
                return err(Some(b), format!("{v} ({}) is defined twice", g.vars[*v].name));
            }
            here.insert(*v);
        }
        let check = |here: &FxHashSet<VarId>, v: &Value<D>, what: &str| match v {
            Value::Var(v) if !here.contains(v) => Err(VerifyError {
                graph: g.name.to_string(),
                block: Some(b),
                message: format!(
                    "{v} ({}) is used by {what} but not defined here",
                    g.vars[*v].name
                ),
            }),
            _ => Ok(()),
        };
        for op in &blk.operations {
            for a in &op.args {
                check(&here, a, D::op_name(op.op))?;
            }
            if !defined.insert(op.result) {
                return err(Some(b), format!("{} is defined twice", op.result));
            }
            here.insert(op.result);
        }
        if let ExitSwitch::Var(v) = blk.exitswitch {
            check(&here, &Value::Var(v), "the switch")?;
        }
        if g.is_final(b) {
            continue;
        }
        if blk.exits.is_empty() {
            return err(Some(b), "no exit".into());
        }
        for (i, l) in blk.exits.iter().enumerate() {
            if l.target == g.startblock {
                return err(Some(b), "a link goes back to the start block".into());
            }
            let mut scope = here.clone();
            for v in [l.last_exception, l.last_exc_value].into_iter().flatten() {
                if !defined.insert(v) {
                    return err(Some(b), format!("{v} is defined twice"));
                }
                scope.insert(v);
            }
            for a in &l.args {
                check(&scope, a, "a link")?;
            }
            let want = g.blocks[l.target].inputargs.len();
            if l.args.len() != want {
                let got = l.args.len();
                return err(Some(b), format!("link to {} passes {got} of {want}", l.target));
            }
            let has_vars = l.last_exception.is_some() || l.last_exc_value.is_some();
            let ok = match (blk.exitswitch, &l.case) {
                (ExitSwitch::None, ExitCase::None) => blk.exits.len() == 1 && !has_vars,
                (ExitSwitch::Var(_), ExitCase::Value(c)) => {
                    !has_vars
                        && !blk.exits[..i].iter().any(|m| m.case == ExitCase::Value(c.clone()))
                }
                (ExitSwitch::Var(_), ExitCase::Default) => i + 1 == blk.exits.len() && !has_vars,
                (ExitSwitch::LastException, ExitCase::None) => i == 0 && !has_vars,
                (ExitSwitch::LastException, ExitCase::Value(_)) => i > 0,
                _ => false,
            };
            if !ok {
                return err(Some(b), format!("exit {i} does not fit the block's switch"));
            }
        }
        if blk.can_raise() && blk.operations.is_empty() {
            return err(Some(b), "a block that catches needs an operation".into());
        }
    }
    Ok(())
}

/// Checks a low-level function (nothing if it has no graph).
pub fn verify_func(p: &Program, f: FuncId) -> Result<(), VerifyError> {
    let func = &p.funcs[f];
    let Body::Graph(g) = &func.body else { return Ok(()) };
    verify_shape(g)?;
    let ft = &p.types.funcs[func.ty];
    let params: Vec<_> = g.params().iter().map(|v| g.ty(*v)).collect();
    if params != ft.args || g.ty(g.return_var()) != ft.result {
        return Err(VerifyError {
            graph: g.name.to_string(),
            block: None,
            message: "the graph's parameters or result are not those of the function's type".into(),
        });
    }
    for b in g.reachable() {
        let blk = &g.blocks[b];
        let err = |message: String| {
            Err(VerifyError { graph: g.name.to_string(), block: Some(b), message })
        };
        for (i, op) in blk.operations.iter().enumerate() {
            let row = op.op.info();
            if !(row.first..=row.last).contains(&p.level) {
                return err(format!("{} may not stand at this level", op.op.name()));
            }
            if let Err(m) = check_op(p, g, op.op, &op.args, g.ty(op.result)) {
                let args: Vec<_> =
                    op.args.iter().map(|a| p.types.show(p.value_type(g, a))).collect();
                return err(format!(
                    "operation {i}: {}({}) -> {}: {m}",
                    op.op.name(),
                    args.join(", "),
                    p.types.show(g.ty(op.result))
                ));
            }
        }
        if blk.can_raise() && p.level >= Level::ExcTransformed {
            return err("exception exits after the exception transformer".into());
        }
        for l in &blk.exits {
            for (a, input) in l.args.iter().zip(&g.blocks[l.target].inputargs) {
                let (from, to) = (p.value_type(g, a), g.ty(*input));
                let void_ok = to == Type::Void && matches!(a, Value::Const(c) if c.is_immediate());
                if !p.compatible(from, to) && !void_ok {
                    return err(format!(
                        "link to {} passes {} for {}",
                        l.target,
                        p.types.show(from),
                        p.types.show(to)
                    ));
                }
            }
            if let (ExitSwitch::Var(v), ExitCase::Value(c)) = (blk.exitswitch, &l.case)
                && (p.const_type(c) != g.ty(v) || !g.ty(v).is_integral())
            {
                return err(format!("switch on {} with case {c:?}", p.types.show(g.ty(v))));
            }
        }
        if matches!(blk.exitswitch, ExitSwitch::Var(_))
            && blk.exits.last().is_some_and(|l| l.case != ExitCase::Default)
            && !(blk.exits.len() == 2
                && matches!(blk.exits[0].case, ExitCase::Value(Const::Bool(false)))
                && matches!(blk.exits[1].case, ExitCase::Value(Const::Bool(true))))
        {
            return err(
                "a switch needs a default, or the cases false and true in this order".into()
            );
        }
    }
    Ok(())
}

/// Checks all functions.
pub fn verify_program(p: &Program) -> Result<(), VerifyError> {
    for f in p.funcs.keys() {
        verify_func(p, f)?;
    }
    Ok(())
}

/// Says whether a value of type `ty` fits an operand.
fn fits(operand: Operand, v: &LlValue, ty: Type) -> bool {
    match operand {
        Operand::Container => matches!(ty, Type::Ptr(_) | Type::GcRef),
        Operand::Pointer => {
            matches!(ty, Type::Ptr(_) | Type::GcRef | Type::FuncPtr(_) | Type::Address)
        }
        Operand::Immediate => matches!(v, Value::Const(_)),
        Operand::Any => !matches!(v, Value::Const(c) if c.is_immediate() && *c != Const::Void),
        Operand::Void => ty == Type::Void,
        primitive => Type::of_operand(primitive) == Some(ty),
    }
}

fn check_op(
    p: &Program,
    g: &LlGraph,
    op: LlOp,
    args: &[LlValue],
    result: Type,
) -> Result<(), String> {
    let ty = |i: usize| p.value_type(g, &args[i]);
    let row = op.info();
    let fixed = row.operands.len();
    if args.len() < fixed || (args.len() > fixed && !row.variadic) {
        return Err(format!("wants {fixed} operands"));
    }
    for (i, operand) in row.operands.iter().enumerate() {
        if !fits(*operand, &args[i], ty(i)) {
            return Err(format!("operand {i} has the wrong type"));
        }
    }
    if row.result != Operand::Any && !fits(row.result, &Value::Const(Const::Void), result) {
        return Err("the result has the wrong type".into());
    }
    let container = |i: usize| match ty(i) {
        Type::Ptr(s) => Ok(&p.types.structs[s]),
        _ => Err("operand 0 must point to a known container".to_string()),
    };
    let store = |from: Type, to: Type| {
        if p.compatible(from, to) {
            Ok(())
        } else {
            Err(format!("{} where {} is stored", p.types.show(from), p.types.show(to)))
        }
    };
    let loads = |ty: Type| {
        if ty == result || (result == Type::Void && ty == Type::Void) {
            Ok(())
        } else {
            Err(format!("the memory holds {}", p.types.show(ty)))
        }
    };
    let field = |fields: &[crate::Field], i: usize| match &args[i] {
        Value::Const(Const::Field(f)) => {
            fields.get(*f as usize).map(|f| f.ty).ok_or("no such field".to_string())
        }
        _ => Err("a field name expected".to_string()),
    };
    match op {
        LlOp::SameAs | LlOp::Hint if !p.compatible(ty(0), result) => {
            return Err("operand and result types differ".into());
        }
        LlOp::GetField => loads(field(&container(0)?.fields, 1)?)?,
        LlOp::SetField => store(ty(2), field(&container(0)?.fields, 1)?)?,
        LlOp::GetArrayItem | LlOp::SetArrayItem => match &container(0)?.items {
            Some(Items::Plain(t)) if op == LlOp::GetArrayItem => loads(*t)?,
            Some(Items::Plain(t)) => store(ty(2), *t)?,
            _ => return Err("the container has no plain items".into()),
        },
        LlOp::GetInteriorField => loads(field(container(0)?.item_fields(), 2)?)?,
        LlOp::SetInteriorField => store(ty(3), field(container(0)?.item_fields(), 2)?)?,
        LlOp::GetArraySize => {
            let c = container(0)?;
            if c.items.is_none() || c.nolength {
                return Err("the container has no length".into());
            }
        }
        LlOp::Malloc | LlOp::MallocVarsize | LlOp::RawMallocStruct => {
            let Value::Const(Const::Type(s)) = &args[0] else {
                return Err("a container type expected".into());
            };
            let st = &p.types.structs[*s];
            if result != Type::Ptr(*s) {
                return Err("the result must point to the new container".into());
            }
            if st.gc == (op == LlOp::RawMallocStruct) {
                return Err(
                    "GC containers come from malloc, raw ones from raw_malloc_struct".into()
                );
            }
            if (op == LlOp::Malloc && st.items.is_some())
                || (op == LlOp::MallocVarsize && st.items.is_none())
            {
                return Err("malloc is for containers without tail, malloc_varsize with".into());
            }
        }
        LlOp::DirectCall => {
            let Value::Const(Const::Func(f)) = &args[0] else {
                return Err("a function expected".into());
            };
            check_call(p, g, p.funcs[*f].ty, &args[1..], result)?;
        }
        LlOp::IndirectCall => {
            let Type::FuncPtr(ft) = ty(0) else {
                return Err("a function pointer expected".into());
            };
            let Some((last, rest)) = args[1..].split_last() else {
                return Err("the family operand is missing".into());
            };
            if !matches!(last, Value::Const(Const::Family(_) | Const::Void)) {
                return Err("the last operand must be a family or void".into());
            }
            check_call(p, g, ft, rest, result)?;
        }
        LlOp::CopyItems if ty(0) != ty(1) => {
            return Err("both containers must have the same type".into());
        }
        _ => {}
    }
    Ok(())
}

fn check_call(
    p: &Program,
    g: &LlGraph,
    ft: crate::FuncTypeId,
    args: &[LlValue],
    result: Type,
) -> Result<(), String> {
    let ft = &p.types.funcs[ft];
    if args.len() != ft.args.len() {
        return Err(format!("the callee takes {} arguments, not {}", ft.args.len(), args.len()));
    }
    for (i, (a, want)) in args.iter().zip(&ft.args).enumerate() {
        let got = p.value_type(g, a);
        if !p.compatible(got, *want) {
            let (got, want) = (p.types.show(got), p.types.show(*want));
            return Err(format!("argument {i} is {got}, the callee takes {want}"));
        }
    }
    if ft.result != result {
        return Err(format!("the callee returns {}", p.types.show(ft.result)));
    }
    Ok(())
}
