//! Jitcode: the bytecode that the meta-interpreter and the blackhole interpreter run.
//!
//! A jitcode works on three register files (ints, refs, floats) of at most 256 entries each. A
//! file's first `num_regs` entries are variables, the ones behind them the jitcode's constants.
//! One byte of opcode is followed by operands, as the instruction's *argcodes* say:
//!
//! | code | operand | bytes |
//! |---|---|---|
//! | `i` `r` `f` | register read | 1 |
//! | `c` | small constant (jitdriver index…) | 1, signed |
//! | `L` | position in this jitcode | 3 |
//! | `d` | descr | 2 |
//! | `j` | jitcode | 2 |
//! | `l` | offset in the liveness table | 3 |
//! | `I` `R` `F` | registers read | 1 (count) + count |
//! | `>i` `>r` `>f` | register written | 1 |
//!
//! Conventions:
//! * A `-live-` names the registers that are live at its own position. The codewriter puts one before each
//!   instruction at which execution may have to continue in the blackhole interpreter: before `goto_if_not*`, `switch`,
//!   `*_guard_value`, `guard_class`, `int_*_jump_if_ovf`, `jit_merge_point`; and one **after** each call (`inline_call_*`,
//!   `residual_call_*`, …), where the registers exclude the call's result (it is stored on return). A `catch_exception`
//!   handler, if the call has one, comes right after that `-live-`.
//! * `catch_exception L` does nothing when reached normally; an exception coming out of the call before it goes to `L`.
//! * `goto_if_not_X a, b, L` jumps if the comparison is false.
//! * `int_add_jump_if_ovf L, a, b -> r` jumps to `L` on overflow (without writing `r`).
//! * Exceptions leave marks for tracebacks ([`JitCode::marks`]) at a `raise`, a `reraise` and an allocation, at the `-live-` behind a
//!   call that they pass without a handler, and at a `traceback`.
//! * `goto_if_exception_mismatch cls, L`: jumps to `L` if the last exception is not an instance of the vtable `cls`.

use crate::blob::{BlobError, Reader, Writer};
use crate::descr::{AddrRef, DescrRef};
use crate::hash::FxIndexMap;
use crate::table::Entry;
use crate::{ArgCode, Insn, Kind};
use alloc::borrow::Cow;
use alloc::string::{String, ToString};
use alloc::vec::Vec;
use core::fmt::Write as _;

/// An integer constant of a jitcode.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum JitConst {
    /// A number.
    Int(i64),
    /// An address from the address table (a function, a vtable, raw prebuilt data).
    Addr(AddrRef),
}

/// The bytecode of one graph.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct JitCode {
    /// Name of the function.
    pub name: String,
    /// The instructions.
    pub code: Vec<u8>,
    /// Number of variable registers: ints, refs, floats.
    pub num_regs: [u8; 3],
    /// Constants behind the int registers.
    pub consts_i: Vec<JitConst>,
    /// Constants behind the ref registers: prebuilt objects; `None` = null.
    pub consts_r: Vec<Option<AddrRef>>,
    /// Constants behind the float registers, as bits.
    pub consts_f: Vec<u64>,
    /// The compiled function itself, if it can be called: its address and `CallDescr`.
    pub function: Option<(AddrRef, DescrRef)>,
    /// Its generating extension: see [`crate::extension`].
    pub extension: Option<AddrRef>,
    /// The jitdriver whose portal this is.
    pub jitdriver: Option<u8>,
    /// The source file, for logs.
    pub file: String,
    /// Tells where the code of a line of it begins.
    pub lines: Lines,
    /// Marks for tracebacks: position, number in the program's table. Sorted.
    pub marks: Vec<(u32, u32)>,
}

/// Tells which lines the code is for. Only logs and messages ask: it stays as it is stored.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Lines(Vec<u8>);

impl Lines {
    /// Makes it of pairs: the position where the code of a line begins, and the line. They are
    /// sorted by position.
    pub fn new(places: &[(u32, u32)]) -> Lines {
        let mut w = Writer::default();
        let (mut last, mut last_line) = (0, 0);
        for &(pc, line) in places {
            w.uint((pc - last) as u64);
            w.int(line as i64 - last_line as i64);
            (last, last_line) = (pc, line);
        }
        Lines(w.bytes)
    }

