//! Calls of functions: which graph a call reaches.

use crate::ArgSource;
use crate::calls::declining;
use crate::calls::graphs;
use crate::definitions::arguments;
use crate::definitions::classdef;
use crate::definitions::constants;
use crate::definitions::desc;
use crate::definitions::generation;
use crate::definitions::hierarchy;
use crate::definitions::library_objects;
use crate::definitions::lltypes;
use crate::definitions::origins;
use crate::definitions::own_methods;
use crate::definitions::places;
use crate::definitions::prebuilt;
use crate::definitions::union;
use crate::hostview as hv;
use crate::model::answers;
use crate::model::descs::{DescKind, FunctionInfo, KeyPart, SpecKey, Specializer};
use crate::model::errors::AResult;
use crate::model::site::Site;
use crate::model::state::{Annotator, CallArgs, Facts};
use crate::model::*;
use crate::reports::blame;
use flowmodel::{HlConst, HostRef};

impl Specializer {
    /// Parses the text of `_annspecialcase_`: `specialize:arg(0)`.
    pub fn parse(text: &str) -> Option<Specializer> {
        let t = text.strip_prefix("specialize:").unwrap_or(text).trim();
        let (name, args) = match t.split_once('(') {
            Some((n, a)) => (n.trim(), a.trim_end().strip_suffix(')')?),
            None => (t, ""),
        };
        let mut nums = vec![];
        for a in args.split(',').map(str::trim).filter(|a| !a.is_empty()) {
            nums.push(a.parse::<usize>().ok()?);
        }
        Some(match name {
            "default" => Specializer::Default,
            "memo" => Specializer::Memo,
            "arg" => Specializer::Arg(nums),
            "arg_or_var" => Specializer::ArgOrVar(nums),
            "argtype" => Specializer::ArgType(nums),
            "arglistitemtype" => Specializer::ArgListItemType(*nums.first()?),
            "ll" => Specializer::Ll,
            "ll_and_arg" => Specializer::LlAndArg(nums),
            "call_location" => Specializer::CallLocation,
            _ => return None,
        })
    }
}

/// Maximum number of graphs of one function that were made one by the other: a program needs any number of copies, but
/// one that comes to an end does not nest them so deep.
const MAX_NESTED: usize = 1000;

/// Says what a call of a function comes to: its graph, arguments and result.
pub(crate) struct FunctionCall {
    pub result: SomeValue,
    pub graph: Option<AnnGraphId>,
    pub sources: Vec<ArgSource>,
}

/// The graph that a call reaches, with the arguments flowed into it.
pub(crate) fn function_graph(
    ann: &mut Annotator,
    site: Site,
    desc: DescId,
    call: &CallArgs,
) -> AResult<(Option<AnnGraphId>, Vec<ArgSource>)> {
    let r = function_call(ann, site, desc, call)?;
    Ok((r.graph, r.sources))
}

