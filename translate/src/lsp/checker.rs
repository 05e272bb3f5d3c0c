//! The process that checks one program, once, and then answers questions about it: `translate lsp --checker`.
//!
//! It runs the program's own code, as every import does. So it is a process of its own: whatever that code does, the server can end it.

use super::index::Index;
use super::protocol::*;
use super::{text, wire};
use crate::check::diagnose;
use crate::cli::Check;
use crate::failure::Sources;
use crate::{ends, on_big_stack};
use crossbeam_channel::{Receiver, unbounded};
use flowmodel::diag::{self, FileId, Severity, SourceMap, Span};
use flowspace::host::INTERRUPTED;
use lsp_server::{ErrorCode, Message, Notification, Request, Response};
use serde::de::DeserializeOwned;
use serde::{Deserialize, Serialize};
use std::collections::{BTreeMap, BTreeSet};
use std::fs::File;
use std::io::{BufReader, Write};
use std::os::fd::FromRawFd;
use std::path::{Path, PathBuf};
use std::process::ExitCode;
use std::rc::Rc;

/// The method of the one request that a checker gets first.
pub const CHECK: &str = "check";
/// The method of what makes it say where the program is that it imports; it ends if it imports none.
pub const INTERRUPT: &str = "interrupt";
/// The method of what it tells when it has checked.
pub const CHECKED: &str = "checked";

/// Says what is to be checked.
#[derive(Serialize, Deserialize)]
pub struct Wanted {
    /// The program.
    pub path: PathBuf,
    /// True if there is no such file: it is a text that imports a module.
    pub made_up: bool,
    /// Texts that count instead of files.
    pub unsaved: Vec<(PathBuf, String)>,
    /// Number of seconds that the server waits.
    pub limit: u64,
}

/// Holds what was found.
#[derive(Serialize, Deserialize)]
pub struct Found {
    /// Diagnostics by file.
    pub diagnostics: BTreeMap<PathBuf, Vec<Diagnostic>>,
    /// The program's files.
    pub files: BTreeSet<PathBuf>,
}

/// Serves until the server that has started it ends it, or has ended.
pub fn run() -> ExitCode {
    ends::watch();
    let (input, output) = match streams() {
        Ok(streams) => streams,
        Err(e) => {
            eprintln!("translate lsp: {e}");
            return ExitCode::from(1);
        }
    };
    let (sender, inbox) = unbounded();
    std::thread::spawn(move || {
        let mut input = BufReader::new(input);
        while let Ok(Some(message)) = wire::read(&mut input) {
            match &message {
                Message::Notification(n) if n.method == INTERRUPT => {
                    if !ends::interrupt() {
                        break;
                    }
                }
                _ => drop(sender.send(message)),
            }
        }
        // The server is gone, or wants no more; what is at work here would never end, perhaps.
        ends::leave(0);
    });
    let work = move || serve(&inbox, output);
    on_big_stack(work).unwrap_or(ExitCode::from(3))
}

/// The pipes from and to the server. The program's code must not touch them: it reads nothing, and what it prints goes to stderr.
fn streams() -> std::io::Result<(File, File)> {
    let null = File::open("/dev/null")?;
    let checked = |fd: i32| if fd < 0 { Err(std::io::Error::last_os_error()) } else { Ok(fd) };
    // SAFETY: duplicates descriptors that this process was started with; nobody else has the new ones.
    unsafe {
        let input = checked(libc::fcntl(0, libc::F_DUPFD_CLOEXEC, 3))?;
        let output = checked(libc::fcntl(1, libc::F_DUPFD_CLOEXEC, 3))?;
        checked(libc::dup2(std::os::fd::AsRawFd::as_raw_fd(&null), 0))?;
        checked(libc::dup2(2, 1))?;
        Ok((File::from_raw_fd(input), File::from_raw_fd(output)))
    }
}