    /// The line of the code at `pc`.
    fn at(&self, pc: usize) -> Option<i64> {
        let mut r = Reader::new(&self.0);
        let (mut begins, mut line, mut found) = (0, 0, None);
        while !r.at_end() {
            begins += r.uint().ok()? as usize;
            line += r.int().ok()?;
            if begins > pc {
                break;
            }
            found = Some(line);
        }
        found
    }
}

/// Says how a jitcode is entered: the function that it was made of, with its `CallDescr`, and the jitdriver whose portal it is.
pub type Entered = (Option<(AddrRef, DescrRef)>, Option<u8>);

impl JitCode {
    /// Starts decoding at `pc`.
    pub fn decoder(&self, pc: usize) -> Decoder<'_> {
        Decoder { code: &self.code, pc }
    }

    /// The liveness offset of the `-live-` at `pc`; `None` if there is another instruction.
    #[inline]
    pub fn live_at(&self, pc: usize) -> Option<u32> {
        let mut decoder = self.decoder(pc);
        if *self.code.get(pc)? != Insn::Live as u8 {
            return None;
        }
        decoder.pc += 1;
        Some(decoder.u24())
    }

    /// The mark for tracebacks at `pc`.
    pub fn mark_at(&self, pc: usize) -> Option<u32> {
        let found = self.marks.binary_search_by_key(&pc, |m| m.0 as usize);
        found.ok().map(|n| self.marks[n].1)
    }

    /// `file:line` of the instruction at `pc`, or of the one before it.
    pub fn place(&self, pc: usize) -> Option<String> {
        Some(format!("{}:{}", self.file, self.lines.at(pc)?))
    }

    /// Size of an instruction's `-live-`: to step over it.
    pub const LIVE_SIZE: usize = 4;

    /// Reads the function and the jitdriver of a jitcode, with which [`JitCode::write`] begins.
    pub fn read_function(r: &mut Reader<'_>) -> Result<Entered, BlobError> {
        let function = r.opt()?.map(AddrRef).zip(r.opt()?.map(DescrRef));
        Ok((function, r.opt()?.map(|n| n as u8)))
    }
}

impl Entry for JitCode {
    fn write(&self, w: &mut Writer) {
        w.opt(self.function.map(|f| f.0.0));
        w.opt(self.function.map(|f| f.1.0));
        w.opt(self.jitdriver.map(u32::from));
        w.str(&self.name);
        w.blob(&self.code);
        for n in self.num_regs {
            w.u8(n);
        }
        w.list(&self.consts_i, |w, c| match c {
            JitConst::Int(v) => {
                w.u8(0);
                w.int(*v);
            }
            JitConst::Addr(a) => {
                w.u8(1);
                w.uint(a.0 as u64);
            }
        });
        w.list(&self.consts_r, |w, c| w.opt(c.map(|a| a.0)));
        w.list(&self.consts_f, |w, c| w.uint(*c));
        w.opt(self.extension.map(|a| a.0));
        w.str(&self.file);
        let pairs = |w: &mut Writer, (pc, n): &(u32, u32)| {
            w.uint(*pc as u64);
            w.uint(*n as u64);
        };
        w.blob(&self.lines.0);
        w.list(&self.marks, pairs);
    }

    fn read(r: &mut Reader<'_>) -> Result<Self, BlobError> {
        let (function, jitdriver) = JitCode::read_function(r)?;
        let name = r.str()?;
        let code = r.blob()?.to_vec();
        let num_regs = [r.u8()?, r.u8()?, r.u8()?];
        let consts_i = r.list(|r| {
            Ok(match r.u8()? {
                0 => JitConst::Int(r.int()?),
                _ => JitConst::Addr(AddrRef(r.u32()?)),
            })
        })?;
        let consts_r = r.list(|r| Ok(r.opt()?.map(AddrRef)))?;
        let consts_f = r.list(|r| r.uint())?;
        let extension = r.opt()?.map(AddrRef);
        let file = r.str()?;
        let lines = Lines(r.blob()?.to_vec());
        let marks = r.list(|r| Ok((r.u32()?, r.u32()?)))?;
        Ok(JitCode {
            name,
            code,
            num_regs,
            consts_i,
            consts_r,
            consts_f,
            function,
            extension,
            jitdriver,
            file,
            lines,
            marks,
        })
    }
}

