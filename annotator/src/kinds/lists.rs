//! Lists: slices, what they are extended by, sums and products.

use crate::kinds::slices::slice_bound;
use crate::prelude::*;
use crate::{ArgSource, CallArgs};

impl Annotator {
    pub(crate) fn repeat_list(&mut self, site: Site, l: ListDefId) -> AResult {
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

    /// `l[a:b:c]`
    pub(crate) fn list_slice(&mut self, site: Site, l: ListDefId) -> AResult {
        let item = self.read_list(site, l);
        let star = self.list_def(l).star;
        let n = self.site_list(site, 0);
        self.generalize_list(site, n, &item)?;
        if star {
            self.mark_star_list(n);
        }
        Ok(Kind::List(n).into())
    }

    /// `l[a:b:c] = v`
    pub(crate) fn set_list_slice(
        &mut self,
        site: Site,
        l: ListDefId,
        list: &SomeValue,
        sl: &[SomeValue; 3],
        v: &SomeValue,
    ) -> AResult<()> {
        self.check_slice(site, sl)?;
        let stepped = !(sl[2].kind == Kind::None_ || sl[2].const_int() == Some(1));
        if by_loop(v) {
            if stepped {
                return Err(self
                    .error(site, "unsupported", "an iterator is assigned to a slice with a step")
                    .note("make a list of it first"));
            }
            let positional = vec![
                (list.clone(), ArgSource::Operand(0)),
                (slice_bound(&sl[0], 0), ArgSource::StarItem(1, 0)),
                (slice_bound(&sl[1], i64::MAX), ArgSource::StarItem(1, 1)),
                (v.clone(), ArgSource::Operand(2)),
            ];
            let shape = crate::CallShape { pos: 4, ..Default::default() };
            let call = CallArgs { positional, keywords: vec![], shape };
            return self.call_library(site, "lists", "set_slice", call).map(|_| ());
        }
        self.generalize_by_items(site, l, v)?;
        if stepped {
            self.list_mutate(l);
            return Ok(());
        }
        self.list_set_slice(site, l)
    }

    /// `l + x`, `l * n`
    pub(crate) fn list_binary(
        &mut self,
        site: Site,
        op: &Op,
        l: ListDefId,
        args: &[SomeValue],
    ) -> Option<AResult> {
        let (a, b) = (&args[0], &args[1]);
        match (op.op.plain(), &b.kind) {
            (HlOp::Add, _) if op.op == HlOp::InplaceAdd => {
                if by_loop(b) {
                    let operands = [(0, a), (1, b)];
                    return Some(self.call_library_on(site, "lists", "inplace_add", &operands));
                }
                Some(
                    self.list_resize(site, l)
                        .and_then(|()| self.generalize_by_items(site, l, b))
                        .map(|()| a.without_const()),
                )
            }
            (HlOp::Add, Kind::List(m)) => {
                let m = *m;
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
            (HlOp::Mul, _) if b.is_integral() => match op.op {
                HlOp::InplaceMul => Some(self.list_resize(site, l).map(|()| a.without_const())),
                _ => Some(self.repeat_list(site, l)),
            },
            _ => None,
        }
    }

    /// `n * l`
    pub(crate) fn list_reflected(
        &mut self,
        site: Site,
        op: &Op,
        args: &[SomeValue],
    ) -> Option<AResult> {
        match (op.op.plain(), &args[1].kind) {
            (HlOp::Mul, Kind::List(l)) if args[0].is_integral() => Some(self.repeat_list(site, *l)),
            _ => None,
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
