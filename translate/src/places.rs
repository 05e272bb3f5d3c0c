//! Places of results. Only what does not exist, regular files and folders are written to; that is looked at before the
//! work.

use crate::cli::Cli;
use crate::failure::{Failure, Res};
use crate::page::Page;
use std::os::unix::fs::{FileTypeExt, MetadataExt};
use std::path::{Path, PathBuf};

/// The folders of the command line.
pub fn check(cli: &Cli) -> Res<()> {
    if let Some(dir) = &cli.keep {
        folder("--keep", dir)?;
    }
    if let Some(dir) = &cli.dot {
        folder("--dot", dir)?;
    }
    if let Some(page) = &cli.html {
        Page::new(page)?;
    }
    executable(cli, "")?;
    Ok(())
}

/// Gives the folder in which the user wants the C files.
pub fn c_files(cli: &Cli, exe_name: &str) -> Option<PathBuf> {
    let with_suffix = || {
        let mut s = named(cli, exe_name).into_os_string();
        s.push(".src");
        PathBuf::from(s)
    };
    cli.keep.clone().or_else(|| cli.source.then(with_suffix))
}

/// Gives the place of the executable, behind all symbolic links; nowhere if that is the null device. The name from the
/// target counts if the command line has none; an empty one is not known yet.
pub fn executable(cli: &Cli, exe_name: &str) -> Res<Option<PathBuf>> {
    let path = named(cli, exe_name);
    if cli.output.is_none() && exe_name.is_empty() {
        return Ok(None);
    }
    if cli.source {
        if let Some(dir) = c_files(cli, exe_name) {
            folder("--source", &dir)?;
        }
        return Ok(None);
    }
    place(&path)
}

fn named(cli: &Cli, exe_name: &str) -> PathBuf {
    cli.output.clone().unwrap_or_else(|| Path::new(".").join(exe_name))
}

fn folder(option: &str, dir: &Path) -> Res<()> {
    match std::fs::metadata(dir) {
        Ok(m) if !m.is_dir() => {
            let what = kind(m.file_type());
            Err(Failure::Io(format!("{option}: {} is {what}, not a folder", dir.display())))
        }
        _ => Ok(()),
    }
}

fn kind(t: std::fs::FileType) -> &'static str {
    match t {
        _ if t.is_dir() => "a folder",
        _ if t.is_char_device() || t.is_block_device() => "a device",
        _ if t.is_fifo() => "a named pipe",
        _ if t.is_socket() => "a socket",
        _ => "a file",
    }
}

fn place(path: &Path) -> Res<Option<PathBuf>> {
    let no =
        |m: String| Failure::Io(format!("cannot write the executable to {}: {m}", path.display()));
    match std::fs::metadata(path) {
        Ok(m) if m.is_file() => Ok(Some(std::fs::canonicalize(path)?)),
        Ok(m) if m.file_type().is_char_device() && m.rdev() == null_device() => Ok(None),
        Ok(m) => Err(no(format!("it is {}, which is not replaced", kind(m.file_type())))),
        Err(e) if e.kind() == std::io::ErrorKind::NotFound => {
            let parent = path.parent().filter(|p| !p.as_os_str().is_empty());
            let parent = parent.unwrap_or(Path::new("."));
            if let Ok(to) = std::fs::read_link(path) {
                return place(&parent.join(to)); // a link to what does not exist yet
            }
            match std::fs::metadata(parent) {
                Ok(m) if m.is_dir() => Ok(Some(path.to_path_buf())),
                Ok(_) => Err(no(format!("{} is not a folder", parent.display()))),
                Err(e) => Err(no(format!("{}: {e}", parent.display()))),
            }
        }
        Err(e) => Err(no(e.to_string())),
    }
}

fn null_device() -> u64 {
    std::fs::metadata("/dev/null").map_or(u64::MAX, |m| m.rdev())
}
