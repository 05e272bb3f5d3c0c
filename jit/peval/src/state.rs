//! State of the specialiser: values, objects that exist only here, frames of functions that are being unfolded.
//!
//! A [`State`] is on its way through the program; its dynamic values are variables of the residual block that is being written. A
//! [`Key`] is the same without names: dynamic values and objects are numbered in the order of their discovery. Equal keys have
//! the same residual code.

use flowmodel::{
    BlockId, Const, FuncId, LlGraph, ObjId, Program, SecondaryMap, StructId, Type, VarId,
};
use rustc_hash::{FxHashMap, FxHashSet};
use std::collections::BTreeSet;
use std::rc::Rc;

/// A value. `D`: what stands for one that only the residual program will know.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub enum Val<D> {
    /// It is known.
    Const(Const),
    /// Pointer to an object that was not made yet.
    Object(u32),
    /// Value of the residual program.
    Dynamic(D),
}

/// An object that the residual program has not made (yet).
#[derive(Clone, Debug)]
pub struct Object {
    /// Its container.
    pub ty: StructId,
    /// Fixed fields.
    pub fields: Vec<Val<VarId>>,
    /// Items; of inline items the fields, one item after the other.
    pub items: Vec<Val<VarId>>,
    /// It is made after all: the variable that points to it.
    pub forced: Option<VarId>,
}

/// The next operation of a function. Behind the last operation stand the exits.
#[derive(Copy, Clone, PartialEq, Eq, Hash, Debug)]
pub struct Position {
    /// The function.
    pub func: FuncId,
    /// Block of its graph.
    pub block: BlockId,
    /// Index of the operation.
    pub op: u32,
}

/// A function that is being executed.
#[derive(Clone, Debug)]
pub struct Frame {
    /// Position of it; the call, if it is not the innermost one.
    pub at: Position,
    /// Its variables.
    pub env: FxHashMap<VarId, Val<VarId>>,
    /// The place that it was inlined to (as [`flowmodel::diag::Span::inlined`]).
    pub inlined: u32,
    /// Says which of its arguments were prebuilt objects.
    pub entered: Entered,
}

/// Prebuilt objects among the arguments of a function.
pub type Entered = Rc<[Option<ObjId>]>;

/// All that is known at a point.
#[derive(Clone, Debug, Default)]
pub struct State {
    /// Functions, the innermost one last.
    pub frames: Vec<Frame>,
    /// Objects; those that nothing refers to any more stay behind.
    pub objects: Vec<Object>,
    /// The greens of the last merge point, as far as they are known.
    pub greens: Rc<[Option<Const>]>,
    /// Pairs of dynamic numbers: as unsigned numbers, the first is less than the second.
    pub less: BTreeSet<(VarId, VarId)>,
}

/// A state without names.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub struct Key {
    /// Positions of the frames.
    pub positions: Vec<Position>,
    /// The prebuilt arguments with which they were entered.
    pub entered: Vec<Entered>,
    /// Values of the frames' live variables, frame by frame.
    pub values: Vec<Val<u32>>,
    /// Containers of objects, their numbers of fields, fields and items.
    pub objects: Vec<(StructId, usize, Vec<Val<u32>>)>,
    /// Types of the dynamic values.
    pub types: Vec<Type>,
    /// Pairs of dynamic values of which one is less than the other ([`State::less`]).
    pub less: Vec<(u32, u32)>,
}

/// Live variables of the program's graphs, by need.
pub struct Live<'a> {
    program: &'a Program,
    at: FxHashMap<(Position, bool), Rc<[VarId]>>,
}

impl<'a> Live<'a> {
    /// Makes the tables of live variables of a program.
    pub fn new(program: &'a Program) -> Live<'a> {
        Live { program, at: FxHashMap::default() }
    }

    /// Graph of a function that has one.
    pub fn graph(&self, f: FuncId) -> &'a LlGraph {
        self.program.funcs[f].graph().expect("only functions with graphs are executed")
    }

