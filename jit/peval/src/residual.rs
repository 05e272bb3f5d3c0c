//! The residual code of one function: which states there is code for, and how blocks of it end.

use crate::specialiser::{Res, Specialiser};
use crate::state::{Frame, Key, Object, Position, State, Val, alike, generalise, same_numbers};
use flowmodel::analysis::classes::{catches_all, is_subclass, subclass_range};
use flowmodel::diag::Span;
use flowmodel::surgery::bool_exits;
use flowmodel::{
    Block, BlockId, Const, ExitCase, ExitSwitch, FuncId, Link, Ll, LlGraph, LlOp, LlValue, ObjId,
    Type, VarId,
};
use indexmap::IndexSet;
use rustc_hash::{FxHashMap, FxHashSet};
use std::rc::Rc;

/// Says whether the residual block goes on.
#[derive(Copy, Clone, PartialEq, Eq, Debug)]
pub enum Step {
    /// It does.
    Go,
    /// It has its exits.
    End,
}

/// Says what is to be done before the next operation.
#[derive(Clone, Debug)]
enum Pending {
    /// The block is to be left by this exit, with class and value of the exception if it is for
    /// one.
    Exit(usize, Option<[Val<VarId>; 2]>),
    /// An exception is to be raised in the innermost frame; so many handlers of outer frames were
    /// asked.
    Raise([Val<VarId>; 2], Span, usize),
}

/// A residual block that is to be written.
struct Work {
    block: BlockId,
    state: State,
    pending: Option<Pending>,
}

/// Code for a state.
struct Variant {
    block: BlockId,
    key: Rc<Key>,
}

/// States that are variants of one another: places, and the greens of the last merge point.
type Group = (Vec<Position>, Rc<[Option<Const>]>);

/// Writes the residual code of a function.
pub struct Residual<'s, 'a> {
    /// All functions.
    pub s: &'s mut Specialiser<'a>,
    /// The function that the code is of.
    pub own: FuncId,
    /// The code.
    pub g: LlGraph,
    /// The block that is being written.
    pub block: BlockId,
    /// Values that variables of the block may have.
    pub sets: FxHashMap<VarId, Rc<[Const]>>,
    /// Signed numbers that variables of the block are, taken as unsigned ones.
    pub unsigned: FxHashMap<VarId, VarId>,
    /// Tests of the block whether one such number is less than another, and when they say so.
    pub tests: FxHashMap<VarId, Less>,
    result: Type,
    memo: FxHashMap<Rc<Key>, usize>,
    variants: Vec<Variant>,
    groups: FxHashMap<Group, Vec<usize>>,
    work: Vec<Work>,
}

/// Pairs of variables of which the first is less than the second if a test has this result.
pub type Less = (Rc<[(VarId, VarId)]>, bool);

impl<'s, 'a> Residual<'s, 'a> {
    /// The graph of function `own`: of `f`, entered with what the key says; its parameters are the key's dynamic values.
    pub fn build(
        s: &'s mut Specialiser<'a>,
        (own, f): (FuncId, FuncId),
        key: &Key,
    ) -> Res<LlGraph> {
        let source = s.live.graph(f);
        let exc = &source.blocks[source.exceptblock].inputargs;
        let exc = (source.ty(exc[0]), source.ty(exc[1]));
        let result = source.ty(source.return_var());
        let mut g = LlGraph::new(&source.name, result, exc);
        g.span = source.span;
        let block = g.startblock;
        let params: Vec<VarId> = key.types.iter().map(|t| g.new_var("p", *t)).collect();
        g.blocks[block].inputargs = params.clone();
        let (memo, groups, sets) = Default::default();
        let (unsigned, tests, variants, work) = Default::default();
        let mut r = Residual {
            s,
            own,
            g,
            block,
            sets,
            unsigned,
            tests,
            result,
            memo,
            variants,
            groups,
            work,
        };
        let greens = Rc::default();
        let (state, _) = State::of_key(key, &params, &mut r.s.live, (&[0], &greens));
        r.work.push(Work { block, state, pending: None });
        while let Some(w) = r.work.pop() {
            r.block = w.block;
            r.sets.clear();
            r.unsigned.clear();
            r.tests.clear();
            r.run(w.state, w.pending)?;
        }
        Ok(r.g)
    }

