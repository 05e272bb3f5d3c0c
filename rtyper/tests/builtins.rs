//! The tables of built-in functions and methods: what their rows name exists, and each row is called.

use annotator::builtins::table::{BUILTINS, Builtin};
use annotator::lowers::{Extra, Helper, Lowers, Machine, Signature};
use annotator::methods::{Kinds, Method, When};
use annotator::{Annotator, Kind, SomeValue, all_methods, all_rows, rows};
use flowmodel::diag::SourceMap;
use flowspace::host::{Host, import, run_with_big_stack};
use rtyper::EMBEDDED;
use std::cell::RefCell;
use std::path::{Path, PathBuf};
use std::rc::Rc;

fn embedded(path: &str) -> Option<&'static str> {
    EMBEDDED.iter().find(|(p, _)| *p == path).map(|(_, text)| *text)
}

/// Names of the parameters of a function in a module's text; `None`: it has no such function.
fn parameters(text: &str, function: &str) -> Option<Vec<String>> {
    let head = format!("\ndef {function}(");
    let from = text.find(&head)? + head.len();
    let list = &text[from..from + text[from..].find("):")?];
    let names = list.split(',').map(|p| p.trim().to_string());
    Some(names.filter(|p| !p.is_empty()).collect())
}

/// What a row of any table says of its lowering: its name, whether it has an object, and the types.
type Said = (String, Lowers, Signature, bool);

fn all_said() -> Vec<Said> {
    let operations = all_rows()
        .map(|r| (format!("{:?}", r.ops), r.lowers, r.types, r.types.object))
        .collect::<Vec<_>>();
    let methods = all_methods().map(|m| (format!("method {}", m.name), m.lowers, m.types, true));
    let functions =
        BUILTINS.iter().map(|b| (b.name.to_string(), b.lowers, b.types, b.types.object));
    operations.into_iter().chain(methods).chain(functions).collect()
}

/// The helpers that a row names, with the number of arguments that each gets; `None`: any number.
fn helpers((_, lowers, types, object): &Said) -> Vec<(Helper, Option<usize>)> {
    let call = match lowers {
        Lowers::Helper(call) => call,
        Lowers::Number(machines) => {
            let of_machine = |m: &Machine| match m {
                Machine::Guarded(_, _, helper) | Machine::Call(helper) => Some((*helper, None)),
                _ => None,
            };
            return machines.iter().filter_map(of_machine).collect();
        }
        _ => return vec![],
    };
    let (module, _) = call.helper;
    let letters = types.parameters();
    let passed = |l: &char| match l {
        'N' => 0,
        'm' => 2,
        _ => 1,
    };
    let extra = |e: &Extra| if *e == Extra::Keys { 2 } else { 1 };
    let count = usize::from(*object) * if call.by_items { 2 } else { 1 }
        + letters.iter().map(passed).sum::<usize>()
        + call.then.iter().map(extra).sum::<usize>();
    let of_char = call.of_char.map(|f| {
        let count = if letters.contains(&'y') { count } else { 1 };
        ((module, f), Some(count))
    });
    [(call.helper, Some(count))].into_iter().chain(of_char).collect()
}

