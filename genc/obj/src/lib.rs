//! The object back end: takes the same program as the C back end (after the exception and GC transformers) and writes one relocatable
//! object with all functions and prebuilt data. The C compiler only links it, with the run time's support code, which was compiled
//! when this package was built.
//!
//! The choice of what is reachable, the layout, the facts for the run time and those about graphs come from genc.
//! [`func`] makes Cranelift's functions of graphs, [`data`] the data, [`symbols`] keeps the names.

mod compile;
mod data;
mod func;
mod lines;
mod ops;
mod parts;
mod quiet;
pub mod reuse;
mod symbols;
mod tails;

use cranelift_codegen::ir::{AbiParam, Signature, types};
use cranelift_codegen::isa::TargetIsa;
use cranelift_codegen::settings::{self, Configurable};
use cranelift_module::{DataId, FuncId as Symbol, Linkage};
use cranelift_object::{ObjectBuilder, ObjectModule};
use flowmodel::diag::SourceMap;
use flowmodel::lltype::FuncType;
use flowmodel::{Body, Const, FuncId, FuncTypeId, Level, ObjId, Program, Type};
use genc::database::Database;
use genc::func::Locations;
use genc::header::SUPPORT_H;
use genc::{Artifacts, Error, GencOptions, build, header};
use indexmap::IndexMap;
use lines::Lines;
use rustc_hash::{FxHashMap, FxHashSet};
use std::fmt::Write;
use std::rc::Rc;
use std::sync::Arc;
use symbols::{Symbols, internal, machine_type};

/// The support code, compiled.
const SUPPORT: [(&str, &[u8]); 2] = [
    ("tw_support.o", include_bytes!(concat!(env!("OUT_DIR"), "/tw_support.o"))),
    ("tw_program.o", include_bytes!(concat!(env!("OUT_DIR"), "/tw_program.o"))),
];

/// Sources of the support code in C, for other machines: their compiler compiles it.
const SUPPORT_SOURCES: [(&str, &str); 2] =
    [("tw_support.c", build::SUPPORT_C), ("tw_program.c", include_str!("../support/tw_program.c"))];

/// The functions that the header of the JIT's run time has inline.
const JIT_SUPPORT: (&str, &[u8]) =
    ("tw_jit_calls.o", include_bytes!(concat!(env!("OUT_DIR"), "/tw_jit_calls.o")));

/// Writes the object and, unless `source_only`, links it. With debug information it tells the lines of the program's files.
pub fn generate(
    program: &Program,
    opts: &GencOptions,
    sources: &SourceMap,
) -> Result<Artifacts, Error> {
    if program.level != Level::GcTransformed {
        return Err(Error::Internal("the GC transformer has not run".into()));
    }
    let dir = &opts.outdir;
    let write = |name: &str, bytes: &[u8]| {
        let path = dir.join(name);
        build::write_file(&path, bytes)
            .map_err(|e| Error::Io(format!("cannot write {}", path.display()), e))
    };
    let with_jit = opts.jit.iter().flat_map(|j| &j.files).any(|(name, _)| name == "tw_jit.h");
    let here = arch(opts) == std::env::consts::ARCH;
    let support = SUPPORT.into_iter().chain(with_jit.then_some(JIT_SUPPORT)).filter(|_| here);
    let mut linked = opts.clone();
    linked.objects.push("program.o".into());
    linked.objects.extend(support.clone().map(|(name, _)| name.into()));
    build::build(&linked, &program.c_build, |file| {
        for (name, bytes) in support {
            write(name, bytes)?;
        }
        let db = Database::new(program, opts)?;
        let (bytes, stubs) = object_file(&db, opts.debug.then_some(sources))?;
        write("program.o", &bytes)?;
        let mut own: Vec<(String, String)> =
            stubs.map(|s| ("stubs.c".into(), s)).into_iter().collect();
        if !here {
            own.extend(SUPPORT_SOURCES.map(|(name, text)| (name.into(), text.into())));
        }
        build::own_files(opts, &program.c_build, &mut |name, text| {
            own.push((name, text));
            Ok(())
        })?;
        own.sort_by_key(|(name, _)| name.ends_with(".c"));
        if own.iter().any(|(name, _)| name.ends_with(".c")) {
            file("tw_support.h".into(), SUPPORT_H.into())?;
        }
        own.into_iter().try_for_each(|(name, text)| file(name, text))
    })
}

