//! Nodes of the syntax tree.

use super::*;

/// A node of the syntax tree.
#[derive(Clone, Copy)]
pub struct Cursor<'u> {
    pub(super) raw: sys::CXCursor,
    pub(super) unit: PhantomData<&'u Unit>,
}

/// The kind of a node; libclang's numbers.
pub type Kind = sys::CXCursorKind;

/// libclang's names of node kinds, type kinds and operators.
pub mod kinds {
    pub use clang_sys::*;
}

extern "C" fn push_child(
    cursor: sys::CXCursor,
    _parent: sys::CXCursor,
    data: sys::CXClientData,
) -> sys::CXChildVisitResult {
    // SAFETY: `data` is the vector that `Cursor::children` passes.
    unsafe { (*data.cast::<Vec<sys::CXCursor>>()).push(cursor) };
    sys::CXChildVisit_Continue
}

impl<'u> Cursor<'u> {
    pub(super) fn new(raw: sys::CXCursor) -> Self {
        Cursor {
            raw,
            unit: PhantomData,
        }
    }

    pub(super) fn some(raw: sys::CXCursor) -> Option<Self> {
        // SAFETY: reads the cursor only.
        let null = unsafe { sys::clang_Cursor_isNull(raw) != 0 || sys::clang_isInvalid(raw.kind) != 0 };
        (!null).then(|| Cursor::new(raw))
    }

    /// The kind.
    pub fn kind(self) -> Kind {
        self.raw.kind
    }

