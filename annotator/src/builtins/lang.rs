//! Built-in functions of the language.

use super::*;
use crate::ArgSource;
use crate::calls::special;
use crate::definitions::class_descs;
use crate::definitions::classdef;
use crate::definitions::exc_args;
use crate::definitions::generation;
use crate::definitions::library_objects;
use crate::definitions::own_methods;
use crate::kinds::classes;
use crate::kinds::encodings;
use crate::kinds::instances;
use crate::kinds::numbers;
use crate::kinds::objects;
use crate::model::answers;
use crate::ops::unsupported;
use flowmodel::HlConst;
use std::rc::Rc;

/// `Exception.__init__(self, arguments…)`: they become the exception's arguments.
pub(super) fn exception_init(
    a: &mut Facts,
    site: Site,
    _: &Builtin,
    _: &SomeValue,
    args: &CallArgs,
) -> AResult {
    let given = positional(a, site, "Exception.__init__", args, 1, usize::MAX)?;
    match given[0].kind {
        Kind::Instance { class, .. }
            if hv::is_exception_class(&a.host, a.classdefs[class].host) =>
        {
            exc_args::note_exception_args(a, site, class, &given[1..], true);
            Ok(SomeValue::NONE)
        }
        _ => {
            Err(a.error(site, "argument-type", "Exception.__init__() is called on something else"))
        }
    }
}

/// `object.__setattr__(x, name, value)`
pub(super) fn object_setattr(
    a: &mut Facts,
    site: Site,
    e: &Builtin,
    _: &SomeValue,
    args: &CallArgs,
) -> AResult {
    let v = positional(a, site, e.name, args, 3, 3)?;
    let (Some(name), Kind::Instance { class, .. }) =
        (crate::model::operands::constant_text(a, &v[1]), v[0].kind.clone())
    else {
        return Err(unsupported(a, site, "object.__setattr__() with a name that is not known", ""));
    };
    objects::plain_setattr(a, site, class, &name.into(), &v[2])?;
    Ok(SomeValue::NONE)
}

pub(super) fn not_supported(
    a: &mut Facts,
    site: Site,
    e: &Builtin,
    _: &SomeValue,
    _: &CallArgs,
) -> AResult {
    let instead = match e.name {
        "super" => "call the method of the base class by its name: Base.method(self)",
        "eval" | "vars" | "dir" | "globals" | "locals" | "delattr" => {
            "the shape of the program is fixed when it is translated"
        }
        _ => "",
    };
    Err(unsupported(a, site, &format!("{}()", e.name), instead))
}

pub(super) fn len(
    a: &mut Facts,
    site: Site,
    e: &Builtin,
    _: &SomeValue,
    args: &CallArgs,
) -> AResult<Answer> {
    let v = positional(a, site, e.name, args, 1, 1)?;
    Ok(Answer::operation(flowmodel::HlOp::Len, v))
}

pub(super) fn range(
    a: &mut Facts,
    site: Site,
    e: &Builtin,
    _: &SomeValue,
    args: &CallArgs,
) -> AResult {
    let v = positional(a, site, e.name, args, 1, 3)?;
    for s in &v {
        a.want_int(site, s, "range()")?;
    }
    let step = match v.get(2) {
        None => 1,
        // A step that is not constant is kept in the object.
        Some(s) => match s.const_int() {
            Some(0) => return Err(a.error(site, "argument-type", "range() with step zero")),
            Some(n) => n,
            None => 0,
        },
    };
    let (start_nonneg, stop_nonneg) = match v.len() {
        1 => (true, true),
        _ => (v[0].is_nonneg(), v[1].is_nonneg()),
    };
    // Counting up from a start >= 0 stays >= 0; counting down stays above a stop >= 0 (or -1).
    let down_ok = v.len() > 1 && (stop_nonneg || v[1].const_int() == Some(-1));
    let nonneg = if step > 0 || (v.len() < 3) {
        start_nonneg
    } else if step < 0 {
        down_ok
    } else {
        start_nonneg && stop_nonneg
    };
    let l = a.site_list(site, 0);
    let fresh = a.list_def(l).item.is_impossible();
    a.generalize_list(site, l, &SomeValue::integer(nonneg, false, IntSize::Word))?;
    let l = a.find_list(l);
    match a.lists[l].range_step {
        None if fresh && !a.lists[l].resized && !a.lists[l].mutated => {
            a.lists[l].range_step = Some(step);
        }
        // Seen again, and now the step is not that constant.
        Some(known) if known != step => a.lists[l].range_step = Some(0),
        _ => {}
    }
    if e.name != "xrange" && generation::in_python2(a, site) {
        a.lists[l].range_is_list = true;
    }
    Ok(Kind::List(l).into())
}

