//! Importing modules.

use super::*;
use crate::host::state::Imports;
use crate::source::{self, Source};
use flowmodel::diag::{Diagnostic, Span};
use std::path::Path;

impl Imports {
    /// A file is of a library: one that comes with the translator, or that of an installed Python.
    pub(crate) fn is_library(&self, path: &str) -> bool {
        self.ships(Path::new(path)) || self.is_installed(path)
    }

    /// A file is of the library of an installed Python.
    pub(crate) fn is_installed(&self, path: &str) -> bool {
        self.installed_paths.iter().any(|l| Path::new(path).starts_with(l))
    }

    /// The bytes of a file, or of what counts instead of it.
    fn read_source(&self, path: &Path) -> Option<Vec<u8>> {
        if path.starts_with(EMBEDDED_ROOT) {
            return self.embedded.get(path).map(|t| t.as_bytes().to_vec());
        }
        if let Some(text) = self.unsaved.get(path) {
            return Some(text.as_bytes().to_vec());
        }
        std::fs::read(path).ok()
    }

    /// Says whether a path is one of those that come with the translator.
    fn ships(&self, path: &Path) -> bool {
        path.starts_with(EMBEDDED_ROOT) || self.library_paths.iter().any(|l| path.starts_with(l))
    }
}

/// Runs `f` on a thread with a stack that is deep enough for [`MAX_DEPTH`] nested host calls.
/// Hosts are not `Send`: make and use the host inside `f`.
pub fn run_with_big_stack<T: Send>(f: impl FnOnce() -> T + Send) -> T {
    std::thread::scope(|s| {
        let t = std::thread::Builder::new().stack_size(512 << 20).spawn_scoped(s, f);
        match t.expect("cannot start a thread").join() {
            Ok(v) => v,
            Err(p) => std::panic::resume_unwind(p),
        }
    })
}

/// Historic names of the library's packages, which programs of the tutorial's age use. A module of that name in the program's own
/// tree comes first.
const ALIASES: &[(&str, &str)] = &[
    ("pypy.rlib", "rpython.rlib"),
    ("pypy.jit", "rpython.jit"),
    ("pypy.rpython", "rpython.rtyper"),
    ("pypy.annotation", "rpython.annotator"),
    ("pypy.translator", "rpython.translator"),
    ("pypy.tool", "rpython.tool"),
];

/// Packages of the library that come before those of the program's tree: what they have is made for the translator. (PyPy's checkout has
/// both beside its own package.)
const OURS: [&str; 3] = ["rpython", "py", "pytest"];

/// Modules that programs often import, and for which the sources of an installed Python serve as they are: nothing of this
/// name comes with the translator. (Other modules of an installed Python are found when a program would end without them.)
const INSTALLED: [&str; 1] = ["argparse"];

/// Gives the folder of the outermost package that the folder belongs to.
fn package_root(dir: &Path) -> Option<PathBuf> {
    let is_package =
        |d: &Path| ["rpy", "py"].iter().any(|ext| d.join(format!("__init__.{ext}")).is_file());
    if !is_package(dir) {
        return None;
    }
    // A relative path says nothing of the folders above it.
    let mut root =
        std::fs::canonicalize(if dir.as_os_str().is_empty() { Path::new(".") } else { dir })
            .ok()?;
    while is_package(&root) && root.pop() {}
    Some(root)
}

/// The module that a module name denotes.
fn canonical(name: &str) -> String {
    for (old, new) in ALIASES {
        if let Some(rest) = name.strip_prefix(old)
            && (rest.is_empty() || rest.starts_with('.'))
        {
            return format!("{new}{rest}");
        }
    }
    if name == "pypy" { "rpython".into() } else { name.into() }
}

/// Folder name under which embedded sources are found.
pub(super) const EMBEDDED_ROOT: &str = "<embedded>";

enum Found {
    File { path: PathBuf, text: Source, package: Option<PathBuf> },
    Nothing,
}

/// Adds a folder at the end of the import path (`sys.path`).
pub fn add_search_path(host: &mut Host, dir: &Path) {
    let s = host.str(&dir.to_string_lossy());
    let p = host.imports.sys_path;
    if let HostObj::List(l) = host.obj_mut(p) {
        l.push(s);
    }
}

