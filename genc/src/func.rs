//! Flow graphs as C functions.
//!
//! The graph's SSI form is read as SSA first (`ssa_values`): variables that are always the same value share a C
//! variable, so that loop invariants and values merely passed through blocks cost no copies. What remains to be done on
//! a link are parallel moves. Values that nobody needs are not computed.

use crate::body::{Body, tries_function};
use crate::database::Database;
use crate::dispatch::Dispatch;
use crate::facts;
use crate::names::{c_string, mangle};
use crate::options::Error;
use flowmodel::lltype::HEADER_FLAGS;
use flowmodel::traceback::{self, TracebackKind};
use flowmodel::{
    BlockId, Const, ExitCase, ExitSwitch, FuncId, FuncTypeId, Link, Ll, LlGraph, LlOp, LlValue,
    SpaceOperation, StructId, Type, Value, VarId,
};
use indexmap::{IndexMap, IndexSet};
use rustc_hash::{FxHashMap, FxHashSet};
use std::fmt::Write;
use std::ops::Deref;
use std::rc::Rc;

/// Labels of a switch in one line of C.
const CASES_PER_LINE: usize = 6;

/// A function, and `path:line` in it (and after a line end the line's text).
pub type Frame = (Rc<str>, Rc<str>);

/// Places that tracebacks of one C file refer to.
#[derive(Default)]
pub struct Locations {
    /// Function, place in it, and the entry of the function that this one was inlined into.
    entries: IndexSet<(Rc<str>, Rc<str>, Option<usize>)>,
}

/// A place (`struct tw_loc` of the run time).
pub struct Location<'a> {
    /// Name of the function.
    pub func: &'a str,
    /// File and line, if they are known.
    pub line: Option<(&'a str, u32)>,
    /// Text of the line.
    pub text: &'a str,
    /// The entry of the function that this one was inlined into.
    pub outer: Option<usize>,
}

impl Locations {
    /// The entry of a chain of functions and places, the innermost first.
    pub fn index(&mut self, frames: &[Frame]) -> usize {
        let mut outer = None;
        for (func, place) in frames.iter().rev() {
            outer = Some(self.entries.insert_full((func.clone(), place.clone(), outer)).0);
        }
        outer.unwrap_or(0)
    }
    /// The rows of the table.
    pub fn entries(&self) -> impl Iterator<Item = Location<'_>> {
        self.entries.iter().map(|(func, place, outer)| {
            let (place, text) = place.split_once('\n').unwrap_or((place, ""));
            let line = place.rsplit_once(':').and_then(|(f, l)| Some((f, l.parse::<u32>().ok()?)));
            Location { func, line, text, outer: *outer }
        })
    }
    /// The table, to stand before what refers to it.
    pub fn render(&self, name: &str) -> String {
        if self.entries.is_empty() {
            return String::new();
        }
        let table = format!("static const struct tw_loc {name}[{}]", self.entries.len());
        let mut o = format!("{table};\n{table} = {{\n");
        for l in self.entries() {
            let func = c_string(l.func.as_bytes());
            let outer = l.outer.map_or("NULL".into(), |i| format!("&{name}[{i}]"));
            let _ = match l.line {
                Some((file, line)) => {
                    let text = c_string(l.text.as_bytes());
                    let file = c_string(file.as_bytes());
                    writeln!(o, "    {{{func}, {file}, {text}, {line}, {outer}}},")
                }
                None => writeln!(o, "    {{{func}, NULL, \"\", 0, {outer}}},"),
            };
        }
        o.push_str("};\n\n");
        o
    }
}

/// C text of a function's definition, with its storage class.
pub fn render(
    db: &Database,
    f: FuncId,
    class: &str,
    locs: &mut Locations,
) -> Result<String, Error> {
    let Some(g) = db.p.funcs[f].graph() else {
        return Err(Error::Internal(format!("function {} has no graph", db.p.funcs[f].name)));
    };
    let body = Body::new(db, f, g);
    let Body { values, order, cold, .. } = &body;
    let is_value = |v| values.of(v).as_var().is_some();
    let dispatch = Dispatch::new(g, order, cold, &is_value);
    let mut e = Emitter {
        body,
        dispatch,
        repeating: false,
        path: vec![],
        locals: IndexMap::new(),
        mentioned: FxHashSet::default(),
        temps: vec![],
        n_temps: 0,
        uses_ovf: false,
        uses_frame: false,
        gotos: FxHashSet::default(),
        falls: None,
        tables: String::new(),
        locs,
    };
    // With so many jumps it matters where a function begins: up to a tenth of the time, which else depends on what stands before it.
    let place = if e.dispatch.tables.is_empty() { "" } else { "__attribute__((aligned(64))) " };
    let text = e.function()?;
    Ok(format!("{place}{class}{text}"))
}

