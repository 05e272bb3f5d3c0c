//! Objects of the program's heap that are made while it is translated, and the strings and empty arrays that it
//! shares.

use crate::state::RTyper;
use flowmodel::{Const, HeapObject, ObjId, StructId};

impl RTyper<'_> {
    /// A new heap object with zero fields.
    pub(crate) fn new_obj(&mut self, name: &str, ty: StructId, items: Vec<Const>) -> ObjId {
        let types: Vec<_> = self.ann.types.structs[ty].fields.iter().map(|f| f.ty).collect();
        let fields = types.into_iter().map(|t| self.prog.zero(t)).collect();
        self.prog.heap.push(HeapObject { name: name.into(), ty, fields, items })
    }

    pub(crate) fn set_obj_field(&mut self, o: ObjId, name: &str, c: Const) {
        let ty = self.prog.heap[o].ty;
        if let Some(i) = self.ann.types.structs[ty].field_index(name) {
            self.prog.heap[o].fields[i as usize] = c;
        }
    }
}

/// The prebuilt array without items that all new lists or dicts of a type begin with: no other array is written where it is read.
pub(crate) fn empty_array(rt: &mut RTyper<'_>, array: StructId) -> Const {
    if let Some(o) = rt.shared.empty.get(&array) {
        return Const::Obj(*o);
    }
    let o = rt.new_obj("empty", array, vec![]);
    rt.shared.empty.insert(array, o);
    Const::Obj(o)
}

impl RTyper<'_> {
    /// A prebuilt byte string.
    pub(crate) fn string_const(&mut self, s: &[u8]) -> Const {
        if let Some(o) = self.shared.strings.get(s) {
            return Const::Obj(*o);
        }
        let items = s.iter().map(|b| Const::Char(*b)).collect();
        let o = self.new_obj("str", self.layouts.string, items);
        self.shared.strings.insert(s.into(), o);
        Const::Obj(o)
    }
}

/// A prebuilt unicode string.
pub(crate) fn unicode_const(rt: &mut RTyper<'_>, s: &str) -> Const {
    if let Some(o) = rt.shared.unicodes.get(s) {
        return Const::Obj(*o);
    }
    let items = s.chars().map(|c| Const::UniChar(c as u32)).collect();
    let o = rt.new_obj("unicode", rt.layouts.unicode, items);
    rt.shared.unicodes.insert(s.into(), o);
    Const::Obj(o)
}
