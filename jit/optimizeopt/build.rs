//! Compiles the rules of `rules/*.rules` to Rust.

#[path = "rules/compile.rs"]
mod compile;
#[path = "rules/syntax.rs"]
mod syntax;

use lloperation::{ArgKind, Kind, ResOp, effects};

fn main() {
    println!("cargo:rerun-if-changed=rules");
    println!("cargo:rerun-if-changed=build.rs");
    let mut rules = Vec::new();
    for name in ["integers", "floats", "pointers"] {
        let path = format!("{}/rules/{name}.rules", env!("CARGO_MANIFEST_DIR"));
        let text = std::fs::read_to_string(&path).expect("rules");
        rules.extend(syntax::parse(&text).unwrap_or_else(|e| panic!("{path}: {e}")));
    }
    let code = compile::compile(&rules).unwrap_or_else(|e| panic!("rule {e}"));
    let out = std::env::var("OUT_DIR").expect("OUT_DIR");
    std::fs::write(format!("{out}/rules.rs"), code).expect("written");
}
