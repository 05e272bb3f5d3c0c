//! Dicts and sets: access with host equality.

use super::*;

/// `d.get(key)` on a builtin dict.
pub fn get(host: &mut Host, d: HostRef, key: HostRef) -> R<Option<HostRef>> {
    let d = host.base(d);
    let k = key_in(host, d, key)?;
    Ok(match host.obj(d) {
        HostObj::Dict(m) => m.get(&k),
        _ => None,
    })
}

pub(crate) fn table_mut(host: &mut Host, d: HostRef) -> &mut HDict {
    let d = host.base(d);
    match host.obj_mut(d) {
        HostObj::Dict(m) | HostObj::Set(m) | HostObj::FrozenSet(m) => m,
        _ => panic!("not a dict or set"),
    }
}

fn table_insert(host: &mut Host, d: HostRef, key: HostRef, v: HostRef) -> R<()> {
    let k = key_in(host, d, key)?;
    let custom = match &k {
        HKey::Id(id) if *id == key && !identity_key(host, key) => Some(host.hash(key)?),
        _ => None,
    };
    let m = table_mut(host, d);
    if let Some(h) = custom
        && m.get(&k).is_none()
    {
        m.custom.push((h, key));
    }
    let before = m.len();
    m.insert(k, key, v);
    if m.len() > before {
        host.collector.entry_made();
    }
    Ok(())
}

/// Says whether a key that is its own canonical form is compared by identity.
fn identity_key(host: &Host, key: HostRef) -> bool {
    match host.obj(key) {
        HostObj::Instance(i) => !host.cls(i.class).custom_eq,
        HostObj::Tuple(_) => false,
        HostObj::Class(c) => !host.cls(c.meta).custom_eq,
        _ => true,
    }
}

/// `d[key] = v` on a builtin dict.
pub(crate) fn set(host: &mut Host, d: HostRef, key: HostRef, v: HostRef) -> R<()> {
    table_insert(host, d, key, v)
}

/// Removes a key from a dict or set; its value if it was there.
pub(crate) fn remove(host: &mut Host, d: HostRef, key: HostRef) -> R<Option<HostRef>> {
    let k = key_in(host, d, key)?;
    Ok(table_mut(host, d).remove(&k).map(|e| e.1))
}

/// Adds to a set.
pub(crate) fn add(host: &mut Host, s: HostRef, key: HostRef) -> R<()> {
    table_insert(host, s, key, NONE)
}

/// A new set (or frozenset) of the items.
pub(crate) fn make_set(host: &mut Host, items: &[HostRef], frozen: bool) -> R {
    let s = host.alloc(if frozen {
        HostObj::FrozenSet(Box::default())
    } else {
        HostObj::Set(Box::default())
    });
    for x in items {
        add(host, s, *x)?;
    }
    Ok(s)
}

pub(crate) fn is_set(host: &Host, r: HostRef) -> bool {
    matches!(
        host.obj(host.base(r)),
        HostObj::Set(_)
            | HostObj::FrozenSet(_)
            | HostObj::DictView(_, ViewKind::Keys | ViewKind::Items)
    )
}

/// The table of a set whose keys are all compared by their canonical forms.
pub(crate) fn plain_table(host: &Host, r: HostRef) -> Option<&HDict> {
    match host.obj(host.base(r)) {
        HostObj::Set(d) | HostObj::FrozenSet(d) if d.custom.is_empty() => Some(d),
        _ => None,
    }
}

/// Canonical dictionary key; `dict` is where objects with their own `__eq__` are searched.
pub(crate) fn key_in(host: &mut Host, dict: HostRef, key: HostRef) -> R<HKey> {
    let plain = match host.obj(key) {
        HostObj::Instance(i) => !host.cls(i.class).custom_eq,
        HostObj::Class(c) => c.meta == host.types.type_ || !host.cls(c.meta).custom_eq,
        HostObj::Tuple(t) => {
            let t = t.clone();
            let mut out = Vec::with_capacity(t.len());
            let mut all_plain = true;
            for x in t.iter() {
                if needs_user_eq(host, *x) {
                    all_plain = false;
                    break;
                }
                out.push(key_in(host, dict, *x)?);
            }
            if all_plain {
                return Ok(HKey::Tuple(out.into()));
            }
            false
        }
        _ => true,
    };
    let own = if plain { plain_key(host, key)? } else { HKey::Id(key) };
    // (An int may equal an object that says so, as fixed-width integers do.)
    let h = match &own {
        HKey::Int(i) if has_custom_keys(host, dict) => *i,
        _ if plain => return Ok(own),
        _ => host.hash(key)?,
    };
    let mut candidates = keys_with_hash(host, dict, h);
    let mut next = 0;
    while let Some(&c) = candidates.get(next) {
        let same = c == key || host.eq(c, key)?;
        // The comparison may have changed the dict: what was compared may be gone, so that the search begins again.
        let now = keys_with_hash(host, dict, h);
        match now.iter().position(|k| *k == c) {
            Some(_) if same && needs_user_eq(host, c) => return Ok(HKey::Id(c)),
            Some(_) if same => return plain_key(host, c),
            Some(at) => next = at + 1,
            None => next = 0,
        }
        candidates = now;
    }
    Ok(own)
}

