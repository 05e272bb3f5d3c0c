//! The command line.

pub use crate::messages::Messages;
use clap::builder::ArgPredicate;
use clap::{Args, Parser, ValueEnum};
use std::path::{Path, PathBuf};

/// Optimisation level.
#[derive(Copy, Clone, PartialEq, Eq, Debug, ValueEnum)]
pub enum Opt {
    /// No optimisation of graphs; C compiled with -O0
    #[value(name = "0")]
    O0,
    /// Light inlining; -O1
    #[value(name = "1")]
    O1,
    /// Inlining, malloc removal and the other passes; -O2
    #[value(name = "2")]
    O2,
    /// Does as 2, with -O3
    #[value(name = "3")]
    O3,
    /// Does as 3, with a generated JIT for programs that have a JitDriver (see --jit)
    Jit,
}

/// Says how a generated JIT makes code.
#[derive(Copy, Clone, PartialEq, Eq, Debug, ValueEnum)]
pub enum Generator {
    /// Records what hot loops of the interpreted program do
    Tracing,
    /// Compiles the interpreter's code for known greens, without running it
    Timeshift,
}

/// Memory management of the produced program.
#[derive(Copy, Clone, PartialEq, Eq, Debug, ValueEnum)]
pub enum Gc {
    /// Exact generational collector: a nursery, and marking and sweeping of what is older
    Minimark,
    /// Exact moving collector with two semispaces
    Semispace,
    /// Boehm's conservative collector, the library libgc
    Boehm,
    /// Reference counting: what nothing refers to is freed at once, cycles never
    Ref,
    /// Nothing is ever freed
    None,
}

/// A generation of Python.
#[derive(Copy, Clone, PartialEq, Eq, Debug, ValueEnum)]
pub enum Generation {
    /// Python 2.7, which RPython programs expect
    #[value(name = "2")]
    Two,
    /// Python 3
    #[value(name = "3")]
    Three,
}

/// Meaning of signed overflow.
#[derive(Copy, Clone, PartialEq, Eq, Debug, ValueEnum)]
pub enum Overflow {
    /// The result wraps around
    Wrap,
    /// The program ends with a message that names the line
    Trap,
}

/// A point of the pipeline at which graphs can be looked at.
#[derive(Copy, Clone, PartialEq, Eq, PartialOrd, Ord, Debug, ValueEnum)]
pub enum Stage {
    /// High-level graphs as the flow space builds them
    Flow,
    /// High-level graphs with the annotation of each variable
    Annotated,
    /// Low-level graphs from the RTyper
    Rtyped,
    /// After the optimisation passes
    Optimised,
    /// Binding times, as far as known when code is made: names of variables begin with green or red (only with --jit=timeshift)
    BindingTimes,
    /// Jitcodes and the graphs around the portal (only with --opt=jit)
    Jit,
    /// Generating extensions of the jitcodes (only with --jit=timeshift)
    Extensions,
    /// The program that is left (only with --specialize)
    Specialized,
    /// With explicit exceptions
    ExceptionTransformed,
    /// With explicit memory management: what the back end gets
    GcTransformed,
}

impl Stage {
    /// Name as on the command line.
    pub fn name(self) -> &'static str {
        match self {
            Stage::Flow => "flow",
            Stage::Annotated => "annotated",
            Stage::Rtyped => "rtyped",
            Stage::Optimised => "optimised",
            Stage::BindingTimes => "binding-times",
            Stage::Jit => "jit",
            Stage::Extensions => "extensions",
            Stage::Specialized => "specialized",
            Stage::ExceptionTransformed => "exception-transformed",
            Stage::GcTransformed => "gc-transformed",
        }
    }
}

/// Says what makes machine code.
#[derive(Copy, Clone, PartialEq, Eq, Debug, ValueEnum)]
pub enum Backend {
    /// A C compiler
    C,
    /// The translator writes an object file
    Obj,
}

