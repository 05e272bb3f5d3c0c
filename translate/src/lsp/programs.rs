//! Programs that files belong to: a file is checked as a part of its program.

use std::collections::BTreeSet;
use std::path::{Path, PathBuf};
use std::rc::Rc;

/// Maximum number of folders above a file that are looked into.
const ABOVE: usize = 12;
/// Maximum number of files of a folder, and of a program, that are read.
const MANY: usize = 2000;

/// Names something that can be checked: a program's file, or a module of a package without its
/// program.
#[derive(Clone, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub struct Program {
    /// The file. There is none for a module.
    pub path: PathBuf,
    /// The module.
    pub module: Option<Module>,
}

/// A module without its program: what imports it.
#[derive(Clone, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub struct Module {
    /// Its file.
    pub path: PathBuf,
    /// The text of a program.
    pub import: String,
}

/// Reads files: what an editor has not saved counts.
pub trait Texts {
    /// The text of a file, if there is one.
    fn text(&self, path: &Path) -> Option<Rc<str>>;
}

/// Says whether a file is a program.
pub fn is_program(texts: &impl Texts, path: &Path) -> bool {
    texts.text(path).is_some_and(|t| t.lines().any(|l| l.starts_with("def target(")))
}

/// The programs that a file belongs to: itself; or those that import it, of the nearest folder that has any, beside it or above it. A
/// module of a package that none imports is imported as that.
pub fn of_file(texts: &impl Texts, path: &Path) -> Vec<Program> {
    let itself = |path: &Path| Program { path: path.into(), module: None };
    if is_program(texts, path) {
        return vec![itself(path)];
    }
    for folder in path.ancestors().skip(1).take(ABOVE) {
        let files = std::fs::read_dir(folder).into_iter().flatten().flatten().map(|e| e.path());
        let mut found: Vec<Program> = files
            .filter(|p| matches!(p.extension().and_then(|e| e.to_str()), Some("rpy" | "py")))
            .take(MANY)
            .filter(|p| is_program(texts, p) && reaches(texts, p, path))
            .map(|p| itself(&p))
            .collect();
        if !found.is_empty() {
            found.sort();
            return found;
        }
    }
    vec![in_package(path).unwrap_or_else(|| itself(path))]
}

/// A program that only imports a module of a package by its whole name.
fn in_package(path: &Path) -> Option<Program> {
    let is_package =
        |dir: &Path| ["rpy", "py"].iter().any(|e| dir.join("__init__").with_extension(e).is_file());
    let stem = path.file_stem()?.to_str()?;
    let mut name = if stem == "__init__" { vec![] } else { vec![stem.to_string()] };
    let mut folder = path.parent()?;
    while is_package(folder) {
        name.insert(0, folder.file_name()?.to_str()?.to_string());
        folder = folder.parent()?;
    }
    let in_package = name.len() > 1 || stem == "__init__";
    let name = name.join(".");
    in_package.then(|| Program {
        path: folder.join(format!("import of {name}.rpy")),
        module: Some(Module { path: path.into(), import: format!("import {name}\n") }),
    })
}

/// Says whether a program imports a file, by way of others or not. It is looked for in the texts
/// only.
fn reaches(texts: &impl Texts, program: &Path, wanted: &Path) -> bool {
    let root = program.parent().unwrap_or(Path::new(""));
    let mut seen: BTreeSet<PathBuf> = BTreeSet::new();
    let mut next = vec![program.to_path_buf()];
    while let Some(file) = next.pop() {
        if file == wanted {
            return true;
        }
        if seen.len() > MANY || !seen.insert(file.clone()) {
            continue;
        }
        let Some(text) = texts.text(&file) else { continue };
        let folder = file.parent().unwrap_or(Path::new(""));
        for import in imports(&text) {
            match import.above.checked_sub(1) {
                Some(n) => next
                    .extend(folder.ancestors().nth(n).iter().flat_map(|d| import.files(d, wanted))),
                // (Python 2 looks beside the file first)
                None => next.extend([folder, root].iter().flat_map(|d| import.files(d, wanted))),
            }
        }
    }
    false
}

/// A module that a text imports.
#[derive(PartialEq, Eq, Debug)]
struct Import {
    /// Number of dots in front.
    above: usize,
    /// The name's parts.
    name: Vec<String>,
}

