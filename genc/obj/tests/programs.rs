//! Text programs through the transformers and the C compiler. Each `; run: @f(args) == value` (or `raises Class`) is
//! checked against the low-level interpreter before the transformers and after the exception transformer, and then in C:
//! without GC, with a moving collector, and with that collector under stress. `; crun:` lines are checked in C only.

use crate::harness::*;
use backendopt::manager::{NoObserver, OptConfig, lower, pass, run_pass};
use backendopt::transform::GcChoice;
use flowmodel::diag::Span;
use flowmodel::text::parse_program;
use flowmodel::verify::verify_program;
use genc::{GencOptions, JitBundle};
use std::path::Path;
use std::process::Command;

/// The files of a program.
fn rendered(db: &genc::database::Database, opts: &GencOptions) -> Vec<(String, String)> {
    let mut files = vec![];
    let mut file = |name, text| {
        files.push((name, text));
        Ok(())
    };
    genc::build::render(db, opts, &mut file).unwrap();
    files
}

fn filetest(name: &str) {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/programs").join(name);
    let text = std::fs::read_to_string(&path).unwrap();
    let runs = runs(&text);
    assert!(!runs.is_empty());
    let p = with_entry(&text, &runs);
    interpret(&p, &runs, "before the transformers");
    let mut q = p.clone();
    let cfg = OptConfig { verify: true, ..OptConfig::default() };
    let exceptions = pass("exception_transform").unwrap();
    run_pass(&mut q, exceptions, &cfg, &mut NoObserver).unwrap_or_else(|e| panic!("{e}"));
    interpret(&q, &runs, "after the exception transformer");
    for cc in back_ends() {
        for (moving, opt) in [(false, 0), (false, 2), (true, 2)] {
            let dir = scratch(&format!("{name}-{cc}-{moving}-{opt}"));
            let exe = compile(&p, moving, cc, opt, &dir.0);
            let what = format!("{name} {cc} -O{opt} moving={moving}");
            check_c(&exe, &[], &runs, &what);
            if moving {
                check_c(&exe, &[("STRESS", "1")], &runs, &format!("{what} stress"));
            }
        }
    }
}

#[test]
fn arith() {
    filetest("arith.ll");
}

#[test]
fn exceptions() {
    filetest("exceptions.ll");
}

#[test]
fn gc() {
    filetest("gc.ll");
}

#[test]
fn dispatch() {
    filetest("dispatch.ll");
    // Each case ends with a jump of its own.
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/programs/dispatch.ll");
    let text = std::fs::read_to_string(path).unwrap();
    let mut p = with_entry(&text, &runs(&text));
    let gc = GcChoice::None;
    let main = lower(&mut p, &with_gc(gc), &mut NoObserver).unwrap();
    let opts = GencOptions { gc, main, ..GencOptions::default() };
    let db = genc::database::Database::new(&p, &opts).unwrap();
    let f = p.func_by_name("digits").unwrap();
    let c = genc::func::render(&db, f, "", &mut Default::default()).unwrap();
    assert!(c.matches("goto *").count() >= 7, "{c}");
    assert!(!c.contains("switch"), "{c}");
    // A mask leaves 16 values: there is an entry for each, and no test of the range. The function begins at a cache line.
    assert!(!c.contains("goto other"), "{c}");
    assert!(c.contains("[16] = {") && c.contains("aligned(64)"), "{c}");
}

