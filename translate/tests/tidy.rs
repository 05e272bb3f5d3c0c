//! The sources of the workspace are tidy: no dead code without a reason, no unused dependency, packages depend on each other as
//! the table in `docs/ARCHITECTURE.md` says, files are not too long and say at their head what they are for,
//! folders of tests say what belongs there.

use crate::common::suite::{Test, tests};
use std::collections::{BTreeMap, BTreeSet};
use std::fs;
use std::path::{Path, PathBuf};

/// Longest source file, in lines.
const LONGEST: usize = 1500;

/// Longest README.md of a folder of tests, in lines.
const LONGEST_README: usize = 40;

pub(super) fn root() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("..").canonicalize().expect("root of the workspace")
}

/// All files with one of the extensions below a folder, by name.
fn files(folder: &Path, extensions: &[&str]) -> Vec<PathBuf> {
    let mut found = vec![];
    let Ok(entries) = fs::read_dir(folder) else { return found };
    for path in entries.flatten().map(|e| e.path()) {
        let name = path.file_name().unwrap_or_default().to_string_lossy().into_owned();
        if path.is_dir() {
            if name != "target" && name != "__pycache__" && !name.starts_with('.') {
                found.extend(files(&path, extensions));
            }
        } else if path.extension().is_some_and(|e| extensions.iter().any(|x| e == *x)) {
            found.push(path);
        }
    }
    found.sort();
    found
}

/// The Rust files of the workspace: path from the root, and text.
pub(super) fn rust_files() -> Vec<(String, String)> {
    let root = root();
    let members = packages().into_iter().map(|p| p.folder);
    // `flowspace` holds the folders of two other packages.
    let all: BTreeSet<PathBuf> = members.flat_map(|f| files(&f, &["rs"])).collect();
    assert!(!all.is_empty());
    all.into_iter()
        .map(|p| {
            let text = fs::read_to_string(&p).expect("source");
            (p.strip_prefix(&root).expect("in the workspace").display().to_string(), text)
        })
        .collect()
}

#[derive(Debug)]
struct Package {
    name: String,
    folder: PathBuf,
    /// (section, name) of the manifest.
    dependencies: Vec<(String, String)>,
}

/// The packages of the workspace.
fn packages() -> Vec<Package> {
    let root = root();
    let manifest = fs::read_to_string(root.join("Cargo.toml")).expect("manifest");
    let (_, rest) = manifest.split_once("\nmembers = [").expect("members");
    let (members, _) = rest.split_once(']').expect("end of the members");
    let members = members.split('"').skip(1).step_by(2);
    members
        .map(|m| {
            let folder = root.join(m);
            let text = fs::read_to_string(folder.join("Cargo.toml")).expect("manifest");
            let name = text.lines().find_map(|l| l.strip_prefix("name = ")).expect("name");
            let name = name.trim_matches('"').to_string();
            Package { name, folder, dependencies: dependencies(&text) }
        })
        .collect()
}

/// The dependencies that a manifest declares, each with its section.
fn dependencies(manifest: &str) -> Vec<(String, String)> {
    let mut section = String::new();
    let mut found = vec![];
    for line in manifest.lines().map(str::trim) {
        if let Some(header) = line.strip_prefix('[') {
            section = header.trim_end_matches(']').into();
            if let Some((of, name)) = section.rsplit_once('.')
                && of.ends_with("dependencies")
            {
                found.push((of.to_string(), name.to_string()));
            }
        } else if section.ends_with("dependencies") && !line.starts_with('#') {
            let name = line.split(['.', '=', ' ']).next().unwrap_or_default();
            if !name.is_empty() {
                found.push((section.clone(), name.to_string()));
            }
        }
    }
    found
}

/// Says whether a source names a crate: in a path, in a `use`, or in an attribute.
fn names_crate(source: &str, name: &str) -> bool {
    let name = name.replace('-', "_");
    let word = |c: char| c.is_alphanumeric() || c == '_';
    source.lines().filter(|l| !l.trim_start().starts_with("//")).any(|l| {
        l.match_indices(&name).any(|(at, _)| {
            let (before, after) = (&l[..at], &l[at + name.len()..]);
            let path = after.starts_with("::");
            let import = before.trim_start().trim_start_matches("pub ").starts_with("use ");
            !before.ends_with(word)
                && !after.starts_with(word)
                && (path && !before.ends_with("::") || import && !before.contains("::"))
        })
    })
}

