//! Messages of the protocol on streams: a header with a length, and JSON.

use lsp_server::Message;
use std::io::{BufRead, Error, ErrorKind, Read, Result};

/// The largest message that is taken, in bytes. Texts of programs are far smaller.
const LARGEST: u64 = 64 << 20;
/// The longest line of a header.
const LONGEST_LINE: u64 = 4096;

fn refused(why: impl Into<String>) -> Error {
    Error::new(ErrorKind::InvalidData, why.into())
}

/// The next message; `None` at the end. What is too large is refused before anything is made for it.
pub fn read(input: &mut impl BufRead) -> Result<Option<Message>> {
    let (mut size, mut begun) = (None, false);
    loop {
        let mut line = vec![];
        input.by_ref().take(LONGEST_LINE).read_until(b'\n', &mut line)?;
        match line.last() {
            None if begun => return Err(ErrorKind::UnexpectedEof.into()),
            None => return Ok(None),
            Some(b'\n') => begun = true,
            Some(_) => return Err(refused("a line of a message's header does not end")),
        }
        let line = String::from_utf8_lossy(&line);
        let line = line.trim_end();
        if line.is_empty() {
            break;
        }
        let Some((name, value)) = line.split_once(':') else {
            return Err(refused(format!("`{line}` is no header of a message")));
        };
        if name.eq_ignore_ascii_case("Content-Length") {
            let value = value.trim();
            size = Some(value.parse::<u64>().ok().filter(|n| *n <= LARGEST).ok_or_else(|| {
                refused(format!("a message of {value} bytes is refused: it may have {LARGEST}"))
            })?);
        }
    }
    let size = size.ok_or_else(|| refused("a message without a Content-Length"))?;
    let mut body = vec![];
    // (what is claimed and does not come takes no memory)
    if input.take(size).read_to_end(&mut body)? as u64 != size {
        return Err(ErrorKind::UnexpectedEof.into());
    }
    serde_json::from_slice(&body).map(Some).map_err(|e| refused(format!("no message: {e}")))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn what(text: &str) -> String {
        match read(&mut text.as_bytes()) {
            Ok(None) => "the end".into(),
            Ok(Some(Message::Notification(n))) => n.method,
            Ok(Some(other)) => format!("{other:?}"),
            Err(e) => e.to_string(),
        }
    }

    #[test]
    fn lengths_are_looked_at_first() {
        let body = r#"{"jsonrpc":"2.0","method":"exit"}"#;
        let with = |length: &str| what(&format!("Content-Length: {length}\r\n\r\n{body}"));
        assert_eq!(with(&body.len().to_string()), "exit");
        assert_eq!(what(&format!("content-length:{}\nX: y\n\n{body}", body.len())), "exit");
        assert_eq!(what(""), "the end");
        for absurd in ["99999999999999", "18446744073709551615", "99999999999999999999", "-1", "x"]
        {
            assert!(with(absurd).contains("is refused"), "{absurd}: {}", with(absurd));
        }
        assert!(with("67108864").contains("end of file"));
        assert!(what("\r\n{}").contains("without a Content-Length"));
        assert!(what("Content-Length: 9\r\n").contains("end of file"));
        assert!(what("nonsense\r\n\r\n").contains("no header"));
        assert!(what(&"x".repeat(10_000)).contains("does not end"));
        assert!(what("Content-Length: 2\r\n\r\n{}").contains("no message"));
    }
}
