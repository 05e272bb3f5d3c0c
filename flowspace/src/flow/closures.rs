//! Functions made at run time.
//!
//! A function whose captured variables and defaults are all known when the graph is built is a
//! constant. Any other becomes an instance of a class made for the place of its `def` or `lambda`:
//! what it captures and its defaults are attributes, its code is the method `__call__`. Variables
//! that may change after they were captured live in *cell objects*, instances of a class made
//! for the variable.
//!
//! The classes have the attribute `_meets_` (`closure`), which tells the annotator that those that
//! meet in a variable get a common base class.

use super::FlowValue;
use super::calls;
use super::cells;
use super::state::W;
use crate::bytecode::{BuildClass, CodeKind, CodeObject, Instruction, MakeFunction};
use crate::flow::state::{CellPlan, FlowSpace};
use crate::host::{
    FuncData, HErr, Host, HostObj, HostRef, NONE, classes, functions, import, tracebacks,
};
use crate::interp::Frame;
use crate::space::{ObjSpace, OpError};
use flowmodel::diag::Diagnostic;
use flowmodel::name::Name;
use flowmodel::{HlConst, HlOp};
use std::rc::Rc;

/// Function attribute: where a `__call__` method finds what it captured, a [`Source`] for each free variable.
const LAYOUT: &str = "_closure_layout_";
/// Function attribute of a generator's `next`: which of its own cells are checked.
const PLAN: &str = "_cell_plan_";
/// Kind of the opaque objects that stand for defaults which are attributes of the closure.
pub const DEFAULT: &str = "closure default";
/// Class attribute: the sort of classes made by the flow space, instances of which may meet.
pub const MEETS: &str = "_meets_";

/// Says where a function gets a free variable from.
#[derive(Clone, PartialEq, Debug)]
pub(super) enum Source {
    /// The host cell of the function object.
    Host,
    /// The value is an attribute of the first parameter.
    Value(String),
    /// A cell object is an attribute of the first parameter; checked or not.
    Cell(String, bool),
    /// The first parameter itself.
    This,
}

/// A cell: a variable shared by functions.
#[derive(Clone, PartialEq, Debug)]
pub struct FlowCell {
    /// The contents, or the cell object (`None`: there is none yet).
    pub(super) value: Option<FlowValue>,
    pub(super) kind: CellKind,
}

/// Says what kind of cell it is; see [`FlowCell`].
#[derive(Clone, PartialEq, Debug)]
pub(super) enum CellKind {
    /// The cell counts only by its present contents.
    Value,
    /// A constant that is captured before it is known: this host cell receives it.
    Late(HostRef),
    /// A cell object.
    Object {
        checked: bool,
        /// Class of own cells.
        class: Option<HostRef>,
        /// The host cell of which it is the prebuilt object.
        host: Option<HostRef>,
    },
}

fn captures(code: &CodeObject, op: Instruction, cell: u32) -> bool {
    match op {
        Instruction::MakeFunction(k) => code.makefunctions[k as usize].closure.contains(&cell),
        Instruction::BuildClass(k) => code.buildclasses[k as usize].closure.contains(&cell),
        _ => false,
    }
}

fn successors(code: &CodeObject, pc: usize, out: &mut Vec<usize>) {
    let op = code.instrs[pc];
    if !op.is_terminator() && pc + 1 < code.instrs.len() {
        out.push(pc + 1);
    }
    out.extend(op.target().map(|t| t as usize));
    out.extend(code.handler_at(pc).map(|h| h.target as usize));
}

/// Instructions reached from `from`; what is behind a `stop` is not.
fn reach(code: &CodeObject, from: Vec<usize>, stop: impl Fn(Instruction) -> bool) -> Vec<bool> {
    let mut seen = vec![false; code.instrs.len()];
    let mut work = from;
    while let Some(pc) = work.pop() {
        if pc >= seen.len() || std::mem::replace(&mut seen[pc], true) || stop(code.instrs[pc]) {
            continue;
        }
        successors(code, pc, &mut work);
    }
    seen
}