    /// Variables that are live at a position; `in_call`: behind the call there, without its result.
    pub fn at(&mut self, at: Position, in_call: bool) -> Rc<[VarId]> {
        if let Some(live) = self.at.get(&(at, in_call)) {
            return live.clone();
        }
        let g = self.graph(at.func);
        let blk = &g.blocks[at.block];
        let live: Rc<[VarId]> = if at.op == 0 && !in_call {
            blk.inputargs.as_slice().into()
        } else {
            let next = at.op as usize + in_call as usize;
            let mut made: FxHashSet<VarId> =
                blk.operations[next..].iter().map(|o| o.result).collect();
            if in_call {
                made.insert(blk.operations[at.op as usize].result);
            }
            let mut live = vec![];
            let mut seen = FxHashSet::default();
            let mut add = |v: VarId| {
                if !made.contains(&v) && g.ty(v) != Type::Void && seen.insert(v) {
                    live.push(v);
                }
            };
            for op in &blk.operations[next..] {
                op.args.iter().filter_map(|a| a.as_var()).for_each(&mut add);
            }
            if let flowmodel::ExitSwitch::Var(v) = blk.exitswitch {
                add(v);
            }
            for l in &blk.exits {
                let own = [l.last_exception, l.last_exc_value];
                let args = l.args.iter().filter_map(|a| a.as_var());
                args.filter(|v| !own.contains(&Some(*v))).for_each(&mut add);
            }
            live.into()
        };
        self.at.insert((at, in_call), live.clone());
        live
    }

    /// Types of the live variables at positions of frames, the innermost one last.
    fn types(&mut self, positions: &[Position]) -> Vec<Type> {
        let mut types = vec![];
        for (i, at) in positions.iter().enumerate() {
            let live = self.at(*at, i + 1 < positions.len());
            let g = self.graph(at.func);
            types.extend(live.iter().map(|v| g.ty(*v)));
        }
        types
    }
}

/// Types of an object's fields and `n` items.
pub fn slot_types(p: &Program, ty: StructId, n: usize) -> Vec<Type> {
    let st = &p.types.structs[ty];
    let mut types: Vec<Type> = st.fields.iter().map(|f| f.ty).collect();
    let items: Vec<Type> = match st.item_type() {
        Some(t) => vec![t],
        None => st.item_fields().iter().map(|f| f.ty).collect(),
    };
    types.extend(items.iter().cycle().take(if items.is_empty() { 0 } else { n }));
    types
}

impl State {
    /// The value, with the variable of an object that was made.
    pub fn seen(&self, v: &Val<VarId>) -> Val<VarId> {
        match v {
            Val::Object(i) => match self.objects[*i as usize].forced {
                Some(var) => Val::Dynamic(var),
                None => v.clone(),
            },
            v => v.clone(),
        }
    }

    /// The state without names, and the variables of its dynamic values. `more`: values that are needed besides, with their types.
    pub fn key(&self, live: &mut Live<'_>, more: &[(Val<VarId>, Type)]) -> (Key, Vec<VarId>) {
        let positions: Vec<Position> = self.frames.iter().map(|f| f.at).collect();
        let mut n =
            Namer { state: self, numbers: FxHashMap::default(), vars: vec![], types: vec![] };
        let mut objects: Vec<u32> = vec![];
        let mut order: FxHashMap<u32, u32> = FxHashMap::default();
        let mut values = vec![];
        for (k, f) in self.frames.iter().enumerate() {
            let vars = live.at(f.at, k + 1 < self.frames.len());
            let g = live.graph(f.at.func);
            for v in vars.iter() {
                let value = f.env.get(v).cloned().unwrap_or(Val::Const(Const::Void));
                values.push(n.name(&value, g.ty(*v), &mut objects, &mut order));
            }
        }
        for (value, ty) in more {
            values.push(n.name(value, *ty, &mut objects, &mut order));
        }
        let mut made = vec![];
        let mut k = 0;
        while k < objects.len() {
            let o = &self.objects[objects[k] as usize];
            let types = slot_types(live.program, o.ty, o.items.len());
            let slots = o.fields.iter().chain(&o.items).zip(types);
            let slots = slots.map(|(v, t)| n.name(v, t, &mut objects, &mut order)).collect();
            made.push((o.ty, o.fields.len(), slots));
            k += 1;
        }
        let entered = self.frames.iter().map(|f| f.entered.clone()).collect();
        let number = |v: VarId| {
            let number = |ty| n.numbers.get(&(v, ty)).copied();
            number(Type::Signed).or_else(|| number(Type::Unsigned))
        };
        let mut less: Vec<(u32, u32)> =
            self.less.iter().filter_map(|(a, b)| Some((number(*a)?, number(*b)?))).collect();
        less.sort();
        (Key { positions, entered, values, objects: made, types: n.types, less }, n.vars)
    }

