//! Descrs: descriptions of fields, arrays, structs, calls and switches, which operations and
//! jitcode refer to by index. The table is built by the codewriter, travels in the binary as a
//! blob and is read-only at run time.

use crate::Kind;
use crate::blob::{BlobError, Reader, Writer};
use crate::hash::FxIndexMap;
use crate::table::{Entry, Table};
use alloc::string::String;
use alloc::vec::Vec;
use core::cell::OnceCell;

/// Index of a descr in its [`DescrTable`].
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, PartialOrd, Ord, Default)]
pub struct DescrRef(pub u32);

/// Index of an address in the program's address table: a `Vec<u64>` that the linker fills in,
/// because a blob cannot contain relocations.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, PartialOrd, Ord)]
pub struct AddrRef(pub u32);

/// Lengths that an array or list can have: allocators refuse more.
pub const LENGTHS: core::ops::RangeInclusive<i64> = 0..=1 << 45;

/// A field of a struct.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub struct FieldDescr {
    /// `Struct.field`, for texts.
    pub name: String,
    /// Byte offset from the object's address (as seen by compiled code).
    pub offset: u32,
    /// Size in bytes: 1, 2, 4 or 8.
    pub size: u8,
    /// Kind of the value.
    pub kind: Kind,
    /// Sign-extended when loaded (Int kind only).
    pub signed: bool,
    /// True if it never changes once the object is published: loads are pure.
    pub immutable: bool,
    /// `_immutable_fields_ = ['x[*]']`: neither does the list or array that it points to.
    pub immutable_items: bool,
    /// Changes behind the trace's back (a mutate field): each read of it is made.
    pub volatile: bool,
    /// The length of a list: see [`LENGTHS`].
    pub length: bool,
    /// It is 0 or 1.
    pub truth: bool,
    /// `_immutable_fields_ = ['x?']`: index of the mutate field's descr in the table.
    pub quasi_immutable: Option<DescrRef>,
    /// The (static) struct that declares the field; `None` for raw structs that are never virtual.
    pub parent: Option<DescrRef>,
    /// Position in `parent`'s `fields`.
    pub index_in_parent: u16,
}

/// An array, or a string seen as one: items after a fixed part.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub struct ArrayDescr {
    /// Name of the item type, for texts.
    pub name: String,
    /// Byte offset of item 0.
    pub basesize: u32,
    /// Bytes per item.
    pub itemsize: u32,
    /// Byte offset of the length word; `None` for arrays without length.
    pub lendescr: Option<u32>,
    /// Kind of the items; `Void` if the items are structs (see [`InteriorFieldDescr`]).
    pub kind: Kind,
    /// Items are sign-extended when loaded (Int kind only).
    pub signed: bool,
    /// Items never change.
    pub pure: bool,
    /// The GC's type id for `new_array`.
    pub tid: u32,
    /// All fields of items that are structs, as `InteriorFieldDescr`s.
    pub fields: Vec<DescrRef>,
}

/// A field of the structs that an array is made of.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub struct InteriorFieldDescr {
    /// `Struct.field`, for texts.
    pub name: String,
    /// The array.
    pub array: DescrRef,
    /// Byte offset within the item.
    pub offset: u32,
    /// Size in bytes: 1, 2, 4 or 8.
    pub size: u8,
    /// Kind of the value.
    pub kind: Kind,
    /// Sign-extended when loaded.
    pub signed: bool,
    /// True if it never changes.
    pub immutable: bool,
    /// Position in the array's `fields`.
    pub index_in_parent: u16,
}

/// A struct of fixed size.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub struct SizeDescr {
    /// Name of the struct.
    pub name: String,
    /// Bytes to allocate (as `new` needs it).
    pub size: u32,
    /// The GC's type id.
    pub tid: u32,
    /// The instance's vtable, if it is one.
    pub vtable: Option<AddrRef>,
    /// Every field, inherited ones first (`FieldDescr`s). Two structs may share the descr of an inherited field.
    pub fields: Vec<DescrRef>,
    /// The struct that this one extends.
    pub parent: Option<DescrRef>,
    /// `_immutable_`: all fields are.
    pub immutable: bool,
}

