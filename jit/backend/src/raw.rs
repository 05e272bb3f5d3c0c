//! Real memory: [`Memory`] over addresses, as the descrs say, for the produced binary.

use crate::Memory;
use alloc::rc::Rc;
use alloc::vec::Vec;
use jitmodel::{ArrayDescr, DescrRef, DescrTable, Kind};

/// Flag in a byte of the header: a reference that is written into the object needs the barrier.
pub const OLD_FLAG: u8 = 1;

/// The bits of a header word that are the type id: arrays have flags above them.
const TYPE_ID: i64 = 0x3fff_fff8;

/// Offset of the header's byte with [`OLD_FLAG`].
pub const FLAGS_BYTE: u32 = 4;

/// Holds what the produced program gives to the run time. All functions are C functions of the
/// program.
///
/// Allocation functions may run a collection; they return zero-filled memory, or 0 and leave MemoryError pending.
#[repr(C)]
#[derive(Clone, Copy)]
pub struct RawServices {
    /// `(type id, size in bytes)` → address of a struct.
    pub malloc_fixed: extern "C" fn(i64, i64) -> i64,
    /// `(type id, base size, item size, length)` → address of an array with its length set.
    pub malloc_varsize: extern "C" fn(i64, i64, i64, i64) -> i64,
    /// Function to be called before a reference is written into an object: `(object, index, value)`, index -1 = not as
    /// an item; null = no barrier is needed. It does nothing unless the object's header has the flag [`OLD_FLAG`].
    pub write_barrier: Option<extern "C" fn(i64, i64, i64)>,
    /// `(object)` → its identity hash.
    pub identity_hash: extern "C" fn(i64) -> i64,
    /// The program's variable with the pending exception's class.
    pub exc_type: *mut i64,
    /// The program's variable with the pending exception's value (a root of the collector).
    pub exc_value: *mut i64,
    /// The program's shadow stack pointer: points to the first unused slot, slots hold references, it grows upwards.
    pub shadow_stack_top: *mut *mut i64,
    /// Collector's variable: the root table's range begins here.
    pub extra_roots_base: *mut *mut i64,
    /// Collector's variable: … and ends here.
    pub extra_roots_end: *mut *mut i64,
    /// Collector's variable: the function that it calls before it reads that range ([`crate::RootTable::forget_dead`]).
    pub before_extra_roots: *mut Option<extern "C" fn()>,
    /// Prebuilt data lies in `[prebuilt_start, prebuilt_end)` (may be larger, must not contain GC memory).
    pub prebuilt_start: i64,
    /// Address behind the prebuilt objects; see `prebuilt_start`.
    pub prebuilt_end: i64,
    /// Byte offsets of `subclassrange_min` and `subclassrange_max` in vtables.
    pub subclassrange_offsets: [i64; 2],
    /// Byte offset in vtables of the type id of the class's instances. Less than 0: they keep their class in the field
    /// `typeptr`. Else the lower half of their header tells it.
    pub type_id_offset: i64,
    /// Vtables by type id / 8, where headers tell classes.
    pub classes: *const i64,
    /// Bump allocation of memory that need not be zero, if the collector has it: the variables `free` (where the next object goes) and
    /// `top` (an object that ends beyond it needs a call; 0 = always). Null = always call. The header word of an object
    /// allocated inline is its type id.
    pub nursery_free: *mut i64,
    /// End of the nursery; see `nursery_free`.
    pub nursery_top: *mut i64,
}

/// Memory of this process.
pub struct RawMemory {
    descrs: Rc<DescrTable>,
    addresses: Rc<Vec<u64>>,
    services: RawServices,
    typeptr: Option<(i64, u8)>,
}

/// Extends the low `size` bytes of a word.
#[inline]
pub fn extend(value: i64, size: u32, signed: bool) -> i64 {
    match (size, signed) {
        (1, true) => value as i8 as i64,
        (1, false) => value as u8 as i64,
        (2, true) => value as i16 as i64,
        (2, false) => value as u16 as i64,
        (4, true) => value as i32 as i64,
        (4, false) => value as u32 as i64,
        _ => value,
    }
}

#[inline]
unsafe fn load(address: i64, size: u32, signed: bool) -> i64 {
    // SAFETY: the caller's descr describes the memory at `address`.
    unsafe {
        match (size, signed) {
            (1, true) => *(address as *const i8) as i64,
            (1, false) => *(address as *const u8) as i64,
            (2, true) => (address as *const i16).read_unaligned() as i64,
            (2, false) => (address as *const u16).read_unaligned() as i64,
            (4, true) => (address as *const i32).read_unaligned() as i64,
            (4, false) => (address as *const u32).read_unaligned() as i64,
            _ => (address as *const i64).read_unaligned(),
        }
    }
}

