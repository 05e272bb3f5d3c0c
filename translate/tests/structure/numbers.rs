//! The numbers of the JIT's policy: each constant of its packages is in the table of `docs/jit-policy.md`, with its value, or in
//! the list below it of those that are no policy, and its comment says what it was measured on.

use super::sources;
use crate::tidy::{report, root};
use std::collections::BTreeMap;
use std::fs;

/// Where the policy is made.
const PLACES: &[&str] =
    &["jit/metainterp/src/", "jit/optimizeopt/src/", "jit/codewriter/src/", "jit/model/src/lib.rs"];

/// The heading of the table.
const HEADING: &str = "## The numbers";

/// Maximum number of rows: a further number has to make another one superfluous.
const MOST_NUMBERS: usize = 23;

/// A constant, as its source has it.
#[derive(PartialEq, Debug)]
struct Number {
    value: String,
    /// Its comment tells what it was measured on, or what it is a bound for.
    measured: bool,
}

/// A value without what makes it readable.
fn plain(value: &str) -> String {
    value.chars().filter(|c| !matches!(c, '_' | ',' | ' ')).collect()
}

/// The numeric constant that a line defines: name and value.
fn constant(line: &str) -> Option<(&str, String)> {
    let line = line.trim_start();
    let line = match line.strip_prefix("pub") {
        Some(rest) => rest.split_once("const ").map(|(_, rest)| rest)?,
        None => line.strip_prefix("const ")?,
    };
    let (name, rest) = line.split_once(": ")?;
    let (ty, value) = rest.split_once(" = ")?;
    let digits = ty.strip_prefix(['u', 'i', 'f'])?;
    let number = digits == "size" || digits.parse::<u32>().is_ok();
    number.then(|| (name, plain(value.trim_end_matches(';'))))
}

/// The numeric constants of a source.
fn constants(text: &str) -> BTreeMap<String, Number> {
    let mut found = BTreeMap::new();
    let mut comment = String::new();
    for line in text.lines() {
        match line.trim_start().strip_prefix("///") {
            Some(more) => comment += more,
            None => {
                if let Some((name, value)) = constant(line) {
                    let measured = comment.contains("easured on ") || comment.contains("(A bound");
                    found.insert(name.to_string(), Number { value, measured });
                }
                comment.clear();
            }
        }
    }
    found
}

/// The names in a text between backquotes.
fn names(text: &str) -> Vec<String> {
    let words = text.split('`').skip(1).step_by(2).map(str::to_string);
    words.filter(|w| w.chars().all(|c| c.is_ascii_uppercase() || c == '_')).collect()
}

/// The table with its values, and the names of what is no policy.
fn page(text: &str) -> (BTreeMap<String, String>, Vec<String>) {
    let (_, section) = text.split_once(HEADING).expect(HEADING);
    let section = section.split("\n## ").next().unwrap_or(section);
    let mut table = BTreeMap::new();
    let mut others = vec![];
    for line in section.lines() {
        match line.strip_prefix("| `") {
            Some(row) => {
                let mut cells = row.split('|').map(str::trim);
                let name = cells.next().unwrap_or_default().trim_end_matches('`');
                table.insert(name.to_string(), plain(cells.next().unwrap_or_default()));
            }
            None => others.extend(names(line)),
        }
    }
    (table, others)
}

/// What is wrong with a constant.
fn fault(number: &Number, (listed, other): (Option<&String>, bool)) -> Option<String> {
    match (listed, other) {
        (None, true) => None,
        (None, false) => Some("it is not in docs/jit-policy.md".into()),
        (Some(_), true) => Some("docs/jit-policy.md says that it is no policy, too".into()),
        (Some(listed), _) if *listed != number.value => {
            Some(format!("docs/jit-policy.md says {listed}, the source {}", number.value))
        }
        (Some(_), _) if !number.measured => {
            Some("its comment does not say \"Measured on …\" or \"A bound …\"".into())
        }
        _ => None,
    }
}

pub(super) fn numbers_of_the_policy_are_listed() {
    let text = fs::read_to_string(root().join("docs/jit-policy.md")).expect("jit-policy.md");
    let (table, others) = page(&text);
    let mut wrong = vec![];
    let mut defined = vec![];
    for (path, text) in sources() {
        if !PLACES.iter().any(|place| path.starts_with(place)) {
            continue;
        }
        for (name, number) in constants(&text) {
            let fault = fault(&number, (table.get(&name), others.contains(&name)));
            wrong.extend(fault.map(|fault| format!("{path}: {name}: {fault}")));
            defined.push(name);
        }
    }
    let listed = table.keys().chain(&others).filter(|name| !defined.contains(name));
    wrong.extend(
        listed.map(|name| format!("docs/jit-policy.md: {name}: there is no such constant")),
    );
    if table.len() > MOST_NUMBERS {
        wrong.push(format!("docs/jit-policy.md: {} numbers, not {MOST_NUMBERS}", table.len()));
    }
    report(&wrong);
}

pub(super) fn numbers_are_found() {
    let source = "/// Steps. (Measured\n/// on a program.)\npub(crate) const STEPS: usize = 40_000;\n\
                  const NAME: &str = \"x\";\n    const BITS: u8 = 1 << 3;\nconst fn f() {}\n";
    let found = constants(source);
    let number = |value: &str, measured| Number { value: value.into(), measured };
    assert_eq!(found.keys().collect::<Vec<_>>(), ["BITS", "STEPS"]);
    assert_eq!((&found["STEPS"], &found["BITS"]), (&number("40000", true), &number("1<<3", false)));
    let text = format!(
        "{HEADING}\n\n| number | value |\n|---|---|\n| `STEPS` | 40,000 | of |\n\nNo policy: `BITS`, `x`.\n\n## Next\n`C`\n"
    );
    let (table, others) = page(&text);
    assert_eq!(
        (table["STEPS"].as_str(), table.len(), others),
        ("40000", 1, vec!["BITS".to_string()])
    );
    assert_eq!(fault(&found["STEPS"], (table.get("STEPS"), false)), None);
    assert!(
        fault(&found["BITS"], (None, false)).is_some()
            && fault(&found["BITS"], (None, true)).is_none()
    );
    assert!(fault(&number("5", true), (table.get("STEPS"), false)).is_some());
    assert!(fault(&number("40000", false), (table.get("STEPS"), false)).is_some());
}
