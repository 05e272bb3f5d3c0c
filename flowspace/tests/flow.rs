//! The flow space: graphs of `tests/flow/*.rpy`.
//!
//! For each function of a file the graph's text is compared with the `.txt` beside it
//! (`BLESS=1` rewrites it), or the diagnostic if it has one. Besides, each entry of the module's
//! list `RUNS` is a tuple (function, arguments…): the host runs the function, a small interpreter
//! runs its graph, and both must give the same result or exception class.

use flowmodel::operators::{CompareOp, OperatorKind, UnaryOp};
use flowmodel::text::{HlNames, print_hl_graph};
use flowmodel::{ExitCase, ExitSwitch, HlConst, HlGraph, HlOp, HostRef, Value, VarId};
use flowspace::SourceMap;
use flowspace::flow::build_flow;
use flowspace::host::{
    HErr, Host, HostObj, errors, import, items, ops, run_with_big_stack, streams,
};
use std::cell::RefCell;
use std::collections::HashMap;
use std::fs;
use std::path::{Path, PathBuf};
use std::rc::Rc;

struct Labels(HashMap<HostRef, String>);

impl HlNames for Labels {
    fn label(&self, h: HostRef) -> Option<String> {
        self.0.get(&h).cloned()
    }
    fn resolve(&self, _: &str) -> Option<HostRef> {
        None
    }
}

fn labels(host: &mut Host, g: &mut HlGraph) -> Labels {
    let mut found = vec![];
    for b in g.reachable() {
        let blk = &mut g.blocks[b];
        let mut note = |c: &HlConst| {
            if let HlConst::Host(h) = c {
                found.push(*h);
            }
        };
        blk.for_each_value(&mut |v| {
            if let Value::Const(c) = v {
                note(c);
            }
        });
        for l in &blk.exits {
            if let ExitCase::Value(c) = &l.case {
                note(c);
            }
        }
    }
    let mut map = HashMap::new();
    for h in found {
        let text = match host.qualified_name(h) {
            Some(n) => n,
            None => host.repr(h).unwrap_or_default(),
        };
        // Addresses are no part of what is tested.
        let text = text.split(" at 0x").next().unwrap_or("").to_string();
        map.insert(h, text);
    }
    Labels(map)
}

fn functions(host: &mut Host, module: HostRef) -> Vec<HostRef> {
    let HostObj::Module(m) = host.obj(module) else { panic!("not a module") };
    let dict = m.dict;
    let mut v: Vec<HostRef> = host
        .dict_items(dict)
        .into_iter()
        .map(|e| e.1)
        .filter(|f| host.func(*f).is_some())
        .collect();
    v.retain(|f| {
        let f = host.func(*f).unwrap();
        f.globals == dict && (!f.name.starts_with('_') || &*f.name == "__init__")
    });
    v
}

fn new_host(path: &Path) -> (Host, HostRef) {
    let mut host = Host::new(Rc::new(RefCell::new(SourceMap::default())));
    import::add_library_path(&mut host, &Path::new(env!("CARGO_MANIFEST_DIR")).join("../rlib"));
    streams::capture_output(&mut host);
    let module = match import::target(&mut host, path) {
        Ok(m) => m,
        Err(e) => panic!("{}: {e:?}", path.display()),
    };
    (host, module)
}

fn files() -> Vec<PathBuf> {
    let dir = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/flow");
    let mut v: Vec<PathBuf> = fs::read_dir(dir)
        .expect("test folder")
        .map(|e| e.expect("entry").path())
        .filter(|p| p.extension().is_some_and(|e| e == "rpy"))
        .collect();
    let rlib = Path::new(env!("CARGO_MANIFEST_DIR")).join("../rlib/rpython/rlib/unroll.py");
    if !rlib.exists() {
        println!("skipping rlib.rpy: {} is not there", rlib.display());
        v.retain(|p| !p.ends_with("rlib.rpy"));
    }
    v.sort();
    v
}

