//! Compilation of rules to Rust: one function that dispatches on the operation and tries its rules one after
//! the other.

use crate::syntax::{Rule, Term};
use crate::{ArgKind, Kind, ResOp, effects};
use std::collections::HashMap;
use std::fmt::Write;

fn operation(name: &str) -> Result<ResOp, String> {
    let op = ResOp::by_name(name).ok_or_else(|| format!("no operation {name}"))?;
    if op.is_foldable() { Ok(op) } else { Err(format!("{name} is not pure")) }
}

fn commutative(op: ResOp) -> bool {
    op.has(effects::COMMUTATIVE)
}

fn arg_kind(op: ResOp, n: usize) -> Kind {
    match op.info().args[n] {
        ArgKind::Is(kind) => kind,
        ArgKind::Any => Kind::Int,
    }
}

/// All orders of the arguments of commutative operations.
fn orders(term: &Term) -> Result<Vec<Term>, String> {
    let Term::Op(name, args) = term else { return Ok(vec![term.clone()]) };
    let op = operation(name)?;
    if op.info().args.len() != args.len() {
        return Err(format!("{name} takes {} arguments", op.info().args.len()));
    }
    let mut out: Vec<Vec<Term>> = vec![vec![]];
    for arg in args {
        let each = orders(arg)?;
        out = out
            .iter()
            .flat_map(|o| each.iter().map(move |e| [&o[..], std::slice::from_ref(e)].concat()))
            .collect();
    }
    if commutative(op) && !args.iter().any(Term::is_const) {
        let swapped: Vec<Vec<Term>> =
            out.iter().map(|o| vec![o[1].clone(), o[0].clone()]).collect();
        out.extend(swapped);
    } else if commutative(op) && args[0].is_const() {
        return Err("constants stand right in commutative operations".into());
    }
    Ok(out.into_iter().map(|args| Term::Op(name.clone(), args)).collect())
}

/// The text of a term with names given by first use: equal for rules that differ in names and orders only.
fn normal(term: &Term, names: &mut HashMap<String, usize>) -> String {
    match term {
        Term::Var(name) | Term::Const(name) | Term::Power(name) => {
            let next = names.len();
            format!("${}", names.entry(name.clone()).or_insert(next))
        }
        Term::Op(name, args) => {
            let mut args: Vec<String> = args.iter().map(|a| normal(a, names)).collect();
            if operation(name).is_ok_and(commutative) {
                args.sort();
            }
            format!("{name}({})", args.join(","))
        }
        other => format!("{other:?}"),
    }
}

/// Says what a name is bound to in the code: a value or the word of a constant.
#[derive(Clone)]
struct Matcher {
    code: String,
    values: HashMap<String, String>,
    words: HashMap<String, String>,
    temps: usize,
}

impl Matcher {
    fn temp(&mut self) -> String {
        self.temps += 1;
        format!("t{}", self.temps)
    }

    fn line(&mut self, text: std::fmt::Arguments<'_>) {
        let _ = writeln!(self.code, "            {text}");
    }

    /// The word of a value that has to be constant. `root`: the argument's number in the operation itself.
    fn word_of(&mut self, value: &str, root: Option<usize>) -> String {
        let word = self.temp();
        match root {
            Some(n) => self.line(format_args!("let Some({word}) = k{n} else {{ break 'rule }};")),
            None => self
                .line(format_args!("let Some({word}) = o.word({value}) else {{ break 'rule }};")),
        }
        word
    }

