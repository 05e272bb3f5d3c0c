//! Circles of files within a package. [`LEFT`] lists those that are left: the list shrinks, and does not grow.
//!
//! A file knows another one of its package if it names an item (a function, type, trait, constant or static) that the other
//! one defines, by a path, an import, or an import of all names. What only passes on counts for nothing: an import that
//! nothing uses, a `mod`, and a re-export, behind which the file counts that defines the item. So a parent that shows its
//! children's items is in no circle, and one that has a type which its children use and calls them is. A method counts
//! where its type is named, not where it is called: the text does not say whose it is.

use super::{code, leaves, sources};
use crate::tidy::report;
use std::collections::{BTreeMap, BTreeSet};

/// The circles that are left: the package, the files, and why they are still there.
const LEFT: &[(&str, &str, &str)] = &[(
    "annotator",
    "definitions/classdef definitions/contents definitions/meets definitions/union",
    "Joining two values makes the definitions that they name one, and these join what they hold: one recursion.",
)];

/// The names on the way to a module or item; the root of a package has none.
type Path = Vec<String>;

/// A name that a `use` brings into a module; `*`: all names of a module.
struct Import {
    name: String,
    path: Path,
}

/// A path in the code of a file.
struct Named {
    path: Path,
    /// Parentheses follow, or types between angle brackets.
    called: bool,
}

/// A file, as a module.
#[derive(Default)]
struct Module {
    items: BTreeSet<String>,
    imports: Vec<Import>,
    named: Vec<Named>,
}

/// The modules of a package.
#[derive(Default)]
struct Package(BTreeMap<Path, Module>);

/// Says who knows whom: the names of items, by the file that names them and the one that defines them.
type Edges = BTreeMap<Path, BTreeMap<Path, BTreeSet<String>>>;

fn path(text: &str) -> Path {
    text.split("::").map(|s| s.trim().to_string()).collect()
}

/// The module that a file is, by its path inside of `src`.
fn module_of(file: &str) -> Path {
    let mut names: Path = file.trim_end_matches(".rs").split('/').map(str::to_string).collect();
    if matches!(names.last().map(String::as_str), Some("mod" | "lib" | "main")) {
        names.pop();
    }
    names
}

/// The name of an item that a line without indentation begins.
fn begins_item(line: &str) -> Option<&str> {
    let mut text = line;
    if let Some(rest) = text.strip_prefix("pub") {
        text = match rest.strip_prefix('(') {
            Some(inside) => inside.split_once(')')?.1,
            None => rest,
        }
        .trim_start();
    }
    for word in ["const ", "unsafe ", "extern \"\" ", "static ", "mut "] {
        let Some(rest) = text.strip_prefix(word) else { continue };
        text = rest;
        let named = ["const ", "static "].contains(&word);
        let more = ["fn ", "unsafe ", "extern ", "mut "].iter().any(|w| text.starts_with(w));
        if named && !more {
            return text.split(':').next();
        }
        if word == "mut " {
            return text.split(':').next();
        }
    }
    let kinds = ["fn ", "struct ", "enum ", "trait ", "type ", "union "];
    let rest = kinds.iter().find_map(|k| text.strip_prefix(k))?;
    let end = rest.find(|c: char| !c.is_alphanumeric() && c != '_').unwrap_or(rest.len());
    (end > 0).then_some(&rest[..end])
}

/// The paths in a text without comments and literals. Behind a dot stands a field or method, which is none.
fn named(text: &str) -> Vec<Named> {
    let is_word = |c: char| c.is_alphanumeric() || c == '_';
    let mut found = vec![];
    let mut rest = text;
    let mut before = ' ';
    while let Some(start) = rest.find(is_word) {
        before = rest[..start].chars().next_back().unwrap_or(before);
        rest = &rest[start..];
        let mut path = vec![];
        loop {
            let end = rest.find(|c| !is_word(c)).unwrap_or(rest.len());
            path.push(rest[..end].to_string());
            rest = &rest[end..];
            match rest.strip_prefix("::") {
                Some(more) if more.starts_with(is_word) => rest = more,
                _ => break,
            }
        }
        let called = rest.trim_start().starts_with('(') || rest.starts_with("::<");
        if before != '.' {
            found.push(Named { path, called });
        }
        before = 'x';
    }
    found
}

