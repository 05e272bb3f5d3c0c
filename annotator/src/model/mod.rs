//! The lattice of annotations: [`SomeValue`] says which run-time values a variable may hold.
//!
//! Annotations are immutable. Containers are annotations that name a *definition* ([`ListDefId`],
//! [`DictDefId`], [`ClassDefId`]) whose contents grow while the annotator works; list and dict
//! definitions are merged when they meet, so compare ids only after `Facts::find_list` and
//! `find_dict`. `Impossible` is the bottom (no value: the code is not reached yet), `Object` the top.

pub(crate) mod again;
pub(crate) mod answers;
pub(crate) mod classdefs;
pub(crate) mod containers;
pub(crate) mod descs;
pub(crate) mod errors;
pub(crate) mod knowledge;
pub(crate) mod operands;
pub(crate) mod reported;
pub(crate) mod shared_calls;
pub(crate) mod site;
pub(crate) mod special_methods;
pub(crate) mod state;
pub mod targets;
pub mod work;

use flowmodel::{FuncTypeId, HlConst, HostRef, PrimaryMap, SecondaryMap, StructId, Type};
use indexmap::IndexSet;
use rustc_hash::FxBuildHasher;
use std::num::NonZeroU32;
use std::rc::Rc;

/// Declares an id type for an arena.
macro_rules! ids {
    ($($(#[doc = $doc:literal])+ $name:ident $prefix:literal;)*) => {
        $($(#[doc = $doc])+
        #[derive(Copy, Clone, PartialEq, Eq, Hash, PartialOrd, Ord)]
        pub struct $name(u32);
        impl flowmodel::EntityRef for $name {
            fn new(i: usize) -> Self { $name(i as u32) }
            fn index(self) -> usize { self.0 as usize }
        }
        impl std::fmt::Debug for $name {
            fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
                write!(f, concat!($prefix, "{}"), self.0)
            }
        })*
    };
}

ids! {
    /// A definition of lists that may meet.
    ListDefId "list";
    /// A definition of dicts that may meet.
    DictDefId "dict";
    /// A class of the user's program, as seen through its instances.
    ClassDefId "classdef";
    /// A description of a prebuilt object: function, class, method, frozen object.
    DescId "desc";
    /// An annotated instance (specialisation) of a function's flow graph.
    AnnGraphId "graph";
    /// A set of callables that meet at call sites.
    CallFamilyId "callfamily";
}

/// An arena.
pub type Arena<K, V> = PrimaryMap<K, V>;
/// A side table.
pub type Table<K, V> = SecondaryMap<K, V>;

/// Width of an integer.
#[derive(Copy, Clone, PartialEq, Eq, Hash, PartialOrd, Ord, Debug, Default)]
pub enum IntSize {
    /// A machine word: Signed or Unsigned (also `r_longlong`, `r_int64`, …).
    #[default]
    Word,
    /// 32 bits (`r_int32`, `r_uint32`).
    Half,
    /// 16 bits, in raw memory and C interfaces.
    Short,
    /// 8 bits, in raw memory and C interfaces.
    Byte,
}

/// Says what is known of a byte string in a program of Python 3, where `str` and `bytes` are two types. At run time
/// they are one. Both: values of both kinds meet. Neither: a value of other programs or of the library, which passes
/// for either.
#[derive(Copy, Clone, PartialEq, Eq, Hash, PartialOrd, Ord, Debug, Default)]
pub struct Texts {
    /// Python 3's `str`.
    pub text: bool,
    /// Python 3's `bytes`.
    pub bytes: bool,
}

impl Texts {
    /// The type of which nothing is known.
    pub const PLAIN: Texts = Texts { text: false, bytes: false };
    /// `str`
    pub const TEXT: Texts = Texts { text: true, bytes: false };
    /// `bytes`
    pub const BYTES: Texts = Texts { text: false, bytes: true };

    /// Gives what values of both sets are.
    pub fn union(self, other: Texts) -> Texts {
        Texts { text: self.text || other.text, bytes: self.bytes || other.bytes }
    }
}

/// Says what an iterator gives.
#[derive(Copy, Clone, PartialEq, Eq, Hash, PartialOrd, Ord, Debug)]
pub enum IterVariant {
    /// The items of a list, tuple or string, the keys of a dict.
    Items,
    /// Items from the end.
    Reversed,
    /// `(index, item)`.
    Enumerate,
    /// Keys of a dict.
    Keys,
    /// Values of a dict.
    Values,
    /// `(key, value)` of a dict.
    KeyValues,
    /// `zip()`: the container is a tuple of iterators.
    Zip,
}

/// A low-level type as a translation-time value.
#[derive(Copy, Clone, PartialEq, Eq, Hash, PartialOrd, Ord, Debug)]
pub enum LlType {
    /// Type of values: a primitive, or a pointer type.
    Value(Type),
    /// A container itself (`Ptr(T).TO`), as `malloc` takes it.
    Container(StructId),
    /// A function type itself.
    Func(FuncTypeId),
}

/// The set of values, without the constant.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub enum Kind {
    /// No value. Code that would need one is not reached (yet).
    Impossible,
    /// Any value: usable for nothing.
    Object,
    /// The only value is `None`.
    None_,
    /// `bool`
    Bool,
    /// None or a bool (`x and y`), of which only the truth can be used: at run time None is False.
    Truth,
    /// `int` and rlib's integer types.
    Integer {
        /// It is known to be >= 0.
        nonneg: bool,
        /// `r_uint` and other unsigned types.
        unsigned: bool,
        /// Width.
        size: IntSize,
    },
    /// `float`
    Float,
    /// `r_singlefloat`
    SingleFloat,
    /// C's `long double`, whose value is kept as a `float`.
    LongFloat,
    /// A byte string of length 1.
    Char,
    /// A unicode string of length 1.
    UniChar,
    /// A byte string.
    String {
        /// `None` is possible.
        can_be_none: bool,
        /// Contains no NUL byte.
        no_nul: bool,
        /// Says which of the two types of Python 3 it is.
        texts: Texts,
    },
    /// A unicode string.
    Unicode {
        /// `None` is possible.
        can_be_none: bool,
        /// Contains no NUL.
        no_nul: bool,
    },
    /// `bytearray` (`None` is possible).
    ByteArray,
    /// A list (`None` is possible).
    List(ListDefId),
    /// A dict (`None` is possible).
    Dict(DictDefId),
    /// A set or frozenset, as a definition of dicts without values (`None` is possible).
    Set(DictDefId),
    /// A `collections.deque` of what a list definition holds (`None` is possible).
    Deque(ListDefId),
    /// A tuple of known length.
    Tuple(Rc<[SomeValue]>),
    /// An iterator over a container.
    Iterator {
        /// The value that is iterated over: list, dict, tuple, string.
        container: Rc<SomeValue>,
        /// Says what it gives.
        variant: IterVariant,
    },
    /// `slice(start, stop, step)`, only as an index.
    Slice(Rc<[SomeValue; 3]>),
    /// An instance of a class or of one of its subclasses.
    Instance {
        /// The class.
        class: ClassDefId,
        /// `None` is possible.
        can_be_none: bool,
    },
    /// One of the given prebuilt callables or frozen objects; sorted.
    Pbc {
        /// Descriptions of the values: not empty, sorted, of one kind (functions, classes, methods,
        /// frozen, methods of frozen).
        descs: Rc<[DescId]>,
        /// `None` is possible.
        can_be_none: bool,
    },
    /// The class of an instance of this class or of one of its subclasses (`type(x)`, exception class).
    Type(ClassDefId),
    /// A function of the toolchain, by its registry name (`len`, `os.read`, `rpython.rlib.jit.promote`).
    Builtin(Rc<str>),
    /// A method of a built-in type bound to a value.
    BuiltinMethod {
        /// Method name.
        name: Rc<str>,
        /// The value.
        this: Rc<SomeValue>,
    },
    /// `StringBuilder` (`None` is possible).
    StringBuilder,
    /// `UnicodeBuilder` (`None` is possible).
    UnicodeBuilder,
    /// `weakref.ref` to an instance (`None` is possible). Without a class it is known to be dead.
    WeakRef(Option<ClassDefId>),
    /// A property of a class: read and written through functions. Only as the value of a class attribute.
    Property(HostRef),
    /// A low-level pointer: `Type::Ptr`, `Type::FuncPtr` or `Type::GcRef`.
    Ptr(Type),
    /// A pointer to a part of an object of the collector.
    InteriorPtr(Rc<Interior>),
    /// A raw address.
    Address,
    /// A low-level type; always a translation-time constant.
    LlType(LlType),
}

/// Names a part of an object: a field or an array.
#[derive(Copy, Clone, PartialEq, Eq, Hash, Debug)]
pub enum Part {
    /// Some of the fields.
    Fields,
    /// The array at the end.
    Items,
    /// An item that is a structure, or some of the fields of it.
    Item,
}

/// Describes the target of a pointer into an object of the collector.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub struct Interior {
    /// The object's type.
    pub object: StructId,
    /// The part of the object.
    pub part: Part,
    /// The beginning of the names of its fields (`span.start.`).
    pub prefix: Rc<str>,
}

