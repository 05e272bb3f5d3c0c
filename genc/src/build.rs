//! Distribution over files, the Makefile, and the call of the C compiler.
//!
//! Functions stand in files grouped by source module; a program of moderate size is one file, so that the C compiler sees
//! everything that is hot. A function that only its own file refers to is `static`.

use crate::database::Database;
use crate::func::{self, Locations};
use crate::names::mangle;
use crate::{Artifacts, Error, GencOptions, data, header};
use flowmodel::{Body, Const, FuncId, Value};
use indexmap::IndexMap;
use rustc_hash::{FxHashMap, FxHashSet};
use std::fmt::Write;
use std::path::PathBuf;
use std::process::Command;

/// About this many operations go to one file.
const OPERATIONS_PER_FILE: usize = 12_000;

/// All files as (name, text), sources and headers.
pub fn render(db: &Database, opts: &GencOptions) -> Result<Vec<(String, String)>, Error> {
    let mut modules: IndexMap<String, Vec<FuncId>> = IndexMap::new();
    for f in db.funcs.keys() {
        if db.p.funcs[*f].graph().is_some() {
            let m = db.p.funcs[*f].attrs.module.as_deref().unwrap_or("program");
            let m = m.split([':', ' ']).next().unwrap_or("program");
            modules.entry(mangle(m)).or_default().push(*f);
        }
    }
    let mut files: Vec<(String, Vec<FuncId>)> = vec![];
    let mut size = usize::MAX;
    for (m, funcs) in modules {
        for f in funcs {
            let ops = db.p.funcs[f].graph().map_or(0, |g| {
                g.reachable().iter().map(|b| g.blocks[*b].operations.len() + 2).sum::<usize>()
            });
            if size.saturating_add(ops) > OPERATIONS_PER_FILE {
                files.push((format!("{}_{}.c", m, files.len() + 1), vec![]));
                size = 0;
            }
            size += ops;
            files.last_mut().expect("a file").1.push(f);
        }
    }
    let shared = shared_functions(db, &files);

    let mut protos = String::from(
        "/* Functions that more than one file uses. */\n#ifndef TW_FUNCTIONS_H\n#define TW_FUNCTIONS_H\n\n",
    );
    for f in db.funcs.keys() {
        let func = &db.p.funcs[*f];
        let wanted = match &func.body {
            Body::External(x) => x.includes.is_empty() && !is_declared(&x.c_name),
            _ => shared.contains(f),
        };
        if wanted {
            let _ = writeln!(protos, "{};", db.prototype(*f, &|_| String::new()));
        }
    }
    protos.push_str("\n#endif\n");

    let mut out = vec![
        ("tw_support.h".to_string(), SUPPORT_H.to_string()),
        ("tw_support.c".to_string(), include_str!("../support/tw_support.c").to_string()),
        ("common.h".to_string(), header::render(db)),
        ("functions.h".to_string(), protos),
    ];
    for (i, text) in data::render(db).into_iter().enumerate() {
        out.push((format!("data_{}.c", i + 1), text));
    }
    for (name, funcs) in &files {
        let mut locs = Locations::default();
        let (mut decls, mut bodies) = (String::new(), String::new());
        for f in funcs {
            let class = storage(db, *f, shared.contains(f));
            if !shared.contains(f) {
                let _ = writeln!(decls, "{class}{};", db.prototype(*f, &|_| String::new()));
            }
            let _ = writeln!(bodies, "/* {} */", db.p.funcs[*f].name.replace("*/", "* /"));
            bodies.push_str(&class);
            bodies.push_str(&func::render(db, *f, &mut locs)?);
            bodies.push('\n');
        }
        let text = format!(
            "#include \"common.h\"\n#include \"functions.h\"\n\n{decls}\n{}{bodies}",
            locs.render()
        );
        out.push((name.clone(), text));
    }
    if let Some(jit) = &opts.jit {
        out.extend(jit.files.iter().cloned());
    }
    let sources: Vec<&str> =
        out.iter().map(|(n, _)| n.as_str()).filter(|n| n.ends_with(".c")).collect();
    let make = makefile(&sources, opts);
    out.push(("Makefile".to_string(), make));
    Ok(out)
}

/// The header of our support code, as it is written beside the program.
const SUPPORT_H: &str = include_str!("../support/tw_support.h");

/// Whether the support header or the compiler declares the function already.
fn is_declared(name: &str) -> bool {
    if name.starts_with("__builtin_") {
        return true;
    }
    let call = format!("{name}(");
    SUPPORT_H
        .match_indices(&call)
        .any(|(i, _)| !SUPPORT_H[..i].ends_with(|c: char| c.is_ascii_alphanumeric() || c == '_'))
}

fn storage(db: &Database, f: FuncId, shared: bool) -> String {
    let a = &db.p.funcs[f].attrs;
    let mut s = String::new();
    if !shared {
        s.push_str("static ");
        if a.always_inline {
            s.push_str("inline ");
        }
    }
    let slow = matches!(&db.opts.gc, backendopt::transform::GcChoice::Moving(g)
        if [g.malloc_fixed, g.malloc_varsize, g.collect].contains(&f));
    if a.dont_inline || slow {
        s.push_str("__attribute__((noinline)) ");
    } else if a.always_inline && !shared {
        s.push_str("__attribute__((always_inline)) ");
    }
    s
}

