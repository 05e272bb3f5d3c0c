//! Errors of values that do not meet, and where these values come from.

use crate::ArgSource;
use crate::definitions::constants;
use crate::definitions::places;
use crate::definitions::variants;
use crate::hostview as hv;
use crate::model::again;
use crate::model::errors::{AnnError, UnionError};
use crate::model::site::Site;
use crate::model::state::Facts;
use crate::model::*;
use flowmodel::diag::{Diagnostic, Span};
use flowmodel::{BlockId, HlConst, HlOp, HlValue, VarId};
use flowspace::bytecode::{ConstValue, Instruction};

/// Makes a diagnostic of a union error: `what` would have to hold both types; `origins` say where
/// values came from before.
pub(crate) fn union_at(
    ann: &Facts,
    site: Site,
    e: AnnError,
    what: &str,
    origins: &[(Span, SomeValue)],
) -> AnnError {
    let AnnError::Union(u) = e else { return e };
    let (l, r) = (ann.show(&u.left), ann.show(&u.right));
    let mut d =
        Diagnostic::error("union", format!("{what} would have to be both {l} and {r}"), site.span);
    d = d.label(site.span, format!("{r} arrives here"));
    for (at, s) in origins {
        if *at != site.span {
            d = d.label(*at, format!("{} comes from here", ann.show(s)));
        } else {
            d = label_operand(ann, site, d, s);
        }
    }
    if origins.is_empty() {
        d = label_operand(ann, site, d, &u.left);
    }
    if !u.why.is_empty() {
        d = d.note(u.why);
    }
    d = union_notes(ann, d, &u);
    AnnError::Error(Box::new(d))
}

/// Says where an operand of the operation that is annotated comes from, one that is like `s`.
pub(crate) fn label_operand(
    ann: &Facts,
    site: Site,
    mut d: Diagnostic,
    s: &SomeValue,
) -> Diagnostic {
    let Some(p) = site.position else { return d };
    let g = &ann.graphs[p.graph].full;
    let Some(op) = g.blocks[p.block].operations.get(p.op) else { return d };
    let mut operands = op.args.iter().filter_map(|a| a.as_var());
    if let Some(v) = operands.find(|v| resembles(ann, ann.binding(p.graph, *v), s)) {
        for (at, text) in explain(ann, p.graph, v, s) {
            if at != site.span {
                d = d.label(at, text);
            }
        }
    }
    d
}

/// Says whether two values are of one kind: instances of a class and of one that inherits from it, tuples of the same length.
pub(crate) fn resembles(ann: &Facts, a: &SomeValue, b: &SomeValue) -> bool {
    match (&a.kind, &b.kind) {
        (Kind::Instance { class: x, .. }, Kind::Instance { class: y, .. }) => {
            let (x, y) = (ann.classdefs[*x].host, ann.classdefs[*y].host);
            ann.host.is_subclass(x, y) || ann.host.is_subclass(y, x)
        }
        (Kind::Tuple(x), Kind::Tuple(y)) => {
            x.len() == y.len() && x.iter().zip(y.iter()).all(|(x, y)| resembles(ann, x, y))
        }
        (x, y) => std::mem::discriminant(x) == std::mem::discriminant(y),
    }
}

