//! Places of errors: in the program rather than in the library, with where the values came from.

use crate::definitions::origins;
use crate::definitions::places;
use crate::model::again;
use crate::model::site::Position;
use crate::model::state::Facts;
use crate::model::{Kind, SomeValue};
use crate::{AnnGraphId, ArgSource};
use flowmodel::diag::{Diagnostic, Span};
use flowmodel::{HlConst, HlOp, HlValue, HostRef, VarId};
use flowspace::host::generation;
use rustc_hash::FxHashSet;

/// Maximum number of places that a search looks at.
const LIMIT: usize = 200;

/// A value of a graph.
pub(crate) type Node = (AnnGraphId, VarId);

/// Says how a value comes about.
pub(crate) enum Made<'a> {
    /// An operation made it.
    By(&'a flowmodel::SpaceOperation<flowmodel::Hl>),
    /// It is this parameter of the function.
    Parameter(usize),
    /// It was joined at the start of a block.
    Joined,
}

/// Says how a walk goes on.
pub(crate) enum Walk {
    /// The walk goes on to what the value comes from.
    On,
    /// The walk does not go on behind this value.
    NotHere,
}

/// Says where the operand comes from that an operation does not take, if the message does not say it.
pub(crate) fn with_origins(ann: &Facts, p: Position, op: usize, mut d: Diagnostic) -> Diagnostic {
    let of = match d.code {
        "from-none" | "not-callable" | "no-attribute" | "no-method" | "immutable" => 1,
        "argument-type" | "conversion" | "format-string" | "not-iterable" | "unpack" | "raise" => {
            usize::MAX
        }
        _ => return d,
    };
    let g = &ann.graphs[p.graph].full;
    let Some(op) = g.blocks[p.block].operations.get(op).filter(|_| d.labels.is_empty()) else {
        return d;
    };
    for v in op.args.iter().take(of).filter_map(|a| a.as_var()) {
        let s = ann.binding(p.graph, v);
        let tells = match s.kind {
            Kind::Pbc { .. } | Kind::BuiltinMethod { .. } | Kind::Builtin(_) => false,
            Kind::List(l) => !ann.list_def(l).item.is_impossible(),
            _ => true,
        };
        if !tells {
            continue;
        }
        for (at, text) in origins::explain(ann, p.graph, v, s) {
            // (What stands in the operation itself is seen.)
            let inside =
                |all: Span| all.file == at.file && all.start <= at.start && at.end <= all.end;
            if !d.primary.is_some_and(inside) {
                d = d.label(at, text);
            }
        }
    }
    d
}

/// `decode` is there already: says what it means, instead of asking for it.
pub(crate) fn explain_decoding(ann: &Facts, d: &mut Diagnostic) {
    d.notes.retain(|n| !n.contains("use .decode or .encode"));
    d.notes.push("decode() gives unicode, as in Python 2: leave it out, or encode the text where it meets byte strings".into());
    if generation::program_python(&ann.host) == flowspace::Python::Neutral {
        d.notes.push(
            "in a program of Python 3 it gives str: is this one? Then say so at the head of the file, `# requires-python = \">=3\"`, or with --python 3"
                .into(),
        );
    }
}

/// The calls of `decode` that the unicode strings among the operands of an operation come from; behind the last operation,
/// those that go on to other blocks.
pub(crate) fn decoded_by(ann: &Facts, p: Position, op: usize) -> Vec<Span> {
    let blk = &ann.graphs[p.graph].full.blocks[p.block];
    let work: Vec<Node> = match blk.operations.get(op) {
        Some(op) => unicode_operands(ann, p.graph, op),
        None => {
            let passed = blk.exits.iter().flat_map(|l| &l.args).filter_map(|a| a.as_var());
            passed
                .filter(|v| has_unicode(ann, ann.binding(p.graph, *v), 4))
                .map(|v| (p.graph, v))
                .collect()
        }
    };
    let mut found = vec![];
    walk_back(ann, work, |gid, _, made, work| {
        match made {
            Made::By(op) => {
                let callee = op.args.first().and_then(|a| a.as_var());
                let decodes = callee.is_some_and(|c| {
                    matches!(&ann.binding(gid, c).kind, Kind::BuiltinMethod { name, .. } if &**name == "decode")
                });
                if decodes {
                    found.push(op.span);
                    return Walk::NotHere;
                }
                work.extend(unicode_operands(ann, gid, op));
                if op.op == HlOp::GetAttr {
                    work.extend(stored_unicode(ann, crate::model::operands::attr_name(op)));
                }
            }
            Made::Parameter(i) => work.extend(unicode_arguments(ann, gid, i)),
            Made::Joined => {}
        }
        Walk::On
    });
    found
}

