//! The inside of packages keeps its shape: types and functions of human size, folders that know no more of each other than
//! `docs/ARCHITECTURE.md` says, and no number of the JIT's policy that `docs/jit-policy.md` does not explain.

mod circles;
mod numbers;

use crate::common::suite::{Test, tests};
use crate::tidy::{report, root, rust_files};
use circles::{circles_are_found, files_stand_in_no_circle};
use numbers::{numbers_are_found, numbers_of_the_policy_are_listed};
use std::collections::{BTreeMap, BTreeSet};
use std::fs;

/// Maximum number of methods of a type, over all files of its package.
const MOST_METHODS: usize = 60;

/// Longest function, in lines.
const LONGEST_FUNCTION: usize = 150;

/// Functions that may be longer: a `match` with an arm for each row of some table.
const TABLES: &[(&str, &str)] = &[
    ("flowspace/src/interp.rs", "step"),
    ("jit/backend/src/x86/assemble.rs", "op"),
    ("genc/obj/src/ops.rs", "rule"),
    ("genc/src/func.rs", "operation"),
    ("jit/metainterp/src/step.rs", "special"),
];

/// The heading in `docs/ARCHITECTURE.md` of the list that says what folders may know.
const HEADING: &str = "### What each folder may know";

/// The sources of packages without their tests.
fn sources() -> Vec<(String, String)> {
    let all = rust_files().into_iter();
    all.filter(|(path, _)| path.contains("/src/") && !path.ends_with("/tests.rs")).collect()
}

/// The name of the function that a line begins, and how far it is indented.
fn begins_function(line: &str) -> Option<(usize, &str)> {
    let text = line.trim_start();
    let indent = line.len() - text.len();
    let text = match text.strip_prefix("pub") {
        Some(rest) if rest.starts_with('(') => rest.split_once(')')?.1.trim_start(),
        Some(rest) if rest.starts_with(' ') => rest.trim_start(),
        _ => text,
    };
    let words = ["const ", "unsafe ", "extern \"C\" "];
    let text = words.iter().fold(text, |t, w| t.strip_prefix(w).unwrap_or(t));
    let name = text.strip_prefix("fn ")?;
    let end = name.find(|c: char| !c.is_alphanumeric() && c != '_')?;
    Some((indent, &name[..end]))
}

/// The type whose methods an `impl` block holds; `None` for traits.
fn implemented(line: &str) -> Option<&str> {
    let mut rest = line.strip_prefix("impl")?;
    if rest.starts_with('<') {
        let (mut depth, mut before) = (0, ' ');
        let end = rest.char_indices().find(|(_, c)| {
            let arrow = std::mem::replace(&mut before, *c) == '-';
            depth += i32::from(*c == '<') - i32::from(*c == '>' && !arrow);
            depth == 0
        })?;
        rest = &rest[end.0 + 1..];
    }
    let rest = rest.trim_start();
    let header = rest.split('{').next().unwrap_or(rest);
    if header.contains(" for ") {
        return None;
    }
    let end = header.find(|c: char| !c.is_alphanumeric() && c != '_').unwrap_or(header.len());
    (end > 0).then_some(&header[..end])
}

/// Counts the methods of each type, by package and name.
fn methods(sources: &[(String, String)]) -> BTreeMap<(String, String), usize> {
    let mut found = BTreeMap::new();
    for (path, text) in sources {
        let package = path.split("/src/").next().unwrap_or_default();
        let mut current = None;
        for line in text.lines() {
            if line.starts_with("impl") {
                current = implemented(line);
            } else if line.starts_with('}') {
                current = None;
            }
            if let (Some(name), Some((4, _))) = (current, begins_function(line)) {
                *found.entry((package.to_string(), name.to_string())).or_insert(0) += 1;
            }
        }
    }
    found
}

fn types_are_of_human_size() {
    let many = methods(&sources()).into_iter().filter(|(_, n)| *n > MOST_METHODS);
    report(&many.map(|((p, t), n)| format!("{p}: {t} has {n} methods")).collect::<Vec<_>>());
}

