//! Proofs by an SMT solver. What operations mean comes from the text of their rows in the table.

use super::*;
use crate::syntax::{Rule, Term};
use std::io::Write;
use std::process::{Command, Stdio};

/// A part of a closure's text.
#[derive(Debug, PartialEq, Clone)]
enum Token {
    Word(String),
    Sign(String),
}

fn tokens(text: &str) -> Vec<Token> {
    let mut out = Vec::new();
    let chars: Vec<char> = text.chars().collect();
    let mut at = 0;
    while at < chars.len() {
        let c = chars[at];
        if c.is_whitespace() {
            at += 1;
        } else if c.is_alphanumeric() || c == '_' {
            let end = chars[at..].iter().position(|c| !(c.is_alphanumeric() || *c == '_'));
            let end = end.map_or(chars.len(), |n| at + n);
            out.push(Token::Word(chars[at..end].iter().collect()));
            at = end;
        } else {
            let two: String = chars[at..(at + 2).min(chars.len())].iter().collect();
            let long = ["<<", ">>", "==", "!=", "<=", ">=", "&&", "||", "::", ".."];
            let sign = if long.contains(&two.as_str()) { two } else { c.to_string() };
            at += sign.len();
            out.push(Token::Sign(sign));
        }
    }
    out
}

/// The type of an expression of Rust: signed or not, and how wide; `None` for truth values.
type Type = Option<(bool, u32)>;

/// Reads an expression of Rust and writes it in SMT-LIB, for integers of `bits` bits.
struct Meaning<'a> {
    tokens: &'a [Token],
    at: usize,
    bits: u32,
    vars: BTreeMap<String, (String, Type)>,
}

fn constant(value: i128, bits: u32) -> String {
    let mask = if bits == 128 { u128::MAX } else { (1 << bits) - 1 };
    format!("(_ bv{} {bits})", value as u128 & mask)
}

