//! What expressions of a Python file are known to be, without running it.
//!
//! An expression has one value or a few, one for each assignment that may have been the last; or none that is known, and then there
//! is a place and a reason.

use super::names::{Binding, Kind, Names, scope};
use super::syntax::{Node, Part, Tree, around, children, descendants, parts};
use super::template;
use super::text::Text;
use std::cell::{Cell, RefCell};
use std::collections::{HashMap, HashSet};
use std::ops::Range;

/// A value.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Value {
    Text(Text),
    Int(i128),
    /// As it is written, where Python prints it the same way.
    Float(String),
    Bool(bool),
    Nothing,
    /// A list or a tuple.
    List(Vec<Value>),
    Dict(Vec<(String, Value)>),
    /// `string.Template`.
    Template(Text),
}

/// What is not known.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Gap {
    pub at: Range<usize>,
    pub reason: String,
}

pub type Values = Result<Vec<Value>, Gap>;

/// More combinations than this are no program that anybody reads.
const MOST: usize = 16;
/// Nor are deeper expressions,
const DEEPEST: usize = 2000;
/// or more bytes of texts in a file.
const BYTES: usize = 64 << 20;

/// A file with the values in it.
pub struct File<'t> {
    pub tree: &'t Tree<'t>,
    pub names: Names<'t>,
    /// Literals that some value came of.
    used: RefCell<HashSet<usize>>,
    /// What is being looked at: a name may depend on itself.
    open: RefCell<Vec<usize>>,
    /// Whether choices were combined: not all of what comes of that need ever be.
    pub mixed: Cell<bool>,
    /// What is known already, and whether choices were combined for it.
    known: RefCell<HashMap<usize, (Vec<Value>, bool)>>,
    /// Bytes of all texts that were made.
    bytes: Cell<usize>,
}

pub fn gap<T>(node: Node<'_>, reason: impl Into<String>) -> Result<T, Gap> {
    Err(Gap {
        at: node.byte_range(),
        reason: reason.into(),
    })
}

