//! Blocks that do the same become one: code for different states often differs in nothing that matters.
//!
//! Partition refinement (Hopcroft, *An n log n algorithm for minimizing states in a finite automaton*, 1971): blocks are alike
//! as long as their operations are and their exits lead to blocks that are alike.

use backendopt::simplify::{remove_dead, remove_noops};
use flowmodel::diag::Span;
use flowmodel::surgery::{join_blocks, skip_empty_blocks};
use flowmodel::{
    BlockId, Const, ExitCase, ExitSwitch, LlGraph, LlOp, LlValue, Program, SecondaryMap, Type,
    VarId,
};
use indexmap::IndexMap;
use rustc_hash::{FxHashMap, FxHashSet};

/// A value, by where it comes from in the block.
#[derive(Clone, PartialEq, Eq, Hash)]
enum Local {
    /// Inputs first, then results, then exceptions of exits.
    Var(u32),
    Const(Const),
}

/// Says what a block does, but for where it goes.
#[derive(PartialEq, Eq, Hash)]
struct Text {
    inputs: Vec<Type>,
    operations: Vec<(LlOp, Vec<Local>, Type, Span)>,
    switch: Option<Option<u32>>,
    exits: Vec<(Option<Option<Const>>, Vec<Local>, Span)>,
}

fn text(g: &LlGraph, b: BlockId) -> Text {
    let blk = &g.blocks[b];
    let mut numbers: FxHashMap<VarId, u32> = FxHashMap::default();
    let mut number = |v: VarId| {
        let n = numbers.len() as u32;
        numbers.insert(v, n);
    };
    blk.inputargs.iter().copied().for_each(&mut number);
    blk.operations.iter().map(|o| o.result).for_each(&mut number);
    for l in &blk.exits {
        l.last_exception.into_iter().chain(l.last_exc_value).for_each(&mut number);
    }
    let locals = |args: &[LlValue]| -> Vec<Local> {
        let local = |a: &LlValue| match a {
            LlValue::Var(v) => Local::Var(numbers[v]),
            LlValue::Const(c) => Local::Const(*c),
        };
        args.iter().map(local).collect()
    };
    Text {
        inputs: blk.inputargs.iter().map(|v| g.ty(*v)).collect(),
        operations: blk
            .operations
            .iter()
            .map(|o| (o.op, locals(&o.args), g.ty(o.result), o.span))
            .collect(),
        switch: match blk.exitswitch {
            ExitSwitch::None => None,
            ExitSwitch::Var(v) => Some(Some(numbers[&v])),
            ExitSwitch::LastException => Some(None),
        },
        exits: blk
            .exits
            .iter()
            .map(|l| {
                let case = match &l.case {
                    ExitCase::None => None,
                    ExitCase::Default => Some(None),
                    ExitCase::Value(c) => Some(Some(*c)),
                };
                (case, locals(&l.args), l.span)
            })
            .collect(),
    }
}

/// Blocks of a graph in classes.
struct Partition {
    class: SecondaryMap<BlockId, usize>,
    members: Vec<Vec<BlockId>>,
    /// Index of a block in its class.
    place: SecondaryMap<BlockId, usize>,
}

impl Partition {
    /// Divides the blocks by what they do. Final blocks and the start are by themselves.
    fn by_text(g: &LlGraph, order: &[BlockId]) -> Partition {
        let mut p =
            Partition { class: SecondaryMap::new(), members: vec![], place: SecondaryMap::new() };
        let mut texts: FxHashMap<Text, usize> = FxHashMap::default();
        for b in order {
            let fresh = p.members.len();
            let class = match g.is_final(*b) || *b == g.startblock {
                true => fresh,
                false => *texts.entry(text(g, *b)).or_insert(fresh),
            };
            if class == fresh {
                p.members.push(vec![]);
            }
            p.put(*b, class);
        }
        p
    }

    fn put(&mut self, b: BlockId, class: usize) {
        self.class[b] = class;
        self.place[b] = self.members[class].len();
        self.members[class].push(b);
    }

    fn take(&mut self, b: BlockId) {
        let (class, place) = (self.class[b], self.place[b]);
        let all = &mut self.members[class];
        all.swap_remove(place);
        if let Some(moved) = all.get(place) {
            self.place[*moved] = place;
        }
    }

    /// Tells some members of a class from the others. Gives the new class: the smaller part.
    fn split(&mut self, class: usize, some: &[BlockId]) -> usize {
        let fresh = self.members.len();
        self.members.push(vec![]);
        let chosen: FxHashSet<BlockId> = some.iter().copied().collect();
        let moving: Vec<BlockId> = match 2 * some.len() <= self.members[class].len() {
            true => some.to_vec(),
            false => self.members[class].iter().filter(|b| !chosen.contains(b)).copied().collect(),
        };
        for b in moving {
            self.take(b);
            self.put(b, fresh);
        }
        fresh
    }
}

/// Merges blocks that do the same. Returns how many are gone.
pub fn merge_duplicates(g: &mut LlGraph) -> usize {
    let order: Vec<BlockId> = g.reverse_postorder();
    let preds = g.predecessors();
    let mut p = Partition::by_text(g, &order);
    // Classes that tell blocks with exits to them from others.
    let mut open: Vec<usize> = (0..p.members.len()).collect();
    while let Some(splitter) = open.pop() {
        let mut by_exit: IndexMap<u32, Vec<BlockId>> = IndexMap::new();
        for b in &p.members[splitter] {
            for (from, i) in &preds[*b] {
                by_exit.entry(*i).or_default().push(*from);
            }
        }
        for some in by_exit.into_values() {
            let mut parts: IndexMap<usize, Vec<BlockId>> = IndexMap::new();
            some.into_iter().for_each(|b| parts.entry(p.class[b]).or_default().push(b));
            for (class, some) in parts {
                if some.len() < p.members[class].len() {
                    open.push(p.split(class, &some));
                }
            }
        }
    }
    // The first one of each class stays.
    let mut first: FxHashMap<usize, BlockId> = FxHashMap::default();
    for b in &order {
        first.entry(p.class[*b]).or_insert(*b);
    }
    for b in &order {
        for l in &mut g.blocks[*b].exits {
            l.target = first[&p.class[l.target]];
        }
    }
    order.len() - p.members.len()
}

/// Does what every residual graph needs before it is looked at: it has many blocks that only jump, and many that do the
/// same. The usual optimisations follow.
pub fn tidy(p: &Program, g: &mut LlGraph) {
    let straighten = |g: &mut LlGraph| {
        remove_noops(p, g);
        remove_dead(p, g);
        skip_empty_blocks(g, |_, link, on| on.span.or(link.span));
        join_blocks(g);
        g.compact();
    };
    straighten(g);
    if merge_duplicates(g) > 0 {
        straighten(g);
    }
}
