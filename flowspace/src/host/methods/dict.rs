//! Dictionaries and sets: access with host equality, and their methods.

use crate::host::*;
use flowmodel::operators::BinaryOp;

type Table = &'static [(&'static str, BFn)];

impl Host {
    /// `d.get(key)` on a builtin dict.
    pub fn dict_get(&mut self, d: HostRef, key: HostRef) -> R<Option<HostRef>> {
        let d = self.base(d);
        let k = self.key_in(d, key)?;
        Ok(match self.obj(d) {
            HostObj::Dict(m) => m.get(&k),
            _ => None,
        })
    }

    fn table_mut(&mut self, d: HostRef) -> &mut HDict {
        let d = self.base(d);
        match self.obj_mut(d) {
            HostObj::Dict(m) | HostObj::Set(m) | HostObj::FrozenSet(m) => m,
            _ => panic!("not a dict or set"),
        }
    }

    fn table_insert(&mut self, d: HostRef, key: HostRef, v: HostRef) -> R<()> {
        let k = self.key_in(d, key)?;
        let custom = match &k {
            HKey::Id(id) if *id == key && !self.identity_key(key) => Some(self.hash(key)?),
            _ => None,
        };
        let m = self.table_mut(d);
        if let Some(h) = custom
            && m.get(&k).is_none()
        {
            m.custom.push((h, key));
        }
        let before = m.len();
        m.insert(k, key, v);
        if m.len() > before {
            self.collector.entry_made();
        }
        Ok(())
    }

    /// Whether a key that is its own canonical form is compared by identity.
    fn identity_key(&self, key: HostRef) -> bool {
        match self.obj(key) {
            HostObj::Instance(i) => !self.cls(i.class).custom_eq,
            HostObj::Tuple(_) => false,
            HostObj::Class(c) => !self.cls(c.meta).custom_eq,
            _ => true,
        }
    }

    /// `d[key] = v` on a builtin dict.
    pub fn dict_set(&mut self, d: HostRef, key: HostRef, v: HostRef) -> R<()> {
        self.table_insert(d, key, v)
    }

    /// Removes a key from a dict or set; its value if it was there.
    pub fn dict_remove(&mut self, d: HostRef, key: HostRef) -> R<Option<HostRef>> {
        let k = self.key_in(d, key)?;
        Ok(self.table_mut(d).remove(&k).map(|e| e.1))
    }

    /// Adds to a set.
    pub fn set_insert(&mut self, s: HostRef, key: HostRef) -> R<()> {
        self.table_insert(s, key, NONE)
    }

    /// A new set (or frozenset) of the items.
    pub(crate) fn make_set(&mut self, items: &[HostRef], frozen: bool) -> R {
        let s = self.alloc(if frozen {
            HostObj::FrozenSet(Box::default())
        } else {
            HostObj::Set(Box::default())
        });
        for x in items {
            self.set_insert(s, *x)?;
        }
        Ok(s)
    }

    /// `d.update(other)`
    pub(crate) fn dict_update_from(&mut self, d: HostRef, other: HostRef) -> R<()> {
        if self.dict(other).is_some() {
            for (k, v) in self.dict_items(other) {
                self.dict_set(d, k, v)?;
            }
            return Ok(());
        }
        if let Some(keys) = self.getattr_opt(other, "keys")? {
            let keys = self.call(keys, &[], &[])?;
            for k in self.iter_to_vec(keys)? {
                let v = self.getitem(other, k)?;
                self.dict_set(d, k, v)?;
            }
            return Ok(());
        }
        for pair in self.iter_to_vec(other)? {
            let kv = self.iter_to_vec(pair)?;
            let [k, v] = kv[..] else {
                let m = format!(
                    "dictionary update sequence element has length {}; 2 is required",
                    kv.len()
                );
                return Err(self.value_error(m));
            };
            self.dict_set(d, k, v)?;
        }
        Ok(())
    }

    pub(crate) fn is_set(&self, r: HostRef) -> bool {
        matches!(
            self.obj(self.base(r)),
            HostObj::Set(_)
                | HostObj::FrozenSet(_)
                | HostObj::DictView(_, ViewKind::Keys | ViewKind::Items)
        )
    }

    /// Set operators; `None` if an operand is not a set.
    pub(crate) fn set_op(&mut self, op: BinaryOp, a: HostRef, b: HostRef) -> R<Option<HostRef>> {
        if !self.is_set(a) || !self.is_set(b) {
            return Ok(None);
        }
        self.set_combine(op, a, b).map(Some)
    }

