//! Allocation removal: objects stay virtual until something needs their address.

use crate::optimizer::{Optimizer, Res, WOp};
use crate::values::{V, Virtual, zero};
use alloc::boxed::Box;
use alloc::vec::Vec;
use jitmodel::ResOp as R;
use jitmodel::*;

/// Longer arrays are allocated.
const MAX_VIRTUAL_ARRAY: i64 = 64;

impl Optimizer<'_> {
    /// The virtualize stage: `None` if the operation is done.
    pub fn virtualize(&mut self, op: WOp) -> Res<Option<WOp>> {
        if let Some(&object) = op.args.first() {
            match self.vals.virt(object) {
                Some(Virtual::Raw { .. }) => return self.raw_access(op),
                Some(Virtual::Call { .. }) => self.force(object)?,
                _ => {}
            }
        }
        match op.opnum {
            R::New | R::NewWithVtable => {
                let virt = Virtual::Struct { size: op.descr(), fields: Vec::new() };
                self.make_virtual(op.result, virt);
                return Ok(None);
            }
            R::NewArray | R::NewArrayClear => return Ok(self.virtual_array(op)),
            R::VirtualRef => {
                self.make_vref(&op);
                return Ok(None);
            }
            R::VirtualRefFinish => {
                self.finish_vref(&op)?;
                return Ok(None);
            }
            R::GetfieldGcI | R::GetfieldGcR | R::GetfieldGcF => {
                let descr = op.descr();
                let kind = op.opnum.result();
                match self.vals.virt(op.args[0]) {
                    Some(Virtual::Struct { size, fields }) => {
                        let found = fields.iter().find(|f| f.0 == descr).map(|f| f.1);
                        let size = *size;
                        if let Some(value) = found {
                            self.make_equal(op.result, value);
                        } else if self.descrs.typeptr == Some(descr)
                            && let Some(vtable) = self.vtable(size)
                        {
                            self.make_int(op.result, vtable);
                        } else {
                            self.make_constant(op.result, zero(kind));
                        }
                        return Ok(None);
                    }
                    // The fixed fields of a new array or string are zero while it is virtual (of a slice that is all of its
                    // string, too: they only keep what can be computed again).
                    Some(_) => {
                        self.make_constant(op.result, zero(kind));
                        return Ok(None);
                    }
                    None => {}
                }
            }
            R::SetfieldGc => {
                let (object, mut value, descr) = (op.args[0], op.args[1], op.descr());
                if self.vals.is_virtual(object) {
                    value = self.truncated(descr, value)?;
                }
                let (zero, object) = (self.is_zero(value), self.vals.get(object));
                match self.vals[object].ptr.virt.as_deref_mut() {
                    Some(Virtual::Struct { fields, .. }) => {
                        match fields.iter_mut().find(|f| f.0 == descr) {
                            Some(field) => field.1 = value,
                            None => fields.push((descr, value)),
                        }
                        return Ok(None);
                    }
                    Some(_) if zero => return Ok(None),
                    Some(_) => self.force(object)?,
                    None => {}
                }
            }
            R::GetarrayitemGcI
            | R::GetarrayitemGcR
            | R::GetarrayitemGcF
            | R::GetarrayitemGcPureI
            | R::GetarrayitemGcPureR
            | R::GetarrayitemGcPureF => {
                if let Some(item) = self.text_item(op.args[0], op.args[1])? {
                    self.make_equal(op.result, item);
                    return Ok(None);
                }
                let index = self.vals.int(op.args[1]);
                if let Some(Virtual::Array { items, .. }) = self.vals.virt(op.args[0]) {
                    let item = index.and_then(|n| items.get(usize::try_from(n).ok()?)).copied();
                    match item {
                        Some(Some(value)) => self.make_equal(op.result, value),
                        Some(None) => self.make_constant(op.result, zero(op.opnum.result())),
                        None => {
                            self.force(op.args[0])?;
                            return Ok(Some(op));
                        }
                    }
                    return Ok(None);
                }
            }
            R::SetarrayitemGc => {
                let index = self.vals.int(op.args[1]);
                let array = self.vals.get(op.args[0]);
                let mut value = op.args[2];
                if self.vals.is_virtual(array) {
                    value = self.truncated(op.descr(), value)?;
                }
                if let Some(Virtual::Array { items, .. }) = self.vals[array].ptr.virt.as_deref_mut()
                {
                    let item = index.and_then(|n| items.get_mut(usize::try_from(n).ok()?));
                    if let Some(item) = item {
                        *item = Some(value);
                        return Ok(None);
                    }
                    self.force(array)?;
                }
            }
            R::ArraylenGc => {
                let length = match self.vals.virt(op.args[0]) {
                    Some(Virtual::Array { items, .. }) => Some(items.len() as i64),
                    Some(Virtual::ArrayStruct { length, .. }) => Some(*length as i64),
                    Some(virt) if virt.is_text() => {
                        let length = self.text_length(op.descr(), op.args[0])?;
                        self.make_equal(op.result, length);
                        return Ok(None);
                    }
                    _ => None,
                };
                if let Some(length) = length {
                    self.make_int(op.result, length);
                    return Ok(None);
                }
            }
            R::GetinteriorfieldGcI | R::GetinteriorfieldGcR | R::GetinteriorfieldGcF => {
                let index = self.vals.int(op.args[1]);
                let descr = op.descr();
                if let Some(Virtual::ArrayStruct { length, fields, .. }) =
                    self.vals.virt(op.args[0])
                {
                    match index.and_then(|n| u32::try_from(n).ok()).filter(|n| n < length) {
                        Some(n) => {
                            let found = fields.iter().find(|f| f.0 == n && f.1 == descr);
                            match found.map(|f| f.2) {
                                Some(value) => self.make_equal(op.result, value),
                                None => self.make_constant(op.result, zero(op.opnum.result())),
                            }
                            return Ok(None);
                        }
                        None => self.force(op.args[0])?,
                    }
                }
            }
            R::SetinteriorfieldGc => {
                let index = self.vals.int(op.args[1]);
                let descr = op.descr();
                let array = self.vals.get(op.args[0]);
                let mut value = op.args[2];
                if self.vals.is_virtual(array) {
                    value = self.truncated(descr, value)?;
                }
                if let Some(Virtual::ArrayStruct { length, fields, .. }) =
                    self.vals[array].ptr.virt.as_deref_mut()
                {
                    match index.and_then(|n| u32::try_from(n).ok()).filter(|n| *n < *length) {
                        Some(n) => {
                            match fields.iter_mut().find(|f| f.0 == n && f.1 == descr) {
                                Some(field) => field.2 = value,
                                None => fields.push((n, descr, value)),
                            }
                            return Ok(None);
                        }
                        None => self.force(array)?,
                    }
                }
            }
            _ => {}
        }
        Ok(Some(op))
    }

    /// `v` is this object from now on.
    pub fn make_virtual(&mut self, v: V, virt: Virtual) {
        let ptr = &mut self.vals[v].ptr;
        ptr.virt = Some(Box::new(virt));
        ptr.nonnull = true;
    }

    fn virtual_array(&mut self, op: WOp) -> Option<WOp> {
        let length = self.vals.int(op.args[0]).filter(|n| (0..=MAX_VIRTUAL_ARRAY).contains(n));
        let Some(length) = length else { return Some(op) };
        let descr = op.descr();
        let clear = op.opnum == R::NewArrayClear;
        let array = self.descrs.array(descr);
        if array.kind != Kind::Void {
            let items = vec![None; length as usize];
            self.make_virtual(op.result, Virtual::Array { descr, clear, items });
        } else if !array.fields.is_empty() && clear {
            let virt = Virtual::ArrayStruct { descr, length: length as u32, fields: Vec::new() };
            self.make_virtual(op.result, virt);
        } else {
            return Some(op);
        }
        None
    }
}