impl Package {
    /// Makes a package of its sources: the path inside of `src`, and the text.
    fn new(sources: &[(String, String)]) -> Package {
        let has_lib = sources.iter().any(|(file, _)| file == "lib.rs");
        let other = |file: &str| file.starts_with("bin/") || has_lib && file == "main.rs";
        let sources = || sources.iter().filter(|(file, _)| !other(file));
        let mut package = Package::default();
        for (file, _) in sources() {
            package.0.insert(module_of(file), Module::default());
        }
        for (file, text) in sources() {
            let module = package.module(&module_of(file), text);
            package.0.insert(module_of(file), module);
        }
        package
    }

    fn module(&self, me: &Path, text: &str) -> Module {
        let code = code(text);
        // (Tests of a file may use what they like.)
        let code = code.split("#[cfg(test)]\nmod ").next().unwrap_or_default();
        let items: BTreeSet<String> =
            code.lines().filter_map(begins_item).map(|n| n.trim().to_string()).collect();
        let (mut rest, mut body, mut imports) = (code, String::new(), vec![]);
        while let Some(at) = rest.find("use ") {
            let line = rest[..at].rfind('\n').map_or(0, |i| i + 1);
            let before = rest[line..at].trim();
            body.push_str(&rest[..at]);
            rest = &rest[at + 4..];
            let visible = before.starts_with("pub") && !before.contains(' ');
            if !before.is_empty() && !visible {
                continue;
            }
            let Some((tree, after)) = rest.split_once(';') else { break };
            rest = after;
            let tree = tree.split_whitespace().collect::<Vec<_>>().join(" ");
            for (text, name) in leaves(&tree) {
                let Some(path) = self.absolute(me, &items, &path(&text)) else { continue };
                let name = name.or_else(|| path.last().cloned()).unwrap_or_default();
                imports.push(Import { name, path });
            }
        }
        body.push_str(rest);
        Module { items, imports, named: named(&body) }
    }

    /// The path from the root of the package, of one that a module names; `None`: it leads to another package.
    fn absolute(&self, me: &Path, items: &BTreeSet<String>, path: &Path) -> Option<Path> {
        let mut names = &path[..];
        if names.last().is_some_and(|n| n == "self") {
            names = &names[..names.len() - 1];
        }
        let mut base = match names.first()?.as_str() {
            "crate" => vec![],
            "self" => me.clone(),
            "super" => {
                let up = names.iter().take_while(|n| *n == "super").count();
                let mut base = me.clone();
                base.truncate(me.len().saturating_sub(up));
                base.extend(names[up..].iter().cloned());
                return Some(base);
            }
            first => {
                let mut child = me.clone();
                child.push(first.to_string());
                if !self.0.contains_key(&child) && !items.contains(first) {
                    return None;
                }
                child.extend(names[1..].iter().cloned());
                return Some(child);
            }
        };
        base.extend(names[1..].iter().cloned());
        Some(base)
    }

    /// The module that defines the item to which a path from the root leads.
    fn definer(&self, path: &[String], depth: usize) -> Option<Path> {
        let inside = (0..path.len()).rev().find(|n| self.0.contains_key(&path[..*n]))?;
        self.definer_in(&path[..inside].to_vec(), &path[inside], depth)
    }

    /// The module that defines the item to which a name in a module leads.
    fn definer_in(&self, module: &Path, name: &str, depth: usize) -> Option<Path> {
        const MOST_RE_EXPORTS: usize = 8;
        let here = self.0.get(module).filter(|_| depth < MOST_RE_EXPORTS)?;
        if here.items.contains(name) {
            return Some(module.clone());
        }
        if let Some(import) = here.imports.iter().find(|i| i.name == name) {
            return self.definer(&import.path, depth + 1);
        }
        here.imports.iter().filter(|i| i.name == "*").find_map(|i| {
            let all = i.path[..i.path.len() - 1].to_vec();
            self.definer_in(&all, name, depth + 1)
        })
    }

