//! Pages of `--html` and `translate view`, driven in a headless browser; without one the tests say that they are skipped.

use crate::common::skipped;
use crate::common::suite::{Test, tests};
use std::path::{Path, PathBuf};
use std::process::{Command, Output};
use viewer::{Book, Source};

fn root() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("..")
}

fn translate(args: &[&str], envs: &[(&str, &str)]) -> Output {
    let mut c = Command::new(env!("CARGO_BIN_EXE_translate"));
    c.args(args).envs(envs.iter().copied()).current_dir(root());
    c.output().expect("translate runs")
}

fn translated(args: &[&str]) -> String {
    let o = translate(args, &[]);
    assert!(o.status.success(), "{args:?}: {}", String::from_utf8_lossy(&o.stderr));
    String::from_utf8_lossy(&o.stdout).into_owned()
}

/// The browser, if there is one.
fn browser() -> Option<&'static str> {
    let found = ["chromium", "chromium-browser", "google-chrome"]
        .into_iter()
        .find(|b| Command::new(b).arg("--version").output().is_ok_and(|o| o.status.success()));
    if found.is_none() {
        skipped("there is no chromium, so pages are not opened");
    }
    found
}

/// Functions that the tests' scripts use: clicks, waiting, and a report that `visit` reads. An error anywhere is
/// part of it.
const HARNESS: &str = r##"<script>
const errors = [];
addEventListener("error", e => errors.push(String(e.message)));
addEventListener("unhandledrejection", e => errors.push(String(e.reason)));
console.error = (...all) => errors.push(all.join(" "));
const $ = what => document.querySelector(what);
const all = what => [...document.querySelectorAll(what)];
// The browser's time is virtual, that of workers is not: each step takes some real time as well.
async function until(what, test) {
  for (let n = 0; n < 7000; n++) {
    const found = test();
    if (found) return found;
    let spent = 0;
    for (let k = 0; k < 1e6; k++) spent += k % 7;
    await new Promise(done => setTimeout(done, 15 + spent * 0));
  }
  throw new Error(`waited in vain for ${what}`);
}
function type(input, text) { input.value = text; input.dispatchEvent(new Event("input")); }
function point(e) { e.dispatchEvent(new PointerEvent("pointerover", { bubbles: true, clientX: 300, clientY: 300 })); }
const ready = () => until("the page", () => document.body.dataset.ready);
const placed = () => until("the layout", () => all(".canvas").every(c => c.dataset.ready));
</script>"##;

/// Opens the page in the browser and runs the body of a script there; it returns what is to be looked at. Errors fail.
fn visit(page: &Path, hash: &str, script: &str) -> Option<serde_json::Value> {
    let browser = browser()?;
    let text = std::fs::read_to_string(page).expect("a page");
    assert!(!text.contains("http://") || !text.contains("src=\"http"), "it needs the network");
    let run = format!(
        "<script>(async () => {{ let result = null; try {{ await ready(); result = await (async () => {{ {script} }})(); }} \
         catch (e) {{ errors.push(String(e)); }} \
         const report = document.createElement('textarea'); report.id = 'report'; \
         report.textContent = JSON.stringify({{ result, errors }}); document.body.replaceChildren(report); \
         document.title = 'done'; window.finished?.(); }})();</script>"
    );
    let dir = tempfile::tempdir().expect("a folder");
    let copy = dir.path().join("page.html");
    let text = text.replacen("<body>", &format!("<body>{HARNESS}"), 1);
    std::fs::write(&copy, text.replacen("</body>", &format!("{run}</body>"), 1)).expect("written");
    let o = Command::new(browser)
        .args([
            "--headless=new",
            "--no-sandbox",
            "--disable-gpu",
            "--disable-dev-shm-usage",
            "--window-size=1500,900",
        ])
        .args(["--virtual-time-budget=120000", "--dump-dom", "--no-first-run"])
        .arg(format!("--user-data-dir={}", dir.path().join("profile").display()))
        .arg(format!("file://{}{hash}", copy.display()))
        .output()
        .expect("the browser runs");
    let dom = String::from_utf8_lossy(&o.stdout);
    let report =
        dom.split_once("<textarea id=\"report\">").and_then(|(_, r)| r.split_once("</textarea>"));
    let report =
        report.unwrap_or_else(|| panic!("no report: {}", String::from_utf8_lossy(&o.stderr))).0;
    let report = report.replace("&lt;", "<").replace("&gt;", ">").replace("&amp;", "&");
    let report: serde_json::Value = serde_json::from_str(&report).expect("JSON");
    assert_eq!(report["errors"], serde_json::json!([]), "{report}");
    Some(report["result"].clone())
}

