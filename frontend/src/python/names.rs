//! What the names of a Python file are bound to, and where.

use super::syntax::{Node, Tree, around, children, descendants};
use std::collections::{HashMap, HashSet};

/// How a name comes by its value.
#[derive(Clone, Copy, Debug)]
pub enum Kind<'t> {
    /// `name = value`.
    Assign(Node<'t>),
    /// `name += value`, or another operator.
    Change(Node<'t>),
    /// A parameter of a function.
    Parameter(Node<'t>),
    /// `import` or `from ... import`.
    Import(Node<'t>),
    /// `def` or `class`.
    Definition(Node<'t>),
    /// `for name in values`.
    Each(Node<'t>),
    /// A pattern, `del`, and what else there is.
    Other,
}

/// One place that binds a name.
#[derive(Clone, Copy, Debug)]
pub struct Binding<'t> {
    pub kind: Kind<'t>,
    /// Where the name stands.
    pub node: Node<'t>,
    /// From where on it holds: the end of its statement, whose right side sees what was before.
    pub from: usize,
    /// Its statement is one of the scope's own, which are run once, in their order.
    pub straight: bool,
}

/// All bindings of a file.
pub struct Names<'t> {
    /// By the scope's node, and the name.
    scopes: HashMap<usize, HashMap<&'t str, Vec<Binding<'t>>>>,
    /// Values given to attributes, by the attribute's name; `None` for what is not followed.
    attributes: HashMap<&'t str, Vec<Option<Node<'t>>>>,
    /// Where names come that nobody lists: `from x import *`.
    pub unlisted: Vec<Node<'t>>,
    /// A call that may give any name another value.
    pub unseen: Option<Node<'t>>,
    /// Names that inner functions change (`nonlocal`).
    pub loose: HashSet<&'t str>,
}

/// The scope that a node stands in. Defaults, decorators and bases are of the scope around.
pub fn scope(node: Node<'_>) -> Node<'_> {
    let mut inner = node;
    for outer in around(node) {
        let field = |name| {
            outer
                .child_by_field_name(name)
                .is_some_and(|n| n.id() == inner.id())
        };
        let inside = match outer.kind() {
            "module" => true,
            "function_definition" | "lambda" | "class_definition" => field("body"),
            _ => false,
        };
        if inside {
            return outer;
        }
        inner = outer;
    }
    inner
}

/// Scopes whose names a node sees, the innermost first: those of classes only from their own statements.
fn visible<'t>(node: Node<'t>) -> Vec<Node<'t>> {
    let own = scope(node);
    let outer = std::iter::successors(Some(own), |inner| {
        (inner.kind() != "module").then(|| scope(*inner))
    });
    outer
        .filter(|s| s.kind() != "class_definition" || s.id() == own.id())
        .collect()
}

impl<'t> Names<'t> {
    pub fn of(tree: &'t Tree<'t>) -> Names<'t> {
        let mut names = Names {
            scopes: HashMap::new(),
            attributes: HashMap::new(),
            unlisted: Vec::new(),
            unseen: None,
            loose: HashSet::new(),
        };
        let all = descendants(tree.root());
        let declared = declared(tree, &all);
        for node in all {
            names.read(tree, node, &declared);
        }
        names
    }

    /// Every place that binds the name as a node sees it, and their scope.
    pub fn bindings(&self, name: &str, seen_from: Node<'t>) -> Option<(Node<'t>, &[Binding<'t>])> {
        visible(seen_from).into_iter().find_map(|scope| {
            let found = self.scopes.get(&scope.id())?.get(name)?;
            Some((scope, found.as_slice()))
        })
    }

    /// The values that attributes of a name are given anywhere, and the names of classes' own statements.
    pub fn attribute(&self, name: &str) -> Vec<Option<Node<'t>>> {
        self.attributes.get(name).cloned().unwrap_or_default()
    }

    fn read(&mut self, tree: &'t Tree<'t>, node: Node<'t>, declared: &HashMap<(usize, &'t str), Node<'t>>) {
        let field = |name| node.child_by_field_name(name);
        let mut bind = |target: Node<'t>, kind: Kind<'t>, own: Node<'t>| {
            self.bind(tree, (target, own), kind, statement(node), declared);
        };
        // Deep files have many nodes, and few that bind a name.
        let here = || scope(node);
        match node.kind() {
            "assignment" => {
                let Some(left) = field("left") else { return };
                match (field("right"), left.kind()) {
                    (Some(value), "identifier") => bind(left, Kind::Assign(last_value(value)), here()),
                    // `a, b = "x", "y"`.
                    (Some(value), "pattern_list" | "tuple_pattern" | "list_pattern") => {
                        let (targets, values) = (children(left), children(value));
                        let fits = matches!(value.kind(), "expression_list" | "tuple" | "list")
                            && targets.len() == values.len()
                            && targets.iter().all(|t| t.kind() == "identifier")
                            && values.iter().all(|v| v.kind() != "list_splat");
                        for (n, target) in targets.into_iter().enumerate() {
                            let kind = if fits {
                                Kind::Assign(values[n])
                            } else {
                                Kind::Other
                            };
                            self.bind_all(tree, target, kind, here(), statement(node), declared);
                        }
                    }
                    (Some(value), "attribute") => {
                        if let Some(name) = left.child_by_field_name("attribute") {
                            let known = self.attributes.entry(tree.spelling(name)).or_default();
                            known.push(Some(last_value(value)));
                        }
                    }
                    (Some(_), _) => self.bind_all(tree, left, Kind::Other, here(), statement(node), declared),
                    // An annotation gives no value.
                    (None, _) => {}
                }
            }
            "augmented_assignment" => {
                let Some(left) = field("left") else { return };
                match left.kind() {
                    "identifier" => bind(left, Kind::Change(node), here()),
                    "attribute" => {
                        if let Some(name) = left.child_by_field_name("attribute") {
                            self.attributes.entry(tree.spelling(name)).or_default().push(None);
                        }
                    }
                    _ => {}
                }
            }
            "named_expression" => {
                if let (Some(name), Some(value)) = (field("name"), field("value")) {
                    bind(name, Kind::Assign(value), here());
                }
            }
            "function_definition" | "class_definition" => {
                if let Some(name) = field("name") {
                    bind(name, Kind::Definition(node), here());
                }
                for parameter in field("parameters").map(children).unwrap_or_default() {
                    let name = parameter.child_by_field_name("name").unwrap_or(parameter);
                    self.bind_all(
                        tree,
                        first_name(name),
                        Kind::Parameter(parameter),
                        node,
                        None,
                        declared,
                    );
                }
            }
            "lambda" => {
                for parameter in field("parameters").map(children).unwrap_or_default() {
                    let name = parameter.child_by_field_name("name").unwrap_or(parameter);
                    self.bind_all(tree, first_name(name), Kind::Other, node, None, declared);
                }
            }
            "import_statement" | "import_from_statement" | "future_import_statement" => {
                let mut cursor = node.walk();
                let imported: Vec<Node<'t>> = node.children_by_field_name("name", &mut cursor).collect();
                for one in imported {
                    let name = match one.kind() {
                        "aliased_import" => one.child_by_field_name("alias"),
                        // `import a.b` binds `a`.
                        _ => one.named_child(0),
                    };
                    if let Some(name) = name {
                        bind(name, Kind::Import(one), here());
                    }
                }
            }
            "nonlocal_statement" => self
                .loose
                .extend(children(node).into_iter().map(|n| tree.spelling(n))),
            "wildcard_import" => self.unlisted.push(node),
            "for_statement" | "for_in_clause" => {
                if let Some(left) = field("left") {
                    let mut cursor = node.walk();
                    let right: Vec<Node<'t>> = node.children_by_field_name("right", &mut cursor).collect();
                    let kind = match right[..] {
                        [values] if left.kind() == "identifier" => Kind::Each(values),
                        _ => Kind::Other,
                    };
                    self.bind_all(tree, left, kind, here(), None, declared);
                }
            }
            "call" => {
                let called = field("function").map(|function| tree.spelling(function));
                if matches!(called, Some("exec" | "globals" | "setattr")) {
                    self.unseen = self.unseen.or(Some(node));
                }
            }
            "as_pattern_target"
            | "delete_statement"
            | "case_pattern"
            | "keyword_pattern"
            | "type_alias_statement" => self.bind_all(tree, node, Kind::Other, here(), None, declared),
            "except_clause" => {
                if let Some(alias) = field("alias") {
                    self.bind_all(tree, alias, Kind::Other, here(), None, declared);
                }
            }
            _ => {}
        }
    }

    /// Binds every name in a pattern.
    fn bind_all(
        &mut self,
        tree: &'t Tree<'t>,
        pattern: Node<'t>,
        kind: Kind<'t>,
        own: Node<'t>,
        statement: Option<Node<'t>>,
        declared: &HashMap<(usize, &'t str), Node<'t>>,
    ) {
        for name in descendants(pattern) {
            if name.kind() == "identifier" {
                self.bind(tree, (name, own), kind, statement, declared);
            }
        }
    }

    fn bind(
        &mut self,
        tree: &'t Tree<'t>,
        (target, own): (Node<'t>, Node<'t>),
        kind: Kind<'t>,
        statement: Option<Node<'t>>,
        declared: &HashMap<(usize, &'t str), Node<'t>>,
    ) {
        let name = tree.spelling(target);
        let scope = declared.get(&(own.id(), name)).copied().unwrap_or(own);
        let straight =
            scope.id() == own.id() && statement.is_some_and(|s| body_of(own).is_some_and(|b| is_in(s, b)));
        if scope.kind() == "class_definition" {
            let value = match kind {
                Kind::Assign(value) => Some(value),
                Kind::Change(_)
                | Kind::Parameter(_)
                | Kind::Import(_)
                | Kind::Definition(_)
                | Kind::Each(_)
                | Kind::Other => None,
            };
            self.attributes.entry(name).or_default().push(value);
        }
        let known = self.scopes.entry(scope.id()).or_default();
        known.entry(name).or_default().push(Binding {
            kind,
            node: target,
            from: statement.unwrap_or(target).end_byte(),
            straight,
        });
    }
}

/// `a = b = value` gives the value to both.
fn last_value(value: Node<'_>) -> Node<'_> {
    match value.kind() {
        "assignment" => value.child_by_field_name("right").map_or(value, last_value),
        _ => value,
    }
}

/// The name that a parameter begins with; types and defaults may have names of their own.
fn first_name(parameter: Node<'_>) -> Node<'_> {
    descendants(parameter)
        .into_iter()
        .find(|node| node.kind() == "identifier")
        .unwrap_or(parameter)
}

/// The statement around an assignment, if that is all it holds.
fn statement(node: Node<'_>) -> Option<Node<'_>> {
    match node.kind() {
        "function_definition" | "class_definition" | "import_statement" | "import_from_statement" => {
            let decorated = node.parent().filter(|p| p.kind() == "decorated_definition");
            Some(decorated.unwrap_or(node))
        }
        _ => around(node)
            .take_while(|n| matches!(n.kind(), "expression_statement" | "assignment"))
            .find(|n| n.kind() == "expression_statement"),
    }
}

fn body_of(scope: Node<'_>) -> Option<Node<'_>> {
    match scope.kind() {
        "module" => Some(scope),
        _ => scope.child_by_field_name("body"),
    }
}

fn is_in(statement: Node<'_>, body: Node<'_>) -> bool {
    statement.parent().is_some_and(|parent| parent.id() == body.id())
}

/// The names that `global` takes from the module, by the scope that says so.
fn declared<'t>(tree: &'t Tree<'t>, all: &[Node<'t>]) -> HashMap<(usize, &'t str), Node<'t>> {
    let globals = all.iter().filter(|node| node.kind() == "global_statement");
    globals
        .flat_map(|node| {
            let own = scope(*node).id();
            let names = children(*node).into_iter();
            names.map(move |name| ((own, tree.spelling(name)), tree.root()))
        })
        .collect()
}
