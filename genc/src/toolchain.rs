//! The C compiler: which one, of what kind, and how it is called.

use crate::children;
use crate::options::{Error, GencOptions};
use flowmodel::CBuild;
use flowmodel::command::{c_compiler, join, words};
use std::fmt::Write;
use std::path::{Path, PathBuf};

/// Paths are relative to the folder where translate runs, not to that of the C files.
pub(crate) fn absolute(path: &str) -> String {
    std::path::absolute(path).map_or_else(|_| path.to_string(), |p| p.display().to_string())
}

/// A C compiler that is there.
#[derive(Clone, Debug)]
pub struct Compiler {
    /// The command as users write it.
    pub text: String,
    /// Its words: wrappers (`ccache`), the compiler, arguments.
    pub words: Vec<String>,
}

impl Compiler {
    /// The one that the user names, `$CC`, or what is usual here.
    ///
    /// Errors: it cannot be run.
    pub fn find(said: Option<&str>) -> Result<Compiler, Error> {
        let text = c_compiler(said);
        let words = words(&text);
        let missing = |e| Error::Io(format!("cannot run the C compiler `{}`", words[0]), e);
        children::in_path(&words[0]).ok_or_else(|| missing(std::io::ErrorKind::NotFound.into()))?;
        Ok(Compiler { text, words })
    }

    /// The compiler itself: `gcc` of `ccache gcc -m64`.
    pub fn program(&self) -> &str {
        let n = self.words.iter().position(|w| w.starts_with('-')).unwrap_or(self.words.len());
        &self.words[n.max(1) - 1]
    }

    /// Says whether it takes clang's options where they differ from gcc's. It is asked.
    pub fn is_clang(&self) -> bool {
        let triple = format!("{}-unknown-linux-gnu", std::env::consts::ARCH);
        let tool = cc::Build::new()
            .compiler(self.program())
            .host(&triple)
            .target(&triple)
            .opt_level(0)
            .no_default_flags(true)
            .cargo_metadata(false)
            .cargo_output(false)
            .cargo_warnings(false)
            .try_get_compiler();
        tool.is_ok_and(|t| t.is_like_clang())
    }
}

/// Says how the compiler is called, in the Makefile too.
pub(crate) struct Flags {
    pub cc: String,
    pub cflags: Vec<String>,
    pub ldflags: Vec<String>,
    pub libs: Vec<String>,
}

impl Flags {
    pub fn new(opts: &GencOptions, own: &CBuild) -> Flags {
        let mut libs: Vec<String> = vec![];
        libs.extend(own.library_dirs.iter().map(|d| format!("-L{}", absolute(d))));
        libs.extend(own.link_extra.iter().flat_map(|w| w.split_whitespace()).map(str::to_string));
        libs.extend(own.libraries.iter().map(|l| format!("-l{l}")));
        if let Some(jit) = &opts.jit {
            libs.extend(jit.extra_objects.iter().map(|p| p.display().to_string()));
            libs.extend(jit.static_lib.iter().map(|p| p.display().to_string()));
            libs.extend(jit.link_args.iter().cloned());
        }
        libs.push("-lm".into());
        let mut text = format!("-O{} ", opts.opt_level.min(3));
        if opts.debug {
            text += "-g ";
        }
        text += "-std=gnu11 -Wall -Wextra";
        // Accesses to arrays and copies of items stand behind tests of the length, which the compiler does not always see
        // through; and what programs compare is their own affair. (clang has no such warning of copies.) Where nothing is ever
        // freed, finalizers are called by nobody.
        text += " -Wno-array-bounds -Wno-stringop-overflow -Wno-unknown-warning-option \
                 -Wno-unused-function -Wno-tautological-compare -Wno-type-limits";
        // Objects are read through pointers to their base classes; address 0 may be read where a test stands behind it;
        // prebuilt data is full of addresses; errno is read right behind the calls that set it.
        text += " -fno-strict-aliasing -fno-delete-null-pointer-checks -fno-pie -fno-math-errno";
        if own.foreign {
            // Pointers go as `char *`; what has no prototype would be called wrongly.
            text += " -D_GNU_SOURCE -Werror=implicit-function-declaration -Wno-incompatible-pointer-types \
                     -Wno-pointer-sign -Wno-discarded-qualifiers";
        }
        if opts.opt_level <= 2 {
            // See tw_support.h.
            text += " -DTW_NO_GCSE";
        }
        // What nothing refers to is left out when linking.
        text += " -ffunction-sections -fdata-sections";
        let mut cflags = words(&text);
        if opts.lto {
            cflags.push(if opts.jobs > 1 { "-flto=auto" } else { "-flto" }.into());
        }
        if own.own_sources() {
            cflags.push("-I.".into());
        }
        cflags.extend(own.include_dirs.iter().map(|d| format!("-I{}", absolute(d))));
        cflags.extend(own.compile_extra.iter().flat_map(|w| words(w)));
        let ldflags = words("-no-pie -Wl,--gc-sections");
        Flags { cc: c_compiler(opts.cc.as_deref()), cflags, ldflags, libs }
    }

