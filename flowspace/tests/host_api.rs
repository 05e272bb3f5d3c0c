//! Tests of what later stages read from the host heap, and of how failures at import time are
//! reported.

use std::cell::RefCell;
use std::path::{Path, PathBuf};
use std::rc::Rc;

use flowmodel::HlConst;
use flowspace::host::{Host, HostObj, HostRef, NONE, import, lookups, run_with_big_stack};
use flowspace::{Diagnostic, SourceMap};

fn with_program<T: Send>(
    name: &str,
    files: &[(&str, &str)],
    check: impl FnOnce(&mut Host, Result<flowmodel::HostRef, Vec<Diagnostic>>, &SourceMap) -> T + Send,
) -> T {
    let dir = std::env::temp_dir().join(format!("host_api_{}_{name}", std::process::id()));
    std::fs::create_dir_all(&dir).expect("scratch folder");
    for (file, text) in files {
        std::fs::write(dir.join(file), text).expect("scratch file");
    }
    let main: PathBuf = dir.join(files[0].0);
    let r = run_with_big_stack(move || {
        let sources = Rc::new(RefCell::new(SourceMap::default()));
        let mut host = Host::new(sources.clone());
        let rlib = Path::new(env!("CARGO_MANIFEST_DIR")).join("../rlib");
        import::add_library_path(&mut host, &rlib);
        import::add_library_path(&mut host, &rlib.join("hostlib"));
        let r = import::target(&mut host, &main);
        let s = sources.borrow();
        check(&mut host, r, &s)
    });
    std::fs::remove_dir_all(&dir).expect("scratch folder");
    r
}

#[test]
fn functions_and_classes_are_readable() {
    let text = "
from rpython.rlib.jit import elidable, promote
from rpython.rlib.objectmodel import specialize
import os
K = 5
@elidable
@specialize.argtype(0)
def f(a, b=K):
    'doc'
    return a
class A(object):
    _immutable_fields_ = ['x']
    def m(self): pass
class B(A):
    y = 1.5
inst = B()
inst.x = {'k': [1, 2]}
read = os.read
prom = promote
def make(n):
    def inner(): return n
    return inner
clo = make(7)
";
    with_program("read", &[("prog.rpy", text)], |h, r, _| {
        let m = r.expect("imports");
        let get = |h: &mut Host, n: &str| h.getattr(m, n).unwrap_or_else(|_| panic!("{n}"));
        let f = get(h, "f");
        assert_eq!(h.qualified_name(f).as_deref(), Some("prog.f"));
        let elidable = h.func_attr(f, "_elidable_function_").expect("attribute");
        assert_eq!(h.to_const(elidable), HlConst::Bool(true));
        let special = h.func_attr(f, "_annspecialcase_").expect("attribute");
        assert_eq!(&*h.text(special).expect("text"), "specialize:argtype(0)");
        let data = h.func(f).expect("function");
        assert_eq!(data.code.argcount, 2);
        let default = data.defaults[0];
        assert_eq!(h.to_const(default), HlConst::Int(5));
        let b = get(h, "B");
        let a = get(h, "A");
        assert_eq!(h.class(b).expect("class").mro, [b, a, h.types.object]);
        let fields = h.lookup_in_mro(b, "_immutable_fields_").expect("inherited");
        assert!(matches!(h.obj(fields), HostObj::List(l) if l.len() == 1));
        let inst = get(h, "inst");
        assert_eq!(h.class_of(inst), b);
        let d = lookups::own_dict(h, inst).expect("dict");
        let items = h.dict_items(d);
        assert_eq!(items.len(), 1);
        assert_eq!(h.text(items[0].0).as_deref(), Some("x"));
        let read = get(h, "read");
        assert_eq!(h.qualified_name(read).as_deref(), Some("os.read"));
        let prom = get(h, "prom");
        assert_eq!(h.qualified_name(prom).as_deref(), Some("rpython.rlib.jit.promote"));
        let clo = get(h, "clo");
        let cell = h.func(clo).expect("function").closure[0];
        let HostObj::Cell(Some(v)) = *h.obj(cell) else { panic!("cell") };
        assert_eq!(h.to_const(v), HlConst::Int(7));
        let r = import::call_top(h, clo, &[]).expect("call");
        assert_eq!(h.to_const(r), HlConst::Int(7));
        assert_eq!(h.from_const(&HlConst::None), NONE);
        assert_eq!(h.from_const(&HlConst::Int(7)), v);
    });
}

fn place(s: &SourceMap, d: &Diagnostic) -> String {
    let p = s.show(d.primary.expect("position"));
    p.rsplit('/').next().expect("file name").to_string()
}

