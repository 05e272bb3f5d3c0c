//! C names.

use rustc_hash::{FxHashMap, FxHashSet};

/// Makes identifiers that are valid in C and unique.
#[derive(Default, Debug)]
pub struct Names {
    used: FxHashSet<String>,
    /// The last number behind each name that was wanted again.
    numbers: FxHashMap<String, u32>,
}

/// Letters, digits and underscores of `name`, with `_` for anything else.
pub fn mangle(name: &str) -> String {
    name.chars().map(|c| if c.is_ascii_alphanumeric() { c } else { '_' }).collect()
}

impl Names {
    /// A name that starts with `prefix` and resembles `name`.
    pub fn unique(&mut self, prefix: &str, name: &str) -> String {
        let mut short: String = mangle(name);
        short.truncate(60);
        let base = format!("{prefix}{short}");
        if self.used.insert(base.clone()) {
            return base;
        }
        let n = self.numbers.entry(base.clone()).or_insert(1);
        loop {
            *n += 1;
            let numbered = format!("{base}_{n}");
            if self.used.insert(numbered.clone()) {
                return numbered;
            }
        }
    }
    /// Claims a given name.
    pub fn claim(&mut self, name: &str) -> bool {
        self.used.insert(name.to_string())
    }
}

/// A C string literal. `\?` avoids trigraphs; octal escapes never run into a following digit.
pub fn c_string(bytes: &[u8]) -> String {
    let mut s = String::from("\"");
    for &b in bytes {
        match b {
            b'"' => s.push_str("\\\""),
            b'\\' => s.push_str("\\\\"),
            b'\n' => s.push_str("\\n"),
            b'?' => s.push_str("\\?"),
            0x20..=0x7e => s.push(b as char),
            _ => s.push_str(&format!("\\{b:03o}")),
        }
    }
    s.push('"');
    s
}
