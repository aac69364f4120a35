//! A source file as a module: repaired, lowered, and the same for its branches of `#if`.

use crate::clang::linked::Linked;
use crate::directives;
use crate::host::{self, Beside};
use crate::index::Idx;
use crate::ir::{FileId, Kernel, Module, SourceFile, Span, Target};
use crate::lower;
use crate::python::Contents;
use crate::python::place::{self, Host};
use crate::repair::branches::{Branches, LeftOut};
use crate::repair::errors::loses_code;
use crate::repair::{self, Input, TranslationUnit, targets};
use std::collections::BTreeSet;

/// Parses and lowers the programs of one file, as one module; the `others` are files that have a say in how its kernels are launched,
/// `beside` what OpenCL sources that it names hold, and `around` is the host code that the programs stand in.
///
/// # Errors
/// libclang is missing, or gave nothing.
pub(crate) fn of_programs(
    inputs: &[Input],
    (others, beside): (&[Input], &Beside),
    around: Option<&Input>,
) -> Result<Module, String> {
    let mut modules = inputs.iter().map(|input| of_source(input, others, beside));
    let mut all = modules.next().ok_or("there is nothing to parse")??;
    for module in modules {
        place::merge(&mut all, module?);
    }
    if let Some(around) = around {
        all.host = host::read_around(&repair::repair_host_code(around)?, &all, beside);
    }
    all.included.extend(beside.files.iter().cloned());
    all.read.extend(beside.read.iter().cloned());
    Ok(all)
}

/// Parses and lowers the programs in a Python file, as one module that speaks of its lines.
///
/// # Errors
/// libclang is missing, or gave nothing.
pub(crate) fn of_python(host: &Host, contents: &Contents, inputs: &[Input]) -> Result<Module, String> {
    let mut all = host.module(contents);
    for (program, input) in contents.programs.iter().zip(inputs) {
        place::merge(
            &mut all,
            host.place_module(of_source(input, &[], &Beside::default())?, program),
        );
    }
    all.kernels
        .sort_by_key(|kernel| (kernel.span.file, kernel.span.start));
    Ok(all)
}

/// One source. Kernels of branches that it leaves out come with those that it holds as it stands.
pub(crate) fn of_source(input: &Input, others: &[Input], beside: &Beside) -> Result<Module, String> {
    let others: Result<Vec<TranslationUnit>, String> = others.iter().map(repair::repair_host_code).collect();
    let mut others = others?;
    let (mut module, loops, chosen) = {
        let translation = repair::repair(input)?;
        let mut apart = BTreeSet::new();
        others.retain_mut(|other| {
            let linked = Linked::of(&[&translation.unit, &other.unit]);
            // Both define a function or a variable: they are parts of two programs.
            let is_apart = !linked.defined_twice().is_empty();
            // What clang lost of it may name anything.
            let is_whole = || !other.unit.messages().iter().any(loses_code);
            let is_none = is_apart || is_whole() && !linked.refers(&other.unit, &translation.unit);
            if is_none {
                apart.insert(other.input.path.clone());
                other.chosen.clear();
            }
            !is_apart
        });
        let mut module = lower::lower(&translation, &others, &[]);
        module.apart = apart;
        let loops = directives::kernels(&translation, &mut module);
        let transfers = std::mem::take(&mut module.host.transfers);
        module.host = host::read(&translation, &others, &module, beside);
        module.host.transfers = transfers;
        (module, loops, translation.chosen)
    };
    for_other_targets(input, &others, &mut module)?;
    let branches = Branches::of(input, &module);
    for branch in branches.to_try() {
        let taken = lower::lower(&repair::repair(&branches.taking(&branch, &module))?, &others, &[]);
        module.files = taken.files;
        module.read.extend(taken.read);
        for mut kernel in taken.kernels {
            let twin = |k: &Kernel| k.name == kernel.name && k.span != kernel.span;
            let free = input.all_branches || !module.kernels.iter().any(twin);
            if free && branches.holds(&branch, &kernel, &module.files) {
                kernel.chosen_names.extend(chosen.iter().cloned());
                kernel.chosen_names.push(branch.chosen());
                module.kernels.push(kernel);
            }
        }
        for file in taken.included {
            let known = |f: &SourceFile| f.path == file.path;
            if !module.included.iter().any(known) && !module.files.iter().any(known) {
                module.included.push(file);
            }
        }
    }
    module.kernels.sort_by(|a, b| {
        let key = |k: &Kernel| (module.files[k.span.file].path.clone(), k.span.start);
        key(a).cmp(&key(b))
    });
    for one in branches.left_out(&module) {
        let span = span_of(&one, &mut module);
        let name = one.text[one.name].to_owned();
        let kernel = lower::unread_kernel(input.language, (name, String::new()), span, one.reason);
        module.kernels.push(kernel);
    }
    // No definition of a kernel is one of these, so they come last.
    module.kernels.extend(loops);
    Ok(module)
}

/// Adds what other compilers and architectures make of the kernels, where it is something else.
fn for_other_targets(input: &Input, program: &[TranslationUnit], module: &mut Module) -> Result<(), String> {
    let Some((own, others)) = targets::others(input, module) else {
        return Ok(());
    };
    // What is made of each kernel: first what is made of it here.
    let usual = std::mem::take(&mut module.kernels);
    let mut made: Vec<Vec<(Kernel, Target)>> = usual
        .iter()
        .cloned()
        .map(|kernel| vec![(kernel, own.clone())])
        .collect();
    for other in others {
        let of_host = match other.target.cuda_arch {
            Some(_) => &usual[..],
            // To other compilers host code may be other code as well.
            None => &[],
        };
        let taken = lower::lower(&repair::repair(&other.input)?, program, of_host);
        module.files = taken.files;
        module.read.extend(taken.read);
        for kernel in taken.kernels {
            let is_it = |all: &&mut Vec<(Kernel, Target)>| {
                let usual = &all[0].0;
                usual.span == kernel.span && usual.instantiation == kernel.instantiation
            };
            let Some(all) = made.iter_mut().find(is_it) else {
                continue;
            };
            match all.iter_mut().find(|(known, _)| *known == kernel) {
                Some((_, target)) => target.join(&other.target),
                None => all.push((kernel, other.target.clone())),
            }
        }
    }
    for all in made {
        let differ = all.len() > 1;
        module
            .kernels
            .extend(all.into_iter().map(|(kernel, target)| Kernel {
                target: differ.then_some(target),
                ..kernel
            }));
    }
    Ok(())
}

/// Where the name of a definition stands that nobody looked at.
fn span_of(one: &LeftOut, module: &mut Module) -> Span {
    let known = module
        .files
        .iter_enumerated()
        .find(|(_, file)| file.path == one.path);
    let file = known.map(|(id, _)| id).unwrap_or_else(|| {
        let at = module.included.iter().position(|file| file.path == one.path);
        match at {
            Some(at) => module.files.push(module.included.remove(at)),
            None => FileId::new(0),
        }
    });
    // Of a program in a literal the host file has the lines.
    let text = &module.files[file].text;
    let before = text.get(..one.name.start).unwrap_or_default();
    let line = before.matches('\n').count() as u32 + 1;
    let column = (before.len() - before.rfind('\n').map_or(0, |end| end + 1)) as u32 + 1;
    Span {
        file,
        start: one.name.start as u32,
        end: one.name.end as u32,
        line,
        column,
        end_line: line,
        end_column: column + one.name.len() as u32,
    }
}
