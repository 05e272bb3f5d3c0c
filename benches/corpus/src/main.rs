//! Corpus runner, which shows what becomes of other people's programs: each target below a folder is translated, and
//! the names that they use of the `rpython` package are looked for.
//!
//! A target is a Python file with a function (or variable) `target` at its left margin. The current folder is the checkout's: the
//! nearest one above the file with a `.git`, else the one directly below the given folder. `PYTHONPATH` is passed on.
//!
//!     cargo run -p corpus -- DIR [--compile]  which targets below a folder translate, and why others do not
//!     cargo run -p corpus -- DIR --names      names of the rpython package that they use and that are missing

use benches::{Asked, asked};
use std::collections::{BTreeMap, BTreeSet};
use std::fs::File;
use std::path::{Path, PathBuf};
use std::process::{Command, ExitCode, Stdio};
use std::time::{Duration, Instant};

/// Maximum time that one translation may take.
const LIMIT: Duration = Duration::from_secs(900);

const USAGE: &str = "usage: corpus DIR [--compile] [--names]";

fn main() -> ExitCode {
    let result = match asked(std::env::args().skip(1), &["--compile", "--names"]) {
        Ok(Asked::Help) => {
            println!("{USAGE}");
            return ExitCode::SUCCESS;
        }
        Ok(Asked::Work(args)) => run(&args),
        Err(e) => Err(format!("{e}\n{USAGE}")),
    };
    match result {
        Ok(()) => ExitCode::SUCCESS,
        Err(e) => {
            eprintln!("corpus: {e}");
            ExitCode::FAILURE
        }
    }
}

fn run(args: &[String]) -> Result<(), String> {
    let mut folders = args.iter().filter(|a| !a.starts_with("--"));
    let dir = folders.next().ok_or(USAGE)?;
    if let Some(more) = folders.next() {
        return Err(format!("{more} is one folder too many\n{USAGE}"));
    }
    std::fs::read_dir(dir).map_err(|e| format!("{dir}: {e}"))?;
    let dir = std::fs::canonicalize(dir).map_err(|e| format!("{dir}: {e}"))?;
    let has = |option: &str| args.iter().any(|a| a == option);
    let mut files = vec![];
    python_files(&dir, &mut files);
    let tool = &benches::translator()?;
    if has("--names") {
        return names(&files, &dir, tool);
    }
    let scratch = tempfile::tempdir().map_err(|e| e.to_string())?;
    println!("{:<44} {:>7} {:>8} {:>7}  result", "program", "lines", "seconds", "MB");
    let (mut accepted, mut all) = (0, 0);
    for file in files.iter().filter(|f| is_target(f)) {
        let home = checkout(file, &dir);
        let lines = files.iter().filter(|f| f.starts_with(&home)).map(|f| lines(f)).sum::<usize>();
        let r = translate(tool, file, &home, scratch.path(), has("--compile"))?;
        let shown = file.strip_prefix(&dir).unwrap_or(file).display().to_string();
        let result = r.message.as_deref().unwrap_or("accepted");
        println!("{shown:<44} {lines:>7} {:>8.1} {:>7.0}  {result}", r.seconds, r.megabytes);
        accepted += usize::from(r.message.is_none());
        all += 1;
    }
    println!("{accepted} of {all} accepted");
    Ok(())
}

/// All Python files below a folder, in order.
fn python_files(dir: &Path, out: &mut Vec<PathBuf>) {
    let Ok(entries) = std::fs::read_dir(dir) else { return };
    let mut paths: Vec<PathBuf> = entries.flatten().map(|e| e.path()).collect();
    paths.sort();
    for p in paths.into_iter().filter(|p| !p.is_symlink()) {
        if p.is_dir() {
            if !p.file_name().is_some_and(|n| n == ".git" || n == "__pycache__") {
                python_files(&p, out);
            }
        } else if p.extension().is_some_and(|e| e == "py" || e == "rpy") {
            out.push(p);
        }
    }
}

fn text(file: &Path) -> String {
    std::fs::read(file).map(|b| String::from_utf8_lossy(&b).into_owned()).unwrap_or_default()
}

fn lines(file: &Path) -> usize {
    text(file).lines().count()
}

fn is_target(file: &Path) -> bool {
    text(file).lines().any(|l| l.starts_with("def target(") || l.starts_with("target = "))
}

fn checkout(file: &Path, dir: &Path) -> PathBuf {
    let above = file.ancestors().skip(1).take_while(|d| d.starts_with(dir));
    let marked = above.clone().find(|d| d.join(".git").exists());
    let child = above.filter(|d| *d != dir).last();
    marked.or(child).unwrap_or(dir).to_path_buf()
}

/// Says how one translation ended.
struct Outcome {
    /// Wall clock.
    seconds: f64,
    /// Largest memory.
    megabytes: f64,
    /// Says why there is no program.
    message: Option<String>,
}

