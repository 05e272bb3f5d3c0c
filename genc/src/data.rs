//! Prebuilt objects as static initialisers, the GC's tables, the JIT's blobs, and `main`.

use crate::database::Database;
use crate::database::item_count;
use crate::facts::{self, RootAt};
use crate::func::{Locations, traceback_name};
use crate::header::layout_checks;
use crate::names::c_string;
use crate::options::{BlobWord, JitBundle};
use backendopt::transform::GcChoice;
use flowmodel::{Const, HeapObject, Items, ObjId, Type};
use indexmap::IndexSet;
use std::fmt::Write;

/// About this many lines of initialisers go to one file.
const LINES_PER_FILE: usize = 12_000;

/// An object that takes fewer columns stands in one line.
const LINE: usize = 110;

/// Contents of the data files, in order, without the headers that they include.
pub fn render(db: &Database) -> Vec<String> {
    let mut files = vec![];
    let mut o = tables(db);
    let mut lines = o.lines().count();
    for obj in db.objects.keys() {
        let before = o.len();
        object(db, *obj, &mut o);
        lines += o[before..].matches('\n').count();
        if lines > LINES_PER_FILE {
            files.push(std::mem::take(&mut o));
            lines = 0;
        }
    }
    files.push(o);
    files
}

/// A prebuilt object. Fields are named; those that are zero are left to C.
fn object(db: &Database, id: ObjId, o: &mut String) {
    let obj = &db.p.heap[id];
    let st = &db.p.types.structs[obj.ty];
    let name = &db.objects[&id];
    let sname = &db.structs[&obj.ty];
    let n = item_count(db, id);
    let suffix = if st.items.is_some() { format!("_n{n}") } else { String::new() };
    let mut members = vec![];
    if st.gc {
        members.push(format!(".tw_header = 0x{:x}UL", facts::header(db, id)));
    }
    let fields = st.fields.iter().zip(&obj.fields).zip(&db.fields[&obj.ty].fixed);
    for (i, ((f, c), n)) in fields.enumerate() {
        if !is_zero(c) && db.p.types.is_stored(obj.ty, i) {
            members.push(format!(".{n} = {}", db.constant(c, Some(f.ty))));
        }
    }
    if n > 0 && !st.nolength {
        members.push(format!(".length = {n}L"));
    }
    if let Some(items) = items_text(db, obj, n) {
        members.push(format!(".items = {items}"));
    }
    if members.is_empty() {
        members.push("0".into());
    }
    let head = format!("struct {sname}{suffix} {name} = {{");
    let width = head.len() + members.iter().map(|m| m.len() + 2).sum::<usize>();
    let _ = if width <= LINE && !members.iter().any(|m| m.contains('\n')) {
        writeln!(o, "{head}{}}};", members.join(", "))
    } else {
        writeln!(o, "{head}\n    {},\n}};", members.join(",\n    "))
    };
}

fn is_zero(c: &Const) -> bool {
    matches!(
        c,
        Const::Void
            | Const::Bool(false)
            | Const::Char(0)
            | Const::UniChar(0)
            | Const::Int(0)
            | Const::Uint(0)
            | Const::Int32(0)
            | Const::UInt32(0)
            | Const::Narrow(_, 0)
            | Const::Float(0)
            | Const::Single(0)
            | Const::Null(_)
    )
}

/// Initialiser of the items of an object that has `n`, unless all are zero.
fn items_text(db: &Database, obj: &HeapObject, n: usize) -> Option<String> {
    let items = db.p.types.structs[obj.ty].items.as_ref()?;
    if n == 0 || obj.items.iter().all(is_zero) {
        return None;
    }
    let rows = match items {
        Items::Plain(Type::Void) => return None,
        Items::Plain(Type::Char) => return Some(char_items(obj)),
        Items::Plain(t) => rows(&obj.items, if t.size() < 8 { 16 } else { 4 }, |row| {
            let list: Vec<String> = row.iter().map(|c| db.constant(c, Some(*t))).collect();
            list.join(", ")
        }),
        Items::Inline(fields) => rows(&obj.items, fields.len().max(1), |row| {
            let list: Vec<String> = row
                .iter()
                .zip(fields)
                .filter(|(_, f)| f.ty != Type::Void)
                .map(|(c, f)| db.constant(c, Some(f.ty)))
                .collect();
            format!("{{{}}}", list.join(", "))
        }),
    };
    Some(format!("{{{rows}}}"))
}

/// Lines of so many constants each; one line stays in its place.
fn rows(items: &[Const], width: usize, row: impl Fn(&[Const]) -> String) -> String {
    let lines: Vec<String> = items.chunks(width).map(row).collect();
    match &lines[..] {
        [line] => line.clone(),
        _ => format!("\n        {},\n    ", lines.join(",\n        ")),
    }
}

