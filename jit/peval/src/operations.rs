//! Operations: those on what is known are executed, the others become residual.

use crate::residual::{Less, Residual, Step, innermost};
use crate::specialiser::Res;
use crate::state::{Object, State, Val, is_number};
use backendopt::constfold::fold_op;
use backendopt::strength::identity;
use flowmodel::analysis::classes::handler_may_match;
use flowmodel::{
    Const, ExitCase, ExitSwitch, Items, Link, Ll, LlOp, LlValue, SpaceOperation, Type, VarId,
};
use std::rc::Rc;

/// Objects with more items are made.
const MOST_ITEMS: i64 = 128;
/// Maximum number of values of which a promoted value is one.
const MOST_VALUES: usize = 64;

type Value = Val<VarId>;

impl Residual<'_, '_> {
    /// The next operation of the innermost frame.
    pub fn operation(&mut self, st: &mut State, op: &SpaceOperation<Ll>) -> Res<Step> {
        let frame = innermost(st);
        let void = Val::Const(Const::Void);
        let value = |a: &LlValue| match a {
            LlValue::Const(c) => Val::Const(*c),
            LlValue::Var(v) => st.seen(frame.env.get(v).unwrap_or(&void)),
        };
        let args: Vec<Value> = op.args.iter().map(value).collect();
        match op.op {
            LlOp::JitMarker => return self.marker(st, op),
            LlOp::Hint if is_promotion(op) => return self.promote(st, op, &args[0]),
            LlOp::DirectCall => {
                if let Val::Const(Const::Func(f)) = args[0] {
                    return self.call(st, op, f, &args[1..]);
                }
            }
            LlOp::IndirectCall => {
                if let Val::Const(Const::Func(f)) = args[0]
                    && self.fits(st, op, f)
                {
                    return self.call(st, op, f, &args[1..args.len() - 1]);
                }
            }
            _ => {}
        }
        let ty = self.s.live.graph(innermost(st).at.func).ty(op.result);
        match self.known(st, op.op, &args, ty) {
            Some(v) => {
                self.set(st, op.result, v);
                Ok(Step::Go)
            }
            None => self.emit_operation(st, op, &args),
        }
    }

    /// Gives the result of an operation, if it can be done now.
    fn known(&mut self, st: &mut State, op: LlOp, args: &[Value], ty: Type) -> Option<Value> {
        let consts: Option<Vec<Const>> =
            args.iter().map(|v| if let Val::Const(c) = v { Some(*c) } else { None }).collect();
        let done = Some(Val::Const(Const::Void));
        let bool = |b: bool| Some(Val::Const(Const::Bool(b)));
        match (op, args) {
            (LlOp::Hint, [v, ..]) => return Some(v.clone()),
            (LlOp::WeAreJitted, _) => return bool(true),
            (LlOp::JitIsConstant, [v]) => return bool(matches!(v, Val::Const(_))),
            (LlOp::JitIsVirtual, [v]) => return bool(matches!(v, Val::Object(_))),
            (LlOp::JitTraceLength, _) => return Some(Val::Const(Const::Int(-1))),
            (LlOp::JitRecordExactClass | LlOp::JitRecordExactValue | LlOp::JitRemark, _) => {
                return done;
            }
            (LlOp::DebugAssert, [Val::Const(Const::Bool(true)), _]) => return done,
            (LlOp::Keepalive, [Val::Object(_) | Val::Const(_)]) => return done,
            (LlOp::SameAs, [v]) => return Some(v.clone()),
            (LlOp::CastPointer | LlOp::CastOpaquePtr, [v @ Val::Object(_)]) => {
                return Some(v.clone());
            }
            (LlOp::CastPointer | LlOp::CastOpaquePtr, [Val::Dynamic(v)]) if self.g.ty(*v) == ty => {
                return Some(Val::Dynamic(*v));
            }
            (LlOp::PtrNonzero, [Val::Object(_)]) => return bool(true),
            (LlOp::PtrIszero, [Val::Object(_)]) => return bool(false),
            (LlOp::PtrEq | LlOp::PtrNe, [Val::Object(a), Val::Object(b)]) => {
                return bool((a == b) == (op == LlOp::PtrEq));
            }
            // Nobody else knows the object.
            (LlOp::PtrEq | LlOp::PtrNe, [Val::Object(_), _] | [_, Val::Object(_)]) => {
                return bool(op == LlOp::PtrNe);
            }
            (LlOp::Malloc, [Val::Const(Const::Type(t))]) => return self.new_object(st, *t, 0),
            (LlOp::MallocVarsize, [Val::Const(Const::Type(t)), Val::Const(Const::Int(n))])
                if (0..=MOST_ITEMS).contains(n) =>
            {
                return self.new_object(st, *t, *n as usize);
            }
            _ => {}
        }
        if let Some(v) = self.on_object(st, op, args) {
            return Some(v);
        }
        if let Some((pairs, when)) = self.less_than(op, args)
            && pairs.iter().any(|pair| st.less.contains(pair))
        {
            return bool(when);
        }
        if let Some(consts) = consts {
            let c = match fold_op(self.s.original, op, &consts, ty) {
                None => self.on_prebuilt(op, &consts),
                c => c,
            }?;
            if !self.s.p.compatible(self.s.p.const_type(&c), ty) {
                return None;
            }
            return Some(Val::Const(c));
        }
        // One that is known may be enough.
        let plain = |v: &Value| match v {
            Val::Const(c) => Some(flowmodel::Value::Const(*c)),
            Val::Dynamic(v) => Some(flowmodel::Value::Var(*v)),
            Val::Object(_) => None,
        };
        let plain: Option<Vec<_>> = args.iter().map(plain).collect();
        let v = identity(op, &plain?)?;
        let fits = self.s.p.compatible(self.s.p.value_type(&self.g, &v), ty);
        fits.then_some(match v {
            flowmodel::Value::Const(c) => Val::Const(c),
            flowmodel::Value::Var(v) => Val::Dynamic(v),
        })
    }

