//! Laws of the lattice, over samples of every kind.

use annotator::*;
use flowmodel::diag::SourceMap;
use flowmodel::{HlConst, Type};
use flowspace::host::{Host, import};
use std::cell::RefCell;
use std::path::PathBuf;
use std::rc::Rc;

fn annotator() -> (Annotator, Vec<SomeValue>) {
    let mut host = Host::new(Rc::new(RefCell::new(SourceMap::default())));
    let dir = PathBuf::from(env!("CARGO_MANIFEST_DIR")).join("tests/files");
    let m = import::target(&mut host, &dir.join("samples.rpy")).map_err(|d| d[0].message.clone());
    let m = m.expect("samples.rpy imports");
    let mut a = Annotator::new(host);
    let names = ["A", "B", "C", "D", "f", "g", "frozen1", "frozen2", "inst", "lst", "dct", "tup"];
    let mut v = vec![];
    for n in names {
        let h = a.host.getattr(m, n).unwrap_or_else(|_| panic!("{n}"));
        v.push(a.immutablevalue(Site::NOWHERE, h).unwrap_or_else(|e| panic!("{n}: {}", e.text())));
    }
    let class = |a: &Annotator, s: &SomeValue| match &s.kind {
        Kind::Pbc { descs, .. } => {
            a.descs[descs[0]].as_class().and_then(|c| c.classdef).expect("classdef")
        }
        _ => panic!("class"),
    };
    let (ca, cb, cc, cd) = (class(&a, &v[0]), class(&a, &v[1]), class(&a, &v[2]), class(&a, &v[3]));
    let s1 = a.types.add("S1", true, None, vec![], None);
    let s2 = a.types.add("S2", true, Some(s1), vec![], None);
    let s3 = a.types.add("S3", true, Some(s1), vec![], None);
    v.extend([
        SomeValue::IMPOSSIBLE,
        SomeValue::OBJECT,
        SomeValue::NONE,
        SomeValue::BOOL,
        SomeValue::bool_const(true),
        SomeValue::INT,
        SomeValue::NONNEG,
        SomeValue::UINT,
        SomeValue::int_const(1),
        SomeValue::int_const(-1),
        SomeValue::integer(false, false, IntSize::Half),
        SomeValue::integer(true, true, IntSize::Half),
        SomeValue::FLOAT,
        SomeValue::FLOAT.with_const(HlConst::Float(0)),
        SomeValue::CHAR,
        SomeValue::CHAR.with_const(HlConst::Str(Rc::from(&b"x"[..]))),
        SomeValue::STR,
        SomeValue::STR0,
        SomeValue::STR_OR_NONE,
        SomeValue::UNICODE,
        SomeValue::UNICHAR,
        Kind::ByteArray.into(),
        SomeValue::tuple(vec![SomeValue::INT, SomeValue::STR]),
        SomeValue::tuple(vec![SomeValue::NONNEG, SomeValue::CHAR]),
        SomeValue::tuple(vec![SomeValue::INT]),
        SomeValue::instance(ca),
        SomeValue::instance(cb),
        SomeValue::instance(cc),
        SomeValue::instance(cd),
        Kind::Instance { class: cb, can_be_none: true }.into(),
        Kind::Type(ca).into(),
        Kind::Type(cb).into(),
        Kind::Builtin("len".into()).into(),
        Kind::StringBuilder.into(),
        Kind::Truth.into(),
        Kind::WeakRef(Some(cb)).into(),
        Kind::WeakRef(Some(cc)).into(),
        Kind::WeakRef(None).into(),
        SomeValue::ADDRESS,
        SomeValue::ptr(Type::Ptr(s1)),
        SomeValue::ptr(Type::Ptr(s2)),
        SomeValue::ptr(Type::Ptr(s3)),
        SomeValue::ptr(Type::GcRef),
        SomeValue::lltype(LlType::Value(Type::Signed)),
        Kind::Iterator { container: Rc::new(SomeValue::STR), variant: IterVariant::Items }.into(),
        Kind::Iterator { container: Rc::new(SomeValue::CHAR), variant: IterVariant::Items }.into(),
    ]);
    (a, v)
}

/// Join without merging list definitions, so that samples stay what they are.
fn join(a: &mut Annotator, x: &SomeValue, y: &SomeValue) -> Option<SomeValue> {
    annotator::join(a, Site::NOWHERE, x, y, true).ok()
}

#[test]
fn union_is_idempotent_commutative_and_associative() {
    let (mut a, v) = annotator();
    for x in &v {
        assert_eq!(join(&mut a, x, x).as_ref(), Some(x), "{}", annotator::show_const(&a, x));
        for y in &v {
            let xy = join(&mut a, x, y);
            assert_eq!(
                xy,
                join(&mut a, y, x),
                "{} | {}",
                annotator::show_const(&a, x),
                annotator::show_const(&a, y)
            );
            let Some(xy) = xy else { continue };
            assert!(
                annotator::contains(&mut a, Site::NOWHERE, &xy, x)
                    && annotator::contains(&mut a, Site::NOWHERE, &xy, y)
            );
            for z in &v {
                let l = join(&mut a, &xy, z);
                let r = join(&mut a, y, z).and_then(|yz| join(&mut a, x, &yz));
                // Where both ways exist they agree; one may fail only where a part does.
                if let (Some(l), Some(r)) = (&l, &r) {
                    assert_eq!(
                        l,
                        r,
                        "{} | {} | {}",
                        annotator::show_const(&a, x),
                        annotator::show_const(&a, y),
                        annotator::show_const(&a, z)
                    );
                }
            }
        }
    }
}

#[test]
fn contains_is_a_partial_order() {
    let (mut a, v) = annotator();
    for x in &v {
        assert!(annotator::contains(&mut a, Site::NOWHERE, x, x));
        assert!(annotator::contains(&mut a, Site::NOWHERE, &SomeValue::OBJECT, x));
        assert!(annotator::contains(&mut a, Site::NOWHERE, x, &SomeValue::IMPOSSIBLE));
        for y in &v {
            if x != y && annotator::contains(&mut a, Site::NOWHERE, x, y) {
                assert!(
                    !annotator::contains(&mut a, Site::NOWHERE, y, x),
                    "{} and {}",
                    annotator::show_const(&a, x),
                    annotator::show_const(&a, y)
                );
            }
            for z in &v {
                if annotator::contains(&mut a, Site::NOWHERE, x, y)
                    && annotator::contains(&mut a, Site::NOWHERE, y, z)
                {
                    assert!(annotator::contains(&mut a, Site::NOWHERE, x, z));
                }
            }
        }
    }
}

#[test]
fn union_errors_carry_both_sides() {
    let (mut a, _) = annotator();
    let Err(AnnError::Union(u)) = a.union(Site::NOWHERE, &SomeValue::INT, &SomeValue::STR) else {
        panic!("int and str do not go together");
    };
    assert_eq!((u.left.clone(), u.right.clone()), (SomeValue::INT, SomeValue::STR));
}

#[test]
fn lists_that_meet_become_one() {
    let (mut a, _) = annotator();
    let l = annotator::new_list_def(&mut a, Site::NOWHERE, SomeValue::int_const(1));
    let m = annotator::new_list_def(&mut a, Site::NOWHERE, SomeValue::int_const(-1));
    let u = a
        .union(Site::NOWHERE, &Kind::List(l).into(), &Kind::List(m).into())
        .expect("lists of ints");
    assert!(annotator::same(&a, &u, &Kind::List(m).into()));
    assert_eq!(a.list_def(m).item, SomeValue::INT);
    assert_eq!(a.find_list(l), a.find_list(m));
}
