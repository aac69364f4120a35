//! Pointers as numbers and numbers as pointers; what of two pointers can be told without knowing where objects lie.

use super::{Machine, Pointer, State, Value};
use crate::term::{Level, Node, Origin, Range, Sort, TermId};
use kverify_frontend::index::Idx as _;
use kverify_frontend::ir::{CmpOp, Expr, Loc, ObjectId, ObjectSource, Space, Ty};

/// The function that says whether a pointer of the host's is null, by object and row.
pub(crate) const NULL_FN: &str = "is_null";

/// What numbers stand for places in memory.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Addresses {
    /// Generic addresses, as C++'s pointers.
    Generic,
    /// Places in the window of shared memory (PTX ISA, "Shared State Space").
    Window,
}

impl Addresses {
    pub(super) const ALL: [Addresses; 2] = [Addresses::Generic, Addresses::Window];

    /// The function of object and row that gives the number of the first byte.
    pub(super) fn function(self) -> &'static str {
        match self {
            Addresses::Generic => "address",
            Addresses::Window => "window",
        }
    }

    /// What the first byte's number may be: 0 of what is null. A window holds 16 MiB at most.
    fn range(self) -> Range {
        match self {
            Addresses::Generic => Range::new(0, 1 << 62),
            Addresses::Window => Range::new(0, 1 << 24),
        }
    }

    /// The width of the numbers.
    fn bits(self) -> u8 {
        match self {
            Addresses::Generic => 64,
            Addresses::Window => 32,
        }
    }
}

