//! Annotations in words, for messages and tests.

use crate::model::descs::DescKind;
use crate::model::state::Facts;
use crate::model::*;
use flowmodel::{HlConst, Type};

impl Facts {
    /// Short text of an annotation for messages: `int`, `str or None`, `list of C`, …; ranges and lengths left out.
    pub fn show(&self, s: &SomeValue) -> String {
        show_in(self, s, 0, true)
    }
}

/// Gives the text of an annotation for messages, followed by the value if it is known.
pub fn show_const(ann: &Facts, s: &SomeValue) -> String {
    let t = show_full(ann, s);
    match &s.konst {
        None | Some(HlConst::None) => t,
        Some(HlConst::Host(_)) => match &s.kind {
            Kind::Pbc { .. } | Kind::Builtin(_) | Kind::LlType(_) => t,
            _ => format!("{t} = prebuilt"),
        },
        Some(c) => format!("{t} = {}", show_atom(c)),
    }
}

/// Name of a described object.
pub fn show_desc(ann: &Facts, d: DescId) -> String {
    match &ann.descs[d].kind {
        DescKind::Function(f) => format!("function {}", f.name),
        DescKind::Class(c) => format!("class {}", c.name),
        DescKind::Method { origin, this, name, .. } => {
            let o = &ann.classdefs[*origin].name;
            match this {
                Some(t) if t != origin => {
                    format!("method {o}.{name} of {}", ann.classdefs[*t].name)
                }
                _ => format!("method {o}.{name}"),
            }
        }
        DescKind::Frozen { host } => crate::hostview::describe(&ann.host, *host),
    }
}

/// Gives the text of an annotation with all that is known: `nonneg int`, `char`.
fn show_full(ann: &Facts, s: &SomeValue) -> String {
    show_in(ann, s, 0, false)
}

fn show_in(ann: &Facts, s: &SomeValue, depth: u32, plain: bool) -> String {
    let none = |b: bool, t: String| if b { format!("{t} or None") } else { t };
    if depth > 4 {
        return "…".into();
    }
    match &s.kind {
        Kind::Impossible => "no value".into(),
        Kind::Object => "any object".into(),
        Kind::None_ => "None".into(),
        Kind::Bool => "bool".into(),
        Kind::Truth => "bool or None".into(),
        Kind::Integer { nonneg, unsigned, size } => match (unsigned, size, nonneg) {
            (false, IntSize::Word, n) if plain || !n => "int".into(),
            (false, IntSize::Word, _) => "nonneg int".into(),
            (true, IntSize::Word, _) => "r_uint".into(),
            (false, IntSize::Half, _) => "r_int32".into(),
            (true, IntSize::Half, _) => "r_uint32".into(),
            (false, IntSize::Short, _) => "C short".into(),
            (true, IntSize::Short, _) => "C unsigned short".into(),
            (false, IntSize::Byte, _) => "C signed char (a number)".into(),
            (true, IntSize::Byte, _) => "C unsigned char (a number)".into(),
        },
        Kind::Float => "float".into(),
        Kind::SingleFloat => "r_singlefloat".into(),
        Kind::LongFloat => "C long double".into(),
        Kind::Char => if plain { "str" } else { "char" }.into(),
        Kind::UniChar => if plain { "unicode" } else { "unichar" }.into(),
        Kind::String { can_be_none, texts: Texts::BYTES, .. } => none(*can_be_none, "bytes".into()),
        Kind::String { can_be_none, texts: Texts { text: true, bytes: true }, .. } => {
            none(*can_be_none, "str or bytes".into())
        }
        Kind::String { can_be_none, .. } => none(*can_be_none, "str".into()),
        Kind::Unicode { can_be_none, .. } => none(*can_be_none, "unicode".into()),
        Kind::ByteArray => "bytearray".into(),
        Kind::List(l) => {
            let d = ann.list_def(*l);
            format!("list of {}", show_in(ann, &d.item, depth + 1, plain))
        }
        Kind::Dict(d) => {
            let d = ann.dict_def(*d);
            format!(
                "dict of {} to {}",
                show_in(ann, &d.key, depth + 1, plain),
                show_in(ann, &d.value, depth + 1, plain)
            )
        }
        Kind::Set(d) => {
            let d = ann.dict_def(*d);
            let what = if d.frozen { "frozenset" } else { "set" };
            format!("{what} of {}", show_in(ann, &d.key, depth + 1, plain))
        }
        Kind::Deque(l) => {
            format!("deque of {}", show_in(ann, &ann.list_def(*l).item, depth + 1, plain))
        }
        Kind::Tuple(items) => {
            let v: Vec<_> = items.iter().map(|i| show_in(ann, i, depth + 1, plain)).collect();
            format!("({}{})", v.join(", "), if v.len() == 1 { "," } else { "" })
        }
        Kind::Iterator { container, variant } => {
            let v = match variant {
                IterVariant::Items => "iterator",
                IterVariant::Reversed => "reversed iterator",
                IterVariant::Enumerate => "enumerate",
                IterVariant::Keys => "key iterator",
                IterVariant::Values => "value iterator",
                IterVariant::KeyValues => "item iterator",
                IterVariant::Zip => "zip",
            };
            format!("{v} over {}", show_in(ann, container, depth + 1, plain))
        }
        Kind::Slice(_) => "slice".into(),
        Kind::Instance { class, can_be_none } => {
            none(*can_be_none, format!("instance of {}", ann.classdefs[*class].name))
        }
        Kind::Pbc { descs, can_be_none } => {
            let mut v: Vec<_> = descs.iter().map(|d| show_desc(ann, *d)).collect();
            v.sort();
            let text =
                if v.len() == 1 { v.remove(0) } else { format!("one of {{{}}}", v.join(", ")) };
            none(*can_be_none, text)
        }
        Kind::Type(c) => format!("type of instance of {}", ann.classdefs[*c].name),
        Kind::Builtin(n) => format!("builtin {n}"),
        Kind::BuiltinMethod { name, this } => {
            format!("method {name} of {}", show_in(ann, this, depth + 1, plain))
        }
        Kind::StringBuilder => "StringBuilder".into(),
        Kind::UnicodeBuilder => "UnicodeBuilder".into(),
        Kind::WeakRef(Some(c)) => format!("weakref to {}", ann.classdefs[*c].name),
        Kind::WeakRef(None) => "dead weakref".into(),
        Kind::Property(_) => "property".into(),
        Kind::Ptr(t) => format!("low-level {}", ann.types.show(*t)),
        Kind::InteriorPtr(p) => {
            let object = &ann.types.structs[p.object].name;
            match (p.part, &*p.prefix) {
                (Part::Items, _) => format!("array in #{object}"),
                (Part::Item, "") => format!("item of #{object}"),
                (part, prefix) => {
                    let field = prefix.trim_end_matches('.');
                    let item = if part == Part::Item { "an item of " } else { "" };
                    format!("field '{field}' of {item}#{object}")
                }
            }
        }
        Kind::Address => "address".into(),
        Kind::LlType(LlType::Value(t)) => format!("low-level type {}", ann.types.show(*t)),
        Kind::LlType(LlType::Container(s)) => {
            format!("low-level type #{}", ann.types.structs[*s].name)
        }
        Kind::LlType(LlType::Func(f)) => {
            format!("low-level type {}", ann.types.show(Type::FuncPtr(*f)))
        }
    }
}

