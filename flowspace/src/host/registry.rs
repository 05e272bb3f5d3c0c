//! Making modules, and the functions, methods and attributes of built-in types.

use super::*;

/// A builtin function object.
pub(crate) fn new_builtin(host: &mut Host, name: &str, func: BFn, is_method: bool) -> HostRef {
    host.alloc(HostObj::Builtin(Rc::new(BuiltinData {
        name: name.into(),
        func,
        is_method,
        doc: None,
    })))
}

/// Adds methods to a builtin type.
pub(crate) fn add_methods(host: &mut Host, cls: HostRef, table: &[(&'static str, BFn)]) {
    let cname = host.cls(cls).name.clone();
    let dict = host.cls(cls).dict;
    for (name, f) in table {
        let b = new_builtin(host, &format!("{cname}.{name}"), *f, *name != "__new__");
        host.ns_set(dict, name, b);
    }
}

/// Adds a computed attribute to a builtin type.
pub(crate) fn add_getset(
    host: &mut Host,
    cls: HostRef,
    name: &str,
    get: Getter,
    set: Option<Setter>,
) {
    let dict = host.cls(cls).dict;
    let g = host.alloc(HostObj::GetSet(Rc::new(GetSetData { name: name.into(), get, set })));
    host.ns_set(dict, name, g);
}

/// Makes a builtin module and registers it in `sys.modules`.
pub fn new_module(host: &mut Host, name: &str, path: Option<PathBuf>) -> HostRef {
    let dict = host.new_dict();
    let n = host.str(name);
    host.ns_set(dict, "__name__", n);
    host.ns_set(dict, "__doc__", NONE);
    let m = host.alloc(HostObj::Module(Box::new(ModuleData { name: name.into(), dict, path })));
    let modules = host.modules;
    host.ns_set(modules, name, m);
    m
}

/// Adds functions to a builtin module; their qualified names are `module.name`.
pub fn add_functions(host: &mut Host, module: HostRef, table: &[(&'static str, BFn)]) {
    let HostObj::Module(m) = host.obj(module) else { panic!("module expected") };
    let (mname, dict) = (m.name.clone(), m.dict);
    for (name, f) in table {
        let qual = if &*mname == "builtins" { name.to_string() } else { format!("{mname}.{name}") };
        let b = new_builtin(host, &qual, *f, false);
        host.ns_set(dict, name, b);
    }
}

/// A tuple whose items have names as well, such as `sys.version_info`. It is a plain tuple for the
/// later stages.
pub(crate) fn named_sequence(host: &mut Host, items: &[(&str, HostRef)]) -> HostRef {
    let values: Vec<HostRef> = items.iter().map(|(_, v)| *v).collect();
    let tuple = host.tuple(&values);
    let d = host.new_dict();
    for (n, v) in items {
        host.ns_set(d, n, *v);
    }
    host.side_dicts.insert(tuple, d);
    tuple
}