struct Emitter<'a, 'b> {
    body: Body<'a>,
    /// Ways to a switch that are repeated at the end of its cases.
    dispatch: Dispatch,
    /// Such a way is being written.
    repeating: bool,
    /// Blocks being repeated, outermost first.
    path: Vec<BlockId>,
    /// Local variables in order of appearance.
    locals: IndexMap<VarId, String>,
    /// The locals that the current block mentions.
    mentioned: FxHashSet<VarId>,
    /// Further variables of the current block, for cyclic moves, and how many there are in all.
    temps: Vec<(Type, String)>,
    n_temps: u32,
    uses_ovf: bool,
    uses_frame: bool,
    /// Blocks that the current block jumps to.
    gotos: FxHashSet<BlockId>,
    /// The block after the current one, if that goes on there.
    falls: Option<BlockId>,
    /// Definitions of tables of labels.
    tables: String,
    locs: &'b mut Locations,
}

/// The text of a block, and what it needs.
struct Part {
    block: BlockId,
    text: String,
    /// Blocks that it jumps to, and the one after it that it runs into.
    gotos: FxHashSet<BlockId>,
    falls: Option<BlockId>,
    locals: FxHashSet<VarId>,
    /// Variables for cyclic moves.
    temps: Vec<(Type, String)>,
}

/// The word in the name of C's builtin that tests the operation for overflow.
fn overflow_name(op: LlOp) -> &'static str {
    let plain = op.unchecked().map_or("", LlOp::name);
    plain.strip_prefix("int_").unwrap_or(plain)
}

impl<'a> Deref for Emitter<'a, '_> {
    type Target = Body<'a>;
    fn deref(&self) -> &Body<'a> {
        &self.body
    }
}

impl Emitter<'_, '_> {
    fn local(&mut self, v: VarId) -> String {
        self.mentioned.insert(v);
        if let Some(n) = self.locals.get(&v) {
            return n.clone();
        }
        let mut hint = mangle(&self.g.vars[v].name);
        hint.truncate(24);
        let n = format!("l_{hint}_{}", v.as_u32());
        self.locals.insert(v, n.clone());
        n
    }

    /// C expression for an operand; pointers are cast if their type is not `want`.
    fn operand(&mut self, v: &LlValue, want: Option<Type>) -> String {
        match self.values.value(v) {
            Value::Var(r) => {
                let ty = self.g.ty(r);
                let n = self.local(r);
                match want {
                    Some(w) if needs_cast(ty, w) => format!("(({}){n})", self.db.ctype(w)),
                    _ => n,
                }
            }
            Value::Const(c) => self.db.constant(&c, want),
        }
    }

    fn function(&mut self) -> Result<String, Error> {
        let g = self.g;
        let order: Vec<BlockId> = self.order.iter().copied().filter(|b| !g.is_final(*b)).collect();
        // cold blocks to the end: the hot path reads without interruption
        let (hot, cold): (Vec<BlockId>, Vec<BlockId>) =
            order.iter().partition(|b| !self.cold.contains(b) || **b == g.startblock);
        let order: Vec<BlockId> = hot.into_iter().chain(cold).collect();
        if order.iter().any(|b| g.blocks[*b].exits.iter().any(|l| l.target == g.exceptblock)) {
            return self.err("link to the except block after the exception transformer");
        }
        let mut bodies = vec![];
        for (i, &b) in order.iter().enumerate() {
            let mut text = String::new();
            for op in &g.blocks[b].operations {
                self.operation(op, &mut text)?;
            }
            self.exits(b, order.get(i + 1).copied(), &mut text)?;
            if self.dispatch.tables.contains_key(&b) {
                self.cases(b, &mut text)?;
            }
            bodies.push(Part {
                block: b,
                text,
                gotos: std::mem::take(&mut self.gotos),
                falls: self.falls.take(),
                locals: std::mem::take(&mut self.mentioned),
                temps: std::mem::take(&mut self.temps),
            });
        }
        // A block that is repeated wherever it is needed is not needed in its own place.
        let index: FxHashMap<BlockId, usize> = order.iter().copied().zip(0..).collect();
        let mut live: FxHashSet<BlockId> = FxHashSet::default();
        let mut labels: FxHashSet<BlockId> = FxHashSet::default();
        let mut work: Vec<BlockId> = self.dispatch.tables.keys().copied().collect();
        work.push(g.startblock);
        while let Some(b) = work.pop() {
            if live.insert(b) {
                let part = &bodies[index[&b]];
                labels.extend(&part.gotos);
                work.extend(part.gotos.iter().chain(&part.falls));
            }
        }
        bodies.retain(|part| live.contains(&part.block));
        let params: Vec<String> = g.params().to_vec().into_iter().map(|v| self.local(v)).collect();
        let mentioned: FxHashSet<VarId> = bodies.iter().flat_map(|p| &p.locals).copied().collect();
        let unused = |i: usize| match mentioned.contains(&g.params()[i]) {
            true => "",
            false => " TW_UNUSED",
        };
        let mut o = self.db.prototype(self.f, &|i| format!("{}{}", params[i], unused(i)));
        o.push_str(" {\n");
        let is_param: FxHashSet<VarId> = g.params().iter().copied().collect();
        let mut by_type: IndexMap<String, Vec<&str>> = IndexMap::new();
        for (v, n) in &self.locals {
            if mentioned.contains(v) && !is_param.contains(v) && g.ty(*v) != Type::Void {
                by_type.entry(self.db.ctype(g.ty(*v))).or_default().push(n);
            }
        }
        for (t, n) in bodies.iter().flat_map(|p| &p.temps) {
            by_type.entry(self.db.ctype(*t)).or_default().push(n);
        }
        for (t, names) in by_type {
            let star = if t.ends_with('*') { "*" } else { "" };
            let t = t.trim_end_matches('*').trim_end();
            for chunk in names.chunks(8) {
                let list: Vec<String> = chunk.iter().map(|n| format!("{star}{n}")).collect();
                let _ = writeln!(o, "    {t} {};", list.join(", "));
            }
        }
        if self.uses_ovf {
            o.push_str("    bool_t tw_ovf;\n");
        }
        if self.uses_frame {
            o.push_str("    void **tw_frame;\n");
        }
        o.push_str(&self.tables);
        for part in bodies {
            if labels.contains(&part.block) {
                let _ = writeln!(o, "block{}:;", part.block.as_u32());
            }
            o.push_str(&part.text);
        }
        o.push_str("}\n");
        Ok(o)
    }

