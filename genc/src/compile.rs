//! The C compiler at work: on files as they are finished, several at a time, and on none whose object is there already.

use crate::children;
use crate::objects::{Cache, Made};
use crate::options::{Error, GencOptions};
use crate::toolchain::{Compiler, Flags, object_of};
use flowmodel::command::join;
use indexmap::IndexMap;
use std::path::Path;
use std::process::{Command, Stdio};
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::mpsc::{Receiver, Sender, channel};
use std::sync::{Arc, Mutex};
use std::thread::{Scope, ScopedJoinHandle};

/// Holds what all the compilers of a program have in common.
pub(crate) struct Shop<'a> {
    dir: &'a Path,
    /// The executable's name.
    name: &'a str,
    debug: bool,
    jobs: usize,
    flags: &'a Flags,
    /// Further flags of both compiler and linker.
    extra: &'a [String],
    /// Objects may come from there.
    cache: Option<&'a Cache>,
    compiler: &'a Compiler,
    failed: AtomicBool,
    /// Command of a failed compiler, and what was printed, by position of the file.
    said: Mutex<Vec<(usize, Option<String>, String)>>,
}

/// A C file to be compiled.
#[derive(Clone)]
pub(crate) struct Job {
    pub index: usize,
    pub source: String,
    pub text: Arc<str>,
    /// The headers beside it that it includes, and their texts.
    pub headers: IndexMap<String, Arc<str>>,
}

impl<'a> Shop<'a> {
    pub fn new(
        opts: &'a GencOptions,
        (flags, extra): (&'a Flags, &'a [String]),
        cache: Option<&'a Cache>,
        compiler: &'a Compiler,
    ) -> Shop<'a> {
        let (failed, said) = (AtomicBool::new(false), Mutex::new(vec![]));
        let (dir, name) = (&*opts.outdir, &*opts.name);
        let (debug, jobs) = (opts.debug, opts.jobs.max(1));
        Shop { dir, name, debug, jobs, flags, extra, cache, compiler, failed, said }
    }

    /// Opens: what is sent is compiled.
    pub fn open<'s, 'e>(&'s self, scope: &'s Scope<'s, 'e>) -> Queue<'s> {
        let (sender, receiver) = channel();
        let receiver = Arc::new(Mutex::new(receiver));
        let work = |receiver: Arc<Mutex<Receiver<Job>>>| scope.spawn(move || self.work(&receiver));
        let workers = (0..self.jobs).map(|_| work(receiver.clone())).collect();
        Queue { sender, workers }
    }

    fn work(&self, queue: &Mutex<Receiver<Job>>) -> Result<(), Error> {
        loop {
            let job = queue.lock().unwrap_or_else(|e| e.into_inner()).recv();
            let Ok(job) = job else { return Ok(()) };
            if !self.failed.load(Ordering::Relaxed) {
                self.compile(&job).inspect_err(|_| self.failed.store(true, Ordering::Relaxed))?;
            }
        }
    }

    /// The compiler's words and flags.
    fn command(&self) -> Vec<String> {
        [&self.compiler.words[..], &self.flags.cflags, self.extra].concat()
    }

    fn compile(&self, job: &Job) -> Result<(), Error> {
        let mut command = self.command();
        let object = object_of(&job.source);
        let path = self.dir.join(&object);
        let texts: Vec<&str> =
            std::iter::once(&job.text).chain(job.headers.values()).map(|t| &**t).collect();
        // The folder is part of debug information.
        let folder = self.debug.then_some(self.dir);
        let made = Made { command: &command, folder, texts: &texts };
        let entry = self.cache.and_then(|c| Some((c, c.key(&made)?)));
        if let Some((cache, key)) = &entry
            && cache.fetch(key, &path)
        {
            return Ok(());
        }
        let rule = format!("{object}.d");
        if entry.is_some() {
            command.extend(["-MD", "-MF", &rule].map(String::from));
        }
        command.extend(["-c", "-o", &object, &job.source].map(String::from));
        let clean = self.run(job.index, &command)?;
        if let Some((cache, key)) = entry {
            let rule = self.dir.join(rule);
            // What it said must be said the next time, too.
            if clean && let Ok(text) = std::fs::read_to_string(&rule) {
                let known = |name: &str| name == job.source || job.headers.contains_key(name);
                cache.store(&key, &path, &text, &known);
            }
            let _ = std::fs::remove_file(rule);
        }
        Ok(())
    }

    /// Runs a command; true if it succeeded and printed nothing.
    fn run(&self, index: usize, command: &[String]) -> Result<bool, Error> {
        let mut c = Command::new(&command[0]);
        c.args(&command[1..]).current_dir(self.dir);
        c.stdin(Stdio::null()).stdout(Stdio::piped()).stderr(Stdio::piped());
        let cannot =
            |e| Error::Io(format!("cannot run the C compiler `{}`", self.compiler.text), e);
        let out = children::finish(children::start(&mut c).map_err(cannot)?).map_err(cannot)?;
        let mut text = String::from_utf8_lossy(&out.stdout).into_owned();
        text.push_str(&String::from_utf8_lossy(&out.stderr));
        let failed = (!out.status.success()).then(|| format!("{}\n{}", join(command), out.status));
        if failed.is_some() {
            self.failed.store(true, Ordering::Relaxed);
        }
        let clean = failed.is_none() && text.is_empty();
        if !clean {
            self.said.lock().unwrap_or_else(|e| e.into_inner()).push((index, failed, text));
        }
        Ok(clean)
    }

    /// Links the objects, unless something failed before.
    pub fn link(&self, objects: &[String]) -> Result<(), Error> {
        if self.failed.load(Ordering::Relaxed) {
            return Ok(());
        }
        let mut command = self.command();
        command.extend(self.flags.ldflags.iter().cloned());
        command.extend(["-o".into(), self.name.into()]);
        command.extend(objects.iter().cloned());
        command.extend(self.flags.libs.iter().cloned());
        self.run(usize::MAX, &command).map(|_| ())
    }

    /// Gives what the compilers printed, in the order of the files.
    pub fn close(self) -> Result<String, Error> {
        let mut said = self.said.into_inner().unwrap_or_else(|e| e.into_inner());
        said.sort();
        let output: String = said.iter().map(|s| &s.2[..]).collect();
        match said.into_iter().find_map(|s| s.1) {
            Some(command) => Err(Error::Compile { command, output }),
            None => Ok(output),
        }
    }
}

/// Takes the files in, for the compilers.
pub(crate) struct Queue<'s> {
    sender: Sender<Job>,
    workers: Vec<ScopedJoinHandle<'s, Result<(), Error>>>,
}

impl Queue<'_> {
    pub fn add(&self, job: Job) {
        // Nobody takes it where a worker ended with an error, which is told at the end.
        let _ = self.sender.send(job);
    }

    /// All have been sent: waits for the end.
    pub fn end(self) -> Result<(), Error> {
        drop(self.sender);
        let ends: Vec<_> = self.workers.into_iter().map(ScopedJoinHandle::join).collect();
        for end in ends {
            end.unwrap_or_else(|panic| std::panic::resume_unwind(panic))?;
        }
        Ok(())
    }
}
