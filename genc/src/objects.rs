//! A cache of compiled code. C files: what was compiled before with the same compiler, flags, text and headers is not compiled again.
//!
//! An entry is a file, named by a hash of all that goes into the object but the headers from outside. Its first line is a checksum
//! of the rest; an entry that it does not fit (a disk was full, a machine went down, somebody wrote into it) is none. The sizes,
//! times and names of the headers are the next lines; behind an empty line comes the object. Entries stand in 16 folders by the
//! first digit; each folder is kept below its share of [`LIMIT`] by removing what was used longest ago. What the cache cannot
//! read or write it leaves: it is never a reason for an error.

use crate::toolchain::in_path;
use siphasher::sip128::{Hasher128, SipHasher13};
use std::fmt::Write as _;
use std::fs;
use std::hash::Hasher;
use std::io::Write;
use std::path::{Path, PathBuf};
use std::time::SystemTime;

/// Bytes of the whole cache.
const LIMIT: u64 = 512 << 20;
const FOLDERS: u64 = 16;
/// Changes when an entry means something else.
const VERSION: &str = "2";

/// The cache in a folder.
#[derive(Clone, Debug)]
pub struct Cache {
    dir: PathBuf,
}

/// What an object is made of.
pub(crate) struct Made<'a> {
    /// The compiler's words and flags.
    pub command: &'a [String],
    /// The folder where it is compiled, if that gets into the object.
    pub folder: Option<&'a Path>,
    /// Contents of the C file and of the generated headers beside it.
    pub texts: &'a [&'a str],
}

impl Cache {
    /// Its folder is made when it is needed.
    pub fn new(dir: PathBuf) -> Cache {
        Cache { dir }
    }

    /// Where users' caches are: `$TRACEWRIGHT_CACHE`, or `tracewright` in `$XDG_CACHE_HOME` or `~/.cache`. `None`: nowhere.
    pub fn folder() -> Option<PathBuf> {
        let var = |name: &str| std::env::var_os(name).filter(|v| !v.is_empty()).map(PathBuf::from);
        let usual = || {
            let home = || Some(var("HOME")?.join(".cache"));
            Some(
                var("XDG_CACHE_HOME")
                    .filter(|p| p.is_absolute())
                    .or_else(home)?
                    .join("tracewright"),
            )
        };
        var("TRACEWRIGHT_CACHE").or_else(usual)
    }

    /// The name of an entry. `None`: the compiler cannot be told from others.
    pub(crate) fn key(&self, made: &Made<'_>) -> Option<String> {
        let mut h = SipHasher13::new();
        let mut add = |text: &[u8]| {
            h.write_u64(text.len() as u64);
            h.write(text);
        };
        add(VERSION.as_bytes());
        for word in made.command {
            add(word.as_bytes());
        }
        for word in made.command.iter().take_while(|w| !w.starts_with('-')) {
            let path = in_path(word)?;
            let path = fs::canonicalize(&path).unwrap_or(path);
            add(state_of(&path)?.as_bytes());
        }
        if let Some(folder) = made.folder {
            add(folder.as_os_str().as_encoded_bytes());
        }
        for text in made.texts {
            add(text.as_bytes());
        }
        let hash = h.finish128();
        Some(format!("{:016x}{:016x}", hash.h1, hash.h2))
    }

    /// The bytes that were kept under a name.
    pub fn load(&self, name: &str) -> Option<Vec<u8>> {
        self.get(&self.entry(&hashed(name)))
    }

    /// Keeps bytes under a name.
    pub fn save(&self, name: &str, bytes: &[u8]) {
        let _ = self.put(&self.entry(&hashed(name)), &[bytes]);
    }

    /// Writes an entry, at once.
    fn put(&self, entry: &Path, parts: &[&[u8]]) -> Option<()> {
        let folder = entry.parent()?;
        fs::create_dir_all(folder).ok()?;
        let mut file = tempfile::NamedTempFile::new_in(folder).ok()?;
        file.write_all(checksum(parts).as_bytes()).ok()?;
        parts.iter().try_for_each(|part| file.write_all(part)).ok()?;
        file.persist(entry).ok()?;
        make_room(folder, LIMIT / FOLDERS)
    }

    /// What [`Cache::put`] wrote.
    fn get(&self, entry: &Path) -> Option<Vec<u8>> {
        let mut contents = fs::read(entry).ok()?;
        let rest = contents.split_off(contents.len().min(CHECKSUM));
        (checksum(&[&rest]).as_bytes() == contents).then_some(rest)
    }

    fn entry(&self, key: &str) -> PathBuf {
        self.dir.join(&key[..1]).join(key)
    }

