//! Wrong programs and command lines: each must end with exit code 1 and a diagnostic that says where (file, line,
//! caret) and why, without a panic and without an output file. The whole of stderr is stored beside the program as
//! `NAME.stderr`; a first line `# options: …` gives options; `BLESS=1` writes it. `tests/warnings` has right programs that get warnings.

use crate::common::suite::{Test, named};
use crate::common::*;
use libtest_mimic::Failed;
use std::path::{Path, PathBuf};

/// Checks what every answer to a wrong program must have.
fn check_shape(o: &Outcome, source: Option<&str>) -> Result<(), String> {
    if o.code != 1 {
        return Err(format!("expected exit code 1, got {}", o.report()));
    }
    if !o.stdout.is_empty() {
        return Err(format!("expected nothing on stdout, got {}", o.report()));
    }
    for word in ["panicked", "internal"] {
        if o.stderr.contains(word) {
            return Err(format!("'{word}' in stderr:\n{}", o.stderr));
        }
    }
    if !o.stderr.contains("error") {
        return Err(format!("no 'error' in stderr:\n{}", o.stderr));
    }
    let Some(name) = source else { return Ok(()) };
    let place = format!("{name}:");
    let line = o.stderr.lines().find(|l| l.contains("--> "));
    let has_number = line
        .and_then(|l| l.split_once(":"))
        .is_some_and(|(_, rest)| rest.split(':').next().is_some_and(|n| n.parse::<u32>().is_ok()));
    if !has_number || !o.stderr.contains('^') {
        return Err(format!("no '{place}LINE' with a caret in stderr:\n{}", o.stderr));
    }
    Ok(())
}

/// A panic is an internal error that names stage, pass and graph; the state before it is in a file.
fn a_panic() -> Result<(), Failed> {
    let dir = tempfile::tempdir()?;
    let mut c = std::process::Command::new(std::env::current_exe()?);
    let o = run(c.arg(matrix::PANICS).current_dir(dir.path()), b"", 60)?;
    let said = "translate: internal error in stage start: pass little on f: no block is left (";
    let dump = std::fs::read_to_string(dir.path().join("translate-internal-error-start.txt"))?;
    match o.code == 3 && o.stderr.starts_with(said) && dump == "graph @f()" {
        true => Ok(()),
        false => Err(format!(
            "{}
{dump}",
            o.report()
        )
        .into()),
    }
}

/// Translates `args` in the folder of the wrong programs; nothing may be written.
fn attempt(args: &[&str]) -> Result<Outcome, String> {
    let dir = tempfile::tempdir().map_err(|e| e.to_string())?;
    let exe = dir.path().join("out");
    let mut c = translate();
    c.current_dir(root().join("tests/errors")).args(args).arg("-o").arg(&exe);
    let o = run(&mut c, b"", 120)?;
    let left: Vec<_> = std::fs::read_dir(dir.path()).into_iter().flatten().flatten().collect();
    if !left.is_empty() {
        return Err(format!("left behind: {left:?}"));
    }
    Ok(o)
}

/// `stderr` with an `N` for each digit of line numbers in the library: the library may be edited without touching
/// what is stored of programs that fail in it.
fn library_lines_hidden(stderr: &str) -> String {
    let hide =
        |s: &str| s.chars().map(|c| if c.is_ascii_digit() { 'N' } else { c }).collect::<String>();
    let mut in_library = false;
    let mut out = String::new();
    for line in stderr.split_inclusive('\n') {
        if line.trim_start().starts_with("::: ") || line.trim_start().starts_with("--> ") {
            in_library = line.contains("<embedded>");
        } else if line.trim_start().starts_with("= ") || line.trim().is_empty() {
            in_library = false;
        }
        match line.split_once('|') {
            Some((gutter, code)) if in_library => out += &format!("{}|{code}", hide(gutter)),
            _ => match line.split_once(".py:") {
                Some((file, place)) if in_library => {
                    let (number, rest) = place.split_once(':').unwrap_or((place, ""));
                    out += &format!("{file}.py:{}:{rest}", hide(number));
                }
                _ => out += line,
            },
        }
    }
    out
}

/// The options that the first line of a program gives.
fn options(text: &str) -> Vec<&str> {
    let options = text.lines().next().and_then(|l| l.strip_prefix("# options: ")).unwrap_or("");
    options.split_whitespace().collect()
}

fn program(path: &Path) -> Result<(), Failed> {
    let name = path.file_name().unwrap_or_default().to_string_lossy().into_owned();
    let text = String::from_utf8_lossy(&std::fs::read(path)?).into_owned();
    let mut words = options(&text);
    words.insert(0, &name);
    let o = attempt(&words)?;
    // A program without `target` has no place to point at.
    let source = text.contains("def target").then_some(&*name);
    check_shape(&o, source)?;
    against_stored(&path.with_extension("stderr"), library_lines_hidden(&o.stderr).as_bytes())?;
    Ok(())
}

