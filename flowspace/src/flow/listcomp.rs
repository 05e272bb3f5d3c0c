//! Detection of lists that one `for` loop fills: `r = []; for x in xs: r.append(x)`.
//!
//! While such a list is only appended to, nobody else refers to it. So where the loop is left the list can become another
//! one with the same items (`hint("fence", r)`), of fixed length if nothing resizes that one, as with a comprehension.
//! The room for it can be allocated before the loop starts (`hint("maxlength", r, xs)`) if every round appends.

use flowmodel::graph::{BlockId, ExitCase, ExitSwitch, Link, SpaceOperation, Value, VarId};
use flowmodel::{Hl, HlConst, HlGraph, HlOp, HlValue};
use rustc_hash::{FxHashMap, FxHashSet};

/// Finds such lists; `stop_iteration` is the class that ends loops, `takers` are those of exits for a lack of memory.
pub(crate) fn detect(g: &mut HlGraph, stop_iteration: &HlConst, takers: &[HlConst]) {
    let has = |op| {
        let mut all = g.blocks.values().flat_map(|b| &b.operations);
        all.any(|o: &SpaceOperation<flowmodel::Hl>| o.op == op)
    };
    if !has(HlOp::NewList) || !has(HlOp::Next) {
        return;
    }
    let mut made: Vec<(BlockId, VarId)> = vec![];
    for b in g.reachable() {
        for op in &g.blocks[b].operations {
            if op.op == HlOp::NewList && op.args.is_empty() {
                made.push((b, op.result));
            }
        }
    }
    for (block, list) in made {
        // Blocks and links are new after each list.
        if let Some(found) = Detector::new(g, block, list).run(stop_iteration) {
            found.apply(g, takers);
        }
    }
}

/// Says what is done about a list.
struct Found {
    list: VarId,
    /// Exits that lead out of the part where it is appended to.
    leaving: Vec<(BlockId, usize)>,
    /// The list under all its names in that part.
    names: FxHashSet<VarId>,
    /// The place where the loop's iterator is made, and the list's name there.
    room: Option<(BlockId, usize, VarId)>,
}

impl Found {
    fn apply(self, g: &mut HlGraph, takers: &[HlConst]) {
        let hint = |text: &str| Value::Const(HlConst::Str(text.as_bytes().into()));
        let span = g
            .blocks
            .values()
            .flat_map(|b| &b.operations)
            .find(|op| op.result == self.list)
            .map_or(g.span, |op| op.span);
        for (b, i) in self.leaving {
            let mut link = g.blocks[b].exits[i].clone();
            let is_list = |a: &HlValue| a.as_var().is_some_and(|v| self.names.contains(&v));
            let inputs: Vec<VarId> = (link.args.iter())
                .map(|a| match a {
                    Value::Var(v) => g.copy_var(*v),
                    Value::Const(_) => g.new_var("", ()),
                })
                .collect();
            let first = link.args.iter().position(is_list).expect("the exit passes the list");
            let fence = g.new_block_with(inputs.clone());
            let args = vec![hint("fence"), Value::Var(inputs[first])];
            let done = g.copy_var(inputs[first]);
            g.blocks[fence].operations.push(SpaceOperation {
                op: HlOp::Hint,
                args,
                result: done,
                span,
            });
            let on = (link.args.iter().zip(&inputs))
                .map(|(a, v)| match a {
                    // Constants stay visible to who reads the link.
                    Value::Const(_) => a.clone(),
                    a if is_list(a) => Value::Var(done),
                    _ => Value::Var(*v),
                })
                .collect();
            let mut next = Link::new(link.target, on);
            next.span = link.span;
            g.blocks[fence].exits.push(next);
            let takes = |l: &&Link<_>| matches!(&l.case, ExitCase::Value(c) if takers.contains(c));
            if let Some(handler) = g.blocks[b].exits.iter().find(takes).cloned() {
                handle(g, fence, handler, &mut link.args);
            }
            link.target = fence;
            link.span = Default::default();
            g.blocks[b].exits[i] = link;
        }
        if let Some((b, i, list)) = self.room {
            let iterable = g.blocks[b].operations[i].args[0].clone();
            let args = vec![hint("maxlength"), Value::Var(list), iterable];
            let result = g.new_var("", ());
            let op = SpaceOperation { op: HlOp::Hint, args, result, span };
            g.blocks[b].operations.insert(i, op);
        }
    }
}

/// Makes the block of a fence handle a lack of memory as the block that leads to it with these values does: by a link
/// as `handler`.
fn handle(g: &mut HlGraph, fence: BlockId, mut handler: Link<Hl>, passed: &mut Vec<HlValue>) {
    let exception = [handler.last_exception, handler.last_exc_value];
    let fresh = exception.map(|v| v.map(|v| g.copy_var(v)));
    for a in &mut handler.args {
        let Value::Var(v) = a else { continue };
        *a = match exception.iter().position(|e| *e == Some(*v)) {
            Some(i) => fresh[i].expect("a copy of each").into(),
            None => {
                passed.push(Value::Var(*v));
                let input = g.copy_var(*v);
                g.blocks[fence].inputargs.push(input);
                input.into()
            }
        };
    }
    [handler.last_exception, handler.last_exc_value] = fresh;
    g.blocks[fence].exitswitch = ExitSwitch::LastException;
    g.blocks[fence].exits.push(handler);
}

