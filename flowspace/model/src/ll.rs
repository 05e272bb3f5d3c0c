//! The low-level dialect, constants, prebuilt objects and the whole-program container [`Program`].

use crate::diag::Span;
use crate::graph::{Dialect, Graph, Value};
use crate::lltype::{
    FuncTypeId, HEADER_FLAGS, HEADER_HASH, StructId, TYPE_ID_FIELD, Type, TypeTable,
};
use crate::name::Name;
use cranelift_entity::{PrimaryMap, entity_impl};
use indexmap::IndexMap;
use lloperation::{Level, LlOp};
use std::rc::Rc;

/// A function of a [`Program`].
#[derive(Copy, Clone, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct FuncId(u32);
entity_impl!(FuncId, "func");

/// A prebuilt object of a [`Program`].
#[derive(Copy, Clone, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct ObjId(u32);
entity_impl!(ObjId, "obj");

/// A set of functions that an indirect call may reach (index into [`Program::families`]).
#[derive(Copy, Clone, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct FamilyId(u32);
entity_impl!(FamilyId, "family");

/// A text in a constant. One word, which is copied: graphs have very many constants, hardly any of them texts.
#[derive(Copy, Clone, PartialEq, Eq)]
pub struct Text(Name);

impl<T: AsRef<str>> From<T> for Text {
    fn from(text: T) -> Text {
        Text(Name::new(text.as_ref()))
    }
}

// (Unlike a name's, so that no order depends on addresses.)
impl std::hash::Hash for Text {
    fn hash<H: std::hash::Hasher>(&self, state: &mut H) {
        self.0.as_str().hash(state);
    }
}

impl std::ops::Deref for Text {
    type Target = str;
    fn deref(&self) -> &str {
        self.0.as_str()
    }
}

impl std::fmt::Debug for Text {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        (**self).fmt(f)
    }
}

/// A low-level constant.
#[derive(Copy, Clone, PartialEq, Eq, Hash, Debug)]
pub enum Const {
    /// No value.
    Void,
    /// Bool
    Bool(bool),
    /// Char
    Char(u8),
    /// UniChar
    UniChar(u32),
    /// Signed
    Int(i64),
    /// Unsigned
    Uint(u64),
    /// Int32
    Int32(i32),
    /// UInt32
    UInt32(u32),
    /// Int8, UInt8, Int16, UInt16
    Narrow(Type, i32),
    /// Float, as bits.
    Float(u64),
    /// SingleFloat, as bits.
    Single(u32),
    /// The null pointer of a type (Ptr, FuncPtr, GcRef, Address).
    Null(Type),
    /// Pointer to a prebuilt object; usable at the type of the object's container or any of its ancestors, and as GcRef.
    Obj(ObjId),
    /// Pointer to a function.
    Func(FuncId),
    /// Immediate: index of a field in the container (or item) of the first operand.
    Field(u32),
    /// Immediate: a container type.
    Type(StructId),
    /// Immediate: some text (hint kinds, messages).
    Text(Text),
    /// Immediate: possible callees of an indirect call.
    Family(FamilyId),
    /// Signed: size in bytes of the fixed part of a container (see [`crate::lltype::Layout`]), with GC header.
    SizeOf(StructId),
    /// Signed: type id of a GC container, as in the header word.
    TypeId(StructId),
}

impl Const {
    /// A float constant.
    pub fn float(x: f64) -> Const {
        Const::Float(x.to_bits())
    }
    /// Says whether it is an immediate (no run-time value).
    pub fn is_immediate(&self) -> bool {
        matches!(
            self,
            Const::Field(_) | Const::Type(_) | Const::Text(_) | Const::Family(_) | Const::Void
        )
    }
}

/// Low-level graphs.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub struct Ll;

/// A low-level graph.
pub type LlGraph = Graph<Ll>;
/// An operand of a low-level operation.
pub type LlValue = Value<Ll>;

impl Dialect for Ll {
    type Op = LlOp;
    type Const = Const;
    type Ty = Type;
    fn op_name(op: LlOp) -> &'static str {
        op.name()
    }
    fn op_from_name(name: &str) -> Option<LlOp> {
        LlOp::from_name(name)
    }
}

/// A prebuilt object.
#[derive(Clone, PartialEq, Debug)]
pub struct HeapObject {
    /// Name for people and for the text format (made unique when printed).
    pub name: Rc<str>,
    /// Exact container type.
    pub ty: StructId,
    /// Fixed fields in the container's order.
    pub fields: Vec<Const>,
    /// Items: one constant each, or for inline items one per item field, item after item.
    pub items: Vec<Const>,
}

