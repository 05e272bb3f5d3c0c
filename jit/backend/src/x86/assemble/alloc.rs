//! Allocation: a compare and an add on the collector's variables, with a call out of the way for the rest.

use super::super::encode::*;
use super::super::regs::Loc;
use crate::RawMemory;
use crate::x86::assemble::state::{Asm, ExitSite, Member, Res};
use alloc::vec::Vec;
use jitmodel::{ConstValue, Kind, OpRef, ResOp, Trace};

/// Bytes that adjacent allocations may take together.
const MAX_GROUP: u32 = 512;
/// Arrays of a variable length below this one are allocated inline.
const MAX_ITEMS: i32 = 4096;

/// Joins allocations of objects of known sizes with nothing between them that may collect or leave the trace.
pub fn groups(trace: &Trace, mem: &RawMemory) -> Vec<Option<Member>> {
    let mut all = vec![None; trace.ops.len()];
    let mut open: Option<usize> = None;
    for (i, op) in trace.ops.iter().enumerate() {
        let Some(size) = known_size(trace, mem, i) else {
            let harmless = op.opnum.is_foldable() || is_access(op.opnum);
            if !harmless {
                open = None;
            }
            continue;
        };
        if let Some(Some(Member { total, .. })) = open.map(|leader| &mut all[leader])
            && *total + size <= MAX_GROUP
        {
            let offset = *total;
            *total += size;
            let leader = open.unwrap_or(i);
            all[i] = Some(Member { leader, offset, total: 0 });
        } else {
            open = Some(i);
            all[i] = Some(Member { leader: i, offset: 0, total: size });
        }
    }
    all
}

/// Gives the value of the first allocation of a group, which the register allocation needs at the
/// others.
pub fn leader_of(groups: &[Option<Member>], trace: &Trace, i: usize) -> Option<OpRef> {
    let m = groups[i].filter(|m| m.leader != i)?;
    Some(trace.op_ref(m.leader))
}

/// Reads and writes of objects, and what is for logs.
pub fn is_access(op: ResOp) -> bool {
    use ResOp::*;
    matches!(
        op,
        SetfieldGc
            | SetarrayitemGc
            | SetinteriorfieldGc
            | GetfieldGcI
            | GetfieldGcR
            | GetfieldGcF
            | GetarrayitemGcI
            | GetarrayitemGcR
            | GetarrayitemGcF
            | SameAsI
            | SameAsR
            | SameAsF
            | ForceToken
            | DebugMergePoint
    )
}

/// Bytes of a small object, if they are known before it is made.
pub fn known_size(trace: &Trace, mem: &RawMemory, i: usize) -> Option<u32> {
    let op = &trace.ops[i];
    let size = match op.opnum {
        ResOp::New | ResOp::NewWithVtable => mem.descrs().size(op.descr()).size as i64,
        ResOp::NewArray | ResOp::NewArrayClear => {
            let d = mem.descrs().array(op.descr());
            let n = trace.int_value(op.args[0]).filter(|n| (0..MAX_ITEMS as i64).contains(n))?;
            d.basesize as i64 + d.itemsize as i64 * n
        }
        _ => return None,
    };
    u32::try_from((size + 7) & !7).ok().filter(|size| *size <= MAX_GROUP)
}

fn int(v: i64) -> (Loc, Kind) {
    (Loc::Const(ConstValue::Int(v)), Kind::Int)
}

