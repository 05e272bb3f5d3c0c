//! Lists, dicts, tuples, iterators: items, slices, membership, methods.

use crate::DictKind;
use crate::prelude::*;
use crate::{ArgSource, CallArgs};

impl Annotator {
    pub(crate) fn op_len(&mut self, site: Site, op: &Op, s: &SomeValue) -> AResult {
        match &s.kind {
            Kind::Tuple(t) => Ok(SomeValue::int_const(t.len() as i64)),
            Kind::Char | Kind::UniChar => Ok(SomeValue::int_const(1)),
            Kind::String { .. } | Kind::Unicode { .. } => Ok(match &s.konst {
                Some(HlConst::Str(b) | HlConst::Bytes(b)) => SomeValue::int_const(b.len() as i64),
                _ => SomeValue::NONNEG,
            }),
            Kind::List(l) => {
                // An empty list that never gets anything has a known length.
                let item = self.read_list(site, *l);
                let d = self.list_def(*l);
                if item.is_impossible() && !d.resized {
                    return Ok(SomeValue::int_const(0));
                }
                Ok(SomeValue::NONNEG)
            }
            Kind::Dict(_) | Kind::Set(_) | Kind::Deque(_) | Kind::ByteArray => {
                Ok(SomeValue::NONNEG)
            }
            Kind::Instance { .. } => {
                let r = self.call_special(site, s, "__len__", vec![])?;
                if r.is_impossible() {
                    return Err(AnnError::Blocked);
                }
                self.want_int(site, &r, "__len__()")?;
                Ok(r)
            }
            _ => Err(self.bad_operands(site, op.op, std::slice::from_ref(s))),
        }
    }

    /// A slice operand; absent parts are None. The helpers clip the bounds and count negative ones from the end.
    fn check_slice(&mut self, site: Site, s: &[SomeValue; 3]) -> AResult<()> {
        for s in s.iter().filter(|s| s.kind != Kind::None_) {
            self.want_int(site, s, "a slice")?;
        }
        match s[2].const_int() {
            Some(0) => Err(self.error(site, "slice-step", "the step of a slice cannot be 0")),
            _ => Ok(()),
        }
    }

