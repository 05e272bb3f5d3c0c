//! Raw memory that a trace allocates and frees again. As long as only places at constant offsets are read and written it is not
//! allocated: what was written is known.

use crate::error::Res;
use crate::state::{Optimizer, WOp};
use crate::values::{Cell, V, Virtual, zero};
use alloc::boxed::Box;
use alloc::vec::Vec;
use jitmodel::ResOp as R;
use jitmodel::*;
use smallvec::SmallVec;

/// `raw_malloc` of a constant size. Says whether the call waits.
pub(crate) fn raw_malloc(opt: &mut Optimizer<'_>, op: &WOp, effect: &EffectInfo) -> bool {
    let constant = op.args.iter().all(|&a| opt.vals.int(a).is_some());
    if effect.oopspec != OopSpec::RawMalloc || !constant {
        return false;
    }
    let (call, args) = (op.descr(), op.args.clone());
    let virt = Virtual::Raw { call, args, cells: Vec::new() };
    opt.vals[op.result].ptr.virt = Some(Box::new(virt));
    true
}

/// `raw_free` of memory that was not allocated: nobody uses the address behind it.
pub(crate) fn raw_free(opt: &mut Optimizer<'_>, op: &WOp, effect: &EffectInfo) -> bool {
    let &[_, v] = &op.args[..] else { return false };
    if effect.oopspec != OopSpec::RawFree || !opt.vals.virt(v).is_some_and(Virtual::is_raw) {
        return false;
    }
    let v = opt.vals.get(v);
    opt.vals[v].ptr.virt = None;
    opt.make_int(v, 0);
    true
}

/// The place that is accessed: (offset, size, kind).
fn raw_place(opt: &Optimizer<'_>, op: &WOp) -> Option<(i64, u32, Kind)> {
    let index = || opt.vals.int(op.args[1]);
    let (at, size, kind) = match (op.opnum, opt.descrs.get(op.descr())) {
        (R::GetfieldRawI | R::GetfieldRawF | R::SetfieldRaw, Descr::Field(d)) => {
            (d.offset as i64, d.size as u32, d.kind)
        }
        (R::GetarrayitemRawI | R::GetarrayitemRawF | R::SetarrayitemRaw, Descr::Array(d)) => {
            let at = index()?.checked_mul(d.itemsize as i64)?;
            (at.checked_add(d.basesize as i64)?, d.itemsize, d.kind)
        }
        (R::RawLoadI | R::RawLoadF | R::RawStore, Descr::Array(d)) => {
            (index()?, d.itemsize, d.kind)
        }
        _ => return None,
    };
    let known = matches!((kind, size), (Kind::Int, 1 | 2 | 4 | 8) | (Kind::Float, 8));
    (known && (0..1 << 20).contains(&at)).then_some((at, size, kind))
}

/// An access to raw memory: `None` if the operation is done.
pub(crate) fn raw_access(opt: &mut Optimizer<'_>, op: WOp) -> Res<Option<WOp>> {
    let memory = opt.vals.get(op.args[0]);
    let Some(Virtual::Raw { cells, .. }) = opt.vals.virt(memory) else { return Ok(Some(op)) };
    let place = raw_place(opt, &op).filter(|&(at, size, kind)| {
        // Parts of what was written are not known.
        let apart = |c: &Cell| at + size as i64 <= c.at || c.at + c.size as i64 <= at;
        let same = |c: &Cell| c.at == at && c.size == size && c.kind == kind;
        cells.iter().all(|c| same(c) || apart(c))
    });
    let Some((at, size, kind)) = place else {
        opt.force(memory)?;
        return Ok(Some(op));
    };
    let found = cells.iter().position(|c| c.at == at);
    if op.opnum.result() != Kind::Void {
        match found.map(|n| cells[n].value) {
            Some(value) => {
                let value = opt.vals.get(value);
                let value = opt.truncated(op.descr(), value)?;
                opt.make_equal(op.result, value);
            }
            None => opt.make_constant(op.result, zero(kind)),
        }
        return Ok(None);
    }
    if found.is_none() && cells.len() >= MAX_KNOWN {
        opt.force(memory)?;
        return Ok(Some(op));
    }
    let index = if op.args.len() == 3 { opt.vals.int(op.args[1]) } else { None };
    let value = op.args[op.args.len() - 1];
    let cell = Cell { at, size, kind, opnum: op.opnum, descr: op.descr(), index, value };
    if let Some(Virtual::Raw { cells, .. }) = opt.vals[memory].ptr.virt.as_deref_mut() {
        match found {
            Some(n) => cells[n] = cell,
            None => cells.push(cell),
        }
    }
    Ok(None)
}

/// Allocates the memory, whose place in the values is free already, and writes what is known.
pub(crate) fn force_raw(
    opt: &mut Optimizer<'_>,
    v: V,
    call: DescrRef,
    args: SmallVec<[V; 4]>,
    cells: Vec<Cell>,
) -> Res {
    let descrs = opt.descrs;
    opt.call_effects(&descrs.call(call).effect)?;
    opt.emit(WOp { opnum: R::CallI, args, descr: OpDescr::Descr(call), result: v })?;
    for cell in cells {
        let mut args: SmallVec<[V; 4]> = SmallVec::from_slice(&[v]);
        args.extend(cell.index.map(|n| opt.int_const(n)));
        args.push(opt.vals.get(cell.value));
        let op = opt.new_op(cell.opnum, &args, OpDescr::Descr(cell.descr));
        opt.emit(op)?;
    }
    Ok(())
}
