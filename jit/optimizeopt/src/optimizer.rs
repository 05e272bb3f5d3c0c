//! The chain of stages through which each operation goes, emission, and the allocation of virtual objects.

use crate::error::{InvalidLoop, Res};
use crate::facts;
use crate::guards;
use crate::heap;
use crate::raw;
use crate::resumedata;
use crate::rewrite;
use crate::state::{Optimizer, WOp};
use crate::strings;
use crate::values::{V, Virtual};
use crate::virtualize;
use crate::vrefs;
use alloc::vec::Vec;
use jitmodel::ResOp as R;
use jitmodel::effects::{CALLS, DEBUG};
use jitmodel::*;
use smallvec::SmallVec;

impl<'a> Optimizer<'a> {
    // ------------------------------------------------------------ values

    // ------------------------------------------------------------ the chain

    /// Sends the input's operations `0..count` through the chain.
    pub fn propagate_all(&mut self, count: usize) -> Res {
        self.map.reserve(count);
        self.vals.reserve(count + count / 4);
        for n in 0..count {
            let op = &self.input.ops[n];
            let result = self.vals.fresh(op.opnum.result());
            self.map.push(result);
            let args = few(op.args.iter().map(|&a| self.input_value(a)));
            if let Err(mut error) =
                self.propagate(WOp { opnum: op.opnum, args, descr: op.descr, result })
            {
                error.at = Some(n);
                return Err(error);
            }
        }
        Ok(())
    }
    /// Sends one operation through the chain.
    pub fn propagate(&mut self, mut op: WOp) -> Res {
        for arg in &mut op.args {
            *arg = self.vals.get(*arg);
        }
        let made_array = core::mem::take(&mut self.made_array);
        if op.opnum.is_guard() {
            if op.opnum == R::GuardNoException && made_array {
                self.exc_possible = true;
            }
            return guards::optimize_guard(self, op);
        }
        if op.opnum.is_ovf() {
            return rewrite::optimize_ovf(self, op);
        }
        if op.opnum.is_foldable() {
            return rewrite::optimize_pure(self, op);
        }
        if op.opnum.has(CALLS) {
            return rewrite::optimize_call(self, op);
        }
        if op.opnum == R::RecordKnownResult {
            rewrite::note_result(self, &op);
            return Ok(());
        }
        let Some(op) = virtualize::virtualize(self, op)? else { return Ok(()) };
        heap::optimize_heap(self, op)
    }
    // ------------------------------------------------------------ emission

