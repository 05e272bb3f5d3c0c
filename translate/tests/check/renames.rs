//! Good programs in which one name was changed at one place. What `translate check` says of them names that line, or one that
//! reads the name: reports hide what comes from other errors, and must not hide the cause. `TRACEWRIGHT_RENAMES=N`: so many changes
//! of each sort in a program.

use crate::common::suite::Test;
use crate::common::*;
use flowmodel::diag::{FileId, Severity, Span};
use flowspace::lexer::{Tok, Token, tokenize};
use libtest_mimic::Failed;
use std::collections::BTreeSet;
use std::path::Path;
use translate::check::diagnose;
use translate::cli::Check;
use translate::failure::Sources;

/// Number of tests that the programs go into.
const TESTS: usize = 16;
/// Number of programs of which one is changed in the short run, once for each sort; all of them are in
/// the long run.
const SHARE: usize = 16;
/// Changes of each sort in a program: in a short run, in the long one.
const CHANGES: [u64; 2] = [1, 2];

/// Functions of the target that the translator looks for.
const OF_TARGETS: [&str; 3] = ["entry_point", "target", "get_additional_config_options"];

/// Says what is renamed.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
enum Sort {
    /// An attribute, at the place where it is assigned.
    AttributeSet,
    /// An attribute or method, at the place where it is read.
    AttributeRead,
    /// A method, at the place where it is defined.
    Method,
    /// A function, at the place where it is defined.
    Function,
    /// A function, at the place where it is called.
    Call,
    /// A parameter, where it is defined.
    Parameter,
    /// A parameter, where it is read.
    ParameterRead,
}

const SORTS: [Sort; 7] = [
    Sort::AttributeSet,
    Sort::AttributeRead,
    Sort::Method,
    Sort::Function,
    Sort::Call,
    Sort::Parameter,
    Sort::ParameterRead,
];

/// The names of a text that can be changed: what they are, and where.
fn names(text: &str) -> Vec<(Sort, Token)> {
    let tokens = tokenize(FileId(0), text).0;
    let at = |i: usize| tokens.get(i).map(|t| &text[t.start as usize..t.end as usize]);
    let is_name = |i: usize| tokens.get(i).is_some_and(|t| t.kind == Tok::Name);
    let mut found = vec![];
    let mut functions = BTreeSet::new();
    // Parameters of the function that was begun last.
    let mut parameters = BTreeSet::new();
    let mut in_class = vec![false];
    let mut starts_class = false;
    let mut i = 0;
    while i < tokens.len() {
        let name = at(i).unwrap_or_default();
        match tokens[i].kind {
            Tok::Class => starts_class = true,
            Tok::Indent => in_class.push(std::mem::take(&mut starts_class)),
            Tok::Dedent => drop(in_class.pop()),
            Tok::Def => {
                starts_class = false;
                let method = in_class.last() == Some(&true);
                let defined = at(i + 1).unwrap_or_default();
                // (What is called `_so_` says something to the translator.)
                let hint = defined.starts_with('_') && defined.ends_with('_');
                let special = hint || OF_TARGETS.contains(&defined);
                // (A function of the same name that is defined elsewhere may be meant then.)
                let again = |word: &str| text.matches(&format!("def {word}(")).count() > 1;
                if !special && (method || !again(defined)) {
                    let sort = if method { Sort::Method } else { Sort::Function };
                    found.push((sort, tokens[i + 1]));
                }
                if !method && !special {
                    functions.insert(defined);
                }
                parameters.clear();
                let (mut depth, mut k) = (0, i + 2);
                let mut first = true;
                while let Some(word) = at(k) {
                    match word {
                        "(" | "[" | "{" => depth += 1,
                        ")" | "]" | "}" => depth -= 1,
                        _ => {}
                    }
                    let begins = matches!(at(k - 1), Some("(" | "," | "*" | "**"));
                    if depth == 1 && is_name(k) && begins && defined != "target" {
                        // (`self` is a name like others, but a change there is many errors.)
                        if !(method && first) {
                            parameters.insert(word);
                            found.push((Sort::Parameter, tokens[k]));
                        }
                        first = false;
                    }
                    k += 1;
                    if depth == 0 {
                        break;
                    }
                }
                i = k;
                continue;
            }
            Tok::Name if i > 0 && at(i - 1) == Some(".") && !name.starts_with("__") => {
                let object = at(i.wrapping_sub(2)).unwrap_or_default();
                let assigned = at(i + 1) == Some("=");
                // (of modules: what is not there is an error of another kind; what begins so elsewhere is a hint)
                let hint = object != "self" && name.starts_with('_');
                if !hint && (object == "self" || assigned || parameters.contains(object)) {
                    let sort = if assigned { Sort::AttributeSet } else { Sort::AttributeRead };
                    found.push((sort, tokens[i]));
                }
            }
            Tok::Name if at(i + 1) == Some("=") => {}
            Tok::Name if functions.contains(name) => found.push((Sort::Call, tokens[i])),
            Tok::Name if parameters.contains(name) => found.push((Sort::ParameterRead, tokens[i])),
            _ => {}
        }
        i += 1;
    }
    found
}

