//! Kernels as source text.

use super::{ARRAYS, Array, Copy, Expr, Geometry, Kind, Op, Place, Program, Space, Stmt, Table, Ty};
use std::fmt::Write as _;

/// A function's name, its definition, and the same in Rust.
pub type Function = (&'static str, &'static str, fn(i128) -> i128);

/// Functions that kernels call.
pub const FUNCTIONS: [Function; 3] = [
    ("f0", "int f0(int a) { return (a & 31) + 3; }", |a| (a & 31) + 3),
    (
        "f1",
        "int f1(int a) { if (a > 4) return 2; if (a < 0) return 7; return a; }",
        |a| match a {
            5.. => 2,
            0..=4 => a,
            _ => 7,
        },
    ),
    (
        "f2",
        "int f2(int a) { int r = 0; for (int i = 0; i < 3; ++i) if (a > i) r += 2; return r; }",
        |a| 2 * a.clamp(0, 3),
    ),
];

/// The program's text.
pub fn print(program: &Program) -> String {
    let mut body = String::new();
    let printer = Printer { program };
    printer.block(&mut body, &program.body, 1);
    let mut out = String::new();
    printer.frame(&mut out, &body);
    out
}

struct Printer<'a> {
    program: &'a Program,
}

impl Printer<'_> {
    fn frame(&self, out: &mut String, body: &str) {
        let cl = self.program.opencl;
        for (name, text, _) in FUNCTIONS {
            if has_word(body, name) {
                let device = if cl { "" } else { "__device__ " };
                let _ = writeln!(out, "{device}{text}");
            }
        }
        if has_word(body, "pairs") {
            let _ = writeln!(out, "struct Pair {{ int a; int b; }};");
        }
        let _ = writeln!(
            out,
            "{} void k({})\n{{",
            if cl { "__kernel" } else { "__global__" },
            self.params()
        );
        for array in ARRAYS
            .iter()
            .filter(|a| a.space == Space::Shared && a.field != Some("b"))
        {
            if has_word(body, array.name)
                || array.name == "s" && ["q0", "q1", "ptab"].iter().any(|name| has_word(body, name))
            {
                let _ = writeln!(out, "    {}", self.declaration(array));
            }
        }
        self.geometry(out, body);
        for (n, ty) in self.program.locals.iter().enumerate() {
            let name = format!("v{n}");
            if has_word(body, &name) {
                let _ = writeln!(out, "    {} {name} = {};", ty_name(*ty), n % 3);
            }
        }
        // The pointers may reach each other by ways that name one of them only.
        let pointers = has_word(body, "q0") || has_word(body, "q1");
        for q in ["q0", "q1"] {
            if pointers {
                let space = if cl { "__local " } else { "" };
                let start = if q == "q0" { 0 } else { 32 };
                let _ = writeln!(out, "    {space}int *{q} = s + {start};");
            }
        }
        if !self.program.opencl && has_word(body, "ptab") {
            let len = Table::LEN;
            let _ = writeln!(out, "    int *ptab[{len}];");
            let _ = writeln!(
                out,
                "    for (int i = 0; i < {len}; ++i) ptab[i] = i & 1 ? s + 32 : s;"
            );
        }
        out.push_str(body);
        out.push_str("}\n");
    }

    fn params(&self) -> String {
        let global = if self.program.opencl { "__global " } else { "" };
        format!("{global}const int *in, {global}int *g, {global}short *h, int n")
    }

    fn declaration(&self, array: &Array) -> String {
        let space = if self.program.opencl {
            "__local"
        } else {
            "__shared__"
        };
        let ty = array.written.unwrap_or(ty_name(array.ty));
        let ty = array.field.map_or(ty, |_| "struct Pair");
        let size = array.columns.map_or(format!("[{}]", array.len), |columns| {
            format!("[{}][{columns}]", array.len / columns)
        });
        format!("{space} {ty} {}{size};", array.name)
    }

    fn geometry(&self, out: &mut String, body: &str) {
        let names = if self.program.opencl {
            ["get_local_id(0)", "get_local_id(1)", "get_group_id(0)"]
        } else {
            ["threadIdx.x", "threadIdx.y", "blockIdx.x"]
        };
        for (variable, name) in ["t", "ty", "b"].iter().zip(names) {
            if has_word(body, variable) {
                let _ = writeln!(out, "    int {variable} = {name};");
            }
        }
    }

    fn block(&self, out: &mut String, block: &[Stmt], indent: usize) {
        for stmt in block {
            self.stmt(out, stmt, indent);
        }
    }

    fn stmt(&self, out: &mut String, stmt: &Stmt, indent: usize) {
        let pad = "    ".repeat(indent);
        let _ = match stmt {
            Stmt::Set(local, e) => writeln!(out, "{pad}v{local} = {};", self.expr(e)),
            Stmt::Store(place, e) => writeln!(out, "{pad}{} = {};", self.place(place), self.expr(e)),
            Stmt::AtomicAdd(local, place, e) => {
                let name = if self.program.opencl {
                    "atomic_add"
                } else {
                    "atomicAdd"
                };
                let into = local.map_or(String::new(), |v| format!("v{v} = "));
                writeln!(
                    out,
                    "{pad}{into}{name}(&{}, {});",
                    self.place(place),
                    self.expr(e)
                )
            }
            Stmt::Barrier(all) => writeln!(out, "{pad}{};", self.barrier(*all)),
            Stmt::SyncWarp => writeln!(out, "{pad}__syncwarp();"),
            Stmt::If(c, a, b) => {
                let _ = writeln!(out, "{pad}if ({}) {{", self.expr(c));
                self.block(out, a, indent + 1);
                if !b.is_empty() {
                    let _ = writeln!(out, "{pad}}} else {{");
                    self.block(out, b, indent + 1);
                }
                writeln!(out, "{pad}}}")
            }
            Stmt::Loop(kind, body) => {
                let (head, tail) = self.loop_head(kind);
                let _ = writeln!(out, "{pad}{head} {{");
                self.block(out, body, indent + 1);
                writeln!(out, "{pad}}}{tail}")
            }
            Stmt::Break => writeln!(out, "{pad}break;"),
            Stmt::Continue => writeln!(out, "{pad}continue;"),
            Stmt::Return => writeln!(out, "{pad}return;"),
            Stmt::Point(q, array, e) => {
                writeln!(out, "{pad}q{q} = {} + ({});", ARRAYS[*array].name, self.expr(e))
            }
            Stmt::Through(q, e) => {
                let e = self.expr(e);
                writeln!(
                    out,
                    "{pad}q{q} = (int *)((unsigned long long)q{q} + 4 * (unsigned long long)({e}));"
                )
            }
            Stmt::Alias(to, from, how) => writeln!(out, "{pad}{}", copy_text(*to, *from, *how)),
            Stmt::Keep(table, e, q) => {
                let cast = if *table == Table::Numbers {
                    "(unsigned long long)"
                } else {
                    ""
                };
                writeln!(out, "{pad}{}[{}] = {cast}q{q};", table_name(*table), self.expr(e))
            }
            Stmt::Take(q, table, e) => {
                writeln!(
                    out,
                    "{pad}q{q} = (int *){}[{}];",
                    table_name(*table),
                    self.expr(e)
                )
            }
            Stmt::Exchange(q, e) => {
                let (table, e) = (table_name(Table::Numbers), self.expr(e));
                writeln!(
                    out,
                    "{pad}q{q} = (int *)atomicExch(&{table}[{e}], (unsigned long long)q{q});"
                )
            }
            Stmt::Walk(q, by) => writeln!(out, "{pad}q{q} += {by};"),
            Stmt::Swap => {
                let space = if self.program.opencl { "__local " } else { "" };
                writeln!(out, "{pad}{{ {space}int *q = q0; q0 = q1; q1 = q; }}")
            }
        };
    }

    fn loop_head(&self, kind: &Kind) -> (String, String) {
        match kind {
            Kind::For(v, init, cond, step) => (
                format!(
                    "for (v{v} = {}; {}; {})",
                    self.expr(init),
                    self.expr(cond),
                    self.step(*v, step)
                ),
                String::new(),
            ),
            Kind::While(cond) => (format!("while ({})", self.expr(cond)), String::new()),
            Kind::DoWhile(cond) => ("do".into(), format!(" while ({});", self.expr(cond))),
        }
    }

    fn step(&self, v: usize, step: &Expr) -> String {
        match step {
            Expr::Bin(op, a, b) if **a == Expr::Local(v) => {
                format!("v{v} {}= {}", op_text(*op), self.expr(b))
            }
            _ => format!("v{v} = {}", self.expr(step)),
        }
    }

    fn barrier(&self, all: bool) -> &'static str {
        match (self.program.opencl, all) {
            (false, _) => "__syncthreads()",
            (true, true) => "barrier(CLK_LOCAL_MEM_FENCE | CLK_GLOBAL_MEM_FENCE)",
            (true, false) => "barrier(CLK_LOCAL_MEM_FENCE)",
        }
    }

    fn place(&self, place: &Place) -> String {
        match place {
            Place::Behind(q, i) => format!("q{q}[{}]", self.expr(i)),
            Place::Via(table, slot, i) => {
                let table = table_name(*table);
                format!("((int *){table}[{}])[{}]", self.expr(slot), self.expr(i))
            }
            Place::Cell(array, row, column) => {
                let array = &ARRAYS[*array];
                let row = array
                    .columns
                    .map_or(String::new(), |_| format!("[{}]", self.expr(row)));
                let field = array.field.map_or(String::new(), |f| format!(".{f}"));
                format!("{}{row}[{}]{field}", array.name, self.expr(column))
            }
        }
    }

    fn expr(&self, e: &Expr) -> String {
        match e {
            Expr::Const(c) if *c < 0 => format!("({c})"),
            Expr::Const(c) => c.to_string(),
            Expr::Geometry(g) => self.geometry_name(*g).into(),
            Expr::Local(v) => format!("v{v}"),
            Expr::N => "n".into(),
            Expr::Bin(op, a, b) => format!("({} {} {})", self.expr(a), op_text(*op), self.expr(b)),
            Expr::Cond(c, a, b) => format!("({} ? {} : {})", self.expr(c), self.expr(a), self.expr(b)),
            Expr::Cast(ty, a) => {
                let ty = ty_name(*ty);
                format!("({ty}){}", self.expr(a))
            }
            Expr::Load(place) => self.place(place),
            Expr::Call(f, a) => format!("{}({})", FUNCTIONS[*f].0, self.expr(a)),
        }
    }

    fn geometry_name(&self, g: Geometry) -> &'static str {
        match (g, self.program.opencl) {
            (Geometry::T, _) => "t",
            (Geometry::Ty, _) => "ty",
            (Geometry::B, _) => "b",
            (Geometry::RawT, false) => "threadIdx.x",
            (Geometry::RawT, true) => "(uint)get_local_id(0)",
            (Geometry::D, false) => "blockDim.x",
            (Geometry::D, true) => "(uint)get_local_size(0)",
        }
    }
}

