//! One thread's way from the kernel's start.

use super::super::print::FUNCTIONS;
use super::super::{ARRAYS, Expr, Geometry, Kind, Op, POINTED, Place, Space, Stmt, Table, Ty};
use super::{Cell, Stop, World};

pub(super) enum Halt {
    Barrier(Stop),
    Invalid,
}

#[derive(PartialEq)]
pub(super) enum Flow {
    Next,
    Break,
    Continue,
    Return,
}

/// One thread's way from the kernel's start.
pub(super) struct Run<'w, 'p> {
    pub(super) world: &'w mut World<'p>,
    pub(super) block: u64,
    pub(super) number: u64,
    pub(super) reads: &'w mut Vec<i128>,
    pub(super) read: usize,
    /// Barriers up to which everything has happened before.
    pub(super) live_from: usize,
    pub(super) passed: usize,
    /// Barriers that order shared, and global memory.
    pub(super) intervals: [u32; 2],
    pub(super) locals: Vec<i128>,
    pub(super) pointers: [Pointer; 2],
    /// The private table.
    pub(super) kept: [Pointer; Table::LEN as usize],
    pub(super) loops: Vec<u32>,
}

/// Array and element.
type Pointer = (usize, i128);

/// What the pointers are at the start.
pub(super) const START: [Pointer; 2] = [(POINTED[0], 0), (POINTED[0], 32)];

/// A pointer as a number in memory: at home far apart from those of other arrays.
fn number((array, element): Pointer) -> i128 {
    ((array as i128 + 1) << 32) + element
}

fn pointer(number: i128) -> Option<Pointer> {
    let middle = number + (1 << 31);
    let array = usize::try_from((middle >> 32) - 1).ok()?;
    POINTED
        .contains(&array)
        .then(|| (array, number - ((array as i128 + 1) << 32)))
}

impl Run<'_, '_> {
    pub(super) fn block(&mut self, block: &[Stmt]) -> Result<Flow, Halt> {
        for stmt in block {
            let flow = self.stmt(stmt)?;
            if flow != Flow::Next {
                return Ok(flow);
            }
        }
        Ok(Flow::Next)
    }

    fn stmt(&mut self, stmt: &Stmt) -> Result<Flow, Halt> {
        self.world.fuel = self.world.fuel.checked_sub(1).ok_or(Halt::Invalid)?;
        match stmt {
            Stmt::Set(v, e) => {
                let value = self.expr(e)?;
                self.set(*v, value);
            }
            Stmt::Store(place, e) => {
                // Replay evaluates what is stored first; all that matters is that reads happen in one order.
                let value = self.expr(e)?;
                let (array, element) = self.place(place)?;
                self.access(array, element, true, false)?;
                self.write(array, element, value);
            }
            Stmt::AtomicAdd(v, place, e) => self.atomic(*v, place, e)?,
            Stmt::Barrier(all) => {
                if self.passed == self.live_from {
                    return Err(Halt::Barrier((
                        std::ptr::from_ref(stmt) as usize,
                        self.loops.clone(),
                    )));
                }
                self.passed += 1;
                self.intervals[0] += 1;
                self.intervals[1] += u32::from(*all || !self.world.program.opencl);
            }
            Stmt::SyncWarp => {}
            Stmt::If(c, a, b) => {
                let taken = self.expr(c)? != 0;
                return self.block(if taken { a } else { b });
            }
            Stmt::Loop(kind, body) => return self.repeat(kind, body),
            Stmt::Break => return Ok(Flow::Break),
            Stmt::Continue => return Ok(Flow::Continue),
            Stmt::Return => return Ok(Flow::Return),
            Stmt::Point(q, array, e) => self.pointers[*q] = (*array, self.expr(e)?),
            Stmt::Walk(q, by) => self.pointers[*q].1 += by,
            Stmt::Through(q, e) => self.pointers[*q].1 += self.expr(e)?,
            Stmt::Alias(to, from, _) => self.pointers[*to] = self.pointers[*from],
            Stmt::Keep(table, e, q) => {
                let (slot, kept) = (self.expr(e)?, self.pointers[*q]);
                match table.array() {
                    Some(array) => {
                        self.access(array, slot, true, false)?;
                        self.write(array, slot, number(kept));
                    }
                    None => *self.slot(slot)? = kept,
                }
            }
            Stmt::Take(q, table, e) => {
                self.pointers[*q] = self.kept_in(*table, e)?;
            }
            Stmt::Exchange(q, e) => {
                let slot = self.expr(e)?;
                let array = Table::Numbers.array().ok_or(Halt::Invalid)?;
                let old = self.access(array, slot, true, true)?;
                self.write(array, slot, number(self.pointers[*q]));
                self.pointers[*q] = pointer(old).ok_or(Halt::Invalid)?;
            }
            Stmt::Swap => self.pointers.swap(0, 1),
        }
        Ok(Flow::Next)
    }

