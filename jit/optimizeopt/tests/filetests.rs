//! Runs `tests/files/*.trace`: declarations and traces in, optimised traces out.
//! `BLESS=1 cargo test -p optimizeopt` rewrites the expected output.
//!
//! A file has sections that start with `--- name`:
//! `decls`, then `loop`, `simple`, `bridge` or `retrace` with a trace, each followed by an `output`. A `bridge` goes to the
//! loop before it. A `retrace` is the iteration behind the bridge before it; it makes a further label of the loop, with
//! `; general` one for other classes, too. `cases` holds one case per line, `expression if test, test => what it becomes`,
//! with the arguments `i0`, `f0`, `p0` …; the tests hold before.
//! `; string ConstPtr(ptr1) = "abc"` is a constant string. Lines `; pure f(1, 2) = 3` and `; runtime 5, ConstPtr(ptr1): class, _` describe the world;
//! `; check body <= 15` limits the operations of the loop's body.

use crate::common::TestEnv;
use crate::syntax::{Term, parse_term};
use jitmodel::decl::Declarations;
use jitmodel::effects::DEBUG;
use jitmodel::text::{parse_trace, print_trace};
use jitmodel::*;
use optimizeopt::{
    LoopResult, OptEnv, Options, optimize_bridge, optimize_loop, optimize_retrace, optimize_simple,
};

fn constant(decls: &mut Declarations, text: &str) -> Option<ConstValue> {
    let text = text.trim();
    if let Some(n) = text.strip_prefix("ConstPtr(ptr") {
        return Some(ConstValue::Ref(RefConst::Rooted(n.trim_end_matches(')').parse().unwrap())));
    }
    if let Some(name) = text.strip_prefix("ConstClass(") {
        return Some(ConstValue::Int(decls.symbol(name.trim_end_matches(')'))));
    }
    text.parse().ok().map(ConstValue::Int)
}

/// Records a term; variables are input arguments: `i0`, `f0`, `p0`, `i1` … in this order.
fn record(trace: &mut Trace, term: &Term, kind: Kind) -> Result<OpRef, String> {
    Ok(match term {
        Term::Var(name) => {
            let (number, place) = (name[1..].parse::<usize>(), "ifp".find(&name[..1]));
            let (Ok(number), Some(kind)) = (number, place) else {
                return Err(format!("unknown argument {name}"));
            };
            trace.inputarg(number * 3 + kind)
        }
        Term::Int(i) => trace.const_int(*i),
        Term::Named(n) => trace.const_int(n.value(64)),
        Term::Float(f) => trace.const_float_bits(f.to_bits()),
        Term::Null => trace.const_ref(RefConst::Null),
        Term::Op(name, args) => {
            let opnum = ResOp::by_name(name).ok_or_else(|| format!("no operation {name}"))?;
            let mut refs = Vec::new();
            for (arg, kind) in args.iter().zip(opnum.info().args) {
                let ArgKind::Is(kind) = *kind else { return Err(format!("{name} in a case")) };
                refs.push(record(trace, arg, kind)?);
            }
            let result = trace.record(opnum, &refs);
            if opnum.is_ovf() {
                guard(trace, ResOp::GuardNoOverflow, &[]);
            }
            result
        }
        other => return Err(format!("{other:?} of kind {kind:?}")),
    })
}

fn guard(trace: &mut Trace, opnum: ResOp, args: &[OpRef]) {
    let slots = trace.inputarg_refs().collect();
    let frame = SnapshotFrame { parent: None, jitcode: 0, pc: 0, slots };
    let frame = trace.add_snapshot(frame);
    trace.record_guard(opnum, args, Some(frame));
}

fn show(trace: &Trace, v: OpRef) -> String {
    if let Some(c) = trace.const_value(v) {
        return match c {
            ConstValue::Int(i) => i.to_string(),
            ConstValue::Float(bits) => format!("{:?}", f64::from_bits(bits)),
            ConstValue::Ref(_) => "null".into(),
        };
    }
    match trace.op_of(v) {
        None => format!("{}{}", ["i", "f", "p"][v.index() % 3], v.index() / 3),
        Some(op) => {
            let args: Vec<String> = op.args.iter().map(|&a| show(trace, a)).collect();
            format!("{}({})", op.opnum, args.join(", "))
        }
    }
}

