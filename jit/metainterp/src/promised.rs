//! Promises of the program that the tracer relies on rather than on guards: lists that never change
//! (`_immutable_fields_ = ["x[*]"]`, and those that no code of the program changes) and quasi-immutable fields (`"x?"`).
//!
//! A list or array that was read from such a field is marked, whatever way it takes then. What is read of a
//! marked constant is constant. The marks of constants outlive the trace ([`RootTable::mark_unchanging`]): a bridge finds them
//! in the registers that it begins with.
//!
//! Here is what a trace relies on; `tracer::promises` is what the tracer does with it.

use crate::rooted::RootedConsts;
use crate::tracer::values::{CONST, TBox};
use crate::warmstate::ATTEMPTS;
use alloc::rc::Rc;
use alloc::vec::Vec;
use jitbackend::{Memory, RootTable};
use jitmodel::hash::FxHashSet;
use jitmodel::*;

/// A quasi-immutable field that a trace relies on.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct QuasiRead {
    /// The object.
    pub object: RefConst,
    /// The field.
    pub field: DescrRef,
    /// Its mutate field.
    pub mutate: DescrRef,
    /// Value that the field holds.
    pub value: ConstValue,
}

impl QuasiRead {
    /// The mutate field of a quasi-immutable field that may be relied on in the object at this address: it counts down with each
    /// invalidation, and after some of them the field is not taken for a constant any more.
    pub fn mutate(
        mem: &impl Memory,
        descrs: &DescrTable,
        object: i64,
        field: DescrRef,
    ) -> Option<DescrRef> {
        let mutate = descrs.field(field).quasi_immutable?;
        (object != 0 && mem.getfield(object, mutate) > -i64::from(ATTEMPTS)).then_some(mutate)
    }

    /// Says whether the field still holds the value.
    pub(crate) fn holds(&self, mem: &impl Memory, roots: &RootTable) -> bool {
        let word = mem.getfield(roots.ref_word(self.object), self.field);
        match self.value {
            ConstValue::Ref(c) => word == roots.ref_word(c),
            ConstValue::Float(bits) => word == bits as i64,
            ConstValue::Int(i) => word == i,
        }
    }

    /// Says whether it is the field of the object at this address; if so, code that relies on it is not made
    /// again.
    pub fn is_written(
        &self,
        mem: &impl Memory,
        roots: &RootTable,
        object: i64,
        field: DescrRef,
    ) -> bool {
        let is = self.field == field && roots.ref_word(self.object) == object;
        if is {
            mem.setfield(object, self.mutate, -i64::from(ATTEMPTS));
        }
        is
    }
}

/// Holds what a trace relies on.
#[derive(Default)]
pub struct Promised {
    pub(crate) lists: FxHashSet<OpRef>,
    pub(crate) const_lists: RootedConsts,
    /// Quasi-immutable fields.
    pub quasi: Vec<QuasiRead>,
    /// The next operation reads a field that was just promised.
    pub(crate) promised: bool,
    pub(crate) written: FxHashSet<DescrRef>,
    /// Number of operations of the trace up to which a `guard_not_invalidated` holds: none behind it may invalidate the code.
    pub(crate) valid: Option<usize>,
}

impl Promised {
    /// Nothing yet.
    pub fn new(roots: &Rc<RootTable>) -> Self {
        Promised { const_lists: RootedConsts::new(roots), ..Default::default() }
    }

    /// A loop may begin here: variables can be other objects then.
    pub fn forget_variables(&mut self) {
        self.lists.clear();
        self.valid = None;
    }

    pub(crate) fn has(&self, mem: &impl Memory, roots: &RootTable, list: TBox) -> bool {
        match list.op {
            CONST => self.has_const(mem, roots, list.word),
            op => self.lists.contains(&op),
        }
    }

    /// Says whether the object at this address, which is a constant, never changes.
    pub(crate) fn has_const(&self, mem: &impl Memory, roots: &RootTable, word: i64) -> bool {
        match mem.is_prebuilt(word) {
            true => roots.is_prebuilt_unchanging(word),
            false => self.was_marked(word),
        }
    }

    /// Says whether this trace marked the object at this address, which is a constant.
    pub fn was_marked(&self, word: i64) -> bool {
        self.const_lists.find(word).is_some()
    }
}
