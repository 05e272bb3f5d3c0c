//! Built-in functions, by the registry names of the annotator.

pub(crate) mod dicts;
pub(crate) mod external;
pub(crate) mod inline;
pub(crate) mod instantiate;
pub(crate) mod jit;
pub(crate) mod lowlevel;
pub(crate) mod methods;
pub(crate) mod casts;
pub(crate) mod arguments;
pub(crate) mod print;
pub(crate) mod program_has;
pub(crate) mod rffi;
pub(crate) mod threads;

use crate::base::cx::{Cx, konst, void};
use crate::base::repr::{Repr, ReprId};
use crate::builtins::arguments::CallOperands;
use crate::helpers::HArg;
use crate::{RTyper, Res, error};
use annotator::Kind;
use annotator::builtins::table::{Builtin, Lowering, Special};
use flowmodel::{Const, Hl, HlOp, HlValue, LlOp, LlValue, SpaceOperation, Type};
use std::rc::Rc;

impl RTyper<'_> {
    /// A call of a built-in function, by its row in the table.
    pub(crate) fn rtype_builtin(
        &mut self,
        cx: &mut Cx,
        op: &SpaceOperation<Hl>,
        name: &str,
    ) -> Res {
        let name = name.strip_prefix("builtins.").unwrap_or(name);
        let Some(row) = annotator::builtins::lookup(name) else {
            return Err(self.not_at_run_time(name));
        };
        match row.lowering {
            Lowering::Special(Special::LlOperation) => return self.rtype_llop(cx, op),
            Lowering::Special(Special::External) => return self.rtype_external(cx, op),
            Lowering::Special(Special::LowLevel) => return self.lower_low_level(cx, op, name),
            _ => {}
        }
        let call = self.call_operands(op)?;
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
        match row.lowering {
            Lowering::Op(_) | Lowering::Helper { .. } => self.lower_typed(cx, op, row, &call.pos),
            Lowering::Operation(hl) => {
                let args = call.pos;
                let as_op = SpaceOperation { op: hl, args, result: op.result, span: op.span };
                self.rtype_op(cx, &as_op)
            }
            Lowering::First => {
                let rr = self.result_repr(cx, op)?;
                if self.lltype(rr)? == Type::Void {
                    return self.none_result(cx, op);
                }
                let v = self.val_as(cx, &call.pos[0], rr)?;
                self.own_result(cx, op, v)
            }
            Lowering::Nothing => self.none_result(cx, op),
            Lowering::Zero => {
                let zero = cx.int(0);
                self.int_result(cx, op, zero)
            }
            Lowering::Special(special) => self.lower_special(cx, op, special, call),
            Lowering::Library(_) | Lowering::Annotated => Err(self.not_at_run_time(name)),
        }
    }

    pub(crate) fn not_at_run_time(&self, name: &str) -> flowmodel::diag::Diagnostic {
        error(format!("the built-in function {name}() is not supported at run time"))
    }

    /// A function of the low-level modules.
    pub(crate) fn lower_low_level(
        &mut self,
        cx: &mut Cx,
        op: &SpaceOperation<Hl>,
        name: &str,
    ) -> Res {
        let full = self
            .callee_host(cx, op)
            .and_then(|h| annotator::hostview::registry_name(&self.ann.host, h))
            .unwrap_or_else(|| name.to_string());
        let function = full.rsplit('.').next().unwrap_or("").to_string();
        self.rtype_lltype_call(cx, op, &function)
    }

    /// A call that is one operation, or one call of a helper, on operands of the row's types.
    pub(crate) fn lower_typed(
        &mut self,
        cx: &mut Cx,
        op: &SpaceOperation<Hl>,
        row: &Builtin,
        given: &[HlValue],
    ) -> Res {
        let (letters, required, result) = row.signature();
        let mut args = vec![];
        for (x, letter) in given.iter().zip(&letters) {
            args.push(self.val_of_type(cx, x, *letter)?);
        }
        let v = match row.lowering {
            Lowering::Op(ll) if result == '0' => {
                cx.op0(ll, args);
                void()
            }
            Lowering::Op(ll) => {
                let (_, ty) = self.repr_of_letter(result)?;
                cx.op(ll, args, ty)
            }
            Lowering::Helper { module, function, defaults } => {
                let missing = &defaults[(given.len() - required).min(defaults.len())..];
                args.extend(missing.iter().map(|n| cx.int(*n)));
                self.helper_call(cx, module, function, args)?
            }
            _ => unreachable!("only these lowerings have types"),
        };
        if result == '0' {
            return self.none_result(cx, op);
        }
        let (r, _) = self.repr_of_letter(result)?;
        self.set_result(cx, op, v, r)
    }

    /// An operand as a value of a type of the table of built-in functions.
    pub(crate) fn val_of_type(&mut self, cx: &mut Cx, x: &HlValue, letter: char) -> Res<LlValue> {
        if letter == '?' {
            return Ok(self.val(cx, x)?.0);
        }
        let (r, _) = self.repr_of_letter(letter)?;
        self.val_as(cx, x, r)
    }

    pub(crate) fn repr_of_letter(&mut self, letter: char) -> Res<(ReprId, Type)> {
        let r = match letter {
            'i' | 'n' => self.prim(Type::Signed),
            'u' => self.prim(Type::Unsigned),
            'f' => self.prim(Type::Float),
            'g' => self.prim(Type::SingleFloat),
            'b' => self.prim(Type::Bool),
            'c' => self.prim(Type::Char),
            'w' => self.prim(Type::UniChar),
            'a' => self.prim(Type::Address),
            's' | 'S' => self.intern(Repr::Str),
            'U' => self.intern(Repr::Unicode),
            _ => {
                return Err(error(format!("internal: a built-in function of type '{letter}'")));
            }
        };
        Ok((r, self.lltype(r)?))
    }

    /// A call of a built-in function with code of its own.
    pub(crate) fn lower_special(
        &mut self,
        cx: &mut Cx,
        op: &SpaceOperation<Hl>,
        special: Special,
        call: CallOperands,
    ) -> Res {
        use Special::*;
        let CallOperands { pos: a, kw } = call;
        let keyword = |name: &str| kw.iter().find(|k| &*k.0 == name).map(|k| &k.1);
        match special {
            LlOperation | External | LowLevel => {
                Err(error("internal: a low-level call with operands of a built-in function"))
            }
            IsNan => {
                let rf = self.prim(Type::Float);
                let x = self.val_as(cx, &a[0], rf)?;
                let v = cx.op(LlOp::FloatNe, vec![x, x], Type::Bool);
                self.bool_result(cx, op, v)
            }
            DefaultText => {
                let (v, r) = self.val(cx, &a[0])?;
                let v = match *self.repr(r) {
                    Repr::Instance(c) if self.is_exception(c) => {
                        self.exception_helper(cx, v, self.exception_repr_helper())?
                    }
                    _ => self.helper_call(cx, "ll_print", "ll_object_str", vec![v])?,
                };
                self.set_str_result(cx, op, v)
            }
            ExceptionText | ExceptionRepr => {
                let (v, _) = self.val(cx, &a[0])?;
                let f = match special {
                    ExceptionRepr => self.exception_repr_helper(),
                    _ => "ll_exc_str",
                };
                let v = self.exception_helper(cx, v, f)?;
                self.set_str_result(cx, op, v)
            }
            Weakref => self.rtype_weakref(cx, op),
            Range => self.rtype_range(cx, op, &a),
            Enumerate => self.rtype_enumerate(cx, op, &a, keyword("start")),
            Iter => {
                let rr = self.result_repr(cx, op)?;
                let it = self.iter_over(cx, &a[0], rr)?;
                self.own_result(cx, op, it)
            }
            Next => {
                let (it, r) = self.val(cx, &a[0])?;
                let (v, vr) = self.next_item(cx, it, r)?;
                self.set_result(cx, op, v, vr)
            }
            Bool => {
                let b = match a.first() {
                    Some(x) => self.truth_value(cx, x)?,
                    None => konst(Const::Bool(false)),
                };
                self.bool_result(cx, op, b)
            }
            Instantiate => self.rtype_instantiate(cx, op, &a[0]),
            SetAttr => {
                let name = self.attr_name(cx, &a[1])?;
                let (v, r) = self.val(cx, &a[0])?;
                let Repr::Instance(c) = *self.repr(r) else {
                    return Err(error("object.__setattr__() of what is no instance"));
                };
                self.instance_setattr(cx, v, c, &name, &a[2])?;
                self.none_result(cx, op)
            }
            ExceptionInit => self.exception_init(cx, op, &a),
            Int => match a.first() {
                Some(x) => self.rtype_int(cx, op, x, a.get(1)),
                None => {
                    let z = cx.int(0);
                    self.int_result(cx, op, z)
                }
            },
            Float => match a.first() {
                Some(x) => self.rtype_float(cx, op, x),
                None => {
                    let r = self.prim(Type::Float);
                    self.set_result(cx, op, konst(Const::float(0.0)), r)
                }
            },
            // Of a tuple: the tuple itself.
            Unpack => {
                let s = self.ann.binding(cx.gid, op.result).clone();
                let r = self.repr_of(&s)?;
                let v = self.val_as(cx, &a[0], r)?;
                self.set_result(cx, op, v, r)
            }
            AsStr => {
                let r = self.intern(Repr::Str);
                let v = self.val_as(cx, &a[0], r)?;
                self.set_result(cx, op, v, r)
            }
            Bytes if self.s(cx, &a[0]).kind == Kind::ByteArray => {
                let (l, _) = self.val(cx, &a[0])?;
                let v = self.helper_call(cx, "ll_bytearray", "ll_to_str", vec![l])?;
                self.set_str_result(cx, op, v)
            }
            Str | Bytes | ReprText => {
                let v = self.str_of(cx, &a[0], special == ReprText)?;
                self.set_str_result(cx, op, v)
            }
            Unicode => self.builtin_unicode(cx, op, &a[0]),
            Min => self.builtin_extreme(cx, op, &a, ["ll_min", "ll_min_by"]),
            Max => self.builtin_extreme(cx, op, &a, ["ll_max", "ll_max_by"]),
            List => self.builtin_list(cx, op, &a),
            Tuple => match a.first() {
                None => {
                    let r = self.intern(Repr::Tuple(Rc::from([])));
                    self.set_result(cx, op, void(), r)
                }
                Some(x) => {
                    let (v, r) = self.val(cx, x)?;
                    self.set_result(cx, op, v, r)
                }
            },
            Dict => self.builtin_dict(cx, op, a.first(), &kw),
            DefaultDict => self.builtin_dict(cx, op, None, &kw),
            Object => {
                let root = self.ann.classdefs.keys().next().expect("object");
                let v = self.new_instance(cx, root)?;
                self.own_result(cx, op, v)
            }
            Zip => self.rtype_zip(cx, op, &a),
            Set => self.rtype_newdict(cx, op),
            ByteArray => self.builtin_bytearray(cx, op, &a),
            Deque => self.new_deque(cx, op, keyword("maxlen").or(a.get(1))),
            Print => self.builtin_print(cx, op, &a, &kw),
            PrintItem => {
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
            MachineInt => self.machine_int(cx, op, &a[0]),
            KeepAlive => {
                for x in &a {
                    let (v, r) = self.val(cx, x)?;
                    let t = self.lltype(r)?;
                    if self.ann.types.is_gc(t) {
                        cx.op0(LlOp::Keepalive, vec![v]);
                    }
                }
                self.none_result(cx, op)
            }
            RDict => self.rtype_r_dict(cx, op, &a),
            MoveToEnd | ContainsWithHash | GetItemWithHash | SetItemWithHash | DelItemWithHash
            | DelItemIfValueIs | ReversedDict => self.rlib_dict(cx, op, special, &a),
            NextEntry | KeyOfEntry | ValueOfEntry | HashOfEntry => {
                self.entry_of_dict(cx, op, special, &a)
            }
            ComputeHash => {
                let (v, r) = self.val(cx, &a[0])?;
                // Of instances always the identity hash.
                let h = match self.repr(r) {
                    Repr::Instance(_) => self.helper_fn("ll_class", "ll_ptr_hash")?,
                    _ => self.hash_fn(r)?,
                };
                let v = self.call_host_helper(cx, h, vec![v.into()])?;
                self.int_result(cx, op, v)
            }
            IdentityHash | UniqueId => {
                let (v, _) = self.val(cx, &a[0])?;
                let ll = if special == UniqueId { LlOp::GcId } else { LlOp::GcIdentityHash };
                let v = cx.op(ll, vec![v], Type::Signed);
                self.int_result(cx, op, v)
            }
            NewListHint => {
                let Some(hint) = a.first().or(keyword("sizehint")) else {
                    return Err(error("internal: newlist_hint() without hint"));
                };
                self.newlist_hint(cx, op, hint)
            }
            PhysicalSize => {
                let (v, r) = self.val(cx, &a[0])?;
                let info = self.list_of(r)?;
                let (items, _) = self.list_parts(cx, v, info)?;
                let n = cx.op(LlOp::GetArraySize, vec![items], Type::Signed);
                self.int_result(cx, op, n)
            }
            StringBuilder => self.new_builder(cx, op, false, &a),
            UnicodeBuilder => self.new_builder(cx, op, true, &a),
            LlAssert => {
                let rb = self.prim(Type::Bool);
                let v = self.val_as(cx, &a[0], rb)?;
                let text = self.s(cx, &a[1]).const_str().unwrap_or("assertion failed").to_string();
                cx.op0(LlOp::DebugAssert, vec![v, konst(Const::Text(text.into()))]);
                self.none_result(cx, op)
            }
            FatalError => {
                let text = self.s(cx, &a[0]).const_str().unwrap_or("fatal error").to_string();
                cx.op0(LlOp::DebugFatalError, vec![konst(Const::Text(text.into()))]);
                self.none_result(cx, op)
            }
            NoteObject => {
                self.note_for_queue(cx, &a[0], &a[1])?;
                self.none_result(cx, op)
            }
            RunFinalizers => {
                self.run_finalizers(cx);
                self.none_result(cx, op)
            }
            Collect => {
                match a.first() {
                    None => cx.op0(LlOp::GcCollect, vec![]),
                    Some(generation) => {
                        let generation = self.signed(cx, generation)?;
                        let what = cx.int(0);
                        cx.op(LlOp::GcControl, vec![what, generation], Type::Signed);
                    }
                }
                self.run_finalizers(cx);
                self.none_result(cx, op)
            }
            GcControl => {
                let args = vec![self.signed(cx, &a[0])?, self.signed(cx, &a[1])?];
                let v = cx.op(LlOp::GcControl, args, Type::Signed);
                self.run_finalizers(cx);
                self.int_result(cx, op, v)
            }
            CanMove => self.bool_result(cx, op, konst(Const::Bool(true))),
            FloatText => {
                let x = self.val_of_type(cx, &a[0], 'f')?;
                let c = self.val_of_type(cx, &a[1], 'c')?;
                let c = cx.op(LlOp::CastCharToInt, vec![c], Type::Signed);
                let p = self.signed(cx, &a[2])?;
                let alt = self.val_of_type(cx, &a[3], 'b')?;
                let v = self.helper_call(cx, "ll_float", "ll_float_text", vec![x, c, p, alt])?;
                self.set_str_result(cx, op, v)
            }
            Erase => self.rtype_erase(cx, op, &a[0]),
            Unerase => self.rtype_unerase(cx, op, &a[0]),
            NonConstant => self.rtype_nonconst(cx, op, &a[0]),
            Promote | PromoteString | PromoteUnicode => self.jit_promote(cx, op, special, &a[0]),
            Hint => self.jit_hint(cx, op, &a[0], &kw),
            WeAreJitted => self.jit_we_are_jitted(cx, op),
            IsConstant => self.jit_question(cx, op, LlOp::JitIsConstant, &a[0]),
            IsVirtual => self.jit_question(cx, op, LlOp::JitIsVirtual, &a[0]),
            TraceLength => self.jit_trace_length(cx, op),
            RecordExactValue => self.jit_record_exact_value(cx, op, &a),
            RecordExactClass => self.jit_record_exact_class(cx, op, &a),
            JitDebug => self.jit_debug(cx, op, &a),
            AskInt | AskFloat | AskText => self.jit_ask(cx, op, special, &a),
            SetParam => self.jit_set_param(cx, op, &a[..2], a.get(2)),
            SetParamToDefault => self.jit_set_param(cx, op, &a, None),
        }
    }

    /// `BaseException.__init__(self, …)`
    pub(crate) fn exception_init(
        &mut self,
        cx: &mut Cx,
        op: &SpaceOperation<Hl>,
        a: &[HlValue],
    ) -> Res {
        let Kind::Instance { class, .. } = self.s(cx, &a[0]).kind else {
            return Err(error("the exception is unknown"));
        };
        let (inst, _) = self.val(cx, &a[0])?;
        if op.op == HlOp::SimpleCall {
            let args: Vec<_> = (2..op.args.len()).map(annotator::ArgSource::Operand).collect();
            self.setup_class(class)?;
            let none = konst(Const::Int(0));
            self.setfield(cx, inst, "exc_kind", none)?;
            self.remember_args(cx, inst, class, op, &args, true)?;
        }
        Ok(())
    }

    /// `unicode(x)`
    pub(crate) fn builtin_unicode(
        &mut self,
        cx: &mut Cx,
        op: &SpaceOperation<Hl>,
        x: &HlValue,
    ) -> Res {
        let r = self.intern(Repr::Unicode);
        if self.s(cx, x).is_unicode() {
            let v = self.val_as(cx, x, r)?;
            return self.set_result(cx, op, v, r);
        }
        let v = self.str_of(cx, x, false)?;
        let v = self.helper_call(cx, "ll_unicode", "ll_decode_ascii", vec![v])?;
        self.set_result(cx, op, v, r)
    }

    /// `min(…)`, `max(…)`: the helpers for numbers, and for what has a function to compare by.
    pub(crate) fn builtin_extreme(
        &mut self,
        cx: &mut Cx,
        op: &SpaceOperation<Hl>,
        a: &[HlValue],
        [of_numbers, by_function]: [&str; 2],
    ) -> Res {
        let r = self.result_repr(cx, op)?;
        let mut v = self.val_as(cx, &a[0], r)?;
        for x in &a[1..] {
            let x = self.val_as(cx, x, r)?;
            v = match *self.repr(r) {
                Repr::Prim(_) => self.helper_call(cx, "ll_misc", of_numbers, vec![v, x])?,
                _ => {
                    let lt = self.lt_fn(r)?;
                    let args = vec![v.into(), x.into(), HArg::F(lt)];
                    self.helper_call_with(cx, "ll_class", by_function, args)?
                }
            };
        }
        self.set_result(cx, op, v, r)
    }

    pub(crate) fn builtin_list(
        &mut self,
        cx: &mut Cx,
        op: &SpaceOperation<Hl>,
        a: &[HlValue],
    ) -> Res {
        let rr = self.result_repr(cx, op)?;
        let info = self.list_of(rr)?;
        let Some(x) = a.first() else {
            let zero = cx.int(0);
            let array = self.malloc_varsize(cx, info.array, zero);
            let l = self.list_from_array(cx, info, array, zero)?;
            return self.own_result(cx, op, l);
        };
        let (_, r) = self.val(cx, x)?;
        let same = match self.repr(r).clone() {
            Repr::List(l) => self.list_info(l)?.array == info.array,
            _ => false,
        };
        let (items, n) = self.sequence_as(cx, x, info)?;
        let array =
            if same { self.helper_call(cx, "ll_list", "ll_copy", vec![items, n])? } else { items };
        let l = self.list_from_array(cx, info, array, n)?;
        self.own_result(cx, op, l)
    }

    /// `newlist_hint(sizehint)`
    pub(crate) fn newlist_hint(
        &mut self,
        cx: &mut Cx,
        op: &SpaceOperation<Hl>,
        hint: &HlValue,
    ) -> Res {
        let rr = self.result_repr(cx, op)?;
        let info = self.list_of(rr)?;
        let n = self.signed(cx, hint)?;
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
}
