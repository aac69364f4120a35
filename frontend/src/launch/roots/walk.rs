//! Walks from an expression to all that it may come from.

use super::super::variables::start;
use super::flows::{Flow, Source, carries, element, name, place};
use super::*;
use crate::clang::Type;

/// Deepest nesting that is followed, and most expressions.
const MOST_DEPTH: usize = 40;
const MOST_WORK: usize = 20_000;

pub(super) struct Walk<'w, 'v, 'u> {
    pub(super) flows: &'w Flows<'u>,
    pub(super) scope: &'w Scope<'v, 'u>,
    pub(super) depth: usize,
    pub(super) work: usize,
    /// What is being asked.
    pub(super) open: HashSet<(usize, Vec<Step>, String)>,
}

pub(super) fn only(root: Root) -> Found {
    [root].into()
}

pub(super) fn anything() -> Found {
    only(Root {
        base: ANYTHING.to_owned(),
        steps: Vec::new(),
    })
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
            open: HashSet::new(),
        }
    }

    /// Where a part of what an expression gives may come from.
    pub fn of(&mut self, c: Cursor<'u>, steps: &[Step], inside: &Rc<Inside<'u>>) -> Found {
        self.work += 1;
        if self.depth > MOST_DEPTH || self.work > MOST_WORK {
            return anything();
        }
        self.depth += 1;
        let found = self.of_kind(strip(c), steps, inside);
        self.depth -= 1;
        found
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

    fn of_kind(&mut self, c: Cursor<'u>, steps: &[Step], inside: &Rc<Inside<'u>>) -> Found {
        let parts = c.expressions();
        match (c.kind(), &parts[..]) {
            (CXCursor_DeclRefExpr, _) => match c.referenced() {
                Some(variable) if is_variable(variable) => self.variable(variable, steps, inside),
                _ => Found::new(),
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
                        self.of(object, &steps, inside)
                    }
                    (None, Some(field)) => {
                        let this = self.this(inside);
                        let mut found = self.member(&this, field, steps, inside);
                        if let Some((object, outer)) = inside.object.clone() {
                            let steps = [&[member(c, Some(field))], steps].concat();
                            found.extend(self.of(object, &steps, &outer));
                        }
                        found
                    }
                    (None, None) => anything(),
                }
            }
            (CXCursor_ArraySubscriptExpr, [array, n]) => {
                let steps = [&[element(Some(self.scope), *n)], steps].concat();
                self.of(*array, &steps, inside)
            }
            (CXCursor_UnaryOperator, [operand]) => match (c.unary_operator(), strip(*operand)) {
                (CXUnaryOperator_Deref, _) => {
                    let steps = [&[Step::Element(Ok(0))], steps].concat();
                    self.of(*operand, &steps, inside)
                }
                // The address of an element leads to where the array does.
                (CXUnaryOperator_AddrOf, element) if element.kind() == CXCursor_ArraySubscriptExpr => {
                    let array = element.expressions().first().copied();
                    array.map_or_else(anything, |array| self.of(array, steps, inside))
                }
                (CXUnaryOperator_AddrOf, element) if element.spelling() == "operator[]" => {
                    object_of(element).map_or_else(anything, |object| self.of(object, steps, inside))
                }
                _ => self.of(*operand, steps, inside),
            },
            (CXCursor_BinaryOperator, [left, right]) => match c.binary_operator() {
                CXBinaryOperator_Assign | CXBinaryOperator_Comma => self.of(*right, steps, inside),
                _ => self.all(&[*left, *right], c, steps, inside),
            },
            (CXCursor_CompoundAssignOperator, [left, _]) => self.of(*left, steps, inside),
            (CXCursor_ConditionalOperator, [_, yes, no]) => {
                let mut found = self.of(*yes, steps, inside);
                found.extend(self.of(*no, steps, inside));
                found
            }
            (CXCursor_InitListExpr, _) => {
                let fields = c.ty().canonical().fields();
                let which = match steps.first() {
                    Some(Step::Field(name)) => fields.iter().position(|field| field.spelling() == *name),
                    Some(Step::Element(Ok(n))) => usize::try_from(*n).ok(),
                    _ => None,
                };
                match which {
                    Some(n) => parts
                        .get(n)
                        .map_or_else(Found::new, |part| self.of(*part, &steps[1..], inside)),
                    None => self.all(&parts, c, &[], inside),
                }
            }
            (CXCursor_CXXNewExpr, _) => made(c, inside),
            (CXCursor_CallExpr, _) => self.call(c, steps, inside),
            (CXCursor_LambdaExpr, _) => Found::new(),
            _ => self.all(&parts, c, steps, inside),
        }
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
        let counts = |part: &&Cursor<'u>| match is_pointer {
            true => !is_number(**part) || strip(**part).kind() == CXCursor_InitListExpr,
            false => carries(strip(**part)),
        };
        let parts: Vec<Cursor<'u>> = parts.iter().filter(counts).copied().collect();
        parts
            .into_iter()
            .flat_map(|part| self.of(part, steps, inside))
            .collect()
    }

    pub(super) fn this(&self, inside: &Inside<'u>) -> Root {
        inside.this.clone().unwrap_or_else(|| Root {
            base: "this".to_owned(),
            steps: Vec::new(),
        })
    }

    pub(super) fn variable(
        &mut self,
        variable: Cursor<'u>,
        steps: &[Step],
        inside: &Rc<Inside<'u>>,
    ) -> Found {
        if let Some((argument, outer)) = inside.bound.get(&key(variable)) {
            return self.of(*argument, steps, &outer.clone());
        }
        let mark = (key(variable), steps.to_vec(), inside.name.clone());
        if !self.open.insert(mark.clone()) {
            return Found::new();
        }
        let itself = Root {
            base: name(variable),
            steps: Vec::new(),
        };
        let mut found = self.flowing(variable, steps, None, inside);
        // What a lambda's capture starts with stands nowhere else.
        if let Some(start) = start(variable).filter(|_| self.flows.into(variable).is_empty()) {
            found.extend(self.of(start, steps, inside));
        }
        // What hands a lambda its parameters need not be seen.
        if found.is_empty() && is_of_lambda(variable) {
            found = anything();
        }
        if let Some((Step::Field(member), rest)) = steps.split_first()
            && let Some(field) = field(variable, member)
        {
            let is_built =
                variable.kind() == CXCursor_VarDecl && variable.ty().canonical().kind() == CXType_Record;
            found.extend(self.member_flows((&itself, is_built), field, rest, inside));
        }
        let is_given = variable.kind() == CXCursor_ParmDecl;
        if found.is_empty() || is_given {
            found.insert(Root {
                steps: steps.to_vec(),
                ..itself
            });
        }
        self.open.remove(&mark);
        found
    }

    /// A member of an object.
    fn member(&mut self, object: &Root, field: Cursor<'u>, steps: &[Step], inside: &Rc<Inside<'u>>) -> Found {
        let mut found = self.member_flows((object, false), field, steps, inside);
        if found.is_empty() {
            let own = [member(field, Some(field))];
            found.insert(Root {
                base: object.base.clone(),
                steps: [&object.steps[..], &own, steps].concat(),
            });
        }
        found
    }

    fn member_flows(
        &mut self,
        (object, is_built): (&Root, bool),
        field: Cursor<'u>,
        steps: &[Step],
        inside: &Rc<Inside<'u>>,
    ) -> Found {
        let mark = (key(field), steps.to_vec(), format!("{object:?}{}", inside.name));
        if !self.open.insert(mark.clone()) {
            return Found::new();
        }
        let found = self.flowing(field, steps, Some((object, is_built)), inside);
        self.open.remove(&mark);
        found
    }

    /// All that flows into a part of a variable, or of a member of an object.
    pub(super) fn flowing(
        &mut self,
        to: Cursor<'u>,
        steps: &[Step],
        object: Option<(&Root, bool)>,
        inside: &Rc<Inside<'u>>,
    ) -> Found {
        let flows: Vec<Flow<'u>> = self.flows.into(to).to_vec();
        let mut found = Found::new();
        for flow in flows {
            if !flow.steps.iter().zip(steps).all(|(a, b)| a.meets(b)) {
                continue;
            }
            let rest = steps.get(flow.steps.len()..).unwrap_or(&[]);
            // One place in a loop makes several things, for several elements.
            let own: Vec<Step> = flow
                .steps
                .iter()
                .zip(steps)
                .filter(|(a, _)| matches!(a, Step::Element(Err(_))))
                .map(|(_, b)| b.clone())
                .collect();
            let ways = match object {
                Some(object) => self.ways_into(&flow, object, inside),
                None => vec![inside.clone()],
            };
            for way in ways {
                let roots = match flow.source {
                    Source::Value(value) => self.of(value, rest, &way),
                    Source::Lent(call, n) => self.lent(call, n, rest, &way),
                    Source::Called(call) => self.all(&call.arguments(), call, &[], &way),
                };
                found.extend(roots.into_iter().map(|mut root| {
                    if root.base.starts_with(MADE) {
                        root.steps.extend(own.iter().cloned());
                    }
                    root
                }));
            }
        }
        found
    }

    /// The ways by which a member of an object gets something: the calls of the function that gives it, on this object.
    fn ways_into(
        &self,
        flow: &Flow<'u>,
        (object, is_built): (&Root, bool),
        inside: &Rc<Inside<'u>>,
    ) -> Vec<Rc<Inside<'u>>> {
        let named = |name: String| Inside {
            this: Some(object.clone()),
            name,
            ..Inside::default()
        };
        let of_object = format!("{}{:?}{:?}", inside.name, object.base, object.steps);
        let is_own = object.base == "this";
        let outer = Rc::new(named(of_object.clone()));
        let Some(function) = flow.function else {
            return vec![outer];
        };
        // What its own start says of it is looked at there.
        if is_built && function.kind() == CXCursor_Constructor {
            return Vec::new();
        }
        let mut ways = Vec::new();
        // In the same run of the function.
        let is_here = |here: Cursor<'u>| here.same(function.definition().unwrap_or(function));
        if inside.function.is_some_and(is_here) {
            ways.push(inside.clone());
        }
        for call in self.flows.calls(function).iter().take(MOST_CALLS) {
            let on = object_of(*call).and_then(|on| place(Some(self.scope), on));
            let is_other = on.is_some_and(|(base, steps)| {
                let on = Root {
                    base: name(base),
                    steps,
                };
                !is_own && is_variable(base) && !on.meets(object)
            });
            if !is_other {
                let outside = Rc::new(Inside {
                    name: of_object.clone(),
                    ..Inside::default()
                });
                ways.push(Rc::new(Flows::bind(
                    *call,
                    function,
                    &outside,
                    Some(object.clone()),
                )));
            }
        }
        if ways.is_empty() || is_own {
            ways.push(outer);
        }
        ways
    }
}

pub(super) fn is_number(c: Cursor<'_>) -> bool {
    let kind = c.ty().canonical().kind();
    matches!(kind, CXType_Bool..=CXType_LongDouble | CXType_Half | CXType_Enum)
}

fn is_of_lambda(variable: Cursor<'_>) -> bool {
    let class = variable.semantic_parent().and_then(Cursor::semantic_parent);
    variable.kind() == CXCursor_ParmDecl
        && class.is_some_and(|class| {
            let name = class.spelling();
            class.kind() == CXCursor_ClassDecl && (name.is_empty() || name.contains("lambda"))
        })
}

/// The member of a variable's class.
fn field<'u>(variable: Cursor<'u>, name: &str) -> Option<Cursor<'u>> {
    let ty = variable.ty().canonical();
    match ty.kind() {
        CXType_LValueReference | CXType_RValueReference | CXType_Pointer => {
            field_of(ty.pointee().canonical(), name)
        }
        _ => field_of(ty, name),
    }
}

pub(super) fn field_of<'u>(class: Type<'u>, name: &str) -> Option<Cursor<'u>> {
    let fields = class.all_fields();
    fields.into_iter().find(|field| field.spelling() == name)
}
