//! External C functions by name.

use super::state::LlInterp;
use super::system::{FileRef, Status};
use crate::eval::RtValue;
use crate::lltype::Type;

impl<'p> LlInterp<'p> {
    /// Calls an external function: one of the usual C functions.
    pub fn call_external(
        &mut self,
        c_name: &str,
        args: &[RtValue],
        result: Type,
    ) -> Result<RtValue, String> {
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
                Err(errno) => integer(self.world.number::<i64>(Err(errno))),
            },
            "open" => {
                let path = self.heap.read_cstring(ptr(0)?)?;
                let path = String::from_utf8_lossy(&path).into_owned();
                let r = self.world.system.open(&path, wide(1)?);
                integer(self.world.number(r))
            }
            "close" => {
                let r = self.world.system.close(wide(0)? as i32);
                integer(self.world.number(r.map(|()| 0)))
            }
            "lseek" => {
                let r = self.world.system.seek(wide(0)? as i32, wide(1)?, wide(2)?);
                integer(self.world.number(r))
            }
            "unlink" => {
                let path = self.heap.read_cstring(ptr(0)?)?;
                let r = self.world.system.unlink(&String::from_utf8_lossy(&path));
                integer(self.world.number(r.map(|()| 0)))
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
                let mut s = crate::llinterp::format_float(*x, code as u8, prec.max(0) as usize);
                if code & 256 != 0 {
                    s = crate::llinterp::with_point(s, code as u8, prec.max(1) as usize);
                }
                let mut s = s.into_bytes();
                s.truncate((size - 1).max(0) as usize);
                self.heap.write_bytes(ptr(0)?, &s)?;
                integer(s.len() as i64)
            }
            "path_kind" => {
                let path = self.heap.read_cstring(ptr(0)?)?;
                integer(self.world.system.path_kind(&String::from_utf8_lossy(&path)))
            }
            "fstat" => {
                let status = self.world.system.status(FileRef::Open(wide(0)? as i32));
                integer(self.put_status(ptr(1)?, status)?)
            }
            "stat" => {
                let path = self.heap.read_cstring(ptr(0)?)?;
                let path = String::from_utf8_lossy(&path);
                let file = if wide(1)? != 0 { FileRef::Path(&path) } else { FileRef::Link(&path) };
                let status = self.world.system.status(file);
                integer(self.put_status(ptr(2)?, status)?)
            }
            "sleep" | "sync" => RtValue::Void,
            "clock" | "time" | "monotonic" | "get_time" => {
                self.world.clock += 1.0 / 1024.0;
                match result {
                    Type::Float => RtValue::Float(self.world.clock),
                    _ => integer(self.world.clock as i64),
                }
            }
            "isatty" => integer(0),
            "strerror" => {
                let text = self.world.system.error_text(wide(0)? as i32);
                self.c_string(text.as_bytes(), result)?
            }
            "getpid" => integer(self.world.system.process_id()),
            _ => return Err(format!("external function {c_name} is not known to the interpreter")),
        })
    }

    fn put_status(&mut self, to: RtValue, status: Result<Status, i32>) -> Result<i64, String> {
        if let Ok(fields) = &status {
            let bytes: Vec<u8> = fields.iter().flat_map(|f| f.to_le_bytes()).collect();
            self.heap.write_bytes(to, &bytes)?;
        }
        Ok(self.world.number(status.map(|_| 0)))
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
            _ => crate::libm::function(name)?(x),
        },
        [RtValue::Float(x), RtValue::Float(y), RtValue::Float(z)] if name == "fma" => {
            x.mul_add(y, z)
        }
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
