//! Parsing programs and graphs.

use super::lexer::{Tok, lex};
use crate::diag::Span;
use crate::graph::{
    BlockId, Dialect, ExitCase, ExitSwitch, Graph, Link, SpaceOperation, Value, VarId,
};
use crate::ll::{
    Body, Const, External, FamilyId, FuncAttrs, FuncId, Function, HeapObject, JitDriver, Ll,
    LlGraph, LlValue, ObjId, Program,
};
use crate::lltype::{Field, Items, Mutability, Room, StructId, Type};
use crate::text::error::ParseError;
use cranelift_entity::EntityRef;
use lloperation::{Level, LlOp};
use rustc_hash::FxHashMap;
use std::rc::Rc;

type Res<T> = Result<T, ParseError>;

/// A cursor over tokens.
pub struct Tokens {
    toks: Vec<(Tok, u32)>,
    at: usize,
}

impl Tokens {
    pub(super) fn new(text: &str) -> Res<Tokens> {
        Ok(Tokens { toks: lex(text)?, at: 0 })
    }
    pub(super) fn peek(&self) -> &Tok {
        &self.toks[self.at].0
    }
    fn peek_at(&self, n: usize) -> &Tok {
        &self.toks[(self.at + n).min(self.toks.len() - 1)].0
    }
    pub(super) fn next(&mut self) -> Tok {
        let t = self.toks[self.at].0.clone();
        if self.at + 1 < self.toks.len() {
            self.at += 1;
        }
        t
    }
    pub(super) fn error(&self, message: &str) -> ParseError {
        let line = self.toks[self.at.saturating_sub(1)].1;
        ParseError { line, message: message.to_string() }
    }
    pub(super) fn eat(&mut self, word: &str) -> bool {
        let yes = matches!(self.peek(), Tok::Word(w) if w == word);
        if yes {
            self.next();
        }
        yes
    }
    pub(super) fn expect(&mut self, word: &str) -> Res<()> {
        if self.eat(word) {
            return Ok(());
        }
        let found = self.next();
        Err(self.error(&format!("`{word}` expected, found {found:?}")))
    }
    pub(super) fn name(&mut self, sigil: char) -> Res<String> {
        match self.next() {
            Tok::Name(s, n) if s == sigil => Ok(n),
            t => Err(self.error(&format!("a name with `{sigil}` expected, found {t:?}"))),
        }
    }
    fn word(&mut self) -> Res<String> {
        match self.next() {
            Tok::Word(w) => Ok(w),
            t => Err(self.error(&format!("a word expected, found {t:?}"))),
        }
    }
    fn text(&mut self) -> Res<Rc<str>> {
        match self.next() {
            Tok::Quoted("", s) => Ok(s.into()),
            t => Err(self.error(&format!("a quoted text expected, found {t:?}"))),
        }
    }
    /// `open item, item, … close`
    fn list<T>(
        &mut self,
        open: &str,
        close: &str,
        item: &mut dyn FnMut(&mut Tokens) -> Res<T>,
    ) -> Res<Vec<T>> {
        self.expect(open)?;
        let mut v = vec![];
        while !self.eat(close) {
            if !v.is_empty() {
                self.expect(",")?;
            }
            v.push(item(self)?);
        }
        Ok(v)
    }
}

/// Lists what a dialect adds to the common graph parser.
pub(super) trait TextIn<D: Dialect> {
    fn ty(&mut self, t: &mut Tokens) -> Res<D::Ty>;
    fn typed(&self) -> bool;
    /// A constant; `op` gives the operation and the operands before it.
    fn constant(
        &mut self,
        t: &mut Tokens,
        g: &Graph<D>,
        op: Option<(D::Op, &[Value<D>])>,
    ) -> Res<D::Const>;
    fn bool_const(&self, b: bool) -> D::Const;
}

