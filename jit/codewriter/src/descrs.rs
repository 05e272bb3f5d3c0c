//! Descrs and the address table, made on demand and shared.

use crate::quasi;
use flowmodel::analysis::places::{PlaceSet, declaring};
use flowmodel::analysis::{EffectFacts, Effects, Place};
use flowmodel::lltype::CLASS_FIELD;
use flowmodel::{
    Body, Const, Field, FuncAttrs, FuncId, FuncTypeId, Items, Program, StructId, Type,
};
use indexmap::IndexMap;
use jitmodel::{
    AddrRef, ArrayDescr, CallDescr, Descr, DescrRef, DescrTable, EffectInfo, ExtraEffect,
    FieldDescr, InteriorFieldDescr, Kind, OopSpec, SizeDescr, SwitchDescr,
};
use rustc_hash::{FxHashMap, FxHashSet};

/// The kind under which the JIT handles values of a type; None for types that it cannot handle.
pub fn kind_of(p: &Program, ty: Type) -> Option<Kind> {
    Some(match ty {
        Type::Void => Kind::Void,
        Type::Float => Kind::Float,
        Type::SingleFloat | Type::LongFloat => return None,
        Type::GcRef => Kind::Ref,
        Type::Ptr(s) if p.types.structs[s].gc => Kind::Ref,
        _ => Kind::Int,
    })
}

/// Builds the descr table and the address table of a program.
pub struct Descrs {
    /// The table so far.
    pub table: DescrTable,
    /// Entries of the address table: `Const::Func` or `Const::Obj`.
    pub addresses: IndexMap<Const, ()>,
    fields: FxHashMap<(StructId, u32), DescrRef>,
    sizes: FxHashMap<(StructId, Option<Const>), DescrRef>,
    arrays: FxHashMap<StructId, DescrRef>,
    interiors: FxHashMap<(StructId, u32), DescrRef>,
    raws: FxHashMap<Type, DescrRef>,
    calls: FxHashMap<CallDescr, DescrRef>,
    /// Fields and arrays of virtualizables: the tracer may test something before an access.
    pub guarded: FxHashSet<DescrRef>,
    /// Types of variables that may hold a private virtualizable.
    pub virtualizables: FxHashSet<StructId>,
}

fn signed(ty: Type) -> bool {
    ty.is_signed()
}

fn kind(p: &Program, ty: Type) -> Kind {
    kind_of(p, ty).unwrap_or(Kind::Int)
}

fn immutable(f: &Field) -> bool {
    f.mutability.pure_in_traces()
}

/// Says whether a struct is a list's: a length, and the array with the items.
pub fn is_list(p: &Program, s: StructId) -> bool {
    let st = &p.types.structs[s];
    let [length, items] = &st.fields[..] else { return false };
    let array = match items.ty {
        Type::Ptr(a) => p.types.structs[a].items.is_some() && p.types.structs[a].fields.is_empty(),
        _ => false,
    };
    let of_list = |f: &Field, name: &str| &*f.name == name;
    st.gc && st.parent.is_none() && array && of_list(length, "length") && of_list(items, "items")
}

