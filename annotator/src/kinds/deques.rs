//! `collections.deque`

use crate::prelude::*;

impl Annotator {
    /// Deques with, or without, a `maxlen` are among those of a definition.
    pub(crate) fn limit_deque(&mut self, l: ListDefId, limits: (bool, bool)) {
        let l = self.find_list(l);
        let d = &mut self.lists[l];
        let now = (d.limits.0 || limits.0, d.limits.1 || limits.1);
        if std::mem::replace(&mut d.limits, now) != now {
            for p in d.readers.clone() {
                self.reflow(p);
            }
        }
    }

    /// `d.maxlen`
    pub(crate) fn deque_maxlen(&mut self, site: Site, this: &SomeValue, l: ListDefId) -> AResult {
        self.read_list(site, l);
        match self.lists[self.find_list(l)].limits {
            (false, false) => Err(AnnError::Blocked),
            (true, false) => self.call_library_on(site, "deques", "maxlen_", &[(0, this)]),
            (false, true) => Ok(SomeValue::NONE),
            (true, true) => Err(self
                .error(site, "unsupported", "maxlen would have to be both int and None here")
                .note("some of the deques that come here have a maxlen, others have none")),
        }
    }

    /// `q + x`, `q * n`
    pub(crate) fn deque_binary(
        &mut self,
        site: Site,
        op: &Op,
        args: &[SomeValue],
    ) -> Option<AResult> {
        let (a, b) = (&args[0], &args[1]);
        let inplace = op.op == HlOp::InplaceAdd;
        let f = match (op.op.plain(), &b.kind) {
            (HlOp::Add, Kind::Deque(_)) if !inplace => "add",
            (HlOp::Add, _) if inplace => "inplace_add",
            (HlOp::Mul, _) if b.is_integral() && op.op == HlOp::InplaceMul => "inplace_repeat",
            (HlOp::Mul, _) if b.is_integral() => "repeat",
            _ => return None,
        };
        Some(self.call_library_on(site, "deques", f, &[(0, a), (1, b)]))
    }

    /// `n * q`
    pub(crate) fn deque_reflected(
        &mut self,
        site: Site,
        op: &Op,
        args: &[SomeValue],
    ) -> Option<AResult> {
        let (a, b) = (&args[0], &args[1]);
        let repeats = op.op.plain() == HlOp::Mul && a.is_integral();
        repeats.then(|| self.call_library_on(site, "deques", "repeat_reflected", &[(0, a), (1, b)]))
    }
}