impl Import {
    fn of(name: &str) -> Import {
        let rest = name.trim_start_matches('.');
        let parts = rest.split('.').filter(|p| !p.is_empty());
        Import { above: name.len() - rest.len(), name: parts.map(String::from).collect() }
    }

    /// The files that it runs, if it is in a folder: those of its packages, and its own.
    fn files(&self, folder: &Path, wanted: &Path) -> Vec<PathBuf> {
        let mut found = vec![];
        let mut at = folder.to_path_buf();
        if self.above > 0 {
            found.extend(["rpy", "py"].map(|e| at.join("__init__").with_extension(e)));
        }
        for part in &self.name {
            at.push(part);
            found.extend(["rpy", "py"].map(|e| at.join("__init__").with_extension(e)));
            found.extend(["rpy", "py"].map(|e| at.with_extension(e)));
        }
        found.retain(|p| p == wanted || p.is_file());
        found
    }
}

/// The modules that a text imports; what it takes out of a module may be one as well.
fn imports(text: &str) -> Vec<Import> {
    let mut found = vec![];
    let mut lines = text.lines().map(|l| l.split('#').next().unwrap_or(l).trim());
    while let Some(line) = lines.next() {
        let first = |item: &str| item.split_whitespace().next().unwrap_or("").to_string();
        if let Some(list) = line.strip_prefix("import ") {
            found.extend(list.split(',').map(|item| Import::of(&first(item))));
        } else if let Some(rest) = line.strip_prefix("from ") {
            let Some((module, list)) = rest.split_once(" import") else { continue };
            let mut list = list.to_string();
            while (list.contains('(') && !list.contains(')')) || list.ends_with('\\') {
                let Some(line) = lines.next() else { break };
                list.truncate(list.trim_end_matches('\\').len());
                list += line;
            }
            let module = module.trim();
            found.push(Import::of(module));
            let dot = if module.ends_with('.') { "" } else { "." };
            let names =
                list.split([',', '(', ')']).map(first).filter(|n| !n.is_empty() && n != "*");
            found.extend(names.map(|n| Import::of(&format!("{module}{dot}{n}"))));
        }
    }
    found
}

#[cfg(test)]
mod tests {
    use super::*;

    struct Saved;

    impl Texts for Saved {
        fn text(&self, path: &Path) -> Option<Rc<str>> {
            Some(std::fs::read_to_string(path).ok()?.into())
        }
    }

    #[test]
    fn imports_are_read_off_the_text() {
        let text = "import a, b.c as d # import x\nfrom e import (f,\n    g as h)\nfrom . import i\nfrom ..j.k import l, \\\n    m\n\
                    from n import *\n    import o\nimported = 1\nfrom p\n";
        let names: Vec<String> =
            imports(text).iter().map(|i| ".".repeat(i.above) + &i.name.join(".")).collect();
        let expected =
            ["a", "b.c", "e", "e.f", "e.g", ".", ".i", "..j.k", "..j.k.l", "..j.k.m", "n", "o"];
        assert_eq!(names, expected);
    }

    #[test]
    fn programs_are_looked_for_in_the_folders_above() {
        let dir = tempfile::tempdir().expect("a folder");
        let write = |name: &str, text: &str| {
            let path = dir.path().join(name);
            std::fs::create_dir_all(path.parent().expect("a folder")).expect("a folder");
            std::fs::write(&path, text).expect("a file");
            path
        };
        let target = "\ndef target(driver, args):\n    return None\n";
        let main = write("main.rpy", &format!("from pkg import first{target}"));
        write("other.rpy", target);
        let init = write("pkg/__init__.py", "");
        write("pkg/first.py", "from .inner import second\n");
        write("pkg/inner/__init__.py", "");
        let second = write("pkg/inner/second.py", "import third\n");
        let third = write("pkg/inner/third.py", "");
        let lonely = write("pkg/inner/lonely.py", "");
        let plain = write("deep/plain.py", "");
        for file in [&init, &second, &third] {
            assert_eq!(of_file(&Saved, file), [Program { path: main.clone(), module: None }]);
        }
        assert_eq!(of_file(&Saved, &main)[0].path, main);
        assert_eq!(of_file(&Saved, &plain), [Program { path: plain, module: None }]);
        let alone = &of_file(&Saved, &lonely)[0];
        assert_eq!(alone.path.parent(), Some(dir.path()));
        let module = Module { path: lonely.clone(), import: "import pkg.inner.lonely\n".into() };
        assert_eq!(alone.module, Some(module));
    }
}
