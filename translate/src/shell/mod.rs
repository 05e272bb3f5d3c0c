//! `translate shell`: translations step by step at a prompt. What is typed is Python, run by the interpreter of import time.

mod steps;

use crate::cli::{Cli, Generation};
use crate::failure::Sources;
use crate::{ends, render, stdlib, target};
use clap::Parser;
use flowmodel::HostRef;
use flowspace::Python;
use flowspace::host::{HErr, Host, Input, import, input_state, lookups, program, registry};
use rustyline::completion::Completer;
use rustyline::error::ReadlineError;
use rustyline::highlight::Highlighter;
use rustyline::hint::Hinter;
use rustyline::validate::{ValidationContext, ValidationResult, Validator};
use rustyline::{Context, Editor, Helper};
use std::cell::RefCell;
use std::io::{IsTerminal, Write};
use std::path::PathBuf;
use std::process::ExitCode;
use std::rc::Rc;
use std::sync::atomic::Ordering;

/// An interactive translator: Python at a prompt, with `Translation`.
///
/// t = Translation(f, [int]) is the translation of a function with arguments of these types; t.annotate(), t.rtype(), t.backendopt(),
/// t.source() and t.compile() are its steps, t.view() prints graphs. f may be typed in, or come from a file: `from prog import f`.
/// docs/HOWTO.md shows a session.
#[derive(Parser, Debug)]
#[command(name = "translate shell", bin_name = "translate shell", max_term_width = 100)]
pub struct Shell {
    /// Python of the session (default: what both have in common; what only one has decides)
    #[arg(long, value_enum, value_name = "GENERATION")]
    pub python: Option<Generation>,
    /// Begin with the names of this file
    pub file: Option<PathBuf>,
    /// Arguments that it sees as `sys.argv`
    #[arg(trailing_var_arg = true, allow_hyphen_values = true)]
    pub args: Vec<String>,
}

/// The heap, and the names of the session.
struct Session {
    host: Host,
    globals: HostRef,
    /// Number of inputs.
    count: usize,
}

impl Session {
    /// Begins a session with `Translation` and the names of the file.
    fn new(shell: &Shell) -> Result<Session, String> {
        let file = shell.file.clone().unwrap_or("-".into());
        let mut cli = Cli::of(&file);
        cli.args = shell.args.clone();
        let python = shell.python.map(|p| match p {
            Generation::Two => Python::Two,
            Generation::Three => Python::Three,
        });
        let sources = Sources::default();
        let mut host = target::fresh_host(&cli, &sources, python);
        if let Some(library) = stdlib::folder(&cli) {
            import::add_installed_path(&mut host, &library);
        }
        steps::install(&mut host);
        ends::interrupts(Some(host.run.interrupt.clone()));
        import::add_search_path(&mut host, ".".as_ref());
        let module = match shell.file {
            None => registry::new_module(&mut host, "__main__", None),
            Some(_) => import::target(&mut host, &file).map_err(|ds| {
                let texts = ds.iter().map(|d| render::render(d, &sources.borrow(), false));
                texts.collect::<Vec<_>>().join("\n")
            })?,
        };
        let globals = lookups::own_dict(&host, module).ok_or("a module without names")?;
        let mut session = Session { host, globals, count: 0 };
        let begin = "from rpython.translator.interactive import Translation, TranslationError";
        program::interact(&mut session.host, "<start>", begin, globals)
            .map_err(|e| session.told(e))?;
        Ok(session)
    }

    /// Gives the text that is shown of an exception.
    fn told(&mut self, e: HErr) -> String {
        let h = &mut self.host;
        if let Some(errors) = program::diagnostics_in(h, e) {
            let sources = h.sources.borrow();
            let all = errors.iter().map(|d| render::render(d, &sources, false));
            return all.collect::<Vec<_>>().join("\n");
        }
        // What the translator says has its places itself.
        let is_ours = h
            .ns_get(self.globals, "TranslationError")
            .is_some_and(|c| h.is_subclass(h.class_of(e.0), c));
        match is_ours {
            true => h.str_of(e.0).unwrap_or_default(),
            false => program::traceback_text(h, e).trim_end().into(),
        }
    }

