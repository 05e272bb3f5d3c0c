//! Large interpreter loops in parts: each case of the switch is a function of its own, which ends in a jump to the function
//! of the next command. What all of them need are their parameters, and so in registers; Cranelift, which knows no
//! frequencies, would keep most of it in the stack if they were one function.
//!
//! Code that runs seldom in a case, as the general way behind a fast one, is a part of its own, too, so that the fast
//! way has no calls, and saves no registers for them.

use crate::cut::{Cut, End, ParamPlace, Part};
use crate::machine;
use crate::state::Object;
use flowmodel::graph::Predecessors;
use flowmodel::{
    BlockId, ExitSwitch, FuncId, Link, Ll, LlGraph, LlOp, LlValue, SpaceOperation, Type, Value,
    VarId, surgery::renew,
};
use genc::body::Body;
use genc::dispatch::{Dispatch, Table};
use indexmap::{IndexMap, IndexSet};
use lloperation::Native;
use rustc_hash::{FxHashMap, FxHashSet};
use std::rc::Rc;

/// Minimum number of different cases.
const MIN_CASES: usize = 12;
/// Minimum number of blocks in the loop: in smaller ones registers suffice for all.
const MIN_BLOCKS: usize = 250;
/// Maximum number of parts.
const MAX_PARTS: usize = 4000;
/// Parameters in registers: words and floats.
const REGISTERS: [usize; 2] = [6, 8];
/// Largest number of operations that are repeated where two parts come to the same place; and where that is seldom.
const MAX_REPEATED: [usize; 2] = [40, 6];
/// Weight of an operation that is rather done again than its result passed; and how many of them in a row.
const MAX_WEIGHT: f64 = 2.0;
const MAX_DERIVED: usize = 3;

/// Says what a part begins with.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
enum Start {
    /// The function's parameters.
    Function,
    /// An exit of the switch.
    Case(usize),
    /// A block.
    Block(BlockId),
}

/// Looks for parts.
struct Cutter<'b, 'g> {
    body: &'b Body<'g>,
    dispatch: &'b Dispatch,
    /// The switch.
    switch: BlockId,
    /// Blocks with calls that change registers, also in parts with a way without calls.
    calls: FxHashSet<BlockId>,
    /// The operation that gives a variable, if it may be done again.
    simple: FxHashMap<VarId, &'g SpaceOperation<Ll>>,
    preds: Predecessors,
    /// Blocks that parts begin with.
    heads: IndexSet<BlockId>,
    /// Values that all cases get.
    common: Vec<VarId>,
}

impl Object<'_> {
    /// The parts of a function, if it is a large interpreter loop.
    pub(crate) fn cut(&mut self, f: FuncId) -> Option<Rc<Cut>> {
        if let Some(cut) = self.cuts.get(&f) {
            return cut.clone();
        }
        let large = |g: &&LlGraph| {
            g.blocks.len() >= MIN_BLOCKS && g.blocks.values().any(|b| b.exits.len() >= MIN_CASES)
        };
        let here = self.db.opts.opt_level > 0 && machine::arch(self.db.opts) == "x86_64";
        let g = self.db.p.funcs[f].graph().filter(|g| here && large(g));
        let cut = g.and_then(|g| {
            let body = Body::new(self.db, f, g);
            let dispatch = find_ways(&body);
            cut_body(&body, &dispatch)
        });
        let cut = cut.map(Rc::new);
        self.cuts.insert(f, cut.clone());
        cut
    }
}

