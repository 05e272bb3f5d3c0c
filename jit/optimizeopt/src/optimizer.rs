//! The state of one pass over a trace, the chain of stages, and emission.

use crate::heap::HeapCache;
use crate::ranges::{Move, RangeGuard};
use crate::unroll::Imported;
use crate::values::{V, Values, Virtual, zero};
use crate::{InvalidLoop, OptEnv, Options};
use alloc::boxed::Box;
use alloc::rc::Rc;
use alloc::vec::Vec;
use jitmodel::ResOp as R;
use jitmodel::effects::COMMUTATIVE;
use jitmodel::effects::{CALLS, DEBUG};
use jitmodel::hash::{FxHashSet, FxIndexMap};
use jitmodel::*;
use smallvec::SmallVec;

/// Result of a stage.
pub type Res<T = ()> = Result<T, InvalidLoop>;

/// Arrays of at most so many items are taken as other objects are: a trace does not test whether there is memory for them.
pub const MAX_SURE_ITEMS: i64 = 4096;

/// An operation on its way through the stages.
#[derive(Clone, Debug)]
pub struct WOp {
    /// What it does.
    pub opnum: R,
    /// Its arguments.
    pub args: SmallVec<[V; 4]>,
    /// Its descr; guards: the input's guard that gives the snapshot.
    pub descr: OpDescr,
    /// Its result; meaningless for void operations.
    pub result: V,
}

impl WOp {
    /// The descr of the table.
    #[track_caller]
    pub fn descr(&self) -> DescrRef {
        match self.descr {
            OpDescr::Descr(d) => d,
            other => panic!("{} has no descr but {other:?}", self.opnum),
        }
    }
}

/// Identifies a pure computation.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub struct PureKey {
    /// What is computed.
    pub opnum: R,
    /// Its descr.
    pub descr: Option<DescrRef>,
    /// From what.
    pub args: SmallVec<[V; 3]>,
}

impl PureKey {
    /// Equal keys give equal results.
    pub fn new(opnum: R, descr: Option<DescrRef>, mut args: SmallVec<[V; 3]>) -> PureKey {
        if opnum.has(COMMUTATIVE)
            && let [a, b] = &mut args[..]
            && a > b
        {
            core::mem::swap(a, b);
        }
        PureKey { opnum, descr, args }
    }
}

/// What became of the overflow-checking operation before a `guard_no_overflow`.
#[derive(Clone, Copy, Debug)]
pub enum LastOvf {
    /// It is known not to overflow (or is a repetition): the guard goes too.
    Removed,
    /// It was emitted.
    Kept(u32),
    /// Always overflows.
    Always,
}

/// State of one pass.
pub struct Optimizer<'a> {
    /// The trace that is read.
    pub input: &'a Trace,
    /// Its descrs.
    pub descrs: &'a DescrTable,
    /// The outside world.
    pub env: &'a mut dyn OptEnv,
    /// Settings.
    pub opts: Options,
    /// The values.
    pub vals: Values,
    /// Input value → value.
    pub map: Vec<V>,
    /// The trace that is written.
    pub out: Trace,
    /// Operations that define values (for looking through them).
    pub defs: Vec<WOp>,
    /// Pure operations that were made.
    pub pure: FxIndexMap<PureKey, V>,
    /// What is known about memory.
    pub heap: HeapCache,
    /// What the short preamble offers.
    pub imported: Imported,
    /// A call that can raise was emitted since the last `guard_no_exception`.
    pub exc_possible: bool,
    /// The operation before made an array for which there may be no memory.
    pub made_array: bool,
    /// About the last overflow-checking operation.
    pub last_ovf: LastOvf,
    /// `guard_not_invalidated` was seen and nothing that invalidates since.
    pub validity_checked: bool,
    /// The last `guard_future_condition`'s snapshot, for guards that closing the loop needs.
    pub future_guard: Option<GuardId>,
    /// Range tests in the output.
    pub ranges: Vec<RangeGuard>,
    /// Writes that are to be made where they stood.
    pub moves: Vec<Move>,
    /// (descr, array, length) of arrays whose length was read.
    pub lengths: Vec<(DescrRef, V, V)>,
    /// For resume data.
    pub numbering: Numbering,
    /// Virtual references that are virtual objects, and whose frames they do not hold.
    pub live_vrefs: FxHashSet<V>,
    /// What guards say of virtuals, each once.
    infos: FxHashSet<Rc<VirtualInfo>>,
}