    fn run(&mut self, mut st: State, pending: Option<Pending>) -> Res<()> {
        let mut step = match pending {
            None => Step::Go,
            Some(Pending::Exit(i, exc)) => self.follow(&mut st, i, exc)?,
            Some(Pending::Raise(exc, span, asked)) => self.raise(&mut st, exc, span, asked)?,
        };
        while step == Step::Go {
            self.s.count(&st)?;
            let at = innermost(&st).at;
            let blk = &self.s.live.graph(at.func).blocks[at.block];
            step = match blk.operations.get(at.op as usize) {
                Some(op) => self.operation(&mut st, op)?,
                None => self.exits(&mut st, blk)?,
            };
        }
        Ok(())
    }

    // ---- values

    /// An operand of residual code. An object is made.
    pub fn operand(&mut self, st: &mut State, v: &Val<VarId>, ty: Type) -> LlValue {
        match st.seen(v) {
            Val::Const(c) => LlValue::Const(c),
            Val::Dynamic(v) => self.coerce(v, ty),
            Val::Object(i) => {
                let v = self.force(st, i);
                self.coerce(v, ty)
            }
        }
    }

    /// A variable at a type.
    fn coerce(&mut self, v: VarId, ty: Type) -> LlValue {
        let own = self.g.ty(v);
        if self.s.p.compatible(own, ty) {
            return LlValue::Var(v);
        }
        let op = match (own, ty) {
            (Type::Ptr(_), Type::Ptr(_)) => LlOp::CastPointer,
            _ => LlOp::CastOpaquePtr,
        };
        LlValue::Var(self.g.add_op(self.block, op, vec![v.into()], "v", ty, Span::NONE))
    }

    /// Makes an object, and what it refers to.
    pub fn force(&mut self, st: &mut State, i: u32) -> VarId {
        let Object { ty, fields, items, forced } = st.objects[i as usize].clone();
        if let Some(v) = forced {
            return v;
        }
        let st_type = &self.s.p.types.structs[ty];
        let field_types: Vec<Type> = st_type.fields.iter().map(|f| f.ty).collect();
        let inline: Vec<Type> = st_type.item_fields().iter().map(|f| f.ty).collect();
        let (plain, tail) = (st_type.item_type(), st_type.items.is_some());
        let per = inline.len().max(1);
        let konst = LlValue::Const;
        let mut args = vec![konst(Const::Type(ty))];
        let op = if tail { LlOp::MallocVarsize } else { LlOp::Malloc };
        if tail {
            args.push(konst(Const::Int((items.len() / per) as i64)));
        }
        let made = self.g.add_op(self.block, op, args, "made", Type::Ptr(ty), Span::NONE);
        st.objects[i as usize].forced = Some(made);
        let store = |r: &mut Self, op, args| {
            r.g.add_op(r.block, op, args, "v", Type::Void, Span::NONE);
        };
        for (k, (v, ty)) in fields.iter().zip(field_types).enumerate() {
            if !self.is_zero(v, ty) {
                let v = self.operand(st, v, ty);
                let args = vec![made.into(), konst(Const::Field(k as u32)), v];
                store(self, LlOp::SetField, args);
            }
        }
        for (k, v) in items.iter().enumerate() {
            let ty = plain.unwrap_or_else(|| inline[k % per]);
            if self.is_zero(v, ty) {
                continue;
            }
            let v = self.operand(st, v, ty);
            let index = konst(Const::Int((k / per) as i64));
            match plain {
                Some(_) => store(self, LlOp::SetArrayItem, vec![made.into(), index, v]),
                None => {
                    let field = konst(Const::Field((k % per) as u32));
                    store(self, LlOp::SetInteriorField, vec![made.into(), index, field, v]);
                }
            }
        }
        made
    }

    fn is_zero(&self, v: &Val<VarId>, ty: Type) -> bool {
        match v {
            Val::Const(Const::Void | Const::Null(_)) => true,
            Val::Const(c) => *c == self.s.p.zero(ty),
            _ => false,
        }
    }

    // ---- exits

