//! Shared parts of the end-to-end tests: paths, processes with a time limit, comparison of texts.

pub mod bf;
pub mod case;
pub mod chapter;
pub mod failing;
pub mod guests;
pub mod matrix;
pub mod settings;
pub mod suite;

pub use suite::skipped;

use std::cell::Cell;
use std::collections::BTreeMap;
use std::fmt::Write as _;
use std::fs;
use std::io::{Read, Write};
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};
use std::sync::{Arc, Mutex, OnceLock, mpsc};
use std::time::Duration;

/// Root of the workspace.
pub fn root() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).parent().expect("translate/ has a parent").to_path_buf()
}

/// Says whether expected texts are to be written instead of compared.
pub fn bless() -> bool {
    std::env::var_os("BLESS").is_some_and(|v| v == "1")
}

/// Says whether the environment variable is set to something other than "" and "0".
pub fn flag(name: &str) -> bool {
    std::env::var(name).is_ok_and(|v| !v.is_empty() && v != "0")
}

/// The number that this environment variable says; without it one for a short run and another for the long one.
pub fn count(name: &str, short: u64, long: u64) -> u64 {
    let said = std::env::var(name).ok().and_then(|v| v.parse().ok());
    said.unwrap_or(if flag("TRACEWRIGHT_ALL") { long } else { short })
}

/// The seed that this environment variable says; 1 without it.
pub fn seed(name: &str) -> u64 {
    count(name, 1, 1)
}

/// Arguments of the test run, with a thread per core unless told otherwise.
pub fn arguments() -> libtest_mimic::Arguments {
    let mut args = libtest_mimic::Arguments::from_args();
    let cores = std::thread::available_parallelism().map_or(2, |n| n.get());
    // (One more than cores: some tests wait.)
    args.test_threads.get_or_insert(cores + 1);
    args
}

/// Says what a process did.
pub struct Outcome {
    /// Exit code; -signal if a signal ended it.
    pub code: i32,
    pub stdout: Vec<u8>,
    pub stderr: String,
}

impl Outcome {
    /// All of it, for messages.
    pub fn report(&self) -> String {
        format!(
            "exit code {}\n--- stdout\n{}--- stderr\n{}",
            self.code,
            String::from_utf8_lossy(&self.stdout),
            self.stderr
        )
    }
}

/// Starts the command with the signals as a shell gives them: a test run in the background has some of them ignored, and its
/// children would, too.
pub fn default_signals(command: &mut Command) -> &mut Command {
    use std::os::unix::process::CommandExt;
    // SAFETY: `signal` may be called between fork and exec.
    unsafe {
        command.pre_exec(|| {
            for signal in [libc::SIGINT, libc::SIGTERM, libc::SIGHUP, libc::SIGQUIT] {
                libc::signal(signal, libc::SIG_DFL);
            }
            Ok(())
        })
    }
}

/// Runs the command with this input; an error if it takes longer than `seconds`.
pub fn run(command: &mut Command, stdin: &[u8], seconds: u64) -> Result<Outcome, String> {
    command.stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::piped());
    let mut child = command.spawn().map_err(|e| format!("{command:?}: {e}"))?;
    let mut input = child.stdin.take().expect("piped");
    let mut output = child.stdout.take().expect("piped");
    let mut errors = child.stderr.take().expect("piped");
    let given = stdin.to_vec();
    std::thread::scope(|scope| {
        scope.spawn(move || {
            let _ = input.write_all(&given);
        });
        let out = scope.spawn(move || {
            let mut all = vec![];
            let _ = output.read_to_end(&mut all);
            all
        });
        let err = scope.spawn(move || {
            let mut all = vec![];
            let _ = errors.read_to_end(&mut all);
            String::from_utf8_lossy(&all).into_owned()
        });
        // A watchdog, so that waiting needs no polling.
        let (done, finished) = mpsc::channel::<()>();
        let pid = child.id();
        let dog = scope.spawn(move || {
            let late = finished.recv_timeout(Duration::from_secs(seconds))
                == Err(mpsc::RecvTimeoutError::Timeout);
            if late {
                let _ = Command::new("kill").args(["-9", &pid.to_string()]).status();
            }
            late
        });
        let stdout = out.join().expect("reader");
        let stderr = err.join().expect("reader");
        let status = child.wait().map_err(|e| e.to_string());
        drop(done);
        let late = dog.join().expect("watchdog");
        let status = status?;
        if late {
            return Err(format!("{command:?} did not finish in {seconds} s"));
        }
        use std::os::unix::process::ExitStatusExt;
        let code = status.code().unwrap_or_else(|| -status.signal().unwrap_or(999));
        Ok(Outcome { code, stdout, stderr })
    })
}