impl Meaning<'_> {
    fn peek(&self, sign: &str) -> bool {
        self.tokens.get(self.at) == Some(&Token::Sign(sign.into()))
    }

    fn eat(&mut self, sign: &str) -> bool {
        let found = self.peek(sign);
        self.at += found as usize;
        found
    }

    fn expect(&mut self, sign: &str) {
        assert!(self.eat(sign), "{sign} expected: {:?}", &self.tokens[self.at..]);
    }

    fn word(&mut self) -> String {
        let Token::Word(word) = &self.tokens[self.at] else { panic!("{:?}", self.tokens) };
        self.at += 1;
        word.clone()
    }

    /// Binary operators, loosest first.
    fn expr(&mut self, level: usize) -> (String, Type) {
        const LEVELS: [&[&str]; 8] = [
            &["||"],
            &["&&"],
            &["==", "!=", "<", "<=", ">", ">="],
            &["|"],
            &["^"],
            &["&"],
            &["<<", ">>"],
            &["+", "-"],
        ];
        let Some(signs) = LEVELS.get(level) else { return self.product() };
        let (mut a, mut t) = self.expr(level + 1);
        while let Some(&sign) = signs.iter().find(|s| self.peek(s)) {
            self.at += 1;
            let (b, u) = self.expr(level + 1);
            (a, t) = self.binary(sign, (a, t), (b, u));
        }
        (a, t)
    }

    fn product(&mut self) -> (String, Type) {
        let (mut a, mut t) = self.unary();
        while let Some(sign) = ["*", "/", "%"].into_iter().find(|s| self.peek(s)) {
            self.at += 1;
            let b = self.unary();
            (a, t) = self.binary(sign, (a, t), b);
        }
        (a, t)
    }

    fn binary(&self, sign: &str, (a, t): (String, Type), (b, u): (String, Type)) -> (String, Type) {
        // A literal has the type of the other side.
        let typed = |text: &str, ty: Type| match text.strip_prefix('#') {
            Some(number) => constant(number.parse().unwrap(), ty.unwrap().1),
            None => text.to_string(),
        };
        let ty = if a.starts_with('#') { u } else { t };
        let (a, b) = (typed(&a, ty), typed(&b, ty));
        let signed = ty.is_some_and(|t| t.0);
        let pick = |s: &str, u: &str| if signed { s.to_string() } else { u.to_string() };
        let name = match sign {
            "&&" => return (format!("(and {a} {b})"), None),
            "||" => return (format!("(or {a} {b})"), None),
            "==" => return (format!("(= {a} {b})"), None),
            "!=" => return (format!("(not (= {a} {b}))"), None),
            "&" | "|" | "^" if ty.is_none() => {
                let name = match sign {
                    "&" => "and",
                    "|" => "or",
                    _ => "xor",
                };
                return (format!("({name} {a} {b})"), None);
            }
            "<" => return (format!("({} {a} {b})", pick("bvslt", "bvult")), None),
            "<=" => return (format!("({} {a} {b})", pick("bvsle", "bvule")), None),
            ">" => return (format!("({} {a} {b})", pick("bvsgt", "bvugt")), None),
            ">=" => return (format!("({} {a} {b})", pick("bvsge", "bvuge")), None),
            "|" => "bvor".into(),
            "^" => "bvxor".into(),
            "&" => "bvand".into(),
            "+" => "bvadd".into(),
            "-" => "bvsub".into(),
            "*" => "bvmul".into(),
            "/" => pick("bvsdiv", "bvudiv"),
            "%" => pick("bvsrem", "bvurem"),
            "<<" => "bvshl".into(),
            ">>" => pick("bvashr", "bvlshr"),
            other => panic!("{other}"),
        };
        (format!("({name} {a} {b})"), ty)
    }

    fn unary(&mut self) -> (String, Type) {
        if self.eat("!") {
            let (a, t) = self.unary();
            return (format!("({} {a})", if t.is_some() { "bvnot" } else { "not" }), t);
        }
        if self.eat("&") {
            return self.unary();
        }
        let (mut a, mut t) = self.primary();
        loop {
            if self.eat(".") {
                let method = self.word();
                self.expect("(");
                let mut args = Vec::new();
                while !self.eat(")") {
                    args.push(self.expr(0));
                    self.eat(",");
                }
                let sign = match method.as_str() {
                    "wrapping_add" => "+",
                    "wrapping_sub" => "-",
                    "wrapping_mul" => "*",
                    "wrapping_div" => "/",
                    "wrapping_rem" => "%",
                    "wrapping_neg" => {
                        a = format!("(bvneg {a})");
                        continue;
                    }
                    "max" => {
                        let b = constant(args[0].0[1..].parse().unwrap(), self.bits);
                        a = format!("(ite (bvsgt {a} {b}) {a} {b})");
                        continue;
                    }
                    other => panic!("method {other}"),
                };
                (a, t) = self.binary(sign, (a, t), args.remove(0));
            } else if self.tokens.get(self.at) == Some(&Token::Word("as".into())) {
                self.at += 1;
                let (signed, width) = match self.word().as_str() {
                    "u128" => (false, 2 * self.bits),
                    "u64" => (false, self.bits),
                    "i64" => (true, self.bits),
                    other => panic!("type {other}"),
                };
                let old = t.unwrap();
                if width > old.1 {
                    a = format!("((_ zero_extend {}) {a})", width - old.1);
                } else if width < old.1 {
                    a = format!("((_ extract {} 0) {a})", width - 1);
                }
                t = Some((signed, width));
            } else {
                return (a, t);
            }
        }
    }

    fn primary(&mut self) -> (String, Type) {
        let int = Some((true, self.bits));
        if self.eat("(") {
            // Only one range occurs: `(0..64).contains(&n)`.
            if self.tokens.get(self.at + 1) == Some(&Token::Sign("..".into())) {
                self.at += 3;
                self.expect(")");
                self.expect(".");
                assert_eq!(self.word(), "contains");
                self.expect("(");
                let (n, _) = self.expr(0);
                self.expect(")");
                return (format!("(bvult {n} {})", constant(self.bits as i128, self.bits)), None);
            }
            let inside = self.expr(0);
            self.expect(")");
            return inside;
        }
        let word = self.word();
        if word == "if" {
            let (test, _) = self.expr(0);
            self.expect("{");
            let (a, t) = self.expr(0);
            self.expect("}");
            assert_eq!(self.word(), "else");
            self.expect("{");
            let (b, _) = self.expr(0);
            self.expect("}");
            let b = match b.strip_prefix('#') {
                Some(number) => constant(number.parse().unwrap(), self.bits),
                None => b,
            };
            return (format!("(ite {test} {a} {b})"), t);
        }
        if self.eat("::") {
            let function = self.word();
            self.expect("(");
            let (a, _) = self.expr(0);
            self.expect(",");
            let (b, _) = self.expr(0);
            self.expect(")");
            return (format!("({function} {a} {b})"), int);
        }
        if let Ok(number) = word.parse::<i128>() {
            // The number of bits, and that of the last one.
            let number = match number {
                64 => self.bits as i128,
                63 => self.bits as i128 - 1,
                other => other,
            };
            return (format!("#{number}"), None);
        }
        self.vars[&word].clone()
    }
}

