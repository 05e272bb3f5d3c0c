//! Low-level types that programs build from rlib's type objects: pointers, arrays and structures of C.

use super::lowlevel::lltype_of_host;
use super::*;
use crate::CallArgs;
use flowmodel::{Field, HostRef, Items, StructId, Type};

/// The short name of the class of a type object (`Ptr`, `Array`, …).
fn type_class(a: &Annotator, r: HostRef) -> Option<String> {
    let hv::View::Instance(class, _) = hv::view(&a.host, r) else { return None };
    let name = hv::registry_name(&a.host, class)?;
    Some(name.strip_prefix("rpython.rtyper.lltypesystem.lltype.")?.to_string())
}

/// Whether a host object is one of rlib's type objects.
pub(crate) fn is_type_object(a: &Annotator, r: HostRef) -> bool {
    type_class(a, r).is_some_and(|c| CLASSES.contains(&&*c))
}

const CLASSES: &[&str] = &[
    "Primitive",
    "Ptr",
    "Struct",
    "GcStruct",
    "Array",
    "GcArray",
    "FixedSizeArray",
    "OpaqueType",
    "FuncType",
    "ForwardReference",
    "GcForwardReference",
];

/// The low-level type of a type object, or why there is none. Equal arrays are one type; structures are by identity.
pub(crate) fn build(a: &mut Annotator, r: HostRef) -> Result<LlType, String> {
    let class = type_class(a, r).unwrap_or_default();
    let attr = |a: &Annotator, n: &str| hv::instance_attr(&a.host, r, n);
    let text = |a: &Annotator, n: &str| attr(a, n).and_then(|v| hv::text(&a.host, v));
    match &*class {
        "Primitive" => Err(format!(
            "values of the C type {} are not supported at run time",
            text(a, "_name").unwrap_or_default()
        )),
        "Ptr" => {
            let to = attr(a, "TO").ok_or("a pointer type without a target")?;
            match of(a, to)? {
                LlType::Container(s) => Ok(LlType::Value(Type::Ptr(s))),
                LlType::Func(f) => Ok(LlType::Value(Type::FuncPtr(f))),
                LlType::Value(_) => Err("a pointer type must point to a container".into()),
            }
        }
        "ForwardReference" | "GcForwardReference" => match attr(a, "_target") {
            Some(t) => of(a, t),
            None => Err("a forward reference that did not become a type".into()),
        },
        "FuncType" => {
            let mut args = vec![];
            for t in attr(a, "ARGS").map(|v| hv::items(&a.host, v)).unwrap_or_default() {
                args.push(value(a, t, "a parameter")?);
            }
            let result = attr(a, "RESULT").ok_or("a function type without result")?;
            let result = value(a, result, "a result")?;
            Ok(LlType::Func(a.types.func(args, result)))
        }
        "OpaqueType" => {
            let name = text(a, "_name").unwrap_or_default();
            let s = a.types.declare(&format!("opaque_{}", plain(&name)), false, None);
            Ok(LlType::Container(s))
        }
        "Struct" | "GcStruct" => {
            let gc = class == "GcStruct";
            let name = text(a, "_name").unwrap_or_default();
            // Known before its fields are: a field may point to it.
            let s = a.types.declare(&format!("struct_{}", plain(&name)), gc, None);
            a.types.structs[s].foreign = !gc;
            a.host_lltypes.insert(r, LlType::Container(s));
            match struct_fields(a, r, gc) {
                Ok(fields) => {
                    a.types.define(s, fields, None);
                    Ok(LlType::Container(s))
                }
                Err(e) => {
                    a.host_lltypes.remove(&r);
                    Err(e)
                }
            }
        }
        "Array" | "GcArray" | "FixedSizeArray" => {
            let gc = class == "GcArray";
            let item = attr(a, "OF").ok_or("an array type without items")?;
            let nolength = class == "FixedSizeArray"
                || attr(a, "_nolength").is_some_and(|v| hv::truth(&a.host, v));
            let fixed = match class == "FixedSizeArray" {
                true => Some(
                    attr(a, "length")
                        .and_then(|v| a.const_annotation(&HlConst::Host(v)).const_int())
                        .filter(|n| (0..1 << 32).contains(n))
                        .ok_or("an array's length must be a number")?,
                ),
                false => None,
            };
            let (items, name) = match of(a, item)? {
                LlType::Value(t) => {
                    refuse_gc(a, t, gc)?;
                    let n = match t {
                        Type::Ptr(s) => format!("p_{}", a.types.structs[s].name),
                        Type::FuncPtr(_) => "function".into(),
                        t => format!("{t:?}"),
                    };
                    (Items::Plain(t), n)
                }
                LlType::Container(s) => {
                    let st = a.types.structs[s].clone();
                    if st.items.is_some() || st.gc || st.fields.is_empty() {
                        return Err(
                            "items of an array may be values or plain structures only".into()
                        );
                    }
                    (Items::Inline(st.fields.clone()), st.name.to_string())
                }
                LlType::Func(_) => return Err("items of an array cannot be functions".into()),
            };
            let mut name = format!("{}array_{name}", if gc { "gc" } else { "c" });
            if !nolength {
                name += "_sized";
            }
            if let Some(tag) = text(a, "_tag").filter(|t| !t.is_empty()) {
                name += &format!("_{tag}");
            }
            if let Some(n) = fixed {
                name += &format!("_{n}");
            }
            if let Some(s) = a.types.lookup(&name)
                && a.types.structs[s].items.as_ref() == Some(&items)
            {
                return Ok(LlType::Container(s));
            }
            let s = a.types.add(&name, gc, None, vec![], Some(items));
            a.types.structs[s].nolength = nolength;
            a.types.structs[s].foreign = !gc;
            if let Some(n) = fixed {
                a.fixed_lengths.insert(s, n);
            }
            Ok(LlType::Container(s))
        }
        _ => Err(format!("{class} is not a low-level type")),
    }
}

