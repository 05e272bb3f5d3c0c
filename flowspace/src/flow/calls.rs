//! Calls, and what else needs to know particular functions.

use super::FlowValue;
use super::fold;
use super::handlers::around_names;
use super::state::W;
use super::tables;
use crate::bytecode::{CallShape, Import};
use crate::flow::state::FlowSpace;
use crate::host::{HErr, Host, HostObj, HostRef, functions, generation, import, tracebacks};
use crate::interp::Frame;
use crate::space::{ObjSpace, OpError};
use flowmodel::name::Name;
use flowmodel::operators::{Form, OperatorKind};
use flowmodel::{HlConst, HlOp};

/// Qualified name of the function that asks for an overflow check.
pub(crate) const OVFCHECK: &str = "rpython.rlib.rarithmetic.ovfcheck";
const WE_ARE_TRANSLATED: &str = "rpython.rlib.objectmodel.we_are_translated";
const UNROLLING_ITERABLE: &str = "rpython.rlib.unroll.unrolling_iterable";
const POINTER_TYPE: &str = "rpython.rtyper.lltypesystem.lltype.Ptr";

/// Calls a method of a builtin collection under construction; it cannot raise.
pub(super) fn method(
    fs: &mut FlowSpace<'_>,
    obj: &FlowValue,
    name: &str,
    args: &[FlowValue],
) -> W<()> {
    let w_name = FlowValue::Const(FlowSpace::name_const(Name::new(name)));
    let mut call = vec![fs.record_safe(HlOp::GetAttr, &[obj.clone(), w_name])?];
    call.extend_from_slice(args);
    fs.record_safe(HlOp::SimpleCall, &call).map(drop)
}

pub(super) fn is_unrolling(fs: &FlowSpace<'_>, r: HostRef) -> bool {
    match fs.host.obj(r) {
        HostObj::Instance(_) => fs.is_named(fs.host.class_of(r), UNROLLING_ITERABLE),
        _ => false,
    }
}

pub(super) fn is_exception(fs: &FlowSpace<'_>, r: HostRef) -> bool {
    let base = fs.host.exc("BaseException");
    fs.host.is_instance(r, base)
}

/// Makes an exception instance.
pub(super) fn new_exception(fs: &mut FlowSpace<'_>, cls: &FlowValue, args: &[FlowValue]) -> W {
    let FlowValue::Const(HlConst::Host(c)) = *cls else {
        return fs.fail("only exceptions can be raised, as in `raise ValueError(message)`");
    };
    let base = fs.host.exc("BaseException");
    if !fs.host.is_subclass(c, base) {
        return fs.fail("only exceptions can be raised, as in `raise ValueError(message)`");
    }
    instantiate_exception(fs, c, cls, args)
}

/// Calls an exception class; its instance's class is known exactly afterwards.
fn instantiate_exception(
    fs: &mut FlowSpace<'_>,
    c: HostRef,
    cls: &FlowValue,
    args: &[FlowValue],
) -> W {
    let mut call = vec![cls.clone()];
    call.extend_from_slice(args);
    // Only an `__init__` written in the language can raise.
    let user_init = match fs.host.lookup_in_mro(c, "__init__") {
        Some(f) => fs.host.func(f).is_some(),
        None => false,
    };
    let w = match user_init {
        true => fs.record(HlOp::SimpleCall, &call)?,
        false => fs.record_safe(HlOp::SimpleCall, &call)?,
    };
    let user_new = match fs.host.lookup_in_mro(c, "__new__").map(|f| fs.host.obj(f)) {
        Some(HostObj::StaticMethod(f)) => fs.host.func(*f).is_some(),
        Some(HostObj::Function(_)) => true,
        _ => false,
    };
    if let (FlowValue::Var(v), false) = (&w, user_new) {
        fs.exact_class.insert(*v, c);
    }
    Ok(w)
}