/// Says whether a function inside unbinds the variable of a cell.
fn deleted_inside(code: &CodeObject, cell: u32) -> bool {
    let inner = |code: &CodeObject, closure: &[u32]| {
        let n = code.cellvars.len();
        closure.iter().enumerate().filter(|(_, c)| **c == cell).any(|(i, _)| {
            let mine = (n + i) as u32;
            code.instrs.contains(&Instruction::DeleteDeref(mine)) || deleted_inside(code, mine)
        })
    };
    code.makefunctions.iter().any(|m: &MakeFunction| inner(&m.code, &m.closure))
        || code.buildclasses.iter().any(|b: &BuildClass| inner(&b.code, &b.closure))
}

/// Decides for each of `cellvars` how it is kept; those of `forced` have turned out to need a cell object.
pub(super) fn plan_cells(code: &CodeObject, forced: &[u32]) -> Vec<CellPlan> {
    (0..code.cellvars.len() as u32).map(|c| plan_cell(code, c, forced.contains(&c))).collect()
}

fn plan_cell(code: &CodeObject, cell: u32, forced: bool) -> CellPlan {
    let sets = |op: Instruction| {
        op == Instruction::StoreDeref(cell) || op == Instruction::DeleteDeref(cell)
    };
    let renews = |op: Instruction| op == Instruction::NewCell(cell);
    let places = |f: &dyn Fn(Instruction) -> bool| -> Vec<usize> {
        (0..code.instrs.len()).filter(|&pc| f(code.instrs[pc])).collect()
    };
    // Where it may have no value.
    let mut from = vec![];
    if !code.cell_params.iter().any(|p| p.1 == cell) {
        from.push(0);
    }
    let unbinds = |op: Instruction| op == Instruction::DeleteDeref(cell) || renews(op);
    from.extend(places(&unbinds).iter().map(|pc| pc + 1));
    let unbound = reach(code, from, |op| op == Instruction::StoreDeref(cell));
    let stores = places(&sets);
    let captured = places(&|op| captures(code, op, cell));
    let again = |from: usize| {
        let r = reach(code, vec![from], renews);
        stores.iter().any(|s| r[*s])
    };
    // `def f(): … f() …`, once.
    let own_name_at = captured.iter().copied().find(|&pc| {
        stores == [pc + 1] && code.instrs[pc + 1] == Instruction::StoreDeref(cell) && !again(pc + 2)
    });
    let own = |pc: usize| own_name_at == Some(pc);
    let early = captured.iter().any(|&pc| !own(pc) && unbound[pc]);
    let object = code.generator
        || code.rebound.contains(&code.cellvars[cell as usize])
        || early
        || captured.iter().any(|&pc| !own(pc) && again(pc + 1));
    let read_early = places(&|op| op == Instruction::LoadDeref(cell)).iter().any(|&pc| unbound[pc]);
    let deleted =
        code.instrs.contains(&Instruction::DeleteDeref(cell)) || deleted_inside(code, cell);
    let definition = |pc: &usize| {
        *pc > 0
            && matches!(
                code.instrs[pc - 1],
                Instruction::MakeFunction(_) | Instruction::BuildClass(_)
            )
    };
    let late = object
        && !forced
        && !code.generator
        && !deleted
        && !code.rebound.contains(&code.cellvars[cell as usize])
        && !code.cell_params.iter().any(|p| p.1 == cell)
        && stores.iter().all(definition);
    CellPlan {
        late,
        object: object && !late,
        checked: early || read_early || deleted || captured.iter().any(|&pc| unbound[pc]),
        own_name_at: own_name_at.filter(|_| !object || late),
    }
}

/// Gives the same code with one more parameter in front.
fn with_self(code: &CodeObject) -> CodeObject {
    let mut c = code.clone();
    c.varnames.insert(0, Name::new("$closure"));
    c.argcount += 1;
    if c.posonlyargcount > 0 {
        c.posonlyargcount += 1;
    }
    for p in &mut c.cell_params {
        p.0 += 1;
    }
    for op in &mut c.instrs {
        *op = match *op {
            Instruction::LoadFast(i) => Instruction::LoadFast(i + 1),
            Instruction::StoreFast(i) => Instruction::StoreFast(i + 1),
            Instruction::DeleteFast(i) => Instruction::DeleteFast(i + 1),
            Instruction::ClearFast(i) => Instruction::ClearFast(i + 1),
            other => other,
        };
    }
    c
}