    // ---- exits

    fn exits(&mut self, b: BlockId, next: Option<BlockId>, o: &mut String) -> Result<(), Error> {
        let blk = &self.g.blocks[b];
        let v = match blk.exitswitch {
            ExitSwitch::None => {
                let Some(l) = blk.exits.first() else {
                    return self.err(format!("{b} has no exit"));
                };
                return self.link(b, l, next, "    ", o);
            }
            ExitSwitch::LastException => {
                return self.err("exception exits after the exception transformer");
            }
            ExitSwitch::Var(v) => v,
        };
        if let Value::Const(c) = self.values.of(v) {
            let [l] = self.open_exits(b) else {
                return self.err(format!("{b} has no exit for {c:?}"));
            };
            return self.link(b, l, next, "    ", o);
        }
        let cond = self.operand(&v.into(), None);
        if let [no, yes] = &blk.exits[..] {
            let (test, negated) = match (&no.case, &yes.case) {
                (ExitCase::Value(Const::Bool(false)), _) => (cond.clone(), format!("!{cond}")),
                (ExitCase::Value(Const::Bool(true)), _) => (format!("!{cond}"), cond.clone()),
                (ExitCase::Value(c), ExitCase::Default) => {
                    let c = self.db.constant(c, None);
                    (format!("{cond} != {c}"), format!("{cond} == {c}"))
                }
                _ => return self.err(format!("the exits of {b} are not complete")),
            };
            let tried = blk.operations.iter().any(|op| op.result == v && tries_function(op));
            let yes_cold = self.cold.contains(&yes.target);
            let no_cold = self.cold.contains(&no.target) || tried;
            let hint = |c: String, this: bool, other: bool| match (this, other) {
                (true, false) => format!("TW_UNLIKELY({c})"),
                (false, true) => format!("TW_LIKELY({c})"),
                _ => c,
            };
            let (test, jump, fall) =
                if next == Some(yes.target) || (!yes_cold && no_cold && next != Some(no.target)) {
                    (hint(negated, no_cold, yes_cold), no, yes)
                } else {
                    (hint(test, yes_cold, no_cold), yes, no)
                };
            let mut body = String::new();
            self.link(b, jump, None, "        ", &mut body)?;
            let single = body.lines().count() == 1 && body.ends_with(";\n");
            let _ = match single {
                true => writeln!(o, "    if ({test}) {}", body.trim()),
                false => writeln!(o, "    if ({test}) {{\n{body}    }}"),
            };
            return self.link(b, fall, next, "    ", o);
        }
        if let Some(t) = self.dispatch.tables.get(&b) {
            let (id, first, n) = (b.as_u32(), t.first, t.entries.len());
            let index = if g_is_char(self.g, v) {
                cond
            } else {
                format!(
                    "(Unsigned){cond} - (Unsigned){}",
                    self.db.constant(&Const::Int(first), None)
                )
            };
            if !t.complete {
                let _ = writeln!(
                    o,
                    "    if (TW_UNLIKELY({index} >= {n}UL)) {{\n        goto other{id};\n    }}"
                );
            }
            let _ = writeln!(o, "    goto *tw_table{id}[{index}];");
            return Ok(());
        }
        let _ = writeln!(o, "    switch ({cond}) {{");
        for (body, labels) in self.switch_arms(b)? {
            for line in labels.chunks(CASES_PER_LINE) {
                let _ = writeln!(o, "    {}", line.join(" "));
            }
            o.push_str(&body);
        }
        if !blk.exits.iter().any(|l| l.case == ExitCase::Default) {
            o.push_str("    default:\n        __builtin_unreachable();\n");
        }
        o.push_str("    }\n");
        Ok(())
    }

