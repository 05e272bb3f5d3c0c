//! The DWARF table of lines, so that debuggers and profilers show the program's own, and the table of frames, so that they find callers.

use crate::symbols::internal;
use cranelift_codegen::ir::SourceLoc;
use cranelift_codegen::isa::TargetIsa;
use cranelift_codegen::isa::unwind::systemv::UnwindInfo;
use cranelift_module::FuncId as Symbol;
use cranelift_object::ObjectProduct;
use flowmodel::diag::{SourceMap, Span};
use genc::Error;
use gimli::constants::*;
use gimli::write::{
    Address, AttributeValue, DirectoryId, Dwarf, EhFrame, EndianVec, FileId, FrameTable,
    LineProgram, LineString, RelocateWriter, Relocation, RelocationTarget, Sections, Unit,
};
use gimli::{Encoding, Format, LineEncoding, LittleEndian, SectionId};
use indexmap::IndexSet;
use object::write::Relocation as ObjectRelocation;
use object::{RelocationEncoding, RelocationFlags, RelocationKind, SectionKind};
use rustc_hash::FxHashMap;

/// Lines by number, which is what Cranelift keeps of an operation's place; and where the code of functions has which.
#[derive(Default)]
pub struct Lines<'a> {
    sources: Option<&'a SourceMap>,
    lines: IndexSet<(flowmodel::diag::FileId, u32)>,
    functions: Vec<FunctionLines>,
}

/// The code of a function.
pub struct FunctionLines {
    pub symbol: Symbol,
    pub size: u64,
    /// Positions where the code of each line begins.
    pub rows: Vec<(u32, u32)>,
    /// Rules for getting from its frame to the caller's.
    pub unwind: Option<UnwindInfo>,
}

