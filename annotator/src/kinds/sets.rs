//! Sets: definitions of dicts without values. What the RTyper does not do is written in the language
//! (`rlib/builtins/sets.py`).

use crate::CallArgs;
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

    /// Calls of set methods.
    pub(crate) fn set_method(
        &mut self,
        site: Site,
        name: &str,
        this: &SomeValue,
        d: DictDefId,
        args: &CallArgs,
    ) -> AResult {
        let n = args.positional.len();
        let want = |a: &Annotator, lo: usize, hi: usize| -> AResult<()> {
            if args.keywords.is_empty() && (lo..=hi).contains(&n) {
                Ok(())
            } else {
                Err(a.error(
                    site,
                    "argument-count",
                    format!("set.{name}() cannot be called with these arguments"),
                ))
            }
        };
        if self.dict_def(d).frozen
            && matches!(
                name,
                "add"
                    | "remove"
                    | "discard"
                    | "pop"
                    | "clear"
                    | "update"
                    | "intersection_update"
                    | "difference_update"
                    | "symmetric_difference_update"
            )
        {
            return Err(self
                .error(site, "no-method", format!("a frozenset has no method '{name}'"))
                .note("a frozenset never changes: `s | other` makes a new one"));
        }
        match name {
            "add" | "remove" | "discard" | "_add" | "_discard" => {
                want(self, 1, 1)?;
                let item = args.positional[0].0.clone();
                self.generalize_key(site, d, &item)?;
                Ok(SomeValue::NONE)
            }
            "pop" => {
                want(self, 0, 0)?;
                Ok(self.read_dict(site, d).0)
            }
            "clear" => {
                want(self, 0, 0)?;
                Ok(SomeValue::NONE)
            }
            "copy" => {
                want(self, 0, 0)?;
                Ok(this.without_const())
            }
            "update"
            | "union"
            | "intersection"
            | "difference"
            | "symmetric_difference"
            | "issubset"
            | "issuperset"
            | "isdisjoint"
            | "intersection_update"
            | "difference_update"
            | "symmetric_difference_update" => {
                if !name.starts_with("is") && !name.starts_with("symmetric") {
                    want(self, 0, 3)?;
                } else {
                    want(self, 1, 1)?;
                }
                let f = if n == 1 { name.to_string() } else { format!("{name}{n}") };
                self.call_library_method(site, "sets", &f, this, args)
            }
            _ => Err(self.unknown_method(site, "sets", name)),
        }
    }
}