/// Says what a call may do, from harmless to worst.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, PartialOrd, Ord, Default)]
#[repr(u8)]
pub enum ExtraEffect {
    /// Result depends on the arguments only; never raises.
    ElidableCannotRaise = 0,
    /// Elidable, but may raise MemoryError.
    ElidableOrMemoryError = 1,
    /// It is elidable, but may raise.
    ElidableCanRaise = 2,
    /// It gives the same result during one loop.
    LoopInvariant = 3,
    /// It never raises.
    CannotRaise = 4,
    /// It may raise.
    CanRaise = 5,
    /// Anything at all.
    #[default]
    RandomEffects = 6,
    /// Same result during one loop, but may raise.
    LoopInvariantCanRaise = 7,
}

impl ExtraEffect {
    /// Decodes the discriminant.
    pub fn from_u8(byte: u8) -> Option<Self> {
        use ExtraEffect::*;
        [
            ElidableCannotRaise,
            ElidableOrMemoryError,
            ElidableCanRaise,
            LoopInvariant,
            CannotRaise,
            CanRaise,
            RandomEffects,
            LoopInvariantCanRaise,
        ]
        .get(byte as usize)
        .copied()
    }
}

/// Functions that the JIT knows by meaning (`@oopspec`).
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, PartialOrd, Ord, Default)]
#[repr(u16)]
pub enum OopSpec {
    /// An ordinary function.
    #[default]
    None = 0,
    /// `arraycopy(src, dst, srcstart, dststart, length)`; also of strings.
    ArrayCopy = 1,
    /// `arrayclear(array, start, length)`.
    ArrayClear = 2,
    /// Concatenation of two strings.
    StrConcat = 3,
    /// `slice(string, start, stop)` with `0 <= start <= stop <= length`.
    StrSlice = 4,
    /// Equality of two strings, either may be null.
    StrEqual = 5,
    /// Three-way comparison of strings.
    StrCmp = 6,
    /// `equal_slice(string, start, stop, other)`: equality of such a slice and a string, which may be null.
    StrEqualSlice = 7,
    /// Called while tracing, left out of the trace.
    NotInTrace = 8,
    /// `raw_malloc(size)`, or without a size: zeroed raw memory.
    RawMalloc = 9,
    /// `raw_free(address)`.
    RawFree = 10,
    /// `virtual_ref(frame)`.
    VirtualRef = 11,
    /// `virtual_ref_finish(reference, frame)`.
    VirtualRefFinish = 12,
}

impl OopSpec {
    /// All members, by discriminant.
    pub const ALL: &'static [OopSpec] = &[
        OopSpec::None,
        OopSpec::ArrayCopy,
        OopSpec::ArrayClear,
        OopSpec::StrConcat,
        OopSpec::StrSlice,
        OopSpec::StrEqual,
        OopSpec::StrCmp,
        OopSpec::StrEqualSlice,
        OopSpec::NotInTrace,
        OopSpec::RawMalloc,
        OopSpec::RawFree,
        OopSpec::VirtualRef,
        OopSpec::VirtualRefFinish,
    ];
}

/// Says what a call reads, writes and may cause. The lists are sorted and hold `FieldDescr`s,
/// `ArrayDescr`s and `InteriorFieldDescr`s; they mean nothing when `extra` is `RandomEffects`
/// (then everything is read and written).
#[derive(Clone, PartialEq, Eq, Hash, Debug, Default)]
pub struct EffectInfo {
    /// The worst that can happen.
    pub extra: ExtraEffect,
    /// May run a collection.
    pub can_collect: bool,
    /// May write a quasi-immutable field, so invalidate loops.
    pub can_invalidate: bool,
    /// May be given a private virtualizable ([`crate::program::Virtualizable::private`]).
    pub takes_virtualizable: bool,
    /// An elidable function that reads strings at most: the call may be made later.
    pub late: bool,
    /// The meaning of the function.
    pub oopspec: OopSpec,
    /// Descrs whose memory the call may read (a descr it writes need not be here).
    pub reads: Vec<DescrRef>,
    /// Descrs whose memory the call may write.
    pub writes: Vec<DescrRef>,
}