    pub(crate) fn op_getitem(&mut self, site: Site, op: &Op, args: &[SomeValue]) -> AResult {
        let (c, i) = (&args[0], &args[1]);
        if let Some(r) = self.record_item(site, args) {
            return r;
        }
        if let Kind::Slice(sl) = &i.kind {
            let sl = sl.clone();
            return match &c.kind {
                Kind::Char | Kind::String { .. } => {
                    self.check_slice(site, &sl)?;
                    Ok(SomeValue::STR.with_texts(c.texts()))
                }
                Kind::UniChar | Kind::Unicode { .. } => {
                    self.check_slice(site, &sl)?;
                    Ok(SomeValue::UNICODE)
                }
                Kind::ByteArray => {
                    self.check_slice(site, &sl)?;
                    Ok(Kind::ByteArray.into())
                }
                Kind::List(l) => {
                    self.check_slice(site, &sl)?;
                    let item = self.read_list(site, *l);
                    let star = self.list_def(*l).star;
                    let n = self.site_list(site, 0);
                    self.generalize_list(site, n, &item)?;
                    if star {
                        self.mark_star_list(n);
                    }
                    Ok(Kind::List(n).into())
                }
                Kind::Tuple(t) => {
                    self.check_slice(site, &sl)?;
                    let t = t.clone();
                    match constant_slice(&sl, t.len()) {
                        Some(picked) => {
                            Ok(SomeValue::tuple(picked.into_iter().map(|i| t[i].clone()).collect()))
                        }
                        None => Err(self.error(
                            site,
                            "constant-needed",
                            "slices of tuples need constant bounds",
                        )),
                    }
                }
                Kind::Instance { .. } => {
                    match self.slice_method(site, c, "__getslice__", "__getitem__", &sl)? {
                        true => self.call_slice(site, c, "__getslice__", &sl, None),
                        false => self.call_with_slice(site, "getitem", c, &sl, None),
                    }
                }
                _ => Err(self.bad_operands(site, op.op, args)),
            };
        }
        if self.is_slice_object(i) && !matches!(c.kind, Kind::Instance { .. }) {
            return self.call_library_on(site, "slices", "take", &[(0, c), (1, i)]);
        }
        if self.is_index_of(site, c, i) {
            return self.call_library_on(site, "objects", "get_at", &[(0, c), (1, i)]);
        }
        match &c.kind {
            Kind::List(l) | Kind::Deque(l) => {
                self.want_int(site, i, "the index of a list")?;
                Ok(self.read_list(site, *l))
            }
            Kind::Dict(d) => {
                let d = *d;
                self.generalize_key(site, d, i)?;
                match self.dict_def(d).kind {
                    DictKind::Default(factory) => {
                        let f = self.immutablevalue(site, factory)?;
                        let positional = vec![
                            (c.clone(), ArgSource::Operand(0)),
                            (i.clone(), ArgSource::Operand(1)),
                            (f, ArgSource::Default(factory)),
                        ];
                        let shape = crate::CallShape { pos: 3, ..Default::default() };
                        let call = CallArgs { positional, keywords: vec![], shape };
                        self.call_library(site, "dicts", "default_item", call)
                    }
                    DictKind::Counter => {
                        self.call_library_on(site, "counters", "item", &[(0, c), (1, i)])
                    }
                    _ => Ok(self.read_dict(site, d).1),
                }
            }
            Kind::Tuple(t) => {
                let Some(n) = i.const_int() else {
                    self.want_int(site, i, "the index of a tuple")?;
                    let items = t.clone();
                    let mut u = SomeValue::IMPOSSIBLE;
                    for x in items.iter() {
                        u = self.union(site, &u, &x.without_const()).map_err(|e| {
                            self.union_at(
                                site,
                                e,
                                "the items of a tuple with a variable index",
                                &[],
                            )
                        })?;
                    }
                    return Ok(u);
                };
                let k = if n < 0 { n + t.len() as i64 } else { n };
                match t.get(k as usize) {
                    Some(s) if k >= 0 => Ok(s.clone()),
                    _ => Err(self.error(
                        site,
                        "index",
                        format!("index {n} is out of range for a tuple of {} items", t.len()),
                    )),
                }
            }
            Kind::Char | Kind::String { .. } => {
                self.want_int(site, i, "the index of a string")?;
                Ok(SomeValue::CHAR)
            }
            Kind::UniChar | Kind::Unicode { .. } => {
                self.want_int(site, i, "the index of a string")?;
                Ok(SomeValue::UNICHAR)
            }
            Kind::ByteArray => {
                self.want_int(site, i, "the index of a bytearray")?;
                Ok(SomeValue::NONNEG)
            }
            Kind::Instance { .. } => self.call_special(site, c, "__getitem__", vec![i.clone()]),
            _ => Err(self.bad_operands(site, op.op, args)),
        }
    }

