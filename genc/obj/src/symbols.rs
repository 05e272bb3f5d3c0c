//! Symbols and data of the object.

use cranelift_codegen::ir::{
    ExtFuncData, ExternalName, FuncRef, GlobalValue, GlobalValueData, Signature, UserExternalName,
    types,
};
use cranelift_codegen::isa::TargetIsa;
use cranelift_frontend::FunctionBuilder;
use cranelift_module::{DataDescription, DataId, FuncId, Linkage, Module};
use cranelift_object::ObjectModule;
use genc::Error;
use rustc_hash::FxHashMap;
use std::sync::Arc;

/// The namespace of data among Cranelift's names; that of functions is 0.
pub const DATA: u32 = 1;

/// The object that is being made.
pub struct Symbols {
    /// The object.
    pub module: ObjectModule,
    /// The machine that code is made for.
    pub isa: Arc<dyn TargetIsa>,
    funcs: FxHashMap<String, FuncId>,
    data: FxHashMap<String, DataId>,
    strings: FxHashMap<Vec<u8>, DataId>,
}

/// Says what a word of data points to.
#[derive(Copy, Clone)]
pub enum Target {
    /// A function.
    Func(FuncId),
    /// Data, and bytes from its start.
    Data(DataId, i64),
}

/// Contents of data.
#[derive(Default)]
pub struct Image {
    /// The bytes; zeros where addresses go.
    pub bytes: Vec<u8>,
    /// The addresses.
    pub relocs: Vec<(usize, Target)>,
}

impl Image {
    /// An image of zeros.
    pub fn zeros(size: usize) -> Image {
        Image { bytes: vec![0; size], relocs: vec![] }
    }
    /// Writes the low bytes of a number.
    pub fn put(&mut self, at: usize, value: u64, size: usize) {
        self.bytes[at..at + size].copy_from_slice(&value.to_le_bytes()[..size]);
    }
    /// Writes an address.
    pub fn point(&mut self, at: usize, to: Target) {
        self.relocs.push((at, to));
    }
    /// Adds a number at the end.
    pub fn push(&mut self, value: u64, size: usize) {
        self.bytes.extend_from_slice(&value.to_le_bytes()[..size]);
    }
    /// Adds an address at the end, or a null.
    pub fn push_pointer(&mut self, to: Option<Target>) {
        if let Some(to) = to {
            self.relocs.push((self.bytes.len(), to));
        }
        self.push(0, 8);
    }
}

/// An error of Cranelift as one of ours.
pub fn internal(e: impl std::fmt::Display) -> Error {
    Error::Internal(format!("object file: {e}"))
}

impl Symbols {
    /// An empty object.
    pub fn new(module: ObjectModule, isa: Arc<dyn TargetIsa>) -> Symbols {
        Symbols {
            module,
            isa,
            funcs: FxHashMap::default(),
            data: FxHashMap::default(),
            strings: FxHashMap::default(),
        }
    }
    /// A signature without parameters.
    pub fn signature(&self) -> Signature {
        Signature::new(self.isa.default_call_conv())
    }
    /// A function; one that the object does not define is of the run time or of a library.
    pub fn func(
        &mut self,
        name: &str,
        linkage: Linkage,
        signature: &Signature,
    ) -> Result<FuncId, Error> {
        if let Some(f) = self.funcs.get(name) {
            return Ok(*f);
        }
        let f = self.module.declare_function(name, linkage, signature).map_err(internal)?;
        self.funcs.insert(name.into(), f);
        Ok(f)
    }
    /// A function that is called only from elsewhere.
    pub fn import(&mut self, name: &str) -> Result<FuncId, Error> {
        let signature = self.signature();
        self.func(name, Linkage::Import, &signature)
    }
    /// Data.
    pub fn data(&mut self, name: &str, linkage: Linkage, writable: bool) -> Result<DataId, Error> {
        if linkage == Linkage::Import
            && let Some(d) = self.data.get(name)
        {
            return Ok(*d);
        }
        let d = self.module.declare_data(name, linkage, writable, false).map_err(internal)?;
        self.data.insert(name.into(), d);
        Ok(d)
    }
    /// Data that has been asked for.
    pub fn known_data(&self, name: &str) -> Option<DataId> {
        self.data.get(name).copied()
    }
    /// Data that is defined elsewhere, or later.
    pub fn import_data(&mut self, name: &str) -> Result<DataId, Error> {
        self.data(name, Linkage::Import, true)
    }
    /// Gives data its contents.
    pub fn define(&mut self, id: DataId, image: Image, align: u64) -> Result<(), Error> {
        let mut d = DataDescription::new();
        d.set_align(align);
        if image.relocs.is_empty() && image.bytes.iter().all(|b| *b == 0) {
            d.define_zeroinit(image.bytes.len());
        } else {
            d.define(image.bytes.into_boxed_slice());
        }
        for (at, to) in image.relocs {
            match to {
                Target::Func(f) => {
                    let f = self.module.declare_func_in_data(f, &mut d);
                    d.write_function_addr(at as u32, f);
                }
                Target::Data(to, addend) => {
                    let to = self.module.declare_data_in_data(to, &mut d);
                    d.write_data_addr(at as u32, to, addend);
                }
            }
        }
        self.module.define_data(id, &d).map_err(internal)
    }
    /// Declares and defines data.
    pub fn define_as(
        &mut self,
        name: &str,
        linkage: Linkage,
        writable: bool,
        image: Image,
    ) -> Result<DataId, Error> {
        let id = self.data(name, linkage, writable)?;
        self.define(id, image, 8)?;
        Ok(id)
    }
    /// A text with a zero after it.
    pub fn string(&mut self, text: &[u8]) -> Result<DataId, Error> {
        if let Some(d) = self.strings.get(text) {
            return Ok(*d);
        }
        let id = self.module.declare_anonymous_data(false, false).map_err(internal)?;
        let mut bytes = text.to_vec();
        bytes.push(0);
        self.define(id, Image { bytes, relocs: vec![] }, 1)?;
        self.strings.insert(text.to_vec(), id);
        Ok(id)
    }
}

/// The machine's type for values of a type; none for Void.
pub fn machine_type(ty: flowmodel::Type) -> Option<cranelift_codegen::ir::Type> {
    Some(match ty {
        flowmodel::Type::Float => types::F64,
        flowmodel::Type::SingleFloat => types::F32,
        _ => match ty.size() {
            0 => return None,
            1 => types::I8,
            2 => types::I16,
            4 => types::I32,
            _ => types::I64,
        },
    })
}

/// A function of the object, for a function that is being built.
pub(crate) fn import_function(
    b: &mut FunctionBuilder<'_>,
    symbol: FuncId,
    signature: &Signature,
) -> FuncRef {
    let name = UserExternalName { namespace: 0, index: symbol.as_u32() };
    let name = b.func.declare_imported_user_function(name);
    let signature = b.func.import_signature(signature.clone());
    b.import_function(ExtFuncData {
        name: ExternalName::user(name),
        signature,
        colocated: true,
        patchable: false,
    })
}

/// Data of the object, for a function that is being built.
pub(crate) fn import_data(b: &mut FunctionBuilder<'_>, data: DataId) -> GlobalValue {
    let name = UserExternalName { namespace: DATA, index: data.as_u32() };
    let name = b.func.declare_imported_user_function(name);
    b.create_global_value(GlobalValueData::Symbol {
        name: ExternalName::user(name),
        offset: 0.into(),
        colocated: true,
        tls: false,
    })
}
