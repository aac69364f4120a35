//! The text of a kernel: stable, for people and golden tests.

use super::{
    AtomicOp, Batches, BinOp, CmpOp, CollectiveOp, CopyKind, Dim, Expr, ExprKind, FloatKind, Geometry,
    Kernel, Loc, MemoryOrder, ObjectSource, Phase, PhaseBarrier, PhaseOp, Scope, Space, Spaces, Stmt,
    StmtKind, TermKind, Ty, UnOp, Until, VarId,
};
use crate::index::IndexVec;
use std::collections::HashMap;
use std::fmt::Write;

/// The kernel as text. Variables of one name are told apart by their number.
pub fn print(kernel: &Kernel) -> String {
    let printer = Printer {
        kernel,
        names: names(kernel),
    };
    let mut out = String::new();
    printer.header(&mut out);
    for (id, block) in kernel.blocks.iter_enumerated() {
        let mark = match block.loop_stmt {
            Some(loc) => format!("  // loop at {}", position(loc)),
            None => String::new(),
        };
        let _ = writeln!(out, "{id}:{mark}");
        for stmt in &block.stmts {
            let _ = writeln!(out, "    {}  // {}", printer.stmt(stmt), position(stmt.loc));
        }
        let _ = writeln!(
            out,
            "    {}  // {}",
            printer.term(&block.term.kind),
            position(block.term.loc)
        );
    }
    out.push_str("}\n");
    out
}

/// `line:column`, with the inlined call if there is one.
fn position(loc: Loc) -> String {
    let span = loc.span;
    let at = if span.file.0 == 0 {
        format!("{}:{}", span.line, span.column)
    } else {
        format!("{}:{}:{}", span.file, span.line, span.column)
    };
    match loc.call {
        Some(call) => format!("{at} in {call}"),
        None => at,
    }
}

/// A name for each variable, unique.
fn names(kernel: &Kernel) -> IndexVec<VarId, String> {
    let mut count: HashMap<&str, u32> = HashMap::new();
    for var in kernel.vars.iter() {
        *count.entry(&var.name).or_default() += 1;
    }
    kernel
        .vars
        .iter_enumerated()
        .map(|(id, var)| match (var.user, count.get(var.name.as_str())) {
            (true, Some(1)) => var.name.clone(),
            (true, _) => format!("{}#{}", var.name, id.0),
            (false, _) => format!("%{}{}", var.name, id.0),
        })
        .collect()
}

/// A type, as in `i32`.
pub fn type_name(ty: Ty) -> String {
    match ty {
        Ty::Bool => "bool".to_owned(),
        Ty::Int { bits, signed: true } => format!("i{bits}"),
        Ty::Int { bits, signed: false } => format!("u{bits}"),
        Ty::Float(FloatKind::F16) => "f16".to_owned(),
        Ty::Float(FloatKind::BF16) => "bf16".to_owned(),
        Ty::Float(FloatKind::F32) => "f32".to_owned(),
        Ty::Float(FloatKind::F64) => "f64".to_owned(),
        Ty::Ptr => "ptr".to_owned(),
    }
}

struct Printer<'k> {
    kernel: &'k Kernel,
    names: IndexVec<VarId, String>,
}