    pub(crate) fn op_setitem(&mut self, site: Site, op: &Op, args: &[SomeValue]) -> AResult {
        let (c, i, v) = (&args[0], &args[1], &args[2]);
        if let Kind::Slice(sl) = &i.kind {
            let sl = sl.clone();
            match (&c.kind, &v.kind) {
                (Kind::List(l), _) => {
                    let l = *l;
                    self.check_slice(site, &sl)?;
                    let stepped = !(sl[2].kind == Kind::None_ || sl[2].const_int() == Some(1));
                    if by_loop(v) {
                        if stepped {
                            return Err(self
                                .error(
                                    site,
                                    "unsupported",
                                    "an iterator is assigned to a slice with a step",
                                )
                                .note("make a list of it first"));
                        }
                        let positional = vec![
                            (c.clone(), ArgSource::Operand(0)),
                            (slice_bound(&sl[0], 0), ArgSource::StarItem(1, 0)),
                            (slice_bound(&sl[1], i64::MAX), ArgSource::StarItem(1, 1)),
                            (v.clone(), ArgSource::Operand(2)),
                        ];
                        let shape = crate::CallShape { pos: 4, ..Default::default() };
                        let call = CallArgs { positional, keywords: vec![], shape };
                        self.call_library(site, "lists", "set_slice", call)?;
                        return Ok(SomeValue::NONE);
                    }
                    self.generalize_by_items(site, l, v)?;
                    if stepped {
                        self.list_mutate(l);
                    } else {
                        self.list_resize(site, l)?;
                    }
                }
                (Kind::ByteArray, Kind::ByteArray | Kind::String { .. } | Kind::Char) => {
                    self.check_slice(site, &sl)?;
                }
                (Kind::Instance { .. }, _) => {
                    match self.slice_method(site, c, "__setslice__", "__setitem__", &sl)? {
                        true => self.call_slice(site, c, "__setslice__", &sl, Some(v))?,
                        false => self.call_with_slice(site, "setitem", c, &sl, Some(v))?,
                    };
                }
                _ => return Err(self.bad_operands(site, op.op, args)),
            }
            return Ok(SomeValue::NONE);
        }
        if self.is_slice_object(i) && !matches!(c.kind, Kind::Instance { .. }) {
            return self.call_library_on(site, "slices", "put", &[(0, c), (1, i), (2, v)]);
        }
        if self.is_index_of(site, c, i) {
            return self.call_library_on(site, "objects", "set_at", &[(0, c), (1, i), (2, v)]);
        }
        match &c.kind {
            Kind::List(l) | Kind::Deque(l) => {
                let l = *l;
                self.want_int(site, i, "the index of a list")?;
                self.list_mutate(l);
                self.generalize_list(site, l, v)?;
            }
            Kind::Dict(d) => {
                let d = *d;
                self.generalize_key(site, d, i)?;
                self.generalize_value(site, d, v)?;
            }
            Kind::ByteArray => {
                self.want_int(site, i, "the index of a bytearray")?;
                self.want_int(site, v, "a bytearray item")?;
            }
            Kind::Instance { .. } => {
                self.call_special(site, c, "__setitem__", vec![i.clone(), v.clone()])?;
            }
            Kind::Tuple(_) | Kind::String { .. } | Kind::Char => {
                let e = self.error(site, "immutable", format!("{} is immutable", self.show(c)));
                return Err(e.note(match c.kind {
                    Kind::Tuple(_) => "use a list, or make a new tuple",
                    _ => "make a new string, `s[:i] + c + s[i + 1:]`, or use a list of characters or a bytearray",
                }));
            }
            _ => return Err(self.bad_operands(site, op.op, args)),
        }
        Ok(SomeValue::NONE)
    }

    /// Calls `__getslice__` or `__setslice__`: the bounds are items 0 and 1 of the slice operand.
    fn call_slice(
        &mut self,
        site: Site,
        this: &SomeValue,
        name: &'static str,
        sl: &[SomeValue; 3],
        value: Option<&SomeValue>,
    ) -> AResult {
        let mut positional = vec![
            (slice_bound(&sl[0], 0), ArgSource::StarItem(1, 0)),
            (slice_bound(&sl[1], i64::MAX), ArgSource::StarItem(1, 1)),
        ];
        positional.extend(value.map(|v| (v.clone(), ArgSource::Operand(2))));
        let shape = crate::CallShape { pos: positional.len(), ..Default::default() };
        self.call_special_args(site, this, name, CallArgs { positional, keywords: vec![], shape })
    }

    /// Whether a slice of an instance goes to the method for slices of Python 2, and not to the one for items.
    fn slice_method(
        &mut self,
        site: Site,
        this: &SomeValue,
        name: &'static str,
        item: &'static str,
        sl: &[SomeValue; 3],
    ) -> AResult<bool> {
        let Kind::Instance { class, .. } = this.kind else { return Ok(true) };
        if sl[2].kind == Kind::None_ && self.has_special(site, class, name) {
            return Ok(true);
        }
        if !self.has_special(site, class, item) {
            let c = self.classdefs[class].name.clone();
            return Err(self.error(
                site,
                "no-special-method",
                format!("instances of {c} have no {name} or {item}"),
            ));
        }
        Ok(false)
    }

