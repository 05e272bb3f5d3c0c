//! The functions that compare, order and hash the values of a representation, for containers of them.

use crate::base::cx::Cx;
use crate::helpers;
use crate::repr::{dict, identity};
use crate::state::helper_functions::Sort;
use crate::state::repr::{Repr, ReprId};
use crate::state::{RTyper, Res, error};
use annotator::Hook;
use flowmodel::{Hl, HostRef, SpaceOperation, Type};

/// `hash(x)`
pub(crate) fn hash(rt: &mut RTyper<'_>, cx: &mut Cx, op: &SpaceOperation<Hl>) -> Res {
    let (v, r) = rt.val(cx, &op.args[0])?;
    let f = rt.hash_fn(r)?;
    let h = rt.call_host_helper(cx, f, vec![v.into()])?;
    rt.int_result(cx, op, h)
}

impl RTyper<'_> {
    /// The function that decides whether two values of a repr are equal.
    pub(crate) fn eq_fn(&mut self, r: ReprId) -> Res<HostRef> {
        helpers::made_of_items(self, Sort::Eq, r, make_eq_fn)
    }
}

fn make_eq_fn(rt: &mut RTyper<'_>, r: ReprId) -> Res<HostRef> {
    if let Some(f) = helpers::object_hook(rt, r, Hook::Eq)? {
        return Ok(f);
    }
    match rt.repr(r).clone() {
        Repr::Void | Repr::Known(_) => rt.helper_fn("ll_class", "ll_none_eq"),
        // Bound methods are equal if they are bound to one object.
        Repr::Method(_) => rt.helper_fn("ll_class", "ll_eq"),
        Repr::Str | Repr::Unicode => rt.helper_fn("ll_str", "ll_streq"),
        Repr::Prim(_)
        | Repr::Instance(_)
        | Repr::Class
        | Repr::Func(..)
        | Repr::FuncSet(_)
        | Repr::Identity
        | Repr::Frozen(_) => rt.helper_fn("ll_class", "ll_eq"),
        Repr::Tuple(items) if items.is_empty() => rt.helper_fn("ll_class", "ll_none_eq"),
        Repr::Tuple(items) => {
            let mut fns = vec![];
            for i in items.iter() {
                fns.push(rt.eq_fn(*i)?);
            }
            helpers::tuple_eq_fn(rt, &fns)
        }
        Repr::List(l) => {
            let info = rt.list_info(l)?;
            let f = rt.eq_fn(info.item)?;
            let factory = if info.list.is_some() { "make_list_eq" } else { "make_array_eq" };
            helpers::made(rt, factory, &f.0.to_string(), &[f])
        }
        Repr::ByteArray => rt.helper_fn("ll_bytearray", "ll_bytearray_eq"),
        Repr::Deque(l) => {
            let item = rt.list_info(l)?.item;
            let f = rt.eq_fn(item)?;
            helpers::made_in(rt, "ll_deque", "make_deque_eq", &f.0.to_string(), &[f])
        }
        Repr::Dict(d) | Repr::Set(d) => {
            let info = rt.dict_info(d)?;
            dict::comparable(info)?;
            let fns = [rt.eq_fn(info.value)?, dict::key_eq(rt, info)?, dict::key_hash(rt, info)?];
            let key = fns.iter().map(|f| f.0.to_string()).collect::<Vec<_>>().join(",");
            helpers::made(rt, "make_dict_eq", &key, &fns)
        }
        other => Err(error(format!("{} cannot be compared with == here", other.describe()))),
    }
}

impl RTyper<'_> {
    /// The function that computes hashes of a repr's values.
    pub(crate) fn hash_fn(&mut self, r: ReprId) -> Res<HostRef> {
        if let Some(f) = helpers::object_hook(self, r, Hook::Hash)? {
            return Ok(f);
        }
        let name = match self.repr(r).clone() {
            Repr::Void | Repr::Known(_) => "ll_none_hash",
            Repr::Str | Repr::Unicode => return self.helper_fn("ll_str", "ll_strhash"),
            Repr::Prim(t) if t.is_signed() => "ll_int_hash",
            Repr::Prim(t) if t.is_unsigned() => "ll_uint_hash",
            Repr::Prim(Type::Bool) => "ll_bool_hash",
            Repr::Prim(Type::Char | Type::UniChar) => "ll_char_hash",
            Repr::Prim(Type::Float) => "ll_float_hash",
            Repr::Instance(_) => "ll_ptr_hash",
            Repr::Class => "ll_class_hash",
            Repr::Method(this) if matches!(self.repr(this), Repr::Instance(_)) => "ll_ptr_hash",
            Repr::Func(..) => "ll_function_hash",
            ref r if identity::is_numbered(r) => "ll_number_hash",
            Repr::Prim(Type::Ptr(_)) => "ll_ptr_hash",
            Repr::Tuple(items) if items.is_empty() => "ll_none_hash",
            Repr::Tuple(items) => {
                let mut fns = vec![];
                for i in items.iter() {
                    fns.push(self.hash_fn(*i)?);
                }
                let (names, list, key) = helpers::names_and(self, &fns);
                return helpers::made(self, "make_tuple_hash", &key, &[names, list]);
            }
            Repr::Set(d) if self.ann.dict_def(d).frozen => {
                let info = self.dict_info(d)?;
                let f = self.hash_fn(info.key)?;
                return helpers::made(self, "make_set_hash", &f.0.to_string(), &[f]);
            }
            other => {
                let what = other.describe();
                let d = error(format!("{what} cannot be a key of a dict or an item of a set"));
                return Err(d.note("a tuple can, and a string that is made of it"));
            }
        };
        self.helper_fn("ll_class", name)
    }

    /// The function for `<` on a repr's values.
    pub(crate) fn lt_fn(&mut self, r: ReprId) -> Res<HostRef> {
        helpers::made_of_items(self, Sort::Lt, r, make_lt_fn)
    }
}

fn make_lt_fn(rt: &mut RTyper<'_>, r: ReprId) -> Res<HostRef> {
    if let Some(f) = helpers::object_hook(rt, r, Hook::Lt)? {
        return Ok(f);
    }
    match rt.repr(r).clone() {
        // None only, or no value at all.
        Repr::Void | Repr::Known(_) => rt.helper_fn("ll_class", "ll_none_lt"),
        Repr::Prim(_) => rt.helper_fn("ll_class", "ll_lt"),
        Repr::Str | Repr::Unicode => rt.helper_fn("ll_str", "ll_strlt"),
        Repr::Tuple(items) if !items.is_empty() => {
            let (mut eqs, mut lts) = (vec![], vec![]);
            for i in items.iter() {
                eqs.push(rt.eq_fn(*i)?);
                lts.push(rt.lt_fn(*i)?);
            }
            let (names, eqlist, k1) = helpers::names_and(rt, &eqs);
            let (_, ltlist, k2) = helpers::names_and(rt, &lts);
            helpers::made(rt, "make_tuple_lt", &format!("{k1}/{k2}"), &[names, eqlist, ltlist])
        }
        Repr::List(l) => {
            let info = rt.list_info(l)?;
            let (eq, lt) = (rt.eq_fn(info.item)?, rt.lt_fn(info.item)?);
            let factory = if info.list.is_some() { "make_list_lt" } else { "make_array_lt" };
            helpers::made(rt, factory, &format!("{}/{}", eq.0, lt.0), &[eq, lt])
        }
        Repr::Instance(_) => rt.helper_fn("ll_class", "ll_instances_not_ordered"),
        // Inside of tuples and lists: an error only when such items decide.
        _ => rt.helper_fn("ll_class", "ll_not_ordered"),
    }
}