pub(super) fn bool_(
    a: &mut Facts,
    site: Site,
    e: &Builtin,
    _: &SomeValue,
    args: &CallArgs,
) -> AResult<Answer> {
    let v = positional(a, site, e.name, args, 0, 1)?;
    if v.is_empty() {
        return Ok(SomeValue::bool_const(false).into());
    }
    Ok(Answer::operation(flowmodel::HlOp::Bool, v))
}

pub(super) fn int(
    a: &mut Facts,
    site: Site,
    e: &Builtin,
    _: &SomeValue,
    args: &CallArgs,
) -> AResult<Answer> {
    let v = match args.keywords.first() {
        None => positional(a, site, e.name, args, 0, 2)?,
        Some(_) => args.positional.iter().map(|p| p.0.clone()).collect(),
    };
    if v.is_empty() {
        return Ok(SomeValue::int_const(0).into());
    }
    if v[0].is_str() || v[0].is_unicode() {
        return Ok(Answer::library("numbers", "int_", args.clone()));
    }
    numbers::int_of(a, site, &v[..1], &v[1..]).map(Answer::from)
}

/// `pow(a, b)`, `pow(a, b, m)`
pub(super) fn pow(
    _: &mut Facts,
    _: Site,
    _: &Builtin,
    _: &SomeValue,
    args: &CallArgs,
) -> AResult<Answer> {
    let three = args.positional.len() + args.keywords.len() > 2;
    Ok(Answer::library("numbers", if three { "pow_mod" } else { "pow_of" }, args.clone()))
}

/// `math.log(x)`, `math.log(x, base)`
pub(super) fn math_log(
    a: &mut Facts,
    site: Site,
    _: &Builtin,
    _: &SomeValue,
    args: &CallArgs,
) -> AResult<Answer> {
    if args.positional.len() > 1 {
        return Ok(Answer::library("mathlib", "log_base", args.clone()));
    }
    let v = positional(a, site, "log", args, 1, 1)?;
    numbers::float_of(a, site, &v[0]).map(Answer::from)
}

/// `math.hypot`: of two numbers as in C.
pub(super) fn math_hypot(
    a: &mut Facts,
    site: Site,
    _: &Builtin,
    _: &SomeValue,
    args: &CallArgs,
) -> AResult<Answer> {
    if args.positional.len() != 2 {
        return Ok(Answer::library("mathlib", "hypot", args.clone()));
    }
    let v = positional(a, site, "hypot", args, 2, 2)?;
    numbers::float_of(a, site, &v[0])?;
    numbers::float_of(a, site, &v[1]).map(Answer::from)
}

pub(super) fn float(
    a: &mut Facts,
    site: Site,
    e: &Builtin,
    _: &SomeValue,
    args: &CallArgs,
) -> AResult<Answer> {
    let v = positional(a, site, e.name, args, 0, 1)?;
    match v.first() {
        None => Ok(SomeValue::FLOAT.with_const(HlConst::Float(0.0f64.to_bits())).into()),
        Some(s) if s.is_str() || s.is_unicode() => {
            Ok(Answer::library("numbers", "float_", args.clone()))
        }
        Some(s) => numbers::float_of(a, site, s).map(Answer::from),
    }
}

pub(super) fn str_(
    a: &mut Facts,
    site: Site,
    e: &Builtin,
    _: &SomeValue,
    args: &CallArgs,
) -> AResult<Answer> {
    let v = positional(a, site, e.name, args, 0, 1)?;
    if v.is_empty() {
        return Ok(crate::definitions::constants::atom_annotation(&HlConst::Str(Rc::from(
            &b""[..],
        )))
        .into());
    }
    let op = if e.name == "repr" { flowmodel::HlOp::Repr } else { flowmodel::HlOp::Str };
    Ok(Answer::operation(op, v))
}

pub(super) fn as_string(
    a: &mut Facts,
    site: Site,
    e: &Builtin,
    _: &SomeValue,
    args: &CallArgs,
) -> AResult {
    positional(a, site, e.name, args, 1, 1)?;
    let bytes = e.name.ends_with("as_bytes");
    Ok(SomeValue::STR.with_texts(if bytes { Texts::BYTES } else { Texts::TEXT }))
}

pub(super) fn unicode(
    a: &mut Facts,
    site: Site,
    e: &Builtin,
    _: &SomeValue,
    args: &CallArgs,
) -> AResult<Answer> {
    let v = positional(a, site, e.name, args, 1, 3)?;
    if v.len() > 1 && v[0].is_str() {
        let args = encodings::with_encoding_at(a, site, args, 1)?;
        return Ok(Answer::library("codecs", "decode", args));
    }
    match &v[0].kind {
        Kind::UniChar | Kind::Unicode { .. } => Ok(v[0].clone().into()),
        Kind::Char | Kind::String { .. } | Kind::Integer { .. } => Ok(SomeValue::UNICODE.into()),
        _ => Err(a.error(site, "conversion", format!("unicode() of {}", a.show(&v[0])))),
    }
}

