//! Records the blocks of a graph: where they begin, where they end, and how they join.

use super::FlowValue;
use super::ahead;
use super::calls;
use super::state::FrameState;
use crate::bytecode::{Handler, Instruction};
use crate::flow::state::{Current, FlowResult, FlowSpace, Join};
use crate::host::Host;
use crate::interp::{Frame, Step, step};
use crate::space::OpError;
use flowmodel::{BlockId, ExitCase, ExitSwitch, Hl, HlConst, HlOp, Link};

pub(crate) fn build<'h>(fs: &mut FlowSpace<'h>, frame: &mut Frame<FlowSpace<'h>>) -> FlowResult {
    // The start block only enters the function: no link may come back to it.
    let state = fs.state_of(frame);
    let link = join_or_new(fs, &state)?;
    let start = fs.graph.startblock;
    fs.close(start, ExitSwitch::None, vec![link]);
    while let Some((_, (block, state))) = fs.pending.pop_first() {
        if fs.dead.contains(&block) {
            continue;
        }
        if fs.graph.blocks.len() > MAX_BLOCKS {
            return Err(Box::new(fs.diagnostic(format!(
                "the flow graph of `{}` grows without bound",
                fs.code.qualname
            ))));
        }
        state.restore(frame);
        fs.suppressed = state.suppressed;
        fs.block = block;
        fs.exact_class.clear();
        record_block(fs, frame)?;
    }
    Ok(())
}

/// Interprets from the frame's position to the end of the current block.
fn record_block<'h>(fs: &mut FlowSpace<'h>, frame: &mut Frame<FlowSpace<'h>>) -> FlowResult {
    let mut first = true;
    loop {
        if !first && fs.candidate[frame.pc] {
            let state = &fs.state_of(frame);
            let link = join_or_new(fs, state)?;
            fs.close(fs.block, ExitSwitch::None, vec![link]);
            return Ok(());
        }
        first = false;
        let pc = frame.pc;
        let op = fs.code.instrs[pc];
        fs.at = Current {
            pc,
            span: frame.span(),
            no_raise: matches!(op, Instruction::MapAdd(_)),
            check_overflow: is_overflow_checked(fs, frame, op),
            tested: fs.at.tested.take(),
            ..Current::default()
        };
        let result = step(fs, frame);
        let handler = fs.code.handler_at(pc);
        match result {
            Ok(Step::Next) => {
                if let Instruction::ForIter(_) = op {
                    advance_unroller(frame, pc);
                }
                // The end of an iterator is an exception that the loop itself handles.
                let for_iter = match op {
                    Instruction::ForIter(t) if fs.at.raising.contains(&"StopIteration") => Some(t),
                    _ => None,
                };
                if for_iter.is_some() || (handler.is_some() && fs.may_raise()) {
                    if !knows_class(fs, frame) {
                        return end_at_raising(fs, frame, pc, for_iter);
                    }
                    split_behind(fs, frame, pc)?;
                }
            }
            Ok(Step::Return(w)) => return end_at_return(fs, frame, pc, w),
            Ok(Step::Yield(_)) => {
                return Err(Box::new(fs.diagnostic("`yield` is not supported here")));
            }
            Err(OpError::Undecided(w)) => {
                let w = if handler.is_some() && fs.may_raise() {
                    split_before_test(fs, frame, pc, w)?
                } else {
                    w
                };
                return end_at_test(fs, frame, op, w);
            }
            Err(OpError::Fatal(d)) => return Err(d),
            Err(OpError::Raise { ty, value }) => match handler.filter(|h| takes(fs, h, &ty)) {
                Some(h) => {
                    frame.stack.truncate(h.depth as usize);
                    frame.stack.extend([ty, value]);
                    frame.pc = h.target as usize;
                    if fs.may_raise() {
                        split_behind(fs, frame, pc)?;
                    }
                }
                None => {
                    let args = vec![fs.operand(&ty)?, fs.operand(&value)?];
                    let mut link = Link::new(fs.graph.exceptblock, args);
                    // What only goes on is not raised here.
                    if !matches!(op, Instruction::RaiseCurrent | Instruction::Reraise) {
                        link.span = fs.at.span;
                    }
                    fs.close(fs.block, ExitSwitch::None, vec![link]);
                    return Ok(());
                }
            },
        }
    }
}

/// Says whether a handler may take exceptions of this type.
fn takes(fs: &FlowSpace<'_>, h: &Handler, ty: &FlowValue) -> bool {
    match ty {
        FlowValue::Const(HlConst::Host(c)) if h.stop_only => {
            fs.host.is_subclass(*c, fs.host.exc("StopIteration"))
        }
        _ => true,
    }
}

