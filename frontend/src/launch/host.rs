//! Launch statements of host code: `kernel<<<grid, block>>>(args)`, `cudaLaunchKernel(kernel, grid, block, ...)`.

use super::constants::{Scope, strip};
use super::lost::Lost;
use super::names::Names;
use super::opencl::{self, Enqueued, Slot};
use super::roots::{self, Flows};
use super::uses::Effect;
use super::variables::{Variables, function_around, is_variable, start};
use super::ways::Way;
use super::{
    Function, Program, Sources, conditions, extents, handed_on, line_of, members, relations, same_place,
    shapes, span_of, unseen,
};
use crate::clang::kinds::*;
use crate::clang::{Cursor, Position, Range};
use crate::ir::{Extent, FileId, Kernel, Launch, Object, ObjectSource, Param, Ty, Unclear};
use crate::reach;
use crate::repair::kernels::{is_kernel, is_the_languages};
use crate::repair::templates;

/// All function definitions in users' files, in their order.
pub(super) fn functions(root: Cursor<'_>, sources: &Sources) -> Vec<Function> {
    let mut found = Vec::new();
    collect_functions(root, sources, &mut found);
    found.sort_by_key(|function| (function.file, function.name));
    let mut end = None;
    for function in &mut found {
        function.before = end
            .filter(|(file, _)| *file == function.file)
            .map_or(0, |(_, end)| end);
        end = Some((function.file, function.end));
    }
    found
}

fn collect_functions(scope: Cursor<'_>, sources: &Sources, found: &mut Vec<Function>) {
    for c in scope.children() {
        match c.kind() {
            CXCursor_FunctionDecl | CXCursor_FunctionTemplate | CXCursor_CXXMethod => {
                let body = c
                    .children()
                    .into_iter()
                    .rfind(|child| child.kind() == CXCursor_CompoundStmt);
                let span = body
                    .and_then(|body| body.range())
                    .and_then(|range| span_of(sources, &range));
                if let (Some(body), Some(name)) = (span, c.position()) {
                    let (file, name) = (body.file, name.offset);
                    found.push(Function {
                        file,
                        before: 0,
                        name,
                        body: body.start,
                        end: body.end,
                    });
                }
            }
            CXCursor_Namespace
            | CXCursor_LinkageSpec
            | CXCursor_UnexposedDecl
            | CXCursor_StructDecl
            | CXCursor_ClassDecl => collect_functions(c, sources, found),
            _ => {}
        }
    }
}

/// Sets [`Kernel::launches`] by the launch statements of a program.
pub(super) fn attach(program: &Program<'_, '_>, sources: &Sources, kernels: &mut [Kernel]) {
    let in_user_file = |c: &Cursor<'_>| c.range().is_some_and(|range| span_of(sources, &range).is_some());
    let declarations = reach::reached_in(program.roots);
    let mut found = Launches::default();
    for declaration in declarations.iter().filter(|c| in_user_file(c)) {
        found.collect(*declaration, &mut Vec::new());
    }
    let Launches {
        mut calls,
        others,
        named,
        by_name,
    } = found;
    let lost = Lost::all(program.lost, &declarations, sources);
    let commands = opencl::Commands::of(&declarations);
    let is_silent = calls.is_empty() && others.is_empty() && by_name.is_empty() && lost.is_empty();
    if is_silent && commands.is_none() {
        return;
    }
    let variables = Variables::new(&declarations, lost, program.called_elsewhere);
    let open = match &commands {
        Some(commands) => {
            let (launches, open) = commands.launches(&variables, sources);
            calls.extend(launches);
            open
        }
        None => Vec::new(),
    };
    let flows = Flows::new(&declarations);
    let mut unread = Vec::new();
    for mention in others {
        match handed_on::launches(&mention, &calls) {
            through if through.is_empty() => unread.push(mention),
            through => calls.extend(through),
        }
    }
    // Launches that are never reached speak only of kernels that have no other.
    let mut unreached: Vec<(usize, Launch)> = Vec::new();
    for call in calls {
        let Some(target) = Target::of(call.kernel, sources) else {
            continue;
        };
        let of_target = kernels
            .iter_mut()
            .enumerate()
            .filter(|(_, kernel)| target.is(kernel));
        let function = function_around(&call.around);
        for (n, kernel) in of_target {
            let ways = function.map_or_else(|| vec![Way::new()], |function| variables.ways_to(function));
            for way in ways {
                let (said, reached) = variables.on(way, || {
                    let (scope, reached) = conditions::scope(&variables, &call.around);
                    let enqueued = call.enqueued.as_ref();
                    let is_its = enqueued.is_none_or(|enqueued| enqueued.is_reached(&variables));
                    let said = is_its.then(|| launch(&call, &scope, &flows, sources, kernel));
                    (said.flatten(), reached)
                });
                let Some(launch) = said else {
                    continue;
                };
                let is_dead = function.is_some_and(|function| variables.is_dead(function));
                if !reached || is_dead {
                    unreached.push((n, launch));
                } else if !kernel.launches.contains(&launch) {
                    kernel.launches.push(launch);
                }
            }
        }
    }
    for mention in unread {
        unseen::add_handed_on(&mention, &Scope::new(&variables), &flows, sources, kernels);
    }
    for call in by_name.into_iter().filter(|_| commands.is_none()) {
        unseen::add_found_by_name(call, sources, kernels);
    }
    opencl::add_open(&open, sources, kernels);
    unseen::add_lost(variables.lost(), &named, sources, kernels);
    unreached.retain(|(n, _)| kernels[*n].launches.is_empty());
    for (n, launch) in unreached {
        kernels[n].launches.push(launch);
    }
}

