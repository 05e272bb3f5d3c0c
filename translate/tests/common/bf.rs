//! BF for the tests: a reference interpreter and a generator of random programs that terminate by construction.

use proptest::prelude::*;
use proptest::test_runner::TestRng;

/// Gives what the program prints: cells are machine words that wrap around, output is the low byte.
pub fn reference(program: &str, input: &[u8]) -> Vec<u8> {
    let code: Vec<u8> = program.bytes().filter(|c| b"[]<>+-,.".contains(c)).collect();
    let mut jump = vec![0; code.len()];
    let mut open = vec![];
    for (at, c) in code.iter().enumerate() {
        match c {
            b'[' => open.push(at),
            b']' => {
                let from = open.pop().expect("balanced");
                jump[from] = at;
                jump[at] = from;
            }
            _ => {}
        }
    }
    let (mut pc, mut at, mut cells, mut out) = (0, 0, vec![0u64], vec![]);
    let mut input = input.iter();
    while pc < code.len() {
        match code[pc] {
            b'>' => {
                at += 1;
                if at == cells.len() {
                    cells.push(0);
                }
            }
            b'<' => at -= 1,
            b'+' => cells[at] = cells[at].wrapping_add(1),
            b'-' => cells[at] = cells[at].wrapping_sub(1),
            b'.' => out.push(cells[at] as u8),
            b',' => cells[at] = input.next().copied().unwrap_or(0) as u64,
            b'[' if cells[at] == 0 => pc = jump[pc],
            b']' if cells[at] != 0 => pc = jump[pc],
            _ => {}
        }
        pc += 1;
    }
    out
}

/// Makes the choices of the generator.
struct Choices(TestRng);

impl Choices {
    /// A number below `n`.
    fn below(&mut self, n: u64) -> u64 {
        self.0.random_range(0..n)
    }
}

/// Cells that only ever hold small numbers >= 0, so that a loop that counts one down ends.
const COUNTED: usize = 3;
/// Cells with any value; no loop depends on them.
const FREE: usize = 3;
/// Deepest nesting of counting loops; each has a counter cell of its own after the others.
const DEPTH: usize = 3;

/// A program that ends: loops either count down a cell that nothing in them touches, or drain or clear a cell that is
/// never negative.
fn program(blocks: usize, rng: TestRng) -> String {
    let mut g = Generator { r: Choices(rng), text: String::new(), at: 0 };
    // The iterations of nested loops multiply: what is left of the budget bounds them.
    for _ in 0..blocks {
        g.block(0, 400);
    }
    for cell in 0..COUNTED + FREE {
        g.go(cell);
        g.text.push('.');
    }
    g.text
}

/// Such programs, up to three blocks long.
pub fn programs() -> impl Strategy<Value = String> {
    prop_oneof![1 => Just(1usize), 1 => Just(2), 6 => Just(3)].prop_perturb(program)
}

struct Generator {
    r: Choices,
    text: String,
    at: usize,
}

impl Generator {
    fn go(&mut self, cell: usize) {
        while self.at < cell {
            self.text.push('>');
            self.at += 1;
        }
        while self.at > cell {
            self.text.push('<');
            self.at -= 1;
        }
    }

    fn counted(&mut self) -> usize {
        self.r.below(COUNTED as u64) as usize
    }

    fn free(&mut self) -> usize {
        COUNTED + self.r.below(FREE as u64) as usize
    }

    fn repeat(&mut self, c: char, most: u64) {
        for _ in 0..=self.r.below(most) {
            self.text.push(c);
        }
    }

    fn block(&mut self, depth: usize, budget: u64) {
        for _ in 0..=self.r.below(4) {
            self.statement(depth, budget);
        }
    }

    fn statement(&mut self, depth: usize, budget: u64) {
        match self.r.below(11) {
            0 | 1 => {
                let c = self.counted();
                self.go(c);
                self.repeat('+', 3);
            }
            2 | 3 => {
                let c = self.free();
                self.go(c);
                let op = if self.r.below(2) == 0 { '+' } else { '-' };
                self.repeat(op, 4);
            }
            4 => {
                let c = if self.r.below(2) == 0 { self.counted() } else { self.free() };
                self.go(c);
                self.text.push('.');
            }
            // A counted cell moves to another one and perhaps to a free one.
            5 | 6 => {
                let (a, mut b, c) = (self.counted(), self.counted(), self.free());
                if a == b {
                    b = (a + 1) % COUNTED;
                }
                self.go(a);
                self.text.push_str("[-");
                self.go(b);
                self.text.push('+');
                if self.r.below(2) == 0 {
                    self.go(c);
                    let op = if self.r.below(2) == 0 { '+' } else { '-' };
                    self.repeat(op, 2);
                }
                self.go(a);
                self.text.push(']');
            }
            7 => {
                let a = self.counted();
                self.go(a);
                self.text.push_str("[-]");
            }
            // If a counted cell is not zero: once, as it is cleared at the end.
            8 if depth < DEPTH => {
                let a = self.counted();
                self.go(a);
                self.text.push('[');
                let c = self.free();
                self.go(c);
                self.repeat('+', 3);
                self.go(a);
                self.text.push_str("[-]");
                self.text.push(']');
            }
            _ if depth < DEPTH && budget > 3 => {
                let counter = COUNTED + FREE + depth;
                let n = 2 + self.r.below(budget.min(40) - 2);
                self.go(counter);
                for _ in 0..n {
                    self.text.push('+');
                }
                self.text.push('[');
                let early = self.r.below(2) == 0;
                if early {
                    self.text.push('-');
                }
                self.block(depth + 1, budget / n);
                self.go(counter);
                if !early {
                    self.text.push('-');
                }
                self.text.push(']');
            }
            _ => {}
        }
    }
}
