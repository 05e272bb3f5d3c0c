//! The fixpoint: blocks are annotated from a worklist until nothing changes.

pub mod memory;
pub(crate) mod rewrite;

use crate::builtins;
use crate::builtins::jit;
use crate::calls::conflicts;
use crate::calls::graphs;
use crate::calls::library;
use crate::calls::owed;
use crate::calls::special;
use crate::calls::specialize;
use crate::calls::spread;
use crate::definitions::changed;
use crate::definitions::class_descs;
use crate::definitions::classdef;
use crate::definitions::closures;
use crate::definitions::constants;
use crate::definitions::exc_args;
use crate::definitions::hierarchy;
use crate::definitions::meets;
use crate::definitions::origins;
use crate::definitions::prebuilt;
use crate::definitions::union;
use crate::fixpoint::memory::Lacks;
use crate::hostview as hv;
use crate::kinds::classes;
use crate::kinds::texts;
use crate::kinds::{execute, table};
use crate::model::again;
use crate::model::errors::{AResult, AnnError};
use crate::model::knowledge::{Knowledge, Throws};
use crate::model::operands;
use crate::model::site::Position;
use crate::model::state::{Annotator, CallArgs, Facts};
use crate::model::*;
use crate::reports::causes;
use crate::reports::errors;
use crate::reports::promises;
use crate::reports::survey;
use crate::reports::unset;
use crate::reports::warnings;
use crate::*;
use flowmodel::{BlockId, ExitCase, ExitSwitch, Hl, HlOp, Link};
use flowspace::flow;

pub(crate) fn new_annotator(host: Host) -> Annotator {
    let facts = Facts {
        meanings: &builtins::MEANINGS,
        host,
        types: Default::default(),
        graphs: Default::default(),
        annotations: Default::default(),
        descs: Default::default(),
        classdefs: Default::default(),
        lists: Default::default(),
        dicts: Default::default(),
        jitdrivers: Default::default(),
        families: Default::default(),
        family_of: Default::default(),
        access: Default::default(),
        exc_args: Default::default(),
        jit: Default::default(),
        own_special_cases: Default::default(),
        argv: Default::default(),
        adaptors: Default::default(),
        adaptor_readers: Default::default(),
        completed: Default::default(),
        shared_calls: Default::default(),
        changed_dicts: Default::default(),
        special: Default::default(),
        string_container: Default::default(),
        work: Default::default(),
        reports: Default::default(),
        known: Default::default(),
        made_at: Default::default(),
        raw: Default::default(),
    };
    let mut a = Annotator {
        facts,
        jit_event: Default::default(),
        flow_cache: Default::default(),
        graph_names: Default::default(),
        finalizers: Default::default(),
        dead_functions: Default::default(),
        conflicts: Default::default(),
    };
    let object = hv::object_class(&a.host);
    if let Ok(d) = class_descs::class_desc(&mut a, Site::NOWHERE, object) {
        let _ = classdef::classdef_of(&mut a, Site::NOWHERE, d);
    }
    a
}

/// Says what a pass over a block came to.
enum Stop {
    /// It stops at an operation whose operands or result have no value.
    Blocked(usize),
    /// It stops at an operation that is an error.
    Error(usize, Diagnostic),
}

