//! Distribution over files, the Makefile, and the call of the C compiler.
//!
//! Functions stand in files grouped by source module; a program of moderate size is one file, so that the C compiler sees
//! everything that is hot. A function that only its own file refers to is `static`.

use crate::database::Database;
use crate::func::{self, Locations};
use crate::names::mangle;
use crate::{Artifacts, Error, GencOptions, children, data, header};
use flowmodel::command::{c_compiler, join, words};
use flowmodel::{Body, CBuild, Const, FuncId, Value};
use indexmap::IndexMap;
use rustc_hash::{FxHashMap, FxHashSet};
use std::fmt::Write;
use std::path::{Path, PathBuf};
use std::process::{Child, Command, Stdio};

/// About this many operations go to one file.
const OPERATIONS_PER_FILE: usize = 12_000;

/// Data of at most this many bytes stands in the file of the functions if there is only one: a file costs the compiler more than that.
const SMALL_DATA: usize = 200_000;

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
        ("tw_support.c".to_string(), SUPPORT_C.to_string()),
        ("common.h".to_string(), header::render(db)),
        ("functions.h".to_string(), protos),
    ];
    let mut objects = data::render(db);
    let mut beside = String::new();
    if files.len() == 1 && objects.len() == 1 && objects[0].len() <= SMALL_DATA {
        beside = objects.remove(0);
    }
    const INCLUDES: &str = "#include \"common.h\"\n#include \"functions.h\"\n\n";
    for (i, text) in objects.into_iter().enumerate() {
        out.push((format!("data_{}.c", i + 1), format!("{INCLUDES}{text}")));
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
            bodies.push_str(&func::render(db, *f, &class, &mut locs)?);
            bodies.push('\n');
        }
        let text = format!("{INCLUDES}{decls}\n{}{bodies}{beside}", locs.render("tw_locs"));
        out.push((name.clone(), text));
    }
    if let Some(jit) = &opts.jit {
        out.extend(jit.files.iter().cloned());
    }
    let own = &db.p.c_build;
    let headers: String = own.source_headers.iter().map(|i| header::include_line(i)).collect();
    for (i, text) in own.sources.iter().enumerate() {
        out.push((format!("own_{}.c", i + 1), format!("{headers}\n{text}\n")));
    }
    for (i, path) in own.source_files.iter().enumerate() {
        let path = absolute(path);
        out.push((format!("own_file_{}.c", i + 1), format!("#include \"{path}\"\n")));
    }
    let sources: Vec<&str> =
        out.iter().map(|(n, _)| n.as_str()).filter(|n| n.ends_with(".c")).collect();
    let make = makefile(&sources, opts, own);
    out.push(("Makefile".to_string(), make));
    Ok(out)
}

/// The header of our support code, as it is written beside the program.
const SUPPORT_H: &str = include_str!("../support/tw_support.h");
/// The support code.
const SUPPORT_C: &str = include_str!("../support/tw_support.c");

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
    shared.extend(db.p.uncaught);
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

/// Paths are relative to the folder where translate runs, not to that of the C files.
fn absolute(path: &str) -> String {
    std::path::absolute(path).map_or_else(|_| path.to_string(), |p| p.display().to_string())
}

/// How the compiler is called; the same for the Makefile and for [`compile`].
struct Flags {
    cc: String,
    cflags: String,
    ldflags: String,
    libs: Vec<String>,
}

