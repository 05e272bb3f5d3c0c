//! Methods of built-in types, by the rows of the annotator's table.

use crate::base::cx::{Cx, konst};
use crate::base::repr::{DictInfo, Repr, ReprId};
use crate::builtins::arguments::CallOperands;
use crate::helpers::HArg;
use crate::{RTyper, Res, error};
use annotator::builtins::methods::{How, Method, Of, Special, find};
use annotator::{Kind, SomeValue};
use flowmodel::{Const, Hl, HlValue, LlValue, SpaceOperation, Type};

/// A call of a method.
pub(crate) struct MethodCall {
    /// The object, and its repr.
    pub this: LlValue,
    pub repr: ReprId,
    /// Positional and keyword operands.
    pub operands: CallOperands,
}

impl RTyper<'_> {
    /// A call of a method of a built-in type.
    pub(crate) fn rtype_builtin_method(
        &mut self,
        cx: &mut Cx,
        op: &SpaceOperation<Hl>,
        name: &str,
        callee: HlValue,
    ) -> Res {
        let s = self.s(cx, &callee);
        let Kind::BuiltinMethod { this: object, .. } = &s.kind else {
            return Err(error("internal: a method that is not one"));
        };
        if let Kind::Builtin(class) = &object.kind {
            let class = class.clone();
            return self.object_method(cx, op, &class, name, object.const_host());
        }
        let (this, repr) = self.method_object(cx, &callee)?;
        let operands = self.call_operands(op)?;
        let given: Vec<SomeValue> = operands.pos.iter().map(|a| self.s(cx, a)).collect();
        let of = Of::value(self.ann, object);
        let row = find(of, name, &given, !operands.kw.is_empty())
            .ok_or_else(|| error(format!("method {name}() of {}", self.repr(repr).describe())))?;
        let call = MethodCall { this, repr, operands };
        match row.how {
            How::Helper { module, function, of_char, defaults } => {
                let is_char = matches!(self.repr(repr), Repr::Prim(Type::Char | Type::UniChar));
                match of_char {
                    Some(f) if is_char => {
                        let v = self.helper_call(cx, module, f, vec![call.this])?;
                        self.method_result(cx, op, row, repr, v, repr)
                    }
                    _ => {
                        let (this, texts) = self.receiver(cx, &call)?;
                        let mut args = vec![this];
                        args.extend(self.method_operands(cx, row, &call, texts)?);
                        let (_, required, _) = row.signature();
                        let given = (args.len() - 1 - required).min(defaults.len());
                        let missing = &defaults[given..];
                        args.extend(missing.iter().map(|n| cx.int(*n)));
                        let v = self.helper_call(cx, module, function, args)?;
                        self.method_result(cx, op, row, repr, v, texts)
                    }
                }
            }
            How::Keyed(function) => {
                let info = self.dict_of(repr)?;
                let mut args = vec![call.this];
                args.extend(self.method_operands(cx, row, &call, repr)?);
                let v = self.dict_call(cx, info, function, args)?;
                self.method_result(cx, op, row, repr, v, repr)
            }
            How::Special(special) => self.special_method(cx, op, special, row, call),
            How::Library(_) | How::Annotated => {
                Err(error(format!("internal: the call of {name}() is not recorded")))
            }
        }
    }

    /// The object as helpers take it: characters as strings. And the repr of its texts.
    pub(crate) fn receiver(&mut self, cx: &mut Cx, call: &MethodCall) -> Res<(LlValue, ReprId)> {
        match *self.repr(call.repr) {
            Repr::Str | Repr::Unicode | Repr::Prim(Type::Char | Type::UniChar) => {
                let texts = self.text_repr(call.repr);
                Ok((self.convert(cx, call.this, call.repr, texts)?, texts))
            }
            Repr::Builder(unicode) => {
                let texts = self.intern(if unicode { Repr::Unicode } else { Repr::Str });
                Ok((call.this, texts))
            }
            _ => Ok((call.this, call.repr)),
        }
    }

    /// The operands as the row's letters say.
    pub(crate) fn method_operands(
        &mut self,
        cx: &mut Cx,
        row: &Method,
        call: &MethodCall,
        texts: ReprId,
    ) -> Res<Vec<LlValue>> {
        let (letters, ..) = row.signature();
        let mut out = vec![];
        for (x, letter) in call.operands.pos.iter().zip(letters.iter().copied()) {
            out.push(match letter {
                'i' | 'n' => self.signed(cx, x)?,
                'p' => self.bound(cx, x, false)?,
                'q' => self.bound(cx, x, true)?,
                't' => self.val_as(cx, x, texts)?,
                'h' => {
                    let wide = *self.repr(texts) == Repr::Unicode;
                    let r = self.prim(if wide { Type::UniChar } else { Type::Char });
                    self.val_as(cx, x, r)?
                }
                'e' => {
                    let r = self.item_of(call.repr)?;
                    self.val_as(cx, x, r)?
                }
                'k' => {
                    let info = self.dict_of(call.repr)?;
                    self.val_as(cx, x, info.key)?
                }
                'v' => {
                    let info = self.dict_of(call.repr)?;
                    self.val_as(cx, x, info.value)?
                }
                _ => self.val(cx, x)?.0,
            });
        }
        Ok(out)
    }

    /// Repr of what a container iterates over.
    pub(crate) fn item_of(&mut self, r: ReprId) -> Res<ReprId> {
        match *self.repr(r) {
            Repr::Deque(_) => self.deque_item(r),
            Repr::Set(_) => Ok(self.dict_of(r)?.key),
            _ => Ok(self.list_of(r)?.item),
        }
    }

    /// Sets the result as the row's letter says.
    pub(crate) fn method_result(
        &mut self,
        cx: &mut Cx,
        op: &SpaceOperation<Hl>,
        row: &Method,
        this: ReprId,
        v: LlValue,
        texts: ReprId,
    ) -> Res {
        let (.., letter) = row.signature();
        match letter {
            '0' => self.none_result(cx, op),
            'i' | 'n' => self.int_result(cx, op, v),
            'b' => self.bool_result(cx, op, v),
            'e' => {
                let r = self.item_of(this)?;
                self.value_result(cx, op, v, r)
            }
            'v' => {
                let r = self.dict_of(this)?.value;
                self.value_result(cx, op, v, r)
            }
            _ => self.set_result(cx, op, v, texts),
        }
    }

    /// A call of a method with code of its own.
    pub(crate) fn special_method(
        &mut self,
        cx: &mut Cx,
        op: &SpaceOperation<Hl>,
        special: Special,
        row: &Method,
        call: MethodCall,
    ) -> Res {
        let (s, texts) = self.receiver(cx, &call)?;
        let MethodCall { this, repr, operands: CallOperands { pos: args, kw } } = call;
        match special {
            Special::ListExtend => {
                self.list_extend(cx, this, repr, &args[0])?;
                self.none_result(cx, op)
            }
            Special::ListPop => self.list_pop(cx, op, this, repr, &args[0]),
            Special::ListRemove => self.list_remove(cx, op, this, repr, &args[0]),
            Special::ListReverse => self.list_reverse(cx, op, this, repr),
            Special::ListIndex => self.list_index(cx, op, this, repr, &args[0]),
            Special::ListCount => self.list_count(cx, op, this, repr, &args[0]),
            Special::ListSort => self.list_sort(cx, op, this, repr),
            Special::ListCopy => self.list_copy(cx, op, this, repr),
            Special::DequeMaxlen => {
                let v = self.getfield(cx, this, "maxlen")?;
                self.int_result(cx, op, v)
            }
            Special::DequeEmpty => {
                let max = self.getfield(cx, this, "maxlen")?;
                self.new_deque_of(cx, op, max)
            }
            Special::DictGet => self.dict_get(cx, op, this, repr, &args),
            Special::DictSetDefault => self.dict_setdefault(cx, op, this, repr, &args),
            Special::DictUpdate => self.dict_update(cx, op, this, repr, &args, &kw),
            Special::DictCopy | Special::SetCopy => {
                let info = self.dict_of(repr)?;
                let v = self.dict_copy(cx, info, this)?;
                self.set_result(cx, op, v, repr)
            }
            Special::DictKeys | Special::DictValues | Special::DictItems => {
                let info = self.dict_of(repr)?;
                self.dict_list(cx, op, row.name, this, info)
            }
            Special::DictIterator => {
                let rr = self.result_repr(cx, op)?;
                let it = self.make_iter(cx, this, repr, rr)?;
                self.own_result(cx, op, it)
            }
            Special::DictPopItem => self.dict_popitem(cx, op, this, repr),
            Special::SetPop => {
                let info: DictInfo = self.dict_of(repr)?;
                let h = self.key_hash(info)?;
                let args = vec![this.into(), HArg::F(h)];
                let v = self.helper_call_with(cx, "ll_dict", "ll_set_pop", args)?;
                self.value_result(cx, op, v, info.key)
            }
            Special::Find { text, char } => self.str_find(cx, op, (s, texts), &args, (text, char)),
            Special::Strip(sides) => self.str_strip(cx, op, (s, texts), &args, sides),
            Special::Replace => self.str_replace(cx, op, (s, texts), &args),
            Special::Split(by_separator) => self.str_split(cx, op, (s, texts), &args, by_separator),
            Special::SplitLines => {
                let keep = match args.first() {
                    Some(a) => self.truth_value(cx, a)?,
                    None => konst(Const::Bool(false)),
                };
                let n = self.helper_call(cx, "ll_str", "ll_splitlines_count", vec![s])?;
                self.string_list(cx, op, n, "ll_splitlines", vec![s, keep], vec![])
            }
            Special::Join => self.str_join(cx, op, (s, texts), &args[0]),
            Special::Decode => self.str_codec(cx, op, s, &args, "decode", Repr::Unicode),
            Special::Encode => self.str_codec(cx, op, s, &args, "encode", Repr::Str),
            Special::BytesExtend => self.bytearray_extend(cx, op, this, &args[0]),
            Special::BytesReverse => self.bytearray_reverse(cx, op, this),
            Special::BytesCopy => self.bytearray_copy(cx, op, this),
            Special::BytesText => {
                let v = self.helper_call(cx, "ll_bytearray", "ll_to_str", vec![this])?;
                self.set_str_result(cx, op, v)
            }
            Special::BuilderAppend => {
                let v = self.text_or_char(cx, &args[0], texts)?;
                let f = match self.is_char(cx, &v) {
                    true => "ll_builder_append_char",
                    false => "ll_builder_append",
                };
                self.helper_call(cx, "ll_str", f, vec![this, v])?;
                self.none_result(cx, op)
            }
            Special::BuilderLength => {
                let n = self.getfield(cx, this, "used")?;
                self.int_result(cx, op, n)
            }
            Special::Next => {
                let (v, vr) = self.next_item(cx, this, repr)?;
                self.set_result(cx, op, v, vr)
            }
        }
    }
}
