//! Range tests of neighbouring places are merged: guest programs step through arrays by constants, and each step tests its index.
//!
//! Along the ways that the tests let through, each compares `x + c` with one length. If the least and the greatest of these numbers
//! are in range, all are. So one test, the *gate*, stands in front of two copies of these ways: one without tests, and the old one.
//! (In traces guards are strengthened instead; here nobody can go back.) First innermost loops get gates that leave `x` and the length
//! as they are: their tests are made once, not in each round. Then *regions*: blocks behind a test, as far as `x` and the
//! length are known, over branches and over the loops that have gates.

use crate::counting;
use crate::counting::close_loops;
use flowmodel::diag::Span;
use flowmodel::surgery::{bool_exits, join_blocks, renew, split_block};
use flowmodel::{
    BlockId, Const, ExitCase, ExitSwitch, Link, Ll, LlGraph, LlOp, LlValue, Program, SecondaryMap,
    Type, VarId,
};
use rustc_hash::{FxHashMap, FxHashSet};
use std::cmp::Reverse;
use std::collections::BinaryHeap;

/// Maximum number of blocks that are copied for a gate.
const MOST_BLOCKS: usize = 100;

/// Bound of the numbers that are added to an index: they are less.
const MOST: u64 = 1 << 32;

/// A variable, plus a number.
pub type Form = (VarId, i64);

/// Values of variables by others.
#[derive(Default)]
struct Forms(FxHashMap<VarId, Form>);

impl Forms {
    fn of(&self, v: &LlValue) -> Option<Form> {
        let v = v.as_var()?;
        Some(self.0.get(&v).copied().unwrap_or((v, 0)))
    }

    /// Takes the operations of a block in.
    fn block(&mut self, g: &LlGraph, b: BlockId) {
        for op in &g.blocks[b].operations {
            if let Some((v, n)) = counting::moved(op.op, &op.args)
                && let Some((x, c)) = self.of(v)
            {
                self.0.insert(op.result, (x, c.wrapping_add(n)));
            }
        }
    }
}

/// A test that a block ends with: the index, between which numbers added to it, the length, and the exit that is taken in range.
struct Test<'g> {
    index: &'g LlValue,
    /// Added to the index: the least and the greatest.
    span: [i64; 2],
    length: &'g LlValue,
    inside: usize,
    /// The length is one surely: it is compared as an unsigned number.
    surely: bool,
}

fn range_test(g: &LlGraph, b: BlockId) -> Option<Test<'_>> {
    let blk = &g.blocks[b];
    let ExitSwitch::Var(v) = blk.exitswitch else { return None };
    let op = blk.operations.iter().find(|o| o.result == v)?;
    // Whether the test is true in range, and which operand is the index.
    let (when, index, surely) = match op.op {
        LlOp::UintGe => (false, 0, true),
        LlOp::UintLt => (true, 0, true),
        LlOp::IntGe => (false, 0, false),
        LlOp::IntLt => (true, 0, false),
        LlOp::IntLe => (false, 1, false),
        LlOp::IntGt => (true, 1, false),
        LlOp::IntBetween => (true, 1, true),
        _ => return None,
    };
    let (span, length) = match (op.op, &op.args[0]) {
        (LlOp::IntBetween, LlValue::Const(Const::Int(n))) if (0..MOST as i64).contains(n) => {
            ([-n, 0], 2)
        }
        (LlOp::IntBetween, _) => return None,
        _ => ([0, 0], 1 - index),
    };
    let case = ExitCase::Value(Const::Bool(when));
    let inside = blk.exits.iter().position(|l| l.case == case)?;
    let (index, length) = (&op.args[index], &op.args[length]);
    (index.as_var().is_some() && length.as_var().is_some()).then_some(Test {
        index,
        span,
        length,
        inside,
        surely,
    })
}

/// The graph as it is as long as tests say that indices are in range.
struct Hot {
    /// The exit that is not taken then.
    cold: SecondaryMap<BlockId, Option<usize>>,
    /// Blocks that are reached then, in reverse postorder.
    order: Vec<BlockId>,
    /// Index of a block there, from 1.
    place: SecondaryMap<BlockId, usize>,
    preds: SecondaryMap<BlockId, Vec<(BlockId, usize)>>,
}