    /// Gives the texts of a switch's cases, each once with its labels, in the order of the first of
    /// them.
    fn switch_arms(&mut self, b: BlockId) -> Result<IndexMap<String, Vec<String>>, Error> {
        let g = self.g;
        let mut arms: IndexMap<String, Vec<String>> = IndexMap::new();
        for l in &g.blocks[b].exits {
            let label = match &l.case {
                ExitCase::Value(c) => format!("case {}:", self.db.constant(c, None)),
                _ => "default:".into(),
            };
            let mut body = String::new();
            self.link(b, l, None, "        ", &mut body)?;
            arms.entry(body).or_default().push(label);
        }
        Ok(arms)
    }

    /// The table of a switch, and what its entries that need more than a jump lead to.
    fn cases(&mut self, b: BlockId, o: &mut String) -> Result<(), Error> {
        let g = self.g;
        let t = &self.dispatch.tables[&b];
        let (entries, default, complete) = (t.entries.clone(), t.default, t.complete);
        let id = b.as_u32();
        let mut names: FxHashMap<usize, String> = FxHashMap::default();
        let used: FxHashSet<usize> = entries.iter().map(|e| e.or(default).unwrap_or(0)).collect();
        for (k, l) in g.blocks[b].exits.iter().enumerate() {
            let other = Some(k) == default && !complete;
            if !used.contains(&k) && !other {
                continue;
            }
            let direct = l.target != g.returnblock
                && !other
                && self.moves(l).is_empty()
                && !self.repeats(b, l.target);
            if direct {
                self.gotos.insert(l.target);
                names.insert(k, format!("block{}", l.target.as_u32()));
                continue;
            }
            let name = if other { format!("other{id}") } else { format!("case{id}_{k}") };
            let _ = writeln!(o, "{name}:;");
            names.insert(k, name);
            self.link(b, l, None, "    ", o)?;
        }
        let _ = writeln!(
            self.tables,
            "    static const void *const tw_table{id}[{}] = {{",
            entries.len()
        );
        for row in entries.chunks(8) {
            let row: Vec<String> =
                row.iter().map(|e| format!("&&{},", names[&e.or(default).unwrap_or(0)])).collect();
            let _ = writeln!(self.tables, "        {}", row.join(" "));
        }
        self.tables.push_str("    };\n");
        Ok(())
    }

    /// Says whether a link between the blocks gets its own copy of the way to a switch.
    fn repeats(&self, from: BlockId, to: BlockId) -> bool {
        self.dispatch.repeats(from, to, self.repeating, &self.cold)
    }

    fn link(
        &mut self,
        from: BlockId,
        l: &Link<Ll>,
        next: Option<BlockId>,
        indent: &str,
        o: &mut String,
    ) -> Result<(), Error> {
        let g = self.g;
        if l.target == g.returnblock {
            let ty = g.ty(g.return_var());
            if ty == Type::Void {
                let _ = writeln!(o, "{indent}return;");
            } else {
                let v = self.operand(&l.args[0], Some(ty));
                let _ = writeln!(o, "{indent}return {v};");
            }
            return Ok(());
        }
        let moves = self.moves(l);
        self.parallel_moves(moves, indent, o);
        // A way may hold a cycle of its own: that is closed by a jump.
        if self.repeats(from, l.target) && !self.path.contains(&l.target) {
            let before = std::mem::replace(&mut self.repeating, true);
            self.path.push(l.target);
            for op in &g.blocks[l.target].operations {
                self.operation(op, o)?;
            }
            self.exits(l.target, None, o)?;
            self.path.pop();
            self.repeating = before;
        } else if next == Some(l.target) {
            self.falls = next;
        } else {
            self.gotos.insert(l.target);
            let _ = writeln!(o, "{indent}goto block{};", l.target.as_u32());
        }
        Ok(())
    }

    /// All moves at once: none may overwrite a variable that another still reads.
    fn parallel_moves(&mut self, mut moves: Vec<(VarId, LlValue)>, indent: &str, o: &mut String) {
        // Copies of variables that are overwritten before they are read, by the number that stands for them in `moves`.
        let mut copies: FxHashMap<VarId, String> = FxHashMap::default();
        while !moves.is_empty() {
            let free = moves
                .iter()
                .position(|(d, _)| !moves.iter().any(|(d2, s)| d2 != d && s.as_var() == Some(*d)));
            if let Some(i) = free {
                let (d, s) = moves.remove(i);
                let ty = self.g.ty(d);
                let text = match s.as_var().and_then(|v| copies.get(&v)) {
                    Some(copy) => copy.clone(),
                    None => self.operand_raw(&s, ty),
                };
                let d = self.local(d);
                let _ = writeln!(o, "{indent}{d} = {text};");
            } else {
                // only cycles are left: free one variable by a copy
                let d = moves[0].0;
                let ty = self.g.ty(d);
                let temp = format!("tw_t{}", self.n_temps);
                self.n_temps += 1;
                self.temps.push((ty, temp.clone()));
                let name = self.local(d);
                let _ = writeln!(o, "{indent}{temp} = {name};");
                let marker = VarId::from_u32(u32::MAX - 1 - self.n_temps);
                copies.insert(marker, temp);
                for (_, s) in &mut moves {
                    if s.as_var() == Some(d) {
                        *s = Value::Var(marker);
                    }
                }
            }
        }
    }