fn serve(inbox: &Receiver<Message>, mut output: File) -> ExitCode {
    let mut program = None;
    for message in inbox {
        let reply = match message {
            Message::Notification(n) if n.method == CHECK => {
                let Ok(wanted) = serde_json::from_value(n.params) else { break };
                let (checked, found) = Program::check(&wanted);
                program = Some(checked);
                Message::Notification(Notification::new(CHECKED.into(), found))
            }
            Message::Request(r) => match &program {
                Some(program) => Message::Response(answer(program, r)),
                None => break,
            },
            _ => continue,
        };
        if reply.write(&mut output).and_then(|()| output.flush()).is_err() {
            break;
        }
    }
    ExitCode::from(1)
}

/// Says whether a checker answers requests of this method.
pub fn answers(method: &str) -> bool {
    [HOVER, DEFINITION, PREPARE_CALLS, INCOMING_CALLS, OUTGOING_CALLS].contains(&method)
}

fn answer(program: &Program, r: Request) -> Response {
    fn with<P: DeserializeOwned, R: Serialize>(r: Request, f: impl FnOnce(P) -> R) -> Response {
        match serde_json::from_value(r.params) {
            Ok(p) => Response::new_ok(r.id, f(p)),
            Err(e) => Response::new_err(r.id, ErrorCode::InvalidParams as i32, e.to_string()),
        }
    }
    match &*r.method {
        HOVER => with(r, |at: At| program.hover(&at)),
        DEFINITION => with(r, |at: At| program.definition(&at)),
        PREPARE_CALLS => with(r, |at: At| program.prepare_calls(&at)),
        INCOMING_CALLS => with(r, |of: Of| program.incoming(&of.item)),
        OUTGOING_CALLS => with(r, |of: Of| program.outgoing(&of.item)),
        _ => {
            let m = format!("`{}` is not supported", r.method);
            Response::new_err(r.id, ErrorCode::MethodNotFound as i32, m)
        }
    }
}

/// A program that was checked.
struct Program {
    sources: Sources,
    index: Index,
}

impl Program {
    fn check(wanted: &Wanted) -> (Program, Found) {
        let mut cli = Check::of(&wanted.path).translation();
        cli.unsaved = wanted.unsaved.clone();
        let sources = Sources::default();
        let mut diagnostics: BTreeMap<PathBuf, Vec<Diagnostic>> = BTreeMap::new();
        let (result, index) = diagnose(&cli, &sources, Index::of).unwrap_or_else(|m| {
            diagnostics.insert(wanted.path.clone(), vec![of_file(m)]);
            Default::default()
        });
        let map = sources.borrow();
        for mut d in result {
            // A file that is not the program's main one has no `target`, and code that nothing calls gives no JIT.
            let Some(place) = d.primary else { continue };
            if d.code == INTERRUPTED {
                let limit = wanted.limit;
                d.message =
                    format!("the import takes more than {limit} seconds: the check ends here");
            }
            if let Some((path, mut shown)) = shown(&map, &d, place) {
                if wanted.made_up {
                    let of_file = |r: &Related| r.location.uri.path();
                    shown.related_information.retain(|r| of_file(r).as_ref() != Some(&wanted.path));
                }
                let list = diagnostics.entry(path).or_default();
                if !list.contains(&shown) {
                    list.push(shown);
                }
            }
        }
        let files = (0..).map_while(|i| map.get(FileId(i))).map(|f| PathBuf::from(&*f.path));
        let mut found = Found { diagnostics, files: files.collect() };
        if wanted.made_up {
            found.diagnostics.remove(&wanted.path);
        }
        drop(map);
        (Program { sources, index: index.unwrap_or_default() }, found)
    }

    /// A file's id, the offset of a position, and the text.
    fn locate(&self, at: &At) -> Option<(FileId, u32, Rc<str>)> {
        let path = at.text_document.uri.path()?;
        let map = self.sources.borrow();
        // (the last one: a program may have been imported more than once)
        let files = (0..).map(FileId).map_while(|i| Some((i, map.get(i)?)));
        let (id, file) = files.filter(|(_, f)| Path::new(&*f.path) == path).last()?;
        let text = file.text.clone();
        let offset = text::offset(&text, at.position);
        Some((id, offset, text))
    }