impl Printer<'_> {
    fn header(&self, out: &mut String) {
        let kernel = self.kernel;
        let chosen = if kernel.instantiation_chosen {
            " (chosen)"
        } else {
            ""
        };
        let _ = writeln!(out, "kernel {}{}{chosen} {{", kernel.name, kernel.instantiation);
        for param in &kernel.params {
            let _ = match param.object {
                Some(object) => writeln!(out, "  param {}: ptr -> {object}", self.names[param.var]),
                None => writeln!(out, "  param {}: {}", self.names[param.var], type_name(param.ty)),
            };
        }
        for (id, object) in kernel.objects.iter_enumerated() {
            let space = match object.space {
                Space::Global => "global",
                Space::Shared => "shared",
                Space::Constant => "constant",
                Space::Private => "private",
                Space::Image => "image",
            };
            let source = match object.source {
                ObjectSource::DynamicShared => " dynamic",
                ObjectSource::Unknown => " unknown",
                _ => "",
            };
            let size = object.size.map_or(String::new(), |n| format!(" {n} bytes"));
            let flags = match (object.read_only, &object.init) {
                (_, Some(_)) => " initialised",
                (true, None) => " const",
                (false, None) => "",
            };
            let elem = type_name(object.elem);
            let _ = writeln!(
                out,
                "  object {id}: {space}{source} {} of {elem}{size}{flags}",
                object.name
            );
        }
        for (id, var) in kernel.vars.iter_enumerated() {
            if var.user && !kernel.params.iter().any(|p| p.var == id) {
                let _ = writeln!(out, "  var {}: {}", self.names[id], type_name(var.ty));
            }
        }
        for (id, call) in kernel.calls.iter_enumerated() {
            let _ = writeln!(out, "  call {id}: {} at {}", call.callee, position(call.loc));
        }
        for (id, hole) in kernel.holes.iter_enumerated() {
            let _ = writeln!(out, "  hole {id}: {} at {}", hole.reason, position(hole.loc));
        }
    }

    /// A number without its type, if it is one.
    fn number(&self, e: &Expr) -> String {
        if let ExprKind::Int(n) = e.kind {
            n.to_string()
        } else {
            self.expr(e)
        }
    }

    fn phase(&self, phase: &Phase) -> String {
        let barrier = match &phase.barrier {
            PhaseBarrier::At(at) => self.expr(at),
            PhaseBarrier::Named { id, threads: None } => format!("number {}", self.number(id)),
            PhaseBarrier::Named {
                id,
                threads: Some(threads),
            } => format!("number {} of {}", self.number(id), self.expr(threads)),
            PhaseBarrier::Cluster => "of the cluster".to_owned(),
        };
        let target = phase
            .def()
            .map_or(String::new(), |dst| format!("{} = ", self.names[dst]));
        let op = match &phase.op {
            PhaseOp::Init { count } => format!("init {}", self.expr(count)),
            PhaseOp::Arrive { leaves, times, .. } => {
                let verb = if *leaves { "arrive and leave" } else { "arrive" };
                let times = times.as_ref().map(|n| format!(" {} times", self.expr(n)));
                format!("{verb}{}", times.unwrap_or_default())
            }
            PhaseOp::Sync => "sync".to_owned(),
            PhaseOp::Copies => "waits for the copy".to_owned(),
            PhaseOp::Wait { until, poll } => {
                let verb = if poll.is_some() { "test" } else { "wait" };
                match until {
                    Until::Number(number) => format!("{verb} {}", self.expr(number)),
                    Until::Parity(parity) => format!("{verb} parity {}", self.expr(parity)),
                }
            }
        };
        format!("{target}phase {op} at {barrier}")
    }

    fn stmt(&self, stmt: &Stmt) -> String {
        let list = |exprs: &[Expr]| exprs.iter().map(|e| self.expr(e)).collect::<Vec<_>>().join(", ");
        let target = |dst: &Option<VarId>| dst.map_or(String::new(), |d| format!("{} = ", self.names[d]));
        let flag = |volatile: bool| if volatile { " volatile" } else { "" };
        match &stmt.kind {
            StmtKind::Assign { dst, value } => format!("{} = {}", self.names[*dst], self.expr(value)),
            StmtKind::Load {
                dst,
                addr,
                volatile,
                link,
            } => {
                let ty = type_name(self.kernel.vars[*dst].ty);
                format!(
                    "{} = load{}{} {ty} {}",
                    self.names[*dst],
                    flag(*volatile),
                    if link.is_some() { " link" } else { "" },
                    self.expr(addr)
                )
            }
            StmtKind::Store {
                addr,
                value,
                volatile,
            } => {
                format!(
                    "store{} {} {}, {}",
                    flag(*volatile),
                    type_name(value.ty),
                    self.expr(addr),
                    self.expr(value)
                )
            }
            StmtKind::Atomic(a) => {
                let args = if a.args.is_empty() {
                    String::new()
                } else {
                    format!(", {}", list(&a.args))
                };
                let failure = match a.op == AtomicOp::Cas {
                    true => format!("/{}", order_name(a.failure)),
                    false => String::new(),
                };
                format!(
                    "{}atomic {} {} {} {}{failure} {}{args}",
                    target(&a.dst),
                    atomic_name(a.op),
                    type_name(a.ty),
                    scope_name(a.ordering.scope),
                    order_name(a.ordering.order),
                    self.expr(&a.addr)
                )
            }
            StmtKind::Copy {
                dst,
                src,
                bytes,
                kind,
            } => {
                let kind = match kind {
                    CopyKind::Sync => "copy",
                    CopyKind::AsyncThread => "copy async thread",
                    CopyKind::AsyncGroup => "copy async group",
                };
                format!(
                    "{kind} {}, {}, {}",
                    self.expr(dst),
                    self.expr(src),
                    self.expr(bytes)
                )
            }
            StmtKind::Fill { dst, byte, bytes } => {
                format!(
                    "fill {}, {}, {}",
                    self.expr(dst),
                    self.expr(byte),
                    self.expr(bytes)
                )
            }
            StmtKind::AsyncWait { pending } => format!("async wait {pending}"),
            StmtKind::AsyncCommit => "async commit".to_owned(),
            StmtKind::UnderWay(u) => {
                let place = u
                    .copy
                    .as_ref()
                    .map_or("somewhere".to_owned(), |[dst, src, bytes]| {
                        format!("{}, {}, {}", self.expr(dst), self.expr(src), self.expr(bytes))
                    });
                let met_by = match &u.met_by {
                    Some(stmt) => format!(" for {}", self.stmt(stmt)),
                    None => String::new(),
                };
                let batches = match &u.batches {
                    Some(Batches {
                        counts: [batch, done],
                        ..
                    }) => format!(" in batch {}, {} done", self.expr(batch), self.expr(done)),
                    None => String::new(),
                };
                format!("if {} under way {place}{met_by}{batches}", self.expr(&u.on))
            }
            StmtKind::Phase(phase) => self.phase(phase),
            StmtKind::Presume { holds, why } => format!("presume {} or else {why:?}", self.expr(holds)),
            StmtKind::Barrier(b) => {
                let mask = b
                    .mask
                    .as_ref()
                    .map_or(String::new(), |m| format!(" mask {}", self.expr(m)));
                let fences = if b.fences == Spaces::ALL {
                    String::new()
                } else {
                    format!(" {}", spaces(b.fences))
                };
                let (dst, reduce) = match &b.reduce {
                    Some(r) => (
                        target(&Some(r.dst)),
                        format!(" {:?} {}", r.op, self.expr(&r.value)),
                    ),
                    None => (String::new(), String::new()),
                };
                format!(
                    "{dst}barrier {} {}{fences}{mask}{reduce}",
                    scope_name(b.scope),
                    b.name
                )
            }
            StmtKind::Fence { ordering, stated: _ } => format!(
                "fence {} {} {}",
                scope_name(ordering.scope),
                order_name(ordering.order),
                spaces(ordering.spaces)
            ),
            StmtKind::Collective(c) => {
                let mask = c
                    .mask
                    .as_ref()
                    .map_or(String::new(), |m| format!(" mask {}", self.expr(m)));
                format!(
                    "{}collective {} {} {}{mask} ({})",
                    target(&c.dst),
                    collective_name(c.op),
                    scope_name(c.scope),
                    c.name,
                    list(&c.args)
                )
            }
            StmtKind::Assume(e) => format!("assume {}", self.expr(e)),
            StmtKind::Assert(e) => format!("assert {}", self.expr(e)),
            StmtKind::Demand { holds, of } => format!("demand {of:?} {}", self.expr(holds)),
            StmtKind::Invariant(e) => format!("invariant {}", self.expr(e)),
            StmtKind::Hole { hole, dsts, writes } => {
                let dsts: Vec<_> = dsts.iter().map(|d| self.names[*d].clone()).collect();
                format!("hole {hole} sets ({}) writes ({})", dsts.join(", "), list(writes))
            }
            StmtKind::Print { format, args } => format!("print {format:?} ({})", list(args)),
        }
    }

    fn term(&self, term: &TermKind) -> String {
        match term {
            TermKind::Goto(to) => format!("goto {to}"),
            TermKind::Branch { cond, then, other } => {
                format!("if {} then {then} else {other}", self.expr(cond))
            }
            TermKind::Return => "return".to_owned(),
            TermKind::Unreachable => "unreachable".to_owned(),
        }
    }

    fn expr(&self, expr: &Expr) -> String {
        let list = |args: &[Expr]| args.iter().map(|e| self.expr(e)).collect::<Vec<_>>().join(", ");
        match &expr.kind {
            ExprKind::Int(value) if expr.ty == Ty::Bool => {
                if *value == 0 { "false" } else { "true" }.to_owned()
            }
            ExprKind::Int(value) => match expr.ty {
                Ty::I32 => value.to_string(),
                ty => format!("{value}{}", type_name(ty)),
            },
            ExprKind::Float(value) => format!("{:?}{}", value.get(), type_name(expr.ty)),
            ExprKind::Null => "null".to_owned(),
            ExprKind::Var(var) => self.names[*var].clone(),
            ExprKind::Object(object) => format!("&{}", self.kernel.objects[*object].name),
            ExprKind::Geometry(geometry) => geometry_name(*geometry),
            ExprKind::Unary(op, a) => {
                let op = match op {
                    UnOp::Neg => "-",
                    UnOp::BitNot => "~",
                    UnOp::Not => "!",
                };
                format!("{op}{}", self.expr(a))
            }
            ExprKind::Binary(op, a, b) => match op {
                BinOp::Min => format!("min({}, {})", self.expr(a), self.expr(b)),
                BinOp::Max => format!("max({}, {})", self.expr(a), self.expr(b)),
                op => format!("({} {} {})", self.expr(a), binary_name(*op), self.expr(b)),
            },
            ExprKind::Cmp(op, a, b) => format!("({} {} {})", self.expr(a), compare_name(*op), self.expr(b)),
            ExprKind::Window(a) => format!("window:{}({})", type_name(expr.ty), self.expr(a)),
            ExprKind::Cast(a) => format!("{}({})", type_name(expr.ty), self.expr(a)),
            ExprKind::Bits(a) => format!("bits {}({})", type_name(expr.ty), self.expr(a)),
            ExprKind::Select(c, a, b) => format!("({} ? {} : {})", self.expr(c), self.expr(a), self.expr(b)),
            ExprKind::PtrAdd(p, n) => format!("{}[{}]", self.expr(p), self.expr(n)),
            ExprKind::PtrRow(p, n) => format!("{}.row({})", self.expr(p), self.expr(n)),
            ExprKind::PtrDiff(a, b) => format!("({} -bytes {})", self.expr(a), self.expr(b)),
            ExprKind::Call(f, args) => format!("{}:{}({})", f.name(), type_name(expr.ty), list(args)),
            ExprKind::Unknown(hole) => format!("unknown({hole})"),
        }
    }
}

