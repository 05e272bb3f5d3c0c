//! The language server, driven as an editor drives it.

use libtest_mimic::Failed;
use serde_json::{Value, json};
use std::io::{BufRead, BufReader, Read, Write};
use std::process::{Child, ChildStdin, Command, Stdio};
use std::sync::mpsc::{Receiver, channel};
use std::time::Duration;

/// How long an answer may take on a busy machine.
const PATIENCE: Duration = Duration::from_secs(60);

struct Editor {
    server: Child,
    input: ChildStdin,
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
    fn start(folder: &std::path::Path) -> Result<Editor, Failed> {
        let mut c = Command::new(env!("CARGO_BIN_EXE_translate"));
        let mut server = c.arg("lsp").stdin(Stdio::piped()).stdout(Stdio::piped()).spawn()?;
        let input = server.stdin.take().ok_or("no stdin")?;
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

    fn send(&mut self, message: Value) -> Result<(), Failed> {
        let text = message.to_string();
        write!(self.input, "Content-Length: {}\r\n\r\n{text}", text.len())?;
        self.input.flush()?;
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
    let mut e = Editor::start(dir.path())?;
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

    e.ask("shutdown", Value::Null)?;
    e.notify("exit", Value::Null)?;
    drop(e.input);
    if e.server.wait()?.success() { Ok(()) } else { Err("the server failed".into()) }
}
