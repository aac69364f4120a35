//! Workflow commands of GitHub Actions: a finding becomes an annotation on the lines of a pull request.
//!
//! <https://docs.github.com/en/actions/reference/workflows-and-actions/workflow-commands>. GitHub shows ten errors and ten
//! warnings of a step; SARIF has no such limit.

use super::base::Base;
use super::json::Document;
use super::json::finding::SeverityName;
use super::remark::{Remark, remarks};
use super::visible;

/// A command for each remark; paths are relative to the repository, as GitHub wants them.
pub fn render(document: &Document, base: &Base) -> String {
    remarks(document)
        .iter()
        .map(|remark| command(remark, base))
        .collect()
}

fn command(remark: &Remark, base: &Base) -> String {
    // What is in the baseline shall not draw the reader's eye like an error.
    let severity = if remark.known {
        SeverityName::Note
    } else {
        remark.severity
    };
    let name = match severity {
        SeverityName::Error => "error",
        SeverityName::Warning => "warning",
        SeverityName::Note => "notice",
    };
    let path = base.relative(&remark.path).unwrap_or_else(|| remark.path.clone());
    let mut properties = vec![
        format!("file={}", property(&path)),
        format!("line={}", remark.line),
        format!("endLine={}", remark.end_line),
    ];
    // GitHub takes columns only where start and end are on one line.
    if remark.end_line == remark.line {
        properties.push(format!("col={}", remark.column));
        properties.extend(remark.end_column.map(|end| format!("endColumn={end}")));
    }
    properties.push(format!(
        "title={}",
        property(&format!("kverify: {}", remark.rule))
    ));
    format!("::{name} {}::{}\n", properties.join(","), data(&remark.message))
}

/// Escapes the text after `::`.
fn data(text: &str) -> String {
    visible::plain(text).replace('%', "%25").replace('\n', "%0A")
}

/// Escapes a property's value.
fn property(text: &str) -> String {
    data(text).replace(':', "%3A").replace(',', "%2C")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn nothing_in_a_name_or_message_can_end_the_command() {
        let remark = Remark {
            path: "a,b:c%\n::error ::x.cu".to_owned(),
            line: 3,
            column: 5,
            end_line: 3,
            end_column: Some(9),
            severity: SeverityName::Error,
            rule: "data-race".to_owned(),
            message: "100% of\r\n::set-output name=x::y".to_owned(),
            known: false,
        };
        let text = command(&remark, &Base::default());
        assert_eq!(
            text,
            "::error file=a%2Cb%3Ac%25%0A\\u{3a}%3Aerror %3A%3Ax.cu,line=3,endLine=3,col=5,endColumn=9,\
             title=kverify%3A data-race::100%25 of%0A\\u{3a}:set-output name=x::y\n"
        );
        let known = Remark {
            known: true,
            end_line: 4,
            ..remark
        };
        let text = command(&known, &Base::default());
        assert!(text.starts_with("::notice ") && !text.contains("col="), "{text}");
    }
}
