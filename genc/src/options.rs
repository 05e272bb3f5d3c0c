//! What to make, and what was made.

use crate::objects;
use backendopt::transform::GcChoice;
use flowmodel::analysis::tracebacks::Frames;
use flowmodel::traceback::TracebackKind;
use flowmodel::{FuncId, ObjId};
use std::fmt;
use std::path::PathBuf;
/// Says what to make, and where.
#[derive(Clone, Debug)]
pub struct GencOptions {
    /// Name of the executable (without directory).
    pub name: String,
    /// C compiler, with arguments; the default is `$CC` or `cc`.
    pub cc: Option<String>,
    /// 0 to 3.
    pub opt_level: u8,
    /// Directory for C files, objects and the executable; made if absent.
    pub outdir: PathBuf,
    /// The choice that the GC transformer was run with.
    pub gc: GcChoice,
    /// Function that `main` calls: `(argc: Signed, argv: Address) -> Signed` (from `transform::lower`).
    pub main: Option<FuncId>,
    /// Write the files, but do not call the compiler.
    pub source_only: bool,
    /// Debug information in the executable (`-g`).
    pub debug: bool,
    /// Parallel compiler processes.
    pub jobs: usize,
    /// Optimisation across files (`-flto`).
    pub lto: bool,
    /// Compiled twice, the second time by a profile of a run with these arguments.
    pub profile: Option<Vec<String>>,
    /// The cache that objects of unchanged files come from.
    pub cache: Option<objects::Cache>,
    /// Objects that are there already and linked with the program.
    pub objects: Vec<PathBuf>,
    /// The architecture that the object back end makes code for, as triples have it; `None`: this machine's.
    pub arch: Option<String>,
    /// The code generator of the object back end checks its graphs.
    pub verify: bool,
    /// The parts that the JIT adds.
    pub jit: Option<JitBundle>,
}

impl Default for GencOptions {
    fn default() -> Self {
        GencOptions {
            name: "prog-c".into(),
            cc: None,
            opt_level: 2,
            outdir: PathBuf::from("."),
            gc: GcChoice::None,
            main: None,
            source_only: false,
            debug: false,
            jobs: 2,
            lto: false,
            profile: None,
            cache: None,
            objects: vec![],
            arch: None,
            verify: cfg!(debug_assertions),
            jit: None,
        }
    }
}

/// Holds what the JIT adds to a program: its run time, and data made by the codewriter.
#[derive(Clone, Debug, Default)]
pub struct JitBundle {
    /// The run time as a static library.
    pub static_lib: Option<PathBuf>,
    /// Further objects or libraries for the link line.
    pub extra_objects: Vec<PathBuf>,
    /// Further words of the link line (`-lpthread`).
    pub link_args: Vec<String>,
    /// Further C files and headers (name, text), compiled with the program's.
    pub files: Vec<(String, String)>,
    /// Data blobs.
    pub blobs: Vec<Blob>,
    /// Functions that must be kept and get a symbol, although no code calls them.
    pub keep: Vec<FuncId>,
    /// Marks that its code leaves for tracebacks, by number.
    pub marks: Vec<(TracebackKind, Frames)>,
    /// C functions called before the program's entry, in order; `void f(void)`.
    pub init: Vec<String>,
    /// C functions called after it; `void f(void)`.
    pub finish: Vec<String>,
}

/// A word of a blob.
#[derive(Clone, Debug, PartialEq)]
pub enum BlobWord {
    /// A number.
    Int(u64),
    /// Address of a function.
    Func(FuncId),
    /// Address of a prebuilt object (of its GC header, if it has one).
    Obj(ObjId),
    /// Type id of a GC container.
    TypeId(flowmodel::StructId),
    /// Address of any other symbol, plus bytes (declared as `extern char SYMBOL[]` unless it is a blob).
    Symbol(String, i64),
}

/// Lists what was made.
#[derive(Clone, Debug, Default)]
pub struct Artifacts {
    /// All C files and headers, in order of writing.
    pub sources: Vec<PathBuf>,
    /// The Makefile.
    pub makefile: PathBuf,
    /// The executable, unless `source_only`.
    pub executable: Option<PathBuf>,
    /// Messages of the compiler (empty for a clean build).
    pub warnings: String,
}

/// Says why no program was made.
#[derive(Debug)]
pub enum Error {
    /// A file could not be written or a command not started.
    Io(String, std::io::Error),
    /// The C compiler or linker failed.
    Compile {
        /// The command, and how it ended.
        command: String,
        /// Text that it, and others that ran beside it, printed.
        output: String,
    },
    /// The back end cannot do something yet.
    Unsupported {
        /// Says what it cannot do.
        what: String,
        /// The place in the program.
        span: flowmodel::diag::Span,
    },
    /// The program is not what this backend takes.
    Internal(String),
}

impl fmt::Display for Error {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Error::Io(what, e) => write!(f, "{what}: {e}"),
            Error::Compile { command, output } => {
                write!(f, "the C compiler rejected the generated code:\n{output}{command}")
            }
            Error::Unsupported { what, .. } => f.write_str(what),
            Error::Internal(m) => write!(f, "internal error in genc: {m}"),
        }
    }
}

impl std::error::Error for Error {}

/// A global array of words with relocated pointers.
#[derive(Clone, Debug)]
pub struct Blob {
    /// Symbol of the array (`uint64_t NAME[]`). Its number of words is in `NAME_len`.
    pub symbol: String,
    /// Contents.
    pub words: Vec<BlobWord>,
    /// True if it is in read-only memory.
    pub readonly: bool,
}
