//! Columns of the table: what they say agrees with what the rows mean.

use lloperation::{ArgKind, InTraces, Insn, Kind, LlOp, NoValue, Operand, ResOp, arith, effects};
use proptest::prelude::*;

const EDGES: [i64; 13] =
    [i64::MIN, i64::MIN + 1, -64, -8, -7, -2, -1, 0, 1, 2, 7, i64::MAX - 1, i64::MAX];

/// Words near the edges, small ones, and any.
fn word() -> impl Strategy<Value = i64> {
    prop_oneof![prop::sample::select(&EDGES[..]), -70i64..70, any::<i64>()]
}

/// The word as a value of an operand's type.
fn narrow(word: i64, operand: Operand) -> i64 {
    match operand {
        Operand::Bool => word & 1,
        Operand::Char => word & 0xff,
        Operand::UniChar => word & 0xffff_ffff,
        _ => word,
    }
}

#[test]
fn names_are_unique_and_opcodes_fit_a_byte() {
    for op in LlOp::ALL {
        assert_eq!(LlOp::from_name(op.name()), Some(*op));
    }
    for op in ResOp::ALL {
        assert_eq!(ResOp::by_name(op.name()), Some(*op));
        assert_eq!(ResOp::from_u8(*op as u8), Some(*op));
    }
    assert!(Insn::ALL.len() <= 256);
    for insn in Insn::ALL {
        assert_eq!(Insn::by_name(insn.name()), Some(*insn), "{}", insn.name());
    }
}

#[test]
fn what_has_a_value_on_words_has_no_effect() {
    for op in LlOp::ALL {
        let words = vec![1; op.info().operands.len()];
        let value = op.on_words(&words);
        assert_eq!(value != Err(NoValue::NoMeaning), op.has_meaning(), "{op:?}");
        assert!(!op.has_meaning() || op.is_foldable(), "{op:?}");
        assert_eq!(
            op.info().precondition.is_some(),
            op.has_meaning() && op.has(effects::PRECONDITION)
        );
    }
    for op in ResOp::ALL {
        let words = vec![1; op.info().args.len()];
        let has_meaning = op.on_words(&words) != Err(NoValue::NoMeaning);
        assert_eq!(has_meaning, op.is_foldable() || op.is_ovf(), "{op}");
    }
}

#[test]
fn every_pure_trace_operation_has_an_instruction() {
    let missing = ResOp::ALL.iter().filter(|op| op.is_foldable());
    let missing: Vec<_> = missing.filter(|op| Insn::from_resop(**op).is_none()).collect();
    assert_eq!(missing, [&ResOp::SameAsI, &ResOp::SameAsR, &ResOp::SameAsF]);
    for op in ResOp::ALL.iter().filter(|op| op.is_ovf()) {
        let insn = Insn::jump_if_ovf(*op).expect("an instruction");
        assert_eq!(insn.overflowing(), Some(*op));
    }
    assert_eq!(Insn::GotoIfNotIntLt.fused_comparison(), Some(ResOp::IntLt));
    assert_eq!(Insn::goto_if_not(ResOp::PtrEq), Some(Insn::GotoIfNotPtrEq));
    assert_eq!(Insn::goto_if_not(ResOp::IntIsTrue), Some(Insn::GotoIfNot));
}

#[test]
fn mirrors_take_the_same_operands() {
    let kind = |operand: &Operand| match operand {
        Operand::Float => Kind::Float,
        Operand::Container | Operand::Pointer => Kind::Ref,
        Operand::Void => Kind::Void,
        _ => Kind::Int,
    };
    for op in LlOp::ALL {
        if let InTraces::As(r) = op.info().in_traces {
            let kinds: Vec<_> = op.info().operands.iter().map(|o| ArgKind::Is(kind(o))).collect();
            assert_eq!(kinds, r.info().args, "{op:?}");
            assert_eq!(kind(&op.info().result), r.result(), "{op:?}");
        }
    }
}

#[test]
fn divisions_round_down() {
    for n in EDGES {
        for d in EDGES.into_iter().filter(|d| *d != 0) {
            let (q, r) = (arith::floordiv(n, d), arith::floormod(n, d));
            assert_eq!(q.wrapping_mul(d).wrapping_add(r), n, "{n} {d}");
            assert!(r == 0 || (r < 0) == (d < 0), "{n} {d}");
            assert!(r.unsigned_abs() < d.unsigned_abs());
        }
    }
    assert_eq!(arith::floordiv(-7, 2), -4);
    assert_eq!(arith::floordiv(i64::MIN, -1), i64::MIN);
}

#[test]
fn conversions_out_of_range() {
    let to_int = |x: f64| LlOp::CastFloatToInt.on_words(&[x.to_bits() as i64]).unwrap();
    assert_eq!((to_int(f64::NAN), to_int(1e300), to_int(-1.9)), (i64::MIN, i64::MIN, -1));
    let to_uint = |x: f64| LlOp::CastFloatToUint.on_words(&[x.to_bits() as i64]).unwrap() as u64;
    assert_eq!((to_uint(18446744073709549568.0), to_uint(2.9)), (18446744073709549568, 2));
}