impl<'a> Lines<'a> {
    /// Makes the table of lines with the texts of the program's files; none if there is to be no
    /// table.
    pub fn new(sources: Option<&'a SourceMap>) -> Lines<'a> {
        Lines { sources, ..Lines::default() }
    }

    /// The number of the line of a place.
    pub fn number(&mut self, span: Span) -> SourceLoc {
        let line = self.sources.and_then(|s| s.line_col(span.file, span.start));
        line.map_or(SourceLoc::default(), |(line, _)| {
            SourceLoc::new(self.lines.insert_full((span.file, line)).0 as u32)
        })
    }

    /// Notes the code of a function.
    pub fn function(&mut self, function: FunctionLines) {
        if self.sources.is_some() {
            self.functions.push(function);
        }
    }

    /// Adds the sections to the object.
    pub fn write(self, product: &mut ObjectProduct, isa: &dyn TargetIsa) -> Result<(), Error> {
        let Some(sources) = self.sources else { return Ok(()) };
        let encoding = Encoding { format: Format::Dwarf32, version: 4, address_size: 8 };
        let dir = std::env::current_dir().map_or(".".into(), |d| d.display().to_string());
        let text = |s: &str| LineString::String(s.as_bytes().to_vec());
        let name = "program";
        let mut program =
            LineProgram::new(encoding, LineEncoding::default(), text(&dir), None, text(name), None);
        let place = program.default_directory();
        let mut files: FxHashMap<flowmodel::diag::FileId, FileId> = FxHashMap::default();
        let mut end = 0;
        for FunctionLines { symbol, size, rows, .. } in &self.functions {
            let at = Address::Symbol { symbol: symbol.as_u32() as usize, addend: 0 };
            program.begin_sequence(Some(at));
            for (start, line) in rows {
                let Some((file, line)) = self.lines.get_index(*line as usize) else { continue };
                let Some(source) = sources.get(*file) else { continue };
                let file = *files
                    .entry(*file)
                    .or_insert_with(|| add_file(&mut program, &source.path, place));
                let row = program.row();
                row.address_offset = *start as u64;
                row.file = file;
                row.line = *line as u64;
                program.generate_row();
            }
            program.end_sequence(*size);
            let symbol = product.function_symbol(*symbol);
            end = end.max(product.object.symbol(symbol).value + size);
        }
        let Some(first) = self.functions.first() else { return Ok(()) };
        let start = Address::Symbol { symbol: first.symbol.as_u32() as usize, addend: 0 };
        let mut dwarf = Dwarf::new();
        let unit = dwarf.units.add(Unit::new(encoding, program));
        let unit = dwarf.units.get_mut(unit);
        let root = unit.root();
        let root = unit.get_mut(root);
        let producer = format!("translate {}", env!("CARGO_PKG_VERSION"));
        root.set(DW_AT_producer, AttributeValue::String(producer.into_bytes()));
        root.set(DW_AT_language, AttributeValue::Language(DW_LANG_Python));
        root.set(DW_AT_name, AttributeValue::String(name.as_bytes().to_vec()));
        root.set(DW_AT_comp_dir, AttributeValue::String(dir.into_bytes()));
        root.set(DW_AT_low_pc, AttributeValue::Address(start));
        root.set(DW_AT_high_pc, AttributeValue::Udata(end));
        let mut sections = Sections::new(Section::new());
        dwarf.write(&mut sections).map_err(internal)?;
        add_sections(product, &mut sections)?;
        self.frames(product, isa)
    }

    /// `.eh_frame`.
    fn frames(&self, product: &mut ObjectProduct, isa: &dyn TargetIsa) -> Result<(), Error> {
        let Some(mut entry) = isa.create_systemv_cie() else { return Ok(()) };
        // Relative, so that nobody changes it when the program is loaded.
        entry.fde_address_encoding = DwEhPe(DW_EH_PE_pcrel.0 | DW_EH_PE_sdata4.0);
        let mut frames = FrameTable::default();
        let common = frames.add_cie(entry);
        for f in &self.functions {
            let at = Address::Symbol { symbol: f.symbol.as_u32() as usize, addend: 0 };
            if let Some(unwind) = &f.unwind {
                frames.add_fde(common, unwind.to_fde(at));
            }
        }
        let mut section = EhFrame(Section::new());
        frames.write_eh_frame(&mut section).map_err(internal)?;
        let EhFrame(mut section) = section;
        let at =
            product.object.add_section(vec![], b".eh_frame".to_vec(), SectionKind::ReadOnlyData);
        product.object.set_section_data(at, section.bytes.take(), 8);
        for r in section.relocations {
            let RelocationTarget::Symbol(n) = r.target else { continue };
            let symbol = product.function_symbol(Symbol::from_u32(n as u32));
            let flags = RelocationFlags::Generic {
                kind: RelocationKind::Relative,
                encoding: RelocationEncoding::Generic,
                size: r.size * 8,
            };
            let new = ObjectRelocation { offset: r.offset as u64, symbol, addend: r.addend, flags };
            product.object.add_relocation(at, new).map_err(internal)?;
        }
        Ok(())
    }
}

fn add_file(program: &mut LineProgram, path: &str, place: DirectoryId) -> FileId {
    let path = if path.is_empty() { "unknown" } else { path };
    program.add_file(LineString::String(path.replace('\0', "?").into_bytes()), place, None)
}

/// A section that is being written.
#[derive(Clone)]
struct Section {
    bytes: EndianVec<LittleEndian>,
    relocations: Vec<Relocation>,
}

impl Section {
    fn new() -> Section {
        Section { bytes: EndianVec::new(LittleEndian), relocations: vec![] }
    }
}

impl RelocateWriter for Section {
    type Writer = EndianVec<LittleEndian>;
    fn writer(&self) -> &Self::Writer {
        &self.bytes
    }
    fn writer_mut(&mut self) -> &mut Self::Writer {
        &mut self.bytes
    }
    fn relocate(&mut self, relocation: Relocation) {
        self.relocations.push(relocation);
    }
}

fn add_sections(
    product: &mut ObjectProduct,
    sections: &mut Sections<Section>,
) -> Result<(), Error> {
    let mut made = vec![];
    let mut symbols: FxHashMap<SectionId, object::write::SymbolId> = FxHashMap::default();
    sections.for_each_mut(|id, section| {
        if !section.bytes.slice().is_empty() {
            let name = id.name().as_bytes().to_vec();
            let at = product.object.add_section(vec![], name, SectionKind::Debug);
            product.object.set_section_data(at, section.bytes.take(), 1);
            symbols.insert(id, product.object.section_symbol(at));
            made.push((at, std::mem::take(&mut section.relocations)));
        }
        Ok::<(), Error>(())
    })?;
    for (section, relocations) in made {
        for r in relocations {
            let symbol = match r.target {
                RelocationTarget::Symbol(n) => product.function_symbol(Symbol::from_u32(n as u32)),
                RelocationTarget::Section(id) => match symbols.get(&id) {
                    Some(s) => *s,
                    None => continue,
                },
            };
            let flags = RelocationFlags::Generic {
                kind: RelocationKind::Absolute,
                encoding: RelocationEncoding::Generic,
                size: r.size * 8,
            };
            let offset = r.offset as u64;
            let new = ObjectRelocation { offset, symbol, addend: r.addend, flags };
            product.object.add_relocation(section, new).map_err(internal)?;
        }
    }
    Ok(())
}
