//! A register machine whose interpreter is hand-assembled jitcode, run with and without the JIT.

pub mod asm;
pub mod heap;
#[cfg(all(target_arch = "x86_64", target_os = "linux"))]
pub mod raw;

use asm::Asm;
use heap::Heap;
use jitbackend::llgraph::LlGraphCpu;
use jitbackend::{Cpu, Memory, RootTable};
use jitmodel::decl::Declarations;
use jitmodel::jitcode::Liveness;
use jitmodel::program::GreenType;
use jitmodel::{AddrRef, JitDriverDesc, JitProgram, Kind};
use metainterp::blackhole::Blackhole;
use metainterp::frame::Stack;
use metainterp::step::MergePoint;
use metainterp::warmstate::Arrival;
use metainterp::{Jit, Logger, Outcome, StaticData, Transfer};
use std::collections::HashMap;
use std::rc::{Rc, Weak};

const DECLS: &str = "
    struct Object { typeptr: int immutable }
    struct W(Object) vtable=W_vtable { x: int; next: ref }
    struct Exc(Object) vtable=Exc_vtable { code: int }
    struct Ovf(Exc) vtable=Ovf_vtable { }
    struct Cell { value: int; link: ref }
    array Signed int
    array Refs ref
    array rpy_string u8 pure
    arraystruct Entry { key: ref; value: int }
    call effect(i) -> i can_raise collect
    call elide(i, i) -> i elidable
    call emit(i) -> v cannot_raise
    call portal_runner(i, r, i, r, r) -> i random collect
    call location(i, r) -> r cannot_raise collect
    call str_eq(r, r) -> i elidable
";

/// Instructions are (opcode, argument) byte pairs; greens pc, code; reds acc, regs, box.
const PORTAL: &str = "
start:
    -live-
    jit_merge_point 0, I[%i0], R[%r0], F[], I[%i1], R[%r1, %r2], F[]
    getarrayitem_gc_i_pure %r0, %i0, <ArrayDescr rpy_string> -> %i2
    int_add %i0, $1 -> %i0
    getarrayitem_gc_i_pure %r0, %i0, <ArrayDescr rpy_string> -> %i3
    int_add %i0, $1 -> %i0
    -live-
    switch %i2, {0: @loadi, 1: @mov_a_r, 2: @mov_r_a, 3: @add, 4: @sub, 5: @jnz, 6: @ret, 7: @boxadd, 8: @call, 9: @addovf, 10: @raise, 11: @elide, 12: @newbox, 13: @readbox, 14: @rec, 15: @emit, 16: @mul, 17: @lt, 18: @promote, 19: @float, 20: @structs, 21: @odd}
    int_return $-1
loadi:
    int_copy %i3 -> %i1
    goto @start
mov_a_r:
    setarrayitem_gc_i %r1, %i3, %i1, <ArrayDescr Signed>
    goto @start
mov_r_a:
    getarrayitem_gc_i %r1, %i3, <ArrayDescr Signed> -> %i1
    goto @start
add:
    getarrayitem_gc_i %r1, %i3, <ArrayDescr Signed> -> %i4
    int_add %i1, %i4 -> %i1
    goto @start
sub:
    getarrayitem_gc_i %r1, %i3, <ArrayDescr Signed> -> %i4
    int_sub %i1, %i4 -> %i1
    goto @start
mul:
    getarrayitem_gc_i %r1, %i3, <ArrayDescr Signed> -> %i4
    int_mul %i1, %i4 -> %i1
    goto @start
lt:
    getarrayitem_gc_i %r1, %i3, <ArrayDescr Signed> -> %i4
    -live-
    goto_if_not_int_lt %i1, %i4, @zero
    int_copy $1 -> %i1
    goto @start
zero:
    int_copy $0 -> %i1
    goto @start
odd:
    int_and %i1, $1 -> %i1
    goto @start
jnz:
    -live-
    goto_if_not %i1, @start
    int_copy %i3 -> %i0
    loop_header 0
    goto @start
ret:
    int_return %i1
boxadd:
    inline_call_r box, I[%i1], R[], F[] -> %r3
    -live-
    getarrayitem_gc_i %r1, %i3, <ArrayDescr Signed> -> %i4
    inline_call_i unbox_add, I[%i4], R[%r3], F[] -> %i1
    -live-
    goto @start