    /// Gives the C text of an operand that is an SSA value already; see `operand`.
    fn operand_raw(&mut self, v: &LlValue, want: Type) -> String {
        match v {
            Value::Var(r) => {
                let ty = self.g.ty(*r);
                let n = self.local(*r);
                if needs_cast(ty, want) { format!("(({}){n})", self.db.ctype(want)) } else { n }
            }
            Value::Const(c) => self.db.constant(c, Some(want)),
        }
    }

    // ---- operations

    fn assign(&mut self, op: &SpaceOperation<Ll>, expr: &str, o: &mut String) {
        if self.g.ty(op.result) == Type::Void {
            let _ = writeln!(o, "    {expr};");
        } else if self.needed.contains(&op.result) {
            let r = self.local(op.result);
            let _ = writeln!(o, "    {r} = {expr};");
        } else {
            let _ = writeln!(o, "    (void)({expr});");
        }
    }

    fn pointer(&mut self, op: &SpaceOperation<Ll>, i: usize) -> Result<(String, StructId), Error> {
        let ty = self.db.p.value_type(self.g, &op.args[i]);
        let Type::Ptr(s) = ty else {
            return self.err(format!("{} on {}", op.op.name(), self.db.p.types.show(ty)));
        };
        Ok((self.operand(&op.args[i], Some(ty)), s))
    }

    fn field_name(
        &self,
        op: &SpaceOperation<Ll>,
        i: usize,
        names: &[String],
    ) -> Result<String, Error> {
        match op.args.get(i) {
            Some(Value::Const(Const::Field(f))) if (*f as usize) < names.len() => {
                Ok(names[*f as usize].clone())
            }
            _ => self.err(format!("{} without a valid field", op.op.name())),
        }
    }

    /// The arguments of a call. To functions with a prototype of C's own, addresses go as `void *`, which C converts to
    /// whatever pointer is wanted.
    fn call_args(&mut self, args: &[LlValue], ft: FuncTypeId, foreign: bool) -> String {
        let types = self.db.p.types.funcs[ft].args.clone();
        let list: Vec<String> = args
            .iter()
            .zip(types)
            .filter(|(_, t)| *t != Type::Void)
            .map(|(a, t)| match t {
                Type::Address if foreign => format!("(void *)({})", self.operand(a, Some(t))),
                t => self.operand(a, Some(t)),
            })
            .collect();
        list.join(", ")
    }

