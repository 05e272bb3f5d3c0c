//! `translate check`: errors and warnings of a program, without making anything.

use crate::cli::Cli;
use crate::driver::{self, Failure, Listener, Res, Sources, Timer};
use annotator::Annotator;
use flowmodel::diag::Diagnostic;
use std::process::ExitCode;

/// The command.
pub fn run(cli: &Cli) -> ExitCode {
    let sources = Sources::default();
    let typed =
        driver::guarded(|| driver::front_end(cli, &sources, &mut Timer::new(cli)).map(drop));
    typed.map_or_else(|failure| driver::report(failure, cli, &sources), |()| ExitCode::SUCCESS)
}

/// Collects warnings.
struct Collected<'a> {
    cli: &'a Cli,
    warnings: Vec<Diagnostic>,
    look: &'a mut dyn FnMut(&Annotator),
}

impl Listener for Collected<'_> {
    fn warnings(&mut self, warnings: &[Diagnostic]) -> Res<()> {
        let (errors, warnings) = self.cli.messages.settle(warnings);
        self.warnings.extend(errors);
        self.warnings.extend(warnings);
        Ok(())
    }

    fn annotated(&mut self, ann: &Annotator) {
        // Another attempt tells the warnings again.
        self.warnings.clear();
        (self.look)(ann);
    }
}

/// Errors and warnings of a program; `look` sees it annotated (again, if it takes several attempts). Errors: the mistake is ours.
pub fn diagnose(
    cli: &Cli,
    sources: &Sources,
    look: &mut dyn FnMut(&Annotator),
) -> Result<Vec<Diagnostic>, String> {
    let mut heard = Collected { cli, warnings: vec![], look };
    let typed = driver::guarded(|| {
        driver::front_end_heard(cli, sources, &mut Timer::new(cli), &mut heard).map(drop)
    });
    let mut found = heard.warnings;
    match typed {
        Ok(()) => {}
        Err(Failure::User(errors)) => found.extend(errors),
        Err(Failure::Io(m)) => return Err(m),
        Err(Failure::Internal(stage, m, _)) => {
            return Err(format!("internal error in stage {stage}: {m}"));
        }
    }
    Ok(found)
}
