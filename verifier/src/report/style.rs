//! Colours and width: what the terminal and the user's environment allow.

/// How human output looks.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Style {
    /// Use ANSI colours.
    pub colour: bool,
    /// Columns to wrap at.
    pub width: usize,
}

/// Width where there is no terminal, so that piped output is the same everywhere.
const PIPE_WIDTH: usize = 100;

impl Default for Style {
    fn default() -> Self {
        Style {
            colour: false,
            width: PIPE_WIDTH,
        }
    }
}

impl Style {
    /// The style for a stream: `NO_COLOR` wins over `CLICOLOR_FORCE`, which wins over what the stream is.
    pub fn for_stream(
        is_terminal: bool,
        columns: Option<usize>,
        variable: impl Fn(&str) -> Option<String>,
    ) -> Style {
        let set = |name: &str| variable(name).is_some_and(|value| !value.is_empty());
        let forced = variable("CLICOLOR_FORCE").is_some_and(|value| !value.is_empty() && value != "0");
        let dumb = variable("TERM").is_some_and(|term| term == "dumb");
        let colour = !set("NO_COLOR") && (forced || is_terminal && !dumb);
        let width = if is_terminal {
            columns.unwrap_or(PIPE_WIDTH).clamp(40, 200)
        } else {
            PIPE_WIDTH
        };
        Style { colour, width }
    }

    pub(crate) fn paint(self, code: &str, text: &str) -> String {
        if self.colour {
            format!("\u{1b}[{code}m{text}\u{1b}[0m")
        } else {
            text.to_owned()
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn style(is_terminal: bool, variables: &[(&str, &str)]) -> Style {
        Style::for_stream(is_terminal, Some(500), |name| {
            variables
                .iter()
                .find(|(known, _)| *known == name)
                .map(|(_, value)| (*value).to_owned())
        })
    }

    #[test]
    fn colours_follow_the_terminal_and_the_usual_variables() {
        assert!(style(true, &[]).colour);
        assert!(!style(false, &[]).colour);
        assert!(!style(true, &[("NO_COLOR", "1")]).colour);
        assert!(style(true, &[("NO_COLOR", "")]).colour);
        assert!(style(false, &[("CLICOLOR_FORCE", "1")]).colour);
        assert!(!style(false, &[("CLICOLOR_FORCE", "0")]).colour);
        assert!(!style(false, &[("CLICOLOR_FORCE", "1"), ("NO_COLOR", "1")]).colour);
        assert!(!style(true, &[("TERM", "dumb")]).colour);
    }

    #[test]
    fn width_follows_the_terminal_within_reason() {
        assert_eq!(style(true, &[]).width, 200);
        assert_eq!(style(false, &[]).width, 100);
    }
}
