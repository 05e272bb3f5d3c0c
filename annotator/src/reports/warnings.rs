//! Warnings: places where the translated program may do something else than the untranslated one, without a word.

use crate::AnnGraphId;
use crate::definitions::constants;
use crate::definitions::generation;
use crate::definitions::noted;
use crate::definitions::places;
use crate::hostview as hv;
use crate::model::reported::{Mix, Mixed};
use crate::model::site::Site;
use crate::model::state::Facts;
use crate::model::*;
use flowmodel::diag::Span;
use flowmodel::{BlockId, Hl, HlConst, HlGraph, HlOp, HlValue, SpaceOperation, VarId};
use flowspace::bytecode::Instruction;
use rustc_hash::FxHashSet;
use std::rc::Rc;

/// Constant factors from here on make a product overflow sooner or later.
const LARGE: i64 = 1 << 32;

type HlOperation = SpaceOperation<Hl>;

/// Says whether a value ends in `intmask()`, `& mask` and the like: then the wrapped result is what Python gives.
pub fn low_bits_only(ann: &Facts, g: &HlGraph, block: BlockId, v: VarId) -> bool {
    let blk = &g.blocks[block];
    let value = HlValue::Var(v);
    if blk.exits.iter().any(|l| l.args.contains(&value)) {
        return false;
    }
    let mut uses = blk.operations.iter().filter(|o| o.args.contains(&value)).peekable();
    uses.peek().is_some()
        && uses.all(|o| match o.op {
            HlOp::And => o.args.iter().any(|a| match a {
                HlValue::Const(HlConst::Int(mask)) => *mask >= 0,
                _ => false,
            }),
            HlOp::Add | HlOp::Sub | HlOp::Mul | HlOp::Neg | HlOp::Or | HlOp::Xor => {
                low_bits_only(ann, g, block, o.result)
            }
            HlOp::LShift if o.args[1] != value => low_bits_only(ann, g, block, o.result),
            HlOp::SimpleCall => match &o.args[0] {
                HlValue::Const(HlConst::Host(h)) => {
                    let masks = ["intmask", "longlongmask", "r_uint", "r_ulonglong"];
                    hv::registry_name(&ann.host, *h)
                        .is_some_and(|n| n.rsplit('.').next().is_some_and(|n| masks.contains(&n)))
                }
                _ => false,
            },
            _ => false,
        })
}

/// `a is b` of values without an identity of their own.
pub(crate) fn warn_is(ann: &mut Facts, site: Site, a: &SomeValue, b: &SomeValue) {
    let valueless = |s: &SomeValue| {
        matches!(s.kind, Kind::Integer { .. } | Kind::Float) || s.is_str() || s.is_unicode()
    };
    if valueless(a) && valueless(b) {
        let t = ann.show(a);
        ann.warn(
            site,
            "is-on-values",
            format!("`is` on {t}: which equal values are the same object is not defined"),
            "compare with `==`",
        );
    }
}

/// Arithmetic on ints that means something else untranslated.
pub(crate) fn warn_arithmetic(
    ann: &mut Facts,
    site: Site,
    op: &HlOperation,
    a: &SomeValue,
    b: &SomeValue,
) {
    let Some(p) = site.position else { return };
    match op.op {
        HlOp::Div | HlOp::InplaceDiv => {
            if generation::in_python2(ann, site) {
                return;
            }
            ann.warn(
                site,
                "int-division",
                "`/` on ints gives an int here, as in Python 2; in Python 3 it gives a float",
                "write `//` for the int, or import division from __future__ for the float",
            );
        }
        HlOp::Mul | HlOp::InplaceMul => {
            let large =
                |s: &SomeValue| s.const_int().is_some_and(|n| n.unsigned_abs() >= LARGE as u64);
            let unsigned = |s: &SomeValue| matches!(s.kind, Kind::Integer { unsigned: true, .. });
            if !large(a) && !large(b) || unsigned(a) || unsigned(b) || ann.reports.has_errors() {
                return;
            }
            let g = ann.graphs[p.graph].full.clone();
            if !low_bits_only(ann, &g, p.block, op.result) {
                let s = op.op.sign().unwrap_or("*");
                ann.warn(
                    site,
                    "wraps-around",
                    format!("the result of this `{s}` wraps around at 64 bits"),
                    "write intmask(a * b) if that is meant, or ovfcheck(a * b) to notice it",
                );
            }
        }
        _ => {}
    }
}