/// A machine that the object back end makes code for.
#[derive(Copy, Clone, PartialEq, Eq, Debug, ValueEnum)]
pub enum Machine {
    /// 64-bit x86
    #[value(name = "x86_64-unknown-linux-gnu", aliases = ["x86_64-linux-gnu", "x86_64"])]
    X86,
    /// 64-bit ARM
    #[value(name = "aarch64-unknown-linux-gnu", aliases = ["aarch64-linux-gnu", "aarch64"])]
    Aarch64,
}

impl Machine {
    /// Its architecture, as triples begin with it.
    pub fn arch(self) -> &'static str {
        match self {
            Machine::X86 => "x86_64",
            Machine::Aarch64 => "aarch64",
        }
    }
}

/// `translate check`: looks for errors in a program: imports it, annotates it and types it. Nothing is written.
///
/// Exit code 1 if there are errors.
#[derive(Args, Debug)]
pub struct Check {
    /// The program
    pub target: PathBuf,
    /// Arguments for `target`
    #[arg(trailing_var_arg = true)]
    pub args: Vec<String>,
    /// Python of files that do not name theirs
    #[arg(long, value_enum, value_name = "GENERATION")]
    pub python: Option<Generation>,
    /// Folder of modules that are not found otherwise: the library of a CPython 3 (default: that of `python3`)
    #[arg(long, value_name = "DIR")]
    pub stdlib: Option<PathBuf>,
    /// Look for them nowhere
    #[arg(long, conflicts_with = "stdlib")]
    pub no_stdlib: bool,
    /// Look at hints for the JIT as well
    #[arg(long, value_enum, num_args = 0..=1, require_equals = true, default_missing_value = "tracing", value_name = "GENERATOR")]
    pub jit: Option<Generator>,
    /// Level as for translating: --opt=jit looks at hints for the JIT, other levels mean nothing
    /// here
    #[arg(short = 'O', long, value_enum, value_name = "LEVEL")]
    pub opt: Option<Opt>,
    /// Messages: which are told, and how
    #[command(flatten)]
    pub messages: Messages,
}

/// `--verify`
#[derive(ValueEnum, Copy, Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Verify {
    /// Not at all
    Never,
    /// After each stage
    Stages,
    /// After each pass, and the code generator's own graphs
    Passes,
}

impl Default for Verify {
    fn default() -> Verify {
        if cfg!(debug_assertions) { Verify::Passes } else { Verify::Never }
    }
}

impl Check {
    /// Makes the check of a program, with no option.
    pub fn of(target: &Path) -> Check {
        Check {
            target: target.into(),
            args: vec![],
            python: None,
            stdlib: None,
            no_stdlib: false,
            jit: None,
            opt: None,
            messages: Messages::default(),
        }
    }

    /// The options of a translation that goes as far as this, for a program without memory management.
    pub fn translation(self) -> Cli {
        let mut cli = Cli::of(&self.target);
        (cli.stdlib, cli.no_stdlib) = (self.stdlib, self.no_stdlib);
        (cli.args, cli.python, cli.messages) = (self.args, self.python, self.messages);
        let jit = self.jit.is_some() || self.opt == Some(Opt::Jit);
        cli.opt = if jit { Opt::Jit } else { Opt::O0 };
        cli.gc = Gc::None;
        cli.output = Some("/dev/null".into());
        cli
    }
}

/// `translate explain`: what an error or a warning means.
#[derive(Args, Debug)]
pub struct Explain {
    /// The code that stands in the message, as in error[CODE]; without it, all codes
    pub code: Option<String>,
}

