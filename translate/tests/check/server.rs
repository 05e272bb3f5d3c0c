//! The language server, driven as an editor drives it.

use crate::common::run;
use libtest_mimic::Failed;
use serde_json::{Value, json};
use std::collections::BTreeMap;
use std::io::{BufRead, BufReader, Read, Write};
use std::path::Path;
use std::process::{Child, ChildStdin, Command, Stdio};
use std::sync::mpsc::{Receiver, channel};
use std::time::{Duration, Instant};

/// Maximum time that an answer may take on a busy machine.
const PATIENCE: Duration = Duration::from_secs(60);

struct Editor {
    server: Child,
    input: Option<ChildStdin>,
    messages: Receiver<Value>,
    requests: u64,
    uri: String,
}

const MAIN: &str = "from shapes import Square\n\n\ndef area(shape):\n    return shape.area()\n\n\n\
                    def entry_point(argv):\n    total = 0\n    for a in argv:\n        total += area(Square(len(a)))\n    \
                    return total\n\n\ndef target(driver, args):\n    return entry_point, None\n";
const SHAPES: &str = "class Square(object):\n    def __init__(self, side):\n        self.side = side\n\n    \
                      def area(self):\n        return self.side * self.side\n";

impl Editor {
    fn start(folder: &Path, options: &[&str]) -> Result<Editor, Failed> {
        let mut c = Command::new(env!("CARGO_BIN_EXE_translate"));
        c.arg("lsp").args(options).stdin(Stdio::piped()).stdout(Stdio::piped());
        let mut server = c.spawn()?;
        let input = server.stdin.take();
        let mut output = BufReader::new(server.stdout.take().ok_or("no stdout")?);
        let (sender, messages) = channel();
        std::thread::spawn(move || {
            loop {
                let mut length = 0;
                loop {
                    let mut line = String::new();
                    if output.read_line(&mut line).unwrap_or(0) == 0 {
                        return;
                    }
                    match line.trim().strip_prefix("Content-Length: ") {
                        Some(n) => length = n.parse().unwrap_or(0),
                        None if line.trim().is_empty() => break,
                        None => {}
                    }
                }
                let mut body = vec![0; length];
                if output.read_exact(&mut body).is_err() {
                    return;
                }
                if sender.send(serde_json::from_slice(&body).unwrap_or(Value::Null)).is_err() {
                    return;
                }
            }
        });
        let uri = format!("file://{}", folder.join("main.rpy").display());
        Ok(Editor { server, input, messages, requests: 0, uri })
    }

    /// Starts one, and says hello.
    fn begin(folder: &Path, options: &[&str]) -> Result<Editor, Failed> {
        let mut e = Editor::start(folder, options)?;
        e.ask("initialize", json!({"capabilities": {}, "processId": null, "rootUri": null}))?;
        e.notify("initialized", json!({}))?;
        Ok(e)
    }

    /// The processes that the server has started and that live.
    fn checkers(&self) -> Vec<u32> {
        let threads = std::fs::read_dir(format!("/proc/{}/task", self.server.id()));
        let children = |t: std::fs::DirEntry| std::fs::read_to_string(t.path().join("children"));
        let lists = threads.into_iter().flatten().flatten().filter_map(|t| children(t).ok());
        lists.flat_map(|l| l.split_whitespace().flat_map(str::parse).collect::<Vec<_>>()).collect()
    }

    /// Waits until a check that does not end is at work: it uses the processor, others only answer.
    fn busy(&self) -> Result<u32, Failed> {
        let ticks = |pid: &u32| -> u32 {
            let stat = std::fs::read_to_string(format!("/proc/{pid}/stat")).unwrap_or_default();
            stat.split_whitespace().nth(13).and_then(|t| t.parse().ok()).unwrap_or(0)
        };
        let mut last: BTreeMap<u32, u32> = BTreeMap::new();
        for _ in 0..300 {
            std::thread::sleep(Duration::from_millis(200));
            let now: BTreeMap<u32, u32> =
                self.checkers().into_iter().map(|p| (p, ticks(&p))).collect();
            let works = |p: &&u32| last.get(*p).is_some_and(|t| *t >= 30 && t + 5 <= now[*p]);
            if let Some(pid) = now.keys().find(works) {
                return Ok(*pid);
            }
            last = now;
        }
        Err("no check is at work".into())
    }

