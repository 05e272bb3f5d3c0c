//! Definitions of lists and dicts: they are made and read here, and it is noted what is done to the length of lists.

use crate::model::containers::{DictDef, DictKind, ListDef};
use crate::model::errors::AResult;
use crate::model::site::{Positions, Site};
use crate::model::state::Facts;
use crate::model::*;

impl Facts {
    /// Representative of merged list definitions.
    pub fn find_list(&self, mut l: ListDefId) -> ListDefId {
        while self.lists[l].parent != l {
            l = self.lists[l].parent;
        }
        l
    }
    /// Representative of merged dict definitions.
    pub fn find_dict(&self, mut d: DictDefId) -> DictDefId {
        while self.dicts[d].parent != d {
            d = self.dicts[d].parent;
        }
        d
    }
    /// The definition of a list.
    pub fn list_def(&self, l: ListDefId) -> &ListDef {
        &self.lists[self.find_list(l)]
    }
    /// The definition of a dict.
    pub fn dict_def(&self, d: DictDefId) -> &DictDef {
        &self.dicts[self.find_dict(d)]
    }
    /// Reads the items of a list (the reader is reflowed when they are generalised).
    pub(crate) fn read_list(&mut self, site: Site, l: ListDefId) -> SomeValue {
        let l = self.find_list(l);
        if let Some(p) = site.position {
            self.lists[l].readers.insert(p);
        }
        self.lists[l].item.clone()
    }
    pub(crate) fn read_dict(&mut self, site: Site, d: DictDefId) -> (SomeValue, SomeValue) {
        let d = self.find_dict(d);
        if let Some(p) = site.position {
            self.dicts[d].readers.insert(p);
        }
        (self.dicts[d].key.clone(), self.dicts[d].value.clone())
    }
    /// Notes that the length of a list changes.
    pub(crate) fn list_resize(&mut self, site: Site, l: ListDefId) -> AResult<()> {
        let l = self.find_list(l);
        let span = site.span;
        no_view(self, l);
        let d = &mut self.lists[l];
        d.mutated = true;
        d.range_step = None;
        if !d.resized {
            self.work.changes += 1;
            d.resized = true;
            d.resized_at = Some(span);
        }
        if let Some((who, at)) = d.no_resize.clone() {
            let msg = format!("this changes the length of a list that must stay fixed-size: {who}");
            return Err(self.error(site, "fixed-size", msg).label(at, "it is promised here"));
        }
        Ok(())
    }
    /// Notes that items of a list are stored.
    pub(crate) fn list_mutate(&mut self, l: ListDefId) {
        let l = self.find_list(l);
        no_view(self, l);
        self.work.changes += u64::from(!self.lists[l].mutated);
        self.lists[l].mutated = true;
        self.lists[l].range_step = None;
    }
}

/// A new list definition.
pub fn new_list_def(ann: &mut Facts, site: Site, item: SomeValue) -> ListDefId {
    let id = ann.lists.next_key();
    let span = site.span;
    let origins = if item.is_impossible() { vec![] } else { vec![(span, item.clone())] };
    ann.lists.push(ListDef {
        parent: id,
        item,
        resized: false,
        mutated: false,
        range_step: None,
        range_is_list: false,
        view: false,
        star: false,
        view_name: "",
        limits: (false, false),
        no_resize: None,
        none: false,
        readers: Positions::default(),
        origins,
        resized_at: None,
        sliced_at: None,
    });
    id
}

/// A new dict definition.
pub(crate) fn new_dict_def(
    ann: &mut Facts,
    site: Site,
    key: SomeValue,
    value: SomeValue,
) -> DictDefId {
    let id = ann.dicts.next_key();
    let span = site.span;
    let origin = |s: &SomeValue| if s.is_impossible() { vec![] } else { vec![(span, s.clone())] };
    let (key_origins, value_origins) = (origin(&key), origin(&value));
    ann.dicts.push(DictDef {
        parent: id,
        key,
        value,
        custom: None,
        custom_fns: None,
        custom_alias: [None; 2],
        several: None,
        kind: DictKind::Plain,
        set: false,
        frozen: false,
        none: false,
        readers: Positions::default(),
        key_origins,
        value_origins,
    });
    id
}

/// Notes an assignment to a slice of a list, of any length. Only at the end it is known whether the length is promised to stay.
pub(crate) fn list_set_slice(ann: &mut Facts, site: Site, l: ListDefId) -> AResult<()> {
    if ann.completed {
        return ann.list_resize(site, l);
    }
    ann.list_mutate(l);
    let l = ann.find_list(l);
    ann.lists[l].sliced_at.get_or_insert(site.span);
    Ok(())
}

/// Makes lists with slices that are assigned to resizable after the last annotation, unless that is
/// forbidden.
pub(crate) fn settle_slices(ann: &mut Facts) {
    for (_, d) in ann.lists.iter_mut() {
        if d.no_resize.is_none() && d.sliced_at.is_some() && !d.resized {
            (d.resized, d.resized_at) = (true, d.sliced_at);
        }
    }
}

/// Such a list is used as no view of a dict can be.
fn no_view(ann: &mut Facts, l: ListDefId) {
    if !std::mem::take(&mut ann.lists[l].view_name).is_empty() {
        for p in ann.lists[l].readers.clone() {
            ann.reflow(p);
        }
    }
}

/// A definition of sets.
pub(crate) fn new_set_def(ann: &mut Facts, site: Site, frozen: bool) -> DictDefId {
    let d = new_dict_def(ann, site, SomeValue::IMPOSSIBLE, SomeValue::NONE);
    ann.dicts[d].set = true;
    ann.dicts[d].frozen = frozen;
    d
}

/// A list becomes what a `*` parameter got.
pub(crate) fn mark_star_list(ann: &mut Facts, l: ListDefId) {
    let l = ann.find_list(l);
    ann.lists[l].star = true;
}

/// Says whether there is such a list inside of a value.
pub(crate) fn holds_star_list(ann: &Facts, s: &SomeValue) -> bool {
    match &s.kind {
        Kind::List(l) => ann.list_def(*l).star,
        Kind::Tuple(items) => items.iter().any(|i| holds_star_list(ann, i)),
        _ => false,
    }
}
