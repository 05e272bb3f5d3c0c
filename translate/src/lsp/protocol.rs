//! The messages of the editor's protocol (LSP 3.17), as far as the server understands them.
//!
//! Field names on the wire are in camel case. Fields that nobody here reads are passed over.

use serde::{Deserialize, Serialize};
use std::os::unix::ffi::{OsStrExt, OsStringExt};
use std::path::{Path, PathBuf};

pub const DID_OPEN: &str = "textDocument/didOpen";
pub const DID_CHANGE: &str = "textDocument/didChange";
pub const DID_SAVE: &str = "textDocument/didSave";
pub const DID_CLOSE: &str = "textDocument/didClose";
pub const PUBLISH_DIAGNOSTICS: &str = "textDocument/publishDiagnostics";
pub const EXIT: &str = "exit";
pub const HOVER: &str = "textDocument/hover";
pub const DEFINITION: &str = "textDocument/definition";
pub const PREPARE_CALLS: &str = "textDocument/prepareCallHierarchy";
pub const INCOMING_CALLS: &str = "callHierarchy/incomingCalls";
pub const OUTGOING_CALLS: &str = "callHierarchy/outgoingCalls";

/// The editor sends the whole text after each change.
pub const SYNC_FULL: u8 = 1;
pub const SEVERITY_ERROR: u8 = 1;
pub const SEVERITY_WARNING: u8 = 2;
pub const SYMBOL_METHOD: u8 = 6;
pub const SYMBOL_FUNCTION: u8 = 12;

/// A place in a text: line and UTF-16 unit, both counted from 0.
#[derive(Clone, Copy, PartialEq, Debug, Default, Serialize, Deserialize)]
pub struct Position {
    pub line: u32,
    pub character: u32,
}

/// A part of a text; the end is not in it.
#[derive(Clone, Copy, PartialEq, Default, Serialize, Deserialize)]
pub struct Range {
    pub start: Position,
    pub end: Position,
}

/// The address of a file: `file://` and its absolute path, with escapes.
#[derive(Clone, PartialEq, Serialize, Deserialize)]
pub struct Uri(pub String);

impl Uri {
    /// The address of an absolute path.
    pub fn of(path: &Path) -> Option<Uri> {
        if !path.is_absolute() {
            return None;
        }
        let mut uri = String::from("file://");
        for byte in path.as_os_str().as_bytes() {
            match byte {
                b'a'..=b'z' | b'A'..=b'Z' | b'0'..=b'9' => uri.push(*byte as char),
                b'/' | b'-' | b'_' | b'.' | b'~' | b'+' | b',' | b'@' | b'=' | b'!' => {
                    uri.push(*byte as char);
                }
                _ => uri += &format!("%{byte:02X}"),
            }
        }
        Some(Uri(uri))
    }

    /// The path, if it is the address of a file on this machine.
    pub fn path(&self) -> Option<PathBuf> {
        let rest = self.0.strip_prefix("file://")?;
        let rest = rest.strip_prefix("localhost").unwrap_or(rest);
        let mut bytes = rest.split(['?', '#']).next()?.bytes();
        let mut path = vec![];
        while let Some(byte) = bytes.next() {
            let mut digit = || Some((bytes.next()? as char).to_digit(16)? as u8);
            path.push(if byte == b'%' { digit()? * 16 + digit()? } else { byte });
        }
        let path = PathBuf::from(std::ffi::OsString::from_vec(path));
        path.is_absolute().then_some(path)
    }
}

#[derive(Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct Open {
    pub text_document: OpenText,
}

#[derive(Deserialize)]
pub struct OpenText {
    pub uri: Uri,
    pub text: String,
}

#[derive(Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct Change {
    pub text_document: Text,
    pub content_changes: Vec<NewText>,
}

/// A text as it is now.
#[derive(Deserialize)]
pub struct NewText {
    pub text: String,
}

#[derive(Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct Close {
    pub text_document: Text,
}

#[derive(Deserialize)]
pub struct Text {
    pub uri: Uri,
}

/// Names what hovering, definitions and call hierarchies are asked for.
#[derive(Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct At {
    pub text_document: Text,
    pub position: Position,
}

/// A function whose callers or callees are asked for.
#[derive(Deserialize)]
pub struct Of {
    pub item: CallHierarchyItem,
}

#[derive(Serialize)]
pub struct Hover {
    pub contents: Markup,
}

#[derive(Serialize)]
pub struct Markup {
    pub kind: &'static str,
    pub value: String,
}

#[derive(Clone, PartialEq, Serialize, Deserialize)]
pub struct Location {
    pub uri: Uri,
    pub range: Range,
}

#[derive(Clone, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct Diagnostic {
    pub range: Range,
    pub severity: u8,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub code: Option<String>,
    pub source: String,
    pub message: String,
    #[serde(default)]
    pub related_information: Vec<Related>,
}

#[derive(Clone, PartialEq, Serialize, Deserialize)]
pub struct Related {
    pub location: Location,
    pub message: String,
}

#[derive(Serialize)]
pub struct Published {
    pub uri: Uri,
    pub diagnostics: Vec<Diagnostic>,
}

#[derive(Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct CallHierarchyItem {
    pub name: String,
    pub kind: u8,
    #[serde(default)]
    pub detail: String,
    pub uri: Uri,
    pub range: Range,
    pub selection_range: Range,
}

#[derive(Serialize)]
#[serde(rename_all = "camelCase")]
pub struct IncomingCall {
    pub from: CallHierarchyItem,
    pub from_ranges: Vec<Range>,
}

#[derive(Serialize)]
#[serde(rename_all = "camelCase")]
pub struct OutgoingCall {
    pub to: CallHierarchyItem,
    pub from_ranges: Vec<Range>,
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn addresses_of_files() {
        for (path, uri) in [
            ("/a/b.rpy", "file:///a/b.rpy"),
            ("/two words/ß#1%", "file:///two%20words/%C3%9F%231%25"),
        ] {
            assert_eq!(Uri::of(Path::new(path)).map(|u| u.0), Some(uri.into()));
            assert_eq!(Uri(uri.into()).path(), Some(path.into()));
        }
        assert_eq!(Uri("file://localhost/a:b".into()).path(), Some("/a:b".into()));
        assert_eq!(Uri("file:///a%3ab".into()).path(), Some("/a:b".into()));
        for none in ["untitled:1", "file://other/a", "file:///a%4", "file:///a%zz"] {
            assert_eq!(Uri(none.into()).path(), None, "{none}");
        }
        assert!(Uri::of(Path::new("a.rpy")).is_none());
    }
}
