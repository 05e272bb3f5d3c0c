//! Dicts.

use crate::base::cx::{Cx, konst, void};
use crate::base::objects;
use crate::base::task::Task;
use crate::helpers::HArg;
use crate::repr::{exc_args, layouts, list, tuple};
use crate::state::repr::{DictInfo, Repr, ReprId};
use crate::state::{RTyper, Res, error};
use annotator::DictDefId;
use flowmodel::{Const, Hl, HlValue, HostRef, LlOp, LlValue, SpaceOperation, StructId, Type};
use std::rc::Rc;

/// Layout of a repr that is a dict.
pub(crate) fn dict_of(rt: &mut RTyper<'_>, r: ReprId) -> Res<DictInfo> {
    match *rt.repr(r) {
        Repr::Dict(d) | Repr::Set(d) => rt.dict_info(d),
        _ => Err(error("a dict is expected here")),
    }
}

/// Equality of keys: the key type's, or an r_dict's own.
pub(crate) fn key_eq(rt: &mut RTyper<'_>, info: DictInfo) -> Res<HostRef> {
    match annotator::custom_function(rt.ann, info.def, 0) {
        Some(f) => Ok(f),
        None => rt.eq_fn(info.key),
    }
}

/// Hash of keys.
pub(crate) fn key_hash(rt: &mut RTyper<'_>, info: DictInfo) -> Res<HostRef> {
    match annotator::custom_function(rt.ann, info.def, 1) {
        Some(f) => Ok(f),
        None => rt.hash_fn(info.key),
    }
}

/// Makes the functions of this dict the ones that `key_eq` and `key_hash` call.
fn select_functions(rt: &mut RTyper<'_>, cx: &mut Cx, info: DictInfo, d: &LlValue) -> Res {
    let Some([_, select]) = annotator::several_functions(rt.ann, info.def) else { return Ok(()) };
    let functions = rt.getfield(cx, *d, "functions")?;
    let f = rt.func_for(select)?;
    let want = rt.sig(select)?.params[0];
    let functions = match info.functions {
        Some(r) => rt.convert(cx, functions, r, want)?,
        None => functions,
    };
    rt.direct_call(cx, f, vec![functions]);
    Ok(())
}

/// A copy of a dict.
pub(crate) fn copy(rt: &mut RTyper<'_>, cx: &mut Cx, info: DictInfo, d: LlValue) -> Res<LlValue> {
    select_functions(rt, cx, info, &d)?;
    let h = key_hash(rt, info)?;
    let args = vec![d.into(), HArg::F(h)];
    let v = rt.helper_call_with(cx, "ll_dict", "ll_copy", args)?;
    if info.functions.is_some() {
        let functions = rt.getfield(cx, d, "functions")?;
        rt.setfield(cx, v, "functions", functions)?;
    }
    Ok(v)
}

/// Comparison finds keys of one dict in the other: their functions must be the same.
pub(crate) fn comparable(info: DictInfo) -> Res {
    match info.functions {
        Some(_) => Err(error("r_dicts with different functions cannot be compared")),
        None => Ok(()),
    }
}

/// A helper call with the equality and hash functions of the keys at the end.
pub(crate) fn call(
    rt: &mut RTyper<'_>,
    cx: &mut Cx,
    info: DictInfo,
    f: &str,
    args: Vec<LlValue>,
) -> Res<LlValue> {
    if info.functions.is_some() {
        select_functions(rt, cx, info, &args[0])?;
    }
    let mut args: Vec<HArg> = args.into_iter().map(HArg::V).collect();
    let mut f = f.to_string();
    if matches!(f.as_str(), "ll_getitem" | "ll_delitem" | "ll_pop")
        && let Some(show) = exc_args::key_show(rt, info.key)?
    {
        args.push(HArg::V(show));
        f.push_str("_shown");
    }
    args.push(HArg::F(key_eq(rt, info)?));
    args.push(HArg::F(key_hash(rt, info)?));
    rt.helper_call_with(cx, "ll_dict", &f, args)
}

