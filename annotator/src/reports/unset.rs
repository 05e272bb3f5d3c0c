//! Attributes that only instances of some subclasses get, and that are read from instances of others: there they are zero.

use crate::ClassDefId;
use crate::definitions::hierarchy;
use crate::definitions::noted::warning;
use crate::definitions::places;
use crate::hostview as hv;
use crate::model::Kind;
use crate::model::operands::attr_name;
use crate::model::site::Position;
use crate::model::state::Facts;
use flowmodel::diag::Span;
use flowmodel::{ExitCase, ExitSwitch, Hl, HlConst, HlOp, HlValue, SpaceOperation, VarId};

/// Maximum number of classes that a message names.
const NAMED: usize = 4;

/// Says whether instances of exactly this class may get the attribute: from code, from the class, or before the program runs.
fn may_be_set(ann: &Facts, class: ClassDefId, name: &str) -> bool {
    let stores = ann.reports.stores.get(name).into_iter().flatten();
    stores.into_iter().any(|c| ann.is_subclassdef(class, *c))
        || hierarchy::class_has_attr(ann, class, name)
        || ann.classdefs[class]
            .instances
            .iter()
            .any(|r| hv::instance_attr(&ann.host, *r, name).is_some())
}

/// Warns of reads of attributes that instances of some of the classes never get.
pub(crate) fn warn_of_unset_attributes(ann: &mut Facts) {
    let mut found: Vec<(Span, String, String)> = vec![];
    for (at, def) in ann.classdefs.iter() {
        if def.base.is_none() || hv::is_builtin_class(&ann.host, def.host) {
            continue;
        }
        for a in def.attrs.values() {
            let stores = ann.reports.stores.get(&a.name).into_iter().flatten();
            let for_all = stores.into_iter().any(|c| ann.is_subclassdef(at, *c))
                || hierarchy::class_has_attr(ann, at, &a.name);
            // (What stands in classes alone is looked up when the program runs: who lacks it raises AttributeError.)
            let asked = !for_all && !a.readonly && !a.readers.is_empty();
            let Some(zero) = zero(&a.s_value.kind).filter(|_| asked) else {
                continue;
            };
            let made = hierarchy::all_subdefs(ann, at).into_iter();
            let unset: Vec<ClassDefId> = made
                .filter(|c| ann.classdefs[*c].instantiated && !may_be_set(ann, *c, &a.name))
                .collect();
            if unset.is_empty() {
                continue;
            }
            for (p, through) in &a.readers {
                let of = |c: &ClassDefId| ann.is_subclassdef(*c, *through);
                let mut lacking: Vec<ClassDefId> = unset.iter().copied().filter(of).collect();
                if !lacking.is_empty() {
                    for (tested, is_one) in tested_before(ann, *p) {
                        lacking.retain(|c| ann.is_subclassdef(*c, tested) == is_one);
                    }
                }
                let read = read_in_program(ann, *p).filter(|_| !lacking.is_empty());
                let Some(span) = read.filter(|_| !asks_for(ann, *p, &a.name)) else {
                    continue;
                };
                let setting = setting_classes(ann, *through, &a.name);
                if setting.is_empty() {
                    continue;
                }
                let class = &ann.classdefs[*through].name;
                let message = format!(
                    "attribute '{}' is read from an instance of {class}, but only {} {} it",
                    a.name,
                    named(ann, &setting),
                    if setting.len() == 1 { "sets" } else { "set" }
                );
                let note = format!("on instances of {} it is {zero}", named(ann, &lacking));
                found.push((span, message, note));
            }
        }
    }
    for (span, message, note) in found {
        let d = warning("unset-attribute", message, span, &note);
        let d = d.note("test the class first (isinstance), or give the base class a default");
        if !ann.reports.warnings.contains(&d) {
            ann.reports.warnings.push(d);
        }
    }
}

/// The topmost classes below one whose instances may get the attribute.
fn setting_classes(ann: &Facts, top: ClassDefId, name: &str) -> Vec<ClassDefId> {
    let mut work = vec![top];
    let mut found = vec![];
    while let Some(c) = work.pop() {
        match may_be_set(ann, c, name) {
            true => found.push(c),
            false => work.extend(ann.classdefs[c].subdefs.iter().rev()),
        }
    }
    found
}

