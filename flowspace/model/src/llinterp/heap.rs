//! The checked heap: objects with fields and items as values, and byte-addressed raw blocks.

use crate::eval::{ObjRef, RtValue};
use crate::ll::{FuncId, Program};
use crate::lltype::{Items, StructId, Type};
use cranelift_entity::EntityRef;

/// Items of an object.
#[derive(Clone, Debug, PartialEq)]
pub enum ItemStore {
    /// The container has no tail.
    None,
    /// Items of type Char.
    Bytes(Vec<u8>),
    /// Items of other types; `per` values for each (more than one for inline items).
    Values {
        /// Values per item.
        per: usize,
        /// All values, item after item.
        data: Vec<RtValue>,
    },
}

impl ItemStore {
    /// Number of items.
    pub fn len(&self) -> usize {
        match self {
            ItemStore::None => 0,
            ItemStore::Bytes(b) => b.len(),
            ItemStore::Values { per: 0, .. } => 0,
            ItemStore::Values { per, data } => data.len() / per,
        }
    }
    /// Says whether there are none.
    pub fn is_empty(&self) -> bool {
        self.len() == 0
    }
}

/// An object.
#[derive(Clone, Debug, PartialEq)]
pub struct Object {
    /// Exact container type.
    pub ty: StructId,
    /// Fixed fields.
    pub fields: Vec<RtValue>,
    /// Tail.
    pub items: ItemStore,
    /// A raw object after `raw_free_struct`.
    pub freed: bool,
}

/// A block of raw memory.
#[derive(Clone, Debug, Default)]
pub struct RawBlock {
    /// Contents.
    pub bytes: Vec<u8>,
    /// Tells which bytes were written.
    pub init: Vec<bool>,
    /// True after `raw_free`.
    pub freed: bool,
}

/// All memory of a running program.
#[derive(Clone, Debug, Default)]
pub struct Heap {
    /// Objects; the program's prebuilt ones come first, under their own numbers.
    pub objects: Vec<Object>,
    /// Raw blocks.
    pub raw: Vec<RawBlock>,
    /// Limit on the number of objects (a runaway program becomes a fault).
    pub max_objects: usize,
}

/// The result of an access; an error says what went wrong.
pub type MemResult<T> = Result<T, String>;

/// Lengths from here on are too much for the interpreter.
pub const MAX_ITEMS: i64 = 1 << 31;

/// Number of the block that stands for no block.
pub const NO_BLOCK: u32 = u32::MAX;

impl Heap {
    /// A heap with the prebuilt objects of a program.
    pub fn new(p: &Program) -> Heap {
        let mut h = Heap { max_objects: 1 << 26, ..Heap::default() };
        for (_, o) in p.heap.iter() {
            let val = |c| RtValue::from_const(c).unwrap_or_default();
            let items = match &p.types.structs[o.ty].items {
                None => ItemStore::None,
                Some(Items::Plain(Type::Char)) => ItemStore::Bytes(
                    o.items
                        .iter()
                        .map(|c| match val(c) {
                            RtValue::Char(x) => x,
                            _ => 0,
                        })
                        .collect(),
                ),
                Some(Items::Plain(_)) => {
                    ItemStore::Values { per: 1, data: o.items.iter().map(val).collect() }
                }
                Some(Items::Inline(f)) => {
                    ItemStore::Values { per: f.len(), data: o.items.iter().map(val).collect() }
                }
            };
            let fields = o.fields.iter().map(val).collect();
            h.objects.push(Object { ty: o.ty, fields, items, freed: false });
        }
        h
    }

    /// Allocates a zeroed object with `n` items.
    pub fn malloc(&mut self, p: &Program, ty: StructId, n: i64) -> MemResult<RtValue> {
        let st = &p.types.structs[ty];
        let n = usize::try_from(n).map_err(|_| format!("allocation of {n} items"))?;
        if self.objects.len() >= self.max_objects || n as i64 >= MAX_ITEMS {
            return Err("out of memory (limit of the interpreter)".into());
        }
        let items = match &st.items {
            None => ItemStore::None,
            Some(Items::Plain(Type::Char)) => ItemStore::Bytes(vec![0; n]),
            Some(Items::Plain(t)) => ItemStore::Values { per: 1, data: vec![RtValue::zero(*t); n] },
            Some(Items::Inline(fs)) => {
                let mut data = Vec::with_capacity(n * fs.len());
                for _ in 0..n {
                    data.extend(fs.iter().map(|f| RtValue::zero(f.ty)));
                }
                ItemStore::Values { per: fs.len(), data }
            }
        };
        let fields = st.fields.iter().map(|f| RtValue::zero(f.ty)).collect();
        self.objects.push(Object { ty, fields, items, freed: false });
        Ok(RtValue::Ref(ObjRef(self.objects.len() as u32 - 1)))
    }

