//! The collectors that a program can have: a row for each.

use crate::cli::{Cli, Gc, Opt};
use backendopt::transform::{BarrierFunctions, CountFunctions, GcFunctions, WeakFunctions};
use flowmodel::command::{c_compiler, words};
use flowmodel::diag::Diagnostic;
use flowmodel::{Body, Function, Program, Type};
use std::process::{Command, Stdio};

/// A row of [`COLLECTORS`].
pub struct Collector {
    gc: Gc,
    /// Name that `--gc` uses.
    pub name: &'static str,
    /// The helper module with its functions; `None`: C's allocation.
    module: Option<&'static str>,
    /// Says what the GC transformer does for it.
    way: Way,
}

/// Says how a collector learns of references.
enum Way {
    /// It learns of them from frames on the shadow stack.
    Frames,
    /// It learns of them from frames, and from write barriers; prebuilt objects are no static roots
    /// then.
    Barriers,
    /// It finds them itself, by means of this library: no frames are made for it, and there is neither a JIT nor another stack, of
    /// which it would not know.
    Library(Library),
    /// It is told of each: no frames are made for it. Machine code of a JIT would not tell.
    Counts,
    /// It does not learn of them at all.
    Never,
}

/// A library that a collector stands on.
pub struct Library {
    /// Usual name.
    name: &'static str,
    /// A header of it.
    header: &'static str,
    /// Debian's package.
    package: &'static str,
}

/// All collectors.
static COLLECTORS: &[Collector] = &[
    Collector {
        gc: Gc::Minimark,
        name: "minimark",
        module: Some("gc_minimark"),
        way: Way::Barriers,
    },
    Collector {
        gc: Gc::Semispace,
        name: "semispace",
        module: Some("gc_semispace"),
        way: Way::Frames,
    },
    Collector {
        gc: Gc::Boehm,
        name: "boehm",
        module: Some("gc_boehm"),
        way: Way::Library(Library { name: "libgc", header: "gc/gc.h", package: "libgc-dev" }),
    },
    Collector { gc: Gc::Ref, name: "ref", module: Some("gc_ref"), way: Way::Counts },
    Collector { gc: Gc::None, name: "none", module: None, way: Way::Never },
];

/// The row of a choice.
pub fn collector(gc: Gc) -> &'static Collector {
    COLLECTORS.iter().find(|c| c.gc == gc).unwrap_or(&COLLECTORS[0])
}

impl Collector {
    /// Checks that the machine has what it needs, before anything is translated.
    ///
    /// Errors: its library is not installed; it cannot have a JIT.
    pub fn check(&self, cli: &Cli) -> Result<(), String> {
        let name = self.name;
        let why = match &self.way {
            Way::Library(_) => "it would not find the references in its code",
            Way::Counts => "its code does not count references",
            _ => "",
        };
        if cli.opt == Opt::Jit && !why.is_empty() {
            return Err(format!("--gc={name} has no JIT: {why}; --gc=minimark has one"));
        }
        let Way::Library(library) = &self.way else { return Ok(()) };
        let cc = words(&c_compiler(cli.cc.as_deref()));
        let mut c = Command::new(&cc[0]);
        c.args(&cc[1..]).args(["-E", "-include", library.header, "-x", "c", "/dev/null"]);
        c.stdin(Stdio::null()).stdout(Stdio::null()).stderr(Stdio::null());
        // (that there is no compiler is told later)
        match c.status() {
            Ok(status) if !status.success() => Err(format!(
                "--gc={name} needs the library {}, which is not installed (Debian's package is {})",
                library.name, library.package
            )),
            _ => Ok(()),
        }
    }

    /// Checks that it can be used for the program, once that is known.
    ///
    /// Errors: it has references where the collector does not find them.
    pub fn check_program(&self, p: &Program) -> Result<(), Diagnostic> {
        let external = |name: &str| {
            let is = |f: &&Function| matches!(&f.body, Body::External(x) if &*x.c_name == name);
            p.funcs.values().find(is)
        };
        let (stacks, words) = (
            "the collector would not find the references on their stacks",
            "the collector does not count references that no object has",
        );
        let unfit: &[_] = match &self.way {
            Way::Library(_) => {
                &[("tw_stack_new", "stacklets", stacks), ("tw_thread_start", "threads", stacks)]
            }
            // (Programs that start no thread have variables of their only one.)
            Way::Counts if external("tw_thread_start").is_some() => {
                &[("tw_thread_values", "objects in variables of threads", words)]
            }
            _ => &[],
        };
        for (name, what, why) in unfit {
            if let Some(f) = external(name) {
                let m = format!("{what} do not work with --gc={}", self.name);
                return Err(Diagnostic::error("gc", m, f.span).note(*why));
            }
        }
        Ok(())
    }

    /// Gives its functions, which it has translated.
    pub fn functions(
        &self,
        rt: &mut rtyper::RTyper<'_>,
    ) -> Result<Option<GcFunctions>, Vec<Diagnostic>> {
        use Type::{Address, Signed};
        let Some(module) = self.module else { return Ok(None) };
        let mut f = |name: &str, args: &[Type]| rt.helper(module, name, args);
        let (fixed, varsize) =
            (f("malloc_fixed", &[Signed; 2])?, f("malloc_varsize", &[Signed; 5])?);
        let services = [f("collect", &[])?, f("control", &[Signed; 2])?];
        let mut all = GcFunctions::new(fixed, varsize, services, f("identity_hash", &[Address])?);
        let copied = [Address, Address, Signed, Signed, Signed];
        match self.way {
            Way::Frames | Way::Never => {}
            Way::Library(_) => all.conservative = true,
            Way::Barriers => {
                all.barrier = Some(BarrierFunctions {
                    remember: f("remember", &[Address])?,
                    remember_item: f("remember_item", &[Address, Signed, Address])?,
                    remember_copy: f("remember_copy", &copied)?,
                });
            }
            Way::Counts => {
                all.counts = Some(CountFunctions {
                    release: f("release", &[Address])?,
                    copy_items: f("copy_items", &copied)?,
                    drop_items: f("drop_items", &[Address, Signed, Signed])?,
                    waiting: f("waiting", &[])?,
                });
            }
        }
        all.weak = Some(WeakFunctions {
            note_weakref: f("note_weakref", &[Address])?,
            note_finalizer: f("note_finalizer", &[Address, Signed])?,
            next_finalizer: f("next_finalizer", &[])?,
            finalizer_object: f("finalizer_object", &[])?,
        });
        Ok(Some(all))
    }
}
