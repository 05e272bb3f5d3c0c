//! The headers: containers, function types, prototypes and declarations of prebuilt objects.

use crate::database;
use crate::database::Database;
use flowmodel::command::PRECOMMONDEFS;
use flowmodel::{Body, CBuild, Field, FuncId, FuncTypeId, Items, ObjId, StructId, Type};
use indexmap::IndexSet;
use rustc_hash::FxHashSet;
use std::fmt::Write;

/// Text of `common.h`. What stands in `collector.h` is left to that.
pub fn render(db: &Database) -> String {
    let own = &db.collector;
    let mut o = String::from(
        "/* Types and declarations of the whole program. */\n#ifndef TW_COMMON_H\n#define TW_COMMON_H\n\n#include \"tw_support.h\"\n",
    );
    if !own.funcs.is_empty() {
        o.push_str("#include \"collector.h\"\n");
    }
    o.push_str(&includes(db, db.funcs.keys()));
    let here = |s: &&StructId| !own.structs.contains(*s);
    declarations(
        db,
        db.structs.keys().filter(|s| here(s) && !own.named.contains(*s)),
        (db.functypes.keys(), &own.functypes),
        db.structs.keys().filter(here),
        db.objects.keys().filter(|o| !own.objects.contains(*o)),
        &mut o,
    );
    o.push_str("\n#endif\n");
    o
}

/// Text of `collector.h`. `shared`: functions that other files refer to.
pub fn render_collector(db: &Database, shared: &FxHashSet<FuncId>) -> String {
    let own = &db.collector;
    let mut o = String::from(
        "/* What the collector's functions need, and those that programs call. */\n#ifndef TW_COLLECTOR_H\n#define TW_COLLECTOR_H\n\n#include \"tw_support.h\"\n",
    );
    o.push_str(&includes(db, own.others.iter()));
    let named = own.named.iter().chain(&own.structs);
    let functypes = (own.functypes.iter(), &IndexSet::new());
    declarations(db, named, functypes, own.structs.iter(), own.objects.iter(), &mut o);
    o.push('\n');
    let outside = own.others.iter().filter(|f| is_undeclared(db, **f));
    for f in outside.chain(own.funcs.iter().filter(|f| shared.contains(*f))) {
        let _ = writeln!(o, "{};", db.prototype(*f, &|_| String::new()));
    }
    o.push_str("\n#endif\n");
    o
}

/// Says whether a function from outside needs a prototype: no header has one.
pub fn is_undeclared(db: &Database, f: FuncId) -> bool {
    match &db.p.funcs[f].body {
        Body::External(x) => x.includes.is_empty() && !is_declared(&x.c_name),
        _ => true,
    }
}

/// Says whether the support header or the compiler declares the function already.
fn is_declared(name: &str) -> bool {
    if name.starts_with("__builtin_") {
        return true;
    }
    let call = format!("{name}(");
    SUPPORT_H
        .match_indices(&call)
        .any(|(i, _)| !SUPPORT_H[..i].ends_with(|c: char| c.is_ascii_alphanumeric() || c == '_'))
}

/// Names of containers; function types without those that are there already; definitions of containers; prebuilt objects.
fn declarations<'a>(
    db: &Database,
    named: impl Iterator<Item = &'a StructId>,
    (functypes, there): (impl Iterator<Item = &'a FuncTypeId>, &IndexSet<FuncTypeId>),
    structs: impl Iterator<Item = &'a StructId>,
    objects: impl Iterator<Item = &'a ObjId>,
    o: &mut String,
) {
    o.push('\n');
    for s in named {
        let _ = writeln!(o, "struct {};", db.structs[s]);
    }
    o.push('\n');
    let mut done = there.clone();
    for ft in functypes {
        func_typedef(db, *ft, &mut done, o);
    }
    o.push('\n');
    for s in structs {
        struct_def(db, *s, o);
    }
    o.push_str("\n/* prebuilt objects */\n");
    let mut sized = IndexSet::new();
    for obj in objects {
        let (name, ty) = (&db.objects[obj], db.p.heap[*obj].ty);
        let sname = &db.structs[&ty];
        if db.p.types.structs[ty].items.is_none() {
            let _ = writeln!(o, "extern struct {sname} {name};");
        } else {
            let n = database::item_count(db, *obj);
            if sized.insert((ty, n)) {
                sized_def(db, ty, n, o);
            }
            let _ = writeln!(o, "extern struct {sname}_n{n} {name};");
        }
    }
}

/// Text for in front of headers first (behind a tab), then headers, then text (behind a line's end).
pub fn in_order<'a>(lines: impl Iterator<Item = &'a String>) -> impl Iterator<Item = &'a String> {
    let mut lines: Vec<&String> = lines.collect();
    lines.sort_by_key(|i| match i.chars().next() {
        Some('\t') => 0,
        Some('\n') => 2,
        _ => 1,
    });
    lines.into_iter()
}

/// The headers of C functions.
pub fn includes<'a>(db: &Database, funcs: impl Iterator<Item = &'a FuncId>) -> String {
    let mut includes = IndexSet::new();
    for f in funcs {
        if let Body::External(x) = &db.p.funcs[*f].body {
            includes.extend(x.includes.iter().map(|s| s.to_string()));
        }
    }
    includes.shift_remove("tw_support.h");
    let common = if includes.is_empty() { String::new() } else { common_header(&db.p.c_build) };
    in_order(includes.iter()).fold(common, |text, i| text + &include_line(i))
}

/// The line for what headers of the program may expect, as RPython has it in front of all of them.
pub fn common_header(own: &CBuild) -> String {
    if own.own_sources() {
        include_line(&format!("\"{}\"", PRECOMMONDEFS.0))
    } else {
        String::new()
    }
}

/// A line of C for a header, or the C text itself.
pub fn include_line(i: &str) -> String {
    match i.strip_prefix(['\n', '\t']) {
        Some(text) => format!("{text}\n"),
        None if i.starts_with(['<', '"']) => format!("#include {i}\n"),
        None => format!("#include <{i}>\n"),
    }
}

/// Typedef of a function type, after those of the function types in it.
fn func_typedef(db: &Database, ft: FuncTypeId, done: &mut IndexSet<FuncTypeId>, o: &mut String) {
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

fn fixed_part(db: &Database, s: StructId, o: &mut String) -> bool {
    let st = &db.p.types.structs[s];
    let names = &db.fields[&s];
    let mut any = false;
    if st.gc {
        o.push_str("    Unsigned tw_header;\n");
        any = true;
    }
    any |= members(db, Some(s), &st.fields, &names.fixed, o);
    if st.items.is_some() && !st.nolength {
        o.push_str("    Signed length;\n");
        any = true;
    }
    any
}

/// The members of a container's fixed fields, or (without `of`) of the fields of an item.
fn members(
    db: &Database,
    of: Option<StructId>,
    fields: &[Field],
    names: &[String],
    o: &mut String,
) -> bool {
    let types = &db.p.types;
    let mut any = false;
    for (i, (f, n)) in fields.iter().zip(names).enumerate() {
        if let Some(r) = of.and_then(|s| types.structs[s].room(i)) {
            let _ = writeln!(o, "    _Alignas({}) char {n}[{}];", r.align, r.size);
            any = true;
        } else if of.map_or(f.ty != Type::Void, |s| types.is_stored(s, i)) {
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
        for (i, (n, at)) in db.fields[s].fixed.iter().zip(&l.fields).enumerate() {
            if db.p.types.is_stored(*s, i) || st.room(i).is_some() {
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

/// The header of our support code, as it is written beside the program.
pub const SUPPORT_H: &str = include_str!("../support/tw_support.h");
