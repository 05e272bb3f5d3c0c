//! While tracing: fields of objects that the trace made. What is read from them again is not recorded, and constants stay
//! constants (the length of a list, say), so that the tracer can act on them.

use crate::tracer::{CONST, TBox, Tracer};
use jitbackend::Memory;
use jitmodel::*;
use rustc_hash::FxHashMap;

/// (object, field) → operand of the value.
#[derive(Default)]
pub struct HeapCache {
    fields: FxHashMap<(OpRef, DescrRef), OpRef>,
}

impl HeapCache {
    /// A loop may begin here: names can stand for other objects then.
    pub fn clear(&mut self) {
        self.fields.clear();
    }

    /// `op` is a constant from now on.
    pub fn promoted(&mut self, op: OpRef) {
        for v in self.fields.values_mut().filter(|v| **v == op) {
            *v = CONST;
        }
    }

    /// A call was made.
    pub fn called(&mut self, effect: &EffectInfo) {
        self.fields.retain(|(_, d), _| !effect.may_write(*d));
    }
}

impl<M: Memory> Tracer<'_, M> {
    fn cacheable(&self, descr: DescrRef) -> bool {
        let d = self.data.descrs.field(descr);
        // Smaller fields cut values off.
        d.size == 8 && !d.volatile
    }

    /// What a field of an object that the trace made holds.
    pub(crate) fn cached_field(&self, op: ResOp, args: &[TBox], descr: DescrRef) -> Option<OpRef> {
        match op {
            ResOp::GetfieldGcI | ResOp::GetfieldGcR | ResOp::GetfieldGcF => {
                self.heap_cache.fields.get(&(args[0].op, descr)).copied()
            }
            _ => None,
        }
    }

    /// An operation on memory was recorded.
    pub(crate) fn cache_written(&mut self, op: ResOp, args: &[TBox], descr: DescrRef) {
        if op != ResOp::SetfieldGc {
            return;
        }
        if !self.is_made(args[0]) {
            // It may be one of the objects under another name.
            self.heap_cache.fields.retain(|(_, d), _| *d != descr);
        } else if self.cacheable(descr) {
            self.heap_cache.fields.insert((args[0].op, descr), args[1].op);
        }
    }
}