/// Holds what the interpreter's author or the toolchain says about a function.
#[derive(Clone, PartialEq, Debug, Default)]
pub struct FuncAttrs {
    /// `@always_inline`
    pub always_inline: bool,
    /// `@dont_inline`
    pub dont_inline: bool,
    /// `@elidable`: the result depends only on the arguments.
    pub elidable: bool,
    /// An elidable function may run for ever, so that it is called even if nobody wants the result.
    pub may_not_end: bool,
    /// `@loop_invariant`
    pub loop_invariant: bool,
    /// `@look_inside` / `@dont_look_inside`; None: the policy decides.
    pub look_inside: Option<bool>,
    /// `@unroll_safe`
    pub unroll_safe: bool,
    /// `@oopspec("…")`
    pub oopspec: Option<Rc<str>>,
    /// The function never collects (helpers of the GC itself).
    pub no_collect: bool,
    /// It is known not to raise (external functions; default true for them unless said otherwise).
    pub cannot_raise: bool,
    /// A helper of the toolchain (not the user's code): hidden in tracebacks.
    pub helper: bool,
    /// It goes on with what its caller does: they have one frame in tracebacks.
    pub same_frame: bool,
    /// Name of the C symbol, if it must be a given one.
    pub export_name: Option<Rc<str>>,
    /// Python module and qualified name, for the policy and for people.
    pub module: Option<Rc<str>>,
    /// Name in the source, for tracebacks.
    pub shown: Option<Rc<str>>,
}

/// An external C function.
#[derive(Clone, PartialEq, Debug)]
pub struct External {
    /// C symbol or function-like macro.
    pub c_name: Rc<str>,
    /// Headers to include (`<unistd.h>`); empty: a prototype is emitted from the low-level type.
    /// An entry that begins with a line break is C text, which follows the headers.
    pub includes: Vec<Rc<str>>,
    /// May run code that collects (calls back).
    pub can_collect: bool,
}

/// Says how a function is defined.
#[derive(Clone, PartialEq, Debug)]
pub enum Body {
    /// A flow graph defines it.
    Graph(LlGraph),
    /// C code defines it.
    External(External),
    /// It is not defined yet (while the RTyper works).
    Declared,
}

/// A call that was replaced by the callee's code.
#[derive(Clone, PartialEq, Debug)]
pub struct Inlined {
    /// The callee.
    pub func: Rc<str>,
    /// The place that it was called from.
    pub call: Span,
}

/// A function.
#[derive(Clone, PartialEq, Debug)]
pub struct Function {
    /// Unique name.
    pub name: Rc<str>,
    /// Parameters and result.
    pub ty: FuncTypeId,
    /// Definition.
    pub body: Body,
    /// Hints.
    pub attrs: FuncAttrs,
    /// Source position of the `def`.
    pub span: Span,
}

impl Function {
    /// Name for people: that in the source.
    pub fn shown_name(&self) -> Rc<str> {
        self.attrs.shown.clone().unwrap_or_else(|| self.name.clone())
    }
    /// The graph, if it is defined by one.
    pub fn graph(&self) -> Option<&LlGraph> {
        match &self.body {
            Body::Graph(g) => Some(g),
            _ => None,
        }
    }
    /// The graph, mutable.
    pub fn graph_mut(&mut self) -> Option<&mut LlGraph> {
        match &mut self.body {
            Body::Graph(g) => Some(g),
            _ => None,
        }
    }
}

/// Holds what later stages must know of the exception classes.
#[derive(Clone, PartialEq, Debug, Default)]
pub struct ExcInfo {
    /// Root instance container (`object`, has field `typeptr`).
    pub object: Option<StructId>,
    /// Root vtable container (fields `subclassrange_min`, `subclassrange_max`, `name`, …).
    pub vtable: Option<StructId>,
    /// Vtable of each exception class, by name (built-in ones always under their plain name).
    pub classes: IndexMap<Rc<str>, ObjId>,
    /// Prebuilt instance raised by operations (OverflowError, MemoryError, ZeroDivisionError, …).
    pub instances: IndexMap<Rc<str>, ObjId>,
}