pub(crate) fn entry(
    ann: &mut Annotator,
    func: HostRef,
    args: Vec<SomeValue>,
    helper: bool,
) -> Result<AnnGraphId, Vec<Diagnostic>> {
    let site = Site::of(hv::func_span(&ann.host, func));
    if !helper {
        flow::find_assigned_globals(&mut ann.host, func);
    }
    let r = (|| {
        let d = prebuilt::function_desc(ann, site, func)?;
        if helper && let DescKind::Function(f) = &mut ann.descs[d].kind {
            let f = Rc::make_mut(&mut f.info);
            f.helper = true;
            if f.specializer == Specializer::Default {
                f.specializer = Specializer::Ll;
            }
        }
        let positional = args
            .into_iter()
            .enumerate()
            .map(|(i, s)| (s, ArgSource::Operand(i)))
            .collect::<Vec<_>>();
        let shape = CallShape { pos: positional.len(), ..CallShape::default() };
        let call = CallArgs { positional, keywords: vec![], shape };
        let (g, _) = specialize::function_graph(ann, site, d, &call)?;
        Ok(g)
    })();
    let r: AResult<Option<AnnGraphId>> = r;
    match r {
        Err(e) => errors::record_error(ann, None, 0, e.into_diagnostic()),
        Ok(None) => {
            let d =
                Diagnostic::error("target", "a memo function cannot be an entry point", site.span);
            errors::record_error(ann, None, 0, d);
        }
        Ok(Some(g)) => {
            run(ann);
            if !ann.reports.has_errors() {
                if !helper {
                    warnings::warn_of_mixes(ann);
                    texts::warn_of_counted_text(ann);
                    texts::warn_of_constant_texts(ann);
                    warnings::warn_of_interrupts(ann);
                    promises::warn_of_missing_returns(ann);
                    unset::warn_of_unset_attributes(ann);
                }
                rewrite::simplify_all(ann);
                return Ok(g);
            }
        }
    }
    ann.work.clear();
    if !helper {
        survey(ann);
    }
    Err(errors::take_errors(ann))
}

/// Works until nothing is pending.
fn run(ann: &mut Annotator) {
    const MAX_ERRORS: usize = 500;
    // A helper that was asked for before: no look at the whole program.
    if ann.work.is_settled()
        && ann.work.dirty.is_empty()
        && !ann.reports.has_errors()
        && !again::has_grown(ann)
    {
        return;
    }
    loop {
        while let Some(p) = ann.work.next() {
            process_block(ann, p);
            if ann.reports.errors.len() >= MAX_ERRORS {
                ann.work.clear();
                return;
            }
        }
        jit::run_jit_hooks(ann);
        settle_owed(ann);
        let grown = again::has_grown(ann);
        if grown {
            special::run_object_hooks(ann);
        }
        changed::see_changed_objects(ann);
        if grown && ann.work.is_settled() {
            meets::settle_generators(ann);
        }
        if ann.work.is_settled() {
            exc_args::settle_exception_args(ann);
        }
        if ann.work.is_settled() {
            break;
        }
    }
    library::drop_errors_of_unused_copies(ann);
    spread::check_keyword_dicts(ann);
    classes::check_attr_tests(ann);
    errors::settle_warnings(ann);
    if !ann.reports.has_errors() {
        check_blocked(ann);
    }
    ann.work.settled = Some(again::extent(ann));
}

/// Makes the calls that were not wanted by an operation.
fn settle_owed(ann: &mut Annotator) {
    if let Err(e) = owed::settle(ann) {
        errors::record_error(ann, None, 0, e.into_diagnostic());
    }
}

/// Sets the annotation of a variable; it never becomes more precise.
fn set_binding(ann: &mut Annotator, site: Site, g: AnnGraphId, v: VarId, s: SomeValue) {
    let s = match ann.bound(g, v).cloned() {
        Some(old) if !union::contains(ann, site, &s, &old) => match ann.union(site, &old, &s) {
            Ok(u) => u,
            Err(_) => s,
        },
        _ => s,
    };
    ann.bind(g, v, s);
}

pub(crate) fn process_block(ann: &mut Annotator, p: Position) {
    let graph = ann.graphs[p.graph].full.clone();
    let p = Position { op: first_to_annotate(ann, p, &graph), ..p };
    if !ann.reports.errors.is_empty() {
        ann.reports
            .errors
            .retain(|(q, op), _| !q.is_some_and(|q| p.comes_to(Position { op: *op, ..q })));
    }
    if !ann.reports.tentative_warnings.is_empty() {
        ann.reports.tentative_warnings.retain(|(q, _)| !q.is_some_and(|q| p.comes_to(q)));
    }
    ann.work.mark_dirty(p.graph);
    match annotate_block(ann, p, &graph) {
        Ok(()) => ann.graph_mut(p.graph).block_state[p.block] = BlockState::Done,
        Err(Stop::Blocked(i)) => {
            ann.graph_mut(p.graph).block_state[p.block] = BlockState::Blocked(i)
        }
        Err(Stop::Error(i, d)) => {
            ann.graph_mut(p.graph).block_state[p.block] = BlockState::Blocked(i);
            errors::record_error(ann, Some(Position::start(p.graph, p.block)), i, d);
        }
    }
}