    /// The live object that a value points to.
    pub fn object(&self, v: RtValue) -> MemResult<&Object> {
        match v {
            RtValue::Ref(ObjRef(i)) => match self.objects.get(i as usize) {
                Some(o) if !o.freed => Ok(o),
                Some(_) => Err(format!("use after free of object {i}")),
                None => Err(format!("dangling reference to object {i}")),
            },
            RtValue::Null => Err("null dereference".into()),
            other => Err(format!("{other:?} is not a pointer to an object")),
        }
    }
    /// The live object that a value points to, mutable.
    pub fn object_mut(&mut self, v: RtValue) -> MemResult<&mut Object> {
        self.object(v)?;
        match v {
            RtValue::Ref(ObjRef(i)) => Ok(&mut self.objects[i as usize]),
            _ => unreachable!("checked above"),
        }
    }

    /// Reads item `i`, value `k` of the item.
    pub fn get_item(&self, v: RtValue, i: i64, k: usize) -> MemResult<RtValue> {
        let o = self.object(v)?;
        let len = o.items.len();
        let at = usize::try_from(i).ok().filter(|i| *i < len);
        match (&o.items, at) {
            (_, None) => Err(format!("index {i} out of bounds of {len} items")),
            (ItemStore::Bytes(b), Some(i)) if k == 0 => Ok(RtValue::Char(b[i])),
            (ItemStore::Values { per, data }, Some(i)) if k < *per => Ok(data[i * per + k]),
            _ => Err(format!("no field {k} in an item")),
        }
    }
    /// Writes item `i`, value `k` of the item.
    pub fn set_item(&mut self, v: RtValue, i: i64, k: usize, x: RtValue) -> MemResult<()> {
        let o = self.object_mut(v)?;
        let len = o.items.len();
        let at = usize::try_from(i).ok().filter(|i| *i < len);
        match (&mut o.items, at, x) {
            (_, None, _) => return Err(format!("index {i} out of bounds of {len} items")),
            (ItemStore::Bytes(b), Some(i), RtValue::Char(c)) if k == 0 => b[i] = c,
            (ItemStore::Values { per, data }, Some(i), x) if k < *per => data[i * *per + k] = x,
            _ => return Err(format!("no field {k} in an item, or {x:?} in an array of Char")),
        }
        Ok(())
    }

    /// Copies items between containers of the same item type.
    pub fn copy_items(
        &mut self,
        src: RtValue,
        dst: RtValue,
        from: i64,
        to: i64,
        n: i64,
    ) -> MemResult<()> {
        let slen = self.object(src)?.items.len() as i64;
        let dlen = self.object(dst)?.items.len() as i64;
        let ok =
            |at: i64, len: i64| at >= 0 && n >= 0 && at.checked_add(n).is_some_and(|e| e <= len);
        if !ok(from, slen) || !ok(to, dlen) {
            return Err(format!("copy of {n} items from {from} of {slen} to {to} of {dlen}"));
        }
        let (from, to, n) = (from as usize, to as usize, n as usize);
        if src == dst {
            match &mut self.object_mut(dst)?.items {
                ItemStore::Bytes(b) => b.copy_within(from..from + n, to),
                ItemStore::Values { per, data } => {
                    data.copy_within(from * *per..(from + n) * *per, to * *per)
                }
                ItemStore::None => {}
            }
            return Ok(());
        }
        let part = match &self.object(src)?.items {
            ItemStore::Bytes(b) => ItemStore::Bytes(b[from..from + n].to_vec()),
            ItemStore::Values { per, data } => {
                let data = data[from * per..(from + n) * per].to_vec();
                ItemStore::Values { per: *per, data }
            }
            ItemStore::None => ItemStore::None,
        };
        match (&mut self.object_mut(dst)?.items, part) {
            (ItemStore::Bytes(b), ItemStore::Bytes(p)) => b[to..to + n].copy_from_slice(&p),
            (ItemStore::Values { per, data }, ItemStore::Values { per: p2, data: d2 })
                if *per == p2 =>
            {
                data[to * p2..(to + n) * p2].copy_from_slice(&d2)
            }
            (ItemStore::None, ItemStore::None) => {}
            _ => return Err("copy between arrays of different item types".into()),
        }
        Ok(())
    }