    /// `x[a:b:c]` of an instance: its method for items gets a slice object.
    fn call_with_slice(
        &mut self,
        site: Site,
        function: &str,
        this: &SomeValue,
        sl: &[SomeValue; 3],
        value: Option<&SomeValue>,
    ) -> AResult {
        let mut positional = vec![(this.clone(), ArgSource::Operand(0))];
        positional
            .extend(sl.iter().enumerate().map(|(k, s)| (s.clone(), ArgSource::StarItem(1, k))));
        positional.extend(value.map(|v| (v.clone(), ArgSource::Operand(2))));
        let shape = crate::CallShape { pos: positional.len(), ..Default::default() };
        self.call_library(
            site,
            "slices",
            function,
            CallArgs { positional, keywords: vec![], shape },
        )
    }

    /// Whether a value is an instance with `__index__`.
    pub(crate) fn has_index(&mut self, site: Site, s: &SomeValue) -> bool {
        match s.kind {
            Kind::Instance { class, .. } => {
                !self.is_slice_object(s) && self.has_special(site, class, "__index__")
            }
            _ => false,
        }
    }

    /// Whether such an instance is the index of a sequence.
    fn is_index_of(&mut self, site: Site, c: &SomeValue, i: &SomeValue) -> bool {
        matches!(
            c.kind,
            Kind::List(_)
                | Kind::Deque(_)
                | Kind::Tuple(_)
                | Kind::ByteArray
                | Kind::Char
                | Kind::String { .. }
                | Kind::UniChar
                | Kind::Unicode { .. }
        ) && self.has_index(site, i)
    }

    /// Whether a value is a slice object.
    pub(crate) fn is_slice_object(&self, s: &SomeValue) -> bool {
        let Kind::Instance { class, .. } = s.kind else { return false };
        let host = self.classdefs[class].host;
        &*self.classdefs[class].name == "slice"
            && hv::class_full_name(&self.host, host).starts_with(library::PACKAGE)
    }

    pub(crate) fn op_delitem(&mut self, site: Site, op: &Op, args: &[SomeValue]) -> AResult {
        let (c, i) = (&args[0], &args[1]);
        match (&i.kind, &c.kind) {
            (Kind::Slice(sl), Kind::Instance { .. }) => {
                let sl = sl.clone();
                self.slice_method(site, c, "__delitem__", "__delitem__", &sl)?;
                return self.call_with_slice(site, "delitem", c, &sl, None);
            }
            (Kind::Instance { .. }, Kind::List(_) | Kind::ByteArray) if self.is_slice_object(i) => {
                return self.call_library_on(site, "slices", "drop", &[(0, c), (1, i)]);
            }
            _ if self.is_index_of(site, c, i) => {
                return self.call_library_on(site, "objects", "delete_at", &[(0, c), (1, i)]);
            }
            _ => {}
        }
        match &c.kind {
            Kind::List(l) => {
                let l = *l;
                if let Kind::Slice(sl) = &i.kind {
                    let sl = sl.clone();
                    self.check_slice(site, &sl)?;
                } else {
                    self.want_int(site, i, "the index of a list")?;
                }
                self.list_resize(site, l)?;
            }
            Kind::Deque(_) => self.want_int(site, i, "the index of a deque")?,
            Kind::ByteArray => match &i.kind {
                Kind::Slice(sl) => self.check_slice(site, &sl.clone())?,
                _ => self.want_int(site, i, "the index of a bytearray")?,
            },
            Kind::Dict(d) if self.dict_def(*d).kind == DictKind::Counter => {
                return self.call_library_on(site, "counters", "delete", &[(0, c), (1, i)]);
            }
            Kind::Dict(d) => {
                let d = *d;
                self.generalize_key(site, d, i)?;
            }
            Kind::Instance { .. } => {
                self.call_special(site, c, "__delitem__", vec![i.clone()])?;
            }
            _ => return Err(self.bad_operands(site, op.op, args)),
        }
        Ok(SomeValue::NONE)
    }