/// Defines for the solver what `arith.rs` has besides Rust's operators.
fn prelude(bits: u32) -> String {
    let zero = constant(0, bits);
    let word = format!("(_ BitVec {bits})");
    let mut text = format!(
        "(define-fun floordiv ((a {word}) (b {word})) {word}
           (ite (and (not (= (bvsrem a b) {zero})) (xor (bvslt a {zero}) (bvslt b {zero})))
                (bvsub (bvsdiv a b) {}) (bvsdiv a b)))
         (define-fun floormod ((a {word}) (b {word})) {word} (bvsmod a b))\n",
        constant(1, bits)
    );
    if bits == 64 {
        let extend = |n: u32| format!("((_ sign_extend {}) ((_ extract {} 0) a))", 64 - n, n - 1);
        let is = |n: i128| format!("(= n {})", constant(n, 64));
        text += &format!(
            "(define-fun signext ((a {word}) (n {word})) {word}
               (ite {} {} (ite {} {} (ite {} {} a))))\n",
            is(1),
            extend(8),
            is(2),
            extend(16),
            is(4),
            extend(32)
        );
    }
    text
}

/// An operation on words, in SMT-LIB.
fn apply(opnum: ResOp, args: &[String], bits: u32) -> String {
    let (letters, text) = opnum.meaning_text().unwrap();
    let tokens = tokens(text);
    let mut m = Meaning { tokens: &tokens, at: 0, bits, vars: BTreeMap::new() };
    m.expect("|");
    for (letter, arg) in letters.split(' ').zip(args) {
        let name = m.word();
        m.eat(",");
        m.vars.insert(name, (arg.clone(), Some((letter == "i", bits))));
    }
    m.expect("|");
    match m.expr(0) {
        (test, None) => format!("(ite {test} {} {})", constant(1, bits), constant(0, bits)),
        (value, _) => value,
    }
}

/// A term in SMT-LIB; divisors go to `divisors`.
fn smt(term: &Term, bits: u32, divisors: &mut Vec<String>) -> String {
    match term {
        Term::Var(name) | Term::Const(name) => name.clone(),
        Term::Power(name) => format!("(bvshl {} {name})", constant(1, bits)),
        Term::Int(i) => constant(*i as i128, bits),
        Term::Named(n) => constant(n.value(bits) as i128, bits),
        Term::Op(name, args) => {
            let args: Vec<String> = args.iter().map(|a| smt(a, bits, divisors)).collect();
            if op(name).has(jitmodel::effects::PRECONDITION) {
                divisors.push(args[1].clone());
            }
            apply(op(name), &args, bits)
        }
        other => panic!("{other:?}"),
    }
}

/// Queries that have no answer if the rule is true: one, or (`split`) one for each number of a bit.
fn queries(rule: &Rule, bits: u32, split: bool) -> Vec<String> {
    let names = names(rule);
    let mut head = String::new();
    let shift = |name: &String| {
        let width = Term::Named(crate::syntax::Named::Width);
        let small = Term::Op("uint_lt".into(), vec![Term::Const(name.clone()), width]);
        rule.conditions.contains(&small)
    };
    let mut power = None;
    for (name, kind) in &names {
        match kind {
            _ if split && power.is_none() && (*kind == Name::Power || shift(name)) => {
                power = Some(name);
            }
            _ => head += &format!("(declare-const {name} (_ BitVec {bits}))\n"),
        }
    }
    let one = constant(1, bits);
    let (mut known, mut needed) = (Vec::new(), Vec::new());
    let before = smt(&rule.pattern, bits, &mut known);
    let mut tail = String::new();
    for (name, _) in names.iter().filter(|n| *n.1 == Name::Power) {
        tail += &format!("(assert (bvult {name} {}))\n", constant(bits as i128, bits));
    }
    for condition in &rule.conditions {
        let condition = smt(condition, bits, &mut known);
        tail += &format!("(assert (= {condition} {one}))\n");
    }
    let after = smt(&rule.replacement, bits, &mut needed);
    let zero = constant(0, bits);
    for divisor in known {
        tail += &format!("(assert (not (= {divisor} {zero})))\n");
    }
    let undefined: String = needed.iter().map(|d| format!(" (= {d} {zero})")).collect();
    tail += &format!("(assert (or (not (= {before} {after})){undefined}))\n(check-sat)\n");
    match power {
        None => vec![head + &tail],
        Some(name) => (0..bits as i128)
            .map(|k| {
                let k = constant(k, bits);
                format!("{head}(define-fun {name} () (_ BitVec {bits}) {k})\n{tail}")
            })
            .collect(),
    }
}