/// Annotates a call of a function.
pub(crate) fn function_call(
    ann: &mut Annotator,
    site: Site,
    desc: DescId,
    call: &CallArgs,
) -> AResult<FunctionCall> {
    if let Some(g) = own_methods::alias_graph(ann, desc) {
        let sources = call.positional.iter().map(|a| a.1.clone()).collect();
        return Ok(FunctionCall { result: ann.result(g).clone(), graph: Some(g), sources });
    }
    let f = ann.descs[desc].as_function().expect("function").info.clone();
    let with_first;
    let call = match f.bound {
        None => call,
        Some(this) => {
            let mut c = call.clone();
            c.positional.insert(0, (ann.immutablevalue(site, this)?, ArgSource::Default(this)));
            with_first = c;
            &with_first
        }
    };
    let called = origins::qualified_name(ann, &f);
    let bound =
        arguments::match_signature(ann, site, &called, &f.signature, call).map_err(|m| {
            let e = ann.error(site, "argument-count", m);
            let e = match blame::hint_not_rpython(ann, f.host) {
                Some(h) => e.note(h),
                None if blame::passes_self(call) && e.text().contains("() takes ") => {
                    e.note("the first argument of a method is the instance, `self`")
                }
                None => e,
            };
            let keywords = call.keywords.iter().map(|k| &*k.0);
            let mut wrong = keywords.filter(|k| !f.signature.args.iter().any(|a| **a == **k));
            let meant = wrong.find_map(|k| {
                flowmodel::similar::similar(k, f.signature.args.iter().map(|a| &**a))
            });
            let e = match meant {
                Some(n) => e.note(format!("did you mean '{n}'?")),
                None => e,
            };
            e.label(f.span, format!("{called}() is defined here"))
        })?;
    let mut cells = bound.cells;
    if cells.iter().any(|c| c.texts() != Texts::PLAIN) && places::in_library(ann, f.span) {
        for c in &mut cells {
            generation::forget_texts(c, f.specializer != Specializer::Default);
        }
    }
    let sources = bound.sources;
    enforce(ann, site, &f, &mut cells)?;
    if f.specializer == Specializer::Memo {
        return memo_call(ann, site, desc, &f, cells, sources);
    }
    let key = copy_key(ann, site, desc, &f, (bound.nstar, &bound.keywords), &mut cells)?;
    let cache = &ann.descs[desc].as_function().expect("function").cache;
    let id = match cache.get(&key) {
        Some(id) => *id,
        None => {
            let caller = site.position.map(|p| p.graph);
            if cache.len() >= MAX_NESTED && nesting(ann, caller, desc) >= MAX_NESTED {
                return Err(ann
                    .error(
                        site,
                        "specialize-hint",
                        format!("{}() needs too many specialisations", f.name),
                    )
                    .note("does it call itself with arguments of ever new types or constants?")
                    .label(f.span, format!("{}() is defined here", f.name)));
            }
            let id = graphs::new_graph(ann, site, desc, key.clone(), bound.nstar, bound.keywords)?;
            ann.graph_mut(id).made_in = caller;
            if let DescKind::Function(f) = &mut ann.descs[desc].kind {
                f.cache.insert(key, id);
            }
            id
        }
    };
    let start = ann.graphs[id].full.startblock;
    if let Some(shared) = ann.shared_calls.being_made {
        ann.graph_mut(id).shared_by.insert(shared);
    } else if let Some(p) = site.position {
        ann.graph_mut(id).callers.insert(p);
        if ann.graphs[id].declines {
            declining::set_declines(ann, p.graph);
        }
    }
    graphs::flow_into(ann, site, id, start, &cells)?;
    let result = ann.result(id).clone();
    Ok(FunctionCall { result, graph: Some(id), sources })
}

/// Gives parameters the types that `enforceargs` wants, if they are given nothing else.
fn enforce(ann: &mut Facts, site: Site, f: &FunctionInfo, cells: &mut [SomeValue]) -> AResult<()> {
    let Some(enf) = &f.enforced else { return Ok(()) };
    for (i, want) in enf.iter().enumerate() {
        let (Some(want), Some(cell)) = (want, cells.get_mut(i)) else { continue };
        let have = cell.clone();
        // A list that is given gets items of the enforced type, if it can.
        if let (Kind::List(w), Kind::List(l)) = (&want.kind, &have.kind) {
            let (item, l) = (ann.list_def(*w).item.clone(), *l);
            ann.generalize_list(site, l, &item)?;
            let now = ann.list_def(l).item.clone();
            if union::contains(ann, site, &item, &now) {
                continue;
            }
        }
        if !union::contains(ann, site, want, &have) {
            let (w, h) = (ann.show(want), ann.show(&have));
            return Err(ann.error(
                site,
                "enforceargs",
                format!(
                    "{}() enforces {w} for parameter '{}', but is given {h}",
                    f.name,
                    f.signature.args.get(i).map_or("?", |a| a)
                ),
            ));
        }
        cells[i] = want.clone();
    }
    Ok(())
}

