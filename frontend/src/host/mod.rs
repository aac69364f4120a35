//! Host code as commands on memory: allocations, copies, launches, waiting ([`crate::ir::host`]).
//!
//! Functions that call the runtime, those that call them, and those that they call are lowered, one statement at a time. What clang
//! could not parse, directives that make threads and the like cost the function: then nothing is said of it.

mod call;
mod classes;
mod elements;
mod expr;
mod holders;
mod kernels;
mod lambda;
mod launch;
mod loops;
mod methods;
mod opencl;
mod place;
mod stmt;
mod table;
mod threads;

use crate::callers::opencl::STUB;
use crate::clang::kinds::*;
use crate::clang::linked::Linked;
use crate::clang::{Cursor, Message, Range, Unit, body, qualified_name};
use crate::ir::host::{HostFunction, HostKernel, HostKind, HostProgram, HostVariable};
use crate::ir::{Language, Module, SourceFile, Span};
use crate::launch::{span_of, strip};
use crate::lower::called_elsewhere;
use crate::module;
use crate::reach;
use crate::repair::errors::{is_within, loses_code};
use crate::repair::kernels::is_the_languages;
use crate::repair::{Input, TranslationUnit};
use kernels::Kernels;
use std::collections::{BTreeSet, HashMap};

/// The host code of a program whose kernels, those of a first unit, are lowered: nothing if it has none.
pub(crate) fn read(
    translation: &TranslationUnit,
    others: &[TranslationUnit],
    module: &Module,
    beside: &Beside,
) -> HostProgram {
    let all = || std::iter::once(translation).chain(others);
    // What other files are heard of for the launches of kernels alone is judged where they are read themselves.
    let is_only_heard = translation.input.text.contains(STUB);
    if module.language != Language::Cuda || is_only_heard || !all().any(concerns_host) {
        return HostProgram::default();
    }
    of_units(translation, others, module, beside)
}

/// The host code around the OpenCL programs in a file's literals, whose kernels are lowered.
pub(crate) fn read_around(translation: &TranslationUnit, module: &Module, beside: &Beside) -> HostProgram {
    of_units(translation, &[], module, beside)
}

/// What OpenCL sources hold that host code names.
#[derive(Default)]
pub(crate) struct Beside {
    kernels: Vec<HostKernel>,
    /// The sources, and what they include.
    pub files: Vec<SourceFile>,
    /// The names of all that was read for them.
    pub read: BTreeSet<String>,
}

/// The kernels of the OpenCL sources that host code names, and what they do with their parameters.
///
/// # Errors
/// libclang is missing, or gave nothing.
pub(crate) fn kernels_of(sources: &[Input]) -> Result<Beside, String> {
    let mut found = Beside::default();
    for source in sources {
        let module = module::of_source(source, &[], &Beside::default())?;
        let mut kernels = kernels::by_name(&module);
        if kernels::hang_on_build(&source.text) {
            kernels.iter_mut().for_each(kernels::forget);
        }
        found.kernels = kernels::join(found.kernels, kernels);
        found.read.extend(module.read);
        found
            .files
            .extend(module.files.iter().cloned().chain(module.included));
    }
    Ok(found)
}

/// Whether a text may call OpenCL's interface.
pub(crate) fn may_call_opencl(text: &str) -> bool {
    opencl::may_concern(text)
}

/// Whether a text may call a runtime.
pub(crate) fn may_call_runtime(text: &str) -> bool {
    table::may_concern(text) || opencl::may_concern(text)
}

