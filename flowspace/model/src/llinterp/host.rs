//! The outside world: external C functions by name.

use super::LlInterp;
use crate::eval::RtValue;
use crate::lltype::Type;
use std::collections::{BTreeMap, VecDeque};
use std::fs::File;
use std::io::{Read, Seek, SeekFrom, Write};
use std::rc::Rc;

/// Standard streams, open files and environment of the program that is run.
#[derive(Debug)]
pub struct World {
    /// What is still to be read from file descriptor 0.
    pub stdin: VecDeque<u8>,
    /// What was written to file descriptor 1.
    pub stdout: Vec<u8>,
    /// What was written to file descriptor 2.
    pub stderr: Vec<u8>,
    /// Whether a blank comes before the next item of Python 2's print statement.
    pub softspace: i64,
    /// Also pass standard output and error on to those of this process.
    pub passthrough: bool,
    /// Environment as `getenv` sees it.
    pub env: BTreeMap<String, String>,
    /// `errno`
    pub errno: i32,
    /// Given to `exit`.
    pub exit_code: Option<i32>,
    files: BTreeMap<i32, File>,
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
            passthrough: false,
            env: BTreeMap::new(),
            errno: 0,
            exit_code: None,
            files: BTreeMap::new(),
            clock: 1_000_000.0,
        }
    }
}

const EBADF: i32 = 9;

impl World {
    fn fail(&mut self, e: &std::io::Error) -> i64 {
        self.errno = e.raw_os_error().unwrap_or(5);
        -1
    }
    fn write(&mut self, fd: i64, data: &[u8]) -> i64 {
        match fd {
            1 => {
                if self.passthrough {
                    let _ = std::io::stdout().write_all(data);
                }
                self.stdout.extend_from_slice(data)
            }
            2 => {
                if self.passthrough {
                    let _ = std::io::stderr().write_all(data);
                }
                self.stderr.extend_from_slice(data)
            }
            _ => match self.files.get_mut(&(fd as i32)).map(|f| f.write(data)) {
                Some(Ok(n)) => return n as i64,
                Some(Err(e)) => return self.fail(&e),
                None => {
                    self.errno = EBADF;
                    return -1;
                }
            },
        }
        data.len() as i64
    }
    fn read(&mut self, fd: i64, n: usize) -> Result<Vec<u8>, i64> {
        if fd == 0 {
            let n = n.min(self.stdin.len());
            return Ok(self.stdin.drain(..n).collect());
        }
        let mut buf = vec![0; n];
        match self.files.get_mut(&(fd as i32)).map(|f| f.read(&mut buf)) {
            Some(Ok(n)) => {
                buf.truncate(n);
                Ok(buf)
            }
            Some(Err(e)) => Err(self.fail(&e)),
            None => {
                self.errno = EBADF;
                Err(-1)
            }
        }
    }
    fn open(&mut self, path: &str, flags: i64) -> i64 {
        let f = File::options()
            .read(flags & 3 != 1)
            .write(flags & 3 != 0)
            .create(flags & 0o100 != 0)
            .append(flags & 0o2000 != 0)
            .truncate(flags & 0o1000 != 0 && flags & 0o2000 == 0)
            .open(path);
        match f {
            Ok(f) => {
                let fd = (3..).find(|n| !self.files.contains_key(n)).unwrap_or(3);
                self.files.insert(fd, f);
                fd as i64
            }
            Err(e) => self.fail(&e),
        }
    }
}