    fn exits(&mut self, st: &mut State, blk: &'a Block<Ll>) -> Res<Step> {
        let ExitSwitch::Var(v) = blk.exitswitch else {
            return self.follow(st, 0, None);
        };
        match st.seen(&innermost(st).env[&v]) {
            Val::Const(c) => {
                let fits = |l: &Link<Ll>| match &l.case {
                    ExitCase::Value(k) => *k == c,
                    _ => true,
                };
                let i = blk.exits.iter().position(fits).expect("a case for each value");
                self.follow(st, i, None)
            }
            Val::Dynamic(var) => {
                let mut exits = vec![];
                for (i, l) in blk.exits.iter().enumerate() {
                    let mut there = st.clone();
                    if let ExitCase::Value(c) = &l.case {
                        there.know(var, c);
                        if let Some((pairs, _)) =
                            self.tests.get(&var).filter(|t| Const::Bool(t.1) == *c)
                        {
                            there.less.extend(pairs.iter().copied());
                        }
                    }
                    let link = self.edge(there, Some(Pending::Exit(i, None)));
                    exits.push(Link { case: l.case.clone(), ..link });
                }
                self.end(ExitSwitch::Var(var), exits)
            }
            Val::Object(_) => unreachable!("nothing switches over a pointer"),
        }
    }

    /// Ends the block.
    pub fn end(&mut self, switch: ExitSwitch, exits: Vec<Link<Ll>>) -> Res<Step> {
        let blk = &mut self.g.blocks[self.block];
        blk.exitswitch = switch;
        blk.exits = exits;
        Ok(Step::End)
    }

    /// Goes on with the next block of the innermost frame, by this exit.
    fn follow(&mut self, st: &mut State, i: usize, exc: Option<[Val<VarId>; 2]>) -> Res<Step> {
        let frame = innermost(st);
        let g = self.s.live.graph(frame.at.func);
        let link = &g.blocks[frame.at.block].exits[i];
        let value = |a: &LlValue| match a {
            LlValue::Const(c) => Val::Const(*c),
            LlValue::Var(v) => match &exc {
                Some([class, _]) if link.last_exception == Some(*v) => class.clone(),
                Some([_, value]) if link.last_exc_value == Some(*v) => value.clone(),
                _ => st.seen(frame.env.get(v).unwrap_or(&Val::Const(Const::Void))),
            },
        };
        let values: Vec<Val<VarId>> = link.args.iter().map(value).collect();
        if link.target == g.returnblock {
            let [value] = values.try_into().expect("one value is returned");
            return self.ret(st, value);
        }
        if link.target == g.exceptblock {
            let exc = values.try_into().expect("class and value are raised");
            return self.raise(st, exc, link.span, 0);
        }
        let frame = st.frames.last_mut().expect("a frame");
        frame.at = Position { block: link.target, op: 0, ..frame.at };
        frame.env = g.blocks[link.target].inputargs.iter().copied().zip(values).collect();
        match self.s.is_join(frame.at) {
            true => self.arrive(st, false),
            false => Ok(Step::Go),
        }
    }

    /// Returns from the innermost frame.
    fn ret(&mut self, st: &mut State, value: Val<VarId>) -> Res<Step> {
        st.frames.pop();
        match st.frames.last() {
            Some(outer) => {
                let at = outer.at;
                let g = self.s.live.graph(at.func);
                let result = g.blocks[at.block].operations[at.op as usize].result;
                self.set(st, result, value);
                Ok(Step::Go)
            }
            None => {
                let value = match self.result {
                    Type::Void => LlValue::Const(Const::Void),
                    ty => self.operand(st, &value, ty),
                };
                let link = Link::new(self.g.returnblock, vec![value]);
                self.end(ExitSwitch::None, vec![link])
            }
        }
    }

    /// The operation has this result: on to the next.
    pub fn set(&mut self, st: &mut State, result: VarId, value: Val<VarId>) {
        let frame = st.frames.last_mut().expect("a frame");
        frame.env.insert(result, value);
        frame.at.op += 1;
    }

    // ---- exceptions

    /// Handlers of an exception that the operation of frame `k` raises: frame, exit, class; the innermost first.
    pub fn handlers(&self, st: &State, from: usize) -> Vec<(usize, usize, ObjId)> {
        let mut all = vec![];
        for (k, frame) in st.frames[..from].iter().enumerate().rev() {
            let blk = &self.s.live.graph(frame.at.func).blocks[frame.at.block];
            if !blk.can_raise() || frame.at.op as usize + 1 != blk.operations.len() {
                continue;
            }
            for (i, l) in blk.exits.iter().enumerate().skip(1) {
                if let ExitCase::Value(Const::Obj(class)) = l.case {
                    all.push((k, i, class));
                }
            }
        }
        all
    }