pub(super) fn chr(
    a: &mut Facts,
    site: Site,
    e: &Builtin,
    _: &SomeValue,
    args: &CallArgs,
) -> AResult {
    let v = positional(a, site, e.name, args, 1, 1)?;
    a.want_int(site, &v[0], "chr()")?;
    Ok(match v[0].const_int() {
        Some(i @ 0..=255) => SomeValue::CHAR.with_const(HlConst::Str(Rc::from(&[i as u8][..]))),
        _ => SomeValue::CHAR,
    })
}

pub(super) fn unichr(
    a: &mut Facts,
    site: Site,
    e: &Builtin,
    _: &SomeValue,
    args: &CallArgs,
) -> AResult {
    let v = positional(a, site, e.name, args, 1, 1)?;
    a.want_int(site, &v[0], "unichr()")?;
    Ok(SomeValue::UNICHAR)
}

pub(super) fn ord(
    a: &mut Facts,
    site: Site,
    e: &Builtin,
    _: &SomeValue,
    args: &CallArgs,
) -> AResult<Answer> {
    let v = positional(a, site, e.name, args, 1, 1)?;
    Ok(Answer::operation(flowmodel::HlOp::Ord, v))
}

pub(super) fn number_text(
    a: &mut Facts,
    site: Site,
    e: &Builtin,
    _: &SomeValue,
    args: &CallArgs,
) -> AResult {
    let v = positional(a, site, e.name, args, 1, 1)?;
    a.want_int(site, &v[0], e.name)?;
    Ok(SomeValue::STR)
}

pub(super) fn abs(
    a: &mut Facts,
    site: Site,
    e: &Builtin,
    _: &SomeValue,
    args: &CallArgs,
) -> AResult<Answer> {
    let v = positional(a, site, e.name, args, 1, 1)?;
    Ok(Answer::operation(flowmodel::HlOp::Abs, v))
}

pub(super) fn hasattr(
    a: &mut Facts,
    site: Site,
    e: &Builtin,
    _: &SomeValue,
    args: &CallArgs,
) -> AResult<Answer> {
    let v = positional(a, site, e.name, args, 2, 2)?;
    let Some(name) = crate::model::operands::constant_text(a, &v[1]) else {
        return Err(a.error(
            site,
            "dynamic-name",
            "the attribute name of hasattr() must be a constant",
        ));
    };
    classes::has_attr(a, site, &v[0], &name)
}

pub(super) fn getattr(
    a: &mut Facts,
    site: Site,
    e: &Builtin,
    _: &SomeValue,
    args: &CallArgs,
) -> AResult<Answer> {
    let v = positional(a, site, e.name, args, 2, 3)?;
    if v.len() == 3 {
        let Some(name) = crate::model::operands::constant_text(a, &v[1]) else {
            return Err(a.error(
                site,
                "dynamic-name",
                "the attribute name of getattr() must be a constant",
            ));
        };
        let f = own_methods::made_function(a, site, "make_getattr", &[&name])?;
        let mut positional = args.positional.clone();
        positional.remove(1);
        let call = answers::positional(positional);
        return Ok(Answer::made(&f, call));
    }
    Ok(Answer::operation(flowmodel::HlOp::GetAttr, v))
}

pub(super) fn isinstance(
    a: &mut Facts,
    site: Site,
    e: &Builtin,
    _: &SomeValue,
    args: &CallArgs,
) -> AResult<Answer> {
    let v = positional(a, site, e.name, args, 2, 2)?;
    Ok(Answer::operation(flowmodel::HlOp::IsInstance, v))
}

pub(super) fn issubclass(
    a: &mut Facts,
    site: Site,
    e: &Builtin,
    _: &SomeValue,
    args: &CallArgs,
) -> AResult<Answer> {
    let v = positional(a, site, e.name, args, 2, 2)?;
    Ok(Answer::operation(flowmodel::HlOp::IsSubtype, v))
}

pub(super) fn type_(
    a: &mut Facts,
    site: Site,
    e: &Builtin,
    _: &SomeValue,
    args: &CallArgs,
) -> AResult<Answer> {
    let v = positional(a, site, e.name, args, 1, 1)?;
    Ok(Answer::operation(flowmodel::HlOp::Type, v))
}

pub(super) fn hash(
    a: &mut Facts,
    site: Site,
    e: &Builtin,
    _: &SomeValue,
    args: &CallArgs,
) -> AResult {
    let v = positional(a, site, e.name, args, 1, 1)?;
    instances::op_hash(a, site, &v[0])
}

