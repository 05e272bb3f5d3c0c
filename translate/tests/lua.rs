//! targets/lua.rpy, translated with and without a JIT: its test programs, the small forms of its benchmarks, the prompt, errors
//! that end a program.

use crate::common::suite::Test;
use crate::common::*;
use libtest_mimic::Failed;
use std::path::{Path, PathBuf};
use std::process::Command;

/// The executable at a level.
fn executable(opt: &str) -> Result<PathBuf, String> {
    made(Path::new("targets/lua.rpy"), &["--opt", opt])
}

/// Runs in the folder of the program, so that messages have its plain name.
fn command(exe: &Path, jit: &str, dir: &Path) -> Command {
    let mut c = Command::new(exe);
    c.env_remove("TRACEWRIGHT_GC").env_remove("PYPYLOG").env_remove("TRACEWRIGHT_JIT");
    if !jit.is_empty() {
        c.env("TRACEWRIGHT_JIT", jit);
    }
    c.current_dir(dir);
    c
}

/// Everything is traced.
const EAGER: &str = "threshold=2,function_threshold=2,trace_eagerness=2";

fn lua_files(folder: &str) -> Vec<(PathBuf, String)> {
    let dir = root().join("targets/lua").join(folder);
    files(&dir, "lua")
        .into_iter()
        .map(|f| (dir.clone(), f.file_name().unwrap_or_default().to_string_lossy().into_owned()))
        .collect()
}

/// The test programs print what stands beside them.
fn programs(opt: &'static str, jit: &str) -> Result<(), Failed> {
    let exe = executable(opt)?;
    for (dir, name) in lua_files("tests") {
        let expected = std::fs::read(dir.join(&name).with_extension("out"))?;
        let o = run(command(&exe, jit, &dir).arg(&name), b"", 120)?;
        if o.code != 0 {
            return Err(format!("{name}: {}", o.report()).into());
        }
        same(&name, &expected, &o.stdout)?;
    }
    Ok(())
}

/// The benchmarks, with little to do, agree with the interpreter without a JIT.
fn benchmarks() -> Result<(), Failed> {
    for (dir, name) in lua_files("bench") {
        let n = match name.as_str() {
            "fib.lua" => "18",
            "sieve.lua" => "1",
            "nbody.lua" => "2000",
            "fannkuch.lua" => "7",
            "mandelbrot.lua" => "40",
            "binarytrees.lua" => "6",
            "scheduler.lua" => "20000",
            "strings.lua" => "3000",
            "tables.lua" => "12",
            "expressions.lua" => "60",
            _ => "200",
        };
        let mut expected = None;
        for (opt, jit) in [("2", ""), ("jit", ""), ("jit", EAGER)] {
            let o = run(command(&executable(opt)?, jit, &dir).args([&name, n]), b"", 120)?;
            if o.code != 0 {
                return Err(format!("{name}, {opt} {jit}: {}", o.report()).into());
            }
            same(&format!("{name}, {jit}"), expected.get_or_insert(o.stdout.clone()), &o.stdout)?;
        }
    }
    Ok(())
}

/// A recursion is inlined by levels, whichever call it was that made it hot: the code of a function is always about the same, with
/// pieces in which most of the levels are inlined.
fn recursion() -> Result<(), Failed> {
    let exe = executable("jit")?;
    let dir = root().join("targets/lua/bench");
    let mut all = vec![];
    for threshold in [50, 57, 64, 71, 78, 85, 92, 99] {
        let jit = format!("function_threshold={threshold},unroll_threshold=5000");
        let mut program = command(&exe, &jit, &dir);
        let o = run(program.env("PYPYLOG", "jit-log-opt:-").args(["fib.lua", "25"]), b"", 60)?;
        let log = &o.stderr;
        let operations = |line: &str| -> Option<u32> {
            line.strip_prefix("# ")?.strip_suffix(" ops")?.rsplit_once(" with ")?.1.parse().ok()
        };
        let pieces: Vec<u32> = log.lines().filter_map(operations).collect();
        all.push((pieces.iter().sum::<u32>(), pieces.into_iter().max().ok_or("no code")?));
    }
    let sums = || all.iter().map(|code| code.0);
    let (least, most) = (sums().min().unwrap_or(0), sums().max().unwrap_or(0));
    if 2 * most > 3 * least || all.iter().any(|code| code.1 < 300) {
        return Err(format!("operations of all code, and of its longest piece: {all:?}").into());
    }
    Ok(())
}

