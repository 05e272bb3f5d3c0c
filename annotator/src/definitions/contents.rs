//! What lists and dicts hold: how it grows, and how two definitions become one.

use crate::definitions::custom_dicts;
use crate::definitions::noted;
use crate::definitions::origins;
use crate::definitions::stand_ins;
use crate::definitions::union;
use crate::model::containers::DictKind;
use crate::model::errors::AResult;
use crate::model::reported::{Broken, Mixed};
use crate::model::site::{Positions, Site};
use crate::model::state::Facts;
use crate::model::*;

pub(crate) const MAX_ORIGINS: usize = 6;

/// Gives the readers that look again when two definitions became one: `all` readers if what the first one was has
/// changed, those of the `other` one if only that has: what thousands meet one after the other is no news to its own
/// readers each time.
pub(crate) fn readers_of_news(all: (bool, &Positions), other: (bool, Positions)) -> Positions {
    match (all, other) {
        ((true, all), _) => all.clone(),
        (_, (true, others)) => others,
        _ => Positions::default(),
    }
}

/// Makes two lists one.
pub(crate) fn merge_lists(
    ann: &mut Facts,
    site: Site,
    a: ListDefId,
    b: ListDefId,
) -> AResult<ListDefId> {
    let (a, b) = (ann.find_list(a), ann.find_list(b));
    if a == b {
        return Ok(a);
    }
    let (lo, hi) = if a < b { (a, b) } else { (b, a) };
    let (x, y) = (&ann.lists[lo], &ann.lists[hi]);
    if (x.resized || y.resized)
        && let Some((who, promised)) = x.no_resize.clone().or(y.no_resize.clone())
    {
        let msg =
            format!("a list whose length changes meets a list that must stay fixed-size: {who}");
        let at = x.resized_at.or(y.resized_at).unwrap_or_default();
        return Err(ann
            .error(site, "fixed-size", msg)
            .label(at, "the length changes here")
            .label(promised, "it is promised to stay here"));
    }
    // First one, then the items: definitions can be recursive (a list of itself).
    ann.lists[hi].parent = lo;
    ann.work.changes += 1;
    let other = ann.lists[hi].clone();
    let d = &mut ann.lists[lo];
    if d.no_resize.is_none() {
        d.no_resize = other.no_resize.clone();
    }
    let (si, so) = (d.item.clone(), other.item.clone());
    d.range_step = match (d.range_step, other.range_step) {
        (Some(x), Some(y)) => Some(if x == y { x } else { 0 }),
        _ => None,
    };
    d.range_is_list |= other.range_is_list;
    d.resized |= other.resized;
    d.mutated |= other.mutated;
    let had = (d.none, d.limits, d.view_name);
    d.none |= other.none;
    d.view |= other.view;
    d.star &= other.star;
    d.limits = (d.limits.0 || other.limits.0, d.limits.1 || other.limits.1);
    if d.view_name != other.view_name {
        d.view_name = "";
    }
    let now = (d.none, d.limits, d.view_name);
    d.resized_at = d.resized_at.or(other.resized_at);
    d.sliced_at = d.sliced_at.or(other.sliced_at);
    d.readers.extend(other.readers.iter().copied());
    let new = ann.union(site, &si, &so).map_err(|e| {
        // Two again, so that the error is found again.
        ann.lists[hi].parent = hi;
        let mut origins = ann.lists[lo].origins.clone();
        origins.extend(other.origins.iter().cloned());
        origins::union_at(ann, site, e, "the items of two lists that meet", &origins)
    })?;
    let lo = ann.find_list(lo);
    ann.lists[lo].origins.extend(other.origins);
    ann.lists[lo].origins.truncate(2 * MAX_ORIGINS);
    let one_changed = now != had || !union::same(ann, &new, &si);
    let other_changed =
        now != (other.none, other.limits, other.view_name) || !union::same(ann, &new, &so);
    let d = &mut ann.lists[lo];
    d.item = new;
    let readers = readers_of_news((one_changed, &d.readers), (other_changed, other.readers));
    readers.into_iter().for_each(|p| ann.reflow(p));
    Ok(lo)
}

