//! Functions that are verified as if every thread of a block called them: `f<float, 128>`, `f(float *, int)`, `f own=x,y`.
//!
//! What is asked for stands on the command line or in a comment of the file, `// kverify: entry f<float, 128>`.

use crate::plain::{opening, remarks};

/// A function that is to be verified.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Wish {
    /// As it was written.
    pub text: String,
    /// Its qualified name.
    pub name: String,
    /// Template arguments.
    pub arguments: Option<String>,
    /// The types of its parameters, which tell it from others of its name.
    pub parameters: Option<String>,
    /// Parameters that are each thread's own value.
    pub own: Vec<String>,
    /// The line of the comment that says so.
    pub line: Option<u32>,
}

/// How the words of such a comment begin.
const MARK: &str = "entry ";

impl Wish {
    /// Reads one.
    ///
    /// # Errors
    /// Says what is wrong with the text.
    pub fn parse(text: &str) -> Result<Wish, String> {
        let advice = "an entry is written 'name', 'name<float, 128>' or 'name(float *, int)', and `own=x,y` behind it names parameters \
                      that are each thread's own";
        let wrong = |what: &str| Err(format!("`{}` is no entry: {what}; {advice}", text.trim()));
        let (head, own) = text.split_once(" own=").unwrap_or((text, ""));
        let own: Vec<String> = own
            .split([',', ' '])
            .map(str::trim)
            .filter(|name| !name.is_empty())
            .map(str::to_owned)
            .collect();
        let mut head = head.trim();
        let mut parameters = None;
        let end = head.find(['<', '(']).unwrap_or(head.len());
        if head.ends_with(')')
            && let Some(open) = opening(head, '(', ')')
        {
            parameters = Some(head[open + 1..head.len() - 1].trim().to_owned());
            head = head[..open].trim_end();
        }
        let mut arguments = None;
        if head.ends_with('>')
            && let Some(open) = opening(head, '<', '>')
        {
            arguments = Some(head[open + 1..head.len() - 1].trim().to_owned());
            head = head[..open].trim_end();
        }
        let name = head.trim_start_matches("::");
        let is_name = |c: char| c.is_alphanumeric() || c == '_' || c == ':';
        if name.is_empty() || head.len() != end.min(head.len()) {
            return wrong("there is no name in front");
        }
        if !name.chars().all(is_name) || name.starts_with(|c: char| c.is_ascii_digit()) {
            return wrong(&format!("`{name}` is no name"));
        }
        Ok(Wish {
            text: text.trim().to_owned(),
            name: name.to_owned(),
            arguments,
            parameters,
            own,
            line: None,
        })
    }

    /// Those of a text's comments, and what is wrong with others.
    pub fn of_comments(text: &str) -> (Vec<Wish>, Vec<(u32, String)>) {
        let (mut wishes, mut wrong) = (Vec::new(), Vec::new());
        for remark in remarks(text) {
            let (Some(words), line) = (remark.words.strip_prefix(MARK), remark.line) else {
                continue;
            };
            match Wish::parse(words) {
                Ok(wish) => wishes.push(Wish {
                    line: Some(line),
                    ..wish
                }),
                Err(message) => wrong.push((line, message)),
            }
        }
        (wishes, wrong)
    }

    /// Whether it may mean a function of this qualified name.
    pub fn is_called(&self, name: &str) -> bool {
        self.name == name
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn entries_are_read() {
        let wish = Wish::parse("n::f<std::array<int, 4>, 128>(float *, int) own=x, y").expect("an entry");
        assert_eq!(wish.name, "n::f");
        assert_eq!(wish.arguments.as_deref(), Some("std::array<int, 4>, 128"));
        assert_eq!(wish.parameters.as_deref(), Some("float *, int"));
        assert_eq!(wish.own, ["x", "y"]);
        let plain = Wish::parse("::scale").expect("an entry");
        assert_eq!((plain.name.as_str(), plain.arguments), ("scale", None));
    }

    #[test]
    fn nonsense_is_said_to_be() {
        for text in ["", "<int>", "f g", "f<int", "1f", "f(int) own"] {
            assert!(Wish::parse(text).is_err(), "{text}");
        }
    }

    #[test]
    fn comments_name_entries() {
        let (wishes, wrong) =
            Wish::of_comments("// a\n// kverify: entry f<int> own=n\n// kverify: entry 1\n");
        assert_eq!(
            (wishes[0].line, wishes[0].own.as_slice()),
            (Some(2), &["n".to_owned()][..])
        );
        assert_eq!(wrong.len(), 1);
    }
}