    /// `a |= b` of sets: `a` is changed, not made anew.
    pub(crate) fn set_extend(&mut self, a: HostRef, b: HostRef) -> R<()> {
        for k in self.iter_to_vec(b)? {
            self.set_insert(a, k)?;
        }
        Ok(())
    }

    /// The table of a set whose keys are all compared by their canonical forms.
    fn plain_table(&self, r: HostRef) -> Option<&HDict> {
        match self.obj(self.base(r)) {
            HostObj::Set(d) | HostObj::FrozenSet(d) if d.custom.is_empty() => Some(d),
            _ => None,
        }
    }

    fn set_combine(&mut self, op: BinaryOp, a: HostRef, b: HostRef) -> R {
        let frozen = matches!(self.obj(self.base(a)), HostObj::FrozenSet(_));
        if let (Some(x), Some(y)) = (self.plain_table(a), self.plain_table(b)) {
            let d = Box::new(combine_plain(op, x, y));
            return Ok(self.alloc(if frozen { HostObj::FrozenSet(d) } else { HostObj::Set(d) }));
        }
        let x = self.iter_to_vec(a)?;
        let y = &self.iter_to_vec(b)?;
        let other = self.make_set(y, false)?;
        let out = self.make_set(&[], frozen)?;
        for k in &x {
            let keep = match op {
                BinaryOp::Or => true,
                BinaryOp::And => self.contains(other, *k)?,
                _ => !self.contains(other, *k)?,
            };
            if keep {
                self.set_insert(out, *k)?;
            }
        }
        if matches!(op, BinaryOp::Or | BinaryOp::Xor) {
            let mine = self.make_set(&x, false)?;
            for k in y {
                if op == BinaryOp::Or || !self.contains(mine, *k)? {
                    self.set_insert(out, *k)?;
                }
            }
        }
        Ok(out)
    }

    fn this_dict(&mut self, name: &str, args: &[HostRef]) -> R {
        if let Some(r) = args.first() {
            let b = self.base(*r);
            if let HostObj::Dict(_) = self.obj(b) {
                return Ok(b);
            }
        }
        Err(self.type_error(format!("descriptor '{name}' requires a 'dict' object")))
    }

    fn this_set(&mut self, name: &str, args: &[HostRef]) -> R {
        if let Some(r) = args.first()
            && self.is_set(*r)
        {
            return Ok(self.base(*r));
        }
        Err(self.type_error(format!("descriptor '{name}' requires a 'set' object")))
    }

    fn set_method(&mut self, name: &str, op: BinaryOp, args: &[HostRef]) -> R {
        let this = self.this_set(name, args)?;
        let mut acc = this;
        if args.len() == 1 {
            let items = self.iter_to_vec(this)?;
            let frozen = matches!(self.obj(this), HostObj::FrozenSet(_));
            return self.make_set(&items, frozen);
        }
        for o in &args[1..] {
            acc = self.set_combine(op, acc, *o)?;
        }
        Ok(acc)
    }

    fn set_update_method(&mut self, name: &str, op: BinaryOp, args: &[HostRef]) -> R {
        if op == BinaryOp::Or {
            let this = self.this_set(name, args)?;
            for o in &args[1..] {
                self.set_extend(this, *o)?;
            }
            return Ok(NONE);
        }
        let new = self.set_method(name, op, args)?;
        let d = std::mem::take(self.table_mut(new));
        *self.table_mut(args[0]) = d;
        Ok(NONE)
    }
}

/// A set operator on tables whose keys are equal if their canonical forms are.
fn combine_plain(op: BinaryOp, x: &HDict, y: &HDict) -> HDict {
    let map = match op {
        BinaryOp::Or => {
            let mut map = x.map.clone();
            for (k, v) in &y.map {
                map.entry(k.clone()).or_insert(*v);
            }
            map
        }
        _ => {
            let both = op == BinaryOp::And;
            let mine = x.map.iter().filter(|(k, _)| y.map.contains_key(*k) == both);
            let theirs =
                y.map.iter().filter(|(k, _)| op == BinaryOp::Xor && !x.map.contains_key(*k));
            mine.chain(theirs).map(|(k, v)| (k.clone(), *v)).collect()
        }
    };
    HDict { map, ..HDict::default() }
}

fn view(h: &mut Host, name: &str, a: &[HostRef], kind: ViewKind) -> R {
    let d = h.this_dict(name, a)?;
    Ok(h.alloc(HostObj::DictView(d, kind)))
}

/// A list in files of Python 2.
fn listed(h: &mut Host, name: &str, a: &[HostRef], kind: ViewKind) -> R {
    let v = view(h, name, a, kind)?;
    if h.in_python2() {
        h.become_list(v)?;
    }
    Ok(v)
}

