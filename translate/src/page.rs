//! Writing pages of HTML.

use crate::failure::{Failure, Res};
use std::io::Write as _;
use std::path::{Path, PathBuf};

/// Writes the page: in a file beside it until it is complete.
pub struct Page {
    file: tempfile::NamedTempFile,
    _watched: crate::ends::Temporary,
    place: PathBuf,
}

impl Page {
    /// Errors: nothing can be written there.
    pub fn new(place: &Path) -> Res<Page> {
        let failed =
            |e: String| Failure::Io(format!("cannot write the page to {}: {e}", place.display()));
        if place.is_dir() {
            return Err(failed("it is a folder".into()));
        }
        let parent = place.parent().filter(|p| !p.as_os_str().is_empty());
        let file = tempfile::Builder::new()
            .prefix(".translate-")
            .permissions(std::os::unix::fs::PermissionsExt::from_mode(0o666))
            .tempfile_in(parent.unwrap_or(Path::new(".")))
            .map_err(|e| failed(e.to_string()))?;
        let _watched = crate::ends::Temporary::new(file.path());
        Ok(Page { file, _watched, place: place.into() })
    }

    /// Writes it.
    pub fn write(mut self, text: &str) -> Res<()> {
        let failed =
            |e: std::io::Error| Failure::Io(format!("cannot write {}: {e}", self.place.display()));
        self.file.write_all(text.as_bytes()).map_err(failed)?;
        let place = self.place.clone();
        self.file
            .persist(&place)
            .map_err(|e| Failure::Io(format!("cannot write {}: {}", place.display(), e.error)))?;
        Ok(())
    }
}