fn hash_table(host: &Host, dict: HostRef) -> Option<&HDict> {
    match host.obj(host.base(dict)) {
        HostObj::Dict(d) | HostObj::Set(d) | HostObj::FrozenSet(d) => Some(d),
        _ => None,
    }
}

fn has_custom_keys(host: &Host, dict: HostRef) -> bool {
    hash_table(host, dict).is_some_and(|d| !d.custom.is_empty())
}

/// The keys of a dict or set that have their own `__eq__`, and this hash; and the int that is its own hash.
fn keys_with_hash(host: &Host, dict: HostRef, hash: i64) -> Vec<HostRef> {
    let Some(d) = hash_table(host, dict) else { return vec![] };
    let custom = d.custom.iter().filter(|(x, _)| *x == hash).map(|(_, k)| *k);
    custom.chain(d.map.get(&HKey::Int(hash)).map(|e| e.0)).collect()
}

pub(crate) fn needs_user_eq(host: &Host, r: HostRef) -> bool {
    match host.obj(r) {
        HostObj::Tuple(t) => t.iter().any(|x| needs_user_eq(host, *x)),
        _ => special::has_user_eq(host, r),
    }
}

pub(crate) fn plain_key(host: &mut Host, key: HostRef) -> R<HKey> {
    let b = host.base(key);
    Ok(match host.obj(b) {
        HostObj::None => HKey::None,
        HostObj::Bool(b) => HKey::Int(*b as i64),
        HostObj::Int(i) => HKey::Int(*i),
        HostObj::BigInt(b) => HKey::Big(b.clone()),
        HostObj::Float(f) => {
            if f.fract() == 0.0 && f.abs() < 9.2e18 {
                HKey::Int(*f as i64)
            } else if f.is_nan() {
                HKey::Id(b)
            } else if f.fract() == 0.0 && f.is_finite() {
                HKey::Big(Rc::new(super::numbers::big_from_float(*f)))
            } else {
                HKey::Float(f.to_bits())
            }
        }
        HostObj::Str(s) => HKey::Str(s.clone()),
        HostObj::Unicode(s) if s.is_ascii() => HKey::Str(s.as_bytes().into()),
        HostObj::Unicode(s) => HKey::Unicode(s.clone()),
        HostObj::Tuple(t) => {
            let t = t.clone();
            let mut out = Vec::with_capacity(t.len());
            for x in t.iter() {
                out.push(plain_key(host, *x)?);
            }
            HKey::Tuple(out.into())
        }
        HostObj::FrozenSet(s) => {
            let mut out: Vec<(u64, HKey)> =
                s.map.keys().map(|k| (object::hkey_hash(k), k.clone())).collect();
            out.sort_by_key(|(h, _)| *h);
            HKey::FrozenSet(out.into_iter().map(|(_, k)| k).collect())
        }
        HostObj::BoundMethod { func, this } => {
            HKey::Tuple([HKey::Id(*func), HKey::Id(*this)].into())
        }
        HostObj::Unbound { func, .. } => HKey::Tuple([HKey::Id(*func), HKey::Id(NONE)].into()),
        HostObj::List(_)
        | HostObj::Dict(_)
        | HostObj::Set(_)
        | HostObj::ByteArray(_)
        | HostObj::Slice(..) => {
            let m = format!("unhashable type: '{}'", host.type_name(key));
            return Err(host.type_error(m));
        }
        _ => HKey::Id(b),
    })
}

/// Removes a string key from a namespace.
pub fn ns_del(host: &mut Host, ns: HostRef, name: &str) -> Option<HostRef> {
    host.ns_mut(ns).map.shift_remove(&StrKey(name.as_bytes())).map(|e| e.1)
}
