//! Chapters of the docs that show commands with what they print.
//!
//! A block ```` ```console ```` has commands behind `$ `, each with its output. They are lines of the shell, and `translate` is
//! the command that is tested. A block ```` ```text FILE ```` is a part of that file. `BLESS=1` rewrites the outputs.

use crate::common::{bless, root, run, translate};
use std::path::Path;
use std::process::Command;

/// Runs a line of the shell in a folder; what it writes, and what went wrong.
fn executed(command: &str, folder: &Path) -> Vec<String> {
    let tested = translate();
    let mut c = Command::new("sh");
    for (name, value) in tested.get_envs() {
        match value {
            Some(value) => c.env(name, value),
            None => c.env_remove(name),
        };
    }
    let exe = Path::new(tested.get_program()).display();
    c.args(["-c", &format!("translate() {{ '{exe}' \"$@\"; }}\n{command}")]).current_dir(folder);
    let o = run(&mut c, b"", 120).unwrap_or_else(|e| panic!("{command}: {e}"));
    assert!(o.code == 0 || o.code == 1, "{command}: {}", o.report());
    let out = String::from_utf8_lossy(&o.stdout).into_owned() + &o.stderr;
    out.lines().map(String::from).collect()
}

/// Holds a chapter against what its commands print in this folder; its text, and how many commands there are.
pub fn held(chapter: &str, folder: &Path) -> (String, usize) {
    let path = root().join(chapter);
    let text = std::fs::read_to_string(&path).expect("the chapter");
    let mut out: Vec<String> = vec![];
    let mut lines = text.lines();
    let mut commands = 0;
    while let Some(line) = lines.next() {
        out.push(line.into());
        let Some(info) = line.strip_prefix("```") else { continue };
        let block: Vec<&str> = lines.by_ref().take_while(|l| *l != "```").collect();
        match info.split_once(' ') {
            Some(("text", file)) => {
                let source = std::fs::read_to_string(folder.join(file)).expect("a sample");
                let part = block.join("\n");
                assert!(source.contains(&part), "{chapter}: this is not in {file}:\n{part}");
                out.extend(block.iter().map(|l| l.to_string()));
            }
            None if info == "console" => {
                for command in block.iter().filter_map(|l| l.strip_prefix("$ ")) {
                    commands += 1;
                    out.push(format!("$ {command}"));
                    out.extend(executed(command, folder));
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
            "{chapter}, line {}: it is\n{}\n(BLESS=1 rewrites it)",
            different + 1,
            is.join("\n")
        );
    }
    (text, commands)
}
