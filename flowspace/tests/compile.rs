//! Parser and compiler: listings of `tests/compile/*.rpy`, diagnostics of `*.bad`, and robustness.
//!
//! `BLESS=1 cargo test -p flowspace` rewrites the expected texts.

use flowspace::host::run_with_big_stack;
use flowspace::{Mode, Python, SourceMap, compile_source};
use std::fs;
use std::path::{Path, PathBuf};

fn folder() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/compile")
}

fn check(path: &Path, actual: &str) {
    let expected = path.with_extension("txt");
    if std::env::var_os("BLESS").is_some() {
        fs::write(&expected, actual).expect("write expected text");
        return;
    }
    let wanted = fs::read_to_string(&expected).unwrap_or_default();
    assert!(
        wanted == actual,
        "{} differs (BLESS=1 rewrites it); got:\n{actual}",
        expected.display()
    );
}

fn files(ext: &str) -> Vec<PathBuf> {
    let mut v: Vec<PathBuf> = fs::read_dir(folder())
        .expect("test folder")
        .map(|e| e.expect("entry").path())
        .filter(|p| p.extension().is_some_and(|e| e == ext))
        .collect();
    v.sort();
    assert!(!v.is_empty());
    v
}

#[test]
fn listings() {
    for path in files("rpy") {
        let text = fs::read_to_string(&path).expect("source");
        let mut sources = SourceMap::default();
        let name = path.file_name().unwrap().to_str().unwrap();
        let file = sources.add(name, &text);
        let out = match compile_source(&sources, file, Mode::Exec, Some(Python::Neutral)) {
            Ok(code) => code.disassemble(Some(&sources)),
            Err(e) => panic!("{name}: {e:?}"),
        };
        check(&path, &out);
    }
}

/// Each snippet of a `.bad` file (separated by lines `----`) gives diagnostics.
#[test]
fn diagnostics() {
    for path in files("bad") {
        let text = fs::read_to_string(&path).expect("source");
        let mut out = String::new();
        for snippet in text.split("----\n") {
            let mut sources = SourceMap::default();
            let file = sources.add("bad", snippet);
            out.push_str(snippet);
            match compile_source(&sources, file, Mode::Exec, Some(Python::Neutral)) {
                Ok(_) => out.push_str("=> accepted\n"),
                Err(errors) => {
                    for e in errors {
                        let (l, c) = e
                            .primary
                            .and_then(|s| sources.line_col(s.file, s.start))
                            .unwrap_or_default();
                        out.push_str(&format!("=> {l}:{c} {}\n", e.message));
                    }
                }
            }
            out.push('\n');
        }
        check(&path, &out);
    }
}

/// Mutilated texts give code or diagnostics, never a panic.
#[test]
fn never_panics() {
    let seeds: Vec<String> =
        files("rpy").iter().map(|p| fs::read_to_string(p).expect("source")).collect();
    let mut state = 0x2545_f491_4f6c_dd1du64;
    let mut random = move |n: usize| {
        state ^= state << 13;
        state ^= state >> 7;
        state ^= state << 17;
        (state % n.max(1) as u64) as usize
    };
    let junk = [
        "(",
        ")",
        "[",
        "]",
        "{",
        "}",
        "'",
        "\"",
        "\"\"\"",
        "\\",
        "\n",
        "\r\n",
        "\t",
        " ",
        ":",
        ",",
        "f'{",
        "}'",
        "0777",
        "09",
        "1e",
        "é",
        "\u{feff}",
        "\u{0}",
        "lambda",
        "if",
        "else",
        "for",
        "in",
        "yield",
        "not",
        "*",
        "**",
        ":=",
        "=",
        "`",
        "$",
        "!",
        "print",
        ">>",
        "class",
        "def x(",
        "try:",
        "except",
        "finally:",
        "    ",
        "#",
        "…",
        "u'\\ud800'",
        "b'\\x",
        "nonlocal a",
        "super()",
    ];
    for round in 0..3000 {
        let seed = &seeds[random(seeds.len())];
        let mut chars: Vec<char> = seed.chars().collect();
        let from = random(chars.len());
        let len = random(600);
        chars = chars.into_iter().skip(from).take(len).collect();
        for _ in 0..random(6) {
            let at = random(chars.len() + 1);
            if random(3) == 0 && at < chars.len() {
                chars.remove(at);
            } else {
                let piece: Vec<char> = junk[random(junk.len())].chars().collect();
                chars.splice(at..at, piece);
            }
        }
        let text: String = chars.into_iter().collect();
        let mut sources = SourceMap::default();
        let file = sources.add("fuzz", &text);
        let mode = if round % 4 == 0 { Mode::Eval } else { Mode::Exec };
        let _ = compile_source(&sources, file, mode, Some(Python::Neutral));
    }
}

#[test]
fn deep_nesting_is_a_diagnostic() {
    for text in [
        "(".repeat(100_000),
        "x = ".to_string() + &"-".repeat(100_000) + "1",
        "x = ".to_string() + &"not ".repeat(100_000) + "1",
        "x = ".to_string() + &"[".repeat(5000) + &"]".repeat(5000),
        "x = 1".to_string() + &" + 1".repeat(100_000),
        "x = a".to_string() + &".b".repeat(100_000),
        "x = ".to_string() + &"lambda: ".repeat(10_000) + "1",
        "x = 2".to_string() + &" ** 2".repeat(10_000),
    ] {
        // (Without optimisation the parser takes more than the stack of a test.)
        let is_error = run_with_big_stack(move || {
            let mut sources = SourceMap::default();
            let file = sources.add("deep", &text);
            compile_source(&sources, file, Mode::Exec, Some(Python::Neutral)).is_err()
        });
        assert!(is_error);
    }
}

#[test]
fn long_elif_chain() {
    let mut text = "if x == 0: pass\n".to_string();
    for i in 1..3000 {
        text.push_str(&format!("elif x == {i}: y = {i}\n"));
    }
    let mut sources = SourceMap::default();
    let file = sources.add("long", &text);
    assert!(compile_source(&sources, file, Mode::Exec, Some(Python::Neutral)).is_ok());
}

/// Compiles the standard library of the `python3` on this machine.
#[test]
#[ignore = "manual: needs python3"]
fn standard_library() {
    let out = std::process::Command::new("python3")
        .args(["-c", "import sysconfig; print(sysconfig.get_paths()['stdlib'])"])
        .output()
        .expect("python3");
    let root = PathBuf::from(String::from_utf8(out.stdout).unwrap().trim());
    let mut todo = vec![root];
    let (mut good, mut bad) = (0, Vec::new());
    while let Some(dir) = todo.pop() {
        let mut entries: Vec<_> = fs::read_dir(&dir).unwrap().map(|e| e.unwrap().path()).collect();
        entries.sort();
        for p in entries {
            if p.ends_with("site-packages") {
                continue;
            } else if p.is_dir() {
                todo.push(p);
            } else if p.extension().is_some_and(|e| e == "py") {
                let Ok(text) = fs::read_to_string(&p) else { continue };
                let mut sources = SourceMap::default();
                let file = sources.add(p.to_str().unwrap(), &text);
                match compile_source(&sources, file, Mode::Exec, Some(Python::Neutral)) {
                    Ok(_) => good += 1,
                    Err(e) => bad.push(format!(
                        "{}: {}",
                        e[0].primary.map_or(String::new(), |s| sources.show(s)),
                        e[0].message
                    )),
                }
            }
        }
    }
    for b in &bad {
        println!("{b}");
    }
    println!("{good} files compiled, {} with diagnostics", bad.len());
}