/// The operation from which a block that is to be annotated again at an operation has to be looked at.
fn first_to_annotate(ann: &Facts, p: Position, graph: &HlGraph) -> usize {
    let block = &graph.blocks[p.block];
    let reached = match ann.graphs[p.graph].block_state[p.block] {
        BlockState::Unseen => 0,
        BlockState::Blocked(i) => p.op.min(i),
        BlockState::Done => p.op,
    };
    match block.can_raise() {
        // What the last operation allocates and raises decides on the exits.
        true if memory::taken(ann, graph, p.block).any() => 0,
        true => reached.min(block.operations.len() - 1),
        false => reached,
    }
}

fn annotate_block(ann: &mut Annotator, p: Position, graph: &HlGraph) -> Result<(), Stop> {
    let block = &graph.blocks[p.block];
    let first = p.op;
    let mut throws = Throws::Anything;
    let mut always_raises = false;
    let taken = memory::taken(ann, graph, p.block);
    let mut lacks = Lacks::default();
    // Whether something may lack anything, also if no handler takes that (or was not looked at now).
    let mut lacking = (0..first).any(|i| memory::in_last_instruction(block, i));
    'operations: for (i, op) in block.operations.iter().enumerate().skip(first) {
        let site = Site {
            position: Some(Position { op: i, ..p }),
            span: op.span,
            result: Some(op.result),
        };
        ann.graph_mut(p.graph).knowledge.remove(&op.result);
        let stop = |e: AnnError, a: &Facts| match e {
            AnnError::Blocked => Stop::Blocked(i),
            AnnError::Error(d) => Stop::Error(i, *d),
            e @ AnnError::Union(_) => {
                let what = format!("the operands of '{}'", op.op.name());
                Stop::Error(i, origins::union_at(a, site, e, &what, &[]).into_diagnostic())
            }
        };
        let mut args = Vec::with_capacity(op.args.len());
        for a in &op.args {
            let s = match a {
                HlValue::Var(v) => ann.binding(p.graph, *v).clone(),
                HlValue::Const(c) => {
                    // A name operand or a call shape is not a value of the program.
                    if crate::model::operands::is_immediate_operand(op.op, args.len()) {
                        SomeValue { kind: Kind::Object, konst: Some(c.clone()) }
                    } else {
                        constants::immutable_const(ann, site, c).map_err(|e| stop(e, ann))?
                    }
                }
            };
            if s.is_impossible() {
                if let HlValue::Var(v) = a
                    && survey::surveys(ann)
                    && let Some(cause) = survey::lacks_value(ann, p.graph, &[*v], op.result)
                {
                    survey::pass_over(ann, p.graph, op.result, cause);
                    continue 'operations;
                }
                return Err(Stop::Blocked(i));
            }
            args.push(s);
        }
        let last_raising = block.can_raise() && i + 1 == block.operations.len();
        let is_first_error = survey::surveys(ann) && causes::is_first(ann, site.error_place());
        let r = match is_first_error {
            true => Err(AnnError::Blocked),
            false => execute::consider_op(ann, site, op, &args),
        };
        let r = owed::settle(ann).and(r);
        if block.can_raise() && memory::in_last_instruction(block, i) {
            let these = memory::op_lacks(ann, op, &args, r.as_ref().ok());
            lacking |= these.any();
            lacks.memory |= these.memory && taken.memory;
            lacks.stack |= these.stack && taken.stack;
        }
        if last_raising {
            throws = table::op_throws(ann, site, op, &args);
            if let Throws::Only(names) = &mut throws {
                for name in lacks.raises() {
                    if !names.contains(&name) {
                        names.push(name);
                    }
                }
            }
        }
        match r {
            Ok(s) if !s.is_impossible() => set_binding(ann, site, p.graph, op.result, s),
            Ok(_) | Err(AnnError::Blocked) => {
                let passed_over = match is_first_error {
                    true => Some(Some(site.error_place())),
                    false if survey::surveys(ann) => {
                        survey::lacks_value(ann, p.graph, &[], op.result)
                    }
                    false => None,
                };
                if let Some(cause) = passed_over {
                    survey::pass_over(ann, p.graph, op.result, cause);
                } else if last_raising {
                    always_raises = true;
                    ann.graph_mut(p.graph).block_state[p.block] = BlockState::Blocked(i);
                } else {
                    return Err(Stop::Blocked(i));
                }
            }
            Err(e) => match stop(e, ann) {
                Stop::Error(i, d) if survey::surveys(ann) => {
                    errors::record_error(ann, Some(Position::start(p.graph, p.block)), i, d);
                    survey::pass_over(ann, p.graph, op.result, Some(site.error_place()));
                }
                stop => return Err(stop),
            },
        }
    }
    let outcome = Outcome { throws, lacking, always_raises };
    let followed = follow_exits(ann, p, graph, outcome);
    owed::settle(ann).and(followed).map_err(|e| match e {
        AnnError::Blocked => Stop::Blocked(block.operations.len()),
        e => Stop::Error(block.operations.len(), e.into_diagnostic()),
    })?;
    if always_raises {
        return Err(Stop::Blocked(block.operations.len() - 1));
    }
    Ok(())
}