pub(crate) fn union_notes(ann: &Facts, mut d: Diagnostic, u: &UnionError) -> Diagnostic {
    use Kind::*;
    d.code = match (&u.left.kind, &u.right.kind) {
        (None_, _) | (_, None_) => "union-none",
        (Instance { .. }, Instance { .. }) => "union-classes",
        (Tuple(_), Tuple(_)) => "union-tuples",
        (String { .. } | Char, Unicode { .. } | UniChar)
        | (Unicode { .. } | UniChar, String { .. } | Char) => "union-text",
        _ => "union",
    };
    match (&u.left.kind, &u.right.kind) {
        (None_, Integer { .. } | Float | Bool | Tuple(_))
        | (Integer { .. } | Float | Bool | Tuple(_), None_) => {
            d.note("None can share a variable only with instances, lists, dicts and strings")
                .note("use a value of the same type instead (-1, 0.0), raise an exception, or keep the value in an instance")
        }
        (Instance { class: x, .. }, Instance { class: y, .. }) => {
            let (hx, hy) = (ann.classdefs[*x].host, ann.classdefs[*y].host);
            if hx != hy && variants::record_classes(ann, hx).contains(&hy) {
                return d.note("named tuples with fields of different types share no variable, as tuples of different types do not");
            }
            for (heir, base) in [(*x, *y), (*y, *x)] {
                let (h, b) = (&ann.classdefs[heir], &ann.classdefs[base]);
                if ann.host.is_subclass(h.host, b.host) {
                    return d.note(format!(
                        "{} inherits from {}, but not first: its instances are of the type of its first base, and what comes from {} is copied. They can share a variable if {} is the first base",
                        h.name, b.name, b.name, b.name
                    ));
                }
            }
            d.note("instances can share a variable only if their classes have a common base other than object: derive both from one class of your own")
        }
        (Tuple(a), Tuple(b)) if a.len() != b.len() => {
            d.note("tuples of different lengths are different types")
        }
        (String { .. } | Char, Unicode { .. } | UniChar)
        | (Unicode { .. } | UniChar, String { .. } | Char) => {
            d.note("byte strings and unicode strings do not mix; use .decode or .encode")
        }
        _ => d,
    }
}

/// Error for a link or call that brings `new` to variable `v` (which held `old`) of a graph.
pub(crate) fn merge_error(
    ann: &Facts,
    site: Site,
    e: AnnError,
    graph: AnnGraphId,
    v: VarId,
    from: &str,
) -> AnnError {
    let AnnError::Union(u) = e else { return e };
    let g = &ann.graphs[graph].graph;
    let (name, function) = (&g.vars[v].name, function_name(ann, graph));
    let is_parameter = g.blocks[g.startblock].inputargs.contains(&v);
    let what = if v == g.return_var() {
        format!("the result of {function}()")
    } else if name.is_empty() || &**name == "v" && !is_parameter {
        format!("a value in {function}()")
    } else {
        format!("'{name}' in {function}()")
    };
    let (l, r) = (ann.show(&u.left), ann.show(&u.right));
    let at = passed_constant(ann, site, graph, v, &u.right).unwrap_or(site.span);
    let mut d = Diagnostic::error("union", format!("{what} would have to be both {l} and {r}"), at);
    d = d.label(at, format!("{r} arrives here{from}"));
    for (at, text) in explain(ann, graph, v, &u.left) {
        d = d.label(at, text);
    }
    if !u.why.is_empty() {
        d = d.note(u.why);
    }
    d = union_notes(ann, d, &u);
    AnnError::Error(Box::new(d))
}

/// Finds the constant, one like `s`, that goes on from the block that is annotated to variable `v` of another one.
pub(crate) fn passed_constant(
    ann: &Facts,
    site: Site,
    graph: AnnGraphId,
    v: VarId,
    s: &SomeValue,
) -> Option<Span> {
    let p = site.position.filter(|p| p.graph == graph)?;
    let g = &ann.graphs[graph].full;
    g.blocks[p.block].exits.iter().find_map(|l| {
        let i = g.blocks[l.target].inputargs.iter().position(|x| *x == v)?;
        match &l.args[i] {
            HlValue::Const(c)
                if !l.span.is_known()
                    && constants::seen_const(ann, c).is_some_and(|k| resembles(ann, &k, s)) =>
            {
                stored_constant(ann, graph, v, c)
            }
            _ => None,
        }
    })
}

/// Name of a function, with its class.
pub(crate) fn qualified_name(ann: &Facts, f: &crate::model::descs::FunctionInfo) -> String {
    let name = ann.host.func(f.host).map(|f| f.code.qualname.as_str());
    name.filter(|n| !n.contains('<')).unwrap_or(&f.name).to_string()
}

/// Name of the function of a graph, with its class.
pub(crate) fn function_name(ann: &Facts, graph: AnnGraphId) -> String {
    let ag = &ann.graphs[graph];
    match ann.descs[ag.desc].as_function() {
        Some(f) => qualified_name(ann, &f.info),
        None => ag.graph.name.to_string(),
    }
}

/// A variable of a graph.
type Node = (AnnGraphId, VarId);

