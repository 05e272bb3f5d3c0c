//! Compiles the support code, which stands beside the object of every program.

use std::path::{Path, PathBuf};

fn main() {
    println!("cargo::rerun-if-changed=../support");
    println!("cargo::rerun-if-changed=support");
    println!("cargo::rerun-if-changed=../../jit/rt/include");
    let objects = cc::Build::new()
        .files(["../support/tw_support.c", "support/tw_program.c", "support/tw_jit_calls.c"])
        .includes(["../support", "../../jit/rt/include"])
        .std("gnu11")
        .opt_level(2)
        .debug(false)
        .pic(true)
        .flags(["-fno-strict-aliasing", "-fno-delete-null-pointer-checks", "-fno-math-errno"])
        .flags(["-ffunction-sections", "-fdata-sections"])
        .compile_intermediates();
    let out = PathBuf::from(std::env::var_os("OUT_DIR").expect("cargo sets OUT_DIR"));
    for (object, name) in objects.iter().zip(["tw_support.o", "tw_program.o", "tw_jit_calls.o"]) {
        copy(object, &out.join(name));
    }
}

fn copy(from: &Path, to: &Path) {
    if let Err(e) = std::fs::copy(from, to) {
        panic!("cannot copy {} to {}: {e}", from.display(), to.display());
    }
}
