//! Graphs for people: as text on stdout, as DOT files, as a page.

use crate::cli::{Cli, Stage};
use crate::failure::Res;
use annotator::Annotator;
use backendopt::PassReport;
use flowmodel::diag::{SourceMap, Span};
use flowmodel::hl::Hl;
use flowmodel::text::{HlNames, Names, Notes, print_graph_with, print_hl_graph_with, sigil_name};
use flowmodel::{Const, FuncId, HlGraph, HostRef, Ll, Program, SpaceOperation, VarId, dot};
use flowspace::host::{Host, HostObj};
use genc::build::write_file;
use std::cell::RefCell;
use std::collections::{BTreeSet, HashMap};
use std::fmt::Write as _;
use std::io::Write as _;
use std::path::{Path, PathBuf};
use std::sync::OnceLock;

/// Labels of host objects from their repr.
struct Labels<'a>(&'a RefCell<&'a mut Host>);

impl HlNames for Labels<'_> {
    fn label(&self, h: HostRef) -> Option<String> {
        let host = self.0.borrow();
        // A method that was read from an object is called as its function.
        let named = match host.obj(h) {
            HostObj::BoundMethod { func, .. } => *func,
            _ => h,
        };
        Some(match host.qualified_name(named) {
            Some(n) => n,
            None => format!("{} {}", host.type_name(h), h.0),
        })
    }
    fn resolve(&self, _: &str) -> Option<HostRef> {
        None
    }
}

/// Takes the graphs of a translation to where they go: to stdout, to DOT files, into a page.
pub struct Dumps {
    printed: Vec<Stage>,
    dot: Option<PathBuf>,
    page: Option<(PathBuf, viewer::Book)>,
}

/// A graph for people.
pub struct Shown {
    /// The function's name.
    pub name: String,
    /// Its definition.
    pub span: Span,
    /// The graph, with places and callees as comments.
    pub text: String,
    /// The graph as a Graphviz file, where one is wanted.
    pub dot: String,
}

impl Dumps {
    /// Makes the dumps that the command line asks for.
    pub fn new(cli: &Cli) -> Dumps {
        let title = cli.target.file_name().unwrap_or_default().to_string_lossy();
        let page = cli.html.clone().map(|place| (place, viewer::Book::new(&title)));
        Dumps { printed: cli.dump_graphs.clone(), dot: cli.dot.clone(), page }
    }

    /// The program is annotated once more, from the beginning.
    pub fn restart(&mut self) {
        if let Some((_, book)) = &mut self.page {
            book.clear();
        }
    }

    /// Says whether the graphs of a stage are shown.
    pub fn wanted(&self, stage: Stage) -> bool {
        self.printed.contains(&stage) || self.dot.is_some() || self.page.is_some()
    }

    /// High-level graphs, plain or with annotations.
    pub fn high_level(
        &mut self,
        stage: Stage,
        ann: &mut Annotator,
        sources: &SourceMap,
    ) -> std::io::Result<()> {
        if !self.wanted(stage) {
            return Ok(());
        }
        let annotated = stage == Stage::Annotated;
        let graphs = high_level_graphs(ann, annotated, sources);
        let classes = if annotated { classes(ann, sources) } else { String::new() };
        self.write_all(stage, &graphs, None, &classes)
    }

    /// Low-level graphs.
    pub fn low_level(
        &mut self,
        stage: Stage,
        p: &Program,
        sources: &SourceMap,
    ) -> std::io::Result<()> {
        if !self.wanted(stage) {
            return Ok(());
        }
        let calls = self.dot.is_some().then(|| dot::dot_call_graph(p));
        self.write_all(stage, &low_level_graphs(p, sources, self.dot.is_some()), calls, "")
    }

    fn write_all(
        &mut self,
        stage: Stage,
        graphs: &[Shown],
        calls: Option<String>,
        classes: &str,
    ) -> std::io::Result<()> {
        if self.printed.contains(&stage) {
            out(&format!("; stage {}\n", stage.name()))?;
            for g in graphs {
                out(&format!("{}\n", g.text))?;
            }
            out(classes)?;
        }
        if let Some((_, book)) = &mut self.page {
            book.stage(stage.name());
            graphs.iter().for_each(|g| book.text(&g.name, &g.text));
            book.classes(classes);
        }
        if let Some(dir) = &self.dot {
            let dir = dir.join(stage.name());
            write_dots(&dir, graphs)?;
            if let Some(c) = calls {
                write_file(&dir.join("calls.dot"), c.as_bytes())?;
            }
        }
        Ok(())
    }