#[inline]
unsafe fn store(address: i64, size: u32, value: i64) {
    // SAFETY: the caller's descr describes the memory at `address`.
    unsafe {
        match size {
            1 => *(address as *mut u8) = value as u8,
            2 => (address as *mut u16).write_unaligned(value as u16),
            4 => (address as *mut u32).write_unaligned(value as u32),
            _ => (address as *mut i64).write_unaligned(value),
        }
    }
}

impl RawMemory {
    /// Memory as the descrs describe it.
    ///
    /// # Safety
    /// The descrs, addresses and services must be those of the running program.
    pub unsafe fn new(
        descrs: Rc<DescrTable>,
        addresses: Rc<Vec<u64>>,
        services: RawServices,
    ) -> Self {
        let typeptr = descrs.typeptr.map(|d| {
            let d = descrs.field(d);
            (d.offset as i64, d.size)
        });
        RawMemory { descrs, addresses, services, typeptr }
    }

    /// Gives what the program provides.
    pub fn services(&self) -> &RawServices {
        &self.services
    }

    /// The descrs.
    pub fn descrs(&self) -> &Rc<DescrTable> {
        &self.descrs
    }

    /// The address table.
    pub fn addresses(&self) -> &Rc<Vec<u64>> {
        &self.addresses
    }

    /// Says whether the lower half of an instance's header tells its class.
    pub fn header_tells_class(&self) -> bool {
        self.services.type_id_offset >= 0
    }

    /// Gives the type id of a class's instances, if headers tell classes.
    ///
    /// # Safety
    /// It must be the address of a vtable.
    pub unsafe fn type_id_of(&self, vtable: i64) -> Option<i64> {
        // SAFETY: promised by the caller.
        self.header_tells_class()
            .then(|| unsafe { load(vtable + self.services.type_id_offset, 8, true) })
    }

    #[inline]
    fn barrier(&self, object: i64, index: i64, value: i64, kind: Kind) {
        if kind == Kind::Ref
            && let Some(barrier) = self.services.write_barrier
        {
            barrier(object, index, value);
        }
    }

    #[inline]
    fn item(&self, array: i64, index: i64, descr: DescrRef) -> (i64, &ArrayDescr) {
        let d = self.descrs.array(descr);
        (array + d.basesize as i64 + index * d.itemsize as i64, d)
    }
}

impl Memory for RawMemory {
    #[inline]
    fn getfield(&self, object: i64, descr: DescrRef) -> i64 {
        let d = self.descrs.field(descr);
        // SAFETY: see `RawMemory::new`.
        unsafe { load(object + d.offset as i64, d.size as u32, d.signed) }
    }

    #[inline]
    fn setfield(&self, object: i64, descr: DescrRef, value: i64) {
        let d = self.descrs.field(descr);
        if self.descrs.typeptr == Some(descr)
            // SAFETY: what is stored there is a class.
            && let Some(tid) = unsafe { self.type_id_of(value) }
        {
            // SAFETY: see `RawMemory::new`.
            return unsafe { store(object, 4, tid) };
        }
        self.barrier(object, -1, value, d.kind);
        // SAFETY: see `RawMemory::new`.
        unsafe { store(object + d.offset as i64, d.size as u32, value) }
    }

    #[inline]
    fn getarrayitem(&self, array: i64, index: i64, descr: DescrRef) -> i64 {
        let (address, d) = self.item(array, index, descr);
        // SAFETY: see `RawMemory::new`.
        unsafe { load(address, d.itemsize, d.signed) }
    }

    #[inline]
    fn setarrayitem(&self, array: i64, index: i64, descr: DescrRef, value: i64) {
        let (address, d) = self.item(array, index, descr);
        self.barrier(array, index, value, d.kind);
        // SAFETY: see `RawMemory::new`.
        unsafe { store(address, d.itemsize, value) }
    }

    fn getinteriorfield(&self, array: i64, index: i64, descr: DescrRef) -> i64 {
        let d = self.descrs.interior(descr);
        let (address, _) = self.item(array, index, d.array);
        // SAFETY: see `RawMemory::new`.
        unsafe { load(address + d.offset as i64, d.size as u32, d.signed) }
    }

    fn setinteriorfield(&self, array: i64, index: i64, descr: DescrRef, value: i64) {
        let d = self.descrs.interior(descr);
        let (address, _) = self.item(array, index, d.array);
        self.barrier(array, index, value, d.kind);
        // SAFETY: see `RawMemory::new`.
        unsafe { store(address + d.offset as i64, d.size as u32, value) }
    }

