//! Low-level types.
//!
//! There is one container shape for all objects in memory, [`StructType`]: an optional parent whose fields come
//! first (so that casts along the inheritance chain are free), fixed fields, and an optional variable-sized
//! tail. RPython's GcStruct, GcArray, Struct, Array and rpy_string are all instances of it.

use cranelift_entity::{PrimaryMap, entity_impl};
use indexmap::IndexMap;
use lloperation::Operand;
use rustc_hash::{FxHashMap, FxHashSet};
use std::rc::Rc;

/// A container type (index into [`TypeTable`]).
#[derive(Copy, Clone, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct StructId(u32);
entity_impl!(StructId, "struct");

/// A function type (index into [`TypeTable`], interned: equal ids iff equal types).
#[derive(Copy, Clone, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct FuncTypeId(u32);
entity_impl!(FuncTypeId, "functype");

/// Type of a low-level value. All are at most one machine word (8 bytes).
#[derive(Copy, Clone, PartialEq, Eq, Hash, PartialOrd, Ord, Debug, Default)]
pub enum Type {
    /// No value; also the kind of immediates (field names, types, …).
    #[default]
    Void,
    /// 1 byte, 0 or 1.
    Bool,
    /// 1 byte.
    Char,
    /// 4 bytes, a Unicode code point.
    UniChar,
    /// 64-bit signed integer.
    Signed,
    /// 64-bit unsigned integer.
    Unsigned,
    /// 32-bit signed integer (C interfaces, r_int32).
    Int32,
    /// 32-bit unsigned integer.
    UInt32,
    /// 8-bit signed integer (raw memory and C interfaces; not a character).
    Int8,
    /// 8-bit unsigned integer.
    UInt8,
    /// 16-bit signed integer.
    Int16,
    /// 16-bit unsigned integer.
    UInt16,
    /// IEEE double.
    Float,
    /// IEEE single.
    SingleFloat,
    /// C's `long double`: items of raw arrays only. A value that is read is a Float.
    LongFloat,
    /// Raw address (not traced by the GC).
    Address,
    /// A GC object of unknown type.
    GcRef,
    /// Pointer to a container; GC-traced if the container is.
    Ptr(StructId),
    /// Pointer to a function.
    FuncPtr(FuncTypeId),
}

impl Type {
    /// The one type that an operand of an operation may have; `None` if it may have several.
    pub fn of_operand(operand: Operand) -> Option<Type> {
        Some(match operand {
            Operand::Signed => Type::Signed,
            Operand::Unsigned => Type::Unsigned,
            Operand::Float => Type::Float,
            Operand::Bool => Type::Bool,
            Operand::Char => Type::Char,
            Operand::UniChar => Type::UniChar,
            Operand::Address => Type::Address,
            Operand::Void => Type::Void,
            Operand::Container | Operand::Pointer | Operand::Immediate | Operand::Any => {
                return None;
            }
        })
    }
    /// The container pointed to.
    pub fn struct_id(self) -> Option<StructId> {
        match self {
            Type::Ptr(s) => Some(s),
            _ => None,
        }
    }
    /// Size in bytes of a value in memory (Void: 0).
    pub fn size(self) -> u32 {
        match self {
            Type::Void => 0,
            Type::Bool | Type::Char | Type::Int8 | Type::UInt8 => 1,
            Type::Int16 | Type::UInt16 => 2,
            Type::UniChar | Type::Int32 | Type::UInt32 | Type::SingleFloat => 4,
            Type::LongFloat => 16,
            _ => 8,
        }
    }
    /// Says whether values are integers in the wide sense (compared and switched on as integers).
    pub fn is_integral(self) -> bool {
        matches!(
            self,
            Type::Bool
                | Type::Char
                | Type::UniChar
                | Type::Signed
                | Type::Unsigned
                | Type::Int32
                | Type::UInt32
        ) || self.is_narrow()
    }
    /// Says whether it is an integer of 8 or 16 bits.
    pub fn is_narrow(self) -> bool {
        matches!(self, Type::Int8 | Type::UInt8 | Type::Int16 | Type::UInt16)
    }
    /// Says whether it is an integer type of any width with negative values.
    pub fn is_signed(self) -> bool {
        matches!(self, Type::Signed | Type::Int32 | Type::Int16 | Type::Int8)
    }
    /// Says whether it is an unsigned integer type of any width.
    pub fn is_unsigned(self) -> bool {
        matches!(self, Type::Unsigned | Type::UInt32 | Type::UInt16 | Type::UInt8)
    }
    /// A number as one of 8 or 16 bits: what C's conversion gives (other types: the number itself).
    pub fn narrow(self, x: i64) -> i32 {
        match self {
            Type::Int8 => x as i8 as i32,
            Type::UInt8 => x as u8 as i32,
            Type::Int16 => x as i16 as i32,
            Type::UInt16 => x as u16 as i32,
            _ => x as i32,
        }
    }
}

