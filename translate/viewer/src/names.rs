//! Reading the lines of dumps.

/// The name behind a `@` at the start of `text`, without quotes, and what follows it.
pub fn function(text: &str) -> Option<(String, &str)> {
    let rest = text.strip_prefix('@')?;
    let Some(quoted) = rest.strip_prefix('"') else {
        let end = rest.find(|c: char| !(c.is_alphanumeric() || c == '_' || c == '.'));
        let (name, rest) = rest.split_at(end.unwrap_or(rest.len()));
        return Some((name.to_string(), rest));
    };
    let mut name = String::new();
    let mut chars = quoted.char_indices();
    while let Some((at, c)) = chars.next() {
        match c {
            '"' => return Some((name, &quoted[at + 1..])),
            '\\' => name.extend(chars.next().map(|(_, c)| c)),
            c => name.push(c),
        }
    }
    None
}

/// All functions that a text names, texts in quotes left out.
pub fn functions(text: &str) -> Vec<String> {
    let mut found = vec![];
    let mut rest = text;
    while let Some(at) = rest.find(['@', '"', '\'']) {
        let here = &rest[at..];
        match function(here) {
            Some((name, behind)) => {
                found.push(name);
                rest = behind;
            }
            None => rest = behind_quotes(here),
        }
    }
    found
}

/// Gives what follows the text in quotes that `text` begins with.
fn behind_quotes(text: &str) -> &str {
    let mut chars = text.char_indices();
    let Some((_, quote)) = chars.next() else { return text };
    while let Some((at, c)) = chars.next() {
        match c {
            '\\' => drop(chars.next()),
            c if c == quote => return &text[at + c.len_utf8()..],
            _ => {}
        }
    }
    ""
}

/// A line without the comment at its end, and the comment. A `;` in quotes begins none.
pub fn comment(line: &str) -> (&str, &str) {
    let mut rest = line;
    while let Some(at) = rest.find([';', '"', '\'']) {
        let here = &rest[at..];
        if let Some(note) = here.strip_prefix(';') {
            return (line[..line.len() - here.len()].trim_end(), note.trim());
        }
        rest = behind_quotes(here);
    }
    (line.trim_end(), "")
}

/// Path and line of a place, `path:line:column-…`.
pub fn place(note: &str) -> Option<(&str, u32)> {
    let first = note.split(" calls ").next()?.split(" < ").next()?;
    let (first, _columns) = first.split_once('-').unwrap_or((first, ""));
    // A path may have `-` in it: then the columns are behind the last one.
    let whole = match first.rsplit_once(':').is_some_and(|(_, c)| c.parse::<u32>().is_ok()) {
        true => first,
        false => note.split(" < ").next()?.rsplit_once('-')?.0,
    };
    let (path, _column) = whole.rsplit_once(':')?;
    let (path, line) = path.rsplit_once(':')?;
    Some((path, line.parse().ok()?))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_and_quotes() {
        assert_eq!(functions(r#"@f, "@g", '"', @"odd \"name\"", u"\"@h""#), ["f", r#"odd "name""#]);
        assert_eq!(function("@a.2(%x"), Some(("a.2".into(), "(%x")));
    }

    #[test]
    fn comments() {
        assert_eq!(comment(r#"  %x = f ";" ; a.rpy:3:5-9"#), (r#"  %x = f ";""#, "a.rpy:3:5-9"));
        assert_eq!(comment("  return ';'"), ("  return ';'", ""));
    }

    #[test]
    fn places() {
        assert_eq!(place("a.rpy:3:5-9 calls @f"), Some(("a.rpy", 3)));
        assert_eq!(place("my-dir/a.rpy:3:5-4:9 < b.rpy:7:1-2"), Some(("my-dir/a.rpy", 3)));
        assert_eq!(place("?"), None);
    }
}
