//! Encoding of the x86-64 instructions that the generator uses.

use alloc::vec::Vec;
/// A general purpose register.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Gpr(pub u8);

/// A vector register, used for one double.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Xmm(pub u8);

/// First byte of `jmp rel32`.
pub const JMP: u8 = 0xe9;

pub const RAX: Gpr = Gpr(0);
pub const RCX: Gpr = Gpr(1);
pub const RDX: Gpr = Gpr(2);
pub const RBX: Gpr = Gpr(3);
pub const RSP: Gpr = Gpr(4);
pub const RBP: Gpr = Gpr(5);
pub const RSI: Gpr = Gpr(6);
pub const RDI: Gpr = Gpr(7);
pub const R8: Gpr = Gpr(8);
pub const R9: Gpr = Gpr(9);
pub const R10: Gpr = Gpr(10);
/// Scratch: never holds a value across an operation.
pub const R11: Gpr = Gpr(11);
pub const R12: Gpr = Gpr(12);
pub const R13: Gpr = Gpr(13);
/// The end of the frame's reference slots, which are below it.
pub const R14: Gpr = Gpr(14);
pub const R15: Gpr = Gpr(15);
/// Scratch: never holds a value across an operation.
pub const XMM15: Xmm = Xmm(15);

/// A memory operand: `[base + index * scale + disp]`.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Mem {
    /// Base register.
    pub base: Gpr,
    /// Index register and scale (1, 2, 4 or 8).
    pub index: Option<(Gpr, u8)>,
    /// Displacement.
    pub disp: i32,
}

impl Mem {
    /// `[base + disp]`
    pub fn new(base: Gpr, disp: i32) -> Mem {
        Mem { base, index: None, disp }
    }
}

/// Condition codes, as in `jcc` and `setcc`.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
#[repr(u8)]
pub enum Cond {
    O = 0,
    No = 1,
    B = 2,
    Ae = 3,
    E = 4,
    Ne = 5,
    Be = 6,
    A = 7,
    P = 10,
    Np = 11,
    L = 12,
    Ge = 13,
    Le = 14,
    G = 15,
}

impl Cond {
    /// The opposite condition.
    pub fn not(self) -> Cond {
        use Cond::*;
        match self {
            O => No,
            No => O,
            B => Ae,
            Ae => B,
            E => Ne,
            Ne => E,
            Be => A,
            A => Be,
            P => Np,
            Np => P,
            L => Ge,
            Ge => L,
            Le => G,
            G => Le,
        }
    }
    /// The condition after exchanging the operands of `cmp`.
    pub fn swapped(self) -> Cond {
        use Cond::*;
        match self {
            B => A,
            A => B,
            Ae => Be,
            Be => Ae,
            L => G,
            G => L,
            Le => Ge,
            Ge => Le,
            c => c,
        }
    }
}

/// Two-operand integer instructions with the opcode pattern of `add`.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
#[repr(u8)]
pub enum Alu {
    Add = 0,
    Or = 1,
    Sbb = 3,
    And = 4,
    Sub = 5,
    Xor = 6,
    Cmp = 7,
}

/// A buffer of machine code.
#[derive(Default)]
pub struct Code {
    /// The bytes.
    pub bytes: Vec<u8>,
    /// Constants in memory: positions of the displacements that lead to them, and their words.
    pool: Vec<(usize, [u64; 2])>,
}

/// `cmp dword [m], imm`
pub fn cmp_mem32_imm(c: &mut Code, m: Mem, v: i32) {
    c.rm(false, None, &[0x81], Alu::Cmp as u8, m, false);
    c.i32(v);
}

