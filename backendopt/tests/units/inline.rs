//! Tests of `backendopt::inline`: how much code it makes where many small functions call each other.

use backendopt::manager::*;
use std::fmt::Write as _;

/// Counts the calls that are inlined in a program of `n` functions, the i-th of which calls those of `calls(i)`.
/// `known`: their addresses are taken.
fn inlined(n: usize, known: bool, calls: impl Fn(usize) -> Vec<usize>) -> usize {
    let mut text = String::from("level rtyped\nentry @main\n");
    for i in 0..n {
        writeln!(text, "graph @f{i}(%x: Signed) -> Signed {{\nblock0(%x):").unwrap();
        writeln!(text, "    %s0: Signed = int_add %x, {i}").unwrap();
        let mut last = 0;
        for callee in calls(i) {
            let next = last + 1;
            writeln!(text, "    %c{next}: Signed = direct_call @f{callee}, %s{last}").unwrap();
            writeln!(text, "    %s{next}: Signed = int_xor %c{next}, %x").unwrap();
            last = next;
        }
        writeln!(text, "    return %s{last}\n}}").unwrap();
    }
    let roots: Vec<String> = (0..n).map(|i| format!("f{i}")).collect();
    text += "graph @main(%x: Signed) -> Signed {\nblock0(%x):\n";
    text += "    %r: Signed = direct_call @f0, %x\n    return %r\n}\n";
    let mut p = flowmodel::text::parse_program(&text).expect("a program");
    let roots = match known {
        true => roots.iter().map(|f| p.func_by_name(f).expect("a function")).collect(),
        false => vec![],
    };
    let cfg = OptConfig { roots, verify: true, ..OptConfig::default() };
    match run_pass(&mut p, pass("inline").expect("a pass"), &cfg, &mut NoObserver) {
        Ok(changes) => changes,
        Err(_) => panic!("the pass fails"),
    }
}

/// A chain of calls: each call is inlined once, or a bounded number of times where all functions stay.
#[test]
fn chains_grow_with_their_length() {
    let chain = |n: usize| move |i: usize| if i + 1 < n { vec![i + 1] } else { vec![] };
    for n in [50, 200, 400] {
        assert!(inlined(n, false, chain(n)) <= 2 * n);
        assert!(inlined(n, true, chain(n)) <= 60 * n);
    }
}

/// Each function calls the next two: what all calls inlined would give is exponential.
#[test]
fn branching_chains_grow_with_their_length() {
    let twice = |n: usize| {
        move |i: usize| [i + 1, i + 2].into_iter().filter(|c| *c < n).collect::<Vec<_>>()
    };
    for n in [50, 200] {
        assert!(inlined(n, false, twice(n)) <= 60 * n);
        assert!(inlined(n, true, twice(n)) <= 60 * n);
    }
}
