//! Dicts and sets that are made of others.

use super::*;
use flowmodel::operators::BinaryOp;

/// `d.update(other)`
pub(crate) fn update_from(host: &mut Host, d: HostRef, other: HostRef) -> R<()> {
    if host.dict(other).is_some() {
        for (k, v) in host.dict_items(other) {
            tables::set(host, d, k, v)?;
        }
        return Ok(());
    }
    if let Some(keys) = host.getattr_opt(other, "keys")? {
        let keys = host.call(keys, &[], &[])?;
        for k in host.iter_to_vec(keys)? {
            let v = items::getitem(host, other, k)?;
            tables::set(host, d, k, v)?;
        }
        return Ok(());
    }
    for pair in host.iter_to_vec(other)? {
        let kv = host.iter_to_vec(pair)?;
        let [k, v] = kv[..] else {
            let m = format!(
                "dictionary update sequence element has length {}; 2 is required",
                kv.len()
            );
            return Err(host.value_error(m));
        };
        tables::set(host, d, k, v)?;
    }
    Ok(())
}

/// Set operators; `None` if an operand is not a set.
pub(crate) fn set_op(host: &mut Host, op: BinaryOp, a: HostRef, b: HostRef) -> R<Option<HostRef>> {
    if !tables::is_set(host, a) || !tables::is_set(host, b) {
        return Ok(None);
    }
    set_combine(host, op, a, b).map(Some)
}

/// `a |= b` of sets: `a` is changed, not made anew.
pub(crate) fn set_extend(host: &mut Host, a: HostRef, b: HostRef) -> R<()> {
    for k in host.iter_to_vec(b)? {
        tables::add(host, a, k)?;
    }
    Ok(())
}

pub(crate) fn set_combine(host: &mut Host, op: BinaryOp, a: HostRef, b: HostRef) -> R {
    let frozen = matches!(host.obj(host.base(a)), HostObj::FrozenSet(_));
    if let (Some(x), Some(y)) = (tables::plain_table(host, a), tables::plain_table(host, b)) {
        let d = Box::new(combine_plain(op, x, y));
        return Ok(host.alloc(if frozen { HostObj::FrozenSet(d) } else { HostObj::Set(d) }));
    }
    let x = host.iter_to_vec(a)?;
    let y = &host.iter_to_vec(b)?;
    let other = tables::make_set(host, y, false)?;
    let out = tables::make_set(host, &[], frozen)?;
    for k in &x {
        let keep = match op {
            BinaryOp::Or => true,
            BinaryOp::And => items::contains(host, other, *k)?,
            _ => !items::contains(host, other, *k)?,
        };
        if keep {
            tables::add(host, out, *k)?;
        }
    }
    if matches!(op, BinaryOp::Or | BinaryOp::Xor) {
        let mine = tables::make_set(host, &x, false)?;
        for k in y {
            if op == BinaryOp::Or || !items::contains(host, mine, *k)? {
                tables::add(host, out, *k)?;
            }
        }
    }
    Ok(out)
}

/// A set operator on tables whose keys are equal if their canonical forms are.
fn combine_plain(op: BinaryOp, x: &HDict, y: &HDict) -> HDict {
    let map = match op {
        BinaryOp::Or => {
            let mut map = x.map.clone();
            for (k, v) in &y.map {
                map.entry(k.clone()).or_insert(*v);
            }
            map
        }
        _ => {
            let both = op == BinaryOp::And;
            let mine = x.map.iter().filter(|(k, _)| y.map.contains_key(*k) == both);
            let theirs =
                y.map.iter().filter(|(k, _)| op == BinaryOp::Xor && !x.map.contains_key(*k));
            mine.chain(theirs).map(|(k, v)| (k.clone(), *v)).collect()
        }
    };
    HDict { map, ..HDict::default() }
}
