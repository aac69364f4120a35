//! Kernels in the strings of Python files.
//!
//! [`read`] finds the calls that compile kernels ([`loaders`]) and what text they are given ([`value`]), without running anything.
//! Each text is a program of its own, every byte of which knows its place in the file ([`text`]). Whatever is not followed is said:
//! a call whose text is not known, a literal with a kernel that no call is seen to take, and kernels in Python itself.

mod files;
mod loaders;
mod names;
pub(crate) mod place;
mod syntax;
mod template;
#[cfg(test)]
mod tests;
mod text;
mod value;

use crate::count;
use crate::ir::Language;
use loaders::Loader;
use std::collections::HashSet;
use std::ops::Range;
use std::path::Path;
use syntax::{Node, Tree, around, children, descendants};
pub use text::Text;
use value::{Arguments, File, Value};

/// A text that is compiled, of several where a value is one of several.
#[derive(Clone, Debug)]
pub struct Program {
    pub text: Text,
    pub language: Language,
    /// `-D` and `-U`.
    pub options: Vec<String>,
    pub instantiate: Vec<String>,
    /// What may make another program of it.
    pub doubts: Vec<Doubt>,
    /// What is to be said if it holds no kernel.
    pub lack: Option<Doubt>,
    /// It is that file, and where the file is named.
    pub names: Option<files::Named>,
}

/// What is not known, and where.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Doubt {
    /// What to call a kernel of which only this is known.
    pub name: String,
    pub at: Range<usize>,
    pub reason: String,
    /// The text is known, but whether it is ever compiled is not.
    pub is_complete: bool,
}

/// All that a file holds.
#[derive(Debug, Default)]
pub struct Contents {
    pub programs: Vec<Program>,
    /// Kernels of which nothing is known.
    pub gaps: Vec<Doubt>,
}

/// Whether a file is one of Python's, by its ending.
pub fn is_python(path: &Path) -> bool {
    path.extension().is_some_and(|ending| ending == "py")
}

/// Whether a text may hold or load a kernel: what lacks all these words does neither.
pub fn may_hold_kernels(text: &str) -> bool {
    const WORDS: [&str; 20] = [
        "__global__",
        "__kernel",
        "load_inline",
        "RawKernel",
        "RawModule",
        "SourceModule",
        "pyopencl",
        "nvrtc",
        "cuda.core",
        "_compile_kernel",
        "compile_with_cache",
        "triton",
        "numba",
        "cupyx",
        "cutlass",
        "warp",
        "taichi",
        "tilelang",
        "ElementwiseKernel",
        "ReductionKernel",
    ];
    WORDS.iter().any(|word| text.contains(word)) || text.contains("cpp_extension") && text.contains("load")
}

/// Reads a file.
pub fn read(source: &str) -> Contents {
    if !may_hold_kernels(source) {
        return Contents::default();
    }
    let tree = match Tree::parse(source) {
        Ok(tree) => tree,
        Err(at) => {
            let marked = [
                "__global__",
                "__kernel",
                "load_inline",
                "RawKernel",
                "RawModule",
                "SourceModule",
                "jit",
            ];
            let matters = marked.iter().any(|word| source.contains(word));
            let unread = Doubt {
                name: "(file)".to_owned(),
                at,
                reason:
                    "this is no Python that can be read, and so the kernels in the file are not looked at"
                        .to_owned(),
                is_complete: false,
            };
            return Contents {
                programs: Vec::new(),
                gaps: matters.then_some(unread).into_iter().collect(),
            };
        }
    };
    let file = File::new(&tree);
    let mut reader = Reader {
        file: &file,
        contents: Contents::default(),
    };
    let all = descendants(tree.root());
    for node in &all {
        match node.kind() {
            "call" => reader.call(*node),
            "decorated_definition" => reader.decorated(*node),
            _ => {}
        }
    }
    reader.left_over(&all);
    let mut contents = reader.contents;
    contents.gaps.dedup();
    contents
}

struct Reader<'t> {
    file: &'t File<'t>,
    contents: Contents,
}

impl<'t> Reader<'t> {
    fn lost(&mut self, name: &str, at: Range<usize>, reason: String) {
        let gap = Doubt {
            name: name.to_owned(),
            at,
            reason,
            is_complete: false,
        };
        if !self.contents.gaps.contains(&gap) {
            self.contents.gaps.push(gap);
        }
    }