    /// Ends as editors do; the server's exit code.
    fn end(mut self) -> Result<Option<i32>, Failed> {
        self.ask("shutdown", Value::Null)?;
        self.notify("exit", Value::Null)?;
        self.input = None;
        let start = Instant::now();
        while start.elapsed() < PATIENCE {
            if let Some(status) = self.server.try_wait()? {
                return Ok(status.code());
            }
            std::thread::sleep(Duration::from_millis(20));
        }
        self.server.kill()?;
        Err("the server does not end".into())
    }

    fn send(&mut self, message: Value) -> Result<(), Failed> {
        let text = message.to_string();
        let input = self.input.as_mut().ok_or("no stdin")?;
        write!(input, "Content-Length: {}\r\n\r\n{text}", text.len())?;
        input.flush()?;
        Ok(())
    }

    fn notify(&mut self, method: &str, params: Value) -> Result<(), Failed> {
        self.send(json!({"jsonrpc": "2.0", "method": method, "params": params}))
    }

    fn ask(&mut self, method: &str, params: Value) -> Result<Value, Failed> {
        self.requests += 1;
        let id = self.requests;
        self.send(json!({"jsonrpc": "2.0", "id": id, "method": method, "params": params}))?;
        loop {
            let m = self.messages.recv_timeout(PATIENCE).map_err(|e| format!("{method}: {e}"))?;
            if m["id"] == id {
                return match m.get("error") {
                    Some(e) => Err(format!("{method}: {e}").into()),
                    None => Ok(m["result"].clone()),
                };
            }
        }
    }

    /// The next diagnostics of a file whose name ends so.
    fn diagnostics(&mut self, end: &str) -> Result<Vec<Value>, Failed> {
        loop {
            let m =
                self.messages.recv_timeout(PATIENCE).map_err(|e| format!("diagnostics: {e}"))?;
            let params = &m["params"];
            if m["method"] == "textDocument/publishDiagnostics"
                && params["uri"].as_str().is_some_and(|u| u.ends_with(end))
            {
                return Ok(params["diagnostics"].as_array().cloned().unwrap_or_default());
            }
        }
    }

    fn open(&mut self, uri: &str, text: &str) -> Result<(), Failed> {
        let document = json!({"uri": uri, "languageId": "rpython", "version": 1, "text": text});
        self.notify("textDocument/didOpen", json!({"textDocument": document}))
    }

    fn change(&mut self, uri: &str, text: &str) -> Result<(), Failed> {
        let params =
            json!({"textDocument": {"uri": uri, "version": 2}, "contentChanges": [{"text": text}]});
        self.notify("textDocument/didChange", params)
    }

    fn at(&self, line: u32, character: u32) -> Value {
        json!({"textDocument": {"uri": self.uri}, "position": {"line": line, "character": character}})
    }
}

fn equal(what: &str, got: &Value, expected: Value) -> Result<(), Failed> {
    if *got == expected { Ok(()) } else { Err(format!("{what}: {got}, not {expected}").into()) }
}

/// A session: errors while typing, in the file and in one that it imports; hover, definitions, the call hierarchy, the end.
pub fn session() -> Result<(), Failed> {
    let dir = tempfile::tempdir()?;
    std::fs::write(dir.path().join("main.rpy"), MAIN)?;
    std::fs::write(dir.path().join("shapes.py"), SHAPES)?;
    let mut e = Editor::start(dir.path(), &[])?;
    let (uri, shapes) = (e.uri.clone(), e.uri.replace("main.rpy", "shapes.py"));
    let started =
        e.ask("initialize", json!({"capabilities": {}, "processId": null, "rootUri": null}))?;
    equal("hover", &started["capabilities"]["hoverProvider"], true.into())?;
    e.notify("initialized", json!({}))?;
    e.open(&uri, MAIN)?;
    equal("a good program", &e.diagnostics("main.rpy")?.into(), json!([]))?;

    // What is not saved counts.
    e.change(&uri, &MAIN.replace("total = 0", "total = ''"))?;
    let ds = e.diagnostics("main.rpy")?;
    equal("code", &ds[0]["code"], "operand".into())?;
    equal("line", &ds[0]["range"]["start"]["line"], 10.into())?;
    e.change(&uri, MAIN)?;
    equal("mended", &e.diagnostics("main.rpy")?.into(), json!([]))?;

    // A module of the program.
    e.open(&shapes, &SHAPES.replace("self.side * ", "self.size * "))?;
    let ds = e.diagnostics("shapes.py")?;
    equal("code", &ds[0]["code"], "never-set".into())?;
    e.change(&shapes, SHAPES)?;
    equal("mended", &e.diagnostics("shapes.py")?.into(), json!([]))?;

    let position = e.at(10, 9);
    let hover = e.ask("textDocument/hover", position)?;
    equal("a variable", &hover["contents"]["value"], "```python\ntotal: int\n```".into())?;
    let position = e.at(10, 18);
    let hover = e.ask("textDocument/hover", position.clone())?;
    equal(
        "a function",
        &hover["contents"]["value"],
        "```python\narea(shape: instance of Square) -> int\n```".into(),
    )?;
    let place = e.ask("textDocument/definition", position.clone())?;
    equal("definition", &place["range"]["start"]["line"], 3.into())?;
    let method = e.at(4, 18);
    let place = e.ask("textDocument/definition", method)?;
    equal("file of a method", &place["uri"], shapes.clone().into())?;
    equal("line of a method", &place["range"]["start"]["line"], 4.into())?;

    let items = e.ask("textDocument/prepareCallHierarchy", position)?;
    equal("item", &items[0]["name"], "area".into())?;
    let incoming = e.ask("callHierarchy/incomingCalls", json!({"item": items[0]}))?;
    equal("caller", &incoming[0]["from"]["name"], "entry_point".into())?;
    let outgoing = e.ask("callHierarchy/outgoingCalls", json!({"item": items[0]}))?;
    equal("callee", &outgoing[0]["to"]["name"], "Square.area".into())?;

    equal("exit code", &e.end()?.into(), 0.into())
}

