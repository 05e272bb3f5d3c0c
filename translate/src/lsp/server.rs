//! Server that the editor talks to: knows its texts, has programs checked, and passes on questions and
//! answers.

use super::checker::{self, CHECK, CHECKED, Found, INTERRUPT, Wanted};
use super::programs::{self, Program, Texts};
use super::protocol::*;
use super::wire;
use crossbeam_channel::{Receiver, Sender, select, unbounded};
use lsp_server::{Connection, ErrorCode, Message, Notification, Request, RequestId, Response};
use serde::de::DeserializeOwned;
use serde_json::{Value, json};
use std::collections::{BTreeMap, BTreeSet, HashMap};
use std::error::Error;
use std::io::{BufReader, Write};
use std::path::{Path, PathBuf};
use std::process::{Child, ChildStdin, Command, ExitCode, ExitStatus, Stdio};
use std::rc::Rc;
use std::thread::JoinHandle;
use std::time::{Duration, Instant};

/// Time for which the texts must stay as they are before they are checked.
const QUIET: Duration = Duration::from_millis(150);
/// Maximum time that a question waits for a check that is at work; then what was known before it
/// answers.
const PATIENCE: Duration = Duration::from_secs(5);
/// Maximum time that a process that was asked to end may take.
const GRACE: Duration = Duration::from_secs(2);

/// Serves until the editor says that it ends, or is gone. Checks have so many seconds.
pub fn run(limit: u64) -> ExitCode {
    match serve(limit) {
        Ok(()) => ExitCode::SUCCESS,
        Err(e) => {
            eprintln!("translate lsp: {e}");
            ExitCode::from(1)
        }
    }
}

/// Lists what the server can do, as it says at the beginning.
fn capabilities() -> Value {
    json!({
        "textDocumentSync": SYNC_FULL,
        "hoverProvider": true,
        "definitionProvider": true,
        "callHierarchyProvider": true,
    })
}

type Failed = Box<dyn Error + Sync + Send>;

fn serve(limit: u64) -> Result<(), Failed> {
    let (sender, out) = unbounded();
    let writer = std::thread::spawn(move || write_all(&out, std::io::stdout()));
    let (inbox, receiver) = unbounded();
    let (failing, failure) = unbounded();
    std::thread::spawn(move || {
        let mut input = BufReader::new(std::io::stdin());
        loop {
            match wire::read(&mut input) {
                Ok(Some(message)) => drop(inbox.send(message)),
                Ok(None) => break,
                Err(e) => break drop(failing.send(e)),
            }
        }
    });
    let connection = Connection { sender, receiver };
    let served = converse(&connection, limit);
    drop(connection);
    let _ = writer.join();
    // (What could not be read is why nothing more came.)
    failure.try_recv().map_or(served, |e| Err(e.into()))
}

fn write_all(messages: &Receiver<Message>, mut output: impl Write) {
    for message in messages {
        if message.write(&mut output).and_then(|()| output.flush()).is_err() {
            break;
        }
    }
}

fn converse(connection: &Connection, limit: u64) -> Result<(), Failed> {
    connection.initialize(capabilities())?;
    let mut server = Server::new(connection.sender.clone(), limit);
    loop {
        let timeout = server.next_wake().saturating_duration_since(Instant::now());
        select! {
            recv(connection.receiver) -> message => match message {
                Ok(Message::Request(r)) => {
                    if connection.handle_shutdown(&r)? {
                        return Ok(());
                    }
                    server.ask(r);
                }
                Ok(Message::Notification(n)) if n.method == EXIT => {
                    return Err("the editor ends without `shutdown`".into());
                }
                Ok(Message::Notification(n)) => server.note(n),
                Ok(Message::Response(_)) => {}
                Err(_) => return Ok(()),
            },
            recv(server.told) -> told => {
                if let Ok((checker, message)) = told {
                    server.hear(checker, message);
                }
            }
            default(timeout) => {}
        }
        server.go_on();
    }
}

/// A process that checks a program. It ends with this.
struct Checker {
    number: u64,
    process: Option<Child>,
    input: Option<ChildStdin>,
}

impl Checker {
    /// Starts one. What it says comes out of the channel with its number; `None`: it has ended.
    fn start(number: u64, told: Sender<(u64, Option<Message>)>) -> std::io::Result<Checker> {
        let this = Path::new("/proc/self/exe"); // (also where the file has another name now)
        let exe = if this.exists() { this.to_path_buf() } else { std::env::current_exe()? };
        let mut command = Command::new(exe);
        command.args(["lsp", "--checker"]).stdin(Stdio::piped()).stdout(Stdio::piped());
        let mut process = command.spawn()?;
        let no_pipe = || std::io::Error::other("no pipe");
        let input = Some(process.stdin.take().ok_or_else(no_pipe)?);
        let mut output = BufReader::new(process.stdout.take().ok_or_else(no_pipe)?);
        std::thread::spawn(move || {
            while let Ok(Some(message)) = wire::read(&mut output) {
                let _ = told.send((number, Some(message)));
            }
            let _ = told.send((number, None));
        });
        Ok(Checker { number, process: Some(process), input })
    }

