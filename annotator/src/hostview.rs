//! The annotator's view of the import-time heap: the only file that knows its representation.

use flowmodel::diag::{Diagnostic, Span};
use flowmodel::{HlConst, HlGraph, HostRef};
use flowspace::flow;
use flowspace::host::{
    FileKind, Host, HostObj, IterState, Payload, attrs, import, lookups, modules::sys,
};
use std::rc::Rc;

/// Says what a host object is to the annotator.
#[derive(Clone, Debug)]
pub enum View {
    /// An atom (None, bool, int, float, strings).
    Atom(HlConst),
    /// An int that does not fit a word.
    BigInt(String),
    /// A tuple.
    Tuple(Vec<HostRef>),
    /// A list.
    List(Vec<HostRef>),
    /// A dict.
    Dict(Vec<(HostRef, HostRef)>),
    /// A set or frozenset.
    Set(Vec<HostRef>, bool),
    /// A range with start, stop, step.
    Range(i64, i64, i64),
    /// `bytearray`
    ByteArray,
    /// A function written in the language.
    Function,
    /// A built-in function.
    Builtin(Rc<str>),
    /// A bound method: function and self.
    BoundMethod(HostRef, HostRef),
    /// A class.
    Class,
    /// An instance of a class; with the value that it inherits from a built-in type.
    Instance(HostRef, Option<HostRef>),
    /// A module.
    Module,
    /// A property.
    Property,
    /// A static method, with its function.
    StaticMethod(HostRef),
    /// An object of a later stage.
    Opaque(Rc<str>),
    /// Something that exists only at import time: its type's name.
    Other(Rc<str>),
}

/// Classifies a host object.
pub fn view(host: &Host, r: HostRef) -> View {
    match host.obj(r) {
        HostObj::None
        | HostObj::Bool(_)
        | HostObj::Int(_)
        | HostObj::Float(_)
        | HostObj::Str(_)
        | HostObj::Unicode(_) => View::Atom(host.to_const(r)),
        HostObj::BigInt(b) => View::BigInt(b.to_string()),
        HostObj::Tuple(t) => View::Tuple(t.to_vec()),
        HostObj::List(l) => View::List(l.clone()),
        HostObj::Dict(_) => View::Dict(host.dict_items(r)),
        HostObj::Set(s) => View::Set(s.items().map(|i| i.0).collect(), false),
        HostObj::FrozenSet(s) => View::Set(s.items().map(|i| i.0).collect(), true),
        HostObj::Range(a, b, c) => View::Range(*a, *b, *c),
        HostObj::ByteArray(_) => View::ByteArray,
        HostObj::Function(_) => View::Function,
        HostObj::Builtin(b) => View::Builtin(b.name.clone()),
        HostObj::BoundMethod { func, this } => View::BoundMethod(*func, *this),
        HostObj::Class(_) => View::Class,
        HostObj::Instance(i) => View::Instance(
            i.class,
            match i.payload {
                Payload::Value(v) => Some(v),
                _ => None,
            },
        ),
        HostObj::Module(_) => View::Module,
        HostObj::Property(_) => View::Property,
        HostObj::StaticMethod(f) => View::StaticMethod(*f),
        HostObj::Opaque { kind, .. } => View::Opaque(kind.clone()),
        _ => View::Other(host.type_name(r)),
    }
}

/// Containers that have a definition in the annotator.
pub enum Container {
    /// A list, or a range.
    List,
    /// A dict.
    Dict,
    /// A set or frozenset.
    Set,
}

/// Says which container an object is, if it is one.
pub fn container(host: &Host, r: HostRef) -> Option<Container> {
    match host.obj(r) {
        HostObj::List(_) | HostObj::Range(..) => Some(Container::List),
        HostObj::Dict(_) => Some(Container::Dict),
        HostObj::Set(_) | HostObj::FrozenSet(_) => Some(Container::Set),
        _ => None,
    }
}