impl EffectInfo {
    /// Nothing is known.
    pub fn random() -> Self {
        EffectInfo {
            can_collect: true,
            can_invalidate: true,
            takes_virtualizable: true,
            ..Default::default()
        }
    }

    /// A function of its arguments.
    pub fn is_elidable(&self) -> bool {
        self.extra <= ExtraEffect::ElidableCanRaise
    }

    /// Same result during one loop.
    pub fn is_loop_invariant(&self) -> bool {
        matches!(self.extra, ExtraEffect::LoopInvariant | ExtraEffect::LoopInvariantCanRaise)
    }

    /// Says whether an exception may be pending afterwards (other than MemoryError when ignored).
    pub fn can_raise(&self, ignore_memory_error: bool) -> bool {
        match self.extra {
            ExtraEffect::ElidableOrMemoryError => !ignore_memory_error,
            other => {
                other == ExtraEffect::ElidableCanRaise
                    || other == ExtraEffect::CanRaise
                    || other == ExtraEffect::LoopInvariantCanRaise
                    || other == ExtraEffect::RandomEffects
            }
        }
    }

    /// Says whether anything may be read and written.
    pub fn has_random_effects(&self) -> bool {
        self.extra == ExtraEffect::RandomEffects
    }

    /// Says whether memory of `descr` may be read.
    pub fn may_read(&self, descr: DescrRef) -> bool {
        self.has_random_effects() || self.reads.binary_search(&descr).is_ok()
    }

    /// Says whether memory of `descr` may be written.
    pub fn may_write(&self, descr: DescrRef) -> bool {
        self.has_random_effects() || self.writes.binary_search(&descr).is_ok()
    }
}

/// A call's signature and effects.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub struct CallDescr {
    /// Name in texts.
    pub name: String,
    /// Kinds of the arguments (without the function).
    pub args: Vec<Kind>,
    /// Kind of the result.
    pub result: Kind,
    /// Size of the result in bytes (1, 2, 4, 8; 0 for void).
    pub result_size: u8,
    /// True if the result is sign-extended (Int kind).
    pub result_signed: bool,
    /// Effects.
    pub effect: EffectInfo,
}

/// The targets of a `switch` jitcode instruction.
#[derive(Clone, PartialEq, Eq, Hash, Debug, Default)]
pub struct SwitchDescr {
    /// (value, bytecode position), sorted by value.
    pub cases: Vec<(i64, u32)>,
}

impl SwitchDescr {
    /// The position for `value`, `None` = default (falls through).
    #[inline]
    pub fn lookup(&self, value: i64) -> Option<u32> {
        let at = self.cases.binary_search_by_key(&value, |case| case.0).ok()?;
        Some(self.cases[at].1)
    }
}

/// One entry of the table.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub enum Descr {
    /// Field of a struct.
    Field(FieldDescr),
    /// Array.
    Array(ArrayDescr),
    /// Field of the structs in an array.
    InteriorField(InteriorFieldDescr),
    /// Struct.
    Size(SizeDescr),
    /// Call.
    Call(CallDescr),
    /// Switch.
    Switch(SwitchDescr),
}

/// The program's functions on strings of one type, as (address, `CallDescr`): the optimiser makes calls of them.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct TextFunctions {
    /// The type.
    pub array: DescrRef,
    /// [`OopSpec::ArrayCopy`].
    pub copy: Option<(AddrRef, DescrRef)>,
    /// [`OopSpec::StrConcat`].
    pub concat: Option<(AddrRef, DescrRef)>,
    /// [`OopSpec::StrSlice`].
    pub slice: Option<(AddrRef, DescrRef)>,
    /// [`OopSpec::StrEqualSlice`].
    pub equal_slice: Option<(AddrRef, DescrRef)>,
}