/// Says how often a field may change after the object is built.
#[derive(Copy, Clone, PartialEq, Eq, Hash, Debug, Default)]
pub enum Mutability {
    /// Any time.
    #[default]
    Mutable,
    /// It never changes after initialisation (`_immutable_fields_ = ['x']`).
    Immutable,
    /// The field and the items of the array it points to (`'x[*]'`).
    ImmutableArray,
    /// It does not change, as with `Immutable`, but functions other than `__init__` assign it: prebuilt objects may get
    /// their value while the program runs, so only traces take it for a constant.
    LateImmutable,
    /// Neither it nor its array's items change, as with `ImmutableArray`, but functions other than
    /// `__init__` assign it.
    LateImmutableArray,
    /// Rarely; traces that depend on it are invalidated (`'x?'`).
    QuasiImmutable,
    /// Rarely, and its array's items never (`'x?[*]'`).
    QuasiImmutableArray,
}

impl Mutability {
    /// A trace may take the field of a constant object for a constant.
    pub fn pure_in_traces(self) -> bool {
        use Mutability::*;
        matches!(self, Immutable | ImmutableArray | LateImmutable | LateImmutableArray)
    }

    /// Neither does the list or array that the field points to.
    pub fn immutable_items(self) -> bool {
        use Mutability::*;
        matches!(self, ImmutableArray | LateImmutableArray | QuasiImmutableArray)
    }

    /// A trace that takes it for a constant is invalidated when it changes.
    pub fn is_quasi(self) -> bool {
        matches!(self, Mutability::QuasiImmutable | Mutability::QuasiImmutableArray)
    }

    /// The field of a prebuilt object never changes.
    pub fn fixed_if_prebuilt(self) -> bool {
        matches!(self, Mutability::Immutable | Mutability::ImmutableArray)
    }
}

/// A fixed field.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub struct Field {
    /// Name, unique in its struct including parents.
    pub name: Rc<str>,
    /// Type.
    pub ty: Type,
    /// Says how often it may change.
    pub mutability: Mutability,
}

/// The field of a class with `_virtualizable_` that tells, with the JIT, which machine frame has the values of an object.
pub const TOKEN_FIELD: &str = "vable_token";

/// The field beside a quasi-immutable one that tells which compiled code relies on its value: 0 none, n > 0 the JIT's
/// number for it, n < 0 none, after -n invalidations.
pub fn mutate_field(name: &str) -> String {
    format!("mutate_{name}")
}

impl Field {
    /// A mutable field.
    pub fn new(name: &str, ty: Type) -> Field {
        Field { name: name.into(), ty, mutability: Mutability::Mutable }
    }
}

/// The variable-sized tail.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub enum Items {
    /// Each item is one value.
    Plain(Type),
    /// Each item is an inline struct (dict entries).
    Inline(Vec<Field>),
}

/// Room for a structure or an array inside a container of raw memory: only its address is ever taken.
#[derive(Copy, Clone, PartialEq, Eq, Hash, Debug)]
pub struct Room {
    /// Bytes.
    pub size: u32,
    /// Its address is a multiple of this.
    pub align: u32,
}

