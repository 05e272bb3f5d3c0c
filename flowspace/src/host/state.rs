//! The state of a host in parts: what lookups have found, values that share a handle, the code that is running, how modules are
//! found, open files, the generation of Python. Other parts have files of their own (`collector.rs`, `for_flow.rs`).

use super::handles::NONE;
use crate::Python;
use crate::bytecode::CodeObject;
use flowmodel::HostRef;
use flowmodel::diag::{Diagnostic, Span};
use flowmodel::name::Name;
use indexmap::IndexMap;
use rustc_hash::{FxBuildHasher, FxHashMap, FxHashSet};
use std::cell::{Cell, RefCell};
use std::path::PathBuf;
use std::rc::Rc;
use std::sync::Arc;
use std::sync::atomic::AtomicBool;

/// Nesting of host calls at which `RecursionError` is raised.
pub const MAX_DEPTH: usize = 3000;

/// Longest strings of which equal ones share a handle, in bytes.
pub(super) const INTERN_LIMIT: usize = 40;

/// Entries of each cache of [`Lookups`]; a power of two.
pub(super) const LOOKUPS: usize = 1 << 12;

/// Remembers what lookups have found before. An entry is only a guess, which is checked.
pub(super) struct Lookups {
    /// Counts the changes of classes and of their dictionaries.
    pub(super) classes_changed: u64,
    pub(super) in_classes: RefCell<Vec<InClass>>,
    /// Index at which a name stood in a namespace.
    pub(super) in_namespaces: Vec<Cell<u32>>,
}

/// The entry for a name along the method resolution order of a class.
#[derive(Clone)]
pub(super) struct InClass {
    pub(super) class: HostRef,
    pub(super) name: Box<str>,
    /// It holds as long as no class has changed since.
    pub(super) at: u64,
    pub(super) found: Option<(HostRef, HostRef)>,
}

impl Default for Lookups {
    fn default() -> Lookups {
        let none = InClass { class: NONE, name: "".into(), at: 0, found: None };
        Lookups {
            classes_changed: 1,
            in_classes: RefCell::new(vec![none; LOOKUPS]),
            in_namespaces: vec![Cell::new(0); LOOKUPS],
        }
    }
}

/// Values of which equal ones share a handle; of large ints those that were made one soon after the other.
#[derive(Default)]
pub(super) struct Shared {
    /// The last int for each slot; `NONE` where there is none.
    pub(super) ints: Vec<HostRef>,
    /// Handles of the ints from 0 on that are found without hashing; `NONE` where there is none yet.
    pub(super) small_ints: Vec<HostRef>,
    pub(super) strs: FxHashMap<Rc<[u8]>, HostRef>,
    /// The `str` objects that are `bytes` of Python 3, and the short ones by value.
    pub(super) bytes_objects: FxHashSet<HostRef>,
    pub(super) bytes_by_value: FxHashMap<Rc<[u8]>, HostRef>,
}

impl Shared {
    /// Values that nothing else refers to are shared no more.
    pub(super) fn forget(&mut self, is_live: impl Fn(&HostRef) -> bool) {
        for r in self.ints.iter_mut().chain(&mut self.small_ints).filter(|r| !is_live(r)) {
            *r = NONE;
        }
        self.strs.retain(|_, r| is_live(r));
        self.bytes_objects.retain(|r| is_live(r));
        self.bytes_by_value.retain(|_, r| is_live(r));
    }
}

/// The code that is running. Operations of the host may run code of the program, which comes back to the host: so what is going
/// on is known here, not only to their callers.
pub struct Run {
    pub(super) frames: Vec<FrameInfo>,
    pub(super) depth: usize,
    pub(super) recursion_limit: usize,
    /// Objects whose text is being made.
    pub(super) shown: Vec<HostRef>,
    /// Objects that built-in code keeps while it calls functions as an instruction would.
    pub(super) being_made: Vec<HostRef>,
    /// Says whether the next frame is called by the running instruction itself, or by code that keeps no objects that it does
    /// not tell of.
    pub(super) direct: bool,
    /// The running instruction calls built-in code with a generator, and the frame has noted what it refers to: how many
    /// bytes of objects were made until then.
    pub(super) feeds: Option<usize>,
    /// Empty lists with room, for frames to come.
    pub(super) spare: Vec<Vec<HostRef>>,
    /// Cells of weak references that have not been cleared.
    pub(super) weak_cells: Vec<HostRef>,
    /// They are kept by exception.
    pub(super) tracebacks: FxHashMap<HostRef, Vec<TracebackEntry>>,
    pub(super) diagnostics: FxHashMap<HostRef, Vec<Diagnostic>>,
    /// Last error about a name: the exception, what was looked into, and the name.
    pub(crate) looked_for: Option<(HostRef, LookedIn, String)>,
    /// Says whether the program itself is running, not its import.
    pub(super) of_program: bool,
    /// Set from another thread, by Ctrl-C: the code that runs gets a `KeyboardInterrupt`.
    pub interrupt: Arc<AtomicBool>,
}

impl Run {
    pub(super) fn new() -> Run {
        Run {
            frames: vec![],
            depth: 0,
            recursion_limit: MAX_DEPTH,
            shown: vec![],
            being_made: vec![],
            direct: false,
            feeds: None,
            spare: vec![],
            weak_cells: vec![],
            tracebacks: FxHashMap::default(),
            diagnostics: FxHashMap::default(),
            looked_for: None,
            of_program: false,
            interrupt: Default::default(),
        }
    }

