//! Random traces, recorded while they run, must behave the same after optimisation: same guard fails,
//! same memory, same frames (objects that stayed virtual and postponed writes included).

mod loops;

use crate::common::TestEnv;
use crate::syntax::{Rule, Term};
use jitmodel::decl::Declarations;
use jitmodel::text::print_trace;
use jitmodel::*;
use optimizeopt::{
    Access, OptEnv, Options, ShortArg, ShortOp, optimize_bridge, optimize_loop, optimize_retrace,
    optimize_simple,
};
use proptest::prelude::*;
use proptest::test_runner::{RngSeed, TestRng, TestRunner};
use std::cell::Cell;
use std::collections::{BTreeMap, HashMap};

const DECLS: &str = "
struct Object { typeptr: int immutable }
struct A(Object) vtable=A_vtable { x: int; y: int; c: u8; r: ref; t: ref }
struct B(A) vtable=B_vtable { z: int }
array Signed int
array Refs ref
arraystruct Pair { k: int; v: ref }
call sq(i) -> i elidable
call poke(r, i) -> v cannot_raise reads(FieldDescr A.x) writes(FieldDescr A.x)
call peek(r) -> i cannot_raise reads(FieldDescr A.x, FieldDescr A.y)
call mess(r, r) -> i random
array rpy_string u8 pure
call copy(r, r, i, i, i) -> v cannot_raise arraycopy reads(ArrayDescr rpy_string) writes(ArrayDescr rpy_string)
call streq(r, r) -> i elidable streq reads(ArrayDescr rpy_string)
call strcmp(r, r) -> i elidable strcmp reads(ArrayDescr rpy_string)
call str(i) -> r elidable_or_memoryerror late reads(ArrayDescr rpy_string)
call concat(r, r) -> r elidable_or_memoryerror strconcat reads(ArrayDescr rpy_string)
call slice(r, i, i) -> r elidable_or_memoryerror strslice reads(ArrayDescr rpy_string)
call equal_slice(r, i, i, r) -> i elidable strequalslice reads(ArrayDescr rpy_string)
call look(r) -> i cannot_raise reads(ArrayDescr rpy_string)
";

const TEXT: &str = "ArrayDescr rpy_string";
/// Constant strings, and where they are.
const TEXTS: [(u64, &str); 4] = [(7, "ab"), (8, ""), (9, "b"), (10, "abba")];

/// Arrays have this length.
const LEN: i64 = 4;
/// The objects of classes A and B that are there from the beginning.
const KNOWN: [u64; 2] = [1, 2];

#[derive(Clone, Default, Debug)]
struct Obj {
    class: i64,
    fields: BTreeMap<DescrRef, i64>,
    items: Vec<i64>,
    interior: BTreeMap<(i64, DescrRef), i64>,
    array: Option<DescrRef>,
}

#[derive(Clone)]
struct World<'a> {
    decls: &'a Declarations,
    heap: Vec<Obj>,
}

impl World<'_> {
    fn obj(&mut self, r: i64) -> &mut Obj {
        assert!(r > 0, "null is read");
        &mut self.heap[r as usize - 1]
    }

    fn d(&self, name: &str) -> DescrRef {
        self.decls.descrs.by_name(name).unwrap()
    }

    fn alloc(&mut self, obj: Obj) -> i64 {
        self.heap.push(obj);
        self.heap.len() as i64
    }

    fn new_struct(&mut self, size: DescrRef) -> i64 {
        let vtable = self.decls.descrs.size(size).vtable;
        let class = vtable.map_or(0, |a| self.decls.addresses[a.0 as usize] as i64);
        self.alloc(Obj { class, ..Default::default() })
    }

    fn new_text(&mut self, items: Vec<i64>) -> i64 {
        let array = Some(self.d(TEXT));
        self.alloc(Obj { array, items, ..Default::default() })
    }

    fn call_on_texts(&mut self, name: &str, args: &[i64]) -> i64 {
        let items = |w: &Self, r: i64| w.heap[r as usize - 1].items.clone();
        let part = |w: &Self| items(w, args[0])[args[1] as usize..args[2] as usize].to_vec();
        match name {
            "concat" => {
                let all = [items(self, args[0]), items(self, args[1])].concat();
                self.new_text(all)
            }
            "slice" => {
                let part = part(self);
                self.new_text(part)
            }
            "copy" => {
                let (from, to, n) = (args[2] as usize, args[3] as usize, args[4] as usize);
                let part = items(self, args[0])[from..from + n].to_vec();
                self.obj(args[1]).items[to..to + n].copy_from_slice(&part);
                0
            }
            "str" => {
                let text = format!("{:x}", args[0] & 0xfff);
                self.new_text(text.bytes().map(i64::from).collect())
            }
            "streq" => (items(self, args[0]) == items(self, args[1])) as i64,
            "equal_slice" => (part(self) == items(self, args[3])) as i64,
            "strcmp" => items(self, args[0]).cmp(&items(self, args[1])) as i64,
            "look" => items(self, args[0]).iter().fold(5i64, |h, c| h.wrapping_mul(3) + c),
            other => panic!("{other}"),
        }
    }

    fn class_b(&self) -> i64 {
        self.decls.symbols.address("B_vtable").unwrap()
    }

    fn cut(&self, descr: DescrRef, value: i64) -> i64 {
        match self.decls.descrs.value_size(descr) {
            Some((1, false)) => value & 0xff,
            _ => value,
        }
    }

    fn set_field(&mut self, r: i64, descr: DescrRef, value: i64) {
        let value = self.cut(descr, value);
        self.obj(r).fields.insert(descr, value);
    }

    /// Everything but guards and control.
    fn execute(&mut self, op: &Op, args: &[i64]) -> i64 {
        use ResOp::*;
        if let Ok(value) = op.opnum.on_words(args) {
            return value;
        }
        if let Some((value, _)) =
            op.args.get(1).and_then(|_| op.opnum.with_overflow(args[0], args[1]))
        {
            return value;
        }
        match op.opnum {
            New | NewWithVtable => self.new_struct(op.descr()),
            NewArray | NewArrayClear => self.alloc(Obj {
                array: Some(op.descr()),
                items: vec![0; args[0] as usize],
                ..Default::default()
            }),
            GetfieldGcI | GetfieldGcR => {
                let obj = self.obj(args[0]).clone();
                if self.decls.descrs.typeptr == Some(op.descr()) {
                    return obj.class;
                }
                let of_b = op.descr() == self.d("FieldDescr B.z");
                assert!(!of_b || obj.class == self.class_b(), "B.z is read from another class");
                obj.fields.get(&op.descr()).copied().unwrap_or(0)
            }
            SetfieldGc => {
                self.set_field(args[0], op.descr(), args[1]);
                0
            }
            GetarrayitemGcI | GetarrayitemGcR | GetarrayitemGcPureI => {
                self.obj(args[0]).items[args[1] as usize]
            }
            SetarrayitemGc => {
                self.obj(args[0]).items[args[1] as usize] = args[2];
                0
            }
            GetinteriorfieldGcI | GetinteriorfieldGcR => {
                self.obj(args[0]).interior.get(&(args[1], op.descr())).copied().unwrap_or(0)
            }
            SetinteriorfieldGc => {
                self.obj(args[0]).interior.insert((args[1], op.descr()), args[2]);
                0
            }
            ArraylenGc => self.obj(args[0]).items.len() as i64,
            SingleItemGc if args[0] == 0 => -1,
            SingleItemGc => match self.obj(args[0]).items[..] {
                [item] => item,
                _ => -1,
            },
            _ if self
                .decls
                .descrs
                .text_type(&self.decls.descrs.call(op.descr()).effect)
                .is_some() =>
            {
                let name = self.decls.descrs.call(op.descr()).name.clone();
                self.call_on_texts(&name, &args[1..])
            }
            CallI | CallN | CallPureI => {
                let (x, y) = (self.d("FieldDescr A.x"), self.d("FieldDescr A.y"));
                let r = self.d("FieldDescr A.r");
                let name = self.decls.descrs.call(op.descr()).name.clone();
                let get = |w: &mut Self, d| w.obj(args[1]).fields.get(&d).copied().unwrap_or(0);
                match name.as_str() {
                    "sq" => args[1].wrapping_mul(args[1]),
                    "poke" => {
                        let value = get(self, x).wrapping_add(args[2]);
                        self.set_field(args[1], x, value);
                        0
                    }
                    "peek" => get(self, x).wrapping_mul(3) ^ get(self, y),
                    _ => {
                        let value = get(self, y).wrapping_add(1);
                        self.set_field(args[1], y, value);
                        self.set_field(args[1], r, args[2]);
                        self.obj(args[2]).items[1] ^= 5;
                        value
                    }
                }
            }
            DebugMergePoint => 0,
            other => panic!("{other}"),
        }
    }

    fn guard_holds(&mut self, op: &Op, args: &[i64], overflow: bool) -> bool {
        use ResOp::*;
        match op.opnum {
            GuardTrue => args[0] != 0,
            GuardFalse => args[0] == 0,
            GuardValue => args[0] == args[1],
            GuardNonnull => args[0] != 0,
            GuardIsnull => args[0] == 0,
            GuardClass => self.obj(args[0]).class == args[1],
            GuardNonnullClass => args[0] != 0 && self.obj(args[0]).class == args[1],
            GuardNoOverflow => !overflow,
            GuardNoException | GuardFutureCondition => true,
            other => panic!("{other}"),
        }
    }

    /// The reachable heap in a form that does not depend on allocation order.
    fn dump(&self, roots: &[(Kind, i64)], old: usize) -> String {
        let text = self.d(TEXT);
        let mut number: HashMap<i64, usize> = HashMap::new();
        let mut queue: Vec<i64> = Vec::new();
        let mut name = |kind: Kind, v: i64, queue: &mut Vec<i64>| {
            if kind != Kind::Ref || v == 0 {
                return v.to_string();
            }
            let obj = &self.heap[v as usize - 1];
            if obj.array == Some(text) {
                // Which object it is does not matter.
                return format!("{:?}", obj.items);
            }
            let n = number.len();
            let n = *number.entry(v).or_insert_with(|| {
                queue.push(v);
                n
            });
            format!("#{n}")
        };
        let mut out = String::new();
        let old = (1..=old as i64).map(|r| (Kind::Ref, r));
        for (kind, v) in old.chain(roots.iter().copied()) {
            out += &name(kind, v, &mut queue);
            out += " ";
        }
        let mut next = 0;
        while next < queue.len() {
            let obj = &self.heap[queue[next] as usize - 1];
            next += 1;
            out += &format!("\n{}:", obj.class);
            let descrs = &self.decls.descrs;
            for (&d, &v) in obj.fields.iter().filter(|f| *f.1 != 0) {
                out +=
                    &format!(" {}={}", descrs.name(d), name(descrs.value_kind(d), v, &mut queue));
            }
            for (&(n, d), &v) in obj.interior.iter().filter(|f| *f.1 != 0) {
                let v = name(descrs.value_kind(d), v, &mut queue);
                out += &format!(" {n}.{}={v}", descrs.name(d));
            }
            if let Some(array) = obj.array {
                for &v in &obj.items {
                    out += &format!(" {}", name(descrs.array(array).kind, v, &mut queue));
                }
            }
        }
        out
    }
}

