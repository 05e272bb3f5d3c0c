//! Indices and slices of sequences.

use super::*;

/// Start, stop, step of a slice of a sequence of length `len`.
pub(crate) fn slice_indices(
    host: &mut Host,
    s: (HostRef, HostRef, HostRef),
    len: usize,
) -> R<(i64, i64, i64)> {
    let len = len as i64;
    let step = if s.2 == NONE { 1 } else { slice_index(host, s.2)? };
    if step == 0 {
        return Err(host.value_error("slice step cannot be zero"));
    }
    let (lo, hi) = if step > 0 { (0, len) } else { (-1, len - 1) };
    let fix = |h: &mut Host, r: HostRef, default: i64| -> R<i64> {
        if r == NONE {
            return Ok(default);
        }
        let i = slice_index(h, r)?;
        let i = if i < 0 { i.saturating_add(len) } else { i };
        Ok(i.clamp(lo, hi))
    };
    let (ds, de) = if step > 0 { (0, len) } else { (len - 1, -1) };
    let start = fix(host, s.0, ds)?;
    let stop = fix(host, s.1, de)?;
    Ok((start, stop, step))
}

fn slice_index(host: &mut Host, r: HostRef) -> R<i64> {
    if let HostObj::BigInt(b) = host.obj(host.base(r)) {
        let negative = b.sign() == num_bigint::Sign::Minus;
        return Ok(if negative { i64::MIN } else { i64::MAX });
    }
    if host.as_int(r).is_none() && special::user_special(host, r, "__index__").is_none() {
        return Err(
            host.type_error("slice indices must be integers or None or have an __index__ method")
        );
    }
    numbers::index(host, r)
}

pub(crate) fn seq_index(host: &mut Host, what: &str, r: HostRef, len: usize) -> R<usize> {
    if host.as_int(r).is_none() && special::user_special(host, r, "__index__").is_none() {
        let m = format!("{what} indices must be integers or slices, not {}", host.type_name(r));
        return Err(host.type_error(m));
    }
    let i = numbers::index(host, r)?;
    let at = if i < 0 { i + len as i64 } else { i };
    if at < 0 || at >= len as i64 {
        let what = if what == "str" { "string" } else { what };
        let m = format!("{what} index out of range");
        return Err(host.err("IndexError", m));
    }
    Ok(at as usize)
}

/// Number of items of a range.
pub(crate) fn range_len(a: i64, b: i64, step: i64) -> usize {
    let (a, b, step) = (a as i128, b as i128, step as i128);
    let n = if step > 0 { (b - a + step - 1).div_euclid(step) } else { (a - b - step - 1) / -step };
    n.max(0) as usize
}

pub(crate) fn slice_positions(start: i64, stop: i64, step: i64) -> Vec<usize> {
    (0..range_len(start, stop, step)).map(|k| (start + k as i64 * step) as usize).collect()
}