    /// Tests that `value` is what a term without operations says.
    fn leaf(&mut self, term: &Term, value: &str, root: Option<usize>) -> Result<(), String> {
        match term {
            Term::Var(name) => match self.values.get(name).cloned() {
                Some(before) => self.line(format_args!("if {value} != {before} {{ break 'rule }}")),
                None => {
                    self.values.insert(name.clone(), value.to_string());
                }
            },
            Term::Const(name) => {
                let word = self.word_of(value, root);
                match self.words.get(name).cloned() {
                    Some(before) => {
                        self.line(format_args!("if {word} != {before} {{ break 'rule }}"))
                    }
                    None => {
                        self.words.insert(name.clone(), word);
                    }
                }
            }
            Term::Power(name) => {
                let word = self.word_of(value, root);
                self.line(format_args!("if !({word} as u64).is_power_of_two() {{ break 'rule }}"));
                let power = format!("({word}.trailing_zeros() as i64)");
                if self.words.insert(name.clone(), power).is_some() {
                    return Err(format!("{name} is used twice in the pattern"));
                }
            }
            Term::Null => self.line(format_args!("if !o.is_zero({value}) {{ break 'rule }}")),
            constant => {
                let word = self.word_of(value, root);
                let wanted = literal(constant)?;
                self.line(format_args!("if {word} != {wanted} {{ break 'rule }}"));
            }
        }
        Ok(())
    }

    /// Matches the arguments of an operation: constants first, they decide fastest.
    fn args(&mut self, args: &[Term], values: &[String], root: bool) -> Result<(), String> {
        let order = |t: &Term| match t {
            Term::Op(..) => 2,
            Term::Var(_) => 1,
            _ => 0,
        };
        let mut numbers: Vec<usize> = (0..args.len()).collect();
        numbers.sort_by_key(|&n| order(&args[n]));
        for n in numbers {
            match &args[n] {
                Term::Op(name, inner) => {
                    let op = operation(name)?;
                    let def = self.temp();
                    match root {
                        true => self
                            .line(format_args!("let Some({def}) = d{n} else {{ break 'rule }};")),
                        false => {
                            let value = &values[n];
                            self.line(format_args!(
                                "let Some({def}) = o.definition({value}) else {{ break 'rule }};"
                            ));
                        }
                    }
                    self.line(format_args!("if {def}.opnum != R::{op:?} {{ break 'rule }}"));
                    let names: Vec<String> =
                        (0..inner.len()).map(|n| format!("{def}.args[{n}]")).collect();
                    self.args(inner, &names, false)?;
                }
                leaf => self.leaf(leaf, &values[n], root.then_some(n))?,
            }
        }
        Ok(())
    }

    /// The word of a constant term.
    fn word(&mut self, term: &Term) -> Result<String, String> {
        match term {
            Term::Const(name) => {
                self.words.get(name).cloned().ok_or_else(|| format!("{name} is not in the pattern"))
            }
            Term::Op(name, args) => {
                let op = operation(name)?;
                let words = args.iter().map(|a| self.word(a)).collect::<Result<Vec<_>, _>>()?;
                let word = self.temp();
                self.line(format_args!(
                    "let Ok({word}) = R::{op:?}.on_words(&[{}]) else {{ break 'rule }};",
                    words.join(", ")
                ));
                Ok(word)
            }
            constant => literal(constant),
        }
    }

    fn value(&self, name: &str) -> Result<String, String> {
        self.values.get(name).cloned().ok_or_else(|| format!("{name} is not in the pattern"))
    }

    /// The range and bits of an integer term.
    fn bound(&mut self, term: &Term) -> Result<String, String> {
        Ok(match term {
            Term::Var(name) => format!("o.vals.bound({})", self.value(name)?),
            constant if constant.is_const() => {
                format!("IntBound::constant({})", self.word(constant)?)
            }
            Term::Op(name, args) => {
                let op = operation(name)?;
                let a = self.bound(&args[0])?;
                let b = self.bound(args.get(1).unwrap_or(&args[0]))?;
                format!("o.range_of(R::{op:?}, &{a}, &{b})")
            }
            other => return Err(format!("no range of {other:?}")),
        })
    }