/// Says what the last operation of a block can end in.
struct Outcome {
    /// Exceptions that it raises.
    throws: Throws,
    /// True if memory or stack may be lacking as well.
    lacking: bool,
    /// True if it has no result: it always raises.
    always_raises: bool,
}

/// Flows the values at the end of a block to the blocks that its exits lead to.
fn follow_exits(
    ann: &mut Annotator,
    p: Position,
    graph: &HlGraph,
    outcome: Outcome,
) -> AResult<()> {
    let block = &graph.blocks[p.block];
    let last = block.operations.last();
    let site = Site {
        position: Some(Position { op: block.operations.len(), ..p }),
        span: last.map_or(Span::NONE, |op| op.span),
        result: last.map(|op| op.result),
    };
    match block.exitswitch {
        ExitSwitch::None => {
            for (i, l) in block.exits.iter().enumerate() {
                follow_link(ann, site, p, graph, i, l, None, None)?;
            }
        }
        ExitSwitch::Var(v) => {
            let s = ann.binding(p.graph, v).clone();
            let know = ann.graphs[p.graph].knowledge.get(&v).cloned();
            let mut seen = vec![];
            for (i, l) in block.exits.iter().enumerate() {
                let taken = match (&l.case, &s.konst) {
                    (ExitCase::Value(c), Some(k)) => c == k,
                    (ExitCase::Default, Some(k)) => !seen.contains(&k),
                    _ => true,
                };
                if let ExitCase::Value(c) = &l.case {
                    seen.push(c);
                }
                if !taken {
                    continue;
                }
                let facts = match (&l.case, &know) {
                    (ExitCase::Value(HlConst::Bool(true)), Some(k)) => Some(&k.if_true),
                    (ExitCase::Value(HlConst::Bool(false)), Some(k)) => Some(&k.if_false),
                    _ => None,
                };
                follow_link(ann, site, p, graph, i, l, facts, None)?;
            }
        }
        ExitSwitch::LastException => follow_handlers(ann, site, p, graph, outcome)?,
    }
    Ok(())
}

