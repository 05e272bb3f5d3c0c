//! Shared parts of the tests of whole programs.

use backendopt::manager::{NoObserver, OptConfig, lower};
use backendopt::transform::{GcChoice, GcFunctions, GcState};
use flowmodel::diag::{SourceMap, Span};
use flowmodel::eval::RtValue;
use flowmodel::llinterp::{LlInterp, Outcome};
use flowmodel::text::parse_program;
use flowmodel::verify::verify_program;
use flowmodel::{Body, External, Field, FuncAttrs, FuncId, Function, Program, Type};
use genc::{GencOptions, JitBundle};
use std::fmt::Write;
use std::path::{Path, PathBuf};
use std::process::Command;

pub const PRELUDE: &str = include_str!("../support/prelude.ll");

pub struct Run {
    pub func: String,
    pub args: Vec<i64>,
    pub want: String,
    pub interp: bool,
}

pub fn runs(text: &str) -> Vec<Run> {
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
pub fn with_entry(text: &str, runs: &[Run]) -> Program {
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

pub fn interpret(p: &Program, runs: &[Run], what: &str) {
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

pub fn stub_gc(p: &mut Program) -> GcChoice {
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
    GcChoice::Collector(GcFunctions {
        weak: None,
        malloc_fixed: ext("stub_malloc_fixed", vec![i, i], Type::Address),
        malloc_varsize: ext("stub_malloc_varsize", vec![i; 5], Type::Address),
        collect: ext("stub_collect", vec![], Type::Void),
        control: ext("stub_control", vec![i, i], i),
        identity_hash: ext("stub_identity_hash", vec![Type::Address], i),
        barrier: None,
        state: Some(GcState { obj, free: 0, limit: 1 }),
        conservative: false,
        counts: None,
    })
}

pub fn support(name: &str) -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/support").join(name)
}

pub fn compilers() -> Vec<&'static str> {
    ["gcc", "clang"]
        .into_iter()
        .filter(|c| Command::new(c).arg("--version").output().is_ok_and(|o| o.status.success()))
        .collect()
}

/// Gives the settings of the transformers: this memory management, and the verifier after each.
pub fn with_gc(gc: GcChoice) -> OptConfig<'static> {
    OptConfig { verify: true, gc, ..OptConfig::default() }
}

/// Stands for a compiler: the object back end.
pub const OBJECT: &str = "object file";

/// The compilers, and the object back end.
pub fn back_ends() -> Vec<&'static str> {
    let mut all = compilers();
    all.push(OBJECT);
    all
}

/// Lowers and compiles; returns the executable. The directory is the caller's.
pub fn compile(p: &Program, moving: bool, cc: &str, opt: u8, dir: &Path) -> PathBuf {
    let mut p = p.clone();
    let gc = if moving { stub_gc(&mut p) } else { GcChoice::None };
    let main = lower(&mut p, &with_gc(gc), &mut NoObserver).unwrap();
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
    let made = if cc == OBJECT {
        let header = dir.join("tw_support.h");
        std::fs::create_dir_all(dir).unwrap();
        std::fs::write(header, genc::header::SUPPORT_H).unwrap();
        std::fs::write(dir.join("common.h"), "#include \"tw_support.h\"\n").unwrap();
        genobj::generate(&p, &GencOptions { cc: None, ..opts }, &SourceMap::default())
    } else {
        genc::generate(&p, &opts)
    };
    let art = made.unwrap_or_else(|e| panic!("{e}"));
    assert_eq!(art.warnings, "", "the generated C must compile without warnings");
    art.executable.unwrap()
}

pub fn check_c(exe: &Path, env: &[(&str, &str)], runs: &[Run], what: &str) {
    let out = Command::new(exe).envs(env.iter().copied()).output().unwrap();
    let text = String::from_utf8_lossy(&out.stdout);
    let want: String = runs.iter().enumerate().map(|(i, r)| format!("{i}: {}\n", r.want)).collect();
    assert_eq!(text, want, "{what}\n{}{}", String::from_utf8_lossy(&out.stderr), out.status);
    assert!(out.status.success(), "{what}: {}", out.status);
}

pub fn scratch(name: &str) -> tempdir::Dir {
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
