//! A compact byte format (LEB128 integers, length-prefixed lists) for the data that the
//! codewriter puts into the produced binary.

use alloc::string::String;
use alloc::vec::Vec;
use core::fmt;

/// Says why a blob could not be read.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct BlobError {
    /// Offset of the offending byte.
    pub offset: usize,
    /// Names what was being read.
    pub what: &'static str,
}

impl fmt::Display for BlobError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "corrupt JIT data at byte {}: {}", self.offset, self.what)
    }
}

impl core::error::Error for BlobError {}

/// Appends values to a byte vector.
#[derive(Default)]
pub struct Writer {
    /// The bytes so far.
    pub bytes: Vec<u8>,
}

impl Writer {
    /// One byte.
    pub fn u8(&mut self, value: u8) {
        self.bytes.push(value);
    }

    /// A boolean as one byte.
    pub fn bool(&mut self, value: bool) {
        self.bytes.push(value as u8);
    }

    /// An unsigned integer, LEB128.
    pub fn uint(&mut self, mut value: u64) {
        while value >= 0x80 {
            self.bytes.push(value as u8 | 0x80);
            value >>= 7;
        }
        self.bytes.push(value as u8);
    }

    /// A signed integer, zigzag LEB128.
    pub fn int(&mut self, value: i64) {
        self.uint(((value << 1) ^ (value >> 63)) as u64);
    }

    /// A string.
    pub fn str(&mut self, value: &str) {
        self.uint(value.len() as u64);
        self.bytes.extend_from_slice(value.as_bytes());
    }

    /// Bytes.
    pub fn blob(&mut self, value: &[u8]) {
        self.uint(value.len() as u64);
        self.bytes.extend_from_slice(value);
    }

    /// An optional index.
    pub fn opt(&mut self, value: Option<u32>) {
        self.uint(value.map_or(0, |v| v as u64 + 1));
    }

    /// A list.
    pub fn list<T>(&mut self, items: &[T], mut each: impl FnMut(&mut Writer, &T)) {
        self.uint(items.len() as u64);
        for item in items {
            each(self, item);
        }
    }

    /// Items that can be read one by one ([`Pieces`]).
    pub fn pieces<T>(&mut self, items: impl Iterator<Item = T>, each: impl Fn(&mut Writer, T)) {
        let (mut ends, mut all) = (Writer::default(), Writer::default());
        for item in items {
            each(&mut all, item);
            let end = u32::try_from(all.bytes.len()).expect("less than 4 GB of JIT data");
            ends.bytes.extend_from_slice(&end.to_le_bytes());
        }
        self.blob(&ends.bytes);
        self.blob(&all.bytes);
    }
}

/// Items of a list, which are read in any order.
#[derive(Clone, Copy, Debug, Default)]
pub struct Pieces<'a> {
    /// Where each of them ends in `bytes`: words of four bytes.
    ends: &'a [u8],
    bytes: &'a [u8],
}

impl<'a> Pieces<'a> {
    /// Number of items.
    pub fn len(&self) -> usize {
        self.ends.len() / 4
    }

    /// Says whether there are none.
    pub fn is_empty(&self) -> bool {
        self.ends.is_empty()
    }

    fn end(&self, index: usize) -> Option<usize> {
        let word = self.ends.get(index * 4..index * 4 + 4)?;
        Some(u32::from_le_bytes(word.try_into().ok()?) as usize)
    }

    /// Begins to read an item.
    pub fn get(&self, index: usize) -> Option<Reader<'a>> {
        let begin = index.checked_sub(1).map_or(Some(0), |before| self.end(before))?;
        self.bytes.get(begin..self.end(index)?).map(Reader::new)
    }
}

/// Reads what [`Writer`] wrote. That is done once: its functions are called, which is less code.
pub struct Reader<'a> {
    bytes: &'a [u8],
    pos: usize,
}

impl<'a> Reader<'a> {
    /// Reads from the beginning of `bytes`.
    pub fn new(bytes: &'a [u8]) -> Self {
        Reader { bytes, pos: 0 }
    }

    /// An error at the current position.
    pub fn error(&self, what: &'static str) -> BlobError {
        BlobError { offset: self.pos, what }
    }

    /// Says whether everything was read.
    pub fn at_end(&self) -> bool {
        self.pos == self.bytes.len()
    }

    /// One byte.
    #[inline(never)]
    pub fn u8(&mut self) -> Result<u8, BlobError> {
        let byte = *self.bytes.get(self.pos).ok_or(self.error("byte expected"))?;
        self.pos += 1;
        Ok(byte)
    }

    /// A boolean.
    pub fn bool(&mut self) -> Result<bool, BlobError> {
        Ok(self.u8()? != 0)
    }

    /// An unsigned integer.
    #[inline(never)]
    pub fn uint(&mut self) -> Result<u64, BlobError> {
        // Most are small.
        if let Some(&byte) = self.bytes.get(self.pos).filter(|byte| **byte < 0x80) {
            self.pos += 1;
            return Ok(byte.into());
        }
        let mut value = 0u64;
        for shift in (0..70).step_by(7) {
            let byte = self.u8()?;
            value |= ((byte & 0x7f) as u64).checked_shl(shift).unwrap_or(0);
            if byte & 0x80 == 0 {
                return Ok(value);
            }
        }
        Err(self.error("integer too long"))
    }

    /// An unsigned integer that fits 32 bits.
    #[inline(never)]
    pub fn u32(&mut self) -> Result<u32, BlobError> {
        u32::try_from(self.uint()?).map_err(|_| self.error("32-bit integer expected"))
    }

    /// An unsigned integer that fits 16 bits.
    #[inline(never)]
    pub fn u16(&mut self) -> Result<u16, BlobError> {
        u16::try_from(self.uint()?).map_err(|_| self.error("16-bit integer expected"))
    }

    /// A signed integer.
    #[inline(never)]
    pub fn int(&mut self) -> Result<i64, BlobError> {
        let raw = self.uint()?;
        Ok((raw >> 1) as i64 ^ -((raw & 1) as i64))
    }

    /// Bytes.
    #[inline(never)]
    pub fn blob(&mut self) -> Result<&'a [u8], BlobError> {
        let len = self.uint()? as usize;
        let end = self.pos.checked_add(len).filter(|&e| e <= self.bytes.len());
        let end = end.ok_or(self.error("bytes expected"))?;
        let out = &self.bytes[self.pos..end];
        self.pos = end;
        Ok(out)
    }

    /// A string.
    #[inline(never)]
    pub fn str(&mut self) -> Result<String, BlobError> {
        String::from_utf8(self.blob()?.to_vec()).map_err(|_| self.error("UTF-8 expected"))
    }

    /// An optional index.
    #[inline(never)]
    pub fn opt(&mut self) -> Result<Option<u32>, BlobError> {
        let raw = self.uint()?;
        Ok(if raw == 0 { None } else { Some((raw - 1) as u32) })
    }

    /// Items that were written one by one.
    pub fn pieces(&mut self) -> Result<Pieces<'a>, BlobError> {
        Ok(Pieces { ends: self.blob()?, bytes: self.blob()? })
    }

    /// A list.
    pub fn list<T>(
        &mut self,
        mut each: impl FnMut(&mut Reader<'a>) -> Result<T, BlobError>,
    ) -> Result<Vec<T>, BlobError> {
        let len = self.uint()?;
        // (each takes a byte at least, in a blob that is whole)
        let most = self.bytes.len() - self.pos;
        let mut out = Vec::with_capacity(most.min(len as usize));
        for _ in 0..len {
            out.push(each(self)?);
        }
        Ok(out)
    }
}