/// An annotation: which values are possible, and the value itself if it is known.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub struct SomeValue {
    /// Set of values.
    pub kind: Kind,
    /// The only possible value. Prebuilt containers and instances are constants by identity.
    pub konst: Option<HlConst>,
}

impl From<Kind> for SomeValue {
    fn from(kind: Kind) -> SomeValue {
        SomeValue { kind, konst: None }
    }
}

/// Shorthand constructors, named after RPython's classes.
impl SomeValue {
    /// Bottom.
    pub const IMPOSSIBLE: SomeValue = SomeValue { kind: Kind::Impossible, konst: None };
    /// Top.
    pub const OBJECT: SomeValue = SomeValue { kind: Kind::Object, konst: None };
    /// Unknown boolean.
    pub const BOOL: SomeValue = SomeValue { kind: Kind::Bool, konst: None };
    /// Unknown signed word.
    pub const INT: SomeValue = SomeValue::integer(false, false, IntSize::Word);
    /// Signed word >= 0.
    pub const NONNEG: SomeValue = SomeValue::integer(true, false, IntSize::Word);
    /// Unsigned word.
    pub const UINT: SomeValue = SomeValue::integer(true, true, IntSize::Word);
    /// Float.
    pub const FLOAT: SomeValue = SomeValue { kind: Kind::Float, konst: None };
    /// Char.
    pub const CHAR: SomeValue = SomeValue { kind: Kind::Char, konst: None };
    /// Unicode code point.
    pub const UNICHAR: SomeValue = SomeValue { kind: Kind::UniChar, konst: None };
    /// String, not None.
    pub const STR: SomeValue = SomeValue::string(false, false, Texts::PLAIN);
    /// String without NUL, not None.
    pub const STR0: SomeValue = SomeValue::string(false, true, Texts::PLAIN);
    /// String or None.
    pub const STR_OR_NONE: SomeValue = SomeValue::string(true, false, Texts::PLAIN);
    /// Unicode, not None.
    pub const UNICODE: SomeValue =
        SomeValue { kind: Kind::Unicode { can_be_none: false, no_nul: false }, konst: None };
    /// None.
    pub const NONE: SomeValue = SomeValue { kind: Kind::None_, konst: Some(HlConst::None) };
    /// Address.
    pub const ADDRESS: SomeValue = SomeValue { kind: Kind::Address, konst: None };

