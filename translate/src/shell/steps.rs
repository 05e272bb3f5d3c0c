//! The module `_translation`: the steps of translations for `rpython.translator.interactive`, on the heap of the session.

use crate::cli::Cli;
use crate::ends::{Temporary, temporary_folder};
use crate::failure::{Failure, Res};
use crate::{Shown, Translation, render};
use clap::Parser;
use flowmodel::HostRef;
use flowspace::host::{BFn, Host, HostObj, Kw, R, registry};
use std::cell::RefCell;
use std::fmt::Write as _;
use std::path::{Path, PathBuf};

/// A translation of a session.
struct Step {
    translation: Translation,
    /// Folder of its files.
    folder: tempfile::TempDir,
    _watched: Temporary,
    /// Its graphs, as the steps have left them, and the last of these steps.
    book: viewer::Book,
    noted: &'static str,
}

thread_local! {
    /// The translations that were begun, by number; `None`: a step of it is running.
    static TRANSLATIONS: RefCell<Vec<Option<Step>>> = const { RefCell::new(vec![]) };
}

/// Makes the module.
pub fn install(host: &mut Host) {
    let module = registry::new_module(host, "_translation", None);
    registry::add_functions(host, module, FUNCTIONS);
}

/// Ends all translations: their files go away.
pub fn forget() {
    TRANSLATIONS.take();
}

const FUNCTIONS: &[(&str, BFn)] = &[("start", start), ("step", step)];

/// `start(entry_point, function, words)`: the number of a new translation, with the options in `words`.
fn start(h: &mut Host, args: &[HostRef], _: &Kw) -> R {
    let [entry, function, words] = *args else { return Err(h.type_error("start: 3 arguments")) };
    let mut line = vec!["translate".to_string()];
    for w in h.iter_to_vec(words)? {
        line.extend(h.text(w).map(|t| t.to_string()));
    }
    line.extend(["--".into(), "function".into()]);
    let mut cli = match Cli::try_parse_from(line) {
        Ok(cli) => cli,
        Err(e) => {
            let text = e.to_string();
            let first = text.lines().next().unwrap_or_default();
            return Err(h.type_error(first.trim_start_matches("error: ")));
        }
    };
    let folder = match temporary_folder() {
        Ok(folder) => folder,
        Err(e) => return Err(h.err("OSError", e.to_string())),
    };
    cli.output = Some(folder.path().join("function"));
    if let Err(m) = cli.settle() {
        return Err(h.type_error(m));
    }
    let placeholder = Host::new(h.sources.clone());
    let translation = Translation::of_entry_point(cli, placeholder, entry, function, "function");
    let _watched = Temporary::new(folder.path());
    let n = TRANSLATIONS.with_borrow_mut(|all| {
        let book = viewer::Book::new("function");
        all.push(Some(Step { translation, folder, _watched, book, noted: "" }));
        all.len() - 1
    });
    Ok(h.int(n as i64))
}

/// `step(number, name, …)`: (True, what the step gives) or (False, what is wrong).
fn step(h: &mut Host, args: &[HostRef], _: &Kw) -> R {
    let [number, what, more @ ..] = args else { return Err(h.type_error("step: 2 arguments")) };
    let number = h.as_int(*number).map_or(usize::MAX, |n| n as usize);
    let what = h.text(*what).unwrap_or_default();
    let more = more.first().and_then(|m| h.text(*m));
    let taken = TRANSLATIONS.with_borrow_mut(|all| all.get_mut(number).and_then(Option::take));
    let Some(mut s) = taken else {
        return Err(h.err("RuntimeError", "a step of this translation is being done"));
    };
    std::mem::swap(h, &mut s.translation.host);
    let result = s.done(&what, more.as_deref().unwrap_or_default());
    std::mem::swap(h, &mut s.translation.host);
    TRANSLATIONS.with_borrow_mut(|all| all[number] = Some(s));
    let (ok, text) = match result {
        Ok(text) => (true, text),
        Err(failure) => (false, told(h, &failure)),
    };
    let pair = [h.bool(ok), h.str(&text)];
    Ok(h.tuple(&pair))
}

/// Gives the text of a failure, as the command would say it.
fn told(h: &Host, failure: &Failure) -> String {
    match failure {
        Failure::User(errors) => {
            let sources = h.sources.borrow();
            let all = errors.iter().map(|d| render::render(d, &sources, false));
            all.collect::<Vec<_>>().join("\n")
        }
        Failure::Io(m) => m.clone(),
        Failure::Internal(stage, m, _) => format!("internal error in stage {stage}: {m}"),
    }
}

impl Step {
    fn done(&mut self, what: &str, more: &str) -> Res<String> {
        if matches!(what, "annotate" | "rtype" | "backendopt" | "source" | "compile") {
            self.note()?;
        }
        let t = &mut self.translation;
        match what {
            "annotate" => return t.annotation(),
            "rtype" => t.rtype().map(drop)?,
            "backendopt" => t.backendopt()?,
            "state" => return Ok(t.step().into()),
            "source" => return self.source(),
            "source_folder" => return Ok(self.sources()?.display().to_string()),
            "compile" => return self.compile(),
            "view" => return self.view(more),
            "dot" => return self.dot(Path::new(more)),
            "html" => return self.html(Path::new(more)),
            "graphs" => {
                let graphs = t.graphs()?;
                return Ok(graphs.into_iter().map(|g| g.name).collect::<Vec<_>>().join("\n"));
            }
            _ => return Err(Failure::Io(format!("there is no step {what}"))),
        }
        Ok(String::new())
    }