/// Translates an RPython program into a native executable.
///
/// TARGET is a file with a function `target(driver, args)` that returns the entry point (or a tuple that begins with
/// it). The executable is called NAME-c, after TARGET's name, and put into the current folder.
///
/// `translate check FILE` looks for errors only, `translate explain CODE` tells what an error or a warning means.
///
/// `translate lab` is another command: it shows what partial evaluator, tracer and optimiser make of small programs in text
/// (`translate lab --help`). `translate compare` shows what the JIT's generators and --specialize make of one guest program
/// (`translate compare --help`). `translate view` makes pages of dumps and of the logs of a JIT (`translate view --help`).
#[derive(Parser, Debug, Clone)]
#[command(name = "translate", version, max_term_width = 100)]
pub struct Cli {
    /// The program
    pub target: PathBuf,
    /// Arguments for `target`
    #[arg(trailing_var_arg = true)]
    pub args: Vec<String>,
    /// Make a program of this guest program alone: the target's function `specialize(driver, args)` gets it (repeat for more arguments)
    #[arg(long, value_name = "GUEST", allow_hyphen_values = true)]
    pub specialize: Vec<String>,
    /// Python of files that do not name theirs (default: the same as the first file that does, else RPython's 2.7)
    #[arg(long, value_enum, value_name = "GENERATION")]
    pub python: Option<Generation>,
    /// Folder of modules that are not found otherwise: the library of a CPython 3 (default: that of `python3`)
    #[arg(long, value_name = "DIR")]
    pub stdlib: Option<PathBuf>,
    /// Look for them nowhere
    #[arg(long, conflicts_with = "stdlib")]
    pub no_stdlib: bool,
    /// Optimisation level
    #[arg(short = 'O', long, value_enum, default_value = "2", value_name = "LEVEL")]
    pub opt: Opt,
    /// How the JIT makes code; implies --opt=jit
    #[arg(long, value_enum, value_name = "GENERATOR")]
    pub jit: Option<Generator>,
    /// File of the executable (default: what the target sets `driver.exe_name` to, ./NAME-c)
    #[arg(short, long, value_name = "FILE")]
    pub output: Option<PathBuf>,
    /// C compiler: gcc, clang, a path; with arguments if need be (default: $CC, cc)
    #[arg(long, value_name = "COMMAND")]
    pub cc: Option<String>,
    /// Write the C files (to NAME-c.src, beside the executable's place) and do not compile them
    #[arg(short, long)]
    pub source: bool,
    /// Keep the C files, their Makefile and objects in this folder
    #[arg(long, value_name = "DIR")]
    pub keep: Option<PathBuf>,
    /// Maker of machine code: a C compiler, or the translator itself (the C compiler then only links); of what --specialize
    /// leaves it is the translator unless told otherwise, since C compilers take minutes for functions of that size
    #[arg(long, value_enum, default_value = "c", default_value_ifs = [
        ("source", ArgPredicate::Equals("true".into()), Some("c")),
        ("lto", ArgPredicate::Equals("true".into()), Some("c")),
        ("profopt", ArgPredicate::Equals("true".into()), Some("c")),
        ("specialize", ArgPredicate::IsPresent, Some("obj")),
    ])]
    pub backend: Backend,
    /// Machine that the program is for (default: this one); only with --backend=obj. Another one's compiler links it: --cc, $CC, or
    /// Debian's aarch64-linux-gnu-gcc
    #[arg(long = "target", value_enum, value_name = "TRIPLE")]
    pub machine: Option<Machine>,
    /// Memory management
    #[arg(long, value_enum, default_value = "minimark")]
    pub gc: Gc,
    /// No tests for None, nor of indices where no handler would catch the error: as RPython translates; wrong programs crash
    #[arg(long)]
    pub unchecked: bool,
    /// Result of signed arithmetic when it does not fit 64 bits
    #[arg(long, value_enum, default_value = "wrap", value_name = "WHAT")]
    pub overflow: Overflow,
    /// Messages: which are told, and how
    #[command(flatten)]
    pub messages: Messages,
    /// Debug information in the executable
    #[arg(short = 'g', long)]
    pub debug: bool,
    /// Print all graphs at this stage
    #[arg(long, value_enum, value_name = "STAGE")]
    pub dump_graphs: Vec<Stage>,
    /// Write all graphs of all stages to DIR/STAGE/*.dot, and the call graph
    #[arg(long, value_name = "DIR")]
    pub dot: Option<PathBuf>,
    /// Write a page to FILE that shows all graphs at all stages, in a browser, without network (see docs/viewing.md)
    #[arg(long, value_name = "FILE")]
    pub html: Option<PathBuf>,
    /// Parallel C compiler processes (default: one for each processor)
    #[arg(short, long, default_value_t = processors(), hide_default_value = true, value_name = "N")]
    pub jobs: usize,
    /// Optimise across C files when linking
    #[arg(long)]
    pub lto: bool,
    /// Compile twice, the second time by the profile of a run
    #[arg(long)]
    pub profopt: bool,
    /// Arguments of the program for that run
    #[arg(long, value_name = "ARGS", requires = "profopt", allow_hyphen_values = true)]
    pub profoptargs: Option<String>,
    /// Compile all C files, also those that were compiled before (whose objects are kept in ~/.cache/tracewright)
    #[arg(long)]
    pub no_cache: bool,
    /// Draw the Mandelbrot set while translating (default: on a terminal, once it takes two seconds)
    #[arg(long, overrides_with = "no_fractal")]
    pub fractal: bool,
    /// Draw nothing
    #[arg(long)]
    pub no_fractal: bool,
    /// Texts that count instead of files: what an editor has not saved
    #[arg(skip)]
    pub unsaved: Vec<(PathBuf, String)>,
    /// Report each stage and pass, and its time
    #[arg(short, long)]
    pub verbose: bool,
    /// How often the translator checks that its own graphs are well-formed: a graph that is not is an internal error
    #[arg(long, value_enum, default_value_t, value_name = "WHEN")]
    pub verify: Verify,
}

