//! Special member functions (C++17, `[special]`): which of them the author of a class wrote, in it or in what it is made of, and
//! what those do that the compiler writes.

use super::call::CallParts;
use super::computes::only_builds;
use super::expr::same_record;
use super::types::{self, Shape};
use super::{Lowerer, ResultSlot, This, layout};
use crate::clang::kinds::*;
use crate::clang::{Cursor, Type, body};
use crate::ir::Expr;
use crate::ir::build;

/// Elements of an array that are constructed or copied one by one.
pub(super) const MAX_ELEMENTS: u64 = 256;

/// Why larger arrays are a hole.
const TOO_MANY: &str = "the constructors of so many elements are not modelled";

/// How deeply classes that hold classes are looked into.
const MAX_NESTING: u32 = 32;

/// A special member function.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Special {
    /// The default constructor.
    Construct,
    /// The copy or move constructor.
    Copy,
    /// The copy or move assignment.
    Assign,
    /// The destructor.
    Destroy,
}

impl Special {
    /// Whether a member of `class` is such a function.
    fn is(self, member: Cursor<'_>, class: Cursor<'_>) -> bool {
        let takes_another = || match &member.arguments()[..] {
            [other] => match types::shape(other.ty()) {
                Shape::Reference(target) => target.declaration().is_some_and(|d| {
                    d.canonical().same(class.canonical()) || d.spelling() == class.spelling()
                }),
                _ => false,
            },
            _ => false,
        };
        let constructor = member.kind() == CXCursor_Constructor;
        match self {
            Special::Construct => {
                let mut arguments = member.arguments().into_iter();
                constructor && arguments.all(|argument| argument.expressions().pop().is_some())
            }
            Special::Copy => constructor && takes_another(),
            Special::Assign => member.spelling() == "operator=" && takes_another(),
            Special::Destroy => member.kind() == CXCursor_Destructor,
        }
    }

    /// Whether such a function does something: its body is not empty, or not here.
    pub(super) fn acts(self, member: Cursor<'_>) -> bool {
        if member.is_defaulted() {
            return false;
        }
        let definition = member.definition().unwrap_or(member);
        let Some(body) = body(definition) else {
            return !definition.is_defaulted();
        };
        match self {
            // What it does to bases and members that it does not name, those say.
            Special::Construct => !body.children().is_empty() || names_members(definition),
            Special::Destroy => !body.children().is_empty(),
            Special::Copy | Special::Assign => true,
        }
    }
}

/// Whether a constructor initialises bases or members by what it says itself.
fn names_members(constructor: Cursor<'_>) -> bool {
    constructor
        .children()
        .into_iter()
        .any(|child| child.kind() == CXCursor_MemberRef || child.is_expression())
}

/// The members of a class but its fields: its bases and functions. Of an instantiated class libclang shows none: they are the
/// template's then, and the second value is true.
pub(super) fn members(class: Type<'_>) -> (Vec<Cursor<'_>>, bool) {
    let Some(declaration) = class.declaration() else {
        return (Vec::new(), false);
    };
    let own = declaration.definition().unwrap_or(declaration).children();
    // Its attributes and arguments it shows.
    let is_member = |c: &Cursor<'_>| {
        c.kind() == CXCursor_CXXBaseSpecifier || !c.is_attribute() && !c.is_reference() && !c.is_expression()
    };
    match declaration.template() {
        Some(template) if !own.iter().any(is_member) => {
            (template.definition().unwrap_or(template).children(), true)
        }
        _ => (own, false),
    }
}