    /// The state of a key with these variables. `more`: how many further values the key has; they come back.
    pub fn of_key(
        key: &Key,
        vars: &[VarId],
        live: &mut Live<'_>,
        (inlined, greens): (&[u32], &Rc<[Option<Const>]>),
    ) -> (State, Vec<Val<VarId>>) {
        let value = |v: &Val<u32>| match v {
            Val::Const(c) => Val::Const(*c),
            Val::Object(i) => Val::Object(*i),
            Val::Dynamic(d) => Val::Dynamic(vars[*d as usize]),
        };
        let mut values = key.values.iter().map(value);
        let mut frames = vec![];
        for (k, at) in key.positions.iter().enumerate() {
            let names = live.at(*at, k + 1 < key.positions.len());
            let env = names.iter().copied().zip(values.by_ref()).collect();
            frames.push(Frame {
                at: *at,
                env,
                inlined: inlined[k],
                entered: key.entered[k].clone(),
            });
        }
        let objects = key.objects.iter().map(|(ty, n, slots)| {
            let mut fields: Vec<_> = slots.iter().map(value).collect();
            let items = fields.split_off(*n);
            Object { ty: *ty, fields, items, forced: None }
        });
        let var = |d: u32| vars[d as usize];
        let less = key.less.iter().map(|(a, b)| (var(*a), var(*b))).collect();
        let objects = objects.collect();
        (State { frames, objects, greens: greens.clone(), less }, values.collect())
    }

    /// A variable has this value from here on.
    pub fn know(&mut self, var: VarId, c: &Const) {
        let slots = self.objects.iter_mut().flat_map(|o| o.fields.iter_mut().chain(&mut o.items));
        for v in self.frames.iter_mut().flat_map(|f| f.env.values_mut()).chain(slots) {
            if *v == Val::Dynamic(var) {
                *v = Val::Const(*c);
            }
        }
    }
}

/// Numbers dynamic values and objects.
struct Namer<'a> {
    state: &'a State,
    numbers: FxHashMap<(VarId, Type), u32>,
    vars: Vec<VarId>,
    types: Vec<Type>,
}

impl Namer<'_> {
    fn name(
        &mut self,
        v: &Val<VarId>,
        ty: Type,
        objects: &mut Vec<u32>,
        order: &mut FxHashMap<u32, u32>,
    ) -> Val<u32> {
        match self.state.seen(v) {
            Val::Const(c) => Val::Const(c),
            Val::Object(i) => Val::Object(*order.entry(i).or_insert_with(|| {
                objects.push(i);
                objects.len() as u32 - 1
            })),
            Val::Dynamic(var) => {
                let next = self.vars.len() as u32;
                let n = *self.numbers.entry((var, ty)).or_insert(next);
                if n == next {
                    self.vars.push(var);
                    self.types.push(ty);
                }
                Val::Dynamic(n)
            }
        }
    }
}

/// Says whether a constant is a number, or what else is no pointer.
pub fn is_number(c: &Const) -> bool {
    !matches!(c, Const::Obj(_) | Const::Null(_) | Const::Func(_))
}

/// Says whether variables that are known numbers in one of two states of the same positions are the same numbers in the
/// other.
pub fn same_numbers(a: &Key, b: &Key) -> bool {
    let number = |v: &Val<u32>| match v {
        Val::Const(c) if is_number(c) => Some(*c),
        _ => None,
    };
    a.values.iter().zip(&b.values).all(|(x, y)| number(x) == number(y))
}

/// Says whether two states of the same positions differ only in numbers: the same objects are made in
/// neither.
pub fn alike(a: &Key, b: &Key) -> bool {
    if a.less != b.less {
        return false;
    }
    let number = is_number;
    let mut partner: [FxHashMap<u32, u32>; 2] = Default::default();
    let mut work: Vec<(&Val<u32>, &Val<u32>)> = a.values.iter().zip(&b.values).collect();
    while let Some((x, y)) = work.pop() {
        let same = match (x, y) {
            (Val::Const(c), Val::Const(d)) => c == d || number(c) && number(d),
            (Val::Const(c), Val::Dynamic(_)) | (Val::Dynamic(_), Val::Const(c)) => number(c),
            (Val::Dynamic(_), Val::Dynamic(_)) => true,
            (Val::Object(i), Val::Object(j)) => match (partner[0].get(i), partner[1].get(j)) {
                (None, None) => {
                    partner[0].insert(*i, *j);
                    partner[1].insert(*j, *i);
                    let (o, q) = (&a.objects[*i as usize], &b.objects[*j as usize]);
                    work.extend(o.2.iter().zip(&q.2));
                    o.0 == q.0 && o.2.len() == q.2.len()
                }
                known => known == (Some(j), Some(i)),
            },
            _ => false,
        };
        if !same {
            return false;
        }
    }
    true
}

