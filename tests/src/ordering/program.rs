//! Small kernels made of what orders accesses: atomics, fences, barriers of blocks and warps.

/// A kernel with its launch: blocks of up to 32 threads, in one dimension.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Program {
    /// Threads of a block.
    pub threads: u32,
    /// Blocks.
    pub blocks: u32,
    /// The kernel's body.
    pub body: Vec<Stmt>,
}

/// Elements of every array.
pub const LEN: i32 = 16;

/// Local variables `v0`, `v1`, ...; all are 0 at first.
pub const VARS: usize = 8;

/// The arrays; all hold `int`s.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Array {
    /// Data in global memory: `int *d`.
    Data,
    /// Data in shared memory: `__shared__ int s[16]`.
    Shared,
    /// Locks, flags and counters in global memory: `int *l`.
    Locks,
    /// The same in shared memory: `__shared__ int m[16]`.
    Mutexes,
}

impl Array {
    /// Each block has one of its own.
    pub fn of_block(self) -> bool {
        matches!(self, Array::Shared | Array::Mutexes)
    }
}

/// Values: what a thread computes from where it is and what it has read.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Value {
    /// A number.
    Const(i32),
    /// `threadIdx.x`
    Thread,
    /// `blockIdx.x`
    Block,
    /// The thread's number in the launch.
    Global,
    /// A variable, and a number on top.
    Var(usize, i32),
    /// `gridDim.x`, and a number on top.
    Blocks(i32),
    /// A number that no other thread has.
    Own(i32),
    /// The lowest set bit of a variable.
    First(usize),
    /// How many bits of a variable are set.
    Count(usize),
    /// How many bits of a variable are set below the thread's own lane.
    Below(usize),
}

/// Comparisons.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[expect(missing_docs, reason = "C's operators")]
pub enum Compare {
    Eq,
    Ne,
    Lt,
}

/// `a op b`
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Cond(pub Value, pub Compare, pub Value);

/// An array's element; the index is taken modulo the array's length where it is a variable's.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Cell(pub Array, pub Value);

/// Who sees an atomic operation, or what a fence orders.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
#[expect(missing_docs, reason = "the names say it")]
pub enum Scope {
    Block,
    Device,
}

/// Memory orders; sequential consistency adds nothing to a program's races.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[expect(missing_docs, reason = "C++'s names")]
pub enum Order {
    Relaxed,
    Acquire,
    Release,
    AcqRel,
}

impl Order {
    /// All of them.
    pub const ALL: [Order; 4] = [Order::Relaxed, Order::Acquire, Order::Release, Order::AcqRel];

    /// Lets go what came before.
    pub fn releases(self) -> bool {
        matches!(self, Order::Release | Order::AcqRel)
    }

    /// Lets in for what comes after.
    pub fn acquires(self) -> bool {
        matches!(self, Order::Acquire | Order::AcqRel)
    }

    fn name(self) -> &'static str {
        match self {
            Order::Relaxed => "relaxed",
            Order::Acquire => "acquire",
            Order::Release => "release",
            Order::AcqRel => "acq_rel",
        }
    }
}

/// Read-modify-writes.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[expect(missing_docs, reason = "CUDA's names")]
pub enum Op {
    Add(Value),
    Sub(Value),
    Or(Value),
    Max(Value),
    Exch(Value),
    /// Expected and new value.
    Cas(i32, Value),
}

/// An atomic operation; what was found goes into the variable.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Atomic {
    /// Gets the old value.
    pub into: usize,
    /// What is done.
    pub op: Op,
    /// Where.
    pub cell: Cell,
    /// For whom.
    pub scope: Scope,
    /// What it orders.
    pub order: Order,
}

/// Statements.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Stmt {
    /// `v = e;`
    Set(usize, Value),
    /// `cell = e;`
    Store(Cell, Value),
    /// `v = cell;`
    Load(usize, Cell),
    /// `v = atomicOp(..);`
    Atomic(Atomic),
    /// `do v = atomicOp(..); while (v op e);`
    Spin(Atomic, Compare, Value),
    /// `__threadfence();` or `__threadfence_block();`, or `cuda::atomic_thread_fence` where it is not of both sides.
    Fence(Scope, Order),
    /// `__syncthreads();`
    Barrier,
    /// `__syncwarp(mask);`; all lanes with `u32::MAX`.
    SyncWarp(u32),
    /// `v = __ballot_sync(~0u, c);`
    Ballot(usize, Cond),
    /// `v = __shfl_sync(~0u, w, lane);`
    Shuffle(usize, usize, Value),
    /// `if (c) { .. } else { .. }`
    If(Cond, Vec<Stmt>, Vec<Stmt>),
    /// So many iterations.
    Loop(u32, Vec<Stmt>),
    /// `return;`
    Return,
}

impl Program {
    /// Whether some statement is like this.
    pub fn has(&self, wanted: &dyn Fn(&Stmt) -> bool) -> bool {
        fn any(block: &[Stmt], wanted: &dyn Fn(&Stmt) -> bool) -> bool {
            block
                .iter()
                .any(|s| wanted(s) || matches!(s, Stmt::If(_, a, b) if any(a, wanted) || any(b, wanted)))
        }
        any(&self.body, wanted)
    }
}

/// The program as CUDA.
pub fn print(program: &Program) -> String {
    let mut out = String::from(
        "#include <cuda/atomic>\n__global__ void k(int *d, int *l)\n{\n    __shared__ int s[16];\n    __shared__ int m[16];\n    \
         int t = threadIdx.x, b = blockIdx.x;\n    int g = b * blockDim.x + t;\n    \
         int v0 = 0, v1 = 0, v2 = 0, v3 = 0, v4 = 0, v5 = 0, v6 = 0, v7 = 0;\n",
    );
    block(&program.body, 1, &mut out);
    out.push_str("}\n");
    out
}