    pub(crate) fn op_contains(&mut self, site: Site, op: &Op, args: &[SomeValue]) -> AResult {
        let (c, x) = (&args[0], &args[1]);
        match &c.kind {
            Kind::List(l) | Kind::Deque(l) => {
                let l = *l;
                self.generalize_list(site, l, x)?;
                self.read_list(site, l);
                self.want_hook(c, special::Hook::Eq);
                Ok(SomeValue::BOOL)
            }
            Kind::Dict(d) | Kind::Set(d) => {
                let d = *d;
                self.generalize_key(site, d, x)?;
                Ok(SomeValue::BOOL)
            }
            Kind::ByteArray if x.is_integral() => Ok(SomeValue::BOOL),
            Kind::ByteArray => {
                self.call_library_on(site, "bytearrays", "contains", &[(0, c), (1, x)])
            }
            Kind::String { .. } | Kind::Char if x.is_str() => Ok(SomeValue::BOOL),
            Kind::Unicode { .. } | Kind::UniChar if x.is_unicode() => Ok(SomeValue::BOOL),
            Kind::Unicode { .. } if x.is_str() => {
                self.call_library_on(site, "unicodes", "contains_bytes", &[(0, c), (1, x)])
            }
            Kind::Tuple(items) => {
                // Compared with each item: they must be comparable.
                let mut u = x.without_const();
                for i in items.iter() {
                    u = self
                        .union(site, &u, &i.without_const())
                        .map_err(|e| self.union_at(site, e, "the operands of 'in'", &[]))?;
                }
                self.want_hook(&u, special::Hook::Eq);
                Ok(SomeValue::BOOL)
            }
            Kind::Instance { class, .. }
                if !self.has_special(site, *class, "__contains__")
                    && self.has_special(site, *class, "__iter__") =>
            {
                self.call_library_on(site, "objects", "contains_by_iter", &[(0, c), (1, x)])
            }
            Kind::Instance { .. } => {
                let r = self.call_special(site, c, "__contains__", vec![x.clone()])?;
                Ok(if r.is_impossible() { r } else { SomeValue::BOOL })
            }
            _ => Err(self.bad_operands(site, op.op, args)),
        }
    }

    /// `t * n` with a constant number: a tuple of known length.
    fn repeat_tuple(
        &mut self,
        site: Site,
        operand: usize,
        t: &SomeValue,
        len: usize,
        n: i64,
    ) -> AResult {
        let f =
            self.made_function(site, "lists.make_repeat", &[&len.to_string(), &n.to_string()])?;
        self.call_on(site, &f, &[(operand, t)])
    }

