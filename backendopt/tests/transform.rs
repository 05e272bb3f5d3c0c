//! The exception and GC transformers: what they emit, and what they leave out.

use backendopt::manager::{NoObserver, OptConfig, lower};
use backendopt::transform::{BarrierFunctions, GcChoice, GcFunctions};
use flowmodel::text::{parse_program, print_program};
use flowmodel::verify::verify_program;
use flowmodel::{Const, LlOp, Program, Value};

const PRELUDE: &str = r#"level rtyped
struct #vtable { subclassrange_min: Signed immutable, subclassrange_max: Signed immutable }
struct #object gc { typeptr: *#vtable immutable }
struct #Node gc { value: Signed, next: *#Node }
struct #Nodes gc {} items *#Node
object $Exception: #vtable { 1, 10 }
object $MemoryError: #vtable { 3, 4 }
object $ValueError: #vtable { 4, 6 }
object $i_MemoryError: #object { $MemoryError }
object $i_ValueError: #object { $ValueError }
object $nil: #Node { 0, null(*#Node) }
exc object #object
exc vtable #vtable
exc class "Exception" = $Exception
exc class "MemoryError" = $MemoryError
exc class "ValueError" = $ValueError
exc instance "MemoryError" = $i_MemoryError
external @gc_fixed(Signed, Signed) -> Address [cannot_raise] = "gc_fixed"
external @gc_var(Signed, Signed, Signed, Signed, Signed) -> Address [cannot_raise] = "gc_var"
external @gc_collect() -> Void [cannot_raise] = "gc_collect"
external @gc_control(Signed, Signed) -> Signed [cannot_raise] = "gc_control"
external @gc_remember(Address) -> Void [cannot_raise] = "gc_remember"
external @gc_remember_item(Address, Signed, Address) -> Void [cannot_raise] = "gc_remember_item"
external @gc_remember_copy(Address, Address, Signed, Signed, Signed) -> Void [cannot_raise] = "gc_remember_copy"
external @gc_hash(Address) -> Signed [cannot_raise] = "gc_hash"
graph @alloc(%n: Signed) -> *#Node {
block0(%n):
    %x: *#Node = malloc #Node
    setfield %x, .value, %n
    return %x
}
graph @pure(%n: Signed) -> Signed {
block0(%n):
    %s: Signed = int_add %n, 1
    return %s
}
graph @fails(%n: Signed) -> Signed {
block0(%n):
    raise $ValueError, $i_ValueError
}
"#;

fn transformed(body: &str) -> Program {
    transformed_with(&format!("{PRELUDE}\n{body}"))
}

fn transformed_with(text: &str) -> Program {
    let mut p = parse_program(text).unwrap_or_else(|e| panic!("{e}"));
    verify_program(&p).unwrap();
    let f = |n: &str| p.func_by_name(n).unwrap();
    let services = [f("gc_collect"), f("gc_control")];
    let mut gc =
        GcFunctions::new(f("gc_fixed"), f("gc_var"), services, f("gc_hash")).with_state(&p);
    gc.barrier = Some(BarrierFunctions {
        remember: f("gc_remember"),
        remember_item: f("gc_remember_item"),
        remember_copy: f("gc_remember_copy"),
    });
    let cfg = OptConfig { verify: true, gc: GcChoice::Collector(gc), ..OptConfig::default() };
    lower(&mut p, &cfg, &mut NoObserver).unwrap_or_else(|e| panic!("{e}\n{}", print_program(&p)));
    p
}

fn count(p: &Program, func: &str, op: LlOp) -> usize {
    let g = p.funcs[p.func_by_name(func).unwrap()].graph().unwrap();
    g.reachable().iter().flat_map(|b| &g.blocks[*b].operations).filter(|o| o.op == op).count()
}

#[test]
fn calls_that_cannot_raise_are_not_checked() {
    let p = transformed(
        "graph @f(%n: Signed) -> Signed {\nblock0(%n):\n %a: Signed = direct_call @pure, %n\n %b: Signed = direct_call @fails, %a\n %c: Signed = direct_call @pure, %b\n return %c\n}",
    );
    assert_eq!(count(&p, "f", LlOp::ExcOccurred), 1);
    assert_eq!(count(&p, "f", LlOp::GcEnterFrame), 0);
}