impl<'a> Optimizer<'a> {
    /// A pass over `input` that appends to `out`.
    pub fn new(
        input: &'a Trace,
        descrs: &'a DescrTable,
        env: &'a mut dyn OptEnv,
        opts: Options,
        out: Trace,
    ) -> Self {
        Optimizer {
            input,
            descrs,
            env,
            opts,
            vals: Values::default(),
            map: Vec::new(),
            out,
            defs: Vec::new(),
            pure: FxIndexMap::default(),
            heap: HeapCache::default(),
            imported: Imported::default(),
            exc_possible: false,
            made_array: false,
            last_ovf: LastOvf::Removed,
            validity_checked: false,
            future_guard: None,
            ranges: Vec::new(),
            moves: Vec::new(),
            lengths: Vec::new(),
            numbering: Numbering::default(),
            live_vrefs: FxHashSet::default(),
            infos: FxHashSet::default(),
        }
    }

    // ------------------------------------------------------------ values

    /// The value of an input operand.
    pub fn input_value(&mut self, operand: OpRef) -> V {
        match self.input.const_value(operand) {
            Some(c) => self.const_value(c),
            None => self.vals.get(self.map[operand.index()]),
        }
    }

    /// The value of a constant, with what the world knows about it.
    pub fn const_value(&mut self, c: ConstValue) -> V {
        let v = self.vals.constant(c);
        if let ConstValue::Ref(r) = c
            && r != RefConst::Null
            && self.vals[v].ptr.class.is_none()
        {
            self.vals[v].ptr.class = self.env.class_of(r);
        }
        v
    }

    /// An integer constant.
    pub fn int_const(&mut self, value: i64) -> V {
        self.vals.constant(ConstValue::Int(value))
    }

    /// `v` is the same as `other` from now on.
    pub fn make_equal(&mut self, v: V, other: V) {
        let (v, other) = (self.vals.get(v), self.vals.get(other));
        if v != other {
            self.vals[v].fwd = Some(other);
        }
    }

    /// `v` is this constant from now on.
    pub fn make_constant(&mut self, v: V, c: ConstValue) {
        let c = self.const_value(c);
        self.make_equal(v, c);
    }

    /// `v` is this integer from now on.
    pub fn make_int(&mut self, v: V, value: i64) {
        self.make_constant(v, ConstValue::Int(value));
    }

    /// The operation that defines `v`, if its arguments are still meaningful.
    #[inline]
    pub fn def(&self, v: V) -> Option<&WOp> {
        let v = self.vals.get(v);
        self.vals[v].def.map(|n| &self.defs[n as usize])
    }

    /// `v` is known not to be null.
    #[inline]
    pub fn make_nonnull(&mut self, v: V) {
        let v = self.vals.get(v);
        if self.vals[v].konst.is_none() {
            self.vals[v].ptr.nonnull = true;
        }
    }

    /// Address of a struct's vtable.
    pub fn vtable(&mut self, size: DescrRef) -> Option<i64> {
        let vtable = self.descrs.size(size).vtable?;
        Some(self.env.address(vtable))
    }

    /// Whether `v` is non-null: `None` = unknown.
    pub fn known_nonnull(&self, v: V) -> Option<bool> {
        let v = self.vals.get(v);
        match self.vals[v].konst {
            Some(ConstValue::Ref(r)) => Some(r != RefConst::Null),
            _ if self.vals[v].ptr.nonnull => Some(true),
            _ => None,
        }
    }

    /// The exact class of `v`, if known.
    pub fn known_class(&mut self, v: V) -> Option<i64> {
        let v = self.vals.get(v);
        if let Some(Virtual::Struct { size, .. }) = self.vals.virt(v) {
            let size = *size;
            return self.vtable(size);
        }
        self.vals[v].ptr.class
    }

    /// The exact class of what is an instance or null. Constants are looked at.
    pub fn class_of_instance(&mut self, v: V) -> Option<i64> {
        let v = self.vals.get(v);
        if let Some(ConstValue::Ref(object)) = self.vals[v].konst
            && object != RefConst::Null
            && self.vals[v].ptr.class.is_none()
        {
            self.vals[v].ptr.class = self.env.instance_class(object);
        }
        self.known_class(v)
    }

    // ------------------------------------------------------------ the chain

