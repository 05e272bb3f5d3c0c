//! Allocation removal: objects stay virtual until something needs their address.

use crate::error::Res;
use crate::raw;
use crate::state::{Optimizer, WOp};
use crate::strings;
use crate::values::{V, Virtual, zero};
use crate::vrefs;
use alloc::boxed::Box;
use alloc::vec::Vec;
use jitmodel::ResOp as R;
use jitmodel::*;

impl Optimizer<'_> {
    /// `v` is this object from now on.
    pub fn make_virtual(&mut self, v: V, virt: Virtual) {
        let ptr = &mut self.vals[v].ptr;
        ptr.virt = Some(Box::new(virt));
        ptr.nonnull = true;
    }
}

/// The virtualize stage: `None` if the operation is done.
pub(crate) fn virtualize(opt: &mut Optimizer<'_>, op: WOp) -> Res<Option<WOp>> {
    if let Some(&object) = op.args.first() {
        match opt.vals.virt(object) {
            Some(Virtual::Raw { .. }) => return raw::raw_access(opt, op),
            Some(Virtual::Call { .. }) => opt.force(object)?,
            _ => {}
        }
    }
    match op.opnum {
        R::New | R::NewWithVtable => {
            let virt = Virtual::Struct { size: op.descr(), fields: Vec::new() };
            opt.make_virtual(op.result, virt);
            return Ok(None);
        }
        R::NewArray | R::NewArrayClear => return Ok(virtual_array(opt, op)),
        R::VirtualRef => {
            vrefs::make_vref(opt, &op);
            return Ok(None);
        }
        R::VirtualRefFinish => {
            vrefs::finish_vref(opt, &op)?;
            return Ok(None);
        }
        R::GetfieldGcI | R::GetfieldGcR | R::GetfieldGcF if field_is_known(opt, &op) => {
            return Ok(None);
        }
        R::SetfieldGc if field_is_kept(opt, &op)? => return Ok(None),
        R::GetarrayitemGcI
        | R::GetarrayitemGcR
        | R::GetarrayitemGcF
        | R::GetarrayitemGcPureI
        | R::GetarrayitemGcPureR
        | R::GetarrayitemGcPureF
            if item_is_known(opt, &op)? =>
        {
            return Ok(None);
        }
        R::SetarrayitemGc if item_is_kept(opt, &op)? => return Ok(None),
        R::ArraylenGc if length_is_known(opt, &op)? => return Ok(None),
        R::GetinteriorfieldGcI | R::GetinteriorfieldGcR | R::GetinteriorfieldGcF
            if interior_is_known(opt, &op)? =>
        {
            return Ok(None);
        }
        R::SetinteriorfieldGc if interior_is_kept(opt, &op)? => return Ok(None),
        _ => {}
    }
    Ok(Some(op))
}

/// Takes an item of a virtual array or text, if its index is known.
fn item_is_known(opt: &mut Optimizer<'_>, op: &WOp) -> Res<bool> {
    if let Some(item) = strings::text_item(opt, op.args[0], op.args[1])? {
        opt.make_equal(op.result, item);
        return Ok(true);
    }
    let index = opt.vals.int(op.args[1]);
    let Some(Virtual::Array { items, .. }) = opt.vals.virt(op.args[0]) else { return Ok(false) };
    match index.and_then(|n| items.get(usize::try_from(n).ok()?)).copied() {
        Some(Some(value)) => opt.make_equal(op.result, value),
        Some(None) => opt.make_constant(op.result, zero(op.opnum.result())),
        None => {
            opt.force(op.args[0])?;
            return Ok(false);
        }
    }
    Ok(true)
}

/// Notes an item of a virtual array, if its index is known.
fn item_is_kept(opt: &mut Optimizer<'_>, op: &WOp) -> Res<bool> {
    let index = opt.vals.int(op.args[1]);
    let array = opt.vals.get(op.args[0]);
    let mut value = op.args[2];
    if opt.vals.is_virtual(array) {
        value = opt.truncated(op.descr(), value)?;
    }
    if let Some(Virtual::Array { items, .. }) = opt.vals[array].ptr.virt.as_deref_mut() {
        let item = index.and_then(|n| items.get_mut(usize::try_from(n).ok()?));
        if let Some(item) = item {
            *item = Some(value);
            return Ok(true);
        }
        opt.force(array)?;
    }
    Ok(false)
}

/// Takes the length of a virtual array or text.
fn length_is_known(opt: &mut Optimizer<'_>, op: &WOp) -> Res<bool> {
    match opt.vals.virt(op.args[0]) {
        Some(Virtual::Array { items, .. }) => {
            let length = items.len() as i64;
            opt.make_int(op.result, length);
        }
        Some(Virtual::ArrayStruct { length, .. }) => {
            let length = *length as i64;
            opt.make_int(op.result, length);
        }
        Some(virt) if virt.is_text() => {
            let length = strings::text_length(opt, op.descr(), op.args[0])?;
            opt.make_equal(op.result, length);
        }
        _ => return Ok(false),
    }
    Ok(true)
}

