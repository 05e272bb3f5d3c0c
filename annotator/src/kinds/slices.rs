//! Slices as indices: their bounds, and `x[a:b:c]` of instances.

use crate::prelude::*;
use crate::{ArgSource, CallArgs};

impl Annotator {
    /// A slice operand; absent parts are None. The helpers clip the bounds and count negative ones from the end.
    pub(crate) fn check_slice(&mut self, site: Site, s: &[SomeValue; 3]) -> AResult<()> {
        for s in s.iter().filter(|s| s.kind != Kind::None_) {
            self.want_int(site, s, "a slice")?;
        }
        match s[2].const_int() {
            Some(0) => Err(self.error(site, "slice-step", "the step of a slice cannot be 0")),
            _ => Ok(()),
        }
    }

    /// Calls `__getslice__` or `__setslice__`: the bounds are items 0 and 1 of the slice operand.
    pub(crate) fn call_slice(
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
    pub(crate) fn slice_method(
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
    pub(crate) fn call_with_slice(
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

    /// Whether a value is a slice object.
    pub(crate) fn is_slice_object(&self, s: &SomeValue) -> bool {
        let Kind::Instance { class, .. } = s.kind else { return false };
        let host = self.classdefs[class].host;
        &*self.classdefs[class].name == "slice"
            && hv::class_full_name(&self.host, host).starts_with(library::PACKAGE)
    }
}

pub(crate) fn slice_bound(s: &SomeValue, default: i64) -> SomeValue {
    if s.kind == Kind::None_ { SomeValue::int_const(default) } else { s.clone() }
}
