//! Reference counting: where references are counted, and where they need not be.
//!
//! A variable that holds a reference has a count of its own, and so has each reference in the heap. A *value* (in the SSA sense, all
//! variables that are always the same, see [`flowmodel::analysis::values`]) has one count as long as it is live, however many blocks pass it on:
//! * results of calls and allocations come with their count; arguments are lent by the caller;
//! * what is stored, returned, or becomes another value on a link takes the count along where the value dies, and else gets one;
//! * what is overwritten, and a value that dies (behind its last use, or on the link into what does not need it), is dropped;
//! * an exception that is set has a count, which goes over to the handler.
//!
//! Values without a count ([`Class`]): parameters and prebuilt objects, which outlive the call; and what was loaded from the heap,
//! as long as nothing happens that might free it: the reference that was loaded is still there. That is found out by starting
//! from no counts at all.
//!
//! Only stores to older objects, and the death of what others refer to, free anything: a call that writes no references is harmless,
//! since it drops only what it has made or counted itself.

use flowmodel::analysis::EffectFacts;
use flowmodel::analysis::places::{Place, place};
use flowmodel::analysis::values::{SsaValues, ssa_values};
use flowmodel::diag::{Diagnostic, Span};
use flowmodel::surgery::{link_into, remove_dead_inputs};
use flowmodel::{
    BlockId, Body, Const, ExitCase, ExitSwitch, FuncId, Items, Ll, LlGraph, LlOp, LlValue, Program,
    SecondaryMap, SpaceOperation, StructId, Type, Value, VarId,
};
use rustc_hash::{FxHashMap, FxHashSet};

/// Functions of a collector that counts references. Addresses are of type Address.
#[derive(Copy, Clone, Debug)]
pub struct CountFunctions {
    /// `(object)`: nothing refers to it any more.
    pub release: FuncId,
    /// `(to, source, start, at, n: Signed)`: before n items of `source` are copied to such an array.
    pub copy_items: FuncId,
    /// `(array, start, n: Signed)`: before items are cleared.
    pub drop_items: FuncId,
    /// `() -> Bool`: whether there are finalizers to be run, and none is running.
    pub waiting: FuncId,
}

impl CountFunctions {
    /// All of them.
    pub fn all(&self) -> [FuncId; 4] {
        [self.release, self.copy_items, self.drop_items, self.waiting]
    }
}

/// Says who has the count of a value.
#[derive(Copy, Clone, PartialEq, Eq, PartialOrd, Ord, Debug)]
enum Class {
    /// Somebody for the whole call.
    Lent,
    /// A place in the heap, as long as nothing is freed.
    Loaded,
    /// The value itself.
    Counted,
}

/// Says what may be freed somewhere.
#[derive(Copy, Clone, PartialEq, Eq, Debug)]
enum Freed {
    Nothing,
    /// An object of this type, which refers to nothing.
    Leaf(StructId),
    Anything,
}

impl Freed {
    fn and(self, other: Freed) -> Freed {
        match (self, other) {
            (Freed::Nothing, f) | (f, Freed::Nothing) => f,
            (a, b) if a == b => a,
            _ => Freed::Anything,
        }
    }
}

/// Counts references in the graphs of a program.
pub struct RefCount {
    functions: CountFunctions,
    /// Functions whose calls may free what was there before.
    frees: SecondaryMap<FuncId, bool>,
    /// Types of objects that refer to nothing, and have no subtypes.
    leaves: FxHashSet<StructId>,
}

impl RefCount {
    /// Prepares the counting for a program as it is now. `finalizers`: every function may come to
    /// run some.
    pub fn new(
        p: &Program,
        effects: &EffectFacts,
        functions: CountFunctions,
        finalizers: bool,
    ) -> RefCount {
        let parents: FxHashSet<StructId> =
            p.types.structs.values().filter_map(|s| s.parent).collect();
        let leaves = p.types.structs.iter().filter(|(s, st)| {
            st.gc && st.parent.is_none() && !parents.contains(s) && !refers(p, *s)
        });
        let leaves = leaves.map(|(s, _)| s).collect();
        let mut frees = SecondaryMap::new();
        for (f, func) in p.funcs.iter() {
            let e = effects.func(f);
            frees[f] = e.random
                || finalizers && func.graph().is_some()
                || effects
                    .places(&e.writes)
                    .into_iter()
                    .any(|place| type_at(p, place).is_some_and(|t| p.types.is_gc(t)));
        }
        RefCount { functions, frees, leaves }
    }

