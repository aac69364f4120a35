//! Random small kernels as trees, so that they can be printed, run by a naive reference, shrunk and rewritten.
//!
//! [`draw`] makes them, [`print`](mod@print) writes them as CUDA or OpenCL, [`reference`](mod@reference) runs them without
//! any of kverify's code, [`rewrite`] makes twins that must get the same answer, [`shrink`](mod@shrink) makes failures small.

pub mod draw;
mod idioms;
pub mod print;
pub mod reference;
pub mod rewrite;
pub mod shrink;

/// A kernel with its launch.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Program {
    /// OpenCL, not CUDA.
    pub opencl: bool,
    /// Threads of a block, x and y.
    pub block: [u64; 2],
    /// Blocks.
    pub grid: u64,
    /// Types of the local variables `v0`, `v1`, ...
    pub locals: Vec<Ty>,
    /// The kernel's body.
    pub body: Vec<Stmt>,
}

/// Types of variables and array elements.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[expect(missing_docs, reason = "C's own names")]
pub enum Ty {
    Char,
    UChar,
    Short,
    Int,
    UInt,
    Long,
}

impl Ty {
    /// The values of the type.
    pub fn range(self) -> (i128, i128) {
        match self {
            Ty::Char => (-128, 127),
            Ty::UChar => (0, 255),
            Ty::Short => (-32768, 32767),
            Ty::Int => (-(1 << 31), (1 << 31) - 1),
            Ty::UInt => (0, (1 << 32) - 1),
            Ty::Long => (-(1 << 63), (1 << 63) - 1),
        }
    }

    /// A number as a value of the type: conversions wrap.
    pub fn wrap(self, value: i128) -> i128 {
        let (low, high) = self.range();
        (value - low).rem_euclid(high - low + 1) + low
    }

    /// The type in which arithmetic on it happens.
    pub fn promoted(self) -> Ty {
        match self {
            Ty::Char | Ty::UChar | Ty::Short => Ty::Int,
            other => other,
        }
    }

    /// The type of `a + b`.
    pub fn common(self, other: Ty) -> Ty {
        let (a, b) = (self.promoted(), other.promoted());
        if a == Ty::Long || b == Ty::Long {
            Ty::Long
        } else if a == Ty::UInt || b == Ty::UInt {
            Ty::UInt
        } else {
            Ty::Int
        }
    }
}

/// Where an array lies.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[expect(missing_docs, reason = "the names say it")]
pub enum Space {
    Shared,
    Global,
    Input,
}

/// One of the arrays that kernels may use.
#[derive(Debug)]
pub struct Array {
    /// Its name.
    pub name: &'static str,
    /// The member that is meant, of an array of structures.
    pub field: Option<&'static str>,
    /// Its space.
    pub space: Space,
    /// Type of an element.
    pub ty: Ty,
    /// How the type is written, of a table of pointers: as such, or as numbers.
    pub written: Option<&'static str>,
    /// Elements; kernels stay below it.
    pub len: i128,
    /// Elements of a row, if it has two dimensions.
    pub columns: Option<i128>,
    /// Element number `i` is cell `stride * i + first` of what memory is filled with.
    pub stride: i128,
    /// See `stride`.
    pub first: i128,
}

const fn array(name: &'static str, space: Space, ty: Ty, len: i128) -> Array {
    Array {
        name,
        field: None,
        space,
        ty,
        written: None,
        len,
        columns: None,
        stride: 1,
        first: 0,
    }
}

const fn field(name: &'static str, field: &'static str, first: i128) -> Array {
    Array {
        field: Some(field),
        stride: 2,
        first,
        ..array(name, Space::Shared, Ty::Int, 16)
    }
}

const fn table(name: &'static str, written: &'static str) -> Array {
    Array {
        written: Some(written),
        ..array(name, Space::Shared, Ty::Long, 8)
    }
}

/// All arrays.
pub const ARRAYS: [Array; 11] = [
    array("s", Space::Shared, Ty::Int, 64),
    array("g", Space::Global, Ty::Int, 64),
    array("in", Space::Input, Ty::Int, 64),
    Array {
        columns: Some(16),
        ..array("d", Space::Shared, Ty::Int, 32)
    },
    field("pairs", "a", 0),
    field("pairs", "b", 1),
    array("bytes", Space::Shared, Ty::UChar, 64),
    array("h", Space::Global, Ty::Short, 64),
    array("r", Space::Shared, Ty::UInt, 64),
    table("stab", "int *"),
    table("ltab", "unsigned long long"),
];

/// The arrays that pointers may point into, all of one type; the first is where they point at the start.
pub const POINTED: [usize; 2] = [0, 1];

/// Where pointers are kept.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Table {
    /// `ptab`, an array of pointers that each thread has.
    Private,
    /// `stab`, pointers in shared memory.
    Pointers,
    /// `ltab`, the same as numbers.
    Numbers,
}

impl Table {
    /// Elements.
    pub const LEN: i128 = 8;

    /// Its place in [`ARRAYS`], if threads share it.
    pub fn array(self) -> Option<usize> {
        match self {
            Table::Private => None,
            Table::Pointers => Some(9),
            Table::Numbers => Some(10),
        }
    }
}

/// How one pointer becomes another's copy.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[expect(missing_docs, reason = "the names say it")]
pub enum Copy {
    Assignment,
    Bytes,
    Union,
    Record,
}

/// Pointer variables `q0`, `q1`.
pub const POINTERS: usize = 2;