    /// Forgets what is known about objects that are no more.
    pub(super) fn forget(&mut self, is_live: impl Fn(&HostRef) -> bool) {
        self.weak_cells.retain(|r| is_live(r));
        self.tracebacks.retain(|r, _| is_live(r));
        self.diagnostics.retain(|r, _| is_live(r));
    }
}

/// Holds what builtins may know about a running frame.
pub struct FrameInfo {
    pub code: Rc<CodeObject>,
    pub globals: HostRef,
    /// Namespace of a class or module body.
    pub namespace: Option<HostRef>,
    /// Cells of the free variables.
    pub cells: Vec<HostRef>,
    pub first_arg: Option<HostRef>,
    /// Snapshot of the local variables, taken before calls of builtins that may ask for it.
    pub locals: Option<HostRef>,
    /// Exceptions that handlers of this frame are working on, innermost last.
    pub handled: Vec<HostRef>,
    /// The place where the frame is (updated at calls).
    pub span: Span,
    /// Says whether nothing but the frame below has called it ([`Run::direct`]).
    pub direct: bool,
    /// Number from which objects may be younger than the frame, if it is not called directly: what those who called
    /// it refer to was made before.
    pub birth: u32,
    /// Bytes that were made until then.
    pub made: usize,
    /// Objects that the frame refers to, noted when it calls a function.
    pub holds: Vec<HostRef>,
}

/// One frame of a traceback, outermost last.
#[derive(Clone, Debug)]
pub struct TracebackEntry {
    /// Name of the code object.
    pub name: &'static str,
    pub span: Span,
}

/// Says where a name was looked for.
pub(crate) enum LookedIn {
    /// It was looked for among the attributes of an object.
    Object(HostRef),
    /// It was looked for among names, such as those of parameters.
    Names(Vec<Name>),
    /// It was looked for among the modules that can be imported; the name is a dotted one.
    Modules,
}

/// Says how modules are found.
pub struct Imports {
    /// Sources that live in memory, by path.
    pub(crate) embedded: FxHashMap<PathBuf, &'static str>,
    /// Texts that count instead of files, by path: what an editor has not saved.
    pub unsaved: FxHashMap<PathBuf, Rc<str>>,
    /// Folders of modules that come with the translator, where these are not in memory.
    pub(super) library_paths: Vec<PathBuf>,
    /// Folders of the library of an installed Python.
    pub(super) installed_paths: Vec<PathBuf>,
    /// Finds that library when the first module of [`INSTALLED`] is imported.
    pub installed_library: Option<Box<dyn FnOnce() -> Option<PathBuf>>>,
    pub(super) sys_path: HostRef,
    /// Modules whose code is being executed.
    pub(crate) loading: Vec<String>,
    /// Names of the `rpython` package that imports did not find (`module` or `module.name`). Programs
    /// often catch the `ImportError` and use a fallback, and a later error in the fallback looks
    /// unrelated: stages mention these in a note.
    pub missing: Vec<String>,
    /// Module of [`flow_support`].
    pub(super) support: Option<HostRef>,
}

impl Imports {
    pub(super) fn new() -> Imports {
        Imports {
            embedded: FxHashMap::default(),
            unsaved: FxHashMap::default(),
            library_paths: vec![],
            installed_paths: vec![],
            installed_library: None,
            sys_path: NONE,
            loading: vec![],
            missing: vec![],
            support: None,
        }
    }
}

/// Files and streams of the running program.
#[derive(Default)]
pub(super) struct Streams {
    /// Buffer that gets what the program prints instead of the standard output, if set.
    pub captured: Option<Rc<RefCell<Vec<u8>>>>,
    /// The next item of `print` stands behind another one.
    pub softspace: bool,
    /// Files that `os.open` opened.
    pub fds: IndexMap<i64, std::fs::File, FxBuildHasher>,
}

/// Says which Python the program is written in.
#[derive(Default)]
pub struct Generation {
    /// It says, as far as is known, what files that do not tell are taken for. Use [`python3::settle_python`] to set it.
    pub(crate) python: Python,
    /// Says whether a file of the program (not of the library) has something that only Python 2 has.
    pub python2: bool,
    /// A file of the program that does not tell its Python was compiled before it was known.
    pub(super) undecided_files: bool,
    /// The program is taken for one of Python 2 only because a file of it imports `rpython`: a file that is of Python 3 shows that
    /// it is not.
    pub(super) by_import: bool,
    /// The program turned out to be of Python 3 when some of its files had been run as those of Python 2: import it once
    /// more, with [`python3::settle_python`].
    pub late_python3: bool,
    /// Modules of an installed Python's library are there, which are of Python 3 whatever the program is.
    pub(super) python3_library: bool,
    /// The places where the flow space counts the bytes of constant texts that are not ASCII, in files
    /// of Python 3.
    pub counted_texts: Vec<crate::Span>,
}

impl Generation {
    /// Says whether there is code of Python 3 that makes `bytes`.
    pub(super) fn has_bytes(&self) -> bool {
        self.python == Python::Three || self.python3_library
    }
}