fn cut_body(body: &Body<'_>, dispatch: &Dispatch) -> Option<Cut> {
    let (&switch, table) = dispatch.tables.first()?;
    let cases: FxHashSet<usize> = table.entries.iter().flatten().copied().collect();
    if cases.len() < MIN_CASES || table.inside.len() < MIN_BLOCKS {
        return None;
    }
    let calls = body.order.iter().copied().filter(|b| has_calls(body, *b)).collect();
    let ops = body.order.iter().flat_map(|b| &body.g.blocks[*b].operations);
    // (Shifts are defined for those by a constant.)
    let simple = ops.filter(|o| {
        o.op.effects().is_none()
            && o.op.info().weight <= MAX_WEIGHT
            && (o.op.is_pure() || matches!(o.args[..], [_, Value::Const(_)]))
    });
    let mut c = Cutter {
        body,
        dispatch,
        switch,
        calls,
        simple: simple.map(|o| (o.result, o)).collect(),
        preds: body.g.predecessors(),
        heads: IndexSet::new(),
        common: vec![],
    };
    c.common = c.common_values();
    for params in [&c.common[..], body.g.params()] {
        if c.places(&c.types(params)).iter().any(|p| *p != ParamPlace::Register) {
            return None;
        }
    }
    c.find_heads()?;
    c.cut(table)
}

/// Tells whether a block has calls that change registers and come back. Calls that are made seldom keep all registers.
fn has_calls(body: &Body<'_>, b: BlockId) -> bool {
    let cold = body.cold.contains(&b);
    body.g.blocks[b].operations.iter().any(|op| match op.op {
        LlOp::DirectCall | LlOp::ExcTraceback => !cold,
        LlOp::IndirectCall
        | LlOp::RawMallocStruct
        | LlOp::CopyItems
        | LlOp::ZeroItems
        | LlOp::CopyToRaw
        | LlOp::CopyFromRaw
        | LlOp::FindChar
        | LlOp::GcDecref
        | LlOp::GcExtraRoots
        | LlOp::GcConfig => true,
        op => matches!(op.info().native, Some(Native::Call(_))),
    })
}