call:
    residual_call_i $effect, I[%i1], R[], F[], <CallDescr effect> -> %i4
    -live-
    catch_exception @failed
    int_add %i4, %i3 -> %i1
    goto @start
failed:
    goto_if_exception_mismatch $Ovf_vtable, @other
    int_copy $77 -> %i1
    goto @start
other:
    last_exc_value -> %r3
    getfield_gc_i %r3, <FieldDescr Exc.code> -> %i4
    -live-
    goto_if_not_int_lt %i4, $1000, @again
    int_copy %i4 -> %i1
    goto @start
again:
    -live-
    raise %r3
addovf:
    getarrayitem_gc_i %r1, %i3, <ArrayDescr Signed> -> %i4
    -live-
    int_add_jump_if_ovf @ovf, %i1, %i4 -> %i1
    goto @start
ovf:
    int_copy $-5 -> %i1
    goto @start
raise:
    inline_call_v raiser, I[%i1, %i3], R[], F[]
    -live-
    catch_exception @raised
    goto @start
raised:
    last_exc_value -> %r3
    last_exception -> %i5
    getfield_gc_i %r3, <FieldDescr Exc.code> -> %i4
    int_eq %i5, $Exc_vtable -> %i5
    int_add %i4, %i5 -> %i1
    goto @start
elide:
    residual_call_i $elide, I[%i1, %i3], R[], F[], <CallDescr elide> -> %i1
    -live-
    goto @start
newbox:
    new_with_vtable <SizeDescr W> -> %r3
    getfield_gc_i %r2, <FieldDescr W.x> -> %i4
    int_add %i4, %i1 -> %i4
    setfield_gc_i %r3, %i4, <FieldDescr W.x>
    new_array_clear $2, <ArrayDescr Refs> -> %r4
    setarrayitem_gc_r %r4, $1, %r3, <ArrayDescr Refs>
    setfield_gc_r %r3, %r4, <FieldDescr W.next>
    ref_copy %r3 -> %r2
    goto @start
readbox:
    -live-
    guard_class %r2 -> %i4
    getfield_gc_i %r2, <FieldDescr W.x> -> %i1
    getfield_gc_r %r2, <FieldDescr W.next> -> %r4
    -live-
    goto_if_not_ptr_nonzero %r4, @start
    getarrayitem_gc_r %r4, $1, <ArrayDescr Refs> -> %r3
    getfield_gc_i %r3, <FieldDescr W.x> -> %i4
    int_add %i1, %i4 -> %i1
    goto @start
rec:
    -live-
    recursive_call_i 0, I[%i3], R[%r0], F[], I[%i1], R[%r1, %r2], F[] -> %i1
    -live-
    goto @start
emit:
    residual_call_v $emit, I[%i1], R[], F[], <CallDescr emit>
    -live-
    goto @start
promote:
    -live-
    int_guard_value %i1
    residual_call_i $elide, I[%i1, %i3], R[], F[], <CallDescr elide> -> %i1
    -live-
    goto @start
float:
    cast_int_to_float %i1 -> %f0
    float_mul %f0, $f1.5 -> %f0
    cast_int_to_float %i3 -> %f1
    -live-
    goto_if_not_float_lt %f0, %f1, @start
    cast_float_to_int %f0 -> %i1
    goto @start
structs:
    new_array_clear $2, <ArrayDescr Entry> -> %r3
    setinteriorfield_gc_i %r3, $1, %i1, <InteriorFieldDescr Entry.value>
    setinteriorfield_gc_r %r3, $0, %r2, <InteriorFieldDescr Entry.key>
    residual_call_v $emit, I[%i3], R[], F[], <CallDescr emit>
    -live-
    getinteriorfield_gc_i %r3, $1, <InteriorFieldDescr Entry.value> -> %i4
    getinteriorfield_gc_r %r3, $0, <InteriorFieldDescr Entry.key> -> %r4
    getfield_gc_i %r4, <FieldDescr W.x> -> %i5
    int_add %i4, %i5 -> %i1
    goto @start
";

const BOX: &str = "
    new_with_vtable <SizeDescr W> -> %r0
    setfield_gc_i %r0, %i0, <FieldDescr W.x>
    ref_return %r0