/// The key of the copy of a function that a call reaches, with the values of its parameters as that copy sees them.
fn copy_key(
    ann: &mut Facts,
    site: Site,
    desc: DescId,
    f: &FunctionInfo,
    (star, keywords): (Option<usize>, &Option<Vec<std::rc::Rc<str>>>),
    cells: &mut [SomeValue],
) -> AResult<SpecKey> {
    let mut key: SpecKey = vec![];
    if let Some(n) = star {
        key.push(KeyPart::Star(n));
    }
    if let Some(names) = keywords {
        key.push(KeyPart::Keywords(names.clone()));
    }
    let pick = |a: &Facts, i: usize| -> AResult<SomeValue> {
        cells.get(i).cloned().ok_or_else(|| {
            a.error(
                site,
                "specialize-hint",
                format!("{}() is specialised by parameter {i}, which it does not have", f.name),
            )
        })
    };
    match &f.specializer {
        Specializer::Default | Specializer::Memo => {}
        Specializer::Arg(idx) | Specializer::ArgOrVar(idx) => {
            for &i in idx {
                let s = pick(ann, i)?;
                key.push(match (&s.konst, &s.kind) {
                    (Some(c), _) => KeyPart::Const(c.clone()),
                    (None, Kind::Pbc { .. } | Kind::Builtin(_) | Kind::LlType(_)) => {
                        KeyPart::Type(s.clone())
                    }
                    _ if matches!(f.specializer, Specializer::ArgOrVar(_)) => KeyPart::Var,
                    _ => {
                        let text = ann.show(&s);
                        return Err(ann
                            .error(site,
                                "specialize-hint",
                                format!(
                                    "{}() is specialised by parameter '{}', which must be a constant here, not {text}",
                                    f.name,
                                    f.signature.args.get(i).map_or("?", |a| a)
                                ),
                            )
                            .label(f.span, format!("{}() is defined here", f.name)));
                    }
                });
            }
        }
        Specializer::ArgType(idx) => {
            for &i in idx {
                let s = pick(ann, i)?;
                key.push(KeyPart::Type(type_key(ann, &s)));
            }
        }
        Specializer::ArgListItemType(i) => {
            let s = pick(ann, *i)?;
            let Kind::List(l) = s.kind else {
                return Err(ann.error(site, "argument-type", format!("{}() wants a list", f.name)));
            };
            let item = ann.read_list(site, l);
            key.push(KeyPart::Type(type_key(ann, &item)));
        }
        Specializer::Ll | Specializer::LlAndArg(_) => {
            for (i, s) in cells.iter_mut().enumerate() {
                let by_arg =
                    matches!(&f.specializer, Specializer::LlAndArg(idx) if idx.contains(&i));
                if by_arg && let Some(c) = &s.konst {
                    key.push(KeyPart::Const(c.clone()));
                    continue;
                }
                *s = low_level_view(s);
                key.push(KeyPart::Type(canonical(ann, s)));
            }
        }
        Specializer::Operand => {
            let operand = pick(ann, 1)?;
            key.push(KeyPart::Operand(operand_key(ann, &cells[0], &operand)));
        }
        Specializer::Standard
            if let Some(own) = site.position.and_then(|p| copy_around(ann, p.graph, desc)) =>
        {
            key = ann.graphs[own].key.clone();
            if let Some(n) = star {
                key.retain(|k| !matches!(k, KeyPart::Star(_)));
                key.insert(0, KeyPart::Star(n));
            }
            if let Some(names) = keywords {
                key.retain(|k| !matches!(k, KeyPart::Keywords(_)));
                key.insert(star.is_some() as usize, KeyPart::Keywords(names.clone()));
            }
        }
        Specializer::CallLocation | Specializer::Standard => match (site.position, site.result) {
            (Some(p), Some(v)) => key.push(KeyPart::Site(p.graph, v)),
            _ => key.push(KeyPart::Var),
        },
    }
    Ok(key)
}

/// Counts the graphs of a function among those that led to this one.
fn nesting(ann: &Facts, graph: Option<AnnGraphId>, desc: DescId) -> usize {
    let makers = std::iter::successors(graph, |g| ann.graphs[*g].made_in);
    makers.filter(|g| ann.graphs[*g].desc == desc).count()
}

/// The graph of a function in whose copy, or in a copy made for a call there, a graph is.
fn copy_around(ann: &Facts, graph: AnnGraphId, desc: DescId) -> Option<AnnGraphId> {
    let mut at = graph;
    loop {
        let g = &ann.graphs[at];
        if g.desc == desc {
            return Some(at);
        }
        at = g.key.iter().find_map(|k| match k {
            KeyPart::Site(caller, _) => Some(*caller),
            _ => None,
        })?;
    }
}

