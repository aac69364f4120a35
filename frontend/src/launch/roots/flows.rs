//! What flows into the variables and members of a file.

use super::*;

/// Where a value comes from.
#[derive(Clone, Copy)]
pub(super) enum Source<'u> {
    /// An expression.
    Value(Cursor<'u>),
    /// A call that gets it as this argument, by address or reference.
    Lent(Cursor<'u>, usize),
    /// A call that is made on it.
    Called(Cursor<'u>),
}

/// Something that flows into a part of a variable, or a member of whatever object.
#[derive(Clone)]
pub(super) struct Flow<'u> {
    pub steps: Vec<Step>,
    pub source: Source<'u>,
    /// Where it does.
    pub function: Option<Cursor<'u>>,
}

/// All of a file.
#[derive(Default)]
pub(in crate::launch) struct Flows<'u> {
    into: HashMap<usize, Vec<Flow<'u>>>,
    calls: HashMap<usize, Vec<Cursor<'u>>>,
    /// The functions that calls stand in, by the calls' identities.
    around: HashMap<usize, Cursor<'u>>,
    /// Variables of the device's: their names without scopes, by those that places have.
    on_device: HashMap<String, String>,
    /// The function that is being looked at.
    current: Option<Cursor<'u>>,
}

/// A variable or a member of the object at hand, and the part of it that an expression names.
pub(super) fn place<'u>(scope: Option<&Scope<'_, 'u>>, c: Cursor<'u>) -> Option<(Cursor<'u>, Vec<Step>)> {
    let c = strip(c);
    let inner = |outer: Cursor<'u>, step: Step| {
        let (base, mut steps) = place(scope, outer)?;
        steps.push(step);
        Some((base, steps))
    };
    match (c.kind(), &c.expressions()[..]) {
        (CXCursor_DeclRefExpr, _) => Some((c.referenced().filter(|v| is_variable(*v))?, Vec::new())),
        (CXCursor_MemberRefExpr, []) => Some((c.referenced()?, Vec::new())),
        (CXCursor_MemberRefExpr, [object]) => match strip(*object).kind() {
            CXCursor_CXXThisExpr => Some((c.referenced()?, Vec::new())),
            _ => inner(*object, member(c, c.referenced())),
        },
        (CXCursor_ArraySubscriptExpr, [array, n]) => inner(*array, element(scope, *n)),
        (CXCursor_UnaryOperator, [operand]) if c.unary_operator() == CXUnaryOperator_Deref => {
            inner(*operand, Step::Element(Ok(0)))
        }
        (CXCursor_CallExpr, _) if matches!(c.spelling().as_str(), "operator[]" | "at") => {
            let n = c.arguments().last().copied()?;
            inner(object_of(c)?, element(scope, n))
        }
        _ => None,
    }
}

/// Which element an index names.
pub(super) fn element<'u>(scope: Option<&Scope<'_, 'u>>, n: Cursor<'u>) -> Step {
    let known = match scope {
        Some(scope) => scope.integer(n),
        None => match n.evaluate() {
            Some(crate::clang::Value::Int(n)) => Some(n),
            _ => None,
        },
    };
    Step::Element(known.ok_or_else(|| said(scope, n, 0)))
}

/// An index as text: variables that only ever are one expression by that.
fn said<'u>(scope: Option<&Scope<'_, 'u>>, c: Cursor<'u>, depth: usize) -> String {
    let c = strip(c);
    let deeper = |c: Cursor<'u>| said(scope, c, depth + 1);
    match (c.kind(), &c.expressions()[..]) {
        (CXCursor_DeclRefExpr, _) => {
            let variable = c.referenced();
            let value = scope
                .zip(variable)
                .and_then(|(scope, v)| scope.variables.only_value(v));
            match value.filter(|_| depth < 4) {
                Some(value) => deeper(value),
                None => variable.map_or_else(|| c.spelling(), |v| format!("{}@{:x}", c.spelling(), key(v))),
            }
        }
        (CXCursor_IntegerLiteral, _) => match c.evaluate() {
            Some(crate::clang::Value::Int(n)) => n.to_string(),
            _ => c.spelling(),
        },
        (CXCursor_UnaryOperator, [a]) if c.unary_operator() == CXUnaryOperator_LNot => {
            format!("!{}", deeper(*a))
        }
        (CXCursor_BinaryOperator, [a, b]) => {
            let sign = match c.binary_operator() {
                CXBinaryOperator_Add => "+",
                CXBinaryOperator_Sub => "-",
                CXBinaryOperator_Xor => "^",
                CXBinaryOperator_Rem => "%",
                _ => "?",
            };
            let left = match strip(*a).kind() {
                CXCursor_BinaryOperator => format!("({})", deeper(*a)),
                _ => deeper(*a),
            };
            format!("{left}{sign}{}", deeper(*b))
        }
        // It may be another number each time.
        _ => format!("{:x}", c.statement_identity()),
    }
}