pub(super) struct GraphParser<'a, D: Dialect> {
    g: &'a mut Graph<D>,
    ext: &'a mut dyn TextIn<D>,
    vars: FxHashMap<String, VarId>,
    blocks: FxHashMap<String, BlockId>,
}

impl<'a, D: Dialect> GraphParser<'a, D> {
    pub fn new(g: &'a mut Graph<D>, ext: &'a mut dyn TextIn<D>) -> Self {
        GraphParser { g, ext, vars: FxHashMap::default(), blocks: FxHashMap::default() }
    }
    fn define(&mut self, t: &Tokens, name: &str, ty: D::Ty) -> Res<VarId> {
        let hint = name.trim_end_matches(|c: char| c.is_ascii_digit());
        let v = self.g.new_var(if hint.is_empty() { "v" } else { hint }, ty);
        if self.vars.insert(name.to_string(), v).is_some() {
            return Err(t.error(&format!("%{name} is defined twice")));
        }
        Ok(v)
    }
    fn def(&mut self, t: &mut Tokens) -> Res<VarId> {
        let name = t.name('%')?;
        let ty = if self.ext.typed() {
            t.expect(":")?;
            self.ext.ty(t)?
        } else {
            D::Ty::default()
        };
        self.define(t, &name, ty)
    }
    fn var(&mut self, t: &mut Tokens) -> Res<VarId> {
        let n = t.name('%')?;
        self.vars.get(&n).copied().ok_or_else(|| t.error(&format!("%{n} is not defined")))
    }
    fn value(&mut self, t: &mut Tokens, op: Option<(D::Op, &[Value<D>])>) -> Res<Value<D>> {
        if matches!(t.peek(), Tok::Name('%', _)) {
            return self.var(t).map(Value::Var);
        }
        Ok(Value::Const(self.ext.constant(t, self.g, op)?))
    }
    fn block(&mut self, name: &str) -> BlockId {
        if let Some(b) = self.blocks.get(name) {
            return *b;
        }
        let b = if name == "block0" { self.g.startblock } else { self.g.new_block() };
        self.blocks.insert(name.to_string(), b);
        b
    }
    fn target(&mut self, t: &mut Tokens, case: ExitCase<D>) -> Res<Link<D>> {
        let name = t.word()?;
        let target = match name.as_str() {
            "return" => self.g.returnblock,
            "raise" => self.g.exceptblock,
            n if n.starts_with("block") => self.block(n),
            n => return Err(t.error(&format!("a block expected, found {n}"))),
        };
        t.expect("(")?;
        let mut args = vec![];
        while !t.eat(")") {
            if !args.is_empty() {
                t.expect(",")?;
            }
            args.push(self.value(t, None)?);
        }
        Ok(Link { case, ..Link::new(target, args) })
    }
    /// Parses from the parameter list on; `header` gets the return type position.
    pub fn parse(
        mut self,
        t: &mut Tokens,
        header: &mut dyn FnMut(&mut Tokens, D::Ty) -> Res<()>,
    ) -> Res<()> {
        t.expect("(")?;
        while !t.eat(")") {
            if !self.g.params().is_empty() {
                t.expect(",")?;
            }
            let v = self.def(t)?;
            let s = self.g.startblock;
            self.g.blocks[s].inputargs.push(v);
        }
        let mut ret = D::Ty::default();
        if self.ext.typed() {
            t.expect("->")?;
            ret = self.ext.ty(t)?;
        }
        let r = self.g.return_var();
        self.g.vars[r].ty = ret;
        header(t, ret)?;
        t.expect("{")?;
        while !t.eat("}") {
            self.parse_block(t)?;
        }
        Ok(())
    }
    fn parse_block(&mut self, t: &mut Tokens) -> Res<()> {
        let name = t.word()?;
        let b = self.block(&name);
        t.expect("(")?;
        let mut n = 0;
        while !t.eat(")") {
            if n > 0 {
                t.expect(",")?;
            }
            if b == self.g.startblock {
                let v = self.var(t)?;
                if self.g.params().get(n) != Some(&v) {
                    return Err(t.error("block0 must have the parameters as inputs"));
                }
            } else {
                let v = self.def(t)?;
                self.g.blocks[b].inputargs.push(v);
            }
            n += 1;
        }
        t.expect(":")?;
        loop {
            if let Tok::Word(w) = t.peek().clone()
                && matches!(w.as_str(), "goto" | "return" | "raise" | "if" | "switch" | "catch")
                && !matches!(t.peek_at(1), Tok::Word(x) if x == ":")
            {
                t.next();
                return self.terminator(t, b, &w);
            }
            let mut named = None;
            if matches!(t.peek(), Tok::Name('%', _)) {
                let name = t.name('%')?;
                let ty = if self.ext.typed() {
                    t.expect(":")?;
                    self.ext.ty(t)?
                } else {
                    D::Ty::default()
                };
                t.expect("=")?;
                named = Some((name, ty));
            }
            let opname = t.word()?;
            let op = D::op_from_name(&opname)
                .ok_or_else(|| t.error(&format!("unknown operation {opname}")))?;
            let mut args: Vec<Value<D>> = vec![];
            // Operands stand on the line of the operation.
            let line = t.toks[t.at - 1].1;
            while t.toks[t.at].1 == line
                && *t.peek() != Tok::Eof
                && !matches!(t.peek(), Tok::Word(w) if w == "}")
            {
                if !args.is_empty() {
                    t.expect(",")?;
                }
                let v = self.value(t, Some((op, &args)))?;
                args.push(v);
            }
            let result = match named {
                Some((n, ty)) => self.define(t, &n, ty)?,
                None => self.g.new_var("v", D::Ty::default()),
            };
            self.g.blocks[b].operations.push(SpaceOperation { op, args, result, span: Span::NONE });
        }
    }
    fn terminator(&mut self, t: &mut Tokens, b: BlockId, word: &str) -> Res<()> {
        let mut exits = vec![];
        let mut switch = ExitSwitch::None;
        match word {
            "goto" => exits.push(self.target(t, ExitCase::None)?),
            "return" => {
                let v = self.value(t, None)?;
                exits.push(Link::new(self.g.returnblock, vec![v]));
            }
            "raise" => {
                let ty = self.value(t, None)?;
                t.expect(",")?;
                let v = self.value(t, None)?;
                exits.push(Link::new(self.g.exceptblock, vec![ty, v]));
            }
            "if" => {
                switch = ExitSwitch::Var(self.var(t)?);
                t.expect("then")?;
                let case = |b| self.ext.bool_const(b);
                let (yes, no) = (case(true), case(false));
                let yes = self.target(t, ExitCase::Value(yes))?;
                t.expect("else")?;
                let no = self.target(t, ExitCase::Value(no))?;
                exits.extend([no, yes]);
            }
            "switch" => {
                switch = ExitSwitch::Var(self.var(t)?);
                t.expect(":")?;
                loop {
                    let case = if t.eat("default") {
                        ExitCase::Default
                    } else {
                        ExitCase::Value(self.ext.constant(t, self.g, None)?)
                    };
                    t.expect("->")?;
                    exits.push(self.target(t, case)?);
                    if !t.eat(",") {
                        break;
                    }
                }
            }
            _ => {
                switch = ExitSwitch::LastException;
                t.expect("->")?;
                exits.push(self.target(t, ExitCase::None)?);
                while t.eat(",") {
                    let c = self.ext.constant(t, self.g, None)?;
                    t.expect("(")?;
                    let mut vars = [None, None];
                    for (i, slot) in vars.iter_mut().enumerate() {
                        if i > 0 {
                            t.expect(",")?;
                        }
                        if !t.eat("_") {
                            let n = t.name('%')?;
                            let ty = self.g.ty(self.g.blocks[self.g.exceptblock].inputargs[i]);
                            *slot = Some(self.define(t, &n, ty)?);
                        }
                    }
                    t.expect(")")?;
                    t.expect("->")?;
                    let mut l = self.target(t, ExitCase::Value(c))?;
                    [l.last_exception, l.last_exc_value] = vars;
                    exits.push(l);
                }
            }
        }
        let blk = &mut self.g.blocks[b];
        blk.exits = exits;
        blk.exitswitch = switch;
        Ok(())
    }
}