    /// Leaves the rule unless the test is known to give `truth`.
    fn condition(&mut self, term: &Term, truth: bool) -> Result<(), String> {
        let Term::Op(name, args) = term else { return Err("a condition is a test".into()) };
        let op = operation(name)?;
        if !op.is_bool() {
            return Err(format!("a condition is a test: {name}"));
        }
        if term.is_const() {
            let word = self.word(term)?;
            let word = if truth { format!("{word} == 0") } else { format!("{word} != 0") };
            self.line(format_args!("if {word} {{ break 'rule }}"));
            return Ok(());
        }
        let inner_test = matches!(&args[0], Term::Op(inner, _) if operation(inner)?.is_bool());
        if op == ResOp::IntIsZero && inner_test {
            return self.condition(&args[0], !truth);
        }
        let known = if arg_kind(op, 0) == Kind::Float {
            let mut values = Vec::new();
            for arg in args {
                values.push(match arg {
                    Term::Var(name) => self.value(name)?,
                    constant => {
                        let word = self.word(constant)?;
                        let value = self.temp();
                        self.line(format_args!("let {value} = o.word_const(Kind::Float, {word});"));
                        value
                    }
                });
            }
            format!("o.test_result(R::{op:?}, &[{}])?", values.join(", "))
        } else if let [Term::Var(a), Term::Var(b)] = &args[..] {
            format!("o.known_comparison(R::{op:?}, {}, {})", self.value(a)?, self.value(b)?)
        } else {
            format!("{}.truth()", self.bound(term)?)
        };
        self.line(format_args!("if {known} != Some({truth}) {{ break 'rule }}"));
        Ok(())
    }

    /// A value for a term: new operations are sent through the optimiser.
    fn make(&mut self, term: &Term, kind: Kind) -> Result<String, String> {
        match term {
            Term::Var(name) => self.value(name),
            constant if constant.is_const() => {
                let word = self.word(constant)?;
                let value = self.temp();
                self.line(format_args!("let {value} = o.word_const(Kind::{kind:?}, {word});"));
                Ok(value)
            }
            Term::Op(name, args) => {
                let op = operation(name)?;
                let args = self.makes(op, args)?;
                let value = self.temp();
                self.line(format_args!("let {value} = o.make_pure(R::{op:?}, &[{args}])?;"));
                Ok(value)
            }
            other => Err(format!("no value for {other:?}")),
        }
    }

    fn makes(&mut self, op: ResOp, args: &[Term]) -> Result<String, String> {
        let args: Result<Vec<String>, String> =
            args.iter().enumerate().map(|(n, a)| self.make(a, arg_kind(op, n))).collect();
        Ok(args?.join(", "))
    }
}

fn literal(term: &Term) -> Result<String, String> {
    Ok(match term {
        Term::Int(i) => format!("{i}i64"),
        Term::Float(f) => format!("{}i64", f.to_bits() as i64),
        Term::Named(named) => format!("({}i64)", named.value(64)),
        other => return Err(format!("not a literal: {other:?}")),
    })
}

fn one(rule: &Rule, pattern: &Term, number: usize) -> Result<String, String> {
    let Term::Op(name, args) = pattern else { return Err("a pattern is an operation".into()) };
    let root = operation(name)?;
    let mut m =
        Matcher { code: String::new(), values: HashMap::new(), words: HashMap::new(), temps: 0 };
    let values: Vec<String> = (0..args.len()).map(|n| format!("a{n}")).collect();
    m.args(args, &values, true)?;
    for condition in &rule.conditions {
        m.condition(condition, true)?;
    }
    let outcome = match &rule.replacement {
        Term::Keep => "Simplified::No".into(),
        Term::Var(name) => format!("Simplified::Value({})", m.value(name)?),
        constant if constant.is_const() => {
            let word = m.word(constant)?;
            match root.result() {
                Kind::Float => format!("Simplified::Value(o.word_const(Kind::Float, {word}))"),
                _ => format!("Simplified::Int({word})"),
            }
        }
        Term::Op(name, args) => {
            let op = operation(name)?;
            let args = m.makes(op, args)?;
            format!("operation(R::{op:?}, &[{args}])")
        }
        other => return Err(format!("not a replacement: {other:?}")),
    };
    let code = m.code;
    Ok(format!(
        "        'rule: {{\n{code}            note({number});\n            return Ok({outcome});\n        }}\n"
    ))
}

