//! The program's own annotations (`n: int`, `-> str`). They decide nothing, but take part in blame: where an error
//! comes from a value that an annotation does not allow, the call that passes it, or the `return` that gives it, is the
//! place.

use super::blame::{Made, Node, Walk};
use crate::AnnGraphId;
use crate::definitions::constants;
use crate::definitions::hierarchy;
use crate::definitions::noted::warning;
use crate::definitions::origins;
use crate::definitions::places;
use crate::hostview::{self as hv, View};
use crate::model::operands::attr_name;
use crate::model::reported::{Broken, ErrorPlace};
use crate::model::state::Facts;
use crate::model::{Kind, SomeValue};
use crate::reports::blame;
use flowmodel::diag::{Diagnostic, Span};
use flowmodel::{HlConst, HlOp, HlValue, HostRef};
use flowspace::bytecode::Instruction;
use flowspace::host::annotations;
use rustc_hash::FxHashMap;
use std::rc::Rc;

/// Errors that a value of a wrong type can be the cause of.
const OF_TYPES: [&str; 20] = [
    "union",
    "union-none",
    "union-classes",
    "union-tuples",
    "union-text",
    "operand",
    "argument-type",
    "conversion",
    "not-iterable",
    "unpack",
    "index",
    "immutable",
    "no-attribute",
    "never-set",
    "from-none",
    "no-method",
    "no-special-method",
    "not-callable",
    "format-string",
    "text-and-bytes",
];

/// A type of Python that values at run time have.
#[derive(Clone, Copy, PartialEq)]
enum Sort {
    None,
    Bool,
    Int,
    Float,
    Text,
    ByteArray,
    List,
    Tuple,
    Dict,
    Set,
    Instance,
}

fn sort(kind: &Kind) -> Option<Sort> {
    Some(match kind {
        Kind::None_ => Sort::None,
        Kind::Bool => Sort::Bool,
        Kind::Integer { .. } => Sort::Int,
        Kind::Float => Sort::Float,
        Kind::Char | Kind::String { .. } | Kind::UniChar | Kind::Unicode { .. } => Sort::Text,
        Kind::ByteArray => Sort::ByteArray,
        Kind::List(_) => Sort::List,
        Kind::Tuple(_) => Sort::Tuple,
        Kind::Dict(_) => Sort::Dict,
        Kind::Set(_) => Sort::Set,
        Kind::Instance { .. } => Sort::Instance,
        _ => return None,
    })
}

/// The values that code assigns to attributes, by name.
pub(crate) type Stores = FxHashMap<String, Vec<Node>>;

/// A parameter, by number, or the result of a graph's function.
type Promised = (AnnGraphId, Option<usize>);

/// Says whether a value is what an annotation says; `None` if that is not known.
fn keeps(ann: &Facts, annotation: HostRef, s: &SomeValue) -> Option<bool> {
    let host = &ann.host;
    let is = sort(&s.kind)?;
    if hv::is_none(host, annotation) {
        return Some(is == Sort::None);
    }
    match hv::view(host, annotation) {
        View::Class => is_of_class(ann, annotation, is, s),
        View::Instance(class, _) => {
            let name = hv::class_full_name(host, class);
            let attr = |n: &str| hv::instance_attr(host, annotation, n);
            let args = attr("__args__").map_or(vec![], |a| hv::items(host, a));
            match &*name {
                "types.UnionType" => keeps_one(ann, &args, s),
                "types.GenericAlias" => is_container(ann, attr("__origin__")?, &args, is, s),
                "typing._Form" => {
                    let types = &host.types;
                    let form = hv::text(host, attr("_form")?)?;
                    match (&*form, is) {
                        ("Optional", Sort::None) => Some(true),
                        ("Optional" | "Union", _) => keeps_one(ann, &args, s),
                        ("Text", _) => is_of_class(ann, types.str, is, s),
                        ("List", _) => is_container(ann, types.list, &args, is, s),
                        ("Dict", _) => is_container(ann, types.dict, &args, is, s),
                        ("Set", _) => is_container(ann, types.set, &args, is, s),
                        ("Tuple", _) => is_container(ann, types.tuple, &args, is, s),
                        _ => None,
                    }
                }
                _ => None,
            }
        }
        _ => None,
    }
}

