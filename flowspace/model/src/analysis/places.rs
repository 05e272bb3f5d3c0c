//! Kinds of memory, as far as alias analysis tells them apart, and what each operation reads and writes of them.

use crate::graph::SpaceOperation;
use crate::ll::{Const, Ll, LlGraph, LlValue, Program};
use crate::lltype::{StructId, Type};
use cranelift_entity::SecondaryMap;
use lloperation::{LlOp, effects};

/// A kind of memory that is read or written.
#[derive(Copy, Clone, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum Place {
    /// A fixed field; the container is the ancestor that declares it.
    Field(StructId, u32),
    /// Plain items of a container.
    Items(StructId),
    /// A field of the inline items of a container.
    ItemField(StructId, u32),
    /// Raw memory, and containers that C code reaches as well.
    Raw,
}

/// The container that declares field `i` of `s`: the topmost ancestor that has it.
pub fn declaring(p: &Program, s: StructId, i: u32) -> StructId {
    let mut s = s;
    while let Some(parent) = p.types.structs[s].parent
        && p.types.structs[parent].fields.len() > i as usize
    {
        s = parent;
    }
    s
}

/// Says whether casts and C code make any two places of the container the same.
fn is_raw(p: &Program, s: StructId) -> bool {
    p.types.structs[s].foreign
}

/// A field of a container.
pub fn field_place(p: &Program, s: StructId, i: u32) -> Place {
    if is_raw(p, s) { Place::Raw } else { Place::Field(declaring(p, s, i), i) }
}

/// The place of one item, or of one field or item of a container, that an operation reads or writes; `None` for operations
/// that work on more, or on no memory.
pub fn place(p: &Program, g: &LlGraph, op: &SpaceOperation<Ll>) -> Option<Place> {
    let container = || match p.value_type(g, op.args.first()?) {
        Type::Ptr(s) => Some(s),
        _ => None,
    };
    let field = |i: usize| match op.args.get(i) {
        Some(LlValue::Const(Const::Field(f))) => Some(*f),
        _ => None,
    };
    Some(match op.op {
        LlOp::GetField | LlOp::SetField => field_place(p, container()?, field(1)?),
        LlOp::GetArrayItem | LlOp::SetArrayItem => match container()? {
            s if is_raw(p, s) => Place::Raw,
            s => Place::Items(s),
        },
        LlOp::GetInteriorField | LlOp::SetInteriorField => match container()? {
            s if is_raw(p, s) => Place::Raw,
            s => Place::ItemField(s, field(2)?),
        },
        LlOp::RawLoad | LlOp::RawStore => Place::Raw,
        _ => return None,
    })
}

/// The items of a container: plain ones, or each field of inline ones.
fn items(p: &Program, s: StructId, add: &mut dyn FnMut(Place)) {
    let st = &p.types.structs[s];
    if is_raw(p, s) {
        add(Place::Raw);
    } else if st.item_type().is_some() {
        add(Place::Items(s));
    } else {
        (0..st.item_fields().len() as u32).for_each(|k| add(Place::ItemField(s, k)));
    }
}

/// All of a container.
pub fn container(p: &Program, s: StructId, add: &mut dyn FnMut(Place)) {
    let n = p.types.structs[s].fields.len() as u32;
    (0..n).for_each(|i| add(field_place(p, s, i)));
    items(p, s, add);
}

/// Collects the places that an operation writes, or reads; gives `false` if that cannot be said.
fn touched(
    p: &Program,
    g: &LlGraph,
    op: &SpaceOperation<Ll>,
    write: bool,
    add: &mut dyn FnMut(Place),
) -> bool {
    let all_items = |i: usize, add: &mut dyn FnMut(Place)| match p.value_type(g, &op.args[i]) {
        Type::Ptr(s) => {
            items(p, s, add);
            true
        }
        _ => false,
    };
    match op.op {
        LlOp::CopyItems => all_items(if write { 1 } else { 0 }, add),
        LlOp::ZeroItems => all_items(0, add),
        LlOp::CopyToRaw | LlOp::FindChar if !write => all_items(0, add),
        LlOp::CopyFromRaw if write => all_items(1, add),
        LlOp::CopyToRaw
        | LlOp::CopyFromRaw
        | LlOp::RawMemcopy
        | LlOp::RawMemmove
        | LlOp::RawMemclear
        | LlOp::RawMalloc
        | LlOp::RawFree
        | LlOp::RawFreeStruct => {
            add(Place::Raw);
            true
        }
        _ => match place(p, g, op) {
            Some(pl) => {
                add(pl);
                true
            }
            None => false,
        },
    }
}

