//! Tests of `genobj::reuse`.

use cranelift_codegen::incremental_cache::CacheKvStore;
use genc::objects::Cache;
use genobj::reuse::*;

/// Lists the keys of one number, from 1 to 4, that have code.
fn numbers(known: &CachedCode) -> Vec<u8> {
    let store = Store::new(known);
    (1..=4).filter(|n| store.get(&[*n; KEY]).is_some()).collect()
}

#[test]
fn what_is_kept_comes_back() {
    let dir = tempfile::tempdir().unwrap();
    let cache = Cache::new(dir.path().join("cache"));
    let none = CachedCode::load(Some(&cache), "p");
    assert_eq!(numbers(&none), [0u8; 0]);
    let mut store = Store::new(&none);
    store.insert(&[1; KEY], vec![10, 11]);
    store.insert(&[2; KEY], vec![]);
    none.save(Some(&cache), "p", vec![store]);
    let known = CachedCode::load(Some(&cache), "p");
    let mut store = Store::new(&known);
    assert_eq!(store.get(&[1; KEY]).as_deref(), Some(&[10, 11][..]));
    assert_eq!(store.get(&[3; KEY]), None);
    // What was not used goes once there is something new.
    store.insert(&[4; KEY], vec![40]);
    known.save(Some(&cache), "p", vec![store]);
    let known = CachedCode::load(Some(&cache), "p");
    assert_eq!(numbers(&known), [1, 4]);
    assert_eq!(numbers(&CachedCode::load(Some(&cache), "q")), [0u8; 0]);
}

#[test]
fn what_is_damaged_is_nothing() {
    let dir = tempfile::tempdir().unwrap();
    let cache = Cache::new(dir.path().join("cache"));
    let none = CachedCode::default();
    let mut store = Store::new(&none);
    store.insert(&[1; KEY], vec![10, 11]);
    none.save(Some(&cache), "p", vec![store]);
    let good = cache.load("p").unwrap();
    assert_eq!(numbers(&CachedCode::load(Some(&cache), "p")), [1]);
    for at in 0..good.len() {
        let mut bad = good.clone();
        bad[at] ^= 4;
        cache.save("p", &bad);
        assert_eq!(numbers(&CachedCode::load(Some(&cache), "p")), [0u8; 0], "byte {at}");
        cache.save("p", &good[..at]);
        assert_eq!(numbers(&CachedCode::load(Some(&cache), "p")), [0u8; 0], "{at} bytes");
    }
}