/// Says whether a value is what one of several annotations says.
fn keeps_one(ann: &Facts, annotations: &[HostRef], s: &SomeValue) -> Option<bool> {
    let kept: Vec<Option<bool>> = annotations.iter().map(|a| keeps(ann, *a, s)).collect();
    match kept.contains(&Some(true)) {
        true => Some(true),
        false => (!kept.contains(&None)).then_some(false),
    }
}

/// Says whether a value is a container of a class, and the items of a list what an annotation says.
fn is_container(
    ann: &Facts,
    class: HostRef,
    args: &[HostRef],
    is: Sort,
    s: &SomeValue,
) -> Option<bool> {
    let of_class = is_of_class(ann, class, is, s)?;
    match (&s.kind, args) {
        (Kind::List(l), [item]) if of_class => {
            let items = &ann.list_def(*l).item;
            if items.is_impossible() { Some(true) } else { keeps(ann, *item, items) }
        }
        _ => Some(of_class),
    }
}

fn is_of_class(ann: &Facts, class: HostRef, is: Sort, s: &SomeValue) -> Option<bool> {
    let types = &ann.host.types;
    let fitting: &[Sort] = match class {
        c if c == types.int => &[Sort::Int, Sort::Bool],
        c if c == types.float => &[Sort::Float, Sort::Int, Sort::Bool],
        c if c == types.bool => &[Sort::Bool],
        c if c == types.str || c == types.unicode => &[Sort::Text],
        c if c == types.list => &[Sort::List],
        // (The * arguments of a call are a list here.)
        c if c == types.tuple => &[Sort::Tuple, Sort::List],
        c if c == types.dict => &[Sort::Dict],
        c if c == types.set || c == types.frozenset => &[Sort::Set],
        c => return is_instance(ann, c, is, s),
    };
    Some(fitting.contains(&is))
}

/// Says whether a value is an instance of a class of the program.
fn is_instance(ann: &Facts, annotation: HostRef, is: Sort, s: &SomeValue) -> Option<bool> {
    let host = &ann.host;
    if &*hv::class_name(host, annotation) == "NoneType" {
        return Some(is == Sort::None);
    }
    // What inherits from other built-in types, has a metaclass or is a protocol has rules of its own.
    let object = hv::object_class(host);
    let plain = |c: HostRef| c == object || !hv::is_builtin_class(host, c);
    let exception = hv::is_exception_class(host, annotation);
    let rules = ["Protocol", "Generic"];
    let special = hv::is_builtin_class(host, annotation) && !exception
        || host.class_of(annotation) != host.types.type_
        || hv::class_mro(host, annotation)
            .into_iter()
            .any(|c| !plain(c) && !exception || rules.contains(&&*hv::class_name(host, c)));
    if special {
        return None;
    }
    let Kind::Instance { class, .. } = s.kind else { return Some(false) };
    let given = ann.classdefs[class].host;
    let mut below = hierarchy::all_subdefs(ann, class).into_iter();
    Some(
        host.is_subclass(annotation, given)
            || below.any(|c| host.is_subclass(ann.classdefs[c].host, annotation)),
    )
}

/// The annotation of a parameter or of the result of a graph's function, and its place.
fn promise(ann: &mut Facts, (g, parameter): Promised) -> Option<(Span, HostRef)> {
    let info = ann.descs[ann.graphs[g].desc].as_function()?.info.clone();
    let name: &str = match parameter {
        Some(i) => info.signature.args.get(i)?,
        None => "return",
    };
    let key: (HostRef, Rc<str>) = (info.host, name.into());
    if let Some(known) = ann.reports.promises.get(&key) {
        return *known;
    }
    let found = match places::in_no_file(ann, info.span) {
        true => None,
        false => annotations::annotation(&mut ann.host, info.host, name),
    };
    ann.reports.promises.insert(key, found);
    found
}

