//! Jitcodes from text, for tests. Registers `%i0`, `%r1`, `%f0`; constants `$5`, `$null`, `$name` (a symbol: an int address
//! in int positions, a prebuilt object in ref positions), `$f1.5`; labels `@name`; descrs `<FieldDescr A.b>`; jitcodes by name;
//! lists `I[..]`; `switch %i0, {1: @a, 2: @b}`; `-live-` gets its registers by itself.

use jitmodel::ArgCode;
use jitmodel::Insn;
use jitmodel::decl::Declarations;
use jitmodel::jitcode::{Assembler, Label, Liveness, Operand};
use jitmodel::{AddrRef, Descr, DescrRef, JitCode, JitConst, Kind, SwitchDescr};
use std::collections::{BTreeSet, HashMap};

type Reg = (Kind, u8);

struct Line {
    insn: Insn,
    operands: Vec<Operand>,
    reads: Vec<Reg>,
    writes: Option<Reg>,
    targets: Vec<String>,
    switch: Option<(DescrRef, Vec<(i64, String)>)>,
}

pub struct Asm<'a> {
    pub decls: &'a mut Declarations,
    pub liveness: &'a mut Liveness,
    pub jitcodes: &'a HashMap<String, u16>,
}

fn split_operands(text: &str) -> Vec<String> {
    let mut out = Vec::new();
    let (mut depth, mut item) = (0, String::new());
    for c in text.chars() {
        match c {
            '[' | '{' | '<' => depth += 1,
            ']' | '}' | '>' => depth -= 1,
            ',' if depth == 0 => {
                out.push(std::mem::take(&mut item).trim().to_string());
                continue;
            }
            _ => {}
        }
        item.push(c);
    }
    if !item.trim().is_empty() {
        out.push(item.trim().to_string());
    }
    out
}

