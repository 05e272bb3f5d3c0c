//! Low-level values in helpers: pointers, inline items, addresses, types.

use crate::CallArgs;
use crate::kinds::inline::Member;
use crate::prelude::*;
use flowmodel::{HostRef, Items, StructId, Type};
use flowspace::host::import;

/// The low-level type that a host object stands for.
pub(crate) fn lltype_of_host(a: &mut Annotator, r: HostRef) -> Option<LlType> {
    if let Some(t) = a.known.host_lltypes.get(&r) {
        return Some(*t);
    }
    let class = hv::class_of_instance(&a.host, r)?;
    let name = hv::registry_name(&a.host, class)?;
    let module = name.strip_prefix("rpython.rtyper.lltypesystem.")?;
    let t = match module {
        "lltype.Primitive" | "lltype.Number" => {
            let n = ["_name", "name"].iter().find_map(|n| {
                hv::instance_attr(&a.host, r, n).and_then(|v| hv::text(&a.host, v))
            })?;
            match &*n {
                "rpy_string" => LlType::Container(text_container(a, &n, Type::Char)),
                "rpy_unicode" => LlType::Container(text_container(a, &n, Type::UniChar)),
                _ => LlType::Value(primitive(&n)?),
            }
        }
        _ if crate::kinds::rffi::is_type_object(a, r) => crate::kinds::rffi::build(a, r).ok()?,
        _ => return None,
    };
    a.known.host_lltypes.insert(r, t);
    Some(t)
}

/// The container of strings, which the RTyper shares.
fn text_container(a: &mut Annotator, name: &str, item: Type) -> StructId {
    if let Some(s) = a.types.lookup(name) {
        return s;
    }
    let hash = vec![flowmodel::Field::new("hash", Type::Signed)];
    let s = a.types.add(name, true, None, hash, Some(Items::Plain(item)));
    if item == Type::Char {
        a.string_container = Some(s);
    }
    s
}

/// A primitive type by its name in rlib.
pub(crate) fn primitive(name: &str) -> Option<Type> {
    Some(match name {
        "Void" => Type::Void,
        "Bool" => Type::Bool,
        "Char" => Type::Char,
        "UniChar" => Type::UniChar,
        "Signed" | "SignedLongLong" | "INT" | "SSIZE_T" | "LONG" | "LONGLONG" => Type::Signed,
        "Unsigned" | "UnsignedLongLong" | "SIZE_T" | "ULONG" | "ULONGLONG" => Type::Unsigned,
        "Int32" => Type::Int32,
        "UInt32" => Type::UInt32,
        "Int8" => Type::Int8,
        "UInt8" => Type::UInt8,
        "Int16" => Type::Int16,
        "UInt16" => Type::UInt16,
        "Float" | "DOUBLE" => Type::Float,
        "SingleFloat" | "FLOAT" => Type::SingleFloat,
        "LongFloat" => Type::LongFloat,
        "Address" | "CCHARP" | "VOIDP" => Type::Address,
        "GCREF" | "GcRef" => Type::GcRef,
        _ => return None,
    })
}

/// Annotation of an opaque object of a later stage.
pub(crate) fn opaque(a: &mut Annotator, r: HostRef) -> Option<SomeValue> {
    let hv::View::Opaque(kind) = hv::view(&a.host, r) else { return None };
    match &*kind {
        "lltype" => a.known.host_lltypes.get(&r).map(|t| SomeValue::lltype(*t)),
        "address" => Some(SomeValue::ADDRESS),
        "llptr" => match a.known.host_lltypes.get(&r) {
            Some(LlType::Value(t)) => Some(SomeValue::ptr(*t).with_const(HlConst::Host(r))),
            _ => None,
        },
        _ => None,
    }
}

impl Annotator {
    /// Operations whose first operand is a low-level value; `None` if it is not one.
    pub(crate) fn lowlevel_op(
        &mut self,
        site: Site,
        op: &Op,
        args: &[SomeValue],
    ) -> Option<AResult> {
        let first = args.first()?;
        let second_ptr = matches!(args.get(1).map(|s| &s.kind), Some(Kind::Ptr(_) | Kind::Address));
        match &first.kind {
            Kind::Ptr(t) => Some(self.ptr_op(site, op, *t, args)),
            Kind::InteriorPtr(p) => Some(self.interior_op(site, op, &p.clone(), args)),
            Kind::Address => self.address_op(site, op, args),
            Kind::LlType(t) => self.lltype_op(site, op, *t, args),
            _ if second_ptr && matches!(op.op, HlOp::Eq | HlOp::Ne | HlOp::Is) => {
                Some(Ok(SomeValue::BOOL))
            }
            _ => None,
        }
    }

