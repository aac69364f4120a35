//! How many work-items are enqueued, and in groups of which size: `gridDim.x * 64 == n` in the words of a launch.
//!
//! A global size is a multiple of the local one, or nothing is enqueued (`CL_INVALID_WORK_GROUP_SIZE`); where OpenCL C 2.0 allows a smaller last group, the
//! assumption `uniform-work-groups` shuts it out.

use super::super::constants::{AXES, Scope, is_cast, is_constructor};
use super::super::freedom::Freedom;
use super::super::line_of;
use super::super::names::Names;
use super::super::uses::is_reference;
use super::super::variables::{is_local, start};
use super::classes::{constructed, made, only_uses};
use super::{Enqueued, Place};
use crate::clang::Cursor;
use crate::clang::kinds::*;
use crate::ir::Unclear;
use crate::repair::kernels::is_the_languages;

/// What says how many work-items are enqueued.
#[derive(Clone)]
pub(in crate::launch) enum Ranges<'u> {
    /// A single one.
    One,
    /// Pointers to a number for each dimension.
    Arrays {
        dimensions: Cursor<'u>,
        offset: Cursor<'u>,
        global: Cursor<'u>,
        local: Cursor<'u>,
    },
    /// Objects with their numbers.
    Objects {
        offset: Option<Cursor<'u>>,
        global: Cursor<'u>,
        local: Option<Cursor<'u>>,
    },
    Unknown,
}

impl<'u> Ranges<'u> {
    /// Of `cl::EnqueueArgs(queue, global, local)`.
    pub(super) fn of_how(how: Cursor<'u>) -> Ranges<'u> {
        let Some((class, given)) = constructed(how) else {
            return Ranges::Unknown;
        };
        let of = |wanted: &str| given.iter().find(|(name, _)| name == wanted).map(|(_, c)| *c);
        match of("global").filter(|_| class == "EnqueueArgs") {
            Some(global) => Ranges::Objects {
                offset: of("offset"),
                global,
                local: of("local"),
            },
            None => Ranges::Unknown,
        }
    }
}

/// What an object with numbers for the dimensions holds.
enum Numbers<'u> {
    Known(Vec<Cursor<'u>>),
    /// It is for no dimensions.
    Null,
    Unknown,
}

impl<'u> Numbers<'u> {
    fn at(&self, n: usize) -> Size<'u> {
        match self {
            Numbers::Known(all) => all.get(n).map_or(Size::None, |size| Size::Of(*size)),
            Numbers::Null => Size::Free,
            Numbers::Unknown => Size::Unknown,
        }
    }
}

/// What says one size.
#[derive(Clone, Copy)]
pub(super) enum Size<'u> {
    /// It is that of a dimension which is not there.
    None,
    Of(Cursor<'u>),
    /// Nothing says it: whoever runs it chooses.
    Free,
    Unknown,
}

/// The sizes of one dimension.
struct Axis<'u> {
    offset: Size<'u>,
    global: Size<'u>,
    local: Size<'u>,
}

