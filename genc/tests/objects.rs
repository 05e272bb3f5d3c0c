//! Tests of `genc::objects`.

use genc::objects::*;
use std::fs;
use std::io::Write;
use std::path::PathBuf;
use std::time::SystemTime;

fn made(texts: &[&str], flag: &str) -> Option<String> {
    let command = ["sh".to_string(), flag.to_string()];
    let cache = Cache::new(PathBuf::new());
    cache.key(&Made { command: &command, folder: None, texts })
}

#[test]
fn keys_tell_what_differs() {
    let keys = [
        made(&["ab", "c"], "-O1"),
        made(&["a", "bc"], "-O1"),
        made(&["ab", "c", ""], "-O1"),
        made(&["ab", "c"], "-O2"),
    ];
    for (i, a) in keys.iter().enumerate() {
        assert!(a.is_some());
        assert!(keys[..i].iter().all(|b| a != b), "{keys:?}");
    }
    assert_eq!(keys[0], made(&["ab", "c"], "-O1"));
    let nobody = ["no-such-compiler".to_string()];
    assert_eq!(
        Cache::new(PathBuf::new()).key(&Made { command: &nobody, folder: None, texts: &[] }),
        None
    );
}

#[test]
fn objects_stay_while_their_headers_do() {
    let dir = tempfile::tempdir().unwrap();
    let path = |name: &str| dir.path().join(name);
    let cache = Cache::new(path("cache"));
    let key = "0123456789abcdef0123456789abcdef";
    fs::write(path("a.o"), "object").unwrap();
    fs::write(path("a.h"), "header").unwrap();
    assert!(!cache.fetch(key, &path("b.o")));
    let rule = format!("a.o: a.c common.h \\\n {}\n", path("a.h").display());
    cache.store(key, &path("a.o"), &rule, &|name| name == "a.c");
    assert!(!cache.fetch(key, &path("b.o")), "nobody knows common.h");
    cache.store(key, &path("a.o"), &rule, &|name| ["a.c", "common.h"].contains(&name));
    assert!(cache.fetch(key, &path("b.o")));
    assert_eq!(fs::read(path("b.o")).unwrap(), b"object");
    fs::write(path("a.h"), "another").unwrap();
    assert!(!cache.fetch(key, &path("b.o")));
}

#[test]
fn damaged_entries_are_none() {
    let dir = tempfile::tempdir().unwrap();
    let path = |name: &str| dir.path().join(name);
    let cache = Cache::new(path("cache"));
    let key = "0123456789abcdef0123456789abcdef";
    fs::write(path("a.o"), "an object, more or less").unwrap();
    fs::write(path("a.h"), "header").unwrap();
    let rule = format!("a.o: {}\n", path("a.h").display());
    let entry = cache.entry(key);
    cache.store(key, &path("a.o"), &rule, &|_| false);
    let good = fs::read(&entry).unwrap();
    for at in 0..good.len() {
        let mut bad = good.clone();
        bad[at] ^= 1;
        for bad in [&bad[..], &good[..at]] {
            fs::write(&entry, bad).unwrap();
            assert!(!cache.fetch(key, &path("b.o")), "at {at}");
        }
    }
    assert!(!path("b.o").exists());
    cache.store(key, &path("a.o"), &rule, &|_| false);
    assert!(cache.fetch(key, &path("b.o")));

    cache.save("name", b"bytes");
    let entry = cache.entry(&hashed("name"));
    let good = fs::read(&entry).unwrap();
    fs::write(&entry, &good[..good.len() - 1]).unwrap();
    assert_eq!(cache.load("name"), None);
    fs::write(&entry, good).unwrap();
    assert_eq!(cache.load("name").as_deref(), Some(&b"bytes"[..]));
}

#[test]
fn the_oldest_goes_first() {
    let dir = tempfile::tempdir().unwrap();
    for (i, name) in ["c", "a", "b", "d"].iter().enumerate() {
        let file = fs::File::create(dir.path().join(name)).unwrap();
        (&file).write_all(&[0; 100]).unwrap();
        let time = SystemTime::UNIX_EPOCH + std::time::Duration::from_secs(1000 + i as u64);
        file.set_times(fs::FileTimes::new().set_modified(time)).unwrap();
    }
    let names = || {
        let mut all: Vec<_> =
            fs::read_dir(dir.path()).unwrap().flatten().map(|f| f.file_name()).collect();
        all.sort();
        all
    };
    make_room(dir.path(), 400);
    assert_eq!(names().len(), 4);
    make_room(dir.path(), 399);
    assert_eq!(names(), ["b", "d"]);
}

#[test]
fn rules_of_makefiles() {
    assert_eq!(
        prerequisites("a.o: a.c /usr/x.h \\\n /a\\ b/$$y.h\n"),
        ["a.c", "/usr/x.h", "/a b/$y.h"]
    );
    assert!(prerequisites("").is_empty());
}
