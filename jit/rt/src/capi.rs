//! The C interface: `include/tw_jit.h`.

use crate::params_from_environment;
use crate::running::{Global, NativeJit, jit, set_jit};
use alloc::boxed::Box;
use alloc::vec::Vec;
use core::cell::UnsafeCell;
use jitbackend::say;
use jitbackend::{Cpu, StackLimit};
use metainterp::warmstate::{Arrival, Tick};
use metainterp::{Outcome, Params, Ran, Reds, Transfer};

#[cfg(all(target_arch = "x86_64", target_os = "linux"))]
mod native {
    use crate::logger_from_environment;
    use crate::running::{Global, NativeJit};
    use alloc::boxed::Box;
    use alloc::rc::Rc;
    use alloc::string::{String, ToString};
    use core::cell::UnsafeCell;
    use jitbackend::x86::X86Cpu;
    use jitbackend::{RawMemory, RawServices, RootTable};
    use jitmodel::JitProgram;
    use metainterp::{Jit, Params, StaticData};

    unsafe extern "C" {
        static tw_jit_blob: u64;
        static tw_jit_addresses: u64;
        static tw_jit_addresses_len: u64;
        /// `struct tw_jit_services` of the program has the layout of `RawServices`.
        static tw_jit_services: RawServices;
    }

    /// The root table, once there is one.
    static ROOTS: Global<Option<&'static Rc<RootTable>>> = Global(UnsafeCell::new(None));

    /// Does what the collector wants before it reads the root table.
    extern "C" fn before_extra_roots() {
        // SAFETY: written once, by `start`.
        if let Some(roots) = unsafe { *ROOTS.0.get() } {
            roots.forget_dead();
        }
    }

    /// Sets the JIT up.
    pub fn start(params: Params) -> Result<Box<NativeJit>, String> {
        if !crate::POOL.prepare() {
            return Err("there is no memory for it".into());
        }
        // SAFETY: generated data, in the form that the crate's documentation describes.
        let (bytes, addresses) = unsafe {
            let blob = &raw const tw_jit_blob;
            let bytes = core::slice::from_raw_parts(blob.add(1) as *const u8, *blob as usize);
            let addresses = &raw const tw_jit_addresses;
            (bytes, core::slice::from_raw_parts(addresses, tw_jit_addresses_len as usize))
        };
        let program = JitProgram::from_bytes(bytes).map_err(|e| e.to_string())?;
        let data = Rc::new(StaticData::new(program, addresses.to_vec())?);
        let roots = Rc::new(RootTable::new().ok_or("there is no memory for its references")?);
        // SAFETY: as above.
        let services = unsafe { tw_jit_services };
        // SAFETY: the program's variables live as long as the process, and its data fits it.
        let mem = unsafe {
            roots.publish_range(services.extra_roots_base, services.extra_roots_end);
            *ROOTS.0.get() = Some(Box::leak(Box::new(roots.clone())));
            *services.before_extra_roots = Some(before_extra_roots);
            RawMemory::new(data.descrs.clone(), data.addresses.clone(), services)
        };
        let cpu = X86Cpu::new(mem, roots.clone()).map_err(|e| e.to_string())?;
        let (log, problem) = logger_from_environment();
        let jit = Box::new(Jit::new(cpu, roots, data, log));
        jit.set_params(|p| *p = params.clone());
        jit.out_of_memory.set(|| crate::POOL.is_short());
        if let Some(problem) = problem {
            jitbackend::say!("{problem}");
        }
        Ok(jit)
    }

    /// There is a JIT from now on.
    pub fn started(jit: &'static NativeJit) {
        jit.cpu.keep_apart_at_fork();
        crate::threads::connect();
    }
}

#[cfg(not(all(target_arch = "x86_64", target_os = "linux")))]
mod native {
    use crate::running::NativeJit;

    /// Refuses.
    pub fn start(
        _: metainterp::Params,
    ) -> Result<alloc::boxed::Box<NativeJit>, alloc::string::String> {
        Err("there is no JIT backend for this machine".into())
    }