/// Adds a folder to the import path before what comes with the translator.
pub fn add_program_path(host: &mut Host, dir: &Path) {
    let p = host.imports.sys_path;
    let at = path_list(host, p).iter().position(|d| host.imports.ships(Path::new(d)));
    let s = host.str(&dir.to_string_lossy());
    if let HostObj::List(l) = host.obj_mut(p) {
        l.insert(at.unwrap_or(l.len()), s);
    }
}

/// Imports the program file; its folder goes first on the import path, and if that is a package,
/// the folder that the package is in follows. The module's name is the file's stem.
pub fn target(host: &mut Host, path: &Path) -> Result<HostRef, Vec<Diagnostic>> {
    let stem = path.file_stem().map_or_else(|| "target".into(), |s| s.to_string_lossy());
    // A package of that name beside the file is what imports mean.
    let package = path.with_extension("");
    if ["rpy", "py"].iter().any(|ext| package.join(format!("__init__.{ext}")).is_file()) {
        return run_file(host, path, &format!("target_{stem}"));
    }
    run_file(host, path, &stem)
}

/// Runs the program file as the module of the given name (`__main__` to run it as a script).
pub fn run_file(host: &mut Host, path: &Path, name: &str) -> Result<HostRef, Vec<Diagnostic>> {
    let dir = path.parent().unwrap_or(Path::new("")).to_path_buf();
    let s = host.str(&dir.to_string_lossy());
    let p = host.imports.sys_path;
    if let HostObj::List(l) = host.obj_mut(p) {
        l.insert(0, s);
    }
    if let Some(root) = package_root(&dir) {
        add_program_path(host, &root);
    }
    let unsaved = host.imports.unsaved.get(path).map(|text| text.as_bytes().to_vec());
    let bytes = unsaved.map_or_else(|| std::fs::read(path), Ok).map_err(|e| {
        vec![Diagnostic::error("io", format!("cannot read {}: {e}", path.display()), Span::NONE)]
    })?;
    let text = source::decode(&bytes);
    let module = collect::collecting(host, |host| load_module(host, name, path, &text, None));
    module.map_err(|e| tracebacks::diagnostics_of(host, e))
}

/// A function of `flow/support.py`.
pub(crate) fn flow_support(host: &mut Host, name: &str) -> R {
    let module = match host.imports.support {
        Some(m) => m,
        None => {
            let text = include_str!("../flow/support.py");
            let path = Path::new(EMBEDDED_ROOT).join("flow_support.py");
            let m = load_module(host, "flow_support", &path, &text.into(), None)?;
            host.imports.support = Some(m);
            m
        }
    };
    host.getattr(module, name)
}

/// The method, with what it gives encoded as ASCII.
pub fn encoded_method(host: &mut Host, method: HostRef) -> Option<HostRef> {
    let make = flow_support(host, "encoded_text").ok()?;
    host.call(make, &[method], &[]).ok()
}

/// Calls a function and turns an uncaught exception into diagnostics.
pub fn call_top(host: &mut Host, f: HostRef, args: &[HostRef]) -> Result<HostRef, Vec<Diagnostic>> {
    collect::collecting(host, |host| host.call(f, args, &[]))
        .map_err(|e| tracebacks::diagnostics_of(host, e))
}

fn load_module(
    host: &mut Host,
    name: &str,
    path: &Path,
    text: &Source,
    package: Option<PathBuf>,
) -> R {
    let m = registry::new_module(host, name, Some(path.to_path_buf()));
    let d = lookups::own_dict(host, m).expect("module dict");
    let file = host.str(&path.to_string_lossy());
    host.ns_set(d, "__file__", file);
    let pkg = match &package {
        Some(dir) => {
            let s = host.str(&dir.to_string_lossy());
            let l = host.list(vec![s]);
            host.ns_set(d, "__path__", l);
            name.to_string()
        }
        None => name.rsplit_once('.').map_or(String::new(), |(p, _)| p.to_string()),
    };
    let pkg = host.str(&pkg);
    host.ns_set(d, "__package__", pkg);
    host.imports.loading.push(name.to_string());
    let r = compiling::compile_file(host, &path.to_string_lossy(), text).and_then(|code| {
        if let Some(doc) = code.docstring.clone() {
            let doc = literals::literal_str(host, &doc);
            host.ns_set(d, "__doc__", doc);
        }
        if code.annotations.is_empty() {
            return compiling::exec_code(host, code, d, None);
        }
        let r = compiling::exec_code(host, code.clone(), d, None)?;
        let found = annotations::annotations(host, &code, d, None);
        host.ns_set(d, "__annotations__", found);
        Ok(r)
    });
    host.imports.loading.pop();
    let modules = host.modules;
    match r {
        // A module may replace itself in `sys.modules`.
        Ok(_) => Ok(host.ns_get(modules, name).unwrap_or(m)),
        Err(e) => {
            tables::ns_del(host, modules, name);
            Err(e)
        }
    }
}