/// The class of virtual references (`rpython.rlib.jit.virtual_ref`), and its fields.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct VirtualRefs {
    /// Its `SizeDescr`, with the vtable.
    pub size: DescrRef,
    /// The frame that one refers to.
    pub frame: DescrRef,
    /// Field that says whether somebody has asked for that.
    pub state: DescrRef,
    /// Field that says who has the frame's values: 0, or the address of the machine frame. [`VirtualRefs::TRACING`]: a
    /// trace is being made.
    pub token: DescrRef,
}

impl VirtualRefs {
    /// The token during a call that a tracer makes: it finds 0 afterwards if somebody has asked.
    pub const TRACING: i64 = 1;

    /// The fields that nobody reads but who asks.
    pub fn has(&self, descr: DescrRef) -> bool {
        [self.frame, self.state, self.token].contains(&descr)
    }
}

/// All descrs of a program.
#[derive(Clone, Debug, Default)]
pub struct DescrTable {
    descrs: Table<Descr>,
    /// Once somebody has asked: texts and logs have names, a run of a program needs none.
    by_name: OnceCell<FxIndexMap<String, DescrRef>>,
    /// The root class's `typeptr` field (a `FieldDescr` of kind Int): where guard_class and new_with_vtable look.
    pub typeptr: Option<DescrRef>,
    /// The `ArrayDescr` of the byte string type: green keys and logs read strings with it.
    pub string: Option<DescrRef>,
    /// Functions on texts, by type of string.
    pub texts: Vec<TextFunctions>,
    /// Descrs of virtual references, in programs that make them.
    pub virtual_refs: Option<VirtualRefs>,
}

