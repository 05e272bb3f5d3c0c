//! Generators: resuming them, and throwing into them.

use super::*;
use crate::bytecode::Instruction;
use crate::interp::Outcome;

/// Resumes a generator; `Ok(None)`: it returned, with the value in `result`.
pub(crate) fn gen_resume(
    host: &mut Host,
    g: HostRef,
    sent: HostRef,
    throw: Option<HErr>,
) -> R<Result<HostRef, HostRef>> {
    let HostObj::Generator(state) = host.obj_mut(g) else {
        return Err(host.type_error("not a generator"));
    };
    if state.running {
        return Err(host.value_error("generator already executing"));
    }
    let Some(mut frame) = state.frame.take() else {
        return match throw {
            Some(e) => Err(e),
            None => Ok(Err(NONE)),
        };
    };
    let started = state.started;
    state.running = true;
    state.started = true;
    let mut throw = throw;
    let mut delegated = None;
    if let (true, Some(e)) = (started, throw)
        && frame.code.instrs[frame.pc] == Instruction::YieldFrom
    {
        match throw_into(host, *frame.stack.last().expect("iterator"), e) {
            Ok(Ok(w)) => delegated = Some(w),
            Ok(Err(result)) => {
                frame.stack.pop();
                frame.stack.push(result);
                frame.pc += 1;
                throw = None;
            }
            Err(e) => {
                // The instruction's operand `sent`, so that its stack shape is as when it ran.
                frame.stack.push(NONE);
                throw = Some(e);
            }
        }
    } else if started && throw.is_none() {
        frame.stack.push(sent);
    }
    if let Some(w) = delegated {
        let HostObj::Generator(state) = host.obj_mut(g) else { unreachable!() };
        state.running = false;
        state.frame = Some(frame);
        return Ok(Ok(w));
    }
    let outcome = exec::run_or_throw(host, &mut frame, None, throw);
    let HostObj::Generator(state) = host.obj_mut(g) else { unreachable!() };
    state.running = false;
    match outcome {
        Ok(Outcome::Yield(w)) => {
            state.frame = Some(frame);
            Ok(Ok(w))
        }
        Ok(Outcome::Return(w)) => Ok(Err(w)),
        Err(e) if host.err_is(e, "StopIteration") => {
            if frame.code.python == crate::Python::Two {
                return Ok(Err(NONE));
            }
            Err(host.err("RuntimeError", "generator raised StopIteration"))
        }
        Err(e) => Err(e),
    }
}

/// Gives an exception to what a `yield from` iterates over: what it yields, its result if it
/// ends, or the exception that leaves it.
fn throw_into(host: &mut Host, it: HostRef, e: HErr) -> R<Result<HostRef, HostRef>> {
    if host.err_is(e, "GeneratorExit") {
        if let Some(close) = host.getattr_opt(it, "close")? {
            host.call(close, &[], &[])?;
        }
        return Err(e);
    }
    if let HostObj::Generator(_) = host.obj(it) {
        return gen_resume(host, it, NONE, Some(e));
    }
    let Some(throw) = host.getattr_opt(it, "throw")? else { return Err(e) };
    match host.call(throw, &[e.0], &[]) {
        Err(x) if host.err_is(x, "StopIteration") => {
            let v = host.getattr(x.0, "value")?;
            Ok(Err(v))
        }
        r => r.map(Ok),
    }
}