impl Asm<'_> {
    fn symbol(&mut self, name: &str) -> AddrRef {
        let address = self.decls.symbol(name) as u64;
        let known = self.decls.addresses.iter().position(|&a| a == address);
        AddrRef(known.unwrap_or_else(|| {
            self.decls.addresses.push(address);
            self.decls.addresses.len() - 1
        }) as u32)
    }

    fn register(&mut self, asm: &mut Assembler, kind: Kind, text: &str) -> Operand {
        if let Some(reg) = text.strip_prefix('%') {
            assert_eq!(Kind::from_letter(reg.chars().next().unwrap()), Some(kind), "{text}");
            return Operand::Reg(kind, reg[1..].parse().unwrap());
        }
        let text = text.strip_prefix('$').unwrap_or_else(|| panic!("operand {text}"));
        match kind {
            Kind::Int => match text.parse() {
                Ok(n) => asm.const_int(JitConst::Int(n)),
                Err(_) => {
                    let addr = self.symbol(text);
                    asm.const_int(JitConst::Addr(addr))
                }
            },
            Kind::Ref if text == "null" => asm.const_ref(None),
            Kind::Ref => {
                let addr = self.symbol(text);
                asm.const_ref(Some(addr))
            }
            _ => asm.const_float(text[1..].parse::<f64>().unwrap().to_bits()),
        }
    }

    /// Assembles one jitcode; also returns the positions of its labels.
    pub fn assemble(
        &mut self,
        name: &str,
        num_regs: [u8; 3],
        text: &str,
    ) -> (JitCode, HashMap<String, u32>) {
        let mut asm = Assembler::new(name, num_regs);
        let mut labels: HashMap<String, (Label, usize)> = HashMap::new();
        let mut lines: Vec<Line> = Vec::new();
        let source: Vec<&str> =
            text.lines().map(str::trim).filter(|l| !l.is_empty() && !l.starts_with(';')).collect();
        let mut n = 0;
        for line in &source {
            match line.strip_suffix(':') {
                Some(label) => {
                    let fresh = asm.label();
                    labels.insert(label.to_string(), (fresh, n));
                }
                None => n += 1,
            }
        }
        for line in source.iter().filter(|l| !l.ends_with(':')) {
            let (head, rest) = line.split_once(' ').unwrap_or((line, ""));
            let insn = Insn::by_name(head).unwrap_or_else(|| panic!("instruction {head}"));
            let (args, result) = match rest.rsplit_once("-> ") {
                Some((args, result)) => (args, Some(result.trim())),
                None => (rest, None),
            };
            let mut items = split_operands(args);
            items.extend(result.map(str::to_string));
            let mut items = items.into_iter();
            let mut out = Line {
                insn,
                operands: Vec::new(),
                reads: Vec::new(),
                writes: None,
                targets: Vec::new(),
                switch: None,
            };
            for &code in insn.args() {
                if code == ArgCode::Live {
                    out.operands.push(Operand::Live(0));
                    continue;
                }
                let item = items.next().unwrap_or_else(|| panic!("operands of {line}"));
                out.operands.push(match code {
                    ArgCode::Reg(kind) | ArgCode::Result(kind) => {
                        let operand = self.register(&mut asm, kind, &item);
                        if let (Operand::Reg(_, reg), true) = (&operand, item.starts_with('%')) {
                            if matches!(code, ArgCode::Result(_)) {
                                out.writes = Some((kind, *reg));
                            } else {
                                out.reads.push((kind, *reg));
                            }
                        }
                        operand
                    }
                    ArgCode::Const => Operand::Small(item.parse().unwrap()),
                    ArgCode::Label => {
                        let target = item.strip_prefix('@').unwrap().to_string();
                        let label = labels[&target].0;
                        out.targets.push(target);
                        Operand::Label(label)
                    }
                    ArgCode::Descr if insn == Insn::Switch => {
                        let inner = item.trim_matches(['{', '}']);
                        let cases = split_operands(inner).into_iter().map(|case| {
                            let (value, target) = case.split_once(':').unwrap();
                            let target = target.trim().strip_prefix('@').unwrap().to_string();
                            out.targets.push(target.clone());
                            (value.trim().parse().unwrap(), target)
                        });
                        let cases = cases.collect();
                        let descr = self.decls.descrs.add(Descr::Switch(SwitchDescr::default()));
                        out.switch = Some((descr, cases));
                        Operand::Descr(descr)
                    }
                    ArgCode::Descr => {
                        let name = item.trim_start_matches('<').trim_end_matches('>');
                        let descr = self.decls.descrs.by_name(name);
                        Operand::Descr(descr.unwrap_or_else(|| panic!("descr {name}")))
                    }
                    ArgCode::JitCode => Operand::JitCode(self.jitcodes[&item]),
                    ArgCode::Live => unreachable!(),
                    ArgCode::List(kind) => {
                        let inner = item[2..].trim_end_matches(']');
                        let regs = split_operands(inner).into_iter().map(|text| {
                            let Operand::Reg(_, reg) = self.register(&mut asm, kind, &text) else {
                                unreachable!()
                            };
                            if text.starts_with('%') {
                                out.reads.push((kind, reg));
                            }
                            reg
                        });
                        Operand::List(kind, regs.collect())
                    }
                });
            }
            assert_eq!(items.next(), None, "too many operands: {line}");
            lines.push(out);
        }
        self.live_registers(&mut lines, &labels);
        let mut at: Vec<Vec<Label>> = vec![Vec::new(); lines.len() + 1];
        for (label, index) in labels.values() {
            at[*index].push(*label);
        }
        for (n, line) in lines.iter().enumerate() {
            for &label in &at[n] {
                asm.bind(label);
            }
            asm.emit(line.insn, &line.operands);
        }
        for &label in &at[lines.len()] {
            asm.bind(label);
        }
        let positions: HashMap<String, u32> =
            labels.iter().map(|(name, l)| (name.clone(), asm.position(l.0).unwrap())).collect();
        for line in lines {
            if let Some((descr, cases)) = line.switch {
                let mut cases: Vec<(i64, u32)> =
                    cases.into_iter().map(|(value, target)| (value, positions[&target])).collect();
                cases.sort();
                self.decls.descrs.set(descr, Descr::Switch(SwitchDescr { cases }));
            }
        }
        (asm.finish().unwrap(), positions)
    }

    fn live_registers(&mut self, lines: &mut [Line], labels: &HashMap<String, (Label, usize)>) {
        let mut live: Vec<BTreeSet<Reg>> = vec![BTreeSet::new(); lines.len() + 1];
        loop {
            let mut changed = false;
            for n in (0..lines.len()).rev() {
                let line = &lines[n];
                let name = line.insn.name();
                let ends = name.ends_with("_return")
                    || matches!(line.insn, Insn::Goto | Insn::Raise | Insn::Reraise);
                let mut set = if ends { BTreeSet::new() } else { live[n + 1].clone() };
                for target in &line.targets {
                    set.extend(live[labels[target].1].iter().copied());
                }
                if let Some(reg) = line.writes {
                    set.remove(&reg);
                }
                set.extend(line.reads.iter().copied());
                changed |= set != live[n];
                live[n] = set;
            }
            if !changed {
                break;
            }
        }
        for n in 0..lines.len() {
            if lines[n].insn == Insn::Live {
                let mut set = live[n].clone();
                if n > 0
                    && lines[n - 1].insn.name().contains("call")
                    && let Some(reg) = lines[n - 1].writes
                {
                    set.remove(&reg);
                }
                let of =
                    |kind| -> Vec<u8> { set.iter().filter(|r| r.0 == kind).map(|r| r.1).collect() };
                let offset = self.liveness.intern(&of(Kind::Int), &of(Kind::Ref), &of(Kind::Float));
                lines[n].operands = vec![Operand::Live(offset)];
            }
        }
    }
}