    /// Raises in the innermost frame, where nothing handles it. `asked`: how many handlers of outer frames do not, either.
    fn raise(
        &mut self,
        st: &mut State,
        exc: [Val<VarId>; 2],
        span: Span,
        asked: usize,
    ) -> Res<Step> {
        let [class, value] = exc.each_ref().map(|v| st.seen(v));
        let handlers = self.handlers(st, st.frames.len() - 1);
        for (n, (k, i, handled)) in handlers.into_iter().enumerate().skip(asked) {
            let surely = catches_all(self.s.p, handled)
                || matches!(&class, Val::Const(Const::Obj(c)) if is_subclass(self.s.p, *c, handled));
            if surely {
                st.frames.truncate(k + 1);
                return self.follow(st, i, Some([class, value]));
            }
            if let Val::Dynamic(var) = class {
                let test = self.is_of_class(var, handled);
                let exc = [class, value];
                let mut there = st.clone();
                there.frames.truncate(k + 1);
                let hit = self.edge(there, Some(Pending::Exit(i, Some(exc.clone()))));
                let miss = self.edge(st.clone(), Some(Pending::Raise(exc, span, n + 1)));
                return self.end(ExitSwitch::Var(test), bool_exits(miss, hit));
            }
        }
        let types = self.g.blocks[self.g.exceptblock].inputargs.clone();
        let class = self.operand(st, &class, self.g.ty(types[0]));
        let value = self.operand(st, &value, self.g.ty(types[1]));
        let span = match span.is_known() {
            true => self.s.place(span, innermost(st)),
            false => span,
        };
        let link = Link { span, ..Link::new(self.g.exceptblock, vec![class, value]) };
        self.end(ExitSwitch::None, vec![link])
    }

    /// Tests whether an exception's class is that of a handler.
    fn is_of_class(&mut self, class: VarId, handled: ObjId) -> VarId {
        let field = self.s.p.types.class_number(self.g.ty(class));
        let konst = LlValue::Const;
        match (subclass_range(self.s.p, handled), field) {
            (Some((lo, hi)), Some(f)) => {
                let args = vec![class.into(), konst(Const::Field(f))];
                let at = self.emit(LlOp::GetField, args, Type::Signed);
                let args = vec![konst(Const::Int(lo)), at.into(), konst(Const::Int(hi))];
                self.emit(LlOp::IntBetween, args, Type::Bool)
            }
            // Classes without ranges have no subclasses.
            _ => self.emit(LlOp::PtrEq, vec![class.into(), konst(Const::Obj(handled))], Type::Bool),
        }
    }

    fn emit(&mut self, op: LlOp, args: Vec<LlValue>, ty: Type) -> VarId {
        self.g.add_op(self.block, op, args, "v", ty, Span::NONE)
    }

    // ---- edges and variants

    /// A link to a new block that goes on from a state.
    pub fn continue_at(&mut self, st: State) -> Link<Ll> {
        self.edge(st, None)
    }

    /// A link to a new block where an exception goes to a handler: exit `i` of the innermost frame. The class and the value are
    /// variables of the link.
    pub fn handler(&mut self, st: State, i: usize, class: ObjId) -> Link<Ll> {
        let at = innermost(&st).at;
        let g = self.s.live.graph(at.func);
        let l = &g.blocks[at.block].exits[i];
        let exc = self.g.blocks[self.g.exceptblock].inputargs.clone();
        let (t, v) = (self.g.copy_var(exc[0]), self.g.copy_var(exc[1]));
        let caught = [Val::Dynamic(t), Val::Dynamic(v)];
        let span = match l.span.is_known() {
            true => self.s.place(l.span, innermost(&st)),
            false => l.span,
        };
        let link = self.edge(st, Some(Pending::Exit(i, Some(caught))));
        Link {
            case: ExitCase::Value(Const::Obj(class)),
            last_exception: Some(t),
            last_exc_value: Some(v),
            span,
            ..link
        }
    }