";

const UNBOX_ADD: &str = "
    -live-
    guard_class %r0 -> %i1
    getfield_gc_i %r0, <FieldDescr W.x> -> %i1
    -live-
    goto_if_not_int_lt %i1, $100, @big
    int_add %i1, %i0 -> %i1
    int_return %i1
big:
    int_sub %i1, $50 -> %i1
    int_return %i1
";

const RAISER: &str = "
    -live-
    goto_if_not_int_gt %i0, %i1, @fine
    int_and %i0, $1 -> %i2
    -live-
    goto_if_not_int_is_zero %i2, @odd
    new_with_vtable <SizeDescr Exc> -> %r0
    setfield_gc_i %r0, %i1, <FieldDescr Exc.code>
    -live-
    raise %r0
odd:
    new_with_vtable <SizeDescr Ovf> -> %r0
    setfield_gc_i %r0, %i0, <FieldDescr Exc.code>
    -live-
    raise %r0
fine:
    void_return
";

/// Lists what the machine needs of its memory beyond `Memory`.
pub trait World: Memory {
    /// Collects at every opportunity from now on; returns what it was.
    fn set_stress(&self, on: bool) -> bool;
    /// Gives what the program printed; it is empty afterwards.
    fn take_output(&self) -> Vec<i64>;
}

impl World for Heap {
    fn set_stress(&self, on: bool) -> bool {
        self.stress.replace(on)
    }
    fn take_output(&self) -> Vec<i64> {
        self.output.take()
    }
}

/// The program's data; its functions' and classes' addresses are still made up.
pub struct Parts {
    pub decls: Declarations,
    pub program: JitProgram,
}

pub struct Machine<C: Cpu = LlGraphCpu<Heap>> {
    pub jit: Jit<C>,
    pub roots: Rc<RootTable>,
    pub data: Rc<StaticData>,
    merge_point: MergePoint,
    after_merge_point: usize,
    use_jit: std::cell::Cell<bool>,
    /// Functions are also entered at their starts.
    pub starts: std::cell::Cell<bool>,
    every: bool,
}

/// Says how a run ended: the result, or the code of the exception.
pub type End = Result<i64, i64>;

impl Parts {
    /// `every`: each merge point is a loop header (the portal has no `can_enter_jit`).
    pub fn new(every: bool) -> Parts {
        let mut decls = Declarations::default();
        decls.parse(DECLS).unwrap();
        let mut liveness = Liveness::default();
        let portal = match every {
            true => PORTAL.replace("    loop_header 0\n", "").replacen(
                "start:\n",
                "start:\n    loop_header 0\n    -live-\n    int_guard_value %i0\n",
                1,
            ),
            false => PORTAL.to_string(),
        };
        let merge_point_pc = if every { 12 } else { 4 };
        let names = ["portal", "box", "unbox_add", "raiser"];
        let jitcodes: HashMap<String, u16> =
            names.iter().enumerate().map(|(n, name)| (name.to_string(), n as u16)).collect();
        let mut asm = Asm { decls: &mut decls, liveness: &mut liveness, jitcodes: &jitcodes };
        let codes = [
            asm.assemble("portal", [6, 5, 2], &portal).0,
            asm.assemble("box", [1, 1, 0], BOX).0,
            asm.assemble("unbox_add", [2, 1, 0], UNBOX_ADD).0,
            asm.assemble("raiser", [3, 1, 0], RAISER).0,
        ];
        let function = |decls: &mut Declarations, name: &str| {
            let address = decls.symbol(name) as u64;
            decls.addresses.push(address);
            let descr = decls.descrs.by_name(&format!("CallDescr {name}")).unwrap();
            Some((AddrRef(decls.addresses.len() as u32 - 1), descr))
        };
        let portal_runner = function(&mut decls, "portal_runner");
        let location = function(&mut decls, "location");
        let driver = JitDriverDesc {
            name: "machine".to_string(),
            greens: vec![("pc".into(), GreenType::Int), ("code".into(), GreenType::Str)],
            reds: vec![
                ("acc".into(), Kind::Int),
                ("regs".into(), Kind::Ref),
                ("box".into(), Kind::Ref),
            ],
            result: Kind::Int,
            portal: 0,
            merge_point_pc,
            portal_runner,
            get_printable_location: location,
            confirm_enter_jit: None,
            can_never_inline: None,
            should_unroll_one_iteration: None,
            get_unique_id: None,
            get_location: None,
            is_recursive: true,
            virtualizables: vec![],
        };
        let names = decls.addresses.iter().map(|&a| decls.symbols.names[&(a as i64)].clone());
        let program = JitProgram {
            descrs: decls.descrs.clone(),
            jitcodes: codes.into_iter().collect(),
            liveness,
            jitdrivers: vec![driver],
            addresses: names.collect(),
            event_hook: None,
            timeshifts: false,
            traceback: None,
        };
        Parts { decls, program }
    }
}

