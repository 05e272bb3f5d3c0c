//! What is noted of the program while it is annotated: errors, and the facts that reports tell.

use crate::model::site::{Position, Positions};
use crate::model::*;
use crate::{AnnGraphId, ClassDefId, DictDefId, ListDefId};
use flowmodel::diag::{Diagnostic, Span};
use flowmodel::{HostRef, VarId};
use indexmap::IndexMap;
use rustc_hash::FxHashMap;
use std::rc::Rc;

/// The place of an error: its block, if it has one, and the operation by index.
pub(crate) type ErrorPlace = (Option<Position>, usize);

/// Names something that got values of types that do not meet.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub(crate) enum Broken {
    /// A variable.
    Var(AnnGraphId, VarId),
    /// The items of a list.
    List(ListDefId),
    /// The keys or values of a dict, or the items of a set.
    Dict(DictDefId),
}

/// Maps each thing that got values that do not meet to the errors that say so.
pub(crate) type Breaks = FxHashMap<Broken, Vec<ErrorPlace>>;

/// Names something that holds values of several numeric types, which become one.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub(crate) enum Mixed {
    Var(AnnGraphId, VarId),
    List(ListDefId),
    Values(DictDefId),
    Attr(ClassDefId, Rc<str>),
}

/// Says which numeric types met, and where.
#[derive(Clone, Debug)]
pub(crate) struct Mix {
    pub(crate) at: Span,
    /// An int that becomes a float; else a bool that becomes an int.
    pub(crate) float: bool,
}

/// Types whose values have no definition: which of them have met None, and who wants to know.
#[derive(Default)]
pub(crate) struct NoneNotes {
    pub(crate) met: Vec<std::mem::Discriminant<Kind>>,
    pub(crate) readers: Positions,
}

/// The first place where text of Python 3 is made of UTF-8, and the first where its characters are counted.
#[derive(Default, Debug)]
pub(crate) struct CountedText {
    pub(crate) decoded: Option<Span>,
    pub(crate) counted: Option<Span>,
}

/// The place of an annotation of the program, and the annotation.
pub(crate) type Promise = (flowmodel::diag::Span, HostRef);

/// Collects the errors, warnings and notes about the program.
#[derive(Default)]
pub struct Reports {
    /// Warnings.
    pub warnings: Vec<Diagnostic>,
    /// The places that None came from.
    pub(crate) none_notes: NoneNotes,
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
    pub(crate) counted_text: CountedText,
    /// The places where numbers of several types met.
    pub(crate) mixes: FxHashMap<Mixed, Mix>,
    /// Everything that got values of types that do not meet.
    pub(crate) broken: Breaks,
    /// Variables without a value, because an error comes before it ([`survey::survey`]): this one, if it is known.
    pub(crate) without_value: FxHashMap<(AnnGraphId, VarId), Option<ErrorPlace>>,
    /// The errors that were there before anything went on behind them, which stay; `None` until then.
    pub(crate) first_errors: Option<IndexMap<ErrorPlace, Diagnostic>>,
    /// The classes through which attributes are assigned, by name.
    pub(crate) stores: FxHashMap<Rc<str>, Vec<ClassDefId>>,
    /// Annotations of functions of the program that were asked for, by function and parameter.
    pub(crate) promises: FxHashMap<(HostRef, Rc<str>), Option<Promise>>,
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