    /// A byte string.
    pub const fn string(can_be_none: bool, no_nul: bool, texts: Texts) -> SomeValue {
        SomeValue { kind: Kind::String { can_be_none, no_nul, texts }, konst: None }
    }
    /// An integer type.
    pub const fn integer(nonneg: bool, unsigned: bool, size: IntSize) -> SomeValue {
        SomeValue {
            kind: Kind::Integer { nonneg: nonneg || unsigned, unsigned, size },
            konst: None,
        }
    }
    /// A known bool.
    pub fn bool_const(b: bool) -> SomeValue {
        SomeValue { kind: Kind::Bool, konst: Some(HlConst::Bool(b)) }
    }
    /// A known int.
    pub fn int_const(i: i64) -> SomeValue {
        SomeValue::integer(i >= 0, false, IntSize::Word).with_const(HlConst::Int(i))
    }
    /// A tuple.
    pub fn tuple(items: Vec<SomeValue>) -> SomeValue {
        Kind::Tuple(items.into()).into()
    }
    /// An instance.
    pub fn instance(class: ClassDefId) -> SomeValue {
        Kind::Instance { class, can_be_none: false }.into()
    }
    /// A low-level pointer.
    pub fn ptr(ty: Type) -> SomeValue {
        Kind::Ptr(ty).into()
    }
    /// A low-level type constant.
    pub fn lltype(t: LlType) -> SomeValue {
        Kind::LlType(t).into()
    }
    /// The annotation of values of a low-level type.
    pub fn from_lltype(ty: Type) -> SomeValue {
        match ty {
            Type::Void => SomeValue::NONE,
            Type::Bool => SomeValue::BOOL,
            Type::Char => SomeValue::CHAR,
            Type::UniChar => SomeValue::UNICHAR,
            Type::Signed => SomeValue::INT,
            Type::Unsigned => SomeValue::UINT,
            Type::Int32 => SomeValue::integer(false, false, IntSize::Half),
            Type::UInt32 => SomeValue::integer(true, true, IntSize::Half),
            Type::Int16 => SomeValue::integer(false, false, IntSize::Short),
            Type::UInt16 => SomeValue::integer(true, true, IntSize::Short),
            Type::Int8 => SomeValue::integer(false, false, IntSize::Byte),
            Type::UInt8 => SomeValue::integer(true, true, IntSize::Byte),
            Type::Float => SomeValue::FLOAT,
            Type::SingleFloat => Kind::SingleFloat.into(),
            Type::LongFloat => Kind::LongFloat.into(),
            Type::Address => SomeValue::ADDRESS,
            Type::GcRef | Type::Ptr(_) | Type::FuncPtr(_) => SomeValue::ptr(ty),
        }
    }
    /// The low-level type of values of this annotation, where it does not depend on the RTyper's choices.
    pub fn to_lltype(&self) -> Option<Type> {
        Some(match &self.kind {
            Kind::None_ | Kind::LlType(_) => Type::Void,
            Kind::Bool | Kind::Truth => Type::Bool,
            Kind::Char => Type::Char,
            Kind::UniChar => Type::UniChar,
            Kind::Integer { unsigned: false, size: IntSize::Word, .. } => Type::Signed,
            Kind::Integer { unsigned: true, size: IntSize::Word, .. } => Type::Unsigned,
            Kind::Integer { unsigned: false, size: IntSize::Half, .. } => Type::Int32,
            Kind::Integer { unsigned: true, size: IntSize::Half, .. } => Type::UInt32,
            Kind::Integer { unsigned: false, size: IntSize::Short, .. } => Type::Int16,
            Kind::Integer { unsigned: true, size: IntSize::Short, .. } => Type::UInt16,
            Kind::Integer { unsigned: false, size: IntSize::Byte, .. } => Type::Int8,
            Kind::Integer { unsigned: true, size: IntSize::Byte, .. } => Type::UInt8,
            Kind::Float => Type::Float,
            Kind::SingleFloat => Type::SingleFloat,
            Kind::LongFloat => Type::LongFloat,
            Kind::Address => Type::Address,
            Kind::Ptr(t) => *t,
            _ => return None,
        })
    }
    /// Gives the same annotation with a known value.
    pub fn with_const(mut self, c: HlConst) -> SomeValue {
        self.konst = Some(c);
        self
    }
    /// Gives the same annotation without the known value (`None` and low-level types stay what they
    /// are).
    pub fn without_const(&self) -> SomeValue {
        match &self.kind {
            Kind::None_ => self.clone(),
            Kind::Tuple(items) if self.konst.is_some() => {
                SomeValue::tuple(items.iter().map(|s| s.without_const()).collect())
            }
            k => k.clone().into(),
        }
    }
    /// Gives what a container remembers of an item: nothing that is known but the flags in prebuilt tuples, which
    /// tables of functions have. (Other numbers and texts are values, and what they are good for is found out when the
    /// program runs.)
    pub fn as_item(&self) -> SomeValue {
        match &self.kind {
            Kind::Tuple(items) if self.konst.is_some() => {
                let known = |s: &SomeValue| match &s.kind {
                    Kind::Bool => s.clone(),
                    _ => s.as_item(),
                };
                SomeValue::tuple(items.iter().map(known).collect())
            }
            _ => self.without_const(),
        }
    }
    /// Says whether there is no value.
    pub fn is_impossible(&self) -> bool {
        self.kind == Kind::Impossible
    }
    /// Says whether the value is known.
    pub fn is_const(&self) -> bool {
        self.konst.is_some()
    }
    /// The known value, if it is an int.
    pub fn const_int(&self) -> Option<i64> {
        match self.konst {
            Some(HlConst::Int(i)) => Some(i),
            Some(HlConst::Bool(b)) => Some(b as i64),
            _ => None,
        }
    }
    /// The known value, if it is a bool.
    pub fn const_bool(&self) -> Option<bool> {
        match self.konst {
            Some(HlConst::Bool(b)) => Some(b),
            _ => None,
        }
    }
    /// The known value, if it is a string that is text.
    pub fn const_str(&self) -> Option<&str> {
        match &self.konst {
            Some(HlConst::Str(s)) => std::str::from_utf8(s).ok(),
            Some(HlConst::Unicode(s)) => Some(s),
            _ => None,
        }
    }
    /// The known value, if it is a host object.
    pub fn const_host(&self) -> Option<HostRef> {
        match self.konst {
            Some(HlConst::Host(r)) => Some(r),
            _ => None,
        }
    }
    /// Says whether `None` is a possible value.
    pub fn can_be_none(&self) -> bool {
        match &self.kind {
            Kind::String { can_be_none, .. }
            | Kind::Unicode { can_be_none, .. }
            | Kind::Instance { can_be_none, .. }
            | Kind::Pbc { can_be_none, .. } => *can_be_none,
            Kind::None_ | Kind::Truth | Kind::Object => true,
            Kind::List(_)
            | Kind::Dict(_)
            | Kind::Set(_)
            | Kind::Deque(_)
            | Kind::ByteArray
            | Kind::StringBuilder
            | Kind::UnicodeBuilder
            | Kind::WeakRef(_)
            | Kind::Type(_)
            | Kind::Iterator { .. } => self.konst.is_none(),
            Kind::Ptr(Type::GcRef) => true,
            _ => false,
        }
    }
    /// The annotation with `None` added, if values of this kind can share a variable with `None`.
    pub fn noneify(&self) -> Option<SomeValue> {
        let kind = match &self.kind {
            Kind::Impossible => return Some(SomeValue::NONE),
            Kind::Char => return Some(SomeValue::STR_OR_NONE),
            Kind::UniChar => Kind::Unicode { can_be_none: true, no_nul: false },
            Kind::String { no_nul, texts, .. } => {
                return Some(SomeValue::string(true, *no_nul, *texts));
            }
            Kind::Unicode { no_nul, .. } => Kind::Unicode { can_be_none: true, no_nul: *no_nul },
            Kind::Instance { class, .. } => Kind::Instance { class: *class, can_be_none: true },
            Kind::Pbc { descs, .. } => Kind::Pbc { descs: descs.clone(), can_be_none: true },
            Kind::Bool | Kind::Truth => Kind::Truth,
            Kind::None_ | Kind::Object => return Some(self.clone()),
            Kind::List(_)
            | Kind::Dict(_)
            | Kind::Set(_)
            | Kind::Deque(_)
            | Kind::ByteArray
            | Kind::StringBuilder
            | Kind::UnicodeBuilder
            | Kind::WeakRef(_)
            | Kind::Type(_)
            | Kind::Ptr(Type::GcRef)
            | Kind::Iterator { .. } => self.kind.clone(),
            _ => return None,
        };
        Some(kind.into())
    }
    /// The annotation with `None` taken out (`Impossible` if nothing is left).
    pub fn nonnoneify(&self) -> SomeValue {
        let kind = match &self.kind {
            Kind::None_ => return SomeValue::IMPOSSIBLE,
            Kind::String { no_nul, texts, .. } => {
                Kind::String { can_be_none: false, no_nul: *no_nul, texts: *texts }
            }
            Kind::Unicode { no_nul, .. } => Kind::Unicode { can_be_none: false, no_nul: *no_nul },
            Kind::Instance { class, .. } => Kind::Instance { class: *class, can_be_none: false },
            Kind::Pbc { descs, .. } => Kind::Pbc { descs: descs.clone(), can_be_none: false },
            _ => return self.clone(),
        };
        SomeValue { kind, konst: self.konst.clone() }
    }
    /// Says whether it is any integer, bools included.
    pub fn is_integral(&self) -> bool {
        matches!(self.kind, Kind::Integer { .. } | Kind::Bool)
    }
    /// Says whether the value is known to be an int >= 0.
    pub fn is_nonneg(&self) -> bool {
        match self.kind {
            Kind::Integer { nonneg, .. } => nonneg,
            Kind::Bool => true,
            _ => false,
        }
    }
    /// Says whether it is a byte string or a char.
    pub fn is_str(&self) -> bool {
        matches!(self.kind, Kind::String { .. } | Kind::Char)
    }
    /// Says whether it is a string of which Python 3 says that it is `bytes`.
    pub fn is_bytes(&self) -> bool {
        matches!(self.kind, Kind::String { texts: Texts::BYTES, .. })
    }
    /// Says which type of Python 3 a byte string is.
    pub fn texts(&self) -> Texts {
        match self.kind {
            Kind::String { texts, .. } => texts,
            _ => Texts::PLAIN,
        }
    }
    /// Gives the same string with this known of it. Other values are left alone.
    pub fn with_texts(mut self, known: Texts) -> SomeValue {
        if let Kind::String { texts, .. } = &mut self.kind {
            *texts = known;
        }
        self
    }
    /// Says whether it is a unicode string or code point.
    pub fn is_unicode(&self) -> bool {
        matches!(self.kind, Kind::Unicode { .. } | Kind::UniChar)
    }
}

/// Number of an annotation.
#[derive(Copy, Clone, PartialEq, Eq, Debug)]
pub struct AnnotationId(NonZeroU32);

/// Each annotation that some variable has or had. Very many variables have the same one: each is kept once, and variables
/// keep its number.
#[derive(Clone, Default, Debug)]
pub struct Annotations(IndexSet<SomeValue, FxBuildHasher>);

impl Annotations {
    /// The number of an annotation.
    pub fn add(&mut self, s: SomeValue) -> AnnotationId {
        let n = self.0.insert_full(s).0 + 1;
        AnnotationId(NonZeroU32::new(n as u32).expect("counted from 1"))
    }
    /// The annotation with a number.
    pub fn get(&self, id: AnnotationId) -> &SomeValue {
        &self.0[id.0.get() as usize - 1]
    }
}