/// Names of a program being parsed.
struct LlIn<'a> {
    p: &'a mut Program,
    structs: FxHashMap<String, StructId>,
    objs: FxHashMap<String, ObjId>,
    funcs: FxHashMap<String, FuncId>,
}

/// The digits and the type of a number of 8 or 16 bits: `-3i16`.
fn narrow_suffix(w: &str) -> Option<(&str, Type)> {
    [("i8", Type::Int8), ("u8", Type::UInt8), ("i16", Type::Int16), ("u16", Type::UInt16)]
        .iter()
        .find_map(|(s, t)| w.strip_suffix(s).map(|n| (n, *t)))
}

fn word_number(t: &mut Tokens) -> Res<u32> {
    let w = t.word()?;
    number(t, &w)
}

fn number<T: std::str::FromStr>(t: &Tokens, s: &str) -> Res<T> {
    s.parse().map_err(|_| t.error(&format!("bad number {s}")))
}

impl LlIn<'_> {
    fn strukt(&self, t: &mut Tokens) -> Res<StructId> {
        let n = t.name('#')?;
        self.structs.get(&n).copied().ok_or_else(|| t.error(&format!("unknown struct #{n}")))
    }
    fn obj(&self, t: &mut Tokens) -> Res<ObjId> {
        let n = t.name('$')?;
        self.objs.get(&n).copied().ok_or_else(|| t.error(&format!("unknown object ${n}")))
    }
    fn func(&self, t: &mut Tokens) -> Res<FuncId> {
        let n = t.name('@')?;
        self.funcs.get(&n).copied().ok_or_else(|| t.error(&format!("unknown function @{n}")))
    }
    fn parse_ty(&mut self, t: &mut Tokens) -> Res<Type> {
        if t.eat("*") {
            return Ok(Type::Ptr(self.strukt(t)?));
        }
        let w = t.word()?;
        Ok(match w.as_str() {
            "Void" => Type::Void,
            "Bool" => Type::Bool,
            "Char" => Type::Char,
            "UniChar" => Type::UniChar,
            "Signed" => Type::Signed,
            "Unsigned" => Type::Unsigned,
            "Int32" => Type::Int32,
            "UInt32" => Type::UInt32,
            "Int8" => Type::Int8,
            "UInt8" => Type::UInt8,
            "Int16" => Type::Int16,
            "UInt16" => Type::UInt16,
            "Float" => Type::Float,
            "SingleFloat" => Type::SingleFloat,
            "LongFloat" => Type::LongFloat,
            "Address" => Type::Address,
            "GcRef" => Type::GcRef,
            "fn" => {
                let args = t.list("(", ")", &mut |t| self.parse_ty(t))?;
                t.expect("->")?;
                let res = self.parse_ty(t)?;
                Type::FuncPtr(self.p.types.func(args, res))
            }
            _ => return Err(t.error(&format!("unknown type {w}"))),
        })
    }
    fn fields(&mut self, t: &mut Tokens) -> Res<Vec<Field>> {
        t.list("{", "}", &mut |t| {
            let name = if matches!(t.peek(), Tok::Name('.', _)) { t.name('.')? } else { t.word()? };
            t.expect(":")?;
            let ty = self.parse_ty(t)?;
            let mutability = if t.eat("immutable") {
                Mutability::Immutable
            } else if t.eat("immutable_array") {
                Mutability::ImmutableArray
            } else if t.eat("late_immutable") {
                Mutability::LateImmutable
            } else if t.eat("late_immutable_array") {
                Mutability::LateImmutableArray
            } else if t.eat("quasi_immutable") {
                Mutability::QuasiImmutable
            } else if t.eat("quasi_immutable_array") {
                Mutability::QuasiImmutableArray
            } else {
                Mutability::Mutable
            };
            Ok(Field { name: name.into(), ty, mutability })
        })
    }
    fn attrs(&mut self, t: &mut Tokens) -> Res<FuncAttrs> {
        let mut a = FuncAttrs::default();
        if !matches!(t.peek(), Tok::Word(w) if w == "[") {
            return Ok(a);
        }
        t.list("[", "]", &mut |t| {
            let w = t.word()?;
            match w.as_str() {
                "always_inline" => a.always_inline = true,
                "dont_inline" => a.dont_inline = true,
                "elidable" => a.elidable = true,
                "may_not_end" => a.may_not_end = true,
                "loop_invariant" => a.loop_invariant = true,
                "look_inside" => a.look_inside = Some(true),
                "dont_look_inside" => a.look_inside = Some(false),
                "unroll_safe" => a.unroll_safe = true,
                "no_collect" => a.no_collect = true,
                "cannot_raise" => a.cannot_raise = true,
                "helper" => a.helper = true,
                "same_frame" => a.same_frame = true,
                "oopspec" => a.oopspec = Some(t.text()?),
                "export" => a.export_name = Some(t.text()?),
                "module" => a.module = Some(t.text()?),
                _ => return Err(t.error(&format!("unknown attribute {w}"))),
            }
            Ok(())
        })?;
        Ok(a)
    }
    fn parse_const(&mut self, t: &mut Tokens, fields: Option<&[Field]>) -> Res<Const> {
        match t.peek().clone() {
            Tok::Name('$', _) => return Ok(Const::Obj(self.obj(t)?)),
            Tok::Name('@', _) => return Ok(Const::Func(self.func(t)?)),
            Tok::Name('#', _) => return Ok(Const::Type(self.strukt(t)?)),
            Tok::Name('&', n) => {
                t.next();
                return Ok(Const::Family(FamilyId::new(number::<usize>(t, &n)?)));
            }
            Tok::Name('.', n) => {
                t.next();
                if let Some(i) = n.strip_prefix('#') {
                    return Ok(Const::Field(number(t, i)?));
                }
                let at = fields.and_then(|f| f.iter().position(|f| &*f.name == n.as_str()));
                return match at {
                    Some(i) => Ok(Const::Field(i as u32)),
                    None => Err(t.error(&format!("no field .{n} here"))),
                };
            }
            Tok::Quoted(kind, s) => {
                t.next();
                let one = || s.chars().next().filter(|_| s.chars().count() == 1);
                return match (kind, one()) {
                    ("", _) => Ok(Const::Text(s.as_str().into())),
                    ("'", Some(c)) => Ok(Const::Char(c as u8)),
                    ("u'", Some(c)) => Ok(Const::UniChar(c as u32)),
                    _ => Err(t.error("bad character")),
                };
            }
            _ => {}
        }
        let w = t.word()?;
        Ok(match w.as_str() {
            "void" => Const::Void,
            "true" => Const::Bool(true),
            "false" => Const::Bool(false),
            "null" => {
                t.expect("(")?;
                let ty = self.parse_ty(t)?;
                t.expect(")")?;
                Const::Null(ty)
            }
            "sizeof" | "typeid" => {
                t.expect("(")?;
                let s = self.strukt(t)?;
                t.expect(")")?;
                if w == "sizeof" { Const::SizeOf(s) } else { Const::TypeId(s) }
            }
            w => {
                let hex = |s| u64::from_str_radix(s, 16).map_err(|_| t.error("bad bits"));
                if let Some(h) = w.strip_prefix("f0x") {
                    Const::Float(hex(h)?)
                } else if let Some(h) = w.strip_prefix("s0x") {
                    Const::Single(hex(h)? as u32)
                } else if let Some(n) = w.strip_suffix("i32") {
                    Const::Int32(number(t, n)?)
                } else if let Some(n) = w.strip_suffix("u32") {
                    Const::UInt32(number(t, n)?)
                } else if let Some((n, ty)) = narrow_suffix(w) {
                    Const::Narrow(ty, ty.narrow(number(t, n)?))
                } else if let Some(n) = w.strip_suffix("uc") {
                    Const::UniChar(number(t, n)?)
                } else if let Some(n) = w.strip_suffix('u') {
                    Const::Uint(number(t, n)?)
                } else if let Some(n) = w.strip_suffix('f') {
                    Const::float(number(t, n)?)
                } else {
                    Const::Int(number(t, w)?)
                }
            }
        })
    }
}

