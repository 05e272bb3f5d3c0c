//! The text form of traces. It prints and it parses: `print(parse(print(t))) == print(t)`.
//!
//! ```text
//! # Loop 0 : loop with 5 ops
//! [p0, i1]
//! debug_merge_point('+<[>_+_<-]', 0)
//! i3 = getfield_gc_i(p0, descr=<FieldDescr Tape.position>)
//! i4 = int_lt(i3, i1)
//! guard_true(i4, descr=<Guard0>) [p0] @3:17[i1, p0] @4:2[i3]
//! jump(p0, i1, descr=<Loop0>)
//! ```
//! Numbers in names are the dense numbers of the values (on input any names will do, the first
//! letter gives the kind). Constants: integers, floats (`0.5`, `inf`, `floatbits(0x7ff8000000000001)`),
//! `ConstClass(symbol)` for named addresses, `ConstPtr(null)`, `ConstPtr(0x1000)` or `ConstPtr(symbol)`
//! for prebuilt objects, `ConstPtr(ptr12)` for entry 12 of the root table.
//!
//! Behind a guard stand its fail args (`_` = hole), then either its snapshot, one
//! `@jitcode:pc[slots]` per frame, outermost first, or its resume data:
//! `-> 3:17[$0, 5, v0] v0=struct(<SizeDescr W>, <FieldDescr W.x>=$1) pending(<FieldDescr T.pos>, $0, 7)`, where `$n` is
//! the n-th fail arg and `zero` a cleared slot. Values of virtualizables stand last in both: `vable(p0, 0=i3, 1.4=!p5)`, `vable1(…)`:
//! of the object `p0` field 0 and item 4 of array 1; `!` = memory does not hold it.
//!
//! Blank lines and lines starting with `;` are ignored.

use crate::descr::{DescrRef, DescrTable};
use crate::effects::DESCR;
use crate::hash::FxHashMap;
use crate::operand::{ConstValue, OpRef, RefConst};
use crate::resume::*;
use crate::trace::*;
use crate::{Kind, ResOp};
use alloc::boxed::Box;
use alloc::rc::Rc;
use alloc::string::{String, ToString};
use alloc::vec::Vec;
use core::fmt;
use core::fmt::Write as _;

/// Holds what is needed to print or parse names in traces.
#[derive(Clone, Copy)]
pub struct TextEnv<'a> {
    /// The descrs.
    pub descrs: &'a DescrTable,
    /// Named addresses.
    pub symbols: &'a SymbolNames,
}

/// A syntax error.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ParseError {
    /// 1-based line.
    pub line: usize,
    /// Says what is wrong.
    pub message: String,
}

impl fmt::Display for ParseError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "line {}: {}", self.line, self.message)
    }
}

impl core::error::Error for ParseError {}

// ---------------------------------------------------------------- printing

/// Text of a constant.
pub fn const_text(value: ConstValue, symbols: &SymbolNames) -> String {
    match value {
        ConstValue::Int(v) => match symbols.names.get(&v) {
            Some(name) => format!("ConstClass({name})"),
            None => match symbols.made.borrow().get(&v) {
                Some(name) => format!("ConstClass({name})"),
                None => v.to_string(),
            },
        },
        ConstValue::Float(bits) => {
            let x = f64::from_bits(bits);
            if x.is_nan() { format!("floatbits({bits:#x})") } else { format!("{x:?}") }
        }
        ConstValue::Ref(RefConst::Null) => "ConstPtr(null)".to_string(),
        ConstValue::Ref(r) if symbols.objects.borrow().contains_key(&r) => {
            format!("ConstPtr({})", symbols.objects.borrow()[&r])
        }
        ConstValue::Ref(RefConst::Rooted(n)) => format!("ConstPtr(ptr{n})"),
        ConstValue::Ref(RefConst::Prebuilt(a)) => match symbols.names.get(&(a as i64)) {
            Some(name) => format!("ConstPtr({name})"),
            None => format!("ConstPtr({a:#x})"),
        },
    }
}

/// Text of an operand.
fn operand_text(trace: &Trace, value: OpRef, symbols: &SymbolNames) -> String {
    match trace.const_value(value) {
        Some(c) => const_text(c, symbols),
        None => format!("{}{}", trace.kind(value).box_letter(), value.index()),
    }
}

fn quote(text: &str) -> String {
    let mut out = String::from("'");
    for c in text.chars() {
        match c {
            '\n' => out.push_str("\\n"),
            '\\' => out.push_str("\\\\"),
            '\'' => out.push_str("\\'"),
            c => out.push(c),
        }
    }
    out.push('\'');
    out
}

#[inline(never)]
fn descr_text(descr: DescrRef, env: TextEnv<'_>) -> String {
    format!("<{}>", env.descrs.name(descr))
}

