//! The host object space: "import time" for RPython programs.
//!
//! A small Python interpreter whose objects stay alive once the import is over, so that the later stages can inspect
//! functions, classes and prebuilt instances. During the import, what nothing refers to is freed (`collect.rs`).
//!
//! Reading objects: [`Host::obj`], [`Host::class_of`], [`Host::lookup_in_mro`],
//! [`Host::getattr`], [`Host::dict_items`], [`Host::func`], [`Host::class`],
//! [`Host::to_const`]. Running code: [`import::target`], [`Host::call`].
//!
//! [`Host`] has methods for its own state, and for what can be asked of any object (`protocols.rs`). All else is functions of the
//! file that owns the concern, with the host as their first argument. Their files form no circle, though objects do anything:
//! what may run code of the program is asked for by the methods of `protocols.rs`.
//!
//! Semantics are Python 3's, with these deviations, which follow RPython:
//! `str` is a byte string and the same type as `bytes`; `u''` is a separate type `unicode` (equal to
//! a `str` when both are ASCII); `long` is `int`; Python 2's names (`unicode`, `xrange`,
//! `iteritems`, `has_key`, `sys.maxint`, …) exist too.

pub mod annotations;
pub(crate) mod args;
pub mod assumed;
pub mod attrs;
pub(crate) mod builtins;
pub mod call;
pub(crate) mod classes;
pub(crate) mod codecs;
pub mod collect;
mod collector;
pub(crate) mod compiling;
pub(crate) mod definitions;
pub mod errors;
pub mod exec;
pub mod for_flow;
pub(crate) mod format;
pub mod functions;
pub mod generation;
pub(crate) mod generators;
mod handles;
pub mod import;
pub mod items;
pub(crate) mod iter;
pub(crate) mod literals;
pub mod lookups;
pub(crate) mod meant;
pub(crate) mod merge;
pub(crate) mod methods;
pub mod modules;
pub(crate) mod numbers;
pub mod object;
pub(crate) mod operators;
pub mod ops;
pub(crate) mod order;
pub(crate) mod percent;
pub(crate) mod positions;
pub mod program;
pub(crate) mod protocols;
pub mod python3;
pub mod reachable;
pub mod registry;
pub(crate) mod repr;
pub(crate) mod run;
pub(crate) mod setup;
pub(crate) mod space;
pub(crate) mod special;
mod state;
pub mod streams;
pub mod tables;
pub(crate) mod text;
pub mod tracebacks;

use std::cell::RefCell;
use std::path::PathBuf;
use std::rc::Rc;

use flowmodel::HlConst;
use flowmodel::operators::CompareOp;
use indexmap::IndexMap;
use num_bigint::BigInt;
use num_traits::ToPrimitive;
use rustc_hash::FxHashMap;

pub use errors::{INTERRUPTED, NO_MODULE};
pub use for_flow::{AssumedRead, Question, ReadPlace};
pub use handles::*;
pub use import::run_with_big_stack;
pub use modules::question_folder;
pub use object::*;
pub use program::{Input, input_state};
pub use python3::gives_bytes;
pub use state::{MAX_DEPTH, TracebackEntry};

use flowmodel::diag::SourceMap;
use state::INTERN_LIMIT;
pub(crate) use state::LookedIn;

/// Suffix of a property's name in the name of the method that deletes it.
pub const DELETER: &str = "$del";

/// Package of the built-in functions written in the language (`rlib/builtins`).
pub const LIBRARY_PACKAGE: &str = "rpython_builtins";

/// Ints below are found by index.
const SMALL_INTS: usize = 1 << 16;

/// Slots for larger ints; a power of two.
const RECENT_INTS: usize = 1 << 12;

/// Number of bits by which a hash is shifted to get the number of such a slot.
const RECENT_SHIFT: u32 = usize::BITS - RECENT_INTS.trailing_zeros();

impl Host {
    /// Allocates an object.
    pub fn alloc(&mut self, o: HostObj) -> HostRef {
        let class = matches!(o, HostObj::Class(_));
        let r = match self.collector.slot_for(o.size()) {
            Some(r) => {
                self.objs[r.0 as usize] = o;
                r
            }
            None => {
                let id = u32::try_from(self.objs.len()).expect("import-time heap exhausted");
                self.objs.push(o);
                HostRef(id)
            }
        };
        self.collector.births.born(r);
        if class {
            lookups::watch_class(self, r);
        }
        r
    }

    /// Size of the heap: handles are smaller.
    pub fn heap_len(&self) -> usize {
        self.objs.len()
    }

    /// The object behind a handle.
    #[inline]
    pub fn obj(&self, r: HostRef) -> &HostObj {
        let o = &self.objs[r.0 as usize];
        debug_assert!(!(self.collector.enabled && matches!(o, HostObj::Free)), "{r:?} was freed");
        o
    }