/// The rules of one operation.
#[derive(Default)]
struct OfRoot {
    /// Code of the rules that look at no other operation.
    flat: String,
    /// Code of the other rules, by the argument that has to come from an operation (the first
    /// such), and that operation.
    deep: Vec<(usize, ResOp, String)>,
}

/// The code for all rules.
pub fn compile(rules: &[Rule]) -> Result<String, String> {
    let mut roots: Vec<(ResOp, OfRoot)> = Vec::new();
    for (number, rule) in rules.iter().enumerate() {
        let fail = |e: String| format!("{}: {e}", rule.text);
        let mut seen = Vec::new();
        for pattern in orders(&rule.pattern).map_err(fail)? {
            let mut names = HashMap::new();
            let mut normal_form = exact(&pattern, &mut names);
            for term in [&rule.replacement].into_iter().chain(&rule.conditions) {
                normal_form += &normal(term, &mut names);
            }
            if seen.contains(&normal_form) {
                continue;
            }
            seen.push(normal_form);
            let code = one(rule, &pattern, number).map_err(fail)?;
            let Term::Op(name, args) = &pattern else { continue };
            let root = operation(name).map_err(fail)?;
            if !roots.iter().any(|r| r.0 == root) {
                roots.push((root, OfRoot::default()));
            }
            let Some((_, of)) = roots.iter_mut().find(|r| r.0 == root) else { continue };
            let first = args.iter().enumerate().find_map(|(n, a)| match a {
                Term::Op(name, _) => Some((n, operation(name).ok()?)),
                _ => None,
            });
            match first {
                None => of.flat += &code,
                Some((n, inner)) => match of.deep.iter_mut().find(|d| (d.0, d.1) == (n, inner)) {
                    Some(found) => found.2 += &code,
                    None => of.deep.push((n, inner, code)),
                },
            }
        }
    }
    let mut out = String::new();
    out += "/// The texts of the rules.\npub static RULES: &[&str] = &[\n";
    for rule in rules {
        let _ = writeln!(out, "    {:?},", rule.text);
    }
    out += "];\n\n/// Tries the rules.\n#[allow(unused_parens, unused_variables, unused_labels, clippy::all)]\n";
    out += "pub fn apply(o: &mut Optimizer<'_>, op: &WOp) -> Res<Simplified> {\n    match op.opnum {\n";
    for (root, of) in roots {
        let _ = writeln!(out, "    R::{root:?} => {{");
        let count = root.info().args.len();
        for n in 0..count {
            let _ =
                writeln!(out, "        let a{n} = op.args[{n}];\n        let k{n} = o.word(a{n});");
        }
        out += &of.flat;
        for n in 0..count {
            let inner: Vec<_> = of.deep.iter().filter(|d| d.0 == n).collect();
            if of.deep.iter().any(|d| d.0 <= n || count > 1) && !of.deep.is_empty() {
                let _ = writeln!(
                    out,
                    "        let d{n} = if k{n}.is_some() {{ None }} else {{ o.definition(a{n}) }};"
                );
            }
            if inner.is_empty() {
                continue;
            }
            if n == 0 && count == 2 {
                out += "        let d1 = if k1.is_some() { None } else { o.definition(a1) };\n";
            }
            let _ =
                writeln!(out, "        if let Some(inner) = d{n} {{\n        match inner.opnum {{");
            for (_, opnum, code) in inner {
                let _ = writeln!(out, "        R::{opnum:?} => {{\n{code}        }}");
            }
            out += "        _ => {}\n        }\n        }\n";
        }
        out += "    }\n";
    }
    out += "    _ => {}\n    }\n    Ok(Simplified::No)\n}\n";
    Ok(out)
}

/// Gives the key of a term as [`normal`] does, but orders of operands count.
fn exact(term: &Term, names: &mut HashMap<String, usize>) -> String {
    match term {
        Term::Op(name, args) => {
            let args: Vec<String> = args.iter().map(|a| exact(a, names)).collect();
            format!("{name}({})", args.join(","))
        }
        leaf => normal(leaf, names),
    }
}
