//! The C text and the machine code of every operation on words say what its row means: one program has a function for each, which is asked
//! about edges and random words. The low-level interpreter is asked, too.

use crate::harness::*;
use flowmodel::{LlOp, Operand};
use lloperation::NoValue;
use proptest::prelude::*;
use proptest::strategy::ValueTree;
use proptest::test_runner::TestRunner;
use std::fmt::Write;

/// Operands per operation.
const SAMPLES: usize = 24;

/// Type, and the operations from and to Signed that keep the word.
fn casts(operand: Operand) -> (&'static str, &'static str, &'static str) {
    match operand {
        Operand::Signed => ("Signed", "same_as", "same_as"),
        Operand::Unsigned => ("Unsigned", "cast_int_to_uint", "cast_uint_to_int"),
        Operand::Float => {
            ("Float", "convert_longlong_bytes_to_float", "convert_float_bytes_to_longlong")
        }
        Operand::Bool => ("Bool", "int_is_true", "cast_bool_to_int"),
        Operand::Char => ("Char", "cast_int_to_char", "cast_char_to_int"),
        Operand::UniChar => ("UniChar", "cast_int_to_unichar", "cast_unichar_to_int"),
        // Raw pointers as any other.
        Operand::Pointer => ("Address", "cast_int_to_adr", "cast_adr_to_int"),
        other => panic!("no word is a {other:?}"),
    }
}

fn word(operand: Operand) -> BoxedStrategy<i64> {
    match operand {
        Operand::Bool => (0i64..2).boxed(),
        Operand::Char => (0i64..256).boxed(),
        Operand::Pointer => (0i64..4).prop_map(|x| x * 8).boxed(),
        Operand::UniChar => (0i64..0x11_0000).boxed(),
        Operand::Float => prop_oneof![
            any::<f64>().prop_map(|x| x.to_bits() as i64),
            (-9i64..9).prop_map(|x| (x as f64 / 2.0).to_bits() as i64),
            prop::sample::select(vec![f64::NAN, f64::INFINITY, -0.0, 9.3e18, -9.3e18, 1.9e19])
                .prop_map(|x| x.to_bits() as i64),
        ]
        .boxed(),
        _ => prop_oneof![
            any::<i64>(),
            -70i64..70,
            prop::sample::select(vec![i64::MIN, i64::MIN + 1, -1, 0, 63, 64, i64::MAX]),
        ]
        .boxed(),
    }
}

/// A function on Signed words that performs the operation.
fn function(op: LlOp) -> String {
    let row = op.info();
    let params: Vec<_> = (0..row.operands.len()).map(|i| format!("%w{i}")).collect();
    let typed: Vec<_> = params.iter().map(|p| format!("{p}: Signed")).collect();
    let mut t = format!("graph @of_{}({}) -> Signed {{\n", op.name(), typed.join(", "));
    let _ = writeln!(t, "block0({}):", params.join(", "));
    for (i, o) in row.operands.iter().enumerate() {
        let (ty, from, _) = casts(*o);
        let _ = writeln!(t, "    %x{i}: {ty} = {from} %w{i}");
    }
    let args: Vec<_> = (0..params.len()).map(|i| format!("%x{i}")).collect();
    let (ty, _, to) = casts(row.result);
    let _ = writeln!(t, "    %r: {ty} = {} {}", op.name(), args.join(", "));
    if op.can_raise() {
        t.push_str("    catch -> block1(%r), $Exception(%t, %v) -> raise(%t, %v)\n");
        let _ = writeln!(t, "block1(%q: {ty}):\n    %s: Signed = {to} %q");
    } else {
        let _ = writeln!(t, "    %s: Signed = {to} %r");
    }
    t.push_str("    return %s\n}\n");
    t
}

#[test]
fn back_ends_say_what_the_rows_mean() {
    let mut runner = TestRunner::default();
    let mut text = String::new();
    let mut runs = vec![];
    for op in LlOp::ALL.iter().filter(|op| op.has_meaning()) {
        let row = op.info();
        text.push_str(&function(*op));
        for _ in 0..SAMPLES {
            let new = |o: &Operand| word(*o).new_tree(&mut runner).expect("a word").current();
            let args: Vec<i64> = row.operands.iter().map(new).collect();
            let want = match op.on_words(&args) {
                // A NaN has many bit patterns.
                Ok(w) if row.result == Operand::Float && f64::from_bits(w as u64).is_nan() => {
                    continue;
                }
                Ok(w) => w.to_string(),
                Err(NoValue::Raises(e)) => format!("raises {e}"),
                Err(_) => continue,
            };
            runs.push(Run { func: format!("of_{}", op.name()), args, want, interp: true });
        }
    }
    assert!(runs.len() > 60 * SAMPLES, "{} runs", runs.len());
    let p = with_entry(&text, &runs);
    interpret(&p, &runs, "low-level interpreter");
    for (cc, opt) in [("cc", 0), ("cc", 2), (OBJECT, 0), (OBJECT, 2)] {
        let dir = scratch(&format!("meaning-{}-{opt}", cc.len()));
        let exe = compile(&p, false, cc, opt, &dir.0);
        check_c(&exe, &[], &runs, &format!("{cc} -O{opt}"));
    }
}