/// Adds a folder of modules that come with the translator at the end of the import path.
pub fn add_library_path(host: &mut Host, dir: &Path) {
    host.imports.library_paths.push(dir.to_path_buf());
    add_search_path(host, dir);
}

/// Adds the library of an installed Python at the end of the import path. Its modules are Python 3.
pub fn add_installed_path(host: &mut Host, dir: &Path) {
    host.imports.installed_paths.push(dir.to_path_buf());
    add_search_path(host, dir);
}

/// Adds a source file that lives in memory, under the path `<embedded>/path`; see [`add_embedded_path`].
pub fn add_embedded(host: &mut Host, path: &str, text: &'static str) {
    host.imports.embedded.insert(Path::new(EMBEDDED_ROOT).join(path), text);
}

/// Says whether a place is in an embedded module that is not of the toolchain's own packages: a standard module.
pub fn is_standard_source(host: &Host, at: Span) -> bool {
    let sources = host.sources.borrow();
    sources.get(at.file).is_some_and(|f| {
        let inside = f.path.strip_prefix(EMBEDDED_ROOT);
        let own = ["/rpython", "/pypy", "/flow_support"];
        inside.is_some_and(|p| !own.iter().any(|o| p.starts_with(o)))
    })
}

/// Puts the files of [`add_embedded`] at the end of the import path.
pub fn add_embedded_path(host: &mut Host) {
    add_search_path(host, Path::new(EMBEDDED_ROOT));
}

fn find_file(host: &Host, dirs: &[String], leaf: &str) -> Found {
    for d in dirs {
        let dir = Path::new(d);
        let pkg = dir.join(leaf);
        for ext in ["rpy", "py"] {
            let init = pkg.join(format!("__init__.{ext}"));
            if let Some(b) = host.imports.read_source(&init) {
                return Found::File { path: init, text: source::decode(&b), package: Some(pkg) };
            }
        }
        for ext in ["rpy", "py"] {
            let file = dir.join(format!("{leaf}.{ext}"));
            if let Some(b) = host.imports.read_source(&file) {
                return Found::File { path: file, text: source::decode(&b), package: None };
            }
        }
    }
    Found::Nothing
}

/// Says whether a folder of the import path has the module, and not only the library.
fn has_own(host: &mut Host, name: &str) -> bool {
    let (below, roots) = (name.replace('.', "/"), host.imports.sys_path);
    let dirs = path_list(host, roots);
    let mut own = dirs.iter().map(Path::new).filter(|d| !host.imports.ships(d));
    own.any(|d| {
        let at = d.join(&below);
        ["rpy", "py"].iter().any(|ext| {
            at.join(format!("__init__.{ext}")).is_file() || at.with_extension(ext).is_file()
        })
    })
}

fn path_list(host: &mut Host, r: HostRef) -> Vec<String> {
    let items = host.iter_to_vec(r).unwrap_or_default();
    items
        .iter()
        .filter_map(|x| host.text(*x))
        .map(|t| if t.is_empty() { ".".to_string() } else { t.to_string() })
        .collect()
}