pub(super) fn flow_call(
    fs: &mut FlowSpace<'_>,
    func: &FlowValue,
    args: &[FlowValue],
    shape: &CallShape,
) -> W {
    if let FlowValue::Bound(f, this) = func {
        let mut all = vec![(**this).clone()];
        all.extend_from_slice(args);
        let shape = CallShape { pos: shape.pos + 1, ..shape.clone() };
        let func = fs.wrap(*f);
        return flow_call(fs, &func, &all, &shape);
    }
    if shape.is_simple() {
        if let FlowValue::Const(HlConst::Host(f)) = func
            && let Some(w) = special_call(fs, *f, args)?
        {
            return Ok(w);
        }
        if let Some(w) = fold::text_method(fs, func, args) {
            return Ok(w);
        }
        if let Some(w) = tables::get(fs, func, args) {
            return Ok(w);
        }
        let mut call = vec![func.clone()];
        call.extend_from_slice(args);
        return fs.record(HlOp::SimpleCall, &call);
    }
    if let FlowValue::Const(HlConst::Host(f)) = func
        && let Some(call) = spread(fs, *f, args, shape)
    {
        return flow_call(fs, func, &call, &CallShape::simple(call.len()));
    }
    if let Some((args, shape)) = constant_keywords(fs, args, shape) {
        return flow_call(fs, func, &args, &shape);
    }
    let names: Vec<HlConst> = shape.keywords.iter().map(|n| FlowSpace::name_const(*n)).collect();
    let names = fs.const_tuple(names);
    let mut w_shape = vec![HlConst::Int(shape.pos as i64), names, HlConst::Bool(shape.star)];
    if shape.starstar {
        w_shape.push(HlConst::Bool(true));
    }
    let w_shape = fs.const_tuple(w_shape);
    let mut call = vec![func.clone(), FlowValue::Const(w_shape)];
    call.extend_from_slice(args);
    fs.record(HlOp::CallArgs, &call)
}

/// Attribute `name` of `super(cls, this)`: what comes after `cls` in the order of bases of the class that has this
/// method. (A method that several classes reach in different orders has a copy for each: `functions::copy_method`.)
pub(super) fn super_method(
    fs: &mut FlowSpace<'_>,
    cls: HostRef,
    this: &FlowValue,
    name: Name,
) -> W {
    let order =
        |s: &FlowSpace, c: HostRef| s.host.class(c).map(|c| c.mro.clone()).unwrap_or_default();
    let next = |order: &[HostRef], c: HostRef| {
        order.iter().position(|d| *d == c).and_then(|i| order.get(i + 1).copied())
    };
    let home = fs.home.filter(|h| order(fs, *h).contains(&cls)).unwrap_or(cls);
    let mro = order(fs, home);
    for c in mro.iter().copied().skip_while(|c| *c != cls).skip(1) {
        let Some(dict) = fs.host.class(c).map(|c| c.dict) else { continue };
        let Some(f) = fs.host.ns_get(dict, name.as_str()) else { continue };
        // `super` in that method may have to go on in another order than that of its own class.
        let f = if functions::uses_super(fs.host, f) && next(&mro, c) != next(&order(fs, c), c) {
            functions::copy_method(fs.host, f, home)
        } else {
            f
        };
        let bound = |f: HostRef| FlowValue::Bound(f, Box::new(this.clone()));
        return match fs.host.obj(f) {
            HostObj::StaticMethod(f) => Ok(fs.wrap(*f)),
            HostObj::ClassMethod(f) => Ok(bound(*f)),
            HostObj::Function(_) | HostObj::Builtin(_) => Ok(bound(f)),
            HostObj::Property(p) => match p.get {
                Some(get) => {
                    let get = fs.wrap(get);
                    flow_call(fs, &get, std::slice::from_ref(this), &CallShape::simple(1))
                }
                None => fs.fail(format!("property `{name}` cannot be read")),
            },
            _ => Ok(fs.wrap(f)),
        };
    }
    fs.fail(format!("no base class has an attribute `{name}`"))
}

