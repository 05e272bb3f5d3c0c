//! Operators: truth, equality, hashing, comparison, arithmetic, subscripts.

use super::numbers::Num;
use super::*;
use flowmodel::operators::{BinaryOp, CompareOp, Operator, UnaryOp};
use std::cmp::Ordering;
use std::hash::{Hash, Hasher};

impl Host {
    /// `bool(x)`
    pub fn is_true(&mut self, r: HostRef) -> R<bool> {
        match r {
            TRUE => return Ok(true),
            FALSE | NONE => return Ok(false),
            _ => {}
        }
        if let HostObj::Instance(_) = self.obj(r) {
            for name in ["__bool__", "__nonzero__"] {
                if let Some(f) = self.user_special(r, name) {
                    let v = self.call_special(f, r, &[])?;
                    return match self.obj(v) {
                        HostObj::Bool(b) => Ok(*b),
                        HostObj::Int(i) => Ok(*i != 0),
                        _ => {
                            let t = self.type_name(v);
                            let m = format!("{name} should return bool, returned {t}");
                            Err(self.type_error(m))
                        }
                    };
                }
            }
            if let Some(f) = self.user_special(r, "__len__") {
                let v = self.call_special(f, r, &[])?;
                return Ok(self.as_int(v) != Some(0));
            }
        }
        Ok(match self.obj(self.base(r)) {
            HostObj::None => false,
            HostObj::Bool(b) => *b,
            HostObj::Int(i) => *i != 0,
            HostObj::Float(f) => *f != 0.0,
            HostObj::Str(s) => !s.is_empty(),
            HostObj::Unicode(s) => !s.is_empty(),
            HostObj::ByteArray(s) => !s.is_empty(),
            HostObj::Tuple(t) => !t.is_empty(),
            HostObj::List(t) => !t.is_empty(),
            HostObj::Dict(d) | HostObj::Set(d) | HostObj::FrozenSet(d) => !d.is_empty(),
            HostObj::DictView(d, _) => !self.ns(*d).is_empty(),
            HostObj::Range(a, b, c) => range_len(*a, *b, *c) != 0,
            _ => true,
        })
    }

    /// `len(x)`
    pub fn len(&mut self, r: HostRef) -> R<usize> {
        if let Some(f) = self.user_special(r, "__len__") {
            let v = self.call_special(f, r, &[])?;
            return match self.as_int(v) {
                Some(n) if n >= 0 => Ok(n as usize),
                Some(_) => Err(self.value_error("__len__() should return >= 0")),
                None => {
                    let m = format!(
                        "'{}' object cannot be interpreted as an integer",
                        self.type_name(v)
                    );
                    Err(self.type_error(m))
                }
            };
        }
        Ok(match self.obj(self.base(r)) {
            HostObj::Str(s) => s.len(),
            HostObj::Unicode(s) => s.chars().count(),
            HostObj::ByteArray(s) => s.len(),
            HostObj::Tuple(t) => t.len(),
            HostObj::List(t) => t.len(),
            HostObj::Dict(d) | HostObj::Set(d) | HostObj::FrozenSet(d) => d.len(),
            HostObj::DictView(d, _) => self.ns(*d).len(),
            HostObj::Range(a, b, c) => range_len(*a, *b, *c),
            HostObj::Iter(_) => {
                self.become_list(r)?;
                return self.len(r);
            }
            _ => {
                let m = format!("object of type '{}' has no len()", self.type_name(r));
                return Err(self.type_error(m));
            }
        })
    }

    // --- equality and hashing ---

    /// `a == b`
    pub fn eq(&mut self, a: HostRef, b: HostRef) -> R<bool> {
        if a == b && !matches!(self.obj(a), HostObj::Float(_)) && !self.has_user_eq(a) {
            return Ok(true);
        }
        let r = self.compare(CompareOp::Eq, a, b)?;
        self.is_true(r)
    }

    fn has_user_eq(&self, r: HostRef) -> bool {
        match self.obj(r) {
            HostObj::Instance(i) => self.cls(i.class).custom_eq,
            HostObj::Class(c) => c.meta != self.types.type_ && self.cls(c.meta).custom_eq,
            _ => false,
        }
    }

    /// Equality of builtin values; `None` if the types say nothing about it.
    pub(crate) fn builtin_eq(&mut self, a: HostRef, b: HostRef) -> R<Option<bool>> {
        let (a, b) = (self.base(a), self.base(b));
        if let Some(known) = self.equal_simple(a, b) {
            return Ok(Some(known));
        }
        if let (Some(x), Some(y)) = (self.num(a), self.num(b)) {
            return Ok(Some(self.num_cmp(&x, &y) == Some(Ordering::Equal)));
        }
        Ok(Some(match (self.obj(a), self.obj(b)) {
            (HostObj::Str(x), HostObj::Str(y)) => x == y,
            (HostObj::Unicode(x), HostObj::Unicode(y)) => x == y,
            (HostObj::Str(x), HostObj::Unicode(y)) | (HostObj::Unicode(y), HostObj::Str(x)) => {
                x.is_ascii() && **x == *y.as_bytes()
            }
            (HostObj::ByteArray(x), HostObj::ByteArray(y)) => x == y,
            (HostObj::ByteArray(x), HostObj::Str(y)) | (HostObj::Str(y), HostObj::ByteArray(x)) => {
                x[..] == y[..]
            }
            (HostObj::Tuple(x), HostObj::Tuple(y)) => {
                let (x, y) = (x.clone(), y.clone());
                return self.seq_eq(&x, &y).map(Some);
            }
            (HostObj::List(x), HostObj::List(y)) => {
                let (x, y) = (x.clone(), y.clone());
                return self.seq_eq(&x, &y).map(Some);
            }
            (HostObj::Dict(x), HostObj::Dict(y)) => {
                if x.len() != y.len() {
                    return Ok(Some(false));
                }
                let items: Vec<_> = x.items().collect();
                for (k, v) in items {
                    let Some(w) = self.dict_get(b, k)? else { return Ok(Some(false)) };
                    if !self.eq(v, w)? {
                        return Ok(Some(false));
                    }
                }
                true
            }
            (HostObj::Set(x) | HostObj::FrozenSet(x), HostObj::Set(y) | HostObj::FrozenSet(y)) => {
                if x.len() != y.len() {
                    return Ok(Some(false));
                }
                let keys: Vec<_> = x.keys().collect();
                for k in keys {
                    if !self.contains(b, k)? {
                        return Ok(Some(false));
                    }
                }
                true
            }
            (HostObj::DictView(..), HostObj::DictView(..) | HostObj::Set(_)) => {
                let (x, y) = (self.iter_to_vec(a)?, self.len(b)?);
                if x.len() != y {
                    return Ok(Some(false));
                }
                for k in x {
                    if !self.contains(b, k)? {
                        return Ok(Some(false));
                    }
                }
                true
            }
            (HostObj::Range(a1, b1, c1), HostObj::Range(a2, b2, c2)) => {
                let (n, m) = (range_len(*a1, *b1, *c1), range_len(*a2, *b2, *c2));
                n == m && (n == 0 || (a1 == a2 && (n == 1 || c1 == c2)))
            }
            (HostObj::Slice(a1, b1, c1), HostObj::Slice(a2, b2, c2)) => {
                let (x, y) = ([*a1, *b1, *c1], [*a2, *b2, *c2]);
                return self.seq_eq(&x, &y).map(Some);
            }
            (
                HostObj::BoundMethod { func: f1, this: t1 },
                HostObj::BoundMethod { func: f2, this: t2 },
            ) => f1 == f2 && t1 == t2,
            (HostObj::Unbound { func: f1, .. }, HostObj::Unbound { func: f2, .. }) => f1 == f2,
            (HostObj::Code(x), HostObj::Code(y)) => Rc::ptr_eq(x, y),
            (
                HostObj::Opaque { kind: k1, payload: p1 },
                HostObj::Opaque { kind: k2, payload: p2 },
            ) => k1 == k2 && p1 == p2,
            _ => return Ok(None),
        }))
    }