/// `--html`: opens, searches, shows two stages with what differs, follows a variable, a call and a line, other views, a link.
fn graphs_of_a_translation() {
    let dir = tempfile::tempdir().expect("a folder");
    let page = dir.path().join("graphs.html");
    let [page_arg, out] =
        [&page, &dir.path().join("out")].map(|p| p.to_str().expect("a path").to_string());
    translated(&["targets/bf.rpy", "--opt=jit", "-s", "-o", &out, "--html", &page_arg]);
    let seen = visit(
        &page,
        "#theme=dark",
        r##"
        type($("nav input"), "mainloop");
        const rows = all("nav .row").map(r => r.querySelector(".name").textContent);
        all("nav .row").find(r => r.querySelector(".name").textContent === "mainloop").click();
        await until("mainloop", () => $(".function h2").textContent === "mainloop");
        await placed();
        const chosen = all(".stage.on").map(s => s.textContent);
        const blocks = all(".panes .pane").map(p => p.querySelectorAll(".block").length);
        const overlapping = all(".pane:first-child .block").map(b => b.getBoundingClientRect()).some((a, n, boxes) =>
          boxes.some((b, k) => k > n && a.left < b.right - 1 && b.left < a.right - 1 && a.top < b.bottom - 1 && b.top < a.bottom - 1));
        // The last two stages: something was changed, something stayed.
        all(".pane:nth-child(2) .stage").at(-1).click();
        await until("the last stage", () => all(".pane:nth-child(2) .stage").at(-1).matches(".on"));
        await placed();
        const marks = all(".pane:nth-child(2) .line.new").length;
        // Back to the annotated one: what a variable is, and where it comes from.
        all(".pane:first-child .stage").find(s => s.textContent === "annotated").click();
        await until("annotated", () => all(".pane:first-child .stage.on").some(s => s.textContent === "annotated"));
        await placed();
        const pc = all(".pane:first-child .line.inputs .var").find(v => v.textContent.startsWith("%pc"));
        point(pc);
        await until("a bubble", () => $(".bubble")?.textContent.includes("comes from"));
        const told = $(".bubble").textContent;
        pc.click();
        const followed = all(".pane:first-child .var.same").length, links = all(".pane:first-child .carries").length;
        // A line of the source.
        const line = all(".pane:first-child .line").find(l => l.textContent.includes("getitem"));
        line.click();
        await until("the source", () => $(".source .now"));
        const source = $(".source .now").textContent;
        // A call.
        const note = all(".pane:first-child .note")[0];
        const callee = note.dataset.f;
        note.click();
        await until("the callee", () => $(".function h2").textContent === callee);
        await placed();
        const callers = all(".menu")[0].textContent;
        const hash = location.hash;
        all(".tab").find(t => t.textContent === "Classes").click();
        const classes = $(".tree").textContent;
        all(".tab").find(t => t.textContent === "Calls").click();
        await until("the call graph", () => all(".call").length > 1);
        const calls = all(".call").map(c => c.textContent);
        // What the JIT sees and what is compiled: the portal and its loop.
        const stages = [];
        for (const name of ["mainloop_portal", "mainloop_rounds"]) {
          all("nav .row").find(r => r.querySelector(".name").textContent === name).click();
          await until(name, () => $(".function h2").textContent === name);
          await placed();
          stages.push(...all(".pane:nth-child(2) .stage").map(s => s.textContent));
        }
        const dark = getComputedStyle(document.body).backgroundColor;
        return { rows, stages, chosen, blocks, overlapping, marks, told, followed, links, source, callee, callers, hash, classes, calls, dark };
        "##,
    );
    let Some(seen) = seen else { return };
    let text = |key: &str| seen[key].to_string();
    for part in ["mainloop", "jitcode", "simplify", "inline", "gc-transformed"] {
        assert!(text("rows").contains(part) || text("stages").contains(part), "{part}: {seen}");
    }
    assert_eq!(seen["chosen"], serde_json::json!(["annotated", "rtyped"]));
    assert!(
        seen["blocks"][0].as_u64() > Some(10) && seen["blocks"][1].as_u64() > Some(10),
        "{seen}"
    );
    assert_eq!(seen["overlapping"], false);
    assert!(seen["marks"].as_u64() > Some(0), "{seen}");
    assert!(text("told").contains("nonneg int") && text("told").contains("a constant"), "{seen}");
    assert!(seen["followed"].as_u64() > Some(5) && seen["links"].as_u64() > Some(5), "{seen}");
    assert!(text("source").contains("program[pc]"), "{seen}");
    assert!(text("calls").contains(seen["callee"].as_str().expect("a name")), "{seen}");
    assert!(text("callers").contains("mainloop") && text("hash").contains("f="), "{seen}");
    assert!(
        text("classes").contains("bf.Tape") && text("classes").contains("position: "),
        "{seen}"
    );
    assert_eq!(seen["dark"], "rgb(21, 24, 29)");
}