    fn kept_in(&mut self, table: Table, slot: &Expr) -> Result<Pointer, Halt> {
        let slot = self.expr(slot)?;
        match table.array() {
            Some(array) => pointer(self.access(array, slot, false, false)?).ok_or(Halt::Invalid),
            None => Ok(*self.slot(slot)?),
        }
    }

    fn slot(&mut self, slot: i128) -> Result<&mut Pointer, Halt> {
        usize::try_from(slot)
            .ok()
            .and_then(|slot| self.kept.get_mut(slot))
            .ok_or(Halt::Invalid)
    }

    fn set(&mut self, v: usize, value: i128) {
        self.locals[v] = self.world.program.locals[v].wrap(value);
    }

    fn atomic(&mut self, v: Option<usize>, place: &Place, e: &Expr) -> Result<(), Halt> {
        let (array, element) = self.place(place)?;
        let added = self.expr(e)?;
        let old = self.access(array, element, true, true)?;
        self.write(array, element, old + added);
        if let Some(v) = v {
            self.set(v, old);
        }
        Ok(())
    }

    fn repeat(&mut self, kind: &Kind, body: &[Stmt]) -> Result<Flow, Halt> {
        if let Kind::For(v, init, ..) = kind {
            let value = self.expr(init)?;
            self.set(*v, value);
        }
        self.loops.push(0);
        let mut flow = Flow::Next;
        let mut first = true;
        loop {
            let skipped = first && matches!(kind, Kind::DoWhile(_));
            let (Kind::For(_, _, cond, _) | Kind::While(cond) | Kind::DoWhile(cond)) = kind;
            if !skipped && self.expr(cond)? == 0 {
                break;
            }
            first = false;
            match self.block(body)? {
                Flow::Break => break,
                Flow::Return => {
                    flow = Flow::Return;
                    break;
                }
                Flow::Next | Flow::Continue => {}
            }
            if let Kind::For(v, _, _, step) = kind {
                let value = self.expr(step)?;
                self.set(*v, value);
            }
            if let Some(count) = self.loops.last_mut() {
                *count += 1;
            }
        }
        self.loops.pop();
        Ok(flow)
    }

    fn place(&mut self, place: &Place) -> Result<(usize, i128), Halt> {
        match place {
            Place::Via(table, slot, i) => {
                let (array, element) = self.kept_in(*table, slot)?;
                Ok((array, element + self.expr(i)?))
            }
            Place::Behind(q, i) => {
                let (array, element) = self.pointers[*q];
                Ok((array, element + self.expr(i)?))
            }
            Place::Cell(array, row, column) => {
                let row = match ARRAYS[*array].columns {
                    Some(columns) => self.expr(row)? * columns,
                    None => 0,
                };
                Ok((*array, row + self.expr(column)?))
            }
        }
    }

    fn cell(&self, array: usize, element: i128) -> Cell {
        let shared = ARRAYS[array].space == Space::Shared;
        (array, if shared { self.block } else { 0 }, element)
    }