    /// The object behind a handle, to change it.
    #[inline]
    pub fn obj_mut(&mut self, r: HostRef) -> &mut HostObj {
        self.changes += 1;
        let o = &mut self.objs[r.0 as usize];
        match o {
            HostObj::Dict(d) => self.lookups.classes_changed += u64::from(d.of_class),
            HostObj::Class(_) => self.lookups.classes_changed += 1,
            _ => {}
        }
        o
    }

    /// The builtin value that operations of builtin types work on: an instance of a subclass of
    /// `int`, `list`, … stands for its payload, every other object for itself.
    #[inline]
    pub fn base(&self, r: HostRef) -> HostRef {
        match self.obj(r) {
            HostObj::Instance(i) => match i.payload {
                Payload::Value(v) => v,
                _ => r,
            },
            _ => r,
        }
    }

    /// `bool` object.
    pub fn bool(&self, b: bool) -> HostRef {
        if b { TRUE } else { FALSE }
    }

    /// `a is b`
    pub fn same(&self, a: HostRef, b: HostRef) -> bool {
        a == b
            || match (self.obj(a), self.obj(b)) {
                (HostObj::Code(x), HostObj::Code(y)) => Rc::ptr_eq(x, y),
                // (equal ones do not always share a handle)
                (HostObj::Int(x), HostObj::Int(y)) => x == y,
                _ => false,
            }
    }

    /// `int` object; small equal ints share a handle.
    pub fn int(&mut self, i: i64) -> HostRef {
        let small = usize::try_from(i).ok().filter(|i| *i < SMALL_INTS);
        if let Some(at) = small {
            match self.shared.small_ints.get(at) {
                Some(&r) if r != NONE => {
                    self.collector.shared_given();
                    return r;
                }
                Some(_) => {}
                None => self.shared.small_ints.resize(at + 1, NONE),
            }
            let r = self.alloc(HostObj::Int(i));
            self.shared.small_ints[at] = r;
            return r;
        }
        if self.shared.ints.is_empty() {
            self.shared.ints = vec![NONE; RECENT_INTS];
        }
        let slot = (i as u64).wrapping_mul(0x9e37_79b9_7f4a_7c15) as usize >> RECENT_SHIFT;
        let recent = self.shared.ints[slot];
        if matches!(self.obj(recent), HostObj::Int(n) if *n == i) {
            self.collector.shared_given();
            return recent;
        }
        let r = self.alloc(HostObj::Int(i));
        self.shared.ints[slot] = r;
        r
    }

    /// `int` object of any size.
    pub fn bigint(&mut self, b: BigInt) -> HostRef {
        match b.to_i64() {
            Some(i) => self.int(i),
            None => self.alloc(HostObj::BigInt(Rc::new(b))),
        }
    }

    /// `float` object.
    pub fn float(&mut self, f: f64) -> HostRef {
        self.alloc(HostObj::Float(f))
    }

    /// `str` object from text.
    pub fn str(&mut self, s: &str) -> HostRef {
        self.bytes(s.as_bytes())
    }

    /// `str` object from bytes; short ones share a handle.
    pub fn bytes(&mut self, s: &[u8]) -> HostRef {
        if s.len() > INTERN_LIMIT {
            return self.alloc(HostObj::Str(s.into()));
        }
        if let Some(&r) = self.shared.strs.get(s) {
            self.collector.shared_given();
            return r;
        }
        let rc: Rc<[u8]> = s.into();
        let r = self.alloc(HostObj::Str(rc.clone()));
        self.shared.strs.insert(rc, r);
        r
    }

    /// `unicode` object.
    pub fn unicode(&mut self, s: &str) -> HostRef {
        self.alloc(HostObj::Unicode(s.into()))
    }

    /// `tuple` object.
    pub fn tuple(&mut self, items: &[HostRef]) -> HostRef {
        if items.is_empty() {
            return EMPTY_TUPLE;
        }
        self.alloc(HostObj::Tuple(items.into()))
    }

    /// `list` object.
    pub fn list(&mut self, items: Vec<HostRef>) -> HostRef {
        self.alloc(HostObj::List(items))
    }

    /// Empty `dict` object.
    pub fn new_dict(&mut self) -> HostRef {
        self.alloc(HostObj::Dict(Box::default()))
    }

    /// The bytes of a `str` (or of an instance of a subclass).
    pub fn str_bytes(&self, r: HostRef) -> Option<Rc<[u8]>> {
        match self.obj(self.base(r)) {
            HostObj::Str(s) => Some(s.clone()),
            _ => None,
        }
    }

    /// Text of a `str` or `unicode`; bytes that are not UTF-8 are replaced.
    pub fn text(&self, r: HostRef) -> Option<Rc<str>> {
        match self.obj(self.base(r)) {
            HostObj::Str(s) => Some(String::from_utf8_lossy(s).into()),
            HostObj::Unicode(s) => Some(s.clone()),
            _ => None,
        }
    }

    /// Value of an `int` (or `bool`) that fits a machine word.
    pub fn as_int(&self, r: HostRef) -> Option<i64> {
        match self.obj(self.base(r)) {
            HostObj::Int(i) => Some(*i),
            HostObj::Bool(b) => Some(*b as i64),
            _ => None,
        }
    }