impl<'u> Enqueued<'u> {
    /// The grid and the block of a launch, where constant.
    pub(in crate::launch) fn shape(
        &self,
        scope: &Scope<'_, 'u>,
        launch: Cursor<'u>,
    ) -> [[Option<u64>; 3]; 2] {
        let number = |size: Size<'u>| match size {
            Size::None => Some(1),
            Size::Of(c) => scope
                .integer(c)
                .and_then(|n| u64::try_from(n).ok())
                .filter(|n| *n > 0),
            Size::Free | Size::Unknown => None,
        };
        let axes = self.axes(scope, launch);
        let block = [0, 1, 2].map(|n| number(axes[n].local));
        let grid = [0, 1, 2].map(|n| {
            let (global, local) = (number(axes[n].global)?, block[n]?);
            (global % local == 0).then_some(global / local)
        });
        [grid, block]
    }

    /// What is known of sizes that are no constants, and of what the launch is offset by.
    pub(in crate::launch) fn facts<'s, 'v>(
        &self,
        scope: &'s Scope<'v, 'u>,
        launch: Cursor<'u>,
        [names, fitting]: [&Names<'u>; 2],
        freedom: impl Fn() -> Freedom<'s, 'v, 'u>,
        (found, unclear): (&mut Vec<String>, &mut Vec<Unclear>),
    ) {
        let fact = |size: Cursor<'u>, name: &str| match scope.integer(size) {
            Some(number) => Some(format!("{name} == {number}")),
            None => names.of_size(scope, size, name, fitting),
        };
        let mut say = |size: Size<'u>, name: &str, left: &str| {
            let at = match size {
                Size::Of(c) => Some(c),
                Size::None | Size::Free => return,
                Size::Unknown => None,
            };
            let known = at.and_then(|c| fact(c, left));
            let is_exact = known
                .as_ref()
                .is_some_and(|fact| fact.starts_with(&format!("{left} == ")));
            let mut free = match known {
                None => freedom(),
                Some(_) => Freedom::behind(scope, &[]),
            };
            if !is_exact && !at.is_some_and(|c| free.take(c)) {
                unclear.push(Unclear {
                    relation: at.and_then(|c| names.of_product(scope, c, left)),
                    name: name.to_owned(),
                    line: line_of(at.unwrap_or(launch)),
                    alone: false,
                });
            }
            found.extend(known);
        };
        let [grid, block] = self.shape(scope, launch);
        let mut offsets = Vec::new();
        for (n, axis) in self.axes(scope, launch).into_iter().enumerate() {
            let [of_grid, of_block] = ["gridDim", "blockDim"].map(|shape| format!("{shape}.{}", AXES[n]));
            if block[n].is_none() {
                say(axis.local, &of_block, &of_block);
            }
            if grid[n].is_none() {
                let left = match block[n] {
                    Some(1) => of_grid.clone(),
                    Some(size) => format!("{of_grid} * {size}"),
                    None => format!("{of_grid} * {of_block}"),
                };
                say(axis.global, &of_grid, &left);
            }
            let of_offset = format!("get_global_offset({n})");
            let is_zero = |c: Cursor<'u>| scope.integer(c) == Some(0);
            match axis.offset {
                Size::None | Size::Free => {}
                Size::Of(c) if is_zero(c) => {}
                offset @ (Size::Of(_) | Size::Unknown) => {
                    say(offset, &of_offset, &of_offset);
                    offsets.push(format!("{of_offset} >= 0"));
                }
            }
        }
        found.extend(offsets);
    }

    fn axes(&self, scope: &Scope<'_, 'u>, launch: Cursor<'u>) -> [Axis<'u>; 3] {
        if let Ranges::Objects {
            offset,
            global,
            local,
        } = &self.ranges
        {
            let numbers = |c: Option<Cursor<'u>>| c.map_or(Numbers::Null, |c| self.numbers(scope, c));
            let [offset, global, local] = [*offset, Some(*global), *local].map(numbers);
            return [0, 1, 2].map(|n| Axis {
                offset: offset.at(n),
                global: global.at(n),
                local: match (&global, local.at(n)) {
                    (Numbers::Known(all), Size::Free) if n >= all.len() => Size::None,
                    (Numbers::Known(_), local) => local,
                    (Numbers::Null | Numbers::Unknown, Size::Free) => Size::Unknown,
                    (Numbers::Null | Numbers::Unknown, local) => local,
                },
            });
        }
        let (dimensions, pointers) = match self.ranges {
            Ranges::One => (Some(0), None),
            Ranges::Objects { .. } | Ranges::Unknown => (None, None),
            Ranges::Arrays {
                dimensions,
                offset,
                global,
                local,
            } => (scope.integer(dimensions), Some([offset, global, local])),
        };
        [0, 1, 2].map(|n| {
            let at = |pointer: Cursor<'u>| match dimensions {
                Some(dimensions) if n as i128 >= dimensions => Size::None,
                Some(_) => self.element(scope, pointer, n, launch),
                None => match scope.variables.is_null(pointer, 0) == Some(true) {
                    true => Size::Free,
                    false => Size::Unknown,
                },
            };
            let unknown = match dimensions {
                Some(_) => Size::None,
                None => Size::Unknown,
            };
            let [offset, global, local] = pointers.map_or([unknown; 3], |pointers| pointers.map(at));
            // A dimension may be missing: then its local size is 1.
            let local = match (dimensions, local) {
                (None, Size::Free) => Size::Unknown,
                (_, local) => local,
            };
            Axis {
                offset,
                global,
                local,
            }
        })
    }

    /// The numbers in an object that keeps what it is made with.
    fn numbers(&self, scope: &Scope<'_, 'u>, c: Cursor<'u>) -> Numbers<'u> {
        let c = made(c);
        if let Some((class, given)) = constructed(c) {
            let all: Vec<Cursor<'u>> = given.into_iter().map(|(_, number)| number).collect();
            return match (class.as_str(), &all[..]) {
                ("NDRange", []) => Numbers::Null,
                ("NDRange", _) => Numbers::Known(all),
                _ => Numbers::Unknown,
            };
        }
        // One that is left out has none.
        if c.kind() == CXCursor_UnexposedExpr && c.expressions().is_empty() {
            return Numbers::Null;
        }
        let variable = c.referenced().filter(|_| c.kind() == CXCursor_DeclRefExpr);
        match variable {
            Some(variable) if is_the_languages(variable) && variable.spelling() == "NullRange" => {
                Numbers::Null
            }
            Some(variable) if variable.kind() == CXCursor_VarDecl => {
                let is_kept = self.commands.places(variable).iter().all(is_read);
                let is_seen =
                    scope.variables.is_seen(variable) && (is_local(variable) || variable.is_static());
                match start(variable).filter(|_| is_kept && is_seen && !is_reference(variable)) {
                    Some(value) => self.numbers(scope, value),
                    None => Numbers::Unknown,
                }
            }
            _ => Numbers::Unknown,
        }
    }
}

/// Whether an object is only handed on where it is named, or asked.
fn is_read(place: &Place<'_>) -> bool {
    let mut outer = place.around.iter().rev();
    let outer = outer.find(|c| c.kind() != CXCursor_ParenExpr && !is_cast(c.kind()));
    outer.is_some_and(|outer| match outer.kind() {
        CXCursor_CallExpr => only_uses(*outer) || is_constructor(*outer),
        CXCursor_MemberRefExpr => true,
        _ => false,
    })
}