    /// `+`, `*` on lists and tuples.
    pub(crate) fn container_binary(
        &mut self,
        site: Site,
        op: &Op,
        args: &[SomeValue],
    ) -> Option<AResult> {
        let (a, b) = (&args[0], &args[1]);
        let inplace = op.op == HlOp::InplaceAdd;
        match (op.op.plain(), &a.kind, &b.kind) {
            (HlOp::Add, Kind::List(l), _) if inplace => {
                let l = *l;
                if by_loop(b) {
                    return Some(self.call_library_on(
                        site,
                        "lists",
                        "inplace_add",
                        &[(0, a), (1, b)],
                    ));
                }
                Some(
                    self.list_resize(site, l)
                        .and_then(|()| self.generalize_by_items(site, l, b))
                        .map(|()| a.without_const()),
                )
            }
            (HlOp::Add, Kind::List(l), Kind::List(m)) => {
                let (l, m) = (*l, *m);
                let (x, y) = (self.read_list(site, l), self.read_list(site, m));
                let n = self.site_list(site, 0);
                let mut r = self
                    .generalize_list(site, n, &x)
                    .and_then(|()| self.generalize_list(site, n, &y));
                if [&x, &y].iter().any(|s| matches!(s.kind, Kind::Tuple(_))) {
                    // Tuples are copied as they are: both lists have the items of the sum.
                    let item = self.read_list(site, n);
                    for list in [l, m] {
                        r = r.and_then(|()| self.generalize_list(site, list, &item));
                    }
                }
                Some(r.map(|()| Kind::List(n).into()))
            }
            (HlOp::Mul, Kind::Tuple(items), _) if let Some(n) = b.const_int() => {
                Some(self.repeat_tuple(site, 0, a, items.len(), n))
            }
            (HlOp::Mul, _, Kind::Tuple(items)) if let Some(n) = a.const_int() => {
                Some(self.repeat_tuple(site, 1, b, items.len(), n))
            }
            (HlOp::Mul, Kind::List(l), _) if b.is_integral() => {
                let l = *l;
                if op.op == HlOp::InplaceMul {
                    return Some(self.list_resize(site, l).map(|()| a.without_const()));
                }
                Some(self.repeat_list(site, l))
            }
            (HlOp::Mul, _, Kind::List(l)) if a.is_integral() => {
                let l = *l;
                Some(self.repeat_list(site, l))
            }
            (HlOp::Add, Kind::Deque(_), Kind::Deque(_)) if !inplace => {
                Some(self.call_library_on(site, "deques", "add", &[(0, a), (1, b)]))
            }
            (HlOp::Add, Kind::Deque(_), _) if inplace => {
                Some(self.call_library_on(site, "deques", "inplace_add", &[(0, a), (1, b)]))
            }
            (HlOp::Mul, Kind::Deque(_), _) if b.is_integral() => {
                let f = if op.op == HlOp::InplaceMul { "inplace_repeat" } else { "repeat" };
                Some(self.call_library_on(site, "deques", f, &[(0, a), (1, b)]))
            }
            (HlOp::Mul, _, Kind::Deque(_)) if a.is_integral() => {
                Some(self.call_library_on(site, "deques", "repeat_reflected", &[(0, a), (1, b)]))
            }
            (o, Kind::Dict(x), Kind::Dict(_)) if self.dict_def(*x).kind == DictKind::Counter => {
                let f = match o {
                    HlOp::Add => "add",
                    HlOp::Sub => "sub",
                    HlOp::And => "and_",
                    HlOp::Or => "or_",
                    _ => return None,
                };
                let f = if op.op == o { f.to_string() } else { format!("inplace_{f}") };
                Some(self.call_library_on(site, "counters", &f, &[(0, a), (1, b)]))
            }
            (HlOp::Or, Kind::Dict(_), Kind::Dict(_)) if op.op == HlOp::Or => {
                Some(self.call_library_on(site, "dicts", "merged", &[(0, a), (1, b)]))
            }
            (HlOp::Or, Kind::Dict(_), _) if op.op != HlOp::Or => {
                Some(self.call_library_on(site, "dicts", "inplace_or", &[(0, a), (1, b)]))
            }
            (HlOp::Add, Kind::Tuple(x), Kind::Tuple(y)) => {
                Some(Ok(SomeValue::tuple(x.iter().chain(y.iter()).cloned().collect())))
            }
            _ => None,
        }
    }

    fn repeat_list(&mut self, site: Site, l: ListDefId) -> AResult {
        let item = self.read_list(site, l);
        let n = self.site_list(site, 0);
        self.generalize_list(site, n, &item)?;
        Ok(Kind::List(n).into())
    }

    /// The list may hold what a container holds that is no iterator.
    pub(crate) fn generalize_by_items(
        &mut self,
        site: Site,
        l: ListDefId,
        from: &SomeValue,
    ) -> AResult<()> {
        match &from.kind {
            Kind::Tuple(items) => {
                for i in items.clone().iter() {
                    self.generalize_list(site, l, i)?;
                }
                Ok(())
            }
            Kind::List(_)
            | Kind::Dict(_)
            | Kind::Set(_)
            | Kind::Deque(_)
            | Kind::String { .. }
            | Kind::Char
            | Kind::Unicode { .. }
            | Kind::UniChar => {
                let item = self.iter_item(site, from, IterVariant::Items)?;
                self.generalize_list(site, l, &item)
            }
            _ => Err(self.error(
                site,
                "argument-type",
                format!("a list cannot be extended by {}", self.show(from)),
            )),
        }
    }

