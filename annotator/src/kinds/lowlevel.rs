//! Low-level values in helpers: pointers, inline items, addresses, types.

use crate::definitions::class_descs;
use crate::definitions::classdef;
use crate::definitions::lltypes;
use crate::kinds::conversions;
use crate::kinds::identity;
use crate::kinds::inline;
use crate::kinds::rffi;
use crate::model::state::{CallArgs, Member};
use crate::ops;
use crate::ops::rows::*;
use crate::prelude::*;
use HlOp::*;
use flowmodel::{Items, LlOp, StructId, Type};

/// The rows: what operations on low-level values give and raise.
pub(crate) const ROWS: &[Row] = &[
    row(&[Bool, Not], POINTER, ANY, A_BOOL).code(Code::Truth),
    row(EQUALITY, POINTER, ANY, A_BOOL).compares(Comparison::Objects),
    row(&[Is], POINTER, ANY, A_BOOL).code(Code::Is),
    row(&[Str, Repr], POINTER, ANY, Gives::Answers(pointer_text)),
    row(&[IsInstance], POINTER, ANY, Gives::Always(|| SomeValue::bool_const(false))).folds(),
    row(&[SimpleCall], POINTER, ANY, Gives::Reads(call)).raises(Raises::Anything),
    row(&[GetAttr], POINTER, ANY, Gives::Reads(field)).only(&[]).code(Code::PointerField),
    row(&[SetAttr], POINTER, ANY, Gives::Reads(set_field)).only(&[]).code(Code::SetPointerField),
    row(&[GetItem], POINTER, ANY, Gives::Joins(item)).only(&[]).code(Code::PointerItem),
    row(&[SetItem], POINTER, ANY, Gives::Reads(set_item)).only(&[]).code(Code::SetPointerItem),
    row(&[Len], POINTER, ANY, Gives::Reads(len)).code(Code::PointerLength),
    row(HlOp::ALL, POINTER, ANY, Gives::Reads(undefined))
        .when(|_, q| !matches!(q.operation(), SameAs | NewTuple | NewList)),
    row(&[Add], ADDRESS, INT, AN_ADDRESS).lowers(Lowers::Op(LlOp::AdrAdd)),
    row(&[Sub], ADDRESS, INT, AN_ADDRESS).lowers(Lowers::Op(LlOp::AdrSub)),
    row(&[Sub], ADDRESS, ADDRESS, AN_INT).lowers(Lowers::Op(LlOp::AdrDelta)),
    row(COMPARISONS, ADDRESS, ANY, A_BOOL).only(&[]).compares(Comparison::Objects),
    row(&[Bool, Not], ADDRESS, ANY, A_BOOL).only(&[]).code(Code::Truth),
    row(&[Is], ADDRESS, ANY, A_BOOL).only(&[]).code(Code::Is),
    row(&[SimpleCall, GetAttr, SetAttr, GetItem, Len], ADDRESS, ANY, Gives::Reads(undefined)),
    row(&[GetAttr], LLTYPE, ANY, Gives::Joins(lltype)).only(&[]).code(Code::LowLevelType),
    row(&[Eq, Ne, Is, IsInstance, Str, Repr], LLTYPE, ANY, Gives::Joins(lltype))
        .code(Code::LowLevelType),
    row(EQUALITY, ANY, POINTER.or(ADDRESS), A_BOOL).compares(Comparison::Objects),
    row(&[Is], ANY, POINTER.or(ADDRESS), A_BOOL).code(Code::Is),
];

/// A raw address.
const AN_ADDRESS: Gives = Gives::Always(|| SomeValue::ADDRESS);

fn undefined(ann: &Facts, q: &Asked) -> AResult {
    Err(ops::bad_operands(ann, q.site, q.operation(), q.args))
}

fn lltype(ann: &mut Facts, q: &Asked) -> AResult {
    match q.args[0].kind {
        Kind::LlType(t) => {
            lltype_op(ann, q.site, q.op, t, q.args).unwrap_or_else(|| undefined(ann, q))
        }
        _ => undefined(ann, q),
    }
}

