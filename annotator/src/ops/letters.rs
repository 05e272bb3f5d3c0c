//! The types of a row's parameters and result, as letters: `ie>0` takes an int and an item, and gives None. Rows of all
//! three tables have them: of operations, methods and built-in functions.
//!
//! `|` comes before optional parameters, `>` before the result. `*`: any arguments, which a handler or the library looks
//! at. `O` comes first: the first operand is the object of which other letters speak. (A method has its object anyway.)
//! As the result it is the object.
//!
//! Numbers and texts: `i` int, `n` int >= 0, `u` r_uint, `f` float (or int), `g` r_singlefloat, `b` bool, `B` the truth of
//! anything, `c` char, `w` unicode character, `s` str, `S` str or None, `U` unicode, `a` address, `p` and `q` where a range
//! begins and ends. Of the object's kind: `t` text, `T` the same or None, `y` text or character, `h` character, `l` list of
//! its texts, `C` its own type if it is a character, else a text. Of the object: `e` item, `k` key, `v` value, `m` a sequence
//! of its items, as an array and their number, `x` its type. `?` anything, `N` what a helper does not get, `0` None.

/// Maximum number of parameters of a row.
const MOST: usize = 4;

/// The letters of a row's types, taken apart when the table is compiled.
#[derive(Copy, Clone, Debug)]
pub struct Signature {
    letters: [char; MOST],
    /// The first operand is the object.
    pub object: bool,
    /// Counts the letters of parameters.
    pub(crate) count: usize,
    /// Counts the parameters that a call must give.
    pub required: usize,
    /// Any arguments may follow.
    pub any: bool,
    result: char,
}

impl Signature {
    pub(crate) const fn of(types: &str) -> Signature {
        let text = types.as_bytes();
        let mut s = Signature {
            letters: ['?'; MOST],
            object: false,
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
                b'O' => {
                    assert!(i == 0, "the object comes first");
                    s.object = true;
                }
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
