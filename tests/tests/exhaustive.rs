//! No wildcard over what a program can do.
//!
//! A `match` on one of [`KINDS`] that ends in `_` or in a bare name decides for kinds of statements that nobody has thought of yet: each
//! such arm that was forgotten was a false proof. Such matches list all kinds, ask for effects (`Stmt::effects`), or are no matches but
//! `matches!`, `if let` and `let else` that ask for one kind.

use std::collections::BTreeSet;
use std::fs;
use std::path::{Path, PathBuf};
use syn::visit::{self, Visit};
use syn::{ExprMatch, File, ItemMod, Pat, PatIdent, Signature, UsePath, UseTree};

/// What a program can do, and what that does.
const KINDS: [&str; 18] = [
    "AtomicOp",
    "CollectiveOp",
    "CopyKind",
    "ExprKind",
    "Extent",
    "MemoryOrder",
    "Order",
    "OrderingPart",
    "PhaseBarrier",
    "PhaseOp",
    "ReduceOp",
    "Scope",
    "Source",
    "StmtKind",
    "Target",
    "TermKind",
    "Until",
    "When",
];

/// Where what a statement does is asked.
const CRATES: [&str; 2] = ["frontend/src", "smt-encoding/src"];

#[test]
fn no_wildcards_over_what_a_program_can_do() {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("..");
    let mut found = Vec::new();
    for path in CRATES.iter().flat_map(|c| sources(&root.join(c))) {
        let text = fs::read_to_string(&path).unwrap();
        let name = path.strip_prefix(&root).unwrap().display().to_string();
        found.extend(wildcards(&text).into_iter().map(|w| format!("{name}: {w}")));
    }
    assert!(found.is_empty(), "wildcard arms:\n{}", found.join("\n"));
}

#[test]
fn wildcards_are_found() {
    let of = |arms: &str| wildcards(&format!("fn f() {{ match x {{ {arms} }} }}"));
    for arms in [
        "StmtKind::Load { .. } => 1, _ => 2",
        "ir::Scope::Warp | ir::Scope::Block => 1, other => 2",
        "(Some(TermKind::Return), _) => 1, (_, _) => 2",
        "&When::Now => 1, _ => 2",
        "a @ Order::Commit => 1, b @ _ => 2",
    ] {
        assert_eq!(of(arms).len(), 1, "{arms}");
    }
    for arms in [
        "StmtKind::Load { .. } => 1, StmtKind::Store { .. } => 2",
        "Some(StmtKind::Load { .. }) => 1, Some(StmtKind::Store { .. }) | None => 2",
        "StmtKind::Load { dst: _, .. } => 1, StmtKind::Hole { .. } => matches!(x, Scope::Warp)",
        "When::Now => 1, w if late(w) => 2, When::Later(_) => 3",
        "Y::Z => 1, _ => 2",
    ] {
        assert!(of(arms).is_empty(), "{arms}");
    }
    assert_eq!(wildcards("use ir::{Stmt, AtomicOp::*};").len(), 1);
}

/// The Rust files under a folder.
fn sources(folder: &Path) -> Vec<PathBuf> {
    let entries = fs::read_dir(folder).unwrap().map(|e| e.unwrap().path());
    let mut found: Vec<PathBuf> = entries
        .flat_map(|path| match path.is_dir() {
            true => sources(&path),
            false => vec![path],
        })
        .filter(|path| path.extension().is_some_and(|e| e == "rs"))
        .collect();
    found.sort();
    found
}

/// The matches of a file with an arm for all kinds that no other arm names.
fn wildcards(text: &str) -> Vec<String> {
    let file: File = syn::parse_str(text).unwrap();
    let mut matches = Matches::default();
    matches.visit_file(&file);
    matches.found
}

#[derive(Default)]
struct Matches {
    function: String,
    found: Vec<String>,
}

impl<'a> Visit<'a> for Matches {
    fn visit_item_mod(&mut self, module: &'a ItemMod) {
        if module.ident != "tests" {
            visit::visit_item_mod(self, module);
        }
    }

    fn visit_signature(&mut self, signature: &'a Signature) {
        self.function = signature.ident.to_string();
    }

    /// Kinds by their bare names would not be seen.
    fn visit_use_path(&mut self, path: &'a UsePath) {
        if KINDS.iter().any(|k| path.ident == k) && matches!(*path.tree, UseTree::Glob(_)) {
            self.found.push(format!("`use {}::*`", path.ident));
        }
        visit::visit_use_path(self, path);
    }

    fn visit_expr_match(&mut self, m: &'a ExprMatch) {
        let named: BTreeSet<&str> = m.arms.iter().flat_map(|arm| kinds(&arm.pat)).collect();
        if !named.is_empty() && m.arms.iter().any(|arm| takes_anything(&arm.pat)) {
            let named: Vec<&str> = named.into_iter().collect();
            self.found
                .push(format!("in `{}`, over {}", self.function, named.join(", ")));
        }
        visit::visit_expr_match(self, m);
    }
}

/// The [`KINDS`] that a pattern names.
fn kinds(pattern: &Pat) -> Vec<&'static str> {
    struct Named(Vec<&'static str>);
    impl<'a> Visit<'a> for Named {
        fn visit_path(&mut self, path: &'a syn::Path) {
            let segments: Vec<String> = path.segments.iter().map(|s| s.ident.to_string()).collect();
            if let [.., kind, _] = &segments[..] {
                self.0.extend(KINDS.iter().filter(|k| *k == kind));
            }
        }
    }
    let mut named = Named(Vec::new());
    named.visit_pat(pattern);
    named.0
}

/// Whether a pattern fits any value.
fn takes_anything(pattern: &Pat) -> bool {
    match pattern {
        Pat::Wild(_) => true,
        Pat::Ident(PatIdent { ident, subpat, .. }) => match subpat {
            Some((_, inner)) => takes_anything(inner),
            None => ident.to_string().starts_with(char::is_lowercase),
        },
        Pat::Tuple(tuple) => tuple.elems.iter().all(takes_anything),
        Pat::Reference(reference) => takes_anything(&reference.pat),
        Pat::Paren(inner) => takes_anything(&inner.pat),
        Pat::Or(or) => or.cases.iter().any(takes_anything),
        _ => false,
    }
}