/// The container that the first operand points to.
fn container(ann: &Facts, q: &Asked) -> AResult<StructId> {
    match q.args[0].kind {
        Kind::Ptr(Type::Ptr(s)) => Ok(s),
        _ => Err(ops::bad_operands(ann, q.site, q.operation(), q.args)),
    }
}

/// Gives the array that an operation on items is about; a structure that ends in an array has no
/// such operation.
fn array(ann: &Facts, q: &Asked) -> AResult<StructId> {
    let s = container(ann, q)?;
    match ends_in_array(ann, s) {
        true => Err(ann.error(
            q.site,
            "lltype",
            "the items are those of the structure's last field: name it",
        )),
        false => Ok(s),
    }
}

/// `str(p)`
fn pointer_text(ann: &mut Facts, q: &Asked) -> AResult<Answer> {
    let p = &q.args[0];
    match p.kind {
        Kind::Ptr(Type::GcRef) => Ok(Answer::library_on("objects", "gcref_text", &[(0, p)])),
        Kind::Ptr(Type::Ptr(s)) if !ann.types.structs[s].gc => {
            Ok(Answer::library_on("objects", "pointer_text", &[(0, p)]))
        }
        _ => undefined(ann, q).map(Answer::from),
    }
}

/// `p(a, b)`
fn call(ann: &Facts, q: &Asked) -> AResult {
    let Kind::Ptr(Type::FuncPtr(f)) = q.args[0].kind else { return undefined(ann, q) };
    let ft = ann.types.funcs[f].clone();
    if ft.args.len() != q.args.len() - 1 {
        return Err(ann.error(
            q.site,
            "argument-count",
            format!(
                "a function pointer with {} parameters is called with {} arguments",
                ft.args.len(),
                q.args.len() - 1
            ),
        ));
    }
    Ok(SomeValue::from_lltype(ft.result))
}

/// `p.name`
fn field(ann: &Facts, q: &Asked) -> AResult {
    let s = container(ann, q)?;
    let name = constant_text(ann, &q.args[1]).unwrap_or_default();
    if let Some(m) = inline::member(ann, s, &name) {
        return Ok(inline::member_value(ann, s, m));
    }
    let t = ptr_field(ann, q.site, s, &name)?;
    Ok(t.map_or(q.args[0].clone(), SomeValue::from_lltype))
}

/// `p.name = v`
fn set_field(ann: &Facts, q: &Asked) -> AResult {
    let s = container(ann, q)?;
    let name = constant_text(ann, &q.args[1]).unwrap_or_default();
    let field = match inline::member(ann, s, &name) {
        Some(Member::Field(i)) => Some(ann.types.structs[s].fields[*i as usize].ty),
        Some(_) => return Err(inline::assigned_container(ann, q.site, &name)),
        None => ptr_field(ann, q.site, s, &name)?,
    };
    match field {
        Some(t) if is_nested(ann, s, &name) || inline::inline_array(ann, t).is_some() => {
            Err(inline::assigned_container(ann, q.site, &name))
        }
        Some(t) => {
            conversions::check_lowlevel_store(ann, q.site, t, &q.args[2])?;
            Ok(SomeValue::NONE)
        }
        None => Err(ann.error(q.site, "lltype", format!("'{name}' is not a field"))),
    }
}

/// `p[i]`
fn item(ann: &mut Facts, q: &Asked) -> AResult {
    let s = array(ann, q)?;
    ann.want_int(q.site, &q.args[1], "the index of a low-level array")?;
    match &ann.types.structs[s].items {
        Some(_) if ann.raw.item_containers.contains_key(&s) => {
            Ok(SomeValue::ptr(Type::Ptr(ann.raw.item_containers[&s])))
        }
        Some(Items::Plain(Type::LongFloat)) => {
            ann.warn(
                q.site,
                "long-double",
                "a long double is read as a float, which has 53 bits",
                "rffi.c_memcpy() copies all of it",
            );
            Ok(Kind::LongFloat.into())
        }
        Some(Items::Plain(t)) => Ok(SomeValue::from_lltype(*t)),
        Some(Items::Inline(_)) => Ok(inline::item_of(s)),
        None => {
            let text = format!("{} has no items", ann.show(&q.args[0]));
            Err(ann.error(q.site, "lltype", text))
        }
    }
}

