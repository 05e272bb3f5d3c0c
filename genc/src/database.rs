//! The low-level database: everything that the program reaches, with C names.

use crate::collector;
use crate::collector::Part;
use crate::names::{Names, mangle};
use crate::options::{BlobWord, Error, GencOptions};
use flowmodel::{
    Body, Const, FuncId, FuncTypeId, Items, LlGraph, LlOp, ObjId, Program, StructId, Type, Value,
};
use indexmap::{IndexMap, IndexSet};

/// Reachable parts of a program, in order of discovery, and their C names.
pub struct Database<'a> {
    /// The program.
    pub p: &'a Program,
    /// Options.
    pub opts: &'a GencOptions,
    /// Functions and their C names.
    pub funcs: IndexMap<FuncId, String>,
    /// Containers and their C names (without `struct`).
    pub structs: IndexMap<StructId, String>,
    /// Field names in C.
    pub fields: IndexMap<StructId, FieldNames>,
    /// Function types and their typedefs.
    pub functypes: IndexMap<FuncTypeId, String>,
    /// Prebuilt objects and their C names.
    pub objects: IndexMap<ObjId, String>,
    /// The functions that stand in a file of their own.
    pub collector: Part,
}

/// C names of the fields of a container and of its inline items.
#[derive(Debug)]
pub struct FieldNames {
    /// Fixed fields.
    pub fixed: Vec<String>,
    /// Fields of inline items.
    pub item: Vec<String>,
}