fn of_units(
    translation: &TranslationUnit,
    others: &[TranslationUnit],
    module: &Module,
    beside: &Beside,
) -> HostProgram {
    let all = || std::iter::once(translation).chain(others);
    let units: Vec<&Unit> = all().map(|one| &one.unit).collect();
    let roots: Vec<Cursor<'_>> = units.iter().map(|unit| unit.root()).collect();
    let linked = Linked::of(&units);
    let candidates = candidates(&roots);
    if !candidates.iter().any(|(_, body)| has_commands(*body)) {
        return HostProgram::default();
    }
    let mut reader = Reader {
        units: &units,
        lost: units
            .iter()
            .flat_map(|unit| unit.messages())
            .filter(loses_code)
            .collect(),
        module,
        kernels: Kernels::of(module),
        numbers: HashMap::new(),
        waiting: Vec::new(),
        globals: HashMap::new(),
        methods: HashMap::new(),
        places: 0,
        is_opencl: all().any(|one| opencl::may_concern(&one.input.text)),
        program: HostProgram {
            per_thread: all().any(says_per_thread),
            called_elsewhere: called_elsewhere(&translation.input, &linked),
            kernels: kernels::join(kernels::by_name(module), beside.kernels.iter().cloned()),
            ..HostProgram::default()
        },
    };
    reader.read_all(&candidates);
    reader.program
}

/// Whether a unit calls the runtime.
fn concerns_host(translation: &TranslationUnit) -> bool {
    let unit = &translation.unit;
    let concerns = |path: &String| {
        let text = unit.contents(path);
        text.is_some_and(|text| may_call_runtime(&text))
    };
    may_call_runtime(&translation.input.text) || unit.inclusions().iter().any(concerns)
}

/// Whether each host thread has a default stream of its own.
fn says_per_thread(translation: &TranslationUnit) -> bool {
    let Input { text, arguments, .. } = &translation.input;
    let says = |argument: &String| argument.contains("API_PER_THREAD_DEFAULT_STREAM");
    text.contains("define CUDA_API_PER_THREAD_DEFAULT_STREAM") || arguments.iter().any(says)
}

/// The functions with a body that run on the host.
fn candidates<'u>(roots: &[Cursor<'u>]) -> Vec<(Cursor<'u>, Cursor<'u>)> {
    let mut found = Vec::new();
    for c in reach::reached_in(roots) {
        collect(c, &mut found);
    }
    let mut known = std::collections::HashSet::new();
    found.retain(|(c, _)| known.insert(c.canonical().identity()));
    found
}

fn collect<'u>(c: Cursor<'u>, found: &mut Vec<(Cursor<'u>, Cursor<'u>)>) {
    match c.kind() {
        CXCursor_FunctionDecl | CXCursor_CXXMethod | CXCursor_Constructor | CXCursor_Destructor => {
            if let Some(body) = body(c).filter(|_| runs_on_host(c)) {
                found.push((c, body));
            }
        }
        CXCursor_Namespace
        | CXCursor_LinkageSpec
        | CXCursor_UnexposedDecl
        | CXCursor_StructDecl
        | CXCursor_ClassDecl => c.children().into_iter().for_each(|child| collect(child, found)),
        _ => {}
    }
}

fn runs_on_host(function: Cursor<'_>) -> bool {
    let has = |kinds| function.has_attribute(kinds) || function.canonical().has_attribute(kinds);
    !is_the_languages(function)
        && (has(&[CXCursor_CUDAHostAttr]) || !has(&[CXCursor_CUDADeviceAttr, CXCursor_CUDAGlobalAttr]))
}

/// Whether a body calls the runtime or launches a kernel.
fn has_commands(c: Cursor<'_>) -> bool {
    c.kind() == CXCursor_CallExpr && is_command(c) || c.children().into_iter().any(has_commands)
}

fn is_command(call: Cursor<'_>) -> bool {
    let name = call.spelling();
    classes::is_command(call)
        || name == "__cudaPushCallConfiguration"
        || name == "cudaConfigureCall"
        || opencl::command_of(&name).is_some() && call.referenced().is_some_and(is_function_of_runtime)
}

/// Whether it is a function of the runtime's; who makes an object of one of its classes calls none.
fn is_function_of_runtime(called: Cursor<'_>) -> bool {
    called.kind() != CXCursor_Constructor && is_the_languages(called)
}

