//! Reference counting in the GC transformer: what is counted, and what need not be.

use backendopt::manager::{NoObserver, OptConfig, lower};
use backendopt::transform::{CountFunctions, GcChoice, GcFunctions};
use flowmodel::text::{parse_program, print_program};
use flowmodel::verify::verify_program;
use flowmodel::{LlOp, Program};

const PRELUDE: &str = r#"level rtyped
struct #vtable { subclassrange_min: Signed immutable, subclassrange_max: Signed immutable }
struct #object gc { typeptr: *#vtable immutable }
struct #Node gc { value: Signed, next: *#Node }
struct #Nodes gc {} items *#Node
struct #text gc { hash: Signed } items Char
struct #Named gc { name: *#text, other: *#text }
struct #raw { node: *#Node }
object $Exception: #vtable { 1, 10 }
object $MemoryError: #vtable { 3, 4 }
object $i_MemoryError: #object { $MemoryError }
object $nil: #Node { 0, null(*#Node) }
exc object #object
exc vtable #vtable
exc class "Exception" = $Exception
exc class "MemoryError" = $MemoryError
exc instance "MemoryError" = $i_MemoryError
external @gc_fixed(Signed, Signed) -> Address [cannot_raise] = "gc_fixed"
external @gc_var(Signed, Signed, Signed, Signed, Signed) -> Address [cannot_raise] = "gc_var"
external @gc_collect() -> Void [cannot_raise] = "gc_collect"
external @gc_control(Signed, Signed) -> Signed [cannot_raise] = "gc_control"
external @gc_hash(Address) -> Signed [cannot_raise] = "gc_hash"
external @release(Address) -> Void [cannot_raise] = "release"
external @copy_items(Address, Address, Signed, Signed, Signed) -> Void [cannot_raise] = "copy_items"
external @waiting() -> Bool [cannot_raise] = "waiting"
external @drop_items(Address, Signed, Signed) -> Void [cannot_raise] = "drop_items"
graph @alloc(%n: Signed) -> *#Node {
block0(%n):
    %x: *#Node = malloc #Node
    setfield %x, .value, %n
    return %x
}
graph @sum(%a: *#Node) -> Signed {
block0(%a):
    %x: Signed = getfield %a, .value
    return %x
}
graph @cut(%a: *#Node) -> Signed {
block0(%a):
    setfield %a, .next, null(*#Node)
    return 0
}
"#;

fn transform(body: &str) -> Result<Program, String> {
    let text = format!("{PRELUDE}\n{body}");
    let mut p = parse_program(&text).unwrap_or_else(|e| panic!("{e}"));
    verify_program(&p).unwrap();
    let f = |n: &str| p.func_by_name(n).unwrap();
    let services = [f("gc_collect"), f("gc_control")];
    let mut gc =
        GcFunctions::new(f("gc_fixed"), f("gc_var"), services, f("gc_hash")).with_state(&p);
    gc.counts = Some(CountFunctions {
        release: f("release"),
        copy_items: f("copy_items"),
        drop_items: f("drop_items"),
        waiting: f("waiting"),
    });
    let cfg = OptConfig { verify: true, gc: GcChoice::Collector(gc), ..OptConfig::default() };
    lower(&mut p, &cfg, &mut NoObserver).map_err(|e| e.to_string())?;
    Ok(p)
}

/// Increments, decrements of a function, and that it has no frame.
fn counts(p: &Program, func: &str) -> (usize, usize) {
    let g = p.funcs[p.func_by_name(func).unwrap()].graph().unwrap();
    let count = |op| {
        g.reachable().iter().flat_map(|b| &g.blocks[*b].operations).filter(|o| o.op == op).count()
    };
    assert_eq!(count(LlOp::GcEnterFrame), 0);
    (count(LlOp::GcIncref), count(LlOp::GcDecref))
}

#[track_caller]
fn check(body: &str, increments: usize, decrements: usize) {
    let p = transform(body).unwrap_or_else(|e| panic!("{e}"));
    let got = counts(&p, "f");
    assert_eq!(got, (increments, decrements), "{}", print_program(&p));
}

#[test]
fn parameters_are_lent() {
    check(
        "graph @f(%a: *#Node) -> Signed {\nblock0(%a):\n %x: Signed = direct_call @sum, %a\n return %x\n}",
        0,
        0,
    );
    // what is returned is not
    check("graph @f(%a: *#Node) -> *#Node {\nblock0(%a):\n return %a\n}", 1, 0);
}

#[test]
fn results_come_with_a_count() {
    // returned, and dropped
    check(
        "graph @f(%n: Signed) -> *#Node {\nblock0(%n):\n %a: *#Node = direct_call @alloc, %n\n return %a\n}",
        0,
        0,
    );
    check(
        "graph @f(%n: Signed) -> Signed {\nblock0(%n):\n %a: *#Node = direct_call @alloc, %n\n %x: Signed = direct_call @sum, %a\n return %x\n}",
        0,
        1,
    );
}

#[test]
fn stores() {
    // moved into a new object, and from there into an older one, where something may have been
    check(
        "graph @f(%a: *#Node, %n: Signed) -> Void {\nblock0(%a, %n):\n %b: *#Node = direct_call @alloc, %n\n %c: *#Node = malloc #Node\n \
         setfield %c, .next, %b\n setfield %a, .next, %c\n return void\n}",
        0,
        // the old value, and b where there is no memory for c
        2,
    );
    // twice in the same place of a new object
    check(
        "graph @f(%a: *#Node) -> *#Node {\nblock0(%a):\n %c: *#Node = malloc #Node\n setfield %c, .next, %a\n setfield %c, .next, $nil\n return %c\n}",
        1,
        1,
    );
}

#[test]
fn what_was_loaded() {
    let load = |call: &str| {
        format!(
            "graph @f(%a: *#Node) -> Signed {{\nblock0(%a):\n %b: *#Node = getfield %a, .next\n %x: Signed = direct_call @{call}, %a\n \
             %y: Signed = getfield %b, .value\n %s: Signed = int_add %x, %y\n return %s\n}}"
        )
    };
    check(&load("sum"), 0, 0);
    // the call frees it
    check(&load("cut"), 1, 1);
    // its owner dies
    check(
        "graph @f(%n: Signed) -> Signed {\nblock0(%n):\n %a: *#Node = direct_call @alloc, %n\n %b: *#Node = getfield %a, .next\n \
         %y: Signed = getfield %b, .value\n return %y\n}",
        1,
        2,
    );
    check(
        "graph @f(%n: Signed) -> *#Node {\nblock0(%n):\n %a: *#Node = direct_call @alloc, %n\n %b: *#Node = getfield %a, .next\n return %b\n}",
        1,
        1,
    );
}

/// An object that refers to nothing takes nothing along when it dies.
#[test]
fn leaves() {
    check(
        "graph @f(%a: *#Named, %n: Signed) -> Signed {\nblock0(%a, %n):\n %o: *#Node = malloc #Node\n %t: *#text = malloc_varsize #text, %n\n \
         %m: *#text = getfield %a, .name\n %x: Signed = getarraysize %t\n %y: Signed = getarraysize %m\n %s: Signed = int_add %x, %y\n return %s\n}",
        0,
        2,
    );
}

/// A walk along a list needs no counts; one that cuts it does.
#[test]
fn loops() {
    let walk = |call: &str| {
        format!(
            "graph @f(%a: *#Node) -> Signed {{\nblock0(%a):\n goto block1(%a, 0)\nblock1(%n: *#Node, %s: Signed):\n %z: Bool = ptr_iszero %n\n \
             if %z then return(%s) else block2(%n, %s)\nblock2(%m: *#Node, %t: Signed):\n %v: Signed = direct_call @{call}, %m\n \
             %u: Signed = int_add %t, %v\n %k: *#Node = getfield %m, .next\n goto block1(%k, %u)\n}}"
        )
    };
    check(&walk("sum"), 0, 0);
    let p = transform(&walk("cut")).unwrap();
    let (more, less) = counts(&p, "f");
    assert!(more >= 2 && less >= 1, "{}", print_program(&p));
}

#[test]
fn items() {
    let p = transform(
        "graph @f(%a: *#Nodes, %b: *#Nodes, %x: *#Node) -> Void {\nblock0(%a, %b, %x):\n setarrayitem %a, 0, %x\n copy_items %a, %b, 0, 1, 2\n \
         zero_items %a, 0, 1\n return void\n}",
    );
    let p = p.unwrap();
    assert_eq!(counts(&p, "f"), (1, 1));
    let text = print_program(&p);
    let f = text.split("graph @f(").nth(1).unwrap();
    assert!(f.contains("direct_call @copy_items") && f.contains("direct_call @drop_items"), "{f}");
}

/// The handler has the exception's count.
#[test]
fn exceptions() {
    check(
        "graph @f(%n: Signed) -> Signed {\nblock0(%n):\n %x: Signed = direct_call @g, %n\n catch -> return(%x), $Exception(%t, %v) -> block1(%v)\n\
         block1(%e: *#object):\n %y: Signed = direct_call @h, %e\n return %y\n}\n\
         graph @g(%n: Signed) -> Signed {\nblock0(%n):\n %x: *#object = malloc #object\n setfield %x, .typeptr, $Exception\n raise $Exception, %x\n}\n\
         graph @h(%e: *#object) -> Signed {\nblock0(%e):\n return 1\n}",
        0,
        1,
    );
}

#[test]
fn what_hides_references_is_refused() {
    let e = transform(
        "graph @f(%a: Address, %x: *#Node) -> Void {\nblock0(%a, %x):\n raw_store %a, 0, %x\n return void\n}",
    );
    assert!(e.unwrap_err().contains("stores a reference in raw memory"));
    let e = transform(
        "graph @f(%a: *#raw) -> Void {\nblock0(%a):\n raw_free_struct %a\n return void\n}",
    );
    assert!(e.unwrap_err().contains("frees raw memory with references"));
}
