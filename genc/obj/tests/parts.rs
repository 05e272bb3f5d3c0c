//! A large interpreter loop, which the object back end makes parts of: calls that raise and calls of itself in its cases,
//! objects, loops, floats, returns. The low-level interpreter says what comes out.

use crate::harness::{OBJECT, Run, check_c, compile, scratch, with_entry};
use flowmodel::eval::RtValue;
use flowmodel::llinterp::LlInterp;
use std::fmt::Write;
use std::path::Path;

/// Number of commands. `int_and` leaves 128 of them.
const CASES: usize = 120;

/// Gives the variables that all blocks get.
fn state(n: usize) -> String {
    format!("%p{n}, %a{n}, %x{n}, %f{n}, %o{n}")
}

fn block(n: usize, more: &str) -> String {
    format!(
        "block{n}({more}%p{n}: Signed, %a{n}: Signed, %x{n}: Signed, %f{n}: Float, %o{n}: *#Node):\n"
    )
}

/// The blocks of a command, from number `b` on.
fn case(k: usize, b: usize) -> String {
    let (c, d) = (b + 1, b + 2);
    let (s, sc) = (state(b), state(c));
    let (head, second, third) = (block(b, ""), block(c, ""), block(d, ""));
    match k % 8 {
        0 => format!(
            "{head}    %m{b}: Signed = int_mul %a{b}, 3\n    %n{b}: Signed = int_add %m{b}, {k}\n    \
             %t{b}: Signed = int_and %n{b}, 1\n    %c{b}: Bool = int_is_true %t{b}\n    \
             if %c{b} then block{c}(%p{b}, %n{b}, %x{b}, %f{b}, %o{b}) else block{d}(%p{b}, %n{b}, %x{b}, %f{b}, %o{b})\n\
             {second}    %y{c}: Signed = int_xor %x{c}, %a{c}\n    goto block1(%p{c}, %a{c}, %y{c}, %f{c}, %o{c})\n\
             {third}    %g{d}: Float = float_add %f{d}, f0x3fe0000000000000\n    goto block1(%p{d}, %a{d}, %x{d}, %g{d}, %o{d})\n"
        ),
        1 => format!(
            "{head}    %r{b}: Signed = direct_call @risky, %a{b}, {k}\n    \
             catch -> block{c}(%r{b}, %p{b}, %x{b}, %f{b}, %o{b}), $ValueError(%e{b}, %v{b}) -> block5(%e{b}, %v{b}, {k}, {s})\n\
             block{c}(%a{c}: Signed, %p{c}: Signed, %x{c}: Signed, %f{c}: Float, %o{c}: *#Node):\n    goto block1({sc})\n"
        ),
        2 => format!(
            "{head}    %n{b}: *#Node = malloc #Node\n    setfield %n{b}, .value, %a{b}\n    setfield %n{b}, .next, %o{b}\n    \
             goto block1(%p{b}, %a{b}, %x{b}, %f{b}, %n{b})\n"
        ),
        3 => format!(
            "{head}    %i{b}: Signed = int_and %a{b}, 7\n    goto block{c}(%i{b}, {s})\n{}    \
             %c{c}: Bool = int_gt %i{c}, 0\n    if %c{c} then block{d}(%i{c}, {sc}) else block1({sc})\n{}    \
             %j{d}: Signed = int_sub %i{d}, 1\n    %y{d}: Signed = int_add %x{d}, %i{d}\n    \
             goto block{c}(%j{d}, %p{d}, %a{d}, %y{d}, %f{d}, %o{d})\n",
            block(c, &format!("%i{c}: Signed, ")),
            block(d, &format!("%i{d}: Signed, "))
        ),
        4 => format!(
            "{head}    %t{b}: Signed = int_and %a{b}, 3\n    %c{b}: Bool = int_is_true %t{b}\n    \
             if %c{b} then block{d}({s}) else block{c}({s})\n\
             {second}    %r{c}: Signed = direct_call @slow, %a{c}, %o{c}\n    goto block1(%p{c}, %r{c}, %x{c}, %f{c}, %o{c})\n\
             {third}    %n{d}: Signed = int_add %a{d}, {k}\n    goto block1(%p{d}, %n{d}, %x{d}, %f{d}, %o{d})\n"
        ),
        5 => format!(
            "{head}    %c{b}: Bool = int_gt %a{b}, 1000000000000\n    \
             if %c{b} then return(%x{b}) else block{c}({s})\n\
             {second}    %n{c}: Signed = int_xor %a{c}, %p{c}\n    goto block1(%p{c}, %n{c}, %x{c}, %f{c}, %o{c})\n"
        ),
        6 => format!(
            "{head}    %c{b}: Bool = ptr_nonzero %o{b}\n    if %c{b} then block{c}({s}) else block{d}({s})\n\
             {second}    %v{c}: Signed = getfield %o{c}, .value\n    %y{c}: Signed = int_add %x{c}, %v{c}\n    \
             %q{c}: *#Node = getfield %o{c}, .next\n    goto block1(%p{c}, %a{c}, %y{c}, %f{c}, %q{c})\n\
             {third}    %n{d}: Signed = int_add %a{d}, 1\n    goto block1(%p{d}, %n{d}, %x{d}, %f{d}, %o{d})\n"
        ),
        _ => format!(
            "{head}    %t{b}: Signed = int_and %p{b}, 31\n    %c{b}: Bool = int_is_true %t{b}\n    \
             if %c{b} then block1({s}) else block{c}({s})\n\
             {second}    %r{c}: Signed = direct_call @loop, 3, {k}\n    catch -> block{d}(%r{c}, {sc}), $ValueError(%e{c}, %v{c}) -> block5(%e{c}, %v{c}, {k}, {sc})\n\
             {}    %n{d}: Signed = int_add %a{d}, %r{d}\n    goto block1(%p{d}, %n{d}, %x{d}, %f{d}, %o{d})\n",
            block(d, &format!("%r{d}: Signed, "))
        ),
    }
}