impl Hot {
    fn new(g: &LlGraph) -> Hot {
        let lengths = lengths(g);
        let mut hot = Hot {
            cold: SecondaryMap::new(),
            order: vec![],
            place: SecondaryMap::new(),
            preds: SecondaryMap::new(),
        };
        for b in g.reachable() {
            if let Some(t) = range_test(g, b)
                && t.length.as_var().is_some_and(|v| lengths[v])
            {
                hot.cold[b] = Some(1 - t.inside);
            }
        }
        let mut seen: SecondaryMap<BlockId, bool> = SecondaryMap::new();
        let mut stack = vec![(g.startblock, 0)];
        seen[g.startblock] = true;
        while let Some((b, i)) = stack.pop() {
            let Some(l) = g.blocks[b].exits.get(i) else {
                hot.order.push(b);
                continue;
            };
            stack.push((b, i + 1));
            if hot.cold[b] != Some(i) {
                hot.preds[l.target].push((b, i));
                if !std::mem::replace(&mut seen[l.target], true) {
                    stack.push((l.target, 0));
                }
            }
        }
        hot.order.reverse();
        for (at, b) in hot.order.iter().enumerate() {
            hot.place[*b] = at + 1;
        }
        hot
    }

    /// Exits that are taken when indices are in range.
    fn exits<'g>(
        &self,
        g: &'g LlGraph,
        b: BlockId,
    ) -> impl Iterator<Item = (usize, &'g Link<Ll>)> + use<'g> {
        let cold = self.cold[b];
        g.blocks[b].exits.iter().enumerate().filter(move |(i, _)| Some(*i) != cold)
    }
}

/// Variables that are lengths: an index is compared with them, as unsigned numbers, or they become such.
fn lengths(g: &LlGraph) -> SecondaryMap<VarId, bool> {
    let mut is_length: SecondaryMap<VarId, bool> = SecondaryMap::with_capacity(g.vars.len());
    let mut work = vec![];
    let mut from: SecondaryMap<VarId, Option<VarId>> = SecondaryMap::with_capacity(g.vars.len());
    let mut input: SecondaryMap<VarId, Option<(BlockId, usize)>> =
        SecondaryMap::with_capacity(g.vars.len());
    let blocks = g.reachable();
    for b in &blocks {
        for (k, v) in g.blocks[*b].inputargs.iter().enumerate() {
            input[*v] = Some((*b, k));
        }
        for op in &g.blocks[*b].operations {
            from[op.result] = counting::moved(op.op, &op.args).and_then(|(v, _)| v.as_var());
        }
        if let Some(t) = range_test(g, *b).filter(|t| t.surely) {
            work.extend(t.length.as_var());
        }
    }
    let preds = g.predecessors();
    while let Some(v) = work.pop() {
        if std::mem::replace(&mut is_length[v], true) {
            continue;
        }
        work.extend(from[v]);
        if let Some((b, k)) = input[v] {
            let args = preds[b].iter().map(|(p, i)| &g.blocks[*p].exits[*i as usize].args[k]);
            work.extend(args.filter_map(|a| a.as_var()));
        }
    }
    is_length
}

/// Blocks that are entered at the first one only.
struct Region {
    blocks: Vec<BlockId>,
    has: FxHashSet<BlockId>,
}

impl Region {
    fn new(blocks: Vec<BlockId>) -> Region {
        Region { has: blocks.iter().copied().collect(), blocks }
    }

