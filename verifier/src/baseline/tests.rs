use super::*;
use crate::report::exit_status;
use crate::testing::{race, report};
use crate::{Options, Status};

fn racy() -> Report {
    report(&[(race(), Status::Confirmed)], &[], &Options::default())
}

#[test]
fn known_findings_do_not_fail_the_run_and_fixed_ones_are_told() {
    let base = Base::default();
    let baseline = Baseline::of(&racy(), &base);
    assert_eq!((baseline.len(), exit_status(&racy(), false)), (1, 1));
    let mut again = racy();
    baseline.apply(&mut again, &base, false);
    assert_eq!(exit_status(&again, false), 0);
    let mut mended = report(&[], &[], &Options::default());
    baseline.apply(&mut mended, &base, false);
    let comparison = mended.baseline.expect("it was compared");
    assert_eq!(
        (comparison.known, comparison.new, comparison.fixed.len()),
        (0, 0, 1)
    );
}

#[test]
fn what_is_new_fails_and_what_timed_out_is_not_fixed() {
    let base = Base::default();
    let empty = Baseline::of(&report(&[], &[], &Options::default()), &base);
    let mut again = racy();
    empty.apply(&mut again, &base, false);
    assert_eq!(exit_status(&again, false), 1);
    let mut cut_short = report(&[], &["timed out"], &Options::default());
    Baseline::of(&racy(), &base).apply(&mut cut_short, &base, false);
    assert!(cut_short.baseline.expect("it was compared").fixed.is_empty());
}

/// What the clock cut short is another thing on another day.
#[test]
fn what_the_clock_cut_is_not_written_and_not_fixed() {
    let base = Base::default();
    let baseline = Baseline::of(&racy(), &base);
    let cut = |mut report: Report| {
        report.files[0].kernels[0].stats.timed_out = true;
        report
    };
    assert!(Baseline::of(&cut(racy()), &base).is_empty());
    let mut again = cut(report(&[], &[], &Options::default()));
    baseline.apply(&mut again, &base, false);
    assert!(again.baseline.expect("it was compared").fixed.is_empty());
    let mut known = cut(racy());
    baseline.apply(&mut known, &base, false);
    assert!(known.files[0].kernels[0].findings[0].known);
}

#[test]
fn another_pair_on_the_array_is_known_and_a_graver_finding_or_another_array_is_not() {
    let base = Base::default();
    let baseline = Baseline::of(&racy(), &base);
    let is_known = |baseline: &Baseline, change: &dyn Fn(&mut crate::verdict::Judged)| {
        let mut report = racy();
        change(&mut report.files[0].kernels[0].findings[0]);
        baseline.apply(&mut report, &base, false);
        report.files[0].kernels[0].findings[0].known
    };
    assert!(is_known(&baseline, &|judged| judged.finding.places[1] =
        judged.finding.places[0].clone()));
    assert!(!is_known(&baseline, &|judged| judged.finding.object =
        Some(kverify_frontend::ir::ObjectId(1))));
    assert!(!is_known(&baseline, &|judged| judged.finding.object = None));
    let mut harmless = racy();
    harmless.files[0].kernels[0].findings[0].severity = crate::Severity::Warning;
    assert!(!is_known(&Baseline::of(&harmless, &base), &|_| {}));
}

/// Two pairs on one array are one entry, and none of it is fixed as long as one of them is there.
#[test]
fn several_pairs_on_an_array_are_one_entry() {
    let base = Base::default();
    let mut other = race();
    other.places[1] = other.places[0].clone();
    let both = [(race(), Status::Confirmed), (other, Status::Possible)];
    let baseline = Baseline::of(&report(&both, &[], &Options::default()), &base);
    assert_eq!(baseline.len(), 1);
    let mut one = racy();
    baseline.apply(&mut one, &base, false);
    let comparison = one.baseline.expect("it was compared");
    assert_eq!(
        (comparison.known, comparison.new, comparison.fixed.len()),
        (1, 0, 0)
    );
}

#[test]
fn a_moved_file_is_recognised_and_a_copy_is_not() {
    let folder = tempfile::tempdir().expect("a folder");
    let base = Base {
        current: folder.path().to_path_buf(),
        root: folder.path().to_path_buf(),
    };
    let baseline = Baseline::of(&racy(), &base);
    let mut elsewhere = racy();
    elsewhere.files[0].path = "moved.cu".into();
    baseline.apply(&mut elsewhere, &base, false);
    assert!(elsewhere.files[0].kernels[0].findings[0].known);
    std::fs::write(folder.path().join("shift.cu"), "").expect("a file");
    baseline.apply(&mut elsewhere, &base, false);
    assert!(!elsewhere.files[0].kernels[0].findings[0].known);
}

#[test]
fn its_text_is_read_back_and_other_texts_are_refused() {
    let folder = tempfile::tempdir().expect("a folder");
    let path = folder.path().join("baseline.json");
    assert!(Baseline::read(&path).is_err_and(|error| error.contains("--write-baseline")));
    let baseline = Baseline::of(&racy(), &Base::default());
    std::fs::write(&path, baseline.render()).expect("a file");
    assert_eq!(Baseline::read(&path), Ok(baseline));
    std::fs::write(&path, "{\"schema\": \"kverify-baseline/9\", \"findings\": []}").expect("a file");
    assert!(Baseline::read(&path).is_err_and(|error| error.contains("another version")));
}
