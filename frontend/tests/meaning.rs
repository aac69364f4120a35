//! What kernels compute: each file of `tests/meaning` is lowered and run by one thread, and what it leaves in its
//! first parameter, an array of `long long`, is compared with the `// = value` comments, in order.

use kverify_frontend::ir::{
    BinOp, CmpOp, Expr, ExprKind, FloatKind, Kernel, ObjectId, StmtKind, TermKind, Ty, UnOp, VarId,
};
use kverify_frontend::{Options, Source, parse};
use std::collections::HashMap;
use std::path::Path;

/// Bytes of each object.
const SIZE: usize = 1 << 14;

#[derive(Clone, Copy, Debug, PartialEq)]
enum Value {
    Int(i128),
    Float(f64),
    Pointer(ObjectId, i128),
}

struct Machine<'k> {
    kernel: &'k Kernel,
    vars: HashMap<VarId, Value>,
    memory: HashMap<ObjectId, Vec<u8>>,
    pointers: HashMap<(ObjectId, i128), Value>,
}

fn wrap(value: i128, ty: Ty) -> i128 {
    match ty {
        Ty::Bool => i128::from(value != 0),
        Ty::Int { bits: 128, .. } => value,
        Ty::Int { bits, signed } => {
            let low = value & ((1 << bits) - 1);
            if signed && low >> (bits - 1) == 1 {
                low - (1 << bits)
            } else {
                low
            }
        }
        _ => value,
    }
}

fn round(value: f64, ty: Ty) -> f64 {
    if ty == Ty::Float(FloatKind::F64) {
        value
    } else {
        f64::from(value as f32)
    }
}