fn of(a: &mut Annotator, r: HostRef) -> Result<LlType, String> {
    match lltype_of_host(a, r) {
        Some(t) => Ok(t),
        None if is_type_object(a, r) => build(a, r),
        None => Err("a low-level type is expected".into()),
    }
}

fn value(a: &mut Annotator, r: HostRef, what: &str) -> Result<Type, String> {
    match of(a, r)? {
        LlType::Value(t) => Ok(t),
        _ => Err(format!("{what} cannot be a container itself, only a pointer to it")),
    }
}

fn struct_fields(a: &mut Annotator, r: HostRef, gc: bool) -> Result<Vec<Field>, String> {
    let list = hv::instance_attr(&a.host, r, "_fields");
    let mut fields = vec![];
    for pair in list.map(|v| hv::items(&a.host, v)).unwrap_or_default() {
        let [n, t] = hv::items(&a.host, pair)[..] else {
            return Err("fields are pairs of name and type".into());
        };
        let name = hv::text(&a.host, n).ok_or("the name of a field is a string")?;
        let t = value(a, t, &format!("the field '{name}'"))?;
        refuse_gc(a, t, gc)?;
        fields.push(Field::new(&name, t));
    }
    Ok(fields)
}

/// Raw memory is not traced.
fn refuse_gc(a: &Annotator, t: Type, gc: bool) -> Result<(), String> {
    if !gc && a.types.is_gc(t) {
        return Err(
            "raw memory cannot hold references to objects: the garbage collector does not see it"
                .into(),
        );
    }
    Ok(())
}

/// A name with letters, digits and underscores only.
fn plain(name: &str) -> String {
    name.chars().map(|c| if c.is_ascii_alphanumeric() { c } else { '_' }).collect()
}

/// Annotation of a pointer that exists at import time: null pointers only.
pub(crate) fn prebuilt_pointer(a: &mut Annotator, r: HostRef) -> AResult {
    let null = hv::instance_attr(&a.host, r, "_mem").is_some_and(|m| hv::is_none(&a.host, m));
    let t = hv::instance_attr(&a.host, r, "_T");
    if let (true, Some(t)) = (null, t) {
        match of(a, t).map_err(|e| a.error("lltype", e))? {
            LlType::Container(s) => return Ok(SomeValue::ptr(Type::Ptr(s))),
            LlType::Func(f) => return Ok(SomeValue::ptr(Type::FuncPtr(f))),
            LlType::Value(_) => {}
        }
    }
    Err(a.error(
        "lltype",
        "raw memory allocated at import time cannot be used in the translated program: allocate it at run time",
    ))
}

