//! The structs of the heap that representations share.

use annotator::DescId;
use flowmodel::lltype::{CLASS_FIELD, RANGE_FIELDS, TYPE_ID_FIELD};
use flowmodel::{Field, Items, Mutability, StructId, Type, TypeTable};
use rustc_hash::FxHashMap;
use std::rc::Rc;

/// The structs of the heap that representations share.
pub(crate) struct Layouts {
    pub string: StructId,
    pub unicode: StructId,
    /// The root of instances, and of their classes.
    pub object: StructId,
    pub vtable: StructId,
    /// Arrays by the type of the items.
    pub arrays: FxHashMap<Type, StructId>,
    /// Lists by the array.
    pub lists: FxHashMap<StructId, StructId>,
    pub deques: FxHashMap<StructId, StructId>,
    pub tuples: FxHashMap<Vec<Type>, StructId>,
    /// Dicts and their entries by key, value and functions.
    pub dicts: FxHashMap<(Type, Type, Type), (StructId, StructId)>,
    pub iterators: FxHashMap<Rc<str>, StructId>,
    pub frozen: FxHashMap<DescId, StructId>,
}

impl Layouts {
    /// Defines those that every program has.
    pub(crate) fn new(t: &mut TypeTable) -> Layouts {
        let immutable =
            |n: &str, ty| Field { name: n.into(), ty, mutability: Mutability::Immutable };
        let find = |t: &flowmodel::TypeTable, n: &str| t.lookup(n);
        let string = find(t, "rpy_string").unwrap_or_else(|| {
            let hash = vec![Field::new("hash", Type::Signed)];
            t.add("rpy_string", true, None, hash, Some(Items::Plain(Type::Char)))
        });
        let unicode = find(t, "rpy_unicode").unwrap_or_else(|| {
            let hash = vec![Field::new("hash", Type::Signed)];
            t.add("rpy_unicode", true, None, hash, Some(Items::Plain(Type::UniChar)))
        });
        // Strings never change once they are built.
        t.structs[string].immutable_items = true;
        t.structs[unicode].immutable_items = true;
        let vtable = t.declare("object_vtable", false, None);
        let object = t.declare("object", true, None);
        let new_type = t.func(vec![], Type::Ptr(object));
        t.define(
            vtable,
            vec![
                immutable(RANGE_FIELDS[0], Type::Signed),
                immutable(RANGE_FIELDS[1], Type::Signed),
                immutable("name", Type::Ptr(string)),
                immutable("instantiate", Type::FuncPtr(new_type)),
                immutable("fullname", Type::Ptr(string)),
                immutable(TYPE_ID_FIELD, Type::Signed),
            ],
            None,
        );
        t.define(object, vec![immutable(CLASS_FIELD, Type::Ptr(vtable))], None);
        Layouts {
            string,
            unicode,
            object,
            vtable,
            arrays: Default::default(),
            lists: Default::default(),
            deques: Default::default(),
            tuples: Default::default(),
            dicts: Default::default(),
            iterators: Default::default(),
            frozen: Default::default(),
        }
    }
}
