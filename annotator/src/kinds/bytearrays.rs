//! Methods of bytearrays.

use crate::CallArgs;
use crate::prelude::*;

impl Annotator {
    pub(crate) fn bytearray_method(&mut self, site: Site, name: &str, args: &CallArgs) -> AResult {
        let n = args.positional.len();
        let want = |a: &Annotator, lo: usize, hi: usize| -> AResult<()> {
            if (lo..=hi).contains(&n) {
                Ok(())
            } else {
                Err(a.error(
                    site,
                    "argument-count",
                    format!("bytearray.{name}() cannot be called with these arguments"),
                ))
            }
        };
        let arg = |i: usize| args.positional[i].0.clone();
        let this: SomeValue = Kind::ByteArray.into();
        match name {
            "append" => {
                want(self, 1, 1)?;
                self.want_int(site, &arg(0), "bytearray.append()")?;
                Ok(SomeValue::NONE)
            }
            "insert" => {
                want(self, 2, 2)?;
                self.want_int(site, &arg(0), "bytearray.insert()")?;
                self.want_int(site, &arg(1), "bytearray.insert()")?;
                Ok(SomeValue::NONE)
            }
            "extend" => {
                want(self, 1, 1)?;
                if arg(0).is_str() || arg(0).kind == Kind::ByteArray {
                    return Ok(SomeValue::NONE);
                }
                self.call_library_method(site, "bytearrays", "extend", &this, args)
            }
            "pop" => {
                want(self, 0, 1)?;
                if n == 1 {
                    self.want_int(site, &arg(0), "bytearray.pop()")?;
                }
                Ok(SomeValue::NONNEG)
            }
            "clear" | "reverse" => {
                want(self, 0, 0)?;
                Ok(SomeValue::NONE)
            }
            "copy" => {
                want(self, 0, 0)?;
                Ok(this)
            }
            "decode" | "_str" => Ok(SomeValue::STR),
            "find" | "rfind" | "index" | "rindex" | "count" | "startswith" | "endswith"
            | "remove" | "upper" | "lower" | "title" | "capitalize" | "swapcase" | "expandtabs"
            | "zfill" | "ljust" | "rjust" | "center" | "strip" | "lstrip" | "rstrip"
            | "removeprefix" | "removesuffix" | "replace" | "translate" | "join" | "split"
            | "rsplit" | "splitlines" | "partition" | "rpartition" | "isalpha" | "isdigit"
            | "isalnum" | "isspace" | "isupper" | "islower" | "istitle" | "isascii" | "hex" => {
                self.call_library_method(site, "bytearrays", &format!("{name}_"), &this, args)
            }
            _ => Err(self.error(
                site,
                "no-method",
                format!("method '{name}' of bytearrays is not supported at run time"),
            )),
        }
    }
}
