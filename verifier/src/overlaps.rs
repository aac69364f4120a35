//! Pointers of a launch that point into one buffer, some bytes apart: written into the kernel, before anybody looks at it.

use crate::assume::Assume;
use crate::config::Configuration;
use kverify_frontend::ir::{Expr, HostLine, Kernel, Launch, Loc, Object, ObjectSource, TEXTURES, overlap};
use kverify_smt::answer::{Assumption, Overlap, Taken, Unknown};
use kverify_smt::objects::{Objects, reads_textures};
use kverify_smt::taken_as_one;
use std::borrow::Cow;
use std::collections::BTreeSet;

/// The overlaps of a launch.
pub fn of_launch(kernel: &Kernel, launch: &Launch) -> Vec<Overlap> {
    let read = |text: &String| {
        let bytes = Assume::parse(text).ok()?.number(kernel)?;
        Some((bytes, text.clone()))
    };
    let overlaps = launch.overlaps.iter().map(|overlap| Overlap {
        param: overlap.param,
        of: overlap.of,
        bytes: overlap.bytes.as_ref().and_then(read),
    });
    overlaps.collect()
}

/// `b` and the place of it in the buffer of `a`, in words: `` `b` = `a` + 128 bytes``.
pub fn said(kernel: &Kernel, overlap: &Overlap) -> Option<String> {
    let (param, of) = names(kernel, overlap)?;
    let (_, bytes) = overlap.bytes.as_ref()?;
    Some(format!("`{param}` = `{of}` + {bytes} bytes"))
}

fn names<'k>(kernel: &'k Kernel, overlap: &Overlap) -> Option<(&'k str, &'k str)> {
    let name = |n: u32| kernel.params.get(n as usize).map(|param| param.name.as_str());
    name(overlap.param).zip(name(overlap.of))
}

/// Pointers that may lead into one buffer, by what host code hands over, and no number or sum of arguments says how far apart: nothing is
/// known of what the kernel does there, if it writes one of them.
pub fn unplaced(kernel: &Kernel, configuration: &Configuration) -> Vec<Unknown> {
    let config = &configuration.config;
    let all: Vec<&Overlap> = config
        .overlaps
        .iter()
        .filter(|overlap| overlap.bytes.is_none())
        .collect();
    if all.is_empty() || config.may_alias {
        return Vec::new();
    }
    let objects = Objects::new(kernel, config);
    let object = |n: u32| kernel.params.get(n as usize).and_then(|param| param.object);
    let stmts = kernel.blocks.iter().flat_map(|block| &block.stmts);
    let mut touched = BTreeSet::new();
    for stmt in stmts {
        let effects = stmt.effects(kernel);
        touched.extend(effects.accesses.iter().flat_map(|touch| objects.touched(touch)));
    }
    let is_written = |n: u32| object(n).is_some_and(|object| objects.usage(object).written);
    let is_used = |n: u32| object(n).is_some_and(|object| touched.contains(&objects.canonical(object)));
    let matters = |overlap: &&Overlap| {
        let pair = [overlap.param, overlap.of];
        pair.iter().any(|n| is_written(*n)) && pair.iter().all(|n| is_used(*n))
    };
    let said = |overlap: &Overlap| {
        let (param, of) = names(kernel, overlap)?;
        Some(unknown(
            kernel,
            format!(
                "`{param}` and `{of}` may lead into one buffer{}, and how far apart is not known (--may-alias asks about all places)",
                configuration.where_launched()
            ),
        ))
    };
    all.into_iter().filter(matters).filter_map(said).collect()
}

/// Pointers that may lead into a variable which the kernel names, too: nothing is known of what it does there, if it writes one of them.
pub fn into_variables(kernel: &Kernel, configuration: &Configuration) -> Vec<Unknown> {
    if configuration.into_variables.is_empty() {
        return Vec::new();
    }
    let objects = Objects::new(kernel, &configuration.config);
    let is_named = |object: &Object, name: &String| {
        object.source == ObjectSource::Variable && object.name.rsplit("::").next() == Some(name)
    };
    let mut found = Vec::new();
    for (n, name) in &configuration.into_variables {
        let param = kernel.params.get(*n as usize);
        let Some((param, of_param)) = param.and_then(|param| Some((param, param.object?))) else {
            continue;
        };
        if name == TEXTURES && objects.usage(of_param).written && reads_textures(kernel) {
            found.push(unknown(
                kernel,
                format!(
                    "`{}`, which the kernel writes, may lead into memory that a texture shows{}",
                    param.name,
                    configuration.where_launched()
                ),
            ));
        }
        for (variable, object) in kernel.objects.iter_enumerated() {
            let is_written = objects.usage(of_param).written || objects.usage(variable).written;
            if is_written && is_named(object, name) {
                found.push(unknown(
                    kernel,
                    format!(
                        "`{}` may lead into `{name}`, which the kernel names as well{}",
                        param.name,
                        configuration.where_launched()
                    ),
                ));
            }
        }
    }
    found.dedup();
    found
}

/// Tables of pointers that a proof takes to lead into buffers of their own though host code shows that they do not.
pub fn rows(kernel: &Kernel, configuration: &Configuration, assumptions: &[Assumption]) -> Vec<Unknown> {
    let rests_on_it = assumptions
        .iter()
        .any(|assumption| assumption.id == Taken::DistinctRows);
    let line = configuration.rows.as_ref().filter(|_| rests_on_it);
    let said = |line: &HostLine| {
        let message = format!(
            "{line} puts a pointer into a table of the launch{} that may lead into the buffer of another one: how far apart they are is not known",
            configuration.where_launched()
        );
        unknown(kernel, message)
    };
    line.map(said).into_iter().collect()
}

/// Sizes that a proof takes to be 1 though host code may launch others.
pub fn loose(kernel: &Kernel, configuration: &Configuration) -> Vec<Unknown> {
    let config = &configuration.config;
    if config.loose.is_empty() {
        return Vec::new();
    }
    let mut names = taken_as_one(kernel, config);
    names.retain(|name| config.loose.contains(name));
    if names.is_empty() {
        return Vec::new();
    }
    let them = if names.len() == 1 { "it" } else { "them" };
    let message = format!(
        "{} may be more than 1 where host code launches the kernel{}, which never reads {them}: what the host makes of {them} is not followed \
         (--block and --grid say it)",
        names.join(", "),
        configuration.where_launched()
    );
    vec![unknown(kernel, message)]
}

fn unknown(kernel: &Kernel, message: String) -> Unknown {
    let span = kernel.span;
    Unknown {
        message,
        loc: Some(Loc { span, call: None }),
    }
}

/// The kernel in which parameters point to where the overlaps say.
pub fn applied<'k>(kernel: &'k Kernel, overlaps: &[Overlap]) -> Cow<'k, Kernel> {
    let places = overlaps.iter().filter_map(|overlap| {
        let (bytes, _) = overlap.bytes.as_ref()?;
        Some((overlap.param, overlap.of, bytes))
    });
    let places: Vec<(u32, u32, &Expr)> = places.collect();
    match places.is_empty() {
        true => Cow::Borrowed(kernel),
        false => Cow::Owned(overlap::placed(kernel, &places)),
    }
}
