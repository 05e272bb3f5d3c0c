//! Prebuilt objects, the run time's tables and the JIT's blobs.

use crate::state::Object;
use crate::symbols::{Image, Target};
use backendopt::transform::GcChoice;
use cranelift_module::Linkage;
use flowmodel::traceback::TracebackKind;
use flowmodel::{Const, Items, ObjId, Type};
use genc::database::item_count;
use genc::func::{Locations, traceback_name};
use genc::header::SUPPORT_H;
use genc::{BlobWord, Error, JitBundle, facts};
use indexmap::IndexMap;

/// Size of `struct tw_loc`.
pub const LOCATION_SIZE: i64 = 40;

/// Size of `struct tw_typeinfo`, and where its lists stand.
pub const TYPE_INFO_SIZE: i64 = 40;
pub const TYPE_INFO_LISTS: i32 = 24;

/// The run time's number of a kind of traceback marks: its place in the enumeration of the header.
pub fn traceback_number(kind: TracebackKind) -> i64 {
    let names = SUPPORT_H.split_once("enum tw_tb_kind {").and_then(|(_, t)| t.split_once('}'));
    let names = names.map_or("", |(t, _)| t);
    names.split(',').position(|n| n.trim() == traceback_name(kind)).map_or(-1, |n| n as i64)
}

