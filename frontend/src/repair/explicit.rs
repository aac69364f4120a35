//! Explicit instantiations: `template void launch<float, 128>(...);`, in the text and in what macros write there.
//!
//! libclang does not show those of functions. Those of kernels say which arguments to use; those of host functions, also the
//! ones that another file is to hold (`extern template`), lead to kernels with the arguments that the project runs.

use crate::clang::kinds::*;
use crate::clang::{Cursor, Unit, qualified_name};
use crate::macros::{Macros, arguments, definitions, expand, words};
use crate::plain;
use crate::plain::joined;
use crate::prelude;
use std::collections::{BTreeSet, HashMap};

/// Deepest nesting of macros that is followed.
const DEPTH: usize = 4;
/// Most instantiations that are taken of one host function's template.
const MOST_OF_ONE: usize = 8;
/// Most text that macros may make of one call.
const MOST: usize = 1 << 16;

/// An explicit instantiation.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Explicit {
    /// The template's name with its namespaces and classes.
    pub name: String,
    /// Its arguments, as they are written.
    pub arguments: String,
    /// The whole declaration, if another file holds the instantiation.
    pub elsewhere: Option<String>,
}

impl Explicit {
    /// The template's name alone.
    pub(super) fn own_name(&self) -> &str {
        self.name.rsplit("::").next().unwrap_or(&self.name)
    }
}

/// A source, and the user's files that it includes.
pub(super) fn texts(unit: &Unit, text: &str) -> Vec<String> {
    let included = unit.inclusions().into_iter();
    let included = included.filter(|path| !prelude::is_the_languages(path));
    let included = included.filter_map(|path| unit.contents(&path));
    std::iter::once(text.to_owned()).chain(included).collect()
}

/// The macros that texts define.
pub(super) fn macros_of(texts: &[String]) -> Macros {
    let mut macros = HashMap::new();
    texts.iter().for_each(|text| definitions(text, &mut macros));
    macros
}

/// The explicit instantiations of `templates`, of kernels and others, in a source and in the user's files that it includes.
pub(super) fn find(unit: &Unit, text: &str, templates: &[Cursor<'_>]) -> Vec<Explicit> {
    let texts = texts(unit, text);
    let macros = macros_of(&texts);
    // Only macros that write such a declaration matter.
    let writes = |body: &str| words(body).any(|(_, word)| word == "template" || macros.contains_key(word));
    let macros: Macros = macros
        .iter()
        .filter(|(_, known)| known.iter().any(|(_, body)| writes(body)))
        .map(|(name, known)| (name.clone(), known.clone()))
        .collect();
    let names: HashMap<String, String> = templates
        .iter()
        .map(|template| (template.spelling(), qualified_name(*template)))
        .collect();
    let mut declared = Vec::new();
    for text in &texts {
        let plain = plain::blanked(text);
        declarations(&without_directives(&plain), &macros, DEPTH, &mut declared);
    }
    let mut found: Vec<Explicit> = Vec::new();
    for declaration in declared {
        let explicit = read(&declaration, &names).filter(|explicit| !found.contains(explicit));
        found.extend(explicit);
    }
    found
}

/// The words of all explicit instantiations in texts, those in macros too: the names of their templates are among them.
pub(crate) fn explicitly_instantiated<'t>(texts: impl Iterator<Item = &'t str>) -> BTreeSet<String> {
    let texts: Vec<String> = texts
        .filter(|text| text.contains("template"))
        .map(str::to_owned)
        .collect();
    let macros = macros_of(&texts);
    let mut declared = Vec::new();
    for text in &texts {
        let plain = plain::blanked(text);
        declarations(&without_directives(&plain), &macros, DEPTH, &mut declared);
    }
    let words = declared.iter().flat_map(|declaration| words(declaration));
    words.map(|(_, word)| word.to_owned()).collect()
}

/// At most a few of each template, those first that this source holds.
pub(super) fn few_of_each(mut found: Vec<Explicit>) -> Vec<Explicit> {
    found.sort_by_key(|explicit| explicit.elsewhere.is_some());
    let mut count: HashMap<String, usize> = HashMap::new();
    found.retain(|explicit| {
        let known = count.entry(explicit.name.clone()).or_default();
        *known += 1;
        *known <= MOST_OF_ONE
    });
    found
}

/// A text without the lines of the preprocessor.
fn without_directives(text: &str) -> String {
    let joined = joined(text);
    let lines = joined.lines().filter(|line| !line.trim_start().starts_with('#'));
    lines.collect::<Vec<_>>().join("\n")
}

