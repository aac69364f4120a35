//! Walks from an expression to all that it may come from.

use super::asked::Asked;
use super::doubts::is_parsed;
use super::flows::{Flows, Source};
use super::lists::{by_default, which_of};
use super::named::{field_of, is_default};
use super::places::{carries, element, is_number_type, is_own_part, name, place};
use super::*;

/// Deepest nesting that is followed, and most expressions.
pub(super) const MOST_DEPTH: usize = 40;
const MOST_WORK: usize = 20_000;

pub(super) struct Walk<'w, 'v, 'u> {
    pub(super) flows: &'w Flows<'u>,
    pub(super) scope: &'w Scope<'v, 'u>,
    pub(super) depth: usize,
    pub(super) work: usize,
    pub(super) asked: Asked,
}

pub(super) fn only(root: Root) -> Found {
    [root].into()
}

pub(super) fn anything() -> Found {
    named(ANYTHING.to_owned())
}

pub(super) fn nothing() -> Found {
    named(NOTHING.to_owned())
}

/// The whole of something.
pub(super) fn named(base: String) -> Found {
    let steps = Vec::new();
    only(Root { base, steps })
}

/// Something that is made by an expression.
pub(super) fn made(c: Cursor<'_>, inside: &Inside<'_>) -> Found {
    only(Root {
        base: format!("{MADE}{:x}{}", c.statement_identity(), inside.name),
        steps: Vec::new(),
    })
}

impl<'w, 'v, 'u> Walk<'w, 'v, 'u> {
    pub fn new(flows: &'w Flows<'u>, scope: &'w Scope<'v, 'u>) -> Self {
        Walk {
            flows,
            scope,
            depth: 0,
            work: 0,
            asked: Asked::default(),
        }
    }

    /// Where a part of what an expression gives may come from.
    pub fn of(&mut self, c: Cursor<'u>, steps: &[Step], inside: &Rc<Inside<'u>>) -> Found {
        self.work += 1;
        if self.depth > MOST_DEPTH || self.work > MOST_WORK {
            return anything();
        }
        if !is_parsed(c) {
            self.depth += 1;
            let found = self.of_dependent(strip(c), steps, inside);
            self.depth -= 1;
            return found;
        }
        self.depth += 1;
        let again = self.asked.again;
        let found = self.of_kind(strip(c), steps, inside);
        self.depth -= 1;
        // What comes from nowhere is not understood. Most numbers are no addresses.
        match found.is_empty() && self.asked.again == again && !is_number(c) {
            true => anything(),
            false => found,
        }
    }

    /// Whether two pointers lie in two elements of one array, `p[i]` and `p[1 - i]`, and no two elements ever hold the same.
    pub fn are_others(&mut self, a: &Handed<'u>, b: &Handed<'u>, inside: &Rc<Inside<'u>>) -> bool {
        let ((_, a, none), (_, b, nor)) = (a, b);
        let (Some((base, of_a)), Some((other, of_b))) =
            (place(Some(self.scope), *a), place(Some(self.scope), *b))
        else {
            return false;
        };
        let ([Step::Element(Err(x))], [Step::Element(Err(y))]) = (&of_a[..], &of_b[..]) else {
            return false;
        };
        let are_parts = base.same(other) && none.is_empty() && nor.is_empty();
        if !are_parts || Step::Element(Err(x.clone())).meets(&Step::Element(Err(y.clone()))) {
            return false;
        }
        let mut elements: BTreeSet<i128> = BTreeSet::new();
        for flow in self.flows.into(base) {
            if let [Step::Element(Ok(n))] = flow.steps[..] {
                elements.insert(n);
                continue;
            }
            let start = if let Source::Value(start) = flow.source {
                strip(start)
            } else {
                return false;
            };
            if !flow.steps.is_empty() || start.kind() != CXCursor_InitListExpr {
                return false;
            }
            elements.extend((0..).take(start.expressions().len()));
        }
        let found = elements
            .into_iter()
            .map(|n| self.variable(base, &[Step::Element(Ok(n))], inside));
        let found: Vec<Found> = found.collect();
        let others = |n: usize| found[..n].iter().all(|other| !meet(other, &found[n]));
        found.len() > 1 && (0..found.len()).all(others)
    }

