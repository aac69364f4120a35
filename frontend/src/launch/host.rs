//! Launch statements of host code: `kernel<<<grid, block>>>(args)`, `cudaLaunchKernel(kernel, grid, block, ...)`.

use super::calls::{LaunchCall, Launches, Target};
use super::constants::{Scope, addressed, strip};
use super::instances::{Instances, is_pattern};
use super::lost::Lost;
use super::names::Names;
use super::opencl::{self, Slot};
use super::roots::{self, Flows};
use super::uses::Effect;
use super::variables::{Variables, function_around, is_local, is_variable, start};
use super::ways::Way;
use super::{
    Function, Program, Sources, by_text, conditions, extents, handed_on, line_of, members, relations,
    same_place, shapes, span_of, unseen,
};
use crate::clang::kinds::*;
use crate::clang::{Cursor, Position};
use crate::ir::{Extent, Kernel, Launch, Object, ObjectSource, Param, Ty, Unclear};
use crate::plain;
use crate::reach;
use crate::repair::{dependent, explicitly_instantiated};

/// Words of attributes and names by which functions are called that nothing else calls (GCC's manual, 6.33 and 3.12), and those of assembly.
const CALLING: [&str; 12] = [
    "constructor",
    "destructor",
    "cleanup",
    "alias",
    "ifunc",
    "section",
    "asm",
    "__asm",
    "__asm__",
    "__cyg_profile_func_enter",
    "__cyg_profile_func_exit",
    "_init",
];

