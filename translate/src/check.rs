//! `translate check`: errors and warnings of a program, without making anything.

use crate::cli::{Check, Cli};
use crate::driver::{self, Failure, Listener, Res, Sources};
use crate::messages::Messages;
use crate::translation::Translation;
use annotator::Annotator;
use flowmodel::diag::Diagnostic;
use std::cell::RefCell;
use std::process::ExitCode;
use std::rc::Rc;

/// The command.
pub fn run(check: Check) -> ExitCode {
    let (cli, sources) = (check.translation(), Sources::default());
    let typed =
        driver::guarded(|| Translation::of_program(cli.clone(), &sources).rtype().map(drop));
    typed.map_or_else(|failure| driver::report(failure, &cli, &sources), |()| ExitCode::SUCCESS)
}

/// What was heard of a translation: warnings, and what was seen in the annotator.
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
        self.heard.borrow_mut().warnings.extend(errors.into_iter().chain(warnings));
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
    let typed = driver::guarded(|| {
        let translation = Translation::of_program(cli.clone(), sources);
        translation.heard_by(Box::new(listener)).rtype().map(drop)
    });
    let Heard { warnings: mut found, seen } = heard.replace(Heard { warnings: vec![], seen: None });
    match typed {
        Ok(()) => {}
        Err(Failure::User(errors)) => found.extend(errors),
        Err(Failure::Io(m)) => return Err(m),
        Err(Failure::Internal(stage, m, _)) => {
            return Err(format!("internal error in stage {stage}: {m}"));
        }
    }
    Ok((found, seen))
}
