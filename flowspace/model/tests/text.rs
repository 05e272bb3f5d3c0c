//! The text format prints and parses, and the verifier accepts and rejects what it says.

use flowmodel::text::{parse_hl_graph, parse_program, print_hl_graph, print_program};
use flowmodel::verify::{verify_program, verify_shape};

const SAMPLE: &str = r#"level rtyped
struct #vtable { subclassrange_min: Signed immutable, name: *#cstr }
struct #cstr nolength {} items Char
struct #object gc { typeptr: *#vtable }
struct #Point gc : #object { x: Signed, y: Float quasi_immutable }
struct #rpy_string gc immutable_items { hash: Signed } items Char
struct #entries gc {} items { key: Signed, value: *#Point }
struct #Tuple2 gc { item0: Signed, item1: Signed }
object $vt: #vtable { 3, null(*#cstr) }
object $pt: #Point { $vt, 4, 1.5f }
object $s: #rpy_string { 0 } "a\n\"b\x00"
object $es: #entries {} [1, $pt, 2, null(*#Point)]
family &0 = [@pair, @"odd name"]
exc object #object
exc vtable #vtable
exc class "OverflowError" = $vt
string #rpy_string
jitdriver "d" greens ["pc"] reds ["x", "y"]
graph @pair(%x0: Signed, %y1: Signed) -> Signed [always_inline, module "m"] {
block0(%x0, %y1):
    %t2: *#Tuple2 = malloc #Tuple2
    setfield %t2, .item0, %x0
    %s3: Signed = int_add_ovf %x0, %y1
    catch -> block1(%t2, %s3), $vt(%etype4, %evalue5) -> raise(%etype4, %evalue5)
block1(%t6: *#Tuple2, %s7: Signed):
    %r8: Signed = getfield %t6, .item0
    %c9: Bool = int_lt %r8, -5
    if %c9 then block2(%r8) else return(7)
block2(%v10: Signed):
    switch %v10: 1 -> return(1), 2 -> block3(), default -> return(%v10)
block3():
    %k11: *#Point = getinteriorfield $es, 0, .value
    %z12: Float = getfield %k11, .y
    %f13: Float = float_add %z12, f0x7ff8000000000000
    jit_marker "jit_merge_point", 0
    goto return(3)
}
graph @"odd name"(%a0: Signed, %b1: Signed) -> Signed {
block0(%a0, %b1):
    %r2: Signed = direct_call @pair, %a0, 3
    %q3: Signed = indirect_call @pair, %r2, %b1, &0
    %w4: Signed = direct_call @write, %q3
    return %w4
}
external @write(Signed) -> Signed [cannot_raise] = "write" "<unistd.h>"
entry @pair
"#;

#[test]
fn prints_and_parses() {
    let p = parse_program(SAMPLE).unwrap();
    verify_program(&p).unwrap();
    let once = print_program(&p);
    let want = SAMPLE.replace("goto return(3)", "return 3");
    assert_eq!(once, want);
    assert_eq!(print_program(&parse_program(&once).unwrap()), once);
}

#[test]
fn compact_keeps_the_text() {
    let mut p = parse_program(SAMPLE).unwrap();
    let before = print_program(&p);
    for f in p.funcs.values_mut() {
        if let Some(g) = f.graph_mut() {
            g.new_block();
            g.blocks.values_mut().for_each(|b| b.operations.reserve(9));
            g.compact();
            assert!(g.blocks.values().all(|b| b.operations.capacity() == b.operations.len()));
        }
    }
    assert_eq!(print_program(&p), before);
}

#[test]
fn layout_is_natural() {
    let p = parse_program(SAMPLE).unwrap();
    let l = p.types.layout(p.types.lookup("rpy_string").unwrap());
    assert_eq!((l.fields.as_slice(), l.length, l.items, l.item_size), (&[0][..], Some(8), 16, 1));
    let l = p.types.layout(p.types.lookup("entries").unwrap());
    assert_eq!((l.length, l.items, l.item_size, l.item_fields), (Some(0), 8, 16, vec![0, 8]));
}

fn rejects(body: &str, why: &str) {
    let text = format!(
        "level rtyped\nstruct #P gc {{ x: Signed }}\ngraph @f(%x0: Signed, %p1: *#P) -> Signed {{\n{body}\n}}\n"
    );
    let p = parse_program(&text).unwrap_or_else(|e| panic!("{e}\n{text}"));
    let e = verify_program(&p).expect_err(body).to_string();
    assert!(e.contains(why), "{body}: {e}");
}

#[test]
fn verifier_rejects() {
    rejects("block0(%x0, %p1):\n %v: Signed = int_add %x0, 1.0f\n return %v", "wrong type");
    rejects("block0(%x0, %p1):\n %v: Float = getfield %p1, .x\n return 1", "holds Signed");
    rejects("block0(%x0, %p1):\n goto block1(%x0)\nblock1(%p9: *#P):\n return 1", "passes Signed");
    rejects("block0(%x0, %p1):\n goto block1()\nblock1():\n return %x0", "not defined here");
    rejects("block0(%x0, %p1):\n goto block1(1)\nblock1():\n return 1", "passes 1 of 0");
    rejects("block0(%x0, %p1):\n exc_clear\n return 1", "level");
    rejects(
        "block0(%x0, %p1):\n switch %x0: 1 -> return(1), 1 -> return(2), default -> return(3)",
        "fit",
    );
    rejects("block0(%x0, %p1):\n switch %x0: 1 -> return(1)", "default");
    rejects("block0(%x0, %p1):\n goto block0(%x0, %p1)", "start block");
    rejects("block0(%x0, %p1):\n %y: Signed = direct_call @f, %x0\n return %y", "takes 2");
}

#[test]
fn errors_have_lines() {
    let e = parse_program("level rtyped\nstruct #P gc {\n x: Nonsense }\n").unwrap_err();
    assert_eq!(e.line, 3);
    for bad in [
        "graph @f() -> Signed {",
        "object $x: #none {}",
        "\"",
        "graph @f() -> Void { block0(): frob }",
    ] {
        assert!(parse_program(bad).is_err(), "{bad}");
    }
}

#[test]
fn high_level_graphs() {
    let text = "graph @f(%n0) {\nblock0(%n0):\n    %v1 = add %n0, 3\n    %c2 = lt %v1, host(17)\n    if %c2 then block1(%v1) else return(None)\nblock1(%x3):\n    %r4 = getitem %x3, \"k\\x00\"\n    catch -> return(%r4), host(5)(%a5, %b6) -> raise(%a5, %b6)\n}\n";
    let g = parse_hl_graph(text, &()).unwrap();
    verify_shape(&g).unwrap();
    assert_eq!(print_hl_graph(&g, &()), text);
    assert!(flowmodel::dot::dot_hl_graph(&g, &()).contains("b0 -> b1"));
}