/// Reads instructions. The reader knows what comes next (from the opcode); nothing is checked
/// twice: out-of-range positions panic, as they are internal errors.
#[derive(Clone, Copy, Debug)]
pub struct Decoder<'a> {
    code: &'a [u8],
    /// Current position.
    pub pc: usize,
}

impl<'a> Decoder<'a> {
    /// The instruction at the current position; steps to its first operand.
    #[inline]
    pub fn insn(&mut self) -> Insn {
        let byte = self.code[self.pc];
        self.pc += 1;
        Insn::from_u8(byte).expect("valid opcode")
    }

    /// Says whether the end is reached.
    pub fn at_end(&self) -> bool {
        self.pc >= self.code.len()
    }

    /// A register (`i`, `r`, `f`, `>i`, …).
    #[inline]
    pub fn reg(&mut self) -> u8 {
        let byte = self.code[self.pc];
        self.pc += 1;
        byte
    }

    /// A small constant (`c`).
    #[inline]
    pub fn small(&mut self) -> i8 {
        self.reg() as i8
    }

    #[inline]
    fn u24(&mut self) -> u32 {
        let b = &self.code[self.pc..self.pc + 3];
        self.pc += 3;
        b[0] as u32 | (b[1] as u32) << 8 | (b[2] as u32) << 16
    }

    #[inline]
    fn u16(&mut self) -> u16 {
        let b = &self.code[self.pc..self.pc + 2];
        self.pc += 2;
        u16::from_le_bytes([b[0], b[1]])
    }

    /// A position (`L`).
    #[inline]
    pub fn label(&mut self) -> usize {
        self.u24() as usize
    }

    /// A liveness offset (`l`).
    #[inline]
    pub fn live(&mut self) -> u32 {
        self.u24()
    }

    /// A descr (`d`).
    #[inline]
    pub fn descr(&mut self) -> DescrRef {
        DescrRef(self.u16() as u32)
    }

    /// A jitcode (`j`).
    #[inline]
    pub fn jitcode(&mut self) -> usize {
        self.u16() as usize
    }

    /// A register list (`I`, `R`, `F`).
    #[inline]
    pub fn list(&mut self) -> &'a [u8] {
        let count = self.reg() as usize;
        let out = &self.code[self.pc..self.pc + count];
        self.pc += count;
        out
    }

    /// Any operand, as its argcode says.
    pub fn operand(&mut self, code: ArgCode) -> Operand {
        match code {
            ArgCode::Reg(kind) | ArgCode::Result(kind) => Operand::Reg(kind, self.reg()),
            ArgCode::Const => Operand::Small(self.small()),
            ArgCode::Label => Operand::Pc(self.label()),
            ArgCode::Descr => Operand::Descr(self.descr()),
            ArgCode::JitCode => Operand::JitCode(self.jitcode() as u16),
            ArgCode::Live => Operand::Live(self.live()),
            ArgCode::List(kind) => Operand::List(kind, self.list().to_vec()),
        }
    }
}

/// A label of the [`Assembler`].
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Label(u32);

/// An operand, for assembling (all but `Pc`) and decoding (all but `Label`).
#[derive(Clone, PartialEq, Debug)]
pub enum Operand {
    /// A register, read or written; constants are registers too (see [`Assembler::const_int`]).
    Reg(Kind, u8),
    /// Small constant.
    Small(i8),
    /// Label, bound now or later.
    Label(Label),
    /// Position.
    Pc(usize),
    /// Descr.
    Descr(DescrRef),
    /// Jitcode.
    JitCode(u16),
    /// Liveness offset.
    Live(u32),
    /// Registers.
    List(Kind, Vec<u8>),
}

/// A limit of the encoding is exceeded.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct AssembleError {
    /// The jitcode's name.
    pub jitcode: String,
    /// Says what does not fit.
    pub what: String,
}

impl core::fmt::Display for AssembleError {
    fn fmt(&self, f: &mut core::fmt::Formatter<'_>) -> core::fmt::Result {
        write!(f, "jitcode of {}: {}", self.jitcode, self.what)
    }
}

impl core::error::Error for AssembleError {}

