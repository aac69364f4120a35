//! The stages as text, for `--dump`.

use crate::answer::{Action, Config, Dump};
use crate::clock::Clock;
use crate::segment;
use crate::ssa::{Access, Machine, Records};
use kverify_frontend::ir::Kernel;
use std::fmt::Write;

/// The text of one stage.
pub fn dump(kernel: &Kernel, config: &Config, what: Dump) -> String {
    crate::on_own_thread(|| dump_here(kernel, config, what))
}

fn dump_here(kernel: &Kernel, config: &Config, what: Dump) -> String {
    crate::with_machine(
        kernel,
        config,
        &Clock::start(config),
        (&Default::default(), Default::default()),
        |machine, shape| match what {
            Dump::Ssa => {
                machine.record_definitions(true);
                let state = machine.initial_state();
                match machine.run(&segment::whole(machine.cfg), state, Vec::new()) {
                    Some(records) => show_records(machine, &records),
                    None => "irreducible\n".into(),
                }
            }
            Dump::Segments => show_segments(machine),
            Dump::Terms => crate::analyse_with(machine, shape, Some(()), None).texts.terms,
            Dump::Smt2 => crate::analyse_with(machine, shape, Some(()), None).texts.smt2,
        },
    )
}

fn show_segments(machine: &mut Machine<'_>) -> String {
    let mut text = String::new();
    let Some((_, families)) = crate::intervals(machine) else {
        return "irreducible\n".into();
    };
    for (family, segments) in families {
        let _ = writeln!(
            text,
            "family {:?} {:?}{}",
            family.scope,
            family.spaces,
            if family.divergence { " divergence" } else { "" }
        );
        for s in segments {
            let start = s.start.map_or("entry".to_owned(), |l| {
                format!("barrier {}:{}", l.span.line, l.span.column)
            });
            let _ = writeln!(text, "segment from {start}");
            text.push_str(&show_records(machine, &s.records));
        }
    }
    text
}

fn show_records(machine: &Machine<'_>, records: &Records) -> String {
    let mut text = String::new();
    let show = |t| machine.terms.show(t);
    for d in &records.definitions {
        let phi = if d.phi { "φ " } else { "" };
        let (guard, value) = (show(d.guard), show(d.value));
        let _ = writeln!(text, "  {guard} => {} = {phi}{value}", d.name);
    }
    for a in &records.accesses {
        let _ = writeln!(text, "  {}", show_access(machine, a));
    }
    for s in &records.snapshots {
        let node = &machine.cfg.graph[s.barrier];
        let crate::cfg::End::Barrier(n) = node.end else {
            continue;
        };
        let span = machine.kernel.blocks[node.block].stmts[n].loc.span;
        let _ = writeln!(
            text,
            "  {} => BAR {}:{}",
            show(s.state.guard),
            span.line,
            span.column
        );
    }
    for s in &records.stops {
        let what = if s.barrier.is_some() { "BAR" } else { "exit" };
        let _ = writeln!(
            text,
            "  {} => {what} {}:{}",
            show(s.guard),
            s.loc.span.line,
            s.loc.span.column
        );
    }
    text
}

fn show_access(machine: &Machine<'_>, a: &Access) -> String {
    let show = |t| machine.terms.show(t);
    let object = machine.objects.name(machine.kernel, a.object);
    let place = format!("{object}, {}; {}", show(a.offset), show(a.bytes));
    let value = a.values.first().map(|v| show(*v));
    let action = match (a.action, value) {
        (Action::Read, Some(value)) => format!("{value} = (select {place})"),
        (Action::Read, None) => format!("(select {place})"),
        (Action::Write, Some(value)) => format!("{object} = (store {place}, {value})"),
        (Action::Write, None) => format!("{object} = (store {place})"),
        (action, value) => {
            let value = value.map_or(String::new(), |v| format!(" = {v}"));
            format!("{action:?} ({place}){value}")
        }
    };
    format!(
        "{} => {action} at {}:{}",
        show(a.guard),
        a.loc.span.line,
        a.loc.span.column
    )
}