fn block(stmts: &[Stmt], depth: usize, out: &mut String) {
    let indent = "    ".repeat(depth);
    for s in stmts {
        let line = match s {
            Stmt::Set(v, e) => format!("v{v} = {};", value(e)),
            Stmt::Store(c, e) => format!("{} = {};", cell(c), value(e)),
            Stmt::Load(v, c) => format!("v{v} = {};", cell(c)),
            Stmt::Atomic(a) => format!("{};", atomic(a)),
            Stmt::Spin(a, op, e) => format!(
                "do {{ {}; }} while (v{} {} {});",
                atomic(a),
                a.into,
                compare(*op),
                value(e)
            ),
            Stmt::Fence(Scope::Device, Order::AcqRel) => "__threadfence();".into(),
            Stmt::Fence(Scope::Block, Order::AcqRel) => "__threadfence_block();".into(),
            Stmt::Fence(scope, order) => format!(
                "cuda::atomic_thread_fence(cuda::memory_order_{}, cuda::thread_scope_{});",
                order.name(),
                scope_name(*scope)
            ),
            Stmt::Barrier => "__syncthreads();".into(),
            Stmt::SyncWarp(u32::MAX) => "__syncwarp();".into(),
            Stmt::SyncWarp(mask) => format!("__syncwarp({mask:#x});"),
            Stmt::Ballot(v, c) => format!("v{v} = (int)__ballot_sync(0xffffffffu, {});", cond(c)),
            Stmt::Shuffle(v, w, lane) => {
                format!("v{v} = __shfl_sync(0xffffffffu, v{w}, {});", value(lane))
            }
            Stmt::If(c, then, otherwise) => {
                out.push_str(&format!("{indent}if ({}) {{\n", cond(c)));
                block(then, depth + 1, out);
                if !otherwise.is_empty() {
                    out.push_str(&format!("{indent}}} else {{\n"));
                    block(otherwise, depth + 1, out);
                }
                "}".into()
            }
            Stmt::Loop(n, body) => {
                out.push_str(&format!("{indent}for (int i = 0; i < {n}; i++) {{\n"));
                block(body, depth + 1, out);
                "}".into()
            }
            Stmt::Return => "return;".into(),
        };
        out.push_str(&format!("{indent}{line}\n"));
    }
}

fn compare(op: Compare) -> &'static str {
    match op {
        Compare::Eq => "==",
        Compare::Ne => "!=",
        Compare::Lt => "<",
    }
}

fn cond(Cond(a, op, b): &Cond) -> String {
    format!("{} {} {}", value(a), compare(*op), value(b))
}

fn cell(Cell(array, index): &Cell) -> String {
    let name = match array {
        Array::Data => "d",
        Array::Shared => "s",
        Array::Locks => "l",
        Array::Mutexes => "m",
    };
    match index {
        Value::Const(_) | Value::Thread | Value::Block | Value::Global => format!("{name}[{}]", value(index)),
        _ => format!("{name}[({}) & 15]", value(index)),
    }
}

fn value(e: &Value) -> String {
    let plus = |n: i32| if n == 0 { String::new() } else { format!(" + {n}") };
    match *e {
        Value::Const(n) => n.to_string(),
        Value::Thread => "t".into(),
        Value::Block => "b".into(),
        Value::Global => "g".into(),
        Value::Var(v, n) => format!("v{v}{}", plus(n)),
        Value::Blocks(n) => format!("(int)gridDim.x{}", plus(n)),
        Value::Own(n) => format!("100 * g + {}", n + 100),
        Value::First(v) => format!("__ffs(v{v}) - 1"),
        Value::Count(v) => format!("__popc(v{v})"),
        Value::Below(v) => format!("__popc(v{v} & ((1 << t) - 1))"),
    }
}

fn scope_name(scope: Scope) -> &'static str {
    match scope {
        Scope::Block => "block",
        Scope::Device => "device",
    }
}

fn atomic(a: &Atomic) -> String {
    let (name, member, operands) = match &a.op {
        Op::Add(e) => ("Add", "fetch_add", value(e)),
        Op::Sub(e) => ("Sub", "fetch_sub", value(e)),
        Op::Or(e) => ("Or", "fetch_or", value(e)),
        Op::Max(e) => ("Max", "fetch_max", value(e)),
        Op::Exch(e) => ("Exch", "exchange", value(e)),
        Op::Cas(expected, new) => ("CAS", "", format!("{expected}, {}", value(new))),
    };
    let (v, cell) = (a.into, cell(&a.cell));
    if a.order == Order::Relaxed {
        let scope = if a.scope == Scope::Block { "_block" } else { "" };
        return format!("v{v} = atomic{name}{scope}(&{cell}, {operands})");
    }
    let order = format!("cuda::memory_order_{}", a.order.name());
    let cell = format!(
        "cuda::atomic_ref<int, cuda::thread_scope_{}>({cell})",
        scope_name(a.scope)
    );
    match &a.op {
        Op::Cas(expected, new) => format!(
            "{{ int e = {expected}; {cell}.compare_exchange_strong(e, {}, {order}); v{v} = e; }}",
            value(new)
        ),
        Op::Add(_) | Op::Sub(_) | Op::Or(_) | Op::Max(_) | Op::Exch(_) => {
            format!("v{v} = {cell}.{member}({operands}, {order})")
        }
    }
}