    /// The values of its variables, by those at the start of its first block. What comes back there starts again.
    fn forms(&self, g: &LlGraph, hot: &Hot) -> Forms {
        let mut own: FxHashSet<VarId> = FxHashSet::default();
        loop {
            let mut again = false;
            let mut forms = Forms::default();
            let mut passed: FxHashSet<BlockId> = FxHashSet::default();
            for last in [false, true] {
                for b in &self.blocks {
                    let inputs: &[VarId] = match *b == self.blocks[0] {
                        true => &[],
                        false => &g.blocks[*b].inputargs,
                    };
                    for (k, v) in inputs.iter().enumerate() {
                        if own.contains(v) {
                            continue;
                        }
                        let from = hot.preds[*b].iter().filter(|(p, _)| match last {
                            true => self.has.contains(p),
                            false => passed.contains(p),
                        });
                        let mut all = from.map(|(p, i)| forms.of(&g.blocks[*p].exits[*i].args[k]));
                        let first = all.next().flatten();
                        match first.filter(|f| all.all(|g| g == Some(*f))) {
                            Some(form) if !last => {
                                forms.0.insert(*v, form);
                            }
                            Some(_) => {}
                            None => again |= own.insert(*v),
                        }
                    }
                    if !last {
                        forms.block(g, *b);
                        passed.insert(*b);
                    }
                }
            }
            if !again {
                return forms;
            }
        }
    }
}

/// Describes what a gate tests.
struct Gate {
    index: VarId,
    length: VarId,
    /// Added to the index: the least and the greatest.
    span: [i64; 2],
    /// Tests that it makes needless, and the exits that they take.
    tests: FxHashMap<BlockId, usize>,
}

/// The tests of a region that one gate can stand for: of one index and one length at the start of its first block.
fn gate(g: &LlGraph, region: &Region, forms: &Forms, only: Option<[VarId; 2]>) -> Option<Gate> {
    let inputs = &g.blocks[region.blocks[0]].inputargs;
    let mut gate: Option<Gate> = None;
    for b in &region.blocks {
        let Some(t) = range_test(g, *b) else { continue };
        let (Some((index, c)), Some((length, 0))) = (forms.of(t.index), forms.of(t.length)) else {
            continue;
        };
        let known = match (only, &gate) {
            (Some(pair), _) => pair == [index, length],
            (None, Some(gate)) => [gate.index, gate.length] == [index, length],
            (None, None) => inputs.contains(&index) && inputs.contains(&length),
        };
        if !known || c.unsigned_abs() >= MOST {
            continue;
        }
        let span = t.span.map(|n| n + c);
        let all =
            gate.get_or_insert_with(|| Gate { index, length, span, tests: FxHashMap::default() });
        all.span = [all.span[0].min(span[0]), all.span[1].max(span[1])];
        all.tests.insert(*b, t.inside);
    }
    gate.filter(|gate| gate.span[1].abs_diff(gate.span[0]) < MOST)
}

/// Says whether a link back to the first block brings index and length as they were.
fn same_again(g: &LlGraph, first: BlockId, forms: &Forms, gate: &Gate, l: &Link<Ll>) -> bool {
    let inputs = &g.blocks[first].inputargs;
    let at = |v: VarId| inputs.iter().position(|i| *i == v).and_then(|k| forms.of(&l.args[k]));
    at(gate.index) == Some((gate.index, 0)) && at(gate.length) == Some((gate.length, 0))
}

/// Merges range tests. Returns whether there were some.
pub fn merge_range_tests(p: &Program, g: &mut LlGraph) -> bool {
    split_before_tests(g);
    let mut any = gates_of_loops(g);
    if any {
        backendopt::simplify::remove_dead(p, g);
        join_blocks(g);
    }
    any |= close_loops(p, g) > 0;
    if gates_of_regions(g) {
        any = true;
        backendopt::simplify::remove_dead(p, g);
        join_blocks(g);
        close_loops(p, g);
    }
    g.compact();
    any
}

/// Tests stand in blocks into which their index and their length come.
fn split_before_tests(g: &mut LlGraph) {
    for b in g.reachable() {
        let mut forms = Forms::default();
        forms.block(g, b);
        let Some(t) = range_test(g, b) else { continue };
        let bases = [t.index, t.length].map(|v| forms.of(v).map(|(v, _)| v));
        let ops = &g.blocks[b].operations;
        if let Some(at) = ops.iter().rposition(|o| bases.contains(&Some(o.result))) {
            split_block(g, b, at + 1);
        }
    }
}

