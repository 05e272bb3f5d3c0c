//! Importing modules.

use super::*;
use crate::source::{self, Source};
use flowmodel::diag::{Diagnostic, Span};
use std::path::Path;

/// Says how modules are found.
pub struct Imports {
    /// Sources that live in memory, by path.
    pub(crate) embedded: FxHashMap<PathBuf, &'static str>,
    /// Texts that count instead of files, by path: what an editor has not saved.
    pub unsaved: FxHashMap<PathBuf, Rc<str>>,
    /// Folders of modules that come with the translator, where these are not in memory.
    pub(super) library_paths: Vec<PathBuf>,
    /// Folders of the library of an installed Python.
    pub(super) installed_paths: Vec<PathBuf>,
    /// Finds that library when the first module of [`INSTALLED`] is imported.
    pub installed_library: Option<Box<dyn FnOnce() -> Option<PathBuf>>>,
    pub(super) sys_path: HostRef,
    /// Modules whose code is being executed.
    pub(crate) loading: Vec<String>,
    /// Names of the `rpython` package that imports did not find (`module` or `module.name`). Programs
    /// often catch the `ImportError` and use a fallback, and a later error in the fallback looks
    /// unrelated: stages mention these in a note.
    pub missing: Vec<String>,
    /// Module of [`Host::flow_support`].
    pub(super) support: Option<HostRef>,
}

impl Imports {
    pub(super) fn new() -> Imports {
        Imports {
            embedded: FxHashMap::default(),
            unsaved: FxHashMap::default(),
            library_paths: vec![],
            installed_paths: vec![],
            installed_library: None,
            sys_path: NONE,
            loading: vec![],
            missing: vec![],
            support: None,
        }
    }

    /// Whether a path is one of those that come with the translator.
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

/// Where the outermost package is that the folder belongs to.
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

impl Host {
    /// Adds a folder at the end of the import path (`sys.path`).
    pub fn add_search_path(&mut self, dir: &Path) {
        let s = self.str(&dir.to_string_lossy());
        let p = self.imports.sys_path;
        if let HostObj::List(l) = self.obj_mut(p) {
            l.push(s);
        }
    }

    /// Adds a folder to the import path before what comes with the translator.
    pub fn add_program_path(&mut self, dir: &Path) {
        let p = self.imports.sys_path;
        let at = self.path_list(p).iter().position(|d| self.imports.ships(Path::new(d)));
        let s = self.str(&dir.to_string_lossy());
        if let HostObj::List(l) = self.obj_mut(p) {
            l.insert(at.unwrap_or(l.len()), s);
        }
    }

    /// Imports the program file; its folder goes first on the import path, and if that is a package,
    /// the folder that the package is in follows. The module's name is the file's stem.
    pub fn import_target(&mut self, path: &Path) -> Result<HostRef, Vec<Diagnostic>> {
        let stem = path.file_stem().map_or_else(|| "target".into(), |s| s.to_string_lossy());
        // A package of that name beside the file is what imports mean.
        let package = path.with_extension("");
        if ["rpy", "py"].iter().any(|ext| package.join(format!("__init__.{ext}")).is_file()) {
            return self.run_file(path, &format!("target_{stem}"));
        }
        self.run_file(path, &stem)
    }

    /// Runs the program file as the module of the given name (`__main__` to run it as a script).
    pub fn run_file(&mut self, path: &Path, name: &str) -> Result<HostRef, Vec<Diagnostic>> {
        let dir = path.parent().unwrap_or(Path::new("")).to_path_buf();
        let s = self.str(&dir.to_string_lossy());
        let p = self.imports.sys_path;
        if let HostObj::List(l) = self.obj_mut(p) {
            l.insert(0, s);
        }
        if let Some(root) = package_root(&dir) {
            self.add_program_path(&root);
        }
        let unsaved = self.imports.unsaved.get(path).map(|text| text.as_bytes().to_vec());
        let bytes = unsaved.map_or_else(|| std::fs::read(path), Ok).map_err(|e| {
            vec![Diagnostic::error(
                "io",
                format!("cannot read {}: {e}", path.display()),
                Span::NONE,
            )]
        })?;
        let text = source::decode(&bytes);
        let module = self.collecting(|host| host.load_module(name, path, &text, None));
        module.map_err(|e| self.diagnostics_of(e))
    }

