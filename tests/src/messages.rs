//! Message passing in all spellings: one thread writes data and sets a flag, another waits for the flag and reads the data.
//! Every pair of orders, by operations and by fences, for every two scopes, within a block and between blocks.
//!
//! Whether it is free is computed here from a statement of the rule of its own ([`Message::is_free`]), which shares nothing with
//! the encoder or the replay.

use std::fmt::Write as _;

/// How the flag and the fences are written.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Spelling {
    /// `cuda::atomic_ref` and `cuda::atomic_thread_fence`.
    LibCu,
    /// The compiler's `__nv_atomic_*`, handed orders and scopes by wrappers.
    Builtin,
    /// OpenCL C 2.0.
    OpenCl,
    /// Inline PTX.
    Ptx,
}

impl Spelling {
    /// All of them.
    pub const ALL: [Spelling; 4] = [
        Spelling::LibCu,
        Spelling::Builtin,
        Spelling::OpenCl,
        Spelling::Ptx,
    ];

    /// The name of a file of it.
    pub fn path(self) -> &'static str {
        match self {
            Spelling::OpenCl => "messages.cl",
            Spelling::LibCu | Spelling::Builtin | Spelling::Ptx => "messages.cu",
        }
    }
}

/// Memory orders, by their place in the names below.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[expect(missing_docs, reason = "the names are C++'s")]
pub enum Order {
    Relaxed,
    Acquire,
    Release,
    AcqRel,
    SeqCst,
}

/// All orders.
pub const ORDERS: [Order; 5] = [
    Order::Relaxed,
    Order::Acquire,
    Order::Release,
    Order::AcqRel,
    Order::SeqCst,
];

/// Scopes, the smaller first.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
#[expect(missing_docs, reason = "the names say it")]
pub enum Scope {
    Thread,
    Block,
    Device,
    System,
}

/// All scopes.
pub const SCOPES: [Scope; 4] = [Scope::Thread, Scope::Block, Scope::Device, Scope::System];

/// How one side orders: its operation on the flag has this order and scope; or that is relaxed and atomic for all, and a fence
/// beside it has them.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Side {
    /// A fence does it.
    pub by_fence: bool,
    /// The order.
    pub order: Order,
    /// The scope of the operation or fence that has it.
    pub scope: Scope,
}

/// A message.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Message {
    /// The words.
    pub spelling: Spelling,
    /// Who writes.
    pub writer: Side,
    /// Who waits and reads.
    pub reader: Side,
    /// The two are of different blocks.
    pub far: bool,
}

impl Message {
    /// Whether the write of the data happens before its read: the writer's side releases and the reader's acquires, and the
    /// scopes hold both threads. A message whose flag is atomic for too few threads races on the flag.
    pub fn is_free(&self) -> bool {
        let lets_go = [Order::Release, Order::AcqRel, Order::SeqCst].contains(&self.writer.order);
        let lets_in = [Order::Acquire, Order::AcqRel, Order::SeqCst].contains(&self.reader.order);
        let least = if self.far { Scope::Device } else { Scope::Block };
        lets_go && lets_in && self.writer.scope >= least && self.reader.scope >= least
    }

    /// Whether the language has these words.
    pub fn can_be_said(&self) -> bool {
        let said = |side: Side| match self.spelling {
            Spelling::LibCu | Spelling::Builtin => true,
            // Scopes of a work-item are for images only.
            Spelling::OpenCl => side.scope != Scope::Thread,
            Spelling::Ptx => match (side.by_fence, side.order) {
                _ if side.scope == Scope::Thread => false,
                (true, order) => order != Order::Relaxed,
                (false, order) => order != Order::SeqCst,
            },
        };
        said(self.writer) && said(self.reader)
    }

    /// The launch: threads of a block, and blocks.
    pub fn launch(&self) -> [u64; 2] {
        if self.far { [1, 2] } else { [64, 1] }
    }
}

/// Every pair of orders at a scope that is wide enough, and every two scopes at the orders that matter.
pub fn all(spelling: Spelling) -> Vec<Message> {
    let mut out = Vec::new();
    let ways = [(false, false), (false, true), (true, false), (true, true)];
    let mut add = |orders: [Order; 2], scopes: [Scope; 2], far: bool| {
        for (w, r) in ways {
            let side = |by_fence, n: usize| Side {
                by_fence,
                order: orders[n],
                scope: scopes[n],
            };
            let message = Message {
                spelling,
                writer: side(w, 0),
                reader: side(r, 1),
                far,
            };
            if message.can_be_said() {
                out.push(message);
            }
        }
    };
    for w in ORDERS {
        for r in ORDERS {
            add([w, r], [Scope::Device; 2], true);
        }
    }
    for w in SCOPES {
        for r in SCOPES {
            for far in [false, true] {
                add([Order::Release, Order::Acquire], [w, r], far);
            }
        }
    }
    out
}

/// One file with a kernel `k0`, `k1`, ... for each message; all of one spelling.
pub fn print(messages: &[Message]) -> String {
    let mut text = match messages.first().map(|m| m.spelling) {
        Some(Spelling::LibCu) => "#include <cuda/atomic>\n".to_owned(),
        Some(Spelling::Builtin) => WRAPPERS.to_owned(),
        Some(Spelling::OpenCl | Spelling::Ptx) | None => String::new(),
    };
    for (n, message) in messages.iter().enumerate() {
        let _ = writeln!(text, "{}", kernel(n, message));
    }
    text
}