/// Waits until a process is gone.
fn gone(pid: u32) -> Result<(), Failed> {
    for _ in 0..300 {
        let stat = std::fs::read_to_string(format!("/proc/{pid}/stat")).unwrap_or_default();
        if stat.is_empty() || stat.contains(") Z ") {
            return Ok(());
        }
        std::thread::sleep(Duration::from_millis(100));
    }
    Err(format!("process {pid} is still there").into())
}

/// Code at import time that does not end, is not to be interrupted, or ends the process: the next edit ends its check, and the server goes
/// on. What such code prints is no message, and what it reads is not the editor's.
pub fn endless() -> Result<(), Failed> {
    let dir = tempfile::tempdir()?;
    std::fs::write(dir.path().join("shapes.py"), SHAPES)?;
    let mut e = Editor::begin(dir.path(), &[])?;
    let uri = e.uri.clone();
    e.open(&uri, MAIN)?;
    equal("a good program", &e.diagnostics("main.rpy")?.into(), json!([]))?;
    let stubborn = "while True:\n    try:\n        while True: pass\n    except:\n        pass\n";
    let printing = "import sys\nfor i in range(3):\n    print('x' * 100000)\nsys.stdout.flush()\n";
    for (code, ends) in [("while True: pass\n", false), (stubborn, false), (printing, true)] {
        e.change(&uri, &format!("{MAIN}\n{code}"))?;
        if ends {
            equal("still good", &e.diagnostics("main.rpy")?.into(), json!([]))?;
            continue;
        }
        let pid = e.busy()?;
        e.change(&uri, &MAIN.replace("total = 0", "total = ''"))?;
        let ds = e.diagnostics("main.rpy")?;
        equal("code", &ds[0]["code"], "operand".into())?;
        gone(pid)?;
    }
    // A question is answered by what was known before.
    e.change(&uri, MAIN)?;
    equal("mended", &e.diagnostics("main.rpy")?.into(), json!([]))?;
    e.change(&uri, &format!("{MAIN}\nwhile True: pass\n"))?;
    let pid = e.busy()?;
    let position = e.at(10, 9);
    let hover = e.ask("textDocument/hover", position)?;
    equal("a variable", &hover["contents"]["value"], "```python\ntotal: int\n```".into())?;
    equal("exit code", &e.end()?.into(), 0.into())?;
    gone(pid)
}

