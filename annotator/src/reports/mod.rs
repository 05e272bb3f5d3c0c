//! Reports about the program: errors, whom they blame, and warnings.

pub(crate) mod blame;
pub(crate) mod causes;
pub(crate) mod errors;
pub(crate) mod jit_warnings;
pub(crate) mod printing;
pub(crate) mod promises;
pub(crate) mod survey;
pub(crate) mod unset;
pub(crate) mod warnings;

use crate::kinds::{nones, python3};
use crate::{AnnGraphId, ClassDefId, Position};
use causes::ErrorPlace;
use flowmodel::diag::Diagnostic;
use flowmodel::{HostRef, VarId};
use indexmap::IndexMap;
use rustc_hash::FxHashMap;
use std::rc::Rc;

/// The place of an annotation of the program, and the annotation.
type Promise = (flowmodel::diag::Span, HostRef);

/// Collects the errors, warnings and notes about the program.
#[derive(Default)]
pub struct Reports {
    /// Warnings.
    pub warnings: Vec<Diagnostic>,
    /// The places that None came from.
    pub(crate) none_notes: nones::NoneNotes,
    /// Copies of library functions whose call was decided anew.
    pub(crate) forgotten_copies: indexmap::IndexSet<AnnGraphId>,
    /// The forgotten copies that nothing calls.
    pub(crate) unused_copies: rustc_hash::FxHashSet<AnnGraphId>,
    /// Attributes that `setattr` sets by names that no source shows, and where.
    pub(crate) computed_attrs: FxHashMap<(ClassDefId, Rc<str>), flowmodel::diag::Span>,
    /// Tests whether there is an attribute that the sources of the classes decided.
    pub(crate) attr_tests: FxHashMap<(ClassDefId, Rc<str>), flowmodel::diag::Span>,
    /// Tentative errors by place: they go when the place is annotated again.
    pub(crate) errors: IndexMap<ErrorPlace, Diagnostic>,
    /// Errors that stay.
    pub(crate) permanent_errors: Vec<Diagnostic>,
    /// Reads of [`Host::assumed_reads`] whose containers change: another attempt at the translation leaves them for run time.
    pub changing_reads: Vec<flowspace::host::ReadPlace>,
    pub(crate) tentative_warnings: Vec<(Option<Position>, Diagnostic)>,
    /// The places where text of Python 3 is decoded, and where its characters are counted.
    pub(crate) counted_text: python3::CountedText,
    /// The places where numbers of several types met.
    pub(crate) mixes: FxHashMap<warnings::Mixed, warnings::Mix>,
    /// Everything that got values of types that do not meet.
    pub(crate) broken: causes::Breaks,
    /// Variables without a value, because an error comes before it ([`survey::survey`]): this one, if it is known.
    pub(crate) without_value: FxHashMap<(AnnGraphId, VarId), Option<ErrorPlace>>,
    /// The errors that were there before anything went on behind them, which stay; `None` until then.
    pub(crate) first_errors: Option<IndexMap<ErrorPlace, Diagnostic>>,
    /// Through which classes attributes are assigned, by name.
    pub(crate) stores: FxHashMap<Rc<str>, Vec<ClassDefId>>,
    /// Annotations of functions of the program that were asked for, by function and parameter.
    promises: FxHashMap<(HostRef, Rc<str>), Option<Promise>>,
    /// Places of errors, and the functions in which they were found.
    pub(crate) error_graphs: Vec<(flowmodel::diag::Span, AnnGraphId)>,
    /// Errors that are not shown, because they may come from those that are.
    pub hidden: Vec<Diagnostic>,
}

impl Reports {
    /// Says whether there are errors, so far.
    pub(crate) fn has_errors(&self) -> bool {
        !self.errors.is_empty() || !self.permanent_errors.is_empty() || self.first_errors.is_some()
    }
}