/// Takes a field of an item of a virtual array of structs, if the index is known.
fn interior_is_known(opt: &mut Optimizer<'_>, op: &WOp) -> Res<bool> {
    let index = opt.vals.int(op.args[1]);
    let descr = op.descr();
    let Some(Virtual::ArrayStruct { length, fields, .. }) = opt.vals.virt(op.args[0]) else {
        return Ok(false);
    };
    let Some(n) = index.and_then(|n| u32::try_from(n).ok()).filter(|n| n < length) else {
        opt.force(op.args[0])?;
        return Ok(false);
    };
    let found = fields.iter().find(|f| f.0 == n && f.1 == descr);
    match found.map(|f| f.2) {
        Some(value) => opt.make_equal(op.result, value),
        None => opt.make_constant(op.result, zero(op.opnum.result())),
    }
    Ok(true)
}

/// Notes a field of an item of a virtual array of structs, if the index is known.
fn interior_is_kept(opt: &mut Optimizer<'_>, op: &WOp) -> Res<bool> {
    let index = opt.vals.int(op.args[1]);
    let descr = op.descr();
    let array = opt.vals.get(op.args[0]);
    let mut value = op.args[2];
    if opt.vals.is_virtual(array) {
        value = opt.truncated(descr, value)?;
    }
    let virt = opt.vals[array].ptr.virt.as_deref_mut();
    let Some(Virtual::ArrayStruct { length, fields, .. }) = virt else { return Ok(false) };
    let Some(n) = index.and_then(|n| u32::try_from(n).ok()).filter(|n| *n < *length) else {
        opt.force(array)?;
        return Ok(false);
    };
    match fields.iter_mut().find(|f| f.0 == n && f.1 == descr) {
        Some(field) => field.2 = value,
        None => fields.push((n, descr, value)),
    }
    Ok(true)
}

/// Gives a read of a field its value if the object is virtual; says whether it is.
fn field_is_known(opt: &mut Optimizer<'_>, op: &WOp) -> bool {
    let descr = op.descr();
    let kind = op.opnum.result();
    match opt.vals.virt(op.args[0]) {
        Some(Virtual::Struct { size, fields }) => {
            let found = fields.iter().find(|f| f.0 == descr).map(|f| f.1);
            let size = *size;
            if let Some(value) = found {
                opt.make_equal(op.result, value);
            } else if opt.descrs.typeptr == Some(descr)
                && let Some(vtable) = opt.vtable(size)
            {
                opt.make_int(op.result, vtable);
            } else {
                opt.make_constant(op.result, zero(kind));
            }
            return true;
        }
        // The fixed fields of a new array or string are zero while it is virtual (of a slice that is all of its
        // string, too: they only keep what can be computed again).
        Some(_) => {
            opt.make_constant(op.result, zero(kind));
            return true;
        }
        None => {}
    }
    false
}

/// Keeps what is written to a field of a virtual object; says whether that is all there is to do.
fn field_is_kept(opt: &mut Optimizer<'_>, op: &WOp) -> Res<bool> {
    let (object, mut value, descr) = (op.args[0], op.args[1], op.descr());
    if opt.vals.is_virtual(object) {
        value = opt.truncated(descr, value)?;
    }
    let (zero, object) = (opt.is_zero(value), opt.vals.get(object));
    match opt.vals[object].ptr.virt.as_deref_mut() {
        Some(Virtual::Struct { fields, .. }) => {
            match fields.iter_mut().find(|f| f.0 == descr) {
                Some(field) => field.1 = value,
                None => fields.push((descr, value)),
            }
            return Ok(true);
        }
        Some(_) if zero => return Ok(true),
        Some(_) => opt.force(object)?,
        None => {}
    }
    Ok(false)
}

fn virtual_array(opt: &mut Optimizer<'_>, op: WOp) -> Option<WOp> {
    let length = opt.vals.int(op.args[0]).filter(|n| (0..=MAX_KNOWN as i64).contains(n));
    let Some(length) = length else { return Some(op) };
    let descr = op.descr();
    let clear = op.opnum == R::NewArrayClear;
    let array = opt.descrs.array(descr);
    if array.kind != Kind::Void {
        let items = vec![None; length as usize];
        opt.make_virtual(op.result, Virtual::Array { descr, clear, items });
    } else if !array.fields.is_empty() && clear {
        let virt = Virtual::ArrayStruct { descr, length: length as u32, fields: Vec::new() };
        opt.make_virtual(op.result, virt);
    } else {
        return Some(op);
    }
    None
}