/// A container type.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct StructType {
    /// Unique name.
    pub name: Rc<str>,
    /// Managed by the GC (and so with a header word), or raw memory.
    pub gc: bool,
    /// Container whose fields are the first ones of this.
    pub parent: Option<StructId>,
    /// All fixed fields, the parent's first.
    pub fields: Vec<Field>,
    /// Variable-sized tail, with its length stored in front of it.
    pub items: Option<Items>,
    /// Items never change after initialisation.
    pub immutable_items: bool,
    /// Items never change while code of a JIT exists; prebuilt ones may do so before.
    pub late_immutable_items: bool,
    /// Raw arrays may go without a stored length (C strings and buffers); `getarraysize` is then an error.
    pub nolength: bool,
    /// Raw memory that C code, and pointers to containers of other types, may reach as well.
    pub foreign: bool,
    /// Fields (by index; of type Void) that are room for something else.
    pub rooms: Vec<(u32, Room)>,
    /// Items are room for structures (then `items` says Void).
    pub item_room: Option<Room>,
    /// Its number in the table of types, on which its type id depends.
    pub number: u32,
    /// Function to be called with the object when it dies (`__del__`), by name of the low-level function.
    pub finalizer: Option<Rc<str>>,
}

impl StructType {
    /// The room that a field is.
    pub fn room(&self, field: usize) -> Option<Room> {
        self.rooms.iter().find(|(i, _)| *i as usize == field).map(|(_, r)| *r)
    }
    /// Index of a field by name.
    pub fn field_index(&self, name: &str) -> Option<u32> {
        self.fields.iter().position(|f| &*f.name == name).map(|i| i as u32)
    }
    /// Fields of inline items (empty unless `Items::Inline`).
    pub fn item_fields(&self) -> &[Field] {
        match &self.items {
            Some(Items::Inline(f)) => f,
            _ => &[],
        }
    }
    /// Type of plain items.
    pub fn item_type(&self) -> Option<Type> {
        match &self.items {
            Some(Items::Plain(t)) => Some(*t),
            _ => None,
        }
    }
}

/// A function type.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub struct FuncType {
    /// Parameter types (Void parameters allowed; they are dropped at C level).
    pub args: Vec<Type>,
    /// Result type.
    pub result: Type,
}

/// Owner of all container and function types of a program.
#[derive(Clone, Default, Debug)]
pub struct TypeTable {
    /// Containers.
    pub structs: PrimaryMap<StructId, StructType>,
    /// Function types.
    pub funcs: PrimaryMap<FuncTypeId, FuncType>,
    func_index: IndexMap<FuncType, FuncTypeId>,
    by_name: IndexMap<Rc<str>, StructId>,
    /// The last suffix that made a name unique.
    suffixes: FxHashMap<Rc<str>, u32>,
}

