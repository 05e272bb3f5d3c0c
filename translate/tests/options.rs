//! Options of the command on one program: every level and memory manager gives the same program, the dumps come out,
//! and `--source` leaves files that compile.

use crate::common::suite::Test;
use crate::common::*;
use libtest_mimic::Failed;
use std::io::Write;
use std::path::{Path, PathBuf};
use std::process::Command;

const PROGRAM: &str = "tests/conformance/containers/sorting.rpy";

fn check(exe: &Path) -> Result<(), Failed> {
    let o = run(&mut Command::new(exe), b"", 60)?;
    let expected = std::fs::read(root().join(PROGRAM).with_extension("out"))?;
    if o.code != 0 {
        return Err(o.report().into());
    }
    Ok(same("stdout", &expected, &o.stdout)?)
}

fn with(options: &[&str]) -> Result<(), Failed> {
    let dir = tempfile::tempdir()?;
    let exe = dir.path().join("program");
    build(Path::new(PROGRAM), options, &exe)?;
    check(&exe)?;
    // Nothing but the executable is left.
    let left = std::fs::read_dir(dir.path())?.flatten().count();
    if left != 1 {
        return Err(format!("{left} files instead of one").into());
    }
    Ok(())
}

/// Every stage prints something; low-level graphs also parse as what they are.
fn dump(stage: &str, opt: &str) -> Result<(), Failed> {
    let dir = tempfile::tempdir()?;
    let mut c = translate();
    c.arg(root().join("targets/regmachine.rpy")).args([
        "-O",
        opt,
        "--source",
        "--dump-graphs",
        stage,
    ]);
    let o = run(c.arg("-o").arg(dir.path().join("out")), b"", 120)?;
    let text = String::from_utf8_lossy(&o.stdout);
    if o.code != 0 || !text.contains("entry_point") || !text.contains("block0") {
        return Err(format!("exit code {}, {}", o.code, o.stderr).into());
    }
    Ok(())
}

/// A module that is only in the folder of `--stdlib` is found there, by the program and by a function of it; without it the
/// error tells why not.
fn stdlib() -> Result<(), Failed> {
    let dir = tempfile::tempdir()?;
    let (library, program) = (dir.path().join("library"), dir.path().join("program.rpy"));
    std::fs::create_dir(&library)?;
    // It is Python 3, whatever the program is: `/` divides, a text is no bytes.
    let text = "def named(x):\n    return x // 2 if isinstance('x', bytes) else x / 2\n";
    std::fs::write(library.join("oddly.py"), text)?;
    let target = "\n\ndef target(driver, args):\n    return entry_point, None\n";
    let exe = dir.path().join("program");
    let at_import = "import oddly\nimport keyword\n\n\ndef entry_point(argv):\n    \
                     print(oddly.named(7), keyword.iskeyword('if'))\n    return 0\n";
    let in_function = "def entry_point(argv):\n    import oddly, keyword\n    \
                       print(oddly.named(7), keyword.iskeyword('if'))\n    return 0\n";
    let translated = |option: &[&str]| {
        let mut c = translate();
        run(c.arg(&program).args(["-O", "0", "-o"]).arg(&exe).args(option), b"", 120)
    };
    for source in [at_import, in_function] {
        std::fs::write(&program, format!("{source}{target}"))?;
        let nowhere = dir.path().join("nowhere").to_string_lossy().into_owned();
        for (option, note) in [
            (&["--no-stdlib"][..], "--no-stdlib keeps"),
            (&["--stdlib", &nowhere], "that --stdlib names is not there"),
        ] {
            let o = translated(option)?;
            if o.code != 1 || !o.stderr.contains("oddly") || !o.stderr.contains(note) {
                return Err(o.report().into());
            }
        }
        let o = translated(&["--stdlib", &library.to_string_lossy()])?;
        if o.code != 0 {
            return Err(o.report().into());
        }
        let o = run(&mut Command::new(&exe), b"", 60)?;
        same("stdout", b"3.5 True\n", &o.stdout)?;
    }
    Ok(())
}

/// A program in a package: its own tree comes before historic names of the library, the library's `rpython` before that of the tree,
/// what the library lacks is taken from there, and `PYTHONPATH` comes before the standard modules.
fn own_tree() -> Result<(), Failed> {
    let dir = tempfile::tempdir()?;
    let files = [
        ("tree/pypy/__init__.py", ""),
        ("tree/pypy/tool/__init__.py", ""),
        ("tree/pypy/tool/words.py", "WORD = 'own'\n"),
        ("tree/pypy/goal/__init__.py", ""),
        ("tree/rpython/__init__.py", "raise ImportError('shadowed')\n"),
        ("tree/rpython/rlib/__init__.py", "raise ImportError('shadowed')\n"),
        ("tree/rpython/rlib/rarithmetic.py", "raise ImportError('shadowed')\n"),
        ("tree/rpython/rlib/furtherparts.py", "WORD = 'further'\n"),
        ("path/getopt.py", "WORD = 'path'\n"),
        (
            "tree/pypy/goal/program.py",
            "from pypy.tool.words import WORD\n\
             from pypy.tool import sourcetools\n\
             from pypy.rlib.rarithmetic import intmask\n\
             from rpython.rlib.furtherparts import WORD as FURTHER\n\
             import getopt\n\n\n\
             def entry_point(argv):\n    \
                 print('%s %s %s %d' % (WORD, FURTHER, getopt.WORD, intmask(len(argv))))\n    \
                 return 0\n\n\n\
             def target(driver, args):\n    return entry_point, None\n",
        ),
    ];
    for (path, text) in files {
        let path = dir.path().join(path);
        std::fs::create_dir_all(path.parent().unwrap_or(dir.path()))?;
        std::fs::write(path, text)?;
    }
    let exe = dir.path().join("program");
    let mut c = translate();
    c.env("PYTHONPATH", dir.path().join("path")).arg(dir.path().join("tree/pypy/goal/program.py"));
    let o = run(c.args(["--backend", "obj", "-o"]).arg(&exe), b"", 120)?;
    if o.code != 0 {
        return Err(o.report().into());
    }
    let o = run(&mut Command::new(&exe), b"", 60)?;
    Ok(same("stdout", b"own further path 1\n", &o.stdout)?)
}

/// `argparse` is that of the library, also where the program could do without it, and the program is imported once for it.
fn installed_module() -> Result<(), Failed> {
    let dir = tempfile::tempdir()?;
    let (library, program) = (dir.path().join("library"), dir.path().join("program.rpy"));
    std::fs::create_dir(&library)?;
    std::fs::write(library.join("argparse.py"), "from ownpart import PART as WHOSE\n")?;
    std::fs::write(library.join("ownpart.py"), "PART = \"the library's\"\n")?;
    let source = "try:\n    from argparse import WHOSE\nexcept ImportError:\n    WHOSE = 'nobody'\nprint('imported')\n\n\n\
                  def entry_point(argv):\n    print(WHOSE)\n    return 0\n\n\n\
                  def target(driver, args):\n    return entry_point, None\n";
    std::fs::write(&program, source)?;
    let exe = dir.path().join("program");
    let folder = library.to_string_lossy().into_owned();
    for (option, whose) in
        [(&["--no-stdlib"][..], "nobody\n"), (&["--stdlib", &folder], "the library's\n")]
    {
        let mut c = translate();
        let o = run(c.arg(&program).args(["-O", "0", "-o"]).arg(&exe).args(option), b"", 120)?;
        if o.code != 0 {
            return Err(o.report().into());
        }
        same("stdout of the translation", b"imported\n", &o.stdout)?;
        let o = run(&mut Command::new(&exe), b"", 60)?;
        same("stdout", whose.as_bytes(), &o.stdout)?;
    }
    Ok(())
}

