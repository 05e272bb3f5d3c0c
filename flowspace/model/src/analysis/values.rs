//! Values that are always the same: from SSI form (every block has its own variables) to ordinary SSA.
//!
//! A block input whose every incoming argument is one and the same value (besides itself, through loops) *is* that
//! value. The answer is optimistic (greatest fixpoint), so loop invariants that pass through nested loops are found.

use crate::graph::{BlockId, Dialect, Graph, Link, SpaceOperation, Value, VarId};
use cranelift_entity::{EntityRef, SecondaryMap};
use rustc_hash::FxHashMap;

/// Gives, for each variable, the value that it always equals: another variable that dominates it, a constant, or
/// itself.
#[derive(Clone)]
pub struct SsaValues<D: Dialect> {
    /// Known value of each variable. Graphs have very many: it is small.
    known: Vec<KnownValue>,
    consts: Vec<D::Const>,
}

impl<D: Dialect> Default for SsaValues<D> {
    fn default() -> Self {
        SsaValues { known: vec![], consts: vec![] }
    }
}

impl<D: Dialect> SsaValues<D> {
    fn known(&self, v: VarId) -> KnownValue {
        match self.known.get(v.index()) {
            Some(k) if *k != KnownValue::NOTHING => *k,
            _ => KnownValue::var(v),
        }
    }
    /// The value that stands for `v`.
    pub fn of(&self, v: VarId) -> Value<D> {
        let known = self.known(v);
        match known.as_var() {
            Some(w) => Value::Var(w),
            None => Value::Const(self.consts[known.index()].clone()),
        }
    }
    /// The value that stands for an operand.
    pub fn value(&self, v: &Value<D>) -> Value<D> {
        match v {
            Value::Var(v) => self.of(*v),
            c => c.clone(),
        }
    }
    /// The variable that stands for `v`, unless it is a constant.
    pub fn var(&self, v: VarId) -> Option<VarId> {
        self.known(v).as_var()
    }
    /// Says whether `v` stands for itself.
    pub fn is_root(&self, v: VarId) -> bool {
        self.known(v) == KnownValue::var(v)
    }
    /// Makes this value stand for `v` from now on.
    pub fn set(&mut self, v: VarId, value: Value<D>) {
        if self.known.len() <= v.index() {
            self.known.resize(v.index() + 1, KnownValue::NOTHING);
        }
        self.known[v.index()] = match value {
            Value::Var(w) => KnownValue::var(w),
            Value::Const(c) => {
                self.consts.push(c);
                KnownValue::constant(self.consts.len() - 1)
            }
        };
    }
}

/// Finds, for every variable, the one value that it always holds: a constant, or the variable (itself, if no
/// other) whose definition dominates it and from which it was passed on unchanged along all links.
pub fn origins<D: Dialect>(g: &Graph<D>) -> SsaValues<D> {
    ssa_values(g, false, &|_| None)
}

/// Computes [`SsaValues`]. `copy_of` says which operations only pass an operand on. With `same_type`, an input that is
/// fed by a variable of another type (a pointer to a subtype) is a value of its own.
pub fn ssa_values<D: Dialect>(
    g: &Graph<D>,
    same_type: bool,
    copy_of: &dyn Fn(&SpaceOperation<D>) -> Option<&Value<D>>,
) -> SsaValues<D> {
    let mut walk = Walk::new(g, same_type, copy_of);
    // Optimistic: whatever is not known to differ is taken as equal, in each round from the beginning. One walk that prefers
    // what comes first gives values to all; values that then differ differ really.
    loop {
        walk.forwards();
        if !walk.backwards() {
            let consts = walk.consts.all.into_iter().cloned().collect();
            return SsaValues { known: walk.known, consts };
        }
    }
}

/// Says what a variable is known to be: a variable or a constant, by number.
#[derive(Copy, Clone, PartialEq, Eq)]
struct KnownValue(u32);

impl KnownValue {
    /// Stands as long as nothing is known.
    const NOTHING: KnownValue = KnownValue(u32::MAX);