/// An error that comes from a value that an annotation does not allow is shown where this value is passed or returned.
pub(crate) fn blame_promises(
    ann: &mut Facts,
    place: ErrorPlace,
    d: Diagnostic,
    stores: &Stores,
) -> Diagnostic {
    let (Some(p), op) = place else { return d };
    if !OF_TYPES.contains(&d.code) {
        return d;
    }
    let blk = &ann.graphs[p.graph].full.blocks[p.block];
    let args: Vec<&HlValue> = match blk.operations.get(op) {
        Some(op) => op.args.iter().collect(),
        None => blk.exits.iter().flat_map(|l| &l.args).collect(),
    };
    let mut work: Vec<_> = args.into_iter().filter_map(|a| Some((p.graph, a.as_var()?))).collect();
    work.extend(ann.reports.broken.iter().filter_map(|(what, places)| match what {
        Broken::Var(g, v) if places.contains(&place) => Some((*g, *v)),
        _ => None,
    }));
    let mut promised: Vec<Promised> = vec![];
    blame::walk_back(ann, work, |g, v, made, work| {
        match made {
            Made::Parameter(i) => {
                promised.push((g, Some(i)));
                let s = ann.binding(g, v);
                let passed = blame::passed(ann, g, i).into_iter().filter_map(|a| {
                    let v = a.value.as_var()?;
                    origins::resembles(ann, ann.binding(a.graph, v), s).then_some((a.graph, v))
                });
                work.extend(passed);
            }
            Made::By(op) if op.op == HlOp::GetAttr => {
                let s = ann.binding(g, v);
                let stored = stores.get(&attr_name(op)).into_iter().flatten();
                work.extend(stored.filter(|n| origins::resembles(ann, ann.binding(n.0, n.1), s)));
            }
            _ if v == ann.graphs[g].full.return_var() => promised.push((g, None)),
            _ => {}
        }
        Walk::On
    });
    // The furthest one is nearest to the cause.
    for of in promised.into_iter().rev() {
        let Some((at, annotation)) = promise(ann, of) else { continue };
        if let Some(broken) = broken_promise(ann, of, annotation) {
            return of_promise(ann, of, at, broken, d);
        }
    }
    d
}

/// Finds what code assigns to attributes.
pub(crate) fn stores(ann: &Facts) -> Stores {
    let mut stores = Stores::default();
    for (gid, ag) in ann.graphs.iter() {
        for op in ag.full.blocks.values().flat_map(|b| &b.operations) {
            if op.op == HlOp::SetAttr
                && let Some(v) = op.args.get(2).and_then(|a| a.as_var())
            {
                stores.entry(attr_name(op)).or_default().push((gid, v));
            }
        }
    }
    stores
}

/// Finds where a value is passed or returned that an annotation does not allow; gives the place and
/// the value.
fn broken_promise(
    ann: &Facts,
    (g, parameter): Promised,
    annotation: HostRef,
) -> Option<(Span, SomeValue)> {
    let breaks = |graph: AnnGraphId, v: &HlValue| {
        let s = match v {
            HlValue::Var(v) => ann.binding(graph, *v).clone(),
            HlValue::Const(c) => constants::peek_const(ann, c)?,
        };
        (keeps(ann, annotation, &s) == Some(false)).then_some(s)
    };
    if let Some(i) = parameter {
        let passed = blame::passed(ann, g, i).into_iter();
        let mut broken = passed.filter_map(|a| Some((a.at, breaks(a.graph, &a.value)?)));
        return broken.find(|b| b.0.is_known() && !places::in_no_file(ann, b.0));
    }
    let graph = &ann.graphs[g].full;
    graph.reachable().into_iter().find_map(|b| {
        graph.blocks[b].exits.iter().filter(|l| l.target == graph.returnblock).find_map(|l| {
            let s = breaks(g, &l.args[0])?;
            // (Of an expression with `if` the operation that gives the value is known.)
            let mut ops = graph.blocks[b].operations.iter();
            let made = ops.find(|o| l.args[0].as_var() == Some(o.result));
            let at = l.span.or(made.map_or(Span::NONE, |o| o.span));
            at.is_known().then_some((at, s))
        })
    })
}