fn value(trace: &Trace, env: &[i64], v: OpRef) -> i64 {
    match trace.const_value(v) {
        Some(ConstValue::Int(i)) => i,
        Some(ConstValue::Float(bits)) => bits as i64,
        Some(ConstValue::Ref(RefConst::Null)) => 0,
        Some(ConstValue::Ref(RefConst::Prebuilt(n))) => n as i64,
        Some(ConstValue::Ref(RefConst::Rooted(n))) => n as i64,
        None => env[v.index()],
    }
}

/// (iteration, pc) of a guard, and the state there.
type Exit = ((u32, u32), String);

/// Runs the recorded trace; returns the states at all guards, the last one being the one that failed.
fn run_reference(
    first: &Trace,
    then: &Trace,
    mut world: World<'_>,
    inputs: &[i64],
    rounds: u32,
) -> Vec<Exit> {
    let old = world.heap.len();
    let mut exits = Vec::new();
    let mut env = vec![0; first.num_values().max(then.num_values())];
    env[..inputs.len()].copy_from_slice(inputs);
    for round in 0..rounds {
        let trace = if round == 0 { first } else { then };
        let mut overflow = false;
        for (n, op) in trace.ops.iter().enumerate() {
            let args: Vec<i64> = op.args.iter().map(|&a| value(trace, &env, a)).collect();
            if let Some(guard) = op.guard() {
                let frame = trace.guards[guard.0 as usize].snapshot.unwrap();
                let frame = &trace.snapshots[frame.0 as usize];
                let roots: Vec<_> =
                    frame.slots.iter().map(|&s| (trace.kind(s), value(trace, &env, s))).collect();
                exits.push(((round, frame.pc), world.dump(&roots, old)));
                if !world.guard_holds(op, &args, overflow) {
                    return exits;
                }
            } else if op.opnum == ResOp::Jump {
                env[..args.len()].copy_from_slice(&args);
            } else {
                if op.opnum.is_ovf() {
                    overflow = op.opnum.with_overflow(args[0], args[1]).unwrap().1;
                }
                env[inputs.len() + n] = world.execute(op, &args);
            }
        }
    }
    exits.push(((rounds, 0), String::new()));
    exits
}

/// Runs the first of the optimised traces, and those it jumps to, up to the guard that fails. A `bridge` has no label at its
/// beginning. `unrolled`: so many iterations stand before its (second) label. Gives what the exit may be, by iteration.
fn run_optimised(
    traces: &[&Trace],
    (bridge, unrolled): (bool, u32),
    mut world: World<'_>,
    inputs: &[i64],
    rounds: u32,
) -> Vec<Exit> {
    let old = world.heap.len();
    let mut trace = traces[0];
    let mut env = vec![0; traces.iter().map(|t| t.num_values()).max().unwrap()];
    env[..inputs.len()].copy_from_slice(inputs);
    let mut labels = bridge as u32;
    let (mut at, mut overflow, mut more) = (0, false, 0);
    loop {
        let op = &trace.ops[at];
        let args: Vec<i64> = op.args.iter().map(|&a| value(trace, &env, a)).collect();
        let round = labels.max(1) - 1 + more;
        if op.opnum == ResOp::Label {
            labels += 1;
            more = if labels > 1 { unrolled } else { 0 };
            if labels + more > rounds {
                return vec![((rounds, 0), String::new())];
            }
        } else if op.opnum == ResOp::Jump {
            let is_target = |o: &Op| o.opnum == ResOp::Label && o.token() == op.token();
            let target = traces.iter().find(|t| t.ops.iter().any(is_target)).unwrap();
            at = target.ops.iter().position(is_target).unwrap();
            trace = target;
            for (&name, value) in trace.ops[at].args.iter().zip(args) {
                env[name.index()] = value;
            }
            continue;
        } else if let Some(guard) = op.guard() {
            if !world.guard_holds(op, &args, overflow) {
                let info = &trace.guards[guard.0 as usize];
                let data = info.resume.as_ref().unwrap();
                let boxes: Vec<i64> =
                    info.fail_args.iter().map(|a| a.map_or(0, |a| value(trace, &env, a))).collect();
                check_facts(&world, trace, data, &boxes);
                let exit = rebuild(&mut world, trace, data, &boxes, old, info);
                let last = if labels > 1 { round } else { round + unrolled };
                return (round..=last).map(|r| ((r, data.frames[0].pc), exit.clone())).collect();
            }
        } else {
            if op.opnum.is_ovf() {
                overflow = op.opnum.with_overflow(args[0], args[1]).unwrap().1;
            }
            env[inputs.len() + at] = world.execute(op, &args);
        }
        at += 1;
    }
}