/// A launch, taken apart.
#[derive(Clone)]
pub(super) struct LaunchCall<'u> {
    pub(super) call: Cursor<'u>,
    /// The kernel's declaration, or that of a variable that leads to it.
    pub(super) kernel: Cursor<'u>,
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
    /// What it stands inside, outermost first.
    pub(super) around: Vec<Cursor<'u>>,
}

/// The launches of a file, and where it names kernels.
#[derive(Default)]
struct Launches<'u> {
    calls: Vec<LaunchCall<'u>>,
    others: Vec<Mention<'u>>,
    /// Where kernels are named.
    named: Vec<Position>,
    /// Calls that look kernels up by their names.
    by_name: Vec<Cursor<'u>>,
}

impl<'u> Launches<'u> {
    /// Adds those under `c`.
    fn collect(&mut self, c: Cursor<'u>, around: &mut Vec<Cursor<'u>>) {
        if c.kind() == CXCursor_DeclRefExpr && c.referenced().is_some_and(is_kernel) {
            self.named.extend(c.position());
            if !is_accounted_for(around) {
                self.others.push(Mention {
                    reference: c,
                    around: around.clone(),
                });
            }
        }
        around.push(c);
        if c.kind() == CXCursor_CallExpr
            && let Some(mut call) = launch_call(c)
        {
            call.around.clone_from(around);
            self.calls.push(call);
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

/// Whether a kernel is named in a launch that is read, or for a function of the toolkit that launches nothing.
fn is_accounted_for(around: &[Cursor<'_>]) -> bool {
    let call = around.iter().rev().find(|c| c.kind() == CXCursor_CallExpr);
    call.is_some_and(|call| {
        let of_toolkit = call.referenced().is_some_and(is_the_languages);
        let may_launch = ["Launch", "Graph"]
            .iter()
            .any(|word| call.spelling().contains(word));
        launch_call(*call).is_some() || of_toolkit && !may_launch
    })
}

/// A statement that launches a kernel.
pub(crate) struct Statement<'u> {
    /// Which, if it names one.
    pub kernel: Option<Cursor<'u>>,
    pub grid: Cursor<'u>,
    pub block: Cursor<'u>,
    /// The bytes of dynamic shared memory.
    pub shared: Option<Cursor<'u>>,
    pub stream: Option<Cursor<'u>>,
    pub arguments: Arguments<'u>,
}

/// What a launch hands over.
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
        call.spelling().as_str(),
        "cudaLaunchKernel" | "cudaLaunchCooperativeKernel"
    ) {
        return None;
    }
    let all = call.arguments();
    let [kernel, grid, block, pointers, ..] = all[..] else {
        return None;
    };
    Some(Statement {
        kernel: Some(referenced_function(kernel)?),
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
    let ([configuration, kernel, rest @ ..], spelling) = (&all[..], call.spelling()) else {
        return None;
    };
    let arguments = match (spelling.as_str(), rest) {
        ("cudaLaunchKernelEx", _) => Arguments::Given(rest.to_vec()),
        ("cudaLaunchKernelExC", [pointers]) => Arguments::Pointers(*pointers),
        _ => return None,
    };
    Some(Statement {
        kernel: Some(referenced_function(*kernel)?),
        grid: *configuration,
        block: *configuration,
        shared: None,
        stream: None,
        arguments,
    })
}

/// A launch of a kernel that it names.
fn launch_call(call: Cursor<'_>) -> Option<LaunchCall<'_>> {
    let statement = statement(call)?;
    Some(LaunchCall {
        call,
        kernel: statement.kernel?,
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
        cooperative: match call.spelling().as_str() {
            "cudaLaunchCooperativeKernel" => Some(true),
            // Attributes may ask for it.
            "cudaLaunchKernelEx" | "cudaLaunchKernelExC" => None,
            _ => Some(false),
        },
        enqueued: None,
    })
}

/// What the pointers of an array lead to that holds what it starts with: `void *all[] = {&a, &b};`.
fn pointed_to<'u>(scope: &Scope<'_, 'u>, array: Cursor<'u>) -> Option<Vec<Cursor<'u>>> {
    let variable = strip(array).referenced()?;
    let start = start(variable).map(strip)?;
    let is_kept = scope
        .variables
        .changes(variable)
        .iter()
        .all(|change| matches!(change.effect, Effect::Lent));
    let target = |pointer: Cursor<'u>| match strip(pointer).expressions()[..] {
        [operand] if strip(pointer).unary_operator() == CXUnaryOperator_AddrOf => Some(strip(operand)),
        _ => None,
    };
    (is_kept && start.kind() == CXCursor_InitListExpr)
        .then(|| start.expressions().into_iter().map(target).collect())
        .flatten()
}

/// The function that an expression such as `(void *)&kernel<float>` names.
fn referenced_function(c: Cursor<'_>) -> Option<Cursor<'_>> {
    if c.kind() == CXCursor_DeclRefExpr {
        return c
            .referenced()
            .filter(|function| function.kind() == CXCursor_FunctionDecl || is_variable(*function));
    }
    c.expressions().into_iter().find_map(referenced_function)
}

/// Which kernel a function is: where its name stands, and the template arguments as the lowering writes them.
pub(super) struct Target {
    file: FileId,
    name: u32,
    instantiation: String,
}

impl Target {
    pub(super) fn of(function: Cursor<'_>, sources: &Sources) -> Option<Target> {
        let at = function.definition().unwrap_or(function).position()?;
        let name = span_of(
            sources,
            &Range {
                start: at.clone(),
                end: at,
            },
        )?;
        Some(Target {
            file: name.file,
            name: name.start,
            instantiation: templates::instantiation(function),
        })
    }

    pub(super) fn is(&self, kernel: &Kernel) -> bool {
        self.file == kernel.span.file
            && self.name == kernel.span.start
            && self.instantiation == kernel.instantiation
    }
}

/// What is known of a launch of `kernel`.
fn launch<'u>(
    call: &LaunchCall<'u>,
    scope: &Scope<'_, 'u>,
    flows: &Flows<'u>,
    sources: &Sources,
    kernel: &Kernel,
) -> Option<Launch> {
    let span = call.call.range().and_then(|range| span_of(sources, &range))?;
    let mut launch = Launch {
        block: scope.block(call),
        grid: scope.grid(call),
        cooperative: call.cooperative,
        ..Launch::new(span)
    };
    let pointed = call.pointers.map(|array| pointed_to(scope, array));
    let arguments = match &pointed {
        None => &call.arguments[..],
        Some(known) => known.as_deref().unwrap_or(&[]),
    };
    let function = function_around(&call.around);
    let slots = call.enqueued.as_ref();
    let slots = slots.map(|enqueued| enqueued.slots(scope, call.call, (call.kernel, function)));
    let slots = slots.unwrap_or_default();
    let parameters = call.kernel.definition().unwrap_or(call.kernel).arguments();
    let handed: Vec<Handed<'u>> = match call.enqueued {
        None => arguments
            .iter()
            .zip(parameters)
            .map(|(argument, parameter)| (*argument, parameter, Some(call.call)))
            .collect(),
        Some(_) => slots.iter().filter_map(Slot::handed).collect(),
    };
    let mut pointers = Vec::new();
    let jumps = conditions::has_other_entry(scope.variables, &call.around);
    let mut names = Names {
        around: if jumps {
            Vec::new()
        } else {
            in_lambda(&call.around)
        },
        arguments: Vec::new(),
    };
    let function = function.filter(|_| !jumps);
    let mut addresses = Vec::new();
    let mut unclear: Vec<Unclear> = Vec::new();
    let is_read_so =
        |n: &i128, parameter: &Cursor<'u>| call.enqueued.is_none() || opencl::fits_in(*n, *parameter);
    for (argument, parameter, set) in &handed {
        let is_kept = set.is_some_and(|set| call.enqueued.is_none() || names.keeps(scope, *argument, set));
        pointers.extend(roots::handed(kernel, &parameter.spelling(), *argument));
        // What such an array leads to may change behind it.
        if call.pointers.is_some() {
            continue;
        }
        if call.enqueued.is_none() {
            members::add(scope, (*argument, *parameter), function, kernel, &mut launch);
        }
        let named = |p: &Param| p.name == parameter.spelling();
        let Some(index) = kernel.params.iter().position(named) else {
            continue;
        };
        let (index, ty) = (index as u32, kernel.params[index].ty);
        match ty {
            Ty::Int { .. } | Ty::Bool => {
                match scope.integer(*argument).filter(|n| is_read_so(n, parameter)) {
                    Some(value) => launch.args.push((index, value)),
                    None if is_kept => names.arguments.push((*argument, *parameter)),
                    None => unclear.push(lost(call, parameter)),
                }
            }
            Ty::Float(_) => {}
            Ty::Ptr => {
                match scope.variables.is_null(*argument, 0) {
                    Some(true) => launch.args.push((index, 0)),
                    Some(false) => launch.not_null.push(index),
                    None => {}
                }
                addresses.push((index, *argument, is_kept));
            }
        }
    }
    launch
        .given
        .extend(relations::given(scope, &names.arguments, function));
    let known = relations::of_launch(scope, call, launch.grid, launch.block, names);
    launch.relations = known.facts;
    launch.unclear.extend(known.unclear);
    launch.extents = extents(scope, call, &known.sizes, &addresses, kernel);
    launch.extents.extend(
        slots
            .iter()
            .filter_map(|slot| slot.local(scope, &known.sizes, kernel)),
    );
    let kept = addresses.iter().filter(|(_, _, is_kept)| *is_kept);
    same_place::add(
        scope,
        &kept.map(|(n, c, _)| (*n, *c)).collect::<Vec<_>>(),
        &mut launch,
    );
    for slot in &slots {
        pointers.extend(slot.others(kernel));
        launch.args.extend(slot.null(kernel).map(|param| (param, 0)));
        unclear.extend(slot.is_lost(kernel).then(|| lost(call, &slot.parameter)));
        unseen::may_meet(slot.meeting(kernel, &slots), &mut launch);
    }
    launch.unclear.extend(unclear);
    let met = roots::meeting(flows, scope, call.call, &pointers);
    launch.into_variables = met.variables;
    launch.doubtful = met.doubtful;
    match pointed {
        Some(None) => unseen::may_all_meet(kernel, &mut launch),
        _ => unseen::may_meet(met.pairs, &mut launch),
    }
    launch.loose = shapes::loose(scope, flows, call, &launch);
    Some(launch)
}