impl Descrs {
    /// Empty tables; knows where instances keep their class.
    pub fn new(p: &Program) -> Self {
        let mut d = Descrs {
            table: DescrTable::new(),
            addresses: IndexMap::new(),
            fields: FxHashMap::default(),
            sizes: FxHashMap::default(),
            arrays: FxHashMap::default(),
            interiors: FxHashMap::default(),
            raws: FxHashMap::default(),
            calls: FxHashMap::default(),
            guarded: FxHashSet::default(),
            virtualizables: FxHashSet::default(),
        };
        if let Some(object) = p.exc.object
            && let Some(i) = p.types.structs[object].field_index(CLASS_FIELD)
        {
            d.table.typeptr = Some(d.field(p, object, i));
        }
        if let Some(string) = p.string {
            d.table.string = Some(d.array(p, string));
        }
        d
    }
    /// Index of an address.
    pub fn addr(&mut self, c: &Const) -> AddrRef {
        AddrRef(self.addresses.insert_full(*c, ()).0 as u32)
    }
    /// A fixed field.
    pub fn field(&mut self, p: &Program, s: StructId, index: u32) -> DescrRef {
        let owner = declaring(p, s, index);
        if let Some(d) = self.fields.get(&(owner, index)) {
            return *d;
        }
        let st = &p.types.structs[owner];
        let f = &st.fields[index as usize];
        // (A class that the header tells is its lower half.)
        let (offset, size) = match p.types.is_in_header(owner, index as usize) {
            true => (0, 4),
            false => (p.types.offset(owner, index as usize), f.ty.size() as u8),
        };
        let desc = FieldDescr {
            name: format!("{}.{}", st.name, f.name),
            offset,
            size,
            kind: kind(p, f.ty),
            signed: signed(f.ty),
            immutable: immutable(f),
            immutable_items: f.mutability.immutable_items(),
            volatile: quasi::is_mutate(p, owner, index),
            length: index == 0 && is_list(p, owner),
            truth: f.ty == Type::Bool,
            quasi_immutable: None,
            parent: None,
            index_in_parent: index as u16,
        };
        let d = self.table.add(Descr::Field(desc.clone()));
        self.fields.insert((owner, index), d);
        let quasi_immutable = quasi::mutate_index(p, owner, index).map(|i| self.field(p, owner, i));
        if st.gc {
            let parent = Some(self.size(p, owner, None));
            self.table.set(d, Descr::Field(FieldDescr { parent, quasi_immutable, ..desc }));
        }
        d
    }
    /// A container without tail, allocated with the given vtable.
    pub fn size(&mut self, p: &Program, s: StructId, vtable: Option<Const>) -> DescrRef {
        let key = (s, vtable);
        if let Some(d) = self.sizes.get(&key) {
            return *d;
        }
        let instances = match key.1 {
            Some(Const::Obj(class)) => p.instances_of(class),
            _ => None,
        };
        let vtable = key.1.as_ref().map(|c| self.addr(c));
        let st = &p.types.structs[s];
        let desc = SizeDescr {
            name: st.name.to_string(),
            size: p.types.header(s) + p.types.layout(s).size,
            tid: p.types.type_id(instances.unwrap_or(s)),
            vtable,
            fields: vec![],
            parent: None,
            immutable: false,
        };
        let d = self.table.add(Descr::Size(desc.clone()));
        self.sizes.insert(key, d);
        let parent = st.parent.map(|q| self.size(p, q, None));
        let fields =
            (0..st.fields.len() as u32).filter(|i| st.fields[*i as usize].ty != Type::Void);
        let fields = fields.map(|i| self.field(p, s, i)).collect();
        self.table.set(d, Descr::Size(SizeDescr { fields, parent, ..desc }));
        d
    }
    /// A container seen as an array of its items.
    pub fn array(&mut self, p: &Program, s: StructId) -> DescrRef {
        if let Some(d) = self.arrays.get(&s) {
            return *d;
        }
        let st = &p.types.structs[s];
        let layout = p.types.layout(s);
        let header = p.types.header(s);
        let item = st.item_type();
        let desc = ArrayDescr {
            name: st.name.to_string(),
            basesize: header + layout.items,
            itemsize: layout.item_size,
            lendescr: layout.length.map(|o| header + o),
            kind: item.map_or(Kind::Void, |t| kind(p, t)),
            signed: item.is_some_and(signed),
            pure: st.immutable_items || st.late_immutable_items,
            tid: p.types.type_id(s),
            fields: vec![],
        };
        let d = self.table.add(Descr::Array(desc.clone()));
        self.arrays.insert(s, d);
        if matches!(st.items, Some(Items::Inline(_))) {
            let fields =
                (0..st.item_fields().len() as u32).map(|i| self.interior(p, s, i)).collect();
            self.table.set(d, Descr::Array(ArrayDescr { fields, ..desc }));
        }
        d
    }
    /// A field of inline items.
    pub fn interior(&mut self, p: &Program, s: StructId, index: u32) -> DescrRef {
        if let Some(d) = self.interiors.get(&(s, index)) {
            return *d;
        }
        let array = self.array(p, s);
        if let Some(d) = self.interiors.get(&(s, index)) {
            return *d;
        }
        let st = &p.types.structs[s];
        let f = &st.item_fields()[index as usize];
        let d = self.table.add(Descr::InteriorField(InteriorFieldDescr {
            name: format!("{}.{}", st.name, f.name),
            array,
            offset: p.types.layout(s).item_fields[index as usize],
            size: f.ty.size() as u8,
            kind: kind(p, f.ty),
            signed: signed(f.ty),
            immutable: immutable(f),
            index_in_parent: index as u16,
        }));
        self.interiors.insert((s, index), d);
        d
    }
    /// A value of this type in raw memory.
    pub fn raw(&mut self, p: &Program, ty: Type) -> DescrRef {
        if let Some(d) = self.raws.get(&ty) {
            return *d;
        }
        let d = self.table.add(Descr::Array(ArrayDescr {
            name: format!("raw {}", p.types.show(ty)),
            basesize: 0,
            itemsize: ty.size(),
            lendescr: None,
            kind: kind(p, ty),
            signed: signed(ty),
            pure: false,
            tid: 0,
            fields: vec![],
        }));
        self.raws.insert(ty, d);
        d
    }
    /// A switch whose cases come later.
    pub fn switch(&mut self) -> DescrRef {
        self.table.add(Descr::Switch(SwitchDescr::default()))
    }
    /// Gives the descrs of these places that traces may keep. Raw memory is none of it: it is always read and
    /// written at once.
    fn places(&mut self, p: &Program, facts: &EffectFacts, set: &PlaceSet) -> Vec<DescrRef> {
        let mut v: Vec<DescrRef> = facts
            .places(set)
            .into_iter()
            .filter_map(|place| match place {
                Place::Field(s, i) => {
                    let exists = p.types.structs[s].fields[i as usize].ty != Type::Void;
                    exists.then(|| self.field(p, s, i))
                }
                Place::Items(s) => Some(self.array(p, s)),
                Place::ItemField(s, i) => Some(self.interior(p, s, i)),
                Place::Raw => None,
            })
            .collect();
        v.sort();
        v
    }
    /// A call of a function.
    pub fn call_of(&mut self, p: &Program, f: FuncId, facts: &EffectFacts) -> DescrRef {
        let func = &p.funcs[f];
        self.call(p, &func.name, func.ty, facts, facts.func(f), &func.attrs)
    }
    /// The functions on strings, which the trace optimiser puts into traces.
    pub fn texts(&mut self, p: &Program, facts: &EffectFacts) {
        // The program may not reach it.
        let exists = |f: FuncId| matches!(p.funcs[f].body, Body::Graph(_));
        let named = |f: FuncId| p.funcs[f].attrs.oopspec.as_ref();
        let is_text =
            |f: &&FuncId| named(**f).is_some_and(|o| o.starts_with("stroruni.")) && exists(**f);
        let all: Vec<FuncId> = p.funcs.keys().collect();
        for &f in all.iter().filter(is_text) {
            let call = self.call_of(p, f, facts);
            let address = self.addr(&Const::Func(f));
            self.table.note_text(address, call);
        }
    }
    /// A call of a function of this type with these effects.
    pub fn call(
        &mut self,
        p: &Program,
        name: &str,
        ty: FuncTypeId,
        facts: &EffectFacts,
        e: &Effects,
        attrs: &FuncAttrs,
    ) -> DescrRef {
        let mut reads = self.places(p, facts, &e.reads);
        if attrs.oopspec.as_deref().is_some_and(|o| o.starts_with("stroruni.")) {
            // What such a function reads besides characters is a table that nothing changes.
            reads.retain(|d| self.characters(*d));
        }
        let effect = EffectInfo {
            extra: extra_effect(e, attrs),
            late: attrs.elidable
                && !e.random
                && !e.raises
                && !attrs.may_not_end
                && reads.iter().all(|d| self.characters(*d)),
            can_collect: e.collects,
            can_invalidate: e.random
                || name == quasi::WRITTEN
                || quasi::writes(p, facts, &e.writes),
            oopspec: attrs.oopspec.as_deref().and_then(by_meaning).unwrap_or_default(),
            takes_virtualizable: self.takes_virtualizable(p, ty),
            reads,
            // What an elidable function remembers does not count.
            writes: match attrs.elidable {
                true => vec![],
                false => self.places(p, facts, &e.writes),
            },
        };
        self.add_call(p, name, ty, effect)
    }
    /// A call that is made while tracing and is not in the trace.
    pub fn call_not_in_trace(&mut self, p: &Program, name: &str, ty: FuncTypeId) -> DescrRef {
        let effect = EffectInfo {
            extra: ExtraEffect::RandomEffects,
            can_collect: true,
            can_invalidate: true,
            oopspec: OopSpec::NotInTrace,
            takes_virtualizable: self.takes_virtualizable(p, ty),
            late: false,
            reads: vec![],
            writes: vec![],
        };
        self.add_call(p, name, ty, effect)
    }
    /// A call that the program does not notice.
    pub fn call_without_effects(&mut self, p: &Program, name: &str, ty: FuncTypeId) -> DescrRef {
        let effect = EffectInfo {
            extra: ExtraEffect::CannotRaise,
            can_collect: false,
            can_invalidate: false,
            oopspec: OopSpec::None,
            takes_virtualizable: false,
            late: false,
            reads: vec![],
            writes: vec![],
        };
        self.add_call(p, name, ty, effect)
    }
    /// Says whether the descr is about the characters of strings.
    fn characters(&self, d: DescrRef) -> bool {
        matches!(self.table.get(d), Descr::Array(d) if d.pure && d.kind == Kind::Int)
    }
    fn takes_virtualizable(&self, p: &Program, ty: FuncTypeId) -> bool {
        let mut args = p.types.funcs[ty].args.iter();
        args.any(|ty| matches!(ty, Type::Ptr(s) if self.virtualizables.contains(s)))
    }
    fn add_call(
        &mut self,
        p: &Program,
        name: &str,
        ty: FuncTypeId,
        effect: EffectInfo,
    ) -> DescrRef {
        let ft = p.types.funcs[ty].clone();
        let args = ft.args.iter().map(|t| kind(p, *t)).filter(|k| *k != Kind::Void).collect();
        let desc = CallDescr {
            name: name.to_string(),
            args,
            result: kind(p, ft.result),
            result_size: ft.result.size() as u8,
            result_signed: signed(ft.result),
            effect,
        };
        if let Some(d) = self.calls.get(&desc) {
            return *d;
        }
        let d = self.table.add(Descr::Call(desc.clone()));
        self.calls.insert(desc, d);
        d
    }
}