/// Checks that what a bridge may rely on is true.
fn check_facts(world: &World<'_>, trace: &Trace, data: &ResumeData, boxes: &[i64]) {
    let descrs = &world.decls.descrs;
    let lost = || print_trace(trace, world.decls.env());
    for fact in &data.known {
        let value = |slot| match slot {
            ResumeSlot::Box(n) => Some(boxes[n as usize]),
            ResumeSlot::Const(ConstValue::Int(i)) => Some(i),
            ResumeSlot::Const(ConstValue::Ref(RefConst::Null)) => Some(0),
            ResumeSlot::Const(ConstValue::Ref(RefConst::Prebuilt(n))) => Some(n as i64),
            slot => panic!("{slot:?}"),
        };
        let obj = |r: i64| &world.heap[r as usize - 1];
        let holds = match fact.map(value).unwrap() {
            Fact::Field(d, o, _) if descrs.typeptr == Some(d) => o != 0,
            Fact::Field(d, o, v) => obj(o).fields.get(&d).copied().unwrap_or(0) == v,
            Fact::Item(_, a, n, v) => obj(a).items[n as usize] == v,
            Fact::Length(_, a, n) => obj(a).items.len() as i64 == n || n == LEN,
            Fact::Object(o, class, min) => {
                o != 0
                    && class.is_none_or(|c| obj(o).class == c)
                    && min.is_none_or(|m| m.1 <= LEN.max(obj(o).items.len() as i64))
            }
            Fact::Bound(v, lo, hi) => lo <= v && v <= hi,
            Fact::Difference(a, b, d) => a as i128 - b as i128 <= d as i128,
            Fact::Sum(a, b, k) => a == b.wrapping_add(k),
            Fact::Test(op, args, truth) => (op.on_words(&args).unwrap() != 0) == truth,
        };
        assert!(holds, "{fact:?} with {boxes:?}\n{}", lost());
    }
}

fn rebuild(
    world: &mut World<'_>,
    trace: &Trace,
    data: &ResumeData,
    boxes: &[i64],
    old: usize,
    info: &GuardInfo,
) -> String {
    let objects: Vec<i64> = data
        .virtuals
        .iter()
        .map(|v| match &**v {
            VirtualInfo::Struct { size, .. } => world.new_struct(*size),
            VirtualInfo::Array { descr, items } => world.alloc(Obj {
                array: Some(*descr),
                items: vec![0; items.len()],
                ..Default::default()
            }),
            VirtualInfo::ArrayStruct { descr, length, .. } => world.alloc(Obj {
                array: Some(*descr),
                items: vec![0; *length as usize],
                ..Default::default()
            }),
            VirtualInfo::Concat { .. } | VirtualInfo::Slice { .. } | VirtualInfo::Call { .. } => {
                world.new_text(vec![])
            }
            VirtualInfo::Raw { .. } => unreachable!("there is none"),
        })
        .collect();
    let get = |s: ResumeSlot| match s {
        ResumeSlot::Const(ConstValue::Int(i)) => (Kind::Int, i),
        ResumeSlot::Const(ConstValue::Ref(RefConst::Null)) | ResumeSlot::Zero => (Kind::Ref, 0),
        ResumeSlot::Const(ConstValue::Ref(RefConst::Prebuilt(n))) => (Kind::Ref, n as i64),
        ResumeSlot::Const(c) => panic!("{c:?}"),
        ResumeSlot::Box(n) => (trace.kind(info.fail_args[n as usize].unwrap()), boxes[n as usize]),
        ResumeSlot::Virtual(n) => (Kind::Ref, objects[n as usize]),
    };
    for (virt, &object) in data.virtuals.iter().zip(&objects) {
        match &**virt {
            VirtualInfo::Struct { fields, .. } => {
                for &(d, s) in fields {
                    world.set_field(object, d, get(s).1);
                }
            }
            VirtualInfo::Array { items, .. } => {
                world.obj(object).items = items.iter().map(|&s| get(s).1).collect();
            }
            VirtualInfo::ArrayStruct { fields, .. } => {
                for &(n, d, s) in fields {
                    world.obj(object).interior.insert((n as i64, d), get(s).1);
                }
            }
            _ => {}
        }
    }
    for n in 0..objects.len() {
        fill_text(world, data, &objects, n, &|s| get(s).1);
    }
    for p in &data.pending {
        let (object, value) = (get(p.object).1, get(p.value).1);
        match p.index {
            Some(n) => world.obj(object).items[get(n).1 as usize] = value,
            None => world.set_field(object, p.descr, value),
        }
    }
    let roots: Vec<_> = data.frames[0].slots.iter().map(|&s| get(s)).collect();
    world.dump(&roots, old)
}

/// Fills a string with what it is made of.
fn fill_text(
    world: &mut World<'_>,
    data: &ResumeData,
    objects: &[i64],
    n: usize,
    get: &dyn Fn(ResumeSlot) -> i64,
) {
    let (name, parts) = match &*data.virtuals[n] {
        VirtualInfo::Concat { parts, .. } => ("concat", &parts[..]),
        VirtualInfo::Slice { parts, .. } => ("slice", &parts[..]),
        VirtualInfo::Call { args, .. } => ("str", &args[1..]),
        _ => return,
    };
    for &part in parts {
        if let ResumeSlot::Virtual(other) = part {
            fill_text(world, data, objects, other as usize, get);
        }
    }
    let args: Vec<i64> = parts.iter().map(|&s| get(s)).collect();
    let made = world.call_on_texts(name, &args);
    world.obj(objects[n]).items = world.obj(made).items.clone();
}

/// Makes the choices of the generator.
struct Choices(TestRng);

impl Choices {
    fn below(&mut self, n: usize) -> usize {
        self.0.random_range(0..n)
    }

    fn pick<T: Copy>(&mut self, items: &[T]) -> T {
        items[self.below(items.len())]
    }
}

/// Says what a value is, statically.
#[derive(Clone, Copy, PartialEq, Debug)]
enum Ty {
    Int,
    /// A or B, maybe null.
    MaybeA,
    /// Array of ints, never null.
    Ints,
    /// Array of references, never null.
    Refs,
    /// Array of structs, never null.
    Pairs,
    /// String, never null.
    Text,
}

