//! Functions that generating extensions call: `jitmodel::extension`.

use jitbackend::RawMemory;
use metainterp::timeshift::Shifter;

/// The timeshifter, as extensions have its address.
type Native = Shifter<'static, RawMemory>;

/// Executes an instruction.
///
/// # Safety
/// `shifter` is the timeshifter that has called the extension; so in the other functions.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn tw_ext_step(shifter: *mut Native, at: i64, next: i64, other: i64) -> i64 {
    // SAFETY: promised by the caller. The timeshifter does nothing while the extension runs.
    unsafe { (*shifter).extended_step(at, next, other) }
}

/// Executes an instruction, behind which an integer register is known.
///
/// # Safety
/// As for [`tw_ext_step`].
#[unsafe(no_mangle)]
pub unsafe extern "C" fn tw_ext_step_known(
    shifter: *mut Native,
    at: i64,
    next: i64,
    reg: i64,
) -> i64 {
    // SAFETY: as above.
    unsafe { (*shifter).extended_step_known(at, next, reg) }
}

/// Says whether an integer register is known.
///
/// # Safety
/// As for [`tw_ext_step`].
#[unsafe(no_mangle)]
pub unsafe extern "C" fn tw_ext_known(shifter: *mut Native, reg: i64) -> i64 {
    // SAFETY: as above.
    unsafe { (*shifter).extended_known(reg) }
}

/// The object in a reference register, or null.
///
/// # Safety
/// As for [`tw_ext_step`].
#[unsafe(no_mangle)]
pub unsafe extern "C" fn tw_ext_object(shifter: *mut Native, reg: i64) -> i64 {
    // SAFETY: as above.
    unsafe { (*shifter).extended_object(reg) }
}

/// Executes a pure operation, or a copy.
///
/// # Safety
/// As for [`tw_ext_step`].
#[unsafe(no_mangle)]
pub unsafe extern "C" fn tw_ext_pure(shifter: *mut Native, operands: i64, next: i64) -> i64 {
    // SAFETY: as above.
    unsafe { (*shifter).extended_pure(operands, next) }
}

/// Reads or writes memory, or allocates.
///
/// # Safety
/// As for [`tw_ext_step`].
#[unsafe(no_mangle)]
pub unsafe extern "C" fn tw_ext_memory(
    shifter: *mut Native,
    operands: i64,
    descr: i64,
    at: i64,
    next: i64,
) -> i64 {
    // SAFETY: as above.
    unsafe { (*shifter).extended_memory(operands, descr, at, next) }
}

/// Tests.
///
/// # Safety
/// As for [`tw_ext_step`].
#[unsafe(no_mangle)]
pub unsafe extern "C" fn tw_ext_test(
    shifter: *mut Native,
    operands: i64,
    next: i64,
    other: i64,
) -> i64 {
    // SAFETY: as above.
    unsafe { (*shifter).extended_test(operands, next, other) }
}
