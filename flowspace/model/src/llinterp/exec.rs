//! The interpreter's loop and the operations.

use super::code::{CExit, COp, Code, Operand};
use super::heap::{MAX_ITEMS, MemResult, from_bits, to_bits};
use super::state::{Exc, Frame, LlInterp, Marker, MarkerAction, Outcome};
use crate::eval::{EvalError, RtValue, eval_rt};
use crate::ll::{Body, Const, FuncId};
use crate::lltype::{StructId, Type};
use lloperation::LlOp;
use std::rc::Rc;

/// Says why execution does not go on in the normal way.
#[derive(Debug)]
pub(super) enum Stop {
    Raise(Exc),
    Fault(String),
    /// A hook ended the call.
    Outcome(Outcome),
}

impl From<String> for Stop {
    fn from(s: String) -> Self {
        Stop::Fault(s)
    }
}

/// Result of trying to start a call.
enum Call {
    Frame,
    Done(RtValue),
}

/// Says what a finished or raising operation leads to.
enum Next {
    Go,
    Returned(RtValue),
}

impl<'p> LlInterp<'p> {
    pub(super) fn call_exc(&mut self, f: FuncId, args: &[RtValue]) -> Result<RtValue, Stop> {
        let depth = self.frames.len();
        match self.start_call(f, args)? {
            Call::Done(v) => Ok(v),
            Call::Frame => {
                let r = self.run(depth);
                if r.is_err() {
                    while self.frames.len() > depth {
                        self.pop_frame();
                    }
                }
                r
            }
        }
    }

    fn start_call(&mut self, f: FuncId, args: &[RtValue]) -> Result<Call, Stop> {
        let func = &self.program.funcs[f];
        if let Body::External(e) = &func.body {
            let ty = self.program.types.funcs[func.ty].result;
            if let Some(hook) = self.external_hook.clone()
                && let Some(r) = hook(self, &e.c_name, args, ty)
            {
                return r.map(Call::Done).map_err(from_outcome);
            }
            let r = self.call_external(&e.c_name, args, ty);
            return r.map(Call::Done).map_err(|e| Stop::Fault(format!("{}: {e}", func.name)));
        }
        let code = self.code(f)?;
        if code.nparams != args.len() {
            return Err(Stop::Fault(format!(
                "{} takes {} arguments, called with {}",
                func.name,
                code.nparams,
                args.len()
            )));
        }
        for (a, t) in args.iter().zip(&self.program.types.funcs[func.ty].args) {
            if *t != Type::Void {
                self.check_type(*a, *t).map_err(|e| format!("argument of {}: {e}", func.name))?;
            }
        }
        if self.frames.len() >= self.max_depth {
            return Err(Stop::Fault(format!("{}: recursion too deep", func.name)));
        }
        let base = self.stack.len();
        self.stack.extend_from_slice(args);
        self.stack.resize(base + code.nslots, RtValue::Void);
        self.frames.push(Frame { code, base, block: 0, pc: 0 });
        Ok(Call::Frame)
    }

    fn pop_frame(&mut self) {
        if let Some(f) = self.frames.pop() {
            self.stack.truncate(f.base);
        }
    }

    /// Runs until the frame at `depth` has returned.
    fn run(&mut self, depth: usize) -> Result<RtValue, Stop> {
        loop {
            let r = self.run_frame();
            let next = match r {
                Ok(Next::Go) => continue,
                Ok(Next::Returned(v)) => {
                    self.pop_frame();
                    if self.frames.len() == depth {
                        return Ok(v);
                    }
                    self.finish_op(v);
                    Ok(())
                }
                Err(Stop::Raise(e)) => self.raise(e, depth),
                Err(Stop::Fault(s)) => Err(Stop::Fault(self.locate(s))),
                Err(o) => Err(o),
            };
            next?;
        }
    }

    /// Adds function and operation to a fault's message, and notes where the program is.
    fn locate(&mut self, s: String) -> String {
        if self.fault_places.is_empty() {
            for f in self.frames.iter().rev() {
                let op = f.code.blocks[f.block as usize].ops.get(f.pc as usize);
                let mut place = op.map(|o| o.span);
                while let Some(span) = place {
                    self.fault_places.push(span);
                    let around = span.inlined.checked_sub(1);
                    place = around.map(|i| self.program.inlined[i as usize].call);
                }
            }
        }
        let Some(f) = self.frames.last() else { return s };
        let name = &self.program.funcs[f.code.func].name;
        match f.code.blocks[f.block as usize].ops.get(f.pc as usize) {
            Some(o) => format!("in {name}, block {}, {}: {s}", f.block, o.op.name()),
            None => format!("in {name}, block {}: {s}", f.block),
        }
    }

