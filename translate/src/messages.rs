//! Choice of the messages that are told, and their form.

use crate::codes;
use crate::display;
use crate::failure::{Failure, Res, Sources};
use crate::render;
use annotator::Annotator;
use clap::{Args, ValueEnum};
use flowmodel::diag::{Diagnostic, Severity};
use std::io::IsTerminal;

/// Form of messages.
#[derive(Copy, Clone, PartialEq, Eq, Debug, Default, ValueEnum)]
pub enum Format {
    /// With lines of the program and carets
    #[default]
    Human,
    /// A line each: FILE:LINE:COLUMN: error[CODE]: TEXT
    Short,
    /// A JSON object for each, a line each
    Json,
}

/// Says what an option `-W` means.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Rule {
    /// `error`: warnings are errors.
    AllErrors,
    /// `error=NAME`: this one is.
    Error(&'static str),
    /// `NAME`: it is told, also if something said otherwise before.
    On(&'static str),
    /// `no-NAME`: it is not told.
    Off(&'static str),
}

/// Options for messages.
#[derive(Args, Clone, Debug, Default)]
pub struct Messages {
    /// No warnings (of what may differ from the untranslated program)
    #[arg(short = 'w', long)]
    pub no_warnings: bool,
    /// error: warnings are errors; error=NAME: this one is; no-NAME: it is not told; NAME: it is (see `translate explain`)
    #[arg(short = 'W', value_name = "WHAT", value_parser = rule)]
    pub warnings: Vec<Rule>,
    /// Warnings that are not told: as -W no-NAME
    #[arg(long, value_name = "NAME", value_parser = warning)]
    pub allow: Vec<&'static str>,
    /// Number of errors that are shown at most; 0: all
    #[arg(long, value_name = "N", default_value_t = 20)]
    pub error_limit: usize,
    /// Form of messages
    #[arg(long, value_enum, default_value = "human", value_name = "FORMAT")]
    pub message_format: Format,
}

/// The warning of this name.
fn warning(name: &str) -> Result<&'static str, String> {
    let warnings = || codes::CODES.iter().filter(|c| c.severity == Severity::Warning);
    if let Some(c) = warnings().find(|c| c.name == name) {
        return Ok(c.name);
    }
    Err(match flowmodel::similar::similar(name, warnings().map(|c| c.name)) {
        Some(n) => format!("there is no warning of this name; did you mean `{n}`?"),
        None => "there is no warning of this name; `translate explain` lists them".into(),
    })
}

fn rule(text: &str) -> Result<Rule, String> {
    match text {
        "error" => Ok(Rule::AllErrors),
        _ => match (text.strip_prefix("error="), text.strip_prefix("no-")) {
            (Some(name), _) => warning(name).map(Rule::Error),
            (_, Some(name)) if warning(text).is_err() => warning(name).map(Rule::Off),
            _ => warning(text).map(Rule::On),
        },
    }
}

impl Messages {
    /// Says how bad a warning is; `None`: it is not told. What is said last counts.
    fn severity(&self, code: &str) -> Option<Severity> {
        let mut told = !self.no_warnings && !self.allow.contains(&code);
        let mut error = false;
        for rule in &self.warnings {
            match rule {
                Rule::AllErrors => error = true,
                Rule::Error(name) if *name == code => (told, error) = (true, true),
                Rule::On(name) if *name == code => told = true,
                Rule::Off(name) if *name == code => told = false,
                _ => {}
            }
        }
        told.then_some(if error { Severity::Error } else { Severity::Warning })
    }

    /// Warnings as errors and as warnings, without those that are not told.
    pub fn settle(&self, warnings: &[Diagnostic]) -> (Vec<Diagnostic>, Vec<Diagnostic>) {
        let told = warnings.iter().filter_map(|w| {
            let severity = self.severity(w.code)?;
            Some(Diagnostic { severity, ..w.clone() })
        });
        told.partition(|w| w.severity == Severity::Error)
    }

    /// Shows diagnostics on stderr; with colours on a terminal.
    pub fn show<'d>(&self, ds: impl IntoIterator<Item = &'d Diagnostic>, sources: &Sources) {
        let sources = sources.borrow();
        for d in ds {
            let text = match self.message_format {
                Format::Human => render::render(d, &sources, std::io::stderr().is_terminal()),
                Format::Short => render::short(d, &sources),
                Format::Json => render::json(d, &sources).to_string(),
            };
            display::suspended(|| anstream::eprintln!("{text}"));
        }
    }
}

/// Hears of what comes before the end of a translation.
pub trait Listener {
    /// Warnings. An error ends the translation.
    fn warnings(&mut self, warnings: &[Diagnostic]) -> Res<()>;
    /// The program is annotated, or as much of it as errors allow.
    fn annotated(&mut self, _: &Annotator) {}
}

/// Shows warnings as the command line says.
pub struct Telling {
    pub(crate) messages: Messages,
    pub(crate) sources: Sources,
    /// Messages that were told: another attempt would tell them again.
    pub(crate) told: Vec<Diagnostic>,
}

impl Telling {
    /// Tells messages by these options, of a program with these texts.
    pub fn new(messages: &Messages, sources: &Sources) -> Telling {
        Telling { messages: messages.clone(), sources: sources.clone(), told: vec![] }
    }

    /// Counts the warnings that were told.
    pub fn count(&self) -> usize {
        self.told.len()
    }
}

impl Listener for Telling {
    fn warnings(&mut self, warnings: &[Diagnostic]) -> Res<()> {
        let (errors, mut warnings) = self.messages.settle(warnings);
        warnings.retain(|w| !self.told.contains(w));
        self.messages.show(&warnings, &self.sources);
        self.told.extend(warnings);
        if errors.is_empty() { Ok(()) } else { Err(Failure::User(errors)) }
    }
}