fn geometry_name(geometry: Geometry) -> String {
    let dim = |d: Dim| match d {
        Dim::X => "x",
        Dim::Y => "y",
        Dim::Z => "z",
    };
    match geometry {
        Geometry::ThreadIdx(d) => format!("threadIdx.{}", dim(d)),
        Geometry::BlockIdx(d) => format!("blockIdx.{}", dim(d)),
        Geometry::BlockDim(d) => format!("blockDim.{}", dim(d)),
        Geometry::GridDim(d) => format!("gridDim.{}", dim(d)),
        Geometry::GlobalOffset(d) => format!("globalOffset.{}", dim(d)),
        Geometry::WorkDim => "workDim".to_owned(),
        Geometry::WarpSize => "warpSize".to_owned(),
    }
}

fn binary_name(op: BinOp) -> &'static str {
    match op {
        BinOp::Add => "+",
        BinOp::Sub => "-",
        BinOp::Mul => "*",
        BinOp::Div => "/",
        BinOp::Rem => "%",
        BinOp::Shl => "<<",
        BinOp::Shr => ">>",
        BinOp::And => "&",
        BinOp::Or => "|",
        BinOp::Xor => "^",
        BinOp::Min => "min",
        BinOp::Max => "max",
    }
}

fn compare_name(op: CmpOp) -> &'static str {
    match op {
        CmpOp::Eq => "==",
        CmpOp::Ne => "!=",
        CmpOp::Lt => "<",
        CmpOp::Le => "<=",
        CmpOp::Gt => ">",
        CmpOp::Ge => ">=",
    }
}