impl Asm<'_> {
    /// Gives the collector, before the jump of a loop that stores references and allocates nothing, the time that it
    /// wants when much was remembered. (Else one young object, stored everywhere, has everything looked at again.) An
    /// empty array is allocated, out of the way.
    pub(super) fn collect_if_due(&mut self) -> Res<()> {
        let (Some(d), Some((free, limit))) = (self.only_stores.take(), bump_variables(self)) else {
            return Ok(());
        };
        let target = self.world.mem.services().malloc_varsize as *const () as i64;
        let args = vec![int(d.tid as i64), int(d.basesize as i64), int(d.itemsize as i64), int(0)];
        self.c.mov_imm(R11, free);
        self.c.load(R11, Mem::new(R11, limit));
        self.c.test(R11);
        let site = self.c.jcc(Cond::E);
        self.exits.push(ExitSite::unguarded(vec![], vec![]));
        self.slow_safepoint(site, target, args, self.exits.len() - 1)
    }
    pub(super) fn allocate(&mut self, i: usize) -> Res<()> {
        let op = &self.trace.ops[i];
        let result = self.trace.op_ref(i);
        let mem = self.world.mem;
        let (tid, vtable, array) = match op.opnum {
            ResOp::New | ResOp::NewWithVtable => {
                let d = mem.descrs().size(op.descr());
                (d.tid as i64, d.vtable, None)
            }
            _ => {
                let d = mem.descrs().array(op.descr());
                (d.tid as i64, None, Some(d))
            }
        };
        let object = match (bump_variables(self), self.groups[i], array) {
            (Some(bump), Some(m), _) => {
                let r = allocate_member(self, i, m, tid, bump)?;
                if let Some(d) = array
                    && let Some(at) = d.lendescr
                {
                    let n = self.regs.imm32(op.args[0]).unwrap_or(0);
                    self.c.store_imm(Mem::new(r, at as i32), n, 8);
                }
                r
            }
            (Some(bump), None, Some(d))
                if self.regs.imm32(op.args[0]).is_none() && d.basesize >= 16 =>
            {
                allocate_items(self, i, d, bump)?
            }
            _ => {
                let (target, args) = match array {
                    None => {
                        let size = mem.descrs().size(op.descr()).size as i64;
                        (mem.services().malloc_fixed as *const () as i64, vec![int(tid), int(size)])
                    }
                    Some(d) => (
                        mem.services().malloc_varsize as *const () as i64,
                        vec![
                            int(tid),
                            int(d.basesize as i64),
                            int(d.itemsize as i64),
                            (self.regs.loc(op.args[0]), Kind::Int),
                        ],
                    ),
                };
                self.regs.before_call(&mut self.c, true)?;
                self.call_locs(Loc::Const(ConstValue::Int(target)), &args, true)?;
                if !self.is_guarded(i) {
                    // Without memory the code is left; MemoryError is pending.
                    self.c.test(RAX);
                    let site = self.c.jcc(Cond::E);
                    self.exits.push(ExitSite::unguarded(vec![site], vec![]));
                }
                self.regs.bind_gpr(result, RAX);
                RAX
            }
        };
        if let Some(vtable) = vtable {
            self.write_vtable(object, mem.addresses()[vtable.0 as usize] as i64);
        }
        Ok(())
    }
    /// Says whether a guard looks for exceptions behind the operation.
    pub(super) fn is_guarded(&self, i: usize) -> bool {
        self.trace.ops.get(i + 1).is_some_and(|op| op.opnum == ResOp::GuardNoException)
    }
}

/// The variables `free` and `limit` of the collector: an address, and where the second one is from there.
fn bump_variables(asm: &Asm<'_>) -> Option<(i64, i32)> {
    let services = asm.world.mem.services();
    let (free, limit) = (services.nursery_free as i64, services.nursery_top as i64);
    if free == 0 || limit == 0 {
        return None;
    }
    Some((free, i32::try_from(limit.wrapping_sub(free)).ok()?))
}

