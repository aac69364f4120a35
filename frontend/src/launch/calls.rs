//! Statements of host code that launch kernels, and where it names kernels to another end.

use super::constants::strip;
use super::opencl::Enqueued;
use super::variables::is_variable;
use super::{Sources, span_of, unseen};
use crate::clang::kinds::*;
use crate::clang::{Cursor, Position, Range};
use crate::ir::{FileId, Kernel};
use crate::repair::dependent;
use crate::repair::kernels::{is_kernel, is_the_languages};
use crate::repair::lost::Argument;
use crate::repair::templates;

/// A launch, taken apart.
#[derive(Clone)]
pub(super) struct LaunchCall<'u> {
    pub(super) call: Cursor<'u>,
    /// The kernel's declaration, its template's, or that of a variable that leads to it.
    pub(super) kernel: Cursor<'u>,
    /// Where it is named.
    pub(super) reference: Cursor<'u>,
    pub(super) grid: Cursor<'u>,
    pub(super) block: Cursor<'u>,
    /// The bytes of dynamic shared memory.
    pub(super) shared: Option<Cursor<'u>>,
    /// The kernel's arguments, where the statement shows them.
    pub(super) arguments: Vec<Cursor<'u>>,
    /// An array of pointers to them, where it does not.
    pub(super) pointers: Option<Cursor<'u>>,
    /// What the statement stands inside, outermost first, and itself.
    pub(super) around: Vec<Cursor<'u>>,
    /// Whether it asks for all blocks at once, where it shows that.
    pub(super) cooperative: Option<bool>,
    /// Its shape and its arguments where it is one of a kernel object.
    pub(super) enqueued: Option<Enqueued<'u>>,
}

/// A kernel that is named to another end than to launch it there.
pub(super) struct Mention<'u> {
    pub(super) reference: Cursor<'u>,
    /// The kernel, or its template.
    pub(super) kernel: Cursor<'u>,
    /// What it stands inside, outermost first.
    pub(super) around: Vec<Cursor<'u>>,
}

/// The launches of a file, and where it names kernels.
#[derive(Default)]
pub(super) struct Launches<'u> {
    pub(super) calls: Vec<LaunchCall<'u>>,
    pub(super) others: Vec<Mention<'u>>,
    /// Where kernels are named.
    pub(super) named: Vec<Position>,
    /// Calls that look kernels up by their names.
    pub(super) by_name: Vec<Cursor<'u>>,
    /// There are launches of what no name tells: of a member, an element, a variable.
    pub(super) not_named: bool,
}

impl<'u> Launches<'u> {
    /// Adds those under `c`.
    pub(super) fn collect(&mut self, c: Cursor<'u>, around: &mut Vec<Cursor<'u>>) {
        for kernel in kernels_named(c) {
            self.named.extend(c.position());
            if !is_accounted_for(c, around) {
                self.others.push(Mention {
                    reference: c,
                    kernel,
                    around: around.clone(),
                });
            }
        }
        around.push(c);
        if c.kind() == CXCursor_CallExpr {
            let calls = launch_calls(c);
            self.not_named |= statement(c).is_some() && !calls.iter().any(|call| is_kernel(call.kernel));
            for mut call in calls {
                call.around.clone_from(around);
                self.calls.push(call);
            }
        }
        if c.kind() == CXCursor_CallExpr && unseen::finds_by_name(&c.spelling()) {
            self.by_name.push(c);
        }
        for child in c.children() {
            self.collect(child, around);
        }
        around.pop();
    }
}

