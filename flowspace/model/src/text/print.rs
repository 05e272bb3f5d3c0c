//! Printing programs and graphs.

use super::lexer::{quote_bytes, quote_text, sigil_name};
use crate::graph::{
    BlockId, Dialect, ExitCase, ExitSwitch, Graph, Link, SpaceOperation, Value, VarId,
};
use crate::ll::{Body, Const, FuncAttrs, FuncId, Ll, LlGraph, ObjId, Program};
use crate::lltype::{Field, Items, Mutability, StructId, Type};
use cranelift_entity::{EntityRef, SecondaryMap};
use lloperation::{Level, LlOp};
use rustc_hash::{FxHashMap, FxHashSet};
use std::fmt::Write;

/// Unique printable names for the functions and objects of a program.
pub struct Names<'a> {
    /// The program.
    pub program: &'a Program,
    funcs: SecondaryMap<FuncId, String>,
    objs: SecondaryMap<ObjId, String>,
}

#[derive(Default)]
struct Unique {
    used: FxHashSet<String>,
    count: FxHashMap<String, u32>,
}

impl Unique {
    fn name(&mut self, base: &str) -> String {
        let mut name = base.to_string();
        while !self.used.insert(name.clone()) {
            let n = self.count.entry(base.to_string()).or_insert(1);
            *n += 1;
            name = format!("{base}.{n}");
        }
        name
    }
}

impl<'a> Names<'a> {
    /// Computes the names; a name that occurs again gets a number.
    pub fn new(program: &'a Program) -> Names<'a> {
        let mut unique = Unique::default();
        let mut funcs = SecondaryMap::new();
        for (id, f) in &program.funcs {
            funcs[id] = unique.name(&f.name);
        }
        let mut unique = Unique::default();
        let mut objs = SecondaryMap::new();
        for (id, o) in &program.heap {
            objs[id] = unique.name(&o.name);
        }
        Names { program, funcs, objs }
    }
    /// `@name`
    pub fn func(&self, f: FuncId) -> String {
        sigil_name('@', &self.funcs[f])
    }
    /// `$name`
    pub fn obj(&self, o: ObjId) -> String {
        sigil_name('$', &self.objs[o])
    }
    /// `#name`
    pub fn strukt(&self, s: StructId) -> String {
        sigil_name('#', &self.program.types.structs[s].name)
    }
    /// A type.
    pub fn ty(&self, ty: Type) -> String {
        match ty {
            Type::Ptr(s) => format!("*{}", self.strukt(s)),
            Type::FuncPtr(f) => {
                let ft = &self.program.types.funcs[f];
                let args: Vec<_> = ft.args.iter().map(|t| self.ty(*t)).collect();
                format!("fn({}) -> {}", args.join(", "), self.ty(ft.result))
            }
            t => format!("{t:?}"),
        }
    }
    /// A constant; `fields` are those that a `Const::Field` indexes.
    pub fn constant(&self, c: &Const, fields: &[Field]) -> String {
        match c {
            Const::Void => "void".into(),
            Const::Bool(b) => b.to_string(),
            Const::Char(c) => quote_bytes(&[*c], '\''),
            Const::UniChar(c) => match char::from_u32(*c) {
                Some(ch) => format!("u{}", quote_text(&ch.to_string(), '\'')),
                None => format!("{c}uc"),
            },
            Const::Int(i) => i.to_string(),
            Const::Uint(u) => format!("{u}u"),
            Const::Int32(i) => format!("{i}i32"),
            Const::UInt32(u) => format!("{u}u32"),
            Const::Narrow(t, x) => {
                format!("{x}{}{}", if t.is_signed() { 'i' } else { 'u' }, 8 * t.size())
            }
            Const::Float(bits) => {
                let x = f64::from_bits(*bits);
                if x.is_finite() { format!("{x:?}f") } else { format!("f0x{bits:x}") }
            }
            Const::Single(bits) => format!("s0x{bits:x}"),
            Const::Null(t) => format!("null({})", self.ty(*t)),
            Const::Obj(o) => self.obj(*o),
            Const::Func(f) => self.func(*f),
            Const::Field(i) => match fields.get(*i as usize) {
                Some(f) => sigil_name('.', &f.name),
                None => format!(".#{i}"),
            },
            Const::Type(s) => self.strukt(*s),
            Const::Text(t) => quote_text(t, '"'),
            Const::Family(f) => format!("&{}", f.index()),
            Const::SizeOf(s) => format!("sizeof({})", self.strukt(*s)),
            Const::TypeId(s) => format!("typeid({})", self.strukt(*s)),
        }
    }
}

/// Lists what a dialect adds to the common printer.
pub(super) trait TextOut<D: Dialect> {
    fn ty(&self, ty: D::Ty) -> Option<String>;
    /// `pos` is the operand's position in `op`, or None for link arguments and cases.
    fn constant(&self, g: &Graph<D>, c: &D::Const, op: Option<&SpaceOperation<D>>) -> String;
    /// Says whether a result of this type is left out when unused.
    fn hide_result(&self, ty: D::Ty) -> bool;
}

impl TextOut<Ll> for Names<'_> {
    fn ty(&self, ty: Type) -> Option<String> {
        Some(Names::ty(self, ty))
    }
    fn constant(&self, g: &LlGraph, c: &Const, op: Option<&SpaceOperation<Ll>>) -> String {
        let mut fields: &[Field] = &[];
        if let (Const::Field(_), Some(op)) = (c, op)
            && let Some(Type::Ptr(s)) = op.args.first().map(|a| self.program.value_type(g, a))
        {
            let st = &self.program.types.structs[s];
            fields = match op.op {
                LlOp::GetInteriorField | LlOp::SetInteriorField => st.item_fields(),
                _ => &st.fields,
            };
        }
        Names::constant(self, c, fields)
    }
    fn hide_result(&self, ty: Type) -> bool {
        ty == Type::Void
    }
}

