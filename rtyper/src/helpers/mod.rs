//! Calls of helpers written in the language, and functions made of parts by host code.

pub(crate) mod embedded;

use crate::LL_PACKAGE;
use crate::base::cx::{Cx, void};
use crate::state::helper_functions::{Made, Sort};
use crate::state::repr::{Repr, ReprId};
use crate::state::{RTyper, Res, error};
use annotator::{Hook, SomeValue};
use flowmodel::{FuncId, HlConst, HostRef, LlValue, Type};

/// An argument of a helper.
#[derive(Clone, Debug)]
pub(crate) enum HArg {
    /// A run-time value.
    V(LlValue),
    /// A function known now.
    F(HostRef),
}

impl From<LlValue> for HArg {
    fn from(v: LlValue) -> HArg {
        HArg::V(v)
    }
}

/// Says what is shown of instances whose class has a `__repr__` that the program never calls.
#[derive(Copy, Clone, PartialEq, Eq)]
pub(crate) enum Unknown {
    /// The text cannot be made.
    Error,
    /// The text is what `object` shows.
    AsObject,
}

/// Module of low-level helpers.
pub(crate) fn import_module(rt: &mut RTyper<'_>, module: &str) -> Res<HostRef> {
    if let Some((_, m)) = rt.helpers.modules.iter().find(|(k, _)| **k == module) {
        return Ok(*m);
    }
    let full = format!("{LL_PACKAGE}.{module}");
    let m = crate::helpers::embedded::import(&mut rt.ann.host, &full)
        .map_err(|e| error(format!("cannot import helper module {full}: {e}")))?;
    rt.helpers.modules.insert(Box::leak(module.to_string().into_boxed_str()), m);
    Ok(m)
}

/// Gets an attribute of a module of helpers, which must exist.
pub(crate) fn module_attr(rt: &mut RTyper<'_>, module: HostRef, name: &str) -> Res<HostRef> {
    match rt.ann.host.getattr_opt(module, name) {
        Ok(Some(f)) => Ok(f),
        _ => Err(error(format!("internal: helper {name} is missing"))),
    }
}

impl RTyper<'_> {
    /// A helper function as host object.
    pub(crate) fn helper_fn(&mut self, module: &'static str, func: &str) -> Res<HostRef> {
        if let Some(f) = self.helpers.functions.get(&(module, func.to_string())) {
            return Ok(*f);
        }
        let m = import_module(self, module)?;
        let f = module_attr(self, m, func)?;
        self.helpers.functions.insert((module, func.to_string()), f);
        Ok(f)
    }
    /// Calls a helper with run-time values.
    pub(crate) fn helper_call(
        &mut self,
        cx: &mut Cx,
        module: &'static str,
        func: &str,
        args: Vec<LlValue>,
    ) -> Res<LlValue> {
        self.helper_call_with(cx, module, func, args.into_iter().map(HArg::V).collect())
    }
    /// Calls a helper with run-time values and functions.
    pub(crate) fn helper_call_with(
        &mut self,
        cx: &mut Cx,
        module: &'static str,
        func: &str,
        args: Vec<HArg>,
    ) -> Res<LlValue> {
        let f = self.helper_fn(module, func)?;
        self.call_host_helper(cx, f, args)
    }
    /// Calls a host function as a helper.
    pub(crate) fn call_host_helper(
        &mut self,
        cx: &mut Cx,
        f: HostRef,
        args: Vec<HArg>,
    ) -> Res<LlValue> {
        let mut anns = vec![];
        let mut vals = vec![];
        for a in args {
            match a {
                HArg::V(v) => {
                    let v = class_as_class(self, cx, v);
                    let t = self.vtype(cx, &v);
                    anns.push(SomeValue::from_lltype(t));
                    vals.push(v);
                }
                HArg::F(h) => {
                    anns.push(self.ann.const_annotation(&HlConst::Host(h)));
                    vals.push(void());
                }
            }
        }
        let (id, want) = function(self, f, anns)?;
        // The helper's parameters may be wider (an int for a bool constant and the like): types must agree.
        let mut conv = vec![];
        for (v, r) in vals.into_iter().zip(want) {
            let t = self.lltype(r)?;
            let have = self.vtype(cx, &v);
            conv.push(if t == Type::Void || have == t {
                v
            } else {
                let from = self.prim(have);
                self.convert(cx, v, from, r)?
            });
        }
        Ok(self.direct_call(cx, id, conv))
    }
}

/// A constant class, whose vtable has a type of its own, as helpers see classes.
fn class_as_class(rt: &mut RTyper<'_>, cx: &mut Cx, v: LlValue) -> LlValue {
    let LlValue::Const(flowmodel::Const::Obj(o)) = &v else { return v };
    let mut s = Some(rt.prog.heap[*o].ty);
    while let Some(t) = s {
        s = rt.ann.types.structs[t].parent;
        if s == Some(rt.layouts.vtable) {
            return rt.cast(cx, v, Type::Ptr(rt.layouts.vtable));
        }
    }
    v
}

