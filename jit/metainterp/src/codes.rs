//! The program's JIT data, resolved for running: constants' values, decode rows of instructions, jitdrivers.

use alloc::boxed::Box;
use alloc::rc::Rc;
use alloc::string::{String, ToString};
use alloc::vec::Vec;
use core::cell::{OnceCell, RefCell};
use jitmodel::hash::FxHashMap;
use jitmodel::jitcode::Liveness;
use jitmodel::program::{Function, GreenType, MARK_BITS};
use jitmodel::{ArgCode, ArrayDescr, Descr, DescrRef, Insn};
use jitmodel::{DescrTable, JitCode, JitConst, JitDriverDesc, JitProgram, Kind, ResOp, Table};

/// Says how the step function treats an instruction.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Class {
    /// A pure operation.
    Pure(ResOp),
    /// An operation on memory (with a descr).
    Memory(ResOp),
    /// A comparison fused with a conditional jump.
    Branch(ResOp),
    /// Treated one by one.
    Special,
}

/// The decode row of an instruction.
#[derive(Clone, Debug)]
pub struct Row {
    /// The instruction.
    pub insn: Insn,
    /// Treatment.
    pub class: Class,
    /// Kinds of the register operands.
    pub args: Box<[Kind]>,
    /// Kind of the result register that follows, if there is one.
    pub result: Option<Kind>,
}

/// Values of a jitcode's constants.
#[derive(Clone, Debug, Default)]
pub struct Consts {
    /// Ints.
    pub ints: Vec<i64>,
    /// References to prebuilt objects, or null.
    pub refs: Vec<i64>,
    /// Floats.
    pub floats: Vec<i64>,
}

/// A jitdriver with positions of its variables in the transfer arrays.
#[derive(Clone, Debug)]
pub struct Driver {
    /// The driver as the codewriter describes it.
    pub desc: JitDriverDesc,
    /// Type, kind, and index in the transfer array of the kind, of each green.
    pub greens: Vec<(GreenType, Kind, usize)>,
    /// The greens, if they are few.
    pub few: Option<FewGreens>,
    /// Kind, and index in the transfer array of the kind, of each red.
    pub reds: Vec<(Kind, usize)>,
}

impl Driver {
    /// Gives the places of greens, then reds, in the transfer arrays: kind and index.
    pub fn positions(&self) -> impl Iterator<Item = (Kind, usize)> + '_ {
        self.greens.iter().map(|g| (g.1, g.2)).chain(self.reds.iter().copied())
    }
}

/// All that does not change at run time.
#[derive(Debug)]
pub struct StaticData {
    /// The descrs.
    pub descrs: Rc<DescrTable>,
    /// The jitcodes.
    pub jitcodes: Table<JitCode>,
    consts: Vec<OnceCell<Box<Consts>>>,
    /// The liveness table.
    pub liveness: Liveness,
    /// The jitdrivers.
    pub drivers: Vec<Driver>,
    /// Values of the address table.
    pub addresses: Rc<Vec<u64>>,
    /// Names of the addresses.
    pub names: Table<String>,
    /// Decode rows by opcode.
    pub rows: Vec<Row>,
    /// The program's function for events of the JIT.
    pub event_hook: Option<Function>,
    /// The function that takes marks for tracebacks.
    pub traceback: Option<Function>,
    /// Lists of marks that traces leave at once, as that function takes them.
    mark_lists: RefCell<FxHashMap<Box<[u32]>, i64>>,
    /// Words in memory that is not the collector's (an `ArrayDescr`).
    pub words: DescrRef,
    /// Code is made by the timeshifter, not by tracing.
    pub timeshifts: bool,
    by_address: OnceCell<FxHashMap<i64, usize>>,
}

fn row(insn: Insn) -> Row {
    let mut args = Vec::new();
    let mut result = None;
    for code in insn.args() {
        match code {
            ArgCode::Reg(kind) => args.push(*kind),
            ArgCode::Result(kind) => result = Some(*kind),
            _ => {}
        }
    }
    let class = if let Some(op) = insn.resop() {
        Class::Pure(op)
    } else if let Some(op) = insn.fused_comparison() {
        Class::Branch(op)
    } else if matches!(insn, Insn::CastPtrToInt | Insn::CastIntToPtr) {
        Class::Pure(ResOp::by_name(insn.name()).unwrap_or(ResOp::CastPtrToInt))
    } else {
        insn.memory_op().map_or(Class::Special, Class::Memory)
    };
    Row { insn, class, args: args.into(), result }
}