    /// It never is.
    pub fn started(_: &'static NativeJit) {}
}

/// 1 if the portal is to start anew; see `tw_jit.h`.
#[unsafe(no_mangle)]
#[allow(non_upper_case_globals)]
pub static tw_jit_starts_anew: Global<u8> = Global(UnsafeCell::new(0));

/// Passes of merge points that are not looked at; see `tw_jit.h`.
#[unsafe(no_mangle)]
#[allow(non_upper_case_globals)]
pub static tw_jit_passes: Global<i64> = Global(UnsafeCell::new(0));

/// Greens, reds and results; see `tw_jit.h`.
#[unsafe(no_mangle)]
#[allow(non_upper_case_globals)]
pub static tw_jit_transfer: Global<Transfer> = Global(UnsafeCell::new(Transfer::ZERO));

/// Marks of `can_enter_jit`; see `tw_jit.h`.
#[unsafe(no_mangle)]
#[allow(non_upper_case_globals)]
pub static tw_jit_marked: Global<[u8; 256]> = Global(UnsafeCell::new([0; 256]));

/// 1 if a portal starts; see `tw_jit.h`.
#[unsafe(no_mangle)]
#[allow(non_upper_case_globals)]
pub static tw_jit_at_start: Global<u8> = Global(UnsafeCell::new(0));

unsafe extern "C" {
    /// Below this address of the C stack the JIT does not begin anything; the program's recursive functions raise RecursionError there,
    /// or further down.
    static tw_jit_stack_limit: usize;
}

/// Says whether the stack is too deep for the JIT. Compiled code does not test the limit: the recursion goes on
/// in the program's own functions, which do.
#[inline]
fn stack_is_deep() -> bool {
    let here = 0u8;
    // SAFETY: a variable of the program, one thread of which runs.
    (&raw const here as usize) < unsafe { tw_jit_stack_limit }
}

/// The JIT before it is set up, which costs as much as a short program: nothing is until the program looks as if it would run for longer.
struct Waiting {
    /// Parameters that the environment and the program set.
    params: Option<Params>,
    /// Parameters that the program set for single drivers.
    own: Vec<(i64, Params)>,
}

/// Number of passes (in parts of the lowest threshold) after which a program is worth the JIT.
const WAITING_PART: i64 = 2;

/// Sets the number of passes of merge points after which the run time is asked again.
fn skip_passes(passes: i64) {
    // SAFETY: a plain variable.
    unsafe { *tw_jit_passes.0.get() = passes };
}

impl Waiting {
    /// A run of the program that does not reach this could not have been traced anyway.
    fn set_passes(&mut self) {
        let Some(params) = &self.params else { return };
        let all = self.own.iter().map(|own| &own.1).chain([params]);
        let thresholds = all.flat_map(|p| [p.threshold, p.function_threshold]);
        let lowest = thresholds.filter(|&t| t >= 0).min();
        skip_passes(match lowest {
            Some(lowest) if !params.off => lowest / WAITING_PART,
            _ => i64::MAX,
        });
    }
}

static WAITING: Global<Waiting> =
    Global(UnsafeCell::new(Waiting { params: None, own: Vec::new() }));

/// Changes parameters of a driver (-1: of all).
fn set_params(driver: i64, mut change: impl FnMut(&mut Params)) {
    if let Some(jit) = jit() {
        return jit.set_params_of(driver, change);
    }
    // SAFETY: as `set_jit`; `change` does not come back.
    let waiting = unsafe { &mut *WAITING.0.get() };
    let Some(params) = &mut waiting.params else { return };
    if driver < 0 {
        change(params);
        waiting.own.iter_mut().for_each(|own| change(&mut own.1));
    } else {
        if !waiting.own.iter().any(|own| own.0 == driver) {
            waiting.own.push((driver, params.clone()));
        }
        waiting.own.iter_mut().filter(|own| own.0 == driver).for_each(|own| change(&mut own.1));
        let changed = waiting.own.iter().find(|own| own.0 == driver).map(|own| own.1.clone());
        if let Some(changed) = changed {
            params.take_common(&changed);
            waiting.own.iter_mut().for_each(|own| own.1.take_common(&changed));
        }
    }
    waiting.set_passes();
}

/// Sets the JIT up: the passes that there is none for are over. It stays off if that fails.
#[cold]
#[inline(never)]
fn start() -> Option<&'static NativeJit> {
    // SAFETY: as `set_jit`.
    let waiting = unsafe { &mut *WAITING.0.get() };
    match native::start(waiting.params.take()?) {
        // SAFETY: nobody has asked for it; it lives as long as the process.
        Ok(jit) => unsafe {
            let jit: &'static NativeJit = Box::leak(jit);
            let limit = StackLimit { word: &raw const tw_jit_stack_limit };
            jit.connect(stack_is_deep, Some(limit));
            for (driver, own) in waiting.own.drain(..) {
                jit.set_params_of(driver, |params| *params = own.clone());
            }
            set_jit(jit);
            native::started(jit);
            skip_passes(0);
        },
        Err(error) => {
            say!("the JIT is off: {error}");
            skip_passes(i64::MAX);
        }
    }
    jit()
}