#[inline(never)]
fn slot_text(slot: ResumeSlot, symbols: &SymbolNames) -> String {
    match slot {
        ResumeSlot::Const(c) => const_text(c, symbols),
        ResumeSlot::Box(n) => format!("${n}"),
        ResumeSlot::Virtual(n) => format!("v{n}"),
        ResumeSlot::Zero => "zero".to_string(),
    }
}

/// Text of resume data (what stands behind `->`); `jitcode` is what jitcodes are called.
pub fn resume_text(data: &ResumeData, env: TextEnv<'_>, jitcode: &dyn Fn(u32) -> String) -> String {
    let slot = |s: &ResumeSlot| slot_text(*s, env.symbols);
    let name = |d: &DescrRef| descr_text(*d, env);
    let mut parts = Vec::new();
    for frame in &data.frames {
        let slots: Vec<_> = frame.slots.iter().map(slot).collect();
        parts.push(format!("{}:{}[{}]", jitcode(frame.jitcode), frame.pc, slots.join(", ")));
    }
    for (n, virt) in data.virtuals.iter().enumerate() {
        let (what, descr, slots): (_, _, &[ResumeSlot]) = match &**virt {
            VirtualInfo::Struct { size, .. } => ("struct", size, &[]),
            VirtualInfo::Array { descr, items } => ("array", descr, items),
            VirtualInfo::ArrayStruct { descr, .. } => ("arraystruct", descr, &[]),
            VirtualInfo::Concat { descr, parts } => ("concat", descr, parts),
            VirtualInfo::Call { descr, args } => ("call", descr, args),
            VirtualInfo::Raw { descr, args, .. } => ("raw", descr, args),
            VirtualInfo::Slice { descr, parts } => ("slice", descr, parts),
        };
        let mut items = vec![name(descr)];
        slots.iter().for_each(|s| items.push(slot(s)));
        match &**virt {
            VirtualInfo::Struct { fields, .. } => {
                fields.iter().for_each(|(d, s)| items.push(format!("{}={}", name(d), slot(s))));
            }
            VirtualInfo::ArrayStruct { length, fields, .. } => {
                items.push(length.to_string());
                for (i, d, s) in fields {
                    items.push(format!("{i} {}={}", name(d), slot(s)));
                }
            }
            VirtualInfo::Raw { writes, .. } => {
                for (op, d, index, s) in writes {
                    let index = index.map_or(String::new(), |n| format!(" {n}"));
                    items.push(format!("{op} {}{index}={}", name(d), slot(s)));
                }
            }
            _ => {}
        }
        parts.push(format!("v{n}={what}({})", items.join(", ")));
    }
    for p in &data.pending {
        let index = p.index.map_or(String::new(), |i| format!("[{}], ", slot(&i)));
        let (object, value) = (slot(&p.object), slot(&p.value));
        parts.push(format!("pending({}, {object}, {index}{value})", name(&p.descr)));
    }
    parts.extend(data.vables.iter().map(|vable| vable_text(vable, slot)));
    if !data.vrefs.is_empty() {
        parts.push(vrefs_text(&data.vrefs, slot));
    }
    if let Some(left) = &data.marks {
        let marks: Vec<String> = left.marks.iter().map(u32::to_string).collect();
        parts.push(format!("marks({}, {})", left.class, marks.join(", ")));
    }
    parts.extend(data.known.iter().map(|fact| format!("known({})", fact_text(fact, slot, name))));
    parts.join(" ")
}

fn fact_text<T>(
    fact: &Fact<T>,
    text: impl Fn(&T) -> String,
    name: impl Fn(&DescrRef) -> String,
) -> String {
    match fact {
        Fact::Field(d, a, b) => format!("field {}, {}, {}", name(d), text(a), text(b)),
        Fact::Item(d, a, b, c) => {
            format!("item {}, {}, {}, {}", name(d), text(a), text(b), text(c))
        }
        Fact::Length(d, a, b) => format!("length {}, {}, {}", name(d), text(a), text(b)),
        Fact::Object(a, class, min) => {
            let class = class.map_or(String::new(), |c| format!(", class {c}"));
            let min = min.map_or(String::new(), |(d, n)| format!(", items {}, {n}", name(&d)));
            format!("object {}{class}{min}", text(a))
        }
        Fact::Bound(a, lo, hi) => format!("bound {}, {lo}, {hi}", text(a)),
        Fact::Difference(a, b, d) => format!("difference {}, {}, {d}", text(a), text(b)),
        Fact::Sum(a, b, k) => format!("sum {}, {}, {k}", text(a), text(b)),
        Fact::Test(op, args, value) => {
            let args: Vec<_> = args.iter().map(text).collect();
            format!("test {op}, {}, {}", *value as u8, args.join(", "))
        }
    }
}

fn vable_text<T>(vable: &VableState<T>, text: impl Fn(&T) -> String) -> String {
    let which = if vable.which == 0 { String::new() } else { vable.which.to_string() };
    let mut out = format!("vable{which}({}", text(&vable.object));
    for v in &vable.values {
        let _ = match v.place {
            VablePlace::Field(n) => write!(out, ", {n}="),
            VablePlace::Item(array, n) => write!(out, ", {array}.{n}="),
        };
        let _ = write!(out, "{}{}", if v.dirty { "!" } else { "" }, text(&v.value));
    }
    out.push(')');
    out
}

