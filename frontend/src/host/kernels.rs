//! What kernels do with the memory that they are handed, from their lowered code.

use crate::clang::Cursor;
use crate::clang::kinds::*;
use crate::ir::host::{HostKernel, KernelUse};
use crate::ir::points_to::PointsTo;
use crate::ir::{FileId, Kernel, Language, Level, Module, ObjectSource, StmtKind, Ty};
use crate::plain;
use crate::repair::conditionals::{self, Arm};
use crate::repair::templates;

/// The kernels of a module.
pub(super) struct Kernels {
    all: Vec<Used>,
}

/// A kernel.
pub(super) struct Used {
    file: FileId,
    name: u32,
    instantiation: String,
    parameters: Vec<(String, KernelUse)>,
}

impl Kernels {
    pub(super) fn of(module: &Module) -> Kernels {
        let all = module.kernels.iter().filter(|kernel| kernel.construct.is_none());
        Kernels {
            all: all
                .map(|kernel| Used {
                    file: kernel.span.file,
                    name: kernel.span.start,
                    instantiation: kernel.instantiation.clone(),
                    parameters: uses(kernel),
                })
                .collect(),
        }
    }

    /// The kernel that a launch names: none that was read otherwise for other targets, and none that was not read.
    pub(super) fn find(&self, kernel: Cursor<'_>, module: &Module) -> Option<&Used> {
        let definition = kernel.definition().unwrap_or(kernel);
        let at = definition.position();
        let instantiation = templates::instantiation(kernel);
        let is_it = |used: &&Used| {
            at.as_ref().is_some_and(|at| {
                module.files[used.file].path == at.file
                    && used.name == at.offset
                    && used.instantiation == instantiation
            })
        };
        let mut found = self.all.iter().filter(is_it);
        found.next().filter(|_| found.next().is_none())
    }
}

impl Used {
    /// The names of its parameters; of a structure's members, `s.m`.
    pub(super) fn names(&self) -> Vec<String> {
        self.parameters.iter().map(|(name, _)| name.clone()).collect()
    }
}

/// What a kernel does with a parameter; where it is not known which kernel, only the type says something.
pub(super) fn of_parameter(used: Option<&Used>, parameter: Cursor<'_>) -> KernelUse {
    let name = parameter.spelling();
    let known = used.and_then(|used| used.parameters.iter().find(|(known, _)| *known == name));
    let declared = parameter
        .semantic_parent()
        .map(Cursor::arguments)
        .unwrap_or_default();
    let declared: Vec<String> = declared.into_iter().map(Cursor::spelling).collect();
    match known.zip(used) {
        Some(((_, usage), used)) => in_order(*usage, &used.names(), &declared),
        None => by_type(parameter),
    }
}

/// The same where the parameters of the kernel's code stand in the order of its declaration.
fn in_order(mut usage: KernelUse, names: &[String], declared: &[String]) -> KernelUse {
    if let Some(sure) = &mut usage.surely
        && let Some(below) = sure.below
    {
        let name = names.get(below as usize);
        let at = declared.iter().position(|known| Some(known) == name);
        sure.below = at.and_then(|at| u32::try_from(at).ok());
        if sure.below.is_none() {
            usage.surely = None;
        }
    }
    usage
}

/// What the type of a parameter says.
fn by_type(parameter: Cursor<'_>) -> KernelUse {
    let ty = parameter.ty().canonical();
    let is_pointer = ty.kind() == CXType_Pointer;
    let is_scalar = ty.kind() != CXType_Record && !is_pointer;
    KernelUse {
        is_pointer: !is_scalar,
        reads: !is_scalar,
        writes: !(is_scalar || is_pointer && ty.pointee().is_const()),
        known: is_scalar,
        reads_each: None,
        writes_each: None,
        surely: None,
        is_float: matches!(ty.kind(), CXType_Float | CXType_Double),
    }
}

/// The kernels of OpenCL that host code makes objects of by their names.
pub(super) fn by_name(module: &Module) -> Vec<HostKernel> {
    let own = |kernel: &&Kernel| kernel.construct.is_none() && kernel.language == Language::OpenCl;
    let is_read = !module.diagnostics.iter().any(|said| said.level == Level::Error);
    let kernels = module.kernels.iter().filter(own).map(|kernel| {
        let uses = uses(kernel);
        let names: Vec<String> = uses.iter().map(|(name, _)| name.clone()).collect();
        // What a build defines decides what else the kernel does.
        let is_known = is_read && kernel.chosen_names.is_empty() && kernel.left_out.is_none();
        let of = |name: &String| {
            let usage = uses.iter().find(|(known, _)| is_known && known == name);
            (
                name.clone(),
                usage.map_or(KernelUse::UNKNOWN, |(_, usage)| {
                    in_order(*usage, &names, &kernel.declared)
                }),
            )
        };
        HostKernel {
            name: kernel.last_name().to_owned(),
            parameters: kernel.declared.iter().map(of).collect(),
        }
    });
    join(Vec::new(), kernels)
}

