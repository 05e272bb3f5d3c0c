//! Guesses of what a name that is not there was perhaps meant to be.

use super::*;
use crate::host::state::LookedIn;
use flowmodel::similar::similar;
use std::path::{Component, Path};

/// The attribute of an object whose name is nearly this one.
pub(crate) fn similar_attribute(host: &mut Host, object: HostRef, name: &str) -> Option<String> {
    let known = attrs::dir_names(host, object);
    similar(name, known.iter().map(|n| &**n)).map(str::to_string)
}

/// Says whether the library, or the standard modules that come with it, has a module of this (undotted) name.
pub(crate) fn is_library_module(host: &Host, name: &str) -> bool {
    modules_in(host, "").any(|m| m == name)
}

/// The last parts of the names of modules of a package; of all that are on the top for the empty name.
fn modules_in(host: &Host, package: &str) -> impl Iterator<Item = String> {
    let mut found: Vec<String> = vec![];
    let inside = PathBuf::from(package.replace('.', "/"));
    let roots: Vec<PathBuf> = match host.obj(host.imports.sys_path) {
        HostObj::List(l) => {
            l.iter().filter_map(|d| host.text(*d)).map(|d| PathBuf::from(&*d)).collect()
        }
        _ => vec![],
    };
    for root in &roots {
        let folder = root.join(&inside);
        for path in host.imports.embedded.keys() {
            if let Ok(rest) = path.strip_prefix(&folder) {
                found.extend(rest.components().next().and_then(module_name));
            }
        }
        for entry in std::fs::read_dir(&folder).into_iter().flatten().flatten() {
            let name = entry.file_name();
            found.extend(Path::new(&name).components().next().and_then(module_name));
        }
    }
    if package.is_empty() {
        let loaded = host.ns(host.modules).keys();
        found.extend(loaded.filter_map(|k| host.text(k)).map(|n| n.to_string()));
    }
    found.into_iter()
}

/// The module whose name is nearly this one.
fn similar_module(host: &Host, name: &str) -> Option<String> {
    let (package, last) = name.rsplit_once('.').unwrap_or(("", name));
    let known: Vec<String> = modules_in(host, package).collect();
    let meant = similar(last, known.iter().map(|n| &**n))?;
    Some(if package.is_empty() { meant.into() } else { format!("{package}.{meant}") })
}

/// Gives, for an exception about a name that was not found, what it may have been meant to be, as a
/// note.
pub(crate) fn meant_name(host: &mut Host, e: HErr) -> Option<String> {
    let (_, looked_in, name) = host.run.looked_for.take().filter(|(of, ..)| *of == e.0)?;
    let meant = match looked_in {
        LookedIn::Object(o) => similar_attribute(host, o, &name),
        LookedIn::Names(names) => {
            similar(&name, names.iter().map(|n| n.as_str())).map(str::to_string)
        }
        LookedIn::Modules => match similar_module(host, &name) {
            None if !name.starts_with("rpython") => {
                return Some(
                    "modules are files beside the program, those of the library and some standard ones; compiled ones and installed packages are not"
                        .into(),
                );
            }
            meant => meant,
        },
    };
    meant.map(|n| format!("did you mean `{n}`?"))
}

/// The module that a file or folder holds.
fn module_name(c: Component<'_>) -> Option<String> {
    let name = c.as_os_str().to_str()?;
    match name.rsplit_once('.') {
        Some((stem, "py" | "rpy")) => Some(stem.to_string()),
        Some(_) => None,
        None => Some(name.to_string()),
    }
}