impl Object<'_> {
    /// Everything that is no code, but for the places of tracebacks.
    pub fn all_data(&mut self) -> Result<(), Error> {
        let ids: Vec<ObjId> = self.db.objects.keys().copied().collect();
        for id in ids {
            self.object(id)?;
        }
        self.type_infos()?;
        self.static_roots()?;
        let count = self.db.p.heap.len() as u64;
        self.number("tw_prebuilt_count", count)?;
        let marks = match &self.db.opts.jit {
            Some(jit) => Some(self.jit_data(jit)?),
            None => None,
        };
        self.program_table(marks)
    }

    fn number(&mut self, name: &str, n: u64) -> Result<(), Error> {
        let mut image = Image::default();
        image.push(n, 8);
        self.sy.define_as(name, Linkage::Export, false, image)?;
        Ok(())
    }

    /// Writes a constant into an image.
    fn put(&mut self, image: &mut Image, at: usize, c: &Const, ty: Type) -> Result<(), Error> {
        match c {
            Const::Obj(o) => {
                let to = Target::Data(self.object_symbol(*o)?, 0);
                image.point(at, to);
            }
            Const::Func(f) => {
                let to = Target::Func(self.function(*f)?);
                image.point(at, to);
            }
            c => image.put(at, self.bits(c), ty.size() as usize),
        }
        Ok(())
    }

    fn object(&mut self, id: ObjId) -> Result<(), Error> {
        let p = self.db.p;
        let obj = &p.heap[id];
        let st = &p.types.structs[obj.ty];
        let (l, h) = (p.types.layout(obj.ty), p.types.header(obj.ty) as usize);
        let n = item_count(self.db, id);
        let size = match st.items {
            Some(_) => l.items as usize + n.max(1) * l.item_size as usize,
            None => l.size as usize,
        };
        let mut image = Image::zeros((h + size).max(1));
        if st.gc {
            image.put(0, facts::header(self.db, id), 8);
        }
        let mut align = 8;
        for (i, (f, c)) in st.fields.iter().zip(&obj.fields).enumerate() {
            match st.room(i) {
                Some(room) => align = align.max(room.align as u64),
                None if !p.types.is_stored(obj.ty, i) => {}
                None => self.put(&mut image, h + l.fields[i] as usize, c, f.ty)?,
            }
        }
        if let Some(at) = l.length {
            image.put(h + at as usize, n as u64, 8);
        }
        let start = h + l.items as usize;
        let width = l.item_size as usize;
        match &st.items {
            Some(Items::Plain(ty)) if *ty != Type::Void => {
                for (k, c) in obj.items.iter().enumerate() {
                    self.put(&mut image, start + k * width, c, *ty)?;
                }
            }
            Some(Items::Inline(fields)) => {
                for (k, item) in obj.items.chunks(fields.len().max(1)).enumerate() {
                    for ((c, f), at) in item.iter().zip(fields).zip(&l.item_fields) {
                        if f.ty != Type::Void {
                            self.put(&mut image, start + k * width + *at as usize, c, f.ty)?;
                        }
                    }
                }
            }
            _ => {}
        }
        let symbol = self.object_symbol(id)?;
        self.sy.define(symbol, image, align)
    }

    fn type_infos(&mut self) -> Result<(), Error> {
        let infos = facts::type_infos(self.db);
        let n = infos.len() as u64;
        let mut image = Image::default();
        let mut lists: IndexMap<Vec<u32>, Target> = IndexMap::new();
        for info in infos {
            let Some(t) = info else {
                image.bytes.resize(image.bytes.len() + TYPE_INFO_SIZE as usize, 0);
                continue;
            };
            let (fixed, item) = (t.references.len() as u32, t.item_references.len() as u32);
            for x in [t.size, t.item_size, t.length, fixed, item, t.items] {
                image.push(x as u64, 4);
            }
            for offsets in [t.references, t.item_references] {
                let list = match lists.get(&offsets) {
                    _ if offsets.is_empty() => None,
                    Some(known) => Some(*known),
                    None => {
                        let mut list = Image::default();
                        offsets.iter().for_each(|x| list.push(*x as u64, 4));
                        let name = format!("tw_ofs_{}", lists.len());
                        let id = self.sy.define_as(&name, Linkage::Local, false, list)?;
                        lists.insert(offsets, Target::Data(id, 0));
                        Some(Target::Data(id, 0))
                    }
                };
                image.push_pointer(list);
            }
        }
        self.sy.define_as("tw_typeinfos", Linkage::Export, false, image)?;
        self.number("tw_typeinfos_len", n)?;
        let mut image = Image::default();
        for class in facts::classes(self.db) {
            let class = class.map(|class| self.object_symbol(class)).transpose()?;
            image.push_pointer(class.map(|class| Target::Data(class, 0)));
        }
        self.sy.define_as("tw_classes", Linkage::Export, false, image)?;
        Ok(())
    }

    fn static_roots(&mut self) -> Result<(), Error> {
        let mut image = Image::default();
        // `tw_exc.value`
        let exc = self.sy.import_data("tw_exc")?;
        image.push_pointer(Some(Target::Data(exc, 8)));
        for r in facts::static_roots(self.db) {
            let object = self.object_symbol(r.object)?;
            image.push_pointer(Some(Target::Data(object, r.offset as i64)));
        }
        let n = image.relocs.len() as u64;
        self.sy.define_as("tw_static_roots", Linkage::Export, false, image)?;
        self.number("tw_static_roots_len", n)
    }

    /// A table of functions, with a null at the end.
    fn function_list(&mut self, name: &str, symbols: &[String]) -> Result<Target, Error> {
        let mut image = Image::default();
        for s in symbols {
            let f = self.sy.import(s)?;
            image.push_pointer(Some(Target::Func(f)));
        }
        image.push_pointer(None);
        let id = self.sy.define_as(name, Linkage::Local, false, image)?;
        Ok(Target::Data(id, 0))
    }

    /// The collector's functions, as it is asked from outside.
    fn gc_functions(&mut self) -> Result<[Target; 4], Error> {
        let targets: Vec<Target> = match &self.db.opts.gc {
            GcChoice::Collector(g) => {
                [g.malloc_fixed, g.malloc_varsize, g.collect, g.identity_hash]
                    .iter()
                    .filter(|f| self.db.funcs.contains_key(*f))
                    .map(|f| self.function(*f).map(Target::Func))
                    .collect::<Result<_, Error>>()?
            }
            GcChoice::None => facts::gc_functions(self.db)
                .iter()
                .map(|n| self.sy.import(n).map(Target::Func))
                .collect::<Result<_, Error>>()?,
        };
        targets.try_into().map_err(|_| Error::Internal("the collector is not complete".into()))
    }

    /// `struct tw_program` of `tw_program.c`.
    fn program_table(&mut self, marks: Option<Target>) -> Result<(), Error> {
        let db = self.db;
        let Some(main) = db.opts.main else { return Ok(()) };
        let p = db.p;
        let mut image = Image::default();
        let entry = self.function(main)?;
        image.push_pointer(Some(Target::Func(entry)));
        let uncaught = match p.uncaught {
            Some(f) => Some(Target::Func(self.function(f)?)),
            None => None,
        };
        image.push_pointer(uncaught);
        let settings = match db.opts.gc {
            GcChoice::Collector(_) => Some(Target::Func(self.sy.import("tw_gc_settings")?)),
            GcChoice::None => None,
        };
        image.push_pointer(settings);
        let (init, mut finish) = match &db.opts.jit {
            Some(jit) => (jit.init.clone(), jit.finish.clone()),
            None => (vec![], vec![]),
        };
        // registered in this order; the last registered runs first
        finish.reverse();
        let init = self.function_list("tw_program_init", &init)?;
        image.push_pointer(Some(init));
        let finish = self.function_list("tw_program_finish", &finish)?;
        image.push_pointer(Some(finish));
        let name = facts::class_name(db).map(|c| {
            let vtable = p.types.layout(c.vtable);
            let (text, h) = (p.types.layout(c.text), p.types.header(c.text));
            let at = p.types.header(c.vtable) + vtable.fields[c.field];
            let length = text.length.map_or(-1, |x| (h + x) as i64);
            [at as i64, length, (h + text.items) as i64]
        });
        for n in name.unwrap_or([-1, -1, 0]) {
            image.push(n as u64, 8);
        }
        match &db.opts.jit {
            Some(_) => self.gc_functions()?.into_iter().for_each(|f| image.push_pointer(Some(f))),
            None => (0..4).for_each(|_| image.push_pointer(None)),
        }
        let error = facts::memory_error(db);
        for i in 0..2 {
            let object = match error {
                Some(pair) => Some(Target::Data(self.object_symbol(pair[i])?, 0)),
                None => None,
            };
            image.push_pointer(object);
        }
        image.push_pointer(marks);
        self.sy.define_as("tw_program", Linkage::Export, false, image)?;
        Ok(())
    }

    /// Writes what the JIT's run time reads; gives the table of its marks.
    fn jit_data(&mut self, jit: &JitBundle) -> Result<Target, Error> {
        let state = match facts::gc_state(self.db) {
            Some((obj, fields)) => {
                let ty = self.db.p.heap[obj].ty;
                let (l, h) = (self.db.p.types.layout(ty), self.db.p.types.header(ty));
                let symbol = self.object_symbol(obj)?;
                fields.map(|f| Some(Target::Data(symbol, (h + l.fields[f]) as i64)))
            }
            None => [None, None],
        };
        for (name, to) in ["tw_gc_free", "tw_gc_limit"].into_iter().zip(state) {
            let mut image = Image::default();
            image.push_pointer(to);
            self.sy.define_as(name, Linkage::Export, false, image)?;
        }
        self.services(state)?;
        for b in &jit.blobs {
            self.sy.data(&b.symbol, Linkage::Export, !b.readonly)?;
        }
        for b in &jit.blobs {
            let mut image = Image::default();
            for w in &b.words {
                match w {
                    BlobWord::Int(n) => image.push(*n, 8),
                    BlobWord::TypeId(s) => image.push(self.db.p.types.type_id(*s) as u64, 8),
                    BlobWord::Func(f) => {
                        let f = self.function(*f)?;
                        image.push_pointer(Some(Target::Func(f)));
                    }
                    BlobWord::Obj(o) => {
                        let o = self.object_symbol(*o)?;
                        image.push_pointer(Some(Target::Data(o, 0)));
                    }
                    BlobWord::Symbol(s, k) => {
                        let s = self.sy.import_data(s)?;
                        image.push_pointer(Some(Target::Data(s, *k)));
                    }
                }
            }
            if image.bytes.is_empty() {
                image.push(0, 8);
            }
            self.sy.define_as(&b.symbol, Linkage::Export, !b.readonly, image)?;
            self.number(&format!("{}_len", b.symbol), b.words.len() as u64)?;
        }
        let mut locs = Locations::default();
        let rows: Vec<_> = jit.marks.iter().map(|(k, frames)| (locs.index(frames), *k)).collect();
        let places = self.locations("tw_jit_locs", &locs)?;
        let mut image = Image::default();
        for (loc, kind) in rows {
            image.push_pointer(Some(Target::Data(places, loc as i64 * LOCATION_SIZE)));
            image.push(traceback_number(kind) as u64, 4);
            image.push(kind.frame_number() as u64, 4);
        }
        if jit.marks.is_empty() {
            image = Image::zeros(16);
        }
        let id = self.sy.define_as("tw_jit_marks", Linkage::Local, false, image)?;
        Ok(Target::Data(id, 0))
    }

    /// `struct tw_jit_services`.
    fn services(&mut self, state: [Option<Target>; 2]) -> Result<(), Error> {
        let mut image = Image::default();
        for f in ["tw_jit_malloc_fixed", "tw_jit_malloc_varsize"] {
            image.push_pointer(Some(Target::Func(self.sy.import(f)?)));
        }
        let barrier = facts::jit_barrier(self.db).map(|f| self.function(f)).transpose()?;
        image.push_pointer(barrier.map(Target::Func));
        image.push_pointer(Some(Target::Func(self.sy.import("tw_jit_identity_hash")?)));
        let data = [
            ("tw_exc", 0),
            ("tw_exc", 8),
            ("tw_ss_top", 0),
            ("tw_extra_roots_base", 0),
            ("tw_extra_roots_end", 0),
            ("tw_before_extra_roots", 0),
            ("__executable_start", 0),
            ("end", 0),
        ];
        for (name, at) in data {
            let d = self.sy.import_data(name)?;
            image.push_pointer(Some(Target::Data(d, at)));
        }
        for n in facts::subclass_ranges(self.db) {
            image.push(n as u64, 8);
        }
        image.push(facts::type_id_offset(self.db) as u64, 8);
        let classes = self.sy.import_data("tw_classes")?;
        image.push_pointer(Some(Target::Data(classes, 0)));
        state.into_iter().for_each(|s| image.push_pointer(s));
        self.sy.define_as("tw_jit_services", Linkage::Export, false, image)?;
        Ok(())
    }

    /// The table of places that tracebacks name.
    pub fn locations(
        &mut self,
        name: &str,
        locs: &Locations,
    ) -> Result<cranelift_module::DataId, Error> {
        let id = self.sy.data(name, Linkage::Local, false)?;
        let mut image = Image::default();
        for l in locs.entries() {
            let func = self.sy.string(l.func.as_bytes())?;
            image.push_pointer(Some(Target::Data(func, 0)));
            let file = match l.line {
                Some((file, _)) => Some(Target::Data(self.sy.string(file.as_bytes())?, 0)),
                None => None,
            };
            image.push_pointer(file);
            let text = if l.line.is_some() { l.text } else { "" };
            let text = self.sy.string(text.as_bytes())?;
            image.push_pointer(Some(Target::Data(text, 0)));
            image.push(l.line.map_or(0, |(_, n)| n) as u64, 8);
            image.push_pointer(l.outer.map(|i| Target::Data(id, i as i64 * LOCATION_SIZE)));
        }
        if image.bytes.is_empty() {
            image = Image::zeros(LOCATION_SIZE as usize);
        }
        self.sy.define(id, image, 8)?;
        Ok(id)
    }
}