/// Gives what becomes of one line of `cases`.
fn run_case(line: &str) -> Result<String, String> {
    let (left, _) = line.split_once("=>").unwrap_or((line, ""));
    let (term, tests) = left.split_once(" if ").unwrap_or((left, ""));
    let kinds: Vec<Kind> = [Kind::Int, Kind::Float, Kind::Ref].repeat(3);
    let mut trace = Trace::new("case", &kinds);
    // Commas between tests are those outside of parentheses.
    let (mut depth, mut test) = (0, String::new());
    for c in tests.chars().chain([',']) {
        depth += (c == '(') as i32 - (c == ')') as i32;
        if c != ',' || depth > 0 {
            test.push(c);
            continue;
        }
        if !test.trim().is_empty() {
            let test = record(&mut trace, &parse_term(&test)?, Kind::Int)?;
            guard(&mut trace, ResOp::GuardTrue, &[test]);
        }
        test.clear();
    }
    let value = record(&mut trace, &parse_term(term)?, Kind::Int)?;
    trace.record(ResOp::Finish, &[value]);
    let decls = Declarations::default();
    let mut env = TestEnv::new(&decls);
    let out = optimize_simple(&trace, &decls.descrs, &mut env, Options::default());
    let shown = match out {
        Ok(out) => show(&out.trace, out.trace.ops.last().unwrap().args[0]),
        Err(error) => {
            assert!(!error.internal, "{error}");
            "impossible".into()
        }
    };
    Ok(format!("{} => {shown}", left.trim_end()))
}