/// Moves the iterator below the item that `ForIter` has just pushed.
fn advance_unroller(frame: &mut Frame<FlowSpace<'_>>, pc: usize) {
    let n = frame.stack.len();
    if frame.pc == pc + 1
        && n >= 2
        && let FlowValue::Unroller(_, at) = &mut frame.stack[n - 2]
    {
        *at += 1;
    }
}

/// The truth value was got by an operation that may raise, inside a `try`: the block ends behind it, and the test goes
/// on in a new one. Gives the tested value there.
fn split_before_test<'h>(
    fs: &mut FlowSpace<'h>,
    frame: &mut Frame<FlowSpace<'h>>,
    pc: usize,
    w: FlowValue,
) -> FlowResult<FlowValue> {
    let Some(tested) = fs.at.tested.take() else {
        return Err(Box::new(fs.diagnostic("internal: truth test without a variable")));
    };
    frame.stack.extend([w, FlowValue::Var(tested)]);
    split_behind(fs, frame, pc)?;
    frame.pc = pc;
    let (Some(FlowValue::Var(tested)), Some(w)) = (frame.stack.pop(), frame.stack.pop()) else {
        return Err(Box::new(fs.diagnostic("internal: the tested value is lost")));
    };
    fs.at.tested = Some(tested);
    Ok(w)
}

/// Says whether the instruction has made an exception of a class that is known in its block only.
fn knows_class<'h>(fs: &FlowSpace<'h>, frame: &Frame<FlowSpace<'h>>) -> bool {
    let top = frame.stack.last().and_then(FlowValue::as_var);
    fs.at.raising.is_empty() && top.is_some_and(|v| fs.exact_class.contains_key(&v))
}

/// Ends the current block behind an operation that may raise, and goes on in a new one, with what is known of variables.
/// `frame` is in the state after the instruction at `pc`.
fn split_behind<'h>(
    fs: &mut FlowSpace<'h>,
    frame: &mut Frame<FlowSpace<'h>>,
    pc: usize,
) -> FlowResult {
    let after = fs.state_of(frame);
    let (block, fresh) = block_for(fs, &after);
    let link = Link::new(block, link_args(fs, &after, &fresh)?);
    let known: Vec<_> = (after.pairs(&fresh))
        .filter_map(|(_, old, new)| Some((old?.as_var()?, new?.as_var()?)))
        .filter_map(|(old, new)| Some((new, *fs.exact_class.get(&old)?)))
        .collect();
    close_raising(fs, after, link, pc, None)?;
    fresh.restore(frame);
    fs.block = block;
    fs.exact_class.extend(known);
    Ok(())
}

/// Ends the current block at a truth test of a variable.
fn end_at_test<'h>(
    fs: &mut FlowSpace<'h>,
    frame: &mut Frame<FlowSpace<'h>>,
    op: Instruction,
    w: FlowValue,
) -> FlowResult {
    let Some(switch) = fs.at.tested.take() else {
        return Err(Box::new(fs.diagnostic("internal: truth test without a variable")));
    };
    let state = fs.state_of(frame);
    let mut links = Vec::new();
    for truth in [false, true] {
        let mut s = state.clone();
        let (jumps, keeps) = match op {
            Instruction::PopJumpIfTrue(_) => (truth, false),
            Instruction::PopJumpIfFalse(_) => (!truth, false),
            Instruction::JumpIfTrueOrPop(_) => (truth, truth),
            Instruction::JumpIfFalseOrPop(_) => (!truth, !truth),
            _ => {
                return Err(Box::new(fs.diagnostic("internal: truth test outside of a jump")));
            }
        };
        s.pc = if jumps { op.target().unwrap_or(0) as usize } else { frame.pc + 1 };
        if keeps {
            s.push(w.clone());
        }
        let mut link = join_or_new(fs, &s)?;
        link.case = ExitCase::Value(HlConst::Bool(truth));
        links.push(link);
    }
    fs.close(fs.block, ExitSwitch::Var(switch), links);
    Ok(())
}

/// Ends the current block at a `return`. Under a handler, the result may be converted there (the RTyper does so on links).
fn end_at_return<'h>(
    fs: &mut FlowSpace<'h>,
    frame: &mut Frame<FlowSpace<'h>>,
    pc: usize,
    mut w: FlowValue,
) -> FlowResult {
    let handled = fs.is_handled() && w.as_var().is_some();
    if handled {
        let kind = FlowValue::Const(HlConst::Str(b"result"[..].into()));
        w = match fs.record_safe(HlOp::Hint, &[kind, w]) {
            Ok(w) => w,
            Err(OpError::Fatal(d)) => return Err(d),
            Err(_) => return Err(Box::new(fs.diagnostic("internal: a hint raises"))),
        };
    }
    let arg = fs.operand(&w)?;
    let link = Link { span: fs.at.span, ..Link::new(fs.graph.returnblock, vec![arg]) };
    if handled {
        let after = fs.state_of(frame);
        return close_raising(fs, after, link, pc, None);
    }
    fs.close(fs.block, ExitSwitch::None, vec![link]);
    Ok(())
}