impl<'u> Flows<'u> {
    /// All under `declarations`.
    pub fn new(declarations: &[Cursor<'u>]) -> Self {
        let mut flows = Flows::default();
        declarations.iter().for_each(|c| flows.visit(*c));
        flows
    }

    fn add(&mut self, to: Cursor<'u>, steps: Vec<Step>, source: Source<'u>) {
        let flow = Flow {
            steps,
            source,
            function: self.current,
        };
        self.into.entry(key(to)).or_default().push(flow);
    }

    /// What an expression names gets something: the variable's part, and the member of whatever object where a pointer or a reference
    /// leads there.
    fn add_to(&mut self, c: Cursor<'u>, source: Source<'u>) {
        let Some((base, steps)) = place(None, c) else {
            return;
        };
        let named = strip(c);
        let is_of_variable = base.ty().canonical().kind() == CXType_Record && !is_reference(base);
        if named.kind() == CXCursor_MemberRefExpr
            && !steps.is_empty()
            && !is_of_variable
            && let Some(field) = named.referenced()
        {
            self.add(field, Vec::new(), source);
        }
        self.add(base, steps, source);
    }

    fn visit(&mut self, c: Cursor<'u>) {
        let children = c.children();
        match (c.kind(), &c.expressions()[..]) {
            (CXCursor_VarDecl | CXCursor_FieldDecl, parts) => {
                let attributes = [CXCursor_CUDADeviceAttr, CXCursor_CUDAConstantAttr];
                if children.iter().any(|child| attributes.contains(&child.kind())) {
                    self.on_device.insert(name(c), c.spelling());
                }
                let of_member = || parts.last().copied().filter(|_| c.kind() == CXCursor_FieldDecl);
                let start = c.initializer().or_else(of_member);
                if let Some(start) = start.filter(|_| carries(c)) {
                    self.add(c, Vec::new(), Source::Value(start));
                }
            }
            (CXCursor_BinaryOperator, [to, value])
                if c.binary_operator() == CXBinaryOperator_Assign && carries(*value) =>
            {
                self.add_to(*to, Source::Value(*value));
            }
            (CXCursor_Constructor, _) => {
                for pair in children.windows(2) {
                    let [member, value] = pair else { continue };
                    if member.kind() == CXCursor_MemberRef
                        && value.is_expression()
                        && let Some(field) = member.referenced()
                    {
                        let flow = Flow {
                            steps: Vec::new(),
                            source: Source::Value(*value),
                            function: Some(c),
                        };
                        self.into.entry(key(field)).or_default().push(flow);
                    }
                }
            }
            (CXCursor_CallExpr, _) => self.visit_call(c),
            _ => {}
        }
        let outer = self.current;
        if matches!(
            c.kind(),
            CXCursor_FunctionDecl
                | CXCursor_FunctionTemplate
                | CXCursor_CXXMethod
                | CXCursor_Constructor
                | CXCursor_Destructor
        ) {
            self.current = Some(c);
        }
        children.into_iter().for_each(|child| self.visit(child));
        self.current = outer;
    }

    fn visit_call(&mut self, c: Cursor<'u>) {
        let function = c.referenced();
        if let Some(current) = self.current {
            self.around.insert(c.statement_identity(), current);
        }
        if let Some(function) = function {
            self.calls.entry(key(function)).or_default().push(c);
        }
        let arguments = c.arguments();
        if function.is_some_and(is_kernel) {
            return;
        }
        // A lambda's parameters get what its calls hand over.
        let lambda = object_of(c).filter(|_| c.spelling() == "operator()").map(strip);
        let lambda = lambda.and_then(|object| match object.kind() {
            CXCursor_LambdaExpr => Some(object),
            _ => object.referenced()?.initializer().map(strip),
        });
        if let Some(lambda) = lambda.filter(|c| c.kind() == CXCursor_LambdaExpr) {
            let parameters = lambda
                .children()
                .into_iter()
                .filter(|c| c.kind() == CXCursor_ParmDecl);
            for (parameter, argument) in parameters.zip(&arguments) {
                self.add(parameter, Vec::new(), Source::Value(*argument));
            }
        }
        if matches!(c.spelling().as_str(), "operator=") {
            if let (Some(to), Some(value)) = (object_of(c), arguments.last()) {
                self.add_to(to, Source::Value(*value));
            }
            return;
        }
        let parameters = function.map(Cursor::arguments).unwrap_or_default();
        for (n, argument) in arguments.iter().enumerate() {
            let inner = strip(*argument);
            let lent = match inner.expressions()[..] {
                [operand]
                    if inner.kind() == CXCursor_UnaryOperator
                        && inner.unary_operator() == CXUnaryOperator_AddrOf =>
                {
                    Some(operand)
                }
                _ => parameters
                    .get(n)
                    .filter(|p| is_reference(**p) && !p.ty().canonical().pointee().is_const())
                    .map(|_| inner),
            };
            let is_read = function.is_some_and(is_the_languages)
                && parameters.get(n).is_some_and(|p| {
                    let ty = p.ty().canonical();
                    ty.kind() == CXType_Pointer && ty.pointee().is_const()
                });
            if let Some(lent) = lent.filter(|lent| carries(*lent) && !is_read) {
                self.add_to(lent, Source::Lent(c, n));
            }
        }
        let is_written = function
            .is_some_and(|f| f.kind() == CXCursor_CXXMethod && !f.is_const() && f.definition().is_none());
        if let Some(object) = object_of(c).filter(|_| is_written && arguments.iter().any(|a| carries(*a))) {
            self.add_to(object, Source::Called(c));
        }
    }

    /// The name of the device's variable that a place is named after.
    pub(super) fn on_device(&self, base: &str) -> Option<String> {
        self.on_device.get(base).cloned()
    }

    /// What flows into a variable or a member.
    pub(super) fn into(&self, to: Cursor<'u>) -> &[Flow<'u>] {
        self.into.get(&key(to)).map_or(&[], |flows| &flows[..])
    }

    /// The calls of a function.
    pub(in crate::launch) fn calls(&self, function: Cursor<'u>) -> &[Cursor<'u>] {
        let all = |c: Cursor<'u>| self.calls.get(&key(c)).map(|calls| &calls[..]);
        all(function)
            .or_else(|| all(function.definition()?))
            .unwrap_or(&[])
    }

    /// What a call hands over, known on one way to it.
    pub(super) fn bind(
        call: Cursor<'u>,
        function: Cursor<'u>,
        outer: &Rc<Inside<'u>>,
        this: Option<Root>,
    ) -> Inside<'u> {
        let parameters = function.definition().unwrap_or(function).arguments();
        let mut arguments = call.arguments();
        // An operator's first operand is the object.
        let is_method = function.kind() == CXCursor_CXXMethod && !function.is_static();
        if is_method && call.spelling().starts_with("operator") && arguments.len() > parameters.len() {
            arguments.remove(0);
        }
        let object = match object_of(call) {
            _ if !is_method => None,
            Some(object) if strip(object).kind() != CXCursor_CXXThisExpr => Some((object, outer.clone())),
            _ => outer.object.clone(),
        };
        let handed = parameters.into_iter().zip(arguments);
        Inside {
            object,
            function: Some(function.definition().unwrap_or(function)),
            bound: handed
                .map(|(p, argument)| (key(p), (argument, outer.clone())))
                .collect(),
            this,
            name: format!("{}/{:x}", outer.name, call.statement_identity()),
        }
    }