struct Recorder<'a, 'w> {
    trace: Trace,
    world: World<'w>,
    env: Vec<i64>,
    vars: Vec<(OpRef, Ty)>,
    pc: u32,
    rng: &'a mut Choices,
    rules: &'static [Rule],
    /// Half of it is about strings.
    texts: bool,
}

/// The rewrite rules of integers.
fn rules() -> &'static [Rule] {
    static RULES: std::sync::LazyLock<Vec<Rule>> = std::sync::LazyLock::new(|| {
        let of_integers = |t: &&&str| !["float", "ptr_", "convert"].iter().any(|n| t.contains(n));
        let texts = optimizeopt::rules::RULES.iter().filter(of_integers);
        texts.flat_map(|t| crate::syntax::parse(t).unwrap()).collect()
    });
    &RULES
}

impl Recorder<'_, '_> {
    fn op(&mut self, opnum: ResOp, args: &[OpRef], descr: Option<&str>, ty: Option<Ty>) -> OpRef {
        let op = match descr {
            Some(name) => Op::with_descr(opnum, args, self.world.d(name)),
            None => Op::new(opnum, args),
        };
        let words: Vec<i64> = args.iter().map(|&a| value(&self.trace, &self.env, a)).collect();
        let result = self.world.execute(&op, &words);
        self.env.push(result);
        let v = self.trace.push(op);
        if let Some(ty) = ty {
            self.vars.push((v, ty));
        }
        v
    }

    fn guard(&mut self, opnum: ResOp, args: &[OpRef]) {
        self.pc += 1;
        let mut slots = Vec::new();
        for n in 0..self.vars.len() {
            // Early values die sooner.
            if self.rng.below(3) > 0 || n < 4 {
                slots.push(self.vars[n].0);
            }
        }
        let frame = SnapshotFrame { parent: None, jitcode: 0, pc: self.pc, slots };
        let frame = self.trace.add_snapshot(frame);
        self.trace.record_guard(opnum, args, Some(frame));
        self.env.push(0);
    }

    fn of(&mut self, ty: Ty) -> Option<OpRef> {
        let all: Vec<OpRef> = self.vars.iter().filter(|v| v.1 == ty).map(|v| v.0).collect();
        // Prefer what was made lately.
        let from = if self.rng.below(2) == 0 { all.len().saturating_sub(4) } else { 0 };
        if all.is_empty() { None } else { Some(self.rng.pick(&all[from..])) }
    }

    fn int(&mut self) -> OpRef {
        if self.rng.below(3) == 0 {
            let c = self.rng.pick(&[0, 1, 2, -1, 3, 7, 100, i64::MAX, i64::MIN, 255]);
            return self.trace.const_int(c);
        }
        self.of(Ty::Int).unwrap()
    }

    fn value(&self, v: OpRef) -> i64 {
        value(&self.trace, &self.env, v)
    }

    /// A reference that was just checked.
    fn object(&mut self) -> Option<OpRef> {
        let p = self.of(Ty::MaybeA)?;
        let at = self.value(p);
        if at == 0 {
            if self.rng.below(2) == 0 && !p.is_const() {
                self.guard(ResOp::GuardIsnull, &[p]);
            }
            return None;
        }
        if self.rng.below(2) == 0 {
            self.guard(ResOp::GuardNonnull, &[p]);
            return Some(p);
        }
        let class = self.world.obj(at).class;
        let class = self.trace.const_int(class);
        if self.rng.below(2) == 0 {
            self.guard(ResOp::GuardNonnull, &[p]);
            self.guard(ResOp::GuardClass, &[p, class]);
        } else {
            self.guard(ResOp::GuardNonnullClass, &[p, class]);
        }
        Some(p)
    }

    fn index(&mut self) -> OpRef {
        if self.rng.below(2) == 0 {
            let n = self.rng.below(LEN as usize) as i64;
            return self.trace.const_int(n);
        }
        let i = match self.rng.below(2) {
            0 => {
                let n = self.rng.below(2);
                self.trace.inputarg(n)
            }
            _ => self.of(Ty::Int).unwrap(),
        };
        match self.rng.below(4) {
            0 => {
                let mask = self.trace.const_int(LEN - 1);
                self.op(ResOp::IntAnd, &[i, mask], None, Some(Ty::Int))
            }
            // Indices at constant distances from each other.
            1 | 2 => {
                let mask = self.trace.const_int(1);
                let base = self.op(ResOp::IntAnd, &[i, mask], None, Some(Ty::Int));
                let distance = self.rng.below(LEN as usize - 1) as i64;
                let distance = self.trace.const_int(distance);
                self.op(ResOp::IntAdd, &[base, distance], None, Some(Ty::Int))
            }
            // Only guards keep these in the array; the next iteration's may be outside.
            _ => {
                let mut i = i;
                if self.rng.below(2) == 0 {
                    let one = self.trace.const_int(1);
                    let op = self.rng.pick(&[ResOp::IntAdd, ResOp::IntSub]);
                    i = self.op(op, &[i, one], None, Some(Ty::Int));
                }
                if !(0..LEN).contains(&self.value(i)) {
                    return self.trace.const_int(LEN - 1);
                }
                let (low, mut high) = (self.trace.const_int(0), self.trace.const_int(LEN));
                if self.rng.below(2) == 0 {
                    let a = self.of(Ty::Ints).unwrap();
                    high = self.op(ResOp::ArraylenGc, &[a], Some("ArrayDescr Signed"), None);
                }
                let test = self.op(ResOp::IntLt, &[i, low], None, None);
                self.guard(ResOp::GuardFalse, &[test]);
                let test = self.op(ResOp::IntLt, &[i, high], None, None);
                self.guard(ResOp::GuardTrue, &[test]);
                i
            }
        }
    }

    fn func(&mut self, name: &str) -> OpRef {
        let address = self.world.decls.symbols.address(name).unwrap();
        self.trace.const_int(address)
    }

    fn maybe_ref(&mut self) -> OpRef {
        if self.rng.below(8) == 0 {
            let known = self.rng.pick(&KNOWN);
            return self.trace.const_ref(RefConst::Prebuilt(known));
        }
        match self.of(Ty::MaybeA) {
            Some(p) if self.rng.below(6) > 0 => p,
            _ => self.trace.const_ref(RefConst::Null),
        }
    }

    /// Makes what a rule's pattern says, with values and constants chosen for its names.
    fn pattern(&mut self, term: &Term, names: &mut HashMap<String, OpRef>) -> Option<OpRef> {
        let name = match term {
            Term::Var(name) | Term::Const(name) | Term::Power(name) => name,
            Term::Op(name, args) => {
                let op = ResOp::by_name(name)?;
                if op.has(jitmodel::effects::PRECONDITION) && !args[1].is_const() {
                    return None;
                }
                let args: Option<Vec<OpRef>> =
                    args.iter().map(|a| self.pattern(a, names)).collect();
                let args = args?;
                if op.has(jitmodel::effects::PRECONDITION) && self.value(args[1]) == 0 {
                    return None;
                }
                return Some(self.op(op, &args, None, Some(Ty::Int)));
            }
            Term::Int(i) => return Some(self.trace.const_int(*i)),
            Term::Named(n) => return Some(self.trace.const_int(n.value(64))),
            _ => return None,
        };
        if let Some(&v) = names.get(name) {
            return Some(v);
        }
        let v = match term {
            Term::Const(_) => {
                let small = self.rng.below(70) as i64;
                let c = self.rng.pick(&[small, small, 1, 3, 7, 8, 255, -8, -1, i64::MAX]);
                self.trace.const_int(c)
            }
            Term::Power(_) => {
                let bit = self.rng.below(63);
                self.trace.const_int(1 << bit)
            }
            _ => self.of(Ty::Int)?,
        };
        names.insert(name.clone(), v);
        Some(v)
    }