/// Flows exceptions of a block's last operation to its handlers, and what it gives to the block behind it.
fn follow_handlers(
    ann: &mut Annotator,
    site: Site,
    p: Position,
    graph: &HlGraph,
    outcome: Outcome,
) -> AResult<()> {
    let block = &graph.blocks[p.block];
    let mut left = match outcome.throws {
        Throws::Anything => None,
        Throws::Only(names) => {
            let mut v = vec![];
            for n in names {
                v.push((n, prebuilt::exc_classdef(ann, site, n)?));
            }
            Some(v)
        }
    };
    for (i, l) in block.exits.iter().enumerate() {
        if i == 0 {
            if !outcome.always_raises {
                follow_link(ann, site, p, graph, i, l, None, None)?;
            }
            continue;
        }
        let class = match &l.case {
            ExitCase::Value(HlConst::Host(c)) => {
                let d = class_descs::class_desc(ann, site, *c)?;
                classdef::classdef_of(ann, site, d)?
            }
            _ => prebuilt::exc_classdef(ann, site, "Exception")?,
        };
        let (mut arriving, mut whole) = (vec![], false);
        let caught = match &mut left {
            None => Some(class),
            Some(v) => {
                let mut c: Option<ClassDefId> = None;
                for (name, t) in v.iter() {
                    let hit = if ann.is_subclassdef(*t, class) {
                        *t
                    } else if ann.is_subclassdef(class, *t) {
                        class
                    } else {
                        continue;
                    };
                    if hit != class && outcome.lacking {
                        arriving.extend(hv::exception(&ann.host, name));
                    } else {
                        whole = true;
                    }
                    c = Some(c.map_or(hit, |c| ann.common_base(c, hit)));
                }
                let me = &*ann;
                v.retain(|(_, t)| !me.is_subclassdef(*t, class));
                c
            }
        };
        if let Some(c) = caught {
            follow_link(ann, site, p, graph, i, l, None, Some(c))?;
            if whole {
                arriving.clear();
            }
            ann.graph_mut(p.graph).followed.insert((p.block, i), arriving);
        }
    }
    Ok(())
}

fn follow_link(
    ann: &mut Annotator,
    site: Site,
    p: Position,
    graph: &HlGraph,
    index: usize,
    link: &Link<Hl>,
    facts: Option<&Vec<(VarId, SomeValue)>>,
    exc: Option<ClassDefId>,
) -> AResult<()> {
    let site = match link.target == graph.returnblock && link.span.is_known() {
        true => Site { span: link.span, ..site },
        false => site,
    };
    let mut cells = Vec::with_capacity(link.args.len());
    for a in &link.args {
        let s = match a {
            HlValue::Const(c) => constants::immutable_const(ann, site, c)?,
            HlValue::Var(v) if Some(*v) == link.last_exception => {
                Kind::Type(exc.ok_or(AnnError::Blocked)?).into()
            }
            HlValue::Var(v) if Some(*v) == link.last_exc_value => {
                SomeValue::instance(exc.ok_or(AnnError::Blocked)?)
            }
            HlValue::Var(v) => {
                let mut s = ann.binding(p.graph, *v).clone();
                for (x, known) in facts.into_iter().flatten() {
                    if x == v {
                        s = improve(ann, site, &s, known);
                        if s.is_impossible() {
                            return Ok(());
                        }
                    }
                }
                s
            }
        };
        cells.push(s);
    }
    if let Some(c) = exc {
        let (t, v) = (link.last_exception, link.last_exc_value);
        if let Some(t) = t {
            ann.bind(p.graph, t, Kind::Type(c).into());
        }
        if let Some(v) = v {
            ann.bind(p.graph, v, SomeValue::instance(c));
        }
    }
    if link.target == graph.exceptblock {
        let ok = match &cells[1].kind {
            Kind::Instance { class, .. } => {
                let base = prebuilt::exc_classdef(ann, site, "BaseException")?;
                ann.is_subclassdef(*class, base)
            }
            Kind::Impossible => true,
            _ => false,
        };
        if !ok {
            let what = ann.show(&cells[1]);
            return Err(ann.error(
                site,
                "raise",
                format!("cannot raise {what}: it is no exception"),
            ));
        }
    }
    ann.graph_mut(p.graph).followed.entry((p.block, index)).or_default();
    // Which inputs are classes of which.
    let inputs = &graph.blocks[link.target].inputargs;
    let first = ann.graphs[p.graph].block_state[link.target] == BlockState::Unseen;
    let mut relation_lost = false;
    for (i, a) in link.args.iter().enumerate() {
        let HlValue::Var(a) = a else { continue };
        let of: Vec<VarId> = if Some(*a) == link.last_exception {
            link.last_exc_value.into_iter().collect()
        } else {
            ann.graphs[p.graph].type_of.get(a).cloned().unwrap_or_default()
        };
        let mut renamed: Vec<VarId> = vec![];
        for (j, b) in link.args.iter().enumerate() {
            if let HlValue::Var(b) = b
                && of.contains(b)
            {
                renamed.push(inputs[j]);
            }
        }
        let types = &mut ann.graph_mut(p.graph).type_of;
        if first {
            if !renamed.is_empty() {
                types.insert(inputs[i], renamed);
            }
        } else if let Some(old) = types.get_mut(&inputs[i]) {
            let n = old.len();
            old.retain(|v| renamed.contains(v));
            relation_lost |= old.len() != n;
        }
    }
    if survey::surveys(ann) {
        for (a, input) in link.args.iter().zip(inputs) {
            let lacking = a.as_var().and_then(|v| ann.reports.without_value.get(&(p.graph, v)));
            if let Some(cause) = lacking.copied() {
                survey::pass_over(ann, p.graph, *input, cause);
            }
        }
    }
    pass_knowledge(ann, p.graph, graph, link);
    let conflicts = conflicts::pass_conflicts(ann, p.graph, graph, link)?;
    graphs::flow_into(ann, site, p.graph, link.target, &cells)?;
    if relation_lost || conflicts {
        ann.reflow(Position::start(p.graph, link.target));
    }
    Ok(())
}

