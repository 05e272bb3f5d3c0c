//! Following of references: from variable to variable through the whole program, until one is kept somewhere
//! else.

use flowmodel::analysis::values::{SsaValues, ssa_values};
use flowmodel::analysis::{Callees, call_targets};
use flowmodel::diag::Span;
use flowmodel::{BlockId, FuncId, Ll, LlGraph, LlOp, Program, SpaceOperation, Value, VarId};
use rustc_hash::{FxHashMap, FxHashSet};

/// Follows references. Copies, casts, links and parameters are followed; anything else that [`Follow::harmless`] does not
/// allow keeps the reference.
pub struct Follow<'a> {
    p: &'a Program,
    /// Says whether an operation may have a followed reference as this operand.
    harmless: fn(LlOp, usize) -> bool,
    /// True if functions may return one: their calls are followed then.
    returned: bool,
    /// True if one that is kept somewhere ends the search.
    ends: bool,
    /// Functions whose parameters may hold one, and are not followed.
    closed: FxHashSet<FuncId>,
    /// The variables that may hold one.
    pub seen: FxHashSet<(FuncId, VarId)>,
    work: Vec<(FuncId, VarId)>,
    uses: FxHashMap<FuncId, Uses>,
    /// The calls of each function; made when they are needed.
    sites: Option<FxHashMap<FuncId, Vec<Site>>>,
}

/// Tells where the variables of a graph are used.
#[derive(Default)]
struct Uses {
    operands: FxHashMap<VarId, Vec<(BlockId, usize, usize)>>,
    links: FxHashMap<VarId, Vec<(BlockId, VarId)>>,
}

impl Uses {
    fn of(g: &LlGraph) -> Uses {
        let mut uses = Uses::default();
        for b in g.reachable() {
            for (i, op) in g.blocks[b].operations.iter().enumerate() {
                for (n, v) in op.args.iter().enumerate() {
                    if let Some(v) = v.as_var() {
                        uses.operands.entry(v).or_default().push((b, i, n));
                    }
                }
            }
            for l in &g.blocks[b].exits {
                for (a, input) in l.args.iter().zip(&g.blocks[l.target].inputargs) {
                    if let Some(v) = a.as_var() {
                        uses.links.entry(v).or_default().push((l.target, *input));
                    }
                }
            }
        }
        uses
    }
}

/// Says whether the result is the first operand.
pub fn copies(op: LlOp) -> bool {
    matches!(op, LlOp::SameAs | LlOp::CastPointer | LlOp::Hint)
}

/// The variables of a graph, each by the one that it is a copy of.
pub fn uncopied(g: &LlGraph) -> SsaValues<Ll> {
    ssa_values(g, false, &|op| op.args.first().filter(|_| copies(op.op)))
}

/// The operation whose result a variable is.
pub fn made_by(g: &LlGraph, v: VarId) -> Option<&SpaceOperation<Ll>> {
    g.reachable().into_iter().flat_map(|b| &g.blocks[b].operations).find(|op| op.result == v)
}

impl<'a> Follow<'a> {
    /// Nothing yet.
    pub fn new(p: &'a Program, harmless: fn(LlOp, usize) -> bool, returned: bool) -> Self {
        Follow {
            p,
            harmless,
            returned,
            ends: true,
            closed: FxHashSet::default(),
            seen: FxHashSet::default(),
            work: vec![],
            uses: FxHashMap::default(),
            sites: None,
        }
    }

    /// Follows from variable to variable whatever else is done with the references, but into no function that is `closed`.
    pub fn through(p: &'a Program, closed: &FxHashSet<FuncId>) -> Self {
        Follow { ends: false, closed: closed.clone(), ..Follow::new(p, |_, _| true, true) }
    }

    /// A variable that holds such a reference.
    pub fn start(&mut self, f: FuncId, v: VarId) {
        if self.seen.insert((f, v)) {
            self.work.push((f, v));
        }
    }

    /// Follows all. Says where one is kept.
    pub fn run(&mut self) -> Option<Span> {
        while let Some((f, v)) = self.work.pop() {
            if let Some(at) = self.follow(f, v)
                && self.ends
            {
                return Some(if at.is_known() { at } else { self.p.funcs[f].span });
            }
        }
        None
    }