    /// A new object that is not made yet.
    fn new_object(&mut self, st: &mut State, ty: flowmodel::StructId, n: usize) -> Option<Value> {
        let p = &*self.s.p;
        let t = &p.types.structs[ty];
        if !t.gc {
            return None;
        }
        let zero = |t: Type| Val::Const(p.zero(t));
        let fields = t.fields.iter().map(|f| zero(f.ty)).collect();
        let items = match &t.items {
            Some(Items::Plain(t)) => vec![zero(*t); n],
            Some(Items::Inline(fs)) => (0..n).flat_map(|_| fs.iter().map(|f| zero(f.ty))).collect(),
            None => vec![],
        };
        st.objects.push(Object { ty, fields, items, forced: None });
        Some(Val::Object(st.objects.len() as u32 - 1))
    }

    /// Reads and writes of objects that are not made yet.
    fn on_object(&mut self, st: &mut State, op: LlOp, args: &[Value]) -> Option<Value> {
        let p = &*self.s.p;
        let done = Some(Val::Const(Const::Void));
        let per = |o: &Object| p.types.structs[o.ty].item_fields().len().max(1);
        // Where an item, or a field of an inline item, stands.
        let place = |o: &Object, i: i64, k: usize| {
            let at = usize::try_from(i).ok()?.checked_mul(per(o))? + k;
            (at < o.items.len()).then_some(at)
        };
        let object = |i: u32| &st.objects[i as usize];
        let int = |v: &Value| if let Val::Const(Const::Int(i)) = v { Some(*i) } else { None };
        match (op, args) {
            (LlOp::GetField, [Val::Object(o), Val::Const(Const::Field(k))]) => {
                Some(st.seen(&object(*o).fields[*k as usize]))
            }
            (LlOp::SetField, [Val::Object(o), Val::Const(Const::Field(k)), v]) => {
                st.objects[*o as usize].fields[*k as usize] = v.clone();
                done
            }
            (LlOp::GetArraySize, [Val::Object(o)]) => {
                let o = object(*o);
                Some(Val::Const(Const::Int((o.items.len() / per(o)) as i64)))
            }
            (LlOp::GetArrayItem, [Val::Object(o), i]) => {
                let at = place(object(*o), int(i)?, 0)?;
                Some(st.seen(&object(*o).items[at]))
            }
            (LlOp::SetArrayItem, [Val::Object(o), i, v]) => {
                let at = place(object(*o), int(i)?, 0)?;
                st.objects[*o as usize].items[at] = v.clone();
                done
            }
            (LlOp::GetInteriorField, [Val::Object(o), i, Val::Const(Const::Field(k))]) => {
                let at = place(object(*o), int(i)?, *k as usize)?;
                Some(st.seen(&object(*o).items[at]))
            }
            (LlOp::SetInteriorField, [Val::Object(o), i, Val::Const(Const::Field(k)), v]) => {
                let at = place(object(*o), int(i)?, *k as usize)?;
                st.objects[*o as usize].items[at] = v.clone();
                done
            }
            (LlOp::ZeroItems, [Val::Object(o), start, n]) => {
                let (start, n) = (int(start)?, int(n)?);
                let all = &p.types.structs[object(*o).ty];
                let zeros: Vec<Value> = match all.item_type() {
                    Some(t) => vec![Val::Const(p.zero(t))],
                    None => all.item_fields().iter().map(|f| Val::Const(p.zero(f.ty))).collect(),
                };
                let at = usize::try_from(start).ok()? * zeros.len();
                let end = at + usize::try_from(n).ok()? * zeros.len();
                let items = st.objects[*o as usize].items.get_mut(at..end)?;
                items.iter_mut().zip(zeros.iter().cycle()).for_each(|(i, z)| *i = z.clone());
                done
            }
            (LlOp::CopyItems, [from, Val::Object(to), s, d, n]) => {
                let per = per(object(*to)) as i64;
                let (s, d, n) = (int(s)? * per, int(d)? * per, int(n)? * per);
                let range = |at: i64, len: usize| {
                    (at >= 0 && n >= 0 && at + n <= len as i64)
                        .then_some(at as usize..(at + n) as usize)
                };
                let items: Vec<Value> = match from {
                    Val::Object(o) => {
                        object(*o).items.get(range(s, object(*o).items.len())?)?.to_vec()
                    }
                    Val::Const(Const::Obj(o)) if self.s.is_fixed_array(*o) => {
                        let items = &p.heap[*o].items;
                        items.get(range(s, items.len())?)?.iter().cloned().map(Val::Const).collect()
                    }
                    _ => return None,
                };
                let at = range(d, object(*to).items.len())?;
                st.objects[*to as usize].items[at].clone_from_slice(&items);
                done
            }
            _ => None,
        }
    }

