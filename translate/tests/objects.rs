//! Tests of what the object back end writes: read back, linked in other ways, made twice, for another machine; and
//! its errors.

use crate::common::case::Case;
use crate::common::suite::Test;
use crate::common::*;
use libtest_mimic::Failed;
use object::elf::*;
use object::{
    Architecture, Object, ObjectKind, ObjectSection, ObjectSymbol, RelocationFlags, SectionKind,
};
use std::collections::BTreeSet;
use std::path::{Path, PathBuf};
use std::process::Command;

const PROGRAM: &str = "tests/conformance/containers/sorting.rpy";
const ARM: &str = "aarch64-unknown-linux-gnu";

/// Programs that also run on the other machine, where it can be had.
const ELSEWHERE: [&str; 12] = [
    "containers/sorting",
    "text/chars",
    "containers/dict_basic",
    "programs/calculator",
    "objects/classes",
    "memory/finalizers",
    "memory/large_arrays",
    "memory/random_heap",
    "memory/weakrefs",
    "rlib/stacklets",
    "exceptions/tracebacks",
    "exceptions/memory_error",
];

fn in_path(command: &str) -> bool {
    let path = std::env::var_os("PATH").unwrap_or_default();
    std::env::split_paths(&path).any(|dir| dir.join(command).is_file())
}

/// Says whether programs of the other machine can be linked and run here; prints a note if not.
fn has_arm() -> bool {
    let mut missing: Vec<_> =
        ["aarch64-linux-gnu-gcc", "qemu-aarch64"].into_iter().filter(|c| !in_path(c)).collect();
    let mut compiler = Command::new("aarch64-linux-gnu-gcc");
    compiler.args(["-E", "-include", "stdio.h", "-x", "c", "/dev/null"]);
    if missing.is_empty() && !compiler.output().is_ok_and(|o| o.status.success()) {
        missing.push("its stdio.h");
    }
    if !missing.is_empty() {
        skipped(&format!(
            "{} missing (Debian's gcc-aarch64-linux-gnu, libc6-dev-arm64-cross and qemu-user), so nothing is run on aarch64",
            missing.join(" and ")
        ));
    }
    missing.is_empty()
}

/// Writes the object of the program, without linking it.
fn written(dir: &Path, target: &str, options: &[&str]) -> Result<Vec<u8>, Failed> {
    let place = dir.join("written");
    let mut c = translate();
    c.arg(root().join(PROGRAM)).args(["--backend", "obj", "--target", target, "--no-cache", "-s"]);
    let o = run(c.args(options).arg("--keep").arg(&place).current_dir(dir), b"", 300)?;
    if o.code != 0 {
        return Err(o.report().into());
    }
    Ok(std::fs::read(place.join("program.o"))?)
}

