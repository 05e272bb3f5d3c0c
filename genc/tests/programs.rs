//! Text programs through the transformers and the C compiler. Each `; run: @f(args) == value` (or `raises Class`) is
//! checked against the low-level interpreter before the transformers and after the exception transformer, and then in C:
//! without GC, with a moving collector, and with that collector under stress. `; crun:` lines are checked in C only.

use backendopt::transform::{self, GcChoice, GcFunctions, GcState};
use flowmodel::eval::RtValue;
use flowmodel::llinterp::{LlInterp, Outcome};
use flowmodel::text::{parse_program, print_program};
use flowmodel::verify::verify_program;
use flowmodel::{Body, External, Field, FuncAttrs, FuncId, Function, Program, Type, diag::Span};
use genc::{GencOptions, JitBundle};
use std::fmt::Write;
use std::path::{Path, PathBuf};
use std::process::Command;

const PRELUDE: &str = include_str!("support/prelude.ll");

struct Run {
    func: String,
    args: Vec<i64>,
    want: String,
    interp: bool,
}

fn runs(text: &str) -> Vec<Run> {
    let mut v = vec![];
    for l in text.lines() {
        let (line, interp) = match (l.strip_prefix("; run: @"), l.strip_prefix("; crun: @")) {
            (Some(x), _) => (x, true),
            (_, Some(x)) => (x, false),
            _ => continue,
        };
        let (func, rest) = line.split_once('(').unwrap();
        let (args, rest) = rest.split_once(')').unwrap();
        let args = args.split(',').filter(|a| !a.trim().is_empty());
        let args = args.map(|a| a.trim().parse().unwrap()).collect();
        let want = match rest.trim().strip_prefix("== ") {
            Some(n) => n.to_string(),
            None => rest.trim().to_string(),
        };
        v.push(Run { func: func.into(), args, want, interp });
    }
    v
}

/// The program with an entry that reports every run.
fn with_entry(text: &str, runs: &[Run]) -> Program {
    let mut t = format!("level rtyped\n{PRELUDE}\n{text}\n");
    t.push_str("external @report_int(Signed, Signed) -> Void [cannot_raise] = \"report_int\"\n");
    t.push_str("external @report_exc(Signed, Address) -> Void [cannot_raise] = \"report_exc\"\n");
    t.push_str(
        "entry @test_entry\ngraph @test_entry() -> Signed {\nblock0():\n    goto block1()\n",
    );
    for (i, r) in runs.iter().enumerate() {
        let b = 1 + i * 3;
        let args: String = r.args.iter().map(|a| format!(", {a}")).collect();
        let _ = write!(
            t,
            "block{b}():\n    %r{b}: Signed = direct_call @{}{args}\n    catch -> block{}(%r{b}), $Exception(%t{b}, _) -> block{}(%t{b})\n\
             block{}(%q{b}: Signed):\n    direct_call @report_int, {i}, %q{b}\n    goto block{}()\n\
             block{}(%u{b}: *#vtable):\n    %a{b}: Address = cast_ptr_to_adr %u{b}\n    direct_call @report_exc, {i}, %a{b}\n    goto block{}()\n",
            r.func,
            b + 1,
            b + 2,
            b + 1,
            b + 3,
            b + 2,
            b + 3
        );
    }
    let _ = write!(t, "block{}():\n    return 0\n}}\n", 1 + runs.len() * 3);
    let p = parse_program(&t)
        .unwrap_or_else(|e| panic!("{e}\n{}", t.lines().nth(e.line as usize - 1).unwrap_or("")));
    verify_program(&p).unwrap();
    p
}

fn interpret(p: &Program, runs: &[Run], what: &str) {
    for r in runs.iter().filter(|r| r.interp) {
        let f = p.func_by_name(&r.func).unwrap();
        let mut i = LlInterp::new(p);
        let args: Vec<RtValue> = r.args.iter().map(|a| RtValue::Int(*a)).collect();
        let got = match i.call(f, &args) {
            Ok(RtValue::Int(n)) => n.to_string(),
            Ok(v) => format!("{v:?}"),
            Err(Outcome::Raised { class, .. }) => {
                // the class is known by its vtable's object name or by its `name` field
                format!("raises {}", class.trim_start_matches("n_"))
            }
            Err(e) => e.to_string(),
        };
        let got = match &i.exc_state {
            Some((t, _)) if p.level != flowmodel::Level::Rtyped => {
                format!("raises {}", class_name(p, &i, *t))
            }
            _ => got,
        };
        assert_eq!(got, r.want, "{what}: @{}({:?})", r.func, r.args);
    }
}

fn class_name(p: &Program, i: &LlInterp, t: RtValue) -> String {
    p.exc
        .classes
        .iter()
        .find(|(_, o)| i.prebuilt(**o) == t)
        .map_or("?".into(), |(n, _)| n.to_string())
}

