//! Host objects: what lives in the import-time heap, and the host, which holds them. (A built-in function takes the host: so
//! both stand here.)

use super::handles::Types;
use crate::host::collector::{Collector, ENTRY};
use crate::host::for_flow::ForFlow;
use crate::host::state::{Generation, Imports, Lookups, Run, Shared, Streams};
use flowmodel::diag::SourceMap;
use rustc_hash::{FxBuildHasher, FxHashMap, FxHashSet};
use std::cell::RefCell;
use std::hash::{Hash, Hasher};
use std::rc::Rc;

use indexmap::{Equivalent, IndexMap};
use num_bigint::BigInt;

use crate::bytecode::CodeObject;
use crate::interp::Frame;
use flowmodel::name::Name;

pub use flowmodel::HostRef;

/// An exception on its way up: the handle of the exception *instance*.
/// Its traceback is kept by the host ([`tracebacks::traceback`]).
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct HErr(pub HostRef);

/// Result of every host operation that can raise.
pub type R<T = HostRef> = Result<T, HErr>;

/// Keyword arguments of a call, in call order.
pub type Kw = [(Name, HostRef)];

/// Keyword arguments, owned.
pub type KwVec = Vec<(Name, HostRef)>;

/// Computes an attribute of a builtin type.
pub type Getter = fn(&mut Host, HostRef) -> R;

/// Stores an attribute of a builtin type.
pub type Setter = fn(&mut Host, HostRef, HostRef) -> R<()>;

/// Rust implementation of a builtin callable: positional and keyword arguments.
pub type BFn = fn(&mut Host, &[HostRef], &Kw) -> R;

/// One object of the host heap. Handles ([`HostRef`]) never dangle: nothing is freed that could be asked for.
///
/// `Str` is a *byte* string, as RPython's `str` is; text literals are stored as UTF-8.
/// `bytes` is the same type. `Unicode` is the type of `u''` literals.
pub enum HostObj {
    /// A slot of the heap without an object.
    Free,
    None,
    NotImplemented,
    Ellipsis,
    Bool(bool),
    Int(i64),
    /// Integers outside the range of `Int`; never holds a value that fits.
    BigInt(Rc<BigInt>),
    Float(f64),
    Str(Rc<[u8]>),
    Unicode(Rc<str>),
    ByteArray(Vec<u8>),
    Tuple(Rc<[HostRef]>),
    List(Vec<HostRef>),
    Dict(Box<HDict>),
    /// The values of the dictionary are `None`.
    Set(Box<HDict>),
    FrozenSet(Box<HDict>),
    Slice(HostRef, HostRef, HostRef),
    Range(i64, i64, i64),
    Function(Box<FuncData>),
    Builtin(Rc<BuiltinData>),
    BoundMethod {
        func: HostRef,
        this: HostRef,
    },
    /// The value of `C.f` in Python 2: the function, and the class that was asked.
    Unbound {
        func: HostRef,
        class: HostRef,
    },
    Class(Box<ClassData>),
    Instance(Box<InstanceData>),
    Module(Box<ModuleData>),
    Property(Box<PropertyData>),
    StaticMethod(HostRef),
    ClassMethod(HostRef),
    /// Attribute of a builtin type computed by Rust code.
    GetSet(Rc<GetSetData>),
    Cell(Option<HostRef>),
    Iter(Box<IterState>),
    Generator(Box<GenState>),
    Code(Rc<CodeObject>),
    Super {
        cls: HostRef,
        this: HostRef,
        this_type: HostRef,
    },
    /// `d.keys()`, `d.values()`, `d.items()`.
    DictView(HostRef, ViewKind),
    File(Box<FileData>),
    /// Object made by a later stage (for example a low-level pointer): `kind` names its
    /// Python type, `payload` means something to that stage only.
    Opaque {
        kind: Rc<str>,
        payload: u64,
    },
}