impl TypeTable {
    /// Index of the field of a vtable, to which this type points, that is the number of the class.
    pub fn class_number(&self, pointer: Type) -> Option<u32> {
        let Type::Ptr(s) = pointer else { return None };
        self.structs[s].field_index(RANGE_FIELDS[0])
    }
    /// Declares a container without fields yet (types may be recursive); `name` is made unique by a suffix.
    pub fn declare(&mut self, name: &str, gc: bool, parent: Option<StructId>) -> StructId {
        let mut unique: Rc<str> = name.into();
        if self.by_name.contains_key(&unique) {
            let n = self.suffixes.entry(unique.clone()).or_insert(1);
            while self.by_name.contains_key(&unique) {
                *n += 1;
                unique = format!("{name}.{n}").into();
            }
        }
        let number = self.structs.len() as u32;
        let id = self.structs.push(StructType {
            name: unique.clone(),
            gc,
            parent,
            fields: vec![],
            items: None,
            immutable_items: false,
            late_immutable_items: false,
            nolength: false,
            foreign: false,
            rooms: vec![],
            item_room: None,
            number,
            finalizer: None,
        });
        self.by_name.insert(unique, id);
        id
    }
    /// Gives a declared container its own fields (the parent's, which must be defined, are put in front) and tail.
    pub fn define(&mut self, id: StructId, own: Vec<Field>, items: Option<Items>) {
        let mut fields = match self.structs[id].parent {
            Some(p) => self.structs[p].fields.clone(),
            None => vec![],
        };
        fields.extend(own);
        self.structs[id].fields = fields;
        self.structs[id].items = items;
    }
    /// Declares and defines.
    pub fn add(
        &mut self,
        name: &str,
        gc: bool,
        parent: Option<StructId>,
        own: Vec<Field>,
        items: Option<Items>,
    ) -> StructId {
        let id = self.declare(name, gc, parent);
        self.define(id, own, items);
        id
    }
    /// Interns a function type.
    pub fn func(&mut self, args: Vec<Type>, result: Type) -> FuncTypeId {
        let ft = FuncType { args, result };
        if let Some(id) = self.func_index.get(&ft) {
            return *id;
        }
        let id = self.funcs.push(ft.clone());
        self.func_index.insert(ft, id);
        id
    }
    /// Container by name.
    pub fn lookup(&self, name: &str) -> Option<StructId> {
        self.by_name.get(name).copied()
    }
    /// Says whether values of this type are references that the GC must know.
    pub fn is_gc(&self, ty: Type) -> bool {
        match ty {
            Type::GcRef => true,
            Type::Ptr(s) => self.structs[s].gc,
            _ => false,
        }
    }
    /// Says whether `sub` is `sup` or inherits from it.
    pub fn is_subtype(&self, sub: StructId, sup: StructId) -> bool {
        let mut cur = Some(sub);
        while let Some(c) = cur {
            if c == sup {
                return true;
            }
            cur = self.structs[c].parent;
        }
        false
    }
    /// Text of a type as in the text format.
    pub fn show(&self, ty: Type) -> String {
        match ty {
            Type::Ptr(s) => format!("*#{}", self.structs[s].name),
            Type::FuncPtr(f) => {
                let ft = &self.funcs[f];
                let args: Vec<_> = ft.args.iter().map(|t| self.show(*t)).collect();
                format!("fn({}) -> {}", args.join(", "), self.show(ft.result))
            }
            other => format!("{other:?}"),
        }
    }
}

/// Size of the header word in front of every GC container. A GC pointer points *at the header*: field `i` lies at
/// `GC_HEADER + layout.fields[i]` bytes from the pointer (raw containers: at `layout.fields[i]`).
/// Header word: low 32 bits are the type id (a multiple of 8; arrays may have flags of the collector in bits 30 and 31),
/// then [`HEADER_FLAGS`] bits of the collector's flags, then the identity hash (0 = not yet assigned).
pub const GC_HEADER: u32 = 8;

/// Bit of the header word where the collector's flags begin.
pub const HEADER_FLAGS: u32 = 32;

/// Bit of the header word where the identity hash begins.
pub const HEADER_HASH: u32 = 35;

/// Name of the first field of instances: their vtable.
pub const CLASS_FIELD: &str = "typeptr";

/// The fields of a class's vtable for its number and for the number behind those of its subclasses.
pub const RANGE_FIELDS: [&str; 2] = ["subclassrange_min", "subclassrange_max"];

/// Name of the field of vtables with the type id of the instances. Where vtables have it, the header word tells an instance's
/// class, and [`CLASS_FIELD`] takes no room.
pub const TYPE_ID_FIELD: &str = "typeid";

impl TypeTable {
    /// Bytes between a pointer to the container and the origin of its [`Layout`]: [`GC_HEADER`] or 0.
    pub fn header(&self, id: StructId) -> u32 {
        if self.structs[id].gc { GC_HEADER } else { 0 }
    }
    /// Says whether the container's first field is the class, which the header word tells: the field takes no room.
    pub fn class_in_header(&self, id: StructId) -> bool {
        self.type_id_field(id).is_some()
    }
    /// The vtables of instances of the container whose class is told by the header word, and their field with the type id.
    pub fn type_id_field(&self, id: StructId) -> Option<(StructId, u32)> {
        let st = &self.structs[id];
        let class = st.fields.first().filter(|f| st.gc && &*f.name == CLASS_FIELD)?;
        let Type::Ptr(vtable) = class.ty else { return None };
        Some((vtable, self.structs[vtable].field_index(TYPE_ID_FIELD)?))
    }
    /// Says whether a field is the class of instances, where the header word tells it.
    pub fn is_in_header(&self, id: StructId, field: usize) -> bool {
        field == 0 && self.class_in_header(id)
    }
    /// Says whether a field takes room in the container.
    pub fn is_stored(&self, id: StructId, field: usize) -> bool {
        self.structs[id].fields[field].ty != Type::Void && !self.is_in_header(id, field)
    }
    /// Bytes between a pointer to the container and a fixed field.
    pub fn offset(&self, id: StructId, field: usize) -> u32 {
        self.header(id) + self.layout(id).fields[field]
    }
    /// Type id of a container in header words ([`crate::Const::TypeId`]).
    pub fn type_id(&self, id: StructId) -> u32 {
        (self.structs[id].number + 1) << 3
    }
    /// Gives numbers to the types anew: those of the list follow each other, and the others come behind them.
    pub fn number_types(&mut self, first: &[StructId]) {
        let numbered: FxHashSet<StructId> = first.iter().copied().collect();
        let others = self.structs.keys().filter(|s| !numbered.contains(s));
        let all: Vec<StructId> = first.iter().copied().chain(others).collect();
        for (number, s) in all.into_iter().enumerate() {
            self.structs[s].number = number as u32;
        }
    }
}