fn ty_name(ty: Ty) -> &'static str {
    match ty {
        Ty::Char => "signed char",
        Ty::UChar => "unsigned char",
        Ty::Short => "short",
        Ty::Int => "int",
        Ty::UInt => "unsigned int",
        // `long` has 64 bits in both languages (`long long` is no OpenCL).
        Ty::Long => "long",
    }
}

fn op_text(op: Op) -> &'static str {
    match op {
        Op::Add => "+",
        Op::Sub => "-",
        Op::Mul => "*",
        Op::Div => "/",
        Op::Mod => "%",
        Op::Shl => "<<",
        Op::Shr => ">>",
        Op::And => "&",
        Op::Or => "|",
        Op::Xor => "^",
        Op::Lt => "<",
        Op::Le => "<=",
        Op::Gt => ">",
        Op::Ge => ">=",
        Op::Eq => "==",
        Op::Ne => "!=",
        Op::LogicalAnd => "&&",
        Op::LogicalOr => "||",
    }
}

fn table_name(table: Table) -> &'static str {
    table.array().map_or("ptab", |array| ARRAYS[array].name)
}

/// `q0 = q1;` in so many words.
fn copy_text(to: usize, from: usize, how: Copy) -> String {
    match how {
        Copy::Assignment => format!("q{to} = q{from};"),
        Copy::Bytes => format!("memcpy(&q{to}, &q{from}, sizeof q{to});"),
        Copy::Union => {
            format!(
                "{{ union {{ int *p; unsigned int w[2]; }} a, b; a.p = q{from}; b.w[0] = a.w[0]; b.w[1] = a.w[1]; q{to} = b.p; }}"
            )
        }
        Copy::Record => {
            format!("{{ struct {{ int n; int *p; }} a = {{ 1, q{from} }}, b; b = a; q{to} = b.p; }}")
        }
    }
}

/// Whether a text uses a name.
fn has_word(text: &str, word: &str) -> bool {
    let is_part = |c: Option<char>| c.is_some_and(|c| c.is_alphanumeric() || c == '_' || c == '.');
    text.match_indices(word).any(|(at, _)| {
        !is_part(text[..at].chars().next_back())
            && !is_part(text[at + word.len()..].chars().next().filter(|&c| c != '.'))
    })
}