/// Collects `[extern] template ...;` in a text, and in what its macros make.
fn declarations(text: &str, macros: &Macros, depth: usize, found: &mut Vec<String>) {
    let mut end = 0;
    let mut is_extern = false;
    for (at, word) in words(text) {
        if at < end {
            continue;
        }
        let rest = &text[at + word.len()..];
        if word == "template" && !rest.trim_start().starts_with('<') {
            let declaration = rest.split([';', '{']).next().unwrap_or(rest);
            end = at + word.len() + declaration.len();
            let before = if is_extern { "extern " } else { "" };
            found.push(format!("{before}{}", declaration.trim()));
        } else if let Some([(parameters, body), ..]) =
            macros.get(word).filter(|_| depth > 0).map(Vec::as_slice)
        {
            let given = arguments(rest).filter(|_| !parameters.is_empty());
            let mut expanded = expand(parameters, body, &given.unwrap_or_default()).unwrap_or_default();
            if expanded.len() <= MOST {
                if is_extern {
                    expanded.insert_str(0, "extern ");
                }
                declarations(&expanded, macros, depth - 1, found);
            }
        }
        is_extern = word == "extern";
    }
}

/// A declaration, if it is an instantiation of one of the templates.
fn read(declaration: &str, names: &HashMap<String, String>) -> Option<Explicit> {
    let (own, elsewhere) = match declaration.strip_prefix("extern ") {
        Some(rest) => (rest, Some(rest.to_owned())),
        None => (declaration, None),
    };
    for (at, word) in words(own) {
        let Some(name) = names.get(word) else { continue };
        let after = own[at + word.len()..].trim_start();
        if let Some(arguments) = after.strip_prefix('<').and_then(inside_angles) {
            let one_line = |text: &str| text.split_whitespace().collect::<Vec<_>>().join(" ");
            return Some(Explicit {
                name: name.clone(),
                arguments: one_line(arguments),
                elsewhere: elsewhere.map(|text| one_line(&text)),
            });
        }
    }
    None
}

/// What stands before the `>` that closes a list.
pub(super) fn inside_angles(text: &str) -> Option<&str> {
    let (mut depth, mut parentheses) = (0, 0);
    for (at, sign) in text.char_indices() {
        match sign {
            '(' => parentheses += 1,
            ')' => parentheses -= 1,
            '<' if parentheses == 0 => depth += 1,
            '>' if parentheses == 0 && depth == 0 => return Some(&text[..at]),
            '>' if parentheses == 0 => depth -= 1,
            _ => {}
        }
    }
    None
}

/// The templates of functions that only the host runs.
pub(super) fn host_templates<'u>(root: Cursor<'u>) -> Vec<Cursor<'u>> {
    let mut found = Vec::new();
    let mut scopes = vec![root];
    while let Some(scope) = scopes.pop() {
        for c in scope.children() {
            if c.position().is_some_and(|at| prelude::is_the_languages(&at.file)) {
                continue;
            }
            match c.kind() {
                CXCursor_Namespace | CXCursor_LinkageSpec | CXCursor_UnexposedDecl => scopes.push(c),
                CXCursor_FunctionTemplate
                    if !c.has_attribute(&[CXCursor_CUDAGlobalAttr, CXCursor_CUDADeviceAttr]) =>
                {
                    found.push(c);
                }
                _ => {}
            }
        }
    }
    found
}

#[cfg(test)]
mod tests {
    use super::*;

    fn found(text: &str) -> Vec<Explicit> {
        let mut macros = HashMap::new();
        definitions(text, &mut macros);
        let names = [("launch", "ns::launch"), ("scale", "scale")];
        let names = names
            .map(|(name, full)| (name.to_owned(), full.to_owned()))
            .into();
        let mut declared = Vec::new();
        declarations(&without_directives(text), &macros, DEPTH, &mut declared);
        declared.iter().filter_map(|text| read(text, &names)).collect()
    }

    #[test]
    fn instantiations_are_read_where_they_stand() {
        let text = "template <class T> void launch(T *p) {}\ntemplate void ns::launch\n<float, 64 * 2, (3 > 2)>(float *p);";
        let [one] = &found(text)[..] else {
            panic!("{:?}", found(text))
        };
        assert_eq!(
            (one.name.as_str(), one.arguments.as_str()),
            ("ns::launch", "float, 64 * 2, (3 > 2)")
        );
        assert_eq!(one.elsewhere, None);
    }

    #[test]
    fn macros_write_them_too() {
        let text = "#define ONE(T, N) \\\n    template void launch<T, N>(T *p)\n#define BOTH(T) extern ONE(T, 1); extern ONE(T, 2);\n\
                    ONE(float, 4);\nBOTH(int)\nextern ONE(char, 8);\ntemplate __global__ void scale<half>(half *);";
        let all: Vec<(String, bool)> = found(text)
            .into_iter()
            .map(|one| (one.arguments, one.elsewhere.is_some()))
            .collect();
        let expected = [
            ("float, 4", false),
            ("int, 1", true),
            ("int, 2", true),
            ("char, 8", true),
            ("half", false),
        ];
        assert_eq!(
            all,
            expected.map(|(text, elsewhere)| (text.to_owned(), elsewhere))
        );
    }

    #[test]
    fn definitions_of_templates_are_none() {
        assert_eq!(
            found("template<int N> void launch(int *p) { launch<N>(p); }"),
            Vec::new()
        );
    }
}
