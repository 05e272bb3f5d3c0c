//! The types of a row's parameters and result, as letters: `ie>0` takes an int and an item, and gives None.
//!
//! `|` comes before optional parameters, `>` before the result. `*`: any arguments, which a handler or the library looks
//! at. `i` int, `n` int >= 0, `p` and `q` where a range begins and ends, `b` bool, `s` str, `U` unicode, `t` text of the
//! object's kind, `T` the same or None, `y` text or character of its kind, `h` character of its kind, `l` list of its
//! texts, `C` its own type if it is a character, else a text; `e` item, `k` key, `v` value, `x` the object's type, `?`
//! anything, `0` None.

/// Maximum number of parameters of a row.
const MOST: usize = 4;

/// The letters of a row's types, taken apart when the table is compiled.
#[derive(Copy, Clone, Debug)]
pub struct Signature {
    letters: [char; MOST],
    /// Counts the letters of parameters.
    pub(crate) count: usize,
    /// Counts the parameters that a call must give.
    pub(crate) required: usize,
    /// Any arguments may follow.
    pub(crate) any: bool,
    result: char,
}

impl Signature {
    pub(crate) const fn of(types: &str) -> Signature {
        let text = types.as_bytes();
        let mut s = Signature {
            letters: ['?'; MOST],
            count: 0,
            required: MOST + 1,
            any: false,
            result: '?',
        };
        let mut i = 0;
        while i < text.len() {
            match text[i] {
                b'>' => {
                    assert!(i + 2 == text.len(), "one letter stands for the result");
                    s.result = text[i + 1] as char;
                    break;
                }
                b'|' => s.required = s.count,
                b'*' => s.any = true,
                letter => {
                    s.letters[s.count] = letter as char;
                    s.count += 1;
                }
            }
            i += 1;
        }
        if s.required > s.count {
            s.required = s.count;
        }
        s
    }
    /// The letters of the parameters.
    pub fn parameters(&self) -> &[char] {
        &self.letters[..self.count]
    }
    /// The letter of the result.
    pub fn result(&self) -> char {
        self.result
    }
}