    /// Jitcodes as text.
    pub fn jitcodes(&mut self, jit: &codewriter::Jit) -> std::io::Result<()> {
        let printed = self.printed.contains(&Stage::Jit);
        if !printed && self.page.is_none() {
            return Ok(());
        }
        let p = &jit.program;
        if printed {
            out("; stage jitcode\n")?;
        }
        if let Some((_, book)) = &mut self.page {
            book.stage("jitcode");
        }
        for code in p.jitcodes.iter() {
            let text =
                with_lines(&jitmodel::jitcode::disassemble(code, &p.descrs, &p.liveness), code);
            if printed {
                out(&format!("{text}\n"))?;
            }
            if let Some((_, book)) = &mut self.page {
                book.text(&code.name, &text);
            }
        }
        Ok(())
    }

    /// Says whether [`Dumps::pass`] shows what it gets.
    pub fn shows_passes(&self) -> bool {
        self.page.is_some()
    }

    /// Shows what a pass has changed, for the page.
    pub fn pass(&mut self, report: &PassReport, p: &Program, sources: &SourceMap) {
        let Some((_, book)) = &mut self.page else { return };
        if report.graphs.is_empty() {
            return;
        }
        book.stage(report.pass);
        let names = Names::new(p);
        for f in report.graphs.iter().collect::<BTreeSet<_>>() {
            if let Some(text) = graph_text(&names, *f, sources) {
                book.text(&p.funcs[*f].name, &text);
            }
        }
    }

    /// Writes the page.
    pub fn end(&mut self, sources: &SourceMap) -> Res<()> {
        let Some((place, book)) = self.page.take() else { return Ok(()) };
        crate::view::write_with(&book, &place, sources)
    }
}

/// A high-level graph with its places.
pub fn high_level_graph(host: &mut Host, g: &HlGraph, sources: &SourceMap) -> Shown {
    let (calls, variables) = Default::default();
    shown(host, g, &g.name, &HighNotes { sources, span: g.span, calls, variables })
}

fn shown(host: &mut Host, g: &HlGraph, name: &str, notes: &HighNotes) -> Shown {
    let host = RefCell::new(host);
    let labels = Labels(&host);
    let text = print_hl_graph_with(g, name, &labels, notes);
    Shown { name: name.to_string(), span: g.span, text, dot: dot::dot_hl_graph(g, &labels) }
}

/// All high-level graphs, plain or with annotations.
pub fn high_level_graphs(ann: &mut Annotator, annotated: bool, sources: &SourceMap) -> Vec<Shown> {
    let graphs: Vec<annotator::AnnGraphId> = ann.graphs.keys().collect();
    let mut all = vec![];
    for id in graphs {
        let calls = calls_of(ann, id);
        let note = |v| annotated.then(|| annotator::show_const(ann, ann.binding(id, v)));
        let (g, name) = (ann.graphs[id].graph.clone(), ann.graphs[id].name.clone());
        let variables = g.vars.keys().filter_map(|v| Some((v, note(v)?))).collect();
        let notes = HighNotes { sources, span: g.span, calls, variables };
        all.push(shown(&mut ann.host, &g, &name, &notes));
    }
    all
}

/// All low-level graphs; `dots`: as Graphviz files, too.
pub fn low_level_graphs(p: &Program, sources: &SourceMap, dots: bool) -> Vec<Shown> {
    let names = Names::new(p);
    let shown = |(f, func): (FuncId, &flowmodel::Function)| {
        let (name, span) = (func.name.to_string(), func.span);
        let text = graph_text(&names, f, sources)?;
        let dot = if dots { dot::dot_graph(&names, f)? } else { String::new() };
        Some(Shown { name, span, text, dot })
    };
    p.funcs.iter().filter_map(shown).collect()
}

/// Writes the graphs to this folder, each as a Graphviz file.
pub fn write_dots(dir: &Path, graphs: &[Shown]) -> std::io::Result<()> {
    std::fs::create_dir_all(dir)?;
    for (n, g) in graphs.iter().enumerate() {
        write_file(&dir.join(file_name(&g.name, n)), g.dot.as_bytes())?;
    }
    Ok(())
}

/// The text of a function with its places; `None` if it has no graph.
fn graph_text(names: &Names, f: FuncId, sources: &SourceMap) -> Option<String> {
    names.program.funcs[f].graph()?;
    Some(print_graph_with(names, f, &LowNotes { names, f, sources }))
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

/// Notes the source lines of a jitcode's instructions, behind the first one of each line.
fn with_lines(text: &str, code: &jitmodel::JitCode) -> String {
    let mut last = None;
    let mut noted = String::new();
    for line in text.lines() {
        let pc = line.trim_start().split_once(':').and_then(|(pc, _)| pc.parse().ok());
        let place = pc.and_then(|pc| code.place(pc));
        noted.push_str(line);
        if place.is_some() && place != last {
            let _ = write!(noted, "  ; {}:1-1", place.as_deref().unwrap_or_default());
            last = place;
        }
        noted.push('\n');
    }
    noted
}

/// The functions that operations of a graph call, by result.
fn calls_of(ann: &Annotator, id: annotator::AnnGraphId) -> HashMap<VarId, String> {
    let calls = ann.graphs[id].calls.iter();
    calls
        .map(|(v, site)| {
            let graphs = site.targets.iter().filter_map(|t| t.graph);
            (*v, names_of(graphs.map(|g| &*ann.graphs[g].name)))
        })
        .filter(|(_, names)| !names.is_empty())
        .collect()
}

/// Maximum number of callees that are listed.
const MANY: usize = 24;

fn names_of<'a>(names: impl Iterator<Item = &'a str>) -> String {
    let names: BTreeSet<&str> = names.collect();
    let mut shown: Vec<String> = names.iter().take(MANY).map(|n| sigil_name('@', n)).collect();
    if names.len() > MANY {
        shown.push(format!("and {} more", names.len() - MANY));
    }
    shown.join(", ")
}