/// Functions that call each other over trees of several kinds: paths through callees are not multiplied without end.
fn paths() -> Result<(), Failed> {
    let exe = executable("jit")?;
    let dir = root().join("targets/lua/bench");
    let bridges = |jit: &str| -> Result<u32, Failed> {
        let mut program = command(&exe, jit, &dir);
        let arguments = ["expressions.lua", "4000"];
        let o = run(program.env("PYPYLOG", "jit-summary:-").args(arguments), b"", 120)?;
        let found = o.stderr.lines().find_map(|l| l.strip_prefix("Total # of bridges:"));
        Ok(found.ok_or("no summary")?.trim().parse()?)
    };
    let endless = "bridges_inlining=1000000,repeats_inlining=-1,many_bridges=-1";
    let (bounded, unbounded) = (bridges("")?, bridges(endless)?);
    if bounded < 20 || bounded * 3 > unbounded {
        return Err(format!("{bounded} bridges, and {unbounded} that inline calls").into());
    }
    Ok(())
}

/// Functions that end in calls of each other, and never return, are a loop: code is entered a few times, not once a call.
fn tail_calls() -> Result<(), Failed> {
    let text = "local a, b\n\
                function a(n, s) if n == 0 then return s end return b(n - 1, s + 1) end\n\
                function b(n, s)\n\
                  if n == 0 then return s end\n\
                  if n % 100000 == 1 then s = s // 2 end\n\
                  return a(n - 1, s + 2)\n\
                end\n\
                print(a(300000, 0), a(299999, 0))";
    let exe = executable("jit")?;
    let mut program = command(&exe, "", scratch());
    let o = run(program.env("PYPYLOG", "jit-summary:-").args(["-e", text]), b"", 60)?;
    let entered = o.stderr.lines().find_map(|l| l.strip_prefix("entered:"));
    let entered: u32 = entered.ok_or("no summary")?.trim().parse()?;
    same("tail calls", b"131251\t449998\n", &o.stdout)?;
    if entered > 100 {
        return Err(format!("code was entered {entered} times").into());
    }
    Ok(())
}

/// A collection at every allocation, with everything traced.
fn stress() -> Result<(), Failed> {
    let exe = executable("jit")?;
    for (dir, name) in lua_files("tests") {
        if !["metatables.lua", "strings.lua"].contains(&name.as_str()) {
            continue; // the others recurse deeply or have much data
        }
        let expected = std::fs::read(dir.join(&name).with_extension("out"))?;
        let o =
            run(command(&exe, EAGER, &dir).env("TRACEWRIGHT_GC", "stress").arg(&name), b"", 120)?;
        same(&name, &expected, &o.stdout)?;
    }
    Ok(())
}

/// The prompt: expressions are printed, statements go on over lines, errors end nothing.
fn prompt() -> Result<(), Failed> {
    let input = b"x = 20\nx + 1, 'two'\nfor i = 1, 2 do\nprint(i)\nend\nnil + 1\nx = = 1\n=x\n";
    let o = run(&mut command(&executable("2")?, "", scratch()), input, 60)?;
    let text = String::from_utf8_lossy(&o.stdout).replace("> ", "").replace('>', "");
    let expected = "21\ttwo\n1\n2\nstdin:1: attempt to perform arithmetic on a nil value\n\
                    stdin:1: unexpected symbol near '='\n20\n";
    if o.code != 0 || !text.contains(expected) {
        return Err(o.report().into());
    }
    Ok(())
}