/// Calls `add` for what an operation writes; `false` if that cannot be said.
pub fn written(
    p: &Program,
    g: &LlGraph,
    op: &SpaceOperation<Ll>,
    add: &mut dyn FnMut(Place),
) -> bool {
    !op.op.has(effects::WRITES) || touched(p, g, op, true, add)
}

/// Calls `add` for what an operation reads. What has no place never changes (lengths, tables of the collector).
pub fn read(p: &Program, g: &LlGraph, op: &SpaceOperation<Ll>, add: &mut dyn FnMut(Place)) {
    if op.op.has(effects::READS) {
        touched(p, g, op, false, add);
    }
}

/// Numbers for the places of a program.
#[derive(Clone, Debug)]
pub struct Places {
    /// Number of the first place of each container: its fields, its items, their fields.
    first: SecondaryMap<StructId, u32>,
    all: Vec<Place>,
}

impl Places {
    /// Numbers the places of a program. Containers that are added later do not change the numbers.
    pub fn new(p: &Program) -> Places {
        let mut first = SecondaryMap::new();
        let mut all = vec![Place::Raw];
        for (s, st) in p.types.structs.iter() {
            first[s] = all.len() as u32;
            all.extend((0..st.fields.len() as u32).map(|i| Place::Field(s, i)));
            all.push(Place::Items(s));
            all.extend((0..st.item_fields().len() as u32).map(|k| Place::ItemField(s, k)));
        }
        Places { first, all }
    }
    fn number(&self, p: &Program, place: Place) -> u32 {
        let fields = |s: StructId| p.types.structs[s].fields.len() as u32;
        match place {
            Place::Raw => 0,
            Place::Field(s, i) => self.first[s] + i,
            Place::Items(s) => self.first[s] + fields(s),
            Place::ItemField(s, k) => self.first[s] + fields(s) + 1 + k,
        }
    }
    /// Adds a place to a set.
    pub fn insert(&self, p: &Program, set: &mut PlaceSet, place: Place) {
        set.insert(self.number(p, place));
    }
    /// Says whether a place is in a set.
    pub fn contains(&self, p: &Program, set: &PlaceSet, place: Place) -> bool {
        set.contains(self.number(p, place))
    }
    /// The places of a set, in their order.
    pub fn list(&self, set: &PlaceSet) -> Vec<Place> {
        let mut v: Vec<Place> = set.numbers().map(|n| self.all[n as usize]).collect();
        v.sort();
        v
    }
}

/// A set of places, as numbered by [`Places`]: words of 64 bits, those that are not zero, by their index. A program has many
/// places, and most functions know few of them.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct PlaceSet(Vec<(u32, u64)>);

impl PlaceSet {
    /// Adds the place of a number.
    pub fn insert(&mut self, place: u32) {
        self.add_word(place / 64, 1 << (place % 64));
    }
    /// Tells whether the set has the place of this number.
    pub fn contains(&self, place: u32) -> bool {
        let at = self.0.binary_search_by_key(&(place / 64), |w| w.0);
        at.is_ok_and(|at| self.0[at].1 >> (place % 64) & 1 != 0)
    }
    /// The numbers of its places, in their order.
    pub fn numbers(&self) -> impl Iterator<Item = u32> {
        let bits = |(index, word): &(u32, u64)| {
            let (index, word) = (*index, *word);
            (0..64).filter(move |b| word >> b & 1 != 0).map(move |b| index * 64 + b)
        };
        self.0.iter().flat_map(bits)
    }
    /// Says whether there is none.
    pub fn is_empty(&self) -> bool {
        self.0.is_empty()
    }
    /// Removes all.
    pub fn clear(&mut self) {
        self.0.clear();
    }
    fn add_word(&mut self, index: u32, bits: u64) {
        match self.0.binary_search_by_key(&index, |w| w.0) {
            Ok(at) => self.0[at].1 |= bits,
            Err(at) => self.0.insert(at, (index, bits)),
        }
    }
    /// Adds all of `other`.
    pub fn union(&mut self, other: &PlaceSet) {
        // Each new word would move those behind it.
        const FEW: usize = 8;
        if other.0.len() <= FEW {
            other.0.iter().for_each(|(index, bits)| self.add_word(*index, *bits));
            return;
        }
        let mut mine = std::mem::take(&mut self.0).into_iter().peekable();
        self.0.reserve(mine.len().max(other.0.len()));
        for (index, bits) in &other.0 {
            while let Some(word) = mine.next_if(|w| w.0 < *index) {
                self.0.push(word);
            }
            let same = mine.next_if(|w| w.0 == *index).map_or(0, |w| w.1);
            self.0.push((*index, bits | same));
        }
        self.0.extend(mine);
    }
}