/// The bytes of the object, and C text for functions of headers, if the program calls any.
pub fn object_file(
    db: &Database,
    sources: Option<&SourceMap>,
) -> Result<(Vec<u8>, Option<String>), Error> {
    let isa = isa(db.opts)?;
    let names = cranelift_module::default_libcall_names();
    let builder = ObjectBuilder::new(isa.clone(), "program", names).map_err(internal)?;
    let sy = Symbols::new(ObjectModule::new(builder), isa);
    let mut o = Object {
        db,
        sy,
        exported: exported(db),
        funcs: FxHashMap::default(),
        objects: FxHashMap::default(),
        quiet: IndexMap::new(),
        part_words: 0,
        cuts: FxHashMap::default(),
        stubs: vec![],
        lines: Lines::new(sources),
    };
    o.all_data()?;
    let mut locs = Locations::default();
    o.all_functions(&mut locs)?;
    o.locations("tw_locs", &locs)?;
    let stubs = o.stub_file();
    let mut product = o.sy.module.finish();
    o.lines.write(&mut product, &*o.sy.isa)?;
    let bytes = product.emit().map_err(internal)?;
    Ok((bytes, stubs))
}

/// The architecture that code is made for.
fn arch(opts: &GencOptions) -> &str {
    opts.arch.as_deref().unwrap_or(std::env::consts::ARCH)
}

/// Gives the machine that code is made for.
fn isa(opts: &GencOptions) -> Result<Arc<dyn TargetIsa>, Error> {
    isa_with(opts, false)
}

/// Gives the machine for functions that go on with others, for which Cranelift wants frame
/// pointers.
fn isa_of_parts(opts: &GencOptions) -> Result<Arc<dyn TargetIsa>, Error> {
    isa_with(opts, true)
}

fn isa_with(opts: &GencOptions, frame_pointers: bool) -> Result<Arc<dyn TargetIsa>, Error> {
    let mut flags = settings::builder();
    let mut set = |name: &str, value: &str| flags.set(name, value).map_err(internal);
    set("opt_level", if opts.opt_level == 0 { "none" } else { "speed" })?;
    // The object is linked with the rest of the program: addresses are relative to the code, without the global offset table.
    set("is_pic", "false")?;
    set("preserve_frame_pointers", if frame_pointers { "true" } else { "false" })?;
    set("enable_probestack", "false")?;
    set("log2_min_function_alignment", "4")?;
    set("enable_verifier", if opts.verify { "true" } else { "false" })?;
    set("unwind_info", if opts.debug { "true" } else { "false" })?;
    let triple = format!("{}-unknown-linux-gnu", arch(opts));
    let builder = cranelift_codegen::isa::lookup_by_name(&triple).map_err(internal)?;
    builder.finish(settings::Flags::new(flags)).map_err(internal)
}

/// Functions that are called from outside by their names.
fn exported(db: &Database) -> FxHashSet<FuncId> {
    let named = db.funcs.keys().filter(|f| db.p.funcs[**f].attrs.export_name.is_some());
    let kept = db.opts.jit.iter().flat_map(|j| &j.keep);
    named.chain(kept).copied().collect()
}

/// The object that is being made, and the program that it is made of.
pub(crate) struct Object<'a> {
    db: &'a Database<'a>,
    sy: Symbols,
    exported: FxHashSet<FuncId>,
    funcs: FxHashMap<FuncId, Symbol>,
    objects: FxHashMap<ObjId, DataId>,
    /// Functions that are called without changing registers.
    quiet: IndexMap<(quiet::Called, quiet::Arguments), Symbol>,
    /// Number of words of memory that parameters of parts take.
    part_words: usize,
    /// The parts of functions that have such.
    cuts: FxHashMap<FuncId, Option<Rc<parts::Cut>>>,
    /// C functions that only a compiler of C can call.
    stubs: Vec<FuncId>,
    lines: Lines<'a>,
}

/// Says whether a function of one of our headers is inline there: the support code has one to be
/// called.
fn is_inline(name: &str, header: &str) -> bool {
    let call = format!(" {name}(");
    header.lines().any(|l| l.starts_with("static inline ") && l.contains(&call))
}

/// Says whether it is one of C's functions of doubles, which are functions in every C library.
fn is_math(includes: &[Rc<str>], ty: &FuncType) -> bool {
    let plain = ty.args.iter().chain([&ty.result]).all(|t| *t == Type::Float);
    plain && matches!(includes, [one] if one.trim_matches(['<', '>']) == "math.h")
}

