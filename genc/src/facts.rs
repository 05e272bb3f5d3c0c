//! Facts that the run time is told of a program, apart from how they are written down: the C emitter makes C text of
//! them, the object emitter bytes with relocations.

use crate::database::Database;
use crate::database::item_count;
use backendopt::transform::{GcChoice, GcFunctions, PREBUILT_FLAGS, immortal_header};
use flowmodel::lltype::{HEADER_HASH, RANGE_FIELDS};
use flowmodel::{
    Const, Field, FuncId, Items, Ll, ObjId, Program, SpaceOperation, StructId, Type, Value,
};

/// A row of the collector's table of types (`struct tw_typeinfo`). Offsets count from the GC header.
#[derive(Debug)]
pub struct TypeInfo {
    /// The container.
    pub id: StructId,
    /// Size of the fixed part.
    pub size: u32,
    /// Size of an item.
    pub item_size: u32,
    /// Offset of the length; 0 if there is none.
    pub length: u32,
    /// Offset of the first item; 0 if there are none.
    pub items: u32,
    /// References in the fixed part.
    pub references: Vec<u32>,
    /// References in an item, from its start.
    pub item_references: Vec<u32>,
}

fn gc_offsets(p: &Program, fields: &[Field], at: &[u32], base: u32) -> Vec<u32> {
    fields.iter().zip(at).filter(|(f, _)| p.types.is_gc(f.ty)).map(|(_, a)| base + a).collect()
}

/// The rows by number (type id / 8). Some belong to no container that the collector sees.
pub fn type_infos(db: &Database) -> Vec<Option<TypeInfo>> {
    let p = db.p;
    // row 0 belongs to no container: type ids start at 8
    let mut rows: Vec<Option<TypeInfo>> = Vec::new();
    rows.resize_with(p.types.structs.len() + 1, || None);
    for (s, st) in &p.types.structs {
        if !st.gc || !db.structs.contains_key(&s) {
            continue;
        }
        let l = p.types.layout(s);
        let h = p.types.header(s);
        let item_references = match &st.items {
            Some(Items::Plain(t)) if p.types.is_gc(*t) => vec![0],
            Some(Items::Inline(fs)) => gc_offsets(p, fs, &l.item_fields, 0),
            _ => vec![],
        };
        rows[p.types.type_id(s) as usize / 8] = Some(TypeInfo {
            id: s,
            size: h + l.size,
            item_size: l.item_size,
            length: l.length.map_or(0, |x| h + x),
            items: if st.items.is_some() { h + l.items } else { 0 },
            references: gc_offsets(p, &st.fields, &l.fields, h),
            item_references,
        });
    }
    rows
}

/// A reference slot in a prebuilt object.
#[derive(Debug)]
pub struct Root {
    /// The object.
    pub object: ObjId,
    /// The slot.
    pub at: RootAt,
    /// Offset in bytes from the object's GC header or start.
    pub offset: u64,
}

/// Says which slot of an object it is.
#[derive(Debug)]
pub enum RootAt {
    /// A fixed field.
    Field(usize),
    /// An item.
    Item(usize),
    /// A field of an item.
    ItemField(usize, usize),
}

/// The classes by number (type id / 8), where header words tell them: their vtables.
pub fn classes(db: &Database) -> Vec<Option<ObjId>> {
    let p = db.p;
    let mut rows = vec![None; p.types.structs.len() + 1];
    for id in db.objects.keys() {
        if let Some(s) = p.instances_of(*id) {
            rows[p.types.type_id(s) as usize / 8] = Some(*id);
        }
    }
    rows
}

/// Says whether an operation stores the class into an instance of it, whose header tells it from the beginning.
pub fn stores_own_class(p: &Program, s: StructId, op: &SpaceOperation<Ll>) -> bool {
    let class = op.args.get(2).and_then(Value::as_const);
    matches!(class, Some(Const::Obj(class)) if p.instances_of(*class) == Some(s))
}

fn changes(f: &Field) -> bool {
    !f.mutability.fixed_if_prebuilt()
}

/// The header of a prebuilt object.
pub fn header(db: &Database, id: ObjId) -> u64 {
    if db.opts.gc.counts() {
        return immortal_header(db.p, id);
    }
    let flags = if db.opts.gc.has_barrier() { PREBUILT_FLAGS } else { 0 };
    let hash = Program::prebuilt_identity_hash(id) as u64;
    db.p.types.type_id(db.p.header_type(id)) as u64 | flags | hash << HEADER_HASH
}

/// Gives the function that the JIT's code calls before it stores a reference in an object whose header has the flag for
/// it: with the object, the index of the item or -1, and the reference.
pub fn jit_barrier(db: &Database) -> Option<FuncId> {
    match &db.opts.gc {
        GcChoice::Collector(g) => g.barrier.map(|b| b.remember_item),
        GcChoice::None => None,
    }
}