#[test]
fn uncaught_exception_names_the_raising_line_and_callers() {
    let text = "def f(x):\n    return x.nope\n\ndef g():\n    return f(3)\n\ng()\n";
    with_program("raise", &[("prog.py", text)], |_, r, s| {
        let ds = r.expect_err("fails");
        assert_eq!(ds[0].message, "AttributeError: 'int' object has no attribute 'nope'");
        assert_eq!(place(s, &ds[0]), "prog.py:2");
        let lines: Vec<String> = ds[0]
            .labels
            .iter()
            .map(|(at, _)| s.show(*at).rsplit(':').next().unwrap_or("").to_string())
            .collect();
        assert_eq!(lines, ["2", "5", "7"]);
    });
}

#[test]
fn failed_import_points_at_the_import_statement() {
    with_program("imp", &[("prog.py", "import os\nimport nothing_here\n")], |_, r, s| {
        let ds = r.expect_err("fails");
        assert_eq!(ds[0].code, flowspace::host::NO_MODULE);
        assert!(ds[0].message.contains("nothing_here"));
        assert_eq!(place(s, &ds[0]), "prog.py:2");
    });
}

#[test]
fn syntax_error_of_an_imported_module_points_into_it() {
    let files = [("prog.py", "import os\nimport other\n"), ("other.py", "x = 1\ndef f(:\n")];
    with_program("syn", &files, |_, r, s| {
        let ds = r.expect_err("fails");
        assert_eq!(place(s, &ds[0]), "other.py:2");
        assert!(ds[0].labels.iter().any(|(at, _)| s.show(*at).ends_with("prog.py:2")));
    });
}

#[test]
fn missing_library_name_behind_a_fallback_is_remembered() {
    let text =
        "try:\n    from rpython.rlib.jit import no_such_hint\nexcept ImportError:\n    pass\n";
    with_program("fallback", &[("prog.py", text)], |h, r, _| {
        r.expect("imports");
        assert_eq!(h.imports.missing, ["rpython.rlib.jit.no_such_hint"]);
    });
}

#[test]
fn deep_recursion_is_an_exception() {
    let text = "
class A(object):
    def __repr__(self):
        return repr([self])
    def __getattr__(self, n):
        return getattr(self, n)
def count(f):
    try:
        f()
    except RuntimeError:
        return 'caught'
def rec():
    return rec()
results = [count(rec), count(lambda: repr(A())), count(lambda: A().x), count(lambda: sorted([1], key=lambda x: rec()))]
";
    with_program("deep", &[("prog.py", text)], |h, r, _| {
        let m = r.expect("imports");
        let v = h.getattr(m, "results").unwrap_or_else(|_| panic!("results"));
        let s = h.repr(v).unwrap_or_else(|_| panic!("repr"));
        assert_eq!(s, "['caught', 'caught', 'caught', 'caught']");
    });
}

#[test]
fn objects_that_nothing_refers_to_are_freed() {
    // Of 400 MB that are made a few are kept: by a list, by a frame below, by built-in functions that call back.
    let text = "
class Node(object):
    def __init__(self, n):
        self.text = 'x' * 1000 + str(n)
        self.pair = (self, [n])

def numbers(n):
    kept = Node(-1)
    for i in range(n):
        node = Node(i)
        yield node
    assert kept.text == 'x' * 1000 + '-1'

def len_of_list(numbers):
    return len(list(numbers))

def len_of_set(numbers):
    return len(set(numbers))

def joined(numbers):
    return ' '.join(str(n) for n in numbers)

KEPT = []
def run():
    for node in numbers(150000):
        if node.pair[1][0] % 15000 == 0:
            KEPT.append(node)
    return sorted([Node(1), Node(3), Node(2)], key=backwards)

def many(f):
    return f(node.pair[1][0] for node in numbers(50000))

assert many(sum) == 1249975000
assert many(len_of_list) == many(len_of_set) == 50000
assert many(joined)[:12] == '0 1 2 3 4 5 '

def backwards(node):
    count = 0
    for other in numbers(90000):
        count -= other.pair[1][0] < node.pair[1][0]
    return count

LAST = run()
assert [node.text[1000:] for node in LAST] == ['3', '2', '1']
assert [int(node.text[1000:]) for node in KEPT] == [15000 * n for n in range(10)]
";
    with_program("freed", &[("prog.py", text)], |h, r, _| {
        r.expect("imports");
        assert!(h.heap_len() < 600_000, "{} objects", h.heap_len());
        let texts = (0..h.heap_len() as u32)
            .filter(|i| matches!(h.obj(HostRef(*i)), HostObj::Str(s) if s.len() > 1000));
        assert!(texts.count() < 200_000);
    });
}
