//! Hints that would pay, but only the author can give: what keeps the analysis from finding them is told with its place.

use crate::descrs::is_list;
use crate::infer::facts::Facts;
use crate::infer::{known_facts, promotions};
use crate::inlining::is_divided;
use crate::owners;
use crate::policy::{NOT_UNROLLED, why_not_inside};
use flowmodel::analysis::places::{declaring, place};
use flowmodel::analysis::{Callees, Place, call_targets};
use flowmodel::diag::{Diagnostic, Severity, Span};
use flowmodel::{FuncId, LlGraph, LlOp, Program, StructId, Type};
use indexmap::IndexMap;
use rustc_hash::FxHashSet;

/// The proposals for a program at the rtyped level, to which no hints were added yet; those for what is read at the most places first.
pub fn proposals(p: &mut Program) -> Vec<Diagnostic> {
    let Some(facts) = known_facts(p) else { return vec![] };
    let mut found = frames(p, &facts);
    let own = promotions::left_out(p, &facts);
    let promoted = promotions::promoted(p);
    let mut hinted = p.clone();
    crate::infer::add_known(&mut hinted, &facts);
    found.extend(fields(&hinted, &facts));
    found.extend(lists(&hinted, &facts));
    found.extend(functions(&hinted, &facts));
    found.extend(machines(&hinted, &facts, &promoted));
    found.extend(values(p, own));
    found
}

fn proposal(message: String, at: Span) -> Diagnostic {
    Diagnostic { severity: Severity::Warning, ..Diagnostic::error("hint-would-pay", message, at) }
}

/// Functions of the program that traces go through.
fn in_traces<'a>(p: &'a Program, facts: &'a Facts) -> impl Iterator<Item = (FuncId, &'a LlGraph)> {
    let own = |f: FuncId| {
        facts.merge_points.iter().any(|m| m.func == f)
            || facts.later.runs_inside(f) && why_not_inside(p, f).is_empty()
    };
    let all = p.funcs.iter().filter(move |(f, func)| own(*f) && !func.attrs.helper);
    all.filter_map(|(f, func)| Some((f, func.graph()?)))
}

/// The name of an attribute, as the program has it.
fn attribute(p: &Program, s: StructId, i: u32) -> &str {
    let name = &p.types.structs[s].fields[i as usize].name;
    name.strip_prefix("inst_").unwrap_or(name)
}

/// Frames that somebody else knows.
fn frames(p: &Program, facts: &Facts) -> Vec<Diagnostic> {
    let mut found = vec![];
    let made = owners::Objects::new(p);
    for m in &facts.merge_points {
        let d = &p.jitdrivers[m.driver];
        if !d.virtualizables.is_empty() {
            continue;
        }
        let hooks: Vec<FuncId> = d.confirm_enter_jit.into_iter().collect();
        for (n, name) in d.reds.iter().enumerate() {
            let Some(s) = m.red(p, n) else { continue };
            let arrays = p.types.structs[s].fields.iter().any(|f| match f.ty {
                Type::Ptr(a) => p.types.structs[a].gc && p.types.structs[a].items.is_some(),
                _ => false,
            });
            if arrays
                && p.string != Some(s)
                && let Some(at) = owners::kept_at(p, &made, s, &hooks)
            {
                let class = &p.types.structs[s].name;
                let message = format!(
                    "objects of class {class} (`{name}` of the JitDriver) are stored, so that their fields stay in memory"
                );
                found.push(
                    proposal(message, at)
                        .note("if it is the frame of a guest function: _virtualizable_ in the class, virtualizables in the JitDriver"),
                );
            }
        }
    }
    found
}

/// Fields of parts of the guest program that are read in traces and change.
fn fields(p: &Program, facts: &Facts) -> Vec<Diagnostic> {
    let made = promotions::Made::new(p, facts);
    let frames: Vec<StructId> = facts
        .merge_points
        .iter()
        .flat_map(|m| (0..p.jitdrivers[m.driver].reds.len()).filter_map(|n| m.red(p, n)))
        .filter(|s| !made.is_single(*s))
        .collect();
    let is_frame = |s: StructId| frames.iter().any(|f| p.types.is_subtype(*f, s));
    // Where they are read first, and how often.
    let mut reads: IndexMap<(StructId, u32), (Span, usize)> = IndexMap::new();
    for (_, g) in in_traces(p, facts) {
        for op in g.reachable().into_iter().flat_map(|b| &g.blocks[b].operations) {
            let (LlOp::GetField, Some(Place::Field(s, i))) = (op.op, place(p, g, op)) else {
                continue;
            };
            let of = match p.value_type(g, &op.args[0]) {
                Type::Ptr(s) => s,
                _ => continue,
            };
            let st = &p.types.structs[s];
            if made.is_part(p, of)
                && st.gc
                && !st.fields[i as usize].mutability.pure_in_traces()
                && !st.fields[i as usize].mutability.is_quasi()
                && !is_frame(s)
            {
                reads.entry((s, i)).or_insert((op.span, 0)).1 += 1;
            }
        }
    }
    reads.sort_by(|_, a, _, b| b.1.cmp(&a.1));
    let mut found = vec![];
    for ((s, i), (at, _)) in reads {
        let Some(written) = facts.changing.written_at(Place::Field(declaring(p, s, i), i)) else {
            continue;
        };
        let (name, class) = (attribute(p, s, i), &p.types.structs[s].name);
        let message =
            format!("'{name}' of class {class} is read in traces each time: it can change");
        let d = proposal(message, at);
        let d = match written.is_known() {
            true => d.label(written, "here"),
            false => d,
        };
        found.push(d.note(format!("if that happens seldom: _immutable_fields_ = ['{name}?']")));
    }
    found
}

