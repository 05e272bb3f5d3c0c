//! Tests whose sides do nothing but compute a value: both are computed, and one is chosen without a jump.
//!
//! What `a and b`, `a or b` or a short `if` gives as a value is made in two ways, which meet right behind it. As long as both of them are
//! code, whatever is tested later is tested on each way to it, and what the ways know must be brought to one form where they meet. So
//! they are no ways at all if the sides are short, cannot fail, and change nothing but registers: what one side gives is combined
//! with what the other side gives.
//!
//! A field may be read on a side that the program is not on only if the object is known to have it.
//!
//! In code that was handed over ([`crate::policy`]) sides may be ways through the guest program, too: past merge points whose greens are
//! known, to where both are at the same one.

use super::facts::PiecePlace;
use super::interp::constants;
use crate::codes::Class;
use crate::step;
use crate::step::{Interp, MergePoint};
use crate::straight::foldable_read;
use crate::timeshift::state::Shifter;
use crate::timeshift::values::SBox;
use alloc::vec::Vec;
use jitbackend::Memory;
use jitmodel::effects::READS;
use jitmodel::jitcode::Operand;
use jitmodel::*;

/// Maximum number of instructions of both sides of a test, with the tests in them. (In a way through the guest program most of them are
/// dispatch. Measured on a marked regular expression and on random branches: with a fourth, the one or the other takes two to four
/// times as long; with the double nothing changes.)
const MOST_EXECUTED: usize = 200;

/// A register gets a value.
type Write = (Kind, u8, SBox);

/// Says what a side does.
struct Side {
    /// Registers that it writes, in order, behind those that were written before.
    writes: Vec<Write>,
    /// Positions that it comes to, each with the number of registers written by then.
    at: Vec<(usize, usize)>,
    /// What it returns at its end.
    returned: Option<(Kind, SBox)>,
}

/// Says where both sides of a test come.
enum Joined {
    At(usize, Vec<Write>),
    Returns(Kind, SBox),
}

/// Says what an instruction does to the way, for all that a side may have.
enum Step {
    Next(usize),
    Test(usize, usize),
    Returns,
    /// It goes on at the next one if its values are known.
    Asks(usize),
    /// The same, elsewhere.
    Switches,
    Other,
}

/// Bounds of what sides may do.
#[derive(Clone, Copy)]
struct Bounds {
    /// Length of the trace up to which they are executed.
    length: usize,
    /// Sides are ways through the guest program.
    guest: bool,
}

/// Operations that cost little and cannot fail, whatever their arguments are.
fn is_cheap(op: ResOp) -> bool {
    use ResOp::*;
    let cheap = op.is_bool()
        || matches!(op, IntAdd | IntSub | IntMul | IntAnd | IntOr | IntXor | IntNeg | IntInvert);
    cheap && op.is_pure()
}

impl<M: Memory> Shifter<'_, M> {
    /// If the instruction that comes next is a test of what is not known, and its sides do no more than compute: the piece
    /// goes on where they meet.
    pub(super) fn chooses(&mut self) -> bool {
        let top = self.stack.top();
        let (pc, depth) = (top.pc, self.stack.frames.len());
        let Step::Test(next, target) = step_at(self, pc) else { return false };
        let stands = top.extra.live() + JitCode::LIVE_SIZE == pc;
        let (short, guest) = (may_meet(self, next, target), follows_guest(self));
        if !stands || !short && !guest {
            return false;
        }
        let Some(cond) = condition(self, pc, &[]) else { return false };
        if cond.op().is_none() {
            return false;
        }
        // (More operations would cost more than the test.)
        let length = self.trace.ops.len() + FEW as usize;
        let mut meet = |guest| {
            let mut instructions = MOST_EXECUTED;
            let bounds = Bounds { length, guest };
            joined(self, cond, (next, target), &[], bounds, &mut instructions)
        };
        let mut meets = if short { meet(false) } else { None };
        if meets.is_none() && guest {
            meets = meet(true);
        }
        match meets {
            Some(Joined::At(pc, writes)) => {
                for (kind, reg, v) in writes {
                    self.put(kind, reg, v);
                }
                self.stack.top_mut().pc = pc;
                true
            }
            Some(Joined::Returns(kind, v)) if depth > 1 => {
                let data = self.data;
                step::finish_frame(self, data, kind, Some(v)).is_ok()
            }
            _ => false,
        }
    }
}