/// The search for one list.
struct Detector<'g> {
    g: &'g HlGraph,
    /// The block where it is made.
    start: BlockId,
    list: VarId,
    blocks: Vec<BlockId>,
    /// The inputs that links give a variable to.
    flows: FxHashMap<VarId, Vec<VarId>>,
    /// The list's names.
    names: FxHashSet<VarId>,
}

/// Gives the blocks that steps lead to from a block; the block itself only by a way back.
fn closure(from: BlockId, steps: impl Iterator<Item = (BlockId, BlockId)>) -> FxHashSet<BlockId> {
    let mut next: FxHashMap<BlockId, Vec<BlockId>> = FxHashMap::default();
    for (a, b) in steps {
        next.entry(a).or_default().push(b);
    }
    let mut found = FxHashSet::default();
    let mut work = next.get(&from).cloned().unwrap_or_default();
    while let Some(b) = work.pop() {
        if found.insert(b) {
            work.extend(next.get(&b).into_iter().flatten());
        }
    }
    found
}

impl<'g> Detector<'g> {
    fn new(g: &'g HlGraph, start: BlockId, list: VarId) -> Self {
        let blocks = g.reachable();
        let mut flows: FxHashMap<VarId, Vec<VarId>> = FxHashMap::default();
        for l in blocks.iter().flat_map(|b| &g.blocks[*b].exits).filter(|l| l.target != start) {
            for (a, input) in l.args.iter().zip(&g.blocks[l.target].inputargs) {
                if let Value::Var(v) = a {
                    flows.entry(*v).or_default().push(*input);
                }
            }
        }
        Detector { g, start, list, blocks, flows, names: FxHashSet::default() }
    }

    /// All variables that a variable's value may come to, without passing the block that makes the list.
    fn reached(&self, from: &[VarId]) -> FxHashSet<VarId> {
        let mut names: FxHashSet<VarId> = FxHashSet::default();
        let mut work = from.to_vec();
        while let Some(v) = work.pop() {
            if names.insert(v) {
                work.extend(self.flows.get(&v).into_iter().flatten());
            }
        }
        names
    }

    fn passes(&self, l: &Link<flowmodel::Hl>, names: &FxHashSet<VarId>) -> bool {
        l.args.iter().any(|a| a.as_var().is_some_and(|v| names.contains(&v)))
    }

    /// Pairs of blocks that are linked by an exit that passes the list on.
    fn steps(&self) -> Vec<(BlockId, BlockId)> {
        let mut steps = vec![];
        for &b in &self.blocks {
            let exits = self.g.blocks[b].exits.iter();
            let passing = exits.filter(|l| l.target != self.start && self.passes(l, &self.names));
            steps.extend(passing.map(|l| (b, l.target)));
        }
        steps
    }

