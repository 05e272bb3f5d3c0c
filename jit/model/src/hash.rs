//! Maps with a fast hash function, and without the standard library.

use rustc_hash::FxBuildHasher;
pub use rustc_hash::FxHasher;

/// A hash map.
pub type FxHashMap<K, V> = hashbrown::HashMap<K, V, FxBuildHasher>;
/// A hash set.
pub type FxHashSet<T> = hashbrown::HashSet<T, FxBuildHasher>;
/// A hash map in the order of insertion.
pub type FxIndexMap<K, V> = indexmap::IndexMap<K, V, FxBuildHasher>;