/// An object of a group. The first one makes room for all.
fn allocate_member(asm: &mut Asm<'_>, i: usize, m: Member, tid: i64, bump: (i64, i32)) -> Res<Gpr> {
    let result = asm.trace.op_ref(i);
    if m.leader != i {
        let first = asm.regs.gpr(&mut asm.c, asm.trace.op_ref(m.leader))?;
        let r = asm.regs.result_gpr(&mut asm.c, result)?;
        asm.c.lea(r, Mem::new(first, m.offset as i32));
        asm.clear_words(i, r);
        asm.c.store_imm(Mem::new(r, 0), tid as i32, 8);
        return Ok(r);
    }
    let total = m.total as i32;
    let r = asm.regs.result_gpr(&mut asm.c, result)?;
    let (free, limit) = (Mem::new(R11, 0), Mem::new(R11, bump.1));
    asm.c.mov_imm(R11, bump.0);
    asm.c.load(r, free);
    let site = match asm.regs.free_temp() {
        Some(end) => {
            asm.c.lea(end, Mem::new(r, total));
            asm.c.alu_load(Alu::Cmp, end, limit);
            let site = asm.c.jcc(Cond::G);
            asm.c.store(free, end);
            site
        }
        None => {
            asm.c.alu_imm(Alu::Add, r, total);
            asm.c.alu_load(Alu::Cmp, r, limit);
            let site = asm.c.jcc(Cond::G);
            asm.c.store(free, r);
            asm.c.alu_imm(Alu::Sub, r, total);
            site
        }
    };
    asm.clear_words(i, r);
    asm.c.store_imm(Mem::new(r, 0), tid as i32, 8);
    let target = asm.world.mem.services().malloc_fixed as *const () as i64;
    let args = vec![int(tid), int(total as i64)];
    slow_allocation(asm, site, target, args, r, false)?;
    Ok(r)
}

fn slow_allocation(
    asm: &mut Asm<'_>,
    site: usize,
    target: i64,
    args: Vec<(Loc, Kind)>,
    r: Gpr,
    guarded: bool,
) -> Res<()> {
    // Without memory the code is left, or a guard follows; MemoryError is pending.
    let exit = (!guarded).then(|| {
        asm.exits.push(ExitSite::unguarded(vec![], vec![]));
        asm.exits.len() - 1
    });
    let target = Loc::Const(ConstValue::Int(target));
    asm.slow_call(vec![site], target, args, Some(r), true, exit)
}

/// An array of variable length.
fn allocate_items(
    asm: &mut Asm<'_>,
    i: usize,
    d: &jitmodel::ArrayDescr,
    bump: (i64, i32),
) -> Res<Gpr> {
    let (base, item) = (d.basesize as i32, d.itemsize as i32);
    let n = asm.regs.gpr(&mut asm.c, asm.trace.ops[i].args[0])?;
    let r = asm.regs.result_gpr(&mut asm.c, asm.trace.op_ref(i))?;
    let end = asm.regs.temp(&mut asm.c)?;
    asm.c.alu_imm(Alu::Cmp, n, MAX_ITEMS);
    let many = asm.c.jcc(Cond::Ae);
    let round = if base % 8 == 0 && item % 8 == 0 { 0 } else { 7 };
    if matches!(item, 1 | 2 | 4 | 8) && base + round != 0 {
        // A base register is wanted with an index: the sum is made below.
        asm.c.mov_imm(end, (base + round) as i64);
        asm.c.lea(end, Mem { base: end, index: Some((n, item as u8)), disp: 0 });
    } else {
        asm.c.imul_imm(end, n, item);
        asm.c.alu_imm(Alu::Add, end, base + round);
    }
    if round != 0 {
        asm.c.alu_imm(Alu::And, end, -8);
    }
    let (free, limit) = (Mem::new(R11, 0), Mem::new(R11, bump.1));
    asm.c.mov_imm(R11, bump.0);
    asm.c.load(r, free);
    asm.c.alu(Alu::Add, end, r);
    asm.c.alu_load(Alu::Cmp, end, limit);
    let full = asm.c.jcc(Cond::G);
    asm.c.store(free, end);
    asm.clear_items(i, d, r, end);
    asm.c.store_imm(Mem::new(r, 0), d.tid as i32, 8);
    if let Some(at) = d.lendescr {
        asm.c.store(Mem::new(r, at as i32), n);
    }
    let target = asm.world.mem.services().malloc_varsize as *const () as i64;
    let args = vec![int(d.tid as i64), int(base as i64), int(item as i64)];
    let args = args.into_iter().chain([(Loc::Reg(n), Kind::Int)]).collect();
    slow_allocation(asm, full, target, args, r, asm.is_guarded(i))?;
    if let Some(s) = asm.slow.last_mut() {
        s.also_from(many);
    }
    Ok(r)
}