impl HostObj {
    /// Bytes of the object, about.
    pub(super) fn size(&self) -> usize {
        const SLOT: usize = std::mem::size_of::<HostObj>();
        let more = match self {
            HostObj::Str(s) => s.len() + 16,
            HostObj::Unicode(s) => s.len() + 16,
            HostObj::ByteArray(s) => s.capacity(),
            HostObj::BigInt(b) => 48 + b.bits() as usize / 8,
            HostObj::Tuple(items) => 16 + 4 * items.len(),
            HostObj::List(items) => 4 * items.capacity(),
            HostObj::Dict(d) | HostObj::Set(d) | HostObj::FrozenSet(d) => {
                96 + ENTRY * d.map.capacity()
            }
            HostObj::Function(_) | HostObj::Class(_) => 250,
            HostObj::Generator(_) => 400,
            HostObj::Instance(_) | HostObj::Iter(_) => 56,
            _ => 0,
        };
        SLOT + more
    }
}

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum ViewKind {
    Keys,
    Values,
    Items,
}

/// A function made by `def` or `lambda`.
#[derive(Clone)]
pub struct FuncData {
    pub name: Rc<str>,
    pub qualname: Rc<str>,
    pub code: Rc<CodeObject>,
    /// The dictionary of the defining module.
    pub globals: HostRef,
    /// Values of the last positional parameters.
    pub defaults: Vec<HostRef>,
    /// Values of keyword-only parameters.
    pub kwdefaults: Vec<(Name, HostRef)>,
    /// Cells, in the order of the code's free variables.
    pub closure: Vec<HostRef>,
    pub doc: HostRef,
    /// Function attributes such as `_elidable_function_`; created on the first store.
    pub dict: Option<HostRef>,
}

/// A builtin function, method or type constructor.
pub struct BuiltinData {
    /// Qualified name, stable: `len`, `os.read`, `str.join`.
    pub name: Rc<str>,
    pub func: BFn,
    /// Methods bind their first argument when looked up on an instance.
    pub is_method: bool,
    pub doc: Option<&'static str>,
}

pub struct GetSetData {
    pub name: Rc<str>,
    pub get: Getter,
    pub set: Option<Setter>,
}

/// Says which builtin type's data an instance of the class carries.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Layout {
    Object,
    Exception,
    /// Instances of subclasses have a payload of this builtin type.
    Builtin(HostRef),
    /// The class is a metaclass.
    Type,
}

pub struct ClassData {
    pub name: Rc<str>,
    /// Dotted path within its module, where it differs from the name.
    pub qualname: Option<Rc<str>>,
    pub bases: Vec<HostRef>,
    /// C3 linearisation, the class itself first.
    pub mro: Vec<HostRef>,
    pub dict: HostRef,
    pub meta: HostRef,
    pub layout: Layout,
    /// Defined in Rust: attributes cannot be set.
    pub is_builtin: bool,
    pub subclasses: Vec<HostRef>,
    /// True if it has `__eq__`/`__hash__` written in the language (else: identity).
    pub custom_eq: bool,
    pub has_getattribute: bool,
    /// `__slots__` say which attributes instances can have: they have no dictionary to see.
    pub no_dict: bool,
}

/// Holds what an instance carries beyond its dictionary.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Payload {
    None,
    /// Value of the builtin type that the class inherits from (`int`, `list`, …).
    Value(HostRef),
    /// The `args` tuple of an exception.
    ExcArgs(HostRef),
}

pub struct InstanceData {
    pub class: HostRef,
    pub dict: Option<HostRef>,
    pub payload: Payload,
}

pub struct ModuleData {
    pub name: Rc<str>,
    pub dict: HostRef,
    pub path: Option<std::path::PathBuf>,
}

#[derive(Clone)]
pub struct PropertyData {
    pub get: Option<HostRef>,
    pub set: Option<HostRef>,
    pub del: Option<HostRef>,
    pub doc: HostRef,
}

