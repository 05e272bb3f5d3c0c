//! Calls.

use super::*;
use crate::Python;

impl Host {
    /// Calls any callable.
    pub fn call(&mut self, f: HostRef, args: &[HostRef], kw: &Kw) -> R {
        match self.obj(f) {
            HostObj::Function(data) => {
                let from_library = self.generation.has_bytes()
                    && data.code.python == Python::Neutral
                    && self.running_python() == Python::Three;
                let r = self.call_function(f, args, kw)?;
                Ok(if from_library { self.python3_library_result(f, r) } else { r })
            }
            HostObj::Builtin(b) => {
                let func = b.func;
                let name = self.generation.has_bytes().then(|| b.name.clone());
                self.enter()?;
                let r = func(self, args, kw);
                self.run.depth -= 1;
                match name {
                    Some(name) => r.map(|r| self.python3_result(&name, args, r)),
                    None => r,
                }
            }
            HostObj::BoundMethod { func, this } => {
                let (func, this) = (*func, *this);
                // (few arguments need no list)
                let mut few = [this; 6];
                if let Some(rest) = few.get_mut(1..args.len() + 1) {
                    rest.copy_from_slice(args);
                    return self.call(func, &few[..args.len() + 1], kw);
                }
                let mut all = Vec::with_capacity(args.len() + 1);
                all.push(this);
                all.extend_from_slice(args);
                self.call(func, &all, kw)
            }
            HostObj::Unbound { func, class } => {
                let (func, class) = (*func, *class);
                if !args.first().is_some_and(|this| self.is_instance(*this, class)) {
                    let name = self.function_name(func);
                    let wanted = self.cls(class).name.clone();
                    let got = match args.first() {
                        Some(x) => format!("{} instance", self.type_name(*x)),
                        None => "nothing".into(),
                    };
                    let m = format!(
                        "unbound method {name}() must be called with {wanted} instance as first argument (got {got} instead)"
                    );
                    return Err(self.type_error(m));
                }
                self.call(func, args, kw)
            }
            HostObj::Class(c) => {
                let meta = c.meta;
                if f == self.types.type_ {
                    if let ([x], true) = (args, kw.is_empty()) {
                        return Ok(self.class_of(*x));
                    }
                } else if meta != self.types.type_
                    && let Some(g) = self.user_special(f, "__call__")
                {
                    return self.with_self(g, f, args, kw);
                }
                self.enter()?;
                let r = self.instantiate(f, args, kw);
                self.run.depth -= 1;
                r
            }
            HostObj::StaticMethod(g) => {
                let g = *g;
                self.call(g, args, kw)
            }
            HostObj::Instance(i) => match self.lookup_in_mro(i.class, "__call__") {
                Some(g) => {
                    self.enter()?;
                    let r = self.with_self(g, f, args, kw);
                    self.run.depth -= 1;
                    r
                }
                None => Err(self.not_callable(f)),
            },
            _ => Err(self.not_callable(f)),
        }
    }

    fn with_self(&mut self, g: HostRef, this: HostRef, args: &[HostRef], kw: &Kw) -> R {
        let cls = self.class_of(this);
        let bound = self.bind(g, Some(this), cls)?;
        self.call(bound, args, kw)
    }

    fn not_callable(&mut self, f: HostRef) -> HErr {
        let m = format!("'{}' object is not callable", self.type_name(f));
        self.type_error(m)
    }

    /// Counts a nesting level; the caller decrements `depth` afterwards.
    pub(crate) fn enter(&mut self) -> R<()> {
        if self.run.depth >= self.run.recursion_limit {
            return Err(self.err("RecursionError", "maximum recursion depth exceeded"));
        }
        self.run.depth += 1;
        Ok(())
    }

    /// Calls a method by name.
    pub fn call_method(&mut self, r: HostRef, name: &str, args: &[HostRef]) -> R {
        let m = self.getattr(r, name)?;
        self.call(m, args, &[])
    }

    /// `callable(x)`
    pub fn is_callable(&self, r: HostRef) -> bool {
        match self.obj(r) {
            HostObj::Function(_)
            | HostObj::Builtin(_)
            | HostObj::BoundMethod { .. }
            | HostObj::Unbound { .. }
            | HostObj::Class(_)
            | HostObj::StaticMethod(_) => true,
            HostObj::Instance(i) => self.lookup_in_mro(i.class, "__call__").is_some(),
            _ => false,
        }
    }
}