impl TextIn<Ll> for LlIn<'_> {
    fn ty(&mut self, t: &mut Tokens) -> Res<Type> {
        self.parse_ty(t)
    }
    fn typed(&self) -> bool {
        true
    }
    fn constant(
        &mut self,
        t: &mut Tokens,
        g: &LlGraph,
        op: Option<(LlOp, &[LlValue])>,
    ) -> Res<Const> {
        let mut fields = None;
        if matches!(t.peek(), Tok::Name('.', _))
            && let Some((op, args)) = op
            && let Some(a) = args.first()
            && let Type::Ptr(s) = self.p.value_type(g, a)
        {
            let st = &self.p.types.structs[s];
            fields = Some(match op {
                LlOp::GetInteriorField | LlOp::SetInteriorField => st.item_fields().to_vec(),
                _ => st.fields.clone(),
            });
        }
        self.parse_const(t, fields.as_deref())
    }
    fn bool_const(&self, b: bool) -> Const {
        Const::Bool(b)
    }
}

/// Parses a whole program.
pub fn parse_program(text: &str) -> Result<Program, ParseError> {
    let mut t = Tokens::new(text)?;
    let mut p = Program::default();
    let mut c = LlIn {
        p: &mut p,
        structs: FxHashMap::default(),
        objs: FxHashMap::default(),
        funcs: FxHashMap::default(),
    };
    declare_names(&mut t, &mut c)?;
    t.at = 0;
    while *t.peek() != Tok::Eof {
        parse_item(&mut t, &mut c)?;
    }
    Ok(p)
}