    /// The modules that a file may name by one word.
    fn modules_in_scope(&self, me: &Path) -> BTreeMap<String, Path> {
        let mut found = BTreeMap::new();
        let all = self.0[me].imports.iter().filter(|i| i.name == "*");
        let all = all.map(|i| i.path[..i.path.len() - 1].to_vec());
        for scope in all.chain([me.clone()]) {
            let Some(module) = self.0.get(&scope) else { continue };
            let children = self.0.keys().filter(|m| m.len() == scope.len() + 1);
            let children = children.filter(|m| m.starts_with(&scope));
            found.extend(children.map(|m| (m[m.len() - 1].clone(), m.clone())));
            let imports = module.imports.iter().filter(|i| self.0.contains_key(&i.path));
            found.extend(imports.map(|i| (i.name.clone(), i.path.clone())));
        }
        found
    }

    fn edges(&self) -> Edges {
        let mut edges = Edges::new();
        for (me, module) in &self.0 {
            let scope = self.modules_in_scope(me);
            let own = edges.entry(me.clone()).or_default();
            let has_all = module.imports.iter().any(|i| i.name == "*");
            for Named { path, called } in &module.named {
                let (first, last) = (&path[0], &path[path.len() - 1]);
                let definer = match (scope.get(first), first.as_str()) {
                    (_, "crate" | "super" | "self") => {
                        self.absolute(me, &module.items, path).and_then(|p| self.definer(&p, 0))
                    }
                    (Some(scope), _) if path.len() > 1 => {
                        let whole: Path = scope.iter().chain(&path[1..]).cloned().collect();
                        self.definer(&whole, 0)
                    }
                    _ if module.imports.iter().any(|i| i.name == *first) => {
                        self.definer_in(me, first, 0)
                    }
                    _ if has_all && (*called || first.starts_with(char::is_uppercase)) => {
                        self.definer_in(me, first, 0)
                    }
                    _ => None,
                };
                if let Some(definer) = definer.filter(|d| d != me) {
                    own.entry(definer).or_default().insert(last.clone());
                }
            }
        }
        edges
    }
}

/// The circles: sets of modules each of which leads to each.
fn circles(edges: &Edges) -> Vec<BTreeSet<Path>> {
    let reached = |from: &Path| {
        let mut seen = BTreeSet::new();
        let mut work = vec![from];
        while let Some(m) = work.pop() {
            for next in edges.get(m).into_iter().flat_map(BTreeMap::keys) {
                if seen.insert(next) {
                    work.push(next);
                }
            }
        }
        seen
    };
    let reached: BTreeMap<&Path, BTreeSet<&Path>> = edges.keys().map(|m| (m, reached(m))).collect();
    let mut found: BTreeSet<BTreeSet<Path>> = BTreeSet::new();
    for (m, to) in &reached {
        let circle: BTreeSet<Path> = to
            .iter()
            .filter(|n| reached.get(**n).is_some_and(|r| r.contains(m)))
            .map(|n| (*n).clone())
            .collect();
        if circle.len() > 1 {
            found.insert(circle);
        }
    }
    found.into_iter().collect()
}

fn shown(module: &Path) -> String {
    if module.is_empty() { "lib".into() } else { module.join("/") }
}

/// Compares circles with those of a list: what is new, and what is there no more.
fn differences(
    package: &str,
    circles: &[BTreeSet<String>],
    listed: &[BTreeSet<String>],
    edges: &Edges,
) -> Vec<String> {
    let mut wrong = vec![];
    for circle in circles {
        let names = || circle.iter().cloned().collect::<Vec<_>>().join(" ");
        if listed.iter().any(|l| circle.is_subset(l)) {
            continue;
        }
        wrong.push(format!("{package}: a circle of files: {}", names()));
        for (m, known) in edges.iter().filter(|(m, _)| circle.contains(&shown(m))) {
            for (n, items) in known.iter().filter(|(n, _)| circle.contains(&shown(n))) {
                let items = items.iter().take(4).cloned().collect::<Vec<_>>().join(", ");
                wrong.push(format!("    {} names {items} of {}", shown(m), shown(n)));
            }
        }
    }
    for file in listed.iter().flatten() {
        if !circles.iter().any(|c| c.contains(file)) {
            wrong.push(format!("{package}: {file} is in no circle any more: take it off the list"));
        }
    }
    wrong
}

