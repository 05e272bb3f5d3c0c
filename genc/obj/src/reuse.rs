//! Machine code of functions that did not change, from the last translation of the program.
//!
//! Cranelift tells what a function's code depends on (its own text without positions and the numbers of what it refers to, the
//! settings, Cranelift's version) as a key of 32 bytes, and turns code into bytes and back. An entry of the cache has those of all
//! functions of a program: a checksum, then key, length and bytes of each.

use cranelift_codegen::incremental_cache::CacheKvStore;
use genc::objects::Cache;
use rustc_hash::{FxHashMap, FxHashSet};
use siphasher::sip128::{Hasher128, SipHasher13};
use std::borrow::Cow;
use std::cell::RefCell;
use std::hash::Hasher;
use std::ops::Range;

/// Bytes of a key.
pub const KEY: usize = 32;
const CHECKSUM: usize = 16;

fn checksum(bytes: &[u8]) -> [u8; CHECKSUM] {
    let mut h = SipHasher13::new();
    h.write(bytes);
    h.finish128().as_bytes()
}

/// The code that there is.
#[derive(Default)]
pub struct CachedCode {
    bytes: Vec<u8>,
    /// Range of the bytes of each key's code.
    places: FxHashMap<[u8; KEY], Range<usize>>,
}

impl CachedCode {
    /// Loads what the cache has of a program. A damaged entry counts as none.
    pub fn load(cache: Option<&Cache>, program: &str) -> CachedCode {
        cache.and_then(|c| CachedCode::read(c.load(program)?)).unwrap_or_default()
    }

    fn read(bytes: Vec<u8>) -> Option<CachedCode> {
        let sum = bytes.get(..CHECKSUM)?;
        (sum == checksum(&bytes[CHECKSUM..])).then_some(())?;
        let mut places = FxHashMap::default();
        let mut at = CHECKSUM;
        while at < bytes.len() {
            let key = bytes.get(at..at + KEY)?.try_into().ok()?;
            at += KEY;
            let length = u32::from_le_bytes(bytes.get(at..at + 4)?.try_into().ok()?) as usize;
            at += 4;
            bytes.get(at..at + length)?;
            places.insert(key, at..at + length);
            at += length;
        }
        Some(CachedCode { bytes, places })
    }

    /// Keeps what a translation used, and what was new to it, if anything was.
    pub fn save(&self, cache: Option<&Cache>, program: &str, stores: Vec<Store<'_>>) {
        let Some(cache) = cache else { return };
        if stores.iter().all(|s| s.new.is_empty()) {
            return;
        }
        let mut all: Vec<(&[u8], &[u8])> = vec![];
        let used: Vec<_> = stores.iter().map(|s| s.used.borrow()).collect();
        for (store, used) in stores.iter().zip(&used) {
            all.extend(used.iter().map(|k| (&k[..], &self.bytes[self.places[k].clone()])));
            all.extend(store.new.iter().map(|(k, code)| (&k[..], &code[..])));
        }
        all.sort();
        all.dedup_by_key(|(key, _)| *key);
        let mut bytes = vec![0; CHECKSUM];
        for (key, code) in all {
            bytes.extend(key);
            bytes.extend((code.len() as u32).to_le_bytes());
            bytes.extend(code);
        }
        let sum = checksum(&bytes[CHECKSUM..]);
        bytes[..CHECKSUM].copy_from_slice(&sum);
        cache.save(program, &bytes);
    }
}

/// Holds what a thread takes from there, and what it adds.
pub struct Store<'a> {
    known: &'a CachedCode,
    used: RefCell<FxHashSet<[u8; KEY]>>,
    new: Vec<([u8; KEY], Vec<u8>)>,
}

impl<'a> Store<'a> {
    pub fn new(known: &'a CachedCode) -> Store<'a> {
        Store { known, used: RefCell::default(), new: vec![] }
    }
}

impl CacheKvStore for Store<'_> {
    fn get(&self, key: &[u8]) -> Option<Cow<'_, [u8]>> {
        let key: [u8; KEY] = key.try_into().ok()?;
        let place = self.known.places.get(&key)?;
        self.used.borrow_mut().insert(key);
        Some(Cow::Borrowed(&self.known.bytes[place.clone()]))
    }

    fn insert(&mut self, key: &[u8], code: Vec<u8>) {
        if let Ok(key) = key.try_into() {
            self.new.push((key, code));
        }
    }
}