/// Gives a function the places of its free variables.
pub(super) fn set_layout(host: &mut Host, func: HostRef, layout: &[Source]) -> Result<(), HErr> {
    let mut items = vec![];
    for s in layout {
        let (kind, name) = match s {
            Source::Host => (0, ""),
            Source::Value(n) => (1, n.as_str()),
            Source::Cell(n, false) => (2, n.as_str()),
            Source::Cell(n, true) => (3, n.as_str()),
            Source::This => (4, ""),
        };
        items.push(host.int(kind));
        items.push(host.str(name));
    }
    let t = host.tuple(&items);
    host.setattr(func, LAYOUT, t)
}

/// The places of a function's free variables.
pub(super) fn layout(host: &Host, func: HostRef, n: usize) -> Vec<Source> {
    let Some(t) = host.func_attr(func, LAYOUT) else { return vec![Source::Host; n] };
    let HostObj::Tuple(items) = host.obj(t) else { return vec![Source::Host; n] };
    let text = |r: HostRef| host.text(r).map_or(String::new(), |t| t.to_string());
    let source = |c: &[HostRef]| match host.as_int(c[0]) {
        Some(1) => Source::Value(text(c[1])),
        Some(2) => Source::Cell(text(c[1]), false),
        Some(3) => Source::Cell(text(c[1]), true),
        Some(4) => Source::This,
        _ => Source::Host,
    };
    items.chunks(2).map(source).collect()
}

/// Says for a generator's `next`, whose cells outlive it, which of them are checked.
pub(super) fn set_plan(host: &mut Host, func: HostRef, plan: &[CellPlan]) -> Result<(), HErr> {
    let items: Vec<HostRef> = plan.iter().map(|p| host.bool(p.checked)).collect();
    let t = host.tuple(&items);
    host.setattr(func, PLAN, t)
}

/// The plan left by [`set_plan`].
fn given_plan(host: &Host, func: HostRef) -> Option<Vec<CellPlan>> {
    let HostObj::Tuple(items) = host.obj(host.func_attr(func, PLAN)?) else { return None };
    let plan = |r: &HostRef| CellPlan {
        object: true,
        checked: matches!(host.obj(*r), HostObj::Bool(true)),
        own_name_at: None,
        late: false,
    };
    Some(items.iter().map(plan).collect())
}

/// Gives the name of the attribute of a closure that a default value stands for, if it does.
pub fn default_attribute(host: &Host, default: HostRef) -> Option<String> {
    match host.obj(default) {
        HostObj::Opaque { kind, payload } if **kind == *DEFAULT => Some(format!("d_{payload}")),
        _ => None,
    }
}