impl Machine<'_> {
    fn int(&self, e: &Expr) -> i128 {
        match self.eval(e) {
            Value::Int(value) => value,
            other => panic!("{other:?} is no integer"),
        }
    }

    fn pointer(&self, e: &Expr) -> (ObjectId, i128) {
        match self.eval(e) {
            Value::Pointer(object, offset) => (object, offset),
            other => panic!("{other:?} is no pointer"),
        }
    }

    fn eval(&self, e: &Expr) -> Value {
        match &e.kind {
            ExprKind::Int(value) => Value::Int(*value),
            ExprKind::Float(value) => Value::Float(value.get()),
            ExprKind::Null => Value::Int(0),
            ExprKind::Var(var) => self.vars.get(var).copied().unwrap_or(Value::Int(0)),
            ExprKind::Object(object) => Value::Pointer(*object, 0),
            ExprKind::Geometry(_) => Value::Int(0),
            ExprKind::Unary(op, a) => match (op, self.eval(a)) {
                (UnOp::Neg, Value::Float(a)) => Value::Float(-a),
                (UnOp::Neg, Value::Int(a)) => Value::Int(wrap(-a, e.ty)),
                (UnOp::BitNot, Value::Int(a)) => Value::Int(wrap(!a, e.ty)),
                (UnOp::Not, Value::Int(a)) => Value::Int(i128::from(a == 0)),
                (op, a) => panic!("{op:?} of {a:?}"),
            },
            ExprKind::Binary(op, a, b) => match (self.eval(a), self.eval(b)) {
                (Value::Int(a), Value::Int(b)) => Value::Int(wrap(integer(*op, a, b), e.ty)),
                (Value::Float(a), Value::Float(b)) => Value::Float(round(
                    match op {
                        BinOp::Add => a + b,
                        BinOp::Sub => a - b,
                        BinOp::Mul => a * b,
                        BinOp::Div => a / b,
                        BinOp::Min => a.min(b),
                        BinOp::Max => a.max(b),
                        op => panic!("{op:?} of floats"),
                    },
                    e.ty,
                )),
                (a, b) => panic!("{op:?} of {a:?} and {b:?}"),
            },
            ExprKind::Cmp(op, a, b) => {
                let order = match (self.eval(a), self.eval(b)) {
                    (Value::Int(a), Value::Int(b)) => a.partial_cmp(&b),
                    (Value::Float(a), Value::Float(b)) => a.partial_cmp(&b),
                    (Value::Pointer(a, m), Value::Pointer(b, n)) => (a, m).partial_cmp(&(b, n)),
                    (Value::Pointer(..), Value::Int(0)) => Some(std::cmp::Ordering::Greater),
                    (a, b) => panic!("compares {a:?} and {b:?}"),
                };
                Value::Int(i128::from(match op {
                    CmpOp::Eq => order.is_some_and(|o| o.is_eq()),
                    CmpOp::Ne => order.is_none_or(|o| o.is_ne()),
                    CmpOp::Lt => order.is_some_and(|o| o.is_lt()),
                    CmpOp::Le => order.is_some_and(|o| o.is_le()),
                    CmpOp::Gt => order.is_some_and(|o| o.is_gt()),
                    CmpOp::Ge => order.is_some_and(|o| o.is_ge()),
                }))
            }
            ExprKind::Cast(a) => match (self.eval(a), e.ty) {
                (Value::Int(a), Ty::Float(_)) => Value::Float(round(a as f64, e.ty)),
                (Value::Float(a), Ty::Float(_)) => Value::Float(round(a, e.ty)),
                (Value::Float(a), Ty::Bool) => Value::Int(i128::from(a != 0.0)),
                (Value::Float(a), ty) => Value::Int(wrap(a.trunc() as i128, ty)),
                (Value::Int(a), ty) => Value::Int(wrap(a, ty)),
                (pointer, _) => pointer,
            },
            ExprKind::Bits(a) => match (self.eval(a), e.ty) {
                (Value::Float(a), Ty::Int { bits: 32, .. }) => {
                    Value::Int(wrap(i128::from((a as f32).to_bits()), e.ty))
                }
                (Value::Float(a), Ty::Int { .. }) => Value::Int(wrap(i128::from(a.to_bits()), e.ty)),
                (Value::Int(a), Ty::Float(FloatKind::F32)) => {
                    Value::Float(f64::from(f32::from_bits(a as u32)))
                }
                (Value::Int(a), Ty::Float(FloatKind::F64)) => Value::Float(f64::from_bits(a as u64)),
                (a, _) => a,
            },
            ExprKind::Select(c, a, b) => self.eval(if self.int(c) != 0 { a } else { b }),
            ExprKind::PtrAdd(p, n) => {
                let (object, offset) = self.pointer(p);
                Value::Pointer(object, offset + self.int(n))
            }
            ExprKind::PtrDiff(a, b) => Value::Int(self.pointer(a).1 - self.pointer(b).1),
            other => panic!("{other:?} is not for this test"),
        }
    }

    fn load(&self, at: (ObjectId, i128), ty: Ty) -> Value {
        if ty == Ty::Ptr {
            return self.pointers.get(&at).copied().unwrap_or(Value::Int(0));
        }
        let size = ty.bytes() as usize;
        let bytes = match self.memory.get(&at.0) {
            Some(bytes) => &bytes[at.1 as usize..][..size],
            None => &[0; 16][..size],
        };
        let raw = bytes
            .iter()
            .rev()
            .fold(0i128, |all, byte| all << 8 | i128::from(*byte));
        match ty {
            Ty::Float(FloatKind::F32) => Value::Float(f64::from(f32::from_bits(raw as u32))),
            Ty::Float(_) => Value::Float(f64::from_bits(raw as u64)),
            _ => Value::Int(wrap(raw, ty)),
        }
    }

    fn store(&mut self, at: (ObjectId, i128), ty: Ty, value: Value) {
        let raw = match (value, ty) {
            (Value::Pointer(..), _) => {
                self.pointers.insert(at, value);
                return;
            }
            (Value::Float(value), Ty::Float(FloatKind::F32)) => i128::from((value as f32).to_bits()),
            (Value::Float(value), _) => i128::from(value.to_bits()),
            (Value::Int(value), _) => value,
        };
        let memory = self.memory.entry(at.0).or_insert_with(|| vec![0; SIZE]);
        let size = ty.bytes() as usize;
        memory[at.1 as usize..][..size].copy_from_slice(&raw.to_le_bytes()[..size]);
    }

    fn run(&mut self) {
        let mut at = self.kernel.entry;
        for _ in 0..1_000_000 {
            let block = &self.kernel.blocks[at];
            for stmt in &block.stmts {
                match &stmt.kind {
                    StmtKind::Assign { dst, value } => {
                        let value = self.eval(value);
                        self.vars.insert(*dst, value);
                    }
                    StmtKind::Load { dst, addr, .. } => {
                        let value = self.load(self.pointer(addr), self.kernel.vars[*dst].ty);
                        self.vars.insert(*dst, value);
                    }
                    StmtKind::Store { addr, value, .. } => {
                        let at = self.pointer(addr);
                        self.store(at, value.ty, self.eval(value));
                    }
                    StmtKind::Copy { dst, src, bytes, .. } => {
                        let (to, from, count) = (self.pointer(dst), self.pointer(src), self.int(bytes));
                        for n in 0..count {
                            let byte = Ty::U8;
                            let value = self.load((from.0, from.1 + n), byte);
                            self.store((to.0, to.1 + n), byte, value);
                        }
                    }
                    StmtKind::Fill { dst, byte, bytes } => {
                        let (to, value, count) = (self.pointer(dst), self.eval(byte), self.int(bytes));
                        for n in 0..count {
                            self.store((to.0, to.1 + n), Ty::U8, value);
                        }
                    }
                    StmtKind::Barrier(_) => {}
                    // An index among pointers stays inside.
                    StmtKind::Demand { holds, .. } | StmtKind::Presume { holds, .. } => {
                        assert_ne!(self.int(holds), 0)
                    }
                    other => panic!("{other:?} is not for this test"),
                }
            }
            at = match &block.term.kind {
                TermKind::Goto(to) => *to,
                TermKind::Branch { cond, then, other } => {
                    if self.int(cond) != 0 {
                        *then
                    } else {
                        *other
                    }
                }
                TermKind::Return | TermKind::Unreachable => return,
            };
        }
        panic!("does not end");
    }
}