    /// Reads of prebuilt objects that nothing writes to, beyond what their types say.
    fn on_prebuilt(&self, op: LlOp, args: &[Const]) -> Option<Const> {
        let p = self.s.original;
        match args {
            [Const::Obj(o), Const::Field(k)] if op == LlOp::GetField => {
                self.s.is_fixed_field(*o, *k).then(|| p.heap[*o].fields[*k as usize])
            }
            [Const::Obj(o), Const::Int(i)] if op == LlOp::GetArrayItem => {
                let item = p.heap[*o].items.get(usize::try_from(*i).ok()?)?;
                self.s.is_fixed_array(*o).then_some(*item)
            }
            [Const::Obj(o), Const::Int(i), Const::Field(k)] if op == LlOp::GetInteriorField => {
                let o = &p.heap[*o];
                let per = p.types.structs[o.ty].item_fields().len();
                let at = usize::try_from(*i).ok()?.checked_mul(per)? + *k as usize;
                let [Const::Obj(id), ..] = args else { return None };
                self.s.is_fixed_array(*id).then(|| o.items.get(at).cloned())?
            }
            _ => None,
        }
    }

    /// The unsigned numbers that an operation compares, also as the signed ones that they were, and its result if the first is less.
    fn less_than(&self, op: LlOp, args: &[Value]) -> Option<Less> {
        let [Val::Dynamic(a), Val::Dynamic(b)] = args else { return None };
        let when = match op {
            LlOp::UintLt => true,
            LlOp::UintGe => false,
            _ => return None,
        };
        let mut pairs = vec![(*a, *b)];
        let signed = (self.unsigned.get(a).copied(), self.unsigned.get(b).copied());
        pairs.extend(signed.0.map(|a| (a, *b)));
        pairs.extend(signed.1.map(|b| (*a, b)));
        pairs.extend(signed.0.zip(signed.1));
        Some((pairs.into(), when))
    }