/// The classes of which the object that is read from is an instance, and those of which it is none, as tests on the only way to
/// the read have told: of the object, or of what was read by the same attributes (`isinstance(a.b, C) and a.b.c`).
fn tested_before(ann: &Facts, p: Position) -> Vec<(ClassDefId, bool)> {
    let ag = &ann.graphs[p.graph];
    let g = &ag.full;
    let (mut block, mut found) = (p.block, vec![]);
    let read = g.blocks[p.block].operations.get(p.op);
    let Some(v) = read.and_then(|o| o.args.first()?.as_var()) else { return found };
    let mut object = path(&g.blocks[block].operations, v);
    while block != g.startblock {
        let mut entries = g.reachable().into_iter().flat_map(|b| {
            g.blocks[b].exits.iter().filter(|l| l.target == block).map(move |l| (b, l))
        });
        let (Some((from, link)), None) = (entries.next(), entries.next()) else { break };
        let before = g.blocks[block].inputargs.iter().position(|x| *x == object.0);
        let Some(v) = before.and_then(|i| link.args[i].as_var()) else { break };
        let ops = &g.blocks[from].operations;
        let (root, names) = path(ops, v);
        object = (root, [names, object.1].concat());
        block = from;
        let ExitSwitch::Var(test) = g.blocks[from].exitswitch else { continue };
        let (Some(known), ExitCase::Value(HlConst::Bool(truth))) =
            (ag.knowledge.get(&test), &link.case)
        else {
            continue;
        };
        found.extend(known.if_true.iter().filter_map(|(x, s)| match s.kind {
            Kind::Instance { class, .. } if path(ops, *x) == object => Some((class, *truth)),
            _ => None,
        }));
    }
    found
}

/// Says whether the function of a read asks by `hasattr` for such an attribute.
fn asks_for(ann: &Facts, p: Position, name: &str) -> bool {
    let blocks = ann.graphs[p.graph].full.blocks.values();
    let mut ops = blocks.flat_map(|b| &b.operations);
    ops.any(|o| match &o.args[..] {
        [HlValue::Const(HlConst::Host(f)), _, HlValue::Const(HlConst::Str(n))] => {
            n[..] == *name.as_bytes()
                && hv::registry_name(&ann.host, *f)
                    .is_some_and(|f| f.rsplit('.').next() == Some("hasattr"))
        }
        _ => false,
    })
}

/// The place of a read in the program's own code.
fn read_in_program(ann: &Facts, p: Position) -> Option<Span> {
    let g = &ann.graphs[p.graph];
    let op = g.full.blocks[p.block].operations.get(p.op)?;
    let own = !g.helper && op.op == HlOp::GetAttr && !places::in_no_file(ann, op.span);
    (own && op.span.is_known()).then_some(op.span)
}

/// Names of classes, the first of them if they are many.
fn named(ann: &Facts, classes: &[ClassDefId]) -> String {
    let names: Vec<&str> = classes.iter().take(NAMED).map(|c| &*ann.classdefs[*c].name).collect();
    match classes.len() > NAMED {
        true => format!("{} and {} others", names.join(", "), classes.len() - NAMED),
        false => names.join(", "),
    }
}

/// Gives the variable and the attributes that a value is read from, as far as the operations of its
/// block tell.
fn path(ops: &[SpaceOperation<Hl>], v: VarId) -> (VarId, Vec<String>) {
    let (mut root, mut names) = (v, vec![]);
    while let Some(op) = ops.iter().find(|o| o.result == root && o.op == HlOp::GetAttr)
        && let Some(object) = op.args[0].as_var()
    {
        names.insert(0, attr_name(op));
        root = object;
    }
    (root, names)
}

/// Gives the value of an attribute that nobody has set.
fn zero(kind: &Kind) -> Option<&'static str> {
    Some(match kind {
        Kind::Bool | Kind::Truth => "False",
        Kind::Integer { .. } => "0",
        Kind::Float | Kind::SingleFloat | Kind::LongFloat => "0.0",
        Kind::Char | Kind::UniChar => "a NUL character",
        Kind::Tuple(_)
        | Kind::String { .. }
        | Kind::Unicode { .. }
        | Kind::ByteArray
        | Kind::List(_)
        | Kind::Dict(_)
        | Kind::Set(_)
        | Kind::Deque(_)
        | Kind::Instance { .. } => "None",
        _ => return None,
    })
}
