//! Reads what host code says flows where.

use super::*;

impl<'u> Flows<'u> {
    pub(super) fn visit(&mut self, c: Cursor<'u>) {
        let numbers_lead = self.numbers_lead;
        let children = c.children();
        self.visit_this(c);
        self.note_compared(c);
        let is_declared = matches!(
            c.kind(),
            CXCursor_VarDecl | CXCursor_ParmDecl | CXCursor_FieldDecl
        );
        if is_declared && is_reference(c) {
            self.references.insert(name(c));
            self.references.insert(c.spelling());
        }
        match (c.kind(), &c.expressions()[..]) {
            (CXCursor_VarDecl | CXCursor_FieldDecl, parts) => {
                self.variables.insert(name(c), c);
                self.declared_in.insert(key(c), self.loops.clone());
                if c.has_attribute(&[CXCursor_CUDADeviceAttr, CXCursor_CUDAConstantAttr]) {
                    self.on_device.insert(name(c), c.spelling());
                }
                if let Some(call) = c.initializer().map(strip) {
                    self.made.insert(call.statement_identity(), name(c));
                }
                let of_member = || parts.last().copied().filter(|_| c.kind() == CXCursor_FieldDecl);
                let start = c.initializer().or_else(of_member);
                if let Some(start) = start.filter(|_| carries(c, numbers_lead)) {
                    self.add(c, Vec::new(), Source::Value(start));
                }
            }
            (CXCursor_BinaryOperator, [to, value])
                if c.binary_operator() == CXBinaryOperator_Assign && carries(*value, numbers_lead) =>
            {
                // CUDA Runtime API, `cudaResourceDesc`.
                let is_shown = to.kind() == CXCursor_MemberRefExpr && to.spelling() == "devPtr";
                self.shown.extend(is_shown.then_some(*value));
                self.add_to(*to, Source::Value(*value));
            }
            (CXCursor_Constructor, _) => {
                for pair in children.windows(2) {
                    let [member, value] = pair else { continue };
                    if member.kind() == CXCursor_MemberRef
                        && value.is_expression()
                        && let Some(field) = member.referenced()
                    {
                        if may_write(field) {
                            self.doubt(*value);
                        }
                        let call = strip(*value).statement_identity();
                        self.made_members.insert(call, field.spelling());
                        let outer = self.current.replace(c);
                        self.add(field, Vec::new(), Source::Value(*value));
                        self.current = outer;
                    }
                }
            }
            // What is thrown may come from anywhere, and assembly writes what it likes to.
            (CXCursor_CXXCatchStmt, _) => {
                let caught = children.iter().filter(|child| child.kind() == CXCursor_VarDecl);
                caught.for_each(|caught| self.add(*caught, Vec::new(), Source::Unknown));
            }
            (CXCursor_AsmStmt | CXCursor_MSAsmStmt, parts) => {
                let lead = parts.iter().filter(|part| carries(**part, numbers_lead));
                lead.for_each(|part| self.add_to(*part, Source::Unknown));
            }
            (CXCursor_CallExpr, _) => self.visit_call(c),
            (_, parts) => self.visit_keepers(c, parts),
        }
        let outer = self.current;
        if c.is_function() {
            self.methods
                .extend((c.kind() == CXCursor_CXXMethod).then(|| c.spelling()));
            self.current = Some(c);
        }
        let is_loop = matches!(
            c.kind(),
            CXCursor_ForStmt | CXCursor_WhileStmt | CXCursor_DoStmt | CXCursor_CXXForRangeStmt
        );
        self.loops.extend(is_loop.then(|| c.statement_identity()));
        children.into_iter().for_each(|child| self.visit(child));
        self.loops.truncate(self.loops.len() - usize::from(is_loop));
        self.current = outer;
    }