macro_rules! accessor {
    ($(#[$doc:meta])* $name:ident, $variant:ident, $ty:ty) => {
        $(#[$doc])*
        #[inline]
        #[track_caller]
        pub fn $name(&self, descr: DescrRef) -> &$ty {
            match self.get(descr) {
                Descr::$variant(d) => d,
                _ => panic!(concat!("not a ", stringify!($variant), " descr: {}"), self.name(descr)),
            }
        }
    };
}

impl DescrTable {
    /// An empty table.
    pub fn new() -> Self {
        Self::default()
    }

    /// Appends a descr (equal ones may be added twice and stay distinct: share them on the caller's side).
    pub fn add(&mut self, descr: Descr) -> DescrRef {
        let index = DescrRef(self.descrs.len() as u32);
        self.descrs.push(descr);
        if self.by_name.get().is_some() {
            let name = self.plain_name(index);
            self.by_name.get_mut().expect("there").entry(name).or_insert(index);
        }
        index
    }

    fn names(&self) -> &FxIndexMap<String, DescrRef> {
        self.by_name.get_or_init(|| {
            let mut names = FxIndexMap::default();
            for (index, _) in self.iter() {
                names.entry(self.plain_name(index)).or_insert(index);
            }
            names
        })
    }

    /// Replaces an entry: for recursive structures (add with empty fields first). Its name must not change.
    pub fn set(&mut self, index: DescrRef, descr: Descr) {
        self.descrs[index.0 as usize] = descr;
    }

    /// The entry.
    #[inline]
    pub fn get(&self, descr: DescrRef) -> &Descr {
        &self.descrs[descr.0 as usize]
    }

    /// Mutable access to an entry; its name must not change.
    pub fn get_mut(&mut self, descr: DescrRef) -> &mut Descr {
        &mut self.descrs[descr.0 as usize]
    }

    accessor!(
        /// The field descr; panics if it is something else (an internal error).
        field, Field, FieldDescr);
    accessor!(
        /// The array descr; panics if it is something else.
        array, Array, ArrayDescr);
    accessor!(
        /// The interior field descr; panics if it is something else.
        interior, InteriorField, InteriorFieldDescr);
    accessor!(
        /// The struct descr; panics if it is something else.
        size, Size, SizeDescr);
    accessor!(
        /// The call descr; panics if it is something else.
        call, Call, CallDescr);
    accessor!(
        /// The switch descr; panics if it is something else.
        switch, Switch, SwitchDescr);

    /// The type of strings that a call is about, if it is about strings alone.
    pub fn text_type(&self, effect: &EffectInfo) -> Option<DescrRef> {
        let &[array] = &effect.reads[..] else { return None };
        let is_text = |d: &ArrayDescr| d.kind == Kind::Int && d.pure && d.lendescr.is_some();
        matches!(self.get(array), Descr::Array(d) if is_text(d)).then_some(array)
    }

    /// The functions on strings of this type.
    pub fn text(&self, array: DescrRef) -> Option<&TextFunctions> {
        self.texts.iter().find(|t| t.array == array)
    }

    /// Enters a function if it is one of those on strings; says so. The first of a kind counts.
    pub fn note_text(&mut self, address: AddrRef, call: DescrRef) -> bool {
        let effect = &self.call(call).effect;
        let (oopspec, Some(array)) = (effect.oopspec, self.text_type(effect)) else { return false };
        let mut text = TextFunctions { array, ..TextFunctions::default() };
        let known = self.texts.iter_mut().find(|t| t.array == array);
        let is_known = known.is_some();
        let text_of = known.unwrap_or(&mut text);
        let place = match oopspec {
            OopSpec::ArrayCopy => &mut text_of.copy,
            OopSpec::StrConcat => &mut text_of.concat,
            OopSpec::StrSlice => &mut text_of.slice,
            OopSpec::StrEqualSlice => &mut text_of.equal_slice,
            _ => return false,
        };
        place.get_or_insert((address, call));
        if !is_known {
            self.texts.push(text);
        }
        true
    }

    /// Number of descrs.
    pub fn len(&self) -> usize {
        self.descrs.len()
    }

    /// Says whether there are none.
    pub fn is_empty(&self) -> bool {
        self.descrs.is_empty()
    }

    /// All entries in order.
    pub fn iter(&self) -> impl Iterator<Item = (DescrRef, &Descr)> {
        self.descrs.iter().enumerate().map(|(i, d)| (DescrRef(i as u32), d))
    }

    fn plain_name(&self, index: DescrRef) -> String {
        match self.get(index) {
            Descr::Field(d) => format!("FieldDescr {}", d.name),
            Descr::Array(d) => format!("ArrayDescr {}", d.name),
            Descr::InteriorField(d) => format!("InteriorFieldDescr {}", d.name),
            Descr::Size(d) => format!("SizeDescr {}", d.name),
            Descr::Call(d) => format!("CallDescr {}", d.name),
            Descr::Switch(_) => format!("SwitchDescr {}", index.0),
        }
    }

    /// The name in texts, unique in the table: `FieldDescr Tape.position`.
    pub fn name(&self, index: DescrRef) -> String {
        let name = self.plain_name(index);
        if self.names().get(&name) == Some(&index) { name } else { format!("{name} #{}", index.0) }
    }

    /// Inverse of [`DescrTable::name`].
    pub fn by_name(&self, name: &str) -> Option<DescrRef> {
        if let Some(&index) = self.names().get(name) {
            return Some(index);
        }
        let (_, number) = name.rsplit_once(" #")?;
        let index = DescrRef(number.parse().ok()?);
        ((index.0 as usize) < self.descrs.len() && self.name(index) == name).then_some(index)
    }

    /// The kind of the value that a field, array or interior field descr describes.
    pub fn value_kind(&self, descr: DescrRef) -> Kind {
        match self.get(descr) {
            Descr::Field(d) => d.kind,
            Descr::Array(d) => d.kind,
            Descr::InteriorField(d) => d.kind,
            Descr::Call(d) => d.result,
            _ => Kind::Void,
        }
    }

    /// (size in bytes, signed) of the value that a field, array or interior field descr describes.
    #[inline]
    pub fn value_size(&self, descr: DescrRef) -> Option<(u32, bool)> {
        Some(match self.get(descr) {
            Descr::Field(d) => (d.size as u32, d.signed),
            Descr::Array(d) => (d.itemsize, d.signed),
            Descr::InteriorField(d) => (d.size as u32, d.signed),
            Descr::Call(d) => (d.result_size as u32, d.result_signed),
            _ => return None,
        })
    }

    /// Writes the table.
    pub fn write(&self, w: &mut Writer) {
        let refs = |w: &mut Writer, d: &DescrRef| w.uint(d.0 as u64);
        w.opt(self.typeptr.map(|d| d.0));
        w.opt(self.string.map(|d| d.0));
        let v = self.virtual_refs.map(|v| [v.size, v.frame, v.state, v.token]);
        w.list(v.as_ref().map_or(&[][..], |v| &v[..]), refs);
        w.list(&self.texts, |w, text| {
            refs(w, &text.array);
            for function in [text.copy, text.concat, text.slice, text.equal_slice] {
                w.opt(function.map(|f| f.0.0));
                w.opt(function.map(|f| f.1.0));
            }
        });
        self.descrs.write(w);
    }

    /// Reads what [`DescrTable::write`] wrote.
    pub fn read(r: &mut Reader<'static>) -> Result<Self, BlobError> {
        let typeptr = r.opt()?.map(DescrRef);
        let string = r.opt()?.map(DescrRef);
        let virtual_refs = match read_refs(r)?[..] {
            [size, frame, state, token] => Some(VirtualRefs { size, frame, state, token }),
            _ => None,
        };
        let texts = r.list(|r| {
            fn function(r: &mut Reader<'_>) -> Result<Option<(AddrRef, DescrRef)>, BlobError> {
                let (address, call) = (r.opt()?, r.opt()?);
                Ok(address.map(AddrRef).zip(call.map(DescrRef)))
            }
            Ok(TextFunctions {
                array: DescrRef(r.u32()?),
                copy: function(r)?,
                concat: function(r)?,
                slice: function(r)?,
                equal_slice: function(r)?,
            })
        })?;
        let descrs = Table::read(r)?;
        Ok(DescrTable { descrs, by_name: OnceCell::new(), typeptr, string, texts, virtual_refs })
    }
}

fn read_kind(r: &mut Reader<'_>) -> Result<Kind, BlobError> {
    let byte = r.u8()?;
    Kind::from_u8(byte).ok_or(r.error("kind expected"))
}

fn read_refs(r: &mut Reader<'_>) -> Result<Vec<DescrRef>, BlobError> {
    r.list(|r| Ok(DescrRef(r.u32()?)))
}

impl Entry for Descr {
    fn write(&self, w: &mut Writer) {
        let refs = |w: &mut Writer, d: &DescrRef| w.uint(d.0 as u64);
        match self {
            Descr::Field(d) => {
                w.u8(0);
                w.str(&d.name);
                w.uint(d.offset as u64);
                w.u8(d.size);
                w.u8(d.kind as u8);
                w.u8(d.signed as u8
                    | (d.immutable as u8) << 1
                    | (d.immutable_items as u8) << 2
                    | (d.volatile as u8) << 3
                    | (d.length as u8) << 4
                    | (d.truth as u8) << 5);
                w.opt(d.quasi_immutable.map(|d| d.0));
                w.opt(d.parent.map(|d| d.0));
                w.uint(d.index_in_parent as u64);
            }
            Descr::Array(d) => {
                w.u8(1);
                w.str(&d.name);
                w.uint(d.basesize as u64);
                w.uint(d.itemsize as u64);
                w.opt(d.lendescr);
                w.u8(d.kind as u8);
                w.u8(d.signed as u8 | (d.pure as u8) << 1);
                w.uint(d.tid as u64);
                w.list(&d.fields, refs);
            }
            Descr::InteriorField(d) => {
                w.u8(2);
                w.str(&d.name);
                w.uint(d.array.0 as u64);
                w.uint(d.offset as u64);
                w.u8(d.size);
                w.u8(d.kind as u8);
                w.u8(d.signed as u8 | (d.immutable as u8) << 1);
                w.uint(d.index_in_parent as u64);
            }
            Descr::Size(d) => {
                w.u8(3);
                w.str(&d.name);
                w.uint(d.size as u64);
                w.uint(d.tid as u64);
                w.opt(d.vtable.map(|a| a.0));
                w.list(&d.fields, refs);
                w.opt(d.parent.map(|d| d.0));
                w.bool(d.immutable);
            }
            Descr::Call(d) => {
                w.u8(4);
                w.str(&d.name);
                w.list(&d.args, |w, k| w.u8(*k as u8));
                w.u8(d.result as u8);
                w.u8(d.result_size);
                let e = &d.effect;
                w.u8(d.result_signed as u8
                    | (e.can_collect as u8) << 1
                    | (e.can_invalidate as u8) << 2
                    | (e.takes_virtualizable as u8) << 3
                    | (e.late as u8) << 4);
                w.u8(e.extra as u8);
                w.uint(e.oopspec as u64);
                w.list(&e.reads, refs);
                w.list(&e.writes, refs);
            }
            Descr::Switch(d) => {
                w.u8(5);
                w.list(&d.cases, |w, (value, pc)| {
                    w.int(*value);
                    w.uint(*pc as u64);
                });
            }
        }
    }

    fn read(r: &mut Reader<'_>) -> Result<Self, BlobError> {
        Ok(match r.u8()? {
            0 => {
                let (name, offset, size) = (r.str()?, r.u32()?, r.u8()?);
                let (kind, flags) = (read_kind(r)?, r.u8()?);
                Descr::Field(FieldDescr {
                    name,
                    offset,
                    size,
                    kind,
                    signed: flags & 1 != 0,
                    immutable: flags & 2 != 0,
                    immutable_items: flags & 4 != 0,
                    volatile: flags & 8 != 0,
                    length: flags & 16 != 0,
                    truth: flags & 32 != 0,
                    quasi_immutable: r.opt()?.map(DescrRef),
                    parent: r.opt()?.map(DescrRef),
                    index_in_parent: r.u16()?,
                })
            }
            1 => {
                let (name, basesize, itemsize) = (r.str()?, r.u32()?, r.u32()?);
                let (lendescr, kind, flags) = (r.opt()?, read_kind(r)?, r.u8()?);
                Descr::Array(ArrayDescr {
                    name,
                    basesize,
                    itemsize,
                    lendescr,
                    kind,
                    signed: flags & 1 != 0,
                    pure: flags & 2 != 0,
                    tid: r.u32()?,
                    fields: read_refs(r)?,
                })
            }
            2 => {
                let (name, array, offset) = (r.str()?, DescrRef(r.u32()?), r.u32()?);
                let (size, kind, flags) = (r.u8()?, read_kind(r)?, r.u8()?);
                Descr::InteriorField(InteriorFieldDescr {
                    name,
                    array,
                    offset,
                    size,
                    kind,
                    signed: flags & 1 != 0,
                    immutable: flags & 2 != 0,
                    index_in_parent: r.u16()?,
                })
            }
            3 => Descr::Size(SizeDescr {
                name: r.str()?,
                size: r.u32()?,
                tid: r.u32()?,
                vtable: r.opt()?.map(AddrRef),
                fields: read_refs(r)?,
                parent: r.opt()?.map(DescrRef),
                immutable: r.bool()?,
            }),
            4 => {
                let (name, args) = (r.str()?, r.list(read_kind)?);
                let (result, result_size, flags) = (read_kind(r)?, r.u8()?, r.u8()?);
                let extra = r.u8()?;
                let oopspec = r.uint()? as usize;
                Descr::Call(CallDescr {
                    name,
                    args,
                    result,
                    result_size,
                    result_signed: flags & 1 != 0,
                    effect: EffectInfo {
                        extra: ExtraEffect::from_u8(extra).ok_or(r.error("extra effect"))?,
                        can_collect: flags & 2 != 0,
                        can_invalidate: flags & 4 != 0,
                        takes_virtualizable: flags & 8 != 0,
                        late: flags & 16 != 0,
                        oopspec: *OopSpec::ALL.get(oopspec).ok_or(r.error("oopspec"))?,
                        reads: read_refs(r)?,
                        writes: read_refs(r)?,
                    },
                })
            }
            5 => Descr::Switch(SwitchDescr {
                cases: r.list(|r| {
                    let value = r.int()?;
                    Ok((value, r.u32()?))
                })?,
            }),
            _ => return Err(r.error("descr expected")),
        })
    }
}