impl Annotator {
    /// Options of `malloc` and `free`: the flavor must fit the type, the others have no effect.
    pub(crate) fn check_flavor(
        &self,
        name: &str,
        c: Option<StructId>,
        args: &CallArgs,
    ) -> AResult<()> {
        for (k, v, _) in &args.keywords {
            match &**k {
                "flavor" => {
                    let raw = match v.const_str() {
                        Some("raw") => true,
                        Some("gc") => false,
                        _ => {
                            return Err(
                                self.error("lltype", format!("{name}(): flavor is 'raw' or 'gc'"))
                            );
                        }
                    };
                    if c.is_some_and(|c| self.types.structs[c].gc == raw) {
                        return Err(self.error(
                            "lltype",
                            format!(
                                "{name}(): flavor='{}' does not fit this type",
                                if raw { "raw" } else { "gc" }
                            ),
                        ));
                    }
                }
                "zero" | "track_allocation" | "add_memory_pressure" | "immortal" | "n" => {}
                k => {
                    return Err(
                        self.error("lltype", format!("{name}() has no option '{k}' at run time"))
                    );
                }
            }
        }
        Ok(())
    }

    /// `sizeof(T)`
    pub(crate) fn lltype_size(&self, t: &SomeValue) -> AResult {
        let n = match t.kind {
            Kind::LlType(LlType::Value(t)) => t.size() as i64,
            Kind::LlType(LlType::Container(s)) => match self.fixed_lengths.get(&s) {
                Some(n) => *n * self.types.layout(s).item_size as i64,
                None if self.types.structs[s].items.is_some() => {
                    return Err(self.error("lltype", "sizeof() of an array of unknown length"));
                }
                None => c_size(&self.types.structs[s].fields),
            },
            _ => return Err(self.error("lltype", "sizeof() wants a low-level type")),
        };
        Ok(SomeValue::int_const(n))
    }

    /// Whether `rffi.cast` knows the way between two types.
    pub(crate) fn check_c_cast(&self, to: Type, from: &SomeValue) -> AResult<()> {
        let ok = |t: Type| !self.types.is_gc(t) && t != Type::Void;
        match from.to_lltype() {
            Some(f) if f == to || (ok(f) && ok(to) && castable(f, to)) => Ok(()),
            Some(Type::Void) if matches!(to, Type::Ptr(_) | Type::FuncPtr(_) | Type::Address) => {
                Ok(())
            }
            _ => Err(self.error(
                "lltype",
                format!("rffi.cast() from {} to {}", self.show(from), self.types.show(to)),
            )),
        }
    }
}

fn castable(f: Type, t: Type) -> bool {
    let pointer = |t| matches!(t, Type::Ptr(_) | Type::FuncPtr(_) | Type::Address);
    let float = |t| matches!(t, Type::Float | Type::SingleFloat);
    !(pointer(f) && float(t) || pointer(t) && float(f))
}

/// Size of a structure as C rounds it.
pub(crate) fn c_size(fields: &[Field]) -> i64 {
    let (mut at, mut align) = (0, 1);
    for f in fields {
        let n = f.ty.size().max(1);
        at = u32::next_multiple_of(at, n) + f.ty.size();
        align = align.max(n);
    }
    at.next_multiple_of(align) as i64
}

impl Annotator {
    /// Whether a C function's parameter of this type takes the value. Numbers are converted, strings copied.
    pub(crate) fn check_external_arg(&self, i: usize, t: Type, v: &SomeValue) -> AResult<()> {
        let number = |t: Type| t.is_integral() && t != Type::Void;
        let chars = |t: Type| {
            matches!(t, Type::Ptr(s) if !self.types.structs[s].gc
                && self.types.structs[s].item_type() == Some(Type::Char))
        };
        let ok = match v.to_lltype() {
            Some(f) if f == t => true,
            Some(Type::Void) => matches!(t, Type::Ptr(_) | Type::FuncPtr(_) | Type::Address),
            Some(Type::Char) if chars(t) => true,
            Some(f) if number(t) => number(f),
            Some(f) if matches!(t, Type::Float | Type::SingleFloat) => {
                number(f) || matches!(f, Type::Float | Type::SingleFloat)
            }
            // Helpers pass their pointers as addresses.
            Some(f) => t == Type::Address && !f.is_integral(),
            None => v.is_str() && chars(t),
        };
        if ok {
            return Ok(());
        }
        Err(self.error(
            "lltype",
            format!(
                "argument {} of a C function: {} where {} is expected",
                i + 1,
                self.show(v),
                self.types.show(t)
            ),
        ))
    }
}