/// Says whether sides may be ways through the guest program.
fn follows_guest<M: Memory>(shifter: &Shifter<'_, M>) -> bool {
    let driver = &shifter.data.drivers[shifter.jd].desc;
    shifter.handed_over
        && shifter.stack.frames.len() == 1
        && shifter.stack.top().jitcode == driver.portal as usize
        && driver.virtualizables.is_empty()
        && shifter.loop_header.is_none()
        && shifter.left.marks.is_empty()
}

/// Says what the instruction at a position of the innermost frame does.
fn step_at<M: Memory>(shifter: &Shifter<'_, M>, pc: usize) -> Step {
    let code = &shifter.data.jitcodes[shifter.stack.top().jitcode];
    let Some(&byte) = code.code.get(pc) else { return Step::Other };
    let row = &shifter.data.rows[byte as usize];
    let mut d = code.decoder(pc + 1);
    let next = |mut d: jitcode::Decoder<'_>| {
        row.insn.args().iter().for_each(|arg| {
            d.operand(*arg);
        });
        d.pc
    };
    match (row.class, row.insn) {
        (Class::Pure(op), _) if is_cheap(op) => Step::Next(next(d)),
        (Class::Memory(ResOp::GetfieldGcI | ResOp::GetfieldGcR), _)
        | (_, Insn::Live | Insn::IntCopy | Insn::RefCopy | Insn::FloatCopy) => Step::Next(next(d)),
        (Class::Pure(op), _) if op.is_foldable() => Step::Asks(next(d)),
        (Class::Memory(op), _) if op.has(READS) => Step::Asks(next(d)),
        (_, Insn::IntGuardValue | Insn::RefGuardValue | Insn::JitMergePoint) => Step::Asks(next(d)),
        (_, Insn::Switch) => Step::Switches,
        (_, Insn::Goto) => Step::Next(d.label()),
        (Class::Branch(op), _) if is_cheap(op) => {
            row.args.iter().for_each(|_| {
                d.reg();
            });
            let target = d.label();
            Step::Test(d.pc, target)
        }
        (_, Insn::GotoIfNot) => {
            d.reg();
            let target = d.label();
            Step::Test(d.pc, target)
        }
        (_, Insn::IntReturn) => Step::Returns,
        _ => Step::Other,
    }
}

/// Says whether two sides of a test may meet, as far as their instructions tell.
fn may_meet<M: Memory>(shifter: &Shifter<'_, M>, one: usize, other: usize) -> bool {
    let reach = |from: usize| {
        let (mut all, mut returns) = (Vec::from([from]), false);
        let mut n = 0;
        while n < all.len() && n < MOST_EXECUTED {
            match step_at(shifter, all[n]) {
                Step::Next(pc) => all.push(pc),
                Step::Test(next, target) => all.extend([next, target]),
                Step::Returns => returns = true,
                Step::Asks(_) | Step::Switches | Step::Other => {}
            }
            n += 1;
        }
        (all, returns)
    };
    let ((one, returns), (other, also)) = (reach(one), reach(other));
    returns && also || one.iter().any(|pc| other.contains(pc))
}

/// A register's value behind some writes.
fn value_behind<M: Memory>(
    shifter: &Shifter<'_, M>,
    writes: &[Write],
    kind: Kind,
    reg: u8,
) -> SBox {
    let written = writes.iter().rev().find(|w| (w.0, w.1) == (kind, reg));
    let v = written.map_or_else(
        || shifter.frame_get(shifter.stack.frames.len() - 1, kind, reg),
        |write| write.2,
    );
    shifter.current(v)
}

