//! The codewriter: turns the low-level graphs of a program's portals, and of what they may look into, into
//! jitcodes and descrs for the run-time JIT.
//!
//! Stages: [`portal`] splits the functions that hold merge points, `rounds` is what they are without a JIT; [`Lookup`] decides which functions get
//! jitcodes; [`lower`] turns operations into [`instructions`] on variables; [`regalloc`] gives registers;
//! [`emit`] flattens blocks into bytecode; [`descrs`] describes memory and calls.

mod arguments;
mod assertions;
mod conditional;
pub mod descrs;
pub mod emit;
mod error;
mod exclusive;
mod follow;
mod forces;
mod hooks;
mod impure;
pub mod infer;
mod inlining;
pub mod instructions;
pub mod lower;
mod markers;
pub mod owners;
mod parts;
mod policy;
pub mod portal;
pub mod quasi;
pub mod regalloc;
mod rest;
mod rounds;
pub mod run_time;
pub mod tracebacks;
pub mod virtualizable;
mod vrefs;

pub use error::CodewriterError;
pub use policy::{Lookup, looks_inside, why_not_inside};

use flowmodel::analysis::tracebacks::Frames;
use flowmodel::analysis::{Callees, EffectFacts, call_targets};
use flowmodel::diag::{Diagnostic, SourceMap, Span};
use flowmodel::traceback::TracebackKind;
use flowmodel::{Body, Const, FuncId, LlGraph, Program, Type};
use indexmap::IndexMap;
use jitmodel::jitcode::{Lines, Liveness};
use jitmodel::program::{GreenType, JitDriverDesc, JitProgram};
use jitmodel::{Kind, Table};
use owners::Owners;
use portal::Portal;
use rustc_hash::{FxHashMap, FxHashSet};
use tracebacks::{GraphMarks, Marks};

/// The exported name of the function that hears of events of the JIT.
pub const EVENT_FUNCTION: &str = "tw_jit_event";

/// Holds what the codewriter makes.
#[derive(Debug)]
pub struct Jit {
    /// Jitcodes, descrs and drivers.
    pub program: JitProgram,
    /// Entries of the address table: functions and prebuilt objects.
    pub addresses: Vec<Const>,
    /// Functions that the run time may call, and those in the prebuilt objects that it knows: later passes must keep them with
    /// their types.
    pub roots: Vec<FuncId>,
    /// Hints that have no effect.
    pub warnings: Vec<Diagnostic>,
    /// Positions in each jitcode where the code of a place in the source begins.
    pub places: Vec<Vec<(u32, Span)>>,
    /// Marks that exceptions leave for tracebacks.
    pub marks: Marks,
    /// The marks as tracebacks show them.
    pub shown_marks: Vec<(TracebackKind, Frames)>,
}

impl Jit {
    /// Tells the jitcodes their lines, for logs, and the marks their places.
    pub fn add_lines(&mut self, p: &Program, sources: &SourceMap) {
        self.shown_marks = self.marks.frames(p, sources);
        for (jitcode, places) in self.program.jitcodes.iter_mut().zip(&self.places) {
            let Some(file) = places.first().map(|p| p.1.file) else { continue };
            jitcode.file = sources.get(file).map_or_else(String::new, |f| f.path.to_string());
            let mut lines: Vec<(u32, u32)> = vec![];
            for (pc, span) in places.iter().filter(|p| p.1.file == file) {
                let Some((line, _)) = sources.line_col(file, span.start) else { continue };
                if lines.last().is_none_or(|last| last.1 != line) {
                    lines.push((*pc, line));
                }
            }
            jitcode.lines = Lines::new(&lines);
        }
    }
}

fn find_candidates(p: &Program, portals: &[Portal], refused: &FxHashSet<FuncId>) -> Vec<FuncId> {
    let mut found: IndexMap<FuncId, ()> = IndexMap::new();
    let mut work: Vec<LlGraph> = portals.iter().map(|x| x.marked.clone()).collect();
    while let Some(g) = work.pop() {
        for b in g.reachable() {
            for op in &g.blocks[b].operations {
                let Callees::Known(callees) = call_targets(p, op) else { continue };
                for f in callees {
                    let portal = portals.iter().any(|x| x.portal == *f);
                    if !portal
                        && !refused.contains(f)
                        && !found.contains_key(f)
                        && looks_inside(p, *f)
                    {
                        found.insert(*f, ());
                        work.push(p.funcs[*f].graph().expect("has a graph").clone());
                    }
                }
            }
        }
    }
    found.into_keys().collect()
}