fn vrefs_text<T>(vrefs: &[(T, T)], text: impl Fn(&T) -> String) -> String {
    let pairs: Vec<String> =
        vrefs.iter().map(|v| format!("{}={}", text(&v.0), text(&v.1))).collect();
    format!("vrefs({})", pairs.join(", "))
}

/// Text of one operation.
pub fn op_text(trace: &Trace, index: usize, env: TextEnv<'_>) -> String {
    let op = &trace.ops[index];
    let operand = |v: OpRef| operand_text(trace, v, env.symbols);
    let mut out = String::new();
    let result = trace.op_ref(index);
    if op.opnum.result() != Kind::Void {
        let _ = write!(out, "{} = ", operand(result));
    }
    let mut args: Vec<String> = op.args.iter().map(|&a| operand(a)).collect();
    if matches!(op.opnum, ResOp::DebugMergePoint | ResOp::JitDebug)
        && let Some(text) =
            trace.int_value(op.args[0]).and_then(|n| trace.strings.get(usize::try_from(n).ok()?))
    {
        args[0] = quote(text);
    }
    match op.descr {
        OpDescr::None => {}
        OpDescr::Descr(descr) => args.push(format!("descr=<{}>", env.descrs.name(descr))),
        OpDescr::Guard(guard) => args.push(format!("descr=<Guard{}>", guard.0)),
        OpDescr::Token(cell) if op.opnum.is_call_assembler() => {
            args.push(format!("descr=<Cell{}>", cell.0));
        }
        OpDescr::Token(token) => args.push(format!("descr=<Loop{}>", token.0)),
    }
    let _ = write!(out, "{}({})", op.opnum, args.join(", "));
    if let OpDescr::Guard(guard) = op.descr
        && let Some(info) = trace.guards.get(guard.0 as usize)
    {
        let fail: Vec<_> =
            info.fail_args.iter().map(|a| a.map_or("_".to_string(), operand)).collect();
        let _ = write!(out, " [{}]", fail.join(", "));
        if let Some(top) = info.snapshot {
            for frame in trace.snapshot_frames(top) {
                let slots: Vec<_> = frame.slots.iter().map(|&s| operand(s)).collect();
                let _ = write!(out, " @{}:{}[{}]", frame.jitcode, frame.pc, slots.join(", "));
            }
        }
        for vable in info.vables.into_iter().flat_map(|n| &trace.vables[n as usize]) {
            let _ = write!(out, " {}", vable_text(vable, |v| operand(*v)));
        }
        if let Some(vrefs) = info.vrefs {
            let _ = write!(out, " {}", vrefs_text(&trace.vrefs[vrefs as usize], |v| operand(*v)));
        }
        if let Some(resume) = &info.resume {
            let _ = write!(out, " -> {}", resume_text(resume, env, &|n| n.to_string()));
        }
    }
    out
}

/// Text of a trace.
pub fn print_trace(trace: &Trace, env: TextEnv<'_>) -> String {
    let mut out = String::from("# ");
    if !trace.name.is_empty() {
        let _ = write!(out, "{} with ", trace.name);
    }
    let _ = writeln!(out, "{} ops", trace.ops.len());
    let args: Vec<_> = trace.inputarg_refs().map(|a| operand_text(trace, a, env.symbols)).collect();
    let _ = writeln!(out, "[{}]", args.join(", "));
    for index in 0..trace.ops.len() {
        out.push_str(&op_text(trace, index, env));
        out.push('\n');
    }
    out
}

// ---------------------------------------------------------------- parsing

/// Splits one line into tokens: words, punctuation, `<...>`, `'...'`.
pub(crate) struct Scanner<'a> {
    rest: &'a str,
    line: usize,
}

impl<'a> Scanner<'a> {
    pub(crate) fn new(rest: &'a str, line: usize) -> Self {
        Scanner { rest, line }
    }

    pub(crate) fn error<T>(&self, message: impl Into<String>) -> Result<T, ParseError> {
        Err(ParseError { line: self.line, message: message.into() })
    }

    fn skip(&mut self) {
        self.rest = self.rest.trim_start();
    }

    pub(crate) fn at_end(&mut self) -> bool {
        self.skip();
        self.rest.is_empty()
    }

    /// Consumes `text` if it comes next.
    pub(crate) fn eat(&mut self, text: &str) -> bool {
        self.skip();
        match self.rest.strip_prefix(text) {
            Some(rest) => {
                self.rest = rest;
                true
            }
            None => false,
        }
    }

    pub(crate) fn expect(&mut self, text: &str) -> Result<(), ParseError> {
        if self.eat(text) {
            return Ok(());
        }
        self.error(format!("'{text}' expected before '{}'", self.rest))
    }

