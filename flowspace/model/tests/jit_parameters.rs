//! The parameters of the JIT stand in one list (`lloperation::JIT_PARAMETERS`): the texts that tell of them are its
//! (`BLESS=1` rewrites them).

use lloperation::{JIT_PARAMETERS, JitParameter};
use std::path::PathBuf;

/// The text between two others, each of which is there once, must be this.
fn holds(file: &str, (before, behind): (&str, &str), wanted: &str) {
    let path = PathBuf::from(env!("CARGO_MANIFEST_DIR")).join("../..").join(file);
    let text = std::fs::read_to_string(&path).unwrap();
    let start = text.find(before).unwrap_or_else(|| panic!("{file}: {before:?}")) + before.len();
    let end = start + text[start..].find(behind).unwrap_or_else(|| panic!("{file}: {behind:?}"));
    if std::env::var_os("BLESS").is_some() {
        std::fs::write(&path, format!("{}{wanted}{}", &text[..start], &text[end..])).unwrap();
        return;
    }
    assert_eq!(
        &text[start..end],
        wanted,
        "{file} does not say what the list says: run with BLESS=1"
    );
}

#[test]
fn the_library_has_them() {
    let rows = |row: &dyn Fn(&JitParameter) -> String| -> String {
        JIT_PARAMETERS.iter().map(|p| format!("    '{}': {},\n", p.name, row(p))).collect()
    };
    let file = "rlib/rpython/rlib/jit.py";
    let words = rows(&|p| format!("\"{}\"", p.words));
    holds(file, ("\nPARAMETER_DOCS = {\n", "}\n"), &words);
    holds(
        file,
        ("\nPARAMETERS = {\n", "}\n"),
        &rows(&|p| match p.default {
            Some(number) => number.to_string(),
            None => "'all'".to_string(),
        }),
    );
}

#[test]
fn the_manual_tells_of_them() {
    let row = |p: &JitParameter| {
        let no = match p.without_effect {
            "" => String::new(),
            why => format!("; no effect: {why}"),
        };
        let default = p.default.map_or("all".to_string(), |number| number.to_string());
        format!("| `{}` | {default} | {}{no} |\n", p.name, p.words)
    };
    let rows: String = JIT_PARAMETERS.iter().map(row).collect();
    let head = "| parameter | default | what it sets |\n|---|---|---|\n";
    holds("docs/making-the-jit-good.md", (head, "\n\n"), rows.trim_end());
}

#[test]
fn names_and_words_are_fit_for_the_texts() {
    for (n, p) in JIT_PARAMETERS.iter().enumerate() {
        assert!(JIT_PARAMETERS[..n].iter().all(|q| q.name != p.name), "{}", p.name);
        assert!(!p.words.contains(['|', '"', '\\']), "{}: {}", p.name, p.words);
    }
}