    // ---- residual operations

    /// The operation becomes residual.
    pub fn emit_operation(
        &mut self,
        st: &mut State,
        op: &SpaceOperation<Ll>,
        args: &[Value],
    ) -> Res<Step> {
        let source = self.s.live.graph(innermost(st).at.func);
        let mut operands = vec![];
        for (a, v) in op.args.iter().zip(args) {
            operands.push(match a {
                LlValue::Const(c) => LlValue::Const(*c),
                LlValue::Var(a) => self.operand(st, v, source.ty(*a)),
            });
        }
        let less = self.less_than(op.op, args);
        let step = self.emit_with(st, op, op.op, operands)?;
        if let Val::Dynamic(result) =
            innermost(st).env.get(&op.result).cloned().unwrap_or(Val::Const(Const::Void))
            && step == Step::Go
        {
            self.tests.extend(less.map(|less| (result, less)));
            if let (LlOp::CastIntToUint, [Val::Dynamic(v)]) = (op.op, args) {
                self.unsigned.insert(result, *v);
            }
        }
        Ok(step)
    }

    /// Another residual operation in the place of this one: as a call of a specialised function is.
    pub fn emit_with(
        &mut self,
        st: &mut State,
        source: &SpaceOperation<Ll>,
        op: LlOp,
        operands: Vec<LlValue>,
    ) -> Res<Step> {
        let g = self.s.live.graph(innermost(st).at.func);
        let ty = g.ty(source.result);
        let span = self.s.place(source.span, innermost(st));
        let name = g.vars[source.result].name;
        let result = self.g.add_op(self.block, op, operands, &name, ty, span);
        if let Some(set) = self.possible(op) {
            self.sets.insert(result, set);
        }
        let value = match ty {
            Type::Void => Val::Const(Const::Void),
            _ => Val::Dynamic(result),
        };
        let mut handlers = match self.s.facts.op_raises(self.s.original, source) {
            true => self.handlers(st, st.frames.len()),
            false => vec![],
        };
        handlers.retain(|h| handler_may_match(self.s.p, source.op, h.2));
        if handlers.is_empty() {
            self.set(st, source.result, value);
            return Ok(Step::Go);
        }
        let mut normal = st.clone();
        self.set(&mut normal, source.result, value);
        let mut exits: Vec<Link<Ll>> = vec![self.continue_at(normal)];
        for (k, i, class) in handlers {
            // The first handler for a class is the one.
            if exits.iter().any(|l| l.case == ExitCase::Value(Const::Obj(class))) {
                continue;
            }
            let mut there = st.clone();
            there.frames.truncate(k + 1);
            exits.push(self.handler(there, i, class));
        }
        self.end(ExitSwitch::LastException, exits)
    }

    /// The values that the last operation of the block can give, if it reads one of the items of an array that does not change.
    fn possible(&self, op: LlOp) -> Option<Rc<[Const]>> {
        let last = self.g.blocks[self.block].operations.last()?;
        let LlValue::Const(Const::Obj(o)) = last.args.first()? else { return None };
        let p = self.s.original;
        let h = &p.heap[*o];
        let (k, per) = match (op, last.args.get(2)) {
            (LlOp::GetArrayItem, _) => (0, 1),
            (LlOp::GetInteriorField, Some(LlValue::Const(Const::Field(k)))) => {
                (*k as usize, p.types.structs[h.ty].item_fields().len())
            }
            _ => return None,
        };
        if !self.s.is_fixed_array(*o) {
            return None;
        }
        let mut all: Vec<Const> = vec![];
        for c in h.items.iter().skip(k).step_by(per) {
            if !all.contains(c) {
                all.push(*c);
            }
            if all.len() > MOST_VALUES {
                return None;
            }
        }
        (!all.is_empty()).then(|| all.into())
    }

    // ---- hints