/// Ends the current block at an operation that may raise. `frame` is in the state after the
/// instruction at `pc`.
fn end_at_raising<'h>(
    fs: &mut FlowSpace<'h>,
    frame: &mut Frame<FlowSpace<'h>>,
    pc: usize,
    for_iter: Option<u32>,
) -> FlowResult {
    let after = fs.state_of(frame);
    let link = join_or_new(fs, &after)?;
    close_raising(fs, after, link, pc, for_iter)
}

/// Closes the current block behind an operation that may raise: with `normal` and a link for each exception.
fn close_raising(
    fs: &mut FlowSpace<'_>,
    after: FrameState,
    normal: Link<Hl>,
    pc: usize,
    for_iter: Option<u32>,
) -> FlowResult {
    let mut links = vec![normal];
    let mut names = std::mem::take(&mut fs.at.raising);
    let lacks = [
        (std::mem::take(&mut fs.at.allocates), "MemoryError"),
        (std::mem::take(&mut fs.at.recurses), "RecursionError"),
    ];
    for (lacks, name) in lacks {
        if lacks && !names.contains(&"Exception") && !names.contains(&name) {
            names.push(name);
        }
    }
    for name in names {
        let mut state = after.clone();
        // What can raise anything can also raise `SystemExit` and `GeneratorExit`.
        let mut class = fs.host.exc(if name == "Exception" { "BaseException" } else { name });
        let stop_only = fs.code.handler_at(pc).is_some_and(|h| h.stop_only);
        if stop_only && name == "Exception" {
            class = fs.host.exc("StopIteration");
        } else if stop_only && name != "StopIteration" {
            continue;
        }
        let ty = fs.graph.new_var("etype", ());
        let value = fs.graph.new_var("evalue", ());
        if let (Some(t), "StopIteration") = (for_iter, name) {
            state.pop(2);
            state.pc = t as usize;
        } else if let Some(h) = fs.code.handler_at(pc) {
            let w_type = match name {
                // Anything can be raised: only the variable tells what.
                "Exception" => FlowValue::Var(ty),
                _ => FlowValue::Const(HlConst::Host(class)),
            };
            let (target, depth) = (h.target as usize, h.depth as usize);
            state.enter_handler(target, depth, w_type, FlowValue::Var(value));
        } else {
            // Without a handler it leaves the function by itself.
            continue;
        }
        let mut link = join_or_new(fs, &state)?;
        link.case = ExitCase::Value(HlConst::Host(class));
        link.last_exception = Some(ty);
        link.last_exc_value = Some(value);
        links.push(link);
    }
    fs.close(fs.block, ExitSwitch::LastException, links);
    Ok(())
}

/// A link into a block for `state`: an old one if the state fits, else a new one, which is
/// put on the list of blocks to record.
fn join_or_new(fs: &mut FlowSpace<'_>, state: &FrameState) -> FlowResult<Link<Hl>> {
    let mut state = state.clone();
    state.kill_dead(&fs.live);
    if fs.candidate[state.pc] {
        state = ahead::run_ahead(fs, state);
        state.kill_dead(&fs.live);
    }
    let pc = state.pc;
    if !fs.candidate[pc] {
        let (block, fresh) = block_for(fs, &state);
        let args = link_args(fs, &state, &fresh)?;
        enqueue(fs, block, fresh);
        return Ok(Link::new(block, args));
    }
    let code = fs.code.clone();
    let joins = fs.joins.remove(&pc).unwrap_or_default();
    let mut found = None;
    // Where a variable that is still read has a value on some paths only, these stay apart.
    let split = joins.len() < MAX_SPLIT;
    for (i, join) in joins.iter().enumerate() {
        let graph = &mut fs.graph;
        let old = &join.state;
        if split && !old.same_bound(&state) {
            fs.maybe_unbound = true;
            continue;
        }
        if old.differ_where(&state, |w| tagged(fs.host, w)) {
            continue;
        }
        let mut fresh = |slot: usize| graph.new_var(old.slot_name(slot, &code).unwrap_or("v"), ());
        if let Some(merged) = old.union(&state, &code, &mut fresh) {
            found = Some((i, merged));
            break;
        }
    }
    let mut joins = joins;
    let link = match found {
        Some((i, merged)) if joins[i].state.same_shape(&merged) => {
            Link::new(joins[i].block, link_args(fs, &state, &joins[i].state)?)
        }
        Some((i, merged)) => {
            let (block, fresh) = block_for(fs, &merged);
            let old = joins.remove(i);
            let forward = link_args(fs, &old.state, &fresh)?;
            fs.patches.push((old.block, Link::new(block, forward)));
            fs.dead.insert(old.block);
            // Links of the block being closed may already lead to the old block: they stay
            // right, since it forwards.
            let args = link_args(fs, &state, &fresh)?;
            joins.insert(0, Join { block, state: fresh.clone() });
            enqueue(fs, block, fresh);
            Link::new(block, args)
        }
        None => {
            let (block, fresh) = block_for(fs, &state);
            let args = link_args(fs, &state, &fresh)?;
            joins.insert(0, Join { block, state: fresh.clone() });
            enqueue(fs, block, fresh);
            Link::new(block, args)
        }
    };
    fs.joins.insert(pc, joins);
    Ok(link)
}

