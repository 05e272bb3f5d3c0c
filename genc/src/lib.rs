//! The C backend: takes a program after the exception and GC transformers and writes C files, a Makefile and (through
//! the C compiler) an executable. It adds nothing of its own to the program: no checks, no roots.
//!
//! Order of work: [`database`] (what is reachable, and its C names), [`header`] (types and prototypes), [`func`] (graphs as C
//! functions), [`data`] (prebuilt objects, GC tables, the JIT's blobs), [`build`] (files, Makefile). The C compiler
//! ([`toolchain`]) works on each file as soon as it is there; objects of unchanged files come from a cache ([`objects`]).
//!
//! Layout of the output directory: `tw_support.h`, `tw_support.c` (ours, always the same), `collector.h`, `collector.c` (the
//! same for all programs with that collector), `common.h`, `data_N.c`, one or more files of functions, `Makefile`, `compile_commands.json`. The same program always gives the same bytes.

pub mod body;
pub mod build;
pub mod children;
pub mod collector;
mod compile;
pub mod data;
pub mod database;
pub mod dispatch;
pub mod facts;
pub mod func;
pub mod header;
pub mod names;
pub mod objects;
mod options;
mod profile;
mod split;
pub mod toolchain;

use flowmodel::{Level, Program};
pub use options::{Artifacts, Blob, BlobWord, Error, GencOptions, JitBundle};

/// Writes the C program and, unless `source_only`, compiles it.
pub fn generate(program: &Program, opts: &GencOptions) -> Result<Artifacts, Error> {
    if program.level != Level::GcTransformed {
        return Err(Error::Internal("the GC transformer has not run".into()));
    }
    let collector = collector::Part::of_collector(program, &opts.gc);
    let db = database::Database::with_collector(program, opts, collector)?;
    build::build(opts, &program.c_build, |file| build::render(&db, opts, file))
}