    fn rule(&mut self) {
        let n = self.rng.below(self.rules.len());
        let pattern = self.rules[n].pattern.clone();
        let Term::Op(name, _) = &pattern else { return };
        let result = self.pattern(&pattern, &mut HashMap::new());
        // Guards teach what the conditions of other rules need.
        if let Some(v) = result
            && ResOp::by_name(name).is_some_and(ResOp::is_bool)
            && self.rng.below(2) == 0
        {
            let truth = self.value(v) != 0;
            self.guard(if truth { ResOp::GuardTrue } else { ResOp::GuardFalse }, &[v]);
        }
    }

    fn text(&mut self) -> OpRef {
        if self.rng.below(4) == 0 {
            let known = self.rng.pick(&TEXTS);
            return self.trace.const_ref(RefConst::Prebuilt(known.0));
        }
        self.of(Ty::Text).unwrap()
    }

    /// A guard that `a <= b`; whether that is so.
    fn at_most(&mut self, a: OpRef, b: OpRef) -> bool {
        if self.value(a) > self.value(b) {
            return false;
        }
        let test = self.op(ResOp::IntLe, &[a, b], None, None);
        self.guard(ResOp::GuardTrue, &[test]);
        true
    }

    /// Makes strings, and looks at them.
    fn text_step(&mut self) {
        use ResOp::*;
        let s = self.text();
        match self.rng.below(12) {
            0..=2 => {
                let (f, t) = (self.func("concat"), self.text());
                let length = |r: &Self, v| r.world.heap[r.value(v) as usize - 1].items.len();
                if length(self, s) + length(self, t) < 30 {
                    self.op(CallPureR, &[f, s, t], Some("CallDescr concat"), Some(Ty::Text));
                    self.guard(GuardNoException, &[]);
                }
            }
            3..=5 => {
                let length = self.op(ArraylenGc, &[s], Some(TEXT), None);
                let mut start = self.trace.const_int(0);
                if self.rng.below(3) > 0 {
                    let (i, mask) = (self.int(), self.trace.const_int(3));
                    start = self.op(IntAnd, &[i, mask], None, None);
                    if !self.at_most(start, length) {
                        return;
                    }
                }
                let mut stop = length;
                if self.rng.below(4) > 0 {
                    let n = self.rng.pick(&[0, 1, 1, 2]);
                    let n = self.trace.const_int(n);
                    stop = self.op(IntAdd, &[start, n], None, None);
                    if !self.at_most(stop, length) {
                        return;
                    }
                }
                let f = self.func("slice");
                let args = [f, s, start, stop];
                self.op(CallPureR, &args, Some("CallDescr slice"), Some(Ty::Text));
                self.guard(GuardNoException, &[]);
            }
            6 => {
                self.op(ArraylenGc, &[s], Some(TEXT), Some(Ty::Int));
            }
            7 => {
                let (length, i) = (self.op(ArraylenGc, &[s], Some(TEXT), None), self.int());
                let mask = self.trace.const_int(3);
                let i = self.op(IntAnd, &[i, mask], None, None);
                let one = self.trace.const_int(1);
                let next = self.op(IntAdd, &[i, one], None, None);
                if self.at_most(next, length) {
                    self.op(GetarrayitemGcPureI, &[s, i], Some(TEXT), Some(Ty::Int));
                }
            }
            8 => {
                let (f, t) = (self.func("streq"), self.text());
                let same = self.op(CallPureI, &[f, s, t], Some("CallDescr streq"), Some(Ty::Int));
                let truth = self.value(same) != 0;
                self.guard(if truth { GuardTrue } else { GuardFalse }, &[same]);
            }
            9 => {
                let (f, t) = (self.func("strcmp"), self.text());
                let order = self.op(CallPureI, &[f, s, t], Some("CallDescr strcmp"), None);
                let zero = self.trace.const_int(0);
                self.op(IntLt, &[order, zero], None, Some(Ty::Int));
            }
            11 if self.rng.below(2) == 0 => {
                let (f, i) = (self.func("str"), self.int());
                self.op(CallPureR, &[f, i], Some("CallDescr str"), Some(Ty::Text));
                self.guard(GuardNoException, &[]);
            }
            10 if self.rng.below(2) == 0 => {
                let one = self.trace.const_int(1);
                let (i, zero) = (self.int(), self.trace.const_int(0));
                let c = self.op(IntAnd, &[i, one], None, None);
                let t = self.op(NewArray, &[one], Some(TEXT), None);
                let a = self.trace.const_int(b'a' as i64);
                let c = self.op(IntAdd, &[c, a], None, None);
                self.op(SetarrayitemGc, &[t, zero, c], Some(TEXT), None);
                self.vars.push((t, Ty::Text));
            }
            10 => {
                let f = self.func("look");
                self.op(CallI, &[f, s], Some("CallDescr look"), Some(Ty::Int));
            }
            _ => {
                let Some(p) = self.object() else { return };
                if self.rng.below(2) == 0 {
                    self.op(SetfieldGc, &[p, s], Some("FieldDescr A.t"), None);
                    return;
                }
                let t = self.op(GetfieldGcR, &[p], Some("FieldDescr A.t"), None);
                if self.value(t) != 0 {
                    self.guard(GuardNonnull, &[t]);
                    self.vars.push((t, Ty::Text));
                }
            }
        }
    }