/// Functions that need external linkage: used by another file, by data, or from outside.
fn shared_functions(db: &Database, files: &[(String, Vec<FuncId>)]) -> FxHashSet<FuncId> {
    let mut file_of: FxHashMap<FuncId, usize> = FxHashMap::default();
    for (i, (_, funcs)) in files.iter().enumerate() {
        for f in funcs {
            file_of.insert(*f, i);
        }
    }
    let mut shared: FxHashSet<FuncId> = FxHashSet::default();
    shared.extend(db.opts.main);
    if let Some(jit) = &db.opts.jit {
        shared.extend(&jit.keep);
        for w in jit.blobs.iter().flat_map(|b| &b.words) {
            if let crate::BlobWord::Func(f) = w {
                shared.insert(*f);
            }
        }
        if let backendopt::transform::GcChoice::Moving(g) = &db.opts.gc {
            shared.extend([g.malloc_fixed, g.malloc_varsize, g.collect, g.identity_hash]);
        }
    }
    for o in db.objects.keys() {
        let h = &db.p.heap[*o];
        for c in h.fields.iter().chain(&h.items) {
            if let Const::Func(f) = c {
                shared.insert(*f);
            }
        }
    }
    for (f, func) in db.funcs.keys().map(|f| (*f, &db.p.funcs[*f])) {
        if func.attrs.export_name.is_some() {
            shared.insert(f);
        }
        let Some(g) = func.graph() else { continue };
        for b in g.reachable() {
            let blk = &g.blocks[b];
            let values = blk.operations.iter().flat_map(|o| &o.args);
            for v in values.chain(blk.exits.iter().flat_map(|l| &l.args)) {
                if let Value::Const(Const::Func(t)) = v
                    && file_of.get(t) != file_of.get(&f)
                {
                    shared.insert(*t);
                }
            }
        }
    }
    shared.retain(|f| db.p.funcs[*f].graph().is_some());
    shared
}

fn makefile(sources: &[&str], opts: &GencOptions) -> String {
    let cc = opts.cc.as_deref().unwrap_or("cc");
    let objects: Vec<String> =
        sources.iter().map(|s| format!("{}.o", s.trim_end_matches(".c"))).collect();
    let mut extra: Vec<String> = vec![];
    if let Some(jit) = &opts.jit {
        extra.extend(jit.extra_objects.iter().map(|p| p.display().to_string()));
        extra.extend(jit.static_lib.iter().map(|p| p.display().to_string()));
        extra.extend(jit.link_args.iter().cloned());
    }
    extra.push("-lm".into());
    format!(
        "# Generated. `make` builds the program, `make CC=clang CFLAGS=...` with other means.\n\
         CC = {cc}\n\
         CFLAGS = -O{} {}-std=gnu11 -Wall -fno-strict-aliasing -fno-pie -fno-math-errno\n\
         LDFLAGS = -no-pie\n\
         LIBS = {}\n\
         OBJECTS = {}\n\n\
         {}: $(OBJECTS)\n\
         \t$(CC) $(CFLAGS) $(LDFLAGS) -o $@ $(OBJECTS) $(LIBS)\n\n\
         %.o: %.c common.h functions.h tw_support.h\n\
         \t$(CC) $(CFLAGS) -c -o $@ $<\n\n\
         clean:\n\
         \trm -f $(OBJECTS) {}\n\n\
         .PHONY: clean\n",
        opts.opt_level.min(3),
        if opts.debug { "-g " } else { "" },
        extra.join(" "),
        objects.join(" "),
        opts.name,
        opts.name,
    )
}

/// Writes the files (only those that changed) and runs make.
pub fn write_and_compile(
    files: Vec<(String, String)>,
    opts: &GencOptions,
) -> Result<Artifacts, Error> {
    let dir = &opts.outdir;
    let io = |what: String| move |e| Error::Io(what, e);
    std::fs::create_dir_all(dir).map_err(io(format!("cannot make {}", dir.display())))?;
    let mut art = Artifacts { makefile: dir.join("Makefile"), ..Artifacts::default() };
    for (name, text) in files {
        let path: PathBuf = dir.join(&name);
        if std::fs::read(&path).ok().as_deref() != Some(text.as_bytes()) {
            std::fs::write(&path, text).map_err(io(format!("cannot write {}", path.display())))?;
        }
        if name != "Makefile" {
            art.sources.push(path);
        }
    }
    if opts.source_only {
        return Ok(art);
    }
    let out = Command::new("make")
        .arg("-C")
        .arg(dir)
        .arg(format!("-j{}", opts.jobs.max(1)))
        .args(["--no-print-directory", "-s"])
        .env_remove("MAKEFLAGS")
        .env_remove("MFLAGS")
        .output()
        .map_err(io("cannot run make".into()))?;
    let text =
        format!("{}{}", String::from_utf8_lossy(&out.stdout), String::from_utf8_lossy(&out.stderr));
    if !out.status.success() {
        return Err(Error::Compile { dir: dir.clone(), output: text });
    }
    art.warnings = text;
    art.executable = Some(dir.join(&opts.name));
    Ok(art)
}