/// Dumps of two stages; the address leads to a function, its stages and a variable.
fn graphs_of_dumps() {
    let dir = tempfile::tempdir().expect("a folder");
    let at = |name: &str| dir.path().join(name).to_str().expect("a path").to_string();
    let dump = translated(&[
        "targets/regmachine.rpy",
        "-s",
        "-o",
        &at("out"),
        "--dump-graphs",
        "flow",
        "--dump-graphs",
        "rtyped",
    ]);
    std::fs::write(at("both.txt"), dump).expect("written");
    translated(&["view", &at("both.txt"), "--output", &at("page.html")]);
    let seen = visit(
        Path::new(&at("page.html")),
        "#f=interpret&left=flow&right=rtyped",
        r##"
        await placed();
        await until("the source", () => all(".source > div").length > 10);
        return { title: $(".function h2").textContent, stages: all(".stage.on").map(s => s.textContent), blocks: all(".block").length };
        "##,
    );
    let Some(seen) = seen else { return };
    assert_eq!(seen["title"], "interpret");
    assert_eq!(seen["stages"], serde_json::json!(["flow", "rtyped"]));
    assert!(seen["blocks"].as_u64() > Some(10), "{seen}");
}

/// A page of 5,000 functions opens, and one of them is shown, in the time of a small one.
fn many_functions() {
    let mut book = Book::new("many");
    for stage in ["flow", "rtyped", "inline"] {
        book.stage(stage);
        for n in 0..5000 {
            let mut text = format!(
                "graph @f{n}(%x: Signed) -> Signed {{  ; many.rpy:{}:1-9\nblock0(%x):\n",
                n + 1
            );
            for k in 0..12 {
                text += &format!(
                    "    %v{k}: Signed = direct_call @f{}, {k}  ; many.rpy:{}:5-9\n",
                    (n + 1) % 5000,
                    n + 1
                );
            }
            text +=
                &format!("    %y: Signed = int_add %v1, {}\n    return %y\n}}\n", stage.len() + n);
            book.text(&format!("f{n}"), &text);
        }
    }
    let source = Source { path: "many.rpy".into(), text: "x = 1\n".repeat(5000) };
    let dir = tempfile::tempdir().expect("a folder");
    let file = dir.path().join("many.html");
    let page = book.page(&[source]);
    assert!(page.len() < 4_000_000, "{} bytes", page.len());
    std::fs::write(&file, page).expect("written");
    let seen = visit(
        &file,
        "",
        r##"
        const listed = all("nav .row").length, count = $("nav .bar .dim").textContent;
        type($("nav input"), "f4711");
        $("nav .row").click();
        await until("f4711", () => $(".function h2").textContent === "f4711");
        await placed();
        all(".func.known")[0].click();
        await until("f4712", () => $(".function h2").textContent === "f4712");
        return { listed, count };
        "##,
    );
    let Some(seen) = seen else { return };
    assert_eq!(seen["count"], "5000 of 5000");
    assert!(seen["listed"].as_u64() < Some(100), "{seen}");
}

