//! Graphs for people: as text on stdout, as DOT files.

use crate::cli::{Cli, Stage};
use annotator::Annotator;
use flowmodel::text::{HlNames, Names, print_graph, print_hl_graph};
use flowmodel::{HlGraph, HostRef, Program, dot};
use genc::build::write_file;
use std::fmt::Write as _;
use std::io::Write as _;
use std::path::Path;

/// Labels of host objects from their repr.
struct Labels<'a>(&'a std::cell::RefCell<&'a mut flowspace::host::Host>);

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

/// High-level graphs, plain or with annotations.
pub fn high_level(cli: &Cli, stage: Stage, ann: &mut Annotator) -> std::io::Result<()> {
    if !wanted(cli, stage) {
        return Ok(());
    }
    let graphs: Vec<(annotator::AnnGraphId, HlGraph)> =
        ann.graphs.iter().map(|(id, g)| (id, (*g.graph).clone())).collect();
    let mut texts = vec![];
    for (id, g) in &graphs {
        let mut notes = String::new();
        if stage == Stage::Annotated {
            for b in g.reachable() {
                let blk = &g.blocks[b];
                let vars =
                    blk.inputargs.iter().copied().chain(blk.operations.iter().map(|o| o.result));
                for v in vars {
                    writeln!(notes, "; {v} {}: {:?}", g.vars[v].name, ann.binding(*id, v)).ok();
                }
            }
        }
        let host = std::cell::RefCell::new(&mut ann.host);
        let labels = Labels(&host);
        let dot = dot::dot_hl_graph(g, &labels);
        texts.push((g.name.to_string(), print_hl_graph(g, &labels) + &notes, dot));
    }
    write_all(cli, stage, &texts, None)
}

/// Low-level graphs.
pub fn low_level(cli: &Cli, stage: Stage, p: &Program) -> std::io::Result<()> {
    if !wanted(cli, stage) {
        return Ok(());
    }
    let names = Names::new(p);
    let texts: Vec<_> = p
        .funcs
        .iter()
        .filter_map(|(f, func)| {
            let dot = dot::dot_graph(&names, f)?;
            Some((func.name.to_string(), print_graph(&names, f), dot))
        })
        .collect();
    write_all(cli, stage, &texts, Some(dot::dot_call_graph(p)))
}

fn write_all(
    cli: &Cli,
    stage: Stage,
    texts: &[(String, String, String)],
    calls: Option<String>,
) -> std::io::Result<()> {
    if cli.dump_graphs.contains(&stage) {
        for (_, text, _) in texts {
            out(text)?;
            out("\n")?;
        }
    }
    if let Some(dir) = &cli.dot {
        let dir = dir.join(stage.name());
        std::fs::create_dir_all(&dir)?;
        for (n, (name, _, dot)) in texts.iter().enumerate() {
            write_file(&dir.join(file_name(name, n)), dot.as_bytes())?;
        }
        if let Some(c) = calls {
            write_file(&dir.join("calls.dot"), c.as_bytes())?;
        }
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