pub(super) fn id(
    a: &mut Facts,
    site: Site,
    e: &Builtin,
    _: &SomeValue,
    args: &CallArgs,
) -> AResult {
    positional(a, site, e.name, args, 1, 1)?;
    Err(unsupported(a, site, "id()", "use rpython.rlib.objectmodel.compute_unique_id()"))
}

pub(super) fn object(
    a: &mut Facts,
    site: Site,
    e: &Builtin,
    callee: &SomeValue,
    args: &CallArgs,
) -> AResult {
    positional(a, site, e.name, args, 0, 0)?;
    let Some(h) = callee.const_host() else {
        return Err(a.error(site, "internal", "object() without its class"));
    };
    let d = class_descs::class_desc(a, site, h)?;
    let c = classdef::classdef_of(a, site, d)?;
    Ok(SomeValue::instance(c))
}

/// `print(…, file=f)`
fn print_to(
    a: &mut Facts,
    site: Site,
    file: (SomeValue, ArgSource),
    args: &CallArgs,
) -> AResult<Answer> {
    let mut positional = vec![file];
    for (name, default) in [("sep", "SPACE"), ("end", "LINE")] {
        let given = args.keywords.iter().find(|k| &*k.0 == name && k.1.kind != Kind::None_);
        positional.push(match given {
            Some((_, s, src)) => (s.clone(), src.clone()),
            None => {
                let h = library_objects::library_object(a, site, "printing", default)?;
                (a.immutablevalue(site, h)?, ArgSource::Default(h))
            }
        });
    }
    let n = args.positional.len();
    if n > 16 {
        return Err(unsupported(
            a,
            site,
            "print() of more than 16 items with file=",
            "use two calls",
        ));
    }
    positional.extend(args.positional.iter().cloned());
    let call = answers::positional(positional);
    Ok(Answer::library("printing", &format!("print_to_{n}"), call))
}

/// Part of Python 2's `print >>file, …`.
pub(super) fn print_part_to(
    _: &mut Facts,
    _: Site,
    e: &Builtin,
    _: &SomeValue,
    args: &CallArgs,
) -> AResult<Answer> {
    Ok(Answer::library("printing", e.name, args.clone()))
}

pub(super) fn print(
    a: &mut Facts,
    site: Site,
    _e: &Builtin,
    _: &SomeValue,
    args: &CallArgs,
) -> AResult<Answer> {
    if let Some((_, s, src)) =
        args.keywords.iter().find(|k| &*k.0 == "file" && k.1.kind != Kind::None_)
    {
        return print_to(a, site, (s.clone(), src.clone()), args);
    }
    for (k, s, _) in &args.keywords {
        match &**k {
            "end" | "sep" if s.is_str() || s.kind == Kind::None_ => {}
            "flush" | "file" => {}
            "end" | "sep" => {
                let m = format!("{k}= of print() must be a str, not {}", a.show(s));
                return Err(a.error(site, "argument-type", m));
            }
            _ => {
                let e = a.error(site, "argument-count", format!("print() has no parameter '{k}'"));
                return Err(e.did_you_mean(k, ["sep", "end", "file", "flush"].into_iter()));
            }
        }
    }
    let mut texts = vec![];
    for (s, src) in &args.positional {
        if let ArgSource::StarItem(..) = src {
            return Err(unsupported(a, site, "print(*args)", "print the items in a loop"));
        }
        texts.push(Answer::operation(flowmodel::HlOp::Str, vec![s.clone()]));
    }
    Ok(Answer::each(texts))
}

/// An item of Python 2's print statement.
pub(super) fn print_item(
    a: &mut Facts,
    site: Site,
    e: &Builtin,
    _: &SomeValue,
    args: &CallArgs,
) -> AResult {
    let v = positional(a, site, e.name, args, 1, 1)?;
    special::want_text(a, site, &v[0], false);
    Ok(SomeValue::NONE)
}

pub(super) fn callable(
    a: &mut Facts,
    site: Site,
    e: &Builtin,
    _: &SomeValue,
    args: &CallArgs,
) -> AResult<Answer> {
    let v = positional(a, site, e.name, args, 1, 1)?;
    classes::is_callable(a, site, &v[0])
}

pub(super) fn weakref(
    a: &mut Facts,
    site: Site,
    e: &Builtin,
    _: &SomeValue,
    args: &CallArgs,
) -> AResult {
    let v = positional(a, site, e.name, args, 1, 1)?;
    match v[0].kind {
        Kind::Instance { class, can_be_none: false } => Ok(Kind::WeakRef(Some(class)).into()),
        _ => Err(a.error(
            site,
            "argument-type",
            format!("weak references are to instances of classes, not to {}", a.show(&v[0])),
        )),
    }
}