/// An empty dict.
fn new_dict(rt: &mut RTyper<'_>, cx: &mut Cx, info: DictInfo) -> Res<LlValue> {
    let d = cx.malloc(info.dict);
    let dict = &rt.ann.types.structs[info.dict];
    let field = dict.field_index("indexes").map(|i| dict.fields[i as usize].ty);
    let Some(Type::Ptr(indexes)) = field else { unreachable!("a dict has an index") };
    let eight = cx.int(8);
    let i = cx.malloc_varsize(indexes, eight);
    rt.setfield(cx, d, "indexes", i)?;
    let e = konst(objects::empty_array(rt, info.entries));
    rt.setfield(cx, d, "entries", e)?;
    Ok(d)
}

/// Translates `{}`, `set()` and their like: a new empty dict.
pub(crate) fn newdict(rt: &mut RTyper<'_>, cx: &mut Cx, op: &SpaceOperation<Hl>) -> Res {
    let r = rt.result_repr(cx, op)?;
    let info = dict_of(rt, r)?;
    let d = new_dict(rt, cx, info)?;
    rt.own_result(cx, op, d)
}

/// `r_dict(eq, hash)`
pub(crate) fn r_dict(
    rt: &mut RTyper<'_>,
    cx: &mut Cx,
    op: &SpaceOperation<Hl>,
    args: &[HlValue],
) -> Res {
    let r = rt.result_repr(cx, op)?;
    let info = dict_of(rt, r)?;
    let d = new_dict(rt, cx, info)?;
    if let Some([make, _]) = annotator::several_functions(rt.ann, info.def) {
        let params = rt.sig(make)?.params;
        let mut functions = vec![];
        for (x, r) in args.iter().zip(&params) {
            functions.push(rt.val_as(cx, x, *r)?);
        }
        let f = rt.func_for(make)?;
        let functions = rt.direct_call(cx, f, functions);
        rt.setfield(cx, d, "functions", functions)?;
    }
    rt.own_result(cx, op, d)
}

/// `dict()`, `dict(other)`, and keywords.
pub(crate) fn builtin(
    rt: &mut RTyper<'_>,
    cx: &mut Cx,
    op: &SpaceOperation<Hl>,
    from: Option<&HlValue>,
    kw: &[(Rc<str>, HlValue)],
) -> Res {
    let rr = rt.result_repr(cx, op)?;
    let info = dict_of(rt, rr)?;
    let d = match from {
        None => new_dict(rt, cx, info)?,
        Some(x) => {
            let (v, r) = rt.val(cx, x)?;
            let oinfo = dict_of(rt, r)?;
            if oinfo.dict == info.dict {
                copy(rt, cx, info, v)?
            } else {
                return Err(error("dict() of a dict with items of other types"));
            }
        }
    };
    set_keywords(rt, cx, d, rr, kw)?;
    rt.own_result(cx, op, d)
}

/// Stores keyword arguments in a dict.
fn set_keywords(
    rt: &mut RTyper<'_>,
    cx: &mut Cx,
    d: LlValue,
    r: ReprId,
    kw: &[(Rc<str>, HlValue)],
) -> Res {
    let info = dict_of(rt, r)?;
    for (name, value) in kw {
        let rs = rt.intern(Repr::Str);
        let k = konst(rt.string_const(name.as_bytes()));
        let k = rt.convert(cx, k, rs, info.key)?;
        let v = rt.val_as(cx, value, info.value)?;
        call(rt, cx, info, "ll_setitem", vec![d, k, v])?;
    }
    Ok(())
}

/// Reads a field of an entry.
pub(crate) fn entry_field(
    rt: &mut RTyper<'_>,
    cx: &mut Cx,
    d: LlValue,
    entries: StructId,
    k: LlValue,
    name: &str,
) -> Res<LlValue> {
    let e = rt.getfield(cx, d, "entries")?;
    let fields = rt.ann.types.structs[entries].item_fields();
    let i = fields.iter().position(|f| &*f.name == name).expect("entry field");
    let ty = fields[i].ty;
    if ty == Type::Void {
        return Ok(void());
    }
    Ok(cx.op(LlOp::GetInteriorField, vec![e, k, konst(Const::Field(i as u32))], ty))
}

