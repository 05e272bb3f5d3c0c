//! The docs are a book: `docs/SUMMARY.md` names every page, links lead somewhere, what is shown of a file stands in it, and the
//! page on the architecture shows what commands print.

use crate::common::chapter;
use crate::common::suite::{Test, tests};
use crate::common::*;
use std::collections::BTreeSet;
use std::path::{Path, PathBuf};

/// The pages, and what else people read first.
fn pages() -> Vec<PathBuf> {
    let mut all = files(&root().join("docs"), "md");
    all.extend(["README.md", "targets/README.md", "rlib/ll/README.md"].map(|p| root().join(p)));
    all
}

fn text(path: &Path) -> String {
    std::fs::read_to_string(path).unwrap_or_else(|e| panic!("{}: {e}", path.display()))
}

/// The lines that are prose, each with its number.
fn prose(text: &str) -> impl Iterator<Item = (usize, &str)> {
    let mut code = false;
    text.lines().enumerate().filter_map(move |(n, l)| {
        let fence = l.trim_start().starts_with("```");
        code ^= fence;
        (!code && !fence).then_some((n + 1, l))
    })
}

/// Targets of the links and pictures of a line, outside of code spans.
fn links(line: &str) -> Vec<String> {
    let outside: String = line.split('`').step_by(2).collect::<Vec<_>>().join("`");
    let parts = outside.split("](").skip(1);
    parts.filter_map(|p| p.split_once(')')).map(|(link, _)| link.to_string()).collect()
}

/// The anchor that a heading has, as GitHub and mdBook make it.
fn anchor(heading: &str) -> String {
    let kept = heading.trim().to_lowercase();
    let kept = kept.chars().filter(|c| c.is_alphanumeric() || " -_".contains(*c));
    kept.map(|c| if c == ' ' { '-' } else { c }).collect()
}

fn anchors(text: &str) -> BTreeSet<String> {
    let heading =
        |(_, l): (usize, &str)| Some(anchor(l.strip_prefix('#')?.trim_start_matches('#')));
    prose(text).filter_map(heading).collect()
}

fn the_summary_names_all_pages() {
    let docs = root().join("docs");
    let summary = text(&docs.join("SUMMARY.md"));
    let named: BTreeSet<String> = summary.lines().flat_map(links).collect();
    let there: BTreeSet<String> = files(&docs, "md")
        .iter()
        .map(|p| p.strip_prefix(&docs).expect("in docs").to_string_lossy().replace('\\', "/"))
        .filter(|n| n != "SUMMARY.md")
        .collect();
    assert_eq!(named, there, "docs/SUMMARY.md beside the files of docs");
    let book = text(&docs.join("book.toml"));
    assert!(book.contains("src = \".\""));
    // As it comes, mdBook makes both of them `errors/index.html`.
    let both = ["README.md", "index.md"].iter().all(|n| docs.join("errors").join(n).exists());
    assert!(both && book.contains("use-default-preprocessors = false"));
}

fn links_lead_somewhere() {
    let mut wrong = vec![];
    let mut count = 0;
    for page in pages() {
        let content = text(&page);
        let all = prose(&content).flat_map(|(n, l)| links(l).into_iter().map(move |k| (n, k)));
        for (n, link) in all.filter(|(_, l)| !l.starts_with("http")) {
            count += 1;
            let (file, part) = link.split_once('#').unwrap_or((&link, ""));
            let to = match file {
                "" => page.clone(),
                _ => page.parent().expect("a folder").join(file),
            };
            // A page of the book has no links to files that are not in it.
            let docs = root().join("docs");
            let outside =
                page.starts_with(&docs) && !to.canonicalize().is_ok_and(|to| to.starts_with(&docs));
            let ok = to.exists() && (part.is_empty() || anchors(&text(&to)).contains(part));
            if !ok || outside {
                wrong.push(format!("{}:{n}: {link}", page.display()));
            }
        }
    }
    assert!(wrong.is_empty(), "\n{}", wrong.join("\n"));
    assert!(count > 30, "only {count} links");
}