impl<'p> LlInterp<'p> {
    /// Calls an external function: one that was registered, or one of the usual C functions.
    pub fn call_external(
        &mut self,
        c_name: &str,
        args: &[RtValue],
        result: Type,
    ) -> Result<RtValue, String> {
        if let Some(f) = self.externals.get(c_name) {
            return Rc::clone(f)(self, args, result);
        }
        let integer = |n: i64| RtValue::from_wide(n as i128, result).unwrap_or(RtValue::Void);
        let wide = |i: usize| -> Result<i64, String> {
            let v = args.get(i).and_then(|v| v.as_wide());
            v.map(|x| x as i64).ok_or_else(|| format!("argument {i} is not an integer"))
        };
        let ptr = |i: usize| args.get(i).copied().ok_or_else(|| format!("no argument {i}"));
        // Wrappers of the run-time library are named after what they wrap.
        let name = c_name.strip_prefix("tw_").unwrap_or(c_name);
        if let Some(v) = math(name, args) {
            return Ok(v);
        }
        Ok(match name {
            "print" => {
                let data = self.heap.read_bytes(ptr(0)?, wide(1)?.max(0) as usize)?;
                integer(self.world.write(1, &data).min(0))
            }
            "softspace" => integer(std::mem::replace(&mut self.world.softspace, wide(0)?)),
            "flush" => integer(0),
            "before_c" => RtValue::Void,
            "print_traceback" | "print_last_traceback" | "print_kept_traceback" => RtValue::Void,
            "keep_traceback" => integer(0),
            "write" => {
                let data = self.heap.read_bytes(ptr(1)?, wide(2)?.max(0) as usize)?;
                integer(self.world.write(wide(0)?, &data))
            }
            "read" => match self.world.read(wide(0)?, wide(2)?.max(0) as usize) {
                Ok(data) => {
                    self.heap.write_bytes(ptr(1)?, &data)?;
                    integer(data.len() as i64)
                }
                Err(n) => integer(n),
            },
            "open" => {
                let path = self.heap.read_cstring(ptr(0)?)?;
                let path = String::from_utf8_lossy(&path).into_owned();
                integer(self.world.open(&path, wide(1)?))
            }
            "close" => match self.world.files.remove(&(wide(0)? as i32)) {
                Some(_) => integer(0),
                None => {
                    self.world.errno = EBADF;
                    integer(-1)
                }
            },
            "lseek" => {
                let to = match wide(2)? {
                    0 => SeekFrom::Start(wide(1)?.max(0) as u64),
                    1 => SeekFrom::Current(wide(1)?),
                    _ => SeekFrom::End(wide(1)?),
                };
                let r = self.world.files.get_mut(&(wide(0)? as i32)).map(|f| f.seek(to));
                match r {
                    Some(Ok(n)) => integer(n as i64),
                    Some(Err(e)) => integer(self.world.fail(&e)),
                    None => {
                        self.world.errno = EBADF;
                        integer(-1)
                    }
                }
            }
            "unlink" => {
                let path = self.heap.read_cstring(ptr(0)?)?;
                match std::fs::remove_file(&*String::from_utf8_lossy(&path)) {
                    Ok(()) => integer(0),
                    Err(e) => integer(self.world.fail(&e)),
                }
            }
            "getenv" => {
                let key = self.heap.read_cstring(ptr(0)?)?;
                match self.world.env.get(&*String::from_utf8_lossy(&key)).cloned() {
                    None => RtValue::Null,
                    Some(v) => self.c_string(v.as_bytes(), result)?,
                }
            }
            "errno" | "get_errno" => integer(self.world.errno as i64),
            "set_errno" => {
                self.world.errno = wide(0)? as i32;
                RtValue::Void
            }
            "exit" | "_exit" => {
                self.world.exit_code = Some(wide(0)? as i32);
                return Err(format!("the program exits with code {}", wide(0)?));
            }
            "abort" => return Err("the program aborts".into()),
            "strlen" => integer(self.heap.read_cstring(ptr(0)?)?.len() as i64),
            "memcpy" | "memmove" => {
                let data = self.heap.read_bytes(ptr(1)?, wide(2)?.max(0) as usize)?;
                self.heap.write_bytes(ptr(0)?, &data)?;
                if result == Type::Void { RtValue::Void } else { ptr(0)? }
            }
            "memset" => {
                let data = vec![wide(1)? as u8; wide(2)?.max(0) as usize];
                self.heap.write_bytes(ptr(0)?, &data)?;
                if result == Type::Void { RtValue::Void } else { ptr(0)? }
            }
            "memcmp" => {
                let n = wide(2)?.max(0) as usize;
                let (a, b) = (self.heap.read_bytes(ptr(0)?, n)?, self.heap.read_bytes(ptr(1)?, n)?);
                integer(a.cmp(&b) as i64)
            }
            "malloc" => self.heap.raw_malloc(wide(0)?)?,
            "free" => {
                self.heap.raw_free(ptr(0)?)?;
                RtValue::Void
            }
            "strtod" => {
                let s = self.heap.read_cstring(ptr(0)?)?;
                RtValue::Float(String::from_utf8_lossy(&s).trim().parse().unwrap_or(0.0))
            }
            "format_float" => {
                let Some(RtValue::Float(x)) = args.get(2) else {
                    return Err("no float to format".into());
                };
                let (size, code, prec) = (wide(1)?, wide(3)?, wide(4)?);
                let mut s = super::format_float(*x, code as u8, prec.max(0) as usize);
                if code & 256 != 0 {
                    s = super::with_point(s, code as u8, prec.max(1) as usize);
                }
                let mut s = s.into_bytes();
                s.truncate((size - 1).max(0) as usize);
                self.heap.write_bytes(ptr(0)?, &s)?;
                integer(s.len() as i64)
            }
            "path_kind" => {
                let path = self.heap.read_cstring(ptr(0)?)?;
                integer(match std::fs::metadata(&*String::from_utf8_lossy(&path)) {
                    Ok(m) if m.is_file() => 1,
                    Ok(m) if m.is_dir() => 2,
                    Ok(_) => 3,
                    Err(_) => 0,
                })
            }
            "sleep" => RtValue::Void,
            "clock" | "time" | "monotonic" | "get_time" => {
                self.world.clock += 1.0 / 1024.0;
                match result {
                    Type::Float => RtValue::Float(self.world.clock),
                    _ => integer(self.world.clock as i64),
                }
            }
            "isatty" => integer(0),
            "strerror" => {
                let text = std::io::Error::from_raw_os_error(wide(0)? as i32).to_string();
                let text = text.split(" (os error").next().unwrap_or_default();
                self.c_string(text.as_bytes(), result)?
            }
            "getpid" => integer(std::process::id() as i64),
            _ => return Err(format!("external function {c_name} is not known to the interpreter")),
        })
    }