/// The class of an instance of a class of the program or the library.
pub fn class_of_instance(host: &Host, r: HostRef) -> Option<HostRef> {
    match host.obj(r) {
        HostObj::Instance(i) => Some(i.class),
        _ => None,
    }
}

/// The object of `rlib/builtins` (module and name) that stands for a host object at run time: the standard streams and
/// the environment of the program that runs, not of the translator.
pub fn runtime_object(host: &Host, r: HostRef) -> Option<(&'static str, &'static str)> {
    match host.obj(r) {
        HostObj::File(f) => match f.kind {
            FileKind::Stdin if f.mode.contains('b') => Some(("files", "stdin_buffer")),
            FileKind::Stdout if f.mode.contains('b') => Some(("files", "stdout_buffer")),
            FileKind::Stderr if f.mode.contains('b') => Some(("files", "stderr_buffer")),
            FileKind::Stdin => Some(("files", "stdin")),
            FileKind::Stdout => Some(("files", "stdout")),
            FileKind::Stderr => Some(("files", "stderr")),
            _ => None,
        },
        HostObj::Dict(_) if host.environ == r => Some(("posix", "environ")),
        HostObj::List(_) if sys::argv_list(host) == Some(r) => Some(("system", "argv")),
        _ => None,
    }
}

/// The function of `rlib/builtins` (module and name) that makes of a host object what stands for it at run time.
pub fn runtime_factory(host: &Host, r: HostRef) -> Option<(&'static str, &'static str)> {
    match host.obj(r) {
        HostObj::Slice(..) => Some(("slices", "object_of_slice")),
        HostObj::Instance(_) => {
            let class = host.class_of(r);
            if !matches!(&*class_name(host, class), "partial" | "itemgetter" | "methodcaller") {
                return None;
            }
            match host.qualified_name(class)?.as_str() {
                "functools.partial" => Some(("callables", "function_of_partial")),
                "operator.itemgetter" => Some(("callables", "function_of_itemgetter")),
                "operator.methodcaller" => Some(("callables", "function_of_methodcaller")),
                _ => None,
            }
        }
        _ => None,
    }
}

/// Says whether the object is what `map`, `filter` or `zip` gave at import time.
pub fn is_lazy_list(host: &Host, r: HostRef) -> bool {
    match host.obj(r) {
        HostObj::Iter(i) => {
            matches!(**i, IterState::Map { .. } | IterState::Filter { .. } | IterState::Zip(_))
        }
        HostObj::DictView(..) => true,
        _ => false,
    }
}

/// Text for messages.
pub fn describe(host: &Host, r: HostRef) -> String {
    match view(host, r) {
        View::Module => match host.obj(r) {
            HostObj::Module(m) => format!("module {}", m.name),
            _ => "module".into(),
        },
        View::Function => format!("function {}", host.func(r).map_or("?", |f| &f.name)),
        View::Class => format!("class {}", class_name(host, r)),
        View::Instance(c, _) => format!("frozen {}", class_name(host, c)),
        _ => format!("a {}", host.type_name(r)),
    }
}

/// Name under which a function or class may stand in the registry: `module.qualname`, `len`, `os.read`.
pub fn registry_name(host: &Host, r: HostRef) -> Option<String> {
    match host.obj(r) {
        HostObj::Function(f) => {
            let module = host.ns_get(f.globals, "__name__").and_then(|m| host.text(m));
            Some(format!("{}.{}", module.as_deref().unwrap_or("?"), f.qualname))
        }
        _ => host.qualified_name(r),
    }
}

/// Name of the module that defines a function.
pub fn func_module(host: &Host, f: HostRef) -> Option<Rc<str>> {
    host.ns_get(host.func(f)?.globals, "__name__").and_then(|m| host.text(m))
}

/// Says whether a function, no method, is defined by a module of the standard library that came with the
/// translator.
pub fn is_standard_function(host: &Host, f: HostRef) -> bool {
    let Some(function) = host.func(f) else { return false };
    !function.qualname.contains('.') && import::is_standard_source(host, function.code.span)
}