/// Makes two dicts one.
pub(crate) fn merge_dicts(
    ann: &mut Facts,
    site: Site,
    a: DictDefId,
    b: DictDefId,
) -> AResult<DictDefId> {
    let (a, b) = (ann.find_dict(a), ann.find_dict(b));
    if a == b {
        return Ok(a);
    }
    let (lo, hi) = if a < b { (a, b) } else { (b, a) };
    let (c1, c2) = (ann.dicts[lo].custom.clone(), ann.dicts[hi].custom.clone());
    if c1.is_some() != c2.is_some() {
        return Err(ann.error(site, "union", "an r_dict meets an ordinary dict"));
    }
    let kind = match (ann.dicts[lo].kind, ann.dicts[hi].kind) {
        (x, y) if x == y => x,
        (DictKind::Plain | DictKind::Ordered, DictKind::Plain | DictKind::Ordered) => {
            DictKind::Plain
        }
        _ => {
            return Err(ann
                .error(site, "union", "a defaultdict or Counter meets a dict of another kind")
                .note("what a missing key gives must be known"));
        }
    };
    ann.dicts[hi].parent = lo;
    ann.work.changes += 1;
    let other = ann.dicts[hi].clone();
    let d = &mut ann.dicts[lo];
    d.readers.extend(other.readers.iter().copied());
    let (one_key, one_value, one_none) = (d.key.clone(), d.value.clone(), d.none);
    let key = ann.union(site, &one_key, &other.key).map_err(|e| {
        ann.dicts[hi].parent = hi;
        let d = &ann.dicts[lo];
        let o = [d.key_origins.clone(), other.key_origins.clone()].concat();
        let what = if d.set { "the items of two sets" } else { "the keys of two dicts" };
        origins::union_at(ann, site, e, &format!("{what} that meet"), &o)
    })?;
    let value = ann.union(site, &one_value, &other.value).map_err(|e| {
        ann.dicts[hi].parent = hi;
        let o = [ann.dicts[lo].value_origins.clone(), other.value_origins.clone()].concat();
        origins::union_at(ann, site, e, "the values of two dicts that meet", &o)
    })?;
    let functions: Vec<_> = c1.iter().chain(&c2).cloned().collect();
    let custom = match (&c1, &c2) {
        (Some((e1, h1)), Some((e2, h2))) => {
            Some((ann.union(site, e1, e2)?, ann.union(site, h1, h2)?))
        }
        _ => None,
    };
    let lo = ann.find_dict(lo);
    let none = one_none || other.none;
    let differs = |s: &Facts, had: (&SomeValue, &SomeValue, bool)| {
        none != had.2 || !union::same(s, &key, had.0) || !union::same(s, &value, had.1)
    };
    let one_changed = differs(ann, (&one_key, &one_value, one_none));
    let other_changed = differs(ann, (&other.key, &other.value, other.none));
    let d = &mut ann.dicts[lo];
    d.key_origins.extend(other.key_origins);
    d.value_origins.extend(other.value_origins);
    d.key_origins.truncate(2 * MAX_ORIGINS);
    d.value_origins.truncate(2 * MAX_ORIGINS);
    d.custom = custom;
    if d.several.is_none() && other.several.is_some() {
        d.several = other.several;
        d.custom_fns = other.custom_fns;
        d.custom_alias = [None; 2];
    }
    let several = c1 != c2 || d.several.is_some();
    d.kind = kind;
    d.frozen &= other.frozen;
    d.none = none;
    d.key = key;
    d.value = value;
    let readers = readers_of_news((one_changed, &d.readers), (other_changed, other.readers));
    readers.into_iter().for_each(|p| ann.reflow(p));
    if several {
        for (eq, hash) in functions {
            custom_dicts::add_functions(ann, site, lo, &eq, &hash)?;
        }
    }
    custom_dicts::want_calls_with_keys(ann, site, lo);
    Ok(lo)
}

impl Facts {
    /// The list may hold `s`.
    pub(crate) fn generalize_list(
        &mut self,
        site: Site,
        l: ListDefId,
        s: &SomeValue,
    ) -> AResult<()> {
        let l = self.find_list(l);
        let s = stand_ins::as_item_of_container(self, site, s)?;
        let old = self.lists[l].item.clone();
        noted::note_mix(self, site, Mixed::List(l), &old, &s);
        if union::contains(self, site, &old, &s) {
            return Ok(());
        }
        let new = self.union(site, &old, &s).map_err(|e| {
            let origins = self.lists[l].origins.clone();
            noted::note_broken(self, site, Broken::List(l));
            origins::union_at(self, site, e, "the items of a list", &origins)
        })?;
        let l = self.find_list(l);
        let span = site.span;
        self.work.changes += 1;
        let d = &mut self.lists[l];
        d.item = new;
        if d.origins.len() < MAX_ORIGINS {
            d.origins.push((span, s));
        }
        for p in d.readers.clone() {
            self.reflow(p);
        }
        Ok(())
    }
    /// The dict may hold key `k`.
    pub(crate) fn generalize_key(
        &mut self,
        site: Site,
        d: DictDefId,
        k: &SomeValue,
    ) -> AResult<()> {
        let d = self.find_dict(d);
        let k = k.as_item();
        let old = self.dicts[d].key.clone();
        if union::contains(self, site, &old, &k) {
            return Ok(());
        }
        noted::warn_unhashable(self, site, &k);
        let new = self.union(site, &old, &k).map_err(|e| {
            let origins = self.dicts[d].key_origins.clone();
            noted::note_broken(self, site, Broken::Dict(d));
            let what = if self.dicts[d].set { "the items of a set" } else { "the keys of a dict" };
            origins::union_at(self, site, e, what, &origins)
        })?;
        let d = self.find_dict(d);
        let span = site.span;
        self.work.changes += 1;
        let def = &mut self.dicts[d];
        def.key = new;
        if def.key_origins.len() < MAX_ORIGINS {
            def.key_origins.push((span, k));
        }
        for p in def.readers.clone() {
            self.reflow(p);
        }
        custom_dicts::want_calls_with_keys(self, site, d);
        Ok(())
    }
    /// The dict may hold value `v`.
    pub(crate) fn generalize_value(
        &mut self,
        site: Site,
        d: DictDefId,
        v: &SomeValue,
    ) -> AResult<()> {
        let d = self.find_dict(d);
        let v = stand_ins::as_item_of_container(self, site, v)?;
        let old = self.dicts[d].value.clone();
        noted::note_mix(self, site, Mixed::Values(d), &old, &v);
        if union::contains(self, site, &old, &v) {
            return Ok(());
        }
        let new = self.union(site, &old, &v).map_err(|e| {
            let origins = self.dicts[d].value_origins.clone();
            noted::note_broken(self, site, Broken::Dict(d));
            let e = origins::union_at(self, site, e, "the values of a dict", &origins);
            e.note("keep values of several types in attributes of a class")
        })?;
        let d = self.find_dict(d);
        let span = site.span;
        self.work.changes += 1;
        let def = &mut self.dicts[d];
        def.value = new;
        if def.value_origins.len() < MAX_ORIGINS {
            def.value_origins.push((span, v));
        }
        for p in def.readers.clone() {
            self.reflow(p);
        }
        Ok(())
    }
}