    /// A tuple or list whose first item is a pointer.
    pub(crate) fn made_of_pointers(&mut self, site: Site, op: &Op, args: &[SomeValue]) -> AResult {
        if op.op == HlOp::NewTuple {
            return Ok(SomeValue::tuple(args.to_vec()));
        }
        let l = self.site_list(site, 0);
        for a in args {
            self.generalize_list(site, l, a)?;
        }
        Ok(Kind::List(l).into())
    }

    fn ptr_op(&mut self, site: Site, op: &Op, t: Type, args: &[SomeValue]) -> AResult {
        match op.op {
            HlOp::Bool | HlOp::Not | HlOp::Eq | HlOp::Ne | HlOp::Is => return Ok(SomeValue::BOOL),
            HlOp::SameAs => return Ok(args[0].clone()),
            HlOp::Str | HlOp::Repr => return self.op_str(site, op.op, &args[0]),
            HlOp::NewTuple | HlOp::NewList => return self.made_of_pointers(site, op, args),
            HlOp::IsInstance => return Ok(SomeValue::bool_const(false)),
            _ => {}
        }
        match (t, op.op) {
            (Type::FuncPtr(f), HlOp::SimpleCall) => {
                let ft = self.types.funcs[f].clone();
                if ft.args.len() != args.len() - 1 {
                    return Err(self.error(
                        site,
                        "argument-count",
                        format!(
                            "a function pointer with {} parameters is called with {} arguments",
                            ft.args.len(),
                            args.len() - 1
                        ),
                    ));
                }
                Ok(SomeValue::from_lltype(ft.result))
            }
            (Type::Ptr(s), HlOp::GetAttr) => {
                let name = constant_text(self, &args[1]).unwrap_or_default();
                if let Some(m) = self.member(s, &name) {
                    return Ok(self.member_value(s, m));
                }
                self.ptr_field(site, s, &name).map(|t| match t {
                    Some(t) => SomeValue::from_lltype(t),
                    None => args[0].clone(),
                })
            }
            (Type::Ptr(s), HlOp::SetAttr) => {
                let name = constant_text(self, &args[1]).unwrap_or_default();
                let member = self.member(s, &name).cloned();
                let field = match &member {
                    Some(Member::Field(i)) => Some(self.types.structs[s].fields[*i as usize].ty),
                    Some(_) => return Err(self.assigned_container(site, &name)),
                    None => self.ptr_field(site, s, &name)?,
                };
                match field {
                    Some(t) if self.is_nested(s, &name) || self.inline_array(t).is_some() => {
                        Err(self.assigned_container(site, &name))
                    }
                    Some(t) => {
                        self.check_lowlevel_store(site, t, &args[2])?;
                        Ok(SomeValue::NONE)
                    }
                    None => Err(self.error(site, "lltype", format!("'{name}' is not a field"))),
                }
            }
            (Type::Ptr(s), HlOp::GetItem | HlOp::SetItem | HlOp::Len) if self.ends_in_array(s) => {
                Err(self.error(
                    site,
                    "lltype",
                    "the items are those of the structure's last field: name it",
                ))
            }
            (Type::Ptr(s), HlOp::GetItem) => {
                self.want_int(site, &args[1], "the index of a low-level array")?;
                match &self.types.structs[s].items {
                    Some(_) if self.raw.item_containers.contains_key(&s) => {
                        Ok(SomeValue::ptr(Type::Ptr(self.raw.item_containers[&s])))
                    }
                    Some(Items::Plain(Type::LongFloat)) => {
                        self.warn(
                            site,
                            "long-double",
                            "a long double is read as a float, which has 53 bits",
                            "rffi.c_memcpy() copies all of it",
                        );
                        Ok(Kind::LongFloat.into())
                    }
                    Some(Items::Plain(t)) => Ok(SomeValue::from_lltype(*t)),
                    Some(Items::Inline(_)) => Ok(self.item_of(s)),
                    None => Err(self.error(
                        site,
                        "lltype",
                        format!("{} has no items", self.show(&args[0])),
                    )),
                }
            }
            (Type::Ptr(s), HlOp::SetItem) => {
                self.want_int(site, &args[1], "the index of a low-level array")?;
                match self.types.structs[s].item_type() {
                    Some(_) if self.raw.item_containers.contains_key(&s) => Err(self.error(
                        site,
                        "lltype",
                        "the items of this array are structures: assign to their fields",
                    )),
                    Some(t) => {
                        self.check_lowlevel_store(site, t, &args[2])?;
                        Ok(SomeValue::NONE)
                    }
                    None => Err(self.error(
                        site,
                        "lltype",
                        format!("{} has no plain items", self.show(&args[0])),
                    )),
                }
            }
            (Type::Ptr(s), HlOp::Len) if self.raw.fixed_lengths.contains_key(&s) => {
                Ok(SomeValue::int_const(self.raw.fixed_lengths[&s]))
            }
            (Type::Ptr(s), HlOp::Len) if self.types.structs[s].nolength => Err(self.error(
                site,
                "lltype",
                "len() of an array of C, which does not know its length",
            )),
            (Type::Ptr(s), HlOp::Len) if self.types.structs[s].items.is_some() => {
                Ok(SomeValue::NONNEG)
            }
            _ => Err(self.bad_operands(site, op.op, args)),
        }
    }