/// Passes on what is known of variables when another variable is true or false: it holds on the other side of a
/// link, if no other link leads there (a truth value computed at the end of a block that may raise, and tested
/// in the next).
fn pass_knowledge(ann: &mut Annotator, g: AnnGraphId, graph: &HlGraph, link: &Link<Hl>) {
    let known = &ann.graphs[g].knowledge;
    if !link.args.iter().any(|a| a.as_var().is_some_and(|v| known.contains_key(&v))) {
        return;
    }
    let single = ann
        .graph_mut(g)
        .single_entry
        .get_or_insert_with(|| graph.entries().iter().filter(|e| *e.1 == 1).map(|e| e.0).collect());
    if !single.contains(&link.target) {
        return;
    }
    let inputs = &graph.blocks[link.target].inputargs;
    for (i, a) in link.args.iter().enumerate() {
        let Some(k) = a.as_var().and_then(|v| ann.graphs[g].knowledge.get(&v)) else {
            continue;
        };
        let rename = |facts: &[(VarId, SomeValue)]| -> Vec<(VarId, SomeValue)> {
            facts
                .iter()
                .flat_map(|(v, s)| {
                    let same = link.args.iter().zip(inputs).filter(|(a, _)| a.as_var() == Some(*v));
                    same.map(|(_, input)| (*input, s.clone())).collect::<Vec<_>>()
                })
                .collect()
        };
        let k = Knowledge { if_true: rename(&k.if_true), if_false: rename(&k.if_false) };
        let old = ann.graph_mut(g).knowledge.insert(inputs[i], k.clone());
        if old.is_some_and(|old| old != k) {
            ann.reflow(Position::start(g, link.target));
        }
    }
}