    /// Stores the result of the operation at `pc` of the top frame and steps over it.
    fn finish_op(&mut self, v: RtValue) {
        let f = self.frames.last_mut().expect("frame");
        let op = &f.code.blocks[f.block as usize].ops[f.pc as usize];
        self.stack[f.base + op.result as usize] = v;
        f.pc += 1;
    }

    /// Finds the handler of an exception raised by the current operation of the top frame.
    fn raise(&mut self, e: Exc, depth: usize) -> Result<(), Stop> {
        loop {
            let f = self.frames.last().expect("frame");
            let code = f.code.clone();
            let blk = &code.blocks[f.block as usize];
            if blk.exit == CExit::LastException && f.pc as usize + 1 == blk.ops.len() {
                for (i, l) in blk.links.iter().enumerate().skip(1) {
                    let hit = match l.case {
                        Some(c) => self.is_subclass(e.etype, c)?,
                        None => true,
                    };
                    if hit {
                        self.take_link(&code, i, Some(e));
                        return Ok(());
                    }
                }
            }
            self.pop_frame();
            if self.frames.len() == depth {
                return Err(Stop::Raise(e));
            }
        }
    }

    fn take_link(&mut self, code: &Rc<Code>, index: usize, exc: Option<Exc>) {
        let f = self.frames.last_mut().expect("frame");
        let l = &code.blocks[f.block as usize].links[index];
        let base = f.base;
        self.tmp.clear();
        for a in &l.args {
            self.tmp.push(match a {
                Operand::Slot(s) => self.stack[base + *s as usize],
                Operand::Val(v) => *v,
                Operand::Imm(_) => RtValue::Void,
                Operand::ExcType => exc.map_or(RtValue::Null, |e| e.etype),
                Operand::ExcValue => exc.map_or(RtValue::Null, |e| e.evalue),
            });
        }
        self.stack[base..base + self.tmp.len()].copy_from_slice(&self.tmp);
        f.block = l.target;
        f.pc = 0;
    }

    /// Executes operations of the top frame until it calls, returns or stops.
    fn run_frame(&mut self) -> Result<Next, Stop> {
        let f = self.frames.last().expect("frame");
        let code = f.code.clone();
        let base = f.base;
        let mut pc = f.pc as usize;
        let mut block = f.block as usize;
        loop {
            let blk = &code.blocks[block];
            let n = (blk.ops.len() - pc) as u64 + 1;
            if self.steps < n {
                self.steps = 0;
                return Err(Stop::Fault("step limit reached".into()));
            }
            self.steps -= n;
            while pc < blk.ops.len() {
                let op = &blk.ops[pc];
                let v = match self.fast_op(op, base) {
                    Some(v) => v,
                    None => {
                        self.frames.last_mut().expect("frame").pc = pc as u32;
                        match self.slow_op(op, base)? {
                            Done::Value(v) => v,
                            Done::Entered => return Ok(Next::Go),
                            Done::Return(v) => return Ok(Next::Returned(v)),
                        }
                    }
                };
                self.stack[base + op.result as usize] = v;
                pc += 1;
            }
            self.frames.last_mut().expect("frame").pc = pc as u32;
            let link = match blk.exit {
                CExit::Goto | CExit::LastException => 0,
                CExit::Return => {
                    self.check_type(self.stack[base], code.result)
                        .map_err(|e| format!("result: {e}"))?;
                    return Ok(Next::Returned(self.stack[base]));
                }
                CExit::Raise => {
                    return Err(Stop::Raise(Exc {
                        etype: self.stack[base],
                        evalue: self.stack[base + 1],
                        builtin: None,
                    }));
                }
                CExit::Switch(s) => {
                    let v = self.stack[base + s as usize];
                    let hit = blk.links.iter().position(|l| l.case.is_none_or(|c| c == v));
                    match hit {
                        Some(i) => i,
                        None => return Err(Stop::Fault(format!("no exit for {v:?}"))),
                    }
                }
            };
            self.take_link(&code, link, None);
            block = blk.links[link].target as usize;
            pc = 0;
        }
    }