    fn visit_call(&mut self, c: Cursor<'u>) {
        let numbers_lead = self.numbers_lead;
        let function = c.referenced();
        self.note_alike(c);
        if let Some(current) = self.current {
            self.around.insert(c.statement_identity(), current);
        }
        let (handed, held): (Vec<_>, Vec<_>) = forwarded(c)
            .into_iter()
            .map(|(_, handed)| handed)
            .partition(|handed| !is_variable(*handed));
        for function in function.into_iter().chain(handed) {
            self.calls.entry(key(function)).or_default().push(c);
        }
        self.calls_of_variables
            .extend(held.into_iter().map(|variable| (variable, c)));
        let callee = c.children().first().copied().map(strip);
        if let Some(variable) = callee.and_then(Cursor::referenced).filter(|v| is_variable(*v)) {
            self.calls_of_variables.push((variable, c));
        }
        let arguments = c.arguments();
        if function.is_some_and(is_kernel) {
            return;
        }
        if c.spelling().contains("emcpy") {
            self.copies.push(c);
        }
        if super::rows::REPEATS.contains(&c.spelling().as_str()) {
            self.repeats.push(c);
        }
        // A lambda's parameters get what its calls hand over.
        let lambda = object_of(c).filter(|_| c.spelling() == "operator()").map(strip);
        let lambda = lambda.and_then(|object| match object.kind() {
            CXCursor_LambdaExpr => Some(object),
            _ => object.referenced()?.initializer().map(strip),
        });
        if let Some(lambda) = lambda.filter(|c| c.kind() == CXCursor_LambdaExpr) {
            let parts = lambda.children().into_iter();
            let parameters: Vec<Cursor<'u>> = parts.filter(|c| c.kind() == CXCursor_ParmDecl).collect();
            // The first is the lambda itself.
            let first = arguments.len().saturating_sub(parameters.len());
            for (parameter, argument) in parameters.into_iter().zip(&arguments[first..]) {
                self.add(parameter, Vec::new(), Source::Value(*argument));
                if takes_to_change(parameter) && carries(*argument, numbers_lead) {
                    self.add_to(*argument, Source::Unknown);
                }
            }
        }
        // `%p` reads a pointer (C17 7.21.6.2).
        if c.spelling().contains("scanf") {
            let read = arguments.iter().filter_map(|argument| addressed(*argument));
            let lead: Vec<Cursor<'u>> = read.filter(|to| carries(*to, numbers_lead)).collect();
            lead.into_iter().for_each(|to| self.add_to(to, Source::Unknown));
        }
        // CUDA Runtime API, `cudaBindTexture`, `cudaBindTexture2D`.
        if c.spelling().contains("BindTexture") {
            self.shown.extend(arguments.get(2));
        }
        if matches!(c.spelling().as_str(), "operator=") {
            if let (Some(to), Some(value)) = (object_of(c), arguments.last()) {
                self.add_to(to, Source::Value(*value));
            }
            return;
        }
        if function.is_none() && is_open_call(c) {
            for called in called_by_open(c) {
                self.calls.entry(key(called)).or_default().push(c);
            }
            let object = changed_by_open(c).filter(|_| arguments.iter().any(|a| carries(*a, numbers_lead)));
            if let Some(object) = object {
                self.add_to(object, Source::Called(c));
            }
            let changed = arguments.iter().enumerate().filter(|(n, argument)| {
                carries(**argument, numbers_lead) && is_place(**argument) && may_change(c, *n)
            });
            changed.for_each(|(_, argument)| self.add_to(*argument, Source::Unknown));
        }
        if function.is_none() && is_through_member_pointer(c) {
            let places = arguments
                .iter()
                .filter(|a| carries(**a, numbers_lead) && is_place(**a));
            places.for_each(|argument| self.add_to(*argument, Source::Unknown));
        }
        // Algorithms put anything there that an iterator leads to.
        let container = function.filter(|f| is_the_languages(*f)).and_then(|_| begun(c));
        let holds_addresses = |container: &Cursor<'u>| {
            let of = container.ty().canonical().template_arguments();
            let element = of.into_iter().next().flatten();
            element.is_none_or(|element| may_hold_address(element, numbers_lead))
        };
        if let Some((base, steps)) = container
            .filter(|container| carries(*container, numbers_lead) && holds_addresses(container))
            .and_then(|container| place(None, container))
        {
            let all = Step::Element(Err("*".to_owned()));
            self.add(base, [&steps[..], &[all]].concat(), Source::Unknown);
        }
        if let Some(bytes) = bytes_of_pointers(c) {
            let mut all = Vec::new();
            variables_in(bytes, &mut all);
            all.into_iter().for_each(|variable| self.add_through(variable));
        }
        let parameters = function.map(Cursor::arguments).unwrap_or_default();
        let keeps = keeps_names(c);
        for (n, argument) in arguments.iter().enumerate() {
            let inner = strip(*argument);
            let lent = match inner.expressions()[..] {
                [operand] if is_address(inner) => {
                    self.lent.insert(inner.statement_identity());
                    Some(operand)
                }
                _ if takes_by_pointer(c, n) => Some(inner),
                _ => receiver(c, n)
                    .filter(|p| takes_to_change(*p) && !makes_pointer(inner, numbers_lead))
                    .map(|_| inner),
            };
            // An object that is made of a pointer is another thing: `device_ptr<int>(p) + n`.
            let kinds = [*argument, inner].map(|c| c.ty().canonical().kind());
            let lent = lent.filter(|_| kinds != [CXType_Record, CXType_Pointer]);
            // Of a virtual function another one may run.
            let is_seen =
                function.is_some_and(|f| !is_the_languages(f) && f.definition().is_some() && !f.is_virtual());
            if let Some((base, _)) = lent.and_then(|lent| place(None, lent)).filter(|_| !is_seen) {
                self.handed_out.insert(name(base));
            }
            let is_read = function.is_some_and(is_the_languages)
                && parameters.get(n).is_some_and(|p| {
                    let ty = p.ty().canonical();
                    ty.kind() == CXType_Pointer && ty.pointee().is_const()
                });
            // Buffers of OpenCL stay what they are in calls of its own.
            let is_buffer = function.is_some_and(is_the_languages)
                && class_name(inner).starts_with("cl::")
                && c.spelling() != "swap";
            if is_buffer {
                continue;
            }
            if let Some(lent) = lent.filter(|_| keeps) {
                self.doubt(lent);
            }
            if let Some(lent) = lent.filter(|lent| carries(*lent, numbers_lead) && !is_read) {
                self.add_to(lent, Source::Lent(c, n));
            } else if lent.is_none()
                && !is_read
                && leads_to_pointers(inner)
                && let Some((base, steps)) = place(None, inner)
            {
                // Any element of what it leads to.
                let all = Step::Element(Err("*".to_owned()));
                self.add(base, [&steps[..], &[all]].concat(), Source::Lent(c, n));
            }
        }
        // A tensor is a handle: what makes it one of another's memory may be constant.
        let is_rebound = matches!(c.spelling().as_str(), "set_" | "set_data");
        // The body of one that gives nothing back, as of `std::array::fill`, is ours and not followed.
        let is_opaque = |f: Cursor<'u>| {
            f.definition().is_none() || is_the_languages(f) && f.result_type().kind() == CXType_Void
        };
        let is_written = is_rebound
            || function.is_some_and(|f| f.kind() == CXCursor_CXXMethod && !f.is_const() && is_opaque(f));
        if let Some(object) =
            object_of(c).filter(|_| is_written && arguments.iter().any(|a| carries(*a, numbers_lead)))
        {
            self.add_to(object, Source::Called(c));
        }
    }
}