    /// Notes an access and gives what the cell holds.
    fn access(&mut self, array: usize, element: i128, writes: bool, atomic: bool) -> Result<i128, Halt> {
        if !(0..ARRAYS[array].len).contains(&element) {
            return Err(Halt::Invalid);
        }
        let live = self.passed == self.live_from;
        let cell = self.cell(array, element);
        if live {
            let interval = self.intervals[usize::from(ARRAYS[array].space != Space::Shared)];
            let entry = (self.block, self.number, interval, writes, atomic);
            self.world.log.entry(cell).or_default().insert(entry);
        }
        if writes && !atomic {
            return Ok(0);
        }
        if !live || self.read < self.reads.len() {
            let value = self.reads.get(self.read).copied().ok_or(Halt::Invalid)?;
            self.read += 1;
            return Ok(value);
        }
        let known = self.world.memory.get(&cell).copied();
        self.world.truth.reads_inputs |= known.is_none();
        let value = known.unwrap_or_else(|| self.world.initial(array, element));
        self.reads.push(value);
        self.read += 1;
        Ok(value)
    }

    fn write(&mut self, array: usize, element: i128, value: i128) {
        if self.passed == self.live_from {
            let cell = self.cell(array, element);
            self.world.memory.insert(cell, ARRAYS[array].ty.wrap(value));
        }
    }

    fn expr(&mut self, e: &Expr) -> Result<i128, Halt> {
        Ok(match e {
            Expr::Const(c) => *c,
            Expr::Geometry(g) => self.geometry(*g),
            Expr::Local(v) => self.locals[*v],
            Expr::N => {
                self.world.truth.reads_inputs = true;
                self.world.n
            }
            Expr::Bin(Op::LogicalAnd, a, b) => i128::from(self.expr(a)? != 0 && self.expr(b)? != 0),
            Expr::Bin(Op::LogicalOr, a, b) => i128::from(self.expr(a)? != 0 || self.expr(b)? != 0),
            Expr::Bin(op, a, b) => {
                let (x, y) = (self.expr(a)?, self.expr(b)?);
                let program = self.world.program;
                let left = program.ty(a).promoted();
                let ty = program.ty(a).common(program.ty(b));
                match op {
                    Op::Shl | Op::Shr => compute(*op, left, left.wrap(x), y)?,
                    _ => compute(*op, ty, ty.wrap(x), ty.wrap(y))?,
                }
            }
            Expr::Cond(c, a, b) => {
                let ty = self.world.program.ty(e);
                let taken = if self.expr(c)? != 0 { a } else { b };
                ty.wrap(self.expr(taken)?)
            }
            Expr::Cast(ty, a) => ty.wrap(self.expr(a)?),
            Expr::Load(place) => {
                let (array, element) = self.place(place)?;
                self.access(array, element, false, false)?
            }
            Expr::Call(f, a) => FUNCTIONS[*f].2(Ty::Int.wrap(self.expr(a)?)),
        })
    }

    fn geometry(&self, g: Geometry) -> i128 {
        let [x, _] = self.world.program.block;
        let value = match g {
            Geometry::T | Geometry::RawT => self.number % x,
            Geometry::Ty => self.number / x,
            Geometry::B => self.block,
            Geometry::D => x,
        };
        i128::from(value)
    }
}

fn compute(op: Op, ty: Ty, x: i128, y: i128) -> Result<i128, Halt> {
    let divisor = || if y == 0 { Err(Halt::Invalid) } else { Ok(y) };
    let exact = match op {
        Op::Add => x + y,
        Op::Sub => x - y,
        Op::Mul => x * y,
        Op::Div => x / divisor()?,
        Op::Mod => x % divisor()?,
        Op::Shl => x << y.clamp(0, 31),
        Op::Shr => x >> y.clamp(0, 31),
        Op::And => x & y,
        Op::Or => x | y,
        Op::Xor => x ^ y,
        Op::Lt => i128::from(x < y),
        Op::Le => i128::from(x <= y),
        Op::Gt => i128::from(x > y),
        Op::Ge => i128::from(x >= y),
        Op::Eq => i128::from(x == y),
        Op::Ne => i128::from(x != y),
        Op::LogicalAnd | Op::LogicalOr => return Err(Halt::Invalid),
    };
    let wrapped = ty.wrap(exact);
    if wrapped != exact && ty != Ty::UInt {
        // Signed overflow: proofs assume that there is none.
        return Err(Halt::Invalid);
    }
    Ok(wrapped)
}
