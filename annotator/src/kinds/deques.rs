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
}