/// The chain of places through which values of the kind of `s` came to variable `v`.
pub(crate) fn explain(
    ann: &Facts,
    graph: AnnGraphId,
    v: VarId,
    s: &SomeValue,
) -> Vec<(Span, String)> {
    /// Maximum number of variables that are looked at.
    const LONGEST: usize = 12;
    let mut out: Vec<(Span, String)> = vec![];
    let mut seen = vec![];
    let mut next = Some((graph, v));
    for _ in 0..LONGEST {
        let Some(node) = next.filter(|n| !seen.contains(n)) else { break };
        seen.push(node);
        next = before(ann, node, s, &seen, &mut out);
    }
    // How it goes on inside the library tells nothing.
    if out.iter().any(|(at, _)| !places::in_library(ann, *at)) {
        out.retain(|(at, _)| !places::in_library(ann, *at));
    }
    out
}

/// Finds the variable from which a value of the kind of `s` came to another one, and notes the place.
fn before(
    ann: &Facts,
    (graph, v): Node,
    s: &SomeValue,
    seen: &[Node],
    out: &mut Vec<(Span, String)>,
) -> Option<Node> {
    let ag = &ann.graphs[graph];
    let g = &ag.graph;
    for b in g.reachable() {
        let block = &g.blocks[b];
        if let Some(op) = block.operations.iter().find(|o| o.result == v) {
            out.push((op.span, format!("{} comes from here", ann.show(s))));
            if op.op == HlOp::GetAttr {
                out.extend(stored(ann, &crate::model::operands::attr_name(op), s));
            }
            // What a function of the program returned: on with its result.
            let callee = ag.calls.get(&v)?.targets.only()?.graph?;
            let callee_graph = &ann.graphs[callee].graph;
            let in_program = !places::in_no_file(ann, callee_graph.span);
            return in_program.then(|| (callee, callee_graph.return_var()));
        }
        let Some(i) = block.inputargs.iter().position(|x| *x == v) else { continue };
        return match b == g.startblock {
            true => passed_by_callers(ann, graph, i, s, out),
            false => joined_at(ann, (graph, v), (b, i), s, seen, out),
        };
    }
    None
}

/// Looks for what callers pass as a parameter.
fn passed_by_callers(
    ann: &Facts,
    gid: AnnGraphId,
    i: usize,
    s: &SomeValue,
    out: &mut Vec<(Span, String)>,
) -> Option<Node> {
    for (graph, block) in again::calling_blocks(ann, gid) {
        let caller = &ann.graphs[graph];
        for op in &caller.graph.blocks[block].operations {
            let Some(call) = caller.calls.get(&op.result) else { continue };
            for t in call.targets.iter().filter(|t| t.graph == Some(gid)) {
                let Some(ArgSource::Operand(k)) = t.args.get(i) else { continue };
                let a = match op.args.get(*k) {
                    Some(HlValue::Var(a)) => a,
                    Some(HlValue::Const(c)) => {
                        let Some(sc) = constants::seen_const(ann, c) else { continue };
                        if resembles(ann, &sc, s) {
                            let text = ann.show(&sc);
                            out.push((op.span, format!("{text} is passed here")));
                            return None;
                        }
                        continue;
                    }
                    None => continue,
                };
                let sa = ann.binding(graph, *a);
                if resembles(ann, sa, s) {
                    out.push((op.span, format!("{} is passed here", ann.show(sa))));
                    return Some((graph, *a));
                }
            }
        }
    }
    None
}