/// A JitDriver of the program.
#[derive(Clone, PartialEq, Debug, Default)]
pub struct JitDriver {
    /// Its name (for logs).
    pub name: Rc<str>,
    /// Names of green variables; operands of its markers come in this order, greens first.
    pub greens: Vec<Rc<str>>,
    /// Names of red variables.
    pub reds: Vec<Rc<str>>,
    /// Names of virtualizable reds.
    pub virtualizables: Vec<Rc<str>>,
    /// `_virtualizable_` of the class of each, as names of fields; with `[*]` behind it the items of a list are meant, too.
    pub virtualizable_fields: Vec<Vec<Rc<str>>>,
    /// `get_printable_location(*greens) -> str`
    pub get_printable_location: Option<FuncId>,
    /// `confirm_enter_jit(*greens, *reds) -> bool`
    pub confirm_enter_jit: Option<FuncId>,
    /// `can_never_inline(*greens) -> bool`
    pub can_never_inline: Option<FuncId>,
    /// `should_unroll_one_iteration(*greens) -> bool`
    pub should_unroll_one_iteration: Option<FuncId>,
    /// `get_unique_id(*greens) -> int`
    pub get_unique_id: Option<FuncId>,
    /// A text of what `get_location(*greens)` gives.
    pub get_location: Option<FuncId>,
    /// `is_recursive=True`
    pub is_recursive: bool,
}

impl JitDriver {
    /// Its functions, with their names.
    pub fn functions_mut(&mut self) -> [(&'static str, &mut Option<FuncId>); 6] {
        [
            ("get_printable_location", &mut self.get_printable_location),
            ("confirm_enter_jit", &mut self.confirm_enter_jit),
            ("can_never_inline", &mut self.can_never_inline),
            ("should_unroll_one_iteration", &mut self.should_unroll_one_iteration),
            ("get_unique_id", &mut self.get_unique_id),
            ("get_location", &mut self.get_location),
        ]
    }

    /// Lists the functions that it has, with their names.
    pub fn functions(&self) -> Vec<(&'static str, FuncId)> {
        let mut all = self.clone();
        let functions = all.functions_mut();
        functions.into_iter().filter_map(|(name, f)| Some((name, (*f)?))).collect()
    }
}

/// A whole program at a low level.
#[derive(Clone, Debug)]
pub struct Program {
    /// The last transformation that the program has gone through.
    pub level: Level,
    /// Types.
    pub types: TypeTable,
    /// Functions.
    pub funcs: PrimaryMap<FuncId, Function>,
    /// Prebuilt objects.
    pub heap: PrimaryMap<ObjId, HeapObject>,
    /// Families of callees.
    pub families: PrimaryMap<FamilyId, Vec<FuncId>>,
    /// Exception classes.
    pub exc: ExcInfo,
    /// JitDrivers.
    pub jitdrivers: Vec<JitDriver>,
    /// Calls that were inlined ([`Span::inlined`]).
    pub inlined: Vec<Inlined>,
    /// `main` of the produced program: takes `*#List_of_str` argv, returns Signed.
    pub entry: Option<FuncId>,
    /// The function that gets an exception that leaves the entry, and returns the exit code.
    pub uncaught: Option<FuncId>,
    /// Container of byte strings (`hash: Signed`, items Char), if the program has any.
    pub string: Option<StructId>,
    /// The settings of the C compiler for the C functions that the program calls (not part of the text
    /// format).
    pub c_build: CBuild,
}

/// Tells the C compiler and the linker what a program's own C functions need.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct CBuild {
    /// There are such functions.
    pub foreign: bool,
    /// Folders of headers.
    pub include_dirs: Vec<String>,
    /// Folders of libraries.
    pub library_dirs: Vec<String>,
    /// Libraries, without `-l`.
    pub libraries: Vec<String>,
    /// Texts of C files.
    pub sources: Vec<String>,
    /// Paths of C files.
    pub source_files: Vec<String>,
    /// Headers that the texts of C files see, as in [`External::includes`].
    pub source_headers: Vec<String>,
    /// Further words for the compiler.
    pub compile_extra: Vec<String>,
    /// Further words for the linker.
    pub link_extra: Vec<String>,
}

impl CBuild {
    /// Says whether C text of the program is compiled, which may include headers that RPython
    /// gives.
    pub fn own_sources(&self) -> bool {
        let text = |h: &String| h.starts_with(['\n', '\t', '"']);
        !self.sources.is_empty()
            || !self.source_files.is_empty()
            || self.source_headers.iter().any(text)
    }
}

impl Default for Program {
    fn default() -> Self {
        Program {
            level: Level::Rtyped,
            types: TypeTable::default(),
            funcs: PrimaryMap::new(),
            heap: PrimaryMap::new(),
            families: PrimaryMap::new(),
            exc: ExcInfo::default(),
            jitdrivers: vec![],
            inlined: vec![],
            entry: None,
            uncaught: None,
            string: None,
            c_build: CBuild::default(),
        }
    }
}