/// Comments for people and viewers beside what is printed; line ends in them become blanks.
pub trait Notes<D: Dialect> {
    /// Gives the comment behind the head of the graph.
    fn function(&self) -> Option<String>;
    /// Gives the comment behind an operation.
    fn operation(&self, op: &SpaceOperation<D>) -> Option<String>;
    /// Gives the comment on a variable: on a line of its own, behind the graph.
    fn variable(&self, v: VarId) -> Option<String>;
}

pub(super) struct Printer<'a, D: Dialect> {
    pub g: &'a Graph<D>,
    pub out: &'a dyn TextOut<D>,
    notes: Option<&'a dyn Notes<D>>,
    vars: SecondaryMap<VarId, Option<u32>>,
    next: u32,
    blocks: SecondaryMap<BlockId, u32>,
    text: String,
}

impl<'a, D: Dialect> Printer<'a, D> {
    pub fn new(g: &'a Graph<D>, out: &'a dyn TextOut<D>) -> Self {
        Printer {
            g,
            out,
            notes: None,
            vars: SecondaryMap::new(),
            next: 0,
            blocks: SecondaryMap::new(),
            text: String::new(),
        }
    }
    pub fn with(self, notes: Option<&'a dyn Notes<D>>) -> Self {
        Printer { notes, ..self }
    }
    fn var(&mut self, v: VarId) -> String {
        let n = *self.vars[v].get_or_insert_with(|| {
            self.next += 1;
            self.next - 1
        });
        let name = self.g.vars[v].name.trim_end_matches(|c: char| c.is_ascii_digit());
        let clean: String = name
            .chars()
            .map(|c| if c.is_ascii_alphanumeric() || c == '_' { c } else { '_' })
            .collect();
        format!("%{}{n}", if clean.is_empty() { "v" } else { &clean })
    }
    fn typed(&mut self, v: VarId) -> String {
        let name = self.var(v);
        match self.out.ty(self.g.ty(v)) {
            Some(t) => format!("{name}: {t}"),
            None => name,
        }
    }
    fn value(&mut self, v: &Value<D>, op: Option<&SpaceOperation<D>>) -> String {
        match v {
            Value::Var(v) => self.var(*v),
            Value::Const(c) => self.out.constant(self.g, c, op),
        }
    }
    fn target(&mut self, l: &Link<D>) -> String {
        let args: Vec<_> = l.args.iter().map(|a| self.value(a, None)).collect();
        let name = if l.target == self.g.returnblock {
            "return".to_string()
        } else if l.target == self.g.exceptblock {
            "raise".to_string()
        } else {
            format!("block{}", self.blocks[l.target])
        };
        format!("{name}({})", args.join(", "))
    }
    /// `(params) -> type attributes {` and the blocks.
    pub fn print(mut self, keyword: &str, name: &str, attrs: &str) -> String {
        let g = self.g;
        let order: Vec<_> = g.reachable().into_iter().filter(|b| !g.is_final(*b)).collect();
        for (i, b) in order.iter().enumerate() {
            self.blocks[*b] = i as u32;
        }
        let params: Vec<_> = g.params().to_vec().into_iter().map(|v| self.typed(v)).collect();
        let ret = match self.out.ty(g.ty(g.return_var())) {
            Some(t) => format!(" -> {t}"),
            None => String::new(),
        };
        write!(self.text, "{keyword} {name}({}){ret}{attrs} {{", params.join(", ")).unwrap();
        self.end_line(self.notes.and_then(|n| n.function()));
        for (i, b) in order.iter().enumerate() {
            let blk = &g.blocks[*b];
            let ins: Vec<_> = blk
                .inputargs
                .iter()
                .map(|v| if i == 0 { self.var(*v) } else { self.typed(*v) })
                .collect();
            writeln!(self.text, "block{i}({}):", ins.join(", ")).unwrap();
            let used: FxHashSet<VarId> = blk.uses().collect();
            for op in &blk.operations {
                let args: Vec<_> = op.args.iter().map(|a| self.value(a, Some(op))).collect();
                let hidden = self.out.hide_result(g.ty(op.result)) && !used.contains(&op.result);
                let res =
                    if hidden { String::new() } else { format!("{} = ", self.typed(op.result)) };
                let sep = if args.is_empty() { "" } else { " " };
                write!(self.text, "    {res}{}{sep}{}", D::op_name(op.op), args.join(", "))
                    .unwrap();
                self.end_line(self.notes.and_then(|n| n.operation(op)));
            }
            let term = self.terminator(*b);
            writeln!(self.text, "    {term}").unwrap();
        }
        self.text.push_str("}\n");
        self.variables(&order);
        self.text
    }
    /// Ends the line, behind a comment if there is one.
    fn end_line(&mut self, note: Option<String>) {
        if let Some(note) = note {
            let _ = write!(self.text, "  ; {}", note.replace('\n', " "));
        }
        self.text.push('\n');
    }
    /// Writes what the notes say of variables, a line for each.
    fn variables(&mut self, order: &[BlockId]) {
        let Some(notes) = self.notes else { return };
        let g = self.g;
        for b in order {
            let blk = &g.blocks[*b];
            let results = blk.operations.iter().map(|op| op.result);
            for v in blk.inputargs.iter().copied().chain(results) {
                if let Some(note) = notes.variable(v) {
                    let name = self.var(v);
                    let _ = writeln!(self.text, "; {name}: {}", note.replace('\n', " "));
                }
            }
        }
    }
    fn terminator(&mut self, b: BlockId) -> String {
        let blk = &self.g.blocks[b];
        match blk.exitswitch {
            ExitSwitch::None => match blk.exits.as_slice() {
                [l] if l.target == self.g.returnblock && l.args.len() == 1 => {
                    format!("return {}", self.value(&l.args[0], None))
                }
                [l] if l.target == self.g.exceptblock && l.args.len() == 2 => format!(
                    "raise {}, {}",
                    self.value(&l.args[0], None),
                    self.value(&l.args[1], None)
                ),
                [l] => format!("goto {}", self.target(l)),
                exits => {
                    let t: Vec<_> = exits.iter().map(|l| self.target(l)).collect();
                    format!("invalid_exits {}", t.join(", "))
                }
            },
            ExitSwitch::LastException => {
                let mut parts = vec![];
                for l in &blk.exits {
                    let head = match &l.case {
                        ExitCase::Value(c) => {
                            let c = self.out.constant(self.g, c, None);
                            let vs: Vec<_> = [l.last_exception, l.last_exc_value]
                                .into_iter()
                                .map(|v| v.map_or("_".to_string(), |v| self.var(v)))
                                .collect();
                            format!("{c}({}) -> ", vs.join(", "))
                        }
                        ExitCase::None => "-> ".to_string(),
                        ExitCase::Default => "default -> ".to_string(),
                    };
                    parts.push(head + &self.target(l));
                }
                format!("catch {}", parts.join(", "))
            }
            ExitSwitch::Var(v) => {
                let sw = self.var(v);
                if let Some((t, f)) = self.as_if(b) {
                    let (t, f) = (self.target(&t), self.target(&f));
                    return format!("if {sw} then {t} else {f}");
                }
                let mut parts = vec![];
                for l in &blk.exits {
                    let head = match &l.case {
                        ExitCase::Value(c) => self.out.constant(self.g, c, None),
                        ExitCase::Default => "default".into(),
                        ExitCase::None => "none".into(),
                    };
                    parts.push(format!("{head} -> {}", self.target(l)));
                }
                format!("switch {sw}: {}", parts.join(", "))
            }
        }
    }
    /// The (true, false) exits if the block ends in exactly [false exit, true exit].
    fn as_if(&self, b: BlockId) -> Option<(Link<D>, Link<D>)> {
        let [f, t] = self.g.blocks[b].exits.as_slice() else { return None };
        let is = |l: &Link<D>, want: &str| match &l.case {
            ExitCase::Value(c) => self.out.constant(self.g, c, None).eq_ignore_ascii_case(want),
            _ => false,
        };
        (is(f, "false") && is(t, "true")).then(|| (t.clone(), f.clone()))
    }
}