#[test]
fn graphs() {
    run_with_big_stack(|| {
        let mut failed = vec![];
        for path in files() {
            let (mut host, module) = new_host(&path);
            let mut out = String::new();
            for f in functions(&mut host, module) {
                match build_flow(&mut host, f) {
                    Ok(mut g) => {
                        let names = labels(&mut host, &mut g);
                        flowmodel::verify::verify_shape(&g).expect("well-formed graph");
                        out.push_str(&print_hl_graph(&g, &names));
                    }
                    Err(d) => {
                        let sources = host.sources.borrow();
                        let line = d
                            .primary
                            .and_then(|s| sources.line_col(s.file, s.start))
                            .map_or(0, |p| p.0);
                        let name = &host.func(f).unwrap().name;
                        out.push_str(&format!("{name}: line {line}: {}\n", d.message));
                    }
                }
                out.push('\n');
            }
            let expected = path.with_extension("txt");
            if std::env::var_os("BLESS").is_some() {
                fs::write(&expected, &out).expect("write");
            } else if fs::read_to_string(&expected).unwrap_or_default() != out {
                println!("{}:\n{out}", path.display());
                failed.push(expected);
            }
        }
        assert!(failed.is_empty(), "graphs differ (BLESS=1 rewrites): {failed:?}");
    });
}

#[test]
fn graphs_mean_what_the_functions_mean() {
    run_with_big_stack(|| {
        for path in files() {
            // Both sides get a fresh heap: the functions may change prebuilt objects.
            let count = runs(&path, None, &mut |_, _, _| None).len();
            for i in 0..count {
                let wanted = runs(&path, Some(i), &mut |host, f, args| {
                    let r = host.call(f, args, &[]);
                    Some(show(host, r))
                });
                let got = runs(&path, Some(i), &mut |host, f, args| {
                    let g = match build_flow(host, f) {
                        Ok(g) => g,
                        Err(d) => return Some(d.to_string()),
                    };
                    let r = interpret(host, &g, args);
                    Some(show(host, r))
                });
                assert_eq!(wanted, got, "{}", path.display());
            }
        }
    });
}

type Action<'a> = &'a mut dyn FnMut(&mut Host, HostRef, &[HostRef]) -> Option<String>;

/// Entries of `RUNS` (all, or the one with the index `only`) with what `action` says of them.
fn runs(path: &Path, only: Option<usize>, action: Action) -> Vec<(String, Option<String>)> {
    let (mut host, module) = new_host(path);
    let Ok(Some(list)) = host.getattr_opt(module, "RUNS") else { return vec![] };
    let list = host.iter_to_vec(list).expect("RUNS is a list");
    let mut out = vec![];
    for (i, run) in list.into_iter().enumerate() {
        if only.is_some_and(|o| o != i) {
            continue;
        }
        let parts = host.iter_to_vec(run).expect("a tuple");
        let name = host.qualified_name(parts[0]).unwrap_or_default();
        let args = host.tuple(&parts[1..]);
        let what = format!("{i}: {name}{}", host.repr(args).unwrap_or_default());
        let result = action(&mut host, parts[0], &parts[1..]);
        out.push((what, result));
    }
    out
}

fn show(host: &mut Host, r: Result<HostRef, HErr>) -> String {
    match r {
        Ok(w) => host.repr(w).unwrap_or_default(),
        Err(e) => format!("raises {}", host.type_name(e.0)),
    }
}

/// Generators: the instance that the function's graph makes, driven by the graph of its `next`.
#[test]
fn generators_give_what_they_give() {
    run_with_big_stack(|| {
        let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/flow/generators.rpy");
        let (mut host, module) = new_host(&path);
        let list = host.getattr(module, "RUN_GENERATORS").expect("list");
        for run in host.iter_to_vec(list).expect("list") {
            let parts = host.iter_to_vec(run).expect("a tuple");
            let wanted = host.call(parts[0], &parts[1..], &[]).expect("generator");
            let wanted = host.iter_to_vec(wanted).expect("items");
            let mut args = parts[1..].to_vec();
            let g = build_flow(&mut host, parts[0]).expect("graph");
            if args.len() < g.params().len() {
                // The default of `pairs`.
                args.push(host.int(2));
            }
            let it = interpret(&mut host, &g, &args).expect("instance");
            let cls = host.class_of(it);
            let next = host.lookup_in_mro(cls, "next").expect("next");
            let next = build_flow(&mut host, next).expect("graph of next");
            let mut got = vec![];
            while let Ok(w) = interpret(&mut host, &next, &[it]) {
                got.push(w);
            }
            let (wanted, got) = (host.list(wanted), host.list(got));
            assert_eq!(host.repr(wanted).ok(), host.repr(got).ok());
        }
    });
}