/// Says where everything lies in memory, in bytes from the start of the object *after* its GC
/// header. The one place that decides layout: C emitter, object emitter and codewriter ask it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Layout {
    /// Offset of each fixed field. One that the header word tells has that of the field behind it.
    pub fields: Vec<u32>,
    /// Offset of the length word (containers with a tail and a stored length).
    pub length: Option<u32>,
    /// Offset of the first item.
    pub items: u32,
    /// Size of one item.
    pub item_size: u32,
    /// Offsets of the fields of inline items, from the start of the item.
    pub item_fields: Vec<u32>,
    /// Size of the fixed part (with length word, without items), rounded up to 8.
    pub size: u32,
}

impl TypeTable {
    /// Layout as a C compiler for x86-64 or aarch64 does it: natural alignment, in order.
    pub fn layout(&self, id: StructId) -> Layout {
        let st = &self.structs[id];
        let mut at = 0u32;
        let place = |at: &mut u32, ty: Type| {
            let size = ty.size();
            if size > 0 {
                *at = at.next_multiple_of(size);
            }
            let here = *at;
            *at += size;
            here
        };
        let mut fields = vec![];
        for (i, f) in st.fields.iter().enumerate() {
            if self.is_in_header(id, i) {
                fields.push(at);
                continue;
            }
            fields.push(match st.room(i) {
                Some(r) => {
                    let here = at.next_multiple_of(r.align);
                    at = here + r.size;
                    here
                }
                None => place(&mut at, f.ty),
            });
        }
        let mut layout =
            Layout { fields, length: None, items: 0, item_size: 0, item_fields: vec![], size: 0 };
        if let Some(items) = &st.items {
            if !st.nolength {
                layout.length = Some(place(&mut at, Type::Signed));
            }
            match items {
                Items::Plain(_) if st.item_room.is_some() => {
                    let r = st.item_room.expect("items are room");
                    layout.item_size = r.size;
                    at = at.next_multiple_of(r.align);
                }
                Items::Plain(t) => {
                    layout.item_size = t.size();
                    if t.size() > 0 {
                        at = at.next_multiple_of(t.size());
                    }
                }
                Items::Inline(fs) => {
                    let mut isz = 0;
                    layout.item_fields = fs.iter().map(|f| place(&mut isz, f.ty)).collect();
                    let align = fs.iter().map(|f| f.ty.size().max(1)).max().unwrap_or(1);
                    layout.item_size = isz.next_multiple_of(align);
                    at = at.next_multiple_of(align);
                }
            }
            layout.items = at;
        }
        layout.size = at.next_multiple_of(8);
        layout
    }
    /// Size and alignment of a container without tail as C has it inside another one.
    pub fn room_for(&self, id: StructId) -> Room {
        let st = &self.structs[id];
        let mut end = 0;
        let mut align = 1;
        let at = self.layout(id).fields;
        for (i, f) in st.fields.iter().enumerate() {
            let (size, a) = match st.room(i) {
                Some(r) => (r.size, r.align),
                None => (f.ty.size(), f.ty.size().max(1)),
            };
            end = end.max(at[i] + size);
            align = align.max(a);
        }
        Room { size: end.next_multiple_of(align), align }
    }
}