impl<'a> Database<'a> {
    /// Collects everything reachable from the entry, the exception data and the JIT's blobs.
    pub fn new(p: &'a Program, opts: &'a GencOptions) -> Result<Database<'a>, Error> {
        Database::with_collector(p, opts, Part::default())
    }
    /// Makes the database, with the part that is to stand in a file of its own.
    pub fn with_collector(
        p: &'a Program,
        opts: &'a GencOptions,
        collector: Part,
    ) -> Result<Database<'a>, Error> {
        // Its names come first, so that they are the same in all programs.
        let mut c = Finder {
            p,
            funcs: collector.funcs.clone(),
            objs: collector.objects.clone(),
            types: IndexSet::new(),
            structs: collector.structs.union(&collector.named).copied().collect(),
            functypes: collector.functypes.clone(),
        };
        c.roots(opts);
        c.close();
        let mut names = Names::default();
        for taken in ["main", "tw_entry"] {
            names.claim(taken);
        }
        let mut funcs = IndexMap::new();
        for f in &c.funcs {
            let func = &p.funcs[*f];
            let name = match (&func.body, &func.attrs.export_name) {
                (Body::External(x), _) => x.c_name.to_string(),
                (_, Some(n)) => {
                    if !names.claim(n) {
                        return Err(Error::Internal(format!("two functions are exported as {n}")));
                    }
                    n.to_string()
                }
                (Body::Declared, _) => {
                    return Err(Error::Internal(format!("function {} has no body", func.name)));
                }
                _ => names.unique("tw_f_", &func.name),
            };
            funcs.insert(*f, name);
        }
        let mut structs = IndexMap::new();
        let mut fields = IndexMap::new();
        for s in &c.structs {
            structs.insert(*s, names.unique("tw_s_", &p.types.structs[*s].name));
            fields.insert(*s, field_names(p, *s));
        }
        let functypes =
            c.functypes.iter().enumerate().map(|(i, t)| (*t, format!("tw_ft_{}", i + 1))).collect();
        let objects =
            c.objs.iter().map(|o| (*o, names.unique("tw_o_", &p.heap[*o].name))).collect();
        Ok(Database { p, opts, funcs, structs, fields, functypes, objects, collector })
    }
    /// C name of a function.
    pub fn func(&self, f: FuncId) -> &str {
        &self.funcs[&f]
    }
    /// C text of a type.
    pub fn ctype(&self, ty: Type) -> String {
        match ty {
            Type::Void => "void".into(),
            Type::Bool => "bool_t".into(),
            Type::Char => "Char".into(),
            Type::UniChar => "UniChar".into(),
            Type::Signed => "Signed".into(),
            Type::Unsigned => "Unsigned".into(),
            Type::Int32 => "int32_t".into(),
            Type::UInt32 => "uint32_t".into(),
            Type::Int8 => "int8_t".into(),
            Type::UInt8 => "uint8_t".into(),
            Type::Int16 => "int16_t".into(),
            Type::UInt16 => "uint16_t".into(),
            Type::Float => "double".into(),
            Type::SingleFloat => "float".into(),
            Type::LongFloat => "long double".into(),
            Type::Address => "Address".into(),
            Type::GcRef => "GcRef".into(),
            Type::Ptr(s) => format!("struct {} *", self.structs[&s]),
            Type::FuncPtr(f) => self.functypes[&f].clone(),
        }
    }
    /// C declaration of a variable of a type.
    pub fn cdecl(&self, ty: Type, name: &str) -> String {
        let t = self.ctype(ty);
        if t.ends_with('*') { format!("{t}{name}") } else { format!("{t} {name}") }
    }
    /// C prototype of a function without `;`. `params` names the non-Void parameters.
    pub fn prototype(&self, f: FuncId, params: &dyn Fn(usize) -> String) -> String {
        let ft = &self.p.types.funcs[self.p.funcs[f].ty];
        let args: Vec<String> = ft
            .args
            .iter()
            .enumerate()
            .filter(|(_, t)| **t != Type::Void)
            .map(|(i, t)| self.cdecl(*t, &params(i)))
            .collect();
        let args = if args.is_empty() { "void".to_string() } else { args.join(", ") };
        let head = self.cdecl(ft.result, self.func(f));
        format!("{head}({args})")
    }
    /// Text of a constant as a C expression of type `want` (the constant's own type if `None`). Valid as a static
    /// initialiser too.
    pub fn constant(&self, c: &Const, want: Option<Type>) -> String {
        match c {
            Const::Void | Const::Field(_) | Const::Type(_) | Const::Text(_) | Const::Family(_) => {
                "0".into()
            }
            Const::Bool(b) => (*b as u8).to_string(),
            Const::Char(b) => match b {
                b'\'' | b'\\' => format!("'\\{}'", *b as char),
                0x20..=0x7e => format!("'{}'", *b as char),
                _ => b.to_string(),
            },
            Const::UniChar(u) => format!("{u}U"),
            Const::Int(i64::MIN) => "(-9223372036854775807L-1)".into(),
            Const::Int(n) if *n < 0 => format!("({n}L)"),
            Const::Int(n) => format!("{n}L"),
            Const::Uint(n) => format!("{n}UL"),
            Const::Int32(i32::MIN) => "(-2147483647-1)".into(),
            Const::Int32(n) if *n < 0 => format!("({n})"),
            Const::Int32(n) => n.to_string(),
            Const::UInt32(n) => format!("{n}U"),
            Const::Narrow(t, n) => format!("(({}){n})", self.ctype(*t)),
            Const::Float(bits) => float_text(f64::from_bits(*bits), ""),
            Const::Single(bits) => float_text(f32::from_bits(*bits) as f64, "f"),
            Const::Null(t) => match want.unwrap_or(*t) {
                t @ (Type::Ptr(_) | Type::FuncPtr(_)) => format!("(({})0)", self.ctype(t)),
                Type::Address => "((Address)0)".into(),
                _ => "((GcRef)0)".into(),
            },
            Const::Obj(o) => {
                let ty = self.p.heap[*o].ty;
                let name = &self.objects[o];
                let want = want.unwrap_or(Type::Ptr(ty));
                if want == Type::Ptr(ty) && self.p.types.structs[ty].items.is_none() {
                    format!("(&{name})")
                } else {
                    format!("(({})&{name})", self.ctype(want))
                }
            }
            Const::Func(f) => {
                let own = Type::FuncPtr(self.p.funcs[*f].ty);
                match want {
                    Some(w) if w != own => format!("(({}){})", self.ctype(w), self.func(*f)),
                    _ => self.func(*f).to_string(),
                }
            }
            Const::SizeOf(s) => {
                format!("{}L", self.p.types.header(*s) + self.p.types.layout(*s).size)
            }
            Const::TypeId(s) => format!("{}L", self.p.types.type_id(*s)),
        }
    }
}

fn float_text(x: f64, suffix: &str) -> String {
    if x.is_nan() {
        let minus = if x.is_sign_negative() { "-" } else { "" };
        format!("({minus}__builtin_nan(\"\"))")
    } else if x.is_infinite() {
        let minus = if x < 0.0 { "-" } else { "" };
        format!("({minus}__builtin_inf())")
    } else {
        let t = format!("{x:?}{suffix}");
        if t.starts_with('-') { format!("({t})") } else { t }
    }
}

fn field_names(p: &Program, s: StructId) -> FieldNames {
    let st = &p.types.structs[s];
    let make = |fs: &[flowmodel::Field]| {
        let mut used = rustc_hash::FxHashSet::default();
        fs.iter()
            .enumerate()
            .map(|(i, f)| {
                let n = format!("f_{}", mangle(&f.name));
                if used.insert(n.clone()) { n } else { format!("{n}_{i}") }
            })
            .collect()
    };
    FieldNames { fixed: make(&st.fields), item: make(st.item_fields()) }
}

/// Finds what is reachable; every set is also its own work list.
struct Finder<'a> {
    p: &'a Program,
    funcs: IndexSet<FuncId>,
    objs: IndexSet<ObjId>,
    types: IndexSet<Type>,
    structs: IndexSet<StructId>,
    functypes: IndexSet<FuncTypeId>,
}

