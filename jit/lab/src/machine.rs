//! The files and the process of this machine, for programs that run on the low-level interpreter.

use flowmodel::llinterp::{FileRef, Status, System};
use std::collections::BTreeMap;
use std::fs::File;
use std::io::{Error, Read, Seek, SeekFrom, Write};
use std::os::unix::fs::MetadataExt;

const EBADF: i32 = 9;
const EIO: i32 = 5;

/// This machine, with the files that the program has opened.
#[derive(Debug, Default)]
pub struct Machine {
    files: BTreeMap<i32, File>,
}

fn errno(e: Error) -> i32 {
    e.raw_os_error().unwrap_or(EIO)
}

impl Machine {
    fn file(&mut self, fd: i32) -> Result<&mut File, i32> {
        self.files.get_mut(&fd).ok_or(EBADF)
    }
}

impl System for Machine {
    fn open(&mut self, path: &str, flags: i64) -> Result<i32, i32> {
        let f = File::options()
            .read(flags & 3 != 1)
            .write(flags & 3 != 0)
            .create(flags & 0o100 != 0)
            .append(flags & 0o2000 != 0)
            .truncate(flags & 0o1000 != 0 && flags & 0o2000 == 0)
            .open(path)
            .map_err(errno)?;
        let fd = (3..).find(|n| !self.files.contains_key(n)).expect("the range has no end");
        self.files.insert(fd, f);
        Ok(fd)
    }
    fn close(&mut self, fd: i32) -> Result<(), i32> {
        self.files.remove(&fd).map(|_| ()).ok_or(EBADF)
    }
    fn read(&mut self, fd: i32, n: usize) -> Result<Vec<u8>, i32> {
        let mut data = vec![0; n];
        let n = self.file(fd)?.read(&mut data).map_err(errno)?;
        data.truncate(n);
        Ok(data)
    }
    fn write(&mut self, fd: i32, data: &[u8]) -> Result<usize, i32> {
        self.file(fd)?.write(data).map_err(errno)
    }
    fn seek(&mut self, fd: i32, offset: i64, whence: i64) -> Result<u64, i32> {
        let to = match whence {
            0 => SeekFrom::Start(offset.max(0) as u64),
            1 => SeekFrom::Current(offset),
            _ => SeekFrom::End(offset),
        };
        self.file(fd)?.seek(to).map_err(errno)
    }
    fn unlink(&mut self, path: &str) -> Result<(), i32> {
        std::fs::remove_file(path).map_err(errno)
    }
    fn path_kind(&mut self, path: &str) -> i64 {
        match std::fs::metadata(path) {
            Ok(m) if m.is_file() => 1,
            Ok(m) if m.is_dir() => 2,
            Ok(_) => 3,
            Err(_) => 0,
        }
    }
    fn status(&mut self, file: FileRef<'_>) -> Result<Status, i32> {
        let meta = match file {
            FileRef::Open(0) => File::open("/dev/stdin").and_then(|f| f.metadata()),
            FileRef::Open(1) => File::open("/dev/stdout").and_then(|f| f.metadata()),
            FileRef::Open(2) => File::open("/dev/stderr").and_then(|f| f.metadata()),
            FileRef::Open(fd) => self.file(fd)?.metadata(),
            FileRef::Path(path) => std::fs::metadata(path),
            FileRef::Link(path) => std::fs::symlink_metadata(path),
        };
        let m = meta.map_err(errno)?;
        let unsigned = [m.ino(), m.dev(), m.nlink()].map(|n| n as i64);
        let [inode, device, links] = unsigned;
        let (user, group, size) = (m.uid().into(), m.gid().into(), m.size() as i64);
        let times =
            [m.atime(), m.atime_nsec(), m.mtime(), m.mtime_nsec(), m.ctime(), m.ctime_nsec()];
        let [a, an, c, cn, s, sn] = times;
        let last = [m.rdev() as i64, m.blksize() as i64, m.blocks() as i64];
        let [is, block, blocks] = last;
        Ok([
            m.mode().into(),
            inode,
            device,
            links,
            user,
            group,
            size,
            a,
            an,
            c,
            cn,
            s,
            sn,
            is,
            block,
            blocks,
        ])
    }
    fn error_text(&mut self, errno: i32) -> String {
        let text = Error::from_raw_os_error(errno).to_string();
        text.split(" (os error").next().unwrap_or_default().into()
    }
    fn process_id(&mut self) -> i64 {
        std::process::id().into()
    }
}