/// The values of an instruction's registers, behind some writes.
fn operands<M: Memory>(
    shifter: &Shifter<'_, M>,
    writes: &[Write],
    kinds: &[Kind],
    d: &mut jitcode::Decoder<'_>,
) -> Vec<SBox> {
    kinds.iter().map(|&kind| value_behind(shifter, writes, kind, d.reg())).collect()
}

/// The condition of the test at a position.
fn condition<M: Memory>(shifter: &mut Shifter<'_, M>, pc: usize, writes: &[Write]) -> Option<SBox> {
    let code = &shifter.data.jitcodes[shifter.stack.top().jitcode];
    let row = &shifter.data.rows[*code.code.get(pc)? as usize];
    let mut d = code.decoder(pc + 1);
    let args = operands(shifter, writes, &row.args, &mut d);
    match row.class {
        Class::Branch(op) => Some(shifter.pure(op, &args)),
        _ => args.first().copied(),
    }
}

/// Goes along a side from a position, and records what it computes. `instructions`: as many may be executed.
fn side<M: Memory>(
    shifter: &mut Shifter<'_, M>,
    mut pc: usize,
    before: &[Write],
    bounds: Bounds,
    instructions: &mut usize,
) -> Side {
    let mut side = Side { writes: before.to_vec(), at: Vec::new(), returned: None };
    while *instructions > 0 {
        *instructions -= 1;
        side.at.push((pc, side.writes.len()));
        if shifter.trace.ops.len() >= bounds.length {
            break;
        }
        match step_at(shifter, pc) {
            Step::Next(next) if compute(shifter, pc, &mut side.writes) => pc = next,
            Step::Asks(next) if bounds.guest && ask_known(shifter, pc, &mut side.writes) => {
                pc = next
            }
            Step::Switches if bounds.guest => match switched(shifter, pc, &side.writes) {
                Some(next) => pc = next,
                None => break,
            },
            Step::Test(next, target) => {
                let Some(cond) = condition(shifter, pc, &side.writes) else { break };
                if let SBox::Const(c) = cond {
                    pc = if shifter.word_of(c) != 0 { next } else { target };
                    continue;
                }
                if bounds.guest {
                    break;
                }
                match joined(shifter, cond, (next, target), &side.writes, bounds, instructions) {
                    Some(Joined::At(at, writes)) => (pc, side.writes) = (at, writes),
                    Some(Joined::Returns(kind, v)) => {
                        side.returned = Some((kind, v));
                        break;
                    }
                    None => break,
                }
            }
            Step::Returns => {
                let code = &shifter.data.jitcodes[shifter.stack.top().jitcode];
                let reg = code.decoder(pc + 1).reg();
                let v = value_behind(shifter, &side.writes, Kind::Int, reg);
                side.returned = Some((Kind::Int, v));
                break;
            }
            _ => break,
        }
    }
    side
}

/// Executes an instruction that may be executed on any way if its values are known. False: it may not.
fn ask_known<M: Memory>(shifter: &mut Shifter<'_, M>, pc: usize, writes: &mut Vec<Write>) -> bool {
    let data = shifter.data;
    let code = &data.jitcodes[shifter.stack.top().jitcode];
    let row = &data.rows[code.code[pc] as usize];
    let mut d = code.decoder(pc + 1);
    if row.insn == Insn::JitMergePoint {
        let point = MergePoint::decode(code, pc);
        let known =
            |&(kind, reg): &(Kind, u8)| value_behind(shifter, writes, kind, reg).op().is_none();
        return point.jd == shifter.jd && point.greens.iter().all(known);
    }
    let args = operands(shifter, writes, &row.args, &mut d);
    let v = match row.class {
        Class::Pure(op) => {
            let shift = matches!(op, ResOp::IntLshift | ResOp::IntRshift | ResOp::UintRshift)
                && matches!(args[1], SBox::Const(ConstValue::Int(0..64)));
            if !shift {
                return false;
            }
            shifter.pure(op, &args)
        }
        Class::Memory(op) => {
            let descr = d.descr();
            let list = shifter.facts.is_list(shifter.roots, args[0]);
            let Some(words) = constants(shifter, &args) else { return false };
            let folds = foldable_read(data, op, words[0], descr, list);
            if shifter.promised || !folds || !shifter.may_read(op, &words, descr) {
                return false;
            }
            shifter.memory(op, &args, descr)
        }
        _ => return args.iter().all(|v| v.op().is_none()),
    };
    let Some(kind) = row.result else { return false };
    writes.push((kind, d.reg(), v));
    true
}