    /// The children, in libclang's order.
    pub fn children(self) -> Vec<Cursor<'u>> {
        let mut raw: Vec<sys::CXCursor> = Vec::new();
        // SAFETY: the visitor only pushes to the vector that it is handed.
        unsafe { sys::clang_visitChildren(self.raw, push_child, (&raw mut raw).cast()) };
        raw.into_iter().map(Cursor::new).collect()
    }

    /// Whether clang could not make sense of a declaration: it leaves out statements that name it, and says no more of it.
    pub fn is_invalid(self) -> bool {
        // SAFETY: the cursor's unit is alive; of what is no declaration nothing is asked.
        unsafe {
            sys::clang_isDeclaration(self.raw.kind) != 0 && sys::clang_isInvalidDeclaration(self.raw) != 0
        }
    }

    /// Whether it declares a function, a method or the template of one.
    pub fn is_function(self) -> bool {
        matches!(
            self.kind(),
            kinds::CXCursor_FunctionDecl
                | kinds::CXCursor_FunctionTemplate
                | kinds::CXCursor_CXXMethod
                | kinds::CXCursor_Constructor
                | kinds::CXCursor_Destructor
                | kinds::CXCursor_ConversionFunction
        )
    }

    /// Whether a declaration has an attribute of one of these kinds.
    pub fn has_attribute(self, kinds: &[Kind]) -> bool {
        self.children().iter().any(|child| kinds.contains(&child.kind()))
    }

    /// The children that are expressions; of a subscript the array comes first.
    pub fn expressions(self) -> Vec<Cursor<'u>> {
        let mut all: Vec<Cursor<'u>> = self
            .children()
            .into_iter()
            .filter(|c| c.is_expression())
            .collect();
        // `1[a]` is `a[1]`.
        if self.kind() == kinds::CXCursor_ArraySubscriptExpr
            && let [first, second] = &mut all[..]
            && first.ty().canonical().is_integer()
            && !second.ty().canonical().is_integer()
        {
            std::mem::swap(first, second);
        }
        all
    }

    /// Whether this is an expression.
    pub fn is_expression(self) -> bool {
        // Its number is among those of statements.
        // SAFETY: a pure function of the kind.
        self.kind() == kinds::CXCursor_BuiltinBitCastExpr
            || unsafe { sys::clang_isExpression(self.raw.kind) != 0 }
    }

    /// Whether this is a statement (expressions are not).
    pub fn is_statement(self) -> bool {
        // SAFETY: a pure function of the kind.
        unsafe { sys::clang_isStatement(self.raw.kind) != 0 }
    }

    /// Name.
    pub fn spelling(self) -> String {
        // SAFETY: the cursor's unit is alive.
        text_of(unsafe { sys::clang_getCursorSpelling(self.raw) })
    }

    /// Name with parameters or template arguments.
    pub fn display_name(self) -> String {
        // SAFETY: the cursor's unit is alive.
        text_of(unsafe { sys::clang_getCursorDisplayName(self.raw) })
    }

    /// Type. A parameter that is declared as an array has the type of the pointer that it is.
    pub fn ty(self) -> Type<'u> {
        let ty = self.declared_type();
        if ty.is_array() {
            self.decayed().unwrap_or(ty)
        } else {
            ty
        }
    }

    /// The type as libclang gives it: of array parameters, and of what is computed from them, the array's.
    pub(super) fn declared_type(self) -> Type<'u> {
        // SAFETY: the cursor's unit is alive.
        Type::new(unsafe { sys::clang_getCursorType(self.raw) })
    }

    /// The pointer type of an array parameter, or of an expression whose value comes from one.
    pub(super) fn decayed(self) -> Option<Type<'u>> {
        match self.kind() {
            sys::CXCursor_ParmDecl if self.declared_type().is_array() => {
                let function = self.semantic_parent()?;
                let position = function
                    .arguments()
                    .iter()
                    .position(|p| p.identity() == self.identity())?;
                function.declared_type().canonical().parameter(position)
            }
            sys::CXCursor_DeclRefExpr => self
                .referenced()
                .filter(|target| target.kind() == sys::CXCursor_ParmDecl)?
                .decayed(),
            sys::CXCursor_UnaryOperator
                if matches!(
                    self.unary_operator(),
                    sys::CXUnaryOperator_Deref | sys::CXUnaryOperator_AddrOf
                ) =>
            {
                None
            }
            sys::CXCursor_ParenExpr
            | sys::CXCursor_UnexposedExpr
            | sys::CXCursor_UnaryOperator
            | sys::CXCursor_BinaryOperator
            | sys::CXCursor_CompoundAssignOperator
            | sys::CXCursor_ConditionalOperator => self.expressions().into_iter().find_map(Cursor::decayed),
            _ => None,
        }
    }

    /// What a reference refers to.
    pub fn referenced(self) -> Option<Cursor<'u>> {
        // SAFETY: the cursor's unit is alive.
        let referenced = Cursor::some(unsafe { sys::clang_getCursorReferenced(self.raw) })?;
        Some(Cursor::new(linked::standing_for(referenced.raw)))
    }

    /// The functions and templates that a name may mean where that depends on arguments of a template around it.
    pub fn overloads(self) -> Vec<Cursor<'u>> {
        // SAFETY: the cursor's unit is alive; indices are below the count that libclang gives.
        let all = unsafe {
            (0..sys::clang_getNumOverloadedDecls(self.raw))
                .map(|n| sys::clang_getOverloadedDecl(self.raw, n))
                .collect::<Vec<_>>()
        };
        all.into_iter()
            .filter_map(|raw| Cursor::some(linked::standing_for(raw)))
            .collect()
    }

    /// The definition of what this declares or refers to.
    pub fn definition(self) -> Option<Cursor<'u>> {
        // SAFETY: the cursor's unit is alive.
        let is_declaration = unsafe { sys::clang_isDeclaration(self.raw.kind) } != 0;
        let declared = if is_declaration {
            Some(self)
        } else {
            self.referenced()
        };
        let stands = linked::standing_for(declared.unwrap_or(self).raw);
        // SAFETY: as above.
        Cursor::some(unsafe { sys::clang_getCursorDefinition(stands) })
    }

    /// The first declaration of the entity.
    pub fn canonical(self) -> Cursor<'u> {
        // SAFETY: the cursor's unit is alive.
        Cursor::new(unsafe { sys::clang_getCanonicalCursor(linked::standing_for(self.raw)) })
    }

    /// What this is declared in.
    pub fn semantic_parent(self) -> Option<Cursor<'u>> {
        // SAFETY: the cursor's unit is alive.
        Cursor::some(unsafe { sys::clang_getCursorSemanticParent(self.raw) })
    }

    /// The template that a specialisation was made from.
    pub fn template(self) -> Option<Cursor<'u>> {
        // SAFETY: the cursor's unit is alive.
        Cursor::some(unsafe { sys::clang_getSpecializedCursorTemplate(self.raw) })
    }

    /// An identity for declarations: equal for the same declaration only.
    pub fn identity(self) -> usize {
        self.raw.data[0] as usize
    }

    /// An identity for statements: equal for the same statement only.
    pub fn statement_identity(self) -> usize {
        self.raw.data[1] as usize
    }

    /// Arguments of a call, or parameters of a function.
    pub fn arguments(self) -> Vec<Cursor<'u>> {
        // SAFETY: indices are below the count that libclang gives.
        unsafe {
            (0..sys::clang_Cursor_getNumArguments(self.raw).max(0))
                .filter_map(|n| Cursor::some(sys::clang_Cursor_getArgument(self.raw, n as c_uint)))
                .collect()
        }
    }

    /// Result type of a function.
    pub fn result_type(self) -> Type<'u> {
        // SAFETY: the cursor's unit is alive.
        Type::new(unsafe { sys::clang_getCursorResultType(self.raw) })
    }

    /// Binary operator, one of [`kinds`].
    pub fn binary_operator(self) -> sys::CXBinaryOperatorKind {
        // SAFETY: version 17 was checked at load.
        unsafe { sys::clang_getCursorBinaryOperatorKind(self.raw) }
    }

    /// Unary operator, one of [`kinds`].
    pub fn unary_operator(self) -> sys::CXUnaryOperatorKind {
        // SAFETY: version 17 was checked at load.
        unsafe { sys::clang_getCursorUnaryOperatorKind(self.raw) }
    }

    /// The initializer of a variable.
    pub fn initializer(self) -> Option<Cursor<'u>> {
        // SAFETY: the cursor's unit is alive.
        Cursor::some(unsafe { sys::clang_Cursor_getVarDeclInitializer(self.raw) })
    }

    /// The value of an enumerator.
    pub fn enumerator(self) -> i128 {
        // SAFETY: the cursor's unit is alive.
        i128::from(unsafe { sys::clang_getEnumConstantDeclValue(self.raw) })
    }

    /// Whether the value depends on something that clang does not know: a template parameter, or an error. libclang
    /// ends the process when it is asked for the value of such an expression.
    pub(super) fn is_dependent(self, depth: u32, seen: &mut HashSet<usize>) -> bool {
        // A method that is called has no type of its own, and depends on nothing if it is known.
        let known_method = self.kind() == sys::CXCursor_MemberRefExpr && self.referenced().is_some();
        if self.is_expression() && self.ty().is_placeholder() && !known_method || depth == 0 {
            return true;
        }
        if self.kind() == sys::CXCursor_DeclRefExpr && self.substituted().is_none() {
            let target = self.referenced();
            // Looked at once: variables whose values name others twice would double with each.
            let initializer = target
                .filter(|t| t.kind() == sys::CXCursor_VarDecl)
                .map(|t| t.definition().unwrap_or(t))
                .filter(|variable| seen.insert(variable.identity()))
                .and_then(Cursor::initializer);
            return target.is_none() || initializer.is_some_and(|value| value.is_dependent(depth - 1, seen));
        }
        self.children()
            .into_iter()
            .any(|child| child.is_expression() && child.is_dependent(depth - 1, seen))
    }

    /// What stands for a template parameter: libclang shows it inside a reference to nothing.
    pub fn substituted(self) -> Option<Cursor<'u>> {
        if self.kind() != sys::CXCursor_DeclRefExpr || self.referenced().is_some() {
            return None;
        }
        self.expressions().pop()
    }

    /// Evaluates a constant expression.
    pub fn evaluate(self) -> Option<Value> {
        if self.is_dependent(MAX_DEPTH, &mut HashSet::new()) {
            return None;
        }
        // SAFETY: the result is disposed of once; strings are copied.
        unsafe {
            let result = sys::clang_Cursor_Evaluate(self.raw);
            if result.is_null() {
                return None;
            }
            let value = match sys::clang_EvalResult_getKind(result) {
                sys::CXEval_Int if sys::clang_EvalResult_isUnsignedInt(result) != 0 => Some(Value::Int(
                    i128::from(sys::clang_EvalResult_getAsUnsigned(result)),
                )),
                sys::CXEval_Int => Some(Value::Int(i128::from(sys::clang_EvalResult_getAsLongLong(
                    result,
                )))),
                sys::CXEval_Float => Some(Value::Float(sys::clang_EvalResult_getAsDouble(result))),
                sys::CXEval_StrLiteral => {
                    let pointer = sys::clang_EvalResult_getAsStr(result);
                    (!pointer.is_null())
                        .then(|| Value::Text(CStr::from_ptr(pointer).to_string_lossy().into_owned()))
                }
                _ => None,
            };
            sys::clang_EvalResult_dispose(result);
            value
        }
    }

    /// Whether a declaration stands in the text of this node.
    pub fn encloses(self, declaration: Cursor<'_>) -> bool {
        match (self.range(), declaration.position()) {
            (Some(range), Some(at)) => range.holds(&at),
            _ => false,
        }
    }

    /// The range that the node covers.
    pub fn range(self) -> Option<Range> {
        // SAFETY: the cursor's unit is alive.
        let (start, end) = unsafe {
            let extent = sys::clang_getCursorExtent(self.raw);
            (
                position(sys::clang_getRangeStart(extent))?,
                position(sys::clang_getRangeEnd(extent))?,
            )
        };
        if start.file == end.file && start.offset <= end.offset {
            Some(Range { start, end })
        } else {
            Some(Range {
                end: start.clone(),
                start,
            })
        }
    }

    /// The name behind the last `.` or `->` of a member's reference, as it stands in the text; none where a macro makes it.
    pub fn name_of_member(self) -> Option<String> {
        let tokens = self.tokens();
        match &tokens[..] {
            [.., sign, name] if matches!(sign.as_str(), "." | "->") => Some(name.clone()),
            _ => None,
        }
    }

    /// The tokens of the text that the node covers.
    pub(super) fn tokens(self) -> Vec<String> {
        // SAFETY: the cursor's unit is alive; libclang hands over as many tokens as it says, which are disposed of once, after their last use.
        unsafe {
            let unit = sys::clang_Cursor_getTranslationUnit(self.raw);
            let (mut first, mut count) = (std::ptr::null_mut(), 0);
            sys::clang_tokenize(
                unit,
                sys::clang_getCursorExtent(self.raw),
                &raw mut first,
                &raw mut count,
            );
            if first.is_null() {
                return Vec::new();
            }
            let tokens = std::slice::from_raw_parts(first, count as usize);
            let texts = tokens
                .iter()
                .map(|token| text_of(sys::clang_getTokenSpelling(unit, *token)));
            let texts = texts.collect();
            sys::clang_disposeTokens(unit, first, count);
            texts
        }
    }

    /// The position that names the node.
    pub fn position(self) -> Option<Position> {
        // SAFETY: the cursor's unit is alive.
        position(unsafe { sys::clang_getCursorLocation(self.raw) })
    }

    /// Whether a function is static, `extern`, ...: libclang's storage class.
    pub fn is_extern(self) -> bool {
        // SAFETY: the cursor's unit is alive.
        unsafe { sys::clang_Cursor_getStorageClass(self.raw) == sys::CX_SC_Extern }
    }

    /// Declared `static`.
    pub fn is_static(self) -> bool {
        // SAFETY: the cursor's unit is alive.
        unsafe {
            sys::clang_Cursor_getStorageClass(self.raw) == sys::CX_SC_Static
                || sys::clang_CXXMethod_isStatic(self.raw) != 0
        }
    }

    /// Declared so that each thread has its own.
    pub fn is_thread_local(self) -> bool {
        // SAFETY: the cursor's unit is alive.
        unsafe { sys::clang_getCursorTLSKind(self.raw) != sys::CXTLS_None }
    }

    /// Offset of a field in its record, in bits.
    pub fn field_offset_bits(self) -> Option<u64> {
        // SAFETY: the cursor's unit is alive.
        u64::try_from(unsafe { sys::clang_Cursor_getOffsetOfField(self.raw) }).ok()
    }

    /// Whether it declares an anonymous structure or union, whose members are named as those of the record around it.
    pub fn is_anonymous_record(self) -> bool {
        // SAFETY: the cursor's unit is alive.
        unsafe { sys::clang_Cursor_isAnonymousRecordDecl(self.raw) != 0 }
    }

    /// The width of a bit-field, in bits.
    pub fn bit_width(self) -> Option<u32> {
        // SAFETY: the cursor's unit is alive.
        u32::try_from(unsafe { sys::clang_getFieldDeclBitWidth(self.raw) }).ok()
    }

    /// Number of template arguments of a function specialisation.
    pub fn template_argument_count(self) -> usize {
        // SAFETY: the cursor's unit is alive.
        usize::try_from(unsafe { sys::clang_Cursor_getNumTemplateArguments(self.raw) }).unwrap_or(0)
    }

    /// A template argument of a function specialisation, as text.
    pub fn template_argument(self, n: usize) -> String {
        let n = n as c_uint;
        // SAFETY: the cursor's unit is alive; the kind says which getter is right.
        unsafe {
            match sys::clang_Cursor_getTemplateArgumentKind(self.raw, n) {
                sys::CXTemplateArgumentKind_Type => {
                    Type::new(sys::clang_Cursor_getTemplateArgumentType(self.raw, n)).spelling()
                }
                sys::CXTemplateArgumentKind_Integral => {
                    sys::clang_Cursor_getTemplateArgumentValue(self.raw, n).to_string()
                }
                _ => "...".to_owned(),
            }
        }
    }

    /// Whether both are the same node.
    pub fn same(self, other: Cursor<'_>) -> bool {
        // SAFETY: both units are alive.
        unsafe { sys::clang_equalCursors(self.raw, other.raw) != 0 }
    }
}