fn interpret(host: &mut Host, g: &HlGraph, args: &[HostRef]) -> Result<HostRef, HErr> {
    let mut env: HashMap<VarId, HostRef> = HashMap::new();
    let mut block = g.startblock;
    let mut inputs = args.to_vec();
    for _ in 0..100_000 {
        let b = &g.blocks[block];
        env.extend(b.inputargs.iter().copied().zip(inputs.iter().copied()));
        if block == g.returnblock {
            return Ok(inputs[0]);
        }
        if block == g.exceptblock {
            return Err(HErr(inputs[1]));
        }
        let mut raised = None;
        for (i, op) in b.operations.iter().enumerate() {
            let args: Vec<HostRef> = op.args.iter().map(|a| value(host, &env, a)).collect();
            match operate(host, op.op, &args) {
                Ok(w) => {
                    env.insert(op.result, w);
                }
                Err(e) if b.can_raise() && i + 1 == b.operations.len() => raised = Some(e),
                Err(e) => return Err(e),
            }
        }
        let link = match b.exitswitch {
            ExitSwitch::None => &b.exits[0],
            ExitSwitch::Var(v) => {
                let truth = HlConst::Bool(host.is_true(env[&v])?);
                b.exits.iter().find(|l| l.case == ExitCase::Value(truth.clone())).unwrap()
            }
            ExitSwitch::LastException => match raised {
                None => &b.exits[0],
                Some(e) => {
                    let cls = host.class_of(e.0);
                    let found = b.exits[1..].iter().find(|l| match &l.case {
                        ExitCase::Value(HlConst::Host(c)) => host.is_subclass(cls, *c),
                        _ => false,
                    });
                    let Some(l) = found else { return Err(e) };
                    if let Some(v) = l.last_exception {
                        env.insert(v, cls);
                    }
                    if let Some(v) = l.last_exc_value {
                        env.insert(v, e.0);
                    }
                    l
                }
            },
        };
        inputs = link.args.iter().map(|a| value(host, &env, a)).collect();
        block = link.target;
    }
    panic!("endless loop");
}

fn value(host: &mut Host, env: &HashMap<VarId, HostRef>, v: &Value<flowmodel::Hl>) -> HostRef {
    match v {
        Value::Var(v) => env[v],
        Value::Const(c) => host.from_const(c),
    }
}