/// The kernels that an expression names, or the templates of those that it names as far as templates around it settle which.
fn kernels_named(c: Cursor<'_>) -> Vec<Cursor<'_>> {
    if c.kind() != CXCursor_DeclRefExpr {
        return Vec::new();
    }
    let one = c.referenced().filter(|function| is_kernel(*function));
    one.into_iter().chain(dependent::kernels(c)).collect()
}

/// Functions of the runtime that ask or set something of a kernel, by what their names begin with. All others may keep what they are
/// handed: a container for whoever launches what is in it, `cudaGetKernel` for the driver.
const ASK_OF_KERNELS: [&str; 4] = ["cudaFunc", "hipFunc", "cudaOccupancy", "hipOccupancy"];

/// Whether a kernel is named in a launch that is read, for a function of the toolkit that launches nothing, or to be called like any
/// function, as kernels of OpenCL's may call one another (OpenCL C 3.0, 6.9.1).
fn is_accounted_for(named: Cursor<'_>, around: &[Cursor<'_>]) -> bool {
    let call = around.iter().rev().find(|c| c.kind() == CXCursor_CallExpr);
    call.is_some_and(|call| {
        let asks = |function: &Cursor<'_>| {
            let name = function.spelling();
            is_the_languages(*function) && ASK_OF_KERNELS.iter().any(|start| name.starts_with(start))
        };
        let called = dependent::called(*call);
        let is_called = statement(*call).is_none()
            && call.referenced().is_some_and(is_kernel)
            && call
                .children()
                .first()
                .is_some_and(|callee| strip(*callee).same(named));
        is_called || !launch_calls(*call).is_empty() || !called.is_empty() && called.iter().all(asks)
    })
}

/// A statement that launches a kernel.
#[derive(Clone)]
pub(crate) struct Statement<'u> {
    /// Which, if it names one.
    pub kernel: Option<Cursor<'u>>,
    /// The expression that names it.
    pub reference: Option<Cursor<'u>>,
    pub grid: Cursor<'u>,
    pub block: Cursor<'u>,
    /// The bytes of dynamic shared memory.
    pub shared: Option<Cursor<'u>>,
    pub stream: Option<Cursor<'u>>,
    pub arguments: Arguments<'u>,
}

