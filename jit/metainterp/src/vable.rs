//! Virtualizables while tracing.
//!
//! A jitdriver may name some of its reds as *virtualizables*: objects (the interpreter's frame, as a rule) some of whose
//! fields, and items of arrays in fields, live in the trace instead of in memory. The tracer reads and writes memory as the
//! program does, but records nothing for these places: it keeps the operand that names each place's value. The values are further
//! inputs of a loop, behind the reds, so that the optimiser sees boxes in them as it sees local variables; guards list them
//! ([`jitmodel::VableState`]), and what memory does not hold (*dirty*) is written when a guard fails.
//!
//! * Which objects: the reds of the outermost frame as of the last merge point (the *standard* ones). Accesses to other objects of
//!   their types are compared with them (`ptr_eq` and a guard) unless they were allocated in the trace.
//! * A red that is null is no virtualizable at that merge point, nor is one that is the same object as another red which is one: of two
//!   that could be, this is tested, too. Code is made for the *shape* that is found: which reds are virtualizables, and the lengths
//!   of their arrays. It takes the other reds for ordinary references, so that it is right whatever they are.
//! * Arrays are known by the operand that was read from the standard object's field; nothing else may hold them
//!   (the codewriter looks at that). Indices become constants.
//! * Before what may look at the object (a call with such effects, the end of the portal) dirty values are written
//!   ([`Tracer::vables_sync`]); after a call all are read from memory again. A *private* object is seen only by calls that are
//!   given it, and what *dies* with the portal is not written at its end ([`Virtualizable`]).
//! * One that is not private has a *token* ([`Virtualizable::token`]): before a call that may look at it, but is not given it, nothing is
//!   written. The token names the machine frame, and whoever looks asks for the values first ([`crate::vrefs`]).
//! * A loop is entered with dirty values from its own end, so that from its beginning all count as dirty. If its trace has a
//!   sync, which wrote only what the trace itself made dirty, the loop's end writes the rest, and all are clean.
//!
//! Here is what the tracer knows of them, and what it has in common with the timeshifter; `tracer::vables` is what it does.
//!
//! [`Tracer::vables_sync`]: crate::tracer::state::Tracer::vables_sync

use crate::rooted::RootedConsts;
use alloc::vec::Vec;
use jitbackend::Memory;
use jitmodel::hash::FxHashSet;
use jitmodel::program::Virtualizable;
use jitmodel::*;

/// One place of the virtualizable.
#[derive(Clone, Copy, Debug, Default)]
pub(crate) struct Slot {
    /// Its value's operand (or that of constants: what memory holds now); None: it is to be read from memory.
    pub(crate) op: Option<OpRef>,
    /// The compiled code's memory does not hold it.
    pub(crate) dirty: bool,
}

#[derive(Debug, Default)]
pub(crate) struct VArray {
    /// The operand of the array itself.
    pub(crate) op: Option<OpRef>,
    /// Its length is tested.
    pub(crate) length_known: bool,
    pub(crate) items: Vec<Slot>,
}

/// Holds what a tracer knows of a virtualizable.
#[derive(Default)]
pub(crate) struct Vable {
    /// `None`: the red is null, or the object of another virtualizable.
    pub(crate) object: Option<OpRef>,
    /// Holds the object's address, in the first slot.
    pub(crate) root: RootedConsts,
    pub(crate) fields: Vec<Slot>,
    pub(crate) arrays: Vec<VArray>,
    /// Objects that are known to be others.
    pub(crate) others: FxHashSet<OpRef>,
    /// The object names the machine frame, in the trace.
    pub(crate) token_set: bool,
}

/// Holds what a tracer knows of its virtualizables.
#[derive(Default)]
pub struct Vables {
    pub(crate) list: Vec<Vable>,
    /// Index in `Trace::vables`, as long as nothing changes.
    pub(crate) snapshot: Option<u32>,
    /// Position of the last sync in the trace.
    pub(crate) last_sync: Option<usize>,
}

impl Vables {
    /// Knows nothing of them.
    pub fn new(layouts: &[Virtualizable]) -> Vables {
        let list = layouts.iter().map(|_| Vable::default()).collect();
        Vables { list, ..Vables::default() }
    }
}

/// Holds what memory does not hold of a virtualizable, before a call that may look at it.
pub struct Held {
    pub(crate) which: usize,
    pub(crate) dirty: Vec<(VablePlace, OpRef)>,
}

/// Gives, for each virtualizable, the lengths of its arrays, or `None` if the red is none at this point; empty if no
/// red is. Loops whose labels agree in this have the same arguments.
pub type Shape = Vec<Option<Vec<usize>>>;

/// The shape with these parts.
pub fn shape(parts: impl Iterator<Item = Option<Vec<usize>>>) -> Shape {
    let parts: Shape = parts.collect();
    if parts.iter().any(Option::is_some) { parts } else { Shape::new() }
}

/// Says, for each virtualizable at a merge point, which one its red was before. `is(m, n)`: the red of number `n` is
/// the object of number `m`. (The program may exchange objects.)
pub fn sources(layouts: &[Virtualizable], is: impl Fn(usize, usize) -> bool) -> Vec<Option<usize>> {
    let mut found: Vec<Option<usize>> =
        (0..layouts.len()).map(|n| Some(n).filter(|&n| is(n, n))).collect();
    for n in 0..layouts.len() {
        if found[n].is_none() {
            let fits = |m: &usize| layouts[*m].is_like(&layouts[n]) && is(*m, n);
            found[n] = (0..layouts.len()).find(|m| !found.contains(&Some(*m)) && fits(m));
        }
    }
    found
}

/// Its places: the fields, and the items of its arrays with these lengths.
pub fn places(
    layout: &Virtualizable,
    lengths: &[usize],
) -> impl Iterator<Item = VablePlace> + use<> {
    let lengths = lengths.to_vec();
    let items = lengths.into_iter().enumerate();
    let items = items.flat_map(|(k, n)| (0..n as u32).map(move |n| VablePlace::Item(k as u32, n)));
    (0..layout.fields.len() as u32).map(VablePlace::Field).chain(items)
}

/// Says what a descr of memory is in a virtualizable.
pub(crate) enum VableRole {
    /// A field, by its number.
    Field(usize),
    /// A field with an array, by the array's number.
    Array(usize),
}

/// Gives what a descr is in a virtualizable, if it concerns that.
pub(crate) fn place(layout: &Virtualizable, descr: DescrRef) -> Option<VableRole> {
    if let Some(n) = layout.fields.iter().position(|d| *d == descr) {
        return Some(VableRole::Field(n));
    }
    layout.arrays.iter().position(|a| a.0 == descr).map(VableRole::Array)
}

/// Writes values of a virtualizable to memory.
pub fn write_back<M: Memory>(
    mem: &M,
    layout: &Virtualizable,
    object: i64,
    values: impl Iterator<Item = (VablePlace, i64)>,
) {
    if let Some(token) = layout.token {
        mem.setfield(object, token, 0);
    }
    for (place, word) in values {
        match place {
            VablePlace::Field(n) => mem.setfield(object, layout.fields[n as usize], word),
            VablePlace::Item(array, n) => {
                let (field, items) = layout.arrays[array as usize];
                mem.setarrayitem(mem.getfield(object, field), n as i64, items, word);
            }
        }
    }
}