/// Whether a text may call functions in a way that is not followed.
fn calls_by_text(text: &str) -> bool {
    let code = plain::code(text);
    CALLING.iter().any(|word| plain::mentions(&code, word))
}

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
pub(super) fn attach<'u>(program: &Program<'_, 'u>, sources: &Sources, kernels: &mut [Kernel]) {
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
        not_named,
    } = found;
    let lost = Lost::all(program.lost, &declarations, (sources, program.included));
    let commands = opencl::Commands::of(&declarations);
    let is_silent = calls.is_empty() && others.is_empty() && by_name.is_empty() && lost.is_empty();
    if is_silent && commands.is_none() {
        return;
    }
    let mut variables = Variables::new(&declarations, lost, program.called_elsewhere);
    let explicit = explicitly_instantiated(sources.iter().map(|file| file.text.as_str()));
    variables.explicit.extend(explicit);
    variables.is_called_by_text = sources.iter().any(|file| calls_by_text(&file.text));
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
    unread.sort_by_key(|mention| mention.kernel.kind() == CXCursor_FunctionTemplate);
    // Launches that are never reached speak only of kernels that have no other.
    let mut unreached: Vec<(usize, Launch)> = Vec::new();
    let target = |call: LaunchCall<'u>| Some((Target::of(call.kernel, call.reference, sources)?, call));
    let mut targets: Vec<(Target, LaunchCall<'u>)> = calls.into_iter().filter_map(target).collect();
    // Whether the instantiations of a template are seen is known behind them.
    let is_open = |target: &Target, call: &LaunchCall<'u>| {
        let around = function_around(&call.around).filter(|_| call.around.iter().any(is_pattern));
        target.is_open() || around.is_some_and(|function| variables.is_instantiated_here(function))
    };
    targets.sort_by_key(|(target, call)| is_open(target, call));
    let mut instances = Instances::default();
    for (target, call) in targets {
        let function = function_around(&call.around);
        for (n, kernel) in kernels.iter_mut().enumerate() {
            if !instances.count((&target, is_open(&target, &call)), call.reference, (n, kernel)) {
                continue;
            }
            let ways = function.map_or_else(|| vec![Way::new()], |function| variables.ways_to(function));
            for way in ways {
                variables.steps.begin();
                let (said, reached) = variables.on(way, || {
                    let (scope, reached) = conditions::scope(&variables, &call.around);
                    let reached = reached && variables.is_way_open();
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
        let scope = (&Scope::new(&variables), not_named);
        unseen::add_handed_on(&mention, scope, (&flows, &mut instances), sources, kernels);
    }
    for call in by_name.into_iter().filter(|_| commands.is_none()) {
        unseen::add_found_by_name(call, sources, kernels);
    }
    opencl::add_open(&open, sources, kernels);
    by_text::add_lost(
        (&variables, &flows),
        (&declarations, &named),
        (sources, program.included),
        kernels,
    );
    unreached.retain(|(n, _)| kernels[*n].launches.is_empty());
    for (n, launch) in unreached {
        kernels[n].launches.push(launch);
    }
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
    (is_kept && start.kind() == CXCursor_InitListExpr)
        .then(|| start.expressions().into_iter().map(addressed).collect())
        .flatten()
}

/// Whether a variable of the function around, of which an array of pointers keeps the address, is not changed behind that.
fn is_settled<'u>(scope: &Scope<'_, 'u>, argument: Cursor<'u>) -> bool {
    let Some(variable) = strip(argument).referenced().filter(|c| is_variable(*c)) else {
        return false;
    };
    let Some(kept) = argument.position() else {
        return false;
    };
    let mut changes = scope.variables.changes(variable).iter();
    is_local(variable)
        && scope.variables.is_seen(variable)
        && changes.all(|change| {
            let is_before = |at: Position| at.file == kept.file && at.offset < kept.offset;
            let is_here = change.inside.is_some_and(|inside| {
                variable
                    .semantic_parent()
                    .is_some_and(|function| function.same(inside))
            });
            is_here && change.by.position().is_some_and(is_before)
        })
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
        of_program: scope.variables.is_program(),
        ways: Vec::new(),
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
    let parameters = dependent::parameters(call.kernel.definition().unwrap_or(call.kernel));
    let mut unclear: Vec<Unclear> = Vec::new();
    if let Some(None) = pointed {
        let numbers = parameters.iter().filter(|parameter| is_number(kernel, parameter));
        unclear.extend(numbers.map(|parameter| lost(call, parameter)));
    }
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
    let mut names = Names::of(
        if jumps {
            Vec::new()
        } else {
            in_lambda(&call.around)
        },
        Vec::new(),
    );
    let function = function.filter(|_| !jumps);
    let mut addresses = Vec::new();
    let is_read_so =
        |n: &i128, parameter: &Cursor<'u>| call.enqueued.is_none() || opencl::fits_in(*n, *parameter);
    for (argument, parameter, set) in &handed {
        let is_kept = set.is_some_and(|set| call.enqueued.is_none() || names.keeps(scope, *argument, set));
        pointers.extend(roots::handed(kernel, &parameter.spelling(), *argument));
        // What such an array leads to may change behind it.
        if call.pointers.is_some() && !is_settled(scope, *argument) {
            unclear.extend(is_number(kernel, parameter).then(|| lost(call, parameter)));
            continue;
        }
        if call.enqueued.is_none() {
            members::add(scope, (*argument, *parameter), function, kernel, &mut launch);
            names.others.extend(members::known(*argument, *parameter, kernel));
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
    let met = roots::meeting(flows, scope, call.call, kernel, &pointers);
    met.tell(&mut launch);
    if let Some(None) = pointed {
        unseen::may_all_meet(kernel, &mut launch);
    }
    launch.loose = shapes::loose(scope, flows, call, &launch);
    Some(launch)
}

/// An argument, the parameter that gets it, and where it is handed over, if control comes from there to the launch.
pub(super) type Handed<'u> = (Cursor<'u>, Cursor<'u>, Option<Cursor<'u>>);

/// Whether a kernel has a number as this parameter.
fn is_number(kernel: &Kernel, parameter: &Cursor<'_>) -> bool {
    let is_it = |p: &Param| p.name == parameter.spelling() && matches!(p.ty, Ty::Int { .. } | Ty::Bool);
    kernel.params.iter().any(is_it)
}

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
    let numbers = Names::of(names.around.clone(), Vec::new());
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
