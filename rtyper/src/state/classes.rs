//! What is known of classes: their structs, and the entries of their vtables.

use crate::state::repr::ReprId;
use annotator::{CallFamilyId, ClassDefId, DescId};
use flowmodel::{FuncId, ObjId, StructId};
use indexmap::IndexMap;
use rustc_hash::FxHashMap;
use std::collections::VecDeque;
use std::rc::Rc;

/// An entry of a vtable.
#[derive(Clone, Debug)]
pub(crate) enum ClassField {
    /// A class attribute that is never changed.
    Data(Rc<str>, ReprId),
    /// Pointers to the method's function, by row of its call family.
    Method(Vec<(CallFamilyId, usize, Rc<str>)>),
    /// A field that says whether the class has this class attribute.
    Has(Rc<str>),
    /// Nothing is stored: one function, a property, a constant.
    Void,
}

/// Attribute, field and repr of an instance field.
pub(crate) type InstanceField = (Rc<str>, Rc<str>, ReprId);

/// Holds what the RTyper knows of a class.
#[derive(Clone, Debug)]
pub(crate) struct ClassInfo {
    pub instance: StructId,
    pub vtable: StructId,
    pub vtable_obj: Option<ObjId>,
    pub done: bool,
    pub busy: bool,
    /// Attribute, field name, repr; defined at this level.
    pub fields: Vec<InstanceField>,
    /// Vtable entries defined at this level.
    pub class_fields: IndexMap<Rc<str>, ClassField>,
}

/// The classes of the program.
#[derive(Default)]
pub(crate) struct Classes {
    pub infos: IndexMap<ClassDefId, ClassInfo>,
    /// The classes that are still to be laid out.
    pub queue: VecDeque<ClassDefId>,
    /// Functions that make an instance, of classes that `instantiate()` is called with through variables.
    pub instantiators: FxHashMap<ClassDefId, FuncId>,
    /// Functions that make an OSError of the class that a number tells.
    pub os_errors: FxHashMap<ClassDefId, FuncId>,
    /// Fields of vtables for attributes of classes in an access set (by its first member).
    pub set_fields: IndexMap<(DescId, Rc<str>), Rc<str>>,
}

impl Classes {
    /// The vtable's field for an attribute that is read from classes (as objects) of the access set that begins with a
    /// description: sets with a common base may have attributes of one name and different types.
    pub(crate) fn set_field(&mut self, first: DescId, name: &str) -> Rc<str> {
        if let Some(field) = self.set_fields.get(&(first, name.into())) {
            return field.clone();
        }
        let same = self.set_fields.keys().filter(|(_, n)| **n == *name).count();
        let field: Rc<str> = match same {
            0 => format!("pbc_{name}").into(),
            n => format!("pbc_{name}_{n}").into(),
        };
        self.set_fields.insert((first, name.into()), field.clone());
        field
    }
}
