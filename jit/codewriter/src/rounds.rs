//! Portals in the ahead-of-time version.
//!
//! Another function, the *rounds*, does what the portal did. Behind a `can_enter_jit` its merge point asks the run time (always but
//! for the first time, in programs without `can_enter_jit`):
//!
//! ```text
//! switch tw_jit_waits(): 1 -> go on (the JIT is not set up yet)
//! store greens and reds in the transfer area
//! switch tw_jit_warm(driver): 0 -> go on with the own values
//! switch tw_jit_run(driver): 1 -> tw_jit_say_again(), return anything
//!                              default -> load the result from the transfer area and return it
//! ```
//! So no own value is alive while the JIT's code runs: it would keep objects from being collected as long as that lasts
//! (an exception comes out of the call of `tw_jit_run` as from any call). The portal itself asks the run time in the same way,
//! with `tw_jit_starts()` in front of `tw_jit_warm`, and calls the rounds, as often as they say so:
//!
//! ```text
//! round: result = rounds(greens and reds)
//! switch tw_jit_again(): 0 -> return result
//!                        default -> load greens and reds from the transfer area, go to round
//! ```
//! For the rounds nothing changes but by what the interpreter does: what that does not change is loaded once, before its loop.
//! And passing a merge point costs nothing elsewhere: the blocks between a `can_enter_jit` and the merge point (the condition
//! of a `while`, say) are copied. Where they are too many, and where `can_enter_jit` is in another function, a mark is left, which the
//! merge point takes.

use crate::descrs::kind_of;
use crate::error::CodewriterError;
use crate::markers::{LEAVE_MARK, find_marker, marker, strip_markers};
use crate::portal::{Portal, check_entry};
use crate::run_time::{call, emit, external};
use flowmodel::surgery::{link_into, renew, split_block};
use flowmodel::{
    BlockId, Body, Const, ExitCase, ExitSwitch, FuncId, Function, Link, Ll, LlGraph, LlOp, LlValue,
    Program, Type, Value, VarId,
};
use jitmodel::Kind;
use rustc_hash::{FxHashMap, FxHashSet};

/// Maximum number of operations that are copied, the jump at the end of each block among them. (A bound for the size of the program: what
/// stands between the two in published VMs is a condition.)
const MOST_COPIED: usize = 60;

/// Gives the portal its rounds.
pub fn write(p: &mut Program, portal: &Portal) -> Result<(), CodewriterError> {
    let mut g = portal.marked.clone();
    enter_calls(p, portal, &mut g)?;
    strip_markers(&mut g);
    g.compact();
    let outer = &p.funcs[portal.portal];
    let name = format!("{}_rounds", p.funcs[portal.caller].name);
    let (attrs, ty, span) = (outer.attrs.clone(), outer.ty, outer.span);
    g.name = name.as_str().into();
    let rounds =
        p.funcs.push(Function { name: name.into(), ty, body: Body::Graph(g), attrs, span });
    let calls = call_rounds(p, portal, rounds)?;
    let outer = &mut p.funcs[portal.portal];
    outer.body = Body::Graph(calls);
    outer.attrs.dont_inline = false;
    Ok(())
}

/// Converts a value to the word type of its kind (Signed, GcRef, Float).
fn to_word(g: &mut LlGraph, b: BlockId, v: LlValue, ty: Type, kind: Kind) -> LlValue {
    let op = match (kind, ty) {
        (Kind::Float, _) | (_, Type::Signed | Type::GcRef) => return v,
        (Kind::Ref, _) => return emit(g, b, LlOp::CastOpaquePtr, vec![v], Type::GcRef),
        (_, Type::Bool) => LlOp::CastBoolToInt,
        (_, Type::Char) => LlOp::CastCharToInt,
        (_, Type::UniChar) => LlOp::CastUniCharToInt,
        (_, Type::Unsigned) => LlOp::CastUintToInt,
        (_, Type::Address) => LlOp::CastAdrToInt,
        (_, Type::Ptr(_) | Type::FuncPtr(_)) => LlOp::CastPtrToInt,
        _ => LlOp::CastPrimitive,
    };
    emit(g, b, op, vec![v], Type::Signed)
}