    /// A function of `flow/support.py`.
    pub(crate) fn flow_support(&mut self, name: &str) -> R {
        let module = match self.imports.support {
            Some(m) => m,
            None => {
                let text = include_str!("../flow/support.py");
                let path = Path::new(EMBEDDED_ROOT).join("flow_support.py");
                let m = self.load_module("flow_support", &path, &text.into(), None)?;
                self.imports.support = Some(m);
                m
            }
        };
        self.getattr(module, name)
    }

    /// The method, with what it gives encoded as ASCII.
    pub fn encoded_method(&mut self, method: HostRef) -> Option<HostRef> {
        let make = self.flow_support("encoded_text").ok()?;
        self.call(make, &[method], &[]).ok()
    }

    /// Calls a function and turns an uncaught exception into diagnostics.
    pub fn call_top(&mut self, f: HostRef, args: &[HostRef]) -> Result<HostRef, Vec<Diagnostic>> {
        self.collecting(|host| host.call(f, args, &[])).map_err(|e| self.diagnostics_of(e))
    }

    /// Diagnostics of an uncaught exception.
    pub fn diagnostics_of(&mut self, e: HErr) -> Vec<Diagnostic> {
        if let Some(ds) = self.run.diagnostics.get(&e.0) {
            let mut ds = ds.clone();
            let tb = self.run.tracebacks.get(&e.0).cloned().unwrap_or_default();
            if let (Some(d), Some(t)) = (ds.first_mut(), tb.first()) {
                *d = d.clone().label(t.span, "imported from here");
            }
            return ds;
        }
        vec![self.diagnostic(e)]
    }

    fn load_module(
        &mut self,
        name: &str,
        path: &Path,
        text: &Source,
        package: Option<PathBuf>,
    ) -> R {
        let m = self.new_module(name, Some(path.to_path_buf()));
        let d = self.own_dict(m).expect("module dict");
        let file = self.str(&path.to_string_lossy());
        self.ns_set(d, "__file__", file);
        let pkg = match &package {
            Some(dir) => {
                let s = self.str(&dir.to_string_lossy());
                let l = self.list(vec![s]);
                self.ns_set(d, "__path__", l);
                name.to_string()
            }
            None => name.rsplit_once('.').map_or(String::new(), |(p, _)| p.to_string()),
        };
        let pkg = self.str(&pkg);
        self.ns_set(d, "__package__", pkg);
        self.imports.loading.push(name.to_string());
        let r = self.compile_file(&path.to_string_lossy(), text).and_then(|code| {
            if let Some(doc) = code.docstring.clone() {
                let doc = self.literal_str(&doc);
                self.ns_set(d, "__doc__", doc);
            }
            if code.annotations.is_empty() {
                return self.exec_code(code, d, None);
            }
            let r = self.exec_code(code.clone(), d, None)?;
            let found = self.annotations(&code, d, None);
            self.ns_set(d, "__annotations__", found);
            Ok(r)
        });
        self.imports.loading.pop();
        let modules = self.modules;
        match r {
            // A module may replace itself in `sys.modules`.
            Ok(_) => Ok(self.ns_get(modules, name).unwrap_or(m)),
            Err(e) => {
                self.ns_del(modules, name);
                Err(e)
            }
        }
    }

    /// Adds a folder of modules that come with the translator at the end of the import path.
    pub fn add_library_path(&mut self, dir: &Path) {
        self.imports.library_paths.push(dir.to_path_buf());
        self.add_search_path(dir);
    }

    /// Adds the library of an installed Python at the end of the import path. Its modules are Python 3.
    pub fn add_installed_path(&mut self, dir: &Path) {
        self.imports.installed_paths.push(dir.to_path_buf());
        self.add_search_path(dir);
    }

    /// Whether a file is of a library: one that comes with the translator, or that of an installed Python.
    pub(crate) fn is_library(&self, path: &str) -> bool {
        self.imports.ships(Path::new(path)) || self.is_installed(path)
    }

