//! What clang lost, and on which functions that bears.
//!
//! Clang leaves out what it cannot parse and goes on. An error inside a function costs that function; one inside of a class or a
//! variable costs every function that uses it; one that costs a whole declaration costs every function that mentions what it
//! would have declared, for another declaration may stand in. A header that is not found is lost as well: where it is included,
//! and where a condition asks for a name that only it can define.

use super::asked::{Asked, is_given, own_texts};
use super::declared::{MacroBodies, OPERATOR, declared_around, is_operator, mentioned};
use super::errors::{functions, is_launch_on_device, is_missing_header, loses_code};
use super::foreign::Foreign;
use super::input::Input;
use super::spread::{is_deduced, spread};
use super::steered::{self, Steered};
use crate::clang::kinds::*;
use crate::clang::{Cursor, Message, Position, Range, Type, Unit, body};
use crate::macros::{Macros, definitions};
use crate::prelude;
use std::cell::RefCell;
use std::collections::{BTreeSet, HashMap, HashSet};
use std::rc::Rc;

/// Something that is lost.
struct Spot {
    /// Where, and where the files are included around it.
    places: Vec<Position>,
    /// Where, to be said.
    range: Range,
    /// Why, as a sentence.
    reason: String,
    /// By which names code may come to it.
    names: BTreeSet<String>,
}

/// All that is lost of a translation unit.
#[derive(Default)]
pub struct Damage {
    spots: Vec<Spot>,
    /// Spots of the declarations that they lie in, by identity.
    declarations: HashMap<usize, Vec<usize>>,
    /// Some spot has names.
    has_names: bool,
    /// Conditionals that compilers decide.
    pub asked: Asked,
    /// What is known of functions already.
    known: RefCell<HashMap<usize, Rc<Bearing>>>,
}

/// What bears on a function.
#[derive(Default)]
struct Bearing {
    /// Which spots.
    spots: Vec<usize>,
    /// Conditionals that compilers decide, as said.
    asked: Vec<String>,
}

/// What a function cannot be judged without.
pub struct Doubts<'d> {
    of: &'d Damage,
    bearing: Rc<Bearing>,
}

impl<'d> Doubts<'d> {
    /// What is lost: places and reasons.
    pub fn lost(&self) -> impl Iterator<Item = (&'d Range, &'d str)> {
        let spots = self.bearing.spots.iter().map(|n| &self.of.spots[*n]);
        spots.map(|spot| (&spot.range, spot.reason.as_str()))
    }

    /// The conditionals that compilers decide, each with its line.
    pub fn asked(&self) -> &[String] {
        &self.bearing.asked
    }
}

impl Damage {
    /// Of a parsed source.
    pub fn of(unit: &Unit, input: &Input) -> Damage {
        Damage {
            asked: Asked::of(unit, input),
            ..Damage::of_lost(unit, input)
        }
    }

    fn of_lost(unit: &Unit, input: &Input) -> Damage {
        let reason = |message: &Message| {
            if is_launch_on_device(message) {
                "a kernel launched from a kernel is not modelled".to_owned()
            } else if is_missing_header(message) {
                message.text.clone()
            } else {
                format!("clang cannot parse this: {}", message.text)
            }
        };
        let lost: Vec<(Message, String)> = unit
            .messages()
            .into_iter()
            .filter(|m| loses_code(m) || is_launch_on_device(m) || is_missing_header(m))
            .map(|message| {
                let reason = reason(&message);
                (message, reason)
            })
            .collect();
        if lost.is_empty() {
            return Damage::default();
        }
        let mut bodies = Vec::new();
        functions(unit.root(), &mut |function, _| {
            bodies.extend(body(function).and_then(|body| body.range()));
        });
        let mut macros = Macros::new();
        for path in unit.all_files() {
            definitions(&unit.contents(&path).unwrap_or_default(), &mut macros);
        }
        let defined = |name: &str| macros.contains_key(name) || is_given(input, name);
        let mut spots = Vec::new();
        for (message, reason) in lost {
            let Some(range) = message.range.clone() else {
                continue;
            };
            let mut names = BTreeSet::new();
            let in_body = bodies.iter().any(|body| body.touches(&range.start));
            if is_missing_header(&message) {
                let foreign = Foreign::of(&message.text, &input.path);
                for (mut spot, asked) in steered_by(unit, &message, &range.start, &defined) {
                    if bodies.iter().any(|body| body.touches(&spot.range.start)) {
                        spot.names.clear();
                    } else if foreign
                        .as_ref()
                        .is_some_and(|f| !asked.iter().any(|n| f.may_define(n)))
                    {
                        continue;
                    }
                    if !spots.iter().any(|known: &Spot| known.range == spot.range) {
                        spots.push(spot);
                    }
                }
            } else if !in_body && !prelude::is_the_languages(&range.start.file) {
                let text = unit.contents(&range.start.file).unwrap_or_default();
                names = declared_around(&text, range.start.offset as usize, &macros);
            }
            spots.push(Spot {
                places: vec![range.start.clone()],
                range,
                reason,
                names,
            });
        }
        if spots.is_empty() {
            return Damage::default();
        }
        let stacks: HashMap<String, Vec<Position>> = unit.inclusion_stacks().into_iter().collect();
        for spot in &mut spots {
            spot.places
                .extend(stacks.get(&spot.range.start.file).cloned().unwrap_or_default());
        }
        let mut damage = Damage {
            spots,
            ..Damage::default()
        };
        let of_languages = |spot: &Spot| prelude::is_the_languages(&spot.range.start.file);
        let with_languages = damage.spots.iter().any(of_languages);
        damage.collect(unit.root(), with_languages);
        let names = damage.spots.iter_mut().map(|spot| &mut spot.names);
        spread(unit, &macros, with_languages, names);
        damage.has_names = damage.spots.iter().any(|spot| !spot.names.is_empty());
        damage
    }

