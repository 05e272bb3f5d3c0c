//! What the RTyper knows: its parts are data, each in a file of its own, with accessors that need no other part.

pub(crate) mod c;
pub(crate) mod call_families;
pub(crate) mod classes;
pub(crate) mod exceptions;
pub(crate) mod functions;
pub(crate) mod helper_functions;
pub(crate) mod layouts;
pub(crate) mod objects;
pub(crate) mod repr;
pub(crate) mod weak;

use annotator::Annotator;
use flowmodel::diag::{Diagnostic, Span};
use flowmodel::{HostRef, Program, Type};
use indexmap::IndexMap;
use repr::{Repr, ReprId};

/// Result of the RTyper's steps.
pub type Res<T = ()> = Result<T, Diagnostic>;

/// Holds what the driver wants.
#[derive(Clone, Debug, Default)]
pub struct Options {
    /// Keep `jit_marker` operations and other hints (`--opt=jit`); else they are left out.
    pub jit: bool,
    /// No tests for None, nor of indices where no handler would catch the IndexError.
    pub unchecked: bool,
    /// Overflow of signed arithmetic ends the program.
    pub trap: bool,
}

/// The RTyper at work. Each part of it belongs to the files that work on it.
///
/// Its methods are what code for every kind of value needs: operands and results, representations and their types,
/// constants, calls of helpers. Kinds that ask each other in both directions do it by these methods (the type of a list
/// follows from that of its items, which may be lists). All else is functions in the modules of their concerns; the
/// modules know each other in one direction: this one, `base`, `helpers`, `repr`, `builtins`, `calls`, and above them
/// `graph` and `prebuilt`.
pub struct RTyper<'a> {
    /// The annotator; it also owns the table of types until [`RTyper::finish`].
    pub ann: &'a mut Annotator,
    /// The program made so far (its `types` stay empty until the end).
    pub prog: Program,
    pub(crate) opts: Options,
    /// Structs of the heap.
    pub(crate) layouts: layouts::Layouts,
    pub(crate) reprs: repr::Reprs,
    pub(crate) classes: classes::Classes,
    pub(crate) families: call_families::Families,
    /// Graphs as functions.
    pub(crate) functions: functions::Functions,
    pub(crate) helpers: helper_functions::Helpers,
    pub(crate) shared: objects::Shared,
    pub(crate) prebuilt: objects::Prebuilt,
    pub(crate) exceptions: exceptions::Exceptions,
    pub(crate) weak: weak::WeakState,
    /// The functions and declarations of C in use.
    pub(crate) c: c::OfC,
    /// Numbers of the JIT drivers.
    pub(crate) drivers: IndexMap<HostRef, usize>,
    pub(crate) errors: Vec<Diagnostic>,
}

impl RTyper<'_> {
    /// Interns a repr.
    pub fn intern(&mut self, r: Repr) -> ReprId {
        ReprId(self.reprs.interned.insert_full(r).0 as u32)
    }

    /// The repr of an id.
    pub fn repr(&self, r: ReprId) -> &Repr {
        self.reprs.interned.get_index(r.0 as usize).expect("interned repr")
    }

    /// Shorthand for primitive types.
    pub fn prim(&mut self, t: Type) -> ReprId {
        match t {
            Type::Void => self.intern(Repr::Void),
            t => self.intern(Repr::Prim(t)),
        }
    }

    /// The void repr.
    pub fn void(&mut self) -> ReprId {
        self.intern(Repr::Void)
    }
}

/// An error whose place is not known yet: who knows it adds it ([`RTyper::placed`]).
pub(crate) fn error(msg: impl Into<String>) -> Diagnostic {
    Diagnostic::error("typing", msg, Span::NONE)
}