fn from_word(g: &mut LlGraph, b: BlockId, v: LlValue, ty: Type, kind: Kind) -> LlValue {
    let op = match (kind, ty) {
        (Kind::Float, _) | (_, Type::Signed | Type::GcRef) => return v,
        (Kind::Ref, _) => LlOp::CastOpaquePtr,
        (_, Type::Bool) => LlOp::IntIsTrue,
        (_, Type::Char) => LlOp::CastIntToChar,
        (_, Type::UniChar) => LlOp::CastIntToUniChar,
        (_, Type::Unsigned) => LlOp::CastIntToUint,
        (_, Type::Address) => LlOp::CastIntToAdr,
        (_, Type::Ptr(_) | Type::FuncPtr(_)) => LlOp::CastIntToPtr,
        _ => LlOp::CastPrimitive,
    };
    emit(g, b, op, vec![v], ty)
}

/// Functions of the run time.
struct Transfer {
    set: [FuncId; 3],
    get: [FuncId; 3],
    result: [FuncId; 3],
    warm: FuncId,
    enter: FuncId,
    say_again: FuncId,
    again: FuncId,
    waits: FuncId,
    mark: FuncId,
    starts: FuncId,
    take_mark: FuncId,
}

fn transfer(p: &mut Program) -> Transfer {
    use Type::{Float, GcRef, Signed, Void};
    let mut three = |what: &str, args: &dyn Fn(Type) -> Vec<Type>, res: &dyn Fn(Type) -> Type| {
        [("i", Signed), ("r", GcRef), ("f", Float)]
            .map(|(l, t)| external(p, &format!("tw_jit_{what}_{l}"), args(t), res(t), false))
    };
    let set = three("set", &|t| vec![Signed, t], &|_| Void);
    let get = three("get", &|_| vec![Signed], &|t| t);
    let result = three("result", &|_| vec![], &|t| t);
    let warm = external(p, "tw_jit_warm", vec![Signed], Signed, false);
    let enter = external(p, "tw_jit_run", vec![Signed], Signed, true);
    // It leaves the part of this portal in tracebacks as well.
    p.funcs[enter].attrs.same_frame = true;
    let say_again = external(p, "tw_jit_say_again", vec![], Void, false);
    let again = external(p, "tw_jit_again", vec![], Signed, false);
    let waits = external(p, "tw_jit_waits", vec![], Signed, false);
    let mark = external(p, LEAVE_MARK, vec![Signed], Void, false);
    let starts = external(p, "tw_jit_starts", vec![], Void, false);
    let take_mark = external(p, "tw_jit_take_mark", vec![Signed], Signed, false);
    Transfer { set, get, result, warm, enter, say_again, again, waits, mark, starts, take_mark }
}

/// Gives the place of each parameter of a portal in the transfer area: kinds and places among those
/// of the kind.
fn slots(p: &Program, portal: &Portal) -> Vec<Option<(Kind, i64)>> {
    let mut counts = [0i64; 3];
    let slot = |ty: &Type| match kind_of(p, *ty).expect("checked by split") {
        Kind::Void => None,
        kind => {
            let n = &mut counts[kind as usize];
            *n += 1;
            Some((kind, *n - 1))
        }
    };
    portal.types.iter().map(slot).collect()
}

/// A call with a result that is switched on.
fn answer(
    p: &Program,
    g: &mut LlGraph,
    b: BlockId,
    (question, args): (FuncId, Vec<LlValue>),
    (at, known): (i64, Link<Ll>),
    otherwise: Link<Ll>,
) {
    let Value::Var(answered) = call(p, g, b, question, args) else {
        unreachable!("a call has a result")
    };
    g.blocks[b].exitswitch = ExitSwitch::Var(answered);
    g.blocks[b].exits = vec![
        Link { case: ExitCase::Value(Const::Int(at)), ..known },
        Link { case: ExitCase::Default, ..otherwise },
    ];
}

