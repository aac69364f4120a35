//! One file: parsed, lowered, and what came of it.

use crate::clock::Stopwatch;
use kverify_frontend::index::Idx;
use kverify_frontend::ir::{Kernel, Level, Loc, Module, StmtKind};
use kverify_frontend::{Options, Source, count, ir, relevance};
use serde::{Deserialize, Serialize};
use std::collections::BTreeSet;
use std::path::Path;

/// What came of one file.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct FileStats {
    /// The file.
    pub path: String,
    /// Kernel definitions by the plain count ([`definitions`](super::definitions)).
    pub counted: usize,
    /// Kernels, instantiations of templates apart.
    pub kernels: Vec<KernelStats>,
    /// What clang complained of, outside of host code.
    pub errors: Vec<String>,
    /// Kernels of which nothing was looked at, and why.
    pub left_out: Vec<String>,
    /// Why there is no answer: the process crashed or took too long.
    pub crash: Option<String>,
    /// The files that were read for it, as far as they hold code of the user's.
    pub files: Vec<String>,
    /// Time of parsing and lowering.
    pub seconds: f64,
}

/// What came of one kernel.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct KernelStats {
    /// Name.
    pub name: String,
    /// Template arguments.
    pub instantiation: String,
    /// The file that defines it.
    pub path: String,
    /// The line of its name.
    pub line: u32,
    /// Statements of the IR, inlined functions included.
    pub statements: usize,
    /// Rules of the IR that it breaks: a bug of ours.
    pub invalid: Vec<String>,
    /// What is not modelled, each place once.
    pub holes: Vec<HoleStats>,
}

/// One place that is not modelled.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
pub struct HoleStats {
    /// Whether it matters ([`relevance`]).
    pub matters: bool,
    /// What it is.
    pub reason: String,
    /// Its file.
    pub path: String,
    /// Its line.
    pub line: u32,
    /// Its column.
    pub column: u32,
}

/// Parses and lowers one file.
pub fn measure(path: &Path, options: &Options) -> FileStats {
    let watch = Stopwatch::start();
    let mut stats = FileStats {
        path: path.display().to_string(),
        ..FileStats::default()
    };
    let source = Source {
        path: path.to_path_buf(),
        text: None,
    };
    let text = match crate::source::read(&source) {
        Ok(text) => text,
        Err(error) => {
            stats.errors.push(error.message);
            return stats;
        }
    };
    let language = options
        .language
        .unwrap_or_else(|| kverify_frontend::language_of(path));
    stats.counted = count::definitions(text.source.text.as_deref().unwrap_or_default(), language).len();
    match crate::source::parse(&text.source, options) {
        Ok(module) => fill(&mut stats, &module),
        Err(error) => stats.errors.push(crate::report::parse_error_text(&error)),
    }
    stats.seconds = watch.seconds();
    stats
}

fn fill(stats: &mut FileStats, module: &Module) {
    stats.files = module.files.iter().map(|file| file.path.clone()).collect();
    let errors = module.diagnostics.iter().filter(|d| d.level == Level::Error);
    stats.errors = errors
        .map(|d| match d.span {
            Some(span) => format!("{}:{}: {}", module.files[span.file].path, span.line, d.message),
            None => d.message.clone(),
        })
        .collect();
    let (left_out, read): (Vec<&Kernel>, Vec<&Kernel>) = module
        .kernels
        .iter()
        .partition(|kernel| kernel.left_out.is_some());
    stats.left_out = left_out
        .into_iter()
        .map(|kernel| {
            let path = &module.files[kernel.span.file].path;
            let reason = kernel.left_out.as_deref().unwrap_or_default();
            format!("{path}:{}: {}: {reason}", kernel.span.line, kernel.name)
        })
        .collect();
    stats.kernels = read.into_iter().map(|kernel| of_kernel(module, kernel)).collect();
}

fn of_kernel(module: &Module, kernel: &Kernel) -> KernelStats {
    let invalid = ir::validate(kernel).err().unwrap_or_default();
    let matter: BTreeSet<_> = if invalid.is_empty() {
        relevance::holes_that_matter(kernel).into_iter().collect()
    } else {
        kernel.holes.indices().collect()
    };
    let path = |loc: &Loc| module.files[loc.span.file].path.clone();
    let reached = used(kernel);
    let holes: BTreeSet<HoleStats> = kernel
        .holes
        .iter_enumerated()
        .filter(|(id, _)| reached[id.index()])
        .map(|(id, hole)| HoleStats {
            matters: matter.contains(&id) && !hole.is_exact(),
            reason: hole.reason.clone(),
            path: path(&hole.loc),
            line: hole.loc.span.line,
            column: hole.loc.span.column,
        })
        .collect();
    KernelStats {
        name: kernel.name.clone(),
        instantiation: kernel.instantiation.clone(),
        path: module.files[kernel.span.file].path.clone(),
        line: kernel.span.line,
        statements: kernel.blocks.iter().map(|block| block.stmts.len() + 1).sum(),
        invalid,
        holes: holes.into_iter().collect(),
    }
}

/// Which holes still stand somewhere: those of code that is never reached are gone.
fn used(kernel: &Kernel) -> Vec<bool> {
    let mut used = vec![false; kernel.holes.len()];
    for stmt in kernel.blocks.iter().flat_map(|block| &block.stmts) {
        if let StmtKind::Hole { hole, .. } = &stmt.kind {
            used[hole.index()] = true;
        }
    }
    for expr in kernel.exprs() {
        expr.walk(&mut |e| {
            if let ir::ExprKind::Unknown(hole) = e.kind {
                used[hole.index()] = true;
            }
        });
    }
    used
}
