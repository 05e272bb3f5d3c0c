//! The documents about the graph model say what the code says: `docs/OPS.md` is the table of operations
//! (`BLESS=1` rewrites it), and the examples of `docs/TEXT-FORMAT.md` parse, print and verify.

use flowmodel::LlOp;
use std::fmt::Write;
use std::path::PathBuf;

fn doc_path(name: &str) -> PathBuf {
    PathBuf::from(env!("CARGO_MANIFEST_DIR")).join("../../docs").join(name)
}

fn letter(c: char) -> &'static str {
    match c {
        'i' => "Signed",
        'u' => "Unsigned",
        'f' => "Float",
        'b' => "Bool",
        'c' => "Char",
        'U' => "UniChar",
        'p' => "ptr",
        'a' => "Address",
        'v' => "imm",
        't' => "any",
        '*' => "…",
        '0' => "Void",
        _ => panic!("unknown letter {c} in a signature"),
    }
}

fn signature(op: LlOp) -> String {
    let (args, result) = op.signature().split_once('>').expect("operands>result");
    let args: Vec<_> = args.chars().map(letter).collect();
    let result: Vec<_> = result.chars().map(letter).collect();
    format!("({}) → {}", args.join(", "), result.join(" "))
}

fn render() -> String {
    let mut s = String::from(
        "# Low-level operations\n\n\
         Generated from the table in `flowspace/model/src/ops.rs` by the test `ops_doc` of the package flowmodel\n\
         (`BLESS=1 cargo test -p flowmodel --test ops_doc` rewrites this file). Do not edit.\n\n\
         Signatures: `ptr` is a pointer to a container or a GcRef, `imm` an immediate (a constant that is not a run-time\n\
         value), `any` one value of any type (as a result: typed by the context), `…` any further values.\n\n\
         Effects: Pure (total), Partial (has a precondition), Ovf (may raise OverflowError), Read, Write, Alloc (can collect),\n\
         Call (what its callees do), Side (must stay in order), Hint (for the JIT, or nothing).\n\n\
         Levels: the first level of a program at which the operation may stand.\n\n\
         | operation | signature | effect | level | raises | meaning |\n|---|---|---|---|---|---|\n",
    );
    for op in LlOp::ALL {
        let doc = op.doc().trim().replace('|', "\\|");
        let raises = op.raises().join(", ");
        writeln!(
            s,
            "| `{}` | {} | {:?} | {:?} | {raises} | {doc} |",
            op.name(),
            signature(*op),
            op.effect(),
            op.level()
        )
        .unwrap();
    }
    writeln!(s, "\n{} operations.", LlOp::ALL.len()).unwrap();
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
