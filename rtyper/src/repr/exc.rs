//! What exceptions remember of their arguments, for `str(e)`, `e.args` and the end of a traceback.
//!
//! Every exception has three fields: `exc_kind` says what the arguments are, `exc_text` holds one that is a string,
//! `exc_word` one that is a number. Nothing is computed when an exception is made; only arguments that do not fit (several of one
//! sort, lists, …) are made into text at once. An exception of a built-in class with constant arguments is a prebuilt object.
//! `ll_exc.rpy` reads the fields.

use crate::graph::cx::{Cx, konst};
use crate::helpers::Unknown;
use crate::repr::{Repr, ReprId};
use crate::{RTyper, Res, error};
use annotator::{ArgSource, ClassDefId, Kind};
use flowmodel::diag::Span;
use flowmodel::{
    Const, Field, FuncId, HeapObject, Hl, HlOp, HostRef, LlOp, LlValue, Mutability, ObjId,
    SpaceOperation, Type,
};
use flowspace::host::generation;
use rustc_hash::{FxHashMap, FxHashSet};

/// Sorts of an argument: four bits each of `exc_kind`, the first argument's lowest.
pub(crate) const TEXT: i64 = 1;
const INT: i64 = 2;
const BOOL: i64 = 3;
pub(crate) const FLOAT: i64 = 4;
const NONE: i64 = 5;
/// The text holds all the arguments (`packed` in ll_exc.rpy); their number stands from bit `COUNT` on.
pub(crate) const PACKED: i64 = 6;
/// The text shows the only argument.
const ONE: i64 = 7;
/// The argument is the object `exc_key`, whose text the function `exc_show` makes (keys of dicts that are no strings or numbers).
pub(crate) const KEY: i64 = 8;
/// `str()` shows a single argument as `repr()` does (KeyError).
pub(crate) const AS_REPR: i64 = 1 << 8;
/// Number of packed arguments.
const COUNT: i64 = 12;
/// The object is the one that helpers raise each time.
const REUSE: i64 = 1 << 10;
/// `str()` does not show the arguments. Packed number, text and (as `repr()` shows it) file name of an OSError; only the first two
/// are arguments. Or the five arguments of an error of a codec, and the text.
pub(crate) const OWN_TEXT: i64 = 1 << 11;
/// Ends the program (SystemExit).
const EXIT: i64 = 1 << 9;

/// The classes that an `OSError` can turn out to be of (`ll_oserror_class`).
pub(crate) const OS_ERRORS: &[&str] = &[
    "FileNotFoundError",
    "FileExistsError",
    "PermissionError",
    "IsADirectoryError",
    "NotADirectoryError",
    "InterruptedError",
    "TimeoutError",
    "BlockingIOError",
    "ChildProcessError",
    "ProcessLookupError",
    "BrokenPipeError",
    "ConnectionAbortedError",
    "ConnectionRefusedError",
    "ConnectionResetError",
];

/// Exceptions of helpers with arguments that are not constant: one object for all.
const REUSED: &[&str] = &["KeyError", "AttributeError", "TypeError"];

/// When texts are made of arguments that do not fit.
#[derive(Clone, Copy, PartialEq)]
enum Texts {
    /// When the exception is made.
    Now,
    /// When it ends the program: it keeps the arguments.
    Later,
    /// They are forgotten.
    Never,
}

/// Values of the three fields.
pub(crate) struct Remembered {
    kind: i64,
    text: Option<LlValue>,
    word: Option<LlValue>,
    key: Option<(LlValue, LlValue)>,
}

/// A prebuilt exception with arguments: object, class, kind, text, word.
pub(crate) type Made = (ObjId, ClassDefId, i64, Option<Const>, Option<Const>);

/// The exceptions of the program.
#[derive(Default)]
pub(crate) struct Exceptions {
    /// Prebuilt ones with arguments.
    pub made: Vec<Made>,
    /// What those that the program makes remember: values of `exc_kind`.
    pub kinds: FxHashSet<i64>,
    /// Functions that make the texts of keys.
    pub key_texts: FxHashMap<ReprId, Option<FuncId>>,
}