fn translate(
    tool: &Path,
    file: &Path,
    home: &Path,
    scratch: &Path,
    compile: bool,
) -> Result<Outcome, String> {
    let told = scratch.join("stderr");
    let io = |e: std::io::Error| e.to_string();
    let out = scratch.join("program");
    let mut c = Command::new(tool);
    c.arg(file).arg("-w").arg("-o").arg(&out).current_dir(home);
    if !compile {
        c.arg("--source");
    }
    c.stdin(Stdio::null()).stdout(Stdio::null()).stderr(File::create(&told).map_err(io)?);
    let start = Instant::now();
    let child = c.spawn().map_err(|e| format!("{}: {e}", tool.display()))?;
    let pid = child.id() as libc::pid_t;
    let (mut status, mut late) = (0, false);
    // SAFETY: plain system calls on our own child.
    let usage = unsafe {
        let mut usage: libc::rusage = std::mem::zeroed();
        while libc::wait4(pid, &mut status, libc::WNOHANG, &mut usage) == 0 {
            if !late && start.elapsed() > LIMIT {
                late = true;
                libc::kill(pid, libc::SIGTERM);
            }
            std::thread::sleep(Duration::from_millis(20));
        }
        usage
    };
    let _ = std::fs::remove_dir_all(scratch.join("program.src"));
    let stderr = text(&told);
    let first = stderr.lines().find(|l| l.starts_with("error")).or(stderr.lines().next());
    let message = match status {
        0 => None,
        _ if late => Some(format!("not done after {} s", LIMIT.as_secs())),
        _ => Some(first.unwrap_or("no message").to_string()),
    };
    let megabytes = usage.ru_maxrss as f64 / 1024.0;
    Ok(Outcome { seconds: start.elapsed().as_secs_f64(), megabytes, message })
}

/// Names of the `rpython` package that a file uses: what it imports, and attributes of modules that it imports.
fn used(source: &str) -> BTreeSet<String> {
    let mut found = BTreeSet::new();
    let mut modules = BTreeMap::new();
    let mut rest = source.lines();
    while let Some(line) = rest.next() {
        let Some((module, mut names)) = from_import(line) else { continue };
        if names.trim_start().starts_with('(') {
            while !names.contains(')') {
                let Some(more) = rest.next() else { break };
                names = format!("{names} {}", more.split('#').next().unwrap_or_default());
            }
        }
        while names.trim_end().ends_with('\\') {
            let Some(more) = rest.next() else { break };
            names = format!("{} {more}", names.trim_end().trim_end_matches('\\'));
        }
        for part in names.trim().trim_matches(['(', ')']).split(',') {
            let mut words = part.split_whitespace();
            let Some(name) = words.next().filter(|n| is_name(n)) else { continue };
            let full = format!("{module}.{name}");
            modules.insert(words.nth(1).unwrap_or(name).to_string(), full.clone());
            found.insert(full);
        }
    }
    for (alias, full) in &modules {
        for (at, _) in source.match_indices(&format!("{alias}.")) {
            let before = source[..at].chars().next_back();
            let name: String = source[at + alias.len() + 1..]
                .chars()
                .take_while(|c| c.is_ascii_alphanumeric() || *c == '_')
                .collect();
            let lower = alias.chars().next().is_some_and(|c| c.is_ascii_lowercase());
            if lower
                && is_name(&name)
                && !before.is_some_and(|c| c.is_alphanumeric() || "_.'\"".contains(c))
            {
                found.insert(format!("{full}.{name}"));
            }
        }
    }
    found
}

/// `from rpython.… import names`: the module and the names.
fn from_import(line: &str) -> Option<(&str, String)> {
    let (module, names) = line.trim_start().strip_prefix("from ")?.split_once(" import ")?;
    let names = names.split('#').next().unwrap_or_default();
    module.starts_with("rpython.").then(|| (module.trim(), names.to_string()))
}

fn is_name(s: &str) -> bool {
    s.starts_with(|c: char| c.is_ascii_alphabetic() || c == '_')
        && s.chars().all(|c| c.is_ascii_alphanumeric() || c == '_')
}

/// A program that prints, while it is imported, which of `NAMES` it does not find. A name whose owner is no module (an attribute of a
/// class or function) counts as found.
const QUESTION: &str = r#"
import types


def missing(name):
    parts = name.split('.')
    for n in range(len(parts) - 1, 0, -1):
        try:
            found = __import__('.'.join(parts[:n]), None, None, ['*'])
        except ImportError:
            continue
        for part in parts[n:]:
            if not isinstance(found, types.ModuleType):
                return False
            try:
                found = getattr(found, part)
            except AttributeError:
                try:
                    found = __import__(found.__name__ + '.' + part, None, None, ['*'])
                except ImportError:
                    return True
        return False
    return True


for name in NAMES:
    if missing(name):
        print(name)


def target(driver, args):
    return lambda argv: 0
"#;

/// Prints how many names are used, and those that the library lacks with the checkouts that use them.
fn names(files: &[PathBuf], dir: &Path, tool: &Path) -> Result<(), String> {
    let mut users: BTreeMap<String, BTreeSet<String>> = BTreeMap::new();
    for file in files {
        let home = checkout(file, dir);
        let home = home.strip_prefix(dir).unwrap_or(&home).display().to_string();
        for name in used(&text(file)) {
            users.entry(name).or_default().insert(home.clone());
        }
    }
    let io = |e: std::io::Error| e.to_string();
    let scratch = tempfile::tempdir().map_err(io)?;
    let program = scratch.path().join("names.py");
    let list: Vec<String> = users.keys().map(|n| format!("'{n}',\n")).collect();
    std::fs::write(&program, format!("NAMES = [\n{}]\n{QUESTION}", list.concat())).map_err(io)?;
    let mut c = Command::new(tool);
    c.arg(&program).args(["-w", "--source", "--no-stdlib", "-o"]).arg(scratch.path().join("out"));
    let o = c.output().map_err(io)?;
    if !o.status.success() {
        return Err(String::from_utf8_lossy(&o.stderr).into_owned());
    }
    let answer = String::from_utf8_lossy(&o.stdout);
    let mut missing: Vec<&str> = answer.lines().filter(|l| users.contains_key(*l)).collect();
    missing.sort_by_key(|n| std::cmp::Reverse(users[*n].len()));
    println!("{} names are used, {} of them are missing", users.len(), missing.len());
    for name in missing {
        let who: Vec<&str> = users[name].iter().map(String::as_str).collect();
        println!("{:>3}  {name}  ({})", who.len(), who.join(", "));
    }
    Ok(())
}