/// Imports `name` (absolute, dotted); `None` if its last part does not exist.
fn absolute(host: &mut Host, name: &str) -> R<Option<HostRef>> {
    let modules = host.modules;
    if let Some(m) = host.ns_get(modules, name) {
        return Ok(Some(m).filter(|m| *m != NONE));
    }
    let real = canonical(name);
    if real != name && !has_own(host, name) {
        let m = absolute(host, &real)?;
        if let Some(m) = m {
            host.ns_set(modules, name, m);
        }
        return Ok(m);
    }
    let (parent, leaf) = match name.rsplit_once('.') {
        Some((p, l)) => (Some(p), l),
        None => (None, name),
    };
    let (dirs, parent) = match parent {
        None => {
            let p = host.imports.sys_path;
            let mut dirs = path_list(host, p);
            if OURS.contains(&name) {
                // A checkout of the original package next to the program must not shadow the library.
                dirs.sort_by_key(|d| !host.imports.ships(Path::new(d)));
            }
            (dirs, None)
        }
        Some(p) => {
            let Some(pm) = absolute(host, p)? else { return Ok(None) };
            // Importing the parent may have imported this one.
            if let Some(m) = host.ns_get(modules, name) {
                return Ok(Some(m));
            }
            match host.getattr_opt(pm, "__path__")? {
                Some(path) => {
                    let mut dirs = path_list(host, path);
                    if dirs.iter().any(|d| host.imports.ships(Path::new(d))) {
                        // What the library lacks may be in a folder of that name on the import path.
                        let (below, roots) = (p.replace('.', "/"), host.imports.sys_path);
                        let roots = path_list(host, roots);
                        dirs.extend(roots.iter().map(|r| format!("{r}/{below}")));
                    }
                    (dirs, Some(pm))
                }
                None => return Ok(None),
            }
        }
    };
    let m = match find_file(host, &dirs, leaf) {
        Found::File { path, text, package } => load_module(host, name, &path, &text, package)?,
        Found::Nothing => {
            let asked = INSTALLED.contains(&name).then(|| host.imports.installed_library.take());
            let Some(library) = asked.flatten().and_then(|find| find()) else {
                return Ok(None);
            };
            add_installed_path(host, &library);
            return absolute(host, name);
        }
    };
    if let Some(p) = parent {
        host.setattr(p, leaf, m)?;
    }
    Ok(Some(m))
}

fn no_module(host: &mut Host, name: &str) -> HErr {
    let real = canonical(name);
    if real.starts_with("rpython.") {
        host.imports.missing.push(real);
    }
    // The first part that is not there is the one to name.
    let ends = name.match_indices('.').map(|(i, _)| i).chain([name.len()]);
    let modules = host.modules;
    let missing = ends
        .map(|end| &name[..end])
        .find(|part| host.ns_get(modules, part).is_none())
        .unwrap_or(name);
    let mut text = format!("No module named '{missing}'");
    if let Some((parent, _)) = missing.rsplit_once('.')
        && let Some(p) = host.ns_get(modules, parent)
        && let Some(d) = lookups::own_dict(host, p)
        && host.ns_get(d, "__path__").is_none()
    {
        text.push_str(&format!("; '{parent}' is not a package"));
    }
    let e = host.err("ModuleNotFoundError", text);
    host.run.looked_for = Some((e.0, LookedIn::Modules, missing.to_string()));
    name_import_error(host, e, missing)
}

/// Gives an `ImportError` the attribute `name`.
fn name_import_error(host: &mut Host, e: HErr, module: &str) -> HErr {
    let d = lookups::make_own_dict(host, e.0).expect("exception dict");
    let n = host.str(module);
    host.ns_set(d, "name", n);
    e
}

/// Python 2's import in a package: a module of that package, if there is one of the name.
pub(crate) fn sibling(
    host: &mut Host,
    globals: HostRef,
    name: &str,
    fromlist: &[&str],
    leaf: bool,
) -> R<Option<HostRef>> {
    let package = host.ns_get(globals, "__package__").and_then(|p| host.text(p));
    let Some(package) = package.filter(|p| !p.is_empty() && !p.starts_with("rpython")) else {
        return Ok(None);
    };
    let top = name.split('.').next().unwrap_or(name);
    let Some(first) = absolute(host, &format!("{package}.{top}"))? else {
        return Ok(None);
    };
    let full = format!("{package}.{name}");
    let Some(m) = absolute(host, &full)? else { return Err(no_module(host, &full)) };
    if fromlist.is_empty() {
        return Ok(Some(if leaf { m } else { first }));
    }
    for n in fromlist {
        submodule(host, m, n)?;
    }
    Ok(Some(m))
}