    fn seq_eq(&mut self, x: &[HostRef], y: &[HostRef]) -> R<bool> {
        if x.len() != y.len() {
            return Ok(false);
        }
        for (a, b) in x.iter().zip(y) {
            if a != b && !self.eq(*a, *b)? {
                return Ok(false);
            }
        }
        Ok(true)
    }

    /// Canonical dictionary key; `dict` is where objects with their own `__eq__` are searched.
    pub(crate) fn key_in(&mut self, dict: HostRef, key: HostRef) -> R<HKey> {
        let plain = match self.obj(key) {
            HostObj::Instance(i) => !self.cls(i.class).custom_eq,
            HostObj::Class(c) => c.meta == self.types.type_ || !self.cls(c.meta).custom_eq,
            HostObj::Tuple(t) => {
                let t = t.clone();
                let mut out = Vec::with_capacity(t.len());
                let mut all_plain = true;
                for x in t.iter() {
                    if self.needs_user_eq(*x) {
                        all_plain = false;
                        break;
                    }
                    out.push(self.key_in(dict, *x)?);
                }
                if all_plain {
                    return Ok(HKey::Tuple(out.into()));
                }
                false
            }
            _ => true,
        };
        let own = if plain { self.plain_key(key)? } else { HKey::Id(key) };
        // (An int may equal an object that says so, as fixed-width integers do.)
        let h = match &own {
            HKey::Int(i) if self.has_custom_keys(dict) => *i,
            _ if plain => return Ok(own),
            _ => self.hash(key)?,
        };
        let mut candidates = self.keys_with_hash(dict, h);
        let mut next = 0;
        while let Some(&c) = candidates.get(next) {
            let same = c == key || self.eq(c, key)?;
            // The comparison may have changed the dict: what was compared may be gone, so that the search begins again.
            let now = self.keys_with_hash(dict, h);
            match now.iter().position(|k| *k == c) {
                Some(_) if same && self.needs_user_eq(c) => return Ok(HKey::Id(c)),
                Some(_) if same => return self.plain_key(c),
                Some(at) => next = at + 1,
                None => next = 0,
            }
            candidates = now;
        }
        Ok(own)
    }

    fn hash_table(&self, dict: HostRef) -> Option<&HDict> {
        match self.obj(self.base(dict)) {
            HostObj::Dict(d) | HostObj::Set(d) | HostObj::FrozenSet(d) => Some(d),
            _ => None,
        }
    }

    fn has_custom_keys(&self, dict: HostRef) -> bool {
        self.hash_table(dict).is_some_and(|d| !d.custom.is_empty())
    }

    /// The keys of a dict or set that have their own `__eq__`, and this hash; and the int that is its own hash.
    fn keys_with_hash(&self, dict: HostRef, hash: i64) -> Vec<HostRef> {
        let Some(d) = self.hash_table(dict) else { return vec![] };
        let custom = d.custom.iter().filter(|(x, _)| *x == hash).map(|(_, k)| *k);
        custom.chain(d.map.get(&HKey::Int(hash)).map(|e| e.0)).collect()
    }

    fn needs_user_eq(&self, r: HostRef) -> bool {
        match self.obj(r) {
            HostObj::Tuple(t) => t.iter().any(|x| self.needs_user_eq(*x)),
            _ => self.has_user_eq(r),
        }
    }

    fn plain_key(&mut self, key: HostRef) -> R<HKey> {
        let b = self.base(key);
        Ok(match self.obj(b) {
            HostObj::None => HKey::None,
            HostObj::Bool(b) => HKey::Int(*b as i64),
            HostObj::Int(i) => HKey::Int(*i),
            HostObj::BigInt(b) => HKey::Big(b.clone()),
            HostObj::Float(f) => {
                if f.fract() == 0.0 && f.abs() < 9.2e18 {
                    HKey::Int(*f as i64)
                } else if f.is_nan() {
                    HKey::Id(b)
                } else if f.fract() == 0.0 && f.is_finite() {
                    HKey::Big(Rc::new(super::numbers::big_from_float(*f)))
                } else {
                    HKey::Float(f.to_bits())
                }
            }
            HostObj::Str(s) => HKey::Str(s.clone()),
            HostObj::Unicode(s) if s.is_ascii() => HKey::Str(s.as_bytes().into()),
            HostObj::Unicode(s) => HKey::Unicode(s.clone()),
            HostObj::Tuple(t) => {
                let t = t.clone();
                let mut out = Vec::with_capacity(t.len());
                for x in t.iter() {
                    out.push(self.plain_key(*x)?);
                }
                HKey::Tuple(out.into())
            }
            HostObj::FrozenSet(s) => {
                let mut out: Vec<(u64, HKey)> =
                    s.map.keys().map(|k| (hkey_hash(k), k.clone())).collect();
                out.sort_by_key(|(h, _)| *h);
                HKey::FrozenSet(out.into_iter().map(|(_, k)| k).collect())
            }
            HostObj::BoundMethod { func, this } => {
                HKey::Tuple([HKey::Id(*func), HKey::Id(*this)].into())
            }
            HostObj::Unbound { func, .. } => HKey::Tuple([HKey::Id(*func), HKey::Id(NONE)].into()),
            HostObj::List(_)
            | HostObj::Dict(_)
            | HostObj::Set(_)
            | HostObj::ByteArray(_)
            | HostObj::Slice(..) => {
                let m = format!("unhashable type: '{}'", self.type_name(key));
                return Err(self.type_error(m));
            }
            _ => HKey::Id(b),
        })
    }