    fn step(&mut self) {
        use ResOp::*;
        if self.texts && self.rng.below(2) == 0 {
            return self.text_step();
        }
        match self.rng.below(36) {
            32..=35 => self.rule(),
            0..=3 => {
                let ops = [
                    IntAdd, IntAdd, IntSub, IntMul, IntAnd, IntOr, IntXor, IntLt, IntLe, IntEq,
                    IntNe, IntGt, IntGe, UintLt, IntRshift, IntLshift, UintRshift,
                ];
                let op = self.rng.pick(&ops);
                let (a, b) = (self.int(), self.int());
                self.op(op, &[a, b], None, Some(Ty::Int));
            }
            4 => {
                let ops = [IntIsTrue, IntIsZero, IntNeg, IntInvert, IntForceGeZero];
                let op = self.rng.pick(&ops);
                let a = self.int();
                self.op(op, &[a], None, Some(Ty::Int));
            }
            5 => {
                let op = self.rng.pick(&[IntPyDiv, IntPyMod]);
                let d = self.rng.pick(&[1, 2, 3, 8, -3, -1]);
                let (a, d) = (self.int(), self.trace.const_int(d));
                self.op(op, &[a, d], None, Some(Ty::Int));
            }
            6 => {
                let op = self.rng.pick(&[IntAddOvf, IntSubOvf, IntMulOvf]);
                let (a, b) = (self.int(), self.int());
                let (x, y) = (self.value(a), self.value(b));
                if !op.with_overflow(x, y).unwrap().1 {
                    let v = self.op(op, &[a, b], None, None);
                    self.guard(GuardNoOverflow, &[]);
                    self.vars.push((v, Ty::Int));
                }
            }
            7..=9 => {
                let a = match self.rng.below(3) {
                    0 => self.of(Ty::Int).unwrap(),
                    _ => {
                        let op = self.rng.pick(&[IntLt, IntLe, IntEq, IntNe, IntGt, IntGe, UintLt]);
                        let (a, b) = (self.int(), self.int());
                        self.op(op, &[a, b], None, Some(Ty::Int))
                    }
                };
                let truth = self.value(a) != 0;
                self.guard(if truth { GuardTrue } else { GuardFalse }, &[a]);
            }
            10 => {
                let a = self.of(Ty::Int).unwrap();
                let c = self.value(a);
                let c = self.trace.const_int(c);
                if self.rng.below(4) == 0 {
                    self.guard(GuardValue, &[a, c]);
                }
            }
            11..=13 => {
                let Some(p) = self.object() else { return };
                let at = self.value(p);
                if self.world.obj(at).class == self.world.class_b() && self.rng.below(2) == 0 {
                    let class = self.trace.const_int(self.world.class_b());
                    self.guard(GuardClass, &[p, class]);
                    self.op(GetfieldGcI, &[p], Some("FieldDescr B.z"), Some(Ty::Int));
                    return;
                }
                match self.rng.below(4) {
                    0 => self.op(GetfieldGcI, &[p], Some("FieldDescr A.x"), Some(Ty::Int)),
                    1 => self.op(GetfieldGcI, &[p], Some("FieldDescr A.y"), Some(Ty::Int)),
                    2 => self.op(GetfieldGcI, &[p], Some("FieldDescr A.c"), Some(Ty::Int)),
                    _ => self.op(GetfieldGcR, &[p], Some("FieldDescr A.r"), Some(Ty::MaybeA)),
                };
            }
            14..=16 => {
                let Some(p) = self.object() else { return };
                let (i, r) = (self.int(), self.maybe_ref());
                match self.rng.below(4) {
                    0 => self.op(SetfieldGc, &[p, i], Some("FieldDescr A.x"), None),
                    1 => self.op(SetfieldGc, &[p, i], Some("FieldDescr A.y"), None),
                    2 => self.op(SetfieldGc, &[p, i], Some("FieldDescr A.c"), None),
                    _ => self.op(SetfieldGc, &[p, r], Some("FieldDescr A.r"), None),
                };
            }
            17 | 18 => {
                let size = self.rng.pick(&["SizeDescr A", "SizeDescr B"]);
                let p = self.op(NewWithVtable, &[], Some(size), Some(Ty::MaybeA));
                let i = self.int();
                self.op(SetfieldGc, &[p, i], Some("FieldDescr A.x"), None);
            }
            19 => {
                let n = self.trace.const_int(LEN);
                if self.rng.below(2) == 0 {
                    self.op(NewArrayClear, &[n], Some("ArrayDescr Signed"), Some(Ty::Ints));
                } else {
                    self.op(NewArrayClear, &[n], Some("ArrayDescr Pair"), Some(Ty::Pairs));
                }
            }
            20 | 21 | 25 => {
                let (a, i) = (self.of(Ty::Ints).unwrap(), self.index());
                self.op(GetarrayitemGcI, &[a, i], Some("ArrayDescr Signed"), Some(Ty::Int));
            }
            26 => {
                let (a, i) = (self.of(Ty::Refs).unwrap(), self.index());
                self.op(GetarrayitemGcR, &[a, i], Some("ArrayDescr Refs"), Some(Ty::MaybeA));
            }
            27 => {
                let (a, i, v) = (self.of(Ty::Refs).unwrap(), self.index(), self.maybe_ref());
                self.op(SetarrayitemGc, &[a, i, v], Some("ArrayDescr Refs"), None);
            }
            // What an interpreter's instruction does to its memory.
            28 => {
                let (a, i, v) = (self.of(Ty::Ints).unwrap(), self.index(), self.int());
                let old = self.op(GetarrayitemGcI, &[a, i], Some("ArrayDescr Signed"), None);
                let new = self.op(IntAdd, &[old, v], None, Some(Ty::Int));
                self.op(SetarrayitemGc, &[a, i, new], Some("ArrayDescr Signed"), None);
            }
            // Tests of values near each other against one limit.
            29 | 30 => {
                let (base, mut limit) = (self.int(), self.int());
                if self.rng.below(2) == 0 {
                    let a = self.of(Ty::Ints).unwrap();
                    limit = self.op(ArraylenGc, &[a], Some("ArrayDescr Signed"), None);
                }
                for _ in 0..2 + self.rng.below(4) {
                    let add = self.rng.pick(&[-2, -1, 0, 1, 1, 2, 3, 300, i64::MAX]);
                    let add = self.trace.const_int(add);
                    let sum = self.op(IntAdd, &[base, add], None, None);
                    let op = self.rng.pick(&[IntLt, IntLe, IntGt, IntGe, UintLt, UintGe, UintGt]);
                    let args = if self.rng.below(2) == 0 { [sum, limit] } else { [limit, sum] };
                    let test = self.op(op, &args, None, None);
                    let truth = self.value(test) != 0;
                    self.guard(if truth { GuardTrue } else { GuardFalse }, &[test]);
                }
            }
            22 => {
                let (a, i, v) = (self.of(Ty::Ints).unwrap(), self.index(), self.int());
                self.op(SetarrayitemGc, &[a, i, v], Some("ArrayDescr Signed"), None);
            }
            23 => {
                let (a, i) = (self.of(Ty::Pairs).unwrap(), self.index());
                let (v, r) = (self.int(), self.maybe_ref());
                match self.rng.below(5) {
                    0 => self.op(
                        SetinteriorfieldGc,
                        &[a, i, v],
                        Some("InteriorFieldDescr Pair.k"),
                        None,
                    ),
                    1 => self.op(
                        SetinteriorfieldGc,
                        &[a, i, r],
                        Some("InteriorFieldDescr Pair.v"),
                        None,
                    ),
                    2 => self.op(ArraylenGc, &[a], Some("ArrayDescr Pair"), Some(Ty::Int)),
                    3 => self.op(
                        GetinteriorfieldGcI,
                        &[a, i],
                        Some("InteriorFieldDescr Pair.k"),
                        Some(Ty::Int),
                    ),
                    _ => self.op(
                        GetinteriorfieldGcR,
                        &[a, i],
                        Some("InteriorFieldDescr Pair.v"),
                        Some(Ty::MaybeA),
                    ),
                };
            }
            24 => {
                let (p, q) = (self.maybe_ref(), self.maybe_ref());
                match self.rng.below(3) {
                    0 => self.op(PtrEq, &[p, q], None, Some(Ty::Int)),
                    1 => self.op(InstancePtrNe, &[p, q], None, Some(Ty::Int)),
                    _ => self.op(PtrNonzero, &[p], None, Some(Ty::Int)),
                };
            }
            _ => {
                if self.rng.below(2) == 0 {
                    let (f, i) = (self.func("sq"), self.int());
                    self.op(CallPureI, &[f, i], Some("CallDescr sq"), Some(Ty::Int));
                    return;
                }
                let Some(p) = self.object() else { return };
                match self.rng.below(4) {
                    0 => {
                        let (f, i) = (self.func("poke"), self.int());
                        self.op(CallN, &[f, p, i], Some("CallDescr poke"), None);
                    }
                    1 => {
                        let (f, a) = (self.func("mess"), self.of(Ty::Ints).unwrap());
                        self.op(CallI, &[f, p, a], Some("CallDescr mess"), Some(Ty::Int));
                        self.guard(GuardNoException, &[]);
                    }
                    _ => {
                        let f = self.func("peek");
                        self.op(CallI, &[f, p], Some("CallDescr peek"), Some(Ty::Int));
                    }
                }
            }
        }
    }
}

