//! Operations that all containers have: length, items, membership, operators. What a family of containers does is in its own
//! file.

use crate::DictKind;
use crate::prelude::*;

impl Annotator {
    pub(crate) fn op_len(&mut self, site: Site, op: &Op, s: &SomeValue) -> AResult {
        match &s.kind {
            Kind::Tuple(t) => Ok(SomeValue::int_const(t.len() as i64)),
            Kind::Char | Kind::UniChar => Ok(SomeValue::int_const(1)),
            Kind::String { .. } | Kind::Unicode { .. } => Ok(match &s.konst {
                Some(HlConst::Str(b) | HlConst::Bytes(b)) => SomeValue::int_const(b.len() as i64),
                _ => SomeValue::NONNEG,
            }),
            // An empty list that never gets anything has a known length.
            Kind::List(l) if self.is_never_filled(site, *l) => Ok(SomeValue::int_const(0)),
            Kind::List(_) => Ok(SomeValue::NONNEG),
            Kind::Dict(_) | Kind::Set(_) | Kind::Deque(_) | Kind::ByteArray => {
                Ok(SomeValue::NONNEG)
            }
            Kind::Instance { .. } => {
                let r = self.call_special(site, s, "__len__", vec![])?;
                if r.is_impossible() {
                    return Err(AnnError::Blocked);
                }
                self.want_int(site, &r, "__len__()")?;
                Ok(r)
            }
            _ => Err(self.bad_operands(site, op.op, std::slice::from_ref(s))),
        }
    }

    /// Tells whether nothing is ever put into a list. (The reader is flowed again when something is.)
    pub(crate) fn is_never_filled(&mut self, site: Site, l: ListDefId) -> bool {
        self.read_list(site, l).is_impossible() && !self.list_def(l).resized
    }

    pub(crate) fn op_getitem(&mut self, site: Site, op: &Op, args: &[SomeValue]) -> AResult {
        let (c, i) = (&args[0], &args[1]);
        if let Some(r) = self.record_item(site, args) {
            return r;
        }
        if let Kind::Slice(sl) = &i.kind {
            let sl = sl.clone();
            return match &c.kind {
                Kind::Char | Kind::String { .. } => {
                    self.check_slice(site, &sl)?;
                    Ok(SomeValue::STR.with_texts(c.texts()))
                }
                Kind::UniChar | Kind::Unicode { .. } => {
                    self.check_slice(site, &sl)?;
                    Ok(SomeValue::UNICODE)
                }
                Kind::ByteArray => {
                    self.check_slice(site, &sl)?;
                    Ok(Kind::ByteArray.into())
                }
                Kind::List(l) => {
                    self.check_slice(site, &sl)?;
                    self.list_slice(site, *l)
                }
                Kind::Tuple(t) => {
                    self.check_slice(site, &sl)?;
                    self.tuple_slice(site, &t.clone(), &sl)
                }
                Kind::Instance { .. } => {
                    match self.slice_method(site, c, "__getslice__", "__getitem__", &sl)? {
                        true => self.call_slice(site, c, "__getslice__", &sl, None),
                        false => self.call_with_slice(site, "getitem", c, &sl, None),
                    }
                }
                _ => Err(self.bad_operands(site, op.op, args)),
            };
        }
        if self.is_slice_object(i) && !matches!(c.kind, Kind::Instance { .. }) {
            return self.call_library_on(site, "slices", "take", &[(0, c), (1, i)]);
        }
        if self.is_index_of(site, c, i) {
            return self.call_library_on(site, "objects", "get_at", &[(0, c), (1, i)]);
        }
        match &c.kind {
            Kind::List(l) | Kind::Deque(l) => {
                self.want_int(site, i, "the index of a list")?;
                Ok(self.read_list(site, *l))
            }
            Kind::Dict(d) => self.dict_item(site, *d, c, i),
            Kind::Tuple(t) => self.tuple_item(site, &t.clone(), i),
            Kind::Char | Kind::String { .. } => {
                self.want_int(site, i, "the index of a string")?;
                Ok(SomeValue::CHAR)
            }
            Kind::UniChar | Kind::Unicode { .. } => {
                self.want_int(site, i, "the index of a string")?;
                Ok(SomeValue::UNICHAR)
            }
            Kind::ByteArray => {
                self.want_int(site, i, "the index of a bytearray")?;
                Ok(SomeValue::NONNEG)
            }
            Kind::Instance { .. } => self.call_special(site, c, "__getitem__", vec![i.clone()]),
            _ => Err(self.bad_operands(site, op.op, args)),
        }
    }