/// The functions of a source that are longer than a number of lines, each with its length.
fn long_functions(text: &str, longest: usize) -> Vec<(String, usize)> {
    let mut found = vec![];
    let mut open: Option<(usize, String, usize)> = None;
    for (i, line) in text.lines().enumerate() {
        if let Some((indent, name)) = begins_function(line)
            && open.as_ref().is_none_or(|o| indent <= o.0)
        {
            open = Some((indent, name.to_string(), i));
        }
        let closes = |indent: usize| line.trim_end() == format!("{}}}", " ".repeat(indent));
        if let Some((_, name, start)) = open.take_if(|o| closes(o.0))
            && i - start >= longest
        {
            found.push((name, i - start + 1));
        }
    }
    found
}

fn functions_are_of_human_size() {
    let mut wrong = vec![];
    let mut tables = TABLES.to_vec();
    for (path, text) in sources() {
        for (name, n) in long_functions(&text, LONGEST_FUNCTION) {
            let table = tables.iter().position(|t| *t == (path.as_str(), name.as_str()));
            match table {
                Some(i) => drop(tables.remove(i)),
                None => wrong.push(format!("{path}: {name} has {n} lines")),
            }
        }
    }
    let short =
        tables.iter().map(|(path, name)| format!("{path}: {name} is not long: take it off"));
    wrong.extend(short);
    report(&wrong);
}

/// The length of the literal that a text begins with, if it begins with one.
fn literal(text: &str) -> Option<usize> {
    let mut rest = text.strip_prefix('b').unwrap_or(text);
    if let Some(raw) = rest.strip_prefix('r') {
        let hashes = raw.len() - raw.trim_start_matches('#').len();
        let inside = raw[hashes..].strip_prefix('"')?;
        let end = format!("\"{}", "#".repeat(hashes));
        let after = &inside[inside.find(&end)? + end.len()..];
        return Some(text.len() - after.len());
    }
    let quote = rest.chars().next().filter(|c| matches!(c, '"' | '\''))?;
    rest = &rest[1..];
    // (`'a` is a lifetime.)
    if quote == '\'' && !rest.starts_with('\\') && rest.chars().nth(1) != Some('\'') {
        return None;
    }
    let mut escaped = false;
    let end = rest.find(|c| {
        let ends = c == quote && !escaped;
        escaped = c == '\\' && !escaped;
        ends
    })?;
    Some(text.len() - rest.len() + end + 1)
}

/// The text without comments and literals.
fn code(text: &str) -> String {
    let (mut rest, mut out, mut in_word) = (text, String::new(), false);
    while let Some(c) = rest.chars().next() {
        let comment = if rest.starts_with("//") {
            rest.find('\n').or(Some(rest.len()))
        } else if rest.starts_with("/*") {
            rest.find("*/").map(|i| i + 2)
        } else {
            None
        };
        let literal = literal(rest).filter(|_| !in_word);
        if literal.is_some() {
            out.push_str("\"\"");
        }
        let skipped = comment.or(literal);
        if skipped.is_none() {
            out.push(c);
        }
        in_word = skipped.is_none() && (c.is_alphanumeric() || c == '_');
        rest = &rest[skipped.unwrap_or(c.len_utf8())..];
    }
    out
}

/// The leaves of the tree of a `use`, with the names that they get.
fn leaves(tree: &str) -> Vec<(String, Option<String>)> {
    let tree = tree.trim();
    let Some((prefix, rest)) = tree.split_once('{') else {
        let (path, name) = match tree.split_once(" as ") {
            Some((path, name)) => (path, Some(name.trim().to_string())),
            None => (tree, None),
        };
        return if path.is_empty() { vec![] } else { vec![(path.trim().to_string(), name)] };
    };
    let inside = rest.trim_end().strip_suffix('}').unwrap_or(rest);
    let (mut depth, mut start, mut found) = (0, 0, vec![]);
    for (i, c) in inside.char_indices().chain([(inside.len(), ',')]) {
        depth += i32::from(c == '{') - i32::from(c == '}');
        if c == ',' && depth == 0 {
            let inner = leaves(&inside[start..i]).into_iter();
            found.extend(inner.map(|(p, name)| (format!("{prefix}{p}"), name)));
            start = (i + 1).min(inside.len());
        }
    }
    found
}

