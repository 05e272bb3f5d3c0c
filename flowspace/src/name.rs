//! Interned identifiers.

use rustc_hash::FxHashSet;
use std::fmt;
use std::hash::{Hash, Hasher};
use std::sync::{Mutex, OnceLock};

/// An interned identifier: comparing and hashing cost one pointer.
///
/// Hashes follow addresses, so never let the iteration order of a map keyed by `Name` reach output.
#[derive(Clone, Copy)]
pub struct Name(&'static str);

static TABLE: OnceLock<Mutex<FxHashSet<&'static str>>> = OnceLock::new();

impl Name {
    /// The one `Name` of this text.
    pub fn new(text: &str) -> Name {
        let table = TABLE.get_or_init(Default::default);
        let mut table = table.lock().unwrap_or_else(|e| e.into_inner());
        if let Some(&s) = table.get(text) {
            return Name(s);
        }
        // Identifiers live as long as the process: a translation needs all of them to its end.
        let s: &'static str = Box::leak(text.into());
        table.insert(s);
        Name(s)
    }

    /// The text.
    pub fn as_str(self) -> &'static str {
        self.0
    }
}

impl PartialEq for Name {
    fn eq(&self, other: &Name) -> bool {
        std::ptr::eq(self.0, other.0)
    }
}

impl Eq for Name {}

impl Hash for Name {
    fn hash<H: Hasher>(&self, state: &mut H) {
        (self.0.as_ptr() as usize).hash(state);
    }
}

impl PartialOrd for Name {
    fn partial_cmp(&self, other: &Name) -> Option<std::cmp::Ordering> {
        Some(self.cmp(other))
    }
}

impl Ord for Name {
    fn cmp(&self, other: &Name) -> std::cmp::Ordering {
        self.0.cmp(other.0)
    }
}

impl fmt::Debug for Name {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "`{}`", self.0)
    }
}

impl fmt::Display for Name {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(self.0)
    }
}

impl From<&str> for Name {
    fn from(s: &str) -> Name {
        Name::new(s)
    }
}

impl PartialEq<str> for Name {
    fn eq(&self, other: &str) -> bool {
        self.0 == other
    }
}

impl PartialEq<&str> for Name {
    fn eq(&self, other: &&str) -> bool {
        self.0 == *other
    }
}
