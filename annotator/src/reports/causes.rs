//! Choice of the errors that are shown: causes rather than consequences.
//!
//! An error is hidden only where it may come from others of those that hold in the end, and one of these is shown. So
//! whatever is hidden, something is left ([`shown`]).

use super::blame::{Made, Walk};
use crate::definitions::hierarchy;
use crate::definitions::places;
use crate::model::Kind;
use crate::model::operands::attr_name;
use crate::model::reported::{Broken, ErrorPlace};
use crate::model::site::Position;
use crate::model::state::Facts;
use crate::reports::blame;
use crate::reports::promises;
use crate::reports::survey;
use crate::{AnnGraphId, ClassDefId};
use flowmodel::diag::{Diagnostic, Span};
use flowmodel::{HlGraph, HlOp, HlValue, VarId};
use rustc_hash::FxHashMap;

/// Lists what an error may come from.
#[derive(Default, Debug)]
struct Causes {
    /// These errors.
    known: Vec<ErrorPlace>,
    /// Any of the errors that were there before anything went on behind them.
    any: bool,
}

/// An error that holds in the end.
struct Found {
    place: ErrorPlace,
    d: Diagnostic,
    /// It was there before anything went on behind an error.
    first: bool,
    causes: Causes,
}

/// A place that would give the attribute that a value was read from another value, in a method that nothing calls.
pub(crate) fn store_never_run(
    ann: &Facts,
    g: AnnGraphId,
    graph: &HlGraph,
    value: &HlValue,
) -> Option<(Span, String)> {
    let mut todo: Vec<VarId> = value.as_var().into_iter().collect();
    let mut seen = todo.clone();
    while let Some(v) = todo.pop() {
        for block in graph.reachable().into_iter().map(|b| &graph.blocks[b]) {
            if let Some(op) = block.operations.iter().find(|op| op.result == v) {
                return match ann.binding(g, op.args.first()?.as_var()?).kind {
                    Kind::Instance { class, .. } if op.op == HlOp::GetAttr => {
                        uncalled_store(ann, class, &attr_name(op))
                    }
                    _ => None,
                };
            }
            for link in &block.exits {
                let inputs = &graph.blocks[link.target].inputargs;
                let passed = inputs.iter().zip(&link.args).filter(|(input, _)| **input == v);
                for w in passed.filter_map(|(_, a)| a.as_var()) {
                    if !seen.contains(&w) {
                        seen.push(w);
                        todo.push(w);
                    }
                }
            }
        }
    }
    None
}

/// Finds where a method of a class, or of one that is related to it, stores an attribute although nothing calls the
/// method.
fn uncalled_store(ann: &Facts, class: ClassDefId, name: &str) -> Option<(Span, String)> {
    let classes = ann.class_mro(class).into_iter().chain(hierarchy::all_subdefs(ann, class));
    let dicts = classes.filter_map(|c| Some(ann.host.class(ann.classdefs[c].host)?.dict));
    for (_, f) in dicts.flat_map(|d| ann.host.dict_items(d)) {
        let desc = ann.known.desc_of_host.get(&f).and_then(|d| ann.descs[*d].as_function());
        if desc.is_some_and(|d| !d.cache.is_empty()) {
            continue;
        }
        let Some(f) = ann.host.func(f) else { continue };
        if let Some(at) = crate::hostview::attr_store(f, name) {
            let text = format!("'{name}' is set here, in {}(), which nothing calls", f.name);
            return Some((at, text));
        }
    }
    None
}

/// Says whether an error is about types that do not meet.
fn is_union(code: &str) -> bool {
    code == "union" || code.starts_with("union-")
}

/// Says whether the cause of an error may be text that was decoded once too often.
fn may_be_of_decoding(code: &str) -> bool {
    const CODES: [&str; 10] = [
        "text-and-bytes",
        "operand",
        "argument-type",
        "conversion",
        "format-string",
        "no-attribute",
        "no-method",
        "never-set",
        "immutable",
        "not-iterable",
    ];
    is_union(code) || CODES.contains(&code)
}