fn stub_gc(p: &mut Program) -> GcChoice {
    let s = p.types.add(
        "StubGcState",
        true,
        None,
        vec![Field::new("free", Type::Signed), Field::new("limit", Type::Signed)],
        None,
    );
    let obj = p.new_object("stub_gc_state", s);
    let mut ext = |name: &str, args: Vec<Type>, result: Type| -> FuncId {
        let ty = p.types.func(args, result);
        let body =
            Body::External(External { c_name: name.into(), includes: vec![], can_collect: false });
        let attrs = FuncAttrs { cannot_raise: true, ..FuncAttrs::default() };
        p.funcs.push(Function { name: name.into(), ty, body, attrs, span: Span::NONE })
    };
    let i = Type::Signed;
    GcChoice::Moving(GcFunctions {
        malloc_fixed: ext("stub_malloc_fixed", vec![i, i], Type::Address),
        malloc_varsize: ext("stub_malloc_varsize", vec![i; 5], Type::Address),
        collect: ext("stub_collect", vec![], Type::Void),
        identity_hash: ext("stub_identity_hash", vec![Type::Address], i),
        state: Some(GcState { obj, free: 0, limit: 1 }),
    })
}

fn support(name: &str) -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/support").join(name)
}

fn compilers() -> Vec<&'static str> {
    ["gcc", "clang"]
        .into_iter()
        .filter(|c| Command::new(c).arg("--version").output().is_ok_and(|o| o.status.success()))
        .collect()
}

/// Lowers and compiles; returns the executable. The directory is the caller's.
fn compile(p: &Program, moving: bool, cc: &str, opt: u8, dir: &Path) -> PathBuf {
    let mut p = p.clone();
    let gc = if moving { stub_gc(&mut p) } else { GcChoice::None };
    let main = transform::lower(&mut p, &gc, None).unwrap();
    verify_program(&p).unwrap_or_else(|e| panic!("{e}\n{}", print_program(&p)));
    let mut extra = vec![support("report.c")];
    if moving {
        extra.push(support("stub_gc.c"));
    }
    let opts = GencOptions {
        name: "test-c".into(),
        cc: Some(cc.into()),
        opt_level: opt,
        outdir: dir.to_path_buf(),
        gc,
        main,
        jit: Some(JitBundle {
            extra_objects: extra,
            link_args: vec![format!("-I{}", dir.display())],
            ..JitBundle::default()
        }),
        ..GencOptions::default()
    };
    let art = genc::generate(&p, &opts).unwrap_or_else(|e| panic!("{e}"));
    assert_eq!(art.warnings, "", "the generated C must compile without warnings");
    art.executable.unwrap()
}

fn check_c(exe: &Path, env: &[(&str, &str)], runs: &[Run], what: &str) {
    let out = Command::new(exe).envs(env.iter().copied()).output().unwrap();
    let text = String::from_utf8_lossy(&out.stdout);
    let want: String = runs.iter().enumerate().map(|(i, r)| format!("{i}: {}\n", r.want)).collect();
    assert_eq!(text, want, "{what}\n{}{}", String::from_utf8_lossy(&out.stderr), out.status);
    assert!(out.status.success(), "{what}: {}", out.status);
}

fn scratch(name: &str) -> tempdir::Dir {
    tempdir::Dir::new(name)
}

/// A directory that goes away at the end of a test that succeeds.
mod tempdir {
    use std::path::PathBuf;
    pub struct Dir(pub PathBuf);
    impl Dir {
        pub fn new(name: &str) -> Dir {
            let d = PathBuf::from(env!("CARGO_TARGET_TMPDIR"))
                .join(format!("{name}-{}", std::process::id()));
            let _ = std::fs::remove_dir_all(&d);
            Dir(d)
        }
    }
    impl Drop for Dir {
        fn drop(&mut self) {
            if std::env::var_os("TW_KEEP").is_none() && !std::thread::panicking() {
                let _ = std::fs::remove_dir_all(&self.0);
            }
        }
    }
}

fn filetest(name: &str) {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/programs").join(name);
    let text = std::fs::read_to_string(&path).unwrap();
    let runs = runs(&text);
    assert!(!runs.is_empty());
    let p = with_entry(&text, &runs);
    interpret(&p, &runs, "before the transformers");
    let mut q = p.clone();
    transform::exception_transform(&mut q, None).unwrap();
    verify_program(&q).unwrap_or_else(|e| panic!("{e}\n{}", print_program(&q)));
    interpret(&q, &runs, "after the exception transformer");
    for cc in compilers() {
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
fn output_is_deterministic() {
    let text =
        std::fs::read_to_string(Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/programs/gc.ll"))
            .unwrap();
    let make = || {
        let mut p = with_entry(&text, &runs(&text));
        let gc = stub_gc(&mut p);
        let main = transform::lower(&mut p, &gc, None).unwrap();
        let opts = GencOptions { gc, main, ..GencOptions::default() };
        let db = genc::database::Database::new(&p, &opts).unwrap();
        genc::build::render(&db, &opts).unwrap()
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
    let want = "Traceback (most recent call last):\n  in main\n  in middle\n  in middle\n  in inner\nValueError\n";
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
    g.blocks[start].operations[0].span = Span { file, start: 27, end: 40 };
    transform::add_entry_wrapper(&mut p).unwrap();
    transform::exception_transform(&mut p, Some(&sources)).unwrap();
    transform::gc_transform(&mut p, &GcChoice::None).unwrap();
    let opts = GencOptions { main: p.func_by_name("tw_entry"), ..GencOptions::default() };
    let db = genc::database::Database::new(&p, &opts).unwrap();
    let files = genc::build::render(&db, &opts).unwrap();
    assert!(files.iter().any(|(_, t)| t.contains(r#"{"main", "dir/prog.rpy", 3}"#)));
}

/// What the JIT relies on: blobs with relocated words, kept functions, allocation by type id, extra roots.
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
    let main = transform::lower(&mut p, &gc, None).unwrap();
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