fn program() -> String {
    let mut t = String::from(
        "struct #Node gc { value: Signed, next: *#Node }\n\
         graph @risky(%a: Signed, %k: Signed) -> Signed {\nblock0(%a, %k):\n    %t: Signed = int_and %a, 3\n    \
         %c: Bool = int_is_true %t\n    %s: Signed = int_add %a, %k\n    if %c then return(%s) else block1()\n\
         block1():\n    raise $ValueError, $i_ValueError\n}\n\
         graph @slow(%a: Signed, %o: *#Node) -> Signed {\nblock0(%a, %o):\n    %n: *#Node = malloc #Node\n    \
         setfield %n, .next, %o\n    %s: Signed = int_add %a, 5\n    return %s\n}\n\
         graph @loop(%n: Signed, %seed: Signed) -> Signed {\nblock0(%n, %seed):\n    \
         goto block1(%n, %seed, 0, f0x0000000000000000, null(*#Node))\n",
    );
    let (end, go, switch) = (state(1), state(1), state(2));
    let _ = write!(
        t,
        "{}    %go: Bool = int_gt %p1, 0\n    if %go then block2({go}) else block3({end})\n\
         {}    %q2: Signed = int_sub %p2, 1\n    %h2: Signed = int_mul %a2, 31\n    %i2: Signed = int_mul %p2, 17\n    \
         %j2: Signed = int_add %h2, %i2\n    %k2: Signed = int_add %j2, %x2\n    %l2: Signed = int_rshift %k2, 3\n    \
         %op: Signed = int_and %l2, 127\n    switch %op: ",
        block(1, ""),
        block(2, "")
    );
    let args = switch.replace("%p2", "%q2");
    for k in 0..CASES {
        let _ = write!(t, "{k} -> block{}({args}), ", 10 + k * 3);
    }
    let _ = write!(
        t,
        "default -> block4({args})\n\
         {}    %v3: Signed = cast_float_to_int %f3\n    %w3: Signed = int_add %v3, %x3\n    %z3: Signed = int_add %w3, %a3\n    return %z3\n\
         {}    %y4: Signed = int_add %x4, 1\n    goto block1(%p4, %a4, %y4, %f4, %o4)\n\
         {}    %n5: Signed = int_add %a5, %k5\n    %m5: Signed = int_mul %n5, 7\n    \
         %c5: *#vtable = getfield %v5, .typeptr\n    %s5: Bool = ptr_eq %c5, %e5\n    %b5: Signed = cast_bool_to_int %s5\n    \
         %y5: Signed = int_add %x5, %b5\n    goto block1(%p5, %m5, %y5, %f5, %o5)\n",
        block(3, ""),
        block(4, ""),
        block(5, "%e5: *#vtable, %v5: *#object, %k5: Signed, ")
    );
    for k in 0..CASES {
        t.push_str(&case(k, 10 + k * 3));
    }
    t.push_str("}\n");
    t
}

/// Says whether a file holds these bytes.
fn holds(file: &Path, what: &str) -> bool {
    std::fs::read(file).unwrap().windows(what.len()).any(|w| w == what.as_bytes())
}

#[test]
fn large_loops() {
    let text = program();
    let mut runs = vec![];
    for args in [[1, 1], [200, 7], [5000, 3], [20000, 11], [3000, -5]] {
        runs.push(Run {
            func: "loop".into(),
            args: args.to_vec(),
            want: String::new(),
            interp: false,
        });
    }
    let p = with_entry(&text, &runs);
    for r in &mut runs {
        let f = p.func_by_name("loop").unwrap();
        let args: Vec<RtValue> = r.args.iter().map(|a| RtValue::Int(*a)).collect();
        r.want = match LlInterp::new(&p).call(f, &args) {
            Ok(RtValue::Int(n)) => n.to_string(),
            other => panic!("{:?}: {other:?}", r.args),
        };
    }
    for (moving, opt) in [(false, 0), (false, 2), (true, 2)] {
        let dir = scratch(&format!("parts-{moving}-{opt}"));
        let exe = compile(&p, moving, OBJECT, opt, &dir.0);
        let object = dir.0.join("program.o");
        assert_eq!(holds(&object, "loop_part1"), opt > 0, "{}", object.display());
        check_c(&exe, &[], &runs, &format!("-O{opt} moving={moving}"));
        if moving {
            check_c(&exe, &[("STRESS", "1")], &runs, "stress");
        }
    }
}