/// First walk: names of structs, objects and functions, so that items may refer to later ones.
fn declare_names(t: &mut Tokens, c: &mut LlIn) -> Res<()> {
    let void = c.p.types.func(vec![], Type::Void);
    while *t.peek() != Tok::Eof {
        let Tok::Word(w) = t.next() else { continue };
        match (w.as_str(), t.peek().clone()) {
            ("struct", Tok::Name('#', n)) => {
                let id = c.p.types.declare(&n, false, None);
                if c.structs.insert(n, id).is_some() {
                    return Err(t.error("struct defined twice"));
                }
            }
            ("object", Tok::Name('$', n)) => {
                let obj = HeapObject {
                    name: n.as_str().into(),
                    ty: StructId::new(0),
                    fields: vec![],
                    items: vec![],
                };
                if c.objs.insert(n, c.p.heap.push(obj)).is_some() {
                    return Err(t.error("object defined twice"));
                }
            }
            ("graph" | "external" | "declare", Tok::Name('@', n)) => {
                let f = Function {
                    name: n.as_str().into(),
                    ty: void,
                    body: Body::Declared,
                    attrs: FuncAttrs::default(),
                    span: Span::NONE,
                };
                if c.funcs.insert(n, c.p.funcs.push(f)).is_some() {
                    return Err(t.error("function defined twice"));
                }
            }
            _ => {}
        }
    }
    Ok(())
}