    /// Type of a field; `None` for the names under which the tail itself is known.
    fn ptr_field(&self, site: Site, s: StructId, name: &str) -> AResult<Option<Type>> {
        let st = &self.types.structs[s];
        if self.raw.inlined.members.contains_key(&s) {
            return Err(self.error(site, "lltype", format!("#{} has no field '{name}'", st.name)));
        }
        if let Some(i) = st.field_index(name) {
            return Ok(Some(match self.raw.nested.get(&(s, i)) {
                Some(inner) => Type::Ptr(*inner),
                None => st.fields[i as usize].ty,
            }));
        }
        if st.items.is_some() && matches!(name, "items" | "chars") {
            return Ok(None);
        }
        Err(self.error(site, "lltype", format!("#{} has no field '{name}'", st.name)))
    }

    /// Whether this is a structure of the program that ends in an array of unknown length.
    fn ends_in_array(&self, s: StructId) -> bool {
        let st = &self.types.structs[s];
        match st.gc {
            true => st.items.is_some() && self.raw.inlined.members.contains_key(&s),
            false => st.items.is_some() && !st.fields.is_empty(),
        }
    }

    fn is_nested(&self, s: StructId, field: &str) -> bool {
        let i = self.types.structs[s].field_index(field);
        i.is_some_and(|i| self.raw.nested.contains_key(&(s, i)))
    }

    pub(crate) fn check_lowlevel_store(&self, site: Site, t: Type, v: &SomeValue) -> AResult<()> {
        let ok = match v.to_lltype() {
            Some(have) => match (have, t) {
                (a, b) if a == b => true,
                (a, b) if self.becomes_void_pointer(a, b) => true,
                (Type::Ptr(a), Type::Ptr(b)) => {
                    self.types.is_subtype(a, b) || self.types.is_subtype(b, a)
                }
                (Type::Ptr(_), Type::GcRef) => true,
                (Type::Bool, Type::Signed | Type::Unsigned) => true,
                (Type::Signed | Type::Bool, Type::Float) => true,
                (Type::Signed, Type::Unsigned) => v.is_nonneg(),
                // A constant that fits.
                (Type::Signed | Type::Unsigned, b) if b.is_signed() || b.is_unsigned() => {
                    v.const_int().is_some_and(|i| {
                        let bits = 8 * b.size() - u32::from(b.is_signed());
                        let low = if b.is_signed() { -(1i128 << bits) } else { 0 };
                        (low..1i128 << bits).contains(&(i as i128))
                    })
                }
                // C converts these without loss.
                (a, b) if a.is_signed() || a.is_unsigned() => {
                    a.size() < b.size() && (b.is_signed() || b.is_unsigned() && a.is_unsigned())
                }
                (Type::Void, Type::Ptr(_) | Type::GcRef | Type::FuncPtr(_)) => true,
                _ => false,
            },
            None if matches!(v.kind, Kind::InteriorPtr(_)) => false,
            // A high-level value (a string): the RTyper knows its type.
            None => matches!(t, Type::Ptr(_) | Type::GcRef | Type::FuncPtr(_)),
        };
        if ok {
            return Ok(());
        }
        Err(self.error(
            site,
            "lltype",
            format!("a {} cannot hold {}", self.types.show(t), self.show(v)),
        ))
    }