/// Adds a JIT to a program: splits the portals, rewrites their entries, and makes jitcodes. The program
/// must be at the rtyped level. Returns None if it has no merge point.
pub fn apply_jit(p: &mut Program) -> Result<Option<Jit>, CodewriterError> {
    quasi::add_hooks(p);
    vrefs::add_hook(p);
    let owners = owners::find(p);
    forces::add_hooks(p, &owners);
    let portals = portal::split_portals(p)?;
    for portal in &portals {
        rounds::write(p, portal)?;
    }
    markers::strip_all(p);
    if portals.is_empty() {
        return Ok(None);
    }
    let words = vec![Type::Signed, Type::Signed];
    let traceback = run_time::external(p, tracebacks::TRACEBACK_FUNCTION, words, Type::Void, false);
    let mut outlined = FxHashMap::default();
    let hooks: Result<Vec<Hooks>, _> = portals.iter().map(|x| Hooks::new(p, x)).collect();
    let hooks = hooks?;
    let mut refused = FxHashSet::default();
    let mut marked: Vec<LlGraph> = portals.iter().map(|x| x.marked.clone()).collect();
    let (mut loops, mut effects) = (0, None);
    for (portal, g) in portals.iter().zip(&mut marked) {
        rest::call(p, &mut effects, portal, g, &mut loops);
        lower::outline(p, g, &mut outlined);
    }
    loop {
        let mut lookup = Lookup::default();
        for f in find_candidates(p, &portals, &refused) {
            let mut g = p.funcs[f].graph().expect("has a graph").clone();
            lower::outline(p, &mut g, &mut outlined);
            lookup.candidates.insert(f, g);
        }
        match write_all(p, &portals, &marked, &lookup, &hooks, &owners, traceback) {
            Ok(jit) => return Ok(Some(jit)),
            Err((Some(f), e)) if e.too_big => {
                refused.insert(f);
            }
            Err((_, e)) => return Err(e),
        }
    }
}

/// The functions of a jitdriver, in the form in which the run time calls them.
struct Hooks {
    location: Option<FuncId>,
    place: Option<FuncId>,
    unique_id: Option<FuncId>,
    confirm: Option<FuncId>,
    never_inline: Option<FuncId>,
    unroll: Option<FuncId>,
}

impl Hooks {
    fn new(p: &mut Program, portal: &Portal) -> Result<Hooks, CodewriterError> {
        let driver = p.jitdrivers[portal.driver].clone();
        let location = driver.get_printable_location.map(|f| hook(p, portal, f, false));
        let place = driver.get_location.map(|f| hook(p, portal, f, false));
        let unique_id = driver.get_unique_id.map(|f| hook(p, portal, f, false));
        let mut condition = |f: Option<FuncId>, reds: bool| {
            let Some(f) = f else { return Ok(None) };
            let result = p.types.funcs[p.funcs[f].ty].result;
            if !matches!(result, Type::Bool | Type::Signed) {
                let message = format!("{} of a JitDriver must return a bool", p.funcs[f].name);
                return Err(CodewriterError::at(p.funcs[f].span, message));
            }
            Ok(Some(hook(p, portal, f, reds)))
        };
        let confirm = condition(driver.confirm_enter_jit, true)?;
        let never_inline = condition(driver.can_never_inline, false)?;
        let unroll = condition(driver.should_unroll_one_iteration, false)?;
        Ok(Hooks { location, place, unique_id, confirm, never_inline, unroll })
    }
}

/// A function of the jitdriver with the greens, and maybe the reds, in the portal's order; a truth value becomes a word.
fn hook(p: &mut Program, portal: &Portal, f: FuncId, reds: bool) -> FuncId {
    use flowmodel::{LlOp, Value};
    let exc = |s: Option<flowmodel::StructId>| s.map_or(Type::Void, Type::Ptr);
    let result = p.types.funcs[p.funcs[f].ty].result;
    let word = if result == Type::Bool { Type::Signed } else { result };
    let name = format!("jit_{}", p.funcs[f].name);
    let mut g = LlGraph::new(&name, word, (exc(p.exc.vtable), exc(p.exc.object)));
    let start = g.startblock;
    let ng = portal.greens.len();
    let order = portal.greens.iter().copied().chain(portal.reds.iter().map(|r| r + ng));
    let order: Vec<usize> = order.take(if reds { portal.types.len() } else { ng }).collect();
    let mut call = vec![Value::Const(Const::Void); order.len() + 1];
    call[0] = Value::Const(Const::Func(f));
    let mut params = vec![];
    for (at, orig) in order.iter().enumerate() {
        let v = g.new_var("v", portal.types[at]);
        g.blocks[start].inputargs.push(v);
        params.push(portal.types[at]);
        call[orig + 1] = v.into();
    }
    let mut r = g.add_op(start, LlOp::DirectCall, call, "answer", result, Span::NONE);
    if word != result {
        r = g.add_op(start, LlOp::CastBoolToInt, vec![r.into()], "answer", word, Span::NONE);
    }
    g.blocks[start].exits = vec![flowmodel::Link::new(g.returnblock, vec![r.into()])];
    let ty = p.types.func(params, word);
    p.funcs.push(flowmodel::Function {
        name: name.into(),
        ty,
        body: Body::Graph(g),
        attrs: flowmodel::FuncAttrs { dont_inline: true, helper: true, ..Default::default() },
        span: Span::NONE,
    })
}