impl Flags {
    fn new(opts: &GencOptions, own: &CBuild) -> Flags {
        let mut libs: Vec<String> = vec![];
        libs.extend(own.library_dirs.iter().map(|d| format!("-L{}", absolute(d))));
        libs.extend(own.link_extra.iter().flat_map(|w| w.split_whitespace()).map(str::to_string));
        libs.extend(own.libraries.iter().map(|l| format!("-l{l}")));
        if let Some(jit) = &opts.jit {
            libs.extend(jit.extra_objects.iter().map(|p| p.display().to_string()));
            libs.extend(jit.static_lib.iter().map(|p| p.display().to_string()));
            libs.extend(jit.link_args.iter().cloned());
        }
        libs.push("-lm".into());
        let mut more = String::new();
        if own.foreign {
            // Pointers go as `char *`; what has no prototype would be called wrongly.
            more += " -D_GNU_SOURCE -Werror=implicit-function-declaration -Wno-incompatible-pointer-types -Wno-pointer-sign \
                     -Wno-discarded-qualifiers -Wno-unknown-warning-option";
        }
        for d in &own.include_dirs {
            let _ = write!(more, " -I{}", absolute(d));
        }
        for w in &own.compile_extra {
            let _ = write!(more, " {w}");
        }
        if opts.opt_level <= 2 {
            // With it, gcc's code for interpreters' loops is slower (1.3 times for targets/bf.rpy). Clang does not know it.
            more += " -fno-gcse -Wno-ignored-optimization-argument";
        }
        // Accesses to arrays stand behind tests of the length, which the compiler does not always see through; and what programs compare
        // is their own affair.
        Flags {
            cc: c_compiler(opts.cc.as_deref()),
            cflags: format!(
                "-O{} {}-std=gnu11 -Wall -Wno-array-bounds -Wno-tautological-compare -fno-strict-aliasing -fno-delete-null-pointer-checks -fno-pie -fno-math-errno{more}",
                opts.opt_level.min(3),
                if opts.debug { "-g " } else { "" },
            ),
            ldflags: "-no-pie".into(),
            libs,
        }
    }
}

fn makefile(sources: &[&str], opts: &GencOptions, own: &CBuild) -> String {
    let objects: Vec<String> =
        sources.iter().map(|s| format!("{}.o", s.trim_end_matches(".c"))).collect();
    let Flags { cc, cflags, ldflags, libs } = Flags::new(opts, own);
    format!(
        "# Generated. `make` builds the program, `make CC=clang CFLAGS=...` with other means.\n\
         CC = {cc}\n\
         CFLAGS = {cflags}\n\
         LDFLAGS = {ldflags}\n\
         LIBS = {}\n\
         OBJECTS = {}\n\n\
         {}: $(OBJECTS)\n\
         \t$(CC) $(CFLAGS) $(LDFLAGS) -o $@ $(OBJECTS) $(LIBS)\n\n\
         %.o: %.c common.h functions.h tw_support.h\n\
         \t$(CC) $(CFLAGS) -c -o $@ $<\n\n\
         clean:\n\
         \trm -f $(OBJECTS) {}\n\n\
         .PHONY: clean\n",
        libs.join(" "),
        objects.join(" "),
        opts.name,
        opts.name,
    )
}

/// Writes the files (only those that changed), and compiles and links them as the Makefile would.
pub fn write_and_compile(
    files: Vec<(String, String)>,
    opts: &GencOptions,
    own: &CBuild,
) -> Result<Artifacts, Error> {
    let dir = &opts.outdir;
    let io = |what: String| move |e| Error::Io(what, e);
    std::fs::create_dir_all(dir).map_err(io(format!("cannot make {}", dir.display())))?;
    let mut art = Artifacts { makefile: dir.join("Makefile"), ..Artifacts::default() };
    for (name, text) in files {
        let path: PathBuf = dir.join(&name);
        write_file(&path, text.as_bytes())
            .map_err(io(format!("cannot write {}", path.display())))?;
        if name != "Makefile" {
            art.sources.push(path);
        }
    }
    if opts.source_only {
        return Ok(art);
    }
    let text = compile(dir, &art.sources, opts, own)?;
    art.warnings = text;
    art.executable = Some(dir.join(&opts.name));
    Ok(art)
}

/// Writes a file, if it has other contents. What is there and no file, a device or a pipe, is an error.
pub fn write_file(path: &Path, contents: &[u8]) -> std::io::Result<()> {
    if std::fs::metadata(path).is_ok_and(|m| !m.is_file()) {
        return Err(std::io::Error::other("it is there and not a regular file"));
    }
    if std::fs::read(path).is_ok_and(|old| old == contents) {
        return Ok(());
    }
    std::fs::write(path, contents)
}