/// A constant dict after `**` is just more keyword arguments. (The annotator sees to it that it stays as it is.)
fn constant_keywords(
    fs: &mut FlowSpace<'_>,
    args: &[FlowValue],
    shape: &CallShape,
) -> Option<(Vec<FlowValue>, CallShape)> {
    if !shape.starstar {
        return None;
    }
    let (last, rest) = args.split_last()?;
    let FlowValue::Const(HlConst::Host(d)) = *last else { return None };
    let HostObj::Dict(_) = fs.host.obj(d) else { return None };
    let items = fs.host.dict_items(d);
    let (mut names, mut values) = (vec![], vec![]);
    for (k, v) in items {
        names.push(Name::new(&fs.host.text(k)?));
        values.push(fs.wrap(v));
    }
    let at = rest.len() - shape.star as usize;
    let mut args = rest[..at].to_vec();
    args.extend(values);
    args.extend_from_slice(&rest[at..]);
    let keywords = shape.keywords.iter().copied().chain(names).collect();
    fs.host.flow.keyword_dicts.push((d, fs.at.span));
    Some((args, CallShape { keywords, starstar: false, ..shape.clone() }))
}

/// A constant tuple after `*` is just more positional arguments.
fn spread(
    fs: &FlowSpace<'_>,
    _f: HostRef,
    args: &[FlowValue],
    shape: &CallShape,
) -> Option<Vec<FlowValue>> {
    if !shape.star || shape.starstar || !shape.keywords.is_empty() {
        return None;
    }
    let (last, init) = args.split_last()?;
    let FlowValue::Const(HlConst::Host(t)) = last else { return None };
    let HostObj::Tuple(items) = fs.host.obj(*t) else { return None };
    let mut out = init.to_vec();
    out.extend(items.iter().map(|&i| fs.wrap(i)));
    Some(out)
}

/// `r_uint(0xffffffffffffffff)`, `intmask(1 << 70)`: constants that fit a machine word only afterwards.
fn fold_int_call(fs: &mut FlowSpace<'_>, f: HostRef, args: &[FlowValue]) -> Option<FlowValue> {
    let [FlowValue::Const(c)] = args else { return None };
    let arg = fs.host.from_const(c);
    if !matches!(fs.host.obj(arg), HostObj::BigInt(_)) {
        return None;
    }
    let name = fs.host.qualified_name(f)?;
    let name = name.strip_prefix("rpython.rlib.rarithmetic.")?;
    if name != "intmask" && !name.starts_with("r_") {
        return None;
    }
    let r = fs.host.call(f, &[arg], &[]).ok()?;
    Some(fs.wrap(r))
}