    /// Letters, digits, `_`, `.`, `-`, `+`, `$`.
    pub(crate) fn word(&mut self) -> Result<&'a str, ParseError> {
        self.skip();
        let is_word = |c: char| c.is_alphanumeric() || "_.-+$".contains(c);
        let end = self.rest.find(|c| !is_word(c)).unwrap_or(self.rest.len());
        if end == 0 {
            return self.error(format!("name or number expected before '{}'", self.rest));
        }
        let (word, rest) = self.rest.split_at(end);
        self.rest = rest;
        Ok(word)
    }

    pub(crate) fn number<T: core::str::FromStr>(&mut self) -> Result<T, ParseError> {
        let word = self.word()?;
        word.parse().or_else(|_| self.error(format!("number expected, not '{word}'")))
    }

    /// The text between `<` and `>`; names may contain balanced `<>`.
    pub(crate) fn angle(&mut self) -> Result<&'a str, ParseError> {
        self.expect("<")?;
        let mut depth = 1;
        for (at, c) in self.rest.char_indices() {
            depth += (c == '<') as i32 - (c == '>') as i32;
            if depth == 0 {
                let inner = &self.rest[..at];
                self.rest = &self.rest[at + 1..];
                return Ok(inner);
            }
        }
        self.error("'>' expected")
    }

    fn quoted(&mut self) -> Result<String, ParseError> {
        self.expect("'")?;
        let mut out = String::new();
        let mut chars = self.rest.char_indices();
        while let Some((at, c)) = chars.next() {
            match c {
                '\'' => {
                    self.rest = &self.rest[at + 1..];
                    return Ok(out);
                }
                '\\' => match chars.next() {
                    Some((_, 'n')) => out.push('\n'),
                    Some((_, c)) => out.push(c),
                    None => break,
                },
                c => out.push(c),
            }
        }
        self.error("\"'\" expected")
    }

    /// Items separated by commas, up to `close` (consumed).
    fn list(
        &mut self,
        close: &str,
        mut item: impl FnMut(&mut Self) -> Result<(), ParseError>,
    ) -> Result<(), ParseError> {
        if self.eat(close) {
            return Ok(());
        }
        loop {
            item(self)?;
            if self.eat(close) {
                return Ok(());
            }
            self.expect(",")?;
        }
    }
}

struct Parser<'e> {
    env: TextEnv<'e>,
    trace: Trace,
    names: FxHashMap<String, OpRef>,
    frames: FxHashMap<SnapshotFrame, FrameRef>,
}

fn is_numeral(word: &str) -> bool {
    word.trim_start_matches(['-', '+']).starts_with(|c: char| c.is_ascii_digit())
}