/// The paths that a source's `use` declarations name. `exported`: only those that others see.
fn used_paths(code: &str, exported: bool) -> Vec<String> {
    let mut found = vec![];
    for (at, _) in code.match_indices("use ") {
        let line_start = code[..at].rfind('\n').map_or(0, |i| i + 1);
        let before = code[line_start..at].trim();
        let visible = before.starts_with("pub");
        if !visible && (exported || !before.is_empty()) {
            continue;
        }
        let tree = code[at + 4..].split(';').next().unwrap_or_default();
        let tree = tree.split_whitespace().collect::<Vec<_>>().join(" ");
        found.extend(leaves(&tree).into_iter().map(|(path, _)| path));
    }
    found
}

/// The paths in a source that begin with `crate::`.
fn crate_paths(code: &str) -> Vec<String> {
    let uses = used_paths(code, false).into_iter().filter(|p| p.starts_with("crate::"));
    let inline = code.match_indices("crate::").map(|(at, _)| {
        let rest = &code[at..];
        let end = rest.find(|c: char| !c.is_alphanumeric() && c != '_' && c != ':');
        rest[..end.unwrap_or(rest.len())].trim_end_matches(':').to_string()
    });
    uses.chain(inline).collect()
}

/// A package's source files by their paths inside of `src`.
type Files = BTreeMap<String, String>;

/// Leads from names at the root of a package, and in its prelude, to folders.
struct Folders {
    names: BTreeSet<String>,
    /// Names that `lib.rs` exports, and their folders.
    exported: BTreeMap<String, String>,
    /// Names in `prelude.rs`, and their folders.
    prelude: BTreeMap<String, String>,
}

impl Folders {
    fn of(package: &Files) -> Folders {
        let first = |path: &str| match path.split_once('/') {
            Some((folder, _)) => folder.to_string(),
            None => path.trim_end_matches(".rs").to_string(),
        };
        let mut names: BTreeSet<String> = package.keys().map(|p| first(p)).collect();
        names.remove("lib");
        let mut folders = Folders { names, exported: BTreeMap::new(), prelude: BTreeMap::new() };
        folders.exported = folders.exports(package.get("lib.rs"));
        folders.prelude = folders.exports(package.get("prelude.rs"));
        folders
    }

    fn exports(&self, text: Option<&String>) -> BTreeMap<String, String> {
        let Some(text) = text else { return BTreeMap::new() };
        let mut found = BTreeMap::new();
        for path in used_paths(&code(text), true) {
            if let Some(folder) = self.folder(&path) {
                let last = path.rsplit("::").next().unwrap_or_default();
                found.insert(last.to_string(), folder);
            }
        }
        found
    }

    /// The folder that a path leads to; `None`: the root, or another package.
    fn folder(&self, path: &str) -> Option<String> {
        let path = path.trim_start_matches("crate::").trim_start_matches("self::");
        let first = path.split("::").next().unwrap_or_default();
        if self.names.contains(first) {
            return Some(first.to_string());
        }
        self.exported.get(first).cloned()
    }

    /// The folders that a source knows.
    fn known(&self, text: &str) -> BTreeSet<String> {
        let code = code(text);
        let mut known: BTreeSet<String> =
            crate_paths(&code).iter().filter_map(|p| self.folder(p)).collect();
        if known.remove("prelude") {
            let word = |c: char| !c.is_alphanumeric() && c != '_';
            let words: BTreeSet<&str> = code.split(word).collect();
            let named = self.prelude.iter().filter(|(name, _)| words.contains(name.as_str()));
            known.extend(named.map(|(_, folder)| folder.clone()));
        }
        known
    }
}

/// Gives what the list in `docs/ARCHITECTURE.md` lets folders know, by package and folder: `folder ← folder, folder;`.
fn allowed() -> BTreeMap<(String, String), BTreeSet<String>> {
    let text = fs::read_to_string(root().join("docs/ARCHITECTURE.md")).expect("ARCHITECTURE.md");
    let (_, section) = text.split_once(HEADING).expect(HEADING);
    let section = section.split("\n#").next().unwrap_or_default();
    let mut found = BTreeMap::new();
    for row in section.split("\n* ").skip(1) {
        let row = row.split("\n\n").next().unwrap_or(row);
        let (package, folders) = row.split_once(':').unwrap_or_else(|| panic!("{row}: a package"));
        let package = package.split(' ').next().unwrap_or(package);
        for item in folders.split(';') {
            let (folder, known) = item.split_once('←').unwrap_or((item, ""));
            let known = known.split(',').map(|k| k.trim().to_string()).filter(|k| !k.is_empty());
            found.insert((package.to_string(), folder.trim().to_string()), known.collect());
        }
    }
    assert!(!found.is_empty(), "the list is empty");
    found
}