/// Exit codes, and what goes to standard error.
fn ends() -> Result<(), Failed> {
    for opt in ["2", "jit"] {
        let exe = executable(opt)?;
        for (text, code, stderr) in [
            ("error('no luck')", 1, "lua: (command line):1: no luck\n"),
            ("error({})", 1, "lua: (error object is a table value)\n"),
            (
                "local t\nt.x = 1",
                1,
                "lua: (command line):2: attempt to index a nil value (local 't')\n",
            ),
            ("x = ", 1, "lua: (command line):1: unexpected symbol near <eof>\n"),
            ("print('out') os.exit(3)", 3, ""),
            ("os.exit(true)", 0, ""),
            ("coroutine.wrap(function() os.exit(4) end)()", 4, ""),
            ("load(function() os.exit(5) end)", 5, ""),
            (
                "warn('off') warn('@on') warn('a', 'b', 3) warn('@off') warn('off')",
                0,
                "Lua warning: ab3\n",
            ),
            ("string.rep('x', 1e10)", 1, "lua: (command line):1: resulting string too large\n"),
            ("local function f() return 1 + f() end f()", 1, "lua: stack overflow\n"),
        ] {
            let o = run(command(&exe, "", scratch()).args(["-e", text]), b"", 60)?;
            if o.code != code || o.stderr != stderr {
                return Err(format!("{text}: {}", o.report()).into());
            }
        }
        let o = run(command(&exe, "", scratch()).arg("missing.lua"), b"", 60)?;
        if o.code != 1 || o.stderr != "lua: cannot open missing.lua\n" {
            return Err(o.report().into());
        }
    }
    Ok(())
}

/// The functions and tables of the reference manual, but those of `debug`.
const LIBRARY: &str = "
    assert collectgarbage dofile error getmetatable ipairs load loadfile next pairs pcall print rawequal rawget rawlen
    rawset require select setmetatable tonumber tostring type warn xpcall _G _VERSION
    coroutine.close coroutine.create coroutine.isyieldable coroutine.resume coroutine.running coroutine.status
    coroutine.wrap coroutine.yield
    package.config package.cpath package.loaded package.loadlib package.path package.preload package.searchers
    package.searchpath
    string.byte string.char string.dump string.find string.format string.gmatch string.gsub string.len string.lower
    string.match string.pack string.packsize string.rep string.reverse string.sub string.unpack string.upper
    utf8.char utf8.charpattern utf8.codepoint utf8.codes utf8.len utf8.offset
    table.concat table.insert table.move table.pack table.remove table.sort table.unpack
    math.abs math.acos math.asin math.atan math.ceil math.cos math.deg math.exp math.floor math.fmod math.huge math.log
    math.max math.maxinteger math.min math.mininteger math.modf math.pi math.rad math.random math.randomseed math.sin
    math.sqrt math.tan math.tointeger math.type math.ult
    io.close io.flush io.input io.lines io.open io.output io.popen io.read io.stderr io.stdin io.stdout io.tmpfile
    io.type io.write
    os.clock os.date os.difftime os.execute os.exit os.getenv os.remove os.rename os.setlocale os.time os.tmpname";

/// Tests that what the manual has is there, or the README says that it is not.
fn complete() -> Result<(), Failed> {
    let names: String = LIBRARY.split_whitespace().map(|name| format!("'{name}', ")).collect();
    let program = format!(
        "for _, name in ipairs {{{names}}} do\n\
           local value = _G\n\
           for part in name:gmatch('[^.]+') do value = value[part] end\n\
           if value == nil then print(name) end\n\
         end"
    );
    let o = run(command(&executable("2")?, "", scratch()).args(["-e", &program]), b"", 60)?;
    let readme = std::fs::read_to_string(root().join("targets/lua/README.md"))?;
    let (_, absent) = readme.split_once("## What is not").ok_or("the README has no such list")?;
    let absent = absent.split("\n## ").next().unwrap_or_default();
    let missing = String::from_utf8_lossy(&o.stdout);
    if o.code != 0 || missing.is_empty() {
        return Err(o.report().into());
    }
    match missing.lines().find(|name| !absent.contains(&format!("`{name}`"))) {
        Some(name) => Err(format!("{name} is neither there nor in the list").into()),
        None => Ok(()),
    }
}

pub fn tests() -> Vec<Test> {
    let mut all: Vec<Test> = vec![];
    let mut add = |name: &str, f: Box<dyn FnOnce() -> Result<(), Failed> + Send>| {
        all.push(Test::new(name, f));
    };
    add("lua O2", Box::new(|| programs("2", "")));
    add("lua jit off", Box::new(|| programs("jit", "off")));
    add("lua jit", Box::new(|| programs("jit", "")));
    add("lua jit eager", Box::new(|| programs("jit", EAGER)));
    add("lua benchmarks", Box::new(benchmarks));
    add("lua jit stress", Box::new(stress));
    add("lua recursion", Box::new(recursion));
    add("lua paths", Box::new(paths));
    add("lua tail calls", Box::new(tail_calls));
    add("lua prompt", Box::new(prompt));
    add("lua complete", Box::new(complete));
    add("lua ends", Box::new(ends));
    all
}