fn view_iter(h: &mut Host, name: &str, a: &[HostRef], kind: ViewKind) -> R {
    let v = view(h, name, a, kind)?;
    h.iter(v)
}

/// Methods of `dict`.
pub(crate) const DICT: Table = &[
    ("__init__", |h, a, k| {
        h.arity("dict", a, &[], 1, 2)?;
        let d = h.this_dict("__init__", a)?;
        if let Some(o) = a.get(1) {
            h.dict_update_from(d, *o)?;
        }
        for (n, v) in k {
            h.ns_set(d, n.as_str(), *v);
        }
        Ok(NONE)
    }),
    ("get", |h, a, k| {
        h.arity("get", a, k, 2, 3)?;
        let d = h.this_dict("get", a)?;
        Ok(h.dict_get(d, a[1])?.unwrap_or(a.get(2).copied().unwrap_or(NONE)))
    }),
    ("setdefault", |h, a, k| {
        h.arity("setdefault", a, k, 2, 3)?;
        let d = h.this_dict("setdefault", a)?;
        if let Some(v) = h.dict_get(d, a[1])? {
            return Ok(v);
        }
        let v = a.get(2).copied().unwrap_or(NONE);
        h.dict_set(d, a[1], v)?;
        Ok(v)
    }),
    ("pop", |h, a, k| {
        h.arity("pop", a, k, 2, 3)?;
        let d = h.this_dict("pop", a)?;
        match (h.dict_remove(d, a[1])?, a.get(2)) {
            (Some(v), _) => Ok(v),
            (None, Some(v)) => Ok(*v),
            (None, None) => Err(h.key_error(a[1])),
        }
    }),
    ("popitem", |h, a, k| {
        let [_, last] = h.named_args("popitem", ["self", "last"], 1, a, k)?;
        let d = h.this_dict("popitem", a)?;
        let from_end = match last {
            Some(l) => h.is_true(l)?,
            None => true,
        };
        let n = h.ns(d).len();
        if n == 0 {
            return Err(h.err("KeyError", "popitem(): dictionary is empty"));
        }
        let at = if from_end { n - 1 } else { 0 };
        let (key, v) = *h.ns(d).map.get_index(at).expect("index").1;
        let ck = h.ns(d).map.get_index(at).expect("index").0.clone();
        h.ns_mut(d).remove(&ck);
        Ok(h.tuple(&[key, v]))
    }),
    ("move_to_end", |h, a, k| {
        let [_, key, last] = h.named_args("move_to_end", ["self", "key", "last"], 2, a, k)?;
        let d = h.this_dict("move_to_end", a)?;
        let key = key.expect("required");
        let last = match last {
            Some(l) => h.is_true(l)?,
            None => true,
        };
        let ck = h.key_in(d, key)?;
        let Some(i) = h.ns(d).map.get_index_of(&ck) else { return Err(h.key_error(key)) };
        let to = if last { h.ns(d).len() - 1 } else { 0 };
        h.ns_mut(d).map.move_index(i, to);
        Ok(NONE)
    }),
    ("keys", |h, a, _| listed(h, "keys", a, ViewKind::Keys)),
    ("values", |h, a, _| listed(h, "values", a, ViewKind::Values)),
    ("items", |h, a, _| listed(h, "items", a, ViewKind::Items)),
    ("viewkeys", |h, a, _| view(h, "viewkeys", a, ViewKind::Keys)),
    ("viewvalues", |h, a, _| view(h, "viewvalues", a, ViewKind::Values)),
    ("viewitems", |h, a, _| view(h, "viewitems", a, ViewKind::Items)),
    ("iterkeys", |h, a, _| view_iter(h, "iterkeys", a, ViewKind::Keys)),
    ("itervalues", |h, a, _| view_iter(h, "itervalues", a, ViewKind::Values)),
    ("iteritems", |h, a, _| view_iter(h, "iteritems", a, ViewKind::Items)),
    ("has_key", |h, a, k| {
        h.arity("has_key", a, k, 2, 2)?;
        let d = h.this_dict("has_key", a)?;
        let r = h.dict_get(d, a[1])?.is_some();
        Ok(h.bool(r))
    }),
    ("clear", |h, a, _| {
        let d = h.this_dict("clear", a)?;
        h.ns_mut(d).clear();
        Ok(NONE)
    }),
    ("copy", |h, a, _| {
        let d = h.this_dict("copy", a)?;
        let c = h.ns(d).clone();
        let v = h.alloc(HostObj::Dict(Box::new(c)));
        let cls = h.class_of(a[0]);
        Ok(h.wrap_payload(cls, v))
    }),
    ("update", |h, a, k| {
        h.arity("update", a, &[], 1, 2)?;
        let d = h.this_dict("update", a)?;
        if let Some(o) = a.get(1) {
            h.dict_update_from(d, *o)?;
        }
        for (n, v) in k {
            h.ns_set(d, n.as_str(), *v);
        }
        Ok(NONE)
    }),
];