/// Says what is wrong with a line of Rust.
fn wrong_line(line: &str) -> Option<&'static str> {
    let line = line.trim_start();
    if line.starts_with("//") {
        return None;
    }
    for (at, _) in line.match_indices("let _ = ") {
        let value = &line[at + "let _ = ".len()..];
        let end = value.find(|c: char| !c.is_alphanumeric() && c != '_').unwrap_or(value.len());
        if end > 0 && value[end..].starts_with(';') {
            return Some("a value that is bound and not used: take it away");
        }
    }
    let attribute = line.starts_with("#[") || line.starts_with("#![");
    let silences = ["allow(", "expect("].iter().any(|w| line.contains(w))
        && ["dead_code", "unused"].iter().any(|w| line.contains(w));
    let reason = line.split_once("//").is_some_and(|(_, r)| !r.trim().is_empty());
    (attribute && silences && !reason).then_some("dead code is allowed without a reason")
}

pub(super) fn report(wrong: &[String]) {
    assert!(wrong.is_empty(), "\n{}\n", wrong.join("\n"));
}

fn nothing_is_dead_without_a_reason() {
    let mut wrong = vec![];
    for (path, text) in rust_files() {
        for (n, line) in text.lines().enumerate() {
            wrong.extend(wrong_line(line).map(|what| format!("{path}:{}: {what}", n + 1)));
        }
    }
    report(&wrong);
}

fn files_begin_with_their_purpose() {
    let all = rust_files().into_iter();
    let wrong = all.filter(|(_, text)| !text.starts_with("//! "));
    report(
        &wrong.map(|(path, _)| format!("{path}: does not begin with `//!`")).collect::<Vec<_>>(),
    );
}

fn files_are_not_too_long() {
    let library = files(&root().join("rlib"), &["rpy", "py"]).into_iter().map(|p| {
        let text = fs::read(&p).expect("source");
        (p.display().to_string(), String::from_utf8_lossy(&text).into_owned())
    });
    let all = rust_files().into_iter().chain(library);
    let lengths = all.map(|(path, text)| (path, text.lines().count()));
    let wrong = lengths.filter(|(_, n)| *n > LONGEST);
    report(&wrong.map(|(path, n)| format!("{path}: {n} lines")).collect::<Vec<_>>());
}

/// A folder of tests has a README.md of a few lines, which says what belongs there and how it is run.
fn folders_of_tests_say_what_they_hold() {
    let root = root();
    let of_packages = packages().into_iter().map(|p| p.folder.join("tests"));
    let end_to_end = fs::read_dir(root.join("tests")).expect("tests").flatten().map(|e| e.path());
    let folders = of_packages.chain(end_to_end).filter(|f| f.is_dir());
    let wrong = folders.filter_map(|folder| {
        let text = fs::read_to_string(folder.join("README.md")).unwrap_or_default();
        let told = text.starts_with("# ") && text.lines().count() <= LONGEST_README;
        (!told).then(|| format!("{}: no README.md, or a long one", folder.display()))
    });
    report(&wrong.collect::<Vec<_>>());
}

fn every_dependency_is_used() {
    let mut wrong = vec![];
    for p in packages() {
        for (section, name) in &p.dependencies {
            let places: &[&str] = match section.as_str() {
                "build-dependencies" => &["build.rs"],
                s if s.ends_with("dev-dependencies") => &["src", "tests", "examples", "benches"],
                _ => &["src"],
            };
            let sources = places.iter().map(|d| p.folder.join(d)).flat_map(|d| match d.is_file() {
                true => vec![d],
                false => files(&d, &["rs"]),
            });
            let mut texts = sources.map(|f| fs::read_to_string(f).expect("source"));
            if !texts.any(|t| names_crate(&t, name)) {
                wrong.push(format!("{}: no source in {places:?} names {name}", p.name));
            }
        }
    }
    let used: BTreeSet<String> =
        packages().into_iter().flat_map(|p| p.dependencies).map(|(_, name)| name).collect();
    let manifest = fs::read_to_string(root().join("Cargo.toml")).expect("manifest");
    for (_, name) in dependencies(&manifest) {
        if !used.contains(&name) {
            wrong.push(format!("Cargo.toml: no package uses {name}"));
        }
    }
    report(&wrong);
}

