//! All that the codewriter hands to the run time, as one blob plus an address table.

use crate::Kind;
use crate::blob::{BlobError, Reader, Writer};
use crate::descr::{AddrRef, DescrRef, DescrTable};
use crate::jitcode::{JitCode, Liveness};
use crate::table::Table;
use alloc::string::String;
use alloc::vec::Vec;

/// Says how a green variable is compared and hashed in green keys.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
#[repr(u8)]
pub enum GreenType {
    /// It is compared by value (ints, chars, bools, raw addresses).
    Int = 0,
    /// It is compared by bits.
    Float = 1,
    /// A string, by content.
    Str = 2,
    /// Another object, by identity.
    Object = 3,
}

/// A function that the run time calls: address and `CallDescr`.
pub type Function = (AddrRef, DescrRef);

/// A virtualizable of a `JitDriver` (`_virtualizable_`): which of its places live in traces instead of in memory.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Virtualizable {
    /// Index of the red variable that it is.
    pub red: u32,
    /// Other red variables that may be the same object, by their types.
    pub alike: Vec<u32>,
    /// It is never stored: only calls that are given it can look at it.
    pub private: bool,
    /// Nobody uses it when the portal has been left.
    pub dies: bool,
    /// Field that tells whoever looks at it which machine frame has its values (a `FieldDescr`), or 0, if it is not
    /// private.
    pub token: Option<DescrRef>,
    /// Its fields (`FieldDescr`s).
    pub fields: Vec<DescrRef>,
    /// Its arrays: the field that holds one (`FieldDescr`), and its items (`ArrayDescr`).
    pub arrays: Vec<(DescrRef, DescrRef)>,
}

impl Virtualizable {
    /// Says whether all but the red variable is the same.
    pub fn is_like(&self, other: &Virtualizable) -> bool {
        let rest = |v: &Virtualizable| (v.private, v.dies, v.token);
        rest(self) == rest(other) && self.fields == other.fields && self.arrays == other.arrays
    }

    /// Says whether the object of `other` has such places, if it is the same object.
    pub fn shares(&self, other: &Virtualizable) -> bool {
        let has = |d: &DescrRef| other.fields.contains(d) || other.arrays.iter().any(|a| a.0 == *d);
        self.token.is_some() && self.token == other.token
            || self.fields.iter().chain(self.arrays.iter().map(|a| &a.0)).any(has)
    }
}

/// A `JitDriver`.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct JitDriverDesc {
    /// Its name.
    pub name: String,
    /// Green variables, ordered ints, refs, floats.
    pub greens: Vec<(String, GreenType)>,
    /// Red variables, ordered ints, refs, floats.
    pub reds: Vec<(String, Kind)>,
    /// Kind of the portal's result.
    pub result: Kind,
    /// Index of the portal's jitcode.
    pub portal: u32,
    /// Bytecode position of the `jit_merge_point` in the portal.
    pub merge_point_pc: u32,
    /// The portal itself, called with greens then reds: continues interpretation.
    pub portal_runner: Option<Function>,
    /// `get_printable_location(*greens)`.
    pub get_printable_location: Option<Function>,
    /// `confirm_enter_jit(*greens, *reds)`.
    pub confirm_enter_jit: Option<Function>,
    /// `can_never_inline(*greens)`.
    pub can_never_inline: Option<Function>,
    /// `should_unroll_one_iteration(*greens)`.
    pub should_unroll_one_iteration: Option<Function>,
    /// `get_unique_id(*greens)`.
    pub get_unique_id: Option<Function>,
    /// A text of what `get_location(*greens)` gives.
    pub get_location: Option<Function>,
    /// The portal may call itself.
    pub is_recursive: bool,
    /// The virtualizables among the reds.
    pub virtualizables: Vec<Virtualizable>,
}

/// Bits of a mark's number, plus one, in the second argument of [`JitProgram::traceback`], which begins with the oldest.
pub const MARK_BITS: u32 = 21;

/// The JIT data of a program.
#[derive(Clone, Debug, Default)]
pub struct JitProgram {
    /// All descrs.
    pub descrs: DescrTable,
    /// All jitcodes.
    pub jitcodes: Table<JitCode>,
    /// Live registers at the `-live-`s.
    pub liveness: Liveness,
    /// The jitdrivers.
    pub jitdrivers: Vec<JitDriverDesc>,
    /// The linker symbol that each entry of the address table names (`symbol` or `symbol+offset`). Also used in logs.
    pub addresses: Table<String>,
    /// The function that hears of events of the JIT; it gets the event's step.
    pub event_hook: Option<Function>,
    /// Code is made by the timeshifter (`--jit=timeshift`), not by tracing.
    pub timeshifts: bool,
    /// The function that takes marks for tracebacks ([`JitCode::marks`]): it gets the exception's class and
    /// marks.
    pub traceback: Option<Function>,
}

const MAGIC: &[u8; 4] = b"TWJ1";