    /// Whether a file is of the library of an installed Python.
    pub(crate) fn is_installed(&self, path: &str) -> bool {
        self.imports.installed_paths.iter().any(|l| Path::new(path).starts_with(l))
    }

    /// Adds a source file that lives in memory, under the path `<embedded>/path`; see [`Host::add_embedded_path`].
    pub fn add_embedded(&mut self, path: &str, text: &'static str) {
        self.imports.embedded.insert(Path::new(EMBEDDED_ROOT).join(path), text);
    }

    /// Whether a place is in an embedded module that is not of the toolchain's own packages: a standard module.
    pub fn is_standard_source(&self, at: Span) -> bool {
        let sources = self.sources.borrow();
        sources.get(at.file).is_some_and(|f| {
            let inside = f.path.strip_prefix(EMBEDDED_ROOT);
            let own = ["/rpython", "/pypy", "/flow_support"];
            inside.is_some_and(|p| !own.iter().any(|o| p.starts_with(o)))
        })
    }

    /// Puts the files of [`Host::add_embedded`] at the end of the import path.
    pub fn add_embedded_path(&mut self) {
        self.add_search_path(Path::new(EMBEDDED_ROOT));
    }

    fn read_source(&self, path: &Path) -> Option<Vec<u8>> {
        if path.starts_with(EMBEDDED_ROOT) {
            return self.imports.embedded.get(path).map(|t| t.as_bytes().to_vec());
        }
        if let Some(text) = self.imports.unsaved.get(path) {
            return Some(text.as_bytes().to_vec());
        }
        std::fs::read(path).ok()
    }

    fn find_file(&self, dirs: &[String], leaf: &str) -> Found {
        for d in dirs {
            let dir = Path::new(d);
            let pkg = dir.join(leaf);
            for ext in ["rpy", "py"] {
                let init = pkg.join(format!("__init__.{ext}"));
                if let Some(b) = self.read_source(&init) {
                    return Found::File {
                        path: init,
                        text: source::decode(&b),
                        package: Some(pkg),
                    };
                }
            }
            for ext in ["rpy", "py"] {
                let file = dir.join(format!("{leaf}.{ext}"));
                if let Some(b) = self.read_source(&file) {
                    return Found::File { path: file, text: source::decode(&b), package: None };
                }
            }
        }
        Found::Nothing
    }

    /// Whether a folder of the import path has the module, and not only the library.
    fn has_own(&mut self, name: &str) -> bool {
        let (below, roots) = (name.replace('.', "/"), self.imports.sys_path);
        let dirs = self.path_list(roots);
        let mut own = dirs.iter().map(Path::new).filter(|d| !self.imports.ships(d));
        own.any(|d| {
            let at = d.join(&below);
            ["rpy", "py"].iter().any(|ext| {
                at.join(format!("__init__.{ext}")).is_file() || at.with_extension(ext).is_file()
            })
        })
    }

    fn path_list(&mut self, r: HostRef) -> Vec<String> {
        let items = self.iter_to_vec(r).unwrap_or_default();
        items
            .iter()
            .filter_map(|x| self.text(*x))
            .map(|t| if t.is_empty() { ".".to_string() } else { t.to_string() })
            .collect()
    }