/// Goes back from values to what they come from: along links, and to the results of the functions that calls reach. `visit`
/// sees each value and how it is made, and may add values to be looked at.
pub(crate) fn walk_back(
    ann: &Facts,
    mut work: Vec<Node>,
    mut visit: impl FnMut(AnnGraphId, VarId, Made<'_>, &mut Vec<Node>) -> Walk,
) {
    let mut seen = FxHashSet::default();
    while let Some((gid, v)) = work.pop() {
        if !seen.insert((gid, v)) || seen.len() > LIMIT {
            continue;
        }
        let ag = &ann.graphs[gid];
        let g = &ag.full;
        for b in g.reachable() {
            let blk = &g.blocks[b];
            let place = blk.inputargs.iter().position(|x| *x == v);
            let op = blk.operations.iter().find(|o| o.result == v);
            let made = match (op, place) {
                (Some(op), _) => Made::By(op),
                (None, Some(i)) if b == g.startblock => Made::Parameter(i),
                (None, Some(_)) => Made::Joined,
                (None, None) => continue,
            };
            match visit(gid, v, made, &mut work) {
                Walk::On => {}
                Walk::NotHere => break,
            }
            if op.is_some() {
                if let Some(call) = ag.calls.get(&v) {
                    let results = call.targets.iter().filter_map(|t| t.graph);
                    work.extend(results.map(|t| (t, ann.graphs[t].full.return_var())));
                }
            } else if let Some(i) = place {
                for l in g.reachable().into_iter().flat_map(|pb| &g.blocks[pb].exits) {
                    if l.target == b
                        && let HlValue::Var(a) = l.args[i]
                    {
                        work.push((gid, a));
                    }
                }
            }
            break;
        }
    }
}

/// Says whether a value is unicode, holds it or walks over it.
fn has_unicode(ann: &Facts, s: &SomeValue, depth: usize) -> bool {
    depth > 0
        && match &s.kind {
            Kind::List(l) | Kind::Deque(l) => has_unicode(ann, &ann.list_def(*l).item, depth - 1),
            Kind::Tuple(items) => items.iter().any(|i| has_unicode(ann, i, depth - 1)),
            Kind::BuiltinMethod { this, .. } => has_unicode(ann, this, depth - 1),
            Kind::Iterator { .. } => true,
            _ => s.is_unicode() && s.kind != Kind::None_,
        }
}

fn unicode_operands(
    ann: &Facts,
    g: AnnGraphId,
    op: &flowmodel::SpaceOperation<flowmodel::Hl>,
) -> Vec<(AnnGraphId, VarId)> {
    let vars = op.args.iter().filter_map(|a| a.as_var());
    vars.filter(|v| has_unicode(ann, ann.binding(g, *v), 4)).map(|v| (g, v)).collect()
}

/// The unicode strings among what callers pass as a parameter.
fn unicode_arguments(ann: &Facts, callee: AnnGraphId, index: usize) -> Vec<(AnnGraphId, VarId)> {
    let passed = passed(ann, callee, index).into_iter();
    let vars = passed.filter_map(|p| Some((p.graph, p.value.as_var()?)));
    vars.filter(|(graph, v)| has_unicode(ann, ann.binding(*graph, *v), 4)).collect()
}

/// Unicode strings that are stored in attributes of a name.
fn stored_unicode(ann: &Facts, name: String) -> Vec<(AnnGraphId, VarId)> {
    let mut found = vec![];
    for (gid, ag) in ann.graphs.iter() {
        for op in ag.full.blocks.values().flat_map(|b| &b.operations) {
            if op.op == HlOp::SetAttr
                && crate::model::operands::attr_name(op) == name
                && let Some(HlValue::Var(v)) = op.args.get(2)
                && has_unicode(ann, ann.binding(gid, *v), 4)
            {
                found.push((gid, *v));
            }
        }
    }
    found
}

/// Says which names were not found when the file of an error was imported: it goes on with a fallback.
pub(crate) fn note_fallbacks(ann: &Facts, mut d: Diagnostic) -> Diagnostic {
    let sources = ann.host.sources.borrow();
    let Some(file) = d.primary.and_then(|s| sources.get(s.file)) else { return d };
    for name in &ann.host.imports.missing {
        let last = name.rsplit('.').next().unwrap_or(name);
        let mentioned = file.text.lines().any(|l| l.contains("import") && l.contains(last));
        let text =
            format!("`{name}` was not found when it was imported; code may have taken a fallback");
        if mentioned && !d.notes.contains(&text) {
            d = d.note(text);
        }
    }
    d
}

/// An error in a library function that the toolchain brings, or in a text that was compiled at import time, is shown
/// where the program calls it.
pub(crate) fn moved_to_program(ann: &Facts, p: Position, d: Diagnostic) -> Diagnostic {
    let Some(inner) = d.primary.filter(|s| places::in_no_file(ann, *s)) else { return d };
    let Some(at) = program_place(ann, p).or_else(|| called_of_program(ann, p)) else {
        return d;
    };
    let mut moved = d;
    moved.primary = Some(at);
    let text = match moved.labels.iter().position(|l| l.0 == inner) {
        Some(i) => format!("it happens here: {}", moved.labels.remove(i).1),
        None if places::in_library(ann, inner) => "it happens here, in the library".into(),
        None => "it happens here".into(),
    };
    moved.labels.insert(0, (inner, text));
    moved
}

/// A function of the program that is called from the graph of a place: C calls functions through some that we make.
fn called_of_program(ann: &Facts, p: Position) -> Option<Span> {
    let targets = ann.graphs[p.graph].calls.values().flat_map(|site| site.targets.iter());
    let spans = targets.filter_map(|t| Some(ann.graphs[t.graph?].graph.span));
    spans.filter(|s| s.is_known()).find(|s| !places::in_no_file(ann, *s))
}

/// The nearest call in the program's own files that leads to a place.
fn program_place(ann: &Facts, p: Position) -> Option<Span> {
    let mut queue = std::collections::VecDeque::from([p.graph]);
    let mut seen = FxHashSet::default();
    while let Some(gid) = queue.pop_front() {
        if !seen.insert(gid) || seen.len() > LIMIT {
            continue;
        }
        for (graph, block) in again::calling_blocks(ann, gid) {
            let caller = &ann.graphs[graph];
            let ops = &caller.full.blocks[block].operations;
            let calls = ops.iter().filter(|o| {
                let call = caller.calls.get(&o.result);
                call.is_some_and(|s| s.targets.iter().any(|t| t.graph == Some(gid)))
            });
            for o in calls {
                if o.span.is_known() && !places::in_no_file(ann, o.span) {
                    return Some(o.span);
                }
            }
            queue.push_back(graph);
        }
    }
    None
}

/// Gives the advice of a function of the library that is for import time: what to use at run time.
pub(crate) fn hint_not_rpython(ann: &Facts, func: HostRef) -> Option<String> {
    let t = crate::hostview::func_attr(&ann.host, func, "_not_rpython_")?;
    match crate::hostview::view(&ann.host, t) {
        crate::hostview::View::Atom(HlConst::Str(s)) => {
            Some(String::from_utf8_lossy(&s).into_owned())
        }
        _ => None,
    }
}

/// Says whether a call is one of a method through an instance.
pub(crate) fn passes_self(args: &crate::model::state::CallArgs) -> bool {
    matches!(args.positional.first(), Some((_, ArgSource::This)))
}

/// Finds what callers pass as a parameter.
pub(crate) fn passed(ann: &Facts, callee: AnnGraphId, index: usize) -> Vec<Passed> {
    let mut found = vec![];
    for (graph, block) in again::calling_blocks(ann, callee) {
        let caller = &ann.graphs[graph];
        for op in &caller.full.blocks[block].operations {
            let Some(call) = caller.calls.get(&op.result) else { continue };
            for t in call.targets.iter().filter(|t| t.graph == Some(callee)) {
                if let Some(ArgSource::Operand(k)) = t.args.get(index)
                    && let Some(value) = op.args.get(*k)
                {
                    found.push(Passed { graph, value: value.clone(), at: op.span });
                }
            }
        }
    }
    found
}

/// A value that a call passes.
pub(crate) struct Passed {
    pub graph: AnnGraphId,
    pub value: HlValue,
    pub at: Span,
}