/// Innermost loops that change neither an index nor its length get gates.
fn gates_of_loops(g: &mut LlGraph) -> bool {
    let hot = Hot::new(g);
    let mut bodies: Vec<Vec<BlockId>> = vec![];
    let mut headers: FxHashSet<BlockId> = FxHashSet::default();
    for h in &hot.order {
        let back = |(p, _): &&(BlockId, usize)| hot.place[*p] >= hot.place[*h];
        let mut work: Vec<BlockId> = hot.preds[*h].iter().filter(back).map(|(p, _)| *p).collect();
        if work.is_empty() {
            continue;
        }
        headers.insert(*h);
        let mut body = FxHashSet::from_iter([*h]);
        while let Some(b) = work.pop() {
            // Another way in: no loop with one header.
            if hot.place[b] < hot.place[*h] || body.len() > MOST_BLOCKS {
                body.clear();
                break;
            }
            if body.insert(b) {
                work.extend(hot.preds[b].iter().map(|(p, _)| *p));
            }
        }
        let mut body: Vec<BlockId> = body.into_iter().collect();
        body.sort_by_key(|b| hot.place[*b]);
        bodies.push(body);
    }
    let mut any = false;
    for body in bodies {
        if body.is_empty() || body[1..].iter().any(|b| headers.contains(b)) {
            continue;
        }
        let region = Region::new(body);
        let first = region.blocks[0];
        let forms = region.forms(g, &hot);
        let Some(gate) = gate(g, &region, &forms, None) else { continue };
        let back = |(p, _): &&(BlockId, usize)| region.has.contains(p);
        let same = |(p, i): &(BlockId, usize)| {
            same_again(g, first, &forms, &gate, &g.blocks[*p].exits[*i])
        };
        if hot.preds[first].iter().filter(back).all(same) {
            split(g, &region, &forms, &gate);
            any = true;
        }
    }
    any
}

/// Ways behind tests get gates.
fn gates_of_regions(g: &mut LlGraph) -> bool {
    let hot = Hot::new(g);
    let mut passed: FxHashSet<BlockId> = FxHashSet::default();
    let mut any = false;
    for first in &hot.order {
        if passed.contains(first) || hot.cold[*first].is_none() {
            continue;
        }
        let mut forms = Forms::default();
        forms.block(g, *first);
        let Some(t) = range_test(g, *first) else { continue };
        let (Some((index, _)), Some((length, 0))) = (forms.of(t.index), forms.of(t.length)) else {
            continue;
        };
        let inputs = &g.blocks[*first].inputargs;
        if !inputs.contains(&index) || !inputs.contains(&length) {
            continue;
        }
        let region = grow(g, &hot, *first, forms, [index, length]);
        let forms = region.forms(g, &hot);
        let Some(gate) = gate(g, &region, &forms, Some([index, length])) else { continue };
        let region = with_tests(g, &hot, region, &forms, &gate);
        let again = region.blocks.iter().flat_map(|b| hot.exits(g, *b));
        let again = again
            .filter(|(_, l)| l.target == *first)
            .any(|(_, l)| same_again(g, *first, &forms, &gate, l));
        if gate.tests.len() > 1 || again {
            passed.extend(region.blocks.iter().copied());
            split(g, &region, &forms, &gate);
            any = true;
        }
    }
    any
}

