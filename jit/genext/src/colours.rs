//! Colours of registers of jitcodes: which are green where, that is known whenever the timeshifter
//! gets there.
//!
//! The colours of the hint annotator are those of variables, and say what an interpreter may rely on. Registers have a colour
//! at each position: behind a promotion they are green, and what guards hand over keeps its colour. As in the hint annotator
//! calls are followed; of what all calls of a function give, what each of them knows is green. An extension tests on entry what it
//! relies on, so a call that is not seen here costs time only.

use crate::code::{Code, Instr};
use jitmodel::effects::READS;
use jitmodel::jitcode::Operand;
use jitmodel::{Descr, DescrRef, DescrTable, Insn, JitProgram, Kind, ResOp};

/// A set of registers of one kind.
#[derive(Clone, Copy, PartialEq, Eq, Default, Debug)]
pub struct Regs([u64; 4]);

impl Regs {
    /// Says whether it is in the set.
    pub fn contains(&self, reg: u8) -> bool {
        self.0[reg as usize / 64] >> (reg % 64) & 1 != 0
    }

    /// Puts it into the set, or out of it.
    pub fn set(&mut self, reg: u8, is: bool) {
        let word = &mut self.0[reg as usize / 64];
        *word = *word & !(1 << (reg % 64)) | u64::from(is) << (reg % 64);
    }

    /// Gives the registers that are in both sets.
    pub fn and(&self, other: &Regs) -> Regs {
        Regs(std::array::from_fn(|n| self.0[n] & other.0[n]))
    }

    /// Gives the registers that are in one of the two sets.
    pub fn or(&self, other: &Regs) -> Regs {
        Regs(std::array::from_fn(|n| self.0[n] | other.0[n]))
    }

    /// The registers.
    pub fn iter(&self) -> impl Iterator<Item = u8> {
        (0..=255).filter(|reg| self.contains(*reg))
    }
}

/// Says which registers are known at a position.
#[derive(Clone, Copy, PartialEq, Eq, Default, Debug)]
pub struct State {
    green: [Regs; 3],
    /// Lists and arrays that never change.
    frozen: Regs,
}

impl State {
    fn join(&self, other: &State) -> State {
        State {
            green: std::array::from_fn(|n| self.green[n].and(&other.green[n])),
            frozen: self.frozen.and(&other.frozen),
        }
    }

    /// Says whether the register is green.
    pub fn is_green(&self, code: &Code<'_>, kind: Kind, reg: u8) -> bool {
        code.is_constant(kind, reg) || kind != Kind::Void && self.green[kind as usize].contains(reg)
    }

    /// The green integers.
    pub fn ints(&self) -> &Regs {
        &self.green[Kind::Int as usize]
    }

    fn set(&mut self, kind: Kind, reg: u8, green: bool, frozen: bool) {
        if kind == Kind::Void {
            return;
        }
        self.green[kind as usize].set(reg, green);
        if kind == Kind::Ref {
            self.frozen.set(reg, frozen);
        }
    }
}

/// Joins what comes to a place; true: that has changed it.
fn join(at: &mut Option<State>, state: State) -> bool {
    let new = at.map_or(state, |old| old.join(&state));
    at.replace(new) != Some(new)
}

/// The colours of one jitcode: what is known before each instruction, None where it is never executed.
pub type Colours = Vec<Option<State>>;

struct Analysis<'a> {
    program: &'a JitProgram,
    codes: &'a [Code<'a>],
    /// Known registers at the beginning of each jitcode.
    entry: Vec<Option<State>>,
    /// Colours of the results of jitcodes: true if green; None: it has not returned yet.
    returns: Vec<Option<bool>>,
    /// The jitcodes that call each one.
    callers: Vec<Vec<usize>>,
    /// The jitcodes that have to be looked at again.
    work: Vec<usize>,
}