/// Builds one jitcode.
pub struct Assembler {
    jitcode: JitCode,
    labels: Vec<Option<u32>>,
    fixups: Vec<(usize, Label)>,
    int_consts: FxIndexMap<JitConst, ()>,
    ref_consts: FxIndexMap<Option<AddrRef>, ()>,
    float_consts: FxIndexMap<u64, ()>,
    error: Option<String>,
}

impl Assembler {
    /// Starts a jitcode with that many variable registers (ints, refs, floats).
    pub fn new(name: impl Into<String>, num_regs: [u8; 3]) -> Self {
        Assembler {
            jitcode: JitCode { name: name.into(), num_regs, ..Default::default() },
            labels: Vec::new(),
            fixups: Vec::new(),
            int_consts: FxIndexMap::default(),
            ref_consts: FxIndexMap::default(),
            float_consts: FxIndexMap::default(),
            error: None,
        }
    }

    fn const_reg(&mut self, kind: Kind, index: usize) -> Operand {
        let reg = self.jitcode.num_regs[kind as usize] as usize + index;
        if reg > 255 {
            self.fail(format!("more than 256 {kind} registers and constants"));
        }
        Operand::Reg(kind, reg as u8)
    }

    fn fail(&mut self, what: String) {
        self.error.get_or_insert(what);
    }

    /// The register of an integer constant.
    pub fn const_int(&mut self, value: JitConst) -> Operand {
        let index = self.int_consts.insert_full(value, ()).0;
        self.const_reg(Kind::Int, index)
    }

    /// The register of a reference constant (`None` = null).
    pub fn const_ref(&mut self, value: Option<AddrRef>) -> Operand {
        let index = self.ref_consts.insert_full(value, ()).0;
        self.const_reg(Kind::Ref, index)
    }

    /// The register of a float constant, given by its bits.
    pub fn const_float(&mut self, bits: u64) -> Operand {
        let index = self.float_consts.insert_full(bits, ()).0;
        self.const_reg(Kind::Float, index)
    }

    /// A new label.
    pub fn label(&mut self) -> Label {
        self.labels.push(None);
        Label(self.labels.len() as u32 - 1)
    }

    /// Binds a label to the current position.
    pub fn bind(&mut self, label: Label) {
        self.labels[label.0 as usize] = Some(self.jitcode.code.len() as u32);
    }

    /// The position of a bound label.
    pub fn position(&self, label: Label) -> Option<u32> {
        self.labels[label.0 as usize]
    }

    /// Current position.
    pub fn pc(&self) -> usize {
        self.jitcode.code.len()
    }

    /// Appends an instruction. Operands must match its argcodes (the result register comes last);
    /// a mismatch is an internal error and panics.
    #[track_caller]
    pub fn emit(&mut self, insn: Insn, operands: &[Operand]) {
        let codes = insn.args();
        assert_eq!(codes.len(), operands.len(), "operands of {}", insn.name());
        self.jitcode.code.push(insn as u8);
        for (code, operand) in codes.iter().zip(operands) {
            match (code, operand) {
                (ArgCode::Reg(want) | ArgCode::Result(want), Operand::Reg(kind, reg))
                    if want == kind =>
                {
                    self.jitcode.code.push(*reg);
                }
                (ArgCode::Const, Operand::Small(value)) => self.jitcode.code.push(*value as u8),
                (ArgCode::Label, Operand::Label(label)) => {
                    self.fixups.push((self.jitcode.code.len(), *label));
                    self.jitcode.code.extend([0, 0, 0]);
                }
                (ArgCode::Descr, Operand::Descr(descr)) => {
                    if descr.0 > u16::MAX as u32 {
                        self.fail("more than 65536 descrs".to_string());
                    }
                    self.jitcode.code.extend((descr.0 as u16).to_le_bytes());
                }
                (ArgCode::JitCode, Operand::JitCode(index)) => {
                    self.jitcode.code.extend(index.to_le_bytes());
                }
                (ArgCode::Live, Operand::Live(offset)) => {
                    self.jitcode.code.extend(&offset.to_le_bytes()[..3]);
                }
                (ArgCode::List(want), Operand::List(kind, regs)) if want == kind => {
                    if regs.len() > 255 {
                        self.fail("more than 255 operands".to_string());
                    }
                    self.jitcode.code.push(regs.len() as u8);
                    self.jitcode.code.extend_from_slice(regs);
                }
                _ => panic!("operand {operand:?} of {} does not match {code:?}", insn.name()),
            }
        }
    }