/// The blocks behind one that know its index and its length, and that are reached through it only.
fn grow(
    g: &LlGraph,
    hot: &Hot,
    first: BlockId,
    mut forms: Forms,
    [index, length]: [VarId; 2],
) -> Region {
    let mut region = Region::new(vec![first]);
    let mut ahead: BinaryHeap<Reverse<(usize, BlockId)>> = BinaryHeap::new();
    let mut b = first;
    loop {
        for (_, l) in hot.exits(g, b) {
            if hot.place[l.target] > hot.place[b] {
                ahead.push(Reverse((hot.place[l.target], l.target)));
            }
        }
        b = loop {
            let Some(Reverse((place, b))) = ahead.pop() else { return region };
            let blk = &g.blocks[b];
            let forward = |(p, _): &&(BlockId, usize)| hot.place[*p] < place;
            let mut preds = hot.preds[b].iter().filter(forward);
            let here = preds.all(|(p, _)| region.has.contains(p));
            if region.has.contains(&b) || g.is_final(b) || blk.can_raise() || !here {
                continue;
            }
            for (k, v) in blk.inputargs.iter().enumerate() {
                let from = hot.preds[b].iter().filter(forward);
                let mut from = from.map(|(p, i)| forms.of(&g.blocks[*p].exits[*i].args[k]));
                if let Some(form) = from.next().flatten()
                    && from.all(|f| f == Some(form))
                {
                    forms.0.insert(*v, form);
                }
            }
            let knows =
                |x: VarId| blk.inputargs.iter().any(|v| forms.0.get(v).is_some_and(|f| f.0 == x));
            if knows(index) && knows(length) {
                break b;
            }
        };
        if region.blocks.len() == MOST_BLOCKS {
            return region;
        }
        forms.block(g, b);
        region.blocks.push(b);
        region.has.insert(b);
    }
}

/// Gives the region without the blocks behind which no test stands any more.
fn with_tests(g: &LlGraph, hot: &Hot, region: Region, forms: &Forms, gate: &Gate) -> Region {
    let first = region.blocks[0];
    let mut useful: FxHashSet<BlockId> = FxHashSet::default();
    let mut work: Vec<BlockId> = gate.tests.keys().copied().collect();
    while let Some(b) = work.pop() {
        if !useful.insert(b) {
            continue;
        }
        work.extend(hot.preds[b].iter().filter_map(|(p, i)| {
            let l = &g.blocks[*p].exits[*i];
            let inside = b != first || same_again(g, first, forms, gate, l);
            (region.has.contains(p) && inside).then_some(*p)
        }));
    }
    Region::new(region.blocks.into_iter().filter(|b| useful.contains(b)).collect())
}

/// The first block becomes the gate before a copy of the region without tests and the old one.
fn split(g: &mut LlGraph, region: &Region, forms: &Forms, gate: &Gate) {
    let first = region.blocks[0];
    let mut copies: FxHashMap<BlockId, BlockId> = FxHashMap::default();
    for b in &region.blocks {
        let mut blk = g.blocks[*b].clone();
        if let Some(inside) = gate.tests.get(b) {
            blk.exits = vec![Link { case: ExitCase::None, ..blk.exits.swap_remove(*inside) }];
            blk.exitswitch = ExitSwitch::None;
        }
        copies.insert(*b, g.blocks.push(blk));
    }
    for b in &region.blocks {
        let copy = copies[b];
        let mut blk = std::mem::take(&mut g.blocks[copy]);
        for l in &mut blk.exits {
            if l.target != first || same_again(g, first, forms, gate, l) {
                l.target = copies.get(&l.target).copied().unwrap_or(l.target);
            }
        }
        renew(&mut blk, &mut |v| g.copy_var(v));
        g.blocks[copy] = blk;
    }
    let mut old = g.blocks[first].clone();
    renew(&mut old, &mut |v| g.copy_var(v));
    let old = g.blocks.push(old);
    let blk = &mut g.blocks[first];
    blk.operations.clear();
    let args: Vec<LlValue> = blk.inputargs.iter().map(|v| LlValue::Var(*v)).collect();
    // `most - least <= x + most < length`: then no sum overflows, and `x + least` is not negative.
    let konst = |n: i64| LlValue::Const(Const::Int(n));
    let [least, most] = gate.span;
    let mut emit = |op, args, ty| g.add_op(first, op, args, "v", ty, Span::NONE);
    let high = match most {
        0 => gate.index,
        n => emit(LlOp::IntAdd, vec![gate.index.into(), konst(n)], Type::Signed),
    };
    let between = vec![konst(most - least), high.into(), gate.length.into()];
    let all = emit(LlOp::IntBetween, between, Type::Bool);
    let blk = &mut g.blocks[first];
    blk.exitswitch = ExitSwitch::Var(all);
    blk.exits = bool_exits(Link::new(old, args.clone()), Link::new(copies[&first], args));
}