    fn arraylen(&self, array: i64, descr: DescrRef) -> i64 {
        let d = self.descrs.array(descr);
        // SAFETY: see `RawMemory::new`.
        d.lendescr.map_or(0, |offset| unsafe { load(array + offset as i64, 8, true) })
    }

    fn raw_load(&self, base: i64, offset: i64, descr: DescrRef) -> i64 {
        let d = self.descrs.array(descr);
        // SAFETY: see `RawMemory::new`.
        unsafe { load(base.wrapping_add(offset), d.itemsize, d.signed) }
    }

    fn raw_store(&self, base: i64, offset: i64, descr: DescrRef, value: i64) {
        let d = self.descrs.array(descr);
        // SAFETY: see `RawMemory::new`.
        unsafe { store(base.wrapping_add(offset), d.itemsize, value) }
    }

    fn new(&self, size: DescrRef) -> i64 {
        let d = self.descrs.size(size);
        let object = (self.services.malloc_fixed)(d.tid as i64, d.size as i64);
        if let (Some(vtable), Some((offset, size))) = (d.vtable, self.typeptr)
            && object != 0
            && !self.header_tells_class()
        {
            let vtable = self.addresses[vtable.0 as usize] as i64;
            // SAFETY: a new instance, which begins with the root class's fields.
            unsafe { store(object + offset, size as u32, vtable) };
        }
        object
    }

    fn new_array(&self, length: i64, descr: DescrRef, _clear: bool) -> i64 {
        let d = self.descrs.array(descr);
        let (base, item) = (d.basesize as i64, d.itemsize as i64);
        (self.services.malloc_varsize)(d.tid as i64, base, item, length)
    }

    fn call(&self, function: i64, args: &[i64], descr: DescrRef) -> i64 {
        let d = self.descrs.call(descr);
        let (mut ints, mut floats, mut stack) = ([0i64; INT_REGS], [0f64; 8], [0i64; STACK_WORDS]);
        let (mut ni, mut nf, mut ns) = (0, 0, 0);
        for (&arg, kind) in args.iter().zip(&d.args) {
            if *kind == Kind::Float && nf < 8 {
                floats[nf] = f64::from_bits(arg as u64);
                nf += 1;
            } else if *kind != Kind::Float && ni < INT_REGS {
                ints[ni] = arg;
                ni += 1;
            } else {
                stack[ns] = arg;
                ns += 1;
            }
        }
        // SAFETY: function and descr belong together; see `call_native`.
        let raw = unsafe { call_native(function, &ints, &floats, (&stack, ns), d.result) };
        match d.result {
            Kind::Int => extend(raw, d.result_size as u32, d.result_signed),
            Kind::Void => 0,
            _ => raw,
        }
    }

    unsafe fn extend(
        &self,
        extension: i64,
        shifter: *mut (),
        frame: *mut i64,
        position: i64,
    ) -> i64 {
        type Extension = unsafe extern "C" fn(*mut (), *mut i64, i64) -> i64;
        // SAFETY: promised by the caller.
        unsafe {
            let extension: Extension = core::mem::transmute(extension as usize);
            extension(shifter, frame, position)
        }
    }

    #[inline]
    fn class_of(&self, instance: i64) -> i64 {
        // SAFETY: an instance begins with its header and the root class's fields.
        unsafe {
            if self.header_tells_class() {
                // (Logs ask this of other objects, too.)
                let tid = load(instance, 4, false) & TYPE_ID;
                return load(self.services.classes as i64 + tid, 8, false);
            }
            let offset = self.typeptr.map_or(0, |t| t.0);
            load(instance + offset, 8, false)
        }
    }

    fn is_subclass(&self, class: i64, base: i64) -> bool {
        let [min, max] = self.services.subclassrange_offsets;
        // SAFETY: vtables begin with the range.
        unsafe {
            let id = load(class + min, 8, true);
            load(base + min, 8, true) <= id && id < load(base + max, 8, true)
        }
    }

    #[inline]
    fn exc_class(&self) -> i64 {
        // SAFETY: the program's variable.
        unsafe { *self.services.exc_type }
    }

    #[inline]
    fn exc_value(&self) -> i64 {
        // SAFETY: the program's variable.
        unsafe { *self.services.exc_value }
    }

    fn set_exc(&self, class: i64, value: i64) {
        // SAFETY: the program's variables.
        unsafe {
            *self.services.exc_type = class;
            *self.services.exc_value = value;
        }
    }

    fn identity_hash(&self, object: i64) -> i64 {
        // The system loads a program at another address in each run, and runs are to be alike.
        match self.is_prebuilt(object) {
            true => object - self.services.prebuilt_start,
            false => (self.services.identity_hash)(object),
        }
    }