fn char_items(obj: &HeapObject) -> String {
    let bytes: Vec<u8> =
        obj.items.iter().map(|c| if let Const::Char(b) = c { *b } else { 0 }).collect();
    // a literal as long as the array has no terminating zero: allowed, and the size is right
    let lines: Vec<String> = bytes.chunks(72).map(c_string).collect();
    lines.join("\n    ")
}

// ---- tables

fn tables(db: &Database) -> String {
    let mut o = layout_checks(db);
    typeinfo(db, &mut o);
    static_roots(db, &mut o);
    let _ = writeln!(o, "const Signed tw_prebuilt_count = {}L;\n", db.p.heap.len());
    exc_class_name(db, &mut o);
    if let Some(jit) = &db.opts.jit {
        runtime_symbols(db, &mut o);
        blobs(db, jit, &mut o);
        marks(jit, &mut o);
    }
    main(db, &mut o);
    o
}

fn typeinfo(db: &Database, o: &mut String) {
    let mut rows = String::new();
    let mut lists = String::new();
    let mut known: IndexSet<Vec<u32>> = IndexSet::new();
    let mut list = |offsets: Vec<u32>, lists: &mut String| {
        if offsets.is_empty() {
            return "NULL".to_string();
        }
        let text: Vec<String> = offsets.iter().map(|x| x.to_string()).collect();
        let (i, new) = known.insert_full(offsets);
        if new {
            let _ =
                writeln!(lists, "static const uint32_t tw_ofs_{i}[] = {{{}}};", text.join(", "));
        }
        format!("tw_ofs_{i}")
    };
    let infos = facts::type_infos(db);
    let n = infos.len();
    for info in infos {
        let Some(t) = info else {
            rows.push_str("    {0, 0, 0, 0, 0, 0, NULL, NULL},\n");
            continue;
        };
        let (nf, ni) = (t.references.len(), t.item_references.len());
        let fixed = list(t.references, &mut lists);
        let item = list(t.item_references, &mut lists);
        let (lofs, iofs) = (t.length, t.items);
        let _ = writeln!(
            rows,
            "    {{{}, {}, {lofs}, {nf}, {ni}, {iofs}, {fixed}, {item}}}, /* {} */",
            t.size, t.item_size, db.structs[&t.id]
        );
    }
    o.push_str(&lists);
    let _ = writeln!(o, "const struct tw_typeinfo tw_typeinfos[] = {{\n{rows}}};");
    let _ = writeln!(o, "const Signed tw_typeinfos_len = {n}L;\n");
    // (C clears the rest.)
    let classes = facts::classes(db);
    let known = classes.iter().rposition(|class| class.is_some()).map_or(1, |last| last + 1);
    let vtables: Vec<String> = classes[..known]
        .iter()
        .map(|class| class.map_or("0".into(), |class| format!("&{}", db.objects[&class])))
        .collect();
    let rows: Vec<String> = vtables.chunks(4).map(|row| row.join(", ")).collect();
    let (count, rows) = (classes.len(), rows.join(",\n    "));
    let _ = writeln!(o, "void *const tw_classes[{count}] = {{\n    {rows},\n}};\n");
}

/// Reference slots in prebuilt objects that may come to point to objects that move. With a write barrier the collector learns
/// of those in objects with a header.
fn static_roots(db: &Database, o: &mut String) {
    let mut slots: Vec<String> = vec!["&tw_exc.value".into()];
    for r in facts::static_roots(db) {
        let (name, fields) = (&db.objects[&r.object], &db.fields[&db.p.heap[r.object].ty]);
        slots.push(match r.at {
            RootAt::Field(i) => format!("(void **)&{name}.{}", fields.fixed[i]),
            RootAt::Item(k) => format!("(void **)&{name}.items[{k}]"),
            RootAt::ItemField(k, i) => format!("(void **)&{name}.items[{k}].{}", fields.item[i]),
        });
    }
    o.push_str("void **const tw_static_roots[] = {\n");
    for s in &slots {
        let _ = writeln!(o, "    {s},");
    }
    let _ = writeln!(o, "}};\nconst Signed tw_static_roots_len = {}L;\n", slots.len());
}