/// Pages can be read at a glance: lines are short, and in those about the language and about this project the cells of
/// tables, too. (Elsewhere a row of a table may be long, since it cannot be broken.)
fn lines_and_cells_are_short() {
    let mut long = vec![];
    let mut cells = 0;
    let docs = root().join("docs");
    let outside = ["README.md", "tests/README.md"].map(|p| root().join(p));
    for page in files(&docs, "md").into_iter().chain(outside.clone()) {
        let strict = page.starts_with(docs.join("language"))
            || ["ARCHITECTURE.md", "HOWTO.md"].iter().any(|n| page == docs.join(n))
            || outside.contains(&page);
        for (n, line) in prose(&text(&page)) {
            if line.chars().count() > 120 && (strict || !line.starts_with('|')) {
                long.push(format!("{}:{n}: {} columns", page.display(), line.chars().count()));
            }
            if !strict {
                continue;
            }
            for cell in line.strip_prefix('|').into_iter().flat_map(|l| l.split('|')) {
                cells += 1;
                let words = cell.split_whitespace().count();
                if words > 20 {
                    long.push(format!("{}:{n}: a cell of {words} words", page.display()));
                }
            }
        }
    }
    assert!(long.is_empty(), "\n{}", long.join("\n"));
    assert!(cells > 50, "only {cells} cells");
}

/// A block ```` ```python FILE ```` is a part of that file.
fn shown_code_stands_in_its_file() {
    let mut count = 0;
    for page in pages() {
        let content = text(&page);
        let mut lines = content.lines();
        while let Some(line) = lines.next() {
            let Some(info) = line.strip_prefix("```") else { continue };
            let block: Vec<&str> = lines.by_ref().take_while(|l| *l != "```").collect();
            let Some(file) = info.strip_prefix("python ") else { continue };
            let part = block.join("\n") + "\n";
            let whole = text(&root().join(file));
            assert!(whole.contains(&part), "{}: this is not in {file}:\n{part}", page.display());
            count += 1;
        }
    }
    assert!(count >= 8, "only {count} blocks");
}

/// All files below a folder, as paths from the root of the workspace.
fn sources(folder: &Path, found: &mut Vec<PathBuf>) {
    let entries = std::fs::read_dir(folder).expect("a folder");
    for path in entries.flatten().map(|e| e.path()) {
        let name = path.file_name().unwrap_or_default().to_string_lossy().into_owned();
        if name == "target" || name.starts_with('.') {
            continue;
        }
        if path.is_dir() {
            sources(&path, found);
        }
        found.push(path.strip_prefix(root()).expect("in the workspace").to_path_buf());
    }
}

/// Says whether a code span is the path of a source file or of a folder, and no pattern of some.
fn names_file(span: &str) -> bool {
    let plain = span.chars().all(|c| c.is_ascii_alphanumeric() || "_./-".contains(c));
    let pattern = span.split(['/', '.', '_']).any(|w| ["NAME", "KIND", "FOLDER"].contains(&w));
    let source = [".py", ".rpy", ".h", ".c", "/"].iter().any(|end| span.ends_with(end));
    plain && !pattern && (span.ends_with(".rs") || source && span.contains('/'))
}

/// The files and folders that the pages for contributors name are there, by their last components.
fn files_that_are_named_exist() {
    let mut all = vec![];
    sources(&root(), &mut all);
    let mut wrong = vec![];
    let mut count = 0;
    for page in ["ARCHITECTURE.md", "HOWTO.md", "decisions.md"] {
        let content = text(&root().join("docs").join(page));
        let spans = prose(&content).flat_map(|(n, l)| {
            let inside = l.split('`').skip(1).step_by(2);
            inside.filter(|s| names_file(s)).map(move |s| (n, s))
        });
        for (n, span) in spans {
            count += 1;
            if !all.iter().any(|p| p.ends_with(span)) {
                wrong.push(format!("docs/{page}:{n}: there is no {span}"));
            }
        }
    }
    assert!(wrong.is_empty(), "\n{}", wrong.join("\n"));
    assert!(count > 50, "only {count} files");
}

/// The function that the page on the architecture follows through the stages looks there as it says.
fn the_architecture_shows_every_stage() {
    let samples = root().join("docs/ARCHITECTURE");
    let dir = tempfile::tempdir().expect("a folder");
    for program in files(&samples, "rpy") {
        let name = program.file_name().expect("a name");
        std::fs::copy(&program, dir.path().join(name)).expect("copied");
    }
    let (_, commands) = chapter::held("docs/ARCHITECTURE.md", dir.path());
    assert!(commands >= 7, "only {commands} commands");
}

pub fn tests() -> Vec<Test> {
    tests![
        files_that_are_named_exist,
        the_architecture_shows_every_stage,
        the_summary_names_all_pages,
        links_lead_somewhere,
        lines_and_cells_are_short,
        shown_code_stands_in_its_file,
    ]
}