/// `d.update(other, …)`
pub(crate) fn update(rt: &mut RTyper<'_>, cx: &mut Cx, t: &Task) -> Res {
    let (op, args) = (t.op, t.args);
    let (d, r) = t.object(rt, cx)?;
    let info = dict_of(rt, r)?;
    if !t.keywords.is_empty() {
        if let Some(x) = args.first() {
            let v = rt.val_as(cx, x, r)?;
            call(rt, cx, info, "ll_update", vec![d, v])?;
        }
        set_keywords(rt, cx, d, r, t.keywords)?;
        return rt.none_result(cx, op);
    }
    let (other, ro) = rt.val(cx, &args[0])?;
    let oinfo = dict_of(rt, ro)?;
    if oinfo.dict != info.dict {
        return Err(error("update() from a dict with items of other types"));
    }
    call(rt, cx, info, "ll_update", vec![d, other])?;
    rt.none_result(cx, op)
}

/// `d.popitem()`
pub(crate) fn popitem(rt: &mut RTyper<'_>, cx: &mut Cx, t: &Task) -> Res {
    let (d, r) = t.object(rt, cx)?;
    let info = dict_of(rt, r)?;
    select_functions(rt, cx, info, &d)?;
    let h = key_hash(rt, info)?;
    let args = vec![d.into(), HArg::F(h)];
    let k = rt.helper_call_with(cx, "ll_dict", "ll_last_entry", args)?;
    let key = entry_field(rt, cx, d, info.entries, k, "key")?;
    let value = entry_field(rt, cx, d, info.entries, k, "value")?;
    rt.helper_call(cx, "ll_dict", "ll_delete_entry", vec![d, k])?;
    let reprs = [info.key, info.value];
    let pair = tuple::new(rt, cx, &reprs, vec![key, value])?;
    let tuple = rt.intern(Repr::Tuple(reprs.to_vec().into()));
    rt.set_result(cx, t.op, pair, tuple)
}

/// `d.keys()`, `d.values()`, `d.items()`
pub(crate) fn to_list(rt: &mut RTyper<'_>, cx: &mut Cx, t: &Task) -> Res {
    let (d, r) = t.object(rt, cx)?;
    let info = dict_of(rt, r)?;
    let rr = rt.result_repr(cx, t.op)?;
    let linfo = list::list_of(rt, rr)?;
    let n = rt.getfield(cx, d, "num_live")?;
    let (helper, item) = match t.name {
        "keys" => ("ll_keys", info.key),
        "values" => ("ll_values", info.value),
        _ => ("ll_items", linfo.item),
    };
    let ty = rt.lltype(item)?;
    let model = match rt.lltype(linfo.item)? == ty {
        true => linfo.array,
        false => layouts::array_of(rt, ty),
    };
    let array = cx.malloc_varsize(model, n);
    let mut args = vec![d, array];
    if helper == "ll_items" {
        args.push(konst(Const::Null(ty)));
    }
    if ty != Type::Void {
        rt.helper_call(cx, "ll_dict", helper, args)?;
    }
    let array = list::convert_items(rt, cx, array, n, item, linfo)?;
    let l = list::from_array(rt, cx, linfo, array, n)?;
    rt.own_result(cx, t.op, l)
}

/// Compares two dicts, or two sets, for equality.
pub(crate) fn eq(
    rt: &mut RTyper<'_>,
    cx: &mut Cx,
    a: &HlValue,
    b: &HlValue,
    d: DictDefId,
) -> Res<LlValue> {
    let info = rt.dict_info(d)?;
    comparable(info)?;
    let (x, _) = rt.val(cx, a)?;
    let (y, _) = rt.val(cx, b)?;
    let (value_eq, key_eq, key_hash) =
        (rt.eq_fn(info.value)?, key_eq(rt, info)?, key_hash(rt, info)?);
    let functions = [value_eq, key_eq, key_hash].map(HArg::F);
    let args = [x.into(), y.into()].into_iter().chain(functions).collect();
    rt.helper_call_with(cx, "ll_dict", "ll_dicteq", args)
}