#[test]
fn helpers_exist_and_take_what_their_rows_say() {
    let mut wrong = vec![];
    for said in all_said() {
        let name = &said.0;
        for ((module, function), count) in helpers(&said) {
            let found = embedded(&format!("rpython_ll/{module}.rpy"));
            match found.and_then(|text| parameters(text, function)) {
                None => wrong.push(format!("{name}: there is no {module}.{function}")),
                Some(p) if count.is_some_and(|count| p.len() != count) => {
                    wrong.push(format!("{name}: {module}.{function} takes {p:?}, not {count:?}"));
                }
                Some(_) => {}
            }
        }
        if let Lowers::Helper(call) = said.1 {
            let optional = &said.2.parameters()[said.2.required..];
            if call.or.len() != optional.iter().filter(|l| **l != 'N').count() {
                wrong.push(format!("{name}: not each optional parameter has a value"));
            }
        }
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}

#[test]
fn functions_of_the_library_exist() {
    let mut wrong = vec![];
    for (name, lowers, ..) in all_said() {
        let Lowers::Library(path) = lowers else { continue };
        let (module, function) = path.split_once('.').unwrap();
        let text = embedded(&format!("rpython_builtins/{module}.py")).unwrap_or_default();
        let defined = [format!("\ndef {function}("), format!("\n{function} = ")];
        if !defined.iter().any(|d| text.contains(d.as_str())) {
            wrong.push(format!("{name}: there is no {path}"));
        }
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}

/// Says whether a program can write the call, and the row says what it takes.
fn has_plain_method_call(m: &Method) -> bool {
    m.when == When::Always && !m.name.starts_with('_') && !m.types.any
}

/// An object with the methods of an owner, in a function with the parameters that [`method_calls`] gives it.
fn object(of: Kinds) -> &'static str {
    let objects = [
        (rows::STR, "s"),
        (rows::UNICODE, "u"),
        (rows::LIST, "l"),
        (rows::TUPLE, "(n, n)"),
        (rows::DEQUE, "q"),
        (rows::ORDERED, "od"),
        (rows::COUNTER, "ct"),
        (rows::DICT, "d"),
        (rows::SET, "st"),
        (rows::BYTEARRAY, "ba"),
        (rows::BUILDER, "sb"),
        (rows::BYTES_BUILDER, "sb"),
        (rows::INT, "n"),
        (rows::FLOAT, "x"),
        (rows::ITERATOR, "it"),
    ];
    let found = objects.iter().find(|(kinds, _)| of.meets(*kinds));
    found.map_or_else(|| panic!("no object of {of:?}"), |(_, text)| text)
}

fn method_argument(m: &Method, letter: char) -> &'static str {
    match (letter, m.of, m.name) {
        ('i' | 'n' | 'p' | 'q' | 'v', ..) => "n",
        ('e', ..) => "n",
        ('k', ..) => "s",
        ('t' | 'T', rows::UNICODE, _) => "u",
        ('t' | 'T' | 'y', ..) => "s",
        ('h', ..) => "s[0]",
        ('?', rows::SET, _) => "st",
        ('m', ..) => "l",
        ('?', rows::LIST | rows::DICT, _) => "n",
        ('?', rows::BYTEARRAY, _) => "l",
        ('?', _, "join") => "[s, s]",
        ('?', _, "splitlines") => "n > 3",
        ('?', _, "decode" | "encode") => "'ascii'",
        ('?', _, "append_charpsize") => "p",
        (letter, _, name) => panic!(
            "the row of method '{name}' has a parameter '{letter}': method_argument has no argument for it yet"
        ),
    }
}

#[test]
fn each_form_of_a_method_can_be_called() {
    let rows: Vec<&Method> = all_methods().filter(|m| has_plain_method_call(m)).collect();
    assert!(rows.len() > 100, "the table has lost its rows with types: {}", rows.len());
    let mut calls = String::new();
    for m in rows {
        let (letters, required) = (m.types.parameters(), m.types.required);
        for count in [required, letters.len()] {
            // A pointer to characters of C; a dict of numbers has no None as default.
            let no_default = count == 1 && matches!(m.name, "get" | "setdefault");
            if m.name == "append_charpsize" || m.of == rows::ORDERED || no_default {
                continue;
            }
            let args: Vec<&str> = letters[..count].iter().map(|l| method_argument(m, *l)).collect();
            calls += &format!("    {}.{}({})\n", object(m.of), m.name, args.join(", "));
        }
    }
    let text = format!(
        "from collections import deque
from rpython.rlib.rstring import StringBuilder

def calls(n, x, s, u, l, q, d, st, ba, sb, it):
{calls}
def entry_point(argv):
    n = len(argv)
    l = [n]
    l.append(n)
    ba = bytearray(argv[0])
    calls(n, n * 0.5, argv[0], unicode(argv[0]), l, deque([n]), {{argv[0]: n}}, set([n]), ba, StringBuilder(), iter([n]))
    return 0

def target(driver, args):
    return entry_point, None
"
    );
    let dir = tempfile::tempdir().unwrap();
    let path = dir.path().to_path_buf();
    let done = run_with_big_stack(move || translates(&text, &path, false));
    done.unwrap_or_else(|e| panic!("{e}"));
}