type Failure = (Option<FuncId>, CodewriterError);

fn write_all(
    p: &Program,
    portals: &[Portal],
    marked: &[LlGraph],
    lookup: &Lookup,
    hooks: &[Hooks],
    owners: &[Vec<Owners>],
    traceback: FuncId,
) -> Result<Jit, Failure> {
    let portal_ids: Vec<FuncId> = portals.iter().map(|x| x.portal).collect();
    // A portal may do what its guest program does.
    let effects = EffectFacts::with_random(p, &portal_ids);
    let mut descrs = descrs::Descrs::new(p);
    descrs.virtualizables = owners.iter().flatten().flat_map(|o| &o.types).copied().collect();
    let mut liveness = Liveness::default();
    let mut jitcodes = Table::default();
    let mut places = vec![];
    let mut marks = Marks::new(p);
    let mut drivers: Vec<Option<JitDriverDesc>> = vec![None; p.jitdrivers.len()];
    let np = portals.len();
    let index_of =
        |f: FuncId| (np + lookup.candidates.get_index_of(&f).expect("a candidate")) as u16;
    let all = portals
        .iter()
        .zip(marked)
        .map(|(x, g)| (x.portal, g, true))
        .chain(lookup.candidates.iter().map(|(f, g)| (*f, g, false)));
    let mut merge_points = vec![];
    let mut virtualizables = vec![];
    let mut warnings = impure::warnings(p);
    warnings.extend(policy::warnings(p));
    let leads = inlining::leads(p, portals);
    warnings.extend(inlining::warnings(p, portals, lookup, &leads));
    warnings.extend(arguments::warnings(p, portals, lookup, &leads));
    for x in portals {
        let reds = x.reds.iter().zip(&x.types[x.greens.len()..]);
        let reds = reds.filter(|(_, ty)| descrs::kind_of(p, **ty) != Some(Kind::Void));
        let reds: Vec<usize> = reds.map(|(r, _)| *r).collect();
        let found = virtualizable::find(p, x, &reds, &owners[x.driver], &mut descrs, &mut warnings);
        let found = found.map_err(|e| (None, e))?;
        let arrays = found.iter().flat_map(|v| v.arrays.iter().flat_map(|a| [a.0, a.1]));
        let fields = found.iter().flat_map(|v| v.fields.iter().chain(&v.token)).copied();
        descrs.guarded.extend(fields.chain(arrays));
        virtualizables.push(found);
    }
    for (f, graph, is_portal) in all {
        let fail = |e: CodewriterError| (if is_portal { None } else { Some(f) }, e);
        let mut g = graph.clone();
        assertions::ignore_those_about_the_jit(p, &mut g);
        let of_graph = GraphMarks::new(p, f, &mut g, &mut marks);
        let blocks = lower::Lower::new(p, &mut g, &mut descrs, &effects, lookup, portals, of_graph)
            .blocks()
            .map_err(fail)?;
        let alloc = regalloc::allocate(&blocks);
        let name = p.funcs[f].name.to_string();
        let emit::Emitted { mut jitcode, merge_point: merge, lines } =
            emit::emit(&name, &blocks, &alloc, &mut liveness, &mut descrs, &index_of)
                .map_err(fail)?;
        let call = descrs.call_of(p, f, &effects);
        jitcode.function = Some((descrs.addr(&Const::Func(f)), call));
        if is_portal {
            let x = &portals[jitcodes.len()];
            jitcode.jitdriver = Some(x.driver as u8);
            merge_points.push(merge.unwrap_or(0));
        }
        jitcodes.push(jitcode);
        places.push(lines);
    }
    descrs.texts(p, &effects);
    descrs.table.virtual_refs = vrefs::find(p, &mut descrs);
    for (i, x) in portals.iter().enumerate() {
        let found = core::mem::take(&mut virtualizables[i]);
        let place = (i, merge_points[i]);
        let desc = driver_desc(p, x, place, &hooks[i], found, &mut descrs, &effects);
        drivers[x.driver] = Some(desc);
    }
    let jitdrivers = drivers
        .into_iter()
        .enumerate()
        .map(|(i, d)| d.unwrap_or_else(|| unused_driver(&p.jitdrivers[i].name)))
        .collect();
    name_classes(p, &mut descrs);
    let told = |f: &flowmodel::Function| f.attrs.export_name.as_deref() == Some(EVENT_FUNCTION);
    let event_hook = p.funcs.iter().find(|(_, f)| told(f)).map(|(f, _)| {
        let d = descrs.call_of(p, f, &effects);
        (descrs.addr(&Const::Func(f)), d)
    });
    let traceback = {
        let func = &p.funcs[traceback];
        let d = descrs.call_without_effects(p, &func.name, func.ty);
        Some((descrs.addr(&Const::Func(traceback)), d))
    };
    let addresses: Vec<Const> = descrs.addresses.keys().cloned().collect();
    let names = flowmodel::text::Names::new(p);
    let symbols = addresses
        .iter()
        .map(|c| match c {
            Const::Func(f) => names.func(*f).trim_start_matches('@').to_string(),
            Const::Obj(o) => names.obj(*o).trim_start_matches('$').to_string(),
            _ => String::new(),
        })
        .collect();
    let roots = flowmodel::analysis::callgraph::funcs_of_consts(p, &addresses);
    let program = JitProgram {
        descrs: descrs.table,
        jitcodes,
        liveness,
        jitdrivers,
        addresses: symbols,
        event_hook,
        timeshifts: false,
        traceback,
    };
    Ok(Jit { program, addresses, roots, warnings, places, marks, shown_marks: vec![] })
}

