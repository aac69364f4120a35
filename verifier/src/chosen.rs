//! What kverify chose where a source leaves it open: names that nothing declares, and template arguments.
//!
//! Both stand with the verdict as assumptions. A number that was chosen says how far threads' places lie apart as often as not: what
//! replay shows of a kernel made with it need not be so in the kernel that somebody builds.

use crate::config::Configuration;
use kverify_frontend::ir::{AS_HERE, ChosenName, Kernel, Loc, NOT_FOUND, Unclear};
use kverify_smt::answer::{Approximation, Assumption, Taken};

/// The assumptions that the choices are.
pub fn assumptions(kernel: &Kernel) -> impl Iterator<Item = Assumption> {
    [instantiation(kernel), names(kernel), target(kernel)]
        .into_iter()
        .flatten()
}

/// Whether the kernel is the one that somebody builds, as far as its text goes, in launches that are meant.
pub fn is_none(kernel: &Kernel, configuration: &Configuration) -> bool {
    let is_exact = kernel.unmade.is_empty() && kernel.doubts.is_empty();
    is_exact && numbers(kernel).is_none() && sizes(kernel, configuration).is_none()
}

fn instantiation(kernel: &Kernel) -> Option<Assumption> {
    let Kernel {
        name,
        instantiation,
        unread_uses,
        ..
    } = kernel;
    let lines: Vec<String> = unread_uses.iter().map(u32::to_string).collect();
    let why = match &lines[..] {
        [] => "nothing in the file instantiates the template".to_owned(),
        [line] => format!("clang cannot parse the host code in line {line} that instantiates the template"),
        _ => format!(
            "clang cannot parse the host code in lines {} that instantiates the template",
            lines.join(", ")
        ),
    };
    let text = match kernel.instantiation_chosen {
        true => {
            format!("{why}; {instantiation} was chosen (--instantiate '{name}{instantiation}' names another)")
        }
        false if lines.is_empty() => return None,
        false => format!("{why}; its arguments are taken to be among those that are looked at"),
    };
    Some(Assumption {
        id: Taken::Instantiation,
        text,
    })
}

fn target(kernel: &Kernel) -> Option<Assumption> {
    kernel.target.as_ref().map(|target| Assumption {
        id: Taken::Target,
        text: format!(
            "the kernel is compiled for {}; what others make of it stands apart (--cuda-arch names an architecture)",
            target.name
        ),
    })
}

fn names(kernel: &Kernel) -> Option<Assumption> {
    let said = |name: &ChosenName| match &name.origin {
        Some(origin) => format!("{} = {} (as {origin} says)", name.name, name.meaning),
        None => format!("{} = {}", name.name, name.meaning),
    };
    let is_asked = |name: &&ChosenName| name.meaning == AS_HERE;
    let is_branch = |name: &&ChosenName| name.name.starts_with('`') && !is_asked(name);
    let is_missing = |name: &&ChosenName| name.meaning == NOT_FOUND;
    let all = || kernel.chosen_names.iter();
    let names: Vec<String> = all()
        .filter(|n| !is_branch(n) && !is_missing(n) && !is_asked(n))
        .map(said)
        .collect();
    let branches: Vec<&str> = all().filter(is_branch).map(|n| n.name.as_str()).collect();
    let missing: Vec<&str> = all().filter(is_missing).map(|n| n.name.as_str()).collect();
    let asked: Vec<&str> = all().filter(is_asked).map(|n| n.name.as_str()).collect();
    let mut texts = Vec::new();
    if !asked.is_empty() {
        texts.push(format!("conditions hold {AS_HERE}, clang: {}", asked.join(", ")));
    }
    if !branches.is_empty() {
        texts.push(format!(
            "the kernel stands in a branch that the source leaves out, which was taken: {} (-D takes it for good)",
            branches.join(", ")
        ));
    }
    if !names.is_empty() {
        texts.push(format!(
            "nothing that was read declares these names, which were taken as follows: {} (-D or -I says otherwise)",
            names.join(", ")
        ));
    }
    if !missing.is_empty() {
        texts.push(format!(
            "what is not found defines nothing that is used here: {} (-I shows where it is)",
            missing.join(", ")
        ));
    }
    (!texts.is_empty()).then(|| Assumption {
        id: Taken::ChosenNames,
        text: texts.join("; "),
    })
}

/// What a finding leans on if numbers were chosen by their names alone.
pub fn numbers(kernel: &Kernel) -> Option<Approximation> {
    let by_name = |name: &&ChosenName| name.origin.is_none() && is_number(&name.meaning);
    let mut chosen: Vec<String> = kernel.chosen_names.iter().filter(by_name).map(said).collect();
    if kernel.instantiation_chosen && arguments(&kernel.instantiation).any(is_number) {
        chosen.push(format!("the template arguments {}", kernel.instantiation));
    }
    (!chosen.is_empty()).then(|| Approximation {
        message: format!("{} had to be chosen", chosen.join(", ")),
        loc: Loc {
            span: kernel.span,
            call: None,
        },
    })
}

/// What a finding leans on if host code launches the kernel with sizes that are not understood.
pub fn sizes(kernel: &Kernel, configuration: &Configuration) -> Option<Approximation> {
    let is_size = |unclear: &&Unclear| kernel.params.iter().all(|p| p.name != unclear.name);
    let unclear = configuration.unclear.iter().filter(is_size);
    let unclear: Vec<&str> = unclear.map(|unclear| unclear.name.as_str()).collect();
    (!unclear.is_empty()).then(|| Approximation {
        message: format!(
            "host code launches the kernel{} with sizes that are not understood ({})",
            configuration.where_launched(),
            unclear.join(", ")
        ),
        loc: Loc {
            span: kernel.span,
            call: None,
        },
    })
}

fn said(name: &ChosenName) -> String {
    format!("{} = {}", name.name, name.meaning)
}

/// The words between the brackets and commas of `<float, 256>`.
fn arguments(instantiation: &str) -> impl Iterator<Item = &str> {
    instantiation.split(['<', '>', ',']).map(str::trim)
}

fn is_number(text: &str) -> bool {
    text.parse::<i128>().is_ok()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn arguments_that_are_numbers_are_told_from_types() {
        let any = |text| arguments(text).any(is_number);
        assert!(any("<float, 256>"));
        assert!(any("<-1>"));
        assert!(!any("<float, float4>"));
        assert!(!any("<cub::Sum, vec<real>>"));
        assert!(!any(""));
    }
}
