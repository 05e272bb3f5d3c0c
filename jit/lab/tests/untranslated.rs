//! Programs run untranslated with a JIT as they do without: those that the partial evaluator is tested with, and the samples
//! of `docs/partial-evaluation-and-tracing.md`; `files/memory.ll` has all kinds of memory, calls and exceptions. Residual programs, too.

use lab::untranslated::{Run, parse_value, run, run_with_jit};
use std::path::Path;

/// The programs in a folder, behind a prelude, with the arguments of their `; run: 1,2 …` lines.
fn programs(folder: &str, prelude: &str) -> Vec<(String, String, Vec<Vec<String>>)> {
    let dir = Path::new(env!("CARGO_MANIFEST_DIR")).join(folder);
    let mut all = vec![];
    for path in std::fs::read_dir(&dir).expect("folder").map(|e| e.expect("entry").path()) {
        if path.extension().is_none_or(|e| e != "ll") {
            continue;
        }
        let text = std::fs::read_to_string(&path).expect("text");
        let runs = text.lines().filter_map(|l| l.strip_prefix("; run: "));
        let runs = runs.filter_map(|l| l.split_whitespace().next());
        let runs = runs.map(|r| r.split(',').map(String::from).collect()).collect();
        all.push((path.display().to_string(), prelude.to_string() + &text, runs));
    }
    assert!(!all.is_empty(), "{folder}");
    all
}

fn shown(r: &Run) -> String {
    let end = match &r.result {
        Ok(v) => format!("{v:?}"),
        Err(e) => e.to_string(),
    };
    format!("{end} {:?}", String::from_utf8_lossy(&r.stdout))
}

#[test]
fn with_and_without_a_jit() {
    let mut traced = 0;
    let dir = Path::new(env!("CARGO_MANIFEST_DIR")).join("../peval/tests/files");
    let prelude = std::fs::read_to_string(dir.join("prelude.txt")).expect("the prelude");
    let all = ["../peval/tests/files", "tests/files"].map(|folder| programs(folder, &prelude));
    for (name, text, runs) in all.into_iter().flatten() {
        let p = lab::parse(&text).unwrap_or_else(|e| panic!("{name}: {e}"));
        let entry = p.entry.expect("an entry");
        let types = p.types.funcs[p.funcs[entry].ty].args.clone();
        for args in runs {
            let values: Result<Vec<_>, _> =
                args.iter().zip(&types).map(|(a, ty)| parse_value(&p, a, *ty)).collect();
            let values = values.unwrap_or_else(|e| panic!("{name}: {e}"));
            let plain = shown(&run(&p, &values).expect("runs"));
            for settings in ["enable_opts=none", "enable_opts=all", "disable_unrolling=0"] {
                let with = run_with_jit(&p, &values, "jit-log-opt,jit-abort", |p| {
                    (p.threshold, p.function_threshold, p.trace_eagerness) = (1, 1, 1);
                    p.parse(settings).expect("settings");
                });
                let with = with.unwrap_or_else(|e| panic!("{name}: {e}"));
                assert_eq!(shown(&with), plain, "{name} {args:?} {settings}\n{}", with.log);
                traced += usize::from(with.in_traces > 0);
            }
        }
    }
    assert!(traced >= 24, "only {traced} runs in traces");
}

fn words(text: &str) -> Vec<String> {
    text.split(' ').map(String::from).collect()
}

fn sample(name: &str) -> flowmodel::Program {
    let all = programs("../../docs/partial-evaluation-and-tracing", "");
    let (_, text, _) = all.iter().find(|p| p.0.ends_with(name)).expect("the sample");
    lab::parse(text).expect("a program")
}

#[test]
fn a_guest_loop_has_one_trace() {
    let square = sample("/regmachine.ll");
    let entry = square.entry.expect("an entry");
    let types = square.types.funcs[square.funcs[entry].ty].args.clone();
    let args = [("square", types[0]), ("200", types[1])];
    let args = args.map(|(text, ty)| parse_value(&square, text, ty).expect("a value"));
    let r =
        run_with_jit(&square, &args, "jit-log-opt,jit-abort", |p| p.threshold = 3).expect("runs");
    assert_eq!(shown(&r), "Int(40000) \"\"");
    assert_eq!(r.log.matches("# Loop").count(), 1, "{}", r.log);
    assert!(!r.log.contains("bridge"), "{}", r.log);
}

#[test]
fn residual_programs() {
    let p = sample("/regmachine.ll");
    let limits = lab::Limits::default();
    let then = [words("16"), words("1"), words("1000")];
    let text = lab::specialise(&p, &words("square _"), &limits, &then).expect("specialises");
    for result in ["= 256 ", "= 1 ", "= 1000000 "] {
        assert!(text.contains(result), "{text}");
    }
    let all_known =
        lab::specialise(&p, &words("square 3"), &limits, &[vec![]]).expect("specialises");
    assert!(all_known.contains("= 9 "), "{all_known}");
}

#[test]
fn what_is_wrong_is_told() {
    let p = sample("/regmachine.ll");
    let of = |args: &str| lab::interpret(&p, &words(args)).expect_err("an error");
    assert_eq!(of("square"), "@main takes 2 arguments, not 1");
    assert_eq!(of("square x"), "`x` is no Signed");
    assert_eq!(of("circle 3"), "`circle` is no *#rpy_string");
    let all = lab::specialise(&p, &words("_ _"), &lab::Limits::default(), &[]);
    assert!(all.expect_err("an error").contains("is not known"));
    let bad = lab::trace(&p, &words("square 3"), "thresold=2", lab::Show::Both);
    assert_eq!(bad.expect_err("an error"), "unknown JIT parameter 'thresold'");
    assert!(lab::parse("graph @f(").expect_err("an error").starts_with("line 1: "));
    assert_eq!(lab::parse("").expect_err("an error"), "the program has no `entry`");
    assert!(lab::optimise("i1 = int_add(i0, 1)", true).is_err());
}

#[test]
fn faults_end_a_run() {
    // Reads behind an array, while tracing and in the trace.
    let text = "
struct #a gc { pad: Signed } items Signed
object $a: #a { 0 } [ 1, 2, 3, 4, 5, 6, 7, 8 ]
jitdriver \"d\" greens [] reds [\"i\"]
entry @f
graph @f(%n: Signed) -> Signed {
block0(%n):
    goto block1(%n)
block1(%i: Signed):
    jit_marker \"jit_merge_point\", 0, %i
    %x: Signed = getarrayitem $a, %i
    %more: Bool = int_ne %x, 0
    %up: Signed = int_add %i, 1
    if %more then block1(%up) else return(%up)
}";
    let p = lab::parse(text).expect("a program");
    for threshold in [1, 3, 6, 7, 100] {
        let out =
            lab::trace(&p, &words("0"), &format!("threshold={threshold}"), lab::Show::Recorded);
        let out = out.expect("a run");
        assert!(
            out.contains("fault: ") && out.contains("index 8 out of bounds of 8 items"),
            "{out}"
        );
    }
}