    /// Imports `name` (absolute, dotted); `None` if its last part does not exist.
    fn import_absolute(&mut self, name: &str) -> R<Option<HostRef>> {
        let modules = self.modules;
        if let Some(m) = self.ns_get(modules, name) {
            return Ok(Some(m).filter(|m| *m != NONE));
        }
        let real = canonical(name);
        if real != name && !self.has_own(name) {
            let m = self.import_absolute(&real)?;
            if let Some(m) = m {
                self.ns_set(modules, name, m);
            }
            return Ok(m);
        }
        let (parent, leaf) = match name.rsplit_once('.') {
            Some((p, l)) => (Some(p), l),
            None => (None, name),
        };
        let (dirs, parent) = match parent {
            None => {
                let p = self.imports.sys_path;
                let mut dirs = self.path_list(p);
                if OURS.contains(&name) {
                    // A checkout of the original package next to the program must not shadow the library.
                    dirs.sort_by_key(|d| !self.imports.ships(Path::new(d)));
                }
                (dirs, None)
            }
            Some(p) => {
                let Some(pm) = self.import_absolute(p)? else { return Ok(None) };
                // Importing the parent may have imported this one.
                if let Some(m) = self.ns_get(modules, name) {
                    return Ok(Some(m));
                }
                match self.getattr_opt(pm, "__path__")? {
                    Some(path) => {
                        let mut dirs = self.path_list(path);
                        if dirs.iter().any(|d| self.imports.ships(Path::new(d))) {
                            // What the library lacks may be in a folder of that name on the import path.
                            let (below, roots) = (p.replace('.', "/"), self.imports.sys_path);
                            let roots = self.path_list(roots);
                            dirs.extend(roots.iter().map(|r| format!("{r}/{below}")));
                        }
                        (dirs, Some(pm))
                    }
                    None => return Ok(None),
                }
            }
        };
        let m = match self.find_file(&dirs, leaf) {
            Found::File { path, text, package } => self.load_module(name, &path, &text, package)?,
            Found::Nothing => {
                let asked =
                    INSTALLED.contains(&name).then(|| self.imports.installed_library.take());
                let Some(library) = asked.flatten().and_then(|find| find()) else {
                    return Ok(None);
                };
                self.add_installed_path(&library);
                return self.import_absolute(name);
            }
        };
        if let Some(p) = parent {
            self.setattr(p, leaf, m)?;
        }
        Ok(Some(m))
    }

    fn no_module(&mut self, name: &str) -> HErr {
        let real = canonical(name);
        if real.starts_with("rpython.") {
            self.imports.missing.push(real);
        }
        // The first part that is not there is the one to name.
        let ends = name.match_indices('.').map(|(i, _)| i).chain([name.len()]);
        let modules = self.modules;
        let missing = ends
            .map(|end| &name[..end])
            .find(|part| self.ns_get(modules, part).is_none())
            .unwrap_or(name);
        let mut text = format!("No module named '{missing}'");
        if let Some((parent, _)) = missing.rsplit_once('.')
            && let Some(p) = self.ns_get(modules, parent)
            && let Some(d) = self.own_dict(p)
            && self.ns_get(d, "__path__").is_none()
        {
            text.push_str(&format!("; '{parent}' is not a package"));
        }
        let e = self.err("ModuleNotFoundError", text);
        self.run.looked_for = Some((e.0, LookedIn::Modules, missing.to_string()));
        self.name_import_error(e, missing)
    }

    /// Gives an `ImportError` the attribute `name`.
    fn name_import_error(&mut self, e: HErr, module: &str) -> HErr {
        let d = self.make_own_dict(e.0).expect("exception dict");
        let n = self.str(module);
        self.ns_set(d, "name", n);
        e
    }

    /// Python 2's import in a package: a module of that package, if there is one of the name.
    pub(crate) fn import_sibling(
        &mut self,
        globals: HostRef,
        name: &str,
        fromlist: &[&str],
        leaf: bool,
    ) -> R<Option<HostRef>> {
        let package = self.ns_get(globals, "__package__").and_then(|p| self.text(p));
        let Some(package) = package.filter(|p| !p.is_empty() && !p.starts_with("rpython")) else {
            return Ok(None);
        };
        let top = name.split('.').next().unwrap_or(name);
        let Some(first) = self.import_absolute(&format!("{package}.{top}"))? else {
            return Ok(None);
        };
        let full = format!("{package}.{name}");
        let Some(m) = self.import_absolute(&full)? else { return Err(self.no_module(&full)) };
        if fromlist.is_empty() {
            return Ok(Some(if leaf { m } else { first }));
        }
        for n in fromlist {
            self.import_submodule(m, n)?;
        }
        Ok(Some(m))
    }

