//! The C files, one after the other, and what is made of them: the Makefile, objects, the executable.

use crate::compile::{Job, Shop};
use crate::data;
use crate::database::Database;
use crate::func::{self, Locations};
use crate::header;
use crate::header::SUPPORT_H;
use crate::options::{Artifacts, Error, GencOptions};
use crate::profile::Profile;
use crate::split::Split;
use crate::toolchain::{Compiler, Flags, absolute, object_of};
use flowmodel::command::{OTHER_HEADERS, PRECOMMONDEFS};
use flowmodel::{Body, CBuild, FuncId};
use indexmap::IndexMap;
use std::fmt::Write;
use std::path::Path;
use std::sync::Arc;

/// Maximum size in bytes of data that stands in the file of the functions if there is only one: a file costs the
/// compiler more than that.
const SMALL_DATA: usize = 200_000;

/// Takes a file: its name and its text. Headers come before what includes them.
pub type Sink<'a> = dyn FnMut(String, String) -> Result<(), Error> + 'a;

/// Renders all files but the Makefile.
pub fn render(db: &Database, opts: &GencOptions, file: &mut Sink<'_>) -> Result<(), Error> {
    let split = Split::new(db);
    let shared = &split.shared;
    let mut protos = String::from(
        "/* Functions that more than one file uses. */\n#ifndef TW_FUNCTIONS_H\n#define TW_FUNCTIONS_H\n\n",
    );
    for f in db.funcs.keys() {
        let wanted = match &db.p.funcs[*f].body {
            Body::External(_) => header::is_undeclared(db, *f),
            _ => shared.contains(f),
        };
        let own = &db.collector;
        if wanted && !own.others.contains(f) && !own.funcs.contains(f) {
            let _ = writeln!(protos, "{};", db.prototype(*f, &|_| String::new()));
        }
    }
    protos.push_str("\n#endif\n");
    file("tw_support.h".into(), SUPPORT_H.into())?;
    let with_collector = !db.collector.funcs.is_empty();
    if with_collector {
        file("collector.h".into(), header::render_collector(db, shared))?;
    }
    file("common.h".into(), header::render(db))?;
    file("functions.h".into(), protos)?;
    own_files(opts, &db.p.c_build, file)?;
    file("tw_support.c".into(), SUPPORT_C.into())?;
    if with_collector {
        let funcs = db.collector.funcs.iter().copied();
        let text = functions(db, &split, funcs)?;
        file("collector.c".into(), format!("#include \"collector.h\"\n\n{text}"))?;
    }

    let mut objects = data::render(db);
    let mut beside = String::new();
    if split.files.len() == 1 && objects.len() == 1 && objects[0].len() <= SMALL_DATA {
        beside = objects.remove(0);
    }
    const INCLUDES: &str = "#include \"common.h\"\n#include \"functions.h\"\n\n";
    for (i, text) in objects.into_iter().enumerate() {
        file(format!("data_{}.c", i + 1), format!("{INCLUDES}{text}"))?;
    }
    for (name, funcs) in &split.files {
        let text = functions(db, &split, funcs.iter().copied())?;
        file(name.clone(), format!("{INCLUDES}{text}{beside}"))?;
    }
    Ok(())
}

/// The functions of a file, behind declarations of those that only it uses.
fn functions(
    db: &Database,
    split: &Split,
    funcs: impl Iterator<Item = FuncId>,
) -> Result<String, Error> {
    let mut locs = Locations::default();
    let (mut decls, mut bodies) = (String::new(), String::new());
    for f in funcs {
        let class = split.storage(db, f);
        if !split.shared.contains(&f) {
            let _ = writeln!(decls, "{class}{};", db.prototype(f, &|_| String::new()));
        }
        let _ = writeln!(bodies, "/* {} */", db.p.funcs[f].name.replace("*/", "* /"));
        bodies.push_str(&func::render(db, f, &class, &mut locs)?);
        bodies.push('\n');
    }
    Ok(format!("{decls}\n{}{bodies}", locs.render("tw_locs")))
}

/// C files and headers that the program and the JIT bring along; headers first.
pub fn own_files(opts: &GencOptions, own: &CBuild, file: &mut Sink<'_>) -> Result<(), Error> {
    let mut files: Vec<_> = opts.jit.iter().flat_map(|jit| jit.files.iter().cloned()).collect();
    files.sort_by_key(|(name, _)| name.ends_with(".c"));
    if own.own_sources() {
        let headers = [PRECOMMONDEFS].into_iter().chain(OTHER_HEADERS);
        files.splice(0..0, headers.map(|(name, text)| (name.into(), text.into())));
    }
    let headers = header::in_order(own.source_headers.iter())
        .fold(header::common_header(own), |text, i| text + &header::include_line(i));
    for (i, text) in own.sources.iter().enumerate() {
        files.push((format!("own_{}.c", i + 1), format!("{headers}\n{text}\n")));
    }
    for (i, path) in own.source_files.iter().enumerate() {
        let path = absolute(path);
        files.push((format!("own_file_{}.c", i + 1), format!("#include \"{path}\"\n")));
    }
    files.into_iter().try_for_each(|(name, text)| file(name, text))
}

/// The support code.
pub const SUPPORT_C: &str = include_str!("../support/tw_support.c");