    /// Counts the references of a graph.
    ///
    /// Errors: an operation hides references.
    pub fn insert(&self, p: &Program, g: &mut LlGraph) -> Result<(), Diagnostic> {
        remove_dead_inputs(g);
        let order = g.reverse_postorder();
        let order: Vec<BlockId> = order.into_iter().filter(|b| !g.is_final(*b)).collect();
        let values = ssa_values(g, false, &|op| match op.op {
            LlOp::SameAs | LlOp::CastPointer | LlOp::CastOpaquePtr | LlOp::Hint => {
                Some(&op.args[0])
            }
            _ => None,
        });
        let mut c = Counter { all: self, p, values, class: FxHashMap::default() };
        if !c.classify(g, &order)? {
            return Ok(());
        }
        let new = c.first_stores(g, &order);
        let blocks: FxHashMap<BlockId, Uses> = order.iter().map(|b| (*b, c.uses(g, *b))).collect();
        loop {
            let mut raised = vec![];
            for &b in &order {
                c.plan(g, b, &blocks[&b], &new, &mut raised);
            }
            let before = c.class.clone();
            for (v, class) in raised {
                let old = c.class.entry(v).or_insert(class);
                *old = class.max(*old);
            }
            if c.class == before {
                break;
            }
        }
        for &b in &order {
            let plan = c.plan(g, b, &blocks[&b], &new, &mut vec![]);
            c.rewrite(g, b, plan);
        }
        Ok(())
    }
}

/// The type of a kind of memory, if it is not raw.
fn type_at(p: &Program, place: Place) -> Option<Type> {
    match place {
        Place::Field(s, i) => Some(p.types.structs[s].fields[i as usize].ty),
        Place::Items(s) => p.types.structs[s].item_type(),
        Place::ItemField(s, i) => Some(p.types.structs[s].item_fields()[i as usize].ty),
        Place::Raw => None,
    }
}

/// Says whether objects of a type have references.
fn refers(p: &Program, s: StructId) -> bool {
    let st = &p.types.structs[s];
    st.fields.iter().any(|f| p.types.is_gc(f.ty)) || items_refer(p, s)
}

/// Says whether items of a type have references.
fn items_refer(p: &Program, s: StructId) -> bool {
    match &p.types.structs[s].items {
        Some(Items::Plain(t)) => p.types.is_gc(*t),
        Some(Items::Inline(fields)) => fields.iter().any(|f| p.types.is_gc(f.ty)),
        None => false,
    }
}

/// Says where a block needs its values.
struct Uses {
    /// Values that come in, with their variables.
    inputs: Vec<(VarId, VarId)>,
    /// The last operation that uses a value.
    last: FxHashMap<VarId, usize>,
    /// Values that some exit passes on.
    passed: FxHashSet<VarId>,
    /// Operations that take an exception out of the exception state, and those that clear it then.
    taken: FxHashSet<usize>,
}

/// Stores into objects that nobody else has seen yet, where nothing was before.
type FirstStores = FxHashSet<(BlockId, usize)>;

/// Lists the counts that change at an operation.
#[derive(Default)]
struct Step {
    /// This value gets a count before.
    keep: Option<LlValue>,
    /// True if it overwrites a reference, which is dropped.
    overwrites: bool,
    /// The collector's function is called before.
    items: bool,
    /// The result gets a count.
    keep_result: bool,
    /// These variables are dropped behind it.
    drop: Vec<VarId>,
}

/// Lists the counts that change on an exit.
#[derive(Default)]
struct Edge {
    keep: Vec<LlValue>,
    drop: Vec<VarId>,
}

/// Lists the counts that change in a block.
#[derive(Default)]
struct Plan {
    start: Vec<VarId>,
    steps: Vec<Step>,
    exits: Vec<Edge>,
}

struct Counter<'a> {
    all: &'a RefCount,
    p: &'a Program,
    values: SsaValues<Ll>,
    class: FxHashMap<VarId, Class>,
}

