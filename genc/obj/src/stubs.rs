//! Functions in C for what only a compiler of C can call.

use crate::state::Object;
use flowmodel::Type;
use genc::header;
use std::fmt::Write;

impl Object<'_> {
    /// C functions that call functions of headers, which may be macros, inline, or of types that C converts to.
    pub(crate) fn stub_file(&self) -> Option<String> {
        if self.stubs.is_empty() {
            return None;
        }
        let mut o = String::from("#include \"tw_support.h\"\n");
        o.push_str(&header::includes(self.db, self.db.funcs.keys()));
        for (i, f) in self.stubs.iter().enumerate() {
            let func = &self.db.p.funcs[*f];
            let t = &self.db.p.types.funcs[func.ty];
            let ctype = |t: Type| match t {
                Type::Ptr(_) | Type::FuncPtr(_) => "void *".into(),
                t => self.db.ctype(t),
            };
            let args = || t.args.iter().enumerate().filter(|(_, t)| **t != Type::Void);
            let params: Vec<String> = args().map(|(i, t)| format!("{} a{i}", ctype(*t))).collect();
            let params = if params.is_empty() { "void".into() } else { params.join(", ") };
            let words: Vec<String> = args()
                .map(|(i, t)| match t {
                    Type::Address => format!("(void *)a{i}"),
                    _ => format!("a{i}"),
                })
                .collect();
            let result = ctype(t.result);
            let back = match t.result {
                Type::Void => String::new(),
                Type::Address => "return (char *)".into(),
                _ => format!("return ({result})"),
            };
            let name = self.db.func(*f);
            let _ = writeln!(
                o,
                "{result} tw_out_{}_{}({params}) {{\n    {back}{name}({});\n}}",
                i + 1,
                genc::names::mangle(name),
                words.join(", ")
            );
        }
        Some(o)
    }
}