/// Calls of memo functions are computed now, for all combinations of prebuilt arguments.
fn memo_call(
    ann: &mut Annotator,
    site: Site,
    desc: DescId,
    f: &FunctionInfo,
    cells: Vec<SomeValue>,
    sources: Vec<ArgSource>,
) -> AResult<FunctionCall> {
    let mut combos: Vec<Vec<HlConst>> = vec![vec![]];
    for s in &cells {
        let options: Vec<HlConst> = match (&s.konst, &s.kind) {
            (Some(c), _) => vec![c.clone()],
            (None, Kind::Pbc { descs, can_be_none }) => {
                let mut v: Vec<HlConst> =
                    descs.iter().filter_map(|d| desc::desc_const(ann, *d)).collect();
                if *can_be_none {
                    v.push(HlConst::None);
                }
                v
            }
            (None, Kind::Bool) => vec![HlConst::Bool(false), HlConst::Bool(true)],
            // The class of an instance: one of those that have instances.
            (None, Kind::Type(c)) => {
                let descs = classdef::instantiated_classes(ann, site, *c);
                if descs.is_empty() {
                    return Err(crate::AnnError::Blocked);
                }
                descs.into_iter().filter_map(|d| desc::desc_const(ann, d)).collect()
            }
            (None, Kind::LlType(t)) if let Some(r) = lltypes::host_of_lltype(ann, *t) => {
                vec![HlConst::Host(r)]
            }
            _ => {
                let text = ann.show(s);
                // What the library says of its own ones.
                if let Some(what) =
                    hv::func_attr(&ann.host, f.host, "_memo_of_").and_then(|t| ann.host.text(t))
                {
                    let m = format!("{what} must be a constant, not {text}");
                    return Err(ann.error(site, "constant-needed", m));
                }
                return Err(ann.error(
                    site,
                    "memo",
                    format!(
                        "{}() is a memo function: its arguments must be constants, not {text}",
                        f.name
                    ),
                ));
            }
        };
        combos = combos
            .into_iter()
            .flat_map(|c| {
                options.iter().map(move |o| {
                    let mut c = c.clone();
                    c.push(o.clone());
                    c
                })
            })
            .collect();
    }
    let mut result = SomeValue::IMPOSSIBLE;
    let mut cases = vec![];
    let variable = combos.len() > 1;
    let key = (desc, if variable { combos.clone() } else { vec![] });
    for c in combos {
        let call = (f.host, c.clone());
        let r = match ann.host.flow.memo_results.get(&call).cloned() {
            Some(r) => r,
            None => {
                let args: Vec<_> = c.iter().map(|c| ann.host.from_const(c)).collect();
                ann.work.functions_ran = true;
                let r = hv::call(&mut ann.host, f.host, &args).map_err(|t| {
                    ann.error(site, "memo", format!("memo function {}() failed: {t}", f.name))
                })?;
                let r = ann.host.to_const(r);
                ann.host.flow.memo_results.insert(call, r.clone());
                r
            }
        };
        if variable {
            let key: Vec<_> = c.iter().map(|c| ann.host.from_const(c)).collect();
            let pair = [ann.host.tuple(&key), ann.host.from_const(&r)];
            cases.push(ann.host.tuple(&pair));
        }
        let s = constants::immutable_const(ann, site, &r)?;
        result = ann.union(site, &result, &s).map_err(|e| {
            origins::union_at(
                ann,
                site,
                e,
                &format!("the result of memo function {}()", f.name),
                &[],
            )
        })?;
    }
    // Which result it is, is decided when the program runs, unless all are the same.
    if !cases.is_empty() && result.konst.is_none() && result.kind != Kind::None_ {
        return memo_switch(ann, site, key, f, cases, cells, sources);
    }
    Ok(FunctionCall { result, graph: None, sources })
}