    /// `hash(x)`
    pub fn hash(&mut self, r: HostRef) -> R<i64> {
        if self.has_user_eq(r) {
            match self.user_special(r, "__hash__") {
                Some(NONE) => {
                    let m = format!("unhashable type: '{}'", self.type_name(r));
                    return Err(self.type_error(m));
                }
                Some(f) => {
                    let v = self.call_special(f, r, &[])?;
                    return match self.num(v) {
                        Some(Num::Int(i)) => Ok(i),
                        Some(Num::Big(_)) => {
                            let k = self.plain_key(v)?;
                            Ok(hkey_hash(&k) as i64)
                        }
                        _ => Err(self.type_error("__hash__ method should return an integer")),
                    };
                }
                // Python 3 makes classes with only `__eq__` unhashable; Python 2 hashes them by
                // identity. Later stages do the latter.
                None if self.user_special(r, "__eq__").is_some() => {
                    let m = format!("unhashable type: '{}'", self.type_name(r));
                    return Err(self.type_error(m));
                }
                None => {}
            }
        }
        if let HostObj::Tuple(t) = self.obj(r)
            && t.iter().any(|x| self.needs_user_eq(*x))
        {
            let t = t.clone();
            let mut h: i64 = 0x345678;
            for x in t.iter() {
                h = h.wrapping_mul(1000003) ^ self.hash(*x)?;
            }
            return Ok(h);
        }
        if let Some(n) = self.num(r).and_then(|n| n.hash()) {
            return Ok(n);
        }
        let k = self.plain_key(r)?;
        Ok((hkey_hash(&k) >> 3) as i64)
    }

    // --- comparison ---

    /// Comparison operators, `is` and `in`.
    pub fn compare(&mut self, op: CompareOp, a: HostRef, b: HostRef) -> R {
        use CompareOp::*;
        if let (HostObj::Int(x), HostObj::Int(y)) = (self.obj(a), self.obj(b))
            && !matches!(op, Is | In)
        {
            return Ok(self.bool(holds(op, x.cmp(y))));
        }
        match op {
            Is => return Ok(self.bool(self.same(a, b))),
            In => {
                let r = self.contains(b, a)?;
                return Ok(self.bool(r));
            }
            Lt | Le | Eq | Ne | Gt | Ge => {}
        }
        let row = op.row();
        let (fa, fb) = (self.user_special(a, row.method), self.user_special(b, row.reflected));
        let b_first = fb.is_some() && {
            let (ca, cb) = (self.class_of(a), self.class_of(b));
            ca != cb && self.is_subclass(cb, ca)
        };
        let tries = if b_first { [(fb, b, a), (fa, a, b)] } else { [(fa, a, b), (fb, b, a)] };
        for (f, x, y) in tries {
            if let Some(f) = f {
                let v = self.call_special(f, x, &[y])?;
                if v != NOT_IMPLEMENTED {
                    return Ok(v);
                }
            }
        }
        if op == Ne {
            // Default `!=` inverts `==`.
            if self.user_special(a, "__eq__").is_some() || self.user_special(b, "__eq__").is_some()
            {
                let e = self.compare(Eq, a, b)?;
                let t = self.is_true(e)?;
                return Ok(self.bool(!t));
            }
        }
        if matches!(op, Eq | Ne)
            && let Some(e) = self.builtin_eq(a, b)?
        {
            return Ok(self.bool(e == (op == Eq)));
        }
        for (x, y, flip) in [(a, b, false), (b, a, true)] {
            if let Some(f) = self.user_special(x, "__cmp__") {
                let v = self.call_special(f, x, &[y])?;
                if v == NOT_IMPLEMENTED {
                    continue;
                }
                let Some(n) = self.as_int(v) else {
                    return Err(self.type_error("__cmp__ must return an int"));
                };
                let o = if flip { 0.cmp(&n) } else { n.cmp(&0) };
                return Ok(self.bool(holds(op, o)));
            }
        }
        match op {
            Eq => Ok(self.bool(self.same(a, b))),
            Ne => Ok(self.bool(!self.same(a, b))),
            _ => match self.builtin_order(op, a, b)? {
                Some(v) => Ok(self.bool(v)),
                None => {
                    if let Some(o) = self.python2_order(a, b)? {
                        return Ok(self.bool(holds(op, o)));
                    }
                    let m = format!(
                        "'{}' not supported between instances of '{}' and '{}'",
                        op.sign(),
                        self.type_name(a),
                        self.type_name(b)
                    );
                    Err(self.type_error(m))
                }
            },
        }
    }

    /// `a is b`
    pub fn same(&self, a: HostRef, b: HostRef) -> bool {
        a == b
            || match (self.obj(a), self.obj(b)) {
                (HostObj::Code(x), HostObj::Code(y)) => Rc::ptr_eq(x, y),
                // (equal ones do not always share a handle)
                (HostObj::Int(x), HostObj::Int(y)) => x == y,
                _ => false,
            }
    }

    pub(crate) fn builtin_order(
        &mut self,
        op: CompareOp,
        a: HostRef,
        b: HostRef,
    ) -> R<Option<bool>> {
        let (a, b) = (self.base(a), self.base(b));
        if let (Some(x), Some(y)) = (self.num(a), self.num(b)) {
            return Ok(Some(self.num_cmp(&x, &y).is_some_and(|o| holds(op, o))));
        }
        let o = match (self.obj(a), self.obj(b)) {
            (HostObj::Str(x), HostObj::Str(y)) => x.cmp(y),
            (HostObj::Unicode(x), HostObj::Unicode(y)) => x.cmp(y),
            (HostObj::Str(x), HostObj::Unicode(y)) => x[..].cmp(y.as_bytes()),
            (HostObj::Unicode(x), HostObj::Str(y)) => x.as_bytes().cmp(&y[..]),
            (HostObj::ByteArray(x), HostObj::ByteArray(y)) => x.cmp(y),
            (HostObj::Tuple(x), HostObj::Tuple(y)) => {
                let (x, y) = (x.clone(), y.clone());
                return self.seq_order(op, &x, &y).map(Some);
            }
            (HostObj::List(x), HostObj::List(y)) => {
                let (x, y) = (x.clone(), y.clone());
                return self.seq_order(op, &x, &y).map(Some);
            }
            (HostObj::Set(x) | HostObj::FrozenSet(x), HostObj::Set(y) | HostObj::FrozenSet(y)) => {
                let (nx, ny) = (x.len(), y.len());
                let (small, big, ok) = match op {
                    CompareOp::Lt => (a, b, nx < ny),
                    CompareOp::Le => (a, b, nx <= ny),
                    CompareOp::Gt => (b, a, ny < nx),
                    _ => (b, a, ny <= nx),
                };
                if !ok {
                    return Ok(Some(false));
                }
                for k in self.iter_to_vec(small)? {
                    if !self.contains(big, k)? {
                        return Ok(Some(false));
                    }
                }
                return Ok(Some(true));
            }
            _ => return Ok(None),
        };
        Ok(Some(holds(op, o)))
    }