    /// A link to a new block that goes on from a state with what is pending.
    fn edge(&mut self, mut st: State, pending: Option<Pending>) -> Link<Ll> {
        let n = st.frames.len();
        for k in 0..n {
            let frame = &st.frames[k];
            let exit = match &pending {
                Some(Pending::Exit(i, _)) if k + 1 == n => Some(*i),
                Some(Pending::Raise(..)) if k + 1 == n => None,
                _ => {
                    let live = self.s.live.at(frame.at, k + 1 < n);
                    st.frames[k].env.retain(|v, _| live.contains(v));
                    continue;
                }
            };
            let g = self.s.live.graph(frame.at.func);
            let used: FxHashSet<VarId> = exit
                .iter()
                .flat_map(|i| &g.blocks[frame.at.block].exits[*i].args)
                .filter_map(|a| a.as_var())
                .collect();
            st.frames[k].env.retain(|v, _| used.contains(v));
        }
        let mut vars: Vec<VarId> = vec![];
        let mut seen = FxHashSet::default();
        let mut objects: IndexSet<u32> = IndexSet::new();
        let more: &[Val<VarId>] = match &pending {
            Some(Pending::Exit(_, Some(exc)) | Pending::Raise(exc, ..)) => exc,
            _ => &[],
        };
        let mut env: Vec<(&VarId, &Val<VarId>)> = st.frames.iter().flat_map(|f| &f.env).collect();
        env.sort_by_key(|(v, _)| **v);
        let mut work: Vec<Val<VarId>> =
            more.iter().chain(env.into_iter().map(|e| e.1)).cloned().collect();
        work.reverse();
        while let Some(v) = work.pop() {
            match st.seen(&v) {
                Val::Dynamic(v) if seen.insert(v) => vars.push(v),
                Val::Object(i) if objects.insert(i) => {
                    let o = &st.objects[i as usize];
                    work.extend(o.fields.iter().chain(&o.items).rev().cloned());
                }
                _ => {}
            }
        }
        let inputs: Vec<VarId> = vars.iter().map(|v| self.g.copy_var(*v)).collect();
        let block = self.g.new_block_with(inputs.clone());
        let names: FxHashMap<VarId, VarId> = vars.iter().copied().zip(inputs).collect();
        // What the state refers to, by the new names; the rest is gone.
        let there = |v: &Val<VarId>| match st.seen(v) {
            Val::Dynamic(v) => Val::Dynamic(names[&v]),
            Val::Object(i) => Val::Object(objects.get_index_of(&i).expect("it was reached") as u32),
            v => v,
        };
        let all = |vs: &[Val<VarId>]| vs.iter().map(there).collect();
        let pending = pending.as_ref().map(|p| match p {
            Pending::Exit(i, exc) => {
                Pending::Exit(*i, exc.as_ref().map(|e| e.each_ref().map(there)))
            }
            Pending::Raise(exc, span, asked) => {
                Pending::Raise(exc.each_ref().map(there), *span, *asked)
            }
        });
        let frames = st.frames.iter().map(|f| Frame {
            env: f.env.iter().map(|(v, value)| (*v, there(value))).collect(),
            ..f.clone()
        });
        let made = objects.iter().map(|i| {
            let o = &st.objects[*i as usize];
            Object { ty: o.ty, fields: all(&o.fields), items: all(&o.items), forced: None }
        });
        let name = |v: &VarId| names.get(v).copied();
        let less = st.less.iter().filter_map(|(a, b)| Some((name(a)?, name(b)?))).collect();
        let (frames, objects) = (frames.collect(), made.collect());
        let state = State { frames, objects, greens: st.greens.clone(), less };
        self.work.push(Work { block, state, pending });
        Link::new(block, vars.into_iter().map(LlValue::Var).collect())
    }