/// Says whether a `-live-` stands directly before the instruction.
pub fn needs_live_before(row: &Row) -> bool {
    use Insn::*;
    matches!(row.class, Class::Branch(_))
        || row.insn.overflowing().is_some()
        || matches!(
            row.insn,
            GotoIfNot
                | Switch
                | IntGuardValue
                | RefGuardValue
                | FloatGuardValue
                | StrGuardValue
                | GuardClass
                | JitMergePoint
                | Raise
                | RecordQuasiimmutField
        )
}

fn is_call(insn: Insn) -> bool {
    use Insn::*;
    matches!(
        insn,
        InlineCallI
            | InlineCallR
            | InlineCallF
            | InlineCallV
            | ResidualCallI
            | ResidualCallR
            | ResidualCallF
            | ResidualCallV
            | RecursiveCallI
            | RecursiveCallR
            | RecursiveCallF
            | RecursiveCallV
            | CondCallV
            | CondCallValueI
            | CondCallValueR
    )
}

fn rows() -> Vec<Row> {
    Insn::ALL.iter().map(|&i| row(i)).collect()
}

/// Checks what the run time relies on (see the crate's documentation). For the tool that makes the program's JIT data: the run time
/// trusts them, because it must be there at once.
///
/// Errors: what is wrong, and where.
pub fn verify(program: &JitProgram) -> Result<(), String> {
    let rows = rows();
    for code in program.jitcodes.iter() {
        let mut d = code.decoder(0);
        let mut after_live = false;
        while !d.at_end() {
            let at = d.pc;
            let byte = code.code[at] as usize;
            let here = |what: &str| Err(format!("jitcode of {} at {at}: {what}", code.name));
            let Some(row) = rows.get(byte) else { return here("unknown opcode") };
            d.pc += 1;
            for &operand in row.insn.args() {
                if let (
                    Insn::RecursiveCallI
                    | Insn::RecursiveCallR
                    | Insn::RecursiveCallF
                    | Insn::RecursiveCallV,
                    ArgCode::Const,
                ) = (row.insn, operand)
                {
                    let driver = program.jitdrivers.get(code.code[d.pc] as usize);
                    if driver.is_none_or(|d| d.portal_runner.is_none()) {
                        return here("recursive call of a portal without portal_runner");
                    }
                }
                d.operand(operand);
            }
            if needs_live_before(row) && !after_live {
                return here(&format!("no -live- before {}", row.insn.name()));
            }
            if is_call(row.insn) && code.live_at(d.pc).is_none() {
                return here(&format!("no -live- after {}", row.insn.name()));
            }
            after_live = row.insn == Insn::Live;
        }
    }
    for driver in &program.jitdrivers {
        let code = program.jitcodes.get(driver.portal as usize);
        let pc = driver.merge_point_pc as usize;
        let byte = code.and_then(|c| c.code.get(pc));
        if byte != Some(&(Insn::JitMergePoint as u8)) {
            return Err(format!("jitdriver {}: no merge point at {pc}", driver.name));
        }
    }
    Ok(())
}

impl StaticData {
    /// Resolves a program that passes [`verify`]. `addresses` are the values of its address table, or an error message.
    pub fn new(mut program: JitProgram, addresses: Vec<u64>) -> Result<StaticData, String> {
        if addresses.len() < program.addresses.len() {
            return Err("the address table is too short".to_string());
        }
        let drivers = program.jitdrivers.into_iter().map(|desc| {
            let mut next = [0usize; 4];
            let mut take = |kind: Kind| {
                next[kind as usize] += 1;
                (kind, next[kind as usize] - 1)
            };
            let greens = desc.greens.iter().map(|(_, ty)| {
                let kind = match ty {
                    GreenType::Int => Kind::Int,
                    GreenType::Float => Kind::Float,
                    GreenType::Str | GreenType::Object => Kind::Ref,
                };
                let (kind, index) = take(kind);
                (*ty, kind, index)
            });
            let greens: Vec<_> = greens.collect();
            let reds: Vec<_> = desc.reds.iter().map(|(_, kind)| take(*kind)).collect();
            let words = next.into_iter().max().unwrap_or(0);
            if words > TRANSFER_WORDS {
                return Err(format!(
                    "jitdriver {}: more than {TRANSFER_WORDS} variables of one kind",
                    desc.name
                ));
            }
            let few = FewGreens::new(&greens);
            Ok(Driver { desc, greens, few, reds })
        });
        let drivers = drivers.collect::<Result<Vec<_>, String>>()?;
        let mut consts = Vec::new();
        consts.resize_with(program.jitcodes.len(), OnceCell::new);
        let words = program.descrs.add(Descr::Array(ArrayDescr {
            name: "words".to_string(),
            basesize: 0,
            itemsize: 8,
            lendescr: None,
            kind: Kind::Int,
            signed: true,
            pure: false,
            tid: 0,
            fields: vec![],
        }));
        Ok(StaticData {
            timeshifts: program.timeshifts,
            event_hook: program.event_hook,
            traceback: program.traceback,
            mark_lists: RefCell::default(),
            words,
            descrs: Rc::new(program.descrs),
            jitcodes: program.jitcodes,
            consts,
            liveness: program.liveness,
            drivers,
            addresses: Rc::new(addresses),
            names: program.addresses,
            rows: rows(),
            by_address: OnceCell::new(),
        })
    }

