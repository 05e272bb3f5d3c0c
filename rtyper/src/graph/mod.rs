//! Translation of one graph: blocks, links, exception exits.

pub(crate) mod ops;

use crate::base::cx::{Cx, konst, void};
use crate::base::{cx, functions};
use crate::repr::{class, exc_args};
use crate::state::functions::Sig;
use crate::state::repr::{Repr, ReprId};
use crate::state::{RTyper, Res, error};
use annotator::AnnGraphId;
use annotator::memory::{in_last_instruction, taken};
use flowmodel::diag::Span;
use flowmodel::surgery::{link_into, rename_all, rename_uses, renew, split_block};
use flowmodel::{
    Block, BlockId, Body, Const, ExitCase, ExitSwitch, Hl, HlConst, HlOp, HlValue, Link, Ll, LlOp,
    LlValue, SpaceOperation, Type, VarId,
};
use rustc_hash::FxHashMap;

/// An exit of a block before it is attached: conversions, then a jump.
struct Exit {
    target: BlockId,
    args: Vec<LlValue>,
    conv: Vec<SpaceOperation<Ll>>,
    case: ExitCase<Ll>,
    exc: Option<(VarId, VarId)>,
    span: Span,
}

/// Translates the graph and stores it as the function's body.
pub(crate) fn translate(rt: &mut RTyper<'_>, gid: AnnGraphId) -> Res {
    let f = rt.functions.of_graph[&gid];
    rt.functions.translated.insert(gid);
    let name = rt.prog.funcs[f].name.clone();
    let sig = rt.sig(gid)?;
    let result = rt.lltype(sig.result)?;
    let hl = rt.ann.graphs[gid].graph.clone();
    let g = functions::new_graph(rt, &name, result, hl.span);
    let mut cx = Cx::new(gid, hl.clone(), g);
    // Blocks and their inputs first, so that links can refer to them.
    let mut blocks: FxHashMap<BlockId, BlockId> = FxHashMap::default();
    let order = live_blocks(rt, &cx);
    for b in &order {
        let nb = if *b == hl.returnblock {
            cx.g.returnblock
        } else if *b == hl.exceptblock {
            cx.g.exceptblock
        } else {
            let nb = cx.g.new_block();
            for v in &hl.blocks[*b].inputargs {
                let s = rt.ann.binding(gid, *v).clone();
                let r = rt.repr_of(&s)?;
                let t = rt.lltype(r)?;
                if t == Type::Void {
                    cx.map.insert(*v, void());
                } else {
                    let nv = cx.g.new_var(&hl.vars[*v].name, t);
                    cx.g.blocks[nb].inputargs.push(nv);
                    cx.map.insert(*v, nv.into());
                }
            }
            nb
        };
        blocks.insert(*b, nb);
    }
    start(rt, &mut cx, &sig, &blocks)?;
    for b in &order {
        if !hl.is_final(*b) {
            translate_block(rt, &mut cx, *b, &blocks, &sig)
                .map_err(|e| rt.placed(e, cx.span, || format!("{}()", rt.ann.graphs[gid].name)))?;
        }
    }
    cx.g.compact();
    rt.prog.funcs[f].body = Body::Graph(cx.g);
    drop(hl);
    annotator::forget_simplified(rt.ann, gid);
    Ok(())
}

/// The start block receives the parameters as the signature has them.
fn start(rt: &mut RTyper<'_>, cx: &mut Cx, sig: &Sig, blocks: &FxHashMap<BlockId, BlockId>) -> Res {
    let hl = cx.hl.clone();
    let first = blocks[&hl.startblock];
    let start = cx.g.startblock;
    let mut args = vec![];
    cx.ops.clear();
    for (v, r) in hl.params().iter().zip(&sig.params) {
        let s = rt.ann.binding(cx.gid, *v).clone();
        let want = rt.repr_of(&s)?;
        let t = rt.lltype(*r)?;
        let val = if t == Type::Void {
            void()
        } else {
            let nv = cx.g.new_var(&hl.vars[*v].name, t);
            cx.g.blocks[start].inputargs.push(nv);
            nv.into()
        };
        let val = rt.convert(cx, val, *r, want)?;
        if rt.lltype(want)? != Type::Void {
            args.push(val);
        }
    }
    cx.g.blocks[start].operations = std::mem::take(&mut cx.ops);
    cx.g.blocks[start].exits = vec![Link::new(first, args)];
    Ok(())
}