pub enum IterState {
    /// Index into a list, tuple, string or range; ends when the index is past the end.
    Seq {
        seq: HostRef,
        index: usize,
    },
    /// Python-level `__getitem__` protocol.
    GetItem {
        obj: HostRef,
        index: i64,
    },
    RevSeq {
        seq: HostRef,
        index: i64,
    },
    Range {
        cur: i64,
        stop: i64,
        step: i64,
    },
    Dict {
        dict: HostRef,
        index: usize,
        len: usize,
        kind: ViewKind,
    },
    Vec {
        items: Vec<HostRef>,
        index: usize,
    },
    Enumerate {
        iter: HostRef,
        count: i64,
    },
    Zip(Vec<HostRef>),
    Map {
        func: HostRef,
        iters: Vec<HostRef>,
    },
    Filter {
        func: HostRef,
        iter: HostRef,
    },
    Call {
        func: HostRef,
        sentinel: HostRef,
    },
    /// `itertools.count(start, step)`.
    Count {
        cur: i64,
        step: i64,
    },
    Done,
}

pub struct FileData {
    pub name: Rc<str>,
    pub mode: Rc<str>,
    pub kind: FileKind,
    pub closed: bool,
}

pub enum FileKind {
    Stdin,
    Stdout,
    Stderr,
    File(std::fs::File),
    /// Read-ahead over a file opened for reading.
    Reader(std::io::BufReader<std::fs::File>),
}

/// Canonical form of a dictionary key. Two keys with the same canonical form are equal in the
/// sense of Python's `==` (so `1`, `1.0` and `True` share one).
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum HKey {
    None,
    Int(i64),
    Big(Rc<BigInt>),
    Float(u64),
    Str(Rc<[u8]>),
    Unicode(Rc<str>),
    Tuple(Rc<[HKey]>),
    FrozenSet(Rc<[HKey]>),
    /// Compared by identity, or the representative of a class of equal objects with their own
    /// `__eq__`.
    Id(HostRef),
}

impl Hash for HKey {
    fn hash<H: Hasher>(&self, h: &mut H) {
        match self {
            HKey::None => h.write_u8(0),
            HKey::Int(i) => h.write_i64(*i),
            HKey::Big(b) => b.hash(h),
            HKey::Float(f) => h.write_u64(*f),
            HKey::Str(s) => hash_bytes(s, h),
            HKey::Unicode(s) => hash_bytes(s.as_bytes(), h),
            HKey::Tuple(v) => {
                h.write_u8(3);
                v.hash(h)
            }
            HKey::FrozenSet(v) => {
                h.write_u8(4);
                h.write_usize(v.len())
            }
            HKey::Id(r) => h.write_u32(r.0),
        }
    }
}

fn hash_bytes<H: Hasher>(s: &[u8], h: &mut H) {
    h.write(s);
    h.write_u8(0xff);
}

/// Borrowed string key, for attribute lookups without allocation.
pub struct StrKey<'a>(pub &'a [u8]);

impl Hash for StrKey<'_> {
    fn hash<H: Hasher>(&self, h: &mut H) {
        hash_bytes(self.0, h)
    }
}

impl Equivalent<HKey> for StrKey<'_> {
    fn equivalent(&self, key: &HKey) -> bool {
        matches!(key, HKey::Str(s) if **s == *self.0)
    }
}

/// Insertion-ordered dictionary of the host: canonical key → (key object, value).
#[derive(Default, Clone)]
pub struct HDict {
    pub map: IndexMap<HKey, (HostRef, HostRef), FxBuildHasher>,
    /// `(hash, key)` of the keys whose equality is user code; they stand in `map` as `HKey::Id`.
    pub custom: Vec<(i64, HostRef)>,
    /// It has the attributes of a class.
    pub(super) of_class: bool,
}

