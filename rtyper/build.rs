//! Embeds the low-level helpers (`rlib/ll`), the built-in functions written in the language (`rlib/builtins`), the `rpython`
//! package (`rlib/rpython`) and the modules of the standard library that import time knows (`rlib/hostlib`), so that an installed `translate` needs no source tree.

use std::fmt::Write as _;
use std::path::{Path, PathBuf};

fn collect(dir: &Path, out: &mut Vec<PathBuf>) {
    println!("cargo:rerun-if-changed={}", dir.display());
    let Ok(entries) = std::fs::read_dir(dir) else { return };
    let mut paths: Vec<PathBuf> = entries.flatten().map(|e| e.path()).collect();
    paths.sort();
    for p in paths {
        if p.is_dir() {
            if p.file_name().is_some_and(|n| n != "__pycache__") {
                collect(&p, out);
            }
        } else if p.extension().is_some_and(|e| e == "py" || e == "rpy") {
            out.push(p);
        }
    }
}

fn main() {
    let root = std::env::var("CARGO_MANIFEST_DIR").expect("CARGO_MANIFEST_DIR");
    let root = Path::new(&root).join("../rlib");
    let root = root.canonicalize().expect("rlib folder");
    let mut text = String::from("&[\n");
    for (dir, prefix) in [
        ("rpython", "rpython/"),
        ("ll", "rpython_ll/"),
        ("builtins", "rpython_builtins/"),
        ("hostlib", ""),
        ("pypy", "pypy/"),
    ] {
        let base = root.join(dir);
        let mut files = vec![];
        collect(&base, &mut files);
        for f in files {
            let rel = f.strip_prefix(&base).expect("below").to_string_lossy().replace('\\', "/");
            println!("cargo:rerun-if-changed={}", f.display());
            writeln!(text, "    ({:?}, include_str!({:?})),", format!("{prefix}{rel}"), f).unwrap();
        }
    }
    text.push_str("]\n");
    let out = std::env::var("OUT_DIR").expect("OUT_DIR");
    std::fs::write(Path::new(&out).join("embedded.rs"), text).expect("write");
}