    /// The next instruction leaves this mark for tracebacks.
    pub fn mark(&mut self, number: u32) {
        let at = self.here();
        self.jitcode.marks.push((at, number));
    }

    /// Position of the next instruction.
    pub fn here(&self) -> u32 {
        self.jitcode.code.len() as u32
    }

    /// Resolves labels and returns the jitcode.
    pub fn finish(mut self) -> Result<JitCode, AssembleError> {
        if self.jitcode.code.len() >= 1 << 24 {
            self.fail("more than 16 MB of bytecode".to_string());
        }
        for (at, label) in core::mem::take(&mut self.fixups) {
            match self.labels[label.0 as usize] {
                Some(target) => {
                    self.jitcode.code[at..at + 3].copy_from_slice(&target.to_le_bytes()[..3]);
                }
                None => self.fail(format!("label {} is not bound", label.0)),
            }
        }
        if let Some(what) = self.error {
            return Err(AssembleError { jitcode: self.jitcode.name, what });
        }
        self.jitcode.consts_i = self.int_consts.into_keys().collect();
        self.jitcode.consts_r = self.ref_consts.into_keys().collect();
        self.jitcode.consts_f = self.float_consts.into_keys().collect();
        Ok(self.jitcode)
    }
}

/// Tells which registers are live at the `-live-`s: one table for the whole program, equal sets
/// shared.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Liveness {
    /// Entries: each is three counts, then the register numbers.
    pub bytes: Cow<'static, [u8]>,
    index: FxIndexMap<Vec<u8>, u32>,
}

/// The live registers at one place.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct LiveRegs<'a> {
    /// Int registers.
    pub ints: &'a [u8],
    /// Ref registers.
    pub refs: &'a [u8],
    /// Float registers.
    pub floats: &'a [u8],
}

impl Liveness {
    /// Offset of the entry for these registers. Sort them: equal sets are found again.
    pub fn intern(&mut self, ints: &[u8], refs: &[u8], floats: &[u8]) -> u32 {
        let mut entry = vec![ints.len() as u8, refs.len() as u8, floats.len() as u8];
        entry.extend(ints.iter().chain(refs).chain(floats));
        if let Some(&offset) = self.index.get(&entry) {
            return offset;
        }
        let offset = self.bytes.len() as u32;
        self.bytes.to_mut().extend_from_slice(&entry);
        self.index.insert(entry, offset);
        offset
    }

    /// Makes a read-only table of bytes.
    pub fn from_bytes(bytes: &'static [u8]) -> Self {
        Liveness { bytes: Cow::Borrowed(bytes), index: FxIndexMap::default() }
    }

    /// The entry at an offset.
    #[inline]
    pub fn get(&self, offset: u32) -> LiveRegs<'_> {
        let at = offset as usize;
        let counts = &self.bytes[at..at + 3];
        let (ni, nr) = (counts[0] as usize, counts[1] as usize);
        let regs = &self.bytes[at + 3..at + 3 + ni + nr + counts[2] as usize];
        LiveRegs { ints: &regs[..ni], refs: &regs[ni..ni + nr], floats: &regs[ni + nr..] }
    }
}

fn reg_text(jitcode: &JitCode, kind: Kind, reg: u8) -> String {
    let at = (reg as usize).checked_sub(jitcode.num_regs[kind as usize] as usize);
    let text = at.and_then(|at| match kind {
        Kind::Int => Some(match jitcode.consts_i.get(at)? {
            JitConst::Int(v) => format!("${v}"),
            JitConst::Addr(a) => format!("$addr{}", a.0),
        }),
        Kind::Ref => Some(match jitcode.consts_r.get(at)? {
            Some(a) => format!("$addr{}", a.0),
            None => "$null".to_string(),
        }),
        Kind::Float => Some(format!("${:?}", f64::from_bits(*jitcode.consts_f.get(at)?))),
        Kind::Void => None,
    });
    text.unwrap_or_else(|| format!("%{}{reg}", kind.letter()))
}