/// Finds the colours of all jitcodes.
pub fn find(program: &JitProgram, codes: &[Code<'_>]) -> Vec<Colours> {
    let n = codes.len();
    let mut a = Analysis {
        program,
        codes,
        entry: vec![None; n],
        returns: vec![None; n],
        callers: vec![vec![]; n],
        work: vec![],
    };
    for driver in &program.jitdrivers {
        let portal = driver.portal as usize;
        if driver.portal_runner.is_some() && a.entry[portal].is_none() {
            a.entry[portal] = Some(State::default());
            a.work.push(portal);
        }
    }
    a.settle();
    // The rest is called through pointers.
    for n in 0..codes.len() {
        if a.entry[n].is_none() {
            a.entry[n] = Some(State::default());
            a.work.push(n);
            a.settle();
        }
    }
    (0..n).map(|n| a.colour(n)).collect()
}

impl Analysis<'_> {
    fn settle(&mut self) {
        // Those that are called have higher numbers than most of their callers.
        while let Some(at) = (0..self.work.len()).max_by_key(|at| self.work[*at]) {
            let n = self.work.swap_remove(at);
            self.colour(n);
        }
    }

    /// Gives the position at which the timeshifter begins with a jitcode.
    fn beginning(&self, n: usize) -> usize {
        let of = |d: &&jitmodel::JitDriverDesc| d.portal as usize == n && d.portal_runner.is_some();
        let driver = self.program.jitdrivers.iter().find(of);
        driver.map_or(0, |d| d.merge_point_pc as usize)
    }

    fn colour(&mut self, n: usize) -> Colours {
        let code = &self.codes[n];
        let mut at: Colours = vec![None; code.instrs.len()];
        if code.instrs.is_empty() {
            return at;
        }
        let first = code.number(self.beginning(n));
        at[first] = self.entry[n];
        let mut work = vec![first];
        while let Some(i) = work.pop() {
            let (instr, before) = (&code.instrs[i], at[i].expect("it is reached"));
            let Some(after) = self.behind(n, instr, &before) else { continue };
            for &target in &code.targets[i] {
                // On overflow there is no result.
                let overflow = instr.insn.overflowing().is_some()
                    && Some(code.instrs[target].at) == instr.label();
                if join(&mut at[target], if overflow { before } else { after }) {
                    work.push(target);
                }
            }
        }
        at
    }

    /// Gives what is known behind an instruction. None: that is never reached, as far as is known
    /// now.
    fn behind(&mut self, n: usize, instr: &Instr, before: &State) -> Option<State> {
        use Insn::*;
        let code = &self.codes[n];
        let mut after = *before;
        let green = |(kind, reg): (Kind, u8)| before.is_green(code, kind, reg);
        let all = || instr.reads().all(green);
        let frozen =
            |k: usize| instr.registers().get(k).is_some_and(|r| before.frozen.contains(*r));
        let (known, keeps) = match instr.insn {
            IntCopy | RefCopy | FloatCopy => (all(), frozen(0)),
            IntGuardValue | RefGuardValue | FloatGuardValue | JitMergePoint => {
                let reads: Vec<(Kind, u8)> = match instr.insn {
                    JitMergePoint => greens(instr),
                    _ => instr.reads().collect(),
                };
                for (kind, reg) in reads {
                    if !code.is_constant(kind, reg) {
                        let keeps = kind == Kind::Ref && before.frozen.contains(reg);
                        after.set(kind, reg, true, keeps);
                    }
                }
                (false, false)
            }
            RecordImmutableList => {
                let list = instr.registers()[0];
                after.frozen.set(list, true);
                (false, false)
            }
            StrGuardValue | GuardClass | LastException => (true, false),
            IntIsconstant | RefIsconstant | FloatIsconstant | RefIsvirtual => (true, false),
            InlineCallI | InlineCallR | InlineCallF | InlineCallV => {
                let Some(Operand::JitCode(callee)) = instr.operands.first() else { return None };
                self.call(n, *callee as usize, instr, before);
                (self.returns[*callee as usize]?, false)
            }
            IntReturn | RefReturn | FloatReturn | VoidReturn => {
                self.returned(n, all());
                (false, false)
            }
            ResidualCallI | ResidualCallR | ResidualCallF => {
                (self.is_elidable(instr) && all(), false)
            }
            CastPtrToInt | CastIntToPtr => (false, false),
            IntAddJumpIfOvf | IntSubJumpIfOvf => (all(), false),
            insn if insn.resop().is_some() => (all(), false),
            _ => self.read(instr, &all, frozen(0)),
        };
        if let Some((kind, reg)) = instr.result() {
            after.set(kind, reg, known, keeps);
        }
        Some(after)
    }

    /// Says whether what an instruction reads from memory is known, and whether it never changes.
    fn read(&self, instr: &Instr, all: &dyn Fn() -> bool, frozen: bool) -> (bool, bool) {
        use ResOp::*;
        let descr = instr.descr();
        let op = instr.insn.memory_op().filter(|op| op.has(READS));
        let (Some(descr), Some(op)) = (descr, op) else { return (false, false) };
        let fixed = is_fixed(&self.program.descrs, op, descr);
        let keeps = match self.program.descrs.get(descr) {
            Descr::Field(d) => op == GetfieldGcR && (d.immutable_items || frozen),
            _ => false,
        };
        ((fixed || frozen) && all(), keeps)
    }

    fn is_elidable(&self, instr: &Instr) -> bool {
        instr.descr().is_some_and(|d| self.program.descrs.call(d).effect.is_elidable())
    }

    fn call(&mut self, n: usize, callee: usize, instr: &Instr, before: &State) {
        let code = &self.codes[n];
        let mut state = State::default();
        for operand in &instr.operands {
            let Operand::List(kind, regs) = operand else { continue };
            for (k, reg) in regs.iter().enumerate() {
                let frozen = *kind == Kind::Ref && before.frozen.contains(*reg);
                state.set(*kind, k as u8, before.is_green(code, *kind, *reg), frozen);
            }
        }
        if !self.callers[callee].contains(&n) {
            self.callers[callee].push(n);
        }
        if join(&mut self.entry[callee], state) && !self.work.contains(&callee) {
            self.work.push(callee);
        }
    }

    fn returned(&mut self, n: usize, green: bool) {
        let new = self.returns[n].is_none_or(|old| old) && green;
        if self.returns[n].replace(new) != Some(new) {
            for caller in self.callers[n].clone() {
                if !self.work.contains(&caller) {
                    self.work.push(caller);
                }
            }
        }
    }
}

/// The greens of a merge point.
fn greens(instr: &Instr) -> Vec<(Kind, u8)> {
    let lists = instr.operands.iter().filter_map(|operand| match operand {
        Operand::List(kind, regs) => Some((*kind, regs)),
        _ => None,
    });
    lists.take(3).flat_map(|(kind, regs)| regs.iter().map(move |r| (kind, *r))).collect()
}

/// Says whether an operation reads what never changes, from whatever object.
pub fn is_fixed(descrs: &DescrTable, op: ResOp, descr: DescrRef) -> bool {
    use ResOp::*;
    match descrs.get(descr) {
        Descr::Field(d) => d.immutable || d.quasi_immutable.is_some(),
        Descr::InteriorField(d) => d.immutable,
        Descr::Array(d) => match op {
            ArraylenGc | GetarrayitemGcPureI | GetarrayitemGcPureR | GetarrayitemGcPureF => true,
            _ => d.pure,
        },
        _ => false,
    }
}
