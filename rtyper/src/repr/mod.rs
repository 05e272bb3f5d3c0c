//! Representations: which one an annotation has ([`RTyper::repr_of`]), and which low-level type ([`RTyper::lltype`]). The
//! modules are the families of representations: their layouts, operations and conversions.

pub(crate) mod attributes;
pub(crate) mod bytearray;
pub(crate) mod callable;
pub(crate) mod checks;
pub(crate) mod class;
pub(crate) mod comparison;
pub(crate) mod convert;
pub(crate) mod deque;
pub(crate) mod dict;
pub(crate) mod erased;
pub(crate) mod exc;
pub(crate) mod exc_args;
pub(crate) mod format;
pub(crate) mod identity;
pub(crate) mod instance;
pub(crate) mod iter;
pub(crate) mod layouts;
pub(crate) mod letters;
pub(crate) mod list;
pub(crate) mod numbers;
pub(crate) mod pair_eq;
pub(crate) mod string;
pub(crate) mod truth;
pub(crate) mod tuple;
pub(crate) mod types;
pub(crate) mod value_functions;
pub(crate) mod weakref;

use crate::state::repr::{Repr, ReprId};
use crate::state::{RTyper, Res, error};
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
            Kind::List(l) => list_repr(self, *l),
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
                layouts::iter_repr(self, c, *variant)?
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
            Kind::Pbc { descs, can_be_none } => shared_pbc_repr(self, descs, *can_be_none)?,
            Kind::ByteArray => Repr::ByteArray,
            Kind::WeakRef(_) => weakref::repr(self),
        };
        Ok(self.intern(r))
    }
}

fn list_repr(rt: &mut RTyper<'_>, l: ListDefId) -> Repr {
    let l = rt.ann.find_list(l);
    let d = rt.ann.list_def(l);
    match d.range_step {
        Some(step) if !d.resized && !d.mutated => Repr::Range(step),
        _ => Repr::List(l),
    }
}

/// The repr of a set of callees. Places that have the same set share it: so it is looked through once.
fn shared_pbc_repr(rt: &mut RTyper<'_>, descs: &Rc<[DescId]>, can_be_none: bool) -> Res<Repr> {
    /// Up to how many a look is as good as a table.
    const FEW: usize = 8;
    if descs.len() <= FEW {
        return pbc_repr(rt, descs, can_be_none);
    }
    let key = (descs.as_ptr(), can_be_none);
    if let Some((_, repr)) = rt.reprs.of_callees.get(&key) {
        return Ok(repr.clone());
    }
    let repr = pbc_repr(rt, descs, can_be_none)?;
    // (functions of which only the identity counts so far may be called by a later helper)
    if repr != Repr::Identity {
        rt.reprs.of_callees.insert(key, (descs.clone(), repr.clone()));
    }
    Ok(repr)
}

fn pbc_repr(rt: &mut RTyper<'_>, descs: &[DescId], can_be_none: bool) -> Res<Repr> {
    let first = descs[0];
    let single = descs.len() == 1 && !can_be_none;
    Ok(match rt.ann.descs[first].kind {
        DescKind::Function(_) | DescKind::Class(_) | DescKind::Frozen { .. } if single => {
            Repr::Known(first)
        }
        DescKind::Function(_) => {
            let Some(fam) = identity::callable_together(rt, descs) else {
                return Ok(Repr::Identity);
            };
            if rt.ann.families[fam].rows.len() > 1 {
                return Ok(Repr::FuncSet(fam));
            }
            let ft = callable::family_type(rt, fam, 0)?;
            Repr::Func(ft, fam)
        }
        DescKind::Class(_) => Repr::Class,
        DescKind::Frozen { .. } => {
            let root = annotator::access_root(rt.ann, first);
            match descs.iter().all(|d| annotator::access_root(rt.ann, *d) == root) {
                true => Repr::Frozen(root),
                false => Repr::Identity,
            }
        }
        DescKind::Method { this, .. } => {
            let mut common = this;
            for d in &descs[1..] {
                if let DescKind::Method { this, .. } = rt.ann.descs[*d].kind {
                    common = match (common, this) {
                        (Some(a), Some(b)) => Some(rt.ann.common_base(a, b)),
                        _ => None,
                    };
                }
            }
            match common {
                Some(c) => {
                    let r = rt.intern(Repr::Instance(c));
                    Repr::Method(r)
                }
                None => Repr::Void,
            }
        }
    })
}

impl RTyper<'_> {
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
            Repr::Range(step) => Type::Ptr(layouts::range_struct(self, step)),
            Repr::Tuple(items) if items.is_empty() => Type::Void,
            Repr::Tuple(items) => Type::Ptr(layouts::tuple_struct(self, &items)?),
            Repr::Dict(d) | Repr::Set(d) => Type::Ptr(self.dict_info(d)?.dict),
            Repr::ByteArray => Type::Ptr(bytearray::container(self)),
            Repr::Deque(l) => Type::Ptr(deque::container(self, l)?),
            Repr::Iter(it) => Type::Ptr(it.object),
            Repr::Instance(c) => Type::Ptr(class::container(self, c)),
            Repr::Class => Type::Ptr(self.layouts.vtable),
            Repr::Func(ft, _) => Type::FuncPtr(ft),
            Repr::FuncSet(fam) => Type::Ptr(callable::funcset_struct(self, fam)?),
            Repr::Method(r) | Repr::BuiltinMethod(r) => self.lltype(r)?,
            Repr::Frozen(d) => Type::Ptr(identity::frozen_struct(self, d)?),
            Repr::Identity => Type::Ptr(identity::container(self)),
            Repr::Builder(u) => Type::Ptr(layouts::builder_struct(self, u)),
            Repr::Slice => Type::Void,
            Repr::Interior(p) if p.part == Part::Item => {
                Type::Ptr(layouts::item_pointer_struct(self, &p)?)
            }
            Repr::Interior(p) => Type::Ptr(p.object),
        })
    }
    /// Low-level type of an annotation.
    pub fn lltype_of(&mut self, s: &SomeValue) -> Res<Type> {
        let r = self.repr_of(s)?;
        self.lltype(r)
    }
}
