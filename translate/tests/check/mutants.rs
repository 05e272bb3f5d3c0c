//! Mutants of good programs: tokens and expressions are dropped, doubled, exchanged. Whatever `translate check` says of them, it ends soon
//! and does not fail itself; of some of those without errors the C must compile.

use crate::common::*;
use flowmodel::diag::{FileId, SourceMap, Span};
use flowspace::Mode;
use flowspace::bytecode::CodeObject;
use flowspace::compile::compile_source;
use flowspace::lexer::tokenize;
use libtest_mimic::Failed;
use proptest::prelude::*;
use proptest::test_runner::{RngAlgorithm, TestRng};
use std::path::{Path, PathBuf};

/// Number of mutants if `TRACEWRIGHT_MUTANTS` does not say it: in a short run, in the long one.
const MUTANTS: [u64; 2] = [60, 1000];
/// Number of mutants without errors of which one is also translated, if `TRACEWRIGHT_MUTANTS_COMPILED` does
/// not say.
const COMPILED: [u64; 2] = [20, 4];
/// Longer programs take too long for what they add.
const LONGEST: u64 = 8_000;

/// All programs below a folder that are not too long.
fn programs(dir: &Path, found: &mut Vec<PathBuf>) {
    let entries = std::fs::read_dir(dir).into_iter().flatten().flatten();
    let mut paths: Vec<PathBuf> = entries.map(|e| e.path()).collect();
    paths.sort();
    for p in paths {
        if p.is_dir() {
            programs(&p, found);
        } else if p.extension().is_some_and(|e| e == "rpy")
            && std::fs::metadata(&p).is_ok_and(|m| m.len() <= LONGEST)
            && std::fs::read_to_string(&p).is_ok_and(|t| t.contains("def target("))
        {
            found.push(p);
        }
    }
}

/// Source ranges of the expressions in a file's functions, from the code that is made of them.
fn expressions(text: &str) -> Vec<Span> {
    fn collect(code: &CodeObject, found: &mut Vec<Span>) {
        found.extend(code.spans.iter().filter(|s| s.is_known() && s.start < s.end));
        for f in &code.makefunctions {
            collect(&f.code, found);
        }
        for c in &code.buildclasses {
            collect(&c.code, found);
        }
    }
    let mut sources = SourceMap::default();
    let file = sources.add("mutant.rpy", text);
    let mut found = vec![];
    if let Ok(code) = compile_source(&sources, file, Mode::Exec, None) {
        collect(&code, &mut found);
    }
    found.retain(|s| {
        text.is_char_boundary(s.start as usize) && text.is_char_boundary(s.end as usize)
    });
    found.sort();
    found.dedup();
    found
}

/// A text with one change.
fn mutant(text: &str, rng: &mut TestRng) -> Option<String> {
    let tokens: Vec<(usize, usize)> = tokenize(FileId(0), text)
        .0
        .iter()
        .map(|t| (t.start as usize, t.end as usize))
        .filter(|(a, b)| a < b && !text[*a..*b].trim().is_empty())
        .collect();
    let exprs: Vec<(usize, usize)> =
        expressions(text).iter().map(|s| (s.start as usize, s.end as usize)).collect();
    let mut pick = |of: &[(usize, usize)]| Some(*of.get(rng.random_range(0..of.len().max(1)))?);
    let replaced = |(a, b): (usize, usize), by: &str| format!("{}{by}{}", &text[..a], &text[b..]);
    let at = |(a, b): (usize, usize)| &text[a..b];
    let constants =
        ["None", "0", "''", "1.5", "[]", "{}", "()", "True", "object()", "len", "u'x'", "-1"];
    let (t, e) = (pick(&tokens)?, pick(&exprs)?);
    let (t2, e2) = (pick(&tokens)?, pick(&exprs)?);
    Some(match rng.random_range(0..10) {
        0 => replaced(t, ""),
        1 => replaced(t, &format!("{} {}", at(t), at(t))),
        2 => replaced(t, at(t2)),
        3..=5 => replaced(e, at(e2)),
        6 | 7 => replaced(e, constants[rng.random_range(0..constants.len())]),
        8 => replaced(e, &format!("{}.{}", at(e), at(t2))),
        _ => replaced(e, &format!("({}, {})", at(e), at(e2))),
    })
}

/// An answer that is neither success nor an error of the program.
fn is_failure(o: &Outcome) -> bool {
    !matches!(o.code, 0 | 1) || o.stderr.contains("panicked") || o.stderr.contains("internal error")
}

/// Makes mutants and looks at what becomes of them.
pub fn mutants() -> Result<(), Failed> {
    let mut all = vec![];
    programs(&root().join("tests/conformance"), &mut all);
    let seed = seed("TRACEWRIGHT_MUTANTS_SEED");
    let mut failures = String::new();
    let compiled = count("TRACEWRIGHT_MUTANTS_COMPILED", COMPILED[0], COMPILED[1]).max(1);
    let (mut right, mut wrong) = (0u64, 0);
    for n in 0..count("TRACEWRIGHT_MUTANTS", MUTANTS[0], MUTANTS[1]) {
        let mut bytes = [0; 32];
        bytes[..8].copy_from_slice(&seed.to_le_bytes());
        bytes[8..16].copy_from_slice(&n.to_le_bytes());
        let mut rng = TestRng::from_seed(RngAlgorithm::ChaCha, &bytes);
        let program = &all[rng.random_range(0..all.len())];
        let text = std::fs::read_to_string(program)?;
        let Some(changed) = mutant(&text, &mut rng) else { continue };
        let dir = tempfile::tempdir()?;
        let file = dir.path().join(program.file_name().unwrap_or_default());
        std::fs::write(&file, &changed)?;
        let folder = program.parent().unwrap_or(program);
        let mut report = |what: &str, o: &Result<Outcome, String>| {
            let said = o.as_ref().map_or_else(|e| e.clone(), Outcome::report);
            failures +=
                &format!("seed {seed}, mutant {n} of {}: {what}\n{said}\n", program.display());
            if let Ok(keep) = std::env::var("TRACEWRIGHT_MUTANTS_KEEP") {
                let _ = std::fs::write(Path::new(&keep).join(format!("mutant{n}.rpy")), &changed);
            }
        };
        let mut check = std::process::Command::new(env!("CARGO_BIN_EXE_translate"));
        check.arg("check").arg(&file).env("PYTHONPATH", folder);
        let o = run(&mut check, b"", 60);
        match &o {
            Ok(o) if !is_failure(o) && o.code == 0 => right += 1,
            Ok(o) if !is_failure(o) => wrong += 1,
            _ => {
                report("check", &o);
                continue;
            }
        }
        if o.is_ok_and(|o| o.code == 0) && right % compiled == 0 {
            let mut c = translate();
            c.arg(&file)
                .args(["-O", "0", "-w", "-o"])
                .arg(dir.path().join("out"))
                .env("PYTHONPATH", folder);
            let o = run(&mut c, b"", 300);
            if o.as_ref().map_or(true, is_failure) {
                report("translation", &o);
            }
        }
    }
    // A test that only sees wrong programs, or only right ones, sees nothing.
    if right == 0 || wrong == 0 {
        failures += &format!("{right} mutants without errors, {wrong} with");
    }
    if failures.is_empty() { Ok(()) } else { Err(failures.into()) }
}