/// A right program that may differ from the untranslated one: warnings, which `-w` turns off.
fn warns(path: &Path) -> Result<(), Failed> {
    let dir = tempfile::tempdir()?;
    let text = String::from_utf8_lossy(&std::fs::read(path)?).into_owned();
    for quiet in [false, true] {
        let mut c = translate();
        c.current_dir(path.parent().unwrap_or(path)).args(path.file_name()).arg("-s");
        c.args(options(&text));
        c.args(quiet.then_some("-w")).arg("-o").arg(dir.path().join("out"));
        let o = run(&mut c, b"", 120)?;
        if o.code != 0 || quiet && !o.stderr.is_empty() {
            return Err(o.report().into());
        }
        if !quiet {
            against_stored(
                &path.with_extension("stderr"),
                library_lines_hidden(&o.stderr).as_bytes(),
            )?;
        }
    }
    Ok(())
}

fn command_line(name: &str, args: &[&str]) -> Result<(), Failed> {
    let o = attempt(args)?;
    check_shape(&o, None)?;
    let stored: PathBuf = root().join("tests/errors").join(format!("{name}.stderr"));
    against_stored(&stored, o.stderr.as_bytes())?;
    Ok(())
}

/// An output file that cannot be written.
fn output_folder_missing() -> Result<(), Failed> {
    let dir = tempfile::tempdir()?;
    let exe = dir.path().join("missing/out");
    let mut c = translate();
    c.arg(root().join("tests/conformance/programs/hello.rpy")).args(["-O", "0", "-o"]).arg(&exe);
    let o = run(&mut c, b"", 120)?;
    if o.code != 1 || !o.stderr.contains("cannot write") || exe.exists() {
        return Err(o.report().into());
    }
    Ok(())
}

/// Files that do not fit: nothing half-written stays. (No file may be larger than 4 KB; that is as good as a full disk.)
fn no_room() -> Result<(), Failed> {
    for (what, options) in
        [("out", &["-O", "0"][..]), ("out", &["--backend=obj"]), ("out.src", &["--source"])]
    {
        let dir = tempfile::tempdir()?;
        let place = dir.path().join("out");
        let mut c = translate();
        c.arg(root().join("tests/conformance/programs/hello.rpy"))
            .args(options)
            .arg("-o")
            .arg(&place);
        c.arg("--no-cache");
        let mut limited = std::process::Command::new("sh");
        // The signal of the limit is ignored: writing fails then.
        limited.args(["-c", "trap '' XFSZ; ulimit -f 8; exec \"$@\"", "sh"]);
        limited.arg(c.get_program()).args(c.get_args());
        let o = run(&mut limited, b"", 120)?;
        let left: Vec<_> = std::fs::read_dir(dir.path())?.flatten().map(|e| e.path()).collect();
        if o.code != 1
            || o.stderr.is_empty()
            || o.stderr.contains("internal error")
            || !left.is_empty()
        {
            return Err(format!("{what}: {left:?} {}", o.report()).into());
        }
    }
    Ok(())
}

/// Methods that are left out do not make the program be imported again.
fn imported_once() -> Result<(), Failed> {
    let dir = tempfile::tempdir()?;
    let mut c = translate();
    c.arg(root().join("tests/warnings/text_methods.rpy"));
    c.args(["-O", "0", "-w", "-o"]).arg(dir.path().join("out"));
    let o = run(&mut c, b"", 120)?;
    let said = String::from_utf8_lossy(&o.stdout);
    if o.code != 0 || said.matches("imported").count() != 1 {
        return Err(o.report().into());
    }
    Ok(())
}

/// A C compiler that does not exist.
fn compiler_missing() -> Result<(), Failed> {
    let dir = tempfile::tempdir()?;
    let exe = dir.path().join("out");
    let mut c = translate();
    c.arg(root().join("tests/conformance/programs/hello.rpy"));
    c.args(["--cc", "no-such-compiler", "-O", "0", "-o"]).arg(&exe);
    let o = run(&mut c, b"", 120)?;
    let ok = o.code == 1 && o.stderr.contains("no-such-compiler") && !o.stderr.contains("panicked");
    if !ok || exe.exists() {
        return Err(o.report().into());
    }
    Ok(())
}

/// An unknown option is the command line's fault: exit code 2 and the usage.
fn unknown_option() -> Result<(), Failed> {
    let mut c = translate();
    c.args(["--no-such-option", "x.rpy"]);
    let o = run(&mut c, b"", 60)?;
    if o.code != 2 || !o.stderr.contains("--no-such-option") || !o.stderr.contains("Usage") {
        return Err(o.report().into());
    }
    Ok(())
}

pub fn tests() -> Vec<Test> {
    let mut all = vec![];
    for path in files(&root().join("tests/errors"), "rpy") {
        let name = path.file_stem().unwrap_or_default().to_string_lossy().into_owned();
        all.push(Test::new(name, move || program(&path)));
    }
    for path in files(&root().join("tests/warnings"), "rpy") {
        let name = path.file_stem().unwrap_or_default().to_string_lossy().into_owned();
        all.push(Test::new(format!("warnings/{name}"), move || warns(&path)));
    }
    let lines: [(&str, &[&str]); 2] =
        [("cli_no_such_file", &["no_such_file.rpy"]), ("cli_folder", &["."])];
    all.extend(lines.map(|(name, args)| Test::new(name, move || command_line(name, args))));
    all.extend(named([
        ("cli_output_folder_missing", output_folder_missing),
        ("cli_no_room", no_room),
        ("imported_once", imported_once),
        ("cli_compiler_missing", compiler_missing),
        ("cli_unknown_option", unknown_option),
        ("a_panic", a_panic),
    ]));
    all
}