/// The error at the place where something is passed or returned that an annotation does not allow.
fn of_promise(
    ann: &Facts,
    (g, parameter): Promised,
    annotated: Span,
    (at, s): (Span, SomeValue),
    d: Diagnostic,
) -> Diagnostic {
    let function = origins::function_name(ann, g);
    let text = {
        let sources = ann.host.sources.borrow();
        let file = sources.get(annotated.file);
        let text = file.and_then(|f| {
            f.text.get(annotated.start as usize..annotated.end as usize).map(String::from)
        });
        text.unwrap_or_default()
    };
    let s = ann.show(&s);
    let end = at == ann.graphs[g].full.span;
    let (message, label) = match parameter {
        Some(i) => {
            let info = ann.descs[ann.graphs[g].desc].as_function().map(|f| &f.info);
            let name = info.and_then(|f| f.signature.args.get(i)).map_or("?", |n| n);
            let m = format!(
                "parameter '{name}' of {function}() is annotated `{text}`, but is given {s}"
            );
            (m, format!("{s} is passed here"))
        }
        None => {
            let m = format!("{function}() is annotated `-> {text}`, but returns {s}");
            match end {
                true => (m, "None is returned where the end is reached".into()),
                false => (m, format!("{s} is returned here")),
            }
        }
    };
    let mut made = Diagnostic::error("annotation", message, at).label(at, label);
    made = made.label(annotated, "annotated here");
    if let Some(place) = d.primary.filter(|p| *p != at) {
        made = made.label(place, d.message);
    }
    made
}

/// Warns of functions of which an annotation says that they return a value, and that can come to their end without.
pub(crate) fn warn_of_missing_returns(ann: &mut Facts) {
    let graphs: Vec<AnnGraphId> =
        ann.graphs.iter().filter(|(_, g)| !g.helper).map(|(g, _)| g).collect();
    for g in graphs {
        let ag = &ann.graphs[g];
        let graph = &ag.full;
        let ends = graph.reachable().into_iter().any(|b| {
            graph.blocks[b].exits.iter().enumerate().any(|(i, l)| {
                l.target == graph.returnblock
                    && l.span == graph.span
                    && l.args[0] == HlValue::Const(HlConst::None)
                    && ag.followed.contains_key(&(b, i))
            })
        });
        if !ends || has_no_code(ann, g) {
            continue;
        }
        let Some((at, annotation)) = promise(ann, (g, None)) else { continue };
        if keeps(ann, annotation, &SomeValue::NONE) != Some(false) {
            continue;
        }
        let message = format!(
            "{}() is annotated to return a value, but its end can be reached: it returns None there",
            origins::function_name(ann, g)
        );
        let note = "return a value on every path, or raise an exception";
        let d = warning("missing-return", message, at, note);
        if !ann.reports.warnings.contains(&d) {
            ann.reports.warnings.push(d);
        }
    }
}

/// Says whether the body of a graph's function is `pass` or the like: it stands for what subclasses do.
fn has_no_code(ann: &Facts, g: AnnGraphId) -> bool {
    let function = ann.descs[ann.graphs[g].desc].as_function();
    let Some(f) = function.and_then(|f| ann.host.func(f.info.host)) else { return true };
    f.code
        .instrs
        .iter()
        .all(|i| matches!(i, Instruction::LoadConst(_) | Instruction::PopTop | Instruction::Return))
}