impl Machine {
    pub fn new(log: &str, every: bool) -> Rc<Machine> {
        let Parts { decls, program } = Parts::new(every);
        // As it comes out of the binary.
        let program = JitProgram::from_bytes(program.to_bytes().leak()).unwrap();
        metainterp::codes::verify(&program).unwrap();
        let data = Rc::new(StaticData::new(program, decls.addresses.clone()).unwrap());
        let roots = Rc::new(RootTable::default());
        let heap = Heap::new(data.descrs.clone(), data.addresses.clone(), roots.clone());
        let vtable = |name: &str| decls.symbols.address(name).unwrap();
        let (exc, ovf) = (vtable("Exc_vtable"), vtable("Ovf_vtable"));
        heap.bases.borrow_mut().insert(ovf, vec![ovf, exc]);
        let cpu = LlGraphCpu::new(heap, roots.clone());
        let jit = Jit::new(cpu, roots.clone(), data.clone(), Logger::in_memory(log));
        let machine = Rc::new(Machine::with_jit(jit, every));
        // SAFETY: it stays in the Rc.
        unsafe { machine.jit.connect(|| false, None) };
        machine.functions(&decls, Rc::downgrade(&machine));
        machine
    }

    pub fn heap(&self) -> &Heap {
        self.jit.cpu.mem()
    }

    fn functions(&self, decls: &Declarations, this: Weak<Machine>) {
        let heap = self.heap();
        let mut functions = heap.functions.borrow_mut();
        let at = |name: &str| decls.symbols.address(name).unwrap();
        let size = |name: &str| decls.descrs.by_name(&format!("SizeDescr {name}")).unwrap();
        let code_field = decls.descrs.by_name("FieldDescr Exc.code").unwrap();
        let (exc, ovf) = (size("Exc"), size("Ovf"));
        functions.insert(
            at("effect"),
            Box::new(move |heap, args| {
                if args[0] % 7 == 3 {
                    let stress = heap.stress.replace(false);
                    let value = heap.new(if args[0] % 2 == 0 { exc } else { ovf });
                    heap.stress.set(stress);
                    heap.setfield(value, code_field, args[0] % 2000);
                    heap.raise(value);
                    return 0;
                }
                args[0].wrapping_mul(3).wrapping_add(1) % 1000
            }),
        );
        functions.insert(at("elide"), Box::new(|_, args| args[0].wrapping_sub(args[1])));
        functions.insert(
            at("emit"),
            Box::new(|heap, args| {
                heap.output.borrow_mut().push(args[0]);
                0
            }),
        );
        functions.insert(
            at("location"),
            Box::new(|heap, args| heap.string(format!("pc {}", args[0]).as_bytes())),
        );
        functions.insert(
            at("portal_runner"),
            Box::new(move |heap, args| {
                let machine = this.upgrade().unwrap();
                let mut transfer = Transfer::default();
                transfer.set(Kind::Int, 0, args[0]);
                transfer.set(Kind::Int, 1, args[2]);
                transfer.set(Kind::Ref, 0, args[1]);
                transfer.set(Kind::Ref, 1, args[3]);
                transfer.set(Kind::Ref, 2, args[4]);
                match machine.interpret(&mut transfer) {
                    Outcome::Done => transfer.result[0],
                    Outcome::Exception => 0,
                    other => panic!("{other:?} from {}", heap.descrs.len()),
                }
            }),
        );
    }
}