/// A row of the table of packages in `docs/ARCHITECTURE.md`.
#[derive(PartialEq, Eq, Debug)]
struct Place {
    package: String,
    folder: String,
    /// The packages that it may use, beside those that these may use.
    may_use: Vec<String>,
}

/// The rows of the table below this head.
fn order(page: &str) -> Vec<Place> {
    let (_, rest) = page.split_once("| package | folder | may use |").expect("the table");
    let rows = rest.lines().skip(2).take_while(|l| l.starts_with('|'));
    rows.map(|row| {
        let mut cells = row.split('|').skip(1).map(|c| c.trim().to_string());
        let mut cell = || cells.next().expect("a cell");
        let (package, folder, used) = (cell(), cell(), cell());
        let may_use = used.split(", ").filter(|u| !u.is_empty()).map(String::from).collect();
        Place { package, folder, may_use }
    })
    .collect()
}

fn packages_depend_in_one_direction() {
    let page = fs::read_to_string(root().join("docs/ARCHITECTURE.md")).expect("the page");
    let order = order(&page);
    let mut may_use: BTreeMap<&str, BTreeSet<&str>> = BTreeMap::new();
    for place in &order {
        let mut all: BTreeSet<&str> = place.may_use.iter().map(String::as_str).collect();
        for d in &place.may_use {
            let below = may_use.get(d.as_str());
            all.extend(below.unwrap_or_else(|| panic!("{d} stands behind {}", place.package)));
        }
        may_use.insert(&place.package, all);
    }
    let mut wrong = vec![];
    let packages = packages();
    for p in &packages {
        let Some(allowed) = may_use.get(p.name.as_str()) else {
            wrong.push(format!("{} has no place in the order", p.name));
            continue;
        };
        let own = p.dependencies.iter().filter(|(_, name)| may_use.contains_key(name.as_str()));
        for (section, name) in own.filter(|(_, name)| !allowed.contains(name.as_str())) {
            wrong.push(format!("{}: {name} in {section} is against the order", p.name));
        }
    }
    for place in &order {
        let there = |p: &&Package| p.name == place.package && p.folder.ends_with(&place.folder);
        if packages.iter().find(there).is_none() {
            wrong.push(format!("{} is no package in {}", place.package, place.folder));
        }
    }
    report(&wrong);
}

fn the_checks_find_what_they_look_for() {
    let dead = format!("    #[allow({})]", "dead_code");
    assert!(wrong_line(&dead).is_some());
    assert!(wrong_line(&format!("{dead} //")).is_some());
    assert!(wrong_line(&format!("{dead} // called by generated code")).is_none());
    assert!(wrong_line(&format!("#![allow(unused_{})]", "imports")).is_some());
    assert!(wrong_line(&format!("    let _ = {};", "name")).is_some());
    assert!(wrong_line("    let _ = writeln!(out);").is_none());
    assert!(names_crate("use some_crate::Part;", "some-crate"));
    assert!(names_crate("use {some_crate as other, more};", "some-crate"));
    assert!(names_crate("    let x = some_crate::part();", "some-crate"));
    assert!(!names_crate("// use some_crate::Part;", "some-crate"));
    assert!(!names_crate("use crate::some_crate::Part;", "some-crate"));
    assert!(!names_crate("    let x = some_crates::part();", "some-crate"));
    let manifest = "[dependencies]\na.workspace = true\nb = \"1\"\n[target.x.dev-dependencies.c]\n";
    let found = dependencies(manifest).into_iter().map(|d| d.1).collect::<Vec<_>>();
    assert_eq!(found, ["a", "b", "c"]);
    let page = "| package | folder | may use | holds |\n|---|---|---|---|\n| a | x/a | b, c | what |\n| b | b | | |\n\n| c |";
    let place = |package: &str, folder: &str, may_use: &[&str]| Place {
        package: package.into(),
        folder: folder.into(),
        may_use: may_use.iter().map(|u| u.to_string()).collect(),
    };
    assert_eq!(order(page), [place("a", "x/a", &["b", "c"]), place("b", "b", &[])]);
}

pub fn tests() -> Vec<Test> {
    tests![
        nothing_is_dead_without_a_reason,
        files_begin_with_their_purpose,
        files_are_not_too_long,
        folders_of_tests_say_what_they_hold,
        every_dependency_is_used,
        packages_depend_in_one_direction,
        the_checks_find_what_they_look_for,
    ]
}