/// `p[i] = v`
fn set_item(ann: &Facts, q: &Asked) -> AResult {
    let s = array(ann, q)?;
    ann.want_int(q.site, &q.args[1], "the index of a low-level array")?;
    match ann.types.structs[s].item_type() {
        Some(_) if ann.raw.item_containers.contains_key(&s) => Err(ann.error(
            q.site,
            "lltype",
            "the items of this array are structures: assign to their fields",
        )),
        Some(t) => {
            conversions::check_lowlevel_store(ann, q.site, t, &q.args[2])?;
            Ok(SomeValue::NONE)
        }
        None => {
            let text = format!("{} has no plain items", ann.show(&q.args[0]));
            Err(ann.error(q.site, "lltype", text))
        }
    }
}

/// `len(p)`
fn len(ann: &Facts, q: &Asked) -> AResult {
    let s = array(ann, q)?;
    if let Some(n) = ann.raw.fixed_lengths.get(&s) {
        return Ok(SomeValue::int_const(*n));
    }
    let st = &ann.types.structs[s];
    if st.nolength {
        let text = "len() of an array of C, which does not know its length";
        return Err(ann.error(q.site, "lltype", text));
    }
    match st.items.is_some() {
        true => Ok(SomeValue::NONNEG),
        false => undefined(ann, q),
    }
}

/// Type of a field; `None` for the names under which the tail itself is known.
fn ptr_field(ann: &Facts, site: Site, s: StructId, name: &str) -> AResult<Option<Type>> {
    let st = &ann.types.structs[s];
    if ann.raw.inlined.members.contains_key(&s) {
        return Err(ann.error(site, "lltype", format!("#{} has no field '{name}'", st.name)));
    }
    if let Some(i) = st.field_index(name) {
        return Ok(Some(match ann.raw.nested.get(&(s, i)) {
            Some(inner) => Type::Ptr(*inner),
            None => st.fields[i as usize].ty,
        }));
    }
    if st.items.is_some() && matches!(name, "items" | "chars") {
        return Ok(None);
    }
    Err(ann.error(site, "lltype", format!("#{} has no field '{name}'", st.name)))
}

/// Says whether this is a structure of the program that ends in an array of unknown length.
fn ends_in_array(ann: &Facts, s: StructId) -> bool {
    let st = &ann.types.structs[s];
    match st.gc {
        true => st.items.is_some() && ann.raw.inlined.members.contains_key(&s),
        false => st.items.is_some() && !st.fields.is_empty(),
    }
}

fn is_nested(ann: &Facts, s: StructId, field: &str) -> bool {
    let i = ann.types.structs[s].field_index(field);
    i.is_some_and(|i| ann.raw.nested.contains_key(&(s, i)))
}

