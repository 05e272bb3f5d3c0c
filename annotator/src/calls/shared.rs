//! Calls through variables that hold the same functions, with arguments of the same shape: what they give is joined, and goes to
//! the functions once; so do the results come back. Otherwise a program whose handlers call one another through a table would
//! cost as many steps as it has pairs of handlers.
//!
//! A thousand calls that each see one function more than the call before are the same in small: such a call is *wider* than
//! the one before. It has only the functions that are new as its own: the others are given what it passes by the calls that
//! they belong to, and what they give comes to it from there.

use crate::calls::declining;
use crate::calls::shared_results;
use crate::calls::single;
use crate::definitions::noted::mixes;
use crate::definitions::own_methods;
use crate::definitions::union;
use crate::model::descs::{CallSite, DescKind, Specializer};
use crate::model::shared_calls::{Key, SharedId};
use crate::model::site::{Position, Site};
use crate::model::state::{Annotator, CallArgs, Facts};
use crate::model::targets::Targets;
use crate::model::*;
use flowspace::flow;
use std::rc::Rc;

/// The members of `all` that are not in `some`; `None` if `some` has others. Both are sorted.
fn beyond(some: &[DescId], all: &[DescId]) -> Option<Vec<DescId>> {
    // What is new mostly stands at the end.
    let same = some.iter().zip(all).take_while(|(a, b)| a == b).count();
    let mut rest = some[same..].iter().peekable();
    let is_new = |d: &&DescId| rest.next_if_eq(d).is_none();
    let new: Vec<DescId> = all[same..].iter().filter(is_new).copied().collect();
    rest.next().is_none().then_some(new)
}

/// Calls one of several functions. `None`: the call goes its own way.
pub(crate) fn shared_call(
    ann: &mut Annotator,
    site: Site,
    descs: &Rc<[DescId]>,
    args: &CallArgs,
    special: Option<&'static str>,
) -> Option<SomeValue> {
    let (p, v) = (site.position?, site.result?);
    if descs.len() < 2 || ann.shared_calls.being_made.is_some() {
        return None;
    }
    let keywords = || args.keywords.iter();
    let values = args.positional.iter().map(|a| &a.0).chain(keywords().map(|k| &k.1));
    let values: Vec<SomeValue> = values.cloned().collect();
    let sources = args.positional.iter().map(|a| &a.1).chain(keywords().map(|k| &k.2));
    let sources = sources.cloned().collect();
    let key = Key { descs: descs.clone(), shape: args.shape.clone(), sources };
    let before = ann.graphs[p.graph].shared.get(&v).copied();
    let mut new = vec![];
    let id = match ann.shared_calls.by_key.get(&key) {
        Some(id) => *id,
        None => match before.and_then(|b| Some((b, grown(ann, b, p, &key)?))) {
            Some((id, more)) => {
                new = more;
                let shared = &mut ann.shared_calls.all[id];
                shared.own.extend(&new);
                let old = std::mem::replace(&mut shared.key, key.clone());
                ann.shared_calls.by_key.remove(&old);
                ann.shared_calls.by_key.insert(key, id);
                id
            }
            None => widened(ann, &key).unwrap_or_else(|| {
                let result = may_share(ann, descs).then_some(SomeValue::IMPOSSIBLE);
                ann.shared_calls.add(key, descs.to_vec(), result)
            }),
        },
    };
    if let Some(before) = before.filter(|b| *b != id) {
        leave_shared(ann, before, p);
    }
    ann.graph_mut(p.graph).shared.insert(v, id);
    ann.shared_calls.all[id].callers.insert(p);
    ann.shared_calls.all[id].result.as_ref()?;
    if !new.is_empty() && was_given(ann, site, id, &values) {
        // The only call of the others knows them by what it held so far.
        if let Some(call) = ann.graph_mut(p.graph).calls.get_mut(&v) {
            call.targets = Targets::default();
        }
        give(ann, site, id, &new, args, &values);
    }
    pass(ann, site, id, args, &values);
    let shared = &ann.shared_calls.all[id];
    let result = shared.result.clone()?;
    let (targets, declines) = (shared.targets.clone(), shared.declines);
    if declines {
        declining::set_declines(ann, p.graph);
    }
    let graph = ann.graph_mut(p.graph);
    graph.calls.insert(v, CallSite { targets, shape: args.shape.clone(), special });
    graph.call_args.remove(&v);
    Some(result)
}

/// Says whether each of these is one graph, whoever calls it, and takes nothing but what the call gives.
fn may_share(ann: &Facts, descs: &[DescId]) -> bool {
    descs.iter().all(|d| {
        let func = match ann.descs[*d].kind {
            DescKind::Function(_) => *d,
            DescKind::Method { func, .. } => func,
            _ => return false,
        };
        let Some(f) = ann.descs[func].as_function() else { return false };
        let constant =
            |d: &(usize, flowmodel::HostRef)| flow::default_attribute(&ann.host, d.1).is_none();
        f.info.specializer == Specializer::Default
            && f.info.enforced.is_none()
            && f.info.signature.defaults.iter().all(constant)
            && own_methods::alias_graph(ann, func).is_none()
    })
}

