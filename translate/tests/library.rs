//! `docs/library.md`: the modules of the library with their functions, and what tests them. `BLESS=1` writes it.

use crate::common::suite::{Test, tests};
use crate::common::*;
use std::collections::{BTreeMap, BTreeSet};
use std::fmt::Write as _;
use std::path::Path;

const PAGE: &str = "docs/library.md";

const HEAD: &str = "# The library

This page is made of the modules' own texts and of the tests (`cargo test -p translate --test all library`). A module's
paragraph says where it differs from the one that it stands for. *Tests* counts the conformance programs that import a
module: each of them runs under CPython, on the low-level interpreter and compiled, with the same output. *Not in a
program* are the functions whose name stands in none of them.

- [rpython](#rpython): what programs import from the `rpython` package, under CPython and translated
- [Standard modules](#standard-modules): Python's own, at import time and, as far as they keep to the language, at run
  time. Random calls hold them to CPython's.
";

/// A module of the library.
struct Module {
    name: String,
    doc: String,
    public: Vec<String>,
}

fn module_name(base: &Path, file: &Path) -> String {
    let path = file.strip_prefix(base).expect("below").with_extension("");
    let parts = path.iter().map(|p| p.to_string_lossy()).filter(|p| p != "__init__");
    parts.collect::<Vec<_>>().join(".")
}

/// The docstring at the beginning, without indentation.
fn docstring(text: &str) -> String {
    let code = text.lines().find(|l| !l.starts_with('#') && !l.trim().is_empty()).unwrap_or("");
    let at = text.find(code).unwrap_or(0);
    let doc = text[at..]
        .trim_start_matches('r')
        .strip_prefix("\"\"\"")
        .and_then(|t| t.split_once("\"\"\""));
    doc.map_or(String::new(), |(doc, _)| doc.trim().to_string())
}

fn public(text: &str) -> Vec<String> {
    let name = |l: &str| {
        let rest = l.strip_prefix("def ").or_else(|| l.strip_prefix("class "))?;
        let end = rest.find(|c: char| !c.is_alphanumeric() && c != '_')?;
        (!rest.starts_with('_')).then(|| rest[..end].to_string())
    };
    let mut seen = BTreeSet::new();
    text.lines().filter_map(name).filter(|n| seen.insert(n.clone())).collect()
}

fn modules(base: &str, prefix: &str) -> Vec<Module> {
    let base = root().join(base);
    let mut all: Vec<Module> = files(&base, "py")
        .iter()
        .map(|file| {
            let text = std::fs::read_to_string(file).expect("readable");
            let name = module_name(&base, file);
            let name = [prefix, &name]
                .iter()
                .filter(|p| !p.is_empty())
                .copied()
                .collect::<Vec<_>>()
                .join(".");
            Module { name, doc: docstring(&text), public: public(&text) }
        })
        .filter(|m| !m.name.is_empty() && !m.name.split('.').any(|p| p.starts_with('_')))
        .filter(|m| !m.doc.is_empty() || !m.public.is_empty())
        .collect();
    all.sort_by(|a, b| a.name.cmp(&b.name));
    all
}

fn words(text: &str) -> BTreeSet<&str> {
    text.split(|c: char| !c.is_alphanumeric() && c != '_').collect()
}

/// The modules that a program imports, with the functions' names as it may write them.
fn imported(text: &str) -> BTreeSet<String> {
    let mut all = BTreeSet::new();
    for line in text.lines().map(str::trim) {
        if let Some(rest) = line.strip_prefix("import ") {
            let names = rest.split(',').map(|n| n.split_whitespace().next().unwrap_or(""));
            all.extend(names.map(String::from));
        } else if let Some((module, names)) =
            line.strip_prefix("from ").and_then(|l| l.split_once(" import "))
        {
            all.insert(module.trim().to_string());
            for n in names.trim_matches(['(', ')']).split(',') {
                let n = n.split_whitespace().next().unwrap_or("");
                all.insert(format!("{}.{n}", module.trim()));
            }
        }
    }
    all
}

fn wrapped(out: &mut String, head: &str, names: &[String]) {
    let mut line = head.to_string();
    for (n, name) in names.iter().enumerate() {
        let end = if n + 1 == names.len() { "" } else { "," };
        let piece = format!(" `{name}`{end}");
        if line.len() + piece.len() > 118 {
            let _ = writeln!(out, "{line}");
            line = piece.trim_start().to_string();
        } else {
            line += &piece;
        }
    }
    let _ = writeln!(out, "{line}");
}

/// A line of prose as lines that are not too long.
fn broken(line: &str) -> Vec<&str> {
    const COLUMNS: usize = 120;
    let mut lines = vec![];
    let mut rest = line;
    while let Some((end, _)) = rest.char_indices().nth(COLUMNS) {
        let Some(at) = rest[..end].rfind(' ').filter(|_| !line.starts_with("    ")) else { break };
        lines.push(&rest[..at]);
        rest = &rest[at + 1..];
    }
    lines.push(rest);
    lines
}

/// Holds what a program imports, and the words in it.
struct Program {
    imports: BTreeSet<String>,
    words: BTreeSet<String>,
}

fn section(
    out: &mut String,
    title: &str,
    modules: &[Module],
    programs: &BTreeMap<String, Program>,
) {
    let _ = writeln!(out, "\n## {title}");
    for m in modules {
        let _ = writeln!(out, "\n### {}\n", m.name);
        for line in m.doc.lines() {
            // Indented samples stay samples; nothing else of Markdown is meant.
            let line = line.replace('<', "&lt;");
            for line in broken(line.trim_end()) {
                let _ = writeln!(out, "{line}");
            }
        }
        let using: Vec<(&String, &Program)> =
            programs.iter().filter(|(_, p)| p.imports.contains(&m.name)).collect();
        let written = |n: &&String| using.iter().any(|(_, p)| p.words.contains(*n));
        let missing: Vec<String> = m.public.iter().filter(|n| !written(n)).cloned().collect();
        let named: Vec<String> = m.public.iter().filter(written).cloned().collect();
        if !m.doc.is_empty() {
            out.push('\n');
        }
        if !named.is_empty() {
            wrapped(out, "- In programs:", &named);
        }
        if !missing.is_empty() {
            wrapped(out, "- Not in a program:", &missing);
        }
        match using.as_slice() {
            [] => out.push_str("- Tests: none imports it\n"),
            [(first, _), ..] => {
                let _ = writeln!(out, "- Tests: {}, `{first}` is one", using.len());
            }
        }
    }
}

fn the_page() {
    let base = root().join("tests/conformance");
    let programs: BTreeMap<String, Program> = files(&base, "rpy")
        .iter()
        .map(|f| {
            let name = f.strip_prefix(&base).expect("below").with_extension("");
            let text = std::fs::read_to_string(f).unwrap_or_default();
            let words = words(&text).into_iter().map(String::from).collect();
            let program = Program { imports: imported(&text), words };
            (name.to_string_lossy().into_owned(), program)
        })
        .collect();
    assert!(programs.len() > 400, "{} programs", programs.len());
    let (ours, standard) = (modules("rlib/rpython", "rpython"), modules("rlib/hostlib", ""));
    assert!(ours.len() > 80 && standard.len() > 60, "{} and {}", ours.len(), standard.len());
    let mut page = HEAD.to_string();
    section(&mut page, "rpython", &ours, &programs);
    section(&mut page, "Standard modules", &standard, &programs);
    let file = root().join(PAGE);
    if std::env::var_os("BLESS").is_some() {
        std::fs::write(&file, &page).expect("written");
        return;
    }
    let there = std::fs::read_to_string(&file).unwrap_or_default();
    assert!(
        there == page,
        "{PAGE} is not up to date: BLESS=1 cargo test -p translate --test all library"
    );
}

fn names_in_modules() {
    let text = "# coding\n\"\"\"What it is.\n\nMore.\n\"\"\"\ndef f(x):\n    def inner(): pass\nclass _P: pass\nclass C(object):\n";
    assert_eq!(docstring(text), "What it is.\n\nMore.");
    assert_eq!(public(text), ["f", "C"]);
    let all = imported("from a.b import c, d as e\nimport os, sys as s\n");
    assert!(
        all.contains("a.b")
            && all.contains("a.b.c")
            && all.contains("sys")
            && all.contains("a.b.d")
    );
}

pub fn tests() -> Vec<Test> {
    tests![the_page, names_in_modules,]
}
