//! Calls: which graphs they reach, with what arguments. The operations for calls are here; what is called decides in
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
use crate::definitions::special_methods;
use crate::definitions::variants;
use crate::model::descs;
use crate::model::descs::CallShape;
use crate::model::state::CallArgs;
use crate::prelude::*;

pub(crate) fn op_simple_call(
    ann: &mut Annotator,
    site: Site,
    _op: &HlOperation,
    args: &[SomeValue],
) -> AResult {
    let positional =
        args[1..].iter().enumerate().map(|(i, s)| (s.clone(), ArgSource::Operand(i + 1))).collect();
    let shape = CallShape { pos: args.len() - 1, ..CallShape::default() };
    call_or_copy(ann, site, &args[0], CallArgs { positional, keywords: vec![], shape })
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

pub(crate) fn op_call_args(
    ann: &mut Annotator,
    site: Site,
    _op: &HlOperation,
    args: &[SomeValue],
) -> AResult {
    let Some((pos, keywords, star)) =
        args[1].const_host().and_then(|h| hv::call_shape(&ann.host, h))
    else {
        return Err(ann
            .error(site, "star-arguments", "the names of the ** argument of this call are not known")
            .note("it must be the ** parameter of the function, which must not be changed or kept, or a dict display with constant keys"));
    };
    let mut call = CallArgs {
        shape: CallShape { pos, keywords: keywords.clone(), star },
        ..CallArgs::default()
    };
    let mut i = 2;
    for _ in 0..pos {
        call.positional.push((args[i].clone(), ArgSource::Operand(i)));
        i += 1;
    }
    for k in keywords {
        call.keywords.push((k, args[i].clone(), ArgSource::Operand(i)));
        i += 1;
    }
    if star {
        let items = (args[i].clone(), ArgSource::Operand(i));
        let class = match items.0.kind {
            Kind::Instance { class, .. } => Some(class),
            _ => None,
        };
        if class.is_some_and(|c| variants::is_record(ann, c)) {
            call.shape.star = false;
            return spread::call_with_record(ann, site, &args[0], call, items);
        }
        let iterable = match class {
            Some(c) => special_methods::has_special(ann, site, c, "__iter__"),
            None => matches!(
                items.0.kind,
                Kind::List(_)
                    | Kind::Iterator { .. }
                    | Kind::String { .. }
                    | Kind::Unicode { .. }
                    | Kind::Dict(_)
                    | Kind::Set(_)
                    | Kind::Deque(_)
            ),
        };
        if iterable {
            call.shape.star = false;
            return spread::call_with_list(ann, site, &args[0], call, items);
        }
        let Kind::Tuple(items) = &args[i].kind else {
            return Err(ann
                .error(
                    site,
                    "star-arguments",
                    format!("the * argument of a call must be a tuple, not {}", ann.show(&args[i])),
                )
                .note("the number of arguments must be known"));
        };
        for (k, s) in items.iter().enumerate() {
            call.positional.push((s.clone(), ArgSource::StarItem(i, k)));
        }
        // They count as any others: calls with so many arguments stand in one row of a family.
        call.shape.pos = call.positional.len();
        call.shape.star = false;
    }
    call_or_copy(ann, site, &args[0], call)
}