/// Gives what the solver says to each query; `None` if there is no solver.
fn solve(bits: u32, queries: &[String], milliseconds: u32) -> Option<Vec<String>> {
    let solver = Command::new("z3").arg("-in").stdin(Stdio::piped()).stdout(Stdio::piped()).spawn();
    let mut solver = solver.ok()?;
    let head = format!(
        "(reset)\n(set-option :timeout {milliseconds})\n(set-logic QF_BV)\n{}",
        prelude(bits)
    );
    let text: String = queries.iter().map(|q| format!("{head}{q}")).collect();
    let mut input = solver.stdin.take().unwrap();
    let writer = std::thread::spawn(move || input.write_all(text.as_bytes()));
    let output = solver.wait_with_output().unwrap();
    writer.join().unwrap().unwrap();
    let text = String::from_utf8(output.stdout).unwrap();
    Some(text.lines().map(str::to_string).collect())
}

#[test]
fn proved_by_a_solver() {
    let rules: Vec<Rule> =
        rules().into_iter().filter(|r| is_integer(r) && r.replacement != Term::Keep).collect();
    // The solver agrees with the table about what operations mean.
    let mut random = Random(3);
    let mut samples = Vec::new();
    let mut texts = Vec::new();
    for &opnum in ResOp::ALL {
        let kinds = opnum.info().args;
        let integer =
            opnum.result() == Kind::Int && kinds.iter().all(|k| *k == ArgKind::Is(Kind::Int));
        if !integer || opnum.meaning_text().is_none() || !opnum.is_foldable() {
            continue;
        }
        for _ in 0..40 {
            let words: Vec<i64> = kinds.iter().map(|_| random.int()).collect();
            let narrow = opnum == ResOp::IntSignext && ![1, 2, 4, 8].contains(&words[1]);
            let Ok(result) = opnum.on_words(&words) else { continue };
            if narrow {
                continue;
            }
            let args: Vec<String> = words.iter().map(|&w| constant(w as i128, 64)).collect();
            let (value, wanted) = (apply(opnum, &args, 64), constant(result as i128, 64));
            texts.push(format!("(assert (not (= {value} {wanted})))\n(check-sat)\n"));
            samples.push((opnum, words));
        }
    }
    let Some(answers) = solve(64, &texts, 5000) else {
        eprintln!("\n*** NO PROOFS: the SMT solver z3 is not installed ***\n");
        return;
    };
    assert_eq!(answers.len(), samples.len());
    for (answer, sample) in answers.iter().zip(&samples) {
        assert_eq!(answer, "unsat", "{sample:?} means something else to the solver");
    }
    let mut open: Vec<&Rule> = rules.iter().collect();
    for split in [false, true] {
        let texts: Vec<Vec<String>> = open.iter().map(|r| queries(r, 64, split)).collect();
        let all: Vec<String> = texts.iter().flatten().cloned().collect();
        let mut answers = solve(64, &all, 300).unwrap().into_iter();
        let mut left = Vec::new();
        for (rule, texts) in open.iter().zip(&texts) {
            let answers: Vec<String> = answers.by_ref().take(texts.len()).collect();
            assert!(!answers.iter().any(|a| a == "sat"), "{} is wrong", rule.text);
            if answers.iter().any(|a| a != "unsat") {
                left.push(*rule);
            }
        }
        open = left;
    }
    // Products and quotients of unknowns are too hard for it; all values of 8 bits are tried in any case.
    let proved = rules.len() - open.len();
    let texts: Vec<&str> = open.iter().map(|r| r.text.as_str()).collect();
    eprintln!("{proved} rules are proved at 64 bits; it cannot say in time:\n{}", texts.join("\n"));
    assert!(proved * 5 > rules.len() * 4, "the solver has become weak");
}