pub fn files_stand_in_no_circle() {
    let mut packages: BTreeMap<String, Vec<(String, String)>> = BTreeMap::new();
    for (path, text) in sources() {
        let (package, file) = path.split_once("/src/").expect("a path with src");
        packages.entry(package.into()).or_default().push((file.into(), text));
    }
    let mut wrong = vec![];
    for (name, sources) in &packages {
        let edges = Package::new(sources).edges();
        let found: Vec<BTreeSet<String>> =
            circles(&edges).iter().map(|c| c.iter().map(shown).collect()).collect();
        let rows = LEFT.iter().filter(|row| row.0 == name);
        let listed: Vec<BTreeSet<String>> =
            rows.map(|row| row.1.split_whitespace().map(str::to_string).collect()).collect();
        wrong.extend(differences(name, &found, &listed, &edges));
    }
    for (package, files, reason) in LEFT {
        if !packages.contains_key(*package) || reason.is_empty() {
            wrong.push(format!("{package}: {files}: no such package, or no reason"));
        }
    }
    report(&wrong);
}

pub fn circles_are_found() {
    let found = |sources: &[(&str, &str)]| {
        let sources: Vec<(String, String)> =
            sources.iter().map(|(p, t)| (p.to_string(), t.to_string())).collect();
        let edges = Package::new(&sources).edges();
        let circles = circles(&edges);
        circles
            .iter()
            .map(|c| c.iter().map(shown).collect::<Vec<_>>().join(" "))
            .collect::<Vec<_>>()
    };
    // By a path, an import of a module, an import of an item, and one of all names.
    for (import, use_it) in [
        ("", "crate::a::f()"),
        ("use crate::a;\n", "a::f()"),
        ("use crate::a::{f};\n", "f()"),
        ("use super::a::*;\n", "f()"),
    ] {
        let b = format!("{import}pub fn g() {{ {use_it} }}\n");
        let sources = [("a.rs", "use crate::b;\npub fn f() { b::g() }\n"), ("b.rs", &b)];
        assert_eq!(found(&sources), ["a b"], "{b}");
        // The words in a comment or a literal are none, nor is a method.
        let b =
            format!("{import}pub fn g() {{ x.f() /* */ \"crate::a::f()\" }} // crate::a::f()\n");
        assert_eq!(found(&[sources[0], ("b.rs", &b)]), [""; 0], "{b}");
    }
    // A parent that shows its children's items, and one that has a type of its own and calls them.
    let child = ("a/b.rs", "use super::T;\npub fn g(_: T) {}\n");
    let shows = ("a/mod.rs", "mod b;\nmod c;\npub use b::g;\npub use c::T;\n");
    assert_eq!(found(&[shows, child, ("a/c.rs", "pub struct T;\n")]), [""; 0]);
    let calls = ("a/mod.rs", "mod b;\npub struct T;\nfn f() { b::g(T) }\n");
    assert_eq!(found(&[calls, child]), ["a a/b"]);
    // Behind a re-export counts the file that defines the item.
    let root = ("lib.rs", "mod a;\nmod b;\npub use a::T;\n");
    let a = ("a.rs", "pub struct T;\nfn f() { crate::b::g() }\n");
    let b = ("b.rs", "use crate::T;\npub fn g() -> T { T }\n");
    assert_eq!(found(&[root, a, b]), ["a b"]);
    let edges = Edges::new();
    let set = |names: &str| BTreeSet::from_iter(names.split(' ').map(str::to_string));
    assert_eq!(differences("p", &[set("a b")], &[set("a b")], &edges), [""; 0]);
    assert_eq!(differences("p", &[set("a b c")], &[set("a b")], &edges).len(), 1);
    assert_eq!(differences("p", &[set("a b")], &[set("a b c")], &edges).len(), 1);
}