/// A helper's function for these annotations.
pub(crate) fn function(
    rt: &mut RTyper<'_>,
    f: HostRef,
    anns: Vec<SomeValue>,
) -> Res<(FuncId, Vec<ReprId>)> {
    let g = rt.ann.annotate_helper(f, anns).map_err(|mut e| e.swap_remove(0))?;
    rt.note_changes()?;
    let id = rt.func_for(g)?;
    Ok((id, rt.sig(g)?.params))
}

/// A host function made by a factory (`make_tuple_eq`), cached by what it is made of.
pub(crate) fn made(
    rt: &mut RTyper<'_>,
    factory: &str,
    key: &str,
    args: &[HostRef],
) -> Res<HostRef> {
    made_in(rt, "ll_class", factory, key, args)
}

/// Gets a host function made by a factory of a module of helpers, cached by what it is made of.
pub(crate) fn made_in(
    rt: &mut RTyper<'_>,
    module: &'static str,
    factory: &str,
    key: &str,
    args: &[HostRef],
) -> Res<HostRef> {
    let key = format!("{factory}/{key}");
    if let Some(f) = rt.helpers.closures.get(&key) {
        return Ok(*f);
    }
    let m = rt.helper_fn(module, factory)?;
    let r = rt.ann.host.call(m, args, &[]);
    let f = match r {
        Ok(f) => f,
        Err(_) => return Err(error(format!("internal: {factory} failed"))),
    };
    rt.helpers.closures.insert(key, f);
    Ok(f)
}

/// Makes the arguments of a factory for tuples: the names of the fields, the functions of the items, and a key.
pub(crate) fn names_and(rt: &mut RTyper<'_>, fns: &[HostRef]) -> (HostRef, HostRef, String) {
    let names: Vec<HostRef> =
        (0..fns.len()).map(|i| rt.ann.host.str(&format!("item{i}"))).collect();
    let key = fns.iter().map(|f| f.0.to_string()).collect::<Vec<_>>().join(",");
    (rt.ann.host.list(names), rt.ann.host.list(fns.to_vec()), key)
}

/// The function that calls a special method of the program's classes, if instances of a repr may have it.
pub(crate) fn object_hook(rt: &mut RTyper<'_>, r: ReprId, hook: Hook) -> Res<Option<HostRef>> {
    match *rt.repr(r) {
        Repr::Instance(c) => annotator::hook_function(rt.ann, c, hook).map_err(error),
        _ => Ok(None),
    }
}

/// The function that calls `__repr__`.
pub(crate) fn repr_hook(rt: &mut RTyper<'_>, r: ReprId, unknown: Unknown) -> Res<Option<HostRef>> {
    match object_hook(rt, r, Hook::Repr) {
        Err(_) if unknown == Unknown::AsObject => Ok(None),
        r => r,
    }
}

/// A function for the values of a repr, made of those for its items. While it is being made, one that calls it stands for it
/// where a type contains itself (lists of tuples of such lists).
pub(crate) fn made_of_items(
    rt: &mut RTyper<'_>,
    sort: Sort,
    r: ReprId,
    make: impl Fn(&mut RTyper<'_>, ReprId) -> Res<HostRef>,
) -> Res<HostRef> {
    let container = matches!(
        rt.repr(r),
        Repr::List(_) | Repr::Tuple(_) | Repr::Dict(_) | Repr::Set(_) | Repr::Deque(_)
    );
    if !container {
        return make(rt, r);
    }
    let key = (sort, r);
    match rt.helpers.of_types.get(&key) {
        Some(Made::Done(f) | Made::Forward(f, _)) => return Ok(*f),
        Some(Made::Pending) => {
            let n = rt.ann.host.int(if sort == Sort::Text { 1 } else { 2 });
            let m = rt.helper_fn("ll_class", "make_forward")?;
            let made = rt.ann.host.call(m, &[n], &[]);
            let made = made.map(|t| annotator::hostview::view(&rt.ann.host, t));
            let Ok(annotator::hostview::View::Tuple(pair)) = made else {
                return Err(error("internal: make_forward failed"));
            };
            rt.helpers.of_types.insert(key, Made::Forward(pair[0], pair[1]));
            return Ok(pair[0]);
        }
        None => {}
    }
    rt.helpers.of_types.insert(key, Made::Pending);
    let made = make(rt, r);
    if let (Some(Made::Forward(_, set)), Ok(f)) = (rt.helpers.of_types.remove(&key), &made) {
        if rt.ann.host.call(set, &[*f], &[]).is_err() {
            return Err(error("internal: make_forward failed"));
        }
        rt.helpers.of_types.insert(key, Made::Done(*f));
    }
    made
}

/// Equality of tuples, made of the functions for their items.
pub(crate) fn tuple_eq_fn(rt: &mut RTyper<'_>, fns: &[HostRef]) -> Res<HostRef> {
    let (names, list, key) = names_and(rt, fns);
    made(rt, "make_tuple_eq", &key, &[names, list])
}
