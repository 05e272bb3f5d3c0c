//! Tuples: items, slices, sums and products.

use crate::prelude::*;

impl Annotator {
    /// `t * n` with a constant number: a tuple of known length.
    pub(crate) fn repeat_tuple(
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

    /// A list of fixed size with the items of a tuple: one per operation and type of tuple.
    pub(crate) fn tuple_as_list(&mut self, site: Site, items: &[SomeValue]) -> AResult {
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

    /// `t[i]`
    pub(crate) fn tuple_item(&mut self, site: Site, t: &[SomeValue], i: &SomeValue) -> AResult {
        let Some(n) = i.const_int() else {
            self.want_int(site, i, "the index of a tuple")?;
            let mut u = SomeValue::IMPOSSIBLE;
            for x in t {
                u = self.union(site, &u, &x.without_const()).map_err(|e| {
                    self.union_at(site, e, "the items of a tuple with a variable index", &[])
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

    /// `t[a:b:c]`
    pub(crate) fn tuple_slice(
        &mut self,
        site: Site,
        t: &[SomeValue],
        sl: &[SomeValue; 3],
    ) -> AResult {
        match constant_slice(sl, t.len()) {
            Some(picked) => {
                Ok(SomeValue::tuple(picked.into_iter().map(|i| t[i].clone()).collect()))
            }
            None => {
                Err(self.error(site, "constant-needed", "slices of tuples need constant bounds"))
            }
        }
    }

    /// `x in t`: compared with each item, so they must be comparable.
    pub(crate) fn tuple_contains(
        &mut self,
        site: Site,
        items: &[SomeValue],
        x: &SomeValue,
    ) -> AResult {
        let mut u = x.without_const();
        for i in items {
            u = self
                .union(site, &u, &i.without_const())
                .map_err(|e| self.union_at(site, e, "the operands of 'in'", &[]))?;
        }
        self.want_hook(&u, special::Hook::Eq);
        Ok(SomeValue::BOOL)
    }

    /// `+`, `*` on tuples.
    pub(crate) fn tuple_binary(
        &mut self,
        site: Site,
        op: &Op,
        args: &[SomeValue],
    ) -> Option<AResult> {
        let (a, b) = (&args[0], &args[1]);
        match (op.op.plain(), &a.kind, &b.kind) {
            (HlOp::Mul, Kind::Tuple(items), _) if let Some(n) = b.const_int() => {
                Some(self.repeat_tuple(site, 0, a, items.len(), n))
            }
            (HlOp::Mul, _, Kind::Tuple(items)) if let Some(n) = a.const_int() => {
                Some(self.repeat_tuple(site, 1, b, items.len(), n))
            }
            (HlOp::Add, Kind::Tuple(x), Kind::Tuple(y)) => {
                Some(Ok(SomeValue::tuple(x.iter().chain(y.iter()).cloned().collect())))
            }
            _ => None,
        }
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