/// Answer of the last [`tw_jit_warm`], for the call of [`tw_jit_run`] that follows it.
static WARM: Global<Tick> = Global(UnsafeCell::new(Tick::Cold));

/// `can_enter_jit` of a jitdriver: counts, and tells whether to call [`tw_jit_run`].
#[unsafe(no_mangle)]
pub extern "C" fn tw_jit_warm(driver: i64) -> i64 {
    // SAFETY: a plain variable. In programs without `can_enter_jit` nobody sets it.
    let arrival = match unsafe { core::mem::take(&mut *tw_jit_at_start.0.get()) } {
        0 => Arrival::Loop,
        _ => Arrival::Start,
    };
    if let Some(jit) = jit() {
        // SAFETY: nothing writes to it meanwhile.
        let transfer = unsafe { &*tw_jit_transfer.0.get() };
        if jit.passes_by(driver as usize, arrival, transfer) {
            return 0;
        }
    }
    warm(driver, arrival)
}

/// Counts the arrival, for positions that are not passed by, and says what to do.
#[inline(never)]
fn warm(driver: i64, arrival: Arrival) -> i64 {
    let Some(jit) = jit().or_else(start) else { return 0 };
    if stack_is_deep() || !jit.cpu.has_room() {
        return 0;
    }
    // SAFETY: nothing writes to it while `tick` counts (it only asks for identity hashes).
    let tick = jit.tick(driver as usize, arrival, unsafe { &*tw_jit_transfer.0.get() });
    if tick == Tick::Cold {
        return 0;
    }
    // SAFETY: as `set_jit`.
    unsafe { *WARM.0.get() = tick };
    1
}

/// Runs code for the greens and reds, or traces it.
#[unsafe(no_mangle)]
pub extern "C" fn tw_jit_run(driver: i64) -> i64 {
    let Some(jit) = jit() else { unreachable!("tw_jit_warm says no without a JIT") };
    // SAFETY: as `set_jit`.
    let tick = unsafe { *WARM.0.get() };
    if let Some(entry) = jit.compiled(driver as usize, tick) {
        let mut reds = Reds::new();
        // SAFETY: nothing writes to it meanwhile.
        jit.read_reds(driver as usize, unsafe { &*tw_jit_transfer.0.get() }, &mut reds);
        let ran = jit.run_compiled(driver as usize, entry, &reds);
        // SAFETY: no reference to it is kept.
        let transfer = unsafe { &mut *tw_jit_transfer.0.get() };
        return match ran {
            Ran::Done(kind, word) => {
                transfer.set_result(kind, word);
                Outcome::Done
            }
            Ran::Left(outcome, told) => {
                if let Some(told) = told {
                    transfer.take(&told, &jit.data.drivers[driver as usize]);
                }
                outcome
            }
        } as i64;
    }
    run_warm(jit, driver as usize, tick)
}

/// Does what is not only to run code.
#[inline(never)]
fn run_warm(jit: &NativeJit, driver: usize, tick: Tick) -> i64 {
    // The program may come here again before this call ends: work on a copy.
    // SAFETY: reads and writes of the whole, with no reference kept.
    let mut transfer = unsafe { (*tw_jit_transfer.0.get()).clone() };
    let outcome = match jit.enter_warm(driver, tick, &mut transfer) {
        // Nothing was done, but something may have moved what the transferred references are.
        Outcome::Continue => Outcome::ContinueRunningNormally,
        outcome => outcome,
    };
    unsafe { *tw_jit_transfer.0.get() = transfer };
    outcome as i64
}