    /// The order that Python 2 gives to objects which have none, for code in its files: None, numbers, then by the names of
    /// types; objects of one type by age, as addresses mostly are.
    fn python2_order(&mut self, a: HostRef, b: HostRef) -> R<Option<std::cmp::Ordering>> {
        let mut told = self.run.frames.iter().rev().map(|f| f.code.python);
        if told.find(|p| *p != crate::Python::Neutral) != Some(crate::Python::Two) {
            return Ok(None);
        }
        let (x, y) = (self.base(a), self.base(b));
        if let (HostObj::Dict(_), HostObj::Dict(_)) = (self.obj(x), self.obj(y)) {
            return self.dict_order(x, y).map(Some);
        }
        let rank = |h: &Self, r: HostRef| match h.obj(r) {
            HostObj::None => 0,
            _ if h.num(r).is_some() => 1,
            _ => 2,
        };
        let ranks = rank(self, x).cmp(&rank(self, y));
        if ranks.is_ne() || rank(self, x) < 2 {
            return Ok(Some(ranks));
        }
        Ok(Some(self.type_name(a).cmp(&self.type_name(b)).then(a.cmp(&b))))
    }

    /// Python 2's order of dicts: the shorter one first, then by the smallest keys whose values differ.
    fn dict_order(&mut self, a: HostRef, b: HostRef) -> R<std::cmp::Ordering> {
        let (items, others) = (self.dict_items(a), self.dict_items(b));
        if items.len() != others.len() {
            return Ok(items.len().cmp(&others.len()));
        }
        let smallest = |h: &mut Self, items: &[(HostRef, HostRef)], other: HostRef| {
            let mut found: Option<(HostRef, HostRef)> = None;
            for (k, v) in items {
                let same = match h.dict_get(other, *k)? {
                    Some(w) => h.eq(*v, w)?,
                    None => false,
                };
                if !same && (found.is_none() || h.lt(*k, found.map_or(*k, |f| f.0))?) {
                    found = Some((*k, *v));
                }
            }
            Ok::<_, HErr>(found)
        };
        let (Some(x), Some(y)) = (smallest(self, &items, b)?, smallest(self, &others, a)?) else {
            return Ok(std::cmp::Ordering::Equal);
        };
        let by_key = self.cmp(x.0, y.0)?;
        let n = if by_key == 0 { self.cmp(x.1, y.1)? } else { by_key };
        Ok(n.cmp(&0))
    }

    fn seq_order(&mut self, op: CompareOp, x: &[HostRef], y: &[HostRef]) -> R<bool> {
        for (a, b) in x.iter().zip(y) {
            if a != b && !self.eq(*a, *b)? {
                let v = self.compare(op, *a, *b)?;
                return self.is_true(v);
            }
        }
        Ok(holds(op, x.len().cmp(&y.len())))
    }

    /// `cmp(a, b)` of Python 2.
    pub(crate) fn cmp(&mut self, a: HostRef, b: HostRef) -> R<i64> {
        if self.eq(a, b)? {
            return Ok(0);
        }
        let lt = self.compare(CompareOp::Lt, a, b)?;
        Ok(if self.is_true(lt)? { -1 } else { 1 })
    }

    /// `a < b`
    pub(crate) fn lt(&mut self, a: HostRef, b: HostRef) -> R<bool> {
        let v = self.compare(CompareOp::Lt, a, b)?;
        self.is_true(v)
    }

    /// `item in container`
    pub fn contains(&mut self, container: HostRef, item: HostRef) -> R<bool> {
        if let Some(f) = self.user_special(container, "__contains__") {
            let v = self.call_special(f, container, &[item])?;
            return self.is_true(v);
        }
        let c = self.base(container);
        match self.obj(c) {
            HostObj::Dict(_) => return Ok(self.dict_get(c, item)?.is_some()),
            HostObj::Set(_) | HostObj::FrozenSet(_) => {
                let k = if let HostObj::Set(s) = self.obj(item) {
                    let copy = s.clone();
                    let f = self.alloc(HostObj::FrozenSet(copy));
                    self.plain_key(f)?
                } else {
                    self.key_in(c, item)?
                };
                return Ok(match self.obj(c) {
                    HostObj::Set(d) | HostObj::FrozenSet(d) => d.get(&k).is_some(),
                    _ => false,
                });
            }
            HostObj::DictView(d, ViewKind::Keys) => {
                let d = *d;
                return Ok(self.dict_get(d, item)?.is_some());
            }
            HostObj::Str(s) => {
                let s = s.clone();
                return match self.obj(self.base(item)) {
                    HostObj::Str(n) => Ok(find_bytes(&s, n).is_some()),
                    HostObj::Unicode(n) => Ok(find_bytes(&s, n.as_bytes()).is_some()),
                    HostObj::Int(i) => Ok(u8::try_from(*i).is_ok_and(|b| s.contains(&b))),
                    _ => {
                        let m = format!(
                            "'in <string>' requires string as left operand, not {}",
                            self.type_name(item)
                        );
                        Err(self.type_error(m))
                    }
                };
            }
            HostObj::Unicode(s) => {
                let s = s.clone();
                return match self.text(item) {
                    Some(n) => Ok(s.contains(&*n)),
                    None => Err(self.type_error("'in <string>' requires string as left operand")),
                };
            }
            HostObj::Range(a, b, step) => {
                if let Some(i) = self.as_int(item) {
                    let (a, b, step) = (*a, *b, *step);
                    let inside = if step > 0 { i >= a && i < b } else { i <= a && i > b };
                    return Ok(inside && (i as i128 - a as i128) % step as i128 == 0);
                }
            }
            HostObj::Class(_) | HostObj::Function(_) => {}
            _ => {}
        }
        if c == container && matches!(self.obj(c), HostObj::List(_) | HostObj::Tuple(_)) {
            return self.holds_item(c, item);
        }
        let it = match self.iter(container) {
            Ok(it) => it,
            Err(e) if self.err_is(e, "TypeError") => {
                let m = format!("argument of type '{}' is not iterable", self.type_name(container));
                return Err(self.type_error(m));
            }
            Err(e) => return Err(e),
        };
        while let Some(x) = self.iter_next(it)? {
            if x == item || self.eq(x, item)? {
                return Ok(true);
            }
        }
        Ok(false)
    }

    /// `item in container`, for a list or tuple.
    fn holds_item(&mut self, container: HostRef, item: HostRef) -> R<bool> {
        let mut i = 0;
        // (a comparison may change a list)
        while let HostObj::List(_) | HostObj::Tuple(_) = self.obj(container) {
            let items: &[HostRef] = match self.obj(container) {
                HostObj::List(items) => items,
                HostObj::Tuple(items) => items,
                _ => &[],
            };
            // As long as all are simple and different, nothing else runs.
            let simple =
                items.iter().skip(i).position(|x| self.equal_simple(*x, item) != Some(false));
            let Some(at) = simple.map(|n| i + n) else { return Ok(false) };
            let x = items[at];
            if x == item || self.eq(x, item)? {
                return Ok(true);
            }
            i = at + 1;
        }
        Ok(false)
    }