/// The `import` statement. Without `fromlist` the result is the top package, unless `leaf`.
pub fn module(
    host: &mut Host,
    globals: Option<HostRef>,
    name: &str,
    level: u32,
    fromlist: &[&str],
    leaf: bool,
) -> R {
    let package: Option<String> = globals.and_then(|g| {
        let p = host.ns_get(g, "__package__").and_then(|p| host.text(p));
        p.map(|p| p.to_string()).filter(|p| !p.is_empty())
    });
    let mut top = name.split('.').next().unwrap_or(name).to_string();
    let m = if level > 0 {
        let Some(pkg) = package else {
            return Err(
                host.err("ImportError", "attempted relative import with no known parent package")
            );
        };
        let mut base: Vec<&str> = pkg.split('.').collect();
        for _ in 1..level {
            base.pop();
        }
        if base.is_empty() {
            return Err(
                host.err("ImportError", "attempted relative import beyond top-level package")
            );
        }
        let base = base.join(".");
        let full = if name.is_empty() { base } else { format!("{base}.{name}") };
        match absolute(host, &full)? {
            Some(m) => m,
            None => return Err(no_module(host, &full)),
        }
    } else {
        match absolute(host, name)? {
            Some(m) => m,
            None => {
                // Python 2's implicit relative import.
                let rel = match &package {
                    Some(p) => {
                        let full = format!("{p}.{name}");
                        top = format!("{p}.{top}");
                        absolute(host, &full)?
                    }
                    None => None,
                };
                match rel {
                    Some(m) => m,
                    None => return Err(no_module(host, name)),
                }
            }
        }
    };
    if fromlist.is_empty() {
        if leaf || level > 0 {
            return Ok(m);
        }
        return Ok(absolute(host, &top)?.unwrap_or(m));
    }
    for n in fromlist {
        submodule(host, m, n)?;
    }
    Ok(m)
}

/// Makes sure that `from package import name` finds a submodule of that name.
fn submodule(host: &mut Host, m: HostRef, name: &str) -> R<()> {
    if name == "*" || host.getattr_opt(m, name)?.is_some() {
        return Ok(());
    }
    let HostObj::Module(d) = host.obj(m) else { return Ok(()) };
    if host.ns_get(d.dict, "__path__").is_some() {
        let full = format!("{}.{name}", d.name);
        absolute(host, &full)?;
    }
    Ok(())
}

pub(crate) fn attr(host: &mut Host, m: HostRef, name: &str) -> R {
    let of = m;
    if let Some(v) = host.getattr_opt(m, name)? {
        return Ok(v);
    }
    let mname = match host.obj(m) {
        HostObj::Module(d) => d.name.to_string(),
        _ => host.type_name(m).to_string(),
    };
    let modules = host.modules;
    if let Some(v) = host.ns_get(modules, &format!("{mname}.{name}")) {
        return Ok(v);
    }
    if mname.starts_with("rpython.") {
        host.imports.missing.push(format!("{mname}.{name}"));
    }
    let loading = matches!(host.obj(m), HostObj::Module(d) if host.imports.loading.iter().any(|n| **n == *d.name));
    let circle = if loading {
        " (most likely due to a circular import: the module is being imported at this time)"
    } else {
        ""
    };
    let m = format!("cannot import name '{name}' from '{mname}'{circle}");
    let e = host.err("ImportError", m);
    host.run.looked_for = Some((e.0, LookedIn::Object(of), name.to_string()));
    Err(name_import_error(host, e, &mname))
}

pub(crate) fn all(host: &mut Host, m: HostRef, ns: HostRef) -> R<()> {
    let names: Vec<Rc<str>> = match host.getattr_opt(m, "__all__")? {
        Some(all) => {
            let items = host.iter_to_vec(all)?;
            items.iter().filter_map(|x| host.text(*x)).collect()
        }
        None => {
            let Some(d) = lookups::own_dict(host, m) else { return Ok(()) };
            let keys: Vec<HostRef> = host.ns(d).keys().collect();
            keys.iter().filter_map(|k| host.text(*k)).filter(|n| !n.starts_with('_')).collect()
        }
    };
    for n in names {
        submodule(host, m, &n)?;
        let v = attr(host, m, &n)?;
        host.ns_set(ns, &n, v);
    }
    Ok(())
}

/// Gives what a module of the package of built-in functions written in the language (`rlib/builtins`)
/// defines.
pub fn library_object(host: &mut Host, module: &str, name: &str) -> Result<HostRef, String> {
    object_of_module(host, &format!("{LIBRARY_PACKAGE}.{module}"), name)
}

/// An object of a module, by the full name of that.
pub(crate) fn object_of_module(host: &mut Host, full: &str, name: &str) -> Result<HostRef, String> {
    let found = import::module(host, None, full, 0, &[], true)
        .and_then(|m| host.getattr_opt(m, name))
        .map_err(|e| {
            let text = tracebacks::diagnostics_of(host, e).first().map(|d| d.message.clone());
            format!("cannot import {full}: {}", text.unwrap_or_default())
        })?;
    found.ok_or_else(|| format!("{full} has no {name}"))
}