    fn send(&mut self, message: impl Into<Message>) {
        if let Some(input) = &mut self.input {
            // (A process that has ended is heard of otherwise.)
            let _ = message.into().write(input).and_then(|()| input.flush());
        }
    }

    fn kill(&mut self) {
        let _ = self.process.as_mut().map(Child::kill);
    }

    /// Ends it, and gives its exit status.
    fn end(mut self) -> Option<ExitStatus> {
        let mut process = self.process.take()?;
        wait(&mut process).ok()
    }

    /// Ends it, in the background: it sees the end of its input.
    fn stop(&mut self) -> Option<JoinHandle<()>> {
        self.input = None;
        let mut process = self.process.take()?;
        Some(std::thread::spawn(move || drop(wait(&mut process))))
    }
}

/// Waits for a process that ends by itself, or by force after a while.
fn wait(process: &mut Child) -> std::io::Result<ExitStatus> {
    let start = Instant::now();
    while start.elapsed() < GRACE {
        if let Some(status) = process.try_wait()? {
            return Ok(status);
        }
        std::thread::sleep(Duration::from_millis(10));
    }
    process.kill()?;
    process.wait()
}

/// A check that is at work.
struct Check {
    program: Program,
    checker: Checker,
    /// Time when it must be done; after the first one, when it has to be gone.
    until: Instant,
    interrupted: bool,
}

/// Holds what is known of a program.
#[derive(Default)]
struct CheckedProgram {
    files: BTreeSet<PathBuf>,
    diagnostics: BTreeMap<PathBuf, Vec<Diagnostic>>,
    /// Answers questions.
    checker: Option<Checker>,
}

struct Server {
    out: Sender<Message>,
    limit: u64,
    texts: HashMap<PathBuf, Rc<str>>,
    /// Files that changed since their programs were looked for, and when they are.
    changed: BTreeSet<PathBuf>,
    quiet_at: Option<Instant>,
    /// Programs to check.
    due: BTreeSet<Program>,
    check: Option<Check>,
    known: BTreeMap<Program, CheckedProgram>,
    /// Files that the editor waits to hear of, even if there is nothing to say.
    untold: BTreeSet<PathBuf>,
    /// Questions that wait for checks, and until when.
    waiting: Vec<(Instant, Request)>,
    /// Questions that a checker has.
    asked: HashMap<RequestId, u64>,
    checkers: u64,
    telling: Sender<(u64, Option<Message>)>,
    told: Receiver<(u64, Option<Message>)>,
    stopping: Vec<JoinHandle<()>>,
}

impl Texts for Server {
    fn text(&self, path: &Path) -> Option<Rc<str>> {
        let read = || Some(std::fs::read_to_string(path).ok()?.into());
        self.texts.get(path).cloned().or_else(read)
    }
}

impl Drop for Server {
    /// Checks end with the server.
    fn drop(&mut self) {
        let checkers = self.known.values_mut().filter_map(|k| k.checker.as_mut());
        let all = checkers.chain(self.check.as_mut().map(|c| &mut c.checker));
        self.stopping.extend(all.filter_map(Checker::stop));
        for thread in self.stopping.drain(..) {
            let _ = thread.join();
        }
    }
}

impl Server {
    fn new(out: Sender<Message>, limit: u64) -> Server {
        let (telling, told) = unbounded();
        Server {
            out,
            limit,
            texts: HashMap::new(),
            changed: BTreeSet::new(),
            quiet_at: None,
            due: BTreeSet::new(),
            check: None,
            known: BTreeMap::new(),
            untold: BTreeSet::new(),
            waiting: vec![],
            asked: HashMap::new(),
            checkers: 0,
            telling,
            told,
            stopping: vec![],
        }
    }

    fn tell(&self, message: impl Into<Message>) {
        let _ = self.out.send(message.into());
    }

    /// Gives the time when something is to be done without a message.
    fn next_wake(&self) -> Instant {
        let questions = self.waiting.iter().map(|(until, _)| *until);
        let times = questions.chain(self.quiet_at).chain(self.check.as_ref().map(|c| c.until));
        times.min().unwrap_or_else(|| Instant::now() + Duration::from_secs(3600))
    }