    /// Where something is lost that bears on no function that was lowered, once all kernels are: files and offsets.
    pub fn bearing_on_nothing(&self) -> HashSet<(&str, u32)> {
        let known = self.known.borrow();
        let used: HashSet<usize> = known.values().flat_map(|bearing| bearing.spots.clone()).collect();
        let place = |spot: &'_ Spot| (spot.range.start.file.clone(), spot.range.start.offset);
        let bearing: HashSet<(String, u32)> = used.iter().map(|&n| place(&self.spots[n])).collect();
        self.spots
            .iter()
            .filter(|spot| !bearing.contains(&place(spot)))
            .map(|spot| (spot.range.start.file.as_str(), spot.range.start.offset))
            .collect()
    }

    /// Whether nothing is lost, and no compiler asked.
    pub fn bears_on_nothing(&self) -> bool {
        self.is_empty() && self.asked.is_empty()
    }

    /// Whether nothing is lost.
    pub fn is_empty(&self) -> bool {
        self.spots.is_empty()
    }

    /// Finds the declarations in a scope that spots lie in; in the language's own headers as well, if asked for.
    fn collect(&mut self, scope: Cursor<'_>, with_languages: bool) {
        for c in scope.children() {
            let is_the_languages = || c.position().is_some_and(|at| prelude::is_the_languages(&at.file));
            if !with_languages && is_the_languages() {
                continue;
            }
            match c.kind() {
                CXCursor_Namespace | CXCursor_LinkageSpec | CXCursor_UnexposedDecl => {
                    self.collect(c, with_languages);
                }
                CXCursor_StructDecl
                | CXCursor_ClassDecl
                | CXCursor_UnionDecl
                | CXCursor_ClassTemplate
                | CXCursor_ClassTemplatePartialSpecialization => {
                    let mut inside = self.inside(c);
                    let methods: Vec<Range> = c.children().into_iter().filter_map(body_of).collect();
                    inside.retain(|n| !methods.iter().any(|body| body.touches(&self.spots[*n].places[0])));
                    // A member's name is no name of the scope's.
                    for n in &inside {
                        self.spots[*n].names = BTreeSet::from([c.spelling()]);
                    }
                    self.note(c, inside);
                    self.collect(c, with_languages);
                }
                // A call of it may be left out where its type is not known.
                CXCursor_FunctionDecl
                | CXCursor_FunctionTemplate
                | CXCursor_CXXMethod
                | CXCursor_ConversionFunction
                    if c.kind() == CXCursor_FunctionTemplate || is_deduced(c) =>
                {
                    let name = c.spelling();
                    let name = if is_operator(&name) {
                        OPERATOR.to_owned()
                    } else {
                        name
                    };
                    for n in self.inside(c) {
                        self.spots[n].names.insert(name.clone());
                    }
                }
                CXCursor_VarDecl
                | CXCursor_EnumDecl
                | CXCursor_TypedefDecl
                | CXCursor_TypeAliasDecl
                | CXCursor_FieldDecl => {
                    let inside = self.inside(c);
                    self.note(c, inside);
                }
                _ => {}
            }
        }
    }

    fn note(&mut self, c: Cursor<'_>, spots: Vec<usize>) {
        if !spots.is_empty() {
            self.declarations
                .entry(c.canonical().identity())
                .or_default()
                .extend(spots);
        }
    }