fn operate(host: &mut Host, op: HlOp, a: &[HostRef]) -> Result<HostRef, HErr> {
    use HlOp::*;
    let name = |host: &Host, r| String::from_utf8(host.str_bytes(r).unwrap().to_vec()).unwrap();
    if let Some(b) = op.binary() {
        let r = ops::binary(host, b, op.is_in_place(), a[0], a[1])?;
        if op.is_checked() && matches!(host.obj(r), HostObj::BigInt(_)) {
            return Err(host.err("OverflowError", ""));
        }
        return Ok(r);
    }
    if let Some(OperatorKind::Compare(c)) = op.operator().map(|(row, _)| row.kind)
        && c != CompareOp::In
    {
        return host.compare(c, a[0], a[1]);
    }
    match op {
        Contains => host.compare(CompareOp::In, a[1], a[0]),
        Neg | NegOvf => ops::unary(host, UnaryOp::Neg, a[0]),
        Pos => ops::unary(host, UnaryOp::Pos, a[0]),
        Invert => ops::unary(host, UnaryOp::Invert, a[0]),
        Not => ops::unary(host, UnaryOp::Not, a[0]),
        Bool => {
            let t = host.is_true(a[0])?;
            Ok(host.bool(t))
        }
        // The second operand tells what the length is for.
        Len => items::len(host, a[0]).map(|n| host.int(n as i64)),
        Type => Ok(host.class_of(a[0])),
        IsSubtype => Ok(host.bool(host.is_subclass(a[0], a[1]))),
        GetAttr => {
            let n = name(host, a[1]);
            host.getattr(a[0], &n)
        }
        SetAttr => {
            let n = name(host, a[1]);
            host.setattr(a[0], &n, a[2])?;
            Ok(a[0])
        }
        GetItem => items::getitem(host, a[0], a[1]),
        SetItem => items::setitem(host, a[0], a[1], a[2]).map(|_| a[0]),
        DelItem => items::delitem(host, a[0], a[1]).map(|_| a[0]),
        NewTuple => Ok(host.tuple(a)),
        NewList => Ok(host.list(a.to_vec())),
        NewDict => Ok(host.new_dict()),
        Iter => host.iter(a[0]),
        Next => match host.iter_next(a[0])? {
            Some(w) => Ok(w),
            None => Err(errors::stop_iteration(host)),
        },
        SimpleCall => host.call(a[0], &a[1..], &[]),
        CallArgs => {
            let shape = host.iter_to_vec(a[1])?;
            let pos = host.as_int(shape[0]).unwrap() as usize;
            let mut args = a[2..2 + pos].to_vec();
            let mut kw = vec![];
            for (i, n) in host.iter_to_vec(shape[1])?.into_iter().enumerate() {
                kw.push((flowmodel::name::Name::new(&name(host, n)), a[2 + pos + i]));
            }
            if host.is_true(shape[2])? {
                args.extend(host.iter_to_vec(*a.last().unwrap())?);
            }
            host.call(a[0], &args, &kw)
        }
        Hint => Ok(a[1]),
        _ => {
            let builtin = match op {
                NewSlice => "slice",
                NewSet => "set",
                other => other.name(),
            };
            match host.ns_get(host.builtins, builtin) {
                Some(f) => host.call(f, a, &[]),
                None => panic!("operation {builtin} is not interpreted"),
            }
        }
    }
}

/// Builds the graph of every function and method of the project's programs and helpers.
#[test]
#[ignore = "manual: reads the whole project"]
fn graphs_of_programs() {
    run_with_big_stack(|| {
        let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("..");
        let mut paths = vec![];
        for dir in ["targets", "rlib/ll", "rlib/rpython/rlib", "rlib/rpython/rlib/rsre"] {
            let Ok(entries) = fs::read_dir(root.join(dir)) else { continue };
            paths.extend(entries.map(|e| e.expect("entry").path()));
        }
        paths.retain(|p| p.extension().is_some_and(|e| e == "rpy" || e == "py"));
        paths.sort();
        let (mut good, mut blocks) = (0, 0);
        for path in paths {
            let mut host = Host::new(Rc::new(RefCell::new(SourceMap::default())));
            import::add_library_path(&mut host, &root.join("rlib"));
            streams::capture_output(&mut host);
            let module = match import::target(&mut host, &path) {
                Ok(m) => m,
                Err(e) => {
                    println!("{}: not imported: {}", path.display(), e[0].message);
                    continue;
                }
            };
            let HostObj::Module(m) = host.obj(module) else { panic!("not a module") };
            let mut todo: Vec<HostRef> = host.dict_items(m.dict).iter().map(|e| e.1).collect();
            let name = host.getattr(module, "__name__").ok();
            let mut i = 0;
            while i < todo.len() {
                let r = todo[i];
                i += 1;
                if let Some(c) = host.class(r) {
                    let dict = c.dict;
                    if !c.is_builtin && host.ns_get(dict, "__module__") == name {
                        todo.extend(host.dict_items(dict).iter().map(|e| e.1));
                    }
                    continue;
                }
                if host.func(r).is_none() {
                    continue;
                }
                match build_flow(&mut host, r) {
                    Ok(g) => {
                        good += 1;
                        blocks += g.reachable().len();
                    }
                    Err(d) => {
                        let sources = host.sources.borrow();
                        let at = d.primary.map_or(String::new(), |s| sources.show(s));
                        println!("{at}: {}", d.message);
                    }
                }
            }
        }
        println!("{good} graphs, {blocks} blocks");
    });
}

