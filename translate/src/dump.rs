//! Graphs for people: as text on stdout, as DOT files.

use crate::cli::{Cli, Stage};
use annotator::Annotator;
use flowmodel::diag::Span;
use flowmodel::text::{HlNames, Names, print_graph, print_hl_graph};
use flowmodel::{FuncId, HlGraph, HostRef, Program, dot};
use flowspace::host::Host;
use genc::build::write_file;
use std::fmt::Write as _;
use std::io::Write as _;
use std::path::Path;
use std::rc::Rc;

/// Labels of host objects from their repr.
struct Labels<'a>(&'a std::cell::RefCell<&'a mut Host>);

impl HlNames for Labels<'_> {
    fn label(&self, h: HostRef) -> Option<String> {
        let host = self.0.borrow();
        Some(match host.qualified_name(h) {
            Some(n) => n,
            None => format!("{} {}", host.type_name(h), h.0),
        })
    }
    fn resolve(&self, _: &str) -> Option<HostRef> {
        None
    }
}

/// Whether anything wants this stage.
pub fn wanted(cli: &Cli, stage: Stage) -> bool {
    cli.dump_graphs.contains(&stage) || cli.dot.is_some()
}

fn out(text: &str) -> std::io::Result<()> {
    std::io::stdout().lock().write_all(text.as_bytes())
}

fn file_name(name: &str, n: usize) -> String {
    let clean: String = name
        .chars()
        .map(|c| if c.is_ascii_alphanumeric() || c == '_' { c } else { '-' })
        .take(80)
        .collect();
    format!("{n:04}-{clean}.dot")
}

/// A graph for people.
pub struct Shown {
    /// The function's name.
    pub name: String,
    /// Its definition.
    pub span: Span,
    /// The graph.
    pub text: String,
    /// The same as a Graphviz file.
    pub dot: String,
}

/// A high-level graph, followed by the notes.
pub fn high_level_graph(host: &mut Host, g: &HlGraph, notes: &str) -> Shown {
    let host = std::cell::RefCell::new(host);
    let labels = Labels(&host);
    let (text, dot) = (print_hl_graph(g, &labels) + notes, dot::dot_hl_graph(g, &labels));
    Shown { name: g.name.to_string(), span: g.span, text, dot }
}

/// All high-level graphs, plain or with annotations.
pub fn high_level_graphs(ann: &mut Annotator, annotated: bool) -> Vec<Shown> {
    let graphs: Vec<(annotator::AnnGraphId, Rc<HlGraph>)> =
        ann.graphs.iter().map(|(id, g)| (id, g.graph.clone())).collect();
    let mut shown = vec![];
    for (id, g) in &graphs {
        let mut notes = String::new();
        for b in g.reachable().into_iter().filter(|_| annotated) {
            let blk = &g.blocks[b];
            let results = blk.operations.iter().map(|o| o.result);
            for v in blk.inputargs.iter().copied().chain(results) {
                writeln!(notes, "; {v} {}: {:?}", g.vars[v].name, ann.binding(*id, v)).ok();
            }
        }
        shown.push(high_level_graph(&mut ann.host, g, &notes));
    }
    shown
}

/// All low-level graphs.
pub fn low_level_graphs(p: &Program) -> Vec<Shown> {
    let names = Names::new(p);
    let shown = |(f, func): (FuncId, &flowmodel::Function)| {
        let dot = dot::dot_graph(&names, f)?;
        Some(Shown {
            name: func.name.to_string(),
            span: func.span,
            text: print_graph(&names, f),
            dot,
        })
    };
    p.funcs.iter().filter_map(shown).collect()
}

/// High-level graphs, plain or with annotations, where the options want them.
pub fn high_level(cli: &Cli, stage: Stage, ann: &mut Annotator) -> std::io::Result<()> {
    if !wanted(cli, stage) {
        return Ok(());
    }
    write_all(cli, stage, &high_level_graphs(ann, stage == Stage::Annotated), None)
}

/// Low-level graphs, where the options want them.
pub fn low_level(cli: &Cli, stage: Stage, p: &Program) -> std::io::Result<()> {
    if !wanted(cli, stage) {
        return Ok(());
    }
    write_all(cli, stage, &low_level_graphs(p), Some(dot::dot_call_graph(p)))
}

fn write_all(
    cli: &Cli,
    stage: Stage,
    graphs: &[Shown],
    calls: Option<String>,
) -> std::io::Result<()> {
    if cli.dump_graphs.contains(&stage) {
        for g in graphs {
            out(&g.text)?;
            out("\n")?;
        }
    }
    if let Some(dir) = &cli.dot {
        let dir = dir.join(stage.name());
        write_dots(&dir, graphs)?;
        if let Some(c) = calls {
            write_file(&dir.join("calls.dot"), c.as_bytes())?;
        }
    }
    Ok(())
}

/// Writes the graphs to this folder, each as a Graphviz file.
pub fn write_dots(dir: &Path, graphs: &[Shown]) -> std::io::Result<()> {
    std::fs::create_dir_all(dir)?;
    for (n, g) in graphs.iter().enumerate() {
        write_file(&dir.join(file_name(&g.name, n)), g.dot.as_bytes())?;
    }
    Ok(())
}

/// Jitcodes as text.
pub fn jitcodes(cli: &Cli, jit: &codewriter::Jit) -> std::io::Result<()> {
    if cli.dump_graphs.contains(&Stage::Jit) {
        let p = &jit.program;
        for (i, c) in p.jitcodes.iter().enumerate() {
            let text = jitmodel::jitcode::disassemble(c, &p.descrs, &p.liveness);
            out(&format!("; {i}\n{text}\n"))?;
        }
    }
    Ok(())
}

/// Writes a dump that shows the state at an internal error; returns its path.
pub fn crash(name: &str, stage: &str, text: &str) -> Option<std::path::PathBuf> {
    let path = Path::new(".").join(format!("{name}-internal-error-{stage}.txt"));
    write_file(&path, text.as_bytes()).ok()?;
    Some(path)
}