/// Warns of handlers for Ctrl-C that nothing can enter.
pub(crate) fn warn_of_interrupts(ann: &mut Facts) {
    const NAME: &str = "KeyboardInterrupt";
    let Some(class) = hv::exception(&ann.host, NAME) else { return };
    let mut defs = ann.classdefs.values();
    if defs.any(|c| c.instantiated && ann.host.is_subclass(c.host, class)) {
        return;
    }
    let mut found = vec![];
    for ag in ann.graphs.values().filter(|g| !g.helper) {
        let Some(f) = ann.descs[ag.desc].as_function().and_then(|f| ann.host.func(f.host)) else {
            continue;
        };
        for (pc, op) in f.code.instrs.iter().enumerate() {
            let span = f.code.spans[pc];
            // (the class, or a tuple with it)
            if let Instruction::LoadGlobal(i) = op
                && f.code.names[*i as usize].as_str() == NAME
                && handled_here(&f.code.instrs[pc + 1..])
                && !places::in_library(ann, span)
            {
                found.push(span);
            }
        }
    }
    for at in found {
        let message = "this `except` is never entered for KeyboardInterrupt: Ctrl-C ends the program, as if it had no handlers";
        let note = "rpython.rlib.rsignal tells of SIGINT: pypysig_setflag(SIGINT), then pypysig_poll() from time to time";
        let d = noted::warning("keyboard-interrupt", message.into(), at, note);
        if !ann.reports.warnings.contains(&d) {
            ann.reports.warnings.push(d);
        }
    }
}

/// Warns where numbers of mixed types are made strings.
pub(crate) fn warn_of_mixes(ann: &mut Facts) {
    if ann.reports.mixes.is_empty() {
        return;
    }
    let mut found: Vec<(Mix, Span)> = vec![];
    for (gid, ag) in ann.graphs.iter() {
        if ag.helper || places::in_library(ann, ag.full.span) {
            continue;
        }
        for b in ag.full.reachable() {
            for o in &ag.full.blocks[b].operations {
                if places::in_library(ann, o.span) {
                    continue;
                }
                for v in shown_operands(ann, gid, o) {
                    for m in mixes_of(ann, gid, v) {
                        // One for each place where they meet or are shown.
                        let known = |f: &(Mix, Span)| {
                            f.0.at == m.at || f.1 == o.span && f.0.float == m.float
                        };
                        if !found.iter().any(known) {
                            found.push((m, o.span));
                        }
                    }
                }
            }
        }
    }
    for (m, shown) in found {
        let (message, note) = if m.float {
            ("an int becomes a float here: it is shown with `.0`", "make it a float yourself")
        } else {
            ("a bool becomes an int here: it is shown as 1 or 0", "use the same type everywhere")
        };
        let mut d = noted::warning("mixed-numbers", message.into(), m.at, note);
        if shown != m.at {
            d = d.label(shown, "it is made a string here");
        }
        if !ann.reports.warnings.contains(&d) {
            ann.reports.warnings.push(d);
        }
    }
}

/// Operands whose text matters to an operation.
fn shown_operands(ann: &Facts, gid: AnnGraphId, o: &HlOperation) -> Vec<VarId> {
    let args = |from: usize| o.args[from..].iter().filter_map(|a| a.as_var()).collect();
    match o.op {
        HlOp::Str | HlOp::Repr => args(0),
        HlOp::Mod => match &o.args[0] {
            HlValue::Const(HlConst::Str(f)) if f.windows(2).any(|w| w == b"%s" || w == b"%r") => {
                args(1)
            }
            _ => vec![],
        },
        HlOp::SimpleCall | HlOp::CallArgs => {
            let s = match &o.args[0] {
                HlValue::Var(v) => Some(ann.binding(gid, *v).clone()),
                HlValue::Const(c) => constants::peek_const(ann, c),
            };
            let name = match (s.map(|s| s.kind), &o.args[0]) {
                (Some(Kind::Builtin(n)), _) => n.to_string(),
                (Some(Kind::BuiltinMethod { name, this }), _) if this.is_str() => name.to_string(),
                (_, HlValue::Const(HlConst::Host(h))) => {
                    hv::registry_name(&ann.host, *h).unwrap_or_default()
                }
                _ => return vec![],
            };
            let name = name.rsplit('.').next().unwrap_or_default();
            match name {
                "print" | "str" | "repr" | "format" | "unicode" | "print_item" => args(1),
                _ => vec![],
            }
        }
        _ => vec![],
    }
}