/// A function that will be read.
#[derive(Clone)]
struct Waiting<'u> {
    function: Cursor<'u>,
    body: Cursor<'u>,
    /// What the lambda captures whose function it is.
    captured: Vec<Cursor<'u>>,
}

/// Reads functions, one after the other; those that are called wait for their turn.
struct Reader<'u, 'm> {
    units: &'m [&'u Unit],
    /// What clang says of code that it leaves out.
    lost: Vec<Message>,
    module: &'m Module,
    kernels: Kernels,
    /// Functions by identity.
    numbers: HashMap<usize, usize>,
    waiting: Vec<Waiting<'u>>,
    globals: HashMap<usize, usize>,
    /// Whether methods are followed, by identity.
    methods: HashMap<usize, bool>,
    /// Places that were made up.
    places: u32,
    /// OpenCL's functions are told names.
    is_opencl: bool,
    program: HostProgram,
}

impl<'u> Reader<'u, '_> {
    fn read_all(&mut self, candidates: &[(Cursor<'u>, Cursor<'u>)]) {
        let concerned = self.concerned(candidates);
        let leading = concerned.len();
        for (function, body) in concerned {
            self.number(function, body);
        }
        let mut next = 0;
        while next < self.waiting.len() {
            let mut read = self.function(self.waiting[next].clone());
            read.leads_to_commands = next < leading;
            self.program.functions.push(read);
            next += 1;
        }
    }

    /// The functions with commands, and those that lead to them.
    fn concerned(&self, candidates: &[(Cursor<'u>, Cursor<'u>)]) -> Vec<(Cursor<'u>, Cursor<'u>)> {
        let calls: Vec<Vec<usize>> = candidates
            .iter()
            .map(|(_, body)| {
                let mut found = Vec::new();
                callees(*body, &mut found);
                found
            })
            .collect();
        let key = |n: usize| {
            let function = candidates[n].0;
            function.canonical().identity()
        };
        let mut is_concerned: Vec<bool> = candidates.iter().map(|(_, body)| has_commands(*body)).collect();
        loop {
            let reached: Vec<usize> = (0..candidates.len())
                .filter(|n| is_concerned[*n])
                .map(key)
                .collect();
            let leads =
                |n: &usize| !is_concerned[*n] && calls[*n].iter().any(|callee| reached.contains(callee));
            let more: Vec<usize> = (0..candidates.len()).filter(leads).collect();
            if more.is_empty() {
                break;
            }
            more.into_iter().for_each(|n| is_concerned[n] = true);
        }
        let all = candidates.iter().zip(is_concerned);
        all.filter(|(_, concerned)| *concerned)
            .map(|(pair, _)| *pair)
            .collect()
    }

    /// The number of a function of the user's; it will be read.
    fn number(&mut self, function: Cursor<'u>, body: Cursor<'u>) -> usize {
        self.number_of_lambda(function, body, Vec::new())
    }

    /// The number of a lambda's function, which captures these variables.
    fn number_of_lambda(
        &mut self,
        function: Cursor<'u>,
        body: Cursor<'u>,
        captured: Vec<Cursor<'u>>,
    ) -> usize {
        let key = function.canonical().identity();
        if let Some(known) = self.numbers.get(&key) {
            return *known;
        }
        let number = self.waiting.len();
        self.numbers.insert(key, number);
        self.waiting.push(Waiting {
            function,
            body,
            captured,
        });
        number
    }

    fn function(&mut self, waiting: Waiting<'u>) -> HostFunction {
        let Waiting {
            function,
            body,
            captured,
        } = waiting;
        let sources = &self.module.files;
        let range = body.range();
        let name = function.position().map(|at| Range {
            end: crate::clang::Position {
                offset: at.offset + function.spelling().len() as u32,
                column: at.column + function.spelling().len() as u32,
                ..at.clone()
            },
            start: at,
        });
        let span = name.and_then(|name| span_of(sources, &name));
        let mut scope = stmt::Scope::new(self, function, captured);
        let body_read = scope.statements(body);
        let mut read = scope.finish(body_read);
        read.name = qualified_name(function);
        read.has_commands = has_commands(body);
        let numbers = |find: fn(Cursor<'_>, &mut Vec<usize>)| {
            let mut named = Vec::new();
            find(body, &mut named);
            let numbers = named.iter().filter_map(|key| self.numbers.get(key).copied());
            Vec::from_iter(BTreeSet::from_iter(numbers))
        };
        (read.calls, read.values) = (numbers(callees), numbers(values));
        read.is_internal = function.is_static() || function.template().is_some();
        read.lost = read
            .lost
            .or_else(|| range.as_ref().and_then(|range| self.loss(range)));
        read.span = span.unwrap_or_else(|| self.nowhere());
        if self.is_opencl {
            self.argument_races(body, &(read.name.clone(), read.span));
        }
        read
    }

    /// A place in a header whose text the module does not keep: no other has the same, and no text has it.
    fn nowhere(&mut self) -> Span {
        self.places += 1;
        let at = u32::MAX - self.places;
        Span {
            start: at,
            end: at,
            ..crate::lower::Files::start()
        }
    }

    /// What of a body is not in the syntax tree, if anything.
    fn loss(&self, body: &Range) -> Option<String> {
        if let Some(message) = self.lost.iter().find(|message| is_within(message, body)) {
            return Some(format!("clang cannot parse all of it: {}", message.text));
        }
        let text = self
            .units
            .iter()
            .find_map(|unit| unit.contents(&body.start.file))?;
        let text = text.get(body.start.offset as usize..body.end.offset as usize)?;
        let makes_threads = text.lines().map(str::trim_start).any(|line| {
            line.starts_with('#')
                && ["pragma omp", "pragma acc"]
                    .iter()
                    .any(|pragma| line.contains(pragma))
        });
        makes_threads.then(|| "directives in it make threads".to_owned())
    }

    /// The number of a variable of the file.
    fn global(&mut self, variable: Cursor<'u>) -> usize {
        let key = variable.canonical().identity();
        if let Some(known) = self.globals.get(&key) {
            return *known;
        }
        let number = self.program.globals.len();
        let kind = match place::kind(variable) {
            // What its memory holds at the start is not known here.
            HostKind::Memory(_) => HostKind::Opaque,
            kind => kind,
        };
        self.program.globals.push(HostVariable {
            name: variable.spelling(),
            kind,
            of_device: variable.has_attribute(&[CXCursor_CUDADeviceAttr]),
        });
        self.globals.insert(key, number);
        number
    }
}