/// Symbols, sections and relocations of an object: nothing in code or read-only data has to be changed when it is loaded somewhere.
fn read_back(target: &str) -> Result<(), Failed> {
    let dir = tempfile::tempdir()?;
    let bytes = written(dir.path(), target, &["-g"])?;
    let file = object::File::parse(&bytes[..])?;
    let arm = target == ARM;
    let architecture = if arm { Architecture::Aarch64 } else { Architecture::X86_64 };
    if file.kind() != ObjectKind::Relocatable || file.architecture() != architecture {
        return Err(format!("{:?} for {:?}", file.kind(), file.architecture()).into());
    }
    let mut kinds = BTreeSet::new();
    for section in file.sections() {
        let name = section.name()?.to_string();
        for (_, r) in section.relocations() {
            let RelocationFlags::Elf { r_type } = r.flags() else {
                return Err(format!("{name}: {r:?}").into());
            };
            match section.kind() {
                SectionKind::Text => drop(kinds.insert(r_type)),
                _ if name == ".eh_frame" => {
                    let relative = if arm { R_AARCH64_PREL32 } else { R_X86_64_PC32 };
                    if r_type != relative {
                        return Err(format!("{name}: {r:?}").into());
                    }
                }
                SectionKind::ReadOnlyData | SectionKind::ReadOnlyString => {
                    return Err(format!("relocations in {name}").into());
                }
                _ => {}
            }
        }
    }
    let allowed: Vec<u32> = match arm {
        true => [R_AARCH64_CALL26, R_AARCH64_ADR_PREL_PG_HI21, R_AARCH64_ADD_ABS_LO12_NC].to_vec(),
        false => [R_X86_64_PC32, R_X86_64_PLT32].to_vec(),
    };
    if kinds.is_empty() || kinds.iter().any(|k| !allowed.contains(k)) {
        return Err(format!("relocations of code: {kinds:?}").into());
    }
    let symbol = |name: &str| file.symbols().find(|s| s.name() == Ok(name));
    let entry = symbol("tw_f_entry_point").ok_or("no symbol of the entry point")?;
    let table = symbol("tw_program").ok_or("no symbol of the program's table")?;
    if entry.is_global() || entry.size() == 0 || !table.is_global() || table.is_undefined() {
        return Err(format!("{entry:?} {table:?}").into());
    }
    for name in [".debug_line", ".debug_info", ".eh_frame"] {
        if file.section_by_name(name).is_none_or(|s| s.size() == 0) {
            return Err(format!("no section {name}").into());
        }
    }
    // A disassembler takes all of it for code, jump tables aside.
    let tool = if arm { "aarch64-linux-gnu-objdump" } else { "objdump" };
    if in_path(tool) {
        let object = dir.path().join("written/program.o");
        let o = run(Command::new(tool).arg("-d").arg(&object), b"", 60)?;
        let text = String::from_utf8_lossy(&o.stdout);
        let call = if arm { "\tbl\t" } else { "call" };
        if o.code != 0 || !text.contains("<tw_f_entry_point>") || !text.contains(call) {
            return Err("the disassembly is not right".into());
        }
    } else {
        skipped(&format!("{tool} is missing, so nothing is disassembled"));
    }
    Ok(())
}

/// Two translations give the same bytes.
fn twice(target: &str) -> Result<(), Failed> {
    let all: Vec<Vec<u8>> = [&["-j", "1"], &["-j", "4"]]
        .into_iter()
        .map(|jobs| written(tempfile::tempdir()?.path(), target, jobs))
        .collect::<Result<_, Failed>>()?;
    if all[0] == all[1] { Ok(()) } else { Err("the objects differ".into()) }
}

/// The object is also good for an executable that is loaded anywhere, whose code nobody changes.
fn position_independent() -> Result<(), Failed> {
    let dir = tempfile::tempdir()?;
    let kept = dir.path().join("kept");
    let options = ["--backend", "obj", "--keep", kept.to_str().ok_or("path")?];
    build(Path::new(PROGRAM), &options, &dir.path().join("program"))?;
    let mut c = Command::new("cc");
    c.current_dir(&kept).args(["-pie", "-Wl,-z,text", "-Wl,--fatal-warnings", "-o", "pie"]);
    c.args(["program.o", "tw_support.o", "tw_program.o", "-lm"]);
    let o = run(&mut c, b"", 60)?;
    if o.code != 0 {
        return Err(o.report().into());
    }
    let o = run(&mut Command::new(kept.join("pie")), b"", 60)?;
    let expected = std::fs::read(root().join(PROGRAM).with_extension("out"))?;
    Ok(same("stdout", &expected, &o.stdout)?)
}

/// Tests what `--source` leaves: `make` there links it, on this machine and with another one's
/// compiler.
fn made(target: &str) -> Result<(), Failed> {
    let arm = target == ARM;
    if arm && !has_arm() {
        return Ok(());
    }
    let dir = tempfile::tempdir()?;
    written(dir.path(), target, &[])?;
    let place = dir.path().join("written");
    let o = run(Command::new("make").arg("-C").arg(&place), b"", 300)?;
    if o.code != 0 {
        return Err(o.report().into());
    }
    let mut c = Command::new(place.join("sorting-c"));
    if arm {
        c = Command::new("qemu-aarch64");
        c.args(["-L", "/usr/aarch64-linux-gnu"]).arg(place.join("sorting-c"));
    }
    let o = run(&mut c, b"", 120)?;
    let expected = std::fs::read(root().join(PROGRAM).with_extension("out"))?;
    Ok(same("stdout", &expected, &o.stdout)?)
}

