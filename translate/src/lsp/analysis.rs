//! The texts that the editor has, and what the last check of their programs found.

use super::index::Index;
use super::text;
use crate::check::diagnose;
use crate::cli::Check;
use crate::driver::Sources;
use flowmodel::diag::{self, FileId, Severity, SourceMap, Span};
use lsp_types::*;
use std::collections::{BTreeMap, BTreeSet, HashMap};
use std::path::{Path, PathBuf};
use std::rc::Rc;

/// A program that was checked.
struct Program {
    sources: Sources,
    index: Index,
    files: BTreeSet<PathBuf>,
}

/// All that the server knows.
#[derive(Default)]
pub struct Analysis {
    texts: HashMap<PathBuf, Rc<str>>,
    programs: BTreeMap<PathBuf, Program>,
    /// Files that changed since the last check.
    changed: BTreeSet<PathBuf>,
    /// Files that the editor shows diagnostics of.
    marked: BTreeSet<PathBuf>,
}

impl Analysis {
    /// A text was opened or changed, or closed: then the file counts.
    pub fn set_text(&mut self, uri: Url, text: Option<String>) {
        let Ok(path) = uri.to_file_path() else { return };
        match text {
            Some(text) => drop(self.texts.insert(path.clone(), text.into())),
            None => drop(self.texts.remove(&path)),
        }
        self.changed.insert(path);
    }

    /// Files may have changed.
    pub fn touch(&mut self) {
        self.changed.extend(self.texts.keys().cloned());
    }

    /// Checks the programs that changed files belong to: diagnostics of each of their files, also of those that have none any more.
    pub fn check(&mut self) -> Vec<(Url, Vec<Diagnostic>)> {
        let changed = std::mem::take(&mut self.changed);
        if changed.is_empty() {
            return vec![];
        }
        let mut targets: BTreeSet<PathBuf> = BTreeSet::new();
        for path in &changed {
            let known = self.programs.iter().filter(|(_, p)| p.files.contains(path));
            let before = targets.len();
            targets.extend(known.map(|(target, _)| target.clone()));
            if targets.len() == before || self.is_target(path) {
                targets.extend(self.targets_of(path));
            }
        }
        let mut found: BTreeMap<PathBuf, Vec<Diagnostic>> = BTreeMap::new();
        for target in &targets {
            self.check_program(target, &mut found);
        }
        // What had diagnostics and has none any more is told as well.
        let ours: BTreeSet<PathBuf> = targets
            .iter()
            .filter_map(|t| self.programs.get(t))
            .flat_map(|p| p.files.clone())
            .collect();
        for path in self.marked.iter().chain(&changed) {
            if ours.contains(path) || changed.contains(path) {
                found.entry(path.clone()).or_default();
            }
        }
        self.marked.extend(found.keys().cloned());
        found.into_iter().filter_map(|(p, ds)| Some((Url::from_file_path(p).ok()?, ds))).collect()
    }

    fn text(&self, path: &Path) -> Option<Rc<str>> {
        let read = || Some(std::fs::read_to_string(path).ok()?.into());
        self.texts.get(path).cloned().or_else(read)
    }

    fn is_target(&self, path: &Path) -> bool {
        self.text(path).is_some_and(|t| t.lines().any(|l| l.starts_with("def target(")))
    }

    /// The programs that a file belongs to: itself, or those beside it that import it by its name.
    fn targets_of(&self, path: &Path) -> Vec<PathBuf> {
        if self.is_target(path) {
            return vec![path.to_path_buf()];
        }
        let name = path.file_stem().unwrap_or_default().to_string_lossy().into_owned();
        let folder = path.parent().and_then(|p| std::fs::read_dir(p).ok());
        let beside = folder.into_iter().flatten().flatten().map(|e| e.path());
        let found: Vec<PathBuf> = beside
            .filter(|p| matches!(p.extension().and_then(|e| e.to_str()), Some("rpy" | "py")))
            .filter(|p| self.is_target(p))
            .filter(|p| {
                let imports = |l: &str| l.contains("import") && l.contains(&name);
                self.text(p).is_some_and(|t| t.lines().any(imports))
            })
            .collect();
        if found.is_empty() { vec![path.to_path_buf()] } else { found }
    }

    fn check_program(&mut self, target: &Path, found: &mut BTreeMap<PathBuf, Vec<Diagnostic>>) {
        let mut cli = Check::of(target).translation();
        cli.unsaved = self.texts.iter().map(|(p, t)| (p.clone(), t.to_string())).collect();
        let sources = Sources::default();
        let (result, index) = diagnose(&cli, &sources, Index::of).unwrap_or_default();
        let index = index.unwrap_or_default();
        let map = sources.borrow();
        for d in result {
            // A file that is not the program's main one has no `target`, and code that nothing calls gives no JIT.
            let Some(place) = d.primary else { continue };
            if let Some((path, shown)) = shown(&map, &d, place) {
                let list = found.entry(path).or_default();
                if !list.contains(&shown) {
                    list.push(shown);
                }
            }
        }
        let files =
            (0..).map_while(|i| map.get(FileId(i))).map(|f| PathBuf::from(&*f.path)).collect();
        drop(map);
        self.programs.insert(target.to_path_buf(), Program { sources, index, files });
    }