/// The portal's graph: calls the rounds until they have a result.
fn call_rounds(
    p: &mut Program,
    portal: &Portal,
    rounds: FuncId,
) -> Result<LlGraph, CodewriterError> {
    let t = transfer(p);
    let marked = &portal.marked;
    let result = marked.ty(marked.return_var());
    let exc = &marked.blocks[marked.exceptblock].inputargs;
    let exc = (marked.ty(exc[0]), marked.ty(exc[1]));
    let mut g = LlGraph::new(&p.funcs[portal.portal].name, result, exc);
    let inputs: Vec<VarId> = portal.types.iter().map(|ty| g.new_var("v", *ty)).collect();
    let round = g.new_block_with(inputs.clone());
    let args = inputs.into_iter().map(Value::Var).collect();
    let value = match call(p, &mut g, round, rounds, args) {
        v if result != Type::Void => v,
        _ => Value::Const(Const::Void),
    };
    let reload = g.new_block();
    let done = (0, Link::new(g.returnblock, vec![value]));
    answer(p, &mut g, round, (t.again, vec![]), done, Link::new(reload, vec![]));
    let mut values = vec![];
    for (slot, ty) in slots(p, portal).into_iter().zip(&portal.types) {
        values.push(match slot {
            None => Value::Const(Const::Void),
            Some((kind, n)) => {
                let at = vec![Value::Const(Const::Int(n))];
                let word = call(p, &mut g, reload, t.get[kind as usize], at);
                from_word(&mut g, reload, word, *ty, kind)
            }
        });
    }
    g.blocks[reload].exits = vec![Link::new(round, values)];
    let params: Vec<VarId> = portal.types.iter().map(|ty| g.new_var("v", *ty)).collect();
    let args: Vec<LlValue> = params.iter().map(|v| Value::Var(*v)).collect();
    let start = g.new_block_with(params);
    g.startblock = start;
    // Without `can_enter_jit` this is a merge point as any other.
    let starts = (!portal.implicit_entry()).then_some(t.starts);
    let cold = Link::new(round, args.clone());
    ask_in(p, portal, &t, &mut g, (start, &args, starts), (cold, reload))?;
    Ok(g)
}

fn driver(portal: &Portal) -> LlValue {
    Value::Const(Const::Int(portal.driver as i64))
}

/// Puts the calls of the run time into the graph of the rounds.
fn enter_calls(p: &mut Program, portal: &Portal, g: &mut LlGraph) -> Result<(), CodewriterError> {
    let t = transfer(p);
    let merge = find_marker(g, "jit_merge_point")[0].0;
    let (rest, needed) = split_block(g, merge, 1);
    let inputs = g.blocks[merge].inputargs.clone();
    // What goes on behind the merge point takes some of its inputs.
    let live = |args: &[LlValue]| {
        let place = |v: &VarId| inputs.iter().position(|n| n == v).expect("a green or red");
        Link::new(rest, needed.iter().map(|(v, _)| args[place(v)]).collect())
    };
    let args_of = |own: &[VarId]| own.iter().map(|v| Value::Var(*v)).collect::<Vec<LlValue>>();

    let own: Vec<VarId> = inputs.iter().map(|v| g.copy_var(*v)).collect();
    let ask = g.new_block_with(own.clone());
    let again = g.new_block();
    call(p, g, again, t.say_again, vec![]);
    let anything = Value::Const(p.zero(g.ty(g.return_var())));
    g.blocks[again].exits = vec![Link::new(g.returnblock, vec![anything])];
    let args = args_of(&own);
    ask_in(p, portal, &t, g, (ask, &args, None), (live(&args), again))?;

    let marks = ask_behind_entries(p, portal, &t, g, (merge, ask))?;
    let passed = args_of(&inputs);
    if marks {
        let taken = (t.take_mark, vec![driver(portal)]);
        answer(p, g, merge, taken, (0, live(&passed)), Link::new(ask, passed));
    } else if portal.implicit_entry() {
        g.blocks[merge].exits = vec![Link::new(ask, passed)];
    }
    // They start behind the merge point: the portal has asked.
    let params: Vec<VarId> = inputs.iter().map(|v| g.copy_var(*v)).collect();
    let start = live(&args_of(&params));
    g.startblock = g.new_block_with(params);
    let begin = g.startblock;
    g.blocks[begin].exits = vec![start];
    Ok(())
}

