//! The machine over real memory and generated code, with a copying collector that moves everything at every chance.

use super::{Machine, Parts, World};
use jitbackend::x86::X86Cpu;
use jitbackend::{Memory, RawMemory, RawServices, RootTable};
use jitmodel::{ArrayDescr, Descr, DescrRef, DescrTable, Kind};
use metainterp::{Jit, Logger, Outcome, StaticData, Transfer};
use std::cell::{Cell, RefCell};
use std::collections::HashMap;
use std::rc::{Rc, Weak};

const WORDS: usize = 1 << 12;
const POISON: i64 = 0x7ead_beef_dead_beef;

/// The collector's state, and what native functions need.
struct State {
    descrs: Rc<DescrTable>,
    by_tid: HashMap<i64, DescrRef>,
    roots: Rc<RootTable>,
    space: RefCell<Vec<i64>>,
    /// Spaces given up, kept so that stale addresses hit poison.
    old: RefCell<Vec<Vec<i64>>>,
    free: Box<Cell<i64>>,
    limit: Box<Cell<i64>>,
    end: Cell<i64>,
    exc: Box<Cell<[i64; 2]>>,
    stress: Cell<bool>,
    output: RefCell<Vec<i64>>,
    exc_size: DescrRef,
    ovf_size: DescrRef,
    exc_code: DescrRef,
    string: DescrRef,
    machine: RefCell<Weak<Machine<RawCpu>>>,
    pub collections: Cell<u32>,
}

thread_local! {
    static STATE: RefCell<Option<Rc<State>>> = const { RefCell::new(None) };
}

fn state() -> Rc<State> {
    STATE.with(|s| s.borrow().clone().unwrap())
}

fn word(address: i64) -> *mut i64 {
    address as *mut i64
}

impl State {
    fn set_limit(&self) {
        self.limit.set(if self.stress.get() { 0 } else { self.end.get() });
    }

    fn new_space(&self, words: usize) {
        // (Only functions hand out what is zero; machine code has to clear.)
        let space = vec![POISON; words];
        self.free.set(space.as_ptr() as i64);
        self.end.set(space.as_ptr() as i64 + 8 * words as i64);
        self.set_limit();
        let old = std::mem::replace(&mut *self.space.borrow_mut(), space);
        self.old.borrow_mut().push(old);
    }

    fn size_of(&self, object: i64) -> i64 {
        let tid = unsafe { *word(object) };
        assert!(self.by_tid.contains_key(&tid), "not an object at {object:#x}: {tid:#x}");
        let bytes = match self.descrs.get(self.by_tid[&tid]) {
            Descr::Size(d) => d.size as i64,
            Descr::Array(d) => d.basesize as i64 + d.itemsize as i64 * unsafe { *word(object + 8) },
            other => panic!("{other:?}"),
        };
        (bytes + 7) & !7
    }

    fn forward(&self, object: i64, from: (i64, i64)) -> i64 {
        if object == 0 {
            return 0;
        }
        assert!(from.0 <= object && object < from.1, "a root at {object:#x} is not in the space");
        let header = unsafe { *word(object) };
        if header < 0 {
            return !header;
        }
        let size = self.size_of(object);
        let new = self.free.get();
        unsafe { std::ptr::copy_nonoverlapping(word(object), word(new), size as usize / 8) };
        self.free.set(new + size);
        unsafe { *word(object) = !new };
        new
    }

