//! Builds the JIT's run time as a static library, which this crate then carries.
//!
//! A path dependency would only give an rlib of the outer build's profile, so cargo is called again: with a profile of
//! its own (optimised, panic=abort; `jitrt-fast` below `dev-fast`), in a target folder of its own (the outer one is
//! locked), and with an environment free of the outer build's settings. `TRACEWRIGHT_JITRT=/path/libjitrt.a` uses a ready library instead.

use std::path::{Path, PathBuf};
use std::process::Command;

/// Limit of inlining: a larger function is only inlined where it says `#[inline]`. The library is a quarter smaller
/// than with the usual limit, and as fast: the functions that matter for that say it.
const INLINED: &str = "-Cllvm-args=-inline-threshold=60";

fn main() {
    let out = PathBuf::from(std::env::var_os("OUT_DIR").expect("OUT_DIR")).join("libjitrt.a");
    println!("cargo:rerun-if-env-changed=TRACEWRIGHT_JITRT");
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("../..");
    let packages = [
        "flowspace/ops",
        "jit/model",
        "jit/optimizeopt",
        "jit/backend",
        "jit/metainterp",
        "jit/rt",
    ];
    for p in packages {
        println!("cargo:rerun-if-changed={}", root.join(p).display());
    }
    for f in ["Cargo.toml", "Cargo.lock"] {
        println!("cargo:rerun-if-changed={}", root.join(f).display());
    }
    if let Some(ready) = std::env::var_os("TRACEWRIGHT_JITRT") {
        println!("cargo:rerun-if-changed={}", Path::new(&ready).display());
        std::fs::copy(&ready, &out).expect("TRACEWRIGHT_JITRT names a library");
        return;
    }
    let lib = build(&root, &out);
    std::fs::copy(lib, &out).expect("copy of the library");
    // The names of its functions are as large as they are, and would be in every program. Nothing unwinds its frames: how to
    // would be in every program, too. Where there is no such tool they are.
    let unwinding = [".eh_frame", ".rela.eh_frame", ".gcc_except_table*"];
    let mut strip = Command::new("strip");
    strip.arg("--strip-unneeded").args(unwinding.iter().flat_map(|s| ["-R", s])).arg(&out);
    let stripped = strip.status();
    if !stripped.is_ok_and(|s| s.success()) {
        println!("cargo:warning=strip does not work: programs with a JIT get larger");
    }
}

fn build(root: &Path, out: &Path) -> PathBuf {
    // OUT_DIR is <target>/<profile>/build/<crate>/out: the folder beside the profiles is shared by them all.
    let mut folders = out.ancestors().skip(4);
    let outer_profile = folders.next().and_then(|p| p.file_name()).expect("a profile's folder");
    let target_dir = folders.next().expect("a target folder").join("jitrt-embed");
    let profile = if outer_profile == "dev-fast" { "jitrt-fast" } else { "jitrt" };
    let mut cmd = Command::new(std::env::var_os("CARGO").expect("CARGO"));
    for (name, _) in std::env::vars_os() {
        let n = name.to_string_lossy();
        let keep = matches!(&*n, "CARGO_HOME" | "CARGO_MAKEFLAGS" | "CARGO_NET_OFFLINE");
        let outer = ["OUT_DIR", "TARGET", "HOST", "PROFILE", "OPT_LEVEL", "DEBUG", "NUM_JOBS"];
        if !keep
            && (n.starts_with("CARGO")
                || n.starts_with("RUSTFLAGS")
                || n.starts_with("RUSTC")
                || n.starts_with("CLIPPY")
                || outer.contains(&&*n))
        {
            cmd.env_remove(&name);
        }
    }
    let target = std::env::var("TARGET").expect("TARGET");
    let output = cmd
        .current_dir(root)
        .args([
            "rustc",
            "-p",
            "jitrt",
            "--lib",
            "--crate-type",
            "staticlib",
            "--profile",
            profile,
            "--features",
            "standalone",
        ])
        .args(["--target", &target, "--message-format", "json-render-diagnostics"])
        .arg("--target-dir")
        .arg(&target_dir)
        .env("CARGO_BUILD_BUILD_DIR", &target_dir)
        .env("CARGO_ENCODED_RUSTFLAGS", INLINED)
        .stderr(std::process::Stdio::inherit())
        .output()
        .expect("cargo runs");
    assert!(output.status.success(), "building the JIT's run time failed");
    let text = String::from_utf8_lossy(&output.stdout);
    let path = text
        .split('"')
        .rfind(|s| s.ends_with("libjitrt.a"))
        .expect("cargo names the library it made");
    PathBuf::from(path)
}
