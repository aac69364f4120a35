//! What expressions of a Python file are known to be, without running it.
//!
//! An expression has one value or a few, one for each assignment that may have been the last; or none that is known, and then there
//! is a place and a reason.

mod bindings;

use super::names::{Kind, Names};
use super::syntax::{Node, Part, Tree, children, parts};
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