impl Machine<'_> {
    pub(super) fn compare_pointers(&mut self, op: CmpOp, p: Pointer, q: Pointer) -> TermId {
        match op {
            CmpOp::Eq | CmpOp::Ne => {
                let known = |this: &Self, t| {
                    let mut leaves = Vec::new();
                    this.object_leaves(t, &mut leaves);
                    leaves.iter().all(|l| l.is_some_and(|o| o != Pointer::UNKNOWN))
                };
                // Pointers into no object are numbers; the null pointer is 0.
                if self.is_number(p) && self.is_number(q) {
                    return self.compare_integers(op, p.offset, q.offset);
                }
                if !known(self, p.object) || !known(self, q.object) {
                    let args = [p.object, p.row, p.offset, q.object, q.row, q.offset];
                    let f = self.terms.pure_fn("same_address", Sort::Bool, Range::ALL);
                    let t = self.terms.app(f, &args);
                    return if op == CmpOp::Eq { t } else { self.terms.not(t) };
                }
                let parts = [(p.object, q.object), (p.row, q.row), (p.offset, q.offset)];
                let equal: Vec<TermId> = parts.iter().map(|&(a, b)| self.terms.eq(a, b)).collect();
                let same_place = self.terms.and(&equal);
                let nulls = [p, q].map(|p| self.is_null(p));
                let both_null = self.terms.and(&nulls);
                let all = self.terms.or(&[same_place, both_null]);
                if op == CmpOp::Eq { all } else { self.terms.not(all) }
            }
            CmpOp::Lt | CmpOp::Le | CmpOp::Gt | CmpOp::Ge => {
                let (distance, zero) = (self.distance(p, q), self.terms.int(0));
                self.compare_integers(op, distance, zero)
            }
        }
    }

    /// Whether a pointer is null: that of a host may be, whatever the object is called that it would lead to.
    fn is_null(&mut self, p: Pointer) -> TermId {
        let zero = self.terms.int(0);
        let (no_object, at_start) = (self.leads_nowhere(p.object, p.row), self.terms.eq(p.offset, zero));
        self.terms.and(&[no_object, at_start])
    }

    fn leads_nowhere(&mut self, object: TermId, row: TermId) -> TermId {
        match *self.terms.node(object) {
            Node::Ite(cond, a, b) => {
                let (a, b) = (self.leads_nowhere(a, row), self.leads_nowhere(b, row));
                self.terms.ite(cond, a, b)
            }
            Node::Int(n) => {
                let Ok(o) = usize::try_from(n).map(ObjectId::new) else {
                    return self.terms.bool(n == Pointer::NULL);
                };
                match self.known_null(o) {
                    Some(null) => self.terms.bool(null),
                    None => {
                        let f = self.terms.pure_fn(NULL_FN, Sort::Bool, Range::ALL);
                        self.terms.app(f, &[object, row])
                    }
                }
            }
            _ => {
                let null = self.terms.int(Pointer::NULL);
                self.terms.eq(object, null)
            }
        }
    }

    /// Whether the pointer that an object is known by is null; `None` if that is the host's to say.
    pub(super) fn known_null(&self, object: ObjectId) -> Option<bool> {
        let (base, depth) = self.objects.base(object);
        match (self.kernel.objects[base].source, depth) {
            (_, 1..) => None,
            (ObjectSource::Param(n), 0) if self.config.args.contains(&(n, 0)) => Some(true),
            (ObjectSource::Param(n), 0) if self.config.not_null.contains(&n) => Some(false),
            // What lies on the chip, and images, is not handed over by address.
            (ObjectSource::Param(_), 0) => match self.kernel.objects[base].space {
                Space::Shared | Space::Image => Some(false),
                Space::Global | Space::Constant | Space::Private => None,
            },
            (
                ObjectSource::Variable
                | ObjectSource::DynamicShared
                | ObjectSource::Local
                | ObjectSource::Unknown,
                0,
            ) => Some(false),
        }
    }

    /// How far `p` lies behind `q`. Where objects lie is not known.
    pub(super) fn distance(&mut self, p: Pointer, q: Pointer) -> TermId {
        let (p, q) = match (p.object, p.row) == (q.object, q.row) {
            true => (p.offset, q.offset),
            false => [p, q].map(|x| self.number_of(x, Addresses::Generic)).into(),
        };
        self.terms.sub(p, q)
    }

    /// A place as a number: its object's address, of which nothing is known, plus its offset.
    pub(super) fn number_of(&mut self, p: Pointer, of: Addresses) -> TermId {
        let f = self.terms.pure_fn(of.function(), Sort::Int, of.range());
        let base = self.terms.app(f, &[p.object, p.row]);
        self.terms.add(base, p.offset)
    }

    /// A value that was stored, read as another type of the same size.
    pub(super) fn reread(&mut self, value: Value, stored: Ty, read: Ty, loc: Loc) -> Option<Value> {
        match (value, stored, read) {
            (v, a, b) if a == b => Some(v),
            (Value::Scalar(t), Ty::Int { .. }, Ty::Int { .. }) => {
                Some(Value::Scalar(self.terms.wrap(t, read)))
            }
            (Value::Scalar(t), Ty::Int { .. }, Ty::Ptr) => Some(self.pointer_of(t, Addresses::Generic, loc)),
            (Value::Pointer(p), Ty::Ptr, Ty::Int { .. }) => {
                let t = self.number_of(p, Addresses::Generic);
                Some(Value::Scalar(self.terms.wrap(t, read)))
            }
            _ => None,
        }
    }

    /// Whether a pointer is an address of nothing that is known.
    fn is_number(&self, p: Pointer) -> bool {
        let mut leaves = Vec::new();
        self.object_leaves(p.object, &mut leaves);
        let nowhere = |l: &Option<i128>| matches!(l, Some(Pointer::UNKNOWN | Pointer::NULL));
        self.terms.as_int(p.row) == Some(0) && leaves.iter().all(nowhere)
    }

    /// A pointer as a number.
    pub(super) fn address_number(
        &mut self,
        state: &State,
        a: &Expr,
        of: Addresses,
        to: Ty,
        loc: Loc,
    ) -> TermId {
        let p = self.pointer(state, a, loc);
        if to == Ty::Bool {
            let zero = self.terms.int(0);
            let null = Pointer {
                object: self.terms.int(Pointer::NULL),
                row: zero,
                offset: zero,
            };
            return self.compare_pointers(CmpOp::Ne, p, null);
        }
        let t = self.number_of(p, of);
        self.terms.wrap(t, to)
    }

    /// The value of an expression, a number or a pointer, as a pointer.
    pub(super) fn number_as_pointer(&mut self, state: &State, a: &Expr, of: Addresses, loc: Loc) -> Value {
        if a.ty == Ty::Ptr {
            return self.eval(state, a, loc);
        }
        let x = self.scalar(state, a, loc);
        self.pointer_of(x, of, loc)
    }

    /// A number as a pointer: known if it was one before, `address(o, r) + n`.
    pub(super) fn pointer_of(&mut self, x: TermId, of: Addresses, loc: Loc) -> Value {
        let zero = self.terms.int(0);
        if self.terms.as_int(x) == Some(0) && of == Addresses::Generic {
            return Value::Pointer(Pointer {
                object: self.terms.int(Pointer::NULL),
                row: zero,
                offset: zero,
            });
        }
        let x = self.terms.as_linear_address(x, of.bits());
        let (parts, _) = self.terms.linear(x);
        let bases: Vec<(TermId, TermId, TermId)> = parts
            .iter()
            .filter(|(_, c)| *c == 1)
            .filter_map(|&(t, _)| match self.terms.node(t) {
                Node::App(f, args) if self.terms.functions[*f].name == of.function() => {
                    Some((t, args[0], args[1]))
                }
                _ => None,
            })
            .collect();
        if let [(base, object, row)] = bases[..] {
            let offset = self.terms.sub(x, base);
            let offset = match of {
                Addresses::Generic => offset,
                Addresses::Window => self.terms.wrap(offset, Ty::I32),
            };
            // What depends on where other objects lie may lead into them.
            if self.addresses_in(offset).iter().all(|&a| a == base) {
                return Value::Pointer(Pointer { object, row, offset });
            }
        }
        if self.addresses_in(x).is_empty() {
            let object = self.terms.int(Pointer::UNKNOWN);
            return Value::Pointer(Pointer {
                object,
                row: zero,
                offset: x,
            });
        }
        let a = self.approximation("a number is used as a pointer".into(), loc);
        self.unknown_value("pointer", Ty::Ptr, Level::Thread, Origin::Approximate(a))
    }
}