    fn run(mut self, stop_iteration: &HlConst) -> Option<Found> {
        self.names = self.reached(&[self.list]);
        let g = self.g;
        // `r.append`, and the calls of it.
        let is_append = |op: &SpaceOperation<flowmodel::Hl>, names: &FxHashSet<VarId>| {
            op.op == HlOp::GetAttr
                && op.args[0].as_var().is_some_and(|v| names.contains(&v))
                && op.args[1] == Value::Const(HlConst::Str(b"append"[..].into()))
        };
        let mut methods = vec![];
        for op in self.blocks.iter().flat_map(|b| &g.blocks[*b].operations) {
            if is_append(op, &self.names) {
                methods.push(op.result);
            }
        }
        if methods.is_empty() {
            return None;
        }
        let methods = self.reached(&methods);
        let is_call = |op: &SpaceOperation<flowmodel::Hl>| {
            op.op == HlOp::SimpleCall
                && op.args.len() == 2
                && op.args[0].as_var().is_some_and(|v| methods.contains(&v))
        };
        let appending: Vec<BlockId> = (self.blocks.iter().copied())
            .filter(|b| g.blocks[*b].operations.iter().any(is_call))
            .collect();
        // All of them are in one loop: each leads to each. (Where the method is called the list is passed on, if only to the
        // next round.)
        let first = *appending.first()?;
        let steps = self.steps();
        let part = closure(first, steps.iter().map(|(a, b)| (*b, *a)));
        let after = closure(first, steps.into_iter());
        let cycle: FxHashSet<BlockId> = part.intersection(&after).copied().collect();
        if !appending.iter().all(|b| cycle.contains(b)) || cycle.contains(&self.start) {
            return None;
        }
        // A `for` loop, the outermost one.
        let head = *cycle.iter().find(|b| {
            let block = &g.blocks[**b];
            block.raising_op().is_some_and(|op| op.op == HlOp::Next)
                && block.exits.iter().any(|l| {
                    l.case == ExitCase::Value(stop_iteration.clone()) && !cycle.contains(&l.target)
                })
        })?;
        let mut leaving = vec![];
        for &b in &part {
            let block = &g.blocks[b];
            for op in &block.operations {
                let append = is_append(op, &self.names);
                for (i, a) in op.args.iter().enumerate() {
                    let Value::Var(v) = a else { continue };
                    if self.names.contains(v) && !(append && i == 0)
                        || methods.contains(v) && !(is_call(op) && i == 0)
                    {
                        return None;
                    }
                }
            }
            if let ExitSwitch::Var(v) = block.exitswitch
                && (self.names.contains(&v) || methods.contains(&v))
            {
                return None;
            }
            for (i, l) in block.exits.iter().enumerate() {
                let inside = part.contains(&l.target) && l.target != self.start;
                if !inside && self.passes(l, &methods) {
                    return None;
                }
                if inside || !self.passes(l, &self.names) {
                    continue;
                }
                let raised = block.can_raise() && l.case != ExitCase::None;
                let ends = block.raising_op().is_some_and(|op| op.op == HlOp::Next)
                    && l.case == ExitCase::Value(stop_iteration.clone());
                if raised && !ends {
                    return None; // a handler sees it
                }
                if !self.is_fenced(l) {
                    leaving.push((b, i));
                }
            }
        }
        // In this part, the names mean this list and nothing else.
        for &b in &self.blocks {
            for l in &g.blocks[b].exits {
                if !part.contains(&l.target) || l.target == self.start {
                    continue;
                }
                for (a, input) in l.args.iter().zip(&g.blocks[l.target].inputargs) {
                    for names in [&self.names, &methods] {
                        let passed =
                            part.contains(&b) && a.as_var().is_some_and(|v| names.contains(&v));
                        if names.contains(input) && !passed {
                            return None;
                        }
                    }
                }
            }
        }
        leaving.sort();
        let room = self.room(head, &part, &cycle, &appending);
        Some(Found { list: self.list, leaving, names: self.names, room })
    }

    /// Says whether an exit leads to the fence of a comprehension.
    fn is_fenced(&self, l: &Link<flowmodel::Hl>) -> bool {
        let block = &self.g.blocks[l.target];
        let Some(op) = block.operations.first() else { return false };
        let fence = Value::Const(HlConst::Str(b"fence"[..].into()));
        let inputs = block.inputargs.iter().filter(|v| self.names.contains(v));
        op.op == HlOp::Hint
            && op.args[0] == fence
            && op.args[1].as_var().is_some_and(|v| self.names.contains(&v))
            && inputs.count() == 1
    }

    /// Finds where the iterator of the loop is made, if every round appends. (Not under a handler, which might be
    /// one for `MemoryError`.)
    fn room(
        &self,
        head: BlockId,
        part: &FxHashSet<BlockId>,
        cycle: &FxHashSet<BlockId>,
        appending: &[BlockId],
    ) -> Option<(BlockId, usize, VarId)> {
        let g = self.g;
        if appending.iter().any(|b| g.blocks[*b].can_raise()) {
            return None;
        }
        // A round without an append: from head to head past all blocks with one.
        let mut seen: FxHashSet<BlockId> = FxHashSet::default();
        let mut work = vec![head];
        while let Some(b) = work.pop() {
            for l in &g.blocks[b].exits {
                let t = l.target;
                if t == head {
                    return None;
                }
                if cycle.contains(&t) && !appending.contains(&t) && seen.insert(t) {
                    work.push(t);
                }
            }
        }
        // The iterator, back to where it is made.
        let mut sources: FxHashMap<VarId, (BlockId, usize)> = FxHashMap::default();
        for &b in part {
            for (i, op) in g.blocks[b].operations.iter().enumerate() {
                if op.op == HlOp::Iter {
                    sources.insert(op.result, (b, i));
                }
            }
        }
        let mut work = vec![g.blocks[head].raising_op()?.args[0].as_var()?];
        let mut seen: FxHashSet<VarId> = FxHashSet::default();
        let mut made: Option<(BlockId, usize)> = None;
        while let Some(v) = work.pop() {
            if !seen.insert(v) {
                continue;
            }
            if let Some(at) = sources.get(&v) {
                if made.is_some_and(|m| m != *at) {
                    return None;
                }
                made = Some(*at);
                continue;
            }
            let owner = self.blocks.iter().find(|b| g.blocks[**b].inputargs.contains(&v))?;
            let i = g.blocks[*owner].inputargs.iter().position(|x| *x == v)?;
            for l in self.blocks.iter().flat_map(|b| &g.blocks[*b].exits) {
                if l.target == *owner {
                    work.push(l.args[i].as_var()?);
                }
            }
        }
        let (b, i) = made.filter(|m| !cycle.contains(&m.0))?;
        let block = &g.blocks[b];
        let before = block.operations[..i].iter().map(|op| op.result);
        let list = block.inputargs.iter().copied().chain(before).find(|v| self.names.contains(v));
        Some((b, i, list?))
    }
}