impl Object<'_> {
    /// The text of the header that declares a function with these includes, if it is one of ours: its types are what the
    /// function's type says.
    fn header_of(&self, includes: &[Rc<str>]) -> Option<&str> {
        let jit = self.db.opts.jit.iter().flat_map(|j| &j.files);
        match includes {
            [] => Some(SUPPORT_H),
            [one] if one.trim_matches('"') == "tw_support.h" => Some(SUPPORT_H),
            [one] => jit.into_iter().find(|(n, _)| n == one.trim_matches('"')).map(|(_, t)| &t[..]),
            _ => None,
        }
    }

    /// The signature of a function type.
    fn signature(&self, ft: FuncTypeId) -> Signature {
        let t = &self.db.p.types.funcs[ft];
        let mut s = self.sy.signature();
        s.params.extend(t.args.iter().filter_map(|t| param(*t)));
        s.returns.extend(param(t.result));
        s
    }

    /// The symbol of a function.
    fn function(&mut self, f: FuncId) -> Result<Symbol, Error> {
        if let Some(s) = self.funcs.get(&f) {
            return Ok(*s);
        }
        let func = &self.db.p.funcs[f];
        let signature = self.signature(func.ty);
        let name = self.db.func(f);
        let symbol = match &func.body {
            Body::External(x) => {
                let name = match self.header_of(&x.includes) {
                    _ if is_math(&x.includes, &self.db.p.types.funcs[func.ty]) => name.to_string(),
                    Some(header) if !name.starts_with("__builtin_") => {
                        match is_inline(name, header) {
                            true => name.replacen("tw_", "tw_out_", 1),
                            false => name.to_string(),
                        }
                    }
                    _ => {
                        self.stubs.push(f);
                        format!("tw_out_{}_{}", self.stubs.len(), genc::names::mangle(name))
                    }
                };
                self.sy.func(&name, Linkage::Import, &signature)?
            }
            _ => {
                let out = self.exported.contains(&f);
                let linkage = if out { Linkage::Export } else { Linkage::Local };
                self.sy.func(name, linkage, &signature)?
            }
        };
        self.funcs.insert(f, symbol);
        Ok(symbol)
    }

    /// The symbol of a prebuilt object.
    fn object_symbol(&mut self, o: ObjId) -> Result<DataId, Error> {
        if let Some(d) = self.objects.get(&o) {
            return Ok(*d);
        }
        // As in C, they can be seen from outside.
        let d = self.sy.data(&self.db.objects[&o], Linkage::Export, true)?;
        self.objects.insert(o, d);
        Ok(d)
    }

    /// The bits of a constant that is no address.
    fn bits(&self, c: &Const) -> u64 {
        let types = &self.db.p.types;
        match c {
            Const::Bool(b) => *b as u64,
            Const::Char(b) => *b as u64,
            Const::UniChar(u) => *u as u64,
            Const::Int(n) => *n as u64,
            Const::Uint(n) => *n,
            Const::Int32(n) => *n as u64,
            Const::UInt32(n) => *n as u64,
            Const::Narrow(_, n) => *n as u64,
            Const::Float(bits) => *bits,
            Const::Single(bits) => *bits as u64,
            Const::SizeOf(s) => (types.header(*s) + types.layout(*s).size) as u64,
            Const::TypeId(s) => types.type_id(*s) as u64,
            _ => 0,
        }
    }

    /// C functions that call functions of headers, which may be macros, inline, or of types that C converts to.
    fn stub_file(&self) -> Option<String> {
        if self.stubs.is_empty() {
            return None;
        }
        let mut o = String::from("#include \"tw_support.h\"\n");
        o.push_str(&header::includes(self.db, self.db.funcs.keys()));
        for (i, f) in self.stubs.iter().enumerate() {
            let func = &self.db.p.funcs[*f];
            let t = &self.db.p.types.funcs[func.ty];
            let ctype = |t: Type| match t {
                Type::Ptr(_) | Type::FuncPtr(_) => "void *".into(),
                t => self.db.ctype(t),
            };
            let args = || t.args.iter().enumerate().filter(|(_, t)| **t != Type::Void);
            let params: Vec<String> = args().map(|(i, t)| format!("{} a{i}", ctype(*t))).collect();
            let params = if params.is_empty() { "void".into() } else { params.join(", ") };
            let words: Vec<String> = args()
                .map(|(i, t)| match t {
                    Type::Address => format!("(void *)a{i}"),
                    _ => format!("a{i}"),
                })
                .collect();
            let result = ctype(t.result);
            let back = match t.result {
                Type::Void => String::new(),
                Type::Address => "return (char *)".into(),
                _ => format!("return ({result})"),
            };
            let name = self.db.func(*f);
            let _ = writeln!(
                o,
                "{result} tw_out_{}_{}({params}) {{\n    {back}{name}({});\n}}",
                i + 1,
                genc::names::mangle(name),
                words.join(", ")
            );
        }
        Some(o)
    }
}

/// A parameter or result of a type. Those of less than a register are extended, as C compilers do.
fn param(ty: Type) -> Option<AbiParam> {
    let p = AbiParam::new(machine_type(ty)?);
    Some(match p.value_type {
        types::I8 | types::I16 | types::I32 if ty.is_signed() => p.sext(),
        types::I8 | types::I16 | types::I32 => p.uext(),
        _ => p,
    })
}