/// Lines (from 1) of a range of bytes.
fn lines_of(text: &str, from: usize, to: usize) -> std::ops::RangeInclusive<usize> {
    let line = |at: usize| {
        text.as_bytes()[..at.min(text.len())].iter().filter(|b| **b == b'\n').count() + 1
    };
    line(from)..=line(to.max(from))
}

/// Says what is wrong with the report about a program in which this name was changed.
fn check(program: &Path, text: &str, sort: Sort, name: Token) -> Result<(), String> {
    let (start, end) = (name.start as usize, name.end as usize);
    let old = &text[start..end];
    let new = format!("{old}_renamed");
    let changed = format!("{}{new}{}", &text[..start], &text[end..]);
    let dir = tempfile::tempdir().map_err(|e| e.to_string())?;
    let file = place_changed(program, &changed, dir.path()).map_err(|e| e.to_string())?;
    let path = file.display().to_string();
    let (found, own) = translate::on_big_stack(move || {
        let sources = Sources::default();
        let found = diagnose(&Check::of(&file).translation(), &sources, |_| {})?.0;
        let own = |s: &Span| sources.borrow().get(s.file).is_some_and(|f| *f.path == *path);
        let mut places = vec![];
        for d in found.iter().filter(|d| d.severity == Severity::Error) {
            let all = d.primary.into_iter().chain(d.labels.iter().map(|l| l.0));
            places.extend(all.filter(own).map(|s| (s.start as usize, s.end as usize)));
        }
        Ok::<_, String>((found, places))
    })
    .map_err(|e| e.to_string())??;
    let errors: Vec<String> = found
        .iter()
        .filter(|d| d.severity == Severity::Error)
        .map(|d| {
            format!(
                "{}: {:?}",
                d.message,
                d.primary.map(|s| lines_of(&changed, s.start as usize, s.end as usize))
            )
        })
        .collect();
    // (Where a name is changed the program may be as good as before.)
    if errors.is_empty() {
        return Ok(());
    }
    let reads: BTreeSet<usize> = tokenize(FileId(0), &changed)
        .0
        .iter()
        .filter(|t| [old, &new].contains(&&changed[t.start as usize..t.end as usize]))
        .flat_map(|t| lines_of(&changed, t.start as usize, t.end as usize))
        .collect();
    // (What reads it without writing it, as `print >> out` does with `write`, says the name.)
    let says = [
        format!("'{old}'"),
        format!("'{new}'"),
        format!("{old}()"),
        format!("{new}()"),
        format!("`{old}`"),
    ];
    let names = |text: &str| says.iter().any(|n| text.contains(n));
    let said = found.iter().any(|d| names(&d.message) || d.labels.iter().any(|l| names(&l.1)));
    if said || own.iter().any(|(a, b)| lines_of(&changed, *a, *b).any(|l| reads.contains(&l))) {
        return Ok(());
    }
    let line = lines_of(&changed, start, end);
    Err(format!(
        "{}: {sort:?} '{old}' in line {} renamed: no error names it:\n    {}",
        program.display(),
        line.start(),
        errors.join("\n    ")
    ))
}

fn programs(part: usize) -> Result<(), Failed> {
    let all = flag("TRACEWRIGHT_ALL");
    let mut wrong = vec![];
    for path in files(&root().join("tests/conformance"), "rpy") {
        let number = crate::common::case::Case::read(&path).number();
        if number % TESTS != part || !all && !(number / TESTS).is_multiple_of(SHARE) {
            continue;
        }
        // (A copy of a module is in no package.)
        if path.with_file_name("__init__.py").exists() {
            continue;
        }
        let Ok(text) = std::fs::read_to_string(&path) else { continue };
        // (Other names have several spellings.)
        let mut names = names(&text);
        names.retain(|n| text[n.1.start as usize..n.1.end as usize].is_ascii());
        for sort in SORTS {
            let of: Vec<Token> = names.iter().filter(|n| n.0 == sort).map(|n| n.1).collect();
            let changes = count("TRACEWRIGHT_RENAMES", CHANGES[0], CHANGES[1]) as usize;
            // Evenly over the program, from a place that depends on its name.
            for k in 0..changes.min(of.len()) {
                let at = (number / TESTS + k * of.len() / changes) % of.len();
                wrong.extend(check(&path, &text, sort, of[at]).err());
            }
        }
    }
    if wrong.is_empty() { Ok(()) } else { Err(wrong.join("\n").into()) }
}

pub fn tests() -> Vec<Test> {
    (0..TESTS).map(|n| Test::new(format!("renames/{n}"), move || programs(n))).collect()
}