/// Says where a switch leads, if its value is known.
fn switched<M: Memory>(shifter: &Shifter<'_, M>, pc: usize, writes: &[Write]) -> Option<usize> {
    let code = &shifter.data.jitcodes[shifter.stack.top().jitcode];
    let mut d = code.decoder(pc + 1);
    let v = value_behind(shifter, writes, Kind::Int, d.reg());
    let cases = shifter.data.descrs.switch(d.descr());
    match v {
        SBox::Const(c) => Some(cases.lookup(shifter.word_of(c)).map_or(d.pc, |pc| pc as usize)),
        SBox::Op(..) => None,
    }
}

/// Executes the instruction at a position, which is no test. False: it may not be executed on a way that the program is not
/// on.
fn compute<M: Memory>(shifter: &mut Shifter<'_, M>, pc: usize, writes: &mut Vec<Write>) -> bool {
    let code = &shifter.data.jitcodes[shifter.stack.top().jitcode];
    let row = &shifter.data.rows[code.code[pc] as usize];
    let mut d = code.decoder(pc + 1);
    if matches!(row.insn, Insn::Live | Insn::Goto) {
        return true;
    }
    let args = operands(shifter, writes, &row.args, &mut d);
    let v = match row.class {
        Class::Pure(op) => shifter.pure(op, &args),
        Class::Memory(op) => {
            let descr = d.descr();
            if shifter.promised || !has_field(shifter, args[0], descr) {
                return false;
            }
            shifter.memory(op, &args, descr)
        }
        _ => args[0],
    };
    let Some(kind) = row.result else { return false };
    writes.push((kind, d.reg(), v));
    true
}

/// Says whether an object is known to have a field.
fn has_field<M: Memory>(shifter: &Shifter<'_, M>, object: SBox, field: DescrRef) -> bool {
    let descrs = &shifter.data.descrs;
    let Some(declared) = descrs.field(field).parent else { return false };
    let has = |size: &SizeDescr| size.fields.contains(&field);
    let is = |wanted: &dyn Fn(&SizeDescr) -> bool| {
        descrs.iter().any(|(_, d)| matches!(d, Descr::Size(size) if wanted(size) && has(size)))
    };
    match object {
        SBox::Const(c) => match shifter.word_of(c) {
            0 => false,
            word => shifter.mem.type_id(word).is_some_and(|tid| is(&|size| size.tid == tid)),
        },
        SBox::Op(op, _) => {
            let class = shifter.facts.class(op);
            let of_class = |size: &SizeDescr| {
                let vtable = size.vtable.map(|vtable| shifter.data.address(vtable));
                class.is_some() && vtable == class
            };
            // (Another field of it was read or written.)
            let known = |place: &PiecePlace| {
                let other = match descrs.get(place.1) {
                    Descr::Field(other) => other.parent,
                    _ => None,
                };
                place.0 == object && other.is_some_and(|other| extends(descrs, other, declared))
            };
            is(&of_class) || shifter.facts.known_places().any(known)
        }
    }
}