/// Whether an expression makes a pointer to what holds no addresses, as `v.begin()` does: who gets it by reference changes nothing else.
fn makes_pointer(c: Cursor<'_>, numbers_lead: bool) -> bool {
    let ty = c.ty().canonical();
    let is_new = match c.kind() {
        CXCursor_CallExpr => {
            let function = c.referenced();
            function.is_some_and(|f| f.result_type().canonical().kind() == CXType_Pointer)
        }
        CXCursor_BinaryOperator => {
            let operator = c.binary_operator();
            matches!(operator, CXBinaryOperator_Add | CXBinaryOperator_Sub)
        }
        _ => false,
    };
    is_new && ty.kind() == CXType_Pointer && !may_hold_address(ty.pointee(), numbers_lead)
}

/// The container that a call gives a changing iterator of: `v.begin()`, `std::rbegin(v)`.
fn begun(call: Cursor<'_>) -> Option<Cursor<'_>> {
    let is_begin = matches!(call.spelling().as_str(), "begin" | "rbegin");
    match call.arguments()[..] {
        _ if !is_begin => None,
        [] => object_of(call).map(strip),
        [container] => Some(strip(container)),
        _ => None,
    }
}

/// Whether a call goes through a pointer to a member: `(object.*method)(a)`.
fn is_through_member_pointer(call: Cursor<'_>) -> bool {
    let callee = call.children().first().copied().map(strip);
    callee.is_some_and(|callee| callee.kind() == CXCursor_BinaryOperator)
}

/// Where a call copies pointers to that are bytes by their type: `memcpy(raw, &p, sizeof p)`.
fn bytes_of_pointers(call: Cursor<'_>) -> Option<Cursor<'_>> {
    let leads_to_pointers = |c: Cursor<'_>| {
        let ty = strip(c).ty().canonical();
        ty.kind() == CXType_Pointer && ty.pointee().canonical().kind() == CXType_Pointer
    };
    match call.arguments()[..] {
        [to, from, ..] if matches!(call.spelling().as_str(), "memcpy" | "memmove") => {
            Some(to).filter(|to| leads_to_pointers(from) && !leads_to_pointers(*to))
        }
        _ => None,
    }
}