/// The module dict of a function.
pub fn func_globals(host: &Host, f: HostRef) -> Option<HostRef> {
    Some(host.func(f)?.globals)
}

/// Name of a function.
pub fn func_name(host: &Host, f: HostRef) -> Rc<str> {
    host.func(f).map_or_else(|| "?".into(), |f| f.name.clone())
}

/// Definition of a function.
pub fn func_span(host: &Host, f: HostRef) -> Span {
    host.func(f).map_or(Span::NONE, |f| f.code.span)
}

/// Attribute of a function object (`_annspecialcase_`, …).
pub fn func_attr(host: &Host, f: HostRef, name: &str) -> Option<HostRef> {
    host.func_attr(f, name)
}

/// The flow graph of a function.
pub fn build_flow(host: &mut Host, f: HostRef) -> Result<HlGraph, Diagnostic> {
    flow::build_flow(host, f).map_err(|d| *d)
}

/// Calls a host function at translation time.
pub fn call(host: &mut Host, f: HostRef, args: &[HostRef]) -> Result<HostRef, String> {
    host.call(f, args, &[]).map_err(|e| error_text(host, e.0))
}

/// Says whether an instance says, by `_freeze_()`, that it is a constant.
pub fn is_frozen(host: &mut Host, r: HostRef) -> Result<bool, String> {
    attrs::is_frozen(host, r).map_err(|e| error_text(host, e.0))
}

/// Text of an exception instance.
pub fn error_text(host: &mut Host, e: HostRef) -> String {
    let name = class_name(host, host.class_of(e));
    let text = match view(host, e) {
        View::Instance(..) => match host.obj(e) {
            HostObj::Instance(i) => match i.payload {
                Payload::ExcArgs(a) => match host.obj(a) {
                    HostObj::Tuple(t) => t.first().and_then(|m| host.text(*m)),
                    _ => None,
                },
                _ => None,
            },
            _ => None,
        },
        _ => None,
    };
    match text {
        Some(t) => format!("{name}: {t}"),
        None => name.to_string(),
    }
}

/// `getattr` at translation time; `None` if there is no such attribute (or reading it fails).
pub fn getattr(host: &mut Host, r: HostRef, name: &str) -> Option<HostRef> {
    host.getattr_opt(r, name).ok().flatten()
}

/// Names of the methods of a class that are abstract, where its metaclass forbids instances then (`abc.ABCMeta`).
pub fn abstract_methods(host: &Host, class: HostRef) -> Vec<Rc<str>> {
    if host.class_of(class) == host.types.type_ {
        return vec![];
    }
    let names = class_lookup(host, class, "__abstractmethods__");
    let mut names: Vec<Rc<str>> = names.map_or(vec![], |n| match view(host, n) {
        View::Set(items, _) => items.into_iter().filter_map(|i| host.text(i)).collect(),
        _ => vec![],
    });
    names.sort();
    names
}

/// Attribute in the dict of a prebuilt instance.
pub fn instance_attr(host: &Host, r: HostRef, name: &str) -> Option<HostRef> {
    host.ns_get(lookups::own_dict(host, r)?, name)
}

/// All attributes in the dict of a prebuilt instance.
pub fn instance_attrs(host: &Host, r: HostRef) -> Vec<(Rc<str>, HostRef)> {
    match lookups::own_dict(host, r) {
        None => vec![],
        Some(d) => {
            host.dict_items(d).into_iter().filter_map(|(k, v)| Some((host.text(k)?, v))).collect()
        }
    }
}

/// Says what a value of a class dict means for instances.
pub enum ClassAttr {
    /// A property object.
    Property,
    /// `staticmethod(f)`
    Static(HostRef),
    /// `classmethod(f)`
    ClassMethod,
    /// A function (a method) or any value.
    Plain,
}