    /// Runs an input; the exit code if it ends the session.
    fn run(&mut self, text: &str) -> Option<u8> {
        self.count += 1;
        self.host.run.interrupt.store(false, Ordering::Relaxed); // of what has ended
        let name = format!("<input {}>", self.count);
        let result =
            program::interact(&mut self.host, &name, text, self.globals).and_then(|value| {
                let Some(v) = value else { return Ok(()) };
                let text = self.host.repr(v)?;
                println!("{text}");
                Ok(())
            });
        std::io::stdout().flush().ok();
        let Err(e) = result else { return None };
        if self.host.err_is(e, "SystemExit") {
            return Some(program::uncaught(&mut self.host, e));
        }
        eprintln!("{}", self.told(e));
        None
    }
}

/// Holds what the line editor asks.
struct Asked {
    session: Rc<RefCell<Session>>,
}

impl Helper for Asked {}

impl Highlighter for Asked {}

impl Hinter for Asked {
    type Hint = String;
}

impl Validator for Asked {
    fn validate(&self, c: &mut ValidationContext) -> rustyline::Result<ValidationResult> {
        Ok(match input_state(c.input()) {
            Input::Open => ValidationResult::Incomplete,
            Input::Complete | Input::Wrong => ValidationResult::Valid(None),
        })
    }
}

impl Completer for Asked {
    type Candidate = String;

    fn complete(
        &self,
        line: &str,
        pos: usize,
        _: &Context<'_>,
    ) -> rustyline::Result<(usize, Vec<String>)> {
        let part = |c: char| c.is_alphanumeric() || c == '_' || c == '.';
        let start = line[..pos].rfind(|c| !part(c)).map_or(0, |i| i + 1);
        let word = &line[start..pos];
        if word.is_empty() {
            // At the start of a line of a block, the key indents.
            return Ok((pos, vec!["    ".into()]));
        }
        let mut s = self.session.borrow_mut();
        let Session { host, globals, .. } = &mut *s;
        let names = steps::completions(host, *globals, word);
        let at = word.rfind('.').map_or(start, |dot| start + dot + 1);
        Ok((at, names))
    }
}

/// Gives the file with the lines of earlier sessions.
fn history() -> Option<PathBuf> {
    let state = std::env::var_os("XDG_STATE_HOME").map(PathBuf::from);
    let state =
        state.or_else(|| Some(PathBuf::from(std::env::var_os("HOME")?).join(".local/state")));
    Some(state?.join("tracewright/history"))
}

/// Runs the command; the exit code is 0, or what `exit()` was given.
pub fn run(shell: &Shell) -> ExitCode {
    let session = match Session::new(shell) {
        Ok(s) => Rc::new(RefCell::new(s)),
        Err(m) => {
            eprintln!("{m}");
            return ExitCode::from(1);
        }
    };
    let code = prompt(&session);
    steps::forget();
    match code {
        Ok(code) => ExitCode::from(code),
        Err(e) => {
            eprintln!("translate shell: {e}");
            ExitCode::from(1)
        }
    }
}

fn prompt(session: &Rc<RefCell<Session>>) -> rustyline::Result<u8> {
    let config = rustyline::Config::builder().auto_add_history(true).build();
    let mut editor = Editor::with_config(config)?;
    editor.set_helper(Some(Asked { session: session.clone() }));
    let terminal = std::io::stdin().is_terminal();
    let history = history().filter(|_| terminal);
    if let Some(file) = &history {
        // There is none the first time.
        editor.load_history(file).ok();
    }
    if terminal {
        println!(
            "Tracewright {}. Try t = Translation(f, [int]); exit() ends.",
            env!("CARGO_PKG_VERSION")
        );
    }
    let code = loop {
        match editor.readline(">>> ") {
            Ok(text) => {
                if let Some(code) = session.borrow_mut().run(&text) {
                    break code;
                }
            }
            Err(ReadlineError::Interrupted) => eprintln!("KeyboardInterrupt"),
            Err(ReadlineError::Eof) => break 0,
            Err(e) => return Err(e),
        }
    };
    if let Some(file) = &history {
        let made = file.parent().map_or(Ok(()), std::fs::create_dir_all);
        if made.and_then(|()| editor.save_history(file).map_err(std::io::Error::other)).is_err() {
            eprintln!("translate shell: {} cannot be written", file.display());
        }
    }
    Ok(code)
}