impl Program {
    /// Type of a constant as a run-time value (immediates are Void).
    pub fn const_type(&self, c: &Const) -> Type {
        match c {
            Const::Bool(_) => Type::Bool,
            Const::Char(_) => Type::Char,
            Const::UniChar(_) => Type::UniChar,
            Const::Int(_) | Const::SizeOf(_) | Const::TypeId(_) => Type::Signed,
            Const::Uint(_) => Type::Unsigned,
            Const::Int32(_) => Type::Int32,
            Const::UInt32(_) => Type::UInt32,
            Const::Narrow(t, _) => *t,
            Const::Float(_) => Type::Float,
            Const::Single(_) => Type::SingleFloat,
            Const::Null(t) => *t,
            Const::Obj(o) => Type::Ptr(self.heap[*o].ty),
            Const::Func(f) => Type::FuncPtr(self.funcs[*f].ty),
            Const::Void | Const::Field(_) | Const::Type(_) | Const::Text(_) | Const::Family(_) => {
                Type::Void
            }
        }
    }
    /// Type of an operand in a graph.
    pub fn value_type(&self, g: &LlGraph, v: &LlValue) -> Type {
        match v {
            Value::Var(v) => g.ty(*v),
            Value::Const(c) => self.const_type(c),
        }
    }
    /// Says whether a value of type `from` may stand where `to` is expected (equal, or upcast of a
    /// pointer).
    pub fn compatible(&self, from: Type, to: Type) -> bool {
        match (from, to) {
            (a, b) if a == b => true,
            (Type::Ptr(a), Type::Ptr(b)) => self.types.is_subtype(a, b),
            (Type::Ptr(a), Type::GcRef) => self.types.structs[a].gc,
            _ => false,
        }
    }
    /// The zero of a type, as fresh memory holds it.
    pub fn zero(&self, ty: Type) -> Const {
        match ty {
            Type::Void => Const::Void,
            Type::Bool => Const::Bool(false),
            Type::Char => Const::Char(0),
            Type::UniChar => Const::UniChar(0),
            Type::Signed => Const::Int(0),
            Type::Unsigned => Const::Uint(0),
            Type::Int32 => Const::Int32(0),
            Type::UInt32 => Const::UInt32(0),
            Type::Int8 | Type::UInt8 | Type::Int16 | Type::UInt16 => Const::Narrow(ty, 0),
            Type::Float | Type::LongFloat => Const::Float(0),
            Type::SingleFloat => Const::Single(0),
            Type::Address | Type::GcRef | Type::Ptr(_) | Type::FuncPtr(_) => Const::Null(ty),
        }
    }
    /// A new prebuilt object with zero fields and no items.
    pub fn new_object(&mut self, name: &str, ty: StructId) -> ObjId {
        let types: Vec<_> = self.types.structs[ty].fields.iter().map(|f| f.ty).collect();
        let fields = types.into_iter().map(|t| self.zero(t)).collect();
        self.heap.push(HeapObject { name: name.into(), ty, fields, items: vec![] })
    }
    /// Identity hash that a prebuilt object has from the start (assigned by index, so that prebuilt dicts can be
    /// laid out at translation time); run-time hashes continue the same sequence.
    pub fn prebuilt_identity_hash(o: ObjId) -> u32 {
        (o.as_u32() + 1).wrapping_mul(0x9E37_79B1) & (u32::MAX >> (HEADER_HASH - HEADER_FLAGS))
    }
    /// Type whose id stands in the header of an object: a prebuilt instance has that of its class.
    pub fn header_type(&self, o: ObjId) -> StructId {
        let ty = self.heap[o].ty;
        if !self.types.class_in_header(ty) {
            return ty;
        }
        match self.heap[o].fields.first() {
            Some(Const::Obj(class)) => self.instances_of(*class).unwrap_or(ty),
            _ => ty,
        }
    }
    /// Type of the instances of a class, by its vtable, where header words tell classes.
    pub fn instances_of(&self, vtable: ObjId) -> Option<StructId> {
        let field = self.types.structs[self.heap[vtable].ty].field_index(TYPE_ID_FIELD)?;
        match self.heap[vtable].fields.get(field as usize)? {
            Const::TypeId(s) => Some(*s),
            _ => None,
        }
    }
    /// Function by name.
    pub fn func_by_name(&self, name: &str) -> Option<FuncId> {
        self.funcs.iter().find(|(_, f)| &*f.name == name).map(|(id, _)| id)
    }
}