impl Counter<'_> {
    /// The value behind an operand, if it is a reference and not a constant.
    fn value(&self, g: &LlGraph, v: &LlValue) -> Option<VarId> {
        let Value::Var(v) = v else { return None };
        self.p.types.is_gc(g.ty(*v)).then(|| self.values.var(*v))?
    }

    fn class(&self, v: VarId) -> Class {
        self.class.get(&v).copied().unwrap_or(Class::Lent)
    }

    fn is_leaf(&self, ty: Type) -> Option<StructId> {
        ty.struct_id().filter(|s| self.all.leaves.contains(s))
    }

    /// Says what a value of this type that is dropped may free, besides itself.
    fn freed_by(&self, g: &LlGraph, v: VarId) -> Freed {
        if self.is_leaf(g.ty(v)).is_some() { Freed::Nothing } else { Freed::Anything }
    }

    /// First classes of all values. False if there are no references.
    fn classify(&mut self, g: &LlGraph, order: &[BlockId]) -> Result<bool, Diagnostic> {
        let mut any = false;
        for &b in order {
            any |= g.blocks[b].inputargs.iter().any(|v| self.p.types.is_gc(g.ty(*v)));
            for op in &g.blocks[b].operations {
                self.check(g, op)?;
                any |= op.args.iter().any(|a| self.p.types.is_gc(self.p.value_type(g, a)));
                any |= matches!(op.op, LlOp::ExcClear);
                if !self.p.types.is_gc(g.ty(op.result)) {
                    continue;
                }
                any = true;
                if self.values.is_root(op.result) {
                    self.class.insert(op.result, self.of_result(g, op)?);
                }
            }
        }
        Ok(any)
    }

    fn of_result(&self, g: &LlGraph, op: &SpaceOperation<Ll>) -> Result<Class, Diagnostic> {
        Ok(match op.op {
            LlOp::GetField if self.is_fixed(g, op) => Class::Lent,
            LlOp::GetField | LlOp::GetArrayItem | LlOp::GetInteriorField | LlOp::ExcGetValue => {
                Class::Loaded
            }
            LlOp::Malloc
            | LlOp::MallocVarsize
            | LlOp::DirectCall
            | LlOp::IndirectCall
            | LlOp::CastAdrToPtr
            | LlOp::CastIntToPtr => Class::Counted,
            // of constants
            LlOp::SameAs | LlOp::CastPointer | LlOp::CastOpaquePtr | LlOp::Hint => Class::Lent,
            _ => return Err(self.refuse(g, op, "makes a reference")),
        })
    }

    fn refuse(&self, g: &LlGraph, op: &SpaceOperation<Ll>, what: &str) -> Diagnostic {
        let m = format!("--gc=ref: the operation {} {what} (in function {})", op.op.name(), g.name);
        Diagnostic::error("gc", m, op.span)
    }

    /// Refuses what hides references.
    fn check(&self, g: &LlGraph, op: &SpaceOperation<Ll>) -> Result<(), Diagnostic> {
        let ty = |a: &LlValue| self.p.value_type(g, a);
        match op.op {
            LlOp::RawStore if op.args.last().is_some_and(|a| self.p.types.is_gc(ty(a))) => {
                Err(self.refuse(g, op, "stores a reference in raw memory, where it is not counted"))
            }
            LlOp::RawFreeStruct
                if ty(&op.args[0]).struct_id().is_some_and(|s| refers(self.p, s)) =>
            {
                Err(self.refuse(g, op, "frees raw memory with references, which are counted"))
            }
            LlOp::DirectCall => match &op.args[0] {
                Value::Const(Const::Func(f))
                    if matches!(self.p.funcs[*f].body, Body::External(_))
                        && self.p.types.is_gc(g.ty(op.result)) =>
                {
                    Err(self.refuse(g, op, "takes a reference from C, where it is not counted"))
                }
                _ => Ok(()),
            },
            _ => Ok(()),
        }
    }

    /// Says whether a load gives what was prebuilt.
    fn is_fixed(&self, g: &LlGraph, op: &SpaceOperation<Ll>) -> bool {
        let (Type::Ptr(s), Some(Value::Const(Const::Field(f)))) =
            (self.p.value_type(g, &op.args[0]), op.args.get(1))
        else {
            return false;
        };
        let prebuilt = matches!(op.args[0], Value::Const(Const::Obj(_)))
            && self.p.types.structs[s].fields[*f as usize].mutability.fixed_if_prebuilt();
        prebuilt || self.p.exc.vtable.is_some_and(|v| self.p.types.is_subtype(s, v))
    }

    fn uses(&self, g: &LlGraph, b: BlockId) -> Uses {
        let blk = &g.blocks[b];
        let mut u = Uses {
            inputs: vec![],
            last: FxHashMap::default(),
            passed: FxHashSet::default(),
            taken: FxHashSet::default(),
        };
        for v in &blk.inputargs {
            if let Some(r) = self.value(g, &Value::Var(*v))
                && !u.inputs.iter().any(|(x, _)| *x == r)
            {
                u.inputs.push((r, *v));
            }
        }
        let mut value = None;
        for (k, op) in blk.operations.iter().enumerate() {
            for a in &op.args {
                if let Some(r) = self.value(g, a) {
                    u.last.insert(r, k);
                }
            }
            match op.op {
                LlOp::ExcGetValue => value = Some(k),
                LlOp::ExcClear => {
                    if let Some(at) = value.take() {
                        u.taken.extend([at, k]);
                    }
                }
                LlOp::ExcSet | LlOp::DirectCall | LlOp::IndirectCall => value = None,
                _ => {}
            }
        }
        for l in &blk.exits {
            u.passed.extend(l.args.iter().filter_map(|a| self.value(g, a)));
        }
        u
    }

    /// The type of the memory in which an operation stores a reference.
    fn memory_type(&self, g: &LlGraph, op: &SpaceOperation<Ll>) -> Type {
        place(self.p, g, op)
            .and_then(|place| type_at(self.p, place))
            // foreign containers and the exception state
            .or_else(|| op.args.last().map(|v| self.p.value_type(g, v)))
            .unwrap_or_else(|| self.p.exc.object.map_or(Type::GcRef, Type::Ptr))
    }

    /// The reference that an operation stores in the heap.
    fn stored<'o>(&self, g: &LlGraph, op: &'o SpaceOperation<Ll>) -> Option<&'o LlValue> {
        let v = match op.op {
            LlOp::SetField | LlOp::SetArrayItem | LlOp::SetInteriorField | LlOp::ExcSet => {
                op.args.last()?
            }
            _ => return None,
        };
        self.p.types.is_gc(self.p.value_type(g, v)).then_some(v)
    }

    /// Says whether items with references are copied or cleared.
    fn moves_items(&self, g: &LlGraph, op: &SpaceOperation<Ll>) -> bool {
        matches!(op.op, LlOp::CopyItems | LlOp::ZeroItems)
            && self.p.value_type(g, &op.args[0]).struct_id().is_some_and(|s| items_refer(self.p, s))
    }

    /// Says what an operation may free while it runs.
    fn freed_in(&self, g: &LlGraph, op: &SpaceOperation<Ll>) -> Freed {
        let some = match op.op {
            LlOp::DirectCall => match &op.args[0] {
                Value::Const(Const::Func(f)) => self.all.frees[*f],
                _ => true,
            },
            LlOp::IndirectCall => match op.args.last() {
                Some(Value::Const(Const::Family(f))) => {
                    self.p.families[*f].iter().any(|f| self.all.frees[*f])
                }
                _ => true,
            },
            LlOp::CopyItems | LlOp::ZeroItems => self.moves_items(g, op),
            LlOp::GcNextFinalizer => true,
            _ => false,
        };
        if some { Freed::Anything } else { Freed::Nothing }
    }

    /// Raises what was loaded and may be freed while it is still needed.
    fn raise(
        &self,
        g: &LlGraph,
        freed: Freed,
        needed: impl Iterator<Item = VarId>,
        raised: &mut Vec<(VarId, Class)>,
    ) {
        for v in needed {
            let hit = match freed {
                Freed::Nothing => false,
                Freed::Leaf(s) => {
                    matches!(g.ty(v), Type::Ptr(t) if t == s) || g.ty(v) == Type::GcRef
                }
                Freed::Anything => true,
            };
            if hit && self.class(v) == Class::Loaded {
                raised.push((v, Class::Counted));
            }
        }
    }

    /// Gives the changes of counts in a block, as far as the classes are known; `raised`: values that
    /// need other ones.
    fn plan(
        &self,
        g: &LlGraph,
        b: BlockId,
        u: &Uses,
        new: &FirstStores,
        raised: &mut Vec<(VarId, Class)>,
    ) -> Plan {
        let blk = &g.blocks[b];
        let mut plan = Plan::default();
        // values that are live, with a variable for each
        let mut live: Vec<(VarId, VarId)> = u.inputs.clone();
        let needed = |r: VarId, k: usize| u.passed.contains(&r) || u.last.get(&r) >= Some(&k);
        let mut freed = Freed::Nothing;
        live.retain(|(r, v)| {
            let stays = needed(*r, 0);
            if !stays && self.class(*r) == Class::Counted {
                plan.start.push(*v);
                freed = freed.and(self.freed_by(g, *r));
            }
            stays
        });
        self.raise(g, freed, live.iter().map(|(r, _)| *r), raised);
        for (k, op) in blk.operations.iter().enumerate() {
            let mut step = Step { items: self.moves_items(g, op), ..Step::default() };
            self.raise(g, self.freed_in(g, op), live.iter().map(|(r, _)| *r), raised);
            let mut freed = Freed::Nothing;
            let mut moved = None;
            if let Some(v) = self.stored(g, op) {
                match self.value(g, v) {
                    Some(r) if self.class(r) == Class::Counted && !needed(r, k + 1) => {
                        moved = Some(r);
                    }
                    Some(_) => step.keep = Some(*v),
                    None => {}
                }
                if op.op != LlOp::ExcSet && !new.contains(&(b, k)) {
                    step.overwrites = true;
                    let ty = self.memory_type(g, op);
                    freed = self.is_leaf(ty).map_or(Freed::Anything, Freed::Leaf);
                }
            }
            if op.op == LlOp::ExcClear && !u.taken.contains(&k) {
                step.overwrites = true;
                freed = Freed::Anything;
            }
            let r = op.result;
            if self.p.types.is_gc(g.ty(r)) && self.values.is_root(r) {
                step.keep_result = match op.op {
                    LlOp::ExcGetValue if u.taken.contains(&k) => {
                        raised.push((r, Class::Counted));
                        false
                    }
                    LlOp::Malloc | LlOp::MallocVarsize | LlOp::DirectCall | LlOp::IndirectCall => {
                        false
                    }
                    _ => self.class(r) == Class::Counted,
                };
                live.push((r, r));
            }
            live.retain(|(r, v)| {
                let stays = needed(*r, k + 1);
                if !stays && self.class(*r) == Class::Counted && moved != Some(*r) {
                    step.drop.push(*v);
                    freed = freed.and(self.freed_by(g, *r));
                }
                stays
            });
            self.raise(g, freed, live.iter().map(|(r, _)| *r), raised);
            plan.steps.push(step);
        }
        for e in 0..blk.exits.len() {
            plan.exits.push(self.edge(g, b, e, &live, raised));
        }
        plan
    }

    fn edge(
        &self,
        g: &LlGraph,
        b: BlockId,
        e: usize,
        live: &[(VarId, VarId)],
        raised: &mut Vec<(VarId, Class)>,
    ) -> Edge {
        let mut edge = Edge::default();
        let link = &g.blocks[b].exits[e];
        let inputs = &g.blocks[link.target].inputargs;
        let is_return = link.target == g.returnblock;
        // values that go on as themselves, or as others that have no counts
        let mut carried: FxHashSet<VarId> = FxHashSet::default();
        let mut moved: FxHashSet<VarId> = FxHashSet::default();
        let mut counted = vec![];
        for (a, i) in link.args.iter().zip(inputs) {
            let Some(r) = self.value(g, a) else { continue };
            if !is_return && !self.values.is_root(*i) {
                carried.insert(r);
            } else if is_return || self.class(*i) == Class::Counted {
                counted.push((a, r));
            } else {
                carried.insert(r);
                if self.class(r) > self.class(*i) {
                    raised.push((*i, self.class(r)));
                }
            }
        }
        for (a, r) in counted {
            let moves = self.class(r) == Class::Counted && !carried.contains(&r);
            if !(moves && moved.insert(r)) {
                edge.keep.push(*a);
            }
        }
        let null = self.null_on(g, b, e);
        let mut freed = Freed::Nothing;
        for (r, v) in live {
            let dies = !carried.contains(r) && !moved.contains(r);
            if dies && self.class(*r) == Class::Counted && null != Some(*r) {
                edge.drop.push(*v);
                freed = freed.and(self.freed_by(g, *r));
            }
        }
        self.raise(g, freed, carried.iter().copied(), raised);
        edge
    }

    /// A value that is null where this exit is taken.
    fn null_on(&self, g: &LlGraph, b: BlockId, e: usize) -> Option<VarId> {
        let blk = &g.blocks[b];
        let ExitSwitch::Var(c) = blk.exitswitch else { return None };
        let at = blk.operations.iter().rposition(|o| o.result == c)?;
        let holds = blk.exits[e].case == ExitCase::Value(Const::Bool(true));
        match blk.operations[at].op {
            LlOp::PtrIszero if holds => self.value(g, &blk.operations[at].args[0]),
            LlOp::PtrNonzero if !holds => self.value(g, &blk.operations[at].args[0]),
            // what raises returns null
            LlOp::ExcOccurred if holds => {
                let op = blk.operations[..at].iter().rev().find(|o| o.op.is_call())?;
                self.value(g, &Value::Var(op.result))
            }
            _ => None,
        }
    }

    // ---- new objects

    /// Stores into new objects where nothing was before.
    fn first_stores(&self, g: &LlGraph, order: &[BlockId]) -> FirstStores {
        let mut entry: FxHashMap<BlockId, New> = FxHashMap::default();
        entry.insert(g.startblock, New::default());
        let mut stores = FirstStores::default();
        let mut changed = true;
        while changed {
            changed = false;
            stores.clear();
            for &b in order {
                let Some(mut new) = entry.get(&b).cloned() else { continue };
                for (k, op) in g.blocks[b].operations.iter().enumerate() {
                    if self.step_new(g, op, &mut new) {
                        stores.insert((b, k));
                    }
                }
                for l in &g.blocks[b].exits {
                    let inputs = &g.blocks[l.target].inputargs;
                    let mut there = New::default();
                    for (a, v) in l.args.iter().zip(inputs) {
                        if let Some(r) = self.value(g, a)
                            && self.values.var(*v) == Some(r)
                            && let Some(written) = new.get(&r)
                        {
                            there.insert(r, written.clone());
                        }
                    }
                    match entry.get_mut(&l.target) {
                        None => {
                            entry.insert(l.target, there);
                            changed = true;
                        }
                        Some(old) => {
                            let before = old.clone();
                            old.retain(|r, _| there.contains_key(r));
                            for (r, written) in old.iter_mut() {
                                written.extend(there[r].iter().copied());
                            }
                            changed |= *old != before;
                        }
                    }
                }
            }
        }
        stores
    }

    /// Follows an operation; whether it is a first store.
    fn step_new(&self, g: &LlGraph, op: &SpaceOperation<Ll>, new: &mut New) -> bool {
        let target = op.args.first().and_then(|a| self.value(g, a));
        let number = |i: usize| match op.args.get(i) {
            Some(Value::Const(Const::Int(n))) => Some(*n),
            _ => None,
        };
        let field = |i: usize| match op.args.get(i) {
            Some(Value::Const(Const::Field(f))) => Some(*f),
            _ => None,
        };
        let mut first = false;
        let place = match op.op {
            LlOp::SetField => field(1).map(|f| Some((-1, f))),
            LlOp::SetArrayItem => Some(number(1).map(|n| (n, 0))),
            LlOp::SetInteriorField => Some(number(1).and_then(|n| Some((n, field(2)?)))),
            _ => None,
        };
        if let (Some(place), Some(r)) = (place, target) {
            if let Some(written) = new.get_mut(&r) {
                match place {
                    Some(place) => first = written.insert(place) && !written.contains(&UNKNOWN),
                    None => {
                        written.insert(UNKNOWN);
                    }
                }
            }
            if let Some(v) = self.stored(g, op)
                && let Some(v) = self.value(g, v)
            {
                new.remove(&v);
            }
            return first;
        }
        match op.op {
            LlOp::GetField
            | LlOp::GetArrayItem
            | LlOp::GetInteriorField
            | LlOp::GetArraySize
            | LlOp::SameAs
            | LlOp::CastPointer
            | LlOp::CastOpaquePtr
            | LlOp::Hint
            | LlOp::GcNoteFinalizer
            | LlOp::GcNoteWeakref
            | LlOp::PtrIszero
            | LlOp::PtrNonzero
            | LlOp::PtrEq
            | LlOp::PtrNe => {}
            _ => {
                for r in op.args.iter().filter_map(|a| self.value(g, a)) {
                    new.remove(&r);
                }
            }
        }
        if matches!(op.op, LlOp::Malloc | LlOp::MallocVarsize) {
            new.insert(op.result, FxHashSet::default());
        }
        false
    }

    // ---- the new graph

    fn rewrite(&self, g: &mut LlGraph, b: BlockId, plan: Plan) {
        let ops = std::mem::take(&mut g.blocks[b].operations);
        let mut out = Vec::with_capacity(2 * ops.len());
        let at = ops.first().map_or(Span::NONE, |o| o.span);
        for v in plan.start {
            out.push(self.decref(g, v, at));
        }
        for (op, step) in ops.into_iter().zip(plan.steps) {
            let span = op.span;
            let mut drop = step.drop;
            if let Some(v) = step.keep {
                out.push(g.new_op(LlOp::GcIncref, vec![v], "v", Type::Void, span));
            }
            if step.items {
                self.call_for_items(g, &op, &mut out);
            }
            if step.overwrites {
                let load = match op.op {
                    LlOp::SetField => LlOp::GetField,
                    LlOp::SetArrayItem => LlOp::GetArrayItem,
                    LlOp::SetInteriorField => LlOp::GetInteriorField,
                    _ => LlOp::ExcGetValue,
                };
                let ty = self.memory_type(g, &op);
                let n = op.args.len().saturating_sub(1);
                let old = g.new_op(load, op.args[..n].to_vec(), "old", ty, span);
                drop.insert(0, old.result);
                out.push(old);
            }
            let result = op.result;
            out.push(op);
            if step.keep_result {
                out.push(g.new_op(LlOp::GcIncref, vec![result.into()], "v", Type::Void, span));
            }
            for v in drop {
                out.push(self.decref(g, v, span));
            }
        }
        g.blocks[b].operations = out;
        for (e, edge) in plan.exits.into_iter().enumerate() {
            if edge.keep.is_empty() && edge.drop.is_empty() {
                continue;
            }
            let mut ops = vec![];
            let span = g.blocks[b].operations.last().map_or(Span::NONE, |o| o.span);
            for v in edge.keep {
                ops.push(g.new_op(LlOp::GcIncref, vec![v], "v", Type::Void, span));
            }
            for v in edge.drop {
                ops.push(self.decref(g, v, span));
            }
            if g.blocks[b].exits.len() == 1 {
                g.blocks[b].operations.extend(ops);
                continue;
            }
            let mid = g.new_block();
            g.blocks[mid].operations = ops;
            let mut on = g.blocks[b].exits[e].clone();
            let case = std::mem::replace(&mut on.case, ExitCase::None);
            let span = on.span;
            g.blocks[mid].exits = vec![on];
            let mut link = link_into(g, mid);
            (link.case, link.span) = (case, span);
            g.blocks[b].exits[e] = link;
        }
    }

    fn decref(&self, g: &mut LlGraph, v: VarId, span: Span) -> SpaceOperation<Ll> {
        let args = vec![Value::Const(Const::Func(self.all.functions.release)), v.into()];
        g.new_op(LlOp::GcDecref, args, "v", Type::Void, span)
    }

    /// Inserts the call that is needed before items are copied or cleared.
    fn call_for_items(
        &self,
        g: &mut LlGraph,
        op: &SpaceOperation<Ll>,
        out: &mut Vec<SpaceOperation<Ll>>,
    ) {
        let mut address = |v: &LlValue| -> LlValue {
            let cast = vec![*v];
            let cast = g.new_op(LlOp::CastPtrToAdr, cast, "adr", Type::Address, op.span);
            let v = cast.result;
            out.push(cast);
            v.into()
        };
        let f = &self.all.functions;
        let args = match op.op {
            LlOp::CopyItems => {
                let (to, source) = (address(&op.args[1]), address(&op.args[0]));
                let mut args = vec![Value::Const(Const::Func(f.copy_items)), to, source];
                args.extend(op.args[2..].iter().cloned());
                args
            }
            _ => {
                let array = address(&op.args[0]);
                let mut args = vec![Value::Const(Const::Func(f.drop_items)), array];
                args.extend(op.args[1..].iter().cloned());
                args
            }
        };
        out.push(g.new_op(LlOp::DirectCall, args, "v", Type::Void, op.span));
    }
}

/// New objects that nobody else has seen, and where something was stored: index of an item or -1, field.
type New = FxHashMap<VarId, FxHashSet<(i64, u32)>>;

/// Stands for any place.
const UNKNOWN: (i64, u32) = (-2, 0);