/// Follows both sides of a test to where they meet.
fn joined<M: Memory>(
    shifter: &mut Shifter<'_, M>,
    cond: SBox,
    (next, target): (usize, usize),
    before: &[Write],
    bounds: Bounds,
    instructions: &mut usize,
) -> Option<Joined> {
    // (The first side may go on for long behind where the other one comes to it.)
    let most = *instructions / 2;
    let mut left = most;
    let yes = side(shifter, next, before, bounds, &mut left);
    *instructions -= most - left;
    let no = side(shifter, target, before, bounds, instructions);
    for &(pc, b) in &no.at {
        for &(_, a) in yes.at.iter().filter(|(other, _)| *other == pc) {
            let (yes, no) = (&yes.writes[..a], &no.writes[..b]);
            let Some(both) = differing(shifter, pc, (yes, no), before.len(), bounds) else {
                continue;
            };
            let mut writes = before.to_vec();
            for (kind, reg, a, b) in both {
                writes.push((kind, reg, chosen(shifter, cond, a, b)));
            }
            return Some(Joined::At(pc, writes));
        }
    }
    let ((kind, a), (_, b)) = (yes.returned?, no.returned?);
    combines(kind, a, b).then(|| Joined::Returns(kind, chosen(shifter, cond, a, b)))
}

/// Registers that two sides have written and that are read from a position on, with the values on both. None: they
/// cannot be combined. `before`: the number of registers written before the sides part.
fn differing<M: Memory>(
    shifter: &Shifter<'_, M>,
    pc: usize,
    (yes, no): (&[Write], &[Write]),
    before: usize,
    bounds: Bounds,
) -> Option<Vec<(Kind, u8, SBox, SBox)>> {
    let mut all: Vec<(Kind, u8, SBox, SBox)> = Vec::new();
    let greens = match bounds.guest {
        true => shifter.portal_merge_point().greens,
        false => Default::default(),
    };
    for &(kind, reg, _) in yes[before..].iter().chain(&no[before..]) {
        if all.iter().any(|w| (w.0, w.1) == (kind, reg)) || !is_wanted(shifter, pc, kind, reg) {
            continue;
        }
        let a = value_behind(shifter, yes, kind, reg);
        let b = value_behind(shifter, no, kind, reg);
        // (The guest program's positions are among the greens.)
        if !combines(kind, a, b) || a != b && greens.contains(&(kind, reg)) {
            return None;
        }
        all.push((kind, reg, a, b));
    }
    Some(all)
}

/// Says whether two values may be combined. They may not if they are two numbers, as of positions in the guest program: what
/// depends on them is better known than computed.
fn combines(kind: Kind, a: SBox, b: SBox) -> bool {
    let is_position = |v: SBox| match v {
        SBox::Const(ConstValue::Int(n)) => !(-1..=1).contains(&n),
        _ => false,
    };
    let known = a.op().is_none() && b.op().is_none();
    a == b || kind == Kind::Int && !(known && (is_position(a) || is_position(b)))
}

/// Says whether a register may be read from a position on.
fn is_wanted<M: Memory>(shifter: &Shifter<'_, M>, mut pc: usize, kind: Kind, reg: u8) -> bool {
    let code = &shifter.data.jitcodes[shifter.stack.top().jitcode];
    for _ in 0..MOST_EXECUTED {
        if let Some(live) = code.live_at(pc) {
            let live = shifter.data.liveness.get(live);
            let regs = match kind {
                Kind::Int => live.ints,
                Kind::Ref => live.refs,
                _ => live.floats,
            };
            return regs.contains(&reg);
        }
        let Some(&byte) = code.code.get(pc) else { return true };
        let insn = shifter.data.rows[byte as usize].insn;
        let mut d = code.decoder(pc + 1);
        if insn == Insn::Goto {
            pc = d.label();
            continue;
        }
        if insn == Insn::Switch {
            return true;
        }
        let mut written = false;
        for arg in insn.args() {
            match (arg, d.operand(*arg)) {
                (ArgCode::Result(_), Operand::Reg(k, r)) => written = (k, r) == (kind, reg),
                (_, Operand::Reg(k, r)) if (k, r) == (kind, reg) => return true,
                (_, Operand::List(k, regs)) if k == kind && regs.contains(&reg) => return true,
                (ArgCode::Label, _) => return true,
                _ => {}
            }
        }
        if written || matches!(step_at(shifter, pc), Step::Returns) {
            return false;
        }
        pc = d.pc;
    }
    true
}

