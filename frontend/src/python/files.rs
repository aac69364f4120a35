//! Files that a Python file has compiled.

use super::syntax::Node;
use super::text::Text;
use super::value::{self, Value};
use super::{Contents, Doubt, Reader, strings};
use std::ops::Range;
use std::path::Path;

/// A file, and where its name stands.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Named {
    pub path: String,
    pub at: Range<usize>,
}

/// What names a file in a program.
const INCLUDE: &str = "#include \"";

impl Named {
    /// The file that a program of [`Reader::named_files`] is.
    pub fn by(program: &Text) -> Named {
        let text = program.as_str();
        let start = text.find(INCLUDE).map_or(0, |at| at + INCLUDE.len());
        let path = text[start..].split('"').next().unwrap_or_default();
        let place = |at: usize| program.place(at).unwrap_or(0);
        Named {
            path: path.to_owned(),
            at: place(start)..place(start + path.len().saturating_sub(1)) + 1,
        }
    }
}

impl<'t> Reader<'t> {
    /// The device sources among the files that an argument names, each as a program. What a C++ compiler gets holds no kernels.
    pub(super) fn named_files(&self, node: Node<'t>) -> Result<Vec<Text>, value::Gap> {
        const DEVICE: [&str; 3] = [".cu", ".cuh", ".hip"];
        let mut programs = Vec::new();
        for value in self.file.values(node)? {
            let count = match &value {
                Value::List(items) => items.len(),
                _ => 1,
            };
            let names = strings(value);
            if names.len() != count || names.iter().any(|name| name.as_str().contains(['"', '\n', '\\'])) {
                return value::gap(node, "it is no name of a file, nor a list of names");
            }
            for name in names
                .into_iter()
                .filter(|name| DEVICE.iter().any(|ending| name.as_str().ends_with(ending)))
            {
                let at = name.place(0).unwrap_or(node.start_byte());
                let mut program = Text::at_once(INCLUDE, at);
                program.append(&name);
                program.append(&Text::at_once("\"\n", at));
                if !programs.contains(&program) {
                    programs.push(program);
                }
            }
        }
        Ok(programs)
    }
}

impl Contents {
    /// Has files that are not there be said, instead of read. They are looked for beside the Python file, whatever folder it is run in.
    pub fn with_files_beside(mut self, path: &Path) -> Contents {
        let folder = path.parent().unwrap_or(Path::new(""));
        let gaps = &mut self.gaps;
        self.programs.retain(|program| {
            let missing = program
                .names
                .as_ref()
                .filter(|named| !folder.join(&named.path).is_file());
            gaps.extend(missing.map(|named| Doubt {
                name: "load".to_owned(),
                at: named.at.clone(),
                reason: format!(
                    "`load` compiles {}, and there is no such file beside this one",
                    named.path
                ),
                is_complete: false,
            }));
            missing.is_none()
        });
        self
    }
}
