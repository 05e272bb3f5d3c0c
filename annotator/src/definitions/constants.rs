//! Annotations of constants, as far as they can be told without a new definition.

use crate::definitions::desc;
use crate::hostview as hv;
use crate::hostview::View;
use crate::model::errors::AResult;
use crate::model::site::Site;
use crate::model::state::Facts;
use crate::model::*;
use flowmodel::HlConst;

/// Annotation of a constant of a graph.
pub(crate) fn immutable_const(ann: &mut Facts, site: Site, c: &HlConst) -> AResult {
    match c {
        HlConst::Host(r) => ann.immutablevalue(site, *r),
        atom => Ok(atom_annotation(atom)),
    }
}

/// Annotation of a constant (top for what has none).
pub(crate) fn annotation_of(ann: &mut Facts, c: &HlConst) -> SomeValue {
    immutable_const(ann, Site::NOWHERE, c).unwrap_or(SomeValue::OBJECT)
}

/// Annotation of a constant for messages, without side effects.
pub(crate) fn peek_const(ann: &Facts, c: &HlConst) -> Option<SomeValue> {
    match c {
        HlConst::Host(r) => {
            if let Some(l) = ann.known.list_of_host.get(r) {
                return Some(Kind::List(*l).into());
            }
            if let Some(d) = ann.known.dict_of_host.get(r) {
                return Some(match hv::view(&ann.host, *r) {
                    View::Set(..) => Kind::Set(*d).into(),
                    _ => Kind::Dict(*d).into(),
                });
            }
            if let Some(d) = ann.known.desc_of_host.get(r) {
                return Some(desc::pbc(ann, vec![*d], false));
            }
            match hv::view(&ann.host, *r) {
                View::Instance(c, _) => {
                    Some(SomeValue::instance(*ann.known.class_of_host.get(&c)?))
                }
                _ => None,
            }
        }
        atom => Some(atom_annotation(atom)),
    }
}

/// Annotation of an atom.
pub(crate) fn atom_annotation(c: &HlConst) -> SomeValue {
    match c {
        HlConst::None => SomeValue::NONE,
        HlConst::Bool(b) => SomeValue::bool_const(*b),
        HlConst::Int(i) => SomeValue::int_const(*i),
        HlConst::Float(_) => SomeValue::FLOAT.with_const(c.clone()),
        HlConst::Str(s) if s.len() == 1 => SomeValue::CHAR.with_const(c.clone()),
        HlConst::Str(s) => {
            SomeValue::string(false, !s.contains(&0), Texts::PLAIN).with_const(c.clone())
        }
        HlConst::Bytes(s) => {
            SomeValue::string(false, !s.contains(&0), Texts::BYTES).with_const(c.clone())
        }
        HlConst::Unicode(s) if s.chars().count() == 1 => SomeValue::UNICHAR.with_const(c.clone()),
        HlConst::Unicode(s) => {
            SomeValue::from(Kind::Unicode { can_be_none: false, no_nul: !s.contains('\0') })
                .with_const(c.clone())
        }
        HlConst::Host(_) => SomeValue::OBJECT,
    }
}

/// Gives the annotation of a constant, also of a tuple.
pub(crate) fn seen_const(ann: &Facts, c: &HlConst) -> Option<SomeValue> {
    let HlConst::Host(r) = c else { return peek_const(ann, c) };
    match hv::view(&ann.host, *r) {
        hv::View::Tuple(items) => {
            let items = items.into_iter().map(|i| seen_const(ann, &HlConst::Host(i)));
            Some(SomeValue::tuple(items.collect::<Option<Vec<_>>>()?))
        }
        hv::View::Atom(atom) => peek_const(ann, &atom),
        _ => peek_const(ann, c),
    }
}
