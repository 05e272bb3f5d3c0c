//! `translate check`, codes and their explanations, forms of messages, the language server; mutants of good programs.
//! `BLESS=1` writes docs/errors/README.md.

mod mutants;
mod renames;
mod server;

use crate::common::suite::{Test, named};
use crate::common::*;
use flowmodel::diag::Severity;
use libtest_mimic::Failed;
use std::process::Command;
use translate::check::diagnose;
use translate::cli::Check;
use translate::codes::{self, Code};
use translate::failure::Sources;

/// Codes of the diagnostics of a sample.
fn codes_of(sample: &str) -> Result<Vec<String>, Failed> {
    let dir = tempfile::tempdir()?;
    let file = dir.path().join("sample.rpy");
    let end = "\n\ndef target(driver, args):\n    return entry_point, None\n";
    std::fs::write(&file, format!("{sample}{end}"))?;
    let found = translate::on_big_stack(move || {
        let cli = Check::of(&file).translation();
        diagnose(&cli, &Sources::default(), |_| {})
    })??;
    Ok(found.0.iter().map(|d| d.code.to_string()).collect())
}

/// The wrong example of a code shows it, the mended one shows nothing.
fn examples(code: &Code) -> Result<(), Failed> {
    let sample = |heading: &str| {
        let (_, rest) = code.text.split_once(&format!("\n{heading}:\n\n```python\n"))?;
        rest.split_once("```").map(|(sample, _)| sample)
    };
    let (Some(wrong), Some(mended)) = (sample("Wrong"), sample("Mended")) else {
        return match code.text.contains("```") {
            true => Err("an example without the other".into()),
            false => Ok(()),
        };
    };
    let found = codes_of(wrong)?;
    if found != [code.name] {
        return Err(format!("the wrong example gives {found:?}").into());
    }
    let found = codes_of(mended)?;
    if !found.is_empty() {
        return Err(format!("the mended example gives {found:?}").into());
    }
    Ok(())
}

fn page() -> Result<(), Failed> {
    for c in codes::CODES {
        if !c.text.starts_with(&format!("# {}: {}\n", c.name, c.title())) || c.title().is_empty() {
            return Err(format!("{} does not begin with its name and a title", c.name).into());
        }
    }
    let pages = files(&root().join("docs/errors"), "md").len();
    if pages != codes::CODES.len() + 1 {
        return Err(format!("{pages} pages for {} codes", codes::CODES.len()).into());
    }
    Ok(against_stored(&root().join("docs/errors/README.md"), codes::page().as_bytes())?)
}

/// Names of codes in a source: what stands first in calls that make diagnostics.
fn codes_in(text: &str) -> Vec<&str> {
    const MAKERS: [&str; 5] =
        ["Diagnostic::error(", ".error(", "Diagnostic::warning(", ".warn(", "code: "];
    let calls = MAKERS.iter().flat_map(|m| text.match_indices(m).map(|(at, m)| at + m.len()));
    let first = calls.filter_map(|at| {
        let rest = text[at..].trim_start();
        // (The annotator's say where they are.)
        let rest = rest.strip_prefix("site,").map_or(rest, str::trim_start);
        rest.strip_prefix('"')?.split('"').next()
    });
    let is_name =
        |c: &&str| !c.is_empty() && c.bytes().all(|b| b == b'-' || b.is_ascii_alphanumeric());
    first.filter(is_name).collect()
}

/// Every code that a stage uses has its page.
fn codes_are_known() -> Result<(), Failed> {
    let mut unknown = vec![];
    let mut found = 0;
    for stage in [
        "flowspace",
        "annotator",
        "rtyper",
        "backendopt",
        "jit/codewriter",
        "jit/hintannotator",
        "genc",
        "translate",
    ] {
        let all = files(&root().join(stage), "rs").into_iter();
        for file in all.filter(|f| !f.components().any(|c| c.as_os_str() == "tests")) {
            let text = std::fs::read_to_string(&file)?;
            for code in codes_in(&text) {
                found += 1;
                if codes::find(code).is_none() {
                    unknown.push(format!("{}: {code}", file.display()));
                }
            }
        }
    }
    if found < 100 {
        return Err(format!("only {found} places with codes").into());
    }
    if unknown.is_empty() { Ok(()) } else { Err(unknown.join("\n").into()) }
}