fn lltype_op(
    ann: &mut Facts,
    site: Site,
    op: &HlOperation,
    t: LlType,
    args: &[SomeValue],
) -> Option<AResult> {
    Some(match op.op {
        HlOp::Eq | HlOp::Ne | HlOp::Is => {
            let other = match &args[1].kind {
                Kind::LlType(u) => *u,
                _ => return Some(Err(ops::bad_operands(ann, site, op.op, args))),
            };
            Ok(SomeValue::bool_const((t == other) == (op.op != HlOp::Ne)))
        }
        HlOp::IsInstance => {
            let (targets, r) =
                (identity::class_tuple(ann, site, &args[1])?, lltypes::host_of_lltype(ann, t)?);
            Ok(SomeValue::bool_const(targets.iter().any(|c| ann.host.is_instance(r, *c))))
        }
        HlOp::Str | HlOp::Repr => {
            let text = lltypes::host_of_lltype(ann, t).and_then(|r| ann.host.str_of(r).ok());
            match text {
                Some(text) => Ok(SomeValue::STR.with_const(HlConst::Str(text.into_bytes().into()))),
                None => Err(ops::bad_operands(ann, site, op.op, args)),
            }
        }
        HlOp::GetAttr => {
            let name = constant_text(ann, &args[1]).unwrap_or_default();
            match (t, &*name) {
                (LlType::Value(Type::Ptr(s)), "TO") => Ok(SomeValue::lltype(LlType::Container(s))),
                (LlType::Value(Type::FuncPtr(f)), "TO") => Ok(SomeValue::lltype(LlType::Func(f))),
                (LlType::Container(s), "OF" | "ITEM") => match ann.types.structs[s].item_type() {
                    Some(_) if ann.raw.item_containers.contains_key(&s) => {
                        Ok(SomeValue::lltype(LlType::Container(ann.raw.item_containers[&s])))
                    }
                    Some(t) => Ok(SomeValue::lltype(LlType::Value(t))),
                    None => Err(ann.error(site, "lltype", "this container has no plain items")),
                },
                (LlType::Container(s), field) if inline::member(ann, s, field).is_some() => {
                    let m = inline::member(ann, s, field).cloned().expect("a member");
                    inline::member_type(ann, site, s, &m).map(SomeValue::lltype)
                }
                (LlType::Container(s), field) => match ann.types.structs[s].field_index(field) {
                    Some(i) if ann.raw.nested.contains_key(&(s, i)) => {
                        Ok(SomeValue::lltype(LlType::Container(ann.raw.nested[&(s, i)])))
                    }
                    Some(i) => {
                        let ty = ann.types.structs[s].fields[i as usize].ty;
                        Ok(SomeValue::lltype(LlType::Value(ty)))
                    }
                    None => Err(ann.error(site, "lltype", format!("no field '{field}'"))),
                },
                (LlType::Value(_), "_type")
                    if let Some(class) = lltypes::host_of_lltype(ann, t)
                        .and_then(|r| hv::instance_attr(&ann.host, r, "_type")) =>
                {
                    ann.immutablevalue(site, class)
                }
                _ => Err(ann.error(site, "lltype", format!("this low-level type has no '{name}'"))),
            }
        }
        _ => return None,
    })
}

