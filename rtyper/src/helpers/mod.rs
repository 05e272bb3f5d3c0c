//! Calls of helpers written in the language, and functions made of parts by host code.

pub(crate) mod embedded;
mod program_has;

use crate::graph::cx::{Cx, void};
use crate::repr::{Repr, ReprId};
use crate::{LL_PACKAGE, RTyper, Res, error};
use annotator::{DictKind, Hook, Kind, SomeValue};
use flowmodel::{FuncId, HlConst, HostRef, LlValue, Type};
use rustc_hash::{FxHashMap, FxHashSet};

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

/// What a function made of those of a container's items does.
#[derive(Clone, Copy, PartialEq, Eq, Hash)]
pub(crate) enum Sort {
    Eq,
    Lt,
    Text,
}

/// How far the function of a container type is.
pub(crate) enum Made {
    /// It is being made.
    Pending,
    /// It is being made and has been needed: the function that calls it, and the one that tells that one what to call.
    Forward(HostRef, HostRef),
    Done(HostRef),
}

/// The helpers in use.
#[derive(Default)]
pub(crate) struct Helpers {
    pub modules: FxHashMap<&'static str, HostRef>,
    pub functions: FxHashMap<(&'static str, String), HostRef>,
    /// Functions made of parts by host code.
    pub closures: FxHashMap<String, HostRef>,
    /// Those of types that may contain themselves.
    pub of_types: FxHashMap<(Sort, ReprId), Made>,
}

/// What is shown of instances whose class has a `__repr__` that the program never calls.
#[derive(Copy, Clone, PartialEq, Eq)]
pub(crate) enum Unknown {
    /// The text cannot be made.
    Error,
    /// What `object` shows.
    AsObject,
}

impl RTyper<'_> {
    /// Module of low-level helpers.
    pub(crate) fn import_helper_module(&mut self, module: &str) -> Res<HostRef> {
        if let Some((_, m)) = self.helpers.modules.iter().find(|(k, _)| **k == module) {
            return Ok(*m);
        }
        let full = format!("{LL_PACKAGE}.{module}");
        let m = crate::helpers::embedded::import(&mut self.ann.host, &full)
            .map_err(|e| error(format!("cannot import helper module {full}: {e}")))?;
        self.helpers.modules.insert(Box::leak(module.to_string().into_boxed_str()), m);
        Ok(m)
    }
    pub(crate) fn module_attr(&mut self, module: HostRef, name: &str) -> Res<HostRef> {
        match self.ann.host.getattr_opt(module, name) {
            Ok(Some(f)) => Ok(f),
            _ => Err(error(format!("internal: helper {name} is missing"))),
        }
    }
    /// A helper function as host object.
    pub(crate) fn helper_fn(&mut self, module: &'static str, func: &str) -> Res<HostRef> {
        if let Some(f) = self.helpers.functions.get(&(module, func.to_string())) {
            return Ok(*f);
        }
        let m = self.import_helper_module(module)?;
        let f = self.module_attr(m, func)?;
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
                    let v = self.class_as_class(cx, v);
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
        let (id, want) = self.helper_func(f, anns)?;
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
    /// A constant class, whose vtable has a type of its own, as helpers see classes.
    fn class_as_class(&mut self, cx: &mut Cx, v: LlValue) -> LlValue {
        let LlValue::Const(flowmodel::Const::Obj(o)) = &v else { return v };
        let mut s = Some(self.prog.heap[*o].ty);
        while let Some(t) = s {
            s = self.ann.types.structs[t].parent;
            if s == Some(self.layouts.vtable) {
                return self.cast(cx, v, Type::Ptr(self.layouts.vtable));
            }
        }
        v
    }
    /// A helper's function for these annotations.
    pub(crate) fn helper_func(
        &mut self,
        f: HostRef,
        anns: Vec<SomeValue>,
    ) -> Res<(FuncId, Vec<ReprId>)> {
        let g = self.ann.annotate_helper(f, anns).map_err(|mut e| e.swap_remove(0))?;
        self.note_changes()?;
        let id = self.func_for(g)?;
        Ok((id, self.sig(g)?.params))
    }

    /// A host function made by a factory (`make_tuple_eq`), cached by what it is made of.
    fn made(&mut self, factory: &str, key: &str, args: &[HostRef]) -> Res<HostRef> {
        self.made_in("ll_class", factory, key, args)
    }
    pub(crate) fn made_in(
        &mut self,
        module: &'static str,
        factory: &str,
        key: &str,
        args: &[HostRef],
    ) -> Res<HostRef> {
        let key = format!("{factory}/{key}");
        if let Some(f) = self.helpers.closures.get(&key) {
            return Ok(*f);
        }
        let m = self.helper_fn(module, factory)?;
        let r = self.ann.host.call(m, args, &[]);
        let f = match r {
            Ok(f) => f,
            Err(_) => return Err(error(format!("internal: {factory} failed"))),
        };
        self.helpers.closures.insert(key, f);
        Ok(f)
    }
    fn names_and(&mut self, fns: &[HostRef]) -> (HostRef, HostRef, String) {
        let names: Vec<HostRef> =
            (0..fns.len()).map(|i| self.ann.host.str(&format!("item{i}"))).collect();
        let key = fns.iter().map(|f| f.0.to_string()).collect::<Vec<_>>().join(",");
        (self.ann.host.list(names), self.ann.host.list(fns.to_vec()), key)
    }

    /// The function that calls a special method of the program's classes, if instances of a repr may have it.
    pub(crate) fn object_hook(&mut self, r: ReprId, hook: Hook) -> Res<Option<HostRef>> {
        match *self.repr(r) {
            Repr::Instance(c) => self.ann.hook_function(c, hook).map_err(error),
            _ => Ok(None),
        }
    }

    /// The function that calls `__repr__`.
    pub(crate) fn repr_hook(&mut self, r: ReprId, unknown: Unknown) -> Res<Option<HostRef>> {
        match self.object_hook(r, Hook::Repr) {
            Err(_) if unknown == Unknown::AsObject => Ok(None),
            r => r,
        }
    }

    /// A function for the values of a repr, made of those for its items. While it is being made, one that calls it stands for it
    /// where a type contains itself (lists of tuples of such lists).
    fn made_of_items(
        &mut self,
        sort: Sort,
        r: ReprId,
        make: impl Fn(&mut Self, ReprId) -> Res<HostRef>,
    ) -> Res<HostRef> {
        let container = matches!(
            self.repr(r),
            Repr::List(_) | Repr::Tuple(_) | Repr::Dict(_) | Repr::Set(_) | Repr::Deque(_)
        );
        if !container {
            return make(self, r);
        }
        let key = (sort, r);
        match self.helpers.of_types.get(&key) {
            Some(Made::Done(f) | Made::Forward(f, _)) => return Ok(*f),
            Some(Made::Pending) => {
                let n = self.ann.host.int(if sort == Sort::Text { 1 } else { 2 });
                let m = self.helper_fn("ll_class", "make_forward")?;
                let made = self.ann.host.call(m, &[n], &[]);
                let made = made.map(|t| annotator::hostview::view(&self.ann.host, t));
                let Ok(annotator::hostview::View::Tuple(pair)) = made else {
                    return Err(error("internal: make_forward failed"));
                };
                self.helpers.of_types.insert(key, Made::Forward(pair[0], pair[1]));
                return Ok(pair[0]);
            }
            None => {}
        }
        self.helpers.of_types.insert(key, Made::Pending);
        let made = make(self, r);
        if let (Some(Made::Forward(_, set)), Ok(f)) = (self.helpers.of_types.remove(&key), &made) {
            if self.ann.host.call(set, &[*f], &[]).is_err() {
                return Err(error("internal: make_forward failed"));
            }
            self.helpers.of_types.insert(key, Made::Done(*f));
        }
        made
    }

    /// Equality of tuples, made of the functions for their items.
    pub(crate) fn tuple_eq_fn(&mut self, fns: &[HostRef]) -> Res<HostRef> {
        let (names, list, key) = self.names_and(fns);
        self.made("make_tuple_eq", &key, &[names, list])
    }

    /// The function that decides whether two values of a repr are equal.
    pub(crate) fn eq_fn(&mut self, r: ReprId) -> Res<HostRef> {
        self.made_of_items(Sort::Eq, r, Self::make_eq_fn)
    }
    fn make_eq_fn(&mut self, r: ReprId) -> Res<HostRef> {
        if let Some(f) = self.object_hook(r, Hook::Eq)? {
            return Ok(f);
        }
        match self.repr(r).clone() {
            Repr::Void | Repr::Known(_) => self.helper_fn("ll_class", "ll_none_eq"),
            // Bound methods are equal if they are bound to one object.
            Repr::Method(_) => self.helper_fn("ll_class", "ll_eq"),
            Repr::Str | Repr::Unicode => self.helper_fn("ll_str", "ll_streq"),
            Repr::Prim(_)
            | Repr::Instance(_)
            | Repr::Class
            | Repr::Func(..)
            | Repr::FuncSet(_)
            | Repr::Identity
            | Repr::Frozen(_) => self.helper_fn("ll_class", "ll_eq"),
            Repr::Tuple(items) if items.is_empty() => self.helper_fn("ll_class", "ll_none_eq"),
            Repr::Tuple(items) => {
                let mut fns = vec![];
                for i in items.iter() {
                    fns.push(self.eq_fn(*i)?);
                }
                self.tuple_eq_fn(&fns)
            }
            Repr::List(l) => {
                let info = self.list_info(l)?;
                let f = self.eq_fn(info.item)?;
                let factory = if info.list.is_some() { "make_list_eq" } else { "make_array_eq" };
                self.made(factory, &f.0.to_string(), &[f])
            }
            Repr::ByteArray => self.helper_fn("ll_bytearray", "ll_bytearray_eq"),
            Repr::Deque(l) => {
                let item = self.list_info(l)?.item;
                let f = self.eq_fn(item)?;
                self.made_in("ll_deque", "make_deque_eq", &f.0.to_string(), &[f])
            }
            Repr::Dict(d) | Repr::Set(d) => {
                let info = self.dict_info(d)?;
                self.comparable(info)?;
                let fns = [self.eq_fn(info.value)?, self.key_eq(info)?, self.key_hash(info)?];
                let key = fns.iter().map(|f| f.0.to_string()).collect::<Vec<_>>().join(",");
                self.made("make_dict_eq", &key, &fns)
            }
            other => Err(error(format!("{} cannot be compared with == here", other.describe()))),
        }
    }
    /// The function that computes hashes of a repr's values.
    pub(crate) fn hash_fn(&mut self, r: ReprId) -> Res<HostRef> {
        if let Some(f) = self.object_hook(r, Hook::Hash)? {
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
            ref r if self.is_numbered(r) => "ll_number_hash",
            Repr::Prim(Type::Ptr(_)) => "ll_ptr_hash",
            Repr::Tuple(items) if items.is_empty() => "ll_none_hash",
            Repr::Tuple(items) => {
                let mut fns = vec![];
                for i in items.iter() {
                    fns.push(self.hash_fn(*i)?);
                }
                let (names, list, key) = self.names_and(&fns);
                return self.made("make_tuple_hash", &key, &[names, list]);
            }
            Repr::Set(d) if self.ann.dict_def(d).frozen => {
                let info = self.dict_info(d)?;
                let f = self.hash_fn(info.key)?;
                return self.made("make_set_hash", &f.0.to_string(), &[f]);
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
        self.made_of_items(Sort::Lt, r, Self::make_lt_fn)
    }
    fn make_lt_fn(&mut self, r: ReprId) -> Res<HostRef> {
        if let Some(f) = self.object_hook(r, Hook::Lt)? {
            return Ok(f);
        }
        match self.repr(r).clone() {
            // None only, or no value at all.
            Repr::Void | Repr::Known(_) => self.helper_fn("ll_class", "ll_none_lt"),
            Repr::Prim(_) => self.helper_fn("ll_class", "ll_lt"),
            Repr::Str | Repr::Unicode => self.helper_fn("ll_str", "ll_strlt"),
            Repr::Tuple(items) if !items.is_empty() => {
                let (mut eqs, mut lts) = (vec![], vec![]);
                for i in items.iter() {
                    eqs.push(self.eq_fn(*i)?);
                    lts.push(self.lt_fn(*i)?);
                }
                let (names, eqlist, k1) = self.names_and(&eqs);
                let (_, ltlist, k2) = self.names_and(&lts);
                self.made("make_tuple_lt", &format!("{k1}/{k2}"), &[names, eqlist, ltlist])
            }
            Repr::List(l) => {
                let info = self.list_info(l)?;
                let (eq, lt) = (self.eq_fn(info.item)?, self.lt_fn(info.item)?);
                let factory = if info.list.is_some() { "make_list_lt" } else { "make_array_lt" };
                self.made(factory, &format!("{}/{}", eq.0, lt.0), &[eq, lt])
            }
            Repr::Instance(_) => self.helper_fn("ll_class", "ll_instances_not_ordered"),
            // Inside of tuples and lists: an error only when such items decide.
            _ => self.helper_fn("ll_class", "ll_not_ordered"),
        }
    }
    /// The function that gives the text of a container.
    pub(crate) fn container_text_fn(&mut self, r: ReprId, unknown: Unknown) -> Res<HostRef> {
        self.made_of_items(Sort::Text, r, |rt, r| rt.make_container_text_fn(r, unknown))
    }
    fn make_container_text_fn(&mut self, r: ReprId, unknown: Unknown) -> Res<HostRef> {
        let f = self.plain_text_fn(r, unknown)?;
        let Some(again) = self.text_of_itself(r, unknown)? else { return Ok(f) };
        let again = self.ann.host.str(&again);
        self.made_in("ll_text", "make_recursive_text", &r.0.to_string(), &[f, again])
    }
    /// What stands for a container in its own text, if it may contain itself: by its type, or by way of an instance
    /// whose class has a `__repr__`.
    fn text_of_itself(&mut self, container: ReprId, unknown: Unknown) -> Res<Option<String>> {
        let mut seen = FxHashSet::default();
        let mut todo = vec![container];
        let mut found = false;
        while let Some(r) = todo.pop() {
            let inner = match self.repr(r).clone() {
                Repr::Tuple(items) => items.to_vec(),
                Repr::List(l) | Repr::Deque(l) => vec![self.list_info(l)?.item],
                Repr::Dict(d) | Repr::Set(d) => {
                    let info = self.dict_info(d)?;
                    vec![info.key, info.value]
                }
                Repr::Instance(_) => {
                    found |= self.repr_hook(r, unknown)?.is_some();
                    vec![]
                }
                _ => vec![],
            };
            found |= inner.contains(&container);
            todo.extend(inner.into_iter().filter(|i| seen.insert(*i)));
        }
        let text = match *self.repr(container) {
            _ if !found => return Ok(None),
            Repr::Tuple(_) => "(...)",
            Repr::Set(d) if self.ann.dict_def(d).frozen => "frozenset(...)",
            Repr::Set(_) => "set(...)",
            Repr::Dict(d) => match self.ann.dict_def(d).kind {
                // Nothing stops it in CPython.
                DictKind::Counter => return Ok(None),
                DictKind::Ordered => "...",
                kind @ DictKind::Default(_) => {
                    return Ok(Some(format!("{}...}})", self.text_of_default(kind)?)));
                }
                _ => "{...}",
            },
            _ => "[...]",
        };
        Ok(Some(text.to_string()))
    }
    /// How the text of a defaultdict begins.
    fn text_of_default(&self, kind: DictKind) -> Res<String> {
        match kind {
            DictKind::Default(f) if self.ann.host.class(f).is_some() => {
                let name = self.ann.host.class(f).map(|c| c.name.clone());
                Ok(format!("defaultdict(<class '{}'>, {{", name.unwrap_or_default()))
            }
            DictKind::Default(_) => Err(error("the text of a defaultdict with this factory")),
            _ => Ok(String::new()),
        }
    }
    fn plain_text_fn(&mut self, r: ReprId, unknown: Unknown) -> Res<HostRef> {
        match self.repr(r).clone() {
            Repr::Tuple(items) if items.is_empty() => self.helper_fn("ll_text", "ll_empty_text"),
            Repr::Tuple(items) => {
                let mut fns = vec![];
                for i in items.iter() {
                    fns.push(self.str_fn(*i, unknown)?);
                }
                let (names, list, key) = self.names_and(&fns);
                self.made_in("ll_text", "make_tuple_text", &key, &[names, list])
            }
            Repr::List(l) => {
                let info = self.list_info(l)?;
                let f = self.str_fn(info.item, unknown)?;
                let view = self.ann.list_def(l).view_name;
                if info.list.is_some() && !view.is_empty() {
                    let texts = [format!("{view}(["), "])".into()].map(|t| self.ann.host.str(&t));
                    let key = format!("{},{view}", f.0);
                    return self.made_in(
                        "ll_text",
                        "make_list_text",
                        &key,
                        &[f, texts[0], texts[1]],
                    );
                }
                let factory =
                    if info.list.is_some() { "make_list_text" } else { "make_array_text" };
                self.made_in("ll_text", factory, &f.0.to_string(), &[f])
            }
            Repr::Dict(d) => {
                let info = self.dict_info(d)?;
                let (k, v) = (self.str_fn(info.key, unknown)?, self.str_fn(info.value, unknown)?);
                let kind = self.ann.dict_def(d).kind;
                if kind == DictKind::Counter {
                    return self.made_in("ll_text", "make_counter_text", &k.0.to_string(), &[k, v]);
                }
                let class = self.text_of_default(kind)?;
                let texts = match kind {
                    DictKind::Ordered => {
                        ["OrderedDict([", "(", ", ", ")", "])", "OrderedDict()"].map(String::from)
                    }
                    DictKind::Default(_) => {
                        let empty = format!("{class}}})");
                        [class, "".into(), ": ".into(), "".into(), "})".into(), empty]
                    }
                    _ => ["{", "", ": ", "", "}", "{}"].map(String::from),
                };
                let key = format!("{},{},{}", k.0, v.0, texts[0]);
                let mut args = vec![k, v];
                args.extend(texts.iter().map(|t| self.ann.host.str(t)));
                self.made_in("ll_text", "make_dict_text", &key, &args)
            }
            Repr::ByteArray => self.helper_fn("ll_bytearray", "ll_bytearray_text"),
            Repr::Deque(l) => {
                let item = self.list_info(l)?.item;
                let f = self.str_fn(item, unknown)?;
                self.made_in("ll_text", "make_deque_text", &f.0.to_string(), &[f])
            }
            Repr::Set(d) => {
                let info = self.dict_info(d)?;
                let f = self.str_fn(info.key, unknown)?;
                let texts = if self.ann.dict_def(d).frozen {
                    ["frozenset({", "frozenset()", "})"]
                } else {
                    ["{", "set()", "}"]
                };
                let key = format!("{},{}", f.0, texts[0]);
                let mut args = vec![f];
                args.extend(texts.iter().map(|t| self.ann.host.str(t)));
                self.made_in("ll_text", "make_set_text", &key, &args)
            }
            Repr::Range(step) => {
                let step = self.ann.host.int(step);
                self.made_in("ll_text", "make_range_text", &step.0.to_string(), &[step])
            }
            other => Err(error(format!("str() of {} is not supported", other.describe()))),
        }
    }
    /// Whether an annotation may be `None` at run time.
    pub(crate) fn maybe_none(&self, s: &SomeValue) -> bool {
        match &s.kind {
            Kind::Instance { can_be_none, .. } => *can_be_none,
            _ => s.can_be_none(),
        }
    }
}