/// Methods of the views of keys and items.
pub(crate) const VIEW: Table = &[("isdisjoint", |h, a, k| {
    h.arity("isdisjoint", a, k, 2, 2)?;
    for x in h.iter_to_vec(a[1])? {
        if h.contains(a[0], x)? {
            return Ok(FALSE);
        }
    }
    Ok(TRUE)
})];

/// Methods of `set` and `frozenset`.
pub(crate) const SET_COMMON: Table = &[
    ("union", |h, a, _| h.set_method("union", BinaryOp::Or, a)),
    ("intersection", |h, a, _| h.set_method("intersection", BinaryOp::And, a)),
    ("difference", |h, a, _| h.set_method("difference", BinaryOp::Sub, a)),
    ("symmetric_difference", |h, a, _| h.set_method("symmetric_difference", BinaryOp::Xor, a)),
    ("copy", |h, a, _| h.set_method("copy", BinaryOp::Or, &a[..1])),
    ("issubset", |h, a, k| {
        h.arity("issubset", a, k, 2, 2)?;
        let items = h.iter_to_vec(a[1])?;
        let other = h.make_set(&items, false)?;
        for x in h.iter_to_vec(a[0])? {
            if !h.contains(other, x)? {
                return Ok(FALSE);
            }
        }
        Ok(TRUE)
    }),
    ("issuperset", |h, a, k| {
        h.arity("issuperset", a, k, 2, 2)?;
        let this = h.this_set("issuperset", a)?;
        for x in h.iter_to_vec(a[1])? {
            if !h.contains(this, x)? {
                return Ok(FALSE);
            }
        }
        Ok(TRUE)
    }),
    ("isdisjoint", |h, a, k| {
        h.arity("isdisjoint", a, k, 2, 2)?;
        let this = h.this_set("isdisjoint", a)?;
        for x in h.iter_to_vec(a[1])? {
            if h.contains(this, x)? {
                return Ok(FALSE);
            }
        }
        Ok(TRUE)
    }),
];

/// Methods of `set` alone.
pub(crate) const SET: Table = &[
    ("__init__", |h, a, k| {
        h.arity("set", a, k, 1, 2)?;
        let this = h.this_set("__init__", a)?;
        let items = match a.get(1) {
            Some(x) => h.iter_to_vec(*x)?,
            None => vec![],
        };
        h.table_mut(this).clear();
        for x in items {
            h.set_insert(this, x)?;
        }
        Ok(NONE)
    }),
    ("add", |h, a, k| {
        h.arity("add", a, k, 2, 2)?;
        let this = h.this_set("add", a)?;
        h.set_insert(this, a[1])?;
        Ok(NONE)
    }),
    ("discard", |h, a, k| {
        h.arity("discard", a, k, 2, 2)?;
        let this = h.this_set("discard", a)?;
        h.dict_remove(this, a[1])?;
        Ok(NONE)
    }),
    ("remove", |h, a, k| {
        h.arity("remove", a, k, 2, 2)?;
        let this = h.this_set("remove", a)?;
        match h.dict_remove(this, a[1])? {
            Some(_) => Ok(NONE),
            None => Err(h.key_error(a[1])),
        }
    }),
    ("pop", |h, a, k| {
        h.arity("pop", a, k, 1, 1)?;
        let this = h.this_set("pop", a)?;
        let first = h.table_mut(this).keys().next_back();
        match first {
            Some(x) => {
                h.dict_remove(this, x)?;
                Ok(x)
            }
            None => Err(h.err("KeyError", "pop from an empty set")),
        }
    }),
    ("clear", |h, a, _| {
        let this = h.this_set("clear", a)?;
        h.table_mut(this).clear();
        Ok(NONE)
    }),
    ("update", |h, a, _| h.set_update_method("update", BinaryOp::Or, a)),
    ("intersection_update", |h, a, _| h.set_update_method("intersection_update", BinaryOp::And, a)),
    ("difference_update", |h, a, _| h.set_update_method("difference_update", BinaryOp::Sub, a)),
    ("symmetric_difference_update", |h, a, _| {
        h.set_update_method("symmetric_difference_update", BinaryOp::Xor, a)
    }),
];