    fn operand(&self, o: &Operand, base: usize) -> RtValue {
        match o {
            Operand::Slot(s) => self.stack[base + *s as usize],
            Operand::Val(v) => *v,
            _ => RtValue::Void,
        }
    }

    /// Operations without effects; None: not such a one, or it needs the slow path to report an error.
    fn fast_op(&mut self, op: &COp, base: usize) -> Option<RtValue> {
        if op.op == LlOp::CastPointer {
            return None;
        }
        match &*op.args {
            [a, b] => {
                let args = [self.operand(a, base), self.operand(b, base)];
                eval_rt(op.op, &args, op.ty).ok()
            }
            [a] => eval_rt(op.op, &[self.operand(a, base)], op.ty).ok(),
            _ => None,
        }
    }

    fn slow_op(&mut self, op: &COp, base: usize) -> Result<Done, Stop> {
        let mut vals = smallvec(op.args.len());
        match op.op {
            LlOp::DirectCall => {
                let Some(Operand::Val(RtValue::Func(f))) = op.args.first() else {
                    return Err(Stop::Fault("callee is not a function".into()));
                };
                vals.extend(op.args[1..].iter().map(|a| self.operand(a, base)));
                return Ok(self.start_call(*f, &vals)?.into());
            }
            LlOp::IndirectCall => {
                let n = op.args.len().saturating_sub(1).max(1);
                let f = op.args.first().map_or(RtValue::Null, |a| self.operand(a, base));
                vals.extend(op.args[1..n].iter().map(|a| self.operand(a, base)));
                let RtValue::Func(f) = f else {
                    return Err(Stop::Fault(format!("call of {f:?}")));
                };
                if let Some(Operand::Imm(Const::Family(fam))) = op.args.last()
                    && !self.program.families[*fam].contains(&f)
                {
                    let name = &self.program.funcs[f].name;
                    return Err(Stop::Fault(format!("{name} is not in the family of the call")));
                }
                return Ok(self.start_call(f, &vals)?.into());
            }
            LlOp::JitMarker => return self.marker(op, base),
            _ => {}
        }
        let mut imms = smallvec(0);
        for a in &op.args {
            match a {
                Operand::Slot(s) => vals.push(self.stack[base + *s as usize]),
                Operand::Val(v) => vals.push(*v),
                Operand::Imm(c) => imms.push(c),
                _ => {}
            }
        }
        self.op_on_values(op.op, &vals, &mut imms.into_iter(), op.ty).map(Done::Value)
    }

    fn marker(&mut self, op: &COp, base: usize) -> Result<Done, Stop> {
        let Some(hook) = self.marker_hook.clone() else { return Ok(Done::Value(RtValue::Void)) };
        let kind = match op.args.first() {
            Some(Operand::Imm(Const::Text(t))) => *t,
            _ => return Err(Stop::Fault("marker without kind".into())),
        };
        let driver = match op.args.get(1) {
            Some(Operand::Imm(Const::Field(n))) => *n as usize,
            Some(Operand::Val(RtValue::Int(n))) => *n as usize,
            _ => return Err(Stop::Fault("marker without driver".into())),
        };
        let vals: Vec<_> = op.args[2..].iter().map(|a| self.operand(a, base)).collect();
        let func = self.frames.last().expect("frame").code.func;
        let m = Marker { kind: &kind, driver, func, args: &vals };
        match hook(self, &m).map_err(from_outcome)? {
            MarkerAction::Continue => {}
            MarkerAction::Return(v) => return Ok(Done::Return(v)),
            MarkerAction::Raise(etype, evalue) => {
                // The marker leaves the function as a whole: no handler of this frame applies.
                let f = self.frames.last_mut().expect("frame");
                f.block =
                    f.code.blocks.iter().position(|b| b.exit == CExit::Raise).unwrap_or(0) as u32;
                f.pc = 0;
                return Err(Stop::Raise(Exc { etype, evalue, builtin: None }));
            }
            MarkerAction::Resume(new) => {
                if new.len() != vals.len() {
                    return Err(Stop::Fault("marker resumed with a wrong number of values".into()));
                }
                for (a, v) in op.args[2..].iter().zip(new) {
                    if let Operand::Slot(s) = a {
                        self.stack[base + *s as usize] = v;
                    }
                }
            }
        }
        Ok(Done::Value(RtValue::Void))
    }