impl Code {
    /// Current position.
    pub fn pos(&self) -> usize {
        self.bytes.len()
    }
    fn u8(&mut self, b: u8) {
        self.bytes.push(b);
    }
    fn i32(&mut self, v: i32) {
        self.bytes.extend(v.to_le_bytes());
    }
    fn rex(&mut self, w: bool, reg: u8, index: u8, base: u8, force: bool) {
        let rex = 0x40 | (w as u8) << 3 | (reg >> 3) << 2 | (index >> 3) << 1 | (base >> 3);
        if rex != 0x40 || force {
            self.u8(rex);
        }
    }
    fn modrm_mem(&mut self, reg: u8, m: Mem) {
        let reg = (reg & 7) << 3;
        let (mode, size) = match m.disp {
            0 if m.base.0 & 7 != 5 => (0u8, 0),
            d if (-128..128).contains(&d) => (0x40, 1),
            _ => (0x80, 4),
        };
        match m.index {
            None if m.base.0 & 7 != 4 => self.u8(mode | reg | (m.base.0 & 7)),
            None => {
                self.u8(mode | reg | 4);
                self.u8(0x20 | (m.base.0 & 7));
            }
            Some((index, scale)) => {
                self.u8(mode | reg | 4);
                let ss = scale.trailing_zeros() as u8;
                self.u8(ss << 6 | (index.0 & 7) << 3 | (m.base.0 & 7));
            }
        }
        match size {
            1 => self.u8(m.disp as u8),
            4 => self.i32(m.disp),
            _ => {}
        }
    }
    pub(super) fn rr(
        &mut self,
        w: bool,
        prefix: Option<u8>,
        op: &[u8],
        reg: u8,
        rm: u8,
        force: bool,
    ) {
        if let Some(p) = prefix {
            self.u8(p);
        }
        self.rex(w, reg, 0, rm, force);
        self.bytes.extend_from_slice(op);
        self.u8(0xc0 | (reg & 7) << 3 | (rm & 7));
    }
    pub(super) fn rm(
        &mut self,
        w: bool,
        prefix: Option<u8>,
        op: &[u8],
        reg: u8,
        m: Mem,
        force: bool,
    ) {
        if let Some(p) = prefix {
            self.u8(p);
        }
        self.rex(w, reg, m.index.map_or(0, |i| i.0.0), m.base.0, force);
        self.bytes.extend_from_slice(op);
        self.modrm_mem(reg, m);
    }
    /// A vector instruction whose second operand is a constant in memory.
    pub(super) fn rpool(&mut self, prefix: u8, op: &[u8], reg: u8, words: [u64; 2]) {
        self.u8(prefix);
        self.rex(false, reg, 0, 0, false);
        self.bytes.extend_from_slice(op);
        self.u8((reg & 7) << 3 | 5);
        self.pool.push((self.pos(), words));
        self.i32(0);
    }
    /// Places the constants behind the code. The code must begin at a multiple of 16.
    pub fn place_pool(&mut self) {
        let mut placed: Vec<([u64; 2], usize)> = vec![];
        for (site, words) in core::mem::take(&mut self.pool) {
            let at = match placed.iter().find(|p| p.0 == words) {
                Some(p) => p.1,
                None => {
                    self.bytes.resize(self.pos().next_multiple_of(16), 0xcc);
                    let at = self.pos();
                    words.iter().for_each(|w| self.bytes.extend(w.to_le_bytes()));
                    placed.push((words, at));
                    at
                }
            };
            self.patch(site, at);
        }
    }
    /// Fills up to a multiple of `n` with instructions that do nothing.
    pub fn align(&mut self, n: usize) {
        const NOPS: [&[u8]; 9] = [
            &[0x90],
            &[0x66, 0x90],
            &[0x0f, 0x1f, 0x00],
            &[0x0f, 0x1f, 0x40, 0x00],
            &[0x0f, 0x1f, 0x44, 0x00, 0x00],
            &[0x66, 0x0f, 0x1f, 0x44, 0x00, 0x00],
            &[0x0f, 0x1f, 0x80, 0x00, 0x00, 0x00, 0x00],
            &[0x0f, 0x1f, 0x84, 0x00, 0x00, 0x00, 0x00, 0x00],
            &[0x66, 0x0f, 0x1f, 0x84, 0x00, 0x00, 0x00, 0x00, 0x00],
        ];
        let mut left = self.pos().next_multiple_of(n) - self.pos();
        while left > 0 {
            let nop = NOPS[left.min(NOPS.len()) - 1];
            self.bytes.extend_from_slice(nop);
            left -= nop.len();
        }
    }
    /// `mov dst, src`
    pub fn mov(&mut self, dst: Gpr, src: Gpr) {
        if dst != src {
            self.rr(true, None, &[0x89], src.0, dst.0, false);
        }
    }
    /// `xchg a, b`
    pub fn xchg(&mut self, a: Gpr, b: Gpr) {
        self.rr(true, None, &[0x87], a.0, b.0, false);
    }
    /// `mov dst, imm`: the shortest form; flags stay as they are.
    pub fn mov_imm(&mut self, dst: Gpr, v: i64) {
        if let Ok(u) = u32::try_from(v) {
            self.rex(false, 0, 0, dst.0, false);
            self.u8(0xb8 | (dst.0 & 7));
            self.i32(u as i32);
        } else if let Ok(s) = i32::try_from(v) {
            self.rex(true, 0, 0, dst.0, false);
            self.u8(0xc7);
            self.u8(0xc0 | (dst.0 & 7));
            self.i32(s);
        } else {
            self.rex(true, 0, 0, dst.0, false);
            self.u8(0xb8 | (dst.0 & 7));
            self.bytes.extend(v.to_le_bytes());
        }
    }
    /// 64-bit load.
    pub fn load(&mut self, dst: Gpr, m: Mem) {
        self.rm(true, None, &[0x8b], dst.0, m, false);
    }
    /// Load of 1, 2, 4 or 8 bytes, extended.
    pub fn load_sized(&mut self, dst: Gpr, m: Mem, size: u32, signed: bool) {
        match (size, signed) {
            (1, true) => self.rm(true, None, &[0x0f, 0xbe], dst.0, m, false),
            (1, false) => self.rm(false, None, &[0x0f, 0xb6], dst.0, m, false),
            (2, true) => self.rm(true, None, &[0x0f, 0xbf], dst.0, m, false),
            (2, false) => self.rm(false, None, &[0x0f, 0xb7], dst.0, m, false),
            (4, true) => self.rm(true, None, &[0x63], dst.0, m, false),
            (4, false) => self.rm(false, None, &[0x8b], dst.0, m, false),
            _ => self.load(dst, m),
        }
    }
    /// Extension of the low bytes of a register.
    pub fn extend(&mut self, dst: Gpr, src: Gpr, size: u32, signed: bool) {
        match (size, signed) {
            (1, true) => self.rr(true, None, &[0x0f, 0xbe], dst.0, src.0, true),
            (1, false) => self.rr(false, None, &[0x0f, 0xb6], dst.0, src.0, true),
            (2, true) => self.rr(true, None, &[0x0f, 0xbf], dst.0, src.0, false),
            (2, false) => self.rr(false, None, &[0x0f, 0xb7], dst.0, src.0, false),
            (4, true) => self.rr(true, None, &[0x63], dst.0, src.0, false),
            (4, false) => self.rr(false, None, &[0x8b], dst.0, src.0, false),
            _ => self.mov(dst, src),
        }
    }
    /// 64-bit store.
    pub fn store(&mut self, m: Mem, src: Gpr) {
        self.rm(true, None, &[0x89], src.0, m, false);
    }
    /// Store of 1, 2, 4 or 8 bytes.
    pub fn store_sized(&mut self, m: Mem, src: Gpr, size: u32) {
        match size {
            1 => self.rm(false, None, &[0x88], src.0, m, true),
            2 => self.rm(false, Some(0x66), &[0x89], src.0, m, false),
            4 => self.rm(false, None, &[0x89], src.0, m, false),
            _ => self.store(m, src),
        }
    }
    /// Store of a sign-extended 32-bit constant into 1, 2, 4 or 8 bytes.
    pub fn store_imm(&mut self, m: Mem, v: i32, size: u32) {
        match size {
            1 => {
                self.rm(false, None, &[0xc6], 0, m, false);
                self.u8(v as u8);
            }
            2 => {
                self.rm(false, Some(0x66), &[0xc7], 0, m, false);
                self.bytes.extend((v as i16).to_le_bytes());
            }
            4 => {
                self.rm(false, None, &[0xc7], 0, m, false);
                self.i32(v);
            }
            _ => {
                self.rm(true, None, &[0xc7], 0, m, false);
                self.i32(v);
            }
        }
    }
    /// `lea dst, [m]`
    pub fn lea(&mut self, dst: Gpr, m: Mem) {
        self.rm(true, None, &[0x8d], dst.0, m, false);
    }
    /// `op dst, src`
    pub fn alu(&mut self, op: Alu, dst: Gpr, src: Gpr) {
        self.rr(true, None, &[(op as u8) << 3 | 1], src.0, dst.0, false);
    }
    /// `op dst, imm`
    pub fn alu_imm(&mut self, op: Alu, dst: Gpr, v: i32) {
        if (-128..128).contains(&v) {
            self.rr(true, None, &[0x83], op as u8, dst.0, false);
            self.u8(v as u8);
        } else {
            self.rr(true, None, &[0x81], op as u8, dst.0, false);
            self.i32(v);
        }
    }
    /// `op dst, [m]`
    pub fn alu_load(&mut self, op: Alu, dst: Gpr, m: Mem) {
        self.rm(true, None, &[(op as u8) << 3 | 3], dst.0, m, false);
    }
    /// `op qword [m], src`
    pub fn alu_mem(&mut self, op: Alu, m: Mem, src: Gpr) {
        self.rm(true, None, &[(op as u8) << 3 | 1], src.0, m, false);
    }
    /// `op qword [m], imm`
    pub fn alu_mem_imm(&mut self, op: Alu, m: Mem, v: i32) {
        if (-128..128).contains(&v) {
            self.rm(true, None, &[0x83], op as u8, m, false);
            self.u8(v as u8);
        } else {
            self.rm(true, None, &[0x81], op as u8, m, false);
            self.i32(v);
        }
    }
    /// `test a, a`
    pub fn test(&mut self, a: Gpr) {
        self.rr(true, None, &[0x85], a.0, a.0, false);
    }
    /// `test a, b`
    pub fn test_both(&mut self, a: Gpr, b: Gpr) {
        self.rr(true, None, &[0x85], b.0, a.0, false);
    }
    /// `test a, imm`
    pub fn test_imm(&mut self, a: Gpr, v: i32) {
        self.rr(v < 0, None, &[0xf7], 0, a.0, false);
        self.i32(v);
    }
    /// `test byte [m], imm`, for a base register and a displacement
    pub fn test_byte(&mut self, m: Mem, v: u8) {
        self.rm(false, None, &[0xf6], 0, m, false);
        self.u8(v);
    }
    /// `op dst, src` on the lower halves; the upper half of `dst` becomes 0.
    pub fn alu32(&mut self, op: Alu, dst: Gpr, src: Gpr) {
        self.rr(false, None, &[(op as u8) << 3 | 1], src.0, dst.0, false);
    }
    /// `mul src`: rdx and rax become the product of rax and `src`.
    pub fn mul(&mut self, src: Gpr) {
        self.rr(true, None, &[0xf7], 4, src.0, false);
    }
    /// `div src` (unsigned) of rdx and rax: quotient in rax, remainder in rdx; on the lower halves if not `wide`.
    pub fn div(&mut self, src: Gpr, wide: bool) {
        self.rr(wide, None, &[0xf7], 6, src.0, false);
    }
    /// `idiv src`, likewise.
    pub fn idiv(&mut self, src: Gpr) {
        self.rr(true, None, &[0xf7], 7, src.0, false);
    }
    /// `cqo`: extends rax to rdx.
    pub fn cqo(&mut self) {
        self.bytes.extend([0x48, 0x99]);
    }
    /// `imul dst, src`
    pub fn imul(&mut self, dst: Gpr, src: Gpr) {
        self.rr(true, None, &[0x0f, 0xaf], dst.0, src.0, false);
    }
    /// `imul dst, src, imm`
    pub fn imul_imm(&mut self, dst: Gpr, src: Gpr, v: i32) {
        if (-128..128).contains(&v) {
            self.rr(true, None, &[0x6b], dst.0, src.0, false);
            self.u8(v as u8);
        } else {
            self.rr(true, None, &[0x69], dst.0, src.0, false);
            self.i32(v);
        }
    }
    /// `neg a`
    pub fn neg(&mut self, a: Gpr) {
        self.rr(true, None, &[0xf7], 3, a.0, false);
    }
    /// `not a`
    pub fn not(&mut self, a: Gpr) {
        self.rr(true, None, &[0xf7], 2, a.0, false);
    }
    /// Shift by a constant; `ext` is 4 (left), 5 (logical right) or 7 (arithmetic right).
    pub fn shift_imm(&mut self, ext: u8, a: Gpr, count: u8) {
        self.rr(true, None, &[0xc1], ext, a.0, false);
        self.u8(count);
    }
    /// Shift by `cl`; `ext` as for a constant.
    pub fn shift_cl(&mut self, ext: u8, a: Gpr) {
        self.rr(true, None, &[0xd3], ext, a.0, false);
    }
    /// `setcc dst`, then zero extension.
    pub fn set(&mut self, c: Cond, dst: Gpr) {
        self.set_byte(c, dst);
        self.extend(dst, dst, 1, false);
    }
    /// `setcc dst` (low byte only).
    pub fn set_byte(&mut self, c: Cond, dst: Gpr) {
        self.rr(false, None, &[0x0f, 0x90 | c as u8], 0, dst.0, true);
    }
    /// `cmovcc dst, src`
    pub fn cmov(&mut self, c: Cond, dst: Gpr, src: Gpr) {
        self.rr(true, None, &[0x0f, 0x40 | c as u8], dst.0, src.0, false);
    }
    /// `jcc rel32`; returns the position of the displacement.
    pub fn jcc(&mut self, c: Cond) -> usize {
        self.bytes.extend([0x0f, 0x80 | c as u8]);
        self.i32(0);
        self.pos() - 4
    }
    /// Turns the `jcc rel32` just written around: its displacement is that of the other case now, and a `jmp rel32` for its
    /// old one follows, whose displacement's position is returned.
    pub fn invert_jcc(&mut self) -> usize {
        let cond = self.pos() - 5;
        self.bytes[cond] ^= 1;
        self.jmp()
    }
    /// `jmp rel32`; returns the position of the displacement.
    pub fn jmp(&mut self) -> usize {
        self.u8(JMP);
        self.i32(0);
        self.pos() - 4
    }
    /// Room for a jump ([`JMP`]) that may have to be put here: one instruction that does nothing. Returns the position of the jump's
    /// displacement.
    pub fn room_for_jmp(&mut self) -> usize {
        self.bytes.extend([0x0f, 0x1f, 0x44, 0, 0]);
        self.pos() - 4
    }
    /// Makes the displacement at `site` lead to `target` (both positions in this buffer).
    pub fn patch(&mut self, site: usize, target: usize) {
        let rel = target as i64 - (site as i64 + 4);
        self.bytes[site..site + 4].copy_from_slice(&(rel as i32).to_le_bytes());
    }
    /// `jcc rel8` to a place that [`Code::land`] gives.
    pub fn jcc_short(&mut self, c: Cond) -> usize {
        self.bytes.extend([0x70 | c as u8, 0]);
        self.pos() - 1
    }
    /// `jmp rel8`, likewise.
    pub fn jmp_short(&mut self) -> usize {
        self.bytes.extend([0xeb, 0]);
        self.pos() - 1
    }
    /// Makes a short jump lead here.
    pub fn land(&mut self, site: usize) {
        let rel = self.pos() - (site + 1);
        self.bytes[site] = i8::try_from(rel).expect("a short jump") as u8;
    }
    /// `jmp reg`
    pub fn jmp_reg(&mut self, r: Gpr) {
        self.rr(false, None, &[0xff], 4, r.0, false);
    }
    /// `call` of a position in this buffer.
    pub fn call(&mut self, target: usize) {
        let site = self.call_site();
        self.patch(site, target);
    }
    /// `call rel32`; returns the position of the displacement.
    pub fn call_site(&mut self) -> usize {
        self.u8(0xe8);
        self.i32(0);
        self.pos() - 4
    }
    /// `call reg`
    pub fn call_reg(&mut self, r: Gpr) {
        self.rr(false, None, &[0xff], 2, r.0, false);
    }
    /// `push reg`
    pub fn push(&mut self, r: Gpr) {
        self.rex(false, 0, 0, r.0, false);
        self.u8(0x50 | (r.0 & 7));
    }
    /// `pop reg`
    pub fn pop(&mut self, r: Gpr) {
        self.rex(false, 0, 0, r.0, false);
        self.u8(0x58 | (r.0 & 7));
    }
    /// `ret`
    pub fn ret(&mut self) {
        self.u8(0xc3);
    }
    /// `and byte-register a, b` (low bytes).
    pub fn and_bytes(&mut self, a: Gpr, b: Gpr) {
        self.rr(false, None, &[0x20], b.0, a.0, true);
    }
    /// `or` of low bytes.
    pub fn or_bytes(&mut self, a: Gpr, b: Gpr) {
        self.rr(false, None, &[0x08], b.0, a.0, true);
    }
}