#[test]
fn every_other_form_of_a_method_is_called_by_a_program() {
    let root = PathBuf::from(env!("CARGO_MANIFEST_DIR")).join("..");
    let mut text = String::new();
    for dir in ["tests/conformance", "targets", "rlib/builtins", "rlib/rpython"] {
        all_programs(&root.join(dir), &mut text);
    }
    let missing: Vec<&str> = all_methods()
        .filter(|m| !has_plain_method_call(m))
        .map(|m| m.name)
        .filter(|name| !text.contains(&format!(".{name}(")))
        // What import time and the statement `del` make of methods.
        .filter(|name| !["_item", "_delete", "_str", "_maxlen", "__next__"].contains(name))
        .collect();
    assert!(missing.is_empty(), "no program of tests/conformance calls {missing:?}");
}

/// A value of a type of the table, in a function with the parameters `n`, `x`, `s`, `u` and `obj`.
fn argument(letter: char) -> &'static str {
    match letter {
        'i' => "n",
        'n' => "abs(n)",
        'u' => "r_uint(n)",
        'f' => "x",
        'g' => "r_singlefloat(x)",
        'b' => "n > 3",
        's' => "s",
        'c' => "s[n]",
        'U' => "u",
        '?' | '*' => "obj",
        other => panic!("a row has a parameter '{other}': `argument` has no value for it yet"),
    }
}

/// Gives the way in which a program names the function: an import, and the name.
fn named(row: &Builtin) -> (String, String) {
    match row.name.rsplit_once('.') {
        None => (String::new(), row.name.into()),
        Some((module, name)) if module.starts_with("rpython.") => {
            (format!("from {module} import {name}\n"), name.into())
        }
        Some((module, _)) => {
            let top = module.split('.').next().unwrap_or(module);
            (format!("import {top}\n"), row.name.into())
        }
    }
}

/// Says whether a program can write the call, and it has a fixed type for each parameter.
fn has_plain_call(row: &Builtin) -> bool {
    // What Python 2's `print` becomes, and what only the library asks about objects.
    let internal = row.name.starts_with("print_") || row.name.starts_with("rpython_builtins.");
    // These are about lists and dicts.
    let containers = ["list_get_physical_size", "prepare_dict_update"];
    // The text must be a constant.
    let constant = ["ll_assert", "fatalerror", "fatalerror_notb"];
    let short = row.name.rsplit('.').next().unwrap_or(row.name);
    !row.types.any
        && !row.types.object
        && !internal
        && !containers.contains(&short)
        && !constant.contains(&short)
}

/// Annotates and types a program.
fn translates(text: &str, dir: &Path, jit: bool) -> Result<(), String> {
    let file = dir.join("calls.rpy");
    std::fs::write(&file, text).map_err(|e| e.to_string())?;
    let mut host = Host::new(Rc::new(RefCell::new(SourceMap::default())));
    import::add_library_path(&mut host, &PathBuf::from(env!("CARGO_MANIFEST_DIR")).join("../rlib"));
    rtyper::install(&mut host);
    let first = |ds: Vec<flowmodel::diag::Diagnostic>| ds[0].message.clone();
    let m = import::target(&mut host, &file).map_err(first)?;
    let entry = host.getattr_opt(m, "entry_point").ok().flatten().ok_or("no entry point")?;
    let mut ann = Annotator::new(host);
    ann.jit = jit;
    let l = annotator::new_list_def(&mut ann, annotator::Site::NOWHERE, SomeValue::STR);
    let g = ann.annotate_entry(entry, vec![Kind::List(l).into()]).map_err(first)?;
    ann.complete();
    let options = rtyper::Options { jit, ..Default::default() };
    let mut rt = rtyper::RTyper::new(&mut ann, options).map_err(first)?;
    rt.entry(g).map_err(first)?;
    rt.finish().map_err(first).map(drop)
}