impl Cli {
    /// The command line that names a program and no option.
    pub fn of(target: &Path) -> Cli {
        Cli::parse_from(["translate".as_ref(), "--".as_ref(), target.as_os_str()])
    }

    /// Gives the program's name: its file without the ending, or that of the guest program that it is specialised for.
    pub fn program_name(&self) -> String {
        let guest = self.specialize.first().map(Path::new);
        let file = guest.unwrap_or(&self.target);
        file.file_stem().map_or("program".into(), |s| s.to_string_lossy().into_owned())
    }

    /// The architecture of `--target`, if it is not this machine's.
    pub fn foreign_arch(&self) -> Option<&'static str> {
        self.machine.map(Machine::arch).filter(|arch| *arch != std::env::consts::ARCH)
    }

    /// Says whether hints for a JIT mean something.
    pub fn follows_hints(&self) -> bool {
        self.opt == Opt::Jit || !self.specialize.is_empty()
    }

    /// Sets options that follow from others. Errors: some do not go together.
    pub fn settle(&mut self) -> Result<(), String> {
        if self.jit.is_some() {
            self.opt = Opt::Jit;
        }
        if self.opt == Opt::Jit && !self.specialize.is_empty() {
            return Err(
                "--specialize leaves nothing for a JIT to do: --opt=0 to 3 go with it".into()
            );
        }
        if self.machine.is_some() && self.backend != Backend::Obj {
            return Err("--target wants --backend=obj; the C back end takes the machine of its compiler (--cc)".into());
        }
        let Some(arch) = self.foreign_arch() else { return Ok(()) };
        if self.opt == Opt::Jit {
            return Err(format!("--opt=jit makes code for x86-64 only, not for {arch}"));
        }
        let by_variable = std::env::var("CC").is_ok_and(|cc| !cc.trim().is_empty());
        if self.cc.is_none() && !by_variable {
            self.cc = Some(format!("{arch}-linux-gnu-gcc"));
        }
        Ok(())
    }
}

/// Counts the processors: as many threads can work at once.
fn processors() -> usize {
    std::thread::available_parallelism().map_or(1, usize::from)
}