    pub(crate) fn op_setitem(&mut self, site: Site, op: &Op, args: &[SomeValue]) -> AResult {
        let (c, i, v) = (&args[0], &args[1], &args[2]);
        if let Kind::Slice(sl) = &i.kind {
            let sl = sl.clone();
            match (&c.kind, &v.kind) {
                (Kind::List(l), _) => self.set_list_slice(site, *l, c, &sl, v)?,
                (Kind::ByteArray, Kind::ByteArray | Kind::String { .. } | Kind::Char) => {
                    self.check_slice(site, &sl)?;
                }
                (Kind::Instance { .. }, _) => {
                    match self.slice_method(site, c, "__setslice__", "__setitem__", &sl)? {
                        true => self.call_slice(site, c, "__setslice__", &sl, Some(v))?,
                        false => self.call_with_slice(site, "setitem", c, &sl, Some(v))?,
                    };
                }
                _ => return Err(self.bad_operands(site, op.op, args)),
            }
            return Ok(SomeValue::NONE);
        }
        if self.is_slice_object(i) && !matches!(c.kind, Kind::Instance { .. }) {
            return self.call_library_on(site, "slices", "put", &[(0, c), (1, i), (2, v)]);
        }
        if self.is_index_of(site, c, i) {
            return self.call_library_on(site, "objects", "set_at", &[(0, c), (1, i), (2, v)]);
        }
        match &c.kind {
            Kind::List(l) | Kind::Deque(l) => {
                let l = *l;
                self.want_int(site, i, "the index of a list")?;
                self.list_mutate(l);
                self.generalize_list(site, l, v)?;
            }
            Kind::Dict(d) => {
                let d = *d;
                self.generalize_key(site, d, i)?;
                self.generalize_value(site, d, v)?;
            }
            Kind::ByteArray => {
                self.want_int(site, i, "the index of a bytearray")?;
                self.want_int(site, v, "a bytearray item")?;
            }
            Kind::Instance { .. } => {
                self.call_special(site, c, "__setitem__", vec![i.clone(), v.clone()])?;
            }
            Kind::Tuple(_) | Kind::String { .. } | Kind::Char => {
                let e = self.error(site, "immutable", format!("{} is immutable", self.show(c)));
                return Err(e.note(match c.kind {
                    Kind::Tuple(_) => "use a list, or make a new tuple",
                    _ => "make a new string, `s[:i] + c + s[i + 1:]`, or use a list of characters or a bytearray",
                }));
            }
            _ => return Err(self.bad_operands(site, op.op, args)),
        }
        Ok(SomeValue::NONE)
    }

    /// Whether a value is an instance with `__index__`.
    pub(crate) fn has_index(&mut self, site: Site, s: &SomeValue) -> bool {
        match s.kind {
            Kind::Instance { class, .. } => {
                !self.is_slice_object(s) && self.has_special(site, class, "__index__")
            }
            _ => false,
        }
    }

    /// Whether such an instance is the index of a sequence.
    fn is_index_of(&mut self, site: Site, c: &SomeValue, i: &SomeValue) -> bool {
        matches!(
            c.kind,
            Kind::List(_)
                | Kind::Deque(_)
                | Kind::Tuple(_)
                | Kind::ByteArray
                | Kind::Char
                | Kind::String { .. }
                | Kind::UniChar
                | Kind::Unicode { .. }
        ) && self.has_index(site, i)
    }