    fn var(v: VarId) -> KnownValue {
        KnownValue(v.as_u32() << 1)
    }
    fn constant(number: usize) -> KnownValue {
        KnownValue((number as u32) << 1 | 1)
    }
    fn as_var(self) -> Option<VarId> {
        (self.0 & 1 == 0).then(|| VarId::from_u32(self.0 >> 1))
    }
    fn index(self) -> usize {
        (self.0 >> 1) as usize
    }
}

/// Constants by number: the same one has the same number.
struct Consts<'g, D: Dialect> {
    all: Vec<&'g D::Const>,
    numbers: FxHashMap<&'g D::Const, usize>,
}

impl<'g, D: Dialect> Consts<'g, D> {
    fn known(&mut self, c: &'g D::Const) -> KnownValue {
        let next = self.all.len();
        let number = *self.numbers.entry(c).or_insert(next);
        if number == next {
            self.all.push(c);
        }
        KnownValue::constant(number)
    }
}

/// A block, as the rounds see it: how many of each it has.
struct Row {
    inputs: u32,
    /// Links from blocks before it.
    links: u32,
    copies: u32,
}

/// A block that links come back to: only there can a value differ from what a walk took it for.
struct Header {
    /// Index at which its inputs begin.
    inputs: usize,
    count: usize,
    /// Links that come back.
    links: u32,
}

/// The graph as far as values are passed on, block by block in reverse postorder and close together: the rounds over a large
/// graph wait for memory otherwise.
struct Walk<'g, D: Dialect> {
    g: &'g Graph<D>,
    same_type: bool,
    rows: Vec<Row>,
    headers: Vec<Header>,
    /// Inputs of the blocks.
    inputs: Vec<VarId>,
    /// Values that come into them along the links from blocks before, link by link.
    args: Vec<KnownValue>,
    /// Values that come into them along links that come back, link by link.
    back: Vec<KnownValue>,
    /// Operations that only pass on what they get.
    copies: Vec<(VarId, KnownValue)>,
    /// Block inputs that different values come into, by variable. They are values of their own.
    own: Vec<bool>,
    /// Known value of each variable.
    known: Vec<KnownValue>,
    consts: Consts<'g, D>,
}

impl<'g, D: Dialect> Walk<'g, D> {
    fn new(
        g: &'g Graph<D>,
        same_type: bool,
        copy_of: &dyn Fn(&SpaceOperation<D>) -> Option<&Value<D>>,
    ) -> Self {
        let successors = g.successors();
        let (order, preds) = (successors.reverse_postorder(), successors.predecessors());
        let mut place: SecondaryMap<BlockId, u32> = SecondaryMap::with_capacity(g.blocks.len());
        for (at, b) in (0..).zip(&order) {
            place[*b] = at;
        }
        let mut walk = Walk {
            g,
            same_type,
            rows: Vec::with_capacity(order.len()),
            headers: vec![],
            inputs: Vec::with_capacity(g.vars.len()),
            args: Vec::with_capacity(g.vars.len()),
            back: vec![],
            copies: vec![],
            own: vec![false; g.vars.len()],
            known: g.vars.keys().map(KnownValue::var).collect(),
            consts: Consts { all: vec![], numbers: FxHashMap::default() },
        };
        for v in g.params() {
            walk.own[v.index()] = true;
        }
        for (at, b) in (0..).zip(&order) {
            let blk = &g.blocks[*b];
            let (inputs, count) = (walk.inputs.len(), blk.inputargs.len());
            walk.inputs.extend_from_slice(&blk.inputargs);
            let (mut links, mut back) = (0, 0);
            for (p, exit) in &preds[*b] {
                let link = &g.blocks[*p].exits[*exit as usize];
                let is_back = place[*p] >= at;
                *(if is_back { &mut back } else { &mut links }) += 1;
                walk.link(link, &blk.inputargs, is_back);
            }
            if back > 0 {
                walk.headers.push(Header { inputs, count, links: back });
            }
            let copies = walk.copies.len();
            for op in &blk.operations {
                let from = match copy_of(op) {
                    Some(Value::Var(v)) => KnownValue::var(*v),
                    Some(Value::Const(c)) => walk.consts.known(c),
                    None => continue,
                };
                walk.copies.push((op.result, from));
            }
            let copies = (walk.copies.len() - copies) as u32;
            walk.rows.push(Row { inputs: count as u32, links, copies });
        }
        walk
    }