#[test]
fn each_row_with_types_can_be_called() {
    let rows: Vec<&Builtin> = BUILTINS.iter().filter(|row| has_plain_call(row)).collect();
    assert!(rows.len() > 80, "the table has lost its rows with types: {}", rows.len());
    let mut imports = String::from(
        "from rpython.rlib.rarithmetic import r_uint, r_singlefloat\nclass C(object):\n    pass\n",
    );
    let mut calls = String::new();
    for row in &rows {
        let (import, name) = named(row);
        if !imports.contains(&import) {
            imports += &import;
        }
        let (letters, required) = (row.types.parameters(), row.types.required);
        for count in [required, letters.len()] {
            let args: Vec<&str> = letters[..count].iter().map(|l| argument(*l)).collect();
            calls += &format!("    {name}({})\n", args.join(", "));
        }
    }
    let text = format!(
        "{imports}
def calls(n, x, s, u, obj):
{calls}
def entry_point(argv):
    calls(len(argv), len(argv) * 0.5, argv[0], unicode(argv[0]), C())
    return 0

def target(driver, args):
    return entry_point, None
"
    );
    let dir = tempfile::tempdir().unwrap();
    for jit in [false, true] {
        // (the hooks' questions need a JIT)
        let text = match jit {
            true => text.clone(),
            false => text.lines().filter(|l| !l.contains("_ask_")).collect::<Vec<_>>().join("\n"),
        };
        let path = dir.path().to_path_buf();
        let done = run_with_big_stack(move || translates(&text, &path, jit));
        done.unwrap_or_else(|e| panic!("jit={jit}: {e}"));
    }
}

/// The texts of all programs and library modules that other tests translate.
fn all_programs(dir: &Path, out: &mut String) {
    for entry in std::fs::read_dir(dir).unwrap() {
        let path = entry.unwrap().path();
        if path.is_dir() {
            all_programs(&path, out);
        } else if path.extension().is_some_and(|e| e == "rpy" || e == "py") {
            *out += &String::from_utf8_lossy(&std::fs::read(&path).unwrap());
        }
    }
}

#[test]
fn every_other_row_is_called_by_a_program() {
    let root = PathBuf::from(env!("CARGO_MANIFEST_DIR")).join("..");
    let mut text = String::new();
    for dir in ["tests/conformance", "targets", "rlib/builtins", "rlib/rpython"] {
        all_programs(&root.join(dir), &mut text);
    }
    let mut missing = vec![];
    for row in BUILTINS.iter().filter(|row| !has_plain_call(row)) {
        // What is refused at run time, what statements become, and what stands for a family of names.
        let internal = row.name.starts_with("print_") || row.name.starts_with("flow_support.");
        let families = ["rpython.rtyper.lltypesystem.lltype", "external", "llop"];
        let refused = ["eval", "vars", "dir", "globals", "locals", "delattr", "setattr"];
        if internal || families.contains(&row.name) || refused.contains(&row.name) {
            continue;
        }
        let short = row.name.rsplit('.').next().unwrap_or(row.name);
        let is_word = |c: char| c.is_alphanumeric() || c == '_';
        let called = text.match_indices(short).any(|(i, _)| {
            !text[..i].ends_with(is_word) && !text[i + short.len()..].starts_with(is_word)
        });
        if !called {
            missing.push(row.name);
        }
    }
    assert!(missing.is_empty(), "no program of tests/conformance calls {missing:?}");
}
