//! Values as terms over what a launch is given: the graph that a run with symbols builds.
//!
//! A node says what the machine computes, operation by operation, with the types that it computes in. Nothing is simplified
//! here; equal nodes are one.

use super::thread::Val;
use kverify_frontend::ir::{BinOp, CmpOp, PureFn, Ty, UnOp};
use rustc_hash::FxHashMap;

/// A node of a [`Graph`]; [`Sym::NONE`] is none: the value is the same whatever is given.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Sym(u32);

impl Sym {
    /// No term.
    pub const NONE: Sym = Sym(0);

    /// Its number; operands have smaller ones.
    pub fn number(self) -> usize {
        self.0 as usize
    }
}

/// What a value is computed from.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub enum Node {
    /// A constant.
    Literal(Ty, u128),
    /// What an element of an array holds at the start.
    Input {
        /// The array's number, the same for both sides.
        array: u32,
        /// Its row.
        row: i128,
        /// Bytes from its start.
        offset: i64,
        /// The element's type.
        ty: Ty,
    },
    /// A scalar argument, by its number for both sides.
    Scalar(u32, Ty),
    /// Bytes that nobody wrote; no two are known to be equal.
    Anything(u32, Ty),
    /// One operand.
    Unary(UnOp, Ty, Sym),
    /// Two operands of the type; of shifts the second has the other one.
    Binary(BinOp, Ty, Ty, Sym, Sym),
    /// A truth value.
    Compare(CmpOp, Ty, Sym, Sym),
    /// A C conversion from the first type to the second.
    Cast(Ty, Ty, Sym),
    /// The second if the first holds, else the third.
    Choose(Ty, Sym, Sym, Sym),
    /// A pure function.
    Call(PureFn, Ty, Vec<(Ty, Sym)>),
    /// The same bits, or those from this byte on, as another type.
    Part(Ty, Sym, u32),
    /// Parts that lie one behind the other in memory, as one value.
    Join(Ty, Vec<Sym>),
}

impl Node {
    /// The type of its value.
    pub fn ty(&self) -> Ty {
        match self {
            Node::Compare(..) => Ty::Bool,
            Node::Input { ty, .. }
            | Node::Literal(ty, _)
            | Node::Scalar(_, ty)
            | Node::Anything(_, ty)
            | Node::Unary(_, ty, _)
            | Node::Binary(_, ty, ..)
            | Node::Cast(_, ty, _)
            | Node::Choose(ty, ..)
            | Node::Call(_, ty, _)
            | Node::Part(ty, ..)
            | Node::Join(ty, _) => *ty,
        }
    }

    /// Its operands.
    pub fn operands(&self) -> Vec<Sym> {
        match self {
            Node::Literal(..) | Node::Input { .. } | Node::Scalar(..) | Node::Anything(..) => Vec::new(),
            Node::Unary(_, _, a) | Node::Cast(_, _, a) | Node::Part(_, a, _) => vec![*a],
            Node::Binary(_, _, _, a, b) | Node::Compare(_, _, a, b) => vec![*a, *b],
            Node::Choose(_, a, b, c) => vec![*a, *b, *c],
            Node::Call(_, _, args) => args.iter().map(|(_, a)| *a).collect(),
            Node::Join(_, parts) => parts.clone(),
        }
    }
}

/// Nodes, each once; operands come before what is made of them.
#[derive(Clone, Debug)]
pub struct Graph {
    nodes: Vec<Node>,
    /// Whether anything that is given has a say in it.
    open: Vec<bool>,
    known: FxHashMap<Node, Sym>,
}

impl Default for Graph {
    fn default() -> Graph {
        // The first place is that of no term.
        Graph {
            nodes: vec![Node::Literal(Ty::Bool, 0)],
            open: vec![false],
            known: FxHashMap::default(),
        }
    }
}

impl Graph {
    /// The node.
    pub fn node(&self, sym: Sym) -> &Node {
        &self.nodes[sym.number()]
    }

    /// How many there are.
    pub fn size(&self) -> usize {
        self.nodes.len()
    }

    /// Whether its value depends on what the launch is given.
    pub fn is_open(&self, sym: Sym) -> bool {
        self.open[sym.number()]
    }

    /// The one of its kind. Bits of bits are those of the whole.
    pub fn make(&mut self, node: Node) -> Sym {
        if let Node::Part(ty, of, at) = node
            && let Some(same) = self.part(ty, of, at)
        {
            return same;
        }
        if let Some(&sym) = self.known.get(&node) {
            return sym;
        }
        let sym = Sym(self.nodes.len() as u32);
        let is_given = matches!(node, Node::Input { .. } | Node::Scalar(..) | Node::Anything(..));
        let open = is_given || node.operands().into_iter().any(|s| self.is_open(s));
        self.nodes.push(node.clone());
        self.open.push(open);
        self.known.insert(node, sym);
        sym
    }

    fn part(&mut self, ty: Ty, of: Sym, at: u32) -> Option<Sym> {
        match self.node(of).clone() {
            whole if at == 0 && whole.ty() == ty => Some(of),
            Node::Part(_, inner, from) => Some(self.make(Node::Part(ty, inner, from + at))),
            Node::Literal(_, bits) => {
                let bits = super::value::truncate(ty, bits.checked_shr(8 * at).unwrap_or(0));
                Some(self.make(Node::Literal(ty, bits)))
            }
            Node::Join(_, parts) => {
                let mut start = 0;
                for part in parts {
                    let len = self.node(part).ty().bytes();
                    if (start..start + len).contains(&at) && at + ty.bytes() <= start + len {
                        return Some(self.make(Node::Part(ty, part, at - start)));
                    }
                    start += len;
                }
                None
            }
            _ => None,
        }
    }

    /// A value of a type as a node.
    pub(super) fn of(&mut self, ty: Ty, val: Val) -> Sym {
        match val.sym {
            Sym::NONE => self.make(Node::Literal(ty, val.bits)),
            sym if self.node(sym).ty() == ty => sym,
            sym => self.make(Node::Part(ty, sym, 0)),
        }
    }
}