#[test]
fn catching_everything_needs_no_test_of_the_class() {
    let p = transformed(
        "graph @f(%n: Signed) -> Signed {\nblock0(%n):\n %b: Signed = direct_call @fails, %n\n catch -> return(%b), $Exception(_, _) -> return(5)\n}\n\
         graph @g(%n: Signed) -> Signed {\nblock0(%n):\n %b: Signed = direct_call @f, %n\n return %b\n}",
    );
    assert_eq!(count(&p, "f", LlOp::IntBetween), 0);
    // and f cannot raise
    assert_eq!(count(&p, "g", LlOp::ExcOccurred), 0);
}

#[test]
fn handlers_that_only_pass_on_vanish() {
    let p = transformed(
        "graph @f(%n: Signed) -> Signed {\nblock0(%n):\n %b: Signed = direct_call @fails, %n\n catch -> return(%b), $Exception(%t, %v) -> raise(%t, %v)\n}",
    );
    assert_eq!(count(&p, "f", LlOp::ExcGetValue), 0);
    assert_eq!(count(&p, "f", LlOp::ExcClear), 0);
}

#[test]
fn a_value_is_saved_once() {
    let p = transformed(
        "graph @f(%n: Signed) -> Signed {\nblock0(%n):\n %a: *#Node = direct_call @alloc, 1\n %b: *#Node = direct_call @alloc, 2\n %c: *#Node = direct_call @alloc, 3\n %x: Signed = getfield %a, .value\n return %x\n}",
    );
    assert_eq!(count(&p, "f", LlOp::GcSaveRoot), 1);
    assert_eq!(count(&p, "f", LlOp::GcEnterFrame), 1);
}

#[test]
fn prebuilt_objects_and_dead_values_need_no_root() {
    let p = transformed(
        "graph @f(%n: Signed) -> Signed {\nblock0(%n):\n %a: *#Node = direct_call @alloc, 1\n %y: Signed = getfield %a, .value\n goto block1($nil, %y)\nblock1(%k: *#Node, %z: Signed):\n %b: *#Node = direct_call @alloc, 2\n %x: Signed = getfield %k, .value\n %s: Signed = int_add %x, %z\n return %s\n}",
    );
    assert_eq!(count(&p, "f", LlOp::GcSaveRoot), 0);
    assert_eq!(count(&p, "f", LlOp::GcEnterFrame), 0);
}

/// A loop that redefines what it keeps must save the new value in each round, but an invariant only before the loop's
/// first collecting call.
#[test]
fn loops() {
    let p = transformed(
        "graph @f(%n: Signed) -> Signed {\nblock0(%n):\n %a: *#Node = direct_call @alloc, 1\n %f: *#Node = direct_call @alloc, 2\n goto block1(%a, %f, %n)\n\
         block1(%k: *#Node, %l: *#Node, %i: Signed):\n %b: *#Node = direct_call @alloc, %i\n setfield %b, .next, %l\n %j: Signed = int_sub %i, 1\n %c: Bool = int_gt %j, 0\n if %c then block1(%k, %b, %j) else block2(%k, %b)\n\
         block2(%k2: *#Node, %b2: *#Node):\n setfield %k2, .next, %b2\n %r: Signed = getfield %b2, .value\n return %r\n}",
    );
    let g = p.funcs[p.func_by_name("f").unwrap()].graph().unwrap();
    // saved: a (and null for the slot of l) before the second call, then l in the loop
    assert_eq!(count(&p, "f", LlOp::GcSaveRoot), 3, "{}", print_program(&p));
    assert!(g.reachable().len() > 3);
}

