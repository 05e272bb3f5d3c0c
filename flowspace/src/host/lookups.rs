//! Classes of objects, and names in classes and namespaces. Import time looks names up more than it does anything else: what was
//! found is remembered.

use super::*;
use crate::host::state::{InClass, LOOKUPS};

/// Says whether two names are equal. Most are short: their ends are compared as words, without a call.
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
    key >> (usize::BITS - LOOKUPS.trailing_zeros())
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

    /// Type of an object.
    pub fn class_of(&self, r: HostRef) -> HostRef {
        let t = &self.types;
        match self.obj(r) {
            HostObj::None => t.none,
            HostObj::NotImplemented => t.not_implemented,
            HostObj::Ellipsis => t.ellipsis,
            HostObj::Bool(_) => t.bool,
            HostObj::Int(_) | HostObj::BigInt(_) => t.int,
            HostObj::Float(_) => t.float,
            HostObj::Str(_) if generation::is_bytes(self, r) => t.bytes,
            HostObj::Str(_) => t.str,
            HostObj::Unicode(_) => t.unicode,
            HostObj::ByteArray(_) => t.bytearray,
            HostObj::Tuple(_) => t.tuple,
            HostObj::List(_) => t.list,
            HostObj::Dict(_) => t.dict,
            HostObj::Set(_) => t.set,
            HostObj::FrozenSet(_) => t.frozenset,
            HostObj::Slice(..) => t.slice,
            HostObj::Range(..) => t.range,
            HostObj::Function(_) => t.function,
            HostObj::Builtin(_) => t.builtin_function,
            HostObj::BoundMethod { .. } | HostObj::Unbound { .. } => t.method,
            HostObj::Class(c) => c.meta,
            HostObj::Instance(i) => i.class,
            HostObj::Module(_) => t.module,
            HostObj::Property(_) => t.property,
            HostObj::StaticMethod(_) => t.staticmethod,
            HostObj::ClassMethod(_) => t.classmethod,
            HostObj::GetSet(_) => t.getset,
            HostObj::Cell(_) => t.cell,
            HostObj::Iter(_) => t.iterator,
            HostObj::Generator(_) => t.generator,
            HostObj::Code(_) => t.code,
            HostObj::Super { .. } => t.super_,
            HostObj::DictView(_, ViewKind::Keys) => t.dict_keys,
            HostObj::DictView(_, ViewKind::Values) => t.dict_values,
            HostObj::DictView(_, ViewKind::Items) => t.dict_items,
            HostObj::File(_) => t.file,
            HostObj::Opaque { .. } | HostObj::Free => t.object,
        }
    }

    /// Name of an object's type.
    pub fn type_name(&self, r: HostRef) -> Rc<str> {
        match self.obj(r) {
            HostObj::Opaque { kind, .. } => kind.clone(),
            _ => self.cls(self.class_of(r)).name.clone(),
        }
    }

    /// `issubclass` on the method resolution order.
    pub fn is_subclass(&self, cls: HostRef, of: HostRef) -> bool {
        cls == of || self.cls(cls).mro.contains(&of)
    }

    /// `isinstance` for a single class.
    pub fn is_instance(&self, r: HostRef, cls: HostRef) -> bool {
        self.is_subclass(self.class_of(r), cls)
            || cls == self.types.str && generation::passes_for_str(self, r)
    }
}

/// An object is made: the dictionary of a class is watched.
pub(super) fn watch_class(host: &mut Host, r: HostRef) {
    if let HostObj::Class(c) = host.obj(r) {
        let dict = host.base(c.dict);
        if let HostObj::Dict(d) = host.obj_mut(dict) {
            d.of_class = true;
        }
    }
}

/// The instance dictionary, if the object has one (already).
pub fn own_dict(host: &Host, r: HostRef) -> Option<HostRef> {
    match host.obj(r) {
        HostObj::Instance(i) => i.dict,
        HostObj::Module(m) => Some(m.dict),
        HostObj::Function(f) => f.dict,
        HostObj::Class(c) => Some(c.dict),
        _ => host.side_dicts.get(&r).copied(),
    }
}

/// Finds the dictionary as [`own_dict`] does, and makes it if there is none yet.
pub(crate) fn make_own_dict(host: &mut Host, r: HostRef) -> Option<HostRef> {
    if let Some(d) = own_dict(host, r) {
        return Some(d);
    }
    let d = host.new_dict();
    match host.obj_mut(r) {
        HostObj::Instance(i) => i.dict = Some(d),
        HostObj::Function(f) => f.dict = Some(d),
        HostObj::Builtin(_)
        | HostObj::Property(_)
        | HostObj::StaticMethod(_)
        | HostObj::ClassMethod(_)
        | HostObj::Opaque { .. } => {
            host.side_dicts.insert(r, d);
        }
        _ => return None,
    }
    Some(d)
}