    fn address_op(&mut self, site: Site, op: &Op, args: &[SomeValue]) -> Option<AResult> {
        Some(match op.op {
            HlOp::Add | HlOp::InplaceAdd if args[1].is_integral() => Ok(SomeValue::ADDRESS),
            HlOp::Sub | HlOp::InplaceSub if args[1].is_integral() => Ok(SomeValue::ADDRESS),
            HlOp::Sub if args[1].kind == Kind::Address => Ok(SomeValue::INT),
            HlOp::Eq
            | HlOp::Ne
            | HlOp::Lt
            | HlOp::Le
            | HlOp::Gt
            | HlOp::Ge
            | HlOp::Bool
            | HlOp::Not
            | HlOp::Is => Ok(SomeValue::BOOL),
            HlOp::SimpleCall | HlOp::GetAttr | HlOp::SetAttr | HlOp::GetItem | HlOp::Len => {
                Err(self.bad_operands(site, op.op, args))
            }
            _ => return None,
        })
    }

    fn lltype_op(&mut self, site: Site, op: &Op, t: LlType, args: &[SomeValue]) -> Option<AResult> {
        Some(match op.op {
            HlOp::Eq | HlOp::Ne | HlOp::Is => {
                let other = match &args[1].kind {
                    Kind::LlType(u) => *u,
                    _ => return Some(Err(self.bad_operands(site, op.op, args))),
                };
                Ok(SomeValue::bool_const((t == other) == (op.op != HlOp::Ne)))
            }
            HlOp::IsInstance => {
                let (targets, r) = (self.class_tuple(site, &args[1])?, self.host_of_lltype(t)?);
                Ok(SomeValue::bool_const(targets.iter().any(|c| self.host.is_instance(r, *c))))
            }
            HlOp::Str | HlOp::Repr => {
                let text = self.host_of_lltype(t).and_then(|r| self.host.str_of(r).ok());
                match text {
                    Some(text) => {
                        Ok(SomeValue::STR.with_const(HlConst::Str(text.into_bytes().into())))
                    }
                    None => Err(self.bad_operands(site, op.op, args)),
                }
            }
            HlOp::GetAttr => {
                let name = constant_text(self, &args[1]).unwrap_or_default();
                match (t, &*name) {
                    (LlType::Value(Type::Ptr(s)), "TO") => {
                        Ok(SomeValue::lltype(LlType::Container(s)))
                    }
                    (LlType::Value(Type::FuncPtr(f)), "TO") => {
                        Ok(SomeValue::lltype(LlType::Func(f)))
                    }
                    (LlType::Container(s), "OF" | "ITEM") => {
                        match self.types.structs[s].item_type() {
                            Some(_) if self.raw.item_containers.contains_key(&s) => Ok(
                                SomeValue::lltype(LlType::Container(self.raw.item_containers[&s])),
                            ),
                            Some(t) => Ok(SomeValue::lltype(LlType::Value(t))),
                            None => {
                                Err(self.error(site, "lltype", "this container has no plain items"))
                            }
                        }
                    }
                    (LlType::Container(s), field) if self.member(s, field).is_some() => {
                        let m = self.member(s, field).cloned().expect("a member");
                        self.member_type(site, s, &m).map(SomeValue::lltype)
                    }
                    (LlType::Container(s), field) => match self.types.structs[s].field_index(field)
                    {
                        Some(i) if self.raw.nested.contains_key(&(s, i)) => {
                            Ok(SomeValue::lltype(LlType::Container(self.raw.nested[&(s, i)])))
                        }
                        Some(i) => {
                            let ty = self.types.structs[s].fields[i as usize].ty;
                            Ok(SomeValue::lltype(LlType::Value(ty)))
                        }
                        None => Err(self.error(site, "lltype", format!("no field '{field}'"))),
                    },
                    (LlType::Value(_), "_type")
                        if let Some(class) = self
                            .host_of_lltype(t)
                            .and_then(|r| hv::instance_attr(&self.host, r, "_type")) =>
                    {
                        self.immutablevalue(site, class)
                    }
                    _ => Err(self.error(
                        site,
                        "lltype",
                        format!("this low-level type has no '{name}'"),
                    )),
                }
            }
            _ => return None,
        })
    }