impl<'t> File<'t> {
    pub fn new(tree: &'t Tree<'t>) -> File<'t> {
        File {
            tree,
            names: Names::of(tree),
            used: RefCell::default(),
            open: RefCell::default(),
            mixed: Cell::new(false),
            known: RefCell::default(),
            bytes: Cell::new(0),
        }
    }

    /// The literals that values came of so far.
    pub fn used(&self) -> HashSet<usize> {
        self.used.borrow().clone()
    }

    fn shown(&self, node: Node<'_>) -> String {
        let text = self.tree.spelling(node);
        let first = text.lines().next().unwrap_or_default();
        let short: String = first.chars().take(40).collect();
        if short.len() < text.len() {
            format!("`{short}...`")
        } else {
            format!("`{short}`")
        }
    }

    /// The values that an expression may have.
    pub fn values(&self, node: Node<'t>) -> Values {
        if self.open.borrow().contains(&node.id()) {
            return gap(node, format!("{} is made of itself", self.shown(node)));
        }
        if let Some((known, mixed)) = self.known.borrow().get(&node.id()) {
            self.mixed.set(self.mixed.get() || *mixed);
            return Ok(known.clone());
        }
        if self.open.borrow().len() > DEEPEST || self.bytes.get() > BYTES {
            return gap(node, format!("{} takes too long to follow", self.shown(node)));
        }
        let mixed_before = self.mixed.replace(false);
        self.open.borrow_mut().push(node.id());
        let found = self.evaluate(node);
        self.open.borrow_mut().pop();
        let mixed = self.mixed.get();
        self.mixed.set(mixed || mixed_before);
        let distinct = self.distinct(node, found?)?;
        let entry = (distinct.clone(), mixed);
        self.known.borrow_mut().insert(node.id(), entry);
        Ok(distinct)
    }

    fn distinct(&self, node: Node<'t>, found: Vec<Value>) -> Values {
        let mut distinct: Vec<Value> = Vec::new();
        for value in found {
            if let Value::Text(text) = &value {
                self.bytes.set(self.bytes.get() + text.as_str().len());
                if text.is_cut() {
                    return gap(node, format!("{} is too long to follow", self.shown(node)));
                }
            }
            if !distinct.contains(&value) {
                distinct.push(value);
            }
        }
        match distinct.len() {
            0 => gap(node, format!("{} has no value that is known", self.shown(node))),
            n if n > MOST => gap(node, format!("{} may be too many things", self.shown(node))),
            _ => Ok(distinct),
        }
    }

    /// The texts that an expression may be.
    pub fn texts(&self, node: Node<'t>) -> Result<Vec<Text>, Gap> {
        let values = self.values(node)?.into_iter();
        values
            .map(|value| match value {
                Value::Text(text) => Ok(text),
                _ => gap(node, format!("{} is no string", self.shown(node))),
            })
            .collect()
    }

    fn evaluate(&self, node: Node<'t>) -> Values {
        let one = |value| Ok(vec![value]);
        let field = |name| node.child_by_field_name(name);
        let spelling = self.tree.spelling(node);
        match node.kind() {
            "string" => self.string(node),
            "concatenated_string" => {
                let parts = children(node).into_iter().map(|part| self.texts(part));
                let texts = self.joined(node, parts.collect::<Result<_, _>>()?)?;
                self.used.borrow_mut().insert(node.id());
                Ok(texts.into_iter().map(Value::Text).collect())
            }
            "integer" => match integer(spelling) {
                Some(value) => one(Value::Int(value)),
                None => gap(node, format!("`{spelling}` is not understood")),
            },
            "float" => match spelling.parse::<f64>() {
                Ok(value) if format!("{value:?}") == spelling => one(Value::Float(spelling.to_owned())),
                _ => gap(node, format!("how Python prints `{spelling}` is not followed")),
            },
            "true" => one(Value::Bool(true)),
            "false" => one(Value::Bool(false)),
            "none" => one(Value::Nothing),
            "identifier" => self.name(node),
            "attribute" => self.attribute(node),
            "parenthesized_expression" => match children(node)[..] {
                [inner] => self.values(inner),
                _ => self.not_followed(node),
            },
            "named_expression" => field("value").map_or_else(|| self.not_followed(node), |v| self.values(v)),
            "conditional_expression" => match children(node)[..] {
                [then, _, other] => {
                    let mut values = self.values(then)?;
                    values.extend(self.values(other)?);
                    Ok(values)
                }
                _ => self.not_followed(node),
            },
            "list" | "tuple" | "expression_list" => {
                let all = children(node);
                let items = all.into_iter().map(|item| self.values(item));
                let items: Vec<Vec<Value>> = items.collect::<Result<_, _>>()?;
                Ok(self
                    .combinations(node, items)?
                    .into_iter()
                    .map(Value::List)
                    .collect())
            }
            "dictionary" => self.dictionary(node),
            "unary_operator" => {
                let argument = field("argument").filter(|_| spelling.starts_with('-'));
                let Some(argument) = argument else {
                    return self.not_followed(node);
                };
                let negated = self.values(argument)?.into_iter().map(|value| match value {
                    Value::Int(value) => Ok(Value::Int(-value)),
                    _ => self.not_followed(node),
                });
                negated.collect()
            }
            "binary_operator" => self.binary(node),
            "call" => self.call(node),
            _ => self.not_followed(node),
        }
    }

    fn not_followed<T>(&self, node: Node<'t>) -> Result<T, Gap> {
        gap(node, format!("what {} is, is not known", self.shown(node)))
    }

    fn string(&self, node: Node<'t>) -> Values {
        let parts = match parts(self.tree, node) {
            Ok(parts) => parts,
            Err(reason) => return gap(node, reason),
        };
        let mut pieces = Vec::new();
        for part in parts {
            pieces.push(match part {
                Part::Said(text) => vec![text],
                Part::Hole(hole) => self.hole(hole)?,
            });
        }
        let texts = self.joined(node, pieces)?;
        self.used.borrow_mut().insert(node.id());
        Ok(texts.into_iter().map(Value::Text).collect())
    }

    /// `{value}` in an f-string.
    fn hole(&self, hole: Node<'t>) -> Result<Vec<Text>, Gap> {
        let field = |name| hole.child_by_field_name(name);
        let spelling = self.tree.spelling(hole);
        let expression = field("expression").filter(|e| {
            // `{x=}` prints the name as well.
            let after = spelling
                .get(e.end_byte() - hole.start_byte()..)
                .unwrap_or_default();
            !after.trim_start().starts_with('=')
        });
        let plain = field("type_conversion").is_none_or(|c| self.tree.spelling(c) == "!s");
        let format = field("format_specifier").map_or("", |f| self.tree.spelling(f));
        let Some(expression) = expression.filter(|_| plain) else {
            return gap(
                hole,
                format!("how {} is printed is not followed", self.shown(hole)),
            );
        };
        let values = self.values(expression)?.into_iter();
        values
            .map(|value| {
                let whole = matches!(value, Value::Int(_)) && format == ":d";
                match template::printed(&value, hole.start_byte()) {
                    Some(text) if format.is_empty() || format == ":" || whole => Ok(text),
                    _ => gap(
                        hole,
                        format!("how {} is printed is not followed", self.shown(hole)),
                    ),
                }
            })
            .collect()
    }

    fn dictionary(&self, node: Node<'t>) -> Values {
        let mut keys = Vec::new();
        let mut items = Vec::new();
        for pair in children(node) {
            let field = |name| pair.child_by_field_name(name);
            let (Some(key), Some(value)) = (field("key"), field("value")) else {
                return self.not_followed(node);
            };
            let [Value::Text(key)] = &self.values(key)?[..] else {
                return self.not_followed(node);
            };
            keys.push(key.as_str().to_owned());
            items.push(self.values(value)?);
        }
        let all = self.combinations(node, items)?.into_iter();
        Ok(all
            .map(|values| Value::Dict(keys.iter().cloned().zip(values).collect()))
            .collect())
    }

    fn binary(&self, node: Node<'t>) -> Values {
        let field = |name| node.child_by_field_name(name);
        let (Some(left), Some(operator), Some(right)) = (field("left"), field("operator"), field("right"))
        else {
            return self.not_followed(node);
        };
        let (left, right) = (self.values(left)?, self.values(right)?);
        self.combined(node, &left, self.tree.spelling(operator), &right)
    }

    fn combined(&self, node: Node<'t>, left: &[Value], operator: &str, right: &[Value]) -> Values {
        self.note([left.len(), right.len()].into_iter());
        let mut all = Vec::new();
        for a in left {
            for b in right {
                match template::operate(a, operator, b, node.start_byte()) {
                    Some(value) => all.push(value),
                    None => return self.not_followed(node),
                }
            }
        }
        Ok(all)
    }

    /// A call of a function or a method that makes a string of strings.
    fn call(&self, node: Node<'t>) -> Values {
        let field = |name| node.child_by_field_name(name);
        let (Some(function), Some(arguments)) = (field("function"), field("arguments")) else {
            return self.not_followed(node);
        };
        let arguments = Arguments::of(self.tree, arguments);
        if arguments.open.is_some() {
            return self.not_followed(node);
        }
        let positional: Vec<Vec<Value>> = match arguments.positional.iter().map(|a| self.values(*a)).collect()
        {
            Ok(values) => values,
            Err(reason) => return self.read_from_file(function).unwrap_or(Err(reason)),
        };
        let mut named = Vec::new();
        for (name, value) in &arguments.named {
            named.push((*name, self.values(*value)?));
        }
        let names: Vec<&str> = named.iter().map(|(name, _)| *name).collect();
        let dotted = self.dotted(function);
        let method = function
            .child_by_field_name("attribute")
            .map(|m| self.tree.spelling(m));
        let object = function.child_by_field_name("object");
        let is_function = dotted.as_deref().is_some_and(template::is_function);
        let (name, first) = match (dotted, method, object) {
            (Some(dotted), _, _) if is_function => (dotted, None),
            (_, Some(method), Some(object)) => match self.values(object) {
                Ok(values) => (format!(".{method}"), Some(values)),
                Err(reason) => return self.read_from_file(function).unwrap_or(Err(reason)),
            },
            _ => {
                return self
                    .read_from_file(function)
                    .unwrap_or_else(|| self.not_followed(node));
            }
        };
        let inputs = first
            .into_iter()
            .chain(positional)
            .chain(named.into_iter().map(|(_, values)| values));
        let all = self.combinations(node, inputs.collect())?.into_iter();
        all.map(|mut values| {
            let keyword = values.split_off(values.len() - names.len());
            let keyword: Vec<(&str, Value)> = names.iter().copied().zip(keyword).collect();
            template::call(&name, &values, &keyword, node.start_byte())
                .map_or_else(|| self.not_followed(node), Ok)
        })
        .collect()
    }

    /// What is to be said of a text that stands in another file.
    fn read_from_file(&self, function: Node<'t>) -> Option<Values> {
        let name = self.tree.spelling(function);
        let reads = ["read", "read_text", "read_bytes", "open"];
        let is_read = reads.iter().any(|read| name.ends_with(read));
        is_read.then(|| {
            gap(
                function,
                "it is read from another file: name that file to kverify",
            )
        })
    }

    /// `self.NAME` and `Class.NAME`: any value that an attribute of the name is given in the file.
    fn attribute(&self, node: Node<'t>) -> Values {
        let field = |name| node.child_by_field_name(name);
        let (Some(object), Some(name)) = (field("object"), field("attribute")) else {
            return self.not_followed(node);
        };
        let of_class = match self.tree.spelling(object) {
            "self" | "cls" => true,
            name => self.names.bindings(name, object).is_some_and(|(_, all)| {
                all.iter()
                    .all(|b| matches!(b.kind, Kind::Definition(d) if d.kind() == "class_definition"))
            }),
        };
        if object.kind() != "identifier" || !of_class {
            return self.not_followed(node);
        }
        self.not_from_elsewhere(node)?;
        let mut values = Vec::new();
        for given in self.names.attribute(self.tree.spelling(name)) {
            values.extend(given.map_or_else(|| self.not_followed(node), |value| self.values(value))?);
        }
        values
            .iter()
            .all(|value| !matches!(value, Value::List(_) | Value::Dict(_)))
            .then_some(values)
            .map_or_else(|| self.not_followed(node), Ok)
    }

    fn not_from_elsewhere(&self, node: Node<'t>) -> Result<(), Gap> {
        let name = self.tree.spelling(node);
        self.names.unseen.map_or(Ok(()), |call| {
            let line = self.tree.line(call.start_byte());
            gap(
                node,
                format!("`{name}` may be given another value by the call in line {line}"),
            )
        })
    }

    fn name(&self, node: Node<'t>) -> Values {
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
    fn bound(&self, node: Node<'t>, owner: Node<'t>, bindings: &[Binding<'t>]) -> Values {
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

    fn binding(&self, name: &str, binding: &Binding<'t>, all: &[Binding<'t>]) -> Values {
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
    fn parameter(&self, name: &str, parameter: Node<'t>) -> Values {
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
    fn may_change(&self, name: &str) -> Option<Node<'t>> {
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
    fn only_reads(&self, function: Node<'t>) -> bool {
        let last = self.last_name(function);
        matches!(last.as_str(), "join" | "len" | "str" | "print" | "format")
            || super::loaders::is_known(&last)
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
    fn imported(&self, one: Node<'t>) -> String {
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

impl<'t> File<'t> {
    /// Notes that choices come together.
    fn note(&self, choices: impl Iterator<Item = usize>) {
        let open = choices.filter(|count| *count > 1).count();
        self.mixed.set(self.mixed.get() || open > 1);
    }

    /// Every way to take one of each.
    fn combinations(&self, node: Node<'t>, items: Vec<Vec<Value>>) -> Result<Vec<Vec<Value>>, Gap> {
        self.note(items.iter().map(Vec::len));
        let mut all: Vec<Vec<Value>> = vec![Vec::new()];
        for choices in items {
            if all.len() * choices.len() > MOST {
                return gap(node, "too many values come together here");
            }
            all = all
                .iter()
                .flat_map(|known| {
                    choices.iter().map(move |choice| {
                        let mut longer = known.clone();
                        longer.push(choice.clone());
                        longer
                    })
                })
                .collect();
        }
        Ok(all)
    }

    fn joined(&self, node: Node<'t>, pieces: Vec<Vec<Text>>) -> Result<Vec<Text>, Gap> {
        let values = pieces
            .into_iter()
            .map(|choices| choices.into_iter().map(Value::Text).collect())
            .collect();
        let all = self.combinations(node, values)?.into_iter();
        Ok(all
            .map(|parts| {
                let mut text = Text::default();
                for part in parts {
                    if let Value::Text(part) = part {
                        text.append(&part);
                    }
                }
                text
            })
            .collect())
    }
}

/// The arguments of a call.
pub struct Arguments<'t> {
    pub positional: Vec<Node<'t>>,
    pub named: Vec<(&'t str, Node<'t>)>,
    /// `*list` or `**dict`, of which more come.
    pub open: Option<Node<'t>>,
}

impl<'t> Arguments<'t> {
    pub fn of(tree: &'t Tree<'t>, list: Node<'t>) -> Arguments<'t> {
        let mut arguments = Arguments {
            positional: Vec::new(),
            named: Vec::new(),
            open: (list.kind() != "argument_list").then_some(list),
        };
        for argument in children(list) {
            let field = |name| argument.child_by_field_name(name);
            match (argument.kind(), field("name"), field("value")) {
                ("keyword_argument", Some(name), Some(value)) => {
                    arguments.named.push((tree.spelling(name), value));
                }
                ("list_splat" | "dictionary_splat" | "keyword_argument", _, _) => {
                    arguments.open = Some(argument)
                }
                _ => arguments.positional.push(argument),
            }
        }
        arguments
    }

    /// The argument of a name, or at a place.
    pub fn get(&self, name: &str, place: Option<usize>) -> Option<Node<'t>> {
        let named = self.named.iter().find(|(known, _)| *known == name);
        named
            .map(|(_, value)| *value)
            .or_else(|| self.positional.get(place?).copied())
    }
}

fn integer(spelling: &str) -> Option<i128> {
    let digits = spelling.replace('_', "").to_ascii_lowercase();
    let radix = |prefix: &str, radix| {
        let rest = digits.strip_prefix(prefix)?;
        i128::from_str_radix(rest, radix).ok()
    };
    radix("0x", 16)
        .or_else(|| radix("0o", 8))
        .or_else(|| radix("0b", 2))
        .or_else(|| digits.parse().ok())
}
