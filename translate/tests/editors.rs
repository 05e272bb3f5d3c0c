//! The extension for VS Code: what its files say of one another holds, its grammar can be used, and colours programs. (The server that it
//! starts is driven in `check`.)

use crate::common::suite::{Test, tests};
use crate::common::{python, root, run, skipped};
use fancy_regex::Regex;
use serde_json::Value;
use std::path::PathBuf;
use std::process::Command;

fn folder() -> PathBuf {
    root().join("editors/vscode")
}

fn json(file: &str) -> Value {
    let path = folder().join(file);
    let text = std::fs::read_to_string(&path).unwrap_or_else(|e| panic!("{}: {e}", path.display()));
    serde_json::from_str(&text).unwrap_or_else(|e| panic!("{}: {e}", path.display()))
}

fn grammar() -> Value {
    let package = json("package.json");
    let path = package["contributes"]["grammars"][0]["path"].as_str().expect("a path");
    json(path)
}

fn the_manifest_is_true() {
    let package = json("package.json");
    let text = |v: &Value| v.as_str().unwrap_or_else(|| panic!("{v} is no text")).to_string();
    let contributes = &package["contributes"];
    let language = &contributes["languages"][0];
    let id = text(&language["id"]);
    for file in [&package["main"], &language["configuration"]] {
        assert!(folder().join(text(file)).is_file(), "{file}");
    }
    json(&text(&language["configuration"]));
    assert_eq!(language["extensions"], serde_json::json!([".rpy"]));
    assert_eq!(contributes["grammars"][0]["language"], id.as_str());
    assert_eq!(contributes["grammars"][0]["scopeName"], grammar()["scopeName"]);
    assert_eq!(package["activationEvents"], serde_json::json!([format!("onLanguage:{id}")]));
    // What the script asks the editor for is what the manifest promises.
    let script = std::fs::read_to_string(folder().join(text(&package["main"]))).expect("a script");
    assert!(script.contains(&format!("language: \"{id}\"")), "{script}");
    let commands = contributes["commands"].as_array().expect("commands");
    for command in commands {
        let name = text(&command["command"]);
        assert!(script.contains(&format!("registerCommand(\"{name}\"")), "{name}");
    }
    for setting in contributes["configuration"]["properties"].as_object().expect("settings").keys()
    {
        let (section, name) = setting.split_once('.').expect("SECTION.NAME");
        let read = format!("getConfiguration(\"{section}\").get(\"{name}\")");
        assert!(script.contains(&read), "{setting}");
    }
    for module in package["dependencies"].as_object().expect("dependencies").keys() {
        assert!(script.contains(&format!("require(\"{module}")), "{module}");
    }
    match run(Command::new("node").arg("--check").arg(folder().join("extension.js")), b"", 60) {
        Ok(o) => assert_eq!(o.code, 0, "{}", o.report()),
        Err(e) => skipped(&format!("the syntax of extension.js is not checked: {e}")),
    }
}

/// Calls `visit` with each rule of the grammar.
fn rules(v: &Value, visit: &mut dyn FnMut(&Value)) {
    match v {
        Value::Object(fields) => {
            visit(v);
            fields.values().for_each(|v| rules(v, visit));
        }
        Value::Array(items) => items.iter().for_each(|v| rules(v, visit)),
        _ => {}
    }
}

fn the_grammar_can_be_used() {
    let grammar = grammar();
    let (mut expressions, mut names) = (0, 0);
    rules(&grammar, &mut |rule| {
        for key in ["match", "begin", "end"] {
            let Some(text) = rule.get(key).and_then(Value::as_str) else { continue };
            expressions += 1;
            if let Err(e) = Regex::new(text) {
                panic!("{text}: {e}");
            }
        }
        assert_eq!(rule.get("begin").is_some(), rule.get("end").is_some(), "{rule}");
        if let Some(name) = rule.get("include").and_then(Value::as_str) {
            names += 1;
            let known = name == "$self"
                || name.strip_prefix('#').is_some_and(|n| grammar["repository"].get(n).is_some());
            assert!(known, "{name}");
        }
    });
    assert!(expressions > 20 && names > 8, "{expressions} {names}");
    for name in grammar["repository"].as_object().expect("rules").keys() {
        let used = grammar["patterns"].to_string().contains(&format!("#{name}\""));
        assert!(used, "{name} is not used");
    }
}

/// The scope of the first rule that takes the text as a whole.
fn scope(grammar: &Value, text: &str) -> Option<String> {
    let mut found = None;
    for pattern in grammar["patterns"].as_array().expect("patterns") {
        let name = pattern["include"].as_str().expect("an include").trim_start_matches('#');
        rules(&grammar["repository"][name], &mut |rule| {
            let Some(expression) = rule.get("match").and_then(Value::as_str) else { return };
            let matched = Regex::new(expression).ok().and_then(|e| e.find(text).ok().flatten());
            if found.is_none() && matched.is_some_and(|m| m.as_str() == text) {
                found = rule.get("name").and_then(Value::as_str).map(String::from);
            }
        });
    }
    found
}

fn the_grammar_colours_programs() {
    let grammar = grammar();
    let starts = |text: &str, kind: &str| {
        let found = scope(&grammar, text).unwrap_or_default();
        assert!(found.starts_with(kind), "{text}: {found:?}, not {kind}");
    };
    for (text, kind) in [
        ("# text", "comment."),
        ("0x1F", "constant.numeric"),
        ("1.5e-3", "constant.numeric"),
        ("None", "constant.language"),
        ("self", "variable.language"),
        ("jit_merge_point", "support."),
        ("_immutable_fields_", "variable.language.hint"),
        ("//=", "keyword.operator"),
    ] {
        starts(text, kind);
    }
    // All keywords of Python have the colour of keywords.
    let Some(python) = python() else {
        skipped("no CPython that tells the keywords");
        return;
    };
    let all = "import keyword; print(*[k for k in keyword.kwlist if k[0].islower() and k not in ('async', 'await')])";
    let o = run(Command::new(python).args(["-c", all]), b"", 60).expect("CPython");
    let words = String::from_utf8_lossy(&o.stdout).into_owned();
    assert!(words.split_whitespace().count() > 25, "{}", o.report());
    words.split_whitespace().for_each(|word| starts(word, "keyword."));
}

pub fn tests() -> Vec<Test> {
    tests![the_manifest_is_true, the_grammar_can_be_used, the_grammar_colours_programs,]
}