    /// `given`: objects that are there already.
    pub fn makefile(&self, sources: &[String], given: &[PathBuf], name: &str) -> String {
        let objects: Vec<String> = sources.iter().map(|s| object_of(s)).collect();
        let given: String = given.iter().map(|o| format!(" {}", o.display())).collect();
        let value = |text: &str| text.replace('$', "$$").replace('#', "\\#");
        let text = |words: &[String]| value(&join(words));
        // What make would take for something else than a name stands in the recipes only.
        let plain = |c: char| c.is_alphanumeric() || "_-+.,@/".contains(c);
        let (goal, link, phony) = match name.chars().all(plain) && !name.starts_with('-') {
            true => (name, format!("-o $@ $(OBJECTS){given}"), "clean"),
            false => ("program", format!("-o {} $(OBJECTS){given}", recipe(name)), "program clean"),
        };
        format!(
            "# Generated. `make` builds the program, `make CC=clang CFLAGS=...` with other means.\n\
             CC = {}\n\
             CFLAGS = {}\n\
             LDFLAGS = {}\n\
             LIBS = {}\n\
             OBJECTS = {}\n\n\
             {goal}: $(OBJECTS){given}\n\
             \t$(CC) $(CFLAGS) $(LDFLAGS) {link} $(LIBS)\n\n\
             %.o: %.c $(wildcard *.h)\n\
             \t$(CC) $(CFLAGS) -c -o $@ $<\n\n\
             clean:\n\
             \trm -f $(OBJECTS) {}\n\n\
             .PHONY: {phony}\n",
            value(&self.cc),
            text(&self.cflags),
            text(&self.ldflags),
            text(&self.libs),
            objects.join(" "),
            recipe(name),
        )
    }

    /// `compile_commands.json`, for editors and tools that read C.
    pub fn compile_commands(&self, sources: &[String], dir: &Path) -> String {
        let folder = absolute(&dir.display().to_string());
        let command = |source: &String| {
            let object = object_of(source);
            let mut all = words(&self.cc);
            all.extend(self.cflags.iter().cloned());
            all.extend(["-c", "-o", &object, source].map(String::from));
            serde_json::json!({ "directory": folder, "file": source, "output": object, "arguments": all })
        };
        let all: Vec<_> = sources.iter().map(command).collect();
        let mut text = String::new();
        let _ = writeln!(text, "{:#}", serde_json::Value::from(all));
        text
    }
}

/// A file's name in a recipe of a Makefile: make reads it, and then a shell.
fn recipe(name: &str) -> String {
    let name = if name.starts_with('-') { format!("./{name}") } else { name.into() };
    join(&[name]).replace('$', "$$")
}

/// The name of a C file's object.
pub(crate) fn object_of(source: &str) -> String {
    format!("{}.o", source.trim_end_matches(".c"))
}