    fn operation(&mut self, op: &SpaceOperation<Ll>, o: &mut String) -> Result<(), Error> {
        let g = self.g;
        let db = self.db;
        let rty = g.ty(op.result);
        if !self.values.is_root(op.result) {
            return Ok(());
        }
        if op.op.is_removable() && !self.needed.contains(&op.result) {
            return Ok(());
        }
        if !self.uses_operands(op) && self.of_itself(op).is_none() {
            return Ok(());
        }
        if op.op.info().last < flowmodel::Level::GcTransformed {
            return self.err(format!("{} after the transformers", op.op.name()));
        }
        match op.op {
            LlOp::CastPrimitive
            | LlOp::CastPointer
            | LlOp::CastOpaquePtr
            | LlOp::CastIntToPtr
            | LlOp::CastAdrToPtr
            | LlOp::SameAs
            | LlOp::Hint => {
                let a = self.operand(&op.args[0], None);
                let t = db.ctype(rty);
                if rty != Type::Void {
                    self.assign(op, &format!("({t}){a}"), o);
                }
            }
            LlOp::GetField | LlOp::SetField => {
                let (p, s) = self.pointer(op, 0)?;
                let n = self.field_name(op, 1, &db.fields[&s].fixed)?;
                if let Some((vtable, id)) =
                    db.p.types
                        .type_id_field(s)
                        .filter(|_| op.args[1].as_const() == Some(&Const::Field(0)))
                {
                    self.class(op, &p, s, &db.fields[&vtable].fixed[id as usize], o);
                    return Ok(());
                }
                let ty = self.field_type(op, 1, &db.p.types.structs[s].fields);
                self.access(op, &format!("{p}->{n}"), ty, 2, o);
            }
            LlOp::GetArrayItem | LlOp::SetArrayItem => {
                let (p, s) = self.pointer(op, 0)?;
                let Some(ty) = db.p.types.structs[s].item_type() else {
                    return self
                        .err(format!("{} on a container without plain items", op.op.name()));
                };
                let i = self.operand(&op.args[1], None);
                self.access(op, &format!("{p}->items[{i}]"), ty, 2, o);
            }
            LlOp::GetInteriorField | LlOp::SetInteriorField => {
                let (p, s) = self.pointer(op, 0)?;
                let n = self.field_name(op, 2, &db.fields[&s].item)?;
                let ty = self.field_type(op, 2, db.p.types.structs[s].item_fields());
                let i = self.operand(&op.args[1], None);
                self.access(op, &format!("{p}->items[{i}].{n}"), ty, 3, o);
            }
            LlOp::GetArraySize => {
                let (p, _) = self.pointer(op, 0)?;
                self.assign(op, &format!("{p}->length"), o);
            }
            LlOp::RawMallocStruct => {
                let Value::Const(Const::Type(s)) = &op.args[0] else {
                    return self.err("raw_malloc_struct without a type");
                };
                let l = db.p.types.layout(*s);
                let h = db.p.types.header(*s);
                let n = self.operand(&op.args[1], None);
                let size = if db.p.types.structs[*s].items.is_some() { l.items } else { l.size };
                let lofs = l.length.map_or(-1, |x| (h + x) as i64);
                let t = db.ctype(rty);
                let e = format!(
                    "({t})tw_raw_malloc_struct({}, {}, {lofs}, {n})",
                    h + size,
                    l.item_size
                );
                self.assign(op, &e, o);
            }
            LlOp::CopyItems => {
                let (src, _) = self.pointer(op, 0)?;
                let (dst, _) = self.pointer(op, 1)?;
                let a: Vec<String> = (2..5).map(|i| self.operand(&op.args[i], None)).collect();
                let _ = writeln!(
                    o,
                    "    memmove(&{dst}->items[{}], &{src}->items[{}], (size_t){} * sizeof({dst}->items[0]));",
                    a[1], a[0], a[2]
                );
            }
            LlOp::ZeroItems => {
                let (p, _) = self.pointer(op, 0)?;
                let (i, n) = (self.operand(&op.args[1], None), self.operand(&op.args[2], None));
                let _ = writeln!(
                    o,
                    "    memset(&{p}->items[{i}], 0, (size_t){n} * sizeof({p}->items[0]));"
                );
            }
            LlOp::CopyToRaw | LlOp::CopyFromRaw => {
                let to_raw = op.op == LlOp::CopyToRaw;
                let (p, _) = self.pointer(op, if to_raw { 0 } else { 1 })?;
                let raw = self.operand(&op.args[if to_raw { 2 } else { 0 }], None);
                let i = self.operand(&op.args[if to_raw { 1 } else { 2 }], None);
                let n = self.operand(&op.args[3], None);
                let item = format!("&{p}->items[{i}]");
                let (d, s) = if to_raw { (raw, item) } else { (item, raw) };
                let _ = writeln!(o, "    memcpy({d}, {s}, (size_t){n});");
            }
            LlOp::FindChar => {
                let (p, _) = self.pointer(op, 0)?;
                let args: Vec<_> = op.args[1..].iter().map(|a| self.operand(a, None)).collect();
                let function = find_function(db.p.value_type(g, &op.args[3]));
                let call = format!("{function}({p}->items, {})", args.join(", "));
                self.assign(op, &call, o);
            }
            LlOp::DirectCall => {
                let Some(Value::Const(Const::Func(f))) = op.args.first() else {
                    return self.err("direct_call of something that is no function");
                };
                let foreign = matches!(&db.p.funcs[*f].body, flowmodel::Body::External(x) if !x.includes.is_empty());
                let args = self.call_args(&op.args[1..], db.p.funcs[*f].ty, foreign);
                self.call(op, &format!("{}({args})", db.func(*f)), o);
            }
            LlOp::IndirectCall => {
                let Type::FuncPtr(ft) = db.p.value_type(g, &op.args[0]) else {
                    return self.err("indirect_call of something that is no function pointer");
                };
                let p = self.operand(&op.args[0], Some(Type::FuncPtr(ft)));
                let args = self.call_args(&op.args[1..op.args.len() - 1], ft, false);
                self.call(op, &format!("{p}({args})"), o);
            }
            LlOp::RawLoad => {
                let (a, i) = (self.operand(&op.args[0], None), self.operand(&op.args[1], None));
                let t = db.ctype(rty);
                self.assign(op, &format!("*({t} *)({a} + {i})"), o);
            }
            LlOp::RawStore => {
                let ty = db.p.value_type(g, &op.args[2]);
                let (a, i) = (self.operand(&op.args[0], None), self.operand(&op.args[1], None));
                let v = self.operand(&op.args[2], Some(ty));
                let t = db.ctype(ty);
                let _ = writeln!(o, "    *({t} *)({a} + {i}) = {v};");
            }
            LlOp::DebugAssert => {
                let c = self.operand(&op.args[0], None);
                let t = c_string(format!("assertion failed: {}", self.text(op, 1)?).as_bytes());
                let _ = writeln!(o, "    if (TW_UNLIKELY(!{c})) tw_fatal({t});");
            }
            LlOp::DebugFatalError => {
                let t = c_string(self.text(op, 0)?.as_bytes());
                let _ = writeln!(o, "    tw_fatal({t});");
            }
            LlOp::ExcOccurred => self.assign(op, "tw_exc.type != NULL", o),
            LlOp::ExcGetType => {
                let t = db.ctype(rty);
                self.assign(op, &format!("({t})tw_exc.type"), o);
            }
            LlOp::ExcGetValue => {
                let t = db.ctype(rty);
                self.assign(op, &format!("({t})tw_exc.value"), o);
            }
            LlOp::ExcSet => {
                let (t, v) = (self.operand(&op.args[0], None), self.operand(&op.args[1], None));
                let _ = writeln!(o, "    tw_exc.type = {t};\n    tw_exc.value = {v};");
            }
            LlOp::ExcClear => o.push_str("    tw_exc.type = NULL;\n    tw_exc.value = NULL;\n"),
            LlOp::ExcTraceback => {
                let Some(kind) = TracebackKind::of(op) else {
                    return self.err(format!("traceback mark {:?}", op.args.first()));
                };
                let frame = kind.frame_number();
                let kind = traceback_name(kind);
                let mut frames = vec![];
                for i in (1..op.args.len()).step_by(2) {
                    frames.push((self.text(op, i)?.into(), self.text(op, i + 1)?.into()));
                }
                let i = self.locs.index(&frames);
                let _ = writeln!(o, "    tw_traceback({kind}, &tw_locs[{i}], {frame});");
            }
            trapping if trapping.is_trapping() => {
                let name = overflow_name(trapping);
                let mut frames = vec![];
                for i in (2..op.args.len()).step_by(2) {
                    frames.push((self.text(op, i)?.into(), self.text(op, i + 1)?.into()));
                }
                let i = self.locs.index(&frames);
                let (a, b) = (self.operand(&op.args[0], None), self.operand(&op.args[1], None));
                let r = self.local(op.result);
                let _ = writeln!(
                    o,
                    "    if (TW_UNLIKELY(__builtin_{name}_overflow({a}, {b}, &{r})))\n        tw_overflow(&tw_locs[{i}]);"
                );
            }
            LlOp::OvfAdd | LlOp::OvfSub | LlOp::OvfMul => {
                let name = overflow_name(op.op);
                let (a, b) = (self.operand(&op.args[0], None), self.operand(&op.args[1], None));
                let r = self.local(op.result);
                self.uses_ovf = true;
                let _ = writeln!(o, "    tw_ovf = __builtin_{name}_overflow({a}, {b}, &{r});");
            }
            LlOp::OvfFlag => {
                self.uses_ovf = true;
                self.assign(op, "tw_ovf", o);
            }
            LlOp::GcEnterFrame => {
                let n = self.immediate(op, 0)?;
                self.uses_frame = true;
                let _ = writeln!(o, "    tw_frame = tw_ss_top;\n    tw_ss_top = tw_frame + {n};");
            }
            LlOp::GcLeaveFrame => o.push_str("    tw_ss_top = tw_frame;\n"),
            LlOp::GcSaveRoot => {
                let n = self.immediate(op, 0)?;
                let v = self.operand(&op.args[1], None);
                let _ = writeln!(o, "    tw_frame[{n}] = {v};");
            }
            LlOp::GcRestoreRoot => {
                let n = self.immediate(op, 0)?;
                let t = db.ctype(rty);
                self.assign(op, &format!("({t})tw_frame[{n}]"), o);
            }
            LlOp::GcWriteBarrier => {
                let Some(Value::Const(Const::Func(f))) = op.args.first() else {
                    return self.err("gc_write_barrier without a function");
                };
                let p = self.operand(&op.args[1], None);
                let mut args = vec![format!("(Address){p}")];
                for a in &op.args[2..] {
                    let address = db.p.types.is_gc(db.p.value_type(self.g, a));
                    let a = self.operand(a, None);
                    args.push(if address { format!("(Address){a}") } else { a });
                }
                let f = db.func(*f);
                let _ = writeln!(
                    o,
                    "    if (TW_UNLIKELY(((unsigned char *){p})[{}] & 1)) {f}({});",
                    HEADER_FLAGS / 8,
                    args.join(", ")
                );
            }
            LlOp::GcIncref => {
                let p = self.operand(&op.args[0], None);
                let _ = writeln!(o, "    tw_gc_incref({p});");
            }
            LlOp::GcDecref => {
                let Some(Value::Const(Const::Func(f))) = op.args.first() else {
                    return self.err("gc_decref without a function");
                };
                let p = self.operand(&op.args[1], None);
                let f = db.func(*f);
                let _ = writeln!(o, "    if (tw_gc_decref({p})) {f}((Address){p});");
            }
            LlOp::GcRootBase => self.assign(op, "(Address)tw_ss_base", o),
            LlOp::GcRootTop => self.assign(op, "(Address)tw_ss_top", o),
            LlOp::GcTypeInfo => {
                let which = self.immediate(op, 1)?;
                let tid = self.operand(&op.args[0], None);
                self.assign(op, &format!("tw_gc_typeinfo({tid}, {which})"), o);
            }
            LlOp::GcTypeInfoOffset => {
                let which = self.immediate(op, 1)?;
                let (tid, k) = (self.operand(&op.args[0], None), self.operand(&op.args[2], None));
                self.assign(op, &format!("tw_gc_typeinfo_offset({tid}, {which}, {k})"), o);
            }
            LlOp::GcStaticRoots => {
                let e = match self.immediate(op, 0)? {
                    0 => "(Address)tw_static_roots",
                    _ => "(Address)tw_static_roots_len",
                };
                self.assign(op, e, o);
            }
            LlOp::GcExtraRoots => {
                let e = match self.immediate(op, 0)? {
                    0 => "tw_extra_roots_start()",
                    _ => "(Address)tw_extra_roots_end",
                };
                self.assign(op, e, o);
            }
            LlOp::GcConfig => {
                let which = self.immediate(op, 0)?;
                self.assign(op, &format!("tw_gc_config({which})"), o);
            }
            // (C compilers warn of such comparisons.)
            _ if let Some(answer) = self.of_itself(op) => {
                self.assign(op, if answer { "1" } else { "0" }, o);
            }
            other => match other.info().c {
                Some(template) => self.template(op, template, o),
                None => return self.err(format!("the C backend has no rule for {}", other.name())),
            },
        }
        Ok(())
    }