/// Calls of functions that are operations, or that have their meaning here.
fn special_call(fs: &mut FlowSpace<'_>, f: HostRef, args: &[FlowValue]) -> W<Option<FlowValue>> {
    if let Some(c) = fs.host.class(f) {
        let base = fs.host.exc("BaseException");
        if !c.is_builtin || fs.host.is_subclass(f, base) {
            if fs.host.is_subclass(f, base) {
                let w_class = fs.wrap(f);
                return instantiate_exception(fs, f, &w_class, args).map(Some);
            }
            if let [FlowValue::Const(c)] = args
                && fs.is_named(f, POINTER_TYPE)
            {
                let arg = fs.host.from_const(c);
                return Ok(fs.host.call(f, &[arg], &[]).ok().map(|r| fs.wrap(r)));
            }
            return Ok(fold_int_call(fs, f, args));
        }
    }
    if fs.host.lookup_in_mro(fs.host.types.object, "__init__") == Some(f) {
        return Ok(Some(FlowValue::NONE));
    }
    let Some(name) = fs.host.qualified_name(f) else { return Ok(None) };
    let builtin = match fs.host.obj(f) {
        HostObj::Builtin(_) | HostObj::Class(_) => true,
        HostObj::Function(_) => false,
        _ => return Ok(None),
    };
    if !builtin {
        return match (name.as_str(), args) {
            (WE_ARE_TRANSLATED, []) => Ok(Some(FlowValue::Const(HlConst::Bool(true)))),
            (OVFCHECK, [w]) => ovfcheck(fs, w).map(Some),
            _ => match name.strip_prefix("operator.").and_then(|n| operator_op(n, args.len())) {
                Some(op) => checked(fs, op, args).map(Some),
                None => Ok(fold_int_call(fs, f, args)),
            },
        };
    }
    let name = name
        .strip_prefix("builtins.")
        .or_else(|| name.strip_prefix("__builtin__."))
        .unwrap_or(&name);
    let op = match (name, args.len()) {
        ("unicode", 1) if let FlowValue::Const(HlConst::Str(s)) = &args[0] => {
            let text = std::str::from_utf8(s).ok().filter(|t| t.is_ascii());
            return Ok(text.map(|t| FlowValue::Const(HlConst::Unicode(t.into()))));
        }
        ("len", 1) => HlOp::Len,
        ("ord", 1) => HlOp::Ord,
        ("abs", 1) => return checked(fs, HlOp::Abs, args).map(Some),
        ("hex", 1) => HlOp::Hex,
        ("oct", 1) if generation::python_of(fs.host, &fs.code) == crate::Python::Two => {
            let Ok(f) = import::library_object(fs.host, "numbers", "oct_of_python2") else {
                return fs.fail("`oct` of Python 2");
            };
            let f = fs.wrap(f);
            return flow_call(fs, &f, args, &CallShape::simple(1)).map(Some);
        }
        ("oct", 1) => HlOp::Oct,
        ("bin", 1) => HlOp::Bin,
        ("repr", 1) => HlOp::Repr,
        ("str", 1) => HlOp::Str,
        ("bool", 1) => HlOp::Bool,
        ("int" | "long", 1) => HlOp::Int,
        ("float", 1) => HlOp::Float,
        ("hash", 1) => HlOp::Hash,
        ("id", 1) => HlOp::Id,
        ("type", 1) => HlOp::Type,
        ("isinstance", 2) => HlOp::IsInstance,
        ("issubclass", 2) => HlOp::IsSubtype,
        ("iter", 1) => return fs.iter(&args[0]).map(Some),
        ("next", 1) => HlOp::Next,
        ("super", 2) => {
            return match &args[0] {
                FlowValue::Const(HlConst::Host(c)) if fs.host.class(*c).is_some() => {
                    Ok(Some(FlowValue::Super(*c, Box::new(args[1].clone()))))
                }
                _ => fs.fail("the class given to `super` must be a constant"),
            };
        }
        ("divmod", 2) => HlOp::DivMod,
        ("pow", 2) => HlOp::Pow,
        ("format", 1) => {
            let empty = FlowValue::Const(HlConst::Str((&b""[..]).into()));
            return fs.op(HlOp::Format, &[args[0].clone(), empty]).map(Some);
        }
        ("format", 2) => HlOp::Format,
        ("getattr", 2 | 3) => return call_getattr(fs, args),
        ("setattr", 3) => {
            let FlowValue::Const(HlConst::Str(n)) = &args[1] else {
                // A parameter by which the function is specialised: the annotator knows it.
                fs.op(HlOp::SetAttr, args)?;
                return Ok(Some(FlowValue::NONE));
            };
            let n = Name::new(&String::from_utf8_lossy(n));
            fs.setattr(&args[0], n, args[2].clone())?;
            return Ok(Some(FlowValue::NONE));
        }
        ("hasattr", 2) => return call_hasattr(fs, args),
        ("isinstance" | "issubclass" | "len" | "ord", n) => {
            return fs.fail(format!("`{name}` does not take {n} arguments"));
        }
        (
            "locals" | "globals" | "vars" | "eval" | "exec" | "execfile" | "compile" | "dir"
            | "__import__" | "super",
            _,
        ) => {
            return fs.fail(format!("`{name}` is not possible at run time"));
        }
        _ => return Ok(None),
    };
    fs.op(op, args).map(Some)
}