/// The programs and messages in docs/messages.md are those of the tests.
fn messages_page() -> Result<(), Failed> {
    let page = root().join("docs/messages.md");
    let text = std::fs::read_to_string(&page)?;
    let mut expected = String::new();
    let mut lines = text.split_inclusive('\n');
    while let Some(line) = lines.next() {
        expected += line;
        let Some(file) = line.strip_prefix("<!-- ").and_then(|l| l.trim_end().strip_suffix(" -->"))
        else {
            continue;
        };
        expected +=
            lines.next().filter(|l| l.starts_with("```")).ok_or("a mark without a block")?;
        lines.by_ref().find(|l| l.starts_with("```"));
        expected += &format!("{}\n```\n", std::fs::read_to_string(root().join(file))?.trim_end());
    }
    Ok(against_stored(&page, expected.as_bytes())?)
}

fn command(words: &[&str]) -> Command {
    let mut c = Command::new(env!("CARGO_BIN_EXE_translate"));
    c.args(words).current_dir(root().join("tests"));
    c
}

fn explain() -> Result<(), Failed> {
    let o = run(&mut command(&["explain", "union"]), b"", 60)?;
    if o.code != 0 || !String::from_utf8_lossy(&o.stdout).starts_with("# union: ") {
        return Err(o.report().into());
    }
    let o = run(&mut command(&["explain", "error[unoin]"]), b"", 60)?;
    if o.code != 1 || !o.stderr.contains("did you mean `union`?") {
        return Err(o.report().into());
    }
    let o = run(&mut command(&["explain"]), b"", 60)?;
    let listed = String::from_utf8_lossy(&o.stdout).into_owned();
    match codes::CODES.iter().find(|c| !listed.contains(c.name)) {
        Some(c) => Err(format!("{} is not listed", c.name).into()),
        None => Ok(()),
    }
}

/// `check --jit` tells which hints would pay, and nothing where all is known.
fn proposals() -> Result<(), Failed> {
    let check = |name: &str| {
        let file = format!("conformance/jit/{name}.rpy");
        run(&mut command(&["check", "--jit", "--message-format=short", &file]), b"", 60)
    };
    let told: [(&str, &[&str]); 2] = [
        (
            "inferred_not",
            &[
                "objects of class Frame (`frame` of the JitDriver) are stored",
                "'cls' of class Machine is read in traces each time",
                "find is called in traces: it has a loop",
            ],
        ),
        ("argument_lists", &["`world` of class World is not a constant of traces"]),
    ];
    for (name, told) in told {
        let o = check(name)?;
        let lines = || o.stderr.lines().filter(|l| l.contains("warning[hint-would-pay]"));
        if o.code != 0 || !told.iter().all(|t| lines().any(|l| l.contains(t))) {
            return Err(o.report().into());
        }
    }
    let o = check("inferred_calls")?;
    if o.code != 0 || !o.stderr.is_empty() {
        return Err(o.report().into());
    }
    // What writes is not elidable; and what a warning tells is not proposed as well.
    let file = "conformance/jit/inferred_not.rpy";
    let o = run(&mut command(&["check", "--jit", file]), b"", 60)?;
    let notes = |note: &str| o.stderr.lines().filter(|l| l.ends_with(note)).count();
    if notes("@unroll_safe, if they are few") != 2 || notes("for the same arguments") != 1 {
        return Err(o.report().into());
    }
    let file = "warnings/calls_not_inlined.rpy";
    let o = run(&mut command(&["check", "--jit", "--message-format=short", file]), b"", 60)?;
    let told = |l: &&str| l.contains("arguments is called") || l.contains("through arguments");
    if o.stderr.lines().filter(told).count() != 1 {
        return Err(o.report().into());
    }
    Ok(())
}