    /// The dictionary data of a `dict` object (or of an instance of a subclass).
    pub fn dict(&self, r: HostRef) -> Option<&HDict> {
        match self.obj(self.base(r)) {
            HostObj::Dict(d) => Some(d),
            _ => None,
        }
    }

    /// Gives the same as [`Host::dict`] for namespaces, which are always dictionaries.
    pub(crate) fn ns(&self, r: HostRef) -> &HDict {
        match self.obj(self.base(r)) {
            HostObj::Dict(d) => d,
            _ => panic!("host namespace is not a dict"),
        }
    }

    pub(crate) fn ns_mut(&mut self, r: HostRef) -> &mut HDict {
        let r = self.base(r);
        match self.obj_mut(r) {
            HostObj::Dict(d) => d,
            _ => panic!("host namespace is not a dict"),
        }
    }

    /// Stores under a string key in a namespace.
    pub fn ns_set(&mut self, ns: HostRef, name: &str, v: HostRef) {
        if let Some(e) = self.ns_mut(ns).map.get_mut(&StrKey(name.as_bytes())) {
            e.1 = v;
            return;
        }
        let key = self.str(name);
        let ck = HKey::Str(self.str_bytes(key).expect("string key"));
        self.ns_mut(ns).insert(ck, key, v);
        self.collector.entry_made();
    }
}

impl Host {
    /// `(key, value)` pairs of a dict in order.
    pub fn dict_items(&self, r: HostRef) -> Vec<(HostRef, HostRef)> {
        self.dict(r).map(|d| d.items().collect()).unwrap_or_default()
    }

    /// Function data, if it is a function.
    pub fn func(&self, r: HostRef) -> Option<&FuncData> {
        match self.obj(r) {
            HostObj::Function(f) => Some(f),
            _ => None,
        }
    }
}

impl Host {
    /// Class data, if it is a class.
    pub fn class(&self, r: HostRef) -> Option<&ClassData> {
        match self.obj(r) {
            HostObj::Class(c) => Some(c),
            _ => None,
        }
    }

    /// Class data of a handle known to be a class.
    pub(crate) fn cls(&self, r: HostRef) -> &ClassData {
        match self.obj(r) {
            HostObj::Class(c) => c,
            _ => panic!("not a class"),
        }
    }

    pub(crate) fn cls_mut(&mut self, r: HostRef) -> &mut ClassData {
        match self.obj_mut(r) {
            HostObj::Class(c) => c,
            _ => panic!("not a class"),
        }
    }

    /// Attribute of a function object such as `_elidable_function_`, without side effects.
    pub fn func_attr(&self, f: HostRef, name: &str) -> Option<HostRef> {
        self.ns_get(self.func(f)?.dict?, name)
    }

    /// `__module__` + `.` + `__name__` of a function, class or builtin: how later stages recognise
    /// the functions of `rpython.rlib`, `os`, `math`, ….
    pub fn qualified_name(&self, r: HostRef) -> Option<String> {
        match self.obj(r) {
            HostObj::Function(f) => {
                let module = self.ns_get(f.globals, "__name__").and_then(|m| self.text(m));
                Some(format!("{}.{}", module.as_deref().unwrap_or("?"), f.name))
            }
            HostObj::Builtin(b) => Some(b.name.to_string()),
            HostObj::Class(c) => {
                let module = self.ns_get(c.dict, "__module__").and_then(|m| self.text(m));
                match module {
                    Some(m) => Some(format!("{m}.{}", c.name)),
                    None => Some(c.name.to_string()),
                }
            }
            _ => None,
        }
    }

    /// Constant of a high-level graph for an object.
    pub fn to_const(&self, r: HostRef) -> HlConst {
        match self.obj(r) {
            HostObj::None => HlConst::None,
            HostObj::Bool(b) => HlConst::Bool(*b),
            HostObj::Int(i) => HlConst::Int(*i),
            HostObj::Float(f) => HlConst::Float(f.to_bits()),
            HostObj::Str(s) if generation::is_bytes(self, r) => HlConst::Bytes(s.clone()),
            HostObj::Str(s) => HlConst::Str(s.clone()),
            HostObj::Unicode(s) => HlConst::Unicode(s.clone()),
            _ => HlConst::Host(functions::plain_function(self, r)),
        }
    }

    /// Object for a constant of a high-level graph.
    pub fn from_const(&mut self, c: &HlConst) -> HostRef {
        match c {
            HlConst::None => NONE,
            HlConst::Bool(b) => self.bool(*b),
            HlConst::Int(i) => self.int(*i),
            HlConst::Float(f) => self.float(f64::from_bits(*f)),
            HlConst::Str(s) => self.bytes(s),
            HlConst::Bytes(s) => generation::bytes(self, s),
            HlConst::Unicode(s) => self.unicode(s),
            HlConst::Host(r) => *r,
        }
    }
}