/// Folder in which the objects of programs are kept for the next run.
pub const CACHE: &str = concat!(env!("CARGO_TARGET_TMPDIR"), "/cache");

/// The `translate` command, with nothing in its environment that could change the result.
pub fn translate() -> Command {
    let mut c = Command::new(env!("CARGO_BIN_EXE_translate"));
    c.env("TRACEWRIGHT_CACHE", CACHE);
    c.env_remove("CC").env_remove("CFLAGS");
    c
}

/// Translates a file of the workspace (or an absolute path) to `output`; an error if that fails.
pub fn build(program: &Path, options: &[&str], output: &Path) -> Result<(), String> {
    let mut c = translate();
    c.arg(root().join(program)).args(options).arg("-o").arg(output);
    if let Some(dir) = output.parent() {
        c.current_dir(dir);
    }
    let o = run(&mut c, b"", 900)?;
    if o.code != 0 {
        return Err(format!(
            "translate {} {}: {}",
            program.display(),
            options.join(" "),
            o.report()
        ));
    }
    Ok(())
}

thread_local! {
    static BACKEND: Cell<&'static str> = const { Cell::new(suite::USUAL) };
}

/// Names what makes the programs of the test that this thread runs: the object back end, in the long run once more the
/// C back end.
pub fn backend() -> &'static str {
    BACKEND.get()
}

/// Sets the back end that makes the tests of this thread from now on.
pub fn set_backend(backend: &'static str) {
    BACKEND.set(backend);
}

type Slot = Arc<OnceLock<Result<PathBuf, String>>>;

/// The executable of a program with these options, made once for all tests; by [`backend`] unless the options say.
pub fn made(program: &Path, options: &[&str]) -> Result<PathBuf, String> {
    static MADE: Mutex<BTreeMap<Vec<String>, Slot>> = Mutex::new(BTreeMap::new());
    let mut options: Vec<&str> = options.to_vec();
    if !options.contains(&"--backend") {
        options.extend(["--backend", backend()]);
    }
    let program = root().join(program);
    let name = program.file_stem().unwrap_or_default().to_string_lossy().into_owned();
    let key =
        [program.display().to_string()].into_iter().chain(options.iter().map(|o| o.to_string()));
    let (slot, number) = {
        let mut all = MADE.lock().map_err(|e| e.to_string())?;
        let number = all.len();
        (all.entry(key.collect()).or_default().clone(), number)
    };
    slot.get_or_init(|| {
        let dir = scratch().join(number.to_string());
        fs::create_dir_all(&dir).map_err(|e| e.to_string())?;
        let exe = dir.join(name);
        build(&program, &options, &exe)?;
        Ok(exe)
    })
    .clone()
}

/// A folder for the executables of this run.
pub fn scratch() -> &'static Path {
    static DIR: OnceLock<PathBuf> = OnceLock::new();
    DIR.get_or_init(|| {
        let dir =
            Path::new(env!("CARGO_TARGET_TMPDIR")).join(format!("run-{}", std::process::id()));
        fs::create_dir_all(&dir).expect("scratch folder");
        dir
    })
}

/// Takes the executables of this run away.
pub fn clean() {
    let _ = fs::remove_dir_all(scratch());
}