/// The cells that a frame of `func` starts with.
pub(super) fn start_cells(
    fs: &mut FlowSpace<'_>,
    func: HostRef,
    args: &mut [Option<FlowValue>],
) -> W<Vec<FlowCell>> {
    let code = fs.code.clone();
    let given = given_plan(fs.host, func);
    let mut cells = Vec::new();
    let plans = given.clone().unwrap_or_else(|| fs.plans.clone());
    for (i, p) in plans.iter().enumerate() {
        let mut cell = FlowCell { value: None, kind: CellKind::Value };
        if p.late {
            cell.kind = CellKind::Late(fs.host.alloc(HostObj::Cell(None)));
        }
        if p.object {
            let class = cells::cell_class(fs.host, code.cellvars[i], p.checked)
                .map_err(|e| fs.host_failed(e))?;
            cell.kind = CellKind::Object { checked: p.checked, class: Some(class), host: None };
            if given.is_none() {
                renew(fs, &mut cell)?;
            }
        }
        if let Some(param) = code.cell_params.iter().find(|p| p.1 as usize == i)
            && let Some(w) = args[param.0 as usize].take()
        {
            set_cell(fs, &mut cell, w)?;
        }
        cells.push(cell);
    }
    fs.plans = plans;
    fs.late_cells = cells
        .iter()
        .map(|c: &FlowCell| match c.kind {
            CellKind::Late(h) => Some(h),
            _ => None,
        })
        .collect();
    let closure = fs.host.func(func).map(|f| f.closure.clone()).unwrap_or_default();
    let this = args.first().cloned().flatten();
    let layout = layout(fs.host, func, closure.len());
    for (i, (c, source)) in closure.into_iter().zip(layout).enumerate() {
        let object = |checked, host| CellKind::Object { checked, class: None, host };
        let attribute = |s: &mut FlowSpace, n: &str| {
            let this = this.clone().unwrap_or(FlowValue::NONE);
            let name = FlowValue::Const(FlowSpace::name_const(Name::new(n)));
            s.record_safe(HlOp::GetAttr, &[this, name]).map(Some)
        };
        let (value, kind) = match source {
            Source::Host if code.rebound.contains(&code.freevars[i]) => {
                let (r, checked) = cells::prebuilt_cell(fs.host, c, code.freevars[i])
                    .map_err(|e| fs.host_failed(e))?;
                (Some(fs.wrap(r)), object(checked, Some(c)))
            }
            Source::Host => match fs.host.obj(c) {
                HostObj::Cell(Some(w)) => (Some(fs.wrap(*w)), CellKind::Value),
                _ => (None, CellKind::Value),
            },
            Source::Value(n) => (attribute(fs, &n)?, CellKind::Value),
            Source::Cell(n, checked) => (attribute(fs, &n)?, object(checked, None)),
            Source::This => (this.clone(), CellKind::Value),
        };
        cells.push(FlowCell { value, kind });
    }
    Ok(cells)
}

fn cell_attr(name: &str) -> FlowValue {
    FlowValue::Const(FlowSpace::name_const(Name::new(name)))
}

/// A new cell object, empty.
pub(crate) fn renew(fs: &mut FlowSpace<'_>, cell: &mut FlowCell) -> W<()> {
    cell.value = match cell.kind {
        CellKind::Value | CellKind::Late(_) => None,
        CellKind::Object { class: Some(c), .. } => {
            Some(fs.record_safe(HlOp::SimpleCall, &[fs.wrap(c)])?)
        }
        CellKind::Object { .. } => return fs.fail("internal: a cell of another function"),
    };
    Ok(())
}

pub(super) fn get_cell(fs: &mut FlowSpace<'_>, cell: &FlowCell) -> W<Option<FlowValue>> {
    match (&cell.kind, &cell.value) {
        (CellKind::Object { checked: false, .. }, Some(c)) => {
            let args = [c.clone(), cell_attr("value")];
            fs.record_safe(HlOp::GetAttr, &args).map(Some)
        }
        (CellKind::Object { class, .. }, Some(c)) => {
            let name = if class.is_some() { "get_local" } else { "get" };
            let args = [c.clone(), cell_attr(name)];
            let get = fs.record_safe(HlOp::GetAttr, &args)?;
            fs.record(HlOp::SimpleCall, &[get]).map(Some)
        }
        (_, value) => Ok(value.clone()),
    }
}

pub(super) fn set_cell(fs: &mut FlowSpace<'_>, cell: &mut FlowCell, w: FlowValue) -> W<()> {
    if let CellKind::Late(c) = cell.kind {
        let known = match fs.host.obj(c) {
            HostObj::Cell(w) => *w,
            _ => None,
        };
        match (&w, known) {
            (FlowValue::Const(HlConst::Host(r)), None) => {
                *fs.host.obj_mut(c) = HostObj::Cell(Some(*r));
            }
            (FlowValue::Const(HlConst::Host(r)), Some(old)) if old == *r => {}
            _ => return Err(needs_object(fs, c)),
        }
    }
    let (CellKind::Object { checked, .. }, Some(c)) = (&cell.kind, &cell.value) else {
        cell.value = Some(w);
        return Ok(());
    };
    fs.record_safe(HlOp::SetAttr, &[c.clone(), cell_attr("value"), w])?;
    if *checked {
        let yes = FlowValue::Const(HlConst::Bool(true));
        fs.record_safe(HlOp::SetAttr, &[c.clone(), cell_attr("bound"), yes])?;
    }
    Ok(())
}