/// Reference slots in prebuilt objects that may come to point to objects that move. With a write barrier the collector learns
/// of those in objects with a header. One that counts references asks for none.
pub fn static_roots(db: &Database) -> Vec<Root> {
    let p = db.p;
    let mut roots = vec![];
    if db.opts.gc.counts() {
        return roots;
    }
    let is_vtable = |s: StructId| p.exc.vtable.is_some_and(|v| p.types.is_subtype(s, v));
    for id in db.objects.keys() {
        let obj = &p.heap[*id];
        if is_vtable(obj.ty) {
            continue;
        }
        let st = &p.types.structs[obj.ty];
        if st.gc && db.opts.gc.has_barrier() {
            continue;
        }
        let (l, h) = (p.types.layout(obj.ty), p.types.header(obj.ty));
        let mut add = |at, offset| {
            roots.push(Root { object: *id, at, offset: h as u64 + offset });
        };
        for (i, f) in st.fields.iter().enumerate() {
            if p.types.is_gc(f.ty) && changes(f) {
                add(RootAt::Field(i), l.fields[i] as u64);
            }
        }
        if st.immutable_items {
            continue;
        }
        for k in 0..item_count(db, *id) {
            let item = l.items as u64 + k as u64 * l.item_size as u64;
            match &st.items {
                Some(Items::Plain(t)) if p.types.is_gc(*t) => add(RootAt::Item(k), item),
                Some(Items::Inline(fs)) => {
                    for (i, f) in fs.iter().enumerate() {
                        if p.types.is_gc(f.ty) && changes(f) {
                            add(RootAt::ItemField(k, i), item + l.item_fields[i] as u64);
                        }
                    }
                }
                _ => {}
            }
        }
    }
    roots
}

/// Says where the name of an exception class is found.
#[derive(Debug)]
pub struct ClassName {
    /// The class's container.
    pub vtable: StructId,
    /// Its field that points to the name.
    pub field: usize,
    /// The name's container: characters.
    pub text: StructId,
}

/// Says where the name of an exception class is found, if anywhere.
pub fn class_name(db: &Database) -> Option<ClassName> {
    let p = db.p;
    let vtable = p.exc.vtable?;
    let field = p.types.structs[vtable].field_index("name")? as usize;
    let Type::Ptr(text) = p.types.structs[vtable].fields[field].ty else { return None };
    let is_text = p.types.structs[text].item_type() == Some(Type::Char);
    is_text.then_some(ClassName { vtable, field, text })
}

/// The functions that allocate fixed and variable sizes, that which collects and that which gives identity hashes.
pub fn gc_functions(db: &Database) -> [String; 4] {
    match &db.opts.gc {
        GcChoice::Collector(g) => [g.malloc_fixed, g.malloc_varsize, g.collect, g.identity_hash]
            .map(|f| db.func(f).to_string()),
        GcChoice::None => ["malloc_fixed", "malloc_varsize", "collect", "identity_hash"]
            .map(|n| format!("tw_plain_{n}")),
    }
}

/// The object with the collector's bump pointer and its limit, and which fields they are.
pub fn gc_state(db: &Database) -> Option<(ObjId, [usize; 2])> {
    match &db.opts.gc {
        GcChoice::Collector(GcFunctions { state: Some(s), .. })
            if db.objects.contains_key(&s.obj) =>
        {
            Some((s.obj, [s.free as usize, s.limit as usize]))
        }
        _ => None,
    }
}

/// Class and instance of MemoryError.
pub fn memory_error(db: &Database) -> Option<[ObjId; 2]> {
    let object = |o: Option<&ObjId>| o.filter(|o| db.objects.contains_key(*o)).copied();
    let exc = &db.p.exc;
    Some([object(exc.classes.get("MemoryError"))?, object(exc.instances.get("MemoryError"))?])
}

/// Gives the offset at which a vtable has the type id of the instances; -1 if headers do not tell classes.
pub fn type_id_offset(db: &Database) -> i64 {
    let p = db.p;
    let field = p.exc.object.and_then(|object| p.types.type_id_field(object));
    field.map_or(-1, |(v, i)| p.types.offset(v, i as usize).into())
}

/// Gives the offsets at which a class has the first and the last number of its subclasses; -1 if
/// nowhere.
pub fn subclass_ranges(db: &Database) -> [i64; 2] {
    let p = db.p;
    RANGE_FIELDS.map(|name| {
        let at = p.exc.vtable.and_then(|v| {
            let i = p.types.structs[v].field_index(name)? as usize;
            Some(p.types.offset(v, i))
        });
        at.map_or(-1, i64::from)
    })
}
