//! Classes of instances: comparison, and the store of one.

use super::super::encode::*;
use super::super::regs::Loc;
use crate::BackendError;
use crate::x86::assemble::state::{Asm, Res};
use alloc::format;
use jitmodel::{ConstValue, DescrRef, OpRef};

impl Asm<'_> {
    /// Compares the class of the instance in `r` with a constant one.
    pub(super) fn compare_class(&mut self, r: Gpr, class: OpRef) -> Res<()> {
        let Loc::Const(k) = self.regs.loc(class) else {
            return Err(BackendError::Internal("guard_class of a variable".into()));
        };
        let mem = self.world.mem;
        if let ConstValue::Int(vtable) = k
            // SAFETY: guards on classes have vtables.
            && let Some(tid) = unsafe { mem.type_id_of(vtable) }
        {
            cmp_mem32_imm(&mut self.c, Mem::new(r, 0), tid as i32);
            return Ok(());
        }
        let m = Mem::new(r, self.class_offset());
        match self.regs.imm32(class) {
            Some(imm) => self.c.alu_mem_imm(Alu::Cmp, m, imm),
            None => {
                self.regs.load_const(&mut self.c, R11, k);
                self.c.alu_mem(Alu::Cmp, m, R11);
            }
        }
        Ok(())
    }

    /// Writes the class of a new instance, unless its header tells it.
    pub(super) fn write_vtable(&mut self, object: Gpr, vtable: i64) {
        if self.world.mem.header_tells_class() {
            return;
        }
        let m = Mem::new(object, self.class_offset());
        if let Ok(vtable) = i32::try_from(vtable) {
            self.c.store_imm(m, vtable, 8);
        } else {
            self.c.mov_imm(R11, vtable);
            self.c.store(m, R11);
        }
    }

    /// Stores into a field; false if it is no class that the header tells.
    pub(super) fn store_class(
        &mut self,
        descr: DescrRef,
        object: OpRef,
        class: OpRef,
    ) -> Res<bool> {
        let mem = self.world.mem;
        if !mem.header_tells_class() || mem.descrs().typeptr != Some(descr) {
            return Ok(false);
        }
        let r = self.regs.gpr(&mut self.c, object)?;
        let class = self.regs.gpr(&mut self.c, class)?;
        let at = i32::try_from(mem.services().type_id_offset)
            .map_err(|e| BackendError::Internal(format!("type id in vtables: {e}")))?;
        self.c.load(R11, Mem::new(class, at));
        self.c.store_sized(Mem::new(r, 0), R11, 4);
        Ok(true)
    }

    /// Offset of the field with the class of instances that keep it themselves.
    fn class_offset(&self) -> i32 {
        let descrs = self.world.mem.descrs();
        descrs.typeptr.map_or(0, |d| descrs.field(d).offset) as i32
    }
}