/// Tests that, without an option, what is missing is looked up in the library of the `python3` that
/// is installed.
fn installed_stdlib() -> Result<(), Failed> {
    let dir = tempfile::tempdir()?;
    let (program, exe) = (dir.path().join("program.rpy"), dir.path().join("program"));
    let source = "import graphlib\nORDER = list(graphlib.TopologicalSorter({'a': ['b'], 'b': ['c']}).static_order())\n\n\n\
                  def entry_point(argv):\n    import colorsys\n    y, i, q = colorsys.rgb_to_yiq(0.5, 0.25, 0.0)\n    \
                  print(' '.join(ORDER), int(y * 1000))\n    return 0\n\n\n\
                  def target(driver, args):\n    return entry_point, None\n";
    std::fs::write(&program, source)?;
    let mut c = translate();
    let o = run(c.arg(&program).args(["-O", "0", "-o"]).arg(&exe), b"", 120)?;
    if o.code != 0 {
        return Err(o.report().into());
    }
    let o = run(&mut Command::new(&exe), b"", 60)?;
    Ok(same("stdout", b"c b a 297\n", &o.stdout)?)
}

fn dot() -> Result<(), Failed> {
    let dir = tempfile::tempdir()?;
    let mut c = translate();
    c.arg(root().join(PROGRAM)).arg("--source").arg("--dot").arg(dir.path().join("dot"));
    let o = run(c.arg("-o").arg(dir.path().join("out")), b"", 120)?;
    if o.code != 0 {
        return Err(o.report().into());
    }
    let made = files(&dir.path().join("dot"), "dot");
    if made.len() < 20 || !dir.path().join("dot/rtyped/calls.dot").exists() {
        return Err(format!("{} dot files", made.len()).into());
    }
    Ok(())
}

/// `--source` writes files and no executable; `make` there makes it.
fn source() -> Result<(), Failed> {
    let dir = tempfile::tempdir()?;
    let exe = dir.path().join("program");
    build(Path::new(PROGRAM), &["--source", "-O", "1"], &exe)?;
    if exe.exists() {
        return Err("an executable".into());
    }
    let src = dir.path().join("program.src");
    let o = run(Command::new("make").arg("-C").arg(&src), b"", 300)?;
    if o.code != 0 {
        return Err(o.report().into());
    }
    check(&src.join("sorting-c"))?;
    // Its commands are also there for tools.
    let text = std::fs::read_to_string(src.join("compile_commands.json"))?;
    let all: serde_json::Value = serde_json::from_str(&text)?;
    let all = all.as_array().ok_or("no array")?;
    let sources = files(&src, "c");
    if all.len() != sources.len() {
        return Err(format!("{} commands for {} files", all.len(), sources.len()).into());
    }
    for one in all {
        let words: Vec<&str> = one["arguments"]
            .as_array()
            .ok_or("no words")?
            .iter()
            .flat_map(|w| w.as_str())
            .collect();
        let o = run(Command::new(words[0]).args(&words[1..]).current_dir(&src), b"", 300)?;
        let file = one["file"].as_str().unwrap_or_default();
        if o.code != 0 || !o.stderr.is_empty() || !sources.contains(&src.join(file)) {
            return Err(format!("{file}: {}", o.report()).into());
        }
    }
    Ok(())
}

/// Tests that what a program does not use of the collector and the helpers of exceptions is not in its C code: pairs of
/// a line that uses something, and the functions that are there for it.
fn left_out() -> Result<(), Failed> {
    let (weak, dead, packed, quoted) =
        ("update_weakrefs", "find_dead", "packed_argument", "ll_strrepr");
    let uses: [(&str, &[&str]); 5] = [
        ("pass", &[]),
        ("weakref.ref(A())", &[weak]),
        ("Watched()", &[dead]),
        ("raise ValueError(1, 'two', 3)", &[packed, quoted]),
        ("print({'a': 1}[argv[0]])", &[quoted]),
    ];
    let dir = tempfile::tempdir()?;
    for (line, there) in uses {
        let path = dir.path().join("uses.rpy");
        let text = format!(
            "import weakref\nclass A(object):\n    pass\nclass Watched(object):\n    def __del__(self):\n        print('dead')\n\
             def entry_point(argv):\n    {line}\n    return 0\ndef target(driver, args):\n    return entry_point\n"
        );
        std::fs::write(&path, text)?;
        build(&path, &["--source", "-O", "1"], &dir.path().join("uses"))?;
        let mut code = String::new();
        for file in files(&dir.path().join("uses.src"), "c") {
            code += &std::fs::read_to_string(file)?;
        }
        for name in [weak, dead, packed, quoted] {
            if code.contains(&format!("tw_f_{name}(")) != there.contains(&name) {
                return Err(format!("'{line}', and the C code's {name}").into());
            }
        }
    }
    Ok(())
}

/// Messages of `--verbose` go to stderr: times of stages and passes.
fn verbose() -> Result<(), Failed> {
    let dir = tempfile::tempdir()?;
    let mut c = translate();
    c.arg(root().join(PROGRAM)).args(["-v", "-O", "0", "-o"]).arg(dir.path().join("out"));
    let o = run(&mut c, b"", 300)?;
    let stages = ["rtype", "constfold", "exception_transform", "gc_transform"];
    if o.code != 0 || !o.stdout.is_empty() || !stages.iter().all(|s| o.stderr.contains(s)) {
        return Err(o.report().into());
    }
    Ok(())
}

/// The default name is NAME-c in the current folder.
fn default_output() -> Result<(), Failed> {
    let dir = tempfile::tempdir()?;
    let mut c = translate();
    let o = run(c.current_dir(dir.path()).arg(root().join(PROGRAM)).args(["-O", "0"]), b"", 300)?;
    if o.code != 0 {
        return Err(o.report().into());
    }
    check(&dir.path().join("sorting-c"))
}

/// Translates a small program with these options; the outcome of a run with this word as its argument.
fn small(options: &[&str], word: &str) -> Result<Outcome, Failed> {
    let path = scratch().join("small.rpy");
    if !path.exists() {
        // Written at once: other tests may want it, too.
        let mut file = tempfile::NamedTempFile::new_in(scratch())?;
        file.write_all(SMALL.as_bytes())?;
        file.persist(&path)?;
    }
    let exe = made(&path, &[options, &["--backend", "c"]].concat())?;
    Ok(run(std::process::Command::new(&exe).arg(word), b"", 60)?)
}

/// Sums and products that fit, or are masked, and others; an index without and with a handler.
const SMALL: &str = r#"
from rpython.rlib.rarithmetic import intmask

