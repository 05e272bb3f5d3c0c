//! Calls: what is executed now, what is unfolded, what becomes a call of a specialised function, and what stays a call.

use crate::residual::{Residual, Step, innermost};
use crate::specialiser::Res;
use crate::state::{Entered, Frame, Position, State, Val};
use flowmodel::analysis::loops::has_loop;
use flowmodel::{Const, FuncId, Ll, LlOp, LlValue, SpaceOperation, Type, VarId};
use rustc_hash::{FxHashMap, FxHashSet};

/// Maximum number of functions that are unfolded into one another.
const DEPTH: usize = 100;

/// Maximum number of operations of a function that is unfolded also if nothing is known of its
/// arguments.
const SMALL: usize = 40;

/// Maximum depth to which these are unfolded.
const SHALLOW: usize = 10;

type Value = Val<VarId>;

impl Residual<'_, '_> {
    /// A call of a function. `args`: without it.
    pub fn call(
        &mut self,
        st: &mut State,
        op: &SpaceOperation<Ll>,
        f: FuncId,
        args: &[Value],
    ) -> Res<Step> {
        let func = &self.s.original.funcs[f];
        let Some(g) = func.graph() else { return self.emit_call(st, op, f, args) };
        let a = &func.attrs;
        if a.elidable || a.loop_invariant {
            if let Some(c) = self.s.execute(f, args) {
                self.set(st, op.result, Val::Const(c));
                return Ok(Step::Go);
            }
            return self.emit_call(st, op, f, args);
        }
        if self.s.portals.contains(&f) {
            return self.specialised_call(st, op, f, args);
        }
        if a.look_inside == Some(false) {
            return self.emit_call(st, op, f, args);
        }
        let unrolls = !has_loop(g) || a.unroll_safe;
        let entered = entered(args);
        // On the way to the first merge point everything is done now that leads there.
        let leads = self.s.reaching.contains(&f) && st.greens.is_empty();
        let unfold = unrolls && self.may_repeat(st, f, &entered);
        if leads && !unfold {
            return self.specialised_call(st, op, f, args);
        }
        if !unfold || !leads && !self.pays(st, f, args) {
            return self.emit_call(st, op, f, args);
        }
        let inlined = self.s.inlined_to(innermost(st), op.span, f);
        let env = g.params().iter().copied().zip(args.iter().cloned()).collect();
        let at = Position { func: f, block: g.startblock, op: 0 };
        st.frames.push(Frame { at, env, inlined, entered });
        Ok(Step::Go)
    }

    /// Says whether a function may be unfolded into those that are being executed: if it is one of them, only for
    /// another part of what is known.
    fn may_repeat(&self, st: &State, f: FuncId, entered: &Entered) -> bool {
        let mut again = st.frames.iter().filter(|frame| frame.at.func == f).peekable();
        st.frames.len() < DEPTH
            && (again.peek().is_none()
                || entered.iter().any(Option::is_some)
                    && again.all(|frame| frame.entered != *entered))
    }

    /// Says whether a function should be unfolded for what is known of its arguments.
    fn pays(&self, st: &State, f: FuncId, args: &[Value]) -> bool {
        let known = |v: &Value| !matches!(v, Val::Dynamic(_));
        let object = |v: &Value| match v {
            Val::Const(Const::Obj(o)) => {
                self.s.original.string.is_none_or(|s| self.s.original.heap[*o].ty != s)
            }
            _ => false,
        };
        let helper = self.s.original.funcs[f].attrs.helper;
        // Strings are values: what helpers do with them needs them made.
        let parts = |v: &Value| match st.seen(v) {
            Val::Object(i) => Some(st.objects[i as usize].ty) != self.s.original.string,
            _ => false,
        };
        if args.iter().any(parts)
            || args.iter().all(known) && !args.iter().any(|v| matches!(v, Val::Object(_)))
            || !helper && args.iter().any(object)
        {
            return true;
        }
        // Otherwise what the program's own functions make may be known, if they are not too large for every call.
        let g = self.s.live.graph(f);
        let size = || g.reachable().iter().map(|b| g.blocks[*b].operations.len()).sum::<usize>();
        !helper && st.frames.len() < SHALLOW && (args.iter().any(known) || size() <= SMALL)
    }

    fn emit_call(
        &mut self,
        st: &mut State,
        op: &SpaceOperation<Ll>,
        f: FuncId,
        args: &[Value],
    ) -> Res<Step> {
        let types = self.s.original.types.funcs[self.s.original.funcs[f].ty].args.clone();
        let mut operands = vec![LlValue::Const(Const::Func(f))];
        for (v, ty) in args.iter().zip(types) {
            operands.push(self.operand(st, v, ty));
        }
        self.emit_with(st, op, LlOp::DirectCall, operands)
    }

    /// A call of a function with code for what is known of its arguments. Numbers that decide nothing are passed.
    fn specialised_call(
        &mut self,
        st: &mut State,
        op: &SpaceOperation<Ll>,
        f: FuncId,
        args: &[Value],
    ) -> Res<Step> {
        let g = self.s.live.graph(f);
        let steering = self.s.steering(f);
        let params = g.params().to_vec();
        // An object that the caller still knows must be made, since both may change it.
        let kept = self.reached_behind(st);
        let mut vars: FxHashMap<VarId, Value> = FxHashMap::default();
        for (p, v) in params.iter().zip(args) {
            let ty = g.ty(*p);
            let v = match st.seen(v) {
                Val::Object(i) if kept.contains(&i) => Val::Dynamic(self.force(st, i)),
                v => v,
            };
            let v = match v {
                Val::Const(c) if steering.contains(p) || ty == Type::Void => Val::Const(c),
                Val::Const(c) => {
                    let arg = self.operand(st, &Val::Const(c), ty);
                    let var =
                        self.g.add_op(self.block, LlOp::SameAs, vec![arg], "arg", ty, op.span);
                    Val::Dynamic(var)
                }
                v => v,
            };
            vars.insert(*p, v);
        }
        let start = Position { func: f, block: g.startblock, op: 0 };
        let mut callee = State {
            frames: vec![Frame { at: start, env: vars, inlined: 0, entered: entered(args) }],
            objects: st.objects.clone(),
            greens: Default::default(),
            less: st.less.clone(),
        };
        let (key, _) = callee.key(&mut self.s.live, &[]);
        let (new, key) = self.s.specialised(f, key);
        let mut operands = vec![LlValue::Const(Const::Func(new))];
        operands.extend(self.adapt(&mut callee, &key));
        self.emit_with(st, op, LlOp::DirectCall, operands)
    }

    /// Objects that are reached from what is live behind the call that the innermost frame stands at.
    fn reached_behind(&mut self, st: &State) -> FxHashSet<u32> {
        let mut work: Vec<Value> = vec![];
        for f in &st.frames {
            let live = self.s.live.at(f.at, true);
            work.extend(live.iter().filter_map(|v| f.env.get(v)).cloned());
        }
        let mut reached = FxHashSet::default();
        while let Some(v) = work.pop() {
            if let Val::Object(i) = st.seen(&v)
                && reached.insert(i)
            {
                let o = &st.objects[i as usize];
                work.extend(o.fields.iter().chain(&o.items).cloned());
            }
        }
        reached
    }
}

/// Prebuilt objects among arguments.
fn entered(args: &[Value]) -> Entered {
    let object = |v: &Value| match v {
        Val::Const(Const::Obj(o)) => Some(*o),
        _ => None,
    };
    args.iter().map(object).collect()
}