    /// Takes note of what the editor tells.
    fn note(&mut self, n: Notification) {
        fn params<T: DeserializeOwned>(n: Notification) -> Option<T> {
            serde_json::from_value(n.params).ok()
        }
        match &*n.method {
            DID_OPEN => {
                if let Some(p) = params::<Open>(n) {
                    self.set_text(p.text_document.uri, Some(p.text_document.text));
                }
            }
            DID_CHANGE => {
                if let Some(mut p) = params::<Change>(n)
                    && let Some(change) = p.content_changes.pop()
                {
                    self.set_text(p.text_document.uri, Some(change.text));
                }
            }
            DID_SAVE => {
                let all = self.texts.keys().cloned().collect();
                self.files_changed(all);
            }
            DID_CLOSE => {
                if let Some(p) = params::<Close>(n) {
                    self.set_text(p.text_document.uri, None);
                    self.forget_closed();
                }
            }
            _ => {}
        }
    }

    /// A text was opened or changed, or closed: then the file counts.
    fn set_text(&mut self, uri: Uri, text: Option<String>) {
        let Some(path) = uri.path() else { return };
        match text {
            Some(text) => drop(self.texts.insert(path.clone(), text.into())),
            None => drop(self.texts.remove(&path)),
        }
        self.files_changed(vec![path]);
    }

    /// Notes changes of files: checks that are at work are of no use any more.
    fn files_changed(&mut self, files: Vec<PathBuf>) {
        self.changed.extend(files);
        self.quiet_at = Some(Instant::now() + QUIET);
        if let Some(mut check) = self.check.take() {
            self.stopping.extend(check.checker.stop());
            self.due.insert(check.program);
        }
    }

    /// Forgets the programs of which no file is open any more: nobody asks about them.
    fn forget_closed(&mut self) {
        let texts = &self.texts;
        let closed =
            |_: &Program, k: &mut CheckedProgram| !k.files.iter().any(|f| texts.contains_key(f));
        for (program, mut known) in self.known.extract_if(.., closed).collect::<Vec<_>>() {
            self.stopping.extend(known.checker.take().and_then(|mut c| c.stop()));
            self.untold.extend(known.diagnostics.into_keys());
            self.due.remove(&program);
        }
    }

    /// Finds out which programs are to be checked.
    fn look_for_programs(&mut self) {
        self.quiet_at = None;
        let changed = std::mem::take(&mut self.changed);
        for path in &changed {
            let known = self.known.iter().filter(|(_, k)| k.files.contains(path));
            let known: Vec<Program> = known.map(|(p, _)| p.clone()).collect();
            let open = self.texts.contains_key(path);
            if open && (known.is_empty() || programs::is_program(self, path)) {
                let found = programs::of_file(self, path);
                self.due.extend(found);
            }
            self.due.extend(known);
        }
        self.untold.extend(changed);
    }

    /// A question of the editor. It waits for checks; the texts are checked at once then.
    fn ask(&mut self, r: Request) {
        if !checker::answers(&r.method) {
            let m = format!("`{}` is not supported", r.method);
            self.tell(Response::new_err(r.id, ErrorCode::MethodNotFound as i32, m));
            return;
        }
        self.quiet_at = self.quiet_at.map(|_| Instant::now());
        self.waiting.push((Instant::now() + PATIENCE, r));
    }

    /// Gives a question to the process that knows the program.
    fn pass_on(&mut self, r: Request) {
        let at = |key: &str| r.params[key]["uri"].as_str().map(|u| Uri(u.into()));
        let path = at("textDocument").or_else(|| at("item")).and_then(|u| u.path());
        let of_file = |k: &&mut CheckedProgram| path.as_ref().is_some_and(|p| k.files.contains(p));
        let mut programs = self.known.values_mut().filter(of_file);
        match programs.find_map(|k| k.checker.as_mut()) {
            Some(checker) => {
                self.asked.insert(r.id.clone(), checker.number);
                checker.send(r);
            }
            None => self.tell(Response::new_ok(r.id, Value::Null)),
        }
    }

    /// Does what is to be done now.
    fn go_on(&mut self) {
        let now = Instant::now();
        if self.quiet_at.is_some_and(|at| at <= now) {
            self.look_for_programs();
        }
        if self.check.as_ref().is_some_and(|c| c.until <= now) {
            self.out_of_time();
        }
        if self.check.is_none() && self.quiet_at.is_none() {
            match self.due.pop_first() {
                Some(program) => self.start(program),
                None => self.tell_rest(),
            }
        }
        let idle = self.check.is_none() && self.quiet_at.is_none() && self.due.is_empty();
        let (ready, waiting) = std::mem::take(&mut self.waiting)
            .into_iter()
            .partition(|(until, _)| idle || *until <= now);
        self.waiting = waiting;
        let ready: Vec<(Instant, Request)> = ready;
        for (_, r) in ready {
            self.pass_on(r);
        }
        self.stopping.retain(|thread| !thread.is_finished());
    }

