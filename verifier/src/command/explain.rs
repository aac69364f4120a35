//! `kverify explain`: what a rule means.

use crate::output;
use clap::Args;
use kverify::rules;

/// Arguments of `explain`.
#[derive(Args, Debug)]
#[command(after_help = "Example: kverify explain barrier-divergence")]
pub struct ExplainArguments {
    /// A rule, as findings name it; all rules in a line each if there is none
    #[arg(value_name = "RULE")]
    pub rule: Option<String>,
}

/// Prints the rule's page, or the list of rules.
pub fn run(arguments: &ExplainArguments) -> u8 {
    match &arguments.rule {
        None => {
            output::print(&list());
            0
        }
        Some(id) => match rules::find(id) {
            Ok(rule) => {
                output::print(rule.page);
                0
            }
            Err(error) => output::fail(&error.to_string()),
        },
    }
}

fn list() -> String {
    let width = rules::ALL.iter().map(|rule| rule.id.len()).max().unwrap_or(0);
    let line = |rule: &rules::Rule| {
        let summary = rule.summary();
        let first = summary
            .split_once(". ")
            .map_or(summary.as_str(), |(first, _)| first);
        let first = first.trim_end_matches('.');
        let note = if rule.is_checked() {
            ""
        } else {
            " (not checked yet)"
        };
        format!("{:width$}  {first}{note}\n", rule.id)
    };
    rules::ALL.iter().map(line).collect()
}
