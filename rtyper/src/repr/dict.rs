//! Dicts.

use crate::base::cx::{Cx, konst, void};
use crate::base::repr::{DictInfo, Repr, ReprId};
use crate::helpers::HArg;
use crate::{RTyper, Res, error};
use annotator::builtins::table::Special;
use flowmodel::{Const, Hl, HlValue, HostRef, LlOp, LlValue, SpaceOperation, StructId, Type};
use std::rc::Rc;

impl RTyper<'_> {
    /// Layout of a repr that is a dict.
    pub(crate) fn dict_of(&mut self, r: ReprId) -> Res<DictInfo> {
        match *self.repr(r) {
            Repr::Dict(d) | Repr::Set(d) => self.dict_info(d),
            _ => Err(error("a dict is expected here")),
        }
    }
    /// Equality of keys: the key type's, or an r_dict's own.
    pub(crate) fn key_eq(&mut self, info: DictInfo) -> Res<HostRef> {
        match self.ann.custom_function(info.def, 0) {
            Some(f) => Ok(f),
            None => self.eq_fn(info.key),
        }
    }
    /// Hash of keys.
    pub(crate) fn key_hash(&mut self, info: DictInfo) -> Res<HostRef> {
        match self.ann.custom_function(info.def, 1) {
            Some(f) => Ok(f),
            None => self.hash_fn(info.key),
        }
    }
    /// Makes the functions of this dict the ones that `key_eq` and `key_hash` call.
    pub(crate) fn select_functions(&mut self, cx: &mut Cx, info: DictInfo, d: &LlValue) -> Res {
        let Some([_, select]) = self.ann.several_functions(info.def) else { return Ok(()) };
        let functions = self.getfield(cx, *d, "functions")?;
        let f = self.func_for(select)?;
        let want = self.sig(select)?.params[0];
        let functions = match info.functions {
            Some(r) => self.convert(cx, functions, r, want)?,
            None => functions,
        };
        self.direct_call(cx, f, vec![functions]);
        Ok(())
    }
    /// A copy of a dict.
    pub(crate) fn dict_copy(&mut self, cx: &mut Cx, info: DictInfo, d: LlValue) -> Res<LlValue> {
        self.select_functions(cx, info, &d)?;
        let h = self.key_hash(info)?;
        let args = vec![d.into(), HArg::F(h)];
        let v = self.helper_call_with(cx, "ll_dict", "ll_copy", args)?;
        if info.functions.is_some() {
            let functions = self.getfield(cx, d, "functions")?;
            self.setfield(cx, v, "functions", functions)?;
        }
        Ok(v)
    }
    /// Comparison finds keys of one dict in the other: their functions must be the same.
    pub(crate) fn comparable(&self, info: DictInfo) -> Res {
        match info.functions {
            Some(_) => Err(error("r_dicts with different functions cannot be compared")),
            None => Ok(()),
        }
    }
    /// A helper call with the equality and hash functions of the keys at the end.
    pub(crate) fn dict_call(
        &mut self,
        cx: &mut Cx,
        info: DictInfo,
        f: &str,
        args: Vec<LlValue>,
    ) -> Res<LlValue> {
        if info.functions.is_some() {
            self.select_functions(cx, info, &args[0])?;
        }
        let mut args: Vec<HArg> = args.into_iter().map(HArg::V).collect();
        let mut f = f.to_string();
        if matches!(f.as_str(), "ll_getitem" | "ll_delitem" | "ll_pop")
            && let Some(show) = self.key_show(info.key)?
        {
            args.push(HArg::V(show));
            f.push_str("_shown");
        }
        args.push(HArg::F(self.key_eq(info)?));
        args.push(HArg::F(self.key_hash(info)?));
        self.helper_call_with(cx, "ll_dict", &f, args)
    }
    pub(crate) fn value_result(
        &mut self,
        cx: &mut Cx,
        op: &SpaceOperation<Hl>,
        v: LlValue,
        r: ReprId,
    ) -> Res {
        let v = if self.lltype(r)? == Type::Void { void() } else { v };
        self.set_result(cx, op, v, r)
    }

    /// An empty dict.
    pub(crate) fn new_dict(&mut self, cx: &mut Cx, info: DictInfo) -> Res<LlValue> {
        let d = self.malloc(cx, info.dict);
        let dict = &self.ann.types.structs[info.dict];
        let field = dict.field_index("indexes").map(|i| dict.fields[i as usize].ty);
        let Some(Type::Ptr(indexes)) = field else { unreachable!("a dict has an index") };
        let eight = cx.int(8);
        let i = self.malloc_varsize(cx, indexes, eight);
        self.setfield(cx, d, "indexes", i)?;
        let e = konst(self.empty_array(info.entries));
        self.setfield(cx, d, "entries", e)?;
        Ok(d)
    }
    pub(crate) fn rtype_newdict(&mut self, cx: &mut Cx, op: &SpaceOperation<Hl>) -> Res {
        let r = self.result_repr(cx, op)?;
        let info = self.dict_of(r)?;
        let d = self.new_dict(cx, info)?;
        self.own_result(cx, op, d)
    }
    /// `r_dict(eq, hash)`
    pub(crate) fn rtype_r_dict(
        &mut self,
        cx: &mut Cx,
        op: &SpaceOperation<Hl>,
        args: &[HlValue],
    ) -> Res {
        let r = self.result_repr(cx, op)?;
        let info = self.dict_of(r)?;
        let d = self.new_dict(cx, info)?;
        if let Some([make, _]) = self.ann.several_functions(info.def) {
            let params = self.sig(make)?.params;
            let mut functions = vec![];
            for (x, r) in args.iter().zip(&params) {
                functions.push(self.val_as(cx, x, *r)?);
            }
            let f = self.func_for(make)?;
            let functions = self.direct_call(cx, f, functions);
            self.setfield(cx, d, "functions", functions)?;
        }
        self.own_result(cx, op, d)
    }
    /// `dict()`, `dict(other)`, and keywords.
    pub(crate) fn builtin_dict(
        &mut self,
        cx: &mut Cx,
        op: &SpaceOperation<Hl>,
        from: Option<&HlValue>,
        kw: &[(Rc<str>, HlValue)],
    ) -> Res {
        let rr = self.result_repr(cx, op)?;
        let info = self.dict_of(rr)?;
        let d = match from {
            None => self.new_dict(cx, info)?,
            Some(x) => {
                let (v, r) = self.val(cx, x)?;
                let oinfo = self.dict_of(r)?;
                if oinfo.dict == info.dict {
                    self.dict_copy(cx, info, v)?
                } else {
                    return Err(error("dict() of a dict with items of other types"));
                }
            }
        };
        self.set_keywords(cx, d, rr, kw)?;
        self.own_result(cx, op, d)
    }
    /// Functions of rlib.objectmodel on entries of dicts, by number.
    pub(crate) fn entry_of_dict(
        &mut self,
        cx: &mut Cx,
        op: &SpaceOperation<Hl>,
        which: Special,
        a: &[HlValue],
    ) -> Res {
        let (d, r) = self.val(cx, &a[0])?;
        let info = self.dict_of(r)?;
        let args = vec![d, self.signed(cx, &a[1])?];
        let helper = match which {
            Special::NextEntry => "ll_next_entry",
            Special::KeyOfEntry => "ll_key_of_entry",
            Special::ValueOfEntry => "ll_value_of_entry",
            _ => "ll_entry_hash",
        };
        let v = self.dict_call(cx, info, helper, args)?;
        match which {
            Special::KeyOfEntry => self.value_result(cx, op, v, info.key),
            Special::ValueOfEntry => self.value_result(cx, op, v, info.value),
            _ => self.own_result(cx, op, v),
        }
    }
    /// Stores keyword arguments in a dict.
    pub(crate) fn set_keywords(
        &mut self,
        cx: &mut Cx,
        d: LlValue,
        r: ReprId,
        kw: &[(Rc<str>, HlValue)],
    ) -> Res {
        let info = self.dict_of(r)?;
        for (name, value) in kw {
            let rs = self.intern(Repr::Str);
            let k = konst(self.string_const(name.as_bytes()));
            let k = self.convert(cx, k, rs, info.key)?;
            let v = self.val_as(cx, value, info.value)?;
            self.dict_call(cx, info, "ll_setitem", vec![d, k, v])?;
        }
        Ok(())
    }
    pub(crate) fn dict_getitem(&mut self, cx: &mut Cx, op: &SpaceOperation<Hl>, r: ReprId) -> Res {
        let info = self.dict_of(r)?;
        let (d, _) = self.val(cx, &op.args[0])?;
        let k = self.val_as(cx, &op.args[1], info.key)?;
        let v = self.dict_call(cx, info, "ll_getitem", vec![d, k])?;
        self.value_result(cx, op, v, info.value)
    }
    pub(crate) fn dict_setitem(&mut self, cx: &mut Cx, op: &SpaceOperation<Hl>, r: ReprId) -> Res {
        let info = self.dict_of(r)?;
        let (d, _) = self.val(cx, &op.args[0])?;
        let k = self.val_as(cx, &op.args[1], info.key)?;
        let v = self.val_as(cx, &op.args[2], info.value)?;
        self.dict_call(cx, info, "ll_setitem", vec![d, k, v])?;
        self.none_result(cx, op)
    }
    pub(crate) fn dict_delitem(&mut self, cx: &mut Cx, op: &SpaceOperation<Hl>, r: ReprId) -> Res {
        let info = self.dict_of(r)?;
        let (d, _) = self.val(cx, &op.args[0])?;
        let k = self.val_as(cx, &op.args[1], info.key)?;
        self.dict_call(cx, info, "ll_delitem", vec![d, k])?;
        self.none_result(cx, op)
    }
    pub(crate) fn dict_contains(&mut self, cx: &mut Cx, op: &SpaceOperation<Hl>, r: ReprId) -> Res {
        let info = self.dict_of(r)?;
        let (d, _) = self.val(cx, &op.args[0])?;
        let k = self.val_as(cx, &op.args[1], info.key)?;
        let v = self.dict_call(cx, info, "ll_contains", vec![d, k])?;
        self.bool_result(cx, op, v)
    }

    /// Reads a field of an entry.
    pub(crate) fn entry_field(
        &mut self,
        cx: &mut Cx,
        d: LlValue,
        entries: StructId,
        k: LlValue,
        name: &str,
    ) -> Res<LlValue> {
        let e = self.getfield(cx, d, "entries")?;
        let fields = self.ann.types.structs[entries].item_fields();
        let i = fields.iter().position(|f| &*f.name == name).expect("entry field");
        let ty = fields[i].ty;
        if ty == Type::Void {
            return Ok(void());
        }
        Ok(cx.op(LlOp::GetInteriorField, vec![e, k, konst(Const::Field(i as u32))], ty))
    }

    /// `d.get(key, default)`
    pub(crate) fn dict_get(
        &mut self,
        cx: &mut Cx,
        op: &SpaceOperation<Hl>,
        d: LlValue,
        r: ReprId,
        args: &[HlValue],
    ) -> Res {
        let info = self.dict_of(r)?;
        let k = self.val_as(cx, &args[0], info.key)?;
        let default = match args.get(1) {
            Some(a) => self.val_as(cx, a, info.value)?,
            None => {
                let t = self.lltype(info.value)?;
                if t != Type::Void && !crate::repr::convert::is_pointer(t) {
                    return Err(error(
                        "get() without default on a dict whose values cannot be None",
                    ));
                }
                if t == Type::Void { void() } else { konst(Const::Null(t)) }
            }
        };
        let v = self.dict_call(cx, info, "ll_get", vec![d, k, default])?;
        self.value_result(cx, op, v, info.value)
    }

    /// `d.setdefault(key, default)`
    pub(crate) fn dict_setdefault(
        &mut self,
        cx: &mut Cx,
        op: &SpaceOperation<Hl>,
        d: LlValue,
        r: ReprId,
        args: &[HlValue],
    ) -> Res {
        let info = self.dict_of(r)?;
        let k = self.val_as(cx, &args[0], info.key)?;
        let v = match args.get(1) {
            Some(a) => self.val_as(cx, a, info.value)?,
            None => {
                let r = self.void();
                self.convert(cx, void(), r, info.value)?
            }
        };
        let v = self.dict_call(cx, info, "ll_setdefault", vec![d, k, v])?;
        self.value_result(cx, op, v, info.value)
    }

    /// `d.update(other, …)`
    pub(crate) fn dict_update(
        &mut self,
        cx: &mut Cx,
        op: &SpaceOperation<Hl>,
        d: LlValue,
        r: ReprId,
        args: &[HlValue],
        keywords: &[(Rc<str>, HlValue)],
    ) -> Res {
        let info = self.dict_of(r)?;
        if !keywords.is_empty() {
            if let Some(x) = args.first() {
                let v = self.val_as(cx, x, r)?;
                self.dict_call(cx, info, "ll_update", vec![d, v])?;
            }
            self.set_keywords(cx, d, r, keywords)?;
            return self.none_result(cx, op);
        }
        let (other, ro) = self.val(cx, &args[0])?;
        let oinfo = self.dict_of(ro)?;
        if oinfo.dict != info.dict {
            return Err(error("update() from a dict with items of other types"));
        }
        self.dict_call(cx, info, "ll_update", vec![d, other])?;
        self.none_result(cx, op)
    }

    /// `d.popitem()`
    pub(crate) fn dict_popitem(
        &mut self,
        cx: &mut Cx,
        op: &SpaceOperation<Hl>,
        d: LlValue,
        r: ReprId,
    ) -> Res {
        let info = self.dict_of(r)?;
        self.select_functions(cx, info, &d)?;
        let h = self.key_hash(info)?;
        let args = vec![d.into(), HArg::F(h)];
        let k = self.helper_call_with(cx, "ll_dict", "ll_last_entry", args)?;
        let key = self.entry_field(cx, d, info.entries, k, "key")?;
        let value = self.entry_field(cx, d, info.entries, k, "value")?;
        self.helper_call(cx, "ll_dict", "ll_delete_entry", vec![d, k])?;
        let reprs = [info.key, info.value];
        let t = self.new_tuple(cx, &reprs, vec![key, value])?;
        let rt = self.intern(Repr::Tuple(reprs.to_vec().into()));
        self.set_result(cx, op, t, rt)
    }

    /// `d.keys()`, `d.values()`, `d.items()`
    pub(crate) fn dict_list(
        &mut self,
        cx: &mut Cx,
        op: &SpaceOperation<Hl>,
        name: &str,
        d: LlValue,
        info: DictInfo,
    ) -> Res {
        let rr = self.result_repr(cx, op)?;
        let linfo = self.list_of(rr)?;
        let n = self.getfield(cx, d, "num_live")?;
        let (helper, item) = match name {
            "keys" => ("ll_keys", info.key),
            "values" => ("ll_values", info.value),
            _ => ("ll_items", linfo.item),
        };
        let t = self.lltype(item)?;
        let model = match self.lltype(linfo.item)? == t {
            true => linfo.array,
            false => self.array_of(t),
        };
        let array = self.malloc_varsize(cx, model, n);
        let mut args = vec![d, array];
        if helper == "ll_items" {
            args.push(konst(Const::Null(t)));
        }
        if t != Type::Void {
            self.helper_call(cx, "ll_dict", helper, args)?;
        }
        let array = self.convert_items(cx, array, n, item, linfo)?;
        let l = self.list_from_array(cx, linfo, array, n)?;
        self.own_result(cx, op, l)
    }
}