/// Gives the functions that came to a call that nobody else makes; `None` if it is another call
/// now.
fn grown(ann: &Facts, id: SharedId, p: Position, key: &Key) -> Option<Vec<DescId>> {
    let shared = &ann.shared_calls.all[id];
    let (old, now) = (&shared.key, key);
    let alone = shared.wider.is_empty() && shared.callers.iter().all(|c| *c == p);
    if !alone || shared.result.is_none() || old.shape != now.shape || old.sources != now.sources {
        return None;
    }
    beyond(&old.descs, &now.descs).filter(|new| may_share(ann, new))
}

/// Calls of what the last ones of their form reach and of other functions.
fn widened(ann: &mut Annotator, key: &Key) -> Option<SharedId> {
    let last = *ann.shared_calls.last.get(&key.form())?;
    let narrower = &ann.shared_calls.all[last];
    if narrower.result.is_none() || narrower.targets.len() != narrower.key.descs.len() {
        return None;
    }
    let own = beyond(&narrower.key.descs, &key.descs).filter(|own| may_share(ann, own))?;
    let (targets, declines) = (narrower.targets.clone(), narrower.declines);
    let result = narrower.result.clone();
    let id = ann.shared_calls.add(key.clone(), own, result);
    ann.shared_calls.all[last].wider.push(id);
    let shared = &mut ann.shared_calls.all[id];
    (shared.targets, shared.declines, shared.narrower) = (targets, declines, Some(last));
    Some(id)
}

/// The call at `p` is one of others now.
fn leave_shared(ann: &mut Annotator, id: SharedId, p: Position) {
    ann.shared_calls.all[id].callers.swap_remove(&p);
    let mut at = Some(id);
    while let Some(id) = at {
        let shared_calls = &mut ann.facts.shared_calls;
        let shared = &mut shared_calls.all[id];
        if !shared.callers.is_empty() {
            return;
        }
        shared.targets = Targets::default();
        shared_calls.by_key.remove(&shared.key);
        if !shared.wider.is_empty() {
            // (wider calls hear of results through these)
            return;
        }
        shared.result = None;
        at = shared.narrower;
        for g in std::mem::take(&mut shared.own_graphs) {
            ann.graph_mut(g).shared_by.swap_remove(&id);
        }
        if let Some(narrower) = at {
            ann.shared_calls.all[narrower].wider.retain(|w| *w != id);
        }
    }
}

/// Brings arguments to the functions of narrower calls, and then to the own ones, where these do not know of them.
fn pass(ann: &mut Annotator, site: Site, id: SharedId, args: &CallArgs, values: &[SomeValue]) {
    let mut to = vec![];
    let mut at = Some(id);
    while let Some(id) = at
        && !was_passed(ann, site, id, values)
    {
        to.push(id);
        at = ann.shared_calls.all[id].narrower;
    }
    for id in to.into_iter().rev() {
        if !was_given(ann, site, id, values) {
            let own = ann.shared_calls.all[id].own.clone();
            give(ann, site, id, &own, args, values);
        }
        let old = ann.shared_calls.all[id].passed.take();
        let both = match &old {
            None => Some(values.to_vec()),
            Some(old) => old.iter().zip(values).map(|(p, s)| ann.union(site, p, s).ok()).collect(),
        };
        ann.shared_calls.all[id].passed = both.or(old);
    }
}

fn all_contain(ann: &mut Facts, site: Site, known: &[SomeValue], values: &[SomeValue]) -> bool {
    let mut both = known.iter().zip(values);
    both.all(|(k, s)| mixes(k, s).is_none() && union::contains(ann, site, k, s))
}

/// Says whether all functions of the calls are known to know of such arguments.
fn was_passed(ann: &mut Annotator, site: Site, id: SharedId, values: &[SomeValue]) -> bool {
    let Some(passed) = ann.shared_calls.all[id].passed.take() else { return false };
    let known = all_contain(ann, site, &passed, values);
    ann.shared_calls.all[id].passed = Some(passed);
    known
}

/// Says whether the own functions know of such arguments.
fn was_given(ann: &mut Annotator, site: Site, id: SharedId, values: &[SomeValue]) -> bool {
    let Some(given) = ann.shared_calls.all[id].given.take() else { return false };
    let known = all_contain(ann, site, &given, values);
    ann.shared_calls.all[id].given = Some(given);
    known
}

/// Brings arguments to some of the functions. What goes wrong is found again by each call for itself.
fn give(
    ann: &mut Annotator,
    site: Site,
    id: SharedId,
    to: &[DescId],
    args: &CallArgs,
    values: &[SomeValue],
) {
    let all = &mut ann.shared_calls.all[id];
    let mut result = all.result.clone();
    let mut targets = Vec::with_capacity(to.len());
    let mut given = all.given.take().unwrap_or_else(|| values.to_vec());
    ann.shared_calls.being_made = Some(id);
    for d in to {
        let Ok((s, target)) = single::call_desc(ann, site, *d, args) else {
            result = None;
            break;
        };
        result = result.and_then(|r| ann.union(site, &r, &s).ok());
        ann.shared_calls.all[id].declines |= target.graph.is_some_and(|g| ann.graphs[g].declines);
        ann.shared_calls.all[id].own_graphs.extend(target.graph);
        targets.push(target);
    }
    ann.shared_calls.being_made = None;
    for (g, s) in given.iter_mut().zip(values) {
        match ann.union(site, g, s) {
            Ok(both) => *g = both,
            Err(_) => result = None,
        }
    }
    let shared = &mut ann.shared_calls.all[id];
    shared.given = Some(given);
    targets.sort_by_key(|t| t.desc);
    shared.targets.add(targets);
    shared_results::set_shared_result(ann, site, id, result);
}