const INPUTS: [Ty; 10] = [
    Ty::Int,
    Ty::Int,
    Ty::MaybeA,
    Ty::MaybeA,
    Ty::Ints,
    Ty::Ints,
    Ty::Refs,
    Ty::Pairs,
    Ty::Text,
    Ty::Text,
];

fn initial<'a>(decls: &'a Declarations, rng: &mut Choices) -> (World<'a>, Vec<i64>) {
    let mut world = World { decls, heap: Vec::new() };
    let a = world.new_struct(decls.descrs.by_name("SizeDescr A").unwrap());
    let b = world.new_struct(decls.descrs.by_name("SizeDescr B").unwrap());
    let (x, r) = (world.d("FieldDescr A.x"), world.d("FieldDescr A.r"));
    world.set_field(a, x, rng.below(10) as i64);
    world.set_field(a, r, b);
    let array = |world: &mut World<'_>, name| {
        let array = Some(world.d(name));
        world.alloc(Obj { array, items: vec![0; LEN as usize], ..Default::default() })
    };
    let (s, t) = (array(&mut world, "ArrayDescr Signed"), array(&mut world, "ArrayDescr Signed"));
    let refs = array(&mut world, "ArrayDescr Refs");
    let pairs = array(&mut world, "ArrayDescr Pair");
    let t = if rng.below(4) == 0 { s } else { t };
    let q = rng.pick(&[a, b, b, 0]);
    let i = rng.pick(&[0, 1, 5, 1000, -3, i64::MAX - 1]);
    for (at, text) in TEXTS {
        assert_eq!(world.new_text(text.bytes().map(i64::from).collect()), at as i64);
    }
    let mut text = || {
        let text = rng.pick(&["", "a", "b", "ab", "aba", "bbb"]);
        world.new_text(text.bytes().map(i64::from).collect())
    };
    let (v, w) = (text(), text());
    (world, vec![i, rng.below(6) as i64, a, q, s, t, refs, pairs, v, w])
}

/// Records one iteration. Returns the trace, the memory afterwards and the jump's arguments' values.
fn record<'a>(
    name: &str,
    steps: usize,
    rng: &mut Choices,
    world: World<'a>,
    inputs: &[i64],
) -> (Trace, World<'a>, Vec<i64>) {
    let kinds: Vec<Kind> =
        INPUTS.iter().map(|t| if *t == Ty::Int { Kind::Int } else { Kind::Ref }).collect();
    let texts = rng.below(3) == 0;
    let trace = Trace::new(name, &kinds);
    let vars = INPUTS.iter().enumerate().map(|(n, &t)| (trace.inputarg(n), t)).collect();
    let mut recorder =
        Recorder { trace, world, env: inputs.to_vec(), vars, pc: 0, rng, rules: rules(), texts };
    for _ in 0..steps {
        recorder.step();
    }
    // Jump arguments: mostly the same variable, or something made in the loop.
    let mut jump = Vec::new();
    for (n, &ty) in INPUTS.iter().enumerate() {
        let same = recorder.trace.inputarg(n);
        let other = recorder.of(ty).unwrap();
        jump.push(if recorder.rng.below(2) == 0 { same } else { other });
    }
    recorder.guard(ResOp::GuardFutureCondition, &[]);
    let values = jump.iter().map(|&v| recorder.value(v)).collect();
    recorder.trace.record_token(ResOp::Jump, &jump, TokenId(0));
    recorder.trace.verify().unwrap();
    (recorder.trace, recorder.world, values)
}

/// Knows the values at the end of recording.
struct BridgeEnv<'a> {
    world: World<'a>,
    args: Vec<i64>,
    kinds: Vec<Kind>,
}

impl BridgeEnv<'_> {
    fn constant(kind: Kind, v: i64) -> ConstValue {
        match kind {
            Kind::Ref if v == 0 => ConstValue::Ref(RefConst::Null),
            Kind::Ref => ConstValue::Ref(RefConst::Prebuilt(v as u64)),
            _ => ConstValue::Int(v),
        }
    }
}

fn known_text(c: ConstValue) -> Option<&'static str> {
    let ConstValue::Ref(RefConst::Prebuilt(n)) = c else { return None };
    TEXTS.iter().find(|t| t.0 == n).map(|t| t.1)
}

impl OptEnv for BridgeEnv<'_> {
    fn new_token(&mut self) -> TokenId {
        TokenId(99)
    }

    fn address(&mut self, addr: AddrRef) -> i64 {
        self.world.decls.addresses[addr.0 as usize] as i64
    }

    fn array_len(&mut self, array: ConstValue, _: DescrRef) -> Option<i64> {
        Some(known_text(array)?.len() as i64)
    }

    fn read_item(&mut self, array: ConstValue, index: i64, _: DescrRef) -> Option<ConstValue> {
        let item = known_text(array)?.as_bytes().get(usize::try_from(index).ok()?)?;
        Some(ConstValue::Int(*item as i64))
    }

    fn class_of(&mut self, object: RefConst) -> Option<i64> {
        let RefConst::Prebuilt(n) = object else { return None };
        Some(self.world.obj(n as i64).class).filter(|&c| c != 0)
    }

    fn instance_class(&mut self, object: RefConst) -> Option<i64> {
        self.class_of(object)
    }

    fn runtime_value(&mut self, n: usize) -> Option<ConstValue> {
        Some(Self::constant(self.kinds[n], self.args[n]))
    }

    fn runtime_part(&mut self, object: ConstValue, access: Access) -> Option<ConstValue> {
        let ConstValue::Ref(RefConst::Prebuilt(n)) = object else { return None };
        let kind = |d| self.world.decls.descrs.value_kind(d);
        let obj = &self.world.heap[n as usize - 1];
        let (kind, v) = match access {
            Access::Field(d) => (kind(d), obj.fields.get(&d).copied().unwrap_or(0)),
            Access::Item(d, n) => (kind(d), *obj.items.get(n as usize)?),
            Access::Interior(d, n) => (kind(d), *obj.interior.get(&(n as i64, d)).unwrap_or(&0)),
        };
        Some(Self::constant(kind, v))
    }
}