/// The functions that a body names otherwise than to call them.
fn values(c: Cursor<'_>, found: &mut Vec<usize>) {
    let target = c
        .referenced()
        .filter(|target| matches!(target.kind(), CXCursor_FunctionDecl | CXCursor_CXXMethod));
    found.extend(
        target
            .filter(|_| c.kind() == CXCursor_DeclRefExpr)
            .map(|target| target.canonical().identity()),
    );
    let is_call = c.kind() == CXCursor_CallExpr && target.is_some();
    let is_callee = |child: &Cursor<'_>| {
        let name = strip(*child);
        is_call
            && name.kind() == CXCursor_DeclRefExpr
            && name.referenced().zip(target).is_some_and(|(a, b)| a.same(b))
    };
    let mut children = c.children();
    // That of an operator stands behind its first operand.
    if let Some(callee) = children.iter().position(is_callee) {
        children.remove(callee);
    }
    children.into_iter().for_each(|child| values(child, found));
}

/// The functions that a body names.
fn callees(c: Cursor<'_>, found: &mut Vec<usize>) {
    if matches!(c.kind(), CXCursor_CallExpr | CXCursor_DeclRefExpr)
        && let Some(target) = c.referenced()
        && matches!(
            target.kind(),
            CXCursor_FunctionDecl | CXCursor_CXXMethod | CXCursor_Constructor
        )
    {
        found.push(target.canonical().identity());
    }
    c.children().into_iter().for_each(|child| callees(child, found));
}
