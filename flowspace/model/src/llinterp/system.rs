//! What a program that is interpreted sees of the machine.

use std::collections::{BTreeMap, VecDeque};

const EBADF: i32 = 9;
const ENOENT: i32 = 2;

/// The machine that a program runs on, as far as programs reach it: whoever runs the interpreter hands it in
/// ([`World::system`]). Failures are numbers of C's `errno`.
pub trait System: std::fmt::Debug {
    /// Opens a file (flags of C's `open`) and gives its descriptor, at least 3.
    fn open(&mut self, path: &str, flags: i64) -> Result<i32, i32>;
    /// Closes a file.
    fn close(&mut self, fd: i32) -> Result<(), i32>;
    /// Reads up to `n` bytes.
    fn read(&mut self, fd: i32, n: usize) -> Result<Vec<u8>, i32>;
    /// Writes, and gives the number of bytes written.
    fn write(&mut self, fd: i32, data: &[u8]) -> Result<usize, i32>;
    /// Moves to a place counted from the start (0), the current one (1) or the end (2).
    fn seek(&mut self, fd: i32, offset: i64, whence: i64) -> Result<u64, i32>;
    /// Removes a file.
    fn unlink(&mut self, path: &str) -> Result<(), i32>;
    /// 1: file, 2: folder, 3: something else, 0: not there.
    fn path_kind(&mut self, path: &str) -> i64;
    /// Gives what C's `stat` tells of a file.
    fn status(&mut self, file: FileRef<'_>) -> Result<Status, i32>;
    /// The text of an `errno`.
    fn error_text(&mut self, errno: i32) -> String;
    /// `getpid`
    fn process_id(&mut self) -> i64;
}

/// A file that is asked about.
#[derive(Copy, Clone, Debug)]
pub enum FileRef<'a> {
    /// An open one.
    Open(i32),
    /// One behind all symbolic links.
    Path(&'a str),
    /// One that may be a symbolic link itself.
    Link(&'a str),
}

/// Mode, inode, device, links, user, group, size; times of access, of changes of the contents and of changes of the rest, each in seconds and
/// nanoseconds; device it is, block size, blocks. (As `tw_stat` has them.)
pub type Status = [i64; 16];

/// A machine without files.
#[derive(Debug)]
pub struct NoSystem;

impl System for NoSystem {
    fn open(&mut self, _path: &str, _flags: i64) -> Result<i32, i32> {
        Err(ENOENT)
    }
    fn close(&mut self, _fd: i32) -> Result<(), i32> {
        Err(EBADF)
    }
    fn read(&mut self, _fd: i32, _n: usize) -> Result<Vec<u8>, i32> {
        Err(EBADF)
    }
    fn write(&mut self, _fd: i32, _data: &[u8]) -> Result<usize, i32> {
        Err(EBADF)
    }
    fn seek(&mut self, _fd: i32, _offset: i64, _whence: i64) -> Result<u64, i32> {
        Err(EBADF)
    }
    fn unlink(&mut self, _path: &str) -> Result<(), i32> {
        Err(ENOENT)
    }
    fn path_kind(&mut self, _path: &str) -> i64 {
        0
    }
    fn status(&mut self, file: FileRef<'_>) -> Result<Status, i32> {
        match file {
            FileRef::Open(_) => Err(EBADF),
            FileRef::Path(_) | FileRef::Link(_) => Err(ENOENT),
        }
    }
    fn error_text(&mut self, errno: i32) -> String {
        format!("error {errno}")
    }
    fn process_id(&mut self) -> i64 {
        1
    }
}

/// Standard streams, environment and machine of the program that is run.
#[derive(Debug)]
pub struct World {
    /// Bytes that are still to be read from file descriptor 0.
    pub stdin: VecDeque<u8>,
    /// Bytes that were written to file descriptor 1.
    pub stdout: Vec<u8>,
    /// Bytes that were written to file descriptor 2.
    pub stderr: Vec<u8>,
    /// 1 if a blank comes before the next item of Python 2's print statement, else 0.
    pub softspace: i64,
    /// Environment as `getenv` sees it.
    pub env: BTreeMap<String, String>,
    /// `errno`
    pub errno: i32,
    /// Given to `exit`.
    pub exit_code: Option<i32>,
    /// Files and process.
    pub system: Box<dyn System>,
    /// Seconds that `time`-like functions give; advances a little with every call, so that runs are repeatable.
    pub clock: f64,
}

impl Default for World {
    fn default() -> Self {
        World {
            stdin: VecDeque::new(),
            stdout: vec![],
            stderr: vec![],
            softspace: 0,
            env: BTreeMap::new(),
            errno: 0,
            exit_code: None,
            system: Box::new(NoSystem),
            clock: 1_000_000.0,
        }
    }
}

impl World {
    /// The program has ended: so does the line of a last `print x,`.
    pub fn end(&mut self) {
        if std::mem::take(&mut self.softspace) != 0 {
            self.stdout.push(b'\n');
        }
    }
    /// Gives what a C function returns: the number, or -1 with `errno` set.
    pub(super) fn number<T: TryInto<i64>>(&mut self, r: Result<T, i32>) -> i64 {
        match r {
            Ok(n) => n.try_into().unwrap_or(i64::MAX),
            Err(errno) => {
                self.errno = errno;
                -1
            }
        }
    }
    pub(super) fn write(&mut self, fd: i64, data: &[u8]) -> i64 {
        let r = match fd {
            1 => {
                self.stdout.extend_from_slice(data);
                Ok(data.len())
            }
            2 => {
                self.stderr.extend_from_slice(data);
                Ok(data.len())
            }
            _ => self.system.write(fd as i32, data),
        };
        self.number(r)
    }
    pub(super) fn read(&mut self, fd: i64, n: usize) -> Result<Vec<u8>, i32> {
        if fd == 0 {
            let n = n.min(self.stdin.len());
            return Ok(self.stdin.drain(..n).collect());
        }
        self.system.read(fd as i32, n)
    }
}
