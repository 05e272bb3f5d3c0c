//! What is expected of the loops of a JIT's log: how often an operation may be in them.

use crate::log::Section;
use std::fmt;
use std::str::FromStr;

/// Says how a count must compare.
#[derive(Copy, Clone, PartialEq, Eq, Debug)]
enum Compare {
    Equal,
    AtMost,
    AtLeast,
}

/// Says how often an operation must be there.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Expectation {
    /// The operation; with a `*` at the end it is the beginning of its name.
    operation: String,
    compare: Compare,
    count: usize,
}

impl FromStr for Expectation {
    type Err = String;

    fn from_str(text: &str) -> Result<Self, String> {
        let wrong = || "OPERATION=NUMBER, OPERATION<=NUMBER or OPERATION>=NUMBER".to_string();
        let signs = [("<=", Compare::AtMost), (">=", Compare::AtLeast), ("=", Compare::Equal)];
        let found = signs.iter().find_map(|(sign, c)| Some((text.split_once(sign)?, *c)));
        let ((operation, count), compare) = found.ok_or_else(wrong)?;
        let operation = operation.trim().to_string();
        let plain = operation.strip_suffix('*').unwrap_or(&operation);
        let all = jitmodel::ResOp::ALL.iter().map(|op| op.name());
        if !all.into_iter().any(|name| matches(&operation, name)) {
            return Err(format!("there is no operation `{plain}` in traces"));
        }
        let count = count.trim().parse().map_err(|_| wrong())?;
        Ok(Expectation { operation, compare, count })
    }
}

impl fmt::Display for Expectation {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let words = match self.compare {
            Compare::Equal => "",
            Compare::AtMost => "at most ",
            Compare::AtLeast => "at least ",
        };
        write!(f, "{words}{} times {}", self.count, self.operation)
    }
}

fn matches(pattern: &str, name: &str) -> bool {
    pattern.strip_suffix('*').map_or(pattern == name, |start| name.starts_with(start))
}

/// The name of the operation in a line of a trace.
fn operation(line: &str) -> &str {
    let call = line.split_once(" = ").map_or(line, |(_, call)| call);
    call.split('(').next().unwrap_or("").trim()
}

/// Maximum number of places that are told of operations that are too many.
const MOST_PLACES: usize = 10;

/// An expectation that does not hold.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Broken {
    /// What there is, and what is expected.
    pub said: String,
    /// The operations that are too many: the loop's index, and the line's in it.
    pub lines: Vec<(usize, usize)>,
}

impl Broken {
    /// What is wrong, and where the guest program was at what is too much.
    pub fn told(&self, loops: &[&Section]) -> Vec<String> {
        let shown = self.lines.iter().take(MOST_PLACES).map(|&(l, n)| {
            let (name, line) = (loops[l].name(), &loops[l].lines[n]);
            match loops[l].guest_place(n) {
                "" => format!("  in {name}: {line}"),
                place => format!("  in {name} at {place}: {line}"),
            }
        });
        let mut said: Vec<String> = core::iter::once(self.said.clone()).chain(shown).collect();
        if self.lines.len() > MOST_PLACES {
            said.push(format!("  and {} more", self.lines.len() - MOST_PLACES));
        }
        said
    }
}

impl Expectation {
    /// Says in what way it does not hold in the bodies of loops.
    pub fn check(&self, loops: &[&Section]) -> Option<Broken> {
        let in_loop = |(l, section): (usize, &&Section)| {
            let behind = section.lines.len() - section.body().len();
            let lines = section.lines.iter().enumerate().skip(behind);
            let there = lines.filter(|(_, line)| matches(&self.operation, operation(line)));
            there.map(|(n, _)| (l, n)).collect::<Vec<_>>()
        };
        let mut lines: Vec<(usize, usize)> = loops.iter().enumerate().flat_map(in_loop).collect();
        let found = lines.len();
        let holds = match self.compare {
            Compare::Equal => found == self.count,
            Compare::AtMost => found <= self.count,
            Compare::AtLeast => found >= self.count,
        };
        if found <= self.count {
            lines.clear();
        }
        let said = format!("the loops have {found} times {}, expected is {self}", self.operation);
        (!holds).then_some(Broken { said, lines })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn expectations() {
        let e: Expectation = "call*<=2".parse().expect("well-formed");
        assert_eq!((e.compare, e.count), (Compare::AtMost, 2));
        let lines = [
            "# Loop 7 (add) : loop with 2 ops",
            "debug_merge_point('2 add', 0)",
            "label(i0)",
            "i1 = call_i(i0)",
            "debug_merge_point('3 call, 4', 0)",
            "i2 = int_add(i1, 1)",
            "jump(i2)",
        ];
        let lines = lines.map(String::from).to_vec();
        let section = Section { kind: "loop".into(), lines };
        assert_eq!(e.check(&[&section, &section]), None);
        let told = |e: &Expectation, loops: &[&Section]| match e.check(loops) {
            Some(broken) => broken.told(loops),
            None => vec![],
        };
        let e: Expectation = "int_add=1".parse().expect("well-formed");
        let add = "  in Loop 7 at '3 call, 4': i2 = int_add(i1, 1)";
        let said = ["the loops have 2 times int_add, expected is 1 times int_add", add, add];
        assert_eq!(told(&e, &[&section, &section]), said);
        let e: Expectation = "call*=0".parse().expect("well-formed");
        assert_eq!(told(&e, &[&section])[1], "  in Loop 7 at '2 add': i1 = call_i(i0)");
        assert!("int_add".parse::<Expectation>().is_err());
        assert!("int_ad=1".parse::<Expectation>().is_err_and(|e| e.contains("no operation")));
    }
}
