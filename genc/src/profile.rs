//! `--profopt`: the program is compiled so that it counts, run, and compiled again by what it counted.

use crate::children;
use crate::children::in_path;
use crate::options::Error;
use crate::toolchain::Compiler;
use std::path::Path;
use std::process::{Command, Stdio};

/// The profile of a program.
pub(crate) struct Profile<'a> {
    dir: &'a Path,
    name: &'a str,
    args: &'a [String],
    compiler: &'a Compiler,
}

impl<'a> Profile<'a> {
    /// Profiles the executable `name` in `dir`, run with these arguments.
    pub fn new(dir: &'a Path, name: &'a str, args: &'a [String], compiler: &'a Compiler) -> Self {
        Profile { dir, name, args, compiler }
    }

    /// Flags of the program that counts.
    pub fn generating(&self) -> Vec<String> {
        vec!["-fprofile-generate".into()]
    }

    /// Runs it. Its input is empty and its output goes nowhere.
    ///
    /// Errors: it cannot be run, or a signal ended it.
    pub fn run(&self) -> Result<(), Error> {
        let path = std::path::absolute(self.dir.join(self.name));
        let cannot = |e| Error::Io("cannot run the program for its profile".into(), e);
        let mut c = Command::new(path.map_err(cannot)?);
        c.args(self.args).env("LLVM_PROFILE_FILE", self.raw());
        c.stdin(Stdio::null()).stdout(Stdio::null()).stderr(Stdio::null());
        let out = children::finish(children::start(&mut c).map_err(cannot)?).map_err(cannot)?;
        match out.status.code() {
            Some(_) => Ok(()),
            None => Err(cannot(std::io::Error::other(out.status.to_string()))),
        }
    }

    fn raw(&self) -> std::path::PathBuf {
        let dir = std::path::absolute(self.dir).unwrap_or_else(|_| self.dir.to_path_buf());
        dir.join("profile.raw")
    }

    /// Flags of the program that is made by what was counted.
    pub fn using(&self) -> Result<Vec<String>, Error> {
        if !self.compiler.is_clang() {
            // (functions that never ran have no profile)
            return Ok(vec!["-fprofile-use".into(), "-Wno-missing-profile".into()]);
        }
        let merged = self.raw().with_extension("data");
        let tool = self.merging_tool();
        let cannot = |e| Error::Io(format!("cannot run `{tool}`, which comes with clang"), e);
        let mut c = Command::new(&tool);
        c.args(["merge", "-o"]).arg(&merged).arg(self.raw());
        c.stdin(Stdio::null()).stdout(Stdio::piped()).stderr(Stdio::piped());
        let out = children::finish(children::start(&mut c).map_err(cannot)?).map_err(cannot)?;
        if !out.status.success() {
            let output = String::from_utf8_lossy(&out.stderr).into_owned();
            return Err(Error::Compile { command: format!("{tool} merge"), output });
        }
        Ok(vec![format!("-fprofile-use={}", merged.display())])
    }

    /// `llvm-profdata` of the same version: beside the compiler, once links are followed.
    fn merging_tool(&self) -> String {
        let path = in_path(self.compiler.program()).and_then(|p| p.canonicalize().ok());
        let beside = path.and_then(|p| Some(p.parent()?.join("llvm-profdata")));
        match beside.filter(|p| p.is_file()) {
            Some(p) => p.display().to_string(),
            None => "llvm-profdata".into(),
        }
    }
}