    /// The program that a file belongs to, its id there, and the offset of a position.
    fn locate(&self, at: &TextDocumentPositionParams) -> Option<(&Program, FileId, u32, Rc<str>)> {
        let path = at.text_document.uri.to_file_path().ok()?;
        let program = self.programs.values().find(|p| p.files.contains(&path))?;
        let map = program.sources.borrow();
        // (the last one: a program may have been imported more than once)
        let files = (0..).map(FileId).map_while(|i| Some((i, map.get(i)?)));
        let (id, file) = files.filter(|(_, f)| Path::new(&*f.path) == path).last()?;
        let text = file.text.clone();
        let offset = text::offset(&text, at.position);
        Some((program, id, offset, text))
    }

    /// What is known of what is at a position.
    pub fn hover(&self, at: &TextDocumentPositionParams) -> Option<Hover> {
        let (program, file, offset, text) = self.locate(at)?;
        let word = text::word(&text, offset);
        let known =
            program.index.hover(file, offset, word.map(|w| w.0), word.is_some_and(|w| w.1))?;
        let value = format!("```python\n{known}\n```");
        Some(Hover {
            contents: HoverContents::Markup(MarkupContent { kind: MarkupKind::Markdown, value }),
            range: None,
        })
    }

    /// Where what is at a position is defined.
    pub fn definition(&self, at: &TextDocumentPositionParams) -> Option<GotoDefinitionResponse> {
        let (program, file, offset, text) = self.locate(at)?;
        let (word, is_attribute) = text::word(&text, offset)?;
        let place = program.index.definition(file, offset, word, is_attribute)?;
        location(&program.sources.borrow(), place).map(GotoDefinitionResponse::Scalar)
    }

    /// The function at a position, as an item of a call hierarchy.
    pub fn prepare_calls(&self, at: &TextDocumentPositionParams) -> Option<Vec<CallHierarchyItem>> {
        let (program, file, offset, text) = self.locate(at)?;
        let (word, is_attribute) = text::word(&text, offset)?;
        let f = program.index.function_named(file, offset, word, is_attribute)?;
        Some(vec![item(program, f)?])
    }

    /// Who calls a function.
    pub fn incoming(&self, of: &CallHierarchyItem) -> Option<Vec<CallHierarchyIncomingCall>> {
        let (program, f) = self.function_of(of)?;
        let calls = grouped(program, |c| (c.callee == f).then_some(c.caller));
        let shown = calls.into_iter().filter_map(|(from, from_ranges)| {
            Some(CallHierarchyIncomingCall { from: item(program, from)?, from_ranges })
        });
        Some(shown.collect())
    }

    /// What a function calls.
    pub fn outgoing(&self, of: &CallHierarchyItem) -> Option<Vec<CallHierarchyOutgoingCall>> {
        let (program, f) = self.function_of(of)?;
        let calls = grouped(program, |c| (c.caller == f).then_some(c.callee));
        let shown = calls.into_iter().filter_map(|(to, from_ranges)| {
            Some(CallHierarchyOutgoingCall { to: item(program, to)?, from_ranges })
        });
        Some(shown.collect())
    }

    fn function_of(&self, item: &CallHierarchyItem) -> Option<(&Program, usize)> {
        let at = TextDocumentPositionParams {
            text_document: TextDocumentIdentifier { uri: item.uri.clone() },
            position: item.selection_range.start,
        };
        let (program, file, offset, _) = self.locate(&at)?;
        let functions = &program.index.functions;
        let f = functions.iter().position(|f| f.header.file == file && f.header.start == offset)?;
        Some((program, f))
    }
}

/// Calls by the other function.
fn grouped(
    program: &Program,
    other: impl Fn(&super::index::Call) -> Option<usize>,
) -> BTreeMap<usize, Vec<Range>> {
    let map = program.sources.borrow();
    let mut found: BTreeMap<usize, Vec<Range>> = BTreeMap::new();
    for c in &program.index.calls {
        if let (Some(f), Some(range)) = (other(c), text::range(&map, c.at)) {
            found.entry(f).or_default().push(range);
        }
    }
    found
}

fn item(program: &Program, f: usize) -> Option<CallHierarchyItem> {
    let f = &program.index.functions[f];
    let map = program.sources.borrow();
    let place = location(&map, f.header)?;
    Some(CallHierarchyItem {
        name: f.name.clone(),
        kind: if f.name.contains('.') { SymbolKind::METHOD } else { SymbolKind::FUNCTION },
        tags: None,
        detail: Some(f.signature()),
        uri: place.uri,
        range: text::range(&map, f.body)?,
        selection_range: place.range,
        data: None,
    })
}

/// A place in a file (what the library embeds has none).
fn location(map: &SourceMap, s: Span) -> Option<Location> {
    let file = map.get(s.file)?;
    let uri = Url::from_file_path(&*file.path).ok()?;
    Some(Location::new(uri, text::range(map, s)?))
}

/// A diagnostic as editors want it, and the file it is in.
fn shown(map: &SourceMap, d: &diag::Diagnostic, place: Span) -> Option<(PathBuf, Diagnostic)> {
    let path = PathBuf::from(&*map.get(place.file)?.path);
    let mut message = d.message.clone();
    for note in &d.notes {
        message += &format!("\n{note}");
    }
    let related = d.labels.iter().filter_map(|(s, text)| {
        Some(DiagnosticRelatedInformation { location: location(map, *s)?, message: text.clone() })
    });
    let diagnostic = Diagnostic {
        range: text::range(map, place)?,
        severity: Some(match d.severity {
            Severity::Error => DiagnosticSeverity::ERROR,
            Severity::Warning => DiagnosticSeverity::WARNING,
        }),
        code: Some(NumberOrString::String(d.code.into())),
        source: Some("translate".into()),
        message,
        related_information: Some(related.collect()),
        ..Diagnostic::default()
    };
    Some((path, diagnostic))
}