    /// Whether two objects are equal, if they are strings, ints, None, or tuples of such. (For others it is not that simple.)
    fn equal_simple(&self, a: HostRef, b: HostRef) -> Option<bool> {
        match (self.obj(a), self.obj(b)) {
            (HostObj::Str(x), HostObj::Str(y)) => Some(Rc::ptr_eq(x, y) || x == y),
            (HostObj::Int(x), HostObj::Int(y)) => Some(x == y),
            (HostObj::None, HostObj::None) => Some(true),
            (HostObj::Tuple(x), HostObj::Tuple(y)) => {
                if x.len() != y.len() {
                    return Some(false);
                }
                // (the first that differs decides, as long as all before it are simple)
                for (x, y) in x.iter().zip(y.iter()) {
                    match self.equal_simple(*x, *y) {
                        Some(true) => {}
                        other => return other,
                    }
                }
                Some(true)
            }
            _ => None,
        }
    }

    // --- arithmetic ---

    /// Unary operators.
    pub fn unary(&mut self, op: UnaryOp, a: HostRef) -> R {
        if op == UnaryOp::Not {
            let t = self.is_true(a)?;
            return Ok(self.bool(!t));
        }
        if let Some(f) = self.user_special(a, op.row().method) {
            return self.call_special(f, a, &[]);
        }
        match (self.num(a), op) {
            (Some(Num::Int(i)), UnaryOp::Pos) => Ok(self.int(i)),
            (Some(_), UnaryOp::Pos) => Ok(self.base(a)),
            (Some(Num::Int(i)), UnaryOp::Neg) => Ok(match i.checked_neg() {
                Some(v) => self.int(v),
                None => self.bigint(-BigInt::from(i)),
            }),
            (Some(Num::Big(b)), UnaryOp::Neg) => Ok(self.bigint(-&*b)),
            (Some(Num::Float(f)), UnaryOp::Neg) => Ok(self.float(-f)),
            (Some(Num::Int(i)), UnaryOp::Invert) => Ok(self.int(!i)),
            (Some(Num::Big(b)), UnaryOp::Invert) => Ok(self.bigint(-&*b - 1)),
            _ => {
                let m =
                    format!("bad operand type for unary {}: '{}'", op.sign(), self.type_name(a));
                Err(self.type_error(m))
            }
        }
    }

    /// Binary operators; `inplace` for augmented assignment.
    pub fn binary(&mut self, op: BinaryOp, inplace: bool, a: HostRef, b: HostRef) -> R {
        if let (HostObj::Int(x), HostObj::Int(y)) = (self.obj(a), self.obj(b)) {
            let (x, y) = (*x, *y);
            let quick = match op {
                BinaryOp::Add => x.checked_add(y),
                BinaryOp::Sub => x.checked_sub(y),
                BinaryOp::Mul => x.checked_mul(y),
                BinaryOp::And => Some(x & y),
                BinaryOp::Or => Some(x | y),
                BinaryOp::Xor => Some(x ^ y),
                _ => None,
            };
            if let Some(v) = quick {
                return Ok(self.int(v));
            }
        }
        let row = op.row();
        if inplace {
            if let Some(f) = self.user_special(a, row.in_place_method) {
                let v = self.call_special(f, a, &[b])?;
                if v != NOT_IMPLEMENTED {
                    return Ok(v);
                }
            }
            if let Some(v) = self.inplace_builtin(op, a, b)? {
                return Ok(v);
            }
        }
        let fa = self.op_special(a, op, |row| row.method);
        let fb = self.op_special(b, op, |row| row.reflected);
        let b_first = fb.is_some() && {
            let (ca, cb) = (self.class_of(a), self.class_of(b));
            ca != cb && self.is_subclass(cb, ca)
        };
        let builtin_first = fa.is_none() && !b_first;
        if builtin_first && let Some(v) = self.builtin_binary(op, a, b)? {
            return Ok(v);
        }
        let tries = if b_first { [(fb, b, a), (fa, a, b)] } else { [(fa, a, b), (fb, b, a)] };
        for (f, x, y) in tries {
            if let Some(f) = f {
                let v = self.call_special(f, x, &[y])?;
                if v != NOT_IMPLEMENTED {
                    return Ok(v);
                }
            }
        }
        if !builtin_first && let Some(v) = self.builtin_binary(op, a, b)? {
            return Ok(v);
        }
        if op == BinaryOp::Or && self.is_type_form(a) && self.is_type_form(b) {
            // `int | None`
            let m = self.import_module(None, "types", 0, &[], true)?;
            let union = self.getattr(m, "UnionType")?;
            return self.call(union, &[a, b], &[]);
        }
        let sign = if inplace { row.in_place_sign } else { row.sign };
        let (ta, tb) = (self.type_name(a), self.type_name(b));
        if op == BinaryOp::Add {
            let bb = self.base(a);
            match self.obj(bb) {
                HostObj::Str(_) => {
                    let m = format!("can only concatenate str (not \"{tb}\") to str");
                    return Err(self.type_error(m));
                }
                HostObj::List(_) | HostObj::Tuple(_) => {
                    let m = format!("can only concatenate {ta} (not \"{tb}\") to {ta}");
                    return Err(self.type_error(m));
                }
                _ => {}
            }
        }
        let shown = if op == BinaryOp::Pow && !inplace { "** or pow()" } else { sign };
        let m = format!("unsupported operand type(s) for {shown}: '{ta}' and '{tb}'");
        Err(self.type_error(m))
    }

    /// Whether an object can be a part of a union of types.
    fn is_type_form(&self, r: HostRef) -> bool {
        r == NONE || matches!(self.obj(r), HostObj::Class(_))
    }

    /// An operator's method of the left or right operand; for `/` under either of its names.
    fn op_special(
        &self,
        r: HostRef,
        op: BinaryOp,
        method: fn(&Operator) -> &'static str,
    ) -> Option<HostRef> {
        let ways = [Some(op), op.other_division()].into_iter().flatten();
        let mut names: Vec<&str> = ways.map(|op| method(op.row())).collect();
        if op == BinaryOp::Div && names[0] == op.row().method {
            names.push(BinaryOp::FloorDiv.row().method);
        }
        names.into_iter().find_map(|name| self.user_special(r, name))
    }

    /// What no machine has is not tried: the import would end without an exception.
    fn check_repeat(&mut self, len: usize, n: i64, text: bool) -> R<()> {
        let size = len as u128 * n.max(0) as u128;
        if text && size > i64::MAX as u128 && !self.in_python2() {
            return Err(self.err("OverflowError", "repeated string is too long"));
        }
        if size > LARGEST_REPEAT {
            return Err(self.err("MemoryError", ""));
        }
        Ok(())
    }