/// The forms of messages.
fn formats() -> Result<(), Failed> {
    let wrong = "errors/type_conflict.rpy";
    let o = run(&mut command(&["check", "--message-format=short", wrong]), b"", 60)?;
    let first = o.stderr.lines().next().unwrap_or_default();
    if o.code != 1 || !first.starts_with(&format!("{wrong}:")) || !first.contains(": error[union") {
        return Err(o.report().into());
    }
    let o = run(&mut command(&["check", "--message-format=json", wrong]), b"", 60)?;
    let mut lines = o.stderr.lines().map(serde_json::from_str::<serde_json::Value>);
    let d = lines.next().ok_or("nothing was said")??;
    let place = &d["spans"][0];
    let text = std::fs::read(root().join("tests").join(wrong))?;
    let before = &text[..place["byte_start"].as_u64().unwrap_or(0) as usize];
    let line = before.iter().filter(|b| **b == b'\n').count() as u64 + 1;
    let ok = d["severity"] == "error"
        && place["file"] == wrong
        && place["line"] == line
        && d["chain"].as_array().is_some_and(|c| !c.is_empty());
    if !ok || lines.next().is_some() {
        return Err(o.report().into());
    }
    let o = run(&mut command(&["check", "--message-format=json", "no_such_file.rpy"]), b"", 60)?;
    let d: serde_json::Value = serde_json::from_str(&o.stderr)?;
    if o.code == 1 && d["code"] == "io" { Ok(()) } else { Err(o.report().into()) }
}

/// Warnings turned off and made errors by name.
fn warnings() -> Result<(), Failed> {
    let program = "warnings/wrapping_and_text.rpy";
    let said = |options: &[&str]| -> Result<Outcome, Failed> {
        let mut words = vec!["check", "--message-format=short"];
        words.extend(options);
        words.push(program);
        Ok(run(&mut command(&words), b"", 60)?)
    };
    let all = said(&[])?;
    let count = |o: &Outcome, what: &str| o.stderr.lines().filter(|l| l.contains(what)).count();
    let wraps = count(&all, "warning[wraps-around]");
    if all.code != 0 || wraps == 0 {
        return Err(all.report().into());
    }
    for off in [&["--allow", "wraps-around"][..], &["-W", "no-wraps-around"], &["-w"]] {
        let o = said(off)?;
        if o.code != 0 || count(&o, "wraps-around") != 0 {
            return Err(o.report().into());
        }
    }
    for on in
        [&["-W", "error"][..], &["-W", "error=wraps-around"], &["-w", "-W", "error=wraps-around"]]
    {
        let o = said(on)?;
        if o.code != 1 || count(&o, "error[wraps-around]") != wraps {
            return Err(o.report().into());
        }
    }
    let o = said(&["--allow", "wraps-arround"])?;
    if o.code == 2 && o.stderr.contains("did you mean `wraps-around`?") {
        Ok(())
    } else {
        Err(o.report().into())
    }
}

/// Errors that do not come from one another are shown together; nothing is written.
fn independent() -> Result<(), Failed> {
    let dir = tempfile::tempdir()?;
    let file = dir.path().join("several.rpy");
    std::fs::write(
        &file,
        "def entry_point(argv):\n    a = argv[0] + 1\n    b = a * 2\n    c = len(3)\n    d = []\n    d.append(b)\n    \
         d.append(None)\n    for x in c:\n        print(x)\n    return argv[0] - 1\n\n\n\
         def target(driver, args):\n    return entry_point, None\n",
    )?;
    let o = run(command(&["check", "--message-format=short"]).arg(&file), b"", 60)?;
    let lines: Vec<u32> = o
        .stderr
        .lines()
        .filter(|l| l.contains("error["))
        .filter_map(|l| l.split("several.rpy:").nth(1)?.split(':').next()?.parse().ok())
        .collect();
    let left = std::fs::read_dir(dir.path())?.count();
    if lines == [2, 4, 10] && left == 1 { Ok(()) } else { Err(o.report().into()) }
}

pub fn tests() -> Vec<Test> {
    let mut all = named([
        ("codes_page", page),
        ("codes_are_known", codes_are_known),
        ("messages_page", messages_page),
        ("explain", explain),
        ("formats", formats),
        ("hints_that_would_pay", proposals),
        ("warnings", warnings),
        ("independent_errors", independent),
        ("language_server", server::session),
        ("language_server_endless", server::endless),
        ("language_server_limit", server::limit),
        ("language_server_ends", server::ends),
        ("language_server_lengths", server::lengths),
        ("language_server_packages", server::packages),
        ("mutants", mutants::mutants),
    ]);
    all.extend(renames::tests());
    for c in codes::CODES {
        let kind = if c.severity == Severity::Error { "error" } else { "warning" };
        all.push(Test::new(format!("{kind}/{}", c.name), move || examples(c)));
    }
    all
}
