//! A cache of compiled code. C files: what was compiled before with the same compiler, flags, text and headers is not compiled again.
//!
//! An entry is a file, named by a hash of all that goes into the object but the headers from outside. Its first line is a checksum
//! of the rest; an entry that it does not fit (a disk was full, a machine went down, somebody wrote into it) is none. The sizes,
//! times and names of the headers are the next lines; behind an empty line comes the object. Entries stand in 16 folders by the
//! first digit; each folder is kept below its share of [`LIMIT`] by removing what was used longest ago. What the cache cannot
//! read or write it leaves: it is never a reason for an error.

use crate::children::in_path;
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

/// Lists what an object is made of.
pub struct Made<'a> {
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

    /// Gives the folder of the user's caches: `$TRACEWRIGHT_CACHE`, or `tracewright` in `$XDG_CACHE_HOME` or
    /// `~/.cache`. `None`: nowhere.
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
    pub fn key(&self, made: &Made<'_>) -> Option<String> {
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

    /// Reads what [`Cache::put`] wrote.
    fn get(&self, entry: &Path) -> Option<Vec<u8>> {
        let mut contents = fs::read(entry).ok()?;
        let rest = contents.split_off(contents.len().min(CHECKSUM));
        (checksum(&[&rest]).as_bytes() == contents).then_some(rest)
    }

    pub fn entry(&self, key: &str) -> PathBuf {
        self.dir.join(&key[..1]).join(key)
    }

    /// Puts the object of an entry there. False: there is none, or a header has changed.
    pub fn fetch(&self, key: &str, to: &Path) -> bool {
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
    pub fn store(&self, key: &str, object: &Path, rule: &str, known: &dyn Fn(&str) -> bool) {
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
pub fn hashed(name: &str) -> String {
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
pub fn prerequisites(rule: &str) -> Vec<String> {
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
pub fn make_room(folder: &Path, limit: u64) -> Option<()> {
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