/// The functions of this kind that the author of the class wrote and that do something.
fn written(class: Type<'_>, special: Special) -> Vec<Cursor<'_>> {
    let Some(declaration) = class.declaration() else {
        return Vec::new();
    };
    let (mut found, _) = members(class);
    found.retain(|member| special.is(*member, declaration) && special.acts(*member));
    found
}

/// Whether the author of a class, or of a class that it holds or is derived from, wrote a function of this kind that does
/// something. An array is as its elements are.
pub(super) fn is_special(ty: Type<'_>, special: Special) -> bool {
    is_special_within(ty, special, MAX_NESTING)
}

fn is_special_within(ty: Type<'_>, special: Special, nesting: u32) -> bool {
    let class = match types::shape(ty) {
        Shape::Array(element, _) => return is_special_within(element, special, nesting),
        Shape::Record(class) => class,
        // A base that depends on a template's parameters.
        Shape::Opaque => ty.canonical(),
        _ => return false,
    };
    nesting == 0 || !written(class, special).is_empty() || has_special_part(class, special, nesting - 1)
}

/// The same of a base as a class names it. One that nobody knows may have anything.
fn is_special_base(base: Cursor<'_>, special: Special) -> bool {
    is_special_base_within(base, special, MAX_NESTING)
}

fn is_special_base_within(base: Cursor<'_>, special: Special, nesting: u32) -> bool {
    let ty = base.ty().canonical();
    ty.declaration().is_none() || is_special_within(ty, special, nesting)
}

/// Whether a base or a field of the class is of such a type.
fn has_special_part(class: Type<'_>, special: Special, nesting: u32) -> bool {
    let special_base = match layout::base_types(class) {
        Some(bases) => bases
            .into_iter()
            .any(|base| is_special_within(base, special, nesting)),
        None => layout::specifiers(class)
            .into_iter()
            .any(|base| is_special_base_within(base, special, nesting)),
    };
    special_base
        || class.fields().into_iter().any(|field| {
            special == Special::Construct && super::fields::default_initialiser(field).is_some()
                || is_special_within(field.ty(), special, nesting)
        })
}

impl<'u> Lowerer<'u, '_> {
    /// The default constructor of a base, a member or an element.
    pub(super) fn default_object(&mut self, at: Cursor<'u>, addr: Expr, class: Type<'u>) {
        let class = class.canonical();
        let (_, instantiated) = members(class);
        let mut found = written(class, Special::Construct).into_iter();
        match found.next() {
            Some(constructor) if !instantiated => self.call_special(at, constructor, addr, class, None),
            // Which function that is of the instantiated class, libclang does not show.
            Some(_) => self.lost_construction(at, "this constructor is not known", addr, class),
            None => self.default_members(at, addr, class),
        }
    }

    /// What the default constructor does that the compiler writes: it constructs the bases, then the members, each by the
    /// initialiser in its declaration if there is one.
    pub(super) fn default_members(&mut self, at: Cursor<'u>, addr: Expr, class: Type<'u>) {
        let class = class.canonical();
        self.default_bases(at, addr.clone(), class, &[]);
        for field in class.fields() {
            self.default_field(addr.clone(), field);
        }
    }

    /// Constructs the bases of a class by their default constructors, but those that are `done`.
    pub(super) fn default_bases(&mut self, at: Cursor<'u>, addr: Expr, class: Type<'u>, done: &[Type<'u>]) {
        let Some(bases) = layout::bases(class) else {
            let (members, _) = members(class);
            let mut bases = members;
            bases.retain(|m| m.kind() == CXCursor_CXXBaseSpecifier);
            let all_done = bases.len() == done.len();
            let acts = bases
                .into_iter()
                .any(|base| is_special_base(base, Special::Construct));
            if acts && !all_done {
                self.lost_construction(at, "the constructor of this base class is not known", addr, class);
            }
            return;
        };
        for (base, offset) in bases {
            if !done.iter().any(|done| same_record(*done, base)) {
                self.default_object(at, build::offset_by(addr.clone(), offset), base);
            }
        }
    }

    /// Constructs the elements of an array, each as a call says that stands for all of them.
    pub(super) fn construct_elements(&mut self, call: Cursor<'u>, addr: Expr, element: Type<'u>, count: u64) {
        let written = call.referenced().and_then(|f| f.definition());
        if written.and_then(body).is_none() || !matches!(types::shape(element), Shape::Record(_)) {
            self.default_elements(call, addr, element, count);
        } else if count > MAX_ELEMENTS {
            self.lost_special(call, TOO_MANY, addr);
        } else {
            for n in 0..count {
                self.construct(build::offset_by(addr.clone(), n * types::size(element)), call);
            }
        }
    }

    /// Constructs the elements of an array one by one by their default constructor.
    pub(super) fn default_elements(&mut self, at: Cursor<'u>, addr: Expr, element: Type<'u>, count: u64) {
        let element = element.canonical();
        if !is_special(element, Special::Construct) {
            return;
        }
        if count > MAX_ELEMENTS {
            self.lost_special(at, TOO_MANY, addr);
            return;
        }
        for n in 0..count {
            let to = build::offset_by(addr.clone(), n * types::size(element));
            match types::shape(element) {
                Shape::Array(inner, Some(count)) => self.default_elements(at, to, inner, count),
                _ => self.default_object(at, to, element),
            }
        }
    }

    /// Copies an object as the copy constructor or the assignment does that the compiler writes: bytes are copied, but by the
    /// functions of their own where bases and members have such.
    pub(super) fn copy_object(
        &mut self,
        at: Cursor<'u>,
        to: Expr,
        from: Expr,
        class: Type<'u>,
        how: Special,
    ) {
        let loc = self.loc(at);
        let class = class.canonical();
        let library = class
            .declaration()
            .is_none_or(|declaration| self.in_prelude(declaration));
        if library || !has_special_part(class, how, MAX_NESTING) {
            self.copy(loc, to, from, class);
            return;
        }
        let bases = layout::bases(class);
        let (_, instantiated) = members(class);
        let union = types::is_union(class);
        let bit_fields = class.fields().iter().any(|field| field.bit_width().is_some());
        let Some(bases) = bases.filter(|_| !(instantiated || union || bit_fields)) else {
            self.lost_special(at, "copies of this class are not modelled", to);
            return;
        };
        for (base, offset) in bases {
            let part = |whole: &Expr| build::offset_by(whole.clone(), offset);
            self.copy_part(at, part(&to), part(&from), base, how);
        }
        for field in class.fields() {
            let Some(bits) = field.field_offset_bits() else {
                self.lost_special(at, "this field's place is not known", to.clone());
                continue;
            };
            let part = |whole: &Expr| build::offset_by(whole.clone(), bits / 8);
            self.copy_part(at, part(&to), part(&from), field.ty(), how);
        }
    }

    /// Copies a base, a member, or what else an initialiser copies.
    pub(super) fn copy_part(&mut self, at: Cursor<'u>, to: Expr, from: Expr, ty: Type<'u>, how: Special) {
        let ty = ty.canonical();
        let loc = self.loc(at);
        match types::shape(ty) {
            Shape::Record(_) => {}
            Shape::Array(..) if is_special(ty, how) => {
                return self.lost_special(at, "copies of this array are not modelled", to);
            }
            Shape::Reference(_) => {
                let target = self.b.load(loc, from, crate::ir::Ty::Ptr, false);
                return self.b.store(loc, to, target, false);
            }
            _ => return self.copy(loc, to, from, ty),
        }
        let library = ty
            .declaration()
            .is_none_or(|declaration| self.in_prelude(declaration));
        let (_, instantiated) = members(ty);
        // Containers have memory of their own.
        let owns = self.construct.is_some() && types::holds_pointers(ty);
        match &written(ty, how)[..] {
            _ if library && owns => self.lost_special(at, "copies of this class are not modelled", to),
            _ if library => self.copy(loc, to, from, ty),
            [] => self.copy_object(at, to, from, ty, how),
            [function] if !instantiated => self.call_special(at, *function, to, ty, Some(from)),
            // A copy and a move: which one it is, the kind of the value that is copied decides.
            _ => self.lost_special(at, "copies of this class are not modelled", to),
        }
    }

    /// Calls a special member function that the class's author wrote on the object at `addr`.
    fn call_special(
        &mut self,
        at: Cursor<'u>,
        function: Cursor<'u>,
        addr: Expr,
        class: Type<'u>,
        from: Option<Expr>,
    ) {
        let Some(definition) = function.definition().filter(|d| body(*d).is_some()) else {
            return self.lost_special(at, "this constructor has no definition here", addr);
        };
        let parts = CallParts {
            function: definition,
            object: None,
            method: false,
            arguments: Vec::new(),
            sources: from.into_iter().collect(),
        };
        let this = This { addr, class };
        let loc = self.loc(at);
        self.inline_into(loc, definition, &parts, Some(this), ResultSlot::Nothing);
    }

    /// A default constructor of an instantiated class, which libclang does not show. The template's own says at least whether it
    /// does more than to give members their values.
    pub(super) fn lost_construction(&mut self, at: Cursor<'u>, reason: &str, addr: Expr, class: Type<'u>) {
        if self.only_builds_class(class, MAX_NESTING) {
            let loc = self.loc(at);
            self.b.effect_hole(loc, reason, vec![addr]);
        } else {
            self.lost_special(at, reason, addr);
        }
    }

    fn only_builds_class(&self, ty: Type<'u>, nesting: u32) -> bool {
        let class = match types::shape(ty) {
            Shape::Array(element, _) => return nesting > 0 && self.only_builds_class(element, nesting - 1),
            _ => ty.canonical(),
        };
        let own = written(class, Special::Construct);
        let (members, _) = members(class);
        let unknown = |m: &Cursor<'u>| {
            m.kind() == CXCursor_CXXBaseSpecifier && m.ty().canonical().declaration().is_none()
        };
        if members.iter().any(unknown) && layout::base_types(class).is_none() {
            return false;
        }
        let bases = members
            .into_iter()
            .filter(|m| m.kind() == CXCursor_CXXBaseSpecifier);
        let mut parts = bases
            .map(|base| base.ty())
            .chain(class.fields().into_iter().map(|field| field.ty()));
        let initialised = class
            .fields()
            .into_iter()
            .any(|f| super::fields::default_initialiser(f).is_some());
        nesting > 0
            && class.declaration().is_some()
            && !initialised
            && own
                .into_iter()
                .all(|constructor| only_builds(constructor, self.language))
            && parts.all(|part| {
                !is_special(part, Special::Construct) || self.only_builds_class(part, nesting - 1)
            })
    }

    /// A special member function that is not known may do anything.
    fn lost_special(&mut self, at: Cursor<'u>, reason: &str, addr: Expr) {
        let loc = self.loc(at);
        self.b.effect_hole(loc, reason, vec![addr]);
        self.anything(loc, reason);
    }
}