    fn follow(&mut self, f: FuncId, v: VarId) -> Option<Span> {
        let p = self.p;
        let Some(g) = p.funcs[f].graph() else { return Some(p.funcs[f].span) };
        let uses = self.uses.remove(&f).unwrap_or_else(|| Uses::of(g));
        let kept = self.follow_uses(f, g, v, &uses);
        self.uses.insert(f, uses);
        kept
    }

    fn follow_uses(&mut self, f: FuncId, g: &LlGraph, v: VarId, uses: &Uses) -> Option<Span> {
        for &(b, i, n) in uses.operands.get(&v).into_iter().flatten() {
            let op = &g.blocks[b].operations[i];
            match op.op {
                copy if copies(copy) => self.start(f, op.result),
                LlOp::DirectCall | LlOp::IndirectCall => {
                    let callees = match call_targets(self.p, op) {
                        Callees::Known(callees) => callees,
                        _ if self.ends => return Some(op.span),
                        _ => &[],
                    };
                    for callee in callees {
                        let Some(inner) = self.p.funcs[*callee].graph() else {
                            if self.ends {
                                return Some(op.span);
                            }
                            continue;
                        };
                        let param = inner.params()[n - 1];
                        match self.closed.contains(callee) {
                            true => _ = self.seen.insert((*callee, param)),
                            false => self.start(*callee, param),
                        }
                    }
                }
                other if (self.harmless)(other, n) => {}
                _ => return Some(op.span),
            }
        }
        for &(target, input) in uses.links.get(&v).into_iter().flatten() {
            if !g.is_final(target) {
                self.start(f, input);
            } else if target == g.returnblock && self.returned {
                // (Who asks whether the function returns it looks for this variable.)
                self.seen.insert((f, input));
                self.start_results(f);
            } else if self.ends {
                return Some(Span::NONE);
            }
        }
        None
    }

    fn start_results(&mut self, f: FuncId) {
        let p = self.p;
        let sites = self.sites.take().unwrap_or_else(|| call_sites(p));
        for &(caller, b, i) in sites.get(&f).into_iter().flatten() {
            if let Some(g) = p.funcs[caller].graph() {
                self.start(caller, g.blocks[b].operations[i].result);
            }
        }
        self.sites = Some(sites);
    }
}

/// A call: who calls, block and index of the operation.
pub type Site = (FuncId, BlockId, usize);

/// The calls that may reach each function.
pub fn call_sites(p: &Program) -> FxHashMap<FuncId, Vec<Site>> {
    let mut sites: FxHashMap<_, Vec<_>> = FxHashMap::default();
    for (caller, function) in &p.funcs {
        let Some(g) = function.graph() else { continue };
        for b in g.reachable() {
            for (i, op) in g.blocks[b].operations.iter().enumerate() {
                if let Callees::Known(callees) = call_targets(p, op) {
                    for f in callees {
                        sites.entry(*f).or_default().push((caller, b, i));
                    }
                }
            }
        }
    }
    sites
}

/// Variables that are used behind an operation of a block.
pub fn used_behind(g: &LlGraph, b: BlockId, i: usize) -> Vec<VarId> {
    let mut used: FxHashSet<VarId> = FxHashSet::default();
    // Inputs of other blocks: used if something uses them, there or further on.
    loop {
        let before = used.len();
        for b in g.reachable() {
            let block = &g.blocks[b];
            if g.is_final(b) {
                used.extend(&block.inputargs);
            }
            used.extend(
                block.operations.iter().flat_map(|op| op.args.iter().filter_map(Value::as_var)),
            );
            used.extend(used_by_exits(g, b, &used));
        }
        if used.len() == before {
            break;
        }
    }
    let later = g.blocks[b].operations[i + 1..].iter();
    let operands = later.flat_map(|op| op.args.iter().filter_map(Value::as_var));
    operands.chain(used_by_exits(g, b, &used)).collect()
}

fn used_by_exits(g: &LlGraph, b: BlockId, used: &FxHashSet<VarId>) -> Vec<VarId> {
    let block = &g.blocks[b];
    let passed = block.exits.iter().flat_map(|l| {
        let inputs = &g.blocks[l.target].inputargs;
        l.args.iter().zip(inputs).filter(|(_, input)| used.contains(input)).map(|(a, _)| a)
    });
    let switch = match &block.exitswitch {
        flowmodel::ExitSwitch::Var(v) => Some(*v),
        _ => None,
    };
    passed.filter_map(Value::as_var).chain(switch).collect()
}