/// A check that takes too long says where it was; one that fails says so.
pub fn limit() -> Result<(), Failed> {
    let dir = tempfile::tempdir()?;
    std::fs::write(dir.path().join("shapes.py"), SHAPES)?;
    let mut e = Editor::begin(dir.path(), &["--limit", "6"])?;
    let uri = e.uri.clone();
    e.open(&uri, &format!("{MAIN}\ndef spin():\n    while True:\n        pass\n\nspin()\n"))?;
    let ds = e.diagnostics("main.rpy")?;
    equal("code", &ds[0]["code"], "interrupted".into())?;
    let line = ds[0]["range"]["start"]["line"].as_u64().unwrap_or(0);
    if !(18..=19).contains(&line) || !ds[0]["message"].to_string().contains("6 seconds") {
        return Err(format!("{}", ds[0]).into());
    }
    let stubborn = "while True:\n    try:\n        while True: pass\n    except:\n        pass\n";
    e.change(&uri, &format!("{MAIN}\n{stubborn}"))?;
    let ds = e.diagnostics("main.rpy")?;
    equal(
        "message",
        &ds[0]["message"],
        "the check takes more than 6 seconds: it was ended".into(),
    )?;
    e.change(&uri, MAIN)?;
    equal("mended", &e.diagnostics("main.rpy")?.into(), json!([]))?;
    equal("exit code", &e.end()?.into(), 0.into())
}

/// Checks end with the server, also where it is killed, or the editor is gone without a word, or with `exit` only.
pub fn ends() -> Result<(), Failed> {
    for how in ["killed", "end of input", "exit"] {
        let dir = tempfile::tempdir()?;
        let mut e = Editor::begin(dir.path(), &[])?;
        let uri = e.uri.clone();
        e.open(&uri, "while True: pass\ndef target(driver, args):\n    pass\n")?;
        let pid = e.busy()?;
        match how {
            "killed" => e.server.kill()?,
            "exit" => e.notify("exit", Value::Null)?,
            _ => e.input = None,
        }
        gone(pid)?;
        gone(e.server.id())?;
        e.server.wait()?;
    }
    Ok(())
}

/// Lengths that no message has are refused, and nothing is made for them.
pub fn lengths() -> Result<(), Failed> {
    for length in ["99999999999999", "18446744073709551615", "-1", "99999999999999999999999"] {
        let mut c = Command::new(env!("CARGO_BIN_EXE_translate"));
        let text = format!("Content-Length: {length}\r\n\r\n{{}}");
        let o = run(c.arg("lsp"), text.as_bytes(), 60)?;
        let said = format!("translate lsp: a message of {length} bytes is refused");
        if o.code != 1 || !o.stderr.starts_with(&said) || !o.stdout.is_empty() {
            return Err(o.report().into());
        }
    }
    Ok(())
}

/// A module of a package that is opened alone: as a part of the program that is in a folder above, or, without one, with its package.
pub fn packages() -> Result<(), Failed> {
    let dir = tempfile::tempdir()?;
    let write = |name: &str, text: &str| -> Result<String, Failed> {
        let path = dir.path().join(name);
        std::fs::create_dir_all(path.parent().ok_or("no folder")?)?;
        std::fs::write(&path, text)?;
        Ok(format!("file://{}", path.display()))
    };
    write("code/main.rpy", &MAIN.replace("from shapes", "from lib.shapes"))?;
    write("code/lib/__init__.py", "")?;
    write("code/lib/names.py", "UNIT = 1\n")?;
    let shapes = SHAPES.replace("self.side * ", "UNIT * self.size * ");
    let shapes = format!("from .names import UNIT\nfrom lib import names\n{shapes}");
    let uri = write("code/lib/shapes.py", &shapes)?;
    let mut e = Editor::begin(dir.path(), &[])?;
    e.open(&uri, &shapes)?;
    let ds = e.diagnostics("shapes.py")?;
    equal("code", &ds[0]["code"], "never-set".into())?;
    let lonely = "from . import names\nfrom lib.names import UNIT\nfrom .names import UNIT\n";
    let uri = write("code/lib/lonely.py", lonely)?;
    e.open(&uri, lonely)?;
    equal("no error", &e.diagnostics("lonely.py")?.into(), json!([]))?;
    e.change(&uri, "from . import nothing\n")?;
    let ds = e.diagnostics("lonely.py")?;
    equal("code", &ds[0]["code"], "import".into())?;
    equal("line", &ds[0]["range"]["start"]["line"], 0.into())?;

    // What is closed needs no process.
    for file in [&uri, &uri.replace("lonely", "shapes")] {
        e.notify("textDocument/didClose", json!({"textDocument": {"uri": file}}))?;
    }
    equal("closed", &e.diagnostics("lonely.py")?.into(), json!([]))?;
    let start = Instant::now();
    while !e.checkers().is_empty() {
        if start.elapsed() > PATIENCE {
            return Err("checkers of closed files are still there".into());
        }
        std::thread::sleep(Duration::from_millis(50));
    }
    equal("exit code", &e.end()?.into(), 0.into())
}