    fn string_bytes(&self, string: i64) -> Vec<u8> {
        let Some(descr) = self.descrs.string.filter(|_| string != 0) else { return Vec::new() };
        let length = self.arraylen(string, descr).max(0) as usize;
        let basesize = self.descrs.array(descr).basesize as i64;
        // SAFETY: a string of that length.
        unsafe { core::slice::from_raw_parts((string + basesize) as *const u8, length) }.to_vec()
    }

    fn type_id(&self, object: i64) -> Option<u32> {
        self.header_tells_class().then_some(())?;
        // SAFETY: an object has a header word then.
        Some((unsafe { load(object, 4, false) } & TYPE_ID) as u32)
    }

    fn is_prebuilt(&self, object: i64) -> bool {
        self.services.prebuilt_start <= object && object < self.services.prebuilt_end
    }
}

#[cfg(target_arch = "aarch64")]
const INT_REGS: usize = 8;
#[cfg(not(target_arch = "aarch64"))]
const INT_REGS: usize = 6;

/// Arguments that can be on the stack.
const STACK_WORDS: usize = 48;

/// Calls a C function with any mix of arguments. Both x86-64 (System V) and AArch64 (AAPCS64) number integer and
/// floating point argument registers independently, and a callee does not look at registers and stack words that
/// it does not expect: so one signature with all registers and enough stack words serves every function. `used` words are passed
/// on the stack, or some more.
unsafe fn call_native(
    function: i64,
    i: &[i64; INT_REGS],
    f: &[f64; 8],
    (stack, used): (&[i64; STACK_WORDS], usize),
    result: Kind,
) -> i64 {
    macro_rules! word {
        ($n:literal) => {
            i64
        };
    }
    macro_rules! go {
        ([$($int:literal)*] [$($s:literal)*]) => {{
            type F<R> = unsafe extern "C" fn(
                $(word!($int),)* f64, f64, f64, f64, f64, f64, f64, f64 $(, word!($s))*
            ) -> R;
            // SAFETY: see above; `function` is the address of a function.
            unsafe {
                if result == Kind::Float {
                    let function: F<f64> = core::mem::transmute(function as usize);
                    function($(i[$int],)* f[0], f[1], f[2], f[3], f[4], f[5], f[6], f[7]
                        $(, stack[$s])*).to_bits() as i64
                } else {
                    let function: F<i64> = core::mem::transmute(function as usize);
                    function($(i[$int],)* f[0], f[1], f[2], f[3], f[4], f[5], f[6], f[7]
                        $(, stack[$s])*)
                }
            }
        }};
    }
    macro_rules! sized {
        ([$($int:literal)*]) => {
            match used {
                0 => go!([$($int)*] []),
                1..=8 => go!([$($int)*] [0 1 2 3 4 5 6 7]),
                _ => go!([$($int)*] [
                    0 1 2 3 4 5 6 7 8 9 10 11 12 13 14 15 16 17 18 19 20 21 22 23
                    24 25 26 27 28 29 30 31 32 33 34 35 36 37 38 39 40 41 42 43 44 45 46 47
                ]),
            }
        };
    }
    #[cfg(target_arch = "aarch64")]
    {
        sized!([0 1 2 3 4 5 6 7])
    }
    #[cfg(not(target_arch = "aarch64"))]
    {
        sized!([0 1 2 3 4 5])
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    extern "C" fn mix(
        a: i64,
        x: f64,
        b: i8,
        c: i64,
        d: i64,
        e: i64,
        f: i64,
        g: i64,
        y: f64,
    ) -> f64 {
        (a + b as i64 * 10 + c * 100 + d * 1000 + e * 10000 + f * 100000 + g * 1000000) as f64
            + x * y
    }

    extern "C" fn count(n: i64) -> u8 {
        (n * 200) as u8
    }

    #[test]
    fn native_calls() {
        let (i, f) = ([1, 2, 3, 4, 5, 6], [0.5, 8.0, 0., 0., 0., 0., 0., 0.]);
        let mut stack = [0; STACK_WORDS];
        stack[0] = 7;
        let mix = mix as *const () as i64;
        for used in [1, 8, 9] {
            let result = unsafe { call_native(mix, &i, &f, (&stack, used), Kind::Float) };
            assert_eq!(f64::from_bits(result as u64), 7654321.0 + 4.0);
        }
        let count = count as *const () as i64;
        let raw = unsafe { call_native(count, &[2; 6], &[0.0; 8], (&stack, 0), Kind::Int) };
        assert_eq!(extend(raw, 1, false), 144);
        assert_eq!(extend(0x1ff, 1, true), -1);
    }
}