    fn inplace_builtin(&mut self, op: BinaryOp, a: HostRef, b: HostRef) -> R<Option<HostRef>> {
        let base = self.base(a);
        match (self.obj(base), op) {
            (HostObj::List(_), BinaryOp::Add) => {
                let items = self.iter_to_vec(b)?;
                self.collector.items_made(items.len());
                if let HostObj::List(l) = self.obj_mut(base) {
                    l.extend(items);
                }
                Ok(Some(a))
            }
            (HostObj::List(l), BinaryOp::Mul) => {
                let Some(n) = self.as_int(b) else { return Ok(None) };
                let len = l.len();
                self.check_repeat(len, n, false)?;
                if let HostObj::List(l) = self.obj_mut(base) {
                    *l = repeat(l, n);
                }
                Ok(Some(a))
            }
            (HostObj::Set(_), BinaryOp::Or | BinaryOp::And | BinaryOp::Sub | BinaryOp::Xor) => {
                if op == BinaryOp::Or && self.is_set(b) {
                    self.set_extend(base, b)?;
                    return Ok(Some(a));
                }
                let Some(v) = self.set_op(op, base, b)? else { return Ok(None) };
                let new = match self.obj_mut(v) {
                    HostObj::Set(s) => std::mem::take(s),
                    _ => return Ok(None),
                };
                if let HostObj::Set(s) = self.obj_mut(base) {
                    *s = new;
                }
                Ok(Some(a))
            }
            (HostObj::Dict(_), BinaryOp::Or) => {
                self.dict_update_from(base, b)?;
                Ok(Some(a))
            }
            (HostObj::ByteArray(_), BinaryOp::Add) => {
                let Some(s) = self.byte_vec(b) else { return Ok(None) };
                if let HostObj::ByteArray(x) = self.obj_mut(base) {
                    x.extend(s);
                }
                Ok(Some(a))
            }
            _ => Ok(None),
        }
    }

    pub(crate) fn builtin_binary(
        &mut self,
        op: BinaryOp,
        a: HostRef,
        b: HostRef,
    ) -> R<Option<HostRef>> {
        let (a, b) = (self.base(a), self.base(b));
        let bytes = [a, b].map(|x| self.is_python3_bytes(x) && !self.passes_for_str(x));
        if bytes == [false, false] || !matches!(op, BinaryOp::Add | BinaryOp::Mul | BinaryOp::Mod) {
            return self.binary_of_values(op, a, b);
        }
        let text = |h: &Host, x: HostRef| matches!(h.obj(x), HostObj::Str(_));
        if op == BinaryOp::Add && bytes[0] != bytes[1] && text(self, a) && text(self, b) {
            return Ok(None);
        }
        let r = self.binary_of_values(op, a, b)?;
        let keeps = bytes[0] || op == BinaryOp::Mul;
        Ok(r.map(|r| if keeps { self.as_python3_bytes(r) } else { r }))
    }

    fn binary_of_values(&mut self, op: BinaryOp, a: HostRef, b: HostRef) -> R<Option<HostRef>> {
        if let (Some(x), Some(y)) = (self.num(a), self.num(b)) {
            if let (HostObj::Bool(x), HostObj::Bool(y)) = (self.obj(a), self.obj(b)) {
                match op {
                    BinaryOp::And => return Ok(Some(self.bool(x & y))),
                    BinaryOp::Or => return Ok(Some(self.bool(x | y))),
                    BinaryOp::Xor => return Ok(Some(self.bool(x ^ y))),
                    _ => {}
                }
            }
            return self.num_binary(op, x, y);
        }
        if op == BinaryOp::Add {
            let lazy = |h: &Host, r: HostRef| {
                matches!(
                    h.obj(r),
                    HostObj::List(_)
                        | HostObj::Iter(_)
                        | HostObj::DictView(..)
                        | HostObj::Range(..)
                )
            };
            if lazy(self, a) && lazy(self, b) {
                self.become_list(a)?;
                self.become_list(b)?;
            }
        }
        match op {
            BinaryOp::Add => Ok(match (self.obj(a), self.obj(b)) {
                (HostObj::Str(x), HostObj::Str(y)) => {
                    let v = [&x[..], &y[..]].concat();
                    Some(self.bytes(&v))
                }
                (HostObj::Unicode(x), HostObj::Unicode(y)) => {
                    let v = format!("{x}{y}");
                    Some(self.unicode(&v))
                }
                (HostObj::Unicode(_), HostObj::Str(_)) | (HostObj::Str(_), HostObj::Unicode(_)) => {
                    let (x, y) = (self.decode_ascii(a)?, self.decode_ascii(b)?);
                    let v = format!("{x}{y}");
                    Some(self.unicode(&v))
                }
                (HostObj::ByteArray(x), _) => match self.byte_vec(b) {
                    Some(y) => {
                        let v = [&x[..], &y[..]].concat();
                        Some(self.alloc(HostObj::ByteArray(v)))
                    }
                    None => None,
                },
                (HostObj::Str(x), HostObj::ByteArray(y)) if self.in_python2() => {
                    let v = [&x[..], &y[..]].concat();
                    Some(self.alloc(HostObj::ByteArray(v)))
                }
                (HostObj::Tuple(x), HostObj::Tuple(y)) => {
                    let v = [&x[..], &y[..]].concat();
                    Some(self.tuple(&v))
                }
                (HostObj::List(x), HostObj::List(y)) => {
                    let v = [&x[..], &y[..]].concat();
                    Some(self.list(v))
                }
                _ => None,
            }),
            BinaryOp::Mul => {
                let (seq, n) = match (self.as_int(a), self.as_int(b)) {
                    (None, Some(n)) => (a, n),
                    (Some(n), None) => (b, n),
                    _ => return Ok(None),
                };
                self.become_list(seq)?;
                let len = match self.obj(seq) {
                    HostObj::Str(x) => x.len(),
                    HostObj::Unicode(x) => x.chars().count(),
                    HostObj::ByteArray(x) => x.len(),
                    HostObj::Tuple(x) => x.len(),
                    HostObj::List(x) => x.len(),
                    _ => 0,
                };
                let text = matches!(self.obj(seq), HostObj::Str(_) | HostObj::Unicode(_));
                self.check_repeat(len, n, text)?;
                Ok(match self.obj(seq) {
                    HostObj::Str(x) => {
                        let v = repeat(x, n);
                        Some(self.bytes(&v))
                    }
                    HostObj::Unicode(x) => {
                        let v = x.repeat(n.max(0) as usize);
                        Some(self.unicode(&v))
                    }
                    HostObj::ByteArray(x) => {
                        let v = repeat(x, n);
                        Some(self.alloc(HostObj::ByteArray(v)))
                    }
                    HostObj::Tuple(x) => {
                        let v = repeat(x, n);
                        Some(self.tuple(&v))
                    }
                    HostObj::List(x) => {
                        let v = repeat(x, n);
                        Some(self.list(v))
                    }
                    _ => None,
                })
            }
            BinaryOp::Mod => match self.obj(a) {
                HostObj::Str(_) | HostObj::Unicode(_) => self.percent_format(a, b).map(Some),
                _ => Ok(None),
            },
            BinaryOp::Or | BinaryOp::And | BinaryOp::Sub | BinaryOp::Xor => {
                if op == BinaryOp::Or
                    && let (HostObj::Dict(x), HostObj::Dict(_)) = (self.obj(a), self.obj(b))
                {
                    let copy = x.clone();
                    let d = self.alloc(HostObj::Dict(copy));
                    self.dict_update_from(d, b)?;
                    return Ok(Some(d));
                }
                self.set_op(op, a, b)
            }
            _ => Ok(None),
        }
    }

    // --- subscripts ---