/// Binary operators.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[expect(missing_docs, reason = "C's operators")]
pub enum Op {
    Add,
    Sub,
    Mul,
    Div,
    Mod,
    Shl,
    Shr,
    And,
    Or,
    Xor,
    Lt,
    Le,
    Gt,
    Ge,
    Eq,
    Ne,
    LogicalAnd,
    LogicalOr,
}

impl Op {
    /// The result is 0 or 1.
    pub fn is_truth(self) -> bool {
        matches!(
            self,
            Op::Lt | Op::Le | Op::Gt | Op::Ge | Op::Eq | Op::Ne | Op::LogicalAnd | Op::LogicalOr
        )
    }
}

/// What the launch says.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Geometry {
    /// `int t = threadIdx.x`
    T,
    /// `int ty = threadIdx.y`
    Ty,
    /// `threadIdx.x` itself, unsigned.
    RawT,
    /// `int b = blockIdx.x`
    B,
    /// `blockDim.x`, unsigned.
    D,
}

/// Expressions.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Expr {
    /// A literal of type `int`.
    Const(i128),
    /// Part of the launch.
    Geometry(Geometry),
    /// A local variable.
    Local(usize),
    /// The parameter `n`.
    N,
    /// `a op b`
    Bin(Op, Box<Expr>, Box<Expr>),
    /// `a ? b : c`
    Cond(Box<Expr>, Box<Expr>, Box<Expr>),
    /// `(ty)a`
    Cast(Ty, Box<Expr>),
    /// What a place holds.
    Load(Box<Place>),
    /// A call of a function of [`print::FUNCTIONS`].
    Call(usize, Box<Expr>),
}

/// A memory cell.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Place {
    /// An array's element; row and column, if it has two dimensions (row 0 otherwise).
    Cell(usize, Expr, Expr),
    /// An element behind a pointer variable.
    Behind(usize, Expr),
    /// An element behind a pointer that a table holds: `((int *)table[slot])[e]`.
    Via(Table, Expr, Expr),
}

/// Statements.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Stmt {
    /// `v = e;`
    Set(usize, Expr),
    /// `place = e;`
    Store(Place, Expr),
    /// `v = atomicAdd(&place, e);` with or without `v`.
    AtomicAdd(Option<usize>, Place, Expr),
    /// A barrier of the block; whether it orders global memory (OpenCL only).
    Barrier(bool),
    /// `__syncwarp();`
    SyncWarp,
    /// `if (c) { .. } else { .. }`
    If(Expr, Vec<Stmt>, Vec<Stmt>),
    /// A loop.
    Loop(Kind, Vec<Stmt>),
    /// `break;`
    Break,
    /// `continue;`
    Continue,
    /// `return;`
    Return,
    /// `q = s + e;`, or into another array that pointers may point into.
    Point(usize, usize, Expr),
    /// `q = (int *)((unsigned long long)q + 4 * e);`
    Through(usize, Expr),
    /// The first becomes the second.
    Alias(usize, usize, Copy),
    /// `table[e] = q;`
    Keep(Table, Expr, usize),
    /// `q = table[e];`
    Take(usize, Table, Expr),
    /// `q = (int *)atomicExch(&ltab[e], (unsigned long long)q);`
    Exchange(usize, Expr),
    /// `q += e;`
    Walk(usize, i128),
    /// Exchanges the pointers.
    Swap,
}

/// Kinds of loop.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Kind {
    /// `for (v = init; cond; v = step)`
    For(usize, Expr, Expr, Expr),
    /// `while (cond)`
    While(Expr),
    /// `do .. while (cond)`
    DoWhile(Expr),
}

impl Expr {
    /// `a op b`
    pub fn bin(op: Op, a: Expr, b: Expr) -> Expr {
        Expr::Bin(op, Box::new(a), Box::new(b))
    }

    /// The thread's x.
    pub const T: Expr = Expr::Geometry(Geometry::T);
}

impl Program {
    /// Its type.
    pub fn ty(&self, expr: &Expr) -> Ty {
        match expr {
            Expr::Const(_) | Expr::N | Expr::Call(..) => Ty::Int,
            Expr::Geometry(Geometry::RawT | Geometry::D) => Ty::UInt,
            Expr::Geometry(_) => Ty::Int,
            Expr::Local(local) => self.locals[*local],
            Expr::Bin(op, ..) if op.is_truth() => Ty::Int,
            Expr::Bin(Op::Shl | Op::Shr, a, _) => self.ty(a).promoted(),
            Expr::Bin(_, a, b) | Expr::Cond(_, a, b) => self.ty(a).common(self.ty(b)),
            Expr::Cast(ty, _) => *ty,
            Expr::Load(place) => match **place {
                Place::Cell(array, ..) => ARRAYS[array].ty,
                Place::Behind(..) | Place::Via(..) => ARRAYS[POINTED[0]].ty,
            },
        }
    }

    /// Calls `visit` for each statement, outer ones first.
    pub fn each_stmt(&self, visit: &mut impl FnMut(&Stmt)) {
        fn walk(block: &[Stmt], visit: &mut impl FnMut(&Stmt)) {
            for stmt in block {
                visit(stmt);
                match stmt {
                    Stmt::If(_, a, b) => {
                        walk(a, visit);
                        walk(b, visit);
                    }
                    Stmt::Loop(_, body) => walk(body, visit),
                    _ => {}
                }
            }
        }
        walk(&self.body, visit);
    }

    /// Whether some statement is like this.
    pub fn has(&self, wanted: impl Fn(&Stmt) -> bool) -> bool {
        let mut found = false;
        self.each_stmt(&mut |stmt| found |= wanted(stmt));
        found
    }
}