    fn access(
        &mut self,
        op: &SpaceOperation<Ll>,
        place: &str,
        ty: Type,
        value: usize,
        o: &mut String,
    ) {
        if ty == Type::Void {
            return;
        }
        match op.args.get(value) {
            None => self.assign(op, place, o),
            Some(v) => {
                let v = self.operand(&v.clone(), Some(ty));
                let _ = writeln!(o, "    {place} = {v};");
            }
        }
    }

    /// Reads or writes the class of an instance, which its header tells. `id`: the field of a vtable with the type id.
    fn class(&mut self, op: &SpaceOperation<Ll>, p: &str, s: StructId, id: &str, o: &mut String) {
        match op.args.get(2) {
            None => {
                let t = self.db.ctype(self.g.ty(op.result));
                self.assign(op, &format!("({t})tw_class_of({p})"), o);
            }
            Some(_) if facts::stores_own_class(self.db.p, s, op) => {}
            Some(class) => {
                let class = self.operand(&class.clone(), None);
                let _ = writeln!(o, "    tw_set_class({p}, {class}->{id});");
            }
        }
    }

    fn call(&mut self, op: &SpaceOperation<Ll>, text: &str, o: &mut String) {
        if self.g.ty(op.result) != Type::Void && self.needed.contains(&op.result) {
            let r = self.local(op.result);
            let _ = writeln!(o, "    {r} = {text};");
        } else {
            let _ = writeln!(o, "    {text};");
        }
    }

