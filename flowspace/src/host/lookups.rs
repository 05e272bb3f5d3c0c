//! Caches for what import time does most: finding names in classes and namespaces.

use super::*;
use std::cell::{Cell, RefCell};

/// Entries of each cache; a power of two.
const SIZE: usize = 1 << 12;

/// Remembers what lookups have found before. An entry is only a guess, which is checked.
pub(super) struct Lookups {
    /// Counts the changes of classes and of their dictionaries.
    pub(super) classes_changed: u64,
    in_classes: RefCell<Vec<InClass>>,
    /// Index at which a name stood in a namespace.
    in_namespaces: Vec<Cell<u32>>,
}

/// The entry for a name along the method resolution order of a class.
#[derive(Clone)]
struct InClass {
    class: HostRef,
    name: Box<str>,
    /// It holds as long as no class has changed since.
    at: u64,
    found: Option<(HostRef, HostRef)>,
}

impl Default for Lookups {
    fn default() -> Lookups {
        let none = InClass { class: NONE, name: "".into(), at: 0, found: None };
        Lookups {
            classes_changed: 1,
            in_classes: RefCell::new(vec![none; SIZE]),
            in_namespaces: vec![Cell::new(0); SIZE],
        }
    }
}

/// Whether two names are equal. Most are short: their ends are compared as words, without a call.
#[inline]
fn equal(a: &[u8], b: &[u8]) -> bool {
    let n = a.len();
    if n != b.len() {
        return false;
    }
    match (a.first_chunk::<8>(), b.first_chunk::<8>(), a.last_chunk::<8>(), b.last_chunk::<8>()) {
        (Some(a1), Some(b1), Some(a2), Some(b2)) if n <= 16 => a1 == b1 && a2 == b2,
        (None, ..) => match (
            a.first_chunk::<4>(),
            b.first_chunk::<4>(),
            a.last_chunk::<4>(),
            b.last_chunk::<4>(),
        ) {
            (Some(a1), Some(b1), Some(a2), Some(b2)) => a1 == b1 && a2 == b2,
            _ => a.iter().eq(b),
        },
        _ => a == b,
    }
}

/// The slot for a name together with a number. Names are told apart by their addresses: those of code are interned.
fn slot(name: &str, number: usize) -> usize {
    let key = (name.as_ptr().addr() ^ (number << 20)).wrapping_mul(0x9e37_79b9_7f4a_7c15);
    key >> (usize::BITS - SIZE.trailing_zeros())
}

impl Host {
    /// First entry of that name along the method resolution order of a class, with the class that has it.
    pub fn lookup_where(&self, cls: HostRef, name: &str) -> Option<(HostRef, HostRef)> {
        let slot = slot(name, cls.0 as usize);
        let at = self.lookups.classes_changed;
        {
            let known = &self.lookups.in_classes.borrow()[slot];
            if known.class == cls && known.at == at && equal(known.name.as_bytes(), name.as_bytes())
            {
                return known.found;
            }
        }
        let found = self
            .cls(cls)
            .mro
            .iter()
            .find_map(|c| Some((*c, self.ns_get(self.cls(*c).dict, name)?)));
        self.lookups.in_classes.borrow_mut()[slot] =
            InClass { class: cls, name: name.into(), at, found };
        found
    }

    /// First entry of that name along the method resolution order of a class.
    pub fn lookup_in_mro(&self, cls: HostRef, name: &str) -> Option<HostRef> {
        self.lookup_where(cls, name).map(|(_, value)| value)
    }

    /// Looks a string key up in a namespace.
    pub fn ns_get(&self, ns: HostRef, name: &str) -> Option<HostRef> {
        let map = &self.ns(ns).map;
        // (namespaces with the same names, as instances of a class have, mostly have them in the same places)
        let guess = &self.lookups.in_namespaces[slot(name, map.len())];
        if let Some((HKey::Str(key), entry)) = map.get_index(guess.get() as usize)
            && equal(key, name.as_bytes())
        {
            return Some(entry.1);
        }
        let (index, _, entry) = map.get_full(&StrKey(name.as_bytes()))?;
        guess.set(index as u32);
        Some(entry.1)
    }

    /// An object is made: the dictionary of a class is watched.
    pub(super) fn watch_class(&mut self, r: HostRef) {
        if let HostObj::Class(c) = self.obj(r) {
            let dict = self.base(c.dict);
            if let HostObj::Dict(d) = self.obj_mut(dict) {
                d.of_class = true;
            }
        }
    }
}