    fn collect(&self) {
        self.collections.set(self.collections.get() + 1);
        let from = (self.space.borrow().as_ptr() as i64, self.free.get());
        self.new_space(WORDS);
        let start = self.free.get();
        self.roots.for_each(|w| self.forward(w, from));
        let [class, value] = self.exc.get();
        self.exc.set([class, self.forward(value, from)]);
        let mut at = start;
        while at < self.free.get() {
            let size = self.size_of(at);
            let visit = |offset: i64| unsafe {
                *word(at + offset) = self.forward(*word(at + offset), from);
            };
            let tid = unsafe { *word(at) };
            match self.descrs.get(self.by_tid[&tid]) {
                Descr::Size(d) => {
                    for &f in &d.fields {
                        let f = self.descrs.field(f);
                        if f.kind == Kind::Ref {
                            visit(f.offset as i64);
                        }
                    }
                }
                Descr::Array(d) => self.items(d, unsafe { *word(at + 8) }, visit),
                _ => unreachable!(),
            }
            at += size;
        }
        for space in self.old.borrow_mut().iter_mut().rev().take(1) {
            space.fill(POISON);
        }
        if self.old.borrow().len() > 400 {
            self.old.borrow_mut().drain(..200);
        }
    }

    fn items(&self, d: &ArrayDescr, length: i64, visit: impl Fn(i64)) {
        for n in 0..length {
            let item = d.basesize as i64 + n * d.itemsize as i64;
            if d.kind == Kind::Ref {
                visit(item);
            }
            for &f in &d.fields {
                let f = self.descrs.interior(f);
                if f.kind == Kind::Ref {
                    visit(item + f.offset as i64);
                }
            }
        }
    }

    fn allocate(&self, tid: i64, bytes: i64) -> i64 {
        let bytes = (bytes + 7) & !7;
        if self.stress.get() || self.free.get() + bytes > self.end.get() {
            self.collect();
        }
        assert!(self.free.get() + bytes <= self.end.get(), "the space is full");
        let object = self.free.get();
        self.free.set(object + bytes);
        unsafe { std::slice::from_raw_parts_mut(word(object), bytes as usize / 8).fill(0) };
        unsafe { *word(object) = tid };
        object
    }
}

extern "C" fn malloc_fixed(tid: i64, size: i64) -> i64 {
    state().allocate(tid, size)
}

extern "C" fn malloc_varsize(tid: i64, base: i64, item: i64, length: i64) -> i64 {
    let object = state().allocate(tid, base + item * length);
    unsafe { *word(object + 8) = length };
    object
}

extern "C" fn identity_hash(_: i64) -> i64 {
    5
}

fn maybe_collect() {
    let state = state();
    if state.stress.get() {
        state.collect();
    }
}

extern "C" fn effect(n: i64) -> i64 {
    let state = state();
    maybe_collect();
    if n % 7 != 3 {
        return n.wrapping_mul(3).wrapping_add(1) % 1000;
    }
    let machine = state.machine.borrow().upgrade().unwrap();
    let mem = machine.mem();
    let value = mem.new(if n % 2 == 0 { state.exc_size } else { state.ovf_size });
    mem.setfield(value, state.exc_code, n % 2000);
    mem.set_exc(mem.class_of(value), value);
    i64::MIN
}

extern "C" fn elide(a: i64, b: i64) -> i64 {
    a.wrapping_sub(b)
}

extern "C" fn emit(n: i64) {
    state().output.borrow_mut().push(n);
}

extern "C" fn location(pc: i64, _code: i64) -> i64 {
    let state = state();
    maybe_collect();
    let machine = state.machine.borrow().upgrade().unwrap();
    let text = format!("pc {pc}");
    let string = machine.mem().new_array(text.len() as i64, state.string, true);
    for (n, byte) in text.bytes().enumerate() {
        machine.mem().setarrayitem(string, n as i64, state.string, byte as i64);
    }
    string
}

extern "C" fn portal_runner(pc: i64, code: i64, acc: i64, regs: i64, first: i64) -> i64 {
    let machine = state().machine.borrow().upgrade().unwrap();
    let mut transfer = Transfer::default();
    transfer.set(Kind::Int, 0, pc);
    transfer.set(Kind::Int, 1, acc);
    transfer.set(Kind::Ref, 0, code);
    transfer.set(Kind::Ref, 1, regs);
    transfer.set(Kind::Ref, 2, first);
    match machine.interpret(&mut transfer) {
        Outcome::Done => transfer.result[0],
        _ => 0,
    }
}

pub type RawCpu = X86Cpu;