/// The kernels of one source and of others. Of those that share a name nothing is known.
pub(super) fn join(
    mut known: Vec<HostKernel>,
    others: impl IntoIterator<Item = HostKernel>,
) -> Vec<HostKernel> {
    for kernel in others {
        match known.iter_mut().find(|known| known.name == kernel.name) {
            Some(twin) => forget(twin),
            None => known.push(kernel),
        }
    }
    known
}

/// Has nothing be known of what a kernel does.
pub(super) fn forget(kernel: &mut HostKernel) {
    for (_, usage) in &mut kernel.parameters {
        *usage = KernelUse::UNKNOWN;
    }
}

/// Whether an OpenCL source asks for names that a build may define: all but OpenCL's own, and such that it defines itself where
/// nobody else does.
pub(super) fn hang_on_build(text: &str) -> bool {
    const OF_OPENCL: [&str; 3] = ["cl_", "__OPENCL", "__ENDIAN"];
    let code = plain::blanked(text);
    let asks = |arm: &Arm| {
        let is_opencl = OF_OPENCL.iter().any(|name| arm.condition.contains(name));
        let is_default = || conditionals::is_include_guard(&code, std::slice::from_ref(arm));
        match arm.keyword.as_str() {
            "ifndef" => !is_opencl && !is_default(),
            "if" | "ifdef" | "elif" => !is_opencl,
            _ => false,
        }
    };
    conditionals::all(&code)
        .iter()
        .any(|(arms, _)| arms.iter().any(asks))
}

fn uses(kernel: &Kernel) -> Vec<(String, KernelUse)> {
    let mut found: Vec<KernelUse> = kernel
        .params
        .iter()
        .map(|param| KernelUse {
            is_pointer: param.ty == Ty::Ptr,
            known: kernel.left_out.is_none() && kernel.doubts.is_empty(),
            is_float: matches!(param.ty, Ty::Float(_)),
            ..KernelUse::default()
        })
        .collect();
    let points_to = PointsTo::of(kernel);
    let mut plain_writes = vec![false; found.len()];
    let mut lost = kernel.left_out.is_some();
    for stmt in kernel.blocks.iter().flat_map(|block| &block.stmts) {
        lost |= matches!(stmt.kind, StmtKind::Hole { .. });
        for touch in stmt.effects(kernel).accesses {
            let targets = points_to.touched(&touch);
            let Some(objects) = targets.these() else {
                lost = true;
                continue;
            };
            for object in objects {
                // What the pointers in a buffer lead to is not the buffer.
                let (base, 0) = points_to.base(*object) else {
                    continue;
                };
                let source = kernel.objects.get(base).map(|object| object.source);
                if let Some(ObjectSource::Param(n)) = source
                    && let Some(usage) = found.get_mut(n as usize)
                {
                    usage.reads |= touch.reads;
                    usage.writes |= touch.writes;
                    plain_writes[n as usize] |= touch.writes && touch.atomic.is_none();
                }
            }
        }
    }
    for (usage, plain) in found.iter_mut().zip(plain_writes) {
        if lost && usage.is_pointer {
            *usage = KernelUse {
                reads: true,
                writes: true,
                known: false,
                ..*usage
            };
        }
        // What it reads it may have written itself, but for what an atomic adds to.
        if usage.known && plain {
            usage.reads = false;
        }
    }
    super::elements::add(kernel, &mut found);
    let names = kernel.params.iter().map(|param| param.name.clone());
    names.zip(found).collect()
}

#[cfg(test)]
mod tests {
    use super::hang_on_build;

    #[test]
    fn what_a_build_may_say_is_told_from_what_the_source_says() {
        let asks = [
            "#ifdef FILL\n#endif\n",
            "# if N > 4\n",
            "#ifndef A\nint x;\n#endif\n",
            "#if(N)\n",
        ];
        assert!(asks.iter().all(|text| hang_on_build(text)));
        let settled = "#ifndef N\n#define N 16\n#endif\n#ifdef cl_khr_fp64\n#pragma OPENCL EXTENSION cl_khr_fp64 : enable\n#endif\n";
        assert!(!hang_on_build(settled) && !hang_on_build("int x;\n"));
    }
}
