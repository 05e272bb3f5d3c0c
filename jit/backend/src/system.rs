//! Services of the operating system that the run time needs, by the C library that generated programs
//! have anyway.

use alloc::ffi::CString;
use alloc::string::String;
use core::ffi::{CStr, c_int};
use core::fmt;
use core::time::Duration;

/// Ends the program.
pub fn abort() -> ! {
    // SAFETY: it does not come back.
    unsafe { libc::abort() }
}

/// The number of the process.
pub fn process_id() -> u32 {
    // SAFETY: it only asks.
    unsafe { libc::getpid() as u32 }
}

/// A variable of the environment, unless it is no text.
pub fn environment(name: &CStr) -> Option<String> {
    // SAFETY: the value is copied at once.
    let value = unsafe {
        let value = libc::getenv(name.as_ptr());
        (!value.is_null()).then(|| CStr::from_ptr(value))
    };
    value?.to_str().ok().map(String::from)
}

/// Writes to standard error.
pub fn write_stderr(bytes: &[u8]) {
    // There is nowhere to say that it does not work.
    let _ = write(libc::STDERR_FILENO, bytes);
}

/// A line on standard error.
#[macro_export]
macro_rules! say {
    ($($text:tt)*) => {
        $crate::system::say(format_args!($($text)*))
    };
}

/// Prints a line for [`say!`].
#[cold]
#[inline(never)]
pub fn say(text: fmt::Arguments<'_>) {
    let _ = fmt::write(&mut Stderr, format_args!("{text}\n"));
}

/// Standard error. It needs no memory: that there is none may be what is said.
struct Stderr;

impl fmt::Write for Stderr {
    fn write_str(&mut self, text: &str) -> fmt::Result {
        write_stderr(text.as_bytes());
        Ok(())
    }
}

/// Says why the system has not done something: the number of the error.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Refused(c_int);

impl Refused {
    /// Gives the error in `errno`.
    fn last() -> Refused {
        // SAFETY: a variable of the thread.
        Refused(unsafe { *libc::__errno_location() })
    }
}

impl fmt::Display for Refused {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let mut text = [0; 128];
        // SAFETY: it writes a text with a zero at its end.
        let text = unsafe {
            libc::strerror_r(self.0, text.as_mut_ptr(), text.len());
            CStr::from_ptr(text.as_ptr())
        };
        write!(f, "{} (os error {})", text.to_string_lossy(), self.0)
    }
}

fn write(fd: c_int, mut bytes: &[u8]) -> Result<(), Refused> {
    while !bytes.is_empty() {
        // SAFETY: it reads what is there.
        let done = unsafe { libc::write(fd, bytes.as_ptr().cast(), bytes.len()) };
        match usize::try_from(done) {
            Ok(done) => bytes = &bytes[done..],
            Err(_) if Refused::last() == Refused(libc::EINTR) => {}
            Err(_) => return Err(Refused::last()),
        }
    }
    Ok(())
}

/// A file that is written.
#[derive(Debug)]
pub struct File(c_int);

impl File {
    /// A new file, or an old one without what it contains.
    pub fn create(path: &str) -> Result<File, Refused> {
        let Ok(path) = CString::new(path) else { return Err(Refused(libc::EINVAL)) };
        let flags = libc::O_WRONLY | libc::O_CREAT | libc::O_TRUNC | libc::O_CLOEXEC;
        // SAFETY: the path ends with a zero.
        let fd = unsafe { libc::open(path.as_ptr(), flags, 0o666) };
        if fd < 0 { Err(Refused::last()) } else { Ok(File(fd)) }
    }

    /// Writes all of it.
    pub fn write_all(&mut self, bytes: &[u8]) -> Result<(), Refused> {
        write(self.0, bytes)
    }
}

impl Drop for File {
    fn drop(&mut self) {
        // SAFETY: nobody else has its number.
        unsafe { libc::close(self.0) };
    }
}

/// A moment.
#[derive(Clone, Copy, Debug)]
pub struct Instant(Duration);

impl Instant {
    /// This moment.
    pub fn now() -> Instant {
        let mut now = libc::timespec { tv_sec: 0, tv_nsec: 0 };
        // SAFETY: it writes to the variable. This clock is there on all systems.
        unsafe { libc::clock_gettime(libc::CLOCK_MONOTONIC, &mut now) };
        Instant(Duration::new(now.tv_sec as u64, now.tv_nsec as u32))
    }

    /// Nanoseconds since some moment.
    pub fn nanoseconds(self) -> u64 {
        self.0.as_nanos() as u64
    }

    /// Gives the time that has gone by since then.
    pub fn elapsed(self) -> Duration {
        Instant::now().0.saturating_sub(self.0)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn files_and_errors() {
        let path = std::env::temp_dir().join(format!("tracewright-system-{}", process_id()));
        let text = path.to_str().unwrap();
        for contents in ["a longer text", "short"] {
            File::create(text).unwrap().write_all(contents.as_bytes()).unwrap();
            assert_eq!(std::fs::read_to_string(&path).unwrap(), contents);
        }
        std::fs::remove_file(&path).unwrap();
        for bad in ["/no/such/folder/file", "/", "a\0b"] {
            let ours = File::create(bad).unwrap_err().to_string();
            let theirs = std::fs::File::create(bad).unwrap_err();
            let os = theirs.raw_os_error().is_some();
            assert!(!os || ours == theirs.to_string(), "{bad:?}: {ours}, {theirs}");
        }
    }

    #[test]
    fn the_environment_and_the_clock() {
        assert_eq!(environment(c"PATH"), std::env::var("PATH").ok());
        assert_eq!(environment(c"TRACEWRIGHT_NO_SUCH_VARIABLE"), None);
        assert_eq!(process_id(), std::process::id());
        let began = Instant::now();
        while began.elapsed() < Duration::from_millis(2) {}
    }
}