    /// A new NUL-terminated string in raw memory, as the type of an external's result wants it.
    pub fn c_string(&mut self, s: &[u8], ty: Type) -> Result<RtValue, String> {
        let mut s = s.to_vec();
        s.push(0);
        let v = match ty {
            Type::Ptr(t) => self.malloc(t, s.len() as i64)?,
            _ => self.heap.raw_malloc(s.len() as i64)?,
        };
        self.heap.write_bytes(v, &s)?;
        Ok(v)
    }
}

/// Functions of `<math.h>` on doubles.
fn math(name: &str, args: &[RtValue]) -> Option<RtValue> {
    let v = match *args {
        [RtValue::Float(x)] => match name {
            "sqrt" => x.sqrt(),
            "sin" => x.sin(),
            "cos" => x.cos(),
            "tan" => x.tan(),
            "asin" => x.asin(),
            "acos" => x.acos(),
            "atan" => x.atan(),
            "sinh" => x.sinh(),
            "cosh" => x.cosh(),
            "tanh" => x.tanh(),
            "exp" => x.exp(),
            "log" => x.ln(),
            "log10" => x.log10(),
            "log2" => x.log2(),
            "cbrt" => x.cbrt(),
            "floor" => x.floor(),
            "ceil" => x.ceil(),
            "trunc" => x.trunc(),
            "fabs" => x.abs(),
            _ => return None,
        },
        [RtValue::Float(x), RtValue::Float(y)] => match name {
            "pow" => x.powf(y),
            "fmod" => x % y,
            "remainder" => {
                let (r, half) = (x % y, y.abs() / 2.0);
                let odd = ((x - r) / y % 2.0).abs() == 1.0;
                match r.abs().partial_cmp(&half) {
                    Some(std::cmp::Ordering::Greater) => r - y.abs().copysign(r),
                    Some(std::cmp::Ordering::Equal) if odd => -r,
                    _ => r,
                }
            }
            "atan2" => x.atan2(y),
            "hypot" => x.hypot(y),
            "copysign" => x.copysign(y),
            _ => return None,
        },
        _ => return None,
    };
    Some(RtValue::Float(v))
}