/// The mixes that the value of a variable may come from.
fn mixes_of(ann: &Facts, gid: AnnGraphId, v: VarId) -> Vec<Mix> {
    let mut work = vec![Way { graph: gid, v, computed: false }];
    let mut seen = FxHashSet::default();
    let mut out = vec![];
    while let Some(at) = work.pop() {
        if !seen.insert((at.graph, at.v)) || seen.len() > 200 {
            continue;
        }
        let mut holders = vec![Mixed::Var(at.graph, at.v)];
        let shown = match &ann.binding(at.graph, at.v).kind {
            Kind::Tuple(_) | Kind::Bool | Kind::Float | Kind::Integer { .. } => true,
            // A container shows its items.
            k @ (Kind::List(_) | Kind::Dict(_)) => {
                holders.extend(holder(ann, k));
                true
            }
            Kind::Iterator { .. } => true,
            _ => false,
        };
        if shown {
            before(ann, at, &mut holders, &mut work);
        }
        for m in holders.iter().filter_map(|h| ann.reports.mixes.get(h)) {
            if m.float || !at.computed {
                out.push(m.clone());
            }
        }
    }
    out
}

fn holder(ann: &Facts, container: &Kind) -> Option<Mixed> {
    match container {
        Kind::List(l) => Some(Mixed::List(ann.find_list(*l))),
        Kind::Dict(d) => Some(Mixed::Values(ann.find_dict(*d))),
        Kind::Iterator { container, .. } => holder(ann, &container.kind),
        Kind::BuiltinMethod { this, .. } => holder(ann, &this.kind),
        _ => None,
    }
}

/// One step back: where a variable's value comes from.
fn before(ann: &Facts, at: Way, holders: &mut Vec<Mixed>, work: &mut Vec<Way>) {
    let ag = &ann.graphs[at.graph];
    let g = &ag.full;
    for b in g.reachable() {
        let blk = &g.blocks[b];
        if let Some(o) = blk.operations.iter().find(|o| o.result == at.v) {
            let vars = o.args.iter().filter_map(|a| a.as_var());
            let unpacks = o.op == HlOp::SimpleCall
                && matches!(&o.args[0], HlValue::Const(HlConst::Host(h))
                    if hv::registry_name(&ann.host, *h)
                        .is_some_and(|n| n.starts_with("flow_support.unpack_")));
            let first = o.args.get(usize::from(unpacks)).and_then(|a| a.as_var());
            let kind = first.map(|c| &ann.binding(at.graph, c).kind);
            match o.op {
                HlOp::GetItem | HlOp::Next | HlOp::SimpleCall | HlOp::Iter => {
                    holders.extend(kind.and_then(|k| holder(ann, k)));
                    work.extend(first.map(|v| Way { v, ..at }));
                }
                HlOp::GetAttr => {
                    if let (Some(Kind::Instance { class, .. }), HlValue::Const(HlConst::Str(n))) =
                        (kind, &o.args[1])
                    {
                        let name: Rc<str> = String::from_utf8_lossy(n).into();
                        let levels = ann.class_mro(*class).into_iter();
                        holders.extend(levels.map(|c| Mixed::Attr(c, name.clone())));
                    }
                }
                HlOp::NewTuple | HlOp::SameAs => work.extend(vars.map(|v| Way { v, ..at })),
                HlOp::Add
                | HlOp::Sub
                | HlOp::Mul
                | HlOp::Neg
                | HlOp::InplaceAdd
                | HlOp::InplaceSub
                | HlOp::InplaceMul => {
                    work.extend(vars.map(|v| Way { v, computed: true, ..at }));
                }
                _ => {}
            }
            for t in ag.calls.get(&at.v).iter().flat_map(|s| s.targets.iter()) {
                work.extend(t.graph.map(|graph| {
                    let v = ann.graphs[graph].full.return_var();
                    Way { graph, v, ..at }
                }));
            }
            return;
        }
        let Some(i) = blk.inputargs.iter().position(|x| *x == at.v) else { continue };
        for l in g.reachable().into_iter().flat_map(|pb| &g.blocks[pb].exits) {
            if l.target == b
                && let HlValue::Var(v) = l.args[i]
            {
                work.push(Way { v, ..at });
            }
        }
        return;
    }
}

/// A variable on the way back to where numbers met.
#[derive(Copy, Clone)]
struct Way {
    graph: AnnGraphId,
    v: VarId,
    /// Arithmetic lies between: it makes an int of a bool anyway.
    computed: bool,
}

/// Says whether what was loaded before these instructions is compared with an exception, alone or as an item of a
/// tuple.
fn handled_here(rest: &[Instruction]) -> bool {
    let mut rest = rest.iter();
    let next = rest.find(|op| {
        !matches!(
            op,
            Instruction::LoadGlobal(_) | Instruction::LoadAttr(_) | Instruction::BuildTuple(_)
        )
    });
    matches!(next, Some(Instruction::ExceptionMatch))
}
