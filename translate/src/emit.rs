//! The last stage: C files or an object file, and the executable in its place.

use crate::cli::{Backend, Cli, Opt, Verify};
use crate::display;
use crate::ends::{Temporary, temporary_folder};
use crate::failure::{Failure, Made, Res, Sources};
use crate::places;
use backendopt::transform::GcChoice;
use flowmodel::diag::Diagnostic;
use flowmodel::text::print_program;
use flowmodel::{FuncId, Program};
use std::path::Path;
use std::process::Stdio;

/// Writes the program, and has it compiled.
pub fn emit(cli: &Cli, l: &Lowered, exe_name: &str, sources: &Sources) -> Res<Made> {
    let p = &l.program;
    let name = format!("{}-c", cli.program_name()).replace(char::is_control, "_");
    let output = places::executable(cli, exe_name)?;
    let scratch = temporary_folder()?;
    let _watched = Temporary::new(scratch.path());
    let kept = places::c_files(cli, exe_name);
    let dir = kept.clone().unwrap_or_else(|| scratch.path().to_path_buf());
    // What was not there before does not stay in part.
    let new = kept.clone().filter(|dir| !dir.exists());
    let half_written = || new.iter().for_each(|dir| drop(std::fs::remove_dir_all(dir)));
    let bundle = match &l.jit {
        Some(j) => Some(crate::jit::bundle(j, &dir).inspect_err(|_| half_written())?),
        None => None,
    };
    let opts = genc::GencOptions {
        name: name.clone(),
        cc: cli.cc.clone(),
        opt_level: match cli.opt {
            Opt::O0 => 0,
            Opt::O1 => 1,
            Opt::O2 => 2,
            Opt::O3 | Opt::Jit => 3,
        },
        outdir: dir.clone(),
        gc: l.gc,
        main: l.main,
        source_only: cli.source,
        debug: cli.debug,
        jobs: cli.jobs,
        lto: cli.lto,
        profile: cli
            .profopt
            .then(|| flowmodel::command::words(cli.profoptargs.as_deref().unwrap_or_default())),
        cache: genc::objects::Cache::folder()
            .filter(|_| !cli.no_cache)
            .map(|dir| genc::objects::Cache::new(dir.join("objects"))),
        objects: vec![],
        arch: cli.machine.map(|m| m.arch().into()),
        verify: cli.verify == Verify::Passes,
        jit: bundle,
    };
    let cc = flowmodel::command::c_compiler(cli.cc.as_deref());
    if cli.backend == Backend::Obj && (cli.lto || cli.profopt) {
        return Err(Failure::Io("--lto and --profopt want a C compiler: --backend=c".into()));
    }
    let made = match cli.backend {
        Backend::C => genc::generate(p, &opts),
        Backend::Obj => genobj::generate(p, &opts, &sources.borrow()),
    };
    let made = made.map_err(|e| match e {
        genc::Error::Unsupported { what, span } => {
            Diagnostic::error("backend", what, span).note("--backend=c can do it").into()
        }
        genc::Error::Io(what, e) => {
            half_written();
            Failure::Io(format!("{what}: {e}"))
        }
        genc::Error::Compile { command, output } => {
            let shown = format!("{output}{command}");
            let files = match &kept {
                Some(dir) => format!("The C files are in {}.", dir.display()),
                None => "With --keep DIR the C files stay.".into(),
            };
            if !compiles_nothing(&cc, scratch.path()) {
                let m = format!("the C compiler `{cc}` does not compile even an empty program");
                return Failure::Io(format!("{m}:\n{shown}"));
            }
            if cli.lto || cli.profopt {
                let m = "the C compiler failed; can it do --lto and --profopt?";
                return Failure::Io(format!("{m} {files}\n{shown}"));
            }
            if let Some(what) = flowmodel::packages::not_found(&output) {
                let m = format!("the C compiler cannot make the program: {what}. {files}");
                return Failure::Io(format!("{m}\n{shown}"));
            }
            if p.c_build.foreign {
                return Failure::Io(format!(
                    "the C compiler rejected the program; are the headers, C sources and libraries of its C functions right? \
                     {files}\n{shown}"
                ));
            }
            let m = format!("the C compiler rejected the generated code. {files}\n{shown}");
            Failure::Internal(display::stage(), m, print_program(p))
        }
        e => Failure::Internal(display::stage(), e.to_string(), print_program(p)),
    })?;
    if !made.warnings.is_empty() && cli.verbose {
        eprint!("{}", made.warnings);
    }
    let mut executable = None;
    if let (Some(exe), Some(place)) = (made.executable, output) {
        install(&exe, &place)?;
        executable = Some(place);
    }
    Ok(Made { executable, files: made.sources.len(), folder: kept })
}

/// Says whether the C compiler makes an executable of a program that does nothing.
fn compiles_nothing(cc: &str, dir: &Path) -> bool {
    let words = flowmodel::command::words(cc);
    let mut c = std::process::Command::new(&words[0]);
    c.args(&words[1..]).args(["-o", "nothing", "nothing.c"]).current_dir(dir);
    c.stdin(Stdio::null()).stdout(Stdio::null()).stderr(Stdio::null());
    let source = std::fs::write(dir.join("nothing.c"), "int main(void) { return 0; }\n");
    source.is_ok() && c.status().is_ok_and(|s| s.success()) && dir.join("nothing").exists()
}

/// Moves the executable to its place, at once.
fn install(from: &Path, to: &Path) -> Res<()> {
    let parent = to.parent().filter(|p| !p.as_os_str().is_empty()).unwrap_or(Path::new("."));
    let tmp = tempfile::Builder::new()
        .prefix(".translate-")
        .tempfile_in(parent)
        .map_err(|e| Failure::Io(format!("cannot write to {}: {e}", parent.display())))?;
    let _watched = Temporary::new(tmp.path());
    let failed = |e: std::io::Error| Failure::Io(format!("cannot write {}: {e}", to.display()));
    std::fs::copy(from, tmp.path()).map_err(failed)?;
    let permissions = std::fs::metadata(from).map_err(failed)?.permissions();
    std::fs::set_permissions(tmp.path(), permissions).map_err(failed)?;
    tmp.persist(to).map_err(|e| failed(e.error))?;
    Ok(())
}

/// A program with explicit exceptions and memory management: what the back ends get.
pub struct Lowered {
    /// The program.
    pub program: Program,
    /// Its memory management.
    pub gc: GcChoice,
    /// The function that C's `main` calls.
    pub main: Option<FuncId>,
    /// Jitcodes and the like.
    pub jit: Option<codewriter::Jit>,
}
