//! How large the buffers of a launch are.

use crate::assume::Assume;
use crate::replay::number_of;
use kverify_frontend::ir::{
    BinOp, CmpOp, Dim, Expr, ExprKind, Geometry, Kernel, Launch, Leaf, Loc, ObjectId, ObjectSource, Ty, UnOp,
    build,
};
use kverify_smt::answer::{Approximation, Assumed, Config, Extent, Finding, Kind, Taken, Witness};

/// Adds what a launch says, where nobody said it before.
pub fn of_launch(kernel: &Kernel, launch: &Launch, config: &mut Config) {
    let number = |text: &String| Assume::parse(text).ok()?.number(kernel);
    for extent in &launch.extents {
        let (Some(bytes), Some(offset)) = (number(&extent.bytes), number(&extent.offset)) else {
            continue;
        };
        let Some(object) = object(kernel, extent.param) else {
            continue;
        };
        assume_positive(kernel, config, &bytes);
        let start = build::unary(UnOp::Neg, offset.clone());
        let is_start = extent.offset == "0";
        let known = Extent {
            object,
            end: if is_start {
                bytes
            } else {
                build::binary(BinOp::Sub, bytes, offset)
            },
            start: if is_start { build::int(0, Ty::I64) } else { start },
            text: match is_start {
                true => extent.bytes.clone(),
                false if extent.offset.parse::<u64>().is_ok() => {
                    format!("{} - {}", extent.bytes, extent.offset)
                }
                false => format!("{} - ({})", extent.bytes, extent.offset),
            },
            line: extent.line.clone(),
        };
        add(kernel, config, known, "host code");
    }
}

/// What the size of a buffer is made of is no less than 0: a width that is negative makes no buffer, even where its product with a
/// height that is so as well would.
fn assume_positive(kernel: &Kernel, config: &mut Config, bytes: &Expr) {
    for param in &kernel.params {
        let is_signed = matches!(param.ty, Ty::Int { signed: true, .. });
        let text = format!("{} >= 0, as a part of a buffer's size (host code)", param.name);
        let is_new = config.assumes.iter().all(|known| known.text != text);
        if is_signed && is_new && bytes.mentions(param.var) {
            let value = build::var(param.var, param.ty);
            config.assumes.push(Assumed {
                holds: build::compare(CmpOp::Le, build::int(0, param.ty), value),
                text,
                by: Taken::Extents,
            });
        }
    }
}

/// Adds one, and that it has a size: what cannot be allocated is no buffer of a launch.
pub fn add(kernel: &Kernel, config: &mut Config, extent: Extent, origin: &str) {
    if config.extents.iter().any(|known| known.object == extent.object) {
        return;
    }
    let zero = build::int(0, Ty::I64);
    config.assumes.push(Assumed {
        holds: build::compare(CmpOp::Le, zero, extent.end.clone()),
        text: format!("{} ({origin})", said(kernel, &extent)),
        by: Taken::Extents,
    });
    config.extents.push(extent);
}

/// The object of a pointer parameter, or shared memory of dynamic size.
fn object(kernel: &Kernel, param: Option<u32>) -> Option<ObjectId> {
    match param {
        Some(n) => kernel.params.get(n as usize)?.object,
        None => {
            let mut objects = kernel.objects.iter_enumerated();
            let (id, _) = objects.find(|(_, object)| object.source == ObjectSource::DynamicShared)?;
            Some(id)
        }
    }
}

/// `` `out` holds 4 * n bytes, allocated in line 12``
pub fn said(kernel: &Kernel, extent: &Extent) -> String {
    let name = &kernel.objects[extent.object].name;
    let line = (extent.line.as_ref()).map_or(String::new(), |line| format!(", allocated in {line}"));
    format!("`{name}` holds {} bytes{line}", extent.text)
}

/// The bytes of an extent in one launch: of its start, and of its end.
pub fn in_launch(
    kernel: &Kernel,
    extent: &Extent,
    scalar: impl Fn(usize) -> Option<i128>,
    shape: [[u64; 3]; 2],
) -> Option<[i128; 2]> {
    let of = |e: &Expr| exact_in(kernel, e, &scalar, shape);
    Some([of(&extent.start)?, of(&extent.end)?])
}

/// The number that an expression is in one launch, of blocks and a grid of these sizes.
pub fn exact_in(
    kernel: &Kernel,
    e: &Expr,
    scalar: impl Fn(usize) -> Option<i128>,
    shape: [[u64; 3]; 2],
) -> Option<i128> {
    let axis = |sizes: [u64; 3], d: Dim| i128::from(sizes[d as usize]);
    let leaf = |leaf: Leaf| match leaf {
        Leaf::Var(v) => kernel.params.iter().position(|p| p.var == v).and_then(&scalar),
        Leaf::Geometry(Geometry::BlockDim(d)) => Some(axis(shape[0], d)),
        Leaf::Geometry(Geometry::GridDim(d)) => Some(axis(shape[1], d)),
        Leaf::Geometry(_) => None,
    };
    e.exact(&leaf)
}