/// Decides which of the errors that hold in the end are shown, and shows them.
pub(crate) fn present(
    ann: &mut Facts,
    errors: Vec<(ErrorPlace, Diagnostic)>,
) -> (Vec<Diagnostic>, Vec<Diagnostic>) {
    let unions = errors.iter().any(|(_, d)| is_union(d.code));
    let mut decoded: Vec<(Span, ErrorPlace)> = vec![];
    let found: Vec<Found> = errors
        .into_iter()
        .map(|(place, mut d)| {
            let by_decoding = decoded_once_too_often(ann, place, &mut d, &mut decoded);
            let first = is_first(ann, place);
            let causes = match by_decoding {
                Some(other) => Causes { known: vec![other], any: false },
                None => causes(ann, place, &d, first, unions),
            };
            Found { place, d, first, causes }
        })
        .collect();
    let (shown, stores) = (shown(&found), promises::stores(ann));
    let (mut told, mut hidden) = (vec![], vec![]);
    for (f, shown) in found.into_iter().zip(shown) {
        let d = match f.place {
            (Some(p), i) => {
                let d = blame::with_origins(ann, p, i, f.d);
                let d = promises::blame_promises(ann, f.place, d, &stores);
                blame::moved_to_program(ann, p, d)
            }
            _ => f.d,
        };
        let d = blame::note_fallbacks(ann, d);
        if let (Some(at), (Some(p), _)) = (d.primary, f.place) {
            ann.reports.error_graphs.push((at, p.graph));
        }
        if shown { told.push(d) } else { hidden.push(d) }
    }
    (told, hidden)
}

/// One `decode` too many is one error: the place of the error that told of it already. `decoded` are the calls that were told,
/// and where.
fn decoded_once_too_often(
    ann: &Facts,
    place: ErrorPlace,
    d: &mut Diagnostic,
    decoded: &mut Vec<(Span, ErrorPlace)>,
) -> Option<ErrorPlace> {
    let (Some(at), op) = place else { return None };
    if !may_be_of_decoding(d.code) {
        return None;
    }
    let sources = blame::decoded_by(ann, at, op);
    if let Some(told) = decoded.iter().find(|told| sources.contains(&told.0)) {
        return Some(told.1);
    }
    if !sources.is_empty() {
        blame::explain_decoding(ann, d);
    }
    for s in sources {
        decoded.push((s, place));
        if d.primary != Some(s) && !d.labels.iter().any(|l| l.0 == s) {
            d.labels.push((s, "unicode comes from here".into()));
        }
    }
    None
}

/// Lists what an error may come from. `unions`: some of the errors are about types that do not
/// meet.
fn causes(ann: &Facts, (p, op): ErrorPlace, d: &Diagnostic, first: bool, unions: bool) -> Causes {
    let mut causes = Causes::default();
    let Some(p) = p else { return causes };
    if d.code == "argument-type" {
        let ops = &ann.graphs[p.graph].full.blocks[p.block].operations;
        for v in ops.get(op).into_iter().flat_map(|o| &o.args).filter_map(|a| a.as_var()) {
            causes.known.extend(container_errors(ann, &ann.binding(p.graph, v).kind));
        }
    }
    if !first {
        follow(ann, p, op, true, &mut causes);
        causes.any |= is_in_library(ann, p, op) || reads_what_is_set(ann, p, op);
    } else if unions && !is_union(d.code) {
        follow(ann, p, op, false, &mut causes);
    }
    causes
}

/// Says whether an error was found before anything went on behind an error.
pub(crate) fn is_first(ann: &Facts, place: ErrorPlace) -> bool {
    ann.reports.first_errors.as_ref().is_none_or(|first| first.contains_key(&place))
}

/// Says whether an operation reads an attribute that is set somewhere, only not with success.
fn reads_what_is_set(ann: &Facts, p: Position, op: usize) -> bool {
    let g = &ann.graphs[p.graph].full;
    g.blocks[p.block].operations.get(op).is_some_and(|o| {
        o.op == HlOp::GetAttr
            && o.args[0].as_var().is_some_and(|v| {
                let object = ann.binding(p.graph, v);
                matches!(object.kind, Kind::Instance { .. })
                    && survey::is_set_somewhere(
                        ann,
                        object,
                        &crate::model::operands::attr_name(o),
                        o.span,
                    )
            })
    })
}