    fn start(&mut self, program: Program) {
        self.checkers += 1;
        let mut checker = match Checker::start(self.checkers, self.telling.clone()) {
            Ok(checker) => checker,
            Err(e) => {
                return self.settle(
                    &program,
                    failed(&program, format!("the check cannot start: {e}")),
                    None,
                );
            }
        };
        let mut unsaved: Vec<(PathBuf, String)> =
            self.texts.iter().map(|(p, t)| (p.clone(), t.to_string())).collect();
        unsaved.extend(program.module.iter().map(|m| (program.path.clone(), m.import.clone())));
        let made_up = program.module.is_some();
        let wanted = Wanted { path: program.path.clone(), made_up, unsaved, limit: self.limit };
        checker.send(Notification::new(CHECK.into(), wanted));
        let until = Instant::now() + Duration::from_secs(self.limit);
        self.check = Some(Check { program, checker, until, interrupted: false });
    }

    /// A check has had its time. Interrupted, it can tell where the program is; otherwise it ends.
    fn out_of_time(&mut self) {
        let Some(check) = &mut self.check else { return };
        match check.interrupted {
            true => check.checker.kill(),
            false => check.checker.send(Notification::new(INTERRUPT.into(), Value::Null)),
        }
        check.interrupted = true;
        check.until = Instant::now() + GRACE;
    }

    /// Takes note of what a checker says.
    fn hear(&mut self, number: u64, message: Option<Message>) {
        let at_work = self.check.as_ref().is_some_and(|c| c.checker.number == number);
        match message {
            Some(Message::Response(r)) => {
                if self.asked.remove(&r.id).is_some() {
                    self.tell(r);
                }
            }
            Some(Message::Notification(n)) if at_work && n.method == CHECKED => {
                let Some(check) = self.check.take() else { return };
                let found = serde_json::from_value(n.params);
                let found = found.unwrap_or_else(|e| failed(&check.program, e.to_string()));
                self.settle(&check.program, found, Some(check.checker));
            }
            Some(_) => {}
            None if at_work => {
                let Some(check) = self.check.take() else { return };
                let m = match (check.interrupted, check.checker.end()) {
                    (true, _) => {
                        format!("the check takes more than {} seconds: it was ended", self.limit)
                    }
                    (false, Some(status)) => format!("the check failed: {status}"),
                    (false, None) => "the check failed".into(),
                };
                self.settle(&check.program, failed(&check.program, m), None);
            }
            None => {
                let lost = self.asked.extract_if(|_, n| *n == number);
                for (id, _) in lost.collect::<Vec<_>>() {
                    self.tell(Response::new_ok(id, Value::Null));
                }
            }
        }
    }

    /// A program was checked.
    fn settle(&mut self, program: &Program, found: Found, checker: Option<Checker>) {
        let known = self.known.entry(program.clone()).or_default();
        let mut told: BTreeSet<PathBuf> = known.diagnostics.keys().cloned().collect();
        told.extend(found.diagnostics.keys().cloned());
        if let Some(mut before) = std::mem::replace(&mut known.checker, checker) {
            self.stopping.extend(before.stop());
        }
        // (a check that has failed does not know them all)
        if known.checker.is_some() {
            known.files.clear();
        }
        known.files.extend(found.files);
        known.diagnostics = found.diagnostics;
        told.extend(known.files.intersection(&self.untold).cloned());
        for path in told {
            self.publish(&path);
        }
    }

    /// Files without a program that knows them.
    fn tell_rest(&mut self) {
        while let Some(path) = self.untold.first().cloned() {
            self.publish(&path);
        }
    }

    /// Tells the editor what all programs say of a file.
    fn publish(&mut self, path: &Path) {
        self.untold.remove(path);
        let Some(uri) = Uri::of(path) else { return };
        let mut diagnostics: Vec<Diagnostic> = vec![];
        for d in self.known.values().filter_map(|k| k.diagnostics.get(path)).flatten() {
            if !diagnostics.contains(d) {
                diagnostics.push(d.clone());
            }
        }
        let published = Published { uri, diagnostics };
        self.tell(Notification::new(PUBLISH_DIAGNOSTICS.into(), published));
    }
}

/// Gives what is found where a check gives nothing.
fn failed(program: &Program, message: String) -> Found {
    let path = program.module.as_ref().map_or(&program.path, |m| &m.path);
    let diagnostics = BTreeMap::from([(path.clone(), vec![checker::of_file(message)])]);
    Found { diagnostics, files: BTreeSet::from([path.clone()]) }
}
