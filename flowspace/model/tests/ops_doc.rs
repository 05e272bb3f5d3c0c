//! The documents about the graph model say what the code says: `docs/OPS.md` is the table of operations
//! (`BLESS=1` rewrites it), and the examples of `docs/TEXT-FORMAT.md` parse, print and verify.

use lloperation::{ArgKind, InTraces, Level, LlOp, Operand, ResOp, effects};
use std::fmt::Write;
use std::path::PathBuf;

fn doc_path(name: &str) -> PathBuf {
    PathBuf::from(env!("CARGO_MANIFEST_DIR")).join("../../docs").join(name)
}

fn operand(o: Operand) -> &'static str {
    match o {
        Operand::Signed => "Signed",
        Operand::Unsigned => "Unsigned",
        Operand::Float => "Float",
        Operand::Bool => "Bool",
        Operand::Char => "Char",
        Operand::UniChar => "UniChar",
        Operand::Container => "ptr",
        Operand::Pointer => "pointer",
        Operand::Address => "Address",
        Operand::Immediate => "imm",
        Operand::Any => "any",
        Operand::Void => "Void",
    }
}

fn low_level(op: LlOp) -> String {
    let row = op.info();
    let mut args: Vec<_> = row.operands.iter().map(|o| operand(*o)).collect();
    args.extend(row.variadic.then_some("…"));
    let levels = match (row.first, row.last) {
        (Level::Rtyped, Level::GcTransformed) => String::new(),
        (first, last) => format!("{first:?} to {last:?}"),
    };
    let traces = match row.in_traces {
        InTraces::As(r) => format!("`{r}`"),
        InTraces::Rule => "rule".into(),
        InTraces::Outlined => "outlined".into(),
        InTraces::Absent => String::new(),
    };
    let raises = match row.raises {
        [] => String::new(),
        names => format!(" ({})", names.join(", ")),
    };
    format!(
        "| `{}` | ({}) → {} | {}{raises} | {levels} | {traces} | {} |",
        row.name,
        args.join(", "),
        operand(row.result),
        row.effects,
        row.doc.trim().replace('|', "\\|"),
    )
}

fn in_trace(op: ResOp) -> String {
    let row = op.info();
    let kind = |a: &ArgKind| match a {
        ArgKind::Is(k) => k.to_string(),
        ArgKind::Any => "any".into(),
    };
    let mut args: Vec<String> = row.args.iter().map(kind).collect();
    args.extend(row.variadic.then(|| "…".into()));
    let doc = op.doc().trim().replace('|', "\\|");
    format!("| `{}` | ({}) → {} | {} | {doc} |", row.name, args.join(", "), row.result, row.effects)
}

fn render() -> String {
    let mut s = String::from(
        "# Operations\n\n\
         Generated from the table in `flowspace/ops/src/table.rs` by the test `ops_doc` of the package flowmodel\n\
         (`BLESS=1 cargo test -p flowmodel --test all ops_doc` rewrites this file). Do not edit.\n\n\
         ## Low-level operations\n\n\
         Signatures: `ptr` is a pointer to a container or a GcRef, `pointer` one of any kind, `imm` an immediate (a constant\n\
         that is not a run-time value), `any` one value of any type (as a result: typed by the context), `…` any further\n\
         values.\n\n\
         Levels: those of a program at which the operation may stand; nothing means all.\n\n\
         In traces: the operation that it is there, `rule` (the codewriter has a rule of its own), `outlined` (moved to a\n\
         function that is called), nothing (it never gets there).\n\n\
         | effect | of an operation that … |\n|---|---|\n",
    );
    for (_, name, doc) in effects::ALL {
        writeln!(s, "| {name} | {} |", doc.trim().replace('|', "\\|")).unwrap();
    }
    s.push_str("\n| operation | signature | effects | levels | in traces | meaning |\n|---|---|---|---|---|---|\n");
    for op in LlOp::ALL {
        writeln!(s, "{}", low_level(*op)).unwrap();
    }
    writeln!(s, "\n{} operations.\n", LlOp::ALL.len()).unwrap();
    s.push_str(
        "## Operations of traces only\n\n\
         Besides those that have the name of a low-level operation above.\n\n\
         | operation | kinds | effects | meaning |\n|---|---|---|---|\n",
    );
    let same = |op: &ResOp| LlOp::from_name(op.name()).is_some_and(|l| l.has_meaning());
    for op in ResOp::ALL.iter().filter(|op| !same(op)) {
        writeln!(s, "{}", in_trace(*op)).unwrap();
    }
    writeln!(s, "\n{} operations of traces in all.", ResOp::ALL.len()).unwrap();
    s
}

#[test]
fn ops_md_is_the_table() {
    let (path, want) = (doc_path("OPS.md"), render());
    if std::env::var_os("BLESS").is_some() {
        std::fs::write(&path, want).unwrap();
        return;
    }
    let have = std::fs::read_to_string(&path).unwrap_or_default();
    for (h, w) in have.lines().zip(want.lines()) {
        assert_eq!(h, w, "docs/OPS.md is not the table: run with BLESS=1");
    }
    assert_eq!(have.len(), want.len(), "docs/OPS.md is not the table: run with BLESS=1");
}

/// Contents of the fenced blocks with this tag, with the line where each begins.
fn fenced(text: &str, tag: &str) -> Vec<(usize, String)> {
    let mut out: Vec<(usize, String)> = vec![];
    let mut inside = false;
    for (n, line) in text.lines().enumerate() {
        if inside {
            match line.starts_with("```") {
                true => inside = false,
                false => {
                    let text = &mut out.last_mut().expect("a block was opened").1;
                    text.push_str(line);
                    text.push('\n');
                }
            }
        } else if line.strip_prefix("```") == Some(tag) {
            inside = true;
            out.push((n + 1, String::new()));
        }
    }
    out
}

#[test]
fn examples_of_text_format_md_parse() {
    let text = std::fs::read_to_string(doc_path("TEXT-FORMAT.md")).unwrap();
    let programs = fenced(&text, "llprogram");
    assert!(!programs.is_empty());
    for (line, example) in programs {
        let p = flowmodel::text::parse_program(&example)
            .unwrap_or_else(|e| panic!("example at TEXT-FORMAT.md:{line}: {e}"));
        let printed = flowmodel::text::print_program(&p);
        let again = flowmodel::text::parse_program(&printed).expect("printed text parses");
        assert_eq!(flowmodel::text::print_program(&again), printed);
        flowmodel::verify::verify_program(&p)
            .unwrap_or_else(|e| panic!("example at TEXT-FORMAT.md:{line}: {e}"));
    }
    let graphs = fenced(&text, "hlgraph");
    assert!(!graphs.is_empty());
    for (line, example) in graphs {
        let g = flowmodel::text::parse_hl_graph(&example, &())
            .unwrap_or_else(|e| panic!("example at TEXT-FORMAT.md:{line}: {e}"));
        flowmodel::verify::verify_shape(&g)
            .unwrap_or_else(|e| panic!("example at TEXT-FORMAT.md:{line}: {e}"));
        let printed = flowmodel::text::print_hl_graph(&g, &());
        let again = flowmodel::text::parse_hl_graph(&printed, &()).expect("printed text parses");
        assert_eq!(flowmodel::text::print_hl_graph(&again, &()), printed);
    }
}
