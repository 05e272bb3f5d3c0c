//! Handles that are known from the start: those of constants, which are the first objects of the heap, and those of built-in
//! types, which follow them.

use flowmodel::HostRef;

/// `None`'s handle; the other constants of the heap's start follow it.
pub const NONE: HostRef = HostRef(0);
/// `False`'s handle.
pub(crate) const FALSE: HostRef = HostRef(1);
/// `True`'s handle.
pub(crate) const TRUE: HostRef = HostRef(2);
/// `NotImplemented`'s handle.
pub const NOT_IMPLEMENTED: HostRef = HostRef(3);
/// `Ellipsis`'s handle.
pub(crate) const ELLIPSIS: HostRef = HostRef(4);
/// The empty tuple's handle.
pub(crate) const EMPTY_TUPLE: HostRef = HostRef(5);

macro_rules! types {
    ($($field:ident $name:literal,)*) => {
        /// Handles of the builtin types.
        #[allow(missing_docs)]
        #[derive(Clone, Debug)]
        pub struct Types { $(pub $field: HostRef,)* }

        /// Their names, in the same order.
        pub(super) const TYPE_NAMES: &[&str] = &[$($name),*];

        impl Types {
            /// The types are allocated in order, from `first` on.
            pub(super) fn at(first: u32) -> Types {
                let mut refs = (first..).map(HostRef);
                let mut next = || refs.next().expect("the range has no end");
                Types { $($field: next(),)* }
            }
        }
    };
}

types! {
    object "object",
    type_ "type",
    none "NoneType",
    not_implemented "NotImplementedType",
    ellipsis "ellipsis",
    int "int",
    bool "bool",
    float "float",
    basestring "basestring",
    str "str",
    bytes "bytes",
    unicode "unicode",
    bytearray "bytearray",
    tuple "tuple",
    list "list",
    dict "dict",
    ordered_dict "OrderedDict",
    set "set",
    frozenset "frozenset",
    slice "slice",
    range "range",
    function "function",
    builtin_function "builtin_function_or_method",
    method "method",
    module "module",
    property "property",
    staticmethod "staticmethod",
    classmethod "classmethod",
    getset "getset_descriptor",
    cell "cell",
    iterator "iterator",
    generator "generator",
    code "code",
    super_ "super",
    dict_keys "dict_keys",
    dict_values "dict_values",
    dict_items "dict_items",
    file "file",
}