impl RTyper<'_> {
    /// The fields of BaseException.
    pub(crate) fn exc_fields(&mut self) -> Vec<Field> {
        let show = self.show_type();
        let field =
            |name: &str, ty| Field { name: name.into(), ty, mutability: Mutability::Mutable };
        vec![
            field("exc_kind", Type::Signed),
            field("exc_text", Type::Ptr(self.layouts.string)),
            field("exc_word", Type::Signed),
            field("exc_key", Type::GcRef),
            field("exc_show", show),
        ]
    }

    /// Type of the functions that make the texts of keys.
    fn show_type(&mut self) -> Type {
        Type::FuncPtr(self.ann.types.func(vec![Type::GcRef], Type::Ptr(self.layouts.string)))
    }

    /// The function that makes the text of a key, `None` if an exception holds the key itself or nothing is known of it.
    pub(crate) fn key_show(&mut self, r: ReprId) -> Res<Option<LlValue>> {
        let ty = self.lltype(r)?;
        let shown = match self.repr(r) {
            Repr::Tuple(items) => !items.is_empty(),
            Repr::Unicode | Repr::Set(_) | Repr::Instance(_) => true,
            _ => false,
        };
        if !shown || !matches!(ty, Type::Ptr(_)) {
            return Ok(None);
        }
        let known = self.key_has_text(r)?;
        self.show_fn(r, known)
    }

    /// The same for arguments of exceptions.
    fn kept_show(&mut self, r: ReprId) -> Res<Option<LlValue>> {
        match self.lltype(r)? {
            Type::Ptr(_) => self.show_fn(r, true),
            _ => Ok(None),
        }
    }

    fn show_fn(&mut self, r: ReprId, known: bool) -> Res<Option<LlValue>> {
        let ty = self.lltype(r)?;
        if let Some(f) = self.exceptions.key_texts.get(&r) {
            return Ok(f.map(|f| konst(Const::Func(f))));
        }
        if !known {
            self.exceptions.key_texts.insert(r, None);
            return Ok(None);
        }
        let Ok(text) = self.str_fn(r, Unknown::AsObject) else {
            // Something in it has a `__repr__` that nobody calls, so that it was not looked at: the exception is shown without.
            self.exceptions.key_texts.insert(r, None);
            return Ok(None);
        };
        let (text, _) = self.helper_func(text, vec![annotator::SomeValue::from_lltype(ty)])?;
        let string = Type::Ptr(self.layouts.string);
        let name = self.unique("show_key");
        let mut g = self.new_graph(&name, string, Span::NONE);
        let key = g.new_var("key", Type::GcRef);
        let start = g.startblock;
        g.blocks[start].inputargs.push(key);
        let key = g.add_op(start, LlOp::CastOpaquePtr, vec![key.into()], "key", ty, Span::NONE);
        let args = vec![konst(Const::Func(text)), key.into()];
        let v = g.add_op(start, LlOp::DirectCall, args, "text", string, Span::NONE);
        g.blocks[start].exits = vec![flowmodel::Link::new(g.returnblock, vec![v.into()])];
        let Type::FuncPtr(ft) = self.show_type() else { return Ok(None) };
        let attrs = flowmodel::FuncAttrs { helper: true, ..Default::default() };
        let body = flowmodel::Body::Graph(g);
        let f = flowmodel::Function { name, ty: ft, body, attrs, span: Span::NONE };
        let f = self.prog.funcs.push(f);
        self.exceptions.key_texts.insert(r, Some(f));
        Ok(Some(konst(Const::Func(f))))
    }

    /// Whether there is a text of keys of this type.
    fn key_has_text(&mut self, r: ReprId) -> Res<bool> {
        Ok(match self.repr(r).clone() {
            Repr::Instance(_) => true,
            Repr::Tuple(items) => {
                for i in items.iter() {
                    if !self.key_has_text(*i)? {
                        return Ok(false);
                    }
                }
                true
            }
            Repr::Set(d) => {
                let key = self.dict_info(d)?.key;
                self.key_has_text(key)?
            }
            Repr::Prim(Type::Ptr(_) | Type::Address) => false,
            Repr::Prim(_) | Repr::Str | Repr::Unicode | Repr::Void | Repr::Known(_) => true,
            _ => false,
        })
    }

    fn is_exc(&self, c: ClassDefId, name: &str) -> bool {
        let host = self.ann.classdefs[c].host;
        annotator::hostview::exception(&self.ann.host, name)
            .is_some_and(|b| self.ann.host.is_subclass(host, b))
    }

    pub(crate) fn is_exception(&self, c: ClassDefId) -> bool {
        self.is_exc(c, "BaseException")
    }

    /// What an exception of class `c` remembers of the arguments.
    fn remembered(
        &mut self,
        cx: &mut Cx,
        c: ClassDefId,
        op: &SpaceOperation<Hl>,
        args: &[ArgSource],
        texts: Texts,
    ) -> Res<Remembered> {
        let eager = texts == Texts::Now;
        let mut out = Remembered { kind: 0, text: None, word: None, key: None };
        if self.is_exc(c, "SystemExit") {
            out.kind |= EXIT;
        }
        if self.is_exc(c, "KeyError") {
            out.kind |= AS_REPR;
        }
        let given = |a: &ArgSource| matches!(a, ArgSource::Operand(_) | ArgSource::StarItem(..));
        if args.is_empty() || !args.iter().all(given) {
            return Ok(out);
        }
        let operands = args;
        // In helpers: `KeyError(key, show)`.
        if let [key, show] = operands
            && self.ann.graphs[cx.gid].helper
            && let (show, r, _) = self.exc_arg(cx, op, show)?
            && matches!(self.lltype(r)?, Type::FuncPtr(_))
        {
            let (key, _, _) = self.exc_arg(cx, op, key)?;
            let key = cx.op(LlOp::CastOpaquePtr, vec![key], Type::GcRef);
            out.kind |= KEY;
            out.key = Some((key, show));
            return Ok(out);
        }
        if self.is_exc(c, "OSError") && operands.len() >= 2 && eager {
            return self.os_error_text(cx, op, operands, out);
        }
        let codec_error = self.ann.is_codec_error(c) && operands.len() == 5 && eager;
        let flags = out.kind;
        let mut fits = operands.len() <= 2;
        for (n, i) in operands.iter().enumerate() {
            let (v, r, none) = self.exc_arg(cx, op, i)?;
            // (where only the report of the error shows them, a None among strings is a null pointer)
            let none = none && texts != Texts::Later;
            let (sort, text, word) = self.sort_of(cx, v, r, none)?;
            fits &= sort != 0
                && !(text.is_some() && out.text.is_some())
                && !(word.is_some() && out.word.is_some());
            if !fits {
                break;
            }
            out.kind |= sort << (4 * n);
            out.text = text.or(out.text);
            out.word = word.or(out.word);
        }
        if fits {
            return Ok(out);
        }
        out = Remembered { kind: flags, text: None, word: None, key: None };
        match texts {
            Texts::Never => return Ok(out),
            Texts::Later => return self.kept_args(cx, op, operands, out),
            Texts::Now => {}
        }
        for i in operands {
            let (_, r, _) = self.exc_arg(cx, op, i)?;
            // Where arguments are read, there must be the right number at least.
            if !self.has_text(r)? && (operands.len() == 1 || !self.ann.reads_exception_args()) {
                return Ok(out);
            }
        }
        if operands.len() == 1 {
            let text = self.exc_arg_text(cx, op, &operands[0], false)?;
            out.kind |= ONE;
            out.text = Some(text);
            return Ok(out);
        }
        let mut acc = konst(self.string_const(b""));
        for i in operands {
            let (v, r, _) = self.exc_arg(cx, op, i)?;
            let (sort, text, word) = self.sort_of(cx, v, r, false)?;
            let (helper, args) = match (sort, text, word) {
                (TEXT, Some(t), _) => ("ll_pack_text", vec![acc, t]),
                (NONE, ..) => ("ll_pack_none", vec![acc]),
                (0, ..) => {
                    let t = if self.has_text(r)? {
                        self.exc_arg_text(cx, op, i, true)?
                    } else {
                        konst(self.string_const(b"..."))
                    };
                    ("ll_pack_other", vec![acc, t])
                }
                (sort, _, w) => {
                    let w = w.unwrap_or_else(|| konst(Const::Int(0)));
                    ("ll_pack_word", vec![acc, konst(Const::Int(sort)), w])
                }
            };
            acc = self.helper_call(cx, "ll_exc", helper, args)?;
        }
        if codec_error {
            let mut args = vec![];
            for i in operands {
                args.push(self.exc_arg(cx, op, i)?);
            }
            let helper = match self.repr(args[1].1) {
                _ if self.ann.is_decode_error(c) => "ll_decode_message",
                Repr::Unicode => "ll_encode_message",
                _ => "ll_encode_text_message",
            };
            let args = args.into_iter().map(|a| a.0).collect();
            let text = self.helper_call(cx, "ll_exc", helper, args)?;
            acc = self.helper_call(cx, "ll_exc", "ll_pack_other", vec![acc, text])?;
            out.kind |= OWN_TEXT;
        }
        out.kind |= PACKED | (operands.len() as i64) << COUNT;
        out.text = Some(acc);
        Ok(out)
    }

    /// The arguments themselves, of which a text is made if the exception ends the program.
    fn kept_args(
        &mut self,
        cx: &mut Cx,
        op: &SpaceOperation<Hl>,
        operands: &[ArgSource],
        mut out: Remembered,
    ) -> Res<Remembered> {
        let (mut vals, mut reprs) = (vec![], vec![]);
        for i in operands {
            let (v, r, _) = self.exc_arg(cx, op, i)?;
            if !self.has_text(r)? {
                return Ok(out);
            }
            vals.push(v);
            reprs.push(r);
        }
        let (v, r) = match (&vals[..], &reprs[..]) {
            // (the text of a single one is not its repr)
            ([_], [r]) if matches!(self.repr(*r), Repr::Unicode) => {
                out.kind |= ONE;
                out.text = Some(self.exc_arg_text(cx, op, &operands[0], false)?);
                return Ok(out);
            }
            ([v], [r]) => (*v, *r),
            _ => {
                let v = self.new_tuple(cx, &reprs, vals)?;
                out.kind |= (operands.len() as i64) << COUNT;
                (v, self.intern(Repr::Tuple(reprs.into())))
            }
        };
        let Some(show) = self.kept_show(r)? else {
            return Ok(Remembered { kind: out.kind & (AS_REPR | EXIT), ..out });
        };
        let key = cx.op(LlOp::CastOpaquePtr, vec![v], Type::GcRef);
        out.kind |= KEY;
        out.key = Some((key, show));
        Ok(out)
    }

    /// An argument of the call: an operand, or an item of the tuple after `*`. And whether it may be None.
    fn exc_arg(
        &mut self,
        cx: &mut Cx,
        op: &SpaceOperation<Hl>,
        src: &ArgSource,
    ) -> Res<(LlValue, ReprId, bool)> {
        let (ArgSource::Operand(i) | ArgSource::StarItem(i, _)) = src else {
            return Err(error("internal: an exception's argument is not given"));
        };
        let s = self.s(cx, &op.args[*i]);
        let (v, r) = self.val(cx, &op.args[*i])?;
        let ArgSource::StarItem(_, k) = src else { return Ok((v, r, s.can_be_none())) };
        let none = match &s.kind {
            Kind::Tuple(items) => items[*k].can_be_none(),
            _ => false,
        };
        let Repr::Tuple(items) = self.repr(r).clone() else {
            return Err(error("the argument after * is not a tuple of known length"));
        };
        let v = match self.lltype(items[*k])? {
            Type::Void => crate::graph::cx::void(),
            _ => self.getfield(cx, v, &format!("item{k}"))?,
        };
        Ok((v, items[*k], none))
    }

    /// `str()` or `repr()` of such an argument.
    fn exc_arg_text(
        &mut self,
        cx: &mut Cx,
        op: &SpaceOperation<Hl>,
        src: &ArgSource,
        repr: bool,
    ) -> Res<LlValue> {
        let (text, v, r) = match src {
            ArgSource::Operand(i) => {
                let text = self.str_of(cx, &op.args[*i], repr);
                let (v, r) = self.val(cx, &op.args[*i])?;
                (text, v, r)
            }
            _ => {
                let (v, r, none) = self.exc_arg(cx, op, src)?;
                let text = match self.lltype(r)? {
                    Type::Void => Ok(konst(self.string_const(b"None"))),
                    _ => self.str_of_value(cx, v, r, repr, none),
                };
                (text, v, r)
            }
        };
        match text {
            // Its class has a `__repr__` that nobody calls, so that it was not looked at.
            Err(_) if matches!(self.repr(r), Repr::Instance(_)) => {
                self.helper_call(cx, "ll_print", "ll_object_str", vec![v])
            }
            text => text,
        }
    }

    /// What `[Errno 2] No such file or directory: 'name'` is made of.
    fn os_error_text(
        &mut self,
        cx: &mut Cx,
        op: &SpaceOperation<Hl>,
        operands: &[ArgSource],
        mut out: Remembered,
    ) -> Res<Remembered> {
        let signed = self.intern(Repr::Prim(Type::Signed));
        let (n, r, _) = self.exc_arg(cx, op, &operands[0])?;
        let n = self.convert(cx, n, r, signed)?;
        let text = self.exc_arg_text(cx, op, &operands[1], false)?;
        out.kind |= OWN_TEXT;
        if operands.len() == 2 {
            out.kind |= INT | TEXT << 4;
            out.text = Some(text);
            out.word = Some(n);
            return Ok(out);
        }
        let mut name = self.exc_arg_text(cx, op, &operands[2], true)?;
        // `OSError(number, text, old, None, new)`
        if operands.len() > 4 {
            let new = self.exc_arg_text(cx, op, &operands[4], true)?;
            name = self.helper_call(cx, "ll_exc", "ll_two_names", vec![name, new])?;
        }
        out.kind |= PACKED | 2 << COUNT;
        out.text = Some(self.helper_call(cx, "ll_exc", "ll_pack_oserror", vec![n, text, name])?);
        Ok(out)
    }

    /// Sort of an argument, and what stands in `exc_text` or `exc_word`; sort 0: it does not fit.
    fn sort_of(
        &mut self,
        cx: &mut Cx,
        v: LlValue,
        r: ReprId,
        none: bool,
    ) -> Res<(i64, Option<LlValue>, Option<LlValue>)> {
        let signed = Type::Signed;
        Ok(match self.repr(r).clone() {
            Repr::Void | Repr::Known(_) => (NONE, None, None),
            Repr::Str if none => (0, None, None),
            Repr::Str => (TEXT, Some(v), None),
            Repr::Prim(Type::Ptr(p)) if p == self.layouts.string => (TEXT, Some(v), None),
            Repr::Prim(Type::Char) => (TEXT, Some(self.char_to_str(cx, v)?), None),
            Repr::Prim(Type::Bool) => {
                (BOOL, None, Some(self.convert_prim(cx, v, Type::Bool, signed)?))
            }
            Repr::Prim(t) if t.is_signed() => {
                (INT, None, Some(self.convert_prim(cx, v, t, signed)?))
            }
            Repr::Prim(Type::Float) => {
                (FLOAT, None, Some(cx.op(LlOp::FloatToBits, vec![v], signed)))
            }
            _ => (0, None, None),
        })
    }

    /// Whether `str()` of the value says something of it. Instances only count where the program reads arguments.
    fn has_text(&mut self, r: ReprId) -> Res<bool> {
        Ok(match self.repr(r).clone() {
            Repr::Prim(Type::Ptr(p)) => p == self.layouts.string,
            Repr::Prim(Type::Address) => false,
            Repr::Prim(_) | Repr::Str | Repr::Unicode | Repr::Void | Repr::Known(_) => true,
            Repr::ByteArray | Repr::Range(_) => true,
            Repr::Instance(_) => self.ann.reads_exception_args(),
            _ => self.item_has_text(r, &mut vec![])?,
        })
    }

    /// The same for items of containers: no containers of instances, which might hold themselves.
    fn item_has_text(&mut self, r: ReprId, within: &mut Vec<ReprId>) -> Res<bool> {
        if within.contains(&r) {
            return Ok(true);
        }
        let items: Vec<ReprId> = match self.repr(r).clone() {
            Repr::Prim(Type::Ptr(_) | Type::Address) => return Ok(false),
            Repr::Prim(_) | Repr::Str | Repr::Unicode | Repr::Void | Repr::Known(_) => {
                return Ok(true);
            }
            Repr::Tuple(items) => items.iter().copied().collect(),
            Repr::List(l) | Repr::Deque(l) => vec![self.list_info(l)?.item],
            Repr::Dict(d) | Repr::Set(d) => {
                let info = self.dict_info(d)?;
                vec![info.key, info.value]
            }
            _ => return Ok(false),
        };
        within.push(r);
        for i in items {
            if !self.item_has_text(i, within)? {
                return Ok(false);
            }
        }
        Ok(true)
    }

    /// The prebuilt exception for `c(args)` if it is of a built-in class and the arguments are constants; or the one object
    /// that helpers use.
    pub(crate) fn prebuilt_exception_with(
        &mut self,
        cx: &mut Cx,
        c: ClassDefId,
        op: &SpaceOperation<Hl>,
        args: &[ArgSource],
    ) -> Res<Option<LlValue>> {
        if self.prebuilt_exception(c).is_none() {
            return Ok(None);
        }
        self.setup_class(c)?;
        let before = cx.ops.len();
        let helper = self.ann.graphs[cx.gid].helper;
        let reused = helper && REUSED.iter().any(|n| self.is_exc(c, n));
        let texts = if reused { Texts::Never } else { Texts::Now };
        let m = self.remembered(cx, c, op, args, texts)?;
        let constant = |v: &Option<LlValue>| match v {
            None => Some(None),
            Some(LlValue::Const(c)) => Some(Some(*c)),
            Some(LlValue::Var(_)) => None,
        };
        if cx.ops.len() == before
            && let (Some(text), Some(word)) = (constant(&m.text), constant(&m.word))
        {
            return Ok(Some(konst(Const::Obj(self.made_exception(c, m.kind, text, word)))));
        }
        if !reused {
            cx.ops.truncate(before);
            return Ok(None);
        }
        // These operations must not allocate: the next one that fails reuses the object.
        let o = self.made_exception(c, -1, None, None);
        let inst = konst(Const::Obj(o));
        let base = annotator::hostview::exception(&self.ann.host, "BaseException");
        let base = self.ann.need_class(base.expect("BaseException"))?;
        let own = self.class_struct(c);
        // A copy has the fields of BaseException only.
        let base = self.class_struct(base);
        let structs = &self.ann.types.structs;
        let plain = structs[own].fields.len() == structs[base].fields.len();
        let m = Remembered { kind: m.kind | if plain { REUSE } else { 0 }, ..m };
        self.store(cx, inst, m)?;
        Ok(Some(inst))
    }

    fn made_exception(
        &mut self,
        c: ClassDefId,
        kind: i64,
        text: Option<Const>,
        word: Option<Const>,
    ) -> ObjId {
        let found = self
            .exceptions
            .made
            .iter()
            .find(|(_, cd, k, t, w)| *cd == c && *k == kind && *t == text && *w == word);
        if let Some((o, ..)) = found {
            return *o;
        }
        let ty = self.class_struct(c);
        let name = format!("exc_{}_with", self.ann.classdefs[c].name);
        let o = self.prog.heap.push(HeapObject {
            name: name.into(),
            ty,
            fields: vec![],
            items: vec![],
        });
        self.exceptions.made.push((o, c, kind, text, word));
        o
    }

    /// Fields of the prebuilt exceptions with arguments.
    pub(crate) fn fill_made_exceptions(&mut self) -> Res {
        for (o, c, kind, text, word) in self.exceptions.made.clone() {
            let ty = self.prog.heap[o].ty;
            let types: Vec<_> = self.ann.types.structs[ty].fields.iter().map(|f| f.ty).collect();
            if self.prog.heap[o].fields.len() != types.len() {
                self.prog.heap[o].fields = types.into_iter().map(|t| self.prog.zero(t)).collect();
            }
            let vt = self.vtable_obj(c)?;
            self.set_obj_field(o, "typeptr", Const::Obj(vt));
            self.set_obj_field(o, "exc_kind", Const::Int(kind.max(0)));
            if let Some(t) = text {
                self.set_obj_field(o, "exc_text", t);
            }
            if let Some(w) = word {
                self.set_obj_field(o, "exc_word", w);
            }
        }
        Ok(())
    }

    /// Stores the arguments in a new exception. `eager` as above.
    pub(crate) fn remember_args(
        &mut self,
        cx: &mut Cx,
        inst: LlValue,
        c: ClassDefId,
        op: &SpaceOperation<Hl>,
        args: &[ArgSource],
        eager: bool,
    ) -> Res {
        self.setup_class(c)?;
        let eager = eager || self.ann.reads_exception_args();
        let texts = if eager { Texts::Now } else { Texts::Later };
        let m = self.remembered(cx, c, op, args, texts)?;
        self.store(cx, inst, m)
    }

    fn store(&mut self, cx: &mut Cx, inst: LlValue, m: Remembered) -> Res {
        if m.kind != 0 {
            self.exceptions.kinds.insert(m.kind);
            self.setfield(cx, inst, "exc_kind", konst(Const::Int(m.kind)))?;
        }
        if let Some(t) = m.text {
            self.setfield(cx, inst, "exc_text", t)?;
        }
        if let Some(w) = m.word {
            self.setfield(cx, inst, "exc_word", w)?;
        }
        if let Some((key, show)) = m.key {
            self.setfield(cx, inst, "exc_key", key)?;
            self.setfield(cx, inst, "exc_show", show)?;
        }
        Ok(())
    }

    /// An instance as a BaseException.
    fn as_exception(&mut self, cx: &mut Cx, v: LlValue) -> Res<LlValue> {
        let base = annotator::hostview::exception(&self.ann.host, "BaseException");
        let Some(base) = base else { return Ok(v) };
        let c = self.ann.need_class(base)?;
        let ty = Type::Ptr(self.class_struct(c));
        Ok(self.cast(cx, v, ty))
    }

    /// The helper for `repr()` of an exception: in Python 2 a single argument has a comma behind it, as in a tuple.
    pub(crate) fn exception_repr_helper(&self) -> &'static str {
        match generation::program_python(&self.ann.host) {
            flowspace::Python::Two => "ll_exc_repr_python2",
            _ => "ll_exc_repr",
        }
    }

    /// `str(e)`, `repr(e)`, or another helper that takes an exception.
    pub(crate) fn exception_helper(
        &mut self,
        cx: &mut Cx,
        v: LlValue,
        helper: &str,
    ) -> Res<LlValue> {
        let e = self.as_exception(cx, v)?;
        self.helper_call(cx, "ll_exc", helper, vec![e])
    }

    /// A handler gets an object of its own: the next operation that fails reuses the one that the helpers raise.
    pub(crate) fn own_exceptions(&mut self, cx: &mut Cx, b: flowmodel::BlockId) -> Res {
        if self.ann.graphs[cx.gid].helper {
            return Ok(());
        }
        let hl = cx.hl.clone();
        for (i, v) in hl.blocks[b].inputargs.iter().enumerate() {
            let annotator::Kind::Instance { class, .. } = self.ann.binding(cx.gid, *v).kind else {
                continue;
            };
            let caught = || {
                hl.blocks.iter().any(|(_, from)| {
                    from.exits.iter().any(|l| {
                        l.target == b
                            && l.last_exc_value.is_some()
                            && l.args[i].as_var() == l.last_exc_value
                    })
                })
            };
            let reused: Vec<_> = REUSED
                .iter()
                .filter_map(|n| annotator::hostview::exception(&self.ann.host, n))
                .filter(|r| self.ann.host.is_subclass(*r, self.ann.classdefs[class].host))
                .collect();
            if reused.is_empty() || !caught() {
                continue;
            }
            let Some(value @ LlValue::Var(_)) = cx.map.get(v).cloned() else { continue };
            self.setup_class(class)?;
            let mut fresh = self.as_exception(cx, value)?;
            for r in reused {
                let r = self.ann.need_class(r)?;
                self.setup_class(r)?;
                let vtable = konst(Const::Obj(self.vtable_obj(r)?));
                let like = konst(Const::Null(Type::Ptr(self.class_struct(r))));
                fresh = self.helper_call(cx, "ll_exc", "ll_fresh", vec![fresh, vtable, like])?;
            }
            let ty = Type::Ptr(self.class_struct(class));
            let fresh = self.cast(cx, fresh, ty);
            cx.map.insert(*v, fresh);
        }
        Ok(())
    }

    /// Operations on `e.args`; whether it was one.
    pub(crate) fn exception_args(&mut self, cx: &mut Cx, op: &SpaceOperation<Hl>) -> Res<bool> {
        let Some(first) = op.args.first() else { return Ok(false) };
        let s = self.s(cx, first);
        if self.ann.args_of_exception(&s).is_none() {
            return Ok(false);
        }
        let (v, _) = self.val(cx, first)?;
        match op.op {
            HlOp::Len | HlOp::Bool | HlOp::Not => {
                let n = self.exception_helper(cx, v, "ll_exc_nargs")?;
                if op.op == HlOp::Len {
                    self.int_result(cx, op, n)?;
                } else {
                    let ll = if op.op == HlOp::Not { LlOp::IntEq } else { LlOp::IntNe };
                    let zero = cx.int(0);
                    let b = cx.op(ll, vec![n, zero], Type::Bool);
                    self.bool_result(cx, op, b)?;
                }
            }
            HlOp::GetItem => {
                let i = self.signed(cx, &op.args[1])?;
                let s = self.ann.binding(cx.gid, op.result).clone();
                let r = self.repr_of(&s)?;
                let helper = match *self.repr(r) {
                    Repr::Prim(Type::Signed) => "ll_exc_arg_int",
                    Repr::Prim(Type::Bool) => "ll_exc_arg_bool",
                    Repr::Prim(Type::Float) => "ll_exc_arg_float",
                    _ => "ll_exc_arg_str",
                };
                let e = self.as_exception(cx, v)?;
                let x = self.helper_call(cx, "ll_exc", helper, vec![e, i])?;
                let have = match self.repr(r).clone() {
                    Repr::Prim(t) => self.prim(t),
                    _ => self.intern(Repr::Str),
                };
                self.set_result(cx, op, x, have)?;
            }
            _ => return Ok(false),
        }
        Ok(true)
    }

    /// The function that ends the program with an exception that nothing catches.
    pub(crate) fn make_uncaught(&mut self) -> Res {
        let base = annotator::hostview::exception(&self.ann.host, "BaseException");
        let Some(base) = base else { return Ok(()) };
        let c = self.ann.need_class(base)?;
        self.setup_class(c)?;
        let ty = Type::Ptr(self.class_struct(c));
        // Where the program itself calls str() of exceptions, methods of their classes are called here too.
        let r = self.intern(Repr::Instance(c));
        let hook = self.object_hook(r, annotator::Hook::Str).ok().flatten();
        let f = match hook {
            hook if self.ann.has_causes() => {
                let f = match hook {
                    Some(f) => f,
                    None => self.helper_fn("ll_exc", "ll_exc_str")?,
                };
                let mut args = vec![f];
                let fields = self.instance_fields(c)?;
                for name in ["__cause__", "__cause_number__"] {
                    let field = fields.iter().find(|f| &*f.0 == name);
                    let Some((_, field, _)) = field else {
                        return Err(error("internal: exceptions have no field for causes"));
                    };
                    args.push(self.ann.host.str(field));
                }
                self.made_in("ll_exc", "make_uncaught_chain", &f.0.to_string(), &args)?
            }
            Some(f) => self.made_in("ll_exc", "make_uncaught", &f.0.to_string(), &[f])?,
            _ => self.helper_fn("ll_exc", "ll_uncaught")?,
        };
        match self.host_helper(f, &[ty]) {
            Ok(f) => self.prog.uncaught = Some(f),
            Err(mut d) => return Err(d.remove(0)),
        }
        Ok(())
    }

    /// The arguments of an exception that was made at import time.
    pub(crate) fn fill_host_exception(&mut self, h: HostRef, c: ClassDefId, o: ObjId) -> Res {
        let Ok(Some(args)) = self.ann.host.getattr_opt(h, "args") else { return Ok(()) };
        let annotator::hostview::View::Tuple(items) =
            annotator::hostview::view(&self.ann.host, args)
        else {
            return Ok(());
        };
        let flag = |c: bool, f: i64| if c { f } else { 0 };
        let flags =
            flag(self.is_exc(c, "KeyError"), AS_REPR) | flag(self.is_exc(c, "SystemExit"), EXIT);
        let (kind, text, word) = match items.as_slice() {
            [] => (0, None, None),
            [one] => match self.ann.host.to_const(*one) {
                flowmodel::HlConst::Str(s) | flowmodel::HlConst::Bytes(s) => {
                    (TEXT, Some(self.string_const(&s)), None)
                }
                flowmodel::HlConst::Int(i) => (INT, None, Some(i)),
                _ => (0, None, None),
            },
            several => {
                let mut packed: Vec<u8> = vec![];
                for a in several {
                    let (sort, text) = match self.ann.host.to_const(*a) {
                        flowmodel::HlConst::Str(s) | flowmodel::HlConst::Bytes(s) => {
                            (TEXT, s.to_vec())
                        }
                        flowmodel::HlConst::Int(i) => (INT, i.to_string().into_bytes()),
                        flowmodel::HlConst::Bool(b) => (BOOL, i64::from(b).to_string().into()),
                        flowmodel::HlConst::Float(f) => (FLOAT, (f as i64).to_string().into()),
                        flowmodel::HlConst::None => (NONE, vec![]),
                        _ => (ONE, b"...".to_vec()),
                    };
                    packed.extend(format!("{sort}{}:", text.len()).bytes());
                    packed.extend(text);
                }
                let n = several.len() as i64;
                (PACKED | n << COUNT, Some(self.string_const(&packed)), None)
            }
        };
        self.set_obj_field(o, "exc_kind", Const::Int(kind | flags));
        if let Some(t) = text {
            self.set_obj_field(o, "exc_text", t);
        }
        if let Some(w) = word {
            self.set_obj_field(o, "exc_word", Const::Int(w));
        }
        Ok(())
    }
}