/// Says how bad a call is.
fn extra_effect(e: &Effects, attrs: &FuncAttrs) -> ExtraEffect {
    if attrs.elidable {
        return match (e.raises || attrs.may_not_end, e.memory_error) {
            (true, _) => ExtraEffect::ElidableCanRaise,
            (false, true) => ExtraEffect::ElidableOrMemoryError,
            (false, false) => ExtraEffect::ElidableCannotRaise,
        };
    }
    if attrs.loop_invariant {
        return match e.can_raise() {
            true => ExtraEffect::LoopInvariantCanRaise,
            false => ExtraEffect::LoopInvariant,
        };
    }
    if e.random {
        return ExtraEffect::RandomEffects;
    }
    if e.can_raise() { ExtraEffect::CanRaise } else { ExtraEffect::CannotRaise }
}

/// What the JIT knows of a function with this `oopspec`.
pub(crate) fn by_meaning(oopspec: &str) -> Option<OopSpec> {
    Some(match oopspec {
        "list.ll_arraycopy" | "stroruni.copy_contents(src, dst, srcstart, dststart, length)" => {
            OopSpec::ArrayCopy
        }
        "list.ll_arrayclear" => OopSpec::ArrayClear,
        "stroruni.equal(s1, s2)" => OopSpec::StrEqual,
        "stroruni.cmp(s1, s2)" => OopSpec::StrCmp,
        "stroruni.concat(s1, s2)" => OopSpec::StrConcat,
        "stroruni.slice(s, start, stop)" => OopSpec::StrSlice,
        "stroruni.equal_slice(s, start, stop, other)" => OopSpec::StrEqualSlice,
        "raw.malloc()" => OopSpec::RawMalloc,
        "raw.free()" => OopSpec::RawFree,
        "jit.virtual_ref()" => OopSpec::VirtualRef,
        "jit.virtual_ref_finish()" => OopSpec::VirtualRefFinish,
        _ => return None,
    })
}
