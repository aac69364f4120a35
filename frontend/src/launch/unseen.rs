//! Launches that nobody saw: of kernels that are handed on, or looked up by their names.

use super::calls::{Mention, Target};
use super::constants::{AXES, Scope};
use super::instances::{Instances, is_pattern};
use super::roots::{self, Flows};
use super::{Sources, span_of};
use crate::clang::Cursor;
use crate::clang::kinds::*;
use crate::ir::{Kernel, Launch, Overlap, Span, Ty, Unclear};
use crate::repair::dependent;

/// A launch of which nothing is known: it may be launched through a pointer, or by a function that it is handed to. Where as much is
/// handed over beside it as the kernel takes, that is what the launch hands over. If the file launches what it does not name (`not_named`), that
/// may be this kernel, in shapes that are not those of anybody's choice.
pub(super) fn add_handed_on<'u>(
    mention: &Mention<'u>,
    (scope, not_named): (&Scope<'_, 'u>, bool),
    (flows, instances): (&Flows<'u>, &mut Instances),
    sources: &Sources,
    kernels: &mut [Kernel],
) {
    let reference = mention.reference;
    let target = Target::of(mention.kernel, reference, sources);
    let span = reference.range().and_then(|range| span_of(sources, &range));
    // What was put behind the source to instantiate its templates launches nothing.
    let is_users = |span: &Span| span.end as usize <= sources[span.file].text.len();
    let (Some(target), Some(span)) = (target, span.filter(is_users)) else {
        return;
    };
    let call = mention
        .around
        .iter()
        .rev()
        .find(|c| c.kind() == CXCursor_CallExpr);
    let parameters = dependent::parameters(mention.kernel);
    for (n, kernel) in kernels.iter_mut().enumerate() {
        if !instances.count((&target, target.is_open()), reference, (n, kernel)) {
            continue;
        }
        let mut launch = of_nothing(kernel, span);
        // What a template does is seen where it is instantiated.
        // Of one that nothing is seen to instantiate this is all that is seen.
        let is_chosen = target.is_open();
        let in_template = mention.around.iter().any(is_pattern);
        if in_template {
            launch.loose.clear();
        }
        let arguments = call.map(|call| call.arguments()).unwrap_or_default();
        let beside = arguments.len().checked_sub(parameters.len()).filter(|n| *n > 0);
        match (call, beside) {
            (Some(call), Some(first)) => {
                let handed = parameters.iter().zip(&arguments[first..]);
                let pointers: Vec<_> = handed
                    .flat_map(|(parameter, argument)| roots::handed(kernel, &parameter.spelling(), *argument))
                    .collect();
                roots::meeting(flows, scope, *call, kernel, &pointers).tell(&mut launch);
            }
            _ if in_template && !is_chosen => {}
            _ => may_all_meet(kernel, &mut launch),
        }
        if not_named {
            follow_nothing(kernel, &mut launch);
        }
        add_read(kernel, launch);
    }
}

/// Pointers of a launch may lead into one buffer.
pub(super) fn may_meet(pairs: impl IntoIterator<Item = (u32, u32)>, launch: &mut Launch) {
    for (param, of) in pairs {
        if !launch.leads_together(param, of) {
            let bytes = None;
            launch.overlaps.push(Overlap { param, of, bytes });
        }
    }
}

/// All of them may.
pub(super) fn may_all_meet(kernel: &Kernel, launch: &mut Launch) {
    let all = (0u32..)
        .zip(&kernel.params)
        .filter(|(_, param)| param.ty == Ty::Ptr);
    let all: Vec<u32> = all.map(|(n, _)| n).collect();
    let pairs = all
        .iter()
        .enumerate()
        .flat_map(|(n, param)| all[..n].iter().map(|of| (*param, *of)));
    may_meet(pairs, launch);
}

/// A launch of which nothing is known, in whatever shape. Who makes it is as free as anybody to hand over what the kernel needs.
pub(crate) fn of_nothing(kernel: &Kernel, span: Span) -> Launch {
    let sizes = ["gridDim.y", "gridDim.z", "blockDim.y", "blockDim.z"];
    let given = kernel.params.iter().map(|param| param.name.clone());
    Launch {
        loose: sizes.map(str::to_owned).to_vec(),
        given: given.collect(),
        ..Launch::new(span)
    }
}

/// The host computes what a launch hands over, and its sizes, in a way that is not followed.
pub(super) fn follow_nothing(kernel: &Kernel, launch: &mut Launch) {
    let sizes = ["gridDim", "blockDim"].iter();
    let sizes = sizes.flat_map(|shape| AXES.map(|axis| format!("{shape}.{axis}")));
    let scalars = kernel.params.iter().filter(|param| param.ty != Ty::Ptr);
    let names = sizes.chain(scalars.map(|param| param.name.clone()));
    let line = Some(launch.line.clone());
    launch.unclear = names
        .map(|name| Unclear {
            name,
            line: line.clone(),
            alone: false,
            relation: None,
        })
        .collect();
}

/// Functions that look up kernels in a module by their names, to launch them (CUDA driver API; HIP).
pub(crate) const LOOKUPS: [&str; 4] = [
    "cuModuleGetFunction",
    "cuLibraryGetKernel",
    "hipModuleGetFunction",
    "cudaLibraryGetKernel",
];
/// The one that does so in a program (OpenCL 3.0, 5.9.1).
pub(super) const OF_OPENCL: &str = "clCreateKernel";

/// Whether a function looks up kernels by their names.
pub(super) fn finds_by_name(function: &str) -> bool {
    LOOKUPS.contains(&function) || function == OF_OPENCL
}

/// The same for kernels that a call looks up by name: all, if it does not show which.
pub(super) fn add_found_by_name(call: Cursor<'_>, sources: &Sources, kernels: &mut [Kernel]) {
    let Some(span) = call.range().and_then(|range| span_of(sources, &range)) else {
        return;
    };
    let named: Vec<String> = call.arguments().into_iter().filter_map(literal).collect();
    // A name may be mangled.
    let is_it =
        |kernel: &Kernel| named.is_empty() || named.iter().any(|name| name.contains(kernel.last_name()));
    kernels
        .iter_mut()
        .filter(|kernel| is_it(kernel))
        .for_each(|kernel| add_read(kernel, Launch::new(span)));
}

fn literal(c: Cursor<'_>) -> Option<String> {
    match c.kind() {
        CXCursor_StringLiteral => Some(c.spelling()),
        _ => c.expressions().into_iter().find_map(literal),
    }
}

/// A launch of which only the text is read, if it says something or the kernel has others.
pub(super) fn add_read(kernel: &mut Kernel, launch: Launch) {
    let says_something =
        !launch.loose.is_empty() || !launch.overlaps.is_empty() || !launch.unclear.is_empty();
    if !kernel.launches.is_empty() || says_something {
        add(kernel, launch);
    }
}

fn add(kernel: &mut Kernel, launch: Launch) {
    let says_more = |known: &Launch| (&launch.loose, &launch.overlaps) == (&known.loose, &known.overlaps);
    let mut open = kernel.launches.iter().filter(|launch| launch.is_open());
    if !open.any(says_more) {
        kernel.launches.push(launch);
    }
}
