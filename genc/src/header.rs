//! The common header: containers, function types, prototypes and declarations of prebuilt objects.

use crate::database::Database;
use flowmodel::{Body, Field, FuncTypeId, Items, StructId, Type};
use std::fmt::Write;

/// Text of `common.h`.
pub fn render(db: &Database) -> String {
    let mut o = String::from(
        "/* Types and declarations of the whole program. */\n#ifndef TW_COMMON_H\n#define TW_COMMON_H\n\n#include \"tw_support.h\"\n",
    );
    o.push_str(&includes(db));
    o.push('\n');
    for n in db.structs.values() {
        let _ = writeln!(o, "struct {n};");
    }
    o.push('\n');
    let mut done = indexmap::IndexSet::new();
    for ft in db.functypes.keys() {
        func_typedef(db, *ft, &mut done, &mut o);
    }
    o.push('\n');
    for s in db.structs.keys() {
        struct_def(db, *s, &mut o);
    }
    o.push_str("\n/* prebuilt objects */\n");
    let mut sized = indexmap::IndexSet::new();
    for (obj, name) in &db.objects {
        let h = &db.p.heap[*obj];
        if db.p.types.structs[h.ty].items.is_none() {
            let _ = writeln!(o, "extern struct {} {name};", db.structs[&h.ty]);
        } else {
            let n = item_count(db, *obj);
            if sized.insert((h.ty, n)) {
                sized_def(db, h.ty, n, &mut o);
            }
            let _ = writeln!(o, "extern struct {}_n{n} {name};", db.structs[&h.ty]);
        }
    }
    o.push_str("\n#endif\n");
    o
}

/// The headers of the C functions that the program calls.
pub fn includes(db: &Database) -> String {
    let mut includes = indexmap::IndexSet::new();
    for f in db.funcs.keys() {
        if let Body::External(x) = &db.p.funcs[*f].body {
            includes.extend(x.includes.iter().map(|s| s.to_string()));
        }
    }
    includes.shift_remove("tw_support.h");
    includes.sort_by_key(|i| i.starts_with('\n'));
    includes.iter().map(|i| include_line(i)).collect()
}

/// A line of C for a header, or the C text itself.
pub fn include_line(i: &str) -> String {
    match i.strip_prefix('\n') {
        Some(text) => format!("{text}\n"),
        None if i.starts_with(['<', '"']) => format!("#include {i}\n"),
        None => format!("#include <{i}>\n"),
    }
}

/// Typedef of a function type, after those of the function types in it.
fn func_typedef(
    db: &Database,
    ft: FuncTypeId,
    done: &mut indexmap::IndexSet<FuncTypeId>,
    o: &mut String,
) {
    if !done.insert(ft) {
        return;
    }
    let t = &db.p.types.funcs[ft];
    for inner in t.args.iter().chain([&t.result]) {
        if let Type::FuncPtr(f) = inner {
            func_typedef(db, *f, done, o);
        }
    }
    let args: Vec<String> =
        t.args.iter().filter(|t| **t != Type::Void).map(|t| db.ctype(*t)).collect();
    let args = if args.is_empty() { "void".into() } else { args.join(", ") };
    let name = &db.functypes[&ft];
    let _ = writeln!(o, "typedef {}({args});", db.cdecl(t.result, &format!("(*{name})")));
}

/// Number of items of a prebuilt object.
pub fn item_count(db: &Database, obj: flowmodel::ObjId) -> usize {
    let h = &db.p.heap[obj];
    let width = db.p.types.structs[h.ty].item_fields().len().max(1);
    h.items.len() / width
}

fn fixed_part(db: &Database, s: StructId, o: &mut String) -> bool {
    let st = &db.p.types.structs[s];
    let names = &db.fields[&s];
    let mut any = false;
    if st.gc {
        o.push_str("    Unsigned tw_header;\n");
        any = true;
    }
    any |= members(db, Some(st), &st.fields, &names.fixed, o);
    if st.items.is_some() && !st.nolength {
        o.push_str("    Signed length;\n");
        any = true;
    }
    any
}