    /// Gives what is known of what is at a position.
    fn hover(&self, at: &At) -> Option<Hover> {
        let (file, offset, text) = self.locate(at)?;
        let word = text::word(&text, offset);
        let known = self.index.hover(file, offset, word.map(|w| w.0), word.is_some_and(|w| w.1))?;
        let value = format!("```python\n{known}\n```");
        Some(Hover { contents: Markup { kind: "markdown", value } })
    }

    /// Finds the definition of what is at a position.
    fn definition(&self, at: &At) -> Option<Location> {
        let (file, offset, text) = self.locate(at)?;
        let (word, is_attribute) = text::word(&text, offset)?;
        let place = self.index.definition(file, offset, word, is_attribute)?;
        location(&self.sources.borrow(), place)
    }

    /// The function at a position, as an item of a call hierarchy.
    fn prepare_calls(&self, at: &At) -> Option<Vec<CallHierarchyItem>> {
        let (file, offset, text) = self.locate(at)?;
        let (word, is_attribute) = text::word(&text, offset)?;
        let f = self.index.function_named(file, offset, word, is_attribute)?;
        Some(vec![item(self, f)?])
    }

    /// Lists the calls of a function.
    fn incoming(&self, of: &CallHierarchyItem) -> Option<Vec<IncomingCall>> {
        let f = self.function_of(of)?;
        let calls = grouped(self, |c| (c.callee == f).then_some(c.caller));
        let shown = calls.into_iter().filter_map(|(from, from_ranges)| {
            Some(IncomingCall { from: item(self, from)?, from_ranges })
        });
        Some(shown.collect())
    }

    /// Lists the functions that a function calls.
    fn outgoing(&self, of: &CallHierarchyItem) -> Option<Vec<OutgoingCall>> {
        let f = self.function_of(of)?;
        let calls = grouped(self, |c| (c.caller == f).then_some(c.callee));
        let shown = calls.into_iter().filter_map(|(to, from_ranges)| {
            Some(OutgoingCall { to: item(self, to)?, from_ranges })
        });
        Some(shown.collect())
    }

    fn function_of(&self, item: &CallHierarchyItem) -> Option<usize> {
        let text_document = Text { uri: item.uri.clone() };
        let at = At { text_document, position: item.selection_range.start };
        let (file, offset, _) = self.locate(&at)?;
        let functions = &self.index.functions;
        let f = functions.iter().position(|f| f.header.file == file && f.header.start == offset)?;
        Some(f)
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
        kind: if f.name.contains('.') { SYMBOL_METHOD } else { SYMBOL_FUNCTION },
        detail: f.signature(),
        uri: place.uri,
        range: text::range(&map, f.body)?,
        selection_range: place.range,
    })
}

/// A place in a file (what the library embeds has none).
fn location(map: &SourceMap, s: Span) -> Option<Location> {
    let file = map.get(s.file)?;
    let uri = Uri::of(Path::new(&*file.path))?;
    Some(Location { uri, range: text::range(map, s)? })
}

/// A diagnostic as editors want it, and the file it is in.
fn shown(map: &SourceMap, d: &diag::Diagnostic, place: Span) -> Option<(PathBuf, Diagnostic)> {
    let path = PathBuf::from(&*map.get(place.file)?.path);
    let mut message = d.message.clone();
    for note in &d.notes {
        message += &format!("\n{note}");
    }
    let related = d.labels.iter().filter_map(|(s, text)| {
        Some(Related { location: location(map, *s)?, message: text.clone() })
    });
    let diagnostic = Diagnostic {
        range: text::range(map, place)?,
        severity: match d.severity {
            Severity::Error => SEVERITY_ERROR,
            Severity::Warning => SEVERITY_WARNING,
        },
        code: Some(d.code.into()),
        source: "translate".into(),
        message,
        related_information: related.collect(),
    };
    Some((path, diagnostic))
}

/// A diagnostic of a program as a whole.
pub fn of_file(message: String) -> Diagnostic {
    Diagnostic {
        range: Range::default(),
        severity: SEVERITY_ERROR,
        code: None,
        source: "translate".into(),
        message,
        related_information: vec![],
    }
}