    /// Index operand: an int, or an object with `__index__`.
    pub(crate) fn index(&mut self, r: HostRef) -> R<i64> {
        if let Some(i) = self.as_int(r) {
            return Ok(i);
        }
        if let HostObj::BigInt(_) = self.obj(self.base(r)) {
            return Err(self.err("IndexError", "cannot fit 'int' into an index-sized integer"));
        }
        if let Some(f) = self.user_special(r, "__index__") {
            let v = self.call_special(f, r, &[])?;
            if let Some(i) = self.as_int(v) {
                return Ok(i);
            }
        }
        let m = format!("'{}' object cannot be interpreted as an integer", self.type_name(r));
        Err(self.type_error(m))
    }

    /// Start, stop, step of a slice of a sequence of length `len`.
    pub(crate) fn slice_indices(
        &mut self,
        s: (HostRef, HostRef, HostRef),
        len: usize,
    ) -> R<(i64, i64, i64)> {
        let len = len as i64;
        let step = if s.2 == NONE { 1 } else { self.slice_index(s.2)? };
        if step == 0 {
            return Err(self.value_error("slice step cannot be zero"));
        }
        let (lo, hi) = if step > 0 { (0, len) } else { (-1, len - 1) };
        let fix = |h: &mut Host, r: HostRef, default: i64| -> R<i64> {
            if r == NONE {
                return Ok(default);
            }
            let i = h.slice_index(r)?;
            let i = if i < 0 { i.saturating_add(len) } else { i };
            Ok(i.clamp(lo, hi))
        };
        let (ds, de) = if step > 0 { (0, len) } else { (len - 1, -1) };
        let start = fix(self, s.0, ds)?;
        let stop = fix(self, s.1, de)?;
        Ok((start, stop, step))
    }

    fn slice_index(&mut self, r: HostRef) -> R<i64> {
        if let HostObj::BigInt(b) = self.obj(self.base(r)) {
            let negative = b.sign() == num_bigint::Sign::Minus;
            return Ok(if negative { i64::MIN } else { i64::MAX });
        }
        if self.as_int(r).is_none() && self.user_special(r, "__index__").is_none() {
            return Err(self
                .type_error("slice indices must be integers or None or have an __index__ method"));
        }
        self.index(r)
    }

    fn seq_index(&mut self, what: &str, r: HostRef, len: usize) -> R<usize> {
        if self.as_int(r).is_none() && self.user_special(r, "__index__").is_none() {
            let m = format!("{what} indices must be integers or slices, not {}", self.type_name(r));
            return Err(self.type_error(m));
        }
        let i = self.index(r)?;
        let at = if i < 0 { i + len as i64 } else { i };
        if at < 0 || at >= len as i64 {
            let what = if what == "str" { "string" } else { what };
            let m = format!("{what} index out of range");
            return Err(self.err("IndexError", m));
        }
        Ok(at as usize)
    }

    /// `a[i]`
    pub fn getitem(&mut self, a: HostRef, i: HostRef) -> R {
        if let Some(f) = self.user_special(a, "__getitem__") {
            return self.call_special(f, a, &[i]);
        }
        let b = self.base(a);
        let slice = match *self.obj(i) {
            HostObj::Slice(x, y, z) => Some((x, y, z)),
            _ => None,
        };
        if let Some(s) = slice {
            match self.obj(b) {
                HostObj::Str(_)
                | HostObj::Unicode(_)
                | HostObj::Tuple(_)
                | HostObj::List(_)
                | HostObj::ByteArray(_)
                | HostObj::Range(..) => {
                    let part = self.get_slice(b, s)?;
                    let bytes = self.is_python3_bytes(b);
                    return Ok(if bytes { self.as_python3_bytes(part) } else { part });
                }
                _ => {}
            }
        }
        match self.obj(b) {
            HostObj::Dict(_) => {
                if let Some(v) = self.dict_get(b, i)? {
                    return Ok(v);
                }
                if a != b
                    && let Some(f) = self.lookup_in_mro(self.class_of(a), "__missing__")
                {
                    return self.call_special(f, a, &[i]);
                }
                Err(self.key_error(i))
            }
            HostObj::List(l) => {
                let n = l.len();
                let at = self.seq_index("list", i, n)?;
                match self.obj(b) {
                    HostObj::List(l) => Ok(l[at]),
                    _ => unreachable!(),
                }
            }
            HostObj::Tuple(t) => {
                let t = t.clone();
                let at = self.seq_index("tuple", i, t.len())?;
                Ok(t[at])
            }
            HostObj::Str(s) => {
                let s = s.clone();
                let at = self.seq_index("str", i, s.len())?;
                if self.has_int_items(b) {
                    return Ok(self.int(s[at] as i64));
                }
                Ok(self.bytes(&s[at..=at]))
            }
            HostObj::Unicode(s) => {
                let s = s.clone();
                let at = self.seq_index("str", i, s.chars().count())?;
                let c: String = s.chars().skip(at).take(1).collect();
                Ok(self.unicode(&c))
            }
            HostObj::ByteArray(s) => {
                let s = s.clone();
                let at = self.seq_index("bytearray", i, s.len())?;
                Ok(self.int(s[at] as i64))
            }
            HostObj::Range(x, y, z) => {
                let (x, y, z) = (*x, *y, *z);
                let at = self.seq_index("range object", i, range_len(x, y, z))?;
                Ok(self.int((x as i128 + at as i128 * z as i128) as i64))
            }
            HostObj::Class(_) => match self.lookup_in_mro(b, "__class_getitem__") {
                Some(f) => {
                    let f = self.bind(f, None, b)?;
                    self.call(f, &[i], &[])
                }
                None => {
                    let t = &self.types;
                    let generic = [t.list, t.dict, t.tuple, t.set, t.frozenset, t.type_];
                    if generic.contains(&b) {
                        // `list[int]`
                        let m = self.import_module(None, "types", 0, &[], true)?;
                        let alias = self.getattr(m, "GenericAlias")?;
                        return self.call(alias, &[b, i], &[]);
                    }
                    let m = format!("type '{}' is not subscriptable", self.cls(b).name);
                    Err(self.type_error(m))
                }
            },
            HostObj::Iter(_) | HostObj::DictView(..) => {
                self.become_list(a)?;
                self.getitem(a, i)
            }
            _ => {
                let m = format!("'{}' object is not subscriptable", self.type_name(a));
                Err(self.type_error(m))
            }
        }
    }