fn parse_exc(t: &mut Tokens, c: &mut LlIn) -> Res<()> {
    match t.word()?.as_str() {
        "object" => {
            let s = c.strukt(t)?;
            c.p.exc.object = Some(s);
        }
        "vtable" => {
            let s = c.strukt(t)?;
            c.p.exc.vtable = Some(s);
        }
        kind @ ("class" | "instance") => {
            let name = t.text()?;
            t.expect("=")?;
            let o = c.obj(t)?;
            let exc = &mut c.p.exc;
            let map = if kind == "class" { &mut exc.classes } else { &mut exc.instances };
            map.insert(name, o);
        }
        _ => return Err(t.error("exc object, vtable, class or instance expected")),
    }
    Ok(())
}

fn parse_jitdriver(t: &mut Tokens, c: &mut LlIn) -> Res<()> {
    let mut d = JitDriver { name: t.text()?, ..JitDriver::default() };
    loop {
        if t.eat("greens") {
            d.greens = t.list("[", "]", &mut |t| t.text())?;
        } else if t.eat("reds") {
            d.reds = t.list("[", "]", &mut |t| t.text())?;
        } else if t.eat("virtualizables") {
            d.virtualizables = t.list("[", "]", &mut |t| t.text())?;
        } else if t.eat("fields") {
            d.virtualizable_fields.push(t.list("[", "]", &mut |t| t.text())?);
        } else if t.eat("is_recursive") {
            d.is_recursive = true;
        } else if let Some((_, f)) = d.functions_mut().into_iter().find(|(name, _)| t.eat(name)) {
            *f = Some(c.func(t)?);
        } else {
            break;
        }
    }
    d.virtualizable_fields.resize(d.virtualizables.len(), vec![]);
    c.p.jitdrivers.push(d);
    Ok(())
}