    /// A promoted value that is not known: where it can only be one of a few, there is code for each.
    fn promote(&mut self, st: &mut State, op: &SpaceOperation<Ll>, v: &Value) -> Res<Step> {
        let Val::Dynamic(var) = v else {
            self.set(st, op.result, v.clone());
            return Ok(Step::Go);
        };
        let ty = self.g.ty(*var);
        let by_switch = matches!(ty, Type::Signed | Type::Char | Type::UniChar | Type::Unsigned);
        let values: Rc<[Const]> = match (ty, self.sets.get(var)) {
            (Type::Bool, _) => [Const::Bool(false), Const::Bool(true)].into(),
            (_, Some(set)) if by_switch => set.clone(),
            _ => {
                self.s.report.unknown_promotions += 1;
                self.set(st, op.result, v.clone());
                return Ok(Step::Go);
            }
        };
        let mut exits = vec![];
        for (n, c) in values.iter().enumerate() {
            let mut there = st.clone();
            there.know(*var, c);
            self.set(&mut there, op.result, Val::Const(*c));
            let last = n + 1 == values.len() && ty != Type::Bool;
            let case = if last { ExitCase::Default } else { ExitCase::Value(*c) };
            exits.push(Link { case, ..self.continue_at(there) });
        }
        self.end(ExitSwitch::Var(*var), exits)
    }

    /// A merge point: there is one variant of code for its greens. Other markers say nothing here.
    fn marker(&mut self, st: &mut State, op: &SpaceOperation<Ll>) -> Res<Step> {
        if !backendopt::hints::is_merge_point(op) {
            self.set(st, op.result, Val::Const(Const::Void));
            return Ok(Step::Go);
        }
        let driver = match op.args[1] {
            LlValue::Const(Const::Int(n)) => n as usize,
            _ => 0,
        };
        let greens = self.s.original.jitdrivers[driver].greens.len();
        let frame = innermost(st);
        let value = |a: &LlValue| match a {
            LlValue::Const(c) => Val::Const(*c),
            LlValue::Var(v) => st.seen(&frame.env[v]),
        };
        let known = |a: &LlValue| match value(a) {
            Val::Const(c) => Some(c),
            _ => None,
        };
        let mut greens: Vec<Option<Const>> = op.args[2..2 + greens].iter().map(known).collect();
        for (n, a) in op.args[2..2 + greens.len()].iter().enumerate() {
            let name = self.s.original.jitdrivers[driver].greens[n].clone();
            if greens[n].is_none() && !self.s.has_noted_green(&name, op.span) {
                let why = self.why_unknown(&value(a));
                self.s.note_green(&name, op.span, why)?;
            }
        }
        // Numbers in reds come to vary; and a place in a program that is not known says nothing.
        let steady = if greens.contains(&None) { 0 } else { greens.len() };
        let vary: Vec<(VarId, Const)> = op.args[2 + steady..]
            .iter()
            .filter_map(|a| Some((a.as_var()?, known(a)?)))
            .filter(|(_, c)| is_number(c) && *c != Const::Void)
            .collect();
        for (v, c) in vary {
            let ty = self.s.p.const_type(&c);
            let args = vec![LlValue::Const(c)];
            let var = self.g.add_op(self.block, LlOp::SameAs, args, "red", ty, op.span);
            st.frames.last_mut().expect("a frame").env.insert(v, Val::Dynamic(var));
        }
        if steady == 0 {
            greens.iter_mut().filter(|c| c.as_ref().is_some_and(is_number)).for_each(|c| *c = None);
        }
        let greens: Rc<[Option<Const>]> = greens.into();
        self.s.note_merge_point(&greens);
        st.greens = greens;
        self.set(st, op.result, Val::Const(Const::Void));
        self.arrive(st, true)
    }

    /// Says whether the values of an indirect call are what a function takes.
    fn fits(&self, st: &State, op: &SpaceOperation<Ll>, f: flowmodel::FuncId) -> bool {
        let p = self.s.original;
        let g = self.s.live.graph(innermost(st).at.func);
        let t = &p.types.funcs[p.funcs[f].ty];
        let args = &op.args[1..op.args.len() - 1];
        t.args.len() == args.len()
            && t.result == g.ty(op.result)
            && args.iter().zip(&t.args).all(|(a, t)| p.compatible(p.value_type(g, a), *t))
    }
}

/// Says whether a hint promotes.
fn is_promotion(op: &SpaceOperation<Ll>) -> bool {
    op.args[1..].iter().any(|a| matches!(a, LlValue::Const(Const::Text(t)) if &**t == "promote"))
}