fn show_atom(c: &HlConst) -> String {
    match c {
        HlConst::None => "None".into(),
        HlConst::Bool(b) => if *b { "True" } else { "False" }.into(),
        HlConst::Int(i) => i.to_string(),
        HlConst::Float(f) => format!("{:?}", f64::from_bits(*f)),
        HlConst::Str(s) => format!("'{}'", s.escape_ascii()),
        HlConst::Bytes(s) => format!("b'{}'", s.escape_ascii()),
        HlConst::Unicode(s) => format!("u{s:?}"),
        HlConst::Host(_) => "object".into(),
    }
}

/// Everything that was inferred, as text: functions with parameters and results, and classes. For
/// tests and for `--annotate`; independent of the order in which blocks were annotated.
pub fn dump(ann: &Facts) -> String {
    use std::fmt::Write;
    let mut lines = vec![];
    for (id, ag) in ann.graphs.iter() {
        let params: Vec<String> = ag
            .graph
            .params()
            .iter()
            .map(|v| {
                let s = ann.bound(id, *v);
                let t = s.map_or_else(|| "no value".to_string(), |s| show_const(ann, s));
                format!("{}: {t}", ag.graph.vars[*v].name)
            })
            .collect();
        let r = ann.bound(id, ag.graph.return_var());
        let r = r.map_or_else(|| "never returns".to_string(), |s| show_const(ann, s));
        let e = ann.bound(id, ag.graph.blocks[ag.graph.exceptblock].inputargs[1]);
        let e = e.map_or_else(String::new, |s| format!(" raises {}", show_full(ann, s)));
        let q = ann.descs[ag.desc].as_function().map_or("?", |f| &f.qualname);
        lines.push(format!("{q}({}) -> {r}{e}", params.join(", ")));
    }
    lines.sort();
    let mut classes = vec![];
    for c in ann.classdefs.values() {
        let mut attrs: Vec<String> = c
            .attrs
            .values()
            .map(|a| {
                let ro = if a.readonly { "" } else { " (instance)" };
                format!("    {}: {}{ro}", a.name, show_const(ann, &a.s_value))
            })
            .collect();
        if attrs.is_empty() {
            continue;
        }
        attrs.sort();
        let base = c.base.map_or(String::new(), |b| format!("({})", ann.classdefs[b].name));
        classes.push(format!("class {}{base}\n{}", c.name, attrs.join("\n")));
    }
    classes.sort();
    let mut out = String::new();
    for l in lines.into_iter().chain(classes) {
        let _ = writeln!(out, "{l}");
    }
    out
}