/// Compiles the support code alone, with the flags of these options, in their folder: an object for `support_object`.
pub fn compile_support(opts: &GencOptions) -> Result<PathBuf, Error> {
    let dir = &opts.outdir;
    let io = |e| Error::Io(format!("cannot write to {}", dir.display()), e);
    std::fs::create_dir_all(dir).map_err(io)?;
    std::fs::write(dir.join("tw_support.h"), SUPPORT_H).map_err(io)?;
    std::fs::write(dir.join("tw_support.c"), SUPPORT_C).map_err(io)?;
    let flags = Flags::new(opts, &CBuild::default());
    let cc = words(&flags.cc);
    let out = Command::new(&cc[0])
        .args(&cc[1..])
        .args(flags.cflags.split_whitespace())
        .args(["-c", "-o", "tw_support.o", "tw_support.c"])
        .current_dir(dir)
        .output()
        .map_err(|e| Error::Io(format!("cannot run the C compiler `{}`", flags.cc), e))?;
    if !out.status.success() {
        let output = String::from_utf8_lossy(&out.stderr).into_owned();
        return Err(Error::Compile { command: flags.cc, output });
    }
    Ok(dir.join("tw_support.o"))
}

/// Compiles the C files, `opts.jobs` at a time, and links. Returns what the compiler said. `make` is not needed for it.
fn compile(
    dir: &Path,
    sources: &[PathBuf],
    opts: &GencOptions,
    own: &CBuild,
) -> Result<String, Error> {
    let flags = Flags::new(opts, own);
    let cc = words(&flags.cc);
    let cflags = flags.cflags.split_whitespace().map(str::to_string);
    let common: Vec<String> = cc[1..].iter().cloned().chain(cflags).collect();
    let mut text = String::new();
    let mut failed: Option<String> = None;
    let mut finish = |(child, command): (Child, Vec<String>), failed: &mut Option<String>| {
        let out = children::finish(child)
            .map_err(|e| Error::Io("cannot wait for the C compiler".into(), e))?;
        text.push_str(&String::from_utf8_lossy(&out.stdout));
        text.push_str(&String::from_utf8_lossy(&out.stderr));
        if !out.status.success() && failed.is_none() {
            *failed = Some(format!("{}\n{}", join(&command), out.status));
        }
        Ok::<(), Error>(())
    };
    let start = |own: Vec<String>| {
        let mut c = Command::new(&cc[0]);
        c.args(&common).args(&own).current_dir(dir);
        c.stdin(Stdio::null()).stdout(Stdio::piped()).stderr(Stdio::piped());
        let child = children::start(&mut c)
            .map_err(|e| Error::Io(format!("cannot run the C compiler `{}`", flags.cc), e))?;
        let command = cc[..1].iter().chain(&common).cloned().chain(own);
        Ok((child, command.collect()))
    };
    // The largest file first: it takes longest.
    let mut names: Vec<(u64, String)> = sources
        .iter()
        .filter_map(|p| {
            Some((std::fs::metadata(p).ok()?.len(), p.file_name()?.to_str()?.to_string()))
        })
        .filter(|(_, n)| n.ends_with(".c"))
        .filter(|(_, n)| opts.support_object.is_none() || n != "tw_support.c")
        .collect();
    names.sort_by(|a, b| b.0.cmp(&a.0).then(a.1.cmp(&b.1)));
    let mut objects: Vec<String> = names.iter().map(|(_, n)| n.replace(".c", ".o")).collect();
    let mut running = std::collections::VecDeque::new();
    for ((_, source), object) in names.iter().zip(&objects) {
        if running.len() >= opts.jobs.max(1) {
            finish(running.pop_front().expect("one runs"), &mut failed)?;
        }
        let own = ["-c", "-o", object, source];
        running.push_back(start(own.map(String::from).to_vec())?);
    }
    for child in running {
        finish(child, &mut failed)?;
    }
    objects.extend(opts.support_object.iter().map(|o| o.display().to_string()));
    if failed.is_none() {
        let mut own = words(&flags.ldflags);
        own.extend(["-o", &opts.name].map(String::from));
        own.extend(objects);
        own.extend(flags.libs.iter().cloned());
        finish(start(own)?, &mut failed)?;
    }
    match failed {
        None => Ok(text),
        Some(command) => Err(Error::Compile { command, output: text }),
    }
}