    /// Sends the input's operations `0..count` through the chain.
    pub fn propagate_all(&mut self, count: usize) -> Res {
        self.map.reserve(count);
        self.vals.reserve(count + count / 4);
        for n in 0..count {
            let op = &self.input.ops[n];
            let result = self.vals.fresh(op.opnum.result());
            self.map.push(result);
            let args = op.args.iter().map(|&a| self.input_value(a)).collect();
            self.propagate(WOp { opnum: op.opnum, args, descr: op.descr, result })
                .map_err(|error| InvalidLoop { at: Some(n), ..error })?;
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
            return self.optimize_guard(op);
        }
        if op.opnum.is_ovf() {
            return self.optimize_ovf(op);
        }
        if op.opnum.is_foldable() {
            return self.optimize_pure(op);
        }
        if op.opnum.has(CALLS) {
            return self.optimize_call(op);
        }
        let Some(op) = self.virtualize(op)? else { return Ok(()) };
        self.optimize_heap(op)
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
                let mut info = self.guard_info(guard)?;
                if self.opts.facts && op.opnum != R::GuardNotForced {
                    let boxes = core::mem::take(&mut self.numbering.values);
                    let test = match op.opnum {
                        R::GuardTrue => Some((op.args[0], false)),
                        R::GuardFalse => Some((op.args[0], true)),
                        _ => None,
                    };
                    info.known = self.facts(&boxes, test);
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

    /// Remembers an operation as its result's definition.
    #[inline]
    pub fn note_def(&mut self, op: WOp) -> u32 {
        let def = self.defs.len() as u32;
        self.vals[op.result].def = Some(def);
        self.defs.push(op);
        def
    }

    /// Appends an operation and remembers it as its result's definition.
    pub fn emit_defining(&mut self, op: WOp) -> Res<u32> {
        let def = self.note_def(op.clone());
        self.emit(op)?;
        Ok(def)
    }

    /// Makes an operation of the optimiser's own.
    pub fn new_op(&mut self, opnum: R, args: &[V], descr: OpDescr) -> WOp {
        let result = self.vals.fresh(opnum.result());
        WOp { opnum, args: SmallVec::from_slice(args), descr, result }
    }

    /// Allocates a virtual object.
    pub fn force(&mut self, v: V) -> Res {
        let v = self.vals.get(v);
        let Some(virt) = self.vals[v].ptr.virt.take() else { return Ok(()) };
        if let Virtual::Call { descr, args } = *virt {
            return self.make_call(v, descr, args);
        }
        if let Virtual::Raw { call, args, cells } = *virt {
            return self.force_raw(v, call, args, cells);
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
                self.force_text(v, descr, &virt)?;
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
                self.vref_made(v)?;
            }
            Virtual::Array { descr, clear, items } => {
                self.vals[v].ptr.min_len = items.len() as i64;
                self.vals[v].ptr.array = Some(descr);
                let length = self.int_const(items.len() as i64);
                let opnum = if clear { R::NewArrayClear } else { R::NewArray };
                self.emit(alloc(opnum, &[length], descr))?;
                self.remember_length(v, descr, length);
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
                self.remember_length(v, descr, length);
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

    /// The array has this length.
    pub fn remember_length(&mut self, array: V, descr: DescrRef, length: V) {
        let args = SmallVec::from_slice(&[array]);
        self.pure.insert(PureKey { opnum: R::ArraylenGc, descr: Some(descr), args }, length);
    }

    /// Whether `v` is the constant 0, 0.0 or null.
    #[inline]
    pub fn is_zero(&self, v: V) -> bool {
        self.vals.konst(v).is_some_and(|c| c == zero(c.kind()))
    }

    // ------------------------------------------------------------ resume data

    /// Fail args and resume data for a guard emitted now with the snapshot of input guard `guard`.
    fn guard_info(&mut self, guard: GuardId) -> Res<GuardInfo> {
        let input = self.input;
        let Some(top) = input.guards[guard.0 as usize].snapshot else {
            return Ok(GuardInfo::default());
        };
        self.numbering.next_guard();
        let info = &input.guards[guard.0 as usize];
        let mut data = ResumeData {
            marks: info.marks.clone(),
            place: info.place.clone(),
            ..ResumeData::default()
        };
        let frames = input.snapshot_frames(top);
        data.frames.reserve_exact(frames.len());
        for frame in frames {
            let mut slots = Vec::with_capacity(frame.slots.len());
            for &slot in &frame.slots {
                slots.push(self.operand_slot(slot)?);
            }
            data.frames.push(ResumeFrame { jitcode: frame.jitcode, pc: frame.pc, slots });
            self.describe_virtuals(&mut data)?;
        }
        let pending = self.pending_writes();
        for (descr, object, index, value) in pending {
            let object = self.resume_slot(object)?;
            let value = self.resume_slot(value)?;
            let index = match index {
                Some(index) => Some(self.resume_slot(index)?),
                None => None,
            };
            data.pending.push(PendingWrite { descr, object, index, value });
        }
        let vables = input.guards[guard.0 as usize].vables;
        for vable in vables.into_iter().flat_map(|n| &input.vables[n as usize]) {
            let object = self.operand_slot(vable.object)?;
            let mut values = Vec::with_capacity(vable.values.len());
            for &VableValue { place, dirty, value } in &vable.values {
                let value = self.operand_slot(value)?;
                values.push(VableValue { place, dirty, value });
            }
            data.vables.push(VableState { which: vable.which, object, values });
        }
        if let Some(vrefs) = input.guards[guard.0 as usize].vrefs {
            for &(vref, frame) in &input.vrefs[vrefs as usize] {
                let pair = (self.operand_slot(vref)?, self.operand_slot(frame)?);
                data.vrefs.push(pair);
            }
        }
        self.describe_virtuals(&mut data)?;
        let fail_args = self.numbering.boxes.clone();
        Ok(GuardInfo { fail_args, resume: Some(Box::new(data)), ..Default::default() })
    }

    /// The virtuals that were numbered since the last time, and what they refer to. Those of outer frames come first: they are
    /// the same at most guards, with the same numbers, and are kept once.
    fn describe_virtuals(&mut self, data: &mut ResumeData) -> Res<()> {
        while let Some(&v) = self.numbering.virtuals.get(data.virtuals.len()) {
            let info = self.virtual_info(v)?;
            let shared = match self.infos.get(&info) {
                Some(shared) => shared.clone(),
                None => {
                    let shared = Rc::new(info);
                    self.infos.insert(shared.clone());
                    shared
                }
            };
            data.virtuals.push(shared);
        }
        Ok(())
    }

    fn virtual_info(&mut self, v: V) -> Res<VirtualInfo> {
        let v = self.vals.get(v);
        let Some(virt) = self.vals[v].ptr.virt.take() else {
            return Err(InvalidLoop::internal("virtual vanished while numbering"));
        };
        // It has its number already: nobody looks at it meanwhile.
        let info = self.info_of(&virt);
        self.vals[v].ptr.virt = Some(virt);
        info
    }

    fn info_of(&mut self, virt: &Virtual) -> Res<VirtualInfo> {
        Ok(match *virt {
            Virtual::Struct { size, ref fields } => {
                let mut out = Vec::with_capacity(fields.len());
                for &(descr, value) in fields {
                    out.push((descr, self.content_slot(value)?));
                }
                VirtualInfo::Struct { size, fields: out }
            }
            Virtual::Array { descr, ref items, .. } => {
                let mut out = Vec::with_capacity(items.len());
                for item in items {
                    out.push(match *item {
                        Some(value) => self.content_slot(value)?,
                        None => ResumeSlot::Zero,
                    });
                }
                VirtualInfo::Array { descr, items: out }
            }
            Virtual::ArrayStruct { descr, length, ref fields } => {
                let mut out = Vec::with_capacity(fields.len());
                for &(index, field, value) in fields {
                    out.push((index, field, self.content_slot(value)?));
                }
                VirtualInfo::ArrayStruct { descr, length, fields: out }
            }
            Virtual::Concat { descr, left, right, .. } => {
                let parts = [self.resume_slot(left)?, self.resume_slot(right)?];
                VirtualInfo::Concat { descr, parts }
            }
            Virtual::Call { descr, ref args } => {
                let mut slots = Vec::with_capacity(args.len());
                for &arg in args {
                    slots.push(self.resume_slot(arg)?);
                }
                VirtualInfo::Call { descr, args: slots }
            }
            Virtual::Raw { call, ref args, ref cells } => {
                let mut slots = Vec::with_capacity(args.len());
                for &arg in args {
                    slots.push(self.resume_slot(arg)?);
                }
                let mut writes = Vec::with_capacity(cells.len());
                for cell in cells {
                    let value = self.resume_slot(cell.value)?;
                    writes.push((cell.opnum, cell.descr, cell.index, value));
                }
                VirtualInfo::Raw { descr: call, args: slots, writes }
            }
            Virtual::Slice { descr, base, start, stop } => {
                let (start, stop) = (self.resume_slot(start)?, self.resume_slot(stop)?);
                VirtualInfo::Slice { descr, parts: [self.resume_slot(base)?, start, stop] }
            }
        })
    }

    /// What a virtual object contains: its memory is zero when it is made.
    #[inline]
    fn content_slot(&mut self, v: V) -> Res<ResumeSlot> {
        if self.is_zero(v) { Ok(ResumeSlot::Zero) } else { self.resume_slot(v) }
    }

    /// The same for an operand of the input.
    #[inline]
    fn operand_slot(&mut self, operand: OpRef) -> Res<ResumeSlot> {
        match self.input.const_value(operand) {
            Some(c) => Ok(ResumeSlot::Const(c)),
            None => self.resume_slot(self.map[operand.index()]),
        }
    }

    fn resume_slot(&mut self, v: V) -> Res<ResumeSlot> {
        let v = self.vals.get(v);
        if self.vals[v].short.is_some() {
            self.use_short(v)?;
        }
        if let Some(c) = self.vals[v].konst {
            return Ok(ResumeSlot::Const(c));
        }
        if let Some(slot) = self.numbering.slot(v) {
            return Ok(slot);
        }
        let slot = if self.vals.is_virtual(v) {
            self.numbering.virtuals.push(v);
            ResumeSlot::Virtual(self.numbering.virtuals.len() as u32 - 1)
        } else {
            let out = self.out_of(v)?;
            match self.out.const_value(out) {
                Some(c) => ResumeSlot::Const(c),
                None => {
                    self.numbering.values.push(v);
                    ResumeSlot::Box(self.numbering.fail_arg(out))
                }
            }
        };
        self.numbering.set_slot(v, slot);
        Ok(slot)
    }

    /// Whether an operation only serves logs.
    pub fn is_debug(op: &WOp) -> bool {
        op.opnum.has(DEBUG)
    }
}

/// The values of one guard's resume data. The tables are kept from guard to guard: an entry counts if it bears the guard's number.
#[derive(Debug, Default)]
pub struct Numbering {
    guard: u32,
    /// By value.
    known: Vec<(u32, ResumeSlot)>,
    /// Index in `boxes`, by the output's value.
    places: Vec<(u32, u32)>,
    /// Values that a guard's facts are about bear its number.
    about: Vec<u32>,
    facts: u32,
    boxes: Vec<Option<OpRef>>,
    /// The boxes' values.
    values: Vec<V>,
    virtuals: Vec<V>,
}

impl Numbering {
    fn next_guard(&mut self) {
        self.guard += 1;
        self.boxes.clear();
        self.values.clear();
        self.virtuals.clear();
    }
    /// Begins with the facts of a guard.
    pub fn next_facts(&mut self) {
        self.facts += 1;
    }
    /// Whether the value is new among them.
    pub fn new_fact(&mut self, v: V) -> bool {
        let at = v.0 as usize;
        if self.about.len() <= at {
            self.about.resize(at + 1 + at / 2, 0);
        }
        core::mem::replace(&mut self.about[at], self.facts) != self.facts
    }
    fn slot(&self, v: V) -> Option<ResumeSlot> {
        self.known.get(v.0 as usize).filter(|k| k.0 == self.guard).map(|k| k.1)
    }
    fn set_slot(&mut self, v: V, slot: ResumeSlot) {
        let at = v.0 as usize;
        if self.known.len() <= at {
            self.known.resize(at + 1 + at / 2, (0, ResumeSlot::Zero));
        }
        self.known[at] = (self.guard, slot);
    }
    /// The fail arg that an output value is: two values may have one place (a short box and what it repeats).
    fn fail_arg(&mut self, out: OpRef) -> u32 {
        let at = out.index();
        if self.places.len() <= at {
            self.places.resize(at + 1 + at / 2, (0, 0));
        }
        if self.places[at].0 != self.guard {
            self.places[at] = (self.guard, self.boxes.len() as u32);
            self.boxes.push(Some(out));
        }
        self.places[at].1
    }
}