/// Classifies a value of a class dict.
pub fn class_attr(host: &Host, h: HostRef) -> ClassAttr {
    match host.obj(h) {
        HostObj::Property(_) => ClassAttr::Property,
        HostObj::StaticMethod(f) => ClassAttr::Static(*f),
        HostObj::ClassMethod(_) => ClassAttr::ClassMethod,
        // A class method, bound to the class.
        HostObj::BoundMethod { .. } => ClassAttr::Static(h),
        _ => ClassAttr::Plain,
    }
}

/// Getter and setter of a property.
pub fn property(host: &Host, h: HostRef) -> (Option<HostRef>, Option<HostRef>) {
    match host.obj(h) {
        HostObj::Property(p) => (p.get, p.set),
        _ => (None, None),
    }
}

/// Says whether it is a property that can be deleted.
pub fn has_deleter(host: &Host, h: HostRef) -> bool {
    matches!(host.obj(h), HostObj::Property(p) if p.del.is_some())
}

/// The first place in a function that assigns an attribute of this name (of whatever object).
pub fn attr_store(f: &flowspace::host::FuncData, name: &str) -> Option<flowmodel::diag::Span> {
    use flowspace::bytecode::Instruction;
    let code = &f.code;
    let stores = |i: &Instruction| matches!(i, Instruction::StoreAttr(n) if code.names[*n as usize].as_str() == name);
    code.instrs.iter().position(stores).map(|i| code.spans[i])
}

/// Says whether a function stores an attribute of this name (in whatever object).
pub fn stores_attr(host: &Host, f: HostRef, name: &str) -> bool {
    use flowspace::bytecode::ConstValue;
    host.func(f).is_some_and(|f| {
        let code = &f.code;
        // `setattr(x, 'name', v)`
        let named = |c: &ConstValue| matches!(c, ConstValue::Str(s) if **s == *name);
        attr_store(f, name).is_some()
            || code.names.iter().any(|n| n.as_str() == "setattr") && code.consts.iter().any(named)
    })
}

/// Says whether the code of a function uses one of these names, as globals or attributes.
pub fn mentions(host: &Host, f: HostRef, names: &[&str]) -> bool {
    host.func(f).is_some_and(|f| f.code.names.iter().any(|n| names.contains(&n.as_str())))
}

/// Says whether any function stores an attribute of this name in something else than its first
/// argument.
pub fn stored_from_outside(host: &Host, name: &str) -> bool {
    use flowspace::bytecode::Instruction;
    let foreign = |f: &flowspace::host::FuncData| {
        let instrs = &f.code.instrs;
        instrs.iter().enumerate().any(|(i, op)| {
            matches!(op, Instruction::StoreAttr(n) if f.code.names[*n as usize].as_str() == name)
                && (f.code.argcount == 0
                    || i == 0
                    || !matches!(instrs[i - 1], Instruction::LoadFast(0)))
        })
    };
    (0..host.heap_len())
        .any(|i| matches!(host.obj(HostRef(i as u32)), HostObj::Function(f) if foreign(f)))
}

/// Name of a class.
pub fn class_name(host: &Host, c: HostRef) -> Rc<str> {
    host.class(c).map_or_else(|| "?".into(), |c| c.name.clone())
}

/// Name of a class with its module, as in the text of instances.
pub fn class_full_name(host: &Host, c: HostRef) -> String {
    let Some(data) = host.class(c) else { return "?".into() };
    let attr = |n: &str| host.ns_get(data.dict, n).and_then(|m| host.text(m));
    let name = attr("__qualname__").unwrap_or_else(|| data.name.clone());
    match attr("__module__") {
        Some(m) if &*m != "builtins" => format!("{m}.{name}"),
        _ => name.to_string(),
    }
}

/// The class `object`.
pub fn object_class(host: &Host) -> HostRef {
    host.types.object
}

/// Says whether a class is an exception class.
pub fn is_exception_class(host: &Host, c: HostRef) -> bool {
    match exception(host, "BaseException") {
        Some(b) => host.class(c).is_some() && host.is_subclass(c, b),
        None => false,
    }
}