    fn call(&mut self, call: Node<'t>) {
        let field = |name| call.child_by_field_name(name);
        let (Some(function), Some(list)) = (field("function"), field("arguments")) else {
            return;
        };
        let is_decorator = around(call)
            .next()
            .is_some_and(|outer| outer.kind() == "decorator");
        let dotted = self.file.dotted(function);
        let last = self.file.last_name(function);
        if let Some(what) = dotted
            .as_deref()
            .filter(|_| !is_decorator)
            .and_then(loaders::unsupported)
        {
            self.lost(&last, function.byte_range(), unsupported(what));
            return;
        }
        let object = function
            .child_by_field_name("object")
            .map(|object| self.file.tree.spelling(object));
        if matches!(object, Some("self" | "cls")) {
            return;
        }
        let Some(loader) = loaders::find(dotted.as_deref(), &last) else {
            return;
        };
        let arguments = Arguments::of(self.file.tree, list);
        if let Err(gap) = self.load(loader, call, function, &arguments) {
            let line = self.file.tree.line(gap.at.start);
            let reason = format!(
                "{} that `{last}` is given {} not known: {} (line {line})",
                if loader.names_files {
                    "the files"
                } else {
                    "the text"
                },
                if loader.names_files { "are" } else { "is" },
                gap.reason
            );
            self.lost(loader.name, function.byte_range(), reason);
        }
    }

    /// The programs that a call compiles.
    fn load(
        &mut self,
        loader: &'static Loader,
        call: Node<'t>,
        function: Node<'t>,
        arguments: &Arguments<'t>,
    ) -> Result<(), value::Gap> {
        let given = |(name, place)| arguments.get(name, place);
        let mut texts: Vec<Vec<Text>> = Vec::new();
        self.file.mixed.set(false);
        for (n, argument) in loader.texts.iter().enumerate() {
            let Some(node) = given(*argument).filter(|node| node.kind() != "none") else {
                continue;
            };
            let found = match loader.names_files {
                true => self.named_files(node),
                false => self.sources(node),
            };
            match found {
                Ok(found) => texts.push(found),
                // Who calls what the first text holds is good to know, and no part of a kernel.
                Err(_) if n > 0 && !texts.is_empty() => {}
                Err(gap) => return Err(gap),
            }
        }
        if texts.is_empty() {
            let open = arguments.open.or(arguments.get("path", None));
            return value::gap(
                open.unwrap_or(function),
                "it is not among the arguments that can be read",
            );
        }
        let mut doubts = Vec::new();
        let choices = texts.iter().filter(|choices| choices.len() > 1).count();
        if self.file.mixed.get() || choices > 1 {
            doubts.push(Doubt {
                name: String::new(),
                at: function.byte_range(),
                reason: "which of several values come together in this text is not known".to_owned(),
                is_complete: true,
            });
        }
        let (options, unclear) = self.options(loader, call, arguments);
        if let Some(gap) = unclear {
            doubts.push(Doubt {
                name: String::new(),
                at: gap.at,
                reason: format!(
                    "the compiler may be given definitions that are not known here: {}",
                    gap.reason
                ),
                is_complete: false,
            });
        }
        let instantiate = loader
            .instantiations
            .and_then(|name| arguments.get(name, None))
            .and_then(|node| self.file.values(node).ok())
            .into_iter()
            .flatten()
            .flat_map(strings)
            .map(|text| text.as_str().to_owned())
            .filter(|name| name.contains('<'))
            .collect::<Vec<_>>();
        let bare = loader.without_headers.and_then(|name| arguments.get(name, None));
        let at = function.start_byte();
        let mut heads = vec![Text::at_once(
            if bare.is_some() { "" } else { loader.headers },
            at,
        )];
        for choices in texts {
            heads = heads
                .iter()
                .flat_map(|head| {
                    choices.iter().map(|choice| {
                        let mut text = head.clone();
                        text.append(choice);
                        text.append(&Text::at_once("\n", at));
                        text
                    })
                })
                .take(64)
                .collect();
        }
        for mut text in heads {
            text.settle();
            let names = loader.names_files.then(|| files::Named::by(&text));
            let text = self.on_its_line(text, at);
            let lack = (!loader.may_lack_kernels).then(|| Doubt {
                name: loader.name.to_owned(),
                at: function.byte_range(),
                reason: format!("no kernel is found in the text that `{}` is given", loader.name),
                is_complete: false,
            });
            self.contents.programs.push(Program {
                text,
                language: loader.language,
                options: options.clone(),
                instantiate: instantiate.clone(),
                doubts: doubts.clone(),
                lack,
                names,
            });
        }
        Ok(())
    }

