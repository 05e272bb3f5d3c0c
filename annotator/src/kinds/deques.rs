//! Methods of `collections.deque`.

use crate::CallArgs;
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

    pub(crate) fn deque_method(
        &mut self,
        site: Site,
        name: &str,
        this: &SomeValue,
        l: ListDefId,
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
                    format!("deque.{name}() cannot be called with these arguments"),
                ))
            }
        };
        let arg = |i: usize| args.positional[i].0.clone();
        match name {
            "append" | "appendleft" => {
                want(self, 1, 1)?;
                self.generalize_list(site, l, &arg(0))?;
                Ok(SomeValue::NONE)
            }
            "pop" | "popleft" => {
                want(self, 0, 0)?;
                Ok(self.read_list(site, l))
            }
            "clear" => {
                want(self, 0, 0)?;
                Ok(SomeValue::NONE)
            }
            "_maxlen" => Ok(SomeValue::INT),
            "_empty" => {
                self.read_list(site, l);
                let l = self.find_list(l);
                let new = self.site_list(site, 0);
                self.list_resize(site, new)?;
                self.limit_deque(new, self.lists[l].limits);
                Ok(Kind::Deque(new).into())
            }
            "_delete" => Ok(SomeValue::NONE),
            "copy" | "reverse" | "rotate" | "extend" | "extendleft" | "index" | "count"
            | "remove" | "insert" => {
                let f = if name == "copy" || name == "reverse" {
                    want(self, 0, 0)?;
                    format!("{name}_")
                } else {
                    name.to_string()
                };
                self.call_library_method(site, "deques", &f, this, args)
            }
            _ => Err(self.unknown_method(site, "deques", name)),
        }
    }
}
