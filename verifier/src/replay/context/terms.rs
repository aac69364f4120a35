//! The terms of what is computed, in runs with symbols.

use super::super::memory::Target;
use super::super::program::Call;
use super::super::shadow::Writer;
use super::super::symbolic::{Graph, Node, Sym};
use super::super::thread::Val;
use super::{Context, NOWHERE};
use kverify_frontend::ir::{BinOp, PureFn, Ty};

impl<'k> Context<'k> {
    /// Whether what is done now is done for other inputs than the run's.
    pub fn is_elsewhere(&self) -> bool {
        self.shadow.as_ref().is_some_and(|shadow| shadow.is_elsewhere())
    }

    /// Where a term decides what only a number can, a run with symbols is spoilt.
    pub fn spoil(&self, reason: &str, place: u32) {
        if let Some(shadow) = &self.shadow {
            shadow.spoil(reason, place);
        }
    }

    /// The term that an operation makes of its operands, in a run with symbols.
    pub fn term(&mut self, operands: &[Val], make: impl FnOnce(&mut Graph) -> Node) -> Sym {
        match &mut self.shadow {
            Some(shadow) => shadow.term(operands, make),
            None => Sym::NONE,
        }
    }

    /// The term of what a load found.
    pub fn loaded(&mut self, target: Target, ty: Ty, bits: u128, place: u32) -> Sym {
        match &mut self.shadow {
            Some(shadow) => shadow.load(&self.memory, target, ty, bits, place),
            None => Sym::NONE,
        }
    }

    /// The symbol that a scalar parameter is, if it may have any value.
    pub fn argument(&mut self, param: u32, ty: Ty) -> Sym {
        let shadow = self.shadow.as_mut();
        let number = shadow.and_then(|shadow| Some((shadow.given.scalars.get(&param).copied()?, shadow)));
        number.map_or(Sym::NONE, |(number, shadow)| {
            shadow.graph.make(Node::Scalar(number, ty))
        })
    }

    /// The term of one of two values, by a condition that is a term.
    pub fn choice(&mut self, ty: Ty, cond: Val, a: Val, b: Val) -> Sym {
        self.term(&[cond], |g| {
            let cond = g.of(Ty::Bool, cond);
            Node::Choose(ty, cond, g.of(ty, a), g.of(ty, b))
        })
    }

    /// The term of what the machine rounds, though no input has a say in it.
    pub fn rounded(&mut self, op: BinOp, ty: Ty, a: u128, b: u128, result: u128) -> Sym {
        let shadow = self.shadow.as_mut();
        shadow.map_or(Sym::NONE, |shadow| shadow.rounded(op, ty, a, b, result))
    }

    /// The term of a function's value. Of floats it is one even where no input has a say: the machine rounds what it gives.
    pub fn called(&mut self, call: &Call, vals: &[Val]) -> Sym {
        let Some(shadow) = &mut self.shadow else {
            return Sym::NONE;
        };
        let PureFn::Library(_) = call.function else {
            shadow.spoil("what images and assembly give is not compared", NOWHERE);
            return Sym::NONE;
        };
        let rounds = shadow.given.reals && matches!(call.ty, Ty::Float(_));
        let constant = vals.iter().all(|val| val.sym == Sym::NONE);
        if shadow.is_spoilt() || constant && (!rounds || vals.is_empty()) {
            return Sym::NONE;
        }
        let graph = &mut shadow.graph;
        let types = call.args.iter().map(|(ty, _)| *ty);
        let args = types
            .zip(vals)
            .map(|(ty, val)| (ty, graph.of(ty, *val)))
            .collect();
        graph.make(Node::Call(call.function.clone(), call.ty, args))
    }

    /// A thread wrote a value at a place.
    pub fn stored(&mut self, target: Target, ty: Ty, val: Val, (thread, place): (u32, u32)) {
        if let Some(shadow) = &mut self.shadow {
            shadow.store(target, ty, val, Writer { thread, place }, None);
        }
    }
}
