//! Sets: definitions of dicts without values. What the RTyper does not do is written in the language
//! (`rlib/builtins/sets.py`).

use crate::prelude::*;

impl Annotator {
    /// A definition of sets.
    pub(crate) fn new_set_def(&mut self, site: Site, frozen: bool) -> DictDefId {
        let d = self.new_dict_def(site, SomeValue::IMPOSSIBLE, SomeValue::NONE);
        self.dicts[d].set = true;
        self.dicts[d].frozen = frozen;
        d
    }

    /// The set definition that belongs to this operation.
    pub(crate) fn site_set(&mut self, site: Site, frozen: bool) -> DictDefId {
        let d = self.site_dict(site);
        if self.dict_def(d).value.is_impossible() {
            let d = self.find_dict(d);
            self.dicts[d].value = SomeValue::NONE;
            self.dicts[d].set = true;
            self.dicts[d].frozen = frozen;
        }
        d
    }

    /// `|`, `&`, `-`, `^` on sets, or on the views of dicts (lists here) and sets.
    pub(crate) fn set_binary(
        &mut self,
        site: Site,
        op: &Op,
        args: &[SomeValue],
    ) -> Option<AResult> {
        let (a, b) = (&args[0], &args[1]);
        let is_set = |s: &SomeValue| matches!(s.kind, Kind::Set(_));
        let view = |s: &SomeValue| matches!(s.kind, Kind::List(l) if self.list_def(l).view);
        // Beside a view, `-`, `&` and the others take any iterable; a bare list has no such operators.
        let other = |s: &SomeValue| matches!(s.kind, Kind::List(_) | Kind::Dict(_));
        if !(is_set(a) && is_set(b) || view(a) && (is_set(b) || other(b)) || view(b) && is_set(a)) {
            return None;
        }
        let name = match op.op.plain() {
            HlOp::Or => "union",
            HlOp::And => "intersection",
            HlOp::Sub => "difference",
            HlOp::Xor => "symmetric_difference",
            _ => return None,
        };
        let changed = match a.kind {
            Kind::Set(d) => op.op != op.op.plain() && !self.dict_def(d).frozen,
            _ => false,
        };
        let f = if changed { format!("inplace_{name}") } else { format!("of_{name}") };
        Some(self.call_library_on(site, "sets", &f, &[(0, a), (1, b)]))
    }
}