fn scope_name(scope: Scope) -> &'static str {
    match scope {
        Scope::Thread => "thread",
        Scope::Warp => "warp",
        Scope::Block => "block",
        Scope::Cluster => "cluster",
        Scope::Grid => "grid",
        Scope::System => "system",
    }
}

fn order_name(order: MemoryOrder) -> &'static str {
    match order {
        MemoryOrder::Relaxed => "relaxed",
        MemoryOrder::Acquire => "acquire",
        MemoryOrder::Release => "release",
        MemoryOrder::AcqRel => "acq_rel",
        MemoryOrder::SeqCst => "seq_cst",
    }
}

fn atomic_name(op: AtomicOp) -> String {
    format!("{op:?}").to_lowercase()
}

fn collective_name(op: CollectiveOp) -> String {
    format!("{op:?}").to_lowercase()
}

/// The spaces that a fence orders.
fn spaces(spaces: Spaces) -> String {
    let parts = [
        (spaces.shared, "shared"),
        (spaces.global, "global"),
        (spaces.image, "image"),
    ];
    let named: Vec<_> = parts
        .into_iter()
        .filter(|(on, _)| *on)
        .map(|(_, name)| name)
        .collect();
    if named.is_empty() {
        "none".to_owned()
    } else {
        named.join("+")
    }
}