    pub(super) fn op_on_values(
        &mut self,
        op: LlOp,
        args: &[RtValue],
        imms: &mut dyn Iterator<Item = &Const>,
        ty: Type,
    ) -> Result<RtValue, Stop> {
        use RtValue::*;
        if op.is_foldable() {
            return match eval_rt(op, args, ty) {
                Ok(v) => {
                    if matches!(op, LlOp::CastPointer | LlOp::CastOpaquePtr | LlOp::CastAdrToPtr) {
                        self.check_type(v, ty)?;
                    }
                    Ok(v)
                }
                Err(EvalError::Raises(e)) => Err(Stop::Raise(self.builtin_exc(e))),
                Err(EvalError::Undefined(e)) => Err(Stop::Fault(format!("{e} ({args:?})"))),
                Err(EvalError::NotPure) => Ok(address_op(op, args, ty)?),
            };
        }
        let void = |r: MemResult<()>| r.map(|()| Void);
        Ok(match (op, args) {
            (LlOp::GetField, &[p]) => self.getfield(p, field(imms)?)?,
            (LlOp::SetField, &[p, v]) => void(self.setfield(p, field(imms)?, v))?,
            (LlOp::GetArrayItem, &[p, Int(i)]) => self.getarrayitem(p, i)?,
            (LlOp::SetArrayItem, &[p, Int(i), v]) => void(self.setarrayitem(p, i, v))?,
            (LlOp::GetArraySize, &[p]) => Int(self.getarraysize(p)?),
            (LlOp::GetInteriorField, &[p, Int(i)]) => self.getinteriorfield(p, i, field(imms)?)?,
            (LlOp::SetInteriorField, &[p, Int(i), v]) => {
                void(self.setinteriorfield(p, i, field(imms)?, v))?
            }
            (LlOp::Malloc, &[]) => self.malloc(container(imms)?, 0)?,
            (LlOp::MallocVarsize | LlOp::RawMallocStruct, &[Int(n)]) => {
                if !(0..MAX_ITEMS).contains(&n) {
                    return Err(Stop::Raise(self.builtin_exc("MemoryError")));
                }
                self.malloc(container(imms)?, n)?
            }
            (LlOp::RawFreeStruct | LlOp::RawFree, &[p]) => void(self.heap.raw_free(p))?,
            (LlOp::CopyItems, &[src, dst, Int(s), Int(d), Int(n)]) => {
                void(self.heap.copy_items(src, dst, s, d, n))?
            }
            (LlOp::ZeroItems, &[p, Int(start), Int(n)]) => self.zero_items(p, start, n)?,
            (LlOp::CopyToRaw, &[src, Int(start), raw, Int(n)]) => {
                let s = self.read_str(src)?;
                let part = range(start, n, s.len()).map(|r| s[r].to_vec());
                let part = part.ok_or_else(|| format!("{n} bytes from {start} of {}", s.len()))?;
                void(self.heap.write_bytes(raw, &part))?
            }
            (LlOp::FindChar, &[p, Int(start), Int(end), c]) => {
                let mut i = start;
                while i < end && self.getarrayitem(p, i)? != c {
                    i += 1;
                }
                Int(if i < end { i } else { -1 })
            }
            (LlOp::CopyFromRaw, &[raw, dst, Int(start), Int(n)]) => {
                let data = self.heap.read_bytes(raw, usize::try_from(n).unwrap_or(0))?;
                for (i, b) in data.into_iter().enumerate() {
                    self.heap.set_item(dst, start + i as i64, 0, Char(b))?;
                }
                Void
            }
            (LlOp::Keepalive | LlOp::GcCollect, _) => Void,
            // A step does all that there is to do.
            (LlOp::GcControl, &[Int(1), _]) => Int(1 << 8),
            (LlOp::GcControl, _) => Int(0),
            (LlOp::JitRecordExactClass | LlOp::JitRecordExactValue | LlOp::JitRemark, _) => Void,
            (LlOp::JitTraceLength, _) => Int(-1),
            // Objects of this heap do not die.
            (LlOp::GcNoteWeakref | LlOp::GcNoteFinalizer, _) => Void,
            (LlOp::GcNextFinalizer, _) => Int(0),
            (LlOp::GcIdentityHash | LlOp::GcId, &[p]) => Int(self.identity_hash(p)?),
            (LlOp::RawLoad, &[a, Int(off)]) => self.heap.raw_load(a, off, ty)?,
            (LlOp::RawStore, &[a, Int(off), v]) => void(self.heap.raw_store(a, off, v))?,
            (LlOp::RawMalloc, &[Int(n)]) => self.heap.raw_malloc(n)?,
            (LlOp::RawMemcopy | LlOp::RawMemmove, &[from, to, Int(n)]) => {
                let data = self.heap.read_bytes(from, usize::try_from(n).unwrap_or(0))?;
                void(self.heap.write_bytes(to, &data))?
            }
            (LlOp::RawMemclear, &[a, Int(n)]) => {
                void(self.heap.write_bytes(a, &vec![0; usize::try_from(n).unwrap_or(0)]))?
            }
            (LlOp::Hint, &[v, ..]) => v,
            (LlOp::WeAreJitted, _) => Bool(self.we_are_jitted),
            (LlOp::StackCheck, []) => Bool(false),
            (LlOp::JitIsConstant | LlOp::JitIsVirtual, _) => Bool(false),
            (LlOp::DebugAssert, &[Bool(true)]) => Void,
            (LlOp::DebugAssert | LlOp::DebugFatalError, _) => {
                let text = match imms.next() {
                    Some(Const::Text(t)) => t.to_string(),
                    _ => String::new(),
                };
                return Err(Stop::Fault(text));
            }
            (_, &[Int(a), Int(b)]) if let Some(plain) = op.unchecked() => {
                let raising = plain.overflow_forms().map(|f| f.raising.on_words(&[a, b]));
                let overflows = !matches!(raising, Some(Ok(_)));
                if overflows && op.is_trapping() {
                    return Err(Stop::Fault("integer overflow".into()));
                }
                self.ovf_flag = overflows;
                eval_rt(plain, args, ty).map_err(|e| Stop::Fault(format!("{e:?}")))?
            }
            (LlOp::DebugUnreachable, _) => return Err(Stop::Fault("reached".into())),
            (LlOp::ExcOccurred, []) => Bool(self.exc_state.is_some()),
            (LlOp::ExcGetType, []) => self.exc_state.map_or(Null, |e| e.0),
            (LlOp::ExcGetValue, []) => self.exc_state.map_or(Null, |e| e.1),
            (LlOp::ExcSet, &[t, v]) => {
                self.exc_state = Some((t, v));
                Void
            }
            (LlOp::ExcClear, []) => {
                self.exc_state = None;
                Void
            }
            (LlOp::ExcTraceback, _) => Void,
            (LlOp::OvfFlag, []) => Bool(self.ovf_flag),
            (
                LlOp::GcEnterFrame | LlOp::GcLeaveFrame | LlOp::GcSaveRoot | LlOp::GcRestoreRoot,
                _,
            ) => self.shadow_stack(op, args, imms, ty)?,
            _ => return Err(Stop::Fault(format!("operands {args:?} not supported"))),
        })
    }