    fn template(&mut self, op: &SpaceOperation<Ll>, template: &str, o: &mut String) {
        let body = match template.strip_prefix("$r = ") {
            Some(rest)
                if self.g.ty(op.result) == Type::Void || !self.needed.contains(&op.result) =>
            {
                format!("(void)({});", rest.trim_end_matches(';'))
            }
            _ => template.to_string(),
        };
        let mut chars = body.chars();
        o.push_str("    ");
        while let Some(c) = chars.next() {
            match (c, if c == '$' { chars.next() } else { None }) {
                ('$', Some('r')) => {
                    let r = self.local(op.result);
                    o.push_str(&r);
                }
                ('$', Some(d)) => {
                    let i = d.to_digit(10).unwrap_or(0) as usize;
                    let a = self.operand(&op.args[i], None);
                    o.push_str(&a);
                }
                (c, _) => o.push(c),
            }
        }
        o.push('\n');
    }
}

fn g_is_char(g: &LlGraph, v: VarId) -> bool {
    g.ty(v) == Type::Char
}

/// Says whether C wants a cast from one type to the other (only pointers ever differ).
fn needs_cast(from: Type, to: Type) -> bool {
    from != to
        && matches!((from, to), (Type::Ptr(_), Type::Ptr(_)) | (Type::FuncPtr(_), Type::FuncPtr(_)))
}

/// The run time's function that finds an item of such a type.
pub fn find_function(item: Type) -> &'static str {
    match item {
        Type::UniChar => "tw_find_unichar",
        _ => "tw_find_char",
    }
}

/// The run time's name of a kind of traceback marks.
pub fn traceback_name(kind: TracebackKind) -> &'static str {
    use TracebackKind::*;
    match kind {
        Leaves(traceback::Leaves::Raised) => "TW_TB_RAISE",
        Leaves(traceback::Leaves::Reraised) => "TW_TB_RERAISE",
        Leaves(traceback::Leaves::Resumed) => "TW_TB_RESUME",
        Passes => "TW_TB_PASS",
        Caught { .. } => "TW_TB_CATCH",
        Handled { leaves: traceback::Leaves::Raised, .. } => "TW_TB_HANDLED",
        Handled { leaves: traceback::Leaves::Reraised, .. } => "TW_TB_HANDLED_RERAISE",
        Handled { leaves: traceback::Leaves::Resumed, .. } => "TW_TB_HANDLED_RESUME",
    }
}