impl<'g> Cutter<'_, 'g> {
    /// The variable that somebody needs, if a value is one.
    fn needed(&self, v: &LlValue) -> Option<VarId> {
        let r = self.body.values.value(v).as_var()?;
        (self.body.needed.contains(&r) && self.body.g.ty(r) != Type::Void).then_some(r)
    }

    fn types(&self, vars: &[VarId]) -> Vec<Type> {
        vars.iter().map(|v| self.body.g.ty(*v)).collect()
    }

    /// Gives the values that the links to the cases pass.
    fn common_values(&self) -> Vec<VarId> {
        let exits = &self.body.g.blocks[self.switch].exits;
        let all = exits.iter().flat_map(|l| &l.args).filter_map(|a| self.needed(a));
        self.without_derived(all.collect())
    }

    /// Gives what is left without values that are derived from the others.
    fn without_derived(&self, mut all: IndexSet<VarId>) -> Vec<VarId> {
        for v in all.clone() {
            all.shift_remove(&v);
            if !self.derive(v, &all, MAX_DERIVED, &mut vec![]) {
                all.insert(v);
            }
        }
        all.into_iter().collect()
    }

    /// Notes the operations that derive a value from others, in their order. Answers whether there are such.
    fn derive(
        &self,
        v: VarId,
        from: &IndexSet<VarId>,
        depth: usize,
        ops: &mut Vec<&'g SpaceOperation<Ll>>,
    ) -> bool {
        if from.contains(&v) || ops.iter().any(|o| o.result == v) {
            return true;
        }
        let Some(op) = self.simple.get(&v).filter(|_| depth > 0) else { return false };
        let known = |a: &LlValue| match self.body.values.value(a) {
            Value::Var(r) => self.derive(r, from, depth - 1, ops),
            Value::Const(_) => true,
        };
        let all = op.args.iter().map(known).collect::<Vec<_>>().into_iter().all(|known| known);
        if all {
            ops.push(op);
        }
        all
    }

    /// Gives the places of parameters of these types.
    fn places(&self, types: &[Type]) -> Vec<ParamPlace> {
        let (mut used, mut words) = ([0, 0], 0);
        let place = |t: &Type| {
            let kind = matches!(t, Type::Float | Type::SingleFloat) as usize;
            used[kind] += 1;
            if used[kind] <= REGISTERS[kind] {
                return ParamPlace::Register;
            }
            words += 1;
            ParamPlace::Memory(words - 1)
        };
        types.iter().map(place).collect()
    }

    /// The parameters of a part, as variables of the function.
    fn params(&self, start: Start) -> Vec<VarId> {
        let g = self.body.g;
        match start {
            Start::Function => g.params().to_vec(),
            Start::Case(_) => self.common.clone(),
            Start::Block(b) => {
                let inputs = g.blocks[b].inputargs.iter().filter_map(|v| self.needed(&(*v).into()));
                self.in_common_places(b, self.without_derived(inputs.collect()))
            }
        }
    }

    /// Parameters so that what comes from a case's parameters stays in its register, where it can.
    fn in_common_places(&self, b: BlockId, params: Vec<VarId>) -> Vec<VarId> {
        let g = self.body.g;
        let inputs = &g.blocks[b].inputargs;
        let place = |p: &VarId| {
            let i = inputs.iter().position(|v| self.needed(&(*v).into()) == Some(*p))?;
            let links = self.preds[b].iter().map(|(from, e)| &g.blocks[*from].exits[*e as usize]);
            links.filter_map(|l| self.needed(&l.args[i])).find_map(|r| {
                self.common.iter().position(|c| *c == r).filter(|k| *k < params.len())
            })
        };
        let mut at: Vec<Option<VarId>> = vec![None; params.len()];
        let mut others = vec![];
        for p in &params {
            match place(p) {
                Some(k) if at[k].is_none() => at[k] = Some(*p),
                _ => others.push(*p),
            }
        }
        let mut others = others.into_iter();
        at.into_iter().filter_map(|p| p.or_else(|| others.next())).collect()
    }

    /// The block that a part begins with.
    fn first(&self, start: Start) -> BlockId {
        match start {
            Start::Function => self.body.g.startblock,
            Start::Case(i) => self.body.g.blocks[self.switch].exits[i].target,
            Start::Block(b) => b,
        }
    }

    /// Tells whether a part goes on with another one at a block.
    fn ends_at(&self, start: Start, b: BlockId) -> bool {
        let way = start == Start::Function && self.dispatch.ways.contains_key(&b);
        way || (self.heads.contains(&b) && start != Start::Block(b))
    }

    /// The blocks of a part.
    fn blocks(&self, start: Start) -> IndexSet<BlockId> {
        let mut found = IndexSet::from([self.first(start)]);
        let mut i = 0;
        // (A case may begin with a block that others begin with.)
        if start != Start::Function && self.ends_at(start, found[0]) {
            found.clear();
        }
        while let Some(&b) = found.get_index(i) {
            i += 1;
            if b == self.switch {
                continue;
            }
            for l in self.body.open_exits(b) {
                if l.target != self.body.g.returnblock && !self.ends_at(start, l.target) {
                    found.insert(l.target);
                }
            }
        }
        found
    }

    /// The cases, one of those that are the same; and for each exit, which one it is.
    fn cases(&self) -> (Vec<Start>, Vec<usize>) {
        let exits = &self.body.g.blocks[self.switch].exits;
        let mut starts: Vec<usize> = vec![];
        let mut of = vec![];
        for (i, l) in exits.iter().enumerate() {
            let same = |k: &usize| exits[*k].target == l.target && exits[*k].args == l.args;
            of.push(starts.iter().position(same).unwrap_or_else(|| {
                starts.push(i);
                starts.len() - 1
            }));
        }
        (starts.into_iter().map(Start::Case).collect(), of)
    }

    /// Lists the blocks at which the function gets into the loop.
    fn entries(&self) -> Vec<BlockId> {
        let links = self.blocks(Start::Function).into_iter().flat_map(|b| self.body.open_exits(b));
        let to: IndexSet<BlockId> = links
            .map(|l| l.target)
            .filter(|b| self.dispatch.ways.contains_key(b) && !self.heads.contains(b))
            .collect();
        to.into_iter().collect()
    }

    /// Decides which blocks parts begin with. `None` if they would be too many.
    fn find_heads(&mut self) -> Option<()> {
        let (cases, _) = self.cases();
        loop {
            let mut starts = vec![Start::Function];
            starts.extend(&cases);
            starts.extend(self.entries().into_iter().map(Start::Block));
            starts.extend(self.heads.iter().map(|b| Start::Block(*b)));
            if starts.len() > MAX_PARTS {
                return None;
            }
            let parts: Vec<IndexSet<BlockId>> = starts.iter().map(|s| self.blocks(*s)).collect();
            let mut more: IndexSet<BlockId> = IndexSet::new();
            for (start, blocks) in starts.iter().zip(&parts) {
                if *start != Start::Function && self.is_fast(*start, blocks) {
                    let calls =
                        |b: &&BlockId| self.calls.contains(*b) && Start::Block(**b) != *start;
                    more.extend(blocks.iter().filter(calls));
                }
            }
            if more.is_empty() {
                more = self.meetings(&parts);
            }
            if more.is_empty() {
                return Some(());
            }
            self.heads.extend(more);
        }
    }

    /// Tells whether a part has a way through it without calls, to which its calls hardly come back.
    fn is_fast(&self, start: Start, blocks: &IndexSet<BlockId>) -> bool {
        let Some(&first) = blocks.first() else { return false };
        let slow = |b: BlockId| self.calls.contains(&b) || self.body.cold.contains(&b);
        let mut seen = FxHashSet::from_iter([first]);
        let mut work = vec![first];
        let mut through = false;
        while let Some(b) = work.pop() {
            if slow(b) {
                seen.remove(&b);
                continue;
            }
            if b == self.switch {
                through = true;
                continue;
            }
            for l in self.body.open_exits(b) {
                let ends = l.target == self.body.g.returnblock || self.ends_at(start, l.target);
                through |= ends && !slow(l.target);
                if !ends && seen.insert(l.target) {
                    work.push(l.target);
                }
            }
        }
        let hardly = |b: &BlockId| {
            let behind = self.blocks(Start::Block(*b));
            behind.iter().filter(|b| seen.contains(*b)).map(|b| self.size(*b)).sum::<usize>()
                <= MAX_REPEATED[0]
        };
        through && blocks.iter().filter(|b| self.calls.contains(*b)).all(hardly)
    }

    /// Number of operations that are made again if a block is repeated.
    fn size(&self, b: BlockId) -> usize {
        match self.dispatch.ways.contains_key(&b) {
            true => 0,
            false => self.body.g.blocks[b].operations.len() + 1,
        }
    }

    /// Lists the blocks at which several parts meet, and whose code is too long to be repeated.
    fn meetings(&self, parts: &[IndexSet<BlockId>]) -> IndexSet<BlockId> {
        let mut users: FxHashMap<BlockId, Vec<usize>> = FxHashMap::default();
        for (i, blocks) in parts.iter().enumerate() {
            blocks.iter().for_each(|b| users.entry(*b).or_default().push(i));
        }
        let mut found = IndexSet::new();
        for b in &self.body.order {
            let Some(by) = users.get(b).filter(|by| by.len() > 1) else { continue };
            let begins = self.preds[*b]
                .iter()
                .any(|(p, _)| users.get(p).is_some_and(|q| q != by) || (*p == self.switch));
            let free = !self.dispatch.ways.contains_key(b) && *b != self.body.g.startblock;
            if begins && free && !self.heads.contains(b) {
                let cold = self.body.cold.contains(b);
                let most = MAX_REPEATED[cold as usize];
                let size = |b: &BlockId| match !cold && self.body.cold.contains(b) {
                    true => 0,
                    false => self.size(*b),
                };
                if self.blocks(Start::Block(*b)).iter().map(size).sum::<usize>() > most {
                    found.insert(*b);
                }
            }
        }
        found
    }

    /// Makes the parts.
    fn cut(&self, table: &Table) -> Option<Cut> {
        let g = self.body.g;
        let mut frames = self.body.order.iter().flat_map(|b| {
            let enters = |o: &&SpaceOperation<_>| o.op == LlOp::GcEnterFrame;
            g.blocks[*b].operations.iter().filter(enters).map(move |o| (*b, o))
        });
        let frame = match (frames.next(), frames.next()) {
            (None, _) => 0,
            (Some((b, op)), None) if self.blocks(Start::Function).contains(&b) => {
                self.body.immediate(op, 0).ok()?
            }
            _ => return None,
        };
        let (cases, case_of) = self.cases();
        let (seldom, often): (Vec<BlockId>, Vec<BlockId>) = self
            .entries()
            .into_iter()
            .chain(self.heads.iter().copied())
            .partition(|b| self.body.cold.contains(b));
        let mut starts: IndexMap<Start, usize> = IndexMap::new();
        let blocks = often.into_iter().chain(seldom).map(Start::Block);
        for s in [Start::Function].into_iter().chain(cases).chain(blocks) {
            let n = starts.len();
            starts.insert(s, n);
        }
        let parts = starts.keys().map(|s| self.part(*s, &starts)).collect::<Option<Vec<_>>>()?;
        let of_exit = |i: usize| case_of[i] + 1;
        Some(Cut {
            parts,
            table: table.entries.iter().map(|e| e.or(table.default).map(of_exit)).collect(),
            first: table.first,
            default: table.default.filter(|_| !table.complete).map(of_exit),
            frame,
        })
    }

    /// The graph of a part.
    fn part(&self, start: Start, starts: &IndexMap<Start, usize>) -> Option<Part> {
        let g = self.body.g;
        let types = |b: BlockId| g.blocks[b].inputargs.iter().map(|v| g.ty(*v)).collect::<Vec<_>>();
        let [etype, evalue] = types(g.exceptblock)[..] else { return None };
        let mut n = LlGraph::new(&g.name, g.ty(g.return_var()), (etype, evalue));
        let mut vars: FxHashMap<VarId, VarId> = FxHashMap::default();
        let mut place: FxHashMap<BlockId, BlockId> = FxHashMap::default();
        let blocks = self.blocks(start);
        for b in &blocks {
            let mut blk = g.blocks[*b].clone();
            renew(&mut blk, &mut |v| {
                let m = n.vars.push(g.vars[v].clone());
                vars.insert(v, m);
                m
            });
            place.insert(*b, n.blocks.push(blk));
        }
        place.insert(g.returnblock, n.returnblock);
        let mut made = Part {
            graph: n,
            ends: FxHashMap::default(),
            cold: FxHashSet::default(),
            places: self.places(&self.types(&self.params(start))),
            fast: start != Start::Function && self.is_fast(start, &blocks),
        };
        for b in &blocks {
            let here = place[b];
            if *b == self.switch {
                let link = self.switch_link(&mut made, &vars)?;
                let blk = &mut made.graph.blocks[here];
                blk.exitswitch = ExitSwitch::None;
                blk.exits = vec![link];
                continue;
            }
            let mut exits = std::mem::take(&mut made.graph.blocks[here].exits);
            for l in &mut exits {
                self.retarget(l, start, starts, &place, &mut made)?;
            }
            made.graph.blocks[here].exits = exits;
        }
        self.begin(start, starts, &place, &mut made)?;
        Some(made)
    }

    /// Lets a link of a part's graph, which leads to a block of the function, lead to its copy or the start of another part.
    fn retarget(
        &self,
        l: &mut Link<Ll>,
        start: Start,
        starts: &IndexMap<Start, usize>,
        place: &FxHashMap<BlockId, BlockId>,
        made: &mut Part,
    ) -> Option<()> {
        if !self.ends_at(start, l.target)
            && let Some(b) = place.get(&l.target)
        {
            l.target = *b;
            return Some(());
        }
        let Some(to) = starts.get(&Start::Block(l.target)) else {
            // An exit that is not taken: it leads nowhere.
            let dead = made.graph.new_block();
            let exits = vec![Link::new(dead, vec![])];
            made.graph.blocks[dead].exits = exits;
            (l.target, l.args) = (dead, vec![]);
            return Some(());
        };
        let inputs = &self.body.g.blocks[l.target].inputargs;
        let params = self.params(Start::Block(l.target));
        let of = |p: &VarId| inputs.iter().position(|v| self.needed(&(*v).into()) == Some(*p));
        let args: Option<Vec<LlValue>> = params.iter().map(|p| of(p).map(|i| l.args[i])).collect();
        let slow = made.fast && self.calls.contains(&l.target);
        let cold = slow || self.body.cold.contains(&l.target);
        l.target = self.end(made, &self.types(&params), End::Part(*to), cold);
        l.args = args?;
        Some(())
    }

    /// A block that stands for another part's start.
    fn end(&self, made: &mut Part, types: &[Type], end: End, cold: bool) -> BlockId {
        let inputs = types.iter().map(|t| made.graph.new_var("", *t)).collect();
        let b = made.graph.new_block_with(inputs);
        made.ends.insert(b, end);
        if cold {
            made.cold.insert(b);
        }
        b
    }

    /// The link that stands for the switch.
    fn switch_link(&self, made: &mut Part, vars: &FxHashMap<VarId, VarId>) -> Option<Link<Ll>> {
        let blk = &self.body.g.blocks[self.switch];
        let ExitSwitch::Var(v) = blk.exitswitch else { return None };
        let mut args = vec![v];
        for p in &self.common {
            let all = blk.exits.iter().flat_map(|l| &l.args);
            let arg = all.filter(|a| self.needed(a) == Some(*p)).find_map(|a| a.as_var())?;
            args.push(arg);
        }
        let target = self.end(made, &self.types(&args), End::Switch, false);
        Some(Link::new(target, args.iter().map(|a| vars[a].into()).collect()))
    }

    /// Lets the graph begin with the parameters of the part.
    fn begin(
        &self,
        start: Start,
        starts: &IndexMap<Start, usize>,
        place: &FxHashMap<BlockId, BlockId>,
        made: &mut Part,
    ) -> Option<()> {
        let g = self.body.g;
        let first = self.first(start);
        if start == Start::Function {
            made.graph.startblock = place[&first];
            return Some(());
        }
        let params = self.params(start);
        let inputs: Vec<VarId> = params.iter().map(|v| made.graph.new_var("", g.ty(*v))).collect();
        let given: Vec<LlValue> = match start {
            Start::Case(i) => g.blocks[self.switch].exits[i].args.clone(),
            _ => g.blocks[first].inputargs.iter().map(|v| (*v).into()).collect(),
        };
        let from: IndexSet<VarId> = params.iter().copied().collect();
        let mut ops = vec![];
        for v in given.iter().filter_map(|a| self.needed(a)) {
            self.derive(v, &from, MAX_DERIVED, &mut ops);
        }
        let mut known: FxHashMap<VarId, VarId> =
            params.iter().copied().zip(inputs.iter().copied()).collect();
        let b = made.graph.startblock;
        for op in ops {
            let mut copy = op.clone();
            copy.result = made.graph.new_var("", g.ty(op.result));
            for a in &mut copy.args {
                *a = match self.body.values.value(a) {
                    Value::Var(r) => known[&r].into(),
                    c => c,
                };
            }
            known.insert(op.result, copy.result);
            made.graph.blocks[b].operations.push(copy);
        }
        let args = given.iter().zip(&g.blocks[first].inputargs).map(|(a, v)| {
            match self.body.values.value(a) {
                Value::Var(r) => match known.get(&r) {
                    Some(v) => (*v).into(),
                    None => Value::Const(self.body.db.p.zero(g.ty(*v))),
                },
                c => c,
            }
        });
        let mut link = Link::new(first, args.collect());
        self.retarget(&mut link, start, starts, place, made)?;
        made.graph.blocks[b].inputargs = inputs;
        made.graph.blocks[b].exits = vec![link];
        Some(())
    }
}

/// Looks for what is repeated at the end of cases.
pub(crate) fn find_ways(body: &Body<'_>) -> Dispatch {
    if body.db.opts.opt_level == 0 {
        return Dispatch::default();
    }
    let order: Vec<BlockId> = body.order.iter().copied().filter(|b| !body.g.is_final(*b)).collect();
    let is_value = |v| body.values.of(v).as_var().is_some();
    Dispatch::new(body.g, &order, &body.cold, &is_value)
}