    pub(crate) fn op_delitem(&mut self, site: Site, op: &Op, args: &[SomeValue]) -> AResult {
        let (c, i) = (&args[0], &args[1]);
        match (&i.kind, &c.kind) {
            (Kind::Slice(sl), Kind::Instance { .. }) => {
                let sl = sl.clone();
                self.slice_method(site, c, "__delitem__", "__delitem__", &sl)?;
                return self.call_with_slice(site, "delitem", c, &sl, None);
            }
            (Kind::Instance { .. }, Kind::List(_) | Kind::ByteArray) if self.is_slice_object(i) => {
                return self.call_library_on(site, "slices", "drop", &[(0, c), (1, i)]);
            }
            _ if self.is_index_of(site, c, i) => {
                return self.call_library_on(site, "objects", "delete_at", &[(0, c), (1, i)]);
            }
            _ => {}
        }
        match &c.kind {
            Kind::List(l) => {
                let l = *l;
                if let Kind::Slice(sl) = &i.kind {
                    let sl = sl.clone();
                    self.check_slice(site, &sl)?;
                } else {
                    self.want_int(site, i, "the index of a list")?;
                }
                self.list_resize(site, l)?;
            }
            Kind::Deque(_) => self.want_int(site, i, "the index of a deque")?,
            Kind::ByteArray => match &i.kind {
                Kind::Slice(sl) => self.check_slice(site, &sl.clone())?,
                _ => self.want_int(site, i, "the index of a bytearray")?,
            },
            Kind::Dict(d) if self.dict_def(*d).kind == DictKind::Counter => {
                return self.call_library_on(site, "counters", "delete", &[(0, c), (1, i)]);
            }
            Kind::Dict(d) => {
                let d = *d;
                self.generalize_key(site, d, i)?;
            }
            Kind::Instance { .. } => {
                self.call_special(site, c, "__delitem__", vec![i.clone()])?;
            }
            _ => return Err(self.bad_operands(site, op.op, args)),
        }
        Ok(SomeValue::NONE)
    }

    pub(crate) fn op_contains(&mut self, site: Site, op: &Op, args: &[SomeValue]) -> AResult {
        let (c, x) = (&args[0], &args[1]);
        match &c.kind {
            Kind::List(l) | Kind::Deque(l) => {
                let l = *l;
                self.generalize_list(site, l, x)?;
                self.read_list(site, l);
                self.want_hook(c, special::Hook::Eq);
                Ok(SomeValue::BOOL)
            }
            Kind::Dict(d) | Kind::Set(d) => {
                let d = *d;
                self.generalize_key(site, d, x)?;
                Ok(SomeValue::BOOL)
            }
            Kind::ByteArray if x.is_integral() => Ok(SomeValue::BOOL),
            Kind::ByteArray => {
                self.call_library_on(site, "bytearrays", "contains", &[(0, c), (1, x)])
            }
            Kind::String { .. } | Kind::Char if x.is_str() => Ok(SomeValue::BOOL),
            Kind::Unicode { .. } | Kind::UniChar if x.is_unicode() => Ok(SomeValue::BOOL),
            Kind::Unicode { .. } if x.is_str() => {
                self.call_library_on(site, "unicodes", "contains_bytes", &[(0, c), (1, x)])
            }
            Kind::Tuple(items) => self.tuple_contains(site, &items.clone(), x),
            Kind::Instance { class, .. }
                if !self.has_special(site, *class, "__contains__")
                    && self.has_special(site, *class, "__iter__") =>
            {
                self.call_library_on(site, "objects", "contains_by_iter", &[(0, c), (1, x)])
            }
            Kind::Instance { .. } => {
                let r = self.call_special(site, c, "__contains__", vec![x.clone()])?;
                Ok(if r.is_impossible() { r } else { SomeValue::BOOL })
            }
            _ => Err(self.bad_operands(site, op.op, args)),
        }
    }

    /// Operators on containers. `None`: they have none of this name.
    pub(crate) fn container_binary(
        &mut self,
        site: Site,
        op: &Op,
        args: &[SomeValue],
    ) -> Option<AResult> {
        match (&args[0].kind, &args[1].kind) {
            (Kind::List(l), _) => match self.list_binary(site, op, *l, args) {
                None => self.tuple_binary(site, op, args),
                result => result,
            },
            (Kind::Deque(_), _) => self.deque_binary(site, op, args),
            (Kind::Dict(d), _) => self.dict_binary(site, op, *d, args),
            (_, Kind::List(_)) => self.list_reflected(site, op, args),
            (_, Kind::Deque(_)) => self.deque_reflected(site, op, args),
            _ => self.tuple_binary(site, op, args),
        }
    }
}

/// Whether values are ordered by `<` without code of the program. `within`: lists whose items are looked at.
pub(crate) fn ordered_natively(a: &Annotator, s: &SomeValue, within: &mut Vec<ListDefId>) -> bool {
    match &s.kind {
        Kind::Impossible
        | Kind::Bool
        | Kind::Integer { .. }
        | Kind::Float
        | Kind::Char
        | Kind::UniChar
        | Kind::String { .. }
        | Kind::Unicode { .. } => true,
        Kind::Tuple(items) => items.iter().all(|i| ordered_natively(a, i, within)),
        Kind::List(l) => {
            let l = a.find_list(*l);
            if within.contains(&l) {
                return true;
            }
            within.push(l);
            ordered_natively(a, &a.list_def(l).item, within)
        }
        _ => false,
    }
}
