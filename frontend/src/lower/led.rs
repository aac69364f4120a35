//! Where the pointers lead that a construct reads from memory, as far as the file says.

use super::Lowerer;
use super::around::is_new_memory;
use super::atomic_constructs::is_alike;
use super::canonical::bare;
use super::reads::{self, Read};
use super::sharing::{Class, Sharing};
use super::stored::Stored;
use super::types::{self, Shape};
use crate::clang::Cursor;
use crate::clang::kinds::*;
use crate::directives::place;
use crate::ir::Ty;
use crate::launch::{Origin, strip};

impl<'u> Sharing<'_, '_, 'u> {
    /// Says which pointers that the construct reads from memory were put there in ways that are not followed.
    pub fn doubt_pointers(&self, lowerer: &mut Lowerer<'u, '_>) {
        let root = lowerer.files.root();
        let mut told: Vec<String> = Vec::new();
        let is_followed = |read: &Read<'u>| {
            let mut followed = self.followed.iter();
            read.object.is_some_and(|v| followed.any(|f| f.same(v)))
        };
        for read in reads::reads(self.work.statement) {
            if is_followed(&read) {
                continue;
            }
            let all = self.stores.all(root);
            let Some(odd) = all
                .iter()
                .find(|s| s.may_be_at(&read) && self.is_odd(root, s, all))
            else {
                continue;
            };
            let line = odd.at.position().map_or(0, |at| at.line);
            let name = match read.at.spelling() {
                name if name.is_empty() || name.starts_with("operator") => "the table".to_owned(),
                name => format!("`{name}`"),
            };
            let reason =
                format!("where the pointers in {name} lead, which line {line} puts there, is not followed");
            if !told.contains(&reason) {
                let span = read.at.range().and_then(|range| lowerer.files.span(&range));
                let loc = place(span.unwrap_or(lowerer.b.last.span));
                lowerer.unless_reached(loc, &reason);
                told.push(reason);
            }
        }
    }

    /// Says where calls of the function hand it pointers that lead to one place. If they hand over one pointer twice, the construct is
    /// lowered as such a call runs it, and the reason is given why that is not all.
    pub fn doubt_arguments(&self, lowerer: &mut Lowerer<'u, '_>) -> Option<String> {
        let root = lowerer.files.root();
        let function = self.work.function;
        let calls = self.stores.calls(root, function);
        let outside = calls
            .into_iter()
            .filter(|call| !self.work.statement.encloses(*call));
        for call in outside {
            let all: Vec<(Cursor<'u>, Cursor<'u>)> = function
                .arguments()
                .into_iter()
                .zip(call.arguments())
                .filter(|(parameter, _)| self.known.contains(&parameter.canonical().identity()))
                .collect();
            let handed: Vec<(Cursor<'u>, Cursor<'u>)> = all
                .iter()
                .filter_map(|(parameter, argument)| {
                    Some((*parameter, object_of(*argument).or_else(|| root_of(*argument))?))
                })
                .collect();
            // What pointers in an object lead to may be written through a `const` one as well.
            let writes = |parameter: &Cursor<'u>| {
                let target = parameter.ty().canonical().pointee();
                !target.is_const() || matches!(types::shape(target), Shape::Record(_))
            };
            let twice = handed.iter().enumerate().find(|(n, (parameter, place))| {
                let meets = |(other, at): &(Cursor<'u>, Cursor<'u>)| {
                    (writes(parameter) || writes(other)) && is_alike(*at, *place)
                };
                handed[..*n].iter().any(meets) || self.is_named(*place)
            });
            if let Some((_, (parameter, place))) = twice {
                let line = call.position().map_or(0, |at| at.line);
                let (name, place) = (parameter.spelling(), place.spelling());
                let reason =
                    format!("line {line} hands over `{place}` for `{name}`, to which others lead as well");
                if self.are_one(lowerer, *parameter, &all) {
                    return Some(reason);
                }
                let loc = lowerer.loc(self.work.statement);
                lowerer.unless_reached(loc, &reason);
                return None;
            }
        }
        None
    }

    /// Makes one of the parameters for which a call hands over the same variable as for this one, if there are others.
    fn are_one(
        &self,
        lowerer: &mut Lowerer<'u, '_>,
        parameter: Cursor<'u>,
        handed: &[(Cursor<'u>, Cursor<'u>)],
    ) -> bool {
        let variable = |c: Cursor<'u>| {
            let c = strip(c);
            c.referenced().filter(|_| c.kind() == CXCursor_DeclRefExpr)
        };
        let is_fixed = |parameter: Cursor<'u>| {
            types::scalar(parameter.ty()) == Some(Ty::Ptr)
                && matches!(self.class(parameter), Ok(Class::Value))
        };
        let own = handed.iter().find(|(other, _)| other.same(parameter));
        let Some(own) = own.and_then(|(_, argument)| variable(*argument)) else {
            return false;
        };
        let all = handed
            .iter()
            .filter(|(_, argument)| variable(*argument).is_some_and(|v| v.same(own)));
        let all: Vec<_> = all.map(|(parameter, _)| *parameter).collect();
        let [first, others @ ..] = &all[..] else {
            return false;
        };
        if others.is_empty() || !all.iter().all(|parameter| is_fixed(*parameter)) {
            return false;
        }
        let Some(addr) = lowerer.env.get(&first.identity()).cloned() else {
            return false;
        };
        for other in others {
            for id in [other.identity(), other.canonical().identity()] {
                lowerer.env.insert(id, addr.clone());
            }
        }
        true
    }

    /// Whether a place is a variable of the file that the construct, or a function that it calls, names itself.
    fn is_named(&self, place: Cursor<'u>) -> bool {
        let variable = place
            .referenced()
            .filter(|_| place.kind() == CXCursor_DeclRefExpr);
        variable.is_some_and(|v| {
            !super::lvalue::is_in_function(v) && reads::mentions(self.work.statement, v, &mut Vec::new())
        })
    }

    /// Whether what is put somewhere may lead where something else does that the construct reads.
    fn is_odd(&self, root: Cursor<'u>, store: &Stored<'u>, all: &[Stored<'u>]) -> bool {
        let construct = self.work.statement;
        if store.is_new() || store.exchanges || construct.encloses(store.at) {
            return false;
        }
        let calls = match store.function {
            Some(function) => self.stores.calls(root, function),
            None => Vec::new(),
        };
        let is_inside = |call: &Cursor<'u>| construct.encloses(*call);
        if !calls.is_empty() && calls.iter().all(is_inside) {
            return false;
        }
        let is_known = |variable: Cursor<'u>| self.known.contains(&variable.canonical().identity());
        let handed = store.handed_on(all).filter(|variable| !is_known(*variable));
        !handed.is_some_and(|variable| match variable.kind() {
            CXCursor_ParmDecl => calls.is_empty(),
            _ => self.is_allocated(variable, store.at),
        })
    }

    /// Whether a variable only ever leads to new memory.
    fn is_allocated(&self, variable: Cursor<'u>, read: Cursor<'u>) -> bool {
        let origins = self.facts.origins(variable, read);
        let is_new = |origin: &Origin<'u>| match origin {
            Origin::Value(value) => is_new_memory(*value),
            Origin::Updated | Origin::Given | Origin::Lost => false,
        };
        !origins.is_empty() && origins.iter().all(is_new)
    }

    /// Whether what an expression reads from memory may have been something else before.
    pub fn reads_changing(&self, lowerer: &Lowerer<'u, '_>, value: Cursor<'u>) -> bool {
        let root = lowerer.files.root();
        let runs_before = |function: Cursor<'u>| {
            function.canonical().same(self.work.function.canonical())
                || !self.stores.calls(root, function).is_empty()
        };
        let changes = |read: &Read<'u>| {
            let mut all = self.stores.all(root).iter();
            all.any(|s| s.may_be_at(read) && !s.is_new() && s.function.is_none_or(runs_before))
        };
        reads::reads(value).iter().any(changes)
    }
}