/// Blocks that the annotator reached.
fn live_blocks(rt: &mut RTyper<'_>, cx: &Cx) -> Vec<BlockId> {
    let hl = cx.hl.clone();
    let mut seen = flowmodel::EntitySet::new();
    let mut order = vec![];
    let mut stack = vec![hl.startblock];
    while let Some(b) = stack.pop() {
        if !seen.insert(b) {
            continue;
        }
        order.push(b);
        let exits = live_exits(rt, cx, b);
        stack.extend(exits.iter().rev().map(|i| hl.blocks[b].exits[*i].target));
    }
    order
}

/// Indices of the exits of a block that can be taken as far as the annotator knows.
fn live_exits(rt: &mut RTyper<'_>, cx: &Cx, b: BlockId) -> Vec<usize> {
    let hl = cx.hl.clone();
    let blk = &hl.blocks[b];
    let known = match blk.exitswitch {
        ExitSwitch::Var(v) => rt.ann.binding(cx.gid, v).konst.clone(),
        _ => None,
    };
    let dead_result = blk
        .operations
        .iter()
        .any(|op| op.op != HlOp::Hint && rt.ann.binding(cx.gid, op.result).is_impossible());
    let mut out = vec![];
    for (i, l) in blk.exits.iter().enumerate() {
        if let (Some(k), ExitCase::Value(c)) = (&known, &l.case)
            && k != c
        {
            continue;
        }
        if dead_result && (i == 0 || blk.exitswitch != ExitSwitch::LastException) {
            continue;
        }
        let t = &hl.blocks[l.target];
        if t.inputargs.iter().any(|v| rt.ann.binding(cx.gid, *v).is_impossible()) {
            continue;
        }
        out.push(i);
    }
    out
}

fn translate_block(
    rt: &mut RTyper<'_>,
    cx: &mut Cx,
    b: BlockId,
    blocks: &FxHashMap<BlockId, BlockId>,
    sig: &Sig,
) -> Res {
    let hl = cx.hl.clone();
    let blk = &hl.blocks[b];
    let nb = blocks[&b];
    cx.ops.clear();
    cx.virtuals.clear();
    let mut last_start = 0;
    let mut instruction_start = None;
    let alloc = taken(rt.ann, &hl, b).memory;
    let mut dead = false;
    if !hl.is_final(b) {
        exc_args::own_exceptions(rt, cx, b)?;
    }
    for (i, op) in blk.operations.iter().enumerate() {
        cx.at = (b, i);
        last_start = cx.ops.len();
        if alloc && in_last_instruction(blk, i) {
            instruction_start.get_or_insert(last_start);
        }
        cx.span = op.span;
        rt.rtype_op(cx, op)?;
        if op.op != HlOp::Hint && rt.ann.binding(cx.gid, op.result).is_impossible() {
            // It never gives a value: the rest of the block is not reached.
            dead = true;
            break;
        }
    }
    let live = live_exits(rt, cx, b);
    // Exits: conversions are collected apart.
    let body = std::mem::take(&mut cx.ops);
    let mut exits = vec![];
    for i in &live {
        let l = &blk.exits[*i];
        let exc = blk.exitswitch == ExitSwitch::LastException && *i > 0;
        exits.push(make_exit(rt, cx, l, exc, blocks[&l.target], sig)?);
    }
    cx.ops = body;
    if dead {
        exits.retain(|e| e.exc.is_some());
        let target = cx.g.returnblock;
        let t = cx.g.ty(cx.g.return_var());
        let mut conv = vec![];
        let result = cx.g.new_var("unreachable", Type::Void);
        conv.push(SpaceOperation {
            op: LlOp::DebugUnreachable,
            args: vec![],
            result,
            span: cx.span,
        });
        let args = vec![konst(rt.prog.zero(t))];
        exits.insert(
            0,
            Exit { target, args, conv, case: ExitCase::None, exc: None, span: Span::NONE },
        );
    }
    match blk.exitswitch {
        ExitSwitch::LastException => {
            finish_raising(rt, cx, nb, (last_start, instruction_start), exits)
        }
        ExitSwitch::Var(v) if exits.len() > 1 && !dead => {
            let val = cx.map.get(&v).cloned().unwrap_or_else(void);
            match val {
                LlValue::Var(sv) => {
                    cx.g.blocks[nb].operations = std::mem::take(&mut cx.ops);
                    cx.g.blocks[nb].exitswitch = ExitSwitch::Var(sv);
                    for e in exits {
                        let l = attach(cx, &e);
                        cx.g.blocks[nb].exits.push(l);
                    }
                    Ok(())
                }
                LlValue::Const(c) => {
                    let pos =
                        exits.iter().position(|e| matches!(&e.case, ExitCase::Value(k) if *k == c));
                    let Some(p) = pos else {
                        return Err(error("a constant switch has no matching exit"));
                    };
                    let e = exits.swap_remove(p);
                    finish_plain(cx, nb, e);
                    Ok(())
                }
            }
        }
        _ => {
            let Some(e) = exits.into_iter().next() else {
                return Err(error(
                    "internal: a block that can be reached has no exit that can be taken",
                ));
            };
            finish_plain(cx, nb, e);
            Ok(())
        }
    }
}