#[test]
fn slots_are_shared() {
    let p = transformed(
        "graph @f(%n: Signed) -> Signed {\nblock0(%n):\n %a: *#Node = direct_call @alloc, 1\n %b: *#Node = direct_call @alloc, 2\n %x: Signed = getfield %a, .value\n %c: *#Node = direct_call @alloc, 3\n %y: Signed = getfield %b, .value\n %s: Signed = int_add %x, %y\n return %s\n}",
    );
    let text = print_program(&p);
    assert!(text.contains("gc_enter_frame 1\n"), "{text}");
}

/// The functions that a function's barriers call.
fn barriers(p: &Program, func: &str) -> Vec<String> {
    let g = p.funcs[p.func_by_name(func).unwrap()].graph().unwrap();
    let ops = g.reachable().into_iter().flat_map(|b| g.blocks[b].operations.clone());
    ops.filter(|o| o.op == LlOp::GcWriteBarrier)
        .map(|o| match &o.args[0] {
            Value::Const(Const::Func(f)) => format!("{} {}", p.funcs[*f].name, o.args.len() - 1),
            other => panic!("{other:?}"),
        })
        .collect()
}

#[test]
fn write_barriers() {
    let p = transformed(
        r#"
graph @fields(%x: *#Node, %y: *#Node) -> Void {
block0(%x, %y):
    setfield %x, .next, %y
    setfield %x, .next, %x
    setfield %y, .next, $nil
    %n: *#Node = malloc #Node
    setfield %n, .next, %x
    setfield %x, .next, %n
    return void
}
graph @items(%a: *#Nodes, %b: *#Nodes, %i: Signed, %x: *#Node) -> Void {
block0(%a, %b, %i, %x):
    setarrayitem %a, %i, %x
    setarrayitem %a, 0, %x
    setarrayitem %a, 1, null(*#Node)
    copy_items %a, %b, 0, %i, 2
    return void
}
graph @new(%n: Signed, %x: *#Node) -> Void {
block0(%n, %x):
    %a: *#Nodes = malloc_varsize #Nodes, %n
    setarrayitem %a, 0, %x
    %b: *#Nodes = malloc_varsize #Nodes, 3
    setarrayitem %b, 0, %x
    return void
}"#,
    );
    // One for an object until the next collection, none for what is prebuilt or new.
    assert_eq!(barriers(&p, "fields"), ["gc_remember 1", "gc_remember 1"]);
    let item = "gc_remember_item 3";
    assert_eq!(barriers(&p, "items"), [item, item, "gc_remember_copy 5"]);
    // A new array may be large.
    assert_eq!(barriers(&p, "new"), [item]);
}

/// The offsets that `func` writes in what it allocates inline, besides the header; `None` if it calls for it.
fn written(body: &str, func: &str) -> Option<Vec<i64>> {
    let external = "external @gc_fixed(Signed, Signed) -> Address [cannot_raise] = \"gc_fixed\"";
    let state = "struct #State gc { free: Signed, limit: Signed }\nobject $state: #State { 0, 0 }\n\
         graph @gc_fixed(%tid: Signed, %size: Signed) -> Signed {\nblock0(%tid, %size):\n %f: Signed = getfield $state, .free\n return %f\n}";
    assert!(PRELUDE.contains(external));
    // (a graph may not stand before an external function)
    let prelude =
        PRELUDE.replace(external, "").replace("graph @alloc", &format!("{state}\ngraph @alloc"));
    let p = transformed_with(&format!("{prelude}\n{body}"));
    let g = p.funcs[p.func_by_name(func).unwrap()].graph().unwrap();
    let ops = g.reachable().into_iter().flat_map(|b| g.blocks[b].operations.clone());
    let stores = ops.filter(|o| o.op == LlOp::RawStore);
    let mut all: Vec<i64> = stores
        .map(|o| match o.args[1] {
            Value::Const(Const::Int(at)) => at,
            ref other => panic!("{other:?}"),
        })
        .collect();
    // The header is always written.
    let inline = all.contains(&0);
    all.retain(|at| *at != 0);
    inline.then_some(all)
}

#[test]
fn what_is_written_at_once_is_not_cleared() {
    let f = |body: &str| {
        let f =
            format!("graph @f(%x: *#Node, %i: Signed) -> *#Node {{\nblock0(%x, %i):\n{body}\n}}");
        written(&f, "f").expect("inline")
    };
    let new = " %n: *#Node = malloc #Node\n";
    let (value, next) = (" setfield %n, .value, %i\n", " setfield %n, .next, %x\n");
    assert_eq!(f(&format!("{new} return %n")), [8, 16]);
    assert_eq!(f(&format!("{new}{value} return %n")), [16]);
    assert_eq!(f(&format!("{new}{value}{next} return %n")), [0; 0]);
    // In a block behind it, past what neither collects nor reads it.
    assert_eq!(
        f(&format!(
            "{new}{value} %j: Signed = getfield %x, .value\n goto block1(%n, %x, %j)\nblock1(%m: *#Node, %y: *#Node, %k: Signed):\n setfield %m, .next, %y\n return %m"
        )),
        [0; 0]
    );
    // Not past what may read it, or collect.
    assert_eq!(f(&format!("{new}{value} %o: *#Node = getfield %n, .next\n{next} return %o")), [16]);
    assert_eq!(f(&format!("{new} setfield %x, .next, %n\n{value}{next} return %n")), [8, 16]);
    assert_eq!(
        f(&format!("{new}{value} %s: Signed = direct_call @pure, %i\n{next} return %n")),
        [16]
    );
    assert_eq!(
        f(&format!(
            "{new} %c: Bool = int_gt %i, 0\n if %c then block1(%n, %x) else return(%n)\nblock1(%m: *#Node, %y: *#Node):\n setfield %m, .next, %y\n return %m"
        )),
        [8, 16]
    );
    // Where two are made the first one is whole before the second one.
    assert_eq!(f(&format!("{new}{value} %o: *#Node = malloc #Node\n setfield %o, .value, 1\n setfield %o, .next, %n\n setfield %n, .next, %x\n return %o")).len(), 1);
}

#[test]
fn arrays_are_allocated_inline() {
    let f = |body: &str| {
        let head = "graph @f(%x: *#Node, %n: Signed, %o: *#Nodes) -> *#Nodes";
        written(&format!("{head} {{\nblock0(%x, %n, %o):\n{body}\n}}"), "f")
    };
    // A few items: the length is written, and what is not set at once is cleared.
    let two = " %a: *#Nodes = malloc_varsize #Nodes, 2\n";
    let set = |i: &str| format!(" setarrayitem %a, {i}, %x\n");
    assert_eq!(f(&format!("{two} return %a")), Some(vec![8, 16, 24]));
    assert_eq!(f(&format!("{two}{} return %a", set("1"))), Some(vec![8, 16]));
    assert_eq!(f(&format!("{two}{}{} return %a", set("0"), set("1"))), Some(vec![8]));
    assert_eq!(f(&format!("{two}{} return %a", set("%n"))), Some(vec![8, 16, 24]));
    assert_eq!(f(" %a: *#Nodes = malloc_varsize #Nodes, 1000\n return %a"), None);
    // A number that is not known: all of it must be written at once.
    let some = " %a: *#Nodes = malloc_varsize #Nodes, %n\n";
    let copy =
        |at: &str, n: &str| f(&format!("{some} copy_items %o, %a, 3, {at}, {n}\n return %a"));
    assert_eq!(copy("0", "%n"), Some(vec![8]));
    assert_eq!(copy("1", "%n"), None);
    assert_eq!(copy("0", "2"), None);
    let filled = |first: &str, index: &str, step: &str, limit: &str| {
        let head = format!(
            " goto block1(%a, {first}, %n, %x)\nblock1(%b: *#Nodes, %i: Signed, %m: Signed, %y: *#Node):\n \
             %c: Bool = int_lt %i, {limit}\n if %c then block2(%b, %i, %m, %y) else return(%b)\n"
        );
        let body = format!(
            "block2(%d: *#Nodes, %k: Signed, %l: Signed, %z: *#Node):\n setarrayitem %d, {index}, %z\n \
             %j: Signed = int_add %k, {step}\n goto block1(%d, %j, %l, %z)"
        );
        f(&format!("{some}{head}{body}"))
    };
    assert_eq!(filled("0", "%k", "1", "%m"), Some(vec![8]));
    assert_eq!(filled("1", "%k", "1", "%m"), None);
    assert_eq!(filled("0", "%l", "1", "%m"), None);
    assert_eq!(filled("0", "%k", "2", "%m"), None);
    assert_eq!(filled("0", "%k", "1", "7"), None);
}

/// The operations of function `f` on its object, which compare or read something, in a program whose headers tell classes.
fn class_tests(body: &str) -> Vec<String> {
    let prelude = PRELUDE
        .replace(
            "subclassrange_max: Signed immutable",
            "subclassrange_max: Signed immutable, typeid: Signed immutable",
        )
        .replace(
            "object $Exception: #vtable { 1, 10 }",
            "object $Exception: #vtable { 1, 10, typeid(#object) }",
        )
        .replace("{ 3, 4 }", "{ 3, 4, 0 }")
        .replace("{ 4, 6 }", "{ 4, 6, 0 }");
    let classes = "
struct #A gc number 20 : #object { a: Signed }
struct #B gc number 21 : #A { b: Signed }
struct #C gc number 22 : #A {}
struct #D gc number 23 : #object {}
struct #E gc number 25 : #D {}
object $A: #vtable { 6, 9, typeid(#A) }
object $B: #vtable { 7, 8, typeid(#B) }
object $D: #vtable { 9, 10, typeid(#D) }
";
    let p = transformed_with(&format!(
        "{prelude}{classes}graph @f(%x: *#object) -> Bool {{\nblock0(%x):\n %t: *#vtable = getfield %x, .typeptr\n{body}\n return %c\n}}"
    ));
    let text = print_program(&p);
    let graph = text.split("graph @f(").nth(1).unwrap();
    let tests = graph.lines().map(str::trim).filter(|l| l.contains(" = "));
    tests.map(|l| l.split_once(" = ").unwrap().1.to_string()).collect()
}

#[test]
fn tests_of_classes_compare_type_ids() {
    let number = " %n: Signed = getfield %t, .subclassrange_min\n";
    let between = |min: u32, max: u32| {
        class_tests(&format!("{number} %c: Bool = int_between {min}, %n, {max}"))
    };
    let exact = class_tests(" %c: Bool = ptr_eq %t, $B");
    assert!(
        exact.iter().any(|l| l.starts_with("int_eq") && l.ends_with("typeid(#B)")),
        "{exact:?}"
    );
    let other = class_tests(" %c: Bool = ptr_ne $B, %t");
    assert!(
        other.iter().any(|l| l.starts_with("int_ne") && l.ends_with("typeid(#B)")),
        "{other:?}"
    );
    // A is 20, its subclasses are 21 and 22.
    let bases = between(6, 9);
    let range = |l: &String| l.starts_with("int_between typeid(#A), ") && l.ends_with(", 192");
    assert!(bases.iter().any(range), "{bases:?}");
    // Behind a branch: the object is still there, or only its class.
    let behind = |inputs: &str, links: &str| {
        class_tests(&format!(
            " %o: Bool = ptr_eq %t, $A\n if %o then return(%o) else block1({links})\nblock1({inputs}):\n %c: Bool = ptr_eq %u, $B"
        ))
    };
    let both = behind("%y: *#object, %u: *#vtable", "%x, %t");
    assert!(!both.iter().any(|l| l.starts_with("ptr_eq")), "{both:?}");
    let class = behind("%u: *#vtable", "%t");
    assert!(class.iter().any(|l| l.starts_with("ptr_eq")), "{class:?}");
    // The ids of D and E do not follow each other; nothing has these numbers.
    for (min, max) in [(9, 10), (6, 8)] {
        let tests = between(min, max);
        let same = |l: &String| l.starts_with(&format!("int_between {min}, "));
        assert!(tests.iter().any(same), "{tests:?}");
    }
}
