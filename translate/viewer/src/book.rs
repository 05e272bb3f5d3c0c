//! The graphs of a program at all stages.

use crate::html::{Part, page};
use crate::names;
use indexmap::{IndexMap, IndexSet};
use serde_json::json;

/// Bytes of text that are compressed together: what is unpacked to show one function.
const CHUNK: usize = 200_000;

/// A source file.
#[derive(Clone, Debug)]
pub struct Source {
    /// Its path, as places name it.
    pub path: String,
    /// Its text.
    pub text: String,
}

/// Texts of a function, each with the number of the stage that left it so.
type Versions = Vec<(usize, String)>;

/// Graphs of all functions at the stages that changed them.
#[derive(Clone, PartialEq, Debug, Default)]
pub struct Book {
    title: String,
    stages: IndexSet<String>,
    functions: IndexMap<String, Versions>,
    /// Lines of the dump about classes.
    classes: Vec<String>,
}

/// One function in the index of the page.
struct Entry {
    place: Option<(String, u32)>,
    /// Callees at any stage, by number, and whether the last stage still has the call.
    callees: IndexMap<usize, bool>,
}

impl Book {
    /// An empty one.
    pub fn new(title: &str) -> Book {
        Book { title: title.into(), ..Book::default() }
    }

    /// Forgets all graphs: the translation begins again.
    pub fn clear(&mut self) {
        *self = Book::new(&self.title);
    }

    /// Says whether there is no graph.
    pub fn is_empty(&self) -> bool {
        self.functions.is_empty()
    }

    /// Begins a stage: what follows is of it. The same pass may run several times: then it gets a
    /// number.
    pub fn stage(&mut self, name: &str) {
        let mut full = name.to_string();
        let mut n = 1;
        while !self.stages.insert(full.clone()) {
            n += 1;
            full = format!("{name} {n}");
        }
    }

    /// Adds the text of a graph or jitcode at the current stage; one that is as it was is left out.
    pub fn text(&mut self, name: &str, text: &str) {
        if self.stages.is_empty() {
            self.stage("graphs");
        }
        let stage = self.stages.len() - 1;
        let versions = self.functions.entry(name.into()).or_default();
        match versions.last_mut() {
            Some((_, last)) if last == text => {}
            Some((at, last)) if *at == stage => *last = text.into(),
            _ => versions.push((stage, text.into())),
        }
    }

    /// Adds lines about classes.
    pub fn classes(&mut self, text: &str) {
        self.classes.extend(text.lines().map(String::from));
    }

    /// Reads what `--dump-graphs` printed. Graphs that stand before the first `; stage` are of the stage `otherwise`.
    pub fn read(&mut self, dump: &str, otherwise: &str) {
        let mut stage: Option<&str> = Some(otherwise);
        let mut text = String::new();
        let mut name: Option<String> = None;
        for line in dump.lines() {
            if let Some(new) = line.strip_prefix("; stage ") {
                self.finish(&mut name, &mut text, &mut stage);
                stage = Some(new.trim());
            } else if line.starts_with("; class ") || line.starts_with(";   ") {
                self.classes.push(line.into());
            } else if let Some(new) = head(line) {
                self.finish(&mut name, &mut text, &mut stage);
                name = Some(new);
                text = format!("{line}\n");
            } else if line.is_empty() {
                self.finish(&mut name, &mut text, &mut stage);
            } else if name.is_some() {
                text.push_str(line);
                text.push('\n');
            }
        }
        self.finish(&mut name, &mut text, &mut stage);
    }

    /// The text of a graph is complete.
    fn finish(&mut self, name: &mut Option<String>, text: &mut String, stage: &mut Option<&str>) {
        let Some(name) = name.take() else { return };
        if let Some(stage) = stage.take() {
            self.stage(stage);
        }
        self.text(&name, &std::mem::take(text));
    }

    /// The source files that places in the graphs name.
    pub fn paths(&self) -> IndexSet<String> {
        let mut paths = IndexSet::new();
        let lines = self.functions.values().flatten().flat_map(|(_, text)| text.lines());
        for line in lines.chain(self.classes.iter().map(String::as_str)) {
            let (_, note) = names::comment(line.strip_prefix("; class ").unwrap_or(line));
            for at in note.split(" calls ").next().unwrap_or("").split(" < ") {
                if let Some((path, _)) = names::place(at)
                    && !paths.contains(path)
                {
                    paths.insert(path.to_string());
                }
            }
        }
        paths
    }

