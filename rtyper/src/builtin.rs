//! Built-in functions, by the registry names of the annotator.

use crate::cx::{Cx, konst, void};
use crate::helpers::HArg;
use crate::repr::{Repr, ReprId};
use crate::{RTyper, Res};
use annotator::Kind;
use flowmodel::{Const, Hl, HlConst, HlOp, HlValue, LlOp, LlValue, SpaceOperation, Type};
use std::rc::Rc;

/// Operands of a call without the callee: positional ones, and keywords.
pub(crate) struct CallOperands {
    pub pos: Vec<HlValue>,
    pub kw: Vec<(Rc<str>, HlValue)>,
}

impl RTyper<'_> {
    /// Sorts the operands of a call.
    pub(crate) fn call_operands(&mut self, op: &SpaceOperation<Hl>) -> Res<CallOperands> {
        if op.op != HlOp::CallArgs {
            return Ok(CallOperands { pos: op.args[1..].to_vec(), kw: vec![] });
        }
        let shape = match &op.args[1] {
            HlValue::Const(HlConst::Host(h)) => annotator::hostview::call_shape(&self.ann.host, *h),
            _ => None,
        };
        let Some((npos, names, star)) = shape else {
            return Err(self.error("internal: a call without shape"));
        };
        if star {
            return Err(self.error("a built-in function is called with *args"));
        }
        let values = &op.args[2..];
        let pos = values[..npos].to_vec();
        let kw = names.into_iter().zip(values[npos..].iter().cloned()).collect();
        Ok(CallOperands { pos, kw })
    }

    /// A call of a built-in function.
    pub(crate) fn rtype_builtin(
        &mut self,
        cx: &mut Cx,
        op: &SpaceOperation<Hl>,
        name: &str,
    ) -> Res {
        let name = name.strip_prefix("builtins.").unwrap_or(name);
        match name {
            "llop" => return self.rtype_llop(cx, op),
            "external" => return self.rtype_external(cx, op),
            _ => {}
        }
        if name.starts_with("rpython.rtyper.lltypesystem.") {
            let full = self
                .callee_host(cx, op)
                .and_then(|h| annotator::hostview::registry_name(&self.ann.host, h))
                .unwrap_or_else(|| name.to_string());
            let f = full.rsplit('.').next().unwrap_or("").to_string();
            return self.rtype_lltype_call(cx, op, &f);
        }
        let CallOperands { pos: a, kw } = self.call_operands(op)?;
        // What the annotator knows already needs no code, except where the call has an effect.
        let s = self.ann.binding(cx.gid, op.result).clone();
        if let Some(c) = &s.konst
            && !matches!(s.kind, Kind::None_)
        {
            let r = self.repr_of(&s)?;
            let k = self.const_of(c, r)?;
            cx.map.insert(op.result, konst(k));
            return Ok(());
        }
        if let Some(rest) = name.strip_prefix("rpython.rlib.") {
            if rest == "objectmodel.newlist_hint"
                && let ([], [(_, hint)]) = (&a[..], &kw[..])
            {
                return self.rlib_builtin(cx, op, rest, std::slice::from_ref(hint));
            }
            return self.rlib_builtin(cx, op, rest, &a);
        }
        if let Some(f) = name.strip_prefix("math.") {
            return self.math_builtin(cx, op, f, &a);
        }
        if let Some(f) = name.strip_prefix("os.") {
            return self.os_builtin(cx, op, f, &a);
        }
        match name {
            "rpython_builtins.objects.default_text" => {
                let (v, r) = self.val(cx, &a[0])?;
                let v = match *self.repr(r) {
                    Repr::Instance(c) if self.is_exception(c) => {
                        self.exception_helper(cx, v, "ll_exc_repr")?
                    }
                    _ => self.helper_call(cx, "ll_print", "ll_object_str", vec![v])?,
                };
                self.set_str_result(cx, op, v)
            }
            "rpython_builtins.objects.exception_text"
            | "rpython_builtins.objects.exception_repr_text" => {
                let (v, _) = self.val(cx, &a[0])?;
                let repr = name.ends_with("repr_text");
                let v =
                    self.exception_helper(cx, v, if repr { "ll_exc_repr" } else { "ll_exc_str" })?;
                self.set_str_result(cx, op, v)
            }
            "weakref.ref" | "_weakref.ref" => self.rtype_weakref(cx, op),
            "range" | "xrange" => self.rtype_range(cx, op, &a),
            "enumerate" => {
                let start = kw.iter().find(|k| &*k.0 == "start").map(|k| &k.1);
                self.rtype_enumerate(cx, op, &a, start)
            }
            "iter" | "reversed" => {
                let rr = self.result_repr(cx, op)?;
                let it = self.iter_over(cx, &a[0], rr)?;
                self.own_result(cx, op, it)
            }
            "next" => {
                let (it, r) = self.val(cx, &a[0])?;
                let (v, vr) = self.next_item(cx, it, r)?;
                self.set_result(cx, op, v, vr)
            }
            "bool" => {
                let b = match a.first() {
                    Some(x) => self.truth_value(cx, x)?,
                    None => konst(Const::Bool(false)),
                };
                self.bool_result(cx, op, b)
            }
            "object.__new__" => self.rtype_instantiate(cx, op, &a[0]),
            "object.__setattr__" => {
                let name = self.attr_name(cx, &a[1])?;
                let (v, r) = self.val(cx, &a[0])?;
                let Repr::Instance(c) = *self.repr(r) else {
                    return Err(self.error("object.__setattr__() of what is no instance"));
                };
                self.instance_setattr(cx, v, c, &name, &a[2])?;
                self.none_result(cx, op)
            }
            "BaseException.__init__" => {
                let Kind::Instance { class, .. } = self.s(cx, &a[0]).kind else {
                    return Err(self.error("the exception is unknown"));
                };
                let (inst, _) = self.val(cx, &a[0])?;
                if op.op == HlOp::SimpleCall {
                    let args: Vec<_> =
                        (2..op.args.len()).map(annotator::ArgSource::Operand).collect();
                    self.setup_class(class)?;
                    let none = konst(Const::Int(0));
                    self.setfield(cx, inst.clone(), "exc_kind", none)?;
                    self.remember_args(cx, inst, class, op, &args, true)?;
                }
                Ok(())
            }
            "int" | "long" => match a.first() {
                Some(x) => {
                    let x = x.clone();
                    self.rtype_int(cx, op, &x, a.get(1))
                }
                None => {
                    let z = cx.int(0);
                    self.int_result(cx, op, z)
                }
            },
            "float" if a.is_empty() => {
                let r = self.prim(Type::Float);
                self.set_result(cx, op, konst(Const::float(0.0)), r)
            }
            // Of a tuple: the tuple itself.
            "flow_support.unpack_sequence" | "flow_support.unpack_exactly" => {
                let s = self.ann.binding(cx.gid, op.result).clone();
                let r = self.repr_of(&s)?;
                let v = self.val_as(cx, &a[0], r)?;
                self.set_result(cx, op, v, r)
            }
            "rpython_builtins.python3.as_bytes" | "rpython_builtins.python3.as_text" => {
                let r = self.intern(Repr::Str);
                let v = self.val_as(cx, &a[0], r)?;
                self.set_result(cx, op, v, r)
            }
            "float" => self.rtype_float(cx, op, &a[0]),
            "bytes" if self.s(cx, &a[0]).kind == Kind::ByteArray => {
                let (l, _) = self.val(cx, &a[0])?;
                let v = self.helper_call(cx, "ll_bytearray", "ll_to_str", vec![l])?;
                self.set_str_result(cx, op, v)
            }
            "str" | "bytes" | "repr" => {
                let v = self.str_of(cx, &a[0], name == "repr")?;
                self.set_str_result(cx, op, v)
            }
            "unicode" => {
                let r = self.intern(Repr::Unicode);
                let s = self.s(cx, &a[0]);
                if s.is_unicode() {
                    let v = self.val_as(cx, &a[0], r)?;
                    return self.set_result(cx, op, v, r);
                }
                let v = self.str_of(cx, &a[0], false)?;
                let v = self.helper_call(cx, "ll_unicode", "ll_decode_ascii", vec![v])?;
                self.set_result(cx, op, v, r)
            }
            "chr" | "unichr" => {
                let i = self.signed(cx, &a[0])?;
                let v = self.helper_call(cx, "ll_int", &format!("ll_{name}"), vec![i])?;
                let r = self.prim(if name == "chr" { Type::Char } else { Type::UniChar });
                self.set_result(cx, op, v, r)
            }
            "min" | "max" => {
                let r = self.result_repr(cx, op)?;
                let f = format!("ll_{name}");
                let mut v = self.val_as(cx, &a[0], r)?;
                for x in &a[1..] {
                    let x = self.val_as(cx, x, r)?;
                    v = match *self.repr(r) {
                        Repr::Prim(_) => self.helper_call(cx, "ll_misc", &f, vec![v, x])?,
                        _ => {
                            let lt = self.lt_fn(r)?;
                            self.helper_call_with(
                                cx,
                                "ll_class",
                                &format!("ll_{name}_by"),
                                vec![v.into(), x.into(), HArg::F(lt)],
                            )?
                        }
                    };
                }
                self.set_result(cx, op, v, r)
            }
            "list" => self.builtin_list(cx, op, &a),
            "tuple" if a.is_empty() => {
                let r = self.intern(Repr::Tuple(Rc::from([])));
                self.set_result(cx, op, void(), r)
            }
            "tuple" => {
                let (v, r) = self.val(cx, &a[0])?;
                self.set_result(cx, op, v, r)
            }
            "dict"
            | "OrderedDict"
            | "collections.OrderedDict"
            | "collections.defaultdict"
            | "collections.Counter" => {
                let from = if name == "collections.defaultdict" { None } else { a.first() };
                self.builtin_dict(cx, op, from, &kw)
            }
            "object" => {
                let root = self.ann.classdefs.keys().next().expect("object");
                let v = self.new_instance(cx, root)?;
                self.own_result(cx, op, v)
            }
            "zip" => self.rtype_zip(cx, op, &a),
            "set" | "frozenset" => self.rtype_newdict(cx, op),
            "bytearray" => self.builtin_bytearray(cx, op, &a),
            "collections.deque" => {
                let max = kw.iter().find(|k| &*k.0 == "maxlen").map(|k| &k.1).or(a.get(1));
                self.new_deque(cx, op, max)
            }
            "print" => self.builtin_print(cx, op, &a, &kw),
            "print_item" => {
                let kind = self.s(cx, &a[0]).kind;
                let text = matches!(
                    kind,
                    Kind::String { .. } | Kind::Char | Kind::Unicode { .. } | Kind::UniChar
                );
                let s = self.str_of(cx, &a[0], false)?;
                let text = konst(Const::Bool(text));
                self.helper_call(cx, "ll_print", "ll_print_item", vec![s, text])?;
                self.none_result(cx, op)
            }
            "print_newline" => {
                self.helper_call(cx, "ll_print", "ll_print_newline", vec![])?;
                self.none_result(cx, op)
            }
            "len" | "ord" | "hex" | "oct" | "bin" | "abs" | "isinstance" | "issubclass"
            | "type" | "getattr" | "hash" | "id" => {
                let hl = match name {
                    "len" => HlOp::Len,
                    "ord" => HlOp::Ord,
                    "hex" => HlOp::Hex,
                    "oct" => HlOp::Oct,
                    "bin" => HlOp::Bin,
                    "abs" => HlOp::Abs,
                    "isinstance" => HlOp::IsInstance,
                    "issubclass" => HlOp::IsSubtype,
                    "type" => HlOp::Type,
                    "getattr" => HlOp::GetAttr,
                    "hash" => HlOp::Hash,
                    _ => HlOp::Id,
                };
                let as_op = SpaceOperation { op: hl, args: a, result: op.result, span: op.span };
                self.rtype_op(cx, &as_op)
            }
            "time.time" | "time.clock" | "time.process_time" | "time.perf_counter"
            | "time.monotonic" => {
                let f = match name {
                    "time.time" => "ll_time",
                    "time.monotonic" | "time.perf_counter" => "ll_monotonic",
                    _ => "ll_clock",
                };
                let v = self.helper_call(cx, "ll_os", f, vec![])?;
                let r = self.prim(Type::Float);
                self.set_result(cx, op, v, r)
            }
            "time.sleep" => {
                let r = self.prim(Type::Float);
                let x = self.val_as(cx, &a[0], r)?;
                self.helper_call(cx, "ll_os", "ll_sleep", vec![x])?;
                self.none_result(cx, op)
            }
            _ => {
                Err(self
                    .error(format!("the built-in function {name}() is not supported at run time")))
            }
        }
    }

    fn builtin_list(&mut self, cx: &mut Cx, op: &SpaceOperation<Hl>, a: &[HlValue]) -> Res {
        let rr = self.result_repr(cx, op)?;
        let info = self.list_of(rr)?;
        let Some(x) = a.first() else {
            let zero = cx.int(0);
            let array = self.malloc_varsize(cx, info.array, zero.clone());
            let l = self.list_from_array(cx, info, array, zero)?;
            return self.own_result(cx, op, l);
        };
        let (_, r) = self.val(cx, x)?;
        let same = match self.repr(r).clone() {
            Repr::List(l) => self.list_info(l)?.array == info.array,
            _ => false,
        };
        let (items, n) = self.sequence_as(cx, x, info)?;
        let array = if same {
            self.helper_call(cx, "ll_list", "ll_copy", vec![items, n.clone()])?
        } else {
            items
        };
        let l = self.list_from_array(cx, info, array, n)?;
        self.own_result(cx, op, l)
    }

    /// `print(…)`: its texts one after the other, to the buffer of print.
    fn builtin_print(
        &mut self,
        cx: &mut Cx,
        op: &SpaceOperation<Hl>,
        a: &[HlValue],
        kw: &[(Rc<str>, HlValue)],
    ) -> Res {
        let mut sep = konst(self.string_const(b" "));
        let mut end = konst(self.string_const(b"\n"));
        let rs = self.intern(Repr::Str);
        for (k, v) in kw {
            if self.s(cx, v).kind == Kind::None_ {
                continue;
            }
            match &**k {
                "sep" => sep = self.val_as(cx, v, rs)?,
                "end" => end = self.val_as(cx, v, rs)?,
                _ => {}
            }
        }
        let flush =
            kw.iter().any(|(k, v)| &**k == "flush" && self.s(cx, v).const_bool() != Some(false));
        // All texts are made before the first is printed; constant ones that follow each other are one.
        let mut parts: Vec<LlValue> = vec![];
        for (i, x) in a.iter().enumerate() {
            if i > 0 {
                self.add_text(&mut parts, sep.clone());
            }
            let s = self.str_of(cx, x, false)?;
            self.add_text(&mut parts, s);
        }
        let newline = self.const_text(&end).is_some_and(|t| t == b"\n");
        let lines = newline && parts.last().is_some_and(|p| self.const_text(p).is_none());
        if !lines {
            self.add_text(&mut parts, end);
        }
        let count = parts.len();
        for (i, text) in parts.into_iter().enumerate() {
            let f = if lines && i + 1 == count { "ll_print_line" } else { "ll_print_text" };
            self.helper_call(cx, "ll_print", f, vec![text])?;
        }
        if flush {
            self.helper_call(cx, "ll_os", "ll_flush", vec![])?;
        }
        self.none_result(cx, op)
    }

    /// The text of a constant.
    fn const_text(&self, v: &LlValue) -> Option<Vec<u8>> {
        let LlValue::Const(Const::Obj(o)) = v else { return None };
        let byte = |c: &Const| if let Const::Char(b) = c { Some(*b) } else { None };
        self.prog.heap[*o].items.iter().map(byte).collect()
    }

    /// Appends a text to others that go to the same place.
    fn add_text(&mut self, parts: &mut Vec<LlValue>, text: LlValue) {
        if let Some(new) = self.const_text(&text) {
            if let Some(mut old) = parts.last().and_then(|p| self.const_text(p)) {
                old.extend(new);
                let joined = konst(self.string_const(&old));
                *parts.last_mut().expect("the old text") = joined;
                return;
            }
            if new.is_empty() {
                return;
            }
        }
        parts.push(text);
    }

    /// `int(x)`, `int(s, base)`
    pub(crate) fn rtype_int(
        &mut self,
        cx: &mut Cx,
        op: &SpaceOperation<Hl>,
        x: &HlValue,
        base: Option<&HlValue>,
    ) -> Res {
        let (v, r) = self.val(cx, x)?;
        let v = match self.repr(r).clone() {
            Repr::Prim(Type::Float) => self.helper_call(cx, "ll_float", "ll_float2int", vec![v])?,
            Repr::Prim(t)
                if t == Type::Bool || t != Type::Unsigned && (t.is_signed() || t.is_unsigned()) =>
            {
                self.convert_prim(cx, v, t, Type::Signed)?
            }
            Repr::Prim(Type::Unsigned) => return self.set_result(cx, op, v, r),
            Repr::Str | Repr::Unicode | Repr::Prim(Type::Char | Type::UniChar) => {
                let rs = self.text_repr(r);
                let s = self.convert(cx, v, r, rs)?;
                let b = match base {
                    Some(b) => self.signed(cx, b)?,
                    None => cx.int(10),
                };
                self.helper_call(cx, "ll_int", "ll_str2int", vec![s, b])?
            }
            other => return Err(self.error(format!("int() of {}", other.describe()))),
        };
        self.int_result(cx, op, v)
    }
    /// `float(x)`
    pub(crate) fn rtype_float(&mut self, cx: &mut Cx, op: &SpaceOperation<Hl>, x: &HlValue) -> Res {
        let (v, r) = self.val(cx, x)?;
        let rf = self.prim(Type::Float);
        let v = match self.repr(r).clone() {
            Repr::Prim(t) if !matches!(t, Type::Char | Type::UniChar) => {
                self.convert_prim(cx, v, t, Type::Float)?
            }
            Repr::Str | Repr::Prim(Type::Char) => {
                let rs = self.text_repr(r);
                let s = self.convert(cx, v, r, rs)?;
                self.helper_call(cx, "ll_float", "ll_str2float", vec![s])?
            }
            other => return Err(self.error(format!("float() of {}", other.describe()))),
        };
        self.set_result(cx, op, v, rf)
    }

    /// A call of a method of a built-in type.
    pub(crate) fn rtype_builtin_method(
        &mut self,
        cx: &mut Cx,
        op: &SpaceOperation<Hl>,
        name: &str,
        callee: HlValue,
    ) -> Res {
        let s = self.s(cx, &callee);
        if let Kind::BuiltinMethod { this, .. } = &s.kind
            && let Kind::Builtin(class) = &this.kind
        {
            let class = class.clone();
            return self.object_method(cx, op, &class, name, this.const_host());
        }
        let (this, r) = self.method_object(cx, &callee)?;
        let CallOperands { pos: a, kw } = self.call_operands(op)?;
        match self.repr(r).clone() {
            Repr::Dict(_) if name == "update" && !kw.is_empty() => {
                if let Some(x) = a.first() {
                    let info = self.dict_of(r)?;
                    let v = self.val_as(cx, x, r)?;
                    self.dict_call(cx, info, "ll_update", vec![this.clone(), v])?;
                }
                self.set_keywords(cx, this, r, &kw)?;
                self.none_result(cx, op)
            }
            Repr::List(_) => self.list_method(cx, op, name, this, r, &a),
            Repr::Dict(_) => self.dict_method(cx, op, name, this, r, &a),
            Repr::Set(_) => self.set_method(cx, op, name, this, r, &a),
            Repr::Deque(_) => self.deque_method(cx, op, name, this, r, &a),
            Repr::ByteArray => self.bytearray_method(cx, op, name, this, &a),
            Repr::Str | Repr::Unicode | Repr::Prim(Type::Char | Type::UniChar) => {
                self.str_method(cx, op, name, this, r, &a)
            }
            Repr::Builder(u) => self.builder_method(cx, op, name, this, u, &a),
            Repr::Iter(_) => {
                let (v, vr) = self.next_item(cx, this, r)?;
                self.set_result(cx, op, v, vr)
            }
            other => Err(self.error(format!("method {name}() of {}", other.describe()))),
        }
    }

    /// The object that a method of a built-in type is bound to.
    pub(crate) fn method_object(
        &mut self,
        cx: &mut Cx,
        callee: &HlValue,
    ) -> Res<(LlValue, ReprId)> {
        let s = self.s(cx, callee);
        let Kind::BuiltinMethod { this, .. } = &s.kind else {
            return Err(self.error("internal: a method that is not one"));
        };
        let r = self.repr_of(this)?;
        let v = match (callee, &this.konst) {
            (_, Some(c)) if self.lltype(r)? != Type::Void => konst(self.const_of(c, r)?),
            (HlValue::Var(v), _) => cx.map.get(v).cloned().unwrap_or_else(void),
            _ => return Err(self.error("internal: the method's object is lost")),
        };
        Ok((v, r))
    }

    fn math_builtin(
        &mut self,
        cx: &mut Cx,
        op: &SpaceOperation<Hl>,
        f: &str,
        a: &[HlValue],
    ) -> Res {
        let rf = self.prim(Type::Float);
        let mut args = vec![];
        for x in a {
            args.push(self.val_as(cx, x, rf)?);
        }
        match f {
            "fabs" => {
                let v = cx.op(LlOp::FloatAbs, args, Type::Float);
                self.set_result(cx, op, v, rf)
            }
            "isnan" => {
                let v = cx.op(LlOp::FloatNe, vec![args[0].clone(), args[0].clone()], Type::Bool);
                self.bool_result(cx, op, v)
            }
            "isinf" => {
                let v = self.helper_call(cx, "ll_math", "ll_isinf", args)?;
                self.bool_result(cx, op, v)
            }
            _ => {
                let v = self.helper_call(cx, "ll_math", &format!("ll_{f}"), args)?;
                self.set_result(cx, op, v, rf)
            }
        }
    }

    fn os_builtin(&mut self, cx: &mut Cx, op: &SpaceOperation<Hl>, f: &str, a: &[HlValue]) -> Res {
        let rs = self.intern(Repr::Str);
        match f {
            "open" => {
                let path = self.val_as(cx, &a[0], rs)?;
                let flags = self.signed(cx, &a[1])?;
                let mode = match a.get(2) {
                    Some(m) => self.signed(cx, m)?,
                    None => cx.int(0o777),
                };
                let v = self.helper_call(cx, "ll_os", "ll_os_open", vec![path, flags, mode])?;
                self.int_result(cx, op, v)
            }
            "read" => {
                let fd = self.signed(cx, &a[0])?;
                let n = self.signed(cx, &a[1])?;
                let v = self.helper_call(cx, "ll_os", "ll_os_read", vec![fd, n])?;
                self.set_str_result(cx, op, v)
            }
            "write" => {
                let fd = self.signed(cx, &a[0])?;
                let s = self.val_as(cx, &a[1], rs)?;
                let v = self.helper_call(cx, "ll_os", "ll_os_write", vec![fd, s])?;
                self.int_result(cx, op, v)
            }
            "close" => {
                let fd = self.signed(cx, &a[0])?;
                self.helper_call(cx, "ll_os", "ll_os_close", vec![fd])?;
                self.none_result(cx, op)
            }
            "lseek" => {
                let mut v = vec![];
                for x in a {
                    v.push(self.signed(cx, x)?);
                }
                let v = self.helper_call(cx, "ll_os", "ll_os_lseek", v)?;
                self.int_result(cx, op, v)
            }
            "isatty" => {
                let fd = self.signed(cx, &a[0])?;
                let v = self.helper_call(cx, "ll_os", "ll_os_isatty", vec![fd])?;
                self.bool_result(cx, op, v)
            }
            "unlink" | "remove" | "rmdir" | "rename" => {
                let mut v = vec![];
                for x in a {
                    v.push(self.val_as(cx, x, rs)?);
                }
                let name = if f == "remove" { "unlink" } else { f };
                self.helper_call(cx, "ll_os", &format!("ll_os_{name}"), v)?;
                self.none_result(cx, op)
            }
            "mkdir" => {
                let path = self.val_as(cx, &a[0], rs)?;
                let mode = match a.get(1) {
                    Some(m) => self.signed(cx, m)?,
                    None => cx.int(0o777),
                };
                self.helper_call(cx, "ll_os", "ll_os_mkdir", vec![path, mode])?;
                self.none_result(cx, op)
            }
            "getpid" => {
                let v = self.helper_call(cx, "ll_os", "ll_os_getpid", vec![])?;
                self.int_result(cx, op, v)
            }
            "_exit" => {
                let c = self.signed(cx, &a[0])?;
                self.helper_call(cx, "ll_os", "ll_exit", vec![c])?;
                self.none_result(cx, op)
            }
            "getenv" => {
                let s = self.val_as(cx, &a[0], rs)?;
                let v = self.helper_call(cx, "ll_os", "ll_getenv", vec![s])?;
                self.set_str_result(cx, op, v)
            }
            "path.exists" | "path.isfile" | "path.isdir" => {
                let s = self.val_as(cx, &a[0], rs)?;
                let k = self.helper_call(cx, "ll_os", "ll_path_kind", vec![s])?;
                let (ll, n) = match f {
                    "path.exists" => (LlOp::IntNe, 0),
                    "path.isfile" => (LlOp::IntEq, 1),
                    _ => (LlOp::IntEq, 2),
                };
                let n = cx.int(n);
                let v = cx.op(ll, vec![k, n], Type::Bool);
                self.bool_result(cx, op, v)
            }
            _ => Err(self.error(format!("os.{f}() is not supported at run time yet"))),
        }
    }

    fn rlib_builtin(
        &mut self,
        cx: &mut Cx,
        op: &SpaceOperation<Hl>,
        f: &str,
        a: &[HlValue],
    ) -> Res {
        let rr = self.result_repr(cx, op)?;
        let ty = self.lltype(rr)?;
        match f {
            "rarithmetic.intmask"
            | "rarithmetic.longlongmask"
            | "rarithmetic.widen"
            | "rarithmetic.r_uint"
            | "rarithmetic.r_ulonglong"
            | "rarithmetic.r_uint64"
            | "rarithmetic.r_longlong"
            | "rarithmetic.r_int64"
            | "rarithmetic.r_int"
            | "rarithmetic.r_int32"
            | "rarithmetic.r_uint32"
            | "rarithmetic.r_int16"
            | "rarithmetic.r_uint16"
            | "rarithmetic.r_int8"
            | "rarithmetic.r_uint8" => {
                let (v, r) = self.val(cx, &a[0])?;
                let Repr::Prim(t) = *self.repr(r) else {
                    return Err(self.error(format!("{f}() of what is not a number")));
                };
                let v = match (t, ty) {
                    (Type::Float, Type::Unsigned) => {
                        self.helper_call(cx, "ll_float", "ll_float2uint", vec![v])?
                    }
                    (Type::Float, _) => {
                        let i = self.helper_call(cx, "ll_float", "ll_float2int", vec![v])?;
                        self.convert_prim(cx, i, Type::Signed, ty)?
                    }
                    _ => self.convert_prim(cx, v, t, ty)?,
                };
                self.own_result(cx, op, v)
            }
            "rarithmetic.r_singlefloat" => {
                let rf = self.prim(Type::Float);
                let v = self.val_as(cx, &a[0], rf)?;
                let v = cx.op(LlOp::CastFloatToSingle, vec![v], Type::SingleFloat);
                self.own_result(cx, op, v)
            }
            "rarithmetic.ovfcheck_float_to_int" | "rarithmetic.ovfcheck_float_to_longlong" => {
                let rf = self.prim(Type::Float);
                let v = self.val_as(cx, &a[0], rf)?;
                let v = self.helper_call(cx, "ll_float", "ll_float2int_ovf", vec![v])?;
                self.int_result(cx, op, v)
            }
            "rarithmetic.int_between" => {
                self.plain_op(cx, op, LlOp::IntBetween, a, Type::Signed, Type::Bool)
            }
            "rarithmetic.int_force_ge_zero" => {
                self.plain_op(cx, op, LlOp::IntForceGeZero, a, Type::Signed, Type::Signed)
            }
            "rarithmetic.int_c_div" => {
                self.plain_op(cx, op, LlOp::IntFloorDiv, a, Type::Signed, Type::Signed)
            }
            "rarithmetic.int_c_mod" => {
                self.plain_op(cx, op, LlOp::IntMod, a, Type::Signed, Type::Signed)
            }
            "rarithmetic.uint_mul_high" => {
                self.plain_op(cx, op, LlOp::UintMulHigh, a, Type::Unsigned, Type::Unsigned)
            }
            "longlong2float.float2longlong" => {
                self.plain_op(cx, op, LlOp::FloatToBits, a, Type::Float, Type::Signed)
            }
            "longlong2float.longlong2float" => {
                self.plain_op(cx, op, LlOp::BitsToFloat, a, Type::Signed, Type::Float)
            }
            "objectmodel.keepalive_until_here" => {
                for x in a {
                    let (v, r) = self.val(cx, x)?;
                    let t = self.lltype(r)?;
                    if self.ann.types.is_gc(t) {
                        cx.op0(LlOp::Keepalive, vec![v]);
                    }
                }
                self.none_result(cx, op)
            }
            "objectmodel.r_dict" | "objectmodel.r_ordereddict" => self.rtype_r_dict(cx, op, a),
            "objectmodel.move_to_end"
            | "objectmodel.contains_with_hash"
            | "objectmodel.getitem_with_hash"
            | "objectmodel.setitem_with_hash"
            | "objectmodel.delitem_with_hash"
            | "objectmodel.delitem_if_value_is"
            | "objectmodel.reversed_dict" => {
                self.rlib_dict(cx, op, f.trim_start_matches("objectmodel."), a)
            }
            "objectmodel.compute_hash" => {
                let (v, r) = self.val(cx, &a[0])?;
                // Of instances always the identity hash.
                let h = match self.repr(r) {
                    Repr::Instance(_) => self.helper_fn("ll_class", "ll_ptr_hash")?,
                    _ => self.hash_fn(r)?,
                };
                let v = self.call_host_helper(cx, h, vec![v.into()])?;
                self.int_result(cx, op, v)
            }
            "objectmodel.compute_identity_hash" => {
                let (v, _) = self.val(cx, &a[0])?;
                let v = cx.op(LlOp::GcIdentityHash, vec![v], Type::Signed);
                self.int_result(cx, op, v)
            }
            "objectmodel.compute_unique_id" | "objectmodel.current_object_addr_as_int" => {
                let (v, _) = self.val(cx, &a[0])?;
                let v = cx.op(LlOp::GcId, vec![v], Type::Signed);
                self.int_result(cx, op, v)
            }
            "objectmodel.instantiate" => self.rtype_instantiate(cx, op, &a[0]),
            "objectmodel.newlist_hint" => {
                let info = self.list_of(rr)?;
                let n = self.signed(cx, &a[0])?;
                let n = cx.op(LlOp::IntForceGeZero, vec![n], Type::Signed);
                let array = self.malloc_varsize(cx, info.array, n);
                let zero = cx.int(0);
                let l = if info.list.is_some() {
                    self.list_from_array(cx, info, array, zero)?
                } else {
                    self.malloc_varsize(cx, info.array, zero)
                };
                self.own_result(cx, op, l)
            }
            "objectmodel.resizelist_hint" | "objectmodel.prepare_dict_update" => {
                self.none_result(cx, op)
            }
            "objectmodel.list_get_physical_size" => {
                let (v, r) = self.val(cx, &a[0])?;
                let info = self.list_of(r)?;
                let (items, _) = self.list_parts(cx, v, info)?;
                let n = cx.op(LlOp::GetArraySize, vec![items], Type::Signed);
                self.int_result(cx, op, n)
            }
            "objectmodel.likely" | "objectmodel.unlikely" => {
                let rb = self.prim(Type::Bool);
                let v = self.val_as(cx, &a[0], rb)?;
                self.bool_result(cx, op, v)
            }
            "rstring.StringBuilder" => self.new_builder(cx, op, false, a),
            "rstring.UnicodeBuilder" => self.new_builder(cx, op, true, a),
            "debug.ll_assert" => {
                let rb = self.prim(Type::Bool);
                let v = self.val_as(cx, &a[0], rb)?;
                let text = self.s(cx, &a[1]).const_str().unwrap_or("assertion failed").to_string();
                cx.op0(LlOp::DebugAssert, vec![v, konst(Const::Text(text.into()))]);
                self.none_result(cx, op)
            }
            "debug.fatalerror" | "debug.fatalerror_notb" => {
                let text = self.s(cx, &a[0]).const_str().unwrap_or("fatal error").to_string();
                cx.op0(LlOp::DebugFatalError, vec![konst(Const::Text(text.into()))]);
                self.none_result(cx, op)
            }
            "debug.debug_print"
            | "debug.debug_flush"
            | "debug.attach_gdb"
            | "rgc.no_release_gil"
            | "rgc.add_memory_pressure"
            | "debug.flush_debug"
            | "objectmodel.fetch_translated_config"
            | "objectmodel.free_non_gc_object"
            | "rstack.stack_check" => self.none_result(cx, op),
            "debug.debug_start" | "debug.debug_stop" | "debug.debug_offset" => {
                let z = cx.int(0);
                self.int_result(cx, op, z)
            }
            "debug.check_nonneg"
            | "debug.make_sure_not_resized"
            | "debug.make_sure_not_modified"
            | "debug.mark_dict_non_null"
            | "debug.check_list_of_chars"
            | "debug.check_regular_int"
            | "rstring.assert_str0" => {
                if ty == Type::Void {
                    return self.none_result(cx, op);
                }
                let v = self.val_as(cx, &a[0], rr)?;
                self.own_result(cx, op, v)
            }
            "rgc._note_object" => {
                self.note_for_queue(cx, &a[0], &a[1])?;
                self.none_result(cx, op)
            }
            "rgc._run_finalizers" => {
                self.run_finalizers(cx);
                self.none_result(cx, op)
            }
            "rgc.collect" => {
                match a.first() {
                    None => cx.op0(LlOp::GcCollect, vec![]),
                    Some(generation) => {
                        let signed = self.prim(Type::Signed);
                        let generation = self.val_as(cx, generation, signed)?;
                        let what = cx.int(0);
                        cx.op(LlOp::GcControl, vec![what, generation], Type::Signed);
                    }
                }
                self.run_finalizers(cx);
                self.none_result(cx, op)
            }
            "rgc._control" => {
                let signed = self.prim(Type::Signed);
                let what = self.val_as(cx, &a[0], signed)?;
                let arg = self.val_as(cx, &a[1], signed)?;
                let v = cx.op(LlOp::GcControl, vec![what, arg], Type::Signed);
                self.run_finalizers(cx);
                self.int_result(cx, op, v)
            }
            "rgc.can_move" => self.bool_result(cx, op, konst(Const::Bool(true))),
            "rfloat.float_of_text" => {
                let (rs, rf) = (self.intern(Repr::Str), self.prim(Type::Float));
                let s = self.val_as(cx, &a[0], rs)?;
                let v = self.helper_call(cx, "ll_float", "ll_str2float", vec![s])?;
                self.set_result(cx, op, v, rf)
            }
            "rfloat.float_text" => {
                let (rf, rc, rb) =
                    (self.prim(Type::Float), self.prim(Type::Char), self.prim(Type::Bool));
                let x = self.val_as(cx, &a[0], rf)?;
                let c = self.val_as(cx, &a[1], rc)?;
                let c = cx.op(LlOp::CastCharToInt, vec![c], Type::Signed);
                let p = self.signed(cx, &a[2])?;
                let alt = self.val_as(cx, &a[3], rb)?;
                let v = self.helper_call(cx, "ll_float", "ll_float_text", vec![x, c, p, alt])?;
                self.set_str_result(cx, op, v)
            }
            "rerased.erase" => self.rtype_erase(cx, op, &a[0]),
            "rerased.unerase" => self.rtype_unerase(cx, op, &a[0]),
            "nonconst.NonConstant" => self.rtype_nonconst(cx, op, &a[0]),
            _ if f.starts_with("jit.") => self.jit_builtin(cx, op, &f[4..], a),
            _ => Err(self.error(format!("rpython.rlib.{f}() is not supported at run time yet"))),
        }
    }

    /// A builtin that is one operation on values of one type.
    fn plain_op(
        &mut self,
        cx: &mut Cx,
        op: &SpaceOperation<Hl>,
        ll: LlOp,
        a: &[HlValue],
        from: Type,
        to: Type,
    ) -> Res {
        let r = self.prim(from);
        let mut args = vec![];
        for x in a {
            args.push(self.val_as(cx, x, r)?);
        }
        let v = cx.op(ll, args, to);
        let rt = self.prim(to);
        self.set_result(cx, op, v, rt)
    }
}
