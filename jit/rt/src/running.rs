//! The JIT of the running program, and how its variables are held.

use core::cell::UnsafeCell;

#[cfg(all(target_arch = "x86_64", target_os = "linux"))]
use jitbackend::x86::X86Cpu as NativeCpu;

/// There is no code generator for this machine.
#[cfg(not(all(target_arch = "x86_64", target_os = "linux")))]
type NativeCpu = jitbackend::llgraph::LlGraphCpu<jitbackend::RawMemory>;

/// The JIT of the running program.
pub type NativeJit = metainterp::Jit<NativeCpu>;

/// A global variable of a program, one thread of which runs at a time.
#[repr(transparent)]
pub struct Global<T>(pub(crate) UnsafeCell<T>);

// SAFETY: one thread of a generated program runs at a time.
unsafe impl<T> Sync for Global<T> {}

static JIT: Global<Option<&'static NativeJit>> = Global(UnsafeCell::new(None));

/// The JIT, once it is set up.
#[inline]
pub(crate) fn jit() -> Option<&'static NativeJit> {
    // SAFETY: written once, by `set_jit`.
    unsafe { *JIT.0.get() }
}

/// There is a JIT from now on.
///
/// # Safety
/// Nobody asks for it at the same time.
pub(crate) unsafe fn set_jit(jit: &'static NativeJit) {
    // SAFETY: by contract.
    unsafe { *JIT.0.get() = Some(jit) };
}