fn run_file(text: &str, count: &mut usize) -> Result<String, String> {
    let mut decls = Declarations::default();
    let mut sections: Vec<(&str, String)> = vec![("", String::new())];
    for line in text.lines() {
        if let Some(name) = line.strip_prefix("--- ") {
            sections.push((name.trim(), String::new()));
        } else if let Some(last) = sections.last_mut() {
            last.1 += line;
            last.1.push('\n');
        }
    }
    let mut out = sections[0].1.clone();
    let mut last_loop: Option<LoopResult> = None;
    let mut last_bridge: Option<Trace> = None;
    let mut next_token = 0;
    for (name, body) in &sections[1..] {
        if *name == "output" {
            continue;
        }
        if *name == "cases" {
            out += "--- cases\n";
            for line in body.lines() {
                if line.trim().is_empty() || line.starts_with(';') {
                    out += line;
                } else {
                    *count += 1;
                    out += &run_case(line).map_err(|e| format!("{line}: {e}"))?;
                }
                out += "\n";
            }
            continue;
        }
        out += &format!("--- {name}\n{body}");
        if *name == "decls" {
            decls.parse(body).map_err(|e| e.to_string())?;
            continue;
        }
        *count += 1;
        let mut pure = Vec::new();
        let mut runtime = Vec::new();
        let mut classes = Vec::new();
        let mut parts = Vec::new();
        let mut strings = Vec::new();
        let mut limit = None;
        let mut known = Vec::new();
        for line in body.lines() {
            if let Some(rest) = line.strip_prefix("; pure ") {
                let (call, value) = rest.split_once('=').ok_or("'=' expected")?;
                let (func, args) = call.trim().split_once('(').ok_or("'(' expected")?;
                let args = args.trim().strip_suffix(')').ok_or("')' expected")?;
                let args: Vec<&str> = args.split(", ").filter(|a| !a.is_empty()).collect();
                let args = args.into_iter().map(|a| constant(&mut decls, a));
                let args: Option<Vec<_>> = args.collect();
                let value = constant(&mut decls, value).ok_or("value expected")?;
                pure.push((decls.symbol(func), args.ok_or("constants expected")?, value));
            } else if let Some(rest) = line.strip_prefix("; runtime ") {
                for item in rest.split(", ") {
                    let (value, class) = item.split_once(": ").unwrap_or((item, ""));
                    let value = constant(&mut decls, value);
                    if let Some(ConstValue::Ref(r)) = value
                        && !class.is_empty()
                    {
                        classes.push((r, decls.symbol(class)));
                    }
                    runtime.push(value);
                }
            } else if let Some(rest) = line.strip_prefix("; part ") {
                // ; part ConstPtr(ptr1) FieldDescr Box.value = 5
                let (what, value) = rest.split_once('=').ok_or("'=' expected")?;
                let (object, field) = what.trim().split_once(' ').ok_or("field expected")?;
                let object = constant(&mut decls, object).ok_or("object expected")?;
                let value = constant(&mut decls, value).ok_or("value expected")?;
                parts.push((object, field.to_string(), value));
            } else if let Some(rest) = line.strip_prefix("; out of Guard") {
                // The bridge of a guard of the last trace: its inputargs are the guard's fail args.
                let n = rest.trim().parse::<usize>().map_err(|e| e.to_string())?;
                let guard = last_loop.as_ref().map(|l| &l.trace.guards[n]);
                known = guard.and_then(|g| g.resume.clone()).map_or(vec![], |r| r.known);
            } else if let Some(rest) = line.strip_prefix("; string ") {
                let (object, text) = rest.split_once('=').ok_or("'=' expected")?;
                let Some(ConstValue::Ref(r)) = constant(&mut decls, object) else {
                    return Err("object expected".into());
                };
                strings.push((r, text.trim().trim_matches('"').to_string()));
            } else if let Some(rest) = line.strip_prefix("; check body <= ") {
                limit = Some(rest.trim().parse::<usize>().map_err(|e| e.to_string())?);
            }
        }
        let trace = parse_trace(body, decls.env()).map_err(|e| format!("{name}: {e}"))?;
        let printed = print_trace(&trace, decls.env());
        let again = parse_trace(&printed, decls.env()).map_err(|e| format!("again: {e}"))?;
        assert_eq!(print_trace(&again, decls.env()), printed);
        let decls = &decls;
        let mut env = TestEnv { decls, next_token, pure, runtime, parts, classes, known, strings };
        let facts = body.lines().any(|l| l == "; facts");
        let opts = Options { facts, ..Options::default() };
        let result = match *name {
            "loop" => optimize_loop(&trace, &decls.descrs, &mut env, opts),
            "simple" => optimize_simple(&trace, &decls.descrs, &mut env, opts),
            "bridge" => {
                let targets = last_loop.as_ref().map(|l| l.targets.clone()).unwrap_or_default();
                let r = optimize_bridge(&trace, &decls.descrs, &mut env, opts, &targets, None);
                r.map(|b| LoopResult {
                    trace: b.trace,
                    body_label: 0,
                    targets,
                    unrolled: 0,
                    closed: false,
                })
            }
            "retrace" => {
                let bridge = last_bridge.as_ref().ok_or("a bridge must come first")?;
                let mut targets = last_loop.as_ref().ok_or("no loop")?.targets.clone();
                let others = &targets[..targets.len() - 1];
                let general = body.lines().any(|l| l == "; general");
                let (descrs, env) = (&decls.descrs, &mut env);
                let r = optimize_retrace(bridge, &trace, descrs, env, opts, others, general);
                r.map(|r| {
                    targets.insert(0, r.target);
                    let unrolled = r.unrolled;
                    LoopResult {
                        trace: r.trace,
                        body_label: r.body_label,
                        targets,
                        unrolled,
                        closed: false,
                    }
                })
            }
            other => return Err(format!("unknown section '{other}'")),
        };
        next_token = env.new_token().0;
        if *name == "bridge" {
            last_bridge = Some(trace.clone());
        }
        let output = match result {
            Ok(result) => {
                let text = print_trace(&result.trace, decls.env());
                if let Some(limit) = limit {
                    let n = result.body().iter().filter(|op| !op.opnum.has(DEBUG)).count();
                    assert!(n <= limit, "the body has {n} operations:\n{text}");
                }
                last_loop = Some(result);
                text
            }
            Err(error) => {
                assert!(!error.internal, "{error}");
                format!("; invalid: {error}\n")
            }
        };
        out += &format!("--- output\n{output}\n");
    }
    Ok(out)
}

#[test]
fn files() {
    let dir = concat!(env!("CARGO_MANIFEST_DIR"), "/tests/files");
    let mut paths: Vec<_> =
        std::fs::read_dir(dir).unwrap().map(|entry| entry.unwrap().path()).collect();
    paths.sort();
    let mut failed = Vec::new();
    let mut count = 0;
    for path in paths.iter().filter(|p| p.extension().is_some_and(|e| e == "trace")) {
        let text = std::fs::read_to_string(path).unwrap();
        let name = path.file_name().unwrap().to_string_lossy().into_owned();
        match run_file(&text, &mut count) {
            Ok(out) if out.trim_end() == text.trim_end() => {}
            Ok(out) if std::env::var_os("BLESS").is_some() => {
                std::fs::write(path, out.trim_end().to_string() + "\n").unwrap();
            }
            Ok(out) => failed.push(format!("{name}: got\n{out}")),
            Err(error) => failed.push(format!("{name}: {error}")),
        }
    }
    assert!(failed.is_empty(), "{}", failed.join("\n"));
    assert!(count >= 300, "only {count} cases");
}