fn show_attrs(a: &FuncAttrs) -> String {
    let mut v: Vec<String> = vec![];
    let mut flag = |on: bool, name: &str| {
        if on {
            v.push(name.into());
        }
    };
    flag(a.always_inline, "always_inline");
    flag(a.dont_inline, "dont_inline");
    flag(a.elidable, "elidable");
    flag(a.may_not_end, "may_not_end");
    flag(a.loop_invariant, "loop_invariant");
    flag(a.look_inside == Some(true), "look_inside");
    flag(a.look_inside == Some(false), "dont_look_inside");
    flag(a.unroll_safe, "unroll_safe");
    flag(a.no_collect, "no_collect");
    flag(a.cannot_raise, "cannot_raise");
    flag(a.helper, "helper");
    flag(a.same_frame, "same_frame");
    for (key, val) in [("oopspec", &a.oopspec), ("export", &a.export_name), ("module", &a.module)] {
        if let Some(s) = val {
            v.push(format!("{key} {}", quote_text(s, '"')));
        }
    }
    if v.is_empty() { String::new() } else { format!(" [{}]", v.join(", ")) }
}

/// One graph of a program, as an item of the program's text.
pub fn print_graph(names: &Names, f: FuncId) -> String {
    graph_text(names, f, None)
}

/// Prints the graph of a function with comments.
pub fn print_graph_with(names: &Names, f: FuncId, notes: &dyn Notes<Ll>) -> String {
    graph_text(names, f, Some(notes))
}