    /// The ways to come to a place: of nothing but its function, and by each call that is seen.
    pub(super) fn ways_to(&self, at: Cursor<'u>, depth: usize) -> Vec<Rc<Inside<'u>>> {
        let mut ways = vec![Rc::new(Inside::default())];
        let around = self.around.get(&at.statement_identity()).copied();
        let Some(function) = around.filter(|_| depth > 0) else {
            return ways;
        };
        for call in self.calls(function) {
            for outer in self.ways_to(*call, depth - 1) {
                if ways.len() < MOST_CALLS {
                    let object = object_of(*call).filter(|_| function.kind() == CXCursor_CXXMethod);
                    let this = object
                        .and_then(|object| place(None, object))
                        .map(|(base, steps)| Root {
                            base: name(base),
                            steps,
                        });
                    ways.push(Rc::new(Self::bind(*call, function, &outer, this)));
                }
            }
        }
        ways
    }
}

/// The name of a variable.
pub(super) fn name(variable: Cursor<'_>) -> String {
    format!("{}@{:x}", variable.spelling(), key(variable))
}

/// Whether something may hold a pointer.
pub(super) fn carries(c: Cursor<'_>) -> bool {
    let mut ty = c.ty().canonical();
    if matches!(ty.kind(), CXType_LValueReference | CXType_RValueReference) {
        ty = ty.pointee().canonical();
    }
    let is_number = matches!(
        ty.kind(),
        CXType_Void..=CXType_LongDouble | CXType_Half | CXType_Enum
    );
    // Addresses are handed on as numbers, too.
    !is_number
        || matches!(
            ty.kind(),
            CXType_ULong | CXType_ULongLong | CXType_Long | CXType_LongLong
        )
}