    pub(super) fn of_kind(&mut self, c: Cursor<'u>, steps: &[Step], inside: &Rc<Inside<'u>>) -> Found {
        let parts = c.expressions();
        match (c.kind(), &parts[..]) {
            (CXCursor_DeclRefExpr, _) => match c.referenced() {
                Some(variable) if is_variable(variable) => self.variable(variable, steps, inside),
                Some(function) if function.kind() == CXCursor_FunctionDecl => named(name(function)),
                _ => Found::new(),
            },
            (CXCursor_GNUNullExpr | CXCursor_CXXNullPtrLiteralExpr, _) => nothing(),
            // Of null alone becomes a pointer.
            (CXCursor_IntegerLiteral, _) => nothing(),
            (CXCursor_StringLiteral, _) => made(c, inside),
            (CXCursor_CXXNewExpr, _) => self.allocated(c, &parts, steps, inside),
            // A lambda is what it captures.
            (CXCursor_LambdaExpr, _) => match steps.split_first() {
                Some((Step::Field(name), rest)) => match captured(c, c, name) {
                    Some(variable) => self.variable(variable, rest, inside),
                    None => anything(),
                },
                _ => anything(),
            },
            (CXCursor_CXXThisExpr, _) => match inside.object.clone() {
                // What the pointer leads to is the object.
                Some((object, outer)) => match steps {
                    [Step::Element(Ok(0)), steps @ ..] => self.of(object, steps, &outer),
                    _ => self.of(object, steps, &outer),
                },
                None => only(self.this(inside)),
            },
            (CXCursor_MemberRefExpr, _) => {
                let object = parts
                    .first()
                    .copied()
                    .filter(|o| strip(*o).kind() != CXCursor_CXXThisExpr);
                match (object, c.referenced()) {
                    (Some(object), _) => {
                        let steps = [&[member(c, c.referenced())], steps].concat();
                        let mut found = self.of(object, &steps, inside);
                        if !is_own_part(c) {
                            found.extend(self.of_others(object, &steps, inside));
                        }
                        found
                    }
                    (None, Some(field)) => self.own_member(field, steps, inside),
                    (None, None) => anything(),
                }
            }
            (CXCursor_ArraySubscriptExpr, [array, n]) => {
                let inner = [&[element(Some(self.scope), *n)], steps].concat();
                let mut found = self.of(*array, &inner, inside);
                if !is_own_part(c) {
                    found.extend(self.of_others(c, steps, inside));
                }
                found
            }
            (CXCursor_UnaryOperator, [operand]) => match (c.unary_operator(), strip(*operand)) {
                (CXUnaryOperator_Deref, _) => {
                    let inner = [&[Step::Element(Ok(0))], steps].concat();
                    let mut found = self.of(*operand, &inner, inside);
                    found.extend(self.of_others(c, steps, inside));
                    found
                }
                // The address of an element leads to where the array does.
                (CXUnaryOperator_AddrOf, element) if element.kind() == CXCursor_ArraySubscriptExpr => {
                    let array = element.expressions().first().copied();
                    array.map_or_else(anything, |array| self.of(array, steps, inside))
                }
                (CXUnaryOperator_AddrOf, element) if element.spelling() == "operator[]" => {
                    object_of(element).map_or_else(anything, |object| self.of(object, steps, inside))
                }
                // What an address leads to is there.
                (CXUnaryOperator_AddrOf, _) => match steps {
                    [Step::Element(Ok(0)), steps @ ..] => self.of(*operand, steps, inside),
                    _ => self.of(*operand, steps, inside),
                },
                (operator, _) if keeps_buffer(operator) => self.of(*operand, steps, inside),
                _ if is_number(c) => self.of(*operand, steps, inside),
                _ => anything(),
            },
            (CXCursor_BinaryOperator, [left, right]) => match c.binary_operator() {
                CXBinaryOperator_Assign | CXBinaryOperator_Comma => self.of(*right, steps, inside),
                _ if self.moves_away(&[*left, *right], c) => anything(),
                _ => self.all(&[*left, *right], c, steps, inside),
            },
            (CXCursor_CompoundAssignOperator, [_, right]) if self.moves_away(&[*right], c) => anything(),
            (CXCursor_CompoundAssignOperator, [left, _]) => self.of(*left, steps, inside),
            (CXCursor_ConditionalOperator, [_, yes, no]) => {
                let mut found = self.of(*yes, steps, inside);
                found.extend(self.of(*no, steps, inside));
                found
            }
            (CXCursor_InitListExpr, []) => match steps {
                [Step::Field(name), ..] => {
                    field_of(c.ty().canonical(), name).map_or_else(anything, by_default)
                }
                _ => nothing(),
            },
            (CXCursor_InitListExpr, _) => {
                let which = steps.first().and_then(|step| which_of(c, &parts, step));
                match which {
                    // What a list says nothing of is zero.
                    Some(n) => match (parts.get(n), c.ty().canonical().fields().get(n)) {
                        (Some(part), _) => self.of(*part, &steps[1..], inside),
                        (None, Some(field)) => by_default(*field),
                        (None, None) => nothing(),
                    },
                    None => {
                        let again = self.asked.again;
                        match self.all(&parts, c, &[], inside) {
                            // Of numbers alone.
                            found if found.is_empty() && self.asked.again == again => made(c, inside),
                            found => found,
                        }
                    }
                }
            }
            (CXCursor_CallExpr, _) => self.call(c, steps, inside),
            (CXCursor_CXXDynamicCastExpr | CXCursor_CompoundLiteralExpr, _) => {
                self.all(&parts, c, steps, inside)
            }
            _ if is_number(c) => self.all(&parts, c, steps, inside),
            _ => anything(),
        }
    }