    /// Empty lines before a text, so that what stands in one literal has the lines of the file for whoever counts them.
    fn on_its_line(&self, text: Text, at: usize) -> Text {
        let signs = text.as_str();
        let lines_of = |offset: usize| signs[..offset].matches('\n').count();
        let first = (0..signs.len()).find(|n| text.place(*n) != Some(at));
        let lack = first.and_then(|first| {
            let line = self.file.tree.line(text.place(first)?);
            (line - 1).checked_sub(lines_of(first))
        });
        let mut padded = Text::at_once(&"\n".repeat(lack.unwrap_or(0)), at);
        padded.append(&text);
        padded
    }

    /// The texts of an argument: a string, or a list of strings, which are joined by lines.
    fn sources(&self, node: Node<'t>) -> Result<Vec<Text>, value::Gap> {
        let mut found = Vec::new();
        for value in self.file.values(node)? {
            let (count, parts) = match value {
                Value::List(items) => (items.len(), Value::List(items)),
                other => (1, other),
            };
            let parts = strings(parts);
            if parts.len() != count {
                return value::gap(node, "it is no string, nor a list of strings");
            }
            let mut text = Text::default();
            for part in parts {
                text.append(&part);
                text.append(&Text::at_once("\n", node.start_byte()));
            }
            found.push(text);
        }
        Ok(found)
    }

    /// The definitions among the options of the compiler, and what of them is not known.
    fn options(
        &self,
        loader: &Loader,
        call: Node<'t>,
        arguments: &Arguments<'t>,
    ) -> (Vec<String>, Option<value::Gap>) {
        let direct = loader
            .options
            .and_then(|(name, place)| arguments.get(name, place));
        let mut given: Vec<Node<'t>> = direct.into_iter().collect();
        let mut hidden = arguments.open;
        for (builder, place) in loader.builders {
            let (found, open) = self.built(builder, *place, call);
            given.extend(found);
            hidden = hidden.or(open);
        }
        let mut known: Option<Vec<String>> = None;
        for node in given {
            let read = self.file.values(node).and_then(|values| {
                let [value] =
                    <[Value; 1]>::try_from(values).or_else(|_| value::gap(node, "they may be several"))?;
                definitions(value).map_or_else(|reason| value::gap(node, reason), Ok)
            });
            match read {
                Err(gap) => return (Vec::new(), Some(gap)),
                Ok(read) if known.as_ref().is_some_and(|known| *known != read) => {
                    return (
                        read,
                        value::gap::<()>(node, "they differ from place to place").err(),
                    );
                }
                Ok(read) => known = Some(read),
            }
        }
        let hidden = hidden.and_then(|node| value::gap::<()>(node, "more arguments may come here").err());
        (known.unwrap_or_default(), hidden)
    }

    /// The options that calls of a method or a function give: that of the program itself where it is called at once, else all in
    /// the file.
    fn built(&self, builder: &str, place: usize, call: Node<'t>) -> (Vec<Node<'t>>, Option<Node<'t>>) {
        let (mut found, mut open) = (Vec::new(), None);
        for node in descendants(self.file.tree.root()) {
            let field = |name| node.child_by_field_name(name);
            let (Some(function), Some(list)) = (field("function"), field("arguments")) else {
                continue;
            };
            if node.kind() != "call" || self.file.last_name(function) != builder {
                continue;
            }
            let arguments = Arguments::of(self.file.tree, list);
            let object = function.child_by_field_name("object");
            let own = object.is_some_and(|object| object.id() == call.id());
            if own {
                return (
                    arguments.get("options", Some(place)).into_iter().collect(),
                    arguments.open,
                );
            }
            found.extend(arguments.get("options", Some(place)));
            open = open.or(arguments.open);
        }
        (found, open)
    }

    /// Kernels that are written in Python.
    fn decorated(&mut self, node: Node<'t>) {
        let definition = node.child_by_field_name("definition");
        let Some(name) = definition.and_then(|d| d.child_by_field_name("name")) else {
            return;
        };
        for decorator in children(node).into_iter().filter(|n| n.kind() == "decorator") {
            let Some(expression) = decorator.named_child(0) else {
                continue;
            };
            let function = expression.child_by_field_name("function").unwrap_or(expression);
            if let Some(what) = self
                .file
                .dotted(function)
                .as_deref()
                .and_then(loaders::unsupported)
            {
                self.lost(
                    self.file.tree.spelling(name),
                    name.byte_range(),
                    unsupported(what),
                );
                return;
            }
        }
    }