#[test]
fn output_is_deterministic() {
    let text =
        std::fs::read_to_string(Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/programs/gc.ll"))
            .unwrap();
    let make = || {
        let mut p = with_entry(&text, &runs(&text));
        let gc = stub_gc(&mut p);
        let main = lower(&mut p, &with_gc(gc), &mut NoObserver).unwrap();
        let opts = GencOptions { gc, main, ..GencOptions::default() };
        let db = genc::database::Database::new(&p, &opts).unwrap();
        rendered(&db, &opts)
    };
    assert!(make() == make());
}

/// Runs a program with an entry of its own; returns stdout, stderr and exit code.
fn run_whole(
    name: &str,
    text: &str,
    moving: bool,
    env: &[(&str, &str)],
    args: &[&str],
) -> (String, String, i32) {
    let p = parse_program(&format!("level rtyped\n{PRELUDE}\n{text}\n")).unwrap();
    verify_program(&p).unwrap();
    let dir = scratch(name);
    let exe = compile(&p, moving, "gcc", 1, &dir.0);
    let out = Command::new(exe).args(args).envs(env.iter().copied()).output().unwrap();
    let text = |b: &[u8]| String::from_utf8_lossy(b).into_owned();
    (text(&out.stdout), text(&out.stderr), out.status.code().unwrap_or(-1))
}

const ARGV: &str = r#"
struct #rpy_string gc immutable_items { hash: Signed } items Char
struct #strs gc {} items *#rpy_string
struct #List_of_str gc { length: Signed, items: *#strs }
string #rpy_string
external @putchar(Signed) -> Signed [cannot_raise] = "putchar" "<stdio.h>"
graph @main(%args: *#List_of_str) -> Signed {
block0(%args):
    %n: Signed = getfield %args, .length
    %items: *#strs = getfield %args, .items
    goto block1(1, %n, %items)
block1(%i: Signed, %n1: Signed, %it: *#strs):
    %c: Bool = int_lt %i, %n1
    if %c then block2(%i, %n1, %it) else return(%n1)
block2(%i2: Signed, %n2: Signed, %it2: *#strs):
    gc__collect
    %s: *#rpy_string = getarrayitem %it2, %i2
    %l: Signed = getarraysize %s
    %j: Signed = int_add %i2, 1
    goto block3(0, %l, %s, %j, %n2, %it2)
block3(%k: Signed, %l3: Signed, %s3: *#rpy_string, %j3: Signed, %n3: Signed, %it3: *#strs):
    %d: Bool = int_lt %k, %l3
    if %d then block4(%k, %l3, %s3, %j3, %n3, %it3) else block5(%j3, %n3, %it3)
block4(%k4: Signed, %l4: Signed, %s4: *#rpy_string, %j4: Signed, %n4: Signed, %it4: *#strs):
    %ch: Char = getarrayitem %s4, %k4
    %o: Signed = cast_char_to_int %ch
    %x: Signed = direct_call @putchar, %o
    %k5: Signed = int_add %k4, 1
    goto block3(%k5, %l4, %s4, %j4, %n4, %it4)
block5(%j5: Signed, %n5: Signed, %it5: *#strs):
    %y: Signed = direct_call @putchar, 10
    goto block1(%j5, %n5, %it5)
}
entry @main
"#;

#[test]
fn arguments_arrive() {
    for (moving, env) in [(false, vec![]), (true, vec![("STRESS", "1")])] {
        let got =
            run_whole(&format!("argv-{moving}"), ARGV, moving, &env, &["hello", "", "w\u{e9}"]);
        assert_eq!(got, ("hello\n\nw\u{e9}\n".into(), String::new(), 4));
    }
}

#[test]
fn uncaught_exceptions_print_a_traceback() {
    let text = r#"
graph @inner(%n: Signed) -> Signed {
block0(%n):
    raise $ValueError, $i_ValueError
}
graph @noise(%n: Signed) -> Signed {
block0(%n):
    %r: Signed = direct_call @inner, %n
    catch -> return(%r), $Exception(_, _) -> return(0)
}
graph @middle(%n: Signed) -> Signed {
block0(%n):
    %r: Signed = direct_call @inner, %n
    catch -> return(%r), $ValueError(%t, %v) -> block1(%t, %v)
block1(%t1: *#vtable, %v1: *#object):
    %x: Signed = direct_call @noise, 1
    raise %t1, %v1
}
graph @main() -> Signed {
block0():
    %a: Signed = direct_call @noise, 5
    %r: Signed = direct_call @middle, 5
    return %r
}
entry @main
"#;
    let (out, err, code) = run_whole("traceback", text, false, &[], &[]);
    assert_eq!((out.as_str(), code), ("", 1));
    let want =
        "Traceback (most recent call last):\n  in main\n  in middle\n  in inner\nValueError\n";
    assert_eq!(err, want);
}

#[test]
fn endless_recursion_is_reported() {
    let text = r#"
struct #Node gc { next: *#Node }
graph @deep(%l: *#Node) -> Signed {
block0(%l):
    %x: *#Node = malloc #Node
    setfield %x, .next, %l
    %r: Signed = direct_call @deep, %x
    %y: *#Node = getfield %x, .next
    %c: Bool = ptr_nonzero %y
    %i: Signed = cast_bool_to_int %c
    %s: Signed = int_add %r, %i
    return %s
}
graph @main() -> Signed {
block0():
    %r: Signed = direct_call @deep, null(*#Node)
    return %r
}
entry @main
"#;
    let (_, err, code) = run_whole("recursion", text, false, &[], &[]);
    assert!(err.contains("recursion too deep"), "{err}");
    assert_eq!(code, 1);
}

#[test]
fn tracebacks_name_lines() {
    let mut p = parse_program(&format!(
        "level rtyped\n{PRELUDE}\ngraph @main() -> Signed {{\nblock0():\n    %x: Signed = int_add 1, 2\n    raise $KeyError, $i_KeyError\n}}\nentry @main\n"
    ))
    .unwrap();
    let mut sources = flowmodel::diag::SourceMap::default();
    let file = sources.add("dir/prog.rpy", "def main():\n    x = 1 + 2\n    raise KeyError\n");
    let main = p.entry.unwrap();
    let g = p.funcs[main].graph_mut().unwrap();
    let start = g.startblock;
    g.blocks[start].operations[0].span = Span { file, start: 27, end: 40, inlined: 0 };
    let cfg = OptConfig { sources: Some(&sources), ..OptConfig::default() };
    let main = lower(&mut p, &cfg, &mut NoObserver).unwrap();
    let opts = GencOptions { main, ..GencOptions::default() };
    let db = genc::database::Database::new(&p, &opts).unwrap();
    let files = rendered(&db, &opts);
    assert!(
        files
            .iter()
            .any(|(_, t)| t.contains(r#"{"main", "dir/prog.rpy", "raise KeyError", 3, NULL}"#))
    );
}

/// Tests what the JIT relies on: blobs with relocated words, kept functions, allocation by type id, extra
/// roots.
#[test]
fn jit_hooks() {
    let text = r#"
struct #Node gc { value: Signed, next: *#Node }
struct #Nodes gc {} items *#Node
object $pre: #Node { 17, null(*#Node) }
graph @kept(%n: Signed) -> Signed {
block0(%n):
    %x: *#Node = malloc #Node
    setfield %x, .value, %n
    gc__collect
    %v: Signed = getfield %x, .value
    %w: Signed = int_add %v, 1
    return %w
}
graph @main() -> Signed {
block0():
    return 0
}
entry @main
"#;
    let mut p = parse_program(&format!("level rtyped\n{PRELUDE}\n{text}\n")).unwrap();
    let kept = p.func_by_name("kept").unwrap();
    let pre = p.heap.iter().find(|(_, o)| &*o.name == "pre").unwrap().0;
    let (node, nodes) = (p.types.lookup("Node").unwrap(), p.types.lookup("Nodes").unwrap());
    let gc = stub_gc(&mut p);
    let main = lower(&mut p, &with_gc(gc), &mut NoObserver).unwrap();
    let dir = scratch("jit");
    std::fs::create_dir_all(&dir.0).unwrap();
    let c = dir.0.join("jit_test_support.c");
    std::fs::write(
        &c,
        r#"#include "common.h"
#include <stdio.h>
extern uint64_t blob[], ints[];
extern const uint64_t blob_len, ints_len;
void *roots[2];
void jit_start(void) {
    Signed (*kept)(Signed) = (Signed(*)(Signed))blob[1];
    Signed *pre = (Signed *)blob[2];
    Signed **nodes;
    tw_extra_roots_base = roots;
    tw_extra_roots_end = roots + 2;
    roots[0] = tw_gc_malloc_fixed(blob[3]);
    ((Signed *)roots[0])[1] = 5;
    roots[1] = tw_gc_malloc_varsize(blob[4], 3);
    nodes = roots[1];
    nodes[2] = roots[0];
    printf("%ld %ld %ld %ld\n", (long)blob[0], (long)kept(41), (long)pre[1], (long)(blob[5] == (uint64_t)&ints[1]));
    printf("%ld %ld\n", (long)blob_len, (long)ints[1]);
    nodes = roots[1];
    printf("%ld %ld %d\n", (long)nodes[1], (long)nodes[2][1], nodes[2] == roots[0]);
    printf("%d %d\n", tw_gc_identity_hash(roots[0]) == tw_gc_identity_hash(roots[0]), tw_gc_free != NULL);
}
"#,
    )
    .unwrap();
    use genc::{Blob, BlobWord};
    let blob = Blob {
        symbol: "blob".into(),
        readonly: false,
        words: vec![
            BlobWord::Int(7),
            BlobWord::Func(kept),
            BlobWord::Obj(pre),
            BlobWord::TypeId(node),
            BlobWord::TypeId(nodes),
            BlobWord::Symbol("ints".into(), 8),
        ],
    };
    let ints = Blob {
        symbol: "ints".into(),
        readonly: true,
        words: vec![BlobWord::Int(1), BlobWord::Int(99)],
    };
    let opts = GencOptions {
        cc: Some("gcc".into()),
        opt_level: 1,
        outdir: dir.0.clone(),
        gc,
        main,
        jit: Some(JitBundle {
            blobs: vec![blob, ints],
            keep: vec![kept],
            init: vec!["jit_start".into()],
            extra_objects: vec![c, support("stub_gc.c")],
            link_args: vec![format!("-I{}", dir.0.display())],
            ..JitBundle::default()
        }),
        ..GencOptions::default()
    };
    let art = genc::generate(&p, &opts).unwrap_or_else(|e| panic!("{e}"));
    assert_eq!(art.warnings, "");
    let out = Command::new(art.executable.unwrap()).output().unwrap();
    let got = String::from_utf8_lossy(&out.stdout);
    assert_eq!(got, "7 42 17 1\n6 99\n3 5 1\n1 1\n");
}

#[test]
fn support_library() {
    let dir = scratch("support");
    std::fs::create_dir_all(&dir.0).unwrap();
    let c = dir.0.join("t.c");
    std::fs::write(
        &c,
        r#"#include "tw_support.h"
#include <stdio.h>
const Signed tw_prebuilt_count = 0;
const unsigned char *tw_exc_class_name(void *t, Signed *n) { (void)t; *n = 0; return (const unsigned char *)""; }
int main(void) {
    static const double xs[] = {0.0, -0.0, 1.0, 0.1, -2.5, 1e15, 1e16, 123456789012345680.0, 1e22, 5e-324,
        1.7976931348623157e308, 0.0001, 0.00001234, 100000.0, 1.0 / 3.0, 1e300 * 1e10, 123.456};
    char buf[500];
    unsigned i;
    for (i = 0; i < sizeof xs / sizeof xs[0]; i++) {
        Signed n = tw_format_float(buf, sizeof buf, xs[i], 'r', 17);
        printf("%.*s\n", (int)n, buf);
    }
    tw_format_float(buf, sizeof buf, 2.0 / 3.0, 'f', 3);
    puts(buf);
    tw_format_float(buf, sizeof buf, 0.0 / 0.0 * -1, 'g', 3);
    puts(buf);
    printf("%ld\n", (long)tw_format_float(buf, 4, 123456.0, 'f', 2));
    printf("%ld %ld\n", (long)tw_path_kind("/"), (long)tw_path_kind("/no/such/thing"));
    return 0;
}
"#,
    )
    .unwrap();
    let sup = Path::new(env!("CARGO_MANIFEST_DIR")).join("../support");
    let exe = dir.0.join("t");
    let out = Command::new("gcc")
        .args(["-O1", "-Wall", "-Wextra", "-Werror", "-std=gnu11", "-I"])
        .arg(&sup)
        .arg("-o")
        .arg(&exe)
        .arg(&c)
        .arg(sup.join("tw_support.c"))
        .output()
        .unwrap();
    assert!(out.status.success(), "{}", String::from_utf8_lossy(&out.stderr));
    let out = Command::new(exe).output().unwrap();
    let want = "0.0 -0.0 1.0 0.1 -2.5 1000000000000000.0 1e+16 1.2345678901234568e+17 1e+22 5e-324 \
                1.7976931348623157e+308 0.0001 1.234e-05 100000.0 0.3333333333333333 inf 123.456 0.667 nan 3 2 0";
    let got = String::from_utf8_lossy(&out.stdout).replace('\n', " ");
    assert_eq!(got.trim(), want);
}
