//! Calls: which graphs they reach, with what arguments. A call that the program makes begins here; what is called decides in
//! `callees.rs`, and each function, class or object is called in `single.rs`.

pub(crate) mod callees;
pub(crate) mod conflicts;
pub(crate) mod declining;
pub(crate) mod graphs;
pub(crate) mod keywords;
pub(crate) mod library;
pub(crate) mod owed;
pub(crate) mod reflected;
pub(crate) mod shared;
pub(crate) mod shared_results;
pub(crate) mod single;
pub(crate) mod special;
pub(crate) mod specialize;
pub(crate) mod spread;
pub(crate) mod star;

use crate::ArgSource;
use crate::definitions::heirs;
use crate::definitions::record_calls;
use crate::definitions::variants;
use crate::model::descs;
use crate::model::state::{Annotator, CallArgs};
use crate::prelude::*;

/// Makes a call of the program. The items of `star` are further arguments.
pub(crate) fn call_of_program(
    ann: &mut Annotator,
    site: Site,
    callee: &SomeValue,
    args: CallArgs,
    star: Option<(SomeValue, ArgSource)>,
) -> AResult {
    match star {
        Some(items) => match items.0.kind {
            Kind::Instance { class, .. } if variants::is_record(ann, class) => {
                spread::call_with_record(ann, site, callee, args, items)
            }
            _ => spread::call_with_list(ann, site, callee, args, items),
        },
        None => call_or_copy(ann, site, callee, args),
    }
}

/// Calls what the program calls, or what stands for it with an argument of this class.
fn call_or_copy(ann: &mut Annotator, site: Site, callee: &SomeValue, args: CallArgs) -> AResult {
    if let Some(f) = record_calls::function_of_dataclass(ann, site, callee, &args) {
        return callees::call(ann, site, &f?, &args, Some(descs::LIBRARY));
    }
    match heirs::method_of_heir(ann, site, callee, args.positional.first().map(|a| &a.0)) {
        Some(f) => callees::call(ann, site, &f?, &args, None),
        None => callees::call(ann, site, callee, &args, None),
    }
}