    /// An operation on the stack of roots.
    fn shadow_stack(
        &mut self,
        op: LlOp,
        args: &[RtValue],
        imms: &mut dyn Iterator<Item = &Const>,
        ty: Type,
    ) -> Result<RtValue, Stop> {
        Ok(match (op, args) {
            (LlOp::GcEnterFrame, a) => {
                let n = number(a, imms)?;
                self.shadow_frames.push(self.shadow.len());
                self.shadow.resize(self.shadow.len() + n, RtValue::Null);
                RtValue::Void
            }
            (LlOp::GcLeaveFrame, a) => {
                let n = number(a, imms)?;
                let start = self.shadow_frames.pop();
                if start.is_none_or(|s| s + n != self.shadow.len()) {
                    return Err(Stop::Fault("shadow stack frame left that was not entered".into()));
                }
                self.shadow.truncate(self.shadow.len() - n);
                RtValue::Void
            }
            (LlOp::GcSaveRoot, &[.., v]) => {
                let at = self.root_slot(&args[..args.len() - 1], imms)?;
                self.shadow[at] = v;
                RtValue::Void
            }
            (LlOp::GcRestoreRoot, a) => {
                let at = self.root_slot(a, imms)?;
                let v = self.shadow[at];
                self.check_type(v, ty)?;
                v
            }
            _ => return Err(Stop::Fault(format!("operands {args:?} not supported"))),
        })
    }
    /// Index of slot n of the frame that was entered last.
    fn root_slot(
        &mut self,
        args: &[RtValue],
        imms: &mut dyn Iterator<Item = &Const>,
    ) -> MemResult<usize> {
        let n = number(args, imms)?;
        let at = self.shadow_frames.last().map(|s| s + n).filter(|at| *at < self.shadow.len());
        at.ok_or_else(|| "no such shadow stack slot".into())
    }

