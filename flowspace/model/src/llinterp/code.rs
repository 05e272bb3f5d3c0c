//! Graphs made ready for execution: variables become slots of a frame (numbered block by block), operands
//! become slots or values.

use crate::diag::Span;
use crate::eval::RtValue;
use crate::graph::{ExitCase, ExitSwitch, VarId};
use crate::ll::{Const, FuncId, LlGraph, LlValue, Program};
use crate::lltype::Type;
use cranelift_entity::SecondaryMap;
use lloperation::LlOp;

/// An operand.
#[derive(Clone, Debug)]
pub(super) enum Operand {
    Slot(u32),
    Val(RtValue),
    Imm(Const),
    /// The class of the exception, on exception links.
    ExcType,
    /// The value of the exception, on exception links.
    ExcValue,
}

/// An operation.
#[derive(Debug)]
pub(super) struct COp {
    pub op: LlOp,
    pub args: Box<[Operand]>,
    pub result: u32,
    pub ty: Type,
    pub span: Span,
}

#[derive(Debug)]
pub(super) struct CLink {
    pub target: u32,
    pub args: Box<[Operand]>,
    /// Class (in LastException blocks) or switch value; None for normal and default exits.
    pub case: Option<RtValue>,
}

#[derive(Copy, Clone, PartialEq, Eq, Debug)]
pub(super) enum CExit {
    Return,
    Raise,
    Goto,
    Switch(u32),
    LastException,
}

#[derive(Debug)]
pub(super) struct CBlock {
    pub ops: Box<[COp]>,
    pub exit: CExit,
    pub links: Box<[CLink]>,
}

/// A function ready for execution.
#[derive(Debug)]
pub(super) struct Code {
    pub func: FuncId,
    pub nslots: usize,
    pub nparams: usize,
    pub blocks: Vec<CBlock>,
    pub result: Type,
}

pub(super) fn compile(p: &Program, func: FuncId, g: &LlGraph) -> Result<Code, String> {
    let mut order = g.reachable();
    for b in [g.returnblock, g.exceptblock] {
        if !order.contains(&b) {
            order.push(b);
        }
    }
    let mut number = SecondaryMap::new();
    for (i, b) in order.iter().enumerate() {
        number[*b] = i as u32;
    }
    let mut slots: SecondaryMap<VarId, u32> = SecondaryMap::with_default(u32::MAX);
    let mut nslots = 0;
    let mut blocks = vec![];
    for b in &order {
        let blk = &g.blocks[*b];
        let mut next = 0;
        let mut def = |v: VarId| {
            slots[v] = next;
            next += 1;
            next - 1
        };
        blk.inputargs.iter().for_each(|v| {
            def(*v);
        });
        let results: Vec<u32> = blk.operations.iter().map(|o| def(o.result)).collect();
        nslots = nslots.max(next as usize);
        let mut defined: rustc_hash::FxHashSet<VarId> = blk.inputargs.iter().copied().collect();
        let operand = |v: &LlValue, defined: &rustc_hash::FxHashSet<VarId>| match v {
            LlValue::Var(v) if defined.contains(v) => Ok(Operand::Slot(slots[*v])),
            LlValue::Var(v) => Err(format!("{}: {v} used in {b}, where it is not defined", g.name)),
            LlValue::Const(c) => Ok(match RtValue::from_const(c).or_else(|| sized(p, c)) {
                Some(v) => Operand::Val(v),
                None => Operand::Imm(*c),
            }),
        };
        let mut ops = vec![];
        for (o, result) in blk.operations.iter().zip(results) {
            let args = o.args.iter().map(|a| operand(a, &defined)).collect::<Result<_, _>>()?;
            ops.push(COp { op: o.op, args, result, ty: g.ty(o.result), span: o.span });
            defined.insert(o.result);
        }
        let mut links = vec![];
        for l in &blk.exits {
            let args = l
                .args
                .iter()
                .map(|a| match a {
                    LlValue::Var(v) if Some(*v) == l.last_exception => Ok(Operand::ExcType),
                    LlValue::Var(v) if Some(*v) == l.last_exc_value => Ok(Operand::ExcValue),
                    a => operand(a, &defined),
                })
                .collect::<Result<Box<[Operand]>, String>>()?;
            if args.len() != g.blocks[l.target].inputargs.len() {
                return Err(format!(
                    "{}: link {b} -> {} with {} values",
                    g.name,
                    l.target,
                    args.len()
                ));
            }
            let case = match &l.case {
                ExitCase::Value(c) => Some(RtValue::from_const(c).ok_or("strange exit case")?),
                _ => None,
            };
            links.push(CLink { target: number[l.target], args, case });
        }
        let exit = if *b == g.returnblock {
            CExit::Return
        } else if *b == g.exceptblock {
            CExit::Raise
        } else {
            match blk.exitswitch {
                ExitSwitch::None => CExit::Goto,
                ExitSwitch::Var(v) if defined.contains(&v) => CExit::Switch(slots[v]),
                ExitSwitch::Var(v) => return Err(format!("{}: switch on undefined {v}", g.name)),
                ExitSwitch::LastException => CExit::LastException,
            }
        };
        if links.is_empty() && !g.is_final(*b) {
            return Err(format!("{}: {b} has no exits", g.name));
        }
        blocks.push(CBlock { ops: ops.into(), exit, links: links.into() });
    }
    Ok(Code { func, nslots, nparams: g.params().len(), blocks, result: g.ty(g.return_var()) })
}

/// Numbers that a backend knows, as this interpreter chooses them.
fn sized(p: &Program, c: &Const) -> Option<RtValue> {
    match *c {
        Const::SizeOf(s) => {
            let gc = p.types.structs[s].gc as i64;
            Some(RtValue::Int(p.types.layout(s).size as i64 + gc * crate::lltype::GC_HEADER as i64))
        }
        Const::TypeId(s) => Some(RtValue::Int(p.types.type_id(s) as i64)),
        _ => None,
    }
}
