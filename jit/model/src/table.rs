//! Tables that a program has as bytes: an entry is read when somebody first asks for it. The tables of an interpreter are large, and a
//! short run of it traces nothing, or a part.

use crate::blob::{BlobError, Pieces, Reader, Writer};
use alloc::boxed::Box;
use alloc::string::String;
use alloc::vec::Vec;
use core::cell::OnceCell;
use core::ops::{Index, IndexMut};

/// An entry of a [`Table`].
pub trait Entry: Sized {
    /// Writes the entry.
    fn write(&self, w: &mut Writer);

    /// Reads what [`Entry::write`] wrote.
    fn read(r: &mut Reader<'_>) -> Result<Self, BlobError>;
}

impl Entry for String {
    fn write(&self, w: &mut Writer) {
        w.str(self);
    }

    fn read(r: &mut Reader<'_>) -> Result<Self, BlobError> {
        r.str()
    }
}

/// A table. Entries that were stored may be followed by others.
#[derive(Clone, Debug)]
pub struct Table<T> {
    entries: Vec<OnceCell<Box<T>>>,
    stored: Pieces<'static>,
}

impl<T> Default for Table<T> {
    fn default() -> Self {
        Table { entries: Vec::new(), stored: Pieces::default() }
    }
}

impl<T: Entry> Table<T> {
    /// Appends an entry.
    pub fn push(&mut self, entry: T) {
        self.entries.push(OnceCell::from(Box::new(entry)));
    }

    /// Number of entries.
    pub fn len(&self) -> usize {
        self.entries.len()
    }

    /// Says whether there are none.
    pub fn is_empty(&self) -> bool {
        self.entries.is_empty()
    }

    /// An entry.
    #[inline]
    pub fn get(&self, index: usize) -> Option<&T> {
        let entry = self.entries.get(index)?;
        Some(match entry.get() {
            Some(entry) => entry,
            None => entry.get_or_init(|| self.made(index)),
        })
    }

    /// Reads a stored entry. (Blobs are whole when they are read, and the tool that wrote one has read it.)
    #[cold]
    #[inline(never)]
    fn made(&self, index: usize) -> Box<T> {
        let mut r = self.stored.get(index).expect("an entry that was not stored is there");
        let entry = T::read(&mut r).unwrap_or_else(|error| panic!("{error}"));
        Box::new(entry)
    }

    /// The bytes of an entry that is stored and that nobody has asked for.
    pub fn unread(&self, index: usize) -> Option<Reader<'static>> {
        let unread = self.entries.get(index)?.get().is_none();
        self.stored.get(index).filter(|_| unread)
    }

    /// All entries in order.
    pub fn iter(&self) -> impl Iterator<Item = &T> {
        (0..self.len()).map(|index| &self[index])
    }

    /// All entries in order, to be changed.
    pub fn iter_mut(&mut self) -> impl Iterator<Item = &mut T> {
        (0..self.len()).for_each(|index| {
            self.get(index);
        });
        self.entries.iter_mut().map(|entry| &mut **entry.get_mut().expect("it was read"))
    }

    /// Writes the table.
    pub fn write(&self, w: &mut Writer) {
        w.pieces(self.iter(), |w, entry| entry.write(w));
    }

    /// Prepares to read what [`Table::write`] wrote.
    pub fn read(r: &mut Reader<'static>) -> Result<Self, BlobError> {
        let stored = r.pieces()?;
        let mut entries = Vec::new();
        entries.resize_with(stored.len(), OnceCell::new);
        Ok(Table { entries, stored })
    }
}

impl<T: Entry> Index<usize> for Table<T> {
    type Output = T;

    #[inline]
    fn index(&self, index: usize) -> &T {
        match self.get(index) {
            Some(entry) => entry,
            None => panic!("a table of {} entries has no entry {index}", self.len()),
        }
    }
}

impl<T: Entry> IndexMut<usize> for Table<T> {
    fn index_mut(&mut self, index: usize) -> &mut T {
        self.get(index);
        self.entries[index].get_mut().expect("it was read")
    }
}

impl<T: Entry> FromIterator<T> for Table<T> {
    fn from_iter<I: IntoIterator<Item = T>>(entries: I) -> Self {
        let mut table = Table::default();
        entries.into_iter().for_each(|entry| table.push(entry));
        table
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn entries_are_read_when_they_are_asked_for() {
        let words = ["", "short", "a longer one"];
        let table: Table<String> = words.iter().map(|w| (*w).into()).collect();
        let mut w = Writer::default();
        table.write(&mut w);
        w.u8(7);
        let mut r = Reader::new(w.bytes.leak());
        let mut read = Table::<String>::read(&mut r).unwrap();
        assert_eq!((r.u8(), read.len()), (Ok(7), 3));
        assert_eq!(read[2], words[2]);
        assert!(read.unread(1).is_some() && read.unread(2).is_none());
        read.push("more".into());
        read[1].push_str("er");
        assert!(read.iter().eq(["", "shorter", words[2], "more"]));
        assert_eq!((read.get(4), read.unread(3).is_some()), (None, false));
    }

    #[test]
    fn stored_tables_are_whole() {
        let table: Table<String> = ["one", "two"].iter().map(|w| (*w).into()).collect();
        let mut w = Writer::default();
        table.write(&mut w);
        let bytes: &'static [u8] = w.bytes.leak();
        for cut in 0..bytes.len() {
            assert!(Table::<String>::read(&mut Reader::new(&bytes[..cut])).is_err());
        }
    }
}