fn is_in_library(ann: &Facts, p: Position, op: usize) -> bool {
    let g = &ann.graphs[p.graph].full;
    let span = g.blocks[p.block].operations.get(op).map_or(g.span, |o| o.span);
    places::in_no_file(ann, span)
}

/// Notes the errors that operands of an operation (behind the last one: what goes on to other blocks) come from: variables and
/// containers that got values of types that do not meet; with `errors` also results of operations that are errors.
fn follow(ann: &Facts, p: Position, op: usize, errors: bool, causes: &mut Causes) {
    let blk = &ann.graphs[p.graph].full.blocks[p.block];
    let of_links = || blk.exits.iter().flat_map(|l| &l.args).filter_map(|a| a.as_var());
    let work = match blk.operations.get(op) {
        Some(op) => op.args.iter().filter_map(|a| Some((p.graph, a.as_var()?))).collect(),
        None if errors => of_links().map(|v| (p.graph, v)).collect(),
        None => return,
    };
    blame::walk_back(ann, work, |gid, v, made, _| {
        if let Made::By(op) = made
            && matches!(op.op, HlOp::GetItem | HlOp::Iter | HlOp::Next | HlOp::SimpleCall)
            && let Some(c) = op.args.first().and_then(|a| a.as_var())
        {
            causes.known.extend(container_errors(ann, &ann.binding(gid, c).kind));
        }
        let breaks = ann.reports.broken.get(&Broken::Var(gid, v));
        causes.known.extend(breaks.into_iter().flatten());
        if errors && let Some(lacking) = ann.reports.without_value.get(&(gid, v)) {
            causes.known.extend(lacking);
            causes.any |= lacking.is_none();
        }
        Walk::On
    });
}

/// The errors by which the items of a container are of types that do not meet; also of an iterator over it or a method of it.
fn container_errors<'a>(ann: &'a Facts, kind: &Kind) -> &'a [ErrorPlace] {
    let broken = match kind {
        Kind::List(l) | Kind::Deque(l) => Broken::List(ann.find_list(*l)),
        Kind::Dict(d) | Kind::Set(d) => Broken::Dict(ann.find_dict(*d)),
        Kind::Iterator { container, .. } => return container_errors(ann, &container.kind),
        Kind::BuiltinMethod { this, .. } => return container_errors(ann, &this.kind),
        _ => return &[],
    };
    ann.reports.broken.get(&broken).map_or(&[], |places| places)
}

/// Says which errors are shown: those without a cause, and of those that only come from each other the first one. So
/// each one that is not shown comes from one that is.
fn shown(found: &[Found]) -> Vec<bool> {
    let index: FxHashMap<ErrorPlace, usize> = found
        .iter()
        .enumerate()
        .filter(|(_, f)| f.place.0.is_some())
        .map(|(i, f)| (f.place, i))
        .collect();
    let first: Vec<usize> = (0..found.len()).filter(|i| found[*i].first).collect();
    let causes: Vec<Vec<usize>> = found
        .iter()
        .enumerate()
        .map(|(i, f)| {
            let known = f.causes.known.iter().filter_map(|p| index.get(p));
            let any = first.iter().filter(|_| f.causes.any);
            known.chain(any).copied().filter(|c| *c != i).collect()
        })
        .collect();
    let mut follow = vec![vec![]; found.len()];
    for (i, of) in causes.iter().enumerate() {
        of.iter().for_each(|c| follow[*c].push(i));
    }
    let mut order: Vec<usize> = (0..found.len()).collect();
    order.sort_by_key(|i| {
        let f = &found[*i];
        (!causes[*i].is_empty(), !f.first, f.d.primary.map(|s| (s.file, s.start)))
    });
    let mut shown = vec![false; found.len()];
    let mut explained = vec![false; found.len()];
    for i in order {
        if explained[i] {
            continue;
        }
        shown[i] = true;
        // What comes from it needs not be shown, nor what comes from that.
        let mut work = vec![i];
        while let Some(i) = work.pop() {
            if !std::mem::replace(&mut explained[i], true) {
                work.extend(&follow[i]);
            }
        }
    }
    shown
}
