//! Random IR, well-formed and not: what no source says, an interpreter must survive all the same.

use super::expressions::Draw;
use crate::numbers::Random;
use kverify_frontend::index::IndexVec;
use kverify_frontend::ir::{
    Block, BlockId, FileId, FloatKind, Hole, Kernel, Language, Loc, Object, ObjectSource, Space, Span,
    Synchronises, Ty, Var,
};

/// How many variables, objects and holes statements may name.
pub(super) const VARS: usize = 16;
pub(super) const OBJECTS: usize = 4;
pub(super) const HOLES: usize = 2;

/// Of every kind; each has a variable.
pub(super) const TYPES: [Ty; 12] = [
    Ty::Bool,
    Ty::I32,
    Ty::U32,
    Ty::I64,
    Ty::Ptr,
    Ty::Float(FloatKind::F32),
    Ty::Float(FloatKind::F64),
    Ty::Float(FloatKind::F16),
    Ty::Float(FloatKind::BF16),
    Ty::I8,
    Ty::U16,
    Ty::I128,
];

/// The kernel that a seed stands for. One in four breaks the rules of types and names what does not exist.
pub fn kernel(seed: u64) -> Kernel {
    let mut random = Random::new(seed);
    let objects = [
        ("A", Space::Global, None),
        ("s", Space::Shared, Some(64)),
        ("p", Space::Private, Some(16)),
        ("c", Space::Constant, Some(32)),
    ]
    .map(|(name, space, size)| object(name, space, size, random.pick(&TYPES)));
    let vars: IndexVec<_, _> = (0..VARS)
        .map(|n| Var {
            name: format!("v{n}"),
            ty: TYPES.get(n).copied().unwrap_or_else(|| random.pick(&TYPES)),
            user: true,
        })
        .collect();
    let holes = (0..HOLES).map(|n| Hole {
        loc: loc(n as u32),
        reason: "drawn".to_owned(),
        synchronises: if n % 2 == 1 {
            Synchronises::Perhaps
        } else {
            Synchronises::No
        },
        open: None,
    });
    let is_sloppy = random.percent(25);
    let mut draw = Draw {
        random,
        vars: vars.iter().map(|var| var.ty).collect(),
        is_sloppy,
    };
    let blocks: IndexVec<BlockId, Block> = draw.blocks().into_iter().collect();
    Kernel {
        objects: objects.into_iter().collect(),
        vars,
        blocks,
        holes: holes.collect(),
        ..Kernel::new("k", Language::Cuda, loc(0).span)
    }
}

fn object(name: &str, space: Space, size: Option<u64>, elem: Ty) -> Object {
    Object {
        name: name.to_owned(),
        space,
        size,
        elem,
        source: match space {
            Space::Private => ObjectSource::Local,
            _ => ObjectSource::Variable,
        },
        read_only: false,
        init: None,
        init_assumed: false,
        init_unread: false,
        starts_otherwise: false,
        linked: None,
        row: None,
        span: loc(0).span,
    }
}

/// A place on a line of its own.
pub(super) fn loc(line: u32) -> Loc {
    let span = Span {
        file: FileId(0),
        start: line,
        end: line + 1,
        line,
        column: 1,
        end_line: line,
        end_column: 2,
    };
    Loc { span, call: None }
}