/// A function without a graph. `external`: its C name follows.
fn parse_declaration(t: &mut Tokens, c: &mut LlIn, external: bool) -> Res<()> {
    let f = c.func(t)?;
    let args = t.list("(", ")", &mut |t| c.parse_ty(t))?;
    t.expect("->")?;
    let res = c.parse_ty(t)?;
    let attrs = c.attrs(t)?;
    let ty = c.p.types.func(args, res);
    let mut body = Body::Declared;
    if external {
        t.expect("=")?;
        let c_name = t.text()?;
        let mut includes = vec![];
        while matches!(t.peek(), Tok::Quoted("", _)) {
            includes.push(t.text()?);
        }
        body = Body::External(External { c_name, includes, can_collect: t.eat("can_collect") });
    }
    let func = &mut c.p.funcs[f];
    (func.ty, func.attrs, func.body) = (ty, attrs, body);
    Ok(())
}

fn parse_graph(t: &mut Tokens, c: &mut LlIn) -> Res<()> {
    let f = c.func(t)?;
    let exc = &c.p.exc;
    let exc_ty = |s: Option<StructId>| s.map_or(Type::Void, Type::Ptr);
    let (et, ev) = (exc_ty(exc.vtable), exc_ty(exc.object));
    let name = c.p.funcs[f].name.clone();
    let mut g = LlGraph::new(&name, Type::Void, (et, ev));
    let mut attrs = None;
    // The attribute list needs no program context, so a throw-away context parses it.
    let mut scratch = Program::default();
    GraphParser::new(&mut g, c).parse(t, &mut |t, _| {
        let mut ctx = LlIn {
            p: &mut scratch,
            structs: FxHashMap::default(),
            objs: FxHashMap::default(),
            funcs: FxHashMap::default(),
        };
        attrs = Some(ctx.attrs(t)?);
        Ok(())
    })?;
    let args = g.params().iter().map(|v| g.ty(*v)).collect();
    let ty = c.p.types.func(args, g.ty(g.return_var()));
    let func = &mut c.p.funcs[f];
    func.ty = ty;
    func.attrs = attrs.unwrap_or_default();
    func.body = Body::Graph(g);
    Ok(())
}