impl HDict {
    pub fn new() -> HDict {
        HDict::default()
    }
    pub fn len(&self) -> usize {
        self.map.len()
    }
    pub fn is_empty(&self) -> bool {
        self.map.is_empty()
    }
    /// Value of a string key.
    pub fn get_str(&self, name: &str) -> Option<HostRef> {
        self.map.get(&StrKey(name.as_bytes())).map(|e| e.1)
    }
    pub fn get(&self, key: &HKey) -> Option<HostRef> {
        self.map.get(key).map(|e| e.1)
    }
    /// Keys in insertion order.
    pub fn keys(&self) -> impl DoubleEndedIterator<Item = HostRef> + '_ {
        self.map.values().map(|e| e.0)
    }
    /// Values in insertion order.
    pub fn values(&self) -> impl Iterator<Item = HostRef> + '_ {
        self.map.values().map(|e| e.1)
    }
    /// `(key, value)` in insertion order.
    pub fn items(&self) -> impl Iterator<Item = (HostRef, HostRef)> + '_ {
        self.map.values().copied()
    }
    /// Stores; an equal key already present keeps its key object and position.
    pub fn insert(&mut self, ck: HKey, key: HostRef, value: HostRef) {
        match self.map.entry(ck) {
            indexmap::map::Entry::Occupied(mut e) => e.get_mut().1 = value,
            indexmap::map::Entry::Vacant(e) => {
                e.insert((key, value));
            }
        }
    }
    pub fn remove(&mut self, ck: &HKey) -> Option<(HostRef, HostRef)> {
        let old = self.map.shift_remove(ck);
        if let (Some((k, _)), false) = (old, self.custom.is_empty()) {
            self.custom.retain(|(_, c)| *c != k);
        }
        old
    }
    pub fn clear(&mut self) {
        self.map.clear();
        self.custom.clear();
    }
}

pub(crate) fn hkey_hash(k: &HKey) -> u64 {
    let mut h = rustc_hash::FxHasher::default();
    k.hash(&mut h);
    h.finish()
}

/// State of a generator object.
pub struct GenState {
    pub name: Rc<str>,
    /// `None` while running and when finished.
    pub frame: Option<Box<Frame<Host>>>,
    pub started: bool,
    pub running: bool,
}

/// The import-time heap and interpreter. What belongs together of its state is a part (`state.rs`, `collector.rs`, `for_flow.rs`).
pub struct Host {
    pub(super) objs: Vec<HostObj>,
    pub(super) collector: Collector,
    /// Counts how often some object was, or may have been, changed.
    pub(crate) changes: u64,
    pub(super) shared: Shared,
    pub(super) lookups: Lookups,
    /// Handles of the builtin types.
    pub types: Types,
    /// Builtin exception classes by name.
    pub excs: IndexMap<&'static str, HostRef, FxBuildHasher>,
    /// Dictionary of the module `builtins`.
    pub builtins: HostRef,
    /// `sys.modules`.
    pub modules: HostRef,
    /// `os.environ`
    pub environ: HostRef,
    /// All source files seen, for diagnostics.
    pub sources: Rc<RefCell<SourceMap>>,
    /// Attributes written to builtin functions, and the like.
    pub(super) side_dicts: FxHashMap<HostRef, HostRef>,
    /// Answers of `_freeze_()` of instances.
    pub(super) frozen: FxHashMap<HostRef, bool>,
    /// Special methods (`__eq__`, …) that classes of the program define, and names of their properties: operators and
    /// attributes with these names may run code of the program.
    pub overloads: FxHashSet<Rc<str>>,
    /// Classes whose instances are shown as `object` shows them, whatever methods they have.
    pub unshown: FxHashSet<HostRef>,
    /// Command line that the program sees as `sys.argv`.
    pub argv: Vec<String>,
    /// The C compiler that programs ask, if the user named one.
    pub c_compiler: Option<String>,
    /// Says how modules are found.
    pub imports: Imports,
    /// The code that is running.
    pub run: Run,
    /// Files and streams of the running program.
    pub(super) streams: Streams,
    /// Says which Python the program is written in.
    pub generation: Generation,
    /// Holds what the flow space has made and relied on.
    pub flow: ForFlow,
}

/// Names, and the built-in functions that they stand for.
pub(super) type Table = &'static [(&'static str, BFn)];