/// Says what the run time gets to know of a jitdriver: its portal by number, with the place of its merge point, and its hooks.
fn driver_desc(
    p: &Program,
    x: &Portal,
    (number, merge_point): (usize, u32),
    hooks: &Hooks,
    virtualizables: Vec<jitmodel::program::Virtualizable>,
    descrs: &mut descrs::Descrs,
    effects: &EffectFacts,
) -> JitDriverDesc {
    let jd = &p.jitdrivers[x.driver];
    let ng = x.greens.len();
    // Variables without a value at run time (always None, say) are nowhere.
    let exists = |ty: &Type| descrs::kind_of(p, *ty) != Some(Kind::Void);
    let green = |ty: Type| match descrs::kind_of(p, ty) {
        Some(Kind::Float) => GreenType::Float,
        Some(Kind::Ref) if p.string.map(Type::Ptr) == Some(ty) => GreenType::Str,
        Some(Kind::Ref) => GreenType::Object,
        _ => GreenType::Int,
    };
    let result = p.types.funcs[p.funcs[x.portal].ty].result;
    let mut function = |f: FuncId| {
        let d = descrs.call_of(p, f, effects);
        (descrs.addr(&Const::Func(f)), d)
    };
    JitDriverDesc {
        name: jd.name.to_string(),
        greens: x
            .greens
            .iter()
            .zip(&x.types)
            .filter(|(_, t)| exists(t))
            .map(|(g, t)| (jd.greens[*g].to_string(), green(*t)))
            .collect(),
        reds: x
            .reds
            .iter()
            .zip(&x.types[ng..])
            .filter(|(_, t)| exists(t))
            .map(|(r, t)| (jd.reds[*r].to_string(), descrs::kind_of(p, *t).unwrap_or(Kind::Int)))
            .collect(),
        result: descrs::kind_of(p, result).unwrap_or(Kind::Void),
        portal: number as u32,
        merge_point_pc: merge_point,
        portal_runner: Some(function(x.portal)),
        get_printable_location: hooks.location.map(&mut function),
        confirm_enter_jit: hooks.confirm.map(&mut function),
        can_never_inline: hooks.never_inline.map(&mut function),
        should_unroll_one_iteration: hooks.unroll.map(&mut function),
        get_unique_id: hooks.unique_id.map(&mut function),
        get_location: hooks.place.map(&mut function),
        is_recursive: jd.is_recursive,
        virtualizables,
    }
}

/// The vtables of all objects that the program makes get entries in the address table: logs name them.
fn name_classes(p: &Program, descrs: &mut descrs::Descrs) {
    let Some(vtable) = p.exc.vtable else { return };
    for g in p.funcs.values().filter_map(|f| f.graph()) {
        for b in g.reachable() {
            for op in &g.blocks[b].operations {
                let class = op.args.last().and_then(|a| a.as_const());
                if op.op == flowmodel::LlOp::SetField
                    && let Some(c @ Const::Obj(o)) = class
                    && p.types.is_subtype(p.heap[*o].ty, vtable)
                {
                    descrs.addr(c);
                }
            }
        }
    }
}

/// A JitDriver whose merge point is in no reachable function.
fn unused_driver(name: &str) -> JitDriverDesc {
    JitDriverDesc {
        name: name.to_string(),
        greens: vec![],
        reds: vec![],
        result: Kind::Void,
        portal: 0,
        merge_point_pc: 0,
        portal_runner: None,
        get_printable_location: None,
        confirm_enter_jit: None,
        can_never_inline: None,
        should_unroll_one_iteration: None,
        get_unique_id: None,
        get_location: None,
        is_recursive: false,
        virtualizables: vec![],
    }
}