    /// Values of a jitcode's constants.
    #[inline]
    pub fn consts(&self, jitcode: usize) -> &Consts {
        self.consts[jitcode].get_or_init(|| Box::new(self.consts_of(&self.jitcodes[jitcode])))
    }

    #[cold]
    #[inline(never)]
    fn consts_of(&self, code: &JitCode) -> Consts {
        let int = |c: &JitConst| match c {
            JitConst::Int(v) => *v,
            JitConst::Addr(a) => self.address(*a),
        };
        Consts {
            ints: code.consts_i.iter().map(int).collect(),
            refs: code.consts_r.iter().map(|c| c.map_or(0, |a| self.address(a))).collect(),
            floats: code.consts_f.iter().map(|&bits| bits as i64).collect(),
        }
    }

    /// The jitcode of the function at an address, for a call of what was known only when it is traced.
    pub fn by_address(&self, address: i64) -> Option<usize> {
        self.by_address.get_or_init(|| self.functions()).get(&address).copied()
    }

    /// Gives the jitcodes by the addresses of their functions. A portal is entered by recursive calls only.
    fn functions(&self) -> FxHashMap<i64, usize> {
        let entered = |n: usize| match self.jitcodes.unread(n) {
            Some(mut stored) => JitCode::read_function(&mut stored).ok(),
            None => self.jitcodes.get(n).map(|code| (code.function, code.jitdriver)),
        };
        let all = (0..self.jitcodes.len()).filter_map(|n| match entered(n)? {
            (Some((function, _)), None) => Some((self.address(function), n)),
            _ => None,
        });
        all.collect()
    }

    /// Value of an entry of the address table.
    pub fn address(&self, addr: jitmodel::AddrRef) -> i64 {
        self.addresses[addr.0 as usize] as i64
    }

    /// Marks, in order, as [`JitProgram::traceback`] takes them. More than fit into a word are a list in memory, which stays as long
    /// as the program runs: its address with the sign bit set.
    pub fn marks_word(&self, marks: &[u32]) -> i64 {
        if marks.len() <= MARKS_IN_WORD {
            let pack = |packed, &mark| packed << MARK_BITS | (i64::from(mark) + 1);
            return marks.iter().rev().fold(0, pack);
        }
        let mut lists = self.mark_lists.borrow_mut();
        if let Some(word) = lists.get(marks) {
            return *word;
        }
        let length = marks.len() as u32;
        let list: Box<[u32]> = [length].into_iter().chain(marks.iter().map(|m| m + 1)).collect();
        let word = Box::leak(list).as_ptr() as i64 | i64::MIN;
        lists.insert(marks.into(), word);
        word
    }

    /// Names the lists of marks by what they hold: their addresses differ from run to run.
    pub fn name_mark_lists(&self, names: &mut FxHashMap<i64, String>) {
        for (marks, word) in self.mark_lists.borrow().iter() {
            names.entry(*word).or_insert_with(|| {
                let numbers: Vec<String> = marks.iter().map(u32::to_string).collect();
                format!("marks_{}", numbers.join("_"))
            });
        }
    }
}

/// Maximum number of marks that fit into a word.
const MARKS_IN_WORD: usize = 3;

/// Words per kind in [`Transfer`].
pub const TRANSFER_WORDS: usize = 64;

/// Passes greens, reds and results between the program and the JIT. References in it are valid only while nothing
/// collects: from the program's stores to the beginning of `enter`, and from its end to the program's loads.
#[repr(C)]
#[derive(Clone, Debug)]
pub struct Transfer {
    /// Integers, references, floats (bits); of each greens, then reds.
    words: [i64; 3 * TRANSFER_WORDS],
    /// The portal's result: int, reference, float (bits).
    pub result: [i64; 3],
}

/// Gives the index of a word in [`Transfer`].
#[inline]
fn place(kind: Kind, index: usize) -> usize {
    let part = match kind {
        Kind::Ref => 1,
        Kind::Float => 2,
        _ => 0,
    };
    part * TRANSFER_WORDS + index
}

/// Greens of a driver, few, as [`Transfer::few`] reads them: places, and masks that make those nothing that there are not.
#[derive(Clone, Copy, Debug)]
pub struct FewGreens {
    places: [u8; MOST_GREENS],
    masks: [i64; MOST_GREENS],
}