fn integer(op: BinOp, a: i128, b: i128) -> i128 {
    match op {
        BinOp::Add => a.wrapping_add(b),
        BinOp::Sub => a.wrapping_sub(b),
        BinOp::Mul => a.wrapping_mul(b),
        BinOp::Div => a / b,
        BinOp::Rem => a % b,
        BinOp::Shl => a << b,
        BinOp::Shr => a >> b,
        BinOp::And => a & b,
        BinOp::Or => a | b,
        BinOp::Xor => a ^ b,
        BinOp::Min => a.min(b),
        BinOp::Max => a.max(b),
    }
}

/// Runs the kernel of a source; every integer parameter `pN` holds N. What the first parameter's array holds then.
fn results(source: &Source, count: usize) -> Vec<i128> {
    let module = parse(source, &Options::default()).expect("libclang is there");
    assert_eq!(module.diagnostics, []);
    let kernel = &module.kernels[0];
    let holes: Vec<_> = kernel
        .holes
        .iter()
        .map(|h| (&h.reason, h.loc.span.line))
        .collect();
    assert_eq!(holes, []);
    let mut machine = Machine {
        kernel,
        vars: HashMap::new(),
        memory: HashMap::new(),
        pointers: HashMap::new(),
    };
    for (id, object) in kernel.objects.iter_enumerated() {
        let mut bytes = object.init.clone().unwrap_or_default();
        bytes.resize(SIZE, 0);
        machine.memory.insert(id, bytes);
    }
    for param in &kernel.params {
        let value: i128 = param
            .name
            .trim_start_matches(|c: char| !c.is_ascii_digit())
            .parse()
            .unwrap_or(0);
        let value = match param.ty {
            Ty::Float(_) => Value::Float(value as f64),
            _ => Value::Int(value),
        };
        machine.vars.insert(param.var, value);
    }
    machine.run();
    let out = kernel.params[0].object.expect("the first parameter is a pointer");
    let cell = |n: usize| match machine.load((out, n as i128 * 8), Ty::I64) {
        Value::Int(value) => value,
        other => panic!("{other:?}"),
    };
    (0..count).map(cell).collect()
}

#[test]
fn kernels_compute_what_c_says() {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/meaning");
    let mut checked = 0;
    for entry in std::fs::read_dir(folder).expect("the folder is there").flatten() {
        let text = std::fs::read_to_string(entry.path()).expect("the file is readable");
        let expected: Vec<(usize, i128)> = text
            .lines()
            .enumerate()
            .filter_map(|(n, line)| Some((n + 1, line.rsplit_once("// = ")?.1.trim().parse().ok()?)))
            .collect();
        assert!(!expected.is_empty());
        let found = results(
            &Source {
                path: entry.path(),
                text: Some(text.clone()),
            },
            expected.len(),
        );
        for ((line, expected), found) in expected.into_iter().zip(found) {
            assert_eq!(found, expected, "{} line {line}", entry.path().display());
            checked += 1;
        }
    }
    assert!(checked > 60);
}