    pub(crate) fn op_iter(&mut self, site: Site, op: &Op, s: &SomeValue) -> AResult {
        match &s.kind {
            Kind::Iterator { .. } => Ok(s.clone()),
            Kind::Set(_) => {
                self.warn(
                    site,
                    "set-order",
                    "a set is iterated over in the order of insertion; CPython has another order",
                    "where the order matters, iterate over sorted(…)",
                );
                let container = Rc::new(self.iterable(site, s)?);
                Ok(Kind::Iterator { container, variant: IterVariant::Items }.into())
            }
            Kind::List(_)
            | Kind::Dict(_)
            | Kind::Deque(_)
            | Kind::String { .. }
            | Kind::Char
            | Kind::Unicode { .. }
            | Kind::UniChar
            | Kind::Tuple(_)
            | Kind::ByteArray => {
                let container = Rc::new(self.iterable(site, s)?);
                Ok(Kind::Iterator { container, variant: IterVariant::Items }.into())
            }
            Kind::Instance { .. } => self.call_special(site, s, "__iter__", vec![]),
            _ => Err(self.bad_operands(site, op.op, std::slice::from_ref(s))),
        }
    }

    /// The container that an iterator walks over: for a tuple, a list of its items.
    pub(crate) fn iterable(&mut self, site: Site, s: &SomeValue) -> AResult {
        let Kind::Tuple(items) = &s.kind else { return Ok(s.without_const()) };
        self.tuple_as_list(site, items).map_err(|e| {
            self.union_at(site, e, "the items of the tuple that is iterated over", &[])
        })
    }

    /// A list of fixed size with the items of a tuple: one per operation and type of tuple.
    fn tuple_as_list(&mut self, site: Site, items: &[SomeValue]) -> AResult {
        let mut u = SomeValue::IMPOSSIBLE;
        for i in items.iter() {
            u = self.union(site, &u, &i.without_const())?;
        }
        for n in 8..64 {
            let l = self.site_list(site, n);
            let have = self.read_list(site, l);
            // Several tuples of one operation (`zip`): lists of their own.
            if have.is_impossible()
                || self.contains(site, &have, &u)
                || self.contains(site, &u, &have)
            {
                self.generalize_list(site, l, &u)?;
                return Ok(Kind::List(l).into());
            }
        }
        Err(self.error(site, "unsupported", "too many tuples are iterated over at once"))
    }

    /// Item of a container that is iterated over.
    pub(crate) fn iter_item(
        &mut self,
        site: Site,
        container: &SomeValue,
        variant: IterVariant,
    ) -> AResult {
        let item = match &container.kind {
            Kind::List(l) | Kind::Deque(l) => self.read_list(site, *l),
            Kind::String { .. } | Kind::Char => SomeValue::CHAR,
            Kind::Unicode { .. } | Kind::UniChar => SomeValue::UNICHAR,
            Kind::ByteArray => SomeValue::NONNEG,
            Kind::Tuple(iterators) if variant == IterVariant::Zip => {
                let mut items = vec![];
                for it in iterators.clone().iter() {
                    items.push(self.iter_item(site, it, IterVariant::Items)?);
                }
                if items.iter().any(|i| i.is_impossible()) {
                    return Ok(SomeValue::IMPOSSIBLE);
                }
                return Ok(SomeValue::tuple(items));
            }
            Kind::Tuple(items) => {
                let items = items.clone();
                let mut u = SomeValue::IMPOSSIBLE;
                for i in items.iter() {
                    u = self.union(site, &u, &i.without_const())?;
                }
                u
            }
            Kind::Set(d) => self.read_dict(site, *d).0,
            Kind::Dict(d) => {
                let (k, v) = self.read_dict(site, *d);
                return Ok(match variant {
                    IterVariant::Items
                    | IterVariant::Keys
                    | IterVariant::Reversed
                    | IterVariant::Zip => k,
                    IterVariant::Values => v,
                    IterVariant::KeyValues => {
                        if k.is_impossible() || v.is_impossible() {
                            SomeValue::IMPOSSIBLE
                        } else {
                            SomeValue::tuple(vec![k, v])
                        }
                    }
                    IterVariant::Enumerate => {
                        if k.is_impossible() {
                            SomeValue::IMPOSSIBLE
                        } else {
                            SomeValue::tuple(vec![SomeValue::NONNEG, k])
                        }
                    }
                });
            }
            Kind::Iterator { container, variant: v } => {
                let (c, v) = (container.clone(), *v);
                self.iter_item(site, &c, v)?
            }
            Kind::Instance { .. } => {
                return self.call_special(site, container, "next", vec![]);
            }
            _ => {
                return Err(self.error(
                    site,
                    "not-iterable",
                    format!("{} cannot be iterated over", self.show(container)),
                ));
            }
        };
        Ok(match variant {
            IterVariant::Enumerate if !item.is_impossible() => {
                SomeValue::tuple(vec![SomeValue::NONNEG, item])
            }
            _ => item,
        })
    }