fn call_getattr(fs: &mut FlowSpace<'_>, args: &[FlowValue]) -> W<Option<FlowValue>> {
    let FlowValue::Const(HlConst::Str(n)) = &args[1] else {
        if args.len() == 2 && !matches!(args[0], FlowValue::Super(..)) {
            return fs.op(HlOp::GetAttr, args).map(Some);
        }
        if args.len() == 3 && matches!(args[0], FlowValue::Var(_)) {
            // The annotator may know the name.
            return Ok(None);
        }
        return fs.fail("the attribute name of `getattr` must be a constant");
    };
    let name = Name::new(&String::from_utf8_lossy(n));
    if let Some(default) = args.get(2) {
        let FlowValue::Const(c) = &args[0] else {
            let Ok(make) = import::library_object(fs.host, "objects", "make_getattr") else {
                return fs.fail("`getattr` with a default needs a constant object");
            };
            let text = fs.host.str(name.as_str());
            let Ok(f) = fs.host.call(make, &[text], &[]) else {
                return fs.fail("`getattr` with a default");
            };
            let f = fs.wrap(f);
            let call = [args[0].clone(), default.clone()];
            return flow_call(fs, &f, &call, &CallShape::simple(2)).map(Some);
        };
        let obj = fs.host.from_const(c);
        return match fs.host.getattr_opt(obj, name.as_str()) {
            Ok(Some(_)) => fs.getattr(&args[0], name).map(Some),
            Ok(None) => Ok(Some(default.clone())),
            Err(e) => Err(OpError::Fatal(Box::new(tracebacks::diagnostic(fs.host, e)))),
        };
    }
    fs.getattr(&args[0], name).map(Some)
}

fn call_hasattr(fs: &mut FlowSpace<'_>, args: &[FlowValue]) -> W<Option<FlowValue>> {
    let (FlowValue::Const(c), FlowValue::Const(HlConst::Str(n))) = (&args[0], &args[1]) else {
        return Ok(None);
    };
    let obj = fs.host.from_const(c);
    let open = matches!(fs.host.obj(obj), HostObj::Instance(_)) && !fold::is_frozen(fs, obj);
    match fs.host.getattr_opt(obj, &String::from_utf8_lossy(n)) {
        // It may get the attribute later.
        Ok(None) if open => Ok(None),
        Ok(found) => Ok(Some(FlowValue::Const(HlConst::Bool(found.is_some())))),
        Err(e) => Err(OpError::Fatal(Box::new(tracebacks::diagnostic(fs.host, e)))),
    }
}

/// The operation that a call is; where the call is the argument of `ovfcheck`, the checked one.
fn checked(fs: &mut FlowSpace<'_>, op: HlOp, args: &[FlowValue]) -> W {
    match op.checked() {
        Some(ovf) if std::mem::take(&mut fs.at.check_overflow) => match fold::fold(fs, op, args) {
            Some(c) => Ok(FlowValue::Const(c)),
            None => fs.record(ovf, args),
        },
        _ => fs.op(op, args),
    }
}

/// The argument was computed by a checked operation (see `is_overflow_checked`), or is
/// something that cannot overflow.
fn ovfcheck(fs: &mut FlowSpace<'_>, w: &FlowValue) -> W {
    match w {
        FlowValue::Const(HlConst::Int(_) | HlConst::Bool(_)) => Ok(w.clone()),
        FlowValue::Const(_) => {
            let cls = fs.host.exc("OverflowError");
            let w_class = fs.wrap(cls);
            let value = instantiate_exception(fs, cls, &w_class, &[])?;
            Err(OpError::Raise { ty: w_class, value })
        }
        FlowValue::Var(_) => Ok(w.clone()),
        _ => fs.fail("`ovfcheck` needs a number"),
    }
}

