use super::*;
use kverify_frontend::ir::{FileId, Scope, Span};
use kverify_smt::answer::{Place, Witness};

fn finding(kind: Kind, second: Action, same_value: bool) -> Finding {
    let file = FileId(0);
    let span = Span {
        file,
        start: 0,
        end: 1,
        line: 1,
        column: 1,
        end_line: 1,
        end_column: 2,
    };
    let place = |action| Place {
        loc: Loc { span, call: None },
        action,
    };
    Finding {
        same_value,
        ..Finding::new(
            kind,
            Scope::Block,
            [place(Action::Write), place(second)],
            Witness::default(),
        )
    }
}

const CUDA: Site = Site {
    language: Language::Cuda,
    counts: false,
    construct: false,
};

fn judged(severity: Severity, status: Status) -> Judged {
    Judged {
        finding: finding(Kind::DataRace, Action::Write, false),
        status,
        severity,
        notes: Vec::new(),
        ignored: None,
        outside: false,
        known: false,
        inputs: None,
        often: false,
        harm: None,
    }
}

#[test]
fn same_value_races_and_early_exits_are_warnings_unless_strict() {
    let under = |arch: u32, strict: bool, lockstep: u32| Options {
        parse: kverify_frontend::Options {
            cuda_arch: Some(arch),
            ..kverify_frontend::Options::default()
        },
        strict,
        lockstep,
        ..Options::default()
    };
    let same = finding(Kind::DataRace, Action::Write, true);
    let cuda = |finding: &Finding, options: &Options| severity_at(finding, CUDA, options);
    assert_eq!(cuda(&same, &under(80, false, 1)), Severity::Warning);
    assert_eq!(cuda(&same, &under(80, true, 1)), Severity::Error);
    let construct = Site {
        construct: true,
        ..CUDA
    };
    assert_eq!(
        severity_at(&same, construct, &under(80, false, 1)),
        Severity::Error
    );
    let exit = finding(Kind::BarrierDivergence, Action::Exit, false);
    assert_eq!(cuda(&exit, &under(70, false, 1)), Severity::Warning);
    assert_eq!(cuda(&exit, &under(61, false, 1)), Severity::Error);
    assert_eq!(
        severity_at(
            &exit,
            Site {
                language: Language::OpenCl,
                ..CUDA
            },
            &under(80, false, 1)
        ),
        Severity::Error
    );
    let counts = Site { counts: true, ..CUDA };
    assert_eq!(severity_at(&exit, counts, &under(80, false, 1)), Severity::Error);
    let parting = finding(Kind::BarrierDivergence, Action::Barrier, false);
    assert_eq!(cuda(&parting, &under(80, false, 1)), Severity::Error);
    let slow = finding(Kind::BankConflict, Action::Read, false);
    assert_eq!(cuda(&slow, &under(80, true, 1)), Severity::Note);
    let endless = finding(Kind::NonTerminatingLoop, Action::Read, false);
    assert_eq!(cuda(&endless, &under(80, false, 1)), Severity::Error);
    let spin = Finding {
        scope: Scope::Warp,
        ..endless
    };
    assert_eq!(cuda(&spin, &under(80, false, 1)), Severity::Warning);
    assert_eq!(cuda(&spin, &under(80, false, 32)), Severity::Error);
}

#[test]
fn the_project_has_its_say_and_strict_the_last() {
    let race = finding(Kind::DataRace, Action::Write, false);
    let mut options = Options::default();
    options.severities.insert("data-race".into(), Severity::Warning);
    assert_eq!(severity_at(&race, CUDA, &options), Severity::Warning);
    options.strict = true;
    assert_eq!(severity_at(&race, CUDA, &options), Severity::Error);
}

#[test]
fn a_timeout_is_never_a_pass_and_warnings_do_not_hide_it() {
    let unknown = Unknown {
        message: "timed out".to_owned(),
        loc: None,
    };
    let warning = judged(Severity::Warning, Status::Confirmed);
    assert_eq!(verdict(std::slice::from_ref(&warning), &[]), Verdict::Proved);
    assert_eq!(
        verdict(&[warning], std::slice::from_ref(&unknown)),
        Verdict::Unknown
    );
    assert_eq!(
        verdict(&[judged(Severity::Error, Status::Possible)], &[unknown]),
        Verdict::Suspect
    );
    let both = [
        judged(Severity::Error, Status::Possible),
        judged(Severity::Error, Status::Confirmed),
    ];
    assert_eq!(verdict(&both, &[]), Verdict::Violated);
}