    /// Gives what the index says of a function.
    fn entry(&self, versions: &Versions) -> Entry {
        let heads = versions.iter().filter_map(|(_, text)| text.lines().next());
        let place = heads
            .filter_map(|head| names::place(names::comment(head).1))
            .map(|(path, line)| (path.to_string(), line))
            .next();
        let mut callees = IndexMap::new();
        for (n, (_, text)) in versions.iter().enumerate() {
            let low_level = text.lines().next().is_some_and(|l| l.contains(") -> "));
            for line in text.lines().skip(1).filter(|l| l.contains('@')) {
                let (code, note) = names::comment(line);
                let code = if low_level { code } else { "" };
                let noted = note.split_once("calls ").map_or("", |n| n.1);
                for name in [code, noted].into_iter().flat_map(names::functions) {
                    if let Some(callee) = self.functions.get_index_of(&name) {
                        callees.insert(callee, n + 1 == versions.len());
                    }
                }
            }
        }
        Entry { place, callees }
    }

    /// The page, as one file of HTML.
    pub fn page(&self, sources: &[Source]) -> String {
        let mut chunks: Vec<(String, Vec<Vec<&str>>)> = vec![];
        let mut chunk: Vec<Vec<&str>> = vec![];
        let mut size = 0;
        let mut functions = vec![];
        for (name, versions) in &self.functions {
            let entry = self.entry(versions);
            let stages: Vec<usize> = versions.iter().map(|v| v.0).collect();
            let calls = |kept: bool| -> Vec<usize> {
                entry.callees.iter().filter(|c| *c.1 == kept).map(|c| *c.0).collect()
            };
            let (file, line) = match &entry.place {
                Some((path, line)) => (sources.iter().position(|s| s.path == *path), *line),
                None => (None, 0),
            };
            functions.push(json!({
                "name": name, "file": file, "line": line, "chunk": chunks.len(), "at": chunk.len(),
                "stages": stages, "calls": calls(true), "inlined": calls(false),
            }));
            chunk.push(versions.iter().map(|v| v.1.as_str()).collect());
            size += versions.iter().map(|v| v.1.len()).sum::<usize>();
            if size > CHUNK {
                chunks.push((format!("texts{}", chunks.len()), std::mem::take(&mut chunk)));
                size = 0;
            }
        }
        chunks.push((format!("texts{}", chunks.len()), chunk));
        let mut parts = Part::all(&chunks);
        for (n, source) in sources.iter().enumerate() {
            parts.push(Part::new(format!("source{n}"), &source.text));
        }
        let index = json!({
            "title": self.title,
            "stages": self.stages.iter().collect::<Vec<_>>(),
            "functions": functions,
            "files": sources.iter().map(|s| &s.path).collect::<Vec<_>>(),
            "classes": self.classes,
        });
        parts.push(Part::new("index".into(), &index));
        page(&self.title, crate::html::Kind::Graphs, &parts)
    }
}

/// The function that a line begins the text of.
fn head(line: &str) -> Option<String> {
    match line.strip_prefix("graph ") {
        Some(rest) => names::function(rest).map(|(name, _)| name),
        None => line.strip_prefix("jitcode ")?.split(' ').next().map(String::from),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const DUMP: &str = "; stage flow\ngraph @f(%n) {  ; a.rpy:1:1-9\nblock0(%n):\n    %v = add %n, 1  ; a.rpy:2:5-9 calls @g\n    \
        return %v\n}\n\n; stage rtyped\ngraph @f(%n: Signed) -> Signed {  ; a.rpy:1:1-9\nblock0(%n):\n    %v: Signed = direct_call @g, \"@h\"\n    \
        return %v\n}\n\ngraph @g(%n: Signed) -> Signed {\nblock0(%n):\n    return %n\n}\n; class m.C(m.B)  ; b.rpy:4:1-2\n";

    #[test]
    fn a_dump() {
        let mut book = Book::new("f");
        book.read(DUMP, "graphs");
        assert_eq!(book.stages.iter().collect::<Vec<_>>(), ["flow", "rtyped"]);
        assert_eq!(book.functions.keys().collect::<Vec<_>>(), ["f", "g"]);
        let f = &book.functions["f"];
        assert_eq!(f.iter().map(|v| v.0).collect::<Vec<_>>(), [0, 1]);
        assert!(f[0].1.ends_with("}\n") && f[0].1.starts_with("graph @f(%n) {"));
        let entry = book.entry(f);
        assert_eq!(entry.place, Some(("a.rpy".into(), 1)));
        assert_eq!(entry.callees.into_iter().collect::<Vec<_>>(), [(1, true)]);
        assert_eq!(book.classes, ["; class m.C(m.B)  ; b.rpy:4:1-2"]);
        assert_eq!(book.paths().into_iter().collect::<Vec<_>>(), ["a.rpy", "b.rpy"]);
    }

    #[test]
    fn a_text_that_stays_is_kept_once() {
        let mut book = Book::new("f");
        for stage in ["a", "b", "b"] {
            book.stage(stage);
            book.text("f", if stage == "a" { "x" } else { "y" });
        }
        assert_eq!(book.stages.iter().collect::<Vec<_>>(), ["a", "b", "b 2"]);
        assert_eq!(book.functions["f"], [(0, "x".to_string()), (1, "y".to_string())]);
    }
}
