//! Representations: how the values of an annotation look at low level.
//!
//! A [`Repr`] is interned ([`ReprId`]); its low-level type follows from it ([`RTyper::lltype`]). Container reprs refer
//! to the annotator's definitions, so that recursive types need no special case.

pub(crate) mod bytearray;
pub(crate) mod checks;
pub(crate) mod class;
pub(crate) mod compare;
pub(crate) mod convert;
pub(crate) mod deque;
pub(crate) mod dict;
pub(crate) mod erased;
pub(crate) mod exc;
pub(crate) mod exc_args;
pub(crate) mod callable;
pub(crate) mod format;
pub(crate) mod identity;
pub(crate) mod instance;
pub(crate) mod iter;
pub(crate) mod layouts;
pub(crate) mod list;
pub(crate) mod numbers;
pub(crate) mod pair_eq;
pub(crate) mod string;
pub(crate) mod truth;
pub(crate) mod tuple;
pub(crate) mod weakref;

use crate::base::repr::{Repr, ReprId};
use crate::{RTyper, Res, error};
use annotator::{DescId, DescKind, IntSize, Kind, ListDefId, Part, SomeValue};
use flowmodel::Type;
use std::rc::Rc;

impl RTyper<'_> {
    /// Repr of all values of an annotation.
    pub fn repr_of(&mut self, s: &SomeValue) -> Res<ReprId> {
        let r = match &s.kind {
            Kind::Impossible
            | Kind::None_
            | Kind::Builtin(_)
            | Kind::Property(_)
            | Kind::LlType(_) => Repr::Void,
            Kind::Object => {
                return Err(error("a value whose type is not known statically is used here"));
            }
            Kind::Bool | Kind::Truth => Repr::Prim(Type::Bool),
            Kind::Integer { unsigned, size, .. } => Repr::Prim(match (unsigned, size) {
                (false, IntSize::Word) => Type::Signed,
                (true, IntSize::Word) => Type::Unsigned,
                (false, IntSize::Half) => Type::Int32,
                (true, IntSize::Half) => Type::UInt32,
                (false, IntSize::Short) => Type::Int16,
                (true, IntSize::Short) => Type::UInt16,
                (false, IntSize::Byte) => Type::Int8,
                (true, IntSize::Byte) => Type::UInt8,
            }),
            Kind::Float | Kind::LongFloat => Repr::Prim(Type::Float),
            Kind::SingleFloat => Repr::Prim(Type::SingleFloat),
            Kind::Char => Repr::Prim(Type::Char),
            Kind::UniChar => Repr::Prim(Type::UniChar),
            Kind::Address => Repr::Prim(Type::Address),
            Kind::Ptr(t) => Repr::Prim(*t),
            Kind::String { .. } => Repr::Str,
            Kind::Unicode { .. } => Repr::Unicode,
            Kind::List(l) => self.list_repr(*l),
            Kind::Dict(d) => Repr::Dict(self.ann.find_dict(*d)),
            Kind::Set(d) => Repr::Set(self.ann.find_dict(*d)),
            Kind::Deque(l) => Repr::Deque(self.ann.find_list(*l)),
            Kind::Tuple(items) => {
                let mut rs = vec![];
                for s in items.iter() {
                    rs.push(self.repr_of(s)?);
                }
                Repr::Tuple(rs.into())
            }
            Kind::Iterator { container, variant } => {
                let c = self.repr_of(container)?;
                self.iter_repr(c, *variant)?
            }
            Kind::Slice(_) => Repr::Slice,
            Kind::InteriorPtr(p) => Repr::Interior(p.clone()),
            Kind::Instance { class, .. } => Repr::Instance(*class),
            Kind::Type(_) => {
                if s.konst.is_some() {
                    Repr::Void
                } else {
                    Repr::Class
                }
            }
            Kind::StringBuilder => Repr::Builder(false),
            Kind::UnicodeBuilder => Repr::Builder(true),
            Kind::BuiltinMethod { this, .. } => {
                let r = self.repr_of(this)?;
                Repr::BuiltinMethod(r)
            }
            Kind::Pbc { descs, can_be_none } => self.shared_pbc_repr(descs, *can_be_none)?,
            Kind::ByteArray => Repr::ByteArray,
            Kind::WeakRef(_) => self.weakref_repr(),
        };
        Ok(self.intern(r))
    }

    pub(crate) fn list_repr(&mut self, l: ListDefId) -> Repr {
        let l = self.ann.find_list(l);
        let d = self.ann.list_def(l);
        match d.range_step {
            Some(step) if !d.resized && !d.mutated => Repr::Range(step),
            _ => Repr::List(l),
        }
    }

    /// The repr of a set of callees. Places that have the same set share it: so it is looked through once.
    pub(crate) fn shared_pbc_repr(&mut self, descs: &Rc<[DescId]>, can_be_none: bool) -> Res<Repr> {
        /// Up to how many a look is as good as a table.
        const FEW: usize = 8;
        if descs.len() <= FEW {
            return self.pbc_repr(descs, can_be_none);
        }
        let key = (descs.as_ptr(), can_be_none);
        if let Some((_, repr)) = self.reprs.of_callees.get(&key) {
            return Ok(repr.clone());
        }
        let repr = self.pbc_repr(descs, can_be_none)?;
        // (functions of which only the identity counts so far may be called by a later helper)
        if repr != Repr::Identity {
            self.reprs.of_callees.insert(key, (descs.clone(), repr.clone()));
        }
        Ok(repr)
    }

    pub(crate) fn pbc_repr(&mut self, descs: &[DescId], can_be_none: bool) -> Res<Repr> {
        let first = descs[0];
        let single = descs.len() == 1 && !can_be_none;
        Ok(match self.ann.descs[first].kind {
            DescKind::Function(_) | DescKind::Class(_) | DescKind::Frozen { .. } if single => {
                Repr::Known(first)
            }
            DescKind::Function(_) => {
                let Some(fam) = self.callable_together(descs) else {
                    return Ok(Repr::Identity);
                };
                if self.ann.families[fam].rows.len() > 1 {
                    return Ok(Repr::FuncSet(fam));
                }
                let ft = self.family_type(fam, 0)?;
                Repr::Func(ft, fam)
            }
            DescKind::Class(_) => Repr::Class,
            DescKind::Frozen { .. } => {
                let root = self.ann.access_root(first);
                match descs.iter().all(|d| self.ann.access_root(*d) == root) {
                    true => Repr::Frozen(root),
                    false => Repr::Identity,
                }
            }
            DescKind::Method { this, .. } => {
                let mut common = this;
                for d in &descs[1..] {
                    if let DescKind::Method { this, .. } = self.ann.descs[*d].kind {
                        common = match (common, this) {
                            (Some(a), Some(b)) => Some(self.ann.common_base(a, b)),
                            _ => None,
                        };
                    }
                }
                match common {
                    Some(c) => {
                        let r = self.intern(Repr::Instance(c));
                        Repr::Method(r)
                    }
                    None => Repr::Void,
                }
            }
        })
    }

    /// Low-level type of a repr.
    pub fn lltype(&mut self, r: ReprId) -> Res<Type> {
        Ok(match self.repr(r).clone() {
            Repr::Void | Repr::Known(_) => Type::Void,
            Repr::Prim(t) => t,
            Repr::Str => Type::Ptr(self.layouts.string),
            Repr::Unicode => Type::Ptr(self.layouts.unicode),
            Repr::List(l) => {
                let info = self.list_info(l)?;
                Type::Ptr(info.list.unwrap_or(info.array))
            }
            Repr::Range(step) => Type::Ptr(self.range_struct(step)),
            Repr::Tuple(items) if items.is_empty() => Type::Void,
            Repr::Tuple(items) => Type::Ptr(self.tuple_struct(&items)?),
            Repr::Dict(d) | Repr::Set(d) => Type::Ptr(self.dict_info(d)?.dict),
            Repr::ByteArray => Type::Ptr(self.bytearray_struct()),
            Repr::Deque(l) => Type::Ptr(self.deque_struct(l)?),
            Repr::Iter(it) => Type::Ptr(it.object),
            Repr::Instance(c) => Type::Ptr(self.class_struct(c)),
            Repr::Class => Type::Ptr(self.layouts.vtable),
            Repr::Func(ft, _) => Type::FuncPtr(ft),
            Repr::FuncSet(fam) => Type::Ptr(self.funcset_struct(fam)?),
            Repr::Method(r) | Repr::BuiltinMethod(r) => self.lltype(r)?,
            Repr::Frozen(d) => Type::Ptr(self.frozen_struct(d)?),
            Repr::Identity => Type::Ptr(self.identity_struct()),
            Repr::Builder(u) => Type::Ptr(self.builder_struct(u)),
            Repr::Slice => Type::Void,
            Repr::Interior(p) if p.part == Part::Item => Type::Ptr(self.item_pointer_struct(&p)?),
            Repr::Interior(p) => Type::Ptr(p.object),
        })
    }
    /// Low-level type of an annotation.
    pub fn lltype_of(&mut self, s: &SomeValue) -> Res<Type> {
        let r = self.repr_of(s)?;
        self.lltype(r)
    }
}
