//! Methods of `collections.deque`.

use super::*;
use crate::CallArgs;

impl Annotator {
    pub(crate) fn deque_method(
        &mut self,
        name: &str,
        this: &SomeValue,
        l: ListDefId,
        args: &CallArgs,
    ) -> AResult {
        let n = args.positional.len();
        let want = |a: &Annotator, lo: usize, hi: usize| -> AResult<()> {
            if args.keywords.is_empty() && (lo..=hi).contains(&n) {
                Ok(())
            } else {
                Err(a
                    .error("call", format!("deque.{name}() cannot be called with these arguments")))
            }
        };
        let arg = |i: usize| args.positional[i].0.clone();
        match name {
            "append" | "appendleft" => {
                want(self, 1, 1)?;
                self.generalize_list(l, &arg(0))?;
                Ok(SomeValue::NONE)
            }
            "pop" | "popleft" => {
                want(self, 0, 0)?;
                Ok(self.read_list(l))
            }
            "clear" => {
                want(self, 0, 0)?;
                Ok(SomeValue::NONE)
            }
            "_maxlen" => Ok(SomeValue::INT),
            "_delete" => Ok(SomeValue::NONE),
            "copy" | "reverse" | "rotate" | "extend" | "extendleft" | "index" | "count"
            | "remove" | "insert" => {
                let f = if name == "copy" || name == "reverse" {
                    want(self, 0, 0)?;
                    format!("{name}_")
                } else {
                    name.to_string()
                };
                self.call_library_method("deques", &f, this, args)
            }
            _ => Err(self
                .error("attr", format!("method '{name}' of deques is not supported at run time"))),
        }
    }
}
