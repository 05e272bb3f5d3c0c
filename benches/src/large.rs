//! Benchmark of translations of large programs: generated programs in the style of an object space, all of whose
//! functions and classes are in use, call one another and meet in one variable.

use super::{Subject, Usage, translator};
use std::fmt::Write;

/// Lines of a function and its share of the classes.
const LINES: usize = 26;
/// Functions for each class.
const SHARE: usize = 20;

/// Numbers without pattern, the same in every run.
pub struct Numbers(pub u64);

impl Numbers {
    /// Below `n`.
    pub fn below(&mut self, n: usize) -> usize {
        self.0 = self.0.wrapping_mul(6364136223846793005).wrapping_add(1442695040888963407);
        (self.0 >> 33) as usize % n.max(1)
    }
}

fn class(out: &mut String, k: usize, base: &str) {
    let _ = write!(
        out,
        "class W_K{k}({base}):
    _immutable_fields_ = ['v{k}']
    def __init__(self, v):
        self.v{k} = v
        self.items{k} = []
        self.table{k} = {{}}
    def add(self, other):
        if isinstance(other, W_K{k}):
            return W_K{k}(self.v{k} + other.v{k})
        self.items{k}.append(other)
        self.table{k}[other.name()] = len(self.items{k})
        return self
    def name(self):
        return 'W_K{k}-%d' % self.v{k}

"
    );
}

fn function(out: &mut String, i: usize, classes: usize, r: &mut Numbers) {
    let mut n = |below| r.below(below);
    let _ = write!(
        out,
        "def f{i}(x, y, obj):
    total = x * {} + y
    numbers = [total, x, y, {i}]
    for j in range(x & 3):
        total += numbers[j] ^ j
        if total > {}:
            total -= {}
            numbers.append(total & 255)
    obj = obj.add(W_K{}(total))
    s = obj.name()
    if len(s) > 200:
        s = s[:20] + '...'
    try:
        total += int(s[-1])
    except ValueError:
        total += 1
",
        n(98) + 1,
        n(9000) + 999,
        n(9999),
        n(classes),
    );
    for _ in 0..3 {
        let _ = write!(out, "    if y == {}:\n        total += f{}(y, x - 1, obj)\n", n(40), n(i));
    }
    out.push_str("    return total\n\n");
}

/// The program's text, of about so many lines.
pub fn program(lines: usize) -> String {
    let functions = (lines / LINES).max(SHARE);
    let classes = functions / SHARE;
    let mut r = Numbers(5);
    let mut out = String::from(
        "class W_Root(object):
    def add(self, other):
        raise ValueError
    def name(self):
        return 'root'

",
    );
    for k in 0..classes {
        let base = match k {
            0 => "W_Root".into(),
            _ if r.below(10) < 3 => "W_Root".into(),
            _ => format!("W_K{}", r.below(k)),
        };
        class(&mut out, k, &base);
    }
    for i in 0..functions {
        function(&mut out, i, classes, &mut r);
    }
    for start in (0..functions).step_by(SHARE) {
        let _ = write!(out, "def part{start}(n, obj):\n    total = 0\n");
        for i in start..functions.min(start + SHARE) {
            let _ = writeln!(out, "    total ^= f{i}({} + n, {}, obj)", i % 7, i % 40);
        }
        out.push_str("    return total\n\n");
    }
    out.push_str("def entry_point(argv):\n    obj = W_K0(1)\n    total = 0\n    n = len(argv)\n");
    for start in (0..functions).step_by(SHARE) {
        let _ = writeln!(out, "    total ^= part{start}(n, obj)");
    }
    out.push_str("    print(total)\n    return 0\n\ndef target(driver, args):\n    return entry_point, None\n");
    out
}

/// `benches large [LINES…]`: CPU time and memory up to the C sources.
pub fn run(args: &[String]) -> Result<(), String> {
    let sizes: Vec<usize> = match args {
        [] => vec![5_000, 10_000, 20_000],
        _ => args
            .iter()
            .map(|a| a.parse().map_err(|_| "LINES must be numbers"))
            .collect::<Result<_, _>>()?,
    };
    let dir = tempfile::tempdir().map_err(|e| e.to_string())?;
    let tool = translator()?;
    println!("{:<10} {:>9} {:>14} {:>8}", "lines", "CPU s", "ms for a line", "peak MB");
    for size in sizes {
        let file = dir.path().join(format!("large{size}.rpy"));
        let text = program(size);
        std::fs::write(&file, &text).map_err(|e| e.to_string())?;
        let out = dir.path().join("out");
        let [file, out] = [&file, &out].map(|p| p.display().to_string());
        let Usage { cpu, megabytes } =
            Subject::new("translate", &tool, &[&file, "-O2", "--source", "--output", &out])
                .run()?;
        let lines = text.lines().count();
        println!("{lines:<10} {cpu:>9.2} {:>14.3} {megabytes:>8.0}", cpu * 1e3 / lines as f64);
    }
    Ok(())
}