/// The function that finds the name of a class, from whatever the vtable's `name` field points to.
fn exc_class_name(db: &Database, o: &mut String) {
    let p = db.p;
    let mut body = String::from(
        "    (void)type;\n    *length = 9;\n    return (const unsigned char *)\"Exception\";\n",
    );
    if let Some(c) = facts::class_name(db) {
        let (vt, field) = (&db.structs[&c.vtable], &db.fields[&c.vtable].fixed[c.field]);
        let len = if p.types.structs[c.text].nolength {
            "(Signed)strlen((const char *)vt->NAME->items)".replace("NAME", field)
        } else {
            format!("vt->{field}->length")
        };
        body = format!(
            "    struct {vt} *vt = type;\n    if (vt->{field} == NULL) {{\n        *length = 1;\n        return (const unsigned char *)\"?\";\n    }}\n    *length = {len};\n    return vt->{field}->items;\n"
        );
    }
    let _ = writeln!(
        o,
        "const unsigned char *tw_exc_class_name(void *type, Signed *length) {{\n{body}}}\n"
    );
}

/// The allocation functions under fixed names and types, for the JIT's run time (see `tw_support.h`).
fn runtime_symbols(db: &Database, o: &mut String) {
    let names = facts::gc_functions(db);
    let hash_arg = match &db.opts.gc {
        GcChoice::Collector(g) => {
            db.ctype(db.p.types.funcs[db.p.funcs[g.identity_hash].ty].args[0])
        }
        GcChoice::None => "Address".into(),
    };
    let [fixed, varsize, collect, hash] = names;
    let _ = writeln!(
        o,
        "void *tw_gc_malloc_fixed(Signed tid) {{\n    return (void *){fixed}(tid, tw_gc_typeinfo(tid, 0));\n}}\n\
         void *tw_gc_malloc_varsize(Signed tid, Signed n) {{\n    return (void *){varsize}(tid, tw_gc_typeinfo(tid, 5), tw_gc_typeinfo(tid, 1), tw_gc_typeinfo(tid, 2), n);\n}}\n\
         void tw_gc_collect(void) {{\n    {collect}();\n}}\n\
         Signed tw_gc_identity_hash(void *obj) {{\n    return {hash}(({hash_arg})obj);\n}}"
    );
    let (free, limit) = match facts::gc_state(db) {
        Some((obj, fields)) => {
            let names = &db.fields[&db.p.heap[obj].ty].fixed;
            let at = |f: usize| format!("&{}.{}", db.objects[&obj], names[f]);
            (at(fields[0]), at(fields[1]))
        }
        None => ("NULL".into(), "NULL".into()),
    };
    let _ =
        writeln!(o, "Signed *const tw_gc_free = {free};\nSigned *const tw_gc_limit = {limit};\n");
    services(db, [&fixed, &varsize], (&free, &limit), o);
}

/// The table of services for the JIT's run time.
fn services(
    db: &Database,
    [fixed, varsize]: [&str; 2],
    (free, limit): (&str, &str),
    o: &mut String,
) {
    let lacking = match facts::memory_error(db) {
        Some([class, instance]) => {
            let [class, instance] = [class, instance].map(|o| &db.objects[&o]);
            format!("tw_exc.type = (void *)&{class};\n        tw_exc.value = (void *)&{instance};")
        }
        _ => "tw_fatal(\"out of memory\");".into(),
    };
    o.push_str(
        &"static Signed tw_checked(void *p) {
    if (TW_UNLIKELY(p == NULL)) {
        LACKING
    }
    return (Signed)p;
}
static Signed tw_jit_malloc_fixed(Signed tid, Signed size) {
    return tw_checked((void *)FIXED(tid, size));
}
static Signed tw_jit_malloc_varsize(Signed tid, Signed base_size, Signed item_size, Signed n) {
    return tw_checked((void *)VARSIZE(tid, base_size, item_size, tw_gc_typeinfo(tid, 2), n));
}
static Signed tw_jit_identity_hash(Signed obj) {
    return tw_gc_identity_hash((void *)obj);
}
extern char __executable_start[], end[];
"
        .replace("LACKING", &lacking)
        .replace("FIXED", fixed)
        .replace("VARSIZE", varsize),
    );
    let barrier = match facts::jit_barrier(db) {
        Some(f) => format!("(void (*)(Signed, Signed, Signed)){}", db.func(f)),
        None => "NULL".into(),
    };
    let [min, max] = facts::subclass_ranges(db);
    let type_id = facts::type_id_offset(db);
    let _ = writeln!(
        o,
        "const struct tw_jit_services tw_jit_services = {{
    tw_jit_malloc_fixed, tw_jit_malloc_varsize, {barrier}, tw_jit_identity_hash,
    &tw_exc.type, &tw_exc.value, &tw_ss_top, &tw_extra_roots_base, &tw_extra_roots_end,
    &tw_before_extra_roots,
    __executable_start, end, {{{min}, {max}}}, {type_id}, tw_classes, {free}, {limit},
}};
"
    );
}

