//! What a name is known to be: by the assignments that may have been the last, an import, or the calls that hand it over.

use super::{Arguments, DEEPEST, File, Gap, Value, Values, gap};
use crate::python::loaders;
use crate::python::names::{Binding, Kind, scope};
use crate::python::syntax::{Node, around, children, descendants};

impl<'t> File<'t> {
    pub(super) fn not_from_elsewhere(&self, node: Node<'t>) -> Result<(), Gap> {
        let name = self.tree.spelling(node);
        self.names.unseen.map_or(Ok(()), |call| {
            let line = self.tree.line(call.start_byte());
            gap(
                node,
                format!("`{name}` may be given another value by the call in line {line}"),
            )
        })
    }

    pub(super) fn name(&self, node: Node<'t>) -> Values {
        let name = self.tree.spelling(node);
        let Some((owner, bindings)) = self.names.bindings(name, node) else {
            return gap(node, format!("`{name}` comes from elsewhere"));
        };
        self.not_from_elsewhere(node)?;
        if self.names.loose.contains(name) {
            return gap(node, format!("`{name}` is given values by inner functions"));
        }
        let may_hide = |import: &Node<'t>| {
            owner.kind() == "module" && bindings.iter().any(|b| b.node.start_byte() < import.start_byte())
        };
        if self.names.unlisted.iter().any(may_hide) {
            return gap(
                node,
                format!("`{name}` may be another one: `import *` stands after it"),
            );
        }
        let values = self.bound(node, owner, bindings)?;
        let changeable = |value: &Value| matches!(value, Value::List(_) | Value::Dict(_));
        if values.iter().any(changeable)
            && let Some(other) = self.may_change(name)
        {
            return gap(other, format!("`{name}` may be changed here"));
        }
        Ok(values)
    }

    /// The values that bindings give a name where it is used.
    pub(super) fn bound(&self, node: Node<'t>, owner: Node<'t>, bindings: &[Binding<'t>]) -> Values {
        let name = self.tree.spelling(node);
        let used_in = scope(node);
        let last_before = |at: usize| {
            let before = bindings.iter().filter(|b| b.from <= at);
            before.max_by_key(|b| b.from)
        };
        let straight = bindings.iter().all(|b| b.straight);
        let from = if used_in.id() == owner.id() {
            Some(node.start_byte())
        } else {
            // A function that is made after the last assignment runs after it.
            let function = std::iter::successors(Some(used_in), |s| Some(scope(*s)))
                .find(|s| scope(*s).id() == owner.id());
            function
                .map(|f| f.start_byte())
                .filter(|start| bindings.iter().all(|b| b.from <= *start))
        };
        if let Some(at) = from.filter(|_| straight) {
            return match last_before(at) {
                Some(last) => self.binding(name, last, bindings),
                None => gap(node, format!("`{name}` has no value yet")),
            };
        }
        let mut values = Vec::new();
        for binding in bindings {
            values.extend(self.binding(name, binding, bindings)?);
        }
        Ok(values)
    }

    pub(super) fn binding(&self, name: &str, binding: &Binding<'t>, all: &[Binding<'t>]) -> Values {
        let at = binding.node;
        match binding.kind {
            Kind::Assign(value) => self.values(value),
            Kind::Change(statement) => {
                let field = |name| statement.child_by_field_name(name);
                let (Some(operator), Some(right)) = (field("operator"), field("right")) else {
                    return self.not_followed(statement);
                };
                let straight = all.iter().all(|b| b.straight);
                let before = all.iter().filter(|b| b.from <= at.start_byte());
                let Some(before) = before.max_by_key(|b| b.from).filter(|_| straight) else {
                    return gap(
                        at,
                        format!("`{name}` is put together here, perhaps more than once"),
                    );
                };
                let (left, right) = (self.binding(name, before, all)?, self.values(right)?);
                let operator = self.tree.spelling(operator).trim_end_matches('=');
                self.combined(statement, &left, operator, &right)
            }
            Kind::Parameter(parameter) => self.parameter(name, parameter),
            Kind::Import(_) => gap(at, format!("`{name}` is imported from another file")),
            Kind::Definition(_) => gap(at, format!("`{name}` is no string")),
            Kind::Each(values) => {
                let mut all = Vec::new();
                for value in self.values(values)? {
                    match value {
                        Value::List(items) => all.extend(items),
                        _ => return gap(at, format!("`{name}` has a value here that is not followed")),
                    }
                }
                Ok(all)
            }
            Kind::Other => gap(at, format!("`{name}` has a value here that is not followed")),
        }
    }

    /// What the calls in the file give a parameter.
    pub(super) fn parameter(&self, name: &str, parameter: Node<'t>) -> Values {
        let lost = |why: &str| gap(parameter, format!("`{name}` is a parameter{why}"));
        let function = around(parameter).find(|n| n.kind() == "function_definition");
        let plain = matches!(
            parameter.kind(),
            "identifier" | "typed_parameter" | "default_parameter" | "typed_default_parameter"
        ) && !self.tree.spelling(parameter).starts_with('*');
        let named = function.and_then(|f| Some((f, f.child_by_field_name("name")?)));
        let Some((function, called)) = named.filter(|_| plain) else {
            return lost("");
        };
        let is_method = scope(function).kind() == "class_definition";
        let caches = ["functools.lru_cache", "functools.cache"];
        let decorators = function
            .parent()
            .filter(|p| p.kind() == "decorated_definition")
            .map(children);
        let mut decorators = decorators
            .into_iter()
            .flatten()
            .filter(|d| d.kind() == "decorator");
        let decorated = decorators.any(|decorator| {
            let expression = decorator.named_child(0).unwrap_or(decorator);
            let called = expression.child_by_field_name("function").unwrap_or(expression);
            !self
                .dotted(called)
                .is_some_and(|name| caches.contains(&name.as_str()))
        });
        if is_method || decorated {
            return lost(" of a method or of a function with a decorator");
        }
        let spelt = self.tree.spelling(called);
        let listed = around(parameter).next().map(children).unwrap_or_default();
        let mut places = listed.iter().filter(|p| !p.kind().ends_with("_separator"));
        let index = places.position(|p| p.id() == parameter.id()).unwrap_or(0);
        let mut values = Vec::new();
        let mut calls = 0;
        for use_of in descendants(self.tree.root()) {
            if use_of.kind() != "identifier"
                || self.tree.spelling(use_of) != spelt
                || use_of.id() == called.id()
            {
                continue;
            }
            let Some(parent) = use_of.parent() else { continue };
            let is_callee = parent
                .child_by_field_name("function")
                .is_some_and(|f| f.id() == use_of.id());
            let is_other_name = matches!(parent.kind(), "attribute" | "keyword_argument");
            let arguments = parent.child_by_field_name("arguments").filter(|_| is_callee);
            let Some(arguments) = arguments else {
                if is_other_name {
                    continue;
                }
                return lost(&format!(" of `{spelt}`, which is handed on"));
            };
            let only = self
                .names
                .bindings(spelt, use_of)
                .is_some_and(|(_, all)| all.len() == 1);
            let arguments = Arguments::of(self.tree, arguments);
            if arguments.open.is_some() || !only {
                return lost(&format!(" of `{spelt}`, of which not all calls are followed"));
            }
            calls += 1;
            let default = parameter.child_by_field_name("value");
            match arguments.get(name, Some(index)).or(default) {
                Some(value) => values.extend(self.values(value)?),
                None => return lost(" that a call leaves out"),
            }
        }
        if calls == 0 {
            return lost(&format!(" of `{spelt}`, which nothing in this file calls"));
        }
        Ok(values)
    }

    /// Where a list may become another one.
    pub(super) fn may_change(&self, name: &str) -> Option<Node<'t>> {
        descendants(self.tree.root()).into_iter().find(|node| {
            if node.kind() != "identifier" || self.tree.spelling(*node) != name {
                return false;
            }
            let Some(parent) = node.parent() else { return false };
            let is_left = parent
                .child_by_field_name("left")
                .is_some_and(|left| left.id() == node.id());
            match parent.kind() {
                "assignment" => !is_left,
                "keyword_argument" | "argument_list" => {
                    let call = around(*node).find(|n| n.kind() == "call");
                    let function = call.and_then(|call| call.child_by_field_name("function"));
                    !function.is_some_and(|f| self.only_reads(f))
                }
                "for_statement"
                | "for_in_clause"
                | "list_splat"
                | "comparison_operator"
                | "binary_operator"
                | "dictionary_splat"
                | "parameters"
                | "typed_parameter" => false,
                "default_parameter" | "typed_default_parameter" => {
                    let name = parent.child_by_field_name("name");
                    name.is_none_or(|name| name.id() != node.id())
                }
                "subscript" => {
                    let outer = parent.parent();
                    outer.is_none_or(|o| {
                        matches!(
                            o.kind(),
                            "delete_statement" | "augmented_assignment" | "assignment" | "attribute"
                        )
                    })
                }
                _ => true,
            }
        })
    }

    /// Whether a function is known to leave lists alone.
    pub(super) fn only_reads(&self, function: Node<'t>) -> bool {
        let last = self.last_name(function);
        matches!(last.as_str(), "join" | "len" | "str" | "print" | "format")
            || loaders::find(self.dotted(function).as_deref(), &last).is_some()
    }

    /// A name with dots as the imports of the file mean it: `cp.RawKernel` is `cupy.RawKernel`.
    pub fn dotted(&self, node: Node<'t>) -> Option<String> {
        match node.kind() {
            "identifier" => {
                let name = self.tree.spelling(node);
                let Some((_, bindings)) = self.names.bindings(name, node) else {
                    return Some(name.to_owned());
                };
                // Where a package may be missing, a name is bound twice.
                let import = bindings.iter().find(|b| matches!(b.kind, Kind::Import(_)));
                match import.or(bindings.last())?.kind {
                    Kind::Import(import) => Some(self.imported(import)),
                    Kind::Assign(value) if value.id() != node.id() => match value.kind() {
                        "identifier" if self.tree.spelling(value) == name => None,
                        "identifier" | "attribute" if self.open.borrow().len() < DEEPEST => {
                            self.open.borrow_mut().push(node.id());
                            let found = self.dotted(value);
                            self.open.borrow_mut().pop();
                            found
                        }
                        _ => None,
                    },
                    Kind::Assign(_)
                    | Kind::Change(_)
                    | Kind::Parameter(_)
                    | Kind::Definition(_)
                    | Kind::Each(_)
                    | Kind::Other => None,
                }
            }
            "attribute" => {
                let object = self.dotted(node.child_by_field_name("object")?)?;
                let name = self.tree.spelling(node.child_by_field_name("attribute")?);
                Some(format!("{object}.{name}"))
            }
            _ => None,
        }
    }

    /// The last part of a function's name, as its module calls it.
    pub fn last_name(&self, function: Node<'t>) -> String {
        let dotted = self.dotted(function);
        let own = || {
            let attribute = function.child_by_field_name("attribute");
            attribute.map_or_else(String::new, |name| self.tree.spelling(name).to_owned())
        };
        let dotted = dotted.unwrap_or_else(own);
        dotted.rsplit('.').next().unwrap_or_default().to_owned()
    }

    /// What an import brings: `from a import b as c` is `a.b`.
    pub(super) fn imported(&self, one: Node<'t>) -> String {
        let name = one.child_by_field_name("name").unwrap_or(one);
        let from = one
            .parent()
            .and_then(|statement| statement.child_by_field_name("module_name"));
        let name = self.tree.spelling(name);
        match from {
            Some(module) => format!("{}.{name}", self.tree.spelling(module)),
            // `import a.b` binds `a`, unless it is given a name.
            None if one.kind() == "dotted_name" => name.split('.').next().unwrap_or(name).to_owned(),
            None => name.to_owned(),
        }
    }
}