/// Maximum number of greens that are few; positions with more are always hashed.
pub const MOST_GREENS: usize = 3;

impl FewGreens {
    /// None if there are more.
    pub fn new(greens: &[(GreenType, Kind, usize)]) -> Option<FewGreens> {
        let mut few = FewGreens { places: [0; MOST_GREENS], masks: [0; MOST_GREENS] };
        for (n, &(_, kind, index)) in greens.iter().enumerate() {
            *few.places.get_mut(n)? = place(kind, index) as u8;
            few.masks[n] = -1;
        }
        Some(few)
    }
}

impl Default for Transfer {
    fn default() -> Self {
        Transfer::ZERO
    }
}

impl Transfer {
    /// All zero.
    pub const ZERO: Transfer = Transfer { words: [0; 3 * TRANSFER_WORDS], result: [0; 3] };

    /// One word.
    #[inline]
    pub fn get(&self, kind: Kind, index: usize) -> i64 {
        self.words[place(kind, index)]
    }

    /// The greens of a driver; 0 for those that there are not.
    #[inline]
    pub fn few(&self, greens: &FewGreens) -> [i64; MOST_GREENS] {
        let word = |n: usize| self.words[greens.places[n] as usize];
        [word(0) & greens.masks[0], word(1) & greens.masks[1], word(2) & greens.masks[2]]
    }

    /// Sets one word.
    #[inline]
    pub fn set(&mut self, kind: Kind, index: usize, word: i64) {
        self.words[place(kind, index)] = word;
    }

    /// The first `n` references, and that of the result.
    pub fn references(&mut self, n: usize) -> impl Iterator<Item = &mut i64> {
        let first = self.words[TRANSFER_WORDS..][..n].iter_mut();
        first.chain(self.result.get_mut(Kind::Ref as usize))
    }

    /// The reds of a driver.
    pub fn reds(&self, driver: &Driver) -> Vec<i64> {
        driver.reds.iter().map(|&(kind, index)| self.get(kind, index)).collect()
    }

    /// Takes what the JIT leaves for a driver's program: greens and reds, and a result.
    pub fn take(&mut self, told: &Transfer, driver: &Driver) {
        for (kind, index) in driver.positions() {
            self.set(kind, index, told.get(kind, index));
        }
        self.result = told.result;
    }

    /// Sets the portal's result.
    pub fn set_result(&mut self, kind: Kind, word: i64) {
        if kind != Kind::Void {
            self.result[kind as usize] = word;
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn few_greens_are_read_at_once() {
        let mut transfer = Transfer::default();
        let greens = [
            (GreenType::Object, Kind::Ref, 1),
            (GreenType::Int, Kind::Int, 0),
            (GreenType::Float, Kind::Float, 2),
            (GreenType::Int, Kind::Int, 1),
        ];
        for (n, &(_, kind, index)) in greens.iter().enumerate() {
            transfer.set(kind, index, n as i64 + 7);
        }
        transfer.set(Kind::Int, 0, -1);
        let read = |n: usize| FewGreens::new(&greens[..n]).map(|few| transfer.few(&few));
        assert_eq!(read(0), Some([0, 0, 0]));
        assert_eq!(read(2), Some([7, -1, 0]));
        assert_eq!(read(3), Some([7, -1, 9]));
        assert_eq!(read(4), None);
    }

    #[test]
    fn memory_instructions_have_operations() {
        let op = |insn: Insn| match row(insn).class {
            Class::Memory(op) => Some(op),
            _ => None,
        };
        assert_eq!(op(Insn::GetfieldGcR), Some(ResOp::GetfieldGcR));
        assert_eq!(op(Insn::SetfieldGcF), Some(ResOp::SetfieldGc));
        assert_eq!(op(Insn::GetarrayitemGcPureI), Some(ResOp::GetarrayitemGcPureI));
        assert_eq!(op(Insn::SetarrayitemRawR), Some(ResOp::SetarrayitemRaw));
        assert_eq!(op(Insn::RawStoreF), Some(ResOp::RawStore));
        assert_eq!(op(Insn::NewArrayClear), Some(ResOp::NewArrayClear));
        assert_eq!(op(Insn::ArraylenGc), Some(ResOp::ArraylenGc));
        assert_eq!(op(Insn::Switch), None);
        assert_eq!(op(Insn::StrGuardValue), None);
        assert_eq!(row(Insn::GotoIfNotPtrEq).class, Class::Branch(ResOp::PtrEq));
        let memory = Insn::ALL.iter().filter(|&&i| op(i).is_some()).count();
        assert_eq!(memory, 42);
    }
}