fn graph_text(names: &Names, f: FuncId, notes: Option<&dyn Notes<Ll>>) -> String {
    let func = &names.program.funcs[f];
    match &func.body {
        Body::Graph(g) => {
            let printer = Printer::new(g, names).with(notes);
            printer.print("graph", &names.func(f), &show_attrs(&func.attrs))
        }
        body => {
            let ft = &names.program.types.funcs[func.ty];
            let args: Vec<_> = ft.args.iter().map(|t| names.ty(*t)).collect();
            let sig = format!("{}({}) -> {}", names.func(f), args.join(", "), names.ty(ft.result));
            let attrs = show_attrs(&func.attrs);
            match body {
                Body::External(e) => {
                    let inc: String =
                        e.includes.iter().map(|i| format!(" {}", quote_text(i, '"'))).collect();
                    let cc = if e.can_collect { " can_collect" } else { "" };
                    format!("external {sig}{attrs} = {}{inc}{cc}\n", quote_text(&e.c_name, '"'))
                }
                _ => format!("declare {sig}{attrs}\n"),
            }
        }
    }
}

fn show_field(names: &Names, f: &Field) -> String {
    let m = match f.mutability {
        Mutability::Mutable => "",
        Mutability::Immutable => " immutable",
        Mutability::ImmutableArray => " immutable_array",
        Mutability::LateImmutable => " late_immutable",
        Mutability::LateImmutableArray => " late_immutable_array",
        Mutability::QuasiImmutable => " quasi_immutable",
        Mutability::QuasiImmutableArray => " quasi_immutable_array",
    };
    let name = sigil_name('.', &f.name);
    let name = if name.starts_with(".\"") { name } else { f.name.to_string() };
    format!("{name}: {}{m}", names.ty(f.ty))
}

fn braces(parts: Vec<String>) -> String {
    if parts.is_empty() { "{}".into() } else { format!("{{ {} }}", parts.join(", ")) }
}