fn blobs(db: &Database, jit: &JitBundle, o: &mut String) {
    let own: IndexSet<&str> = jit.blobs.iter().map(|b| b.symbol.as_str()).collect();
    let mut externs: IndexSet<&str> = IndexSet::new();
    for b in &jit.blobs {
        let c = if b.readonly { "const " } else { "" };
        let _ = writeln!(o, "extern {c}uint64_t {}[];", b.symbol);
        for w in &b.words {
            if let BlobWord::Symbol(s, _) = w
                && !own.contains(s.as_str())
            {
                externs.insert(s);
            }
        }
    }
    for s in externs {
        let _ = writeln!(o, "extern char {s}[];");
    }
    for b in &jit.blobs {
        // addresses are constants as pointers only, so a word is a union
        let c = if b.readonly { "const " } else { "" };
        let n = b.words.len();
        let all_ints = b.words.iter().all(|w| matches!(w, BlobWord::Int(_)));
        if all_ints {
            let _ = writeln!(o, "{c}uint64_t {}[{}] = {{", b.symbol, n.max(1));
        } else {
            let _ = writeln!(
                o,
                "{c}union tw_word {{ uint64_t n; const volatile void *p; }} {}_words[{n}] __asm__(\"{}\") = {{",
                b.symbol, b.symbol
            );
        }
        for chunk in b.words.chunks(8) {
            let list: Vec<String> = chunk
                .iter()
                .map(|w| {
                    let pointer = |t: String| format!("{{.p = (const volatile void *)({t})}}");
                    match w {
                        BlobWord::Int(n) if all_ints => format!("0x{n:x}UL"),
                        BlobWord::Int(n) => format!("{{.n = 0x{n:x}UL}}"),
                        BlobWord::TypeId(s) => format!("{{.n = {}UL}}", db.p.types.type_id(*s)),
                        BlobWord::Func(f) => pointer(db.func(*f).to_string()),
                        BlobWord::Obj(obj) => pointer(format!("&{}", db.objects[obj])),
                        BlobWord::Symbol(s, k) => pointer(format!("(char *){s} + ({k})")),
                    }
                })
                .collect();
            let _ = writeln!(o, "    {},", list.join(", "));
        }
        let _ = writeln!(o, "}};\nconst uint64_t {}_len = {n}UL;\n", b.symbol);
    }
}

/// Writes the marks that the JIT's code leaves for tracebacks, and the function that takes them.
fn marks(jit: &JitBundle, o: &mut String) {
    let mut locs = Locations::default();
    let mut rows = String::new();
    for (kind, frames) in &jit.marks {
        let (loc, name) = (locs.index(frames), traceback_name(*kind));
        let _ = writeln!(rows, "    {{&tw_jit_locs[{loc}], {name}, {}}},", kind.frame_number());
    }
    if jit.marks.is_empty() {
        rows.push_str("    {NULL, TW_TB_PASS, 0},\n");
    }
    let _ = writeln!(
        o,
        "{}static const struct tw_jit_mark tw_jit_marks[] = {{
{rows}}};
void tw_jit_traceback(Signed exc_type, Signed marks) {{
    tw_leave_marks(tw_jit_marks, exc_type, marks);
}}
",
        locs.render("tw_jit_locs")
    );
}

fn main(db: &Database, o: &mut String) {
    let Some(f) = db.opts.main else { return };
    let (mut init, mut decl) = (String::new(), String::new());
    if let Some(jit) = &db.opts.jit {
        if !jit.finish.is_empty() {
            decl.push_str("extern int atexit(void (*f)(void));\n");
        }
        for n in jit.init.iter().chain(&jit.finish) {
            let _ = writeln!(decl, "extern void {n}(void);");
        }
        // registered, so that they run however the program ends; the last registered runs first
        for n in jit.finish.iter().rev() {
            let _ = writeln!(init, "    atexit({n});");
        }
        for n in &jit.init {
            let _ = writeln!(init, "    {n}();");
        }
    }
    let settings = match db.opts.gc {
        GcChoice::Collector(_) => "    tw_gc_settings();\n",
        GcChoice::None => "",
    };
    // what it raises itself (no memory) is reported more briefly
    let uncaught = match db.p.uncaught {
        Some(u) => format!(
            "void *value = tw_exc.value;\n        tw_exc.type = NULL;\n        tw_exc.value = NULL;\n        result = {}(value);\n        if (tw_exc.type != NULL)\n    ",
            db.func(u)
        ),
        None => String::new(),
    };
    let _ = writeln!(
        o,
        "{decl}int main(int argc, char **argv) {{\n    Signed result;\n    tw_startup();\n{settings}{init}    result = {}((Signed)argc, (Address)argv);\n    if (tw_exc.type != NULL) {{\n        {uncaught}        result = tw_uncaught_exception();\n    }}\n    return tw_end(result);\n}}\n",
        db.func(f)
    );
}