/// Looks at the links that bring values to an input of a block.
fn joined_at(
    ann: &Facts,
    (gid, v): Node,
    (b, i): (BlockId, usize),
    s: &SomeValue,
    seen: &[Node],
    out: &mut Vec<(Span, String)>,
) -> Option<Node> {
    let g = &ann.graphs[gid].graph;
    for pb in g.reachable() {
        for l in g.blocks[pb].exits.iter().filter(|l| l.target == b) {
            match &l.args[i] {
                HlValue::Var(a) => {
                    let sa = ann.binding(gid, *a);
                    if resembles(ann, sa, s) && !seen.contains(&(gid, *a)) {
                        if l.target == g.returnblock && l.span.is_known() && l.span != g.span {
                            out.push((l.span, format!("{} is returned here", ann.show(sa))));
                        }
                        return Some((gid, *a));
                    }
                }
                HlValue::Const(_) => {}
            }
        }
    }
    for pb in g.reachable() {
        for l in g.blocks[pb].exits.iter().filter(|l| l.target == b) {
            if let HlValue::Const(c) = &l.args[i]
                && let Some(sc) = constants::seen_const(ann, c)
                && resembles(ann, &sc, s)
            {
                let text = ann.show(&sc);
                out.push(match (l.span.is_known(), g.blocks[pb].operations.last()) {
                    (true, _) if l.span == g.span => {
                        (l.span, "None is returned where the end is reached".into())
                    }
                    (true, _) => (l.span, format!("{text} is returned here")),
                    _ if l.target == g.returnblock && *c == HlConst::None => {
                        (g.span, "None is returned where the end is reached".into())
                    }
                    _ => match (stored_constant(ann, gid, v, c), g.blocks[pb].operations.last()) {
                        (Some(at), _) => (at, format!("{text} comes from here")),
                        (None, Some(o)) => {
                            (o.span, format!("{text} comes from a constant near here"))
                        }
                        (None, None) => (g.span, format!("{text} comes from a constant near here")),
                    },
                });
                return None;
            }
        }
    }
    None
}

/// Finds where such a value is stored in an attribute of this name.
pub(crate) fn stored(ann: &Facts, name: &str, s: &SomeValue) -> Option<(Span, String)> {
    ann.graphs.iter().find_map(|(gid, ag)| {
        let mut ops = ag.graph.blocks.values().flat_map(|b| &b.operations);
        ops.find_map(|op| {
            if op.op != HlOp::SetAttr || crate::model::operands::attr_name(op) != name {
                return None;
            }
            let is_it = match op.args.get(2)? {
                HlValue::Var(v) => resembles(ann, ann.binding(gid, *v), s),
                HlValue::Const(c) => resembles(ann, &constants::seen_const(ann, c)?, s),
            };
            is_it.then(|| (op.span, format!("{} is stored here", ann.show(s))))
        })
    })
}

/// Finds where the code of a graph's function gives this constant to the variable.
pub(crate) fn stored_constant(
    ann: &Facts,
    graph: AnnGraphId,
    v: VarId,
    c: &HlConst,
) -> Option<Span> {
    let ag = &ann.graphs[graph];
    let f = ann.descs[ag.desc].as_function().and_then(|f| ann.host.func(f.host))?;
    let (code, name) = (&f.code, &ag.graph.vars[v].name);
    let length = match c {
        HlConst::Host(r) => match hv::view(&ann.host, *r) {
            hv::View::Tuple(items) => Some(items.len()),
            _ => None,
        },
        _ => None,
    };
    let is_it = |c2: &ConstValue| match (c2, c) {
        (ConstValue::None, HlConst::None) => true,
        (ConstValue::Bool(a), HlConst::Bool(b)) => a == b,
        (ConstValue::Int(a), HlConst::Int(b)) => a == b,
        (ConstValue::Float(a), HlConst::Float(b)) => a.to_bits() == *b,
        (ConstValue::Str(a), HlConst::Str(b)) => a.as_bytes() == &b[..],
        (ConstValue::Tuple(items), HlConst::Host(_)) => length == Some(items.len()),
        _ => false,
    };
    let stores = code.instrs.windows(2).zip(&code.spans);
    let found: Vec<(bool, Span)> = stores
        .filter_map(|(pair, at)| match pair {
            [Instruction::BuildTuple(n), Instruction::StoreFast(i)]
                if length == Some(*n as usize) =>
            {
                Some((code.varnames[*i as usize].as_str() == &**name, *at))
            }
            [Instruction::LoadConst(k), Instruction::StoreFast(i)]
                if is_it(&code.consts[*k as usize]) =>
            {
                Some((code.varnames[*i as usize].as_str() == &**name, *at))
            }
            _ => None,
        })
        .collect();
    let named = found.iter().find(|(named, _)| *named);
    // What is returned at once has the name of the result.
    let only = found.first().filter(|_| found.len() == 1 && v == ag.graph.return_var());
    named.or(only).map(|(_, at)| *at)
}
