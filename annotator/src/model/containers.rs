//! Definitions of lists and dicts: what their items are, and what is done to them.

use crate::model::site::Positions;
use crate::model::*;
use flowmodel::HostRef;
use flowmodel::diag::Span;

/// Lists that may meet.
#[derive(Clone, Debug)]
pub struct ListDef {
    pub(crate) parent: ListDefId,
    /// Any item.
    pub item: SomeValue,
    /// The length changes after creation: a resizable list (else a fixed-size one).
    pub resized: bool,
    /// Items are stored after creation.
    pub mutated: bool,
    /// All are `range(…)` objects with this step (0: steps vary or are not constant).
    pub range_step: Option<i64>,
    /// One of them is of Python 2, where `range` gives a list: shown as such.
    pub(crate) range_is_list: bool,
    /// Must stay fixed-size: who says so, and where.
    pub(crate) no_resize: Option<(String, Span)>,
    /// Some variable may hold None instead of such a list.
    pub(crate) none: bool,
    /// True if it is the result of `keys()` or `items()` of a dict: set operators take it.
    pub(crate) view: bool,
    /// True if it is what a `*` parameter got from a list: a tuple to the program.
    pub(crate) star: bool,
    /// Name of the type of view that such a list is shown as; empty: a list.
    pub view_name: &'static str,
    /// Deques that have a `maxlen`, and deques without, are among them.
    pub(crate) limits: (bool, bool),
    pub(crate) readers: Positions,
    /// The places that item types came from, for error messages.
    pub origins: Vec<(Span, SomeValue)>,
    /// First place that resized it.
    pub resized_at: Option<Span>,
    /// First place that assigned to a slice of it. That resizes, unless the length is promised to stay.
    pub(crate) sliced_at: Option<Span>,
}

impl ListDef {
    pub(crate) fn resize_forbidden_by(&mut self, who: &str, at: Span) {
        self.no_resize.get_or_insert_with(|| (who.to_string(), at));
    }
}

/// Says what a dict was made as: decides its text, and what a missing key gives.
#[derive(Copy, Clone, PartialEq, Eq, Hash, Debug, Default)]
pub enum DictKind {
    /// `dict`
    #[default]
    Plain,
    /// `OrderedDict`
    Ordered,
    /// `defaultdict`, with its factory.
    Default(HostRef),
    /// `Counter`
    Counter,
}

/// Dicts that may meet.
#[derive(Clone, Debug)]
pub struct DictDef {
    pub(crate) parent: DictDefId,
    /// Any key.
    pub key: SomeValue,
    /// Any value.
    pub value: SomeValue,
    /// `r_dict`: functions `(key_eq, key_hash)` as annotations.
    pub custom: Option<(SomeValue, SomeValue)>,
    /// `r_dict`: the functions of one key and of two keys, as objects of the import-time heap.
    pub(crate) custom_fns: Option<[HostRef; 2]>,
    /// `r_dict`: the functions that helpers call in their place.
    pub(crate) custom_alias: [Option<HostRef>; 2],
    /// `r_dict`s with different functions: what makes an object of the functions of one dict, and what says that they are
    /// the ones to call (the library's `several_functions`).
    pub(crate) several: Option<[HostRef; 2]>,
    /// Says what the dicts were made as.
    pub kind: DictKind,
    /// The keys are the items of sets.
    pub set: bool,
    /// The items of frozensets.
    pub frozen: bool,
    /// Some variable may hold None instead of such a dict or set.
    pub(crate) none: bool,
    pub(crate) readers: Positions,
    /// The places that key types came from.
    pub key_origins: Vec<(Span, SomeValue)>,
    /// The places that value types came from.
    pub value_origins: Vec<(Span, SomeValue)>,
}
