//! `translate shell` as people use it: at a pseudo-terminal, and from a file.

use crate::common::suite::{Test, tests};
use crate::common::*;
use rexpect::session::{PtySession, spawn_command};
use std::process::Command;
use std::time::Duration;

/// The shell without colours or a history of its own.
fn shell(home: &std::path::Path) -> Command {
    let mut c = translate();
    c.arg("shell").current_dir(home).env("HOME", home).env_remove("XDG_STATE_HOME");
    c.env("TERM", "xterm").env("TMPDIR", home);
    default_signals(&mut c);
    c
}

/// The prompt with the cursor behind it. What is typed before may be lost, as the terminal changes its mode.
const READY: &str = ">>> \r\u{1b}[4C";

/// A session at a terminal.
struct Typist(PtySession);

impl Typist {
    fn new(home: &std::path::Path) -> Typist {
        let mut t = Typist(spawn_command(shell(home), Some(20_000)).expect("a terminal"));
        t.sees(READY);
        t
    }

    /// Types a line.
    fn types(&mut self, line: &str) {
        self.0.send(line).expect("typed");
        self.0.send("\r").expect("typed");
        self.0.flush().expect("typed");
    }

    /// Waits for a text; what stood before it.
    fn sees(&mut self, text: &str) -> String {
        self.0.exp_string(text).unwrap_or_else(|e| panic!("waiting for {text:?}: {e}"))
    }

    /// Types a line and waits for its output and the next prompt.
    fn gets(&mut self, line: &str, text: &str) {
        self.types(line);
        self.sees(text);
        self.sees(READY);
    }
}

/// The session that RPython's documentation of its toolchain describes.
fn the_session_of_the_documentation() {
    let home = tempfile::tempdir().expect("a folder");
    let mut t = Typist::new(home.path());
    t.types("def f(n):");
    t.types("    return 3*n+2");
    t.gets("", "");
    t.gets("t = Translation(f, [int])", "");
    t.gets("t.view()", "mul 3, %n0");
    t.gets("t.annotate()", "\nint");
    t.gets("t.rtype()", "");
    t.gets("t.view()", "int_mul 3, %n1");
    t.gets("t.backendopt()", "");
    t.gets("t.html('graphs.html')", "graphs.html is for a browser");
    let page = std::fs::read_to_string(home.path().join("graphs.html")).expect("written");
    assert!(page.contains("<html") && page.len() > 50_000, "{} bytes", page.len());
    t.gets("print(t.source())", "tw_f_f(Signed l_n_0)");
    t.gets("f2 = t.compile()", "");
    t.gets("f2(5)", "\n17");

    // Errors and Ctrl-C leave it alive.
    t.gets("f2('five')", "TypeError: 'five' is not of the type int");
    t.types("while True: x = 1");
    t.types("");
    std::thread::sleep(Duration::from_millis(500));
    t.0.send_control('c').expect("typed");
    t.sees("KeyboardInterrupt");
    t.sees(READY);
    // The key completes names and attributes; the history is there the next time.
    t.0.send("t.backe\t()\r").and_then(|_| t.0.flush()).expect("typed");
    t.sees("t.backendopt");
    t.sees(READY);
    t.types("exit()");
    t.0.exp_eof().expect("the end");
    let history = home.path().join(".local/state/tracewright/history");
    let lines = std::fs::read_to_string(history).expect("a history");
    assert!(lines.contains("t = Translation(f, [int])"), "{lines}");
}

fn a_session_in_a_file() {
    let home = tempfile::tempdir().expect("a folder");
    std::fs::write(home.path().join("prog.rpy"), "def g(a, b):\n    return [a, b]\n")
        .expect("file");
    let typed = "\
from prog import g
def f(n):
    if n > 10:
        raise ValueError('big')
    return 3 * n + 2

t = Translation(f, [int], opt='0')
t
t.annotate()
t.rtype()
t.backendopt()
f2 = t.compile()
f2(5), f2(-1)
f2(11)
f2('x')
1 / 0
g2 = Translation(g, [str, unicode], opt='0').compile()
g2
Translation(g, [str, str], opt='0').compile()('a%b', '')
def wrong(n):
    return n.foo

Translation(wrong, [int]).annotate()
print('alive')
exit(3)
";
    let o = run(&mut shell(home.path()), typed.as_bytes(), 120).expect("runs");
    let lines = ["<translation of f(int): imported>", "int", "(17, -1)", "['a%b', '']", "alive"];
    assert_eq!(String::from_utf8_lossy(&o.stdout), lines.join("\n") + "\n", "{}", o.report());
    assert_eq!(o.code, 3, "{}", o.report());
    let told = [
        "ValueError: big",
        "TypeError: 'x' is not of the type int",
        "ZeroDivisionError",
        "return n.foo",
        "int has no attribute 'foo'",
    ];
    for part in told {
        assert!(o.stderr.contains(part), "{part} in {}", o.report());
    }
    // Nothing stays behind.
    let left: Vec<_> = std::fs::read_dir(home.path()).expect("folder").flatten().collect();
    assert_eq!(left.len(), 1, "{left:?}");
}

pub fn tests() -> Vec<Test> {
    tests![the_session_of_the_documentation, a_session_in_a_file,]
}
