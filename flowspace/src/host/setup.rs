//! Making a host: the handles of built-in types, exceptions, and all built-in modules.

use super::state::Run;
use super::*;
use crate::host::collector;
use crate::host::state::Imports;

/// Builtin exceptions: name and base.
const EXCEPTIONS: &[(&str, &str)] = &[
    ("BaseException", ""),
    ("Exception", "BaseException"),
    ("KeyboardInterrupt", "BaseException"),
    ("SystemExit", "BaseException"),
    ("GeneratorExit", "BaseException"),
    ("ArithmeticError", "Exception"),
    ("ZeroDivisionError", "ArithmeticError"),
    ("OverflowError", "ArithmeticError"),
    ("FloatingPointError", "ArithmeticError"),
    ("AssertionError", "Exception"),
    ("AttributeError", "Exception"),
    ("BufferError", "Exception"),
    ("EOFError", "Exception"),
    ("ImportError", "Exception"),
    ("ModuleNotFoundError", "ImportError"),
    ("LookupError", "Exception"),
    ("IndexError", "LookupError"),
    ("KeyError", "LookupError"),
    ("MemoryError", "Exception"),
    ("NameError", "Exception"),
    ("UnboundLocalError", "NameError"),
    ("OSError", "Exception"),
    ("FileNotFoundError", "OSError"),
    ("FileExistsError", "OSError"),
    ("PermissionError", "OSError"),
    ("IsADirectoryError", "OSError"),
    ("NotADirectoryError", "OSError"),
    ("InterruptedError", "OSError"),
    ("TimeoutError", "OSError"),
    ("BlockingIOError", "OSError"),
    ("ChildProcessError", "OSError"),
    ("ProcessLookupError", "OSError"),
    ("ConnectionError", "OSError"),
    ("BrokenPipeError", "ConnectionError"),
    ("ConnectionAbortedError", "ConnectionError"),
    ("ConnectionRefusedError", "ConnectionError"),
    ("ConnectionResetError", "ConnectionError"),
    ("ReferenceError", "Exception"),
    ("RuntimeError", "Exception"),
    ("NotImplementedError", "RuntimeError"),
    ("RecursionError", "RuntimeError"),
    ("StopIteration", "Exception"),
    ("SyntaxError", "Exception"),
    ("IndentationError", "SyntaxError"),
    ("SystemError", "Exception"),
    ("TypeError", "Exception"),
    ("ValueError", "Exception"),
    ("UnicodeError", "ValueError"),
    ("UnicodeDecodeError", "UnicodeError"),
    ("UnicodeEncodeError", "UnicodeError"),
    ("UnicodeTranslateError", "UnicodeError"),
    ("Warning", "Exception"),
    ("UserWarning", "Warning"),
    ("DeprecationWarning", "Warning"),
    ("RuntimeWarning", "Warning"),
    ("SyntaxWarning", "Warning"),
    ("FutureWarning", "Warning"),
    ("ImportWarning", "Warning"),
    ("ResourceWarning", "Warning"),
    ("UnicodeWarning", "Warning"),
    ("BytesWarning", "Warning"),
];

impl Host {
    /// A host with the builtin modules. `sources` receives every file that is imported.
    pub fn new(sources: Rc<RefCell<SourceMap>>) -> Host {
        let mut h = Host {
            collector: collector::Collector::new(),
            objs: vec![
                HostObj::None,
                HostObj::Bool(false),
                HostObj::Bool(true),
                HostObj::NotImplemented,
                HostObj::Ellipsis,
                HostObj::Tuple(Rc::from([])),
            ],
            changes: 0,
            shared: Default::default(),
            lookups: Default::default(),
            types: Types::at(6),
            excs: IndexMap::default(),
            builtins: NONE,
            modules: NONE,
            environ: NONE,
            sources,
            side_dicts: FxHashMap::default(),
            frozen: FxHashMap::default(),
            overloads: Default::default(),
            unshown: Default::default(),
            argv: vec![],
            c_compiler: None,
            imports: Imports::new(),
            run: Run::new(),
            streams: Default::default(),
            generation: Default::default(),
            flow: Default::default(),
        };
        make_types(&mut h);
        make_exceptions(&mut h);
        h.modules = h.new_dict();
        builtins::make(&mut h);
        modules::make(&mut h);
        h
    }
}

fn make_types(host: &mut Host) {
    let first = host.types.object.0;
    for name in TYPE_NAMES {
        host.alloc(HostObj::Class(Box::new(ClassData {
            name: (*name).into(),
            qualname: None,
            bases: vec![],
            mro: vec![],
            dict: NONE,
            meta: host.types.type_,
            layout: Layout::Object,
            is_builtin: true,
            subclasses: vec![],
            custom_eq: false,
            has_getattribute: false,
            no_dict: false,
        })));
    }
    let t = host.types.clone();
    for i in 0..TYPE_NAMES.len() as u32 {
        let c = HostRef(first + i);
        let dict = host.new_dict();
        let base = if c == t.object {
            None
        } else if c == t.bool {
            Some(t.int)
        } else if c == t.str || c == t.unicode {
            Some(t.basestring)
        } else if c == t.ordered_dict {
            Some(t.dict)
        } else {
            Some(t.object)
        };
        let mut mro = vec![c];
        let mut b = base;
        while let Some(x) = b {
            mro.push(x);
            b = host.cls(x).bases.first().copied();
        }
        let data = [
            t.int,
            t.float,
            t.str,
            t.unicode,
            t.bytearray,
            t.tuple,
            t.list,
            t.dict,
            t.set,
            t.frozenset,
            t.property,
        ];
        let cls = host.cls_mut(c);
        cls.dict = dict;
        cls.bases = base.into_iter().collect();
        cls.mro = mro;
        cls.layout = if data.contains(&c) {
            Layout::Builtin(c)
        } else if c == t.ordered_dict {
            Layout::Builtin(t.dict)
        } else if c == t.bool {
            Layout::Builtin(t.int)
        } else if c == t.type_ {
            Layout::Type
        } else {
            Layout::Object
        };
        lookups::watch_class(host, c);
        if let Some(b) = base {
            host.cls_mut(b).subclasses.push(c);
        }
    }
    // `OrderedDict` differs from `dict` by name only, so its instances are wrapped dicts.
    host.cls_mut(t.ordered_dict).is_builtin = false;
    let od = host.cls(t.ordered_dict).dict;
    let m = host.str("collections");
    host.ns_set(od, "__module__", m);
}

fn make_exceptions(host: &mut Host) {
    for (name, base) in EXCEPTIONS {
        let base = if base.is_empty() { host.types.object } else { host.exc(base) };
        let dict = host.new_dict();
        let meta = host.types.type_;
        let c = classes::make(host, meta, name, &[base], dict).expect("builtin exception class");
        let cls = host.cls_mut(c);
        cls.is_builtin = true;
        cls.layout = Layout::Exception;
        host.excs.insert(name, c);
    }
}
