//! One function, translated step by step and called.

use crate::cli::Cli;
use crate::ends::{Temporary, temporary_folder};
use crate::failure::{Failure, Res, Sources};
use crate::{Translation, target};
use flowmodel::HostRef;
use flowspace::host::{HErr, Host, HostObj, import, program, registry, tracebacks};

/// The translation of a function of a text.
///
/// Import time runs the program's own code: call it on [a big stack](crate::on_big_stack).
///
/// ```
/// use translate::{Function, cli::Cli, on_big_stack};
///
/// on_big_stack(|| {
///     let options = Cli::of("function".as_ref());
///     let mut f = Function::new(options, "def f(n):\n    return 3 * n + 2\n", "f", "int")?;
///     // Each step does those before it.
///     let t = f.steps();
///     assert!(t.graphs()?[0].text.contains("mul 3, %n0"));
///     assert_eq!(t.annotation()?, "int");
///     t.rtype()?;
///     t.backendopt()?;
///     let graphs = t.graphs()?;
///     let own = graphs.iter().find(|g| g.name == "f").expect("a graph");
///     assert!(own.text.contains("int_mul %n0, 3"));
///     // It is compiled where that is not done yet. Arguments and result are expressions of Python.
///     assert_eq!(f.call("5")?, "17");
///     Ok::<(), translate::failure::Failure>(())
/// })
/// .expect("a thread")
/// .unwrap_or_else(|e| panic!("{e:?}"));
/// ```
pub struct Function {
    translation: Translation,
    module: HostRef,
    function: HostRef,
    /// The list of the arguments' types.
    types: HostRef,
    /// The compiled function, on the heap.
    compiled: Option<HostRef>,
    folder: tempfile::TempDir,
    _watched: Temporary,
}

impl Function {
    /// Takes the function `name` in `text`; `types` are its arguments' types as they would be written in a list: `int,
    /// [str]`.
    ///
    /// Errors: the text cannot be imported, it has no such function, or arguments cannot have such types.
    pub fn new(cli: Cli, text: &str, name: &str, types: &str) -> Res<Function> {
        let sources = Sources::default();
        let mut host = target::fresh_host(&cli, &sources, None);
        let folder = temporary_folder()?;
        let _watched = Temporary::new(folder.path());
        let cli = Cli { output: Some(folder.path().join("function")), ..cli };
        let module = registry::new_module(&mut host, "__main__", None);
        let begun = begin(&mut host, module, text, name, types);
        let (function, types, entry) =
            begun.map_err(|e| tracebacks::diagnostics_of(&mut host, e))?;
        let translation = Translation::of_entry_point(cli, host, entry, function, "function");
        Ok(Function { translation, module, function, types, compiled: None, folder, _watched })
    }

    /// Its steps.
    pub fn steps(&mut self) -> &mut Translation {
        &mut self.translation
    }

    /// Gives the folder of its files, which is there as long as this lives.
    pub fn folder(&self) -> &std::path::Path {
        self.folder.path()
    }

    /// Calls the compiled function with `args`, expressions separated by commas: the `repr` of its result.
    ///
    /// Errors: it cannot be translated; an argument is of another type; what it raises.
    pub fn call(&mut self, args: &str) -> Res<String> {
        let compiled = match self.compiled {
            Some(c) => c,
            None => self.compile()?,
        };
        let host = &mut self.translation.host;
        let result = called(host, self.module, compiled, args);
        Ok(result.map_err(|e| tracebacks::diagnostics_of(host, e))?)
    }

    fn compile(&mut self) -> Res<HostRef> {
        let made = self.translation.compile()?;
        let exe = made.executable.ok_or(Failure::Io("no executable is wanted".into()))?;
        let host = &mut self.translation.host;
        let args = [host.str(&exe.to_string_lossy()), host.str("function"), self.types];
        let made = library(host, "CompiledFunction").and_then(|c| host.call(c, &args, &[]));
        let compiled = made.map_err(|e| tracebacks::diagnostics_of(host, e))?;
        self.compiled = Some(compiled);
        Ok(compiled)
    }

    /// The function on the heap of its steps.
    pub fn object(&self) -> HostRef {
        self.function
    }
}

/// A part of the library's module for such translations.
fn library(host: &mut Host, name: &str) -> Result<HostRef, HErr> {
    let module = import::module(host, None, "rpython.translator.interactive", 0, &[], true)?;
    host.getattr(module, name)
}

fn begin(
    host: &mut Host,
    module: HostRef,
    text: &str,
    name: &str,
    types: &str,
) -> Result<(HostRef, HostRef, HostRef), HErr> {
    let globals = host.getattr(module, "__dict__")?;
    program::interact(host, "<text>", text, globals)?;
    let function = host.getattr(module, name)?;
    let types = program::interact(host, "<types>", &format!("[{types}]"), globals)?;
    let types = types.unwrap_or(function);
    let make = library(host, "_entry_point")?;
    let entry = host.call(make, &[function, types], &[])?;
    Ok((function, types, entry))
}

fn called(host: &mut Host, module: HostRef, f: HostRef, args: &str) -> Result<String, HErr> {
    let globals = host.getattr(module, "__dict__")?;
    let args = program::interact(host, "<arguments>", &format!("[{args}]"), globals)?;
    let args = match args.map(|a| host.obj(a)) {
        Some(HostObj::List(items)) => items.clone(),
        _ => vec![],
    };
    let result = host.call(f, &args, &[])?;
    host.repr(result)
}