    fn get_slice(&mut self, b: HostRef, s: (HostRef, HostRef, HostRef)) -> R {
        let len = self.len(b)?;
        let (start, stop, step) = self.slice_indices(s, len)?;
        if let HostObj::Range(x, _, z) = *self.obj(b) {
            // (an end beyond the ints is as good as the last one)
            let clip = |n: i128| n.clamp(i64::MIN.into(), i64::MAX.into()) as i64;
            let at = |n: i64| clip(x as i128 + n as i128 * z as i128);
            let step = clip(step as i128 * z as i128);
            return Ok(self.alloc(HostObj::Range(at(start), at(stop), step)));
        }
        let idx: Vec<usize> = slice_positions(start, stop, step);
        Ok(match self.obj(b) {
            HostObj::Str(x) => {
                let x = x.clone();
                if step == 1 {
                    let end = stop.max(start) as usize;
                    return Ok(self.bytes(&x[start as usize..end]));
                }
                let v: Vec<u8> = idx.iter().map(|i| x[*i]).collect();
                self.bytes(&v)
            }
            HostObj::Unicode(x) => {
                let chars: Vec<char> = x.chars().collect();
                let v: String = idx.iter().map(|i| chars[*i]).collect();
                self.unicode(&v)
            }
            HostObj::ByteArray(x) => {
                let v = idx.iter().map(|i| x[*i]).collect();
                self.alloc(HostObj::ByteArray(v))
            }
            HostObj::Tuple(x) => {
                let v: Vec<HostRef> = idx.iter().map(|i| x[*i]).collect();
                self.tuple(&v)
            }
            HostObj::List(x) => {
                let v = idx.iter().map(|i| x[*i]).collect();
                self.list(v)
            }
            _ => unreachable!("sliceable"),
        })
    }

    /// `a[i] = v`
    pub fn setitem(&mut self, a: HostRef, i: HostRef, v: HostRef) -> R<()> {
        if let Some(f) = self.user_special(a, "__setitem__") {
            self.call_special(f, a, &[i, v])?;
            return Ok(());
        }
        let b = self.base(a);
        match self.obj(b) {
            HostObj::Dict(_) => self.dict_set(b, i, v),
            HostObj::List(l) => {
                let n = l.len();
                if let HostObj::Slice(x, y, z) = *self.obj(i) {
                    let items = self.iter_to_vec(v)?;
                    let (start, stop, step) = self.slice_indices((x, y, z), n)?;
                    let idx = slice_positions(start, stop, step);
                    if step != 1 && idx.len() != items.len() {
                        let m = format!(
                            "attempt to assign sequence of size {} to extended slice of size {}",
                            items.len(),
                            idx.len()
                        );
                        return Err(self.value_error(m));
                    }
                    if let HostObj::List(l) = self.obj_mut(b) {
                        if step == 1 {
                            let stop = stop.max(start);
                            l.splice(start as usize..stop as usize, items);
                        } else {
                            for (at, x) in idx.into_iter().zip(items) {
                                l[at] = x;
                            }
                        }
                    }
                    return Ok(());
                }
                let at = match self.seq_index("list", i, n) {
                    Ok(at) => at,
                    Err(e) if self.err_is(e, "IndexError") => {
                        return Err(self.err("IndexError", "list assignment index out of range"));
                    }
                    Err(e) => return Err(e),
                };
                if let HostObj::List(l) = self.obj_mut(b) {
                    l[at] = v;
                }
                Ok(())
            }
            HostObj::ByteArray(x) => {
                let n = x.len();
                if let HostObj::Slice(..) = self.obj(i) {
                    let done = |h: &mut Host, list| h.setitem(list, i, v).map(|()| NONE);
                    return self.bytes_as_list(b, done).map(|_| ());
                }
                let byte = self.byte_item(v)?;
                let at = self.seq_index("bytearray", i, n)?;
                if let HostObj::ByteArray(x) = self.obj_mut(b) {
                    x[at] = byte;
                }
                Ok(())
            }
            _ => {
                let m = format!("'{}' object does not support item assignment", self.type_name(a));
                Err(self.type_error(m))
            }
        }
    }

    /// `del a[i]`
    pub fn delitem(&mut self, a: HostRef, i: HostRef) -> R<()> {
        if let Some(f) = self.user_special(a, "__delitem__") {
            self.call_special(f, a, &[i])?;
            return Ok(());
        }
        let b = self.base(a);
        match self.obj(b) {
            HostObj::Dict(_) => match self.dict_remove(b, i)? {
                Some(_) => Ok(()),
                None => Err(self.key_error(i)),
            },
            HostObj::List(l) => {
                let n = l.len();
                if let HostObj::Slice(x, y, z) = *self.obj(i) {
                    let (start, stop, step) = self.slice_indices((x, y, z), n)?;
                    if step == 1 {
                        if let HostObj::List(l) = self.obj_mut(b) {
                            l.drain(start as usize..stop.max(start) as usize);
                        }
                        return Ok(());
                    }
                    let mut idx = slice_positions(start, stop, step);
                    idx.sort_unstable();
                    if let HostObj::List(l) = self.obj_mut(b) {
                        for at in idx.into_iter().rev() {
                            l.remove(at);
                        }
                    }
                    return Ok(());
                }
                let at = match self.seq_index("list", i, n) {
                    Ok(at) => at,
                    Err(e) if self.err_is(e, "IndexError") => {
                        return Err(self.err("IndexError", "list assignment index out of range"));
                    }
                    Err(e) => return Err(e),
                };
                if let HostObj::List(l) = self.obj_mut(b) {
                    l.remove(at);
                }
                Ok(())
            }
            HostObj::Iter(_) | HostObj::DictView(..) | HostObj::Range(..) => {
                self.become_list(a)?;
                self.delitem(a, i)
            }
            HostObj::ByteArray(_) => {
                let done = |h: &mut Host, list| h.delitem(list, i).map(|()| NONE);
                self.bytes_as_list(b, done).map(|_| ())
            }
            _ => {
                let m = format!("'{}' object doesn't support item deletion", self.type_name(a));
                Err(self.type_error(m))
            }
        }
    }
}

/// Number of items of a range.
pub(crate) fn range_len(a: i64, b: i64, step: i64) -> usize {
    let (a, b, step) = (a as i128, b as i128, step as i128);
    let n = if step > 0 { (b - a + step - 1).div_euclid(step) } else { (a - b - step - 1) / -step };
    n.max(0) as usize
}

fn slice_positions(start: i64, stop: i64, step: i64) -> Vec<usize> {
    (0..range_len(start, stop, step)).map(|k| (start + k as i64 * step) as usize).collect()
}

/// Longest sequence that `x * n` makes at import time.
const LARGEST_REPEAT: u128 = 1 << 32;

fn repeat<T: Copy>(v: &[T], n: i64) -> Vec<T> {
    v.repeat(n.max(0) as usize)
}

/// First position of `needle` in `s`.
pub(crate) fn find_bytes(s: &[u8], needle: &[u8]) -> Option<usize> {
    if needle.is_empty() {
        return Some(0);
    }
    s.windows(needle.len()).position(|w| w == needle)
}

pub(super) fn holds(op: CompareOp, o: Ordering) -> bool {
    match op {
        CompareOp::Lt => o.is_lt(),
        CompareOp::Le => o.is_le(),
        CompareOp::Gt => o.is_gt(),
        CompareOp::Ge => o.is_ge(),
        CompareOp::Ne => o.is_ne(),
        _ => o.is_eq(),
    }
}

pub(crate) fn hkey_hash(k: &HKey) -> u64 {
    let mut h = rustc_hash::FxHasher::default();
    k.hash(&mut h);
    h.finish()
}