/// An error that shows where two texts part, unless they are equal.
pub fn same(what: &str, expected: &[u8], got: &[u8]) -> Result<(), String> {
    if expected == got {
        return Ok(());
    }
    let (e, g) = (String::from_utf8_lossy(expected), String::from_utf8_lossy(got));
    let mut text = format!("{what} differs\n");
    let (mut el, mut gl) = (e.lines(), g.lines());
    let mut line = 0;
    let mut shown = 0;
    loop {
        line += 1;
        match (el.next(), gl.next()) {
            (None, None) => break,
            (a, b) if a == b => continue,
            (a, b) => {
                let _ = writeln!(
                    text,
                    "line {line}: expected {a:?}\n{:>w$}      got {b:?}",
                    "",
                    w = line.to_string().len() + 2
                );
                shown += 1;
                if shown == 6 {
                    text.push_str("…\n");
                    break;
                }
            }
        }
    }
    Err(text)
}

/// Compares with a stored text, or stores it.
pub fn against_stored(path: &Path, got: &[u8]) -> Result<(), String> {
    if bless() {
        return fs::write(path, got).map_err(|e| format!("{}: {e}", path.display()));
    }
    let stored =
        fs::read(path).map_err(|e| format!("{}: {e}; BLESS=1 writes it", path.display()))?;
    same(&format!("{}", path.display()), &stored, got)
}

/// All files below a folder with this extension, sorted.
pub fn files(dir: &Path, extension: &str) -> Vec<PathBuf> {
    let mut found = vec![];
    let mut todo = vec![dir.to_path_buf()];
    while let Some(d) = todo.pop() {
        let Ok(entries) = fs::read_dir(&d) else { continue };
        for e in entries.flatten() {
            let p = e.path();
            if p.is_dir() {
                todo.push(p);
            } else if p.extension().is_some_and(|x| x == extension) {
                found.push(p);
            }
        }
    }
    found.sort();
    found
}

/// Says whether clang is installed.
pub fn has_clang() -> bool {
    let path = std::env::var_os("PATH").unwrap_or_default();
    std::env::split_paths(&path).any(|dir| dir.join("clang").is_file())
}

/// `python3`, if it is there: the interpreter itself, since the command may be a script that looks for it each time.
pub fn python() -> Option<&'static str> {
    static FOUND: std::sync::OnceLock<Option<String>> = std::sync::OnceLock::new();
    let found = FOUND.get_or_init(|| {
        let asked =
            Command::new("python3").args(["-c", "import sys; print(sys.executable)"]).output();
        let answer = asked.ok().filter(|o| o.status.success());
        let path = answer.map(|o| String::from_utf8_lossy(&o.stdout).trim().to_string());
        if path.is_none() {
            skipped("python3 is missing, so stored outputs are not checked against CPython");
        }
        path
    });
    found.as_deref()
}

/// CPython on a program of the language, without what the installation adds at each start; `None` without `python3`.
pub fn cpython(program: &Path) -> Option<Command> {
    let mut c = Command::new(python()?);
    c.arg("-S").arg(root().join("rlib/run.py")).arg(program);
    // The library is compiled once, and not beside its sources.
    c.env_remove("PYTHONDONTWRITEBYTECODE");
    c.env("PYTHONPYCACHEPREFIX", concat!(env!("CARGO_TARGET_TMPDIR"), "/python"));
    Some(c)
}

/// Writes another text of a program into a folder, with links to what stands beside the program (its modules), and returns the
/// file.
pub fn place_changed(program: &Path, text: &str, dir: &Path) -> std::io::Result<PathBuf> {
    let file = dir.join(program.file_name().unwrap_or_default());
    let folder = program.parent().unwrap_or(program);
    for other in fs::read_dir(folder).into_iter().flatten().flatten() {
        let link = dir.join(other.file_name());
        if link != file {
            std::os::unix::fs::symlink(other.path(), link)?;
        }
    }
    fs::write(&file, text)?;
    Ok(file)
}