fn enqueue(fs: &mut FlowSpace<'_>, block: BlockId, state: FrameState) {
    fs.seq += 1;
    fs.pending.insert((state.pc, fs.seq), (block, state));
}

/// A new block whose inputs are fresh variables for all variables of `state`.
fn block_for(fs: &mut FlowSpace<'_>, state: &FrameState) -> (BlockId, FrameState) {
    let mut fresh = state.clone();
    let mut inputs = Vec::new();
    for (i, w) in fresh.slots_mut() {
        let name = state.slot_name(i, &fs.code).filter(|_| w.as_var().is_some());
        if let Some(v) = w.var_mut() {
            *v = match name {
                Some(n) => fs.graph.new_var(n, ()),
                None => fs.graph.copy_var(*v),
            };
            inputs.push(*v);
        }
    }
    (fs.graph.new_block_with(inputs), fresh)
}

/// Values of `from` for the inputs of a block that was made for `to`.
fn link_args(
    fs: &mut FlowSpace<'_>,
    from: &FrameState,
    to: &FrameState,
) -> FlowResult<Vec<flowmodel::HlValue>> {
    let mut args = Vec::new();
    for (_, a, b) in from.pairs(to) {
        match (a, b) {
            (Some(a), Some(b)) => {
                if let Some(w) = a.for_var_of(b) {
                    args.push(fs.operand(w)?);
                }
            }
            (None, Some(FlowValue::Var(_))) => {
                let d = fs.diagnostic("internal: a variable is missing at a join");
                return Err(Box::new(d));
            }
            _ => {}
        }
    }
    Ok(args)
}

/// Says whether the instruction computes the argument of `ovfcheck(…)`.
fn is_overflow_checked<'h>(
    fs: &FlowSpace<'h>,
    frame: &Frame<FlowSpace<'h>>,
    op: Instruction,
) -> bool {
    let operands = match op {
        Instruction::Binary(_) | Instruction::InPlace(_) => 2,
        Instruction::Unary(_) => 1,
        // `abs(x)`, `operator.add(x, y)`: the function lies below its arguments.
        Instruction::Call(i) if fs.code.callshapes[i as usize].is_simple() => {
            fs.code.callshapes[i as usize].pos as usize + 1
        }
        _ => return false,
    };
    let Some(Instruction::Call(i)) = fs.code.instrs.get(frame.pc + 1) else { return false };
    let shape = &fs.code.callshapes[*i as usize];
    if !shape.is_simple() || shape.pos != 1 || frame.stack.len() <= operands {
        return false;
    }
    match &frame.stack[frame.stack.len() - operands - 1] {
        FlowValue::Const(HlConst::Host(f)) => fs.is_named(*f, calls::OVFCHECK),
        _ => false,
    }
}

/// Says whether it is a constant with the mark that keeps it one: an instance of a subclass of `SpecTag`.
fn tagged(host: &Host, w: &FlowValue) -> bool {
    let FlowValue::Const(HlConst::Host(r)) = w else { return false };
    matches!(host.obj(*r), crate::host::HostObj::Instance(_))
        && host
            .cls(host.class_of(*r))
            .mro
            .iter()
            .any(|c| host.qualified_name(*c).is_some_and(|n| SPEC_TAGS.contains(&&*n)))
}

/// The mark of constants that do not become variables where paths join.
const SPEC_TAGS: [&str; 2] = ["rpython.rlib.unroll.SpecTag", "rpython.rlib.objectmodel.SpecTag"];

/// Maximum number of blocks that one function may need: only unrolling can get there.
const MAX_BLOCKS: usize = 200_000;

/// Maximum number of blocks for one join that differ in which variables have values.
const MAX_SPLIT: usize = 8;