/// Ends a block by one unconditional exit.
fn finish_plain(cx: &mut Cx, nb: BlockId, e: Exit) {
    let mut ops = std::mem::take(&mut cx.ops);
    ops.extend(e.conv);
    cx.g.blocks[nb].operations = ops;
    cx.g.blocks[nb].exitswitch = ExitSwitch::None;
    cx.g.blocks[nb].exits = vec![Link { span: e.span, ..Link::new(e.target, e.args) }];
}

fn make_exit(
    rt: &mut RTyper<'_>,
    cx: &mut Cx,
    l: &Link<Hl>,
    exc: bool,
    target: BlockId,
    sig: &Sig,
) -> Res<Exit> {
    let hl = cx.hl.clone();
    cx.ops.clear();
    let exc_vars = exc.then(|| {
        (
            cx.g.new_var("etype", Type::Ptr(rt.layouts.vtable)),
            cx.g.new_var("evalue", Type::Ptr(rt.layouts.object)),
        )
    });
    if let Some((t, v)) = exc_vars {
        if let Some(h) = l.last_exception {
            cx.map.insert(h, t.into());
        }
        if let Some(h) = l.last_exc_value {
            let s = rt.ann.binding(cx.gid, h).clone();
            let r = rt.repr_of(&s)?;
            let ty = rt.lltype(r)?;
            let val = if ty == Type::Void { void() } else { rt.cast(cx, v.into(), ty) };
            cx.map.insert(h, val);
        }
    }
    let mut args = vec![];
    if l.target == hl.returnblock {
        let v = rt.val_as(cx, &l.args[0], sig.result)?;
        args.push(if rt.lltype(sig.result)? == Type::Void { void() } else { v });
    } else if l.target == hl.exceptblock {
        let rc = rt.intern(Repr::Class);
        let root = class::root_repr(rt);
        // A class known at translation time is still passed as a value here.
        let t = exc_class_arg(rt, cx, &l.args[0], rc, exc_vars)?;
        let v = match (&l.args[1], exc_vars) {
            (HlValue::Var(h), Some((_, ev))) if Some(*h) == l.last_exc_value => ev.into(),
            _ => rt.val_as(cx, &l.args[1], root)?,
        };
        args.push(t);
        args.push(v);
    } else {
        for (a, v) in l.args.iter().zip(&hl.blocks[l.target].inputargs) {
            let s = rt.ann.binding(cx.gid, *v).clone();
            let want = rt.repr_of(&s)?;
            if rt.lltype(want)? == Type::Void {
                continue;
            }
            let is_class = matches!(rt.repr(want), Repr::Class);
            let val = match (a, exc_vars) {
                (HlValue::Var(h), Some((et, _))) if Some(*h) == l.last_exception && is_class => {
                    et.into()
                }
                _ => rt.val_as(cx, a, want)?,
            };
            args.push(val);
        }
    }
    let case = match &l.case {
        ExitCase::None => ExitCase::None,
        ExitCase::Default => ExitCase::Default,
        ExitCase::Value(HlConst::Host(h)) if exc => {
            let cd = rt.ann.need_class(*h)?;
            ExitCase::Value(Const::Obj(class::vtable_obj(rt, cd)?))
        }
        ExitCase::Value(HlConst::Bool(b)) => ExitCase::Value(Const::Bool(*b)),
        ExitCase::Value(HlConst::Int(i)) => ExitCase::Value(Const::Int(*i)),
        ExitCase::Value(HlConst::Str(s)) if s.len() == 1 => ExitCase::Value(Const::Char(s[0])),
        ExitCase::Value(c) => {
            return Err(error(format!("a switch on the constant {c:?} is not supported")));
        }
    };
    Ok(Exit {
        target,
        args,
        conv: std::mem::take(&mut cx.ops),
        case,
        exc: exc_vars,
        // On links to the return block it is for messages of the annotator only.
        span: if l.target == hl.returnblock { Span::NONE } else { l.span },
    })
}

