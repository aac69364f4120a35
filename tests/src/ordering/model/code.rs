//! A program as a list of instructions, so that a thread's place in it is a number.

use super::super::program::{Atomic, Cell, Compare, Cond, Order, Scope, Stmt, Value};

/// A program's instructions; the last one leaves the kernel.
pub(super) type Code = Vec<Instr>;

/// One instruction. See [`Stmt`].
#[derive(Clone, Debug)]
pub(super) enum Instr {
    Set(usize, Value),
    Store(Cell, Value),
    Load(usize, Cell),
    Atomic(Atomic),
    Spin(Atomic, Compare, Value),
    Fence(Scope, Order),
    Barrier,
    SyncWarp(u32),
    Ballot(usize, Cond),
    Shuffle(usize, usize, Value),
    /// Goes on elsewhere unless the condition holds.
    Unless(Cond, usize),
    Jump(usize),
    Return,
}

pub(super) fn compile(body: &[Stmt]) -> Code {
    let mut code = Code::new();
    block(body, &mut code);
    code.push(Instr::Return);
    code
}

fn block(stmts: &[Stmt], code: &mut Code) {
    for s in stmts {
        let instr = match s {
            Stmt::Set(v, e) => Instr::Set(*v, *e),
            Stmt::Store(c, e) => Instr::Store(*c, *e),
            Stmt::Load(v, c) => Instr::Load(*v, *c),
            Stmt::Atomic(a) => Instr::Atomic(*a),
            Stmt::Spin(a, op, e) => Instr::Spin(*a, *op, *e),
            Stmt::Fence(s, order) => Instr::Fence(*s, *order),
            Stmt::Barrier => Instr::Barrier,
            Stmt::SyncWarp(mask) => Instr::SyncWarp(*mask),
            Stmt::Ballot(v, c) => Instr::Ballot(*v, *c),
            Stmt::Shuffle(v, w, lane) => Instr::Shuffle(*v, *w, *lane),
            Stmt::Return => Instr::Return,
            Stmt::Loop(n, body) => {
                for _ in 0..*n {
                    block(body, code);
                }
                continue;
            }
            Stmt::If(c, then, otherwise) => {
                let test = code.len();
                code.push(Instr::Unless(*c, 0));
                block(then, code);
                let skip = code.len();
                if !otherwise.is_empty() {
                    code.push(Instr::Jump(0));
                }
                code[test] = Instr::Unless(*c, code.len());
                if !otherwise.is_empty() {
                    block(otherwise, code);
                    code[skip] = Instr::Jump(code.len());
                }
                continue;
            }
        };
        code.push(instr);
    }
}