    /// The spots in a node. One whose text begins and ends in different files may hold any.
    fn inside(&self, c: Cursor<'_>) -> Vec<usize> {
        let Some(range) = c.range() else { return Vec::new() };
        let crosses = range.start == range.end;
        let spots = self.spots.iter().enumerate();
        // Where braces do not match, nobody knows what ends where.
        let unbalanced = |spot: &Spot| {
            spot.range.start.file == range.start.file && spot.reason.contains("extraneous closing brace")
        };
        let inside = spots.filter(|(_, spot)| {
            crosses || unbalanced(spot) || spot.places.iter().any(|at| range.touches(at))
        });
        inside.map(|(n, _)| n).collect()
    }

    /// What bears on a function, by its text and the macros that it uses; each function is looked at once.
    pub fn of_function(
        &self,
        function: Cursor<'_>,
        text: impl FnOnce() -> String,
        macros: &mut MacroBodies<'_>,
    ) -> Doubts<'_> {
        let key = function.identity();
        let known = self.known.borrow().get(&key).cloned();
        let bearing = known.unwrap_or_else(|| {
            let mentioned = match self.has_names || !self.asked.is_empty() {
                true => mentioned(&text(), macros),
                false => BTreeSet::new(),
            };
            let bearing = Rc::new(Bearing {
                asked: self.asked.by(function, &mentioned),
                spots: self.spots_of(function, mentioned),
            });
            self.known.borrow_mut().insert(key, Rc::clone(&bearing));
            bearing
        });
        Doubts { of: self, bearing }
    }

    fn spots_of(&self, function: Cursor<'_>, mut mentioned: BTreeSet<String>) -> Vec<usize> {
        let mut spots: BTreeSet<usize> = self.inside(function).into_iter().collect();
        if !self.declarations.is_empty() {
            self.used_in(function, &mut HashSet::new(), &mut spots);
        }
        if self.has_names {
            mentioned.insert(OPERATOR.to_owned());
            // A parameter hides what has its name outside.
            for parameter in function.arguments() {
                mentioned.remove(&parameter.spelling());
            }
            let bear = |spot: &Spot| !spot.names.is_disjoint(&mentioned);
            spots.extend((0..self.spots.len()).filter(|n| bear(&self.spots[*n])));
        }
        spots.into_iter().collect()
    }

    /// The spots of what a subtree refers to.
    fn used_in(&self, c: Cursor<'_>, types: &mut HashSet<usize>, found: &mut BTreeSet<usize>) {
        if let Some(target) = c.referenced() {
            self.used(target, found);
            if let Some(class) = target.semantic_parent() {
                self.used(class, found);
            }
        }
        self.used_type(c.ty(), types, found);
        for child in c.children() {
            self.used_in(child, types, found);
        }
    }

    fn used(&self, declaration: Cursor<'_>, found: &mut BTreeSet<usize>) {
        for c in [Some(declaration), declaration.template()].into_iter().flatten() {
            found.extend(
                self.declarations
                    .get(&c.canonical().identity())
                    .into_iter()
                    .flatten(),
            );
        }
    }

    /// The spots of a type, its bases and its members.
    fn used_type(&self, ty: Type<'_>, types: &mut HashSet<usize>, found: &mut BTreeSet<usize>) {
        let mut ty = ty.canonical();
        loop {
            ty = match ty.kind() {
                CXType_Pointer | CXType_LValueReference | CXType_RValueReference => ty.pointee().canonical(),
                CXType_ConstantArray | CXType_IncompleteArray => ty.element().canonical(),
                _ => break,
            };
        }
        let Some(declaration) = ty
            .declaration()
            .filter(|d| types.insert(d.canonical().identity()))
        else {
            return;
        };
        self.used(declaration, found);
        for part in declaration.definition().unwrap_or(declaration).children() {
            if matches!(part.kind(), CXCursor_FieldDecl | CXCursor_CXXBaseSpecifier) {
                self.used_type(part.ty(), types, found);
            }
        }
    }
}

/// The conditionals that a missing header may decide, each with the names that it asks for.
fn steered_by(
    unit: &Unit,
    message: &Message,
    at: &Position,
    defined: &dyn Fn(&str) -> bool,
) -> Vec<(Spot, BTreeSet<String>)> {
    let files = own_texts(unit);
    let spot = |one: Steered| {
        let (offset, line, column) = one.at;
        let start = Position {
            file: one.path,
            offset,
            line,
            column,
        };
        let spot = Spot {
            places: vec![start.clone()],
            reason: format!(
                "whether {} holds is not known: {}, which may say so (-I shows where it is, -D what it defines)",
                one.words, message.text
            ),
            range: Range {
                end: start.clone(),
                start,
            },
            names: one.names,
        };
        (spot, one.asked)
    };
    steered::find(&files, defined, (&at.file, at.offset))
        .into_iter()
        .map(spot)
        .collect()
}

/// The body of a function or method.
fn body_of(c: Cursor<'_>) -> Option<Range> {
    c.children()
        .into_iter()
        .find(|child| child.kind() == CXCursor_CompoundStmt)?
        .range()
}