/// Orders and scopes go through two functions, one of them a template.
const WRAPPERS: &str = "template <int ORDER> __device__ void put(int *f, int scope) { __nv_atomic_exchange_n(f, 1, ORDER, scope); }\n\
     __device__ int get(int *f, int order, int scope) { return __nv_atomic_load_n(f, order, scope); }\n\
     __device__ void fence(int order, int scope) { __nv_atomic_thread_fence(order, scope); }\n";

fn kernel(n: usize, m: &Message) -> String {
    let cl = m.spelling == Spelling::OpenCl;
    let (who, first, second) = match (m.far, cl) {
        (true, false) => ("blockIdx.x", 0, 1),
        (true, true) => ("get_group_id(0)", 0, 1),
        (false, false) => ("threadIdx.x", 0, 33),
        (false, true) => ("get_local_id(0)", 0, 33),
    };
    let head = match cl {
        true => format!("__kernel void k{n}(__global atomic_int *f, __global int *d)"),
        false => format!("__global__ void k{n}(int *f, int *d)"),
    };
    let (put, before) = words(m.spelling, m.writer, true);
    let (get, after) = words(m.spelling, m.reader, false);
    format!(
        "{head} {{ int v; if ({who} == {first}) {{ d[0] = 42; {before} {put} }} \
         else if ({who} == {second}) {{ do {{ {get} }} while (v == 0); {after} d[1] = d[0]; }} }}"
    )
}

/// The operation on the flag, and the fence or nothing.
fn words(spelling: Spelling, side: Side, writes: bool) -> (String, String) {
    // Beside a fence, the operation is relaxed and atomic for all, so that only the fence is looked at.
    let (of_operation, reach) = match side.by_fence {
        true => (Order::Relaxed, Scope::System as usize),
        false => (side.order, side.scope as usize),
    };
    let scope = side.scope as usize;
    let (operation, fence) = match spelling {
        Spelling::LibCu => {
            let names = ["thread", "block", "device", "system"];
            let (scope, reach) = (names[scope], names[reach]);
            let r = format!("cuda::atomic_ref<int, cuda::thread_scope_{reach}> r(*f);");
            let order = |o: Order| format!("cuda::memory_order_{}", name(o));
            (
                match writes {
                    true => format!("{r} r.exchange(1, {});", order(of_operation)),
                    false => format!("{r} v = r.fetch_or(0, {});", order(of_operation)),
                },
                format!(
                    "cuda::atomic_thread_fence({}, cuda::thread_scope_{scope});",
                    order(side.order)
                ),
            )
        }
        Spelling::Builtin => {
            let names = ["THREAD", "BLOCK", "DEVICE", "SYSTEM"];
            let [scope, reach] = [scope, reach].map(|n| format!("__NV_THREAD_SCOPE_{}", names[n]));
            let order = |o: Order| format!("__NV_ATOMIC_{}", name(o).to_uppercase());
            (
                match writes {
                    true => format!("put<{}>(f, {reach});", order(of_operation)),
                    false => format!("v = get(f, {}, {reach});", order(of_operation)),
                },
                format!("fence({}, {scope});", order(side.order)),
            )
        }
        Spelling::OpenCl => {
            let names = ["work_item", "work_group", "device", "all_svm_devices"];
            let order = |o: Order, n: usize| format!("memory_order_{}, memory_scope_{}", name(o), names[n]);
            (
                match writes {
                    true => format!("atomic_exchange_explicit(f, 1, {});", order(of_operation, reach)),
                    false => format!(
                        "v = atomic_fetch_or_explicit(f, 0, {});",
                        order(of_operation, reach)
                    ),
                },
                format!(
                    "atomic_work_item_fence(CLK_GLOBAL_MEM_FENCE, {});",
                    order(side.order, scope)
                ),
            )
        }
        Spelling::Ptx => {
            let names = ["", "cta", "gpu", "sys"];
            let scope = names[scope];
            let operation = format!("atom.{}.{}.global", name(of_operation), names[reach]);
            let fence = match side.order {
                Order::SeqCst => "sc",
                order => name(order),
            };
            (
                match writes {
                    true => format!(
                        "asm volatile(\"{operation}.exch.b32 %0, [%1], 1;\" : \"=r\"(v) : \"l\"(f) : \"memory\");"
                    ),
                    false => format!(
                        "asm volatile(\"{operation}.or.b32 %0, [%1], 0;\" : \"=r\"(v) : \"l\"(f) : \"memory\");"
                    ),
                },
                format!("asm volatile(\"fence.{fence}.{scope};\" ::: \"memory\");"),
            )
        }
    };
    (operation, if side.by_fence { fence } else { String::new() })
}

fn name(order: Order) -> &'static str {
    match order {
        Order::Relaxed => "relaxed",
        Order::Acquire => "acquire",
        Order::Release => "release",
        Order::AcqRel => "acq_rel",
        Order::SeqCst => "seq_cst",
    }
}