/// Errors are told, and nothing half-written is left.
fn errors() -> Result<(), Failed> {
    use std::os::unix::fs::PermissionsExt;
    let dir = tempfile::tempdir()?;
    let dir = dir.path();
    std::fs::create_dir(dir.join("tmp"))?;
    std::fs::create_dir(dir.join("folder"))?;
    let script = "#!/bin/sh\ncase \"$*\" in *program.o*) echo half > prog-c; echo no room >&2; exit 1;; esac\nexec cc \"$@\"\n";
    std::fs::write(dir.join("bad"), script)?;
    std::fs::set_permissions(dir.join("bad"), std::fs::Permissions::from_mode(0o755))?;
    let cases: [(&[&str], i32, &str); 8] = [
        (&["--cc", "./none"], 1, "cannot run the C compiler `./none`"),
        (&["--cc", "./bad"], 3, "no room"),
        (&["--cc", "false"], 1, "the C compiler `false` does not compile even an empty program"),
        (&["-o", "folder"], 1, "it is a folder, which is not replaced"),
        (&["-o", "none/prog"], 1, "none: No such file"),
        (&["--lto"], 1, "--lto and --profopt want a C compiler"),
        (&["--target", ARM, "--opt=jit"], 1, "--opt=jit makes code for x86-64 only"),
        (&["--target", ARM, "--backend=c"], 1, "--target wants --backend=obj"),
    ];
    for (options, code, text) in cases {
        let mut c = translate();
        c.current_dir(dir).env("TMPDIR", dir.join("tmp")).arg(root().join(PROGRAM));
        if !options.contains(&"--backend=c") {
            c.arg("--backend=obj");
        }
        let o = run(c.args(options), b"", 120)?;
        if o.code != code || !o.stderr.contains(text) {
            return Err(format!("{options:?}: {}", o.report()).into());
        }
        let names = |place: &Path| -> Result<Vec<PathBuf>, Failed> {
            let mut all: Vec<_> = std::fs::read_dir(place)?.flatten().map(|e| e.path()).collect();
            all.retain(|p| !p.to_string_lossy().contains("internal-error"));
            all.sort();
            Ok(all)
        };
        let left = (names(dir)?.len(), names(&dir.join("tmp"))?.len());
        if left != (3, 0) {
            return Err(format!("{options:?} leaves {:?}", names(dir)?).into());
        }
    }
    Ok(())
}

/// A conformance program on the other machine.
fn elsewhere(name: &str) -> Result<(), Failed> {
    if !has_arm() {
        return Ok(());
    }
    let case = Case::read(&root().join("tests/conformance").join(name).with_extension("rpy"));
    let dir = tempfile::tempdir()?;
    let exe = dir.path().join("program");
    build(&case.path, &["--backend", "obj", "--target", ARM, "-w"], &exe)?;
    let mut c = Command::new("qemu-aarch64");
    c.args(["-L", "/usr/aarch64-linux-gnu"]).arg(&exe).args(&case.args).current_dir(&dir);
    for (key, value) in &case.env {
        c.env(key, value);
    }
    let o = case.run(&mut c)?;
    Ok(same("stdout", &std::fs::read(case.expected())?, &o.stdout)?)
}

pub fn tests() -> Vec<Test> {
    let mut all = vec![];
    let mut add = |name: String, f: Box<dyn FnOnce() -> Result<(), Failed> + Send>| {
        all.push(Test::new(name, f));
    };
    for target in ["x86_64-unknown-linux-gnu", ARM] {
        add(format!("read back {target}"), Box::new(move || read_back(target)));
        add(format!("twice {target}"), Box::new(move || twice(target)));
        add(format!("make {target}"), Box::new(move || made(target)));
    }
    add("position independent".into(), Box::new(position_independent));
    add("errors".into(), Box::new(errors));
    for name in ELSEWHERE {
        add(format!("aarch64 {name}"), Box::new(move || elsewhere(name)));
    }
    all
}