/// What a launch hands over.
#[derive(Clone)]
pub(crate) enum Arguments<'u> {
    /// As a call has them.
    Given(Vec<Cursor<'u>>),
    /// An array of pointers to them.
    Pointers(Cursor<'u>),
}

/// A launch of either kind.
pub(crate) fn statement(call: Cursor<'_>) -> Option<Statement<'_>> {
    chevrons(call)
        .or_else(|| by_function(call))
        .or_else(|| by_configuration(call))
}

/// `kernel<<<grid, block>>>(arguments)`: a call whose second child is the call that configures it.
fn chevrons(call: Cursor<'_>) -> Option<Statement<'_>> {
    let configuration = call.children().into_iter().find(|c| {
        c.kind() == CXCursor_CallExpr
            && matches!(
                c.spelling().as_str(),
                "cudaConfigureCall" | "__cudaPushCallConfiguration"
            )
    })?;
    let shape = configuration.arguments();
    Some(Statement {
        kernel: call.referenced(),
        reference: call.children().first().copied(),
        grid: *shape.first()?,
        block: *shape.get(1)?,
        shared: shape.get(2).copied(),
        stream: shape.get(3).copied(),
        arguments: Arguments::Given(call.arguments()),
    })
}

/// `cudaLaunchKernel(kernel, grid, block, pointers, ...)`.
fn by_function(call: Cursor<'_>) -> Option<Statement<'_>> {
    if !matches!(
        dependent::name_of_called(call).as_str(),
        "cudaLaunchKernel" | "cudaLaunchCooperativeKernel"
    ) {
        return None;
    }
    let all = call.arguments();
    let [kernel, grid, block, pointers, ..] = all[..] else {
        return None;
    };
    let reference = reference_to_function(kernel)?;
    Some(Statement {
        kernel: function(reference),
        reference: Some(reference),
        grid,
        block,
        shared: all.get(4).copied(),
        stream: all.get(5).copied(),
        arguments: Arguments::Pointers(pointers),
    })
}

/// `cudaLaunchKernelEx(&configuration, kernel, arguments...)`, `cudaLaunchKernelExC(&configuration, kernel, pointers)`.
fn by_configuration(call: Cursor<'_>) -> Option<Statement<'_>> {
    let all = call.arguments();
    let ([configuration, kernel, rest @ ..], spelling) = (&all[..], dependent::name_of_called(call)) else {
        return None;
    };
    let arguments = match (spelling.as_str(), rest) {
        ("cudaLaunchKernelEx", _) => Arguments::Given(rest.to_vec()),
        ("cudaLaunchKernelExC", [pointers]) => Arguments::Pointers(*pointers),
        _ => return None,
    };
    let reference = reference_to_function(*kernel)?;
    Some(Statement {
        kernel: function(reference),
        reference: Some(reference),
        grid: *configuration,
        block: *configuration,
        shared: None,
        stream: None,
        arguments,
    })
}

/// A launch of a kernel that it names: of each template of kernels, where it names some that are called alike.
fn launch_calls(call: Cursor<'_>) -> Vec<LaunchCall<'_>> {
    let Some(statement) = statement(call) else {
        return Vec::new();
    };
    match statement.kernel {
        Some(kernel) => vec![launch_call(call, kernel, statement)],
        None => {
            let kernels = statement.reference.map(dependent::kernels).unwrap_or_default();
            let launch = |kernel| launch_call(call, kernel, statement.clone());
            kernels.into_iter().map(launch).collect()
        }
    }
}

fn launch_call<'u>(call: Cursor<'u>, kernel: Cursor<'u>, statement: Statement<'u>) -> LaunchCall<'u> {
    LaunchCall {
        call,
        kernel,
        reference: statement.reference.unwrap_or(call),
        grid: statement.grid,
        block: statement.block,
        shared: statement.shared,
        pointers: match &statement.arguments {
            Arguments::Given(_) => None,
            Arguments::Pointers(all) => Some(*all),
        },
        arguments: match statement.arguments {
            Arguments::Given(given) => given,
            Arguments::Pointers(_) => Vec::new(),
        },
        around: Vec::new(),
        cooperative: match dependent::name_of_called(call).as_str() {
            "cudaLaunchCooperativeKernel" => Some(true),
            // Attributes may ask for it.
            "cudaLaunchKernelEx" | "cudaLaunchKernelExC" => None,
            _ => Some(false),
        },
        enqueued: None,
    }
}

/// The reference in an expression such as `(void *)&kernel<float>` that names a function, or a variable with one.
fn reference_to_function(c: Cursor<'_>) -> Option<Cursor<'_>> {
    if c.kind() == CXCursor_DeclRefExpr {
        return Some(c).filter(|c| function(*c).is_some() || !dependent::kernels(*c).is_empty());
    }
    c.expressions().into_iter().find_map(reference_to_function)
}

/// The function that a reference names, or the variable with one.
fn function(reference: Cursor<'_>) -> Option<Cursor<'_>> {
    reference
        .referenced()
        .filter(|c| c.kind() == CXCursor_FunctionDecl || is_variable(*c))
}

/// Which kernels a function is: where its name stands, and the template arguments as the lowering writes them.
pub(super) struct Target {
    file: FileId,
    name: u32,
    instances: Instances,
}

/// Which of a template's instantiations.
enum Instances {
    /// With these arguments; without any it is no template.
    One(String),
    /// Those that stand for what nothing instantiates, as far as the arguments are known.
    Chosen(Vec<Argument>),
}

impl Target {
    /// The kernel that a call or another reference names.
    pub(super) fn of(function: Cursor<'_>, reference: Cursor<'_>, sources: &Sources) -> Option<Target> {
        let place = |at: Position| {
            span_of(
                sources,
                &Range {
                    start: at.clone(),
                    end: at,
                },
            )
        };
        let name = place(function.definition().unwrap_or(function).position()?)?;
        let instances = match function.kind() {
            CXCursor_FunctionTemplate => {
                let named = place(dependent::place_of_name(reference)?)?;
                let text = &sources[named.file].text;
                Instances::Chosen(dependent::arguments(function, text, named.start as usize)?)
            }
            _ => Instances::One(templates::instantiation(function)),
        };
        Some(Target {
            file: name.file,
            name: name.start,
            instances,
        })
    }

    pub(super) fn is(&self, kernel: &Kernel) -> bool {
        (kernel.instantiation_chosen || !self.is_open()) && self.may_be(kernel)
    }

    /// Whether it may be a kernel that something instantiates, for all that a template says which nothing may be seen to instantiate.
    pub(super) fn may_be(&self, kernel: &Kernel) -> bool {
        self.file == kernel.span.file
            && self.name == kernel.span.start
            && match &self.instances {
                Instances::One(instantiation) => *instantiation == kernel.instantiation,
                Instances::Chosen(arguments) => dependent::may_be(arguments, &kernel.instantiation),
            }
    }

    /// Whether a template around it settles which kernel it is.
    pub(super) fn is_open(&self) -> bool {
        matches!(self.instances, Instances::Chosen(_))
    }
}