fn exc_class_arg(
    rt: &mut RTyper<'_>,
    cx: &mut Cx,
    a: &HlValue,
    rc: ReprId,
    exc: Option<(VarId, VarId)>,
) -> Res<LlValue> {
    if let (HlValue::Var(h), Some((t, _))) = (a, exc)
        && cx.map.get(h) == Some(&LlValue::Var(t))
    {
        return Ok(t.into());
    }
    rt.val_as(cx, a, rc)
}

/// Makes the link of an exit; a block for the conversions is put in between where they are needed.
fn attach(cx: &mut Cx, e: &Exit) -> Link<Ll> {
    let mut link = Link::new(e.target, e.args.clone());
    // Each use of the exit gets its own exception variables.
    let exc = e.exc.map(|(t, v)| ((t, cx.g.copy_var(t)), (v, cx.g.copy_var(v))));
    let names = exc.into_iter().flat_map(|(t, v)| [t, v]).collect();
    rename_all(&mut link.args, &names);
    if !e.conv.is_empty() {
        let exits = vec![link];
        let mut block = Block { operations: e.conv.clone(), exits, ..Block::default() };
        rename_uses(&mut block, &names);
        // Results defined by the conversions must be new in each copy.
        renew(&mut block, &mut |v| cx.g.copy_var(v));
        let b = cx.g.blocks.push(block);
        link = link_into(&mut cx.g, b);
    }
    link.case = e.case.clone();
    link.span = e.span;
    link.last_exception = exc.map(|(t, _)| t.1);
    link.last_exc_value = exc.map(|(_, v)| v.1);
    link
}

/// Ends a block whose last high-level operation, translated from `last_start` on, is protected by exception exits.
/// If one of them is for a lack of memory, all allocations from `instruction_start` on are.
fn finish_raising(
    rt: &mut RTyper<'_>,
    cx: &mut Cx,
    nb: BlockId,
    (last_start, instruction_start): (usize, Option<usize>),
    mut exits: Vec<Exit>,
) -> Res {
    let alloc = instruction_start.is_some();
    let mut ops = std::mem::take(&mut cx.ops);
    if alloc && let Some(normal) = exits.first_mut().filter(|e| e.exc.is_none()) {
        ops.append(&mut normal.conv);
    }
    let mut points: Vec<usize> = (instruction_start.unwrap_or(last_start)..ops.len())
        .filter(|i| cx::op_can_raise(rt, &ops[*i], alloc))
        .collect();
    if exits.len() == 1 && exits[0].exc.is_none() {
        points.clear();
    }
    if points.is_empty() {
        cx.ops = ops;
        if exits.first().is_some_and(|e| e.exc.is_some()) || exits.is_empty() {
            return Err(error("internal: only exceptional exits, but nothing raises"));
        }
        let e = exits.swap_remove(0);
        finish_plain(cx, nb, e);
        return Ok(());
    }
    // The whole as one block; then each point becomes the end of a block.
    let normal = exits.remove(0);
    points.iter_mut().for_each(|p| *p += 1);
    ops.extend(normal.conv);
    cx.g.blocks[nb].operations = ops;
    cx.g.blocks[nb].exits = vec![Link::new(normal.target, normal.args)];
    // The last one first: what a handler needs goes over the cuts before it.
    for end in points.into_iter().rev() {
        if end < cx.g.blocks[nb].operations.len() {
            split_block(&mut cx.g, nb, end);
        }
        cx.g.blocks[nb].exitswitch = ExitSwitch::LastException;
        for e in &exits {
            let link = attach(cx, e);
            cx.g.blocks[nb].exits.push(link);
        }
    }
    Ok(())
}