    fn zero_items(&mut self, p: RtValue, start: i64, n: i64) -> MemResult<RtValue> {
        let ty = self.heap.object(p)?.ty;
        let st = &self.program.types.structs[ty];
        let zeros: Vec<RtValue> = match st.item_type() {
            Some(t) => vec![RtValue::zero(t)],
            None => st.item_fields().iter().map(|f| RtValue::zero(f.ty)).collect(),
        };
        for i in start..start.saturating_add(n) {
            for (k, z) in zeros.iter().enumerate() {
                self.heap.set_item(p, i, k, *z)?;
            }
        }
        Ok(RtValue::Void)
    }
}

enum Done {
    Value(RtValue),
    Entered,
    Return(RtValue),
}

impl From<Call> for Done {
    fn from(c: Call) -> Self {
        match c {
            Call::Frame => Done::Entered,
            Call::Done(v) => Done::Value(v),
        }
    }
}

fn from_outcome(o: Outcome) -> Stop {
    match o {
        Outcome::Raised { exc, .. } => Stop::Raise(exc),
        other => Stop::Outcome(other),
    }
}

fn smallvec<T>(n: usize) -> Vec<T> {
    Vec::with_capacity(n)
}

/// Conversions between pointers and integers, with the interpreter's made-up addresses.
fn address_op(op: LlOp, args: &[RtValue], ty: Type) -> MemResult<RtValue> {
    match (op, args) {
        (LlOp::CastPtrToInt | LlOp::CastAdrToInt, &[p]) => Ok(RtValue::Int(to_bits(p).0 as i64)),
        (LlOp::CastIntToPtr | LlOp::CastIntToAdr, &[RtValue::Int(n)]) => {
            Ok(from_bits(n as u64, ty))
        }
        (LlOp::AdrLt, &[a, b]) => Ok(RtValue::Bool(to_bits(a).0 < to_bits(b).0)),
        (LlOp::AdrLe, &[a, b]) => Ok(RtValue::Bool(to_bits(a).0 <= to_bits(b).0)),
        (LlOp::AdrDelta, &[a, b]) => {
            Ok(RtValue::Int(to_bits(a).0.wrapping_sub(to_bits(b).0) as i64))
        }
        _ => Err(format!("address arithmetic on {args:?}")),
    }
}

fn field(imms: &mut dyn Iterator<Item = &Const>) -> MemResult<u32> {
    match imms.next() {
        Some(Const::Field(n)) => Ok(*n),
        _ => Err("no field given".into()),
    }
}

fn container(imms: &mut dyn Iterator<Item = &Const>) -> MemResult<StructId> {
    match imms.next() {
        Some(Const::Type(t)) => Ok(*t),
        _ => Err("no type given".into()),
    }
}

/// A number given as an immediate: a Signed constant or an index.
fn number(args: &[RtValue], imms: &mut dyn Iterator<Item = &Const>) -> MemResult<usize> {
    match (args.first(), imms.next()) {
        (Some(RtValue::Int(n)), _) if *n >= 0 => Ok(*n as usize),
        (_, Some(Const::Field(n))) => Ok(*n as usize),
        _ => Err("no number given".into()),
    }
}

fn range(start: i64, n: i64, len: usize) -> Option<std::ops::Range<usize>> {
    let (start, n) = (usize::try_from(start).ok()?, usize::try_from(n).ok()?);
    let end = start.checked_add(n)?;
    (end <= len).then_some(start..end)
}
