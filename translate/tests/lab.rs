//! `docs/partial-evaluation-and-tracing.md` never lies: what stands in it below a command is what the command prints.
//!
//! A block ```` ```console ```` has commands behind `$ `, which are run in the folder of the samples, each with its output. A
//! block ```` ```text FILE ```` is a part of that file. `BLESS=1` rewrites the outputs.

mod common;

use common::*;
use std::path::PathBuf;

const CHAPTER: &str = "docs/partial-evaluation-and-tracing.md";

fn folder() -> PathBuf {
    root().join(CHAPTER).with_extension("")
}

/// Output, and what went wrong.
fn executed(command: &str) -> Vec<String> {
    let mut words = command.split_whitespace();
    assert_eq!(words.next(), Some("translate"), "{command}");
    let mut c = translate();
    c.args(words).current_dir(folder());
    let o = run(&mut c, b"", 60).unwrap_or_else(|e| panic!("{command}: {e}"));
    assert!(o.code == 0 || o.code == 1, "{command}: {}", o.report());
    let out = String::from_utf8_lossy(&o.stdout).into_owned() + &o.stderr;
    out.lines().map(String::from).collect()
}

#[test]
fn the_chapter() {
    let path = root().join(CHAPTER);
    let text = std::fs::read_to_string(&path).expect("the chapter");
    let mut out: Vec<String> = vec![];
    let mut lines = text.lines();
    let (mut commands, mut shown) = (0, vec![]);
    while let Some(line) = lines.next() {
        out.push(line.into());
        let Some(info) = line.strip_prefix("```") else { continue };
        let block: Vec<&str> = lines.by_ref().take_while(|l| *l != "```").collect();
        match info.split_once(' ') {
            Some(("text", file)) => {
                let source = std::fs::read_to_string(folder().join(file)).expect("a sample");
                let part = block.join("\n");
                assert!(source.contains(&part), "{CHAPTER}: this is not in {file}:\n{part}");
                shown.push(file);
                out.extend(block.iter().map(|l| l.to_string()));
            }
            None if info == "console" => {
                for command in block.iter().filter_map(|l| l.strip_prefix("$ ")) {
                    commands += 1;
                    out.push(format!("$ {command}"));
                    out.extend(executed(command));
                }
            }
            _ => out.extend(block.iter().map(|l| l.to_string())),
        }
        out.push("```".into());
    }
    let out = out.join("\n") + "\n";
    if bless() {
        std::fs::write(&path, &out).expect("writable");
    } else if out != text {
        let different = out.lines().zip(text.lines()).position(|(a, b)| a != b).unwrap_or(0);
        let is: Vec<&str> = out.lines().skip(different).take(5).collect();
        panic!(
            "{CHAPTER}, line {}: it is\n{}\n(BLESS=1 rewrites it)",
            different + 1,
            is.join("\n")
        );
    }
    assert!(commands >= 15, "only {commands} commands");
    // All samples are explained, and none is forgotten.
    for entry in std::fs::read_dir(folder()).expect("samples") {
        let name = entry.expect("entry").file_name().to_string_lossy().into_owned();
        assert!(text.contains(&name), "{CHAPTER} never uses {name}");
    }
}

/// What the command says of this, on standard error.
fn refused(args: &[&str]) -> String {
    let o = run(translate().arg("lab").args(args).current_dir(folder()), b"", 60).expect("runs");
    assert_eq!((o.code, o.stdout.len()), (1, 0), "{}", o.report());
    o.stderr
}

#[test]
fn errors() {
    let e = refused(&["run", "nothing.ll"]);
    assert!(e.starts_with("translate lab: nothing.ll: No such file"), "{e}");
    let e = refused(&["run", "power.ll", "2"]);
    assert_eq!(e, "translate lab: power.ll: @power takes 2 arguments, not 1\n");
    let e = refused(&["specialize", "power.ll", "_", "3", "--limit", "blocks=3"]);
    assert_eq!(e, "translate lab: --limit blocks=3: there is no such limit\n");
    for limit in ["variants=0", "variants=many"] {
        let e = refused(&["specialize", "power.ll", "_", "3", "--limit", limit]);
        assert!(e.ends_with("a number from 1 on is expected\n"), "{e}");
    }
    let e = refused(&["trace", "boxes.trace"]);
    assert!(e.starts_with("translate lab: boxes.trace: line "), "{e}");
}
