//! Functions that only compute: they touch no memory but their own variables, and wait for nobody. A call of such a function that
//! is not followed has a result that nobody knows, and that is all.

use super::types;
use crate::builtin::{self, Model};
use crate::clang::kinds::*;
use crate::clang::{Cursor, Kind, body, qualified_name};
use crate::ir::Language;

/// Whether a function only computes. What is not known to be harmless is not.
pub(super) fn only_computes(function: Cursor<'_>, language: Language) -> bool {
    Look {
        language,
        seen: Vec::new(),
    }
    .function(function)
}

/// Whether a constructor only gives the object's own members values that it computes.
pub(super) fn only_builds(constructor: Cursor<'_>, language: Language) -> bool {
    Look {
        language,
        seen: Vec::new(),
    }
    .constructor(constructor)
}

struct Look {
    language: Language,
    /// Functions that are looked at already, by identity: those that call themselves do no more than the rest of them does.
    seen: Vec<usize>,
}

impl Look {
    fn function(&mut self, function: Cursor<'_>) -> bool {
        let definition = function.definition().unwrap_or(function);
        if self.seen.contains(&definition.identity()) {
            return true;
        }
        self.seen.push(definition.identity());
        let values = definition
            .arguments()
            .iter()
            .all(|parameter| types::scalar(parameter.ty()).is_some());
        let plain = definition.kind() == CXCursor_FunctionDecl && values;
        plain && body(definition).is_some_and(|body| self.node(body))
    }

    /// What a constructor says of bases and members is its children, as its body is.
    fn constructor(&mut self, constructor: Cursor<'_>) -> bool {
        let definition = constructor.definition().unwrap_or(constructor);
        if self.seen.contains(&definition.identity()) {
            return true;
        }
        self.seen.push(definition.identity());
        let mut parts = definition.children();
        parts.retain(|part| part.is_expression() || part.is_statement());
        body(definition).is_some() && parts.into_iter().all(|part| self.node(part))
    }

    fn node(&mut self, c: Cursor<'_>) -> bool {
        let operand = || c.expressions().into_iter().next();
        let harmless = match c.kind() {
            CXCursor_BinaryOperator if c.binary_operator() != CXBinaryOperator_Assign => true,
            // What is assigned, counted or has its sign changed is a variable or a value; an address or what lies behind one is neither.
            CXCursor_BinaryOperator | CXCursor_CompoundAssignOperator => {
                operand().is_some_and(|to| is_own(to) || is_own_member(to))
            }
            CXCursor_UnaryOperator => {
                !matches!(c.unary_operator(), CXUnaryOperator_Deref | CXUnaryOperator_AddrOf)
            }
            CXCursor_VarDecl => {
                !c.is_extern()
                    && !c.is_static()
                    && types::scalar(c.ty()).is_some()
                    && c.ty().address_space() == 0
            }
            CXCursor_DeclRefExpr => is_function(c) || is_own(c),
            CXCursor_MemberRefExpr => is_own_member(c),
            CXCursor_CallExpr => self.call(c),
            kind => HARMLESS.contains(&kind),
        };
        harmless && c.children().into_iter().all(|child| self.node(child))
    }

    fn call(&mut self, c: Cursor<'_>) -> bool {
        let Some(function) = c.referenced() else {
            return false;
        };
        match function.kind() {
            CXCursor_Constructor => return self.constructor(function),
            CXCursor_FunctionDecl => {}
            _ => return false,
        }
        let defined = function.definition().and_then(body).is_some();
        match builtin::model(self.language, &qualified_name(function)) {
            Some(model) if !defined => matches!(model, Model::Pure(_)),
            _ => self.function(function),
        }
    }
}

/// Statements and expressions that only compute if their parts do.
const HARMLESS: [Kind; 28] = [
    CXCursor_CompoundStmt,
    CXCursor_DeclStmt,
    CXCursor_NullStmt,
    CXCursor_IfStmt,
    CXCursor_ForStmt,
    CXCursor_WhileStmt,
    CXCursor_DoStmt,
    CXCursor_SwitchStmt,
    CXCursor_CaseStmt,
    CXCursor_DefaultStmt,
    CXCursor_BreakStmt,
    CXCursor_ContinueStmt,
    CXCursor_ReturnStmt,
    CXCursor_ParenExpr,
    CXCursor_UnexposedExpr,
    CXCursor_ConditionalOperator,
    CXCursor_CStyleCastExpr,
    CXCursor_CXXStaticCastExpr,
    CXCursor_CXXFunctionalCastExpr,
    CXCursor_IntegerLiteral,
    CXCursor_FloatingLiteral,
    CXCursor_CharacterLiteral,
    CXCursor_CXXBoolLiteralExpr,
    CXCursor_TypeRef,
    CXCursor_TemplateRef,
    CXCursor_NamespaceRef,
    CXCursor_MemberRef,
    CXCursor_CXXNullPtrLiteralExpr,
];

fn is_function(c: Cursor<'_>) -> bool {
    c.referenced()
        .is_some_and(|target| target.kind() == CXCursor_FunctionDecl)
}

/// Whether an expression is a variable of the function itself: no reference, and nothing that other threads see.
fn is_own(c: Cursor<'_>) -> bool {
    let c = match (c.kind(), &c.expressions()[..]) {
        (CXCursor_ParenExpr, &[inner]) => return is_own(inner),
        _ => c,
    };
    c.kind() == CXCursor_DeclRefExpr
        && c.referenced().is_some_and(|target| {
            let local = target.kind() == CXCursor_ParmDecl
                || target.kind() == CXCursor_VarDecl
                    && target
                        .semantic_parent()
                        .is_some_and(|around| around.kind() == CXCursor_FunctionDecl)
                    && !target.is_static();
            let constants = [CXCursor_EnumConstantDecl, CXCursor_NonTypeTemplateParameter];
            constants.contains(&target.kind())
                || local && types::scalar(target.ty()).is_some() && target.ty().address_space() == 0
        })
}

/// Whether an expression is a member of the object that a method is called on, or a member of such a member; a reference is not.
fn is_own_member(c: Cursor<'_>) -> bool {
    let field = c.referenced().filter(|field| field.kind() == CXCursor_FieldDecl);
    let Some(field) = field.filter(|_| c.kind() == CXCursor_MemberRefExpr) else {
        return false;
    };
    let reference = matches!(types::shape(field.ty()), types::Shape::Reference(_));
    let pointed = |object: Cursor<'_>| types::scalar(object.ty()) == Some(crate::ir::Ty::Ptr);
    !reference
        && c.expressions()
            .into_iter()
            .all(|object| object.kind() == CXCursor_CXXThisExpr || !pointed(object) && is_own_member(object))
}