/// An argument, the parameter that gets it, and where it is handed over, if control comes from there to the launch.
pub(super) type Handed<'u> = (Cursor<'u>, Cursor<'u>, Option<Cursor<'u>>);

/// An argument of which nothing is known.
fn lost(call: &LaunchCall<'_>, parameter: &Cursor<'_>) -> Unclear {
    Unclear {
        name: parameter.spelling(),
        line: line_of(call.call),
        alone: false,
        relation: None,
    }
}

/// How large what a launch hands over is, and whether it still is what was handed over.
fn extents<'u>(
    scope: &Scope<'_, 'u>,
    call: &LaunchCall<'u>,
    names: &Names<'u>,
    pointers: &[(u32, Cursor<'u>, bool)],
    kernel: &Kernel,
) -> Vec<Extent> {
    // What was handed over at another time is known by numbers alone.
    let numbers = Names {
        around: names.around.clone(),
        arguments: Vec::new(),
    };
    let is_dynamic = |object: &Object| object.source == ObjectSource::DynamicShared;
    let shared = call.shared.filter(|_| kernel.objects.iter().any(is_dynamic));
    let of_shared = shared.and_then(|bytes| Some((None, extents::of_shared(scope, names, bytes)?)));
    let pointers = pointers.iter().filter_map(|(index, pointer, is_kept)| {
        let names = if *is_kept { names } else { &numbers };
        Some((Some(*index), extents::of_pointer(scope, names, *pointer)?))
    });
    let launched = line_of(call.call);
    let all = pointers.chain(of_shared);
    let all = all.map(|(param, known)| Extent {
        param,
        bytes: known.bytes,
        offset: known.offset,
        line: known.line.or_else(|| launched.clone()),
    });
    all.collect()
}

/// What a launch stands inside, as far as it runs together: when a lambda is called, what is around it may long be over.
pub(super) fn in_lambda<'u>(around: &[Cursor<'u>]) -> Vec<Cursor<'u>> {
    let lambda = around.iter().rposition(|c| c.kind() == CXCursor_LambdaExpr);
    around[lambda.map_or(0, |n| n + 1)..].to_vec()
}