/// The part of `s` that is compatible with a fact.
fn improve(ann: &mut Annotator, site: Site, s: &SomeValue, known: &SomeValue) -> SomeValue {
    if let (
        Kind::Instance { class: c1, can_be_none: n1 },
        Kind::Instance { class: c2, can_be_none: n2 },
    ) = (&s.kind, &known.kind)
    {
        let none = *n1 && *n2;
        let class = if ann.is_subclassdef(*c2, *c1) {
            *c2
        } else if ann.is_subclassdef(*c1, *c2) {
            *c1
        } else {
            return if none { SomeValue::NONE } else { SomeValue::IMPOSSIBLE };
        };
        return SomeValue {
            kind: Kind::Instance { class, can_be_none: none },
            konst: s.konst.clone(),
        };
    }
    if union::contains(ann, site, s, known) { known.clone() } else { s.clone() }
}

/// Says where an attribute that a class lacks does exist.
fn attr_notes(ann: &Facts, d: Diagnostic, class: ClassDefId, name: &str) -> Diagnostic {
    let c = &ann.classdefs[class];
    let mut known: Vec<&str> = ann
        .class_mro(class)
        .into_iter()
        .flat_map(|c| {
            let cd = &ann.classdefs[c];
            cd.attrs.values().filter(|a| !a.s_value.is_impossible()).map(|a| &*a.name)
        })
        .filter(|n| !n.starts_with("__"))
        .collect();
    known.sort();
    known.dedup();
    let mut d = d;
    if let Some(n) = flowmodel::similar::similar(name, known.iter().copied()) {
        d = d.note(format!("did you mean '{n}'?"));
    }
    if !known.is_empty() {
        d = d.note(format!("attributes of {} that are used: {}", c.name, known.join(", ")));
    }
    for (id, other) in ann.classdefs.iter() {
        if id != class && other.attrs.get(name).is_some_and(|a| !a.s_value.is_impossible()) {
            d = d.note(format!("class {} has an attribute '{name}'", other.name));
        }
    }
    d
}

/// Says whether a value that is None here is something else elsewhere, and a test of it leads here. Then what is done
/// with it just raises: `if x: … else: x.f()`.
fn none_by_test(
    ann: &Facts,
    g: AnnGraphId,
    graph: &HlGraph,
    block: BlockId,
    value: &HlValue,
) -> bool {
    let mut todo = match value {
        HlValue::Var(v) => vec![(block, *v)],
        HlValue::Const(_) => return false,
    };
    let mut seen = todo.clone();
    while let Some((b, v)) = todo.pop() {
        let Some(at) = graph.blocks[b].inputargs.iter().position(|x| *x == v) else { continue };
        for from in graph.reachable() {
            for link in graph.blocks[from].exits.iter().filter(|l| l.target == b) {
                let HlValue::Var(w) = link.args[at] else { continue };
                let s = ann.binding(g, w);
                if s.is_impossible() {
                    continue;
                }
                if s.kind != Kind::None_ {
                    return true;
                }
                if !seen.contains(&(from, w)) {
                    seen.push((from, w));
                    todo.push((from, w));
                }
            }
        }
    }
    false
}

/// Says whether a handler around a place is there for attributes that are missing.
fn awaits_missing_attr(ann: &mut Annotator, g: AnnGraphId, at: Span) -> bool {
    let Some(f) = ann.descs[ann.graphs[g].desc].as_function() else { return true };
    let func = f.host;
    hv::exception(&ann.host, "AttributeError")
        .is_none_or(|class| flow::handler_names(&mut ann.host, func, at, class))
}