/// Calls of functions of `rpython.rtyper.lltypesystem`, by the last part of their names.
pub(crate) fn lowlevel_call(ann: &mut Facts, site: Site, name: &str, args: &CallArgs) -> AResult {
    let arg = |i: usize| args.positional.get(i).map(|a| a.0.clone());
    let Some(first) = arg(0) else {
        return match name {
            "we_are_jitted" => Ok(SomeValue::BOOL),
            _ => Err(ann.error(site, "argument-count", format!("{name}() wants arguments"))),
        };
    };
    match name {
        "malloc" | "malloc_like" | "null_like" | "nullptr" => {
            allocate(ann, site, name, &first, args)
        }
        "zero_of_item" => {
            let c = container_of(ann, site, name, &first)?;
            let t = match arg(1) {
                None => ann.types.structs[c].item_type(),
                Some(f) => {
                    let f = constant_text(ann, &f).unwrap_or_default();
                    let fields = ann.types.structs[c].item_fields();
                    fields.iter().find(|x| *x.name == *f).map(|f| f.ty)
                }
            };
            match t {
                Some(t) => Ok(SomeValue::from_lltype(t)),
                None => Err(ann.error(site, "lltype", "zero_of_item(): no such item")),
            }
        }
        "typeOf" => match first.to_lltype() {
            Some(t) => {
                let s = SomeValue::lltype(LlType::Value(t));
                Ok(match lltypes::host_of_lltype(ann, LlType::Value(t)) {
                    Some(r) => s.with_const(HlConst::Host(r)),
                    None => s,
                })
            }
            None => Err(ann.error(site, "lltype", format!("typeOf() of {}", ann.show(&first)))),
        },
        "cast_pointer" | "cast_opaque_ptr" | "cast_int_to_ptr" | "cast_adr_to_ptr"
        | "cast_primitive" | "cast" => match first.kind {
            Kind::LlType(LlType::Value(t)) => {
                match (name, arg(1)) {
                    ("cast", Some(v)) => conversions::check_c_cast(ann, site, t, &v)?,
                    ("cast_pointer", Some(v)) => check_cast_pointer(ann, site, t, &v)?,
                    _ => {}
                }
                Ok(SomeValue::from_lltype(t))
            }
            Kind::LlType(LlType::Container(c)) => Ok(SomeValue::ptr(Type::Ptr(c))),
            _ => Err(ann.error(site, "lltype", format!("{name}() wants a type first"))),
        },
        "cast_instance_to_gcref" => match &first.kind {
            Kind::Instance { .. } | Kind::None_ => Ok(SomeValue::ptr(Type::GcRef)),
            _ => Err(ann.error(site, "lltype", format!("{name}() of {}", ann.show(&first)))),
        },
        "cast_gcref_to_instance" => {
            let class = first.const_host().filter(|c| ann.host.class(*c).is_some());
            let Some(c) = class else {
                return Err(ann.error(site, "lltype", format!("{name}() wants a class first")));
            };
            let d = class_descs::class_desc(ann, site, c)?;
            let class = classdef::classdef_of(ann, site, d)?;
            Ok(Kind::Instance { class, can_be_none: true }.into())
        }
        "not_supported" => {
            let what = first.const_str().unwrap_or("this").to_string();
            Err(ann.error(site, "unsupported", format!("{what}: not supported")))
        }
        "failed_import" => {
            let found = matches!(arg(1).and_then(|s| s.konst), Some(HlConst::Bool(true)));
            let code = if found { "import" } else { flowspace::host::NO_MODULE };
            let message = first.const_str().unwrap_or("this import failed").to_string();
            Err(ann.error(site, code, message))
        }
        "sizeof" => rffi::lltype_size(ann, site, &first, arg(1)),
        "ptradd" => {
            match (&first.kind, arg(1)) {
                (Kind::Ptr(Type::Ptr(s)), Some(n))
                    if ann.types.structs[*s].nolength && !ann.types.structs[*s].gc =>
                {
                    ann.want_int(site, &n, name)?;
                }
                _ => {
                    return Err(ann.error(site, "lltype", "ptradd() wants a C array and a number"));
                }
            }
            Ok(first.without_const())
        }
        "direct_fieldptr" | "direct_arrayitems" | "direct_ptradd" => {
            rffi::direct_pointer(ann, site, name, &first, arg(1))
        }
        "offsetof" => rffi::lltype_offset(ann, site, &first, arg(1)),
        "item_offset" => rffi::lltype_item_offset(ann, site, &first, arg(1)),
        "cast_ptr_to_int" | "cast_adr_to_int" => Ok(SomeValue::INT),
        "cast_ptr_to_adr" | "cast_int_to_adr" => Ok(SomeValue::ADDRESS),
        "free" => {
            rffi::check_flavor(ann, site, name, None, args)?;
            match first.kind {
                Kind::Ptr(Type::Ptr(c)) if !ann.types.structs[c].gc => Ok(SomeValue::NONE),
                _ => Err(ann.error(site, "lltype", "free() wants a pointer to raw memory")),
            }
        }
        _ => Err(ann.error(site, "lltype", format!("{name}() is not supported at run time"))),
    }
}

/// The container that a type or pointer names, for a function of lltype that wants one.
fn container_of(ann: &Facts, site: Site, name: &str, s: &SomeValue) -> AResult<StructId> {
    match s.kind {
        Kind::LlType(LlType::Container(c)) => Ok(c),
        Kind::Ptr(Type::Ptr(c)) => Ok(c),
        _ => {
            let text = format!("{name}() wants a container, not {}", ann.show(s));
            Err(ann.error(site, "lltype", text))
        }
    }
}

