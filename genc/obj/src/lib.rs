//! The object back end: takes the same program as the C back end (after the exception and GC transformers) and writes one relocatable
//! object with all functions and prebuilt data. The C compiler only links it, with the run time's support code, which was compiled
//! when this package was built.
//!
//! The choice of what is reachable, the layout, the facts for the run time and those about graphs come from genc.
//! [`state`] is the object that is being made. [`func`] makes Cranelift's functions of graphs, [`data`] the data, [`symbols`] keeps the
//! names.

mod compile;
mod cut;
mod data;
mod func;
mod lines;
mod machine;
mod ops;
mod parts;
mod quiet;
pub mod reuse;
mod state;
mod stubs;
mod symbols;
mod tails;

use cranelift_object::{ObjectBuilder, ObjectModule};
use flowmodel::diag::SourceMap;
use flowmodel::{FuncId, Level, Program};
use genc::database::Database;
use genc::func::Locations;
use genc::header::SUPPORT_H;
use genc::{Artifacts, Error, GencOptions, build};
use indexmap::IndexMap;
use lines::Lines;
use rustc_hash::{FxHashMap, FxHashSet};
use state::Object;
use symbols::{Symbols, internal};

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
    let here = machine::arch(opts) == std::env::consts::ARCH;
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
    let isa = machine::isa(db.opts)?;
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

/// Functions that are called from outside by their names.
fn exported(db: &Database) -> FxHashSet<FuncId> {
    let named = db.funcs.keys().filter(|f| db.p.funcs[**f].attrs.export_name.is_some());
    let kept = db.opts.jit.iter().flat_map(|j| &j.keep);
    named.chain(kept).copied().collect()
}