/// Builds graphs for all functions of the standard library of the `python3` on this machine, with
/// an opaque object for each global: verifies every graph that has no diagnostic.
#[test]
#[ignore = "manual: needs python3"]
fn graphs_of_the_standard_library() {
    use flowspace::bytecode::{CodeKind, CodeObject};
    use flowspace::{Mode, Python, compile_source};
    let out = std::process::Command::new("python3")
        .args(["-c", "import sysconfig; print(sysconfig.get_paths()['stdlib'])"])
        .output()
        .expect("python3");
    let root = PathBuf::from(String::from_utf8(out.stdout).unwrap().trim());
    fn collect(c: &Rc<CodeObject>, out: &mut Vec<Rc<CodeObject>>) {
        for m in &c.makefunctions {
            out.push(m.code.clone());
            collect(&m.code, out);
        }
        for b in &c.buildclasses {
            collect(&b.code, out);
        }
    }
    run_with_big_stack(|| {
        let mut todo = vec![root];
        let (mut good, mut bad, mut blocks) = (0, HashMap::<String, usize>::new(), 0);
        while let Some(dir) = todo.pop() {
            let mut entries: Vec<_> =
                fs::read_dir(&dir).unwrap().map(|e| e.unwrap().path()).collect();
            entries.sort();
            for p in entries {
                if p.ends_with("site-packages") {
                    continue;
                }
                if p.is_dir() {
                    todo.push(p);
                    continue;
                }
                let Ok(text) = fs::read_to_string(&p) else { continue };
                if p.extension().is_none_or(|e| e != "py") {
                    continue;
                }
                let sources = Rc::new(RefCell::new(SourceMap::default()));
                let file = sources.borrow_mut().add(p.to_str().unwrap(), &text);
                let compiled =
                    compile_source(&sources.borrow(), file, Mode::Exec, Some(Python::Neutral));
                let Ok(module) = compiled else { continue };
                let mut host = Host::new(sources);
                let mut codes = vec![];
                collect(&module, &mut codes);
                let globals = host.new_dict();
                let opaque = host.alloc(HostObj::Opaque { kind: "thing".into(), payload: 0 });
                for code in codes {
                    for n in &code.names {
                        if host.ns_get(host.builtins, n.as_str()).is_none() {
                            host.ns_set(globals, n.as_str(), opaque);
                        }
                    }
                    if code.kind == CodeKind::Class {
                        continue;
                    }
                    let closure = code
                        .freevars
                        .iter()
                        .map(|_| host.alloc(HostObj::Cell(Some(opaque))))
                        .collect();
                    let f = host.alloc(HostObj::Function(Box::new(flowspace::host::FuncData {
                        name: code.name.as_str().into(),
                        qualname: code.qualname.as_str().into(),
                        code,
                        globals,
                        defaults: vec![],
                        kwdefaults: vec![],
                        closure,
                        doc: flowspace::host::NONE,
                        dict: None,
                    })));
                    match build_flow(&mut host, f) {
                        Ok(g) => {
                            good += 1;
                            blocks += g.reachable().len();
                        }
                        Err(d) => {
                            if std::env::var_os("VERBOSE").is_some() {
                                let at = d.primary.map(|s| host.sources.borrow().show(s));
                                println!("{}: {}", at.unwrap_or_default(), d.message);
                            }
                            let kind: String =
                                d.message.split('`').step_by(2).collect::<Vec<_>>().join("_");
                            *bad.entry(kind).or_default() += 1;
                        }
                    }
                }
            }
        }
        let mut bad: Vec<_> = bad.into_iter().collect();
        bad.sort_by_key(|b| std::cmp::Reverse(b.1));
        for (message, n) in bad {
            println!("{n:6} {message}");
        }
        println!("{good} graphs, {blocks} blocks");
    });
}