    /// Calls of functions of `rpython.rtyper.lltypesystem`, by the last part of their names.
    pub(crate) fn lowlevel_call(&mut self, site: Site, name: &str, args: &CallArgs) -> AResult {
        let arg = |i: usize| args.positional.get(i).map(|a| a.0.clone());
        let Some(first) = arg(0) else {
            return match name {
                "we_are_jitted" => Ok(SomeValue::BOOL),
                _ => Err(self.error(site, "argument-count", format!("{name}() wants arguments"))),
            };
        };
        let container = |a: &Annotator, s: &SomeValue| -> AResult<StructId> {
            match s.kind {
                Kind::LlType(LlType::Container(c)) => Ok(c),
                Kind::Ptr(Type::Ptr(c)) => Ok(c),
                _ => Err(a.error(
                    site,
                    "lltype",
                    format!("{name}() wants a container, not {}", a.show(s)),
                )),
            }
        };
        match name {
            "malloc" | "malloc_like" | "null_like" | "nullptr" => {
                if first.is_str() || first.is_unicode() {
                    return Ok(first.without_const());
                }
                if let (Kind::LlType(LlType::Func(f)), "nullptr") = (&first.kind, name) {
                    return Ok(SomeValue::ptr(Type::FuncPtr(*f)));
                }
                if let (Kind::LlType(LlType::Value(Type::GcRef)), "nullptr") = (&first.kind, name) {
                    return Ok(SomeValue::ptr(Type::GcRef));
                }
                if let (Kind::LlType(LlType::Value(Type::FuncPtr(_))), "nullptr") =
                    (&first.kind, name)
                {
                    return Err(self.error(
                        site,
                        "lltype",
                        "nullptr() wants what is pointed to: T.TO",
                    ));
                }
                if let (Kind::Ptr(t), "null_like") = (&first.kind, name) {
                    return Ok(SomeValue::ptr(*t));
                }
                let c = container(self, &first)?;
                self.check_flavor(site, name, Some(c), args)?;
                let n = arg(1)
                    .or_else(|| args.keywords.iter().find(|k| &*k.0 == "n").map(|k| k.1.clone()));
                if let Some(n) = &n {
                    self.want_int(site, n, name)?;
                }
                let st = &self.types.structs[c];
                if name == "malloc"
                    && st.items.is_none() == n.is_some()
                    && !(n.is_none() && self.raw.fixed_lengths.contains_key(&c))
                {
                    return Err(self.error(
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
                    return Err(self.error(site, "lltype", "malloc() of an opaque type"));
                }
                Ok(SomeValue::ptr(Type::Ptr(c)))
            }
            "zero_of_item" => {
                let c = container(self, &first)?;
                let t = match arg(1) {
                    None => self.types.structs[c].item_type(),
                    Some(f) => {
                        let f = constant_text(self, &f).unwrap_or_default();
                        let fields = self.types.structs[c].item_fields();
                        fields.iter().find(|x| *x.name == *f).map(|f| f.ty)
                    }
                };
                match t {
                    Some(t) => Ok(SomeValue::from_lltype(t)),
                    None => Err(self.error(site, "lltype", "zero_of_item(): no such item")),
                }
            }
            "typeOf" => match first.to_lltype() {
                Some(t) => {
                    let s = SomeValue::lltype(LlType::Value(t));
                    Ok(match self.host_of_lltype(LlType::Value(t)) {
                        Some(r) => s.with_const(HlConst::Host(r)),
                        None => s,
                    })
                }
                None => {
                    Err(self.error(site, "lltype", format!("typeOf() of {}", self.show(&first))))
                }
            },
            "cast_pointer" | "cast_opaque_ptr" | "cast_int_to_ptr" | "cast_adr_to_ptr"
            | "cast_primitive" | "cast" => match first.kind {
                Kind::LlType(LlType::Value(t)) => {
                    match (name, arg(1)) {
                        ("cast", Some(v)) => self.check_c_cast(site, t, &v)?,
                        ("cast_pointer", Some(v)) => self.check_cast_pointer(site, t, &v)?,
                        _ => {}
                    }
                    Ok(SomeValue::from_lltype(t))
                }
                Kind::LlType(LlType::Container(c)) => Ok(SomeValue::ptr(Type::Ptr(c))),
                _ => Err(self.error(site, "lltype", format!("{name}() wants a type first"))),
            },
            "cast_instance_to_gcref" => match &first.kind {
                Kind::Instance { .. } | Kind::None_ => Ok(SomeValue::ptr(Type::GcRef)),
                _ => Err(self.error(site, "lltype", format!("{name}() of {}", self.show(&first)))),
            },
            "cast_gcref_to_instance" => {
                let class = first.const_host().filter(|c| self.host.class(*c).is_some());
                let Some(c) = class else {
                    return Err(self.error(
                        site,
                        "lltype",
                        format!("{name}() wants a class first"),
                    ));
                };
                let d = self.class_desc(site, c)?;
                let class = self.classdef_of(site, d)?;
                Ok(Kind::Instance { class, can_be_none: true }.into())
            }
            "not_supported" => {
                let what = first.const_str().unwrap_or("this").to_string();
                Err(self.error(site, "unsupported", format!("{what}: not supported")))
            }
            "failed_import" => {
                let found = matches!(arg(1).and_then(|s| s.konst), Some(HlConst::Bool(true)));
                let code = if found { "import" } else { flowspace::host::NO_MODULE };
                let message = first.const_str().unwrap_or("this import failed").to_string();
                Err(self.error(site, code, message))
            }
            "sizeof" => self.lltype_size(site, &first, arg(1)),
            "ptradd" => {
                match (&first.kind, arg(1)) {
                    (Kind::Ptr(Type::Ptr(s)), Some(n))
                        if self.types.structs[*s].nolength && !self.types.structs[*s].gc =>
                    {
                        self.want_int(site, &n, name)?;
                    }
                    _ => {
                        return Err(self.error(
                            site,
                            "lltype",
                            "ptradd() wants a C array and a number",
                        ));
                    }
                }
                Ok(first.without_const())
            }
            "direct_fieldptr" | "direct_arrayitems" | "direct_ptradd" => {
                self.direct_pointer(site, name, &first, arg(1))
            }
            "offsetof" => self.lltype_offset(site, &first, arg(1)),
            "item_offset" => self.lltype_item_offset(site, &first, arg(1)),
            "cast_ptr_to_int" | "cast_adr_to_int" => Ok(SomeValue::INT),
            "cast_ptr_to_adr" | "cast_int_to_adr" => Ok(SomeValue::ADDRESS),
            "free" => {
                self.check_flavor(site, name, None, args)?;
                match first.kind {
                    Kind::Ptr(Type::Ptr(c)) if !self.types.structs[c].gc => Ok(SomeValue::NONE),
                    _ => Err(self.error(site, "lltype", "free() wants a pointer to raw memory")),
                }
            }
            _ => Err(self.error(site, "lltype", format!("{name}() is not supported at run time"))),
        }
    }

    /// Objects of the collector are cast to what they begin with, and back.
    fn check_cast_pointer(&self, site: Site, t: Type, v: &SomeValue) -> AResult<()> {
        let ok = match (&v.kind, t) {
            (Kind::InteriorPtr(_), _) => false,
            (Kind::Ptr(Type::Ptr(a)), Type::Ptr(b)) => {
                let t = &self.types;
                !(t.structs[*a].gc || t.structs[b].gc) || t.is_subtype(*a, b) || t.is_subtype(b, *a)
            }
            _ => true,
        };
        if ok {
            return Ok(());
        }
        let message = format!(
            "cast_pointer() of {} to {}: neither begins with the other",
            self.show(v),
            self.types.show(t)
        );
        Err(self.error(site, "lltype", message))
    }

    /// A type object for a type: so that functions that make types can be called with it.
    pub(crate) fn host_of_lltype(&mut self, t: LlType) -> Option<HostRef> {
        let name = match t {
            LlType::Value(Type::GcRef) => "GCREF".to_string(),
            LlType::Value(t) if !matches!(t, Type::Ptr(_) | Type::FuncPtr(_)) => format!("{t:?}"),
            t => {
                let all = self.known.host_lltypes.iter().filter(|(_, u)| **u == t);
                return all.map(|(r, _)| *r).min();
            }
        };
        let m = import::module(
            &mut self.host,
            None,
            "rpython.rtyper.lltypesystem.lltype",
            0,
            &[],
            true,
        );
        hv::getattr(&mut self.host, m.ok()?, &name)
    }

    /// `llop.name(RESTYPE, args…)`
    pub(crate) fn llop_call(&mut self, site: Site, name: &str, args: &CallArgs) -> AResult {
        if flowmodel::LlOp::from_name(name).is_none() {
            return Err(self.error(
                site,
                "lltype",
                format!("there is no low-level operation '{name}'"),
            ));
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
            _ => Err(self.error(
                site,
                "lltype",
                format!("llop.{name}() wants the result's type first"),
            )),
        }
    }
}
