//! What directives do with arrays of the host and their copies on the device (OpenMP 5.2, section 5.8; OpenACC 3.3, section 2.7).

use crate::directives::Directive;
use crate::directives::words::{Effect, Family};

/// What a directive is to data.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum Role {
    /// Copies exist while its statement runs.
    Data,
    /// The same, and the device runs the statement.
    Compute,
    /// Copies come to be.
    Enter,
    /// Copies go.
    Exit,
    /// Copies are made equal.
    Update,
    /// It hands addresses of the device to host code.
    Addresses,
    /// Nothing.
    None,
}

pub(super) fn role(directive: &Directive<'_>) -> Role {
    let name = directive.parsed.name.as_str();
    match (directive.family, name) {
        (Family::Acc, "data") | (Family::Omp, "target data") => Role::Data,
        (Family::Acc, "enter data") | (Family::Omp, "target enter data") => Role::Enter,
        (Family::Acc, "exit data") | (Family::Omp, "target exit data") => Role::Exit,
        (Family::Acc, "update") | (Family::Omp, "target update") => Role::Update,
        (Family::Acc, "host_data") => Role::Addresses,
        (
            Family::Acc,
            "parallel" | "parallel loop" | "kernels" | "kernels loop" | "serial" | "serial loop",
        ) => Role::Compute,
        (Family::Omp, _) if name.split(' ').next() == Some("target") => Role::Compute,
        _ => Role::None,
    }
}

/// What happens to the copy of an array.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum How {
    /// It is there for a time.
    Mapped {
        /// It starts with the host's values.
        sent: bool,
        /// The host gets its values in the end.
        back: bool,
    },
    /// It has been there before.
    Present,
    /// The host gets its values.
    ToHost,
    /// It gets the host's values.
    ToDevice,
    /// Something else.
    Odd,
}

/// An array in a clause.
#[derive(Clone)]
pub(super) struct Named {
    pub name: String,
    pub how: How,
    /// First element and count for each dimension that is given.
    pub section: Vec<(String, String)>,
}

/// The arrays that a directive names.
pub(super) fn named(directive: &Directive<'_>) -> Vec<Named> {
    let mut found = Vec::new();
    for clause in &directive.parsed.clauses {
        let Some(arguments) = &clause.arguments else {
            continue;
        };
        let (modifier, list) = match split(arguments, ':')[..] {
            [list] => ("", list.to_owned()),
            [modifier, ..] => (modifier, arguments[modifier.len() + 1..].to_owned()),
            [] => continue,
        };
        let Some(how) = how(directive, &clause.name, modifier.trim()) else {
            continue;
        };
        found.extend(split(&list, ',').into_iter().map(|item| one(item.trim(), how)));
    }
    found
}

fn how(directive: &Directive<'_>, clause: &str, modifier: &str) -> Option<How> {
    let mapped = |sent, back| Some(How::Mapped { sent, back });
    let plain = match directive.family {
        Family::Omp if clause == "map" => match modifier {
            "to" => mapped(true, false),
            "from" => mapped(false, true),
            "" | "tofrom" => mapped(true, true),
            "alloc" | "release" | "delete" => mapped(false, false),
            _ => Some(How::Odd),
        },
        Family::Omp => match clause {
            "to" => Some(How::ToDevice),
            "from" => Some(How::ToHost),
            "is_device_ptr" | "has_device_addr" | "use_device_ptr" | "use_device_addr" => Some(How::Odd),
            _ => None,
        },
        Family::Acc => match clause.trim_start_matches("present_or_").trim_start_matches('p') {
            "copy" => mapped(true, true),
            "copyin" => mapped(true, false),
            "copyout" => mapped(false, true),
            "create" | "delete" => mapped(false, false),
            _ => match clause {
                "present" => Some(How::Present),
                "device" => Some(How::ToDevice),
                "self" | "host" if role(directive) == Role::Update => Some(How::ToHost),
                "deviceptr" | "use_device" | "attach" | "detach" | "no_create" => Some(How::Odd),
                _ => None,
            },
        },
    };
    match plain {
        Some(_) if directive.family == Family::Omp && clause != "map" && !modifier.is_empty() => {
            Some(How::Odd)
        }
        Some(_) if directive.family == Family::Acc && !matches!(modifier, "" | "readonly" | "zero") => {
            Some(How::Odd)
        }
        // What is zeroed is not of any value.
        Some(_) if modifier == "zero" => Some(How::Odd),
        plain => plain,
    }
}

/// `a[0:n][2:m]`.
fn one(item: &str, how: How) -> Named {
    let end = item.find('[').unwrap_or(item.len());
    let name = item[..end].trim().to_owned();
    let mut named = Named {
        name,
        how,
        section: Vec::new(),
    };
    let mut rest = item[end..].trim();
    while let Some(inner) = rest.strip_prefix('[') {
        let Some(close) = closing(inner) else {
            named.how = How::Odd;
            break;
        };
        match split(&inner[..close], ':')[..] {
            [first, count] if !count.trim().is_empty() => {
                let first = Some(first.trim()).filter(|first| !first.is_empty());
                named
                    .section
                    .push((first.unwrap_or("0").to_owned(), count.trim().to_owned()));
            }
            [index] => named.section.push((index.trim().to_owned(), "1".to_owned())),
            _ => named.section.push(("?".to_owned(), "?".to_owned())),
        }
        rest = inner[close + 1..].trim();
    }
    if !rest.is_empty() {
        named.how = How::Odd;
    }
    named
}

/// Where the bracket closes that has been opened in front of a text.
fn closing(text: &str) -> Option<usize> {
    let mut depth = 0;
    for (at, c) in text.char_indices() {
        match c {
            ']' if depth == 0 => return Some(at),
            '[' => depth += 1,
            ']' => depth -= 1,
            _ => {}
        }
    }
    None
}

/// The parts of a text between separators that stand in no brackets.
fn split(text: &str, separator: char) -> Vec<&str> {
    let mut depth = 0;
    text.split(|c| {
        match c {
            '(' | '[' => depth += 1,
            ')' | ']' => depth -= 1,
            _ => {}
        }
        c == separator && depth == 0
    })
    .collect()
}

/// The variables of which each thread has one of its own, or that are put together in the end.
pub(super) fn own<'d>(directive: &'d Directive<'_>) -> impl Iterator<Item = String> + 'd {
    let effects = [
        Effect::Private,
        Effect::FirstPrivate,
        Effect::LastPrivate,
        Effect::Reduction,
    ];
    let clauses = directive
        .parsed
        .clauses
        .iter()
        .filter(move |clause| clause.effect.is_some_and(|effect| effects.contains(&effect)));
    let lists = clauses.filter_map(|clause| clause.arguments.as_deref());
    lists.flat_map(|list| {
        let list = split(list, ':').pop().unwrap_or_default();
        let names = split(list, ',').into_iter();
        let names = names.map(|name| name.split('[').next().unwrap_or_default().trim().to_owned());
        names.collect::<Vec<_>>()
    })
}

/// Whether nothing can be said of an order with what comes next, or whether it happens at all.
pub(super) fn is_loose(directive: &Directive<'_>) -> bool {
    let loose = [
        "if",
        "if_present",
        "async",
        "nowait",
        "depend",
        "device_type",
        "in_reduction",
    ];
    let mut names = directive.parsed.clauses.iter().map(|clause| clause.name.as_str());
    names.any(|name| loose.contains(&name) || name == "wait" || name == "finalize")
        || role(directive) == Role::Compute && directive.says("self")
}