/// A built-in exception class by name.
pub fn exception(host: &Host, name: &str) -> Option<HostRef> {
    host.excs.get(name).copied()
}

/// Says whether a class is defined by the host, not in the language.
pub fn is_builtin_class(host: &Host, c: HostRef) -> bool {
    host.class(c).is_some_and(|c| c.is_builtin)
}

/// Direct bases.
pub fn class_bases(host: &Host, c: HostRef) -> Vec<HostRef> {
    host.class(c).map(|c| c.bases.clone()).unwrap_or_default()
}

/// Linearised bases, the class first.
pub fn class_mro(host: &Host, c: HostRef) -> Vec<HostRef> {
    host.class(c).map(|c| c.mro.clone()).unwrap_or_default()
}

/// Own dict of a class.
pub fn class_dict(host: &Host, c: HostRef) -> Vec<(Rc<str>, HostRef)> {
    match host.class(c) {
        None => vec![],
        Some(c) => host
            .dict_items(c.dict)
            .into_iter()
            .filter_map(|(k, v)| Some((host.text(k)?, host.flow.runtime_attr(v))))
            .collect(),
    }
}

/// Attribute found along the bases of a class, unbound.
pub fn class_lookup(host: &Host, c: HostRef, name: &str) -> Option<HostRef> {
    host.lookup_in_mro(c, name).map(|v| host.flow.runtime_attr(v))
}

/// Looks a name up as [`class_lookup`] does, and gives the class that has the entry as well.
pub fn class_lookup_where(host: &Host, c: HostRef, name: &str) -> Option<(HostRef, HostRef)> {
    host.lookup_where(c, name).map(|(owner, v)| (owner, host.flow.runtime_attr(v)))
}

/// Truth of an atom or container.
pub fn truth(host: &Host, r: HostRef) -> bool {
    match host.obj(r) {
        HostObj::None => false,
        HostObj::Bool(b) => *b,
        HostObj::Int(i) => *i != 0,
        HostObj::Str(s) => !s.is_empty(),
        HostObj::Tuple(t) => !t.is_empty(),
        HostObj::List(t) => !t.is_empty(),
        _ => true,
    }
}

/// Strings of a list or tuple (or one string alone).
pub fn string_list(host: &Host, r: HostRef) -> Vec<Rc<str>> {
    match host.obj(r) {
        HostObj::Tuple(t) => t.iter().filter_map(|x| host.text(*x)).collect(),
        HostObj::List(t) => t.iter().filter_map(|x| host.text(*x)).collect(),
        HostObj::Dict(d) | HostObj::Set(d) | HostObj::FrozenSet(d) => {
            d.keys().filter_map(|x| host.text(x)).collect()
        }
        _ => host.text(r).into_iter().collect(),
    }
}

/// Items of a list or tuple.
pub fn items(host: &Host, r: HostRef) -> Vec<HostRef> {
    match host.obj(r) {
        HostObj::Tuple(t) => t.to_vec(),
        HostObj::List(t) => t.clone(),
        _ => vec![],
    }
}

/// Says whether the object is `None`.
pub fn is_none(host: &Host, r: HostRef) -> bool {
    matches!(host.obj(r), HostObj::None)
}

/// An int's value.
pub fn int_value(host: &Host, r: HostRef) -> Option<i64> {
    host.as_int(r)
}

/// Text of a `str`.
pub fn text(host: &Host, r: HostRef) -> Option<Rc<str>> {
    host.text(r)
}

/// Call shape operand of `call_args`: number of positional values, keyword names, has `*`.
pub fn call_shape(host: &Host, r: HostRef) -> Option<(usize, Vec<Rc<str>>, bool)> {
    match &items(host, r)[..] {
        [n, kw, star] => {
            Some((int_value(host, *n)? as usize, string_list(host, *kw), truth(host, *star)))
        }
        _ => None,
    }
}