    pub(crate) fn op_next(&mut self, site: Site, op: &Op, s: &SomeValue) -> AResult {
        match &s.kind {
            Kind::Iterator { container, variant } => {
                let (c, v) = (container.clone(), *variant);
                self.iter_item(site, &c, v)
            }
            Kind::Instance { class, .. } => {
                let c = self.classdefs[*class].host;
                let name = if hv::class_lookup(&self.host, c, "next").is_some() {
                    "next"
                } else {
                    "__next__"
                };
                self.call_special(site, s, name, vec![])
            }
            _ => Err(self.bad_operands(site, op.op, std::slice::from_ref(s))),
        }
    }
}

/// Whether a list takes the items one by one.
pub(crate) fn by_loop(s: &SomeValue) -> bool {
    matches!(
        s.kind,
        Kind::Iterator { .. } | Kind::Instance { .. } | Kind::Deque(_) | Kind::ByteArray
    )
}

/// Whether values are ordered by `<` without code of the program. `within`: lists whose items are looked at.
pub(crate) fn ordered_natively(a: &Annotator, s: &SomeValue, within: &mut Vec<ListDefId>) -> bool {
    match &s.kind {
        Kind::Impossible
        | Kind::Bool
        | Kind::Integer { .. }
        | Kind::Float
        | Kind::Char
        | Kind::UniChar
        | Kind::String { .. }
        | Kind::Unicode { .. } => true,
        Kind::Tuple(items) => items.iter().all(|i| ordered_natively(a, i, within)),
        Kind::List(l) => {
            let l = a.find_list(*l);
            if within.contains(&l) {
                return true;
            }
            within.push(l);
            ordered_natively(a, &a.list_def(l).item, within)
        }
        _ => false,
    }
}

/// Which items of a sequence of known length a slice picks; `None` if its parts are no constants.
pub fn constant_slice(sl: &[SomeValue; 3], len: usize) -> Option<Vec<usize>> {
    let part = |s: &SomeValue| match &s.kind {
        Kind::None_ => Some(None),
        _ => s.const_int().map(Some),
    };
    let (start, stop, step) = (part(&sl[0])?, part(&sl[1])?, part(&sl[2])?.unwrap_or(1));
    let len = len as i64;
    let (lo, hi) = if step < 0 { (-1, len - 1) } else { (0, len) };
    let clip = |i: i64| if i < 0 { (i + len).max(lo) } else { i.min(hi) };
    let mut i = start.map_or(if step < 0 { hi } else { lo }, clip);
    let stop = stop.map_or(if step < 0 { lo } else { hi }, clip);
    let mut out = vec![];
    while (step > 0 && i < stop) || (step < 0 && i > stop) {
        out.push(i as usize);
        i += step;
    }
    (step != 0).then_some(out)
}

fn slice_bound(s: &SomeValue, default: i64) -> SomeValue {
    if s.kind == Kind::None_ { SomeValue::int_const(default) } else { s.clone() }
}