impl JitProgram {
    /// Writes everything but the addresses' values.
    pub fn to_bytes(&self) -> Vec<u8> {
        let mut w = Writer { bytes: MAGIC.to_vec() };
        self.descrs.write(&mut w);
        self.jitcodes.write(&mut w);
        w.blob(&self.liveness.bytes);
        w.list(&self.jitdrivers, |w, d| {
            let function = |w: &mut Writer, f: Option<Function>| {
                w.opt(f.map(|f| f.0.0));
                w.opt(f.map(|f| f.1.0));
            };
            w.str(&d.name);
            w.list(&d.greens, |w, (name, ty)| {
                w.str(name);
                w.u8(*ty as u8);
            });
            w.list(&d.reds, |w, (name, kind)| {
                w.str(name);
                w.u8(*kind as u8);
            });
            w.u8(d.result as u8);
            w.uint(d.portal as u64);
            w.uint(d.merge_point_pc as u64);
            function(w, d.portal_runner);
            function(w, d.get_printable_location);
            function(w, d.confirm_enter_jit);
            function(w, d.can_never_inline);
            function(w, d.should_unroll_one_iteration);
            function(w, d.get_unique_id);
            function(w, d.get_location);
            w.bool(d.is_recursive);
            w.list(&d.virtualizables, |w, v| {
                w.uint(v.red as u64);
                w.list(&v.alike, |w, red| w.uint(*red as u64));
                w.u8(v.private as u8 | (v.dies as u8) << 1);
                w.opt(v.token.map(|d| d.0));
                w.list(&v.fields, |w, d| w.uint(d.0 as u64));
                w.list(&v.arrays, |w, (field, items)| {
                    w.uint(field.0 as u64);
                    w.uint(items.0 as u64);
                });
            });
        });
        self.addresses.write(&mut w);
        w.opt(self.event_hook.map(|f| f.0.0));
        w.opt(self.event_hook.map(|f| f.1.0));
        w.opt(self.traceback.map(|f| f.0.0));
        w.opt(self.traceback.map(|f| f.1.0));
        w.bool(self.timeshifts);
        w.bytes
    }

    /// Reads what [`JitProgram::to_bytes`] wrote.
    pub fn from_bytes(bytes: &'static [u8]) -> Result<Self, BlobError> {
        let body = bytes.strip_prefix(MAGIC);
        let body = body.ok_or(BlobError { offset: 0, what: "not JIT data of this version" })?;
        let mut r = Reader::new(body);
        let descrs = DescrTable::read(&mut r)?;
        let jitcodes = Table::read(&mut r)?;
        let liveness = Liveness::from_bytes(r.blob()?);
        let jitdrivers = r.list(|r| {
            fn kind(r: &mut Reader<'_>) -> Result<Kind, BlobError> {
                let byte = r.u8()?;
                Kind::from_u8(byte).ok_or(r.error("kind expected"))
            }
            fn function(r: &mut Reader<'_>) -> Result<Option<Function>, BlobError> {
                Ok(r.opt()?.map(AddrRef).zip(r.opt()?.map(DescrRef)))
            }
            Ok(JitDriverDesc {
                name: r.str()?,
                greens: r.list(|r| {
                    let name = r.str()?;
                    let ty = match r.u8()? {
                        0 => GreenType::Int,
                        1 => GreenType::Float,
                        2 => GreenType::Str,
                        3 => GreenType::Object,
                        _ => return Err(r.error("green type expected")),
                    };
                    Ok((name, ty))
                })?,
                reds: r.list(|r| Ok((r.str()?, kind(r)?)))?,
                result: kind(r)?,
                portal: r.u32()?,
                merge_point_pc: r.u32()?,
                portal_runner: function(r)?,
                get_printable_location: function(r)?,
                confirm_enter_jit: function(r)?,
                can_never_inline: function(r)?,
                should_unroll_one_iteration: function(r)?,
                get_unique_id: function(r)?,
                get_location: function(r)?,
                is_recursive: r.bool()?,
                virtualizables: r.list(|r| {
                    let (red, alike) = (r.u32()?, r.list(|r| r.u32())?);
                    let flags = r.u8()?;
                    Ok(Virtualizable {
                        red,
                        alike,
                        private: flags & 1 != 0,
                        dies: flags & 2 != 0,
                        token: r.opt()?.map(DescrRef),
                        fields: r.list(|r| Ok(DescrRef(r.u32()?)))?,
                        arrays: r.list(|r| Ok((DescrRef(r.u32()?), DescrRef(r.u32()?))))?,
                    })
                })?,
            })
        })?;
        let addresses = Table::read(&mut r)?;
        let event_hook = r.opt()?.map(AddrRef).zip(r.opt()?.map(DescrRef));
        let traceback = r.opt()?.map(AddrRef).zip(r.opt()?.map(DescrRef));
        let timeshifts = r.bool()?;
        if !r.at_end() {
            return Err(r.error("end expected"));
        }
        Ok(JitProgram {
            descrs,
            jitcodes,
            liveness,
            jitdrivers,
            addresses,
            event_hook,
            timeshifts,
            traceback,
        })
    }
}