fn parse_item(t: &mut Tokens, c: &mut LlIn) -> Res<()> {
    let w = t.word()?;
    match w.as_str() {
        "level" => {
            c.p.level = match t.word()?.as_str() {
                "rtyped" => Level::Rtyped,
                "exc_transformed" => Level::ExcTransformed,
                "gc_transformed" => Level::GcTransformed,
                _ => return Err(t.error("unknown level")),
            };
        }
        "struct" => parse_struct(t, c)?,
        "object" => parse_object(t, c)?,
        "family" => {
            t.name('&')?;
            t.expect("=")?;
            let fs = t.list("[", "]", &mut |t| c.func(t))?;
            c.p.families.push(fs);
        }
        "exc" => parse_exc(t, c)?,
        "string" => {
            let s = c.strukt(t)?;
            c.p.string = Some(s);
        }
        "entry" => {
            let f = c.func(t)?;
            c.p.entry = Some(f);
        }
        "jitdriver" => parse_jitdriver(t, c)?,
        "external" | "declare" => parse_declaration(t, c, w == "external")?,
        "graph" => parse_graph(t, c)?,
        _ => return Err(t.error(&format!("an item expected, found {w}"))),
    }
    Ok(())
}

fn parse_struct(t: &mut Tokens, c: &mut LlIn) -> Res<()> {
    let id = c.strukt(t)?;
    let (mut gc, mut imm, mut nolen, mut fin, mut parent) = (false, false, false, None, None);
    let (mut foreign, mut late) = (false, false);
    let (mut rooms, mut item_room, mut number) = (vec![], None, None);
    loop {
        if t.eat("gc") {
            gc = true;
        } else if t.eat("immutable_items") {
            imm = true;
        } else if t.eat("late_immutable_items") {
            late = true;
        } else if t.eat("nolength") {
            nolen = true;
        } else if t.eat("foreign") {
            foreign = true;
        } else if t.eat("room") {
            let i = word_number(t)?;
            rooms.push((i, Room { size: word_number(t)?, align: word_number(t)? }));
        } else if t.eat("item_room") {
            item_room = Some(Room { size: word_number(t)?, align: word_number(t)? });
        } else if t.eat("number") {
            number = Some(word_number(t)?);
        } else if t.eat("finalizer") {
            fin = Some(t.text()?);
        } else if t.eat(":") {
            parent = Some(c.strukt(t)?);
        } else {
            break;
        }
    }
    let own = c.fields(t)?;
    let items = if t.eat("items") {
        Some(if matches!(t.peek(), Tok::Word(w) if w == "{") {
            Items::Inline(c.fields(t)?)
        } else {
            Items::Plain(c.parse_ty(t)?)
        })
    } else {
        None
    };
    let st = &mut c.p.types.structs[id];
    (st.gc, st.immutable_items, st.nolength, st.finalizer, st.parent) =
        (gc, imm, nolen, fin, parent);
    (st.foreign, st.rooms, st.item_room) = (foreign, rooms, item_room);
    st.late_immutable_items = late;
    st.number = number.unwrap_or(id.as_u32());
    c.p.types.define(id, own, items);
    Ok(())
}

fn parse_object(t: &mut Tokens, c: &mut LlIn) -> Res<()> {
    let id = c.obj(t)?;
    t.expect(":")?;
    let ty = c.strukt(t)?;
    let fields = t.list("{", "}", &mut |t| c.parse_const(t, None))?;
    let mut items = vec![];
    if let Tok::Quoted("", s) = t.peek().clone() {
        t.next();
        items = s.chars().map(|ch| Const::Char(ch as u8)).collect();
    } else if matches!(t.peek(), Tok::Word(w) if w == "[") {
        items = t.list("[", "]", &mut |t| c.parse_const(t, None))?;
    }
    let o = &mut c.p.heap[id];
    (o.ty, o.fields, o.items) = (ty, fields, items);
    Ok(())
}