fn members(
    db: &Database,
    st: Option<&flowmodel::StructType>,
    fields: &[Field],
    names: &[String],
    o: &mut String,
) -> bool {
    let mut any = false;
    for (i, (f, n)) in fields.iter().zip(names).enumerate() {
        if let Some(r) = st.and_then(|st| st.room(i)) {
            let _ = writeln!(o, "    _Alignas({}) char {n}[{}];", r.align, r.size);
            any = true;
        } else if f.ty != Type::Void {
            let _ = writeln!(o, "    {};", db.cdecl(f.ty, n));
            any = true;
        }
    }
    any
}

fn struct_def(db: &Database, s: StructId, o: &mut String) {
    let st = &db.p.types.structs[s];
    let name = &db.structs[&s];
    if let Some(Items::Inline(fields)) = &st.items {
        let _ = writeln!(o, "struct {name}_item {{");
        members(db, None, fields, &db.fields[&s].item, o);
        o.push_str("};\n");
    }
    let _ = writeln!(o, "struct {name} {{ /* {} */", st.name.replace("*/", "* /"));
    let any = fixed_part(db, s, o);
    // a flexible array member needs company
    tail(db, s, if any { "" } else { "0" }, o);
    o.push_str("};\n");
}

/// A container with room for exactly `n` items, for a prebuilt object.
fn sized_def(db: &Database, s: StructId, n: usize, o: &mut String) {
    let _ = writeln!(o, "struct {}_n{n} {{", db.structs[&s]);
    fixed_part(db, s, o);
    tail(db, s, &n.max(1).to_string(), o);
    o.push_str("};\n");
}

fn tail(db: &Database, s: StructId, size: &str, o: &mut String) {
    match &db.p.types.structs[s].items {
        Some(Items::Plain(Type::Void)) | None => {}
        Some(Items::Plain(t)) => {
            let _ = writeln!(o, "    {};", db.cdecl(*t, &format!("items[{size}]")));
        }
        Some(Items::Inline(_)) => {
            let _ = writeln!(o, "    struct {}_item items[{size}];", db.structs[&s]);
        }
    }
}

/// Assertions that the C compiler's layout is the model's, one for each container.
pub fn layout_checks(db: &Database) -> String {
    let mut o = String::from("/* the C compiler's layout is the translator's */\n");
    for (s, name) in &db.structs {
        let st = &db.p.types.structs[*s];
        let l = db.p.types.layout(*s);
        let h = db.p.types.header(*s);
        let mut facts = vec![];
        let mut check = |name: &str, member: &str, at: u32| {
            facts.push(format!("offsetof(struct {name}, {member}) == {at}"));
        };
        let members = st.fields.iter().zip(&db.fields[s].fixed).zip(&l.fields);
        for (i, ((f, n), at)) in members.enumerate() {
            if f.ty != Type::Void || st.room(i).is_some() {
                check(name, n, h + at);
            }
        }
        if let Some(at) = l.length {
            check(name, "length", h + at);
        }
        match &st.items {
            None | Some(Items::Plain(Type::Void)) => {}
            Some(items) => {
                check(name, "items", h + l.items);
                if let Items::Inline(fs) = items {
                    for ((f, n), at) in fs.iter().zip(&db.fields[s].item).zip(&l.item_fields) {
                        if f.ty != Type::Void {
                            check(&format!("{name}_item"), n, *at);
                        }
                    }
                }
                let size = l.item_size;
                facts.push(format!("sizeof(((struct {name} *)0)->items[0]) == {size}"));
            }
        }
        if !facts.is_empty() {
            let _ = writeln!(o, "_Static_assert({}, \"layout\");", facts.join(" && "));
        }
    }
    o
}