    /// The folder of the C files.
    fn sources(&mut self) -> Res<PathBuf> {
        let folder = self.folder.path().join("source");
        self.translation.source(&folder)?;
        Ok(folder)
    }

    fn compile(&mut self) -> Res<String> {
        let made = self.translation.compile()?;
        let exe = made.executable.ok_or(Failure::Io("no executable is wanted".into()))?;
        Ok(exe.display().to_string())
    }

    /// The program's own functions in C.
    fn source(&mut self) -> Res<String> {
        let folder = self.sources()?;
        let graphs = self.translation.graphs()?;
        let own: Vec<&Shown> = graphs.iter().filter(|g| self.translation.is_own(g)).collect();
        let mut text = String::new();
        let mut files: Vec<PathBuf> =
            std::fs::read_dir(&folder)?.flatten().map(|e| e.path()).collect();
        files.sort();
        for file in files.iter().filter(|f| f.extension().is_some_and(|e| e == "c")) {
            let code = std::fs::read_to_string(file)?;
            // Each function stands behind a comment with its name.
            let mut lines = code.lines();
            while let Some(line) = lines.next() {
                let name = line.strip_prefix("/* ").and_then(|l| l.strip_suffix(" */"));
                if name.is_some_and(|n| own.iter().any(|g| g.name == n)) {
                    for line in lines.by_ref() {
                        writeln!(text, "{line}").ok();
                        if line == "}" {
                            break;
                        }
                    }
                }
            }
        }
        Ok(text.trim_end().into())
    }

    /// Keeps the program's own graphs as the last step has left them, for [`Step::html`].
    fn note(&mut self) -> Res<()> {
        let stage = self.translation.step();
        if self.noted == stage {
            return Ok(());
        }
        let graphs = self.translation.graphs()?;
        self.book.stage(stage);
        for g in graphs.iter().filter(|g| self.translation.is_own(g)) {
            self.book.text(&g.name, &g.text);
        }
        self.noted = stage;
        Ok(())
    }

    /// A page with the program's own graphs, as each step has left them.
    fn html(&mut self, file: &Path) -> Res<String> {
        self.note()?;
        let sources = self.translation.host.sources.clone();
        crate::view::write_with(&self.book, file, &sources.borrow())?;
        Ok(format!("{} is for a browser", file.display()))
    }

    /// The program's own graphs, or those with this name.
    fn view(&mut self, name: &str) -> Res<String> {
        let graphs = self.translation.graphs()?;
        let wanted = |g: &&Shown| match name {
            "" => self.translation.is_own(g),
            _ => g.name == name,
        };
        let texts: Vec<&str> = graphs.iter().filter(wanted).map(|g| g.text.trim_end()).collect();
        if texts.is_empty() && !name.is_empty() {
            return Err(Failure::Io(format!("no function is called {name}: graphs() names all")));
        }
        Ok(texts.join("\n\n"))
    }

    fn dot(&mut self, folder: &Path) -> Res<String> {
        let graphs = self.translation.graphs()?;
        crate::dump::write_dots(folder, &graphs)?;
        Ok(format!("{} graphs are in {}", graphs.len(), folder.display()))
    }
}

/// Names that complete what stands in front of the cursor: attributes behind a dot, else names of the session.
pub fn completions(h: &mut Host, globals: HostRef, text: &str) -> Vec<String> {
    let (of, start) = match text.rsplit_once('.') {
        Some((object, start)) => (Some(object), start),
        None => (None, text),
    };
    let mut object = None;
    for name in of.iter().flat_map(|o| o.split('.')) {
        let next = match object {
            None => h.ns_get(globals, name).or_else(|| h.ns_get(h.builtins, name)),
            Some(o) => h.getattr_opt(o, name).ok().flatten(),
        };
        object = next;
        if object.is_none() {
            return vec![];
        }
    }
    let mut names: Vec<String> = match object {
        None => {
            let spaces = [globals, h.builtins];
            spaces
                .iter()
                .flat_map(|ns| h.dict_items(*ns))
                .filter_map(|(k, _)| h.text(k))
                .map(|k| k.to_string())
                .collect()
        }
        Some(o) => {
            let dir = h.ns_get(h.builtins, "dir").and_then(|dir| h.call(dir, &[o], &[]).ok());
            match dir.map(|d| h.obj(d)) {
                Some(HostObj::List(l)) => {
                    l.iter().filter_map(|n| h.text(*n)).map(|n| n.to_string()).collect()
                }
                _ => vec![],
            }
        }
    };
    names.retain(|n| n.starts_with(start) && (!n.starts_with('_') || start.starts_with('_')));
    names.sort();
    names.dedup();
    names
}
