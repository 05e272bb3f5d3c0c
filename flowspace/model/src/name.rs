//! Interned names: of identifiers, and of the variables of graphs.

use rustc_hash::FxHashMap;
use std::fmt;
use std::hash::{Hash, Hasher};
use std::sync::{LazyLock, Mutex};

/// An interned name: one word, and comparing and hashing cost that. (Graphs have very many variables, which have few names.)
///
/// Hashes follow addresses, so never let the iteration order of a map keyed by `Name` reach output.
#[derive(Clone, Copy)]
pub struct Name(&'static &'static str);

static TABLE: LazyLock<Mutex<FxHashMap<&'static str, Name>>> = LazyLock::new(Mutex::default);

impl Name {
    /// The one `Name` of this text.
    pub fn new(text: &str) -> Name {
        let mut table = TABLE.lock().unwrap_or_else(|e| e.into_inner());
        if let Some(&name) = table.get(text) {
            return name;
        }
        // Names live as long as the process: a translation needs all of them to its end.
        let text: &'static str = Box::leak(text.into());
        let name = Name(Box::leak(Box::new(text)));
        table.insert(text, name);
        name
    }

    /// The text.
    pub fn as_str(self) -> &'static str {
        self.0
    }
}

impl std::ops::Deref for Name {
    type Target = str;
    fn deref(&self) -> &str {
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
        std::ptr::from_ref(self.0).addr().hash(state);
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
        *self.0 == other
    }
}

impl PartialEq<&str> for Name {
    fn eq(&self, other: &&str) -> bool {
        self.0 == other
    }
}