    /// Allocates `n` raw bytes.
    pub fn raw_malloc(&mut self, n: i64) -> MemResult<RtValue> {
        let n = usize::try_from(n).ok().filter(|n| *n < 1 << 31);
        let n = n.ok_or("raw allocation of an impossible size")?;
        self.raw.push(RawBlock { bytes: vec![0; n], init: vec![false; n], freed: false });
        Ok(RtValue::Addr { block: self.raw.len() as u32 - 1, offset: 0 })
    }
    /// Frees a raw block; null is allowed.
    pub fn raw_free(&mut self, v: RtValue) -> MemResult<()> {
        match v {
            RtValue::Null => Ok(()),
            RtValue::Addr { block, offset: 0 } if block != NO_BLOCK => {
                let b = &mut self.raw[block as usize];
                if std::mem::replace(&mut b.freed, true) {
                    return Err("raw memory freed twice".into());
                }
                b.bytes = vec![];
                b.init = vec![];
                Ok(())
            }
            RtValue::Ref(_) => {
                self.object_mut(v)?.freed = true;
                Ok(())
            }
            _ => Err(format!("{v:?} is not the start of a raw block")),
        }
    }
    fn raw_range(&self, v: RtValue, n: usize) -> MemResult<(usize, usize)> {
        match v {
            RtValue::Addr { block, offset } if block != NO_BLOCK => {
                let b = self.raw.get(block as usize).ok_or("dangling raw address")?;
                if b.freed {
                    return Err("use of freed raw memory".into());
                }
                let at = usize::try_from(offset).ok();
                let at = at.filter(|a| a.checked_add(n).is_some_and(|e| e <= b.bytes.len()));
                let at = at.ok_or_else(|| {
                    format!("{n} bytes at offset {offset} of a raw block of {}", b.bytes.len())
                })?;
                Ok((block as usize, at))
            }
            RtValue::Null => Err("null dereference (raw address)".into()),
            _ => Err(format!("{v:?} is not an address in raw memory")),
        }
    }
    /// Reads `n` initialised bytes at an address: in a raw block, or the items of an array of Char.
    pub fn read_bytes(&self, v: RtValue, n: usize) -> MemResult<Vec<u8>> {
        if n == 0 {
            return Ok(vec![]);
        }
        if let RtValue::Ref(_) = v {
            return match &self.object(v)?.items {
                ItemStore::Bytes(b) if n <= b.len() => Ok(b[..n].to_vec()),
                _ => Err(format!("{n} bytes of an object without so many Char items")),
            };
        }
        let (b, at) = self.raw_range(v, n)?;
        if let Some(i) = self.raw[b].init[at..at + n].iter().position(|i| !i) {
            return Err(format!("read of uninitialised raw memory at offset {}", at + i));
        }
        Ok(self.raw[b].bytes[at..at + n].to_vec())
    }
    /// Writes bytes at an address: in a raw block, or to the items of an array of Char.
    pub fn write_bytes(&mut self, v: RtValue, data: &[u8]) -> MemResult<()> {
        if data.is_empty() {
            return Ok(());
        }
        if let RtValue::Ref(_) = v {
            return match &mut self.object_mut(v)?.items {
                ItemStore::Bytes(b) if data.len() <= b.len() => {
                    b[..data.len()].copy_from_slice(data);
                    Ok(())
                }
                _ => Err(format!("{} bytes to an object without so many Char items", data.len())),
            };
        }
        let (b, at) = self.raw_range(v, data.len())?;
        self.raw[b].bytes[at..at + data.len()].copy_from_slice(data);
        self.raw[b].init[at..at + data.len()].fill(true);
        Ok(())
    }
    /// Reads bytes up to a NUL.
    pub fn read_cstring(&self, v: RtValue) -> MemResult<Vec<u8>> {
        if let RtValue::Ref(_) = v {
            return match &self.object(v)?.items {
                ItemStore::Bytes(b) => match b.iter().position(|c| *c == 0) {
                    Some(i) => Ok(b[..i].to_vec()),
                    None => Err("C string without a final NUL".into()),
                },
                _ => Err("not an array of Char".into()),
            };
        }
        let mut out = vec![];
        let mut at = v;
        loop {
            match self.read_bytes(at, 1)?[0] {
                0 => return Ok(out),
                c => out.push(c),
            }
            if let RtValue::Addr { offset, .. } = &mut at {
                *offset += 1;
            }
        }
    }
    /// `raw_load`
    pub fn raw_load(&self, v: RtValue, offset: i64, ty: Type) -> MemResult<RtValue> {
        let bytes = self.read_bytes(add_address(v, offset)?, ty.size() as usize)?;
        let mut w = [0; 8];
        w[..bytes.len()].copy_from_slice(&bytes);
        Ok(from_bits(u64::from_le_bytes(w), ty))
    }
    /// `raw_store`
    pub fn raw_store(&mut self, v: RtValue, offset: i64, x: RtValue) -> MemResult<()> {
        let (bits, size) = to_bits(x);
        self.write_bytes(add_address(v, offset)?, &bits.to_le_bytes()[..size])
    }
}