/// Asks the run time in an empty block with the greens and reds, `starts` as the start of the portal. If there is nothing to do it goes to `cold`;
/// to `again` if the portal is to go on with what is in the transfer area.
fn ask_in(
    p: &mut Program,
    portal: &Portal,
    t: &Transfer,
    g: &mut LlGraph,
    (first, args, starts): (BlockId, &[LlValue], Option<FuncId>),
    (cold, again): (Link<Ll>, BlockId),
) -> Result<(), CodewriterError> {
    let result = g.ty(g.return_var());
    let done = g.new_block();
    let kind = kind_of(p, result).ok_or_else(|| {
        let place = find_marker(&portal.marked, "jit_merge_point")[0];
        let span = portal.marked.blocks[place.0].operations[place.1].span;
        CodewriterError::at(span, "the portal returns a single float".into())
    })?;
    let value = match kind {
        Kind::Void => Value::Const(Const::Void),
        k => {
            let w = call(p, g, done, t.result[k as usize], vec![]);
            from_word(g, done, w, result, k)
        }
    };
    g.blocks[done].exits = vec![Link::new(g.returnblock, vec![value])];

    let inside = g.new_block();
    let run = (t.enter, vec![driver(portal)]);
    answer(p, g, inside, run, (1, Link::new(again, vec![])), Link::new(done, vec![]));

    let store = g.new_block();
    for (slot, (v, ty)) in slots(p, portal).into_iter().zip(args.iter().zip(&portal.types)) {
        if let Some((kind, n)) = slot {
            let word = to_word(g, store, *v, *ty, kind);
            call(p, g, store, t.set[kind as usize], vec![Value::Const(Const::Int(n)), word]);
        }
    }
    if let Some(starts) = starts {
        call(p, g, store, starts, vec![]);
    }
    let warm = (t.warm, vec![driver(portal)]);
    answer(p, g, store, warm, (0, cold.clone()), Link::new(inside, vec![]));
    let asks = link_into(g, store);
    answer(p, g, first, (t.waits, vec![]), (1, cold), asks);
    Ok(())
}

/// Lets what comes from each `can_enter_jit` ask the run time at the merge point. Returns whether the merge point has to look for marks.
fn ask_behind_entries(
    p: &Program,
    portal: &Portal,
    t: &Transfer,
    g: &mut LlGraph,
    (merge, ask): (BlockId, BlockId),
) -> Result<bool, CodewriterError> {
    let mut marks = portal.entered_elsewhere;
    let next = |g: &LlGraph| {
        find_marker(g, "can_enter_jit").into_iter().find(|found| found.2 == portal.driver)
    };
    while let Some((b, at, _)) = next(g) {
        check_entry(p, portal, &g.blocks[b].operations[at])?;
        let (behind, _) = split_block(g, b, at + 1);
        match between(g, behind, merge) {
            Some(blocks) => {
                g.blocks[b].operations.truncate(at);
                lead_to(g, behind, &blocks, (merge, ask));
            }
            None => {
                let op = &mut g.blocks[b].operations[at];
                op.op = LlOp::DirectCall;
                op.args = vec![Value::Const(Const::Func(t.mark)), driver(portal)];
                marks = true;
            }
        }
    }
    Ok(marks)
}

/// The blocks on ways from a block to the merge point, both aside. `None`: they are too many, or one of them is an entry, too.
fn between(g: &LlGraph, from: BlockId, merge: BlockId) -> Option<Vec<BlockId>> {
    let mut behind = vec![from];
    let mut seen: FxHashSet<BlockId> = [from, merge].into_iter().collect();
    let mut n = 0;
    while let Some(b) = behind.get(n) {
        behind.extend(g.blocks[*b].exits.iter().map(|l| l.target).filter(|t| seen.insert(*t)));
        n += 1;
    }
    // Those of them that lead there.
    let mut leads: FxHashSet<BlockId> = [merge].into_iter().collect();
    loop {
        let more = behind.iter().filter(|b| !leads.contains(*b)).filter(|b| {
            let mut targets = g.blocks[**b].exits.iter().map(|l| l.target);
            targets.any(|t| leads.contains(&t))
        });
        let more: Vec<BlockId> = more.copied().collect();
        if more.is_empty() {
            break;
        }
        leads.extend(more);
    }
    let blocks: Vec<BlockId> =
        behind.into_iter().filter(|b| *b != from && leads.contains(b)).collect();
    let operations = || blocks.iter().flat_map(|b| &g.blocks[*b].operations);
    let few = blocks.len() + operations().count() <= MOST_COPIED;
    (few && !operations().any(|op| marker(op).is_some())).then_some(blocks)
}

/// Copies blocks for who comes from one block alone, and lets these and the copies lead to `ask` where the others lead to the merge point.
fn lead_to(g: &mut LlGraph, from: BlockId, blocks: &[BlockId], (merge, ask): (BlockId, BlockId)) {
    let mut copies: FxHashMap<BlockId, BlockId> = [(merge, ask)].into_iter().collect();
    for b in blocks {
        let mut copy = g.blocks[*b].clone();
        renew(&mut copy, &mut |v| g.copy_var(v));
        copies.insert(*b, g.blocks.push(copy));
    }
    let own = blocks.iter().map(|b| copies[b]).chain([from]).collect::<Vec<_>>();
    for b in own {
        for l in &mut g.blocks[b].exits {
            l.target = copies.get(&l.target).copied().unwrap_or(l.target);
        }
    }
}