    /// Comes to a place that may be reached again: goes to the code for the state. `merge`: it is a merge point.
    pub fn arrive(&mut self, st: &mut State, merge: bool) -> Res<Step> {
        if merge {
            // Else there would be code for each index that was tested on some way. Gates make tests needless over many
            // instructions of the guest program ([`crate::ranges`]).
            st.less.clear();
        }
        let (key, vars) = st.key(&mut self.s.live, &[]);
        if let Some(n) = self.memo.get(&key) {
            let variant = &self.variants[*n];
            let (block, types) = (variant.block, variant.key.types.clone());
            let args = vars.iter().zip(types).map(|(v, t)| self.coerce(*v, t)).collect();
            return self.end(ExitSwitch::None, vec![Link::new(block, args)]);
        }
        let group: Group = (key.positions.clone(), st.greens.clone());
        let there = self.groups.get(&group).map_or(&[][..], |v| v);
        let key_of = |n: &usize| &self.variants[*n].key;
        let limits = &self.s.limits;
        let mut many = false;
        let wider = match merge {
            // A guest loop that comes back with other numbers: they vary.
            true => {
                let last = there.last().filter(|_| there.len() >= limits.merge_variants);
                there.iter().rev().find(|n| alike(key_of(n), &key)).or(last)
            }
            // Numbers are how loops over what is known go on: these may be many.
            false => {
                let mut same = there.iter().filter(|n| same_numbers(key_of(n), &key));
                let last = same
                    .nth(limits.merge_variants.saturating_sub(1))
                    .and_then(|_| there.iter().rfind(|n| same_numbers(key_of(n), &key)));
                let at = innermost(st).at.func;
                let most = match self.s.original.funcs[at].attrs.unroll_safe {
                    true => limits.unrolled,
                    false => limits.variants,
                };
                many = there.len() >= most;
                last.or(there.last().filter(|_| many))
            }
        };
        let key = match wider.map(|n| key_of(n).clone()) {
            Some(there) => {
                // (Before the guest program is there nobody cares.)
                if many && !st.greens.is_empty() {
                    self.s.note_widening(&key.positions);
                }
                Rc::new(generalise(&mut self.s.live, &there, &key))
            }
            None => Rc::new(key),
        };
        let n = match self.memo.get(&key) {
            Some(n) => *n,
            None => {
                self.s.report.variants += merge as usize;
                self.variant(st, key.clone(), group)
            }
        };
        let args = self.adapt(st, &key);
        let link = Link::new(self.variants[n].block, args);
        self.end(ExitSwitch::None, vec![link])
    }

    /// New code for a key.
    fn variant(&mut self, st: &State, key: Rc<Key>, group: Group) -> usize {
        let inputs: Vec<VarId> = key.types.iter().map(|t| self.g.new_var("v", *t)).collect();
        let block = self.g.new_block_with(inputs.clone());
        let inlined: Vec<u32> = st.frames.iter().map(|f| f.inlined).collect();
        let (state, _) = State::of_key(&key, &inputs, &mut self.s.live, (&inlined, &st.greens));
        self.work.push(Work { block, state, pending: None });
        let n = self.variants.len();
        self.variants.push(Variant { block, key: key.clone() });
        self.memo.insert(key, n);
        self.groups.entry(group).or_default().push(n);
        n
    }

    /// The dynamic values that the code for a key needs, which knows no more than the state.
    pub fn adapt(&mut self, st: &mut State, key: &Key) -> Vec<LlValue> {
        let mut own = vec![];
        for (k, f) in st.frames.iter().enumerate() {
            let live = self.s.live.at(f.at, k + 1 < st.frames.len());
            own.extend(
                live.iter().map(|v| f.env.get(v).cloned().unwrap_or(Val::Const(Const::Void))),
            );
        }
        let mut pairs: Vec<(Val<u32>, Val<VarId>)> = key.values.iter().cloned().zip(own).collect();
        let mut bound: FxHashSet<u32> = FxHashSet::default();
        let mut k = 0;
        while k < pairs.len() {
            if let (Val::Object(i), v) = &pairs[k]
                && bound.insert(*i)
            {
                let Val::Object(o) = st.seen(v) else { unreachable!("an object for an object") };
                let o = &st.objects[o as usize];
                let slots = o.fields.iter().chain(&o.items).cloned();
                pairs.extend(
                    key.objects[*i as usize].2.iter().cloned().zip(slots).collect::<Vec<_>>(),
                );
            }
            k += 1;
        }
        let mut args: Vec<Option<LlValue>> = vec![None; key.types.len()];
        for (slot, v) in pairs {
            if let Val::Dynamic(d) = slot
                && args[d as usize].is_none()
            {
                args[d as usize] = Some(self.operand(st, &v, key.types[d as usize]));
            }
        }
        args.into_iter().map(|a| a.expect("each dynamic value stands somewhere")).collect()
    }
}

/// The innermost frame.
pub fn innermost(st: &State) -> &Frame {
    st.frames.last().expect("a frame")
}
