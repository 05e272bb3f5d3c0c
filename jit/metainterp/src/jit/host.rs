//! Interface of the JIT for the tracer that works for it.

use crate::host::{Host, PortalCell};
use crate::jit;
use crate::jit::state::Jit;
use crate::meter::Meter;
use crate::timeshift::spots::{LiveConstants, Spot};
use alloc::string::String;
use alloc::vec::Vec;
use jitbackend::{Cpu, Memory};
use jitmodel::Kind;
use jitmodel::program::Function;

impl<C: Cpu> Host for Jit<C> {
    fn location(&self, jd: usize, greens: &[i64]) -> Option<String> {
        if !logs_traces(self) {
            return None;
        }
        let desc = &self.data.drivers[jd].desc;
        // Each call may move what the greens refer to.
        let driver = &self.data.drivers[jd];
        let mut greens = greens.to_vec();
        let Some(block) = self.roots.push_block(greens.len()) else { return Some(String::new()) };
        let refs: Vec<usize> =
            (0..greens.len()).filter(|&n| driver.greens[n].1 == Kind::Ref).collect();
        refs.iter().for_each(|&n| block.set(&self.roots, n, greens[n]));
        let mut ask = |function: Function| {
            refs.iter().for_each(|&n| greens[n] = block.get(&self.roots, n));
            jit::call_driver(self, function, &greens)
        };
        let mut text = |function: Function| {
            let string = ask(function);
            String::from_utf8_lossy(&self.cpu.mem().string_bytes(string)).into_owned()
        };
        let named = desc.get_printable_location.map(&mut text);
        let place = desc.get_location.map(&mut text);
        let id = desc.get_unique_id.map(&mut ask);
        self.roots.pop_block(block);
        let mut out = match (named, place) {
            (Some(named), Some(place)) => format!("{named} at {place}"),
            (Some(text), None) | (None, Some(text)) => text,
            (None, None) => format!("({}: no get_printable_location)", desc.name),
        };
        if let Some(id) = id {
            out.push_str(&format!(" id {id}"));
        }
        Some(out)
    }

    fn unroll_one(&self, jd: usize, greens: &[i64]) -> Option<bool> {
        let function = self.data.drivers[jd].desc.should_unroll_one_iteration?;
        Some(jit::call_driver(self, function, greens) != 0)
    }

    fn portal_cell(&self, jd: usize, greens: &[i64]) -> Option<PortalCell> {
        let desc = &self.data.drivers[jd].desc;
        let cell = self.cell_for(jd, greens)?;
        let never = desc
            .can_never_inline
            .is_some_and(|function| jit::call_driver(self, function, greens) != 0);
        let warm = self.warm.borrow();
        let params = warm.params_of(jd);
        let can_inline = params.inlining != 0 && !warm.cell(cell).dont_inline && !never;
        let most = params.max_unroll_recursion.max(0) as usize;
        let levels = if warm.inlines_recursion(cell) { most } else { most.min(1) };
        let nests = warm.cell(cell).nests() && warm.cell(cell).entry.is_some();
        let branchy = warm.cell(self.base_of(cell)).is_branchy();
        Some(PortalCell { cell, can_inline, nests, levels, most, branchy })
    }

    fn limit(&self, jd: usize) -> usize {
        self.warm.borrow().params_of(jd).trace_limit.max(1) as usize
    }

    fn extends(&self, jd: usize) -> bool {
        self.warm.borrow().params_of(jd).extensions != 0
    }

    fn meets(&self, spot: &Spot, known: &LiveConstants, eager: bool) -> bool {
        let meetings = self.meetings.borrow();
        meetings.code(&self.roots, spot, known).is_some()
            || eager && meetings.in_common(&self.roots, spot, known).is_some()
    }

    fn calls_assembler(&self) -> bool {
        self.connected.get()
    }

    fn calls_rest(&self, number: u32) -> bool {
        self.called_loops.borrow().contains(&number)
    }

    fn call_rest(&self, number: u32) {
        self.called_loops.borrow_mut().insert(number);
    }

    fn meter(&self) -> &Meter {
        &self.meter
    }
}

/// Says whether a log or a hook of the program wants to know where traces are.
fn logs_traces<C: Cpu>(jit: &Jit<C>) -> bool {
    const LOGS: [&str; 6] = [
        "jit-log-opt-loop",
        "jit-log-opt-bridge",
        "jit-log-noopt-loop",
        "jit-log-noopt-bridge",
        "jit-abort",
        "jit-resume",
    ];
    jit.data.event_hook.is_some() || LOGS.iter().any(|c| jit.log.wants(c))
}