/// `malloc()`, and null pointers.
fn allocate(ann: &Facts, site: Site, name: &str, first: &SomeValue, args: &CallArgs) -> AResult {
    if first.is_str() || first.is_unicode() {
        return Ok(first.without_const());
    }
    if let (Kind::LlType(LlType::Func(f)), "nullptr") = (&first.kind, name) {
        return Ok(SomeValue::ptr(Type::FuncPtr(*f)));
    }
    if let (Kind::LlType(LlType::Value(Type::GcRef)), "nullptr") = (&first.kind, name) {
        return Ok(SomeValue::ptr(Type::GcRef));
    }
    if let (Kind::LlType(LlType::Value(Type::FuncPtr(_))), "nullptr") = (&first.kind, name) {
        return Err(ann.error(site, "lltype", "nullptr() wants what is pointed to: T.TO"));
    }
    if let (Kind::Ptr(t), "null_like") = (&first.kind, name) {
        return Ok(SomeValue::ptr(*t));
    }
    let c = container_of(ann, site, name, first)?;
    rffi::check_flavor(ann, site, name, Some(c), args)?;
    let n = args
        .positional
        .get(1)
        .map(|a| a.0.clone())
        .or_else(|| args.keywords.iter().find(|k| &*k.0 == "n").map(|k| k.1.clone()));
    if let Some(n) = &n {
        ann.want_int(site, n, name)?;
    }
    let st = &ann.types.structs[c];
    if name == "malloc"
        && st.items.is_none() == n.is_some()
        && !(n.is_none() && ann.raw.fixed_lengths.contains_key(&c))
    {
        return Err(ann.error(
            site,
            "lltype",
            if n.is_some() {
                "malloc() of a structure takes no number of items"
            } else {
                "malloc() of an array wants the number of items"
            },
        ));
    }
    if st.items.is_none() && st.fields.is_empty() && name == "malloc" {
        return Err(ann.error(site, "lltype", "malloc() of an opaque type"));
    }
    Ok(SomeValue::ptr(Type::Ptr(c)))
}

/// Objects of the collector are cast to what they begin with, and back.
fn check_cast_pointer(ann: &Facts, site: Site, t: Type, v: &SomeValue) -> AResult<()> {
    let ok = match (&v.kind, t) {
        (Kind::InteriorPtr(_), _) => false,
        (Kind::Ptr(Type::Ptr(a)), Type::Ptr(b)) => {
            let t = &ann.types;
            !(t.structs[*a].gc || t.structs[b].gc) || t.is_subtype(*a, b) || t.is_subtype(b, *a)
        }
        _ => true,
    };
    if ok {
        return Ok(());
    }
    let message = format!(
        "cast_pointer() of {} to {}: neither begins with the other",
        ann.show(v),
        ann.types.show(t)
    );
    Err(ann.error(site, "lltype", message))
}

/// `llop.name(RESTYPE, args…)`
pub(crate) fn llop_call(ann: &Facts, site: Site, name: &str, args: &CallArgs) -> AResult {
    if flowmodel::LlOp::from_name(name).is_none() {
        return Err(ann.error(site, "lltype", format!("there is no low-level operation '{name}'")));
    }
    match args.positional.first().map(|a| a.0.clone()) {
        Some(SomeValue { kind: Kind::LlType(LlType::Value(t)), .. }) => {
            Ok(SomeValue::from_lltype(t))
        }
        Some(SomeValue { kind: Kind::LlType(LlType::Container(c)), .. }) => {
            Ok(SomeValue::ptr(Type::Ptr(c)))
        }
        // A value stands for its own type: `llop.hint(x, …)`.
        Some(s) if matches!(s.kind, Kind::Ptr(_)) => Ok(s.without_const()),
        _ => Err(ann.error(site, "lltype", format!("llop.{name}() wants the result's type first"))),
    }
}
