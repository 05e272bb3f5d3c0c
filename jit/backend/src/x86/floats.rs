//! Encoding of instructions on vector registers, each of which holds one double.

use super::encode::{Code, Gpr, Mem, Xmm};

/// `movapd dst, src`
pub(crate) fn movapd(code: &mut Code, dst: Xmm, src: Xmm) {
    if dst != src {
        code.rr(false, Some(0x66), &[0x0f, 0x28], dst.0, src.0, false);
    }
}

/// `movsd dst, [m]`
pub(crate) fn loadsd(code: &mut Code, dst: Xmm, m: Mem) {
    code.rm(false, Some(0xf2), &[0x0f, 0x10], dst.0, m, false);
}

/// `movsd [m], src`
pub(crate) fn storesd(code: &mut Code, m: Mem, src: Xmm) {
    code.rm(false, Some(0xf2), &[0x0f, 0x11], src.0, m, false);
}

/// `movupd [m], src`
pub(crate) fn storeupd(code: &mut Code, m: Mem, src: Xmm) {
    code.rm(false, Some(0x66), &[0x0f, 0x11], src.0, m, false);
}

/// `movq xmm, gpr`
pub(crate) fn movq_to_xmm(code: &mut Code, dst: Xmm, src: Gpr) {
    code.rr(true, Some(0x66), &[0x0f, 0x6e], dst.0, src.0, false);
}

/// `movq gpr, xmm`
pub(crate) fn movq_from_xmm(code: &mut Code, dst: Gpr, src: Xmm) {
    code.rr(true, Some(0x66), &[0x0f, 0x7e], src.0, dst.0, false);
}

/// `sqrtsd` (0x51), `addsd` (0x58), `mulsd` (0x59), `subsd` (0x5c), `divsd` (0x5e).
pub(crate) fn arith_sd(code: &mut Code, op: u8, dst: Xmm, src: Xmm) {
    code.rr(false, Some(0xf2), &[0x0f, op], dst.0, src.0, false);
}

/// `andpd` (0x54), `xorpd` (0x57).
pub(crate) fn logic_pd(code: &mut Code, op: u8, dst: Xmm, src: Xmm) {
    code.rr(false, Some(0x66), &[0x0f, op], dst.0, src.0, false);
}

/// Encodes an SSE2 operation of scalars with a constant.
pub(crate) fn arith_sd_const(code: &mut Code, op: u8, dst: Xmm, bits: u64) {
    code.rpool(0xf2, &[0x0f, op], dst.0, [bits, 0]);
}

/// Encodes an SSE2 operation of scalars with memory.
pub(crate) fn arith_sd_load(code: &mut Code, op: u8, dst: Xmm, m: Mem) {
    code.rm(false, Some(0xf2), &[0x0f, op], dst.0, m, false);
}

/// Logic with a constant in the lower half.
pub(crate) fn logic_pd_const(code: &mut Code, op: u8, dst: Xmm, bits: u64) {
    code.rpool(0x66, &[0x0f, op], dst.0, [bits, 0]);
}

/// Loads a constant.
pub(crate) fn load_float(code: &mut Code, dst: Xmm, bits: u64) {
    match bits {
        0 => logic_pd(code, 0x57, dst, dst),
        _ => code.rpool(0xf2, &[0x0f, 0x10], dst.0, [bits, 0]),
    }
}

/// `ucomisd a, constant`
pub(crate) fn ucomisd_const(code: &mut Code, a: Xmm, bits: u64) {
    code.rpool(0x66, &[0x0f, 0x2e], a.0, [bits, 0]);
}

/// `ucomisd a, b`
pub(crate) fn ucomisd(code: &mut Code, a: Xmm, b: Xmm) {
    code.rr(false, Some(0x66), &[0x0f, 0x2e], a.0, b.0, false);
}

/// `cvtsi2sd dst, src`
pub(crate) fn cvtsi2sd(code: &mut Code, dst: Xmm, src: Gpr) {
    code.rr(true, Some(0xf2), &[0x0f, 0x2a], dst.0, src.0, false);
}

/// `cvttsd2si dst, src`
pub(crate) fn cvttsd2si(code: &mut Code, dst: Gpr, src: Xmm) {
    code.rr(true, Some(0xf2), &[0x0f, 0x2c], dst.0, src.0, false);
}