    /// Literals with a kernel that no call was seen to take: how they reach a compiler is not known, and what comes before and after
    /// them. They are looked at, and nothing is taken to be proved.
    fn left_over(&mut self, all: &[Node<'t>]) {
        let used = self.file.used();
        let mut seen: HashSet<usize> = HashSet::new();
        for node in all {
            if !matches!(node.kind(), "string" | "concatenated_string") {
                continue;
            }
            let spelling = self.file.tree.spelling(*node);
            let marked = [(Language::Cuda, "__global__"), (Language::OpenCl, "__kernel")];
            let Some((language, mark)) = marked.into_iter().find(|(_, mark)| spelling.contains(mark)) else {
                continue;
            };
            if around(*node).any(|outer| seen.contains(&outer.id())) {
                continue;
            }
            seen.insert(node.id());
            let is_used = used.contains(&node.id()) || around(*node).any(|outer| used.contains(&outer.id()));
            if is_used || is_statement(*node) {
                continue;
            }
            let reason = "a text with a kernel that no call is seen to compile: what stands around it then is not known";
            match self.file.texts(*node) {
                Ok(texts) => {
                    for mut text in texts {
                        if count::definitions(text.as_str(), language).is_empty() {
                            continue;
                        }
                        text.settle();
                        let text = self.on_its_line(text, node.start_byte());
                        self.contents.programs.push(Program {
                            text,
                            language,
                            options: Vec::new(),
                            instantiate: Vec::new(),
                            doubts: vec![Doubt {
                                name: String::new(),
                                at: node.byte_range(),
                                reason: reason.to_owned(),
                                is_complete: false,
                            }],
                            lack: None,
                            names: None,
                        });
                    }
                }
                Err(_) if count::definitions(spelling, language).is_empty() => {}
                Err(gap) => self.lost(mark, node.byte_range(), format!("{reason}; {}", gap.reason)),
            }
        }
    }
}

/// A docstring, or another text that nobody takes.
fn is_statement(node: Node<'_>) -> bool {
    node.parent()
        .is_some_and(|parent| parent.kind() == "expression_statement")
}

fn unsupported(what: &str) -> String {
    format!(
        "{what} is not supported yet: nothing of it was looked at. kverify reads CUDA C++ and OpenCL C; until it reads this, `compute-sanitizer \
         --tool racecheck` watches a run of it"
    )
}

/// The strings of a string or a list.
fn strings(value: Value) -> Vec<Text> {
    match value {
        Value::Text(text) => vec![text],
        Value::List(items) => items.into_iter().flat_map(strings).collect(),
        Value::Int(_)
        | Value::Float(_)
        | Value::Bool(_)
        | Value::Nothing
        | Value::Dict(_)
        | Value::Template(_) => Vec::new(),
    }
}

/// The definitions among options, as clang takes them.
fn definitions(value: Value) -> Result<Vec<String>, &'static str> {
    let words: Vec<String> = match value {
        Value::Nothing => return Ok(Vec::new()),
        value @ (Value::Text(_) | Value::List(_)) => {
            let count = if let Value::List(items) = &value {
                items.len()
            } else {
                1
            };
            let words: Vec<Text> = strings(value);
            if words.len() != count {
                return Err("they are no strings");
            }
            words.iter().map(|word| word.as_str().to_owned()).collect()
        }
        Value::Int(_) | Value::Float(_) | Value::Bool(_) | Value::Dict(_) | Value::Template(_) => {
            return Err("they are no strings");
        }
    };
    if words.iter().any(|word| word.contains(['"', '\'', '\\'])) {
        return Err("how a shell takes them apart is not followed");
    }
    let mut found = Vec::new();
    let mut words = words.iter().flat_map(|word| word.split_whitespace());
    while let Some(word) = words.next() {
        let long = [("--define-macro=", "-D"), ("--undefine-macro=", "-U")];
        if let Some((short, rest)) = long.iter().find_map(|(l, s)| Some((*s, word.strip_prefix(l)?))) {
            found.push(format!("{short}{rest}"));
        } else if word == "-D" || word == "-U" {
            found.push(format!("{word}{}", words.next().unwrap_or_default()));
        } else if word.starts_with("-D") || word.starts_with("-U") {
            found.push(word.to_owned());
        } else if word.starts_with("-include")
            || word.contains("pre-include")
            || word.starts_with("--options-file")
        {
            return Err("they name another file to read");
        }
    }
    Ok(found)
}
