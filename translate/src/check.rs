//! `translate check`: errors and warnings of a program, without making anything.

use crate::cli::{Check, Cli};
use crate::driver;
use crate::failure::{Failure, Res, Sources};
use crate::messages::{Format, Listener, Messages, Telling};
use crate::translation::Translation;
use annotator::Annotator;
use flowmodel::diag::Diagnostic;
use std::cell::{Cell, RefCell};
use std::io::IsTerminal;
use std::process::ExitCode;
use std::rc::Rc;

/// The command.
pub fn run(check: Check) -> ExitCode {
    let (cli, sources) = (check.translation(), Sources::default());
    let warnings = Rc::new(Cell::new(0));
    let counting =
        Counting { telling: Telling::new(&cli.messages, &sources), warnings: warnings.clone() };
    let translation = Translation::of_program(cli.clone(), &sources);
    let mut translation = translation.heard_by(Box::new(counting));
    let checked = match cli.follows_hints() {
        true => translation.check_for_jit(),
        false => translation.rtype().map(drop),
    };
    if let Err(failure) = checked {
        return driver::report(failure, &cli, &sources);
    }
    // Who reads what is piped wants to see nothing where there is nothing.
    if std::io::stderr().is_terminal() && cli.messages.message_format != Format::Json {
        let n = warnings.get();
        let s = if n == 1 { "" } else { "s" };
        eprintln!("translate: {}: 0 errors, {n} warning{s}", cli.target.display());
    }
    ExitCode::SUCCESS
}

/// Tells warnings, and counts them.
struct Counting {
    telling: Telling,
    warnings: Rc<Cell<usize>>,
}

impl Listener for Counting {
    fn warnings(&mut self, warnings: &[Diagnostic]) -> Res<()> {
        let result = self.telling.warnings(warnings);
        self.warnings.set(self.telling.count());
        result
    }
}

/// Holds what was heard of a translation: warnings, and what was seen in the annotator.
struct Heard<T> {
    warnings: Vec<Diagnostic>,
    seen: Option<T>,
}

/// Collects warnings, and looks.
struct Collecting<T, F> {
    messages: Messages,
    look: F,
    heard: Rc<RefCell<Heard<T>>>,
}

impl<T, F: FnMut(&Annotator) -> T> Listener for Collecting<T, F> {
    fn warnings(&mut self, warnings: &[Diagnostic]) -> Res<()> {
        let (errors, warnings) = self.messages.settle(warnings);
        // (Another attempt tells the same once more.)
        let mut heard = self.heard.borrow_mut();
        for w in errors.into_iter().chain(warnings) {
            if !heard.warnings.contains(&w) {
                heard.warnings.push(w);
            }
        }
        Ok(())
    }

    fn annotated(&mut self, ann: &Annotator) {
        // Another attempt tells the warnings again.
        *self.heard.borrow_mut() = Heard { warnings: vec![], seen: Some((self.look)(ann)) };
    }
}

/// Errors and warnings of a program, and what `look` sees in it once it is annotated. Errors: the mistake is ours.
pub fn diagnose<T: 'static>(
    cli: &Cli,
    sources: &Sources,
    look: impl FnMut(&Annotator) -> T + 'static,
) -> Result<(Vec<Diagnostic>, Option<T>), String> {
    let heard = Rc::new(RefCell::new(Heard { warnings: vec![], seen: None }));
    let listener = Collecting { messages: cli.messages.clone(), look, heard: heard.clone() };
    let translation = Translation::of_program(cli.clone(), sources);
    let typed = translation.heard_by(Box::new(listener)).rtype().map(drop);
    let Heard { warnings: mut found, seen } = heard.replace(Heard { warnings: vec![], seen: None });
    match typed {
        Ok(()) => {}
        Err(Failure::User(errors)) if errors.is_empty() => {
            return Err("it failed and does not say why".into());
        }
        Err(Failure::User(errors)) => found.extend(errors),
        Err(Failure::Io(m)) => return Err(m),
        Err(Failure::Internal(stage, m, _)) => {
            return Err(format!("internal error in stage {stage}: {m}"));
        }
    }
    Ok((found, seen))
}