impl Parser<'_> {
    fn constant(&self, s: &mut Scanner<'_>) -> Result<Option<ConstValue>, ParseError> {
        let before = s.rest;
        s.skip();
        if s.eat("ConstClass(") {
            let word = s.word()?;
            s.expect(")")?;
            return match self.env.symbols.address(word) {
                Some(address) => Ok(Some(ConstValue::Int(address))),
                None => s.error(format!("unknown symbol '{word}'")),
            };
        }
        if s.eat("ConstPtr(") {
            let word = s.word()?;
            s.expect(")")?;
            let hex = word.strip_prefix("0x").and_then(|h| u64::from_str_radix(h, 16).ok());
            let rooted = word.strip_prefix("ptr").and_then(|n| n.parse().ok());
            let value = if word == "null" {
                RefConst::Null
            } else if let Some(address) = hex {
                RefConst::Prebuilt(address)
            } else if let Some(index) = rooted {
                RefConst::Rooted(index)
            } else if let Some(address) = self.env.symbols.address(word) {
                RefConst::Prebuilt(address as u64)
            } else {
                return s.error(format!("unknown object '{word}'"));
            };
            return Ok(Some(ConstValue::Ref(value)));
        }
        if s.eat("floatbits(") {
            let word = s.word()?;
            s.expect(")")?;
            let bits = word.strip_prefix("0x").and_then(|h| u64::from_str_radix(h, 16).ok());
            return match bits {
                Some(bits) => Ok(Some(ConstValue::Float(bits))),
                None => s.error("hexadecimal number expected"),
            };
        }
        let word = s.word()?;
        if word == "inf" || word == "-inf" || is_numeral(word) {
            if let Ok(value) = word.parse::<i64>() {
                return Ok(Some(ConstValue::Int(value)));
            }
            return match word.parse::<f64>() {
                Ok(value) => Ok(Some(ConstValue::Float(value.to_bits()))),
                Err(_) => s.error(format!("bad number '{word}'")),
            };
        }
        s.rest = before;
        Ok(None)
    }

    fn operand(&mut self, s: &mut Scanner<'_>) -> Result<OpRef, ParseError> {
        if let Some(value) = self.constant(s)? {
            return Ok(self.trace.constant(value));
        }
        let word = s.word()?;
        match self.names.get(word) {
            Some(&value) => Ok(value),
            None => s.error(format!("'{word}' is not defined")),
        }
    }

    fn fact(&mut self, s: &mut Scanner<'_>) -> Result<Fact<ResumeSlot>, ParseError> {
        fn then<T>(s: &mut Scanner<'_>, value: T) -> Result<T, ParseError> {
            s.expect(",")?;
            Ok(value)
        }
        let sort = s.word()?;
        Ok(match sort {
            "field" | "item" | "length" => {
                let d = self.descr(s)?;
                let a = then(s, d).and_then(|_| self.slot(s))?;
                let b = then(s, a).and_then(|_| self.slot(s))?;
                match sort {
                    "field" => Fact::Field(d, a, b),
                    "length" => Fact::Length(d, a, b),
                    _ => Fact::Item(d, a, b, then(s, b).and_then(|_| self.slot(s))?),
                }
            }
            "object" => {
                let a = self.slot(s)?;
                let (mut class, mut min) = (None, None);
                while s.eat(",") {
                    if s.eat("class") {
                        class = Some(s.number()?);
                    } else {
                        s.expect("items")?;
                        let d = self.descr(s)?;
                        min = Some((d, then(s, d).and_then(|_| s.number())?));
                    }
                }
                Fact::Object(a, class, min)
            }
            "bound" => {
                let a = self.slot(s)?;
                let lo = then(s, a).and_then(|_| s.number())?;
                Fact::Bound(a, lo, then(s, a).and_then(|_| s.number())?)
            }
            "difference" => {
                let a = self.slot(s)?;
                let b = then(s, a).and_then(|_| self.slot(s))?;
                Fact::Difference(a, b, then(s, b).and_then(|_| s.number())?)
            }
            "sum" => {
                let a = self.slot(s)?;
                let b = then(s, a).and_then(|_| self.slot(s))?;
                Fact::Sum(a, b, then(s, b).and_then(|_| s.number())?)
            }
            "test" => {
                let Some(op) = ResOp::by_name(s.word()?) else {
                    return s.error("operation expected");
                };
                let value = then(s, op).and_then(|_| s.number::<u8>())? != 0;
                let mut args = vec![];
                while s.eat(",") {
                    args.push(self.slot(s)?);
                }
                Fact::Test(op, args, value)
            }
            _ => return s.error(format!("fact expected, not '{sort}'")),
        })
    }

    fn slot(&mut self, s: &mut Scanner<'_>) -> Result<ResumeSlot, ParseError> {
        if let Some(value) = self.constant(s)? {
            return Ok(ResumeSlot::Const(value));
        }
        let word = s.word()?;
        let numbered = |prefix: char| word.strip_prefix(prefix).and_then(|n| n.parse().ok());
        if word == "zero" {
            Ok(ResumeSlot::Zero)
        } else if let Some(n) = numbered('$') {
            Ok(ResumeSlot::Box(n))
        } else if let Some(n) = numbered('v') {
            Ok(ResumeSlot::Virtual(n))
        } else {
            s.error(format!("resume slot expected, not '{word}'"))
        }
    }

    fn descr(&self, s: &mut Scanner<'_>) -> Result<DescrRef, ParseError> {
        let name = s.angle()?;
        match self.env.descrs.by_name(name) {
            Some(descr) => Ok(descr),
            None => s.error(format!("unknown descr <{name}>")),
        }
    }

    fn define(&mut self, name: &str, kind: Kind, value: OpRef) -> Result<(), String> {
        if !name.starts_with(kind.box_letter()) {
            return Err(format!(
                "'{name}': the name of a {kind} starts with {}",
                kind.box_letter()
            ));
        }
        if self.names.insert(name.to_string(), value).is_some() {
            return Err(format!("'{name}' is defined twice"));
        }
        Ok(())
    }

    fn inputargs(&mut self, s: &mut Scanner<'_>) -> Result<(), ParseError> {
        let mut names = Vec::new();
        s.list("]", |s| {
            names.push(s.word()?.to_string());
            Ok(())
        })?;
        for (n, name) in names.iter().enumerate() {
            let kind = match name.chars().next() {
                Some('p') => Kind::Ref,
                Some('f') => Kind::Float,
                Some('i') => Kind::Int,
                _ => return s.error(format!("'{name}': a name starts with i, p or f")),
            };
            self.trace.inputargs.push(kind);
            let defined = self.define(name, kind, OpRef::value(n));
            defined.or_else(|m| s.error(m))?;
        }
        Ok(())
    }

    fn operation(&mut self, s: &mut Scanner<'_>) -> Result<(), ParseError> {
        let mut word = s.word()?;
        let mut result = None;
        if s.eat("=") {
            result = Some(word);
            word = s.word()?;
        }
        let Some(opnum) = ResOp::by_name(word) else {
            return s.error(format!("unknown operation '{word}'"));
        };
        let mut op = Op::new(opnum, &[]);
        s.expect("(")?;
        let this = &mut *self;
        let op_mut = &mut op;
        s.list(")", |s| {
            s.skip();
            if s.rest.starts_with('\'') {
                let text = s.quoted()?;
                let index = this.trace.strings.len() as i64;
                this.trace.strings.push(text);
                op_mut.args.push(this.trace.const_int(index));
            } else if s.eat("descr=") {
                let before = s.rest;
                let name = s.angle()?;
                let numbered =
                    |prefix: &str| name.strip_prefix(prefix).and_then(|n| n.parse().ok());
                op_mut.descr = if opnum.is_guard() {
                    OpDescr::None
                } else if opnum.has(DESCR) {
                    s.rest = before;
                    OpDescr::Descr(this.descr(s)?)
                } else if let Some(token) = numbered("Loop").or(numbered("Cell")) {
                    OpDescr::Token(TokenId(token))
                } else {
                    return s.error(format!("unknown descr <{name}>"));
                };
            } else {
                let arg = this.operand(s)?;
                op_mut.args.push(arg);
            }
            Ok(())
        })?;
        if opnum.is_guard() {
            op.descr = OpDescr::Guard(GuardId(self.trace.guards.len() as u32));
            let info = self.guard_info(s)?;
            self.trace.guards.push(info);
        }
        let value = self.trace.push(op);
        match (result, opnum.result()) {
            (None, Kind::Void) => {}
            (Some(_), Kind::Void) => return s.error(format!("{opnum} has no result")),
            (None, _) => return s.error(format!("{opnum} has a result: name it")),
            (Some(name), kind) => self.define(name, kind, value).or_else(|m| s.error(m))?,
        }
        if !s.at_end() {
            return s.error(format!("unexpected '{}'", s.rest));
        }
        Ok(())
    }

    fn guard_info(&mut self, s: &mut Scanner<'_>) -> Result<GuardInfo, ParseError> {
        let mut info = GuardInfo::default();
        if s.eat("[") {
            s.list("]", |s| {
                let arg = if s.eat("_") { None } else { Some(self.operand(s)?) };
                info.fail_args.push(arg);
                Ok(())
            })?;
        }
        while s.eat("@") {
            let (jitcode, pc) = (s.number()?, self.colon_number(s)?);
            let mut slots = Vec::new();
            s.expect("[")?;
            s.list("]", |s| {
                slots.push(self.operand(s)?);
                Ok(())
            })?;
            let frame = SnapshotFrame { parent: info.snapshot, jitcode, pc, slots };
            let known = self.frames.get(&frame).copied();
            info.snapshot = Some(known.unwrap_or_else(|| {
                let index = self.trace.add_snapshot(frame.clone());
                self.frames.insert(frame, index);
                index
            }));
        }
        let mut vables = Vec::new();
        while s.eat("vable") {
            vables.push(self.vable(s, Self::operand)?);
        }
        if !vables.is_empty() {
            info.vables = Some(self.trace.vables.len() as u32);
            self.trace.vables.push(vables);
        }
        if s.eat("vrefs(") {
            let vrefs = self.vrefs(s, Self::operand)?;
            info.vrefs = Some(self.trace.vrefs.len() as u32);
            self.trace.vrefs.push(vrefs);
        }
        if s.eat("->") {
            info.resume = Some(Box::new(self.resume(s)?));
        }
        Ok(info)
    }

    /// Parses what stands behind `vable`.
    fn vable<T>(
        &mut self,
        s: &mut Scanner<'_>,
        read: impl Fn(&mut Self, &mut Scanner<'_>) -> Result<T, ParseError>,
    ) -> Result<VableState<T>, ParseError> {
        let mut which = 0;
        if !s.eat("(") {
            which = s.number()?;
            s.expect("(")?;
        }
        let object = read(self, s)?;
        let mut values = Vec::new();
        while s.eat(",") {
            let word = s.word()?;
            let number = |text: &str| text.parse::<u32>().ok();
            let place = match word.split_once('.') {
                None => number(word).map(VablePlace::Field),
                Some((array, item)) => number(array)
                    .zip(number(item))
                    .map(|(array, item)| VablePlace::Item(array, item)),
            };
            let Some(place) = place else {
                return s.error(format!("place of a virtualizable expected, not '{word}'"));
            };
            s.expect("=")?;
            let dirty = s.eat("!");
            values.push(VableValue { place, dirty, value: read(self, s)? });
        }
        s.expect(")")?;
        Ok(VableState { which, object, values })
    }

    /// Parses what stands behind `vrefs(`.
    fn vrefs<T>(
        &mut self,
        s: &mut Scanner<'_>,
        read: impl Fn(&mut Self, &mut Scanner<'_>) -> Result<T, ParseError>,
    ) -> Result<Vec<(T, T)>, ParseError> {
        let mut vrefs = Vec::new();
        loop {
            let vref = read(self, s)?;
            s.expect("=")?;
            vrefs.push((vref, read(self, s)?));
            if !s.eat(",") {
                s.expect(")")?;
                return Ok(vrefs);
            }
        }
    }

    fn colon_number(&self, s: &mut Scanner<'_>) -> Result<u32, ParseError> {
        s.expect(":")?;
        s.number()
    }

    /// Parses what comes behind the descr of a virtual.
    fn virtual_info(
        &mut self,
        s: &mut Scanner<'_>,
        what: &str,
        descr: DescrRef,
    ) -> Result<VirtualInfo, ParseError> {
        let more = |s: &mut Scanner<'_>| s.eat(",");
        Ok(match what {
            "struct" => {
                let mut fields = Vec::new();
                while more(s) {
                    let field = self.descr(s)?;
                    s.expect("=")?;
                    fields.push((field, self.slot(s)?));
                }
                VirtualInfo::Struct { size: descr, fields }
            }
            "array" => {
                let mut items = Vec::new();
                while more(s) {
                    items.push(self.slot(s)?);
                }
                VirtualInfo::Array { descr, items }
            }
            "arraystruct" => {
                s.expect(",")?;
                let length = s.number()?;
                let mut fields = Vec::new();
                while more(s) {
                    let index = s.number()?;
                    let field = self.descr(s)?;
                    s.expect("=")?;
                    fields.push((index, field, self.slot(s)?));
                }
                VirtualInfo::ArrayStruct { descr, length, fields }
            }
            "call" => {
                let mut args = Vec::new();
                while more(s) {
                    args.push(self.slot(s)?);
                }
                VirtualInfo::Call { descr, args }
            }
            "raw" => {
                let (mut args, mut writes) = (Vec::new(), Vec::new());
                while more(s) {
                    let ops = [ResOp::SetfieldRaw, ResOp::SetarrayitemRaw, ResOp::RawStore];
                    let Some(op) = ops.into_iter().find(|op| s.eat(op.name())) else {
                        args.push(self.slot(s)?);
                        continue;
                    };
                    let field = self.descr(s)?;
                    let index = match op {
                        ResOp::SetfieldRaw => None,
                        _ => Some(s.number()?),
                    };
                    s.expect("=")?;
                    writes.push((op, field, index, self.slot(s)?));
                }
                VirtualInfo::Raw { descr, args, writes }
            }
            "concat" => {
                let mut part = || {
                    s.expect(",")?;
                    self.slot(s)
                };
                VirtualInfo::Concat { descr, parts: [part()?, part()?] }
            }
            "slice" => {
                let mut part = || {
                    s.expect(",")?;
                    self.slot(s)
                };
                VirtualInfo::Slice { descr, parts: [part()?, part()?, part()?] }
            }
            other => return s.error(format!("unknown virtual '{other}'")),
        })
    }

    fn resume(&mut self, s: &mut Scanner<'_>) -> Result<ResumeData, ParseError> {
        let mut data = ResumeData::default();
        while !s.at_end() {
            if s.eat("pending(") {
                let descr = self.descr(s)?;
                s.expect(",")?;
                let object = self.slot(s)?;
                s.expect(",")?;
                let mut index = None;
                if s.eat("[") {
                    index = Some(self.slot(s)?);
                    s.expect("]")?;
                    s.expect(",")?;
                }
                let value = self.slot(s)?;
                s.expect(")")?;
                data.pending.push(PendingWrite { descr, object, index, value });
                continue;
            }
            if s.eat("known(") {
                data.known.push(self.fact(s)?);
                s.expect(")")?;
                continue;
            }
            if s.eat("marks(") {
                let (class, mut marks) = (s.number()?, vec![]);
                while s.eat(",") {
                    marks.push(s.number()?);
                }
                s.expect(")")?;
                data.marks = Some(Rc::new(LeftMarks { class, marks }));
                continue;
            }
            if s.eat("vable") {
                data.vables.push(self.vable(s, Self::slot)?);
                continue;
            }
            if s.eat("vrefs(") {
                data.vrefs = self.vrefs(s, Self::slot)?;
                continue;
            }
            let word = s.word()?;
            if word.starts_with('v') {
                s.expect("=")?;
                let what = s.word()?;
                s.expect("(")?;
                let descr = self.descr(s)?;
                let virt = self.virtual_info(s, what, descr)?;
                s.expect(")")?;
                data.virtuals.push(Rc::new(virt));
            } else {
                let Ok(jitcode) = word.parse() else {
                    return s.error(format!("frame expected, not '{word}'"));
                };
                let pc = self.colon_number(s)?;
                let mut slots = Vec::new();
                s.expect("[")?;
                s.list("]", |s| {
                    slots.push(self.slot(s)?);
                    Ok(())
                })?;
                data.frames.push(ResumeFrame { jitcode, pc, slots });
            }
        }
        Ok(data)
    }
}

/// Parses the text of one trace.
pub fn parse_trace(text: &str, env: TextEnv<'_>) -> Result<Trace, ParseError> {
    let mut parser = Parser {
        env,
        trace: Trace::default(),
        names: FxHashMap::default(),
        frames: FxHashMap::default(),
    };
    let mut seen_inputargs = false;
    for (n, line) in text.lines().enumerate() {
        let line = line.trim();
        if line.is_empty() || line.starts_with(';') {
            continue;
        }
        if let Some(header) = line.strip_prefix('#') {
            let header = header.trim();
            parser.trace.name = match header.strip_suffix(" ops") {
                Some(rest) if rest.parse::<usize>().is_ok() => "",
                Some(rest) => rest.rsplit_once(" with ").map_or(header, |(name, _)| name),
                None => header,
            }
            .to_string();
            continue;
        }
        let mut s = Scanner::new(line, n + 1);
        if !seen_inputargs {
            s.expect("[")?;
            parser.inputargs(&mut s)?;
            seen_inputargs = true;
        } else {
            parser.operation(&mut s)?;
        }
    }
    parser.trace.verify().map_err(|message| ParseError { line: 0, message })?;
    Ok(parser.trace)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::decl::Declarations;

    const DECLS: &str = "
        struct Object { typeptr: int immutable }
        struct Tape(Object) vtable=Tape_vtable { thetape: ref; position: int }
        array Signed int
        arraystruct Entry { key: ref; value: int }
        call lookup(r, i) -> i elidable_can_raise collect
        call f(i) -> v can_raise reads(FieldDescr Tape.position) writes(ArrayDescr Signed)
    ";

    const TEXT: &str = "\
# Loop 0 : loop with 14 ops
[p0, i1, f2]
debug_merge_point('+<[>_\\'+_<-]', 0)
guard_class(p0, ConstClass(Tape_vtable), descr=<Guard0>) [p0, _, i1] @3:17[i1, p0, 7] @4:2[f2] vable(p0, 0=!5, 1=i1, 2.10=!f2)
i5 = getfield_gc_i(p0, descr=<FieldDescr Tape.position>)
i6 = int_add_ovf(i5, -1)
guard_no_overflow(descr=<Guard1>) [i5, i6] -> 3:17[$0, ConstPtr(ptr3), v0] 4:2[zero] v0=struct(<SizeDescr Tape>, <FieldDescr Tape.position>=$1, <FieldDescr Tape.thetape>=v1) v1=array(<ArrayDescr Signed>, 3, $1) v2=arraystruct(<ArrayDescr Entry>, 2, 1 <InteriorFieldDescr Entry.key>=v0) pending(<FieldDescr Tape.position>, v0, 5) pending(<ArrayDescr Signed>, $0, [4], $1) vable($0, 0=$1, 1.3=!v0)
i8 = call_i(ConstClass(lookup), p0, i6, descr=<CallDescr lookup>)
p9 = guard_exception(ConstClass(Tape_vtable), descr=<Guard2>) []
f10 = float_add(f2, 1.5)
f11 = float_mul(f10, floatbits(0x7ff8000000000001))
f12 = float_mul(f10, -inf)
setarrayitem_gc(ConstPtr(0x1234), i8, i5, descr=<ArrayDescr Signed>)
p14 = getinteriorfield_gc_r(ConstPtr(null), 1, descr=<InteriorFieldDescr Entry.key>)
label(p0, i8, f12, descr=<Loop7>)
jump(p0, i8, f12, descr=<Loop7>)
";

    fn env_text() -> Declarations {
        let mut decls = Declarations::default();
        decls.parse(DECLS).unwrap();
        decls.symbol("lookup");
        decls
    }

    #[test]
    fn print_of_parse_is_the_text() {
        let decls = env_text();
        let trace = parse_trace(TEXT, decls.env()).unwrap();
        assert_eq!(print_trace(&trace, decls.env()), TEXT);
    }

    #[test]
    fn errors_have_lines() {
        let decls = env_text();
        let error = |text: &str| parse_trace(text, decls.env()).unwrap_err().to_string();
        assert_eq!(error("[i0]\ni1 = int_add(i0, i9)"), "line 2: 'i9' is not defined");
        assert_eq!(error("[i0]\nfoo(i0)"), "line 2: unknown operation 'foo'");
        assert!(error("[i0]\ni1 = int_add(i0)\n").contains("1 arguments"));
        assert!(error("[p0]\ni1 = int_add(p0, 1)\n").contains("not of kind int"));
    }

    #[test]
    fn program_blob_round_trip() {
        let decls = env_text();
        let program = crate::JitProgram { descrs: decls.descrs.clone(), ..Default::default() };
        let bytes: &'static [u8] = program.to_bytes().leak();
        let read = crate::JitProgram::from_bytes(bytes).unwrap();
        assert!(read.descrs.iter().eq(program.descrs.iter()));
        assert_eq!(read.to_bytes(), bytes);
        for cut in 0..bytes.len() {
            assert!(crate::JitProgram::from_bytes(&bytes[..cut]).is_err());
        }
    }
}