/// The log of a JIT: tree with counts, three columns, the interpreter's lines, resume data, filters.
fn traces_of_a_run() {
    let dir = tempfile::tempdir().expect("a folder");
    let at = |name: &str| dir.path().join(name).to_str().expect("a path").to_string();
    translated(&["targets/bf.rpy", "--opt=jit", "-o", &at("bf")]);
    let run = Command::new(at("bf"))
        .arg(root().join("targets/bf/loops.b"))
        .env("PYPYLOG", at("log"))
        .output();
    assert!(run.expect("it runs").status.success());
    translated(&[
        "view",
        "--jit",
        &at("log"),
        "--program",
        "targets/bf.rpy",
        "--expect",
        "int_add=0,jump>=1",
        "-o",
        &at("page.html"),
    ]);
    let seen = visit(
        Path::new(&at("page.html")),
        "",
        r##"
        const tree = all(".trace").map(t => [t.querySelector("b").textContent, t.querySelector(".count").textContent, t.style.paddingLeft]);
        const columns = all("[data-column]").map(c => [c.dataset.column, c.querySelectorAll(".op").length]);
        const lines = all(".line-of").map(l => l.textContent);
        const head = all("header .broken").map(b => b.textContent), loops = all(".trace b.broken").length;
        const marked = all("[data-column=optimised] .op.broken").map(e => [e.dataset.text, e.closest("[data-at]").dataset.at]);
        const guard = $("[data-column=optimised] .guard");
        guard.click();
        const resume = guard.parentElement.querySelector(".resume:not([hidden])").textContent;
        all(".tab").find(t => t.textContent === "guards").click();
        const faint = all("[data-column=optimised] .op.faint").length, kept = all("[data-column=optimised] .op.guard:not(.faint)").length;
        const bridge = all(".trace").find(t => t.textContent.includes("Guard"));
        bridge.click();
        const title = $(".function h2").textContent;
        const of = all("[data-column='machine code'] .of").map(e => {
          let n = 0;
          for (let i = e.nextElementSibling; i?.matches(".instruction"); i = i.nextElementSibling) n++;
          return [e.dataset.text.replace(/^[ipr]\d+ = /, "").split("(")[0], n];
        });
        const chosen = () => all(".chosen").map(e => [e.closest("[data-column]").dataset.column, e.dataset.text]);
        all(".tab").find(t => t.textContent === "guards").click();
        $("[data-column=optimised] .guard").click();
        const across = chosen();
        const machine = $("[data-column='machine code']").textContent;
        return { tree, columns, lines, head, loops, marked, resume, faint, kept, title, of, across, machine, hash: location.hash };
        "##,
    );
    let Some(seen) = seen else { return };
    let text = |key: &str| seen[key].to_string();
    assert!(text("tree").contains("Loop 0") && text("tree").contains("26px"), "{seen}");
    for n in 0..3 {
        assert!(seen["columns"][n][1].as_u64() > Some(20), "{seen}");
    }
    assert!(text("lines").contains("self.cells"), "{seen}");
    let head = text("head");
    assert!(head.contains("times int_add, expected is 0") && !head.contains("jump"), "{seen}");
    let marked = seen["marked"].as_array().expect("a list");
    assert!(!marked.is_empty() && seen["loops"].as_u64() > Some(0), "{seen}");
    for m in marked {
        assert!(m[0].to_string().contains("int_add") && m[1].to_string().len() > 4, "{seen}");
    }
    assert!(text("resume").contains("frame") && text("resume").contains("mainloop"), "{seen}");
    assert!(seen["faint"].as_u64() > Some(5) && seen["kept"].as_u64() > Some(2), "{seen}");
    assert!(text("title").contains("bridge out of Guard"), "{seen}");
    assert!(text("machine").contains("mov") && text("machine").contains("jmp"), "{seen}");
    // Each operation stands above its instructions.
    let of = |op: &str| seen["of"].as_array()?.iter().find(|e| e[0] == op)?[1].as_u64();
    assert!(of("guard_true").or(of("guard_false")) > Some(0) && of("jump") > Some(0), "{seen}");
    assert_eq!(seen["across"][0][1], seen["across"][1][1], "{seen}");
    assert_ne!(seen["across"][0][0], seen["across"][1][0], "{seen}");
    assert!(text("hash").contains("t="), "{seen}");
}

fn wrong_files() {
    let dir = tempfile::tempdir().expect("a folder");
    let at = |name: &str| dir.path().join(name).to_str().expect("a path").to_string();
    std::fs::write(at("none.txt"), "nothing\n").expect("written");
    for (args, says) in [
        (vec!["view".to_string(), at("none.txt")], "there are no graphs in it"),
        (vec!["view".into(), at("absent")], "No such file"),
        (
            vec!["view".into(), "--jit".into(), at("none.txt"), "-o".into(), at("x.html")],
            "there are no traces",
        ),
        (vec!["view".into(), at("none.txt"), "-o".into(), at("none.txt")], "would be overwritten"),
    ] {
        let args: Vec<&str> = args.iter().map(String::as_str).collect();
        let o = translate(&args, &[]);
        let told = String::from_utf8_lossy(&o.stderr).into_owned();
        assert_eq!(o.status.code(), Some(1), "{args:?}: {told}");
        assert!(told.contains(says) && !dir.path().join("x.html").exists(), "{args:?}: {told}");
    }
    let o = translate(&["targets/bf.rpy", "-s", "-o", &at("o"), "--html", "/nowhere/x.html"], &[]);
    assert_eq!(o.status.code(), Some(1));
    assert!(String::from_utf8_lossy(&o.stderr).contains("cannot write the page"));
}

pub fn tests() -> Vec<Test> {
    tests![graphs_of_a_translation, graphs_of_dumps, many_functions, traces_of_a_run, wrong_files,]
}