/// Text of a jitcode, one instruction per line with its position.
pub fn disassemble(
    jitcode: &JitCode,
    descrs: &crate::descr::DescrTable,
    liveness: &Liveness,
) -> String {
    let mut out = format!("jitcode {} regs={:?}\n", jitcode.name, jitcode.num_regs);
    let mut decoder = jitcode.decoder(0);
    while !decoder.at_end() {
        let _ = write!(out, "{:5}: ", decoder.pc);
        let insn = decoder.insn();
        out.push_str(insn.name());
        let mut separator = " ";
        for &code in insn.args() {
            let text = match decoder.operand(code) {
                Operand::Reg(kind, reg) => {
                    if matches!(code, ArgCode::Result(_)) {
                        separator = " -> ";
                    }
                    reg_text(jitcode, kind, reg)
                }
                Operand::Small(value) => value.to_string(),
                Operand::Pc(pc) => format!("L{pc}"),
                Operand::Label(label) => format!("label{}", label.0),
                Operand::Descr(descr) => format!("<{}>", descrs.name(descr)),
                Operand::JitCode(index) => format!("jitcode{index}"),
                Operand::Live(offset) => {
                    let live = liveness.get(offset);
                    let all = [
                        (Kind::Int, live.ints),
                        (Kind::Ref, live.refs),
                        (Kind::Float, live.floats),
                    ];
                    let regs = all.iter().flat_map(|(k, r)| r.iter().map(|r| (*k, *r)));
                    let regs: Vec<String> = regs.map(|(k, r)| reg_text(jitcode, k, r)).collect();
                    regs.join(", ")
                }
                Operand::List(kind, regs) => {
                    let regs: Vec<String> =
                        regs.iter().map(|&r| reg_text(jitcode, kind, r)).collect();
                    format!("{}[{}]", kind.letter().to_ascii_uppercase(), regs.join(", "))
                }
            };
            if !text.is_empty() {
                out.push_str(separator);
                out.push_str(&text);
            }
            separator = ", ";
        }
        out.push('\n');
    }
    out
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::descr::DescrTable;

    #[test]
    fn assemble_and_disassemble() {
        let mut liveness = Liveness::default();
        let live = liveness.intern(&[0], &[], &[]);
        let mut asm = Assembler::new("countdown", [1, 0, 0]);
        let (head, done) = (asm.label(), asm.label());
        let i0 = Operand::Reg(Kind::Int, 0);
        asm.bind(head);
        asm.emit(Insn::Live, &[Operand::Live(live)]);
        let zero = asm.const_int(JitConst::Int(0));
        asm.emit(Insn::GotoIfNotIntGt, &[i0.clone(), zero, Operand::Label(done)]);
        let one = asm.const_int(JitConst::Int(1));
        asm.emit(Insn::IntSub, &[i0.clone(), one, i0.clone()]);
        asm.emit(Insn::Goto, &[Operand::Label(head)]);
        asm.bind(done);
        asm.emit(Insn::IntReturn, &[i0]);
        let jitcode = asm.finish().unwrap();
        let text = disassemble(&jitcode, &DescrTable::new(), &liveness);
        let expected = "jitcode countdown regs=[1, 0, 0]\n    0: -live- %i0\n    4: goto_if_not_int_gt %i0, $0, L18\n   \
                        10: int_sub %i0, $1 -> %i0\n   14: goto L0\n   18: int_return %i0\n";
        assert_eq!(text, expected);
        let mut w = Writer::default();
        jitcode.write(&mut w);
        assert_eq!(JitCode::read(&mut Reader::new(&w.bytes)).unwrap(), jitcode);
        assert_eq!(jitcode.live_at(0), Some(live));
        assert_eq!(jitcode.live_at(4), None);
    }

    #[test]
    fn lines_go_both_ways() {
        let lines = Lines::new(&[(4, 200), (9, 17), (9, 18), (700, 90_000)]);
        let at = [3, 4, 8, 9, 699, 700, 9_999].map(|pc| lines.at(pc));
        let (a, b, c) = (Some(200), Some(18), Some(90_000));
        assert_eq!(at, [None, a, a, b, b, c, c]);
        assert_eq!(Lines::default().at(0), None);
    }
}
