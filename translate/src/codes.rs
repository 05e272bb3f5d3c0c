//! Codes of diagnostics: the table of all, and what each means.
//!
//! A code is a name that stays. What is told of it is a file of `docs/errors`: a title, an explanation, and where a program can show it
//! in a few lines, a wrong example and a mended one.

use flowmodel::diag::Severity;
use std::process::ExitCode;

/// A kind of diagnostic.
#[derive(Debug)]
pub struct Code {
    /// Name as in `error[name]`, `-W name`, `translate explain name`.
    pub name: &'static str,
    /// Says whether it is an error, or a warning that can be turned off.
    pub severity: Severity,
    /// The explanation, as Markdown. The first line is the name and a title.
    pub text: &'static str,
}

macro_rules! codes {
    ($(error: $($error:literal)*; warning: $($warning:literal)*;)*) => {
        /// All codes: errors, then warnings.
        pub const CODES: &[Code] = &[$(
            $(Code {
                name: $error,
                severity: Severity::Error,
                text: include_str!(concat!("../../docs/errors/", $error, ".md")),
            },)*
            $(Code {
                name: $warning,
                severity: Severity::Warning,
                text: include_str!(concat!("../../docs/errors/", $warning, ".md")),
            },)*
        )*];
    };
}

codes! {
    error:
        "syntax" "name" "no-module" "import" "import-time" "interrupted" "io" "target" "union" "union-none" "union-classes"
        "union-tuples" "union-text" "operand" "argument-type" "argument-count" "conversion"
        "not-iterable" "unpack" "index" "immutable" "no-attribute" "never-set" "from-none" "read-only"
        "slots" "no-method" "no-special-method" "not-callable" "not-rpython" "unsupported"
        "run-time" "dynamic-name" "constant-needed" "star-arguments" "attribute-test"
        "exception-arguments" "format-string" "text-and-bytes" "slice-step" "fixed-size"
        "prebuilt" "big-integer" "raise" "ovfcheck" "enforceargs" "annotation" "abstract-class" "specialize-hint" "memo"
        "typing" "no-result" "lltype" "jit-driver" "jit-hint" "jit-parameter" "jit-virtualizable"
        "no-merge-point" "jit" "jitpolicy" "binding-time" "specialize" "compare" "gc" "backend"
        "internal";
    warning:
        "int-division" "wraps-around" "is-on-values" "unhashable-key" "keyboard-interrupt"
        "mixed-numbers" "set-order" "never-equal" "utf8-length" "long-double" "unused-format-value"
        "missing-return" "unset-attribute" "text-method" "comparison-method" "hint-without-effect" "parameter-without-effect"
        "unknown-field-hint" "immutable-changed" "impure-elidable" "virtualizable-stored" "promoted" "calls-not-inlined" "arguments-kept"
        "hint-would-pay";
}

impl Code {
    /// Says in a few words what it is about.
    pub fn title(&self) -> &'static str {
        let first = self.text.lines().next().unwrap_or_default();
        first.split_once(": ").map_or("", |(_, title)| title)
    }
}

/// The code of a name.
pub fn find(name: &str) -> Option<&'static Code> {
    CODES.iter().find(|c| c.name == name)
}

/// `translate explain`; without a code it lists all.
pub fn explain(code: Option<&str>) -> ExitCode {
    let Some(wanted) = code else {
        print!("{}", list(|c| format!("  {:<26} {}\n", c.name, c.title())));
        return ExitCode::SUCCESS;
    };
    // Also as it stands in a message: error[name].
    let name = wanted.split(['[', ']']).nth(1).unwrap_or(wanted);
    if let Some(code) = find(name) {
        print!("{}", code.text);
        return ExitCode::SUCCESS;
    }
    let meant = flowmodel::similar::similar(name, CODES.iter().map(|c| c.name));
    let note = meant
        .map_or("`translate explain` lists them all".into(), |n| format!("did you mean `{n}`?"));
    eprintln!("translate: there is no code `{name}`; {note}");
    ExitCode::from(1)
}

/// All codes under two headings, a line each.
fn list(line: impl Fn(&Code) -> String) -> String {
    let part =
        |severity| CODES.iter().filter(|c| c.severity == severity).map(&line).collect::<String>();
    format!("Errors:\n\n{}\nWarnings:\n\n{}", part(Severity::Error), part(Severity::Warning))
}

/// The page `docs/errors/README.md`.
pub fn page() -> String {
    let lines = list(|c| format!("* [{}]({}.md): {}\n", c.name, c.name, c.title()));
    format!(
        "# Errors and warnings\n\nThe code in brackets, as in `error[union]`, names the kind of mistake. `translate explain CODE` shows these \
         pages.\nWarnings are turned off by `--allow NAME` or `-W no-NAME`; `-W error` makes errors of all, `-W error=NAME` of one.\n\n{lines}"
    )
}