/// Lists of parts of the guest program that are read in traces, where lists of their type grow.
fn lists(p: &Program, facts: &Facts) -> Vec<Diagnostic> {
    let made = promotions::Made::new(p, facts);
    let mut found: IndexMap<(StructId, u32), Diagnostic> = IndexMap::new();
    for (_, g) in in_traces(p, facts) {
        for op in g.reachable().into_iter().flat_map(|b| &g.blocks[b].operations) {
            let (LlOp::GetField, Some(Place::Field(s, i))) = (op.op, place(p, g, op)) else {
                continue;
            };
            let (Type::Ptr(of), Type::Ptr(list)) = (p.value_type(g, &op.args[0]), g.ty(op.result))
            else {
                continue;
            };
            let grows = is_list(p, list)
                .then(|| facts.changing.written_at(Place::Field(declaring(p, list, 0), 0)))
                .flatten();
            let Some(at) = grows.filter(|_| made.is_part(p, of)) else { continue };
            let (name, class) = (attribute(p, s, i), &p.types.structs[s].name);
            let message = format!(
                "the list in '{name}' of class {class} is read in traces each time: lists of its type change their length"
            );
            let d = proposal(message, op.span);
            let d = if at.is_known() { d.label(at, "here") } else { d };
            found.entry((s, i)).or_insert(d.note("if this one does not: assign a copy, x[:]"));
        }
    }
    found.into_values().collect()
}

/// Functions with loops that traces call.
fn functions(p: &Program, facts: &Facts) -> Vec<Diagnostic> {
    let mut called: IndexMap<FuncId, (Span, usize)> = IndexMap::new();
    for (_, g) in in_traces(p, facts) {
        for op in g.reachable().into_iter().flat_map(|b| &g.blocks[b].operations) {
            let Callees::Known(callees) = call_targets(p, op) else { continue };
            for f in callees {
                if !p.funcs[*f].attrs.helper
                    && why_not_inside(p, *f) == NOT_UNROLLED
                    && !is_divided(p, *f)
                    && !facts.merge_points.iter().any(|m| m.func == *f)
                {
                    called.entry(*f).or_insert((op.span, 0)).1 += 1;
                }
            }
        }
    }
    called.sort_by(|_, a, _, b| b.1.cmp(&a.1));
    let told = |(f, (at, _)): (FuncId, (Span, usize))| {
        let func = &p.funcs[f];
        let message = format!(
            "{} is called in traces: it has a loop, and it is not known how many rounds that has",
            func.shown_name()
        );
        let gives = func.graph().is_some_and(|g| g.ty(g.return_var()) != Type::Void);
        let note = match gives && facts.effects.func(f).is_droppable() {
            true => {
                "@unroll_safe, if they are few; @elidable, if it always gives the same for the same arguments"
            }
            false => "@unroll_safe, if they are few",
        };
        proposal(message, func.span).label(at, "a call").note(note)
    };
    called.into_iter().map(told).collect()
}

/// Red variables with objects that the interpreter makes before it runs, more than one of a type: the machine, the world. `promoted`:
/// the types of what the author promotes.
fn machines(p: &Program, facts: &Facts, promoted: &FxHashSet<Type>) -> Vec<Diagnostic> {
    let made = promotions::Made::new(p, facts);
    let mut found = vec![];
    for m in &facts.merge_points {
        let (Some(g), d) = (p.funcs[m.func].graph(), &p.jitdrivers[m.driver]) else { continue };
        for (n, name) in d.reds.iter().enumerate() {
            let Some((s, v)) = m.red_object(p, n) else { continue };
            let several = made.is_part(p, s) && !made.is_single(s);
            if several
                && !d.virtualizables.contains(name)
                && !promoted.contains(&Type::Ptr(s))
                && promotions::is_wanted(p, facts, g, m.block, m.index + 1, v)
            {
                let class = &p.types.structs[s].name;
                let message = format!(
                    "`{name}` of class {class} is not a constant of traces: the program may make several"
                );
                let at = g.blocks[m.block].operations[m.index].span;
                found.push(
                    proposal(message, at)
                        .note("promote() it behind the merge point, if few of them run"),
                );
            }
        }
    }
    found
}

/// Promotions that are left to the author, who makes some.
fn values(p: &Program, left_out: Vec<promotions::At>) -> Vec<Diagnostic> {
    let told = |(f, b, i, v): (FuncId, flowmodel::BlockId, usize, flowmodel::VarId)| {
        let g = p.funcs[f].graph()?;
        let Type::Ptr(s) = g.ty(v) else { return None };
        // (In front of a call, or behind a read.)
        let ops = &g.blocks[b].operations;
        let op = ops.get(i).filter(|op| op.args.iter().any(|a| a.as_var() == Some(v)));
        let op = op.or_else(|| ops.get(i.checked_sub(1)?))?;
        let class = &p.types.structs[s].name;
        let message = format!(
            "this {class} is a part of the guest program, and not a constant of traces here"
        );
        Some(proposal(message, op.span).note("promote() it, if few of them come here"))
    };
    let mut found: Vec<Diagnostic> = vec![];
    for d in left_out.into_iter().filter_map(told) {
        if !found.contains(&d) {
            found.push(d);
        }
    }
    found
}