    /// Notes the values that come into the inputs of a block along a link.
    fn link(&mut self, link: &'g Link<D>, inputs: &[VarId], is_back: bool) {
        let thrown = [link.last_exception, link.last_exc_value];
        for (arg, input) in link.args.iter().zip(inputs) {
            let known = match arg {
                Value::Const(c) => self.consts.known(c),
                // (what exists on this link only: its definition dominates nothing but the input)
                Value::Var(v) if thrown.contains(&Some(*v)) => KnownValue::var(*input),
                Value::Var(v) => KnownValue::var(*v),
            };
            (if is_back { &mut self.back } else { &mut self.args }).push(known);
        }
    }

    /// Gives what is known of the value that an argument or a copy has.
    fn value(&self, of: KnownValue) -> KnownValue {
        of.as_var().map_or(of, |v| self.known[v.index()])
    }

    /// Says whether an input that holds something else has a value of its own if this comes in.
    fn differs(&self, input: VarId, known: KnownValue) -> bool {
        known
            .as_var()
            .is_some_and(|w| w == input || self.same_type && self.g.ty(w) != self.g.ty(input))
    }

    /// One walk along the links that lead forwards.
    fn forwards(&mut self) {
        let (mut inputs, mut args, mut copies) = (0, 0, 0);
        for row in 0..self.rows.len() {
            let Row { inputs: count, links, copies: copied } = self.rows[row];
            let end = inputs + count as usize;
            for link in 0..links {
                for at in inputs..end {
                    let (input, from) = (self.inputs[at], self.args[args]);
                    args += 1;
                    if self.own[input.index()] {
                        continue;
                    }
                    let known = self.value(from);
                    let before = &mut self.known[input.index()];
                    let agrees = link == 0 || *before == known;
                    *before = known;
                    if !agrees || self.differs(input, known) {
                        self.set_own(input);
                    }
                }
            }
            inputs = end;
            let end = copies + copied as usize;
            for at in copies..end {
                let (result, from) = self.copies[at];
                self.known[result.index()] = self.value(from);
            }
            copies = end;
        }
    }

    /// Looks at what comes back to the headers. Says whether inputs are found to be values of their own.
    fn backwards(&mut self) -> bool {
        let mut found = vec![];
        let mut args = self.back.iter();
        for Header { inputs, count, links } in &self.headers {
            for _ in 0..*links {
                for input in &self.inputs[*inputs..*inputs + *count] {
                    let known = self.value(*args.next().expect("as many as inputs"));
                    let differs = known != self.known[input.index()] || self.differs(*input, known);
                    if differs && !self.own[input.index()] {
                        found.push(*input);
                    }
                }
            }
        }
        found.iter().for_each(|v| self.set_own(*v));
        !found.is_empty()
    }

    fn set_own(&mut self, input: VarId) {
        self.own[input.index()] = true;
        self.known[input.index()] = KnownValue::var(input);
    }
}

/// The block that defines each variable.
pub fn def_blocks<D: Dialect>(g: &Graph<D>) -> SecondaryMap<VarId, Option<BlockId>> {
    let mut d = SecondaryMap::with_capacity(g.vars.len());
    for b in g.reachable() {
        let blk = &g.blocks[b];
        let links = blk.exits.iter().flat_map(|l| [l.last_exception, l.last_exc_value]).flatten();
        let ops = blk.operations.iter().map(|o| o.result);
        for v in blk.inputargs.iter().copied().chain(ops).chain(links) {
            d[v] = Some(b);
        }
    }
    d
}