/// How large a buffer is in the launch of a witness, as a sentence: `` `out` holds 1000 elements (4000 bytes: 4 * n), allocated in line 61``.
pub fn of_witness(kernel: &Kernel, extent: &Extent, witness: &Witness) -> String {
    let scalar = |n: usize| number_of(kernel, &witness.scalars, n);
    let Some([_, bytes]) = in_launch(kernel, extent, scalar, [witness.block_dim, witness.grid_dim]) else {
        return said(kernel, extent);
    };
    let object = &kernel.objects[extent.object];
    let count = match bytes / i128::from(object.elem.bytes().max(1)) {
        1 => "1 element".to_owned(),
        count => format!("{count} elements"),
    };
    let term = match extent.text.parse::<i128>() {
        Ok(_) => String::new(),
        Err(_) => format!(": {}", extent.text),
    };
    let line = (extent.line.as_ref()).map_or(String::new(), |line| format!(", allocated in {line}"));
    let at = witness.threads[0].offset;
    let at = at.map_or(String::new(), |at| {
        let size = i128::from(object.elem.bytes().max(1));
        match at % size {
            0 => format!("; the access is to `{}[{}]`", object.name, at / size),
            _ => format!("; the access begins at byte {at}"),
        }
    });
    format!("`{}` holds {count} ({bytes} bytes{term}){line}{at}", object.name)
}

/// Whether the size of a buffer that a finding leaves depends on a parameter.
pub fn depends(kernel: &Kernel, config: &Config, finding: &Finding, param: usize) -> bool {
    let Some(param) = kernel
        .params
        .get(param)
        .filter(|_| finding.kind == Kind::OutOfBounds)
    else {
        return false;
    };
    let of_finding = config
        .extents
        .iter()
        .filter(|extent| Some(extent.object) == finding.object);
    let mut sizes = of_finding.flat_map(|extent| [&extent.start, &extent.end]);
    sizes.any(|size| size.mentions(param.var))
}

/// A configuration without extents, what is said of them, and which pointers lead to buffers at all.
pub fn without(config: &Config) -> Config {
    let mut config = config.clone();
    config.extents.clear();
    config.not_null.clear();
    config.assumes.retain(|assumed| assumed.by != Taken::Extents);
    config
}

/// Whether a finding leaves a buffer whose size host code says.
pub fn is_by_host(config: &Config, finding: &Finding) -> bool {
    let mut extents = config.extents.iter();
    finding.kind == Kind::OutOfBounds
        && extents.any(|extent| Some(extent.object) == finding.object && extent.line.is_some())
}

/// Whether a finding is one of all launches, however many blocks they have along an axis: it is the first one's, or the kernel never
/// asks which it is, and the kernel does not ask how many there are.
fn happens_in_one_block(kernel: &Kernel, finding: &Finding, size: &str) -> bool {
    let dim = Dim::ALL.into_iter().zip(["gridDim.x", "gridDim.y", "gridDim.z"]);
    let Some((n, dim)) = dim
        .enumerate()
        .find_map(|(n, (dim, name))| (name == size).then_some((n, dim)))
    else {
        return false;
    };
    let reads = |geometry| {
        let is_it = |e: &Expr| e.kind == ExprKind::Geometry(geometry);
        kernel.exprs().any(|e| e.contains(&is_it))
    };
    let is_first = finding.witness.threads[0].block[n] == 0;
    !reads(Geometry::GridDim(dim)) && (is_first || !reads(Geometry::BlockIdx(dim)))
}

/// What a finding leans on if host code sizes the buffer, and says nothing exact of how many threads it launches: tests in front of the
/// launch may keep them within the buffer.
pub fn open_sizes(kernel: &Kernel, config: &Config, finding: &Finding) -> Option<Approximation> {
    let is_open = |(name, size): &(String, Option<u64>)| {
        // `gridDim.x * blockDim.x == n` says it of both.
        let says = |text: &str| {
            let said = text.split_once(" == ").map_or("", |(left, _)| left);
            said.split(" * ").any(|part| part == name)
        };
        size.is_none() && !config.assumes.iter().any(|assumed| says(&assumed.text))
    };
    let shapes = [("gridDim", config.grid), ("blockDim", config.block)];
    let all = shapes.into_iter().flat_map(|(shape, sizes)| {
        let axes = ["x", "y", "z"].into_iter().zip(sizes);
        axes.map(move |(axis, size)| (format!("{shape}.{axis}"), size))
    });
    let is_one_block = |(name, _): &(String, Option<u64>)| happens_in_one_block(kernel, finding, name);
    let all = all.filter(|_| is_by_host(config, finding));
    let (open, _) = all.filter(|size| !is_one_block(size)).find(is_open)?;
    Some(Approximation {
        message: format!(
            "what host code computes {open} from is not known: it need not launch so many threads"
        ),
        loc: Loc {
            span: kernel.span,
            call: None,
        },
    })
}
