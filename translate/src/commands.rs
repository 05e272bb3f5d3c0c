//! The command line as a whole: translating, and the other commands.

use crate::cli::Cli;
use crate::{
    check, cli, codes, compare, driver, ends, lab, lsp, on_big_stack, shell, skeleton, test_jit,
    untranslated, view,
};
use clap::{Args, CommandFactory, FromArgMatches, Subcommand};
use std::io::Write;
use std::process::ExitCode;

/// The parser of the whole command line: that of a translation, and the other commands.
fn parser() -> clap::Command {
    let translation = Cli::command();
    let [short, long] = [translation.get_about(), translation.get_long_about()].map(|a| a.cloned());
    Command::augment_subcommands(translation)
        .about(short.unwrap_or_default())
        .long_about(long.unwrap_or_default())
        .args_conflicts_with_subcommands(true)
        .subcommand_negates_reqs(true)
        .disable_help_subcommand(true)
}

/// The other commands. (A program of such a name is translated as `./NAME`.)
#[derive(Subcommand, Debug)]
pub enum Command {
    /// Look for errors in a program, and make nothing
    Check(cli::Check),
    /// Tell what an error or a warning means
    Explain(cli::Explain),
    /// A language server for editors, over stdin and stdout
    Lsp(lsp::Lsp),
    /// Run a program untranslated
    Run(untranslated::Run),
    /// Run a program untranslated, with its JIT
    TestJit(test_jit::TestJit),
    /// An interactive translator
    Shell(shell::Shell),
    /// Write a skeleton interpreter with a JIT
    New(skeleton::New),
    /// Show what partial evaluator, tracer and optimiser make of small programs in text
    Lab(lab::Lab),
    /// Compare what the JIT's generators and --specialize make of one guest program
    Compare(compare::Compare),
    /// Make pages of dumps of graphs, and of the logs of a JIT
    View(view::View),
    /// Print the completions of a shell
    Completions(Completions),
    /// Print the man page
    Man(Man),
}

/// Prints completions, for `bash` to `source`, or for the folder where the shell looks for them.
#[derive(Args, Debug)]
pub struct Completions {
    /// The shell
    #[arg(value_enum)]
    pub shell: clap_complete::Shell,
}

/// Prints the man page: `translate man > translate.1`, `translate man run > translate-run.1`.
#[derive(Args, Debug)]
pub struct Man {
    /// The command; none: translating
    pub command: Option<String>,
}

/// Runs the command line of the process; the exit code.
pub fn run() -> ExitCode {
    std::panic::set_hook(Box::new(driver::panicked));
    let matches = parser().get_matches();
    let command = matches
        .subcommand_name()
        .map(|_| Command::from_arg_matches(&matches).unwrap_or_else(|e| e.exit()));
    let work: Box<dyn FnOnce() -> ExitCode + Send> = match command {
        Some(Command::Check(c)) => Box::new(move || check::run(c)),
        Some(Command::Explain(e)) => return codes::explain(e.code.as_deref()),
        Some(Command::Lsp(l)) => return lsp::run(&l),
        Some(Command::Run(r)) => Box::new(move || untranslated::run(&r)),
        Some(Command::TestJit(t)) => Box::new(move || test_jit::run(&t)),
        Some(Command::Shell(s)) => Box::new(move || shell::run(&s)),
        Some(Command::New(n)) => Box::new(move || skeleton::run(&n)),
        Some(Command::Lab(l)) => Box::new(move || lab::run(&l)),
        Some(Command::Compare(c)) => Box::new(move || compare::run(&c)),
        Some(Command::View(v)) => Box::new(move || view::run(&v)),
        Some(Command::Completions(c)) => return completions(c.shell),
        Some(Command::Man(m)) => return man(m.command.as_deref()),
        None => {
            let mut cli = Cli::from_arg_matches(&matches).unwrap_or_else(|e| e.exit());
            if let Err(m) = cli.settle() {
                eprintln!("translate: {m}");
                return ExitCode::from(1);
            }
            Box::new(move || driver::run(&cli))
        }
    };
    ends::watch();
    match on_big_stack(work) {
        Ok(code) => code,
        Err(m) => {
            if !m.is_empty() {
                eprintln!("translate: {m}");
            }
            ExitCode::from(3)
        }
    }
}

/// Writes to stdout; a reader that has seen enough is no error.
fn print(text: &[u8]) -> ExitCode {
    let _ = std::io::stdout().lock().write_all(text);
    ExitCode::SUCCESS
}

fn completions(shell: clap_complete::Shell) -> ExitCode {
    let mut text = vec![];
    clap_complete::generate(shell, &mut parser(), "translate", &mut text);
    print(&text)
}

fn man(name: Option<&str>) -> ExitCode {
    let mut command = parser();
    command.build();
    let command = match name {
        None => command,
        Some(name) => match command.find_subcommand(name) {
            Some(found) => {
                let shown: &'static str = format!("translate-{name}").leak();
                found.clone().name(shown)
            }
            None => {
                eprintln!("translate man: there is no command {name}");
                return ExitCode::from(1);
            }
        },
    };
    let mut text = vec![];
    match clap_mangen::Man::new(command).render(&mut text) {
        Ok(()) => print(&text),
        Err(e) => {
            eprintln!("translate man: {e}");
            ExitCode::from(1)
        }
    }
}