fn add_address(v: RtValue, n: i64) -> MemResult<RtValue> {
    match v {
        RtValue::Addr { block, offset } => {
            Ok(RtValue::Addr { block, offset: offset.wrapping_add(n) })
        }
        v if n == 0 => Ok(v),
        _ => Err(format!("address arithmetic on {v:?}")),
    }
}

const TAG: u64 = 0xF << 60;
const ADDR: u64 = 1 << 60;
const REF: u64 = 2 << 60;
const FUNC: u64 = 3 << 60;
/// Added to offsets, so that small negative ones stay within the number of their block.
const BIAS: i64 = 1 << 30;

/// The bits of a value in raw memory, and how many bytes they take. Pointers get made-up addresses, from
/// which [`from_bits`] gives them back.
pub fn to_bits(v: RtValue) -> (u64, usize) {
    match v {
        RtValue::Void => (0, 0),
        RtValue::Bool(x) => (x as u64, 1),
        RtValue::Char(x) => (x as u64, 1),
        RtValue::UniChar(x) | RtValue::UInt32(x) => (x as u64, 4),
        RtValue::Int32(x) => (x as u32 as u64, 4),
        RtValue::Narrow(t, x) => (x as u32 as u64 & ((1 << (8 * t.size())) - 1), t.size() as usize),
        RtValue::Single(x) => (x.to_bits() as u64, 4),
        RtValue::Int(x) => (x as u64, 8),
        RtValue::Uint(x) => (x, 8),
        RtValue::Float(x) => (x.to_bits(), 8),
        RtValue::Null => (0, 8),
        RtValue::Ref(r) => (REF | (r.0 as u64) << 4, 8),
        RtValue::Func(f) => (FUNC | (f.index() as u64) << 4, 8),
        RtValue::Addr { block: NO_BLOCK, offset } => (offset as u64, 8),
        RtValue::Addr { block, offset } => {
            (ADDR.wrapping_add((block as u64) << 32).wrapping_add((offset + BIAS) as u64), 8)
        }
    }
}

/// Inverse of [`to_bits`].
pub fn from_bits(x: u64, ty: Type) -> RtValue {
    match ty {
        Type::Void => RtValue::Void,
        Type::Float => RtValue::Float(f64::from_bits(x)),
        Type::SingleFloat => RtValue::Single(f32::from_bits(x as u32)),
        t if t.is_integral() => RtValue::from_wide(x as i64 as i128, t).unwrap_or_default(),
        _ => match x & TAG {
            _ if x == 0 => RtValue::Null,
            ADDR => RtValue::Addr {
                block: ((x & !TAG) >> 32) as u32,
                offset: (x & 0xFFFF_FFFF) as i64 - BIAS,
            },
            REF if x & 15 == 0 => RtValue::Ref(ObjRef(((x & !TAG) >> 4) as u32)),
            FUNC if x & 15 == 0 => RtValue::Func(FuncId::new(((x & !TAG) >> 4) as usize)),
            _ => RtValue::Addr { block: NO_BLOCK, offset: x as i64 },
        },
    }
}