def product(a, b):
    return a * b

def handled(l, i):
    try:
        return l[i]
    except IndexError:
        return -1

def entry_point(argv):
    n = len(argv)
    big = 9223372036854775807
    print(product(n, 21), intmask(big * n + n), (big + n) & 0xff, handled([1, 2], n))
    if argv[1] == "mul":
        print(product(big, n))
    if argv[1] == "add":
        n += big
        print(n)
    if argv[1] == "neg":
        print(-(-big - n + 1))
    if argv[1] == "shl":
        big <<= n
    if argv[1] == "far":
        print(n << (62 + n))
    if argv[1] == "div":
        print((1 - n - big) // (1 - n))
    if argv[1] == "abs":
        print(abs(1 - n - big))
    if argv[1] == "pow":
        print(intmask(3 ** (40 + n)), n ** 62, (-n) ** 63, 2 ** n)
        print((n + 2) ** 40)
    if argv[1] == "power":
        print(pow(n, 31 * n), pow(n + 1, -n, 5))
        print(pow(n, 31 * n + 1))
    if argv[1] == "shifts":
        least = 1 - n - big
        print(n << 61, 0 << (n + 70), -1 << (61 + n), intmask(big << n), (big << n) & 0xff, least // 1, abs(least + 1))
        try:
            print(big << -n)
        except ValueError:
            print(least // (n + 3), (n - 1) // n)
    return 0

def target(driver, args):
    return entry_point, None
"#;

fn overflow_traps() -> Result<(), Failed> {
    for opt in ["0", "2"] {
        let options = ["--overflow=trap", "-O", opt];
        let fine = small(&options, "none")?;
        if fine.code != 0 || fine.stdout != b"42 0 1 -1\n" {
            return Err(fine.report().into());
        }
        let shifts = small(&options, "shifts")?;
        let (least, most) = (i64::MIN, i64::MAX);
        let all = format!(
            "42 0 1 -1\n{} 0 {least} -4 252 {least} {most}\n{} 0\n",
            1i64 << 62,
            least.div_euclid(5),
        );
        if shifts.code != 0 || shifts.stdout != all.as_bytes() {
            return Err(shifts.report().into());
        }
        for (word, place) in [
            ("mul", "small.rpy\", line 5, in product\n    return a * b\n"),
            ("add", "line 20, in entry_point\n    n += big\n"),
            ("neg", "line 23, in entry_point\n    print(-(-big - n + 1))\n"),
            ("shl", "line 25, in entry_point\n    big <<= n\n"),
            ("far", "line 27, in entry_point\n    print(n << (62 + n))\n"),
            ("div", "line 29, in entry_point\n    print((1 - n - big) // (1 - n))\n"),
            ("abs", "line 31, in entry_point\n    print(abs(1 - n - big))\n"),
            ("pow", "line 34, in entry_point\n    print((n + 2) ** 40)\n"),
            ("power", "line 37, in entry_point\n    print(pow(n, 31 * n + 1))\n"),
        ] {
            let o = small(&options, word)?;
            let message = o.stderr.starts_with("Fatal error: integer overflow\n");
            if o.code != 1 || !message || !o.stderr.contains(place) {
                return Err(o.report().into());
            }
        }
    }
    let o = small(&["-O", "2"], "add")?;
    if o.code != 0 || o.stdout != b"42 0 1 -1\n-9223372036854775807\n" {
        return Err(o.report().into());
    }
    Ok(())
}

fn unchecked() -> Result<(), Failed> {
    let o = small(&["--unchecked", "-O", "2"], "none")?;
    if o.code != 0 || o.stdout != b"42 0 1 -1\n" {
        return Err(o.report().into());
    }
    with(&["--unchecked"])
}

/// `translate` on the smallest program, run in this folder, with its temporary files in `tmp` there.
fn tiny(dir: &Path) -> Result<Command, Failed> {
    let program = "def entry_point(argv):\n    print('fine')\n    return 0\ndef target(driver, args):\n    return entry_point, None\n";
    std::fs::write(dir.join("tiny.rpy"), program)?;
    std::fs::create_dir_all(dir.join("tmp"))?;
    let mut c = translate();
    c.current_dir(dir).env("TMPDIR", dir.join("tmp")).args(["tiny.rpy", "-O", "0"]);
    Ok(c)
}

fn nothing_left(dir: &Path) -> Result<(), Failed> {
    let left: Vec<_> = std::fs::read_dir(dir.join("tmp"))?.flatten().map(|e| e.path()).collect();
    match left.is_empty() {
        true => Ok(()),
        false => Err(format!("left: {left:?}").into()),
    }
}

/// Results go to new and to regular files, also behind links, and to folders; nothing else is replaced or written to.
fn places() -> Result<(), Failed> {
    use std::os::unix::fs::{FileTypeExt, symlink};
    let dir = tempfile::tempdir()?;
    let dir = dir.path();
    let made = Command::new("mkfifo").arg(dir.join("pipe")).status()?;
    assert!(made.success());
    let _socket = std::os::unix::net::UnixListener::bind(dir.join("socket"))?;
    for (name, to) in [
        ("full", "/dev/full"),
        ("null", "/dev/null"),
        ("to-pipe", "pipe"),
        ("new", "sub/exe"),
        ("old", "exe"),
        ("loop", "loop"),
    ] {
        symlink(to, dir.join(name))?;
    }
    std::fs::create_dir(dir.join("sub"))?;
    std::fs::create_dir(dir.join("kept"))?;
    std::fs::write(dir.join("exe"), "")?;
    assert!(Command::new("mkfifo").arg(dir.join("kept/common.h")).status()?.success());
    let not = "which is not replaced";
    let refused: [(&[&str], &str); 12] = [
        (&["-o", "pipe"], not),
        (&["-o", "to-pipe"], not),
        (&["-o", "socket"], not),
        (&["-o", "full"], not),
        (&["-o", "sub"], not),
        (&["-o", "loop"], "symbolic links"),
        (&["-o", "none/such"], "none: No such file"),
        (&["-o", "exe/such"], "Not a directory"),
        (&["--keep", "exe"], "--keep: exe is a file, not a folder"),
        (&["--dot", "pipe"], "--dot: pipe is a named pipe, not a folder"),
        (&["-s", "--keep", "full"], "--keep: full is a device, not a folder"),
        (&["-s", "-o", "x"], "--source: x.src is a file, not a folder"),
    ];
    std::fs::write(dir.join("x.src"), "")?;
    for (options, text) in refused {
        let o = run(tiny(dir)?.args(options), b"", 60)?;
        if o.code != 1 || !o.stderr.contains(text) {
            return Err(format!("{options:?}: {}", o.report()).into());
        }
    }
    let o = run(tiny(dir)?.args(["--keep", "kept"]), b"", 60)?;
    if o.code == 0 || !o.stderr.contains("kept/common.h: it is there and not a regular file") {
        return Err(o.report().into());
    }
    for (name, place) in [("null", None), ("new", Some("sub/exe")), ("old", Some("exe"))] {
        let o = run(tiny(dir)?.args(["-o", name]), b"", 120)?;
        if o.code != 0 || !dir.join(name).is_symlink() {
            return Err(format!("-o {name}: {}", o.report()).into());
        }
        let Some(place) = place else { continue };
        let o = run(&mut Command::new(dir.join(place)), b"", 60)?;
        if o.stdout != b"fine\n" {
            return Err(format!("{place}: {}", o.report()).into());
        }
    }
    let still = |name: &str| std::fs::metadata(dir.join(name)).map(|m| m.file_type());
    if !still("pipe")?.is_fifo()
        || !still("socket")?.is_socket()
        || !still("full")?.is_char_device()
    {
        return Err("something was replaced".into());
    }
    nothing_left(dir)
}

/// The C compiler as people name it: relative, with arguments, behind another command, by `$CC`; and one that does not work.
fn compilers() -> Result<(), Failed> {
    use std::os::unix::fs::PermissionsExt;
    let dir = tempfile::tempdir()?;
    let dir = dir.path();
    std::fs::create_dir(dir.join("a path"))?;
    let script = |name: &str, text: &str| -> Result<(), Failed> {
        std::fs::write(dir.join(name), format!("#!/bin/sh\n{text}\n"))?;
        Ok(std::fs::set_permissions(dir.join(name), std::fs::Permissions::from_mode(0o755))?)
    };
    script("mycc", &format!("echo \"$1\" >> {}; exec cc \"$@\"", dir.join("used").display()))?;
    script("a path/mycc", "exec \"$(dirname \"$0\")/../mycc\" \"$@\"")?;
    script("bad", "echo rejected >&2; exit 1")?;
    script("strict", "case \"$*\" in *tiny*) echo rejected >&2; exit 1;; esac; exec cc \"$@\"")?;
    let used = |c: &mut Command, first: &str| -> Result<(), Failed> {
        let _ = std::fs::remove_file(dir.join("used"));
        let o = run(c, b"", 120)?;
        let calls = std::fs::read_to_string(dir.join("used")).unwrap_or_default();
        let calls = calls.lines().collect::<Vec<_>>();
        if o.code != 0 || calls.is_empty() || calls.iter().any(|l| *l != first) {
            return Err(format!("{first} {calls:?}: {}", o.report()).into());
        }
        Ok(())
    };
    for cc in ["./mycc", "./mycc -m64", "env ./mycc -m64", "'a path/mycc' -m64", "a\\ path/mycc"] {
        let first = if cc.contains("-m64") { "-m64" } else { "-O0" };
        used(tiny(dir)?.args(["--cc", cc]), first)?;
        if !cc.contains('\'') {
            continue;
        }
        used(tiny(dir)?.env("CC", cc), first)?;
        // Its Makefile, too, from the folder where it is.
        used(tiny(dir)?.args(["-s", "--cc", cc]), first).err().ok_or("a compiler for -s")?;
        used(Command::new("make").arg("-C").arg(dir.join("tiny-c.src")), first)?;
        std::fs::remove_dir_all(dir.join("tiny-c.src"))?;
    }
    used(tiny(dir)?.args(["--cc", "./mycc -DBY_OPTION"]).env("CC", "./bad"), "-DBY_OPTION")?;
    for (cc, code, text) in [
        ("./bad", 1, "bad` does not compile even an empty program:\nrejected\n"),
        ("./strict", 3, "With --keep DIR the C files stay.\nrejected\n"),
        ("./none", 1, "cannot run the C compiler `./none`"),
        ("none -x", 1, "cannot run the C compiler `none`"),
    ] {
        let o = run(tiny(dir)?.args(["--cc", cc]), b"", 120)?;
        let gone = dir.join("tmp").display().to_string();
        if o.code != code || !o.stderr.contains(text) || o.stderr.contains(&gone) {
            return Err(format!("{cc}: {}", o.report()).into());
        }
    }
    nothing_left(dir)
}

/// A program that uses libffi, where the C compiler does not find it: the use is an error that names the package.
fn without_libffi() -> Result<(), Failed> {
    let dir = tempfile::tempdir()?;
    let dir = dir.path();
    let program = "from rpython.rlib import clibffi\ndef entry_point(argv):\n    if len(argv) > 5:\n        \
                   clibffi.closureHeap.alloc()\n    return 0\ndef target(driver, args):\n    return entry_point, None\n";
    std::fs::write(dir.join("uses.rpy"), program)?;
    let mut c = translate();
    c.current_dir(dir).args(["uses.rpy", "-O", "0", "--cc", "cc -Dffi_prep_cif=not_there"]);
    let o = run(&mut c, b"", 120)?;
    let text = "needs the C library libffi with its header (package libffi-dev or libffi-devel), which is not here";
    match o.code == 1 && o.stderr.contains(text) && o.stderr.contains("uses.rpy:4") {
        true if !dir.join("uses-c").exists() => Ok(()),
        _ => Err(o.report().into()),
    }
}

/// Boehm's collector where libgc is installed; what it cannot have, and that it is missing, is told before anything else.
fn boehm() -> Result<(), Failed> {
    use std::os::unix::fs::PermissionsExt;
    let dir = tempfile::tempdir()?;
    let dir = dir.path();
    let script = "#!/bin/sh\ncase \"$*\" in *gc/gc.h*) exit 1;; esac\nexec cc \"$@\"\n";
    std::fs::write(dir.join("without"), script)?;
    std::fs::set_permissions(dir.join("without"), std::fs::Permissions::from_mode(0o755))?;
    let refused = |options: &[&str], text: &str| -> Result<(), Failed> {
        let o = run(tiny(dir)?.args(["--gc", "boehm"]).args(options), b"", 60)?;
        match o.code == 1 && o.stderr.contains(text) && !dir.join("tiny-c").exists() {
            true => Ok(()),
            false => Err(o.report().into()),
        }
    };
    refused(
        &["--cc", "./without"],
        "needs the library libgc, which is not installed (Debian's package is libgc-dev)",
    )?;
    if !Path::new("/usr/include/gc/gc.h").exists() {
        println!("libgc is not installed: --gc=boehm is not tried");
        return Ok(());
    }
    let stacklet = "from rpython.rlib import rstacklet\ndef run(h, arg):\n    return h\ndef entry_point(argv):\n    \
                    t = rstacklet.StackletThread(None)\n    t.new(run)\n    return 0\ndef target(driver, args):\n    return entry_point\n";
    std::fs::write(dir.join("stacks.rpy"), stacklet)?;
    let mut c = translate();
    c.current_dir(dir).args(["stacks.rpy", "--gc", "boehm"]);
    let o = run(&mut c, b"", 60)?;
    if o.code != 1 || !o.stderr.contains("stacklets do not work with --gc=boehm") {
        return Err(o.report().into());
    }
    let threads = "from rpython.rlib import rthread\ncurrent = rthread.ThreadLocalReference(Exception)\ndef run():\n    \
                   print(current.get() is None)\ndef entry_point(argv):\n    rthread.start_new_thread(run, ())\n    return 0\n\
                   def target(driver, args):\n    return entry_point\n";
    std::fs::write(dir.join("threads.rpy"), threads)?;
    for (gc, message) in [
        ("boehm", "threads do not work with --gc=boehm"),
        ("ref", "objects in variables of threads do not work with --gc=ref"),
    ] {
        let mut c = translate();
        c.current_dir(dir).args(["threads.rpy", "--gc", gc]);
        let o = run(&mut c, b"", 60)?;
        if o.code != 1 || !o.stderr.contains(message) {
            return Err(o.report().into());
        }
    }
    for options in [
        ["-O", "0", "--backend", "c"],
        ["-O", "2", "--backend", "c"],
        ["-O", "2", "--backend", "obj"],
    ] {
        with(&[&["--gc", "boehm"], &options[..]].concat())?;
    }
    // What a program lets go is used again, and what it keeps stays.
    let program = "class A(object):\n    def __init__(self, next):\n        self.next = next\n        self.text = [0] * 1000\n\
                   def entry_point(argv):\n    kept = None\n    for i in range(200000):\n        a = A(None)\n        if i % 1000 == 0:\n            \
                   kept = A(kept)\n            kept.text[7] = i\n    total = 0\n    while kept is not None:\n        total += kept.text[7]\n        \
                   kept = kept.next\n    print(total)\n    return 0\ndef target(driver, args):\n    return entry_point\n";
    std::fs::write(dir.join("heap.rpy"), program)?;
    let exe = dir.join("heap");
    build(&dir.join("heap.rpy"), &["--gc", "boehm"], &exe)?;
    for setting in ["", "max=64M"] {
        let o = run(Command::new(&exe).env("TRACEWRIGHT_GC", setting), b"", 60)?;
        if o.code != 0 || o.stdout != b"19900000\n" {
            return Err(format!("{setting}: {}", o.report()).into());
        }
    }
    Ok(())
}

/// Tests how much of the nursery is used, where trees that are half of it live on for a while: all of it, but for the
/// time of major collections.
fn whole_nursery() -> Result<(), Failed> {
    let dir = tempfile::tempdir()?;
    let program = "class Node(object):\n    def __init__(self, left, right):\n        self.left = left\n        self.right = right\n\
                   def tree(depth):\n    if depth == 0:\n        return Node(None, None)\n    return Node(tree(depth - 1), tree(depth - 1))\n\
                   def entry_point(argv):\n    kept = tree(15)\n    for i in range(150):\n        tree(16)\n        \
                   if i % 5 == 0:\n            kept = tree(15)\n    print(kept.left is not None)\n    return 0\n\
                   def target(driver, args):\n    return entry_point\n";
    std::fs::write(dir.path().join("trees.rpy"), program)?;
    let exe = dir.path().join("trees");
    build(&dir.path().join("trees.rpy"), &[], &exe)?;
    let setting = "stats,nursery=8M,heap=32M";
    let o = run(Command::new(&exe).env("TRACEWRIGHT_GC", setting), b"", 60)?;
    let counts: Vec<usize> = o.stderr.split_whitespace().filter_map(|w| w.parse().ok()).collect();
    // (a node has 32 bytes)
    let bytes = 32 * (150 * ((1 << 17) - 1) + 31 * ((1 << 16) - 1));
    let least = bytes / (8 << 20);
    match counts[..] {
        [minor, major, ..] if minor < 4 * least && major >= 3 => Ok(()),
        _ => Err(format!("{least} minor collections would do: {}", o.report()).into()),
    }
}

/// The smallest program: its size, and how much C it is.
fn smallest() -> Result<(), Failed> {
    let dir = tempfile::tempdir()?;
    let program = "def entry_point(argv):\n    print('hello')\n    return 0\ndef target(driver, args):\n    return entry_point\n";
    std::fs::write(dir.path().join("hello.rpy"), program)?;
    let (exe, kept) = (dir.path().join("hello"), dir.path().join("kept"));
    let keep = ["--keep", &kept.display().to_string()];
    build(&dir.path().join("hello.rpy"), &[&["-O2", "--backend", "c"], &keep[..]].concat(), &exe)?;
    let size = std::fs::metadata(&exe)?.len();
    let lines = std::fs::read_to_string(kept.join("program_1.c"))?.lines().count();
    if size >= 66 << 10 || lines >= 1000 {
        return Err(format!("{size} bytes, {lines} lines of C").into());
    }
    Ok(())
}

/// Reference counting: what it cannot have is told, and a program that drops what it makes runs in little memory.
fn counting() -> Result<(), Failed> {
    let dir = tempfile::tempdir()?;
    let dir = dir.path();
    for options in [
        ["-O", "0", "--backend", "c"],
        ["-O", "2", "--backend", "c"],
        ["-O", "2", "--backend", "obj"],
    ] {
        with(&[&["--gc", "ref"], &options[..]].concat())?;
    }
    let program = "class A(object):\n    def __init__(self, next, text):\n        self.next = next\n        self.text = text\n\
                   def fail(a, n):\n    if n % 3 == 0:\n        raise ValueError(a.text + str(n))\n    return a\n\
                   def entry_point(argv):\n    total = 0\n    last = None\n    table = {}\n    for i in range(1000000):\n        a = A(last, str(i))\n        \
                   last = a\n        if i % 1000 == 0:\n            last = None\n        table[str(i % 100)] = [a, a]\n        try:\n            \
                   total += len(fail(a, i).text)\n        except ValueError as e:\n            total += len(str(e))\n    print(total)\n    \
                   return 0\ndef target(driver, args):\n    return entry_point\n";
    std::fs::write(dir.join("heap.rpy"), program)?;
    let exe = dir.join("heap");
    let mut c = translate();
    let o = run(c.current_dir(dir).args(["heap.rpy", "--gc", "ref", "--opt", "jit"]), b"", 60)?;
    if o.code != 1 || !o.stderr.contains("--gc=ref has no JIT") || dir.join("heap-c").exists() {
        return Err(o.report().into());
    }
    for backend in ["c", "obj"] {
        build(&dir.join("heap.rpy"), &["--gc", "ref", "--backend", backend], &exe)?;
        for setting in ["stats,max=1M", "stats,stress"] {
            let o = run(Command::new(&exe).env("TRACEWRIGHT_GC", setting), b"", 60)?;
            if o.code != 0 || o.stdout != b"7851854\n" || !o.stderr.starts_with("gc: 0 objects") {
                return Err(format!("{backend} {setting}: {}", o.report()).into());
            }
        }
    }
    // finalizers run when the last reference is gone
    std::fs::write(dir.join("prompt.rpy"), PROMPT)?;
    let exe = dir.join("prompt");
    for (opt, backend) in [("0", "c"), ("2", "c"), ("2", "obj")] {
        build(&dir.join("prompt.rpy"), &["--gc", "ref", "-O", opt, "--backend", backend], &exe)?;
        let o = run(&mut Command::new(&exe), b"", 60)?;
        let lines = String::from_utf8_lossy(&o.stdout).lines().collect::<Vec<_>>().join(", ");
        let expected = "0, held, del local, after local, 1, held, del local, after local, chain, del chain 2, del chain 1, del chain 0, cut, popping, \
                        del second, popped, del first, replaced, del new, deleted, del value, replaced, del other, cleared, del failing, \
                        caught failing, end";
        if o.code != 0 || lines != expected {
            return Err(format!("-O{opt} {backend}: {lines}\n{}", o.report()).into());
        }
    }
    // a heap that is full, and one that is not
    limited("ref", "2")
}

const PROMPT: &str = r#"
class A(object):
    def __init__(self, name, other):
        self.name = name
        self.other = other
    def __del__(self):
        print("del " + self.name)

class Box(object):
    def __init__(self):
        self.item = None
        self.items = []
        self.table = {}

box = Box()

def local(n):
    a = A("local", None)
    print(n)
    return a

def chain(n):
    a = None
    for i in range(n):
        a = A("chain %d" % i, a)
    box.item = a

def fails(n):
    a = A("failing", None)
    if n > 0:
        raise ValueError(a.name)
    return len(a.name)

def entry_point(argv):
    for i in range(2):
        box.item = local(i)
        print("held")
        box.item = None
        print("after local")
    chain(3)
    print("chain")
    box.item = None
    print("cut")
    box.items.append(A("first", None))
    box.items.append(A("second", None))
    print("popping")
    box.items.pop()
    print("popped")
    box.items[0] = A("new", None)
    print("replaced")
    del box.items[:]
    print("deleted")
    box.table["k"] = A("value", None)
    box.table["k"] = A("other", None)
    print("replaced")
    box.table.clear()
    print("cleared")
    try:
        fails(len(argv))
    except ValueError as e:
        print("caught " + str(e))
    print("end")
    return 0

def target(driver, args):
    return entry_point
"#;

/// C files that were compiled before are not compiled again, as long as the compiler, its flags and the files are the same.
fn object_cache() -> Result<(), Failed> {
    use std::os::unix::fs::PermissionsExt;
    let dir = tempfile::tempdir()?;
    let dir = dir.path();
    let compiler = |text: &str| -> Result<(), Failed> {
        std::fs::write(dir.join("mycc"), text)?;
        Ok(std::fs::set_permissions(dir.join("mycc"), std::fs::Permissions::from_mode(0o755))?)
    };
    let log = dir.join("log");
    let text = format!("#!/bin/sh\necho \"$@\" >> {}\nexec cc \"$@\"\n", log.display());
    compiler(&text)?;
    let folder = dir.join("cache");
    let compiled = |more: &[&str], says: &str| -> Result<usize, Failed> {
        let mut c = tiny(dir)?;
        // One of them says it another way.
        let line = match says {
            "joined" => "print(''.join(['join'] * len(argv) + ['ed']))".into(),
            says => format!("print('{says}')"),
        };
        let program =
            std::fs::read_to_string(dir.join("tiny.rpy"))?.replace("print('fine')", &line);
        std::fs::write(dir.join("tiny.rpy"), program)?;
        let _ = std::fs::remove_file(&log);
        let o =
            run(c.env("TRACEWRIGHT_CACHE", &folder).args(["--cc", "./mycc"]).args(more), b"", 120)?;
        let ran = run(&mut Command::new(dir.join("tiny-c")), b"", 60)?;
        if o.code != 0 || ran.stdout != format!("{says}\n").into_bytes() {
            return Err(format!("{}{}", o.report(), ran.report()).into());
        }
        let calls = std::fs::read_to_string(&log)?;
        Ok(calls.lines().filter(|l| l.split(' ').any(|w| w == "-c")).count())
    };
    let expect = |what: &str, n: usize, expected: usize| match n == expected {
        true => Ok(()),
        false => Err(Failed::from(format!("{what}: {n} files compiled, not {expected}"))),
    };
    expect("no cache", compiled(&["--no-cache"], "fine")?, 3)?;
    if folder.exists() {
        return Err("--no-cache makes a cache".into());
    }
    expect("first", compiled(&[], "fine")?, 3)?;
    expect("again", compiled(&[], "fine")?, 0)?;
    expect("to a folder", compiled(&["--keep", "kept"], "fine")?, 0)?;
    // What is the same for all programs is there: the support code, and the collector.
    expect("another text", compiled(&[], "good")?, 1)?;
    expect("another program", compiled(&[], "joined")?, 1)?;
    expect("other flags", compiled(&["-g"], "good")?, 3)?;
    expect("the first text", compiled(&[], "fine")?, 0)?;
    compiler(&format!("{text}# another\n"))?;
    expect("another compiler", compiled(&[], "fine")?, 3)?;
    // What is damaged is not used.
    let damage = || walk(&folder).iter().try_for_each(|file| std::fs::write(file, "nonsense"));
    damage()?;
    expect("damaged", compiled(&[], "fine")?, 3)?;
    let flip = |file: &PathBuf| -> std::io::Result<()> {
        let mut bytes = std::fs::read(file)?;
        let at = bytes.len() / 2;
        bytes[at] ^= 4;
        std::fs::write(file, bytes)
    };
    walk(&folder).iter().try_for_each(flip)?;
    expect("damaged at one place", compiled(&[], "fine")?, 3)?;
    expect("whole again", compiled(&[], "fine")?, 0)?;
    // The object back end: the same bytes, whether the functions' code was there or not.
    let mut all = vec![];
    for (n, more) in [&["--no-cache"][..], &[], &[], &[], &[]].into_iter().enumerate() {
        match n {
            2 => walk(&folder).iter().try_for_each(flip)?,
            3 => damage()?,
            _ => {}
        }
        compiled(&[&["--backend", "obj"], more].concat(), "fine")?;
        all.push(std::fs::read(dir.join("tiny-c"))?);
    }
    if all.iter().any(|bytes| *bytes != all[0]) {
        return Err("the executables differ".into());
    }
    nothing_left(dir)
}

/// Programs of any name: the folder of C files has a Makefile that makes them.
fn names() -> Result<(), Failed> {
    let dir = tempfile::tempdir()?;
    let dir = dir.path();
    tiny(dir)?;
    let names = [
        "two words",
        "it's",
        "#1",
        "$HOME",
        "100%",
        "a=b",
        "a:b;c",
        "x(y)",
        "a*b?",
        "`ls`",
        "\"q\"",
        "-n",
        "ä",
    ];
    for name in names {
        let file = format!("./{name}.rpy");
        std::fs::copy(dir.join("tiny.rpy"), dir.join(&file))?;
        let mut c = translate();
        let o = run(c.current_dir(dir).args([&file, "-O", "0", "-s"]), b"", 120)?;
        let folder = dir.join(format!("{name}-c.src"));
        let made = || run(Command::new("make").arg("-C").arg(&folder), b"", 120);
        let program = folder.join(format!("{name}-c"));
        for what in ["made", "made again"] {
            let m = made()?;
            if o.code != 0 || m.code != 0 {
                return Err(format!("{name}, {what}: {}{}", o.report(), m.report()).into());
            }
            let ran = run(&mut Command::new(&program), b"", 60)?;
            same(name, b"fine\n", &ran.stdout)?;
        }
        let cleaned = run(Command::new("make").arg("-C").arg(&folder).arg("clean"), b"", 60)?;
        if cleaned.code != 0 || program.exists() {
            return Err(format!("{name}: {}", cleaned.report()).into());
        }
    }
    Ok(())
}

/// Temporary folders are the user's alone, whatever the umask is: that of the C files, and that of questions to the C compiler.
fn temporary_folders() -> Result<(), Failed> {
    use std::os::unix::fs::PermissionsExt;
    let dir = tempfile::tempdir()?;
    let dir = dir.path();
    let (cc, log) = (dir.join("mycc"), dir.join("log"));
    let text =
        format!("#!/bin/sh\nstat -c '%a %n' \"$TMPDIR\"/* >> {}\nexec cc \"$@\"\n", log.display());
    std::fs::write(&cc, text)?;
    std::fs::set_permissions(&cc, std::fs::Permissions::from_mode(0o755))?;
    for umask in ["000", "022", "070", "500"] {
        tiny(dir)?;
        let question = "from rpython.rtyper.tool import rffi_platform\nclass C:\n    _compilation_info_ = \
                        rffi_platform.ExternalCompilationInfo(includes=['limits.h'])\n    N = \
                        rffi_platform.ConstantInteger('INT_MAX')\nprint(rffi_platform.configure(C))\n";
        let program = std::fs::read_to_string(dir.join("tiny.rpy"))?;
        std::fs::write(dir.join("tiny.rpy"), format!("{question}{program}"))?;
        let _ = std::fs::remove_file(&log);
        let mut c = Command::new("sh");
        c.arg("-c").arg(format!("umask {umask}; exec \"$@\"")).arg("sh");
        c.arg(translate().get_program()).args([
            "tiny.rpy",
            "-O",
            "0",
            "--no-cache",
            "--cc",
            "./mycc",
        ]);
        let o =
            run(c.args(["-o", "made"]).current_dir(dir).env("TMPDIR", dir.join("tmp")), b"", 120)?;
        let told = std::fs::read_to_string(&log).unwrap_or_default();
        let folders = |prefix: &str| told.lines().filter(|l| l.contains(prefix)).count();
        let open = told.lines().find(|l| l.contains("translate-") && !l.starts_with("700 "));
        if !o.stdout.starts_with(b"{")
            || folders("translate-cc-") == 0
            || folders("translate-") < 2
            || open.is_some()
        {
            return Err(format!("umask {umask}: {told}{}", o.report()).into());
        }
    }
    Ok(())
}

/// All files below a folder.
fn walk(folder: &Path) -> Vec<PathBuf> {
    let entries = std::fs::read_dir(folder).into_iter().flatten().flatten().map(|e| e.path());
    entries.flat_map(|p| if p.is_dir() { walk(&p) } else { vec![p] }).collect()
}

/// A signal ends the command, the C compilers, and what these have started; no temporary file stays.
fn signals() -> Result<(), Failed> {
    use std::os::unix::fs::PermissionsExt;
    use std::os::unix::process::ExitStatusExt;
    for (signal, number) in [("-INT", 2), ("-TERM", 15), ("-HUP", 1)] {
        let dir = tempfile::tempdir()?;
        let dir = dir.path();
        let cc = dir.join("slow");
        let text = "#!/bin/sh\ncase \"$1\" in --version) exit;; esac\nsleep 300 &\necho $$ $! >> pids.new\nmv pids.new ../../pids\nwait\n";
        std::fs::write(&cc, text)?;
        std::fs::set_permissions(&cc, std::fs::Permissions::from_mode(0o755))?;
        let mut c = tiny(dir)?;
        c.args(["--cc", "./slow", "-j", "1", "-o", "exe"]);
        let mut child = default_signals(&mut c).spawn()?;
        let mut tries = 0;
        let pids = loop {
            if let Ok(pids) = std::fs::read_to_string(dir.join("pids")) {
                break pids;
            }
            tries += 1;
            if tries > 600 || child.try_wait()?.is_some() {
                return Err("the compiler is not started".into());
            }
            std::thread::sleep(std::time::Duration::from_millis(100));
        };
        Command::new("kill").args([signal, &child.id().to_string()]).status()?;
        let status = child.wait()?;
        if status.signal() != Some(number) {
            return Err(format!("{signal}: {status}").into());
        }
        nothing_left(dir)?;
        for pid in pids.split_whitespace() {
            let state = std::fs::read_to_string(format!("/proc/{pid}/stat")).unwrap_or_default();
            if !state.is_empty() && !state.contains(") Z ") {
                return Err(format!("{signal}: {state}").into());
            }
        }
        if dir.join("exe").exists() {
            return Err("an executable".into());
        }
    }
    Ok(())
}

const SIZES: &str = "tests/conformance/exceptions/huge_sizes.rpy";

/// Lengths near the limits of a word without a collector.
fn huge_sizes_without_gc() -> Result<(), Failed> {
    let dir = tempfile::tempdir()?;
    let exe = dir.path().join("program");
    build(Path::new(SIZES), &["--gc", "none", "-O", "1"], &exe)?;
    let o = run(Command::new(&exe).arg("6148914691236517206"), b"", 60)?;
    let expected = std::fs::read(root().join(SIZES).with_extension("out"))?;
    Ok(same("stdout", &expected, &o.stdout)?)
}

const CELLS: &str = r#"
class Cell(object):
    def __init__(self, next):
        self.next = next

def entry_point(argv):
    print("starts")
    cell = None
    n = 0
    try:
        while n < int(argv[1]):
            cell = Cell(cell)
            n += 1
    except MemoryError:
        cell = None
        print("too many")
    print([n] * 3 == [n, n, n])
    return 0

def target(driver, args):
    return entry_point
"#;

/// Tests what `TRACEWRIGHT_GC` may say, and that a limit below the first size of the heap holds.
fn gc_settings(gc: &str) -> Result<(), Failed> {
    let dir = tempfile::tempdir()?;
    let (source, exe) = (dir.path().join("cells.rpy"), dir.path().join("cells"));
    std::fs::write(&source, CELLS)?;
    build(&source, &["-O", "1", "--gc", gc], &exe)?;
    let with =
        |value: &str| run(Command::new(&exe).arg("100000").env("TRACEWRIGHT_GC", value), b"", 60);
    // A million bytes are too few for 100,000 cells, the first size of 4M is enough.
    for (value, enough) in [
        ("", true),
        ("heap=64K", true),
        ("max=16M,", true),
        ("heap=1M,max=1G", true),
        ("max=1M", false),
        ("max=1048576", false),
        ("heap=64K,max=1000K", false),
        ("max=1M,heap=64M", false),
    ] {
        let o = with(value)?;
        let expected = if enough { "starts\nTrue\n" } else { "starts\ntoo many\nTrue\n" };
        if o.code != 0 || o.stdout != expected.as_bytes() {
            return Err(format!("{value:?}: {}", o.report()).into());
        }
    }
    for (value, word) in [
        ("bogus", "bogus"),
        ("heap=abc", "heap=abc"),
        ("stress,heap=", "heap="),
        ("max=0", "max=0"),
        ("max=-1", "max=-1"),
        ("heap=4M,max=16MB", "max=16MB"),
        ("max=K", "max=K"),
        ("max=9999999999G", "max=9999999999G"),
        ("stress heap=4M", "stress heap=4M"),
        ("STRESS", "STRESS"),
        ("fail=0", "fail=0"),
        ("fail=first", "fail=first"),
    ] {
        let o = with(value)?;
        let message = format!(
            "TRACEWRIGHT_GC: '{word}' is none of stress, stats, heap=SIZE, max=SIZE, nursery=SIZE, growth=FACTOR, fail=NUMBER"
        );
        if o.code != 1 || !o.stdout.is_empty() || !o.stderr.starts_with(&message) {
            return Err(format!("{value:?}: {}", o.report()).into());
        }
    }
    gc_variables(&exe)
}

/// RPython's names for settings of the collector.
fn gc_variables(exe: &Path) -> Result<(), Failed> {
    let with =
        |name: &str, value: &str| run(Command::new(exe).arg("100000").env(name, value), b"", 60);
    let (size, factor) = ("a size (more than 0;", "a factor (more than 1, at most 1000)");
    for (name, good, bad, what) in [
        ("NURSERY", ["64K", "4MB", "1.5m"], ["0", "4X", "B"], size),
        ("MIN", ["64K", "4MB", "100000"], ["-1", "K", "1e3"], size),
        ("MAX", ["64M", "0.5gb", "1G"], ["", "0M", "MM"], size),
        ("MAX_DELTA", ["64K", "4MB", "1G"], ["x", "1..2", " 1"], size),
        ("INCREMENT_STEP", ["64K", "4MB", "1G"], ["0", "-4", "4T"], size),
        ("MAJOR_COLLECT", ["1.82", "3", "1.1"], ["1", "0.5", "x"], factor),
        ("GROWTH", ["1.4", "2", "999"], ["1", "1001", "two"], factor),
        ("DEBUG", ["0", "1", "2"], ["3", "on", "-1"], "0, 1 or 2"),
        ("NURSERY_DEBUG", ["0", "1", "2"], ["3", "on", "-1"], "0, 1 or 2"),
    ] {
        let name = format!("PYPY_GC_{name}");
        for value in good {
            let o = with(&name, value)?;
            if o.code != 0 || o.stdout != b"starts\nTrue\n" {
                return Err(format!("{name}={value:?}: {}", o.report()).into());
            }
        }
        for value in bad {
            let o = with(&name, value)?;
            let message = format!("{name}: '{value}' is not {what}");
            let right = if value.is_empty() {
                o.code == 0
            } else {
                o.code == 1 && o.stdout.is_empty() && o.stderr.starts_with(&message)
            };
            if !right {
                return Err(format!("{name}={value:?}: {}", o.report()).into());
            }
        }
    }
    Ok(())
}

const LIMITED: &str = r#"
from rpython.rlib.jit import JitDriver

class Cell(object):
    def __init__(self, next, n):
        self.next = next
        self.n = n

driver = JitDriver(greens=[], reds=["i", "n", "cell"])

def fill(n):
    i = 0
    cell = None
    while i < n:
        driver.jit_merge_point(i=i, n=n, cell=cell)
        cell = Cell(cell, i)
        i += 1
    return cell.n

def arrays(n):
    all = []
    for i in range(n):
        all.append([i] * 1000)
    return len(all)

def entry_point(argv):
    for k in range(5):
        try:
            print(fill(int(argv[1])))
        except MemoryError:
            print("too many cells")
        try:
            print(arrays(int(argv[1]) // 100))
        except MemoryError:
            print("too many arrays")
        print(fill(1000))
    return 0

def target(driver, args):
    return entry_point
"#;

/// Tests that a program goes on after a MemoryError, also in machine code of the JIT.
fn limited(gc: &str, opt: &str) -> Result<(), Failed> {
    let dir = tempfile::tempdir()?;
    let (source, exe) = (dir.path().join("limited.rpy"), dir.path().join("limited"));
    std::fs::write(&source, LIMITED)?;
    build(&source, &["--opt", opt, "--gc", gc], &exe)?;
    for (n, limit, expected) in [
        ("2000000", "max=16M", "too many cells\ntoo many arrays\n999\n"),
        ("20000", "max=64M", "19999\n200\n999\n"),
    ] {
        let mut c = Command::new(&exe);
        let o = run(c.arg(n).env("TRACEWRIGHT_GC", limit), b"", 60)?;
        if o.code != 0 || o.stdout != expected.repeat(5).as_bytes() {
            return Err(format!("{n} {limit}: {}", o.report()).into());
        }
    }
    Ok(())
}

pub fn tests() -> Vec<Test> {
    let mut all = vec![];
    let mut add = |name: String, f: Box<dyn FnOnce() -> Result<(), Failed> + Send>| {
        all.push(Test::new(name, f));
    };
    let makes: [&[&str]; 9] = [
        &["-O", "1"],
        &["--opt=3"],
        &["--gc", "none"],
        &["--gc", "none", "-O", "0"],
        &["--cc", "cc -std=gnu11", "-O", "1"],
        &["--debug", "-O", "0"],
        &["--jobs", "1"],
        &["--lto"],
        &["--profopt", "--profoptargs", "7 'a b'", "-O", "1"],
    ];
    for options in makes {
        add(options.join(" "), Box::new(move || with(options)));
    }
    for (stage, opt) in [
        ("flow", "2"),
        ("annotated", "2"),
        ("rtyped", "2"),
        ("optimised", "2"),
        ("jit", "jit"),
        ("exception-transformed", "0"),
        ("gc-transformed", "2"),
    ] {
        add(format!("--dump-graphs {stage}"), Box::new(move || dump(stage, opt)));
    }
    add("--overflow=trap".into(), Box::new(overflow_traps));
    add("--unchecked".into(), Box::new(unchecked));
    add("sizes without a collector".into(), Box::new(huge_sizes_without_gc));
    for gc in ["semispace", "minimark"] {
        add(format!("TRACEWRIGHT_GC {gc}"), Box::new(move || gc_settings(gc)));
        for opt in ["2", "jit"] {
            add(format!("limit of the heap {gc} {opt}"), Box::new(move || limited(gc, opt)));
        }
    }
    add("without libffi".into(), Box::new(without_libffi));
    add("--stdlib".into(), Box::new(stdlib));
    add("the library of python3".into(), Box::new(installed_stdlib));
    add("argparse of the library".into(), Box::new(installed_module));
    add("a program's own tree".into(), Box::new(own_tree));
    add("--dot".into(), Box::new(dot));
    add("--source".into(), Box::new(source));
    add("--verbose".into(), Box::new(verbose));
    add("what is not used is left out".into(), Box::new(left_out));
    add("default output".into(), Box::new(default_output));
    add("places of results".into(), Box::new(places));
    add("C compilers".into(), Box::new(compilers));
    add("--gc=boehm".into(), Box::new(boehm));
    add("--gc=ref".into(), Box::new(counting));
    add("whole nursery".into(), Box::new(whole_nursery));
    add("smallest program".into(), Box::new(smallest));
    add("objects are kept".into(), Box::new(object_cache));
    add("names of programs".into(), Box::new(names));
    add("temporary folders".into(), Box::new(temporary_folders));
    add("ended by a signal".into(), Box::new(signals));
    all
}