/// The object with pointers in it that a call hands over, or a copy of.
fn object_of(argument: Cursor<'_>) -> Option<Cursor<'_>> {
    let argument = strip(argument);
    let class = reads::class_of(argument.ty())?;
    match (argument.kind(), &argument.arguments()[..]) {
        (CXCursor_DeclRefExpr | CXCursor_MemberRefExpr, _) => Some(argument),
        (CXCursor_CallExpr, [from]) if reads::class_of(from.ty()) == Some(class) => object_of(*from),
        _ => None,
    }
}

/// The variable or member in whose memory a pointer lies, or which it is.
fn root_of(c: Cursor<'_>) -> Option<Cursor<'_>> {
    let c = strip(c);
    let leads =
        |part: Cursor<'_>| matches!(types::shape(part.ty()), Shape::Scalar(Ty::Ptr) | Shape::Array(..));
    let first = c.expressions().into_iter().find(|part| leads(*part));
    match c.kind() {
        CXCursor_DeclRefExpr | CXCursor_MemberRefExpr if leads(c) => Some(c),
        CXCursor_UnaryOperator if c.unary_operator() == CXUnaryOperator_AddrOf => {
            let place = bare(c.expressions().pop()?);
            match place.kind() {
                CXCursor_ArraySubscriptExpr => root_of(place.expressions().first().copied()?),
                CXCursor_DeclRefExpr => Some(place),
                _ => None,
            }
        }
        CXCursor_BinaryOperator => root_of(first?),
        _ => None,
    }
}