pub(super) fn delete_cell(fs: &mut FlowSpace<'_>, cell: &mut FlowCell) -> W<bool> {
    match (&cell.kind, &cell.value) {
        (CellKind::Object { checked: true, .. }, Some(c)) => {
            let args = [c.clone(), cell_attr("delete")];
            let delete = fs.record_safe(HlOp::GetAttr, &args)?;
            fs.record(HlOp::SimpleCall, &[delete])?;
            Ok(true)
        }
        (CellKind::Object { .. }, _) => {
            fs.fail("`del` of a variable of a function that was made at import time")
        }
        _ => Ok(cell.value.take().is_some()),
    }
}

/// The graph has to be built again: the variable of this host cell is not a constant.
fn needs_object(fs: &mut FlowSpace<'_>, cell: HostRef) -> OpError<FlowValue> {
    fs.retry = fs.late_cells.iter().position(|c| *c == Some(cell)).map(|i| i as u32);
    OpError::Fatal(Box::new(fs.diagnostic("internal: a variable is not constant")))
}

/// A class made at run time: it is made now, once.
pub(super) fn build_class(
    fs: &mut FlowSpace<'_>,
    frame: &Frame<FlowSpace<'_>>,
    spec: &BuildClass,
    args: &[FlowValue],
    closure: Vec<FlowCell>,
) -> W {
    let mut key = Vec::new();
    let mut host_args = Vec::new();
    for a in args {
        let Some(c) = a.as_const() else {
            return fs.fail(format!(
                "the bases of class `{}`, which is defined inside a function, must be constants",
                spec.name
            ));
        };
        key.push(Some(c.clone()));
        host_args.push(fs.host.from_const(c));
    }
    let own = frame.code.cellvars.len();
    let mut own_names = Vec::new();
    let mut cells = Vec::new();
    for (i, cell) in closure.iter().enumerate() {
        let at = spec.closure[i] as usize;
        let own_name = at < own && fs.plans[at].own_name_at == Some(frame.pc);
        cells.push(match (&cell.kind, &cell.value) {
            _ if own_name => {
                let c = fs.host.alloc(HostObj::Cell(None));
                own_names.push(c);
                c
            }
            (CellKind::Object { host: Some(c), .. }, _) | (CellKind::Late(c), _) => *c,
            (CellKind::Value, Some(FlowValue::Const(c))) => {
                key.push(Some(c.clone()));
                let w = fs.host.from_const(c);
                fs.host.alloc(HostObj::Cell(Some(w)))
            }
            _ => {
                return fs.fail(format!(
                    "class `{}` is made once, at translation time, but uses the variable `{}` of the function around it: give it to __init__",
                    spec.name, spec.code.freevars[i]
                ));
            }
        });
    }
    let key = (std::ptr::from_ref(spec) as usize, key);
    if let Some(&r) = fs.functions.get(&key) {
        return Ok(fs.wrap(r));
    }
    let host_frame = calls::host_frame(fs, frame)?;
    match ObjSpace::build_class(fs.host, &host_frame, spec, &host_args, cells) {
        Ok(r) => {
            for c in own_names {
                *fs.host.obj_mut(c) = HostObj::Cell(Some(r));
            }
            fs.functions.insert(key, r);
            fs.host.flow.made += 1;
            Ok(fs.wrap(r))
        }
        Err(OpError::Raise { value, .. }) => {
            let text = tracebacks::describe_exception(fs.host, HErr(value));
            fs.fail(format!("class `{}` cannot be made at translation time: {text}", spec.name))
        }
        Err(_) => fs.fail(format!("class `{}` cannot be made at translation time", spec.name)),
    }
}

