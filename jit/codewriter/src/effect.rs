//! What functions read, write, raise and may run: the least fixpoint over the call graph.

use flowmodel::{Body, Const, FuncId, LlOp, Program, SecondaryMap, StructId, Type, Value, effects};
use std::collections::BTreeSet;

/// A piece of memory, as far as alias analysis tells pieces apart.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub enum Place {
    /// A field, named by the topmost container that has it.
    Field(StructId, u32),
    /// The items of a container.
    Items(StructId),
    /// A field of inline items.
    Interior(StructId, u32),
}

/// What a function may do, its callees included.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Effects {
    /// Memory of GC objects and raw structs that may be read.
    pub reads: BTreeSet<Place>,
    /// Memory that may be written.
    pub writes: BTreeSet<Place>,
    /// May raise (MemoryError of an allocation alone does not count).
    pub can_raise: bool,
    /// May run a collection.
    pub can_collect: bool,
    /// Nothing is known: unknown callees, or a portal.
    pub random: bool,
}

impl Effects {
    fn absorb(&mut self, o: &Effects) -> bool {
        let before =
            (self.reads.len(), self.writes.len(), self.can_raise, self.can_collect, self.random);
        self.random |= o.random;
        self.can_raise |= o.can_raise;
        self.can_collect |= o.can_collect;
        if self.random {
            self.reads.clear();
            self.writes.clear();
        } else {
            self.reads.extend(o.reads.iter().copied());
            self.writes.extend(o.writes.iter().copied());
        }
        before
            != (self.reads.len(), self.writes.len(), self.can_raise, self.can_collect, self.random)
    }
}

/// The container that declares field `index` of `s`.
pub fn declaring(p: &Program, mut s: StructId, index: u32) -> StructId {
    while let Some(parent) = p.types.structs[s].parent {
        if (index as usize) >= p.types.structs[parent].fields.len() {
            break;
        }
        s = parent;
    }
    s
}

/// The memory that an operation touches: (place, writes).
pub fn place_of(p: &Program, op: LlOp, ty0: Type, field: Option<u32>) -> Option<(Place, bool)> {
    let Type::Ptr(s) = ty0 else { return None };
    Some(match op {
        LlOp::GetField | LlOp::SetField => {
            let f = field?;
            (Place::Field(declaring(p, s, f), f), op == LlOp::SetField)
        }
        LlOp::GetArrayItem => (Place::Items(s), false),
        LlOp::SetArrayItem | LlOp::ZeroItems | LlOp::CopyToRaw => {
            (Place::Items(s), op != LlOp::CopyToRaw)
        }
        LlOp::GetInteriorField | LlOp::SetInteriorField => {
            (Place::Interior(s, field?), op == LlOp::SetInteriorField)
        }
        _ => return None,
    })
}

/// The effects of all functions of a program.
pub struct EffectAnalyzer {
    effects: SecondaryMap<FuncId, Effects>,
}

impl EffectAnalyzer {
    /// Analyses the program. `portals` have random effects.
    pub fn new(p: &Program, portals: &[FuncId]) -> Self {
        let mut effects: SecondaryMap<FuncId, Effects> = SecondaryMap::new();
        let mut callers: SecondaryMap<FuncId, Vec<FuncId>> = SecondaryMap::new();
        for (f, func) in &p.funcs {
            let mut calls = BTreeSet::new();
            effects[f] = local(p, f, &mut calls);
            effects[f].random |= portals.contains(&f);
            if func.attrs.elidable {
                effects[f].writes.clear();
            }
            for c in calls {
                callers[c].push(f);
            }
        }
        let mut work: Vec<FuncId> = p.funcs.keys().collect();
        while let Some(f) = work.pop() {
            let from = effects[f].clone();
            for c in callers[f].clone() {
                if effects[c].absorb(&from) {
                    work.push(c);
                }
            }
        }
        EffectAnalyzer { effects }
    }
    /// Effects of calling one function.
    pub fn func(&self, f: FuncId) -> &Effects {
        &self.effects[f]
    }
    /// Effects of calling any of several functions.
    pub fn family(&self, fs: &[FuncId]) -> Effects {
        let mut e = Effects::default();
        for f in fs {
            e.absorb(&self.effects[*f]);
        }
        e
    }
}

fn local(p: &Program, f: FuncId, calls: &mut BTreeSet<FuncId>) -> Effects {
    let mut e = Effects::default();
    let func = &p.funcs[f];
    let g = match &func.body {
        Body::Graph(g) => g,
        Body::External(x) => {
            e.can_raise = !func.attrs.cannot_raise;
            e.can_collect = x.can_collect;
            // C code that calls back may do anything.
            e.random = x.can_collect;
            return e;
        }
        Body::Declared => {
            e.random = true;
            return e;
        }
    };
    for b in g.reachable() {
        let blk = &g.blocks[b];
        e.can_raise |= blk.exits.iter().any(|l| l.target == g.exceptblock);
        for op in &blk.operations {
            let field = op.args.iter().find_map(|a| match a {
                Value::Const(Const::Field(n)) => Some(*n),
                _ => None,
            });
            let ty0 = op.args.first().map_or(Type::Void, |a| p.value_type(g, a));
            if let Some((place, write)) = place_of(p, op.op, ty0, field) {
                if write {
                    e.writes.insert(place);
                } else {
                    e.reads.insert(place);
                }
            }
            match op.op {
                LlOp::CopyItems => {
                    if let Type::Ptr(s) = ty0 {
                        let places: Vec<Place> = match p.types.structs[s].item_fields().len() {
                            0 => vec![Place::Items(s)],
                            n => (0..n as u32).map(|i| Place::Interior(s, i)).collect(),
                        };
                        e.reads.extend(places.iter().copied());
                        e.writes.extend(places);
                    }
                }
                LlOp::ZeroItems => {
                    if let Type::Ptr(s) = ty0 {
                        let n = p.types.structs[s].item_fields().len() as u32;
                        e.writes.extend((0..n).map(|i| Place::Interior(s, i)));
                    }
                }
                LlOp::CopyFromRaw => {
                    if let Type::Ptr(s) = p.value_type(g, &op.args[1]) {
                        e.writes.insert(Place::Items(s));
                    }
                }
                LlOp::DirectCall => {
                    if let Value::Const(Const::Func(c)) = &op.args[0] {
                        calls.insert(*c);
                    }
                }
                LlOp::IndirectCall => match op.args.last() {
                    Some(Value::Const(Const::Family(fam))) => {
                        calls.extend(p.families[*fam].iter().copied());
                    }
                    _ => e.random = true,
                },
                _ => {}
            }
            if op.op.has(effects::COLLECTS) {
                e.can_collect = true;
            }
        }
    }
    e
}