/// A call of a memo function with arguments that are not known becomes a call of a function that compares them.
fn memo_switch(
    ann: &mut Annotator,
    site: Site,
    key: (DescId, Vec<Vec<HlConst>>),
    f: &FunctionInfo,
    cases: Vec<HostRef>,
    cells: Vec<SomeValue>,
    sources: Vec<ArgSource>,
) -> AResult<FunctionCall> {
    let switch = match ann.known.memo_switches.get(&key) {
        Some(s) => *s,
        None => {
            let make = library_objects::library_object(ann, site, "memo", "make_switch")?;
            let args = [ann.host.str(&f.name), ann.host.list(cases)];
            let s = hv::call(&mut ann.host, make, &args).map_err(|t| {
                ann.error(site, "memo", format!("memo function {}() failed: {t}", f.name))
            })?;
            ann.known.memo_switches.insert(key, s);
            s
        }
    };
    let d = prebuilt::function_desc(ann, site, switch)?;
    let positional: Vec<_> =
        cells.into_iter().enumerate().map(|(i, s)| (s, ArgSource::Operand(i + 1))).collect();
    let call = answers::positional(positional);
    let r = function_call(ann, site, d, &call)?;
    Ok(FunctionCall { result: r.result, graph: r.graph, sources })
}

/// The annotation with merged definitions replaced by their representatives.
fn canonical(a: &Facts, s: &SomeValue) -> SomeValue {
    let kind = match &s.kind {
        Kind::List(l) => Kind::List(a.find_list(*l)),
        Kind::Deque(l) => Kind::Deque(a.find_list(*l)),
        Kind::Dict(d) => Kind::Dict(a.find_dict(*d)),
        Kind::Set(d) => Kind::Set(a.find_dict(*d)),
        Kind::Tuple(items) => {
            Kind::Tuple(items.iter().map(|i| canonical(a, i)).collect::<Vec<_>>().into())
        }
        k => k.clone(),
    };
    SomeValue { kind, konst: s.konst.clone() }
}

/// The Python type of an annotation, as a key: nothing that only narrows the values.
pub(crate) fn type_key(a: &Facts, s: &SomeValue) -> SomeValue {
    let s = canonical(a, &s.without_const());
    let kind = match s.kind {
        Kind::Integer { unsigned, size, .. } => Kind::Integer { nonneg: unsigned, unsigned, size },
        Kind::Char | Kind::String { .. } => {
            let texts = if s.is_bytes() { Texts::BYTES } else { Texts::PLAIN };
            Kind::String { can_be_none: false, no_nul: false, texts }
        }
        Kind::UniChar | Kind::Unicode { .. } => Kind::Unicode { can_be_none: false, no_nul: false },
        Kind::Instance { class, .. } => Kind::Instance { class, can_be_none: false },
        k => k,
    };
    kind.into()
}

/// Gives the annotation that a low-level helper sees of a value: constants only of functions and
/// types, no ranges.
fn low_level_view(s: &SomeValue) -> SomeValue {
    match &s.kind {
        Kind::Pbc { .. } | Kind::Builtin(_) | Kind::LlType(_) | Kind::None_ => s.clone(),
        Kind::Integer { unsigned, size, .. } => SomeValue::integer(*unsigned, *unsigned, *size),
        Kind::String { .. } => SomeValue::STR_OR_NONE,
        _ => s.without_const(),
    }
}

/// Key of an operand of an operator method: instances of one family share a graph, and so does None with them.
pub(crate) fn operand_key(ann: &Facts, this: &SomeValue, s: &SomeValue) -> SomeValue {
    let family = |s: &SomeValue| match s.kind {
        Kind::Instance { class, .. } => Some(hierarchy::family_class(ann, class)),
        _ => None,
    };
    match &s.kind {
        Kind::None_ => family(this).map_or_else(|| s.clone(), SomeValue::instance),
        Kind::Instance { class, .. } => SomeValue::instance(hierarchy::family_class(ann, *class)),
        Kind::Integer { unsigned: false, size: IntSize::Word, .. } | Kind::Bool => SomeValue::INT,
        Kind::Tuple(items) => {
            SomeValue::tuple(items.iter().map(|i| operand_key(ann, this, i)).collect())
        }
        Kind::Pbc { .. } => SomeValue::OBJECT,
        _ => crate::calls::specialize::type_key(ann, s),
    }
}