/// Gives what two states of the same positions have in common: the most that is known of both.
pub fn generalise(live: &mut Live<'_>, a: &Key, b: &Key) -> Key {
    debug_assert_eq!(a.positions, b.positions);
    let types = live.types(&a.positions);
    let mut forced: [FxHashSet<u32>; 2] = Default::default();
    loop {
        let mut m = Merger {
            keys: [a, b],
            forced: &mut forced,
            again: false,
            partner: [FxHashMap::default(), FxHashMap::default()],
            pairs: vec![],
            dynamic: FxHashMap::default(),
            types: vec![],
        };
        let values = a.values.iter().zip(&b.values).zip(&types);
        let values = values.map(|((x, y), t)| m.merge(x, y, *t)).collect();
        let mut objects = vec![];
        let mut k = 0;
        while k < m.pairs.len() {
            let [i, j] = m.pairs[k];
            let ((ty, n, x), (_, _, y)) = (&a.objects[i as usize], &b.objects[j as usize]);
            let types = slot_types(live.program, *ty, x.len() - n);
            let slots = x.iter().zip(y).zip(types).map(|((x, y), t)| m.merge(x, y, t)).collect();
            objects.push((*ty, *n, slots));
            k += 1;
        }
        if !m.again {
            let (positions, entered) = (a.positions.clone(), a.entered.clone());
            let mut from: Vec<[Option<u32>; 2]> = vec![[None; 2]; m.types.len()];
            let dynamic = |v: &Val<u32>| if let Val::Dynamic(d) = v { Some(*d) } else { None };
            for ((x, y, _), d) in &m.dynamic {
                from[*d as usize] = [dynamic(x), dynamic(y)];
            }
            let holds = |side: usize, p: usize, q: usize| match (from[p][side], from[q][side]) {
                (Some(p), Some(q)) => [a, b][side].less.contains(&(p, q)),
                _ => false,
            };
            let mut less = vec![];
            for p in 0..from.len() {
                for q in (0..from.len()).filter(|q| holds(0, p, *q) && holds(1, p, *q)) {
                    less.push((p as u32, q as u32));
                }
            }
            return Key { positions, entered, values, objects, types: m.types, less };
        }
    }
}

struct Merger<'a> {
    keys: [&'a Key; 2],
    /// Objects of each that must be made.
    forced: &'a mut [FxHashSet<u32>; 2],
    /// An object must be made that was taken as one that need not.
    again: bool,
    /// Maps objects of one state to those of the other.
    partner: [FxHashMap<u32, u32>; 2],
    pairs: Vec<[u32; 2]>,
    dynamic: FxHashMap<(Val<u32>, Val<u32>, Type), u32>,
    types: Vec<Type>,
}

impl Merger<'_> {
    fn merge(&mut self, x: &Val<u32>, y: &Val<u32>, ty: Type) -> Val<u32> {
        match (x, y) {
            (Val::Const(c), Val::Const(d)) if c == d => return Val::Const(*c),
            (Val::Object(i), Val::Object(j)) if self.same(*i, *j) => {
                let place = self.pairs.iter().position(|p| p[0] == *i).unwrap_or(self.pairs.len());
                if place == self.pairs.len() {
                    self.pairs.push([*i, *j]);
                    self.partner[0].insert(*i, *j);
                    self.partner[1].insert(*j, *i);
                }
                return Val::Object(place as u32);
            }
            _ => {}
        }
        for (side, v) in [x, y].into_iter().enumerate() {
            if let Val::Object(i) = v {
                self.force(side, *i);
            }
        }
        let n = self.types.len() as u32;
        let n = *self.dynamic.entry((x.clone(), y.clone(), ty)).or_insert(n);
        if n as usize == self.types.len() {
            self.types.push(ty);
        }
        Val::Dynamic(n)
    }

    /// Says whether the objects can stay unmade, and are one object.
    fn same(&self, i: u32, j: u32) -> bool {
        let (a, b) = (&self.keys[0].objects[i as usize], &self.keys[1].objects[j as usize]);
        let known = (self.partner[0].get(&i), self.partner[1].get(&j));
        let free = !self.forced[0].contains(&i) && !self.forced[1].contains(&j);
        free && a.0 == b.0
            && a.2.len() == b.2.len()
            && (known == (None, None) || known == (Some(&j), Some(&i)))
    }

    /// The object, and what it refers to, must be made.
    fn force(&mut self, side: usize, i: u32) {
        let mut work = vec![i];
        while let Some(i) = work.pop() {
            if !self.forced[side].insert(i) {
                continue;
            }
            self.again = true;
            for v in &self.keys[side].objects[i as usize].2 {
                if let Val::Object(k) = v {
                    work.push(*k);
                }
            }
        }
    }
}

/// Says to which blocks of a graph several links lead.
pub fn joins(g: &LlGraph) -> SecondaryMap<BlockId, bool> {
    let mut joins = SecondaryMap::new();
    for (b, links) in g.entries().iter() {
        joins[b] = *links > 1;
    }
    joins
}