/// Says whether a value is 0 or 1.
fn is_truth<M: Memory>(shifter: &Shifter<'_, M>, v: SBox) -> bool {
    made_of_truths(shifter, v, &mut (FEW as u32))
}

/// Says whether a value is 0 or 1, by looking at no more than so many operations that led to it.
fn made_of_truths<M: Memory>(shifter: &Shifter<'_, M>, v: SBox, operations: &mut u32) -> bool {
    let SBox::Op(op, _) = v else {
        return matches!(v, SBox::Const(ConstValue::Int(0 | 1)));
    };
    let Some(made) = shifter.trace.op_of(op) else { return false };
    let Some(left) = operations.checked_sub(1) else { return false };
    *operations = left;
    let mut truth = |v: &OpRef| match shifter.trace.int_value(*v) {
        Some(n) => n == 0 || n == 1,
        None => !v.is_const() && made_of_truths(shifter, SBox::Op(*v, Kind::Int), operations),
    };
    match made.opnum {
        ResOp::GetfieldGcI => shifter.data.descrs.field(made.descr()).truth,
        ResOp::IntAnd | ResOp::IntOr | ResOp::IntXor | ResOp::SameAsI => {
            made.args.iter().all(&mut truth)
        }
        opnum => opnum.is_bool(),
    }
}

/// The first value if a condition holds, or else the second one. They may be combined.
fn chosen<M: Memory>(shifter: &mut Shifter<'_, M>, cond: SBox, a: SBox, b: SBox) -> SBox {
    use ResOp::*;
    if a == b {
        return a;
    }
    let number = |v: SBox| match v {
        SBox::Const(ConstValue::Int(n)) => Some(n),
        _ => None,
    };
    let holds = match is_truth(shifter, cond) {
        true => cond,
        false => shifter.pure(IntIsTrue, &[cond]),
    };
    if is_truth(shifter, a) && is_truth(shifter, b) {
        let not = |it: &mut Shifter<'_, M>| it.pure(IntIsZero, &[holds]);
        return match (number(a), number(b)) {
            (Some(1), Some(0)) => holds,
            (Some(0), Some(1)) => not(shifter),
            (Some(1), _) => shifter.pure(IntOr, &[holds, b]),
            (_, Some(0)) => shifter.pure(IntAnd, &[holds, a]),
            (Some(0), _) => {
                let not = not(shifter);
                shifter.pure(IntAnd, &[not, b])
            }
            (_, Some(1)) => {
                let not = not(shifter);
                shifter.pure(IntOr, &[not, a])
            }
            _ => {
                let differ = shifter.pure(IntXor, &[a, b]);
                let differ = shifter.pure(IntAnd, &[differ, holds]);
                shifter.pure(IntXor, &[b, differ])
            }
        };
    }
    let all = shifter.pure(IntNeg, &[holds]);
    let differ = shifter.pure(IntXor, &[a, b]);
    let differ = shifter.pure(IntAnd, &[differ, all]);
    shifter.pure(IntXor, &[b, differ])
}

/// Says whether a struct is another one, or extends it.
fn extends(descrs: &DescrTable, mut from: DescrRef, to: DescrRef) -> bool {
    loop {
        if from == to {
            return true;
        }
        match descrs.get(from) {
            Descr::Size(SizeDescr { parent: Some(parent), .. }) => from = *parent,
            _ => return false,
        }
    }
}