/// Returns whether the loop's body gets items at variable indices as label arguments.
fn one_case(
    decls: &Declarations,
    steps: [usize; 2],
    rng: TestRng,
    jumps: &Cell<[usize; 4]>,
) -> bool {
    let mut rng = Choices(rng);
    let (world, inputs) = initial(decls, &mut rng);
    let (trace, after, values) = record("case", steps[0], &mut rng, world.clone(), &inputs);
    // The bridge starts where the loop came out: something like the real thing.
    let (bridge_world, bridge_inputs) =
        if rng.below(2) == 0 { (after, values) } else { (world.clone(), inputs.clone()) };
    let (bridge, bridge_after, bridge_values) =
        record("bridge", steps[1], &mut rng, bridge_world, &bridge_inputs);
    let opts = Options::default();
    let fail = |error: optimizeopt::InvalidLoop, t: &Trace| -> ! {
        panic!("{error}\n{}", print_trace(t, decls.env()))
    };
    let mut env = TestEnv::new(decls);
    let class = |n: u64| world.heap[n as usize - 1].class;
    env.strings = TEXTS.iter().map(|t| (RefConst::Prebuilt(t.0), t.1.to_string())).collect();
    env.classes = KNOWN.iter().map(|&n| (RefConst::Prebuilt(n), class(n))).collect();
    let peeled = optimize_loop(&trace, &decls.descrs, &mut env, opts);
    let peeled = peeled.unwrap_or_else(|e| fail(e, &trace));
    let simple = optimize_simple(&trace, &decls.descrs, &mut env, opts);
    let simple = simple.unwrap_or_else(|e| fail(e, &trace));
    let kinds = bridge.inputargs.clone();
    let mut env = BridgeEnv {
        world: bridge_after.clone(),
        args: bridge_values.clone(),
        kinds: kinds.clone(),
    };
    let to_loop = optimize_bridge(&bridge, &decls.descrs, &mut env, opts, &peeled.targets, None);
    let to_loop = to_loop.unwrap_or_else(|e| fail(e, &bridge));
    if peeled.targets.len() == 2 {
        let mut all = jumps.get();
        all[to_loop.target.unwrap()] += 1;
        jumps.set(all);
    }
    // The iteration behind the bridge becomes a loop of its own, which another bridge may reach.
    let (body, body_after, body_values) =
        record("body", steps[0], &mut rng, bridge_after, &bridge_values);
    let others = &peeled.targets[..peeled.targets.len() - 1];
    let general = rng.below(2) == 0;
    let mut env =
        BridgeEnv { world: body_after.clone(), args: body_values.clone(), kinds: kinds.clone() };
    let retraced = optimize_retrace(&bridge, &body, &decls.descrs, &mut env, opts, others, general);
    let retraced = match retraced {
        Ok(result) => Some(result),
        Err(error) if error.internal => fail(error, &body),
        Err(_) => None,
    };
    let (second, second_after, second_values) =
        record("second", steps[1], &mut rng, body_after, &body_values);
    let mut targets: Vec<_> = retraced.iter().map(|r| r.target.clone()).collect();
    targets.extend(peeled.targets.iter().cloned());
    let mut env = BridgeEnv { world: second_after, args: second_values, kinds };
    let to_any = optimize_bridge(&second, &decls.descrs, &mut env, opts, &targets, None);
    let to_any = to_any.unwrap_or_else(|e| fail(e, &second));
    let to_retraced = retraced.is_some() && to_any.target == Some(0);
    let after_second = if to_retraced { &body } else { &trace };

    let loop_unrolled = peeled.unrolled as u32;
    let mut cases: Vec<(&Trace, &Trace, u32, Vec<&Trace>)> = vec![
        (&trace, &trace, loop_unrolled, vec![&peeled.trace]),
        (&trace, &trace, 0, vec![&simple.trace]),
    ];
    // Where the iterations before a label are another trace's, the exit's number is not known.
    if peeled.unrolled == 0 {
        cases.push((&bridge, &trace, 0, vec![&to_loop.trace, &peeled.trace]));
    }
    if let Some(retraced) = &retraced {
        let unrolled = retraced.unrolled as u32;
        let mut all = jumps.get();
        all[2] += 1;
        all[3] += to_retraced as usize;
        jumps.set(all);
        cases.push((&bridge, &body, unrolled, vec![&retraced.trace]));
        if to_retraced || peeled.unrolled == 0 {
            cases.push((
                &second,
                after_second,
                0,
                vec![&to_any.trace, &retraced.trace, &peeled.trace],
            ));
        }
    }
    for (first, then, unrolled, optimised) in cases {
        let text = || {
            let all = [first, then].into_iter().chain(optimised.iter().copied());
            all.map(|t| print_trace(t, decls.env())).collect::<Vec<_>>().join("\n")
        };
        for variant in 0..4 {
            let (world, inputs) = if variant == 0 {
                (world.clone(), inputs.clone())
            } else {
                initial(decls, &mut rng)
            };
            let rounds = 5;
            let exits = run_reference(first, then, world.clone(), &inputs, rounds);
            let (failed, _) = exits.last().unwrap();
            // What a body wants is tested at the bridge's end, or by making an earlier guard stronger: these
            // may fail though nothing fails in the original. Also a guard of the first iteration becomes one that the
            // second needs, if both stand before the label.
            let is_bridge = !std::ptr::eq(first, &trace);
            let good = |(at, state): &Exit| {
                let expected = exits.iter().find(|e| e.0 == *at);
                let in_order = at <= failed
                    && (at.0 == failed.0 || (is_bridge || unrolled > 0) && at.0 <= unrolled);
                in_order && expected.is_some_and(|e| e.1 == *state)
            };
            let found = run_optimised(&optimised, (is_bridge, unrolled), world, &inputs, rounds);
            // A loop that only counts leaves at once where it would have left later, maybe after 2**63 rounds
            // (`random_counting_loops`).
            let enters_loop = optimised.iter().any(|t| std::ptr::eq(*t, &peeled.trace));
            let later = failed.0 == rounds && enters_loop && peeled.closed;
            if !found.iter().any(good) && !later {
                let (at, state) = &found[0];
                let expected = exits.iter().find(|e| e.0 == *at);
                let expected = expected.map_or("(no such guard)", |e| e.1.as_str());
                panic!(
                    "exit at {at:?}, should be {failed:?}: got\n{state}\nexpected\n{expected}\n{}",
                    text()
                );
            }
        }
    }
    let is_item = |s: &ShortOp| matches!(s.opnum, ResOp::GetarrayitemGcI | ResOp::GetarrayitemGcR);
    let variable = |s: &&ShortOp| is_item(s) && !matches!(s.args[1], ShortArg::Const(_));
    peeled.targets[0].short.iter().any(|s| variable(&s))
}

#[test]
fn random_traces_keep_their_meaning() {
    let mut decls = Declarations::default();
    decls.parse(DECLS).unwrap();
    let number = |name: &str| std::env::var(name).ok().and_then(|c| c.parse::<u64>().ok());
    let (first, cases) = (number("SEED").unwrap_or(1), number("CASES").unwrap_or(600));
    let config = ProptestConfig {
        cases: cases as u32,
        failure_persistence: None,
        rng_seed: RngSeed::Fixed(first),
        max_shrink_iters: 2000,
        ..ProptestConfig::default()
    };
    let steps = [3..28usize, 3..28];
    let traces = steps.prop_perturb(|steps, rng| (steps, rng));
    let (jumps, carried) = (Cell::new([0; 4]), Cell::new(0));
    let result = TestRunner::new(config).run(&traces, |(steps, rng)| {
        carried.set(carried.get() + one_case(&decls, steps, rng, &jumps) as usize);
        Ok(())
    });
    result.unwrap_or_else(|e| panic!("{e}"));
    let (jumps, carried) = (jumps.get(), carried.get());
    // The test is worth nothing if bridges never reach a body, or no item is carried around a loop.
    if cases < 100 {
        return;
    }
    assert!(carried * 20 > cases as usize, "bodies that get items as label arguments: {carried}");
    let used = optimizeopt::rules::fired().iter().filter(|n| **n > 0).count();
    assert!(used * 2 > rules().len(), "rules that were used: {used} of {}", rules().len());
    assert!(jumps[0] * 5 > jumps[1], "bridges to (body, preamble): {jumps:?}");
    assert!(jumps[3] * 5 > jumps[2], "(retraces, bridges to them): {jumps:?}");
}