impl World for RawMemory {
    fn set_stress(&self, on: bool) -> bool {
        let state = state();
        let was = state.stress.replace(on);
        state.set_limit();
        was
    }

    fn take_output(&self) -> Vec<i64> {
        state().output.take()
    }
}

impl Machine<RawCpu> {
    pub fn native(log: &str, every: bool) -> Rc<Self> {
        let Parts { mut decls, program } = Parts::new(every);
        let functions = [
            ("effect", effect as *const () as u64),
            ("elide", elide as *const () as u64),
            ("emit", emit as *const () as u64),
            ("location", location as *const () as u64),
            ("portal_runner", portal_runner as *const () as u64),
        ];
        let range = |min: i64, max: i64| Box::leak(Box::new([min, max])) as *const _ as u64;
        let classes =
            [("W_vtable", range(1, 2)), ("Exc_vtable", range(3, 5)), ("Ovf_vtable", range(4, 5))];
        for (index, name) in program.addresses.iter().enumerate() {
            let known = functions.iter().chain(&classes).find(|f| f.0 == name);
            decls.addresses[index] = known.unwrap_or_else(|| panic!("{name}")).1;
        }
        metainterp::codes::verify(&program).unwrap();
        let data = Rc::new(StaticData::new(program, decls.addresses.clone()).unwrap());
        let roots = Rc::new(RootTable::default());
        let descrs = data.descrs.clone();
        let tids = descrs.iter().filter_map(|(r, d)| match d {
            Descr::Size(d) => Some((d.tid as i64, r)),
            Descr::Array(d) => Some((d.tid as i64, r)),
            _ => None,
        });
        let by = |name: &str| descrs.by_name(name).unwrap();
        let state = Rc::new(State {
            by_tid: tids.collect(),
            roots: roots.clone(),
            space: RefCell::default(),
            old: RefCell::default(),
            free: Box::default(),
            limit: Box::default(),
            end: Cell::default(),
            exc: Box::default(),
            stress: Cell::default(),
            output: RefCell::default(),
            exc_size: by("SizeDescr Exc"),
            ovf_size: by("SizeDescr Ovf"),
            exc_code: by("FieldDescr Exc.code"),
            string: by("ArrayDescr rpy_string"),
            machine: RefCell::default(),
            collections: Cell::default(),
            descrs: descrs.clone(),
        });
        state.new_space(WORDS);
        STATE.with(|s| *s.borrow_mut() = Some(state.clone()));
        let exc = state.exc.as_ptr() as *mut i64;
        let unused: &'static mut [*mut i64; 3] = Box::leak(Box::new([std::ptr::null_mut(); 3]));
        let services = RawServices {
            malloc_fixed,
            malloc_varsize,
            write_barrier: None,
            identity_hash,
            exc_type: exc,
            exc_value: unsafe { exc.add(1) },
            shadow_stack_top: &mut unused[0],
            extra_roots_base: &mut unused[1],
            extra_roots_end: &mut unused[2],
            before_extra_roots: std::ptr::null_mut(),
            prebuilt_start: 0,
            prebuilt_end: 0,
            subclassrange_offsets: [0, 8],
            type_id_offset: -1,
            classes: std::ptr::null(),
            nursery_free: state.free.as_ptr(),
            nursery_top: state.limit.as_ptr(),
        };
        let mem = unsafe { RawMemory::new(data.descrs.clone(), data.addresses.clone(), services) };
        let cpu = X86Cpu::new(mem, roots.clone()).unwrap();
        let jit = Jit::new(cpu, roots, data, Logger::in_memory(log));
        let machine = Rc::new(Machine::with_jit(jit, every));
        static NO_LIMIT: usize = 0;
        let limit = jitbackend::StackLimit { word: &raw const NO_LIMIT };
        // SAFETY: it stays in the Rc.
        unsafe { machine.jit.connect(|| false, Some(limit)) };
        *state.machine.borrow_mut() = Rc::downgrade(&machine);
        machine
    }
}

/// Collections so far in this thread's machine.
pub fn collections() -> u32 {
    state().collections.get()
}