/// Reports, after the fixpoint, blocks that stopped at an operation that should have given a value.
pub(crate) fn check_blocked(ann: &mut Annotator) {
    // The others were checked before.
    for g in ann.work.dirty.clone() {
        if ann.reports.unused_copies.contains(&g) {
            continue;
        }
        let graph = ann.graphs[g].full.clone();
        for b in graph.reachable() {
            let BlockState::Blocked(i) = ann.graphs[g].block_state[b] else { continue };
            let Some(op) = graph.blocks[b].operations.get(i) else { continue };
            let position = Position::start(g, b);
            let place = (Some(position), i);
            if ann.reports.errors.contains_key(&place)
                || survey::surveys(ann) && causes::is_first(ann, place)
            {
                continue;
            }
            let args: Vec<SomeValue> = op
                .args
                .iter()
                .map(|a| match a {
                    HlValue::Var(v) => ann.binding(g, *v).clone(),
                    HlValue::Const(c) => constants::peek_const(ann, c).unwrap_or(SomeValue::OBJECT),
                })
                .collect();
            if let Some(what) = operands::none_operand(op, &args) {
                if !none_by_test(ann, g, &graph, b, &op.args[0]) {
                    let mut d = Diagnostic::error(
                        if matches!(op.op, HlOp::GetAttr | HlOp::SetAttr) {
                            "from-none"
                        } else {
                            "not-callable"
                        },
                        format!("{what}: no other value arrives here"),
                        op.span,
                    );
                    if let Some((at, text)) = causes::store_never_run(ann, g, &graph, &op.args[0]) {
                        d = d.label(at, text);
                    }
                    errors::record_error(ann, Some(Position::start(g, b)), i, d);
                }
                continue;
            }
            // These may always raise: then what follows is simply not reached.
            let harmless =
                matches!(op.op, HlOp::SimpleCall | HlOp::CallArgs | HlOp::Next | HlOp::GetItem)
                    || ann.graphs[g].calls.contains_key(&op.result)
                    || args.iter().any(|s| s.is_impossible())
                    || (op.op == HlOp::GetAttr
                        && (hierarchy::has_no_instances(ann, &args[0])
                            || closures::is_kept_by_generator(ann, &args[0])));
            // Also a handler that takes nearly everything is not there for an attribute that is never there.
            let caught = graph.blocks[b].can_raise()
                && i + 1 == graph.blocks[b].operations.len()
                && (op.op != HlOp::GetAttr || awaits_missing_attr(ann, g, op.span));
            if harmless || caught {
                continue;
            }
            // (also of `getattr` with a text that is computed, if it is always the same)
            let d = if let (HlOp::GetAttr, Some(HlConst::Str(n))) =
                (op.op, args.get(1).and_then(|name| name.konst.as_ref()))
            {
                let name = String::from_utf8_lossy(n).into_owned();
                let s = ann.show(&args[0]);
                let d = match &*name {
                    "__dict__" => Diagnostic::error(
                        "unsupported",
                        format!("{s} has no __dict__ at run time"),
                        op.span,
                    )
                    .note("name the attributes, or keep what they hold in a dict"),
                    "__enter__" | "__exit__" => Diagnostic::error(
                        "no-special-method",
                        format!("{s} cannot stand in a `with` statement: its class has no {name}"),
                        op.span,
                    ),
                    _ => Diagnostic::error(
                        "never-set",
                        format!("attribute '{name}' of {s} is read, but never gets a value"),
                        op.span,
                    ),
                };
                match &args[0].kind {
                    Kind::Instance { class, .. } => attr_notes(ann, d, *class, &name),
                    _ => d,
                }
            } else {
                let types: Vec<_> = args.iter().map(|s| ann.show(s)).collect();
                Diagnostic::error(
                    "no-result",
                    format!(
                        "operation '{}' on ({}) can never give a value",
                        op.op.name(),
                        types.join(", ")
                    ),
                    op.span,
                )
            };
            errors::record_error(ann, Some(Position::start(g, b)), i, d);
        }
    }
}

/// Maximum number of blocks that are looked at: an end that does not depend on anything.
pub(crate) const MAX_BLOCKS: usize = 100_000;

/// Looks for further errors, once the others are known.
pub(crate) fn survey(ann: &mut Annotator) {
    let first = std::mem::take(&mut ann.reports.errors);
    let places = first.keys().filter_map(|(p, i)| Some(Position { op: *i, ..(*p)? }));
    let places: Vec<Position> = places.collect();
    ann.reports.first_errors = Some(first);
    for p in places {
        ann.reflow(p);
    }
    for _ in 0..MAX_BLOCKS {
        let Some(p) = ann.work.next() else { break };
        process_block(ann, p);
    }
    ann.work.clear();
    check_blocked(ann);
}
