//! Linear-scan register allocation, done while code is generated: values get registers when they are defined or
//! first used, and lose them to the value whose next use is farthest away. A value is computed once, so its spill
//! slot stays valid once written (but for references, whose slot the collector updates: after a call
//! that may collect only the slot is right).

use super::encode::{Code, Gpr, Mem, R14, RBP, Xmm};
use super::sums::{self, Sum};
use crate::roots::SlotSet;
use crate::x86::floats;
use crate::{BackendError, RootTable};
use alloc::vec::Vec;
use jitmodel::{ConstValue, Kind, Op, OpRef, RefConst, ResOp, Trace};

/// Words in a frame for the registers at an exit (16 general, 16 vector), and for where its reference slots end.
pub const SAVED: usize = crate::roots::FRAME_BASE + 1;
/// The word of a frame that tells which reference slots are alive during a call (see [`RootTable::live_map`]): that of
/// the vector register that holds no values.
pub const LIVE_MAP: usize = crate::roots::FRAME_LIVE;
/// Words in a frame for spilled values that are not references.
pub const SLOTS: usize = 2048;
/// Maximum number of slots for references of a frame.
pub const REF_SLOTS: usize = crate::roots::MAX_FRAME_SLOTS;

/// General registers that hold values, in order of preference: the first ones survive calls.
pub const GPRS: [Gpr; 12] = [
    Gpr(3),
    Gpr(12),
    Gpr(13),
    Gpr(15),
    Gpr(0),
    Gpr(1),
    Gpr(2),
    Gpr(6),
    Gpr(7),
    Gpr(8),
    Gpr(9),
    Gpr(10),
];
/// Number of registers at the front of [`GPRS`] that survive calls.
const CALLEE_SAVED: usize = 4;
/// General registers that a label leaves free for the values that a loop makes.
const LOOPS_OWN: usize = 3;

/// Says where a value is.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Loc {
    /// General register.
    Reg(Gpr),
    /// Vector register.
    Xmm(Xmm),
    /// Word of the frame.
    Slot(u32),
    /// Reference slot.
    RefSlot(u32),
    /// A constant.
    Const(ConstValue),
    /// A sum that nobody computed: a general register and a number.
    RegPlus(Gpr, i32),
    /// A sum that nobody computed: a word of the frame and a number.
    SlotPlus(u32, i32),
}

/// The memory operand of a spill location.
pub fn slot_mem(loc: Loc) -> Option<Mem> {
    match loc {
        Loc::Slot(n) => Some(Mem::new(RBP, (8 * (SAVED + n as usize)) as i32)),
        Loc::RefSlot(n) => Some(Mem::new(R14, -8 * (n as i32 + 1))),
        _ => None,
    }
}

#[derive(Clone, Copy)]
struct Value {
    reg: Option<u8>,
    slot: Option<u32>,
    /// Index into `uses` of the next position where a register is wanted, and the end.
    next_use: u32,
    end_use: u32,
    /// Last position where the value is needed at all, -1 if nowhere.
    last: i64,
    /// The register (of its kind) where it would best be, or `NO_HINT`.
    hint: u8,
}

const NO_HINT: u8 = u8::MAX;

/// A call, behind which most registers hold nothing.
#[derive(Clone, Copy)]
pub struct Clobber {
    /// Its position in the trace.
    pub at: u32,
    /// True if it may collect.
    pub collects: bool,
}

/// A register whose value is in memory during a call.
pub struct Save {
    /// The register.
    pub reg: Loc,
    /// The slot.
    pub slot: Loc,
    /// True if the slot has to be written first.
    pub store: bool,
}

/// State of the allocation.
pub struct Regs<'a> {
    trace: &'a Trace,
    roots: &'a RootTable,
    sums: Vec<Sum>,
    values: Vec<Value>,
    uses: Vec<u32>,
    gpr: [Option<u32>; 16],
    xmm: [Option<u32>; 16],
    free_slots: Vec<u32>,
    free_ref_slots: Vec<u32>,
    num_slots: u32,
    num_ref_slots: u32,
    /// Reference slots that values have.
    ref_slots: SlotSet,
    /// Registers that the current operation needs to stay as they are.
    pinned: u32,
    position: u32,
    /// Values whose last use is the current operation.
    dying: Vec<u32>,
}

type Res<T> = Result<T, BackendError>;