/// A whole program.
pub fn print_program(p: &Program) -> String {
    let names = Names::new(p);
    let mut s = String::new();
    let level = match p.level {
        Level::Rtyped => "rtyped",
        Level::ExcTransformed => "exc_transformed",
        Level::GcTransformed => "gc_transformed",
    };
    writeln!(s, "level {level}").unwrap();
    for (id, st) in &p.types.structs {
        write!(s, "struct {}", names.strukt(id)).unwrap();
        for (on, word) in [
            (st.gc, "gc"),
            (st.immutable_items, "immutable_items"),
            (st.late_immutable_items, "late_immutable_items"),
            (st.nolength, "nolength"),
            (st.foreign, "foreign"),
        ] {
            if on {
                write!(s, " {word}").unwrap();
            }
        }
        if let Some(f) = &st.finalizer {
            write!(s, " finalizer {}", quote_text(f, '"')).unwrap();
        }
        let mut skip = 0;
        if let Some(parent) = st.parent {
            write!(s, " : {}", names.strukt(parent)).unwrap();
            skip = p.types.structs[parent].fields.len();
        }
        if st.number != id.as_u32() {
            write!(s, " number {}", st.number).unwrap();
        }
        for (i, r) in &st.rooms {
            write!(s, " room {i} {} {}", r.size, r.align).unwrap();
        }
        if let Some(r) = &st.item_room {
            write!(s, " item_room {} {}", r.size, r.align).unwrap();
        }
        let own = st.fields.iter().skip(skip).map(|f| show_field(&names, f)).collect();
        write!(s, " {}", braces(own)).unwrap();
        match &st.items {
            None => {}
            Some(Items::Plain(t)) => write!(s, " items {}", names.ty(*t)).unwrap(),
            Some(Items::Inline(fs)) => {
                let fs = fs.iter().map(|f| show_field(&names, f)).collect();
                write!(s, " items {}", braces(fs)).unwrap();
            }
        }
        s.push('\n');
    }
    for (id, o) in &p.heap {
        let fields = o.fields.iter().map(|c| names.constant(c, &[])).collect();
        write!(s, "object {}: {} {}", names.obj(id), names.strukt(o.ty), braces(fields)).unwrap();
        let bytes: Option<Vec<u8>> =
            o.items.iter().map(|c| if let Const::Char(c) = c { Some(*c) } else { None }).collect();
        match bytes {
            Some(b) if !b.is_empty() => write!(s, " {}", quote_bytes(&b, '"')).unwrap(),
            _ if o.items.is_empty() => {}
            _ => {
                let items: Vec<_> = o.items.iter().map(|c| names.constant(c, &[])).collect();
                write!(s, " [{}]", items.join(", ")).unwrap();
            }
        }
        s.push('\n');
    }
    for (id, fam) in &p.families {
        let fs: Vec<_> = fam.iter().map(|f| names.func(*f)).collect();
        writeln!(s, "family &{} = [{}]", id.index(), fs.join(", ")).unwrap();
    }
    if let Some(o) = p.exc.object {
        writeln!(s, "exc object {}", names.strukt(o)).unwrap();
    }
    if let Some(o) = p.exc.vtable {
        writeln!(s, "exc vtable {}", names.strukt(o)).unwrap();
    }
    for (kind, map) in [("class", &p.exc.classes), ("instance", &p.exc.instances)] {
        for (name, o) in map {
            writeln!(s, "exc {kind} {} = {}", quote_text(name, '"'), names.obj(*o)).unwrap();
        }
    }
    if let Some(st) = p.string {
        writeln!(s, "string {}", names.strukt(st)).unwrap();
    }
    for d in &p.jitdrivers {
        write!(s, "jitdriver {}", quote_text(&d.name, '"')).unwrap();
        let lists = [("greens", &d.greens), ("reds", &d.reds)];
        let named = Some(("virtualizables", &d.virtualizables)).filter(|(_, v)| !v.is_empty());
        let fields = d.virtualizable_fields.iter().map(|fields| ("fields", fields));
        for (k, v) in lists.into_iter().chain(named).chain(fields) {
            let q: Vec<_> = v.iter().map(|x| quote_text(x, '"')).collect();
            write!(s, " {k} [{}]", q.join(", ")).unwrap();
        }
        for (name, f) in d.functions() {
            write!(s, " {name} {}", names.func(f)).unwrap();
        }
        if d.is_recursive {
            s.push_str(" is_recursive");
        }
        s.push('\n');
    }
    for (id, _) in &p.funcs {
        s.push_str(&print_graph(&names, id));
    }
    if let Some(e) = p.entry {
        writeln!(s, "entry {}", names.func(e)).unwrap();
    }
    s
}
