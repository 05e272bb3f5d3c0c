//! Frames of the two interpreters (tracing and blackhole): register files whose references are rooted.

use crate::codes::StaticData;
use alloc::rc::Rc;
use alloc::vec::Vec;
use jitbackend::{RootBlock, RootTable};
use jitmodel::Kind;

/// A frame running one jitcode. `X` = what the tracer keeps in addition.
#[derive(Debug)]
pub struct Frame<X> {
    /// Index of the jitcode.
    pub jitcode: usize,
    /// Next instruction; while a callee runs, the `-live-` behind the call.
    pub pc: usize,
    /// Index at which its integers and floats begin in the stack's words.
    ints: usize,
    floats: usize,
    refs: RootBlock,
    /// The interpreter's own data.
    pub extra: X,
}

/// A stack of frames, and the exception being handled.
pub struct Stack<X> {
    roots: Rc<RootTable>,
    /// Outermost frame first.
    pub frames: Vec<Frame<X>>,
    /// Registers of all frames that are not references.
    words: Vec<i64>,
    /// Position at which the root blocks began; `usize::MAX` when converted away.
    mark: usize,
    /// Root slot with the last exception.
    exc: u32,
    /// The interpreter has registers of its own: frames have none.
    bare: bool,
}

/// Interpreter frames nest too deeply, or the root table is full.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct StackOverflow;

/// Registers of one frame.
pub struct Registers<'a> {
    ints: &'a mut [i64],
    floats: &'a mut [i64],
    refs: RootBlock,
    roots: &'a RootTable,
}

impl Registers<'_> {
    /// Reads a register.
    #[inline]
    pub fn get(&self, kind: Kind, reg: u8) -> i64 {
        match kind {
            Kind::Ref => self.refs.get(self.roots, reg as usize),
            Kind::Float => self.floats[reg as usize],
            _ => self.ints[reg as usize],
        }
    }

    /// Writes a register.
    #[inline]
    pub fn set(&mut self, kind: Kind, reg: u8, word: i64) {
        match kind {
            Kind::Ref => self.refs.set(self.roots, reg as usize, word),
            Kind::Float => self.floats[reg as usize] = word,
            _ => self.ints[reg as usize] = word,
        }
    }
}

impl<X> Stack<X> {
    /// An empty stack.
    pub fn new(roots: &Rc<RootTable>) -> Result<Self, StackOverflow> {
        let exc = roots.alloc(0).ok_or(StackOverflow)?;
        Ok(Stack {
            roots: roots.clone(),
            frames: Vec::new(),
            words: Vec::new(),
            mark: roots.mark(),
            exc,
            bare: false,
        })
    }

    /// An empty stack for an interpreter whose registers are in the frames' extra data.
    pub fn without_registers(roots: &Rc<RootTable>) -> Result<Self, StackOverflow> {
        let mut stack = Stack::new(roots)?;
        stack.bare = true;
        Ok(stack)
    }

    /// Pushes a frame for a jitcode, constants in place, at position 0.
    pub fn push(
        &mut self,
        data: &StaticData,
        jitcode: usize,
        extra: X,
    ) -> Result<(), StackOverflow> {
        if self.bare {
            let refs = self.roots.push_block(0).ok_or(StackOverflow)?;
            self.frames.push(Frame { jitcode, pc: 0, ints: 0, floats: 0, refs, extra });
            return Ok(());
        }
        let code = &data.jitcodes[jitcode];
        let consts = data.consts(jitcode);
        let [ni, nr, nf] = code.num_regs.map(usize::from);
        let refs = self.roots.push_block(nr + consts.refs.len()).ok_or(StackOverflow)?;
        for (n, &word) in consts.refs.iter().enumerate() {
            refs.set(&self.roots, nr + n, word);
        }
        let words = &mut self.words;
        words.reserve(ni + consts.ints.len() + nf + consts.floats.len());
        let mut file = |n: usize, consts: &[i64]| {
            let start = words.len();
            words.extend(core::iter::repeat_n(0, n));
            words.extend_from_slice(consts);
            start
        };
        let (ints, floats) = (file(ni, &consts.ints), file(nf, &consts.floats));
        self.frames.push(Frame { jitcode, pc: 0, ints, floats, refs, extra });
        Ok(())
    }

    /// Removes the innermost frame.
    pub fn pop(&mut self) -> Option<Frame<X>> {
        let frame = self.frames.pop()?;
        self.roots.pop_block(frame.refs);
        self.words.truncate(frame.ints);
        Some(frame)
    }

    /// The innermost frame.
    #[inline]
    pub fn top(&self) -> &Frame<X> {
        self.frames.last().expect("a frame is running")
    }

    /// The innermost frame.
    #[inline]
    pub fn top_mut(&mut self) -> &mut Frame<X> {
        self.frames.last_mut().expect("a frame is running")
    }

    /// Reads a register of frame `n`.
    #[inline]
    pub fn get(&self, n: usize, kind: Kind, reg: usize) -> i64 {
        let frame = &self.frames[n];
        match kind {
            Kind::Ref => frame.refs.get(&self.roots, reg),
            Kind::Float => self.words[frame.floats + reg],
            _ => self.words[frame.ints + reg],
        }
    }

    /// Writes a register of frame `n`.
    #[inline]
    pub fn set(&mut self, n: usize, kind: Kind, reg: usize, word: i64) {
        let frame = &self.frames[n];
        match kind {
            Kind::Ref => frame.refs.set(&self.roots, reg, word),
            Kind::Float => self.words[frame.floats + reg] = word,
            _ => self.words[frame.ints + reg] = word,
        }
    }

    /// The innermost frame's registers.
    #[inline]
    pub fn registers(&mut self) -> Registers<'_> {
        self.registers_and_extra().0
    }

    /// They, and what the interpreter keeps beside them.
    #[inline]
    pub fn registers_and_extra(&mut self) -> (Registers<'_>, &mut X) {
        let top = self.frames.last_mut().expect("a frame is running");
        let (low, floats) = self.words.split_at_mut(top.floats);
        let ints = &mut low[top.ints..];
        (Registers { ints, floats, refs: top.refs, roots: &self.roots }, &mut top.extra)
    }

    /// The exception being handled.
    pub fn exc(&self) -> i64 {
        self.roots.get(self.exc)
    }

    /// Sets the exception being handled.
    pub fn set_exc(&mut self, value: i64) {
        self.roots.set(self.exc, value);
    }

    /// Gives the same stack with other extra data in its frames.
    pub fn convert<Y>(mut self, mut extra: impl FnMut(X) -> Y) -> Stack<Y> {
        let frames = core::mem::take(&mut self.frames).into_iter().map(|f| Frame {
            jitcode: f.jitcode,
            pc: f.pc,
            ints: f.ints,
            floats: f.floats,
            refs: f.refs,
            extra: extra(f.extra),
        });
        let frames = frames.collect();
        let mark = core::mem::replace(&mut self.mark, usize::MAX); // `self` gives nothing back
        let words = core::mem::take(&mut self.words);
        Stack { roots: self.roots.clone(), frames, words, mark, exc: self.exc, bare: self.bare }
    }
}

impl<X> Drop for Stack<X> {
    fn drop(&mut self) {
        if self.mark != usize::MAX {
            self.roots.pop_to(self.mark);
            self.roots.release(self.exc);
        }
    }
}