impl<'a> Regs<'a> {
    /// Prepares the allocation: finds all uses.
    /// `more`: a value that an operation needs besides its arguments.
    pub fn new(
        trace: &'a Trace,
        roots: &'a RootTable,
        more: impl Fn(usize) -> Option<OpRef>,
    ) -> Self {
        let n = trace.num_values();
        let sums = sums::find(trace, &more);
        // Instead of a sum that nobody computes that is wanted what it is made of.
        let made_of = |a: OpRef| sums[a.index()].map_or(a, |(base, _)| base);
        let blank =
            Value { reg: None, slot: None, next_use: 0, end_use: 0, last: -1, hint: NO_HINT };
        let mut values = vec![blank; n];
        let mut counts = vec![0u32; n];
        // Labels and jumps take their arguments from where they are.
        let is_edge = |op: &Op| matches!(op.opnum, ResOp::Label | ResOp::Jump);
        let wants = |op: &'a Op| if is_edge(op) { &[] } else { &op.args[..] };
        for (i, op) in trace.ops.iter().enumerate() {
            for a in wants(op).iter().copied().chain(more(i)).filter(|a| !a.is_const()) {
                counts[made_of(a).index()] += 1;
            }
        }
        let mut at = 0;
        for (v, c) in values.iter_mut().zip(&counts) {
            v.next_use = at;
            v.end_use = at;
            at += c;
        }
        let mut uses = vec![0; at as usize];
        for (i, op) in trace.ops.iter().enumerate() {
            let all = wants(op).iter().copied().chain(more(i));
            let i = i as u32;
            for a in all.filter(|a| !a.is_const()) {
                let v = &mut values[made_of(a).index()];
                uses[v.end_use as usize] = i;
                v.end_use += 1;
                v.last = i as i64;
            }
            if is_edge(op) {
                for a in op.args.iter().filter(|a| !a.is_const()) {
                    values[a.index()].last = i as i64;
                }
            }
            if let Some(g) = op.guard() {
                for a in trace.guards[g.0 as usize].fail_args.iter().flatten() {
                    if !a.is_const() {
                        values[a.index()].last = i as i64;
                    }
                }
            }
        }
        Regs {
            trace,
            roots,
            sums,
            values,
            uses,
            gpr: [None; 16],
            xmm: [None; 16],
            free_slots: vec![],
            free_ref_slots: vec![],
            num_slots: 0,
            num_ref_slots: 0,
            ref_slots: SlotSet::default(),
            pinned: 0,
            position: 0,
            dying: vec![],
        }
    }
    /// The trace ends with a jump that provides values in these places: they, and what they are made of from operation
    /// `from` on, had best be there from the beginning.
    /// `over`: operations whose result takes the place of their first operand.
    pub fn aim_at(&mut self, from: usize, locs: &[Loc], over: fn(ResOp) -> bool) {
        let trace = self.trace;
        let Some(jump) = trace.ops.last() else { return };
        let first = trace.op_ref(from).index();
        for (loc, a) in locs.iter().zip(&jump.args).filter(|(_, a)| !a.is_const()) {
            let hint = &mut self.values[a.index()].hint;
            match loc {
                Loc::Reg(Gpr(r)) | Loc::Xmm(Xmm(r)) if a.index() >= first => *hint = *r,
                _ => {}
            }
        }
        for i in (from..trace.ops.len()).rev() {
            let op = &trace.ops[i];
            if !over(op.opnum) {
                continue;
            }
            let over = op.args[0];
            let hint = self.values[trace.op_ref(i).index()].hint;
            if !over.is_const() && over.index() >= first {
                let v = &mut self.values[over.index()];
                if v.last == i as i64 && v.hint == NO_HINT {
                    v.hint = hint;
                }
            }
        }
    }
    /// Says whether a result had best be in a free register that is not the operand's.
    pub fn aims_elsewhere(&self, result: OpRef, operand: OpRef) -> bool {
        let hint = self.values[result.index()].hint;
        hint != NO_HINT
            && self.kind(result) != Kind::Float
            && self.gpr[hint as usize].is_none()
            && self.values[operand.index()].reg != Some(hint)
    }
    /// Says whether a value is in a slot (and perhaps in a register, too).
    pub fn is_in_slot(&self, v: OpRef, loc: Loc) -> bool {
        let slot = |v: OpRef| self.values[v.index()].slot;
        match loc {
            Loc::Slot(n) | Loc::RefSlot(n) => !v.is_const() && slot(v) == Some(n),
            _ => false,
        }
    }
    /// Kind of an operand.
    #[inline]
    pub fn kind(&self, v: OpRef) -> Kind {
        self.trace.kind(v)
    }
    /// Says whether a value is used after the current operation.
    pub fn lives_on(&self, v: OpRef) -> bool {
        !v.is_const() && self.values[v.index()].last > self.position as i64
    }
    /// Says whether an operation's result is used at all.
    pub fn is_used(&self, v: OpRef) -> bool {
        self.values[v.index()].last >= 0
    }
    /// Last position where a value is needed.
    pub fn last_use(&self, v: OpRef) -> i64 {
        self.values[v.index()].last
    }
    /// Begins operation `i`.
    pub fn begin(&mut self, i: u32, more: Option<OpRef>) {
        self.position = i;
        self.pinned = 0;
        self.dying.clear();
        let op = &self.trace.ops[i as usize];
        let fail = op.guard().map(|g| &self.trace.guards[g.0 as usize].fail_args);
        let all = op.args.iter().chain(fail.into_iter().flatten().flatten()).chain(&more);
        for a in all.filter(|a| !a.is_const()) {
            if self.values[a.index()].last == i as i64 {
                self.dying.push(a.index() as u32);
            }
        }
    }
    /// Ends the operation: registers and slots of values that are not needed any more become free.
    #[inline]
    pub fn end(&mut self) {
        for v in core::mem::take(&mut self.dying) {
            self.release(v);
        }
    }
    /// Ends the operands' lives before the result gets its register, which may be one of theirs. The operands must not
    /// be read any more by an instruction behind the one that writes the result.
    pub fn end_operands(&mut self) {
        self.end();
        self.pinned = 0;
    }
    /// Frees the registers and slots of an unused result.
    pub fn drop_unused(&mut self, v: OpRef) {
        if !self.is_used(v) {
            self.release(v.index() as u32);
        }
    }
    fn release(&mut self, v: u32) {
        let kind = self.kind(OpRef::value(v as usize));
        let val = &mut self.values[v as usize];
        let (reg, slot) = (val.reg.take(), val.slot.take());
        if let Some(r) = reg {
            if kind == Kind::Float {
                self.xmm[r as usize] = None;
            } else {
                self.gpr[r as usize] = None;
            }
        }
        if let Some(s) = slot {
            self.free_slot(kind == Kind::Ref, s);
        }
    }
    fn free_slot(&mut self, is_ref: bool, s: u32) {
        if is_ref {
            self.free_ref_slots.push(s);
            self.ref_slots.remove(s);
        } else {
            self.free_slots.push(s);
        }
    }
    #[inline]
    fn next_use(&mut self, v: u32) -> u32 {
        let val = &mut self.values[v as usize];
        while val.next_use < val.end_use && self.uses[val.next_use as usize] < self.position {
            val.next_use += 1;
        }
        // Values that only guards and the jump need can wait in memory.
        if val.next_use < val.end_use { self.uses[val.next_use as usize] } else { u32::MAX }
    }
    fn pin(&mut self, r: u8) {
        self.pinned |= 1 << r;
    }
    /// Gives what a value is the sum of, if nobody computes it.
    pub fn sum(&self, v: OpRef) -> Sum {
        if v.is_const() { None } else { self.sums[v.index()] }
    }
    /// Current location of a value.
    pub fn loc(&self, v: OpRef) -> Loc {
        if let Some(c) = self.trace.const_value(v) {
            return Loc::Const(c);
        }
        if let Some((base, by)) = self.sum(v) {
            return match self.loc(base) {
                Loc::Reg(r) => Loc::RegPlus(r, by),
                Loc::Slot(n) => Loc::SlotPlus(n, by),
                _ => unreachable!("what a sum is made of lives as long"),
            };
        }
        let kind = self.kind(v);
        let val = &self.values[v.index()];
        match (val.reg, val.slot, kind) {
            (Some(r), _, Kind::Float) => Loc::Xmm(Xmm(r)),
            (Some(r), _, _) => Loc::Reg(Gpr(r)),
            (None, Some(s), Kind::Ref) => Loc::RefSlot(s),
            (None, Some(s), _) => Loc::Slot(s),
            (None, None, _) => unreachable!("value {v:?} has no place"),
        }
    }
    /// Reference slots that the code has used.
    pub fn num_ref_slots(&self) -> u32 {
        self.num_ref_slots
    }
    /// Number of spill slots that may be in use.
    pub fn num_slots(&self) -> usize {
        self.num_slots as usize
    }
    /// Declares that a value is in a place at the beginning of the code.
    pub fn place(&mut self, v: OpRef, loc: Loc) {
        let val = &mut self.values[v.index()];
        match loc {
            Loc::Reg(r) => {
                val.reg = Some(r.0);
                self.gpr[r.0 as usize] = Some(v.index() as u32);
            }
            Loc::Xmm(r) => {
                val.reg = Some(r.0);
                self.xmm[r.0 as usize] = Some(v.index() as u32);
            }
            Loc::Slot(s) => {
                val.slot = Some(s);
                self.num_slots = self.num_slots.max(s + 1);
            }
            Loc::RefSlot(s) => {
                val.slot = Some(s);
                self.num_ref_slots = self.num_ref_slots.max(s + 1);
                self.ref_slots.insert(s);
            }
            Loc::Const(_) | Loc::RegPlus(..) | Loc::SlotPlus(..) => {}
        }
    }
    /// A slot that nothing is in, before any but inputs have places.
    pub fn slot_above(&self, inputs: &[Loc]) -> Res<Loc> {
        let used = inputs.iter().map(|loc| match loc {
            Loc::Slot(n) | Loc::SlotPlus(n, _) => n + 1,
            _ => 0,
        });
        let slot = used.max().unwrap_or(0).max(self.num_slots);
        if slot as usize >= SLOTS {
            return Err(BackendError::Unsupported("more spilled values than a frame holds".into()));
        }
        Ok(Loc::Slot(slot))
    }
    /// A general register that nothing is in and that is none of those of the inputs.
    pub fn register_beside(&self, inputs: &[Loc]) -> Option<Gpr> {
        let mut used = 0u32;
        for loc in inputs {
            if let Loc::Reg(r) | Loc::RegPlus(r, _) = loc {
                used |= 1 << r.0;
            }
        }
        let free = |r: &Gpr| used & 1 << r.0 == 0 && self.gpr[r.0 as usize].is_none();
        GPRS.iter().copied().find(free)
    }
    /// Slots below the highest one that is in use become free if no value is placed there (after `place`).
    pub fn collect_free_slots(&mut self) {
        let mut used =
            [vec![false; self.num_slots as usize], vec![false; self.num_ref_slots as usize]];
        for (i, v) in self.values.iter().enumerate() {
            if let Some(s) = v.slot {
                let is_ref = self.trace.kind(OpRef::value(i)) == Kind::Ref;
                used[is_ref as usize][s as usize] = true;
            }
        }
        let free = |u: &Vec<bool>| (0..u.len() as u32).filter(|i| !u[*i as usize]).collect();
        self.free_slots = free(&used[0]);
        self.free_ref_slots = free(&used[1]);
    }
    /// Gives a value a spill slot (its content is not written).
    fn slot_for(&mut self, v: u32) -> Res<Loc> {
        let is_ref = self.kind(OpRef::value(v as usize)) == Kind::Ref;
        let (free, next, limit) = if is_ref {
            (&mut self.free_ref_slots, &mut self.num_ref_slots, REF_SLOTS)
        } else {
            (&mut self.free_slots, &mut self.num_slots, SLOTS)
        };
        let s = match free.pop() {
            Some(s) => s,
            None => {
                *next += 1;
                *next - 1
            }
        };
        if s as usize >= limit {
            return Err(BackendError::Unsupported("more spilled values than a frame holds".into()));
        }
        self.values[v as usize].slot = Some(s);
        if is_ref {
            self.ref_slots.insert(s);
        }
        Ok(if is_ref { Loc::RefSlot(s) } else { Loc::Slot(s) })
    }
    /// Makes sure that a value which is in a register is in its slot too.
    pub fn spill(&mut self, c: &mut Code, v: OpRef) -> Res<()> {
        let val = self.values[v.index()];
        let (Some(r), None) = (val.reg, val.slot) else { return Ok(()) };
        let m = slot_mem(self.slot_for(v.index() as u32)?).expect("a slot");
        if self.kind(v) == Kind::Float {
            floats::storesd(c, m, Xmm(r));
        } else {
            c.store(m, Gpr(r));
        }
        Ok(())
    }
    /// Makes these values readable in memory during a call, before it, in the places that are returned. (What does not
    /// exist yet has none.)
    pub fn hold(&mut self, c: &mut Code, values: &[Option<OpRef>]) -> Res<Vec<Option<Loc>>> {
        let mut places = Vec::with_capacity(values.len());
        for value in values {
            let Some(v) = *value else {
                places.push(None);
                continue;
            };
            if let Some(k) = self.trace.const_value(v) {
                places.push(Some(Loc::Const(k)));
                continue;
            }
            if let Some((base, by)) = self.sum(v) {
                self.spill(c, base)?;
                places.push(self.values[base.index()].slot.map(|s| Loc::SlotPlus(s, by)));
                continue;
            }
            self.spill(c, v)?;
            let is_ref = self.kind(v) == Kind::Ref;
            let slot = self.values[v.index()].slot;
            places.push(slot.map(|s| if is_ref { Loc::RefSlot(s) } else { Loc::Slot(s) }));
        }
        Ok(places)
    }
    fn forget_reg(&mut self, v: u32) {
        let kind = self.kind(OpRef::value(v as usize));
        if let Some(r) = self.values[v as usize].reg.take() {
            if kind == Kind::Float {
                self.xmm[r as usize] = None;
            } else {
                self.gpr[r as usize] = None;
            }
        }
    }
    /// Chooses a free general register, spilling if there is none. The register is pinned.
    fn take_gpr(&mut self, c: &mut Code, hint: u8) -> Res<Gpr> {
        let pinned = self.pinned;
        let ok = |r: &Gpr| pinned & 1 << r.0 == 0;
        let free = [Gpr(hint)]
            .iter()
            .filter(|r| r.0 != NO_HINT)
            .chain(GPRS.iter())
            .copied()
            .filter(ok)
            .find(|r| self.gpr[r.0 as usize].is_none());
        let r = match free {
            Some(r) => r,
            None => {
                let mut best: Option<(u32, Gpr)> = None;
                for r in GPRS.iter().copied().filter(ok) {
                    let owner = self.gpr[r.0 as usize].expect("taken");
                    let next = self.next_use(owner);
                    if best.is_none_or(|b| next > b.0) {
                        best = Some((next, r));
                    }
                }
                let Some((_, r)) = best else {
                    return Err(BackendError::Internal("no register to spill".into()));
                };
                let owner = self.gpr[r.0 as usize].expect("taken");
                self.spill(c, OpRef::value(owner as usize))?;
                self.forget_reg(owner);
                r
            }
        };
        self.pin(r.0);
        Ok(r)
    }
    fn take_xmm(&mut self, c: &mut Code, hint: u8) -> Res<Xmm> {
        let pinned = self.pinned;
        let ok = |r: &u8| pinned & 1 << (16 + r) == 0;
        let hinted = Some(hint).filter(|r| *r != NO_HINT).into_iter();
        let free = hinted.chain(0..15u8).filter(ok).find(|r| self.xmm[*r as usize].is_none());
        let r = match free {
            Some(r) => r,
            None => {
                let mut best: Option<(u32, u8)> = None;
                for r in (0..15u8).filter(ok) {
                    let owner = self.xmm[r as usize].expect("taken");
                    let next = self.next_use(owner);
                    if best.is_none_or(|b| next > b.0) {
                        best = Some((next, r));
                    }
                }
                let Some((_, r)) = best else {
                    return Err(BackendError::Internal("no register to spill".into()));
                };
                let owner = self.xmm[r as usize].expect("taken");
                self.spill(c, OpRef::value(owner as usize))?;
                self.forget_reg(owner);
                r
            }
        };
        self.pin(16 + r);
        Ok(Xmm(r))
    }
    /// A general register for use within this operation.
    pub fn temp(&mut self, c: &mut Code) -> Res<Gpr> {
        self.take_gpr(c, NO_HINT)
    }
    /// Makes a register free, for an instruction that names it. What is needed of its value goes elsewhere. The
    /// register is pinned.
    pub fn claim(&mut self, c: &mut Code, r: Gpr) -> Res<()> {
        if let Some(v) = self.gpr[r.0 as usize] {
            debug_assert!(self.pinned & 1 << r.0 == 0, "a register is claimed before it is used");
            if self.values[v as usize].last >= self.position as i64 {
                let ok = |o: &Gpr| *o != r && self.pinned & 1 << o.0 == 0;
                let to = GPRS.iter().copied().filter(ok).find(|o| self.gpr[o.0 as usize].is_none());
                match to {
                    Some(to) => {
                        c.mov(to, r);
                        self.forget_reg(v);
                        self.bind_gpr(OpRef::value(v as usize), to);
                    }
                    None => {
                        self.spill(c, OpRef::value(v as usize))?;
                        self.forget_reg(v);
                    }
                }
            } else {
                self.forget_reg(v);
            }
        }
        self.pin(r.0);
        Ok(())
    }
    /// Copies a value into a register, which may be overwritten then, as after [`Regs::claim`]. `other` is needed as well.
    pub fn copy_into(&mut self, c: &mut Code, r: Gpr, v: OpRef, other: Option<OpRef>) -> Res<()> {
        if other != Some(v)
            && !v.is_const()
            && self.values[v.index()].reg == Some(r.0)
            && !self.lives_on(v)
        {
            self.forget_reg(v.index() as u32);
            self.pin(r.0);
            return Ok(());
        }
        self.claim(c, r)?;
        match self.loc(v) {
            Loc::Const(k) => self.load_const(c, r, k),
            Loc::Reg(s) => c.mov(r, s),
            Loc::Xmm(s) => floats::movq_from_xmm(c, r, s),
            slot => c.load(r, slot_mem(slot).expect("a slot")),
        }
        Ok(())
    }
    /// Loads a constant.
    pub fn load_const(&self, c: &mut Code, dst: Gpr, k: ConstValue) {
        match k {
            ConstValue::Int(v) => c.mov_imm(dst, v),
            ConstValue::Float(b) => c.mov_imm(dst, b as i64),
            ConstValue::Ref(RefConst::Null) => c.mov_imm(dst, 0),
            ConstValue::Ref(RefConst::Prebuilt(a)) => c.mov_imm(dst, a as i64),
            ConstValue::Ref(RefConst::Rooted(n)) => {
                c.mov_imm(dst, self.roots.slot_address(n) as i64);
                c.load(dst, Mem::new(dst, 0));
            }
        }
    }
    /// The value in a general register, for reading. Pins the register.
    pub fn gpr(&mut self, c: &mut Code, v: OpRef) -> Res<Gpr> {
        if let Some(k) = self.trace.const_value(v) {
            let r = self.take_gpr(c, NO_HINT)?;
            self.load_const(c, r, k);
            return Ok(r);
        }
        match self.loc(v) {
            Loc::Reg(r) => {
                self.pin(r.0);
                Ok(r)
            }
            loc => {
                let r = self.take_gpr(c, self.values[v.index()].hint)?;
                c.load(r, slot_mem(loc).expect("a slot"));
                self.values[v.index()].reg = Some(r.0);
                self.gpr[r.0 as usize] = Some(v.index() as u32);
                Ok(r)
            }
        }
    }
    /// The value in a vector register, for reading.
    pub fn xmm(&mut self, c: &mut Code, v: OpRef) -> Res<Xmm> {
        if let Some(bits) = self.float_bits(v) {
            let r = self.take_xmm(c, NO_HINT)?;
            floats::load_float(c, r, bits);
            return Ok(r);
        }
        match self.loc(v) {
            Loc::Xmm(r) => {
                self.pin(16 + r.0);
                Ok(r)
            }
            loc => {
                let r = self.take_xmm(c, self.values[v.index()].hint)?;
                floats::loadsd(c, r, slot_mem(loc).expect("a slot"));
                self.values[v.index()].reg = Some(r.0);
                self.xmm[r.0 as usize] = Some(v.index() as u32);
                Ok(r)
            }
        }
    }
    /// The bits of a float constant.
    pub fn float_bits(&self, v: OpRef) -> Option<u64> {
        match self.trace.const_value(v)? {
            ConstValue::Float(bits) => Some(bits),
            _ => None,
        }
    }
    /// The constant as a sign-extended 32-bit immediate.
    pub fn imm32(&self, v: OpRef) -> Option<i32> {
        match self.trace.const_value(v)? {
            ConstValue::Int(i) => i32::try_from(i).ok(),
            ConstValue::Ref(RefConst::Null) => Some(0),
            ConstValue::Ref(RefConst::Prebuilt(a)) => i32::try_from(a).ok(),
            _ => None,
        }
    }
    /// A new register for the result of this operation.
    pub fn result_gpr(&mut self, c: &mut Code, v: OpRef) -> Res<Gpr> {
        let r = self.take_gpr(c, self.values[v.index()].hint)?;
        self.bind_gpr(v, r);
        Ok(r)
    }
    /// Says that the result is in a general register, which must be free.
    pub fn bind_gpr(&mut self, v: OpRef, r: Gpr) {
        debug_assert!(self.gpr[r.0 as usize].is_none());
        self.values[v.index()].reg = Some(r.0);
        self.gpr[r.0 as usize] = Some(v.index() as u32);
    }
    /// A new vector register for the result.
    pub fn result_xmm(&mut self, c: &mut Code, v: OpRef) -> Res<Xmm> {
        let r = self.take_xmm(c, self.values[v.index()].hint)?;
        self.values[v.index()].reg = Some(r.0);
        self.xmm[r.0 as usize] = Some(v.index() as u32);
        Ok(r)
    }
    /// The result's register, holding a copy of `from`, which may be overwritten: `from`'s own register if it
    /// is not needed any more.
    pub fn result_over_gpr(&mut self, c: &mut Code, v: OpRef, from: OpRef) -> Res<Gpr> {
        if let Some(k) = self.trace.const_value(from) {
            let r = self.result_gpr(c, v)?;
            self.load_const(c, r, k);
            return Ok(r);
        }
        let r = self.gpr(c, from)?;
        if !self.lives_on(from) {
            self.forget_reg(from.index() as u32);
            self.bind_gpr(v, r);
            return Ok(r);
        }
        let d = self.result_gpr(c, v)?;
        c.mov(d, r);
        Ok(d)
    }
    /// Gives the result a vector register, with the value of an operand.
    pub fn result_over_xmm(&mut self, c: &mut Code, v: OpRef, from: OpRef) -> Res<Xmm> {
        let r = self.xmm(c, from)?;
        if !from.is_const() && !self.lives_on(from) {
            self.forget_reg(from.index() as u32);
            self.values[v.index()].reg = Some(r.0);
            self.xmm[r.0 as usize] = Some(v.index() as u32);
            return Ok(r);
        }
        let d = self.result_xmm(c, v)?;
        floats::movapd(c, d, r);
        Ok(d)
    }
    /// A register that nobody uses, if there is one, until the next is asked for.
    pub fn free_temp(&self) -> Option<Gpr> {
        let free = |r: &Gpr| self.pinned & 1 << r.0 == 0 && self.gpr[r.0 as usize].is_none();
        GPRS.iter().copied().find(free)
    }
    /// The reference slots whose values are needed after the current operation.
    pub fn live_refs(&self) -> SlotSet {
        let slot_of = |v: &u32| {
            let is_ref = self.kind(OpRef::value(*v as usize)) == Kind::Ref;
            self.values[*v as usize].slot.filter(|_| is_ref)
        };
        let mut live = self.ref_slots.clone();
        self.dying.iter().filter_map(slot_of).for_each(|s| live.remove(s));
        live
    }
    /// Gives what a call that is seldom made has to save and to load again, so that its caller finds everything where
    /// it was, and the reference slots that are alive then. `except`: the register that gets the call's result.
    /// `operands`: the operation still needs its operands.
    pub fn saves_for_call(
        &mut self,
        except: Option<Gpr>,
        can_collect: bool,
        operands: bool,
    ) -> Res<(Vec<Save>, SlotSet)> {
        let mut saves = vec![];
        let mut borrowed = vec![];
        let gprs = (0..16u8).filter(|r| except != Some(Gpr(*r)));
        let gprs = gprs.filter_map(|r| Some((Loc::Reg(Gpr(r)), self.gpr[r as usize]?)));
        let xmms = (0..16u8).filter_map(|r| Some((Loc::Xmm(Xmm(r)), self.xmm[r as usize]?)));
        for (reg, v) in gprs.chain(xmms).collect::<Vec<_>>() {
            let value = OpRef::value(v as usize);
            let is_ref = self.kind(value) == Kind::Ref;
            let safe = matches!(reg, Loc::Reg(r) if GPRS[..CALLEE_SAVED].contains(&r));
            if !(operands || self.lives_on(value)) || (safe && !(is_ref && can_collect)) {
                continue;
            }
            let store = self.values[v as usize].slot.is_none();
            let slot = if store {
                borrowed.push(v);
                self.slot_for(v)?
            } else {
                let s = self.values[v as usize].slot.unwrap_or(0);
                if is_ref { Loc::RefSlot(s) } else { Loc::Slot(s) }
            };
            saves.push(Save { reg, slot, store });
        }
        let live = if operands { self.ref_slots.clone() } else { self.live_refs() };
        for v in borrowed {
            if let Some(s) = self.values[v as usize].slot.take() {
                let is_ref = self.kind(OpRef::value(v as usize)) == Kind::Ref;
                self.free_slot(is_ref, s);
            }
        }
        Ok((saves, live))
    }
    /// Moves everything that is needed after a call, before it, to where the call does not reach
    /// it.
    pub fn before_call(&mut self, c: &mut Code, can_collect: bool) -> Res<()> {
        for r in 0..16u8 {
            if let Some(v) = self.gpr[r as usize] {
                let op = OpRef::value(v as usize);
                let is_ref = self.kind(op) == Kind::Ref;
                let safe = GPRS[..CALLEE_SAVED].contains(&Gpr(r));
                if self.lives_on(op) && (!safe || (is_ref && can_collect)) {
                    self.spill(c, op)?;
                }
            }
            if let Some(v) = self.xmm[r as usize] {
                let op = OpRef::value(v as usize);
                if self.lives_on(op) {
                    self.spill(c, op)?;
                }
            }
        }
        Ok(())
    }
    /// Notes, after a call, that registers that it may have changed hold nothing.
    pub fn after_call(&mut self, can_collect: bool) {
        for r in 0..16u8 {
            if let Some(v) = self.gpr[r as usize] {
                let op = OpRef::value(v as usize);
                let is_ref = self.kind(op) == Kind::Ref;
                let safe = GPRS[..CALLEE_SAVED].contains(&Gpr(r));
                if !safe || (is_ref && can_collect) {
                    self.forget_reg(v);
                }
            }
            if let Some(v) = self.xmm[r as usize] {
                self.forget_reg(v);
            }
        }
        self.pinned = 0;
    }
    /// Makes room before a loop's label: what only exits of the loop need leaves its register to a value that the loop
    /// works with, or to one that it makes. `next`: the arguments of the jump back.
    fn make_room(
        &mut self,
        c: &mut Code,
        args: &[OpRef],
        next: &[OpRef],
        call: Option<Clobber>,
    ) -> Res<()> {
        let is_gpr = |k: Kind| k != Kind::Float;
        let until = call.map_or(u32::MAX, |call| call.at);
        let waiting = |r: &Self, a: &OpRef| {
            let v = &r.values[a.index()];
            let wanted = v.next_use < v.end_use && r.uses[v.next_use as usize] < until;
            is_gpr(r.kind(*a)) && v.reg.is_none() && wanted
        };
        for a in args.iter().filter(|a| !a.is_const()) {
            self.next_use(a.index() as u32);
        }
        let waiting = args.iter().filter(|a| !a.is_const() && waiting(self, a)).count();
        let free = GPRS.iter().filter(|r| self.gpr[r.0 as usize].is_none()).count();
        let mut missing = (waiting + LOOPS_OWN).saturating_sub(free);
        for r in GPRS.iter().rev() {
            let Some(v) = self.gpr[r.0 as usize].filter(|_| missing > 0) else { continue };
            let value = OpRef::value(v as usize);
            // Others would have to be stored in each round.
            let stays = |(a, next): (&OpRef, &OpRef)| *a != value || a == next;
            if self.next_use(v) == u32::MAX && args.iter().zip(next).all(stays) {
                self.spill(c, value)?;
                self.forget_reg(v);
                missing -= 1;
            }
        }
        Ok(())
    }
    /// Puts a label's arguments in their places: they go to registers as far as there are free ones, and only that
    /// place counts: a jump to the label provides nothing else. `next`: the arguments of the trace's jump back to it.
    /// `call`: the first call behind the label; what is needed no sooner waits for it in memory.
    pub fn at_label(
        &mut self,
        c: &mut Code,
        args: &[OpRef],
        next: Option<&[OpRef]>,
        call: Option<Clobber>,
    ) -> Res<Vec<Loc>> {
        for a in args.iter().filter(|a| !a.is_const()) {
            let (v, kind) = (a.index() as u32, self.kind(*a));
            let (Some(r), Some(call)) = (self.values[a.index()].reg, call) else { continue };
            let safe = kind != Kind::Float && GPRS[..CALLEE_SAVED].contains(&Gpr(r));
            let survives = safe && !(kind == Kind::Ref && call.collects);
            if !survives && self.next_use(v) >= call.at {
                self.spill(c, *a)?;
                self.forget_reg(v);
            }
        }
        if let Some(next) = next {
            self.make_room(c, args, next, call)?;
        }
        for a in args.iter().filter(|a| !a.is_const()) {
            let is_float = self.kind(*a) == Kind::Float;
            let free = if is_float {
                self.xmm[..15].iter().any(Option::is_none)
            } else {
                // Some stay free for the loop's own values.
                GPRS.iter().filter(|r| self.gpr[r.0 as usize].is_none()).count() > LOOPS_OWN
            };
            let wanted = self.next_use(a.index() as u32) < call.map_or(u32::MAX, |call| call.at);
            if self.values[a.index()].reg.is_none() && free && wanted {
                if is_float {
                    self.xmm(c, *a)?;
                } else {
                    self.gpr(c, *a)?;
                }
            }
            if self.values[a.index()].reg.is_some()
                && let Some(s) = self.values[a.index()].slot.take()
            {
                self.free_slot(self.trace.kind(*a) == Kind::Ref, s);
            }
        }
        Ok(args.iter().map(|a| self.loc(*a)).collect())
    }
}