/// A place and the functions that are called there.
fn place_and_calls(place: Option<String>, calls: Option<&str>) -> Option<String> {
    let calls = calls.map(|c| format!("calls {c}"));
    let parts: Vec<String> = place.into_iter().chain(calls).collect();
    (!parts.is_empty()).then(|| parts.join(" "))
}

/// Beside high-level graphs stand places, callees, and annotations.
struct HighNotes<'a> {
    sources: &'a SourceMap,
    span: Span,
    calls: HashMap<VarId, String>,
    variables: HashMap<VarId, String>,
}

impl Notes<Hl> for HighNotes<'_> {
    fn function(&self) -> Option<String> {
        self.sources.place(self.span)
    }
    fn operation(&self, op: &SpaceOperation<Hl>) -> Option<String> {
        let calls = self.calls.get(&op.result).map(String::as_str);
        place_and_calls(self.sources.place(op.span), calls)
    }
    fn variable(&self, v: VarId) -> Option<String> {
        self.variables.get(&v).cloned()
    }
}

/// Beside low-level graphs stand places, with those that code was inlined to, and what an indirect call may reach.
struct LowNotes<'a> {
    names: &'a Names<'a>,
    f: FuncId,
    sources: &'a SourceMap,
}

impl LowNotes<'_> {
    /// `PLACE < PLACE`: the inner one, then the calls that were replaced.
    fn place(&self, span: Span) -> Option<String> {
        let inlined = &self.names.program.inlined;
        let outer = |s: &Span| Some(inlined.get((s.inlined as usize).checked_sub(1)?)?.call);
        let all: Vec<String> = std::iter::successors(Some(span), outer)
            .filter_map(|s| self.sources.place(s))
            .take(12)
            .collect();
        (!all.is_empty()).then(|| all.join(" < "))
    }
}

impl Notes<Ll> for LowNotes<'_> {
    fn function(&self) -> Option<String> {
        self.sources.place(self.names.program.funcs[self.f].span)
    }
    fn operation(&self, op: &SpaceOperation<Ll>) -> Option<String> {
        let p = self.names.program;
        let family = op.args.iter().find_map(|a| match a.as_const() {
            Some(Const::Family(f)) => Some(&p.families[*f]),
            _ => None,
        });
        let calls = family.map(|fs| names_of(fs.iter().map(|f| &*p.funcs[*f].name)));
        place_and_calls(self.place(op.span), calls.as_deref().filter(|c| !c.is_empty()))
    }
    fn variable(&self, _: VarId) -> Option<String> {
        None
    }
}

/// The classes: base, attributes with their annotations and where these came from first.
fn classes(ann: &mut Annotator, sources: &SourceMap) -> String {
    let mut text = String::new();
    let ids: Vec<_> = ann.classdefs.keys().collect();
    let name = |ann: &Annotator, c: annotator::ClassDefId| {
        let def = &ann.classdefs[c];
        ann.host.qualified_name(def.host).unwrap_or_else(|| def.name.to_string())
    };
    for c in ids {
        let def = &ann.classdefs[c];
        let base = def.base.map(|b| format!("({})", name(ann, b))).unwrap_or_default();
        let _ = writeln!(text, "; class {}{base}", name(ann, c));
        for attr in def.attrs.values() {
            let place = attr.origins.iter().find_map(|o| sources.place(o.0));
            let place = place.map(|p| format!("  ; {p}")).unwrap_or_default();
            let shown = annotator::show_const(ann, &attr.s_value).replace('\n', " ");
            let _ = writeln!(text, ";   {}: {shown}{place}", attr.name);
        }
    }
    text
}

/// Writes a dump that shows the state at an internal error; returns its path.
pub fn crash(name: &str, stage: &str, text: &str) -> Option<std::path::PathBuf> {
    let path = Path::new(".").join(format!("{name}-internal-error-{stage}.txt"));
    write_file(&path, text.as_bytes()).ok()?;
    Some(path)
}

/// The name of the program that is being translated, for crash dumps.
pub(crate) static PROGRAM: OnceLock<String> = OnceLock::new();

/// Crash dumps have this program's name from now on.
pub fn names(cli: &Cli) {
    PROGRAM.get_or_init(|| cli.program_name());
}
