//! Components of vectors: `v.xy`, `v.s03`, `v.lo`.

use super::types::{self, Shape};
use super::{Lowerer, Place};
use crate::clang::Cursor;

impl<'u> Lowerer<'u, '_> {
    /// Whether an unexposed node takes components of the vector `child`.
    pub(super) fn is_swizzle(&mut self, c: Cursor<'u>, child: Cursor<'u>) -> bool {
        let from_vector = matches!(types::shape(child.ty()), Shape::Vector(..));
        let from_pointer = matches!(types::shape(child.ty().canonical().pointee()), Shape::Vector(..));
        (from_vector || from_pointer) && self.component_names(c, child).is_some()
    }

    /// The text after the vector's own.
    fn component_names(&mut self, c: Cursor<'u>, child: Cursor<'u>) -> Option<String> {
        let (outer, inner) = (c.range()?, child.range()?);
        if outer.start.file != inner.end.file || outer.end.offset <= inner.end.offset {
            return None;
        }
        let text = self
            .files
            .slice(&outer.start.file, inner.end.offset, outer.end.offset)?;
        let text = text.trim();
        let name = text.strip_prefix("->").or_else(|| text.strip_prefix('.'))?.trim();
        name.chars()
            .all(|ch| ch.is_ascii_alphanumeric())
            .then(|| name.to_owned())
    }

    /// The place of components of a vector.
    pub(super) fn swizzle(&mut self, c: Cursor<'u>, child: Cursor<'u>) -> Place<'u> {
        let loc = self.loc(c);
        let (base, vector) = match types::shape(child.ty()) {
            Shape::Vector(..) => (self.lvalue(child), child.ty()),
            _ => {
                let addr = self.scalar(child);
                let pointee = child.ty().canonical().pointee();
                (self.place(addr, pointee, loc), pointee)
            }
        };
        let Shape::Vector(_, count) = types::shape(vector) else {
            return self.lost_place(c, "these vector components are not modelled");
        };
        let names = self.component_names(c, child).unwrap_or_default();
        let Some(picked) = components(&names, count) else {
            return self.lost_place(c, "these vector components are not modelled");
        };
        let lanes = match &base.lanes {
            Some(outer) => picked
                .iter()
                .filter_map(|n| outer.get(*n as usize).copied())
                .collect(),
            None => picked,
        };
        Place {
            lanes: Some(lanes),
            ty: c.ty(),
            loc,
            ..base
        }
    }
}

/// Which components a name picks of a vector of `count`.
fn components(name: &str, count: u32) -> Option<Vec<u32>> {
    let half = count.div_ceil(2).max(1);
    let full = if count == 3 { 4 } else { count };
    Some(match name {
        "lo" => (0..half).collect(),
        "hi" => (half..full).collect(),
        "even" => (0..full).step_by(2).collect(),
        "odd" => (1..full).step_by(2).collect(),
        _ => {
            if let Some(digits) = name.strip_prefix(['s', 'S'])
                && !digits.is_empty()
                && digits.chars().all(|ch| ch.is_ascii_hexdigit())
            {
                return digits.chars().map(|ch| ch.to_digit(16)).collect();
            }
            return name
                .chars()
                .map(|ch| match ch {
                    'x' | 'r' => Some(0),
                    'y' | 'g' => Some(1),
                    'z' | 'b' => Some(2),
                    'w' | 'a' => Some(3),
                    _ => None,
                })
                .collect();
        }
    })
}

#[cfg(test)]
mod tests {
    use super::components;

    #[test]
    fn names_pick_components() {
        assert_eq!(components("xyw", 4), Some(vec![0, 1, 3]));
        assert_eq!(components("s0f", 16), Some(vec![0, 15]));
        assert_eq!(components("hi", 4), Some(vec![2, 3]));
        assert_eq!(components("odd", 8), Some(vec![1, 3, 5, 7]));
        assert_eq!(components("q", 4), None);
    }
}
