//! Programs started at import time (`subprocess`, `os.system`): what a target asks of `git` and the like.

use super::*;
use std::io::Write;
use std::process::{Command, Stdio};

/// `run_program(words, input, folder, environment, inherit)`: starts `words` and waits for its end. `input` is a text
/// or None (nothing to read), `environment` a list of pairs or None, `inherit` says whether the program writes to
/// the translator's own output. Gives (exit code, output, error output); the code of a program that a signal ended is negative.
pub(crate) fn run_program(h: &mut Host, a: &[HostRef], k: &Kw) -> R {
    args::arity(h, "run_program", a, k, 5, 5)?;
    let mut words = vec![];
    for w in h.iter_to_vec(a[0])? {
        words.push(modules::os::path_arg(h, w)?.to_string());
    }
    let Some((program, args)) = words.split_first() else {
        return Err(h.err("IndexError", "no program is named"));
    };
    let mut command = Command::new(program);
    command.args(args);
    if a[2] != NONE {
        command.current_dir(&*modules::os::path_arg(h, a[2])?);
    }
    if a[3] != NONE {
        command.env_clear();
        for pair in h.iter_to_vec(a[3])? {
            let pair = h.iter_to_vec(pair)?;
            command.env(&*modules::os::path_arg(h, pair[0])?, &*modules::os::path_arg(h, pair[1])?);
        }
    }
    let input = match a[1] {
        NONE => None,
        text => match h.str_bytes(text) {
            Some(bytes) => Some(bytes),
            None => return Err(h.type_error("a program's input is a str")),
        },
    };
    command.stdin(if input.is_some() { Stdio::piped() } else { Stdio::null() });
    if !h.is_true(a[4])? {
        command.stdout(Stdio::piped()).stderr(Stdio::piped());
    }
    let result = started(&mut command, input);
    let output = modules::os::io(h, result, Some(program))?;
    let code = output.status.code().map_or_else(
        || -i64::from(std::os::unix::process::ExitStatusExt::signal(&output.status).unwrap_or(0)),
        i64::from,
    );
    let parts = [h.int(code), h.bytes(&output.stdout), h.bytes(&output.stderr)];
    Ok(h.tuple(&parts))
}

fn started(
    command: &mut Command,
    input: Option<Rc<[u8]>>,
) -> std::io::Result<std::process::Output> {
    let mut child = command.spawn()?;
    if let (Some(text), Some(mut pipe)) = (input, child.stdin.take()) {
        // In a thread: a program may write much before it has read everything.
        let text = text.to_vec();
        std::thread::spawn(move || drop(pipe.write_all(&text)));
    }
    child.wait_with_output()
}