/// A function made at run time: a constant, or an instance of a class for this place.
pub(super) fn make_function(
    fs: &mut FlowSpace<'_>,
    frame: &Frame<FlowSpace<'_>>,
    spec: &MakeFunction,
    defaults: &[FlowValue],
    closure: Vec<FlowCell>,
) -> W {
    let own = frame.code.cellvars.len();
    let is_own_name = |i: usize| {
        let at = spec.closure[i] as usize;
        at < own && fs.plans[at].own_name_at == Some(frame.pc)
    };
    let mut sources = Vec::new();
    let mut key: Vec<Option<HlConst>> = defaults.iter().map(|d| d.as_const().cloned()).collect();
    let mut fields: Vec<(String, FlowValue)> = Vec::new();
    for (i, cell) in closure.iter().enumerate() {
        let name = cells::field_text(spec.code.freevars[i]);
        let source = match (&cell.kind, &cell.value) {
            _ if is_own_name(i) => Source::This,
            (CellKind::Object { host: Some(_), .. }, _) => Source::Host,
            (CellKind::Object { checked, .. }, _) => Source::Cell(format!("v_{name}"), *checked),
            (CellKind::Value, Some(FlowValue::Const(_)) | None) => Source::Host,
            (CellKind::Late(_), _) => Source::Host,
            (CellKind::Value, Some(_)) => Source::Value(format!("c_{name}")),
        };
        match &source {
            Source::Value(n) | Source::Cell(n, _) => {
                let Some(w) = cell.value.clone() else {
                    return fs.fail("internal: there is no cell");
                };
                fields.push((n.clone(), w));
                key.push(None);
            }
            _ => key.push(cell.value.as_ref().and_then(|v| v.as_const().cloned())),
        }
        sources.push(source);
    }
    let ndefaults = spec.ndefaults as usize;
    let first = spec.code.argcount as usize - ndefaults;
    for (i, d) in defaults.iter().enumerate() {
        if d.as_const().is_none() {
            fields.push((format!("d_{}", default_index(spec, first, i)), d.clone()));
        }
    }
    let place = std::ptr::from_ref(spec) as usize;
    let key = (place, key);
    let made = match fs.functions.get(&key) {
        Some(&r) => r,
        None => {
            let r = make_function_object(fs, frame, spec, defaults, &closure, &sources, &fields);
            let r = r.map_err(|e| fs.host_failed(e))?;
            fs.functions.insert(key, r);
            fs.host.flow.made += 1;
            r
        }
    };
    if fields.is_empty() {
        return Ok(fs.wrap(made));
    }
    let this = fs.record_safe(HlOp::SimpleCall, &[fs.wrap(made)])?;
    for (name, w) in fields {
        fs.record_safe(HlOp::SetAttr, &[this.clone(), cell_attr(&name), w])?;
    }
    Ok(this)
}