/// A frame of the host that stands for the one being interpreted: it has the same globals.
pub(super) fn host_frame(fs: &mut FlowSpace<'_>, frame: &Frame<FlowSpace<'_>>) -> W<Frame<Host>> {
    let FlowValue::Const(HlConst::Host(globals)) = frame.globals else {
        return fs.fail("internal: globals are not an object");
    };
    Ok(Frame {
        code: frame.code.clone(),
        pc: frame.pc,
        locals: Vec::new(),
        stored: Vec::new(),
        cells: Vec::new(),
        stack: Vec::new(),
        globals,
        namespace: None,
    })
}

/// Imports are done now.
pub(super) fn flow_import(
    fs: &mut FlowSpace<'_>,
    frame: &Frame<FlowSpace<'_>>,
    import: &Import,
) -> W {
    let place = std::ptr::from_ref(import) as usize;
    if let Some(&r) = fs.imports.get(&place) {
        return Ok(fs.wrap(r));
    }
    let host_frame = host_frame(fs, frame)?;
    match ObjSpace::import_name(fs.host, &host_frame, import) {
        Ok(r) => {
            fs.imports.insert(place, r);
            Ok(fs.wrap(r))
        }
        Err(OpError::Raise { value, .. }) => {
            let e = HErr(value);
            let text = tracebacks::describe_exception(fs.host, e);
            let message = format!("import of `{}` failed: {text}", import.module);
            if fs.host.err_is(e, "ImportError") {
                return failed_import(fs, frame, value, &message);
            }
            let mut d = fs.diagnostic(message);
            d.code = tracebacks::error_code(fs.host, e);
            Err(OpError::Fatal(Box::new(d)))
        }
        Err(_) => fs.fail(format!("import of `{}` failed", import.module)),
    }
}

/// Raises the ImportError where a handler names it. Elsewhere it is an error once the annotator gets there: functions import what
/// this program may not have behind tests that are decided by its configuration.
fn failed_import(
    fs: &mut FlowSpace<'_>,
    frame: &Frame<FlowSpace<'_>>,
    error: HostRef,
    message: &str,
) -> W {
    let class = fs.host.class_of(error);
    let code = frame.code.clone();
    let globals = host_frame(fs, frame)?.globals;
    let named = [fs.host.exc("ImportError"), class]
        .into_iter()
        .any(|class| around_names(fs.host, &code, globals, fs.at.pc, class));
    if !named {
        let lltype = "rpython.rtyper.lltypesystem.lltype";
        let f = match import::object_of_module(fs.host, lltype, "failed_import") {
            Ok(f) => fs.wrap(f),
            Err(m) => return fs.fail(m),
        };
        let found = fs.host.exc("ModuleNotFoundError") != class;
        let args = [
            FlowValue::Const(HlConst::Str(message.as_bytes().into())),
            FlowValue::Const(HlConst::Bool(found)),
        ];
        fs.record_safe(HlOp::SimpleCall, &[&[f], &args[..]].concat())?;
    }
    let w_class = fs.wrap(class);
    let value = new_exception(fs, &w_class, &[])?;
    Err(OpError::Raise { ty: w_class, value })
}

/// The operation that a function of the module `operator` is.
fn operator_op(name: &str, args: usize) -> Option<HlOp> {
    let op = match name {
        "concat" => HlOp::Add,
        "inv" => HlOp::Invert,
        "truth" => HlOp::Bool,
        _ => HlOp::from_name(name)?,
    };
    let operands = match (op, op.operator()) {
        (HlOp::GetItem, _) => 2,
        (HlOp::Bool, _) => 1,
        (_, Some((row, Form::Plain))) => match row.kind {
            OperatorKind::Binary(_) | OperatorKind::Compare(_) => 2,
            OperatorKind::Unary(_) => 1,
            OperatorKind::Function => return None,
        },
        _ => return None,
    };
    (args == operands).then_some(op)
}