impl<C: Cpu> Machine<C>
where
    C::Mem: World,
{
    pub fn with_jit(jit: Jit<C>, every: bool) -> Self {
        let (data, roots) = (jit.data.clone(), jit.roots.clone());
        let pc = data.drivers[0].desc.merge_point_pc as usize;
        let merge_point = MergePoint::decode(&data.jitcodes[0], pc);
        let mut d = data.jitcodes[0].decoder(pc);
        for &code in d.insn().args() {
            d.operand(code);
        }
        let after_merge_point = d.pc;
        Machine {
            jit,
            roots,
            data,
            merge_point,
            after_merge_point,
            use_jit: Default::default(),
            starts: Default::default(),
            every,
        }
    }

    pub fn mem(&self) -> &C::Mem {
        self.jit.cpu.mem()
    }

    /// Does what the compiled portal does: interprets from the merge point, asking the JIT at backward
    /// jumps.
    pub fn interpret(&self, transfer: &mut Transfer) -> Outcome {
        let heap = self.mem();
        if self.starts.get() && self.use_jit.get() {
            let tick = self.jit.tick(0, Arrival::Start, transfer);
            match self.jit.enter_warm(0, tick, transfer) {
                Outcome::Continue | Outcome::ContinueRunningNormally => {}
                other => return other,
            }
        }
        loop {
            let pc = transfer.get(Kind::Int, 0);
            let mut stack = Stack::new(&self.roots).unwrap();
            stack.push(&self.data, 0, ()).unwrap();
            stack.top_mut().pc = self.after_merge_point;
            let driver = &self.data.drivers[0];
            let regs = self.merge_point.greens.iter().chain(&self.merge_point.reds);
            for (&(kind, reg), (_, index)) in regs.zip(driver.positions()) {
                stack.set(0, kind, reg as usize, transfer.get(kind, index));
            }
            let outcome =
                Blackhole::new(&self.data, heap, &self.jit.meter, stack, transfer).run(false).0;
            if outcome != Outcome::ContinueRunningNormally {
                return outcome;
            }
            if (self.every || transfer.get(Kind::Int, 0) <= pc) && self.use_jit.get() {
                match self.jit.enter(0, transfer) {
                    Outcome::Continue | Outcome::ContinueRunningNormally => {}
                    other => return other,
                }
            }
        }
    }

    /// Runs a program with acc and 4 registers; returns how it ended and what it printed.
    pub fn run(&self, code: &[u8], acc: i64, use_jit: bool) -> (End, Vec<i64>, Vec<i64>) {
        self.use_jit.set(use_jit);
        let mem = self.mem();
        mem.take_output();
        let by = |name: &str| self.data.descrs.by_name(name).unwrap();
        let (signed, string) = (by("ArrayDescr Signed"), by("ArrayDescr rpy_string"));
        let stress = mem.set_stress(false);
        let text = mem.new_array(code.len() as i64, string, true);
        for (n, &byte) in code.iter().enumerate() {
            mem.setarrayitem(text, n as i64, string, byte as i64);
        }
        let text = self.roots.alloc(text).unwrap();
        let slot = self.roots.alloc(mem.new_array(4, signed, true)).unwrap();
        let first = mem.new(by("SizeDescr W"));
        mem.set_stress(stress);
        let mut transfer = Transfer::default();
        transfer.set(Kind::Int, 0, 0);
        transfer.set(Kind::Int, 1, acc);
        let refs = [self.roots.get(text), self.roots.get(slot), first];
        refs.iter().enumerate().for_each(|(n, &word)| transfer.set(Kind::Ref, n, word));
        self.roots.release(text);
        let slots = self.roots.slots_in_use();
        let mark = self.roots.mark();
        let end = match self.interpret(&mut transfer) {
            Outcome::Done => Ok(transfer.result[0]),
            Outcome::Exception => {
                let value = mem.exc_value();
                mem.set_exc(0, 0);
                Err(mem.getfield(value, by("FieldDescr Exc.code")))
            }
            other => panic!("{other:?}"),
        };
        assert_eq!(self.roots.mark(), mark, "root blocks leak");
        assert!(use_jit || self.roots.slots_in_use() == slots, "root slots leak");
        let regs = self.roots.get(slot);
        let items = (0..4).map(|n| mem.getarrayitem(regs, n, signed)).collect();
        self.roots.release(slot);
        (end, items, mem.take_output())
    }
}