    /// What is made on the heap, and what it starts with.
    fn allocated(
        &mut self,
        c: Cursor<'u>,
        parts: &[Cursor<'u>],
        steps: &[Step],
        inside: &Rc<Inside<'u>>,
    ) -> Found {
        let mut found = Found::new();
        for part in parts
            .iter()
            .filter(|part| !steps.is_empty() && !is_number(**part))
        {
            let rest = match steps {
                [Step::Element(_), rest @ ..] if strip(*part).kind() != CXCursor_InitListExpr => rest,
                _ => steps,
            };
            found.extend(self.of(*part, rest, inside));
        }
        found.extend(made(c, inside));
        found
    }

    /// What other names of an object that a pointer leads to may put into a member of it.
    fn of_others(&mut self, object: Cursor<'u>, steps: &[Step], inside: &Rc<Inside<'u>>) -> Found {
        let ty = object.ty().canonical();
        let class = match ty.kind() {
            CXType_Pointer | CXType_LValueReference => ty.pointee().canonical(),
            _ => ty,
        };
        let Some((Step::Field(name), rest)) = steps.split_first() else {
            return Found::new();
        };
        let Some(field) = field_of(class, name) else {
            return Found::new();
        };
        let root = self.object(object, inside).unwrap_or_else(|| Root {
            base: format!("{:x}", object.statement_identity()),
            steps: Vec::new(),
        });
        self.member_flows((&root, false), field, rest, inside)
    }

    /// All of some expressions that may hold pointers, if a whole is no number.
    pub(super) fn all(
        &mut self,
        parts: &[Cursor<'u>],
        whole: Cursor<'u>,
        steps: &[Step],
        inside: &Rc<Inside<'u>>,
    ) -> Found {
        let is_pointer = whole.ty().canonical().kind() == CXType_Pointer;
        // Sizes are no addresses: what a library makes of numbers holds one only where one is put in.
        let is_librarys =
            whole.kind() == CXCursor_CallExpr && whole.referenced().is_some_and(is_the_languages);
        let counts = |part: &&Cursor<'u>| match is_pointer {
            true => !is_number(**part) || strip(**part).kind() == CXCursor_InitListExpr,
            false if is_number(**part) && is_librarys && !is_number(whole) => self.is_of_addresses(**part, 0),
            false => carries(strip(**part), self.flows.numbers_lead),
        };
        // What is left out is the function's own.
        let said = parts.iter().filter(|part| !is_default(**part));
        let parts: Vec<Cursor<'u>> = said.filter(counts).copied().collect();
        parts
            .into_iter()
            .flat_map(|part| self.of(part, steps, inside))
            .collect()
    }

    /// What a part of a variable may come from, of which only the name is known.
    pub(super) fn part(&mut self, of: &Root, steps: &[Step]) -> Found {
        let Some(variable) = self.flows.variables.get(&of.base).copied() else {
            return anything();
        };
        let steps = [&of.steps, steps].concat();
        self.variable(variable, &steps, &Rc::new(Inside::of_any_call()))
    }

    pub(super) fn this(&self, inside: &Inside<'u>) -> Root {
        inside.this.clone().unwrap_or_else(|| Root {
            base: "this".to_owned(),
            steps: Vec::new(),
        })
    }
}

/// The operators whose result lies in the same buffer.
fn keeps_buffer(operator: CXUnaryOperatorKind) -> bool {
    matches!(
        operator,
        CXUnaryOperator_PreInc
            | CXUnaryOperator_PostInc
            | CXUnaryOperator_PreDec
            | CXUnaryOperator_PostDec
            | CXUnaryOperator_Plus
            | CXUnaryOperator_Extension
    )
}

/// The variable outside of a lambda that it names so.
fn captured<'u>(lambda: Cursor<'u>, c: Cursor<'u>, name: &str) -> Option<Cursor<'u>> {
    let variable = c.referenced().filter(|v| is_variable(*v) && v.spelling() == name);
    let is_outside = |v: &Cursor<'u>| {
        let (range, at) = (lambda.range(), v.position());
        range.zip(at).is_some_and(|(range, at)| !range.holds(&at))
    };
    let here = variable.filter(|v| c.kind() != CXCursor_LambdaExpr && is_outside(v));
    here.or_else(|| {
        c.children()
            .into_iter()
            .find_map(|child| captured(lambda, child, name))
    })
}

pub(super) fn is_number(c: Cursor<'_>) -> bool {
    is_number_type(c.ty())
}
