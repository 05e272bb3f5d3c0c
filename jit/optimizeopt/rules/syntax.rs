//! The language of the rule files: `pattern => replacement if condition, …`, one rule per line.
//!
//! A term is an operation of traces with arguments, or one of these:
//!
//! | term | matches, or stands for |
//! |---|---|
//! | `x` (lower case) | any value; the same one wherever the name stands |
//! | `C` (upper case) | a constant |
//! | `2^K` | a constant with one bit set, the K-th; only in patterns |
//! | `12`, `-1`, `1.5`, `null` | this constant |
//! | `MIN`, `MAX`, `WIDTH`, `LAST` | least and greatest integer, number of bits, number of the last bit |
//!
//! The replacement `keep` ends the search: the operation stays. An operation on constants alone is a constant. Conditions are tests (operations with a truth value) that must be known
//! to hold: from constants, from what is known about the ranges and bits of values, or, for floats, from earlier tests.
//! Constants stand right in commutative operations and comparisons; of other arguments of commutative operations both orders match.

/// A term.
#[derive(Clone, Debug, PartialEq)]
pub enum Term {
    /// Any value.
    Var(String),
    /// A constant.
    Const(String),
    /// A constant with one bit set.
    Power(String),
    /// An integer.
    Int(i64),
    /// A float.
    Float(f64),
    /// No object.
    Null,
    /// The operation stays as it is; only as a replacement.
    Keep,
    /// An integer that depends on the number of bits.
    Named(Named),
    /// An operation.
    Op(String, Vec<Term>),
}

/// Integers that depend on the number of bits.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Named {
    /// The least integer.
    Min,
    /// The greatest integer.
    Max,
    /// The number of bits.
    Width,
    /// The number of the last bit.
    Last,
}

impl Named {
    /// The value for integers of that many bits.
    #[allow(dead_code)] // the compiler of the rules or the tests
    pub fn value(self, bits: u32) -> i64 {
        match self {
            Named::Min => -1 << (bits - 1),
            Named::Max => !(-1 << (bits - 1)),
            Named::Width => bits as i64,
            Named::Last => bits as i64 - 1,
        }
    }
}

/// A rule.
#[derive(Clone, Debug)]
#[allow(dead_code)] // not every user of this file needs all
pub struct Rule {
    /// Its line.
    pub text: String,
    /// Pattern of the operation that is replaced.
    pub pattern: Term,
    /// Term that replaces it.
    pub replacement: Term,
    /// Conditions: what must be known.
    pub conditions: Vec<Term>,
}

impl Term {
    /// Says whether it is a constant.
    #[allow(dead_code)] // as above
    pub fn is_const(&self) -> bool {
        match self {
            Term::Var(_) => false,
            Term::Op(_, args) => args.iter().all(Term::is_const),
            _ => true,
        }
    }
}

struct Parser<'a> {
    rest: &'a str,
}

fn is_word(c: char) -> bool {
    c.is_alphanumeric() || c == '_'
}

impl<'a> Parser<'a> {
    fn skip(&mut self) {
        self.rest = self.rest.trim_start();
    }

    fn eat(&mut self, text: &str) -> bool {
        self.skip();
        match self.rest.strip_prefix(text) {
            Some(rest) => {
                self.rest = rest;
                true
            }
            None => false,
        }
    }

    fn word(&mut self, is: impl Fn(char) -> bool) -> &'a str {
        self.skip();
        let end = self.rest.find(|c| !is(c)).unwrap_or(self.rest.len());
        let (word, rest) = self.rest.split_at(end);
        self.rest = rest;
        word
    }

    fn term(&mut self) -> Result<Term, String> {
        if self.eat("2^") {
            return Ok(Term::Power(self.word(is_word).to_string()));
        }
        self.skip();
        if self.rest.starts_with(|c: char| c == '-' || c.is_ascii_digit()) {
            let number = self.word(|c| is_word(c) || c == '-' || c == '.');
            let bad = |_| format!("number expected: {number}");
            return match number.contains('.') {
                true => Ok(Term::Float(
                    number.parse().map_err(|e: std::num::ParseFloatError| bad(e.to_string()))?,
                )),
                false => Ok(Term::Int(
                    number.parse().map_err(|e: std::num::ParseIntError| bad(e.to_string()))?,
                )),
            };
        }
        let name = self.word(is_word);
        if self.eat("(") {
            let mut args = Vec::new();
            while !self.eat(")") {
                args.push(self.term()?);
                self.eat(",");
            }
            return Ok(Term::Op(name.to_string(), args));
        }
        Ok(match name {
            "" => return Err(format!("term expected: {}", self.rest)),
            "null" => Term::Null,
            "keep" => Term::Keep,
            "MIN" => Term::Named(Named::Min),
            "MAX" => Term::Named(Named::Max),
            "WIDTH" => Term::Named(Named::Width),
            "LAST" => Term::Named(Named::Last),
            _ if name.starts_with(|c: char| c.is_uppercase()) => Term::Const(name.to_string()),
            _ => Term::Var(name.to_string()),
        })
    }
}

/// Parses a term that is all of the text.
#[allow(dead_code)] // tests
pub fn parse_term(text: &str) -> Result<Term, String> {
    let mut p = Parser { rest: text };
    let term = p.term()?;
    p.skip();
    if p.rest.is_empty() { Ok(term) } else { Err(format!("unexpected: {}", p.rest)) }
}

/// The rules of a file.
#[allow(dead_code)] // as above
pub fn parse(text: &str) -> Result<Vec<Rule>, String> {
    let mut rules = Vec::new();
    for line in text.lines() {
        let line = line.split('#').next().unwrap_or_default().trim();
        if line.is_empty() {
            continue;
        }
        let mut p = Parser { rest: line };
        let mut rule = || -> Result<Rule, String> {
            let pattern = p.term()?;
            if !p.eat("=>") {
                return Err("'=>' expected".into());
            }
            let replacement = p.term()?;
            let mut conditions = Vec::new();
            if p.eat("if ") {
                conditions.push(p.term()?);
                while p.eat(",") {
                    conditions.push(p.term()?);
                }
            }
            p.skip();
            if !p.rest.is_empty() {
                return Err(format!("unexpected: {}", p.rest));
            }
            Ok(Rule { text: line.to_string(), pattern, replacement, conditions })
        };
        rules.push(rule().map_err(|e| format!("{line}: {e}"))?);
    }
    Ok(rules)
}