/// Writes a file, if it has other contents. What is there and no file, a device or a pipe, is an error.
pub fn write_file(path: &Path, contents: &[u8]) -> std::io::Result<()> {
    if let Ok(there) = std::fs::metadata(path) {
        if !there.is_file() {
            return Err(std::io::Error::other("it is there and not a regular file"));
        }
        let same_length = there.len() == contents.len() as u64;
        if same_length && std::fs::read(path).is_ok_and(|old| old == contents) {
            return Ok(());
        }
    }
    std::fs::write(path, contents)
}

/// The files of a program, as they are written.
struct Files<'a> {
    dir: &'a Path,
    art: Artifacts,
    headers: IndexMap<String, Header>,
    jobs: Vec<Job>,
}

/// A header, and which of the others it includes.
struct Header {
    text: Arc<str>,
    included: Vec<String>,
}

/// Lists the files that a text includes beside it.
fn includes(text: &str) -> impl Iterator<Item = &str> {
    let lines = text.lines().filter_map(|l| l.strip_prefix("#include \""));
    lines.filter_map(|l| l.split('"').next())
}

impl Files<'_> {
    fn write(&mut self, name: &str, text: &str) -> Result<(), Error> {
        let path = self.dir.join(name);
        let cannot = |e| Error::Io(format!("cannot write {}", path.display()), e);
        if let Some((folder, _)) = name.rsplit_once('/') {
            std::fs::create_dir_all(self.dir.join(folder)).map_err(cannot)?;
        }
        write_file(&path, text.as_bytes()).map_err(cannot)
    }

    /// One more; what is to be compiled now.
    fn add(&mut self, name: String, text: String) -> Result<Option<Job>, Error> {
        self.write(&name, &text)?;
        self.art.sources.push(self.dir.join(&name));
        let text: Arc<str> = text.into();
        if !name.ends_with(".c") {
            debug_assert!(self.jobs.is_empty(), "{name} comes behind what may include it");
            let included = includes(&text).map(str::to_string).collect();
            self.headers.insert(name, Header { text, included });
            return Ok(None);
        }
        let headers = self.included(&text);
        let job = Job { index: self.jobs.len(), source: name, text, headers };
        self.jobs.push(job.clone());
        Ok(Some(job))
    }

    /// The headers beside it that a text includes, directly or not.
    fn included(&self, text: &str) -> IndexMap<String, Arc<str>> {
        let mut found = IndexMap::new();
        let mut work: Vec<Vec<&str>> = vec![includes(text).collect()];
        while let Some(names) = work.pop() {
            for name in names {
                if let Some((name, header)) = self.headers.get_key_value(name)
                    && found.insert(name.clone(), header.text.clone()).is_none()
                {
                    work.push(header.included.iter().map(String::as_str).collect());
                }
            }
        }
        found
    }

    /// All are there.
    fn end(&mut self, flags: &Flags, opts: &GencOptions) -> Result<(), Error> {
        let sources: Vec<String> = self.jobs.iter().map(|j| j.source.clone()).collect();
        self.write("Makefile", &flags.makefile(&sources, &opts.objects, &opts.name))?;
        self.write("compile_commands.json", &flags.compile_commands(&sources, self.dir))
    }
}

/// Writes the files that `produce` gives to its sink (only those that changed), compiles them (each as soon as it is there) and
/// links them, as the Makefile would. `make` is not needed for it.
pub fn build(
    opts: &GencOptions,
    own: &CBuild,
    produce: impl FnOnce(&mut Sink<'_>) -> Result<(), Error>,
) -> Result<Artifacts, Error> {
    let dir = &opts.outdir;
    std::fs::create_dir_all(dir)
        .map_err(|e| Error::Io(format!("cannot make {}", dir.display()), e))?;
    let flags = Flags::new(opts, own);
    let art = Artifacts { makefile: dir.join("Makefile"), ..Artifacts::default() };
    let mut files = Files { dir, art, headers: IndexMap::new(), jobs: vec![] };
    if opts.source_only {
        produce(&mut |name, text| files.add(name, text).map(|_| ()))?;
        files.end(&flags, opts)?;
        return Ok(files.art);
    }
    let compiler = Compiler::find(opts.cc.as_deref())?;
    let profile = opts.profile.as_ref().map(|args| Profile::new(dir, &opts.name, args, &compiler));
    let extra = profile.as_ref().map(Profile::generating).unwrap_or_default();
    let cache = opts.cache.as_ref().filter(|_| profile.is_none());
    let shop = Shop::new(opts, (&flags, &extra), cache, &compiler);
    std::thread::scope(|scope| {
        let queue = shop.open(scope);
        let produced = produce(&mut |name, text| {
            files.add(name, text)?.into_iter().for_each(|job| queue.add(job));
            Ok(())
        });
        queue.end().and(produced)
    })?;
    files.end(&flags, opts)?;
    let objects = || {
        let own = files.jobs.iter().map(|j| object_of(&j.source));
        own.chain(opts.objects.iter().map(|o| o.display().to_string())).collect::<Vec<_>>()
    };
    shop.link(&objects())?;
    let mut warnings = shop.close()?;
    if let Some(profile) = profile {
        profile.run()?;
        let extra = profile.using()?;
        let shop = Shop::new(opts, (&flags, &extra), None, &compiler);
        std::thread::scope(|scope| {
            let queue = shop.open(scope);
            files.jobs.iter().for_each(|job| queue.add(job.clone()));
            queue.end()
        })?;
        shop.link(&objects())?;
        warnings = shop.close()?;
    }
    files.art.warnings = warnings;
    files.art.executable = Some(dir.join(&opts.name));
    Ok(files.art)
}
