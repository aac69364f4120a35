//! Which inputs stand behind what memory holds, and how far an access is from the one that is looked for.

use super::super::context::Context;
use super::super::program::{Inst, Slot};
use super::super::step::read;
use super::super::thread::Thread;
use super::sets::SetId;
use super::{Guide, Place, Shadow};
use kverify_frontend::ir::{Space, Ty};

impl Guide {
    pub(super) fn access(&mut self, inst: &Inst, pc: u32, thread: &Thread, cx: &Context<'_>) {
        let (addr, ty) = match inst {
            Inst::Load { addr, ty, .. } | Inst::Store { addr, ty, .. } => (*addr, *ty),
            Inst::Atomic(atomic) => (atomic.addr, atomic.ty),
            _ => return,
        };
        let by_address = self.shadow(thread, addr).from;
        let Some(target) = cx.memory.target(read(thread, cx, addr).bits as u64) else {
            return;
        };
        let key = (target.region, target.offset);
        for side in [0, 1] {
            if self.goal.is_side(side, pc) {
                let at = Some((target.region, target.offset, u64::from(ty.bytes())));
                self.hit(side, thread, cx, at, by_address);
            }
        }
        let held = match inst {
            Inst::Store { .. } => SetId::default(),
            _ => self.held(key, ty, cx),
        };
        let dst = match inst {
            Inst::Load { dst, .. } => Some(*dst),
            Inst::Atomic(atomic) => atomic.dst,
            _ => None,
        };
        if let Some(dst) = dst {
            let from = self.sets.union(held, by_address);
            self.set(thread, Slot::Var(dst), Shadow { from, truth: None });
        }
        match inst {
            Inst::Store { value, .. } => {
                let from = self.shadow(thread, *value).from;
                self.memory.insert(key, from);
            }
            Inst::Atomic(atomic) => {
                let args = self.union(thread, &atomic.args);
                let from = self.sets.union(args, held);
                self.memory.insert(key, from);
            }
            _ => {}
        }
    }

    /// What a cell's contents came from; a cell that nobody wrote is an input itself.
    fn held(&mut self, key: (u32, i64), ty: Ty, cx: &Context<'_>) -> SetId {
        if let Some(&from) = self.memory.get(&key) {
            return from;
        }
        let Some(region) = cx.memory.describe(key.0) else {
            return SetId::default();
        };
        let is_input = matches!(region.space, Space::Global | Space::Image | Space::Constant)
            && ty != Ty::Ptr
            && !self.fixed.1.contains(&region.object)
            && region.certain
            && region.is_untouched(key.1);
        let from = match is_input {
            true => {
                let place = Place::Cell(region.object, region.row, key.1);
                self.input(place, ty, cx.memory.at_entry(key.0, key.1, ty))
            }
            false => SetId::default(),
        };
        self.memory.insert(key, from);
        from
    }
}