    /// The `import` statement. Without `fromlist` the result is the top package, unless `leaf`.
    pub fn import_module(
        &mut self,
        globals: Option<HostRef>,
        name: &str,
        level: u32,
        fromlist: &[&str],
        leaf: bool,
    ) -> R {
        let package: Option<String> = globals.and_then(|g| {
            let p = self.ns_get(g, "__package__").and_then(|p| self.text(p));
            p.map(|p| p.to_string()).filter(|p| !p.is_empty())
        });
        let mut top = name.split('.').next().unwrap_or(name).to_string();
        let m = if level > 0 {
            let Some(pkg) = package else {
                return Err(self
                    .err("ImportError", "attempted relative import with no known parent package"));
            };
            let mut base: Vec<&str> = pkg.split('.').collect();
            for _ in 1..level {
                base.pop();
            }
            if base.is_empty() {
                return Err(
                    self.err("ImportError", "attempted relative import beyond top-level package")
                );
            }
            let base = base.join(".");
            let full = if name.is_empty() { base } else { format!("{base}.{name}") };
            match self.import_absolute(&full)? {
                Some(m) => m,
                None => return Err(self.no_module(&full)),
            }
        } else {
            match self.import_absolute(name)? {
                Some(m) => m,
                None => {
                    // Python 2's implicit relative import.
                    let rel = match &package {
                        Some(p) => {
                            let full = format!("{p}.{name}");
                            top = format!("{p}.{top}");
                            self.import_absolute(&full)?
                        }
                        None => None,
                    };
                    match rel {
                        Some(m) => m,
                        None => return Err(self.no_module(name)),
                    }
                }
            }
        };
        if fromlist.is_empty() {
            if leaf || level > 0 {
                return Ok(m);
            }
            return Ok(self.import_absolute(&top)?.unwrap_or(m));
        }
        for n in fromlist {
            self.import_submodule(m, n)?;
        }
        Ok(m)
    }

    /// Makes sure that `from package import name` finds a submodule of that name.
    fn import_submodule(&mut self, m: HostRef, name: &str) -> R<()> {
        if name == "*" || self.getattr_opt(m, name)?.is_some() {
            return Ok(());
        }
        let HostObj::Module(d) = self.obj(m) else { return Ok(()) };
        if self.ns_get(d.dict, "__path__").is_some() {
            let full = format!("{}.{name}", d.name);
            self.import_absolute(&full)?;
        }
        Ok(())
    }

    pub(crate) fn import_attr(&mut self, m: HostRef, name: &str) -> R {
        let of = m;
        if let Some(v) = self.getattr_opt(m, name)? {
            return Ok(v);
        }
        let mname = match self.obj(m) {
            HostObj::Module(d) => d.name.to_string(),
            _ => self.type_name(m).to_string(),
        };
        let modules = self.modules;
        if let Some(v) = self.ns_get(modules, &format!("{mname}.{name}")) {
            return Ok(v);
        }
        if mname.starts_with("rpython.") {
            self.imports.missing.push(format!("{mname}.{name}"));
        }
        let loading = matches!(self.obj(m), HostObj::Module(d) if self.imports.loading.iter().any(|n| **n == *d.name));
        let circle = if loading {
            " (most likely due to a circular import: the module is being imported at this time)"
        } else {
            ""
        };
        let m = format!("cannot import name '{name}' from '{mname}'{circle}");
        let e = self.err("ImportError", m);
        self.run.looked_for = Some((e.0, LookedIn::Object(of), name.to_string()));
        Err(self.name_import_error(e, &mname))
    }

    pub(crate) fn import_all(&mut self, m: HostRef, ns: HostRef) -> R<()> {
        let names: Vec<Rc<str>> = match self.getattr_opt(m, "__all__")? {
            Some(all) => {
                let items = self.iter_to_vec(all)?;
                items.iter().filter_map(|x| self.text(*x)).collect()
            }
            None => {
                let Some(d) = self.own_dict(m) else { return Ok(()) };
                let keys: Vec<HostRef> = self.ns(d).keys().collect();
                keys.iter().filter_map(|k| self.text(*k)).filter(|n| !n.starts_with('_')).collect()
            }
        };
        for n in names {
            self.import_submodule(m, &n)?;
            let v = self.import_attr(m, &n)?;
            self.ns_set(ns, &n, v);
        }
        Ok(())
    }
}