/// Reads the environment, before the program starts. The JIT is set up later, unless a log is wanted.
#[unsafe(no_mangle)]
pub extern "C" fn tw_jit_init() {
    let mut params = Params::default();
    if let Some(problem) = params_from_environment(&mut params) {
        say!("{problem}");
    }
    // SAFETY: before anything else asks for it.
    let waiting = unsafe { &mut *WAITING.0.get() };
    waiting.params = Some(params);
    waiting.set_passes();
    if jitbackend::system::environment(c"PYPYLOG").is_some() {
        start();
    }
}

/// Writes the summary, after the program.
#[unsafe(no_mangle)]
pub extern "C" fn tw_jit_finish() {
    if let Some(jit) = jit() {
        jit.finish_log();
    }
}

/// # Safety
/// `text` points to `length` bytes.
unsafe fn text<'a>(text: *const u8, length: i64) -> &'a str {
    // SAFETY: promised by the caller.
    let bytes = unsafe { core::slice::from_raw_parts(text, length.max(0) as usize) };
    core::str::from_utf8(bytes).unwrap_or("")
}

fn answer(known: bool) -> i64 {
    if known { 0 } else { -1 }
}

/// `jit.set_param`.
///
/// # Safety
/// `name` points to `length` bytes.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn tw_jit_set_param(
    driver: i64,
    name: *const u8,
    length: i64,
    value: i64,
) -> i64 {
    // SAFETY: promised by the caller.
    let name = unsafe { text(name, length) };
    let mut known = true;
    set_params(driver, |params| known &= params.set(name, value));
    answer(known)
}

/// `jit.set_param` with a text: `enable_opts`.
///
/// # Safety
/// `name` and `value` point to as many bytes.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn tw_jit_set_param_text(
    driver: i64,
    name: *const u8,
    length: i64,
    value: *const u8,
    value_length: i64,
) -> i64 {
    // SAFETY: promised by the caller.
    let (name, value) = unsafe { (text(name, length), text(value, value_length)) };
    let mut known = name == "enable_opts";
    if known {
        set_params(driver, |params| {
            known &= params.parse(&format!("{name}={value}")).is_ok();
        });
    }
    answer(known)
}

/// `jit.set_param_to_default`.
///
/// # Safety
/// `name` points to `length` bytes.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn tw_jit_set_param_default(
    driver: i64,
    name: *const u8,
    length: i64,
) -> i64 {
    // SAFETY: promised by the caller.
    let name = unsafe { text(name, length) };
    let mut known = true;
    set_params(driver, |params| known &= params.set_default(name));
    answer(known)
}

/// An int that the program asks for: see `metainterp::seen`.
#[unsafe(no_mangle)]
pub extern "C" fn tw_jit_ask_int(what: i64, n: i64) -> i64 {
    if what == metainterp::seen::SET_COUNTING && jit().is_none() {
        start();
    }
    jit().map_or(0, |jit| jit.ask_int(what, n))
}

/// Seconds that the program asks for.
#[unsafe(no_mangle)]
pub extern "C" fn tw_jit_ask_float(n: i64) -> f64 {
    jit().map_or(0.0, |jit| jit.ask_float(n))
}

/// Length of a text that the program asks for.
#[unsafe(no_mangle)]
pub extern "C" fn tw_jit_ask_text(n: i64) -> i64 {
    jit().map_or(0, |jit| jit.ask_text(n) as i64)
}

/// The text itself.
///
/// # Safety
/// There is room for it at `to`.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn tw_jit_asked_text(to: *mut u8) {
    if let Some(jit) = jit() {
        // SAFETY: promised by the caller.
        unsafe { jit.asked_text(to) }
    }
}

/// A quasi-immutable field was written.
#[unsafe(no_mangle)]
pub extern "C" fn tw_jit_quasi_immutable_written(number: i64) -> i64 {
    jit().map_or(0, |jit| jit.quasi_immutable_written(number))
}

/// The frame of a virtual reference is wanted that has this token: the machine frame gives it.
#[unsafe(no_mangle)]
pub extern "C" fn tw_jit_force(token: i64) -> i64 {
    jit().map_or(0, |jit| jit.force(token))
}