    /// Puts the object of an entry there. False: there is none, or a header has changed.
    pub(crate) fn fetch(&self, key: &str, to: &Path) -> bool {
        self.try_fetch(key, to).is_some()
    }

    fn try_fetch(&self, key: &str, to: &Path) -> Option<()> {
        let entry = self.entry(key);
        let contents = self.get(&entry)?;
        let end = if contents.starts_with(b"\n") {
            0
        } else {
            1 + contents.windows(2).position(|w| w == b"\n\n")?
        };
        let headers = std::str::from_utf8(&contents[..end]).ok()?;
        let same = |line: &str| {
            let path = line.split(' ').nth(2)?;
            state_of(Path::new(path)).filter(|state| state == line)
        };
        headers.lines().all(|line| same(line).is_some()).then_some(())?;
        fs::write(to, &contents[end + 1..]).ok()?;
        // So that it is not the next to go.
        let now = fs::FileTimes::new().set_modified(SystemTime::now());
        let _ = fs::File::options().append(true).open(&entry).and_then(|f| f.set_times(now));
        Some(())
    }

    /// Keeps an object. `rule`: what the compiler wrote about its headers (`-MD`). `known`: those whose texts are in the key.
    pub(crate) fn store(&self, key: &str, object: &Path, rule: &str, known: &dyn Fn(&str) -> bool) {
        let _ = self.try_store(key, object, rule, known);
    }

    fn try_store(
        &self,
        key: &str,
        object: &Path,
        rule: &str,
        known: &dyn Fn(&str) -> bool,
    ) -> Option<()> {
        let mut headers = String::new();
        for path in prerequisites(rule).iter().filter(|p| !known(p)) {
            if !path.starts_with('/') || path.contains([' ', '\n']) {
                return None;
            }
            let _ = writeln!(headers, "{}", state_of(Path::new(path))?);
        }
        self.put(&self.entry(key), &[headers.as_bytes(), b"\n", &fs::read(object).ok()?])
    }
}

/// Length of a checksum.
const CHECKSUM: usize = 33;

/// The first line of an entry.
fn checksum(parts: &[&[u8]]) -> String {
    let mut h = SipHasher13::new();
    parts.iter().for_each(|part| h.write(part));
    let hash = h.finish128();
    format!("{:016x}{:016x}\n", hash.h1, hash.h2)
}

/// The name of the entry for a name.
fn hashed(name: &str) -> String {
    let hash = SipHasher13::new().hash(format!("{VERSION} {name}").as_bytes());
    format!("{:016x}{:016x}", hash.h1, hash.h2)
}

/// Size, time and name of a file.
fn state_of(path: &Path) -> Option<String> {
    let meta = fs::metadata(path).ok()?;
    let time = meta.modified().ok()?.duration_since(SystemTime::UNIX_EPOCH).ok()?;
    Some(format!("{} {} {}", meta.len(), time.as_nanos(), path.display()))
}

/// The prerequisites of a Makefile's rule.
fn prerequisites(rule: &str) -> Vec<String> {
    let rule = rule.replace("\\\n", " ");
    let rule = rule.split_once(": ").map_or("", |r| r.1);
    let mut all = vec![String::new()];
    let mut chars = rule.chars().peekable();
    while let Some(c) = chars.next() {
        let last = all.last_mut().expect("one");
        match c {
            '\\' if matches!(chars.peek(), Some(' ' | '#' | '\\')) => last.extend(chars.next()),
            '$' if chars.peek() == Some(&'$') => last.extend(chars.next()),
            c if c.is_whitespace() => all.push(String::new()),
            c => last.push(c),
        }
    }
    all.retain(|p| !p.is_empty());
    all
}

/// Removes what was used longest ago, until a quarter of the limit is free, if the files of a folder take more than it.
fn make_room(folder: &Path, limit: u64) -> Option<()> {
    let mut all: Vec<(SystemTime, u64, PathBuf)> = vec![];
    for file in fs::read_dir(folder).ok()?.flatten() {
        if let Ok(meta) = file.metadata()
            && let Ok(time) = meta.modified()
        {
            all.push((time, meta.len(), file.path()));
        }
    }
    let mut size: u64 = all.iter().map(|f| f.1).sum();
    if size <= limit {
        return Some(());
    }
    all.sort();
    for (_, bytes, path) in all {
        if size <= limit / 4 * 3 {
            break;
        }
        if fs::remove_file(&path).is_ok() {
            size -= bytes;
        }
    }
    Some(())
}

#[cfg(test)]
mod tests {
    use super::*;

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
}