proptest! {
    #![proptest_config(ProptestConfig { failure_persistence: None, ..ProptestConfig::default() })]
    #[test]
    fn low_level_columns_are_true(a in word(), b in word(), c in word()) {
        for op in LlOp::ALL.iter().filter(|op| op.has_meaning()) {
            let words: Vec<i64> =
                [a, b, c].iter().zip(op.info().operands).map(|(w, o)| narrow(*w, *o)).collect();
            let value = op.on_words(&words);
            let swapped: Vec<i64> = words.iter().rev().copied().collect();
            if let Some(n) = op.negated() {
                prop_assert_eq!(value.map(|v| 1 - v), n.on_words(&words), "{:?}", op);
                prop_assert_eq!(n.negated(), Some(*op));
            }
            if let Some(s) = op.swapped() {
                prop_assert_eq!(value, s.on_words(&swapped), "{:?}", op);
            }
            if op.is_commutative() {
                prop_assert_eq!(value, op.on_words(&swapped), "{:?}", op);
            }
            if let (true, Ok(v)) = (op.has(effects::NONNEGATIVE), value) {
                prop_assert!(v >= 0, "{:?}", op);
            }
            if let Some(truth) = op.of_itself() {
                prop_assert_eq!(op.on_words(&[words[0], words[0]]), Ok(truth as i64), "{:?}", op);
            }
            if let Some(f) = op.overflow_forms() {
                prop_assert_eq!([f.raising, f.flagged, f.trapping].map(LlOp::unchecked), [Some(*op); 3]);
                prop_assert!(f.raising.is_ovf() && f.trapping.is_trapping());
            }
            if let (Some(plain), Ok(v)) = (op.unchecked(), value) {
                prop_assert_eq!(plain.on_words(&words), Ok(v), "{:?}", op);
            }
            match value {
                Ok(v) => prop_assert_eq!(v, narrow(v, op.info().result), "{:?}", op),
                Err(NoValue::Raises(e)) => prop_assert_eq!(op.raises(), &[e][..]),
                Err(NoValue::Undefined(_)) => prop_assert!(op.has(effects::PRECONDITION)),
                Err(e) => prop_assert!(false, "{:?}: {:?}", op, e),
            }
            if let (InTraces::As(r), Ok(v)) = (op.info().in_traces, value) {
                prop_assert_eq!(r.on_words(&words), Ok(v), "{:?}", op);
            }
        }
    }

    #[test]
    fn trace_columns_are_true(a in word(), b in word()) {
        for op in ResOp::ALL {
            let value = op.on_words(&[a, b]);
            if let (true, Some(n)) = (op.is_bool(), op.negated()) {
                prop_assert_eq!(value.map(|v| 1 - v), n.on_words(&[a, b]), "{}", op);
                prop_assert_eq!(n.negated(), Some(*op));
            }
            if let Some(s) = op.swapped() {
                prop_assert_eq!(value, s.on_words(&[b, a]), "{}", op);
            }
            if op.has(effects::COMMUTATIVE) {
                prop_assert_eq!(value, op.on_words(&[b, a]), "{}", op);
            }
            if op.is_pure() {
                prop_assert!(value.is_ok(), "{}", op);
            }
            if let Some((word, overflowed)) = op.with_overflow(a, b) {
                prop_assert_eq!(op.unchecked().unwrap().on_words(&[a, b]), Ok(word));
                let (x, y) = (a as i128, b as i128);
                let exact = match op {
                    ResOp::IntAddOvf => x + y,
                    ResOp::IntSubOvf => x - y,
                    _ => x * y,
                };
                prop_assert_eq!(overflowed, i64::try_from(exact).is_err(), "{}", op);
                prop_assert_eq!(word, exact as i64);
            }
        }
    }
}

#[test]
fn operations_that_instructions_are_named_after() {
    let insn = |name: &str| Insn::by_name(name).unwrap_or_else(|| panic!("{name}"));
    let mut accesses = 0;
    for &i in Insn::ALL {
        let name = i.name();
        let compared = name.strip_prefix("goto_if_not_").map(|op| ResOp::by_name(op).unwrap());
        assert_eq!(i.fused_comparison(), compared, "{name}");
        let checked = name.strip_suffix("_jump_if_ovf").map(|op| format!("{op}_ovf"));
        assert_eq!(i.overflowing(), checked.map(|op| ResOp::by_name(&op).unwrap()), "{name}");
        let Some(op) = i.memory_op() else { continue };
        accesses += 1;
        let stem = name.strip_suffix("_pure").and_then(|stem| stem.rsplit_once('_'));
        let pure = stem.map(|(stem, kind)| format!("{stem}_pure_{kind}"));
        let plain = pure.is_none() && name.starts_with(op.name());
        assert!(plain || pure.is_some_and(|pure| pure == op.name()), "{name}: {op}");
    }
    assert!(accesses > 30, "{accesses}");
    for (name, op) in [
        ("getfield_gc_i", Some(ResOp::GetfieldGcI)),
        ("getarrayitem_gc_r_pure", Some(ResOp::GetarrayitemGcPureR)),
        ("setfield_gc_i", Some(ResOp::SetfieldGc)),
        ("switch", None),
        ("int_add", None),
    ] {
        assert_eq!(insn(name).memory_op(), op, "{name}");
    }
    for op in ResOp::ALL {
        if let Some(other) = op.negated() {
            assert_eq!(other.negated(), Some(*op), "{op}");
        }
    }
}