impl Finder<'_> {
    fn roots(&mut self, opts: &GencOptions) {
        self.funcs.extend(opts.main);
        self.funcs.extend(self.p.uncaught);
        for (f, func) in &self.p.funcs {
            if func.attrs.export_name.is_some() && func.graph().is_some() {
                self.funcs.insert(f);
            }
        }
        if let Some(s) = self.p.exc.vtable {
            self.types.insert(Type::Ptr(s));
        }
        if let Some(s) = self.p.exc.object {
            self.types.insert(Type::Ptr(s));
        }
        let Some(jit) = &opts.jit else { return };
        self.funcs.extend(&jit.keep);
        self.objs.extend(self.p.exc.instances.values().copied());
        if let backendopt::transform::GcChoice::Collector(g) = &opts.gc {
            self.funcs.extend([g.malloc_fixed, g.malloc_varsize, g.collect, g.identity_hash]);
        }
        for w in jit.blobs.iter().flat_map(|b| &b.words) {
            match w {
                BlobWord::Func(f) => {
                    self.funcs.insert(*f);
                }
                BlobWord::Obj(o) => {
                    self.objs.insert(*o);
                }
                BlobWord::TypeId(s) => {
                    self.structs.insert(*s);
                }
                _ => {}
            }
        }
    }
    fn close(&mut self) {
        let (mut f, mut o, mut t, mut s, mut ft) = (0, 0, 0, 0, 0);
        loop {
            if let Some(&x) = self.funcs.get_index(f) {
                f += 1;
                self.func(x);
            } else if let Some(&x) = self.objs.get_index(o) {
                o += 1;
                let obj = &self.p.heap[x];
                self.structs.insert(obj.ty);
                for c in obj.fields.iter().chain(&obj.items) {
                    self.constant(c);
                }
            } else if let Some(&x) = self.types.get_index(t) {
                t += 1;
                match x {
                    Type::Ptr(s) => {
                        self.structs.insert(s);
                    }
                    Type::FuncPtr(f) => {
                        self.functypes.insert(f);
                    }
                    _ => {}
                }
            } else if let Some(&x) = self.structs.get_index(s) {
                s += 1;
                let st = &self.p.types.structs[x];
                for f in st.fields.iter().chain(st.item_fields()) {
                    self.types.insert(f.ty);
                }
                if let Some(Items::Plain(t)) = &st.items {
                    self.types.insert(*t);
                }
            } else if let Some(&x) = self.functypes.get_index(ft) {
                ft += 1;
                let t = &self.p.types.funcs[x];
                self.types.extend(t.args.iter().copied());
                self.types.insert(t.result);
            } else {
                break;
            }
        }
    }
    fn func(&mut self, f: FuncId) {
        let func = &self.p.funcs[f];
        let ft = &self.p.types.funcs[func.ty];
        self.types.extend(ft.args.iter().copied());
        self.types.insert(ft.result);
        if let Some(g) = func.graph() {
            self.graph(g);
        }
    }
    fn graph(&mut self, g: &LlGraph) {
        for b in g.reachable() {
            let blk = &g.blocks[b];
            for v in blk.inputargs.iter().chain(blk.operations.iter().map(|o| &o.result)) {
                self.types.insert(g.ty(*v));
            }
            for op in &blk.operations {
                if op.op == LlOp::JitMarker {
                    continue;
                }
                for (i, a) in op.args.iter().enumerate() {
                    match a {
                        // Its type needs no name.
                        Value::Const(Const::Func(f))
                            if i == 0 && collector::calls_function(op.op) =>
                        {
                            self.funcs.insert(*f);
                        }
                        Value::Const(c) => self.constant(c),
                        Value::Var(_) => {}
                    }
                }
            }
            for a in blk.exits.iter().flat_map(|l| &l.args) {
                if let Value::Const(c) = a {
                    self.constant(c);
                }
            }
        }
    }
    fn constant(&mut self, c: &Const) {
        match c {
            Const::Obj(o) => {
                self.objs.insert(*o);
            }
            Const::Func(f) => {
                self.funcs.insert(*f);
                self.functypes.insert(self.p.funcs[*f].ty);
            }
            Const::Null(t) => {
                self.types.insert(*t);
            }
            Const::Type(s) | Const::SizeOf(s) | Const::TypeId(s) => {
                self.structs.insert(*s);
            }
            _ => {}
        }
    }
}

/// Number of items of a prebuilt object.
pub fn item_count(db: &Database, obj: ObjId) -> usize {
    let h = &db.p.heap[obj];
    let width = db.p.types.structs[h.ty].item_fields().len().max(1);
    h.items.len() / width
}