/// The function, or the class if it has `fields`.
fn make_function_object(
    fs: &mut FlowSpace<'_>,
    frame: &Frame<FlowSpace<'_>>,
    spec: &MakeFunction,
    defaults: &[FlowValue],
    closure: &[FlowCell],
    sources: &[Source],
    fields: &[(String, FlowValue)],
) -> Result<HostRef, HErr> {
    let globals = match frame.globals {
        FlowValue::Const(HlConst::Host(g)) => g,
        _ => NONE,
    };
    let host = &mut *fs.host;
    let first = spec.code.argcount as usize - spec.ndefaults as usize;
    let mut host_defaults = Vec::new();
    for (i, d) in defaults.iter().enumerate() {
        host_defaults.push(match d.as_const() {
            Some(c) => host.from_const(c),
            None => {
                let payload = default_index(spec, first, i) as u64;
                host.alloc(HostObj::Opaque { kind: DEFAULT.into(), payload })
            }
        });
    }
    let mut cells = Vec::new();
    for cell in closure {
        cells.push(match (&cell.kind, &cell.value) {
            (CellKind::Object { host: Some(c), .. }, _) | (CellKind::Late(c), _) => *c,
            (CellKind::Value, Some(FlowValue::Const(c))) => {
                let w = host.from_const(c);
                host.alloc(HostObj::Cell(Some(w)))
            }
            _ => host.alloc(HostObj::Cell(None)),
        });
    }
    let constant = fields.is_empty();
    let code = if constant { spec.code.clone() } else { Rc::new(with_self(&spec.code)) };
    let kwdefaults = host_defaults.split_off(spec.ndefaults as usize);
    let doc = match &code.docstring {
        Some(d) => host.str(d),
        None => NONE,
    };
    let func = host.alloc(HostObj::Function(Box::new(FuncData {
        name: code.name.as_str().into(),
        qualname: code.qualname.as_str().into(),
        globals,
        defaults: host_defaults,
        kwdefaults: spec.kwdefaults.iter().copied().zip(kwdefaults).collect(),
        closure: cells.clone(),
        doc,
        dict: None,
        code: code.clone(),
    })));
    if constant {
        for (cell, source) in cells.into_iter().zip(sources) {
            if *source == Source::This {
                *host.obj_mut(cell) = HostObj::Cell(Some(func));
            }
        }
        return Ok(func);
    }
    set_layout(host, func, sources)?;
    let name = match code.kind {
        CodeKind::Lambda => "lambda".to_string(),
        CodeKind::GenExpr => "genexpr".to_string(),
        _ => code.name.to_string(),
    };
    runtime_class(host, &format!("{name}_closure"), "closure", globals, &[("__call__", func)])
}

/// Number of the parameter that default `i` (positional ones, then keyword-only ones) belongs to.
fn default_index(spec: &MakeFunction, first: usize, i: usize) -> usize {
    match i.checked_sub(spec.ndefaults as usize) {
        None => first + i,
        Some(k) => {
            let names = &spec.code.varnames[spec.code.argcount as usize..];
            let at = names.iter().position(|n| *n == spec.kwdefaults[k]).unwrap_or(0);
            spec.code.argcount as usize + at
        }
    }
}

/// A class made by the flow space; instances of those with the same `meets` may share a variable.
pub(super) fn runtime_class(
    host: &mut Host,
    name: &str,
    meets: &str,
    globals: HostRef,
    methods: &[(&str, HostRef)],
) -> Result<HostRef, HErr> {
    let ns = host.new_dict();
    let module = match globals {
        NONE => NONE,
        g => host.ns_get(g, "__name__").unwrap_or(NONE),
    };
    host.ns_set(ns, "__module__", module);
    let text = host.str(meets);
    host.ns_set(ns, MEETS, text);
    for (n, f) in methods {
        host.ns_set(ns, n, *f);
    }
    let (meta, object) = (host.types.type_, host.types.object);
    classes::make(host, meta, name, &[object], ns)
}

/// Name of the classes made by [`meeting_class`].
pub const MEETING_BASE: &str = "one_of";

/// A base class for classes of the given sort that meet.
pub fn meeting_class(host: &mut Host, sort: &str) -> Result<HostRef, Box<Diagnostic>> {
    let make = |host: &mut Host| {
        let mut methods = vec![];
        if sort == "closure" {
            // Of bound methods, equal ones need not be one object.
            for (name, function) in [("__eq__", "closure_eq"), ("__hash__", "closure_hash")] {
                let f = import::flow_support(host, function)?;
                methods.push((name, functions::copy(host, f)));
            }
        }
        runtime_class(host, MEETING_BASE, sort, NONE, &methods)
    };
    make(host).map_err(|e| Box::new(tracebacks::diagnostic(host, e)))
}

/// Calls a function of `support.py`.
pub fn call_support(
    host: &mut Host,
    name: &str,
    args: &[HostRef],
) -> Result<HostRef, Box<Diagnostic>> {
    let r = import::flow_support(host, name).and_then(|f| host.call(f, args, &[]));
    r.map_err(|e| Box::new(tracebacks::diagnostic(host, e)))
}