/// The packages whose sources stand in several folders.
fn packages_with_folders() -> BTreeSet<String> {
    let mut folders: BTreeMap<String, BTreeSet<String>> = BTreeMap::new();
    for (path, _) in sources() {
        let (package, file) = path.split_once("/src/").expect("a path with src");
        if let Some((folder, _)) = file.split_once('/').filter(|(folder, _)| *folder != "bin") {
            folders.entry(package.into()).or_default().insert(folder.into());
        }
    }
    folders.into_iter().filter(|(_, f)| f.len() > 1).map(|(package, _)| package).collect()
}

fn folders_know_what_the_architecture_says() {
    let allowed = allowed();
    let packages: BTreeSet<&String> = allowed.keys().map(|(p, _)| p).collect();
    let mut wrong = vec![];
    for package in packages_with_folders().iter().filter(|p| !packages.contains(p)) {
        wrong.push(format!("{package}: the list does not say what its folders may know"));
    }
    for package in packages {
        let prefix = format!("{package}/src/");
        let files: Files = sources()
            .into_iter()
            .filter_map(|(path, text)| Some((path.strip_prefix(&prefix)?.to_string(), text)))
            .collect();
        let folders = Folders::of(&files);
        let is_folder = |name: &String| files.keys().any(|p| p.starts_with(&format!("{name}/")));
        let mut seen: BTreeMap<String, BTreeSet<String>> = BTreeMap::new();
        for (path, text) in &files {
            let Some((folder, _)) = path.split_once('/') else { continue };
            let mut known = folders.known(text);
            known.retain(|k| k != folder && is_folder(k));
            let key = (package.clone(), folder.to_string());
            let Some(may) = allowed.get(&key) else {
                wrong.push(format!("{package}: {folder}/ is not in the list"));
                continue;
            };
            for k in known.difference(may) {
                wrong.push(format!("{package}: {path} knows {k}, which {folder}/ may not"));
            }
            seen.entry(folder.to_string()).or_default().extend(known);
        }
        for (folder, known) in seen {
            let may = &allowed[&(package.clone(), folder.clone())];
            for k in may.difference(&known) {
                wrong.push(format!("{package}: {folder}/ knows nothing of {k}: take it off"));
            }
        }
    }
    report(&wrong);
}

fn the_checks_of_shape_find_what_they_look_for() {
    let source = "impl<'a, T: Fn() -> u8> Part<'a, T> {\n    fn a() {}\n    pub(crate) fn b() {\n    }\n}\n\
                  impl Clone for Part {\n    fn clone() {}\n}\n";
    let found = methods(&[("p/src/a.rs".into(), source.into())]);
    assert_eq!(found.into_iter().collect::<Vec<_>>(), [(("p".into(), "Part".into()), 2)]);
    let long = format!("fn f() {{\n{}}}\nfn g() {{\n}}\n", "    x();\n".repeat(5));
    assert_eq!(long_functions(&long, 5), [("f".to_string(), 7)]);
    let files: Files = [
        ("lib.rs", "pub use low::{Item, deep::Other};\n"),
        ("prelude.rs", "pub(crate) use crate::low::Item;\n"),
        ("low/mod.rs", "pub struct Item;\n"),
        ("high/mod.rs", ""),
    ]
    .map(|(p, t)| (p.to_string(), t.to_string()))
    .into();
    let folders = Folders::of(&files);
    let known = |text: &str| folders.known(text).into_iter().collect::<Vec<_>>();
    assert_eq!(known("use crate::{high::x, Other};\n"), ["high", "low"]);
    assert_eq!(known("use crate::prelude::*;\nfn f(_: Item) {}\n"), ["low"]);
    assert_eq!(
        known("use crate::prelude::*;\nfn f() { crate::high::g(\"Item\") } // Item\n"),
        ["high"]
    );
    assert_eq!(known("use std::rc::Rc; // crate::low\n"), [""; 0]);
}

pub fn tests() -> Vec<Test> {
    tests![
        types_are_of_human_size,
        functions_are_of_human_size,
        folders_know_what_the_architecture_says,
        the_checks_of_shape_find_what_they_look_for,
        files_stand_in_no_circle,
        circles_are_found,
        numbers_of_the_policy_are_listed,
        numbers_are_found,
    ]
}