    /// The output's name of a value: allocates it if it is virtual.
    pub fn out_of(&mut self, v: V) -> Res<OpRef> {
        self.use_short(v)?;
        let v = self.vals.get(v);
        if let Some(c) = self.vals[v].konst {
            return Ok(self.out.constant(c));
        }
        if self.vals.is_virtual(v) {
            self.force(v)?;
        }
        match self.vals[v].out {
            Some(out) => Ok(out),
            None => Err(InvalidLoop::internal(format!("value {v:?} has no place in the output"))),
        }
    }
    /// Appends an operation to the output as it is.
    pub fn emit(&mut self, op: WOp) -> Res<usize> {
        let mut args = Args::new();
        for &arg in &op.args {
            args.push(self.out_of(arg)?);
        }
        let descr = match op.descr {
            OpDescr::Guard(guard) if op.opnum.is_guard() => {
                let mut info = resumedata::guard_info(self, guard)?;
                if self.opts.facts && op.opnum != R::GuardNotForced {
                    let boxes = core::mem::take(&mut self.numbering.values);
                    let test = match op.opnum {
                        R::GuardTrue => Some((op.args[0], false)),
                        R::GuardFalse => Some((op.args[0], true)),
                        _ => None,
                    };
                    info.known = facts::facts(self, &boxes, test);
                    self.numbering.values = boxes;
                }
                self.out.guards.push(info);
                OpDescr::Guard(GuardId(self.out.guards.len() as u32 - 1))
            }
            other => other,
        };
        let index = self.out.ops.len();
        let value = self.out.push(Op { opnum: op.opnum, args, descr });
        if op.opnum.result() != Kind::Void {
            self.vals[op.result].out = Some(value);
        }
        Ok(index)
    }
    /// Appends an operation and remembers it as its result's definition.
    pub fn emit_defining(&mut self, op: WOp) -> Res<u32> {
        let def = self.note_def(op.clone());
        self.emit(op)?;
        Ok(def)
    }
    /// Allocates a virtual object.
    pub fn force(&mut self, v: V) -> Res {
        let v = self.vals.get(v);
        let Some(virt) = self.vals[v].ptr.virt.take() else { return Ok(()) };
        if let Virtual::Call { descr, args } = *virt {
            return self.make_call(v, descr, args);
        }
        if let Virtual::Raw { call, args, cells } = *virt {
            return raw::force_raw(self, v, call, args, cells);
        }
        self.vals[v].ptr.nonnull = true;
        self.vals[v].ptr.fresh = true;
        let alloc = |opnum, args: &[V], descr| WOp {
            opnum,
            args: SmallVec::from_slice(args),
            descr: OpDescr::Descr(descr),
            result: v,
        };
        match *virt {
            Virtual::Call { .. } | Virtual::Raw { .. } => {}
            Virtual::Concat { descr, .. } | Virtual::Slice { descr, .. } => {
                strings::force_text(self, v, descr, &virt)?;
            }
            Virtual::Struct { size, fields } => {
                let vtable = self.vtable(size);
                self.vals[v].ptr.class = vtable;
                let opnum = if vtable.is_some() { R::NewWithVtable } else { R::New };
                self.emit(alloc(opnum, &[], size))?;
                for (descr, value) in fields {
                    let value = self.vals.get(value);
                    if self.is_zero(value) {
                        self.heap.note_field(descr, v, value);
                        continue;
                    }
                    let op = self.new_op(R::SetfieldGc, &[v, value], OpDescr::Descr(descr));
                    self.emit(op)?;
                    self.heap.note_field(descr, v, value);
                }
                vrefs::vref_made(self, v)?;
            }
            Virtual::Array { descr, clear, items } => {
                self.vals[v].ptr.min_len = items.len() as i64;
                self.vals[v].ptr.array = Some(descr);
                let length = self.int_const(items.len() as i64);
                let opnum = if clear { R::NewArrayClear } else { R::NewArray };
                self.emit(alloc(opnum, &[length], descr))?;
                heap::remember_length(self, v, descr, length);
                for (n, item) in items.into_iter().enumerate() {
                    let Some(value) = item.map(|i| self.vals.get(i)) else { continue };
                    if !(clear && self.is_zero(value)) {
                        let index = self.int_const(n as i64);
                        let op = self.new_op(
                            R::SetarrayitemGc,
                            &[v, index, value],
                            OpDescr::Descr(descr),
                        );
                        self.emit(op)?;
                    }
                    self.heap.note_item(descr, v, n as i64, value);
                }
            }
            Virtual::ArrayStruct { descr, length, fields } => {
                self.vals[v].ptr.min_len = length as i64;
                self.vals[v].ptr.array = Some(descr);
                let length = self.int_const(length as i64);
                self.emit(alloc(R::NewArrayClear, &[length], descr))?;
                heap::remember_length(self, v, descr, length);
                for (n, field, value) in fields {
                    let (index, value) = (self.int_const(n as i64), self.vals.get(value));
                    if !self.is_zero(value) {
                        let op = self.new_op(
                            R::SetinteriorfieldGc,
                            &[v, index, value],
                            OpDescr::Descr(field),
                        );
                        self.emit(op)?;
                    }
                    self.heap.note_interior(field, v, index, value);
                }
            }
        }
        Ok(())
    }
    /// Makes a call that waited.
    fn make_call(&mut self, v: V, descr: DescrRef, args: SmallVec<[V; 4]>) -> Res {
        let opnum = R::CallR;
        let op = WOp { opnum, args, descr: OpDescr::Descr(descr), result: v };
        self.force_args(&op)?;
        let descrs = self.descrs;
        self.call_effects(&descrs.call(descr).effect)?;
        self.emit(op).map(|_| ())
    }
    /// Makes the calls that wait for these values, and inside of these objects.
    pub fn make_calls(&mut self, values: &[V]) -> Res {
        let mut queue: Vec<V> = values.to_vec();
        let mut seen = jitmodel::hash::FxHashSet::default();
        while let Some(v) = queue.pop() {
            let v = self.vals.get(v);
            match self.vals.virt(v) {
                Some(Virtual::Call { .. } | Virtual::Raw { .. }) => self.force(v)?,
                Some(virt) if seen.insert(v) => match virt {
                    Virtual::Struct { fields, .. } => queue.extend(fields.iter().map(|f| f.1)),
                    Virtual::Array { items, .. } => queue.extend(items.iter().flatten()),
                    Virtual::ArrayStruct { fields, .. } => queue.extend(fields.iter().map(|f| f.2)),
                    Virtual::Concat { left, right, .. } => queue.extend([left, right]),
                    Virtual::Slice { base, .. } => queue.push(*base),
                    Virtual::Call { .. } | Virtual::Raw { .. } => {}
                },
                _ => {}
            }
        }
        Ok(())
    }
    // ------------------------------------------------------------ resume data

    /// Says whether an operation only serves logs.
    pub fn is_debug(op: &WOp) -> bool {
        op.opnum.has(DEBUG)
    }
}
